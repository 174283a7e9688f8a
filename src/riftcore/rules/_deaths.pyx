"""Dying, and what happens in place of it (369, 428).

A replacement that nobody may decline applies by itself; one that is paid for, or that its controller may leave out
(371.1), is left out unless the caller says otherwise. Of several the owner of what dies would choose (372): one that
kills nothing else goes first, then the first on the board. What leaves for the same payment replaces nothing.
"""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    BANISHES,
    COST_KILL_SELF,
    EVENT_DEATH,
    EVENT_TO_TRASH,
    IS_UNIT,
    LASTS_TURN,
    REPLACES,
    STATE_EXHAUSTED,
    STATE_TOKEN,
    Clause,
    Facts,
)
from riftcore.position._expr cimport Context, holds, matches
from riftcore.position._position cimport (
    MAX_BANISHED,
    MAX_TRASH,
    NO_REF,
    REF_BATTLEFIELD,
    REF_LEGEND,
    Effect,
    Player,
    Thing,
    attached_follow,
    card_at,
    controller_at,
    inactive,
    thing_at,
    thing_seen,
)
from riftcore.position._zones cimport put_card


cdef struct Fate:           # what replaces a death
    const Clause *clause    # NULL: nothing
    int by                  # the object whose text it is; NO_REF: an effect
    int player              # ... that this player has, and its place
    int effect


cdef int capped(int n) noexcept nogil:
    return n if n < 255 else 255


cdef void unit_died(const Tables *t, Position *pos, int ref) noexcept nogil:
    """A unit is about to go to the trash: for its controller's opponents an enemy unit dies this turn (428)."""
    cdef const Thing *thing = thing_seen(pos, ref)
    cdef int p
    if t.facts[thing.card].type & IS_UNIT:
        for p in range(pos.n_players):
            if p != thing.controller:
                pos.players[p].turn.enemy_units_died = capped(pos.players[p].turn.enemy_units_died + 1)


cdef bint leaving(const Leaving *gone, int ref) noexcept nogil:
    cdef int i
    for i in range(gone.n):
        if gone.ref[i] == ref:
            return True
    for i in range(gone.n_given):
        if gone.given[i] == ref:
            return True
    return False


cdef bint says(
    const Tables *t, const Position *pos, int by, int card, int you, int event, int ref, bint costly, Fate *found
) noexcept nogil:
    """Has the thing a replacement for this? `costly`: one that kills the thing itself."""
    cdef const Facts *f = &t.facts[card]
    cdef const Clause *c
    cdef Context x
    cdef int i
    if not f.replaces or (by < REF_LEGEND and inactive(pos, by)):
        return False  # only what is on the board can be attached
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind != REPLACES or c.event != event or c.lasts == LASTS_TURN or (c.flags & COST_KILL_SELF != 0) != costly:
            continue
        memset(&x, 0, sizeof(Context))
        x.t = t
        x.pos = pos
        x.me = by
        x.card = card
        x.you = you
        if holds(&x, c.when) and (c.filter < 0 or matches(&x, c.filter, ref)):
            found.clause = c
            found.by = by
            return True
    return False


cdef void fate_of(const Tables *t, const Position *pos, int ref, const Leaving *gone, Fate *found) noexcept nogil:
    """What happens in place of the death of this object."""
    cdef const Player *p
    cdef const Facts *f
    cdef int q, i, k, costly
    found.clause = NULL
    found.by = NO_REF
    if not t.facts[card_at(pos, ref)].type & IS_UNIT:
        return
    for q in range(pos.n_players):
        p = &pos.players[q]
        for i in range(p.n_effects):
            f = &t.facts[p.effects[i].card]
            for k in range(f.n_clauses if p.effects[i].on == ref and f.replaces else 0):
                if t.clauses[f.clause + k].kind == REPLACES and t.clauses[f.clause + k].lasts == LASTS_TURN:
                    found.clause = &t.clauses[f.clause + k]
                    found.player = q
                    found.effect = i
                    return
    for costly in range(2):
        for q in range(pos.n_players):
            p = &pos.players[q]
            for i in range(p.n_board):
                if 64 * q + i == ref or leaving(gone, 64 * q + i):
                    continue
                if says(t, pos, 64 * q + i, p.board[i].card, p.board[i].controller, EVENT_DEATH, ref, costly, found):
                    return
            if p.has_legend and says(t, pos, REF_LEGEND + q, p.legend.card, q, EVENT_DEATH, ref, costly, found):
                return
        for i in range(pos.n_battlefields):
            if says(
                t, pos, REF_BATTLEFIELD + i, pos.battlefields[i].card, controller_at(pos, ref), EVENT_DEATH, ref, costly, found
            ):
                return


