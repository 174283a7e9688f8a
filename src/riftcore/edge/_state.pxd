"""A game's state as far as costs look at it: a position, the names of its things, and the way back."""

from libc.stdint cimport int32_t

from riftcore.cards._cards cimport CardTable
from riftcore.edge._act_reader cimport read_act
from riftcore.edge._action cimport Reading
from riftcore.edge._kept cimport Kept
from riftcore.edge._payer cimport Payer
from riftcore.edge._supply cimport Payment
from riftcore.edge._verdict cimport Verdict
from riftcore.payment._policy cimport Policy as PolicyStruct
from riftcore.position._position cimport Act, Position
from riftcore.rules._doing cimport Outcome
from riftcore.search._ways cimport Desk


cdef class State(Payer):
    cdef int fill(self, object situation) except -1
    cdef bint fill_odd(self, object situation) except -1
    cdef int fill_form(self, dict data, object inline) except -1
    cdef object ways_of(self, Act *act, Outcome *out, bint counted, object budget=*)
    cdef Payment take_payment(self, Act *act, object number, object action)
    cdef int verify_costs(self, const Outcome *out, tuple costs, Payment payment) except -1
    cdef State twin(self)
    cdef Verdict run(self, object action, object policy, bint keep, object payment)
    cdef int put(self, Position *pos, Outcome *out, Act *act, Reading reading) except -1
    cdef int leave_chain(self, Position *pos, int ref) except -1
    cdef Verdict verdict_of(self, const Outcome *out, CardTable table)
    cdef object with_payments(self, Desk *desk, int32_t *found, int n)
    cdef Kept sit_down(self, Desk *desk, int player)
    cdef Kept read_number(self, object action, object player, Act *act, Desk *desk)
    cdef CardTable read_asked(self, object action, Act *act)
    cdef CardTable table_for(self, Reading reading)
    cdef Reading read_act(self, object action, Act *act)


cdef const PolicyStruct *default_policy() noexcept nogil
