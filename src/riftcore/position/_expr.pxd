"""Conditions and numbers of clauses, evaluated on a position."""

from libc.stdint cimport int16_t, uint8_t

from riftcore.cards._clauses cimport Tables
from riftcore.position._position cimport Act, Position

cdef struct Context:        # who asks, and about what
    const Tables *t
    const Position *pos
    const Act *act          # what is being played or activated; NULL outside of that
    int keyword             # ... the ability that it is: clause kind + 1; 0: not said
    int me                  # ref of the object that carries the clause; REF_PLAYED: the card being played
    int card                # its card
    int you                 # its controller
    bint paid_additional    # its own optional additional cost was chosen
    int killed              # objects killed for it, their printed costs
    int killed_energy
    int killed_power
    int buffs_spent
    int paid_might          # Might of what the price of the effect was paid with; -1: not known
    bint unknown            # set when an answer rests on what a position does not hold


cdef int truth(Context *x, int node) noexcept nogil
cdef bint holds(Context *x, int node) noexcept nogil
cdef int number(Context *x, int node) noexcept nogil
cdef bint matches(Context *x, int filter, int ref) noexcept nogil
cdef bint card_matches(Context *x, int filter, int card, bint token) noexcept nogil
cdef int place_of(const Context *x) noexcept nogil
cdef bint has_reaction(const Tables *t, const Position *pos, const Act *act) noexcept nogil
