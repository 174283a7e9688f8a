"""Rows as lines of JSON."""


cdef class Text:
    cdef char *data
    cdef Py_ssize_t n, size

    cdef int room(self, Py_ssize_t more) except -1
    cdef int put(self, const char *data, Py_ssize_t n) except -1
    cdef int put_text(self, str text) except -1
    cdef int put_quoted(self, str text) except -1
    cdef int put_number(self, long long number) except -1
    cdef bytes done(self)


cdef str quoted(str text)
