"""The best plays of a turn, and what can be afforded together: exact search with transpositions (docs/plan.md).

A play is bought on credit: what it costs is added to what is owed, and goes on only while all that is owed could
be paid together. So no choice of a payment is made that a later play might regret. Only where a play changes what
there is to pay with (it brings a source, it kills one), or where costs look at what was paid with, is the debt
settled first, in every distinct way.

An Add outside of payments is a move of its own where that may matter: one that costs something, before a debt is
settled for which its source would be used once and for all; one that no payment may make. What a play takes for its
cost makes its Add before.
"""

from itertools import islice

from libc.math cimport INFINITY
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from riftcore.cards._cards cimport (
    ACTIVATED_COST,
    ADD_ACTIVATED,
    ADD_MODIFIER,
    COST_X_ENERGY,
    COST_X_POWER,
    DOES_NOTHING,
    GRANTED,
    IS_GEAR,
    IS_SPELL,
    LASTS_NEXT,
    N_ANY,
    OF_GEAR,
    OF_LEGEND,
    OF_OBJECT,
    OF_SELF,
    OF_UNIT,
    OF_UNIT_OR_GEAR,
    ONCE_EACH_TURN,
    OP_CONST,
    REACTION_TIME,
    SRC_ANOMALY,
    STATE_EXHAUSTED,
    TRIGGERED,
    VERB_EXHAUST,
    VERB_RECYCLE_RUNE,
    VERB_RETURN,
    VERB_UNKNOWN,
    CardTable,
    Clause,
    Facts,
    Part,
)
from riftcore.cards._traits cimport (
    OWN_OPTION,
    OWN_PLAY,
    READS_EXHAUSTED,
    READS_GEAR,
    READS_RUNES,
    READS_SPENT,
    lowers,
)
from riftcore.edge._state cimport State, default_policy, fix_objects, position_free
from riftcore.edge._supply cimport payments_new
from riftcore.ground._cost cimport demand_add
from riftcore.ground._interrupt cimport NO_BUDGET, Watch, tick, watch_begin, watch_end
from riftcore.ground._lanes cimport lane
from riftcore.ground._record cimport Supply
from riftcore.ground._types cimport (
    BORROW_ANOMALY,
    FOR_GEAR,
    FOR_RESOLUTION,
    FOR_SPELL,
    FOR_UNIT,
    LEGEND_GEAR_POWER,
    LEGEND_READY,
    LEGEND_SPELLS_POWER,
    LEGEND_UNITS_ENERGY,
    MAX_COUNT,
    N_DOMAINS,
)
from riftcore.payment._distinct cimport Walk, walk_init, walk_next
from riftcore.payment._pay cimport Payment, cheapest
from riftcore.payment._payable cimport payable
from riftcore.position._position cimport (
    ACT_ADD,
    ACT_PAY,
    ACT_PLAY,
    FROM_CHAMPION,
    FROM_HAND,
    NO_REF,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    Act,
    Player,
    Thing,
    card_at,
    position_copy,
    position_size,
    thing_seen,
)
from riftcore.position._sources cimport supplies_refresh
from riftcore.rules._abilities cimport ability_clause
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._commit cimport pay_all
from riftcore.rules._doing cimport Doing, Spent
from riftcore.rules._doubt cimport plays_in_doubt
from riftcore.rules._forces cimport Forces, forces_set
from riftcore.rules._perform cimport perform
from riftcore.search._actions cimport action_read, adds_list, plays_list
from riftcore.search._legal cimport is_zero
from riftcore.search._ways cimport act_clear, desk_set

from riftcore.errors import RiftcoreError

cdef enum:  # what a card's cost does to what there is to pay with
    TAKES = 1
    RETURNS = 2
    GIVEN = 4               # times this: the cost of other cards
    ADDS_OUTSIDE = 16
    ORDER_MATTERS = 32      # a cost may depend on what was played before
    CHANGES_COSTS = 64      # of other cards, once it is played
    REDUCED = 1024          # it may cost less than it says; GIVEN: others may
    MINDS = 128             # its cost may depend on what was paid with; GIVEN: that of others

cdef enum:  # which plays need not follow: Frame.phase
    ANY_FOLLOWS
    NO_BRINGER              # after a plain play: it would have come first, when more could pay for it
    NO_PLAIN                # after one that takes things: it would have come first, too

cdef enum:
    RICH = 40               # of everything: pays for any card, and four such counts fit a byte
    N_BILLS = N_OWED + 1    # what is owed, and what the move costs
    POOL_BYTES = 13         # of a record, from its Energy on
    N_KEPT = 9              # kinds of Power in it
    FIRST_SOURCE = 25       # of a record: where its sources are
    LAST_SOURCE = 42

cdef int *PURPOSES = [FOR_SPELL, FOR_UNIT, FOR_GEAR, FOR_RESOLUTION]  # of what is owed


# ------------------------------------------------------------------------------- what may interfere


cdef bint by_number(const Search *s, int node) noexcept nogil:
    return node < 0 or s.t.nodes[node].op == OP_CONST


cdef bint looks_at_order(const Search *s, const Clause *c) noexcept nogil:
    """May what this clause does to a cost depend on what was played before?"""
    return (
        c.when >= 0 or c.lasts == LASTS_NEXT or c.flags & ONCE_EACH_TURN != 0
        or not by_number(s, c.energy) or not by_number(s, c.power)
    )


cdef int takes_things(Search *s, const Clause *c) noexcept nogil:
    """Does this cost take or exhaust what could be paid with (TAKES), back to the hand even (RETURNS)?"""
    cdef const Part *p
    cdef int i, found = 0
    for i in range(c.n_parts):
        p = &s.t.parts[c.part + i]
        if p.of in (OF_SELF, OF_LEGEND, OF_UNIT, OF_GEAR, OF_UNIT_OR_GEAR, OF_OBJECT):
            found |= TAKES | RETURNS if p.verb == VERB_RETURN else TAKES
            if p.verb == VERB_RETURN:
                s.returned = MAX_COUNT if p.n == N_ANY else least(s.returned + p.n, MAX_COUNT)
        elif p.verb == VERB_RECYCLE_RUNE or p.verb == VERB_UNKNOWN:
            found |= TAKES
    return found


