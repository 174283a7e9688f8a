"""A folder of Parquet files judged file by file: here, or on the workers of a Dask cluster or of Daft.

Each file is a partition. What is done with one is the same function everywhere, so that the answers are the same to the
byte: OUT has a file of the same name for each, with the bad rows beside it in NAME.errors.jsonl. A partition whose
output is there is finished; it was written under another name first.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from riftcore.batchrun import BadRow, Totals, about_input, described, judge_all
from riftcore.checks import Task
from riftcore.rowfiles import FileError, library, replacing, writer_to
from riftcore.rowsources import source_of
from riftcore.workers import in_order

ENGINES = ("local", "dask", "daft")


@dataclass(frozen=True, slots=True)
class Partition:
    """One file and where its answers go."""

    file: str
    out: str
    task: Task
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a partition: JSON-like, since it travels between processes."""

    out: str
    rows: int
    counts: dict[str, int]
    error: str = ""  # the first bad row, if that ends the run
    row: int = 0

    @staticmethod
    def of(text: str) -> Done:
        return Done(**json.loads(text))


def parquet_files(folder: str) -> list[Path]:
    """The Parquet files of a folder and of those in it, by name; FileError if there are none."""
    root = Path(folder)
    files = sorted(
        path for path in root.rglob("*.parquet") if not any(part[0] in "._" for part in path.relative_to(root).parts)
    )
    if not files:
        raise FileError(f"{folder}: expected Parquet files (*.parquet) in the folder, found none")
    return files


def partitions_of(folder: str, files: Sequence[Path], out: str, task: Task, strict: bool) -> list[Partition]:
    """Each file with the one of the same name in `out` for its answers."""
    outs = [(Path(out) / path.relative_to(folder)).with_suffix(f".{task.form}") for path in files]
    return [
        Partition(str(path.resolve()), str(to.resolve()), task, strict) for path, to in zip(files, outs, strict=True)
    ]


def judge_partition(part: Partition) -> str:
    """Judge one file into another; a Done as JSON. This is what the workers run."""
    totals = Totals()
    bad: list[bytes] = []
    Path(part.out).parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        source = source_of(part.file, stack, "parquet")
        kind = "states" if part.task.states else "scenarios" if part.task.scenarios else "records"
        if source.kind != kind or source.has_costs != (part.task.cost is None):
            raise FileError(f"{part.file}: expected the same columns as in the first file of the folder")
        temporary = stack.enter_context(replacing(part.out))
        writer = writer_to(temporary, part.task.form, None, part.task.fields, source.total)
        try:
            for _, judged in judge_all(part.task, source, 1):
                if part.strict and judged.bad:
                    row, reason = judged.bad[0]
                    raise BadRow(row, reason)
                writer.append(judged.rows)
                totals.add(judged.n, judged.counts)
                bad += [json.dumps({"row": row, "reason": reason}).encode() + b"\n" for row, reason in judged.bad]
        finally:
            writer.close()
        errors = f"{part.out}.errors.jsonl"
        if bad:
            with replacing(errors) as other:
                Path(other).write_bytes(b"".join(bad))
        else:
            Path(errors).unlink(missing_ok=True)
        with replacing(f"{part.out}.done") as other:
            note = {"rows": totals.rows, "counts": totals.counts, "of": about(part)}
            Path(other).write_text(json.dumps(note), encoding="utf-8")
    return json.dumps({"out": part.out, "rows": totals.rows, "counts": totals.counts})


def about(part: Partition) -> dict[str, Any]:
    """What tells this partition from one of the same name: another file, other options."""
    return {**about_input(part.file), "task": described(part.task)}


def told(part: Partition) -> str:
    """judge_partition() for workers: with `strict` it returns the bad row instead of raising it, or an engine would try
    again."""
    try:
        return judge_partition(part)
    except BadRow as error:
        return json.dumps({"out": part.out, "rows": 0, "counts": {}, "error": str(error), "row": error.row})


def run_partitions(
    parts: Sequence[Partition],
    engine: str,
    *,
    resume: bool = False,
    workers: int = 1,
    scheduler: str | None = None,
    advance: Callable[[int], None] = lambda done: None,
) -> Totals:
    """Judge all partitions with one of ENGINES; BadRow where `strict` and one has a bad row."""
    totals = Totals()
    left = []
    for part in parts:
        note = Path(f"{part.out}.done")
        known = json.loads(note.read_text(encoding="utf-8")) if resume and note.exists() else {}
        if known.get("of") == about(part) and Path(part.out).exists():
            totals.add(known["rows"], known["counts"])
        else:
            note.unlink(missing_ok=True)
            left.append(part)
    finished = len(parts) - len(left)
    advance(finished)
    run = {"local": _local, "dask": _dask, "daft": _daft}[engine]
    if left:
        with closing(run(left, workers, scheduler)) as texts:
            for text in texts:
                done = Done.of(text)
                if done.error:
                    raise BadRow(done.row, f"{done.error.partition(': ')[2]} ({done.out})")
                totals.add(done.rows, done.counts)
                finished += 1
                advance(finished)
    for part in parts:
        Path(f"{part.out}.done").unlink(missing_ok=True)
    return totals


def _local(parts: Sequence[Partition], workers: int, scheduler: str | None) -> Generator[str, None, None]:
    """Here: in threads of their own (Task.threads), or in processes."""
    if workers <= 1 or not parts[0].task.in_processes:
        yield from map(told, parts)
        return
    yield from in_order(told, parts, workers)


def _dask(parts: Sequence[Partition], workers: int, scheduler: str | None) -> Generator[str, None, None]:
    """On a cluster that runs already, or on processes of this machine."""
    distributed = library("distributed", "dask", "--engine dask")
    with ExitStack() as stack:
        if scheduler is None:
            cluster = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
            )
            client = stack.enter_context(distributed.Client(stack.enter_context(cluster)))
        else:
            client = stack.enter_context(distributed.Client(scheduler))
        futures = client.map(told, parts, pure=False)
        for _, text in distributed.as_completed(futures, with_results=True):
            yield text


def _daft(parts: Sequence[Partition], workers: int, scheduler: str | None) -> Generator[str, None, None]:
    """With Daft's runner: processes of this machine, or the Ray cluster that Daft is set to."""
    os.environ.setdefault("DO_NOT_TRACK", "true")
    daft = library("daft", "daft", "--engine daft")

    @daft.cls(use_process=True, max_concurrency=workers)
    class Worker:
        @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=1)  # type: ignore[untyped-decorator]
        def judged(self, pickled: Any) -> list[str]:
            return [told(pickle.loads(one)) for one in pickled.to_pylist()]

    frame = daft.from_pydict({"part": [pickle.dumps(part) for part in parts]})
    rows = frame.select(Worker().judged(daft.col("part")).alias("done")).iter_rows()
    try:
        for row in rows:
            yield row["done"]
    finally:
        # Daft's threads go on for a moment behind the last row, and crash if Python ends first: nothing tells when.
        for _ in rows:
            pass
        del rows, frame
        gc.collect()
        time.sleep(0.5)
