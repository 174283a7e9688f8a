"""The scenario form of an action, read straight into an Act: what it names is looked up at once.

This is the one place that says what the form is: its keys, its bounds, its defaults, and what is wrong with an action.
A payment that is fixed by hand is read by riftcore.scenario.reader.
"""

cimport cython
from libc.string cimport memcpy, memset

from riftcore.cards._cards cimport table_with_part
from riftcore.cards._clauses cimport (
    EVENT_COMBAT_ENDED,
    EVENT_COMBAT_STARTED,
    EVENT_CONQUERED,
    EVENT_DISCARDED,
    EVENT_END_OF_TURN,
    EVENT_HELD,
    EVENT_MAIN_PHASE,
    EVENT_MOVED,
    EVENT_OTHER,
    EVENT_REVEALED,
    IS_GEAR,
    IS_SPELL,
    IS_UNIT,
)
from riftcore.edge._act_parts cimport GONE, MAX_CHOSEN, MAX_MODES, ActParts
from riftcore.edge._action cimport Action, option_bits
from riftcore.edge._lookup cimport ids_of, mortal_cards
from riftcore.edge._prices cimport plain_price, price_of
from riftcore.edge._walk cimport at_item, at_key, cards_of, count_at, items_at, numbered, slot, word
from riftcore.ground._record cimport DEMAND_BYTES
from riftcore.ground._types cimport FOR_RESOLUTION, FOR_TRIGGER, MOST
from riftcore.position._position cimport (
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
    FROM_FACEDOWN,
    FROM_HAND,
    FROM_TOKEN,
    FROM_TRASH_ZONE,
    IGNORE_ALL,
    IGNORE_BASE,
    IGNORE_ENERGY,
    IGNORE_POWER,
    MAX_COST_PARTS,
    NOWHERE,
    NO_REF,
    REF_CHAIN,
    REF_FACEDOWN,
    Player,
    card_at,
    thing_at,
)


from riftcore.cards._words import KEYWORDS
from riftcore.ground._types import DOMAINS, PURPOSES
from riftcore.errors import ScenarioError

COMMON_KEYS = ("player", "with", "payment")
ACTION_KEYS = {
    "play": ("id", "from", "to", "targets", "modes", "pay", "by", "ignoring", "for", "reduced"),
    "activate": ("ability", "targets", "x"),
    "trigger": ("ability", "targets", "x", "on", "decline", "excess_damage"),
    "add": ("ability", "x"),
    "move": ("to",),
    "hide": ("at",),
    "pay": ("for",),
    "event": ("object",),
}
#: The keys of all forms, numbered in this order: first those that tell which form it is.
KEYS = (
    *ACTION_KEYS, "player", "with", "payment", "id", "from", "to", "targets", "modes", "by", "ignoring", "for", "reduced",
    "ability", "x", "on", "decline", "excess_damage", "at", "object",
)
cdef enum:
    KEY_PLAY, KEY_ACTIVATE, KEY_TRIGGER, KEY_ADD, KEY_MOVE, KEY_HIDE, KEY_PAY, KEY_EVENT,
    KEY_PLAYER, KEY_WITH, KEY_PAYMENT, KEY_ID, KEY_FROM, KEY_TO, KEY_TARGETS, KEY_MODES, KEY_BY, KEY_IGNORING, KEY_FOR,
    KEY_REDUCED, KEY_ABILITY, KEY_X, KEY_ON, KEY_DECLINE, KEY_EXCESS, KEY_AT, KEY_OBJECT, N_KEYS
LEAVING = ("countered", "resolved")     # events that take an item off the chain

