"""Numbers that are counted from the game ("for each card in your trash") and limits on a printed cost."""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.cursor import Cursor
from riftcore.catalog.nouns import ALL, noun
from riftcore.catalog.prices import amount

Expression = Any


# What "for each" may be followed by, in fixed words.
_EACH: Final = (
    ("card in your trash", "trash"),
    ("card with my name in your trash", "trash_named_self"),
    ("card you've played this turn", "cards_played"),
    ("point you scored from holding this turn", "points_from_holding"),
    ("rune you control", "runes"),
    ("unit? killed this way", "killed"),
    ("buff you spend", "buffs_spent"),
    ("buff spent", "buffs_spent"),
    ("energy it costs", "killed_energy"),
    ("power it costs", "killed_power"),
    ("unit beyond the first", "units_beyond_first"),
    ("player that chooses runes|cards", "choosers"),
    ("opponent who did", "choosers"),
)


def for_each(cursor: Cursor) -> Expression | None:
    """What follows "for each": an expression that counts it; None if it is not understood."""
    for template, op in _EACH:
        if cursor.take(template):
            return [op]
    if cursor.take("of the following tags among your units —"):
        return _tags(cursor)
    start = cursor.pos
    yours = cursor.take("of your")
    found = noun(cursor)
    if found is None or "type" not in found.filter or found.count not in (1, ALL) or found.up_to:
        cursor.pos = start
        return None
    return ["count", found.filter | ({"controller": "you"} if yours else {})]


def _tags(cursor: Cursor) -> Expression | None:
    tags: list[str] = []
    while cursor.peek().raw[:1].isupper():
        tags.append(cursor.peek().text)
        cursor.pos += 1
        if not cursor.take_any(", and", ", or", ",", "and", "or"):
            break
    return ["tags_among", tags, {"type": "unit", "controller": "you"}] if tags else None


def measured(cursor: Cursor) -> Expression | None:
    """What follows "reduced by" or "by": "the highest Might among units you control", "the Might of ..."."""
    if cursor.take("the highest might among") and (found := noun(cursor)) is not None:
        return ["max_might", found.filter]
    if cursor.take("the might of the unit you choose"):
        return ["target_might"]
    if cursor.take_any("the might of the unit you recycled", "the might of the unit you killed"):
        return ["paid_might"]
    return None


def times(count: int, number: Expression | None) -> Expression:
    """`count` for each of `number`."""
    if number is None:
        return count
    return number if count == 1 else ["times", count, number]


def cost_limit(cursor: Cursor) -> dict[str, Any] | None:
    """A limit on a printed cost, from "with", "costing" or "that costs" on: {"energy_max": 3, "power_max": 1}, say."""
    if cursor.take("with"):
        found: dict[str, Any] = {}
        while cursor.looking_at("energy|power? cost"):
            kind = "power" if cursor.take("power cost") else "energy"
            cursor.take("energy? cost")
            if not _limit(cursor, kind, found):
                return None
            if not cursor.take("and"):
                break
            if cursor.looking_at("no more than") and not _limit(cursor, "power", found):
                return None
        return found or None
    if cursor.take_any("costing", "that costs"):
        found = {}
        if cursor.take("no more energy and no more power than the killed unit"):
            return {"energy_max": ["killed_energy"], "power_max": ["killed_power"]}
        if not _limit(cursor, "energy", found):
            return None
        start = cursor.pos
        if not (cursor.take("and") and _limit(cursor, "power", found)):
            cursor.pos = start
        return found
    return None


def _limit(cursor: Cursor, kind: str, found: dict[str, Any]) -> bool:
    if cursor.take("no more than"):
        end = "max"
    elif cursor.take("less than"):
        end = "below"
    else:
        end = "min"
    if cursor.take("my might"):
        found[f"{kind}_{end}"] = ["self_might"]
        return True
    if cursor.take("your points"):
        found[f"{kind}_{end}"] = ["points"]
        return True
    symbols = amount(cursor, "any")
    if symbols is None:
        return False
    if "power" in symbols:
        kind = "power"
        number = sum(symbols["power"].values())
    else:
        number = symbols.get("energy", 0)
    found[f"{kind}_{end}"] = number
    return end != "min" or cursor.take("or more")
