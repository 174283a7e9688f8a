"""Measure the catalogue: compiling a card file, loading the shipped facts, their memory; 1 when a limit is broken.

    python benchmarks/catalogue.py [CARDS --errata ERRATA]

Without CARDS the card file is looked for beside the project; where there is none, compiling is not measured.

Limits are in empty calls (figures.py), converted from 2 s and 30 ms on the machine kind where they were set, and also
in terms of what `json.loads` takes for the same file in the same run: that is what cannot be saved. Time is processor
time, the best of some rounds.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import process_time_ns

from check import text_table
from figures import empty_calls

import riftcore
from riftcore.cards._cards import CardTable
from riftcore.catalog import Catalog, facts
from riftcore.edge._empty import empty

DATA = Path(__file__).parents[2] / "shared" / "data"
COMPILE, LOAD, BYTES = 2e9, 30e6, 5_000_000
# How many times as long as json.loads of the same file; measured 20 to 40, and 3.
COMPILE_JSON, LOAD_JSON = 60, 5
EMPTY_CALLS = 100_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cards", type=Path, nargs="?", default=DATA / "riftcodex_cards.json")
    parser.add_argument("--errata", type=Path, default=DATA / "errata_overlay.json")
    options = parser.parse_args()
    errata = options.errata if options.errata.exists() else None
    one = min(took(empty_loop) for _ in range(20)) / EMPTY_CALLS
    rows = timed("load the shipped catalogue", facts.BUILTIN, load, 20, one, LOAD, LOAD_JSON)
    if options.cards.exists():

        def compile_file(path: Path) -> None:
            Catalog.from_riftcodex(path, errata)

        rows += timed("compile a card file", options.cards, compile_file, 3, one, COMPILE, COMPILE_JSON)
    else:
        print(f"{options.cards}: no such file; compiling is not measured", file=sys.stderr)
    held = memory()
    rows.append(("bytes held, every card in use", "", f"{held:,}", f"{BYTES:,}", "ok" if held < BYTES else "BROKEN"))
    print("\n".join(text_table(rows)))
    broken = [cells[0] for cells in rows if cells[-1] == "BROKEN"]
    if broken:
        print(f"limits broken: {'; '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


def empty_loop() -> None:
    for _ in range(EMPTY_CALLS):
        empty()


def took(run: Callable[[], object]) -> int:
    """Nanoseconds of the processor for one run."""
    gc.collect()
    start = process_time_ns()
    run()
    return process_time_ns() - start


def load(path: Path) -> None:
    """The catalogue, and the first question about a name."""
    Catalog.from_facts(path).card("ogn-002")


def timed(
    name: str, path: Path, run: Callable[[Path], None], rounds: int, one: float, limit: float, times: float
) -> list[tuple[str, ...]]:
    """Two rows for one thing to do with a file: against an empty call, and against reading its JSON."""
    text = path.read_text(encoding="utf-8")
    pairs = [(took(lambda: json.loads(text)), took(lambda: run(path))) for _ in range(rounds)]
    json_ns, ns = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    calls, most = ns / one, empty_calls(limit)
    shown = f"{ns:,}"
    return [
        (name, shown, f"{calls:,.0f} empty calls", f"{most:,.0f}", "ok" if calls <= most else "BROKEN"),
        (name, shown, f"{ns / json_ns:.1f} x json.loads", f"{times}", "ok" if ns <= times * json_ns else "BROKEN"),
    ]


def memory() -> int:
    """Bytes of a loaded catalogue: rows, names and cards in Python, and the table that the core reads."""
    enter_all(Catalog.from_facts(facts.BUILTIN))  # what is imported on the way is no part of it
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    catalog = Catalog.from_facts(facts.BUILTIN)
    enter_all(catalog)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return held + CardTable(catalog).nbytes


def enter_all(catalog: Catalog) -> None:
    """Use every card in a state: it is read, and put into the table."""
    named = [card.name for card in catalog if card.type in ("unit", "spell", "gear")]
    for at in range(0, len(named), 40):
        riftcore.State.from_scenario({"players": [{"hand": named[at : at + 40]}]}, catalog)
    for card in catalog:
        if card.type == "legend":
            riftcore.State.from_scenario({"players": [{"legend": {"card": card.name}}]}, catalog)
        elif card.type == "battlefield":
            riftcore.State.from_scenario({"battlefields": {"A": {"card": card.name}}}, catalog)


if __name__ == "__main__":
    sys.exit(main())
