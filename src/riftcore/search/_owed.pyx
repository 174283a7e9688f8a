"""Can all that is owed be paid together?"""

from libc.string cimport memcmp, memcpy, memset

from riftcore.cards._clauses cimport IS_GEAR, IS_SPELL
from riftcore.ground._cost cimport demand_add
from riftcore.ground._types cimport (
    FOR_GEAR,
    FOR_RESOLUTION,
    FOR_SPELL,
    FOR_UNIT,
    LEGEND_GEAR_POWER,
    LEGEND_READY,
    LEGEND_SPELLS_POWER,
    LEGEND_UNITS_ENERGY,
    MAX_COUNT,
    N_DOMAINS,
)
from riftcore.payment._payable cimport payable
from riftcore.search._legal cimport is_zero
from riftcore.search._planner cimport (
    FIRST_IN_POOL,
    FIRST_SOURCE,
    LAST_SOURCE,
    N_OWED,
    OWED_GEAR,
    OWED_SPELLS,
    OWED_UNITS,
    RICH,
)


cdef int purpose_owed(int kind) noexcept nogil:
    """What pays a debt of this kind (OWED_)."""
    if kind == OWED_SPELLS:
        return FOR_SPELL
    if kind == OWED_UNITS:
        return FOR_UNIT
    return FOR_GEAR if kind == OWED_GEAR else FOR_RESOLUTION


cdef int owed_class(const Planner *s, int card) noexcept nogil:
    cdef int type = s.t.facts[card].type
    return OWED_SPELLS if type & IS_SPELL else OWED_GEAR if type & IS_GEAR else OWED_UNITS


cdef bint has_restricted(const Supply *s) noexcept nogil:
    return (
        s.spells_energy != 0 or s.units_energy != 0 or s.spells_universal != 0 or s.gear_universal != 0 or s.lux != 0
        or s.legend == LEGEND_READY | LEGEND_SPELLS_POWER or s.legend == LEGEND_READY | LEGEND_GEAR_POWER
        or s.legend == LEGEND_READY | LEGEND_UNITS_ENERGY
    )


cdef int add_up(const Demand *owed, Demand *sum) noexcept nogil:
    """All that is owed as one demand. -1: it has too many kinds of symbols for one."""
    sum[0] = owed[0]
    sum.purpose = FOR_RESOLUTION
    return demand_add(sum, &owed[1]) or demand_add(sum, &owed[2]) or demand_add(sum, &owed[3])


cdef bint pays_all(const Supply *s, const Demand *owed, bint showdown) noexcept nogil:
    """Can everything owed be paid, each part with what is restricted to it as well?"""
    cdef Demand left[N_OWED]
    cdef int spells, gear, legend
    if not has_restricted(s):
        return pays_sum(s, owed, showdown)
    memcpy(left, owed, sizeof(left))
    # Restricted Energy has no other use: it goes first.
    left[OWED_SPELLS].energy = rest_of(left[OWED_SPELLS].energy, s.spells_energy + 2 * s.lux)
    left[OWED_UNITS].energy = rest_of(left[OWED_UNITS].energy, s.units_energy)
    legend = s.legend & 0x7F if s.legend & LEGEND_READY else 0
    spells = s.spells_universal + (legend == LEGEND_SPELLS_POWER)
    gear = s.gear_universal + (legend == LEGEND_GEAR_POWER)
    if pays_without(s, left, OWED_SPELLS, spells, gear, showdown):
        return True
    if legend != LEGEND_UNITS_ENERGY or left[OWED_UNITS].energy == 0 or left[OWED_UNITS].any > 60:
        return False
    left[OWED_UNITS].energy = rest_of(left[OWED_UNITS].energy, 2)
    left[OWED_UNITS].any += 2
    return pays_without(s, left, OWED_SPELLS, spells, gear, showdown)


cdef int rest_of(int n, int less) noexcept nogil:
    return n - less if n > less else 0


cdef bint pays_sum(const Supply *s, const Demand *owed, bint showdown) noexcept nogil:
    cdef Demand sum
    if add_up(owed, &sum):
        return False
    sum.showdown = showdown
    return payable(s, &sum)


cdef bint pays_without(
    const Supply *s, Demand *left, int part, int n, int gear, bint showdown
) noexcept nogil:
    """Take n symbols off a part, in every way, then `gear` symbols off gear; does the rest pay?"""
    cdef Demand *d = &left[part]
    cdef int i
    cdef bint found = False, some = False
    if n == 0:
        if part == OWED_SPELLS and gear:
            return pays_without(s, left, OWED_GEAR, gear, 0, showdown)
        return pays_sum(s, left, showdown)
    for i in range(N_DOMAINS):
        if d.power[i] and not found:
            some = True
            d.power[i] -= 1
            found = pays_without(s, left, part, n - 1, gear, showdown)
            d.power[i] += 1
    if d.hybrid and not found:
        some = True
        d.hybrid -= 1
        found = pays_without(s, left, part, n - 1, gear, showdown)
        d.hybrid += 1
    if d.hybrid2 and not found:
        some = True
        d.hybrid2 -= 1
        found = pays_without(s, left, part, n - 1, gear, showdown)
        d.hybrid2 += 1
    if d.any and not found:
        some = True
        d.any -= 1
        found = pays_without(s, left, part, n - 1, gear, showdown)
        d.any += 1
    if not some:
        return pays_without(s, left, part, 0, gear, showdown)
    return found


cdef void make_rich(Position *pos, int player) noexcept nogil:
    cdef Supply *s = &pos.players[player].supply
    memset(s.power, RICH, 6)
    s.energy = s.universal = RICH
    s.spells_energy = s.units_energy = s.showdown_energy = 0
    s.spells_universal = s.gear_universal = 0


cdef bint take_pool(Supply *into, const Supply *from_, const Supply *rich) noexcept nogil:
    """The pool of another record, and what a move has Added to `rich`. False: that is more than a record holds."""
    cdef unsigned char *pool = <unsigned char *>into
    cdef const unsigned char *before = <const unsigned char *>from_
    cdef const unsigned char *paid_from = <const unsigned char *>rich
    cdef int i, n
    for i in range(FIRST_IN_POOL, FIRST_SOURCE):
        n = before[i] + (pool[i] - paid_from[i] if pool[i] > paid_from[i] else 0)
        if n > MAX_COUNT:
            return False
        pool[i] = n
    return True


cdef bint same_means(const Supply *a, const Supply *b) noexcept nogil:
    """The same runes and sources?"""
    return memcmp(a.ready, b.ready, 12) == 0 and memcmp(a.seals, b.seals, 17) == 0


cdef bint is_owing(const Frame *f) noexcept nogil:
    cdef int i
    for i in range(N_OWED):
        if not is_zero(&f.owed[i]):
            return True
    return False


cdef bint only_less(const Supply *after, const Supply *before) noexcept nogil:
    """Has a play brought no source?"""
    cdef const unsigned char *a = <const unsigned char *>after
    cdef const unsigned char *b = <const unsigned char *>before
    cdef int i
    for i in range(FIRST_SOURCE, LAST_SOURCE):
        if a[i] > b[i]:
            return False
    return True
