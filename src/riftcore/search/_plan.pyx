"""The best plays of a turn, and what can be afforded together: exact search with transpositions (docs/plan.md).

A play is bought on credit: what it costs is added to what is owed, and goes on only while all that is owed could
be paid together. So no choice of a payment is made that a later play might regret. Only where a play changes what
there is to pay with (it brings a source, it kills one), or where costs look at what was paid with, is the debt
settled first, in every distinct way.

An Add outside of payments is a move of its own where that may matter: one that costs something, before a debt is
settled for which its source would be used once and for all; one that no payment may make. What a play takes for its
cost makes its Add before.
"""

from libc.stdint cimport uint32_t, uint64_t


from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from riftcore.cards._clauses cimport N_ANY, REACTION_TIME, Clause, Facts
from riftcore.ground._cost cimport demand_add
from riftcore.ground._interrupt cimport tick
from riftcore.ground._record cimport Demand, Supply
from riftcore.ground._types cimport FOR_RESOLUTION
from riftcore.position._position cimport (
    FROM_CHAMPION,
    FROM_HAND,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    Act,
    Player,
    position_copy,
    position_size,
)
from riftcore.rules._abilities cimport ability_clause
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._perform cimport perform
from riftcore.search._actions cimport action_read, adds_list, plays_list
from riftcore.search._bills cimport settle, settled
from riftcore.search._bounds cimport hopeless, set_bounds
from riftcore.search._legal cimport is_zero
from riftcore.search._owed cimport (
    add_up,
    is_owing,
    make_rich,
    only_less,
    owed_class,
    pays_all,
    purpose_owed,
    same_means,
    take_pool,
)
from riftcore.search._planner cimport (
    ANY_FOLLOWS,
    MAX_MOVES,
    MAX_PLANNED,
    NO_BRINGER,
    NO_PLAIN,
    N_OWED,
    OWED_ADDS,
    Frame,
    Play,
)
from riftcore.search._sight cimport look_around, look_at_slot
from riftcore.search._visited cimport keep, visited
from riftcore.search._ways cimport desk_set


cdef int search_run(Planner *s, const Position *pos) except -1 nogil:
    """Planner from this position; the player, the cards, their values and the budget are set. search_free afterwards."""
    s.n_chain = pos.n_chain
    set_bounds(s, pos)
    s.frames = <Frame *>malloc((MAX_MOVES + 1) * sizeof(Frame))  # the last one to work in
    if s.frames is NULL:
        with gil:
            raise MemoryError
    memcpy(&s.frames[0].pos, pos, position_size(pos.n_players))
    memset(s.frames[0].owed, 0, sizeof(s.frames[0].owed))
    s.frames[0].value = 0
    s.frames[0].played = 0
    s.frames[0].n_plays = 0
    s.frames[0].first = pos.players[s.player].n_board
    s.frames[0].early = s.frames[0].settled = False
    s.frames[0].phase = ANY_FOLLOWS
    s.go_on = node
    return node(s, 0)


cdef void search_cards(Planner *s, const Position *pos) noexcept nogil:
    """The cards that may be played: those of hand and champion zone; and the board, of which some may return."""
    cdef const Player *me = &pos.players[s.player]
    cdef int i
    for i in range(me.n_hand):
        new_slot(s, me.hand[i], FROM_HAND, 0)
    for i in range(me.n_champion):
        new_slot(s, me.champion[i], FROM_CHAMPION, 0)
    s.n_own = s.n_cards
    look_around(s, pos)
    for i in range(me.n_board):
        if s.returners and s.n_cards < MAX_PLANNED and not s.t.facts[me.board[i].card].token:
            look_at_slot(s, new_slot(s, me.board[i].card, FROM_HAND, 0), False)


cdef void search_free(Planner *s) noexcept nogil:
    free(s.frames)
    free(s.seen)
    free(s.sets)
    s.frames = NULL
    s.seen = s.sets = NULL


