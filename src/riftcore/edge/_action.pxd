"""Actions: an immutable public value, and what the core reads of one."""

from riftcore.cards._cards cimport CardTable
from riftcore.position._position cimport Act


cdef class Reading:
    cdef CardTable table    # with what the action brings
    cdef object inline      # facts of the inline cards of the state that it was read for, by id
    cdef Act act            # refs in it are places in `names` and `sources`
    cdef list names         # ids that the action names ...
    cdef list sources       # ... those of the Add sources of its payment
    cdef list lying         # cards in a trash that it chooses by name: targets -1, -2 ... Such a reading is not kept
    cdef tuple free         # strings that stand for something else as long as they are no ids
    cdef bint strict        # read from the scenario form: ids that come or go make it a different action
    cdef object player      # who acts; None: whoever may
    cdef object place       # where it goes, or None
    cdef object id          # of what it makes, or None
    cdef bint brings        # it plays a card that it brought itself
    cdef bint leaves_chain  # an event that takes an item off the chain

    cdef int number(self, object card) except -1
    cdef int read(self, object action) except -1
    cdef int read_fields(self, object action, str form) except -1
    cdef int read_play(self, object action) except -1
    cdef int read_ability(self, object action) except -1
    cdef int read_pay(self, object action) except -1
    cdef int read_targets(self, object names) except -1
    cdef int read_fixed(self, object given) except -1
    cdef int fix(self, int verb, object name, int n) except -1
    cdef int name(self, object id) except -1


cdef class Action:
    cdef readonly str text      # the scenario form as JSON, keys sorted
    cdef dict data
    cdef Reading reading        # of the last state that it was read for; None: not yet

    cdef Reading kept(self)
    cdef int keep(self, Reading reading) except -1


cdef Reading read_form(dict data, object names, CardTable table, object inline)
cdef int read_payment(object payment, Act *act, list sources) except -1
cdef unsigned int option_bits(object option) except? 0
