"""Clauses in plain words: what `riftcore cards show` prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from riftcore.catalog.cards import Card, Clause
from riftcore.catalog.chosen import chosen_words
from riftcore.catalog.expressions import filter_words, trigger_words, words

_KINDS: Final = {
    "add_activated": "Add ability",
    "add_triggered": "Adds when triggered",
    "add_replacement": "Adds",
    "add_modifier": "Adds more",
    "activated_cost": "activated ability",
    "triggered": "triggered ability without a price",
    "triggered_cost": "price of a trigger",
    "resolution_cost": "price on resolution",
    "additional_mandatory": "additional cost",
    "additional_optional": "optional additional cost",
    "discount_self": "costs less",
    "discount_other": "makes cheaper",
    "increase_self": "costs more",
    "increase_other": "makes dearer",
    "ignore_cost": "ignores a cost",
    "alternate_cost": "may be paid instead",
    "total_change": "changes the total",
    "tax": "tax",
    "cost_reader": "reads a printed cost",
    "replaces": "replaces",
    "other_cost": "other",
    "chooses": "chooses",
    "modes": "chooses",
}


def describe(clause: Clause) -> str:
    """One line for a clause."""
    name = _other(clause) or _KINDS.get(clause.kind) or clause.kind.removeprefix("keyword_").title()
    if clause.runes is not None:
        name = _runes(clause.kind, clause.runes)
    if clause.value is not None:
        name += f" {clause.value} times" if clause.kind == "add_triggered" else f" {clause.value}"
    parts = [f"{name} (given)" if clause.granted else name]
    if clause.timing:
        parts.append(
            {"main": "in your Main Phase", "action": "as an Action", "reaction": "as a Reaction"}[clause.timing]
        )
    if clause.trigger is not None:
        parts.append(f"when: {trigger_words(clause.trigger)}")
    if clause.when is not None:
        parts.append(f"if {words(clause.when)}")
    if clause.chooses is not None:
        parts.append(chosen_words(clause.chooses))
    if clause.cost is not None:
        parts.append(f"cost {cost_words(clause.cost)}")
    if clause.adds is not None:
        parts.append(_adds(clause.adds))
    if clause.modifier is not None:
        parts.append(_modifier(clause.modifier))
    if clause.reads is not None:
        parts.append(_reads(clause.reads))
    if clause.plays is not None:
        parts.append(f"plays {'this' if clause.plays['what'] == 'self' else 'a ' + clause.plays['what']}")
        if "from" in clause.plays:
            parts[-1] += {"looked at": " that was looked at", "banished with this": " banished with this"}.get(
                clause.plays["from"], f" from {clause.plays['from']}"
            )
    if clause.granted and clause.scope is not None and "filter" in clause.scope:
        lacking = " that have none" if clause.scope.get("lacking") else ""
        parts.append(f"to {filter_words(clause.scope['filter'], plural=True)}{lacking}")
    if clause.runes is not None and clause.scope is not None and "filter" in clause.scope:
        parts.append(f"among {filter_words(clause.scope['filter'], plural=True)}")
    if clause.kind == "replaces" and clause.scope is not None and "filter" in clause.scope:
        parts.append(f"of {filter_words(clause.scope['filter'])}")
    if clause.payer:
        parts.append(f"by {clause.payer}")
    if clause.limit and "times" in clause.limit:
        parts.append("once each turn")
    return "; ".join(parts)


def _other(clause: Clause) -> str | None:
    if clause.kind != "other_cost":
        return None
    if clause.adds is not None:
        return "makes Gold"
    if clause.plays is not None:
        return "lets cards be played"
    if clause.cost is not None:
        return "another cost"
    if clause.reads is not None:
        return "reads a rune"
    return "counts runes" if "runes" in str(clause.when) else "counts what was spent"


def cost_words(cost: Mapping[str, Any]) -> str:
    """A cost in the rules' shorthand: "[2][fury], exhaust this, discard 1"."""
    if "equals" in cost:
        return "equal to its printed cost"
    if "choice" in cost:
        return " or ".join(cost_words(part) for part in cost["choice"])
    symbols = _amount(cost)
    parts = [symbols] if symbols else []
    if "x" in cost:
        parts.append(f"X {cost['x'].title()}")
    if cost.get("exhaust_self"):
        parts.append("exhaust this")
    parts += cost.get("other", ())
    return ", ".join(parts) or "nothing"


