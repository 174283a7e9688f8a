"""The choices of a play or an ability (355.3-355.14): what is named is held to the text, what is left open is found.

`chosen_fit` goes through the ways to choose the modes. With targets named it deals them out to the choices of the text
in order; else it tries what fits, the cheapest first, until a choice can be paid.
"""

from libc.stdint cimport int16_t
from libc.string cimport memcpy, memset

from riftcore.cards._clauses cimport (
    GRANTED,
    IS_SPELL,
    TERM_GRANTED,
    TERM_MODES,
    TERM_ONCE,
    TERM_PLAYER,
    TERM_RUNES,
    TERM_UNKNOWN,
    TERM_UNSURE,
    TO_NONE,
    ZONE_ABILITY,
    ZONE_BATTLEFIELD,
    ZONE_BOARD,
    ZONE_FACEDOWN,
    ZONE_LEGEND,
    ZONE_SPELL,
    ZONE_TRASH,
    Facts,
    Tables,
    Term,
)
from riftcore.position._expr cimport truth
from riftcore.position._position cimport (
    ACT_TRIGGER,
    ASSUME_MODES,
    ASSUME_TARGETS,
    MAX_TARGETS,
    MAX_TRASH,
    NOWHERE,
    PAY_REPEAT,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    REF_LEGEND,
    REF_PLAYED,
    REF_TRASH,
    card_at,
    controller_at,
    thing_seen,
)
from riftcore.rules._additional cimport deflect_of
from riftcore.rules._codes cimport (
    CODE_CHOICE,
    CODE_CONDITION,
    CODE_OK,
    CODE_TARGET,
    CODE_UNKNOWN,
    WHY_MODES,
    WHY_OK,
    WHY_TARGET_FEW,
    WHY_TARGET_MANY,
    WHY_TARGET_NOTHING,
    WHY_TARGET_TEXT,
    WHY_UNKNOWN,
)
from riftcore.rules._doing cimport refuse
from riftcore.rules._fit cimport (
    MAX_SLOTS,
    Chosen,
    Slot,
    group_misfit,
    misfit,
    no_destination,
)
from riftcore.rules._pricing cimport Pricing, Sacrifice, context, pricing_set
from riftcore.rules._settle cimport settle

cdef enum:
    MAX_EXECUTIONS = 8
    MAX_FITTING = 128       # things that fit one choice
    MAX_TRIES = 400         # choices that are tried until one can be paid


cdef struct Choosing:
    Doing *d
    const Clause *ability   # NULL: a spell that is played
    bint settles            # a choice is good when it can be paid as well
    Found found             # or it is told to somebody; NULL: nobody asks
    void *what
    bint open               # nothing is named
    bint lenient            # assume targets: what is not named is there
    int executions
    int modes[8]            # of each execution; -1: there are none
    int n_named
    int16_t named[32]
    int deepest             # how many of the named targets fit ...
    int why                 # ... and what is wrong with the next one
    bint unsure             # something fits as far as is known
    int tries
    int code                # of the first choice that could not be paid
    int code_why
    int culprit
    bint hopeless           # another choice costs the same
    Chosen c


cdef bint applies_now(Choosing *z, const Term *t, bint *unknown) noexcept nogil:
    """Is this choice one of the play, or of the ability, now?"""
    cdef int found
    if z.ability is NULL:
        if t.flags & TERM_GRANTED:
            return False
    elif t.group != z.ability.group or (t.flags & TERM_GRANTED != 0) != (z.ability.flags & GRANTED != 0):
        return False
    if t.when < 0:
        return True
    z.c.x.unknown = False
    found = truth(&z.c.x, t.when)
    if found == 0 and z.d.act.form != ACT_TRIGGER:
        unknown[0] = True
    return found > 0 or (found == 0 and z.d.act.form == ACT_TRIGGER)


cdef bint may_choose(const Tables *t, const Facts *f, const Clause *ability) noexcept nogil:
    """Is there something that this spell (ability: NULL), or this ability, chooses, at times?"""
    cdef const Term *term
    cdef int i
    if f.n_terms == 0 or (ability is NULL and not f.type & IS_SPELL):
        return False
    for i in range(f.n_terms):
        term = &t.terms[f.term + i]
        if (term.flags & TERM_GRANTED != 0) != (ability is not NULL and ability.flags & GRANTED != 0):
            continue
        if ability is NULL or term.group == ability.group:
            return True
    return False


