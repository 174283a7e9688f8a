"""The scenario form of an action, read straight into an Act."""

from riftcore.cards._cards cimport CardTable
from riftcore.edge._action cimport Context, Reading
from riftcore.edge._board cimport Board
from riftcore.position._position cimport Act


cdef CardTable read_act(Board board, dict data, Act *act)
cdef Reading read_form(Board board, dict data, Act *act, Context context)
cdef Context context_of(Board board)
