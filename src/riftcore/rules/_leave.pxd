"""Step 1 of a play: the card leaves its zone (353), if it may be played from there at all."""

from riftcore.rules._doing cimport Doing

cdef bint leave_zone(Doing *d) noexcept nogil