cdef int node(Planner *s, int depth) except -1 nogil:
    """Everything that can be done from here: s.frames[depth] says where."""
    cdef Frame *f = &s.frames[depth]
    cdef uint64_t left = ~f.played & (~<uint64_t>0 >> (MAX_PLANNED - s.n_cards) if s.n_cards else 0)
    cdef uint64_t minded, plans = s.best_plans
    cdef Demand nothing
    cdef int i, n
    if f.phase == NO_BRINGER:
        left &= s.meddlers | s.takers | s.minders
    if tick(&s.pace):
        s.stop = True  # what was found so far is no answer
    if s.stop or visited(s, f):
        return 0
    if s.nodes == s.budget:
        s.cut = s.stop = True
        return 0
    s.nodes += 1
    if s.follows:
        s.done = s.stop = f.n_plays == s.n_line
    elif s.all_sets:
        keep(&s.sets, &s.n_sets, &s.set_room, f.played + 1)
    elif f.value > s.best or (f.value == s.best and f.n_plays < s.n_best):
        s.best = f.value
        s.n_best = f.n_plays
        s.best_plans += 1
        memcpy(s.best_plays, s.plays, f.n_plays * sizeof(Play))
    if depth == MAX_MOVES - 1:
        s.cut = True
        return 0
    if hopeless(s, f):
        return 0
    position_copy(&f.rich, &f.pos)
    make_rich(&f.rich, s.player)
    desk_set(&f.desk, s.t, &f.rich, s.player, s.policy, NULL)
    n = plays_list(&f.desk, f.found)
    for i in range(n):
        if s.stop:
            return 0
        if plans != s.best_plans:
            plans = s.best_plans
            if hopeless(s, f):
                return 0
        play(s, depth, f.found[i])
    if s.stop or hopeless(s, f):
        return 0
    if left & s.minders and is_owing(f):
        # Pay for all so far; then only a play that minds follows.
        child_of(s, depth, False)
        s.frames[depth + 1].settled = True
        memset(&nothing, 0, sizeof(Demand))
        settle(s, depth, &nothing, FOR_RESOLUTION, 0, NULL)
    if (s.sensitive or s.outside or left & (s.takers | s.bringers | s.minders)) and not f.settled:
        minded = left & s.minders
        n = adds_list(&f.desk, f.found, minded != 0 and s.things_matter, minded != 0 and s.runes_matter)
        for i in range(n):
            if not s.stop:
                add(s, depth, f.found[i])
    return 0


cdef bint is_independent(const Planner *s, int slot) noexcept nogil:
    """Does a play change no cost of another, and no other play its cost?"""
    return not s.ordered and not s.sensitive and not (s.meddlers | s.minders) >> slot & 1


cdef bint comes_first(const Planner *s, const Frame *f, int slot) noexcept nogil:
    """Would the same plays with this one earlier have been as good? Then that order is looked at."""
    cdef bint brings = s.bringers >> slot & 1
    cdef bint takes = s.takers >> slot & 1
    if f.phase == ANY_FOLLOWS or takes or not is_independent(s, slot):
        return False
    return brings if f.phase == NO_BRINGER else not brings


cdef int phase_after(const Planner *s, const Frame *f, int slot, bint lazily, const Supply *after) noexcept nogil:
    """What need not follow this play. A plain play, or one that takes things, never leaves more to pay with."""
    if s.follows or not is_independent(s, slot) or s.bringers >> slot & 1:
        return ANY_FOLLOWS
    if s.takers >> slot & 1:
        return NO_PLAIN if s.returners >> slot & 1 == 0 and only_less(after, &f.rich.players[s.player].supply) else ANY_FOLLOWS
    return NO_BRINGER if lazily and s.takers & ~f.played == 0 else ANY_FOLLOWS


cdef int slot_of(Planner *s, int card, int from_, uint64_t played) noexcept nogil:
    """The first slot of this card that is not played yet; a new one for a card that is played again."""
    cdef double value = 0
    cdef int i
    for i in range(s.n_cards):
        if s.card[i] == card:
            value = s.value[i]
            if s.zone[i] == from_ and not played >> i & 1:
                return i
    i = new_slot(s, card, from_, value)
    if i >= 0:
        look_at_slot(s, i, False)
    return i


