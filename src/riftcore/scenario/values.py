"""What a scenario says, as plain typed values with every default filled in. No rules and no core here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from riftcore.ground._types import ASSUMED as ASSUMED
from riftcore.ground._types import DOMAINS as DOMAINS
from riftcore.ground._types import PHASES as PHASES
from riftcore.ground._types import PURPOSES as PURPOSES
from riftcore.ground._types import RESTRICTIONS as RESTRICTIONS
from riftcore.position._position import STATES as STATE_BITS

STATES = ("empowered", *(name for name, _ in STATE_BITS))
CODES = (
    "ok", "unaffordable", "cost", "timing", "zone", "target", "condition", "restriction", "choice",
    "not_an_add", "exhausted", "unknown_card_behaviour",
)  # fmt: skip
BORROWED = (
    *(f"seal {name}" for name in DOMAINS),
    "one", "egg", "lux", "honeyfruit", "honeyfruit both", "gold", "anomaly", "henge", "legend",
)  # fmt: skip
"""The Add abilities that a Heimerdinger may borrow, as payments name them."""


Six = tuple[int, int, int, int, int, int]
"""A count for each domain, in the order of DOMAINS."""

ZERO: Six = (0, 0, 0, 0, 0, 0)


class Card(Protocol):
    """What is needed of a card here; `riftcore.catalog` has the real one."""

    @property
    def name(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def type(self) -> str: ...


class Cards(Protocol):
    """Where card names are looked up: a `riftcore.Catalog`."""

    def card(self, name: str, /) -> Card: ...


Zone = int | tuple[Card | None, ...]
"""The cards of a zone (None: one that is not known), or a plain count if only the count is known."""


def fold(name: str) -> str:
    """A card's name as inline cards are found by."""
    return " ".join(name.replace("’", "'").casefold().split())


def mask_name(mask: int) -> str:
    """The key of a hybrid symbol, `calm|chaos` for the mask with bits 1 and 4."""
    return "|".join(name for bit, name in enumerate(DOMAINS) if mask >> bit & 1)


@dataclass(frozen=True, slots=True)
class CostData:
    """A cost in one canonical form: equal costs compare equal, however they were written.

    `hybrids` are (mask of domains, count), rising by mask; `other` is sorted, equal parts are added up.
    """

    energy: int = 0
    power: Six = ZERO
    any: int = 0
    hybrids: tuple[tuple[int, int], ...] = ()
    other: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The scenario form; what is 0 is left out."""
        power = {name: n for name, n in zip(DOMAINS, self.power, strict=True) if n}
        power.update((mask_name(mask), n) for mask, n in self.hybrids)
        if self.any:
            power["any"] = self.any
        data: dict[str, Any] = {}
        if self.energy:
            data["energy"] = self.energy
        if power:
            data["power"] = power
        if self.other:
            data["other"] = list(self.other)
        return data

    def __str__(self) -> str:
        symbols = [name for name, n in zip(DOMAINS, self.power, strict=True) for _ in range(n)]
        symbols += [mask_name(mask) for mask, n in self.hybrids for _ in range(n)]
        symbols += ["any"] * self.any
        text = (str(self.energy) if self.energy else "") + "".join(f"[{symbol}]" for symbol in symbols)
        return ", ".join([*([text] if text else []), *self.other]) or "0"


# ---------------------------------------------------------------------------------------------- the situation


@dataclass(frozen=True, slots=True)
class ChainItem:
    """What waits on the chain; `card` and `controller` are None if they are not known."""

    card: Card | None
    id: str
    controller: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and who may act. `showdown` is a battlefield or None; `focus` is None outside a showdown."""

    player: int = 0
    phase: str = "main"
    showdown: str | None = None
    combat: bool = False
    chain: int | tuple[ChainItem, ...] = ()
    priority: int = 0
    focus: int | None = None


@dataclass(frozen=True, slots=True)
class Battlefield:
    """`card` is None for a plain battlefield, `controller` if no player controls it."""

    card: Card | None = None
    controller: int | None = None


@dataclass(frozen=True, slots=True)
class Restricted:
    """Resources in a pool that pay only what `only` allows; one entry a restriction."""

    only: str
    energy: int = 0
    power: Six = ZERO
    universal: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The scenario form; what is 0 is left out."""
        return CostData(self.energy, self.power, self.universal).to_dict() | {"only": self.only}


@dataclass(frozen=True, slots=True)
class PoolData:
    energy: int = 0
    power: Six = ZERO
    universal: int = 0
    restricted: tuple[Restricted, ...] = ()


@dataclass(frozen=True, slots=True)
class LegendData:
    card: Card
    id: str
    exhausted: bool = False
    states: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardObject:
    """A permanent. `at` is "base" or a battlefield; `might` is None if the printed Might holds."""

    card: Card
    id: str
    at: str
    controller: int
    exhausted: bool = False
    might: int | None = None
    buffs: int = 0
    states: Mapping[str, int] = field(default_factory=dict)
    attached_to: str | None = None
    token: bool = False


@dataclass(frozen=True, slots=True)
class Facedown:
    """A hidden card; `hidden_turn` is "earlier" or "this"."""

    card: Card
    id: str
    at: str
    hidden_turn: str = "earlier"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card did earlier this turn that still changes costs; `on` is the id or the card it was given to, `might`
    the Might of the unit that its price was paid with (None: unknown, or it does not matter)."""

    card: Card
    on: str | Card | None = None
    might: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """How often something happened this turn: `n` times, and `more` says that it may have happened more often.

    A scenario writes 2 for exactly twice and "2+" for twice or more.
    """

    n: int = 0
    more: bool = True

    def to_json(self) -> int | str:
        return f"{self.n}+" if self.more else self.n


