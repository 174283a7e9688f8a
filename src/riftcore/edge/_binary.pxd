"""A state as bytes (docs/notation.md, "Bytes"): version 3, little-endian, lists only as far as they are used.

What comes in is looked at byte by byte: every count, number and ref has its bounds, so that a Position that was read can
be trusted as if it had been made by `State.from_scenario`.
"""

from libc.stdint cimport uint8_t, uint16_t

from riftcore.cards._cards cimport CardTable, Tables
from riftcore.edge._cardids cimport CardIndex
from riftcore.edge._state cimport State
from riftcore.position._position cimport Position

cdef enum:
    MAX_NAMED = 2048        # cards that a state may name: more than all its places


cdef struct Fault:          # why bytes are no state
    int what                # FAULT_*
    Py_ssize_t at           # the byte, from 0
    int field               # FIELD_*
    int seat                # -1: of no player
    int slot                # -1: of no list
    long found
    long low
    long high


cdef struct Sections:       # where the parts of a state begin, all of them inside its bytes
    const uint8_t *data
    Py_ssize_t size
    int n_players
    int n_cards
    Py_ssize_t players
    Py_ssize_t lists
    Py_ssize_t cards
    Py_ssize_t inline_
    Py_ssize_t inline_size
    Py_ssize_t names
    const uint8_t *stamp    # digest of facts and edition; NULL: none, or they do not matter


cdef bint sections_find(const uint8_t *data, Py_ssize_t size, Sections *s, Fault *f) noexcept nogil
cdef bint cards_find(const Sections *s, const CardIndex *index, uint16_t *numbers) noexcept nogil
cdef bint position_read(const Sections *s, const uint16_t *numbers, const Tables *t, Position *pos, Fault *f) noexcept nogil
cdef str fault_text(const Fault *f)
cdef State state_read(const uint8_t *data, Py_ssize_t size, CardTable table, bint anyway=*)
