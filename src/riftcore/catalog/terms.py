"""What a text asks of something that is chosen: a noun phrase with its limits, "two units at the same battlefield"."""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.amounts import cost_limit
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.nouns import ALL, noun
from riftcore.catalog.tokens import KEYWORD, PUNCT, WORD

# A chosen thing as facts: `count` (a number or "any"), `least` (if fewer will do), `filter`, and its limits.
Term = dict[str, Any]

#: Words that speak of something that was named before, or of the card itself: they choose nothing.
_REFERENCES: Final = (
    "it", "them", "me", "this", "itself", "us", "each other", "its controller", "its owner",
    "that|those|these", "the killed|chosen|friendly|enemy|rest|remaining|discarded|revealed|burned|equipped|unit",
)  # fmt: skip
_STATES: Final = {"attacking": "attacking", "defending": "defending"}
_FOLLOWERS: Final = frozenset(
    {
        "and", "then", "to", "this", "for", "if", "unless", "while", "equal", "instead", "from", "or", "each", "my",
        "gain", "gains", "ignoring", "exhausted", "there",
    }
)  # fmt: skip
# Zones whose cards are chosen as they are needed, never before (355.10.a).
HIDDEN_ZONES: Final = frozenset({"hand", "looked at", "not hand"})


def reference(cursor: Cursor) -> bool:
    """Move past words for something that was spoken of before."""
    if not cursor.take_any(*_REFERENCES):
        return False
    cursor.take_any("unit|gear|spell|card|equipment|units|cards")
    return True


def term(cursor: Cursor, before: int = 0) -> Term | None:
    """Parse one thing to choose; None, and the cursor where it was, if there is none.

    `before` counts what the same text has chosen so far: "there" and "another" may speak of that.
    """
    start = cursor.pos
    cut = next((i for i in range(start, cursor.end - 1) if _another_begins(cursor, i)), cursor.end)
    whole, cursor = cursor, cursor.part(start, cut)
    found = _term(cursor, before)
    whole.pos = cursor.pos if found is not None else start
    return found


def _another_begins(cursor: Cursor, at: int) -> bool:
    """ "a unit and an Equipment": two things, not one that may be either."""
    token, after = cursor.tokens[at], cursor.tokens[at + 1]
    return token.text == "and" and after.text in ("a", "an", "another", "move", "give", "ready", "if")


def _term(cursor: Cursor, before: int) -> Term | None:
    start = cursor.pos
    cursor.take("each of")
    single = cursor.peek().text == "any" and cursor.peek(1).text != "number"
    cursor.pos += single
    if cursor.take("one of its|their|those|them"):
        cursor.pos = start
        return None
    found: Term = {}
    different = _different(cursor)
    negated = _negated(cursor)
    things = noun(cursor)
    if things is None or not things.filter or not ({"type", "tag", "tags_any"} & set(things.filter)):
        cursor.pos = start
        return None
    found["count"] = 1 if single else "all" if things.count == ALL else things.count
    if things.up_to:
        found["least"] = 0
    filter_ = dict(things.filter)
    if negated:
        found["not_tag"] = negated
        found["count"] = 1
    if different or filter_.pop("other", False):
        found["apart"] = True
    found["filter"] = filter_
    while _limit(cursor, found, before) or _more(cursor, found):
        pass
    if found["count"] == 1 and ("together" in found or "one_controller" in found):
        found["both"] = True  # it is said of this thing and of the one before
    if filter_.get("tag") == "equipment":
        filter_["type"] = "gear"
    if "type" not in filter_ and ({"tag", "tags_any"} & set(filter_)):
        filter_["type"] = "card" if "from" in filter_ else "unit"
    return found


def _different(cursor: Cursor) -> bool:
    """ "a different unit": moves past the article and the adjective where an article would stand."""
    start = cursor.pos
    if cursor.take("a different"):
        return True
    cursor.pos = start
    return False


def _negated(cursor: Cursor) -> str | None:
    """ "a non-Dragon unit" """
    at = cursor.pos + (cursor.peek().text in ("a", "an", "another"))
    token = cursor.tokens[at] if at < cursor.end else None
    if token is None or token.kind != WORD or not token.text.startswith("non-") or token.text == "non-token":
        return None
    cursor.pos = at + 1
    return token.text.removeprefix("non-")


def _more(cursor: Cursor, found: Term) -> bool:
    """A tail of nouns.py that stands after one of ours."""
    filter_ = found["filter"]
    for words, key, value in (
        ("you control", "controller", "you"),
        ("here", "at", "here"),
        ("at a? battlefield|battlefields", "at", "battlefield"),
        ("from a battlefield", "at", "battlefield"),
        ("at|in a base", "at", "base"),
        ("in your base", "at", "base"),
        ("from it", "from", "looked at"),
        ("from their hand", "from", "hand"),
        ("revealed this way", "from", "looked at"),
        ("from your trash", "from", "trash"),
        ("in your trash", "from", "trash"),
        ("from trashes", "from", "any trash"),
        ("from opponents' trashes", "from", "opponents' trash"),
        ("in their trash", "from", "their trash"),
        ("you own", "owner", "you"),
    ):
        if cursor.take(words):
            if words == "from opponents' trashes":
                filter_["from"], filter_["controller"] = "any trash", "opponent"
            elif key == "owner":
                filter_["controller"] = "you"
            else:
                filter_[key] = value
            if words == "in your base":
                filter_.setdefault("controller", "you")
            return True
    return False


