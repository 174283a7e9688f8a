"""Payment: can a supply pay a demand, and what is the best way by a policy (rules 357, 429)."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from riftcore._lanes cimport lane
from riftcore._record cimport Demand, Supply
from riftcore._units cimport Have, Kit, Need, Offer

cdef enum:
    # Keys of a policy, each to be as small as possible.
    K_RECYCLED = 0          # runes recycled
    K_KILLED = 1            # objects killed by Adds
    K_SOURCES = 2           # other objects exhausted by Adds
    K_READY_RUNES = 3       # ready runes lost: exhausted, or recycled while ready
    K_LEFTOVER = 4          # units in the pool afterwards beyond those that were there before
    K_FREE = 5              # unrestricted units spent
    K_UNIVERSAL = 6         # unrestricted universal Power spent
    K_DOMAIN = 7            # 7-12: runes of that domain recycled, and ready ones of it lost
    N_KEYS = 13
    N_ORDER = 36


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


cdef struct Policy:
    int n                   # keys asked, in order; what the caller left out stands last
    uint8_t key[13]
    uint8_t order[36]       # classes of units, the first to be given up first; not C_ENERGY_ONLY
    bint default
    bint leftover_early     # asks what is left over before all kinds of Adds are told apart


cdef inline int payment_key(const Payment *p, int key) noexcept nogil:
    return p.key[key] if key < K_DOMAIN else lane(p.lost + p.recycle, key - K_DOMAIN)


cdef void policy_init(Policy *policy, const uint8_t *keys, int n) noexcept nogil
cdef bint cheapest(const Supply *s, const Demand *d, const Policy *policy, Payment *out) noexcept nogil
cdef void payment_fill(
    const Kit *kit, const Need *need, const Offer *offered, const Offer *kept, const Have *have, Payment *p
) noexcept nogil
