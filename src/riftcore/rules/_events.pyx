"""Named events on a position (rules: 107.3, 149, 187, 307-348, 414-435, 440-452).

Each event is a function of a few lines: what it refuses, and what it changes. They stand together because they are one
table: FAULT_ of the .pxd, and a method of `Told` each.
"""

from libc.stdint cimport int16_t, uint16_t, uint8_t
from libc.string cimport memmove, memset

from riftcore.cards._clauses cimport (
    EVENT_COMBAT_STARTED,
    EVENT_CONQUERED,
    EVENT_DISCARDED,
    EVENT_END_OF_TURN,
    EVENT_HELD,
    EVENT_MAIN_PHASE,
    EVENT_MOVED,
    EVENT_REVEALED,
    FOR_GEARS,
    FOR_SHOWDOWNS,
    FOR_SPELLS,
    FOR_UNITS,
    FREELY,
    IS_GEAR,
    IS_PERMANENT,
    IS_SPELL,
    IS_UNIT,
    STATE_ATTACKING,
    STATE_DEFENDING,
    STATE_EXHAUSTED,
    STATE_STUNNED,
    STATE_TOKEN,
)
from riftcore.ground._record cimport Supply
from riftcore.ground._types cimport MAX_COUNT, MAX_RUNES, N_DOMAINS
from riftcore.position._position cimport (
    ACT_EVENT,
    HOLDS_BANISHED,
    HOLDS_CHAMPION,
    HOLDS_MAIN,
    MAX_BANISHED,
    MAX_BOARD,
    MAX_CHAIN,
    MAX_CHAMPION,
    MAX_DECK_TOP,
    MAX_EFFECTS,
    MAX_HAND,
    MAX_MIGHT,
    MAX_TRASH,
    NOBODY,
    NO_REF,
    PHASE_MAIN,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    Act,
    Facedown,
    Player,
    Thing,
    attached_follow,
    card_fits,
    effects_follow,
    thing_at,
)
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._commit cimport leaves_board
from riftcore.rules._deaths cimport unit_died
from riftcore.rules._doing cimport ENTERED_BOARD, LEFT_CHAIN, LEFT_FACEDOWN, note
from riftcore.rules._happen cimport combat_ends, happen, triggered_adds

cdef enum:
    PHASE_AWAKEN = 0
    PHASE_ENDING = 5


cdef int set_off(
    const Tables *t, Position *pos, int event, int ref, int card, int player, Outcome *out
) noexcept nogil:
    """Triggered and replacement Adds of one object or card follow at once (346.1, 369.1, 429.2)."""
    cdef Act act
    memset(&act, 0, sizeof(Act))
    act.form = ACT_EVENT
    act.event = event
    act.object = ref
    act.card = card
    act.player = player
    triggered_adds(t, pos, &act, out)
    return FAULT_NONE if out.code == CODE_OK else FAULT_ADDS


cdef int set_off_at(const Tables *t, Position *pos, int event, int place, Outcome *out) noexcept nogil:
    """What a player's objects at a battlefield, and the battlefield itself, Add when it is scored (466.2)."""
    cdef int player = pos.battlefields[place].controller
    cdef int p, i
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            if pos.players[p].board[i].at == place + 1 and pos.players[p].board[i].controller == player:
                if set_off(t, pos, event, 64 * p + i, 0, player, out):
                    return FAULT_ADDS
    return set_off(t, pos, event, REF_BATTLEFIELD + place, 0, player, out)


# ------------------------------------------------------------------------------ zones of cards


cdef struct Zone:
    uint16_t *cards
    uint8_t *n
    int limit
    int holds               # HOLDS_*


