"""The state under fire: random games, bad input, events, every verdict, copies and memory."""

from __future__ import annotations

import gc
import os
import pickle
import resource
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from copy import copy, deepcopy
from random import Random
from typing import Any

import boards
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import seeds

import riftcore as rc
from riftcore.errors import IllegalAction, RiftcoreError, ScenarioError
from riftcore.ground._types import PURPOSES
from riftcore.verdicts import CODES

CHUNKS = 40
GAMES = 50  # in a chunk
ACTIONS = 52  # in a game: 104,000 actions in all
SEED = int(os.environ.get("RIFTCORE_SEED", "0"))


def state_of(board: dict[str, Any]) -> rc.State:
    return rc.State.from_scenario(board, boards.catalog())


# ------------------------------------------------------------------------------------------- (a) random games


def counts(value: Any) -> Iterator[int]:
    """Every number in a scenario."""
    if isinstance(value, dict):
        for item in value.values():
            yield from counts(item)
    elif isinstance(value, list):
        for item in value:
            yield from counts(item)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


def all_ids(board: dict[str, Any]) -> list[str]:
    """The ids of everything that has one; what is left out is made from the place."""
    found = [item.get("id", f"chain.{i}") for i, item in enumerate(board.get("turn", {}).get("chain", ()))]
    for seat, who in enumerate(board.get("players", ())):
        for zone in ("board", "facedown"):
            found += [item.get("id", f"p{seat}.{zone}.{i}") for i, item in enumerate(who.get(zone, ()))]
        if "legend" in who:
            found.append(who["legend"].get("id", f"p{seat}.legend"))
    return found


def hosts(board: dict[str, Any]) -> dict[str, str]:
    return {
        item.get("id", f"p{seat}.board.{i}"): item["attached_to"]
        for seat, who in enumerate(board.get("players", ()))
        for i, item in enumerate(who.get("board", ()))
        if "attached_to" in item
    }


def runes_of(who: dict[str, Any]) -> int:
    return sum(sum(n.values()) if isinstance(n, dict) else n for n in who.get("runes", {}).values())


def state_is_ok(state: rc.State, runes: list[int]) -> dict[str, Any]:
    """What must hold of every state, and its scenario. `runes`: how many each player has in all."""
    board: dict[str, Any] = state.to_scenario()
    assert all(0 <= n <= 255 for n in counts(board)), board
    ids = all_ids(board)
    assert len(set(ids)) == len(ids), ids
    attached = hosts(board)
    for thing in attached:
        seen = {thing}
        while thing in attached:
            thing = attached[thing]
            assert thing in ids and thing not in seen, board
            seen.add(thing)
    for seat, total in enumerate(runes):
        who = board["players"][seat] if seat < len(board.get("players", ())) else {}
        assert runes_of(who) + sum(who.get("rune_deck", {}).values()) == total, who
    again = state_of(board)
    for player in range(state.n_players):
        assert state.supply(player) == again.supply(player), board
    assert again == state and again.key == state.key, board
    return board


def game(rng: Random, actions: int, codes: Counter[str]) -> None:
    """A game of legal and illegal actions, everything looked at after each, and taken back at the end."""
    state = state_of(boards.situation(rng))
    totals = [12] * state.n_players
    board = state_is_ok(state, totals)
    start = state.copy()
    pushed = 0
    for _ in range(actions):
        action = boards.action(rng, board)
        before = state.copy()
        key = state.key
        try:
            verdict = state.check(action)
        except RiftcoreError as error:
            codes[type(error).__name__] += 1
            assert str(error)
            assert state == before and state.key == key
            continue
        codes[verdict.code] += 1
        assert verdict.code in CODES and verdict.rule and verdict.message.endswith("."), verdict
        assert verdict.legal == (verdict.code == "ok") == bool(verdict)
        assert state == before and state.key == key
        if not verdict.legal:
            with pytest.raises(IllegalAction) as refused:
                state.push(action)
            assert refused.value.verdict == verdict
            assert state == before and state.key == key
            continue
        assert state.push(action) == verdict
        pushed += 1
        board = state_is_ok(state, totals)
        if rng.random() < 0.05:
            other = before.after(action)
            assert other == state and other.key == state.key
            state.pop()
            pushed -= 1
            assert state == before and state.key == key and state.to_scenario() == before.to_scenario()
            board = before.to_scenario()
    for _ in range(pushed):
        state.pop()
    assert state == start and state.key == start.key and state.to_scenario() == start.to_scenario()
    with pytest.raises(IndexError):
        state.pop()


