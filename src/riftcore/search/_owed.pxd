"""Can all that is owed be paid together?"""

from riftcore.ground._record cimport Demand, Supply
from riftcore.position._position cimport Position
from riftcore.search._planner cimport Frame, Planner

cdef int owed_class(const Planner *s, int card) noexcept nogil
cdef bint has_restricted(const Supply *s) noexcept nogil
cdef int add_up(const Demand *owed, Demand *sum) noexcept nogil
cdef bint pays_all(const Supply *s, const Demand *owed, bint showdown) noexcept nogil
cdef void make_rich(Position *pos, int player) noexcept nogil
cdef bint take_pool(Supply *into, const Supply *from_, const Supply *rich) noexcept nogil
cdef bint same_means(const Supply *a, const Supply *b) noexcept nogil
cdef bint is_owing(const Frame *f) noexcept nogil
cdef bint only_less(const Supply *after, const Supply *before) noexcept nogil
cdef int purpose_owed(int kind) noexcept nogil
