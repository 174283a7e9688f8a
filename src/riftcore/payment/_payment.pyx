"""What units spent mean as a payment, and which of two payments is better (docs/payment.md)."""

from libc.string cimport memcpy

from riftcore.ground._lanes cimport lanes_last, lanes_less, lanes_sum
from riftcore.ground._types cimport (
    BORROW_GOLD,
    FOR_GEAR,
    FOR_GEAR_ABILITY,
    FOR_SPELL,
    FOR_UNIT,
    FOR_UNIT_ABILITY,
    LEGEND_READY,
    N_DOMAINS,
)
from riftcore.payment._policy cimport K_FREE, K_KILLED, K_LEFTOVER, K_READY_RUNES, K_RECYCLED, K_SOURCES, K_UNIVERSAL
from riftcore.payment._units cimport (
    BORROWED,
    BOTH,
    C_ENERGY_ONLY,
    C_EXHAUST,
    C_EXHAUSTED,
    C_GOLD,
    C_HONEYFRUIT,
    C_LEGEND_ENERGY,
    C_LEGEND_POWER,
    C_LEGEND_SHOWDOWN,
    C_ONE,
    C_OPENED,
    C_POOL_ENERGY,
    C_POOL_POWER,
    C_POOL_RESTRICTED,
    C_POOL_SHOWDOWN,
    C_POOL_UNIVERSAL,
    C_READY,
    C_SEAL,
    EMPOWERED,
    lanes_of,
    max0,
    turned_over,
)


cdef void payment_fill(
    const Kit *kit, const Need *need, const Offer *offered, const Offer *kept, const Have *have, Payment *p
) noexcept nogil:
    """What the units spent mean: runes, objects, X, what stays in the pool, and the keys."""
    cdef uint64_t recycled = lanes_of(kept, C_READY) + lanes_of(kept, C_EXHAUSTED)
    cdef uint64_t lost = lanes_less(recycled, kit.exhausted)
    cdef int exhausts = kept.n[C_EXHAUST] + kept.n[C_OPENED]
    cdef int lost_at_least = lanes_sum(lost)
    cdef int legend = kept.n[C_LEGEND_ENERGY] + kept.n[C_LEGEND_POWER] + kept.n[C_LEGEND_SHOWDOWN]
    cdef int spent = need.energy + need.symbols + kept.loss  # every unit kept is spent on the cost or on [A][A]
    cdef int anomaly_x = 0
    cdef int henge_x = 0
    p.recycle = recycled
    if lost_at_least <= exhausts:
        # Exhausting a ready rune that is recycled costs nothing more: those first, then by domain.
        lost += lanes_last(lanes_less(kit.ready, lost), exhausts - lost_at_least)
        p.exhaust = lost
    else:
        p.exhaust = lanes_last(lost, exhausts)
    p.lost = lost
    p.spent = have.typed
    p.seals = lanes_of(kept, C_SEAL)
    p.power_left = lanes_of(offered, C_POOL_POWER) - lanes_of(kept, C_POOL_POWER)
    memcpy(&p.two, &kept.two, 12)
    p.gold += kept.n[C_GOLD]
    p.legend += legend
    p.one = kept.n[C_ONE]
    p.honeyfruit = kept.n[C_HONEYFRUIT]
    if kept.converters:
        turned_over(need, have, kept.loss, kept.converters, &anomaly_x, &henge_x)
    p.anomaly_x = anomaly_x
    p.henge_x = henge_x
    p.energy_spent = have.energy + have.energy_only
    p.showdown_spent = kept.n[C_POOL_SHOWDOWN] + kept.n[C_LEGEND_SHOWDOWN]
    p.energy_left = offered.n[C_POOL_ENERGY] - kept.n[C_POOL_ENERGY]
    p.universal_left = offered.n[C_POOL_UNIVERSAL] - kept.n[C_POOL_UNIVERSAL]
    p.energy_only_left = offered.n[C_ENERGY_ONLY] - have.energy_only
    p.showdown_left = offered.n[C_POOL_SHOWDOWN] - kept.n[C_POOL_SHOWDOWN]
    p.restricted_left = offered.n[C_POOL_RESTRICTED] - kept.n[C_POOL_RESTRICTED]
    p.key[K_RECYCLED] = lanes_sum(recycled)
    p.key[K_KILLED] = kept.killed + kept.n[C_GOLD]
    p.key[K_SOURCES] = kept.sources + p.one + p.honeyfruit + legend + lanes_sum(p.seals)
    p.key[K_READY_RUNES] = lost_at_least if lost_at_least > exhausts else exhausts
    p.adds = exhausts + p.key[K_RECYCLED] + p.key[K_KILLED] + p.key[K_SOURCES]
    p.key[K_LEFTOVER] = max0(kept.added + p.adds - kept.killed - kept.sources - spent)
    p.key[K_FREE] = spent - have.energy_only - have.restricted - p.showdown_spent
    p.key[K_UNIVERSAL] = have.universal
    p.zero = 0
    if p.borrowers > 1:
        sort_borrowers(p)


