"""The scenario form of an action read straight into an Act, where it is plain: what it names is looked up at once.

As _reader.pyx is to the reader of scenarios this is to riftcore.scenario.actions and `Reading`: whatever is wrong or
not known here is left to them untouched. A payment that is fixed by hand is one such thing.
"""

cimport cython
from libc.string cimport memcpy, memset

from riftcore.cards._cards cimport (
    IS_GEAR,
    IS_SPELL,
    IS_UNIT,
    VERB_BANISH,
    VERB_DISCARD,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
    VERB_SPEND_XP,
    CardTable,
    first_use,
    table_with,
    table_with_part,
)
from riftcore.edge._action cimport option_bits
from riftcore.edge._board cimport Board
from riftcore.edge._supply cimport purpose_of
from riftcore.edge._walk cimport OTHER, KnownCards, cards_of, count, flag, is_text, numbered, slot, word
from riftcore.ground._cost cimport Cost
from riftcore.ground._record cimport DEMAND_BYTES, Demand
from riftcore.ground._types cimport MAX_COUNT, N_DOMAINS
from riftcore.position._position cimport (
    ACT_ACTIVATE,
    ACT_ADD,
    ACT_EVENT,
    ACT_HIDE,
    ACT_MOVE,
    ACT_PAY,
    ACT_PLAY,
    ACT_TRIGGER,
    FROM_FACEDOWN,
    MAX_COST_PARTS,
    MAX_FIXED,
    MAX_TARGETS,
    NO_REF,
    NOWHERE,
    REF_CHAIN,
    REF_FACEDOWN,
    Act,
    Fixed,
    Player,
    Position,
    card_at,
    card_in_trash,
    thing_at,
)

from marshal import dumps

from riftcore.ground._types import DOMAINS
from riftcore.errors import RiftcoreError

cdef enum:
    MOST = 255
    MAX_COSTS_KNOWN = 1 << 10

# The keys of all forms, numbered in this order; which of them a form has is a mask.
cdef enum:
    KEY_PLAY, KEY_ACTIVATE, KEY_TRIGGER, KEY_ADD, KEY_MOVE, KEY_HIDE, KEY_PAY, KEY_EVENT,
    KEY_PLAYER, KEY_WITH, KEY_ID, KEY_FROM, KEY_TO, KEY_TARGETS, KEY_MODES, KEY_BY, KEY_IGNORING, KEY_FOR, KEY_REDUCED,
    KEY_ABILITY, KEY_X, KEY_ON, KEY_DECLINE, KEY_EXCESS, KEY_AT, KEY_OBJECT, N_KEYS
_KEYS = (
    "play activate trigger add move hide pay event player with id from to targets modes by ignoring for reduced ability x"
    " on decline excess_damage at object"
)
cdef enum:
    WITH_KILL, WITH_DISCARD, WITH_EXHAUST, WITH_RECYCLE, WITH_RETURN, WITH_BANISH, WITH_BUFFS, WITH_XP, N_WITH
_WITH = "kill discard exhaust recycle return banish spend_buffs spend_xp"
cdef enum:
    COST_ENERGY, COST_POWER
_COST = "energy power"

cdef bint PREPARED = False
cdef dict KEYS, WITH, COST, DOMAIN, OPTIONS, ZONES, IGNORING, KEYWORDS, EVENTS, ADDS, PURPOSES, COSTS
cdef unsigned int[8] OF_FORM    # the keys of each form, as bits
cdef int[6] VERBS = [VERB_KILL, VERB_DISCARD, VERB_EXHAUST, VERB_RECYCLE, VERB_RETURN, VERB_BANISH]


