"""Does a thing meet the terms of a choice (355.9)? Each function gives the reason why not, or 0 (WHY_OK)."""

from riftcore.cards._clauses cimport (
    IS_SPELL,
    IS_UNIT,
    KW_TEMPORARY,
    STATE_ATTACKING,
    STATE_DEFENDING,
    STATE_TEMPORARY,
    TERM_APART,
    TERM_BY_MIGHT,
    TERM_FAR,
    TERM_FIGHTING,
    TERM_OCCUPIED,
    TERM_ONE_CONTROLLER,
    TERM_SPREAD,
    TERM_TOGETHER,
    TO_BASE_OR_FROM_IT,
    TO_BATTLEFIELD,
    TO_CONTROLLED,
    TO_ENEMY,
    TO_ITS_SIDE,
    TO_ONE,
    TO_OPEN,
    TO_OTHER_BATTLEFIELD,
    TO_YOUR_UNITS,
    ZONE_ABILITY,
    ZONE_BATTLEFIELD,
    ZONE_BOARD,
    ZONE_FACEDOWN,
    ZONE_LEGEND,
    ZONE_SPELL,
    ZONE_TRASH,
    Facts,
    Filter,
)
from riftcore.ground._record cimport Demand
from riftcore.ground._types cimport N_DOMAINS
from riftcore.position._expr cimport matches, number
from riftcore.position._position cimport (
    NOBODY,
    NOWHERE,
    NO_REF,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    REF_LEGEND,
    REF_TRASH,
    Thing,
    card_at,
    controller_at,
    might_of,
    states_of,
    thing_seen,
)
from riftcore.rules._codes cimport (
    WHY_OK,
    WHY_TARGET_ANOTHER,
    WHY_TARGET_BASE,
    WHY_TARGET_BATTLEFIELD,
    WHY_TARGET_COST,
    WHY_TARGET_GONE,
    WHY_TARGET_GROUP,
    WHY_TARGET_HERE,
    WHY_TARGET_HIDDEN,
    WHY_TARGET_KIND,
    WHY_TARGET_MIGHT,
    WHY_TARGET_PLACE,
    WHY_TARGET_SIDE,
    WHY_TARGET_STATE,
    WHY_TARGET_TO,
    WHY_TARGET_TRAIT,
)


cdef int spot(const Position *pos, int ref) noexcept nogil:
    """Where a thing is: 1 + battlefield, below 0 for a player's base; NOWHERE for what is at no place."""
    cdef const Thing *thing
    if REF_BATTLEFIELD <= ref < REF_FACEDOWN:
        return 1 + ref - REF_BATTLEFIELD
    if REF_FACEDOWN <= ref < REF_CHAIN:
        return 1 + pos.players[(ref - REF_FACEDOWN) >> 2].facedown[(ref - REF_FACEDOWN) & 3].at
    thing = thing_seen(pos, ref)
    if thing is NULL or ref >= REF_LEGEND:
        return NOWHERE
    return thing.at if thing.at else -1 - thing.controller


cdef int zone_of(const Chosen *c, int ref) noexcept nogil:
    """In which zone the thing is (ZONE_); 0: it is not there."""
    if REF_BATTLEFIELD <= ref < REF_BATTLEFIELD + c.x.pos.n_battlefields:
        return ZONE_BATTLEFIELD
    if card_at(c.x.pos, ref) == 0:
        return 0
    if ref >= REF_TRASH:
        return ZONE_TRASH
    if ref >= REF_CHAIN:
        return ZONE_SPELL if c.x.t.facts[card_at(c.x.pos, ref)].type & IS_SPELL else ZONE_ABILITY
    if ref >= REF_FACEDOWN:
        return ZONE_FACEDOWN
    return ZONE_LEGEND if ref >= REF_LEGEND else ZONE_BOARD


