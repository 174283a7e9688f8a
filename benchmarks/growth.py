"""How payable, cheapest and the distinct payments grow with the number of Add sources: a table and a picture.

    python benchmarks/growth.py [-o docs/growth.svg]

Each point is the best of several rounds over positions of docs/performance.md with up to so many sources. Counting is
measured per payment counted, at most 1000 of them a position.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns

from riftcore.edge import _batch
from riftcore.edge._sample import sample

SOURCES = range(0, 25, 2)
ROWS, COUNTED, ROUNDS, LIMIT = 20_000, 100, 30, 1000
LINES = (
    ("payable, ns a row", "#1b6ca8"),
    ("cheapest, ns a row", "#b5473c"),
    ("counting, ns a payment", "#3d7a4b"),
)
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 400, 60, 20, 20, 50
LOWEST, HIGHEST = 10, 1000  # ns, as powers of ten


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("-o", "--out", type=Path, help="write the picture there")
    out = parser.parse_args().out
    asked = [questions(sources) for sources in SOURCES]
    points = [(math.inf,) * len(LINES) for _ in SOURCES]
    for _ in range(ROUNDS):  # all sizes in turn, so that a busy moment hits them alike
        points = [
            tuple(min(best, ns(run) / n) for best, (run, n) in zip(point, runs, strict=True))
            for point, runs in zip(points, asked, strict=True)
        ]
    print("sources  " + "  ".join(name for name, _ in LINES))
    for sources, values in zip(SOURCES, points, strict=True):
        print(
            f"{sources:7}  "
            + "  ".join(f"{value:{len(name)}.1f}" for value, (name, _) in zip(values, LINES, strict=True))
        )
    if out is not None:
        out.write_text(picture(points), encoding="utf-8")
    return 0


def questions(sources: int) -> list[tuple[Callable[[], object], int]]:
    """What to run for each line, and how many rows or payments that are."""
    records, demands = sample(ROWS, 1, sources=sources)
    few = memoryview(records)[: COUNTED * 48], memoryview(demands)[: COUNTED * 16]
    out = bytearray(32 * ROWS)
    yes = memoryview(out)[:ROWS]
    return [
        (lambda: _batch.payable_rows(records, demands, yes), ROWS),
        (lambda: _batch.cheapest_rows(records, demands, out), ROWS),
        (lambda: _batch.count_rows(*few, LIMIT), max(1, _batch.count_rows(*few, LIMIT))),
    ]


def ns(run: Callable[[], object]) -> int:
    start = perf_counter_ns()
    run()
    return perf_counter_ns() - start


def picture(points: list[tuple[float, ...]]) -> str:
    """The points as an SVG: sources to the right, nanoseconds upwards, by powers of ten."""
    highest = 10 ** math.ceil(math.log10(max(HIGHEST, *(max(values) for values in points))))
    plot_width, plot_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(sources: float) -> float:
        return LEFT + plot_width * sources / SOURCES[-1]

    def y(ns: float) -> float:
        return TOP + plot_height * (1 - math.log10(max(ns, LOWEST) / LOWEST) / math.log10(highest / LOWEST))

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        ' font-size="12">',
        "<title>Nanoseconds by the number of Add sources</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    ns = LOWEST
    while ns <= highest:
        parts.append(f'<path d="M{LEFT} {y(ns):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(ns) + 4:.1f}" text-anchor="end">{ns} ns</text>')
        ns *= 10
    for sources in SOURCES[::2]:
        parts.append(f'<text x="{x(sources):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{sources}</text>')
    middle = LEFT + plot_width / 2
    parts.append(f'<text x="{middle:.1f}" y="{HEIGHT - 12}" text-anchor="middle">up to so many Add sources</text>')
    for i, (name, colour) in enumerate(LINES):
        line = " ".join(f"{x(sources):.1f},{y(values[i]):.1f}" for sources, values in zip(SOURCES, points, strict=True))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        at = y(points[-1][i]) - 8
        parts.append(f'<text x="{WIDTH - RIGHT}" y="{at:.1f}" text-anchor="end" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    sys.exit(main())
