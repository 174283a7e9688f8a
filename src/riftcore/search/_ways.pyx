"""The ways to play a card or to use an object: options, abilities and the kinds of targets that change the cost.

Both start from one desk and end in one list of ways. So the kinds of targets, which both need, stand here too.
"""

from libc.stdint cimport int16_t, uint32_t
from libc.string cimport memcmp, memmove, memset

from riftcore.cards._clauses cimport (
    ADDITIONAL_OPTIONAL,
    ADD_ACTIVATED,
    COST_X_ENERGY,
    COST_X_POWER,
    DOES_ABILITY,
    DOES_ACCELERATE,
    DOES_OPTIONAL,
    DOES_REPEAT,
    DOES_TO_ABILITY,
    GRANTED,
    KEYWORD_ACCELERATE,
    KEYWORD_REPEAT,
    Facts,
)
from riftcore.ground._record cimport Demand
from riftcore.ground._types cimport N_DOMAINS
from riftcore.position._expr cimport Context, matches
from riftcore.position._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    ACT_PLAY,
    ASSUME_TARGETS,
    FROM_FACEDOWN,
    MAX_BANISHED,
    MAX_HAND,
    MAX_TRASH,
    NOWHERE,
    NO_REF,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    PAY_REPEAT,
    REF_FACEDOWN,
    Player,
    Position,
    next_thing,
    position_copy,
    thing_seen,
)
from riftcore.rules._abilities cimport abilities_of, ability_clause
from riftcore.rules._choices cimport chooses_well, each_choice, may_choose
from riftcore.rules._codes cimport CODE_CONDITION, CODE_OK, CODE_TARGET
from riftcore.rules._doing cimport Doing
from riftcore.rules._doubt cimport Doubted, doubts_about
from riftcore.rules._forces cimport Force, does, forces_set, gives_abilities, next_force
from riftcore.rules._leave cimport leave_zone
from riftcore.rules._perform cimport perform
from riftcore.rules._pricing cimport Sacrifice, context, kind_of
from riftcore.rules._quote cimport quote_act
from riftcore.rules._timing cimport NEVER, slowest_now

cdef enum:
    MAX_GIVEN = 4           # abilities that other things give to one object


# -------------------------------------------------------------------------------------- the desk


cdef void desk_set(
    Desk *k, const Tables *t, const Position *pos, int player, const Policy *policy, const Forces *w
) noexcept nogil:
    """Sit down at a position: its player, and what may change their costs. The position must stay as it is.

    `w`: the forces of this player here, which must stay, too; NULL: they are found.
    """
    k.t = t
    k.pos = pos
    k.player = player
    k.policy = policy
    k.purses_known = 0
    k.slowest = slowest_now(pos, player)
    k.w = w
    if k.slowest != NEVER:
        k.roomy = -1
        if w is NULL:
            forces_set(&k.found, t, pos, player)
            k.w = &k.found


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
    """The total costs of an act, into k.quote. If they depend on cards in zones, the card that is played has left its own."""
    cdef Sacrifice none
    cdef Act filled
    cdef Doing d
    memset(&none, 0, sizeof(Sacrifice))
    if act.form != ACT_PLAY or not counts_cards(k, act.card):
        quote_act(k.t, k.pos, k.w, act, &none, &k.quote)
        return
    filled = act[0]
    position_copy(&k.scratch, k.pos)
    k.outcome.n_changes = 0
    d.t = k.t
    d.pos = &k.scratch
    d.w = k.w
    d.act = &filled
    d.policy = k.policy
    d.out = &k.outcome
    leave_zone(&d)
    quote_act(k.t, &k.scratch, k.w, &filled, &none, &k.quote)


cdef bint counts_cards(const Desk *k, int card) noexcept nogil:
    """Does what this card costs depend on cards in a hand, in a trash or facedown?"""
    return k.w.asks_cards or k.t.facts[card].asks_cards


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


cdef struct Classes:        # of choices, by what the act costs with them
    Desk *k
    Act act
    int n
    bint plain              # some choice costs what is said where nothing is named
    int16_t *chosen


