"""The forces of a position, kept by the states that are there."""

from riftcore.cards._cards cimport CardTable
from riftcore.position._position cimport Position
from riftcore.rules._forces cimport Forces


cdef class Kept:
    cdef Forces *w
    cdef CardTable table        # whose clauses the rows are

    cdef bint serves(self, CardTable table, int player) noexcept


cdef Kept kept_new(CardTable table, const Position *pos, int player)
