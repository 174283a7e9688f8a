"""A file of facts is input like any other: what is wrong with it is said with the card and the place, never a crash."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import riftcore as rc
from riftcore.catalog import facts
from riftcore.errors import CatalogError

CLAUSE = {"group": 1, "kind": "discount_other", "modifier": {"energy": 1}, "scope": {"what": "card"}}
CARD = {"name": "X", "id": "x-1", "type": "unit"}
JUNK: list[Any] = [None, True, -1, 7, 10**30, 1.5, "", "x", "count", [], [[]], ["x"], ["count"], [5], {}, {"x": 1}]


def loaded(cards: list[Any], path: Path) -> rc.Catalog:
    path.write_text(json.dumps({"format": facts.FORMAT, "cards": cards}), encoding="utf-8")
    return rc.Catalog.from_facts(path)


def use(catalog: rc.Catalog, name: str, kind: str) -> None:
    """What was read can be used: it may be priced or not, never half."""
    if kind in ("unit", "spell", "gear"):
        rc.State.from_scenario({"players": [{"hand": [name], "runes": {"fury": 9}}]}, catalog).check({"play": name})
    list(catalog.export())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"clauses": [{**CLAUSE, "when": []}]}, r"clauses\[0\]\.when: expected a number, or a list of an operation"),
        ({"tags": [64]}, r"tags\[0\]: expected a text, found 64"),
        ({"type": "count"}, "type is 'count'"),
        ({"energy": "x"}, "energy: expected a whole number from 0 to 99"),
        ({"clauses": [{**CLAUSE, "when": ["nonsense", 1]}]}, r"clauses\[0\]\.when\[0\]: expected an operation"),
        ({"clauses": [{**CLAUSE, "when": ["level"]}]}, r"clauses\[0\]\.when: expected 1 arguments of level"),
        ({"clauses": [{**CLAUSE, "kind": 7}]}, r"clauses\[0\]\.kind"),
        ({"clauses": 5}, "clauses: expected a list of clauses"),
        ({"domains": ["plaid"]}, r"domains\[0\]"),
        ({"clauses": [{**CLAUSE, "scope": {"lasts": "long"}}]}, r"clauses\[0\]\.scope\.lasts"),
        ({"clauses": [{**CLAUSE, "scope": {"filter": {"colour": 1}}}]}, r"scope\.filter\.colour: unknown key"),
        ({"clauses": [{"group": 1, "kind": "tax", "cost": {"power": {"red": 1}}}]}, r"cost\.power: expected a symbol"),
        ({"keywords": 3}, "keywords"),
        ({"colour": 1}, "unknown key"),
    ],
)
def test_wrong_facts_are_told_with_their_place(tmp_path: Path, more: dict[str, Any], said: str) -> None:
    path = tmp_path / "facts.json"
    with pytest.raises(CatalogError, match=said) as caught:
        loaded([{**CARD, **more}], path)
    assert str(path) in str(caught.value) and "X" in str(caught.value)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [at] if at else []
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        found += places(item, (*at, key))
    return found


def test_mutated_facts_are_read_or_refused(tmp_path: Path) -> None:
    rng = random.Random(7)
    rows = [row for row in facts.load() if row.get("clauses")]
    refused = 0
    for _ in range(600):
        row = copy.deepcopy(rng.choice(rows))
        for _ in range(rng.randrange(1, 3)):
            *where, last = rng.choice(places(row))
            parent = row
            for key in where:
                parent = parent[key]
            if rng.random() < 0.2:
                del parent[last]
            else:
                parent[last] = copy.deepcopy(rng.choice(JUNK))
            if not places(row):
                break
        try:
            use(loaded([row], tmp_path / "facts.json"), str(row.get("name")), str(row.get("type")))
        except CatalogError as error:
            assert "facts.json" in str(error) and len(str(error)) < 700
            refused += 1
    assert 100 < refused < 600


def test_the_shipped_facts_pass_as_a_file_of_somebody_else(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(facts.BUILTIN.read_bytes())
    assert len(rc.Catalog.from_facts(path)) == len(rc.Catalog.builtin())
