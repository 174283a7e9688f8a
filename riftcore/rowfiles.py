"""Files of rows: which format a name means, and writing them chunk by chunk.

JSON Lines and CSV need nothing; Parquet and Arrow need pyarrow, `.npy` needs NumPy: imported when such a file is
opened. A table is a dict of columns of equal length: lists, or the Columns of riftcore.
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

from riftcore._column import Column
from riftcore.errors import RiftcoreError

Table = Mapping[str, Sequence[Any] | Column]

ENDINGS = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow",
    ".npy": "npy", ".csv": "csv",
}  # fmt: skip
FORMATS = ("jsonl", "csv", "parquet", "arrow", "npy")
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
TEXT = ("jsonl", "csv")

# The Arrow types of columns that are no Columns.
TYPES = {"row": "int64"}  # others: text


class FileError(RiftcoreError):
    """A file of rows that cannot be opened, read or written."""


def format_of(path: str, given: str | None = None) -> tuple[str, str | None]:
    """Format and compression of a file, by its ending or as given; FileError where nothing says which."""
    stem, ending = os.path.splitext(path.lower())
    compression = COMPRESSIONS.get(ending)
    if compression is not None:
        ending = os.path.splitext(stem)[1]
    found = given or ENDINGS.get(ending)
    if found is None:
        raise FileError(
            f"{path}: the ending {ending or '(none)'} says no format: expected {', '.join(ENDINGS)} "
            "(text also with .gz or .zst), or --format"
        )
    if compression is not None and found not in TEXT:
        raise FileError(f"{path}: only .jsonl and .csv files are compressed as a whole: expected no second ending")
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


def open_bytes(path: str, mode: str, compression: str | None) -> IO[bytes]:
    """A file of bytes, "rb" or "wb", compressed or not; FileError where it cannot be opened."""
    try:
        if compression == "gzip":
            return cast(IO[bytes], gzip.GzipFile(path, mode, compresslevel=6, mtime=0))
        if compression == "zstd":
            return cast(IO[bytes], zstd().open(path, mode))
        return open(path, mode)
    except OSError as error:
        raise FileError(f"{path}: cannot be opened: {error.strerror or error}") from None


class Writer(Protocol):
    """What a format does with tables, one after the other."""

    def write(self, table: Table) -> None: ...

    def close(self) -> None: ...


class TextWriter:
    """JSON Lines, or CSV with a head line. None is left out of JSON, and empty in CSV."""

    def __init__(self, file: IO[bytes], form: str) -> None:
        self.file = file
        self.csv = form == "csv"
        self.head = False

    def write(self, table: Table) -> None:
        names = list(table)
        text = io.StringIO()
        rows = zip(*(as_list(column) for column in table.values()), strict=True)
        if self.csv:
            lines = csv.writer(text, lineterminator="\n")
            if not self.head:
                lines.writerow(names)
                self.head = True
            lines.writerows(rows)
        else:
            for row in rows:
                values = {name: value for name, value in zip(names, row, strict=True) if value is not None}
                text.write(json.dumps(values, ensure_ascii=False))
                text.write("\n")
        self.file.write(text.getvalue().encode())

    def close(self) -> None:
        self.file.close()


class NpyWriter:
    """A NumPy file of structured rows; the number of rows has to be known."""

    def __init__(self, path: str, n: int) -> None:
        self.numpy = library("numpy", "numpy", "a .npy file")
        self.file = open_bytes(path, "wb", None)
        self.n = n
        self.head = False

    def write(self, table: Table) -> None:
        np = self.numpy
        columns = {name: np.asarray(column) for name, column in table.items()}
        dtype = np.dtype([(name, column.dtype) for name, column in columns.items()])
        if not self.head:
            shape = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": (self.n,)}
            np.lib.format.write_array_header_1_0(self.file, shape)
            self.head = True
        rows = np.empty(len(next(iter(columns.values()))), dtype)
        for name, column in columns.items():
            rows[name] = column
        self.file.write(rows.data.cast("B") if len(rows) else b"")

    def close(self) -> None:
        self.file.close()


class ArrowWriter:
    """Parquet, or an Arrow file."""

    def __init__(self, path: str, form: str) -> None:
        self.pa = library("pyarrow", "arrow", f"a file of the format {form}")
        self.file = open_bytes(path, "wb", None)
        self.form = form
        self.writer: Any = None

    def write(self, table: Table) -> None:
        batch = record_batch(table)
        if self.writer is None:
            if self.form == "parquet":
                self.writer = import_module("pyarrow.parquet").ParquetWriter(self.file, batch.schema)
            else:
                self.writer = self.pa.ipc.new_file(self.file, batch.schema)
        self.writer.write_batch(batch)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.file.close()


def record_batch(table: Table) -> Any:
    """A table as an Arrow record batch; the bytes of Columns are shared."""
    pa = import_module("pyarrow")
    arrays = {
        name: pa.array(column)
        if isinstance(column, Column)
        else pa.array(as_list(column), getattr(pa, TYPES.get(name, "string"))())
        for name, column in table.items()
    }
    return pa.RecordBatch.from_arrays(list(arrays.values()), list(arrays))


def as_list(column: Sequence[Any] | Column) -> Sequence[Any]:
    return column.tolist() if isinstance(column, Column) else column


def writer_to(path: str, form: str, compression: str | None, n: int) -> Writer:
    """What writes n rows into the file of this format."""
    if form == "npy":
        return NpyWriter(path, n)
    if form in TEXT:
        return TextWriter(open_bytes(path, "wb", compression), form)
    return ArrowWriter(path, form)


@contextmanager
def replacing(path: str) -> Iterator[str]:
    """A temporary name beside the file, which takes its place when all went well, and is gone when not."""
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise FileError(f"{path}: cannot be opened: No such file or directory")
    temporary = f"{path}.tmp-{os.getpid()}"
    try:
        yield temporary
        os.replace(temporary, path)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)
