"""Hide: a card goes facedown to a battlefield (811)."""


from riftcore.cards._clauses cimport KW_HIDDEN
from riftcore.position._position cimport MAX_FACEDOWN, PHASE_MAIN, Player
from riftcore.position._zones cimport find_card, take_card
from riftcore.rules._codes cimport (
    CODE_CONDITION,
    CODE_OK,
    CODE_TIMING,
    CODE_UNKNOWN,
    CODE_ZONE,
    WHY_CHAIN,
    WHY_HIDE_CARD,
    WHY_HIDE_FULL,
    WHY_HIDE_PLACE,
    WHY_NOT_THERE,
    WHY_PRIORITY,
    WHY_TURN,
    WHY_UNKNOWN,
)
from riftcore.rules._commit cimport pay_all
from riftcore.rules._doing cimport ENTERED_FACEDOWN, note, refuse
from riftcore.rules._settle cimport settle


cdef void perform_hide(Doing *d) noexcept nogil:
    """811: on your turn in an Open state, at a battlefield you control without a facedown card."""
    cdef Player *me = &d.pos.players[d.act.player]
    cdef int p, i, slot
    cdef bint champion = False
    slot = find_card(me.hand, me.n_hand, d.act.card)
    if slot < 0:
        # 421.2.a: or the Champion Zone.
        slot = find_card(me.champion, me.n_champion, d.act.card)
        champion = True
    if slot < 0:
        refuse(d.out, CODE_ZONE, WHY_NOT_THERE)
        return
    if d.pos.n_chain or d.pos.turn_player != d.act.player or (d.pos.showdown == 0 and d.pos.phase != PHASE_MAIN):
        refuse(d.out, CODE_TIMING, WHY_CHAIN if d.pos.n_chain else WHY_TURN)
        return
    if (d.pos.focus if d.pos.showdown else d.pos.priority) != d.act.player:
        refuse(d.out, CODE_TIMING, WHY_PRIORITY)
        return
    if not d.t.facts[d.act.card].keywords & KW_HIDDEN:
        refuse(d.out, CODE_CONDITION, WHY_HIDE_CARD)
        return
    if d.act.to == 0 or d.act.to > d.pos.n_battlefields or d.pos.battlefields[d.act.to - 1].controller != d.act.player:
        refuse(d.out, CODE_ZONE, WHY_HIDE_PLACE)
        return
    for p in range(d.pos.n_players):
        for i in range(d.pos.players[p].n_facedown):
            if d.pos.players[p].facedown[i].at == d.act.to - 1:
                refuse(d.out, CODE_ZONE, WHY_HIDE_FULL)
                return
    if me.n_facedown >= MAX_FACEDOWN:
        refuse(d.out, CODE_ZONE, WHY_HIDE_FULL)
        return
    if champion:
        take_card(me.champion, &me.n_champion, slot)
    else:
        take_card(me.hand, &me.n_hand, slot)
    settle(d)
    if d.out.code != CODE_OK:
        return
    if not pay_all(d):
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return
    me.facedown[me.n_facedown].card = d.act.card
    me.facedown[me.n_facedown].at = d.act.to - 1
    me.facedown[me.n_facedown].this_turn = 1
    note(d.out, ENTERED_FACEDOWN, d.act.player, me.n_facedown)
    me.n_facedown += 1
