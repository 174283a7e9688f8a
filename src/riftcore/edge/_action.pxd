"""Actions: an immutable public value, and what the core reads of one."""

from riftcore.cards._cards cimport CardTable
from riftcore.position._position cimport Act


cdef class Reading:
    cdef CardTable table    # with what the action brings
    cdef object inline      # facts of the inline cards of the state that it was read for, by id
    cdef Act act            # its refs are those of that state
    cdef list names         # the ids of these: of the object, the targets, the objects given up
    cdef list sources       # ... and of the Add sources of its payment; None: it fixes none
    cdef tuple free         # strings that stand for something else as long as they are no ids
    cdef bint lying         # it chooses cards by name, or what may have gone: such a reading is not kept
    cdef object player      # who acts; None: whoever may
    cdef object place       # where it goes, or None
    cdef object id          # of what it makes, or None
    cdef bint brings        # it plays a card that it brought itself
    cdef bint leaves_chain  # an event that takes an item off the chain


cdef class Context:
    cdef dict ids           # the cards of all that has an id then, or gets one
    cdef dict cards         # that actions before brought, by folded name
    cdef dict mortal        # ... those that lay in a trash then, or could come there


cdef class Action:
    cdef readonly str text      # the scenario form as JSON, keys sorted
    cdef dict data
    cdef Context context        # of the list that it stands in; None: it stands alone
    cdef Reading reading        # of the last state that it was read for; None: not yet

    cdef Reading kept(self)
    cdef int keep(self, Reading reading) except -1


cdef int read_payment(object payment, Act *act, list sources, str path) except -1
cdef unsigned int option_bits(object option) except? 0
