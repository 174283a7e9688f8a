"""A payment named by hand: just these Adds are made, and the pool spends what is named of it."""

from riftcore.cards._clauses cimport Tables
from riftcore.ground._record cimport Demand, Supply
from riftcore.payment._payment cimport Payment
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport Act, Position, Use

cdef bint pay_named(
    const Tables *t, const Position *pos, const Act *act, const Demand *demand, const Policy *policy, Payment *out
) noexcept nogil
cdef int use_rank(const Tables *t, const Position *pos, const Use *use) noexcept nogil
cdef void keep_unusable(
    const Tables *t, const Position *pos, const Act *act, const Demand *demand, Supply *supply
) noexcept nogil
