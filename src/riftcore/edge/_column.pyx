"""Rows of equal size, ours and other people's: a Column owns its bytes, a Rows borrows them.

Both sides speak the buffer protocol and the Arrow C data interface, and copy nothing. What comes in
is looked at here and trusted afterwards: whole rows, one after the other, of the right size and
byte order.
"""

import re
import sys

from riftcore.edge._blobs import in_words
from riftcore.errors import shown

from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_ND,
    PyBUF_STRIDES,
    PyBUF_WRITABLE,
    PyBuffer_IsContiguous,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport int64_t, uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from riftcore.edge._arrow cimport ArrowArray, ArrowArrayStream, ArrowSchema

#: The fields of each kind of row, in order: name and format. docs/record.md says what they mean.
LAYOUTS = {
    "record": (
        ("ready", "6B"), ("exhausted", "6B"), ("energy", "B"), ("power", "6B"), ("universal", "B"),
        ("spells_energy", "B"), ("units_energy", "B"), ("showdown_energy", "B"), ("spells_universal", "B"),
        ("gear_universal", "B"), ("seals", "6B"), ("one", "B"), ("two", "B"), ("lux", "B"), ("honeyfruit", "B"),
        ("gold", "B"), ("converters", "B"), ("legend", "B"), ("borrowers", "B"), ("borrow", "H"), ("flags", "B"),
        ("version", "B"), ("spare", "5B"),
    ),
    "cost": (
        ("energy", "B"), ("power", "6B"), ("any", "B"), ("hybrid", "B"), ("hybrid_mask", "B"), ("hybrid2", "B"),
        ("hybrid2_mask", "B"), ("purpose", "B"), ("showdown", "B"), ("zero", "2B"),
    ),
    "payment": (
        ("exhaust", "6B"), ("recycle", "6B"), ("seals", "6B"), ("one", "B"), ("two", "B"), ("lux", "B"),
        ("honeyfruit", "B"), ("honeyfruit_both", "B"), ("gold", "B"), ("objects", "B"), ("anomaly_x", "B"),
        ("henge_x", "B"), ("borrowed", "4B"), ("payable", "B"),
    ),
    "code": (),
}
#: Bytes of a row.
SIZES = {"record": 48, "cost": 16, "payment": 32, "code": 1}


def field_format(name, form):
    """A field in the format of the buffer protocol: little-endian, so that nothing is aligned."""
    n = form.rstrip("BH")
    return f"{f'({n})' if n else ''}<{form[len(n):]}:{name}:"


# By kind: the format of the buffer protocol and of Arrow, as C strings that live as long as the module.
_FORMATS = {
    kind: (
        b"T{" + "".join([field_format(name, form) for name, form in fields]).encode() + b"}" if fields else b"B",
        f"w:{SIZES[kind]}".encode() if fields else b"C",
    )
    for kind, fields in LAYOUTS.items()
}

_FIELD_NAMES = re.compile(":[^:]*:")
_NAMES = {SIZES[kind]: [name for name, _ in fields] for kind, fields in LAYOUTS.items()}
_OTHER_THAN_BYTES = re.compile("[^BbcsxHT{}()<=@|^,0-9 ]")
# Formats that are fine, with their size of a row: to read one takes as long as a thousand rows.
cdef set FINE = set()

cdef enum:
    ALIGNED = 64                # as Arrow recommends
    MAX_FINE = 64               # formats that are remembered
    MAX_ROWS = 0x7FFFFFFF

if sys.byteorder != "little":
    raise ImportError("records are little-endian, and so must be the machine")


# ------------------------------------------------------------------------------------ our own rows


