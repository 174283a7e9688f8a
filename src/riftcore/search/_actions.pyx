"""What a player may do now, as small integers (docs/actions.md): the list, and what each integer means.

Listing and reading stand together: they are the two sides of one numbering. Whether something can be done and paid is
asked of `_legal` and `_ways`.
"""

from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ACTION_TIME,
    ADD_ACTIVATED,
    ALTERNATE_COST,
    COST_X_ENERGY,
    COST_X_POWER,
    DOES_HIDE,
    DOES_TAX,
    DOES_UNHIDE,
    FROM_TRASH,
    IS_GEAR,
    IS_SPELL,
    IS_UNIT,
    KEYWORD_FLOW,
    KW_ACTION,
    KW_AMBUSH,
    KW_HIDDEN,
    MAIN_TIME,
    PLAYS_SELF,
    REACTION_TIME,
    STATE_EXHAUSTED,
    Clause,
    Facts,
)
from riftcore.ground._record cimport Demand, Supply
from riftcore.ground._types cimport MAX_COUNT
from riftcore.position._expr cimport has_reaction, number
from riftcore.position._position cimport (
    ACT_ADD,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PLAY,
    FROM_CHAMPION,
    FROM_FACEDOWN,
    FROM_HAND,
    FROM_TRASH_ZONE,
    MAX_FACEDOWN,
    MAX_HAND,
    NOWHERE,
    REF_FACEDOWN,
    REF_LEGEND,
    Player,
    Thing,
    thing_seen,
)
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._costs cimport Costs
from riftcore.rules._forces cimport does
from riftcore.rules._moves cimport crowded, move_fault
from riftcore.rules._timing cimport NEVER
from riftcore.search._legal cimport any_payable, is_zero, may_play, may_use
from riftcore.search._ways cimport (
    N_OBJECT_WAYS,
    N_WAYS,
    act_clear,
    has_abilities,
    in_doubt,
    performs,
    price,
    same_costs,
    take_way,
    way_act,
    ways_to_play,
    ways_to_use,
)

#: The integers of plays from the hand and the Champion Zone; those below are of runes.
PLAYS = range(PLAY_HAND, PLAY_FACEDOWN)


# ------------------------------------------------------------------------------------ the subjects


cdef bint seen_before(const uint16_t *zone, int slot) noexcept nogil:
    """Is an equal card nearer the front of the zone? Then that one is the subject."""
    cdef int i
    for i in range(slot):
        if zone[i] == zone[slot]:
            return True
    return False


cdef bint play_act(Desk *k, int from_, int slot, Act *act) noexcept nogil:
    """The plain play of the card in this slot. False: there is none, or an equal one stands before it, or not now."""
    cdef const Player *me = &k.pos.players[k.player]
    cdef const Facts *f
    cdef int card
    if from_ == FROM_HAND:
        if slot >= me.n_hand or seen_before(me.hand, slot):
            return False
        card = me.hand[slot]
    elif from_ == FROM_CHAMPION:
        if slot >= me.n_champion or seen_before(me.champion, slot):
            return False
        card = me.champion[slot]
    elif from_ == FROM_TRASH_ZONE:
        if slot >= me.n_trash or seen_before(me.trash, slot):
            return False
        card = me.trash[slot]
    else:
        if slot >= me.n_facedown or me.facedown[slot].this_turn:
            return False
        card = me.facedown[slot].card
    f = &k.t.facts[card]
    if card == 0 or not f.type & (IS_UNIT | IS_SPELL | IS_GEAR):
        return False
    act_clear(act, ACT_PLAY, k.player)
    act.card = card
    act.from_ = from_
    act.to = NOWHERE if f.type & IS_SPELL else 0
    if from_ == FROM_FACEDOWN:
        act.object = REF_FACEDOWN + 4 * k.player + slot
        act.to = me.facedown[slot].at + 1
    elif from_ == FROM_TRASH_ZONE and not (k.w.opens_trash or plays_from_trash(k, card)):
        return False
    return in_time(k, act)


