"""Steps 3 and 4 of a play: its price, and what pays it (356, 357)."""

from riftcore.rules._doing cimport Doing

cdef void settle(Doing *d) noexcept nogil
