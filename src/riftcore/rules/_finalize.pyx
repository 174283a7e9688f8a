"""After the payment: what entered the board or the chain, and what counts this turn (358, 359)."""

from libc.string cimport memset

from riftcore.cards._clauses cimport (
    IS_GEAR,
    IS_PERMANENT,
    IS_SPELL,
    IS_UNIT,
    STATE_EXHAUSTED,
    STATE_PAID,
    STATE_TOKEN,
    STATE_UNPAID,
    Facts,
)
from riftcore.position._position cimport (
    ACT_PLAY,
    FROM_TOKEN,
    MAX_BOARD,
    MAX_CHAIN,
    MAX_EFFECTS,
    NOBODY,
    NOWHERE,
    NO_REF,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    SEEN_MORE,
    Effect,
    Thing,
    ThisTurn,
    card_at,
    controller_at,
    might_of,
    thing_seen,
)
from riftcore.rules._deaths cimport capped
from riftcore.rules._doing cimport ENTERED_BOARD, ENTERED_CHAIN, note
from riftcore.rules._quote cimport effect_concerns


cdef bint finalize_play(Doing *d) noexcept nogil:
    cdef Player *me = &d.pos.players[d.act.player]
    cdef const Facts *f = &d.t.facts[d.act.card]
    cdef bint token = d.act.from_ == FROM_TOKEN or f.token
    cdef int i, j
    # "The next ..." is used up by what it speaks of, needed or not.
    j = 0
    for i in range(me.n_effects):
        if me.effects[i].on_card in (0, d.act.card) and effect_concerns(d.t, d.pos, d.act, me.effects[i].card):
            continue
        me.effects[j] = me.effects[i]
        j += 1
    memset(&me.effects[j], 0, (me.n_effects - j) * sizeof(me.effects[0]))
    me.n_effects = j
    if not enter(d):
        return False
    if f.type & IS_PERMANENT and not d.act.by_effect:
        after_permanent(d.pos)
    if not token:
        me.turn.cards_played = capped(me.turn.cards_played + 1)
        if f.type & IS_SPELL:
            me.turn.spells_played = capped(me.turn.spells_played + 1)
        if f.type & IS_GEAR:
            me.turn.gear_played = capped(me.turn.gear_played + 1)
    if f.equipment and not token:
        me.turn.equipment_played = once_more(me.turn.equipment_played)
    return True


cdef bint enter(Doing *d) noexcept nogil:
    """A unit or gear enters the board (359.2); a spell waits on the chain (359.1)."""
    cdef Player *me = &d.pos.players[d.act.player]
    cdef const Facts *f = &d.t.facts[d.act.card]
    cdef Thing *thing
    if f.type & IS_SPELL:
        return to_chain(d.pos, d.act.card, d.act.player, d.out)
    if me.n_board >= MAX_BOARD:
        return False
    thing = &me.board[me.n_board]
    memset(thing, 0, sizeof(Thing))
    thing.card = d.act.card
    thing.controller = d.act.player
    thing.at = d.act.to if d.act.to != NOWHERE else 0
    thing.might = -1
    thing.attached = NO_REF
    if d.act.from_ == FROM_TOKEN:
        thing.states |= STATE_TOKEN
    if f.enters == 1 or (f.type & IS_UNIT and f.enters == 0 and not d.act.pay & PAY_ACCELERATE):
        thing.states |= STATE_EXHAUSTED
    if f.remembers:
        thing.states |= STATE_PAID if d.act.pay & PAY_ADDITIONAL else STATE_UNPAID
    note(d.out, ENTERED_BOARD, d.act.player, me.n_board)
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


cdef int once_more(int fact) noexcept nogil:
    """A fact of this turn that happened again; the bit SEEN_MORE stays."""
    return fact if fact & ~SEEN_MORE == SEEN_MORE - 1 else fact + 1


cdef void count_chosen(Doing *d) noexcept nogil:
    """Each time an enemy unit or gear is chosen counts, each Repeat's too (rules.md, "Readings")."""
    cdef ThisTurn *turn = &d.pos.players[d.act.player].turn
    cdef int type = d.t.facts[d.act.card if d.act.form == ACT_PLAY else card_at(d.pos, d.act.object)].type
    cdef int i, chosen, controller
    for i in range(d.act.n_targets):
        controller = controller_at(d.pos, d.act.targets[i])
        if thing_seen(d.pos, d.act.targets[i]) is NULL or controller == d.act.player or controller == NOBODY:
            continue
        chosen = d.t.facts[card_at(d.pos, d.act.targets[i])].type
        if chosen & IS_UNIT:
            turn.enemy_units_chosen = once_more(turn.enemy_units_chosen)
        if chosen & IS_PERMANENT and type & (IS_SPELL if d.act.form == ACT_PLAY else IS_UNIT):
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


cdef bint remember_payment(Doing *d) noexcept nogil:
    """An effect that reads the Might of what its price was paid with keeps it. False: more effects than a player holds."""
    cdef Player *me = &d.pos.players[d.act.player]
    cdef Effect *e
    cdef int card = card_at(d.pos, d.act.object)
    cdef int i
    if not d.t.facts[card].reads_payment:
        return True
    for i in range(d.out.spent.n):
        if d.out.spent.item[i].ref == NO_REF or thing_seen(d.pos, d.out.spent.item[i].ref) is NULL:
            continue
        if me.n_effects == MAX_EFFECTS:
            return False
        e = &me.effects[me.n_effects]
        me.n_effects += 1
        e.card = card
        e.on_card = 0
        e.on = NO_REF
        e.might = might_of(d.t, thing_seen(d.pos, d.out.spent.item[i].ref))
        return True
    return True