cdef bint plays_from_trash(const Desk *k, int card) noexcept nogil:
    """May it be that this card can be played from the trash?"""
    cdef const Facts *f = &k.t.facts[card]
    cdef const Clause *c
    cdef int i
    if k.pos.players[k.player].n_effects:
        return True
    for i in range(f.n_clauses):
        c = &k.t.clauses[f.clause + i]
        if c.kind == KEYWORD_FLOW or (c.kind == ALTERNATE_COST and c.flags & PLAYS_SELF and c.flags & FROM_TRASH):
            return True
    return False


cdef bint in_time(Desk *k, Act *act) noexcept nogil:
    """Is this the time to play the card? A unit with Ambush goes where it may go now."""
    cdef const Facts *f = &k.t.facts[act.card]
    cdef int to = act.to
    if k.slowest == MAIN_TIME:
        return True
    if k.slowest == NEVER:
        return False
    if has_reaction(k.t, k.pos, act) or (f.keywords & KW_ACTION and k.slowest <= ACTION_TIME):
        return True
    if f.keywords & KW_AMBUSH and act.from_ != FROM_FACEDOWN:
        for to in range(1, k.pos.n_battlefields + 1):
            act.to = to
            if has_reaction(k.t, k.pos, act) and not crowded(k.t, k.pos, k.player, to):
                return True
    return False


cdef int ref_of_object(const Desk *k, int number) noexcept nogil:
    """Own board, own legend, then the boards of the players after; -1 for none that the player controls."""
    cdef int seat, slot, ref
    if number < 64:
        ref = 64 * k.player + number
    elif number == 64:
        ref = REF_LEGEND + k.player
    else:
        seat = 1 + ((number - 65) >> 6)
        slot = (number - 65) & 63
        if seat >= k.pos.n_players:
            return -1
        ref = 64 * ((k.player + seat) % k.pos.n_players) + slot
    if thing_seen(k.pos, ref) is NULL or thing_seen(k.pos, ref).controller != k.player:
        return -1
    return ref


cdef bint own_thing(const Desk *k, int seat, int *slot) noexcept nogil:
    """The next thing on this board, from the slot on, that the player controls."""
    cdef const Player *side = &k.pos.players[seat]
    while slot[0] < side.n_board:
        if side.board[slot[0]].controller == k.player:
            return True
        slot[0] += 1
    return False


cdef bint next_object(const Desk *k, int *number, int *ref) noexcept nogil:
    """The next object that the player controls, in the order of the numbers. Start with number -1."""
    cdef int after, seat, slot
    if number[0] < 64:
        slot = number[0] + 1
        if own_thing(k, k.player, &slot):
            number[0] = slot
            ref[0] = 64 * k.player + slot
            return True
        number[0] = 64
        if k.pos.players[k.player].has_legend:
            ref[0] = REF_LEGEND + k.player
            return True
    after = 1 + ((number[0] - 64) >> 6)
    slot = (number[0] - 64) & 63
    while after < k.pos.n_players:
        seat = k.player + after
        if seat >= k.pos.n_players:
            seat -= k.pos.n_players
        if own_thing(k, seat, &slot):
            number[0] = 1 + 64 * after + slot
            ref[0] = 64 * seat + slot
            return True
        after += 1
        slot = 0
    return False


cdef bint is_mover(const Desk *k, int ref, int to) noexcept nogil:
    """A ready unit of the player that may go there."""
    cdef const Thing *thing = thing_seen(k.pos, ref)
    return (
        k.t.facts[thing.card].type & IS_UNIT != 0 and thing.states & STATE_EXHAUSTED == 0 and ref < REF_LEGEND
        and move_fault(k.t, k.pos, k.player, thing, to) < 0
    )


cdef void move_act(const Desk *k, Act *act, int to) noexcept nogil:
    act_clear(act, ACT_MOVE, k.player)
    act.to = to


