"""The base cost of a play (356.1): printed, for another cost, from facedown, ignored; what an effect lets a player play."""

from libc.stdint cimport int16_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ALTERNATE_COST,
    COST_READER,
    DISCOUNT_OTHER,
    DOES_FLOW,
    FROM_TRASH,
    GRANTED,
    IGNORE_COST,
    KEYWORD_FLOW,
    LASTS_GRANTED,
    ON_SELF,
    PLAYS_SELF,
    SETS_DEFLECT,
    SETS_ENERGY,
    SETS_POWER,
    TOTAL_CHANGE,
    TRIGGERED,
    Facts,
)
from riftcore.ground._record cimport Demand
from riftcore.ground._types cimport N_DOMAINS
from riftcore.position._expr cimport Context, number
from riftcore.position._position cimport (
    FROM_FACEDOWN,
    FROM_TRASH_ZONE,
    IGNORE_ALL,
    IGNORE_BASE,
    IGNORE_ENERGY,
    IGNORE_NOTHING,
    IGNORE_POWER,
    NO_REF,
    PAY_ADDITIONAL,
    REF_PLAYED,
)
from riftcore.rules._additional cimport has_now, keyword_cost
from riftcore.rules._codes cimport CODE_UNKNOWN
from riftcore.rules._costs cimport costs_put, without
from riftcore.rules._forces cimport Force, next_clause, next_force
from riftcore.rules._pricing cimport (
    STEP_FLOW,
    STEP_FOR,
    STEP_HIDDEN,
    STEP_IGNORED,
    STEP_PRINTED,
    Quote,
    add_parts,
    applies,
    concerns,
    context,
    fits,
    step,
)


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


cdef int both_ignored(int ignoring, const Clause *c) noexcept nogil:
    """What is ignored of a base cost, and what this clause ignores of it, together (356.1.b)."""
    cdef bint energy = ignoring in (IGNORE_BASE, IGNORE_ENERGY) or c.flags & SETS_ENERGY != 0
    cdef bint power = ignoring in (IGNORE_BASE, IGNORE_POWER) or c.flags & SETS_POWER != 0
    if ignoring == IGNORE_ALL:
        return ignoring
    return IGNORE_BASE if energy and power else IGNORE_ENERGY if energy else IGNORE_POWER if power else IGNORE_NOTHING


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
