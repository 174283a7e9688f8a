"""The cost pipeline (356): from an action to its total costs, with the steps that led there.

    base (356.1) -> additional costs, each with its component discounts (356.2, 356.4.c)
    -> increases (356.3) -> discounts on the total (356.4.d) -> changes of the total (356.5)
"""

from libc.stdint cimport int16_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ADD_ACTIVATED,
    COST_EXHAUST_SELF,
    COST_X_ENERGY,
    COST_X_POWER,
    DOES_HIDE,
    DOES_TAX,
    DOES_UNHIDE,
    DOES_WEAPONMASTER,
    FREE_TRIGGER,
    KEYWORD_EQUIP,
    KEYWORD_WEAPONMASTER,
    LASTS_NEXT,
    Facts,
)
from riftcore.ground._cost cimport demand_add_hybrid
from riftcore.ground._record cimport Demand
from riftcore.ground._types cimport ALL_DOMAINS, FOR_RESOLUTION, MAX_COUNT
from riftcore.position._expr cimport Context, matches
from riftcore.position._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PLAY,
    ACT_TRIGGER,
    NO_REF,
    Thing,
    card_at,
    inactive,
    thing_seen,
)
from riftcore.rules._abilities cimport ability_clause, trigger_clause
from riftcore.rules._additional cimport additional, deflect
from riftcore.rules._base cimport base_of_play
from riftcore.rules._codes cimport CODE_CONDITION, CODE_OK, CODE_RESTRICTION, CODE_UNKNOWN
from riftcore.rules._costs cimport costs_add_one, costs_put, costs_sift, multiply, take_symbols
from riftcore.rules._discounts cimport increases, sets_total, total_discounts
from riftcore.rules._forces cimport FITS_ABILITY, Force, next_clause, next_force
from riftcore.rules._pricing cimport (
    STEP_ABILITY,
    STEP_DISCOUNT,
    STEP_EQUIP,
    STEP_HIDE,
    STEP_IGNORED,
    STEP_PRICE,
    STEP_TAX,
    STEP_TOTAL,
    STEP_TRIGGER,
    Pricing,
    add_parts,
    amounts,
    applies,
    concerns,
    context,
    fits,
    is_true,
    pricing_set,
    seen_by,
    step,
)


