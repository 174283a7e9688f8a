"""Step 1 of a play: the card leaves its zone (353), if it may be played from there at all."""

from libc.string cimport memmove, memset

from riftcore.cards._clauses cimport (
    ALTERNATE_COST,
    FROM_TRASH,
    GRANTED,
    IS_PERMANENT,
    KEYWORD_FLOW,
    PLAYS_SELF,
    TRIGGERED,
    Clause,
    Facts,
)
from riftcore.position._expr cimport Context, holds
from riftcore.position._position cimport (
    FROM_BANISHED,
    FROM_CHAMPION,
    FROM_DECK,
    FROM_HAND,
    FROM_TOKEN,
    FROM_TRASH_ZONE,
    MAX_TRASH,
    NOWHERE,
    NO_REF,
    REF_FACEDOWN,
    REF_TRASH,
    Player,
    card_in_trash,
    effects_follow,
    shifted,
)
from riftcore.position._zones cimport find_card, take_card
from riftcore.rules._codes cimport (
    CODE_RESTRICTION,
    CODE_ZONE,
    WHY_HIDDEN_PLACE,
    WHY_HIDDEN_THIS_TURN,
    WHY_NOT_THERE,
    WHY_TRASH,
)
from riftcore.rules._doing cimport LEFT_FACEDOWN, note, refuse
from riftcore.rules._pricing cimport concerns


cdef bint leave_zone(Doing *d) noexcept nogil:
    """The card leaves its zone (353); from where it may be played at all."""
    cdef Player *p = &d.pos.players[d.act.player]
    cdef int slot = -1
    cdef int place
    if d.act.from_ == FROM_HAND:
        slot = find_card(p.hand, p.n_hand, d.act.card)
        if slot >= 0:
            take_card(p.hand, &p.n_hand, slot)
        else:
            slot = find_card(p.champion, p.n_champion, d.act.card)
            if slot >= 0:
                d.act.from_ = FROM_CHAMPION
                take_card(p.champion, &p.n_champion, slot)
    elif d.act.from_ == FROM_CHAMPION:
        slot = find_card(p.champion, p.n_champion, d.act.card)
        if slot >= 0:
            take_card(p.champion, &p.n_champion, slot)
    elif d.act.from_ == FROM_TRASH_ZONE:
        slot = find_card(p.trash, p.n_trash, d.act.card)
        if slot >= 0:
            take_card(p.trash, &p.n_trash, slot)
            for place in range(d.act.n_targets):
                # Cards of that trash that were chosen move up.
                if REF_TRASH + MAX_TRASH * d.act.player + slot < d.act.targets[place] < REF_TRASH + MAX_TRASH * (d.act.player + 1):
                    d.act.targets[place] -= 1
                elif d.act.targets[place] == REF_TRASH + MAX_TRASH * d.act.player + slot:
                    d.act.targets[place] = card_in_trash(d.pos, d.act.card, d.act.player)  # another one of that name
            if not d.act.by_effect and not played_from_trash(d):
                refuse(d.out, CODE_ZONE, WHY_TRASH)
                return False
    elif d.act.from_ == FROM_BANISHED:
        slot = find_card(p.banished, p.n_banished, d.act.card)
        if slot >= 0:
            take_card(p.banished, &p.n_banished, slot)
    elif d.act.from_ == FROM_DECK:
        slot = find_card(p.deck_top, p.n_deck_top, d.act.card)
        if slot >= 0:
            take_card(p.deck_top, &p.n_deck_top, slot)
        elif d.act.by_effect:
            slot = 0
    elif d.act.from_ == FROM_TOKEN:
        slot = 0
    else:
        place = d.act.object - REF_FACEDOWN
        if place >> 2 == d.act.player and place & 3 < p.n_facedown:
            slot = place & 3
            if p.facedown[slot].this_turn and not d.act.by_effect:
                refuse(d.out, CODE_ZONE, WHY_HIDDEN_THIS_TURN)
                return False
            if d.act.to == NOWHERE:
                d.act.to = p.facedown[slot].at + 1
            elif d.act.to != p.facedown[slot].at + 1 and d.t.facts[d.act.card].type & IS_PERMANENT and not d.act.by_effect:
                refuse(d.out, CODE_RESTRICTION, WHY_HIDDEN_PLACE)
                return False
            d.hidden = p.facedown[slot].at + 1
            p.n_facedown -= 1
            memmove(&p.facedown[slot], &p.facedown[slot + 1], (p.n_facedown - slot) * sizeof(p.facedown[0]))
            memset(&p.facedown[p.n_facedown], 0, sizeof(p.facedown[0]))
            note(d.out, LEFT_FACEDOWN, d.act.player, slot)
            effects_follow(d.pos, d.act.object, REF_FACEDOWN + 4 * d.act.player + 3)
            for place in range(d.act.n_targets):
                # Facedown cards that were chosen move up; the card itself is none any longer.
                d.act.targets[place] = shifted(d.act.targets[place], d.act.object, REF_FACEDOWN + 4 * d.act.player + 3)
    if slot < 0 or (d.act.from_ in (FROM_BANISHED, FROM_DECK, FROM_TOKEN) and not d.act.by_effect):
        if not (slot < 0 and d.act.by_effect and d.act.from_ == FROM_HAND):
            refuse(d.out, CODE_ZONE, WHY_NOT_THERE)
            return False
        refuse(d.out, CODE_ZONE, WHY_NOT_THERE)
        return False
    return True


cdef bint played_from_trash(const Doing *d) noexcept nogil:
    """Flow, printed or given this turn; "you may play me from your trash"; or what opens it to all cards."""
    cdef const Facts *f = &d.t.facts[d.act.card]
    cdef const Player *p = &d.pos.players[d.act.player]
    cdef const Clause *c
    cdef Context x
    cdef int i, j
    if d.w.opens_trash:
        return True
    memset(&x, 0, sizeof(Context))
    x.t = d.t
    x.pos = d.pos
    x.act = d.act
    x.me = NO_REF
    x.card = d.act.card
    x.you = d.act.player
    for i in range(f.n_clauses):
        c = &d.t.clauses[f.clause + i]
        if c.kind == KEYWORD_FLOW and c.flags & GRANTED == 0:
            return True
        if c.kind == ALTERNATE_COST and c.flags & PLAYS_SELF and c.flags & FROM_TRASH and holds(&x, c.when):
            return c.flags & TRIGGERED == 0
    for j in range(p.n_effects):
        if p.effects[j].on_card and p.effects[j].on_card != d.act.card:
            continue
        f = &d.t.facts[p.effects[j].card]
        x.card = p.effects[j].card
        for i in range(f.n_clauses):
            c = &d.t.clauses[f.clause + i]
            if c.kind == KEYWORD_FLOW and c.flags & GRANTED and concerns(&x, c):
                return True
    return False
