"""What is in doubt: whatever a text that is not understood could change is not known (rule 002).

A card in sight with such a text has masks of the questions that it could change, for its controller and for all
others; an act asks a few of them. Most tables hold no such card: then nothing here is called.
"""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    DOUBT_ABILITIES,
    DOUBT_CHOOSING,
    DOUBT_EVENTS,
    DOUBT_GEAR,
    DOUBT_HIDES,
    DOUBT_MOVES,
    DOUBT_PRICES,
    DOUBT_RUNES,
    DOUBT_SELF_CHOSEN,
    DOUBT_SELF_EVENT,
    DOUBT_SELF_HIDDEN,
    DOUBT_SELF_PLAYED,
    DOUBT_SELF_USED,
    DOUBT_SPELLS,
    DOUBT_SUPPLY,
    DOUBT_UNITS,
    EVENT_COMBAT_ENDED,
    EVENT_OTHER,
    IS_GEAR,
    IS_SPELL,
    IS_UNIT,
    WORKS_ELSEWHERE,
    WORKS_FACEDOWN,
    WORKS_IN_HAND,
    WORKS_IN_TRASH,
    WORKS_ON_CHAIN,
    Doubts,
)
from riftcore.position._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    ACT_EVENT,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PLAY,
    ACT_TRIGGER,
    FROM_HAND,
    NO_REF,
    Player,
    card_at,
    controller_at,
)

cdef int asks(const Tables *t, const Act *act) noexcept nogil:
    """What the act asks, as a mask."""
    cdef int type
    cdef int choosing = DOUBT_CHOOSING if act.n_targets and act.form != ACT_MOVE else 0
    if act.form == ACT_PLAY:
        type = t.facts[act.card].type
        return choosing | DOUBT_SUPPLY | (
            DOUBT_SPELLS if type & IS_SPELL else DOUBT_UNITS if type & IS_UNIT else DOUBT_GEAR if type & IS_GEAR else 0
        )
    if act.form == ACT_ADD and act.rune:
        return DOUBT_RUNES
    if act.form == ACT_ACTIVATE or act.form == ACT_ADD:
        return DOUBT_ABILITIES | DOUBT_SUPPLY | choosing
    if act.form == ACT_MOVE:
        return DOUBT_MOVES | DOUBT_SUPPLY
    if act.form == ACT_HIDE:
        return DOUBT_HIDES | DOUBT_SUPPLY
    if act.form == ACT_EVENT:
        # What leaves the chain, and the end of a combat, set off nothing here.
        return 0 if act.event == EVENT_OTHER or act.event == EVENT_COMBAT_ENDED else DOUBT_EVENTS
    if act.form == ACT_TRIGGER and act.decline:
        return 0
    return DOUBT_PRICES | DOUBT_SUPPLY | choosing


cdef void doubt(Doubted *d, int card, const uint16_t *masks, int asked) noexcept nogil:
    """masks: of the legality and of the price of what may be asked."""
    if masks[0] & asked & ~DOUBT_SUPPLY and d.legality == 0:
        d.legality = card
    if masks[1] & asked and d.price == 0:
        d.price = card
    if masks[0] & asked & DOUBT_SUPPLY and d.supply == 0:
        d.supply = card


cdef void there(const Tables *t, Doubted *d, int card, bint own, int asked) noexcept nogil:
    """A card whose text works where it is."""
    cdef const Doubts *text = &t.facts[card].doubts
    if own:
        doubt(d, card, text.yours, asked)
    else:
        doubt(d, card, text.theirs, asked)


cdef void in_zone(
    const Tables *t, Doubted *d, const uint16_t *cards, int n, int zone, bint own, int asked, int leaving
) noexcept nogil:
    """leaving: a card that has left the zone when the question arises; 0 none."""
    cdef int i
    for i in range(n):
        if leaving and cards[i] == leaving:
            leaving = 0
            continue
        if t.facts[cards[i]].partial and t.facts[cards[i]].doubts.zones & zone:
            there(t, d, cards[i], own, asked)


cdef void in_sight(
    const Tables *t, const Position *pos, int player, Doubted *d, int asked, int leaving
) noexcept nogil:
    """All cards that the player's question might rest on."""
    cdef const Player *p
    cdef const Doubts *text
    cdef int q, i, card
    for q in range(pos.n_players):
        p = &pos.players[q]
        if p.has_legend and t.facts[p.legend.card].partial:
            there(t, d, p.legend.card, q == player, asked)
        for i in range(p.n_board):
            if t.facts[p.board[i].card].partial:
                there(t, d, p.board[i].card, p.board[i].controller == player, asked)
        for i in range(p.n_effects):
            card = p.effects[i].card
            if t.facts[card].partial:
                text = &t.facts[card].doubts
                if q == player:
                    doubt(d, card, text.your_later, asked)
                else:
                    doubt(d, card, text.their_later, asked)
        in_zone(t, d, p.hand, p.n_hand, WORKS_IN_HAND, q == player, asked, leaving if q == player else 0)
        in_zone(t, d, p.trash, p.n_trash, WORKS_IN_TRASH, q == player, asked, 0)
        in_zone(t, d, p.champion, p.n_champion, WORKS_ELSEWHERE, q == player, asked, 0)
        in_zone(t, d, p.banished, p.n_banished, WORKS_ELSEWHERE, q == player, asked, 0)
        in_zone(t, d, p.deck_top, p.n_deck_top, WORKS_ELSEWHERE, q == player, asked, 0)
        for i in range(p.n_facedown):
            in_zone(t, d, &p.facedown[i].card, 1, WORKS_FACEDOWN, q == player, asked, 0)
    for i in range(pos.n_battlefields):
        if t.facts[pos.battlefields[i].card].partial:
            # What a battlefield says to "you" it says to whoever asks.
            there(t, d, pos.battlefields[i].card, True, asked)
            there(t, d, pos.battlefields[i].card, False, asked)
    for i in range(pos.n_chain):
        in_zone(t, d, &pos.chain[i].card, 1, WORKS_ON_CHAIN, pos.chain[i].controller == player, asked, 0)


