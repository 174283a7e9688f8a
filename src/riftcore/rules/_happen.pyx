"""Events: pools empty, Adds that something sets off arrive (346.1, 369.1, 429.2)."""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ADD_REPLACEMENT,
    ADD_TRIGGERED,
    DELAYED,
    DOUBT_SELF_EVENT,
    EVENT_COMBAT_ENDED,
    EVENT_COMBAT_STARTED,
    EVENT_END_OF_TURN,
    EVENT_MAIN_PHASE,
    IS_UNIT,
    STATE_ATTACKING,
    STATE_DEFENDING,
    STATE_USED,
    Clause,
    Facts,
)
from riftcore.ground._record cimport Supply
from riftcore.position._expr cimport Context, holds
from riftcore.position._position cimport (
    MAX_EFFECTS,
    NOBODY,
    NO_REF,
    PHASE_MAIN,
    REF_BATTLEFIELD,
    REF_LEGEND,
    Player,
    card_at,
    controller_at,
    inactive,
    thing_seen,
)
from riftcore.rules._adds cimport add_resources
from riftcore.rules._codes cimport CODE_UNKNOWN, WHY_UNKNOWN
from riftcore.rules._doing cimport refuse


cdef void happen(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """An event: pools empty, triggered and replacement Adds arrive at once (346.1, 369.1, 429.2)."""
    cdef int i, j
    if act.event == EVENT_MAIN_PHASE:
        empty_pools(pos)
        pos.phase = PHASE_MAIN
        # Pools empty first, then "at the start of your Main Phase" Adds arrive (rules.md, "Readings").
        if not due_adds(t, pos, pos.turn_player):
            refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        phase_adds(t, pos, act, out)
        return
    if act.event == EVENT_END_OF_TURN:
        empty_pools(pos)
        for i in range(pos.n_players):
            memset(&pos.players[i].turn, 0, sizeof(pos.players[i].turn))
            keep_effects(t, &pos.players[i], True)
            for j in range(pos.players[i].n_facedown):
                pos.players[i].facedown[j].this_turn = 0  # 811: from a later turn on
            pos.players[i].legend.states &= ~STATE_USED
            for j in range(pos.players[i].n_board):
                pos.players[i].board[j].states &= ~STATE_USED
        return
    if act.event == EVENT_COMBAT_STARTED:
        combat_starts(t, pos, act, out)
        return
    if act.event == EVENT_COMBAT_ENDED:
        combat_ends(pos)
        return
    triggered_adds(t, pos, act, out)


cdef void empty_pools(Position *pos) noexcept nogil:
    """Every player's pool empties at the start of each Main Phase and at the end of each turn (167)."""
    cdef Supply *s
    cdef int p
    for p in range(pos.n_players):
        s = &pos.players[p].supply
        memset(s.power, 0, 6)
        s.energy = s.universal = 0
        s.spells_energy = s.units_energy = s.showdown_energy = 0
        s.spells_universal = s.gear_universal = 0


cdef bint delayed(const Clause *c) noexcept nogil:
    """Is it an Add that was set off earlier and waits for its player's next Main Phase?"""
    return c.kind == ADD_TRIGGERED and c.flags & DELAYED != 0


cdef void keep_effects(const Tables *t, Player *p, bint waiting) noexcept nogil:
    """Keep of the effects those that wait for the next Main Phase, or all others."""
    cdef const Facts *f
    cdef int i, j, n = 0
    cdef bint waits
    for j in range(p.n_effects):
        f = &t.facts[p.effects[j].card]
        waits = False
        for i in range(f.n_clauses):
            waits = waits or delayed(&t.clauses[f.clause + i])
        if waits == waiting:
            p.effects[n] = p.effects[j]
            n += 1
    memset(&p.effects[n], 0, (p.n_effects - n) * sizeof(p.effects[0]))
    p.n_effects = n


cdef bint due_adds(const Tables *t, Position *pos, int player) noexcept nogil:
    """The Adds that wait for this player's Main Phase arrive. False: more than a pool holds."""
    cdef Player *p = &pos.players[player]
    cdef const Facts *f
    cdef int i, j
    for j in range(p.n_effects):
        f = &t.facts[p.effects[j].card]
        for i in range(f.n_clauses):
            if delayed(&t.clauses[f.clause + i]) and not add_resources(pos, player, &t.clauses[f.clause + i], 0):
                return False
    keep_effects(t, p, False)
    return True


cdef void phase_adds(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """"At the start of your Main Phase, Add": each object of the turn player that says so."""
    cdef Act begun = act[0]
    cdef int p, i, ref
    begun.card = 0
    for p in range(pos.n_players):
        for i in range(-1, pos.players[p].n_board):
            ref = REF_LEGEND + p if i < 0 else 64 * p + i
            if thing_seen(pos, ref) is NULL or controller_at(pos, ref) != pos.turn_player:
                continue
            if t.facts[card_at(pos, ref)].adds_later:
                begun.object = ref
                triggered_adds(t, pos, &begun, out)


cdef void triggered_adds(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    cdef int card = act.card if act.card else card_at(pos, act.object)
    cdef int player = act.player if act.card else controller_at(pos, act.object)
    cdef const Facts *f = &t.facts[card]
    cdef const Clause *c
    cdef Context x
    cdef Player *p
    cdef int i, n
    if player >= pos.n_players or (act.card == 0 and inactive(pos, act.object)):
        return
    if f.partial and f.doubts.yours[0] & DOUBT_SELF_EVENT:
        out.culprit = card
        out.doubtful = True
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    memset(&x, 0, sizeof(Context))
    x.t = t
    x.pos = pos
    x.me = act.object
    x.card = card
    x.you = player
    p = &pos.players[player]
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind not in (ADD_TRIGGERED, ADD_REPLACEMENT) or c.event != act.event:
            continue
        if not holds(&x, c.when):
            if x.unknown:
                out.culprit = card
                refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
                return
            continue
        # "Your hold effects trigger an additional time": the clause says how often it is set off.
        n = c.value if c.value > 1 else 1
        while n > 0:
            n -= 1
            if c.flags & DELAYED:
                # It waits among the effects (keep_effects, due_adds).
                if p.n_effects == MAX_EFFECTS:
                    refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
                    return
                p.effects[p.n_effects].card = card
                p.effects[p.n_effects].on = NO_REF
                p.effects[p.n_effects].might = -1
                p.n_effects += 1
            elif not add_resources(pos, player, c, 0):
                refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef void combat_starts(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """A battlefield's "when combat starts here": the attacker and the defender each Add."""
    cdef int here = act.object - REF_BATTLEFIELD
    cdef const Facts *f
    cdef const Clause *c
    cdef int i, p, q, k
    cdef bint fights
    if not 0 <= here < pos.n_battlefields:
        here = pos.showdown - 1
        if here < 0:
            return
    pos.combat = 1
    if pos.showdown == 0:
        # 459: combat has a showdown; who has Focus is what a scenario leaves out, too.
        pos.showdown = 1 + here
        pos.focus = pos.turn_player
        if pos.n_chain == 0:
            pos.priority = pos.turn_player
    f = &t.facts[pos.battlefields[here].card]
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind != ADD_TRIGGERED or c.event != EVENT_COMBAT_STARTED:
            continue
        for p in range(pos.n_players):
            fights = False
            for q in range(pos.n_players):
                for k in range(pos.players[q].n_board):
                    if pos.players[q].board[k].controller == p and pos.players[q].board[k].at == here + 1 and (
                        t.facts[pos.players[q].board[k].card].type & IS_UNIT
                    ):
                        fights = True
            if fights and not add_resources(pos, p, c, 0):
                refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef void combat_ends(Position *pos) noexcept nogil:
    """461.7: nobody attacks or defends any more, and the turn is in a Neutral state again."""
    cdef int p, i
    pos.combat = 0
    pos.showdown = 0
    pos.focus = NOBODY
    pos.priority = pos.turn_player
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            pos.players[p].board[i].states &= ~(STATE_ATTACKING | STATE_DEFENDING)
