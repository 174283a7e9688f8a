"""Adds outside of payments (429): runes and abilities; they resolve at once."""

from riftcore.cards._clauses cimport Clause
from riftcore.position._position cimport Position
from riftcore.rules._doing cimport Doing

cdef void perform_add(Doing *d) noexcept nogil
cdef bint add_resources(Position *pos, int player, const Clause *c, int x) noexcept nogil
