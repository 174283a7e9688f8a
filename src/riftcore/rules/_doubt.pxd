"""What is in doubt: cards in sight whose text is not fully understood, and what it could change (catalog/doubts.py)."""

from libc.stdint cimport uint16_t

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Act, Position


cdef struct Doubted:        # of an act: cards whose text may change the answer; 0 none
    uint16_t legality       # ... whether it may be done
    uint16_t price          # ... what it costs
    uint16_t supply         # ... what there is to pay with


cdef void doubts_about(const Tables *t, const Position *pos, const Act *act, Doubted *d) noexcept nogil
cdef void doubts_of_prices(const Tables *t, const Position *pos, int player, Doubted *d) noexcept nogil
cdef bint plays_in_doubt(const Tables *t, const Position *pos, int player) noexcept nogil
cdef int doubtful_cards(const Tables *t, const Position *pos, int player, uint16_t *found, int room) noexcept nogil
