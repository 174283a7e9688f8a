"""The cost pipeline (356): from an action to its total costs, with the steps that led there.

    base (356.1) -> additional costs, each with its component discounts (356.2, 356.4.c)
    -> increases (356.3) -> discounts on the total (356.4.d) -> changes of the total (356.5)

A choice that the player has ([1] or [A]; which symbol an [A] discount takes; a price with two
halves) makes alternative costs; only those are kept that no other one covers.
"""

from libc.stdint cimport uint16_t
from libc.string cimport memcmp, memcpy, memset

from riftcore.cards._cards cimport (
    ACTIVATED_COST,
    ADDITIONAL_MANDATORY,
    ADDITIONAL_OPTIONAL,
    ADD_ACTIVATED,
    ALTERNATE_COST,
    COST_EXHAUST_SELF,
    COST_OWN_POWER,
    COST_PRINTED,
    COST_READER,
    COST_X_ENERGY,
    COST_X_POWER,
    DISCOUNT_OTHER,
    DISCOUNT_SELF,
    DOES_ABILITY,
    DOES_ACCELERATE,
    DOES_COMPONENT,
    DOES_DEFLECT,
    DOES_DISCOUNT,
    DOES_FLOW,
    DOES_HIDE,
    DOES_INCREASE,
    DOES_LACKING,
    DOES_OPTIONAL,
    DOES_REPEAT,
    DOES_TAX,
    DOES_TO_ABILITY,
    DOES_TO_DEFLECT,
    DOES_UNDEFLECT,
    DOES_UNHIDE,
    DOES_WEAPONMASTER,
    EITHER,
    FREE_TRIGGER,
    FROM_TRASH,
    GRANTED,
    IGNORE_COST,
    INCREASE_SELF,
    IS_GEAR,
    IS_PERMANENT,
    IS_SPELL,
    IS_UNIT,
    KEYWORD_ACCELERATE,
    KEYWORD_DEFLECT,
    KEYWORD_EMPOWER,
    KEYWORD_EQUIP,
    KEYWORD_FLOW,
    KEYWORD_REPEAT,
    KEYWORD_WEAPONMASTER,
    LASTS_GRANTED,
    LASTS_NEXT,
    LASTS_STATIC,
    ON_ABILITY,
    ON_CARD,
    ON_EMPOWER,
    ON_EQUIP,
    ON_GEAR,
    ON_GEAR_ABILITY,
    ON_HIDE,
    ON_MOVE,
    ON_OPTIONAL,
    ON_PERMANENT,
    ON_SELF,
    ON_SPELL,
    ON_UNIT,
    ON_UNKNOWN,
    PLAYS_SELF,
    RESOLUTION_COST,
    SETS_DEFLECT,
    SETS_ENERGY,
    SETS_POWER,
    TOTAL_CHANGE,
    TRIGGERED,
    Facts,
)
from riftcore.ground._cost cimport demand_add, demand_add_hybrid, demand_covers
from riftcore.ground._types cimport ALL_DOMAINS, FOR_RESOLUTION, MAX_COUNT, N_DOMAINS
from riftcore.position._expr cimport card_matches, holds, matches, number, truth
from riftcore.position._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PLAY,
    ACT_TRIGGER,
    FROM_FACEDOWN,
    FROM_TOKEN,
    FROM_TRASH_ZONE,
    IGNORE_ALL,
    IGNORE_BASE,
    IGNORE_ENERGY,
    IGNORE_NOTHING,
    IGNORE_POWER,
    MAX_REPEATS,
    NO_REF,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    REF_LEGEND,
    REF_PLAYED,
    Player,
    card_at,
    controller_at,
    inactive,
    thing_seen,
)
from riftcore.rules._forces cimport (
    FITS_ABILITY,
    FITS_CARD,
    FITS_HIDE,
    FITS_MOVE,
    next_clause,
    next_force,
)


# ----------------------------------------------------------------------- alternative costs


cdef void costs_put(Costs *costs, const Demand *d) noexcept nogil:
    """Keep this cost unless another one covers it; drop those that it covers."""
    cdef int i, n = 0
    for i in range(costs.n):
        if demand_covers(d, &costs.cost[i]):
            return
    for i in range(costs.n):
        if not demand_covers(&costs.cost[i], d):
            costs.cost[n] = costs.cost[i]
            n += 1
    if n == MAX_COSTS:
        costs.full = True
        return
    costs.cost[n] = d[0]
    costs.n = n + 1


cdef void costs_copy(Costs *into, const Costs *from_) noexcept nogil:
    into.n = from_.n
    into.full = from_.full
    memcpy(into.cost, from_.cost, from_.n * sizeof(Demand))


cdef void costs_sift(Costs *costs) noexcept nogil:
    """Drop what another one covers by now: a discount, a minimum or a base of 0 may have brought them together (356.4.d)."""
    cdef Costs every = costs[0]
    cdef int i
    costs.n = 0
    for i in range(every.n):
        costs_put(costs, &every.cost[i])


cdef void costs_add(Costs *costs, const Costs *more) noexcept nogil:
    """Every cost plus every one of the component's."""
    cdef Costs sum
    cdef Demand d
    cdef int i, j
    if more.n == 1 and not more.full:
        costs_add_one(costs, &more.cost[0])
        return
    sum.n = 0
    sum.full = costs.full or more.full
    for i in range(costs.n):
        for j in range(more.n):
            d = costs.cost[i]
            if demand_add(&d, &more.cost[j]):
                sum.full = True
            else:
                costs_put(&sum, &d)
    costs_copy(costs, &sum)


cdef void costs_add_one(Costs *costs, const Demand *d) noexcept nogil:
    """Every cost plus this one: what did not cover the other does not afterwards."""
    cdef int i, n = 0
    for i in range(costs.n):
        if demand_add(&costs.cost[i], d):
            costs.full = True
        else:
            if n < i:
                costs.cost[n] = costs.cost[i]
            n += 1
    costs.n = n


