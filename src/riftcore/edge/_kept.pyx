"""The forces of a position, kept by the states that are there.

A state finds them when somebody asks for a price, and states of equal positions (copies, what an undo brings back) share
them. They never change: a state that changes lets go of them, and whoever is at work with them holds them meanwhile.
"""

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from riftcore.rules._forces cimport forces_set, forces_size


@cython.no_gc
@cython.freelist(16)
cdef class Kept:
    """What may change the costs of one player in one position."""

    def __dealloc__(self):
        free(self.w)

    cdef bint serves(self, CardTable table, int player) noexcept:
        """Are they for this player, and of these cards?"""
        return self.w.player == player and self.table is table


cdef Kept kept_new(CardTable table, const Position *pos, int player):
    cdef Forces found
    cdef Kept kept = Kept.__new__(Kept)
    forces_set(&found, &table.tables, pos, player)
    kept.table = table
    kept.w = <Forces *>malloc(forces_size(&found))
    if kept.w is NULL:
        raise MemoryError
    memcpy(kept.w, &found, forces_size(&found))
    return kept
