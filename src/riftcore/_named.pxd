"""A payment named by hand: just these Adds are made, and the pool spends what is named of it."""

from riftcore._cards cimport Tables
from riftcore._pay cimport Payment
from riftcore._policy cimport Policy
from riftcore._position cimport Act, Position, Use
from riftcore._record cimport Demand, Supply

cdef enum:
    N_RANKS = 20            # places of sources in Payment.uses


cdef bint pay_named(
    const Tables *t, const Position *pos, const Act *act, const Demand *demand, const Policy *policy, Payment *out
) noexcept nogil
cdef int use_rank(const Tables *t, const Position *pos, const Use *use) noexcept nogil
cdef void keep_unusable(
    const Tables *t, const Position *pos, const Act *act, const Demand *demand, Supply *supply
) noexcept nogil