cdef Zone zone_at(Player *p, int zone) noexcept nogil:
    """The cards of a zone; none for the Main Deck, which a position does not hold."""
    cdef Zone z
    z.cards = NULL
    z.n = NULL
    z.limit = 0
    z.holds = HOLDS_MAIN
    if zone == IN_HAND:
        z.cards, z.n, z.limit = p.hand, &p.n_hand, MAX_HAND
    elif zone == IN_TRASH:
        z.cards, z.n, z.limit = p.trash, &p.n_trash, MAX_TRASH
    elif zone == IN_CHAMPION:
        z.cards, z.n, z.limit = p.champion, &p.n_champion, MAX_CHAMPION
        z.holds = HOLDS_CHAMPION
    elif zone == IN_BANISHED:
        z.cards, z.n, z.limit = p.banished, &p.n_banished, MAX_BANISHED
        z.holds = HOLDS_BANISHED
    elif zone == IN_DECK_TOP:
        z.cards, z.n, z.limit = p.deck_top, &p.n_deck_top, MAX_DECK_TOP
    return z


cdef int slot_of(const Zone *z, int card) noexcept nogil:
    """Where the card is; in a zone known by its number only every card may be the one. -1: not there."""
    cdef int i
    for i in range(z.n[0]):
        if z.cards[i] == card or z.cards[i] == 0:
            return i
    return -1


cdef int put_fault(const Tables *t, const Zone *z, int card) noexcept nogil:
    if not card_fits(t, card, z.holds):
        return FAULT_KIND
    if z.cards is NULL:
        return FAULT_NONE
    if z.n[0] >= z.limit:
        return FAULT_FULL
    # The cards of a zone are all known or none is.
    return FAULT_HIDDEN_CARD if card == 0 and z.n[0] and z.cards[0] else FAULT_NONE


cdef void zone_put(Zone *z, int card, bint first) noexcept nogil:
    if z.cards is NULL:
        return
    if z.n[0] and z.cards[0] == 0:
        card = 0
    if first:
        memmove(&z.cards[1], z.cards, z.n[0] * sizeof(uint16_t))
    z.cards[0 if first else z.n[0]] = card
    z.n[0] += 1


cdef void zone_take(Zone *z, int slot) noexcept nogil:
    z.n[0] -= 1
    memmove(&z.cards[slot], &z.cards[slot + 1], (z.n[0] - slot) * sizeof(uint16_t))
    z.cards[z.n[0]] = 0


cdef int event_put(const Tables *t, Position *pos, int player, int card, int from_, int to) noexcept nogil:
    """A card goes from one zone to another: to the top of the known deck, to the end of any other."""
    cdef Zone source = zone_at(&pos.players[player], from_)
    cdef Zone target = zone_at(&pos.players[player], to)
    cdef int slot = -1
    cdef int fault
    if from_ == to:
        return FAULT_SAME_PLACE
    if not card_fits(t, card, source.holds):
        return FAULT_KIND
    if source.cards is not NULL:
        slot = slot_of(&source, card)
        if slot < 0:
            return FAULT_NOT_THERE
    fault = put_fault(t, &target, card)
    if fault:
        return fault
    if slot >= 0:
        zone_take(&source, slot)
    zone_put(&target, card, to == IN_DECK_TOP)
    return FAULT_NONE


cdef int event_draw(const Tables *t, Position *pos, int player, int card) noexcept nogil:
    """The top card of the Main Deck goes to the hand; 0: what it is is known only where the top is."""
    cdef Player *p = &pos.players[player]
    if p.n_deck_top == 0:
        return event_put(t, pos, player, card, IN_DECK, IN_HAND)
    if card and p.deck_top[0] and card != p.deck_top[0]:
        return FAULT_DECK_TOP
    return event_put(t, pos, player, p.deck_top[0] if p.deck_top[0] else card, IN_DECK_TOP, IN_HAND)


cdef int event_discard(const Tables *t, Position *pos, int player, int card, Outcome *out) noexcept nogil:
    """422: from the hand to the trash, then what it Adds."""
    cdef Player *p = &pos.players[player]
    cdef int fault = event_put(t, pos, player, card, IN_HAND, IN_TRASH)
    if fault:
        return fault
    if p.turn.discarded < 255:
        p.turn.discarded += 1
    return set_off(t, pos, EVENT_DISCARDED, NO_REF, card, player, out)


