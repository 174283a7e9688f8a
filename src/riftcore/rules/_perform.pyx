"""An act from its start to its end: what it does, by its form (353-359, 398-406, 444).

`perform` works on a copy of the position that its caller throws away when the act is not legal, so nothing needs
undoing here: a play that fails leaves the game as it was (358.5).
"""


from riftcore.cards._clauses cimport (
    ACTION_TIME,
    ADD_ACTIVATED,
    FREE_TRIGGER,
    GRANTED,
    IS_GEAR,
    IS_UNIT,
    KEYWORD_WEAPONMASTER,
    KW_ACTION,
    MAIN_TIME,
    ONCE_EACH_TURN,
    REACTION_TIME,
    STATE_USED,
    Clause,
    Facts,
)
from riftcore.ground._types cimport FOR_RESOLUTION
from riftcore.position._expr cimport Context, has_reaction, truth
from riftcore.position._position cimport (
    ACT_ACTIVATE,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PLAY,
    ACT_TRIGGER,
    HOLDS_MAIN,
    Thing,
    card_at,
    card_fits,
    thing_at,
    thing_seen,
)
from riftcore.position._sources cimport supplies_refresh
from riftcore.rules._abilities cimport ability_clause, empowered_enough, trigger_clause
from riftcore.rules._adds cimport perform_add
from riftcore.rules._codes cimport (
    CODE_CHOICE,
    CODE_CONDITION,
    CODE_COST,
    CODE_OK,
    CODE_RESTRICTION,
    CODE_TARGET,
    CODE_UNAFFORDABLE,
    CODE_UNKNOWN,
    CODE_ZONE,
    WHY_AMBIGUOUS,
    WHY_CHOICE,
    WHY_CROWDED,
    WHY_EMPOWERED,
    WHY_FIXED_PAYMENT,
    WHY_NOT_THERE,
    WHY_NOT_YOURS,
    WHY_OK,
    WHY_TARGET_GONE,
    WHY_TARGET_SPENT,
    WHY_UNKNOWN,
    WHY_USED,
)
from riftcore.rules._choices cimport chosen_fit
from riftcore.rules._commit cimport pay_all
from riftcore.rules._deaths cimport capped
from riftcore.rules._doing cimport Doing, refuse, why_none
from riftcore.rules._doubt cimport Doubted, doubts_about
from riftcore.rules._finalize cimport count_chosen, finalize_play, remember_payment, to_chain, use_up_payment
from riftcore.rules._forces cimport forces_set
from riftcore.rules._happen cimport happen
from riftcore.rules._hide cimport perform_hide
from riftcore.rules._leave cimport leave_zone
from riftcore.rules._moves cimport crowded, perform_move
from riftcore.rules._pricing cimport Quote, context
from riftcore.rules._settle cimport settle
from riftcore.rules._targets cimport allowed_by, targets_are_there
from riftcore.rules._timing cimport may_act, speed_of


