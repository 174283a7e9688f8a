"""The commands about many rows: `riftcore sample` and `riftcore batch`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import current_thread, main_thread
from time import perf_counter

import click

from riftcore import Cost, Policy
from riftcore import batch as api
from riftcore.batchrun import BadRow, Totals, about_input, run_to_file, run_to_stream
from riftcore.checks import INVALID, Task
from riftcore.cli import PURPOSES
from riftcore.edge import _evaluate
from riftcore.edge._column import Column
from riftcore.exits import BAD_ROWS, INTERRUPTED
from riftcore.partitions import ENGINES, parquet_files, partitions_of, run_partitions
from riftcore.rowfiles import FORMATS, TEXT, FileError, Table, encode, format_of, replacing, writer_to
from riftcore.rowsources import Source, source_of
from riftcore.samples import scenario_of

CHUNK = 1 << 16
SCENARIO_FIELDS = {"id": "text", "players": "json", "action": "json"}


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on stderr if that is a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda n: None
        return
    with click.progressbar(length=total, label=what, file=sys.stderr) as bar:
        yield bar.update


@contextmanager
def interruptible() -> Iterator[None]:
    """A polite request to end (SIGTERM, SIGHUP) is an interruption like Ctrl-C: what is half done goes away."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    if current_thread() is not main_thread():  # only the main thread gets signals
        yield
        return
    before = {number: signal.signal(number, interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def to_stdout(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def output_format(path: str, given: str | None) -> tuple[str, str | None]:
    """Format and compression of a file to be written."""
    form, compression = format_of(path, given)
    if compression is not None and form not in TEXT:
        raise FileError(f"{path}: only .jsonl and .csv files are compressed as a whole: expected no second ending")
    return form, compression


@click.command()
@click.argument("n", type=click.IntRange(0, 10**12))
@click.option(
    "-o", "--out", required=True, metavar="FILE", help="Where to: .parquet, .arrow, .npy or .jsonl (.gz, .zst)."
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="The format, where the ending does not say it.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same positions.")
@click.option(
    "--sources", type=click.IntRange(0, 24), default=6, show_default=True, help="At most this many Add sources."
)
@click.option("--general", is_flag=True, help="Hybrid symbols in half of the costs; sources of every kind.")
@click.option(
    "--distribution", type=click.Choice(["std", "hard", "converters"]), default="std", show_default=True,
    help="std: two thirds can be paid; hard: one third; converters: Anomaly, Henge and legends.",
)  # fmt: skip
def sample(n: int, out: str, form: str | None, seed: int, sources: int, general: bool, distribution: str) -> None:
    """Write N realistic positions with a cost each, to measure with.

    Parquet, Arrow and NumPy files hold the columns record (48 bytes) and cost (16 bytes); JSON Lines hold scenarios
    on boards of real cards, which `riftcore check` and `riftcore scenario` read too.

    \b
    riftcore sample 1000000 -o positions.parquet
    riftcore sample 1000 --seed 7 -o positions.jsonl
    """
    chosen, compression = output_format(out, form) if out != "-" else (form or "jsonl", None)
    if out == "-" and chosen != "jsonl":
        raise click.UsageError("standard output takes jsonl only: name a file")
    if chosen == "csv":
        raise click.UsageError("a CSV file cannot hold positions: expected .parquet, .arrow, .npy or .jsonl")
    if chosen == "jsonl" and general:
        raise click.UsageError("--general positions have no scenario form: expected .parquet, .arrow or .npy")
    fields = SCENARIO_FIELDS if chosen == "jsonl" else {"record": "record", "cost": "cost"}
    sampler = api.Sampler(seed, sources=sources, general=general, distribution=distribution)  # type: ignore[arg-type]
    if out == "-":
        for first in range(0, n, CHUNK):
            rows = scenarios(first, *sampler.draw(min(CHUNK, n - first)))
            to_stdout(encode(chosen, fields, rows))
        return
    with progress(n, "positions") as advance, interruptible(), replacing(out) as temporary:
        writer = writer_to(temporary, chosen, compression, fields, n)
        try:
            for first in range(0, n, CHUNK):
                drawn = sampler.draw(min(CHUNK, n - first))
                rows = scenarios(first, *drawn) if chosen == "jsonl" else {"record": drawn[0], "cost": drawn[1]}
                writer.append(encode(chosen, fields, rows))
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


@click.command()
@click.argument("file")
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="OUT",
    help="Where to: .jsonl or .csv (.gz, .zst), .parquet, .arrow, .npy; - is standard output.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="The format of OUT, if its ending does not say it.")
@click.option(
    "--input-format",
    type=click.Choice(["jsonl", "parquet", "arrow", "npy"]),
    help="The format of FILE, if its ending does not say it.",
)
@click.option(
    "--payments",
    is_flag=True,
    help="Write the cheapest payment of each record too. Those of scenarios and states are always written.",
)
@click.option("--policy", metavar="KEY,...", help="What the cheapest payment keeps low, as in riftcore pay.")
@click.option("--cost", metavar="COST", help='One cost for all records, where FILE has none: "2[fury][any]".')
@click.option("--purpose", type=click.Choice(PURPOSES), help="What --cost is paid for.  [default: resolution]")
@click.option("--showdown", is_flag=True, help="--cost is paid in a showdown.")
@click.option(
    "--threads",
    type=click.IntRange(0, _evaluate.MOST_THREADS),
    default=1,
    show_default=True,
    help="Cores to use, 0 for all. The answers are the same.",
)
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="local",
    show_default=True,
    help="What works on the partitions, if FILE is a folder of Parquet files.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="A Dask cluster that runs already.  [default: one on this machine]"
)
@click.option("--strict", is_flag=True, help="Stop at the first bad row and write nothing.")
@click.option("--resume", is_flag=True, help="Go on with an interrupted run from its last finished chunk.")
def batch(
    file: str,
    out: str,
    form: str | None,
    input_format: str | None,
    payments: bool,
    policy: str | None,
    cost: str | None,
    purpose: str | None,
    showdown: bool,
    threads: int,
    engine: str,
    scheduler: str | None,
    strict: bool,
    resume: bool,
) -> None:
    """Judge every row of FILE, in bounded memory whatever its size.

    FILE holds scenarios, one a line (.jsonl) or in the text column scenario (.parquet, .arrow), serialized states
    with actions (integers or JSON) in the columns state and action (.parquet, .arrow), or records of 48 bytes with
    costs of 16 in the columns record and cost (.parquet, .arrow, .npy): see docs/batch.md. It may be compressed
    with gzip or zstd; - is standard input. FILE may be a folder of Parquet files too: OUT is a folder then,
    with a file for each.

    A row that cannot be judged gets the code invalid, and its reason a line in OUT.errors.jsonl; the exit code is 3
    then. After an interruption --resume goes on.

    \b
    riftcore batch games.jsonl -o verdicts.parquet
    riftcore batch positions.parquet -o answers.parquet --payments --threads 0
    riftcore sample 1000 -o - | riftcore batch - -o - --format csv
    riftcore batch folder/ -o answers/ --engine dask --threads 0
    """
    began = perf_counter()
    if (file, resume) == ("-", True) or (out, resume) == ("-", True):
        raise click.UsageError("--resume goes on with files, not with standard input or output")
    if "-" not in (file, out) and os.path.exists(out) and os.path.exists(file) and os.path.samefile(file, out):
        raise click.UsageError("OUT is FILE: name another one")
    folder = os.path.isdir(file)
    if engine != "local" and not folder:
        raise click.UsageError(f"--engine {engine} works on a folder of Parquet files, each of them a partition")
    if scheduler is not None and engine != "dask":
        raise click.UsageError("--scheduler is the address of a Dask cluster: expected --engine dask")

    def task_of(source: Source, chosen: str) -> Task:
        return Task(
            form=chosen,
            scenarios=source.kind != "records",
            states=source.kind == "states",
            payments=payments or (source.kind != "records" and chosen == "npy"),
            cost=_cost_for_all(source, cost, purpose, showdown),
            policy=Policy(policy.split(",")).keys if policy else None,
            threads=threads if engine == "local" else 1,
        )

    cores = threads or os.cpu_count() or 1
    try:
        with interruptible():
            if folder:
                totals = _judge_folder(file, out, form, task_of, engine, scheduler, cores, strict, resume)
            else:
                totals = _judge_file(file, input_format, out, form, task_of, cores, strict, resume)
    except BadRow as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(BAD_ROWS)
    except KeyboardInterrupt:
        what = "the finished files are kept" if folder else f"the finished chunks are in {out}.parts"
        kept = f": {what}, --resume goes on from there" if folder or os.path.isdir(f"{out}.parts") else ""
        click.echo(f"interrupted{kept}", err=True)
        sys.exit(INTERRUPTED)
    click.echo("\n".join(_summary(totals, perf_counter() - began)), err=True)
    if totals.counts[INVALID]:
        if out != "-":
            click.echo(f"why rows are invalid: {os.path.join(out, '*') if folder else out}.errors.jsonl", err=True)
        sys.exit(BAD_ROWS)


def _judge_file(
    file: str, input_format: str | None, out: str, form: str | None, task_of: Callable[[Source, str], Task],
    cores: int, strict: bool, resume: bool,
) -> Totals:  # fmt: skip
    """One file, or standard input, into another, or standard output."""
    chosen, compression = output_format(out, form) if out != "-" else (form or "jsonl", None)
    if out == "-" and chosen not in TEXT:
        raise click.UsageError("standard output takes jsonl and csv only: name a file")
    about = {"input": "-"} if file == "-" else about_input(file)
    with ExitStack() as stack:
        source = source_of(file, stack, input_format)
        task = task_of(source, chosen)
        processes = cores if task.in_processes else 1
        if out == "-":
            totals, bad = run_to_stream(source, task, to_stdout, strict=strict, processes=processes)
            for row, reason in bad:
                click.echo(f"row {row}: {reason}", err=True)
            return totals
        advance = stack.enter_context(progress(source.total, "read" if source.kind == "scenarios" else "rows"))
        return run_to_file(
            source, task, out, compression, about=about, resume=resume, strict=strict, processes=processes,
            advance=steps(advance),
        )  # fmt: skip


def _judge_folder(
    folder: str, out: str, form: str | None, task_of: Callable[[Source, str], Task], engine: str,
    scheduler: str | None, workers: int, strict: bool, resume: bool,
) -> Totals:  # fmt: skip
    """A folder of Parquet files into another folder."""
    if out == "-" or (os.path.exists(out) and not os.path.isdir(out)):
        raise click.UsageError("FILE is a folder, and so must be OUT")
    files = parquet_files(folder)
    with ExitStack() as stack:
        task = task_of(source_of(str(files[0]), stack, "parquet"), form or "parquet")
    parts = partitions_of(folder, files, out, task, strict)
    with progress(len(parts), "partitions") as advance:
        return run_partitions(
            parts, engine, resume=resume, workers=workers, scheduler=scheduler, advance=steps(advance)
        )  # fmt: skip


def steps(advance: Callable[[int], None]) -> Callable[[int], None]:
    """From how far a run has come to how far it went at a time."""
    at = 0

    def moved(done: int) -> None:
        nonlocal at
        advance(done - at)
        at = done

    return moved


def _cost_for_all(source: Source, cost: str | None, purpose: str | None, showdown: bool) -> bytes | None:
    """The row of --cost, if the file has no costs of its own."""
    if cost is None and (purpose or showdown):
        raise click.UsageError("--purpose and --showdown say what --cost is paid for: expected --cost too")
    if cost is not None and source.has_costs:
        what = "costs of its own" if source.kind == "records" else f"{source.kind}, which ask a question of their own"
        raise click.UsageError(f"FILE has {what}: leave out --cost")
    if cost is None and not source.has_costs:
        raise click.UsageError("FILE has records and no costs: expected --cost, one for all")
    if cost is None:
        return None
    row: bytes = _evaluate.cost_column([Cost.parse(cost)], purpose, showdown).tobytes()  # type: ignore[arg-type]
    return row


def _summary(totals: Totals, seconds: float) -> list[str]:
    from riftcore.render import table

    rows = [("rows", f"{totals.rows:,}"), ("legal", f"{totals.counts['ok']:,}")]
    rows += [(code, f"{n:,}") for code, n in sorted(totals.counts.items()) if code != "ok"]
    return table([*rows, ("a second", f"{totals.rows / seconds:,.0f}")])
