"""Costs in rules text: "[1][fury], Recycle a unit from your trash, [exhaust]", "pay [A] and exhaust me"."""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.cards import DOMAINS
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.nouns import ALL, ANY, Noun, noun

_POWER: Final = (*DOMAINS, "any", "own")
# The states of what is given up for a cost.
_STATES: Final = frozenset(
    {"empowered", "mighty", "stunned", "temporary", "exhausted", "buffed", "equipped", "attached"}
)


class Price:
    """A cost being put together; `as_dict` gives it in the form of cards.Cost."""

    def __init__(self, own: str) -> None:
        self.own = own  # the symbol that [C] stands for on this card
        self.energy = 0
        self.power: dict[str, int] = {}
        self.exhaust_self = False
        self.other: list[str] = []
        self.x: str | None = None
        self.choice: list[dict[str, Any]] = []
        self.here = False  # the objects are where the card is

    def add_symbols(self, symbols: dict[str, Any]) -> None:
        self.energy += symbols.get("energy", 0)
        for key, count in symbols.get("power", {}).items():
            self.power[key] = self.power.get(key, 0) + count

    def as_dict(self) -> dict[str, Any]:
        cost: dict[str, Any] = {}
        if self.energy:
            cost["energy"] = self.energy
        if self.power:
            cost["power"] = self.power
        if self.exhaust_self:
            cost["exhaust_self"] = True
        if self.other:
            cost["other"] = self.other
        if self.x:
            cost["x"] = self.x
        if self.choice:
            cost["choice"] = self.choice
        if self.here:
            cost["here"] = True
        return cost


def amount(cursor: Cursor, own: str) -> dict[str, Any] | None:
    """A run of Energy and Power symbols, as {"energy": N, "power": {...}}; None if there is none."""
    found: dict[str, Any] = {}
    power: dict[str, int] = {}
    start = cursor.pos
    while token := cursor.symbol("energy", *_POWER):
        if token.text == "energy":
            found["energy"] = found.get("energy", 0) + (token.value or 0)
        else:
            key = own if token.text == "own" else token.text
            power[key] = power.get(key, 0) + 1
    if cursor.pos == start:
        return None
    if power:
        found["power"] = power
    return found


def price(cursor: Cursor, own: str) -> dict[str, Any] | None:
    """A cost: items joined by commas or "and"; None (and the cursor where it was) where there is none."""
    start = cursor.pos
    found = Price(own)
    if not _item(cursor, found):
        cursor.pos = start
        return None
    while True:
        before = cursor.pos
        if not (cursor.take_any(", and", ",", "and") and _item(cursor, found)):
            cursor.pos = before
            return found.as_dict()


def _item(cursor: Cursor, found: Price) -> bool:
    start = cursor.pos
    if cursor.symbol("exhaust"):
        found.exhaust_self = True
        return True
    if cursor.take("pay any amount of"):
        if cursor.symbol("any"):
            found.x = "power"
        elif cursor.symbol("own"):
            found.x = "power"
            if found.own != "any":
                found.power[found.own] = 0  # says what the X is paid in
        elif cursor.take("energy"):
            found.x = "energy"
        else:
            cursor.pos = start
        return cursor.pos > start
    cursor.take("pay")
    if (symbols := amount(cursor, found.own)) is not None:
        before = cursor.pos
        if cursor.take("or") and (instead := amount(cursor, found.own)) is not None:
            found.choice = [symbols, instead]
        else:
            cursor.pos = before
            found.add_symbols(symbols)
        found.exhaust_self = cursor.symbol("exhaust") is not None or found.exhaust_self
        return True
    if (words := _action(cursor, found)) is not None:
        if words:
            found.other.append(words)
        return True
    cursor.pos = start
    return False


def _action(cursor: Cursor, found: Price) -> str | None:
    """A cost that is an action, as its canonical string; "" if it went into `found`."""
    start = cursor.pos
    if cursor.take("exhaust me|this"):
        found.exhaust_self = True
        return ""
    if cursor.take("exhaust your legend"):
        return "exhaust legend"
    if cursor.take("disempower me|this"):
        return "disempower self"
    for verb in ("kill", "banish", "recycle"):
        if cursor.take(f"{verb} me|this"):
            return f"{verb} self"
    if cursor.take("spend") and (words := _spend(cursor)):
        return words
    if (token := cursor.keyword("burn")) is not None:
        return f"burn {token.value or 1}"
    cursor.pos = start
    if cursor.take("exhaust|kill|discard|recycle|return|banish|disempower"):
        verb = cursor.peek(-1).text
        if words := _objects(cursor, verb):
            found.here = found.here or any(t.text == "here" for t in cursor.tokens[start : cursor.pos])
            return words
    cursor.pos = start
    if (count := cursor.number()) is not None and cursor.take("xp"):  # "pay 2 XP", after "pay"
        return f"spend {count} xp"
    cursor.pos = start
    return None


def _spend(cursor: Cursor) -> str | None:
    if cursor.take_any("any number of buffs"):
        return "spend x buff"
    if cursor.take("my buff"):
        return "spend 1 buff [self]"
    if cursor.take("its|a buff"):
        return "spend 1 buff"
    count = cursor.number()
    if count is not None and cursor.take("xp"):
        return f"spend {count} xp"
    if count is not None and cursor.take("buff|buffs"):
        return f"spend {count} buff"
    return None


def _objects(cursor: Cursor, verb: str) -> str | None:
    """What is killed, discarded and so on: a count and a noun."""
    start = cursor.pos
    count = cursor.number()
    if verb == "discard" and count is not None and cursor.peek().text not in ("card", "cards", "spell", "gear", "unit"):
        return f"discard {count}"
    if verb == "recycle" and count is not None and cursor.take("from your trash"):
        return f"recycle {count} from trash"
    cursor.pos = start
    found = noun(cursor)
    if found is None:
        return None
    words = canonical(verb, found)
    if (
        words is not None
        and verb == "return"
        and not cursor.take_any(
            "to its owner's hand", "to their owners' hands", "to your hand", "to their owner's hand"
        )
    ):
        return None
    return words


def canonical(verb: str, found: Noun) -> str | None:
    """The canonical string for a verb and a noun ("kill 1 friendly unit [mighty]"); None if there is none."""
    filter_ = dict(found.filter)
    if filter_.get("at") == "here":
        del filter_["at"]  # the cost says that it is here
    if "keyword" in filter_ or filter_.get("state", "mighty") not in _STATES:
        return None
    types = filter_.pop("type", [])
    kinds = [types] if isinstance(types, str) else types
    place, controller = filter_.pop("from", None), filter_.pop("controller", None)
    limits = [str(filter_.pop(key)) for key in ("state", "tag") if key in filter_]
    if "tags_any" in filter_:
        limits.append("|".join(filter_.pop("tags_any")))
    if filter_.pop("other", False):
        limits.append("other")
    if (token := filter_.pop("token", None)) is not None:
        limits.append("token" if token else "non-token")
    if filter_ or found.up_to or found.count == ALL:
        return None
    words = f"{verb} {'x' if found.count == ANY else found.count}"
    if place is not None or verb == "discard":
        limits += [kind for kind in kinds if kind != "card"]
        words += f" from {place}" if verb != "discard" else ""
    else:
        whose = {"you": " friendly", "opponent": " enemy", None: ""}.get(controller)
        if whose is None:
            return None
        words += f"{whose} {' or '.join(kinds) or 'unit'}"
    return words + (f" [{', '.join(limits)}]" if limits else "")
