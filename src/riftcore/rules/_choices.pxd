"""The choices of a play or an ability."""

from riftcore.cards._clauses cimport Clause, Facts, Tables
from riftcore.position._position cimport Act
from riftcore.rules._doing cimport Doing

ctypedef bint (*Found)(void *, const Act *) noexcept nogil     # what is asked of each choice; True: no more of them

cdef bint may_choose(const Tables *t, const Facts *f, const Clause *ability) noexcept nogil
cdef bint chosen_fit(Doing *d, const Clause *ability) noexcept nogil
cdef bint chooses_well(Doing *d, const Clause *ability) noexcept nogil
cdef void each_choice(Doing *d, const Clause *ability, Found found, void *what) noexcept nogil
