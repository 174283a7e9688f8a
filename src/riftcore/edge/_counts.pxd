"""Counts in the scenario form."""

from libc.stdint cimport uint8_t

from riftcore.edge._walk cimport Walk
from riftcore.position._position cimport Player, Thing


cdef class Counts(Walk):
    cdef int read_runes(self, object data, uint8_t *ready, uint8_t *exhausted) except -1
    cdef int read_deck(self, object deck, Player *player, int runes) except -1
    cdef int read_power(self, object data, uint8_t *typed, uint8_t *universal) except -1
    cdef int read_pool(self, object data, Player *player) except -1
    cdef int read_restricted(self, object data, Player *player) except -1
    cdef int read_facts(self, object data, uint8_t *turn) except -1
    cdef int read_states(self, object value, Thing *thing) except -1
