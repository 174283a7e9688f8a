"""The best plays of a turn, and what can be afforded together: exact search with transpositions (docs/plan.md).

A play is bought on credit: what it costs is added to what is owed, and goes on only while all that is owed could
be paid together. So no choice of a payment is made that a later play might regret. Only where a play changes what
there is to pay with (it brings a source, it kills one), or where costs look at what was paid with, is the debt
settled first, in every distinct way.
"""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from riftcore._actions cimport action_read, plays_list
from riftcore._ways cimport desk_set
from riftcore._cards cimport (
    ADDITIONAL_MANDATORY,
    ADDITIONAL_OPTIONAL,
    ADD_ACTIVATED,
    ADD_MODIFIER,
    ALTERNATE_COST,
    DISCOUNT_OTHER,
    DISCOUNT_SELF,
    IGNORE_COST,
    INCREASE_OTHER,
    INCREASE_SELF,
    IS_GEAR,
    IS_SPELL,
    OP_AND,
    OP_CONTROLS,
    OP_CONTROLS_EXACTLY_HERE,
    OP_COUNT,
    OP_ENERGY_ON_ONE_SPELL,
    OP_FEWER_RUNES,
    OP_FIRST,
    OP_MAX_MIGHT,
    OP_NOT,
    OP_OPPONENT_CONTROLS,
    OP_OR,
    OP_POWER_SPENT,
    OP_RUNES,
    OP_RUNES_AT_LEAST,
    OP_RUNES_AT_MOST,
    OP_STATE,
    OP_TAGS_AMONG,
    OP_TIMES,
    TRIGGERED,
    Clause,
    Facts,
)
from riftcore._cost cimport demand_add
from riftcore._distinct cimport Walk, walk_init, walk_next
from riftcore._payable cimport payable
from riftcore._play cimport pay_all, perform
from riftcore._position cimport (
    ACT_PAY,
    FROM_CHAMPION,
    FROM_HAND,
    NO_REF,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    Act,
    Player,
    Thing,
    position_copy,
    position_size,
)
from riftcore._quote cimport CODE_OK
from riftcore._record cimport Supply
from riftcore._sources cimport supplies_refresh
from riftcore._state cimport State, default_policy, position_free
from riftcore._types cimport FOR_GEAR, FOR_RESOLUTION, FOR_SPELL, FOR_UNIT, LEGEND_READY, N_DOMAINS
from riftcore._types cimport LEGEND_GEAR_POWER, LEGEND_SPELLS_POWER, LEGEND_UNITS_ENERGY

cdef enum:
    RICH = 40               # of everything: pays for any card, and four such counts fit a byte
    OWED_SPELLS = 0
    OWED_UNITS = 1
    OWED_GEAR = 2


# ------------------------------------------------------------------------------- what may interfere


cdef bint looks_at(const Search *s, int node, bint spending, bint killable) noexcept nogil:
    """Does this condition or number look at what was paid with (`spending`: at how much was paid)?"""
    cdef int op
    if node < 0:
        return False
    op = s.t.nodes[node].op
    if op == OP_AND or op == OP_OR:
        return looks_at(s, s.t.nodes[node].a, spending, killable) or looks_at(s, s.t.nodes[node].b, spending, killable)
    if op == OP_NOT:
        return looks_at(s, s.t.nodes[node].a, spending, killable)
    if op == OP_TIMES:
        return looks_at(s, s.t.nodes[node].b, spending, killable)
    if spending:
        return op == OP_POWER_SPENT or op == OP_ENERGY_ON_ONE_SPELL
    if op in (OP_RUNES, OP_RUNES_AT_LEAST, OP_RUNES_AT_MOST, OP_FEWER_RUNES, OP_STATE):
        return True
    if op == OP_FIRST:
        return s.t.nodes[node].a == 1  # gear abilities: an Add of a gear is one
    if op in (OP_CONTROLS, OP_OPPONENT_CONTROLS, OP_COUNT, OP_MAX_MIGHT, OP_TAGS_AMONG, OP_CONTROLS_EXACTLY_HERE):
        return killable or s.t.filters[s.t.nodes[node].a].states != 0
    return False


