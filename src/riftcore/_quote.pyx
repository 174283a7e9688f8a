"""The cost pipeline (356): from an action to its total costs, with the steps that led there.

    base (356.1) -> additional costs, each with its component discounts (356.2, 356.4.c)
    -> increases (356.3) -> discounts on the total (356.4.d) -> changes of the total (356.5)

A choice that the player has ([1] or [A]; which symbol an [A] discount takes; a price with two
halves) makes alternative costs; only those are kept that no other one covers.
"""

from libc.stdint cimport uint16_t
from libc.string cimport memcmp, memcpy, memset

from riftcore._cards cimport (
    ADD_ACTIVATED,
    ACTIVATED_COST,
    ADDITIONAL_MANDATORY,
    ADDITIONAL_OPTIONAL,
    ALTERNATE_COST,
    COMPONENT,
    COST_EXHAUST_SELF,
    COST_OWN_POWER,
    COST_PRINTED,
    COST_READER,
    COST_X_ENERGY,
    COST_X_POWER,
    DISCOUNT_OTHER,
    DISCOUNT_SELF,
    EFFECT_TEXT,
    EITHER,
    FREE_TRIGGER,
    FROM_TRASH,
    GRANTED,
    IGNORE_COST,
    INCREASE_OTHER,
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
    LACKING,
    LASTS_GRANTED,
    LASTS_NEXT,
    LASTS_STATIC,
    LASTS_TURN,
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
    ON_REPEAT,
    ON_SELF,
    ON_SPELL,
    ON_UNIT,
    ON_UNKNOWN,
    PLAYS_SELF,
    RESOLUTION_COST,
    SETS_DEFLECT,
    SETS_ENERGY,
    SETS_POWER,
    TAX,
    TOTAL_CHANGE,
    TRIGGERED,
    Facts,
    Filter,
)
from riftcore._cost cimport demand_add, demand_add_hybrid, demand_covers
from riftcore._expr cimport Context, card_matches, holds, matches, number, truth
from riftcore._position cimport (
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
    REF_BATTLEFIELD,
    REF_LEGEND,
    REF_PLAYED,
    Effect,
    Player,
    Thing,
    card_at,
    controller_at,
    inactive,
    thing_seen,
)
from riftcore._types cimport ALL_DOMAINS, FOR_RESOLUTION, MAX_COUNT, N_DOMAINS


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
            q.counts[q.n_parts] = 0
            q.n_parts += 1


# -------------------------------------------------------------------------- who changes what


cdef void context(
    Context *x, const Tables *t, const Position *pos, const Act *act, int ref, int card, int you
) noexcept nogil:
    memset(x, 0, sizeof(Context))
    x.t = t
    x.pos = pos
    x.act = act
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
            if act.keyword != KEYWORD_EMPOWER + 1:
                return False
        elif what == ON_EQUIP:
            if act.keyword != KEYWORD_EQUIP + 1:
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


cdef bint speaks(Quote *q, Context *x, const Clause *c) noexcept nogil:
    """Does the clause speak of the action?"""
    return concerns(x, c) or (x.unknown and not_known(q, x))


cdef bint changes(
    const Tables *t, const Position *pos, const Act *act, const Clause *c, int ref, int you, Quote *q
) noexcept nogil:
    """Does this clause of the thing at `ref` apply to the action now?"""
    cdef Context x
    cdef bint found
    cdef int true
    if not payer_fits(c, you, act.player):
        return False
    context(&x, t, pos, act, ref, card_at(pos, ref), you)
    found = concerns(&x, c)
    if not found and not x.unknown:
        return False
    true = truth(&x, c.when)
    if true < 0:
        return False
    return (found and true > 0) or not_known(q, &x)


cdef struct Others:         # walks the things on the board whose clauses may change this cost
    int player
    int slot
    int ref
    int card
    int you
    bint attached           # to another card: its own text is inactive


cdef inline bint silent(const Others *o, const Clause *c) noexcept nogil:
    """718.2, 721: while it is attached only its effect text speaks."""
    return o.attached and c.flags & EFFECT_TEXT == 0


cdef bint next_other(const Tables *t, const Position *pos, const Act *act, Others *o) noexcept nogil:
    """The next legend, object or battlefield with such clauses. Start with player = slot = -1."""
    cdef const Player *p
    o.attached = False
    if o.player < 0:
        o.player = 0
        o.slot = -2
    while o.player < pos.n_players:
        p = &pos.players[o.player]
        o.slot += 1
        if o.slot < 0:
            if p.has_legend and t.facts[p.legend.card].modifies:
                o.ref = REF_LEGEND + o.player
                o.card = p.legend.card
                o.you = p.legend.controller
                return True
            o.slot = 0
        while o.slot < p.n_board:
            if t.facts[p.board[o.slot].card].modifies:
                o.ref = 64 * o.player + o.slot
                o.card = p.board[o.slot].card
                o.you = p.board[o.slot].controller
                o.attached = p.board[o.slot].attached != NO_REF
                return True
            o.slot += 1
        o.player += 1
        o.slot = -2 if o.player < pos.n_players else -1
    o.slot += 1
    while o.slot < pos.n_battlefields:
        if t.facts[pos.battlefields[o.slot].card].modifies:
            o.ref = REF_BATTLEFIELD + o.slot
            o.card = pos.battlefields[o.slot].card
            # What a battlefield says to "you" it says to whoever pays; its conditions ask for control.
            o.you = act.player
            return True
        o.slot += 1
    return False


