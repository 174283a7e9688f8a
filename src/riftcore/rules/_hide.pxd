"""Hide: a card goes facedown to a battlefield (811)."""

from riftcore.rules._doing cimport Doing

cdef void perform_hide(Doing *d) noexcept nogil
