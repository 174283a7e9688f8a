"""Does a thing meet the terms of a choice?"""

from libc.stdint cimport int16_t, uint8_t

from riftcore.cards._clauses cimport Term
from riftcore.position._expr cimport Context
from riftcore.position._position cimport Act, Position

cdef enum:
    MAX_SLOTS = 40          # choices of one act, those of each Repeat too


cdef struct Slot:           # one choice of an act
    const Term *term
    uint8_t execution       # which execution of the text it is of: 0, then one for each Repeat
    uint8_t first           # of its targets in the act, ...
    uint8_t n               # ... and how many


cdef struct Chosen:         # the choices of an act, as far as they are made
    Context x
    const int16_t *targets
    int hidden              # 1 + battlefield where the card lay facedown (811.1.d.2); 0: it did not
    int n
    Slot slots[40]


cdef int spot(const Position *pos, int ref) noexcept nogil
cdef int zone_of(const Chosen *c, int ref) noexcept nogil
cdef int misfit(Chosen *c, int slot, int ref) noexcept nogil
cdef int group_misfit(Chosen *c, int slot) noexcept nogil
cdef int no_destination(Chosen *c, int slot, int to) noexcept nogil