@pytest.mark.parametrize("chunk", seeds(0, CHUNKS, 160))
def test_random_games(chunk: int) -> None:
    codes: Counter[str] = Counter()
    for n in range(GAMES):
        game(Random(f"{SEED} {chunk} {n}"), ACTIONS, codes)
    assert codes["ok"] > GAMES * ACTIONS // 10, codes
    assert codes["unknown_card_behaviour"] < GAMES * ACTIONS // 100, codes


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**64))
def test_any_game(seed: int) -> None:
    game(Random(seed), 20, Counter())


def test_the_order_of_adds_does_not_matter() -> None:
    """Two ways to one position: equal, and of one key."""
    board = {"players": [{"runes": {"fury": 2, "calm": 1}, "rune_deck": 9}]}
    one, other = state_of(board), state_of(board)
    for add in ("exhaust fury", "recycle calm", "recycle fury"):
        one.push({"add": add})
    for add in ("recycle calm", "exhaust fury", "recycle fury"):
        other.push({"add": add})
    assert one == other and one.key == other.key


def test_frozen_and_pickled() -> None:
    """A hashable value without collisions; a pickle is read back as an equal state that can go on."""
    one, other = state_of(BOARD), state_of(BOARD)
    seen = {one.freeze(): "start"}
    other.push({"add": "gold"})
    assert other.freeze() not in seen
    assert {**seen, other.freeze(): "gold"}[one.freeze()] == "start"
    back, same = pickle.loads(pickle.dumps([other, other.copy()]))
    assert back == other == same and back.key == other.key and back.catalog is boards.catalog()
    assert back.to_scenario() == other.to_scenario()
    with pytest.raises(IndexError):
        back.pop()
    back.push({"play": "Cruel Patron"})
    other.pop()
    assert other.freeze() == one.freeze() and seen[other.freeze()] == "start"


def test_a_catalogue_of_ones_own_is_pickled() -> None:
    cards = rc.Catalog(boards.catalog().rows[:40])
    state = rc.State.from_scenario({"players": [{"hand": [cards.rows[0]["name"]]}]}, cards)
    back, again = pickle.loads(pickle.dumps((state, state)))
    assert len(back.catalog) == 40 and back.catalog.rows == cards.rows and back is again
    assert back.to_scenario() == state.to_scenario()


def test_key_of_every_part() -> None:
    """One thing more, anywhere, is another key; nothing is left of it when it is taken back."""
    state = state_of(BOARD)
    keys = {state.key}
    for put in (
        lambda: state.draw("Charm"), lambda: state.put("Charm", "deck", "trash"), lambda: state.end_turn(),
        lambda: state.put("Volibear, Furious", "deck", "champion"), lambda: state.put("Charm", "deck", "banished"),
        lambda: state.put("Charm", "deck", "deck_top"), lambda: state.gain_xp(1), lambda: state.enter("Gold"),
        lambda: state.add_effect("Raging Firebrand"), lambda: state.exhaust("gold"), lambda: state.empower("foe"),
        lambda: state.control("A", 1),
    ):  # fmt: skip
        put()
        assert state.key not in keys
        keys.add(state.key)
        state.pop()
        assert state.key in keys and state.key == state.copy().key
    assert len(keys) == 13


# --------------------------------------------------------------------------------------------- (b) bad input

PLAYER = {
    "runes": {"order": 6},
    "hand": ["Cruel Patron", "Charm"],
    "board": [{"card": "Legion Rearguard", "id": "a"}, {"card": "Gold", "id": "gold", "token": True}],
}
BOARD = {"players": [PLAYER, {"board": [{"card": "Legion Rearguard", "id": "foe", "at": "A"}]}]}
DEEP: Any = {}
for _ in range(5_000):
    DEEP = {"a": [DEEP]}

