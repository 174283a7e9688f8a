"""A payment named by hand: just these Adds are made, and the pool pays.

The named runes and sources that only make resources are put into the pool; converters and a
legend's [A][A] stay on offer, since what they take and make depends on the rest. Then the pool pays
by the policy. Adds that the cost does not need are made all the same: they are legal.
"""

from libc.string cimport memset

from riftcore._cards cimport (
    SRC_ANOMALY,
    SRC_BOTH,
    SRC_GOLD,
    SRC_HENGE,
    SRC_LUX,
    SRC_ONE,
    SRC_TWO,
    SRC_UNIVERSAL,
    STATE_EXHAUSTED,
)
from riftcore._lanes cimport lane_of
from riftcore._pay cimport cheapest
from riftcore._policy cimport K_KILLED, K_READY_RUNES, K_RECYCLED, K_SOURCES
from riftcore._position cimport REF_LEGEND, Thing, thing_seen
from riftcore._record cimport Supply, supply_fault
from riftcore._sources cimport source_of
from riftcore._types cimport (
    FLAG_LEVEL6,
    FLAG_RENATA,
    LEGEND_ENERGY,
    LEGEND_GEAR_POWER,
    LEGEND_SHOWDOWN_ENERGY,
    LEGEND_SPELLS_POWER,
    N_DOMAINS,
    RECORD_VERSION,
)
from riftcore._units cimport max0


cdef bint add_rune_units(const Act *act, const Supply *whole, Supply *s, Payment *made) noexcept nogil:
    """Exhausted and recycled runes; False when they are not there."""
    cdef int d, m, k, lost
    for d in range(N_DOMAINS):
        m = act.exhaust[d]
        k = act.recycle[d]
        if m > whole.ready[d] or k > whole.ready[d] + whole.exhausted[d]:
            return False
        s.energy += m
        s.power[d] += k
        lost = max0(m if m > k - whole.exhausted[d] else k - whole.exhausted[d])
        made.exhaust += lane_of(m, d)
        made.recycle += lane_of(k, d)
        made.lost += lane_of(lost, d)
        made.key[K_RECYCLED] += k
        made.key[K_READY_RUNES] += lost
        made.adds += m + k
    return True


cdef bint add_source(
    const Tables *t, const Position *pos, const Act *act, int use, const Supply *whole, Supply *s, Payment *made
) noexcept nogil:
    """One named source; False when it is not a ready source of the player, or is named twice."""
    cdef int ref = act.uses[use].ref
    cdef const Thing *thing = thing_seen(pos, ref)
    cdef int i, kind
    if thing is NULL or thing.controller != act.player or thing.states & STATE_EXHAUSTED:
        return False
    for i in range(use):
        if act.uses[i].ref == ref:
            return False
    kind = source_of(t, pos, ref, -1)
    made.adds += 1
    if ref >= REF_LEGEND:
        # The record knows what this legend makes.
        kind = whole.legend & 0x7F
        made.legend = 1
        made.key[K_SOURCES] += 1
        if kind == LEGEND_ENERGY:
            s.energy += 1
        elif kind == LEGEND_SHOWDOWN_ENERGY:
            s.showdown_energy += 1
        elif kind == LEGEND_SPELLS_POWER:
            s.spells_universal += 1
        elif kind == LEGEND_GEAR_POWER:
            s.gear_universal += 1
        else:
            s.legend = whole.legend
        return kind != 0
    if kind < 0 or t.facts[thing.card].borrows:
        return False
    if kind == SRC_GOLD:
        made.key[K_KILLED] += 1
        made.gold += 1
        s.universal += 1
        if whole.flags & FLAG_RENATA:
            s.energy += 1
        return True
    made.key[K_SOURCES] += 1
    if kind < N_DOMAINS:
        made.seals += lane_of(1, kind)
        s.power[kind] += 1
    elif kind == SRC_ONE:
        made.one += 1
        s.energy += 1
    elif kind == SRC_TWO:
        made.two += 1
        s.energy += 2
    elif kind == SRC_LUX:
        made.lux += 1
        s.spells_energy += 2
    elif kind == SRC_UNIVERSAL or kind == SRC_BOTH:
        s.universal += 1
        if act.uses[use].mode:
            if not whole.flags & FLAG_LEVEL6:
                return False
            made.honeyfruit_both += 1
            s.energy += 1
        else:
            made.honeyfruit += 1
    elif kind == SRC_ANOMALY and s.converters & 15 == 0:
        made.anomaly = 1
        s.converters |= 1
    elif kind == SRC_HENGE and s.converters >> 4 == 0:
        made.henge = 1
        s.converters |= 16
    else:
        return False
    return True


cdef bint pay_named(
    const Tables *t, const Position *pos, const Act *act, const Demand *demand, const Policy *policy, Payment *out
) noexcept nogil:
    """The payment with just the Adds that the action names; False when they are not to be had or do not pay."""
    cdef const Supply *whole = &pos.players[act.player].supply
    cdef Supply s = whole[0]
    cdef Payment made, p
    cdef int i
    memset(&made, 0, sizeof(Payment))
    memset(s.ready, 0, 6)
    memset(s.exhausted, 0, 6)
    memset(s.seals, 0, 6)
    s.one = s.two = s.lux = s.honeyfruit = s.gold = s.converters = 0
    s.legend = s.borrowers = s.flags = 0
    s.borrow = 0
    s.version = RECORD_VERSION
    if not add_rune_units(act, whole, &s, &made):
        return False
    for i in range(act.n_uses):
        if not add_source(t, pos, act, i, whole, &s, &made):
            return False
    if supply_fault(&s) >= 0 or not cheapest(&s, demand, policy, &p):
        return False
    made.anomaly_x = p.anomaly_x
    made.henge_x = p.henge_x
    made.energy_spent = p.energy_spent
    made.spent = p.spent
    made.energy_left = p.energy_left
    made.power_left = p.power_left
    made.universal_left = p.universal_left
    made.energy_only_left = p.energy_only_left
    made.showdown_left = p.showdown_left
    made.restricted_left = p.restricted_left
    out[0] = made
    return True