cdef int prepare() except -1:
    """Take the names from where they are, when they are needed first."""
    global PREPARED, KEYS, WITH, COST, DOMAIN, OPTIONS, ZONES, IGNORING, KEYWORDS, EVENTS, ADDS, PURPOSES, COSTS
    from riftcore.edge import _action
    from riftcore.scenario import actions, values

    cdef int i
    KEYS = numbered(_KEYS.split())
    if list(actions.ACTION_KEYS) != _KEYS.split()[:8]:
        raise AssertionError("the compiled reader has other forms of actions than riftcore.scenario")
    for i, keys in enumerate(actions.ACTION_KEYS.values()):
        OF_FORM[i] = 1 << i
        for key in (*keys, *actions.COMMON_KEYS):
            if key in KEYS:
                OF_FORM[i] |= <unsigned int>1 << <int>KEYS[key]
    WITH = numbered(_WITH.split())
    COST = numbered(_COST.split())
    DOMAIN = numbered((*DOMAINS, "any"))
    OPTIONS = {}
    ZONES = {zone: _action._ZONES[zone] for zone in values.ZONES}
    IGNORING = {what: number for what, number in _action._IGNORING.items() if what is not None}
    # What has no number in the core is a keyword all the same, and fits no ability.
    KEYWORDS = {name: 1 + _action._KEYWORDS.get(name, 200) for name in values.KEYWORDS}
    EVENTS = {name: _action._EVENTS.get(name, _action._OTHER_EVENT) for name in values.EVENTS}
    ADDS = {f"{verb} {name}": 8 * verbs + i for verbs, verb in ((1, "exhaust"), (2, "recycle")) for i, name in enumerate(DOMAINS)}
    PURPOSES = {name: purpose_of(name) for name in values.PURPOSES}
    COSTS = {}
    PREPARED = True
    return 0


cdef CardTable read_act(Board board, dict data, Act *act):
    """Read the action for a state: gives the table to ask with. None: left to the other readers, and the act is undefined."""
    cdef ActFiller filler
    cdef bint done
    if not PREPARED:
        with first_use():
            if not PREPARED:
                prepare()
    filler = ActFiller.__new__(ActFiller)
    filler.board = board
    filler.table = board.table
    filler.act = act
    filler.cards = cards_of(board.table)
    filler.brings = False
    filler.brought = None
    if board.inline:
        own = filler.cards.brought(board.inline)
        if own is None:
            return None
        filler.brought = {name: filler.number(card) for name, card in (<dict>own).items()}
    done = filler.read(data)
    filler.act = NULL
    return filler.table if done else None


