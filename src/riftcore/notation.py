"""A state in one line of text: `str(state)`, `State.parse` (grammar: docs/notation.md).

The text is canonical: what is a default is left out, the fields have one order, so equal states with equal ids
have equal text. Reading checks everything: an error names the column, the field, what was expected and what is there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar
from zlib import crc32

from riftcore.catalog import Catalog, inline_card
from riftcore.errors import CatalogError, CostError, NotationError
from riftcore.ground._cost import Cost
from riftcore.ground._types import ASSUMED, MAX_ID
from riftcore.node import nearest, show
from riftcore.position._position import LIMITS
from riftcore.scenario.slots import misplaced
from riftcore.scenario.values import (
    DOMAINS,
    PHASES,
    RESTRICTIONS,
    STATES,
    ZERO,
    Battlefield,
    BoardObject,
    ChainItem,
    Effect,
    Facedown,
    LegendData,
    PlayerData,
    PoolData,
    Restricted,
    Seen,
    Situation,
    Six,
    ThisTurn,
    Turn,
    Zone,
)

if TYPE_CHECKING:
    from riftcore.edge._state import State

T = TypeVar("T")

VERSION = 1
"""The version of the bytes that hold this text: older ones, which are read and not written any more."""

MAX_TEXT = 1 << 20
"""No state is longer than this many characters."""

MAX_RUNES = LIMITS["runes"]
MAX_SEEN = LIMITS["seen"]
MAX_MIGHT = LIMITS["might"]
SLOT = {"top": "deck_top"}  # what a zone is called in scenarios, if it is not the same
ZONES = {key: LIMITS[SLOT.get(key, key)] for key in ("hand", "trash", "champion", "banished", "top")}
TURN_COUNTS = tuple(ThisTurn.__dataclass_fields__)
FIELDS = (
    "runes", "pool", "restricted", "deck", "legend", "board", *ZONES, "facedown", "xp", "points", "this", "effects",
)  # fmt: skip

_WORD = re.compile(r"[A-Za-z0-9]+")
_ID = re.compile(r"[A-Za-z0-9._-]+")
_COST = re.compile(r"[0-9]*(?:\[[a-z]*\])*")
_HEADER = re.compile(rb"riftcore state (\d{1,9}) ([0-9a-f]{8})\n")


# ---------------------------------------------------------------------------------------------- writing


def write(state: State) -> str:
    """The notation of a state."""
    return _Writer(state.situation(), state.catalog).write()


class _Writer:
    def __init__(self, situation: Situation, catalog: Catalog) -> None:
        self.situation = situation
        self.catalog = catalog
        self.inline = {name: f"${i}" for i, name in enumerate(situation.inline)}

    def write(self) -> str:
        situation = self.situation
        parts = [self.head(situation.turn), *(self.player(p, seat) for seat, p in enumerate(situation.players))]
        text = " / ".join(parts)
        if situation.inline:
            text += " | " + json.dumps(list(situation.inline.values()), separators=(",", ":"))
        return text

    def card(self, card: Any) -> str:
        """A card that was brought inline by its number, any other by its name without spaces and signs."""
        if card is None:
            return "?"
        if card.id in self.inline:
            return self.inline[card.id]
        words = re.sub(r"[^A-Za-z0-9']+", " ", card.name).replace("'", "").split()
        short = "".join(word[0].upper() + word[1:] for word in words)
        for text in (short, json.dumps(card.name)):
            try:
                if text and self.catalog.card(text if text == short else card.name) == card:
                    return text
            except CatalogError:
                continue
        raise NotationError(f"{card.name} is no card of the state's catalogue: it has no notation")

    def head(self, turn: Turn) -> str:
        showdown = ("-" if turn.showdown is None else _id(turn.showdown)) + _at(turn.focus)
        places = [
            _id(name) + (f"={self.card(place.card)}" if place.card else "") + _at(place.controller)
            for name, place in self.situation.battlefields.items()
        ]
        if isinstance(turn.chain, int):
            chain = ["?"] * turn.chain
        else:
            chain = [
                self.card(item.card) + _named(item.id, f"chain.{i}") + _at(item.controller)
                for i, item in enumerate(turn.chain)
            ]
        return " ".join(
            (
                str(turn.player), turn.phase, str(turn.priority), showdown + ("+combat" if turn.combat else ""),
                "+".join((str(self.situation.victory_score), *self.situation.assume)), ",".join(places) or "-", ",".join(chain) or "-",
            )
        )  # fmt: skip

    def player(self, player: PlayerData, seat: int) -> str:
        pool = player.pool
        fields = {
            "runes": ",".join(
                f"{name}:{up}" + (f"+{down}" if down else "")
                for name, up, down in zip(DOMAINS, player.ready, player.exhausted, strict=True)
                if up or down
            ),
            "pool": _cost(pool.energy, pool.power, pool.universal),
            "restricted": ",".join(f"{r.only}:{_cost(r.energy, r.power, r.universal)}" for r in pool.restricted),
            "deck": _deck(player.rune_deck),
            "legend": self.legend(player.legend, seat) if player.legend else "",
            "board": ",".join(self.thing(thing, seat, i) for i, thing in enumerate(player.board)),
            "hand": self.zone(player.hand),
            "trash": self.zone(player.trash),
            "champion": self.zone(player.champion),
            "banished": self.zone(player.banished),
            "top": self.zone(player.deck_top),
            "facedown": ",".join(
                self.card(thing.card) + _named(thing.id, f"p{seat}.facedown.{i}") + f"@{_id(thing.at)}"
                + ("+this" if thing.hidden_turn == "this" else "")
                for i, thing in enumerate(player.facedown)
            ),
            "xp": str(player.xp or ""),
            "points": str(player.points or ""),
            "this": ",".join(
                f"{name}:{n.to_json() if isinstance(n, Seen) else n}"
                for name in TURN_COUNTS
                if (n := getattr(player.this_turn, name)) not in (0, Seen())
            ),
            "effects": ",".join(map(self.effect, player.effects)),
        }  # fmt: skip
        return " ".join(f"{key}={text}" for key, text in fields.items() if text) or "-"

    def zone(self, zone: Zone) -> str:
        """Equal neighbours once, with their number."""
        names = ["?"] * zone if isinstance(zone, int) else [self.card(card) for card in zone]
        runs: list[tuple[str, int]] = []
        for name in names:
            if runs and runs[-1][0] == name:
                runs[-1] = name, runs[-1][1] + 1
            else:
                runs.append((name, 1))
        return ",".join(name if n == 1 else f"{name}*{n}" for name, n in runs)

    def legend(self, legend: LegendData, seat: int) -> str:
        text = self.card(legend.card) + _named(legend.id, f"p{seat}.legend")
        return text + ("+exhausted" if legend.exhausted else "") + _states(legend.states)

    def thing(self, thing: BoardObject, seat: int, i: int) -> str:
        text = self.card(thing.card) + _named(thing.id, f"p{seat}.board.{i}")
        text += "" if thing.at == "base" else f"@{_id(thing.at)}"
        text += "+exhausted" if thing.exhausted else ""
        text += "" if thing.might is None else f"+might:{thing.might}"
        text += f"+buffs:{thing.buffs}" if thing.buffs else ""
        text += _states(thing.states)
        text += "" if thing.attached_to is None else f"+on:{_id(thing.attached_to)}"
        text += "+token" if thing.token else ""
        return text + ("" if thing.controller == seat else f"+by:{thing.controller}")

    def effect(self, effect: Effect) -> str:
        text = self.card(effect.card)
        if effect.on is not None:
            text += f"+on:{_id(effect.on)}" if isinstance(effect.on, str) else f"+to:{self.card(effect.on)}"
        return text + ("" if effect.might is None else f"+might:{effect.might}")


def _id(name: str) -> str:
    return name if _ID.fullmatch(name) and name != "-" else json.dumps(name)


def _named(name: str, default: str) -> str:
    return "" if name == default else f"#{_id(name)}"


def _at(seat: int | None) -> str:
    return "" if seat is None else f"@{seat}"


def _cost(energy: int, power: Six, universal: int) -> str:
    symbols = [f"[{name}]" * n for name, n in zip((*DOMAINS, "any"), (*power, universal), strict=True)]
    return str(energy or "") + "".join(symbols)


def _deck(deck: int | Six | None) -> str:
    if deck is None or isinstance(deck, int):
        return "" if deck is None else str(deck)
    return ",".join(f"{name}:{n}" for name, n in zip(DOMAINS, deck, strict=True) if n) or f"{DOMAINS[0]}:0"


def _states(states: Mapping[str, int]) -> str:
    return "".join(f"+{name}" + (f":{n}" if n > 1 else "") for name in STATES if (n := states.get(name, 0)))


# ---------------------------------------------------------------------------------------------- reading


def inline_cards(text: str | bytes, where: str, column: int = 0) -> tuple[dict[str, Any], list[Any]]:
    """The cards that a state brings itself: their facts by id, and the cards in order."""
    expected = "a JSON list of cards"
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, list) or not all(isinstance(item, dict) for item in data) or not data:
        raise NotationError(f"{where}: expected {expected}, found {show(repr(text)[:41])}", column)
    facts: dict[str, Any] = {}
    cards = []
    for item in data:
        try:
            card = inline_card(item)
        except (CatalogError, TypeError, AttributeError) as error:
            raise NotationError(f"{where}: expected the facts of a card: {error}", column) from None
        if card.id in facts:
            raise NotationError(f"{where}: the card {show(card.name)} stands twice", column)
        facts[card.id] = item
        cards.append(card)
    return facts, cards


def parse(text: str, catalog: Catalog) -> Situation:
    """The situation that the notation describes. NotationError says where, what was expected and what is there."""
    if not isinstance(text, str):
        raise NotationError(f"a state is written as a text, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise NotationError(f"a state has at most {MAX_TEXT} characters, found {len(text)}")
    return _Reader(text, catalog).read()


class _Reader:
    def __init__(self, text: str, catalog: Catalog) -> None:
        self.text = text
        self.at = 0
        self.where = "turn"
        self.catalog = catalog
        self.inline: dict[str, Mapping[str, Any]] = {}
        self.inline_cards: list[Any] = []
        self.ids: set[str] = set()
        self.assume: list[str] = []
        self.places: dict[str, Battlefield] = {}
        self.seats: list[tuple[int, int, str]] = []  # seats and ids named before all players are read, and where
        self.hosts: list[tuple[str, int, str]] = []

    # ------------------------------------------------------------------------------------------ scanning

    def fail(self, expected: str, at: int | None = None, hint: str = "") -> NoReturn:
        at = self.at if at is None else at
        rest = self.text[at : at + 41]
        found = show(rest) if rest else "the end"
        raise NotationError(f"column {at + 1} ({self.where}): expected {expected}, found {found}{hint}", at + 1)

    def reject(self, message: str, at: int) -> NoReturn:
        raise NotationError(f"column {at + 1} ({self.where}): {message}", at + 1)

    def take(self, sign: str) -> bool:
        """Step over this text where it stands here."""
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def need(self, sign: str, what: str = "") -> None:
        if not self.take(sign):
            self.fail(what or show(sign))

    def match(self, pattern: re.Pattern[str], what: str) -> str:
        found = pattern.match(self.text, self.at)
        if not found or not found[0]:
            self.fail(what)
        self.at = found.end()
        return found[0]

    def word(self, options: Iterable[str], what: str) -> str:
        """One of some words of letters and low lines."""
        at = self.at
        found = re.compile(r"[a-z_]*").match(self.text, at)
        known = tuple(options)
        if not found or found[0] not in known:
            self.fail(f"{what} ({', '.join(known)})", at, nearest(found[0], known) if found and found[0] else "")
        self.at = found.end()
        return found[0]

    def number(self, high: int, what: str = "a number", low: int = 0) -> int:
        """A whole number in canonical form: ASCII digits, no leading zero."""
        at = self.at
        found = re.compile(r"(?:0|[1-9][0-9]{0,4})(?![0-9])").match(self.text, at)
        if not found or not low <= int(found[0]) <= high:
            self.fail(f"{what} from {low} to {high}", at)
        self.at = found.end()
        return int(found[0])

    def seat(self, what: str = "a player") -> int:
        at = self.at
        seat = self.number(3, what)
        self.seats.append((seat, at, self.where))
        return seat

    def string(self) -> str:
        """A JSON string, for names that have signs in them."""
        at = self.at
        try:
            value, self.at = json.JSONDecoder().raw_decode(self.text, at)
        except (ValueError, RecursionError):
            self.fail("a text in double quotes", at)
        if not isinstance(value, str) or not value.strip() or any("\ud800" <= char <= "\udfff" for char in value):
            self.fail("a text in double quotes that is not empty", at)
        return value

    def name(self, what: str = "an id") -> str:
        """An id: a text without spaces that can be printed."""
        at = self.at
        name = self.string() if self.text.startswith('"', at) else self.match(_ID, what)
        if len(name) > MAX_ID or not name.isprintable() or " " in name:
            self.fail(f"{what} (a text without spaces, at most {MAX_ID} characters)", at)
        return name

    def new_id(self, default: str) -> str:
        """The id of a thing, given after # or made from its place; ids are unique."""
        at = self.at
        name = self.name() if self.take("#") else default
        if name in self.ids or name in self.places or name == "base":
            self.reject(f"the id {show(name)} is taken, expected a new one", at)
        self.ids.add(name)
        return name

    def place(self, base: bool) -> str:
        at = self.at
        name = self.name("a place")
        known = (*(("base",) if base else ()), *self.places)
        if name not in known:
            self.fail(f"a place ({', '.join(known)})", at)
        return name

    def listed(self, one: Callable[[int], T], limit: int) -> tuple[T, ...]:
        """Up to `limit` items with commas between them."""
        found = [one(0)]
        while self.text.startswith(",", self.at):
            if len(found) >= limit:
                self.reject(f"expected at most {limit} of them", self.at)
            self.at += 1
            found.append(one(len(found)))
        return tuple(found)

    def flags(self) -> Iterable[tuple[str, int]]:
        """The words after + signs, each once, with their columns."""
        seen: set[str] = set()
        while self.take("+"):
            at = self.at
            word = self.match(re.compile(r"[a-z]+"), "a word such as exhausted")
            if word in seen:
                self.reject(f"{word} stands twice", at)
            seen.add(word)
            yield word, at

    # ------------------------------------------------------------------------------------------ cards

    def card(self, slot: str) -> Any:
        at = self.at
        card = self.named_card()
        if (wrong := misplaced(card, slot)) is not None:
            self.reject(wrong, at)
        return card

    def named_card(self) -> Any:
        at = self.at
        if self.take("$"):
            number = self.number(9999, "the number of an inline card")
            if number >= len(self.inline_cards):
                self.fail(f"one of {len(self.inline_cards)} inline cards", at)
            return self.inline_cards[number]
        quoted = self.text.startswith('"', at)
        name = self.string() if quoted else self.match(_WORD, "a card")
        try:
            return self.catalog.card(name)
        except CatalogError as error:
            self.reject(f"expected a card: {error}", at)

    def card_or_unknown(self, slot: str) -> Any:
        return None if self.take("?") else self.card(slot)

    def read_inline(self) -> None:
        """The cards that the state brings itself stand last; they are read first, since the rest names them."""
        at = self.bar()
        if at < 0:
            return
        self.where = "cards"
        self.inline, self.inline_cards = inline_cards(self.text[at + 3 :], f"column {at + 4} (cards)", at + 4)
        self.text = self.text[:at]

    def bar(self) -> int:
        """Where " | " stands outside of double quotes; -1: nowhere."""
        quoted = False
        i = 0
        while i < len(self.text):
            if quoted and self.text[i] == "\\":
                i += 1
            elif self.text[i] == '"':
                quoted = not quoted
            elif not quoted and self.text.startswith(" | ", i):
                return i
            i += 1
        return -1

    # ------------------------------------------------------------------------------------------ the state

    def read(self) -> Situation:
        self.read_inline()
        self.where = "turn"
        player = self.seat()
        phase, priority, showdown, focus, combat, score = self.read_turn()
        self.where = "battlefields"
        self.read_places()
        if showdown is not None and showdown[0] not in self.places:
            self.where = "showdown"
            self.fail(f"a battlefield ({', '.join(self.places)})", showdown[1])
        if showdown is not None and focus is None:
            self.where = "showdown"
            self.fail("a battlefield, @ and the player who has Focus: a showdown has one (344)", showdown[1])
        self.need(" ", "a space and the chain")
        self.where = "chain"
        chain = () if self.take("-") else self.listed(self.chain_item, LIMITS["chain"])
        players: list[PlayerData] = []
        while self.at < len(self.text):
            if len(players) == 4:
                self.where = "players"
                self.fail("the end after 4 players")
            self.where = f"player {len(players)}"
            self.need(" / ", 'a field after one space, or " / " and the next player')
            players.append(self.player(len(players)))
        if len(players) < 2:
            self.where = "players"
            self.fail('" / " and the next player: there are 2 to 4')
        self.check_names(len(players))
        turn = Turn(player, phase, None if showdown is None else showdown[0], combat, chain, priority, focus)
        return Situation(turn, self.places, tuple(players), score, self.inline, tuple(self.assume))

    def read_turn(self) -> tuple[str, int, tuple[str, int] | None, int | None, bool, int]:
        self.need(" ", "a space and the phase")
        self.where = "phase"
        phase = self.word(PHASES, "a phase")
        self.need(" ", "a space and the player with priority")
        self.where = "priority"
        priority = self.seat()
        self.need(" ", "a space and the showdown")
        self.where = "showdown"
        at = self.at
        showdown = None
        # "-" begins ids too: alone it is none.
        if re.compile(r"-(?=[@+ ])").match(self.text, at):
            self.at += 1
        else:
            showdown = self.name("a battlefield, or -"), at
        if showdown is None and self.text.startswith(("@", "+"), self.at):
            self.fail("a space: Focus and combat come with a showdown (344, 459)")
        focus = self.seat() if self.take("@") else None
        combat = self.take("+combat")
        self.need(" ", "a space and the victory score")
        self.where = "victory score"
        score = self.number(255, low=1)
        while self.take("+"):
            self.assume.append(self.word(ASSUMED, "what is assumed"))
        self.need(" ", "a space and the battlefields")
        return phase, priority, showdown, focus, combat, score

    def read_places(self) -> None:
        if re.compile(r"-(?= |$)").match(self.text, self.at):
            self.at += 1
            return
        self.listed(self.battlefield, LIMITS["battlefields"])

    def battlefield(self, _: int) -> None:
        at = self.at
        name = self.name("a battlefield")
        if name in self.places or name == "base":
            self.reject(f"the place {show(name)} is taken, expected a new one", at)
        card = self.card("battlefields") if self.take("=") else None
        self.places[name] = Battlefield(card, self.seat() if self.take("@") else None)

    def chain_item(self, i: int) -> ChainItem:
        card = self.card_or_unknown("chain")
        name = self.new_id(f"chain.{i}")
        return ChainItem(card, name, self.seat() if self.take("@") else None)

    def check_names(self, n_players: int) -> None:
        for seat, at, where in self.seats:
            if seat >= n_players:
                self.where = where
                self.fail(f"a player from 0 to {n_players - 1}", at)
        for name, at, where in self.hosts:
            if name not in self.ids and name not in self.places:
                self.where = where
                self.fail("the id of something in the state", at)

    # ------------------------------------------------------------------------------------------ a player

    def player(self, seat: int) -> PlayerData:
        if re.compile(r"-(?= |$)").match(self.text, self.at):
            self.at += 1
            return PlayerData()
        readers: dict[str, Callable[[], Any]] = {
            "runes": self.runes, "pool": self.cost, "restricted": self.restricted, "deck": self.deck,
            "legend": lambda: self.legend(seat),
            "board": lambda: self.listed(lambda i: self.thing(seat, i), LIMITS["board"]),
            **{key: partial(self.zone, limit, SLOT.get(key, key)) for key, limit in ZONES.items()},
            "facedown": lambda: self.listed(lambda i: self.hidden(seat, i), LIMITS["facedown"]),
            "xp": lambda: self.number(255), "points": lambda: self.number(255),
            "this": self.this_turn, "effects": lambda: self.listed(self.effect, LIMITS["effects"]),
        }  # fmt: skip
        found: dict[str, Any] = {}
        ats: dict[str, int] = {}
        last = -1
        while True:
            at = self.at
            key = self.word(FIELDS, "a field, or - for none")
            if FIELDS.index(key) <= last:
                self.reject(f"{key} stands twice or too late: fields are in the order {', '.join(FIELDS)}", at)
            last = FIELDS.index(key)
            self.need("=")
            self.where = f"player {seat}, {key}"
            ats[key] = self.at
            found[key] = readers[key]()
            self.where = f"player {seat}"
            if self.text.startswith(" / ", self.at) or not self.take(" "):
                break
        ready, exhausted = found.get("runes", (ZERO, ZERO))
        deck = found.get("deck")
        runes = sum(ready) + sum(exhausted) + (deck if isinstance(deck, int) else sum(deck or ()))
        if runes > MAX_RUNES:
            at = ats.get("runes", ats.get("deck", 0))
            self.reject(f"expected at most {MAX_RUNES} runes on the board and in the deck (166), found {runes}", at)
        energy, power, universal = found.get("pool", (0, ZERO, 0))
        return PlayerData(
            ready=ready, exhausted=exhausted, rune_deck=deck,
            pool=PoolData(energy, power, universal, found.get("restricted", ())), legend=found.get("legend"),
            board=found.get("board", ()), hand=found.get("hand", ()), trash=found.get("trash", ()),
            champion=found.get("champion", ()), deck_top=found.get("top", ()), banished=found.get("banished", ()),
            facedown=found.get("facedown", ()), xp=found.get("xp", 0), points=found.get("points", 0),
            this_turn=found.get("this", ThisTurn()), effects=found.get("effects", ()),
        )  # fmt: skip

    def by_name(self, names: tuple[str, ...], what: str, value: Callable[[], T]) -> dict[str, T]:
        """`name:value` items, each name once and in order."""
        found: dict[str, T] = {}
        order = -1

        def one(_: int) -> None:
            nonlocal order
            at = self.at
            name = self.word(names, what)
            if names.index(name) <= order:
                self.reject(f"{name} stands twice or too late: the order is {', '.join(names)}", at)
            order = names.index(name)
            self.need(":")
            found[name] = value()

        self.listed(one, len(names))
        return found

    def runes(self) -> tuple[Six, Six]:
        def one() -> tuple[int, int]:
            return self.number(MAX_RUNES), self.number(MAX_RUNES) if self.take("+") else 0

        found = self.by_name(DOMAINS, "a domain", one)
        return _six(found.get(d, (0, 0))[0] for d in DOMAINS), _six(found.get(d, (0, 0))[1] for d in DOMAINS)

    def deck(self) -> int | Six:
        if self.text[self.at : self.at + 1].isdigit():
            return self.number(MAX_RUNES)
        found = self.by_name(DOMAINS, "a number, or a domain", lambda: self.number(MAX_RUNES))
        return _six(found.get(d, 0) for d in DOMAINS)

    def cost(self) -> tuple[int, Six, int]:
        """Resources in the notation of costs; [any] is universal Power."""
        at = self.at
        try:
            cost = Cost.parse(self.match(_COST, "resources such as 2[fury][any]"))
        except CostError as error:
            self.reject(str(error), at)
        power = cost.power
        return cost.energy, _six(power.get(d, 0) for d in DOMAINS), power.get("any", 0)

    def restricted(self) -> tuple[Restricted, ...]:
        found = self.by_name(RESTRICTIONS, "a restriction", self.cost)
        return tuple(Restricted(only, *resources) for only, resources in found.items())

    def this_turn(self) -> ThisTurn:
        found: dict[str, Any] = self.by_name(
            TURN_COUNTS, "a count", lambda: (self.number(255), self.take("+"), self.at)
        )
        for name, (n, more, at) in found.items():
            known_in_part = isinstance(getattr(ThisTurn(), name), Seen)
            if (more and not known_in_part) or (known_in_part and n > MAX_SEEN):
                self.reject(f"{name} is {n}{'+' * more}: expected a number" + f" up to {MAX_SEEN}" * known_in_part, at)
            found[name] = Seen(n, more) if known_in_part else n
        return ThisTurn(**found)

    def zone(self, limit: int, slot: str) -> Zone:
        cards: list[Any] = []

        def one(_: int) -> None:
            at = self.at
            card = self.card_or_unknown(slot)
            n = self.number(limit, low=2) if self.take("*") else 1
            if len(cards) + n > limit:
                self.reject(f"expected at most {limit} cards, found more", at)
            cards.extend([card] * n)

        self.listed(one, limit)
        return tuple(cards)

    def legend(self, seat: int) -> LegendData:
        card = self.card("legend")
        name = self.new_id(f"p{seat}.legend")
        exhausted, states = False, {}
        for word, at in self.flags():
            if word == "exhausted":
                exhausted = True
            elif word in STATES:
                states[word] = self.count()
            else:
                self.fail("exhausted or a state", at, nearest(word, ("exhausted", *STATES)))
        return LegendData(card, name, exhausted, states)

    def count(self) -> int:
        return self.number(255, low=2) if self.take(":") else 1

    def host(self) -> str:
        at = self.at
        name = self.name()
        self.hosts.append((name, at, self.where))
        return name

    def thing(self, seat: int, i: int) -> BoardObject:
        card = self.card("board")
        name = self.new_id(f"p{seat}.board.{i}")
        at = self.place(True) if self.take("@") else "base"
        data: dict[str, Any] = {"controller": seat, "states": {}}
        for word, column in self.flags():
            if word in ("exhausted", "token"):
                data[word] = True
            elif word in STATES:
                data["states"][word] = self.count()
            elif word == "might":
                self.need(":")
                data["might"] = self.number(MAX_MIGHT)
            elif word == "buffs":
                self.need(":")
                data["buffs"] = self.number(255, low=1)
            elif word == "on":
                self.need(":")
                data["attached_to"] = self.host()
            elif word == "by":
                self.need(":")
                data["controller"] = self.seat()
            else:
                known = ("exhausted", "token", "might", "buffs", "on", "by", *STATES)
                self.fail(f"one of {', '.join(known)}", column, nearest(word, known))
        return BoardObject(card=card, id=name, at=at, **data)

    def hidden(self, seat: int, i: int) -> Facedown:
        card = self.card("facedown")
        name = self.new_id(f"p{seat}.facedown.{i}")
        self.need("@", "@ and a battlefield")
        return Facedown(card, name, self.place(False), "this" if self.take("+this") else "earlier")

    def effect(self, _: int) -> Effect:
        card = self.card("effects")
        on = self.host() if self.take("+on:") else self.card("effects") if self.take("+to:") else None
        return Effect(card, on, self.number(MAX_MIGHT) if self.take("+might:") else None)


def _six(values: Iterable[int]) -> Six:
    a, b, c, d, e, f = values
    return a, b, c, d, e, f


# ---------------------------------------------------------------------------------------------- bytes


def text_of(data: bytes) -> str:
    """The notation in bytes of version 1. NotationError for anything else, truncated or changed bytes too."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise NotationError(f"a serialized state is bytes, not {type(data).__name__}")
    data = bytes(data)
    header = _HEADER.match(data)
    if not header:
        raise NotationError(f'expected bytes that begin "riftcore state {VERSION} ", found {show(repr(data[:24]))}')
    if int(header[1]) != VERSION:
        raise NotationError(f"a serialized state of version {int(header[1])}: this riftcore reads version {VERSION}")
    text = data[header.end() :]
    if crc32(text) != int(header[2], 16):
        raise NotationError(f"a serialized state of {len(data)} bytes whose checksum is wrong: truncated or changed")
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise NotationError(f"a serialized state that is no text: {error.reason} at byte {error.start}") from None
