"""Units: what a payment is made of, and how many are missing (rules 163-167, 357.1, 429).

A unit is one Energy or one Power that the pool holds or that one Add makes; a rune is two units,
an Energy (exhaust it) and a Power (recycle it), since both of its abilities may be used, exhaust
first. Each symbol of a cost takes one unit that it accepts:

    Energy            Energy; with a Hextech Anomaly in use also unrestricted Power
    a domain's Power  Power of that domain, universal Power; with an Ancient Henge in use also Energy
    a hybrid symbol   Power of one of its domains, universal Power (Energy as above)
    [A]               any Power (Energy as above)
    a legend's [A][A] any unrestricted Power (Energy as above)

The sets of units that can be spent together are the independent sets of a matroid, whose rank has
a closed form: `missing` counts the units that are lacking. docs/payment.md has the argument.
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from riftcore._lanes cimport LANES_OF, lanes_less, lanes_load, lanes_reverse, lanes_sum, word
from riftcore._record cimport Demand, Supply
from riftcore._types cimport (
    BORROW_LEGEND,
    BORROW_LUX,
    FLAG_LEVEL6,
    FLAG_RENATA,
    FOR_GEAR,
    FOR_GEAR_ABILITY,
    FOR_SPELL,
    FOR_UNIT,
    FOR_UNIT_ABILITY,
    LEGEND_ENERGY,
    LEGEND_GEAR_POWER,
    LEGEND_READY,
    LEGEND_SHOWDOWN_ENERGY,
    LEGEND_SPELLS_POWER,
    LEGEND_UNITS_ENERGY,
    N_DOMAINS,
)

cdef enum:
    # Classes of interchangeable units, in the order in which the default policy gives them up.
    # Six classes by domain stand last domain first: the first domain is spent first.
    C_READY = 0             # 0-5    recycle a rune (of the ready ones where the two are told apart)
    C_EXHAUSTED = 6         # 6-11   recycle an exhausted rune
    C_GOLD = 12             #        kill it
    C_HONEYFRUIT = 13       #        exhaust it for [A]
    C_SEAL = 14             # 14-19
    C_LEGEND_ENERGY = 20
    C_ONE = 21
    C_LEGEND_POWER = 22     #        restricted universal Power of a legend
    C_LEGEND_SHOWDOWN = 23
    C_EXHAUST = 24          #        exhaust a rune
    C_POOL_UNIVERSAL = 25
    C_OPENED = 26           #        exhaust one of the runes that this pass may use (solve_opened)
    C_POOL_POWER = 27       # 27-32
    C_POOL_ENERGY = 33
    C_POOL_RESTRICTED = 34  #        restricted universal Power in the pool
    C_POOL_SHOWDOWN = 35    #        showdown Energy in the pool
    C_ENERGY_ONLY = 36      #        restricted Energy in the pool: pays Energy and feeds nothing
    N_CLASSES = 37

cdef enum:  # Accept
    TYPED                   # Power of one domain
    UNIVERSAL
    RESTRICTED              # universal Power that pays this cost but feeds nothing
    ENERGY
    ENERGY_ONLY             # Energy that feeds nothing

cdef enum:
    K1 = 1                  # a Hextech Anomaly is used: Power becomes Energy
    K2 = 2                  # an Ancient Henge is used: Energy becomes universal Power

cdef enum:
    MAX_BORROWERS = 4
    BORROWED = 0x1F         # the Borrow code in Offer.borrowed ...
    BOTH = 0x20             # ... Honeyfruit's second ability
    EMPOWERED = 0x40        # ... by an Empowered borrower


cdef struct Need:           # a demand
    int energy
    uint64_t power          # symbols of one domain, as lanes
    int any
    int hybrid[2]
    uint64_t mine           # lanes of the domains that only the first kind of hybrid accepts,
    uint64_t other          # ... only the second,
    uint64_t common         # ... both
    int symbols             # all Power symbols together


cdef struct Have:           # units by what accepts them
    uint64_t typed          # as lanes
    int power               # typed and universal together
    int universal
    int restricted
    int energy
    int energy_only


cdef struct Offer:          # the units on offer, once the Adds that are not one unit are chosen
    int8_t n[40]            # by class; the last three are 0
    int8_t loss             # units that legends' [A][A] take
    uint8_t converters      # K1, K2
    int8_t killed           # objects that the chosen Adds kill, exhaust; units that they add
    int8_t sources
    int8_t added
    int8_t two
    int8_t lux
    int8_t honeyfruit_both  # uses of "Add [1][A]"
    int8_t gold_both        # Gold with Renata's bonus
    int8_t anomaly          # 1: an Anomaly of the board is used, not a borrower's
    int8_t henge
    int8_t legend           # 1: the legend's [A][A] ability is used
    int8_t borrowers
    uint8_t borrowed[4]     # what each borrower uses


cdef struct Kit:            # what a player could make for one purpose, restrictions decided
    Offer plain             # no Add of another shape used yet
    uint64_t ready          # runes, as lanes
    uint64_t exhausted
    int runes               # ready ones
    int two
    int lux
    int honeyfruit
    bint level6
    int gold_both           # Gold, when Renata's bonus makes it two units
    int anomaly
    int henge
    bint legend             # the legend's [A][A] ability is usable
    int borrowers[2]        # plain, Empowered
    int borrow              # abilities that they can use for this purpose
    int legend_kind         # what BORROW_LEGEND stands for


cdef extern from *:
    """
    /* By class: what accepts a unit (Accept), and the lane of a typed one. */
    static const unsigned char CLASS_ACCEPT[37] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 3, 3, 2, 3, 3, 1, 3,
        0, 0, 0, 0, 0, 0, 3, 2, 3, 4};
    static const unsigned char CLASS_LANE[37] = {
        0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0,
        0, 1, 2, 3, 4, 5, 0, 0, 0, 0};
    """
    const uint8_t CLASS_ACCEPT[37]
    const uint8_t CLASS_LANE[37]

cdef void use_pairs(Offer *o, int two, int lux) noexcept nogil
cdef void use_honeyfruit_both(Offer *o, int n) noexcept nogil
cdef void use_gold_both(Offer *o, int n) noexcept nogil
cdef void use_legend(Offer *o) noexcept nogil
cdef void use_converters(Offer *o, int converters) noexcept nogil
cdef void offer_everything(const Kit *kit, Offer *o) noexcept nogil
cdef bint borrow_apply(const Kit *kit, Offer *o, int code) noexcept nogil


cdef inline int max0(int x) noexcept nogil:
    return x if x > 0 else 0


cdef inline int least(int a, int b) noexcept nogil:
    return a if a < b else b


cdef inline void hybrids_init(Need *need, const Demand *d) noexcept nogil:
    cdef uint64_t first = LANES_OF[d.hybrid_mask & 63] if d.hybrid else 0
    cdef uint64_t second = LANES_OF[d.hybrid2_mask & 63] if d.hybrid2 else 0
    need.hybrid[0] = d.hybrid
    need.hybrid[1] = d.hybrid2
    if d.hybrid == 0:
        need.hybrid[0] = d.hybrid2
        need.hybrid[1] = 0
        first = second
        second = 0
    need.common = first & second
    need.mine = first & ~second
    need.other = second & ~first


cdef inline void need_init(Need *need, const Demand *d) noexcept nogil:
    need.energy = d.energy
    need.any = d.any
    need.power = lanes_reverse(lanes_load(d.power))
    need.hybrid[0] = need.hybrid[1] = 0
    need.symbols = d.any + d.hybrid + d.hybrid2 + lanes_sum(need.power)
    need.mine = need.other = need.common = 0
    if d.hybrid | d.hybrid2:
        hybrids_init(need, d)


cdef inline int hybrid_shortage(const Need *need, uint64_t rest) noexcept nogil:
    """Hybrid symbols that this Power cannot pay: what only one of the two kinds accepts goes there first."""
    return max0(
        max0(need.hybrid[0] - lanes_sum(rest & need.mine))
        + max0(need.hybrid[1] - lanes_sum(rest & need.other))
        - lanes_sum(rest & need.common)
    )


cdef inline int shortage(const Need *need, uint64_t typed) noexcept nogil:
    """Typed and hybrid symbols that the typed Power alone cannot pay."""
    cdef int short_by = lanes_sum(lanes_less(need.power, typed))
    if need.hybrid[0]:
        short_by += hybrid_shortage(need, lanes_less(typed, need.power))
    return short_by


cdef inline int missing(const Need *need, const Have *have, int loss, int converters) noexcept nogil:
    """How many more units, each accepted by everything, would let this supply pay; 0: it pays.

    The largest shortage over all sets of demands (Hall's condition), of which these matter.
    """
    cdef int energy = max0(need.energy - have.energy_only)
    cdef int short_by = shortage(need, have.typed)
    cdef int everything, worst
    if converters == 0:
        # Energy and Power are apart: their shortages add up.
        worst = short_by - have.universal - have.restricted
        worst = max0(worst)
        if loss - have.power > worst:
            worst = loss - have.power
        everything = need.symbols + loss - have.power - have.restricted
        if everything > worst:
            worst = everything
        return worst + max0(energy - have.energy)
    everything = energy + need.symbols + loss - have.energy - have.power - have.restricted
    worst = max0(everything)
    if converters == K1:
        if energy + loss - have.energy - have.power > worst:
            worst = energy + loss - have.energy - have.power
        if short_by - have.universal - have.restricted > worst:
            worst = short_by - have.universal - have.restricted
        if loss + need.symbols - have.power - have.restricted > worst:
            worst = loss + need.symbols - have.power - have.restricted
        if loss - have.power > worst:
            worst = loss - have.power
    elif converters == K2:
        if energy - have.energy > worst:
            worst = energy - have.energy
        if energy + short_by - have.energy - have.universal - have.restricted > worst:
            worst = energy + short_by - have.energy - have.universal - have.restricted
        if energy + loss - have.energy - have.power > worst:
            worst = energy + loss - have.energy - have.power
    elif energy + loss - have.energy - have.power > worst:
        worst = energy + loss - have.energy - have.power
    return worst


cdef inline void have_change(Have *have, int cls, int by) noexcept nogil:
    """Add (by > 0) or give up units of one class."""
    cdef int accept = CLASS_ACCEPT[cls]
    if accept == TYPED:
        have.typed += <uint64_t>by << (8 * CLASS_LANE[cls])
        have.power += by
    elif accept == UNIVERSAL:
        have.universal += by
        have.power += by
    elif accept == RESTRICTED:
        have.restricted += by
    elif accept == ENERGY:
        have.energy += by
    else:
        have.energy_only += by


cdef inline void lanes_store(int8_t *into, uint64_t x) noexcept nogil:
    memcpy(into, &x, 6)


cdef inline void have_init(Have *have, const Offer *o) noexcept nogil:
    have.universal = o.n[C_GOLD] + o.n[C_HONEYFRUIT] + o.n[C_POOL_UNIVERSAL]
    have.typed = (
        lanes_load(&o.n[C_READY]) + lanes_load(&o.n[C_EXHAUSTED])
        + lanes_load(&o.n[C_SEAL]) + lanes_load(&o.n[C_POOL_POWER])
    )
    have.power = have.universal + lanes_sum(have.typed)
    have.restricted = o.n[C_LEGEND_POWER] + o.n[C_POOL_RESTRICTED]
    # C_LEGEND_ENERGY, C_ONE, C_LEGEND_SHOWDOWN, C_EXHAUST, C_OPENED; C_POOL_ENERGY, C_POOL_SHOWDOWN.
    have.energy = lanes_sum(
        (word(&o.n[C_LEGEND_ENERGY]) & 0xFF00FFFF00FFFFULL)
    ) + o.n[C_POOL_ENERGY] + o.n[C_POOL_SHOWDOWN]
    have.energy_only = o.n[C_ENERGY_ONLY]


cdef inline void kit_init(Kit *kit, const Supply *s, const Demand *d) noexcept nogil:
    """Decide the restrictions (rules.md, "Resources"): a restricted resource counts here or is not there."""
    cdef Offer *o = &kit.plain
    cdef int purpose = d.purpose
    cdef bint units = purpose == FOR_UNIT or purpose == FOR_UNIT_ABILITY
    cdef bint gear = purpose == FOR_GEAR or purpose == FOR_GEAR_ABILITY
    cdef bint spell = purpose == FOR_SPELL
    cdef int legend = s.legend & 0x7F
    cdef bint ready = (s.legend & LEGEND_READY) != 0
    memset(o, 0, sizeof(Offer))
    kit.ready = lanes_reverse(lanes_load(s.ready))
    kit.exhausted = lanes_reverse(lanes_load(s.exhausted))
    kit.runes = lanes_sum(kit.ready)
    lanes_store(&o.n[C_READY], kit.ready + kit.exhausted)
    lanes_store(&o.n[C_SEAL], lanes_reverse(lanes_load(s.seals)))
    lanes_store(&o.n[C_POOL_POWER], lanes_reverse(lanes_load(s.power)))
    o.n[C_EXHAUST] = kit.runes
    o.n[C_ONE] = s.one
    o.n[C_POOL_UNIVERSAL] = s.universal
    o.n[C_POOL_ENERGY] = s.energy
    if d.showdown:
        o.n[C_POOL_SHOWDOWN] = s.showdown_energy
    if spell:
        o.n[C_ENERGY_ONLY] = s.spells_energy
        o.n[C_POOL_RESTRICTED] = s.spells_universal
    elif units:
        o.n[C_ENERGY_ONLY] = s.units_energy
    if gear:
        o.n[C_POOL_RESTRICTED] = s.gear_universal
    kit.level6 = (s.flags & FLAG_LEVEL6) != 0
    kit.honeyfruit = s.honeyfruit
    o.n[C_HONEYFRUIT] = s.honeyfruit
    kit.gold_both = 0
    if s.flags & FLAG_RENATA:
        kit.gold_both = s.gold
    else:
        o.n[C_GOLD] = s.gold
    kit.two = s.two
    kit.lux = s.lux if spell else 0
    kit.anomaly = s.converters & 15
    kit.henge = s.converters >> 4
    kit.legend = False
    if legend:
        # A legend's Add that is of no use for this purpose is not on offer, nor can it be borrowed.
        if not (
            legend == LEGEND_ENERGY
            or (legend == LEGEND_SPELLS_POWER and spell)
            or (legend == LEGEND_GEAR_POWER and gear)
            or (legend == LEGEND_SHOWDOWN_ENERGY and d.showdown)
            or (legend == LEGEND_UNITS_ENERGY and units)
        ):
            legend = 0
        kit.legend = ready and legend == LEGEND_UNITS_ENERGY
        if ready:
            if legend == LEGEND_ENERGY:
                o.n[C_LEGEND_ENERGY] = 1
            elif legend == LEGEND_SHOWDOWN_ENERGY:
                o.n[C_LEGEND_SHOWDOWN] = 1
            elif legend == LEGEND_SPELLS_POWER or legend == LEGEND_GEAR_POWER:
                o.n[C_LEGEND_POWER] = 1
    kit.legend_kind = legend
    kit.borrowers[0] = kit.borrowers[1] = kit.borrow = 0
    if s.borrowers:
        kit.borrow = s.borrow
        if not legend:
            kit.borrow &= ~(1 << BORROW_LEGEND)
        if not spell:
            kit.borrow &= ~(1 << BORROW_LUX)
        if kit.borrow:
            kit.borrowers[0] = s.borrowers & 15
            kit.borrowers[1] = s.borrowers >> 4
