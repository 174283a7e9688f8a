"""Plans and affordable sets, compared with a search over single actions."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import boards
import pytest

import riftcore as rc
from riftcore.errors import RiftcoreError

N = rc.State.num_distinct_actions()
SEED = int(os.environ.get("RIFTCORE_SEED", "0"))
PLAYS = range(12, 2060)
USES = range(4748, 8860)
Cards = tuple[str, ...]


def chain(state: rc.State) -> int:
    items = state.situation().turn.chain
    return items if isinstance(items, int) else len(items)


def sets_by_actions(state: rc.State) -> set[Cards]:
    """What can be played together, found by doing: each play in each distinct payment, and Adds of all kinds."""
    start = chain(state)
    seen: set[tuple[str, Cards]] = set()
    todo: list[tuple[rc.State, Cards]] = [(state, ())]
    while todo:
        here, played = todo.pop()
        if (str(here), played) in seen:
            continue
        seen.add((str(here), played))
        for number in here.legal_actions(payments="distinct"):
            kind = number % N
            action = here.action(kind)
            if kind not in PLAYS and "add" not in action:
                continue
            after = here.copy()
            after.apply_action(number)
            if chain(after) > start and kind in PLAYS:
                after.push({"event": "resolved"})
            todo.append((after, tuple(sorted((*played, action["play"]))) if kind in PLAYS else played))
    return {played for _, played in seen}


def worth(state: rc.State, cards: Cards) -> float:
    return sum(card.energy + card.power for card in map(state.catalog.card, cards))


def small_states(first: int, n: int) -> list[rc.State]:
    """Random states of which a plain search sees the end: few runes, something to play."""
    found = []
    seed = first
    while len(found) < n:
        state = rc.State.from_scenario(boards.situation(Random(seed), most=3), boards.catalog())
        if any(number in PLAYS for number in state.legal_actions()):
            found.append(state)
        seed += 1
    return found


@pytest.mark.parametrize("state", small_states(SEED, 25), ids=range(25))
def test_sets_and_plans_agree_with_single_actions(state: rc.State) -> None:
    before = str(state)
    sets = sets_by_actions(state)
    assert set(rc.affordable_sets(state)) == sets, before
    plan = rc.plan(state)
    assert plan.exact and plan.value == max(worth(state, cards) for cards in sets) == worth(state, plan.cards)
    assert tuple(sorted(plan.cards)) in sets and str(state) == before
    start = chain(state)
    for number, name in zip(plan.actions, plan.cards, strict=True):
        assert state.action(number)["play"] == name
        state.apply_action(number)
        if chain(state) > start:
            state.push({"event": "resolved"})


# ---------------------------------------------------------------------------------------------------- by hand


def state_of(you: dict[str, Any], other: dict[str, Any] | None = None) -> rc.State:
    return rc.State.from_scenario({"players": [you, other or {}]}, boards.catalog())


def inline(name: str, energy: int, **power: Any) -> dict[str, Any]:
    return {"name": name, "type": "unit", "energy": energy, **power}


def test_a_rune_is_not_spent_twice() -> None:
    """Three runes make 3 Energy and 3 Power: 2 + 1 Energy and 2 Power, never 2 + 2 Energy."""
    hand = [
        inline("A", 2, domains=["fury"], power=1),
        inline("B", 1, domains=["calm"], power=1),
        inline("C", 2, domains=["mind"]),
    ]
    state = state_of({"hand": hand, "runes": {"fury": 2, "calm": 1}})
    assert rc.affordable_sets(state) == [(), ("A",), ("B",), ("C",), ("A", "B"), ("B", "C")]
    assert rc.plan(state).cards == ("A", "B")


def test_a_source_that_is_played_helps_to_pay_for_the_next() -> None:
    seal = boards.catalog().card("Seal of Rage")
    assert (seal.energy, seal.power) == (0, 1)
    hand = [inline("B", 0, domains=["fury"], power=1), "Seal of Rage"]
    state = state_of({"hand": hand, "runes": {"fury": {"exhausted": 1}}})
    assert rc.affordable_sets(state)[-1] == ("B", "Seal of Rage")
    assert rc.plan(state, value={"B": 1}).cards == ("B",)
    assert rc.plan(state).cards == ("Seal of Rage", "B")


def test_restricted_resources_pay_their_part() -> None:
    hand = [inline("Unit", 2), {"name": "Spell", "type": "spell", "energy": 2}]
    only = {"pool": {"restricted": [{"energy": 2, "only": "spells"}]}}
    assert rc.affordable_sets(state_of({"hand": hand} | only)) == [(), ("Spell",)]
    state = state_of({"hand": hand, "runes": {"fury": 2}} | only)
    assert rc.affordable_sets(state)[-1] == ("Spell", "Unit")
    plan = rc.plan(state)
    for number, name in zip(plan.actions, plan.cards, strict=True):
        assert state.action(number)["play"] == name
        state.apply_action(number)
    assert plan.value == 4 and state.to_scenario()["players"][0].get("pool", {}) == {}


def test_values_decide() -> None:
    hand = [inline("Dear", 3), inline("Cheap", 1), inline("Bad", 0)]
    state = state_of({"hand": hand, "runes": {"fury": 3}})
    assert rc.plan(state).cards == ("Dear",)
    assert rc.plan(state, value={"Cheap": 5, "Dear": 3}).cards == ("Cheap",)
    assert rc.plan(state, value=lambda card: -1.0).cards == () and rc.plan(state, value={}).value == 0
    assert rc.plan(state, value=lambda card: 1).value == 2


def test_who_may_not_act_has_nothing_to_plan() -> None:
    state = state_of({}, {"hand": ["Legion Rearguard"], "runes": {"fury": 4}})
    assert rc.plan(state, player=1).cards == () and rc.affordable_sets(state, player=1) == [()]


def test_a_budget_cuts_the_search_short_and_says_so() -> None:
    state = state_of({"hand": [inline(name, 0) for name in "ABCD"]})
    assert rc.plan(state).cards == () and rc.plan(state).exact
    cut = rc.plan(state, value=lambda card: 1, budget=2)
    assert not cut.exact and cut.positions == 2 and len(cut.cards) == 1
    with pytest.raises(RiftcoreError, match="more than 2 positions"):
        rc.affordable_sets(state, budget=2)
    assert len(rc.affordable_sets(state)) == 16


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"budget": 0}, "budget is 0"), ({"budget": 1.5}, "budget is 1.5"), ({"player": 2}, "player 2: expected 0"),
        ({"value": lambda card: float("nan")}, "the value of Charm is nan"),
        ({"value": lambda card: "much"}, "the value of Charm is 'much'"),
    ],
)  # fmt: skip
def test_bad_input_is_named(options: dict[str, Any], said: str) -> None:
    with pytest.raises(RiftcoreError, match=said):
        rc.plan(state_of({"hand": ["Charm"]}), **options)


@pytest.mark.parametrize(("board", "exact"), [([{"card": "Hextech Anomaly"}], False), ([], True)])
def test_a_converter_used_before_a_later_play_is_told(board: list[dict[str, str]], exact: bool) -> None:
    """It is used once, for just what is owed: a later play might have wanted more of it."""
    hand = ["Energy Conduit", "Legion Rearguard"]
    state = rc.State.from_scenario({"players": [{"board": board, "runes": {"fury": 2, "calm": 2}, "hand": hand}, {}]})
    plan = rc.plan(state)
    assert set(plan.cards) == set(hand) and plan.exact is exact
    if exact:
        assert len(rc.affordable_sets(state)) == 4
    else:
        with pytest.raises(RiftcoreError, match="a converter is used before a later play"):
            rc.affordable_sets(state)