cdef void look_at_card(Search *s, int card, bint killable) noexcept nogil:
    cdef const Facts *f = &s.t.facts[card]
    cdef const Clause *c
    cdef int i
    for i in range(f.n_clauses):
        c = &s.t.clauses[f.clause + i]
        if c.flags & TRIGGERED or c.kind not in (
            DISCOUNT_SELF, DISCOUNT_OTHER, INCREASE_SELF, INCREASE_OTHER, IGNORE_COST, ALTERNATE_COST,
            ADDITIONAL_MANDATORY, ADDITIONAL_OPTIONAL, ADD_ACTIVATED, ADD_MODIFIER,
        ):
            continue
        if looks_at(s, c.when, False, killable) or looks_at(s, c.energy, False, killable):
            s.sensitive = True
        if looks_at(s, c.power, False, killable) or (c.filter >= 0 and s.t.filters[c.filter].states):
            s.sensitive = True
        if looks_at(s, c.when, True, False) or looks_at(s, c.energy, True, False):
            s.spending = True


cdef void look_around(Search *s, const Position *pos) noexcept nogil:
    """What in sight asks how things were paid?"""
    cdef const Player *p
    cdef int q, i
    cdef bint killable = pos.players[s.player].supply.gold != 0
    s.sensitive = pos.players[s.player].supply.borrowers != 0
    for q in range(pos.n_players):
        p = &pos.players[q]
        if p.has_legend:
            look_at_card(s, p.legend.card, killable)
        for i in range(p.n_board):
            look_at_card(s, p.board[i].card, killable)
        for i in range(p.n_effects):
            look_at_card(s, p.effects[i].card, killable)
    for i in range(pos.n_battlefields):
        look_at_card(s, pos.battlefields[i].card, killable)
    for i in range(s.n_cards):
        look_at_card(s, s.card[i], killable)


# ------------------------------------------------------------------------- can all that is owed be paid?


cdef int owed_class(const Search *s, int card) noexcept nogil:
    cdef int type = s.t.facts[card].type
    return OWED_SPELLS if type & IS_SPELL else OWED_GEAR if type & IS_GEAR else OWED_UNITS


cdef bint is_owed(const Demand *d) noexcept nogil:
    cdef int i
    for i in range(N_DOMAINS):
        if d.power[i]:
            return True
    return d.energy != 0 or d.any != 0 or d.hybrid != 0 or d.hybrid2 != 0


cdef bint has_restricted(const Supply *s) noexcept nogil:
    return (
        s.spells_energy != 0 or s.units_energy != 0 or s.spells_universal != 0 or s.gear_universal != 0 or s.lux != 0
        or s.legend == LEGEND_READY | LEGEND_SPELLS_POWER or s.legend == LEGEND_READY | LEGEND_GEAR_POWER
        or s.legend == LEGEND_READY | LEGEND_UNITS_ENERGY
    )


cdef int add_up(const Demand *owed, Demand *sum) noexcept nogil:
    """All that is owed as one demand. -1: it has too many kinds of symbols for one."""
    sum[0] = owed[0]
    sum.purpose = FOR_RESOLUTION
    return demand_add(sum, &owed[1]) or demand_add(sum, &owed[2])


cdef bint pays_all(const Supply *s, const Demand *owed, bint showdown) noexcept nogil:
    """Can everything owed be paid, each part with what is restricted to it as well?"""
    cdef Demand left[3]
    cdef int spells, gear, legend
    if not has_restricted(s):
        return pays_sum(s, owed, showdown)
    memcpy(left, owed, sizeof(left))
    # Restricted Energy has no other use: it goes first.
    left[OWED_SPELLS].energy = rest_of(left[OWED_SPELLS].energy, s.spells_energy + 2 * s.lux)
    left[OWED_UNITS].energy = rest_of(left[OWED_UNITS].energy, s.units_energy)
    legend = s.legend & 0x7F if s.legend & LEGEND_READY else 0
    spells = s.spells_universal + (legend == LEGEND_SPELLS_POWER)
    gear = s.gear_universal + (legend == LEGEND_GEAR_POWER)
    if pays_without(s, left, OWED_SPELLS, spells, gear, showdown):
        return True
    if legend != LEGEND_UNITS_ENERGY or left[OWED_UNITS].energy == 0 or left[OWED_UNITS].any > 60:
        return False
    left[OWED_UNITS].energy = rest_of(left[OWED_UNITS].energy, 2)
    left[OWED_UNITS].any += 2
    return pays_without(s, left, OWED_SPELLS, spells, gear, showdown)