cdef void sort_borrowers(Payment *made) noexcept nogil:
    """In one order, however they came: plain ones first, then by what they use. So equal payments are equal in bytes."""
    cdef int i, j
    cdef uint8_t code
    for i in range(1, made.borrowers):
        code = made.borrowed[i]
        j = i
        while j > 0 and borrowed_rank(made.borrowed[j - 1]) > borrowed_rank(code):
            made.borrowed[j] = made.borrowed[j - 1]
            j -= 1
        made.borrowed[j] = code


cdef int borrowed_rank(int code) noexcept nogil:
    return (64 if code & EMPOWERED else 0) + 2 * (code & BORROWED) + (code & BOTH != 0)


cdef bint payment_better(const Policy *policy, const Payment *a, const Payment *b) noexcept nogil:
    """Keys in the order of the policy, then the ties of docs/payment.md."""
    cdef int i, x, y
    for i in range(policy.n):
        x = payment_key(a, policy.key[i])
        y = payment_key(b, policy.key[i])
        if x != y:
            return x < y
    if a.adds != b.adds:
        return a.adds < b.adds
    if a.energy_spent != b.energy_spent:
        return a.energy_spent > b.energy_spent
    if a.showdown_spent != b.showdown_spent:
        return a.showdown_spent < b.showdown_spent
    # The first domain is the highest lane.
    if a.recycle != b.recycle:
        return a.recycle > b.recycle
    if a.lost != b.lost:
        return a.lost > b.lost
    if a.spent != b.spent:
        return a.spent > b.spent
    if a.seals != b.seals:
        return a.seals > b.seals
    if a.one != b.one:
        return a.one > b.one
    if a.two != b.two:
        return a.two > b.two
    if a.lux != b.lux:
        return a.lux > b.lux
    if a.honeyfruit != b.honeyfruit:
        return a.honeyfruit > b.honeyfruit
    if a.honeyfruit_both != b.honeyfruit_both:
        return a.honeyfruit_both > b.honeyfruit_both
    if a.gold != b.gold:
        return a.gold > b.gold
    if a.anomaly != b.anomaly:
        return a.anomaly > b.anomaly
    if a.henge != b.henge:
        return a.henge > b.henge
    if a.legend != b.legend:
        return a.legend > b.legend
    # As many borrowers are left then (the Adds are equal): plain ones are used first, and killed first.
    return empowered_used(a) < empowered_used(b)


cdef int empowered_used(const Payment *p) noexcept nogil:
    """Empowered borrowers used, 16 each, and those of them that are killed."""
    cdef int i, n = 0
    for i in range(p.borrowers):
        if p.borrowed[i] & EMPOWERED:
            n += 17 if p.borrowed[i] & BORROWED == BORROW_GOLD else 16
    return n


cdef void payment_apply(Supply *r, const Payment *p, int purpose, bint showdown) noexcept nogil:
    """Make the Adds of the payment and spend: r becomes the supply afterwards."""
    cdef int d, i
    for d in range(N_DOMAINS):
        r.exhausted[d] = r.ready[d] + r.exhausted[d] - lane(p.recycle, d) - (r.ready[d] - lane(p.lost, d))
        r.ready[d] -= lane(p.lost, d)
        r.power[d] = lane(p.power_left, d)
        r.seals[d] -= lane(p.seals, d)
    r.energy = p.energy_left
    r.universal = p.universal_left
    if showdown:
        r.showdown_energy = p.showdown_left
    if purpose == FOR_SPELL:
        r.spells_energy = p.energy_only_left
        r.spells_universal = p.restricted_left
    elif purpose == FOR_UNIT or purpose == FOR_UNIT_ABILITY:
        r.units_energy = p.energy_only_left
    elif purpose == FOR_GEAR or purpose == FOR_GEAR_ABILITY:
        r.gear_universal = p.restricted_left
    r.one -= p.one
    r.two -= p.two
    r.lux -= p.lux
    r.honeyfruit -= p.honeyfruit + p.honeyfruit_both
    r.gold -= p.gold
    r.converters -= p.anomaly + (p.henge << 4)
    if p.legend:
        r.legend &= ~LEGEND_READY & 0xFF
    for i in range(p.borrowers):
        r.borrowers -= 16 if p.borrowed[i] & EMPOWERED else 1
