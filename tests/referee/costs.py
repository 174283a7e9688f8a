"""Costs, and what discounts make of them (163, 356)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from .cards import DOMAINS


class Cost(NamedTuple):
    """Energy, and the symbols of Power in order: a domain, several of which any pays ("calm|chaos"), or "any"."""

    energy: int = 0
    symbols: tuple[str, ...] = ()


FREE = Cost()


class Discount(NamedTuple):
    energy: int
    symbols: tuple[str, ...]
    minimum: int = 0
    either: bool = False  # the player takes the Energy or the Power off


def cost(energy: int = 0, power: dict[str, int] | None = None) -> Cost:
    """A cost from its numbers, as scenarios and cards write them."""
    return Cost(energy, tuple(sorted(symbol for symbol, n in (power or {}).items() for _ in range(n))))


def of(data: dict[str, Any]) -> Cost:
    return cost(data.get("energy", 0), data.get("power"))


def plus(a: Cost, b: Cost) -> Cost:
    return Cost(a.energy + b.energy, tuple(sorted(a.symbols + b.symbols)))


@lru_cache(None)
def payers(symbol: str) -> frozenset[str]:
    """The domains whose Power pays a symbol (163)."""
    return frozenset(DOMAINS if symbol == "any" else symbol.split("|"))


@lru_cache(1 << 16)
def covers(a: Cost, b: Cost) -> bool:
    """Does whatever pays b pay a, too?"""

    def matched(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
        if not mine:
            return True
        return any(
            matched(mine[1:], theirs[:i] + theirs[i + 1 :])
            for i, symbol in enumerate(theirs)
            if payers(symbol) <= payers(mine[0])
        )

    return a.energy <= b.energy and len(a.symbols) <= len(b.symbols) and matched(a.symbols, b.symbols)


def minimal(costs: set[Cost]) -> frozenset[Cost]:
    """Those that no other one covers."""
    if len(costs) == 1:
        return frozenset(costs)
    return frozenset(c for c in costs if not any(o != c and covers(o, c) for o in costs))


# ------------------------------------------------------------------------------------------------ discounts


def less_energy(c: Cost, discount: Discount) -> Cost:
    """356.4.e: a minimum stops this discount, and never raises."""
    return Cost(min(c.energy, max(c.energy - discount.energy, discount.minimum)), c.symbols)


def less_power(c: Cost, symbols: tuple[str, ...]) -> set[Cost]:
    """Each symbol of the discount takes one that its Power could pay, in every way (the player picks)."""
    if not symbols:
        return {c}
    found: set[Cost] = set()
    for i, symbol in enumerate(c.symbols):
        if payers(symbol) & payers(symbols[0]) and symbol not in c.symbols[:i]:
            found |= less_power(Cost(c.energy, c.symbols[:i] + c.symbols[i + 1 :]), symbols[1:])
    return found or less_power(c, symbols[1:])


def less(c: Cost, discount: Discount) -> set[Cost]:
    """One discount, in every way."""
    if discount.either:
        return {less_energy(c, discount)} | less_power(c, discount.symbols)
    return less_power(less_energy(c, discount), discount.symbols)


def discounted(costs: set[Cost], discounts: list[Discount]) -> set[Cost]:
    """356.4.d: all of them, in every order."""
    if not discounts:
        return costs
    ends: set[Cost] = set()
    seen: set[tuple[Cost, tuple[Discount, ...]]] = set()

    def go(c: Cost, rest: tuple[Discount, ...]) -> None:
        if (c, rest) in seen:
            return
        seen.add((c, rest))
        if not rest:
            ends.add(c)
        for i, discount in enumerate(rest):
            if discount in rest[:i]:
                continue
            for after in less(c, discount):
                go(after, rest[:i] + rest[i + 1 :])

    for c in costs:
        go(c, tuple(discounts))
    return ends
