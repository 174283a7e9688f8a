"""Columns of a different kind than rows of equal size: byte strings, and whole numbers with gaps."""

from libc.stdint cimport int64_t, uint8_t

cdef enum:
    NO_NUMBER = -1          # a null


cdef struct Blob:
    const uint8_t *data     # NULL: a null, or nothing that is bytes
    Py_ssize_t size


cdef class Blobs:
    cdef Blob *row
    cdef Py_ssize_t n
    cdef list held          # what keeps the bytes alive


cdef class Numbers:
    cdef int64_t *row       # NO_NUMBER for whatever is none from 0 on
    cdef Py_ssize_t n
