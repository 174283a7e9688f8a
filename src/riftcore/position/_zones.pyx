"""Cards of a zone."""

from libc.string cimport memmove


cdef int find_card(const unsigned short *zone, int n, int card) noexcept nogil:
    cdef int i
    for i in range(n):
        if zone[i] == card:
            return i
    return -1


cdef void take_card(unsigned short *zone, unsigned char *n, int slot) noexcept nogil:
    # Places that hold nothing are 0: equal positions are equal bytes.
    n[0] -= 1
    memmove(&zone[slot], &zone[slot + 1], (n[0] - slot) * sizeof(unsigned short))
    zone[n[0]] = 0


cdef bint put_card(unsigned short *zone, unsigned char *n, int limit, int card) noexcept nogil:
    if n[0] >= limit:
        return False
    zone[n[0]] = card
    n[0] += 1
    return True
