"""Is a position one that the rest of the core may trust? For tests, and the checked build."""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcmp, memcpy

from riftcore.cards._clauses cimport STATES_GIVEN, STATE_TOKEN, Tables
from riftcore.ground._record cimport Supply
from riftcore.ground._types cimport MAX_RUNES, N_DOMAINS
from riftcore.position._position cimport (
    HOLDS_BANISHED,
    HOLDS_BATTLEFIELD,
    HOLDS_BOARD,
    HOLDS_CHAIN,
    HOLDS_CHAMPION,
    HOLDS_LEGEND,
    HOLDS_MAIN,
    MAX_BANISHED,
    MAX_BATTLEFIELDS,
    MAX_BOARD,
    MAX_CHAIN,
    MAX_CHAMPION,
    MAX_DECK_TOP,
    MAX_EFFECTS,
    MAX_FACEDOWN,
    MAX_HAND,
    MAX_MIGHT,
    MAX_PLAYERS,
    MAX_TRASH,
    NOBODY,
    NO_REF,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    Effect,
    Facedown,
    Player,
    card_fits,
    position_size,
    thing_seen,
)
from riftcore.position._sources cimport supply_refresh

cdef enum:
    N_PHASES = 6


cdef bint empty(const void *at, size_t size) noexcept nogil:
    """Places that hold nothing are 0, so that equal positions are equal bytes."""
    cdef const uint8_t *raw = <const uint8_t *>at
    cdef size_t i
    for i in range(size):
        if raw[i]:
            return False
    return True


cdef bint player_is_ok(const Position *pos, int seat) noexcept nogil:
    cdef const Player *p = &pos.players[seat]
    cdef int d, runes = 0, deck = 0
    for d in range(N_DOMAINS):
        runes += p.supply.ready[d] + p.supply.exhausted[d]
        deck += p.deck[d]
    return (
        p.n_board <= MAX_BOARD and p.n_hand <= MAX_HAND and p.n_trash <= MAX_TRASH
        and p.n_champion <= MAX_CHAMPION and p.n_banished <= MAX_BANISHED and p.n_deck_top <= MAX_DECK_TOP
        and p.n_facedown <= MAX_FACEDOWN and p.n_effects <= MAX_EFFECTS
        and runes + p.deck_size <= MAX_RUNES and p.deck_known <= 2
        and deck == (p.deck_size if p.deck_known == 2 else 0) and (p.deck_known or p.deck_size == 0)
        and empty(&p.board[p.n_board], (MAX_BOARD - p.n_board) * sizeof(Thing))
        and empty(&p.hand[p.n_hand], (MAX_HAND - p.n_hand) * 2)
        and empty(&p.trash[p.n_trash], (MAX_TRASH - p.n_trash) * 2)
        and empty(&p.champion[p.n_champion], (MAX_CHAMPION - p.n_champion) * 2)
        and empty(&p.banished[p.n_banished], (MAX_BANISHED - p.n_banished) * 2)
        and empty(&p.deck_top[p.n_deck_top], (MAX_DECK_TOP - p.n_deck_top) * 2)
        and empty(&p.facedown[p.n_facedown], (MAX_FACEDOWN - p.n_facedown) * sizeof(Facedown))
        and empty(&p.effects[p.n_effects], (MAX_EFFECTS - p.n_effects) * sizeof(Effect))
        and (p.has_legend or empty(&p.legend, sizeof(Thing)))
    )


cdef bint zone_is_ok(const Tables *t, const uint16_t *zone, int n, int holds) noexcept nogil:
    """Cards of the types that it holds, or such that are not known."""
    cdef int i
    for i in range(n):
        if not card_fits(t, zone[i], holds):
            return False
    return True


cdef bint cards_are_ok(const Tables *t, const Position *pos, int seat) noexcept nogil:
    """Every zone holds what it may hold."""
    cdef const Player *p = &pos.players[seat]
    cdef int i
    for i in range(p.n_facedown):
        if p.facedown[i].card == 0 or not card_fits(t, p.facedown[i].card, HOLDS_MAIN):
            return False
    for i in range(p.n_effects):
        if p.effects[i].card == 0 or not -1 <= p.effects[i].might <= MAX_MIGHT:
            return False
    return (
        zone_is_ok(t, p.hand, p.n_hand, HOLDS_MAIN) and zone_is_ok(t, p.trash, p.n_trash, HOLDS_MAIN)
        and zone_is_ok(t, p.champion, p.n_champion, HOLDS_CHAMPION)
        and zone_is_ok(t, p.banished, p.n_banished, HOLDS_BANISHED)
        and zone_is_ok(t, p.deck_top, p.n_deck_top, HOLDS_MAIN)
        and (not p.has_legend or (p.legend.card and card_fits(t, p.legend.card, HOLDS_LEGEND) and legend_is_ok(&p.legend, seat)))
    )