cdef void quote_act(
    const Tables *t, const Position *pos, const Forces *w, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil:
    """The total costs of an action, and how they came about."""
    cdef Pricing z
    cdef int i
    quote_begin(q, w)
    pricing_set(&z, t, pos, w, act, given, q)
    if act.form == ACT_PLAY:
        quote_play(&z)
    elif act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        quote_ability(&z)
    elif act.form == ACT_TRIGGER:
        quote_trigger(&z)
    elif act.form == ACT_MOVE:
        quote_move(&z)
    elif act.form == ACT_HIDE:
        quote_hide(&z)
    else:
        costs_put(&q.costs, &act.cost)
        step(q, STEP_PRICE, 0, 0, &act.cost)
        for i in range(act.n_parts):
            q.parts[i] = act.parts[i]
        q.n_parts = act.n_parts
    quote_end(q)


cdef void quote_use(
    const Tables *t, const Position *pos, const Forces *w, const Act *act, const Clause *ability, Quote *q
) noexcept nogil:
    """The same of the use of an ability that is known, whose condition holds and for which nothing is given up yet."""
    cdef Pricing z
    cdef Sacrifice none
    memset(&none, 0, sizeof(Sacrifice))
    quote_begin(q, w)
    pricing_set(&z, t, pos, w, act, &none, q)
    quote_clause(&z, ability)
    quote_end(q)


cdef void quote_begin(Quote *q, const Forces *w) noexcept nogil:
    q.code = CODE_OK
    q.culprit = 0
    q.paid = 0
    q.costs.n = 0
    q.costs.full = w is not NULL and w.full
    q.n_parts = 0
    q.n_steps = 0
    q.exhausts_self = False


cdef void quote_end(Quote *q) noexcept nogil:
    if q.costs.n > 1:
        costs_sift(&q.costs)
    if q.costs.full:
        q.code = CODE_UNKNOWN


cdef void quote_play(Pricing *z) noexcept nogil:
    cdef Demand zero
    base_of_play(z)
    additional(z)
    increases(z)
    total_discounts(z, NULL)
    if sets_total(z.t, z.act):
        memset(&zero, 0, sizeof(Demand))
        z.q.costs.n = 0
        z.q.n_parts = 0
        costs_put(&z.q.costs, &zero)
        step(z.q, STEP_TOTAL, z.act.by if z.act.by else z.act.card, 0, &zero)


cdef void quote_ability(Pricing *z) noexcept nogil:
    cdef int code = CODE_OK
    cdef const Act *act = z.act
    cdef const Clause *c = ability_clause(z.t, z.pos, z.w, act, &code)
    if c is NULL:
        z.q.code = CODE_CONDITION
        return
    quote_clause(z, c)
    if code != CODE_OK:
        z.q.code = code
        z.q.culprit = card_at(z.pos, act.object)


cdef void quote_clause(Pricing *z, const Clause *c) noexcept nogil:
    """What it costs to activate the ability that this clause is."""
    base_of_ability(z, c, STEP_ABILITY)
    deflect(z)
    z.keyword = c.kind + 1  # a force may speak of Equip, or of Empower
    increases(z)
    total_discounts(z, c)
    if c.flags & COST_EXHAUST_SELF:
        z.q.exhausts_self = True


cdef void base_of_ability(Pricing *z, const Clause *c, int what) noexcept nogil:
    """The cost before the colon (403); one that offers a choice is two costs."""
    cdef Demand cost
    cdef int i, card = card_at(z.pos, z.act.object)
    if c.n_choices:
        for i in range(c.n_choices):
            costs_put(&z.q.costs, &z.t.choices[c.choice + i])
            step(z.q, what, card, 0, &z.t.choices[c.choice + i])
    else:
        cost = c.cost
        if c.kind != ADD_ACTIVATED and z.act.x > 0:
            # "Pay any amount": X is what the action says. A converter's X is paid when it is used (perform_add).
            if z.act.x > MAX_COUNT - cost.energy:
                z.q.costs.full = True
            elif c.flags & COST_X_ENERGY:
                cost.energy += z.act.x
            elif c.flags & COST_X_POWER and demand_add_hybrid(&cost, c.x_mask if c.x_mask else ALL_DOMAINS, z.act.x):
                z.q.costs.full = True
        costs_put(&z.q.costs, &cost)
        step(z.q, what, card, 0, &cost)
    add_parts(z.q, c)


cdef void quote_trigger(Pricing *z) noexcept nogil:
    """What a trigger costs, or an instruction as it resolves (383.3.b, 403.1.b, 404.2, 740.4): its price, and Deflect."""
    cdef const Clause *c = NULL
    cdef const Thing *thing = thing_seen(z.pos, z.act.object)
    cdef Quote *q = z.q
    if own_weaponmaster(z):
        return
    c = trigger_clause(z.t, z.pos, z.act, q)
    if q.code != CODE_OK or ((c is NULL or c.kind == FREE_TRIGGER) and given_weaponmaster(z)):
        return
    if c is NULL or (c.kind == FREE_TRIGGER and thing is not NULL and thing.controller != z.act.player):
        q.code = CODE_CONDITION if c is NULL else CODE_RESTRICTION
        q.culprit = card_at(z.pos, z.act.object)
        return
    base_of_ability(z, c, STEP_TRIGGER)
    if z.act.purpose != FOR_RESOLUTION:
        deflect(z)  # owed as the ability is finalized (809), once
    if c.flags & COST_EXHAUST_SELF:
        q.exhausts_self = True


cdef bint weaponmaster(Pricing *z) noexcept nogil:
    """Pay an Equip cost less [A] to attach (821). False: no Equipment was chosen.

    The cost is that of activating Equip and choosing this unit, with what changes such costs (821.1.c.2); nothing
    is activated or chosen, so there is no Deflect (821.1.c.6).
    """
    cdef const Clause *equip = NULL
    cdef Pricing other = z[0]
    cdef Act activated
    cdef Demand one
    cdef int at = 0
    if z.act.n_targets == 0:
        return False
    if not next_clause(z.t, &z.t.facts[card_at(z.pos, z.act.targets[0])], 1 << KEYWORD_EQUIP, &at, &equip):
        return False
    activated = z.act[0]
    activated.form = ACT_ACTIVATE
    activated.keyword = KEYWORD_EQUIP + 1
    activated.object = z.act.targets[0]
    activated.targets[0] = z.act.object
    activated.n_targets = 1
    other.act = &activated
    other.kind = FITS_ABILITY
    other.keyword = KEYWORD_EQUIP + 1
    base_of_ability(z, equip, STEP_EQUIP)
    increases(&other)
    total_discounts(&other, equip)
    memset(&one, 0, sizeof(Demand))
    one.any = 1
    take_symbols(&z.q.costs, &one, 1)
    step(z.q, STEP_DISCOUNT, card_at(z.pos, z.act.object), -1, &one)
    return True


cdef bint own_weaponmaster(Pricing *z) noexcept nogil:
    """Its printed Weaponmaster, where that may be meant and an Equipment was chosen."""
    cdef const Act *act = z.act
    cdef const Clause *c = NULL
    cdef Context x
    cdef int at = 0, card = card_at(z.pos, act.object)
    if act.keyword not in (KEYWORD_WEAPONMASTER + 1, 0) or inactive(z.pos, act.object):
        return False
    while next_clause(z.t, &z.t.facts[card], 1 << KEYWORD_WEAPONMASTER, &at, &c):
        if c.trigger >= 0 and act.ability in (-1, c.trigger):
            context(&x, z.t, z.pos, act, act.object, card, act.player)
            if applies(z.q, &x, c.when) and weaponmaster(z):
                return True
    return False


cdef bint given_weaponmaster(Pricing *z) noexcept nogil:
    """Weaponmaster that something else gives it, where that may be meant and an Equipment was chosen."""
    cdef const Force *force = NULL
    cdef Context x
    cdef int16_t row = z.w.first[DOES_WEAPONMASTER]
    while z.act.keyword in (KEYWORD_WEAPONMASTER + 1, 0) and next_force(z.w, &row, &force):
        seen_by(&x, z, force)
        if matches(&x, force.clause.filter, z.act.object) and is_true(z, force) and weaponmaster(z):
            return True
    return False


cdef void quote_hide(Pricing *z) noexcept nogil:
    """[A] (811.1.b), or what a card offers instead; effects may ignore it."""
    cdef const Force *force = NULL
    cdef Demand d
    cdef int16_t row = z.w.first[DOES_UNHIDE]
    memset(&d, 0, sizeof(Demand))
    if next_force(z.w, &row, &force):
        costs_put(&z.q.costs, &d)
        step(z.q, STEP_IGNORED, force.card, 0, &d)
        return
    d.any = 1
    costs_put(&z.q.costs, &d)
    step(z.q, STEP_HIDE, z.act.card, 0, &d)
    row = z.w.first[DOES_HIDE]
    while next_force(z.w, &row, &force):
        if fits(z, force):
            costs_put(&z.q.costs, &force.clause.cost)
            step(z.q, STEP_HIDE, force.card, 0, &force.clause.cost)


cdef void quote_move(Pricing *z) noexcept nogil:
    """The taxes on a move to this place (204.4)."""
    cdef const Force *force = NULL
    cdef const Thing *thing
    cdef Demand d
    cdef int energy = 0, times = 0
    cdef int16_t row = z.w.first[DOES_TAX]
    memset(&d, 0, sizeof(Demand))
    costs_put(&z.q.costs, &d)
    while next_force(z.w, &row, &force):
        # "... to move to my battlefield": the destination is where the card is.
        thing = thing_seen(z.pos, force.ref)
        if thing is NULL or thing.at != z.act.to or not is_true(z, force):
            continue
        amounts(z, force, &energy, &times)
        d = force.clause.cost
        if multiply(&d, times):
            z.q.costs.full = True
        if force.clause.energy >= 0:
            d.energy = 0 if energy <= 0 else energy if energy < MAX_COUNT else MAX_COUNT
            z.q.costs.full = z.q.costs.full or energy > MAX_COUNT
        costs_add_one(&z.q.costs, &d)
        step(z.q, STEP_TAX, force.card, 1, &d)


cdef bint effect_concerns(const Tables *t, const Position *pos, const Act *act, int card) noexcept nogil:
    """Does an effect of this card speak of the next play, and is this play one?"""
    cdef const Facts *f = &t.facts[card]
    cdef Context x
    cdef int i
    for i in range(f.n_clauses):
        if t.clauses[f.clause + i].lasts == LASTS_NEXT:
            context(&x, t, pos, act, NO_REF, card, act.player)
            if concerns(&x, &t.clauses[f.clause + i]):
                return True
    return False