def _limit(cursor: Cursor, found: Term, before: int) -> bool:
    """One limit that only choices have."""
    start = cursor.pos
    filter_ = found["filter"]
    plural = found["count"] != 1
    if plural and filter_.get("at") == "battlefield" and cursor.peek(-1).text == "battlefield":
        found.setdefault("together", True)  # "any number of units at a battlefield": one of them
    if cursor.take("at the same battlefield"):
        filter_["at"] = "battlefield"
        found["together"] = True
    elif cursor.take_any("at the same location", "at the same place"):
        found["together"] = True
    elif cursor.take_any("at its location", "at that enemy unit's battlefield") or (before and cursor.take("there")):
        found["near"] = 1
    elif cursor.take_any("at a different location", "at another location"):
        found["far"] = min(before, 1)  # 0: far from the card itself
    elif cursor.take("at each location"):
        found["count"], found["least"], found["spread"] = "any", 0, True
    elif cursor.take("i moved to or from"):
        found["unsure"] = True  # where it came from is not kept
    elif cursor.take("they control"):
        filter_["controller"] = "you"
    elif cursor.take("anywhere"):
        pass
    elif cursor.take("attacking here"):
        filter_["at"], filter_["state"] = "here", "attacking"
    elif cursor.take_any("in a showdown", "in combat"):
        found["fighting"] = True
    elif cursor.take("with the same controller"):
        if before and not plural:
            found["same_controller"] = 1
        else:
            found["one_controller"] = True
    elif cursor.take_any("with total might", "and? a? total might of", "with a total might of"):
        if (count := cursor.number()) is None or not cursor.take("or less"):
            cursor.pos = start
            return False
        found["total_might"] = count
    elif cursor.take_any("each with", "with") and (limit := _might(cursor)) is not None:
        found.update(limit)
    elif (_back(cursor, start)) and cursor.take("with less might than"):
        if cursor.take("me"):
            filter_["weaker"] = True
        elif before and cursor.take_any("it", "the chosen unit"):
            found["weaker"] = 1
        else:
            cursor.pos = start
            return False
    elif _back(cursor, start) and cursor.take("without") and (token := cursor.keyword()) is not None:
        found["lacks"] = token.text
    elif _back(cursor, start) and cursor.take("that's exhausted"):
        filter_["state"] = "exhausted"
    elif _back(cursor, start) and cursor.take("with the named tag"):
        found["named_tag"] = True
    elif _back(cursor, start) and cursor.take("where you have units"):
        found["occupied"] = True
    elif _back(cursor, start) and (reads := cost_limit(cursor)) is not None:
        found.update(reads)
    elif _back(cursor, start) and (_chooses(cursor, found) or _alternative(cursor, found, before)):
        pass
    else:
        cursor.pos = start
        return False
    return cursor.pos > start


def _back(cursor: Cursor, start: int) -> bool:
    cursor.pos = start
    return True


def _might(cursor: Cursor) -> Term | None:
    """ "3 [M] or less" """
    count = cursor.number()
    if count is not None and cursor.symbol("might"):
        if cursor.take("or less"):
            return {"might_max": count}
        if cursor.take("or more"):
            return {"might_min": count}
    return None


def _chooses(cursor: Cursor, found: Term) -> bool:
    """ "a spell or ability that chooses a friendly unit or gear" """
    if cursor.take("that chooses it and no other friendly unit"):
        found["chooses"] = "it alone"
        return True
    if cursor.take("that chooses"):
        things = noun(cursor)
        if things is not None:
            found["chooses"] = things.filter
            return True
    return False


def _alternative(cursor: Cursor, found: Term, before: int) -> bool:
    """ "a unit at a battlefield or a gear", "a gear, unit, or facedown card", "a spell or ability" """
    if cursor.take_any(", or facedown card", "or facedown card"):
        whose = {k: v for k, v in found["filter"].items() if k == "controller"}
        found["or"] = {"type": "card", "state": "facedown", **whose}
        return True
    if cursor.take("or ability"):
        types = found["filter"]["type"]
        found["filter"]["type"] = [types, "ability"] if isinstance(types, str) else [*types, "ability"]
        return True
    if cursor.take_any(", or", "or") and cursor.peek().text in ("a", "an"):
        other = term(cursor, before)
        if other is not None and set(other) == {"count", "filter"} and other["count"] == 1:
            found["or"] = other["filter"]
            return True
    return False


def chooses_nothing(found: Term) -> bool:
    """All that fit, and cards that nobody sees: they are no choice made now (355.10)."""
    return found["count"] == "all" or found["filter"].get("from") in HIDDEN_ZONES


def ended(cursor: Cursor) -> bool:
    """Does nothing follow that could limit what was read?"""
    token = cursor.peek()
    return cursor.done or token.kind != WORD or token.text in _FOLLOWERS or cursor.looking_at("at the end")
