"""The whole act: timing, choices, cost, payment, finalizing (353-359, 398-406, 429, 444).

`perform` works on a copy of the position that its caller throws away when the act is not legal, so
nothing needs undoing here: a play that fails leaves the game as it was (358.5).
"""

from libc.stdint cimport int16_t, uint16_t
from libc.string cimport memcmp, memmove, memset

from riftcore._cards cimport (
    ACTION_TIME,
    ADD_ACTIVATED,
    ADD_REPLACEMENT,
    ADD_TRIGGERED,
    ALTERNATE_COST,
    COST_EXHAUST_SELF,
    COST_READER,
    COST_X_ENERGY,
    COST_X_POWER,
    DELAYED,
    DOUBT_SELF_EVENT,
    EVENT_COMBAT_ENDED,
    EVENT_COMBAT_STARTED,
    EVENT_END_OF_TURN,
    EVENT_MAIN_PHASE,
    EVENT_MOVED,
    FOR_GEARS,
    FOR_SHOWDOWNS,
    FOR_SPELLS,
    FOR_UNITS,
    FREELY,
    FROM_TRASH,
    GRANTED,
    IS_GEAR,
    IS_LEGEND,
    IS_PERMANENT,
    IS_RUNE,
    IS_SPELL,
    IS_UNIT,
    KEYWORD_FLOW,
    KW_ACTION,
    KW_GANKING,
    KW_HIDDEN,
    MAIN_TIME,
    N_ANY,
    OF_ANY_TRASH,
    OF_GEAR,
    OF_HAND,
    OF_LEGEND,
    OF_SELF,
    OF_TRASH,
    OF_UNIT,
    OF_UNIT_OR_GEAR,
    ONCE_EACH_TURN,
    ON_SPELL,
    PLAYS_SELF,
    REACTION_TIME,
    SRC_ANOMALY,
    SRC_GOLD,
    SRC_HENGE,
    SRC_LUX,
    SRC_ONE,
    SRC_TWO,
    SRC_UNIVERSAL,
    STATE_ATTACKING,
    STATE_DEFENDING,
    STATE_EXHAUSTED,
    STATE_GANKING,
    STATE_PAID,
    STATE_TOKEN,
    STATE_UNPAID,
    STATE_USED,
    TRIGGERED,
    VERB_BANISH,
    VERB_BURN,
    VERB_DISCARD,
    VERB_DISEMPOWER,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RECYCLE_RUNE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
    VERB_SPEND_XP,
    VERB_UNKNOWN,
    Clause,
    Facts,
    Part,
)
from riftcore._deaths cimport (
    Leaving,
    banished_instead,
    capped,
    dies,
    put_card,
    recall_attached,
)
from riftcore._doubt cimport Doubted, doubts_about
from riftcore._expr cimport Context, has_reaction, holds
from riftcore._forces cimport forces_set
from riftcore._lanes cimport lane
from riftcore._named cimport N_RANKS, keep_unusable, pay_named, use_rank
from riftcore._pay cimport cheapest, payment_apply, payment_key
from riftcore._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    ACT_EVENT,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PAY,
    ACT_PLAY,
    ACT_TRIGGER,
    FROM_BANISHED,
    FROM_CHAMPION,
    FROM_DECK,
    FROM_HAND,
    FROM_TOKEN,
    FROM_TRASH_ZONE,
    HOLDS_MAIN,
    MAX_BANISHED,
    MAX_BOARD,
    MAX_CHAIN,
    MAX_EFFECTS,
    MAX_FACEDOWN,
    MAX_HAND,
    MAX_TRASH,
    NOBODY,
    NOWHERE,
    NO_REF,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    PHASE_MAIN,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    REF_LEGEND,
    REF_TRASH,
    SEEN_MORE,
    Effect,
    Player,
    ThisTurn,
    attached_follow,
    board_remove,
    card_at,
    card_fits,
    card_in_trash,
    controller_at,
    effects_follow,
    inactive,
    might_of,
    shifted,
    states_of,
    thing_at,
    thing_seen,
)
from riftcore._quote cimport (
    CODE_CHOICE,
    CODE_CONDITION,
    CODE_COST,
    CODE_EXHAUSTED,
    CODE_NOT_AN_ADD,
    CODE_OK,
    CODE_RESTRICTION,
    CODE_TARGET,
    CODE_TIMING,
    CODE_UNAFFORDABLE,
    CODE_UNKNOWN,
    CODE_ZONE,
    ability_clause,
    concerns,
    effect_concerns,
    empowered_enough,
    permitted,
    quote_act,
    read_fits,
)
from riftcore._sources cimport source_of, supplies_refresh, supply_refresh
from riftcore._types cimport (
    BORROW_GOLD,
    BORROW_LEGEND,
    FOR_GEAR,
    FOR_GEAR_ABILITY,
    FOR_HIDE,
    FOR_LEGEND_ABILITY,
    FOR_MOVE,
    FOR_RESOLUTION,
    FOR_SPELL,
    FOR_UNIT,
    FOR_UNIT_ABILITY,
    LEGEND_READY,
    LEGEND_UNITS_ENERGY,
    MAX_COUNT,
    N_DOMAINS,
)
from riftcore._units cimport BORROWED, EMPOWERED


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


# ----------------------------------------------------------------------------------- timing


cdef bint may_act(const Position *pos, int player, int speed, Outcome *out) noexcept nogil:
    """307-348, 381: main speed, Action and Reaction in the four states."""
    if pos.n_chain:
        # Closed: Reactions of the player with Priority only.
        if speed != REACTION_TIME:
            refuse(out, CODE_TIMING, WHY_CHAIN)
        elif pos.priority != player:
            refuse(out, CODE_TIMING, WHY_PRIORITY)
    elif pos.showdown:
        if speed == MAIN_TIME:
            refuse(out, CODE_TIMING, WHY_SHOWDOWN)
        elif pos.focus != player:
            refuse(out, CODE_TIMING, WHY_PRIORITY)
    elif pos.turn_player != player or pos.phase != PHASE_MAIN:
        refuse(out, CODE_TIMING, WHY_TURN)
    elif pos.priority != player:
        refuse(out, CODE_TIMING, WHY_PRIORITY)
    return out.code == CODE_OK


# --------------------------------------------------------------------- step 1: to the chain


cdef int find_card(const unsigned short *zone, int n, int card) noexcept nogil:
    cdef int i
    for i in range(n):
        if zone[i] == card:
            return i
    return -1


cdef void take_card(unsigned short *zone, unsigned char *n, int slot) noexcept nogil:
    # Places that hold nothing are 0: equal positions are equal bytes.
    n[0] -= 1
    memmove(&zone[slot], &zone[slot + 1], (n[0] - slot) * sizeof(unsigned short))
    zone[n[0]] = 0


cdef bint leave_zone(const Tables *t, Position *pos, const Forces *w, Act *act, Outcome *out) noexcept nogil:
    """The card leaves its zone (353); from where it may be played at all."""
    cdef Player *p = &pos.players[act.player]
    cdef int slot = -1
    cdef int place
    if act.from_ == FROM_HAND:
        slot = find_card(p.hand, p.n_hand, act.card)
        if slot >= 0:
            take_card(p.hand, &p.n_hand, slot)
        else:
            slot = find_card(p.champion, p.n_champion, act.card)
            if slot >= 0:
                act.from_ = FROM_CHAMPION
                take_card(p.champion, &p.n_champion, slot)
    elif act.from_ == FROM_CHAMPION:
        slot = find_card(p.champion, p.n_champion, act.card)
        if slot >= 0:
            take_card(p.champion, &p.n_champion, slot)
    elif act.from_ == FROM_TRASH_ZONE:
        slot = find_card(p.trash, p.n_trash, act.card)
        if slot >= 0:
            take_card(p.trash, &p.n_trash, slot)
            for place in range(act.n_targets):
                # Cards of that trash that were chosen move up.
                if REF_TRASH + MAX_TRASH * act.player + slot < act.targets[place] < REF_TRASH + MAX_TRASH * (act.player + 1):
                    act.targets[place] -= 1
                elif act.targets[place] == REF_TRASH + MAX_TRASH * act.player + slot:
                    act.targets[place] = card_in_trash(pos, act.card, act.player)  # another one of that name
            if not act.by_effect and not played_from_trash(t, pos, w, act):
                refuse(out, CODE_ZONE, WHY_TRASH)
                return False
    elif act.from_ == FROM_BANISHED:
        slot = find_card(p.banished, p.n_banished, act.card)
        if slot >= 0:
            take_card(p.banished, &p.n_banished, slot)
    elif act.from_ == FROM_DECK:
        slot = find_card(p.deck_top, p.n_deck_top, act.card)
        if slot >= 0:
            take_card(p.deck_top, &p.n_deck_top, slot)
        elif act.by_effect:
            slot = 0
    elif act.from_ == FROM_TOKEN:
        slot = 0
    else:
        place = act.object - REF_FACEDOWN
        if place >> 2 == act.player and place & 3 < p.n_facedown:
            slot = place & 3
            if p.facedown[slot].this_turn and not act.by_effect:
                refuse(out, CODE_ZONE, WHY_HIDDEN_THIS_TURN)
                return False
            if act.to == NOWHERE:
                act.to = p.facedown[slot].at + 1
            elif act.to != p.facedown[slot].at + 1 and t.facts[act.card].type & IS_PERMANENT and not act.by_effect:
                refuse(out, CODE_RESTRICTION, WHY_HIDDEN_PLACE)
                return False
            p.n_facedown -= 1
            memmove(&p.facedown[slot], &p.facedown[slot + 1], (p.n_facedown - slot) * sizeof(p.facedown[0]))
            memset(&p.facedown[p.n_facedown], 0, sizeof(p.facedown[0]))
            note(out, LEFT_FACEDOWN, act.player, slot)
            effects_follow(pos, act.object, REF_FACEDOWN + 4 * act.player + 3)
            for place in range(act.n_targets):
                # Facedown cards that were chosen move up; the card itself is none any longer.
                act.targets[place] = shifted(act.targets[place], act.object, REF_FACEDOWN + 4 * act.player + 3)
    if slot < 0 or (act.from_ in (FROM_BANISHED, FROM_DECK, FROM_TOKEN) and not act.by_effect):
        if not (slot < 0 and act.by_effect and act.from_ == FROM_HAND):
            refuse(out, CODE_ZONE, WHY_NOT_THERE)
            return False
        refuse(out, CODE_ZONE, WHY_NOT_THERE)
        return False
    return True