cdef bint legend_is_ok(const Thing *thing, int seat) noexcept nogil:
    """A legend is in its own zone (107.4): nothing moves, buffs, attaches or takes it."""
    return (
        thing.at == 0 and thing.controller == seat and thing.buffs == 0 and thing.might == -1
        and thing.attached == NO_REF and thing.states & STATE_TOKEN == 0 and states_are_ok(thing.states)
    )


cdef bint states_are_ok(int states) noexcept nogil:
    """Only states that something is given; those that follow from others are worked out."""
    return states & ~<int>STATES_GIVEN == 0


cdef bint things_are_ok(const Tables *t, const Position *pos, int seat) noexcept nogil:
    """Objects are permanents of someone, somewhere, and attached to what is there, in no ring."""
    cdef const Player *p = &pos.players[seat]
    cdef const Thing *thing
    cdef int i, steps, ref
    for i in range(p.n_board):
        thing = &p.board[i]
        if thing.card == 0 or not card_fits(t, thing.card, HOLDS_BOARD) or thing.controller >= pos.n_players:
            return False
        if thing.at > pos.n_battlefields or not -1 <= thing.might <= MAX_MIGHT or not states_are_ok(thing.states):
            return False
        ref = thing.attached
        steps = 0
        while ref != NO_REF:
            steps += 1
            if thing_seen(pos, ref) is NULL or steps > MAX_PLAYERS * MAX_BOARD:
                return False
            ref = thing_seen(pos, ref).attached
    for i in range(p.n_facedown):
        if p.facedown[i].at >= pos.n_battlefields or p.facedown[i].this_turn > 1:
            return False
    for i in range(p.n_effects):
        if not effect_fits(pos, p.effects[i].on):
            return False
    return True


cdef bint effect_fits(const Position *pos, int on) noexcept nogil:
    """Is what an effect was given to still there?"""
    if on == NO_REF:
        return True
    if on >= REF_CHAIN:
        return on < REF_CHAIN + pos.n_chain
    if on >= REF_FACEDOWN:
        on -= REF_FACEDOWN
        return on >> 2 < pos.n_players and on & 3 < pos.players[on >> 2].n_facedown
    if on >= REF_BATTLEFIELD:
        return on < REF_BATTLEFIELD + pos.n_battlefields
    return thing_seen(pos, on) is not NULL


cdef bint position_is_ok(const Tables *t, const Position *pos) noexcept nogil:
    """Counts within their bounds, no loose ends, and every record what the board says."""
    cdef Position again
    cdef int seat, i
    if not 2 <= pos.n_players <= MAX_PLAYERS or pos.n_battlefields > MAX_BATTLEFIELDS or pos.n_chain > MAX_CHAIN:
        return False
    if pos.turn_player >= pos.n_players or pos.priority >= pos.n_players or pos.phase >= N_PHASES:
        return False
    if pos.showdown > pos.n_battlefields or (pos.focus == NOBODY) != (pos.showdown == 0):
        return False
    if pos.focus != NOBODY and pos.focus >= pos.n_players:
        return False
    if pos.assume > 7 or pos.combat > (pos.showdown != 0) or pos.victory_score == 0:
        return False
    for i in range(pos.n_battlefields):
        if not card_fits(t, pos.battlefields[i].card, HOLDS_BATTLEFIELD):
            return False
        if pos.battlefields[i].controller != NOBODY and pos.battlefields[i].controller >= pos.n_players:
            return False
    for i in range(pos.n_chain):
        if not card_fits(t, pos.chain[i].card, HOLDS_CHAIN):
            return False
        if pos.chain[i].controller != NOBODY and pos.chain[i].controller >= pos.n_players:
            return False
    if not empty(&pos.chain[pos.n_chain], (MAX_CHAIN - pos.n_chain) * sizeof(pos.chain[0])):
        return False
    for seat in range(pos.n_players):
        if not player_is_ok(pos, seat) or not things_are_ok(t, pos, seat) or not cards_are_ok(t, pos, seat):
            return False
    memcpy(&again, pos, position_size(pos.n_players))
    for seat in range(pos.n_players):
        if supply_refresh(t, &again, seat) or again.players[seat].unknown != pos.players[seat].unknown:
            return False
        if memcmp(&again.players[seat].supply, &pos.players[seat].supply, sizeof(Supply)):
            return False
    return True