cdef void perform(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """Carry the act out on this position. When out.code is not CODE_OK the position is to be thrown away.

    What the act leaves open (which zone a card is in, which ability fits) is filled in. `w`: the forces of the act's
    player in this position; NULL: they are found here, if the act has a price that they may change.
    """
    cdef Forces own
    cdef Doubted doubted
    cdef Doing d
    if w is NULL and has_price(act):
        forces_set(&own, t, pos, act.player)
        w = &own
    d.t = t
    d.pos = pos
    d.w = w
    d.act = act
    d.policy = policy
    d.out = out
    d.hidden = 0
    d.named_to = act.to
    out.code = CODE_OK
    out.why = WHY_OK
    out.culprit = 0
    out.priced = out.paid = False
    out.n_changes = out.n_used = 0
    out.spent.n = 0
    out.quote.n_steps = out.quote.n_parts = 0
    out.quote.costs.n = 0
    out.quote.paid = 0
    out.cost = 0
    out.doubtful = False
    if t.doubtful:
        doubts_about(t, pos, act, &doubted)
    if act.form == ACT_PLAY:
        perform_play(&d)
    elif act.form == ACT_ACTIVATE:
        perform_activate(&d)
    elif act.form == ACT_ADD:
        perform_add(&d)
    elif act.form == ACT_MOVE:
        perform_move(&d)
    elif act.form == ACT_HIDE:
        perform_hide(&d)
    elif act.form == ACT_EVENT:
        happen(t, pos, act, out)
    else:
        perform_price(&d)
    if out.code == CODE_OK:
        if supplies_refresh(t, pos):
            refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
    elif out.code == CODE_UNAFFORDABLE and act.has_payment:
        out.why = WHY_FIXED_PAYMENT
    if t.doubtful:
        leave_in_doubt(&doubted, out)


cdef void leave_in_doubt(const Doubted *d, Outcome *out) noexcept nogil:
    """Text that is not understood and might change the answer leaves none (rule 002); what it cannot change stays."""
    cdef bint paying = out.code == CODE_UNAFFORDABLE or out.why == WHY_TARGET_SPENT
    cdef int culprit = d.legality
    if culprit == 0 and (paying or out.code in (CODE_OK, CODE_COST) or out.why == WHY_CHOICE):
        culprit = d.price
    if culprit:
        # The costs are no answer either.
        out.priced = False
        out.quote.costs.n = out.quote.n_steps = out.quote.n_parts = 0
    elif paying:
        culprit = d.supply
    if culprit:
        out.culprit = culprit
        out.doubtful = True
        out.paid = False
        out.code = CODE_OK
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef void perform_play(Doing *d) noexcept nogil:
    """353-359."""
    cdef const Facts *f = &d.t.facts[d.act.card]
    cdef int speed
    if d.act.card == 0 or not card_fits(d.t, d.act.card, HOLDS_MAIN):
        refuse(d.out, CODE_ZONE, WHY_NOT_THERE)  # 133.5, 133.6: what is no Main Deck card is not played
        return
    speed = (
        REACTION_TIME if has_reaction(d.t, d.pos, d.act) else ACTION_TIME if f.keywords & KW_ACTION else MAIN_TIME
    )
    if not leave_zone(d) or not allowed_by(d):
        return
    if not d.act.by_effect and not may_act(d, speed):
        return
    if not targets_are_there(d):
        return
    if f.type & IS_UNIT and crowded(d.t, d.pos, d.act.player, d.act.to):
        refuse(d.out, CODE_RESTRICTION, WHY_CROWDED)
        return
    if not chosen_fit(d, NULL):
        return
    count_chosen(d)
    if d.act.by:
        use_up_payment(&d.pos.players[d.act.player], d.act)
    if not pay_all(d) or not finalize_play(d):
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef void perform_activate(Doing *d) noexcept nogil:
    """398-406."""
    cdef const Thing *thing = thing_seen(d.pos, d.act.object)
    cdef const Clause *c
    cdef int code = CODE_OK
    cdef int card
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
    if c is NULL or code == CODE_CHOICE:
        refuse(d.out, CODE_CONDITION if c is NULL else CODE_CHOICE, why_none(d.pos, d.act) if c is NULL else WHY_AMBIGUOUS)
        return
    if c.kind == ADD_ACTIVATED:
        d.act.form = ACT_ADD
        perform_add(d)
        return
    if not may_act(d, speed_of(c)):
        return
    if empowered_enough(c, thing):
        refuse(d.out, CODE_CONDITION, WHY_EMPOWERED)
        return
    if c.flags & ONCE_EACH_TURN and thing.states & STATE_USED:
        refuse(d.out, CODE_CONDITION, WHY_USED)
        return
    if not targets_are_there(d):
        return
    if c.card == thing.card and c.ability >= 0:
        # Its own ability; one that it has of something else is found again as it was named.
        d.act.keyword = c.kind + 1
        d.act.ability = c.ability
    if code != CODE_OK:
        settle(d)  # it says which condition does not hold
        return
    if not chosen_fit(d, c):
        return
    if d.t.facts[thing.card].type & IS_GEAR:
        d.pos.players[d.act.player].turn.gear_abilities = capped(d.pos.players[d.act.player].turn.gear_abilities + 1)
    if c.flags & ONCE_EACH_TURN:
        thing_at(d.pos, d.act.object).states |= STATE_USED
    count_chosen(d)
    card = thing.card
    if not pay_all(d) or not to_chain(d.pos, card, d.act.player, d.out):
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef const Clause *finalized(const Doing *d) noexcept nogil:
    """The triggered ability that is finalized (404), if it is known which; what an instruction asks for was chosen before."""
    cdef const Facts *f = &d.t.facts[card_at(d.pos, d.act.object)] if d.act.form == ACT_TRIGGER else NULL
    cdef const Clause *c = NULL
    cdef Quote q
    cdef int i
    if f is NULL or d.act.purpose == FOR_RESOLUTION:
        return NULL
    if thing_seen(d.pos, d.act.object) is not NULL and thing_seen(d.pos, d.act.object).controller != d.act.player:
        return NULL
    if d.act.keyword:
        for i in range(f.n_clauses):
            c = &d.t.clauses[f.clause + i]
            if c.kind == d.act.keyword - 1 and c.flags & GRANTED == 0:
                return c
        return NULL
    q.code = CODE_OK
    return trigger_clause(d.t, d.pos, d.act, &q)


cdef bint other_trigger(Doing *d, const Clause *first) noexcept nogil:
    """Do the targets fit another one of its triggers without a price, where the action does not say which is meant?"""
    cdef const Facts *f = &d.t.facts[card_at(d.pos, d.act.object)]
    cdef const Clause *c
    cdef Context x
    cdef int i, why = d.out.why
    if d.act.ability >= 0 or d.act.n_targets == 0 or first.kind != FREE_TRIGGER or d.out.code != CODE_TARGET:
        return False
    for i in range(f.n_clauses):
        c = &d.t.clauses[f.clause + i]
        if c.kind not in (FREE_TRIGGER, KEYWORD_WEAPONMASTER) or c.trigger < 0 or c.trigger == first.trigger:
            continue
        context(&x, d.t, d.pos, d.act, d.act.object, c.card, d.act.player)
        d.out.code = CODE_OK
        if truth(&x, c.when) >= 0 and chosen_fit(d, c):
            return True
    d.out.code = CODE_OK
    refuse(d.out, CODE_TARGET, why)
    return False


cdef void perform_price(Doing *d) noexcept nogil:
    """A bare price, the price of a trigger, or one that an instruction asks for (383.3.b, 444.2, 740.4)."""
    cdef const Clause *trigger
    if d.act.form == ACT_TRIGGER:
        if d.act.decline:
            return
        if card_at(d.pos, d.act.object) == 0:
            refuse(d.out, CODE_TARGET, WHY_TARGET_GONE)
            return
        if not targets_are_there(d):
            return
    trigger = finalized(d)
    if trigger is not NULL:
        if not chosen_fit(d, trigger) and not other_trigger(d, trigger):
            return
    else:
        settle(d)
        if d.out.code != CODE_OK:
            return
    if d.act.form == ACT_TRIGGER:
        if d.act.purpose != FOR_RESOLUTION:
            count_chosen(d)  # what an instruction speaks of was chosen before (355.10)
        if not remember_payment(d):
            refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
            return
    if not pay_all(d):
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
