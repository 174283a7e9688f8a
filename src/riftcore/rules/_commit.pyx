"""The payment is made: Adds, what is spent, and what the cost takes from the board (357, 429)."""

from libc.stdint cimport int16_t

from riftcore.cards._clauses cimport (
    IS_GEAR,
    IS_SPELL,
    OF_HAND,
    SRC_ANOMALY,
    SRC_GOLD,
    SRC_HENGE,
    SRC_LUX,
    SRC_ONE,
    SRC_TWO,
    SRC_UNIVERSAL,
    STATE_EXHAUSTED,
    STATE_TOKEN,
    VERB_BANISH,
    VERB_BURN,
    VERB_DISCARD,
    VERB_DISEMPOWER,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RECYCLE_RUNE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
    VERB_SPEND_XP,
    Facts,
)
from riftcore.ground._lanes cimport lane
from riftcore.ground._types cimport BORROW_LEGEND, LEGEND_READY, LEGEND_UNITS_ENERGY, N_DOMAINS
from riftcore.payment._payment cimport Payment, payment_apply
from riftcore.payment._units cimport BORROWED, EMPOWERED
from riftcore.position._position cimport (
    ACT_PLAY,
    MAX_BANISHED,
    MAX_HAND,
    MAX_TRASH,
    MAX_USES,
    NO_REF,
    REF_LEGEND,
    Thing,
    board_remove,
    thing_at,
)
from riftcore.position._sources cimport source_of
from riftcore.position._zones cimport put_card, take_card
from riftcore.rules._deaths cimport Leaving, banished_instead, capped, dies, recall_attached
from riftcore.rules._doing cimport LEFT_BOARD, MAX_USED, Item, Spent, note
from riftcore.rules._named cimport keep_unusable, use_rank


cdef bint pay_all(Doing *d) noexcept nogil:
    """Step 4 done: the Adds, the spending, and what the cost takes from the board."""
    commit_resources(d)
    count_spent(d)
    if d.out.payment.key[1] and d.out.spent.n:
        # Objects leave by Adds and by the cost: one list, so that refs stay right.
        return commit_both(d)
    return kill_used(d) and commit_objects(d)


cdef bint commit_both(Doing *d) noexcept nogil:
    """As above where a Gold is killed for its Add and other objects leave for the cost."""
    cdef int i, j, before = d.out.n_changes
    cdef bint fits
    cdef int16_t refs[40]
    for i in range(d.out.spent.n):
        refs[i] = d.out.spent.item[i].ref
    fits = kill_used(d)
    for i in range(before, d.out.n_changes):
        if d.out.change[i].what != LEFT_BOARD:
            continue
        for j in range(d.out.spent.n):
            if (
                0 <= d.out.spent.item[j].ref < REF_LEGEND and d.out.spent.item[j].ref >> 6 == d.out.change[i].player
                and d.out.spent.item[j].ref & 63 > d.out.change[i].slot
            ):
                d.out.spent.item[j].ref -= 1
    fits = commit_objects(d) and fits
    for i in range(d.out.spent.n):
        d.out.spent.item[i].ref = refs[i]  # as they were called when the cost was paid
    return fits


cdef void commit_resources(Doing *d) noexcept nogil:
    """Make the Adds and spend: runes, pool, sources."""
    cdef Player *me = &d.pos.players[d.act.player]
    cdef Payment *p = &d.out.payment
    cdef Thing *thing
    cdef int i, gear = 0
    name_sources(d)
    if d.act.has_payment:
        keep_unusable(d.t, d.pos, d.act, &d.out.demand, &me.supply)
        d.out.supply = me.supply
    runes_to_deck(me, p)
    payment_apply(&me.supply, p, d.out.demand.purpose, d.out.demand.showdown)
    for i in range(d.out.n_used):
        thing = thing_at(d.pos, d.out.used[i])
        if thing is not NULL:
            gear += d.t.facts[thing.card].type & IS_GEAR != 0
            thing.states |= STATE_EXHAUSTED
    # An Add ability of a gear is a gear activated ability (rules.md, "Readings").
    me.turn.gear_abilities = capped(me.turn.gear_abilities + gear)


