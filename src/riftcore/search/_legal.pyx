"""Is an action of the list legal? What `perform` would say, most often without a copy of the position.

Where the cost takes no objects, being payable decides; what the card alone decides is added up without the cost
pipeline. Everything else is tried on a copy.
"""

from libc.stdint cimport uint32_t

from riftcore.cards._clauses cimport (
    ADD_ACTIVATED,
    COST_EXHAUST_SELF,
    COST_X_ENERGY,
    COST_X_POWER,
    FOR_GEARS,
    FOR_SHOWDOWNS,
    FOR_UNITS,
    IS_UNIT,
    N_ANY,
    OF_HAND,
    OF_SELF,
    ONCE_EACH_TURN,
    STATE_EXHAUSTED,
    STATE_USED,
    VERB_DISCARD,
    VERB_KILL,
    Clause,
    Facts,
    Part,
)
from riftcore.cards._traits cimport OWN_ABILITY, OWN_PLAY
from riftcore.ground._record cimport Supply
from riftcore.ground._types cimport N_DOMAINS
from riftcore.payment._payable cimport Purse, purse_pays, purse_set
from riftcore.position._position cimport (
    FROM_CHAMPION,
    FROM_HAND,
    FROM_TRASH_ZONE,
    MAX_BOARD,
    MAX_CHAIN,
    MAX_TRASH,
    Player,
    Thing,
    thing_seen,
)
from riftcore.rules._abilities cimport empowered_enough
from riftcore.rules._choices cimport may_choose
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._forces cimport FITS_ABILITY, FITS_CARD
from riftcore.rules._moves cimport crowded
from riftcore.rules._resources cimport purpose_for
from riftcore.rules._timing cimport speed_of
from riftcore.search._ways cimport ROOM, can_choose, can_perform, counts_cards, has_room, in_doubt, performs, price

cdef enum:
    ROOM_FOR_X = 16         # ... with X, too, whatever the payment for it leaves over


cdef bint pays(Desk *k, const Demand *d) noexcept nogil:
    """Can the player pay this, with its purpose, from their supply as it is?"""
    cdef const Supply *s = &k.pos.players[k.player].supply
    cdef Purse *purse = &k.purses[d.purpose]
    if not k.purses_known >> d.purpose & 1:
        purse_set(purse, s, d)
        k.purses_known |= <uint32_t>1 << d.purpose
    return purse_pays(purse, s, d)


cdef bint any_payable(Desk *k, const Act *act) noexcept nogil:
    """Can one of the costs in k.quote be paid from the player's supply as it is?"""
    cdef Demand d
    cdef int i
    for i in range(k.quote.costs.n):
        d = k.quote.costs.cost[i]
        d.purpose = purpose_for(k.t, k.pos, act)
        d.showdown = k.pos.showdown != 0
        if pays(k, &d):
            return True
    return False


cdef bint any_discard(const Part *p) noexcept nogil:
    """A number of cards from the hand, whatever they are."""
    return p.verb == VERB_DISCARD and p.of == OF_HAND and p.types == 0 and p.n_tags == 0 and p.n != N_ANY and not asks_more(p)


cdef bint asks_more(const Part *p) noexcept nogil:
    return p.states != 0 or p.token >= 0


cdef bint costs_as_printed(Desk *k, const Act *act, const Facts *f) noexcept nogil:
    """Has nothing a say in what this play from the hand costs, so that the pipeline need not be asked?"""
    return not (
        f.own & OWN_PLAY or act.pay or act.n_targets or k.w.prices & (FITS_CARD | f.type)
        or (act.from_ != FROM_HAND and act.from_ != FROM_CHAMPION) or counts_cards(k, act.card)
    )


cdef bint may_play(Desk *k, const Act *act) noexcept nogil:
    """Is this play legal? Its time is right and the card is there."""
    cdef const Facts *f = &k.t.facts[act.card]
    cdef const Player *me = &k.pos.players[k.player]
    cdef Demand cost
    cdef int i, discards = 0
    if k.t.doubtful and in_doubt(k, act):
        return False
    if me.n_board >= MAX_BOARD or k.pos.n_chain >= MAX_CHAIN or f.borrows or act.from_ == FROM_TRASH_ZONE:
        return performs(k, act)
    if me.unknown or (f.type & IS_UNIT and crowded(k.t, k.pos, k.player, act.to)):
        return False
    if may_choose(k.t, f, NULL):
        if k.w.deflects or k.w.chooses or f.asks_targets:
            return performs(k, act)  # what is chosen has a say in the price
        if not can_choose(k, act, NULL):
            return False
    elif act.n_targets:
        return False
    if costs_as_printed(k, act, f):
        cost = f.printed
        cost.purpose = purpose_for(k.t, k.pos, act)
        cost.showdown = k.pos.showdown != 0
        return pays(k, &cost)
    price(k, act)
    if k.quote.code != CODE_OK:
        return False
    for i in range(k.quote.n_parts):
        if not any_discard(&k.t.parts[k.quote.parts[i]]):
            return performs(k, act)
        discards += k.t.parts[k.quote.parts[i]].n
    return discards <= me.n_hand - (act.from_ == FROM_HAND) and any_payable(k, act)


