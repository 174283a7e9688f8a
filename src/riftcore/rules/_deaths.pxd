"""Dying, and what happens in place of it (369, 428)."""

from libc.stdint cimport int16_t

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Position

cdef enum:
    MAX_LEAVING = 128       # objects that one payment takes off the board


cdef struct Leaving:        # what a payment takes off the board: taken off at its end, so that refs stay right
    int n
    int16_t ref[128]
    int n_given             # what is given up for the same cost, in any way: it replaces nothing
    int16_t given[40]
    bint full               # a zone had no place for a card


cdef void dies(const Tables *t, Position *pos, int ref, Leaving *gone) noexcept nogil
cdef bint banished_instead(const Tables *t, const Position *pos, int player) noexcept nogil
cdef void unit_died(const Tables *t, Position *pos, int ref) noexcept nogil
cdef void recall_attached(const Tables *t, Position *pos, int host) noexcept nogil
cdef int capped(int n) noexcept nogil
