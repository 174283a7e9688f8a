"""Adds outside of payments (429): runes and abilities; they resolve at once."""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    COST_EXHAUST_SELF,
    COST_X_ENERGY,
    COST_X_POWER,
    FOR_GEARS,
    FOR_SHOWDOWNS,
    FOR_SPELLS,
    FOR_UNITS,
    FREELY,
    IS_GEAR,
    REACTION_TIME,
)
from riftcore.ground._record cimport Demand, Supply
from riftcore.ground._types cimport FOR_RESOLUTION, MAX_COUNT, N_DOMAINS
from riftcore.payment._pay cimport cheapest
from riftcore.position._position cimport Player, Thing, thing_seen
from riftcore.rules._abilities cimport ability_clause
from riftcore.rules._codes cimport (
    CODE_CHOICE,
    CODE_COST,
    CODE_EXHAUSTED,
    CODE_NOT_AN_ADD,
    CODE_OK,
    CODE_RESTRICTION,
    CODE_TARGET,
    CODE_UNAFFORDABLE,
    CODE_UNKNOWN,
    WHY_AMBIGUOUS,
    WHY_NOT_AN_ADD,
    WHY_NOT_YOURS,
    WHY_NO_RUNE,
    WHY_RESOURCES,
    WHY_TARGET_GONE,
    WHY_UNKNOWN,
)
from riftcore.rules._commit cimport pay_all, runes_back
from riftcore.rules._deaths cimport capped
from riftcore.rules._doing cimport refuse, why_none
from riftcore.rules._named cimport pay_named
from riftcore.rules._settle cimport settle
from riftcore.rules._timing cimport may_act, speed_of


cdef void perform_add(Doing *d) noexcept nogil:
    """An Add outside a payment (429): finalized and resolved at once, nothing can react."""
    cdef Player *me = &d.pos.players[d.act.player]
    cdef Supply *s = &me.supply
    cdef const Thing *thing
    cdef const Clause *c
    cdef int domain = d.act.domain
    cdef int code = CODE_OK
    cdef int x = d.act.x if d.act.x > 0 else 0
    cdef int thing_card
    cdef bint gear, named
    if d.act.rune:
        if not may_act(d, REACTION_TIME):
            return
        if d.act.rune == 1:
            if s.ready[domain] == 0:
                refuse(d.out, CODE_EXHAUSTED if s.exhausted[domain] else CODE_COST, WHY_NO_RUNE)
            elif s.energy == MAX_COUNT:
                refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
            else:
                s.ready[domain] -= 1
                s.exhausted[domain] += 1
                s.energy += 1
            return
        if s.ready[domain] + s.exhausted[domain] == 0:
            refuse(d.out, CODE_COST, WHY_NO_RUNE)
            return
        if s.power[domain] == MAX_COUNT:
            refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
            return
        # An exhausted rune is recycled before a ready one of its domain.
        if s.exhausted[domain]:
            s.exhausted[domain] -= 1
        else:
            s.ready[domain] -= 1
        s.power[domain] += 1
        runes_back(me, domain, 1)
        return
    thing = thing_seen(d.pos, d.act.object)
    if thing is NULL:
        refuse(d.out, CODE_TARGET, WHY_TARGET_GONE)
        return
    if thing.controller != d.act.player:
        refuse(d.out, CODE_RESTRICTION, WHY_NOT_YOURS)
        return
    c = ability_clause(d.t, d.pos, d.w, d.act, &code)
    if code == CODE_UNKNOWN:
        d.out.culprit = thing.card
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    if c is NULL:
        refuse(d.out, CODE_NOT_AN_ADD, WHY_NOT_AN_ADD)
        return
    if code != CODE_OK:
        refuse(d.out, code, WHY_AMBIGUOUS if code == CODE_CHOICE else why_none(d.pos, d.act))
        return
    if not may_act(d, speed_of(c)):
        return
    if c.card == thing.card:
        d.act.ability = c.ability
    named = d.act.has_payment
    if c.flags & (COST_X_POWER | COST_X_ENERGY):
        d.act.has_payment = False  # it pays the X
    settle(d)
    d.act.has_payment = named
    if d.out.code != CODE_OK:
        return
    gear = d.t.facts[thing.card].type & IS_GEAR != 0
    thing_card = thing.card
    if c.flags & (COST_X_POWER | COST_X_ENERGY):
        if not pay_x(d, c, x):
            return
    if not pay_all(d):
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    me.turn.gear_abilities = capped(me.turn.gear_abilities + gear)
    if c.adds_universal or c.adds_energy or c.restriction == FREELY:
        if not add_resources(d.pos, d.act.player, c, x):
            refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
            return
    if c.card == thing_card:
        add_bonus(d, c)


cdef bint pay_x(Doing *d, const Clause *c, int x) noexcept nogil:
    """What a converter asks for comes after the colon: no restricted resource pays it (rules.md)."""
    memset(&d.out.demand, 0, sizeof(Demand))
    d.out.demand.purpose = FOR_RESOLUTION
    d.out.demand.showdown = d.pos.showdown != 0
    if c.flags & COST_X_POWER:
        d.out.demand.any = x
    else:
        d.out.demand.energy = x
    if x > MAX_COUNT or not (
        pay_named(d.t, d.pos, d.act, &d.out.demand, d.policy, &d.out.payment) if d.act.has_payment
        else cheapest(&d.pos.players[d.act.player].supply, &d.out.demand, d.policy, &d.out.payment)
    ):
        refuse(d.out, CODE_UNAFFORDABLE, WHY_RESOURCES)
        return False
    return True


cdef void add_bonus(Doing *d, const Clause *c) noexcept nogil:
    """"Your Gold Add an additional [1]": what a Gold's Add gives while the bonus is on."""
    cdef Supply *s = &d.pos.players[d.act.player].supply
    if c.adds_universal == 1 and c.n_parts == 1 and c.flags & COST_EXHAUST_SELF and s.flags & 2:
        if c.flags & 32:
            if s.energy == MAX_COUNT:
                refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
            else:
                s.energy += 1


cdef bint add_resources(Position *pos, int player, const Clause *c, int x) noexcept nogil:
    """What an Add ability makes goes to the pool (429). False: the pool would hold more than its bound."""
    cdef Supply *s = &pos.players[player].supply
    cdef int energy = x if c.adds_energy == 255 else c.adds_energy
    cdef int universal = x if c.adds_universal == 255 else c.adds_universal
    cdef int d
    for d in range(N_DOMAINS):
        if s.power[d] + c.adds_power[d] > MAX_COUNT:
            return False
        s.power[d] += c.adds_power[d]
    if c.restriction == FOR_SPELLS:
        if s.spells_energy + energy > MAX_COUNT or s.spells_universal + universal > MAX_COUNT:
            return False
        s.spells_energy += energy
        s.spells_universal += universal
    elif c.restriction == FOR_GEARS:
        if s.gear_universal + universal > MAX_COUNT or energy:
            return False
        s.gear_universal += universal
    elif c.restriction == FOR_UNITS:
        if s.units_energy + energy > MAX_COUNT or universal:
            return False
        s.units_energy += energy
    elif c.restriction == FOR_SHOWDOWNS:
        if s.showdown_energy + energy > MAX_COUNT or universal:
            return False
        s.showdown_energy += energy
    else:
        if s.energy + energy > MAX_COUNT or s.universal + universal > MAX_COUNT:
            return False
        s.energy += energy
        s.universal += universal
    return True