cdef bint takes_any_number(const Search *s, const Clause *c) noexcept nogil:
    cdef int i
    for i in range(c.n_parts):
        if s.t.parts[c.part + i].n == N_ANY:
            return True
    return False


cdef int look_at_card(Search *s, int card, bint killable) noexcept nogil:
    """What a card in sight asks of how things are paid; what its own cost takes, and what costs that it gives take."""
    cdef const Facts *f = &s.t.facts[card]
    cdef const Clause *c
    cdef int i, found = 0
    cdef bint mine, others
    for i in range(f.n_clauses):
        c = &s.t.clauses[f.clause + i]
        if c.flags & TRIGGERED:
            continue
        if c.kind == ADD_ACTIVATED and c.timing != REACTION_TIME:
            found |= ADDS_OUTSIDE
        elif c.kind != ADD_ACTIVATED and c.kind != ACTIVATED_COST:
            found |= takes_things(s, c) * (GIVEN if c.flags & GRANTED else 1)
            if takes_any_number(s, c):
                found |= MINDS if c.flags & GRANTED == 0 else MINDS * GIVEN
        mine = c.own & (OWN_PLAY | OWN_OPTION) != 0
        others = c.does != DOES_NOTHING or c.kind == ADD_MODIFIER
        if not mine and not others and c.kind != ADD_ACTIVATED:
            continue
        if c.kind != ADD_ACTIVATED:
            found |= ORDER_MATTERS if looks_at_order(s, c) else 0
            found |= CHANGES_COSTS if others else 0
        if lowers(c):
            found |= REDUCED if mine else REDUCED * GIVEN
        if c.reads & READS_RUNES:
            s.runes_matter = True
            found |= MINDS
        if c.reads & (READS_EXHAUSTED | READS_GEAR if killable else READS_EXHAUSTED) or (
            c.filter >= 0 and s.t.filters[c.filter].states & STATE_EXHAUSTED
        ):
            s.things_matter = True
            found |= MINDS * GIVEN if others else MINDS
        if c.reads & READS_SPENT:
            s.spending = True
    return found


cdef int look_at_slot(Search *s, int slot, bint killable) noexcept nogil:
    """What a card that may be played does to what there is to pay with, and to costs."""
    cdef const Facts *f = &s.t.facts[s.card[slot]]
    cdef uint64_t bit = <uint64_t>1 << slot
    cdef int looks = look_at_card(s, s.card[slot], killable)
    if looks & TAKES:
        s.takers |= bit
    if looks & RETURNS:
        s.returners |= bit
    if looks & (ORDER_MATTERS | CHANGES_COSTS):
        s.meddlers |= bit
    if looks & MINDS:
        s.minders |= bit
    if looks & REDUCED:
        s.reduced |= bit
    if looks & ADDS_OUTSIDE or f.n_sources or f.borrows or f.raises_gold:
        s.bringers |= bit
    return looks


cdef void look_around(Search *s, const Position *pos) noexcept nogil:
    """What in sight asks how things were paid, and which cards change what there is to pay with?"""
    cdef const Player *p
    cdef int q, i, seen = 0
    cdef bint killable = pos.players[s.player].supply.gold != 0
    for q in range(pos.n_players):
        p = &pos.players[q]
        if p.has_legend:
            seen |= look_at_card(s, p.legend.card, killable)
        for i in range(p.n_board):
            seen |= look_at_card(s, p.board[i].card, killable)
        for i in range(p.n_effects):
            seen |= look_at_card(s, p.effects[i].card, killable) | ORDER_MATTERS
    for i in range(pos.n_battlefields):
        seen |= look_at_card(s, pos.battlefields[i].card, killable)
    s.ordered = seen & ORDER_MATTERS != 0
    if seen & MINDS:
        # On the board it speaks of other cards.
        s.minders = ~<uint64_t>0
    for i in range(s.n_cards):
        seen |= look_at_slot(s, i, killable)
    if seen & TAKES * GIVEN:
        s.takers = ~<uint64_t>0
    if seen & RETURNS * GIVEN:
        s.returners = ~<uint64_t>0
    if seen & MINDS * GIVEN:
        s.minders = ~<uint64_t>0
    s.cheaper = seen & REDUCED * GIVEN != 0
    s.outside = seen & ADDS_OUTSIDE != 0
    s.sensitive = pos.players[s.player].supply.borrowers != 0


# ------------------------------------------------------------------------- can all that is owed be paid?


cdef int owed_class(const Search *s, int card) noexcept nogil:
    cdef int type = s.t.facts[card].type
    return OWED_SPELLS if type & IS_SPELL else OWED_GEAR if type & IS_GEAR else OWED_UNITS


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
    return demand_add(sum, &owed[1]) or demand_add(sum, &owed[2]) or demand_add(sum, &owed[3])


cdef bint pays_all(const Supply *s, const Demand *owed, bint showdown) noexcept nogil:
    """Can everything owed be paid, each part with what is restricted to it as well?"""
    cdef Demand left[N_OWED]
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


cdef bint is_kept(const uint64_t *table, uint64_t room, uint64_t key) noexcept nogil:
    cdef uint64_t at = place_of(room, key)
    while table[at]:
        if table[at] == key:
            return True
        at = (at + 1) & (room - 1)
    return False


cdef uint64_t place_of(uint64_t room, uint64_t key) noexcept nogil:
    return (key * 0xD6E8FEB86659FD93ULL >> 20) & (room - 1)


cdef bint put(uint64_t *table, uint64_t room, uint64_t key) noexcept nogil:
    cdef uint64_t at = place_of(room, key)
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


cdef bint take_pool(Supply *into, const Supply *from_, const Supply *rich) noexcept nogil:
    """The pool of another record, and what a move has Added to `rich`. False: that is more than a record holds."""
    cdef unsigned char *pool = &into.energy
    cdef const unsigned char *before = &from_.energy
    cdef const unsigned char *paid_from = &rich.energy
    cdef int i, n
    for i in range(POOL_BYTES):
        n = before[i] + (pool[i] - paid_from[i] if pool[i] > paid_from[i] else 0)
        if n > MAX_COUNT:
            return False
        pool[i] = n
    return True


cdef bint same_means(const Supply *a, const Supply *b) noexcept nogil:
    """The same runes and sources?"""
    return memcmp(a.ready, b.ready, 12) == 0 and memcmp(a.seals, b.seals, 17) == 0


