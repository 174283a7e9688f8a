"""The objects and cards that a cost takes (357): which of them, so that the whole payment is best by the policy."""

from riftcore.cards._clauses cimport Part
from riftcore.rules._doing cimport Doing, Spent

cdef bint fits_part(const Doing *d, const Part *p, int ref) noexcept nogil
cdef void give(Spent *spent, int verb, int of, int player, int ref, int slot, int card, int n) noexcept nogil
cdef bint choose_best(Doing *d) noexcept nogil
