"""The forces of a position: the clauses that may change what a player pays now (see the .pxd)."""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    DOES_DEFLECT,
    DOES_DISCOUNT,
    DOES_INCREASE,
    DOES_LACKING,
    DOES_NOTHING,
    DOES_TO_DEFLECT,
    DOES_UNDEFLECT,
    DOES_WEAPONMASTER,
    EFFECT_TEXT,
    IS_GEAR,
    IS_PERMANENT,
    IS_SPELL,
    IS_UNIT,
    KEYWORD_DEFLECT,
    ON_ABILITY,
    ON_CARD,
    ON_EMPOWER,
    ON_EQUIP,
    ON_GEAR,
    ON_GEAR_ABILITY,
    ON_HIDE,
    ON_MOVE,
    ON_PERMANENT,
    ON_SPELL,
    ON_UNIT,
    ON_UNKNOWN,
)
from riftcore.cards._traits cimport READS_CARDS, READS_LATE
from riftcore.position._expr cimport Context, number, truth
from riftcore.position._position cimport (
    ACT_PAY,
    NO_REF,
    REF_BATTLEFIELD,
    REF_LEGEND,
    Act,
    Effect,
    Player,
    Thing,
    controller_at,
)


cdef void forces_set(Forces *w, const Tables *t, const Position *pos, int player) noexcept nogil:
    """Find what may change the costs of this player. The rows are of the position as it is."""
    cdef const Player *p
    cdef Context x
    cdef Act nothing
    cdef int seat, i
    w.player = player
    w.n = 0
    w.full = w.asks_cards = w.opens_trash = w.deflects = w.deflect_asks = False
    w.prices = w.chooses = 0
    memset(w.first, 0xFF, sizeof(w.first))
    # No act is known yet. A filter may ask who pays; what asks for more is late.
    nothing.form = ACT_PAY
    nothing.player = player
    nothing.n_targets = 0
    nothing.excess_damage = -1
    memset(&x, 0, sizeof(Context))
    x.t = t
    x.pos = pos
    x.act = &nothing
    x.paid_might = -1
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        if p.has_legend:
            add_thing(w, &x, &p.legend, REF_LEGEND + seat)
        for i in range(p.n_board):
            add_thing(w, &x, &p.board[i], 64 * seat + i)
    for i in range(pos.n_battlefields):
        if t.facts[pos.battlefields[i].card].modifies:
            # What a battlefield says to "you" it says to whoever pays; its conditions ask for control.
            add_clauses(w, &x, REF_BATTLEFIELD + i, pos.battlefields[i].card, player, False)
    for seat in range(pos.n_players):
        for i in range(pos.players[seat].n_effects):
            add_effect(w, &x, &pos.players[seat].effects[i], seat == player)


cdef void add_thing(Forces *w, Context *x, const Thing *thing, int ref) noexcept nogil:
    """What an object or a legend says, or has of its own that makes it dearer to choose."""
    cdef const Facts *f = &x.t.facts[thing.card]
    if f.opens_trash and thing.controller == w.player and thing.attached == NO_REF:
        w.opens_trash = True
    if f.deflects and thing.controller != w.player:
        see_deflect(w, x.t, thing.card)
    if f.modifies:
        add_clauses(w, x, ref, thing.card, thing.controller, thing.attached != NO_REF)


cdef void see_deflect(Forces *w, const Tables *t, int card) noexcept nogil:
    """An opponent's object with Deflect of its own."""
    cdef const Clause *c = NULL
    cdef int at = 0
    w.deflects = True
    while next_clause(t, &t.facts[card], 1 << KEYWORD_DEFLECT, &at, &c):
        w.deflect_asks = w.deflect_asks or c.reads & READS_LATE != 0


