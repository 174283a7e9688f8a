"""A state as a Situation of riftcore.scenario."""

from riftcore.edge._board cimport Board

cdef object situation_of(Board state)
