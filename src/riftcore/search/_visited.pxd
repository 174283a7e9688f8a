"""The positions that a search was at: a table of keys."""

from libc.stdint cimport uint64_t

from riftcore.position._position cimport Position
from riftcore.search._planner cimport Frame, Planner

cdef bint visited(Planner *s, const Frame *f) except -1 nogil
cdef int keep(uint64_t **table, uint64_t *n, uint64_t *room, uint64_t key) except -1 nogil
cdef void sort_new(Position *pos, int player, int first) noexcept nogil
