"""The shipped form of the catalogue: compact JSON of facts, without any card text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from riftcore.catalog.cards import TYPES, Card, Clause
from riftcore.catalog.files import parse_json, read_text, write_text
from riftcore.errors import CatalogError

FORMAT: Final = 1
BUILTIN: Final = Path(__file__).parent.parent / "data" / "facts.json"

Row = dict[str, Any]


def to_row(card: Card, aliases: Iterable[str] = ()) -> Row:
    """A card as a JSON object; what says nothing is left out."""
    row: Row = {"name": card.name, "id": card.id, "type": card.type}
    if len(card.ids) > 1:
        row["ids"] = [i for i in card.ids if i != card.id]
    if card.supertype:
        row["supertype"] = card.supertype
    for name in ("domains", "tags", "partial", "unread"):
        if values := getattr(card, name):
            row[name] = list(values)
    for name in ("energy", "power"):
        if value := getattr(card, name):
            row[name] = value
    if card.might is not None:
        row["might"] = card.might
    if card.keywords:
        row["keywords"] = dict(card.keywords)
    if card.enters:
        row["enters"] = card.enters
    if card.permissions:
        row["permissions"] = [dict(permission) for permission in card.permissions]
    if card.clauses:
        row["clauses"] = [_clause_row(clause) for clause in card.clauses]
    others = [alias for alias in aliases if alias != card.name]
    if others:
        row["aliases"] = others
    return row


def _clause_row(clause: Clause) -> Row:
    row = clause.as_dict()
    del row["n"]  # the place in the list
    return row


def check(rows: Iterable[Any], path: str | Path) -> None:
    """Raise CatalogError for a row that names no card (the rest of it is read when it is used)."""
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise CatalogError(f"{path}: row {number} is {type(row).__name__}, not an object")
        for name in ("name", "id"):
            if not isinstance(row.get(name), str) or not row[name]:
                raise CatalogError(f"{path}: row {number}: {name} is {row.get(name)!r}; expected a text")
        called = f"{path}: {row['name']!r}"
        if row.get("type") not in TYPES:
            raise CatalogError(f"{called}: type is {row.get('type')!r}; expected one of {', '.join(TYPES)}")
        for name in ("ids", "aliases"):
            listed = row.get(name, [])
            if not isinstance(listed, list) or any(not isinstance(entry, str) for entry in listed):
                raise CatalogError(f"{called}: {name} is {listed!r}; expected a list of texts")


def evaluated_row(row: Row) -> Row:
    """The row, where the core evaluates all its clauses; else without the others, which leave it partly understood."""
    from riftcore.catalog.evaluated import evaluated

    clauses = row.get("clauses") or []

    def beyond(clause: Any) -> bool:
        try:
            return not evaluated(clause, [c for c in clauses if c["group"] == clause["group"]], row["type"])
        except (KeyError, TypeError, AttributeError, ValueError, IndexError):
            return False  # no clause at all: who reads it says so

    if not isinstance(clauses, list) or not (others := [clause for clause in clauses if beyond(clause)]):
        return row
    words = [f"a clause {clause['kind']} that is not evaluated" for clause in others]
    return {**row, "clauses": [c for c in clauses if c not in others], "partial": [*row.get("partial", ()), *words]}


def from_row(row: Mapping[str, Any]) -> Card:
    """The card of a row. Raises CatalogError if it holds something else."""
    try:
        return _card(row)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise CatalogError(f"{row.get('name')!r}: not the facts of a card ({error!r})") from error


def _card(row: Mapping[str, Any]) -> Card:
    clauses = tuple(Clause(n=n, **clause) for n, clause in enumerate(row.get("clauses", ()), start=1))
    return Card(
        name=row["name"],
        id=row["id"],
        ids=(row["id"], *row.get("ids", ())),
        type=row["type"],
        supertype=row.get("supertype"),
        domains=tuple(row.get("domains", ())),
        energy=row.get("energy", 0),
        power=row.get("power", 0),
        might=row.get("might"),
        tags=tuple(row.get("tags", ())),
        keywords=dict(row.get("keywords", {})),
        enters=row.get("enters"),
        permissions=tuple(row.get("permissions", ())),
        clauses=clauses,
        partial=tuple(row.get("partial", ())),
        unread=tuple(row.get("unread", ())),
    )


def digest(row: Row) -> int:
    """64 bits of what a row says of a card; other names of the card do not count."""
    said = {key: value for key, value in row.items() if key not in ("ids", "aliases")}
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def dumps(rows: Iterable[Row]) -> str:
    """Rows as text, one card a line, always in the same way."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f'{{"format":{FORMAT},"cards":[\n{lines}\n]}}\n'


def dump(rows: Iterable[Row], path: str | Path) -> None:
    """Write rows to a file. Raises CatalogError if it cannot be written."""
    write_text(path, dumps(rows))


def are_facts(path: str | Path) -> bool:
    """Does the file begin as `dumps` does?"""
    try:
        with Path(path).open("rb") as file:
            return file.read(9) == b'{"format"'
    except OSError:
        return False  # whoever reads it will say so


def load(path: str | Path = BUILTIN) -> list[Row]:
    """Read rows. Raises CatalogError if the file is none of this format."""
    try:
        data = parse_json(read_text(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise CatalogError(f"{path}: not JSON ({error})") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("cards"), list):
        raise CatalogError(f"{path}: not a file of card facts of format {FORMAT}")
    return data["cards"]  # type: ignore[no-any-return]