cdef int new_slot(Planner *s, int card, int from_, double value) noexcept nogil:
    """-1: no room, so not all can be found."""
    if s.n_cards == MAX_PLANNED:
        s.cut = True
        return -1
    s.card[s.n_cards] = card
    s.zone[s.n_cards] = from_
    s.value[s.n_cards] = value
    s.n_cards += 1
    return s.n_cards - 1


cdef bint is_next(const Planner *s, int n, const Act *act) noexcept nogil:
    """Where a line is followed: is this its next play?"""
    return s.line[n].card == act.card and s.line[n].from_ == act.from_ and s.line[n].pay == act.pay


cdef void child_of(Planner *s, int depth, bint early) noexcept nogil:
    """The next frame, as after an Add: the plays are the same, and any may follow."""
    cdef const Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    child.value = f.value
    child.played = f.played
    child.n_plays = f.n_plays
    child.first = f.first
    child.early = early
    child.settled = False
    child.phase = ANY_FOLLOWS


cdef int play(Planner *s, int depth, int number) except -1 nogil:
    """One play: on credit where that decides nothing, else all is paid before."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    cdef Act act
    cdef Demand owed[N_OWED]
    cdef Demand sum
    cdef Demand costs[32]
    cdef Position after
    cdef int i, slot, kind, n_costs
    cdef bint lazily, minds
    action_read(&f.desk, number, &act)
    if s.follows:
        if not is_next(s, f.n_plays, &act):
            return 0
    elif idle_option(s, f, &act):
        return 0
    slot = slot_of(s, act.card, act.from_, f.played)
    if slot < 0 or comes_first(s, f, slot):
        return 0
    minds = s.minders >> slot & 1
    if f.settled and not minds:
        return 0
    if minds and is_owing(f):
        return 0  # what it costs is known when all has been paid: see `node`
    position_copy(&after, &f.rich)
    perform(s.t, &after, f.desk.w, &act, s.policy, &f.outcome)
    if f.outcome.code != CODE_OK:
        return 0
    for i in range(f.outcome.quote.n_parts):
        if s.t.parts[f.outcome.quote.parts[i]].n == N_ANY:
            return play_at_once(s, depth, slot, &act)
    kind = owed_class(s, act.card)
    lazily = not s.sensitive and same_means(&after.players[s.player].supply, &f.rich.players[s.player].supply)
    n_costs = f.outcome.quote.costs.n
    memcpy(costs, f.outcome.quote.costs.cost, n_costs * sizeof(Demand))
    for i in range(n_costs):
        child_of(s, depth, False)
        put_play(s, depth, slot, &act)
        child.phase = phase_after(s, f, slot, lazily, &after.players[s.player].supply)
        memcpy(owed, f.owed, sizeof(owed))
        if demand_add(&owed[kind], &costs[i]) or (lazily and add_up(owed, &sum)):
            # Too many kinds of symbols to owe: the debt is settled first, then the play.
            settle(s, depth, &costs[i], purpose_owed(kind), number, &act)
            continue
        if not s.sensitive and not pays_all(&f.pos.players[s.player].supply, owed, f.pos.showdown != 0):
            continue
        if not lazily:
            settle(s, depth, &costs[i], purpose_owed(kind), number, &act)
            continue
        if f.early and not minds:
            continue
        memcpy(child.owed, owed, sizeof(owed))
        position_copy(&child.pos, &after)
        on_credit(s, depth, &costs[i], act.card)
    return 0


cdef int play_at_once(Planner *s, int depth, int slot, Act *act) except -1 nogil:
    """A play whose cost takes any number of things: how many, depends on what there is to pay with.

    It is paid in the best way, which a later play might regret.
    """
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    cdef Demand cost
    s.unsure = True
    position_copy(&child.pos, &f.pos)
    perform(s.t, &child.pos, NULL, act, s.policy, &f.outcome)
    if f.outcome.code != CODE_OK:
        return 0
    cost = f.outcome.demand
    child_of(s, depth, False)
    put_play(s, depth, slot, act)
    memset(child.owed, 0, sizeof(child.owed))
    child.first = child.pos.players[s.player].n_board
    settled(s, &child.pos, &f.pos, &cost, act.card, child.first)
    return node(s, depth + 1)


cdef void put_play(Planner *s, int depth, int slot, const Act *act) noexcept nogil:
    """The next frame has one play more."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    child.value += s.value[slot]
    child.played |= <uint64_t>1 << slot
    child.n_plays += 1
    s.plays[f.n_plays].card = act.card
    s.plays[f.n_plays].from_ = act.from_
    s.plays[f.n_plays].pay = act.pay


