"""The Standard Move (144), and its taxes (204.4)."""

from riftcore._cards cimport Tables
from riftcore._doing cimport Doing
from riftcore._position cimport Position, Thing

cdef void perform_move(Doing *d) noexcept nogil
cdef int move_fault(const Tables *t, const Position *pos, int player, const Thing *thing, int to) noexcept nogil
cdef bint crowded(const Tables *t, const Position *pos, int player, int place) noexcept nogil
