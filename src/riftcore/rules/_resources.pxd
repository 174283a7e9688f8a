"""Step 4 of a play: the best payment of the total cost with the objects that were given up for it (357)."""

from riftcore.cards._clauses cimport Tables
from riftcore.payment._payment cimport Payment
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport Act, Position
from riftcore.rules._doing cimport Doing, Spent

cdef int purpose_for(const Tables *t, const Position *pos, const Act *act) noexcept nogil
cdef bint gone_already(const Spent *spent, int ref) noexcept nogil
cdef bint pay_resources(Doing *d, bint keep) noexcept nogil
cdef bint better(const Policy *policy, const Payment *a, const Payment *b) noexcept nogil
