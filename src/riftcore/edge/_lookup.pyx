"""From the names of an action to the things of a state, and back."""

from libc.stdlib cimport free
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    OF_SELF,
    VERB_BANISH,
    VERB_DISCARD,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RECYCLE_RUNE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
)
from riftcore.edge._action cimport read_payment
from riftcore.position._position cimport (
    ACT_PLAY,
    ACT_TRIGGER,
    FROM_FACEDOWN,
    MAX_FIXED,
    MAX_TARGETS,
    NO_REF,
    REF_CHAIN,
    REF_FACEDOWN,
    Fixed,
    Player,
    Thing,
    card_at,
    thing_at,
)
from riftcore.rules._doing cimport Item


from riftcore.ground._types import DOMAINS
from riftcore.errors import RiftcoreError, shown

cdef enum:
    MAX_NAMES = 1 + MAX_TARGETS + MAX_FIXED  # ids that an action can name

#: The keys of `with`, by verb; what has none cannot be named there.
_WITH = {
    VERB_KILL: "kill", VERB_DISCARD: "discard", VERB_EXHAUST: "exhaust", VERB_RECYCLE: "recycle", VERB_RETURN: "return",
    VERB_BANISH: "banish",
}


cdef bint look_up(Board state, Reading reading, Act *act) except -1:
    """The action with the names of this state in place. False: it must be read anew, since ids came or went."""
    cdef Position *pos = state.pos
    cdef int refs[MAX_NAMES]
    cdef int n
    cdef int i = 0
    if not (reading.table.continues(state.table) or state.table.continues(reading.table)):
        return False
    if reading.inline is not state.inline and (reading.inline or state.inline):
        return False
    if reading.player is not None and reading.player >= pos.n_players:
        return False
    for name in reading.free:
        if state.ref_of(name) != NO_REF:
            return False
    for name in reading.names:
        refs[i] = state.ref_of(name)
        if refs[i] == NO_REF or (refs[i] >= REF_CHAIN and pos.chain[refs[i] - REF_CHAIN].card == 0):
            return False
        i += 1
    act[0] = reading.act
    act.player = state.seat(reading.player)
    if reading.place is not None:
        if reading.place != "base" and reading.place not in state.places:
            return False
        act.to = 0 if reading.place == "base" else 1 + <int>state.places.index(reading.place)
    i = 0
    if act.object != NO_REF:
        act.object = refs[0]
        i = 1
    for n in range(act.n_targets):
        act.targets[n] = refs[i]
        i += 1
    for n in range(act.n_fixed):
        if act.fixed[n].ref != NO_REF:
            act.fixed[n].ref = refs[i]
            i += 1
    for n in range(act.n_uses):
        act.uses[n].ref = source_named(state, reading.sources[n])
    if act.form == ACT_PLAY:
        return find_facedown(state, act)
    if act.form == ACT_TRIGGER and reading.player is None:
        act.player = owner_of(state, act.object, act.player)
    return True


cdef bint find_facedown(Board state, Act *act) noexcept:
    """Which facedown card is played, by its id or by its name. False: what has the id is another card now."""
    cdef int i
    if act.object != NO_REF:
        if REF_FACEDOWN <= act.object < REF_CHAIN:
            act.from_ = FROM_FACEDOWN
        return card_at(state.pos, act.object) == act.card
    if act.from_ == FROM_FACEDOWN:
        for i in range(state.pos.players[act.player].n_facedown):
            if state.pos.players[act.player].facedown[i].card == act.card:
                act.object = REF_FACEDOWN + 4 * act.player + i
    return True


cdef int name_payment(Board state, object payment, Act *act) except -1:
    """What is paid, in place of what the action itself names."""
    cdef list sources = []
    cdef int i
    act.n_uses = act.has_pool = 0
    memset(act.exhaust, 0, 6)
    memset(act.recycle, 0, 6)
    memset(act.pool, 0, sizeof(act.pool))
    read_payment(payment, act, sources, "payment")
    for i in range(act.n_uses):
        act.uses[i].ref = source_named(state, sources[i])
    return 0


cdef int source_named(Board state, str name) except -2:
    """What a payment uses: an error when nothing has this id now."""
    cdef int ref = state.ref_of(name)
    if ref == NO_REF:
        raise RiftcoreError(f"a payment uses {shown(name)}: expected the id of an object or legend that is there now")
    return ref


cdef int owner_of(Board state, int ref, int otherwise) except -1:
    cdef Thing *thing = thing_at(state.pos, ref)
    return otherwise if thing is NULL else thing.controller


cdef dict fixed_dict(Board state, const Act *act):
    """The objects that are fixed for a cost, in the scenario form."""
    cdef const Fixed *f
    cdef int i
    given: dict = {}
    for i in range(act.n_fixed):
        f = &act.fixed[i]
        if f.verb == VERB_SPEND_BUFF:
            given.setdefault("spend_buffs", {})[state.id_of(f.ref)] = f.n
        elif f.verb == VERB_RECYCLE_RUNE:
            given.setdefault("recycle", []).append(f"{DOMAINS[f.n].capitalize()} Rune")
        elif f.verb in _WITH:
            name = state.id_of(f.ref) if f.ref != NO_REF else state.table.cards[f.card].name
            given.setdefault(_WITH[f.verb], []).append(name)
    return given


cdef void fix_objects(Act *act, const Outcome *out) noexcept:
    """Fix the objects that an act gave up for its cost, where they are named by an id or a card."""
    cdef const Item *item
    cdef Fixed *f
    cdef int i
    if act.n_fixed:
        return
    for i in range(out.spent.n):
        item = &out.spent.item[i]
        if item.of == OF_SELF or (item.ref == NO_REF and item.card == 0 and item.verb != VERB_RECYCLE_RUNE):
            continue
        if act.n_fixed == MAX_FIXED:
            act.n_fixed = 0
            return
        f = &act.fixed[act.n_fixed]
        act.n_fixed += 1
        memset(f, 0, sizeof(Fixed))
        f.verb = item.verb
        f.ref = item.ref
        f.card = item.card if item.ref == NO_REF else 0
        f.n = item.slot if item.verb == VERB_RECYCLE_RUNE else item.n


cdef list ids_of(Board board):
    """The ids of all that is known to be there: battlefields, legends, objects, facedown cards, items of the chain."""
    cdef list found = list(board.places)
    cdef int i
    for i in range(board.pos.n_players):
        found += ([] if board.legend_ids[i] is None else [board.legend_ids[i]]) + [*board.board_ids[i], *board.facedown_ids[i]]
    return found + [board.chain_ids[i] for i in range(board.pos.n_chain) if board.pos.chain[i].card]


cdef list mortal_cards(const Position *pos):
    """The cards in a trash, and those that may come there: from a hand, the top of a deck, the board."""
    cdef const Player *p
    cdef int seat
    cdef list found = []
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        found += [p.trash[i] for i in range(p.n_trash) if p.trash[i]] + [p.hand[i] for i in range(p.n_hand) if p.hand[i]]
        found += [p.deck_top[i] for i in range(p.n_deck_top) if p.deck_top[i]] + [p.board[i].card for i in range(p.n_board)]
    return found


cdef bint may_die(const Position *pos, int card) noexcept:
    """Is the card one of these?"""
    cdef const Player *p
    cdef int seat, i
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        for i in range(p.n_trash):
            if p.trash[i] == card:
                return True
        for i in range(p.n_hand):
            if p.hand[i] == card:
                return True
        for i in range(p.n_deck_top):
            if p.deck_top[i] == card:
                return True
        for i in range(p.n_board):
            if p.board[i].card == card:
                return True
    return False
