"""A 64-bit hash of a position."""

from libc.stdint cimport uint64_t

from riftcore.position._position cimport Position

cdef uint64_t position_key(const Position *pos) noexcept nogil
