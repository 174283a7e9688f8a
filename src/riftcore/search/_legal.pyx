"""Is an action of the list legal? What `perform` would say, most often without a copy of the position.

Where the cost takes no objects, being payable decides; what the card alone decides is added up without the cost
pipeline. Everything else is tried on a copy.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from riftcore.cards._cards cimport (
    ADDITIONAL_MANDATORY,
    ADDITIONAL_OPTIONAL,
    ADD_ACTIVATED,
    ALTERNATE_COST,
    COST_EXHAUST_SELF,
    COST_X_ENERGY,
    COST_X_POWER,
    DISCOUNT_SELF,
    EITHER,
    FOR_GEARS,
    FOR_SHOWDOWNS,
    FOR_UNITS,
    FROM_TRASH,
    GRANTED,
    IGNORE_COST,
    INCREASE_SELF,
    IS_UNIT,
    KEYWORD_ACCELERATE,
    KEYWORD_REPEAT,
    N_ANY,
    OF_HAND,
    OF_SELF,
    ONCE_EACH_TURN,
    ON_ABILITY,
    ON_SELF,
    PLAYS_SELF,
    STATE_EXHAUSTED,
    STATE_USED,
    TRIGGERED,
    VERB_DISCARD,
    VERB_KILL,
    Clause,
    Facts,
    Part,
)
from riftcore.ground._cost cimport demand_add
from riftcore.ground._record cimport Supply
from riftcore.ground._types cimport N_DOMAINS
from riftcore.payment._payable cimport Purse, purse_pays, purse_set
from riftcore.position._expr cimport Context, holds, number
from riftcore.position._position cimport (
    FROM_CHAMPION,
    FROM_HAND,
    FROM_TRASH_ZONE,
    MAX_BOARD,
    MAX_CHAIN,
    MAX_TRASH,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    PAY_REPEAT,
    REF_PLAYED,
    Player,
    Thing,
    thing_seen,
)
from riftcore.rules._forces cimport FITS_ABILITY, FITS_CARD, gives_options
from riftcore.rules._moves cimport crowded
from riftcore.rules._quote cimport CODE_OK, empowered_enough, keyword_cost
from riftcore.rules._resources cimport purpose_for
from riftcore.rules._timing cimport speed_of
from riftcore.search._ways cimport (
    ROOM,
    can_perform,
    counts_cards,
    has_room,
    in_doubt,
    performs,
    price,
)

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


cdef struct Bill:           # a cost that the card alone decides
    Demand cost
    int discards            # cards of the hand, of any kind
    bint objects            # other things are given up as well
    int discounts           # of the card itself: how many, the last one's Energy and minimum
    int less
    int minimum
    bint unclear            # ... or it is not so simple


cdef void bill_add(Desk *k, Bill *bill, const Clause *c, const Demand *cost) noexcept nogil:
    cdef const Part *p
    cdef int i
    if c.when >= 0 or demand_add(&bill.cost, cost):
        bill.unclear = True
    for i in range(c.n_parts):
        p = &k.t.parts[c.part + i]
        if any_discard(p):
            bill.discards += p.n
        else:
            bill.objects = True


cdef bint any_discard(const Part *p) noexcept nogil:
    """A number of cards from the hand, whatever they are."""
    return p.verb == VERB_DISCARD and p.of == OF_HAND and p.types == 0 and p.n_tags == 0 and p.n != N_ANY and not asks_more(p)


cdef bint asks_more(const Part *p) noexcept nogil:
    return p.states != 0 or p.token >= 0


cdef void bill_less(Desk *k, const Act *act, Bill *bill, const Clause *c) noexcept nogil:
    """The card's own discount on its total (356.4.d), where it is plain Energy."""
    cdef Context x
    if c.flags & TRIGGERED or c.what == ON_ABILITY:
        return
    memset(&x, 0, sizeof(Context))
    x.t = k.t
    x.pos = k.pos
    x.act = act
    x.me = REF_PLAYED
    x.card = act.card
    x.you = k.player
    x.paid_additional = act.pay & PAY_ADDITIONAL != 0
    if not holds(&x, c.when):
        bill.unclear = bill.unclear or x.unknown
        return
    bill.discounts += 1
    bill.less = number(&x, c.energy)
    bill.minimum = c.min_energy if c.min_energy > 0 else 0
    if bill.discounts > 1 or x.unknown or c.flags & EITHER or not is_zero(&c.cost) or bill.less < 0:
        bill.unclear = True


