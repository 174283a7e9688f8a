"""A state as bytes (docs/notation.md, "Bytes"): version 3, little-endian, lists only as far as they are used.

Finding the parts, reading them and naming what is wrong stand together: each check knows its byte and its field. Writing
is in _pen.pyx.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy, memset

from riftcore.cards._clauses cimport IS_GEAR, IS_RUNE, IS_SPELL, IS_UNIT, STATES_GIVEN
from riftcore.edge._board cimport position_new
from riftcore.edge._cardids cimport CardIds, card_find, card_ids
from riftcore.edge._walk cimport is_id, word
from riftcore.ground._types cimport MAX_COUNT, MAX_RUNES, N_DOMAINS
from riftcore.position._audit cimport legend_is_ok
from riftcore.position._expr cimport number
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
    Thing,
    card_fits,
    position_size,
    thing_seen,
)
from riftcore.position._sources cimport supply_refresh


from riftcore.errors import NotationError, shown

cdef enum:
    FAULT_MAGIC
    FAULT_VERSION
    FAULT_SUM
    FAULT_END               # the bytes end before the state does
    FAULT_MORE              # ... or after it
    FAULT_RANGE
    FAULT_BITS              # states of an object that are none, or that follow from others
    FAULT_RUNES
    FAULT_DECK
    FAULT_REF
    FAULT_RING
    FAULT_RECORD
    FAULT_KIND              # a card of a type that is never there
    FAULT_LEGEND            # a place, a player, buffs or a Might that no legend has
    FAULT_CATALOG           # written with other facts of cards ...
    FAULT_EDITION           # ... or under another edition of the rules
    FAULT_SHOWDOWN          # Focus without a showdown, or the other way round; combat without one

cdef enum:
    FIELD_HEAD
    FIELD_PLAYERS
    FIELD_TURN
    FIELD_PHASE
    FIELD_SHOWDOWN
    FIELD_COMBAT
    FIELD_PRIORITY
    FIELD_FOCUS
    FIELD_SCORE
    FIELD_PLACES
    FIELD_CHAIN
    FIELD_CARDS
    FIELD_RUNES
    FIELD_POOL
    FIELD_DECK
    FIELD_LEGEND
    FIELD_COUNT             # and the seven after it: how many there are in a list
    FIELD_HAND
    FIELD_TRASH
    FIELD_CHAMPION
    FIELD_BANISHED
    FIELD_DECK_TOP
    FIELD_FACEDOWN
    FIELD_EFFECTS
    FIELD_CARD
    FIELD_STATES
    FIELD_AT
    FIELD_CONTROLLER
    FIELD_MIGHT
    FIELD_ATTACHED
    FIELD_HIDDEN
    FIELD_ON
    FIELD_INLINE
    FIELD_IDS
    FIELD_STAMP

_FIELDS = (
    "head", "number of players", "player in turn", "phase", "showdown", "combat", "priority", "focus", "victory score",
    "battlefields", "chain", "cards", "runes", "pool", "rune deck", "legend",
    "board", "hand", "trash", "champion", "banished", "top", "facedown", "effects",
    "card", "states", "place", "player", "might", "attached to", "hidden this turn", "given to", "inline cards", "ids",
    "stamp",
)

_KINDS = (
    ("a legend", HOLDS_LEGEND), ("a battlefield", HOLDS_BATTLEFIELD), ("a unit", IS_UNIT), ("gear", IS_GEAR),
    ("a spell", IS_SPELL), ("a rune", IS_RUNE),
)

cdef const uint8_t *MAGIC = b"\xffRS"
cdef int[8] AT_MOST = [
    MAX_BOARD, MAX_HAND, MAX_TRASH, MAX_CHAMPION, MAX_BANISHED, MAX_DECK_TOP, MAX_FACEDOWN, MAX_EFFECTS,
]

# Default ids, made once: by player and place.
cdef tuple BOARD_IDS = tuple([tuple([f"p{p}.board.{i}" for i in range(MAX_BOARD)]) for p in range(MAX_PLAYERS)])
cdef tuple LEGEND_IDS = tuple([f"p{p}.legend" for p in range(MAX_PLAYERS)])
cdef tuple FACEDOWN_IDS = tuple([tuple([f"p{p}.facedown.{i}" for i in range(MAX_FACEDOWN)]) for p in range(MAX_PLAYERS)])
cdef tuple CHAIN_IDS = tuple([f"chain.{i}" for i in range(MAX_CHAIN)])

if sizeof(Thing) != 12 or sizeof(Facedown) != 4 or sizeof(Effect) != 8:
    raise ImportError("the compiler laid a struct out differently: serialized states would not be portable")


cdef uint32_t checksum(const uint8_t *at, Py_ssize_t size) noexcept nogil:
    """Each step is one to one, so that a change of up to eight neighbouring bytes is always seen before the cut to 32 bits."""
    cdef uint64_t word = 0
    cdef uint64_t h = 0x9E3779B97F4A7C15ULL ^ <uint64_t>size
    while size >= 8:
        memcpy(&word, at, 8)
        h = (h ^ word) * 0xBF58476D1CE4E5B9ULL
        h ^= h >> 32
        at += 8
        size -= 8
    word = 0
    memcpy(&word, at, size)
    h = (h ^ word) * 0xBF58476D1CE4E5B9ULL
    return <uint32_t>(h ^ h >> 32)


# ------------------------------------------------------------------------------------------------ reading


cdef bint fail(Fault *f, int what, Py_ssize_t at, int field, int seat=-1, int slot=-1) noexcept nogil:
    """False, and why."""
    f.what = what
    f.at = at
    f.field = field
    f.seat = seat
    f.slot = slot
    f.found = f.low = f.high = 0
    return False


cdef bint out_of(Fault *f, Py_ssize_t at, int field, int seat, int slot, long found, long low, long high) noexcept nogil:
    fail(f, FAULT_RANGE, at, field, seat, slot)
    f.found = found
    f.low = low
    f.high = high
    return False


cdef inline int two_bytes(const uint8_t *at) noexcept nogil:
    return at[0] | at[1] << 8


cdef inline Py_ssize_t text_at(const Sections *s, Py_ssize_t at, int *size) noexcept nogil:
    """Where the text of this place begins, and its length; -1: the bytes end before it does."""
    if at >= s.size:
        return -1
    size[0] = s.data[at]
    at += 1
    if size[0] == LONG:
        if at + 2 > s.size:
            return -1
        size[0] = two_bytes(s.data + at)
        at += 2
    return at if at + size[0] <= s.size else -1


cdef bint sections_find(const uint8_t *data, Py_ssize_t size, Sections *s, Fault *f) noexcept nogil:
    """Where everything is. False: these bytes are no state, and why."""
    cdef const uint8_t *counts
    cdef Py_ssize_t at
    cdef uint32_t told = 0
    cdef int seat, i, n_names
    cdef int n = 0
    if size < HEAD:
        return fail(f, FAULT_MAGIC if size < 4 or memcmp(data, MAGIC, 3) else FAULT_END, size, FIELD_HEAD)
    if memcmp(data, MAGIC, 3):
        return fail(f, FAULT_MAGIC, 0, FIELD_HEAD)
    if data[3] != VERSION and data[3] != OLD_VERSION:
        fail(f, FAULT_VERSION, 3, FIELD_HEAD)
        f.found = data[3]
        return False
    memcpy(&told, data + 4, 4)
    if told != checksum(data + CHECKED, size - CHECKED):
        return fail(f, FAULT_SUM, 4, FIELD_HEAD)
    s.stamp = NULL
    if data[3] == VERSION:
        size -= STAMP
        if size < HEAD:
            return fail(f, FAULT_END, size + STAMP, FIELD_HEAD)
        s.stamp = data + size
    s.data = data
    s.size = size
    s.n_players = data[8]
    if not 2 <= s.n_players <= MAX_PLAYERS:
        return out_of(f, 8, FIELD_PLAYERS, -1, -1, s.n_players, 2, MAX_PLAYERS)
    if data[16] > MAX_BATTLEFIELDS:
        return out_of(f, 16, FIELD_PLACES, -1, -1, data[16], 0, MAX_BATTLEFIELDS)
    if data[17] > MAX_CHAIN:
        return out_of(f, 17, FIELD_CHAIN, -1, -1, data[17], 0, MAX_CHAIN)
    s.n_cards = two_bytes(data + 18)
    if s.n_cards > MAX_NAMED:
        return out_of(f, 18, FIELD_CARDS, -1, -1, s.n_cards, 0, MAX_NAMED)
    s.players = HEAD
    s.lists = s.players + s.n_players * PLAYER_PART
    if s.lists > size:
        return fail(f, FAULT_END, size, FIELD_PLAYERS)
    at = s.lists + PLACE_PART * (data[16] + data[17])
    n_names = data[16] + data[17]
    for seat in range(s.n_players):
        counts = data + s.players + seat * PLAYER_PART + PLAYER_PART - COUNTS_PART
        for i in range(COUNTS_PART):
            if counts[i] > AT_MOST[i]:
                return out_of(f, counts + i - data, FIELD_COUNT + i, seat, -1, counts[i], 0, AT_MOST[i])
        n = data[s.players + seat * PLAYER_PART + SUPPLY_PART + DECK_PART - 1]
        if n > 1:
            return out_of(
                f, s.players + seat * PLAYER_PART + SUPPLY_PART + DECK_PART - 1, FIELD_LEGEND, seat, -1, n, 0, 1
            )
        at += (n + counts[0]) * sizeof(Thing) + 2 * (counts[1] + counts[2] + counts[3] + counts[4] + counts[5])
        at += counts[6] * sizeof(Facedown) + counts[7] * sizeof(Effect)
        n_names += n + counts[0] + counts[6]
    if at > size:
        return fail(f, FAULT_END, size, FIELD_COUNT)
    s.cards = at
    for i in range(s.n_cards):
        at = text_at(s, at, &n)
        if at < 0:
            return fail(f, FAULT_END, size, FIELD_CARDS, -1, i)
        at += n
    s.inline_ = at
    memcpy(&told, data + 20, 4)
    s.inline_size = told
    if s.inline_size > size - at:
        return fail(f, FAULT_END, size, FIELD_INLINE)
    at += s.inline_size
    s.names = at
    for i in range(n_names):
        at = text_at(s, at, &n)
        if at < 0:
            return fail(f, FAULT_END, size, FIELD_IDS, -1, i)
        at += n
    if at != size:
        return fail(f, FAULT_MORE, at, FIELD_IDS)
    return True


cdef bint cards_find(const Sections *s, const CardIndex *index, uint16_t *numbers) noexcept nogil:
    """The cards that the state names as numbers of the table, from 1 on. False: it names some that are not known yet."""
    cdef Py_ssize_t at = s.cards
    cdef int i
    cdef int n = 0
    numbers[0] = 0
    for i in range(1, s.n_cards + 1):
        at = text_at(s, at, &n)
        numbers[i] = card_find(index, s.data + at, n)
        if numbers[i] == 0:
            return False
        at += n
    return True


cdef inline bint seat_or_nobody(const Sections *s, int seat) noexcept nogil:
    return seat < s.n_players or seat == NOBODY


cdef bint wrong_kind(Fault *f, Py_ssize_t at, int field, int seat, int slot, int holds) noexcept nogil:
    """False: the place holds cards of other types."""
    fail(f, FAULT_KIND, at, field, seat, slot)
    f.found = holds
    return False


cdef bint thing_read(
    const Sections *s, const uint16_t *numbers, const Tables *t, Py_ssize_t at, int seat, int slot, int places,
    Thing *thing, Fault *f
) noexcept nogil:
    """An object or a legend (slot -1). What it is attached to is looked at when all are there."""
    memcpy(thing, s.data + at, sizeof(Thing))
    if not 1 <= thing.card <= s.n_cards:
        return out_of(f, at, FIELD_CARD, seat, slot, thing.card, 1, s.n_cards)
    if thing.states & ~<int>STATES_GIVEN:
        return fail(f, FAULT_BITS, at + 2, FIELD_STATES, seat, slot)
    if thing.at > places:
        return out_of(f, at + 4, FIELD_AT, seat, slot, thing.at, 0, places)
    if thing.controller >= s.n_players:
        return out_of(f, at + 5, FIELD_CONTROLLER, seat, slot, thing.controller, 0, s.n_players - 1)
    if not -1 <= thing.might <= MAX_MIGHT:
        return out_of(f, at + 8, FIELD_MIGHT, seat, slot, thing.might, -1, MAX_MIGHT)
    thing.card = numbers[thing.card]
    if not card_fits(t, thing.card, HOLDS_LEGEND if slot < 0 else HOLDS_BOARD):
        return wrong_kind(f, at, FIELD_CARD, seat, slot, HOLDS_LEGEND if slot < 0 else HOLDS_BOARD)
    if slot < 0 and thing.attached != NO_REF:
        return fail(f, FAULT_REF, at + 10, FIELD_ATTACHED, seat)
    if slot < 0 and not legend_is_ok(thing, seat):
        return fail(f, FAULT_LEGEND, at, FIELD_LEGEND, seat)
    return True


cdef bint zone_read(
    const Sections *s, const uint16_t *numbers, const Tables *t, Py_ssize_t *at, int field, int seat, int n, int holds,
    uint16_t *zone, Fault *f
) noexcept nogil:
    cdef int i, card
    for i in range(n):
        card = two_bytes(s.data + at[0])
        if card > s.n_cards:
            return out_of(f, at[0], field, seat, i, card, 0, s.n_cards)
        zone[i] = numbers[card]
        if not card_fits(t, zone[i], holds):
            return wrong_kind(f, at[0], field, seat, i, holds)
        at[0] += 2
    return True


cdef bint lists_read(
    const Sections *s, const uint16_t *numbers, const Tables *t, Position *pos, int seat, Py_ssize_t *at, Fault *f
) noexcept nogil:
    """Objects, zones and effects of a player, whose counts are in place."""
    cdef Player *p = &pos.players[seat]
    cdef Effect *e
    cdef int i
    if p.has_legend:
        if not thing_read(s, numbers, t, at[0], seat, -1, pos.n_battlefields, &p.legend, f):
            return False
        at[0] += sizeof(Thing)
    for i in range(p.n_board):
        if not thing_read(s, numbers, t, at[0], seat, i, pos.n_battlefields, &p.board[i], f):
            return False
        at[0] += sizeof(Thing)
    if not (
        zone_read(s, numbers, t, at, FIELD_HAND, seat, p.n_hand, HOLDS_MAIN, p.hand, f)
        and zone_read(s, numbers, t, at, FIELD_TRASH, seat, p.n_trash, HOLDS_MAIN, p.trash, f)
        and zone_read(s, numbers, t, at, FIELD_CHAMPION, seat, p.n_champion, HOLDS_CHAMPION, p.champion, f)
        and zone_read(s, numbers, t, at, FIELD_BANISHED, seat, p.n_banished, HOLDS_BANISHED, p.banished, f)
        and zone_read(s, numbers, t, at, FIELD_DECK_TOP, seat, p.n_deck_top, HOLDS_MAIN, p.deck_top, f)
    ):
        return False
    for i in range(p.n_facedown):
        memcpy(&p.facedown[i], s.data + at[0], sizeof(Facedown))
        if not 1 <= p.facedown[i].card <= s.n_cards:
            return out_of(f, at[0], FIELD_FACEDOWN, seat, i, p.facedown[i].card, 1, s.n_cards)
        if p.facedown[i].at >= pos.n_battlefields:
            return out_of(f, at[0] + 2, FIELD_FACEDOWN, seat, i, p.facedown[i].at, 0, pos.n_battlefields - 1)
        if p.facedown[i].this_turn > 1:
            return out_of(f, at[0] + 3, FIELD_HIDDEN, seat, i, p.facedown[i].this_turn, 0, 1)
        p.facedown[i].card = numbers[p.facedown[i].card]
        if not card_fits(t, p.facedown[i].card, HOLDS_MAIN):
            return wrong_kind(f, at[0], FIELD_FACEDOWN, seat, i, HOLDS_MAIN)
        at[0] += sizeof(Facedown)
    for i in range(p.n_effects):
        e = &p.effects[i]
        memcpy(e, s.data + at[0], sizeof(Effect))
        if not 1 <= e.card <= s.n_cards:
            return out_of(f, at[0], FIELD_EFFECTS, seat, i, e.card, 1, s.n_cards)
        if e.on_card > (s.n_cards if e.on == NO_REF else 0):
            return out_of(f, at[0] + 2, FIELD_ON, seat, i, e.on_card, 0, s.n_cards if e.on == NO_REF else 0)
        if not -1 <= e.might <= MAX_MIGHT:
            return out_of(f, at[0] + 6, FIELD_MIGHT, seat, i, e.might, -1, MAX_MIGHT)
        e.card = numbers[e.card]
        e.on_card = numbers[e.on_card]
        at[0] += sizeof(Effect)
    return True


cdef bint is_there(const Position *pos, int ref) noexcept nogil:
    """Does this ref name something that an effect may be given to?"""
    if ref >= REF_CHAIN:
        return ref < REF_CHAIN + pos.n_chain
    if ref >= REF_FACEDOWN:
        ref -= REF_FACEDOWN
        return ref >> 2 < pos.n_players and ref & 3 < pos.players[ref >> 2].n_facedown
    if ref >= REF_BATTLEFIELD:
        return ref < REF_BATTLEFIELD + pos.n_battlefields
    return thing_seen(pos, ref) is not NULL


cdef bint refs_fit(const Position *pos, Fault *f) noexcept nogil:
    """What is attached is attached to a thing, in no ring; effects were given to something that is there."""
    cdef const Player *p
    cdef const Thing *thing
    cdef int seat, i, left
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        for i in range(p.n_board):
            if p.board[i].attached == NO_REF:
                continue
            thing = &p.board[i]
            left = MAX_PLAYERS * MAX_BOARD
            while thing.attached != NO_REF:
                thing = thing_seen(pos, thing.attached)
                if thing is NULL:
                    return fail(f, FAULT_REF, -1, FIELD_ATTACHED, seat, i)
                left -= 1
                if left < 0:
                    return fail(f, FAULT_RING, -1, FIELD_ATTACHED, seat, i)
        for i in range(p.n_effects):
            if p.effects[i].on != NO_REF and not is_there(pos, p.effects[i].on):
                return fail(f, FAULT_REF, -1, FIELD_ON, seat, i)
    return True


cdef bint counts_fit(const Position *pos, int seat, Py_ssize_t at, Fault *f) noexcept nogil:
    """Runes, pool and Rune Deck of a player."""
    cdef const Player *p = &pos.players[seat]
    cdef const uint8_t *raw = <const uint8_t *>&p.supply
    cdef int i, runes = 0, deck = 0
    for i in range(SUPPLY_PART):
        if raw[i] > MAX_COUNT:
            return out_of(f, at + i, FIELD_RUNES if i < 2 * N_DOMAINS else FIELD_POOL, seat, -1, raw[i], 0, MAX_COUNT)
        if i < 2 * N_DOMAINS:
            runes += raw[i]
    if runes + p.deck_size > MAX_RUNES:
        return fail(f, FAULT_RUNES, at, FIELD_RUNES, seat)
    for i in range(N_DOMAINS):
        deck += p.deck[i]
    if p.deck_known > 2 or deck != (p.deck_size if p.deck_known == 2 else 0) or (p.deck_size and not p.deck_known):
        return fail(f, FAULT_DECK, at + SUPPLY_PART, FIELD_DECK, seat)
    return True


cdef bint head_fits(const Position *pos, Fault *f) noexcept nogil:
    cdef int last = pos.n_players - 1
    if pos.turn_player > last:
        return out_of(f, 9, FIELD_TURN, -1, -1, pos.turn_player, 0, last)
    if pos.phase > 5:
        return out_of(f, 10, FIELD_PHASE, -1, -1, pos.phase, 0, 5)
    if pos.showdown > pos.n_battlefields:
        return out_of(f, 11, FIELD_SHOWDOWN, -1, -1, pos.showdown, 0, pos.n_battlefields)
    if pos.combat > 1 or pos.assume > 7:
        return out_of(f, 12, FIELD_COMBAT, -1, -1, pos.combat, 0, 1)
    if pos.priority > last:
        return out_of(f, 13, FIELD_PRIORITY, -1, -1, pos.priority, 0, last)
    if pos.focus > last and pos.focus != NOBODY:
        return out_of(f, 14, FIELD_FOCUS, -1, -1, pos.focus, 0, last)
    if (pos.focus == NOBODY) != (pos.showdown == 0) or (pos.combat and pos.showdown == 0):
        return fail(f, FAULT_SHOWDOWN, 11, FIELD_SHOWDOWN)
    if pos.victory_score == 0:
        return out_of(f, 15, FIELD_SCORE, -1, -1, 0, 1, 255)
    return True


cdef uint64_t digest_of(const Tables *t, const uint16_t *numbers, int n) noexcept nogil:
    """Of the facts of these cards, in any order; 0 where the catalogue has no digests. A state's own cards count for nothing."""
    cdef uint64_t digest = 0
    cdef int i
    for i in range(1, n + 1):
        if numbers[i] < t.n_digests:
            digest ^= t.digests[numbers[i]]
    return digest


