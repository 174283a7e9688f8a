"""Debts are settled: each in every distinct way that may matter later."""

from libc.stdint cimport uint8_t, uint64_t


from libc.stdlib cimport free, malloc
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ADD_ACTIVATED,
    COST_X_ENERGY,
    COST_X_POWER,
    IS_SPELL,
    REACTION_TIME,
    VERB_EXHAUST,
    Clause,
)
from riftcore.ground._cost cimport demand_add
from riftcore.ground._interrupt cimport tick
from riftcore.ground._lanes cimport lane
from riftcore.ground._record cimport Supply
from riftcore.ground._types cimport FOR_RESOLUTION, MAX_COUNT, N_DOMAINS
from riftcore.payment._distinct cimport Walk, walk_init, walk_next
from riftcore.payment._pay cimport cheapest
from riftcore.payment._payment cimport Payment
from riftcore.payment._units cimport least
from riftcore.position._position cimport (
    ACT_ADD,
    ACT_PAY,
    ACT_PLAY,
    NO_REF,
    Player,
    Thing,
    card_at,
    position_copy,
    thing_seen,
)
from riftcore.position._sources cimport supplies_refresh
from riftcore.rules._abilities cimport ability_clause
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._commit cimport pay_all
from riftcore.rules._doing cimport Doing, Outcome, Spent
from riftcore.rules._forces cimport Forces, forces_set
from riftcore.rules._perform cimport perform
from riftcore.search._actions cimport action_read, adds_list, plays_list
from riftcore.search._bounds cimport hopeless
from riftcore.search._legal cimport is_zero
from riftcore.search._owed cimport add_up, has_restricted, make_rich, purpose_owed, same_means, take_pool
from riftcore.search._planner cimport MAX_MOVES, N_BILLS, N_KEPT, N_OWED
from riftcore.search._visited cimport sort_new
from riftcore.search._ways cimport act_clear, desk_set


cdef int settle(Planner *s, int depth, const Demand *cost, int purpose, int number, const Act *act) except -1 nogil:
    """Pay everything owed and the cost of one move, in every distinct way; then make the move."""
    cdef Frame *f = &s.frames[depth]
    cdef const Supply *supply = &f.pos.players[s.player].supply
    cdef Demand bills[N_BILLS]
    cdef Demand sum
    cdef int i
    for i in range(N_BILLS):
        bills[i] = f.owed[i] if i < N_OWED else cost[0]
        bills[i].purpose = purpose_owed(i) if i < N_OWED else purpose
        bills[i].showdown = f.pos.showdown != 0
    if not has_restricted(supply) and supply.borrowers == 0:
        if add_up(f.owed, &sum) == 0 and demand_add(&sum, cost) == 0:
            # What things are paid for matters to nothing: one bill.
            memset(bills, 0, sizeof(bills))
            bills[N_OWED] = sum
            bills[N_OWED].purpose = FOR_RESOLUTION
            bills[N_OWED].showdown = f.pos.showdown != 0
    return pay_bills(s, depth, &f.pos, bills, 0, cost, number, act)


cdef void settled(
    Planner *s, Position *pos, const Position *before, const Demand *cost, int card, int first
) noexcept nogil:
    """The move stands: a spell has resolved, what was spent is counted, new objects stand in one order."""
    cdef Player *me = &pos.players[s.player]
    cdef int d, symbols = cost.any + cost.hybrid + cost.hybrid2
    if pos.n_chain > s.n_chain:
        pos.n_chain -= 1
        memset(&pos.chain[pos.n_chain], 0, sizeof(pos.chain[0]))
    for d in range(N_DOMAINS):
        symbols += cost.power[d]
    # As for the cost that was chosen, which may be another one than the play on credit took.
    me.turn.energy_spent = least(before.players[s.player].turn.energy_spent + cost.energy, 255)
    me.turn.power_spent = least(before.players[s.player].turn.power_spent + symbols, 255)
    me.turn.max_energy_on_one_spell = before.players[s.player].turn.max_energy_on_one_spell
    if s.t.facts[card].type & IS_SPELL and cost.energy > me.turn.max_energy_on_one_spell:
        me.turn.max_energy_on_one_spell = cost.energy
    if me.n_board > before.players[s.player].n_board:
        sort_new(pos, s.player, first)


cdef int pay_bills(
    Planner *s, int depth, const Position *pos, Demand *bills, int at, const Demand *cost, int number, const Act *move
) except -1 nogil:
    cdef const Supply *all_of = &pos.players[s.player].supply
    cdef Supply less
    cdef Outcome *out
    while at < N_BILLS and is_zero(&bills[at]):
        at += 1
    if at == N_BILLS:
        return move_paid(s, depth, pos, cost, number, move) if move is not NULL else all_paid(s, depth, pos)
    out = <Outcome *>malloc(sizeof(Outcome))
    if out is NULL:
        with gil:
            raise MemoryError
    memset(out, 0, sizeof(Outcome))
    less = all_of[0]
    pay_bill(s, depth, pos, &less, bills, at, cost, number, move, out)
    while not s.stop and keep_more(&less, all_of, &bills[at]):
        pay_bill(s, depth, pos, &less, bills, at, cost, number, move, out)
    free(out)
    return 0