cdef bint visited(Search *s, const Frame *f) except -1 nogil:
    """Was this position looked at before? At times only some moves follow: then that is another position.

    Where cards return to the hand, plays that are worth more may lead to the same position.
    """
    cdef uint64_t key = mixed(
        mixed(f.played if s.returners else 1, &f.pos, position_size(f.pos.n_players)), f.owed, sizeof(f.owed)
    )
    cdef uint64_t special = 6 * f.settled + 3 * f.early + f.phase
    key = key if key else 1
    if special == 0:
        return keep(&s.seen, &s.n_seen, &s.room, key) == 1
    if s.room and is_kept(s.seen, s.room, key):
        return True
    key = mixed(key, &special, sizeof(special))
    return keep(&s.seen, &s.n_seen, &s.room, key if key else 1) == 1


cdef bint is_owing(const Frame *f) noexcept nogil:
    cdef int i
    for i in range(N_OWED):
        if not is_zero(&f.owed[i]):
            return True
    return False


cdef bint is_independent(const Search *s, int slot) noexcept nogil:
    """Does a play change no cost of another, and no other play its cost?"""
    return not s.ordered and not s.sensitive and not (s.meddlers | s.minders) >> slot & 1


cdef bint comes_first(const Search *s, const Frame *f, int slot) noexcept nogil:
    """Would the same plays with this one earlier have been as good? Then that order is looked at."""
    cdef bint brings = s.bringers >> slot & 1
    cdef bint takes = s.takers >> slot & 1
    if f.phase == ANY_FOLLOWS or takes or not is_independent(s, slot):
        return False
    return brings if f.phase == NO_BRINGER else not brings


cdef int phase_after(const Search *s, const Frame *f, int slot, bint lazily, const Supply *after) noexcept nogil:
    """What need not follow this play. A plain play, or one that takes things, never leaves more to pay with."""
    if s.follows or not is_independent(s, slot) or s.bringers >> slot & 1:
        return ANY_FOLLOWS
    if s.takers >> slot & 1:
        return NO_PLAIN if s.returners >> slot & 1 == 0 and only_less(after, &f.rich.players[s.player].supply) else ANY_FOLLOWS
    return NO_BRINGER if lazily and s.takers & ~f.played == 0 else ANY_FOLLOWS


cdef bint only_less(const Supply *after, const Supply *before) noexcept nogil:
    """Has a play brought no source?"""
    cdef const unsigned char *a = <const unsigned char *>after
    cdef const unsigned char *b = <const unsigned char *>before
    cdef int i
    for i in range(FIRST_SOURCE, LAST_SOURCE):
        if a[i] > b[i]:
            return False
    return True


cdef double within(const Search *s, uint64_t played, const uint8_t *order, const uint8_t *cost, int left) noexcept nogil:
    """The value of what is left that fits, in order of value by cost; of the last one a part. No choice is worth more."""
    cdef double most = 0
    cdef int i, k
    for k in range(s.n_own):
        i = order[k]
        if played >> i & 1 or s.value[i] <= 0:
            continue
        if cost[i] > left:
            return most + s.value[i] * (left if left > 0 else 0) / cost[i]
        left -= cost[i]
        most += s.value[i]
    return most


cdef double lesser(double a, double b) noexcept nogil:
    return a if a < b else b


cdef int coming(const Search *s, const Frame *f) noexcept nogil:
    """Sources among the cards that are left: each makes two units at most."""
    cdef int i, n = 0
    for i in range(s.n_own):
        n += (s.bringers & ~f.played) >> i & 1
    return 2 * n


cdef int energy_left(const Search *s, const Frame *f) noexcept nogil:
    """More Energy than can be had beyond what is owed."""
    cdef const Supply *p = &f.pos.players[s.player].supply
    cdef int i, n = p.energy + p.spells_energy + p.units_energy + p.showdown_energy + coming(s, f)
    n += p.one + 2 * p.two + 2 * p.lux + p.honeyfruit + p.gold + (2 if p.legend & LEGEND_READY else 0)
    n += 2 * ((p.borrowers & 15) + (p.borrowers >> 4))
    for i in range(N_DOMAINS):
        n += p.ready[i]
    for i in range(N_OWED):
        n -= f.owed[i].energy
    return n


cdef int units_left(const Search *s, const Frame *f) noexcept nogil:
    """More Energy and Power together."""
    cdef const Supply *p = &f.pos.players[s.player].supply
    cdef int i, d, n = energy_left(s, f) + p.universal + p.spells_universal + p.gear_universal + p.honeyfruit + p.gold
    for d in range(N_DOMAINS):
        n += p.ready[d] + p.exhausted[d] + p.seals[d] + p.power[d]
    for i in range(N_OWED):
        for d in range(N_DOMAINS):
            n -= f.owed[i].power[d]
        n -= f.owed[i].any + f.owed[i].hybrid + f.owed[i].hybrid2
    return n


cdef void set_bounds(Search *s, const Position *pos) noexcept nogil:
    """What each card costs at least, and the cards in order of value by cost."""
    cdef const Facts *f
    cdef uint8_t one_each[MAX_PLANNED]
    cdef int i, d
    s.bounded = not (s.cheaper or s.outside or s.returners)
    s.converts = pos.players[s.player].supply.converters != 0 or pos.players[s.player].supply.borrow >> BORROW_ANOMALY & 1
    for i in range(s.n_own):
        f = &s.t.facts[s.card[i]]
        s.energy[i] = s.units[i] = 0
        if not s.reduced >> i & 1:
            s.energy[i] = f.printed.energy
            s.units[i] = f.printed.energy + f.printed.any + f.printed.hybrid + f.printed.hybrid2
            for d in range(N_DOMAINS):
                s.units[i] += f.printed.power[d]
        for d in range(f.n_sources):
            s.converts = s.converts or f.sources[d].kind == SRC_ANOMALY
        s.converts = s.converts or f.borrows
    sort_slots(s, s.by_units, s.units)
    sort_slots(s, s.by_energy, s.energy)
    memset(one_each, 1, sizeof(one_each))
    sort_slots(s, s.by_value, one_each)
    for i in range(s.n_cards):
        s.dearest = s.value[i] if s.value[i] > s.dearest else s.dearest


