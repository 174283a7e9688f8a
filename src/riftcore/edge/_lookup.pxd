"""From the names of an action to the things of a state, and back."""

from riftcore.edge._action cimport Reading
from riftcore.edge._board cimport Board
from riftcore.position._position cimport Act, Position
from riftcore.rules._doing cimport Outcome

cdef bint look_up(Board state, Reading reading, Act *act) except -1
cdef int name_payment(Board state, object payment, Act *act) except -1
cdef int source_named(Board state, str name) except -2
cdef dict fixed_dict(Board state, const Act *act)
cdef void fix_objects(Act *act, const Outcome *out) noexcept
cdef list ids_of(Board board)
cdef list mortal_cards(const Position *pos)
cdef bint may_die(const Position *pos, int card) noexcept