cdef bint keep_more(Supply *less, const Supply *all_of, const Demand *bill) noexcept nogil:
    """Keep other Power of the pool for later: an Add may pay in its place. False: all of it has been kept.

    A payment makes no Add that it does not need; but Power of one domain may do later what the Add could not.
    """
    cdef uint8_t *kept[N_KEPT]
    cdef uint8_t whole[N_KEPT]
    cdef int i
    if not (has_symbols(bill) or all_of.converters or all_of.borrow):
        return False
    for i in range(N_DOMAINS):
        kept[i], whole[i] = &less.power[i], all_of.power[i]
    kept[6], whole[6] = &less.universal, all_of.universal
    kept[7], whole[7] = &less.spells_universal, all_of.spells_universal
    kept[8], whole[8] = &less.gear_universal, all_of.gear_universal
    for i in range(N_KEPT):
        if kept[i][0]:
            kept[i][0] -= 1
            return True
        kept[i][0] = whole[i]
    return False


cdef bint has_symbols(const Demand *d) noexcept nogil:
    cdef int i
    for i in range(N_DOMAINS):
        if d.power[i]:
            return True
    return d.any + d.hybrid + d.hybrid2 != 0


cdef void give_back(Supply *pool, const Supply *all_of, const Supply *less) noexcept nogil:
    """Put what was kept into the pool again."""
    cdef int i
    for i in range(N_DOMAINS):
        pool.power[i] += all_of.power[i] - less.power[i]
    pool.universal += all_of.universal - less.universal
    pool.spells_universal += all_of.spells_universal - less.spells_universal
    pool.gear_universal += all_of.gear_universal - less.gear_universal


cdef int pay_bill(
    Planner *s, int depth, const Position *pos, const Supply *less, Demand *bills, int at, const Demand *cost, int number,
    const Act *move, Outcome *out
) except -1 nogil:
    """Pay one bill in every distinct way, without what is kept; then the next ones."""
    cdef Position paid
    cdef Walk walk
    cdef Act act
    cdef Supply *after = &paid.players[s.player].supply
    cdef uint64_t plans = s.best_plans
    cdef bint best_first
    cdef Doing d
    d.t = s.t
    d.pos = &paid
    d.w = NULL
    d.act = &act
    d.policy = s.policy
    d.out = out
    memset(&act, 0, sizeof(Act))
    act.form = ACT_PAY
    act.player = s.player
    act.object = NO_REF
    act.purpose = bills[at].purpose
    walk_init(&walk, less, &bills[at], False)
    # The best payment first: it is the likeliest to leave enough for all that follows.
    best_first = not s.all_sets and cheapest(less, &bills[at], s.policy, &out.payment)
    while not s.stop and (best_first or walk_next(&walk, &out.payment)):
        best_first = False
        if tick(&s.pace):
            s.stop = True
            break
        if s.best_plans != plans:
            plans = s.best_plans
            if hopeless(s, &s.frames[depth]):
                break
        position_copy(&paid, pos)
        after[0] = less[0]
        out.demand = bills[at]
        out.supply = less[0]
        out.spent.n = out.n_changes = out.n_used = 0
        pay_all(&d)
        keep_energy(after, less, &out.payment)
        give_back(after, &pos.players[s.player].supply, less)
        if supplies_refresh(s.t, &paid) == 0:
            # Counted with the plays.
            paid.players[s.player].turn.energy_spent = pos.players[s.player].turn.energy_spent
            paid.players[s.player].turn.power_spent = pos.players[s.player].turn.power_spent
            pay_bills(s, depth, &paid, bills, at + 1, cost, number, move)
    return 0


cdef void keep_energy(Supply *after, const Supply *before, const Payment *paid) noexcept nogil:
    """A ready rune that was recycled makes its Energy first, which stays in the pool."""
    cdef int d, n
    for d in range(N_DOMAINS):
        n = lane(paid.recycle, d) - lane(paid.exhaust, d) - before.exhausted[d]
        if n > 0:
            after.energy = least(after.energy + n, MAX_COUNT)


cdef bint same_move(const Planner *s, int depth, const Act *want, const Act *act) noexcept nogil:
    """Is it the same move, from the frame at `depth` to the next, whose refs may be others?"""
    if want.form != act.form or want.pay != act.pay or want.ability != act.ability or want.x != act.x:
        return False
    if want.form == ACT_PLAY:
        return want.card == act.card and want.from_ == act.from_ and want.n_targets == act.n_targets
    return card_at(&s.frames[depth].pos, want.object) == card_at(&s.frames[depth + 1].rich, act.object)


