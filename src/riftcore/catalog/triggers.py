"""Triggers in rules text ("When I attack or defend", "At the end of your turn") as typed events.

A trigger is a subject and a verb of the game, sometimes with an object. It says when a cost is owed or an Add happens.
"""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.amounts import cost_limit
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.nouns import noun

Trigger = dict[str, Any]

# What happens to a subject: a template for the verb phrase, the event, and where its object stands ("" none, "noun").
_VERBS: Final[tuple[tuple[str, str, str], ...]] = (
    ("win|wins a combat", "win combat", ""),
    ("conquer|conquers or hold|holds", "conquer or hold", ""),
    ("conquer|conquers here with", "conquer", "noun"),
    ("conquer|conquers", "conquer", ""),
    ("hold|holds", "hold", ""),
    ("attack|attacks or defend|defends", "attack or defend", ""),
    ("attack|attacks", "attack", ""),
    ("defend|defends", "defend", ""),
    ("move|moves to a battlefield", "move to a battlefield", ""),
    ("move|moves from a location", "move", ""),
    ("move|moves", "move", "noun?"),
    ("would die", "would die", ""),
    ("die|dies", "die", ""),
    ("is returned to a player's hand", "return to hand", ""),
    ("leaves the board", "leave the board", ""),
    ("choose|chooses or ready|readies", "choose or ready", "noun"),
    ("choose|chooses", "choose", "noun"),
    ("play|plays", "play", "noun"),
    ("discard|discards", "discard", "noun"),
    ("spend|spends", "spend", "noun"),
    ("recycle|recycles", "recycle", "noun"),
    ("ready|readies", "ready", "noun"),
    ("buff|buffs", "buff", "noun"),
    ("burn|burns", "burn", "noun"),
    ("banish|banishes", "banish", "noun"),
    ("empower|empowers", "empower", "noun"),
    ("kill|kills", "kill", "noun"),
    ("attach|attaches", "attach", "noun"),
)


# What may follow an event and is kept in these words: no state of the game says it.
_MANNERS: Final = (
    "after an attack",
    "an open battlefield",
    "during combat",
    "to a battlefield",
    "to me",
    "with a spell",
    "in combat",
    "during a showdown",
    "this turn",
)


def trigger(cursor: Cursor) -> Trigger | None:
    """Parse a trigger up to the comma that ends it (the comma is passed); None if it is not understood."""
    start = cursor.pos
    found = _trigger(cursor)
    if found is not None and cursor.take(","):
        return found
    cursor.pos = start
    return None


# Points in time: a template and what happens then.
_TIMES: Final[tuple[tuple[str, Trigger], ...]] = (
    ("at the? start of your beginning phase", {"event": "start of Beginning Phase", "who": "you"}),
    ("at the start of each player's beginning phase", {"event": "start of Beginning Phase", "who": "player"}),
    ("at the start of your main phase", {"event": "start of Main Phase", "who": "you"}),
    (
        "at the start of each player's first beginning phase",
        {"event": "start of the first Beginning Phase", "who": "player"},
    ),
    ("at the end of your turn", {"event": "end of turn", "who": "you"}),
)
# What happens to no single object.
_HAPPENINGS: Final[tuple[tuple[str, Trigger], ...]] = (
    ("a showdown begins here", {"event": "showdown begins", "where": "here"}),
    ("combat starts here", {"event": "combat starts", "where": "here"}),
    ("a combat that i was in ends", {"event": "combat ends", "who": "self"}),
)
# What is played or chosen, in fixed words.
_OBJECTS: Final[tuple[tuple[str, Trigger], ...]] = (
    ("me or another dragon", {"what": {"tag": "dragon"}}),
    ("me|this", {"what": "self"}),
    ("something else", {"what": {"other": True}}),
    ("your first card", {"what": {"type": "card"}, "first": "turn"}),
    ("your second card", {"what": {"type": "card"}, "n": 2}),
    ("a buff", {"what": "a buff"}),
    ("a card you own", {"what": {"type": "card"}}),
)


def moment(cursor: Cursor) -> Trigger | None:
    """Parse a point in time ("at the start of your Beginning Phase"); None if there is none."""
    return _fixed(cursor, _TIMES)


def _trigger(cursor: Cursor) -> Trigger | None:
    if (found := moment(cursor)) is not None:
        return found
    first = cursor.take_any("once each turn , when", "the first time")
    if not first and not cursor.take("when|whenever"):
        return None
    found = _event(cursor)
    if found is None:
        return None
    if cursor.take("each turn") or first:
        found["first"] = "turn"
    if cursor.take("on an opponent's turn"):
        found["on"] = "an opponent's turn"
    return found


