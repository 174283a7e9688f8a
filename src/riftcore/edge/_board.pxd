"""What a State is made of: a position, the names of its things, the way back, and named events."""

from riftcore.cards._cards cimport CardTable
from riftcore.edge._kept cimport Kept
from riftcore.position._position cimport Position
from riftcore.rules._doing cimport Outcome


cdef class Board:
    cdef Position *pos
    cdef CardTable table        # a catalogue's own, or one that continues it with cards of this state
    cdef tuple board_ids        # by player, in board order
    cdef tuple legend_ids
    cdef tuple facedown_ids
    cdef tuple chain_ids
    cdef tuple places           # ids of the battlefields
    cdef list rosters           # by player: what the objects of a payment are called; None: not asked yet
    cdef list undo              # states before each push and event; None: there was none
    cdef object inline          # facts of cards that the scenario or an action brought itself, by id
    cdef int made               # ids given so far, so that new ones are new
    cdef object kept_key        # `key` as an int; None after every change, until it is asked for
    cdef Kept kept_forces       # what may change the costs of the player who was asked about; None after every change

    cdef int number(self, object card) except -1
    cdef int settle(self) except -1
    cdef int resettle(self) except -1
    cdef bint has_own(self) noexcept
    cdef bytes canonical(self, Position *pos)
    cdef object id_of(self, int ref)
    cdef int ref_of(self, object name) except -2
    cdef int acting(self) noexcept
    cdef Kept forces(self, int player)
    cdef int seat(self, object player) except -1
    cdef str new_id(self, int stem)
    cdef int rename(self, Outcome *out, object name) except -1
    cdef int keep_inline(self, object card) except -1
    cdef int restore(self, Board before) except -1
    cdef void take_names(self, Board other) noexcept
    cdef int told(self, Board before, int fault, Outcome *out, str event, object what, object name=*, int card=*, int other=*) except -1
    cdef int thing_named(self, object name, str event, str argument=*, bint legends=*) except -1
    cdef int battlefield_named(self, object name, str event) except -1
    cdef int place_named(self, object name, str event) except -1
    cdef int card_named(self, object card, str event, bint second=*) except -1
    cdef int runes(self, object domain, object n, object player, str event, bint exhausted=*) except -1
    cdef int check_new_id(self, object name) except -1
    cdef int chain_named(self, object name) except -1
