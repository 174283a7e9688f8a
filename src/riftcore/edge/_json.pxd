"""The JSON text of a scenario as an object."""


cdef class Reader:
    cdef object decode          # None: msgspec is not there
    cdef tuple errors


cdef Reader READER
