"""What the catalogue knows of a card: `Card`, its printed facts, and `Clause`, one piece of cost or resource text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from riftcore.catalog.doubts import ALL, Scope, scope_of

# A condition or number of expressions.py: a list `[op, args...]`, or an int.
Expression = Any
# A cost: energy, power by domain ("fury", "calm|chaos", "any", "own"), exhaust_self, other, x, choice, equals.
Cost = Mapping[str, Any]

DOMAINS: Final = ("fury", "calm", "mind", "body", "chaos", "order")
TYPES: Final = ("unit", "spell", "gear", "legend", "battlefield", "rune")

KINDS: Final = (
    "add_activated",
    "add_triggered",
    "add_replacement",
    "add_modifier",
    "activated_cost",
    "triggered_cost",
    "resolution_cost",
    "additional_mandatory",
    "additional_optional",
    "keyword_accelerate",
    "keyword_deflect",
    "keyword_repeat",
    "keyword_flow",
    "keyword_equip",
    "keyword_hidden",
    "keyword_empower",
    "keyword_weaponmaster",
    "discount_self",
    "discount_other",
    "increase_self",
    "increase_other",
    "ignore_cost",
    "alternate_cost",
    "total_change",
    "tax",
    "rune_ready",
    "rune_channel",
    "cost_reader",
    "triggered",
    "replaces",
    "other_cost",
    "chooses",
    "modes",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One piece of a card's text that makes, spends, changes, reads or replaces a cost or a resource.

    `n` counts from 1 within the card; clauses of one ability share a `group` (also from 1). Fields that say nothing are
    None (False for `granted`). A clause with a `trigger` takes effect when the trigger has resolved, never by itself.
    """

    n: int
    group: int
    kind: str
    timing: str | None = None  # main, action, reaction; None where paid while playing, on a trigger, on resolution
    when: Expression = None  # the condition that must hold (expressions.py)
    trigger: Mapping[str, Any] | None = None  # what sets it off: {"event": ..., "who": ...} (expressions.py)
    cost: Cost | None = None
    adds: Mapping[str, Any] | None = None  # energy, power, restriction, gold_tokens; energy or power may be "x"
    modifier: Mapping[str, Any] | None = None  # energy, power, min_energy, choice, applies_to, sets, instead
    value: int | None = None  # Deflect's number; of add_triggered, how often it is set off (None: once)
    runes: Mapping[str, Any] | None = None  # count, exhausted, up_to
    granted: bool = False  # the card gives the clause to something else
    scope: Mapping[str, Any] | None = None  # whom and what it applies to (expressions.py)
    reads: Mapping[str, Any] | None = None  # what a cost reader asks of the printed cost
    plays: Mapping[str, Any] | None = None  # what is played from where, for this price or (other_cost) its full cost
    chooses: Mapping[str, Any] | None = None  # what is chosen: count, filter, limits (terms.py); of modes, how many
    where: str | None = None  # "here": the objects used as payment are at self's battlefield
    payer: str | None = None  # who pays, if it is not the controller
    limit: Mapping[str, Any] | None = None  # {"times": N, "per": "turn"}, {"empowered": N}, {"x": symbol}

    def as_dict(self) -> dict[str, Any]:
        """The fields that say something, in their order."""
        found = ((name, getattr(self, name)) for name in _FIELDS)
        return {name: value for name, value in found if value is not None and value is not False}


_FIELDS: Final = tuple(f.name for f in fields(Clause))


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The printed facts of one card (all its printings folded into one) and its clauses.

    `energy` and `power` are the printed cost (0 where none is printed), `might` is None for what has none. `keywords`
    maps each printed keyword in lower case to its number or None; one that is granted or conditional is not there.
    `partial` holds the reasons why the text is not fully understood; it is empty when it is. `unread` holds the pieces
    that may choose something and are not understood: they have a clause `chooses` that is unknown.
    """

    name: str
    id: str
    ids: tuple[str, ...] = ()
    type: str
    supertype: str | None = None
    domains: tuple[str, ...] = ()
    energy: int = 0
    power: int = 0
    might: int | None = None
    tags: tuple[str, ...] = ()
    keywords: Mapping[str, int | None] = field(default_factory=dict)
    enters: str | None = None  # "exhausted" or "ready" if the text says so without a condition
    permissions: tuple[Mapping[str, Any], ...] = ()  # plays that it allows: a speed given to cards, a zone to play from
    clauses: tuple[Clause, ...] = ()
    partial: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()  # what may choose something and is not understood

    @property
    def symbol(self) -> str:
        """The symbol of this card's own Power, [C]: a domain, several joined by "|", or "any" (135.2.e.6)."""
        return own_symbol(self.domains)

    @property
    def doubts(self) -> Scope:
        """What the pieces of `partial` may change; everything where nobody says what is not understood."""
        return scope_of(self.partial, self.type) if self.partial else ALL

    @property
    def enters_exhausted(self) -> bool:
        """True if the card says that it enters exhausted (units do by rule, 359.2.c)."""
        return self.enters == "exhausted"

    @property
    def printed(self) -> dict[str, int]:
        """The printed cost as numbers."""
        return {"energy": self.energy, "power": self.power}

    @property
    def printed_cost(self) -> dict[str, Any]:
        """The printed cost as a cost: its Power as symbols of the card's own domains."""
        cost: dict[str, Any] = {}
        if self.energy:
            cost["energy"] = self.energy
        if self.power:
            cost["power"] = {self.symbol: self.power}
        return cost


def own_symbol(domains: tuple[str, ...]) -> str:
    """The symbol that one Power of these domains is paid as (135.2.e.6.b and c)."""
    return "|".join(d for d in DOMAINS if d in domains) or "any"
