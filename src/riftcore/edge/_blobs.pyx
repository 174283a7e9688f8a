"""Columns of a different kind than rows of equal size: byte strings, and whole numbers with gaps.

What comes in is an Arrow array or a chunked one, a buffer (numbers) or a sequence. The bytes stay where they are; where each
string begins is noted, 16 bytes a row.
"""

from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport INT64_MAX, int8_t, int16_t, int32_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from riftcore.edge._arrow cimport ArrowArray, ArrowArrayStream, ArrowSchema

cdef enum:
    INLINED = 12            # bytes of a view that stand in the view itself


cdef class Piece:
    """One Arrow array, with its type, released with the last that uses it."""

    cdef ArrowArray array
    cdef const ArrowArray *at
    cdef object capsule     # the owner, where this is not
    cdef str form

    def __dealloc__(self):
        if self.array.release is not NULL:
            self.array.release(&self.array)


def is_arrow(source):
    """Does it speak the Arrow interface?"""
    return hasattr(source, "__arrow_c_array__") or hasattr(source, "__arrow_c_stream__")


_WORDS = {
    "z": "binary", "Z": "large binary", "vz": "binary views", "u": "text", "U": "large text", "vu": "text views",
    "g": "64-bit floats", "f": "32-bit floats", "e": "16-bit floats", "b": "booleans", "n": "nulls", "+s": "structs",
    "+l": "lists", "dictionary": "a dictionary",
}


def in_words(form):
    """A format of Arrow in words."""
    if form in tuple("cCsSiIlL"):
        return f"{'un' if form.isupper() else ''}signed whole numbers of {8 << 'csil'.index(form.lower())} bits"
    return _WORDS.get(form, f"the format {form!r}")


cdef str hint_of(str form):
    return {
        "+s": ": pass one of its columns", "dictionary": ": decode it first", "g": ": cast it to whole numbers",
        "f": ": cast it to whole numbers",
    }.get(form, "")


cdef list pieces_of(object source, str what):
    """The arrays of an Arrow array or of a chunked one."""
    cdef Piece piece
    cdef ArrowArrayStream *stream
    cdef ArrowSchema schema
    cdef list found = []
    if hasattr(source, "__arrow_c_array__"):
        told, array = source.__arrow_c_array__()
        piece = Piece.__new__(Piece)
        piece.capsule = array
        piece.at = <ArrowArray *>PyCapsule_GetPointer(array, "arrow_array")
        piece.form = form_of(<ArrowSchema *>PyCapsule_GetPointer(told, "arrow_schema"))
        return [piece]
    capsule = source.__arrow_c_stream__()
    stream = <ArrowArrayStream *>PyCapsule_GetPointer(capsule, "arrow_array_stream")
    memset(&schema, 0, sizeof(ArrowSchema))
    check_stream(stream, stream.get_schema(stream, &schema), what)
    try:
        while True:
            piece = Piece.__new__(Piece)
            check_stream(stream, stream.get_next(stream, &piece.array), what)
            if piece.array.release is NULL:
                return found
            piece.at = &piece.array
            piece.form = form_of(&schema)
            found.append(piece)
    finally:
        if schema.release is not NULL:
            schema.release(&schema)


cdef str form_of(const ArrowSchema *schema):
    return "dictionary" if schema.dictionary is not NULL else schema.format.decode()


cdef int check_stream(ArrowArrayStream *stream, int code, str what) except -1:
    cdef const char *said
    if code:
        said = stream.get_last_error(stream)
        raise ValueError(f"{what}: the Arrow stream failed: {said.decode() if said is not NULL else code}")
    return 0


cdef bint is_valid(const ArrowArray *array, int64_t i) noexcept nogil:
    cdef const uint8_t *valid = <const uint8_t *>array.buffers[0]
    return valid is NULL or valid[i >> 3] >> (i & 7) & 1 != 0


# ------------------------------------------------------------------------------------------- byte strings


cdef class Blobs:
    """Byte strings that somebody else owns."""

    def __cinit__(self, source, str what):
        cdef Py_ssize_t first = 0
        cdef Piece piece
        self.held = pieces_of(source, what) if is_arrow(source) else [list(source)]
        if is_arrow(source):
            for piece in self.held:
                if piece.form not in ("z", "Z", "u", "U", "vz", "vu"):
                    expected = "whole numbers, binary or text" if what == "actions" else "binary or text"
                    raise TypeError(
                        f"{what}: expected an Arrow array of {expected}, found the format {piece.form!r} ({in_words(piece.form)}){hint_of(piece.form)}"
                    )
                self.n += piece.at.length
        else:
            self.n = len(self.held[0])
        self.row = <Blob *>malloc(max(1, self.n) * sizeof(Blob))
        if self.row is NULL:
            raise MemoryError(f"{self.n} rows")
        if is_arrow(source):
            for piece in self.held:
                blobs_take(self, piece, first, what)
                first += piece.at.length
        else:
            blobs_take_list(self, self.held[0])

    def __dealloc__(self):
        free(self.row)

    def __len__(self):
        return self.n

    def __getitem__(self, Py_ssize_t i):
        """Row i as bytes, None for a null."""
        if not 0 <= i < self.n:
            raise IndexError(f"row {i} of {self.n}")
        if self.row[i].data is NULL:
            return None
        return <bytes>self.row[i].data[:self.row[i].size]


cdef int blobs_take_list(Blobs self, list rows) except -1:
    cdef Py_ssize_t i
    for i in range(self.n):
        row = rows[i]
        self.row[i].data = NULL
        self.row[i].size = 0
        if type(row) is bytes:
            self.row[i].data = <const uint8_t *><bytes>row
            self.row[i].size = len(<bytes>row)
    return 0


