"""The scenario form of a situation, read straight into a position."""

from riftcore.edge._board cimport Board


cdef int players_in(dict data) except -1
cdef int read_situation(Board board, dict data, object inline) except -1
