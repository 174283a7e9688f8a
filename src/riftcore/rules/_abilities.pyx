"""Which ability an action means: printed ones, given ones, those that a borrower has of others (398)."""

from libc.stdint cimport int16_t, uint16_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ACTIVATED_COST,
    ADD_ACTIVATED,
    COST_EXHAUST_SELF,
    DOES_ABILITY,
    DOES_TO_ABILITY,
    FREE_TRIGGER,
    KEYWORD_EMPOWER,
    KEYWORD_EQUIP,
    KEYWORD_WEAPONMASTER,
    RESOLUTION_COST,
    Facts,
)
from riftcore.ground._types cimport FOR_RESOLUTION
from riftcore.position._expr cimport Context, holds, matches, number, truth
from riftcore.position._position cimport (
    ACT_ADD,
    NO_REF,
    REF_LEGEND,
    Player,
    card_at,
    controller_at,
    inactive,
    thing_seen,
)
from riftcore.rules._codes cimport CODE_CHOICE, CODE_CONDITION, CODE_OK, CODE_UNKNOWN
from riftcore.rules._forces cimport Force, next_force
from riftcore.rules._pricing cimport context


cdef struct Sought:         # for the ability that an action means
    const Clause *found
    const Clause *off       # one that is meant, but not there now
    int number              # of the one that was found
    bint unknown
    bint several            # the action must say which
    bint doubted            # one of the cards that lend abilities is not fully understood


cdef enum:  # kinds of clauses that are activated abilities
    ABILITIES = 1 << ACTIVATED_COST | 1 << ADD_ACTIVATED | 1 << KEYWORD_EQUIP | 1 << KEYWORD_EMPOWER


cdef void consider(Sought *s, Context *x, const Act *act, const Clause *c, int number, bint printed) noexcept nogil:
    """Is this clause, of the ability of this number, what the action means? `printed`: it is inactive while attached (721)."""
    if act.ability >= 0 and number != act.ability:
        return
    if (act.keyword and c.kind != act.keyword - 1) or (act.form == ACT_ADD and c.kind != ADD_ACTIVATED):
        return
    if (printed and inactive(x.pos, act.object)) or not holds(x, c.when):
        s.off = c
        s.unknown = s.unknown or x.unknown
        x.unknown = False
    elif s.found is NULL:
        s.found = c
        s.number = number
    elif s.number != number:
        s.several = True


cdef bint is_ability(const Clause *c) noexcept nogil:
    return c.ability >= 0 and ABILITIES >> c.kind & 1


cdef int search_borrowed(const Tables *t, Context *x, const Act *act, int first, Sought *s) noexcept nogil:
    """The exhaust abilities that it has of friendly things, whole; equal cards count once. The number after the last.

    They are numbered from `first` on: the own board in order, the own legend, the boards of the players after them in
    turn; of each card in printed order (docs/actions.md).
    """
    cdef uint16_t seen[256]
    cdef const Player *p
    cdef int n_seen = 0, number = first, turn, seat, i
    for turn in range(x.pos.n_players):
        seat = (x.you + turn) % x.pos.n_players
        p = &x.pos.players[seat]
        for i in range(p.n_board):
            if p.board[i].controller == x.you and 64 * seat + i != x.me and p.board[i].attached == NO_REF:
                number = lent_by(t, x, act, p.board[i].card, seen, &n_seen, number, s)
        if turn == 0 and p.has_legend and REF_LEGEND + seat != x.me:
            number = lent_by(t, x, act, p.legend.card, seen, &n_seen, number, s)
    return number


cdef int lent_by(
    const Tables *t, Context *x, const Act *act, int card, uint16_t *seen, int *n_seen, int number, Sought *s
) noexcept nogil:
    """The exhaust abilities of one card, unless it was seen before."""
    cdef const Facts *f = &t.facts[card]
    cdef const Clause *c = NULL
    cdef int i, last = -1
    if f.partial:
        s.unknown = s.doubted = True  # it may have more of them than are known
    if not f.lends:
        return number
    for i in range(n_seen[0]):
        if seen[i] == card:
            return number
    seen[n_seen[0]] = card
    n_seen[0] += 1
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if not is_ability(c) or c.flags & COST_EXHAUST_SELF == 0:
            continue
        if c.ability != last:
            number += 1
            last = c.ability
        consider(s, x, act, c, number - 1, True)
    return number