cdef int event_reveal(const Tables *t, Position *pos, int player, int card, Outcome *out) noexcept nogil:
    """424: the card stays where it is; what it Adds as it is revealed follows."""
    if not card_fits(t, card, HOLDS_MAIN):
        return FAULT_KIND
    return set_off(t, pos, EVENT_REVEALED, NO_REF, card, player, out)


# ------------------------------------------------------------------------------------ objects


cdef int event_enter(
    const Tables *t, Position *pos, int player, int card, int at, int exhausted, bint token, Outcome *out
) noexcept nogil:
    """A unit or gear enters the board. `exhausted` -1: as its type and its text say (143.4)."""
    cdef Player *p = &pos.players[player]
    cdef Thing *thing
    if not t.facts[card].type & IS_PERMANENT:
        return FAULT_NOT_PERMANENT
    if p.n_board >= MAX_BOARD:
        return FAULT_FULL
    if exhausted < 0:
        exhausted = t.facts[card].enters == 1 or (t.facts[card].enters == 0 and t.facts[card].type & IS_UNIT != 0)
    thing = &p.board[p.n_board]
    memset(thing, 0, sizeof(Thing))
    thing.card = card
    thing.controller = player
    thing.at = at
    thing.might = -1
    thing.attached = NO_REF
    if exhausted:
        thing.states |= STATE_EXHAUSTED
    if token:
        thing.states |= STATE_TOKEN
    note(out, ENTERED_BOARD, player, p.n_board)
    p.n_board += 1
    return FAULT_NONE


cdef int event_leave(const Tables *t, Position *pos, int ref, int zone, Outcome *out) noexcept nogil:
    """An object or facedown card goes to a zone of its owner; a token is gone (178). In the trash it died (428)."""
    cdef Player *owner
    cdef Zone z
    cdef Thing *thing
    cdef int card, slot, fault
    if ref >= REF_FACEDOWN:
        owner = &pos.players[(ref - REF_FACEDOWN) >> 2]
        slot = (ref - REF_FACEDOWN) & 3
        z = zone_at(owner, zone)
        fault = put_fault(t, &z, owner.facedown[slot].card)
        if fault == FAULT_NONE:
            zone_put(&z, owner.facedown[slot].card, zone == IN_DECK_TOP)
            facedown_gone(pos, (ref - REF_FACEDOWN) >> 2, slot, out)
        return fault
    thing = thing_at(pos, ref)
    card = thing.card
    owner = &pos.players[ref >> 6]
    if thing.states & STATE_TOKEN == 0 and not t.facts[card].token:
        z = zone_at(owner, zone)
        fault = put_fault(t, &z, card)
        if fault:
            return fault
        zone_put(&z, card, zone == IN_DECK_TOP)
    if zone == IN_TRASH:
        unit_died(t, pos, ref)
    leaves_board(t, pos, out, ref)
    return FAULT_NONE


cdef void facedown_gone(Position *pos, int player, int slot, Outcome *out) noexcept nogil:
    cdef Player *p = &pos.players[player]
    p.n_facedown -= 1
    memmove(&p.facedown[slot], &p.facedown[slot + 1], (p.n_facedown - slot) * sizeof(Facedown))
    memset(&p.facedown[p.n_facedown], 0, sizeof(Facedown))
    note(out, LEFT_FACEDOWN, player, slot)
    effects_follow(pos, REF_FACEDOWN + 4 * player + slot, REF_FACEDOWN + 4 * player + 3)


