"""A payment named by hand: just these Adds are made, and the pool spends what is named of it.

The named Adds are made one by one: a `Ledger` counts what they put into the pool, and what a converter or a legend's
[A][A] takes out of it. Then the cost is paid. Without a named pool any unit may pay, by the policy; with one exactly the
named units are spent, and all that the Adds made of the same kind. What the Adds make beyond that is left over by the policy.
Adds that the cost does not need are made all the same: they are legal.

No search is done here and nothing of `_distinct` and `_pay` is used: a payment that they found is checked by this.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    SRC_ANOMALY,
    SRC_BOTH,
    SRC_GEAR_POWER,
    SRC_GOLD,
    SRC_HENGE,
    SRC_LUX,
    SRC_ONE,
    SRC_SHOWDOWN_ENERGY,
    SRC_SPELLS_POWER,
    SRC_TWO,
    SRC_UNITS_ENERGY,
    SRC_UNIVERSAL,
    STATE_EXHAUSTED,
)
from riftcore.ground._lanes cimport lane_of
from riftcore.ground._types cimport (
    BORROW_ANOMALY,
    BORROW_EGG,
    BORROW_GOLD,
    BORROW_HENGE,
    BORROW_HONEYFRUIT,
    BORROW_LEGEND,
    BORROW_LUX,
    BORROW_ONE,
    FLAG_LEVEL6,
    FLAG_RENATA,
    MAX_COUNT,
    N_DOMAINS,
)
from riftcore.payment._payment cimport borrowed_rank, sort_borrowers
from riftcore.payment._policy cimport K_FREE, K_KILLED, K_LEFTOVER, K_READY_RUNES, K_RECYCLED, K_SOURCES, K_UNIVERSAL
from riftcore.payment._units cimport (
    BORROWED,
    BOTH,
    C_ENERGY_ONLY,
    EMPOWERED,
    K1,
    K2,
    MAX_BORROWERS,
    Have,
    Need,
    have_change,
    max0,
    missing,
    need_init,
    turned_over,
    usable,
)
from riftcore.position._position cimport POOL_LEFT, POOL_SPENT, POOL_UNITS, REF_LEGEND, Thing, thing_seen
from riftcore.position._sources cimport source_of, source_of_legend

cdef enum:  # units of the pool, as they stand in a record from byte 12 on
    POOL_BYTE = 12
    U_ENERGY = 0
    U_POWER = 1             # 1-6, by domain
    U_UNIVERSAL = 7
    U_SPELLS_ENERGY = 8
    U_UNITS_ENERGY = 9
    U_SHOWDOWN_ENERGY = 10
    U_SPELLS_UNIVERSAL = 11
    U_GEAR_UNIVERSAL = 12

cdef extern from *:
    """
    /* The class of each unit of the pool (_units.pxd). */
    static const unsigned char CLASS_OF_UNIT[13] = {45, 37, 36, 35, 34, 33, 32, 19, 47, 47, 46, 20, 20};
    """
    const uint8_t CLASS_OF_UNIT[13]


cdef struct Ledger:
    int made[13]            # units that the Adds put into the pool
    int x[2]                # what goes through an Anomaly, through a Henge
    bint open[2]            # one is used without an X: as much goes through it as is needed
    int loss                # units that legends' [A][A] take


cdef struct Spending:
    int most[13]            # units that may be spent, at most ...
    int least[13]           # ... and at least
    int spent[13]
    Have have
    Need need
    int loss
    int converters          # those whose X is left open


# ------------------------------------------------------------------------------------- the Adds


cdef bint add_rune_units(const Act *act, const Supply *whole, Ledger *l, Payment *made) noexcept nogil:
    """Exhausted and recycled runes; False when they are not there."""
    cdef int d, m, k, lost
    for d in range(N_DOMAINS):
        m = act.exhaust[d]
        k = act.recycle[d]
        if m > whole.ready[d] or k > whole.ready[d] + whole.exhausted[d]:
            return False
        l.made[U_ENERGY] += m
        l.made[U_POWER + d] += k
        lost = max0(m if m > k - whole.exhausted[d] else k - whole.exhausted[d])
        made.exhaust += lane_of(m, d)
        made.recycle += lane_of(k, d)
        made.lost += lane_of(lost, d)
        made.key[K_RECYCLED] += k
        made.key[K_READY_RUNES] += lost
        made.adds += m + k
    return True


cdef int kind_borrowed(const Supply *whole, int code, bint empowered) noexcept nogil:
    """What this ability makes for its borrower; -1: nobody has it now."""
    cdef int ability = code & BORROWED
    if not whole.borrow >> ability & 1 or (code & BOTH and not (ability == BORROW_HONEYFRUIT and whole.flags & FLAG_LEVEL6)):
        return -1
    if ability < N_DOMAINS:
        return ability
    if ability == BORROW_ONE:
        return SRC_ONE
    if ability == BORROW_EGG:
        return SRC_TWO if empowered else SRC_ONE
    if ability == BORROW_LUX:
        return SRC_LUX
    if ability == BORROW_HONEYFRUIT:
        return SRC_BOTH if code & BOTH else SRC_UNIVERSAL
    if ability == BORROW_GOLD:
        return SRC_GOLD
    if ability == BORROW_ANOMALY:
        return SRC_ANOMALY
    if ability == BORROW_HENGE:
        return SRC_HENGE
    return source_of_legend(whole.legend & 0x7F) if ability == BORROW_LEGEND else -1


cdef int kind_used(const Tables *t, const Position *pos, const Use *use) noexcept nogil:
    """What a source makes by an ability of its own: by the named one, else by the only one that it has. -1: it has none."""
    cdef int kind = source_of(t, pos, use.ref, use.mode)
    return source_of(t, pos, use.ref, -1) if kind < 0 and use.mode == 0 else kind


cdef bint make(Ledger *l, int kind, int x, bint renata) noexcept nogil:
    """What one Add of this kind makes and takes."""
    if kind < 0:
        return False
    if kind < N_DOMAINS:
        l.made[U_POWER + kind] += 1
    elif kind == SRC_ONE:
        l.made[U_ENERGY] += 1
    elif kind == SRC_TWO:
        l.made[U_ENERGY] += 2
    elif kind == SRC_LUX:
        l.made[U_SPELLS_ENERGY] += 2
    elif kind == SRC_UNIVERSAL or kind == SRC_BOTH or kind == SRC_GOLD:
        l.made[U_UNIVERSAL] += 1
        l.made[U_ENERGY] += kind == SRC_BOTH or (kind == SRC_GOLD and renata)
    elif kind == SRC_ANOMALY or kind == SRC_HENGE:
        l.x[kind == SRC_HENGE] += x
        l.open[kind == SRC_HENGE] = l.open[kind == SRC_HENGE] or x == 0
    elif kind == SRC_SPELLS_POWER:
        l.made[U_SPELLS_UNIVERSAL] += 1
    elif kind == SRC_GEAR_POWER:
        l.made[U_GEAR_UNIVERSAL] += 1
    elif kind == SRC_SHOWDOWN_ENERGY:
        l.made[U_SHOWDOWN_ENERGY] += 1
    elif kind == SRC_UNITS_ENERGY:
        l.loss += 2
        l.made[U_UNITS_ENERGY] += 2
    else:
        return False
    return True


cdef void count_use(Payment *made, int kind) noexcept nogil:
    """One more source of this kind in the payment."""
    if kind < N_DOMAINS:
        made.seals += lane_of(1, kind)
    elif kind == SRC_ONE:
        made.one += 1
    elif kind == SRC_TWO:
        made.two += 1
    elif kind == SRC_LUX:
        made.lux += 1
    elif kind == SRC_UNIVERSAL:
        made.honeyfruit += 1
    elif kind == SRC_BOTH:
        made.honeyfruit_both += 1
    elif kind == SRC_GOLD:
        made.gold += 1
    elif kind == SRC_ANOMALY:
        made.anomaly += 1
    elif kind == SRC_HENGE:
        made.henge += 1


cdef bint borrow_source(const Act *act, int use, const Thing *thing, const Supply *whole, Ledger *l, Payment *made) noexcept nogil:
    """A borrower uses the named ability of another object; False when it cannot."""
    cdef int code = act.uses[use].borrow & 0x7F
    if made.borrowers == MAX_BORROWERS or not make(
        l, kind_borrowed(whole, code, thing.empowered != 0), act.uses[use].x, False
    ):
        return False
    made.borrowed[made.borrowers] = code | (EMPOWERED if thing.empowered else 0)
    made.borrowers += 1
    made.key[K_KILLED if code == BORROW_GOLD else K_SOURCES] += 1
    return True


cdef bint add_source(
    const Tables *t, const Position *pos, const Act *act, int use, const Supply *whole, Ledger *l, Payment *made
) noexcept nogil:
    """One named source; False when it is not a ready source of the player, or is named twice."""
    cdef const Use *named = &act.uses[use]
    cdef const Thing *thing = thing_seen(pos, named.ref)
    cdef int i, kind
    if thing is NULL or thing.controller != act.player or thing.states & STATE_EXHAUSTED:
        return False
    for i in range(use):
        if act.uses[i].ref == named.ref:
            return False
    made.adds += 1
    if t.facts[thing.card].borrows:
        return named.borrow != 0 and borrow_source(act, use, thing, whole, l, made)
    kind = kind_used(t, pos, named)
    if named.borrow:
        # An ability of its own, named as one that is borrowed would be.
        if kind_borrowed(whole, named.borrow & 0x7F, thing.empowered != 0) != kind:
            return False
    if named.ref >= REF_LEGEND:
        # The record knows what this legend makes.
        if kind < 0:
            return False
        kind = source_of_legend(whole.legend & 0x7F)
        made.legend = 1
    elif kind >= 0:
        count_use(made, kind)
    made.key[K_KILLED if kind == SRC_GOLD else K_SOURCES] += 1
    return make(l, kind, named.x, whole.flags & FLAG_RENATA != 0)


cdef bint make_adds(const Tables *t, const Position *pos, const Act *act, Ledger *l, Payment *made) noexcept nogil:
    """All named Adds; False when one of them cannot be made."""
    cdef const Supply *whole = &pos.players[act.player].supply
    cdef int i
    memset(l, 0, sizeof(Ledger))
    memset(made, 0, sizeof(Payment))
    if not add_rune_units(act, whole, l, made):
        return False
    for i in range(act.n_uses):
        if not add_source(t, pos, act, i, whole, l, made):
            return False
    sort_borrowers(made)
    return True


cdef void keep_unusable(
    const Tables *t, const Position *pos, const Act *act, const Demand *demand, Supply *supply
) noexcept nogil:
    """What the Adds made and this purpose may not spend stays in the pool."""
    cdef Ledger l
    cdef Payment made
    cdef uint8_t *pool = <uint8_t *>supply + POOL_BYTE
    cdef int b
    if act.n_uses and make_adds(t, pos, act, &l, &made):
        for b in range(U_SPELLS_ENERGY, POOL_UNITS):
            if not counts(demand, b):
                pool[b] += l.made[b]


cdef int use_rank(const Tables *t, const Position *pos, const Use *use) noexcept nogil:
    """Place of a source in Payment.uses: by kind, Honeyfruit's second ability after its first, then what is borrowed, as
    the payment has it; converters and legends last."""
    cdef const Thing *thing = thing_seen(pos, use.ref)
    cdef int code, kind, place, within = 0
    if thing is NULL:
        return -1
    if t.facts[thing.card].borrows:
        code = use.borrow & BORROWED
        place = 13 if code < BORROW_ANOMALY else 15 if code == BORROW_ANOMALY else 17 if code == BORROW_HENGE else 19
        within = borrowed_rank((use.borrow & 0x7F) | (EMPOWERED if thing.empowered else 0))
    elif use.ref >= REF_LEGEND:
        place = 18
    else:
        kind = kind_used(t, pos, use)
        place = 14 if kind == SRC_ANOMALY else 16 if kind == SRC_HENGE else kind
    return 256 * place + within


# ------------------------------------------------------------------------------- paying the cost


cdef bint counts(const Demand *demand, int unit) noexcept nogil:
    """May units of this kind pay for the demand's purpose?"""
    return unit < U_SPELLS_ENERGY or usable(demand) >> (8 * (unit - U_SPELLS_ENERGY)) & 1


