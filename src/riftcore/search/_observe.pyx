"""What a player sees of a position, as numbers (docs/observation.md): a fixed layout for neural networks.

Nothing that is hidden from the player is in it: of the others' hands and facedown cards only the number.
"""

from libc.string cimport memset

from riftcore.cards._clauses cimport IS_GEAR, IS_SPELL, IS_UNIT, STATE_EXHAUSTED, Facts
from riftcore.ground._record cimport Demand, Supply
from riftcore.ground._types cimport FOR_GEAR, FOR_SPELL, FOR_UNIT, LEGEND_READY, N_DOMAINS
from riftcore.payment._payable cimport payable
from riftcore.position._position cimport MAX_BATTLEFIELDS, MAX_HAND, MAX_PLAYERS, NOBODY, Player, Thing, might_of

if SEEN != SEEN_TURN + MAX_PLAYERS * SEEN_PLAYER + MAX_HAND * SEEN_CARD:
    raise ImportError("the parts of an observation do not add up")


cdef int seat_of(const Position *pos, int player, int seat) noexcept nogil:
    """A player as the observer counts: 0 themselves, 1 the next in turn order."""
    return (seat - player + pos.n_players) % pos.n_players


cdef void observe(const Tables *t, const Position *pos, int player, float *out) noexcept nogil:
    cdef int i
    memset(out, 0, SEEN * sizeof(float))
    see_turn(pos, player, out)
    for i in range(pos.n_players):
        see_player(t, pos, (player + i) % pos.n_players, out + SEEN_TURN + SEEN_PLAYER * i)
    see_hand(t, pos, player, out + SEEN_TURN + SEEN_PLAYER * MAX_PLAYERS)


cdef void see_turn(const Position *pos, int player, float *out) noexcept nogil:
    """28: whose turn, priority and Focus (4 each), phase (6), then numbers, and who controls each battlefield."""
    cdef int i
    out[seat_of(pos, player, pos.turn_player)] = 1
    out[4 + seat_of(pos, player, pos.priority)] = 1
    if pos.focus != NOBODY:
        out[8 + seat_of(pos, player, pos.focus)] = 1
    out[12 + pos.phase] = 1
    out[18] = pos.showdown
    out[19] = pos.combat
    out[20] = pos.n_chain
    out[21] = pos.victory_score
    for i in range(MAX_BATTLEFIELDS):
        if i < pos.n_battlefields and pos.battlefields[i].controller != NOBODY:
            out[22 + i] = 1 + seat_of(pos, player, pos.battlefields[i].controller)


cdef void see_player(const Tables *t, const Position *pos, int seat, float *out) noexcept nogil:
    """88: what the player could pay with (49), counts (18), and units at each place (21)."""
    cdef const Player *p = &pos.players[seat]
    cdef const Supply *s = &p.supply
    cdef const Thing *thing
    cdef const unsigned char *raw = <const unsigned char *>s
    cdef float *units = out + 67
    cdef int i, q
    # Bytes 0 to 35 of the record: runes, pool, sources (docs/record.md).
    for i in range(36):
        out[i] = raw[i]
    out[36] = s.converters & 15
    out[37] = s.converters >> 4
    if s.legend:
        out[37 + (s.legend & 0x7F)] = 1 if s.legend & LEGEND_READY else 0.5
    out[43] = s.borrowers & 15
    out[44] = s.borrowers >> 4
    out[45] = s.flags & 1
    out[46] = s.flags >> 1 & 1
    out[47] = p.deck_size
    out[48] = 1 if p.has_legend and p.legend.states & STATE_EXHAUSTED else 0
    out[49] = p.xp
    out[50] = p.points
    out[51] = p.n_hand
    out[52] = p.n_trash
    out[53] = p.n_champion
    out[54] = p.n_banished
    out[55] = p.n_board
    out[56] = p.n_facedown
    raw = <const unsigned char *>&p.turn
    for i in range(10):
        out[57 + i] = raw[i]
    for q in range(pos.n_players):
        for i in range(pos.players[q].n_board):
            thing = &pos.players[q].board[i]
            if thing.controller == seat and t.facts[thing.card].type & IS_UNIT:
                units[3 * thing.at] += 1
                units[3 * thing.at + 1] += thing.states & STATE_EXHAUSTED == 0
                units[3 * thing.at + 2] += might_of(t, thing)


cdef void see_hand(const Tables *t, const Position *pos, int player, float *out) noexcept nogil:
    """12 for each card of the own hand: there, type (3), printed Energy and Power, domains (6). There is 2 where payable."""
    cdef const Player *p = &pos.players[player]
    cdef const Facts *f
    cdef Demand d
    cdef float *card
    cdef int i, j
    for i in range(p.n_hand):
        card = out + SEEN_CARD * i
        f = &t.facts[p.hand[i]]
        card[0] = 1
        if f.type == 0:
            continue
        d = f.printed
        card[1] = f.type & IS_UNIT != 0
        card[2] = f.type & IS_SPELL != 0
        card[3] = f.type & IS_GEAR != 0
        card[4] = d.energy
        card[5] = d.any + d.hybrid + d.hybrid2
        for j in range(N_DOMAINS):
            card[5] += d.power[j]
            card[6 + j] = f.domains >> j & 1
        d.purpose = FOR_SPELL if f.type & IS_SPELL else FOR_GEAR if f.type & IS_GEAR else FOR_UNIT
        d.showdown = pos.showdown != 0
        # 2: its printed cost can be paid now.
        if payable(&p.supply, &d):
            card[0] = 2
