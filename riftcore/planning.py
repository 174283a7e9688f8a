"""`plan`: the best plays of a turn; `affordable_sets`: what can be afforded together. Exact (docs/plan.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from riftcore._plan import all_sets, best_plays
from riftcore.errors import RiftcoreError

if TYPE_CHECKING:
    from riftcore._state import State
    from riftcore.catalog import Card

Value = Callable[["Card"], float] | Mapping[str, float] | None
NO_BUDGET = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Plan:
    """Plays in an order in which they can be made and paid, and what they are worth together.

    `cards` are their names; `exact` is False where the budget ended the search before it was done, or
    where a converter was used before a later play, which might have wanted more of it; `positions` is how many it
    looked at.
    """

    value: float
    cards: tuple[str, ...]
    exact: bool
    positions: int
    _plays: tuple[tuple[str, str, int], ...] = field(repr=False)
    _state: State = field(repr=False, compare=False)

    @property
    def actions(self) -> tuple[int, ...]:
        """The integers to apply, payments included, each spell resolved before the next (`{"event": "resolved"}`).

        Worked out when asked for. RiftcoreError where the plan needs Adds made outside of the plays' payments.
        """
        found = next(_ways(self._state.copy(), self._plays), None)
        if found is None:
            raise RiftcoreError(
                "this plan needs Adds that are made before its plays: no list of plays alone pays for it"
            )
        return found


def plan(state: State, player: int | None = None, value: Value = None, budget: int | None = None) -> Plan:
    """The plays from hand and champion zone that are worth most together this turn, in an order.

    ``value``: what playing a card is worth, a function of the Card or a dict by name (0 where a name is missing); left
    out, its printed Energy and Power. Of equal plans it is one with the fewest plays. The search is exact, unless it
    would look at more than ``budget`` positions, or uses a converter before a later play: `Plan.exact` tells.
    """
    cards, n_hand = _cards(state, player)
    values = [_worth(card, value) for card in cards]
    best, plays, positions, exact = best_plays(state, player, values, _budget(budget))
    made = tuple((cards[slot].name, "hand" if slot < n_hand else "champion", pay) for slot, pay in plays)
    return Plan(best, tuple(name for name, _, _ in made), exact, positions, made, state.copy())


def affordable_sets(state: State, player: int | None = None, budget: int | None = None) -> list[tuple[str, ...]]:
    """Every set of cards in hand and champion zone that can be played and paid together this turn, in some order.

    Sets are sorted names, a card as often as it is played; small sets first. Exact; RiftcoreError where more than
    ``budget`` positions would have to be looked at, or where a converter is used before a later play.
    """
    cards, _ = _cards(state, player)
    sets, positions, cut, unsure = all_sets(state, player, _budget(budget))
    if unsure and not cut:
        raise RiftcoreError(
            "a converter is used before a later play, which might want more of it: not every set is known"
        )
    if cut:
        raise RiftcoreError(f"there are more than {positions} positions: the budget is used up")
    found = {
        tuple(sorted(card.name for slot, card in enumerate(cards) if card is not None and played >> slot & 1))
        for played in sets
    }
    return sorted(found, key=lambda names: (len(names), names))


def _cards(state: State, player: int | None) -> tuple[list[Any], int]:
    """The cards of the hand and the champion zone, None for one that is not known; and how many are in hand."""
    if player is not None and (not isinstance(player, int) or not 0 <= player < state.n_players):
        raise RiftcoreError(f"player {player!r}: expected 0 to {state.n_players - 1}")
    who = state.situation().players[state.current_player if player is None else player]
    hand, champion = ([None] * zone if isinstance(zone, int) else list(zone) for zone in (who.hand, who.champion))
    return [*hand, *champion], len(hand)


def _worth(card: Any, value: Value) -> float:
    if card is None:
        return 0.0
    if value is None:
        return float(card.energy + card.power)
    worth = value.get(card.name, 0) if isinstance(value, Mapping) else value(card)
    if not isinstance(worth, int | float) or worth != worth or worth in (float("inf"), float("-inf")):
        raise RiftcoreError(f"the value of {card.name} is {worth!r}: expected a finite number")
    return float(worth)


def _budget(budget: int | None) -> int:
    if budget is None:
        return NO_BUDGET
    if not isinstance(budget, int) or isinstance(budget, bool) or not 1 <= budget <= NO_BUDGET:
        raise RiftcoreError(f"budget is {budget!r}: expected a whole number of positions, 1 or more")
    return budget


def _ways(state: State, plays: tuple[tuple[str, str, int], ...]) -> Iterator[tuple[int, ...]]:
    """Integers that make these plays in order, each way of paying tried while the rest can still be afforded."""
    if not plays:
        yield ()
        return
    (name, zone, pay), rest = plays[0], plays[1:]
    wanted = tuple(sorted(name for name, _, _ in rest))
    for number in state.legal_actions(payments="distinct"):
        action = state.action(number)
        if action.get("play") != name or action.get("from", "hand") != zone or _bits(action) != pay:
            continue
        state.apply_action(number)
        chain = _resolve(state)
        if not rest or wanted in affordable_sets(state):
            for others in _ways(state, rest):
                yield (number, *others)
        if chain:
            state.pop()
        state.undo_action()


def _resolve(state: State) -> bool:
    """The spell that was played resolves. False: it was none."""
    if not state.situation().turn.chain:
        return False
    state.push({"event": "resolved"})
    return True


def _bits(action: Mapping[str, Any]) -> int:
    """The chosen options as the core counts them."""
    bits = 0
    for option in action.get("pay", ()):
        word, _, n = option.partition(":")
        bits |= {"accelerate": 1, "additional": 2}.get(word) or 4 << int(n or 0)
    return bits
