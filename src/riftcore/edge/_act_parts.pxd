"""What stands in an action."""

from riftcore.cards._cards cimport CardTable
from riftcore.edge._action cimport Context
from riftcore.edge._board cimport Board
from riftcore.edge._walk cimport Walk
from riftcore.ground._record cimport Demand
from riftcore.position._position cimport Act

cdef enum:
    MAX_MODES = 256         # chosen options and named objects of a form
    MAX_CHOSEN = 8          # modes of an action: one an execution
    GONE = 32000            # a ref that nothing has: what was there when the question was read


cdef class ActParts(Walk):
    cdef Board board
    cdef CardTable table    # the state's own, or with what the action brings
    cdef Act *act
    cdef dict data
    cdef unsigned int seen  # its keys, as bits
    cdef Context context    # what it may name though it is not there; None: nothing
    cdef bint trial         # it is not asked about yet: what it names may come
    cdef bint lying         # it chooses cards by name
    cdef list sources       # ids that its payment uses

    cdef int find(self, object name) except -2
    cdef int thing(self, object name) except -2
    cdef list ids(self)
    cdef int know(self, dict cards) except -1
    cdef int number(self, object card) except -1
    cdef int card(self, object value) except -1
    cdef int card_or_id(self, object value) except -1
    cdef int read_place(self, str key, object name) except -1
    cdef int read_units(self, object names) except -1
    cdef int read_targets(self, object names) except -1
    cdef bint read_mortal(self, str name, int *ref) except -1
    cdef int read_with(self, object data) except -1
    cdef int give_up(self, int which, object name) except -1
    cdef int fix(self, int verb, int ref, int card, int n) except -1
    cdef int read_paid(self, object payment) except -1
    cdef bint read_price(self, str key, object data, Demand *into) except -1
