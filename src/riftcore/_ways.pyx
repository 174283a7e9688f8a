"""The ways to play a card or to use an object: options, abilities and the kinds of targets that change the cost."""

from libc.stdint cimport int16_t, uint32_t
from libc.string cimport memcmp, memset

from riftcore._cards cimport (
    ACTIVATED_COST,
    ADDITIONAL_OPTIONAL,
    ADD_ACTIVATED,
    ALTERNATE_COST,
    COST_X_ENERGY,
    COST_X_POWER,
    DISCOUNT_OTHER,
    GRANTED,
    IGNORE_COST,
    INCREASE_OTHER,
    IS_GEAR,
    IS_SPELL,
    IS_UNIT,
    KEYWORD_ACCELERATE,
    KEYWORD_DEFLECT,
    KEYWORD_REPEAT,
    LASTS_TURN,
    ON_ABILITY,
    ON_CARD,
    ON_EMPOWER,
    ON_EQUIP,
    ON_GEAR,
    ON_GEAR_ABILITY,
    ON_HIDE,
    ON_OPTIONAL,
    ON_PERMANENT,
    ON_REPEAT,
    ON_SPELL,
    ON_UNIT,
    ON_UNKNOWN,
    TAX,
    TRIGGERED,
    Clause,
    Facts,
)
from riftcore._doubt cimport Doubted, doubts_about
from riftcore._play cimport perform
from riftcore._policy cimport Policy
from riftcore._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    NOWHERE,
    NO_REF,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    PAY_REPEAT,
    PHASE_MAIN,
    REF_LEGEND,
    Player,
    position_copy,
    thing_seen,
)
from riftcore._quote cimport CODE_CONDITION, CODE_OK, CODE_TARGET, Sacrifice, abilities_of, ability_clause, deflect_of, payer_fits, quote_act
from riftcore._record cimport Demand

cdef enum:
    MAX_GIVEN = 4           # abilities that other things give to one object


# ----------------------------------------------------------------------------------- the climate


cdef void desk_set(Desk *k, const Tables *t, const Position *pos, int player, const Policy *policy) noexcept nogil:
    """Sit down at a position: its player, and what may change their costs. The position must stay as it is."""
    cdef Climate *w = &k.climate
    cdef const Player *p
    cdef int q, i
    k.t = t
    k.pos = pos
    k.player = player
    k.policy = policy
    k.purses_known = 0
    memset(w, 0, sizeof(Climate))
    see_timing(k)
    if not w.reaction:
        return
    for q in range(pos.n_players):
        p = &pos.players[q]
        for i in range(p.n_board):
            see_card(k, p.board[i].card, p.board[i].controller)
        if p.has_legend:
            see_card(k, p.legend.card, p.legend.controller)
        for i in range(p.n_effects):
            see_effect(k, q, p.effects[i].card)
    for i in range(pos.n_battlefields):
        see_card(k, pos.battlefields[i].card, player)


cdef void see_timing(Desk *k) noexcept nogil:
    """307-348, 381: as may_act of _play, for the three speeds."""
    cdef const Position *pos = k.pos
    cdef Climate *w = &k.climate
    if pos.n_chain:
        w.reaction = pos.priority == k.player
    elif pos.showdown:
        w.action = w.reaction = pos.focus == k.player
    else:
        w.main = w.action = w.reaction = (
            pos.turn_player == k.player and pos.phase == PHASE_MAIN and pos.priority == k.player
        )


cdef void see_card(Desk *k, int card, int controller) noexcept nogil:
    """Something on the board whose clauses may change costs."""
    cdef const Facts *f = &k.t.facts[card]
    cdef const Clause *c
    cdef int i
    if f.opens_trash and controller == k.player:
        k.climate.open_trash = True
    if f.deflects and (controller != k.player or f.modifies):
        k.climate.deflect = True
    if not f.modifies:
        return
    for i in range(f.n_clauses):
        c = &k.t.clauses[f.clause + i]
        if c.filter >= 0 and k.t.filters[c.filter].chooses != -1:
            k.climate.choosy = True
        if c.flags & TRIGGERED == 0 and payer_fits(c, controller, k.player):
            see_clause(k, c)


