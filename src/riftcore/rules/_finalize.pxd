"""After the payment: what entered the board or the chain, and what counts this turn (358, 359)."""

from riftcore.position._position cimport Act, Player, Position
from riftcore.rules._doing cimport Doing, Outcome

cdef bint finalize_play(Doing *d) noexcept nogil
cdef bint to_chain(Position *pos, int card, int player, Outcome *out) noexcept nogil
cdef void count_chosen(Doing *d) noexcept nogil
cdef void use_up_payment(Player *me, const Act *act) noexcept nogil
cdef bint remember_payment(Doing *d) noexcept nogil
