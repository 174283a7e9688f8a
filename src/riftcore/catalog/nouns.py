"""Noun phrases ("a friendly [Mighty] unit", "another gear you control", "each card in your trash"): counts and filters.

A filter is a dict; expressions.py lists its keys.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from riftcore.catalog.cards import DOMAINS
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.tokens import KEYWORD, SYMBOL, WORD, Token

_TYPES: Final = {
    "unit": "unit",
    "units": "unit",
    "gear": "gear",
    "gears": "gear",
    "spell": "spell",
    "spells": "spell",
    "card": "card",
    "cards": "card",
    "legend": "legend",
    "legends": "legend",
    "rune": "rune",
    "runes": "rune",
    "champion": "champion",
    "permanent": "permanent",
    "battlefield": "battlefield",
    "battlefields": "battlefield",
}
# What "something" may be: whatever can be Empowered. (A rune too is something, but there is nothing to say of it here.)
_SOMETHING: Final = ("unit", "gear", "legend")
_STATES: Final = {"stunned", "buffed", "equipped", "exhausted", "ready", "detached", "attached", "facedown", "attacking"}
_STATE_KEYWORDS: Final = {"mighty", "empowered"}
_NO_TAGS: Final = {
    "energy",
    "power",
    "gold",
    "might",
    "xp",
    "main",
    "i",
    "i'm",
    "you",
    "ability",
    "abilities",
    "opponent",
    "opponents",
    "player",
    "players",
    "cost",
    "costs",
}
ANY: Final = "any"  # the count of "any number of"
ALL: Final = "all"


@dataclass(slots=True)
class Noun:
    """A noun phrase: how many (an int, "all" or "any"; `up_to` where fewer will do), and which."""

    count: int | str = 1
    up_to: bool = False
    filter: dict[str, Any] = field(default_factory=dict)


def noun(cursor: Cursor) -> Noun | None:
    """Parse a noun phrase with its tails; None (and the cursor where it was) where there is none."""
    start = cursor.pos
    found = Noun()
    _determiner(cursor, found)
    if not _core(cursor, found):
        cursor.pos = start
        return None
    while _tail(cursor, found):
        pass
    return found


def _determiner(cursor: Cursor, found: Noun) -> None:
    if cursor.take("up to"):
        found.up_to = True
    if cursor.take("any number of"):
        found.count = ANY
        if cursor.take("your"):
            found.filter["controller"] = "you"
    elif cursor.take("one or more"):
        found.count = 1
        found.up_to = False
    elif cursor.take_any("all of your", "all your"):
        found.count, found.filter["controller"] = ALL, "you"
    elif cursor.take_any("all", "each", "every"):
        found.count = ALL
        if cursor.take("of your"):
            found.filter["controller"] = "you"
    elif (number := cursor.number()) is not None:
        found.count = number
        if cursor.take("of your"):
            found.filter["controller"] = "you"
    elif cursor.take("another"):
        found.filter["other"] = True
    elif not cursor.take_any("a", "an", "the", "that", "those", "this"):
        if cursor.take_any("your opponents'", "opponents'"):
            found.filter["controller"] = "opponent"
        elif cursor.take("your"):
            found.filter["controller"] = "you"
            found.count = ALL
        elif not cursor.looking_at("something"):
            found.count = ALL


def _core(cursor: Cursor, found: Noun) -> bool:
    filter_ = found.filter
    types: list[str] = []
    tags: list[str] = []
    if cursor.take("something"):
        filter_["type"] = list(_SOMETHING)
        return True
    while True:
        token = cursor.peek()
        if token.kind == KEYWORD and token.text in _STATE_KEYWORDS:
            filter_["state"] = token.text
            cursor.pos += 1
        elif token.kind == KEYWORD and cursor.peek(1).kind == WORD and cursor.peek(1).text in ("card", "cards"):
            filter_["keyword"] = token.text
            cursor.pos += 1
        elif token.kind == SYMBOL and token.text in DOMAINS and cursor.peek(1).text == token.text:
            cursor.pos += 1
        elif token.kind != WORD:
            break
        elif token.text in ("friendly", "enemy"):
            filter_["controller"] = "you" if token.text == "friendly" else "opponent"
            cursor.pos += 1
        elif token.text == "other":
            filter_["other"] = True
            cursor.pos += 1
        elif token.text == "non-token":
            filter_["token"] = False
            cursor.pos += 1
        elif token.text == "token" and cursor.peek(1).text in _TYPES:
            filter_["token"] = True
            cursor.pos += 1
        elif token.text in _STATES and (cursor.peek(1).kind in (WORD, KEYWORD)):
            filter_["state"] = token.text
            cursor.pos += 1
        elif token.text in DOMAINS and token.raw[:1].isupper():
            filter_["domain"] = token.text
            cursor.pos += 1
        elif token.text in _TYPES:
            types.append(_TYPES[token.text])
            cursor.pos += 1
            if not _joined(cursor):
                break
        elif _names_tag(token):
            tag = token.text
            cursor.pos += 1
            while not tag.endswith("'") and _names_tag(cursor.peek()) and cursor.peek().text not in _TYPES:
                tag += " " + cursor.peek().text
                cursor.pos += 1
            tags.append(_singular(tag))
            if cursor.peek().text in _TYPES:
                continue
            if not _joined(cursor):
                break
        else:
            break
    if tags:
        filter_.update({"tag": tags[0]} if len(tags) == 1 else {"tags_any": tags})
        if not types and tags == ["equipment"]:
            types = ["gear"]
    if types:
        filter_["type"] = types[0] if len(types) == 1 else types
    if cursor.take("token|tokens"):
        filter_["token"] = True
    return bool(types or tags)


def _names_tag(token: Token) -> bool:
    """True for a word with a capital, such as Dragon; nouns of the game that have one are no tags."""
    return token.kind == WORD and token.raw[:1].isupper() and token.text not in _NO_TAGS


def _joined(cursor: Cursor) -> bool:
    """Move past the "," or "or" of a list if another noun follows."""
    start = cursor.pos
    if cursor.take_any(", and / or", ", or", ", and", "and / or", "or", "and", ","):
        while cursor.take("a|an|the"):
            pass
        token = cursor.peek()
        if token.text in _TYPES or (token.kind == WORD and token.raw[:1].isupper() and token.text not in ("i", "you")):
            return True
        if token.text in ("hidden",) and token.kind == KEYWORD:
            return True
    cursor.pos = start
    return False


def _tail(cursor: Cursor, found: Noun) -> bool:
    filter_ = found.filter
    start = cursor.pos
    if cursor.take("you control"):
        filter_["controller"] = "you"
    elif cursor.take_any("an opponent controls", "your opponents control", "opponents control"):
        filter_["controller"] = "opponent"
    elif cursor.take_any("at my battlefield", "here"):
        filter_["at"] = "here"
    elif cursor.take_any("at a battlefield", "at battlefields", "at an open battlefield"):
        filter_["at"] = "battlefield"
    elif cursor.take("in your|a base"):
        filter_["at"] = "base"
    elif cursor.take_any("from your trash", "in your trash"):
        filter_["from"] = "trash"
    elif cursor.take_any("from their trash", "in their trash"):
        filter_["from"] = "their trash"
    elif cursor.take_any("from any trash", "from trashes"):
        filter_["from"] = "any trash"
    elif cursor.take_any("from your hand", "from hand", "in your hand", "from their hand"):
        filter_["from"] = "hand"
    elif cursor.take_any("from anywhere other than your hand", "from anywhere other than a player's hand"):
        filter_["from"] = "not hand"
    elif cursor.take("from among them"):
        filter_["from"] = "looked at"
    elif cursor.take("with my name"):
        filter_["name"] = "self"
    elif cursor.peek().text in ("that's", "with", "that") and cursor.peek(1).kind == KEYWORD:
        cursor.pos += 1
        name = cursor.peek().text
        cursor.pos += 1
        filter_["state" if name in _STATE_KEYWORDS else "keyword"] = name
    elif cursor.take("that are") and (token := cursor.keyword("empowered", "mighty")):
        filter_["state"] = token.text
    elif cursor.take_any("friendly to it", "that are friendly to it"):
        filter_["controller"] = "payer"
    elif cursor.take("played") and cursor.take_any("from anywhere other than a player's hand"):
        filter_["from"] = "not hand"
    elif cursor.take("with this name"):
        filter_["name"] = "self"
    else:
        cursor.pos = start
        return False
    return True


def _singular(tag: str) -> str:
    tag = tag.removesuffix("'")
    if tag.endswith("ies"):
        return tag[:-3] + "y"
    return tag[:-1] if tag.endswith("s") and not tag.endswith("ss") else tag
