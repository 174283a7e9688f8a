"""How much of a catalogue is understood, by set and by kind, and what is not, quoted from the user's own file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from riftcore.catalog.cards import KINDS, Card


class Coverage:
    """Counts over cards; `not_understood` lists (card, id, piece of text)."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = 0
        self.understood = 0
        self.with_clauses = 0
        self.clauses = 0
        self.kinds: Counter[str] = Counter()
        self.sets: dict[str, dict[str, int]] = {}
        self.choices = 0  # cards whose choices are understood, those that choose nothing too
        self.unread: list[tuple[str, str, str]] = []
        self.not_understood: list[tuple[str, str, str]] = []
        for card in cards:
            self._count(card)

    def _count(self, card: Card) -> None:
        empty = {"cards": 0, "understood": 0, "with_clauses": 0, "clauses": 0}
        row = self.sets.setdefault(card.id.split("-")[0], empty)
        row["cards"] += 1
        row["understood"] += not card.partial
        row["with_clauses"] += bool(card.clauses)
        row["clauses"] += len(card.clauses)
        self.cards += 1
        self.understood += not card.partial
        self.with_clauses += bool(card.clauses)
        self.clauses += len(card.clauses)
        self.kinds.update(clause.kind for clause in card.clauses)
        self.choices += not card.unread
        self.unread += [(card.name, card.id, piece) for piece in card.unread]
        self.not_understood += [(card.name, card.id, piece) for piece in card.partial]

    @property
    def complete(self) -> bool:
        """True where every card is fully understood."""
        return self.understood == self.cards

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "cards": self.cards,
            "understood": self.understood,
            "choices_understood": self.choices,
            "with_clauses": self.with_clauses,
            "clauses": self.clauses,
            "sets": {name: self.sets[name] for name in sorted(self.sets)},
            "kinds": {kind: self.kinds[kind] for kind in KINDS if self.kinds[kind]},
            "not_understood": [{"card": name, "id": id_, "text": piece} for name, id_, piece in self.not_understood],
            "choices_not_understood": [{"card": name, "id": id_, "text": piece} for name, id_, piece in self.unread],
        }
