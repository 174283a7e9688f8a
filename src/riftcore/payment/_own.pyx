"""The best payment of one case, by another policy than the default: see _own.pxd."""

from libc.stdint cimport uint64_t

from riftcore.ground._interrupt cimport tick
from riftcore.ground._lanes cimport lane, lane_of, lanes_last, lanes_less, lanes_sum
from riftcore.payment._giving cimport give_up
from riftcore.payment._opened cimport solve_opened
from riftcore.payment._payment cimport Payment, payment_better, payment_fill, payment_key
from riftcore.payment._policy cimport K_DOMAIN, K_LEFTOVER, K_READY_RUNES, Policy
from riftcore.payment._units cimport C_ENERGY_ONLY, C_EXHAUST, Have, Kit, Need, have_init, in_pool, least, max0, missing


cdef int key_at_least(int key, const Offer *kept, const Payment *p, int leftover) noexcept nogil:
    """The least that a key can be in a case of which the pass over merged runes has kept this."""
    if key >= K_DOMAIN:
        return lane(p.recycle, key - K_DOMAIN)
    if key == K_READY_RUNES:
        return kept.n[C_EXHAUST]
    return leftover if key == K_LEFTOVER else p.key[key]


cdef int leftover_at_least(const Need *need, const Offer *offered) noexcept nogil:
    """What is left over when as much of the pool is spent as can be."""
    cdef Offer pool = offered[0]
    cdef Have have
    cdef int c
    for c in range(C_ENERGY_ONLY):
        if not in_pool(c):
            pool.n[c] = 0
    have_init(&have, &pool)
    return max0(
        offered.added + missing(need, &have, offered.loss, offered.converters)
        - need.energy - need.symbols - offered.loss
    )


cdef void spare_domains(const Policy *policy, const Kit *kit, int exhausts, Payment *p) noexcept nogil:
    """Exhaust runes of domains that the policy does not name, as far as they go, then of those it names last."""
    cdef uint64_t lost = lanes_less(p.recycle, kit.exhausted)
    cdef uint64_t ready = lanes_less(kit.ready, lost)
    cdef uint64_t others = ready
    cdef int i, rest = exhausts - lanes_sum(lost)
    if rest <= 0:
        return
    for i in range(policy.n):
        if policy.key[i] >= K_DOMAIN:
            others &= ~lane_of(0xFF, policy.key[i] - K_DOMAIN)
    others = lanes_last(others, least(rest, lanes_sum(others)))
    lost += others
    rest -= lanes_sum(others)
    for i in range(policy.n - 1, -1, -1):
        if policy.key[i] >= K_DOMAIN and rest:
            others = lane_of(least(rest, lane(ready, policy.key[i] - K_DOMAIN)), policy.key[i] - K_DOMAIN)
            lost += others
            rest -= lanes_sum(others)
    p.exhaust = p.lost = lost


cdef void solve_own(Search *search, const Offer *offered) noexcept nogil:
    """The best payment with the Adds of this offer, by another policy than the default.

    One pass with all runes of a domain as one class to recycle tells the least that each key can be, in their order:
    ready runes lost are no fewer than those exhausted. Most cases are worse than the best so far by that alone, or a
    payment attains it. Else the ready runes that are lost are tried, the fewest first.
    """
    cdef const Policy *policy = search.policy
    cdef Offer kept
    cdef Payment p
    cdef Have have = search.have[0]
    cdef int i, key, value, lost, leftover
    cdef int first = 0              # keys before ready_runes, where all of them are sums over units
    cdef bint attained = True
    cdef bint sums = True
    cdef bint before = True
    if tick(&search.pace) or not give_up(offered, &kept, search.need, policy.order, &have):
        return
    payment_fill(search.kit, search.need, offered, &kept, &have, &p)
    if policy.n > K_DOMAIN:
        spare_domains(policy, search.kit, kept.n[C_EXHAUST], &p)
    leftover = leftover_at_least(search.need, offered)
    if search.found:
        for i in range(policy.n):
            key = policy.key[i]
            value = key_at_least(key, &kept, &p, leftover)
            if value != payment_key(search.best, key):
                if value > payment_key(search.best, key):
                    return
                break
    for i in range(policy.n):
        key = policy.key[i]
        if key == K_READY_RUNES:
            first = i
            before = False
        sums = sums and not (before and (key >= K_DOMAIN or key == K_LEFTOVER))
        if key != K_LEFTOVER or policy.leftover_early:
            attained = attained and payment_key(&p, key) == key_at_least(key, &kept, &p, leftover)
    if not search.found or payment_better(policy, &p, search.best):
        search.best[0] = p
        search.found = True
    if attained:
        return
    for lost in range(kept.n[C_EXHAUST] if sums else 0, search.kit.runes + 1):
        if sums and lost > search.best.key[K_READY_RUNES] and keys_equal(policy, first, &p, search.best):
            return
        solve_opened(search, offered, lost)


cdef bint keys_equal(const Policy *policy, int n, const Payment *a, const Payment *b) noexcept nogil:
    """Are the first n keys equal?"""
    cdef int i
    for i in range(n):
        if payment_key(a, policy.key[i]) != payment_key(b, policy.key[i]):
            return False
    return True