cdef bint bounds(const Act *act, const Demand *demand, const uint8_t *pool, const Ledger *l, Spending *s) noexcept nogil:
    """How many units of each kind may and must be spent; False where more is named than is there."""
    cdef int b, there
    for b in range(POOL_UNITS):
        there = pool[b] + l.made[b]
        s.most[b] = there
        s.least[b] = 0
        if act.has_pool == POOL_LEFT:
            s.most[b] = s.least[b] = there - act.pool[b]
        elif act.has_pool == POOL_SPENT:
            if act.pool[b] > pool[b]:
                return False
            s.most[b] = act.pool[b] + l.made[b]
            s.least[b] = s.most[b] if act.pool[b] else 0
        if s.most[b] < 0 or there > MAX_COUNT:
            return False
        if not counts(demand, b):
            if act.has_pool == POOL_SPENT and act.pool[b]:
                return False
            if act.has_pool == POOL_LEFT and act.pool[b] != there:
                return False
            s.most[b] = s.least[b] = 0
    return True


cdef bint spend(const Demand *demand, const Policy *policy, int x1, int x2, Spending *s) noexcept nogil:
    """Choose what is spent: all that may be, less what the policy gives up first. False: it does not pay, or too much is
    named for it."""
    cdef int i, b, total
    memset(&s.have, 0, sizeof(Have))
    need_init(&s.need, demand)
    # Through an Anomaly of this X so much unrestricted Power goes, through a Henge so much unrestricted Energy.
    s.need.energy += x2
    s.loss += x1
    for b in range(POOL_UNITS):
        s.spent[b] = s.most[b]
        if CLASS_OF_UNIT[b] == C_ENERGY_ONLY and s.spent[b] > demand.energy:
            s.spent[b] = demand.energy  # it is spent first, and feeds no Henge
        if s.spent[b] < s.least[b]:
            return False
        have_change(&s.have, CLASS_OF_UNIT[b], s.spent[b])
    if missing(&s.need, &s.have, s.loss, s.converters):
        return False
    for i in range(36):
        for b in range(POOL_UNITS):
            if CLASS_OF_UNIT[b] == policy.order[i] and CLASS_OF_UNIT[b] != C_ENERGY_ONLY:
                leave(s, b)
    total = 0
    for b in range(POOL_UNITS):
        total += s.spent[b]
    return total == s.need.energy + s.need.symbols + s.loss


