"""The payment is made: Adds, what is spent, and what the cost takes from the board (357, 429)."""

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Player, Position
from riftcore.rules._doing cimport Doing, Outcome

cdef bint pay_all(Doing *d) noexcept nogil
cdef void runes_back(Player *p, int domain, int n) noexcept nogil
cdef void leaves_board(const Tables *t, Position *pos, Outcome *out, int ref) noexcept nogil