@cython.final
@cython.no_gc
@cython.freelist(4)
cdef class ActFiller:
    """Reads one action."""

    cdef Board board
    cdef CardTable table    # the state's own, or with what the action brings
    cdef Act *act
    cdef KnownCards cards
    cdef dict brought       # numbers of inline cards, by folded name; None: there are none
    cdef bint brings        # the action has an inline card of its own

    cdef bint read(self, dict data) except -1:
        cdef Act *act = self.act
        cdef unsigned int seen = 0
        cdef int at, n, form
        what = with_ = id_ = from_ = to = targets = modes = pay = by = ignoring = for_ = reduced = None
        ability = x = on = decline = excess = where = thing = None
        memset(act, 0, sizeof(Act))
        act.ability = act.x = act.excess_damage = -1
        act.object = NO_REF
        act.to = NOWHERE
        act.player = self.board.acting()
        for key, value in data.items():
            at = slot(KEYS, key)
            if at < 0 or value is None:
                return False
            seen |= <unsigned int>1 << at
            if at == KEY_PAY:
                pay = value
            elif at < KEY_PLAYER:
                what = value
            elif at == KEY_PLAYER:
                n = count(value, self.board.pos.n_players - 1)
                if n < 0:
                    return False
                act.player = n
            elif at == KEY_WITH:
                with_ = value
            elif at == KEY_ID:
                id_ = value
            elif at == KEY_FROM:
                from_ = value
            elif at == KEY_TO:
                to = value
            elif at == KEY_TARGETS:
                targets = value
            elif at == KEY_MODES:
                modes = value
            elif at == KEY_BY:
                by = value
            elif at == KEY_IGNORING:
                ignoring = value
            elif at == KEY_FOR:
                for_ = value
            elif at == KEY_REDUCED:
                reduced = value
            elif at == KEY_ABILITY:
                ability = value
            elif at == KEY_X:
                x = value
            elif at == KEY_ON:
                on = value
            elif at == KEY_DECLINE:
                decline = value
            elif at == KEY_EXCESS:
                excess = value
            elif at == KEY_AT:
                where = value
            elif at == KEY_OBJECT:
                thing = value
        form = form_of(seen)
        if form < 0 or seen & ~OF_FORM[form]:
            return False
        if targets is not None and not self.read_targets(targets):
            return False
        if x is not None:
            act.x = count(x, MOST)
            if act.x < 0:
                return False
        if ability is not None and not self.read_ability(ability, form == KEY_ADD):
            return False
        if form == KEY_PLAY:
            if not self.read_play(what, id_, from_, to) or not self.read_options(modes, pay, by, ignoring, for_, reduced):
                return False
        elif form == KEY_ACTIVATE or form == KEY_TRIGGER:
            act.form = ACT_ACTIVATE if form == KEY_ACTIVATE else ACT_TRIGGER
            act.object = self.ref_of(what)
            if act.object == NO_REF:
                return False
            if form == KEY_TRIGGER and not self.read_trigger(on, decline, excess, seen >> KEY_PLAYER & 1):
                return False
        elif form == KEY_ADD:
            if not self.read_add(what):
                return False
        elif form == KEY_MOVE:
            act.form = ACT_MOVE
            if type(what) is not list or not what or not self.read_units(<list>what):
                return False
            act.to = 0
            if to is not None and not self.read_place(to):
                return False
        elif form == KEY_HIDE:
            act.form = ACT_HIDE
            act.card = self.card(what)
            if act.card == 0 or where is None or not self.read_place(where) or act.to == 0:
                return False
        elif form == KEY_PAY:
            if not self.read_pay(pay, for_):
                return False
        elif not self.read_event(what, thing):
            return False
        if with_ is None:
            return True
        # Cards named there are read before an inline card of the action is known.
        return type(with_) is dict and not self.brings and self.read_with(<dict>with_)

    # ------------------------------------------------------------------------------------------ names and cards

    cdef int ref_of(self, object name) except -2:
        """The ref of an id; NO_REF: nothing has it, or the chain has an item that is not known."""
        cdef Position *pos = self.board.pos
        cdef int ref, i
        if type(name) is not str:
            return NO_REF
        ref = self.board.ref_of(name)
        if ref >= REF_CHAIN:
            for i in range(pos.n_chain):
                if pos.chain[i].card == 0:
                    return NO_REF
        return ref

    cdef int card(self, object value) except -1:
        """The number of a card by name or with its facts inline; 0: left to the other readers."""
        if type(value) is str:
            if self.brought is not None:
                found = self.brought.get(self.cards.fold(<str>value))
                if found is not None:
                    return <int>found
            return self.named(<str>value)
        if type(value) is dict and self.brought is None:
            card = self.cards.inlined(<dict>value)
            if card is not None:
                number = self.number(card[0])
                self.brought = {card[1]: number}
                self.brings = True
                return number
        return 0

    cdef int named(self, str name) except -1:
        """The number of a card of the catalogue; 0: none has the name."""
        cdef int number = self.cards.named(name)
        return number if number != OTHER else self.number(self.table.catalog.card(name))

    cdef int number(self, object card) except -1:
        self.table = table_with(self.table, card)
        return self.table.find(card)

    cdef int read_place(self, object name) except -1:
        """Where to: the base, or a battlefield."""
        cdef int i
        if type(name) is not str:
            return False
        if name == "base":
            self.act.to = 0
            return True
        for i in range(<int>len(self.board.places)):
            if self.board.places[i] == name:
                self.act.to = 1 + i
                return True
        return False

    # ------------------------------------------------------------------------------------------ the forms

    cdef bint read_play(self, object what, object id_, object from_, object to) except -1:
        cdef Act *act = self.act
        cdef Position *pos = self.board.pos
        cdef int kind, zone
        act.form = ACT_PLAY
        act.object = self.ref_of(what)
        act.card = card_at(pos, act.object) if act.object != NO_REF else self.card(what)
        kind = self.table.facts[act.card].type
        if act.card == 0 or not kind & (IS_UNIT | IS_SPELL | IS_GEAR):
            return False
        if id_ is not None and (not is_text(id_) or id_ == "base" or self.board.ref_of(id_) != NO_REF):
            return False
        if from_ is not None:
            zone = word(ZONES, from_)
            if zone < 0:
                return False
            act.from_ = zone
        if REF_FACEDOWN <= act.object < REF_CHAIN:
            act.from_ = FROM_FACEDOWN
        elif act.from_ == FROM_FACEDOWN:
            self.find_facedown()
        elif not kind & IS_SPELL:
            act.to = 0
        # Left out of a facedown card it is where that lies, which the core finds.
        return to is None or self.read_place(to)

    cdef void find_facedown(self) noexcept:
        """Which facedown card has the name that is played."""
        cdef Act *act = self.act
        cdef const Player *p = &self.board.pos.players[act.player]
        cdef int i
        for i in range(p.n_facedown):
            if p.facedown[i].card == act.card:
                act.object = REF_FACEDOWN + 4 * act.player + i

    cdef bint read_options(
        self, object modes, object pay, object by, object ignoring, object for_, object reduced
    ) except -1:
        cdef Act *act = self.act
        cdef int n
        if modes is not None:
            if type(modes) is not list:
                return False
            for mode in <list>modes:
                if count(mode, MOST) < 0:
                    return False
        if pay is not None:
            if type(pay) is not list:
                return False
            for option in <list>pay:
                bits = bits_of(option)
                if bits is None:
                    return False
                act.pay |= <unsigned int>bits
        if by is not None:
            act.by = self.card(by)
            if act.by == 0:
                return False
        if ignoring is not None:
            n = word(IGNORING, ignoring)
            if n < 0:
                return False
            act.ignoring = n
        if for_ is not None:
            act.has_for = 1
            if not read_price(for_, &act.cost):
                return False
        if reduced is not None:
            act.has_reduced = 1
            if not read_price(reduced, &act.reduced):
                return False
        act.by_effect = by is not None or ignoring is not None or for_ is not None or reduced is not None
        return True

    cdef bint read_ability(self, object ability, bint number_only) except -1:
        cdef int n
        if type(ability) is str and not number_only:
            n = word(KEYWORDS, ability)
            if n < 0:
                return False
            self.act.keyword = n
        else:
            self.act.ability = count(ability, MOST)
        return self.act.keyword != 0 or self.act.ability >= 0

    cdef bint read_trigger(self, object on, object decline, object excess, bint has_player) except -1:
        cdef Act *act = self.act
        cdef int n
        act.purpose = <int>PURPOSES["trigger"]
        if on is not None:
            if type(on) is not str or (on != "finalization" and on != "resolution"):
                return False
            if on == "resolution":
                act.purpose = <int>PURPOSES["resolution"]
        if decline is not None:
            n = flag(decline)
            if n < 0:
                return False
            act.decline = n
        if excess is not None:
            n = count(excess, MOST)
            if n < 0:
                return False
            act.excess_damage = n
        if not has_player and thing_at(self.board.pos, act.object) is not NULL:
            act.player = thing_at(self.board.pos, act.object).controller
        return True

    cdef bint read_add(self, object what) except -1:
        cdef Act *act = self.act
        cdef int n
        act.form = ACT_ADD
        act.object = self.ref_of(what)
        if act.object != NO_REF:
            return True
        n = word(ADDS, what)
        if n < 0 or act.x >= 0 or act.ability >= 0:
            return False
        act.rune = n >> 3
        act.domain = n & 7
        return True

    cdef bint read_pay(self, object cost, object purpose) except -1:
        cdef Act *act = self.act
        cdef int n
        act.form = ACT_PAY
        act.purpose = <int>PURPOSES["resolution"]
        if purpose is not None:
            n = word(PURPOSES, purpose)
            if n < 0:
                return False
            act.purpose = n
        if type(cost) is dict and plain_price(<dict>cost, &act.cost):
            return True
        found = price_of(cost)
        if found is None or len(found[1]) > MAX_COST_PARTS:
            return False
        memcpy(&act.cost, <const char *><bytes>found[0], DEMAND_BYTES)
        for part in found[1]:
            self.table = table_with_part(self.table, part)
            act.parts[act.n_parts] = self.table.part_numbers[part]
            act.n_parts += 1
        return True

    cdef bint read_event(self, object what, object thing) except -1:
        cdef Act *act = self.act
        cdef int n = word(EVENTS, what)
        if n < 0:
            return False
        act.form = ACT_EVENT
        act.event = n
        if thing is not None:
            act.object = self.ref_of(thing)
            if act.object == NO_REF:
                act.card = self.card(thing)
                return act.card != 0
        return True

    # ------------------------------------------------------------------------------------------ their parts

    cdef bint read_units(self, list names) except -1:
        cdef Act *act = self.act
        cdef int ref, i
        if len(names) > MAX_TARGETS:
            return False
        for name in names:
            ref = self.ref_of(name)
            for i in range(act.n_targets):
                if act.targets[i] == ref:
                    return False
            if ref == NO_REF:
                return False
            act.targets[act.n_targets] = ref
            act.n_targets += 1
        return True

    cdef bint read_targets(self, object names) except -1:
        """What is chosen: things by id, or cards in a trash by name."""
        cdef Act *act = self.act
        cdef int ref
        if type(names) is not list or len(<list>names) > MAX_TARGETS:
            return False
        for name in <list>names:
            ref = self.ref_of(name)
            if ref == NO_REF:
                if type(name) is not str or not self.read_mortal(<str>name, &ref):
                    return False
            act.targets[act.n_targets] = ref
            act.n_targets += 1
        return True

    cdef bint read_mortal(self, str name, int *ref) except -1:
        """A card that lies in a trash or may come there, by its own name; NO_REF where it is in none now."""
        cdef int card
        if self.brought is not None:
            return False
        card = self.named(name)
        if card == 0 or self.cards.fold(name) != self.cards.fold(self.table.cards[card].name):
            return False
        if not may_die(self.board.pos, card):
            return False
        ref[0] = card_in_trash(self.board.pos, card, self.act.player)
        return True

    cdef bint read_with(self, dict data) except -1:
        """The objects that are given up, in the order of their verbs."""
        cdef int at, n, i
        parts = [None] * N_WITH
        for key, value in data.items():
            at = slot(WITH, key)
            if at < 0 or value is None:
                return False
            parts[at] = value
        for at in range(WITH_BUFFS):
            if parts[at] is None:
                continue
            if type(parts[at]) is not list:
                return False
            for name in <list>parts[at]:
                if not self.give_up(at, name):
                    return False
        if parts[WITH_XP] is not None:
            n = count(parts[WITH_XP], MOST)
            if n < 0 or not self.fix(VERB_SPEND_XP, NO_REF, 0, n):
                return False
        if parts[WITH_BUFFS] is None:
            return True
        if type(parts[WITH_BUFFS]) is not dict:
            n = count(parts[WITH_BUFFS], MOST)
            return n >= 0 and self.fix(VERB_SPEND_BUFF, NO_REF, 0, n)
        for name, value in (<dict>parts[WITH_BUFFS]).items():
            i = self.ref_of(name)
            n = count(value, MOST)
            if i == NO_REF or n < 0 or not self.fix(VERB_SPEND_BUFF, i, 0, n):
                return False
        return True

    cdef bint give_up(self, int which, object name) except -1:
        """An object by id, or a card where the verb takes cards."""
        cdef int ref = NO_REF if which == WITH_DISCARD else self.ref_of(name)
        cdef int card = 0
        if ref == NO_REF:
            if which != WITH_DISCARD and which != WITH_RECYCLE and which != WITH_BANISH:
                return False
            card = self.card(name)
            if card == 0:
                return False
        return self.fix(VERBS[which], ref, card, 1)

    cdef bint fix(self, int verb, int ref, int card, int n) noexcept:
        cdef Fixed *f
        if self.act.n_fixed >= MAX_FIXED:
            return False
        f = &self.act.fixed[self.act.n_fixed]
        self.act.n_fixed += 1
        f.verb = verb
        f.ref = ref
        f.card = card
        f.n = n
        return True


