"""From the board to the record: which Add sources of a player are ready, and what they are now.

A source is known by what its ability costs and makes (CardTable), never by its name. Its condition
(Legion, Level, Empowered) is asked here, so the record holds only what works now.
"""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ADD_MODIFIER,
    IS_LEGEND,
    ON_GOLD,
    SRC_ANOMALY,
    SRC_BOTH,
    SRC_GEAR_POWER,
    SRC_GOLD,
    SRC_HENGE,
    SRC_LUX,
    SRC_ONE,
    SRC_SHOWDOWN_ENERGY,
    SRC_SPELLS_POWER,
    SRC_TWO,
    SRC_UNITS_ENERGY,
    SRC_UNIVERSAL,
    SRC_UNKNOWN,
    STATE_EXHAUSTED,
    Facts,
)
from riftcore.ground._record cimport Supply, supply_fault
from riftcore.ground._types cimport (
    BORROW_ANOMALY,
    BORROW_EGG,
    BORROW_GOLD,
    BORROW_HENGE,
    BORROW_HONEYFRUIT,
    BORROW_LEGEND,
    BORROW_LUX,
    BORROW_ONE,
    FLAG_LEVEL6,
    FLAG_RENATA,
    LEGEND_NONE,
    LEGEND_READY,
    N_DOMAINS,
    N_LEGEND_KINDS,
    RECORD_VERSION,
)
from riftcore.position._expr cimport Context, holds
from riftcore.position._position cimport NO_REF, REF_LEGEND, Player, Thing, thing_at, thing_seen


cdef int[N_LEGEND_KINDS] LEGEND_SOURCES = [    # sources (SRC_), by LEGEND_
    -1, SRC_SPELLS_POWER, SRC_GEAR_POWER, SRC_SHOWDOWN_ENERGY, SRC_ONE, SRC_UNITS_ENERGY,
]


cdef void context_of(Context *x, const Tables *t, const Position *pos, int ref, const Thing *thing) noexcept nogil:
    memset(x, 0, sizeof(Context))
    x.t = t
    x.pos = pos
    x.me = ref
    x.card = thing.card
    x.you = thing.controller


cdef int source_of(const Tables *t, const Position *pos, int ref, int ability) noexcept nogil:
    """What the Add ability of this number makes now; -1: the object has no such ability now."""
    cdef const Thing *thing = thing_seen(pos, ref)
    cdef const Facts *f
    cdef Context x
    cdef int i
    if thing is NULL or thing.attached != NO_REF:
        return -1
    f = &t.facts[thing.card]
    context_of(&x, t, pos, ref, thing)
    for i in range(f.n_sources):
        if (ability < 0 or f.sources[i].ability == ability) and holds(&x, f.sources[i].when):
            return f.sources[i].kind
    return -1


cdef void start_count(Player *p) noexcept nogil:
    cdef Supply *s = &p.supply
    s.version = RECORD_VERSION
    memset(s.seals, 0, 6)
    s.one = s.two = s.lux = s.honeyfruit = s.gold = s.converters = 0
    s.legend = s.borrowers = s.flags = 0
    s.borrow = 0
    p.unknown = 0


cdef int supplies_refresh(const Tables *t, Position *pos) noexcept nogil:
    """Count everybody's ready sources anew; runes and pools stay. -1: more than a record holds."""
    cdef const Player *side
    cdef const Facts *f
    cdef int p, i
    for p in range(pos.n_players):
        start_count(&pos.players[p])
    for p in range(pos.n_players):
        side = &pos.players[p]
        for i in range(side.n_board):
            f = &t.facts[side.board[i].card]
            if side.board[i].attached != NO_REF:
                continue
            if f.plain_source:
                count_plain(&pos.players[side.board[i].controller], f.plain_source - 1, side.board[i].states)
            elif f.n_sources or f.borrows or f.raises_gold:
                if count_source(t, pos, side.board[i].controller, 64 * p + i):
                    return -1
    for p in range(pos.n_players):
        if pos.players[p].has_legend and count_source(t, pos, p, REF_LEGEND + p):
            return -1
        if supply_fault(&pos.players[p].supply) >= 0:
            return -1
    return 0


cdef int supply_refresh(const Tables *t, Position *pos, int player) noexcept nogil:
    """The same for one player."""
    cdef Player *p = &pos.players[player]
    cdef int q, i
    start_count(p)
    for q in range(pos.n_players):
        for i in range(pos.players[q].n_board):
            if pos.players[q].board[i].controller == player and pos.players[q].board[i].attached == NO_REF:
                if count_source(t, pos, player, 64 * q + i):
                    return -1
    if p.has_legend and count_source(t, pos, player, REF_LEGEND + player):
        return -1
    return -1 if supply_fault(&p.supply) >= 0 else 0


