"""The best payment of one case in which ready runes are lost: every choice of those that may be used."""

from libc.stdint cimport uint64_t

from riftcore.ground._interrupt cimport tick
from riftcore.ground._lanes cimport lane_at
from riftcore.ground._types cimport N_DOMAINS
from riftcore.payment._giving cimport give_up
from riftcore.payment._payment cimport payment_better, payment_fill
from riftcore.payment._policy cimport K_LEFTOVER
from riftcore.payment._units cimport (
    C_ENERGY_ONLY,
    C_EXHAUST,
    C_EXHAUSTED,
    C_OPENED,
    C_READY,
    have_init,
    in_pool,
    lanes_store,
    missing,
)


cdef void keep_better(Search *search, const Offer *offered, const Offer *kept, const Have *have) noexcept nogil:
    cdef Payment p
    if not search.found:
        payment_fill(search.kit, search.need, offered, kept, have, search.best)
        search.found = True
        return
    payment_fill(search.kit, search.need, offered, kept, have, &p)
    if payment_better(search.policy, &p, search.best):
        search.best[0] = p


cdef void solve_opened(Search *search, const Offer *offered, int lost) noexcept nogil:
    """The best payment when `lost` ready runes may be used, for every choice of them.

    A rune that may be used is two units that cost no readiness any more, so all keys are sums
    over units and one pass of giving up is exact for each choice.
    """
    cdef Offer on_offer, kept
    cdef Have have
    cdef uint64_t opened = 0
    cdef int i, total = 0
    while True:
        if total == lost:
            if tick(&search.pace):
                return
            on_offer = offered[0]
            on_offer.n[C_EXHAUST] = 0
            on_offer.n[C_OPENED] = total
            lanes_store(&on_offer, C_READY, opened)
            lanes_store(&on_offer, C_EXHAUSTED, search.kit.exhausted)
            have_init(&have, &on_offer)
            if give_up(&on_offer, &kept, search.need, search.policy.order, &have):
                keep_opened(search, offered, &on_offer, &kept, &have, opened)
        i = 0
        while i < N_DOMAINS and lane_at(opened, i) == lane_at(search.kit.ready, i):
            total -= lane_at(opened, i)
            opened -= <uint64_t>lane_at(opened, i) << (8 * i)
            i += 1
        if i == N_DOMAINS:
            return
        opened += <uint64_t>1 << (8 * i)
        total += 1


cdef void keep_opened(
    Search *search, const Offer *offered, const Offer *on_offer, Offer *kept, Have *have, uint64_t opened
) noexcept nogil:
    """keep_better for a kit that has just these ready runes."""
    cdef const Kit *whole = search.kit
    cdef Kit kit = whole[0]
    kit.ready = opened
    search.kit = &kit
    keep_better(search, offered, kept, have)
    if search.policy.leftover_early:
        while swap(search, offered, on_offer, kept, have):
            keep_better(search, offered, kept, have)
    search.kit = whole


cdef bint swap(
    Search *search, const Offer *offered, const Offer *on_offer, Offer *kept, Have *have
) noexcept nogil:
    """Leave one thing less over: one Add fewer, one unit of the pool more, in the best way.

    What is left over is no sum over units (it is at least 0). But from the best base with n units of
    the pool one exchange, the best one, leads to the best base with n + 1 of them. False: nothing is
    left over, or nothing can be exchanged.
    """
    cdef Offer other, taken
    cdef Have units
    cdef Payment p, best
    cdef int a, b
    cdef bint found = False
    payment_fill(search.kit, search.need, offered, kept, have, &p)
    if p.key[K_LEFTOVER] == 0:
        return False
    best = p
    taken = kept[0]
    for b in range(C_ENERGY_ONLY):
        if not in_pool(b) or kept.n[b] == on_offer.n[b]:
            continue
        if tick(&search.pace):
            return False
        for a in range(C_ENERGY_ONLY):
            if in_pool(a) or kept.n[a] == 0:
                continue
            other = kept[0]
            other.n[a] -= 1
            other.n[b] += 1
            have_init(&units, &other)
            if missing(search.need, &units, other.loss, other.converters):
                continue
            payment_fill(search.kit, search.need, offered, &other, &units, &p)
            if not found or payment_better(search.policy, &p, &best):
                best = p
                taken = other
                found = True
    if found:
        kept[0] = taken
        have_init(have, kept)
    return found
