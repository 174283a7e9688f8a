"""Rows as lines of JSON, the bytes that `json.dumps(row, ensure_ascii=False)` would write."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy


cdef class Text:
    """Bytes that grow."""

    def __dealloc__(self):
        free(self.data)

    cdef int room(self, Py_ssize_t more) except -1:
        cdef char *data
        cdef Py_ssize_t size
        if self.n + more > self.size:
            size = 2 * (self.n + more) + 4096
            data = <char *>realloc(self.data, size)
            if data is NULL:
                raise MemoryError
            self.data = data
            self.size = size
        return 0

    cdef int put(self, const char *data, Py_ssize_t n) except -1:
        self.room(n)
        memcpy(self.data + self.n, data, n)
        self.n += n
        return 0

    cdef int put_text(self, str text) except -1:
        """The text as it is."""
        cdef Py_ssize_t n = 0
        cdef const char *data = PyUnicode_AsUTF8AndSize(text, &n)
        return self.put(data, n)

    cdef int put_quoted(self, str text) except -1:
        """The text as JSON."""
        cdef Py_ssize_t n = 0
        cdef const char *data = PyUnicode_AsUTF8AndSize(text, &n)
        if not plain(data, n):
            from json import dumps

            return self.put_text(dumps(text, ensure_ascii=False))
        self.room(n + 2)
        self.data[self.n] = 0x22
        memcpy(self.data + self.n + 1, data, n)
        self.data[self.n + n + 1] = 0x22
        self.n += n + 2
        return 0

    cdef int put_number(self, long long number) except -1:
        """A number of 0 or more."""
        cdef char digits[20]
        cdef int i = 20
        while True:
            i -= 1
            digits[i] = <char>(0x30 + number % 10)
            number //= 10
            if number == 0:
                return self.put(&digits[i], 20 - i)

    cdef bytes done(self):
        return PyBytes_FromStringAndSize(self.data, self.n)


cdef bint plain(const char *data, Py_ssize_t n) noexcept nogil:
    """Nothing that JSON escapes: quotes, backslashes, control characters."""
    cdef Py_ssize_t i
    for i in range(n):
        if <unsigned char>data[i] < 0x20 or data[i] == 0x22 or data[i] == 0x5C:
            return False
    return True


cdef str quoted(str text):
    """The text as JSON, as text."""
    cdef Py_ssize_t n = 0
    cdef const char *data = PyUnicode_AsUTF8AndSize(text, &n)
    if plain(data, n):
        return '"' + text + '"'
    from json import dumps

    return dumps(text, ensure_ascii=False)


def json_lines(fields, table):
    """A line for each row: "row" fields are numbers, "text" is text, "steps" are JSON already.

    What is None is left out.
    """
    cdef Text text = Text.__new__(Text)
    cdef list columns = [table[name] for name in fields]
    cdef list kinds = [("row", "text", "steps").index(kind) for kind in fields.values()]
    cdef list heads = [f'"{name}": '.encode() for name in fields]
    cdef Py_ssize_t n = len(columns[0])
    cdef Py_ssize_t i
    cdef int at
    cdef int n_fields = len(kinds)
    cdef bint first
    if any([len(column) != n for column in columns]):
        raise ValueError(f"columns of {', '.join([str(len(column)) for column in columns])} rows: expected as many each")
    for i in range(n):
        first = True
        for at in range(n_fields):
            value = columns[at][i]
            if value is None:
                continue
            if first:
                text.put("{", 1)
            else:
                text.put(", ", 2)
            first = False
            text.put(<const char *><bytes>heads[at], len(<bytes>heads[at]))
            if <int>kinds[at] == 0:
                text.put_number(value)
            elif <int>kinds[at] == 1:
                text.put_quoted(value)
            else:
                text.put_text(value)
        if first:
            text.put("{", 1)
        text.put("}\n", 2)
    return text.done()