cdef void leave(Spending *s, int b) noexcept nogil:
    """Leave as many units of this kind unspent as can be."""
    while s.spent[b] > s.least[b]:
        have_change(&s.have, CLASS_OF_UNIT[b], -1)
        if missing(&s.need, &s.have, s.loss, s.converters):
            have_change(&s.have, CLASS_OF_UNIT[b], 1)
            return
        s.spent[b] -= 1


cdef bint in_circle(const Spending *s, int x1, int x2) noexcept nogil:
    """Would the Anomaly turn over what only the Henge makes, and the Henge what only the Anomaly makes?"""
    return x1 > 0 and x2 > 0 and x1 > s.have.power - x2 and x2 > s.have.energy - x1


cdef bint pay_with(
    const Act *act, const Demand *demand, const Policy *policy, const uint8_t *pool, const Ledger *l, int x1, int x2,
    int converters, Spending *s
) noexcept nogil:
    """Pay with these X."""
    cdef Ledger turned = l[0]
    turned.made[U_ENERGY] += x1
    turned.made[U_UNIVERSAL] += x2
    s.loss = l.loss
    s.converters = converters
    return bounds(act, demand, pool, &turned, s) and spend(demand, policy, x1, x2, s) and not in_circle(s, x1, x2)


cdef bint find_x(
    const Act *act, const Demand *demand, const Policy *policy, const uint8_t *pool, const Ledger *l, int *x, Spending *s
) noexcept nogil:
    """Pay; where an X is left open with the least one."""
    cdef int x1 = l.x[0], x2 = l.x[1]
    cdef int most1 = MAX_COUNT if l.open[0] else x1
    cdef int most2 = MAX_COUNT if l.open[1] else x2
    cdef int converters
    if act.has_pool == 0 and l.x[0] + l.x[1] == 0:
        converters = (K1 if l.open[0] else 0) | (K2 if l.open[1] else 0)
        if not pay_with(act, demand, policy, pool, l, 0, 0, converters, s):
            return False
        turned_over(&s.need, &s.have, s.loss, converters, &x[0], &x[1])
        return True
    for x1 in range(l.x[0], most1 + 1):
        for x2 in range(l.x[1], most2 + 1):
            if pay_with(act, demand, policy, pool, l, x1, x2, 0, s):
                x[0] = x1
                x[1] = x2
                return True
    return False


