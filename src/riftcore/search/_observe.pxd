"""What a player sees of a position, as numbers (docs/observation.md)."""

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Position

cdef enum:
    SEEN_TURN = 28          # floats about the turn
    SEEN_PLAYER = 88        # ... about each of four players
    SEEN_CARD = 12          # ... about each card in the own hand
    SEEN = 860              # in all


cdef void observe(const Tables *t, const Position *pos, int player, float *out) noexcept nogil