cdef dict KEY = numbered(KEYS)
cdef dict DOMAIN = numbered((*DOMAINS, "any"))
cdef dict PURPOSE = numbered(PURPOSES)
cdef dict ZONES = {
    "hand": FROM_HAND, "trash": FROM_TRASH_ZONE, "facedown": FROM_FACEDOWN, "champion": FROM_CHAMPION, "deck": FROM_DECK,
    "banished": FROM_BANISHED, "token": FROM_TOKEN,
}
cdef dict IGNORING = {"cost": IGNORE_BASE, "energy": IGNORE_ENERGY, "power": IGNORE_POWER, "all": IGNORE_ALL}
cdef dict KEYWORD = KEYWORDS
cdef dict EVENTS = {
    "start of main phase": EVENT_MAIN_PHASE, "end of turn": EVENT_END_OF_TURN, "moved": EVENT_MOVED,
    "held": EVENT_HELD, "conquered": EVENT_CONQUERED, "revealed": EVENT_REVEALED, "discarded": EVENT_DISCARDED,
    "countered": EVENT_OTHER, "resolved": EVENT_OTHER, "combat started": EVENT_COMBAT_STARTED,
    "combat ended": EVENT_COMBAT_ENDED,
}
cdef dict TIMES = {"finalization": FOR_TRIGGER, "resolution": FOR_RESOLUTION}
cdef dict ADDS = {f"{verb} {name}": 8 * verbs + i for verbs, verb in ((1, "exhaust"), (2, "recycle")) for i, name in enumerate(DOMAINS)}
cdef dict OPTIONS = {}      # bits of Act.pay, by how an option is written
cdef unsigned int[8] OF_FORM    # the keys of each form, as bits


cdef int set_forms() except -1:
    cdef int i
    for i, keys in enumerate(ACTION_KEYS.values()):
        OF_FORM[i] = 1 << i
        for key in (*keys, *COMMON_KEYS):
            OF_FORM[i] |= <unsigned int>1 << <int>KEY[key]
    return 0


set_forms()


cdef CardTable read_act(Board board, dict data, Act *act):
    """Read an action for a state: gives the table to ask with."""
    return filled(board, data, act, None, False, "action").table


cdef Reading read_form(Board board, dict data, Act *act, Context context):
    """The same with what `State.put` asks for. `context`: what else the action may name."""
    cdef ActFiller filler = filled(board, data, act, context, False, "action")
    cdef Reading reading = Reading.__new__(Reading)
    filler.act = act
    filler.tell(reading)
    return reading


def read_forms(Board board not None, forms, paths):
    """The actions of a scenario in order, as Actions, all read against the state that they start from.

    What a play names with `id` may be named by those after it, and what was there at the start though it has gone.
    """
    cdef Act act
    cdef ActFiller filler
    cdef Action action
    cdef Context context = context_of(board)
    cdef list actions = []
    for form, path in zip(forms, paths):
        if not isinstance(form, dict):
            from riftcore.node import Node, plain

            form = plain(form)
            if not isinstance(form, dict):
                Node(form, path).fail("an action")
        filler = filled(board, form, &act, context, True, path)
        filler.leave(context)
        action = Action.from_dict(form)
        action.context = context
        actions.append(action)
    return actions


cdef Context context_of(Board board):
    """What the actions of a list may name."""
    cdef Context context = Context.__new__(Context)
    cdef CardTable table = board.table
    cdef int ref
    context.ids = {}
    for name in ids_of(board):
        ref = board.ref_of(name)
        context.ids[name] = table.cards[card_at(board.pos, ref)]
    context.cards = {}
    context.mortal = {}
    for ref in mortal_cards(board.pos):
        context.mortal[cards_of(table).fold(table.cards[ref].name)] = table.cards[ref]
    return context


cdef ActFiller filled(Board board, dict data, Act *act, Context context, bint trial, str root):
    from_plain = None
    try:
        return fill(board, data, act, context, trial, root)
    except ScenarioError:
        from riftcore.node import plain

        # A part of it may only act as a dict, a list or a text.
        from_plain = plain(data)
        if from_plain is data:
            raise
    return fill(board, <dict>from_plain, act, context, trial, root)


cdef ActFiller fill(Board board, dict data, Act *act, Context context, bint trial, str root):
    cdef ActFiller filler = ActFiller.__new__(ActFiller)
    filler.root = root
    filler.depth = -1
    filler.board = board
    filler.table = board.table
    filler.act = act
    filler.cards = cards_of(board.table)
    filler.inline = board.inline
    filler.context = context
    filler.trial = trial
    if board.inline:
        filler.know(filler.cards.brought(board.inline))
    if context is not None:
        filler.know(context.cards)
    filler.read(data)
    filler.act = NULL
    return filler


