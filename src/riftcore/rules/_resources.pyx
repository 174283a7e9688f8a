"""Step 4 of a play: the best payment of the total cost with the objects that were given up for it (357)."""

from libc.stdint cimport uint16_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    IS_GEAR,
    IS_LEGEND,
    IS_SPELL,
    SRC_GOLD,
    STATE_EXHAUSTED,
    VERB_BANISH,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
    Facts,
)
from riftcore.ground._record cimport Demand, Supply
from riftcore.ground._types cimport (
    BORROW_GOLD,
    FOR_GEAR,
    FOR_GEAR_ABILITY,
    FOR_HIDE,
    FOR_LEGEND_ABILITY,
    FOR_MOVE,
    FOR_SPELL,
    FOR_UNIT,
    FOR_UNIT_ABILITY,
    N_DOMAINS,
)
from riftcore.payment._pay cimport cheapest
from riftcore.payment._payment cimport payment_key
from riftcore.position._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PLAY,
    Player,
    Thing,
    card_at,
    thing_at,
)
from riftcore.position._sources cimport source_of, supply_refresh
from riftcore.rules._doing cimport Item, Outcome
from riftcore.rules._named cimport pay_named
from riftcore.rules._pricing cimport Sacrifice
from riftcore.rules._quote cimport quote_act


cdef int purpose_for(const Tables *t, const Position *pos, const Act *act) noexcept nogil:
    cdef int type
    if act.form == ACT_PLAY:
        type = t.facts[act.card].type
        return FOR_SPELL if type & IS_SPELL else FOR_GEAR if type & IS_GEAR else FOR_UNIT
    if act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        type = t.facts[card_at(pos, act.object)].type
        return (
            FOR_GEAR_ABILITY if type & IS_GEAR else FOR_LEGEND_ABILITY if type & IS_LEGEND else FOR_UNIT_ABILITY
        )
    if act.form == ACT_MOVE:
        return FOR_MOVE
    if act.form == ACT_HIDE:
        return FOR_HIDE
    return act.purpose


cdef bint gone_already(const Spent *spent, int ref) noexcept nogil:
    """Is the object given up, in a way that it leaves the board?"""
    cdef int i
    for i in range(spent.n):
        if spent.item[i].ref == ref and spent.item[i].verb in (VERB_KILL, VERB_RETURN, VERB_BANISH, VERB_RECYCLE):
            return True
    return False


cdef void what_was_given(const Doing *d, Sacrifice *given) noexcept nogil:
    """What formulas read of the objects given up (printed costs, 206)."""
    cdef const Item *item
    cdef const Facts *f
    cdef int i, domain
    memset(given, 0, sizeof(Sacrifice))
    for i in range(d.out.spent.n):
        item = &d.out.spent.item[i]
        if item.verb == VERB_KILL:
            f = &d.t.facts[card_at(d.pos, item.ref)]
            given.killed += 1
            given.killed_energy += f.printed.energy
            given.killed_power += f.printed.any + f.printed.hybrid + f.printed.hybrid2
            for domain in range(N_DOMAINS):
                given.killed_power += f.printed.power[domain]
        elif item.verb == VERB_SPEND_BUFF:
            given.buffs_spent += item.n


