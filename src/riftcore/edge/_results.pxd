"""Distinct payments by the objects that they use, and of actions with several total costs."""

from riftcore.ground._record cimport Demand
from riftcore.ground._record cimport Supply as SupplyRecord


cdef object results(const SupplyRecord *supply, const Demand *costs, int n, dict roster, dict groups, object budget=*)
cdef object count_results(const SupplyRecord *supply, const Demand *costs, int n, dict groups, object budget)
