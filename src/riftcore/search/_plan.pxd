"""The best plays of a turn, and what can be afforded together: exact search with transpositions (docs/plan.md)."""

from riftcore.ground._record cimport Demand
from riftcore.position._position cimport Act, Position
from riftcore.search._planner cimport Frame, Planner

cdef int search_run(Planner *s, const Position *pos) except -1 nogil
cdef void search_cards(Planner *s, const Position *pos) noexcept nogil
cdef void search_free(Planner *s) noexcept nogil
cdef int node(Planner *s, int depth) except -1 nogil
cdef int play(Planner *s, int depth, int number) except -1 nogil
cdef void perform_rich(Planner *s, Frame *f, const Position *pos, Act *act) noexcept nogil
cdef bint rescue(
    Planner *s, int depth, const Position *pos, const Demand *cost, int number, const Act *move
) except -1 nogil
