"""The position: looking up refs, and what is derived of a thing."""

from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memmove, memset

from riftcore.cards._clauses cimport (
    IS_BATTLEFIELD,
    IS_GEAR,
    IS_LEGEND,
    IS_RUNE,
    IS_SPELL,
    IS_UNIT,
    KW_TEMPORARY,
    STATE_ATTACHED,
    STATE_ATTACKING,
    STATE_BUFFED,
    STATE_DEFENDING,
    STATE_EMPOWERED,
    STATE_EQUIPPED,
    STATE_GANKING,
    STATE_MIGHTY,
    STATE_PAID,
    STATE_STUNNED,
    STATE_TEMPORARY,
    STATE_UNPAID,
    STATE_USED,
)
from riftcore.ground._types cimport MAX_RUNES

_TYPES = (
    ("unit", IS_UNIT), ("gear", IS_GEAR), ("spell", IS_SPELL), ("legend", IS_LEGEND), ("battlefield", IS_BATTLEFIELD),
    ("rune", IS_RUNE),
)
#: The types of cards that each place of a situation holds, by its key in scenarios.
SLOTS = {
    name: tuple([type_ for type_, bit in _TYPES if bit & holds])
    for name, holds in (
        ("legend", HOLDS_LEGEND), ("battlefields", HOLDS_BATTLEFIELD), ("board", HOLDS_BOARD), ("hand", HOLDS_MAIN),
        ("trash", HOLDS_MAIN), ("deck_top", HOLDS_MAIN), ("facedown", HOLDS_MAIN), ("champion", HOLDS_CHAMPION),
        ("banished", HOLDS_BANISHED), ("chain", HOLDS_CHAIN), ("effects", HOLDS_ANY),
    )
}

#: The states of a thing that scenarios name, with their bits. "empowered" has a count of its own.
STATES = (
    ("stunned", STATE_STUNNED), ("temporary", STATE_TEMPORARY), ("attacking", STATE_ATTACKING),
    ("defending", STATE_DEFENDING), ("mighty", STATE_MIGHTY), ("used", STATE_USED),
    ("paid", STATE_PAID), ("unpaid", STATE_UNPAID), ("ganking", STATE_GANKING),
)
#: How many a position holds of each, by its key in scenarios.
LIMITS = {
    "players": MAX_PLAYERS, "battlefields": MAX_BATTLEFIELDS, "chain": MAX_CHAIN, "runes": MAX_RUNES, "board": MAX_BOARD,
    "hand": MAX_HAND, "trash": MAX_TRASH, "champion": MAX_CHAMPION, "banished": MAX_BANISHED, "deck_top": MAX_DECK_TOP,
    "facedown": MAX_FACEDOWN, "effects": MAX_EFFECTS, "might": MAX_MIGHT, "seen": SEEN_MORE - 1,
}

cdef extern from *:
    """
    /* So many bytes of a zone and up to 15 behind them: zones are whole blocks of 16, and their empty places are 0.
       Zones are short; a call of memcpy for each would take longer. */
    static inline void zone_copy(void *into, const void *from, size_t used)
    {
        size_t i;
        for (i = 0; i < used; i += 16)
            memcpy((char *)into + i, (const char *)from + i, 16);
    }
    """
    void zone_copy(void *, const void *, size_t) noexcept nogil


cdef size_t position_size(int players) noexcept nogil:
    return sizeof(Position) - (MAX_PLAYERS - players) * sizeof(Player)


cdef void position_copy(Position *into, const Position *from_) noexcept nogil:
    """A plain copy; zones and boards are mostly empty, and where they are it is quicker to write than to read."""
    cdef const Player *p
    cdef Player *q
    cdef size_t used
    cdef int i
    memcpy(into, from_, <const char *>&from_.players[0] - <const char *>from_)
    for i in range(from_.n_players):
        p = &from_.players[i]
        q = &into.players[i]
        used = p.n_board * sizeof(Thing)
        if p.n_trash | p.n_champion | p.n_banished | p.n_deck_top | p.n_facedown | p.n_effects:
            used += <const char *>&p.board[0] - <const char *>p
            memcpy(q, p, used)
            memset(<char *>q + used, 0, sizeof(Player) - used)
        else:
            memcpy(q, p, <const char *>&p.trash[0] - <const char *>p)
            memset(&q.trash[0], 0, <const char *>p + sizeof(Player) - <const char *>&p.trash[0])
            memcpy(&q.board[0], &p.board[0], used)


