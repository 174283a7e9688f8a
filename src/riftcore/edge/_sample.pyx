"""Seeded, realistic positions to measure with: records and demands drawn in one C loop.

The distribution is that of docs/performance.md: 2 to 12 runes over two random domains, about a
third of them exhausted, a small pool, up to `sources` Add sources, costs as printed on cards.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from riftcore.edge._column cimport Column, column_new
from riftcore.ground._interrupt cimport NO_BUDGET, STRIDE, Watch, tick, watch_begin, watch_end
from riftcore.ground._record cimport DEMAND_BYTES, SUPPLY_BYTES, Demand, Supply
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
    FOR_GEAR,
    FOR_RESOLUTION,
    FOR_SPELL,
    FOR_UNIT,
    LEGEND_GEAR_POWER,
    LEGEND_READY,
    LEGEND_SHOWDOWN_ENERGY,
    LEGEND_SPELLS_POWER,
    LEGEND_UNITS_ENERGY,
    N_DOMAINS,
    RECORD_VERSION,
)


cdef inline uint64_t next_random(uint64_t *state) noexcept nogil:
    """splitmix64 (public domain, Vigna 2015): small, seedable, the same on every machine."""
    cdef uint64_t z
    state[0] += 0x9E3779B97F4A7C15ULL
    z = state[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline int below(uint64_t *state, int n) noexcept nogil:
    return <int>((next_random(state) >> 32) * <uint64_t>n >> 32)


cdef inline bint chance(uint64_t *state, int per_mille) noexcept nogil:
    return below(state, 1000) < per_mille


cdef enum:  # Distribution
    STD
    HARD                        # dearer costs: about a third can be paid
    CONVERTERS                  # Anomaly, Henge and a legend in many positions

#: By name, as `riftcore.batch.sample` takes them.
from riftcore.errors import shown

#: No column has room for more.
MAX_DRAWN = (1 << 62) - 1
DISTRIBUTIONS = {"std": STD, "hard": HARD, "converters": CONVERTERS}


cdef void sample_one(
    uint64_t *state, int sources, bint general, int distribution, Supply *s, Demand *d
) noexcept nogil:
    cdef int a, b, i, n, k, pick, legend
    memset(s, 0, sizeof(Supply))
    memset(d, 0, sizeof(Demand))
    s.version = RECORD_VERSION
    a = below(state, N_DOMAINS)
    b = (a + 1 + below(state, N_DOMAINS - 1)) % N_DOMAINS
    n = 2 + below(state, 11)
    for i in range(n):
        k = a if chance(state, 500) else b
        if chance(state, 350):
            s.exhausted[k] += 1
        else:
            s.ready[k] += 1
    s.energy = max(0, below(state, 5) - 2)
    s.power[a] = below(state, 4) == 3
    s.power[b] = below(state, 4) == 3
    s.universal = below(state, 4) == 3
    d.purpose = FOR_RESOLUTION
    n = below(state, sources + 1)
    for i in range(n):
        pick = below(state, 100)
        if general and chance(state, 200):
            pick = 100 + below(state, 5)
        if pick < 20:
            s.seals[a] += 1
        elif pick < 40:
            s.seals[b] += 1
        elif pick < 45:
            s.seals[(a + 1 + below(state, N_DOMAINS - 1)) % N_DOMAINS] += 1
        elif pick < 65:
            s.gold += 1
        elif pick < 78:
            s.one += 1
        elif pick < 88:
            if s.legend == 0:
                # LA of the distribution: a restricted Power; LB: [A][A] for 2 Energy.
                legend = below(state, 4 if general else 2)
                if legend == 0:
                    s.legend = LEGEND_SPELLS_POWER | LEGEND_READY
                    d.purpose = FOR_SPELL
                elif legend == 1:
                    s.legend = LEGEND_UNITS_ENERGY | LEGEND_READY
                    d.purpose = FOR_UNIT
                elif legend == 2:
                    s.legend = LEGEND_GEAR_POWER | LEGEND_READY
                    d.purpose = FOR_GEAR
                else:
                    s.legend = LEGEND_SHOWDOWN_ENERGY | LEGEND_READY
                    d.showdown = 1
        elif pick < 94:
            if s.converters & 15 < 15:
                s.converters += 1
        elif pick < 100:
            if s.converters >> 4 < 15:
                s.converters += 16
        elif pick == 100:
            s.two += 1
        elif pick == 101:
            s.lux += 1
            d.purpose = FOR_SPELL
        elif pick == 102:
            s.honeyfruit += 1
        elif pick == 103:
            if s.flags & FLAG_RENATA == 0:
                s.gold += 1
                s.flags |= FLAG_RENATA
        elif s.borrowers == 0:
            s.borrowers = 1
    if distribution == CONVERTERS:
        s.converters = chance(state, 600) | chance(state, 600) << 4
        s.legend = 0
        d.purpose = FOR_RESOLUTION
        d.showdown = 0
        if chance(state, 400):
            legend = chance(state, 500)
            s.legend = (LEGEND_UNITS_ENERGY if legend else LEGEND_SPELLS_POWER) | LEGEND_READY
            d.purpose = FOR_UNIT if legend else FOR_SPELL
        elif s.lux:
            d.purpose = FOR_SPELL
    if general:
        if chance(state, 300):
            s.flags |= FLAG_LEVEL6
        if s.borrowers:
            for i in range(N_DOMAINS):
                if s.seals[i]:
                    s.borrow |= 1 << i
            if s.one:
                s.borrow |= 1 << BORROW_ONE
            if s.two:
                s.borrow |= 1 << BORROW_EGG
            if s.lux:
                s.borrow |= 1 << BORROW_LUX
            if s.honeyfruit:
                s.borrow |= 1 << BORROW_HONEYFRUIT
            if s.gold:
                s.borrow |= 1 << BORROW_GOLD
            if s.converters & 15:
                s.borrow |= 1 << BORROW_ANOMALY
            if s.converters >> 4:
                s.borrow |= 1 << BORROW_HENGE
            if s.legend:
                s.borrow |= 1 << BORROW_LEGEND
    d.energy = below(state, 10)
    k = below(state, 6)
    d.power[a] = 0 if k < 2 else 1 if k < 4 else k - 2
    k = below(state, 4)
    d.power[b] = max(0, k - 1)
    if chance(state, 150):
        d.power[(a + 1 + below(state, N_DOMAINS - 1)) % N_DOMAINS] += 1
    k = below(state, 6)
    d.any = max(0, k - 2)
    if distribution == HARD:
        d.energy += 3
        d.power[a] += 2
        d.any += 2
    if general and chance(state, 500):
        # The symbols of a two-domain card.
        d.hybrid = d.power[a] + d.power[b]
        d.power[a] = d.power[b] = 0
        if d.hybrid:
            d.hybrid_mask = 1 << a | 1 << b


cdef class Sampler:
    """A source of positions: the same ones for the same seed, however many are drawn at a time."""

    cdef uint64_t state
    cdef int sources
    cdef bint general
    cdef int distribution

    def __init__(self, seed=0, *, sources=6, general=False, distribution="std"):
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise TypeError(f"seed={shown(seed)}: expected a whole number")
        if isinstance(sources, bool) or not isinstance(sources, int) or not 0 <= sources <= 24:
            raise ValueError(f"sources={shown(sources)}: expected a whole number from 0 to 24")
        if distribution not in DISTRIBUTIONS:
            raise ValueError(f"distribution={shown(distribution)}: expected one of {', '.join(DISTRIBUTIONS)}")
        self.state = seed & 0xFFFFFFFFFFFFFFFF
        self.sources = sources
        self.general = bool(general)
        self.distribution = DISTRIBUTIONS[distribution]

    def draw(self, n):
        """The next n positions: columns of records and of costs."""
        if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= MAX_DRAWN:
            raise ValueError(f"n={shown(n)}: expected a whole number from 0 to {MAX_DRAWN}")
        cdef Column records = column_new("record", n)
        cdef Column costs = column_new("cost", n)
        self.fill(records.data, costs.data, n)
        return records, costs

    cdef int fill(self, uint8_t *r, uint8_t *d, Py_ssize_t n) except -1:
        cdef Py_ssize_t i
        cdef int pace = STRIDE
        cdef Watch watch
        cdef uint64_t before = self.state
        watch_begin(&watch, NO_BUDGET)
        with nogil:
            for i in range(n):
                if tick(&pace):
                    break
                sample_one(
                    &self.state, self.sources, self.general, self.distribution,
                    <Supply *>(r + i * SUPPLY_BYTES), <Demand *>(d + i * DEMAND_BYTES),
                )
        if watch.stopped:
            self.state = before
        watch_end(&watch)
        return 0


def sample(n, seed=0, **options):
    """n positions as two bytearrays, for what reads plain bytes; see `riftcore.batch.sample`."""
    records, costs = Sampler(seed, **options).draw(n)
    return bytearray(records), bytearray(costs)