def _fixed(cursor: Cursor, table: tuple[tuple[str, Trigger], ...]) -> Trigger | None:
    return next((dict(meaning) for template, meaning in table if cursor.take(template)), None)


def _event(cursor: Cursor) -> Trigger | None:
    if (found := _fixed(cursor, _HAPPENINGS)) is not None:
        return found
    start = cursor.pos
    for attempt in (_became, _subject_verb):
        if (found := attempt(cursor)) is not None:
            return found
        cursor.pos = start
    return None


def _became(cursor: Cursor) -> Trigger | None:
    who = _subject(cursor)
    if who is None:
        return None
    if cursor.take("become|becomes"):
        if cursor.take("ready"):
            return {"event": "become ready", "who": who}
        if token := cursor.keyword("mighty", "empowered"):
            return {"event": f"become {token.text}", "who": who}
    if cursor.take("might becomes") and (count := cursor.number()) is not None and cursor.take("or more"):
        return {"event": "Might becomes at least", "who": who, "n": count}
    return None


def _subject_verb(cursor: Cursor) -> Trigger | None:
    who = _subject(cursor)
    if who is None:
        return None
    for template, event, object_ in _VERBS:
        start = cursor.pos
        if not cursor.take(template):
            continue
        found: Trigger = {"event": event, "who": who}
        if " here " in template:
            found["where"] = "here"
        if object_ and not _object(cursor, found):
            if object_ == "noun?":
                return _ends(cursor, found)
            cursor.pos = start
            continue
        return _ends(cursor, found)
    return None


def _ends(cursor: Cursor, found: Trigger) -> Trigger | None:
    """What may still follow: a place, a zone, another event."""
    while True:
        if cursor.take("here"):
            found["where"] = "here"
        elif cursor.take("from face down") or _from_hidden(cursor):
            found["from"] = "facedown"
        elif cursor.take("from anywhere other than your hand"):
            found["from"] = "not hand"
        elif cursor.take("while i'm at a battlefield"):
            found["if"] = ["at_battlefield"]
        elif cursor.take_any("or when i|you", "or i"):
            if not cursor.take("score|conquer|hold|attack|defend|move"):
                return None
            found["or"] = cursor.peek(-1).text
        elif cursor.take("or the first time") and (other := _event(cursor)) is not None:
            found["or"] = {**other, "first": "turn"} if cursor.take("each turn") else other
        elif (manner := next((m for m in _MANNERS if cursor.take(m)), None)) is not None:
            found["how"] = f"{found['how']} {manner}" if "how" in found else manner
        else:
            return found


def _from_hidden(cursor: Cursor) -> bool:
    start = cursor.pos
    if cursor.take("from") and cursor.keyword("hidden"):
        return True
    cursor.pos = start
    return False


def _subject(cursor: Cursor) -> str | Trigger | None:
    if cursor.take("you or an ally"):
        return "you or an ally"
    if cursor.take_any("i", "this", "me"):
        return "self"
    if cursor.looking_at("my might"):
        cursor.pos += 1
        return "self"
    if cursor.take("it"):
        return "it"
    for template, who in (("you", "you"), ("a player", "player"), ("an opponent", "opponent")):
        if cursor.take(template):
            return who
    if cursor.take("one of your units"):
        return {"type": "unit", "controller": "you"}
    start = cursor.pos
    found = noun(cursor)
    if found is not None:
        return found.filter
    cursor.pos = start
    return None


def _object(cursor: Cursor, found: Trigger) -> bool:
    if (fixed := _fixed(cursor, _OBJECTS)) is not None:
        found.update(fixed)
        return True
    start = cursor.pos
    things = noun(cursor)
    if things is None:
        cursor.pos = start
        return False
    found["what"] = things.filter
    ability = cursor.take_any("or activated ability", ", or activated ability")
    start = cursor.pos
    if (reads := cost_limit(cursor)) is not None:
        kinds = things.filter.get("type", "card")
        kinds = [kinds] if isinstance(kinds, str) else list(kinds)
        if ability:
            kinds.append("ability")
            found["what"] = {**things.filter, "type": kinds}
        found["reads"] = {**reads, "what": kinds[0] if len(kinds) == 1 else kinds}
    else:
        cursor.pos = start
    return True
