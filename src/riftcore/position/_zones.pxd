"""Cards of a zone."""

cdef int find_card(const unsigned short *zone, int n, int card) noexcept nogil
cdef void take_card(unsigned short *zone, unsigned char *n, int slot) noexcept nogil
cdef bint put_card(unsigned short *zone, unsigned char *n, int limit, int card) noexcept nogil
