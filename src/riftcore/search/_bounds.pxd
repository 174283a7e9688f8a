"""What the plays that are left may add at most, by what there is to pay with."""

from riftcore.position._position cimport Position
from riftcore.search._planner cimport Frame, Planner

cdef void set_bounds(Planner *s, const Position *pos) noexcept nogil
cdef bint hopeless(const Planner *s, const Frame *f) noexcept nogil
