"""Conditions in rules text ("you control 4 or fewer runes", "I'm at a battlefield") as typed expressions."""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.cursor import Cursor
from riftcore.catalog.nouns import noun
from riftcore.catalog.prices import amount

Expression = list[Any]

# Conditions without a number or a noun: a template and what it means.
_FIXED: Final[tuple[tuple[str, Expression], ...]] = (
    ("i'm in combat", ["in_combat"]),
    ("i'm in a showdown", ["in_showdown"]),
    ("i'm at a battlefield", ["at_battlefield"]),
    ("i am at a battlefield", ["at_battlefield"]),
    ("you control this battlefield", ["controls_battlefield"]),
    ("it's your turn", ["your_turn"]),
    ("you paid the|my? additional cost", ["paid_additional"]),
    ("you paid additional cost", ["paid_additional"]),
    ("an enemy unit has died this turn", ["enemy_unit_died_this_turn"]),
    ("you've played a spell this turn", ["played_this_turn", "spell"]),
    ("you've played an equipment this turn", ["played_this_turn", "equipment"]),
    ("you've chosen an enemy unit this turn", ["chose_enemy_unit_this_turn"]),
    (
        "you've chosen enemy units and / or gear twice this turn with spells or unit abilities",
        ["chose_enemies_this_turn", 2],
    ),
    ("you control fewer runes than an opponent", ["fewer_runes"]),
    ("it was an enemy unit", ["event", "enemy"]),
    ("it was a friendly unit", ["event", "friendly"]),
    ("you do", ["event", "done"]),
    ("they do", ["event", "done"]),
    ("you can't", ["not", ["event", "done"]]),
)


def condition(cursor: Cursor) -> Expression | None:
    """Parse one condition, "and" and all; None (and the cursor where it was) where it is not understood."""
    first = _one(cursor)
    if first is None:
        return None
    start = cursor.pos
    if cursor.take("and") and (second := _one(cursor)) is not None:
        return ["and", first, second]
    cursor.pos = start
    return first


def _one(cursor: Cursor) -> Expression | None:
    start = cursor.pos
    for attempt in (_state_of_self, _fixed, _score, _control, _spent, _choice, _event):
        if (found := attempt(cursor)) is not None:
            return found
        cursor.pos = start
    return None


def _state_of_self(cursor: Cursor) -> Expression | None:
    if not cursor.take_any("this is", "i'm", "i am"):
        return None
    if token := cursor.keyword("empowered", "mighty"):
        if token.text == "mighty":
            return ["state", "mighty"]
        count = cursor.number()
        if count is None:
            return ["empowered"]
        return ["empowered_times", count] if cursor.take("times") else None
    if cursor.take("buffed"):
        return ["state", "buffed"]
    return None


def _fixed(cursor: Cursor) -> Expression | None:
    for template, meaning in _FIXED:
        if cursor.take(template):
            return list(meaning)
    return None


def _score(cursor: Cursor) -> Expression | None:
    if cursor.take_any("an opponent's score", "opponent's score"):
        who = "opponent"
    elif cursor.take("your score"):
        who = "you"
    else:
        return None
    negative = False
    if cursor.take("is not within"):
        negative = True
    elif not cursor.take("is within"):
        return None
    count = cursor.number()
    if count is None or not cursor.take("points|point of the victory score"):
        return None
    found: Expression = ["within_points", who, count]
    return ["not", found] if negative else found


def _control(cursor: Cursor) -> Expression | None:
    if cursor.take_any("you control", "you have"):
        controller, op = "you", "controls"
    elif cursor.take("an opponent controls"):
        controller, op = "opponent", "opponent_controls"
    else:
        return None
    start = cursor.pos
    if cursor.take("a battlefield with exactly") and (count := cursor.number()) is not None:
        return ["controls_exactly_here", count] if cursor.take("units there") else None
    cursor.pos = start
    if (count := cursor.number()) is not None:
        if cursor.take("or fewer runes"):
            return ["runes_at_most", count]
        if cursor.take_any("or more runes", "+ runes"):
            return ["runes_at_least", count]
    cursor.pos = start
    if (found := noun(cursor)) is None or not isinstance(found.count, int) or found.count < 1 or found.up_to:
        return None
    return [op, {**found.filter, "controller": controller}, found.count]


def _spent(cursor: Cursor) -> Expression | None:
    if not cursor.take_any("you've spent", "you spent"):
        return None
    at_least = cursor.take("at least")
    found = amount(cursor, "any")
    if found is None:
        return None
    energy, power = found.get("energy", 0), found.get("power", {}).get("any", 0)
    if set(found.get("power", {})) - {"any"}:
        return None  # Power of one domain: nobody counts that
    if at_least and power and not energy and cursor.take("this turn"):
        return ["power_spent", power]
    if energy and not power and cursor.take("or more"):
        return ["energy_on_one_spell" if cursor.take("to play a spell this turn") else "energy_on_spell", energy]
    return None


def _choice(cursor: Cursor) -> Expression | None:
    if cursor.take("you choose") and (found := noun(cursor)) is not None:
        return ["target", found.filter]
    return None


def _event(cursor: Cursor) -> Expression | None:
    if cursor.take("you couldn't channel") and cursor.number() is not None and cursor.take("runes|rune this way"):
        return ["not", ["event", "done"]]
    if cursor.take("you assigned") and (count := cursor.number()) is not None and cursor.take("or more excess damage"):
        return ["event", "excess_damage", count]
    if cursor.take("there are") and (count := cursor.number()) is not None and cursor.take("spells banished with me"):
        return ["event", "banished_spells", count]
    if cursor.take("it had") and (count := cursor.number()) is not None and cursor.symbol("might"):
        return ["event", "might_at_most", count] if cursor.take("or less") else None
    return None


def conjunction(*parts: Expression | None) -> Expression | None:
    """All of these conditions together; None if there is none."""
    found = [part for part in parts if part is not None]
    if len(found) < 2:
        return found[0] if found else None
    flat: Expression = ["and"]
    for part in found:
        flat += part[1:] if part[0] == "and" else [part]
    return flat