cdef void take_symbol(Costs *into, const Demand *from_, int by) noexcept nogil:
    """`from_` less one symbol that Power of a domain in the mask `by` could pay, in every way."""
    cdef Demand d
    cdef int i
    cdef bint taken = False
    for i in range(N_DOMAINS):
        if from_.power[i] and by >> i & 1:
            d = from_[0]
            d.power[i] -= 1
            costs_put(into, &d)
            taken = True
    if from_.hybrid and from_.hybrid_mask & by:
        d = from_[0]
        d.hybrid -= 1
        tidy(&d)
        costs_put(into, &d)
        taken = True
    if from_.hybrid2 and from_.hybrid2_mask & by:
        d = from_[0]
        d.hybrid2 -= 1
        tidy(&d)
        costs_put(into, &d)
        taken = True
    if from_.any:
        d = from_[0]
        d.any -= 1
        costs_put(into, &d)
        taken = True
    if not taken:
        costs_put(into, from_)


cdef void tidy(Demand *d) noexcept nogil:
    """Equal costs are equal bytes: an empty hybrid has no mask, the first stands first."""
    if d.hybrid == 0:
        d.hybrid = d.hybrid2
        d.hybrid_mask = d.hybrid2_mask
        d.hybrid2 = 0
    if d.hybrid2 == 0:
        d.hybrid2_mask = 0
    if d.hybrid == 0:
        d.hybrid_mask = 0


cdef void take_symbols(Costs *costs, const Demand *amount, int times) noexcept nogil:
    """A discount of Power: so many symbols off, the player picks which (rules.md, "Readings")."""
    cdef int i
    take_some(costs, ALL_DOMAINS, times * amount.any)
    for i in range(N_DOMAINS):
        take_some(costs, 1 << i, times * amount.power[i])
    take_some(costs, amount.hybrid_mask, times * amount.hybrid)
    take_some(costs, amount.hybrid2_mask, times * amount.hybrid2)


cdef void take_some(Costs *costs, int by, int n) noexcept nogil:
    """n symbols off every cost, of those that Power of a domain in the mask could pay."""
    cdef Costs less
    cdef int i
    while n > 0:
        n -= 1
        less.n = 0
        less.full = costs.full
        for i in range(costs.n):
            take_symbol(&less, &costs.cost[i], by)
        if less.n == costs.n and memcmp(less.cost, costs.cost, less.n * sizeof(Demand)) == 0:
            return
        costs_copy(costs, &less)


cdef int lowered(int energy, int by, int minimum) noexcept nogil:
    """A minimum binds this discount alone, and never raises (356.4.e)."""
    cdef int floor = minimum if minimum > 0 else 0
    if energy <= floor:
        return energy
    return energy - by if energy - by > floor else floor


cdef void discount(Costs *costs, int energy, const Demand *power, int times, int minimum, bint either) noexcept nogil:
    """One discount on every cost. `either`: the player picks the Energy or the Power half."""
    cdef Costs halves
    cdef int i
    if either:
        costs_copy(&halves, costs)
        take_symbols(&halves, power, times)
    for i in range(costs.n):
        costs.cost[i].energy = lowered(costs.cost[i].energy, energy, minimum)
    if either:
        for i in range(costs.n):
            costs_put(&halves, &costs.cost[i])
        costs_copy(costs, &halves)
    else:
        take_symbols(costs, power, times)


# ------------------------------------------------------------------------------------ steps


cdef void step(Quote *q, int what, int card, int sign, const Demand *amount) noexcept nogil:
    cdef Step *s
    if q.n_steps == MAX_STEPS:
        return
    s = &q.steps[q.n_steps]
    q.n_steps += 1
    s.what = what
    s.card = card
    s.sign = sign
    s.either = 0
    s.min_energy = -1
    s.amount = amount[0]


cdef void add_parts(Quote *q, const Clause *c) noexcept nogil:
    cdef int i
    for i in range(c.n_parts):
        if q.n_parts < 16:
            q.parts[q.n_parts] = c.part + i
            q.n_parts += 1


# -------------------------------------------------------------------------- who changes what


cdef void context(
    Context *x, const Tables *t, const Position *pos, const Act *act, int ref, int card, int you
) noexcept nogil:
    memset(x, 0, sizeof(Context))
    x.t = t
    x.pos = pos
    x.act = act
    x.keyword = act.keyword
    x.me = ref
    x.card = card
    x.you = you
    x.paid_might = -1


cdef bint concerns(Context *x, const Clause *c) noexcept nogil:
    """Is what the action does of the kind that the clause speaks of?"""
    cdef const Act *act = x.act
    cdef const Facts *played = &x.t.facts[act.card]
    cdef int what = c.what
    if what == ON_UNKNOWN:
        x.unknown = True
        return False
    if act.form == ACT_PLAY:
        if not (
            what == ON_CARD or (what == ON_SPELL and played.type & IS_SPELL)
            or (what == ON_UNIT and played.type & IS_UNIT) or (what == ON_GEAR and played.type & IS_GEAR)
            or (what == ON_PERMANENT and played.type & IS_PERMANENT)
        ):
            return False
        return c.filter < 0 or card_matches(x, c.filter, act.card, act.from_ == FROM_TOKEN or played.token)
    if act.form == ACT_HIDE:
        return what == ON_HIDE
    if act.form == ACT_MOVE:
        return what == ON_MOVE
    if act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        if what == ON_GEAR_ABILITY:
            if not x.t.facts[card_at(x.pos, act.object)].type & IS_GEAR:
                return False
        elif what == ON_EMPOWER:
            if x.keyword != KEYWORD_EMPOWER + 1:
                return False
        elif what == ON_EQUIP:
            if x.keyword != KEYWORD_EQUIP + 1:
                return False
        elif what != ON_ABILITY:
            return False
        return c.filter < 0 or matches(x, c.filter, act.object)
    return False


cdef bint not_known(Quote *q, const Context *x) noexcept nogil:
    """The price rests on what the position does not hold: it is not guessed."""
    q.code = CODE_UNKNOWN
    q.culprit = x.card
    return False