cdef bint stamp_fits(const Sections *s, const uint16_t *numbers, const Tables *t, Fault *f) noexcept nogil:
    """Were these bytes written with the same facts of their cards, and the same rules? 0: nothing was known of the facts."""
    cdef uint64_t fingerprint = 0
    cdef uint64_t here = digest_of(t, numbers, s.n_cards)
    cdef uint32_t edition = 0
    if s.stamp is NULL:
        return True
    memcpy(&fingerprint, s.stamp, 8)
    memcpy(&edition, s.stamp + 8, 4)
    if fingerprint and here and fingerprint != here:
        fail(f, FAULT_CATALOG, s.stamp - s.data, FIELD_STAMP)
        f.found, f.low = <long>fingerprint, <long>here
        return False
    if edition != t.edition:
        fail(f, FAULT_EDITION, s.stamp - s.data + 8, FIELD_STAMP)
        f.found, f.low = edition, t.edition
        return False
    return True


cdef bint position_read(const Sections *s, const uint16_t *numbers, const Tables *t, Position *pos, Fault *f) noexcept nogil:
    """The position of bytes whose sections and cards are found. False: it is none, and why."""
    cdef Player *p
    cdef const uint8_t *raw
    cdef Py_ssize_t at
    cdef int i, card, seat, holds
    memset(pos, 0, position_size(s.n_players))
    memcpy(&pos.n_players, s.data + 8, 10)
    pos.assume = pos.combat >> 4
    pos.combat &= 15
    if not head_fits(pos, f):
        return False
    at = s.lists
    for i in range(pos.n_battlefields + pos.n_chain):
        card = two_bytes(s.data + at)
        seat = s.data[at + 2]
        if card > s.n_cards:
            return out_of(f, at, FIELD_PLACES, -1, i, card, 0, s.n_cards)
        if not seat_or_nobody(s, seat):
            return out_of(f, at + 2, FIELD_PLACES, -1, i, seat, 0, s.n_players - 1)
        holds = HOLDS_BATTLEFIELD if i < pos.n_battlefields else HOLDS_CHAIN
        if not card_fits(t, numbers[card], holds):
            return wrong_kind(f, at, FIELD_PLACES, -1, i, holds)
        if i < pos.n_battlefields:
            pos.battlefields[i].card = numbers[card]
            pos.battlefields[i].controller = seat
        else:
            pos.chain[i - pos.n_battlefields].card = numbers[card]
            pos.chain[i - pos.n_battlefields].controller = seat
        at += PLACE_PART
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        raw = s.data + s.players + seat * PLAYER_PART
        memcpy(&p.supply, raw, SUPPLY_PART)
        memcpy(&p.deck_known, raw + SUPPLY_PART, DECK_PART)
        memcpy(&p.turn, raw + SUPPLY_PART + DECK_PART, TURN_PART)
        memcpy(&p.n_board, raw + PLAYER_PART - COUNTS_PART, COUNTS_PART)
        if not counts_fit(pos, seat, raw - s.data, f) or not lists_read(s, numbers, t, pos, seat, &at, f):
            return False
    if not refs_fit(pos, f) or not stamp_fits(s, numbers, t, f):
        return False  # what is no state at all is told first
    for seat in range(pos.n_players):
        if supply_refresh(t, pos, seat):
            return fail(f, FAULT_RECORD, s.players + seat * PLAYER_PART, FIELD_RUNES, seat)
    return True


