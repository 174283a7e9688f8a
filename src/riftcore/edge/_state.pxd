"""A game's state as far as costs look at it: a position, the names of its things, and the way back."""

from libc.stdint cimport int32_t

from riftcore.cards._cards cimport CardTable
from riftcore.edge._act_reader cimport read_act
from riftcore.edge._action cimport Reading
from riftcore.edge._board cimport Board
from riftcore.edge._kept cimport Kept
from riftcore.edge._supply cimport Payment
from riftcore.edge._verdict cimport Verdict
from riftcore.payment._policy cimport Policy as PolicyStruct
from riftcore.position._position cimport Act, Player, Position
from riftcore.rules._doing cimport Outcome
from riftcore.search._ways cimport Desk


cdef class State(Board):
    cdef int fill(self, object situation) except -1
    cdef bint fill_odd(self, object situation) except -1
    cdef int fill_form(self, dict data, object inline) except -1
    cdef int drop_half(self) noexcept
    cdef int new_position(self, int n) except -1
    cdef bint chain_is_a_number(self) except -1
    cdef object turn_of(self, int p)
    cdef object zone(self, unsigned short *cards, int n)
    cdef dict roster(self, int player)
    cdef int sure(self, const Player *p, int seat) except -1
    cdef int no_more(self, int seat) except -1
    cdef int refuse_doubt(self, int card) except -1
    cdef tuple doubt_of(self, int card)
    cdef dict sources_but(self, int player, object gone)
    cdef dict sources_left(self, const Act *act, const Outcome *out)
    cdef dict groups(self, dict roster)
    cdef tuple likeness(self, str name)
    cdef object ways_of(self, Act *act, Outcome *out, bint counted, object budget=*)
    cdef Payment take_payment(self, Act *act, object number, object action)
    cdef dict fixed_dict(self, const Act *act)
    cdef int verify_costs(self, const Outcome *out, tuple costs, Payment payment) except -1
    cdef Position *scratch(self) except NULL
    cdef State twin(self)
    cdef int take_back(self) except -1
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
    cdef bint look_up(self, Reading reading, Act *act) except -1
    cdef bint find_facedown(self, Act *act) noexcept
    cdef int name_payment(self, object payment, Act *act) except -1
    cdef int source_named(self, str name) except -2
    cdef int owner_of(self, int ref, int otherwise) except -1


cdef void fix_objects(Act *act, const Outcome *out) noexcept
cdef const PolicyStruct *default_policy() noexcept nogil
cdef void position_free(Position *pos) noexcept
cdef Position *position_new(int players) except NULL
