"""Additional costs (356.2), each with the discounts of its component (356.4.c): Deflect, options, Repeat."""

from libc.stdint cimport int16_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ADDITIONAL_MANDATORY,
    ADDITIONAL_OPTIONAL,
    COST_OWN_POWER,
    COST_PRINTED,
    DOES_ACCELERATE,
    DOES_DEFLECT,
    DOES_LACKING,
    DOES_OPTIONAL,
    DOES_REPEAT,
    DOES_TO_DEFLECT,
    DOES_UNDEFLECT,
    GRANTED,
    IGNORE_COST,
    IS_SPELL,
    KEYWORD_ACCELERATE,
    KEYWORD_DEFLECT,
    KEYWORD_REPEAT,
    LASTS_STATIC,
    SETS_DEFLECT,
    TRIGGERED,
    Facts,
)
from riftcore.ground._cost cimport demand_add_hybrid
from riftcore.ground._types cimport ALL_DOMAINS, MAX_COUNT
from riftcore.position._expr cimport Context, matches, number
from riftcore.position._position cimport (
    ACT_PLAY,
    MAX_REPEATS,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    REF_PLAYED,
    card_at,
    controller_at,
    inactive,
    thing_seen,
)
from riftcore.rules._codes cimport CODE_CONDITION, CODE_OK
from riftcore.rules._costs cimport costs_add_one
from riftcore.rules._discounts cimport component
from riftcore.rules._forces cimport Force, next_clause, next_force
from riftcore.rules._pricing cimport (
    STEP_ACCELERATE,
    STEP_DEFLECT,
    STEP_MANDATORY,
    STEP_OPTIONAL,
    STEP_REPEAT,
    add_parts,
    applies,
    context,
    fits,
    is_true,
    not_known,
    seen_by,
    step,
)


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
