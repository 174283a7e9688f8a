"""What the player of a state can pay, and with what."""

from riftcore.edge._told cimport Told
from riftcore.position._position cimport Act, Player
from riftcore.rules._doing cimport Outcome


cdef class Payer(Told):
    cdef dict roster(self, int player)
    cdef dict sources_but(self, int player, object gone)
    cdef dict sources_left(self, const Act *act, const Outcome *out)
    cdef int sure(self, const Player *p, int seat) except -1
    cdef int no_more(self, int seat) except -1
    cdef int refuse_doubt(self, int card) except -1
    cdef tuple doubt_of(self, int card)
    cdef dict groups(self, dict roster)
    cdef tuple likeness(self, str name)
