"""An act that is being carried out, and what came of it."""

from riftcore.position._position cimport inactive
from riftcore.rules._codes cimport WHY_ABILITY, WHY_ATTACHED


cdef void refuse(Outcome *out, int code, int why) noexcept nogil:
    out.code = code
    out.why = why


cdef int why_none(const Position *pos, const Act *act) noexcept nogil:
    """Why has the object no such ability now?"""
    return WHY_ATTACHED if inactive(pos, act.object) else WHY_ABILITY


cdef void note(Outcome *out, int what, int player, int slot) noexcept nogil:
    cdef Change *c
    if out.n_changes < MAX_CHANGES:
        c = &out.change[out.n_changes]
        c.what = what
        c.player = player
        c.slot = slot
        out.n_changes += 1