BAD_SITUATIONS = {
    "five players": {"players": [{}] * 5},
    "no object": [],
    "a number": 7,
    "players no list": {"players": 3},
    "unknown key": {"palyers": []},
    "unknown card": {"players": [{"hand": ["No Such Card"]}]},
    "negative runes": {"players": [{"runes": {"fury": -1}}]},
    "huge runes": {"players": [{"runes": {"fury": 10**30}}]},
    "13 runes": {"players": [{"runes": {"fury": 13}}]},
    "13 with the deck": {"players": [{"runes": {"fury": 6}, "rune_deck": 7}]},
    "huge pool": {"players": [{"pool": {"energy": 2**64}}]},
    "negative pool": {"players": [{"pool": {"power": {"calm": -3}}}]},
    "half a rune": {"players": [{"runes": {"fury": 0.5}}]},
    "a true count": {"players": [{"xp": True}]},
    "unknown domain": {"players": [{"runes": {"anger": 1}}]},
    "id twice": {"players": [{"board": [{"card": "Gold", "id": "x"}, {"card": "Gold", "id": "x"}]}]},
    "id twice between players": {"players": [{"board": [{"card": "Gold", "id": "x"}]}] * 2},
    "an id that is a place": {"players": [{"board": [{"card": "Gold", "id": "A"}]}]},
    "attached to nothing": {"players": [{"board": [{"card": "Cloth Armor", "attached_to": "nobody"}]}]},
    "attached to itself": {"players": [{"board": [{"card": "Cloth Armor", "id": "x", "attached_to": "x"}]}]},
    "attached in a ring": {
        "players": [{"board": [{"card": "Cloth Armor", "id": n, "attached_to": m} for n, m in ("xy", "yz", "zx")]}]
    },
    "attached to a chain item": {
        "turn": {"chain": [{"card": "Charm", "id": "c"}]},
        "players": [{"board": [{"card": "Cloth Armor", "attached_to": "c"}]}],
    },
    "65 objects": {"players": [{"board": [{"card": "Recruit"}] * 65}]},
    "1,000 cards in hand": {"players": [{"hand": 1000}]},
    "200 cards in hand": {"players": [{"hand": 200}]},
    "41 cards in hand": {"players": [{"hand": ["Charm"] * 41}]},
    "81 cards in the trash": {"players": [{"trash": ["Charm"] * 81}]},
    "33 items on the chain": {"turn": {"chain": 33}},
    "five facedown": {"players": [{"facedown": [{"card": "Block", "at": "A"}] * 5}]},
    "17 effects": {"players": [{"effects": [{"card": "Raging Firebrand"}] * 17}]},
    "seven battlefields": {"battlefields": {f"b{i}": {} for i in range(5)}},
    "17 Heimerdingers": {"players": [{"board": [{"card": "Heimerdinger, Inventor"}] * 17}]},
    "a player who is not there": {"turn": {"player": 2}},
    "focus without a showdown": {"turn": {"focus": 0}},
    "a battlefield of nobody": {"battlefields": {"A": {"controller": 9}}},
    "at nowhere": {"players": [{"board": [{"card": "Gold", "at": "C"}]}]},
    "unknown phase": {"turn": {"phase": "teatime"}},
    "unknown state": {"players": [{"board": [{"card": "Gold", "states": ["asleep"]}]}]},
    "restricted nonsense": {"players": [{"pool": {"restricted": [{"energy": 1, "only": "gear"}]}}]},
    "deep nesting": {"players": [DEEP]},
    "a card without a name": {"players": [{"hand": [{"type": "unit"}]}]},
    "an odd card": {"players": [{"hand": [{"name": "Odd", "type": "unit", "energy": -1}]}]},
    "None": {"players": None},
    "effect on nothing": {"players": [{"effects": [{"card": "Raging Firebrand", "on": "no such thing"}]}]},
    "victory score": {"victory_score": 0},
}  # fmt: skip

