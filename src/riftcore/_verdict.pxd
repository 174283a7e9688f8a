"""Verdict: what the core found out about an action, as a Python value."""

from riftcore._cards cimport CardTable
from riftcore._play cimport Outcome


cdef class Verdict:
    cdef Outcome out
    cdef CardTable table
    cdef tuple board_ids        # of the state that was asked, by player
    cdef tuple legend_ids

    cdef object id_of(self, int ref)
    cdef tuple parts(self)
    cdef tuple fields(self)