cdef int event_move(const Tables *t, Position *pos, const int16_t *refs, int n, int to, Outcome *out) noexcept nogil:
    """Objects move together (420, 440); what is attached follows (718.5), then what they Add."""
    cdef int i
    for i in range(n):
        if thing_at(pos, refs[i]).attached != NO_REF:
            return FAULT_ATTACHED
        if thing_at(pos, refs[i]).at == to:
            return FAULT_SAME_PLACE
    for i in range(n):
        thing_at(pos, refs[i]).at = to
        attached_follow(pos, refs[i])
    for i in range(n):
        if set_off(t, pos, EVENT_MOVED, refs[i], 0, thing_at(pos, refs[i]).controller, out):
            return FAULT_ADDS
    return FAULT_NONE


cdef int event_recall(Position *pos, int ref) noexcept nogil:
    """To the base, which is no move (449)."""
    cdef Thing *thing = thing_at(pos, ref)
    if thing.attached != NO_REF:
        return FAULT_ATTACHED
    if thing.at == 0:
        return FAULT_SAME_PLACE
    thing.at = 0
    attached_follow(pos, ref)
    return FAULT_NONE


cdef int event_exhaust(Position *pos, int ref) noexcept nogil:
    if thing_at(pos, ref).states & STATE_EXHAUSTED:
        return FAULT_EXHAUSTED
    thing_at(pos, ref).states |= STATE_EXHAUSTED
    return FAULT_NONE


cdef int event_ready(Position *pos, int ref) noexcept nogil:
    if not thing_at(pos, ref).states & STATE_EXHAUSTED:
        return FAULT_READY
    thing_at(pos, ref).states &= ~STATE_EXHAUSTED
    return FAULT_NONE


cdef int event_set_might(const Tables *t, Position *pos, int ref, int might) noexcept nogil:
    """The current Might of a unit, buffs included; -1: as printed, and 1 more for each buff."""
    if not t.facts[thing_at(pos, ref).card].type & IS_UNIT:
        return FAULT_NOT_UNIT
    if might > MAX_MIGHT:
        return FAULT_BOUND
    thing_at(pos, ref).might = might
    return FAULT_NONE


cdef int event_buff(const Tables *t, Position *pos, int ref, int n) noexcept nogil:
    """n buffs more, or -n fewer; a stated Might changes with them (701)."""
    cdef Thing *thing = thing_at(pos, ref)
    cdef int might = thing.might + n
    if not t.facts[thing.card].type & IS_UNIT:
        return FAULT_NOT_UNIT
    if thing.buffs + n > 255 or (thing.might >= 0 and might > MAX_MIGHT):
        return FAULT_BOUND
    if thing.buffs + n < 0:
        return FAULT_TOO_FEW
    thing.buffs += n
    if thing.might >= 0:
        thing.might = might if might > 0 else 0
    return FAULT_NONE


cdef int event_state(Position *pos, int ref, int state, bint on) noexcept nogil:
    cdef Thing *thing = thing_at(pos, ref)
    if (thing.states & state != 0) == on:
        return FAULT_SAME_STATE
    thing.states ^= state
    return FAULT_NONE


cdef int event_empower(Position *pos, int ref, int n) noexcept nogil:
    cdef Thing *thing = thing_at(pos, ref)
    if thing.empowered + n > 255:
        return FAULT_BOUND
    if thing.empowered + n < 0:
        return FAULT_TOO_FEW
    thing.empowered += n
    return FAULT_NONE


cdef int event_attach(Position *pos, int ref, int host) noexcept nogil:
    """434: to something new on the board, never through others to itself; it is where that is."""
    cdef Thing *thing = thing_at(pos, ref)
    cdef int above = host
    if thing.attached == host:
        return FAULT_SAME_STATE
    while above != NO_REF:
        if above == ref:
            return FAULT_RING
        above = thing_at(pos, above).attached
    thing.attached = host
    thing.at = thing_at(pos, host).at
    attached_follow(pos, ref)
    return FAULT_NONE