cdef int misfit(Chosen *c, int slot, int ref) noexcept nogil:
    """Which term of the choice the thing does not meet; c.x.unknown: a position does not hold what one asks for."""
    cdef const Term *t = c.slots[slot].term
    cdef int zone = zone_of(c, ref)
    cdef int why
    if zone == 0:
        return WHY_TARGET_GONE
    if t.filter_or >= 0 and zone & t.zones_or and matches(&c.x, t.filter_or, ref):
        return WHY_OK
    if not zone & t.zones:
        return WHY_TARGET_KIND
    if t.filter >= 0 and not (place_fits(c, t, ref) if zone == ZONE_BATTLEFIELD else matches(&c.x, t.filter, ref)):
        return which_term(c, &c.x.t.filters[t.filter], ref)
    why = own_limits(c, t, ref)
    if why == WHY_OK:
        why = limits_by_others(c, slot, ref)
    if why == WHY_OK and c.hidden and not out_of_reach_by_text(c, t):
        # 811.1.d.2
        if (zone == ZONE_BOARD or zone == ZONE_BATTLEFIELD) and spot(c.x.pos, ref) != c.hidden:
            return WHY_TARGET_HIDDEN
    return why


cdef bint place_fits(const Chosen *c, const Term *t, int ref) noexcept nogil:
    """A battlefield, whatever card it is: may be chosen by who controls it."""
    cdef int whose = c.x.t.filters[t.filter].controller
    cdef int controller = controller_at(c.x.pos, ref)
    return whose == 0 or (controller == c.x.you if whose == 1 else controller != c.x.you and controller != NOBODY)


cdef bint out_of_reach_by_text(const Chosen *c, const Term *t) noexcept nogil:
    """Does the text ask for another place than where the card lay?"""
    return t.flags & TERM_FAR != 0 or t.far != 0 or (t.filter >= 0 and c.x.t.filters[t.filter].at == 3)


cdef int which_term(const Chosen *c, const Filter *f, int ref) noexcept nogil:
    """The first of the filter's terms that the thing does not meet."""
    cdef int type = c.x.t.facts[card_at(c.x.pos, ref)].type
    cdef int controller = controller_at(c.x.pos, ref)
    cdef int place = spot(c.x.pos, ref)
    if f.types and not f.types & type:
        return WHY_TARGET_KIND
    if (f.controller == 1 and controller != c.x.you) or (
        f.controller == 2 and (controller == c.x.you or controller == NOBODY)
    ):
        return WHY_TARGET_SIDE
    if f.at == 2 and (place <= 0 or place == NOWHERE):
        return WHY_TARGET_BATTLEFIELD
    if f.at == 3 and place >= 0:
        return WHY_TARGET_BASE
    if f.at == 1 and (place == NOWHERE or place != spot(c.x.pos, c.x.me)):
        return WHY_TARGET_HERE
    if f.weaker:
        return WHY_TARGET_MIGHT
    return WHY_TARGET_STATE if f.states or f.lacks else WHY_TARGET_TRAIT


cdef int own_limits(Chosen *c, const Term *t, int ref) noexcept nogil:
    """Limits that look at the thing alone."""
    cdef const Thing *thing = thing_seen(c.x.pos, ref)
    cdef const Facts *f = &c.x.t.facts[card_at(c.x.pos, ref)]
    cdef int might, states = states_of(c.x.t, c.x.pos, thing, ref) if thing is not NULL else 0
    if t.might_least or t.might_most >= 0:
        might = might_of(c.x.t, thing) if thing is not NULL else f.might
        if might < t.might_least or (t.might_most >= 0 and might > t.might_most):
            return WHY_TARGET_MIGHT
    if not cost_fits(c, t, &f.printed):
        return WHY_TARGET_COST
    if t.lacks & (f.keywords | (KW_TEMPORARY if states & STATE_TEMPORARY else 0)):
        return WHY_TARGET_STATE
    if t.not_tag and has_tag(f, t.not_tag):
        return WHY_TARGET_TRAIT
    if t.flags & TERM_FIGHTING and not states & (STATE_ATTACKING | STATE_DEFENDING):
        if thing is NULL or c.x.pos.showdown == 0 or thing.at != c.x.pos.showdown:
            return WHY_TARGET_STATE
    if t.flags & TERM_OCCUPIED and not units_at(c, spot(c.x.pos, ref), c.x.you, NO_REF):
        return WHY_TARGET_PLACE
    if t.flags & TERM_FAR and spot(c.x.pos, ref) == spot(c.x.pos, c.x.me):
        return WHY_TARGET_PLACE
    return WHY_OK