@dataclass(frozen=True, slots=True)
class ThisTurn:
    """What happened to a player this turn.

    The last three are not known if a scenario does not say them: `enemy_units_chosen`, how often this player chose
    an enemy unit; `enemies_chosen`, how often an enemy unit or gear with a spell or a unit's ability;
    `equipment_played`.
    """

    cards_played: int = 0
    spells_played: int = 0
    gear_played: int = 0
    gear_abilities: int = 0
    discarded: int = 0
    points_from_holding: int = 0
    enemy_units_died: int = 0
    energy_spent: int = 0
    power_spent: int = 0
    max_energy_on_one_spell: int = 0
    enemy_units_chosen: Seen = Seen()
    enemies_chosen: Seen = Seen()
    equipment_played: Seen = Seen()


@dataclass(frozen=True, slots=True)
class PlayerData:
    """One player. `rune_deck` is None if it is unknown, an int if only the count is."""

    ready: Six = ZERO
    exhausted: Six = ZERO
    rune_deck: int | Six | None = None
    pool: PoolData = PoolData()
    legend: LegendData | None = None
    board: tuple[BoardObject, ...] = ()
    hand: Zone = ()
    trash: Zone = ()
    champion: Zone = ()
    deck_top: Zone = ()
    banished: Zone = ()
    facedown: tuple[Facedown, ...] = ()
    xp: int = 0
    points: int = 0
    this_turn: ThisTurn = ThisTurn()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """A whole situation. `inline` holds the facts of the cards that the scenario brought itself, by card id.

    `assume` names what riftcore may take as given if the situation leaves it out (ASSUMED).
    """

    turn: Turn
    battlefields: Mapping[str, Battlefield]
    players: tuple[PlayerData, ...]
    victory_score: int = 8
    inline: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    assume: tuple[str, ...] = ()

    def objects(self) -> dict[str, Card | None]:
        """Everything that has an id, with its card: legends, objects, facedown cards, chain items, battlefields."""
        found: dict[str, Card | None] = {name: place.card for name, place in self.battlefields.items()}
        for player in self.players:
            if player.legend:
                found[player.legend.id] = player.legend.card
            found.update((thing.id, thing.card) for thing in player.board)
            found.update((thing.id, thing.card) for thing in player.facedown)
        if isinstance(self.turn.chain, tuple):
            found.update((item.id, item.card) for item in self.turn.chain if item.card is not None)
        return found


# ---------------------------------------------------------------------------------------------- the actions


@dataclass(frozen=True, slots=True)
class PaymentStep:
    """One line of a payment: `kind` is "exhaust" or "recycle" (n runes of `domain`), "use" (`object`, its Add
    `ability` and X) or "pool" (what the pool pays as `cost`, and of its restricted resources as `restricted`)."""

    kind: str
    domain: str | None = None
    n: int = 1
    object: str | None = None
    ability: int | str = 0
    x: int = 0
    cost: CostData = CostData()
    restricted: tuple[Restricted, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The form that `riftcore pay --json` prints."""
        if self.kind == "pool":
            restricted = [part.to_dict() for part in self.restricted]
            return {"pool": self.cost.to_dict() | ({"restricted": restricted} if restricted else {})}
        if self.kind == "use":
            return {"use": self.object, "ability": self.ability} | ({"x": self.x} if self.x else {})
        return {self.kind: self.domain, "n": self.n}


# ---------------------------------------------------------------------------------------------- the question


@dataclass(frozen=True, slots=True)
class Expect:
    """The answer that a scenario expects; None if it does not say. `after` stays as written."""

    legal: bool | None = None
    why: str | None = None
    costs: tuple[CostData, ...] | None = None
    payments: int | None = None
    best: tuple[PaymentStep, ...] | None = None
    paid_optional: tuple[str, ...] | None = None
    after: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as it stands in its file; `data` is the JSON object, `where` the file with the line or the place."""

    id: str
    data: Mapping[str, Any]
    where: str = ""

    def __str__(self) -> str:
        return f"{self.where} ({self.id})" if self.where else self.id
