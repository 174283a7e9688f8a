"""Terms of choices as the core reads them: how many, where, and the limits that are numbers (catalog/terms.py)."""

from riftcore.cards._clauses cimport (
    TERM_BY_MIGHT,
    TERM_FAR,
    TERM_MODES,
    TERM_ONCE,
    TERM_PLAYER,
    TERM_RUNES,
    TERM_UNKNOWN,
    TERM_UNSURE,
    ZONE_BOARD,
    ZONE_FACEDOWN,
    ZONE_TRASH,
)

from riftcore.cards._words import (
    KEYWORD as _KEYWORD,
    TERM_FLAGS as _TERM_FLAGS,
    TERM_TO as _TERM_TO,
    ZONES as _ZONES,
)

cdef enum:
    ANY_NUMBER = 255
    ZONE_ANY = 127


cdef list kinds_of(object filter_):
    """The kinds of things that a filter takes, as words."""
    types = filter_.get("type", ())
    return [types] if isinstance(types, str) else list(types)


cdef int zones_of(object filter_) except -1:
    """Where what a filter describes may be (355.9.a)."""
    cdef int found = 0
    if filter_.get("state") == "facedown":
        return ZONE_FACEDOWN
    if filter_.get("from") in ("trash", "any trash", "their trash"):
        return ZONE_TRASH
    for name in kinds_of(filter_):
        found |= <int>_ZONES.get(name, ZONE_BOARD)
    return found


cdef int term_set(Term *t, object data) except -1:
    """All that needs no other table. The caller has set what is none to -1."""
    t.mode = data.get("mode", -1)
    if data.get("unknown"):
        t.flags |= TERM_UNKNOWN
        return 0
    if "modes" in data:
        t.flags |= TERM_MODES
        t.most = data["count"]
        t.least = data["modes"]
        if data.get("once") == "play":
            t.flags |= TERM_ONCE
        return 0
    t.most = ANY_NUMBER if data["count"] == "any" else data["count"]
    t.least = data.get("least", 0 if t.most == ANY_NUMBER else t.most)
    for name, bit in _TERM_FLAGS:
        if data.get(name):
            t.flags |= <int>bit
    t.near = data.get("near", 0)
    t.far = data.get("far", 0)
    if data.get("far") == 0:
        t.flags |= TERM_FAR
    t.one_side = data.get("same_controller", 0)
    t.weaker = data.get("weaker", 0)
    t.attached = data.get("attached_to", 0)
    t.might_least = data.get("might_min", 0)
    t.might_most = data.get("might_max", -1)
    t.total_might = data.get("total_might", -1)
    if data.get("split") == "might":
        t.flags |= TERM_BY_MIGHT
    else:
        t.split = data.get("split", 0)
    t.to = _TERM_TO[data.get("to")]
    if "lacks" in data:
        t.lacks = _KEYWORD.get(data["lacks"], 0)
        if t.lacks == 0:
            t.flags |= TERM_UNSURE
    if "filter" not in data:
        t.zones = ZONE_ANY
        return 0
    if "player" in kinds_of(data["filter"]):
        t.flags |= TERM_PLAYER
    if "rune" in kinds_of(data["filter"]):
        t.flags |= TERM_RUNES
    t.zones = zones_of(data["filter"])
    if "or" in data:
        t.zones_or = zones_of(data["or"])
    return 0