cdef bint pay_resources(Doing *d, bint keep) noexcept nogil:
    """With the objects chosen: price the act again where they matter, and find the best payment.

    Where it is not to be kept, or there is none, the board is as before.
    """
    cdef Outcome *out = d.out
    cdef Player *me = &d.pos.players[d.act.player]
    cdef Sacrifice given
    cdef Supply whole = me.supply
    cdef Thing *thing
    cdef uint16_t saved[40]
    cdef int i
    cdef bint found
    cdef bint marked = False
    cdef bint borrower = False
    what_was_given(d, &given)
    if given.killed or given.buffs_spent:
        quote_act(d.t, d.pos, d.w, d.act, &given, &out.quote)
    # An object exhausted for the cost makes no Add; a Gold killed for it cannot be killed for its Add.
    for i in range(out.spent.n):
        thing = thing_at(d.pos, out.spent.item[i].ref)
        saved[i] = thing.states if thing is not NULL else 0
        if thing is not NULL and (
            out.spent.item[i].verb == VERB_EXHAUST or source_of(d.t, d.pos, out.spent.item[i].ref, -1) == SRC_GOLD
        ):
            thing.states |= STATE_EXHAUSTED
            marked = True
        elif thing is not NULL and gone_already(&out.spent, out.spent.item[i].ref):
            borrower = borrower or d.t.facts[thing.card].borrows
    if marked:
        supply_refresh(d.t, d.pos, d.act.player)
    if borrower:
        found = pay_beside_borrower(d)
    else:
        found = pay_costs(d, False)
    if not found or not keep:
        # The next choice starts from the whole board. The last first: an object may be exhausted and killed.
        for i in range(out.spent.n - 1, -1, -1):
            thing = thing_at(d.pos, out.spent.item[i].ref)
            if thing is not NULL:
                thing.states = saved[i]
        me.supply = whole
    return found


cdef bint pay_costs(Doing *d, bint found) noexcept nogil:
    """The best payment of all total costs out of what is there now; `found`: only if it beats the one at hand."""
    cdef Outcome *out = d.out
    cdef const Supply *supply = &d.pos.players[d.act.player].supply
    cdef Payment p
    cdef Demand demand
    cdef int i
    cdef bint any = False
    for i in range(out.quote.costs.n):
        demand = out.quote.costs.cost[i]
        demand.purpose = purpose_for(d.t, d.pos, d.act)
        demand.showdown = d.pos.showdown != 0
        if pay_one(d, &demand, &p) and (not found or better(d.policy, &p, &out.payment)):
            found = any = True
            out.payment = p
            out.demand = demand
            out.cost = i
            out.supply = supply[0]
    return any


cdef bint pay_beside_borrower(Doing *d) noexcept nogil:
    """A borrower leaves for the cost, so a Gold's ability may not kill it too.

    Either nobody borrows that ability, or the borrower stays out of it and others may.
    """
    cdef Player *me = &d.pos.players[d.act.player]
    cdef Supply whole = me.supply
    cdef Supply without
    cdef Thing *thing
    cdef uint16_t saved[40]
    cdef int i
    cdef bint found, others, left
    me.supply.borrow &= ~(1 << BORROW_GOLD)
    without = me.supply
    found = pay_costs(d, False)
    if without.borrow == whole.borrow:
        return found
    for i in range(d.out.spent.n):
        thing = thing_at(d.pos, d.out.spent.item[i].ref)
        saved[i] = thing.states if thing is not NULL else 0
        if thing is not NULL and d.t.facts[thing.card].borrows and gone_already(&d.out.spent, d.out.spent.item[i].ref):
            thing.states |= STATE_EXHAUSTED
    supply_refresh(d.t, d.pos, d.act.player)
    left = me.supply.borrowers != 0
    others = left and pay_costs(d, found)
    if not others:
        # The first way stands, for which the borrower may be exhausted.
        for i in range(d.out.spent.n - 1, -1, -1):
            thing = thing_at(d.pos, d.out.spent.item[i].ref)
            if thing is not NULL:
                thing.states = saved[i]
        me.supply = without
    if not found and not others and left:
        # The one that leaves uses one ability and another one the Gold's: that is not looked at.
        me.supply = whole
        d.search.unsure = d.search.unsure or pay_costs(d, False)
        me.supply = without
    return found or others


cdef bint pay_one(Doing *d, const Demand *demand, Payment *p) noexcept nogil:
    if d.act.has_payment:
        return pay_named(d.t, d.pos, d.act, demand, d.policy, p)
    return cheapest(&d.pos.players[d.act.player].supply, demand, d.policy, p)


cdef bint better(const Policy *policy, const Payment *a, const Payment *b) noexcept nogil:
    """Between total costs: by the keys alone; equal ones keep the first."""
    cdef int i, x, y
    for i in range(policy.n):
        x = payment_key(a, policy.key[i])
        y = payment_key(b, policy.key[i])
        if x != y:
            return x < y
    return False