cdef void position_replace(Position *into, const Position *from_) noexcept nogil:
    """position_copy over another position of as many players, or over zeros: only what one of the two uses is written."""
    cdef const Player *p
    cdef Player *q
    cdef int i
    zone_copy(into.chain, from_.chain, most(into.n_chain, from_.n_chain) * sizeof(from_.chain[0]))
    memcpy(into, from_, <const char *>&from_.chain[0] - <const char *>from_)
    for i in range(from_.n_players):
        p = &from_.players[i]
        q = &into.players[i]
        zone_copy(q.board, p.board, most(q.n_board, p.n_board) * sizeof(Thing))
        zone_copy(q.hand, p.hand, most(q.n_hand, p.n_hand) * sizeof(p.hand[0]))
        zone_copy(q.trash, p.trash, most(q.n_trash, p.n_trash) * sizeof(p.trash[0]))
        zone_copy(q.champion, p.champion, most(q.n_champion, p.n_champion) * sizeof(p.champion[0]))
        zone_copy(q.banished, p.banished, most(q.n_banished, p.n_banished) * sizeof(p.banished[0]))
        zone_copy(q.deck_top, p.deck_top, most(q.n_deck_top, p.n_deck_top) * sizeof(p.deck_top[0]))
        zone_copy(q.facedown, p.facedown, most(q.n_facedown, p.n_facedown) * sizeof(p.facedown[0]))
        zone_copy(q.effects, p.effects, most(q.n_effects, p.n_effects) * sizeof(p.effects[0]))
        # Last: with it the counts change.
        memcpy(q, p, <const char *>&p.hand[0] - <const char *>p)


cdef int card_slots(Position *pos, uint16_t **slots) noexcept nogil:
    """Where the numbers of cards stand in a position: all that are used, MAX_CARD_SLOTS at most. Gives how many."""
    cdef Player *p
    cdef int i, seat, n = 0
    for i in range(pos.n_battlefields):
        slots[n] = &pos.battlefields[i].card
        n += 1
    for i in range(pos.n_chain):
        slots[n] = &pos.chain[i].card
        n += 1
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        if p.has_legend:
            slots[n] = &p.legend.card
            n += 1
        for i in range(p.n_board):
            slots[n] = &p.board[i].card
            n += 1
        n = zone_slots(p.hand, p.n_hand, slots, n)
        n = zone_slots(p.trash, p.n_trash, slots, n)
        n = zone_slots(p.champion, p.n_champion, slots, n)
        n = zone_slots(p.banished, p.n_banished, slots, n)
        n = zone_slots(p.deck_top, p.n_deck_top, slots, n)
        for i in range(p.n_facedown):
            slots[n] = &p.facedown[i].card
            n += 1
        for i in range(p.n_effects):
            slots[n] = &p.effects[i].card
            slots[n + 1] = &p.effects[i].on_card
            n += 2
    return n


cdef int zone_slots(uint16_t *zone, int used, uint16_t **slots, int n) noexcept nogil:
    cdef int i
    for i in range(used):
        slots[n + i] = &zone[i]
    return n + used


cdef inline size_t most(int a, int b) noexcept nogil:
    return a if a > b else b


cdef int card_at(const Position *pos, int ref) noexcept nogil:
    """The card of any ref; 0 when there is none."""
    cdef const Thing *thing
    cdef int owner
    if ref >= REF_TRASH:
        owner = (ref - REF_TRASH) // MAX_TRASH
        return pos.players[owner].trash[(ref - REF_TRASH) % MAX_TRASH] if owner < pos.n_players else 0
    if REF_CHAIN <= ref < REF_CHAIN + pos.n_chain:
        return pos.chain[ref - REF_CHAIN].card
    if REF_FACEDOWN <= ref < REF_CHAIN:
        return pos.players[(ref - REF_FACEDOWN) >> 2].facedown[(ref - REF_FACEDOWN) & 3].card
    if REF_BATTLEFIELD <= ref < REF_BATTLEFIELD + pos.n_battlefields:
        return pos.battlefields[ref - REF_BATTLEFIELD].card
    thing = thing_seen(pos, ref)
    return thing.card if thing is not NULL else 0