cdef bint cost_fits(Chosen *c, const Term *t, const Demand *printed) noexcept nogil:
    """206: limits are of the printed cost."""
    cdef int i, symbols = printed.any + printed.hybrid + printed.hybrid2
    for i in range(N_DOMAINS):
        symbols += printed.power[i]
    return (
        (t.energy_most < 0 or printed.energy <= limit(c, t.energy_most))
        and (t.energy_least < 0 or printed.energy >= limit(c, t.energy_least))
        and (t.energy_below < 0 or printed.energy < limit(c, t.energy_below))
        and (t.power_most < 0 or symbols <= limit(c, t.power_most))
    )


cdef int limit(Chosen *c, int node) noexcept nogil:
    return number(&c.x, node)


cdef bint has_tag(const Facts *f, int tag) noexcept nogil:
    cdef int i
    for i in range(f.n_tags):
        if f.tags[i] == tag:
            return True
    return False


cdef bint units_at(const Chosen *c, int place, int player, int but) noexcept nogil:
    """Has the player a unit at this place, other than one?"""
    cdef int seat, i
    for seat in range(c.x.pos.n_players):
        for i in range(c.x.pos.players[seat].n_board):
            if 64 * seat + i == but or c.x.pos.players[seat].board[i].controller != player:
                continue
            if c.x.t.facts[c.x.pos.players[seat].board[i].card].type & IS_UNIT and spot(c.x.pos, 64 * seat + i) == place:
                return True
    return False


cdef int earlier(const Chosen *c, int slot, int back) noexcept nogil:
    """What was chosen so many choices before; NO_REF: nothing."""
    cdef const Slot *s
    if back == 0 or back > slot:
        return NO_REF
    s = &c.slots[slot - back]
    if s.execution != c.slots[slot].execution or s.n == 0:
        return NO_REF
    return c.targets[s.first]


cdef int limits_by_others(const Chosen *c, int slot, int ref) noexcept nogil:
    """Limits that look at what was chosen before."""
    cdef const Term *t = c.slots[slot].term
    cdef const Thing *thing = thing_seen(c.x.pos, ref)
    cdef int i, j, other
    if t.flags & TERM_APART:
        if ref == c.x.me:
            return WHY_TARGET_ANOTHER
        for i in range(slot):
            for j in range(c.slots[i].n):
                if c.slots[i].execution == c.slots[slot].execution and c.targets[c.slots[i].first + j] == ref:
                    return WHY_TARGET_ANOTHER
    other = earlier(c, slot, t.near)
    if other != NO_REF and spot(c.x.pos, other) != spot(c.x.pos, ref):
        return WHY_TARGET_PLACE
    other = earlier(c, slot, t.far)
    if other != NO_REF and spot(c.x.pos, other) == spot(c.x.pos, ref):
        return WHY_TARGET_PLACE
    other = earlier(c, slot, t.one_side)
    if other != NO_REF and controller_at(c.x.pos, other) != controller_at(c.x.pos, ref):
        return WHY_TARGET_SIDE
    other = earlier(c, slot, t.weaker)
    if other != NO_REF and thing is not NULL and thing_seen(c.x.pos, other) is not NULL:
        if might_of(c.x.t, thing) >= might_of(c.x.t, thing_seen(c.x.pos, other)):
            return WHY_TARGET_MIGHT
    other = earlier(c, slot, t.attached)
    if other != NO_REF and (thing is NULL or thing.attached != other):
        return WHY_TARGET_PLACE
    return WHY_OK