_ANYWAY = "what was legal there may not be here. State.deserialize(data, catalog, anyway=True) reads it all the same"


cdef str edition_text(long edition):
    """20260716 as 2026-07-16."""
    return f"{edition // 10000:04}-{edition // 100 % 100:02}-{edition % 100:02}"


cdef str fault_text(const Fault *f):
    """Where bytes are no state, what was expected and what is there."""
    if f.what == FAULT_MAGIC:
        return 'expected bytes that begin "\\xffRS", as State.serialize writes them'
    if f.what == FAULT_VERSION:
        return f"a serialized state of version {f.found}: this riftcore reads version {<int>VERSION}, 2 and 1"
    if f.what == FAULT_SUM:
        return "a serialized state whose checksum is wrong: truncated or changed"
    where = _FIELDS[f.field] if f.seat < 0 else f"player {f.seat}, {_FIELDS[f.field]}"
    if f.slot >= 0:
        where += f" {f.slot}"
    head = f"byte {f.at} ({where}): expected" if f.at >= 0 else f"{where}: expected"
    if f.what == FAULT_CATALOG:
        found, here = f.found & 0xFFFFFFFFFFFFFFFF, f.low & 0xFFFFFFFFFFFFFFFF
        return f"{head} the facts that these cards have here ({here:016x}), found others ({found:016x}): {_ANYWAY}"
    if f.what == FAULT_EDITION:
        return f"{head} the rules of {edition_text(f.low)}, found those of {edition_text(f.found)}: {_ANYWAY}"
    if f.what == FAULT_END:
        return f"{head} more, found the end"
    if f.what == FAULT_MORE:
        return f"{head} the end, found more"
    if f.what == FAULT_RANGE:
        return f"{head} {f.low} to {f.high}, found {f.found}"
    if f.what == FAULT_BITS:
        return f"{head} states that are known and do not follow from others"
    if f.what == FAULT_RUNES:
        return f"{head} at most {<int>MAX_RUNES} runes on the board and in the deck (166), found more"
    if f.what == FAULT_DECK:
        return f"{head} a size, or numbers by domain and their sum"
    if f.what == FAULT_REF:
        return f"{head} something in the state"
    if f.what == FAULT_RING:
        return f"{head} something that is not attached to it, through others or at once"
    if f.what == FAULT_KIND:
        names = [name for name, holds in _KINDS if f.found & holds == holds]
        return f"{head} {' or '.join(names)}"
    if f.what == FAULT_LEGEND:
        return f"{head} a legend of its player in its own zone, without buffs or a Might of its own"
    if f.what == FAULT_SHOWDOWN:
        return f"{head} a showdown with a player who has Focus, and combat in a showdown only (344, 459)"
    return f"{head} no more Add sources than a record holds (docs/record.md)"


