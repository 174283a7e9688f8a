"""The table of cards that the core reads.

A Catalog has one table, made whole when it is first used and published then: it never changes, so any number of states
and threads read it. Cards and parts of costs that are not the catalogue's stand in a table that continues it: room for a
few hundred of them, shared by the states and questions that name them at about the same time, and freed with the last
of these. What a table holds never moves or changes; rows that nobody knows yet are written behind, under a lock.
"""

from libc.stdint cimport uint64_t

from riftcore.cards._clauses cimport MAX_LINE
from riftcore.cards._compiler cimport Compiler


cdef class CardTable(Compiler):
    cdef readonly object catalog
    cdef object ids                 # of a catalogue's own table: CardIds; None: not asked for yet
    cdef uint64_t *digests
    cdef list names                 # ... and what its cards are called in bytes, by number
    cdef dict forms                 # cards beyond the catalogue as text, by number
    cdef CardTable root             # the catalogue's own table; None: it is that
    cdef CardTable owner            # keeps the clauses that these are; None: they are its own
    cdef CardTable more             # the latest that continues this one
    cdef int depth
    cdef uint64_t[MAX_LINE] line    # serial numbers: of the catalogue's table, of each that continues the one before, its own
    cdef bint plain                 # of a Catalog: what is another kind of one may name cards in its own way
    cdef bint whole                 # nothing is written any more

    cdef int find(self, object card) except -1
    cdef bint continues(self, CardTable other) noexcept
    cdef CardTable first(self)
    cdef bytes form(self, int number)
    cdef int build(self) except -1
    cdef int digest(self) except -1
    cdef int take_over(self, CardTable parent, bint clauses, int slack) except -1
    cdef bint enter(self, object card) except -1


cdef object first_use()
cdef CardTable table_of(object catalog)
cdef CardTable table_with(CardTable table, object card)
cdef CardTable table_with_part(CardTable table, str text)
