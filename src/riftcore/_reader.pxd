"""The scenario form read straight into a position, where it is plain."""

from riftcore._board cimport Board
from riftcore._cards cimport CardTable
from riftcore._record cimport Demand


cdef enum:
    OTHER = 0xFFFFFF        # no number: a card that the catalogue does not have in its own table


cdef class KnownCards:
    cdef CardTable table
    cdef dict numbers       # of cards, by their names as written
    cdef dict given         # (Card, folded name) of inline cards, by their marshalled facts
    cdef dict folded        # names as inline cards are found by, by the names as written

    cdef int named(self, str name) except -1
    cdef tuple inlined(self, dict facts)
    cdef tuple inline_card(self, dict facts)
    cdef dict brought(self, inline)
    cdef str fold(self, str name)


cdef KnownCards cards_of(CardTable table)
cdef int players_in(dict data) except -1
cdef bint read_situation(Board board, dict data) except -1

cdef dict lookup(tuple keys, str names)
cdef int word(dict known, object value) except -2
cdef int slot(dict known, object key) except -2
cdef int count(object value, int high) noexcept
cdef int flag(object value) noexcept
cdef bint is_text(object value) except -1
cdef bint is_id(object value) except -1
cdef bint read_power(dict data, unsigned char *typed, unsigned char *any) except -1