@cython.final
@cython.no_gc
cdef class ActFiller(ActParts):
    """Reads one action."""

    cdef int read(self, dict data) except -1:
        cdef Act *act = self.act
        cdef unsigned int seen = 0
        cdef int at, form
        # self: it is not there, since null may be
        what = with_ = payment = id_ = from_ = to = targets = modes = pay = by = ignoring = for_ = reduced = self
        ability = x = on = decline = excess = where = thing = player = self
        self.data = data
        memset(act, 0, sizeof(Act))
        act.ability = act.x = act.excess_damage = -1
        act.object = NO_REF
        act.to = NOWHERE
        act.player = self.board.acting()
        for key, value in data.items():
            at = slot(KEY, key)
            if at < 0:
                self.no_form()
            seen |= <unsigned int>1 << at
            if at == KEY_PAY:
                pay = value
            elif at < KEY_PLAYER:
                what = value
            elif at == KEY_PLAYER:
                player = value
            elif at == KEY_WITH:
                with_ = value
            elif at == KEY_PAYMENT:
                payment = value
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
            self.no_form()
        self.seen = seen
        self.depth = 0
        if player is not self:
            at_key(self, "player")
            act.player = count_at(self, player, self.board.pos.n_players - 1, 0, "a player")
        if with_ is not self:
            self.read_with(with_)
        if payment is not self:
            self.read_paid(payment)
        if targets is not self:
            self.read_targets(targets)
        if x is not self:
            at_key(self, "x")
            act.x = count_at(self, x, MOST)
        if ability is not self:
            self.read_ability(ability, form == KEY_ADD)
        if form == KEY_PLAY:
            self.read_play(what, id_, from_, to)
            self.read_options(modes, pay, by, ignoring)
            act.has_for = self.read_price("for", for_, &act.cost)
            act.has_reduced = self.read_price("reduced", reduced, &act.reduced)
            act.by_effect = by is not self or ignoring is not self or act.has_for or act.has_reduced
        elif form == KEY_ACTIVATE:
            act.form = ACT_ACTIVATE
            self.read_object("activate", what)
        elif form == KEY_TRIGGER:
            act.form = ACT_TRIGGER
            self.read_object("trigger", what)
            self.read_trigger(on, decline, excess)
        elif form == KEY_ADD:
            self.read_add(what)
        elif form == KEY_MOVE:
            act.form = ACT_MOVE
            self.read_units(what)
            act.to = 0
            if to is not self:
                self.read_place("to", to)
        elif form == KEY_HIDE:
            act.form = ACT_HIDE
            at_key(self, "hide")
            if where is self:
                self.reject('expected the key "at" next to "hide": the battlefield')
            act.card = self.card(what)
            self.read_place("at", where)
        elif form == KEY_PAY:
            self.read_pay(pay, for_)
        else:
            self.read_event(what, thing)
        self.depth = -1
        return 0

    cdef int no_form(self) except -1:
        """Which form it is cannot be told, or a key is none of its form."""
        from riftcore.node import Node, nearest, show

        node = Node(self.data, self.root)
        fields = node.mapping("an action")
        forms = [form for form in ACTION_KEYS if form in fields and not (form == "pay" and "play" in fields)]
        if not forms:
            hints = [hint for key in fields if (hint := nearest(key, ACTION_KEYS))]
            node.fail(f"an action with one of the keys {', '.join(map(show, ACTION_KEYS))}", hints[0] if hints else "")
        if len(forms) > 1:
            node.reject(f"expected one action, found {' and '.join(map(show, forms))}")
        node.keys((forms[0], *ACTION_KEYS[forms[0]], *COMMON_KEYS))
        self.odd()

    # ------------------------------------------------------------------------------------------ the forms

    cdef int read_object(self, str key, object what) except -1:
        cdef int ref
        at_key(self, key)
        ref = self.thing(what)
        self.act.object = NO_REF if ref == GONE else ref
        return 0

    cdef int read_play(self, object what, object id_, object from_, object to) except -1:
        cdef Act *act = self.act
        cdef int kind, ref
        act.form = ACT_PLAY
        at_key(self, "play")
        ref = self.find(what)
        if ref == GONE:
            card = self.context.ids[what]
            act.card = 0 if card is None else self.number(card)
        elif ref != NO_REF:
            act.object = ref
            act.card = card_at(self.board.pos, ref)
        else:
            act.card = self.card_or_id(what)
        kind = self.table.facts[act.card].type
        if act.card == 0 or not kind & (IS_UNIT | IS_SPELL | IS_GEAR):
            self.fail(what, "a unit, a spell, a gear or the id of one" + (f", not a {self.table.cards[act.card].type}" if act.card else ""))
        if id_ is not self:
            at_key(self, "id")
            self.text(id_, "an id")
            if id_ == "base" or self.board.ref_of(id_) != NO_REF or (self.trial and id_ in self.context.ids):
                self.reject(f'the id "{id_}" is taken, expected a new one')
        if from_ is not self:
            at_key(self, "from")
            act.from_ = self.word(ZONES, from_)
        if REF_FACEDOWN <= act.object < REF_CHAIN:
            act.from_ = FROM_FACEDOWN
        elif act.from_ == FROM_FACEDOWN:
            self.find_facedown()
        elif not kind & IS_SPELL:
            act.to = 0
        # Left out of a facedown card it is where that lies, which the core finds.
        if to is not self:
            self.read_place("to", to)
        return 0

    cdef void find_facedown(self) noexcept:
        """Which facedown card has the name that is played."""
        cdef Act *act = self.act
        cdef const Player *p = &self.board.pos.players[act.player]
        cdef int i
        for i in range(p.n_facedown):
            if p.facedown[i].card == act.card:
                act.object = REF_FACEDOWN + 4 * act.player + i

    cdef int read_options(self, object modes, object pay, object by, object ignoring) except -1:
        cdef int i
        if modes is not self:
            at_key(self, "modes")
            self.act.n_modes = len(items_at(self, modes, MAX_CHOSEN))
            self.depth += 1
            for i in range(<int>len(<list>modes)):
                at_item(self, i)
                self.act.modes[i] = count_at(self, (<list>modes)[i], MOST)
            self.depth -= 1
        if pay is not self:
            at_key(self, "pay")
            items_at(self, pay, MAX_MODES)
            self.depth += 1
            for i in range(<int>len(<list>pay)):
                at_item(self, i)
                self.act.pay |= self.option((<list>pay)[i])
            self.depth -= 1
        if by is not self:
            at_key(self, "by")
            self.act.by = self.card(by)
        if ignoring is not self:
            at_key(self, "ignoring")
            self.act.ignoring = self.word(IGNORING, ignoring)
        return 0

    cdef unsigned int option(self, object option) except? 0:
        """A chosen optional cost as a bit of Act.pay."""
        found = OPTIONS.get(option) if type(option) is str else None
        if found is None:
            from riftcore.scenario.reader import read_option
            from riftcore.node import Node

            found = OPTIONS[option] = option_bits(read_option(Node(option, self.path())))
        return found

    cdef int read_ability(self, object ability, bint number_only) except -1:
        at_key(self, "ability")
        if number_only:
            self.act.ability = count_at(self, ability, MOST)
        elif type(ability) is str:
            self.act.keyword = self.word(KEYWORD, ability, "a number or a keyword:")
        else:
            self.act.ability = count_at(self, ability, MOST, 0, "a keyword or a number")
        return 0

    cdef int read_trigger(self, object on, object decline, object excess) except -1:
        cdef Act *act = self.act
        act.purpose = FOR_TRIGGER
        if on is not self:
            at_key(self, "on")
            act.purpose = self.word(TIMES, on)
        if decline is not self:
            at_key(self, "decline")
            act.decline = self.flag(decline)
        if excess is not self:
            at_key(self, "excess_damage")
            act.excess_damage = count_at(self, excess, MOST)
        if not self.seen >> KEY_PLAYER & 1 and thing_at(self.board.pos, act.object) is not NULL:
            act.player = thing_at(self.board.pos, act.object).controller
        return 0

    cdef int read_add(self, object what) except -1:
        cdef Act *act = self.act
        cdef int n
        cdef int ref = self.find(what)
        act.form = ACT_ADD
        at_key(self, "add")
        if ref != NO_REF:
            act.object = NO_REF if ref == GONE else ref
            return 0
        n = word(ADDS, what)
        if n < 0:
            self.text(what, 'an id, "exhaust fury" or "recycle fury"')
            verb, _, name = what.partition(" ")
            if verb in ("exhaust", "recycle") and name and " " not in name:
                self.no_word(DOMAIN, name, "a domain:")
            self.thing(what)
        for key in ("x", "ability"):
            if key in self.data:
                at_key(self, key)
                self.reject("a rune has no such choice")
        act.rune = n >> 3
        act.domain = n & 7
        return 0

    cdef int read_pay(self, object cost, object purpose) except -1:
        cdef Act *act = self.act
        act.form = ACT_PAY
        act.purpose = FOR_RESOLUTION
        if purpose is not self:
            at_key(self, "for")
            act.purpose = self.word(PURPOSE, purpose)
        at_key(self, "pay")
        if plain_price(cost, &act.cost):
            return 0
        found = price_of(self, cost)
        if len(found[1]) > MAX_COST_PARTS:
            self.reject(f"a cost has {len(found[1])} parts: riftcore holds {<int>MAX_COST_PARTS}")
        memcpy(&act.cost, <const char *><bytes>found[0], DEMAND_BYTES)
        for part in found[1]:
            self.table = table_with_part(self.table, part)
            act.parts[act.n_parts] = self.table.part_numbers[part]
            act.n_parts += 1
        return 0

    cdef int read_event(self, object what, object thing) except -1:
        cdef Act *act = self.act
        cdef int ref
        at_key(self, "event")
        act.form = ACT_EVENT
        act.event = self.word(EVENTS, what, "an event:")
        if thing is not self:
            at_key(self, "object")
            ref = self.find(thing)
            if ref == NO_REF:
                act.card = self.card_or_id(thing)
            elif ref != GONE:
                act.object = ref
        return 0

    # ------------------------------------------------------------------------------------------ what is told of it

    cdef int leave(self, Context context) except -1:
        """What the actions after this one may name."""
        if type(self.data.get("id")) is str and "play" in self.data:
            what = self.data["play"]
            card = context.ids.get(what) if type(what) is str else None
            context.ids[self.data["id"]] = self.table.cards[self.find_card(what)] if card is None else card
        if self.brought is not None:
            context.cards = {name: self.table.cards[number] for name, number in self.brought.items()}
        return 0

    cdef int tell(self, Reading reading) except -1:
        """What it makes and takes, and what it names, for other states and later ones."""
        cdef Act *act = self.act
        cdef dict data = self.data
        cdef dict given
        cdef int i
        reading.table = self.table
        reading.inline = self.board.inline
        reading.act = act[0]
        reading.id = data.get("id")
        reading.leaves_chain = act.form == ACT_EVENT and data["event"] in LEAVING
        reading.brings = act.form == ACT_PLAY and self.table.cards[act.card].id.startswith("inline-")
        reading.player = data.get("player")
        reading.place = data.get("to", data.get("at"))
        reading.lying = self.lying or self.context is not None
        reading.sources = self.sources
        if reading.lying:
            return 0
        reading.names = []
        what = data.get("play")
        if act.form == ACT_PLAY and act.object != NO_REF and self.find(what) == NO_REF:
            reading.act.object = NO_REF     # a facedown card by its name
        elif act.object != NO_REF:
            reading.names.append(self.board.id_of(act.object))
        for i in range(act.n_targets):
            reading.names.append(self.board.id_of(act.targets[i]))
        for i in range(act.n_fixed):
            if act.fixed[i].ref != NO_REF:
                reading.names.append(self.board.id_of(act.fixed[i].ref))
        given = data.get("with", {})
        strings = [data.get(key) for key in ("play", "id", "object", "add")]
        strings += [*given.get("recycle", ()), *given.get("banish", ())]
        reading.free = tuple([name for name in strings if type(name) is str and name not in reading.names])
        return 0


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