cdef bint applies(Quote *q, Context *x, int when) noexcept nogil:
    """Does the condition hold?"""
    return holds(x, when) or (x.unknown and not_known(q, x))


cdef int kind_of(const Tables *t, const Act *act) noexcept nogil:
    """What the act is to a force (Force.fits)."""
    if act.form == ACT_PLAY:
        return FITS_CARD | t.facts[act.card].type & (IS_PERMANENT | IS_SPELL)
    if act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        return FITS_ABILITY
    return FITS_HIDE if act.form == ACT_HIDE else FITS_MOVE if act.form == ACT_MOVE else 0


cdef void seen_by(Context *x, const Pricing *z, const Force *force) noexcept nogil:
    """The context of what a force says."""
    context(x, z.t, z.pos, z.act, force.ref, force.card, force.you)
    x.keyword = z.keyword


cdef bint fits(const Pricing *z, const Force *force) noexcept nogil:
    """Does the force speak of the act, and is its condition true?"""
    cdef Context x
    cdef bint found
    cdef int true
    if force.fits & z.kind == 0 or (force.on_card and force.on_card != z.act.card):
        return False
    if force.true > 0 and force.clause.filter < 0 and not force.asks and force.clause.what < ON_ABILITY:
        return True  # of a kind of card, whatever the card
    seen_by(&x, z, force)
    found = concerns(&x, force.clause)
    if not found and not x.unknown:
        return False
    true = truth(&x, force.clause.when) if force.asks else force.true
    if true < 0:
        return False
    return (found and true > 0) or not_known(z.q, &x)


cdef bint is_true(const Pricing *z, const Force *force) noexcept nogil:
    """Is its condition true?"""
    cdef Context x
    cdef int true = force.true
    if force.asks:
        seen_by(&x, z, force)
        true = truth(&x, force.clause.when)
    if true == 0:
        z.q.code = CODE_UNKNOWN
        z.q.culprit = force.card
    return true > 0


cdef void amounts(const Pricing *z, const Force *force, int *energy, int *times) noexcept nogil:
    """How much Energy, and how often the Power."""
    cdef Context x
    cdef bint unknown = force.unknown
    energy[0] = force.energy
    times[0] = force.times
    if force.late:
        seen_by(&x, z, force)
        energy[0] = number(&x, force.clause.energy)
        times[0] = number(&x, force.clause.power) if force.clause.power >= 0 else 1
        unknown = x.unknown
    if unknown:
        z.q.code = CODE_UNKNOWN
        z.q.culprit = force.card


# --------------------------------------------------------------------- discounts on the total


cdef enum:
    MAX_DISCOUNTS = 32


cdef struct Discount:
    int energy
    int times
    int minimum
    bint either
    int card
    Demand power


cdef int collect(Pricing *z, Context *x, const Clause *c, Discount *found, int n) noexcept nogil:
    """Put one discount clause of the card itself, or of what plays it, on the list."""
    if n == MAX_DISCOUNTS:
        z.q.code = CODE_UNKNOWN
        return n
    found[n].energy = number(x, c.energy)
    found[n].times = number(x, c.power) if c.power >= 0 else 1
    discount_of(c, x.card, &found[n])
    if x.unknown:
        not_known(z.q, x)
    return n + 1


cdef int collect_force(Pricing *z, const Force *force, Discount *found, int n) noexcept nogil:
    """Put the discount of a force on the list."""
    if n == MAX_DISCOUNTS:
        z.q.code = CODE_UNKNOWN
        return n
    amounts(z, force, &found[n].energy, &found[n].times)
    discount_of(force.clause, force.card, &found[n])
    return n + 1


cdef void discount_of(const Clause *c, int card, Discount *found) noexcept nogil:
    found.minimum = c.min_energy
    found.either = c.flags & EITHER != 0
    found.card = card
    found.power = c.cost


cdef void total_discounts(Pricing *z, const Clause *ability) noexcept nogil:
    """356.4.d: in the best order. Energy is lowest when the discounts with the highest minimum go
    first (docs/pipeline.md); which symbols go is tried in every way."""
    cdef Discount found[MAX_DISCOUNTS]
    cdef Discount moved
    cdef const Act *act = z.act
    cdef const Facts *f
    cdef const Clause *c = NULL
    cdef const Force *force = NULL
    cdef Context x
    cdef int i, j, at = 0, n = 0
    cdef int16_t row = z.w.first[DOES_DISCOUNT]
    cdef int own = ability.card if ability is not NULL else act.card if act.form == ACT_PLAY else card_at(z.pos, act.object)
    # The card's own, or its ability's own, discounts.
    while next_clause(z.t, &z.t.facts[own], 1 << DISCOUNT_SELF, &at, &c):
        if c.flags & TRIGGERED or (c.what == ON_ABILITY) != (act.form != ACT_PLAY):
            continue
        if ability is not NULL and c.group != ability.group:
            continue
        context(&x, z.t, z.pos, act, REF_PLAYED if act.form == ACT_PLAY else act.object, own, act.player)
        x.paid_additional = act.pay & PAY_ADDITIONAL != 0
        x.killed = z.given.killed
        x.killed_energy = z.given.killed_energy
        x.killed_power = z.given.killed_power
        x.buffs_spent = z.given.buffs_spent
        if applies(z.q, &x, c.when):
            n = collect(z, &x, c, found, n)
    # Those of things on the board, and those that an earlier effect left behind.
    while next_force(z.w, &row, &force):
        if fits(z, force):
            n = collect_force(z, force, found, n)
    # What the effect that plays the card takes off.
    if act.by:
        f = &z.t.facts[act.by]
        at = 0
        while next_clause(z.t, f, 1 << DISCOUNT_OTHER, &at, &c):
            if c.lasts == LASTS_GRANTED:
                context(&x, z.t, z.pos, act, NO_REF, act.by, act.player)
                x.paid_might = paid_might(z.pos, act)
                n = collect(z, &x, c, found, n)
    if act.has_reduced and n < MAX_DISCOUNTS:
        memset(&found[n], 0, sizeof(Discount))
        found[n].energy = act.reduced.energy
        found[n].power = act.reduced
        found[n].times = 1
        found[n].minimum = -1
        found[n].card = act.by
        n += 1
    for i in range(1, n):
        j = i
        while j and found[j].minimum > found[j - 1].minimum:
            moved = found[j]
            found[j] = found[j - 1]
            found[j - 1] = moved
            j -= 1
    for i in range(n):
        discount(&z.q.costs, found[i].energy, &found[i].power, found[i].times, found[i].minimum, found[i].either)
        step_discount(z.q, STEP_DISCOUNT, &found[i])


