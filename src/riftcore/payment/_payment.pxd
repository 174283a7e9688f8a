"""A payment, and the keys that policies order payments by."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from riftcore.ground._lanes cimport lane
from riftcore.ground._record cimport Supply
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


cdef inline int payment_key(const Payment *p, int key) noexcept nogil:
    return p.key[key] if key < K_DOMAIN else lane(p.lost + p.recycle, key - K_DOMAIN)


cdef void payment_fill(
    const Kit *kit, const Need *need, const Offer *offered, const Offer *kept, const Have *have, Payment *p
) noexcept nogil
cdef bint payment_better(const Policy *policy, const Payment *a, const Payment *b) noexcept nogil
cdef void payment_apply(Supply *r, const Payment *p, int purpose, bint showdown) noexcept nogil
cdef void sort_borrowers(Payment *made) noexcept nogil
cdef int borrowed_rank(int code) noexcept nogil