cdef void see_clause(Desk *k, const Clause *c) noexcept nogil:
    cdef Climate *w = &k.climate
    if c.kind == TAX:
        w.taxed = True
    elif c.kind == KEYWORD_ACCELERATE and c.flags & GRANTED:
        w.grants |= PAY_ACCELERATE
    elif c.kind == ADDITIONAL_OPTIONAL and c.flags & GRANTED:
        w.grants |= PAY_ADDITIONAL
    elif c.kind == KEYWORD_REPEAT and c.flags & GRANTED:
        w.grants |= PAY_REPEAT
    elif c.kind == ACTIVATED_COST and c.flags & GRANTED:
        w.abilities = True
    elif c.kind in (DISCOUNT_OTHER, INCREASE_OTHER, IGNORE_COST, ALTERNATE_COST):
        if c.what == ON_SPELL:
            w.types |= IS_SPELL
        elif c.what == ON_UNIT:
            w.types |= IS_UNIT
        elif c.what == ON_GEAR:
            w.types |= IS_GEAR
        elif c.what == ON_PERMANENT:
            w.types |= IS_UNIT | IS_GEAR
        elif c.what in (ON_ABILITY, ON_GEAR_ABILITY, ON_EMPOWER, ON_EQUIP):
            w.abilities = True
        elif c.what == ON_CARD:
            w.types |= IS_SPELL | IS_UNIT | IS_GEAR
        elif c.what == ON_UNKNOWN:
            w.types |= IS_SPELL | IS_UNIT | IS_GEAR
            w.abilities = w.options = w.hides = True
        elif c.what == ON_OPTIONAL or c.what == ON_REPEAT:
            w.options = True
        elif c.what == ON_HIDE:
            w.hides = True


cdef void see_effect(Desk *k, int player, int card) noexcept nogil:
    """What a card did earlier this turn: Deflect or an ability given to anything, costs of this player changed."""
    cdef Climate *w = &k.climate
    cdef const Facts *f = &k.t.facts[card]
    cdef const Clause *c
    cdef int i
    if player == k.player:
        w.types |= IS_SPELL | IS_UNIT | IS_GEAR
        w.options = w.hides = w.abilities = True
    for i in range(f.n_clauses):
        c = &k.t.clauses[f.clause + i]
        if c.kind == KEYWORD_DEFLECT and c.lasts == LASTS_TURN:
            w.deflect = True
        elif c.kind == ACTIVATED_COST and c.flags & GRANTED:
            w.abilities = True
        elif c.kind == KEYWORD_REPEAT and player == k.player:
            w.grants |= PAY_REPEAT
        if c.filter >= 0 and k.t.filters[c.filter].chooses != -1:
            w.choosy = True


# --------------------------------------------------------------------- which targets change a cost


cdef bint same_costs(const Costs *a, const Costs *b) noexcept nogil:
    """Are they the same costs, in any order? Of Pareto-minimal costs each is there once."""
    cdef int i, j
    cdef bint found
    if a.n != b.n:
        return False
    for i in range(a.n):
        found = False
        for j in range(b.n):
            found = found or memcmp(&a.cost[i], &b.cost[j], sizeof(Demand)) == 0
        if not found:
            return False
    return True


cdef void price(Desk *k, const Act *act) noexcept nogil:
    """The total costs of an act, into k.quote."""
    cdef Sacrifice none
    memset(&none, 0, sizeof(Sacrifice))
    quote_act(k.t, k.pos, act, &none, &k.quote)


cdef bint new_class(Desk *k, const Act *act, int n) noexcept nogil:
    """Do these targets lead to total costs that none of the first n classes has? Then it is class n."""
    cdef int i
    price(k, act)
    if k.quote.code != CODE_OK:
        k.quote.costs.n = 0
    for i in range(n):
        if same_costs(&k.classes[i], &k.quote.costs):
            return False
    k.classes[n] = k.quote.costs
    return True


cdef int classes_of(Desk *k, const Act *base, bint all_things, int16_t *chosen) noexcept nogil:
    """The kinds of targets that lead to different total costs: nothing chosen, then single things, then pairs.

    chosen: two refs for each class, NO_REF for none. Of things with equal Deflect the first stands for all.
    """
    cdef Act act = base[0]
    cdef int16_t singles[MAX_CLASSES]
    cdef int amounts[MAX_CLASSES]
    cdef int n = 1, n_singles = 0, i, j, ref, amount
    cdef bint known, differs
    chosen[0] = chosen[1] = NO_REF
    new_class(k, &act, 0)
    act.n_targets = 1
    for ref in range(REF_LEGEND + k.pos.n_players):
        if n == MAX_CLASSES or n_singles == MAX_CLASSES:
            break
        if thing_seen(k.pos, ref) is NULL:
            continue
        amount = 0
        if k.climate.deflect and thing_seen(k.pos, ref).controller != k.player:
            amount = deflect_of(k.t, k.pos, base, ref, &k.quote)
        known = amount == 0
        for i in range(n_singles):
            known = known or amounts[i] == amount
        if known and not all_things:
            continue
        act.targets[0] = ref
        differs = new_class(k, &act, n)
        if differs:
            chosen[2 * n] = ref
            chosen[2 * n + 1] = NO_REF
            n += 1
        if differs or not known:
            # A discount may hide what the first of two costs.
            singles[n_singles] = ref
            amounts[n_singles] = amount
            n_singles += 1
    act.n_targets = 2
    for i in range(n_singles):
        for j in range(i, n_singles):
            act.targets[0] = singles[i]
            act.targets[1] = singles[j]
            if n < MAX_CLASSES and new_class(k, &act, n):
                chosen[2 * n] = act.targets[0]
                chosen[2 * n + 1] = act.targets[1]
                n += 1
    return n


