"""Debts are settled: each in every distinct way that may matter later."""

from riftcore.ground._record cimport Demand
from riftcore.position._position cimport Act, Position
from riftcore.search._planner cimport Frame, Planner

cdef int settle(Planner *s, int depth, const Demand *cost, int purpose, int number, const Act *act) except -1 nogil
cdef void settled(
    Planner *s, Position *pos, const Position *before, const Demand *cost, int card, int first
) noexcept nogil
cdef int move_paid(
    Planner *s, int depth, const Position *pos, const Demand *cost, int number, const Act *move
) except -1 nogil
cdef void perform_rich(Planner *s, Frame *f, const Position *pos, Act *act) noexcept nogil
cdef bint rescue(
    Planner *s, int depth, const Position *pos, const Demand *cost, int number, const Act *move
) except -1 nogil
