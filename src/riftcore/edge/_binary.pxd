"""A state as bytes (docs/notation.md, "Bytes"): version 3, little-endian, lists only as far as they are used.

What comes in is looked at byte by byte: every count, number and ref has its bounds, so that a Position that was read can
be trusted as if it had been made by `State.from_scenario`.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from riftcore.cards._cards cimport CardTable
from riftcore.cards._clauses cimport Tables
from riftcore.edge._board cimport Board
from riftcore.edge._cardids cimport CardIndex
from riftcore.position._position cimport Position

cdef enum:
    VERSION = 3
    OLD_VERSION = 2         # the same without the stamp
    STAMP = 12              # at the end: digest of the facts of its cards (8 bytes), edition of the rules (4)
    HEAD = 24               # bytes before the first player
    CHECKED = 8             # the checksum is of all bytes from here on
    SUPPLY_PART = 25        # of a Supply: runes and pool
    DECK_PART = 11          # of a Player: from deck_known to has_legend
    TURN_PART = 13
    COUNTS_PART = 8         # of a Player: from n_board to n_effects
    PLAYER_PART = 57
    PLACE_PART = 3          # of a battlefield or a chain item: card, player
    FEW_CARDS = 4096        # of a table: the numbers that they get in a state need no room of their own
    FIRST_ROOM = 1024       # bytes that a state most often fits into
    LONG = 255              # a text of so many bytes or more: its length follows in two bytes
    LONGEST = 0xFFFF        # bytes of a text
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
cdef int board_read(Board state, const uint8_t *data, Py_ssize_t size, CardTable table, bint anyway) except -1
cdef uint32_t checksum(const uint8_t *at, Py_ssize_t size) noexcept nogil
cdef uint64_t digest_of(const Tables *t, const uint16_t *numbers, int n) noexcept nogil

# What the first bytes are, and ids that things have unless they are given others.
cdef const uint8_t *MAGIC
cdef tuple BOARD_IDS
cdef tuple LEGEND_IDS
cdef tuple FACEDOWN_IDS
cdef tuple CHAIN_IDS