cdef bint group_act(Desk *k, int size, int to, Act *act) noexcept nogil:
    """The first `size` units that may move there; False: too few, or it costs what one of them costs."""
    cdef Costs one
    cdef int number, ref = 0
    if not does(k.w, DOES_TAX) or to > k.pos.n_battlefields:
        return False
    move_act(k, act, to)
    number = -1
    while act.n_targets < size and next_object(k, &number, &ref):
        if is_mover(k, ref, to):
            act.targets[act.n_targets] = ref
            act.n_targets += 1
    if act.n_targets < size:
        return False
    act.n_targets = 1
    price(k, act, NULL)
    one = k.quote.costs
    act.n_targets = size
    price(k, act, NULL)
    return not same_costs(&one, &k.quote.costs)


cdef int hidden_card(const Player *me, int slot) noexcept nogil:
    """The card that a slot of the hand, or behind them of the Champion Zone, would hide; 0: none, or not this one."""
    cdef int i
    if slot < MAX_HAND:
        return 0 if slot >= me.n_hand or seen_before(me.hand, slot) else me.hand[slot]
    slot -= MAX_HAND
    if slot >= me.n_champion or seen_before(me.champion, slot):
        return 0
    for i in range(me.n_hand):
        if me.hand[i] == me.champion[slot]:
            return 0
    return me.champion[slot]


cdef bint hide_act(Desk *k, int slot, int place, Act *act) noexcept nogil:
    """811: a card with Hidden, at a battlefield of the player without a facedown card. In time, too."""
    cdef const Player *me = &k.pos.players[k.player]
    cdef int p, i
    cdef int card = hidden_card(me, slot)
    if card == 0 or not k.t.facts[card].keywords & KW_HIDDEN:
        return False
    if place >= k.pos.n_battlefields or k.pos.battlefields[place].controller != k.player or me.n_facedown >= MAX_FACEDOWN:
        return False
    if k.pos.n_chain or k.pos.turn_player != k.player or not (k.slowest <= (ACTION_TIME if k.pos.showdown else MAIN_TIME)):
        return False
    for p in range(k.pos.n_players):
        for i in range(k.pos.players[p].n_facedown):
            if k.pos.players[p].facedown[i].at == place:
                return False
    act_clear(act, ACT_HIDE, k.player)
    act.card = card
    act.to = place + 1
    return True


cdef bint may_hide(Desk *k, const Act *act) noexcept nogil:
    if k.pos.players[k.player].unknown or (k.t.doubtful and in_doubt(k, act)):
        return False
    if does(k.w, DOES_HIDE) or does(k.w, DOES_UNHIDE):
        if k.w.asks_cards:
            return performs(k, act)
        price(k, act, NULL)
        return k.quote.code == CODE_OK and any_payable(k, act)
    k.quote.costs.n = 1
    memset(&k.quote.costs.cost[0], 0, sizeof(Demand))
    k.quote.costs.cost[0].any = 1  # [A] (811.1.b)
    return any_payable(k, act)


cdef bint may_use_rune(const Desk *k, int number) noexcept nogil:
    """Exhaust or recycle a rune outside a payment (164.2, 429), in time."""
    cdef const Supply *s = &k.pos.players[k.player].supply
    cdef Act act
    if k.t.doubtful:
        rune_act(k, number, &act)
        if in_doubt(k, &act):
            return False
    if number < RECYCLE_RUNE:
        return s.ready[number] != 0 and s.energy < MAX_COUNT
    number -= RECYCLE_RUNE
    return s.ready[number] + s.exhausted[number] != 0 and s.power[number] < MAX_COUNT


cdef void rune_act(const Desk *k, int number, Act *act) noexcept nogil:
    cdef int d = number % 6
    act_clear(act, ACT_ADD, k.player)
    act.rune = 1 if number < RECYCLE_RUNE else 2
    act.domain = d


# -------------------------------------------------------------------------------- list and integer