cdef bint find_again(Planner *s, int depth, int number, const Act *want, Act *act) noexcept nogil:
    """The move as it reads in the next frame: what was paid with may have left, so that numbers are others."""
    cdef Frame *child = &s.frames[depth + 1]
    cdef int i, n
    if action_read(&child.desk, number, act) and same_move(s, depth, want, act):
        return True
    n = plays_list(&child.desk, child.found) if want.form == ACT_PLAY else adds_list(&child.desk, child.found, True, True)
    for i in range(n):
        if action_read(&child.desk, child.found[i], act) and same_move(s, depth, want, act):
            return True
    return False


cdef int move_paid(
    Planner *s, int depth, const Position *pos, const Demand *cost, int number, const Act *move
) except -1 nogil:
    """Make a move that has been paid for. What its payment has used up may have taken other objects away."""
    cdef Frame *child = &s.frames[depth + 1]
    cdef Act act
    position_copy(&child.rich, pos)
    make_rich(&child.rich, s.player)
    desk_set(&child.desk, s.t, &child.rich, s.player, s.policy, NULL)
    if not find_again(s, depth, number, move, &act):
        return 0
    perform_rich(s, child, pos, &act)
    if child.outcome.code != CODE_OK:
        return 0
    if child.outcome.spent.n and not same_means(
        &child.pos.players[s.player].supply, &child.rich.players[s.player].supply
    ):
        if rescue(s, depth, pos, cost, number, move):
            return 0
        perform_rich(s, child, pos, &act)  # the frame was used for that
    memset(child.owed, 0, sizeof(child.owed))
    if not take_pool(
        &child.pos.players[s.player].supply, &pos.players[s.player].supply, &child.rich.players[s.player].supply
    ):
        return 0
    child.first = child.pos.players[s.player].n_board
    settled(s, &child.pos, pos, cost, act.card, child.first)
    return s.go_on(s, depth + 1)


cdef int all_paid(Planner *s, int depth, const Position *pos) except -1 nogil:
    """Go on from here, where nothing is owed."""
    cdef Frame *child = &s.frames[depth + 1]
    position_copy(&child.pos, pos)
    memset(child.owed, 0, sizeof(child.owed))
    child.first = pos.players[s.player].n_board
    return s.go_on(s, depth + 1)


cdef void perform_rich(Planner *s, Frame *f, const Position *pos, Act *act) noexcept nogil:
    """Make a move with a pool that pays for everything, from this position."""
    position_copy(&f.rich, pos)
    make_rich(&f.rich, s.player)
    position_copy(&f.pos, &f.rich)
    perform(s.t, &f.pos, NULL, act, s.policy, &f.outcome)


cdef bint rescue(
    Planner *s, int depth, const Position *pos, const Demand *cost, int number, const Act *move
) except -1 nogil:
    """What the move has taken makes its Add before, where that costs nothing. True: to leave it out is no better."""
    cdef Spent spent = s.frames[depth + 1].outcome.spent
    cdef const Thing *thing
    cdef Position added
    cdef int i, ability
    cdef bint needless = False
    for i in range(spent.n):
        thing = thing_seen(pos, spent.item[i].ref)
        if thing is NULL or thing.controller != s.player:
            continue
        for ability in range(s.t.facts[thing.card].n_abilities):
            if not s.stop and adds_freely(s, pos, spent.item[i].ref, ability, &added):
                move_paid(s, depth, &added, cost, number, move)
                # An object that is still there is taken all the same, unless it must be ready for that.
                needless = (
                    spent.item[i].verb != VERB_EXHAUST
                    and added.players[s.player].n_board == pos.players[s.player].n_board
                )
        if needless:
            return True
    return s.stop


cdef bint adds_freely(Planner *s, const Position *pos, int ref, int ability, Position *added) noexcept nogil:
    """Make an Add that may be made in a payment and costs nothing but its object."""
    cdef Act act
    cdef Outcome *out = &s.frames[MAX_MOVES].outcome
    cdef Forces w
    cdef const Clause *c
    cdef int code = 0
    act_clear(&act, ACT_ADD, s.player)
    act.object = ref
    act.ability = ability
    forces_set(&w, s.t, pos, s.player)
    c = ability_clause(s.t, pos, &w, &act, &code)
    if c is NULL or code != CODE_OK or c.kind != ADD_ACTIVATED or c.timing != REACTION_TIME:
        return False
    if c.flags & (COST_X_ENERGY | COST_X_POWER) or not is_zero(&c.cost):
        return False
    position_copy(added, pos)
    perform(s.t, added, &w, &act, s.policy, out)
    return out.code == CODE_OK
