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

from riftcore.ground._lanes cimport LANES_OF, bytes_sum, lanes_less, lanes_load, lanes_reverse, lanes_sum, word
from riftcore.ground._record cimport Demand, Supply
from riftcore.ground._types cimport (
    BORROW_LEGEND,
    BORROW_LUX,
    FLAG_LEVEL6,
    FLAG_RENATA,
    FOR_SPELL,
    LEGEND_READY,
)

cdef enum:
    # Classes of interchangeable units, in words of eight bytes. Six classes by domain fill a word, last domain
    # first: the first domain is spent first. In each word the default policy gives the first class up first, and
    # between equal ones Power before Energy. What lies between is no class, and always 0.
    C_READY = 0             # 0-5    recycle a rune (of the ready ones where the two are told apart)
    C_EXHAUSTED = 8         # 8-13   recycle an exhausted rune
    C_GOLD = 16             # kill it
    C_HONEYFRUIT = 17       # exhaust it for [A]
    C_LEGEND_POWER = 18     # restricted universal Power of a legend
    C_POOL_UNIVERSAL = 19
    C_POOL_RESTRICTED = 20  # restricted universal Power in the pool
    C_SEAL = 24             # 24-29
    C_POOL_POWER = 32       # 32-37
    C_LEGEND_ENERGY = 40
    C_ONE = 41
    C_LEGEND_SHOWDOWN = 42
    C_EXHAUST = 43          # exhaust a rune
    C_OPENED = 44           # exhaust one of the runes that this pass may use (solve_opened)
    C_POOL_ENERGY = 45
    C_POOL_SHOWDOWN = 46    # showdown Energy in the pool
    C_ENERGY_ONLY = 47      # restricted Energy in the pool: pays Energy and feeds nothing
    N_CLASSES = 48

cdef enum:  # Accept
    TYPED                   # Power of one domain
    UNIVERSAL
    RESTRICTED              # universal Power that pays this cost but feeds nothing
    ENERGY
    ENERGY_ONLY             # Energy that feeds nothing
    NO_CLASS

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
    int8_t n[48]            # by class
    int8_t two              # 12 bytes as they stand in a Payment: the chosen Adds
    int8_t lux
    int8_t honeyfruit_both  # uses of "Add [1][A]"
    int8_t gold_both        # Gold with Renata's bonus
    int8_t anomaly          # 1: an Anomaly of the board is used, not a borrower's
    int8_t henge
    int8_t legend           # 1: the legend's [A][A] ability is used
    int8_t borrowers
    uint8_t borrowed[4]     # what each borrower uses
    int8_t loss             # units that legends' [A][A] take
    int8_t killed           # objects that the chosen Adds kill, exhaust; units that they add
    int8_t sources
    int8_t added
    uint8_t converters      # K1, K2