cdef int blobs_take(Blobs self, Piece piece, Py_ssize_t first, str what) except -1:
    cdef const ArrowArray *array = piece.at
    cdef const int32_t *short_at = <const int32_t *>array.buffers[1]
    cdef const int64_t *long_at = <const int64_t *>array.buffers[1]
    cdef const uint8_t *data = NULL
    cdef bint is_long = piece.form in ("Z", "U")
    cdef bint is_view = piece.form in ("vz", "vu")
    cdef Blob *row
    cdef int64_t i, begin, end
    if not is_view:
        data = <const uint8_t *>array.buffers[2]
    for i in range(array.offset, array.offset + array.length):
        row = &self.row[first + i - array.offset]
        row.data = NULL
        row.size = 0
        if not is_valid(array, i):
            continue
        if is_view:
            view_read(array, i, row)
            continue
        begin = long_at[i] if is_long else short_at[i]
        end = long_at[i + 1] if is_long else short_at[i + 1]
        if begin < 0 or end < begin:
            raise ValueError(f"{what}: row {first + i - array.offset} begins at {begin} and ends at {end}")
        row.data = data + begin if data is not NULL else <const uint8_t *>b""
        row.size = end - begin
    return 0


cdef void view_read(const ArrowArray *array, int64_t i, Blob *row) noexcept nogil:
    """A row of a binary_view: short ones stand in the view, others in one of the buffers."""
    cdef const uint8_t *view = <const uint8_t *>array.buffers[1] + 16 * i
    cdef int32_t[4] words
    memcpy(words, view, 16)
    row.size = words[0]
    row.data = view + 4 if words[0] <= INLINED else <const uint8_t *>array.buffers[2 + words[2]] + words[3]


# ---------------------------------------------------------------------------------------------- numbers


cdef class Numbers:
    """Whole numbers, copied: 8 bytes a row. What is negative, null or too large is NO_NUMBER."""

    def __cinit__(self, source, str what):
        cdef Py_ssize_t first = 0
        cdef Py_buffer view
        cdef Piece piece
        if is_arrow(source):
            pieces = pieces_of(source, what)
            for piece in pieces:
                if piece.form not in tuple("cCsSiIlL"):
                    raise TypeError(f"{what}: expected an Arrow array of whole numbers, found the format {piece.form!r} ({in_words(piece.form)})")
                self.n += piece.at.length
            numbers_room(self)
            for piece in pieces:
                numbers_take_array(self, piece, first)
                first += piece.at.length
        elif PyObject_CheckBuffer(source):
            PyObject_GetBuffer(source, &view, PyBUF_FORMAT | PyBUF_STRIDES)
            try:
                form = view.format.decode() if view.format is not NULL else "B"
                if view.ndim != 1 or form.lstrip("@=<") not in tuple("bBhHiIlLqQnN"):
                    raise TypeError(
                        f"{what}: expected whole numbers of this machine's byte order in one dimension, found {view.ndim} of "
                        f"the format {form!r}"
                    )
                self.n = view.shape[0]
                numbers_room(self)
                numbers_take_strided(self, <const uint8_t *>view.buf, view.strides[0], view.itemsize, form.islower())
            finally:
                PyBuffer_Release(&view)
        else:
            rows = list(source)
            self.n = len(rows)
            numbers_room(self)
            numbers_take_list(self, rows)

    def __dealloc__(self):
        free(self.row)

    def __len__(self):
        return self.n

    def __getitem__(self, Py_ssize_t i):
        """Number i; -1 for what is none."""
        if not 0 <= i < self.n:
            raise IndexError(f"row {i} of {self.n}")
        return self.row[i]


cdef int numbers_room(Numbers self) except -1:
    self.row = <int64_t *>malloc(max(1, self.n) * sizeof(int64_t))
    if self.row is NULL:
        raise MemoryError(f"{self.n} rows")
    return 0


cdef int numbers_take_array(Numbers self, Piece piece, Py_ssize_t first) except -1:
    cdef const ArrowArray *array = piece.at
    cdef int size = 1 << <int>"cCsSiIlL".index(piece.form) // 2
    cdef const uint8_t *data = <const uint8_t *>array.buffers[1]
    cdef bint signed = piece.form.islower()
    cdef int64_t i
    for i in range(array.length):
        self.row[first + i] = (
            number_at(data + (array.offset + i) * size, size, signed) if is_valid(array, array.offset + i) else NO_NUMBER
        )
    return 0


cdef int numbers_take_strided(Numbers self, const uint8_t *data, Py_ssize_t stride, int size, bint signed) except -1:
    cdef Py_ssize_t i
    for i in range(self.n):
        self.row[i] = number_at(data + i * stride, size, signed)
    return 0


cdef int numbers_take_list(Numbers self, list rows) except -1:
    cdef Py_ssize_t i
    for i in range(self.n):
        number = rows[i]
        self.row[i] = NO_NUMBER
        if type(number) is int and 0 <= number <= INT64_MAX:
            self.row[i] = number
    return 0


cdef int64_t number_at(const uint8_t *at, int size, bint signed) noexcept nogil:
    """One number; NO_NUMBER below 0 and above what fits."""
    cdef uint64_t raw = 0
    cdef int64_t number
    memcpy(&raw, at, size)  # little-endian, as all columns
    if size < 8:
        if signed and raw >> (8 * size - 1):
            return NO_NUMBER
        return <int64_t>raw
    number = <int64_t>raw
    return number if number >= 0 else NO_NUMBER