cdef int event_detach(const Tables *t, Position *pos, int ref) noexcept nogil:
    """435: it stays where it was, but gear goes to its base in the next Cleanup (149.3)."""
    cdef Thing *thing = thing_at(pos, ref)
    if thing.attached == NO_REF:
        return FAULT_NOT_ATTACHED
    thing.attached = NO_REF
    if t.facts[thing.card].type & IS_GEAR:
        thing.at = 0
        attached_follow(pos, ref)
    return FAULT_NONE


cdef int event_gain_control(Position *pos, int ref, int player) noexcept nogil:
    if thing_at(pos, ref).controller == player:
        return FAULT_CONTROL
    thing_at(pos, ref).controller = player
    return FAULT_NONE


# -------------------------------------------------------------------------------- battlefields


cdef int event_control(Position *pos, int place, int player, Outcome *out) noexcept nogil:
    """A battlefield gets a controller or none; facedown cards of others there go to the trash (107.3.d, 323.7)."""
    cdef Zone z
    cdef Player *p
    cdef int q, i
    if pos.battlefields[place].controller == player:
        return FAULT_CONTROL
    for q in range(pos.n_players):
        p = &pos.players[q]
        z = zone_at(p, IN_TRASH)
        if q != player and hidden_at(p, place) and z.n[0] + hidden_at(p, place) > z.limit:
            return FAULT_FULL
    pos.battlefields[place].controller = player
    for q in range(pos.n_players):
        p = &pos.players[q]
        z = zone_at(p, IN_TRASH)
        for i in range(p.n_facedown - 1, -1, -1):
            if q != player and p.facedown[i].at == place:
                zone_put(&z, p.facedown[i].card, False)
                facedown_gone(pos, q, i, out)
    return FAULT_NONE


cdef int hidden_at(const Player *p, int place) noexcept nogil:
    cdef int i, n = 0
    for i in range(p.n_facedown):
        n += p.facedown[i].at == place
    return n


cdef int event_hold(const Tables *t, Position *pos, int place, Outcome *out) noexcept nogil:
    """464.2: what is held by its controller. Points are another event."""
    if pos.battlefields[place].controller == NOBODY:
        return FAULT_CONTROL
    return set_off_at(t, pos, EVENT_HELD, place, out)


cdef int event_conquer(const Tables *t, Position *pos, int place, int player, Outcome *out) noexcept nogil:
    """464.1: the player gets control, then what that Adds. Points are another event."""
    cdef int fault = event_control(pos, place, player, out)
    return fault if fault else set_off_at(t, pos, EVENT_CONQUERED, place, out)


# --------------------------------------------------------------------------- runes and numbers


cdef int runes_on_board(const Player *p) noexcept nogil:
    cdef int d, n = 0
    for d in range(N_DOMAINS):
        n += p.supply.ready[d] + p.supply.exhausted[d]
    return n


cdef int event_channel(Position *pos, int player, int domain, int n, bint exhausted) noexcept nogil:
    """430: runes from the top of the Rune Deck to the board."""
    cdef Player *p = &pos.players[player]
    if p.deck_known == 0:
        return FAULT_DECK_UNKNOWN
    if p.deck_size < n or (p.deck_known == 2 and p.deck[domain] < n):
        return FAULT_DECK_EMPTY
    if runes_on_board(p) + n > MAX_RUNES:
        return FAULT_BOUND
    p.deck_size -= n
    if p.deck_known == 2:
        p.deck[domain] -= n
    if exhausted:
        p.supply.exhausted[domain] += n
    else:
        p.supply.ready[domain] += n
    return FAULT_NONE


cdef int event_ready_runes(Position *pos, int player, int domain, int n) noexcept nogil:
    cdef Player *p = &pos.players[player]
    if p.supply.exhausted[domain] < n:
        return FAULT_RUNES
    p.supply.exhausted[domain] -= n
    p.supply.ready[domain] += n
    return FAULT_NONE