cdef void sort_slots(const Search *s, uint8_t *order, const uint8_t *cost) noexcept nogil:
    cdef int i, j
    for i in range(s.n_own):
        j = i
        while j > 0 and s.value[i] * cost[order[j - 1]] > s.value[order[j - 1]] * cost[i]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i


cdef bint hopeless(const Search *s, const Frame *f) noexcept nogil:
    """Can nothing that is left make a better plan?"""
    cdef double most = f.value
    cdef int i
    if s.all_sets or s.follows:
        return False
    if s.bounded:
        most = f.value + within(s, f.played, s.by_units, s.units, units_left(s, f))
        if not s.converts:
            most = lesser(most, f.value + within(s, f.played, s.by_energy, s.energy, energy_left(s, f)))
        return is_no_better(s, f, most)
    for i in range(s.n_own):
        if s.value[i] > 0 and not f.played >> i & 1:
            most += s.value[i]
    if s.returners:
        most += worth_again(s, f)
    return is_no_better(s, f, most)


cdef bint is_no_better(const Search *s, const Frame *f, double most) noexcept nogil:
    """Is a plan that is worth `most` no better than the best one? An equal one must have fewer plays."""
    cdef double missing = s.best - f.value
    cdef int i, k, n = f.n_plays
    if most != s.best:
        return most < s.best
    for k in range(s.n_own):
        i = s.by_value[k]
        if missing <= 0:
            break
        if s.returners or not f.played >> i & 1:
            # A card that is played again may be the dearest.
            missing -= s.dearest if s.returners else s.value[i]
            n += 1
    return n >= s.n_best


cdef double worth_again(const Search *s, const Frame *f) noexcept nogil:
    """More than cards are worth that have come back to the hand, or that a cost may still bring back to it."""
    cdef const Player *me = &f.pos.players[s.player]
    cdef uint64_t own = 0
    cdef int i, k, n = 0, returners = 0
    for i in range(s.n_own):
        if s.zone[i] == FROM_HAND and not f.played >> i & 1:
            k = 0
            while k < me.n_hand and (own >> k & 1 or me.hand[k] != s.card[i]):
                k += 1
            own |= <uint64_t>1 << k
    for k in range(me.n_hand):
        n += not own >> k & 1
        returners += is_returner(s, me.hand[k])
    for k in range(me.n_board):
        returners += is_returner(s, me.board[k].card)
    for k in range(me.n_champion):
        returners += is_returner(s, me.champion[k])
    if s.dearest > 0 and returners and (returners > 1 or s.returned == MAX_COUNT):
        return INFINITY  # those that return others may be returned, too
    return s.dearest * (n + returners * s.returned)


cdef bint is_returner(const Search *s, int card) noexcept nogil:
    cdef int i
    for i in range(s.n_cards):
        if s.card[i] == card:
            return s.returners >> i & 1
    return s.returners == ~<uint64_t>0


cdef int node(Search *s, int depth) except -1 nogil:
    """Everything that can be done from here: s.frames[depth] says where."""
    cdef Frame *f = &s.frames[depth]
    cdef uint64_t left = ~f.played & (~<uint64_t>0 >> (MAX_PLANNED - s.n_cards) if s.n_cards else 0)
    cdef uint64_t minded, plans = s.best_plans
    cdef Demand nothing
    cdef int i, n
    if f.phase == NO_BRINGER:
        left &= s.meddlers | s.takers | s.minders
    if tick(&s.pace):
        s.stop = True  # what was found so far is no answer
    if s.stop or visited(s, f):
        return 0
    if s.nodes == s.budget:
        s.cut = s.stop = True
        return 0
    s.nodes += 1
    if s.follows:
        s.done = s.stop = f.n_plays == s.n_line
    elif s.all_sets:
        keep(&s.sets, &s.n_sets, &s.set_room, f.played + 1)
    elif f.value > s.best or (f.value == s.best and f.n_plays < s.n_best):
        s.best = f.value
        s.n_best = f.n_plays
        s.best_plans += 1
        memcpy(s.best_plays, s.plays, f.n_plays * sizeof(Play))
    if depth == MAX_MOVES - 1:
        s.cut = True
        return 0
    if hopeless(s, f):
        return 0
    position_copy(&f.rich, &f.pos)
    make_rich(&f.rich, s.player)
    desk_set(&f.desk, s.t, &f.rich, s.player, s.policy)
    n = plays_list(&f.desk, f.found)
    for i in range(n):
        if s.stop:
            return 0
        if plans != s.best_plans:
            plans = s.best_plans
            if hopeless(s, f):
                return 0
        play(s, depth, f.found[i])
    if s.stop or hopeless(s, f):
        return 0
    if left & s.minders and is_owing(f):
        # Pay for all so far; then only a play that minds follows.
        child_of(s, depth, False)
        s.frames[depth + 1].settled = True
        memset(&nothing, 0, sizeof(Demand))
        settle(s, depth, &nothing, FOR_RESOLUTION, 0, NULL)
    if (s.sensitive or s.outside or left & (s.takers | s.bringers | s.minders)) and not f.settled:
        minded = left & s.minders
        n = adds_list(&f.desk, f.found, minded != 0 and s.things_matter, minded != 0 and s.runes_matter)
        for i in range(n):
            if not s.stop:
                add(s, depth, f.found[i])
    return 0


cdef int slot_of(Search *s, int card, int from_, uint64_t played) noexcept nogil:
    """The first slot of this card that is not played yet; a new one for a card that is played again."""
    cdef double value = 0
    cdef int i
    for i in range(s.n_cards):
        if s.card[i] == card:
            value = s.value[i]
            if s.zone[i] == from_ and not played >> i & 1:
                return i
    i = new_slot(s, card, from_, value)
    if i >= 0:
        look_at_slot(s, i, False)
    return i


cdef int new_slot(Search *s, int card, int from_, double value) noexcept nogil:
    """-1: no room, so not all can be found."""
    if s.n_cards == MAX_PLANNED:
        s.cut = True
        return -1
    s.card[s.n_cards] = card
    s.zone[s.n_cards] = from_
    s.value[s.n_cards] = value
    s.n_cards += 1
    return s.n_cards - 1


cdef bint is_next(const Search *s, int n, const Act *act) noexcept nogil:
    """Where a line is followed: is this its next play?"""
    return s.line[n].card == act.card and s.line[n].from_ == act.from_ and s.line[n].pay == act.pay