cdef int paid_might(const Position *pos, const Act *act) noexcept nogil:
    """The Might of what the price of the effect was paid with (its last trigger); -1: not known."""
    cdef const Player *p = &pos.players[act.player]
    cdef int j
    for j in range(p.n_effects - 1, -1, -1):
        if p.effects[j].card == act.by and p.effects[j].might >= 0:
            return p.effects[j].might
    return -1


cdef void step_discount(Quote *q, int what, const Discount *d) noexcept nogil:
    cdef Demand amount = d.power
    cdef int i
    amount.energy = d.energy if d.energy < MAX_COUNT else MAX_COUNT
    amount.any = amount.any * d.times if amount.any * d.times < MAX_COUNT else MAX_COUNT
    for i in range(N_DOMAINS):
        amount.power[i] = amount.power[i] * d.times if amount.power[i] * d.times < MAX_COUNT else MAX_COUNT
    step(q, what, d.card, -1, &amount)
    if q.n_steps:
        q.steps[q.n_steps - 1].either = d.either
        q.steps[q.n_steps - 1].min_energy = d.minimum


cdef void component(Pricing *z, const Demand *cost, int card, int what) noexcept nogil:
    """Add an optional additional cost, its own discounts taken off first (356.2.b, 356.4.c)."""
    cdef Costs part
    cdef Discount d
    cdef const Force *force = NULL
    cdef int16_t row = z.w.first[DOES_COMPONENT]
    step(z.q, what, card, 1, cost)
    if row < 0:
        costs_add_one(&z.q.costs, cost)
        return
    part.n = 1
    part.full = False
    part.cost[0] = cost[0]
    while next_force(z.w, &row, &force):
        if (force.clause.what == ON_OPTIONAL or what == STEP_REPEAT) and is_true(z, force):
            collect_force(z, force, &d, 0)
            discount(&part, d.energy, &d.power, d.times, d.minimum, d.either)
            step_discount(z.q, STEP_COMPONENT, &d)
    costs_add(&z.q.costs, &part)


# --------------------------------------------------------------------------- additional costs


cdef int deflect_of(Pricing *z, int ref) noexcept nogil:
    """What choosing this costs an opponent (809): its own Deflect, what others give it, and what they give to those without."""
    cdef const Clause *c = NULL
    cdef const Force *force = NULL
    cdef Context x
    cdef int owed = 0, at = 0, card = card_at(z.pos, ref)
    cdef int16_t row = z.w.first[DOES_TO_DEFLECT]
    if z.t.facts[card].deflects and not inactive(z.pos, ref):
        context(&x, z.t, z.pos, z.act, ref, card, controller_at(z.pos, ref))
        while next_clause(z.t, &z.t.facts[card], 1 << KEYWORD_DEFLECT, &at, &c):
            if c.flags & (GRANTED | TRIGGERED) == 0 and c.lasts == LASTS_STATIC and applies(z.q, &x, c.when):
                owed += c.value
    owed += deflect_given(z, z.w.first[DOES_DEFLECT], ref, False)
    # An effect gave it Deflect for this turn.
    while next_force(z.w, &row, &force):
        if force.on == ref:
            owed += force.clause.value
    return owed if owed else deflect_given(z, z.w.first[DOES_LACKING], ref, True)


cdef int deflect_given(Pricing *z, int16_t row, int ref, bint lacking) noexcept nogil:
    """The Deflect that things on the board give it. `lacking`: "if they didn't already", by the first that gives it."""
    cdef const Force *force = NULL
    cdef Context x
    cdef int given = 0
    while next_force(z.w, &row, &force):
        seen_by(&x, z, force)
        if matches(&x, force.clause.filter, ref):
            given += force.clause.value if is_true(z, force) else 0
        elif x.unknown:
            not_known(z.q, &x)
        if lacking and given:
            return given
    return given


cdef bint deflect_ignored(const Pricing *z) noexcept nogil:
    """Is all Deflect ignored: does the card itself say so, or the place of one of the things that it chooses (any player's)?"""
    cdef const Clause *c = NULL
    cdef const Force *force = NULL
    cdef Context x
    cdef int i, at = 0
    cdef int16_t row = z.w.first[DOES_UNDEFLECT]
    if z.act.form == ACT_PLAY:
        while next_clause(z.t, &z.t.facts[z.act.card], 1 << IGNORE_COST, &at, &c):
            if c.flags & SETS_DEFLECT:
                return True
    while next_force(z.w, &row, &force):
        seen_by(&x, z, force)
        for i in range(z.act.n_targets):
            if matches(&x, z.t.filters[force.clause.filter].chooses, z.act.targets[i]):
                return True
    return False


cdef void deflect(Pricing *z) noexcept nogil:
    """[A] for each time an opponent's spell or ability chooses the permanent (809.1.c, 356.2.a.2)."""
    cdef Demand owed
    cdef int i, n, ref
    cdef bint asked = False
    if z.act.form == ACT_PLAY and not z.t.facts[z.act.card].type & IS_SPELL:
        return
    for i in range(z.act.n_targets):
        ref = z.act.targets[i]
        if thing_seen(z.pos, ref) is NULL or controller_at(z.pos, ref) == z.act.player:
            continue
        n = deflect_of(z, ref)
        if n == 0:
            continue
        if not asked and deflect_ignored(z):
            return
        asked = True
        memset(&owed, 0, sizeof(Demand))
        owed.any = n if n < MAX_COUNT else MAX_COUNT
        z.q.costs.full = z.q.costs.full or n > MAX_COUNT
        costs_add_one(&z.q.costs, &owed)
        step(z.q, STEP_DEFLECT, card_at(z.pos, ref), 1, &owed)


