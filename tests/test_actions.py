"""Actions as integers: the list against `check` for every integer and for an independent enumeration, and their use."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import boards
import invented
import pytest

import riftcore as rc
from riftcore.errors import IllegalAction, RiftcoreError

N = rc.State.num_distinct_actions()
SEED = int(os.environ.get("RIFTCORE_SEED", "0"))


def state_of(seed: int) -> rc.State:
    return rc.State.from_scenario(boards.situation(Random(seed)), boards.catalog())


def walk(seed: int, steps: int) -> Iterator[rc.State]:
    """A random state and what random actions make of it."""
    rng = Random(seed)
    state = rc.State.from_scenario(boards.situation(rng), boards.catalog())
    for _ in range(steps):
        yield state
        legal = state.legal_actions()
        if not legal:
            return
        state.apply_action(rng.choice(legal))


# ------------------------------------------------------------------------------------- listed if and only if legal


@pytest.mark.parametrize("seed", range(SEED, SEED + 12))
def test_every_integer_is_listed_if_and_only_if_check_says_legal(seed: int) -> None:
    for state in walk(seed, 3):
        player = state.current_player
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) == state.legal_actions(player)
        for number in range(N):
            try:
                action = state.action(number)
            except IllegalAction:
                assert number not in legal
                continue
            verdict = state.check(action)
            assert verdict.legal == (number in legal), (seed, number, action, verdict)


@pytest.mark.parametrize("seed", range(SEED, SEED + 60))
def test_what_is_listed_does_what_its_action_says(seed: int) -> None:
    for state in walk(seed, 4):
        words = set()
        before = str(state)
        for number in state.legal_actions():
            action = state.action(number)
            words.add(state.action_to_string(None, number))
            pushed = state.after(action)
            state.apply_action(number)
            assert state == pushed and state.to_scenario() == pushed.to_scenario(), (action, before)
            state.undo_action()
            assert str(state) == before
        assert len(words) == len(state.legal_actions())


def test_only_the_acting_player_has_actions() -> None:
    for seed in range(SEED, SEED + 100):
        state = state_of(seed)
        for player in range(state.n_players):
            assert player == state.current_player or state.legal_actions(player) == []


# --------------------------------------------------------------------------------------------- nothing is forgotten


def subject(action: dict[str, Any]) -> tuple[Any, ...]:
    """What an action is about, without the choices that its integer tells apart."""
    if "play" in action:
        return "play", action["play"], action.get("from")
    if "move" in action:
        return "move", action["to"], len(action["move"])
    if "hide" in action:
        return "hide", action["hide"], action["at"]
    name = "add" if "add" in action else "activate"
    return name, action[name], action.get("ability"), action.get("x")


def candidates(state: rc.State) -> Iterator[dict[str, Any]]:
    """Actions of all kinds, made without the core."""
    board = state.to_scenario()
    seat = state.current_player
    who = board["players"][seat] if seat < len(board["players"]) else {}
    ids = boards.ids(board)
    targets: list[list[str]] = [[], *([a] for a in ids), *([a, b] for a in ids[:7] for b in ids[:7])]
    for zone in ("hand", "champion", "trash"):
        for name in sorted(set(boards.listed(who, zone))):
            for n in range(3):
                for pay in combinations(("accelerate", "additional", "repeat", "repeat:1"), n):
                    for chosen in targets if boards.catalog().card(name).type == "spell" else [[]]:
                        yield {"play": name, "pay": list(pay), "targets": chosen} | (
                            {} if zone == "hand" else {"from": zone}
                        )
            for place in ("A", "B"):
                yield {"play": name, "to": place} | ({} if zone == "hand" else {"from": zone})
                yield {"hide": name, "at": place}
    for i, thing in enumerate(who.get("facedown", ())):
        for pay in ([], ["accelerate"], ["additional"], ["repeat"]):
            for chosen in targets:
                yield {"play": thing.get("id", f"p{seat}.facedown.{i}"), "targets": chosen, "pay": pay}
    # Of others too: some are under this player's control.
    own = [name for other in range(state.n_players) for name in boards.objects_of(board, other)]
    for name in own:
        for ability in range(4):
            yield {"add": name, "ability": ability}
            yield {"add": name, "ability": ability, "x": 2}
            for chosen in targets:
                yield {"activate": name, "ability": ability, "targets": chosen}
    for domain in boards.DOMAINS:
        yield {"add": f"exhaust {domain}"}
        yield {"add": f"recycle {domain}"}
    for place in boards.PLACES:
        for n in (1, 2, 3):
            for group in list(combinations(own, n))[:40]:
                yield {"move": list(group), "to": place}


@pytest.mark.parametrize("seed", range(SEED, SEED + 40))
def test_every_total_cost_of_a_legal_action_is_listed(seed: int) -> None:
    state = state_of(seed)
    listed: dict[tuple[Any, ...], set[Any]] = {}
    adds = set()
    for number in state.legal_actions():
        action = state.action(number)
        verdict = state.check(action)
        listed.setdefault(subject(action), set()).add((verdict.costs, verdict.paid_optional))
        if "ability" in action and "add" in action:
            adds.add((action["add"], action["ability"]))
    places = {
        thing["id"]: thing.get("at", "base") for who in state.to_scenario()["players"] for thing in who.get("board", ())
    }
    for action in candidates(state):
        try:
            verdict = state.check(action)
        except RiftcoreError:
            continue  # no such card, object or place
        if not verdict.legal or any(places[name] == action["to"] for name in action.get("move", ())):
            continue
        if len(action.get("move", ())) > 1 and (verdict.costs, verdict.paid_optional) in listed.get(
            ("move", action["to"], 1), ()
        ):
            continue  # together they cost what one costs
        if (action.get("activate", action.get("add")), action.get("ability")) in adds:
            continue  # an Add by another name, or one whose X is named
        assert (verdict.costs, verdict.paid_optional) in listed.get(subject(action), ()), (seed, action)


# ---------------------------------------------------------------------------------------------------- ways by hand


def plays(state: rc.State, name: str) -> list[dict[str, Any]]:
    return [a for a in map(state.action, state.legal_actions()) if a.get("play") == name]


def test_optional_costs_are_actions_of_their_own() -> None:
    state = rc.State.from_scenario({"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 3}}]})
    assert plays(state, "Legion Rearguard") == [
        {"play": "Legion Rearguard"},
        {"play": "Legion Rearguard", "pay": ["accelerate"]},
    ]
    state.apply_action(state.string_to_action(None, "exhaust fury"))
    assert state.to_scenario()["players"][0]["pool"] == {"energy": 1}
    state = rc.State.from_scenario({"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 2}}]})
    assert plays(state, "Legion Rearguard") == [{"play": "Legion Rearguard"}]


def test_targets_that_change_the_cost_are_actions_of_their_own() -> None:
    enemy = [{"card": "Bird", "id": "a"}, {"card": "Bird", "id": "b"}, {"card": "Legion Rearguard", "id": "c"}]
    state = state_from({"players": [{"hand": ["Charm"], "runes": {"calm": 6}}, {"board": enemy}]})
    costs = [(a.get("targets"), str(state.check(a).costs[0])) for a in plays(state, "Charm")]
    assert costs == [(None, "1[calm]"), (["a"], "1[calm][any]")]


def test_an_equal_target_stands_in_for_one_that_the_cost_takes(tmp_path: Path) -> None:
    """Choosing either Ally costs less; only the mighty one can be killed for the cost, so the other is chosen."""
    cards = invented.catalog(
        tmp_path / "cards.json",
        [
            invented.record("Ally", "Your spells that choose me cost [1] less.", type="Unit", might=1),
            invented.record(
                "Last Gift",
                "As an additional cost to play this, kill a friendly [Mighty] unit. Buff a unit.",
                type="Spell",
                energy=2,
            ),
        ],
    )
    for board in ([("mighty", 6), ("other", 1)], [("other", 1), ("mighty", 6)]):
        things = [{"card": "Ally", "id": name, "might": might} for name, might in board]
        you = {"hand": ["Last Gift"], "runes": {"fury": 6, "order": 6}, "board": things}
        state = rc.State.from_scenario({"players": [you]}, cards)
        assert [a.get("targets") for a in plays(state, "Last Gift")] == [["other"]]


def test_a_unit_is_not_played_where_two_other_players_have_units() -> None:
    """Hidden, or with Ambush: a battlefield that holds units of two others is closed to it (358.2)."""
    hidden = next(c for c in boards.cards(("unit",), frozenset(("keyword_hidden",))) if not c.partial)
    ambush = next(c for c in boards.cards(("unit",)) if "ambush" in c.keywords and not c.partial)
    there = {"board": [{"card": "Legion Rearguard", "at": "A"}]}
    you = {"facedown": [{"card": hidden.name, "id": "x", "at": "A"}], "hand": [ambush.name]}
    you["runes"] = dict.fromkeys(boards.DOMAINS[:4], 3)  # type: ignore[assignment]
    you["board"] = [{"card": "Legion Rearguard", "at": at} for at in "AB"]
    turn = {"player": 1, "showdown": "A", "focus": 0}
    for others, open_to in (([there, {}], ("A", "A")), ([there, there], (None, "B"))):
        state = state_from({"turn": turn, "players": [you, *others]})
        found = {a["play"]: a.get("to", "A") for a in map(state.action, state.legal_actions()) if "play" in a}
        assert (found.get("x"), found.get(ambush.name)) == open_to
        assert all(state.check(number).legal for number in state.legal_actions())


def test_a_group_is_an_action_where_it_costs_more() -> None:
    units = [{"card": "Legion Rearguard", "id": name} for name in "abc"]
    board = {"players": [{"board": units, "runes": {"fury": 2}}, {}]}
    moves = [a for a in map(state_from(board).action, state_from(board).legal_actions()) if "move" in a]
    assert all(len(a["move"]) == 1 for a in moves) and len(moves) == 6
    board["players"][1] = {"board": [{"card": "Mageseeker Investigator", "at": "A"}]}
    state = state_from(board)
    groups = [a for a in map(state.action, state.legal_actions()) if len(a.get("move", ())) > 1]
    assert groups == [{"move": ["a", "b"], "to": "A"}, {"move": ["a", "b", "c"], "to": "A"}]
    assert [str(state.check(a).costs[0]) for a in groups] == ["[any]", "[any][any]"]


def state_from(board: dict[str, Any]) -> rc.State:
    return rc.State.from_scenario(board, boards.catalog())


# -------------------------------------------------------------------------------------------------- distinct payments


@pytest.mark.parametrize("seed", range(SEED, SEED + 25))
def test_distinct_payments_are_actions_with_results_of_their_own(seed: int) -> None:
    state = rc.State.from_scenario(boards.situation(Random(seed), most=5), boards.catalog())
    found: dict[int, list[int]] = {}
    numbers = state.legal_actions(payments="distinct")
    assert numbers == sorted(set(numbers))
    for number in numbers:
        found.setdefault(number % N, []).append(number)
    assert sorted(found) == state.legal_actions()
    for number, ways in found.items():
        if ways == [number]:
            continue
        action = state.action(number)
        assert len(ways) == state.count_payments_of(action) > 1
        assert ways == [number + N * (1 + i) for i in range(len(ways))]
        for way in ways[:20]:
            after = state.copy()
            after.apply_action(way)
            assert after == state.after(state.action(way))
            words = state.action_to_string(None, way)
            assert words == f"{state.action_to_string(None, number)}; payment {way // N}"
        with pytest.raises(IllegalAction, match="names payment"):
            state.apply_action(number + N * (1 + len(ways)))


def test_an_add_with_x_is_paid_in_every_distinct_way() -> None:
    """A Hextech Anomaly turns Power of either domain into Energy."""
    board = [{"card": "Hextech Anomaly", "id": "anomaly"}]
    state = state_from({"players": [{"board": board, "runes": {"fury": {"exhausted": 1}, "calm": {"exhausted": 1}}}]})
    one, two = (state.string_to_action(None, f"use anomaly; ability 0; x {x}") for x in (1, 2))
    numbers = [number for number in state.legal_actions(payments="distinct") if number % N in (one, two)]
    assert numbers == [two, one + N, one + 2 * N]
    left = set()
    for number in numbers[1:]:
        after = state.after(number)
        assert after == state.after(state.action(number))
        left |= set(after.to_scenario()["players"][0]["runes"])
    assert left == {"fury", "calm"} and state.count_payments_of(one) == 2


# ---------------------------------------------------------------------------------------------------- masks and words


def test_masks_are_the_list() -> None:
    numpy = pytest.importorskip("numpy")
    out, bits = numpy.ones(N, numpy.int8), numpy.ones((N + 7) // 8, numpy.uint8)
    for seed in range(SEED, SEED + 20):
        state = state_of(seed)
        assert state.legal_actions_mask(out=out) is out
        assert numpy.flatnonzero(out).tolist() == state.legal_actions()
        state.legal_actions_mask(None, bits, True)
        assert numpy.flatnonzero(numpy.unpackbits(bits, bitorder="little")).tolist() == state.legal_actions()
        assert state.legal_actions_mask() == bytearray(out.tobytes())
        assert state.legal_actions_mask(bits=True) == bytearray(bits.tobytes())


@pytest.mark.parametrize(
    ("out", "error", "said"),
    [
        (bytearray(3), RiftcoreError, f"expected {N} single bytes"),
        (bytes(N), BufferError, "writable"),
        ("text", TypeError, "bytes-like"),
        (memoryview(bytearray(4 * N)).cast("i"), RiftcoreError, "items of 4"),
    ],
)
def test_masks_go_into_the_right_buffers_only(out: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        state_of(0).legal_actions_mask(out=out)


def test_words_are_read_back() -> None:
    for seed in range(SEED, SEED + 10):
        state = state_of(seed)
        for number in state.legal_actions():
            assert state.string_to_action(None, state.action_to_string(None, number)) == number


def test_words_that_mean_nothing_are_named() -> None:
    state = state_from({"players": [{"runes": {"fury": 1}}]})
    with pytest.raises(IllegalAction, match='"exhaust furry" is no legal action here; did you mean "exhaust fury"'):
        state.string_to_action(None, "exhaust furry")


# ------------------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("number", [-1, N - 1, N, 7 * N, 10**30, 12])
def test_an_integer_that_means_nothing_changes_nothing(number: int) -> None:
    state = state_from({"players": [{"runes": {"fury": 1}}]})
    before = str(state)
    with pytest.raises(IllegalAction, match=str(number)):
        state.apply_action(number)
    assert str(state) == before
    with pytest.raises(IndexError):
        state.undo_action()


def test_a_state_without_a_way_back_stays_small() -> None:
    resource = pytest.importorskip("resource")
    state = state_from({"players": [{"runes": {"fury": 3}}]})
    state.apply_action(0)
    state.apply_action(0, undo=False)
    with pytest.raises(IndexError):
        state.undo_action()
    state.push({"add": "exhaust fury"}, undo=False)
    with pytest.raises(IndexError):
        state.pop()
    assert state.to_scenario()["players"][0]["pool"] == {"energy": 3}
    event = rc.Action.from_dict({"event": "held", "object": "A"})
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(20_000):
        state.push(event, undo=False)
    kept = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    assert kept < 8000  # kB; with a way back it would be 60,000
    for _ in range(3):
        state.push(event)
    state.pop()


def test_an_unaffordable_action_says_why() -> None:
    state = state_from({"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 1}}]})
    before = str(state)
    assert state.action(12) == {"play": "Legion Rearguard"} and 12 not in state.legal_actions()
    with pytest.raises(IllegalAction, match="action 12: not legal: unaffordable") as caught:
        state.apply_action(12)
    assert caught.value.verdict.code == "unaffordable" and str(state) == before


@pytest.mark.parametrize("number", ["12", 12.0, None, True, [12]])
def test_an_action_is_an_integer(number: Any) -> None:
    with pytest.raises(RiftcoreError, match="an action is an integer of legal_actions"):
        state_of(0).apply_action(number)


def test_integers_are_actions_everywhere() -> None:
    numpy = pytest.importorskip("numpy")
    state = state_from({"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 3}}]})
    for number in (*state.legal_actions(), *state.legal_actions(payments="distinct")):
        form = state.action(number)
        for same in (number, numpy.int64(number), numpy.array(number)):
            assert state.action(same) == form and state.check(same) == state.check(form)
            assert "play" not in form or state.quote(same).costs == state.quote(form).costs
            assert state.action_to_string(0, same) == state.action_to_string(0, number)
            assert state.after(same) == state.after(form)
            state.push(same)
            state.pop()
            state.apply_action(same)
            state.undo_action()
    assert not state_from({"players": [{"hand": ["Legion Rearguard"]}]}).check(12).legal
    with pytest.raises(IllegalAction, match="9999 is no action of player 0"):
        state.check(9999)
    with pytest.raises(RiftcoreError, match="not array"):
        state.check(numpy.array([1, 2]))


@pytest.mark.parametrize("player", [True, 2, -1, 1.0, "0", 10**30])
def test_a_player_is_a_seat(player: Any) -> None:
    state = state_from({"players": [{"runes": {"fury": 1}}]})
    for ask in (state.legal_actions, state.legal_actions_mask, state.observation, state.supply):
        with pytest.raises(RiftcoreError, match=r"player .*: expected 0 to 1"):
            ask(player)


def test_a_seat_of_numpy_is_a_seat() -> None:
    numpy = pytest.importorskip("numpy")
    state = state_from({"players": [{"runes": {"fury": 1}}]})
    assert state.legal_actions(numpy.int32(0)) == state.legal_actions(0) != []


def test_other_payments_are_named() -> None:
    with pytest.raises(RiftcoreError, match='expected "cheapest" or "distinct"'):
        state_of(0).legal_actions(payments="all")  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------- the same everywhere

LIST = """
import sys
sys.path.insert(0, sys.argv[1])
import boards, random
import riftcore as rc
order = list(range(30))
random.Random(int(sys.argv[2])).shuffle(order)   # the table of cards is filled in another order
states = {seed: rc.State.from_scenario(boards.situation(random.Random(seed)), boards.catalog()) for seed in order}
print([states[seed].legal_actions() for seed in range(30)])
"""


def test_the_integers_are_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", LIST, os.path.dirname(__file__), seed],
            env=os.environ | {"PYTHONHASHSEED": seed}, cwd=os.path.dirname(os.path.dirname(rc.__file__)),
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1


def test_states_in_several_threads_do_not_meddle() -> None:
    def game(seed: int) -> list[str]:
        return [f"{state} {state.legal_actions()}" for state in walk(seed, 12)]

    alone = [game(seed) for seed in range(24)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(game, range(24))) == alone


# ----------------------------------------------------------------------------------------------- the documentation


def test_the_page_has_the_numbers() -> None:
    page = (Path(__file__).parent.parent / "docs" / "actions.md").read_text(encoding="utf-8")
    assert f"| {N} | |" in page
    state = state_from(
        {
            "players": [
                {
                    "hand": ["Charm", "Hidden Blade"], "champion": ["Legion Rearguard"],
                    "facedown": [{"card": "Charm", "at": "B"}], "runes": {"calm": 3, "order": 3},
                    "board": [{"card": "Seal of Rage", "id": "seal"}, {"card": "Legion Rearguard", "id": "unit"}],
                }
            ],
            "assume": ["targets"],
            "battlefields": {"A": {"controller": 0}},
        }
    )  # fmt: skip
    for number, words in {
        1: "exhaust calm", 6 + 5: "recycle order", 12: "play Charm", 12 + 32: "play Hidden Blade",
        1292: "play Legion Rearguard", 2060: "play p0.facedown.0", 4748: "use seal; ability 0",
        8860 + 7 + 1: "move unit; to A", 10715 + 6: "hide Hidden Blade; at A",
    }.items():  # fmt: skip
        assert state.action_to_string(0, number).startswith(words), number
        assert number == 1292 or number in state.legal_actions(), words


def test_borrowed_abilities_are_listed_done_and_undone() -> None:
    """What has the exhaust abilities of its friends (Heimerdinger): each listed use is legal, and undone exactly."""
    cards = (
        "Seal of Rage",
        "Energy Conduit",
        "Baited Hook",
        "Malzahar, Fanatic",
        "Hextech Anomaly",
        "Platewyrm Egg",
        "Gold",
    )
    friends = [
        {"card": name, "id": f"f{i}", "exhausted": True, "token": name == "Gold"}
        for i, name in enumerate((*cards, "Seal of Rage"))
    ]
    player = {
        "pool": {"energy": 3, "power": {"order": 1, "any": 2}},
        "legend": {"card": "Jayce, Defender of Tomorrow", "id": "j", "exhausted": True},
        "board": [*friends, {"card": "Heimerdinger, Inventor", "id": "h"}],
    }
    state = rc.State.from_scenario({"players": [player, {}]})
    uses = [a for a in state.legal_actions(0) if state.action_to_string(0, a).startswith("use h;")]
    abilities = {state.action(a)["ability"] for a in uses}
    # Seal, Conduit, Hook, Malzahar, Anomaly, the Egg's Empower and Add, Gold; Jayce's plain ability.
    assert abilities == set(range(9))
    for action in uses:
        key, whole = state.key, state.serialize()
        assert state.check(action).legal
        state.push(action)
        assert state.is_ok()
        state.pop()
        assert (state.key, state.serialize()) == (key, whole)


@pytest.mark.parametrize("field", ["The Grand Plaza", "Gardens of Becoming"])
def test_what_borrows_uses_converters_beside_abilities_that_it_is_given(field: str) -> None:
    """The Gardens give units there an ability; the Henge's, with each X, is listed all the same."""
    board = [{"card": "Heimerdinger, Inventor", "id": "h", "at": "A"}, {"card": "Ancient Henge"}]
    state = rc.State.from_scenario(
        {
            "players": [{"runes": {"mind": {"ready": 4}}, "board": board}, {}],
            "battlefields": {"A": {"card": field, "controller": 0}},
        }
    )
    listed = map(state.action, state.legal_actions())
    assert [action["x"] for action in listed if action.get("add") == "h"] == [1, 2, 3, 4]