cdef int abilities_of(const Tables *t, const Position *pos, int ref) noexcept nogil:
    """How many abilities an object has by itself: its own in print, and those that it has of others."""
    cdef const Facts *f = &t.facts[card_at(pos, ref)]
    cdef Sought s
    cdef Context x
    cdef Act act
    if not f.borrows:
        return f.n_abilities
    memset(&s, 0, sizeof(Sought))
    memset(&act, 0, sizeof(Act))
    act.object = ref
    act.ability = -1
    context(&x, t, pos, &act, ref, card_at(pos, ref), controller_at(pos, ref))
    return search_borrowed(t, &x, &act, f.n_abilities, &s)


cdef const Clause *ability_clause(
    const Tables *t, const Position *pos, const Forces *w, const Act *act, int *code
) noexcept nogil:
    """The clause that says what the activated ability costs; NULL when the object has none.

    code: CODE_OK; CODE_CONDITION (its condition does not hold, or there is none); CODE_CHOICE (several fit).
    """
    cdef const Thing *thing = thing_seen(pos, act.object)
    cdef const Facts *f
    cdef const Force *force = NULL
    cdef Context x
    cdef Sought s
    cdef int i, granted
    cdef int16_t row = w.first[DOES_ABILITY]
    code[0] = CODE_CONDITION
    if thing is NULL:
        return NULL
    memset(&s, 0, sizeof(Sought))
    f = &t.facts[thing.card]
    context(&x, t, pos, act, act.object, thing.card, thing.controller)
    if f.kinds & ABILITIES:
        for i in range(f.n_clauses):
            if is_ability(&t.clauses[f.clause + i]):
                consider(&s, &x, act, &t.clauses[f.clause + i], t.clauses[f.clause + i].ability, True)
    granted = f.n_abilities
    if f.borrows:
        granted = search_borrowed(t, &x, act, granted, &s)
    # Abilities that something else gives it come after its own: they have no keyword and Add nothing.
    if act.ability < granted and (act.ability >= 0 or act.keyword or act.form == ACT_ADD):
        return the_one(&s, code)
    while next_force(w, &row, &force):
        context(&x, t, pos, act, force.ref, force.card, force.you)
        if matches(&x, force.clause.filter, act.object):
            consider(&s, &x, act, force.clause, granted, False)
            granted += 1
    # An effect gave it one for this turn.
    row = w.first[DOES_TO_ABILITY]
    while next_force(w, &row, &force):
        if force.on == act.object:
            context(&x, t, pos, act, NO_REF, force.card, act.player)
            consider(&s, &x, act, force.clause, granted, False)
            granted += 1
    return the_one(&s, code)


cdef const Clause *the_one(const Sought *s, int *code) noexcept nogil:
    """The ability that was found: the only one that fits."""
    if s.found is not NULL:
        code[0] = CODE_UNKNOWN if s.doubted else CODE_CHOICE if s.several else CODE_OK
        return s.found
    code[0] = CODE_UNKNOWN if s.unknown else CODE_CONDITION
    return s.off


cdef bint empowered_enough(const Clause *c, const Thing *thing) noexcept nogil:
    """827.1.c: "use only if not Empowered", which what may be Empowered several times does not say."""
    return c.kind == KEYWORD_EMPOWER and c.empowered == 0 and thing.empowered > 0


cdef const Clause *trigger_clause(const Tables *t, const Position *pos, const Act *act, Quote *q) noexcept nogil:
    """The trigger or instruction that is meant: the one of this number, or else the only one with a price whose condition
    the position does not show to be false; where there is none, the first without a price. NULL: none fits, or several do.
    """
    cdef const Facts *f = &t.facts[card_at(pos, act.object)]
    cdef const Clause *c = NULL
    cdef const Clause *found = NULL
    cdef const Clause *free = NULL
    cdef Context x
    cdef int i
    if act.keyword or inactive(pos, act.object):
        return NULL
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.trigger < 0 or c.kind == KEYWORD_WEAPONMASTER or (act.ability >= 0 and c.trigger != act.ability):
            continue
        # Whoever asks says that it happened; what the position shows to be otherwise is refused (rules.md, "Readings").
        context(&x, t, pos, act, act.object, card_at(pos, act.object), act.player)
        if truth(&x, c.when) < 0:
            continue
        if c.kind == FREE_TRIGGER:
            free = c if free is NULL else free
        elif found is NULL:
            found = c
        elif found.trigger != c.trigger:
            q.code = CODE_CHOICE
            q.culprit = card_at(pos, act.object)
            return NULL
    if found is not NULL and free is not NULL and found.kind == RESOLUTION_COST and found.trigger == free.trigger:
        # One ability: nothing is owed as it is finalized, the price as it resolves (740.4).
        return found if act.purpose == FOR_RESOLUTION else free
    return found if found is not NULL else free
