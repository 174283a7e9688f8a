"""The scenario form of an action read straight into an Act, where it is plain."""

from riftcore.cards._cards cimport CardTable
from riftcore.edge._board cimport Board
from riftcore.position._position cimport Act


cdef CardTable read_act(Board board, dict data, Act *act)
