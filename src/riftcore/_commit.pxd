"""The payment is made: Adds, what is spent, and what the cost takes from the board (357, 429)."""

from riftcore._cards cimport Tables
from riftcore._doing cimport Doing, Outcome
from riftcore._position cimport Player, Position

cdef bint pay_all(Doing *d) noexcept nogil
cdef void runes_back(Player *p, int domain, int n) noexcept nogil
cdef void leaves_board(const Tables *t, Position *pos, Outcome *out, int ref) noexcept nogil