cdef void choosing(Desk *k, Act *act, Doing *d) noexcept nogil:
    """What the rules need to know of an act to look for its choices, the position as it is."""
    d.t = k.t
    d.pos = <Position *>k.pos  # which nothing changes: no payment is made
    d.w = k.w
    d.act = act
    d.policy = k.policy
    d.out = &k.outcome
    d.named_to = act.to
    d.hidden = 0
    k.outcome.code = CODE_OK
    if act.form == ACT_PLAY and act.from_ == FROM_FACEDOWN and act.object >= REF_FACEDOWN:
        d.hidden = 1 + k.pos.players[k.player].facedown[(act.object - REF_FACEDOWN) & 3].at


cdef bint can_choose(Desk *k, const Act *act, const Clause *ability) noexcept nogil:
    """Can what the play, or the ability, chooses be chosen, whatever it costs?"""
    cdef Act filled = act[0]
    cdef Doing d
    if k.pos.assume & ASSUME_TARGETS and act.n_targets == 0:
        return True
    choosing(k, &filled, &d)
    return chooses_well(&d, ability)


cdef bint add_class(void *what, const Act *act) noexcept nogil:
    """Is this choice a class of its own? True: there is no room for another one."""
    cdef Classes *c = <Classes *>what
    if act.n_targets == 0 or act.n_targets > 2:
        c.plain = True
        return False
    c.act.n_targets = act.n_targets
    c.act.targets[0] = act.targets[0]
    c.act.targets[1] = act.targets[1] if act.n_targets == 2 else NO_REF
    if new_class(c.k, &c.act, c.n):
        c.chosen[2 * c.n] = c.act.targets[0]
        c.chosen[2 * c.n + 1] = c.act.targets[1]
        c.n += 1
    elif same_costs(&c.k.classes[0], &c.k.quote.costs):
        c.plain = True
    return c.n == MAX_CLASSES


cdef int classes_of(Desk *k, const Act *base, const Clause *ability, int16_t *chosen) noexcept nogil:
    """The choices that lead to different total costs: first what is left open, then the first choice for each other cost.

    chosen: two refs for each class, NO_REF for none. Choices of more than two things are left open alone.
    """
    cdef Classes c
    cdef Act act = base[0]
    cdef Doing d
    chosen[0] = chosen[1] = NO_REF
    new_class(k, &act, 0)
    c.k = k
    c.act = base[0]
    c.n = 1
    c.chosen = chosen
    c.plain = k.pos.assume & ASSUME_TARGETS != 0
    choosing(k, &act, &d)
    each_choice(&d, ability, add_class, &c)
    if not c.plain and c.n > 1:
        # What is left open is then the first of these.
        c.n -= 1
        memmove(chosen, &chosen[2], 2 * c.n * sizeof(int16_t))
        memmove(&k.classes[0], &k.classes[1], c.n * sizeof(Costs))
    return c.n


cdef bint spared(Desk *k, Act *act, int i, const Costs *costs) noexcept nogil:
    """Find targets from the i-th on that lead to the same costs and can be chosen: the cost does not need them."""
    cdef int ref = next_thing(k.pos, -1)
    while ref >= 0:
        act.targets[i] = ref
        if i + 1 < act.n_targets:
            if spared(k, act, i + 1, costs):
                return True
        else:
            price(k, act)
            if k.quote.code == CODE_OK and same_costs(costs, &k.quote.costs) and performs(k, act):
                return True
        ref = next_thing(k.pos, ref)
    return False


cdef void spare_targets(Desk *k, const Act *base, Way *way) noexcept nogil:
    """Of things with equal costs the first stands for all, unless it is the only one that the cost can take (357.3)."""
    cdef Act act = base[0]
    cdef Costs costs
    cdef int i
    take_way(way, &act)
    if act.n_targets == 0:
        return
    price(k, &act)
    if k.quote.n_parts == 0 or k.quote.code != CODE_OK:
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
    cdef uint32_t printed = 0, granted = (
        (PAY_ACCELERATE if does(k.w, DOES_ACCELERATE) else 0) | (PAY_ADDITIONAL if does(k.w, DOES_OPTIONAL) else 0)
        | (PAY_REPEAT if does(k.w, DOES_REPEAT) else 0)
    )
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
    cdef bint all_things = f.asks_targets or k.w.chooses & kind_of(k.t, base) != 0
    chosen[0] = chosen[1] = NO_REF
    if (all_things or k.w.deflects) and may_choose(k.t, f, NULL):
        classes = classes_of(k, base, NULL, chosen)
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
    return gives_abilities(k.w) or k.t.facts[card].n_abilities != 0 or k.t.facts[card].borrows


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


