"""The base cost of a play (356.1): printed, for another cost, from facedown, ignored; what an effect lets a player play."""

from riftcore.cards._clauses cimport Clause, Tables
from riftcore.position._position cimport Act, Position
from riftcore.rules._pricing cimport Pricing

cdef void base_of_play(Pricing *z) noexcept nogil
cdef bint read_fits(const Tables *t, const Clause *c, int card) noexcept nogil
cdef bint permitted(const Tables *t, const Position *pos, const Act *act) noexcept nogil
