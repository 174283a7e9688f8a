"""The best plays of a turn, and what can be afforded together: exact search with transpositions (docs/plan.md)."""

from riftcore.position._position cimport Position
from riftcore.search._planner cimport Planner

cdef int search_run(Planner *s, const Position *pos) except -1 nogil
cdef void search_cards(Planner *s, const Position *pos) noexcept nogil
cdef void search_free(Planner *s) noexcept nogil
cdef int node(Planner *s, int depth) except -1 nogil
cdef int play(Planner *s, int depth, int number) except -1 nogil
