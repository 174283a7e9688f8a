"""Verdict: what the core found out about an action, as a Python value."""

from riftcore.cards._cards cimport CardTable
from riftcore.position._position cimport Act
from riftcore.rules._doing cimport Outcome


cdef class Verdict:
    cdef Outcome out
    cdef CardTable table
    cdef tuple board_ids        # of the state that was asked, by player
    cdef tuple legend_ids
    cdef short given[16]        # objects that the action names for a cost, by verb; -1: none named
    cdef dict told              # FIELDS by name, of one that comes from a pickle and has no table; else None

    cdef void name_given(self, const Act *act) noexcept
    cdef str given_of(self, int verb)
    cdef object id_of(self, int ref)
    cdef tuple parts(self)
    cdef tuple fields(self)
