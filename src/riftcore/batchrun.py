"""A file of rows judged from end to end: chunks in, finished parts on the way, one file out.

Finished chunks are kept in a folder beside the output, OUT.parts, each written under another name first. When all are
there they become the output, again under another name first; then the folder goes. An interrupted run leaves the folder
and no output, and can go on from it; a run that finished no chunk leaves nothing. One run at a time has the folder.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from riftcore.checks import INVALID, Judged, Task, judge
from riftcore.rowfiles import FileError, OutputError, check_target, replacing, writer_to
from riftcore.rowsources import Source
from riftcore.workers import in_order

VERSION = 1


class BadRow(Exception):
    """The first row that cannot be judged, if that ends the run."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(f"row {row}: {reason}")
        self.row = row


@dataclass(slots=True)
class Totals:
    """What a run found."""

    rows: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, n: int, counts: dict[str, int]) -> None:
        self.rows += n
        self.counts.update(counts)


def run_to_file(
    source: Source,
    task: Task,
    out: str,
    compression: str | None,
    *,
    about: dict[str, Any],
    resume: bool = False,
    strict: bool = False,
    processes: int = 1,
    advance: Callable[[int], None] = lambda done: None,
) -> Totals:
    """Judge all rows into the file `out`, and bad ones with their reasons into `out`.errors.jsonl, if there are any.

    `about` names the input and the options: a run is resumed only if they are the same. BadRow with `strict`.
    """
    check_target(out)
    with Parts(Path(f"{out}.parts"), {"version": VERSION, **about, "task": described(task)}, resume) as parts:
        totals = Totals()
        for part in parts.finished:
            totals.add(part["n"], part["counts"])
        chunks = iter(source)
        for chunk in islice(chunks, len(parts.finished)):
            advance(chunk.done)
        for done, judged in judge_all(task, chunks, processes):
            if strict and judged.bad:
                parts.remove()
                raise BadRow(*judged.bad[0])
            parts.add(judged)
            totals.add(judged.n, judged.counts)
            advance(done)
        parts.into(out, task, compression, totals.rows)
    return totals


def described(task: Task) -> dict[str, Any]:
    """The question as JSON. The number of threads is no part of it."""
    found = asdict(task)
    del found["threads"]
    policy = list(task.policy) if task.policy else None
    return found | {"cost": task.cost.hex() if task.cost else None, "policy": policy}


def judge_all(task: Task, chunks: Iterable[Any], processes: int) -> Iterator[tuple[int, Judged]]:
    """The answers to all chunks in their order, worked out by this many processes."""
    if processes <= 1:
        for chunk in chunks:
            yield chunk.done, judge(task, chunk)
        return
    waiting: deque[int] = deque()

    def noted() -> Iterator[Any]:
        for chunk in chunks:
            waiting.append(chunk.done)
            yield chunk

    for judged in in_order(partial(judge, task), noted(), processes):
        yield waiting.popleft(), judged


