"""What an act chooses (355): is it there, and may an effect play it?"""


from riftcore.position._position cimport (
    FROM_TOKEN,
    REF_BATTLEFIELD,
    REF_FACEDOWN,
    card_at,
)
from riftcore.rules._base cimport permitted
from riftcore.rules._codes cimport (
    CODE_CONDITION,
    CODE_TARGET,
    CODE_ZONE,
    WHY_NOT_ALLOWED,
    WHY_NOT_THERE,
    WHY_TARGET_GONE,
)
from riftcore.rules._doing cimport refuse


cdef bint targets_are_there(Doing *d) noexcept nogil:
    """355.9.a: what is chosen must be there."""
    cdef int i
    for i in range(d.act.n_targets):
        if card_at(d.pos, d.act.targets[i]) == 0 and not REF_BATTLEFIELD <= d.act.targets[i] < REF_FACEDOWN:
            refuse(d.out, CODE_TARGET, WHY_TARGET_GONE)
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