cdef bint chosen_fit(Doing *d, const Clause *ability) noexcept nogil:
    """Hold what is chosen to the text, and settle the act (steps 3 and 4). False: d.out says why not."""
    cdef Choosing z
    z.settles = True
    z.found = NULL
    z.lenient = d.pos.assume & ASSUME_TARGETS != 0
    return choose(&z, d, ability)


cdef bint chooses_well(Doing *d, const Clause *ability) noexcept nogil:
    """`chosen_fit` without a payment: can the choices be made?"""
    cdef Choosing z
    z.settles = False
    z.found = NULL
    z.lenient = d.pos.assume & ASSUME_TARGETS != 0
    return choose(&z, d, ability)


cdef void each_choice(Doing *d, const Clause *ability, Found found, void *what) noexcept nogil:
    """Tell all choices that can be made, paid or not, as targets of the act (d.act), until `found` has enough."""
    cdef Choosing z
    z.settles = False
    z.found = found
    z.what = what
    z.lenient = False
    choose(&z, d, ability)


cdef bint choose(Choosing *z, Doing *d, const Clause *ability) noexcept nogil:
    cdef const Facts *f = &d.t.facts[ability.card if ability is not NULL else d.act.card]
    cdef const Term *t
    cdef const Term *modes = NULL
    cdef int i
    cdef bint any_terms = False, unknown = False
    z.d = d
    z.ability = ability
    z.open = d.act.n_targets == 0 and not d.act.named
    if f.n_terms and (ability is not NULL or f.type & IS_SPELL):
        if ability is NULL:
            context(&z.c.x, d.t, d.pos, d.act, REF_PLAYED, d.act.card, d.act.player)
        else:
            context(&z.c.x, d.t, d.pos, d.act, d.act.object, card_at(d.pos, d.act.object), d.act.player)
        for i in range(f.n_terms):
            t = &d.t.terms[f.term + i]
            if not applies_now(z, t, &unknown):
                continue
            if t.flags & TERM_MODES:
                modes = t
            elif t.flags & TERM_UNKNOWN:
                unknown = True
            else:
                any_terms = True
    if unknown and not z.lenient:
        d.out.culprit = ability.card if ability is not NULL else d.act.card
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return False
    if unknown or (z.open and (z.lenient or not any_terms) and (modes is NULL or d.act.n_modes == 0)):
        return settled(d, z.settles)
    if not any_terms and modes is NULL:
        if d.act.n_targets:
            refuse(d.out, CODE_TARGET, WHY_TARGET_NOTHING)
            return False
        return settled(d, z.settles)
    z.c.hidden = d.hidden
    z.c.targets = d.act.targets
    z.executions = 1
    for i in range(MAX_EXECUTIONS - 1):
        z.executions += ability is NULL and d.act.pay >> i & <unsigned>PAY_REPEAT != 0
    if z.executions > MAX_EXECUTIONS:
        z.executions = MAX_EXECUTIONS
    z.n_named = d.act.n_targets
    memcpy(z.named, d.act.targets, z.n_named * sizeof(int16_t))
    z.deepest = -1
    z.why = WHY_TARGET_TEXT
    z.unsure = z.hopeless = False
    z.tries = 0
    z.code = CODE_OK
    if with_modes(z, f, modes):
        return True
    if z.code == CODE_CHOICE and modes is not NULL and z.tries < 0:
        refuse(d.out, CODE_CHOICE, WHY_MODES)
        return False
    d.act.n_targets = z.n_named
    memcpy(d.act.targets, z.named, z.n_named * sizeof(int16_t))
    if z.settles and d.act.pay and z.code == CODE_OK:
        settle(d)
        if d.out.code == CODE_CONDITION:
            return False  # an option that the card does not have: how often its text is carried out is not known
        d.out.code = CODE_OK
        d.out.why = WHY_OK
        d.out.priced = d.out.paid = False
        d.out.quote.costs.n = d.out.quote.n_steps = d.out.quote.n_parts = 0
    if z.code != CODE_OK:
        d.out.code = CODE_OK
        d.out.culprit = z.culprit
        refuse(d.out, z.code, z.code_why)
    elif z.unsure:
        d.out.culprit = ability.card if ability is not NULL else d.act.card
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
    else:
        refuse(d.out, CODE_TARGET, z.why)
    return False