cdef class Column:
    """Rows of one kind that riftcore made: ``"record"``, ``"cost"``, ``"payment"`` or ``"code"``.

    A writable buffer (``memoryview(column)``, ``numpy.asarray(column)``: the dtypes of `riftcore.arrays`) and an
    Arrow array (``pyarrow.array(column)``), both without a copy. ``column[i]`` is a row as bytes, of codes a number;
    ``column[i:j]`` a part of the same bytes. ``kind``, ``size`` (bytes a row), ``len``.
    """

    def __init__(self):
        raise TypeError("columns are made by riftcore.batch and riftcore.arrays")

    def __dealloc__(self):
        free(self.block)

    @property
    def nbytes(self):
        """Bytes of all rows together."""
        return self.n * self.size

    def tobytes(self):
        """A copy of all rows."""
        return PyBytes_FromStringAndSize(<char *>self.data, self.n * self.size)

    def tolist(self):
        """The rows one by one, as `column[i]` gives them."""
        return [self[i] for i in range(self.n)]

    def __len__(self):
        return self.n

    def __getitem__(self, at):
        cdef Py_ssize_t i, start, stop
        cdef Column part
        if isinstance(at, slice):
            start, stop, step = at.indices(self.n)
            if step != 1:
                raise ValueError(f"a column has no steps of {step}: expected column[i:j]")
            part = Column.__new__(Column)
            part.owner = self
            part.kind = self.kind
            part.size = self.size
            part.n = max(0, stop - start)
            part.data = self.data + start * self.size
            return part
        i = at
        if i < 0:
            i += self.n
        if not 0 <= i < self.n:
            raise IndexError(f"row {at} of a column of {self.n}")
        if self.size == 1:
            return self.data[i]
        return PyBytes_FromStringAndSize(<char *>self.data + i * self.size, self.size)

    def __eq__(self, other):
        if not isinstance(other, Column):
            return NotImplemented
        cdef Column o = other
        return self.kind == o.kind and self.n == o.n and memcmp(self.data, o.data, self.n * self.size) == 0

    __hash__ = None

    def __repr__(self):
        return f"<Column of {self.n} {self.kind}{'' if self.n == 1 else 's'}>"

    def __reduce__(self):
        return column_of, (self.kind, self.tobytes())

    def __getbuffer__(self, Py_buffer *view, int flags):
        self.shape[0] = self.n
        self.strides[0] = self.size
        view.buf = self.data
        view.obj = self
        view.len = self.n * self.size
        view.itemsize = self.size
        view.readonly = False
        view.ndim = 1
        view.format = <char *>_FORMATS[self.kind][0] if flags & PyBUF_FORMAT else NULL
        view.shape = self.shape if flags & PyBUF_ND else NULL
        view.strides = self.strides if flags & PyBUF_STRIDES == PyBUF_STRIDES else NULL
        view.suboffsets = NULL
        view.internal = NULL

    def __arrow_c_schema__(self):
        """The type as an Arrow capsule: fixed_size_binary of the row, codes as uint8."""
        cdef ArrowSchema *schema = <ArrowSchema *>malloc(sizeof(ArrowSchema))
        if schema is NULL:
            raise MemoryError
        memset(schema, 0, sizeof(ArrowSchema))
        schema.format = <char *>_FORMATS[self.kind][1]
        schema.name = b""
        schema.release = schema_release
        return PyCapsule_New(schema, "arrow_schema", schema_capsule_free)

    def __arrow_c_array__(self, requested_schema=None):
        """Type and rows as two Arrow capsules, which share the bytes of this column."""
        schema = self.__arrow_c_schema__()
        cdef Shared *shared = <Shared *>malloc(sizeof(Shared))
        cdef ArrowArray *array = <ArrowArray *>malloc(sizeof(ArrowArray))
        if shared is NULL or array is NULL:
            free(shared)
            free(array)
            raise MemoryError
        memset(array, 0, sizeof(ArrowArray))
        shared.buffers[0] = NULL  # no row is null
        shared.buffers[1] = self.data
        shared.column = <void *>self
        Py_INCREF(self)
        array.length = self.n
        array.n_buffers = 2
        array.buffers = shared.buffers
        array.private_data = shared
        array.release = array_release
        return schema, PyCapsule_New(array, "arrow_array", array_capsule_free)


