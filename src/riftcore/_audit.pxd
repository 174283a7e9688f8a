"""What must hold of every position, whatever led there."""

from riftcore._cards cimport Tables
from riftcore._position cimport Position

cdef bint position_is_ok(const Tables *t, const Position *pos) noexcept nogil
