"""Bounds of the record and the demand, checked at the edge and trusted inside."""

from libc.stdint cimport uint64_t

from riftcore._lanes cimport lanes_load, lanes_sum, word
from riftcore._types cimport (
    ALL_DOMAINS,
    MAX_COUNT,
    MAX_HEIMERDINGERS,
    MAX_RUNES,
    N_BORROW,
    N_LEGEND_KINDS,
    N_PURPOSES,
    RECORD_VERSION,
)

if sizeof(Supply) != SUPPLY_BYTES or sizeof(Demand) != DEMAND_BYTES:
    raise ImportError("the compiler padded a packed struct: the record would not be portable")


cdef int supply_fault(const Supply *s) noexcept nogil:
    """Offset of the first byte of a record that is out of bounds; -1 when all is well."""
    cdef const uint8_t *raw = <const uint8_t *>s
    # The counts, eight at a time: none above 63. Byte 36 and those behind it have rules of their own.
    cdef uint64_t high = word(raw) | word(raw + 8) | word(raw + 16) | word(raw + 24) | word(raw + 28)
    if (
        high & 0xC0C0C0C0C0C0C0C0ULL
        or lanes_sum(lanes_load(s.ready) + lanes_load(s.exhausted)) > MAX_RUNES
        or (s.legend & 0x7F) >= N_LEGEND_KINDS
        or (s.borrowers & 15) + (s.borrowers >> 4) > MAX_HEIMERDINGERS
        or s.borrow >> N_BORROW
        or s.flags > 3
        or s.version != RECORD_VERSION
        or word(raw + 40) >> 24
    ):
        return supply_fault_at(s)
    return -1


cdef int supply_fault_at(const Supply *s) noexcept nogil:
    """Where it is that supply_fault saw something."""
    cdef const uint8_t *raw = <const uint8_t *>s
    cdef int i
    cdef int runes = 0
    for i in range(36):
        if raw[i] > MAX_COUNT:
            return i
        if i < 2 * N_DOMAINS:
            runes += raw[i]
            if runes > MAX_RUNES:
                return i
    if (s.legend & 0x7F) >= N_LEGEND_KINDS:
        return 37
    if (s.borrowers & 15) + (s.borrowers >> 4) > MAX_HEIMERDINGERS:
        return 38
    if s.borrow >> N_BORROW:
        return 40
    if s.flags > 3:
        return 41
    if s.version != RECORD_VERSION:
        return 42
    for i in range(43, 48):
        if raw[i]:
            return i
    return -1


cdef int demand_fault(const Demand *d) noexcept nogil:
    """Offset of the first byte of a demand that is out of bounds; -1 when all is well."""
    cdef const uint8_t *raw = <const uint8_t *>d
    cdef int i
    if (word(raw) | raw[8]) & 0xC0C0C0C0C0C0C0C0ULL:
        for i in range(9):
            if raw[i] > MAX_COUNT:
                return i
    if d.hybrid2 > MAX_COUNT:
        return 10
    if d.hybrid_mask > ALL_DOMAINS or (d.hybrid and not d.hybrid_mask):
        return 9
    if d.hybrid2_mask > ALL_DOMAINS or (d.hybrid2 and not d.hybrid2_mask):
        return 11
    if d.purpose >= N_PURPOSES:
        return 12
    if d.showdown > 1:
        return 13
    if d.zero[0] or d.zero[1]:
        return 14
    return -1
