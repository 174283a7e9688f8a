"""Events: pools empty, Adds that something sets off arrive (346.1, 369.1, 429.2)."""

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Act, Position
from riftcore.rules._doing cimport Outcome

cdef void happen(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil
cdef void triggered_adds(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil
cdef void combat_ends(Position *pos) noexcept nogil