cdef void child_of(Search *s, int depth, bint early) noexcept nogil:
    """The next frame, as after an Add: the plays are the same, and any may follow."""
    cdef const Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    child.value = f.value
    child.played = f.played
    child.n_plays = f.n_plays
    child.first = f.first
    child.early = early
    child.settled = False
    child.phase = ANY_FOLLOWS


cdef int play(Search *s, int depth, int number) except -1 nogil:
    """One play: on credit where that decides nothing, else all is paid before."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    cdef Act act
    cdef Demand owed[N_OWED]
    cdef Demand sum
    cdef Demand costs[32]
    cdef Position after
    cdef int i, slot, kind, n_costs
    cdef bint lazily, minds
    action_read(&f.desk, number, &act)
    if s.follows:
        if not is_next(s, f.n_plays, &act):
            return 0
    elif idle_option(s, f, &act):
        return 0
    slot = slot_of(s, act.card, act.from_, f.played)
    if slot < 0 or comes_first(s, f, slot):
        return 0
    minds = s.minders >> slot & 1
    if f.settled and not minds:
        return 0
    if minds and is_owing(f):
        return 0  # what it costs is known when all has been paid: see `node`
    position_copy(&after, &f.rich)
    perform(s.t, &after, &f.desk.forces, &act, s.policy, &f.outcome)
    if f.outcome.code != CODE_OK:
        return 0
    for i in range(f.outcome.quote.n_parts):
        if s.t.parts[f.outcome.quote.parts[i]].n == N_ANY:
            return play_at_once(s, depth, slot, &act)
    kind = owed_class(s, act.card)
    lazily = not s.sensitive and same_means(&after.players[s.player].supply, &f.rich.players[s.player].supply)
    n_costs = f.outcome.quote.costs.n
    memcpy(costs, f.outcome.quote.costs.cost, n_costs * sizeof(Demand))
    for i in range(n_costs):
        child_of(s, depth, False)
        put_play(s, depth, slot, &act)
        child.phase = phase_after(s, f, slot, lazily, &after.players[s.player].supply)
        memcpy(owed, f.owed, sizeof(owed))
        if demand_add(&owed[kind], &costs[i]) or (lazily and add_up(owed, &sum)):
            # Too many kinds of symbols to owe: the debt is settled first, then the play.
            settle(s, depth, &costs[i], PURPOSES[kind], number, &act)
            continue
        if not s.sensitive and not pays_all(&f.pos.players[s.player].supply, owed, f.pos.showdown != 0):
            continue
        if not lazily:
            settle(s, depth, &costs[i], PURPOSES[kind], number, &act)
            continue
        if f.early and not minds:
            continue
        memcpy(child.owed, owed, sizeof(owed))
        position_copy(&child.pos, &after)
        on_credit(s, depth, &costs[i], act.card)
    return 0


cdef int play_at_once(Search *s, int depth, int slot, Act *act) except -1 nogil:
    """A play whose cost takes any number of things: how many, depends on what there is to pay with.

    It is paid in the best way, which a later play might regret.
    """
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    cdef Demand cost
    s.unsure = True
    position_copy(&child.pos, &f.pos)
    perform(s.t, &child.pos, NULL, act, s.policy, &f.outcome)
    if f.outcome.code != CODE_OK:
        return 0
    cost = f.outcome.demand
    child_of(s, depth, False)
    put_play(s, depth, slot, act)
    memset(child.owed, 0, sizeof(child.owed))
    child.first = child.pos.players[s.player].n_board
    settled(s, &child.pos, &f.pos, &cost, act.card, child.first)
    return node(s, depth + 1)


cdef void put_play(Search *s, int depth, int slot, const Act *act) noexcept nogil:
    """The next frame has one play more."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    child.value += s.value[slot]
    child.played |= <uint64_t>1 << slot
    child.n_plays += 1
    s.plays[f.n_plays].card = act.card
    s.plays[f.n_plays].from_ = act.from_
    s.plays[f.n_plays].pay = act.pay


