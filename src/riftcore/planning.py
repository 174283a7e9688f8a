"""`plan`: the best plays of a turn; `affordable_sets`: what can be afforded together. Exact (docs/plan.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import isfinite, nan
from operator import index
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

from riftcore.edge._plan import all_sets, best_plays, first_payments, follows, objects_given
from riftcore.edge._state import State
from riftcore.errors import IllegalAction, RiftcoreError, UnknownCard, shown
from riftcore.search._actions import PLAYS

if TYPE_CHECKING:
    from riftcore.catalog import Card

Value = Callable[["Card"], SupportsFloat] | Mapping[str, SupportsFloat] | None
_Play = tuple[str, int, int, int]  # a card by name and by its number in the core, from where, which options are paid
Step = int | dict[str, Any]
_Plays = tuple[_Play, ...]
NO_BUDGET = (1 << 64) - 1
HAND = 0
N = State.num_distinct_actions()
MAX_ADDS = 64
MOST_WAYS = 64  # payments of one action that are tried ...
MOST_TRIES = 1000  # ... and of a whole plan
MOST_FOLLOWED = 2000  # positions that are looked at to see whether the rest of a plan can follow
RESOLVED: dict[str, Any] = {"event": "resolved"}


@dataclass(frozen=True, slots=True)
class Plan:
    """Plays in an order in which they can be made and paid, and what they are worth together.

    `cards` are their names; `exact` is False if the budget ended the search before it was done, or if a cost may
    take any number of things (docs/plan.md); `positions` is how many it looked at. `actions` is what to `push` in
    order: the integers of the plays with their payments (docs/actions.md), of the Adds that must be made before one,
    and `{"event": "resolved"}` after each spell. It has been carried out on a copy of the state.
    """

    value: float
    cards: tuple[str, ...]
    exact: bool
    positions: int
    actions: tuple[Step, ...] = field(repr=False, hash=False)


def plan(state: State, player: int | None = None, value: Value = None, budget: SupportsIndex | None = None) -> Plan:
    """The plays from hand and champion zone that are worth most together this turn, in an order.

    ``value``: what playing a card is worth, a function of the Card or a dict by name (0 if a name is missing;
    UnknownCard for one that is no card's); left out, its printed Energy and Power. Of equal plans it is one with the
    fewest plays. The search is exact, unless it would look at more than ``budget`` positions: then the plan is the best
    that was found, and says `exact=False`. So does one if a cost may take any number of things, or
    if text that is not understood might change a play or what pays for it (`State.doubts`).
    """
    worth = partial(_worth, value=_by_name(state, value))
    best, plays, positions, exact = best_plays(state, player, worth, _budget(budget))
    turn = state.copy()
    worths = {card.name: worth(card) for card, *_ in plays}
    steps, made = _carry_out(turn, tuple((card.name, number, zone, pay) for card, number, zone, pay in plays))
    cards = tuple(name for name, *_ in made)
    if len(made) == len(plays):
        return Plan(best, cards, exact, positions, tuple(steps))
    # Another line, from where this one ended.
    gained = sum(worths[name] for name in cards)
    left = None if budget is None else _budget(budget) - positions
    if made and left != 0:
        rest = plan(turn, player, value, left)
        gained, positions = gained + rest.value, positions + rest.positions
        cards, steps = cards + rest.cards, [*steps, *rest.actions]
    return Plan(float(gained), cards, exact and gained >= best, positions, tuple(steps))


def affordable_sets(
    state: State, player: int | None = None, budget: SupportsIndex | None = None
) -> list[tuple[str, ...]]:
    """Every set of cards in hand and champion zone that can be played and paid together this turn, in some order.

    Sets are sorted names, a card as often as it is played; small sets first. Exact; RiftcoreError if more than
    ``budget`` positions would have to be looked at, or if a cost may take any number of things (docs/plan.md).
    """
    sets, cards, positions, cut, unsure = all_sets(state, player, _budget(budget))
    if cut:
        raise RiftcoreError(f"there are more than {positions} positions: the budget is used up")
    if unsure:
        raise RiftcoreError(
            "a cost may take any number of things, or what another object borrows an ability of, or text is not"
            " understood (State.doubts): not every set is known"
        )
    found = {
        tuple(sorted(card.name for slot, card in enumerate(cards) if card is not None and played >> slot & 1))
        for played in sets
    }
    return sorted(found, key=lambda names: (len(names), names))


def _worth(card: Card | None, value: Value) -> float:
    if card is None:
        return 0.0
    if value is None:
        return float(card.energy + card.power)
    worth = value.get(card.name, 0) if isinstance(value, Mapping) else value(card)
    try:
        number = nan if isinstance(worth, str | bytes) else float(worth)
    except (TypeError, ValueError, OverflowError):
        number = nan
    if not isfinite(number):
        raise RiftcoreError(f"the value of {card.name} is {shown(worth)}: expected a finite number")
    return number


def _by_name(state: State, value: Value) -> Value:
    """The values with the names as cards have them; an unknown name is an error, not a card that is worth nothing."""
    if value is None or callable(value):
        return value
    if not isinstance(value, Mapping):
        raise RiftcoreError(
            f"value is {shown(value)}: expected a function of a Card, or a dict of numbers by card name"
        )
    found = {}
    for name, worth in value.items():
        try:
            found[state.catalog.card(name).name] = worth
        except UnknownCard:
            known = state.situation().players
            zones = [zone for who in known for zone in (who.hand, who.champion) if not isinstance(zone, int)]
            if not any(card is not None and card.name == name for zone in zones for card in zone):
                raise
            found[name] = worth  # a card that a scenario brought
    return found


def _budget(budget: SupportsIndex | None) -> int:
    if budget is None:
        return NO_BUDGET
    if isinstance(budget, bool) or not hasattr(budget, "__index__") or not 1 <= index(budget) <= NO_BUDGET:
        raise RiftcoreError(f"budget is {shown(budget)}: expected a whole number of positions, 1 or more")
    return index(budget)


class _Stuck(Exception):
    """The tries are used up."""


class _Tries:
    """How many ways to carry a plan out are looked at: mostly one for each play."""

    def __init__(self) -> None:
        self.left = MOST_TRIES

    def count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _Stuck


def _carry_out(state: State, plays: _Plays) -> tuple[list[Step], _Plays]:
    """Steps that make these plays, each done on the state as it is found; and the plays that could be made."""
    steps: list[Step] = []
    made: _Plays = ()
    tries = _Tries()
    while plays:
        before = _on_chain(state)
        for order in _orders(state, plays):
            try:
                found = _fewest_adds(state, order, tries)
            except _Stuck:
                return steps, made
            if found is not None:
                break
        else:
            return steps, made
        for step in found:
            state.push(step)
        if _on_chain(state) > before:
            state.push(RESOLVED)
            found.append(dict(RESOLVED))
        steps += found
        made, plays = (*made, order[0]), order[1:]
    return steps, made


def _orders(state: State, plays: _Plays) -> Iterator[_Plays]:
    """The plays as they are, then in other orders that can follow: each of the others first."""
    yield plays
    for n in range(1, len(plays)):
        order = (plays[n], *plays[:n], *plays[n + 1 :])
        if follows(state, list(order), MOST_FOLLOWED):
            yield order


def _fewest_adds(state: State, plays: _Plays, tries: _Tries) -> list[Step] | None:
    """Adds, most often none, and then the first play, paid so that the others can still be made."""
    for most in (0, 1, 2, MAX_ADDS):
        found = _adds_and_play(state, plays, most, tries)
        if found is not None:
            return found
    return None


def _adds_and_play(state: State, plays: _Plays, most: int, tries: _Tries) -> list[Step] | None:
    numbers = state.legal_actions()
    for number in numbers:
        if _is_play(state, number, plays[0]):
            for paid, after in _paid(state, number):
                tries.count()
                if _on_chain(after) > _on_chain(state):
                    after.push(RESOLVED)
                if follows(after, list(plays[1:]), MOST_FOLLOWED):
                    return [paid]
    # Of objects first: a rune that a payment exhausts is not missed.
    for number in sorted(numbers, key=lambda number: number < PLAYS.start) if most else ():
        if number < PLAYS.start or "add" in state.action(number):
            for paid, after in _paid(state, number):
                tries.count()
                if follows(after, list(plays), MOST_FOLLOWED):
                    found = _adds_and_play(after, plays, most - 1, tries)
                    if found is not None:
                        return [paid, *found]
    return None


def _paid(state: State, number: int) -> Iterator[tuple[Step, State]]:
    """The steps of an action, the best payment first, then the other distinct ones; and the state after each.

    A step is an integer. Only if there are more payments than a list should hold it names its payment.
    """
    after = state.copy()
    after.apply_action(number)
    yield number, after
    seen = {after.key}
    payments, whole = first_payments(state, number, MOST_WAYS)
    if len(payments) < 2 and whole:
        return
    given = objects_given(state, number)
    for way, payment in enumerate(payments):
        named = state.action(number) | {"payment": payment.steps()} | ({"with": given} if given else {})
        after = state.copy()
        try:
            after.push(named, payment)
        except IllegalAction:
            continue
        if after.key not in seen:
            seen.add(after.key)
            yield number + N * (way + 1) if whole else named, after


def _is_play(state: State, number: int, play: _Play) -> bool:
    if number not in PLAYS:
        return False
    action = state.action(number)
    name, _, zone, pay = play
    return action["play"] == name and ("from" not in action) == (zone == HAND) and _bits(action) == pay


def _on_chain(state: State) -> int:
    chain = state.situation().turn.chain
    return chain if isinstance(chain, int) else len(chain)


def _bits(action: Mapping[str, Any]) -> int:
    """The chosen options as the core counts them."""
    bits = 0
    for option in action.get("pay", ()):
        word, _, n = option.partition(":")
        bits |= {"accelerate": 1, "additional": 2}.get(word) or 4 << int(n or 0)
    return bits
