"""The position: what a scenario says of the game, as plain values that acts change."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from .cards import DOMAINS, Book, Card, Clause

# What happened this turn that a scenario need not say: left out, it is "0+", so often or more.
OPEN_FACTS = ("enemy_units_chosen", "enemies_chosen", "equipment_played")
ZONES = ("hand", "trash", "champion", "deck_top", "banished")
CAP = 255  # counts of a turn go no further
NEW = ""  # the id of what has just entered: whoever asks gives it a name


@dataclass
class Thing:
    """What has a name: on the board, a legend, a battlefield, on the chain, facedown; or a card in a trash."""

    kind: str  # board, legend, battlefield, chain, facedown, trash, played
    id: str
    card: Card | None
    owner: int | None
    controller: int | None
    at: str | None = None  # "base" or a battlefield
    exhausted: bool = False
    might: int | None = None
    buffs: int = 0
    states: dict[str, int] = field(default_factory=dict)
    attached_to: str | None = None
    token: bool = False
    fresh: bool = False  # hidden this turn

    @property
    def in_play(self) -> bool:
        """Is it an object or a legend, which can be exhausted and has states?"""
        return self.kind in ("board", "legend")

    @property
    def is_unit(self) -> bool:
        return self.kind == "board" and self.card is not None and self.card.type == "unit"

    @property
    def is_token(self) -> bool:
        return self.token or (self.card is not None and self.card.supertype == "Token")

    @property
    def text(self) -> tuple[Clause, ...]:
        """718.2, 718.3, 721: of an attached card only what it gives to what it is attached to."""
        if self.card is None:
            return ()
        if self.attached_to is None:
            return self.card.clauses
        return tuple(c for c in self.card.clauses if c.granted and c.filter and c.filter.get("bearer"))

    @property
    def strength(self) -> int:
        """Its Might now: as stated, else as printed and 1 more for each buff."""
        if self.might is not None:
            return self.might
        printed = self.card.might if self.card is not None else None
        return 0 if printed is None else printed + self.buffs


@dataclass
class Effect:
    """What a card did earlier and still changes something; `on`: an id or a card that it was given to."""

    card: Card
    on: str | Card | None = None
    might: int | None = None


@dataclass
class Player:
    ready: dict[str, int]
    exhausted: dict[str, int]
    rune_deck: dict[str, int] | int | None
    pool: dict[tuple[str, str | None], int]  # ("energy" or a domain or "any", what it is restricted to): how much
    legend: Thing | None
    board: list[Thing]
    facedown: list[Thing]
    hand: list[Card | None]
    trash: list[Card | None]
    champion: list[Card | None]
    deck_top: list[Card | None]
    banished: list[Card | None]
    xp: int
    points: int
    this_turn: dict[str, int | str]
    effects: list[Effect]

    @property
    def runes(self) -> int:
        return sum(self.ready.values()) + sum(self.exhausted.values())

    def count(self, fact: str, n: int = 1) -> None:
        """It happened n times more this turn."""
        if fact in OPEN_FACTS:
            value = str(self.this_turn.get(fact, "0+"))
            self.this_turn[fact] = f"{int(value[:-1]) + n}+" if value.endswith("+") else int(value) + n
        elif n:
            self.this_turn[fact] = min(CAP, self.happened(fact) + n)

    def happened(self, fact: str) -> int:
        value = self.this_turn.get(fact, 0)
        return int(value.rstrip("+")) if isinstance(value, str) else value

    def copy(self) -> Player:
        new = copy(self)
        for name in ("ready", "exhausted", "pool", "this_turn", *ZONES):
            setattr(new, name, copy(getattr(self, name)))
        new.rune_deck = copy(self.rune_deck)
        new.legend = None if self.legend is None else copy_thing(self.legend)
        new.board = [copy_thing(thing) for thing in self.board]
        new.facedown = [copy_thing(thing) for thing in self.facedown]
        new.effects = [copy(effect) for effect in self.effects]
        return new


@dataclass
class Position:
    turn_player: int
    phase: str
    showdown: str | None
    combat: bool
    priority: int
    focus: int | None
    victory_score: int
    assume: tuple[str, ...]
    battlefields: list[Thing]
    chain: list[Thing]
    players: list[Player]

    def copy(self) -> Position:
        new = copy(self)
        new.battlefields = [copy_thing(thing) for thing in self.battlefields]
        new.chain = [copy_thing(thing) for thing in self.chain]
        new.players = [player.copy() for player in self.players]
        return new

    @property
    def acting(self) -> int:
        """Who may act: with Focus in an open showdown, else with Priority."""
        return self.focus if not self.chain and self.showdown and self.focus is not None else self.priority

    def board(self) -> Iterator[Thing]:
        """Every object on the board, player by player."""
        for player in self.players:
            yield from player.board

    def in_play(self) -> Iterator[Thing]:
        """Legends and objects."""
        for player in self.players:
            if player.legend is not None:
                yield player.legend
            yield from player.board

    def with_text(self) -> Iterator[Thing]:
        """Whatever has a text that may work now."""
        yield from self.in_play()
        yield from self.battlefields

    def named(self) -> Iterator[Thing]:
        yield from self.with_text()
        for player in self.players:
            yield from player.facedown
        yield from self.chain

    def find(self, name: str | None) -> Thing | None:
        return next((thing for thing in self.named() if thing.id == name), None)

    def others(self, seat: int) -> Iterator[int]:
        return (other for other in range(len(self.players)) if other != seat)

    def attached(self, host: Thing) -> Iterator[Thing]:
        return (thing for thing in self.board() if thing.attached_to == host.id)

    def is_state(self, thing: Thing, state: str) -> bool:
        """Is an object or legend in this state? Some follow from others."""
        if not thing.in_play:
            return False
        if state == "mighty":  # 5 Might or more
            return "mighty" in thing.states or (thing.card.type == "unit" and thing.strength >= 5)
        if state == "buffed":
            return thing.buffs > 0
        if state == "equipped":
            return any(True for _ in self.attached(thing))
        if state == "attached":
            return thing.attached_to is not None
        if state == "exhausted":
            return thing.exhausted
        if state == "temporary" and "temporary" in thing.card.keywords:
            return True
        return bool(thing.states.get(state))


def copy_thing(thing: Thing) -> Thing:
    new = copy(thing)
    new.states = dict(thing.states)
    return new


# ---------------------------------------------------------------------------------------------- reading a scenario


def read(data: dict[str, Any], book: Book) -> Position:
    """The position of a scenario."""
    turn = data.get("turn", {})
    player = turn.get("player", 0)
    showdown = turn.get("showdown") or None
    focus = turn.get("focus")
    if showdown is not None and focus is None:
        focus = player
    seats = data.get("players", [])
    seats = seats + [{}] * (2 - len(seats))
    chain = turn.get("chain", [])
    if isinstance(chain, int):
        chain = [{"card": None, "controller": None}] * chain
    return Position(
        turn_player=player,
        phase=turn.get("phase", "main"),
        showdown=showdown,
        combat=turn.get("combat", False),
        priority=turn.get("priority", player if focus is None else focus),
        focus=focus,
        victory_score=data.get("victory_score", 8),
        assume=tuple(data.get("assume", ())),
        battlefields=read_battlefields(data.get("battlefields", {}), book),
        chain=[
            Thing("chain", item.get("id", f"chain.{i}"), book.card(item["card"]), None, item.get("controller", player))
            for i, item in enumerate(chain)
        ],
        players=[read_player(who, seat, book, names(data)) for seat, who in enumerate(seats)],
    )


def names(data: dict[str, Any]) -> set[str]:
    """Every id of the scenario."""
    found = {"A", "B"}
    fields = data.get("battlefields", {})
    found |= {field["id"] for field in fields} if isinstance(fields, list) else set(fields)
    chain = data.get("turn", {}).get("chain", [])
    found |= {item.get("id", f"chain.{i}") for i, item in enumerate([] if isinstance(chain, int) else chain)}
    for seat, who in enumerate(data.get("players", ())):
        found.add((who.get("legend") or {}).get("id", f"p{seat}.legend"))
        for zone in ("board", "facedown"):
            found |= {item.get("id", f"p{seat}.{zone}.{i}") for i, item in enumerate(who.get(zone, ()))}
    return found


def read_battlefields(data: Any, book: Book) -> list[Thing]:
    """By id, after a plain A and B; a list is complete and in order."""
    fields = {item["id"]: item for item in data} if isinstance(data, list) else {"A": {}, "B": {}} | data
    return [
        Thing("battlefield", name, book.card(item.get("card")), None, item.get("controller"), name)
        for name, item in fields.items()
    ]


def read_player(data: dict[str, Any], seat: int, book: Book, ids: set[str]) -> Player:
    runes = data.get("runes", {})
    deck = data.get("rune_deck")
    ready = {d: n if isinstance(n, int) else n.get("ready", 0) for d, n in runes.items()}
    tired = {d: 0 if isinstance(n, int) else n.get("exhausted", 0) for d, n in runes.items()}
    legend = data.get("legend")
    zones = {zone: read_zone(data.get(zone, []), book) for zone in ZONES}
    return Player(
        ready=by_domain(ready),
        exhausted=by_domain(tired),
        rune_deck=by_domain(deck) if isinstance(deck, dict) else deck,
        pool=read_pool(data.get("pool", {})),
        legend=None if not legend else read_thing(legend, "legend", f"p{seat}.legend", seat, book),
        board=[
            read_thing(item, "board", f"p{seat}.board.{i}", seat, book) for i, item in enumerate(data.get("board", ()))
        ],
        facedown=[
            Thing("facedown", item.get("id", f"p{seat}.facedown.{i}"), book.card(item["card"]), seat, seat, item["at"],
                  fresh=item.get("hidden_turn", "earlier") == "this")
            for i, item in enumerate(data.get("facedown", ()))
        ],
        xp=data.get("xp", 0),
        points=data.get("points", 0),
        this_turn={
            fact: n for fact, n in data.get("this_turn", {}).items() if n != ("0+" if fact in OPEN_FACTS else 0)
        },
        effects=[
            Effect(book.card(item["card"]), on_what(item.get("on"), ids, book), item.get("might"))
            for item in data.get("effects", ())
        ],
        **zones,
    )  # fmt: skip


def on_what(name: Any, ids: set[str], book: Book) -> str | Card | None:
    return name if name is None or name in ids else book.card(name)


def by_domain(counts: dict[str, int]) -> dict[str, int]:
    return {domain: counts.get(domain, 0) for domain in DOMAINS}


def read_zone(cards: Any, book: Book) -> list[Card | None]:
    return [None] * cards if isinstance(cards, int) else [book.card(name) for name in cards]


def read_pool(data: dict[str, Any]) -> dict[tuple[str, str | None], int]:
    found: dict[tuple[str, str | None], int] = {}
    for part, only in [(data, None), *((entry, entry["only"]) for entry in data.get("restricted", ()))]:
        for what, n in [("energy", part.get("energy", 0)), *part.get("power", {}).items()]:
            if n:
                found[what, only] = found.get((what, only), 0) + n
    return found


def read_thing(data: dict[str, Any], kind: str, name: str, seat: int, book: Book) -> Thing:
    states = data.get("states", ())
    return Thing(
        kind, data.get("id", name), book.card(data["card"]), seat, data.get("controller", seat),
        data.get("at", "base") if kind == "board" else None, data.get("exhausted", False), data.get("might"),
        data.get("buffs", 0), dict(states) if isinstance(states, dict) else dict.fromkeys(states, 1),
        data.get("attached_to"), data.get("token", False),
    )  # fmt: skip
