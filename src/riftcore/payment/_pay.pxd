"""Payment: can a supply pay a demand, and what is the best way by a policy (rules 357, 429)."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from riftcore.ground._lanes cimport lane, word
from riftcore.ground._record cimport Demand, Supply
from riftcore.payment._policy cimport K_DOMAIN, Policy
from riftcore.payment._units cimport Have, Kit, Need, Offer

cdef struct Payment:        # every byte is set: payments are compared as bytes
    uint64_t exhaust        # runes exhausted, as lanes
    uint64_t recycle        # runes recycled; an exhausted one of the domain goes first
    uint64_t lost           # ready runes lost
    uint64_t spent          # typed Power spent
    uint64_t seals          # objects used, by kind (see Supply)
    uint64_t power_left     # of the pool
    int8_t two              # 12 bytes as they stand in an Offer
    int8_t lux
    int8_t honeyfruit_both  # for [1][A]
    int8_t gold
    int8_t anomaly          # 1: one of the board is used (a borrower's use is in borrowed)
    int8_t henge
    int8_t legend
    int8_t borrowers
    uint8_t borrowed[4]     # see Offer.borrowed
    int8_t one
    int8_t honeyfruit       # for [A]
    uint8_t anomaly_x       # Power turned into Energy
    uint8_t henge_x         # Energy turned into universal Power
    int8_t energy_spent     # all Energy, net of what an Anomaly made
    int8_t showdown_spent   # showdown Energy of it
    int8_t adds             # single Adds in all
    int8_t energy_left      # the pool afterwards: the buckets that count for this purpose
    int8_t universal_left
    int8_t energy_only_left
    int8_t showdown_left
    int8_t restricted_left
    uint8_t key[7]          # by K_*; what K_DOMAIN asks see payment_key
    uint8_t zero


cdef struct Search:
    const Kit *kit
    const Need *need
    const Policy *policy
    const Have *have        # the sums of the offer to solve
    bint asks               # whether Energy or Power is lacking matters: there are converters, or [A][A]
    int recycled            # runes that every payment recycles; -1: not yet known
    bint solved             # the offer paid without converters ...
    bint lacks_energy       # ... or needed sources of Energy; these two tell which
    bint lacks_power        # converter could be of use to it (try_converters)
    bint found
    int pace                # of `tick`
    Payment *best           # where the caller wants it


cdef inline int payment_key(const Payment *p, int key) noexcept nogil:
    return p.key[key] if key < K_DOMAIN else lane(p.lost + p.recycle, key - K_DOMAIN)


cdef inline bint is_quick(const Supply *s, const Policy *policy) noexcept nogil:
    """Is `cheapest` sure to take well under a millisecond? By the default policy, fewer than 8 objects of each kind
    that are not one unit, no borrowers. Else a Watch is opened for it (riftcore.ground._interrupt)."""
    return policy.default and word(&s.one) & <uint64_t>0xFF0000F8F8F8F800 == 0


cdef bint cheapest(const Supply *s, const Demand *d, const Policy *policy, Payment *out) noexcept nogil
cdef bint payment_better(const Policy *policy, const Payment *a, const Payment *b) noexcept nogil
cdef void solve_opened(Search *search, const Offer *offered, int lost) noexcept nogil
cdef void payment_fill(
    const Kit *kit, const Need *need, const Offer *offered, const Offer *kept, const Have *have, Payment *p
) noexcept nogil
cdef void payment_apply(Supply *r, const Payment *p, int purpose, bint showdown) noexcept nogil