# ----------------------------------------------------------------------------------------- states of bytes


cdef dict cards_read(const Sections *s, Board state, uint16_t *numbers):
    """All cards of the state as numbers in its table; gives the facts of those that it brings itself, by id."""
    from riftcore.notation import inline_cards

    cdef Py_ssize_t at = s.cards
    cdef CardIds ids = card_ids(state.table)
    cdef int i
    cdef int n = 0
    cdef dict inline = {}
    cdef list own = []
    if s.inline_size == 0:
        if cards_find(s, &ids.index, numbers):
            return inline
    else:
        inline, own = inline_cards(<bytes>s.data[s.inline_ : s.inline_ + s.inline_size], f"byte {s.inline_} (inline cards)")
    numbers[0] = 0
    for i in range(s.n_cards):
        at = text_at(s, at, &n)
        name = <bytes>s.data[at : at + n]
        numbers[i + 1] = card_find(&ids.index, s.data + at, n)
        if numbers[i + 1] == 0:
            numbers[i + 1] = state.number(card_named(name, own, state.table, f"byte {at} (cards {i})"))
        at += n
    return inline


cdef object card_named(bytes name, list own, CardTable table, str where):
    """A card of the state's own, or one of the catalogue that is not kept by its name."""
    from riftcore.errors import CatalogError

    number = name[1:]
    if name.startswith(b"$") and number.isdigit() and len(number) < 6 and int(number) < len(own):
        return own[int(number)]
    try:
        return table.catalog.card(name.decode())
    except CatalogError as error:
        raise NotationError(f"{where}: expected a card: {error}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{where}: expected a card, found {shown(name)}") from None