cdef bint pay_named(
    const Tables *t, const Position *pos, const Act *act, const Demand *demand, const Policy *policy, Payment *out
) noexcept nogil:
    """The payment that the action names; False when its Adds are not to be had, or they and the pool do not pay."""
    cdef const uint8_t *pool = <const uint8_t *>&pos.players[act.player].supply + POOL_BYTE
    cdef Ledger l
    cdef Payment made
    cdef Spending s
    cdef int x[2]
    x[0] = x[1] = 0
    if not make_adds(t, pos, act, &l, &made) or not find_x(act, demand, policy, pool, &l, x, &s):
        return False
    fill(demand, pool, &l, &s, x[0], x[1], &made)
    out[0] = made
    return True


cdef void fill(
    const Demand *demand, const uint8_t *pool, const Ledger *l, const Spending *s, int x1, int x2, Payment *made
) noexcept nogil:
    """What is spent and left, and the keys that depend on it, as payment_fill has them."""
    cdef int left[13]
    cdef int b, d, added = 0
    cdef bint fixed = s.converters == 0
    cdef int cost = s.need.symbols + demand.energy + l.loss
    for b in range(POOL_UNITS):
        added += l.made[b]
        left[b] = pool[b] + l.made[b] - s.spent[b]
    if fixed:
        left[U_ENERGY] += x1
        left[U_UNIVERSAL] += x2
    for d in range(N_DOMAINS):
        made.spent += lane_of(s.spent[U_POWER + d], d)
        made.power_left += lane_of(left[U_POWER + d], d)
    made.anomaly_x = x1
    made.henge_x = x2
    made.showdown_spent = s.spent[U_SHOWDOWN_ENERGY]
    made.energy_spent = s.have.energy + s.have.energy_only - (x1 if fixed else 0)
    made.energy_left = left[U_ENERGY]
    made.universal_left = left[U_UNIVERSAL]
    made.showdown_left = left[U_SHOWDOWN_ENERGY] if counts(demand, U_SHOWDOWN_ENERGY) else 0
    for b in range(U_SPELLS_ENERGY, U_SHOWDOWN_ENERGY):
        made.energy_only_left += left[b] if counts(demand, b) else 0
    for b in range(U_SPELLS_UNIVERSAL, POOL_UNITS):
        made.restricted_left += left[b] if counts(demand, b) else 0
    made.key[K_LEFTOVER] = max0(added - cost)
    made.key[K_FREE] = max0(cost - s.have.energy_only - s.have.restricted - s.spent[U_SHOWDOWN_ENERGY])
    made.key[K_UNIVERSAL] = max0(s.have.universal - (x2 if fixed else 0))