cdef int list_plays(Desk *k, int from_, int first, int slots, int32_t *found, int n) noexcept nogil:
    cdef Act act
    cdef int slot, way
    for slot in range(slots):
        if not play_act(k, from_, slot, &act):
            continue
        ways_to_play(k, &act)
        for way in range(k.n_ways):
            take_way(&k.ways[way], &act)
            if may_play(k, &act):
                found[n] = first + N_WAYS * slot + way
                n += 1
    return n


cdef int list_object(Desk *k, int number, int ref, int32_t *found, int n) noexcept nogil:
    cdef Act act
    cdef int way
    ways_to_use(k, ref)
    for way in range(k.n_ways):
        way_act(k, ref, &k.ways[way], &act)
        if may_use(k, &act, &k.ways[way]):
            found[n] = USE_OBJECT + N_OBJECT_WAYS * number + way
            n += 1
    return n


cdef int list_moves(Desk *k, int number, int ref, int32_t *found, int n) noexcept nogil:
    cdef const Thing *thing = thing_seen(k.pos, ref)
    cdef Act act
    cdef int to
    if not k.t.facts[thing.card].type & IS_UNIT or thing.states & STATE_EXHAUSTED or k.pos.players[k.player].unknown:
        return n
    for to in range(k.pos.n_battlefields + 1):
        if move_fault(k.t, k.pos, k.player, thing, to) >= 0:
            continue
        if does(k.w, DOES_TAX) or k.t.doubtful:
            move_act(k, &act, to)
            act.targets[0] = ref
            act.n_targets = 1
            if not performs(k, &act):
                continue
        found[n] = MOVE_UNIT + N_PLACES * number + to
        n += 1
    return n


cdef int list_hides(Desk *k, int slot, int card, int32_t *found, int n) noexcept nogil:
    cdef Act act
    cdef int to
    if not k.t.facts[card].keywords & KW_HIDDEN:
        return n
    for to in range(k.pos.n_battlefields):
        if hide_act(k, slot, to, &act) and may_hide(k, &act):
            found[n] = HIDE_CARD + 6 * slot + to
            n += 1
    return n


cdef int actions_list(Desk *k, int32_t *found) noexcept nogil:
    """What the player may do, rising. Room for N_ACTIONS integers; gives how many."""
    cdef const Player *me = &k.pos.players[k.player]
    cdef Act act
    cdef int number, ref = 0, size, to, slot, n = 0
    if k.slowest == NEVER:
        return 0
    for number in range(PLAY_HAND):
        if may_use_rune(k, number):
            found[n] = number
            n += 1
    n = list_plays(k, FROM_HAND, PLAY_HAND, me.n_hand, found, n)
    n = list_plays(k, FROM_CHAMPION, PLAY_CHAMPION, me.n_champion, found, n)
    n = list_plays(k, FROM_FACEDOWN, PLAY_FACEDOWN, me.n_facedown, found, n)
    n = list_plays(k, FROM_TRASH_ZONE, PLAY_TRASH, me.n_trash, found, n)
    number = -1
    while next_object(k, &number, &ref):
        if has_abilities(k, thing_seen(k.pos, ref).card):
            n = list_object(k, number, ref, found, n)
    if k.slowest == MAIN_TIME:
        number = -1
        while next_object(k, &number, &ref):
            if ref < REF_LEGEND:
                n = list_moves(k, number, ref, found, n)
        if does(k.w, DOES_TAX):
            for size in range(N_GROUPS):
                for to in range(k.pos.n_battlefields + 1):
                    if group_act(k, size + 2, to, &act) and performs(k, &act):
                        found[n] = MOVE_GROUP + N_PLACES * size + to
                        n += 1
    for slot in range(me.n_hand):
        n = list_hides(k, slot, me.hand[slot], found, n)
    for slot in range(me.n_champion):
        n = list_hides(k, MAX_HAND + slot, me.champion[slot], found, n)
    return n


