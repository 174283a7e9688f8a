"""The cost pipeline (356): from an action to its total costs, with the steps that led there."""

from riftcore.cards._clauses cimport Clause, Tables
from riftcore.position._position cimport Act, Position
from riftcore.rules._forces cimport Forces
from riftcore.rules._pricing cimport Quote, Sacrifice

cdef void quote_act(
    const Tables *t, const Position *pos, const Forces *w, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil
cdef void quote_use(
    const Tables *t, const Position *pos, const Forces *w, const Act *act, const Clause *ability, Quote *q
) noexcept nogil
cdef bint effect_concerns(const Tables *t, const Position *pos, const Act *act, int card) noexcept nogil