cdef int event_exhaust_runes(Position *pos, int player, int domain, int n) noexcept nogil:
    cdef Player *p = &pos.players[player]
    if p.supply.ready[domain] < n:
        return FAULT_RUNES
    p.supply.ready[domain] -= n
    p.supply.exhausted[domain] += n
    return FAULT_NONE


cdef int event_recycle_runes(Position *pos, int player, int domain, int n) noexcept nogil:
    """416.1.b: to the bottom of the Rune Deck, exhausted ones first; by an effect, so nothing is Added."""
    cdef Player *p = &pos.players[player]
    cdef int tired = n if n < p.supply.exhausted[domain] else p.supply.exhausted[domain]
    if p.supply.ready[domain] + p.supply.exhausted[domain] < n:
        return FAULT_RUNES
    p.supply.exhausted[domain] -= tired
    p.supply.ready[domain] -= n - tired
    if p.deck_known == 2:
        p.deck[domain] += n
    if p.deck_known:
        p.deck_size += n
    return FAULT_NONE


cdef int event_add(Position *pos, int player, const Demand *made, int only) noexcept nogil:
    """Resources go to the pool (429): `made.any` is universal Power, `only` what they may pay for."""
    cdef Supply *s = &pos.players[player].supply
    cdef int d
    cdef uint8_t *energy = &s.energy
    cdef uint8_t *universal = &s.universal
    if only == FOR_SPELLS:
        energy, universal = &s.spells_energy, &s.spells_universal
    elif only == FOR_GEARS:
        energy, universal = NULL, &s.gear_universal
    elif only == FOR_UNITS:
        energy, universal = &s.units_energy, NULL
    elif only == FOR_SHOWDOWNS:
        energy, universal = &s.showdown_energy, NULL
    if (made.energy and energy is NULL) or (made.any and universal is NULL):
        return FAULT_RESTRICTED
    for d in range(N_DOMAINS):
        if only != FREELY and made.power[d]:
            return FAULT_RESTRICTED
        if s.power[d] + made.power[d] > MAX_COUNT:
            return FAULT_BOUND
    if made.energy and energy[0] + made.energy > MAX_COUNT:
        return FAULT_BOUND
    if made.any and universal[0] + made.any > MAX_COUNT:
        return FAULT_BOUND
    for d in range(N_DOMAINS):
        s.power[d] += made.power[d]
    if made.energy:
        energy[0] += made.energy
    if made.any:
        universal[0] += made.any
    return FAULT_NONE


cdef int event_xp(Position *pos, int player, int n) noexcept nogil:
    cdef Player *p = &pos.players[player]
    if p.xp + n > 255:
        return FAULT_BOUND
    if p.xp + n < 0:
        return FAULT_TOO_FEW
    p.xp += n
    return FAULT_NONE


cdef int event_points(Position *pos, int player, int n, bint holding) noexcept nogil:
    cdef Player *p = &pos.players[player]
    if p.points + n > 255 or (holding and p.turn.points_from_holding + n > 255):
        return FAULT_BOUND
    p.points += n
    if holding:
        p.turn.points_from_holding += n
    return FAULT_NONE


cdef int event_effect(Position *pos, int player, int card, int on_card, int on) noexcept nogil:
    """What a card did and still changes costs: kept until it is used up or the turn ends."""
    cdef Player *p = &pos.players[player]
    if p.n_effects >= MAX_EFFECTS:
        return FAULT_FULL
    p.effects[p.n_effects].card = card
    p.effects[p.n_effects].on_card = on_card
    p.effects[p.n_effects].on = on
    p.effects[p.n_effects].might = -1
    p.n_effects += 1
    return FAULT_NONE


cdef int event_end_effect(Position *pos, int player, int card) noexcept nogil:
    cdef Player *p = &pos.players[player]
    cdef int i, j
    for i in range(p.n_effects):
        if p.effects[i].card == card:
            for j in range(i, p.n_effects - 1):
                p.effects[j] = p.effects[j + 1]
            p.n_effects -= 1
            memset(&p.effects[p.n_effects], 0, sizeof(p.effects[0]))
            return FAULT_NONE
    return FAULT_NOT_THERE


