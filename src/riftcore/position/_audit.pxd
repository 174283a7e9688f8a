"""What must hold of every position, whatever led there."""

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Position, Thing

cdef bint legend_is_ok(const Thing *thing, int seat) noexcept nogil
cdef bint position_is_ok(const Tables *t, const Position *pos) noexcept nogil