cdef int form_of(unsigned int seen) noexcept:
    """Which form it is by its keys; -1: none, or more than one. `pay` is a form, and a key of `play`."""
    cdef int form
    cdef unsigned int forms = seen & 0xFF
    if forms & 1 << KEY_PLAY:
        forms &= ~(<unsigned int>1 << KEY_PAY)
    for form in range(KEY_PLAYER):
        if forms == <unsigned int>1 << form:
            return form
    return -1


cdef bint may_die(const Position *pos, int card) noexcept:
    """Is the card in a trash, or may it come there: from a hand, the top of a deck, the board?"""
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


cdef object bits_of(object option):
    """A chosen optional cost as bits of Act.pay; None: it is none."""
    if type(option) is not str:
        return None
    found = OPTIONS.get(option)
    if found is None:
        from riftcore.scenario.actions import read_option
        from riftcore.node import Node

        try:
            found = OPTIONS[option] = option_bits(read_option(Node(option)))
        except RiftcoreError:
            return None
    return found


cdef bint read_power(dict data, unsigned char *typed, unsigned char *universal) except -1:
    """Power by domain, and "any"."""
    cdef int at, n
    for key, value in data.items():
        at = slot(DOMAIN, key)
        n = count(value, MAX_COUNT)
        if at < 0 or n < 0:
            return False
        if at < N_DOMAINS:
            typed[at] = n
        else:
            universal[0] = n
    return True


