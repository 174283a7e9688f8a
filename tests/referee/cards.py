"""Cards as the referee knows them: the lines of `riftcore cards export --cards`, one JSON object a card."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")
PERMANENTS = ("unit", "gear")


@dataclass(frozen=True, eq=False)
class Clause:
    """One piece of a text. What it does not say is None or empty; docs/referee.md has the meaning of the fields."""

    kind: str
    group: int
    timing: str | None = None
    when: Any = None
    trigger: dict[str, Any] | None = None
    cost: dict[str, Any] = field(default_factory=dict)
    adds: dict[str, Any] = field(default_factory=dict)
    modifier: dict[str, Any] = field(default_factory=dict)
    value: int = 0
    runes: dict[str, Any] = field(default_factory=dict)
    granted: bool = False
    scope: dict[str, Any] = field(default_factory=dict)
    reads: dict[str, Any] = field(default_factory=dict)
    plays: dict[str, Any] = field(default_factory=dict)
    chooses: dict[str, Any] = field(default_factory=dict)
    where: str | None = None
    payer: str | None = None
    limit: dict[str, Any] = field(default_factory=dict)

    @property
    def what(self) -> str | None:
        """What it is about: "spell", "ability", "hide", ...; None: the card itself."""
        return self.scope.get("what")

    @property
    def lasts(self) -> str:
        return str(self.scope.get("lasts", "static"))

    @property
    def filter(self) -> dict[str, Any] | None:
        return self.scope.get("filter")


@dataclass(frozen=True, eq=False)
class Card:
    """What is printed: numbers, words, clauses."""

    name: str
    id: str
    type: str
    supertype: str | None = None
    domains: tuple[str, ...] = ()
    energy: int = 0
    power: int = 0
    might: int | None = None
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    enters: str | None = None
    permissions: tuple[dict[str, Any], ...] = ()
    clauses: tuple[Clause, ...] = ()
    partial: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return self.name

    def is_a(self, kind: str) -> bool:
        """Is it of this kind, as texts name kinds?"""
        if kind in ("card", self.type):
            return True
        if kind == "permanent":
            return self.type in PERMANENTS
        return kind == "champion" and self.type == "unit" and self.supertype == "Champion"

    @property
    def symbol(self) -> str:
        """135.2.e.6: its own Power is paid by any of its domains, by any Power if it has none."""
        return "|".join(domain for domain in DOMAINS if domain in self.domains) or "any"

    @property
    def abilities(self) -> list[list[Clause]]:
        """Its activated abilities in the order of print, each with all its clauses that cost something."""
        groups: dict[int, list[Clause]] = {}
        for clause in self.clauses:
            if clause.kind in ABILITIES and not clause.granted:
                groups.setdefault(clause.group, []).append(clause)
        return list(groups.values())


ABILITIES = ("activated_cost", "add_activated", "keyword_equip", "keyword_empower")


class Book:
    """All cards, by name or id."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.cards: dict[str, Card] = {}
        self.given: dict[str, Card] = {}
        for line in lines:
            card = read_card(json.loads(line))
            self.cards.setdefault(card.name, card)
            self.cards.setdefault(card.id, card)

    def card(self, name: Any) -> Card | None:
        """None for a card that nobody knows. An object gives a card by its numbers; its name means it from then on."""
        if isinstance(name, dict):
            key = json.dumps(name, sort_keys=True)
            if key not in self.given:
                self.given[key] = read_card({"id": key, **name})
            self.given[name["name"]] = self.given[key]
            return self.given[key]
        return None if name is None else self.given.get(name) or self.cards[name]


def read_card(row: dict[str, Any]) -> Card:
    clauses = tuple(Clause(**clause) for clause in row.get("clauses", ()))
    listed = ("domains", "tags", "keywords", "permissions", "partial")
    plain = ("name", "id", "type", "supertype", "energy", "power", "might", "enters")
    return Card(
        **{key: row[key] for key in plain if key in row}, **{key: tuple(row.get(key, ())) for key in listed},
        clauses=clauses,
    )  # fmt: skip