cdef void keyword_cost(const Tables *t, const Clause *c, int card, Demand *cost) noexcept nogil:
    """The cost of a keyword for the card that has or gets it."""
    cdef const Facts *f = &t.facts[card]
    cost[0] = c.cost
    if c.flags & COST_PRINTED:
        cost[0] = f.printed
    if c.flags & COST_OWN_POWER:
        demand_add_hybrid(cost, f.domains if f.domains else ALL_DOMAINS, 1)


cdef bint has_now(Pricing *z, const Clause *c) noexcept nogil:
    """Is what the card that is being played says of itself true now? It may say it under a condition."""
    cdef Context x
    if c.when < 0:
        return True
    context(&x, z.t, z.pos, z.act, REF_PLAYED, z.act.card, z.act.player)
    return applies(z.q, &x, c.when)


cdef bint optional_accelerate(Pricing *z) noexcept nogil:
    """Accelerate (805), printed or given by something on the board. False: the card has none now."""
    cdef const Clause *c = NULL
    cdef const Force *force = NULL
    cdef Demand cost
    cdef int at = 0
    cdef int16_t row = z.w.first[DOES_ACCELERATE]
    while next_clause(z.t, &z.t.facts[z.act.card], 1 << KEYWORD_ACCELERATE, &at, &c):
        if c.flags & GRANTED == 0 and has_now(z, c):
            keyword_cost(z.t, c, z.act.card, &cost)
            component(z, &cost, z.act.card, STEP_ACCELERATE)
            return True
    while next_force(z.w, &row, &force):
        if fits(z, force):
            keyword_cost(z.t, force.clause, z.act.card, &cost)
            component(z, &cost, force.card, STEP_ACCELERATE)
            return True
    return False


cdef bint optional_additional(Pricing *z) noexcept nogil:
    """The card's own "you may ... as an additional cost", or one that a battlefield offers."""
    cdef const Clause *c = NULL
    cdef const Force *force = NULL
    cdef int at = 0
    cdef int16_t row = z.w.first[DOES_OPTIONAL]
    while next_clause(z.t, &z.t.facts[z.act.card], 1 << ADDITIONAL_OPTIONAL, &at, &c):
        if c.flags & GRANTED:
            continue
        if not has_now(z, c):
            return False
        component(z, &c.cost, z.act.card, STEP_OPTIONAL)
        add_parts(z.q, c)
        return True
    while next_force(z.w, &row, &force):
        if fits(z, force):
            component(z, &force.clause.cost, force.card, STEP_OPTIONAL)
            add_parts(z.q, force.clause)
            return True
    return False


cdef bint one_repeat(Pricing *z, const Clause *c, int card, int *at) noexcept nogil:
    """One Repeat of the card: its cost is added when it was chosen. True when it was."""
    cdef Demand cost
    cdef bint chosen = z.act.pay >> (2 + at[0]) & 1
    at[0] += 1
    if chosen:
        keyword_cost(z.t, c, z.act.card, &cost)
        component(z, &cost, card, STEP_REPEAT)
        add_parts(z.q, c)
    return chosen


cdef bint optional_repeats(Pricing *z) noexcept nogil:
    """Each Repeat once (820): printed ones come first, then those given by the board, then by effects."""
    cdef const Clause *c = NULL
    cdef const Force *force = NULL
    cdef int i, number = 0, chosen = 0, asked = 0, at = 0
    cdef int16_t row = z.w.first[DOES_REPEAT]
    for i in range(MAX_REPEATS):
        asked += z.act.pay >> (2 + i) & 1
    if asked == 0:
        return True
    while next_clause(z.t, &z.t.facts[z.act.card], 1 << KEYWORD_REPEAT, &at, &c):
        if c.flags & GRANTED == 0 and has_now(z, c):
            chosen += one_repeat(z, c, z.act.card, &number)
    while next_force(z.w, &row, &force):
        if fits(z, force):
            chosen += one_repeat(z, force.clause, force.card, &number)
    return chosen == asked


cdef void additional(Pricing *z) noexcept nogil:
    """356.2: mandatory ones, then the optional ones that were chosen."""
    cdef const Clause *c = NULL
    cdef int at = 0
    while next_clause(z.t, &z.t.facts[z.act.card], 1 << ADDITIONAL_MANDATORY, &at, &c):
        if has_now(z, c):
            costs_add_one(&z.q.costs, &c.cost)
            add_parts(z.q, c)
            step(z.q, STEP_MANDATORY, z.act.card, 1, &c.cost)
    deflect(z)
    if z.act.pay and (
        (z.act.pay & PAY_ACCELERATE and not optional_accelerate(z))
        or (z.act.pay & PAY_ADDITIONAL and not optional_additional(z))
        or not optional_repeats(z)
    ):
        if z.q.code == CODE_OK:
            z.q.code = CODE_CONDITION
            z.q.culprit = z.act.card
    z.q.paid = z.act.pay


cdef void increases(Pricing *z) noexcept nogil:
    """356.3."""
    cdef const Clause *c = NULL
    cdef const Force *force = NULL
    cdef Context x
    cdef int energy = 0, times = 0, at = 0
    cdef int16_t row = z.w.first[DOES_INCREASE]
    if z.act.form == ACT_PLAY:
        while next_clause(z.t, &z.t.facts[z.act.card], 1 << INCREASE_SELF, &at, &c):
            if c.what != ON_ABILITY:
                context(&x, z.t, z.pos, z.act, REF_PLAYED, z.act.card, z.act.player)
                if applies(z.q, &x, c.when):
                    energy = number(&x, c.energy)
                    times = number(&x, c.power) if c.power >= 0 else 1
                    if x.unknown:
                        not_known(z.q, &x)
                    increase(z.q, c, z.act.card, energy, times)
    while next_force(z.w, &row, &force):
        if fits(z, force):
            amounts(z, force, &energy, &times)
            increase(z.q, force.clause, force.card, energy, times)


