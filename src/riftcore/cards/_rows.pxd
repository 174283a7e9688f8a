"""Arrays of rows that grow."""

cdef void *grown(void *old, int *room, int used, size_t size, int most, str what, bint whole) except NULL
cdef void *copied(const void *old, int used, int room, size_t size) except NULL
