"""Perft: how many sequences of actions there are from a position."""

from libc.stdint cimport uint64_t

from riftcore.cards._clauses cimport Tables
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport Position

cdef enum:
    MAX_DEPTH = 64


cdef uint64_t perft(const Tables *t, const Position *pos, int depth, const Policy *policy) except? 0 nogil