cdef int rest_of(int n, int less) noexcept nogil:
    return n - less if n > less else 0


cdef bint pays_sum(const Supply *s, const Demand *owed, bint showdown) noexcept nogil:
    cdef Demand sum
    if add_up(owed, &sum):
        return False
    sum.showdown = showdown
    return payable(s, &sum)


cdef bint pays_without(
    const Supply *s, Demand *left, int part, int n, int gear, bint showdown
) noexcept nogil:
    """Take n symbols off a part, in every way, then `gear` symbols off gear; does the rest pay?"""
    cdef Demand *d = &left[part]
    cdef int i
    cdef bint found = False, some = False
    if n == 0:
        if part == OWED_SPELLS and gear:
            return pays_without(s, left, OWED_GEAR, gear, 0, showdown)
        return pays_sum(s, left, showdown)
    for i in range(N_DOMAINS):
        if d.power[i] and not found:
            some = True
            d.power[i] -= 1
            found = pays_without(s, left, part, n - 1, gear, showdown)
            d.power[i] += 1
    if d.hybrid and not found:
        some = True
        d.hybrid -= 1
        found = pays_without(s, left, part, n - 1, gear, showdown)
        d.hybrid += 1
    if d.hybrid2 and not found:
        some = True
        d.hybrid2 -= 1
        found = pays_without(s, left, part, n - 1, gear, showdown)
        d.hybrid2 += 1
    if d.any and not found:
        some = True
        d.any -= 1
        found = pays_without(s, left, part, n - 1, gear, showdown)
        d.any += 1
    if not some:
        return pays_without(s, left, part, 0, gear, showdown)
    return found


# ---------------------------------------------------------------------------------- transpositions


cdef uint64_t mixed(uint64_t h, const void *data, size_t n) noexcept nogil:
    cdef const unsigned char *raw = <const unsigned char *>data
    cdef uint64_t w
    cdef size_t i = 0
    while i < n:
        w = 0
        memcpy(&w, raw + i, 8 if n - i > 8 else n - i)
        h = (h ^ w) * 0x9E3779B97F4A7C15ULL
        h ^= h >> 32
        i += 8
    return h


cdef int keep(uint64_t **table, uint64_t *n, uint64_t *room, uint64_t key) except -1 nogil:
    """Put a key (not 0) into a set. 1: it was there already."""
    cdef uint64_t *old
    cdef uint64_t i, at
    if 4 * n[0] >= 3 * room[0]:
        old = table[0]
        at = room[0] * 2 if room[0] else 1024
        table[0] = <uint64_t *>calloc(at, sizeof(uint64_t))
        if table[0] is NULL:
            table[0] = old
            with gil:
                raise MemoryError
        for i in range(room[0]):
            if old[i]:
                put(table[0], at, old[i])
        free(old)
        room[0] = at
    if put(table[0], room[0], key):
        return 1
    n[0] += 1
    return 0


cdef bint put(uint64_t *table, uint64_t room, uint64_t key) noexcept nogil:
    cdef uint64_t at = (key * 0xD6E8FEB86659FD93ULL >> 20) & (room - 1)
    while table[at]:
        if table[at] == key:
            return True
        at = (at + 1) & (room - 1)
    table[at] = key
    return False


cdef void sort_new(Position *pos, int player, int first) noexcept nogil:
    """What came onto the board is put in one order: the order of the plays makes no other position."""
    cdef Player *p = &pos.players[player]
    cdef Thing moved
    cdef int i, j
    for i in range(first + 1, p.n_board):
        j = i
        while j > first and memcmp(&p.board[j], &p.board[j - 1], sizeof(Thing)) < 0:
            moved = p.board[j]
            p.board[j] = p.board[j - 1]
            p.board[j - 1] = moved
            j -= 1


# -------------------------------------------------------------------------------------- the search


cdef void make_rich(Position *pos, int player) noexcept nogil:
    cdef Supply *s = &pos.players[player].supply
    memset(s.power, RICH, 6)
    s.energy = s.universal = RICH
    s.spells_energy = s.units_energy = s.showdown_energy = 0
    s.spells_universal = s.gear_universal = 0


cdef void take_pool(Supply *into, const Supply *from_) noexcept nogil:
    """The pool of another record; runes and sources stay."""
    memcpy(&into.energy, &from_.energy, 13)


