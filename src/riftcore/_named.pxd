"""A payment named by hand: just these Adds are made, and the pool pays."""

from riftcore._cards cimport Tables
from riftcore._pay cimport Payment
from riftcore._policy cimport Policy
from riftcore._position cimport Act, Position
from riftcore._record cimport Demand


cdef bint pay_named(
    const Tables *t, const Position *pos, const Act *act, const Demand *demand, const Policy *policy, Payment *out
) noexcept nogil
