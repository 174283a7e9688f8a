"""Invented cards in the form of the card API, for tests that bring a catalogue of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from riftcore.catalog import Catalog


def record(name: str, text: str = "", **changes: Any) -> dict[str, Any]:
    """A card as the API gives it; a unit that costs 5 where nothing else is said."""
    kind = changes.pop("type", "Unit")
    numbers = {
        "energy": changes.pop("energy", 5),
        "power": changes.pop("power", None),
        "might": changes.pop("might", 2),
    }
    if kind not in ("Unit", "Gear", "Spell"):
        numbers = dict.fromkeys(numbers)
    if kind != "Unit":
        numbers["might"] = None
    return {
        "name": name,
        "riftbound_id": changes.pop("id", f"inv-{abs(hash(name)) % 10**9}-999"),
        "attributes": numbers,
        "classification": {"type": kind, "supertype": None, "domain": changes.pop("domain", ["Fury"])},
        "text": {"rich": f"<p>{text}</p>", "plain": text},
        "media": {"accessibility_text": ""},
        "tags": changes.pop("tags", []),
        **changes,
    }


def catalog(path: Path, records: list[dict[str, Any]]) -> Catalog:
    """The catalogue of these cards, by way of a file."""
    path.write_text(json.dumps(records), encoding="utf-8")
    return Catalog.from_riftcodex(path)