cdef int add(Search *s, int depth, int number) except -1 nogil:
    """An Add outside of payments. What it costs is owed; where it takes other things, all is paid before."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    cdef Act act
    cdef Demand cost
    cdef const Clause *c
    cdef int code = 0, purpose
    cdef bint in_payments = True
    action_read(&f.desk, number, &act)
    position_copy(&child.pos, &f.rich)
    if act.rune:
        # One that is not exhausted makes its Energy first.
        act.rune = 2 if child.pos.players[s.player].supply.exhausted[act.domain] else 1
        perform(s.t, &child.pos, &f.desk.forces, &act, s.policy, &f.outcome)
        act.rune = 2
    else:
        c = ability_clause(s.t, &f.rich, &f.desk.forces, &act, &code)
        in_payments = c is not NULL and c.timing == REACTION_TIME
    perform(s.t, &child.pos, &f.desk.forces, &act, s.policy, &f.outcome)
    if f.outcome.code != CODE_OK:
        return 0
    memset(&cost, 0, sizeof(Demand))
    purpose = FOR_RESOLUTION
    if f.outcome.paid:
        cost = f.outcome.demand
        purpose = cost.purpose
        cost.purpose = cost.showdown = 0
    child_of(s, depth, in_payments and not s.sensitive)
    memcpy(child.owed, f.owed, sizeof(child.owed))
    if not is_zero(&cost) and s.sensitive:
        return settle(s, depth, &cost, purpose, number, &act)
    if not in_payments and not same_means(&child.pos.players[s.player].supply, &f.rich.players[s.player].supply):
        return settle(s, depth, &cost, purpose, number, &act)
    if demand_add(&child.owed[OWED_ADDS], &cost) or not (
        pays_all(&f.pos.players[s.player].supply, child.owed, f.pos.showdown != 0)
    ):
        return 0
    return on_credit(s, depth, &cost, 0)


cdef int on_credit(Search *s, int depth, const Demand *cost, int card) except -1 nogil:
    """Go on from the next frame, whose position is as after the move with a rich pool."""
    cdef Frame *f = &s.frames[depth]
    cdef Frame *child = &s.frames[depth + 1]
    if not take_pool(
        &child.pos.players[s.player].supply, &f.pos.players[s.player].supply, &f.rich.players[s.player].supply
    ):
        return 0
    settled(s, &child.pos, &f.pos, cost, card, child.first)
    if child.pos.players[s.player].n_board < f.pos.players[s.player].n_board:
        # What was taken may have stood among the new ones.
        child.first = child.pos.players[s.player].n_board
    return node(s, depth + 1)


cdef bint idle_option(const Search *s, const Frame *f, const Act *act) noexcept nogil:
    """An option that costs more and changes nothing that a later play could use."""
    cdef const Facts *facts = &s.t.facts[act.card]
    if s.spending or s.sensitive:
        return False
    if act.pay & ~<uint32_t>(PAY_ACCELERATE | PAY_ADDITIONAL):
        return True
    # A unit that enters ready makes Adds, or is exhausted for a later cost.
    return act.pay & PAY_ACCELERATE != 0 and s.takers & ~f.played == 0 and facts.n_sources == 0 and not facts.borrows


cdef void settled(
    Search *s, Position *pos, const Position *before, const Demand *cost, int card, int first
) noexcept nogil:
    """The move stands: a spell has resolved, what was spent is counted, new objects stand in one order."""
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


cdef int settle(Search *s, int depth, const Demand *cost, int purpose, int number, const Act *act) except -1 nogil:
    """Pay everything owed and the cost of one move, in every distinct way; then make the move."""
    cdef Frame *f = &s.frames[depth]
    cdef const Supply *supply = &f.pos.players[s.player].supply
    cdef Demand bills[N_BILLS]
    cdef Demand sum
    cdef int i
    for i in range(N_BILLS):
        bills[i] = f.owed[i] if i < N_OWED else cost[0]
        bills[i].purpose = PURPOSES[i] if i < N_OWED else purpose
        bills[i].showdown = f.pos.showdown != 0
    if not has_restricted(supply) and supply.borrowers == 0:
        if add_up(f.owed, &sum) == 0 and demand_add(&sum, cost) == 0:
            # What things are paid for matters to nothing: one bill.
            memset(bills, 0, sizeof(bills))
            bills[N_OWED] = sum
            bills[N_OWED].purpose = FOR_RESOLUTION
            bills[N_OWED].showdown = f.pos.showdown != 0
    return pay_bills(s, depth, &f.pos, bills, 0, cost, number, act)


cdef int pay_bills(
    Search *s, int depth, const Position *pos, Demand *bills, int at, const Demand *cost, int number, const Act *move
) except -1 nogil:
    cdef const Supply *all_of = &pos.players[s.player].supply
    cdef Supply less
    cdef Outcome *out
    while at < N_BILLS and is_zero(&bills[at]):
        at += 1
    if at == N_BILLS:
        return move_paid(s, depth, pos, cost, number, move) if move is not NULL else all_paid(s, depth, pos)
    out = <Outcome *>malloc(sizeof(Outcome))
    if out is NULL:
        with gil:
            raise MemoryError
    memset(out, 0, sizeof(Outcome))
    less = all_of[0]
    pay_bill(s, depth, pos, &less, bills, at, cost, number, move, out)
    while not s.stop and keep_more(&less, all_of, &bills[at]):
        pay_bill(s, depth, pos, &less, bills, at, cost, number, move, out)
    free(out)
    return 0


cdef bint keep_more(Supply *less, const Supply *all_of, const Demand *bill) noexcept nogil:
    """Keep other Power of the pool for later: an Add may pay in its place. False: all of it has been kept.

    A payment makes no Add that it does not need; but Power of one domain may do later what the Add could not.
    """
    cdef uint8_t *kept[N_KEPT]
    cdef uint8_t whole[N_KEPT]
    cdef int i
    if not (has_symbols(bill) or all_of.converters or all_of.borrow):
        return False
    for i in range(N_DOMAINS):
        kept[i], whole[i] = &less.power[i], all_of.power[i]
    kept[6], whole[6] = &less.universal, all_of.universal
    kept[7], whole[7] = &less.spells_universal, all_of.spells_universal
    kept[8], whole[8] = &less.gear_universal, all_of.gear_universal
    for i in range(N_KEPT):
        if kept[i][0]:
            kept[i][0] -= 1
            return True
        kept[i][0] = whole[i]
    return False


cdef bint has_symbols(const Demand *d) noexcept nogil:
    cdef int i
    for i in range(N_DOMAINS):
        if d.power[i]:
            return True
    return d.any + d.hybrid + d.hybrid2 != 0


cdef void give_back(Supply *pool, const Supply *all_of, const Supply *less) noexcept nogil:
    """Put what was kept into the pool again."""
    cdef int i
    for i in range(N_DOMAINS):
        pool.power[i] += all_of.power[i] - less.power[i]
    pool.universal += all_of.universal - less.universal
    pool.spells_universal += all_of.spells_universal - less.spells_universal
    pool.gear_universal += all_of.gear_universal - less.gear_universal


cdef int pay_bill(
    Search *s, int depth, const Position *pos, const Supply *less, Demand *bills, int at, const Demand *cost, int number,
    const Act *move, Outcome *out
) except -1 nogil:
    """Pay one bill in every distinct way, without what is kept; then the next ones."""
    cdef Position paid
    cdef Walk walk
    cdef Act act
    cdef Supply *after = &paid.players[s.player].supply
    cdef uint64_t plans = s.best_plans
    cdef bint best_first
    cdef Doing d
    d.t = s.t
    d.pos = &paid
    d.w = NULL
    d.act = &act
    d.policy = s.policy
    d.out = out
    memset(&act, 0, sizeof(Act))
    act.form = ACT_PAY
    act.player = s.player
    act.object = NO_REF
    act.purpose = bills[at].purpose
    walk_init(&walk, less, &bills[at], False)
    # The best payment first: it is the likeliest to leave enough for all that follows.
    best_first = not s.all_sets and cheapest(less, &bills[at], s.policy, &out.payment)
    while not s.stop and (best_first or walk_next(&walk, &out.payment)):
        best_first = False
        if tick(&s.pace):
            s.stop = True
            break
        if s.best_plans != plans:
            plans = s.best_plans
            if hopeless(s, &s.frames[depth]):
                break
        position_copy(&paid, pos)
        after[0] = less[0]
        out.demand = bills[at]
        out.supply = less[0]
        out.spent.n = out.n_changes = out.n_used = 0
        pay_all(&d)
        keep_energy(after, less, &out.payment)
        give_back(after, &pos.players[s.player].supply, less)
        if supplies_refresh(s.t, &paid) == 0:
            # Counted with the plays.
            paid.players[s.player].turn.energy_spent = pos.players[s.player].turn.energy_spent
            paid.players[s.player].turn.power_spent = pos.players[s.player].turn.power_spent
            pay_bills(s, depth, &paid, bills, at + 1, cost, number, move)
    return 0


cdef void keep_energy(Supply *after, const Supply *before, const Payment *paid) noexcept nogil:
    """A ready rune that was recycled makes its Energy first, which stays in the pool."""
    cdef int d, n
    for d in range(N_DOMAINS):
        n = lane(paid.recycle, d) - lane(paid.exhaust, d) - before.exhausted[d]
        if n > 0:
            after.energy = least(after.energy + n, MAX_COUNT)


cdef bint same_move(const Search *s, int depth, const Act *want, const Act *act) noexcept nogil:
    """Is it the same move, from the frame at `depth` to the next, whose refs may be others?"""
    if want.form != act.form or want.pay != act.pay or want.ability != act.ability or want.x != act.x:
        return False
    if want.form == ACT_PLAY:
        return want.card == act.card and want.from_ == act.from_ and want.n_targets == act.n_targets
    return card_at(&s.frames[depth].pos, want.object) == card_at(&s.frames[depth + 1].rich, act.object)


cdef bint find_again(Search *s, int depth, int number, const Act *want, Act *act) noexcept nogil:
    """The move as it reads in the next frame: what was paid with may have left, so that numbers are others."""
    cdef Frame *child = &s.frames[depth + 1]
    cdef int i, n
    if action_read(&child.desk, number, act) and same_move(s, depth, want, act):
        return True
    n = plays_list(&child.desk, child.found) if want.form == ACT_PLAY else adds_list(&child.desk, child.found, True, True)
    for i in range(n):
        if action_read(&child.desk, child.found[i], act) and same_move(s, depth, want, act):
            return True
    return False


cdef int move_paid(
    Search *s, int depth, const Position *pos, const Demand *cost, int number, const Act *move
) except -1 nogil:
    """Make a move that has been paid for. What its payment has used up may have taken other objects away."""
    cdef Frame *child = &s.frames[depth + 1]
    cdef Act act
    position_copy(&child.rich, pos)
    make_rich(&child.rich, s.player)
    desk_set(&child.desk, s.t, &child.rich, s.player, s.policy)
    if not find_again(s, depth, number, move, &act):
        return 0
    perform_rich(s, child, pos, &act)
    if child.outcome.code != CODE_OK:
        return 0
    if child.outcome.spent.n and not same_means(
        &child.pos.players[s.player].supply, &child.rich.players[s.player].supply
    ):
        if rescue(s, depth, pos, cost, number, move):
            return 0
        perform_rich(s, child, pos, &act)  # the frame was used for that
    memset(child.owed, 0, sizeof(child.owed))
    if not take_pool(
        &child.pos.players[s.player].supply, &pos.players[s.player].supply, &child.rich.players[s.player].supply
    ):
        return 0
    child.first = child.pos.players[s.player].n_board
    settled(s, &child.pos, pos, cost, act.card, child.first)
    return node(s, depth + 1)


cdef int all_paid(Search *s, int depth, const Position *pos) except -1 nogil:
    """Go on from here, where nothing is owed."""
    cdef Frame *child = &s.frames[depth + 1]
    position_copy(&child.pos, pos)
    memset(child.owed, 0, sizeof(child.owed))
    child.first = pos.players[s.player].n_board
    return node(s, depth + 1)


cdef void perform_rich(Search *s, Frame *f, const Position *pos, Act *act) noexcept nogil:
    """Make a move with a pool that pays for everything, from this position."""
    position_copy(&f.rich, pos)
    make_rich(&f.rich, s.player)
    position_copy(&f.pos, &f.rich)
    perform(s.t, &f.pos, NULL, act, s.policy, &f.outcome)


cdef bint rescue(
    Search *s, int depth, const Position *pos, const Demand *cost, int number, const Act *move
) except -1 nogil:
    """What the move has taken makes its Add before, where that costs nothing. True: to leave it out is no better."""
    cdef Spent spent = s.frames[depth + 1].outcome.spent
    cdef const Thing *thing
    cdef Position added
    cdef int i, ability
    cdef bint needless = False
    for i in range(spent.n):
        thing = thing_seen(pos, spent.item[i].ref)
        if thing is NULL or thing.controller != s.player:
            continue
        for ability in range(s.t.facts[thing.card].n_abilities):
            if not s.stop and adds_freely(s, pos, spent.item[i].ref, ability, &added):
                move_paid(s, depth, &added, cost, number, move)
                # An object that is still there is taken all the same, unless it must be ready for that.
                needless = (
                    spent.item[i].verb != VERB_EXHAUST
                    and added.players[s.player].n_board == pos.players[s.player].n_board
                )
        if needless:
            return True
    return s.stop


cdef bint adds_freely(Search *s, const Position *pos, int ref, int ability, Position *added) noexcept nogil:
    """Make an Add that may be made in a payment and costs nothing but its object."""
    cdef Act act
    cdef Outcome *out = &s.frames[MAX_MOVES].outcome
    cdef Forces w
    cdef const Clause *c
    cdef int code = 0
    act_clear(&act, ACT_ADD, s.player)
    act.object = ref
    act.ability = ability
    forces_set(&w, s.t, pos, s.player)
    c = ability_clause(s.t, pos, &w, &act, &code)
    if c is NULL or code != CODE_OK or c.kind != ADD_ACTIVATED or c.timing != REACTION_TIME:
        return False
    if c.flags & (COST_X_ENERGY | COST_X_POWER) or not is_zero(&c.cost):
        return False
    position_copy(added, pos)
    perform(s.t, added, &w, &act, s.policy, out)
    return out.code == CODE_OK


cdef void search_cards(Search *s, const Position *pos) noexcept nogil:
    """The cards that may be played: those of hand and champion zone; and the board, of which some may return."""
    cdef const Player *me = &pos.players[s.player]
    cdef int i
    for i in range(me.n_hand):
        new_slot(s, me.hand[i], FROM_HAND, 0)
    for i in range(me.n_champion):
        new_slot(s, me.champion[i], FROM_CHAMPION, 0)
    s.n_own = s.n_cards
    look_around(s, pos)
    for i in range(me.n_board):
        if s.returners and s.n_cards < MAX_PLANNED and not s.t.facts[me.board[i].card].token:
            look_at_slot(s, new_slot(s, me.board[i].card, FROM_HAND, 0), False)


cdef int search_run(Search *s, const Position *pos) except -1 nogil:
    """Search from this position; the player, the cards, their values and the budget are set. search_free afterwards."""
    s.n_chain = pos.n_chain
    set_bounds(s, pos)
    s.frames = <Frame *>malloc((MAX_MOVES + 1) * sizeof(Frame))  # the last one to work in
    if s.frames is NULL:
        with gil:
            raise MemoryError
    memcpy(&s.frames[0].pos, pos, position_size(pos.n_players))
    memset(s.frames[0].owed, 0, sizeof(s.frames[0].owed))
    s.frames[0].value = 0
    s.frames[0].played = 0
    s.frames[0].n_plays = 0
    s.frames[0].first = pos.players[s.player].n_board
    s.frames[0].early = s.frames[0].settled = False
    s.frames[0].phase = ANY_FOLLOWS
    return node(s, 0)


cdef void search_free(Search *s) noexcept nogil:
    free(s.frames)
    free(s.seen)
    free(s.sets)
    s.frames = NULL
    s.seen = s.sets = NULL


def best_plays(State state not None, player, worth, budget):
    """The value of the best plays, the plays as (card, its number in the table, zone, options), how many positions
    were looked at, was that all?

    worth: what playing a Card is worth.
    """
    cdef Search s
    cdef int i
    cdef CardTable table = begin(&s, state, player, budget)
    for i in range(s.n_cards):
        s.value[i] = worth(table.cards[s.card[i]])
    try:
        run(&s, state, table)
        plays = [
            (
                table.cards[s.best_plays[i].card], s.best_plays[i].card, s.best_plays[i].from_,
                s.best_plays[i].pay,
            )
            for i in range(s.n_best)
        ]
        return s.best, plays, s.nodes, not (s.cut or s.unsure)
    finally:
        search_free(&s)


def all_sets(State state not None, player, budget):
    """Sets that can be afforded as masks of slots, the Card of each slot, how many positions were looked at; cut by the budget? unsure (_plan.pxd)?"""
    cdef Search s
    cdef uint64_t n
    cdef int i
    cdef CardTable table = begin(&s, state, player, budget)
    s.all_sets = True
    try:
        run(&s, state, table)
        sets = []
        for n in range(s.set_room):
            if s.sets[n]:
                sets.append(s.sets[n] - 1)
        cards = []
        for i in range(s.n_cards):
            cards.append(table.cards[s.card[i]])
        return sets, cards, s.nodes, s.cut, s.unsure
    finally:
        search_free(&s)


def follows(State state not None, list plays, budget):
    """Can these plays, as (name, number in the table, zone, options), be made in this order? Adds are made where they help.

    False, too, where more positions than the budget would have to be looked at.
    """
    cdef Search s
    cdef int i
    if not plays:
        return True
    cdef CardTable table = begin(&s, state, None, budget)
    s.follows = True
    s.n_line = len(plays)
    for i in range(s.n_line):
        _, s.line[i].card, s.line[i].from_, s.line[i].pay = plays[i]
    try:
        run(&s, state, table)
        return s.done
    finally:
        search_free(&s)


def first_payments(State state not None, number, most):
    """The first distinct payments of an action, in the order of the integers that name them; are these all?"""
    cdef Act act
    cdef Desk desk
    cdef Outcome out
    cdef Demand demand
    cdef Position *pos = NULL
    cdef CardTable table = state.table
    cdef int i
    state.read_number(number, None, &act, &desk)
    pos = state.scratch()
    perform(&table.tables, pos, &desk.forces, &act, default_policy(), &out)
    position_free(pos)
    if out.code != CODE_OK or not out.paid:
        return [], True
    for i in range(out.quote.costs.n if out.quote.costs.n > 1 else 0):
        demand = out.quote.costs.cost[i]
        demand.purpose = out.demand.purpose
        demand.showdown = out.demand.showdown
        some = list(islice(payments_new(&out.supply, &demand, state.roster(act.player)), most + 1))
        if len(some) > most:
            return some[:most], False
    state.read_number(number, None, &act, &desk)
    some = list(islice(state.ways_of(&act, &out, False), most + 1))
    return some[:most], len(some) <= most


def objects_given(State state not None, number):
    """The objects that the payments of an action give up for its cost, in the form of `with`."""
    cdef Act act
    cdef Desk desk
    cdef Act filled
    cdef Outcome out
    state.read_number(number, None, &act, &desk)
    filled = act
    state.ways_of(&filled, &out, False)
    fix_objects(&act, &out)
    return state.fixed_dict(&act)


cdef CardTable begin(Search *s, State state, object player, object budget):
    """Gives the card table, which the search reads until it has ended."""
    cdef CardTable table = state.table
    memset(s, 0, sizeof(Search))
    s.pace = 1
    s.t = &table.tables
    s.policy = default_policy()
    s.player = state.seat(player)
    s.budget = budget
    search_cards(s, state.pos)
    s.unsure = s.t.doubtful and plays_in_doubt(s.t, state.pos, s.player)
    s.unsure = s.unsure or ((s.returners or s.takers) and borrower_there(s, state.pos))
    return table


cdef bint borrower_there(const Search *s, const Position *pos) noexcept nogil:
    """Has an object the abilities of others? It should use those of what a cost takes before: that is not searched."""
    cdef int p, i
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            if s.t.facts[pos.players[p].board[i].card].borrows and pos.players[p].board[i].controller == s.player:
                return True
    return False


cdef int run(Search *s, State state, CardTable table) except -1:
    """Search a copy of the state's position, without the GIL."""
    cdef Position *pos
    if not table.continues(state.table):
        raise RiftcoreError("the state has changed while its plans were valued")
    cdef Watch watch
    pos = state.scratch()
    watch_begin(&watch, NO_BUDGET)
    try:
        with nogil:
            search_run(s, pos)
    finally:
        position_free(pos)
        watch_end(&watch)
    return 0