cdef int add(Planner *s, int depth, int number) except -1 nogil:
    """An Add outside of payments. What it costs is owed; where it takes other things, all is paid before."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    cdef Act act
    cdef Demand cost
    cdef const Clause *c
    cdef int code = 0, purpose
    cdef bint in_payments = True
    action_read(&f.desk, number, &act)
    position_copy(&child.pos, &f.rich)
    if act.rune:
        # One that is not exhausted makes its Energy first.
        act.rune = 2 if child.pos.players[s.player].supply.exhausted[act.domain] else 1
        perform(s.t, &child.pos, f.desk.w, &act, s.policy, &f.outcome)
        act.rune = 2
    else:
        c = ability_clause(s.t, &f.rich, f.desk.w, &act, &code)
        in_payments = c is not NULL and c.timing == REACTION_TIME
    perform(s.t, &child.pos, f.desk.w, &act, s.policy, &f.outcome)
    if f.outcome.code != CODE_OK:
        return 0
    memset(&cost, 0, sizeof(Demand))
    purpose = FOR_RESOLUTION
    if f.outcome.paid:
        cost = f.outcome.demand
        purpose = cost.purpose
        cost.purpose = cost.showdown = 0
    child_of(s, depth, in_payments and not s.sensitive)
    memcpy(child.owed, f.owed, sizeof(child.owed))
    if not is_zero(&cost) and s.sensitive:
        return settle(s, depth, &cost, purpose, number, &act)
    if not in_payments and not same_means(&child.pos.players[s.player].supply, &f.rich.players[s.player].supply):
        return settle(s, depth, &cost, purpose, number, &act)
    if demand_add(&child.owed[OWED_ADDS], &cost) or not (
        pays_all(&f.pos.players[s.player].supply, child.owed, f.pos.showdown != 0)
    ):
        return 0
    return on_credit(s, depth, &cost, 0)


cdef bint idle_option(const Planner *s, const Frame *f, const Act *act) noexcept nogil:
    """An option that costs more and changes nothing that a later play could use."""
    cdef const Facts *facts = &s.t.facts[act.card]
    if s.spending or s.sensitive:
        return False
    if act.pay & ~<uint32_t>(PAY_ACCELERATE | PAY_ADDITIONAL):
        return True
    # A unit that enters ready makes Adds, or is exhausted for a later cost.
    return act.pay & PAY_ACCELERATE != 0 and s.takers & ~f.played == 0 and facts.n_sources == 0 and not facts.borrows


cdef int on_credit(Planner *s, int depth, const Demand *cost, int card) except -1 nogil:
    """Go on from the next frame, whose position is as after the move with a rich pool."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    if not take_pool(
        &child.pos.players[s.player].supply, &f.pos.players[s.player].supply, &f.rich.players[s.player].supply
    ):
        return 0
    settled(s, &child.pos, &f.pos, cost, card, child.first)
    if child.pos.players[s.player].n_board < f.pos.players[s.player].n_board:
        # What was taken may have stood among the new ones.
        child.first = child.pos.players[s.player].n_board
    return node(s, depth + 1)
