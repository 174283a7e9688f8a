"""From the board to the record: which Add sources of a player are ready, and what they are now."""

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Position


cdef int supply_refresh(const Tables *t, Position *pos, int player) noexcept nogil
cdef int supplies_refresh(const Tables *t, Position *pos) noexcept nogil
cdef int source_of(const Tables *t, const Position *pos, int ref, int ability) noexcept nogil
cdef int source_of_legend(int legend) noexcept nogil