cdef bint kills_itself(const Desk *k, int part) noexcept nogil:
    """Does this part of a cost ask for the object itself and nothing else?"""
    cdef const Part *p = &k.t.parts[part]
    return (
        p.verb == VERB_KILL and p.of == OF_SELF and not asks_more(p) and not p.other and not p.here and p.n_tags == 0
    )


cdef bint has_unit(const Clause *c) noexcept nogil:
    """Is there a unit of the pool for what this Add makes?"""
    if c.restriction == FOR_GEARS:
        return c.adds_energy == 0
    return (c.restriction != FOR_UNITS and c.restriction != FOR_SHOWDOWNS) or c.adds_universal == 0


cdef bint costs_what_it_says(const Desk *k, const Act *act, const Clause *ability, const Facts *f) noexcept nogil:
    """Does nothing change the cost before the colon?"""
    return not (f.own & OWN_ABILITY or k.w.prices & FITS_ABILITY or act.n_targets or ability.n_choices or act.x > 0)


cdef bint may_use(Desk *k, const Act *act, const Way *way) noexcept nogil:
    """Is the use of this ability legal?"""
    cdef const Thing *thing = thing_seen(k.pos, act.object)
    cdef const Facts *f = &k.t.facts[thing.card]
    cdef const Player *me = &k.pos.players[k.player]
    cdef const Clause *c = way.clause
    cdef int i
    cdef bint free_of_cost = False, as_said, alone
    if way.code != CODE_OK or me.unknown or speed_of(c) < k.slowest:
        return False
    if k.t.doubtful and in_doubt(k, act):
        return False
    if c.kind != ADD_ACTIVATED:
        if empowered_enough(c, thing):
            return False
        if c.flags & ONCE_EACH_TURN and thing.states & STATE_USED:
            return False
    elif not has_room(&me.supply, ROOM) or not has_unit(c):
        return performs(k, act)
    elif c.flags & (COST_X_ENERGY | COST_X_POWER):
        return can_perform(k, act) if has_room(&me.supply, ROOM_FOR_X) else performs(k, act)
    if c.flags & COST_EXHAUST_SELF and thing.states & STATE_EXHAUSTED:
        return False
    if c.kind != ADD_ACTIVATED:
        if may_choose(k.t, &k.t.facts[c.card], c):
            if k.w.deflects or k.w.chooses or k.t.facts[c.card].asks_targets:
                return performs(k, act)
            if not can_choose(k, act, c):
                return False
        elif act.n_targets:
            return False
    as_said = costs_what_it_says(k, act, c, &k.t.facts[c.card])
    # Exhausted or killed for the cost it makes no Add for the rest of it.
    alone = f.n_sources == 0 and not f.borrows
    if as_said:
        k.quote.costs.n = 1
        k.quote.costs.cost[0] = c.cost
        k.quote.n_parts = c.n_parts
        k.quote.parts[0] = c.part
    else:
        price(k, act)
        if k.quote.code != CODE_OK:
            return False
    for i in range(k.quote.costs.n):
        free_of_cost = free_of_cost or is_zero(&k.quote.costs.cost[i])
    if k.pos.n_chain >= MAX_CHAIN:
        return performs(k, act)
    if k.quote.n_parts:
        if k.quote.n_parts == 1 and kills_itself(k, k.quote.parts[0]) and me.n_trash < MAX_TRASH:
            if free_of_cost:
                return True
            if as_said and alone:
                return any_payable(k, act)
        return performs(k, act)
    if free_of_cost:
        return True
    if c.flags & COST_EXHAUST_SELF and not alone:
        return performs(k, act)
    return any_payable(k, act)


cdef bint is_zero(const Demand *d) noexcept nogil:
    """A cost without symbols; the purpose is not asked."""
    cdef int i
    for i in range(N_DOMAINS):
        if d.power[i]:
            return False
    return d.energy == 0 and d.any == 0 and d.hybrid == 0 and d.hybrid2 == 0