cdef bint spared(Desk *k, Act *act, int i, const Costs *costs) noexcept nogil:
    """Find targets from the i-th on that lead to the same costs and can be chosen: the cost does not need them."""
    cdef int ref
    for ref in range(REF_LEGEND + k.pos.n_players):
        if thing_seen(k.pos, ref) is NULL:
            continue
        act.targets[i] = ref
        if i + 1 < act.n_targets:
            if spared(k, act, i + 1, costs):
                return True
            continue
        price(k, act)
        if k.quote.code == CODE_OK and same_costs(costs, &k.quote.costs) and performs(k, act):
            return True
    return False


cdef void spare_targets(Desk *k, const Act *base, Way *way) noexcept nogil:
    """Of things with equal costs the first stands for all, unless it is the only one that the cost can take (357.3)."""
    cdef Act act = base[0]
    cdef Costs costs
    cdef int i
    take_way(way, &act)
    price(k, &act)
    if act.n_targets == 0 or k.quote.n_parts == 0 or k.quote.code != CODE_OK:
        return
    costs = k.quote.costs
    if performs(k, &act) or k.outcome.code != CODE_TARGET:
        return
    if spared(k, &act, 0, &costs):
        for i in range(act.n_targets):
            way.targets[i] = act.targets[i]


# ---------------------------------------------------------------------------------------- the ways


cdef void way_put(Desk *k, const int16_t *chosen, int limit, uint32_t pay, int ability, int x, int to) noexcept nogil:
    cdef Way *way
    if k.n_ways >= limit:
        return
    way = &k.ways[k.n_ways]
    k.n_ways += 1
    way.clause = NULL
    way.code = CODE_OK
    way.pay = pay
    way.ability = ability
    way.x = x
    way.to = to
    way.targets[0] = chosen[0]
    way.targets[1] = chosen[1]
    way.n_targets = (chosen[0] != NO_REF) + (chosen[1] != NO_REF)


cdef bint has_option(Desk *k, const Act *base, uint32_t pay) noexcept nogil:
    """Does the card have this optional cost now?"""
    cdef Act act
    act_clear(&act, base.form, base.player)
    act.card = base.card
    act.from_ = base.from_
    act.object = base.object
    act.to = base.to
    act.pay = pay
    price(k, &act)
    return k.quote.code != CODE_CONDITION


cdef int options_of(Desk *k, const Act *base, uint32_t *bits) noexcept nogil:
    """The optional costs of a card, at most 5, in the order of their PAY_ bits."""
    cdef const Facts *f = &k.t.facts[base.card]
    cdef const Clause *c
    cdef uint32_t printed = 0, granted = k.climate.grants
    cdef int i, n = 0, repeats = 0
    for i in range(f.n_clauses):
        c = &k.t.clauses[f.clause + i]
        if c.flags & GRANTED:
            continue
        if c.kind == KEYWORD_ACCELERATE:
            printed |= PAY_ACCELERATE
        elif c.kind == ADDITIONAL_OPTIONAL:
            if c.when < 0:
                printed |= PAY_ADDITIONAL
            else:
                granted |= PAY_ADDITIONAL
        elif c.kind == KEYWORD_REPEAT:
            repeats += 1
    if printed & PAY_ACCELERATE or (granted & PAY_ACCELERATE and has_option(k, base, PAY_ACCELERATE)):
        bits[n] = PAY_ACCELERATE
        n += 1
    if printed & PAY_ADDITIONAL or (granted & PAY_ADDITIONAL and has_option(k, base, PAY_ADDITIONAL)):
        bits[n] = PAY_ADDITIONAL
        n += 1
    i = 0
    while n < 5 and (i < repeats or (granted & PAY_REPEAT and has_option(k, base, <uint32_t>PAY_REPEAT << i))):
        bits[n] = <uint32_t>PAY_REPEAT << i
        n += 1
        i += 1
    return n


cdef void ways_to_play(Desk *k, const Act *base) noexcept nogil:
    """Every combination of its optional costs, for each kind of targets."""
    cdef const Facts *f = &k.t.facts[base.card]
    cdef uint32_t bits[5]
    cdef uint32_t pay
    cdef int16_t chosen[16]
    cdef int n = options_of(k, base, bits)
    cdef int classes = 1
    cdef int i, j, s
    cdef bint all_things = k.climate.choosy or k.t.facts[base.card].asks_targets
    chosen[0] = chosen[1] = NO_REF
    if all_things or (k.climate.deflect and f.type & IS_SPELL):
        classes = classes_of(k, base, all_things, chosen)
    k.n_ways = 0
    for i in range(classes):
        for s in range(1 << n):
            pay = 0
            for j in range(n):
                if s >> j & 1:
                    pay |= bits[j]
            way_put(k, &chosen[2 * i], N_WAYS, pay, -1, -1, base.to)
    if all_things and classes > 1:
        for i in range(k.n_ways):
            spare_targets(k, base, &k.ways[i])