BAD_ACTIONS = {
    "no object": [],
    "nothing": {},
    "two forms": {"play": "Charm", "move": ["a"]},
    "unknown form": {"paly": "Charm"},
    "unknown card": {"play": "No Such Card"},
    "unknown key": {"play": "Charm", "frm": "hand"},
    "unknown id": {"activate": "nobody"},
    "unknown target": {"play": "Charm", "targets": ["nobody"]},
    "another's target list": {"play": "Charm", "targets": "a"},
    "33 targets": {"play": "Charm", "targets": ["a"] * 33},
    "100,000 targets": {"play": "Charm", "targets": ["a"] * 100_000},
    "unknown zone": {"play": "Charm", "from": "library"},
    "unknown option": {"play": "Charm", "pay": ["flashback"]},
    "negative cost": {"pay": {"energy": -1}},
    "huge cost": {"pay": {"energy": 10**20}},
    "unknown symbol": {"pay": {"power": {"anger": 1}}},
    "a hybrid in the wrong order": {"pay": {"power": {"chaos|calm": 1}}},
    "three hybrids": {"pay": {"power": {"fury|calm": 1, "mind|body": 1, "chaos|order": 1}}},
    "unknown part": {"pay": {"other": ["sing 1 song"]}},
    "nine parts": {"pay": {"other": [f"kill {n} friendly unit [{tag}]" for n, tag in enumerate("abcdefghi", 1)]}},
    "unknown purpose": {"pay": {"energy": 1}, "for": "fun"},
    "no units": {"move": []},
    "a unit twice": {"move": ["a", "a"]},
    "move to nowhere": {"move": ["a"], "to": "Z"},
    "hide nowhere": {"hide": "Block", "at": "base"},
    "unknown event": {"event": "the end of the world"},
    "unknown rune": {"add": "exhaust anger"},
    "a rune with X": {"add": "exhaust order", "x": 1},
    "a negative X": {"add": "gold", "x": -1},
    "a huge X": {"add": "gold", "x": 2**40},
    "player 2": {"play": "Charm", "player": 2},
    "player -1": {"play": "Charm", "player": -1},
    "a taken id": {"play": "Cruel Patron", "id": "a"},
    "an unknown key of with": {"play": "Cruel Patron", "with": {"murder": ["a"]}},
    "an unknown id in with": {"play": "Cruel Patron", "with": {"kill": ["nobody"]}},
    "25 objects in with": {"play": "Cruel Patron", "with": {"kill": ["a"] * 25}},
    "a negative ability": {"activate": "a", "ability": -1},
    "an unknown keyword": {"activate": "a", "ability": "dance"},
    "an unknown payment": {"play": "Charm", "payment": [{"steal": 1}]},
    "a battlefield": {"play": "Monastery of Hirana"},
    "deep nesting": {"play": DEEP},
}  # fmt: skip


@pytest.mark.parametrize("what", BAD_SITUATIONS)
def test_bad_situation(what: str) -> None:
    with pytest.raises(ScenarioError) as error:
        state_of(BAD_SITUATIONS[what])  # type: ignore[arg-type]
    assert 10 < len(str(error.value)) < 1000


@pytest.mark.parametrize("what", BAD_ACTIONS)
def test_bad_action(what: str) -> None:
    state = state_of(BOARD)
    before, key = state.copy(), state.key
    for ask in (state.check, state.push, state.quote, state.after):
        with pytest.raises(RiftcoreError) as error:
            ask(BAD_ACTIONS[what])
        assert 10 < len(str(error.value)) < 1000
        assert not isinstance(error.value, IllegalAction)
    assert state == before and state.key == key and state.to_scenario() == before.to_scenario()


def test_what_is_no_action_or_cost() -> None:
    state = state_of(BOARD)
    for odd in (None, 7, "play Charm", object(), b"", float("nan"), [{"play": "Charm"}]):
        with pytest.raises((RiftcoreError, TypeError)):
            state.check(odd)
        with pytest.raises(TypeError):
            state.can_pay(odd)
        with pytest.raises(TypeError):
            state.mask([odd])
    for player in (-1, 2, 10**30, "0", 0.0):
        with pytest.raises((RiftcoreError, TypeError)):
            state.supply(player)
        with pytest.raises((RiftcoreError, TypeError)):
            state.can_pay(rc.Cost(1), player=player)
    with pytest.raises((RiftcoreError, ValueError)):
        state.can_pay(rc.Cost(1), purpose="fun")
    with pytest.raises(TypeError):
        rc.State()
    with pytest.raises(TypeError):
        hash(state)
    assert state != 7 and (state == "state") is False


#: What is there, but may not be done: a verdict, and nothing changed.
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "another player's object": ({"activate": "foe"}, "restriction"),
    "another player's unit moves": ({"move": ["foe"], "to": "B"}, "restriction"),
    "another player's unit killed": ({"play": "Cruel Patron", "with": {"kill": ["foe"]}}, "cost"),
    "wrong zone": ({"play": "Charm", "from": "trash"}, "zone"),
    "not in hand": ({"play": "Vi, Destructive"}, "zone"),
    "from the deck": ({"play": "Charm", "from": "deck"}, "zone"),
    "a token by itself": ({"play": "Recruit", "from": "token"}, "zone"),
    "a gear moves": ({"move": ["gold"], "to": "A"}, "target"),
    "repeat without Repeat": ({"play": "Charm", "pay": ["repeat"], "targets": ["foe"]}, "condition"),
    "repeat 99": ({"play": "Charm", "pay": ["repeat:99"], "targets": ["foe"]}, "condition"),
    "more XP than there are": ({"pay": {"other": ["spend 200 xp"]}}, "cost"),
    "more units than there are": ({"pay": {"other": ["kill 200 friendly unit"]}}, "cost"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str) -> None:
    action, code = REFUSED[what]
    state = state_of(BOARD)
    before = state.copy()
    assert state.check(action).code == code
    with pytest.raises(IllegalAction):
        state.push(action)
    assert state == before and state.to_scenario() == before.to_scenario()


