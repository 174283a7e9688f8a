"""Costs: Energy, Power symbols, and parts that are no resource (rules 135.2, 163, 356)."""

from libc.stdint cimport uint8_t

from riftcore.ground._record cimport Demand


cdef class Cost:
    cdef Demand demand          # purpose and showdown are 0: a cost is for nothing yet
    cdef readonly tuple other   # canonical strings of the non-resource parts, sorted


cdef Cost cost_from_demand(const Demand *demand, tuple other)
cdef bint demand_covers(const Demand *dear, const Demand *cheap) noexcept nogil
cdef int demand_add(Demand *a, const Demand *b) noexcept nogil
cdef int demand_add_hybrid(Demand *d, int mask, int n) noexcept nogil