cdef bint settled(Doing *d, bint settles) noexcept nogil:
    if settles:
        settle(d)
    return d.out.code == CODE_OK


# -------------------------------------------------------------------------------------- modes


cdef bint with_modes(Choosing *z, const Facts *f, const Term *modes) noexcept nogil:
    """Try each way to choose the modes of all executions (355.3)."""
    cdef int i, j
    cdef bint named = z.d.act.n_modes != 0
    for i in range(MAX_EXECUTIONS):
        z.modes[i] = -1
    if not named and z.open and z.d.pos.assume & ASSUME_MODES and z.found is NULL:
        return with_slots(z, f)
    if modes is NULL:
        if named:
            z.code, z.tries = CODE_CHOICE, -1
            return False
        return with_slots(z, f)
    if named:
        if z.d.act.n_modes != z.executions * modes.most:
            z.code, z.tries = CODE_CHOICE, -1
            return False
        for i in range(z.executions):
            z.modes[i] = z.d.act.modes[i]
            if z.modes[i] >= modes.least or (modes.flags & TERM_ONCE and taken(z, i)):
                z.code, z.tries = CODE_CHOICE, -1
                return False
        return with_slots(z, f)
    # Counting up, the last execution fastest.
    for i in range(z.executions):
        z.modes[i] = 0
    while True:
        for i in range(z.executions):
            if modes.flags & TERM_ONCE and taken(z, i):
                break
        else:
            if with_slots(z, f):
                return True
            if z.hopeless:
                return False
        j = z.executions - 1
        while j >= 0 and z.modes[j] == modes.least - 1:
            z.modes[j] = 0
            j -= 1
        if j < 0:
            return False
        z.modes[j] += 1


cdef bint taken(const Choosing *z, int execution) noexcept nogil:
    """Did an earlier execution take this mode?"""
    cdef int i
    for i in range(execution):
        if z.modes[i] == z.modes[execution]:
            return True
    return False


cdef bint with_slots(Choosing *z, const Facts *f) noexcept nogil:
    """All choices in order, with these modes: deal out what is named, or find what fits."""
    cdef const Term *t
    cdef int e, i
    cdef bint unknown = False
    z.c.n = 0
    for e in range(z.executions):
        for i in range(f.n_terms):
            t = &z.d.t.terms[f.term + i]
            if t.flags & (TERM_MODES | TERM_UNKNOWN) or (t.mode >= 0 and t.mode != z.modes[e]):
                continue
            if not applies_now(z, t, &unknown) or z.c.n == MAX_SLOTS:
                continue
            z.c.slots[z.c.n].term = t
            z.c.slots[z.c.n].execution = e
            z.c.slots[z.c.n].n = 0
            z.c.n += 1
    if not z.open:
        return deal(z, 0, 0)
    if z.lenient and z.found is NULL:
        return settled(z.d, z.settles)
    z.d.act.n_targets = 0
    return find(z, 0)


# -------------------------------------------------------------------------------------- what is named


cdef int least_of(const Choosing *z, const Term *t) noexcept nogil:
    """How many things must be named."""
    if z.lenient and not z.d.act.n_targets == 0:
        return 0
    return 0 if t.flags & (TERM_PLAYER | TERM_RUNES) else t.least


cdef bint deal(Choosing *z, int slot, int at) noexcept nogil:
    """The named targets from `at` on go to the choices from this one on, as many to each as fit."""
    cdef Slot *s
    cdef int most, n, why
    if slot == z.c.n:
        if at < z.n_named:
            blame(z, at, WHY_TARGET_MANY if at else WHY_TARGET_NOTHING if z.c.n == 0 else WHY_TARGET_MANY)
            return False
        return leaf(z)
    s = &z.c.slots[slot]
    s.first = at
    s.n = 0
    most = z.n_named - at
    if s.term.most < most:
        most = s.term.most
    for n in range(most):
        z.c.x.unknown = False
        why = misfit(&z.c, slot, z.named[at + n])
        if z.c.x.unknown:
            z.unsure = True
        if why != WHY_OK:
            blame(z, at + n, why)
            most = n
            break
    for n in range(most, least_of(z, s.term) - 1, -1):
        s.n = n
        why = group_misfit(&z.c, slot)
        if why != WHY_OK:
            blame(z, at + n - 1, why)
        elif deal(z, slot + 1, at + n):
            return True
    s.n = 0
    if most < s.term.least and at + most == z.n_named:
        blame(z, at + most, WHY_TARGET_FEW)
    return False