def test_dead_object() -> None:
    """What was killed is no object any more: naming it is an error, whatever stands in its place now."""
    state = state_of(BOARD)
    state.push({"add": "gold"})
    for action in ({"activate": "gold"}, {"add": "gold"}, {"play": "Charm", "targets": ["gold"]}):
        with pytest.raises(ScenarioError, match="gold"):
            state.check(action)
    state.pop()
    assert state.check({"add": "gold"}).legal


def test_named_object_is_the_one() -> None:
    """`with` names what is given up; the others stay (357.2)."""
    board = {"players": [{**PLAYER, "board": [{"card": "Recruit", "id": n, "token": True} for n in "abc"]}]}
    for name in "abc":
        state = state_of(board)
        verdict = state.push({"play": "Cruel Patron", "id": "patron", "with": {"kill": [name]}})
        assert verdict.objects == (("kill", "Recruit"),)
        assert [item.get("id") for item in state.to_scenario()["players"][0]["board"]] == [
            n for n in (*"abc", "patron") if n != name
        ]


def test_full_zones() -> None:
    """A board, a trash or a chain that is full: an answer, no loss and no crash."""
    full = {"players": [{"runes": {"order": 6}, "hand": ["Cruel Patron", "Legion Rearguard", "Charm"],
                         "board": [{"card": "Legion Rearguard"}] * 64, "trash": ["Charm"] * 80}]}  # fmt: skip
    state = state_of(full)
    before = state.copy()
    for action in (
        {"play": "Cruel Patron"}, {"play": "Legion Rearguard", "for": {}}, {"pay": {"other": ["discard 1"]}},
    ):  # fmt: skip
        verdict = state.check(action)
        assert verdict.code == "unknown_card_behaviour" or verdict.legal
        assert state == before
    rich = {"energy": 1, "power": {"calm": 1}}
    chain = state_of({"turn": {"chain": 32}, "players": [{"hand": ["Defy"], "pool": rich}], "assume": ["targets"]})
    assert chain.check({"play": "Defy"}).code == "unknown_card_behaviour"
    pool = state_of({"players": [{"runes": {"fury": 1}, "pool": {"energy": 63, "power": {"fury": 63, "any": 63}}}]})
    for action in ({"add": "exhaust fury"}, {"add": "recycle fury"}):
        assert pool.check(action).code in ("ok", "unknown_card_behaviour")


def test_two_cards_of_one_name() -> None:
    """Scenarios that bring a card of their own under one name do not see each other's."""
    cheap = {"name": "Newcomer", "type": "unit", "domains": ["fury"], "energy": 1}
    dear = {"name": "Newcomer", "type": "unit", "domains": ["calm"], "energy": 5, "power": 1, "might": 7}
    states = [state_of({"players": [{"hand": [card], "runes": {"calm": 6}}]}) for card in (cheap, dear, cheap)]
    costs = [state.check({"play": "Newcomer"}).costs[0] for state in states]
    assert [cost.energy for cost in costs] == [1, 5, 1]
    assert [state.to_scenario()["players"][0]["hand"] for state in states] == [[cheap], [dear], [cheap]]
    states[1].push({"play": "Newcomer"})
    board = states[1].to_scenario()
    assert board["players"][0]["board"][0]["card"] == dear
    assert state_of(board) == states[1]


def test_more_sources_than_a_record_holds() -> None:
    """An error that says so, never an answer that forgets one of them."""
    state = state_of({"players": [{"board": [{"card": "Hextech Anomaly"}] * 17, "pool": {"energy": 3}}]})
    for ask in (state.can_pay, state.cheapest, state.payments, state.count_payments):
        with pytest.raises(RiftcoreError, match="unknown_card_behaviour"):
            ask(rc.Cost(1))
    assert state.check({"pay": {"energy": 1}}).code == "unknown_card_behaviour"