cdef void doubts_about(const Tables *t, const Position *pos, const Act *act, Doubted *d) noexcept nogil:
    """Which cards could change the answer about this act? Of the position before it."""
    cdef int asked = asks(t, act)
    cdef int card, i
    memset(d, 0, sizeof(Doubted))
    if act.form == ACT_PLAY or act.form == ACT_HIDE:
        if t.facts[act.card].partial:
            there(t, d, act.card, True, DOUBT_SELF_PLAYED if act.form == ACT_PLAY else DOUBT_SELF_HIDDEN)
        if act.by and t.facts[act.by].partial:
            d.legality = act.by
    elif act.form in (ACT_ACTIVATE, ACT_ADD, ACT_TRIGGER, ACT_EVENT) and asked and not act.rune:
        card = act.card if act.form == ACT_EVENT and act.card else card_at(pos, act.object) if act.object != NO_REF else 0
        if t.facts[card].partial:
            there(t, d, card, True, DOUBT_SELF_EVENT if act.form == ACT_EVENT else DOUBT_SELF_USED)
        if act.form != ACT_EVENT and t.facts[card].borrows:
            lent(t, pos, act.player, d)
    if act.form != ACT_MOVE and asked:
        for i in range(act.n_targets):
            card = card_at(pos, act.targets[i])
            if t.facts[card].partial:
                there(t, d, card, controller_at(pos, act.targets[i]) == act.player, DOUBT_SELF_CHOSEN)
    if asked:
        # What is played or hidden from the hand is not there any more.
        in_sight(t, pos, act.player, d, asked, act.card if act.form in (ACT_PLAY, ACT_HIDE) and act.from_ == FROM_HAND else 0)
    if act.has_payment:
        d.supply = 0  # what pays is named


cdef void lent(const Tables *t, const Position *pos, int player, Doubted *d) noexcept nogil:
    """What has the abilities of friendly objects has those that are not understood, too."""
    in_sight(t, pos, player, d, DOUBT_SELF_USED, 0)


cdef void doubts_of_prices(const Tables *t, const Position *pos, int player, Doubted *d) noexcept nogil:
    """The same of a bare price."""
    memset(d, 0, sizeof(Doubted))
    in_sight(t, pos, player, d, DOUBT_PRICES | DOUBT_SUPPLY, 0)


cdef bint plays_in_doubt(const Tables *t, const Position *pos, int player) noexcept nogil:
    """Might such a text change what can be played in this turn and paid: one in sight, or one that may be played?"""
    cdef Doubted d
    cdef int asked = (
        DOUBT_SPELLS | DOUBT_UNITS | DOUBT_GEAR | DOUBT_ABILITIES | DOUBT_RUNES | DOUBT_CHOOSING | DOUBT_PRICES | DOUBT_SUPPLY
    )
    cdef const Player *p = &pos.players[player]
    cdef int i
    memset(&d, 0, sizeof(Doubted))
    in_sight(t, pos, player, &d, asked, 0)
    for i in range(p.n_hand):
        if t.facts[p.hand[i]].partial:
            there(t, &d, p.hand[i], True, asked | DOUBT_SELF_PLAYED)
    for i in range(p.n_champion):
        if t.facts[p.champion[i]].partial:
            there(t, &d, p.champion[i], True, asked | DOUBT_SELF_PLAYED)
    return d.legality != 0 or d.price != 0 or d.supply != 0


cdef int doubtful_cards(const Tables *t, const Position *pos, int player, uint16_t *found, int room) noexcept nogil:
    """The cards in sight that could change any answer of this player, or to a question about themselves; how many."""
    cdef const Player *p
    cdef Doubted d
    cdef int i, n = 0
    cdef int bit
    for bit in range(16):
        memset(&d, 0, sizeof(Doubted))
        in_sight(t, pos, player, &d, 1 << bit, 0)
        n = put_once(found, n, room, d.legality)
        n = put_once(found, n, room, d.price)
        n = put_once(found, n, room, d.supply)
    p = &pos.players[player]
    for i in range(p.n_hand):
        if t.facts[p.hand[i]].partial:
            n = put_once(found, n, room, p.hand[i])
    for i in range(p.n_champion):
        if t.facts[p.champion[i]].partial:
            n = put_once(found, n, room, p.champion[i])
    for i in range(p.n_board):
        if t.facts[p.board[i].card].partial:
            n = put_once(found, n, room, p.board[i].card)
    return n


cdef int put_once(uint16_t *found, int n, int room, int card) noexcept nogil:
    cdef int i
    if card == 0:
        return n
    for i in range(n):
        if found[i] == card:
            return n
    if n < room:
        found[n] = card
        n += 1
    return n