cdef bint sum_up(Desk *k, const Act *act, const Facts *f, Bill *bill) noexcept nogil:
    """What a play from the hand costs where nothing but the card has a say: a short cut of the cost pipeline.

    False: something may change the cost; the pipeline must be asked.
    """
    cdef const Clause *c
    cdef Demand cost
    cdef uint32_t left = act.pay
    cdef int i, repeats = 0
    if (
        k.forces.prices & (FITS_CARD | f.type) or act.n_targets or (act.pay and gives_options(&k.forces))
        or (act.from_ != FROM_HAND and act.from_ != FROM_CHAMPION) or counts_cards(k, act.card)
    ):
        return False
    bill.cost = f.printed
    bill.discards = 0
    bill.discounts = bill.less = bill.minimum = 0
    bill.objects = bill.unclear = False
    for i in range(f.n_clauses):
        c = &k.t.clauses[f.clause + i]
        if c.kind == DISCOUNT_SELF:
            bill_less(k, act, bill, c)
        elif c.kind == INCREASE_SELF:
            bill.unclear = bill.unclear or c.what != ON_ABILITY
        elif c.kind == IGNORE_COST:
            bill.unclear = bill.unclear or c.what == ON_SELF
        elif c.kind == ALTERNATE_COST:
            bill.unclear = bill.unclear or (c.flags & PLAYS_SELF != 0 and c.flags & (TRIGGERED | FROM_TRASH) == 0)
        elif c.kind == ADDITIONAL_MANDATORY:
            bill_add(k, bill, c, &c.cost)
        elif left and c.flags & GRANTED == 0:
            bill.unclear = bill.unclear or c.when >= 0
            if c.kind == KEYWORD_ACCELERATE and left & PAY_ACCELERATE:
                keyword_cost(k.t, c, act.card, &cost)
                if demand_add(&bill.cost, &cost):
                    return False
                left &= ~<uint32_t>PAY_ACCELERATE
            elif c.kind == ADDITIONAL_OPTIONAL and left & PAY_ADDITIONAL:
                bill_add(k, bill, c, &c.cost)
                left &= ~<uint32_t>PAY_ADDITIONAL
            elif c.kind == KEYWORD_REPEAT:
                if left >> (2 + repeats) & 1:
                    keyword_cost(k.t, c, act.card, &cost)
                    bill_add(k, bill, c, &cost)
                    left &= ~(<uint32_t>PAY_REPEAT << repeats)
                repeats += 1
    if bill.cost.energy > bill.minimum:
        i = bill.cost.energy - bill.less
        bill.cost.energy = i if i > bill.minimum else bill.minimum
    return left == 0 and not bill.unclear


cdef bint may_play(Desk *k, const Act *act) noexcept nogil:
    """Is this play legal? Its time is right and the card is there."""
    cdef const Facts *f = &k.t.facts[act.card]
    cdef const Player *me = &k.pos.players[k.player]
    cdef Bill bill
    cdef int i, discards = 0
    if k.t.doubtful and in_doubt(k, act):
        return False
    if me.n_board >= MAX_BOARD or k.pos.n_chain >= MAX_CHAIN or f.borrows or act.from_ == FROM_TRASH_ZONE:
        return performs(k, act)
    if me.unknown or (f.type & IS_UNIT and crowded(k.t, k.pos, k.player, act.to)):
        return False
    if sum_up(k, act, f, &bill):
        bill.cost.purpose = purpose_for(k.t, k.pos, act)
        bill.cost.showdown = k.pos.showdown != 0
        if bill.objects and bill.discounts:
            return performs(k, act)
        if not pays(k, &bill.cost):
            return False
        if bill.objects:
            return performs(k, act)
        return bill.discards <= me.n_hand - (act.from_ == FROM_HAND)
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
    cdef const Clause *c
    cdef int i
    if k.forces.prices & FITS_ABILITY or act.n_targets or ability.n_choices or act.x > 0:
        return False
    for i in range(f.n_clauses):
        c = &k.t.clauses[f.clause + i]
        if c.kind == DISCOUNT_SELF and c.what == ON_ABILITY:
            return False
    return True


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
