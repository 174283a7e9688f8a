"""Plans for Python: a search over a copy of a state's position."""

from libc.stdint cimport uint64_t

from itertools import islice

from libc.string cimport memset

from riftcore.cards._cards cimport CardTable
from riftcore.edge._board cimport position_free
from riftcore.edge._kept cimport Kept
from riftcore.edge._lookup cimport fix_objects, fixed_dict
from riftcore.edge._state cimport State, default_policy
from riftcore.edge._supply cimport payments_new
from riftcore.ground._interrupt cimport NO_BUDGET, Watch, watch_begin, watch_end
from riftcore.ground._record cimport Demand
from riftcore.position._position cimport Act, Position
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._doing cimport Outcome
from riftcore.rules._doubt cimport plays_in_doubt
from riftcore.rules._perform cimport perform
from riftcore.search._plan cimport search_cards, search_free, search_run
from riftcore.search._planner cimport Planner
from riftcore.search._sight cimport borrower_there
from riftcore.search._ways cimport Desk

from riftcore.errors import RiftcoreError


def best_plays(State state not None, player, worth, budget):
    """The value of the best plays, the plays as (card, its number in the table, zone, options), how many positions
    were looked at, was that all?

    worth: what playing a Card is worth.
    """
    cdef Planner s
    cdef int i
    cdef CardTable table = begin(&s, state, player, budget)
    for i in range(s.n_cards):
        s.value[i] = worth(table.cards[s.card[i]])
    try:
        run(&s, state, table)
        plays = [
            (
                table.cards[s.best_plays[i].card], s.best_plays[i].card, s.best_plays[i].from_,
                s.best_plays[i].pay,
            )
            for i in range(s.n_best)
        ]
        return s.best, plays, s.nodes, not (s.cut or s.unsure)
    finally:
        search_free(&s)


def all_sets(State state not None, player, budget):
    """Sets that can be afforded as masks of slots, the Card of each slot, how many positions were looked at; cut by the budget? unsure (_plan.pxd)?"""
    cdef Planner s
    cdef uint64_t n
    cdef int i
    cdef CardTable table = begin(&s, state, player, budget)
    s.all_sets = True
    try:
        run(&s, state, table)
        sets = []
        for n in range(s.set_room):
            if s.sets[n]:
                sets.append(s.sets[n] - 1)
        cards = []
        for i in range(s.n_cards):
            cards.append(table.cards[s.card[i]])
        return sets, cards, s.nodes, s.cut, s.unsure
    finally:
        search_free(&s)


def follows(State state not None, list plays, budget):
    """Can these plays, as (name, number in the table, zone, options), be made in this order? Adds are made where they help.

    False, too, where more positions than the budget would have to be looked at.
    """
    cdef Planner s
    cdef int i
    if not plays:
        return True
    cdef CardTable table = begin(&s, state, None, budget)
    s.follows = True
    s.n_line = len(plays)
    for i in range(s.n_line):
        _, s.line[i].card, s.line[i].from_, s.line[i].pay = plays[i]
    try:
        run(&s, state, table)
        return s.done
    finally:
        search_free(&s)


def first_payments(State state not None, number, most):
    """The first distinct payments of an action, in the order of the integers that name them; are these all?"""
    cdef Act act
    cdef Desk desk
    cdef Outcome out
    cdef Demand demand
    cdef Position *pos = NULL
    cdef CardTable table = state.table
    cdef int i
    cdef Kept kept = state.read_number(number, None, &act, &desk)
    pos = state.scratch()
    perform(&table.tables, pos, kept.w, &act, default_policy(), &out)
    position_free(pos)
    if out.code != CODE_OK or not out.paid:
        return [], True
    for i in range(out.quote.costs.n if out.quote.costs.n > 1 else 0):
        demand = out.quote.costs.cost[i]
        demand.purpose = out.demand.purpose
        demand.showdown = out.demand.showdown
        some = list(islice(payments_new(&out.supply, &demand, state.roster(act.player)), most + 1))
        if len(some) > most:
            return some[:most], False
    state.read_number(number, None, &act, &desk)
    some = list(islice(state.ways_of(&act, &out, False), most + 1))
    return some[:most], len(some) <= most


def objects_given(State state not None, number):
    """The objects that the payments of an action give up for its cost, in the form of `with`."""
    cdef Act act
    cdef Desk desk
    cdef Act filled
    cdef Outcome out
    state.read_number(number, None, &act, &desk)
    filled = act
    state.ways_of(&filled, &out, False)
    fix_objects(&act, &out)
    return fixed_dict(state, &act)


cdef CardTable begin(Planner *s, State state, object player, object budget):
    """Gives the card table, which the search reads until it has ended."""
    cdef CardTable table = state.table
    memset(s, 0, sizeof(Planner))
    s.pace = 1
    s.t = &table.tables
    s.policy = default_policy()
    s.player = state.seat(player)
    s.budget = budget
    search_cards(s, state.pos)
    s.unsure = s.t.doubtful and plays_in_doubt(s.t, state.pos, s.player)
    s.unsure = s.unsure or ((s.returners or s.takers) and borrower_there(s, state.pos))
    return table


cdef int run(Planner *s, State state, CardTable table) except -1:
    """Planner a copy of the state's position, without the GIL."""
    cdef Position *pos
    if not table.continues(state.table):
        raise RiftcoreError("the state has changed while its plans were valued")
    cdef Watch watch
    pos = state.scratch()
    watch_begin(&watch, NO_BUDGET)
    try:
        with nogil:
            search_run(s, pos)
    finally:
        position_free(pos)
        watch_end(&watch)
    return 0