# ---------------------------------------------------------------------------------- the turn


cdef int outside_of_windows(const Position *pos) noexcept nogil:
    """Turns and phases go on in a Neutral Open state only (307-316)."""
    return FAULT_CHAIN if pos.n_chain else FAULT_SHOWDOWN if pos.showdown else FAULT_NONE


cdef int event_begin_turn(Position *pos, int player) noexcept nogil:
    """315.1: a player's turn begins after the last one ended; all that they control is readied."""
    cdef Player *p = &pos.players[player]
    cdef int q, i
    if pos.phase != PHASE_ENDING:
        return FAULT_PHASE
    pos.turn_player = pos.priority = player
    pos.phase = PHASE_AWAKEN
    for i in range(N_DOMAINS):
        p.supply.ready[i] += p.supply.exhausted[i]
        p.supply.exhausted[i] = 0
    p.legend.states &= ~STATE_EXHAUSTED
    for q in range(pos.n_players):
        for i in range(pos.players[q].n_board):
            if pos.players[q].board[i].controller == player:
                pos.players[q].board[i].states &= ~STATE_EXHAUSTED
    return FAULT_NONE


cdef int event_begin_phase(const Tables *t, Position *pos, int phase, Outcome *out) noexcept nogil:
    """315-317: a later phase of the turn. Main: pools empty, then what was due is Added. Ending: no one is stunned."""
    cdef Act act
    cdef int fault = outside_of_windows(pos)
    if fault:
        return fault
    if phase <= pos.phase:
        return FAULT_PHASE
    pos.phase = phase
    pos.priority = pos.turn_player
    if phase == PHASE_MAIN:
        memset(&act, 0, sizeof(Act))
        act.event = EVENT_MAIN_PHASE
        happen(t, pos, &act, out)
    if phase == PHASE_ENDING:
        unmark(pos, STATE_STUNNED)
    return FAULT_NONE if out.code == CODE_OK else FAULT_ADDS


cdef void unmark(Position *pos, int states) noexcept nogil:
    cdef int p, i
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            pos.players[p].board[i].states &= ~states


cdef int event_end_turn(const Tables *t, Position *pos, Outcome *out) noexcept nogil:
    """317: the Ending Phase, begun here if it was not, and what expires with the turn."""
    cdef Act act
    cdef int fault = outside_of_windows(pos)
    if fault:
        return fault
    pos.phase = PHASE_ENDING
    pos.priority = pos.turn_player
    unmark(pos, STATE_STUNNED)
    memset(&act, 0, sizeof(Act))
    act.event = EVENT_END_OF_TURN
    happen(t, pos, &act, out)
    return FAULT_NONE


cdef int event_start_showdown(Position *pos, int place, int focus) noexcept nogil:
    """344, 345: out of a Neutral Open state; the player who contests the battlefield has Focus."""
    cdef int fault = outside_of_windows(pos)
    if fault:
        return fault
    pos.showdown = 1 + place
    pos.focus = pos.priority = focus
    return FAULT_NONE


cdef int event_end_showdown(Position *pos) noexcept nogil:
    """348: a showdown without combat closes. (One of a combat: event_end_combat.)"""
    if pos.n_chain:
        return FAULT_CHAIN
    if pos.showdown == 0:
        return FAULT_NO_SHOWDOWN
    if pos.combat:
        return FAULT_COMBAT
    pos.showdown = 0
    pos.focus = NOBODY
    pos.priority = pos.turn_player
    return FAULT_NONE