def _amount(given: Mapping[str, Any]) -> str:
    text = ""
    formulas = []
    energy = given.get("energy")
    if energy == "x":
        text += "X Energy"
    elif isinstance(energy, int):
        text += f"[{energy}]" if energy else ""
    elif energy is not None:
        formulas.append(f"Energy by {words(energy)}")
    for symbol, count in given.get("power", {}).items():
        name = {"any": "A", "own": "C"}.get(symbol, symbol)
        if count == "x":
            text += f"X [{name}]"
        elif isinstance(count, int):
            text += f"[{name}]" * count
        else:
            formulas.append(f"[{name}] by {words(count)}")
    return ", ".join(part for part in (text, *formulas) if part)


def _adds(adds: Mapping[str, Any]) -> str:
    text = f"plays {adds['gold_tokens']} Gold" if "gold_tokens" in adds else f"adds {_amount(adds)}"
    if "restriction" in adds:
        text += f" for {adds['restriction']} only"
    if "per" in adds:
        text += f" for each of {words(adds['per'])}"
    return text


def _modifier(modifier: Mapping[str, Any]) -> str:
    if "instead" in modifier:
        return f"instead: {modifier['instead']}"
    if "sets" in modifier:
        text = "sets " + " and ".join(modifier["sets"]) + " to 0"
    else:
        text = _amount(modifier)
        if "choice" in modifier:
            text += " (one of them)"
    if "min_energy" in modifier:
        text += f", not below [{modifier['min_energy']}]"
    if "applies_to" in modifier:
        text += f"{': ' if text else ''}{modifier['applies_to']}"
    return text


def _runes(kind: str, runes: Mapping[str, Any]) -> str:
    count = runes["count"]
    text = f"{'readies' if kind == 'rune_ready' else 'channels'} {'up to ' if runes.get('up_to') else ''}{count} "
    text += "rune" if count == 1 else "runes"
    text += " exhausted" if runes.get("exhausted") else ""
    return text + (f" for each of {words(runes['per'])}" if "per" in runes else "")


def _reads(reads: Mapping[str, Any]) -> str:
    limits = {"max": "at most", "min": "at least", "below": "less than"}
    what = reads["what"]
    parts = []
    for key, value in reads.items():
        resource, _, limit = key.partition("_")
        if limit in limits:
            parts.append(f"{resource.title()} {limits[limit]} {words(value)}")
        elif key == "value":
            parts.append(f"its {value.title()}" + (" as a number" if value != "domain" else ""))
    return f"of a {what if isinstance(what, str) else ' or '.join(what)}: {', '.join(parts)}"


def lines(card: Card) -> list[str]:
    """The whole card, line by line."""
    about = [card.type, "/".join(card.domains) or "no domain"]
    if card.type in ("unit", "spell", "gear"):
        about.append(f"costs {cost_words(card.printed_cost)}")
    if card.might is not None:
        about.append(f"Might {card.might}")
    if card.tags:
        about.append(", ".join(tag.title() for tag in card.tags))
    out = [card.name, "  " + "; ".join(about)]
    if card.keywords:
        printed = (name.title() + (f" {value}" if value else "") for name, value in card.keywords.items())
        out.append("  keywords: " + ", ".join(printed))
    if card.enters:
        out.append(f"  enters {card.enters}")
    out += [f"  {clause.n}. {describe(clause)}" for clause in card.clauses]
    out += [f"  not understood: {piece}" for piece in card.partial]
    out += [f"  choice not understood: {piece}" for piece in card.unread]
    out.append("  printings: " + ", ".join(card.ids))
    return out
