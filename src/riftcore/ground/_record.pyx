"""Bounds of the record and the demand, checked at the edge and trusted inside."""

from riftcore.ground._lanes cimport above_limits, lanes_load, lanes_sum
from riftcore.ground._types cimport (
    ALL_DOMAINS,
    MAX_COUNT,
    MAX_HEIMERDINGERS,
    MAX_RUNES,
    N_BORROW,
    N_LEGEND_KINDS,
    N_PURPOSES,
    RECORD_VERSION,
)

cdef extern from *:
    """
    /* The most that each byte may be: counts MAX_COUNT, flags and masks their own, spare bytes 0. */
    static const unsigned char SUPPLY_LIMITS[48] = {
        63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
        63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 255, 255, 255, 255, 0x3F, 3, 1, 0, 0, 0, 0, 0};
    static const unsigned char DEMAND_LIMITS[16] = {63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 9, 1, 0, 0};
    """
    const uint8_t SUPPLY_LIMITS[48]
    const uint8_t DEMAND_LIMITS[16]

if sizeof(Supply) != SUPPLY_BYTES or sizeof(Demand) != DEMAND_BYTES:
    raise ImportError("the compiler padded a packed struct: the record would not be portable")


cdef int supply_fault(const Supply *s) noexcept nogil:
    """Offset of the first byte of a record that is out of bounds; -1 when all is well."""
    cdef const uint8_t *raw = <const uint8_t *>s
    # Every byte against its own bound at once; then what no bound of one byte says.
    if (
        above_limits(raw, SUPPLY_LIMITS, 48)
        or lanes_sum(lanes_load(s.ready) + lanes_load(s.exhausted)) > MAX_RUNES
        or (s.legend & 0x7F) >= N_LEGEND_KINDS
        or (s.borrowers & 15) + (s.borrowers >> 4) > MAX_HEIMERDINGERS
        or s.version != RECORD_VERSION
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
    if not above_limits(raw, DEMAND_LIMITS, 16) and (d.hybrid_mask or not d.hybrid) and (
        d.hybrid2_mask or not d.hybrid2
    ):
        return -1
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
    if d.zero[0]:
        return 14
    if d.zero[1]:
        return 15
    return -1
