"""Distinct payments: every minimal payment whose result no other one beats, one at a time."""

from libc.stdint cimport uint8_t

from riftcore.ground._record cimport Demand, Supply
from riftcore.payment._payment cimport Payment
from riftcore.payment._units cimport Have, Kit, Need, Offer

cdef enum:
    N_DIGITS = 10           # two, lux, honeyfruit_both, gold_both, legend, converters, four borrowers
    N_ADDS = 19             # levels of the walk: classes of Adds ...
    N_SPREAD = 6            # ... which runes are exhausted ...
    N_POOL = 11             # ... and what the pool spends
    N_LEVELS = 36


cdef struct Walk:
    Kit kit
    Need need
    bint every              # all minimal payments, beaten ones too
    bint started
    uint8_t digit[10]       # which Adds of another shape are used
    uint8_t limit[10]
    Offer offered           # the units on offer with them
    Offer kept              # the units chosen so far
    Have pool               # of the offer
    Have later[36]          # units of the levels after this one
    Have have
    int level
    int pace                # of `tick`
    int at[36]
    int low[36]
    int high[36]
    int rest                # runes still to be exhausted
    int free[6]             # exhausted for nothing more: they are recycled
    int spread[6]           # other runes exhausted


cdef void walk_init(Walk *w, const Supply *s, const Demand *d, bint every) noexcept nogil
cdef bint walk_next(Walk *w, Payment *out) noexcept nogil
cdef unsigned long long walk_count(const Supply *s, const Demand *d, unsigned long long limit) noexcept nogil
cdef int compare(const Payment *a, const Payment *b, const Kit *kit) noexcept nogil
