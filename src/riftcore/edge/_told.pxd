"""The named events of a state."""

from riftcore.edge._board cimport Board
from riftcore.rules._doing cimport Outcome


cdef class Told(Board):
    cdef int told(self, Board before, int fault, Outcome *out, str event, object what, object name=*, int card=*, int other=*) except -1
    cdef int thing_named(self, object name, str event, str argument=*, bint legends=*) except -1
    cdef int battlefield_named(self, object name, str event) except -1
    cdef int place_named(self, object name, str event) except -1
    cdef int card_named(self, object card, str event, bint second=*) except -1
    cdef int runes(self, object domain, object n, object player, str event, bint exhausted=*) except -1
    cdef int check_new_id(self, object name) except -1
    cdef int chain_named(self, object name) except -1
