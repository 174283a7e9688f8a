"""Which ability an action means: printed ones, given ones, those that a borrower has of others (398)."""

from riftcore.cards._clauses cimport Clause, Tables
from riftcore.position._position cimport Act, Position, Thing
from riftcore.rules._forces cimport Forces
from riftcore.rules._pricing cimport Quote

cdef int abilities_of(const Tables *t, const Position *pos, int ref) noexcept nogil
cdef const Clause *ability_clause(
    const Tables *t, const Position *pos, const Forces *w, const Act *act, int *code
) noexcept nogil
cdef bint empowered_enough(const Clause *c, const Thing *thing) noexcept nogil
cdef const Clause *trigger_clause(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil
