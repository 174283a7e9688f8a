"""Payment: can a supply pay a demand, and what is the best way by a policy (rules 357, 429)."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from riftcore.ground._lanes cimport word
from riftcore.ground._record cimport Demand, Supply
from riftcore.payment._payment cimport Payment
from riftcore.payment._policy cimport Policy

cdef inline bint is_quick(const Supply *s, const Policy *policy) noexcept nogil:
    """Is `cheapest` sure to take well under a millisecond? By the default policy, fewer than 8 objects of each kind
    that are not one unit, no borrowers. Else a Watch is opened for it (riftcore.ground._interrupt)."""
    return policy.default and word(&s.one) & <uint64_t>0xFF0000F8F8F8F800 == 0


cdef bint cheapest(const Supply *s, const Demand *d, const Policy *policy, Payment *out) noexcept nogil
