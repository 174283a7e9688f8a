"""Answers that no other test looked at: each of these was seen to fail with one line of the core changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import boards
import invented
import pytest

import riftcore as rc
from riftcore.errors import RowError


def state_of(turn: dict[str, Any] | None = None, **player: Any) -> rc.State:
    return rc.State.from_scenario({"turn": turn or {}, "players": [player, {}]}, boards.catalog())


def plays(state: rc.State) -> list[str]:
    words = [state.action_to_string(0, number) for number in state.legal_actions()]
    return [text for text in words if text.startswith("play")]


def test_discounts_with_a_minimum_go_first() -> None:
    """356.4.d: 5, 3 less to no less than 1, then 2 less: 0. The other way round 1 would be left."""
    state = state_of(hand=["Battering Ram"], this_turn={"cards_played": 3}, effects=[{"card": "Astral Heron"}])
    assert state.quote({"play": "Battering Ram"}).costs == (rc.Cost(0),)
    state = state_of(hand=["Battering Ram"], this_turn={"cards_played": 4}, effects=[{"card": "Astral Heron"}])
    assert state.quote({"play": "Battering Ram"}).costs == (rc.Cost(0),)


def test_a_card_is_not_its_own_discard() -> None:
    """Alone in hand it cannot be discarded for its own additional cost; with another card it can."""
    alone = state_of(hand=["Brazen Buccaneer"], runes={"fury": 10})
    assert plays(alone) == ["play Brazen Buccaneer"]
    assert not alone.check({"play": "Brazen Buccaneer", "pay": ["additional"]}).legal
    two = state_of(hand=["Brazen Buccaneer", "Charm"], runes={"fury": 10})
    assert "play Brazen Buccaneer; pay additional" in plays(two)
    for state in (alone, two):
        for number in state.legal_actions():
            assert state.check(state.action(number)).legal
            state.apply_action(number)
            state.undo_action()


def test_the_list_keeps_the_minimum() -> None:
    """However many cards were played, it costs 1."""
    poor = state_of(hand=["Battering Ram"], this_turn={"cards_played": 8})
    assert plays(poor) == [] and poor.quote({"play": "Battering Ram"}).costs == (rc.Cost(1),)
    assert plays(state_of(hand=["Battering Ram"], this_turn={"cards_played": 8}, runes={"fury": 1})) != []


def test_one_object_is_not_exhausted_for_two_parts() -> None:
    cost = {"pay": {"other": ["exhaust 1 friendly unit", "exhaust 1 friendly unit [mighty]"]}}
    mighty = {"card": "Legion Rearguard", "id": "m", "might": 7}
    one = state_of(board=[mighty])
    assert one.check(cost).code == "cost"
    two = state_of(board=[mighty, {"card": "Legion Rearguard", "id": "u"}])
    assert sorted(two.check(cost).objects) == [("exhaust", "m"), ("exhaust", "u")]


def test_might_does_not_go_below_0() -> None:
    """A stated Might of -1 would be the printed one."""
    unit = {"card": "Legion Rearguard", "id": "u", "might": 1, "buffs": 4}
    state = state_of(board=[unit])
    for n in (1, 3):
        before = state.copy()
        state.unbuff("u", n)
        assert state.situation().players[0].board[0].might == 0
        assert state.is_ok() and state != before
    state = state_of(board=[unit])
    state.push({"pay": {"other": ["spend 2 buff"]}})
    there = state.situation().players[0].board[0]
    assert (there.might, there.buffs) == (0, 2)


@pytest.mark.parametrize("gone", ["f0", "f1"])
def test_effects_on_facedown_cards_that_leave(gone: str) -> None:
    """What was given to the one that leaves ends; what was given to the other stays with it."""
    hidden = [{"card": "Charm", "id": "f0", "at": "A"}, {"card": "Defy", "id": "f1", "at": "B"}]
    effects = [{"card": "Raging Firebrand", "on": "f0"}, {"card": "Raging Firebrand", "on": "f1"}]
    state = rc.State.from_scenario(
        {
            "players": [{"facedown": hidden, "effects": effects}, {}],
            "battlefields": {"A": {"controller": 0}, "B": {"controller": 0}},
        },
        boards.catalog(),
    )
    for call in (lambda: state.leave(gone), lambda: state.control("A" if gone == "f0" else "B", 1)):
        before = state.copy()
        call()
        assert [effect.on for effect in state.situation().players[0].effects] == ["f1" if gone == "f0" else "f0"]
        assert state.is_ok() and rc.State.parse(str(state), boards.catalog()) == state
        state.pop()
        assert state == before


def test_a_legend_of_two_power_in_plans() -> None:
    """Renekton: [A][A], exhausted: 2 Energy for units. One Power is not enough."""
    legend = {"card": "Renekton, Butcher of the Sands"}
    cheap = next(
        card.name for card in boards.catalog()
        if card.type == "unit" and card.energy == 2 and not card.power and not card.clauses and not card.partial
    )  # fmt: skip
    for n, wanted in ((0, ()), (1, ()), (2, (cheap,)), (3, (cheap,))):
        state = state_of(legend=legend, hand=[cheap], pool={"power": {"any": n}})
        assert state.check({"play": cheap}).legal == bool(wanted)
        assert rc.plan(state).cards == wanted
        assert rc.affordable_sets(state) == ([(), wanted] if wanted else [()])


def test_payments_do_not_overlap_the_rows_they_are_made_of() -> None:
    """An answer of 32 bytes a row: what is behind the first n bytes overlaps, too."""
    n = 4
    records, costs = rc.batch.sample(n)
    room = bytearray(32 * n + 48 * n)
    rows = memoryview(room)
    at = 32 * n - 16
    rows[at : at + 48 * n] = records.tobytes()
    with pytest.raises(ValueError, match="shares memory"):
        rc.batch.evaluate(rows[at : at + 48 * n], costs, want="cheapest", out=rows[: 32 * n])
    at = 32 * n
    rows[at : at + 48 * n] = records.tobytes()
    got = rc.batch.evaluate(rows[at : at + 48 * n], costs, want="cheapest", out=rows[: 32 * n])
    assert bytes(got) == rc.batch.evaluate(records, costs, want="cheapest").tobytes()


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8"])
def test_a_negative_index(kind: str) -> None:
    np = pytest.importorskip("numpy")
    # So long a table that 255 and 65,535, what -1 would be without its sign, are rows of it.
    records, costs = rc.batch.sample(3)[0], rc.batch.sample(70_000)[1]
    index = np.array([0, -1, 2], kind)
    with pytest.raises(RowError, match="row 1") as caught:
        rc.batch.evaluate(records, costs, index=index)
    assert caught.value.row == 1
    got = rc.batch.evaluate(records, costs, index=index, invalid="mark").tolist()
    assert got[1] == 255 and got[0] != 255 != got[2]


def test_any_amount_of_energy_is_what_x_says(tmp_path: Path) -> None:
    """No printed card asks it: an ability that is no Add."""
    cards = invented.catalog(tmp_path / "cards.json", [invented.record("Payer", "Pay any amount of Energy: Draw 1.")])
    board = [{"card": "Payer", "id": "u"}]
    state = rc.State.from_scenario({"players": [{"board": board, "runes": {"fury": 2}}, {}]}, cards)
    assert state.quote({"activate": "u", "x": 2}).costs == (rc.Cost(2),)
    assert (
        state.check({"activate": "u", "x": 2}).legal and state.check({"activate": "u", "x": 3}).code == "unaffordable"
    )


def test_what_a_battlefield_says_of_opponents_is_in_doubt_too(tmp_path: Path) -> None:
    text = "Opponents' spells cost :rb_energy_1: more for each blue moon."
    cards = invented.catalog(
        tmp_path / "cards.json",
        [invented.record("Field", text, type="Battlefield"), invented.record("Plain", "", type="Spell", energy=1)],
    )
    situation = {"battlefields": {"A": {"card": "Field"}}, "players": [{"hand": ["Plain"], "runes": {"fury": 2}}, {}]}
    state = rc.State.from_scenario(situation, cards)
    assert state.check({"play": "Plain"}).code == "unknown_card_behaviour"
    assert [name for name, _ in state.doubts(0)] == [name for name, _ in state.doubts(1)] == ["Field"]


def test_the_end_of_a_turn_leaves_priority_to_its_player() -> None:
    state = state_of({"priority": 1})
    state.end_turn()
    assert state.to_scenario()["turn"] == {"phase": "ending"}


def test_xp_reaches_its_bound() -> None:
    state = state_of(xp=250)
    state.gain_xp(5)
    assert state.situation().players[0].xp == 255
    with pytest.raises(rc.RiftcoreError):
        state.gain_xp(1)


def test_a_plan_has_the_play_that_takes_any_number() -> None:
    """Paid for only with what it kills."""
    board = [{"card": "Legion Rearguard", "id": f"u{i}"} for i in range(3)]
    state = state_of(hand=["Commander Ledros"], runes={"fury": 2, "body": 2, "order": 2}, board=board)
    assert rc.plan(state).cards == ("Commander Ledros",)
