"""Giving up units, the dearest class first, as long as the rest still pays.

The sets of units that can be spent together form a matroid, so what is left is the best by any order
of the classes (docs/payment.md). One pass gives up each class at once.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from riftcore.ground._lanes cimport lane_at, lanes_first, lanes_spared, lanes_sum
from riftcore.ground._types cimport N_DOMAINS
from riftcore.payment._units cimport (
    C_ENERGY_ONLY,
    C_EXHAUST,
    C_EXHAUSTED,
    C_GOLD,
    C_HONEYFRUIT,
    C_LEGEND_ENERGY,
    C_LEGEND_POWER,
    C_LEGEND_SHOWDOWN,
    C_ONE,
    C_POOL_ENERGY,
    C_POOL_POWER,
    C_POOL_RESTRICTED,
    C_POOL_SHOWDOWN,
    C_POOL_UNIVERSAL,
    C_READY,
    C_SEAL,
    CLASS_ACCEPT,
    CLASS_LANE,
    K1,
    K2,
    RESTRICTED,
    TYPED,
    UNIVERSAL,
    Have,
    Need,
    Offer,
    lanes_of,
    lanes_store,
    least,
    max0,
    missing,
    shortage,
)

cdef enum:
    N_ORDER = 36            # classes that an order of giving up names: all but C_ENERGY_ONLY, spent first
    NO_LIMIT = 1 << 20


cdef struct Slack:          # how much of each constraint is to spare (see `missing`)
    int everything
    int loss                # what legends' [A][A] can take
    int typed               # typed and hybrid symbols; NO_LIMIT when both converters are used
    int short_by            # the shortage of hybrids, where there are any
    int energy


cdef inline int give_lane(
    int n, int at, const Need *need, uint64_t *typed, int *spare, int *short_by, int most
) noexcept nogil:
    """Give up at most so many of these n units of typed Power; how many it were."""
    cdef int t = least(n, most)
    cdef int free, grown
    typed[0] -= <uint64_t>t << (8 * at)
    if need.hybrid[0] == 0:
        free = max0(lane_at(typed[0], at) + t - lane_at(need.power, at))
        grown = max0(t - free)
    else:
        grown = shortage(need, typed[0]) - short_by[0]
    if grown > spare[0]:
        # The shortage grows by 0 or 1 a unit, 0 first.
        t -= grown - spare[0]
        typed[0] += <uint64_t>(grown - spare[0]) << (8 * at)
        grown = spare[0]
    short_by[0] += grown
    spare[0] -= grown
    return t


cdef inline int give_by_domain(
    const Offer *o, Offer *kept, int first, const Need *need, uint64_t *typed, int *spare, int *short_by, int most
) noexcept nogil:
    """give_lane for the six classes from `first` on: at once where there are no hybrids."""
    cdef uint64_t n = lanes_of(o, first)
    cdef uint64_t given
    cdef int at, t
    if need.hybrid[0] == 0:
        given = lanes_spared(n, typed[0], need.power, spare, most)
    else:
        given = 0
        for at in range(N_DOMAINS):
            if lane_at(n, at) and most:
                t = give_lane(lane_at(n, at), at, need, typed, spare, short_by, most)
                given += <uint64_t>t << (8 * at)
                most -= t
        typed[0] += given
    typed[0] -= given
    lanes_store(kept, first, n - given)
    return lanes_sum(given)


cdef inline int give_one(const Offer *o, Offer *kept, int cls, int slack) noexcept nogil:
    cdef int t = least(o.n[cls], slack)
    kept.n[cls] = o.n[cls] - t
    return t


cdef inline void give_up_apart(
    const Offer *o, Offer *kept, const Need *need, Have *have, int everything, int loss, int spare, int short_by,
    int energy,
) noexcept nogil:
    """All classes as the default policy gives them up, where no converter is used: Energy and Power are apart.

    All sums are local: a store of a byte into *kept would send the compiler back to memory for each.
    """
    cdef uint64_t typed = have.typed
    cdef int universal = have.universal
    cdef int restricted = have.restricted
    cdef uint64_t of_energy = lanes_of(o, C_LEGEND_ENERGY) & <uint64_t>0xFFFFFFFFFFFFFF
    cdef int t
    of_energy -= lanes_first(of_energy, energy)
    lanes_store(kept, C_LEGEND_ENERGY, of_energy | <uint64_t>have.energy_only << 56)
    have.energy -= energy
    t = give_by_domain(o, kept, C_READY, need, &typed, &spare, &short_by, least(everything, loss))
    everything -= t
    loss -= t
    lanes_store(kept, C_EXHAUSTED, 0)
    if lanes_of(o, C_EXHAUSTED):
        t = give_by_domain(o, kept, C_EXHAUSTED, need, &typed, &spare, &short_by, least(everything, loss))
        everything -= t
        loss -= t
    if everything == 0:
        # Runes are recycled, so all other Power is needed.
        memcpy(&kept.n[C_GOLD], &o.n[C_GOLD], C_LEGEND_ENERGY - C_GOLD)
        have.typed = typed
        have.power = universal + lanes_sum(typed)
        return
    t = give_one(o, kept, C_GOLD, least(least(everything, loss), spare))
    t += give_one(o, kept, C_HONEYFRUIT, least(least(everything, loss), spare) - t)
    universal -= t
    spare -= t
    t += give_by_domain(o, kept, C_SEAL, need, &typed, &spare, &short_by, least(everything, loss) - t)
    everything -= t
    loss -= t
    t = give_one(o, kept, C_LEGEND_POWER, least(everything, spare))
    restricted -= t
    everything -= t
    spare -= t
    t = give_one(o, kept, C_POOL_UNIVERSAL, least(least(everything, loss), spare))
    universal -= t
    spare -= t
    t += give_by_domain(o, kept, C_POOL_POWER, need, &typed, &spare, &short_by, least(everything, loss) - t)
    everything -= t
    restricted -= give_one(o, kept, C_POOL_RESTRICTED, least(everything, spare))
    have.typed = typed
    have.universal = universal
    have.power = universal + lanes_sum(typed)
    have.restricted = restricted


cdef inline void give_energy(Offer *o, int cls, Have *have, Slack *slack, int converters) noexcept nogil:
    cdef int t = o.n[cls]
    cdef int grown
    if converters == 0:
        t = least(t, slack.energy)
    elif converters == K1:
        t = least(t, max0(slack.energy) + least(slack.everything, slack.loss))
        grown = max0(t - max0(slack.energy))
        slack.everything -= grown
        slack.loss -= grown
    else:
        t = least(t, least(slack.everything, slack.loss))
        if converters == K2:
            t = least(t, least(slack.typed, slack.energy))
        slack.typed -= t
        slack.everything -= t
        slack.loss -= t
    slack.energy -= t
    have.energy -= t
    o.n[cls] -= t


cdef inline void give_restricted(Offer *o, int cls, Have *have, Slack *slack) noexcept nogil:
    cdef int t = least(o.n[cls], least(slack.everything, slack.typed))
    slack.typed -= t
    slack.everything -= t
    have.restricted -= t
    o.n[cls] -= t


cdef inline void give_universal(Offer *o, int cls, Have *have, Slack *slack) noexcept nogil:
    cdef int t = least(o.n[cls], least(least(slack.everything, slack.loss), slack.typed))
    slack.typed -= t
    slack.everything -= t
    slack.loss -= t
    have.universal -= t
    have.power -= t
    o.n[cls] -= t


cdef inline void give_typed(Offer *o, int cls, const Need *need, Have *have, Slack *slack) noexcept nogil:
    cdef int t = give_lane(
        o.n[cls], CLASS_LANE[cls], need, &have.typed, &slack.typed, &slack.short_by,
        least(slack.everything, slack.loss),
    )
    slack.everything -= t
    slack.loss -= t
    have.power -= t
    o.n[cls] -= t


cdef inline void give_six(Offer *o, int first, const Need *need, Have *have, Slack *slack) noexcept nogil:
    """give_typed for the classes of all domains from `first` on."""
    cdef int t = give_by_domain(
        o, o, first, need, &have.typed, &slack.typed, &slack.short_by, least(slack.everything, slack.loss)
    )
    slack.everything -= t
    slack.loss -= t
    have.power -= t


cdef inline Have give_up_default(Offer *o, const Need *need, Have have, Slack slack) noexcept nogil:
    """Class by class as the default policy does, with converters; the sums of what is left."""
    cdef int converters = o.converters
    give_six(o, C_READY, need, &have, &slack)
    if lanes_of(o, C_EXHAUSTED):
        give_six(o, C_EXHAUSTED, need, &have, &slack)
    give_universal(o, C_GOLD, &have, &slack)
    give_universal(o, C_HONEYFRUIT, &have, &slack)
    give_six(o, C_SEAL, need, &have, &slack)
    give_energy(o, C_LEGEND_ENERGY, &have, &slack, converters)
    give_energy(o, C_ONE, &have, &slack, converters)
    give_restricted(o, C_LEGEND_POWER, &have, &slack)
    give_energy(o, C_LEGEND_SHOWDOWN, &have, &slack, converters)
    give_energy(o, C_EXHAUST, &have, &slack, converters)
    give_universal(o, C_POOL_UNIVERSAL, &have, &slack)
    give_six(o, C_POOL_POWER, need, &have, &slack)
    give_energy(o, C_POOL_ENERGY, &have, &slack, converters)
    give_restricted(o, C_POOL_RESTRICTED, &have, &slack)
    give_energy(o, C_POOL_SHOWDOWN, &have, &slack, converters)
    return have


cdef inline void give_up_in_order(
    Offer *o, const Need *need, const uint8_t *order, Have *have, Slack slack
) noexcept nogil:
    """Class by class as another policy does."""
    cdef int i, c
    for i in range(N_ORDER):
        c = order[i]
        if o.n[c] == 0:
            continue
        if CLASS_ACCEPT[c] == TYPED:
            give_typed(o, c, need, have, &slack)
        elif CLASS_ACCEPT[c] == UNIVERSAL:
            give_universal(o, c, have, &slack)
        elif CLASS_ACCEPT[c] == RESTRICTED:
            give_restricted(o, c, have, &slack)
        else:
            give_energy(o, c, have, &slack, o.converters)


cdef inline bint give_up(
    const Offer *o, Offer *kept, const Need *need, const uint8_t *order, Have *have
) noexcept nogil:
    """Give up units of the offer, class by class in this order, as long as the rest pays. False: it does not pay.

    `order` NULL is that of the default policy. *have holds the sums of the offer. Afterwards kept.n
    and *have hold the units that are spent, and nothing can be left out.
    """
    cdef Slack slack
    cdef int converters = o.converters
    cdef int moved
    # Restricted Energy is the cheapest of all units: it is spent first.
    cdef int energy_only = least(have.energy_only, need.energy)
    cdef int energy = have.energy - need.energy + energy_only
    cdef int short_by = shortage(need, have.typed)
    cdef int typed = have.universal + have.restricted - short_by
    cdef int loss = have.power - o.loss
    cdef int everything = loss + have.restricted - need.symbols
    have.energy_only = energy_only
    if converters == 0:
        if energy | everything | loss | typed < 0:
            return False
        if order is NULL:
            memcpy(&kept.two, &o.two, sizeof(Offer) - sizeof(o.n))
            give_up_apart(o, kept, need, have, everything, loss, typed, short_by, energy)
            return True
    else:
        moved = -energy if converters & K2 else max0(-energy)
        loss -= moved
        everything -= moved
        if converters == K2:
            typed -= moved
        elif converters == K1 | K2:
            typed = NO_LIMIT
        if everything | loss | typed | (energy if converters == K2 else 0) < 0:
            return False
    slack.everything = everything
    slack.loss = loss
    slack.typed = typed
    slack.energy = energy
    slack.short_by = short_by
    kept[0] = o[0]
    kept.n[C_ENERGY_ONLY] = energy_only
    if order is NULL:
        have[0] = give_up_default(kept, need, have[0], slack)
    else:
        give_up_in_order(kept, need, order, have, slack)
    return True
