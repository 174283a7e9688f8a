"""A state as bytes."""

from riftcore.edge._board cimport Board

cdef bytes board_write(Board state)
