"""What in sight asks how things were paid, and which cards change what there is to pay with."""

from riftcore.position._position cimport Position
from riftcore.search._planner cimport Planner

cdef void look_around(Planner *s, const Position *pos) noexcept nogil
cdef int look_at_slot(Planner *s, int slot, bint killable) noexcept nogil
cdef bint is_returner(const Planner *s, int card) noexcept nogil
cdef bint borrower_there(const Planner *s, const Position *pos) noexcept nogil
