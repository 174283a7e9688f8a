"""The Standard Move (144), and its taxes (204.4)."""

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Position, Thing
from riftcore.rules._doing cimport Doing

cdef void perform_move(Doing *d) noexcept nogil
cdef int move_fault(const Tables *t, const Position *pos, int player, const Thing *thing, int to) noexcept nogil
cdef bint crowded(const Tables *t, const Position *pos, int player, int place) noexcept nogil