def test_turn_counts_do_not_wrap() -> None:
    """A count of what happened this turn stops at its bound."""
    board = {"players": [{"board": [{"card": "Seal of Rage", "id": "seal"}], "hand": ["Charm"],
                          "this_turn": {"gear_abilities": 255, "discarded": 255}}]}  # fmt: skip
    state = state_of(board)
    state.push({"add": "seal"})
    state.push({"pay": {"other": ["discard 1"]}})
    turn = state.to_scenario()["players"][0]["this_turn"]
    assert turn["gear_abilities"] == turn["discarded"] == 255


# ------------------------------------------------------------------------------------------------ (c) events


def pools(state: rc.State) -> list[dict[str, Any]]:
    board = state.to_scenario()
    players = [*board.get("players", ()), {}, {}, {}][: state.n_players]
    return [who.get("pool", {}) for who in players]


FULL_POOL = {
    "energy": 2, "power": {"fury": 1, "any": 1},
    "restricted": [{"energy": 1, "power": {"any": 1}, "only": "spells"}, {"energy": 1, "only": "showdown"}],
}  # fmt: skip


@pytest.mark.parametrize("event", ["start of main phase", "end of turn"])
def test_every_pool_empties(event: str) -> None:
    """167: every player's, at the start of each Main Phase and at the end of each turn."""
    state = state_of({"turn": {"phase": "draw"}, "players": [{"pool": FULL_POOL}] * 3})
    state.push({"event": event})
    assert pools(state) == [{}] * 3
    state.pop()
    assert pools(state) == [FULL_POOL] * 3


def test_end_of_turn_forgets_the_turn() -> None:
    state = state_of({"players": [{"this_turn": {"cards_played": 3}, "effects": [{"card": "Raging Firebrand"}]}]})
    state.push({"event": "end of turn"})
    # Of the new turn everything is known: nothing was chosen, no Equipment played.
    nothing = {"this_turn": {"enemy_units_chosen": 0, "enemies_chosen": 0, "equipment_played": 0}}
    assert state.to_scenario()["players"] == [nothing, nothing]


def test_once_each_turn() -> None:
    azir = {"card": "Azir, Ascendant", "id": "azir"}
    state = state_of({"players": [{"runes": {"calm": 2}, "board": [azir]}]})
    state.push({"activate": "azir"})
    assert state.to_scenario()["players"][0]["board"][0]["states"] == ["used"]
    state.pop()
    assert state.check({"activate": "azir"}).legal


def test_moved() -> None:
    state = state_of({"players": [{"board": [{"card": "Jhin, Murderous Artist", "id": "jhin"}]}]})
    state.push({"event": "moved", "object": "jhin"})
    assert pools(state)[0] == {"energy": 1, "power": {"any": 1}}


def test_held_waits_for_the_main_phase() -> None:
    """The Add of Blue Sentinel is due at the start of the Main Phase, after the pools emptied; text keeps it."""
    state = state_of({
        "turn": {"phase": "beginning"},
        "players": [{"pool": {"energy": 3}, "board": [{"card": "Blue Sentinel", "id": "blue", "at": "A"}]}],
    })  # fmt: skip
    state.push({"event": "held", "object": "blue"})
    assert pools(state)[0] == {"energy": 3}
    again = state_of(state.to_scenario())
    assert again == state
    for each in (state, again):
        each.push({"event": "start of main phase"})
        assert set(pools(each)[0]) == {"power"} and pools(each)[0]["power"]["any"] in (1, 2)
        assert each.to_scenario()["players"][0].get("effects") is None
        each.push({"event": "start of main phase"})
        assert pools(each)[0] == {}  # once


def test_revealed() -> None:
    state = state_of({"players": [{"deck_top": ["Undertitan"]}]})
    state.push({"event": "revealed", "object": "Undertitan", "player": 0})
    assert pools(state)[0] == {"energy": 2}


def test_combat_started() -> None:
    """Threshold of the Gray: the attacker and the defender, and nobody else."""
    unit = {"card": "Legion Rearguard"}
    state = state_of({
        "turn": {"showdown": "A"}, "battlefields": {"A": {"card": "Threshold of the Gray"}},
        "players": [{"board": [{**unit, "at": "A"}]}, {"board": [{**unit, "at": "A"}]}, {"board": [unit]}],
    })  # fmt: skip
    state.push({"event": "combat started", "object": "A"})
    assert pools(state) == [{"energy": 1}, {"energy": 1}, {}]
    assert state.to_scenario()["turn"]["combat"]