class Parts:
    """The finished chunks of a run, in a folder that no other run takes meanwhile."""

    def __init__(self, folder: Path, about: dict[str, Any], resume: bool) -> None:
        self.folder = folder
        self.resume = resume
        self.finished: list[dict[str, Any]] = []
        self.told = json.dumps(about, sort_keys=True)
        try:
            if folder.exists() and not (folder / "about.json").exists() and any(folder.iterdir()):
                raise FileError(f"{folder}: is in the way, and is no folder of an interrupted run")
            if not folder.exists():
                folder.mkdir()
            elif resume and any(folder.iterdir()):
                self.check()
            self.lock = self.locked()
        except OSError as error:
            raise FileError(f"{folder}: cannot be used: {error.strerror or error}") from None

    def __enter__(self) -> Parts:
        try:
            if self.resume:
                self.find()
            else:
                self.clear()
            self.write("about.json", self.told.encode())
        except BaseException:
            os.close(self.lock)
            if not any(self.folder.iterdir()):
                self.folder.rmdir()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Without an error the folder is gone; with one it stays if it is of use, and the user is told so."""
        try:
            if error is None or not self.finished:
                self.remove()
            elif isinstance(error, FileError):
                raise type(error)(
                    f"{error}; the finished chunks are in {self.folder}, --resume goes on from there"
                ) from None
        finally:
            os.close(self.lock)

    def locked(self) -> int:
        """The lock of the folder, which goes with the process; FileError where another run has it."""
        lock = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise FileError(f"{self.folder}: another run is at work on the same output") from None
        return lock

    def check(self) -> None:
        """FileError if the folder is that of another run."""
        known, now = self.note("about.json"), json.loads(self.told)
        if not isinstance(known, dict):
            raise self.unreadable()
        other = sorted(different(known, now))
        if other:
            raise FileError(f"{self.folder}: is of a run with another {', '.join(other)}: start again without --resume")

    def find(self) -> None:
        """The notes of the chunks that are finished."""
        while (self.folder / (name := f"{len(self.finished):08}.json")).exists():
            note = self.note(name)
            if not isinstance(note, dict) or not {"n", "counts"} <= note.keys():
                raise self.unreadable()
            self.finished.append(note)

    def note(self, name: str) -> Any:
        try:
            return json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise self.unreadable() from None

    def unreadable(self) -> FileError:
        return FileError(f"{self.folder}: is no folder of an interrupted run: remove it to start again")

    def clear(self) -> None:
        try:
            for path in self.folder.iterdir():
                path.unlink()
        except OSError as error:
            raise FileError(f"{self.folder}: cannot be cleared: {error.strerror or error}") from None

    def add(self, judged: Judged) -> None:
        """Keep a chunk: its note is written last, so that what has a note is whole."""
        name = f"{len(self.finished):08}"
        note = {"n": judged.n, "counts": judged.counts}
        self.write(f"{name}.rows", judged.rows)
        bad = [json.dumps({"row": row, "reason": reason}, ensure_ascii=False) + "\n" for row, reason in judged.bad]
        self.write(f"{name}.errors", "".join(bad).encode("utf-8", "backslashreplace"))
        self.write(f"{name}.json", json.dumps(note).encode())
        self.finished.append(note)

    def write(self, name: str, data: bytes) -> None:
        temporary = self.folder / f"{name}.tmp"
        try:
            temporary.write_bytes(data)
            temporary.replace(self.folder / name)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise OutputError(f"{temporary}: cannot be written: {error.strerror or error}") from None

    def read(self, ending: str) -> Iterator[bytes]:
        for i in range(len(self.finished)):
            yield (self.folder / f"{i:08}.{ending}").read_bytes()

    def into(self, out: str, task: Task, compression: str | None, n: int) -> None:
        """All parts as one file, and the errors as another if there are any."""
        errors = f"{out}.errors.jsonl"
        with replacing(out) as temporary:
            writer = writer_to(temporary, task.form, compression, task.fields, n)
            try:
                for rows in self.read("rows"):
                    writer.append(rows)
            finally:
                writer.close()
            if any(note["counts"].get(INVALID) for note in self.finished):
                with replacing(errors) as other, open(other, "wb") as file:
                    file.writelines(self.read("errors"))
            else:
                Path(errors).unlink(missing_ok=True)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def different(known: dict[str, Any], now: dict[str, Any]) -> set[str]:
    """The names under which two notes say different things; those inside of the notes in them."""
    found: set[str] = set()
    for key in {*known, *now}:
        one, other = known.get(key), now.get(key)
        if isinstance(one, dict) and isinstance(other, dict):
            found |= {f"{key} ({name})" for name in different(one, other)}
        elif one != other:
            found.add(key)
    return found


def run_to_stream(
    source: Source, task: Task, write: Callable[[bytes], Any], *, strict: bool = False, processes: int = 1
) -> tuple[Totals, list[tuple[int, str]]]:
    """Judge all rows into a stream of text; the first bad rows are returned with their reasons."""
    totals = Totals()
    bad: list[tuple[int, str]] = []
    if task.form == "csv":
        write((",".join(task.fields) + "\n").encode())
    for _, judged in judge_all(task, source, processes):
        if strict and judged.bad:
            raise BadRow(*judged.bad[0])
        write(judged.rows)
        totals.add(judged.n, judged.counts)
        bad.extend(judged.bad[: 20 - len(bad)])
    return totals, bad


def about_input(path: str) -> dict[str, Any]:
    """What tells an input from another one of the same name."""
    try:
        found = os.stat(path)
    except OSError as error:
        raise FileError(f"{path}: cannot be opened: {error.strerror or error}") from None
    return {"input": {"path": os.path.abspath(path), "size": found.st_size, "changed": found.st_mtime_ns}}
