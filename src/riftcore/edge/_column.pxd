"""Rows of equal size, ours and other people's: a Column owns its bytes, a Rows borrows them."""

from cpython.buffer cimport Py_buffer
from libc.stdint cimport uint8_t


cdef class Column:
    cdef void *block            # what free() takes
    cdef uint8_t *data          # the rows, at a multiple of 64
    cdef readonly Py_ssize_t size       # bytes a row
    cdef readonly str kind      # a key of LAYOUTS
    cdef Py_ssize_t n
    cdef Column owner           # of the bytes, where this is a part of another column
    cdef Py_ssize_t shape[1]
    cdef Py_ssize_t strides[1]


cdef class Rows:
    cdef const uint8_t *data
    cdef Py_ssize_t n
    cdef Py_ssize_t size        # bytes a row
    cdef bint signed            # of an index
    cdef object held            # keeps the bytes alive
    cdef Py_buffer view
    cdef bint viewed


cdef Column column_new(str kind, Py_ssize_t n)
cdef list rows_of(object source, Py_ssize_t size, str what)
cdef Rows index_of(object source)
cdef Rows target_of(object target, Py_ssize_t size, Py_ssize_t n)