cdef class Ids:
    """Reads the ids of a state one by one; they are unique."""

    cdef Sections s
    cdef Py_ssize_t at
    cdef set taken

    cdef str next(self, str default):
        cdef Py_ssize_t first = self.at
        cdef int n = 0
        cdef str name = default
        self.at = text_at(&self.s, self.at, &n)
        if n:
            try:
                name = (<bytes>self.s.data[self.at : self.at + n]).decode()
            except UnicodeDecodeError:
                name = ""
        self.at += n
        if not is_id(name):
            raise NotationError(f"byte {first} (ids): expected an id (a text without spaces), found {shown(name)}")
        if name in self.taken or name == "base":
            raise NotationError(f"byte {first} (ids): the id {shown(name)} is taken, expected a new one")
        self.taken.add(name)
        return name


cdef int board_read(Board state, const uint8_t *data, Py_ssize_t size, CardTable table, bint anyway) except -1:
    """The state of these bytes; NotationError where they are none. `anyway`: with whatever catalogue they were written."""
    cdef uint16_t[MAX_NAMED + 1] numbers
    cdef Ids ids = Ids.__new__(Ids)
    cdef Position *pos
    cdef Player *p
    cdef Fault fault
    cdef int seat
    if not sections_find(data, size, &ids.s, &fault):
        raise NotationError(fault_text(&fault))
    if anyway:
        ids.s.stamp = NULL
    state.table = table
    state.inline = cards_read(&ids.s, state, numbers)
    pos = position_new(ids.s.n_players)
    pos.n_players = ids.s.n_players
    if not position_read(&ids.s, numbers, &state.table.tables, pos, &fault):
        free(pos)
        raise NotationError(fault_text(&fault))
    state.pos = pos
    ids.at = ids.s.names
    ids.taken = set()
    state.places = tuple([ids.next(None) for _ in range(pos.n_battlefields)])
    boards, legends, hidden = [], [], []
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        legends.append(ids.next(LEGEND_IDS[seat]) if p.has_legend else None)
        boards.append(tuple([ids.next(BOARD_IDS[seat][i]) for i in range(p.n_board)]))
        hidden.append(tuple([ids.next(FACEDOWN_IDS[seat][i]) for i in range(p.n_facedown)]))
    state.legend_ids = tuple(legends)
    state.board_ids = tuple(boards)
    state.facedown_ids = tuple(hidden)
    state.chain_ids = tuple([ids.next(CHAIN_IDS[i]) for i in range(pos.n_chain)])
    return 0