cdef void add_clauses(Forces *w, Context *x, int ref, int card, int you, bint attached) noexcept nogil:
    """What one thing says. 718.2, 721: while it is attached only its effect text speaks."""
    cdef const Facts *f = &x.t.facts[card]
    cdef const Clause *c
    cdef Force *force
    cdef int i, does, whose
    for i in range(f.n_clauses):
        c = &x.t.clauses[f.clause + i]
        does = c.does
        if does == DOES_NOTHING or (attached and c.flags & EFFECT_TEXT == 0):
            continue
        if does not in (DOES_DEFLECT, DOES_LACKING, DOES_ABILITY, DOES_WEAPONMASTER) and not payer_fits(c, you, w.player):
            continue
        # Deflect goes by who controls the place, not by who pays.
        whose = controller_at(x.pos, ref) if does == DOES_DEFLECT or does == DOES_LACKING else you
        force = row(w, x, c, ref, card, whose)
        if force is NULL:
            return
        force.asks = force.late
        if not force.asks:
            force.true = truth(x, c.when)
        if force.true >= 0 or does == DOES_ABILITY:
            put(w, x, does)


cdef void add_effect(Forces *w, Context *x, const Effect *e, bint mine) noexcept nogil:
    """What a card did earlier this turn: to the costs of its player, or to a thing, whoever pays."""
    cdef const Facts *f = &x.t.facts[e.card]
    cdef const Clause *c
    cdef Force *force
    cdef int i
    for i in range(f.n_clauses):
        c = &x.t.clauses[f.clause + i]
        if c.later == DOES_NOTHING or not (mine or c.later == DOES_TO_DEFLECT or c.later == DOES_TO_ABILITY):
            continue
        force = row(w, x, c, NO_REF, e.card, w.player)
        if force is NULL:
            return
        # (Its condition was true when the card did it.)
        force.on = e.on
        force.on_card = e.on_card
        put(w, x, c.later)


cdef Force *row(Forces *w, Context *x, const Clause *c, int ref, int card, int you) noexcept nogil:
    """The next row, filled, without its condition, and the context of what it says; NULL: there is no room."""
    cdef Force *force
    if w.n == MAX_FORCES:
        w.full = True
        return NULL
    force = &w.rows[w.n]
    x.me = ref
    x.card = card
    x.you = you
    x.unknown = False
    force.clause = c
    force.ref = ref
    force.on = NO_REF
    force.card = card
    force.on_card = 0
    force.you = you
    force.fits = fits_of(c)
    force.asks = False
    force.late = c.reads & READS_LATE != 0
    force.true = 1
    return force


cdef void put(Forces *w, Context *x, int does) noexcept nogil:
    """The row that was filled ends its list; its amounts are worked out, unless they wait for the act."""
    cdef Force *force = &w.rows[w.n]
    cdef const Clause *c = force.clause
    force.unknown = False
    force.energy = force.times = 0
    if not force.late:
        x.unknown = False
        force.energy = number(x, c.energy)
        force.times = number(x, c.power) if c.power >= 0 else 1
        force.unknown = x.unknown
    w.asks_cards = w.asks_cards or c.reads & READS_CARDS != 0
    force.next = -1
    if does == DOES_INCREASE or does == DOES_DISCOUNT:
        w.prices |= force.fits
    elif does == DOES_DEFLECT or does == DOES_LACKING or does == DOES_TO_DEFLECT:
        w.deflects = True
        w.deflect_asks = w.deflect_asks or force.asks
    if c.filter >= 0 and x.t.filters[c.filter].chooses != -1:
        # What ignores Deflect fits whatever owes it.
        w.chooses |= IS_SPELL | FITS_ABILITY if does == DOES_UNDEFLECT else force.fits
        w.deflect_asks = w.deflect_asks or force.asks
    if w.first[does] < 0:
        w.first[does] = w.n
    else:
        w.rows[w.last[does]].next = w.n
    w.last[does] = w.n
    w.n += 1


cdef int fits_of(const Clause *c) noexcept nogil:
    """Which acts the clause may speak of, at a glance; `concerns` says it exactly."""
    if c.what == ON_CARD:
        return FITS_CARD
    if c.what == ON_SPELL:
        return IS_SPELL
    if c.what == ON_UNIT:
        return IS_UNIT
    if c.what == ON_GEAR:
        return IS_GEAR
    if c.what == ON_PERMANENT:
        return IS_PERMANENT
    if c.what in (ON_ABILITY, ON_GEAR_ABILITY, ON_EMPOWER, ON_EQUIP):
        return FITS_ABILITY
    if c.what == ON_HIDE:
        return FITS_HIDE
    if c.what == ON_MOVE:
        return FITS_MOVE
    return FITS_ALL if c.what == ON_UNKNOWN else 0