cdef bint played_from_trash(const Tables *t, const Position *pos, const Forces *w, const Act *act) noexcept nogil:
    """Flow, printed or given this turn; "you may play me from your trash"; or what opens it to all cards."""
    cdef const Facts *f = &t.facts[act.card]
    cdef const Player *p = &pos.players[act.player]
    cdef const Clause *c
    cdef Context x
    cdef int i, j
    if w.opens_trash:
        return True
    memset(&x, 0, sizeof(Context))
    x.t = t
    x.pos = pos
    x.act = act
    x.me = NO_REF
    x.card = act.card
    x.you = act.player
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind == KEYWORD_FLOW and c.flags & GRANTED == 0:
            return True
        if c.kind == ALTERNATE_COST and c.flags & PLAYS_SELF and c.flags & FROM_TRASH and holds(&x, c.when):
            return c.flags & TRIGGERED == 0
    for j in range(p.n_effects):
        if p.effects[j].on_card and p.effects[j].on_card != act.card:
            continue
        f = &t.facts[p.effects[j].card]
        x.card = p.effects[j].card
        for i in range(f.n_clauses):
            c = &t.clauses[f.clause + i]
            if c.kind == KEYWORD_FLOW and c.flags & GRANTED and concerns(&x, c):
                return True
    return False


# ------------------------------------------------------------------------- step 2: choices


