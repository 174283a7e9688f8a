"""When a player may act (307-348, 381)."""

from riftcore.cards._clauses cimport REACTION_TIME, Clause
from riftcore.position._position cimport Position
from riftcore.rules._doing cimport Doing

cdef enum:
    NEVER = REACTION_TIME + 1   # slower than no speed: the player may not act now

cdef int slowest_now(const Position *pos, int player) noexcept nogil
cdef int speed_of(const Clause *c) noexcept nogil
cdef bint may_act(Doing *d, int speed) noexcept nogil
