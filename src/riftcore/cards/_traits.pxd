"""What each kind of clause does to costs, and what each operation of its conditions and amounts looks at.

Whoever needs to know either asks here: a new clause kind or operation is a row of these tables.
"""

from libc.stdint cimport uint8_t

from riftcore.cards._clauses cimport Clause, Filter, Node

cdef enum:  # what an operation looks at, as bits
    READS_NOTHING = 0
    READS_TARGETS = 1       # what the act chooses
    READS_ACT = 2           # ... and all else of the act: its zone, its event, what is given up for it
    READS_CARDS = 4         # cards in a hand, in a trash or facedown, which a card leaves as it is played
    READS_RUNES = 8
    READS_THINGS = 16       # things on the board: which are there, where, whose
    READS_STATES = 32       # ... their states
    READS_SPENT = 64        # what was paid this turn
    READS_TURN = 128        # what else happened this turn
    READS_GAME = 256        # points, XP, whose turn, showdowns, control of battlefields
    READS_EXHAUSTED = 512   # which things are exhausted, or how often gear was used: payments change it
    READS_GEAR = 1024       # how many there are of things that a payment may kill
    READS_LATE = READS_TARGETS | READS_ACT | READS_CARDS


cdef enum:  # what a clause does to costs of its own card, as bits
    OWN_NOTHING = 0
    OWN_PLAY = 1            # of every play
    OWN_OPTION = 2          # of plays that choose it
    OWN_ABILITY = 4         # of its abilities


cdef int reads_of(const Node *nodes, const Filter *filters, int node) noexcept nogil
cdef uint8_t does_of(const Clause *c, const Filter *filters) noexcept nogil
cdef uint8_t later_of(const Clause *c) noexcept nogil
cdef uint8_t own_of(const Clause *c) noexcept nogil
cdef bint lowers(const Clause *c) noexcept nogil
cdef int source_kind(const Clause *c) noexcept
