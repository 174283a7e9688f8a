"""What a player may do now, as small integers (docs/actions.md): the list, and what each integer means.

An integer names a subject (a rune, a card in a zone, an object, a unit and a place) and one of its ways (_ways.pxd).
"""

from libc.stdint cimport int32_t

from riftcore.position._position cimport Act
from riftcore.search._ways cimport Desk

cdef enum:
    N_OBJECTS = 257         # own board, own legend, then the boards of the players after
    N_PLACES = 7            # base and battlefields
    N_GROUPS = 8            # groups of 2 to 9 units that move

cdef enum:  # where the integers of each kind begin
    EXHAUST_RUNE = 0
    RECYCLE_RUNE = 6
    PLAY_HAND = 12
    PLAY_CHAMPION = 1292
    PLAY_FACEDOWN = 2060
    PLAY_TRASH = 2188
    USE_OBJECT = 4748
    MOVE_UNIT = 8860
    MOVE_GROUP = 10659
    HIDE_CARD = 10715
    N_ACTIONS = 11099


cdef int actions_list(Desk *k, int32_t *found) noexcept nogil
cdef int plays_list(Desk *k, int32_t *found) noexcept nogil
cdef int adds_list(Desk *k, int32_t *found, bint all_things, bint runes) noexcept nogil
cdef bint action_read(Desk *k, int number, Act *act) noexcept nogil