cdef void name_sources(Doing *d) noexcept nogil:
    """Which objects the payment uses: for each kind the first on the board, in the order of Payment.uses."""
    cdef const Payment *p = &d.out.payment
    cdef int i, domain, code
    d.out.n_used = 0
    if d.act.has_payment:
        name_given(d)
        return
    for domain in range(N_DOMAINS):
        use_sources(d, domain, lane(p.seals, domain))
    use_sources(d, SRC_ONE, p.one)
    use_sources(d, SRC_TWO, p.two)
    use_sources(d, SRC_LUX, p.lux)
    use_sources(d, SRC_UNIVERSAL, p.honeyfruit + p.honeyfruit_both)
    use_sources(d, SRC_GOLD, p.gold)
    for i in range(p.borrowers):
        code = p.borrowed[i] & BORROWED
        if code < 11 or code > 13:
            use_sources(d, 101 if p.borrowed[i] & EMPOWERED else 100, 1)
    use_sources(d, SRC_ANOMALY, p.anomaly)
    for code in range(11, 13):
        for i in range(p.borrowers):
            if p.borrowed[i] & BORROWED == code:
                use_sources(d, 101 if p.borrowed[i] & EMPOWERED else 100, 1)
        if code == 11:
            use_sources(d, SRC_HENGE, p.henge)
    if p.legend and d.out.n_used < MAX_USED:
        d.out.used[d.out.n_used] = REF_LEGEND + d.act.player
        d.out.n_used += 1
    for i in range(p.borrowers):
        if p.borrowed[i] & BORROWED == 13:
            use_sources(d, 101 if p.borrowed[i] & EMPOWERED else 100, 1)


cdef void name_given(Doing *d) noexcept nogil:
    """The objects that the action names, in the order of Payment.uses."""
    cdef int ranks[MAX_USES]
    cdef int first = d.out.n_used
    cdef int i, j, rank
    for i in range(d.act.n_uses):
        rank = use_rank(d.t, d.pos, &d.act.uses[i])
        if rank < 0 or d.out.n_used == MAX_USED:
            continue
        j = d.out.n_used - first
        while j > 0 and ranks[j - 1] > rank:
            ranks[j] = ranks[j - 1]
            d.out.used[first + j] = d.out.used[first + j - 1]
            j -= 1
        ranks[j] = rank
        d.out.used[first + j] = d.act.uses[i].ref
        d.out.n_used += 1


cdef void use_sources(Doing *d, int kind, int n) noexcept nogil:
    cdef int ref
    while n > 0 and d.out.n_used < MAX_USED:
        ref = next_source(d, kind)
        if ref == NO_REF:
            return
        d.out.used[d.out.n_used] = ref
        d.out.n_used += 1
        n -= 1


cdef int next_source(Doing *d, int kind) noexcept nogil:
    """The first ready object on the board with this Add that the payment does not use yet."""
    cdef const Player *side
    cdef const Thing *thing
    cdef const Facts *f
    cdef int p, slot, ref, i
    cdef bint taken
    for p in range(d.pos.n_players):
        side = &d.pos.players[p]
        for slot in range(side.n_board):
            thing = &side.board[slot]
            f = &d.t.facts[thing.card]
            if (f.n_sources == 0 and not f.borrows) or thing.controller != d.act.player or thing.states & STATE_EXHAUSTED:
                continue
            if thing.attached != NO_REF:
                continue
            ref = 64 * p + slot
            if kind >= 100:  # a borrower, plain or Empowered
                if not f.borrows or (thing.empowered != 0) != (kind == 101):
                    continue
            elif source_of(d.t, d.pos, ref, -1) != kind:
                continue
            taken = False
            for i in range(d.out.n_used):
                taken = taken or d.out.used[i] == ref
            if not taken:
                return ref
    return NO_REF


