"""Costs in the scenario form."""

from riftcore.edge._walk cimport Walk
from riftcore.ground._record cimport Demand

cdef tuple price_of(Walk walk, object data)
cdef bint plain_price(object data, Demand *into) except -1