cdef int given_to(const Desk *k, int ref) noexcept nogil:
    """How many abilities other things give this object; they are numbered after those that it has by itself."""
    cdef const Force *force = NULL
    cdef Context x
    cdef Act act
    cdef int n = 0
    cdef int16_t row = k.w.first[DOES_ABILITY]
    if not gives_abilities(k.w):
        return 0
    use_act(k, &act, ref, -1, False)
    while next_force(k.w, &row, &force):
        context(&x, k.t, k.pos, &act, force.ref, force.card, force.you)
        n += matches(&x, force.clause.filter, ref)
    row = k.w.first[DOES_TO_ABILITY]
    while next_force(k.w, &row, &force):
        n += force.on == ref
    return n if n < MAX_GIVEN else MAX_GIVEN


cdef bint takes_x(const Clause *c) noexcept nogil:
    """Is it an Add of as much as is paid for it?"""
    return c.kind == ADD_ACTIVATED and c.flags & (COST_X_ENERGY | COST_X_POWER) != 0


cdef void ways_to_use(Desk *k, int ref) noexcept nogil:
    """The abilities of an object in order; of one with X each X from 1; else each kind of targets."""
    cdef int16_t chosen[16]
    cdef const Clause *c
    cdef Act act
    cdef int ability, i, classes, first, code = 0
    cdef int at, last
    cdef bint all_things, borrows
    k.n_ways = 0
    last = abilities_of(k.t, k.pos, ref) + given_to(k, ref)
    borrows = k.t.facts[thing_seen(k.pos, ref).card].borrows
    for at in range(2 * last if borrows else last):
        # Of what borrows abilities those with X come last: they take the room that the others leave.
        ability = at % last
        use_act(k, &act, ref, ability, False)
        c = ability_clause(k.t, k.pos, k.w, &act, &code)
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
            if c.kind != ADD_ACTIVATED and (all_things or k.w.deflects) and may_choose(k.t, &k.t.facts[c.card], c):
                classes = classes_of(k, &act, c, chosen)
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
    if k.roomy < 0:
        k.roomy = is_roomy(k.pos, k.player)
    return tries(k, act, k.roomy)


cdef bint can_perform(Desk *k, const Act *act) noexcept nogil:
    """`performs` where all payments lead to the same answer: the first one that is found will do."""
    return tries(k, act, True)


cdef bint tries(Desk *k, const Act *act, bint any_way) noexcept nogil:
    cdef Act filled = act[0]
    cdef Policy first
    cdef const Policy *policy = k.policy
    if any_way:
        first = policy[0]
        first.any = True
        policy = &first
    position_copy(&k.scratch, k.pos)
    perform(k.t, &k.scratch, k.w, &filled, policy, &k.outcome)
    return k.outcome.code == CODE_OK


cdef bint is_roomy(const Position *pos, int player) noexcept nogil:
    """Is there room wherever a cost may put things, so that it does not matter which things it takes?"""
    cdef const Player *p
    cdef int seat, things = 0
    for seat in range(pos.n_players):
        things += pos.players[seat].n_board
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        if p.n_hand + things >= MAX_HAND or p.n_trash + p.n_hand + things >= MAX_TRASH or p.n_banished + things >= MAX_BANISHED:
            return False
    return has_room(&pos.players[player].supply, ROOM)


cdef bint has_room(const Supply *s, int most) noexcept nogil:
    """Is no count of the pool above this?"""
    cdef int d
    for d in range(N_DOMAINS):
        if s.power[d] > most:
            return False
    return (
        s.energy <= most and s.universal <= most and s.spells_energy <= most and s.spells_universal <= most
        and s.gear_universal <= most and s.units_energy <= most and s.showdown_energy <= most
    )