cdef int plays_list(Desk *k, int32_t *found) noexcept nogil:
    """Only the plays from the hand and the champion zone."""
    cdef const Player *me = &k.pos.players[k.player]
    if k.slowest == NEVER:
        return 0
    return list_plays(
        k, FROM_CHAMPION, PLAY_CHAMPION, me.n_champion, found, list_plays(k, FROM_HAND, PLAY_HAND, me.n_hand, found, 0)
    )


cdef int adds_list(Desk *k, int32_t *found, bint all_things, bint runes) noexcept nogil:
    """Adds outside of payments: those with a cost, those that no payment may make; those of all things; runes recycled."""
    cdef const Clause *c
    cdef int i, kept, number = -1, ref = 0, n = 0
    if k.slowest == NEVER:
        return 0
    if runes:
        for i in range(RECYCLE_RUNE, PLAY_HAND):
            if may_use_rune(k, i):
                found[n] = i
                n += 1
    while next_object(k, &number, &ref):
        if k.t.facts[thing_seen(k.pos, ref).card].n_sources == 0 and k.slowest > ACTION_TIME:
            continue
        kept = n
        for i in range(n, list_object(k, number, ref, found, n)):
            c = k.ways[(found[i] - USE_OBJECT) % N_OBJECT_WAYS].clause
            if c.kind == ADD_ACTIVATED and (
                all_things or c.flags & (COST_X_ENERGY | COST_X_POWER) or c.timing != REACTION_TIME or not is_zero(&c.cost)
            ):
                found[kept] = found[i]
                kept += 1
        n = kept
    return n


cdef bint read_play(Desk *k, int from_, int number, Act *act) noexcept nogil:
    if not play_act(k, from_, number // N_WAYS, act):
        return False
    ways_to_play(k, act)
    if number % N_WAYS >= k.n_ways:
        return False
    take_way(&k.ways[number % N_WAYS], act)
    return True


cdef bint action_read(Desk *k, int number, Act *act) noexcept nogil:
    """What the integer means here. False: nothing now; True does not say that it can be paid."""
    cdef int ref
    if not 0 <= number < N_ACTIONS or k.slowest == NEVER:
        return False
    if number < PLAY_HAND:
        rune_act(k, number, act)
        return may_use_rune(k, number)
    if number < PLAY_CHAMPION:
        return read_play(k, FROM_HAND, number - PLAY_HAND, act)
    if number < PLAY_FACEDOWN:
        return read_play(k, FROM_CHAMPION, number - PLAY_CHAMPION, act)
    if number < PLAY_TRASH:
        return read_play(k, FROM_FACEDOWN, number - PLAY_FACEDOWN, act)
    if number < USE_OBJECT:
        return read_play(k, FROM_TRASH_ZONE, number - PLAY_TRASH, act)
    if number < MOVE_UNIT:
        ref = ref_of_object(k, (number - USE_OBJECT) // N_OBJECT_WAYS)
        if ref < 0 or not has_abilities(k, thing_seen(k.pos, ref).card):
            return False
        ways_to_use(k, ref)
        if (number - USE_OBJECT) % N_OBJECT_WAYS >= k.n_ways:
            return False
        way_act(k, ref, &k.ways[(number - USE_OBJECT) % N_OBJECT_WAYS], act)
        return True
    if number < MOVE_GROUP:
        ref = ref_of_object(k, (number - MOVE_UNIT) // N_PLACES)
        move_act(k, act, (number - MOVE_UNIT) % N_PLACES)
        act.targets[0] = ref
        act.n_targets = 1
        return k.slowest == MAIN_TIME and ref >= 0 and act.to <= k.pos.n_battlefields and is_mover(k, ref, act.to)
    if number < HIDE_CARD:
        return k.slowest == MAIN_TIME and group_act(
            k, 2 + (number - MOVE_GROUP) // N_PLACES, (number - MOVE_GROUP) % N_PLACES, act
        )
    return hide_act(k, (number - HIDE_CARD) // 6, (number - HIDE_CARD) % 6, act)
