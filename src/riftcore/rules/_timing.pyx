"""When a player may act (307-348, 381)."""

from riftcore.cards._clauses cimport ACTION_TIME, MAIN_TIME
from riftcore.position._position cimport PHASE_MAIN
from riftcore.rules._codes cimport CODE_TIMING, WHY_CHAIN, WHY_PRIORITY, WHY_SHOWDOWN, WHY_TURN
from riftcore.rules._doing cimport refuse


cdef int slowest_now(const Position *pos, int player) noexcept nogil:
    """The slowest speed at which the player may act: MAIN_TIME, ACTION_TIME, REACTION_TIME or NEVER."""
    cdef bint holds = (pos.focus if pos.showdown and pos.n_chain == 0 else pos.priority) == player
    if not holds:
        return NEVER
    if pos.n_chain:
        return REACTION_TIME
    if pos.showdown:
        return ACTION_TIME
    return MAIN_TIME if pos.turn_player == player and pos.phase == PHASE_MAIN else NEVER


cdef int speed_of(const Clause *c) noexcept nogil:
    """An ability that says nothing of it has the speed of the Main Phase (381)."""
    return c.timing if c.timing else MAIN_TIME


cdef bint may_act(Doing *d, int speed) noexcept nogil:
    """Refuse what is done at the wrong time, with the reason."""
    cdef const Position *pos = d.pos
    if speed >= slowest_now(pos, d.act.player):
        return True
    if pos.n_chain and speed < REACTION_TIME:
        refuse(d.out, CODE_TIMING, WHY_CHAIN)
    elif pos.n_chain == 0 and pos.showdown and speed < ACTION_TIME:
        refuse(d.out, CODE_TIMING, WHY_SHOWDOWN)
    elif pos.n_chain == 0 and pos.showdown == 0 and (pos.turn_player != d.act.player or pos.phase != PHASE_MAIN):
        refuse(d.out, CODE_TIMING, WHY_TURN)
    else:
        refuse(d.out, CODE_TIMING, WHY_PRIORITY)
    return False