cdef bint has_abilities(const Desk *k, int card) noexcept nogil:
    return k.climate.abilities or k.t.facts[card].n_abilities != 0 or k.t.facts[card].borrows


cdef void act_clear(Act *act, int form, int player) noexcept nogil:
    """An act of this form that names nothing yet; what an empty list holds is left as it was."""
    memset(act, 0, <size_t>(<char *>act.targets - <char *>act))
    # From has_payment to the runes by domain, which are counts.
    memset(&act.has_payment, 0, <size_t>(<char *>act.uses - <char *>&act.has_payment))
    act.form = form
    act.player = player
    act.ability = act.x = -1
    act.object = NO_REF
    act.to = NOWHERE


cdef void use_act(const Desk *k, Act *act, int ref, int ability, bint add) noexcept nogil:
    act_clear(act, ACT_ADD if add else ACT_ACTIVATE, k.player)
    act.ability = ability
    act.object = ref


cdef bint takes_x(const Clause *c) noexcept nogil:
    """Is it an Add of as much as is paid for it?"""
    return c.kind == ADD_ACTIVATED and c.flags & (COST_X_ENERGY | COST_X_POWER) != 0


cdef void ways_to_use(Desk *k, int ref) noexcept nogil:
    """The abilities of an object in order; of one with X each X from 1; else each kind of targets."""
    cdef int16_t chosen[16]
    cdef const Clause *c
    cdef Act act
    cdef int ability, i, classes, first, code = 0, last = 0
    cdef int at
    cdef bint all_things, borrows
    k.n_ways = 0
    last = abilities_of(k.t, k.pos, ref)
    if k.climate.abilities:
        last += MAX_GIVEN
    borrows = k.t.facts[thing_seen(k.pos, ref).card].borrows
    for at in range(2 * last if borrows else last):
        # Of what borrows abilities those with X come last: they take the room that the others leave.
        ability = at % last
        use_act(k, &act, ref, ability, False)
        c = ability_clause(k.t, k.pos, &act, &code)
        chosen[0] = chosen[1] = NO_REF
        if c is NULL or (borrows and takes_x(c) != (at >= last)):
            continue
        first = k.n_ways
        classes = 1
        all_things = k.t.facts[c.card].asks_targets
        if takes_x(c):
            for i in range(1, N_OBJECT_WAYS + 1):
                way_put(k, chosen, N_OBJECT_WAYS, 0, ability, i, NOWHERE)
        else:
            if c.kind != ADD_ACTIVATED and (all_things or k.climate.deflect):
                classes = classes_of(k, &act, all_things, chosen)
            for i in range(classes):
                way_put(k, &chosen[2 * i], N_OBJECT_WAYS, 0, ability, -1, NOWHERE)
        for i in range(first, k.n_ways):
            k.ways[i].clause = c
            k.ways[i].code = code
            if classes > 1 and c.n_parts:
                spare_targets(k, &act, &k.ways[i])


cdef void take_way(const Way *way, Act *act) noexcept nogil:
    act.pay = way.pay
    act.to = way.to
    act.n_targets = way.n_targets
    act.targets[0] = way.targets[0]
    act.targets[1] = way.targets[1]
    if way.ability >= 0:
        act.ability = way.ability
        act.x = way.x


cdef void way_act(const Desk *k, int ref, const Way *way, Act *act) noexcept nogil:
    use_act(k, act, ref, way.ability, way.clause.kind == ADD_ACTIVATED)
    take_way(way, act)


cdef bint in_doubt(const Desk *k, const Act *act) noexcept nogil:
    """Might text that is not understood change whether this is legal? Then it is not listed."""
    cdef Doubted d
    doubts_about(k.t, k.pos, act, &d)
    return d.legality != 0 or d.price != 0


cdef bint performs(Desk *k, const Act *act) noexcept nogil:
    """The long way: on a copy."""
    cdef Act filled = act[0]
    position_copy(&k.scratch, k.pos)
    perform(k.t, &k.scratch, &filled, k.policy, &k.outcome)
    return k.outcome.code == CODE_OK


cdef bint can_perform(Desk *k, const Act *act) noexcept nogil:
    """`performs` where all payments lead to the same answer: the first one that is found will do."""
    cdef const Policy *policy = k.policy
    cdef Policy any_way = policy[0]
    cdef bint found
    any_way.any = True
    k.policy = &any_way
    found = performs(k, act)
    k.policy = policy
    return found
