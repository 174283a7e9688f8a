"""Total costs that a player may choose among.

A choice that the player has ([1] or [A]; which symbol an [A] discount takes; a price with two halves) makes alternative
costs; only those are kept that no other one covers.
"""

from libc.string cimport memcmp, memcpy, memset

from riftcore.ground._cost cimport demand_add, demand_covers
from riftcore.ground._types cimport ALL_DOMAINS, MAX_COUNT, N_DOMAINS
from riftcore.position._position cimport IGNORE_ALL, IGNORE_BASE, IGNORE_ENERGY, IGNORE_POWER


cdef void costs_put(Costs *costs, const Demand *d) noexcept nogil:
    """Keep this cost unless another one covers it; drop those that it covers."""
    cdef int i, n = 0
    for i in range(costs.n):
        if demand_covers(d, &costs.cost[i]):
            return
    for i in range(costs.n):
        if not demand_covers(&costs.cost[i], d):
            costs.cost[n] = costs.cost[i]
            n += 1
    if n == MAX_COSTS:
        costs.full = True
        return
    costs.cost[n] = d[0]
    costs.n = n + 1


cdef void costs_copy(Costs *into, const Costs *from_) noexcept nogil:
    into.n = from_.n
    into.full = from_.full
    memcpy(into.cost, from_.cost, from_.n * sizeof(Demand))


cdef void costs_sift(Costs *costs) noexcept nogil:
    """Drop what another one covers by now: a discount, a minimum or a base of 0 may have brought them together (356.4.d)."""
    cdef Costs every = costs[0]
    cdef int i
    costs.n = 0
    for i in range(every.n):
        costs_put(costs, &every.cost[i])


cdef void costs_add(Costs *costs, const Costs *more) noexcept nogil:
    """Every cost plus every one of the component's."""
    cdef Costs sum
    cdef Demand d
    cdef int i, j
    if more.n == 1 and not more.full:
        costs_add_one(costs, &more.cost[0])
        return
    sum.n = 0
    sum.full = costs.full or more.full
    for i in range(costs.n):
        for j in range(more.n):
            d = costs.cost[i]
            if demand_add(&d, &more.cost[j]):
                sum.full = True
            else:
                costs_put(&sum, &d)
    costs_copy(costs, &sum)


cdef void costs_add_one(Costs *costs, const Demand *d) noexcept nogil:
    """Every cost plus this one: what did not cover the other does not afterwards."""
    cdef int i, n = 0
    for i in range(costs.n):
        if demand_add(&costs.cost[i], d):
            costs.full = True
        else:
            if n < i:
                costs.cost[n] = costs.cost[i]
            n += 1
    costs.n = n


cdef void take_symbol(Costs *into, const Demand *from_, int by) noexcept nogil:
    """`from_` less one symbol that Power of a domain in the mask `by` could pay, in every way."""
    cdef Demand d
    cdef int i
    cdef bint taken = False
    for i in range(N_DOMAINS):
        if from_.power[i] and by >> i & 1:
            d = from_[0]
            d.power[i] -= 1
            costs_put(into, &d)
            taken = True
    if from_.hybrid and from_.hybrid_mask & by:
        d = from_[0]
        d.hybrid -= 1
        tidy(&d)
        costs_put(into, &d)
        taken = True
    if from_.hybrid2 and from_.hybrid2_mask & by:
        d = from_[0]
        d.hybrid2 -= 1
        tidy(&d)
        costs_put(into, &d)
        taken = True
    if from_.any:
        d = from_[0]
        d.any -= 1
        costs_put(into, &d)
        taken = True
    if not taken:
        costs_put(into, from_)


cdef void tidy(Demand *d) noexcept nogil:
    """Equal costs are equal bytes: an empty hybrid has no mask, the first stands first."""
    if d.hybrid == 0:
        d.hybrid = d.hybrid2
        d.hybrid_mask = d.hybrid2_mask
        d.hybrid2 = 0
    if d.hybrid2 == 0:
        d.hybrid2_mask = 0
    if d.hybrid == 0:
        d.hybrid_mask = 0


cdef void take_symbols(Costs *costs, const Demand *amount, int times) noexcept nogil:
    """A discount of Power: so many symbols off, the player picks which (rules.md, "Readings")."""
    cdef int i
    take_some(costs, ALL_DOMAINS, times * amount.any)
    for i in range(N_DOMAINS):
        take_some(costs, 1 << i, times * amount.power[i])
    take_some(costs, amount.hybrid_mask, times * amount.hybrid)
    take_some(costs, amount.hybrid2_mask, times * amount.hybrid2)


cdef void take_some(Costs *costs, int by, int n) noexcept nogil:
    """n symbols off every cost, of those that Power of a domain in the mask could pay."""
    cdef Costs less
    cdef int i
    while n > 0:
        n -= 1
        less.n = 0
        less.full = costs.full
        for i in range(costs.n):
            take_symbol(&less, &costs.cost[i], by)
        if less.n == costs.n and memcmp(less.cost, costs.cost, less.n * sizeof(Demand)) == 0:
            return
        costs_copy(costs, &less)


cdef int lowered(int energy, int by, int minimum) noexcept nogil:
    """A minimum binds this discount alone, and never raises (356.4.e)."""
    cdef int floor = minimum if minimum > 0 else 0
    if energy <= floor:
        return energy
    return energy - by if energy - by > floor else floor


cdef void discount(Costs *costs, int energy, const Demand *power, int times, int minimum, bint either) noexcept nogil:
    """One discount on every cost. `either`: the player picks the Energy or the Power half."""
    cdef Costs halves
    cdef int i
    if either:
        costs_copy(&halves, costs)
        take_symbols(&halves, power, times)
    for i in range(costs.n):
        costs.cost[i].energy = lowered(costs.cost[i].energy, energy, minimum)
    if either:
        for i in range(costs.n):
            costs_put(&halves, &costs.cost[i])
        costs_copy(costs, &halves)
    else:
        take_symbols(costs, power, times)


cdef bint multiply(Demand *d, int times) noexcept nogil:
    """So many times the symbols; True: more than a cost holds."""
    cdef int i
    cdef bint full = False
    times = times if times > 0 else 0
    for i in range(N_DOMAINS):
        full = full or d.power[i] * times > MAX_COUNT
        d.power[i] = d.power[i] * times if d.power[i] * times < MAX_COUNT else MAX_COUNT
    full = full or d.any * times > MAX_COUNT or d.hybrid * times > MAX_COUNT
    d.any = d.any * times if d.any * times < MAX_COUNT else MAX_COUNT
    d.hybrid = d.hybrid * times if d.hybrid * times < MAX_COUNT else MAX_COUNT
    tidy(d)
    return full


cdef void without(Demand *base, int ignoring) noexcept nogil:
    """A base cost of which something is ignored (356.1.b)."""
    cdef int energy = 0 if ignoring in (IGNORE_BASE, IGNORE_ENERGY, IGNORE_ALL) else base.energy
    if ignoring in (IGNORE_BASE, IGNORE_POWER, IGNORE_ALL):
        memset(base, 0, sizeof(Demand))
    base.energy = energy