cdef bint multiply(Demand *d, int times) noexcept nogil:
    """So many times the symbols; True: more than a cost holds."""
    cdef int i
    cdef bint full = False
    times = times if times > 0 else 0
    for i in range(N_DOMAINS):
        full = full or d.power[i] * times > MAX_COUNT
        d.power[i] = d.power[i] * times if d.power[i] * times < MAX_COUNT else MAX_COUNT
    full = full or d.any * times > MAX_COUNT or d.hybrid * times > MAX_COUNT
    d.any = d.any * times if d.any * times < MAX_COUNT else MAX_COUNT
    d.hybrid = d.hybrid * times if d.hybrid * times < MAX_COUNT else MAX_COUNT
    tidy(d)
    return full


cdef void increase(Quote *q, const Clause *c, int card, int energy, int times) noexcept nogil:
    cdef Demand more = c.cost
    if multiply(&more, times):
        q.costs.full = True
    more.energy = energy if energy < MAX_COUNT else MAX_COUNT
    q.costs.full = q.costs.full or energy > MAX_COUNT
    costs_add_one(&q.costs, &more)
    step(q, STEP_INCREASE, card, 1, &more)


# ------------------------------------------------------------------------------------- base


cdef int both_ignored(int ignoring, const Clause *c) noexcept nogil:
    """What is ignored of a base cost, and what this clause ignores of it, together (356.1.b)."""
    cdef bint energy = ignoring in (IGNORE_BASE, IGNORE_ENERGY) or c.flags & SETS_ENERGY != 0
    cdef bint power = ignoring in (IGNORE_BASE, IGNORE_POWER) or c.flags & SETS_POWER != 0
    if ignoring == IGNORE_ALL:
        return ignoring
    return IGNORE_BASE if energy and power else IGNORE_ENERGY if energy else IGNORE_POWER if power else IGNORE_NOTHING


cdef void base_of_play(Pricing *z) noexcept nogil:
    """356.1: the printed cost, or what replaces or ignores it."""
    cdef const Act *act = z.act
    cdef Quote *q = z.q
    cdef const Facts *f = &z.t.facts[act.card]
    cdef const Facts *by
    cdef const Clause *c = NULL
    cdef Context x
    cdef Demand base = f.printed
    cdef Demand flow[4]
    cdef int i, at = 0, n = 0
    cdef int ignoring = act.ignoring
    if act.has_for:
        base = act.cost
        step(q, STEP_FOR, act.card, 0, &base)
    elif act.from_ == FROM_FACEDOWN:
        memset(&base, 0, sizeof(Demand))
        step(q, STEP_HIDDEN, act.card, 0, &base)
    else:
        step(q, STEP_PRINTED, act.card, 0, &base)
        if act.from_ == FROM_TRASH_ZONE and not act.by_effect:
            n = flows(z, flow)
    if act.by:
        by = &z.t.facts[act.by]
        for i in range(by.n_clauses):
            c = &z.t.clauses[by.clause + i]
            if c.kind == IGNORE_COST and c.lasts == LASTS_GRANTED:
                ignoring = both_ignored(ignoring, c)
            elif c.kind == TOTAL_CHANGE and c.lasts == LASTS_GRANTED:
                ignoring = IGNORE_ALL
            elif act.by == act.card and c.flags & PLAYS_SELF and not act.has_for:
                base = c.cost
                step(q, STEP_FOR, act.card, 0, &base)
    # "If you do, ignore this spell's cost."
    while next_clause(z.t, f, 1 << IGNORE_COST, &at, &c):
        if c.what == ON_SELF and c.flags & (TRIGGERED | SETS_DEFLECT) == 0:
            context(&x, z.t, z.pos, act, REF_PLAYED, act.card, act.player)
            x.paid_additional = act.pay & PAY_ADDITIONAL != 0
            if applies(q, &x, c.when):
                ignoring = both_ignored(ignoring, c)
    if ignoring != IGNORE_NOTHING:
        without(&base, ignoring)
        step(q, STEP_IGNORED, act.by if act.by else act.card, 0, &base)
    if n == 0 or z.w.opens_trash:
        costs_put(&q.costs, &base)
    for i in range(n):
        without(&flow[i], ignoring)
        costs_put(&q.costs, &flow[i])
    if act.has_for or act.by_effect or act.from_ == FROM_FACEDOWN or ignoring != IGNORE_NOTHING:
        return
    # "You may play me for ...": another base cost, when its condition holds.
    at = 0
    while next_clause(z.t, f, 1 << ALTERNATE_COST, &at, &c):
        if c.flags & PLAYS_SELF == 0 or c.flags & TRIGGERED or (c.flags & FROM_TRASH and act.from_ != FROM_TRASH_ZONE):
            continue
        if has_now(z, c):
            if c.flags & FROM_TRASH and not z.w.opens_trash:
                q.costs.n = 0
            costs_put(&q.costs, &c.cost)
            step(q, STEP_FOR, act.card, 0, &c.cost)


cdef int flows(Pricing *z, Demand *found) noexcept nogil:
    """The Flow costs, printed and given (829): base changes, nothing else; the player picks one. Their number, up to 4."""
    cdef const Clause *c = NULL
    cdef const Force *force = NULL
    cdef int at = 0, n = 0, parts = 0
    cdef int16_t row = z.w.first[DOES_FLOW]
    while next_clause(z.t, &z.t.facts[z.act.card], 1 << KEYWORD_FLOW, &at, &c):
        if c.flags & GRANTED == 0 and n < 4 and has_now(z, c):
            keyword_cost(z.t, c, z.act.card, &found[n])
            parts += c.n_parts
            add_parts(z.q, c)
            step(z.q, STEP_FLOW, z.act.card, 0, &found[n])
            n += 1
    while next_force(z.w, &row, &force):
        if n < 4 and fits(z, force):
            keyword_cost(z.t, force.clause, z.act.card, &found[n])
            step(z.q, STEP_FLOW, force.card, 0, &found[n])
            n += 1
    if parts and (n > 1 or z.w.opens_trash):
        # Which of the prices is paid says what else is given up: that is not worked out.
        z.q.code = CODE_UNKNOWN
        z.q.culprit = z.act.card
    return n


