"""Increases (356.3), discounts on the total (356.4.d) and changes of the total (356.5)."""

from libc.stdint cimport int16_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    DISCOUNT_OTHER,
    DISCOUNT_SELF,
    DOES_COMPONENT,
    DOES_DISCOUNT,
    DOES_INCREASE,
    EITHER,
    INCREASE_SELF,
    LASTS_GRANTED,
    ON_ABILITY,
    ON_OPTIONAL,
    TOTAL_CHANGE,
    TRIGGERED,
    Facts,
)
from riftcore.ground._types cimport MAX_COUNT, N_DOMAINS
from riftcore.position._expr cimport Context, number
from riftcore.position._position cimport ACT_PLAY, IGNORE_ALL, NO_REF, PAY_ADDITIONAL, REF_PLAYED, card_at
from riftcore.rules._codes cimport CODE_UNKNOWN
from riftcore.rules._costs cimport Costs, costs_add, costs_add_one, discount, multiply
from riftcore.rules._forces cimport Force, next_clause, next_force
from riftcore.rules._pricing cimport (
    STEP_COMPONENT,
    STEP_DISCOUNT,
    STEP_INCREASE,
    STEP_REPEAT,
    Quote,
    amounts,
    applies,
    context,
    fits,
    is_true,
    not_known,
    paid_might,
    step,
)


cdef enum:
    MAX_DISCOUNTS = 32


cdef struct Discount:
    int energy
    int times
    int minimum
    bint either
    int card
    Demand power


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


cdef void increase(Quote *q, const Clause *c, int card, int energy, int times) noexcept nogil:
    cdef Demand more = c.cost
    if multiply(&more, times):
        q.costs.full = True
    more.energy = energy if energy < MAX_COUNT else MAX_COUNT
    q.costs.full = q.costs.full or energy > MAX_COUNT
    costs_add_one(&q.costs, &more)
    step(q, STEP_INCREASE, card, 1, &more)


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