cdef int group_misfit(Chosen *c, int slot) noexcept nogil:
    """Limits of the things of one choice together (355.11, 355.14); each is another one."""
    cdef const Slot *s = &c.slots[slot]
    cdef const Term *t = s.term
    cdef const Thing *thing
    cdef int i, j, a, b, other, total = 0
    for i in range(s.n):
        a = c.targets[s.first + i]
        thing = thing_seen(c.x.pos, a)
        total += might_of(c.x.t, thing) if thing is not NULL else 0
        for j in range(i):
            b = c.targets[s.first + j]
            if a == b:
                return WHY_TARGET_ANOTHER
            if t.flags & TERM_TOGETHER and spot(c.x.pos, a) != spot(c.x.pos, b):
                return WHY_TARGET_GROUP
            if t.flags & TERM_SPREAD and spot(c.x.pos, a) == spot(c.x.pos, b):
                return WHY_TARGET_GROUP
            if t.flags & TERM_ONE_CONTROLLER and controller_at(c.x.pos, a) != controller_at(c.x.pos, b):
                return WHY_TARGET_GROUP
    if t.total_might >= 0 and total > t.total_might:
        return WHY_TARGET_GROUP
    if t.split and s.n > t.split:
        return WHY_TARGET_GROUP
    if t.flags & TERM_BY_MIGHT:
        other = earlier(c, slot, 1)
        if other == NO_REF:
            other = c.x.me
        thing = thing_seen(c.x.pos, other)
        if thing is not NULL and s.n > might_of(c.x.t, thing):
            return WHY_TARGET_GROUP
    return WHY_OK


cdef int no_destination(Chosen *c, int slot, int to) noexcept nogil:
    """355.4: is there a place, or is this one (`to`), for each thing that the choice moves?"""
    cdef const Slot *s = &c.slots[slot]
    cdef int i, place
    cdef bint found
    for i in range(s.n):
        found = False
        for place in range(1 + c.x.pos.n_battlefields):
            if (to == NOWHERE or to == place) and may_go(c, s.term, c.targets[s.first + i], place):
                found = True
                break
        if not found:
            return WHY_TARGET_TO
    return WHY_OK


cdef bint may_go(const Chosen *c, const Term *t, int ref, int place) noexcept nogil:
    """May this thing be moved to the place: 0 its controller's base, 1 + battlefield?"""
    cdef int controller = controller_at(c.x.pos, ref)
    cdef int here = spot(c.x.pos, ref)
    cdef int there = place if place else -1 - controller
    cdef int holder = c.x.pos.battlefields[place - 1].controller if place else NOBODY
    if here == there:
        return False
    if t.to == TO_BATTLEFIELD:
        return place != 0
    if t.to == TO_OTHER_BATTLEFIELD:
        return place != 0
    if t.to == TO_YOUR_UNITS:
        return place != 0 and units_at(c, there, c.x.you, NO_REF)
    if t.to == TO_ITS_SIDE:
        return units_at(c, there, controller, ref)
    if t.to == TO_OPEN:
        return place != 0 and holder == NOBODY and not anybody_at(c, place)
    if t.to == TO_ENEMY:
        return place != 0 and holder != NOBODY and holder != c.x.you
    if t.to == TO_CONTROLLED:
        return place != 0 and holder == c.x.you
    if t.to == TO_BASE_OR_FROM_IT:
        return here < 0 or place == 0
    return True


cdef bint anybody_at(const Chosen *c, int place) noexcept nogil:
    cdef int seat
    for seat in range(c.x.pos.n_players):
        if units_at(c, place, seat, NO_REF):
            return True
    return False