cdef bint same_means(const Supply *a, const Supply *b) noexcept nogil:
    """The same runes and sources?"""
    return memcmp(a.ready, b.ready, 12) == 0 and memcmp(a.seals, b.seals, 17) == 0


cdef int node(Search *s, int depth, double value, uint64_t played, int first) except -1 nogil:
    """Everything that can be played from here. `played`: slots; `first`: where new objects begin on the board."""
    cdef Frame *f = &s.frames[depth]
    cdef uint64_t key
    cdef double more = 0
    cdef int i, n
    key = mixed(mixed(1, &f.pos, position_size(f.pos.n_players)), f.owed, sizeof(f.owed))
    if keep(&s.seen, &s.n_seen, &s.room, key if key else 1):
        return 0
    if s.nodes == s.budget:
        s.cut = True
        return 0
    s.nodes += 1
    if s.all_sets:
        keep(&s.sets, &s.n_sets, &s.set_room, played + 1)
    elif value > s.best or (value == s.best and depth < s.n_best):
        s.best = value
        s.n_best = depth
        memcpy(s.best_plays, s.plays, depth * sizeof(Play))
    if depth == MAX_PLAYS - 1:
        return 0
    if not s.all_sets:
        for i in range(s.n_cards):
            if not played >> i & 1 and s.value[i] > 0:
                more += s.value[i]
        if value + more < s.best or (value + more == s.best and depth >= s.n_best):
            return 0
    position_copy(&f.rich, &f.pos)
    make_rich(&f.rich, s.player)
    desk_set(&f.desk, s.t, &f.rich, s.player, s.policy)
    n = plays_list(&f.desk, f.found)
    for i in range(n):
        play(s, depth, f.found[i], value, played, first)
    return 0


cdef int slot_of(const Search *s, int card, int from_, uint64_t played) noexcept nogil:
    """The first slot of this card that is not played yet."""
    cdef int i
    for i in range(s.n_cards):
        if s.card[i] == card and s.zone[i] == from_ and not played >> i & 1:
            return i
    return -1