cdef void runes_to_deck(Player *p, const Payment *payment) noexcept nogil:
    """Recycled runes go to the bottom of the Rune Deck (164.2.b)."""
    cdef int d
    for d in range(N_DOMAINS):
        runes_back(p, d, lane(payment.recycle, d))


cdef void runes_back(Player *p, int domain, int n) noexcept nogil:
    if p.deck_known == 2:
        p.deck[domain] += n
    if p.deck_known:
        p.deck_size += n


cdef void count_spent(Doing *d) noexcept nogil:
    """206: what was spent this turn: on the cost, and on what converters and a legend ask for."""
    cdef Player *me = &d.pos.players[d.act.player]
    cdef const Payment *p = &d.out.payment
    cdef int i, domain, symbols, legends = p.legend
    symbols = d.out.demand.any + d.out.demand.hybrid + d.out.demand.hybrid2 + p.anomaly_x
    for domain in range(N_DOMAINS):
        symbols += d.out.demand.power[domain]
    for i in range(p.borrowers):
        legends += p.borrowed[i] & BORROWED == BORROW_LEGEND
    if d.out.supply.legend & ~LEGEND_READY == LEGEND_UNITS_ENERGY:
        symbols += 2 * legends
    me.turn.energy_spent = capped(me.turn.energy_spent + d.out.demand.energy + p.henge_x)
    me.turn.power_spent = capped(me.turn.power_spent + symbols)
    if d.act.form == ACT_PLAY and d.t.facts[d.act.card].type & IS_SPELL:
        if d.out.demand.energy > me.turn.max_energy_on_one_spell:
            me.turn.max_energy_on_one_spell = d.out.demand.energy


cdef bint kill_used(Doing *d) noexcept nogil:
    """Gold, and borrowers that used a Gold's ability, are killed by their Adds. Last on the board first."""
    cdef const Payment *p = &d.out.payment
    cdef Leaving gone
    cdef int i, at, code, dead_n = 0
    cdef int dead[64]
    at = 0
    for i in range(N_DOMAINS):
        at += lane(p.seals, i)
    at += p.one + p.two + p.lux + p.honeyfruit + p.honeyfruit_both
    for i in range(p.gold):
        if at < d.out.n_used:
            dead[dead_n] = d.out.used[at]
            dead_n += 1
        at += 1
    for i in range(p.borrowers):
        code = p.borrowed[i] & BORROWED
        if code < 11 or code > 13:
            if code == 10 and at < d.out.n_used:
                dead[dead_n] = d.out.used[at]
                dead_n += 1
            at += 1
    leaving_set(&gone, &d.out.spent)
    for i in range(dead_n):
        dies(d.t, d.pos, dead[i], &gone)
    remove_all(d, gone.ref, gone.n)
    return not gone.full