cdef Column column_new(str kind, Py_ssize_t n):
    """A column of n rows of whatever lies in memory: the caller writes every one of them."""
    cdef Column column = Column.__new__(Column)
    if not 0 <= n <= MAX_ROWS:
        raise ValueError(f"{n} rows: expected 0 to {<int>MAX_ROWS}")
    column.kind = kind
    column.size = SIZES[kind]
    column.n = n
    column.block = malloc(n * column.size + ALIGNED)
    if column.block is NULL:
        raise MemoryError(f"{n} rows of {column.size} bytes")
    column.data = <uint8_t *>((<uintptr_t>column.block + ALIGNED - 1) & ~<uintptr_t>(ALIGNED - 1))
    return column


def column_of(kind, rows):
    """A column with a copy of these rows: a buffer, or an iterable of rows as bytes."""
    cdef Column column
    cdef const unsigned char[::1] raw
    if kind not in LAYOUTS:
        raise ValueError(f"kind {shown(kind)}: expected one of {', '.join(LAYOUTS)}")
    data = memoryview(rows).cast("B") if PyObject_CheckBuffer(rows) else b"".join(rows)
    size = SIZES[kind]
    if len(data) % size:
        raise ValueError(f"{len(data)} bytes are no whole number of {kind} rows of {size}")
    column = column_new(kind, len(data) // size)
    if len(data):
        raw = data
        memcpy(column.data, &raw[0], raw.shape[0])
    return column


cdef struct Shared:             # what an exported ArrowArray holds on to
    const void *buffers[2]
    void *column


cdef void schema_release(ArrowSchema *schema) noexcept:
    schema.release = NULL       # its texts are the module's


cdef void array_release(ArrowArray *array) noexcept with gil:
    """Called by whoever took the rows, in any thread."""
    cdef Shared *shared = <Shared *>array.private_data
    Py_DECREF(<object>shared.column)
    free(shared)
    array.release = NULL


cdef void schema_capsule_free(object capsule) noexcept:
    cdef ArrowSchema *schema = <ArrowSchema *>PyCapsule_GetPointer(capsule, "arrow_schema")
    if schema.release is not NULL:
        schema.release(schema)
    free(schema)


cdef void array_capsule_free(object capsule) noexcept:
    cdef ArrowArray *array = <ArrowArray *>PyCapsule_GetPointer(capsule, "arrow_array")
    if array.release is not NULL:
        array.release(array)
    free(array)


# ------------------------------------------------------------------------------ other people's rows


cdef class Rows:
    """Rows that somebody else owns, held for the time of a call."""

    def __dealloc__(self):
        if self.viewed:
            PyBuffer_Release(&self.view)


cdef class Chunk:
    """One array of an Arrow stream, released with the last that uses it."""

    cdef ArrowArray array

    def __dealloc__(self):
        if self.array.release is not NULL:
            self.array.release(&self.array)


cdef list rows_of(object source, Py_ssize_t size, str what):
    """The rows of a buffer, an Arrow array or a chunked one, as a list of Rows; TypeError or ValueError otherwise."""
    if hasattr(source, "__arrow_c_array__") and not isinstance(source, Column):
        schema, array = source.__arrow_c_array__()
        return [arrow_rows(schema_of(schema), array_of(array), (schema, array), (f"w:{size}",), size, what)]
    if PyObject_CheckBuffer(source):
        return [buffer_rows(source, size, what)]
    if hasattr(source, "__arrow_c_stream__"):
        return stream_rows(source.__arrow_c_stream__(), size, what)
    raise TypeError(
        f"{what}: expected rows of {size} bytes (a bytes-like object, a NumPy array, an Arrow array), "
        f"found {type(source).__name__}"
    )


cdef Rows buffer_rows(object source, Py_ssize_t size, str what, bint writable=False):
    cdef Rows rows = Rows.__new__(Rows)
    cdef Py_ssize_t last
    cdef int flags = PyBUF_FORMAT | PyBUF_STRIDES
    if writable:
        flags |= PyBUF_WRITABLE
    try:
        PyObject_GetBuffer(source, &rows.view, flags)
    except (BufferError, ValueError) as error:
        raise type(error)(f"{what}: expected {'writable ' if writable else ''}rows in memory: {error}") from None
    rows.viewed = True
    if not PyBuffer_IsContiguous(&rows.view, b"C"):
        raise ValueError(f"{what}: expected rows one after the other in memory, found gaps between them: copy them first")
    form = rows.view.format.decode() if rows.view.format is not NULL else "B"
    check_format(form, size, what)
    rows.size = size
    if rows.view.itemsize == size and rows.view.ndim == 1:
        rows.n = rows.view.shape[0]
    elif rows.view.itemsize == 1 and rows.view.ndim <= 2:
        last = rows.view.shape[1] if rows.view.ndim == 2 else size
        if rows.view.len % size or last != size:
            raise ValueError(
                f"{what}: {rows.view.len} bytes are no whole number of rows of {size}"
                if rows.view.ndim < 2 else f"{what}: expected rows of {size} bytes, found {last}"
            )
        rows.n = rows.view.len // size
    else:
        raise ValueError(
            f"{what}: expected rows of {size} bytes, found items of {rows.view.itemsize} in {rows.view.ndim} dimensions"
        )
    rows.data = <const uint8_t *>rows.view.buf
    rows.held = source
    return rows


cdef int check_format(str form, Py_ssize_t size, str what) except -1:
    """Bytes, or a struct of bytes with the one 16-bit field of a record, in this machine's byte order. A struct that
    has fields of a row by name has all of them in their order: in another one its bytes mean something else."""
    cdef tuple looked_at = (form, size)
    if looked_at in FINE:
        return 0
    found = [name.strip(":") for name in _FIELD_NAMES.findall(form)]
    expected = _NAMES.get(size, [])
    form = _FIELD_NAMES.sub("", form)
    if ">" in form or "!" in form:
        raise ValueError(f"{what}: expected little-endian fields, found the format {form!r}")
    if _OTHER_THAN_BYTES.search(form) is not None:
        raise ValueError(f"{what}: expected bytes or rows of bytes (riftcore.arrays has the types), found the format {form!r}")
    if found != expected and not set(expected).isdisjoint(found):
        raise ValueError(
            f"{what}: expected the fields {', '.join(expected)} in this order (riftcore.arrays has the types), "
            f"found {', '.join(found)}"
        )
    if len(FINE) >= MAX_FINE:
        FINE.clear()
    FINE.add(looked_at)
    return 0


cdef ArrowSchema *schema_of(object capsule) except NULL:
    return <ArrowSchema *>PyCapsule_GetPointer(capsule, "arrow_schema")


cdef ArrowArray *array_of(object capsule) except NULL:
    return <ArrowArray *>PyCapsule_GetPointer(capsule, "arrow_array")


cdef Rows arrow_rows(
    const ArrowSchema *schema, const ArrowArray *array, object held, tuple formats, Py_ssize_t size, str what
):
    """The rows of one Arrow array; `held` keeps it alive."""
    cdef Rows rows = Rows.__new__(Rows)
    form = schema.format.decode()
    if form not in formats or schema.dictionary is not NULL:
        hint = ": pass one of its columns" if form == "+s" else ""
        if size and form in ("z", "Z", "vz"):
            hint = f": cast it to fixed_size_binary({size}) first"
        if schema.dictionary is not NULL:
            hint = " of a dictionary: decode it first"
        raise ValueError(
            f"{what}: expected an Arrow array of the format {' or '.join(formats)}, found {form!r}{hint or f' ({in_words(form)})'}"
        )
    if size == 0:
        size = 1 << "cCsSiIlL".index(form) // 2
        rows.signed = form.islower()
    nulls = null_rows(array)
    if nulls:
        raise ValueError(f"{what}: {nulls} rows are null, expected none: fill or drop them first")
    rows.size = size
    rows.n = array.length
    rows.data = <const uint8_t *>array.buffers[1]
    if rows.data is not NULL:
        rows.data += array.offset * size
    rows.held = held
    return rows


cdef int64_t null_rows(const ArrowArray *array) noexcept:
    cdef const uint8_t *valid = <const uint8_t *>array.buffers[0]
    cdef int64_t i, nulls = 0
    if array.null_count >= 0 or valid is NULL:
        return max(0, array.null_count)
    for i in range(array.offset, array.offset + array.length):
        nulls += not valid[i >> 3] >> (i & 7) & 1
    return nulls


cdef list stream_rows(object capsule, Py_ssize_t size, str what):
    """The rows of an Arrow stream (a chunked array), chunk by chunk."""
    cdef ArrowArrayStream *stream = <ArrowArrayStream *>PyCapsule_GetPointer(capsule, "arrow_array_stream")
    cdef ArrowSchema schema
    cdef Chunk chunk
    cdef list found = []
    memset(&schema, 0, sizeof(ArrowSchema))
    stream_check(stream, stream.get_schema(stream, &schema), what)
    try:
        while True:
            chunk = Chunk.__new__(Chunk)
            stream_check(stream, stream.get_next(stream, &chunk.array), what)
            if chunk.array.release is NULL:
                return found
            found.append(arrow_rows(&schema, &chunk.array, chunk, (f"w:{size}",), size, what))
    finally:
        if schema.release is not NULL:
            schema.release(&schema)


cdef int stream_check(ArrowArrayStream *stream, int code, str what) except -1:
    cdef const char *said
    if code:
        said = stream.get_last_error(stream)
        raise ValueError(f"{what}: the Arrow stream failed: {said.decode() if said is not NULL else code}")
    return 0


cdef Rows index_of(object source):
    """Whole numbers of 8 to 64 bits from a buffer or an Arrow array."""
    cdef Rows rows
    if hasattr(source, "__arrow_c_array__"):
        schema, array = source.__arrow_c_array__()
        return arrow_rows(schema_of(schema), array_of(array), (schema, array), tuple("cCsSiIlL"), 0, "index")
    if not PyObject_CheckBuffer(source):
        raise TypeError(f"index: expected an array of whole numbers, found {type(source).__name__}")
    rows = Rows.__new__(Rows)
    try:
        PyObject_GetBuffer(source, &rows.view, PyBUF_FORMAT | PyBUF_STRIDES)
    except (BufferError, ValueError) as error:
        raise type(error)(f"index: expected whole numbers in memory: {error}") from None
    rows.viewed = True
    form = rows.view.format.decode() if rows.view.format is not NULL else "B"
    if rows.view.ndim != 1 or not PyBuffer_IsContiguous(&rows.view, b"C"):
        raise ValueError("index: expected one dimension and no gaps in memory")
    if form.lstrip("@=<") not in tuple("bBhHiIlLqQnN"):
        raise ValueError(f"index: expected whole numbers of this machine's byte order, found the format {form!r}")
    rows.signed = form.islower()
    rows.size = rows.view.itemsize
    rows.n = rows.view.shape[0]
    rows.data = <const uint8_t *>rows.view.buf
    rows.held = source
    return rows


cdef Rows target_of(object target, Py_ssize_t size, Py_ssize_t n):
    """The caller's buffer for n rows of results."""
    cdef Rows rows
    if not PyObject_CheckBuffer(target):
        raise TypeError(f"out: expected a writable buffer, found {type(target).__name__}")
    rows = buffer_rows(target, size, "out", True)
    if rows.n != n:
        raise ValueError(f"out: has {rows.n} rows of {size} bytes, expected {n}")
    return rows