def test_a_legend_with_deflect_makes_plays_of_their_own(tmp_path: Path) -> None:
    cards = invented.catalog(
        tmp_path / "cards.json",
        [
            invented.record("Spiny One", "[Deflect]", type="Legend"),
            invented.record("Bolt", "Ready a legend.", type="Spell", energy=1),
        ],
    )
    state = rc.State.from_scenario(
        {"players": [{"runes": {"fury": 4}, "hand": ["Bolt"]}, {"legend": {"card": "Spiny One"}}]}, cards
    )
    plays = [action for action in map(state.action, state.legal_actions()) if action.get("play") == "Bolt"]
    assert [len(play.get("targets", ())) for play in plays] == [1]
    assert [str(state.quote(play)) for play in plays] == ["1[any]"]


@pytest.mark.parametrize(
    ("unit", "spell"),
    [
        ("Your spells cost [1] less for each card in your hand.", "Draw 1."),
        ("", "I cost [1] less for each card in your hand. Draw 1."),
    ],
)
def test_a_card_does_not_count_itself_in_the_hand_that_it_leaves(tmp_path: Path, unit: str, spell: str) -> None:
    """353, 356: the card is on the chain when its cost is worked out, in lists too."""
    cards = invented.catalog(
        tmp_path / "cards.json",
        [invented.record("Sage", unit), invented.record("Bolt", spell, type="Spell", energy=5)],
    )
    for energy in (3, 4):
        state = rc.State.from_scenario(
            {"players": [{"board": [{"card": "Sage"}], "hand": ["Bolt", "Bolt"], "pool": {"energy": energy}}, {}]},
            cards,
        )
        assert str(state.quote({"play": "Bolt"})) == "4"
        listed = [state.action(number) for number in state.legal_actions()]
        assert ({"play": "Bolt"} in listed) == state.check({"play": "Bolt"}).legal == (energy == 4)


def test_what_a_board_takes_off_for_cards_of_a_zone_is_counted_with_each_price(tmp_path: Path) -> None:
    cards = invented.catalog(
        tmp_path / "cards.json",
        [
            invented.record("Sage", "Your spells cost [1] less for each card in your trash."),
            invented.record("Bolt", "Draw 1.", type="Spell", energy=5),
        ],
    )
    state = rc.State.from_scenario(
        {"players": [{"board": [{"card": "Sage"}], "hand": ["Bolt"], "trash": ["Bolt", "Sage"]}, {}]}, cards
    )
    assert str(state.quote({"play": "Bolt"})) == "3"
    state.put("Sage", "deck", "trash", 0)
    assert str(state.quote({"play": "Bolt"})) == "2"