cdef bint banished_instead(const Tables *t, const Position *pos, int player) noexcept nogil:
    """Are cards that would go to this player's trash banished?"""
    cdef const Player *p
    cdef Fate found
    cdef int q, i
    for q in range(pos.n_players):
        p = &pos.players[q]
        for i in range(p.n_board):
            if p.board[i].controller == player and t.facts[p.board[i].card].replaces:
                if says(t, pos, 64 * q + i, p.board[i].card, player, EVENT_TO_TRASH, NO_REF, False, &found):
                    return True
    return False


cdef void dies(const Tables *t, Position *pos, int ref, Leaving *gone) noexcept nogil:
    """The object is killed, for a cost or by an Add: it dies, or what replaces that happens."""
    cdef Thing *thing = thing_at(pos, ref)
    cdef Fate fate
    fate_of(t, pos, ref, gone, &fate)
    if fate.clause is not NULL and fate.by == NO_REF:
        end_effect(&pos.players[fate.player], fate.effect)
    if fate.clause is NULL or fate.clause.flags & BANISHES:
        goes(t, pos, ref, fate.clause is not NULL, gone)
        return
    if fate.clause.flags & COST_KILL_SELF:
        goes(t, pos, fate.by, False, gone)
    thing.at = 0
    thing.states |= STATE_EXHAUSTED
    attached_follow(pos, ref)


cdef void goes(const Tables *t, Position *pos, int ref, bint banished, Leaving *gone) noexcept nogil:
    """It leaves the board, to its owner's trash, or banished; a token is gone."""
    cdef const Thing *thing = thing_seen(pos, ref)
    cdef Player *owner
    if ref >= REF_LEGEND:
        return  # legends and battlefields never leave (107.4.d)
    owner = &pos.players[ref >> 6]
    if gone.n == MAX_LEAVING:
        gone.full = True
        return
    banished = banished or banished_instead(t, pos, ref >> 6)
    if not banished:
        unit_died(t, pos, ref)
    if thing.states & STATE_TOKEN == 0 and not t.facts[thing.card].token:
        if banished:
            gone.full = not put_card(owner.banished, &owner.n_banished, MAX_BANISHED, thing.card) or gone.full
        else:
            gone.full = not put_card(owner.trash, &owner.n_trash, MAX_TRASH, thing.card) or gone.full
    gone.ref[gone.n] = ref
    gone.n += 1


cdef void end_effect(Player *p, int at) noexcept nogil:
    """"The next time": it is used up."""
    cdef int i
    p.n_effects -= 1
    for i in range(at, p.n_effects):
        p.effects[i] = p.effects[i + 1]
    memset(&p.effects[p.n_effects], 0, sizeof(Effect))


cdef void recall_attached(const Tables *t, Position *pos, int host) noexcept nogil:
    """Gear that loses what it is attached to goes to its base in the next Cleanup (149.3, 435.4)."""
    cdef int p, i
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            if pos.players[p].board[i].attached == host and not t.facts[pos.players[p].board[i].card].type & IS_UNIT:
                pos.players[p].board[i].attached = NO_REF
                pos.players[p].board[i].at = 0
                attached_follow(pos, 64 * p + i)