cdef void blame(Choosing *z, int at, int why) noexcept nogil:
    """Keep what is wrong with the target that comes last among those that could not be dealt out."""
    if at > z.deepest:
        z.deepest = at
        z.why = why


# -------------------------------------------------------------------------------------- what is left open


cdef bint find(Choosing *z, int slot) noexcept nogil:
    """Choose for this slot and all after it what fits, the cheapest first, as few as the text allows."""
    cdef int16_t fitting[MAX_FITTING]
    cdef const Term *t
    cdef int n = 0, least
    if slot == z.c.n:
        return leaf(z)
    t = z.c.slots[slot].term
    z.c.slots[slot].first = z.d.act.n_targets
    z.c.slots[slot].n = 0
    least = 0 if t.flags & TERM_PLAYER else t.least
    if least:
        n = fitting_of(z, slot, fitting)
        if t.flags & TERM_RUNES and n < least and has_rune(z):
            least = 0
    if least == 0:
        if find(z, slot + 1):
            return True
        if z.found is NULL or t.most == 0 or t.flags & TERM_PLAYER:
            return False
        least = 1  # whoever asks for all choices asks for one with something in it
        n = fitting_of(z, slot, fitting)
    if n < least and slot >= z.deepest:
        z.deepest = slot
        z.why = WHY_TARGET_TEXT
    return pick(z, slot, fitting, n, 0, least)


cdef bint has_rune(const Choosing *z) noexcept nogil:
    """Runes have no names; is there an exhausted one, for what readies something?"""
    cdef int seat, i
    for seat in range(z.d.pos.n_players):
        for i in range(6):
            if z.d.pos.players[seat].supply.exhausted[i] or z.d.pos.players[seat].supply.ready[i]:
                return True
    return False


cdef bint pick(Choosing *z, int slot, const int16_t *fitting, int n, int start, int wanted) noexcept nogil:
    """Choose so many more of these for the slot, in order."""
    cdef Slot *s = &z.c.slots[slot]
    cdef int i
    if wanted == 0:
        if group_misfit(&z.c, slot) != WHY_OK:
            return False
        return find(z, slot + 1)
    if z.d.act.n_targets == MAX_TARGETS:
        return False
    for i in range(start, n - wanted + 1):
        z.d.act.targets[s.first + s.n] = fitting[i]
        s.n += 1
        z.d.act.n_targets = s.first + s.n
        if pick(z, slot, fitting, n, i + 1, wanted - 1):
            return True
        s.n -= 1
        z.d.act.n_targets = s.first + s.n
        if z.hopeless:
            return False
    return False


cdef int fitting_of(Choosing *z, int slot, int16_t *found) noexcept nogil:
    """What fits this choice, what costs the least to choose first (809)."""
    cdef int owed[MAX_FITTING]
    cdef const Term *t = z.c.slots[slot].term
    cdef int zones = t.zones | t.zones_or
    cdef int n = 0, seat, i
    if zones & (ZONE_BOARD | ZONE_LEGEND):
        for i in range(z.d.pos.n_players):
            seat = (z.d.act.player + i) % z.d.pos.n_players
            if zones & ZONE_BOARD:
                n = among(z, slot, 64 * seat, z.d.pos.players[seat].n_board, found, owed, n)
            if zones & ZONE_LEGEND:
                n = among(z, slot, REF_LEGEND + seat, 1, found, owed, n)
    if zones & ZONE_BATTLEFIELD:
        n = among(z, slot, REF_BATTLEFIELD, z.d.pos.n_battlefields, found, owed, n)
    if zones & (ZONE_SPELL | ZONE_ABILITY):
        n = among(z, slot, REF_CHAIN, z.d.pos.n_chain, found, owed, n)
    for i in range(z.d.pos.n_players):
        if zones & ZONE_TRASH:
            n = among(z, slot, REF_TRASH + MAX_TRASH * i, z.d.pos.players[i].n_trash, found, owed, n)
        if zones & ZONE_FACEDOWN:
            n = among(z, slot, REF_FACEDOWN + 4 * i, z.d.pos.players[i].n_facedown, found, owed, n)
    return n


