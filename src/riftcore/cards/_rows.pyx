"""Arrays of rows that grow, as long as nobody else knows where they are."""

from libc.stdlib cimport realloc
from libc.string cimport memcpy, memset

from riftcore.errors import CatalogError


class Full(Exception):
    """A table has no room for a card; caught by the table that continues another one."""


cdef void *grown(void *old, int *room, int used, size_t size, int most, str what, bint whole) except NULL:
    """An array with a free row behind those that are used. Only a table that nobody else knows yet may move its rows."""
    cdef int wanted
    cdef void *new
    if used < room[0]:
        return old
    if used >= most:
        raise CatalogError(f"a catalogue with more than {most} {what}: expected at most that")
    if whole:
        raise Full
    wanted = min(most, 64 + 2 * room[0])
    new = realloc(old, wanted * size)
    if new is NULL:
        raise MemoryError
    memset(<char *>new + room[0] * size, 0, (wanted - room[0]) * size)
    room[0] = wanted
    return new


cdef void *copied(const void *old, int used, int room, size_t size) except NULL:
    """Rows as they are, with room behind them."""
    cdef void *new = realloc(NULL, max(room, 1) * size)
    if new is NULL:
        raise MemoryError
    if used:  # of an empty array there may be none
        memcpy(new, old, used * size)
    memset(<char *>new + used * size, 0, (max(room, 1) - used) * size)
    return new
