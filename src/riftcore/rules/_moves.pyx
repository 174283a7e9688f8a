"""The Standard Move (144), and its taxes (204.4)."""

from libc.string cimport memset

from riftcore.cards._clauses cimport EVENT_MOVED, IS_UNIT, KW_GANKING, MAIN_TIME, STATE_EXHAUSTED, STATE_GANKING
from riftcore.position._position cimport NOWHERE, NO_REF, Act, Player, attached_follow, thing_at
from riftcore.position._sources cimport supply_refresh
from riftcore.rules._codes cimport (
    CODE_EXHAUSTED,
    CODE_OK,
    CODE_RESTRICTION,
    CODE_TARGET,
    CODE_UNKNOWN,
    WHY_CROWDED,
    WHY_EXHAUSTED,
    WHY_GANKING,
    WHY_MOVE,
    WHY_NOT_YOUR_UNIT,
    WHY_SAME_PLACE,
    WHY_TARGET_GONE,
    WHY_UNKNOWN,
)
from riftcore.rules._commit cimport pay_all
from riftcore.rules._doing cimport LEFT_BOARD, refuse
from riftcore.rules._happen cimport triggered_adds
from riftcore.rules._settle cimport settle
from riftcore.rules._timing cimport may_act


cdef void perform_move(Doing *d) noexcept nogil:
    """The Standard Move exhausts each unit; taxes are paid with it (144.3, 204.4)."""
    cdef Thing *thing
    cdef int i, fault
    for i in range(d.act.n_targets):
        thing = thing_at(d.pos, d.act.targets[i])
        if thing is NULL or not d.t.facts[thing.card].type & IS_UNIT:
            refuse(d.out, CODE_TARGET, WHY_TARGET_GONE if thing is NULL else WHY_MOVE)
            return
        if thing.controller != d.act.player:
            refuse(d.out, CODE_RESTRICTION, WHY_NOT_YOUR_UNIT)
            return
        if thing.states & STATE_EXHAUSTED:
            refuse(d.out, CODE_EXHAUSTED, WHY_EXHAUSTED)
            return
        fault = move_fault(d.t, d.pos, d.act.player, thing, d.act.to)
        if fault >= 0:
            refuse(d.out, CODE_RESTRICTION, fault)
            return
    if not may_act(d, MAIN_TIME):
        return
    for i in range(d.act.n_targets):
        # Exhausting is the cost of the move: a unit that moves makes no Add for the tax.
        thing_at(d.pos, d.act.targets[i]).states |= STATE_EXHAUSTED
    if supply_refresh(d.t, d.pos, d.act.player):
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    settle(d)
    if d.out.code != CODE_OK:
        return
    for i in range(d.act.n_targets):
        thing_at(d.pos, d.act.targets[i]).at = d.act.to
        attached_follow(d.pos, d.act.targets[i])
    if not pay_all(d):
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    set_off_moves(d)


cdef void set_off_moves(Doing *d) noexcept nogil:
    """"When I move" of each unit that moved; refs follow what left the board for the tax."""
    cdef Act moved
    cdef int i, j, ref
    memset(&moved, 0, sizeof(Act))
    moved.event = EVENT_MOVED
    for i in range(d.act.n_targets):
        ref = d.act.targets[i]
        for j in range(d.out.n_changes):
            if d.out.change[j].what == LEFT_BOARD and d.out.change[j].player == ref >> 6:
                if d.out.change[j].slot == ref & 63:
                    ref = NO_REF
                    break
                if d.out.change[j].slot < ref & 63:
                    ref -= 1
        if ref != NO_REF:
            moved.object = ref
            triggered_adds(d.t, d.pos, &moved, d.out)


cdef int move_fault(const Tables *t, const Position *pos, int player, const Thing *thing, int to) noexcept nogil:
    """144.4: from base to a battlefield or back; from battlefield to battlefield with Ganking (810) only. -1: it may."""
    if thing.at == to:
        return WHY_SAME_PLACE
    if thing.at and to and not t.facts[thing.card].keywords & KW_GANKING and not thing.states & STATE_GANKING:
        return WHY_GANKING
    return WHY_CROWDED if crowded(t, pos, player, to) else -1


cdef bint crowded(const Tables *t, const Position *pos, int player, int place) noexcept nogil:
    """Are units of two other players at this battlefield? (144.4.a.1, 358.2)"""
    cdef const Player *p
    cdef int q, i, others = 0  # a mask of players
    if place == 0 or place == NOWHERE or pos.n_players == 2:
        return False
    for q in range(pos.n_players):
        p = &pos.players[q]
        for i in range(p.n_board):
            if p.board[i].at == place and p.board[i].controller != player:
                if t.facts[p.board[i].card].type & IS_UNIT:
                    others |= 1 << p.board[i].controller
    return others & (others - 1) != 0
