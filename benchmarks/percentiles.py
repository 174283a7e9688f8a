"""What a list, a price and an act take on random boards of real cards, by percentile; exits with 1 past a limit.

    python benchmarks/percentiles.py [N] [--write FILE ...]

On these boards cards change costs, choose and take objects: see realboards.py. The unit is the empty call, as in
figures.py, measured beside each board: the speed of a machine changes from one moment to the next. `--write` puts the
table between the lines <!-- boards --> and <!-- /boards --> of a Markdown file.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns

from realboards import boards

import riftcore
from riftcore.edge._empty import empty

BOARDS = 400
PERCENTILES = ("p50", "p99", "most")
#: In empty calls, by percentile.
LIMITS = {
    "state.legal_actions()": (80, 600, 900),
    "apply_action + undo_action, an action": (35, 100, 150),
    "check, an action": (28, 90, 130),
}


def best(run: Callable[[], object], times: int, rounds: int) -> float:
    """Nanoseconds of one run: the least of some rounds."""
    least = float("inf")
    for _ in range(rounds):
        began = perf_counter_ns()
        for _ in range(times):
            run()
        least = min(least, (perf_counter_ns() - began) / times)
    return least


def of_board(state: riftcore.State) -> tuple[float, float, float]:
    """A list, an act and a check of one action of it, in empty calls; the latter two are 0 if it is empty."""
    listed = state.legal_actions()

    def act() -> None:
        for number in listed:
            state.apply_action(number)
            state.undo_action()

    def ask() -> None:
        for number in listed:
            state.check(number)

    n = max(len(listed), 1)
    unit = best(empty, 2_000, 5)
    return best(state.legal_actions, 10, 5) / unit, best(act, 2, 4) / n / unit, best(ask, 2, 4) / n / unit


def percentiles(found: list[float]) -> tuple[float, float, float]:
    found = sorted(found)
    return found[len(found) // 2], found[int(0.99 * len(found))], found[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("n", type=int, nargs="?", default=BOARDS, help="how many boards")
    parser.add_argument("--write", type=Path, nargs="*", default=[], metavar="FILE")
    options = parser.parse_args()
    columns = zip(*map(of_board, boards(options.n)), strict=True)
    rows = {name: percentiles(list(column)) for name, column in zip(LIMITS, columns, strict=True)}
    lines = ["| empty calls | " + " | ".join(PERCENTILES) + " | at most |", "| --- | ---: | ---: | ---: | ---: |"]
    for name, row in rows.items():
        limits = " / ".join(map(str, LIMITS[name]))
        lines.append(f"| {name} | " + " | ".join(f"{value:.0f}" for value in row) + f" | {limits} |")
    table = "\n".join(lines)
    print(table)
    for path in options.write:
        text = path.read_text(encoding="utf-8")
        marks = re.compile(r"(<!-- boards -->\n).*?(<!-- /boards -->)", re.DOTALL)
        path.write_text(marks.sub(lambda found: f"{found[1]}{table}\n{found[2]}", text), encoding="utf-8")
    broken = [name for name, row in rows.items() if any(v > limit for v, limit in zip(row, LIMITS[name], strict=True))]
    if broken:
        print(f"limits broken: {'; '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
