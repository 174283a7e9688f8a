"""The cards that a scenario names: by name or id, or with their facts inline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riftcore.catalog import inline_card
from riftcore.errors import CatalogError
from riftcore.node import Node, show
from riftcore.scenario.values import Card, Cards, fold

INLINE_KEYS = ("name", "type", "domains", "energy", "power", "might", "tags", "keywords")


class CardNames:
    """Finds cards in a catalogue; an inline card counts from where it stands."""

    def __init__(self, cards: Cards, inline: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self.cards = cards
        self.inline: dict[str, Mapping[str, Any]] = {}
        self.inline_cards: dict[str, Card] = {}
        for facts in (inline or {}).values():
            self.inline_card(Node(facts))

    def named(self, node: Node) -> Card:
        """The card; ScenarioError if there is none."""
        if isinstance(node.value, Mapping):
            return self.inline_card(node)
        name = node.text("a card name")
        known = self.inline_cards.get(fold(name))
        if known is not None:
            return known
        try:
            return self.cards.card(name)
        except CatalogError as error:
            node.reject(f"expected a card: {error}")

    def inline_card(self, node: Node) -> Card:
        """A card by its facts, which stay with the scenario: the catalogue is shared."""
        fields = node.keys(INLINE_KEYS, "a card")
        for key in ("name", "type"):
            if key not in fields:
                node.reject(f'an inline card needs "{key}", like {{"name": "Test Unit", "type": "unit"}}')
        name = fields["name"].text("a card name")
        key = fold(name)
        if key in self.inline_cards:
            if self.inline[self.inline_cards[key].id] != node.value:
                fields["name"].reject(f"the inline card {show(name)} has other facts than before, expected a new name")
            return self.inline_cards[key]
        try:
            card = inline_card(node.value)
        except CatalogError as error:
            node.reject(f"expected the facts of a card: {error}")
        if card.id in self.inline:
            fields["name"].reject(f"the inline card {show(name)} has the id of another one, expected a new name")
        self.inline[card.id] = node.value
        self.inline_cards[key] = card
        return card
