"""Additional costs (356.2), each with the discounts of its component (356.4.c): Deflect, options, Repeat."""

from riftcore.cards._clauses cimport Clause, Tables
from riftcore.ground._record cimport Demand
from riftcore.rules._pricing cimport Pricing

cdef void additional(Pricing *z) noexcept nogil
cdef void deflect(Pricing *z) noexcept nogil
cdef int deflect_of(Pricing *z, int ref) noexcept nogil
cdef void keyword_cost(const Tables *t, const Clause *c, int card, Demand *cost) noexcept nogil
cdef bint has_now(Pricing *z, const Clause *c) noexcept nogil