cdef bint commit_objects(Doing *d) noexcept nogil:
    """Give up what the cost names, in any order (357.2); what leaves the board leaves last."""
    cdef Player *p
    cdef Player *owner
    cdef Item *item
    cdef Thing *thing
    cdef Leaving gone
    cdef int i, j, card
    cdef bint fits = True
    leaving_set(&gone, &d.out.spent)
    for i in range(d.out.spent.n):
        item = &d.out.spent.item[i]
        p = &d.pos.players[item.player]
        thing = thing_at(d.pos, item.ref)
        if item.verb == VERB_SPEND_XP:
            p.xp -= item.n
        elif item.verb == VERB_SPEND_BUFF:
            thing.buffs -= item.n
            if thing.might >= 0:
                thing.might = thing.might - item.n if thing.might > item.n else 0  # -1 is the printed Might
        elif item.verb == VERB_EXHAUST:
            thing.states |= STATE_EXHAUSTED
        elif item.verb == VERB_DISEMPOWER:
            thing.empowered -= 1
        elif item.verb == VERB_RECYCLE_RUNE:
            runes_back(p, item.slot, 1)
        elif item.verb == VERB_BURN:
            for j in range(item.n):
                card = p.deck_top[0]
                take_card(p.deck_top, &p.n_deck_top, 0)
                fits = put_card(p.trash, &p.n_trash, MAX_TRASH, card) and fits
        elif item.ref == NO_REF:
            item.card = p.hand[item.slot] if item.of == OF_HAND else p.trash[item.slot]
        else:
            item.card = thing.card
            if item.verb == VERB_KILL:
                dies(d.t, d.pos, item.ref, &gone)
                continue
            if thing.states & STATE_TOKEN == 0 and not d.t.facts[thing.card].token:
                # It goes to its owner's zone: the player whose board list it is in.
                owner = &d.pos.players[item.ref >> 6]
                if item.verb == VERB_RETURN:
                    fits = put_card(owner.hand, &owner.n_hand, MAX_HAND, thing.card) and fits
                elif item.verb == VERB_BANISH:
                    fits = put_card(owner.banished, &owner.n_banished, MAX_BANISHED, thing.card) and fits
            gone.ref[gone.n] = item.ref
            gone.n += 1
    # Cards of zones, from the last slot on.
    for i in range(d.out.spent.n):
        for j in range(i + 1, d.out.spent.n):
            if (
                d.out.spent.item[i].ref == NO_REF and d.out.spent.item[j].ref == NO_REF
                and d.out.spent.item[i].of == d.out.spent.item[j].of and d.out.spent.item[i].player == d.out.spent.item[j].player
                and d.out.spent.item[j].slot > d.out.spent.item[i].slot
            ):
                d.out.spent.item[i], d.out.spent.item[j] = d.out.spent.item[j], d.out.spent.item[i]
    for i in range(d.out.spent.n):
        item = &d.out.spent.item[i]
        p = &d.pos.players[item.player]
        if item.ref != NO_REF or item.verb not in (VERB_DISCARD, VERB_RECYCLE, VERB_BANISH):
            continue
        if item.of == OF_HAND:
            take_card(p.hand, &p.n_hand, item.slot)
            if banished_instead(d.t, d.pos, item.player):
                fits = put_card(p.banished, &p.n_banished, MAX_BANISHED, item.card) and fits
            else:
                fits = put_card(p.trash, &p.n_trash, MAX_TRASH, item.card) and fits
                p.turn.discarded = capped(p.turn.discarded + 1)
        else:
            take_card(p.trash, &p.n_trash, item.slot)
            if item.verb == VERB_BANISH:
                fits = put_card(p.banished, &p.n_banished, MAX_BANISHED, item.card) and fits
    remove_all(d, gone.ref, gone.n)
    return fits and not gone.full


cdef void leaving_set(Leaving *gone, const Spent *spent) noexcept nogil:
    """Nothing leaves yet; what is given up for the cost replaces no death."""
    cdef int i
    gone.n = gone.n_given = 0
    gone.full = False
    for i in range(spent.n):
        gone.given[i] = spent.item[i].ref
    gone.n_given = spent.n


cdef void remove_all(Doing *d, int16_t *refs, int n) noexcept nogil:
    """Take these off the board, from the last slot on, so that the others keep their names."""
    cdef int i, j, ref
    for i in range(n):
        for j in range(i + 1, n):
            if refs[j] > refs[i]:
                ref = refs[i]
                refs[i] = refs[j]
                refs[j] = ref
    for i in range(n):
        leaves_board(d.t, d.pos, d.out, refs[i])


cdef void leaves_board(const Tables *t, Position *pos, Outcome *out, int ref) noexcept nogil:
    recall_attached(t, pos, ref)
    if board_remove(pos, ref) == 0:
        note(out, LEFT_BOARD, ref >> 6, ref & 63)