cdef void count_plain(Player *p, int kind, int states) noexcept nogil:
    """What count_source does for a card with one unconditional ability of a kind that is counted by itself."""
    cdef bint ready = states & STATE_EXHAUSTED == 0
    if count_kind(&p.supply, kind, ready):
        p.unknown += ready
    if kind == SRC_ONE:
        p.supply.borrow |= 1 << BORROW_ONE


cdef int count_source(const Tables *t, Position *pos, int player, int ref) noexcept nogil:
    cdef Player *p = &pos.players[player]
    cdef Supply *s = &p.supply
    cdef const Thing *thing = thing_at(pos, ref)
    cdef const Facts *f = &t.facts[thing.card]
    cdef Context x
    cdef bint ready = thing.states & STATE_EXHAUSTED == 0
    cdef bint one = False, two = False, universal = False, both = False
    cdef int i, kind
    if f.n_sources == 0 and not f.borrows and not f.raises_gold:
        return 0
    context_of(&x, t, pos, ref, thing)
    if f.raises_gold:
        for i in range(f.n_clauses):
            if t.clauses[f.clause + i].kind == ADD_MODIFIER and t.clauses[f.clause + i].what == ON_GOLD:
                if holds(&x, t.clauses[f.clause + i].when):
                    s.flags |= FLAG_RENATA
                p.unknown += x.unknown
                x.unknown = False
    if f.borrows and ready:
        if s.borrowers >> 4 == 15 or s.borrowers & 15 == 15:
            return -1
        s.borrowers += 16 if thing.empowered else 1
    for i in range(f.n_sources):
        kind = f.sources[i].kind
        one = one or kind == SRC_ONE
        two = two or kind == SRC_TWO
        if not holds(&x, f.sources[i].when):
            p.unknown += ready and x.unknown
            continue
        if kind == SRC_UNKNOWN:
            if ready:
                p.unknown += 1
        elif f.type & IS_LEGEND:
            kind = legend_kind(kind)
            if kind == 0 or s.legend:
                p.unknown += ready
            else:
                s.legend = kind | (LEGEND_READY if ready else 0)
                s.borrow |= 1 << BORROW_LEGEND
        elif kind == SRC_UNIVERSAL:
            universal = True
        elif kind == SRC_BOTH:
            both = True
        elif count_kind(s, kind, ready):
            p.unknown += ready
    if universal or both:
        if both and not universal:
            p.unknown += ready
        else:
            s.honeyfruit += ready
            s.borrow |= 1 << BORROW_HONEYFRUIT
            if both:
                s.flags |= FLAG_LEVEL6
    if one and two:
        # One ability with two amounts: it asks of its borrower what it asks of its owner.
        s.borrow |= 1 << BORROW_EGG
    elif one and not f.type & IS_LEGEND:
        s.borrow |= 1 << BORROW_ONE
    return 0


cdef int count_kind(Supply *s, int kind, bint ready) noexcept nogil:
    """Count one source that is no legend; -1: the record has no place for its kind."""
    if kind < N_DOMAINS:
        s.seals[kind] += ready
        s.borrow |= 1 << kind
    elif kind == SRC_ONE:
        s.one += ready
    elif kind == SRC_TWO:
        s.two += ready
    elif kind == SRC_LUX:
        s.lux += ready
        s.borrow |= 1 << BORROW_LUX
    elif kind == SRC_GOLD:
        s.gold += ready
        s.borrow |= 1 << BORROW_GOLD
    elif kind == SRC_ANOMALY:
        if s.converters & 15 == 15:
            return -1
        s.converters += ready
        s.borrow |= 1 << BORROW_ANOMALY
    elif kind == SRC_HENGE:
        if s.converters >> 4 == 15:
            return -1
        s.converters += 16 * ready
        s.borrow |= 1 << BORROW_HENGE
    else:
        return -1
    return 0


cdef int legend_kind(int kind) noexcept nogil:
    """The kind (LEGEND_) of a legend that is a source of this kind; LEGEND_NONE: such a legend is no source."""
    cdef int legend
    for legend in range(LEGEND_NONE + 1, N_LEGEND_KINDS):
        if LEGEND_SOURCES[legend] == kind:
            return legend
    return LEGEND_NONE


cdef int source_of_legend(int legend) noexcept nogil:
    """What a legend of this kind (LEGEND_) is as a source; -1: none."""
    return LEGEND_SOURCES[legend]
