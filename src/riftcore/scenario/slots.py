"""Which cards a place of a situation holds, and where the others are given."""

from __future__ import annotations

from riftcore.position._position import SLOTS
from riftcore.scenario.values import Card

_ELSEWHERE = {
    "rune": 'runes are given by domain under "runes"',
    "battlefield": 'battlefields are given under "battlefields"',
    "legend": 'a legend is given under "legend"',
    "spell": 'spells are given under "hand", "trash" or "facedown", or on the "chain" of the turn',
    "unit": 'units in play are given under "board"',
    "gear": 'gear in play is given under "board"',
}


def misplaced(card: Card, slot: str) -> str | None:
    """Why this place does not hold the card: what was expected, what was found, and where that is given."""
    if card.type in SLOTS[slot]:
        return None
    *others, last = SLOTS[slot]
    expected = f"{', '.join(others)} or {last}" if others else last
    return f"expected a {expected}, found {card.name[:80]}, a {card.type}: {_ELSEWHERE.get(card.type, 'no such card')}"
