"""Hide: a card goes facedown to a battlefield (811)."""

from riftcore._doing cimport Doing

cdef void perform_hide(Doing *d) noexcept nogil