@pytest.mark.parametrize("event", ["countered", "resolved"])
def test_off_the_chain(event: str) -> None:
    """425.1.c: nothing comes back."""
    state = state_of(
        {"players": [{"hand": ["Defy"], "pool": {"energy": 1, "power": {"calm": 1}}}], "assume": ["targets"]}
    )
    state.push({"play": "Defy", "id": "spell"})
    assert state.to_scenario()["turn"]["chain"] == [{"card": "Defy", "id": "spell"}]
    state.push({"event": event, "object": "spell"})
    assert state.to_scenario() == {"assume": ["targets"], "players": [{"this_turn": {
        "cards_played": 1, "spells_played": 1, "energy_spent": 1, "power_spent": 1, "max_energy_on_one_spell": 1,
    }}]}  # fmt: skip


# --------------------------------------------------------------------------------------- (d) every verdict

#: code -> situation, action, the start of the rule number
PROVOKED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "ok": (BOARD, {"play": "Cruel Patron"}, "358"),
    "unaffordable": (BOARD, {"pay": {"energy": 20}}, "357"),
    "cost": (BOARD, {"pay": {"other": ["spend 1 xp"]}}, "357"),
    "timing": ({**BOARD, "turn": {"player": 1, "priority": 0}}, {"play": "Cruel Patron"}, "316"),
    "zone": (BOARD, {"play": "Charm", "from": "trash"}, "353"),
    "target": (
        {"turn": {"chain": [{"card": "Time Warp", "id": "big", "controller": 1}], "priority": 0},
         "players": [{"hand": ["Defy"], "pool": {"energy": 1, "power": {"calm": 1}}}]},
        {"play": "Defy", "targets": ["big"]}, "355",
    ),
    "condition": (BOARD, {"play": "Charm", "pay": ["repeat"], "targets": ["foe"]}, "356"),
    "restriction": (BOARD, {"activate": "foe"}, "378"),
    "choice": (
        {"players": [{"runes": {"order": 2, "chaos": 2}, "hand": ["Heedless Resurrection"],
                      "board": [{"card": "Recruit", "id": n, "token": True} for n in "ab"]}]},
        {"play": "Heedless Resurrection", "targets": ["a"], "with": {"kill": ["a"]}}, "357.3",
    ),
    "not_an_add": (BOARD, {"add": "a"}, "429.4"),
    "exhausted": (
        {"players": [{"board": [{"card": "Energy Conduit", "id": "x", "exhausted": True}]}]}, {"add": "x"}, "414.4",
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", PROVOKED)
def test_every_code(code: str) -> None:
    board, action, rule = PROVOKED[code]
    state = state_of(board)
    verdict = state.check(action)
    assert verdict.code == code, verdict
    assert verdict.rule.startswith(rule), verdict
    assert verdict.message[0].isupper() and verdict.message.endswith("."), verdict


def test_unknown_card_behaviour() -> None:
    """What rests on what a position does not hold is not guessed: who was chosen this turn (Ezreal's legend)."""
    board = {"players": [{"legend": {"card": "Ezreal, Prodigal Explorer", "id": "ezreal"}}]}
    verdict = state_of(board).check({"activate": "ezreal"})
    assert verdict.code == "unknown_card_behaviour"
    assert {*PROVOKED, verdict.code} == set(CODES)


# -------------------------------------------------------------------------------------- (e) copies and memory


def test_copies_are_independent() -> None:
    state = state_of(BOARD)
    copies = [state.copy(), copy(state), deepcopy(state)]
    assert all(other == state and other.key == state.key for other in copies)
    state.push({"play": "Cruel Patron"})
    assert all(other != state and other.key != state.key for other in copies)
    copies[0].push({"add": "exhaust order"})
    assert copies[0] != copies[1] and copies[1] == copies[2]
    for other in copies[1:]:
        with pytest.raises(IndexError):
            other.pop()
    state.pop()
    assert state == copies[1]
    after = state.after({"add": "gold"})
    assert state == copies[1] and after != state
    with pytest.raises(IndexError):
        after.pop()


def full_player() -> dict[str, Any]:
    """As much as there is room for, in every zone."""
    zones = {"hand": 40, "trash": 80, "champion": 24, "banished": 24, "deck_top": 24}
    return {
        **{zone: ["Charm" if zone != "champion" else "Volibear, Furious"] * n for zone, n in zones.items()},
        "board": [{"card": "Recruit"}] * 64,
        "facedown": [{"card": "Charm", "at": "A"}],
        "effects": [{"card": "Charm"}] * 16,
        "rune_deck": 12,
        "xp": 255,
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_full_and_empty_boards_copy_alike(players: int) -> None:
    """The blocks of thrown-away copies are used again: nothing of a full board shows on an empty one."""
    places = {"battlefields": {"A": {}}}
    full = state_of({**places, "players": [full_player()] * players, "turn": {"chain": 32}})
    empty = state_of({**places, "players": [{}] * players})
    some = {zone: there[:3] for zone, there in full_player().items() if isinstance(there, list)}
    small = state_of({**places, "players": [some] * players})
    for state in (full, empty, small, full, small, empty):
        found = [state.copy() for _ in range(20)]
        assert all(other == state and other.key == state.key for other in found)
        assert found[0].to_scenario() == state.to_scenario()
    assert full != empty
    assert (sys.getsizeof(full) == sys.getsizeof(empty) <= 4096) == (players == 2)


@pytest.mark.parametrize("bad", [{"xp": 256}, {"hand": 41}, {"effects": [{"card": "Charm"}] * 17}])
def test_a_state_that_was_not_finished_leaves_nothing_behind(bad: dict[str, Any]) -> None:
    """Its block is used again, too, and what it held was never counted."""
    empty = state_of({"players": [{}, {}]})
    full = full_player()
    for player in ({**full, **bad}, {"hand": full["hand"], "board": full["board"], **bad}):
        with pytest.raises(ScenarioError):
            state_of({"battlefields": {"A": {}}, "players": [{"board": full["board"], "trash": full["trash"]}, player]})
        found = [empty.copy() for _ in range(20)]
        assert all(other == empty for other in found)


def test_ids_that_riftcore_gives_are_new() -> None:
    """The next number that is free, however many were given before."""
    state = state_of({"players": [{"board": [{"card": "Gold", "id": "p0.board.70"}]}]})
    given = ["p0.board.70"]
    for _ in range(100):
        state.enter("Gold", player=0)
        given += [item.get("id", "p0.board.1") for item in state.to_scenario()["players"][0]["board"][1:]]
        state.leave(given[-1])
    assert given == ["p0.board.70", "p0.board.1", *[f"p0.board.{n}" for n in range(1, 101) if n != 70]]


def test_mask_says_what_can_pay_says() -> None:
    """For each purpose, with converters, restricted resources, borrowers and hybrid symbols; of any number of costs."""
    costs = [
        rc.Cost(energy=energy, power={"fury": fury, "calm|chaos": hybrid, "any": whatever})
        for energy in (0, 1, 3, 6) for fury in range(3) for hybrid in range(2) for whatever in range(3)
    ]  # fmt: skip
    more = ["Heimerdinger, Inventor", "Hextech Anomaly", "Ancient Henge", "Honeyfruit", "Seal of Rage", "Gold"]
    seen: Counter[bool] = Counter()
    for seed in range(40):
        rng = Random(seed)
        board = boards.situation(rng)
        board["players"][0].setdefault("board", []).extend({"card": name} for name in rng.sample(more, seed % 4))
        state = state_of(board)
        for purpose in PURPOSES:
            said = [state.can_pay(cost, purpose, player=0) for cost in costs]
            assert state.mask(costs, purpose, 0) == sum(1 << i for i, pays in enumerate(said) if pays)
            seen.update(said)
    assert len(costs) > 64 and min(seen[True], seen[False]) > 1000
    assert state.mask(iter(costs), PURPOSES[-1], 0) == state.mask(tuple(costs), PURPOSES[-1], 0)
    assert state.mask([]) == 0


def test_memory_does_not_grow() -> None:
    state = state_of(BOARD)
    start = state.copy()

    def rounds(n: int) -> None:
        for _ in range(n):
            state.check({"play": "Cruel Patron"})
            state.check({"activate": "foe"})
            state.push({"play": "Cruel Patron"})
            state.push({"add": "gold"})
            with pytest.raises(IllegalAction):
                state.push({"pay": {"energy": 40}})
            state.pop()
            state.pop()

    rounds(50)
    gc.collect()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tracemalloc.start()
    try:
        rounds(20)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        rounds(1000)
        gc.collect()
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert state == start
    assert after - before < 20_000
    # Positions are malloc'ed: 4 KB lost in each of 5,000 steps would be 20 MB.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 12_000


def test_what_has_no_cost_says_so() -> None:
    state = state_of({"players": [{"runes": {"fury": 1}}]})
    with pytest.raises(IllegalAction, match="it has no cost: legal"):
        state.quote({"add": "exhaust fury"})
    with pytest.raises(IllegalAction, match="no cost to tell: not legal"):
        state.quote({"add": "exhaust calm"})