cdef int event_start_combat(const Tables *t, Position *pos, int place, int attacker, Outcome *out) noexcept nogil:
    """459: attackers and defenders are named, the attacker has Focus; a showdown there becomes the combat's."""
    cdef Act act
    cdef Thing *thing
    cdef int p, i, mine = 0, others = 0
    if pos.n_chain:
        return FAULT_CHAIN
    if pos.combat:
        return FAULT_COMBAT
    if pos.showdown and pos.showdown != 1 + place:
        return FAULT_SHOWDOWN
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            thing = &pos.players[p].board[i]
            if thing.at == place + 1 and t.facts[thing.card].type & IS_UNIT:
                mine += thing.controller == attacker
                others += thing.controller != attacker
    if mine == 0 or others == 0:
        return FAULT_NO_UNITS
    pos.showdown = 1 + place
    pos.focus = pos.priority = attacker
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            thing = &pos.players[p].board[i]
            thing.states &= ~(STATE_ATTACKING | STATE_DEFENDING)
            if thing.at == place + 1 and t.facts[thing.card].type & IS_UNIT:
                thing.states |= STATE_ATTACKING if thing.controller == attacker else STATE_DEFENDING
    memset(&act, 0, sizeof(Act))
    act.event = EVENT_COMBAT_STARTED
    act.object = REF_BATTLEFIELD + place
    happen(t, pos, &act, out)
    return FAULT_NONE if out.code == CODE_OK else FAULT_ADDS


cdef int event_end_combat(Position *pos) noexcept nogil:
    if pos.n_chain:
        return FAULT_CHAIN
    if not pos.combat:
        return FAULT_NO_COMBAT
    combat_ends(pos)
    return FAULT_NONE


cdef int next_player(const Position *pos, int player) noexcept nogil:
    return (player + 1) % pos.n_players


cdef int event_pass_priority(Position *pos, int to) noexcept nogil:
    """338.1.c: with something on the chain, to the next player (-1) or to the one named."""
    if pos.n_chain == 0:
        return FAULT_NO_CHAIN
    if to == pos.priority:
        return FAULT_SAME_PLAYER
    pos.priority = to if to >= 0 else next_player(pos, pos.priority)
    return FAULT_NONE


cdef int event_pass_focus(Position *pos, int to) noexcept nogil:
    """347.4: in an open showdown, with Priority."""
    if pos.showdown == 0:
        return FAULT_NO_SHOWDOWN
    if pos.n_chain:
        return FAULT_CHAIN
    if to == pos.focus:
        return FAULT_SAME_PLAYER
    pos.focus = to if to >= 0 else next_player(pos, pos.turn_player if pos.focus == NOBODY else pos.focus)
    pos.priority = pos.focus
    return FAULT_NONE


cdef int event_off_chain(const Tables *t, Position *pos, int slot, int zone, Outcome *out) noexcept nogil:
    """An item resolved or was countered (340, 425): a spell goes to a zone of its player; who acts next (340.2-4, 346)."""
    cdef Zone z
    cdef int card = pos.chain[slot].card
    cdef int player = pos.chain[slot].controller
    cdef int fault
    if t.facts[card].type & IS_SPELL and player < pos.n_players:
        z = zone_at(&pos.players[player], zone)
        fault = put_fault(t, &z, card)
        if fault:
            return fault
        zone_put(&z, card, zone == IN_DECK_TOP)
    pos.n_chain -= 1
    memmove(&pos.chain[slot], &pos.chain[slot + 1], (pos.n_chain - slot) * sizeof(pos.chain[0]))
    memset(&pos.chain[pos.n_chain], 0, sizeof(pos.chain[0]))
    note(out, LEFT_CHAIN, 0, slot)
    effects_follow(pos, REF_CHAIN + slot, REF_CHAIN + MAX_CHAIN)
    if pos.n_chain:
        if pos.chain[pos.n_chain - 1].controller < pos.n_players:
            pos.priority = pos.chain[pos.n_chain - 1].controller
    elif pos.showdown:
        return event_pass_focus(pos, -1)
    else:
        pos.priority = pos.turn_player
    return FAULT_NONE
