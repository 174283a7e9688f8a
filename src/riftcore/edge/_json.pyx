"""The JSON text of a scenario as an object, fast; what is wrong with a text is left to riftcore.scenario.files."""

from cpython.dict cimport PyDict_CheckExact, PyDict_Next, PyDict_Size
from cpython.list cimport PyList_CheckExact, PyList_GET_SIZE
from cpython.object cimport PyObject

cdef enum:
    DEEPEST = 32            # lists and objects in each other: a scenario needs 8


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    /* How often a byte is there, eight at a time. */
    static Py_ssize_t times(const char *text, Py_ssize_t n, unsigned char byte)
    {
        const uint64_t ones = 0x0101010101010101u, low = 0x7F7F7F7F7F7F7F7Fu;
        uint64_t all = ones * byte, x, sums;
        Py_ssize_t i = 0, j, found = 0;
        while (i + 8 <= n) {
            sums = 0;
            for (j = 0; j < 31 && i + 8 <= n; j++, i += 8) {  /* a sum of eight such lanes fits one of them */
                memcpy(&x, text + i, 8);
                x ^= all;
                sums += ~(((x & low) + low) | x | low) >> 7;
            }
            found += (sums * ones) >> 56;
        }
        for (; i < n; i++)
            found += (unsigned char)text[i] == byte;
        return found;
    }
    """
    Py_ssize_t times(const char *, Py_ssize_t, unsigned char) noexcept nogil
    PyObject *PyList_GET_ITEM(object, Py_ssize_t) noexcept  # borrowed


cdef Py_ssize_t keys_written(const char *text, Py_ssize_t n) noexcept nogil:
    """How many keys a JSON text has: colons outside of strings."""
    cdef Py_ssize_t i = 0
    cdef Py_ssize_t found = 0
    cdef bint inside = False
    while i < n:
        if inside:
            if text[i] == 0x5C:
                i += 1
            elif text[i] == 0x22:
                inside = False
        elif text[i] == 0x22:
            inside = True
        elif text[i] == 0x3A:
            found += 1
        i += 1
    return found


cdef Py_ssize_t keys_read(object value, int depth) except -2:
    """How many keys the objects of a JSON value (a dict or a list) have; -1: they are nested too deep to be a scenario."""
    cdef Py_ssize_t found = 0
    cdef Py_ssize_t at = 0
    cdef Py_ssize_t more
    cdef PyObject *item = NULL
    if depth > DEEPEST:
        return -1
    if type(value) is dict:
        found = PyDict_Size(value)
        # Nobody else has the value yet: it stays as it is meanwhile.
        while PyDict_Next(value, &at, NULL, &item):
            if PyDict_CheckExact(<object>item) or PyList_CheckExact(<object>item):
                more = keys_read(<object>item, depth + 1)
                if more < 0:
                    return -1
                found += more
    else:
        for at in range(PyList_GET_SIZE(value)):
            item = PyList_GET_ITEM(value, at)
            if PyDict_CheckExact(<object>item) or PyList_CheckExact(<object>item):
                more = keys_read(<object>item, depth + 1)
                if more < 0:
                    return -1
                found += more
    return found


cdef bint is_once_each(bytes text, object value) except -1:
    """Does no key stand twice in one object of the text that was read as this value? Readers keep the last one silently."""
    cdef Py_ssize_t n = keys_read(value, 0)
    # Most often no string has a colon in it.
    return n >= 0 and (times(text, len(text), 0x3A) == n or keys_written(text, len(text)) == n)


cdef class Reader:
    """Reads the JSON text of scenarios with msgspec, where it is installed. What is wrong is left to `read_line`, which has
    the messages, and so is what the two read differently."""

    def __cinit__(self):
        try:
            from msgspec import MsgspecError
            from msgspec.json import Decoder
        except ImportError:
            self.decode = None
        else:
            self.decode = Decoder().decode
            self.errors = (MsgspecError, RecursionError, ValueError)

    def read(self, bytes text not None):
        """The object that the text holds; None where `read_line` must say."""
        if self.decode is None:
            return None
        try:
            data = self.decode(text)
        except self.errors:
            return None
        return data if type(data) is dict and is_once_each(text, data) else None


cdef Reader READER = Reader()


def read_json(bytes text not None):
    """The object that a JSON text holds; None where `read_line` must say what it is."""
    return READER.read(text)
