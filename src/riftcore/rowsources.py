"""Reading rows chunk by chunk: scenarios as JSON Lines, records, states and scenarios from Parquet and Arrow, `.npy`.

The memory that this takes is bounded by the size of a chunk, whatever the file's. A source is a sequence of chunks,
the same ones in every run; `total` and a chunk's `done` are in units of its own (bytes or rows), for the progress.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import IO, Any, Protocol, cast

from riftcore.rowfiles import FileError, format_of, library, opened, zstd

RECORD_ROWS = 1 << 16
SCENARIO_ROWS = 1 << 11
STATE_ROWS = 1 << 14
CHUNK_BYTES = 1 << 23
MAX_LINE = 1 << 24
MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"PAR1": "parquet", b"ARROW1": "arrow", b"\x93NUMPY": "npy"}


@dataclass(frozen=True, slots=True)
class Records:
    """Rows of records, and of costs if the file has them. Rows whose number (from 0, in the chunk) is in `bad`
    hold nothing, for the reason that stands there."""

    first: int  # number of the first row, from 1
    n: int
    done: int
    records: Any
    costs: Any
    bad: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenarios:
    """Scenarios as text with their row numbers (lines of JSON Lines); None if a row holds no text, and why."""

    first: int
    n: int
    done: int
    rows: tuple[tuple[int, bytes | None, str], ...]


@dataclass(frozen=True, slots=True)
class States:
    """Serialized states with actions (integers, or JSON as text), and ids if the file has them: Arrow arrays."""

    first: int
    n: int
    done: int
    states: Any
    actions: Any
    ids: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        # A part of an Arrow array would take the whole one along to another process; a stream of its rows does not.
        pa = import_module("pyarrow")
        columns = {"state": self.states, "action": self.actions} | ({} if self.ids is None else {"id": self.ids})
        batch = pa.RecordBatch.from_pydict(columns)
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as stream:
            stream.write_batch(batch)
        return states_restored, (self.first, self.n, self.done, sink.getvalue().to_pybytes())


def states_restored(first: int, n: int, done: int, rows: bytes) -> States:
    """States that came from another process."""
    batch = import_module("pyarrow").ipc.open_stream(rows).read_next_batch()
    return States(first, n, done, *batch.columns)


class Source(Protocol):
    """A file of rows."""

    kind: str  # "records", "scenarios" or "states"
    has_costs: bool
    total: int

    def __iter__(self) -> Iterator[Any]: ...


def source_of(path: str, stack: ExitStack, given: str | None = None) -> Source:
    """The rows of a file, or of standard input for `-`; FileError if it is none that riftcore reads.

    What is opened is closed with the stack.
    """
    raw = cast(IO[bytes], sys.stdin.buffer) if path == "-" else stack.enter_context(opened(path, "rb"))
    file = raw if hasattr(raw, "peek") else io.BufferedReader(cast(Any, raw))
    with reading(lambda: f"{path}: cannot be read"):
        content = content_of(file)
    compression = content if content in ("gzip", "zstd") else None
    if compression is not None:
        file = stack.enter_context(decompressed(file))
    if given is None and path.lower().endswith(".json"):
        raise FileError(f"{path}: expected one scenario a line (.jsonl), found the ending .json")
    known = content if content in ("parquet", "arrow", "npy") else None
    form = given or ((known or "jsonl") if path == "-" else format_of(path)[0])
    if form == "jsonl" and known is not None:
        raise FileError(f"{path}: expected JSON Lines, found a file of the format {known}")
    if form == "jsonl":
        return JsonLines(path, file, raw)
    if form == "npy":
        return Npy(path, file)
    if form in ("parquet", "arrow"):
        if compression or path == "-":
            what = "standard input" if path == "-" else "a file that is compressed as a whole"
            raise FileError(f"{path}: {form} cannot be read from {what}: expected a plain file")
        return ArrowRows(path, form, stack)
    raise FileError(f"{path}: rows are read from .jsonl, .parquet, .arrow and .npy, not from {form}")


def content_of(file: Any) -> str | None:
    """What the first bytes of a file tell of its format or compression."""
    start = file.peek(8)[:8]
    return next((name for magic, name in MAGIC.items() if start.startswith(magic)), None)


def decompressed(file: IO[bytes]) -> IO[bytes]:
    """What a file holds that is compressed with gzip or zstd."""
    packed = gzip.GzipFile(fileobj=file) if content_of(file) == "gzip" else zstd().ZstdFile(file)
    return cast(IO[bytes], packed)


@contextmanager
def reading(where: Callable[[], str]) -> Iterator[None]:
    """FileError that says `where` for whatever a file or its compression finds wrong."""
    try:
        yield
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise FileError(f"{where()}: {getattr(error, 'strerror', None) or error}") from None
    except Exception as error:  # the zstd module's own, which is there only if that is
        if type(error).__name__ != "ZstdError":
            raise
        raise FileError(f"{where()}: {error}") from None


def size_of(file: IO[bytes]) -> int:
    try:
        return os.fstat(file.fileno()).st_size
    except (OSError, io.UnsupportedOperation):
        return 0


class JsonLines:
    """A scenario a line; lines of nothing but space are no rows."""

    kind = "scenarios"
    has_costs = True

    def __init__(self, path: str, file: IO[bytes], raw: IO[bytes]) -> None:
        self.path = path
        self.file = file
        self.raw = raw
        self.total = size_of(raw)

    def __iter__(self) -> Iterator[Scenarios]:
        rows: list[tuple[int, bytes | None, str]] = []
        size = 0
        for number, line, reason in self.lines():
            rows.append((number, line, reason))
            size += len(line or b"")
            if len(rows) >= SCENARIO_ROWS or size >= CHUNK_BYTES:
                yield self.chunk(rows)
                rows, size = [], 0
        if rows:
            yield self.chunk(rows)

    def chunk(self, rows: list[tuple[int, bytes | None, str]]) -> Scenarios:
        try:
            done = self.raw.tell()
        except (OSError, io.UnsupportedOperation):
            done = 0
        return Scenarios(rows[0][0], len(rows), done, tuple(rows))

    def lines(self) -> Iterator[tuple[int, bytes | None, str]]:
        number = 0
        while True:
            with reading(lambda: f"{self.path}: cannot be read behind line {number}"):  # noqa: B023
                line = self.file.readline(MAX_LINE)
                whole = line.endswith(b"\n") or len(line) < MAX_LINE
                rest = line
                while rest and not rest.endswith(b"\n") and not whole:
                    rest = self.file.readline(MAX_LINE)
                    if rest.endswith(b"\n") or not rest:
                        break
            if not line:
                return
            number += 1
            line = line.removeprefix(b"\xef\xbb\xbf")  # also where files were joined
            if not whole:
                yield number, None, f"expected a line of at most {MAX_LINE} bytes"
            elif line.strip():
                yield number, line, ""


class Npy:
    """A NumPy file: rows with the fields record and cost, or rows of records alone."""

    kind = "records"

    def __init__(self, path: str, file: IO[bytes]) -> None:
        np = library("numpy", "numpy", "a .npy file")
        from riftcore import arrays

        self.np = np
        self.path = path
        self.file = file
        with reading(lambda: f"{path}: expected a NumPy file"):
            version = np.lib.format.read_magic(file)
            if version not in ((1, 0), (2, 0), (3, 0)):
                raise ValueError(f"its version {version[0]}.{version[1]} is none")
            read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            shape, fortran, dtype = read(file)
        plain = dtype == np.dtype("u1") and len(shape) == 2 and shape[1] in (48, 64) and not fortran
        if plain or dtype == np.dtype("V64"):
            size = shape[1] if plain else 64
            shape = shape[:1]
            dtype = np.dtype([("record", "V48"), ("cost", "V16")] if size == 64 else [("record", "V48")])
        elif dtype in (arrays.RECORD, np.dtype("V48")):
            dtype = np.dtype([("record", dtype)])
        names = dtype.names or ()
        self.has_costs = "cost" in names
        rows = {
            "record": (arrays.RECORD, np.dtype("V48"), np.dtype(("u1", 48))),
            "cost": (arrays.COST, np.dtype("V16"), np.dtype(("u1", 16))),
        }
        fits = "record" in names and all(dtype[name] in rows[name] for name in rows if name in names)
        if len(shape) != 1 or not fits or dtype.hasobject:
            what = f"the fields {', '.join(names)}" if names else str(dtype)
            raise FileError(
                f"{path}: expected rows of riftcore.arrays.RECORD, or with the fields record and cost "
                f"(riftcore.arrays.COST), found {what} in the shape {shape}"
            )
        self.total = shape[0]
        self.dtype = dtype

    def __iter__(self) -> Iterator[Records]:
        for first in range(0, self.total, RECORD_ROWS):
            n = min(RECORD_ROWS, self.total - first)
            with reading(lambda: f"{self.path}: cannot be read behind row {first}"):  # noqa: B023
                data = self.file.read(n * self.dtype.itemsize)
            if len(data) < n * self.dtype.itemsize:
                found = first + len(data) // self.dtype.itemsize
                raise FileError(f"{self.path}: ends behind row {found}, expected {self.total}")
            rows = self.np.frombuffer(data, self.dtype)
            records = self.np.ascontiguousarray(rows["record"])
            costs = self.np.ascontiguousarray(rows["cost"]) if self.has_costs else None
            yield Records(first + 1, n, first + n, records, costs)


class ArrowRows:
    """A Parquet or Arrow file with the columns record and cost, state and action, or scenario (JSON as text)."""

    def __init__(self, path: str, form: str, stack: ExitStack) -> None:
        pa = library("pyarrow", "arrow", f"a file of the format {form}")
        self.pa = pa
        self.path = path
        try:
            if form == "parquet":
                self.file = stack.enter_context(import_module("pyarrow.parquet").ParquetFile(path))
                self.schema = self.file.schema_arrow
                self.total = self.file.metadata.num_rows
            else:
                self.file = self.arrow(stack.enter_context(opened(path, "rb")))
                self.schema = self.file.schema
                self.total = 0
        except (OSError, pa.ArrowException) as error:
            raise FileError(f"{path}: expected a file of the format {form}: {str(error).splitlines()[0]}") from None
        self.form = form
        names = set(self.schema.names)
        twice = sorted(
            name
            for name in ("record", "cost", "scenario", "state", "action", "id")
            if self.schema.names.count(name) > 1
        )
        if twice:
            raise FileError(f"{path}: expected one column {twice[0]}, found {self.schema.names.count(twice[0])}")
        if "record" in names:
            self.kind = "records"
            self.has_costs = "cost" in names
            self.columns = ["record", "cost"][: 1 + self.has_costs]
            for name, size in (("record", 48), ("cost", 16)):
                found = self.schema.field(name).type if name in names else None
                # Bytes of any length too, as Spark writes them: a row of another one is a bad row.
                if found not in (None, pa.binary(size), pa.binary(), pa.large_binary(), pa.binary_view()):
                    raise FileError(f"{path}: column {name}: expected fixed_size_binary({size}), found {found}")
        elif {"state", "action"} <= names:
            self.kind = "states"
            self.has_costs = True
            self.columns = ["state", "action", *(["id"] if "id" in names else [])]
            self.expect("state", "serialized states (binary)", pa.types.is_binary, *self.binary)
            self.expect("action", "integers, or JSON as text", pa.types.is_integer, *self.text)
            if "id" in names:
                self.expect("id", "text", *self.text)
        elif "scenario" in names:
            self.kind = "scenarios"
            self.has_costs = True
            self.columns = ["scenario"]
            self.expect("scenario", "text", pa.types.is_binary, pa.types.is_large_binary, *self.text)
        else:
            raise FileError(
                f"{path}: expected the column record (48 bytes; with cost, 16 bytes), state and action, or scenario "
                f"(JSON as text), found {', '.join(self.schema.names) or 'none'}"
            )
        self.rows = {"records": RECORD_ROWS, "states": STATE_ROWS}.get(self.kind, SCENARIO_ROWS)

    @property
    def text(self) -> tuple[Callable[[Any], bool], ...]:
        types = self.pa.types
        return types.is_string, types.is_large_string, types.is_string_view

    @property
    def binary(self) -> tuple[Callable[[Any], bool], ...]:
        types = self.pa.types
        return types.is_large_binary, types.is_binary_view

    def expect(self, name: str, what: str, *kinds: Callable[[Any], bool]) -> None:
        """FileError if the column is of no such type."""
        found = self.schema.field(name).type
        if name in ("scenario", "state", "action") and self.pa.types.is_dictionary(found):
            found = found.value_type
        if not any(kind(found) for kind in kinds):
            raise FileError(f"{self.path}: column {name}: expected {what}, found {found}")

    def arrow(self, file: IO[bytes]) -> Any:
        """An Arrow file, or the stream form of one."""
        is_file = file.read(6) == b"ARROW1"
        file.seek(0)
        return self.pa.ipc.open_file(file) if is_file else self.pa.ipc.open_stream(file)

    def batches(self) -> Iterator[Any]:
        if self.form == "parquet":
            yield from self.file.iter_batches(batch_size=self.rows, columns=self.columns)
        elif hasattr(self.file, "num_record_batches"):
            for i in range(self.file.num_record_batches):
                yield self.file.get_batch(i)
        else:
            yield from self.file

    def __iter__(self) -> Iterator[Records | Scenarios | States]:
        first = 0
        try:
            for batch in self.batches():
                for start in range(0, batch.num_rows, self.rows):
                    part = batch.slice(start, self.rows)
                    yield self.chunk(part, first + 1)
                    first += part.num_rows
        except (OSError, self.pa.ArrowException) as error:
            raise FileError(f"{self.path}: cannot be read behind row {first}: {error}") from None

    def chunk(self, batch: Any, first: int) -> Records | Scenarios | States:
        n = batch.num_rows
        done = first + n - 1
        if self.kind == "states":
            ids = batch.column("id") if "id" in self.columns else None
            return States(first, n, done, batch.column("state"), batch.column("action"), ids)
        if self.kind == "scenarios":
            rows = []
            for i, value in enumerate(batch.column("scenario").to_pylist()):
                text = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
                rows.append((first + i, text, "" if text is not None else "the scenario is null"))
            return Scenarios(first, n, done, tuple(rows))
        records, bad = self.filled(batch.column("record"), 48)
        costs, bad_costs = self.filled(batch.column("cost"), 16) if self.has_costs else (None, {})
        return Records(first, n, done, records, costs, bad_costs | bad)

    def filled(self, column: Any, size: int) -> tuple[Any, dict[int, str]]:
        """The column as rows of that size, and why some of them hold nothing."""
        if not column.null_count and column.type == self.pa.binary(size):
            return column, {}
        values = column.to_pylist()
        bad = {i: "the row is null" for i, value in enumerate(values) if value is None}
        bad |= {
            i: f"expected {size} bytes, found {len(value)}"
            for i, value in enumerate(values)
            if value is not None and len(value) != size
        }
        nothing = b"\xff" * size  # out of bounds in every row of every kind
        return self.pa.array(
            [nothing if i in bad else value for i, value in enumerate(values)], self.pa.binary(size)
        ), bad
