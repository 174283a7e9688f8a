"""Is an action of the list legal? What `perform` would say, most often without a copy of the position."""

from riftcore.ground._record cimport Demand
from riftcore.position._position cimport Act
from riftcore.search._ways cimport Desk, Way


cdef bint any_payable(Desk *k, const Act *act) noexcept nogil
cdef bint may_play(Desk *k, const Act *act) noexcept nogil
cdef bint may_use(Desk *k, const Act *act, const Way *way) noexcept nogil
cdef bint is_zero(const Demand *d) noexcept nogil
