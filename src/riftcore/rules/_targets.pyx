"""What an act chooses (355): is it there, and may it be chosen?"""


from riftcore.cards._clauses cimport COST_READER, IS_SPELL, ON_SPELL, TRIGGERED, Clause, Facts
from riftcore.position._position cimport (
    ACT_PLAY,
    FROM_TOKEN,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    REF_TRASH,
    card_at,
)
from riftcore.rules._base cimport permitted, read_fits
from riftcore.rules._codes cimport (
    CODE_CONDITION,
    CODE_TARGET,
    CODE_ZONE,
    WHY_NOT_ALLOWED,
    WHY_NOT_THERE,
    WHY_TARGET_GONE,
    WHY_TARGET_KIND,
)
from riftcore.rules._doing cimport refuse


cdef bint targets_fit(Doing *d) noexcept nogil:
    """Chosen things must be there; a spell that reads costs takes only what it allows (206)."""
    cdef const Facts *f = &d.t.facts[d.act.card]
    cdef const Clause *c
    cdef int i, j, card
    for i in range(d.act.n_targets):
        if card_at(d.pos, d.act.targets[i]) == 0 and not REF_BATTLEFIELD <= d.act.targets[i] < REF_FACEDOWN:
            refuse(d.out, CODE_TARGET, WHY_TARGET_GONE)
            return False
    if d.act.form != ACT_PLAY:
        return True
    for i in range(f.n_clauses):
        c = &d.t.clauses[f.clause + i]
        if c.kind != COST_READER or c.what != ON_SPELL or c.flags & TRIGGERED:
            continue
        for j in range(d.act.n_targets):
            if d.act.targets[j] < REF_CHAIN:
                continue
            card = card_at(d.pos, d.act.targets[j])
            if d.act.targets[j] >= REF_TRASH or not d.t.facts[card].type & IS_SPELL or not read_fits(d.t, c, card):
                refuse(d.out, CODE_TARGET, WHY_TARGET_KIND)
                return False
    return True


cdef bint allowed_by(Doing *d) noexcept nogil:
    """An effect's play: is it one that the effect allows?"""
    cdef Act elsewhere
    cdef int zone
    if d.act.by == 0:
        return True
    elsewhere = d.act[0]
    if permitted(d.t, d.pos, d.act):
        return True
    for zone in range(FROM_TOKEN):
        elsewhere.from_ = zone
        if permitted(d.t, d.pos, &elsewhere):
            refuse(d.out, CODE_ZONE, WHY_NOT_THERE)
            return False
    refuse(d.out, CODE_CONDITION, WHY_NOT_ALLOWED)
    return False


cdef bint is_target(const Act *act, int ref) noexcept nogil:
    cdef int i
    for i in range(act.n_targets):
        if act.targets[i] == ref:
            return True
    return False