cdef int among(Choosing *z, int slot, int first, int count, int16_t *found, int *owed, int n) noexcept nogil:
    """Those of `count` refs from `first` on that fit, put where their Deflect belongs."""
    cdef int i, j, price, ref
    for i in range(count):
        ref = first + i
        z.c.x.unknown = False
        if misfit(&z.c, slot, ref) != WHY_OK:
            z.unsure = z.unsure or z.c.x.unknown
            continue
        if z.c.slots[slot].term.flags & TERM_UNSURE:
            z.unsure = True
            continue
        if n == MAX_FITTING:
            return n
        price = deflect_for(z, ref)
        if z.found is not NULL and as_good(z, owed, n, price):
            continue
        j = n
        while j > 0 and owed[j - 1] > price:
            owed[j] = owed[j - 1]
            found[j] = found[j - 1]
            j -= 1
        owed[j] = price
        found[j] = ref
        n += 1
    return n


cdef bint as_good(const Choosing *z, const int *owed, int n, int price) noexcept nogil:
    """Are two things there already that cost as much to choose, where nothing else tells them apart?"""
    cdef int i, same = 0
    if z.d.w is NULL or z.d.w.chooses or z.d.t.facts[z.ability.card if z.ability is not NULL else z.d.act.card].asks_targets:
        return False
    for i in range(n):
        same += owed[i] == price
    return same >= 2


cdef int deflect_for(Choosing *z, int ref) noexcept nogil:
    cdef Pricing p
    cdef Sacrifice none
    if z.d.w is NULL or not z.d.w.deflects or ref >= REF_BATTLEFIELD or thing_seen(z.d.pos, ref) is NULL:
        return 0
    if controller_at(z.d.pos, ref) == z.d.act.player:
        return 0
    memset(&none, 0, sizeof(Sacrifice))
    pricing_set(&p, z.d.t, z.d.pos, z.d.w, z.d.act, &none, &z.d.out.quote)
    return deflect_of(&p, ref)


# -------------------------------------------------------------------------------------- a whole choice


cdef bint leaf(Choosing *z) noexcept nogil:
    """All is chosen. Is there a place for what is moved, and can it be paid?"""
    cdef const Slot *s
    cdef int i, why, to = z.d.named_to
    cdef bint moves = False
    for i in range(z.c.n):
        s = &z.c.slots[i]
        if s.n and s.term.flags & TERM_UNSURE:
            z.unsure = True
            return False
        if s.term.to == TO_NONE or s.n == 0:
            continue
        why = no_destination(&z.c, i, NOWHERE if moves else to)
        moves = True
        if why != WHY_OK:
            blame(z, 32, why)
            return False
    if z.found is not NULL:
        z.tries += 1
        return z.tries == MAX_TRIES or z.found(z.what, z.d.act)
    if not z.settles:
        return True
    settle(z.d)
    if z.d.out.code == CODE_OK:
        return True
    if z.code == CODE_OK or (z.code == CODE_UNKNOWN and z.d.out.code != CODE_UNKNOWN):
        z.code = z.d.out.code
        z.code_why = z.d.out.why
        z.culprit = z.d.out.culprit
    z.tries += 1
    if not z.open or z.tries == MAX_TRIES or not price_depends(z):
        z.hopeless = z.open
        return False
    z.d.out.code = CODE_OK
    z.d.out.why = WHY_OK
    return False


cdef bint price_depends(const Choosing *z) noexcept nogil:
    """May another choice be paid though this one cannot?"""
    return (
        z.d.w is NULL or z.d.w.deflects or z.d.w.chooses != 0 or z.d.out.quote.n_parts != 0
        or z.d.t.facts[z.ability.card if z.ability is not NULL else z.d.act.card].asks_targets
    )
