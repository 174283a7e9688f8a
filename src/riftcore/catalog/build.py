"""Produce the shipped facts: `python -m riftcore.catalog.build CARDS --errata ERRATA -o src/riftcore/data/facts.json`.

With --check nothing is written; the exit code is 1 where the file differs from what would be written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from riftcore.catalog import Catalog, facts
from riftcore.errors import CatalogError


def main(argv: list[str] | None = None) -> int:
    """0: written (or equal); 1: not everything is understood, or the file differs; 2: the input cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m riftcore.catalog.build", description=__doc__)
    parser.add_argument("cards", type=Path)
    parser.add_argument("--errata", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=facts.BUILTIN)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(argv)
    try:
        catalog = Catalog.from_riftcodex(options.cards, options.errata, complete=True)
    except CatalogError as error:
        print(error, file=sys.stderr)
        return 2
    for warning in catalog.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    coverage = catalog.coverage()
    for name, id_, piece in coverage.not_understood:
        print(f"not understood: {name} ({id_}): {piece}", file=sys.stderr)
    print(f"{coverage.understood} of {coverage.cards} cards understood, {coverage.clauses} clauses", file=sys.stderr)
    if options.check:
        same = options.output.exists() and options.output.read_text(encoding="utf-8") == facts.dumps(_rows(catalog))
        if not same:
            print(f"{options.output} is not what {options.cards} gives; build it again", file=sys.stderr)
        return 0 if same else 1
    facts.dump(_rows(catalog), options.output)
    return 0 if coverage.complete else 1


def _rows(catalog: Catalog) -> list[facts.Row]:
    """The rows without a quote of what was not understood: that would be card text."""
    marked = {"partial": ["text that is not understood"]}
    words = "a choice that is not understood"
    rows = [row | marked if row.get("partial") else row for row in catalog.rows]
    return [row | {"unread": [words]} if row.get("unread") else row for row in rows]


if __name__ == "__main__":
    sys.exit(main())