cdef bint targets_fit(const Tables *t, const Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """Chosen things must be there; a spell that reads costs takes only what it allows (206)."""
    cdef const Facts *f = &t.facts[act.card]
    cdef const Clause *c
    cdef int i, j, card
    for i in range(act.n_targets):
        if card_at(pos, act.targets[i]) == 0 and not REF_BATTLEFIELD <= act.targets[i] < REF_FACEDOWN:
            refuse(out, CODE_TARGET, WHY_TARGET_GONE)
            return False
    if act.form != ACT_PLAY:
        return True
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind != COST_READER or c.what != ON_SPELL or c.flags & TRIGGERED:
            continue
        for j in range(act.n_targets):
            if act.targets[j] < REF_CHAIN:
                continue
            card = card_at(pos, act.targets[j])
            if act.targets[j] >= REF_TRASH or not t.facts[card].type & IS_SPELL or not read_fits(t, c, card):
                refuse(out, CODE_TARGET, WHY_TARGET_KIND)
                return False
    return True


cdef bint allowed_by(const Tables *t, const Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """An effect's play: is it one that the effect allows?"""
    cdef Act elsewhere
    cdef int zone
    if act.by == 0:
        return True
    elsewhere = act[0]
    if permitted(t, pos, act):
        return True
    for zone in range(FROM_TOKEN):
        elsewhere.from_ = zone
        if permitted(t, pos, &elsewhere):
            refuse(out, CODE_ZONE, WHY_NOT_THERE)
            return False
    refuse(out, CODE_CONDITION, WHY_NOT_ALLOWED)
    return False


cdef bint is_target(const Act *act, int ref) noexcept nogil:
    cdef int i
    for i in range(act.n_targets):
        if act.targets[i] == ref:
            return True
    return False


# ---------------------------------------------------------------- step 4: the objects of a cost


cdef struct Solver:
    const Tables *t
    Position *pos
    const Forces *w
    const Act *act
    const Policy *policy
    Outcome *out
    bint spare_targets      # chosen targets are not given up (357.3)
    bint any_objects        # some choice of objects exists, whatever the resources say
    bint unsure             # one that was found not to pay might pay all the same
    int tries
    int paid                # choices of objects that pay
    bint found              # the best of them so far, and its payment
    Spent best_spent
    Payment best


cdef int left_of(const Solver *s, int part) noexcept nogil:
    """How many objects a part needs (fixed ones counted for "any number")."""
    cdef const Part *p = &s.t.parts[s.out.quote.parts[part]]
    cdef int i, n = 0
    if p.n != N_ANY:
        return p.n
    for i in range(s.act.n_fixed):
        if s.act.fixed[i].verb == p.verb:
            n += s.act.fixed[i].n
    return n


cdef bint fixed_allows(const Solver *s, const Part *p, int ref, int card) noexcept nogil:
    """Where the action names objects for a verb, only those are given up for it, a card as often as it is named."""
    cdef int i, n = 0
    cdef bint named = False
    for i in range(s.act.n_fixed):
        if s.act.fixed[i].verb != p.verb or (s.act.fixed[i].ref == NO_REF and s.act.fixed[i].card == 0):
            continue
        named = True
        if s.act.fixed[i].ref == ref and (ref != NO_REF or s.act.fixed[i].card == card):
            n += 1
    if named and ref == NO_REF:
        for i in range(s.out.spent.n):
            if s.out.spent.item[i].verb == p.verb and s.out.spent.item[i].ref == NO_REF and s.out.spent.item[i].card == card:
                n -= 1
    return n > 0 or not named


cdef bint gone_already(const Spent *spent, int ref) noexcept nogil:
    """Is the object given up, in a way that it leaves the board?"""
    cdef int i
    for i in range(spent.n):
        if spent.item[i].ref == ref and spent.item[i].verb in (VERB_KILL, VERB_RETURN, VERB_BANISH, VERB_RECYCLE):
            return True
    return False


cdef bint used_already(const Spent *spent, int verb, int ref) noexcept nogil:
    cdef int i
    for i in range(spent.n):
        if spent.item[i].ref == ref and spent.item[i].verb == verb:
            return True
    return False


cdef bint fits_part(const Solver *s, const Part *p, int ref) noexcept nogil:
    """May this object be given up for the part?"""
    cdef const Thing *thing = thing_seen(s.pos, ref)
    cdef const Facts *f
    if thing is NULL or thing.controller != s.act.player:
        return False
    if ref >= REF_LEGEND and p.verb in (VERB_KILL, VERB_RETURN, VERB_BANISH, VERB_RECYCLE):
        return False  # 107.4.d: a legend cannot leave its zone
    f = &s.t.facts[thing.card]
    if p.of == OF_UNIT and not f.type & IS_UNIT:
        return False
    if p.of == OF_GEAR and not f.type & IS_GEAR:
        return False
    if p.of == OF_UNIT_OR_GEAR and not f.type & IS_PERMANENT:
        return False
    if p.of == OF_LEGEND and not f.type & IS_LEGEND:
        return False
    if p.verb == VERB_EXHAUST and (thing.states & STATE_EXHAUSTED or used_already(&s.out.spent, VERB_EXHAUST, ref)):
        return False
    if p.verb == VERB_DISEMPOWER and (thing.empowered == 0 or used_already(&s.out.spent, VERB_DISEMPOWER, ref)):
        return False
    if p.verb in (VERB_KILL, VERB_RETURN, VERB_BANISH, VERB_RECYCLE):
        if gone_already(&s.out.spent, ref):
            return False
        if s.spare_targets and is_target(s.act, ref):
            return False
    if p.states & ~states_of(s.t, s.pos, thing, ref):
        return False
    if p.token >= 0 and (f.token or thing.states & STATE_TOKEN != 0) != p.token:
        return False
    if p.other and ref == s.act.object:
        return False
    if p.itself and ref != s.act.object:
        return False
    if p.here and (ref >= REF_LEGEND or thing.at != 1 + s.act.object - REF_BATTLEFIELD):
        return False
    return tags_fit(p, f)


cdef bint tags_fit(const Part *p, const Facts *f) noexcept nogil:
    """Has it one of the tags that the part asks for?"""
    cdef int i, j
    for i in range(p.n_tags):
        for j in range(f.n_tags):
            if p.tags[i] == f.tags[j]:
                return True
    return p.n_tags == 0


cdef void give(Spent *spent, int verb, int of, int player, int ref, int slot, int card, int n) noexcept nogil:
    cdef Item *item = &spent.item[spent.n]
    item.verb = verb
    item.of = of
    item.player = player
    item.ref = ref
    item.slot = slot
    item.card = card
    item.n = n
    spent.n += 1


cdef enum:
    MAX_TRIES = 20000       # beyond it the answer is not known
    MAX_BEST_TRIES = 1000   # once the cost can be paid: beyond it the best of these is taken
    MAX_KINDS = 16          # kinds of candidates that are told apart


cdef bint choose_best(Solver *s) noexcept nogil:
    """Choose the objects whose payment is best by the policy, equal ones by board order; False: none pays."""
    s.found = False
    s.paid = 0
    if choose(s, 0, -1, 0):
        return True
    if s.found:
        s.out.spent = s.best_spent
        give_runes(s)
        return pay_resources(s, True)
    return False


cdef bint try_choice(Solver *s) noexcept nogil:
    """All objects are chosen: is the payment the best so far? True, with it in place, when none can be better."""
    cdef int i
    cdef bint least = True
    s.any_objects = True
    if s.out.quote.n_parts == 0 or s.policy.any:
        return pay_resources(s, True)
    if not pay_resources(s, False):
        return False
    s.paid += 1
    if not s.found or better(s.policy, &s.out.payment, &s.best):
        s.found = True
        s.best = s.out.payment
        s.best_spent = s.out.spent
        for i in range(s.policy.n):
            least = least and s.best.key[s.policy.key[i]] == 0
        if least:
            return pay_resources(s, True)
    return False


cdef bint plain(const Facts *f) noexcept nogil:
    """Has the object nothing to do with what can be Added?"""
    return f.n_sources == 0 and not f.borrows and not f.modifies


cdef bint alike(const Solver *s, int a, int b) noexcept nogil:
    """Would it make no difference which of two candidates is given up? Both are on the board and not yet chosen."""
    cdef const Thing *x = thing_seen(s.pos, a)
    cdef const Thing *y = thing_seen(s.pos, b)
    cdef const Facts *f = &s.t.facts[x.card]
    cdef const Facts *g = &s.t.facts[y.card]
    cdef int i
    if s.act.n_fixed or is_target(s.act, a) != is_target(s.act, b):
        return False
    if x.card != y.card:
        if not plain(f) or not plain(g) or memcmp(&f.printed, &g.printed, sizeof(Demand)):
            return False
    elif not plain(f) and memcmp(x, y, sizeof(Thing)):
        return False
    if x.buffs != y.buffs:
        return False
    for i in range(s.out.quote.n_parts):
        if fits_part(s, &s.t.parts[s.out.quote.parts[i]], a) != fits_part(s, &s.t.parts[s.out.quote.parts[i]], b):
            return False
    return True


cdef bint cards_alike(const Solver *s, int of, int a, int b) noexcept nogil:
    """Would it make no difference which of two cards of a zone is given up?"""
    cdef const Part *p
    cdef int i
    if s.act.n_fixed:
        return a == b
    for i in range(s.out.quote.n_parts):
        p = &s.t.parts[s.out.quote.parts[i]]
        if p.of == of and p.types and (s.t.facts[a].type & p.types != 0) != (s.t.facts[b].type & p.types != 0):
            return False
        if p.of == of and tags_fit(p, &s.t.facts[a]) != tags_fit(p, &s.t.facts[b]):
            return False
    return (a == 0) == (b == 0)


cdef bint choose(Solver *s, int part, int left, int first) noexcept nogil:
    """Choose objects for the parts from `part` on, in board order; True when no further choice is needed.

    Of candidates that make no difference only the first is tried.
    """
    cdef int kinds[16]
    cdef int n_kinds = 0, k
    cdef bint known
    cdef const Part *p
    cdef int ref, slot, q, n, start
    cdef const Player *me = &s.pos.players[s.act.player]
    cdef Spent *spent = &s.out.spent
    if s.out.code == CODE_UNKNOWN:
        return False
    if part == s.out.quote.n_parts:
        return try_choice(s)
    s.tries += 1
    if s.found and s.tries > MAX_BEST_TRIES:
        return False
    if s.tries > MAX_TRIES:
        refuse(s.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return False
    p = &s.t.parts[s.out.quote.parts[part]]
    if left < 0:
        if p.n == N_ANY and not names_some(s, p):
            return choose_number(s, part)
        left = left_of(s, part)
    if left == 0:
        return choose(s, part + 1, -1, 0)
    if spent.n >= MAX_SPENT - 1 or p.verb == VERB_UNKNOWN:
        refuse(s.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return False
    n = spent.n
    if p.verb == VERB_SPEND_XP:
        if me.xp < left:
            return False
        give(spent, p.verb, p.of, s.act.player, NO_REF, 0, 0, left)
        if choose(s, part + 1, -1, 0):
            return True
        spent.n = n
        return False
    if p.verb == VERB_SPEND_BUFF:
        return choose_buffs(s, part, left)
    if p.verb == VERB_RECYCLE_RUNE:
        return choose_rune(s, part, left, first)
    if p.verb == VERB_BURN:
        if me.n_deck_top < left:
            refuse(s.out, CODE_UNKNOWN, WHY_UNKNOWN)  # how many cards the Main Deck has is not held
            return False
        give(spent, p.verb, p.of, s.act.player, NO_REF, 0, 0, left)
        if choose(s, part + 1, -1, 0):
            return True
        spent.n = n
        return False
    if p.of == OF_SELF:
        if not fits_part(s, p, s.act.object):
            return False
        give(spent, p.verb, p.of, s.act.player, s.act.object, 0, 0, 1)
        if choose(s, part + 1, -1, 0):
            return True
        spent.n = n
        return False
    if p.of in (OF_HAND, OF_TRASH, OF_ANY_TRASH):
        for q in range(s.pos.n_players):
            if q != s.act.player and p.of != OF_ANY_TRASH:
                continue
            start = first - 100 * q if first >= 100 * q else 0
            if p.of == OF_HAND:
                start = first
            for slot in range(start, s.pos.players[q].n_hand if p.of == OF_HAND else s.pos.players[q].n_trash):
                if not zone_card_fits(s, p, q, slot):
                    continue
                known = False
                for k in range(n_kinds):
                    known = known or cards_alike(s, p.of, kinds[k], zone_card(s, p, q, slot))
                if known:
                    continue
                if n_kinds < MAX_KINDS:
                    kinds[n_kinds] = zone_card(s, p, q, slot)
                    n_kinds += 1
                give(spent, p.verb, p.of, q, NO_REF, slot, zone_card(s, p, q, slot), 1)
                if choose(s, part, left - 1, slot + 1 + (100 * q if p.of != OF_HAND else 0)):
                    return True
                spent.n = n
        return False
    for ref in range(first, REF_LEGEND + s.pos.n_players):
        # A player has one legend: it need not be named.
        if fits_part(s, p, ref) and (p.of == OF_LEGEND or fixed_allows(s, p, ref, 0)):
            known = False
            for k in range(n_kinds):
                known = known or alike(s, kinds[k], ref)
            if known:
                continue
            if n_kinds < MAX_KINDS:
                kinds[n_kinds] = ref
                n_kinds += 1
            give(spent, p.verb, p.of, s.act.player, ref, 0, 0, 1)
            if choose(s, part, left - 1, ref + 1):
                return True
            spent.n = n
    return False


cdef bint names_some(const Solver *s, const Part *p) noexcept nogil:
    """Does the action say what is given up for a verb?"""
    cdef int i
    for i in range(s.act.n_fixed):
        if s.act.fixed[i].verb == p.verb:
            return True
    return False


cdef bint choose_number(Solver *s, int part) noexcept nogil:
    """"Any number" that the action leaves open: the least with which the rest can be paid."""
    cdef const Part *p = &s.t.parts[s.out.quote.parts[part]]
    cdef const Thing *thing
    cdef Sacrifice none
    cdef int paid = s.paid
    cdef int ref, k, most = 0, n = s.out.spent.n
    for ref in range(REF_LEGEND + s.pos.n_players):
        if fits_part(s, p, ref):
            thing = thing_seen(s.pos, ref)
            most += thing.buffs if p.verb == VERB_SPEND_BUFF else 1
    for k in range(most + 1):
        if choose(s, part, k, 0):
            return True
        s.out.spent.n = n
        if s.paid != paid:
            return False
    memset(&none, 0, sizeof(Sacrifice))
    quote_act(s.t, s.pos, s.w, s.act, &none, &s.out.quote)  # the cost as it was chosen, with nothing given up
    return False


cdef int zone_card(const Solver *s, const Part *p, int player, int slot) noexcept nogil:
    return s.pos.players[player].hand[slot] if p.of == OF_HAND else s.pos.players[player].trash[slot]


cdef bint zone_card_fits(const Solver *s, const Part *p, int player, int slot) noexcept nogil:
    """A card of the hand or trash that is not yet given up and is of the kind asked for."""
    cdef int card = zone_card(s, p, player, slot)
    cdef int i
    for i in range(s.out.spent.n):
        if (
            s.out.spent.item[i].ref == NO_REF and s.out.spent.item[i].of == p.of
            and s.out.spent.item[i].slot == slot and s.out.spent.item[i].player == player
        ):
            return False
    if (p.types or p.n_tags) and card == 0:
        return False
    if p.types and not s.t.facts[card].type & p.types:
        return False
    if not tags_fit(p, &s.t.facts[card]):
        return False
    return fixed_allows(s, p, NO_REF, card)


cdef bint choose_buffs(Solver *s, int part, int left) noexcept nogil:
    """Buffs are alike: take them from the named units, else in board order."""
    cdef const Part *p = &s.t.parts[s.out.quote.parts[part]]
    cdef Spent *spent = &s.out.spent
    cdef const Thing *thing
    cdef int n = spent.n
    cdef int ref, take, i
    for ref in range(REF_LEGEND):
        thing = thing_seen(s.pos, ref)
        if thing is NULL or thing.buffs == 0 or left == 0 or not fits_part(s, p, ref):
            continue
        if not fixed_allows(s, p, ref, 0) or spent.n >= MAX_SPENT - 1:
            continue
        take = thing.buffs
        for i in range(s.act.n_fixed):
            if s.act.fixed[i].verb == VERB_SPEND_BUFF and s.act.fixed[i].ref == ref and s.act.fixed[i].n < take:
                take = s.act.fixed[i].n
        if take > left:
            take = left
        give(spent, p.verb, p.of, s.act.player, ref, 0, 0, take)
        left -= take
    if left == 0 and choose(s, part + 1, -1, 0):
        return True
    spent.n = n
    return False


cdef bint choose_rune(Solver *s, int part, int left, int first) noexcept nogil:
    """A rune is recycled and makes nothing: an exhausted one before a ready one of its domain.

    `first` counts domains with exhausted runes, then those with ready ones.
    """
    cdef const Part *p = &s.t.parts[s.out.quote.parts[part]]
    cdef Supply *mine = &s.pos.players[s.act.player].supply
    cdef Spent *spent = &s.out.spent
    cdef Supply before = mine[0]
    cdef int paid = s.paid
    cdef int n = spent.n
    cdef int i, d
    for i in range(first, 2 * N_DOMAINS):
        d = i % N_DOMAINS
        if i < N_DOMAINS and mine.exhausted[d] == 0:
            continue
        if i >= N_DOMAINS and (mine.exhausted[d] or mine.ready[d] == 0):
            continue
        if not rune_allowed(s, d):
            continue
        if i < N_DOMAINS:
            mine.exhausted[d] -= 1
        else:
            mine.ready[d] -= 1
        give(spent, p.verb, p.of, s.act.player, NO_REF, d, 0, 1)
        if choose(s, part, left - 1, i):
            return True
        spent.n = n
        mine[0] = before
    for i in range(s.out.quote.costs.n):
        for d in range(N_DOMAINS):
            # A rune that is exhausted for this very cost and then recycled: not looked at.
            if s.paid == paid and s.out.quote.costs.cost[i].energy and mine.ready[d] and s.out.code == CODE_OK:
                refuse(s.out, CODE_UNKNOWN, WHY_UNKNOWN)
    return False


cdef void give_runes(Solver *s) noexcept nogil:
    """The runes recycled for the chosen parts of the cost leave the supply."""
    cdef Supply *mine = &s.pos.players[s.act.player].supply
    cdef const Item *item
    cdef int i
    for i in range(s.out.spent.n):
        item = &s.out.spent.item[i]
        if item.verb == VERB_RECYCLE_RUNE:
            if mine.exhausted[item.slot]:
                mine.exhausted[item.slot] -= 1
            else:
                mine.ready[item.slot] -= 1


cdef bint rune_allowed(const Solver *s, int domain) noexcept nogil:
    """Where the action names runes to recycle, only those are."""
    cdef const Facts *f
    cdef int i, n = 0
    cdef bint named = False
    for i in range(s.act.n_fixed):
        if s.act.fixed[i].verb == VERB_RECYCLE_RUNE:
            # As another payment of the act chose them: just these.
            named = True
            if s.act.fixed[i].n == domain:
                n += 1
            continue
        f = &s.t.facts[s.act.fixed[i].card]
        if s.act.fixed[i].verb == VERB_RECYCLE and s.act.fixed[i].card and f.type & IS_RUNE:
            named = True
            if f.domains >> domain & 1:
                return True
    for i in range(s.out.spent.n):
        if s.out.spent.item[i].verb == VERB_RECYCLE_RUNE and s.out.spent.item[i].slot == domain:
            n -= 1
    return n > 0 or not named


cdef void what_was_given(const Solver *s, Sacrifice *given) noexcept nogil:
    """What formulas read of the objects given up (printed costs, 206)."""
    cdef const Item *item
    cdef const Facts *f
    cdef int i, d
    memset(given, 0, sizeof(Sacrifice))
    for i in range(s.out.spent.n):
        item = &s.out.spent.item[i]
        if item.verb == VERB_KILL:
            f = &s.t.facts[card_at(s.pos, item.ref)]
            given.killed += 1
            given.killed_energy += f.printed.energy
            given.killed_power += f.printed.any + f.printed.hybrid + f.printed.hybrid2
            for d in range(N_DOMAINS):
                given.killed_power += f.printed.power[d]
        elif item.verb == VERB_SPEND_BUFF:
            given.buffs_spent += item.n


# -------------------------------------------------------------------- step 4: the resources


cdef int purpose_for(const Tables *t, const Position *pos, const Act *act) noexcept nogil:
    cdef int type
    if act.form == ACT_PLAY:
        type = t.facts[act.card].type
        return FOR_SPELL if type & IS_SPELL else FOR_GEAR if type & IS_GEAR else FOR_UNIT
    if act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        type = t.facts[card_at(pos, act.object)].type
        return (
            FOR_GEAR_ABILITY if type & IS_GEAR else FOR_LEGEND_ABILITY if type & IS_LEGEND else FOR_UNIT_ABILITY
        )
    if act.form == ACT_MOVE:
        return FOR_MOVE
    if act.form == ACT_HIDE:
        return FOR_HIDE
    return act.purpose


cdef bint pay_resources(Solver *s, bint keep) noexcept nogil:
    """With the objects chosen: price the act again where they matter, and find the best payment.

    Where it is not to be kept, or there is none, the board is as before.
    """
    cdef Outcome *out = s.out
    cdef Player *me = &s.pos.players[s.act.player]
    cdef Sacrifice given
    cdef Supply whole = me.supply
    cdef Thing *thing
    cdef uint16_t saved[40]
    cdef int i
    cdef bint found
    cdef bint marked = False
    cdef bint borrower = False
    what_was_given(s, &given)
    if given.killed or given.buffs_spent:
        quote_act(s.t, s.pos, s.w, s.act, &given, &out.quote)
    # An object exhausted for the cost makes no Add; a Gold killed for it cannot be killed for its Add.
    for i in range(out.spent.n):
        thing = thing_at(s.pos, out.spent.item[i].ref)
        saved[i] = thing.states if thing is not NULL else 0
        if thing is not NULL and (
            out.spent.item[i].verb == VERB_EXHAUST or source_of(s.t, s.pos, out.spent.item[i].ref, -1) == SRC_GOLD
        ):
            thing.states |= STATE_EXHAUSTED
            marked = True
        elif thing is not NULL and gone_already(&out.spent, out.spent.item[i].ref):
            borrower = borrower or s.t.facts[thing.card].borrows
    if marked:
        supply_refresh(s.t, s.pos, s.act.player)
    if borrower:
        found = pay_beside_borrower(s)
    else:
        found = pay_costs(s, False)
    if not found or not keep:
        # The next choice starts from the whole board. The last first: an object may be exhausted and killed.
        for i in range(out.spent.n - 1, -1, -1):
            thing = thing_at(s.pos, out.spent.item[i].ref)
            if thing is not NULL:
                thing.states = saved[i]
        me.supply = whole
    return found


cdef bint pay_costs(Solver *s, bint found) noexcept nogil:
    """The best payment of all total costs out of what is there now; `found`: only if it beats the one at hand."""
    cdef Outcome *out = s.out
    cdef const Supply *supply = &s.pos.players[s.act.player].supply
    cdef Payment p
    cdef Demand d
    cdef int i
    cdef bint any = False
    for i in range(out.quote.costs.n):
        d = out.quote.costs.cost[i]
        d.purpose = purpose_for(s.t, s.pos, s.act)
        d.showdown = s.pos.showdown != 0
        if pay_one(s, &d, &p) and (not found or better(s.policy, &p, &out.payment)):
            found = any = True
            out.payment = p
            out.demand = d
            out.cost = i
            out.supply = supply[0]
    return any


cdef bint pay_beside_borrower(Solver *s) noexcept nogil:
    """A borrower leaves for the cost, so a Gold's ability may not kill it too.

    Either nobody borrows that ability, or the borrower stays out of it and others may.
    """
    cdef Player *me = &s.pos.players[s.act.player]
    cdef Supply whole = me.supply
    cdef Supply without
    cdef Thing *thing
    cdef uint16_t saved[40]
    cdef int i
    cdef bint found, others, left
    me.supply.borrow &= ~(1 << BORROW_GOLD)
    without = me.supply
    found = pay_costs(s, False)
    if without.borrow == whole.borrow:
        return found
    for i in range(s.out.spent.n):
        thing = thing_at(s.pos, s.out.spent.item[i].ref)
        saved[i] = thing.states if thing is not NULL else 0
        if thing is not NULL and s.t.facts[thing.card].borrows and gone_already(&s.out.spent, s.out.spent.item[i].ref):
            thing.states |= STATE_EXHAUSTED
    supply_refresh(s.t, s.pos, s.act.player)
    left = me.supply.borrowers != 0
    others = left and pay_costs(s, found)
    if not others:
        # The first way stands, for which the borrower may be exhausted.
        for i in range(s.out.spent.n - 1, -1, -1):
            thing = thing_at(s.pos, s.out.spent.item[i].ref)
            if thing is not NULL:
                thing.states = saved[i]
        me.supply = without
    if not found and not others and left:
        # The one that leaves uses one ability and another one the Gold's: that is not looked at.
        me.supply = whole
        s.unsure = s.unsure or pay_costs(s, False)
        me.supply = without
    return found or others


cdef bint pay_one(Solver *s, const Demand *d, Payment *p) noexcept nogil:
    if s.act.has_payment:
        return pay_named(s.t, s.pos, s.act, d, s.policy, p)
    return cheapest(&s.pos.players[s.act.player].supply, d, s.policy, p)


cdef bint better(const Policy *policy, const Payment *a, const Payment *b) noexcept nogil:
    """Between total costs: by the keys alone; equal ones keep the first."""
    cdef int i, x, y
    for i in range(policy.n):
        x = payment_key(a, policy.key[i])
        y = payment_key(b, policy.key[i])
        if x != y:
            return x < y
    return False


# --------------------------------------------------------------------- paying and finalizing


cdef int next_source(const Tables *t, const Position *pos, const Outcome *out, int player, int kind) noexcept nogil:
    """The first ready object on the board with this Add that the payment does not use yet."""
    cdef const Player *side
    cdef const Thing *thing
    cdef const Facts *f
    cdef int p, slot, ref, i
    cdef bint taken
    for p in range(pos.n_players):
        side = &pos.players[p]
        for slot in range(side.n_board):
            thing = &side.board[slot]
            f = &t.facts[thing.card]
            if (f.n_sources == 0 and not f.borrows) or thing.controller != player or thing.states & STATE_EXHAUSTED:
                continue
            if thing.attached != NO_REF:
                continue
            ref = 64 * p + slot
            if kind >= 100:  # a borrower, plain or Empowered
                if not f.borrows or (thing.empowered != 0) != (kind == 101):
                    continue
            elif source_of(t, pos, ref, -1) != kind:
                continue
            taken = False
            for i in range(out.n_used):
                taken = taken or out.used[i] == ref
            if not taken:
                return ref
    return NO_REF


cdef void use_sources(const Tables *t, const Position *pos, Outcome *out, int player, int kind, int n) noexcept nogil:
    cdef int ref
    while n > 0 and out.n_used < MAX_USED:
        ref = next_source(t, pos, out, player, kind)
        if ref == NO_REF:
            return
        out.used[out.n_used] = ref
        out.n_used += 1
        n -= 1


cdef void name_given(const Tables *t, const Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """The objects that the action names, in the order of Payment.uses."""
    cdef int kind, i
    for kind in range(N_RANKS):
        for i in range(act.n_uses):
            if use_rank(t, pos, &act.uses[i]) == kind and out.n_used < MAX_USED:
                out.used[out.n_used] = act.uses[i].ref
                out.n_used += 1


cdef void name_sources(
    const Tables *t, const Position *pos, const Act *act, Outcome *out, int player
) noexcept nogil:
    """Which objects the payment uses: for each kind the first on the board, in the order of Payment.uses."""
    cdef const Payment *p = &out.payment
    cdef int i, d, code
    out.n_used = 0
    if act.has_payment:
        name_given(t, pos, act, out)
        return
    for d in range(N_DOMAINS):
        use_sources(t, pos, out, player, d, lane(p.seals, d))
    use_sources(t, pos, out, player, SRC_ONE, p.one)
    use_sources(t, pos, out, player, SRC_TWO, p.two)
    use_sources(t, pos, out, player, SRC_LUX, p.lux)
    use_sources(t, pos, out, player, SRC_UNIVERSAL, p.honeyfruit + p.honeyfruit_both)
    use_sources(t, pos, out, player, SRC_GOLD, p.gold)
    for i in range(p.borrowers):
        code = p.borrowed[i] & BORROWED
        if code < 11 or code > 13:
            use_sources(t, pos, out, player, 101 if p.borrowed[i] & EMPOWERED else 100, 1)
    use_sources(t, pos, out, player, SRC_ANOMALY, p.anomaly)
    for code in range(11, 13):
        for i in range(p.borrowers):
            if p.borrowed[i] & BORROWED == code:
                use_sources(t, pos, out, player, 101 if p.borrowed[i] & EMPOWERED else 100, 1)
        if code == 11:
            use_sources(t, pos, out, player, SRC_HENGE, p.henge)
    if p.legend and out.n_used < MAX_USED:
        out.used[out.n_used] = REF_LEGEND + player
        out.n_used += 1
    for i in range(p.borrowers):
        if p.borrowed[i] & BORROWED == 13:
            use_sources(t, pos, out, player, 101 if p.borrowed[i] & EMPOWERED else 100, 1)


cdef void runes_to_deck(Player *p, const Payment *payment) noexcept nogil:
    """Recycled runes go to the bottom of the Rune Deck (164.2.b)."""
    cdef int d
    for d in range(N_DOMAINS):
        runes_back(p, d, lane(payment.recycle, d))


cdef void runes_back(Player *p, int domain, int n) noexcept nogil:
    if p.deck_known == 2:
        p.deck[domain] += n
    if p.deck_known:
        p.deck_size += n


cdef void leaves_board(const Tables *t, Position *pos, Outcome *out, int ref) noexcept nogil:
    recall_attached(t, pos, ref)
    if board_remove(pos, ref) == 0:
        note(out, LEFT_BOARD, ref >> 6, ref & 63)


cdef void commit_resources(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """Make the Adds and spend: runes, pool, sources."""
    cdef Player *me = &pos.players[act.player]
    cdef Payment *p = &out.payment
    cdef Thing *thing
    cdef int i, gear = 0
    name_sources(t, pos, act, out, act.player)
    if act.has_payment:
        keep_unusable(t, pos, act, &out.demand, &me.supply)
        out.supply = me.supply
    runes_to_deck(me, p)
    payment_apply(&me.supply, p, out.demand.purpose, out.demand.showdown)
    for i in range(out.n_used):
        thing = thing_at(pos, out.used[i])
        if thing is not NULL:
            gear += t.facts[thing.card].type & IS_GEAR != 0
            thing.states |= STATE_EXHAUSTED
    # An Add ability of a gear is a gear activated ability (rules.md, "Readings").
    me.turn.gear_abilities = capped(me.turn.gear_abilities + gear)


cdef void leaving_set(Leaving *gone, const Spent *spent) noexcept nogil:
    """Nothing leaves yet; what is given up for the cost replaces no death."""
    cdef int i
    gone.n = gone.n_given = 0
    gone.full = False
    for i in range(spent.n):
        gone.given[i] = spent.item[i].ref
    gone.n_given = spent.n


cdef bint kill_used(const Tables *t, Position *pos, Outcome *out) noexcept nogil:
    """Gold, and borrowers that used a Gold's ability, are killed by their Adds. Last on the board first."""
    cdef const Payment *p = &out.payment
    cdef Leaving gone
    cdef int i, at, code, dead_n = 0
    cdef int dead[64]
    at = 0
    for i in range(N_DOMAINS):
        at += lane(p.seals, i)
    at += p.one + p.two + p.lux + p.honeyfruit + p.honeyfruit_both
    for i in range(p.gold):
        if at < out.n_used:
            dead[dead_n] = out.used[at]
            dead_n += 1
        at += 1
    for i in range(p.borrowers):
        code = p.borrowed[i] & BORROWED
        if code < 11 or code > 13:
            if code == 10 and at < out.n_used:
                dead[dead_n] = out.used[at]
                dead_n += 1
            at += 1
    leaving_set(&gone, &out.spent)
    for i in range(dead_n):
        dies(t, pos, dead[i], &gone)
    remove_all(t, pos, out, gone.ref, gone.n)
    return not gone.full


cdef void remove_all(const Tables *t, Position *pos, Outcome *out, int16_t *refs, int n) noexcept nogil:
    """Take these off the board, from the last slot on, so that the others keep their names."""
    cdef int i, j, ref
    for i in range(n):
        for j in range(i + 1, n):
            if refs[j] > refs[i]:
                ref = refs[i]
                refs[i] = refs[j]
                refs[j] = ref
    for i in range(n):
        leaves_board(t, pos, out, refs[i])


cdef bint commit_objects(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """Give up what the cost names, in any order (357.2); what leaves the board leaves last."""
    cdef Player *p
    cdef Player *owner
    cdef Item *item
    cdef Thing *thing
    cdef Leaving gone
    cdef int i, j, card
    cdef bint fits = True
    leaving_set(&gone, &out.spent)
    for i in range(out.spent.n):
        item = &out.spent.item[i]
        p = &pos.players[item.player]
        thing = thing_at(pos, item.ref)
        if item.verb == VERB_SPEND_XP:
            p.xp -= item.n
        elif item.verb == VERB_SPEND_BUFF:
            thing.buffs -= item.n
            if thing.might >= 0:
                thing.might = thing.might - item.n if thing.might > item.n else 0  # -1 is the printed Might
        elif item.verb == VERB_EXHAUST:
            thing.states |= STATE_EXHAUSTED
        elif item.verb == VERB_DISEMPOWER:
            thing.empowered -= 1
        elif item.verb == VERB_RECYCLE_RUNE:
            runes_back(p, item.slot, 1)
        elif item.verb == VERB_BURN:
            for j in range(item.n):
                card = p.deck_top[0]
                take_card(p.deck_top, &p.n_deck_top, 0)
                fits = put_card(p.trash, &p.n_trash, MAX_TRASH, card) and fits
        elif item.ref == NO_REF:
            item.card = p.hand[item.slot] if item.of == OF_HAND else p.trash[item.slot]
        else:
            item.card = thing.card
            if item.verb == VERB_KILL:
                dies(t, pos, item.ref, &gone)
                continue
            if thing.states & STATE_TOKEN == 0 and not t.facts[thing.card].token:
                # It goes to its owner's zone: the player whose board list it is in.
                owner = &pos.players[item.ref >> 6]
                if item.verb == VERB_RETURN:
                    fits = put_card(owner.hand, &owner.n_hand, MAX_HAND, thing.card) and fits
                elif item.verb == VERB_BANISH:
                    fits = put_card(owner.banished, &owner.n_banished, MAX_BANISHED, thing.card) and fits
            gone.ref[gone.n] = item.ref
            gone.n += 1
    # Cards of zones, from the last slot on.
    for i in range(out.spent.n):
        for j in range(i + 1, out.spent.n):
            if (
                out.spent.item[i].ref == NO_REF and out.spent.item[j].ref == NO_REF
                and out.spent.item[i].of == out.spent.item[j].of and out.spent.item[i].player == out.spent.item[j].player
                and out.spent.item[j].slot > out.spent.item[i].slot
            ):
                out.spent.item[i], out.spent.item[j] = out.spent.item[j], out.spent.item[i]
    for i in range(out.spent.n):
        item = &out.spent.item[i]
        p = &pos.players[item.player]
        if item.ref != NO_REF or item.verb not in (VERB_DISCARD, VERB_RECYCLE, VERB_BANISH):
            continue
        if item.of == OF_HAND:
            take_card(p.hand, &p.n_hand, item.slot)
            if banished_instead(t, pos, item.player):
                fits = put_card(p.banished, &p.n_banished, MAX_BANISHED, item.card) and fits
            else:
                fits = put_card(p.trash, &p.n_trash, MAX_TRASH, item.card) and fits
                p.turn.discarded = capped(p.turn.discarded + 1)
        else:
            take_card(p.trash, &p.n_trash, item.slot)
            if item.verb == VERB_BANISH:
                fits = put_card(p.banished, &p.n_banished, MAX_BANISHED, item.card) and fits
    remove_all(t, pos, out, gone.ref, gone.n)
    return fits and not gone.full


cdef void count_spent(Position *pos, const Act *act, const Outcome *out, const Tables *t) noexcept nogil:
    """206: what was spent this turn: on the cost, and on what converters and a legend ask for."""
    cdef Player *me = &pos.players[act.player]
    cdef const Payment *p = &out.payment
    cdef int i, d, symbols, legends = p.legend
    symbols = out.demand.any + out.demand.hybrid + out.demand.hybrid2 + p.anomaly_x
    for d in range(N_DOMAINS):
        symbols += out.demand.power[d]
    for i in range(p.borrowers):
        legends += p.borrowed[i] & BORROWED == BORROW_LEGEND
    if out.supply.legend & ~LEGEND_READY == LEGEND_UNITS_ENERGY:
        symbols += 2 * legends
    me.turn.energy_spent = capped(me.turn.energy_spent + out.demand.energy + p.henge_x)
    me.turn.power_spent = capped(me.turn.power_spent + symbols)
    if act.form == ACT_PLAY and t.facts[act.card].type & IS_SPELL:
        if out.demand.energy > me.turn.max_energy_on_one_spell:
            me.turn.max_energy_on_one_spell = out.demand.energy


cdef bint enter(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """A unit or gear enters the board (359.2); a spell waits on the chain (359.1)."""
    cdef Player *me = &pos.players[act.player]
    cdef const Facts *f = &t.facts[act.card]
    cdef Thing *thing
    if f.type & IS_SPELL:
        return to_chain(pos, act.card, act.player, out)
    if me.n_board >= MAX_BOARD:
        return False
    thing = &me.board[me.n_board]
    memset(thing, 0, sizeof(Thing))
    thing.card = act.card
    thing.controller = act.player
    thing.at = act.to if act.to != NOWHERE else 0
    thing.might = -1
    thing.attached = NO_REF
    if act.from_ == FROM_TOKEN:
        thing.states |= STATE_TOKEN
    if f.enters == 1 or (f.type & IS_UNIT and f.enters == 0 and not act.pay & PAY_ACCELERATE):
        thing.states |= STATE_EXHAUSTED
    if f.remembers:
        thing.states |= STATE_PAID if act.pay & PAY_ADDITIONAL else STATE_UNPAID
    note(out, ENTERED_BOARD, act.player, me.n_board)
    me.n_board += 1
    return True


cdef bint to_chain(Position *pos, int card, int player, Outcome *out) noexcept nogil:
    if pos.n_chain >= MAX_CHAIN:
        return False
    pos.chain[pos.n_chain].card = card
    pos.chain[pos.n_chain].controller = player
    note(out, ENTERED_CHAIN, player, pos.n_chain)
    pos.n_chain += 1
    pos.priority = player  # 337.1.c.3
    return True


cdef void after_permanent(Position *pos) noexcept nogil:
    """A unit or gear resolved at once: who acts next (337.1.c)."""
    cdef int newest = pos.chain[pos.n_chain - 1].controller if pos.n_chain else NOBODY
    if newest < pos.n_players:
        pos.priority = newest
    elif pos.n_chain == 0 and pos.showdown and pos.focus < pos.n_players:
        pos.focus = pos.priority = (pos.focus + 1) % pos.n_players


cdef bint finalize_play(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    cdef Player *me = &pos.players[act.player]
    cdef const Facts *f = &t.facts[act.card]
    cdef bint token = act.from_ == FROM_TOKEN or f.token
    cdef int i, j
    # "The next ..." is used up by what it speaks of, needed or not.
    j = 0
    for i in range(me.n_effects):
        if me.effects[i].on_card in (0, act.card) and effect_concerns(t, pos, act, me.effects[i].card):
            continue
        me.effects[j] = me.effects[i]
        j += 1
    memset(&me.effects[j], 0, (me.n_effects - j) * sizeof(me.effects[0]))
    me.n_effects = j
    if not enter(t, pos, act, out):
        return False
    if f.type & IS_PERMANENT and not act.by_effect:
        after_permanent(pos)
    if not token:
        me.turn.cards_played = capped(me.turn.cards_played + 1)
        if f.type & IS_SPELL:
            me.turn.spells_played = capped(me.turn.spells_played + 1)
        if f.type & IS_GEAR:
            me.turn.gear_played = capped(me.turn.gear_played + 1)
    if f.equipment and not token:
        me.turn.equipment_played = once_more(me.turn.equipment_played)
    return True


cdef int once_more(int fact) noexcept nogil:
    """A fact of this turn that happened again; the bit SEEN_MORE stays."""
    return fact if fact & ~SEEN_MORE == SEEN_MORE - 1 else fact + 1


cdef void count_chosen(const Tables *t, Position *pos, const Act *act) noexcept nogil:
    """Each time an enemy unit or gear is chosen counts, each Repeat's too (rules.md, "Readings")."""
    cdef ThisTurn *turn = &pos.players[act.player].turn
    cdef int type = t.facts[act.card if act.form == ACT_PLAY else card_at(pos, act.object)].type
    cdef int i, chosen, controller
    for i in range(act.n_targets):
        controller = controller_at(pos, act.targets[i])
        if thing_seen(pos, act.targets[i]) is NULL or controller == act.player or controller == NOBODY:
            continue
        chosen = t.facts[card_at(pos, act.targets[i])].type
        if chosen & IS_UNIT:
            turn.enemy_units_chosen = once_more(turn.enemy_units_chosen)
        if chosen & IS_PERMANENT and type & (IS_SPELL if act.form == ACT_PLAY else IS_UNIT):
            turn.enemies_chosen = once_more(turn.enemies_chosen)


cdef void use_up_payment(Player *me, const Act *act) noexcept nogil:
    """The play that an effect allowed is over: what its price was paid with says nothing any more."""
    cdef int i, j
    for i in range(me.n_effects - 1, -1, -1):
        if me.effects[i].card == act.by and me.effects[i].might >= 0:
            me.n_effects -= 1
            for j in range(i, me.n_effects):
                me.effects[j] = me.effects[j + 1]
            memset(&me.effects[me.n_effects], 0, sizeof(Effect))
            return


cdef bint remember_payment(const Tables *t, Position *pos, const Act *act, const Outcome *out) noexcept nogil:
    """An effect that reads the Might of what its price was paid with keeps it. False: more effects than a player holds."""
    cdef Player *me = &pos.players[act.player]
    cdef Effect *e
    cdef int card = card_at(pos, act.object)
    cdef int i
    if not t.facts[card].reads_payment:
        return True
    for i in range(out.spent.n):
        if out.spent.item[i].ref == NO_REF or thing_seen(pos, out.spent.item[i].ref) is NULL:
            continue
        if me.n_effects == MAX_EFFECTS:
            return False
        e = &me.effects[me.n_effects]
        me.n_effects += 1
        e.card = card
        e.on_card = 0
        e.on = NO_REF
        e.might = might_of(t, thing_seen(pos, out.spent.item[i].ref))
        return True
    return True


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


# ---------------------------------------------------------------------------------- perform


cdef void settle(
    const Tables *t, Position *pos, const Forces *w, const Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """Price the act (step 3) and pay it (step 4), objects and resources together."""
    cdef Solver s
    cdef Sacrifice none
    memset(&none, 0, sizeof(Sacrifice))
    s.t = t
    s.pos = pos
    s.w = w
    s.act = act
    s.policy = policy
    s.out = out
    s.tries = 0
    out.spent.n = 0
    quote_act(t, pos, w, act, &none, &out.quote)
    out.priced = out.quote.code == CODE_OK
    if out.quote.code != CODE_OK:
        out.culprit = out.quote.culprit
        refuse(
            out, out.quote.code,
            WHY_UNKNOWN if out.quote.code == CODE_UNKNOWN
            else WHY_AMBIGUOUS if out.quote.code == CODE_CHOICE
            else WHY_NOT_YOURS if out.quote.code == CODE_RESTRICTION
            else WHY_OPTION if act.form == ACT_PLAY else why_none(pos, act),
        )
        return
    if out.quote.exhausts_self:
        # "Exhaust": needs a ready object (414.4).
        if thing_at(pos, act.object) is NULL or thing_at(pos, act.object).states & STATE_EXHAUSTED:
            refuse(out, CODE_EXHAUSTED, WHY_EXHAUSTED)
            return
        give(&out.spent, VERB_EXHAUST, OF_SELF, act.player, act.object, 0, 0, 1)
    if pos.players[act.player].unknown:
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    s.spare_targets = True
    s.any_objects = s.unsure = False
    if choose_best(&s):
        out.paid = True
        return
    if s.unsure and out.code == CODE_OK:
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
    if out.code != CODE_OK:
        return
    s.spare_targets = False
    if fixed_target(&s):
        # The action itself names a chosen target as a cost: is there another way?
        out.spent.n = 1 if out.quote.exhausts_self else 0
        refuse(out, CODE_TARGET, WHY_TARGET_SPENT)
        if other_way(&s):
            refuse(out, CODE_CHOICE, WHY_CHOICE)
        return
    if s.any_objects and act.n_targets == 0:
        refuse(out, CODE_UNAFFORDABLE, WHY_RESOURCES)
        return
    if choose_best(&s):
        # The only way to pay gives up a chosen target: the play fails its check (357.3, 358).
        refuse(out, CODE_TARGET, WHY_TARGET_SPENT)
        return
    if out.code == CODE_OK:
        if s.any_objects:
            refuse(out, CODE_UNAFFORDABLE, WHY_RESOURCES)
        elif resources_alone_pay(&s):
            refuse(out, CODE_COST, WHY_OBJECTS)
        else:
            refuse(out, CODE_UNAFFORDABLE, WHY_RESOURCES)


cdef bint resources_alone_pay(Solver *s) noexcept nogil:
    cdef int n = s.out.spent.n
    cdef bint pays
    s.out.spent.n = 0
    pays = pay_resources(s, False)
    s.out.spent.n = n
    return pays


cdef bint fixed_target(const Solver *s) noexcept nogil:
    """Does the action name a chosen target for a part of the cost that takes such things off the board?"""
    cdef const Part *p
    cdef int i, j
    for i in range(s.out.quote.n_parts):
        p = &s.t.parts[s.out.quote.parts[i]]
        if p.verb not in (VERB_KILL, VERB_RETURN, VERB_BANISH, VERB_RECYCLE):
            continue
        for j in range(s.act.n_fixed):
            if s.act.fixed[j].verb == p.verb and is_target(s.act, s.act.fixed[j].ref):
                if fits_part(s, p, s.act.fixed[j].ref):
                    return True
    return False


cdef bint other_way(Solver *s) noexcept nogil:
    """Could the act be paid with the objects left to choice?"""
    cdef Act free = s.act[0]
    cdef const Act *named = s.act
    cdef Spent kept = s.out.spent
    cdef int code = s.out.code
    cdef int why = s.out.why
    cdef bint found
    free.n_fixed = 0
    s.act = &free
    s.spare_targets = True
    s.out.code = CODE_OK
    found = choose_best(s)
    s.act = named
    s.out.code = code
    s.out.why = why
    s.out.spent = kept
    return found


cdef bint has_price(const Act *act) noexcept nogil:
    """Does what is on the board have a say in what the act costs? Not in events, bare prices and what runes do."""
    return act.form not in (ACT_EVENT, ACT_PAY) and not (act.form == ACT_ADD and act.rune)


cdef void perform(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """Carry the act out on this position. When out.code is not CODE_OK the position is to be thrown away.

    What the act leaves open (which zone a card is in, which ability fits) is filled in. `w`: the forces of the act's
    player in this position; NULL: they are found here, if the act has a price that they may change.
    """
    cdef Forces own
    cdef Doubted doubted
    if w is NULL and has_price(act):
        forces_set(&own, t, pos, act.player)
        w = &own
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
        perform_play(t, pos, w, act, policy, out)
    elif act.form == ACT_ACTIVATE:
        perform_activate(t, pos, w, act, policy, out)
    elif act.form == ACT_ADD:
        perform_add(t, pos, w, act, policy, out)
    elif act.form == ACT_MOVE:
        perform_move(t, pos, w, act, policy, out)
    elif act.form == ACT_HIDE:
        perform_hide(t, pos, w, act, policy, out)
    elif act.form == ACT_EVENT:
        happen(t, pos, act, out)
    else:
        perform_price(t, pos, w, act, policy, out)
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


cdef bint pay_all(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """Step 4 done: the Adds, the spending, and what the cost takes from the board."""
    commit_resources(t, pos, act, out)
    count_spent(pos, act, out, t)
    if out.payment.key[1] and out.spent.n:
        # Objects leave by Adds and by the cost: one list, so that refs stay right.
        return commit_both(t, pos, act, out)
    return kill_used(t, pos, out) and commit_objects(t, pos, act, out)


cdef bint commit_both(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """As above where a Gold is killed for its Add and other objects leave for the cost."""
    cdef int i, j, before = out.n_changes
    cdef bint fits
    cdef int16_t refs[40]
    for i in range(out.spent.n):
        refs[i] = out.spent.item[i].ref
    fits = kill_used(t, pos, out)
    for i in range(before, out.n_changes):
        if out.change[i].what != LEFT_BOARD:
            continue
        for j in range(out.spent.n):
            if (
                0 <= out.spent.item[j].ref < REF_LEGEND and out.spent.item[j].ref >> 6 == out.change[i].player
                and out.spent.item[j].ref & 63 > out.change[i].slot
            ):
                out.spent.item[j].ref -= 1
    fits = commit_objects(t, pos, act, out) and fits
    for i in range(out.spent.n):
        out.spent.item[i].ref = refs[i]  # as they were called when the cost was paid
    return fits


cdef void perform_play(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """353-359."""
    cdef const Facts *f = &t.facts[act.card]
    cdef int speed
    if act.card == 0 or not card_fits(t, act.card, HOLDS_MAIN):
        refuse(out, CODE_ZONE, WHY_NOT_THERE)  # 133.5, 133.6: what is no Main Deck card is not played
        return
    speed = (
        REACTION_TIME if has_reaction(t, pos, act) else ACTION_TIME if f.keywords & KW_ACTION else MAIN_TIME
    )
    if not leave_zone(t, pos, w, act, out) or not allowed_by(t, pos, act, out):
        return
    if not act.by_effect and not may_act(pos, act.player, speed, out):
        return
    if not targets_fit(t, pos, act, out):
        return
    if f.type & IS_UNIT and crowded(t, pos, act.player, act.to):
        refuse(out, CODE_RESTRICTION, WHY_CROWDED)
        return
    settle(t, pos, w, act, policy, out)
    if out.code != CODE_OK:
        return
    count_chosen(t, pos, act)
    if act.by:
        use_up_payment(&pos.players[act.player], act)
    if not pay_all(t, pos, act, out) or not finalize_play(t, pos, act, out):
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef void perform_activate(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """398-406."""
    cdef const Thing *thing = thing_seen(pos, act.object)
    cdef const Clause *c
    cdef int code = CODE_OK
    cdef int card
    if thing is NULL:
        refuse(out, CODE_TARGET, WHY_TARGET_GONE)
        return
    if thing.controller != act.player:
        refuse(out, CODE_RESTRICTION, WHY_NOT_YOURS)
        return
    c = ability_clause(t, pos, w, act, &code)
    if code == CODE_UNKNOWN:
        out.culprit = thing.card
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    if c is NULL or code == CODE_CHOICE:
        refuse(out, CODE_CONDITION if c is NULL else CODE_CHOICE, why_none(pos, act) if c is NULL else WHY_AMBIGUOUS)
        return
    if c.kind == ADD_ACTIVATED:
        act.form = ACT_ADD
        perform_add(t, pos, w, act, policy, out)
        return
    if not may_act(pos, act.player, c.timing if c.timing else MAIN_TIME, out):
        return
    if empowered_enough(c, thing):
        refuse(out, CODE_CONDITION, WHY_EMPOWERED)
        return
    if c.flags & ONCE_EACH_TURN and thing.states & STATE_USED:
        refuse(out, CODE_CONDITION, WHY_USED)
        return
    if not targets_fit(t, pos, act, out):
        return
    if c.card == thing.card and c.ability >= 0:
        # Its own ability; one that it has of something else is found again as it was named.
        act.keyword = c.kind + 1
        act.ability = c.ability
    settle(t, pos, w, act, policy, out)
    if out.code != CODE_OK:
        return
    if t.facts[thing.card].type & IS_GEAR:
        pos.players[act.player].turn.gear_abilities = capped(pos.players[act.player].turn.gear_abilities + 1)
    if c.flags & ONCE_EACH_TURN:
        thing_at(pos, act.object).states |= STATE_USED
    count_chosen(t, pos, act)
    card = thing.card
    if not pay_all(t, pos, act, out) or not to_chain(pos, card, act.player, out):
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef void perform_add(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """An Add outside a payment (429): finalized and resolved at once, nothing can react."""
    cdef Player *me = &pos.players[act.player]
    cdef Supply *s = &me.supply
    cdef const Thing *thing
    cdef const Clause *c
    cdef int d = act.domain
    cdef int code = CODE_OK
    cdef int x = act.x if act.x > 0 else 0
    cdef int thing_card
    cdef bint gear, named
    if act.rune:
        if not may_act(pos, act.player, REACTION_TIME, out):
            return
        if act.rune == 1:
            if s.ready[d] == 0:
                refuse(out, CODE_EXHAUSTED if s.exhausted[d] else CODE_COST, WHY_NO_RUNE)
            elif s.energy == MAX_COUNT:
                refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
            else:
                s.ready[d] -= 1
                s.exhausted[d] += 1
                s.energy += 1
            return
        if s.ready[d] + s.exhausted[d] == 0:
            refuse(out, CODE_COST, WHY_NO_RUNE)
            return
        if s.power[d] == MAX_COUNT:
            refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
            return
        # An exhausted rune is recycled before a ready one of its domain.
        if s.exhausted[d]:
            s.exhausted[d] -= 1
        else:
            s.ready[d] -= 1
        s.power[d] += 1
        runes_back(me, d, 1)
        return
    thing = thing_seen(pos, act.object)
    if thing is NULL:
        refuse(out, CODE_TARGET, WHY_TARGET_GONE)
        return
    if thing.controller != act.player:
        refuse(out, CODE_RESTRICTION, WHY_NOT_YOURS)
        return
    c = ability_clause(t, pos, w, act, &code)
    if code == CODE_UNKNOWN:
        out.culprit = thing.card
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    if c is NULL:
        refuse(out, CODE_NOT_AN_ADD, WHY_NOT_AN_ADD)
        return
    if code != CODE_OK:
        refuse(out, code, WHY_AMBIGUOUS if code == CODE_CHOICE else why_none(pos, act))
        return
    if not may_act(pos, act.player, c.timing if c.timing else MAIN_TIME, out):
        return
    if c.card == thing.card:
        act.ability = c.ability
    named = act.has_payment
    if c.flags & (COST_X_POWER | COST_X_ENERGY):
        act.has_payment = False  # it pays the X
    settle(t, pos, w, act, policy, out)
    act.has_payment = named
    if out.code != CODE_OK:
        return
    gear = t.facts[thing.card].type & IS_GEAR != 0
    thing_card = thing.card
    if c.flags & (COST_X_POWER | COST_X_ENERGY):
        if not pay_x(t, pos, act, c, x, policy, out):
            return
    if not pay_all(t, pos, act, out):
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    me.turn.gear_abilities = capped(me.turn.gear_abilities + gear)
    if c.adds_universal or c.adds_energy or c.restriction == FREELY:
        if not add_resources(pos, act.player, c, x):
            refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
            return
    if c.card == thing_card:
        add_bonus(t, pos, act.player, c, out)


cdef bint pay_x(
    const Tables *t, Position *pos, const Act *act, const Clause *c, int x, const Policy *policy, Outcome *out
) noexcept nogil:
    """What a converter asks for comes after the colon: no restricted resource pays it (rules.md)."""
    memset(&out.demand, 0, sizeof(Demand))
    out.demand.purpose = FOR_RESOLUTION
    out.demand.showdown = pos.showdown != 0
    if c.flags & COST_X_POWER:
        out.demand.any = x
    else:
        out.demand.energy = x
    if x > MAX_COUNT or not (
        pay_named(t, pos, act, &out.demand, policy, &out.payment) if act.has_payment
        else cheapest(&pos.players[act.player].supply, &out.demand, policy, &out.payment)
    ):
        refuse(out, CODE_UNAFFORDABLE, WHY_RESOURCES)
        return False
    return True


cdef void add_bonus(const Tables *t, Position *pos, int player, const Clause *c, Outcome *out) noexcept nogil:
    """"Your Gold Add an additional [1]": what a Gold's Add gives while the bonus is on."""
    cdef Supply *s = &pos.players[player].supply
    if c.adds_universal == 1 and c.n_parts == 1 and c.flags & COST_EXHAUST_SELF and s.flags & 2:
        if c.flags & 32:
            if s.energy == MAX_COUNT:
                refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
            else:
                s.energy += 1


cdef void perform_move(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """The Standard Move exhausts each unit; taxes are paid with it (144.3, 204.4)."""
    cdef Thing *thing
    cdef int i, fault
    for i in range(act.n_targets):
        thing = thing_at(pos, act.targets[i])
        if thing is NULL or not t.facts[thing.card].type & IS_UNIT:
            refuse(out, CODE_TARGET, WHY_TARGET_GONE if thing is NULL else WHY_MOVE)
            return
        if thing.controller != act.player:
            refuse(out, CODE_RESTRICTION, WHY_NOT_YOUR_UNIT)
            return
        if thing.states & STATE_EXHAUSTED:
            refuse(out, CODE_EXHAUSTED, WHY_EXHAUSTED)
            return
        fault = move_fault(t, pos, act.player, thing, act.to)
        if fault >= 0:
            refuse(out, CODE_RESTRICTION, fault)
            return
    if not may_act(pos, act.player, MAIN_TIME, out):
        return
    for i in range(act.n_targets):
        # Exhausting is the cost of the move: a unit that moves makes no Add for the tax.
        thing_at(pos, act.targets[i]).states |= STATE_EXHAUSTED
    if supply_refresh(t, pos, act.player):
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    settle(t, pos, w, act, policy, out)
    if out.code != CODE_OK:
        return
    for i in range(act.n_targets):
        thing_at(pos, act.targets[i]).at = act.to
        attached_follow(pos, act.targets[i])
    if not pay_all(t, pos, act, out):
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    set_off_moves(t, pos, act, out)


cdef void set_off_moves(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """"When I move" of each unit that moved; refs follow what left the board for the tax."""
    cdef Act moved
    cdef int i, j, ref
    memset(&moved, 0, sizeof(Act))
    moved.event = EVENT_MOVED
    for i in range(act.n_targets):
        ref = act.targets[i]
        for j in range(out.n_changes):
            if out.change[j].what == LEFT_BOARD and out.change[j].player == ref >> 6:
                if out.change[j].slot == ref & 63:
                    ref = NO_REF
                    break
                if out.change[j].slot < ref & 63:
                    ref -= 1
        if ref != NO_REF:
            moved.object = ref
            triggered_adds(t, pos, &moved, out)


cdef int move_fault(const Tables *t, const Position *pos, int player, const Thing *thing, int to) noexcept nogil:
    """144.4: from base to a battlefield or back; from battlefield to battlefield with Ganking (810) only. -1: it may."""
    if thing.at == to:
        return WHY_SAME_PLACE
    if thing.at and to and not t.facts[thing.card].keywords & KW_GANKING and not thing.states & STATE_GANKING:
        return WHY_GANKING
    return WHY_CROWDED if crowded(t, pos, player, to) else -1


cdef bint crowded(const Tables *t, const Position *pos, int player, int place) noexcept nogil:
    """Are units of two other players at this battlefield? (144.4.a.1, 358.2)"""
    cdef const Player *p
    cdef int q, i, others = 0  # a mask of players
    if place == 0 or place == NOWHERE or pos.n_players == 2:
        return False
    for q in range(pos.n_players):
        p = &pos.players[q]
        for i in range(p.n_board):
            if p.board[i].at == place and p.board[i].controller != player:
                if t.facts[p.board[i].card].type & IS_UNIT:
                    others |= 1 << p.board[i].controller
    return others & (others - 1) != 0


cdef void perform_hide(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """811: on your turn in an Open state, at a battlefield you control without a facedown card."""
    cdef Player *me = &pos.players[act.player]
    cdef int p, i, slot
    cdef bint champion = False
    slot = find_card(me.hand, me.n_hand, act.card)
    if slot < 0:
        # 421.2.a: or the Champion Zone.
        slot = find_card(me.champion, me.n_champion, act.card)
        champion = True
    if slot < 0:
        refuse(out, CODE_ZONE, WHY_NOT_THERE)
        return
    if pos.n_chain or pos.turn_player != act.player or (pos.showdown == 0 and pos.phase != PHASE_MAIN):
        refuse(out, CODE_TIMING, WHY_CHAIN if pos.n_chain else WHY_TURN)
        return
    if (pos.focus if pos.showdown else pos.priority) != act.player:
        refuse(out, CODE_TIMING, WHY_PRIORITY)
        return
    if not t.facts[act.card].keywords & KW_HIDDEN:
        refuse(out, CODE_CONDITION, WHY_HIDE_CARD)
        return
    if act.to == 0 or act.to > pos.n_battlefields or pos.battlefields[act.to - 1].controller != act.player:
        refuse(out, CODE_ZONE, WHY_HIDE_PLACE)
        return
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_facedown):
            if pos.players[p].facedown[i].at == act.to - 1:
                refuse(out, CODE_ZONE, WHY_HIDE_FULL)
                return
    if me.n_facedown >= MAX_FACEDOWN:
        refuse(out, CODE_ZONE, WHY_HIDE_FULL)
        return
    if champion:
        take_card(me.champion, &me.n_champion, slot)
    else:
        take_card(me.hand, &me.n_hand, slot)
    settle(t, pos, w, act, policy, out)
    if out.code != CODE_OK:
        return
    if not pay_all(t, pos, act, out):
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    me.facedown[me.n_facedown].card = act.card
    me.facedown[me.n_facedown].at = act.to - 1
    me.facedown[me.n_facedown].this_turn = 1
    note(out, ENTERED_FACEDOWN, act.player, me.n_facedown)
    me.n_facedown += 1


cdef void perform_price(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil:
    """A bare price, the price of a trigger, or one that an instruction asks for (383.3.b, 444.2, 740.4)."""
    if act.form == ACT_TRIGGER:
        if act.decline:
            return
        if card_at(pos, act.object) == 0:
            refuse(out, CODE_TARGET, WHY_TARGET_GONE)
            return
        if not targets_fit(t, pos, act, out):
            return
    settle(t, pos, w, act, policy, out)
    if out.code != CODE_OK:
        return
    if act.form == ACT_TRIGGER:
        if act.purpose != FOR_RESOLUTION:
            count_chosen(t, pos, act)  # what an instruction speaks of was chosen before (355.10)
        if not remember_payment(t, pos, act, out):
            refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
            return
    if not pay_all(t, pos, act, out):
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)


# ----------------------------------------------------------------------------------- events


cdef void empty_pools(Position *pos) noexcept nogil:
    """Every player's pool empties at the start of each Main Phase and at the end of each turn (167)."""
    cdef Supply *s
    cdef int p
    for p in range(pos.n_players):
        s = &pos.players[p].supply
        memset(s.power, 0, 6)
        s.energy = s.universal = 0
        s.spells_energy = s.units_energy = s.showdown_energy = 0
        s.spells_universal = s.gear_universal = 0


cdef void happen(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """An event: pools empty, triggered and replacement Adds arrive at once (346.1, 369.1, 429.2)."""
    cdef int i, j
    if act.event == EVENT_MAIN_PHASE:
        empty_pools(pos)
        pos.phase = PHASE_MAIN
        # Pools empty first, then "at the start of your Main Phase" Adds arrive (rules.md, "Readings").
        if not due_adds(t, pos, pos.turn_player):
            refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        phase_adds(t, pos, act, out)
        return
    if act.event == EVENT_END_OF_TURN:
        empty_pools(pos)
        for i in range(pos.n_players):
            memset(&pos.players[i].turn, 0, sizeof(pos.players[i].turn))
            keep_effects(t, &pos.players[i], True)
            for j in range(pos.players[i].n_facedown):
                pos.players[i].facedown[j].this_turn = 0  # 811: from a later turn on
            pos.players[i].legend.states &= ~STATE_USED
            for j in range(pos.players[i].n_board):
                pos.players[i].board[j].states &= ~STATE_USED
        return
    if act.event == EVENT_COMBAT_STARTED:
        combat_starts(t, pos, act, out)
        return
    if act.event == EVENT_COMBAT_ENDED:
        combat_ends(pos)
        return
    triggered_adds(t, pos, act, out)


cdef bint delayed(const Clause *c) noexcept nogil:
    """Is it an Add that was set off earlier and waits for its player's next Main Phase?"""
    return c.kind == ADD_TRIGGERED and c.flags & DELAYED != 0


cdef void keep_effects(const Tables *t, Player *p, bint waiting) noexcept nogil:
    """Keep of the effects those that wait for the next Main Phase, or all others."""
    cdef const Facts *f
    cdef int i, j, n = 0
    cdef bint waits
    for j in range(p.n_effects):
        f = &t.facts[p.effects[j].card]
        waits = False
        for i in range(f.n_clauses):
            waits = waits or delayed(&t.clauses[f.clause + i])
        if waits == waiting:
            p.effects[n] = p.effects[j]
            n += 1
    memset(&p.effects[n], 0, (p.n_effects - n) * sizeof(p.effects[0]))
    p.n_effects = n


cdef bint due_adds(const Tables *t, Position *pos, int player) noexcept nogil:
    """The Adds that wait for this player's Main Phase arrive. False: more than a pool holds."""
    cdef Player *p = &pos.players[player]
    cdef const Facts *f
    cdef int i, j
    for j in range(p.n_effects):
        f = &t.facts[p.effects[j].card]
        for i in range(f.n_clauses):
            if delayed(&t.clauses[f.clause + i]) and not add_resources(pos, player, &t.clauses[f.clause + i], 0):
                return False
    keep_effects(t, p, False)
    return True


cdef void phase_adds(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """"At the start of your Main Phase, Add": each object of the turn player that says so."""
    cdef Act begun = act[0]
    cdef int p, i, ref
    begun.card = 0
    for p in range(pos.n_players):
        for i in range(-1, pos.players[p].n_board):
            ref = REF_LEGEND + p if i < 0 else 64 * p + i
            if thing_seen(pos, ref) is NULL or controller_at(pos, ref) != pos.turn_player:
                continue
            if t.facts[card_at(pos, ref)].adds_later:
                begun.object = ref
                triggered_adds(t, pos, &begun, out)


cdef void triggered_adds(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    cdef int card = act.card if act.card else card_at(pos, act.object)
    cdef int player = act.player if act.card else controller_at(pos, act.object)
    cdef const Facts *f = &t.facts[card]
    cdef const Clause *c
    cdef Context x
    cdef Player *p
    cdef int i, n
    if player >= pos.n_players or (act.card == 0 and inactive(pos, act.object)):
        return
    if f.partial and f.doubts.yours[0] & DOUBT_SELF_EVENT:
        out.culprit = card
        out.doubtful = True
        refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    memset(&x, 0, sizeof(Context))
    x.t = t
    x.pos = pos
    x.me = act.object
    x.card = card
    x.you = player
    p = &pos.players[player]
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind not in (ADD_TRIGGERED, ADD_REPLACEMENT) or c.event != act.event:
            continue
        if not holds(&x, c.when):
            if x.unknown:
                out.culprit = card
                refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
                return
            continue
        # "Your hold effects trigger an additional time": the clause says how often it is set off.
        n = c.value if c.value > 1 else 1
        while n > 0:
            n -= 1
            if c.flags & DELAYED:
                # It waits among the effects (keep_effects, due_adds).
                if p.n_effects == MAX_EFFECTS:
                    refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)
                    return
                p.effects[p.n_effects].card = card
                p.effects[p.n_effects].on = NO_REF
                p.effects[p.n_effects].might = -1
                p.n_effects += 1
            elif not add_resources(pos, player, c, 0):
                refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef void combat_starts(const Tables *t, Position *pos, const Act *act, Outcome *out) noexcept nogil:
    """A battlefield's "when combat starts here": the attacker and the defender each Add."""
    cdef int here = act.object - REF_BATTLEFIELD
    cdef const Facts *f
    cdef const Clause *c
    cdef int i, p, q, k
    cdef bint fights
    if not 0 <= here < pos.n_battlefields:
        here = pos.showdown - 1
        if here < 0:
            return
    pos.combat = 1
    if pos.showdown == 0:
        # 459: combat has a showdown; who has Focus is what a scenario leaves out, too.
        pos.showdown = 1 + here
        pos.focus = pos.turn_player
        if pos.n_chain == 0:
            pos.priority = pos.turn_player
    f = &t.facts[pos.battlefields[here].card]
    for i in range(f.n_clauses):
        c = &t.clauses[f.clause + i]
        if c.kind != ADD_TRIGGERED or c.event != EVENT_COMBAT_STARTED:
            continue
        for p in range(pos.n_players):
            fights = False
            for q in range(pos.n_players):
                for k in range(pos.players[q].n_board):
                    if pos.players[q].board[k].controller == p and pos.players[q].board[k].at == here + 1 and (
                        t.facts[pos.players[q].board[k].card].type & IS_UNIT
                    ):
                        fights = True
            if fights and not add_resources(pos, p, c, 0):
                refuse(out, CODE_UNKNOWN, WHY_UNKNOWN)


cdef void combat_ends(Position *pos) noexcept nogil:
    """461.7: nobody attacks or defends any more, and the turn is in a Neutral state again."""
    cdef int p, i
    pos.combat = 0
    pos.showdown = 0
    pos.focus = NOBODY
    pos.priority = pos.turn_player
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            pos.players[p].board[i].states &= ~(STATE_ATTACKING | STATE_DEFENDING)
