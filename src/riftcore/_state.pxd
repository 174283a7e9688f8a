"""A game's state as far as costs look at it: a position, the names of its things, and the way back."""

from riftcore._cards cimport CardTable
from riftcore._record cimport Demand
from riftcore._play cimport Outcome
from riftcore._position cimport Act, Player, Position, Thing


cdef class State:
    cdef Position *pos
    cdef CardTable table
    cdef tuple board_ids        # by player, in board order
    cdef tuple legend_ids
    cdef tuple facedown_ids
    cdef tuple chain_ids
    cdef tuple places           # ids of the battlefields
    cdef list rosters           # by player: what the objects of a payment are called
    cdef list undo              # states before each push
    cdef object inline          # facts of cards that the scenario or an action brought itself, by id
    cdef int made               # ids given so far, so that new ones are new

    cdef int fill(self, object situation) except -1
    cdef int fill_pool(self, int p, object pool, str path) except -1
    cdef int fill_turn(self, int p, object counts, str path) except -1
    cdef int fill_thing(self, Thing *thing, object card, int controller, int at, bint exhausted, object states) except -1
    cdef int fill_zone(self, unsigned short *zone, int limit, object cards, str path) except -1
    cdef int fill_chain(self, object chain, dict refs) except -1
    cdef int check_host(self, int ref, str path) except -1
    cdef int keep_inline(self, object card) except -1
    cdef object turn_of(self, int p)
    cdef object zone(self, unsigned short *cards, int n)
    cdef object id_of(self, int ref)
    cdef int ref_of(self, object name) except -2
    cdef int acting(self) noexcept
    cdef int seat(self, object player) except -1
    cdef dict roster(self, int player)
    cdef int refuse_unknown(self, Player *p) except -1
    cdef dict groups(self, int player)
    cdef int outcome(self, object action, object policy, Outcome *out) except -1
    cdef Position *scratch(self) except NULL
    cdef object run(self, object action, object policy, bint keep, object payment)
    cdef int leave_chain(self, Position *pos, object action) except -1
    cdef int rename(self, Outcome *out, object name) except -1
    cdef str new_id(self, str stem)
    cdef object verdict_of(self, Outcome *out, Act *act)
    cdef int read_act(self, object action, Act *act) except -1
    cdef int owner_of(self, int ref, int otherwise) except -1
    cdef int place_number(self, str name) except -1
    cdef int read_play(self, object action, Act *act) except -1
    cdef int read_price(self, object cost, Demand *into) except -1
    cdef int read_targets(self, object names, Act *act) except -1
    cdef int in_trash(self, object card, int first) except -2
    cdef int read_fixed(self, object given, Act *act) except -1
    cdef int fix(self, Act *act, int verb, object name, int n) except -1
    cdef int read_payment(self, object payment, Act *act) except -1
