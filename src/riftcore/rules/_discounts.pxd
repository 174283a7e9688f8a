"""Increases (356.3), discounts on the total (356.4.d) and changes of the total (356.5)."""

from riftcore.cards._clauses cimport Clause, Tables
from riftcore.ground._record cimport Demand
from riftcore.position._position cimport Act
from riftcore.rules._pricing cimport Pricing

cdef void increases(Pricing *z) noexcept nogil
cdef void total_discounts(Pricing *z, const Clause *ability) noexcept nogil
cdef void component(Pricing *z, const Demand *cost, int card, int what) noexcept nogil
cdef bint sets_total(const Tables *t, const Act *act) noexcept nogil