# --------------------------------------------------------------------- discounts on the total


cdef struct Discount:
    int energy
    int times
    int minimum
    bint either
    int card
    Demand power


cdef int collect(Quote *q, Context *x, const Clause *c, Discount *found, int n, int limit) noexcept nogil:
    """Put one discount clause on the list."""
    if n >= limit:
        q.code = CODE_UNKNOWN
        return n
    found[n].energy = number(x, c.energy)
    found[n].times = number(x, c.power) if c.power >= 0 else 1
    found[n].minimum = c.min_energy
    found[n].either = c.flags & EITHER != 0
    found[n].card = x.card
    found[n].power = c.cost
    if x.unknown:
        q.code = CODE_UNKNOWN
        q.culprit = x.card
    return n + 1


cdef void total_discounts(
    const Tables *t, const Position *pos, const Act *act, const Sacrifice *given, const Clause *ability, Quote *q
) noexcept nogil:
    """356.4.d: in the best order. Energy is lowest when the discounts with the highest minimum go
    first (docs/pipeline.md); which symbols go is tried in every way."""
    cdef Discount found[32]
    cdef Discount moved
    cdef Others o
    cdef Context x
    cdef const Facts *f
    cdef const Clause *c
    cdef const Effect *e
    cdef int i, j, n = 0
    cdef int own = ability.card if ability is not NULL else act.card if act.form == ACT_PLAY else card_at(pos, act.object)
    # The card's own, or its ability's own, discounts.
    f = &t.facts[own]
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind != DISCOUNT_SELF or c.flags & TRIGGERED:
            continue
        if (c.what == ON_ABILITY) != (act.form != ACT_PLAY):
            continue
        if ability is not NULL and c.group != ability.group:
            continue
        context(&x, t, pos, act, REF_PLAYED if act.form == ACT_PLAY else act.object, own, act.player)
        x.paid_additional = act.pay & PAY_ADDITIONAL != 0
        x.killed = given.killed
        x.killed_energy = given.killed_energy
        x.killed_power = given.killed_power
        x.buffs_spent = given.buffs_spent
        if applies(q, &x, c.when):
            n = collect(q, &x, c, found, n, 32)
    # Those of things on the board.
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind != DISCOUNT_OTHER or c.flags & (TRIGGERED | COMPONENT) or c.lasts != LASTS_STATIC:
                continue
            if changes(t, pos, act, c, o.ref, o.you, q):
                context(&x, t, pos, act, o.ref, o.card, o.you)
                n = collect(q, &x, c, found, n, 32)
    # Those that an earlier effect left behind.
    for j in range(pos.players[act.player].n_effects):
        e = &pos.players[act.player].effects[j]
        f = &t.facts[e.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if c.kind == DISCOUNT_OTHER and (c.lasts == LASTS_NEXT or c.lasts == LASTS_TURN):
                context(&x, t, pos, act, NO_REF, e.card, act.player)
                if speaks(q, &x, c):
                    n = collect(q, &x, c, found, n, 32)
    # What the effect that plays the card takes off.
    if act.by:
        f = &t.facts[act.by]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if c.kind == DISCOUNT_OTHER and c.lasts == LASTS_GRANTED:
                context(&x, t, pos, act, NO_REF, act.by, act.player)
                x.paid_might = paid_might(pos, act)
                n = collect(q, &x, c, found, n, 32)
    if act.has_reduced and n < 32:
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
        discount(&q.costs, found[i].energy, &found[i].power, found[i].times, found[i].minimum, found[i].either)
        step_discount(q, STEP_DISCOUNT, &found[i])


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


cdef void component(
    const Tables *t, const Position *pos, const Act *act, Quote *q, const Demand *cost, int card, int what
) noexcept nogil:
    """Add an optional additional cost, its own discounts taken off first (356.2.b, 356.4.c)."""
    cdef Costs part
    cdef Discount d
    cdef Others o
    cdef Context x
    cdef const Facts *f
    cdef const Clause *c
    cdef int i
    part.n = 1
    part.full = False
    part.cost[0] = cost[0]
    step(q, what, card, 1, cost)
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind != DISCOUNT_OTHER or c.flags & COMPONENT == 0 or c.flags & TRIGGERED:
                continue
            if not (c.what == ON_OPTIONAL or (c.what == ON_REPEAT and what == STEP_REPEAT)):
                continue
            context(&x, t, pos, act, o.ref, o.card, o.you)
            if payer_fits(c, o.you, act.player) and applies(q, &x, c.when):
                collect(q, &x, c, &d, 0, 1)
                discount(&part, d.energy, &d.power, d.times, d.minimum, d.either)
                step_discount(q, STEP_COMPONENT, &d)
    costs_add(&q.costs, &part)


# --------------------------------------------------------------------------- additional costs


cdef int deflect_of(const Tables *t, const Position *pos, const Act *act, int ref, Quote *q) noexcept nogil:
    """What choosing this costs an opponent (809): its own Deflect, what others give it, and what they give to those without."""
    cdef const Facts *f = &t.facts[card_at(pos, ref)]
    cdef const Clause *c
    cdef Context x
    cdef int i, j, p, owed = 0
    context(&x, t, pos, act, ref, card_at(pos, ref), controller_at(pos, ref))
    for i in range(0 if inactive(pos, ref) else f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind != KEYWORD_DEFLECT or c.flags & (GRANTED | TRIGGERED) or c.lasts != LASTS_STATIC:
            continue
        if applies(q, &x, c.when):
            owed += c.value
    owed += deflect_given(t, pos, act, ref, False, q)
    # An effect gave it Deflect for this turn.
    for p in range(pos.n_players):
        for j in range(pos.players[p].n_effects):
            if pos.players[p].effects[j].on != ref:
                continue
            f = &t.facts[pos.players[p].effects[j].card]
            for i in range(f.n_clauses):
                c = &t.clauses[f.clause + i]
                if c.kind == KEYWORD_DEFLECT and c.lasts == LASTS_TURN:
                    owed += c.value
    return owed if owed else deflect_given(t, pos, act, ref, True, q)


cdef int deflect_given(
    const Tables *t, const Position *pos, const Act *act, int ref, bint lacking, Quote *q
) noexcept nogil:
    """The Deflect that things on the board give it. `lacking`: "if they didn't already", by the first that gives it."""
    cdef const Facts *f
    cdef const Clause *c
    cdef Context x
    cdef Others o
    cdef int i, given = 0
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind != KEYWORD_DEFLECT or c.flags & GRANTED == 0 or c.flags & TRIGGERED or c.filter < 0:
                continue
            if c.lasts != LASTS_STATIC or (c.flags & LACKING != 0) != lacking:
                continue
            context(&x, t, pos, act, o.ref, o.card, controller_at(pos, o.ref))
            if matches(&x, c.filter, ref):
                given += c.value if applies(q, &x, c.when) else 0
            elif x.unknown:
                not_known(q, &x)
            if lacking and given:
                return given
    return given


cdef bint deflect_ignored(const Tables *t, const Position *pos, const Act *act) noexcept nogil:
    """Is all Deflect ignored: does the card itself say so, or the place of one of the things that it chooses (any player's)?"""
    cdef const Facts *f
    cdef const Clause *c
    cdef const Filter *g
    cdef Context x
    cdef Others o
    cdef int i, j
    if act.form == ACT_PLAY:
        f = &t.facts[act.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if c.kind == IGNORE_COST and c.flags & SETS_DEFLECT:
                return True
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind != IGNORE_COST or c.flags & SETS_DEFLECT == 0 or c.filter < 0:
                continue
            g = &t.filters[c.filter]
            context(&x, t, pos, act, o.ref, o.card, o.you)
            for j in range(act.n_targets if g.chooses >= 0 and payer_fits(c, o.you, act.player) else 0):
                if matches(&x, g.chooses, act.targets[j]):
                    return True
    return False


cdef void deflect(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """[A] for each time an opponent's spell or ability chooses the permanent (809.1.c, 356.2.a.2)."""
    cdef Demand owed
    cdef int i, n, ref
    cdef bint asked = False
    if act.form == ACT_PLAY and not t.facts[act.card].type & IS_SPELL:
        return
    for i in range(act.n_targets):
        ref = act.targets[i]
        if thing_seen(pos, ref) is NULL or controller_at(pos, ref) == act.player:
            continue
        n = deflect_of(t, pos, act, ref, q)
        if n == 0:
            continue
        if not asked and deflect_ignored(t, pos, act):
            return
        asked = True
        memset(&owed, 0, sizeof(Demand))
        owed.any = n if n < MAX_COUNT else MAX_COUNT
        q.costs.full = q.costs.full or n > MAX_COUNT
        costs_add_one(&q.costs, &owed)
        step(q, STEP_DEFLECT, card_at(pos, ref), 1, &owed)


cdef void keyword_cost(const Tables *t, const Clause *c, int card, Demand *cost) noexcept nogil:
    """The cost of a keyword for the card that has or gets it."""
    cdef const Facts *f = &t.facts[card]
    cost[0] = c.cost
    if c.flags & COST_PRINTED:
        cost[0] = f.printed
    if c.flags & COST_OWN_POWER:
        demand_add_hybrid(cost, f.domains if f.domains else ALL_DOMAINS, 1)


cdef bint has_now(const Tables *t, const Position *pos, const Act *act, const Clause *c, Quote *q) noexcept nogil:
    """Has the card that is being played this keyword of its own? It may have it under a condition."""
    cdef Context x
    if c.when < 0:
        return True
    context(&x, t, pos, act, REF_PLAYED, act.card, act.player)
    return applies(q, &x, c.when)


cdef bint optional_accelerate(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """Accelerate (805), printed or given by something on the board. False: the card has none now."""
    cdef const Facts *f = &t.facts[act.card]
    cdef const Clause *c
    cdef Others o
    cdef Demand cost
    cdef int i
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind == KEYWORD_ACCELERATE and c.flags & GRANTED == 0 and has_now(t, pos, act, c, q):
            keyword_cost(t, c, act.card, &cost)
            component(t, pos, act, q, &cost, act.card, STEP_ACCELERATE)
            return True
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind == KEYWORD_ACCELERATE and c.flags & GRANTED and c.flags & TRIGGERED == 0:
                if changes(t, pos, act, c, o.ref, o.you, q):
                    keyword_cost(t, c, act.card, &cost)
                    component(t, pos, act, q, &cost, o.card, STEP_ACCELERATE)
                    return True
    return False


cdef bint optional_additional(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """The card's own "you may ... as an additional cost", or one that a battlefield offers."""
    cdef const Facts *f = &t.facts[act.card]
    cdef const Clause *c
    cdef Context x
    cdef Others o
    cdef int i
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind != ADDITIONAL_OPTIONAL or c.flags & GRANTED:
            continue
        context(&x, t, pos, act, REF_PLAYED, act.card, act.player)
        if not applies(q, &x, c.when):
            return False
        component(t, pos, act, q, &c.cost, act.card, STEP_OPTIONAL)
        add_parts(q, c)
        return True
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind == ADDITIONAL_OPTIONAL and c.flags & GRANTED and c.flags & TRIGGERED == 0:
                if changes(t, pos, act, c, o.ref, o.you, q):
                    component(t, pos, act, q, &c.cost, o.card, STEP_OPTIONAL)
                    add_parts(q, c)
                    return True
    return False


cdef bint one_repeat(
    const Tables *t, const Position *pos, const Act *act, Quote *q, const Clause *c, int card, int *at
) noexcept nogil:
    """One Repeat of the card: its cost is added when it was chosen. True when it was."""
    cdef Demand cost
    cdef bint chosen = act.pay >> (2 + at[0]) & 1
    at[0] += 1
    if chosen:
        keyword_cost(t, c, act.card, &cost)
        component(t, pos, act, q, &cost, card, STEP_REPEAT)
        add_parts(q, c)
    return chosen


cdef bint optional_repeats(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """Each Repeat once (820): printed ones come first, then those given by the board, then by effects."""
    cdef const Facts *f = &t.facts[act.card]
    cdef const Clause *c
    cdef const Effect *e
    cdef Context x
    cdef Others o
    cdef int i, j, at = 0, chosen = 0, asked = 0
    for i in range(MAX_REPEATS):
        asked += act.pay >> (2 + i) & 1
    if asked == 0:
        return True
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind == KEYWORD_REPEAT and c.flags & GRANTED == 0 and has_now(t, pos, act, c, q):
            chosen += one_repeat(t, pos, act, q, c, act.card, &at)
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind == KEYWORD_REPEAT and c.flags & GRANTED and c.flags & TRIGGERED == 0 and c.lasts == LASTS_STATIC:
                if changes(t, pos, act, c, o.ref, o.you, q):
                    chosen += one_repeat(t, pos, act, q, c, o.card, &at)
    for j in range(pos.players[act.player].n_effects):
        e = &pos.players[act.player].effects[j]
        f = &t.facts[e.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if c.kind == KEYWORD_REPEAT and c.flags & GRANTED and c.lasts != LASTS_STATIC:
                context(&x, t, pos, act, NO_REF, e.card, act.player)
                if speaks(q, &x, c):
                    chosen += one_repeat(t, pos, act, q, c, e.card, &at)
    return chosen == asked


cdef void additional(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """356.2: mandatory ones, then the optional ones that were chosen."""
    cdef const Facts *f = &t.facts[act.card]
    cdef const Clause *c
    cdef Context x
    cdef int i
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind == ADDITIONAL_MANDATORY:
            context(&x, t, pos, act, REF_PLAYED, act.card, act.player)
            if applies(q, &x, c.when):
                costs_add_one(&q.costs, &c.cost)
                add_parts(q, c)
                step(q, STEP_MANDATORY, act.card, 1, &c.cost)
    deflect(t, pos, act, q)
    if (
        (act.pay & PAY_ACCELERATE and not optional_accelerate(t, pos, act, q))
        or (act.pay & PAY_ADDITIONAL and not optional_additional(t, pos, act, q))
        or not optional_repeats(t, pos, act, q)
    ):
        if q.code == CODE_OK:
            q.code = CODE_CONDITION
            q.culprit = act.card
    q.paid = act.pay


cdef void increases(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """356.3."""
    cdef const Facts *f
    cdef const Clause *c
    cdef const Effect *e
    cdef Context x
    cdef Others o
    cdef int i, j
    f = &t.facts[act.card]
    if act.form == ACT_PLAY:
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if c.kind == INCREASE_SELF and c.what != ON_ABILITY:
                context(&x, t, pos, act, REF_PLAYED, act.card, act.player)
                if applies(q, &x, c.when):
                    increase(q, &x, c)
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind == INCREASE_OTHER and c.flags & TRIGGERED == 0 and c.lasts == LASTS_STATIC:
                if changes(t, pos, act, c, o.ref, o.you, q):
                    context(&x, t, pos, act, o.ref, o.card, o.you)
                    increase(q, &x, c)
    for j in range(pos.players[act.player].n_effects):
        e = &pos.players[act.player].effects[j]
        f = &t.facts[e.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if c.kind == INCREASE_OTHER and c.lasts != LASTS_STATIC:
                context(&x, t, pos, act, NO_REF, e.card, act.player)
                if speaks(q, &x, c):
                    increase(q, &x, c)


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


cdef void increase(Quote *q, Context *x, const Clause *c) noexcept nogil:
    cdef Demand more = c.cost
    cdef int energy = number(x, c.energy)
    cdef int times = number(x, c.power) if c.power >= 0 else 1
    if multiply(&more, times):
        q.costs.full = True
    more.energy = energy if energy < MAX_COUNT else MAX_COUNT
    q.costs.full = q.costs.full or energy > MAX_COUNT
    if x.unknown:
        not_known(q, x)
    costs_add_one(&q.costs, &more)
    step(q, STEP_INCREASE, x.card, 1, &more)


# ------------------------------------------------------------------------------------- base


cdef int both_ignored(int ignoring, const Clause *c) noexcept nogil:
    """What is ignored of a base cost, and what this clause ignores of it, together (356.1.b)."""
    cdef bint energy = ignoring in (IGNORE_BASE, IGNORE_ENERGY) or c.flags & SETS_ENERGY != 0
    cdef bint power = ignoring in (IGNORE_BASE, IGNORE_POWER) or c.flags & SETS_POWER != 0
    if ignoring == IGNORE_ALL:
        return ignoring
    return IGNORE_BASE if energy and power else IGNORE_ENERGY if energy else IGNORE_POWER if power else IGNORE_NOTHING


cdef void base_of_play(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """356.1: the printed cost, or what replaces or ignores it."""
    cdef const Facts *f = &t.facts[act.card]
    cdef const Facts *by
    cdef const Clause *c
    cdef Context x
    cdef Demand zero
    cdef Demand base = f.printed
    cdef Demand flow[4]
    cdef int i, n = 0
    cdef int ignoring = act.ignoring
    memset(&zero, 0, sizeof(Demand))
    if act.has_for:
        base = act.cost
        step(q, STEP_FOR, act.card, 0, &base)
    elif act.from_ == FROM_FACEDOWN:
        base = zero
        step(q, STEP_HIDDEN, act.card, 0, &base)
    else:
        step(q, STEP_PRINTED, act.card, 0, &base)
        if act.from_ == FROM_TRASH_ZONE and not act.by_effect:
            n = flows(t, pos, act, q, flow)
    if act.by:
        by = &t.facts[act.by]
        for i in range(by.n_clauses):
            c = &t.clauses[by.clause + i]
            if c.kind == IGNORE_COST and c.lasts == LASTS_GRANTED:
                ignoring = both_ignored(ignoring, c)
            elif c.kind == TOTAL_CHANGE and c.lasts == LASTS_GRANTED:
                ignoring = IGNORE_ALL
            elif act.by == act.card and c.flags & PLAYS_SELF and not act.has_for:
                base = c.cost
                step(q, STEP_FOR, act.card, 0, &base)
    # "If you do, ignore this spell's cost."
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind == IGNORE_COST and c.what == ON_SELF and c.flags & (TRIGGERED | SETS_DEFLECT) == 0:
            context(&x, t, pos, act, REF_PLAYED, act.card, act.player)
            x.paid_additional = act.pay & PAY_ADDITIONAL != 0
            if applies(q, &x, c.when):
                ignoring = both_ignored(ignoring, c)
    if ignoring != IGNORE_NOTHING:
        without(&base, ignoring)
        step(q, STEP_IGNORED, act.by if act.by else act.card, 0, &base)
    if n == 0 or trash_is_open(t, pos, act.player):
        costs_put(&q.costs, &base)
    for i in range(n):
        without(&flow[i], ignoring)
        costs_put(&q.costs, &flow[i])
    if act.has_for or act.by_effect or act.from_ == FROM_FACEDOWN or ignoring != IGNORE_NOTHING:
        return
    # "You may play me for ...": another base cost, when its condition holds.
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind == ALTERNATE_COST and c.flags & PLAYS_SELF and c.flags & TRIGGERED == 0:
            context(&x, t, pos, act, REF_PLAYED, act.card, act.player)
            if c.flags & FROM_TRASH and act.from_ != FROM_TRASH_ZONE:
                continue
            if applies(q, &x, c.when):
                if c.flags & FROM_TRASH and not trash_is_open(t, pos, act.player):
                    q.costs.n = 0
                costs_put(&q.costs, &c.cost)
                step(q, STEP_FOR, act.card, 0, &c.cost)


cdef int flows(const Tables *t, const Position *pos, const Act *act, Quote *q, Demand *found) noexcept nogil:
    """The Flow costs, printed and given (829): base changes, nothing else; the player picks one. Their number, up to 4."""
    cdef const Facts *f = &t.facts[act.card]
    cdef const Clause *c
    cdef const Effect *e
    cdef Context x
    cdef int i, j, n = 0, parts = 0
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind == KEYWORD_FLOW and c.flags & GRANTED == 0 and n < 4 and has_now(t, pos, act, c, q):
            keyword_cost(t, c, act.card, &found[n])
            parts += c.n_parts
            add_parts(q, c)
            step(q, STEP_FLOW, act.card, 0, &found[n])
            n += 1
    for j in range(pos.players[act.player].n_effects):
        e = &pos.players[act.player].effects[j]
        if e.on_card and e.on_card != act.card:
            continue
        f = &t.facts[e.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            context(&x, t, pos, act, NO_REF, e.card, act.player)
            if c.kind == KEYWORD_FLOW and c.flags & GRANTED and speaks(q, &x, c) and n < 4:
                keyword_cost(t, c, act.card, &found[n])
                step(q, STEP_FLOW, e.card, 0, &found[n])
                n += 1
    if parts and (n > 1 or trash_is_open(t, pos, act.player)):
        # Which of the prices is paid says what else is given up: that is not worked out.
        q.code = CODE_UNKNOWN
        q.culprit = act.card
    return n


cdef bint trash_is_open(const Tables *t, const Position *pos, int player) noexcept nogil:
    """May this player play any card from their trash?"""
    cdef int p, i
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            if pos.players[p].board[i].controller == player and t.facts[pos.players[p].board[i].card].opens_trash:
                if pos.players[p].board[i].attached == NO_REF:
                    return True
    return False


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
    cdef const Clause *c
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


cdef bint is_ability(const Clause *c) noexcept nogil:
    return c.ability >= 0 and c.kind in (ACTIVATED_COST, ADD_ACTIVATED, KEYWORD_EQUIP, KEYWORD_EMPOWER)


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
    cdef const Clause *c
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


cdef const Clause *ability_clause(const Tables *t, const Position *pos, const Act *act, int *code) noexcept nogil:
    """The clause that says what the activated ability costs; NULL when the object has none.

    code: CODE_OK; CODE_CONDITION (its condition does not hold, or there is none); CODE_CHOICE (several fit).
    """
    cdef const Thing *thing = thing_seen(pos, act.object)
    cdef const Facts *f
    cdef const Clause *c
    cdef Context x
    cdef Others o
    cdef Search s
    cdef int i, j, p, granted
    code[0] = CODE_CONDITION
    if thing is NULL:
        return NULL
    memset(&s, 0, sizeof(Search))
    f = &t.facts[thing.card]
    context(&x, t, pos, act, act.object, thing.card, thing.controller)
    for i in range(f.n_clauses):
        if is_ability(&t.clauses[f.clause + i]):
            consider(&s, &x, act, &t.clauses[f.clause + i], t.clauses[f.clause + i].ability, True)
    granted = f.n_abilities
    if f.borrows:
        granted = search_borrowed(t, &x, act, granted, &s)
    # Abilities that something else gives it come after its own: they have no keyword and Add nothing.
    if act.ability < granted and (act.ability >= 0 or act.keyword or act.form == ACT_ADD):
        return the_one(&s, code)
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind == ACTIVATED_COST and c.flags & GRANTED and c.lasts == LASTS_STATIC and c.filter >= 0:
                context(&x, t, pos, act, o.ref, o.card, o.you)
                if matches(&x, c.filter, act.object):
                    consider(&s, &x, act, c, granted, False)
                    granted += 1
    # An effect gave it one for this turn.
    for p in range(pos.n_players):
        for j in range(pos.players[p].n_effects):
            if pos.players[p].effects[j].on != act.object:
                continue
            f = &t.facts[pos.players[p].effects[j].card]
            for i in range(f.n_clauses):
                c = &t.clauses[f.clause + i]
                if c.kind == ACTIVATED_COST and c.flags & GRANTED and c.lasts == LASTS_TURN:
                    context(&x, t, pos, act, NO_REF, pos.players[p].effects[j].card, act.player)
                    consider(&s, &x, act, c, granted, False)
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


cdef void base_of_ability(
    const Tables *t, const Position *pos, const Act *act, Quote *q, const Clause *c, int what
) noexcept nogil:
    """The cost before the colon (403); one that offers a choice is two costs."""
    cdef Demand cost
    cdef int i
    if c.n_choices:
        for i in range(c.n_choices):
            costs_put(&q.costs, &t.choices[c.choice + i])
            step(q, what, card_at(pos, act.object), 0, &t.choices[c.choice + i])
    else:
        cost = c.cost
        if c.kind != ADD_ACTIVATED and act.x > 0:
            # "Pay any amount": X is what the action says. A converter's X is paid when it is used (perform_add).
            if act.x > MAX_COUNT - cost.energy:
                q.costs.full = True
            elif c.flags & COST_X_ENERGY:
                cost.energy += act.x
            elif c.flags & COST_X_POWER and demand_add_hybrid(&cost, c.x_mask if c.x_mask else ALL_DOMAINS, act.x):
                q.costs.full = True
        costs_put(&q.costs, &cost)
        step(q, what, card_at(pos, act.object), 0, &cost)
    add_parts(q, c)


cdef void quote_ability(const Tables *t, const Position *pos, const Act *act, const Sacrifice *given, Quote *q) noexcept nogil:
    cdef int code = CODE_OK
    cdef const Clause *c = ability_clause(t, pos, act, &code)
    cdef Act named = act[0]
    if c is NULL:
        q.code = CODE_CONDITION
        return
    named.keyword = c.kind + 1
    base_of_ability(t, pos, act, q, c, STEP_ABILITY)
    deflect(t, pos, act, q)
    increases(t, pos, &named, q)
    total_discounts(t, pos, &named, given, c, q)
    if code != CODE_OK:
        q.code = code
        q.culprit = card_at(pos, act.object)
    if c.flags & COST_EXHAUST_SELF:
        q.self_parts |= 1


cdef void quote_trigger(const Tables *t, const Position *pos, const Act *act, const Sacrifice *given, Quote *q) noexcept nogil:
    """What a trigger costs, or an instruction as it resolves (383.3.b, 403.1.b, 404.2, 740.4): its price, and Deflect."""
    cdef const Clause *c
    cdef const Thing *thing = thing_seen(pos, act.object)
    if own_weaponmaster(t, pos, act, given, q):
        return
    c = trigger_clause(t, pos, act, q)
    if q.code != CODE_OK or ((c is NULL or c.kind == FREE_TRIGGER) and given_weaponmaster(t, pos, act, given, q)):
        return
    if c is NULL or (c.kind == FREE_TRIGGER and thing is not NULL and thing.controller != act.player):
        q.code = CODE_CONDITION if c is NULL else CODE_RESTRICTION
        q.culprit = card_at(pos, act.object)
        return
    base_of_ability(t, pos, act, q, c, STEP_TRIGGER)
    if act.purpose != FOR_RESOLUTION:
        deflect(t, pos, act, q)  # owed as the ability is finalized (809), once
    if c.flags & COST_EXHAUST_SELF:
        q.self_parts |= 1


cdef const Clause *trigger_clause(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """The trigger or instruction that is meant: the one of this number, or else the only one with a price whose condition
    the position does not show to be false; where there is none, the first without a price. NULL: none fits, or several do.
    """
    cdef const Facts *f = &t.facts[card_at(pos, act.object)]
    cdef const Clause *c
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


cdef bint own_weaponmaster(
    const Tables *t, const Position *pos, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil:
    """Its printed Weaponmaster, where that may be meant and an Equipment was chosen."""
    cdef const Facts *f = &t.facts[card_at(pos, act.object)]
    cdef const Clause *c
    cdef Context x
    cdef int i
    if act.keyword not in (KEYWORD_WEAPONMASTER + 1, 0) or inactive(pos, act.object):
        return False
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind == KEYWORD_WEAPONMASTER and c.trigger >= 0 and act.ability in (-1, c.trigger):
            context(&x, t, pos, act, act.object, card_at(pos, act.object), act.player)
            if applies(q, &x, c.when) and weaponmaster(t, pos, act, given, q):
                return True
    return False


cdef bint given_weaponmaster(
    const Tables *t, const Position *pos, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil:
    """Weaponmaster that something else gives it, where that may be meant and an Equipment was chosen."""
    cdef const Facts *f
    cdef const Clause *c
    cdef Context x
    cdef Others o
    cdef int i
    o.player = o.slot = -1
    while act.keyword in (KEYWORD_WEAPONMASTER + 1, 0) and next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind == KEYWORD_WEAPONMASTER and c.flags & GRANTED and c.filter >= 0:
                context(&x, t, pos, act, o.ref, o.card, o.you)
                if matches(&x, c.filter, act.object) and applies(q, &x, c.when) and weaponmaster(t, pos, act, given, q):
                    return True
    return False


cdef bint weaponmaster(
    const Tables *t, const Position *pos, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil:
    """Pay an Equip cost less [A] to attach (821). False: no Equipment was chosen.

    The cost is that of activating Equip and choosing this unit, with what changes such costs (821.1.c.2); nothing
    is activated or chosen, so there is no Deflect (821.1.c.6).
    """
    cdef const Facts *gear
    cdef const Clause *equip
    cdef Demand one
    cdef Act activated = act[0]
    cdef int i
    if act.n_targets == 0:
        return False
    activated.form = ACT_ACTIVATE
    activated.keyword = KEYWORD_EQUIP + 1
    activated.object = act.targets[0]
    activated.targets[0] = act.object
    activated.n_targets = 1
    gear = &t.facts[card_at(pos, act.targets[0])]
    for i in range(gear.n_clauses):
        equip = &t.clauses[gear.clause + i]
        if equip.kind == KEYWORD_EQUIP:
            base_of_ability(t, pos, act, q, equip, STEP_EQUIP)
            increases(t, pos, &activated, q)
            total_discounts(t, pos, &activated, given, equip, q)
            memset(&one, 0, sizeof(Demand))
            one.any = 1
            take_symbols(&q.costs, &one, 1)
            step(q, STEP_DISCOUNT, card_at(pos, act.object), -1, &one)
            return True
    return False


cdef void quote_hide(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """[A] (811.1.b), or what a card offers instead; effects may ignore it."""
    cdef const Facts *f
    cdef const Clause *c
    cdef Others o
    cdef Demand d
    cdef int i, j
    memset(&d, 0, sizeof(Demand))
    for j in range(pos.players[act.player].n_effects):
        f = &t.facts[pos.players[act.player].effects[j].card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if c.kind == IGNORE_COST and c.what == ON_HIDE:
                costs_put(&q.costs, &d)
                step(q, STEP_IGNORED, pos.players[act.player].effects[j].card, 0, &d)
                return
    d.any = 1
    costs_put(&q.costs, &d)
    step(q, STEP_HIDE, act.card, 0, &d)
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind == ALTERNATE_COST and c.what == ON_HIDE and changes(t, pos, act, c, o.ref, o.you, q):
                costs_put(&q.costs, &c.cost)
                step(q, STEP_HIDE, o.card, 0, &c.cost)


cdef void quote_move(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """The taxes on a move to this place (204.4)."""
    cdef const Facts *f
    cdef const Clause *c
    cdef Context x
    cdef Others o
    cdef Demand d
    cdef int i, n
    memset(&d, 0, sizeof(Demand))
    costs_put(&q.costs, &d)
    o.player = o.slot = -1
    while next_other(t, pos, act, &o):
        f = &t.facts[o.card]
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if silent(&o, c):
                continue
            if c.kind != TAX or c.what != ON_MOVE or not payer_fits(c, o.you, act.player):
                continue
            context(&x, t, pos, act, o.ref, o.card, o.you)
            # "... to move to my battlefield": the destination is where the card is.
            if thing_seen(pos, o.ref) is NULL or thing_seen(pos, o.ref).at != act.to or not applies(q, &x, c.when):
                continue
            n = number(&x, c.power) if c.power >= 0 else 1
            if x.unknown:
                not_known(q, &x)
            d = c.cost
            if multiply(&d, n):
                q.costs.full = True
            if c.energy >= 0:
                n = number(&x, c.energy)
                d.energy = 0 if n <= 0 else n if n < MAX_COUNT else MAX_COUNT
                q.costs.full = q.costs.full or n > MAX_COUNT
            costs_add_one(&q.costs, &d)
            step(q, STEP_TAX, o.card, 1, &d)


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


cdef void quote_act(
    const Tables *t, const Position *pos, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil:
    """The total costs of an action, and how they came about."""
    cdef Demand zero
    cdef int i
    q.code = CODE_OK
    q.culprit = 0
    q.paid = 0
    q.costs.n = 0
    q.costs.full = False
    q.n_parts = 0
    q.n_steps = 0
    q.self_parts = 0
    if act.form == ACT_PLAY:
        base_of_play(t, pos, act, q)
        additional(t, pos, act, q)
        increases(t, pos, act, q)
        total_discounts(t, pos, act, given, NULL, q)
        if sets_total(t, act):
            memset(&zero, 0, sizeof(Demand))
            q.costs.n = 0
            q.n_parts = 0
            costs_put(&q.costs, &zero)
            step(q, STEP_TOTAL, act.by if act.by else act.card, 0, &zero)
    elif act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        quote_ability(t, pos, act, given, q)
    elif act.form == ACT_TRIGGER:
        quote_trigger(t, pos, act, given, q)
    elif act.form == ACT_MOVE:
        quote_move(t, pos, act, q)
    elif act.form == ACT_HIDE:
        quote_hide(t, pos, act, q)
    else:
        costs_put(&q.costs, &act.cost)
        step(q, STEP_PRICE, 0, 0, &act.cost)
        for i in range(act.n_parts):
            q.parts[i] = act.parts[i]
            q.counts[i] = 0
        q.n_parts = act.n_parts
    if q.costs.n > 1:
        costs_sift(&q.costs)
    if q.costs.full:
        q.code = CODE_UNKNOWN