cdef struct Kit:            # what a player could make for one purpose, restrictions decided
    Offer plain             # no Add of another shape used yet ...
    Have have               # ... and its sums
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
    /* Bytes 20-24 of a record are restricted: Energy for spells, for units, for showdowns, Power for spells, for
       gear. A ready legend makes one of these, or free Energy (byte 5 here), or 2 Energy for [A][A] (byte 6). */
    static const unsigned long long LEGEND_ADDS[256] = {
        [0x81] = 1ULL << 24, [0x82] = 1ULL << 32, [0x83] = 1ULL << 16, [0x84] = 1ULL << 40, [0x85] = 1ULL << 48};

    #define UNRESTRICTED 0xFF0000000000ULL
    #define FOR_SPELLS (UNRESTRICTED | 0xFF0000FFULL)
    #define FOR_UNITS (UNRESTRICTED | 0xFF00000000FF00ULL)
    #define FOR_GEARS (UNRESTRICTED | 0xFF00000000ULL)
    #define FOR_SHOWDOWNS (UNRESTRICTED | 0xFF0000ULL)
    /* Which of them count, by purpose, 16 further on in a showdown. */
    static const unsigned long long USABLE[32] = {
        FOR_SPELLS, FOR_UNITS, FOR_GEARS, FOR_UNITS, FOR_GEARS,
        UNRESTRICTED, UNRESTRICTED, UNRESTRICTED, UNRESTRICTED, UNRESTRICTED, 0, 0, 0, 0, 0, 0,
        FOR_SPELLS | FOR_SHOWDOWNS, FOR_UNITS | FOR_SHOWDOWNS, FOR_GEARS | FOR_SHOWDOWNS,
        FOR_UNITS | FOR_SHOWDOWNS, FOR_GEARS | FOR_SHOWDOWNS,
        FOR_SHOWDOWNS, FOR_SHOWDOWNS, FOR_SHOWDOWNS, FOR_SHOWDOWNS, FOR_SHOWDOWNS};
    """
    const uint64_t LEGEND_ADDS[256]
    const uint64_t USABLE[32]

cdef extern from *:
    """
    /* By class: what accepts a unit (Accept), and the lane of a typed one. */
    static const unsigned char CLASS_ACCEPT[48] = {
        0, 0, 0, 0, 0, 0, 5, 5,  0, 0, 0, 0, 0, 0, 5, 5,  1, 1, 2, 1, 2, 5, 5, 5,
        0, 0, 0, 0, 0, 0, 5, 5,  0, 0, 0, 0, 0, 0, 5, 5,  3, 3, 3, 3, 3, 3, 3, 4};
    static const unsigned char CLASS_LANE[48] = {
        0, 1, 2, 3, 4, 5, 0, 0,  0, 1, 2, 3, 4, 5, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,
        0, 1, 2, 3, 4, 5, 0, 0,  0, 1, 2, 3, 4, 5, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0};
    """
    const uint8_t CLASS_ACCEPT[48]
    const uint8_t CLASS_LANE[48]

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


cdef inline uint64_t lanes_of(const Offer *o, int first) noexcept nogil:
    """The six classes by domain from `first` on."""
    return word(&o.n[first])


cdef inline bint in_pool(int c) noexcept nogil:
    """Does the pool hold units of this class already, so that they are no Adds?"""
    return C_POOL_POWER <= c < C_LEGEND_ENERGY or c >= C_POOL_ENERGY or c == C_POOL_UNIVERSAL or c == C_POOL_RESTRICTED


cdef inline void lanes_store(Offer *o, int first, uint64_t x) noexcept nogil:
    memcpy(&o.n[first], &x, 8)


cdef inline void turned_over(
    const Need *need, const Have *have, int loss, int converters, int *anomaly_x, int *henge_x
) noexcept nogil:
    """X of the converters if exactly these units are spent. A Henge makes the Power that is lacking, from Energy; an
    Anomaly then makes the Energy that is lacking, from Power."""
    anomaly_x[0] = henge_x[0] = 0
    if converters & K2:
        henge_x[0] = max0(shortage(need, have.typed) - have.universal - have.restricted)
        if need.symbols + loss - have.power - have.restricted > henge_x[0]:
            henge_x[0] = need.symbols + loss - have.power - have.restricted
        if loss - have.power > henge_x[0]:
            henge_x[0] = loss - have.power
    if converters & K1:
        anomaly_x[0] = max0(max0(need.energy - have.energy_only) + henge_x[0] - have.energy)


cdef inline void have_init(Have *have, const Offer *o) noexcept nogil:
    have.universal = o.n[C_GOLD] + o.n[C_HONEYFRUIT] + o.n[C_POOL_UNIVERSAL]
    have.typed = lanes_of(o, C_READY) + lanes_of(o, C_EXHAUSTED) + lanes_of(o, C_SEAL) + lanes_of(o, C_POOL_POWER)
    have.power = have.universal + lanes_sum(have.typed)
    have.restricted = o.n[C_LEGEND_POWER] + o.n[C_POOL_RESTRICTED]
    have.energy = bytes_sum(word(&o.n[C_LEGEND_ENERGY]) & <uint64_t>0xFFFFFFFFFFFFFF)
    have.energy_only = o.n[C_ENERGY_ONLY]


cdef inline uint64_t usable(const Demand *d) noexcept nogil:
    """Which of the restricted bytes count for it (rules.md, "Resources")."""
    return USABLE[d.purpose + 16 * d.showdown]


cdef inline void kit_borrowers(Kit *kit, const Supply *s, const Demand *d) noexcept nogil:
    """Borrowed abilities: one that is of no use for this purpose cannot be borrowed."""
    kit.legend_kind = s.legend & 0x7F
    if not LEGEND_ADDS[s.legend | LEGEND_READY] & usable(d):
        kit.legend_kind = 0
    kit.borrow = s.borrow
    if not kit.legend_kind:
        kit.borrow &= ~(1 << BORROW_LEGEND)
    if d.purpose != FOR_SPELL:
        kit.borrow &= ~(1 << BORROW_LUX)
    if kit.borrow:
        kit.borrowers[0] = s.borrowers & 15
        kit.borrowers[1] = s.borrowers >> 4


cdef inline void kit_init(Kit *kit, const Supply *s, const Demand *d) noexcept nogil:
    """Decide the restrictions: a restricted resource counts here or is not there."""
    cdef Offer *o = &kit.plain
    cdef Have *have = &kit.have
    cdef uint64_t pool = word(&s.spells_energy) & usable(d) & <uint64_t>0xFFFFFFFFFF
    cdef uint64_t legend = LEGEND_ADDS[s.legend] & usable(d)
    cdef uint64_t seals = lanes_reverse(lanes_load(s.seals))
    cdef uint64_t power = lanes_reverse(lanes_load(s.power))
    cdef bint spell = d.purpose == FOR_SPELL
    cdef bint renata = (s.flags & FLAG_RENATA) != 0
    cdef int gold = 0 if renata else s.gold
    kit.ready = lanes_reverse(lanes_load(s.ready))
    kit.exhausted = lanes_reverse(lanes_load(s.exhausted))
    kit.runes = lanes_sum(kit.ready)
    have.universal = gold + s.honeyfruit + s.universal
    have.typed = kit.ready + kit.exhausted + seals + power
    have.power = have.universal + lanes_sum(have.typed)
    have.energy = kit.runes + s.one + s.energy
    have.restricted = have.energy_only = 0
    memset(o, 0, sizeof(Offer))
    lanes_store(o, C_READY, kit.ready + kit.exhausted)
    lanes_store(o, C_SEAL, seals)
    lanes_store(o, C_POOL_POWER, power)
    o.n[C_GOLD] = gold
    o.n[C_HONEYFRUIT] = s.honeyfruit
    o.n[C_ONE] = s.one
    o.n[C_EXHAUST] = kit.runes
    o.n[C_POOL_UNIVERSAL] = s.universal
    o.n[C_POOL_ENERGY] = s.energy
    if pool | legend:
        o.n[C_POOL_RESTRICTED] = bytes_sum(pool >> 24)
        o.n[C_POOL_SHOWDOWN] = pool >> 16 & 0xFF
        o.n[C_ENERGY_ONLY] = (pool & 0xFF) + (pool >> 8 & 0xFF)
        o.n[C_LEGEND_ENERGY] = legend >> 40 & 1
        o.n[C_LEGEND_POWER] = (legend >> 24 | legend >> 32) & 1
        o.n[C_LEGEND_SHOWDOWN] = legend >> 16 & 1
        have.restricted = o.n[C_LEGEND_POWER] + o.n[C_POOL_RESTRICTED]
        have.energy += o.n[C_LEGEND_ENERGY] + o.n[C_LEGEND_SHOWDOWN] + o.n[C_POOL_SHOWDOWN]
        have.energy_only = o.n[C_ENERGY_ONLY]
    kit.honeyfruit = s.honeyfruit
    kit.level6 = (s.flags & FLAG_LEVEL6) != 0
    kit.gold_both = s.gold if renata else 0
    kit.two = s.two
    kit.lux = s.lux if spell else 0
    kit.anomaly = s.converters & 15
    kit.henge = s.converters >> 4
    kit.legend = legend >> 48
    kit.borrowers[0] = kit.borrowers[1] = kit.borrow = 0
    if s.borrowers:
        kit_borrowers(kit, s, d)
