"""The clauses, or the cards, of a catalogue as JSON objects, one each: what `riftcore cards export` writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from riftcore.catalog import facts
from riftcore.catalog.cards import Card, Clause
from riftcore.catalog.expressions import trigger_words, words


def export(cards: Iterable[Card]) -> Iterator[dict[str, Any]]:
    """One object a clause, in the order of the cards and of their texts."""
    for card in cards:
        for clause in card.clauses:
            yield clause_object(card, clause)


def whole_cards(rows: Iterable[facts.Row], tokens: Iterable[Card]) -> Iterator[facts.Row]:
    """One object a card with all that the core reads of it, in the typed forms; tokens come last."""
    printed = set()
    for row in rows:
        printed.add(row["name"])
        yield row
    for token in tokens:
        if token.name not in printed:
            yield facts.to_row(token)


def clause_object(card: Card, clause: Clause) -> dict[str, Any]:
    """A clause with its card; conditions, triggers and formulas in words, the typed forms under `typed`."""
    out: dict[str, Any] = {
        "card": card.name,
        "id": card.id,
        "type": card.type,
        "domains": list(card.domains),
        "printed": card.printed,
        "n": clause.n,
        "group": clause.group,
        "kind": clause.kind,
    }
    if clause.timing:
        out["timing"] = clause.timing
    if clause.when is not None:
        out["condition"] = words(clause.when)
    if clause.trigger is not None:
        out["trigger"] = trigger_words(clause.trigger)
    for name in ("cost", "adds", "modifier"):
        if (value := getattr(clause, name)) is not None:
            out[name] = _plain(value)
    if clause.value is not None:  # the number of a keyword; how often an Add is set off has a name of its own
        out["times" if clause.kind == "add_triggered" else "value"] = clause.value
    if clause.runes is not None:
        out["runes"] = _plain(clause.runes)
    if clause.granted:
        out["granted"] = True
    if card.partial:
        out["partial"] = True
    for name in ("chooses", "scope", "reads", "plays", "where", "payer", "limit"):
        if (value := getattr(clause, name)) is not None:
            out[name] = value
    typed = {
        name: value
        for name in ("when", "trigger", "cost", "modifier")
        if (value := getattr(clause, name)) is not None and (name in ("when", "trigger") or _plain(value) != value)
    }
    if typed:
        out["typed"] = typed
    return out


def _plain(value: Any) -> Any:
    """A cost or modifier with its number expressions in words."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], str) and not value[0].startswith(_CANONICAL):
        return words(value)
    return value


# What the strings of a cost's `other` begin with; a list of them is no expression.
_CANONICAL = ("exhaust ", "kill ", "discard ", "recycle ", "return ", "banish ", "spend ", "disempower ", "burn ")