cdef int card_in_trash(const Position *pos, int card, int first) noexcept nogil:
    """The ref of a card in a trash, that of the player `first` before the others'; NO_REF where there is none."""
    cdef int i, j, p
    for j in range(pos.n_players):
        p = (first + j) % pos.n_players
        for i in range(pos.players[p].n_trash):
            if pos.players[p].trash[i] == card:
                return REF_TRASH + MAX_TRASH * p + i
    return NO_REF


cdef int controller_at(const Position *pos, int ref) noexcept nogil:
    """Who controls what the ref names, or owns it in a trash; NOBODY when no one does."""
    cdef const Thing *thing
    if ref >= REF_TRASH:
        return (ref - REF_TRASH) // MAX_TRASH
    if REF_CHAIN <= ref < REF_CHAIN + pos.n_chain:
        return pos.chain[ref - REF_CHAIN].controller
    if REF_FACEDOWN <= ref < REF_CHAIN:
        return (ref - REF_FACEDOWN) >> 2
    if REF_BATTLEFIELD <= ref < REF_BATTLEFIELD + pos.n_battlefields:
        return pos.battlefields[ref - REF_BATTLEFIELD].controller
    thing = thing_seen(pos, ref)
    return thing.controller if thing is not NULL else NOBODY


cdef int might_of(const Tables *t, const Thing *thing) noexcept nogil:
    """Current Might: as stated, or as printed and 1 more for each buff; 0 for what has none."""
    if thing.might >= 0:
        return thing.might
    if t.facts[thing.card].might < 0:
        return 0
    return t.facts[thing.card].might + thing.buffs


cdef int states_of(const Tables *t, const Position *pos, const Thing *thing, int ref) noexcept nogil:
    """All states, the derived ones too."""
    cdef int states = thing.states
    cdef int i, p
    if thing.empowered:
        states |= STATE_EMPOWERED
    if thing.buffs:
        states |= STATE_BUFFED
    if thing.attached != NO_REF:
        states |= STATE_ATTACHED
    if t.facts[thing.card].keywords & KW_TEMPORARY:
        states |= STATE_TEMPORARY
    if t.facts[thing.card].type & IS_UNIT and might_of(t, thing) >= MIGHTY:
        states |= STATE_MIGHTY
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            if pos.players[p].board[i].attached == ref:
                return states | STATE_EQUIPPED
    return states


cdef int board_remove(Position *pos, int ref) noexcept nogil:
    """Take an object off the board; what was attached to it is detached. -1: no such object."""
    cdef Player *player
    cdef Thing *thing
    cdef int slot, i, p
    if not 0 <= ref < REF_LEGEND or thing_at(pos, ref) is NULL:
        return -1
    player = &pos.players[ref >> 6]
    slot = ref & 63
    player.n_board -= 1
    memmove(&player.board[slot], &player.board[slot + 1], (player.n_board - slot) * sizeof(Thing))
    # Places that hold nothing are 0: equal positions are equal bytes.
    memset(&player.board[player.n_board], 0, sizeof(Thing))
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            thing = &pos.players[p].board[i]
            thing.attached = shifted(thing.attached, ref, ref | 63)
    effects_follow(pos, ref, ref | 63)
    return 0


cdef void effects_follow(Position *pos, int removed, int last) noexcept nogil:
    """Something has left its list, which goes up to the ref `last`: what was given to it goes with it."""
    cdef Player *p
    cdef int seat, i, n
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        n = 0
        for i in range(p.n_effects):
            if p.effects[i].on != removed:
                p.effects[n] = p.effects[i]
                p.effects[n].on = shifted(p.effects[n].on, removed, last)
                n += 1
        memset(&p.effects[n], 0, (p.n_effects - n) * sizeof(p.effects[0]))
        p.n_effects = n


cdef void attached_follow(Position *pos, int host) noexcept nogil:
    """What is attached to a unit is where the unit is."""
    cdef int p, i
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            if pos.players[p].board[i].attached == host and 64 * p + i != host:
                pos.players[p].board[i].at = thing_at(pos, host).at
                attached_follow(pos, 64 * p + i)


cdef int shifted(int held, int removed, int last) noexcept nogil:
    """What a ref is called after the thing `removed` has left its list."""
    if held == removed:
        return NO_REF
    if removed < held <= last:
        return held - 1
    return held
