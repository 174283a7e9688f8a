"""Steps 3 and 4 of a play: its price, and what pays it (356, 357)."""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    OF_SELF,
    STATE_EXHAUSTED,
    VERB_BANISH,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RETURN,
    Part,
)
from riftcore.position._position cimport ACT_PLAY, Act, thing_at
from riftcore.rules._codes cimport (
    CODE_CHOICE,
    CODE_COST,
    CODE_EXHAUSTED,
    CODE_OK,
    CODE_RESTRICTION,
    CODE_TARGET,
    CODE_UNAFFORDABLE,
    CODE_UNKNOWN,
    WHY_AMBIGUOUS,
    WHY_CHOICE,
    WHY_EXHAUSTED,
    WHY_NOT_YOURS,
    WHY_OBJECTS,
    WHY_OPTION,
    WHY_RESOURCES,
    WHY_TARGET_SPENT,
    WHY_UNKNOWN,
)
from riftcore.rules._doing cimport Spent, refuse, why_none
from riftcore.rules._objects cimport choose_best, fits_part, give
from riftcore.rules._pricing cimport Sacrifice
from riftcore.rules._quote cimport quote_act
from riftcore.rules._resources cimport pay_resources
from riftcore.rules._targets cimport is_target


cdef void settle(Doing *d) noexcept nogil:
    """Price the act (step 3) and pay it (step 4), objects and resources together."""
    cdef Sacrifice none
    memset(&none, 0, sizeof(Sacrifice))
    d.search.tries = 0
    d.out.spent.n = 0
    quote_act(d.t, d.pos, d.w, d.act, &none, &d.out.quote)
    d.out.priced = d.out.quote.code == CODE_OK
    if d.out.quote.code != CODE_OK:
        d.out.culprit = d.out.quote.culprit
        refuse(
            d.out, d.out.quote.code,
            WHY_UNKNOWN if d.out.quote.code == CODE_UNKNOWN
            else WHY_AMBIGUOUS if d.out.quote.code == CODE_CHOICE
            else WHY_NOT_YOURS if d.out.quote.code == CODE_RESTRICTION
            else WHY_OPTION if d.act.form == ACT_PLAY else why_none(d.pos, d.act),
        )
        return
    if d.out.quote.exhausts_self:
        # "Exhaust": needs a ready object (414.4).
        if thing_at(d.pos, d.act.object) is NULL or thing_at(d.pos, d.act.object).states & STATE_EXHAUSTED:
            refuse(d.out, CODE_EXHAUSTED, WHY_EXHAUSTED)
            return
        give(&d.out.spent, VERB_EXHAUST, OF_SELF, d.act.player, d.act.object, 0, 0, 1)
    if d.pos.players[d.act.player].unknown:
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    d.search.spare_targets = True
    d.search.any_objects = d.search.unsure = False
    if choose_best(d):
        d.out.paid = True
        return
    if d.search.unsure and d.out.code == CODE_OK:
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
    if d.out.code != CODE_OK:
        return
    d.search.spare_targets = False
    if fixed_target(d):
        # The action itself names a chosen target as a cost: is there another way?
        d.out.spent.n = 1 if d.out.quote.exhausts_self else 0
        refuse(d.out, CODE_TARGET, WHY_TARGET_SPENT)
        if other_way(d):
            refuse(d.out, CODE_CHOICE, WHY_CHOICE)
        return
    if d.search.any_objects and d.act.n_targets == 0:
        refuse(d.out, CODE_UNAFFORDABLE, WHY_RESOURCES)
        return
    if choose_best(d):
        # The only way to pay gives up a chosen target: the play fails its check (357.3, 358).
        refuse(d.out, CODE_TARGET, WHY_TARGET_SPENT)
        return
    if d.out.code == CODE_OK:
        if d.search.any_objects:
            refuse(d.out, CODE_UNAFFORDABLE, WHY_RESOURCES)
        elif resources_alone_pay(d):
            refuse(d.out, CODE_COST, WHY_OBJECTS)
        else:
            refuse(d.out, CODE_UNAFFORDABLE, WHY_RESOURCES)


cdef bint resources_alone_pay(Doing *d) noexcept nogil:
    cdef int n = d.out.spent.n
    cdef bint pays
    d.out.spent.n = 0
    pays = pay_resources(d, False)
    d.out.spent.n = n
    return pays


cdef bint fixed_target(const Doing *d) noexcept nogil:
    """Does the action name a chosen target for a part of the cost that takes such things off the board?"""
    cdef const Part *p
    cdef int i, j
    for i in range(d.out.quote.n_parts):
        p = &d.t.parts[d.out.quote.parts[i]]
        if p.verb not in (VERB_KILL, VERB_RETURN, VERB_BANISH, VERB_RECYCLE):
            continue
        for j in range(d.act.n_fixed):
            if d.act.fixed[j].verb == p.verb and is_target(d.act, d.act.fixed[j].ref):
                if fits_part(d, p, d.act.fixed[j].ref):
                    return True
    return False


cdef bint other_way(Doing *d) noexcept nogil:
    """Could the act be paid with the objects left to choice?"""
    cdef Act free = d.act[0]
    cdef Act *named = d.act
    cdef Spent kept = d.out.spent
    cdef int code = d.out.code
    cdef int why = d.out.why
    cdef bint found
    free.n_fixed = 0
    d.act = &free
    d.search.spare_targets = True
    d.out.code = CODE_OK
    found = choose_best(d)
    d.act = named
    d.out.code = code
    d.out.why = why
    d.out.spent = kept
    return found
