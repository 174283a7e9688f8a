"""Total costs that a player may choose among."""

from riftcore.ground._record cimport Demand

cdef enum:
    MAX_COSTS = 32


cdef struct Costs:          # alternative costs, none of which covers another
    int n
    bint full               # there were more than fit
    Demand cost[32]

cdef void costs_put(Costs *costs, const Demand *d) noexcept nogil
cdef void costs_sift(Costs *costs) noexcept nogil
cdef void costs_add(Costs *costs, const Costs *more) noexcept nogil
cdef void costs_add_one(Costs *costs, const Demand *d) noexcept nogil
cdef void take_symbols(Costs *costs, const Demand *amount, int times) noexcept nogil
cdef void discount(Costs *costs, int energy, const Demand *power, int times, int minimum, bint either) noexcept nogil
cdef bint multiply(Demand *d, int times) noexcept nogil
cdef void without(Demand *base, int ignoring) noexcept nogil
