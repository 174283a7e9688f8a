"""A question for a price: which clauses fit the act, and the steps that each of them adds."""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    IS_GEAR,
    IS_PERMANENT,
    IS_SPELL,
    IS_UNIT,
    KEYWORD_EMPOWER,
    KEYWORD_EQUIP,
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
    Facts,
)
from riftcore.position._expr cimport card_matches, holds, matches, number, truth
from riftcore.position._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PLAY,
    FROM_TOKEN,
    Player,
    card_at,
)
from riftcore.rules._codes cimport CODE_UNKNOWN
from riftcore.rules._forces cimport FITS_ABILITY, FITS_CARD, FITS_HIDE, FITS_MOVE


cdef void pricing_set(
    Pricing *z, const Tables *t, const Position *pos, const Forces *w, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil:
    z.t = t
    z.pos = pos
    z.w = w
    z.act = act
    z.given = given
    z.q = q
    z.kind = kind_of(t, act)
    z.keyword = act.keyword


cdef void step(Quote *q, int what, int card, int sign, const Demand *amount) noexcept nogil:
    cdef Step *s
    if q.n_steps == MAX_STEPS:
        return
    s = &q.steps[q.n_steps]
    q.n_steps += 1
    s.what = what
    s.card = card
    s.sign = sign
    s.either = 0
    s.min_energy = -1
    s.amount = amount[0]


cdef void add_parts(Quote *q, const Clause *c) noexcept nogil:
    cdef int i
    for i in range(c.n_parts):
        if q.n_parts < 16:
            q.parts[q.n_parts] = c.part + i
            q.n_parts += 1


cdef void context(
    Context *x, const Tables *t, const Position *pos, const Act *act, int ref, int card, int you
) noexcept nogil:
    memset(x, 0, sizeof(Context))
    x.t = t
    x.pos = pos
    x.act = act
    x.keyword = act.keyword
    x.me = ref
    x.card = card
    x.you = you
    x.paid_might = -1


cdef bint concerns(Context *x, const Clause *c) noexcept nogil:
    """Is what the action does of the kind that the clause speaks of?"""
    cdef const Act *act = x.act
    cdef const Facts *played = &x.t.facts[act.card]
    cdef int what = c.what
    if what == ON_UNKNOWN:
        x.unknown = True
        return False
    if act.form == ACT_PLAY:
        if not (
            what == ON_CARD or (what == ON_SPELL and played.type & IS_SPELL)
            or (what == ON_UNIT and played.type & IS_UNIT) or (what == ON_GEAR and played.type & IS_GEAR)
            or (what == ON_PERMANENT and played.type & IS_PERMANENT)
        ):
            return False
        return c.filter < 0 or card_matches(x, c.filter, act.card, act.from_ == FROM_TOKEN or played.token)
    if act.form == ACT_HIDE:
        return what == ON_HIDE
    if act.form == ACT_MOVE:
        return what == ON_MOVE
    if act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        if what == ON_GEAR_ABILITY:
            if not x.t.facts[card_at(x.pos, act.object)].type & IS_GEAR:
                return False
        elif what == ON_EMPOWER:
            if x.keyword != KEYWORD_EMPOWER + 1:
                return False
        elif what == ON_EQUIP:
            if x.keyword != KEYWORD_EQUIP + 1:
                return False
        elif what != ON_ABILITY:
            return False
        return c.filter < 0 or matches(x, c.filter, act.object)
    return False


cdef bint not_known(Quote *q, const Context *x) noexcept nogil:
    """The price rests on what the position does not hold: it is not guessed."""
    q.code = CODE_UNKNOWN
    q.culprit = x.card
    return False


cdef bint applies(Quote *q, Context *x, int when) noexcept nogil:
    """Does the condition hold?"""
    return holds(x, when) or (x.unknown and not_known(q, x))


cdef int kind_of(const Tables *t, const Act *act) noexcept nogil:
    """What the act is to a force (Force.fits)."""
    if act.form == ACT_PLAY:
        return FITS_CARD | t.facts[act.card].type & (IS_PERMANENT | IS_SPELL)
    if act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        return FITS_ABILITY
    return FITS_HIDE if act.form == ACT_HIDE else FITS_MOVE if act.form == ACT_MOVE else 0


cdef void seen_by(Context *x, const Pricing *z, const Force *force) noexcept nogil:
    """The context of what a force says."""
    context(x, z.t, z.pos, z.act, force.ref, force.card, force.you)
    x.keyword = z.keyword


cdef bint fits(const Pricing *z, const Force *force) noexcept nogil:
    """Does the force speak of the act, and is its condition true?"""
    cdef Context x
    cdef bint found
    cdef int true
    if force.fits & z.kind == 0 or (force.on_card and force.on_card != z.act.card):
        return False
    if force.true > 0 and force.clause.filter < 0 and not force.asks and force.clause.what < ON_ABILITY:
        return True  # of a kind of card, whatever the card
    seen_by(&x, z, force)
    found = concerns(&x, force.clause)
    if not found and not x.unknown:
        return False
    true = truth(&x, force.clause.when) if force.asks else force.true
    if true < 0:
        return False
    return (found and true > 0) or not_known(z.q, &x)


cdef bint is_true(const Pricing *z, const Force *force) noexcept nogil:
    """Is its condition true?"""
    cdef Context x
    cdef int true = force.true
    if force.asks:
        seen_by(&x, z, force)
        true = truth(&x, force.clause.when)
    if true == 0:
        z.q.code = CODE_UNKNOWN
        z.q.culprit = force.card
    return true > 0


cdef void amounts(const Pricing *z, const Force *force, int *energy, int *times) noexcept nogil:
    """How much Energy, and how often the Power."""
    cdef Context x
    cdef bint unknown = force.unknown
    energy[0] = force.energy
    times[0] = force.times
    if force.late:
        seen_by(&x, z, force)
        energy[0] = number(&x, force.clause.energy)
        times[0] = number(&x, force.clause.power) if force.clause.power >= 0 else 1
        unknown = x.unknown
    if unknown:
        z.q.code = CODE_UNKNOWN
        z.q.culprit = force.card


cdef int paid_might(const Position *pos, const Act *act) noexcept nogil:
    """The Might of what the price of the effect was paid with (its last trigger); -1: not known."""
    cdef const Player *p = &pos.players[act.player]
    cdef int j
    for j in range(p.n_effects - 1, -1, -1):
        if p.effects[j].card == act.by and p.effects[j].might >= 0:
            return p.effects[j].might
    return -1
