"""The commands about many rows: `riftcore sample`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from riftcore import batch
from riftcore._column import Column
from riftcore.rowfiles import FORMATS, Table, format_of, replacing, writer_to
from riftcore.samples import scenario_of

CHUNK = 1 << 16


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on stderr where that is a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda n: None
        return
    with click.progressbar(length=total, label=what, file=sys.stderr) as bar:
        yield bar.update


@click.command()
@click.argument("n", type=click.IntRange(0))
@click.option(
    "-o", "--out", required=True, metavar="FILE", help="Where to: .parquet, .arrow, .npy or .jsonl (.gz, .zst)."
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="The format, where the ending does not say it.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed, the same positions.")
@click.option("--sources", type=click.IntRange(0, 24), default=6, show_default=True, help="Up to so many Add sources.")
@click.option("--general", is_flag=True, help="Hybrid symbols in half of the costs; sources of every kind.")
@click.option(
    "--distribution", type=click.Choice(["std", "hard", "converters"]), default="std", show_default=True,
    help="std: two thirds can be paid; hard: one third; converters: Anomaly, Henge and legends.",
)  # fmt: skip
def sample(n: int, out: str, form: str | None, seed: int, sources: int, general: bool, distribution: str) -> None:
    """N realistic positions with a cost each, to measure with: the same for the same seed.

    Parquet, Arrow and NumPy files hold the columns record (48 bytes) and cost (16 bytes); JSON Lines hold scenarios
    on boards of real cards, which `riftcore check` and `riftcore scenario` read too.

    \b
    riftcore sample 1000000 -o positions.parquet
    riftcore sample 1000 --seed 7 -o positions.jsonl
    """
    chosen, compression = format_of(out, form)
    if chosen == "csv":
        raise click.UsageError("a CSV file cannot hold positions: expected .parquet, .arrow, .npy or .jsonl")
    if chosen == "jsonl" and general:
        raise click.UsageError("--general positions have no scenario form: expected .parquet, .arrow or .npy")
    sampler = batch.Sampler(seed, sources=sources, general=general, distribution=distribution)  # type: ignore[arg-type]
    with progress(n, "positions") as advance, replacing(out) as temporary:
        writer = writer_to(temporary, chosen, compression, n)
        try:
            for first in range(0, n or 1, CHUNK):
                drawn = sampler.draw(min(CHUNK, n - first))
                writer.write(scenarios(first, *drawn) if chosen == "jsonl" else {"record": drawn[0], "cost": drawn[1]})
                advance(len(drawn[0]))
        finally:
            writer.close()
    click.echo(f"{n:,} positions in {out}", err=True)


def scenarios(first: int, records: Column, costs: Column) -> Table:
    """Positions as scenarios with ids."""
    found = [scenario_of(record, cost) for record, cost in zip(records.tolist(), costs.tolist(), strict=True)]
    return {
        "id": [f"sample-{first + i}" for i in range(len(found))],
        "players": [one["players"] for one in found],
        "action": [one["action"] for one in found],
    }
