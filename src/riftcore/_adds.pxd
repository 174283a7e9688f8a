"""Adds outside of payments (429): runes and abilities; they resolve at once."""

from riftcore._cards cimport Clause
from riftcore._doing cimport Doing
from riftcore._position cimport Position

cdef void perform_add(Doing *d) noexcept nogil
cdef bint add_resources(Position *pos, int player, const Clause *c, int x) noexcept nogil