cdef int play(Search *s, int depth, int number, double value, uint64_t played, int first) except -1 nogil:
    """One play: on credit where that decides nothing, else all is paid before."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    cdef Act act
    cdef Demand owed[3]
    cdef Demand cost
    cdef Position after
    cdef int i, slot, kind, n_costs
    cdef Demand costs[32]
    cdef bint lazily
    action_read(&f.desk, number, &act)
    if idle_option(s, &act):
        return 0
    slot = slot_of(s, act.card, act.from_, played)
    if slot < 0:
        return 0
    position_copy(&after, &f.rich)
    perform(s.t, &after, &act, s.policy, &f.outcome)
    if f.outcome.code != CODE_OK:
        return 0
    s.plays[depth].card = act.card
    s.plays[depth].from_ = act.from_
    s.plays[depth].slot = slot
    s.plays[depth].number = number
    s.plays[depth].pay = act.pay
    kind = owed_class(s, act.card)
    lazily = not s.sensitive and same_means(&after.players[s.player].supply, &f.rich.players[s.player].supply)
    n_costs = f.outcome.quote.costs.n
    memcpy(costs, f.outcome.quote.costs.cost, n_costs * sizeof(Demand))
    for i in range(n_costs):
        cost = costs[i]
        memcpy(owed, f.owed, sizeof(owed))
        if demand_add(&owed[kind], &cost) or (lazily and add_up(owed, &child.owed[0])):
            # Too many kinds of symbols to owe: the debt is settled first, then the play.
            settle(s, depth, &f.pos, f.owed, &cost, kind, number, value + s.value[slot], played | <uint64_t>1 << slot)
            continue
        if not s.sensitive and not pays_all(&f.pos.players[s.player].supply, owed, f.pos.showdown != 0):
            continue
        if not lazily:
            settle(s, depth, &f.pos, f.owed, &cost, kind, number, value + s.value[slot], played | <uint64_t>1 << slot)
            continue
        memcpy(child.owed, owed, sizeof(owed))
        position_copy(&child.pos, &after)
        take_pool(&child.pos.players[s.player].supply, &f.pos.players[s.player].supply)
        settled(s, &child.pos, &f.pos, &cost, act.card, first)
        node(s, depth + 1, value + s.value[slot], played | <uint64_t>1 << slot, first_new(&child.pos, s, first, &f.pos))
    return 0


cdef bint idle_option(const Search *s, const Act *act) noexcept nogil:
    """An option that costs more and changes nothing that a later play could use."""
    cdef const Facts *f = &s.t.facts[act.card]
    if s.spending or s.sensitive:
        return False
    if act.pay & ~<uint32_t>(PAY_ACCELERATE | PAY_ADDITIONAL):
        return True
    return act.pay & PAY_ACCELERATE != 0 and f.n_sources == 0 and not f.borrows


cdef int first_new(const Position *pos, const Search *s, int first, const Position *before) noexcept nogil:
    """Where new objects begin, when what a play took from the board has closed up."""
    cdef int entered = pos.players[s.player].n_board - before.players[s.player].n_board
    return first if entered >= 0 else first + entered - 1 if first + entered > 0 else 0


cdef void settled(
    Search *s, Position *pos, const Position *before, const Demand *cost, int card, int first
) noexcept nogil:
    """The play stands: a spell has resolved, what was spent is counted, new objects stand in one order."""
    cdef Player *me = &pos.players[s.player]
    cdef int d, symbols = cost.any + cost.hybrid + cost.hybrid2
    if pos.n_chain > s.n_chain:
        pos.n_chain -= 1
        memset(&pos.chain[pos.n_chain], 0, sizeof(pos.chain[0]))
    for d in range(N_DOMAINS):
        symbols += cost.power[d]
    # As for the cost that was chosen, which may be another one than the play on credit took.
    me.turn.energy_spent = least(before.players[s.player].turn.energy_spent + cost.energy, 255)
    me.turn.power_spent = least(before.players[s.player].turn.power_spent + symbols, 255)
    me.turn.max_energy_on_one_spell = before.players[s.player].turn.max_energy_on_one_spell
    if s.t.facts[card].type & IS_SPELL and cost.energy > me.turn.max_energy_on_one_spell:
        me.turn.max_energy_on_one_spell = cost.energy
    if me.n_board > before.players[s.player].n_board:
        sort_new(pos, s.player, first)


cdef int least(int a, int b) noexcept nogil:
    return a if a < b else b


cdef int settle(
    Search *s, int depth, const Position *pos, const Demand *owed, const Demand *cost, int kind, int number,
    double value, uint64_t played,
) except -1 nogil:
    """Pay everything owed and the cost of one play, in every distinct way; then make the play."""
    cdef Demand bills[4]
    cdef Demand sum
    cdef int purposes[4]
    cdef int i
    purposes[0] = FOR_SPELL
    purposes[1] = FOR_UNIT
    purposes[2] = FOR_GEAR
    purposes[3] = purposes[kind]
    for i in range(4):
        bills[i] = owed[i] if i < 3 else cost[0]
        bills[i].purpose = purposes[i]
        bills[i].showdown = pos.showdown != 0
    if (
        not has_restricted(&pos.players[s.player].supply) and pos.players[s.player].supply.borrowers == 0
        and add_up(owed, &sum) == 0 and demand_add(&sum, cost) == 0
    ):
        # What things are paid for matters to nothing: one bill.
        memset(bills, 0, sizeof(bills))
        bills[3] = sum
        bills[3].purpose = FOR_RESOLUTION
        bills[3].showdown = pos.showdown != 0
    return pay_bills(s, depth, pos, bills, 0, cost, number, value, played)


cdef int pay_bills(
    Search *s, int depth, const Position *pos, Demand *bills, int at, const Demand *cost, int number, double value,
    uint64_t played,
) except -1 nogil:
    cdef Position paid
    cdef Walk walk
    cdef Outcome *out
    cdef Act act
    while at < 4 and not is_owed(&bills[at]):
        at += 1
    if at == 4:
        return play_paid(s, depth, pos, cost, number, value, played)
    out = <Outcome *>malloc(sizeof(Outcome))
    if out is NULL:
        with gil:
            raise MemoryError
    memset(&act, 0, sizeof(Act))
    act.form = ACT_PAY
    act.player = s.player
    act.object = NO_REF
    act.purpose = bills[at].purpose
    walk_init(&walk, &pos.players[s.player].supply, &bills[at], False)
    memset(out, 0, sizeof(Outcome))
    while walk_next(&walk, &out.payment):
        s.unsure = s.unsure or out.payment.anomaly or out.payment.henge
        position_copy(&paid, pos)
        out.demand = bills[at]
        out.supply = pos.players[s.player].supply
        out.spent.n = out.n_changes = out.n_used = 0
        pay_all(s.t, &paid, &act, out)
        if supplies_refresh(s.t, &paid) == 0:
            # Counted with the plays.
            paid.players[s.player].turn.energy_spent = pos.players[s.player].turn.energy_spent
            paid.players[s.player].turn.power_spent = pos.players[s.player].turn.power_spent
            pay_bills(s, depth, &paid, bills, at + 1, cost, number, value, played)
    free(out)
    return 0


cdef int play_paid(
    Search *s, int depth, const Position *pos, const Demand *cost, int number, double value, uint64_t played
) except -1 nogil:
    """Make a play that has been paid for. What its payment has used up may have taken other objects away."""
    cdef Frame *child = &s.frames[depth + 1]
    cdef Position rich
    cdef Act act
    position_copy(&rich, pos)
    make_rich(&rich, s.player)
    desk_set(&child.desk, s.t, &rich, s.player, s.policy)
    if not action_read(&child.desk, number, &act):
        return 0
    position_copy(&child.pos, &rich)
    perform(s.t, &child.pos, &act, s.policy, &child.outcome)
    if child.outcome.code != CODE_OK:
        return 0
    memset(child.owed, 0, sizeof(child.owed))
    take_pool(&child.pos.players[s.player].supply, &pos.players[s.player].supply)
    settled(s, &child.pos, pos, cost, act.card, child.pos.players[s.player].n_board)
    return node(s, depth + 1, value, played, child.pos.players[s.player].n_board)


cdef int search_run(Search *s, const Position *pos) except -1 nogil:
    """Search from this position; the player, the values and the budget are set. search_free afterwards."""
    cdef const Player *me = &pos.players[s.player]
    cdef int i
    s.n_chain = pos.n_chain
    s.n_cards = 0
    for i in range(me.n_hand + me.n_champion):
        if s.n_cards == MAX_PLANNED:
            break
        s.card[i] = me.hand[i] if i < me.n_hand else me.champion[i - me.n_hand]
        s.zone[i] = FROM_HAND if i < me.n_hand else FROM_CHAMPION
        s.n_cards += 1
    look_around(s, pos)
    s.frames = <Frame *>malloc(MAX_PLAYS * sizeof(Frame))
    if s.frames is NULL:
        with gil:
            raise MemoryError
    memcpy(&s.frames[0].pos, pos, position_size(pos.n_players))
    memset(s.frames[0].owed, 0, sizeof(s.frames[0].owed))
    return node(s, 0, 0, 0, me.n_board)


cdef void search_free(Search *s) noexcept nogil:
    free(s.frames)
    free(s.seen)
    free(s.sets)
    s.frames = NULL
    s.seen = s.sets = NULL


def best_plays(State state not None, player, list values, budget):
    """The value of the best plays, the plays as (slot, options), how many positions were looked at, was that all?

    values: a float for each card of the hand and then of the champion zone.
    """
    cdef Search s
    cdef int i
    memset(&s, 0, sizeof(Search))
    for i in range(min(len(values), MAX_PLANNED)):
        s.value[i] = values[i]
    try:
        run(&s, state, player, budget)
        return s.best, [(s.best_plays[i].slot, s.best_plays[i].pay) for i in range(s.n_best)], s.nodes, not (s.cut or s.unsure)
    finally:
        search_free(&s)


def all_sets(State state not None, player, budget):
    """Sets that can be afforded as masks of slots, how many positions were looked at; cut by the budget? unsure (_plan.pxd)?"""
    cdef Search s
    cdef uint64_t n
    memset(&s, 0, sizeof(Search))
    s.all_sets = True
    try:
        run(&s, state, player, budget)
        sets = []
        for n in range(s.set_room):
            if s.sets[n]:
                sets.append(s.sets[n] - 1)
        return sets, s.nodes, s.cut, s.unsure
    finally:
        search_free(&s)


cdef int run(Search *s, State state, object player, object budget) except -1:
    """Search a copy of the state's position, without the GIL."""
    cdef Position *pos
    s.t = &state.table.tables
    s.policy = default_policy()
    s.player = state.seat(player)
    s.budget = budget
    pos = state.scratch()
    try:
        with nogil:
            search_run(s, pos)
    finally:
        position_free(pos)
    return 0
