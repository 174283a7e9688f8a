"""Named events: what callers tell a position, each checked in full before it changes anything.

An event returns FAULT_NONE when it is done. Any other fault: nothing has changed, except after
FAULT_ADDS, where the caller restores the position that it kept (Board.told).
"""

from libc.stdint cimport int16_t

from riftcore.cards._clauses cimport Tables
from riftcore.ground._record cimport Demand
from riftcore.position._position cimport Position
from riftcore.rules._doing cimport Outcome

cdef enum:  # why an event cannot have happened; sentences: _board.pyx
    FAULT_NONE
    FAULT_NOT_PERMANENT
    FAULT_FULL
    FAULT_NOT_UNIT
    FAULT_EXHAUSTED
    FAULT_READY
    FAULT_SAME_PLACE
    FAULT_ATTACHED
    FAULT_NOT_ATTACHED
    FAULT_RING
    FAULT_BOUND
    FAULT_TOO_FEW
    FAULT_SAME_STATE
    FAULT_CONTROL
    FAULT_NOT_THERE
    FAULT_HIDDEN_CARD
    FAULT_DECK_TOP
    FAULT_DECK_UNKNOWN
    FAULT_DECK_EMPTY
    FAULT_RUNES
    FAULT_PHASE
    FAULT_CHAIN
    FAULT_NO_CHAIN
    FAULT_SHOWDOWN
    FAULT_NO_SHOWDOWN
    FAULT_COMBAT
    FAULT_NO_COMBAT
    FAULT_NO_UNITS
    FAULT_SAME_PLAYER
    FAULT_ADDS
    FAULT_RESTRICTED
    FAULT_RECORD
    FAULT_KIND

cdef enum:  # zones of cards
    IN_HAND
    IN_TRASH
    IN_CHAMPION
    IN_BANISHED
    IN_DECK_TOP             # the known top of the Main Deck
    IN_DECK                 # the Main Deck beyond it: a position does not hold it

cdef int event_enter(
    const Tables *t, Position *pos, int player, int card, int at, int exhausted, bint token, Outcome *out
) noexcept nogil
cdef int event_leave(const Tables *t, Position *pos, int ref, int zone, Outcome *out) noexcept nogil
cdef int event_move(const Tables *t, Position *pos, const int16_t *refs, int n, int to, Outcome *out) noexcept nogil
cdef int event_recall(Position *pos, int ref) noexcept nogil
cdef int event_exhaust(Position *pos, int ref) noexcept nogil
cdef int event_ready(Position *pos, int ref) noexcept nogil
cdef int event_set_might(const Tables *t, Position *pos, int ref, int might) noexcept nogil
cdef int event_buff(const Tables *t, Position *pos, int ref, int n) noexcept nogil
cdef int event_state(Position *pos, int ref, int state, bint on) noexcept nogil
cdef int event_empower(Position *pos, int ref, int n) noexcept nogil
cdef int event_attach(Position *pos, int ref, int host) noexcept nogil
cdef int event_detach(const Tables *t, Position *pos, int ref) noexcept nogil
cdef int event_gain_control(Position *pos, int ref, int player) noexcept nogil
cdef int event_control(Position *pos, int place, int player, Outcome *out) noexcept nogil
cdef int event_hold(const Tables *t, Position *pos, int place, Outcome *out) noexcept nogil
cdef int event_conquer(const Tables *t, Position *pos, int place, int player, Outcome *out) noexcept nogil
cdef int event_channel(Position *pos, int player, int domain, int n, bint exhausted) noexcept nogil
cdef int event_ready_runes(Position *pos, int player, int domain, int n) noexcept nogil
cdef int event_exhaust_runes(Position *pos, int player, int domain, int n) noexcept nogil
cdef int event_recycle_runes(Position *pos, int player, int domain, int n) noexcept nogil
cdef int event_put(const Tables *t, Position *pos, int player, int card, int from_, int to) noexcept nogil
cdef int event_draw(const Tables *t, Position *pos, int player, int card) noexcept nogil
cdef int event_discard(const Tables *t, Position *pos, int player, int card, Outcome *out) noexcept nogil
cdef int event_reveal(const Tables *t, Position *pos, int player, int card, Outcome *out) noexcept nogil
cdef int event_add(Position *pos, int player, const Demand *made, int only) noexcept nogil
cdef int event_xp(Position *pos, int player, int n) noexcept nogil
cdef int event_points(Position *pos, int player, int n, bint holding) noexcept nogil
cdef int event_effect(Position *pos, int player, int card, int on_card, int on) noexcept nogil
cdef int event_end_effect(Position *pos, int player, int card) noexcept nogil
cdef int event_begin_turn(Position *pos, int player) noexcept nogil
cdef int event_begin_phase(const Tables *t, Position *pos, int phase, Outcome *out) noexcept nogil
cdef int event_end_turn(const Tables *t, Position *pos, Outcome *out) noexcept nogil
cdef int event_start_showdown(Position *pos, int place, int focus) noexcept nogil
cdef int event_end_showdown(Position *pos) noexcept nogil
cdef int event_start_combat(const Tables *t, Position *pos, int place, int attacker, Outcome *out) noexcept nogil
cdef int event_end_combat(Position *pos) noexcept nogil
cdef int event_pass_priority(Position *pos, int to) noexcept nogil
cdef int event_pass_focus(Position *pos, int to) noexcept nogil
cdef int event_off_chain(const Tables *t, Position *pos, int slot, int zone, Outcome *out) noexcept nogil