cdef void without(Demand *base, int ignoring) noexcept nogil:
    """A base cost of which something is ignored (356.1.b)."""
    cdef int energy = 0 if ignoring in (IGNORE_BASE, IGNORE_ENERGY, IGNORE_ALL) else base.energy
    if ignoring in (IGNORE_BASE, IGNORE_POWER, IGNORE_ALL):
        memset(base, 0, sizeof(Demand))
    base.energy = energy


cdef bint read_fits(const Tables *t, const Clause *c, int card) noexcept nogil:
    """Is the printed cost of the card within the limits of a cost reader (206)?"""
    cdef const Demand *printed = &t.facts[card].printed
    cdef int d, symbols = printed.any + printed.hybrid + printed.hybrid2
    for d in range(N_DOMAINS):
        symbols += printed.power[d]
    if printed.energy < c.least_energy or symbols < c.least_power:
        return False
    return (c.reads_energy < 0 or printed.energy <= c.reads_energy) and (c.reads_power < 0 or symbols <= c.reads_power)


cdef bint permitted(const Tables *t, const Position *pos, const Act *act) noexcept nogil:
    """Does the effect that is to play the card allow it: its kind, its zone, its printed cost?

    The caller answers for terms that the effect does not name, and for those that a position does not hold.
    """
    cdef const Facts *f = &t.facts[act.by]
    cdef const Clause *c = NULL
    cdef Context x
    cdef int i, j
    cdef bint asked = False, fits
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.lasts != LASTS_GRANTED or c.kind not in (IGNORE_COST, DISCOUNT_OTHER, TOTAL_CHANGE):
            continue
        asked = True
        context(&x, t, pos, act, NO_REF, act.by, act.player)
        fits = concerns(&x, c) or x.unknown
        for j in range(f.n_clauses):
            if t.clauses[f.clause + j].kind == COST_READER and t.clauses[f.clause + j].group == c.group:
                fits = fits and read_fits(t, &t.clauses[f.clause + j], act.card)
                if t.clauses[f.clause + j].reads_below >= 0:
                    x.unknown = False
                    fits = fits and (
                        t.facts[act.card].printed.energy < number(&x, t.clauses[f.clause + j].reads_below) or x.unknown
                    )
        if fits:
            return True
    return not asked


cdef bint sets_total(const Tables *t, const Act *act) noexcept nogil:
    """"Ignoring any and all costs" (356.5)."""
    cdef const Facts *f
    cdef int i
    if act.ignoring == IGNORE_ALL:
        return True
    if act.by:
        f = &t.facts[act.by]
        for i in range(f.n_clauses):
            if t.clauses[f.clause + i].kind == TOTAL_CHANGE:
                return True
    return False


# -------------------------------------------------------------------------------- abilities


cdef struct Search:         # for the ability that an action means
    const Clause *found
    const Clause *off       # one that is meant, but not there now
    int number              # of the one that was found
    bint unknown
    bint several            # the action must say which
    bint doubted            # one of the cards that lend abilities is not fully understood


cdef void consider(Search *s, Context *x, const Act *act, const Clause *c, int number, bint printed) noexcept nogil:
    """Is this clause, of the ability of this number, what the action means? `printed`: it is inactive while attached (721)."""
    if act.ability >= 0 and number != act.ability:
        return
    if (act.keyword and c.kind != act.keyword - 1) or (act.form == ACT_ADD and c.kind != ADD_ACTIVATED):
        return
    if (printed and inactive(x.pos, act.object)) or not holds(x, c.when):
        s.off = c
        s.unknown = s.unknown or x.unknown
        x.unknown = False
    elif s.found is NULL:
        s.found = c
        s.number = number
    elif s.number != number:
        s.several = True


cdef enum:  # kinds of clauses that are activated abilities
    ABILITIES = 1 << ACTIVATED_COST | 1 << ADD_ACTIVATED | 1 << KEYWORD_EQUIP | 1 << KEYWORD_EMPOWER


cdef bint is_ability(const Clause *c) noexcept nogil:
    return c.ability >= 0 and ABILITIES >> c.kind & 1


cdef int search_borrowed(const Tables *t, Context *x, const Act *act, int first, Search *s) noexcept nogil:
    """The exhaust abilities that it has of friendly things, whole; equal cards count once. The number after the last.

    They are numbered from `first` on: the own board in order, the own legend, the boards of the players after them in
    turn; of each card in printed order (docs/actions.md).
    """
    cdef uint16_t seen[256]
    cdef const Player *p
    cdef int n_seen = 0, number = first, turn, seat, i
    for turn in range(x.pos.n_players):
        seat = (x.you + turn) % x.pos.n_players
        p = &x.pos.players[seat]
        for i in range(p.n_board):
            if p.board[i].controller == x.you and 64 * seat + i != x.me and p.board[i].attached == NO_REF:
                number = lent_by(t, x, act, p.board[i].card, seen, &n_seen, number, s)
        if turn == 0 and p.has_legend and REF_LEGEND + seat != x.me:
            number = lent_by(t, x, act, p.legend.card, seen, &n_seen, number, s)
    return number


