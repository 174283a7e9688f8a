"""Files of rows: which format a name means, how rows are written down, and how they are read chunk by chunk.

JSON Lines and CSV need nothing; Parquet and Arrow need pyarrow, `.npy` needs NumPy: imported when such a file is
opened. A table is a dict of columns of equal length: lists, or the Columns of riftcore; its fields say what they hold.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import IO, Any, Protocol, cast

from riftcore.edge._column import Column
from riftcore.edge._rowtext import json_lines
from riftcore.errors import RiftcoreError

Table = Mapping[str, Sequence[Any] | Column]
#: Columns by name: the kind of a Column ("record", "cost", "payment", "code"), "row" (a number), "text", "json"
#: (values) or "steps" (JSON that is text already).
Fields = Mapping[str, str]

ENDINGS = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow",
    ".npy": "npy", ".csv": "csv",
}  # fmt: skip
FORMATS = ("jsonl", "csv", "parquet", "arrow", "npy")
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
TEXT = ("jsonl", "csv")


class FileError(RiftcoreError):
    """A file of rows that cannot be opened or read."""


class OutputError(FileError):
    """A file that can be opened and takes no more: the disk is full, for example."""


def format_of(path: str, given: str | None = None) -> tuple[str, str | None]:
    """Format and compression of a file, by its ending or as given; FileError if nothing says which."""
    stem, ending = os.path.splitext(path.lower())
    compression = COMPRESSIONS.get(ending)
    if compression is not None:
        ending = os.path.splitext(stem)[1]
    found = given or ENDINGS.get(ending)
    if found is None:
        raise FileError(
            f"{path}: the ending {ending or '(none)'} says no format: expected {', '.join(ENDINGS)} "
            "(text also with .gz or .zst), or that the format is named"
        )
    return found, compression


def library(name: str, extra: str, what: str) -> Any:
    """An optional module, or the error that says how to get it."""
    try:
        return import_module(name)
    except ImportError:
        raise FileError(f"{what} needs {name.partition('.')[0]}: pip install 'riftcore[{extra}]'") from None


def zstd() -> Any:
    """The zstd module of Python 3.14, or the same from the package backports.zstd."""
    if sys.version_info >= (3, 14):
        return import_module("compression.zstd")
    return library("backports.zstd", "zstd", "zstd")


def opened(path: str, mode: str) -> IO[bytes]:
    """A file of bytes; FileError if it cannot be opened."""
    try:
        return cast(IO[bytes], open(path, mode))
    except OSError as error:
        raise FileError(f"{path}: cannot be opened: {error.strerror or error}") from None


def check_target(path: str) -> None:
    """FileError if no file can come to stand: a device or a pipe would be lost, a folder stays."""
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise FileError(f"{path}: cannot be opened: No such file or directory")
    if os.path.exists(path) and not os.path.isfile(path):
        what = "a folder" if os.path.isdir(path) else "a device or a pipe; - is standard output"
        raise FileError(f"{path}: expected the name of a file, found {what}")


@contextmanager
def replacing(path: str) -> Iterator[str]:
    """A temporary name beside the file, which takes its place when all went well, and is gone when not."""
    check_target(path)
    target = os.path.realpath(path)  # a link stays one
    temporary = f"{target}.tmp-{os.getpid()}"
    try:
        yield temporary
        os.replace(temporary, target)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


# ------------------------------------------------------------------------------------------------------ writing


def encode(form: str, fields: Fields, table: Table) -> bytes:
    """The rows of a table as the format writes them down, without what stands at the head or the end of a file."""
    if form == "csv":
        text = io.StringIO()
        columns = [csv_cells(table[name], kind) for name, kind in fields.items()]
        csv.writer(text, lineterminator="\n").writerows(zip(*columns, strict=True))
        return text.getvalue().encode()
    if form == "jsonl" and all(kind in ("row", "text", "steps") for kind in fields.values()):
        return json_lines(fields, table)
    if form == "jsonl":
        lines = []
        for row in zip(*(as_list(table[name]) for name in fields), strict=True):
            values = {name: value for name, value in zip(fields, row, strict=True) if value is not None}
            lines.append(json.dumps(values, ensure_ascii=False) + "\n")
        return "".join(lines).encode()
    if form == "npy":
        np = import_module("numpy")
        rows = np.empty(len(next(iter(table.values()))), npy_dtype(fields))
        for name in fields:
            rows[name] = np.asarray(table[name])
        return cast(bytes, rows.tobytes())
    pa = import_module("pyarrow")
    batch = record_batch(fields, table)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return cast(bytes, sink.getvalue().to_pybytes())


def as_list(column: Sequence[Any] | Column) -> Sequence[Any]:
    return column.tolist() if isinstance(column, Column) else column


def csv_cells(column: Sequence[Any] | Column, kind: str) -> Sequence[Any]:
    """Values as CSV and Arrow hold them: JSON as text."""
    if kind == "json":
        return [None if value is None else json.dumps(value, ensure_ascii=False) for value in as_list(column)]
    return as_list(column)


def npy_dtype(fields: Fields) -> Any:
    np = library("numpy", "numpy", "a .npy file")
    from riftcore import arrays

    types = {"row": "<i8", "code": "u1"}
    return np.dtype([(name, types.get(kind) or getattr(arrays, kind.upper())) for name, kind in fields.items()])


def arrow_type(kind: str) -> Any:
    pa = library("pyarrow", "arrow", "a Parquet or Arrow file")
    sizes = {"record": 48, "cost": 16, "payment": 32}
    if kind in sizes:
        return pa.binary(sizes[kind])
    return {"row": pa.int64(), "code": pa.uint8()}.get(kind) or pa.string()


def record_batch(fields: Fields, table: Table) -> Any:
    """A table as an Arrow record batch; the bytes of Columns are shared."""
    pa = import_module("pyarrow")
    arrays = []
    for name, kind in fields.items():
        column = table[name]
        whole = isinstance(column, Column)
        arrays.append(pa.array(column) if whole else pa.array(csv_cells(column, kind), arrow_type(kind)))
    return pa.RecordBatch.from_arrays(arrays, list(fields))


class Writer(Protocol):
    """A file of one format, to which encoded rows are added."""

    def append(self, rows: bytes) -> None: ...

    def close(self) -> None: ...


class BytesWriter:
    """Rows one after the other, behind what stands at the head of the file."""

    def __init__(self, file: IO[bytes], head: bytes = b"") -> None:
        self.file = file
        file.write(head)

    def append(self, rows: bytes) -> None:
        self.file.write(rows)

    def close(self) -> None:
        self.file.close()


class ArrowWriter:
    """Parquet, or an Arrow file."""

    def __init__(self, file: IO[bytes], form: str, fields: Fields) -> None:
        self.pa = library("pyarrow", "arrow", f"a file of the format {form}")
        self.file = file
        schema = self.pa.schema([(name, arrow_type(kind)) for name, kind in fields.items()])
        if form == "parquet":
            self.writer = import_module("pyarrow.parquet").ParquetWriter(file, schema, compression="zstd")
        else:
            self.writer = self.pa.ipc.new_file(file, schema)

    def append(self, rows: bytes) -> None:
        for batch in self.pa.ipc.open_stream(rows):
            self.writer.write_batch(batch)

    def close(self) -> None:
        self.writer.close()
        self.file.close()


def writer_to(path: str, form: str, compression: str | None, fields: Fields, n: int) -> Writer:
    """What writes n rows into the file of this format."""
    if form == "npy":
        head = io.BytesIO()
        import_np = library("numpy", "numpy", "a .npy file")
        descr = import_np.lib.format.dtype_to_descr(npy_dtype(fields))
        import_np.lib.format.write_array_header_2_0(head, {"descr": descr, "fortran_order": False, "shape": (n,)})
        return BytesWriter(opened(path, "wb"), head.getvalue())
    if form in TEXT:
        head_line = ",".join(fields) + "\n" if form == "csv" else ""
        return BytesWriter(compressed(path, compression), head_line.encode())
    library("pyarrow", "arrow", f"a file of the format {form}")
    return ArrowWriter(opened(path, "wb"), form, fields)


def compressed(path: str, compression: str | None) -> IO[bytes]:
    """A file to be written, compressed or not."""
    if compression == "zstd":
        return cast(IO[bytes], zstd().open(path, "wb"))
    raw = opened(path, "wb")
    if compression == "gzip":
        # Nothing of the time or the name goes in: the same rows are the same bytes.
        return cast(IO[bytes], Gzip(raw))
    return raw


class Gzip(gzip.GzipFile):
    """A gzip file that closes the file below."""

    def __init__(self, raw: IO[bytes]) -> None:
        super().__init__("", "wb", 6, raw, mtime=0)
        self.raw = raw

    def close(self) -> None:
        super().close()
        self.raw.close()
