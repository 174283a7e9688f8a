"""What a State is made of: a position, what its things are called, its cards, and the way back."""

cimport cython

from riftcore.cards._cards cimport CardTable
from riftcore.edge._kept cimport Kept
from riftcore.position._position cimport Position
from riftcore.rules._doing cimport Outcome


@cython.no_gc  # said here, too: else classes that continue it would be collected
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
    cdef int drop_half(self) noexcept
    cdef int new_position(self, int n) except -1
    cdef Position *scratch(self) except NULL
    cdef int take_back(self) except -1
    cdef Board before(self)


cdef void position_free(Position *pos) noexcept
cdef Position *position_new(int players) except NULL