cdef bint plain_price(dict data, Demand *into) except -1:
    """Energy and Power of domains or of any domain. False: there is more in it, or something is wrong."""
    cdef int at, n
    memset(into, 0, sizeof(Demand))
    for key, value in data.items():
        at = slot(COST, key)
        if at == COST_ENERGY:
            n = count(value, MAX_COUNT)
            if n < 0:
                return False
            into.energy = n
        elif at != COST_POWER or type(value) is not dict or not read_power(<dict>value, into.power, &into.any):
            return False
    return True


cdef bint read_price(object data, Demand *into) except -1:
    """A cost without its other parts, which say nothing where a play is cheaper or for another cost."""
    if type(data) is dict and plain_price(<dict>data, into):
        return True
    found = price_of(data)
    if found is None:
        return False
    memcpy(into, <const char *><bytes>found[0], DEMAND_BYTES)
    return True


cdef tuple price_of(object data):
    """A cost as its 16 bytes and its other parts; None: left to the other readers."""
    cdef Cost cost
    if type(data) is not dict:
        return None
    try:
        form = dumps(data, 2)
    except ValueError:
        return None
    found = COSTS.get(form)
    if found is None:
        from riftcore.scenario.reader import read_cost

        try:
            told = read_cost(data)
            cost = Cost.from_dict(told.to_dict())
        except RiftcoreError:
            return None
        found = (<bytes>(<const char *>&cost.demand)[:DEMAND_BYTES], told.other)
        if len(COSTS) >= MAX_COSTS_KNOWN:
            COSTS.clear()
        COSTS[form] = found
    return found