cdef int lent_by(
    const Tables *t, Context *x, const Act *act, int card, uint16_t *seen, int *n_seen, int number, Search *s
) noexcept nogil:
    """The exhaust abilities of one card, unless it was seen before."""
    cdef const Facts *f = &t.facts[card]
    cdef const Clause *c = NULL
    cdef int i, last = -1
    if f.partial:
        s.unknown = s.doubted = True  # it may have more of them than are known
    if not f.lends:
        return number
    for i in range(n_seen[0]):
        if seen[i] == card:
            return number
    seen[n_seen[0]] = card
    n_seen[0] += 1
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if not is_ability(c) or c.flags & COST_EXHAUST_SELF == 0:
            continue
        if c.ability != last:
            number += 1
            last = c.ability
        consider(s, x, act, c, number - 1, True)
    return number


cdef int abilities_of(const Tables *t, const Position *pos, int ref) noexcept nogil:
    """How many abilities an object has by itself: its own in print, and those that it has of others."""
    cdef const Facts *f = &t.facts[card_at(pos, ref)]
    cdef Search s
    cdef Context x
    cdef Act act
    if not f.borrows:
        return f.n_abilities
    memset(&s, 0, sizeof(Search))
    memset(&act, 0, sizeof(Act))
    act.object = ref
    act.ability = -1
    context(&x, t, pos, &act, ref, card_at(pos, ref), controller_at(pos, ref))
    return search_borrowed(t, &x, &act, f.n_abilities, &s)


cdef const Clause *ability_clause(
    const Tables *t, const Position *pos, const Forces *w, const Act *act, int *code
) noexcept nogil:
    """The clause that says what the activated ability costs; NULL when the object has none.

    code: CODE_OK; CODE_CONDITION (its condition does not hold, or there is none); CODE_CHOICE (several fit).
    """
    cdef const Thing *thing = thing_seen(pos, act.object)
    cdef const Facts *f
    cdef const Force *force = NULL
    cdef Context x
    cdef Search s
    cdef int i, granted
    cdef int16_t row = w.first[DOES_ABILITY]
    code[0] = CODE_CONDITION
    if thing is NULL:
        return NULL
    memset(&s, 0, sizeof(Search))
    f = &t.facts[thing.card]
    context(&x, t, pos, act, act.object, thing.card, thing.controller)
    if f.kinds & ABILITIES:
        for i in range(f.n_clauses):
            if is_ability(&t.clauses[f.clause + i]):
                consider(&s, &x, act, &t.clauses[f.clause + i], t.clauses[f.clause + i].ability, True)
    granted = f.n_abilities
    if f.borrows:
        granted = search_borrowed(t, &x, act, granted, &s)
    # Abilities that something else gives it come after its own: they have no keyword and Add nothing.
    if act.ability < granted and (act.ability >= 0 or act.keyword or act.form == ACT_ADD):
        return the_one(&s, code)
    while next_force(w, &row, &force):
        context(&x, t, pos, act, force.ref, force.card, force.you)
        if matches(&x, force.clause.filter, act.object):
            consider(&s, &x, act, force.clause, granted, False)
            granted += 1
    # An effect gave it one for this turn.
    row = w.first[DOES_TO_ABILITY]
    while next_force(w, &row, &force):
        if force.on == act.object:
            context(&x, t, pos, act, NO_REF, force.card, act.player)
            consider(&s, &x, act, force.clause, granted, False)
            granted += 1
    return the_one(&s, code)


cdef const Clause *the_one(const Search *s, int *code) noexcept nogil:
    """The ability that was found: the only one that fits."""
    if s.found is not NULL:
        code[0] = CODE_UNKNOWN if s.doubted else CODE_CHOICE if s.several else CODE_OK
        return s.found
    code[0] = CODE_UNKNOWN if s.unknown else CODE_CONDITION
    return s.off


cdef bint empowered_enough(const Clause *c, const Thing *thing) noexcept nogil:
    """827.1.c: "use only if not Empowered", which what may be Empowered several times does not say."""
    return c.kind == KEYWORD_EMPOWER and c.empowered == 0 and thing.empowered > 0


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


cdef const Clause *trigger_clause(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """The trigger or instruction that is meant: the one of this number, or else the only one with a price whose condition
    the position does not show to be false; where there is none, the first without a price. NULL: none fits, or several do.
    """
    cdef const Facts *f = &t.facts[card_at(pos, act.object)]
    cdef const Clause *c = NULL
    cdef const Clause *found = NULL
    cdef const Clause *free = NULL
    cdef Context x
    cdef int i
    if act.keyword or inactive(pos, act.object):
        return NULL
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.trigger < 0 or c.kind == KEYWORD_WEAPONMASTER or (act.ability >= 0 and c.trigger != act.ability):
            continue
        # Whoever asks says that it happened; what the position shows to be otherwise is refused (rules.md, "Readings").
        context(&x, t, pos, act, act.object, card_at(pos, act.object), act.player)
        if truth(&x, c.when) < 0:
            continue
        if c.kind == FREE_TRIGGER:
            free = c if free is NULL else free
        elif found is NULL:
            found = c
        elif found.trigger != c.trigger:
            q.code = CODE_CHOICE
            q.culprit = card_at(pos, act.object)
            return NULL
    if found is not NULL and free is not NULL and found.kind == RESOLUTION_COST and found.trigger == free.trigger:
        # One ability: nothing is owed as it is finalized, the price as it resolves (740.4).
        return found if act.purpose == FOR_RESOLUTION else free
    return found if found is not NULL else free


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


# ------------------------------------------------------------------------------------ quote


cdef void pricing_set(
    Pricing *z, const Tables *t, const Position *pos, const Forces *w, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil:
    z.t = t
    z.pos = pos
    z.w = w
    z.act = act
    z.given = given
    z.q = q
    z.kind = kind_of(t, act)
    z.keyword = act.keyword


cdef void quote_act(
    const Tables *t, const Position *pos, const Forces *w, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil:
    """The total costs of an action, and how they came about."""
    cdef Pricing z
    cdef int i
    q.code = CODE_OK
    q.culprit = 0
    q.paid = 0
    q.costs.n = 0
    q.costs.full = w is not NULL and w.full
    q.n_parts = 0
    q.n_steps = 0
    q.exhausts_self = False
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
