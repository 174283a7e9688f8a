"""Actions: an immutable public value, and what the core reads of one.

Reading an action takes much longer than answering it: names are looked up and every key is checked.
A Reading keeps the result in the core's terms, free of any state; a State only looks up where the
things are that it names.
"""

cimport cython
from libc.string cimport memset

from riftcore.cards._cards cimport (
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
    KEYWORD_ACCELERATE,
    KEYWORD_DEFLECT,
    KEYWORD_EMPOWER,
    KEYWORD_EQUIP,
    KEYWORD_FLOW,
    KEYWORD_HIDDEN,
    KEYWORD_REPEAT,
    KEYWORD_WEAPONMASTER,
    VERB_BANISH,
    VERB_DISCARD,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
    VERB_SPEND_XP,
    table_with,
    table_with_part,
)
from riftcore.edge._supply cimport Payment, payment_pool, purpose_of
from riftcore.ground._cost cimport Cost
from riftcore.ground._record cimport Demand
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
    MAX_FIXED,
    MAX_REPEATS,
    MAX_TARGETS,
    MAX_USES,
    NO_REF,
    NOWHERE,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    PAY_REPEAT,
    POOL_LEFT,
    POOL_SPENT,
    POOL_UNITS,
    Fixed,
)


from riftcore.edge._supply import BORROW_CODES as _BORROW_CODES
from riftcore.ground._types import DOMAINS
from riftcore.errors import RiftcoreError, shown

cdef enum:
    MAX_FORM = 1 << 17      # characters of an action as JSON

_FORMS = frozenset(("Play", "Activate", "Trigger", "Add", "Move", "Hide", "Pay", "Event"))
_ZONES = {
    None: FROM_HAND, "hand": FROM_HAND, "trash": FROM_TRASH_ZONE, "facedown": FROM_FACEDOWN,
    "champion": FROM_CHAMPION, "deck": FROM_DECK, "banished": FROM_BANISHED, "token": FROM_TOKEN,
}
_IGNORING = {None: 0, "cost": IGNORE_BASE, "energy": IGNORE_ENERGY, "power": IGNORE_POWER, "all": IGNORE_ALL}
_KEYWORDS = {
    "accelerate": KEYWORD_ACCELERATE, "deflect": KEYWORD_DEFLECT, "empower": KEYWORD_EMPOWER, "equip": KEYWORD_EQUIP,
    "flow": KEYWORD_FLOW, "hidden": KEYWORD_HIDDEN, "repeat": KEYWORD_REPEAT, "weaponmaster": KEYWORD_WEAPONMASTER,
}
_EVENTS = {
    "start of main phase": EVENT_MAIN_PHASE, "end of turn": EVENT_END_OF_TURN, "moved": EVENT_MOVED,
    "held": EVENT_HELD, "conquered": EVENT_CONQUERED, "revealed": EVENT_REVEALED, "discarded": EVENT_DISCARDED,
    "combat started": EVENT_COMBAT_STARTED, "combat ended": EVENT_COMBAT_ENDED,
}
_OTHER_EVENT = EVENT_OTHER
# Where restricted Energy and Power stand in Act.pool; None: no card makes such.
_RESTRICTED = {"spells": (8, 11), "units": (9, None), "showdown": (10, None), "gear": (None, 12)}
LEAVING = ("countered", "resolved")  # events that take an item off the chain


cdef class Reading:
    """An action in the core's terms, for one card table."""

    cdef int read(self, object action) except -1:
        """Fill it in from an action of riftcore.scenario; table and inline are set already."""
        form = type(action).__name__
        if form not in _FORMS:
            raise RiftcoreError(f"expected an action such as {{'play': 'Charm'}}, found {form}")
        try:
            return self.read_fields(action, form)
        except RiftcoreError:
            raise
        except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
            # A value that was made by hand, with a field that the scenario form would not have.
            raise RiftcoreError(f"expected an action as riftcore.scenario reads it, found {shown(action)}: {shown(str(error))}") from None

    cdef int read_fields(self, object action, str form) except -1:
        cdef Act *act = &self.act
        memset(act, 0, sizeof(Act))
        act.ability = act.x = act.excess_damage = -1
        act.object = NO_REF
        act.to = NOWHERE
        self.names = []
        self.sources = []
        self.lying = []
        self.free = ()
        self.player = action.player
        if form == "Play":
            self.read_play(action)
        elif form == "Activate" or form == "Trigger":
            self.read_ability(action)
        elif form == "Add":
            act.form = ACT_ADD
            if action.rune is not None:
                act.rune = 1 if action.rune == "exhaust" else 2
                act.domain = DOMAINS.index(action.domain)
            else:
                act.object = self.name(action.object)
                if action.ability is not None:
                    act.ability = action.ability
                act.x = -1 if action.x is None else action.x
        elif form == "Move":
            act.form = ACT_MOVE
            self.read_targets(action.units)
            self.place = action.to
        elif form == "Hide":
            act.form = ACT_HIDE
            act.card = self.number(action.card)
            self.place = action.at
        elif form == "Pay":
            self.read_pay(action)
        elif form == "Event":
            act.form = ACT_EVENT
            act.event = _EVENTS.get(action.event, EVENT_OTHER)
            self.leaves_chain = action.event in LEAVING
            if action.object is not None:
                act.object = self.name(action.object)
            if action.card is not None:
                act.card = self.number(action.card)
        self.read_fixed(action.with_)
        if action.payment is not None:
            read_payment(action.payment, act, self.sources)
        return 0

    cdef int read_play(self, object action) except -1:
        cdef Act *act = &self.act
        act.form = ACT_PLAY
        act.card = self.number(action.card)
        act.from_ = _ZONES[action.from_]
        act.by_effect = action.by_effect
        self.brings = action.card.id.startswith("inline-")
        self.place = action.to
        self.id = action.id
        if action.object is not None:
            act.object = self.name(action.object)
        self.read_targets(action.targets)
        for option in action.pay:
            act.pay |= option_bits(option)
        if action.by is not None:
            act.by = self.number(action.by)
        act.ignoring = _IGNORING[action.ignoring]
        if action.for_ is not None:
            act.has_for = 1
            read_price(action.for_, &act.cost)
        if action.reduced is not None:
            act.has_reduced = 1
            read_price(action.reduced, &act.reduced)
        return 0

    cdef int read_ability(self, object action) except -1:
        """ACTIVATE and TRIGGER."""
        cdef Act *act = &self.act
        act.form = ACT_ACTIVATE if type(action).__name__ == "Activate" else ACT_TRIGGER
        act.object = self.name(action.object)
        if isinstance(action.ability, str):
            act.keyword = 1 + _KEYWORDS.get(action.ability, 200)
        elif action.ability is not None:
            act.ability = action.ability
        act.x = -1 if action.x is None else action.x
        self.read_targets(action.targets)
        if act.form == ACT_TRIGGER:
            act.decline = action.decline
            act.excess_damage = -1 if action.excess_damage is None else action.excess_damage
            act.purpose = purpose_of("trigger" if action.on == "finalization" else "resolution")
        return 0

    cdef int read_pay(self, object action) except -1:
        cdef Act *act = &self.act
        act.form = ACT_PAY
        act.purpose = purpose_of(action.purpose)
        read_price(action.cost, &act.cost)
        if len(action.cost.other) > MAX_COST_PARTS:
            raise RiftcoreError(f"a cost has {len(action.cost.other)} parts: riftcore holds {MAX_COST_PARTS}")
        for part in action.cost.other:
            self.table = table_with_part(self.table, part)
            act.parts[act.n_parts] = self.table.part_numbers[part]
            act.n_parts += 1
        return 0

    cdef int read_targets(self, object names) except -1:
        if len(names) > MAX_TARGETS:
            raise RiftcoreError(f"{len(names)} targets: riftcore holds {MAX_TARGETS}")
        for name in names:
            if isinstance(name, str):
                self.act.targets[self.act.n_targets] = self.name(name)
            else:
                self.lying.append(self.number(name))
                self.act.targets[self.act.n_targets] = -len(self.lying)
            self.act.n_targets += 1
        return 0

    cdef int read_fixed(self, object given) except -1:
        for verb, names in (
            (VERB_KILL, given.kill), (VERB_DISCARD, given.discard), (VERB_EXHAUST, given.exhaust),
            (VERB_RECYCLE, given.recycle), (VERB_RETURN, given.return_), (VERB_BANISH, given.banish),
        ):
            for name in names:
                self.fix(verb, name, 1)
        if given.spend_xp is not None:
            self.fix(VERB_SPEND_XP, None, given.spend_xp)
        if isinstance(given.spend_buffs, int):
            self.fix(VERB_SPEND_BUFF, None, given.spend_buffs)
        elif given.spend_buffs is not None:
            for name, n in given.spend_buffs.items():
                self.fix(VERB_SPEND_BUFF, name, n)
        return 0

    cdef int fix(self, int verb, object name, int n) except -1:
        cdef Fixed *f
        if self.act.n_fixed >= MAX_FIXED:
            raise RiftcoreError(f"more than {MAX_FIXED} objects named for costs")
        f = &self.act.fixed[self.act.n_fixed]
        self.act.n_fixed += 1
        f.verb = verb
        f.ref = NO_REF
        f.n = min(n, 255)
        if isinstance(name, str):
            f.ref = self.name(name)
        elif name is not None:
            f.card = self.number(name)
        return 0

    cdef int number(self, object card) except -1:
        """The number of a Card. One that neither the catalogue nor the state has is the action's own."""
        self.table = table_with(self.table, card)
        return self.table.find(card)

    cdef int name(self, object id) except -1:
        """The place of an id in `names`."""
        self.names.append(id)
        return len(self.names) - 1


cdef unsigned int option_bits(object option) except? 0:
    """A chosen optional cost as a bit of Act.pay."""
    name, _, number = option.partition(":")
    if name == "accelerate":
        return PAY_ACCELERATE
    if name == "additional":
        return PAY_ADDITIONAL
    if name == "repeat" and int(number or 0) < MAX_REPEATS:
        return <unsigned int>PAY_REPEAT << <int>int(number or 0)
    # No card has it: a bit that nothing answers to.
    return <unsigned int>PAY_REPEAT << (MAX_REPEATS - 1)


cdef int read_price(object cost, Demand *into) except -1:
    cdef Cost c = Cost.from_dict(cost.to_dict())
    into[0] = c.demand
    return 0


cdef int read_payment(object payment, Act *act, list sources) except -1:
    """What is paid: a Payment, or the steps of a scenario. Ids of sources go to `sources`, in order."""
    cdef bint made = isinstance(payment, Payment)
    act.has_payment = 1
    for step in payment.steps() if made else steps_as_read(payment):
        if "exhaust" in step or "recycle" in step:
            verb = "exhaust" if "exhaust" in step else "recycle"
            domain = DOMAINS.index(step[verb])
            if verb == "exhaust":
                act.exhaust[domain] = min(act.exhaust[domain] + <int>step.get("n", 1), 255)
            else:
                act.recycle[domain] = min(act.recycle[domain] + <int>step.get("n", 1), 255)
        elif "use" in step:
            if act.n_uses >= MAX_USES:
                raise RiftcoreError(f"a payment uses more than {MAX_USES} sources")
            sources.append(step["use"])
            ability = step.get("ability", 0)
            borrowed = isinstance(ability, str)
            act.uses[act.n_uses].borrow = 0x80 | <int>_BORROW_CODES[ability] if borrowed else 0
            act.uses[act.n_uses].mode = 0 if borrowed else min(ability, 255)
            act.uses[act.n_uses].x = min(step.get("x") or 0, 255)
            act.n_uses += 1
        elif not made:
            read_pool_spent(step["pool"], act)
    if made:
        # What a Payment leaves it says exactly.
        payment_pool(<Payment>payment, act.pool)
        act.has_pool = POOL_LEFT
    return 0


cdef int read_pool_spent(dict pool, Act *act) except -1:
    """What a written payment says that the pool spends."""
    cdef list n = [0] * POOL_UNITS
    cdef int i
    power = pool.get("power", {})
    n[0] = pool.get("energy", 0)
    for i, name in enumerate(DOMAINS):
        n[1 + i] = power.get(name, 0)
    n[7] = power.get("any", 0)
    for item in pool.get("restricted", ()):
        energy, universal = item.get("energy", 0), item.get("power", {}).get("any", 0)
        place, place_of_power = _RESTRICTED[item["only"]]
        if (energy and place is None) or (universal and place_of_power is None) or len(item.get("power", {})) > (universal != 0):
            raise RiftcoreError(f"a payment spends {shown(item)}: no card makes such a resource")
        n[place or 0] += energy
        n[place_of_power or 0] += universal
    act.has_pool = POOL_SPENT
    for i in range(POOL_UNITS):
        act.pool[i] = min(act.pool[i] + <int>n[i], 255)
    return 0


cdef list steps_as_read(object payment):
    """Steps that somebody wrote, checked as those of a scenario are."""
    from riftcore.scenario.actions import read_payment as read_steps
    from riftcore.node import Node
    from riftcore.scenario.values import PaymentStep

    if not isinstance(payment, (list, tuple)):
        raise RiftcoreError(f"expected a Payment or a list of its steps, found {shown(payment)}")
    written = [step.to_dict() if isinstance(step, PaymentStep) else step for step in payment]
    return [step.to_dict() for step in read_steps(Node(written, "payment"))]


cdef Reading read_form(dict data, object names, CardTable table, object inline):
    """Read the scenario form for a state: what it names, the cards of its catalogue, those it brought itself."""
    from riftcore.scenario.actions import ActionReader
    from riftcore.node import Node

    cdef Reading reading = Reading.__new__(Reading)
    action = ActionReader(names, table.catalog).read(Node(data, "action"))
    reading.table = table
    reading.inline = inline
    reading.strict = True
    reading.read(action)
    if reading.act.from_ == FROM_FACEDOWN and "to" not in data:
        reading.place = None  # where it lies, which the core finds
    given = data.get("with", {})
    strings = [data.get(key) for key in ("play", "id", "object", "add")]
    strings += [*given.get("recycle", ()), *given.get("banish", ())]
    reading.free = tuple([name for name in strings if isinstance(name, str) and name not in reading.names])
    return reading


cdef dict form(str key, object what, dict more):
    """The scenario form; what is None is left out, a name's trailing "_" only keeps it from being a Python keyword."""
    cdef dict data = {key: what}
    for name, value in more.items():
        if isinstance(value, (Cost, Payment)):
            value = value.to_dict() if isinstance(value, Cost) else value.steps()
        if value is not None:
            data[name.rstrip("_")] = value
    return data


cdef int refuse_long(dict data) except -1:
    """A list of more values than an action may have characters is not written out first to be counted."""
    for key, value in data.items():
        for inner in (value, *value.values()) if type(value) is dict else (value,):
            if type(inner) in (list, tuple, dict) and len(inner) > MAX_FORM:
                raise RiftcoreError(f"{shown(key)} of an action has {len(inner)} values: expected at most {<int>MAX_FORM}")
    return 0


cdef class Action:
    """Something that a player may do, as an immutable, hashable value: the fast form for `State.check` and `push`.

    Made by `Action.play(...)` and its like, or from the scenario form with `from_dict`; equal forms are equal.
    Asked of a state it answers as that form does, but is read only once: keep it. Names are looked
    up when it is asked: what no state could have raises then (ScenarioError).
    """

    def __init__(self):
        raise TypeError("make an Action with Action.play(...) and its like, or Action.from_dict(form)")

    @staticmethod
    def from_dict(data):
        """From the scenario form, such as ``{"play": "Charm", "targets": ["x"]}``. RiftcoreError when it is no JSON."""
        from json import dumps, loads

        cdef Action action = Action.__new__(Action)
        if not isinstance(data, dict):
            raise RiftcoreError(f"expected an action such as {{'play': 'Charm'}}, found {type(data).__name__}")
        refuse_long(data)
        try:
            action.text = dumps(data, sort_keys=True)
        except (TypeError, ValueError, RecursionError) as error:
            raise RiftcoreError(f"an action is a dict of JSON values: {error}") from None
        if len(action.text) > MAX_FORM:
            raise RiftcoreError(f"an action of {len(action.text)} characters: expected at most {<int>MAX_FORM}")
        action.data = loads(action.text)
        return action

    @staticmethod
    def play(
        card, *, player=None, id=None, from_=None, to=None, targets=None, modes=None, pay=None, by=None,
        ignoring=None, for_=None, reduced=None, with_=None, payment=None
    ):
        """Play a card (353-359), by name, or a facedown one by id. ``pay`` are optional costs, ``with_`` objects to give up."""
        return Action.from_dict(form("play", card, {
            "player": player, "id": id, "from": from_, "to": to, "targets": targets, "modes": modes, "pay": pay, "by": by,
            "ignoring": ignoring, "for": for_, "reduced": reduced, "with": with_, "payment": payment,
        }))

    @staticmethod
    def activate(object, *, ability=None, targets=None, x=None, player=None, with_=None, payment=None):
        """Use an activated ability (398-406); ``ability`` is its place in print from 0, or a keyword."""
        return Action.from_dict(form("activate", object, {
            "ability": ability, "targets": targets, "x": x, "player": player, "with": with_, "payment": payment,
        }))

    @staticmethod
    def trigger(
        object, *, ability=None, targets=None, x=None, on=None, decline=None, excess_damage=None, player=None,
        with_=None, payment=None
    ):
        """Pay the price of a trigger (383.3.b), or one asked for on resolution (``on="resolution"``).

        ``excess_damage``: what was assigned in the combat that set it off; None does not say.
        """
        return Action.from_dict(form("trigger", object, {
            "ability": ability, "targets": targets, "x": x, "on": on, "decline": decline,
            "excess_damage": excess_damage, "player": player, "with": with_, "payment": payment,
        }))

    @staticmethod
    def add(what, *, ability=None, x=None, player=None, with_=None, payment=None):
        """Add outside of a payment (429): an object, or ``"exhaust fury"``, ``"recycle fury"``."""
        return Action.from_dict(form("add", what, {
            "ability": ability, "x": x, "player": player, "with": with_, "payment": payment,
        }))

    @staticmethod
    def move(units, *, to=None, player=None, with_=None, payment=None):
        """The Standard Move of these units (144), to the base where ``to`` is left out."""
        return Action.from_dict(form("move", units, {"to": to, "player": player, "with": with_, "payment": payment}))

    @staticmethod
    def hide(card, at, *, player=None, with_=None, payment=None):
        """Hide a card of the hand at a battlefield (811)."""
        return Action.from_dict(form("hide", card, {"at": at, "player": player, "with": with_, "payment": payment}))

    @staticmethod
    def pay(cost, purpose=None, *, player=None, with_=None, payment=None):
        """Pay a bare Cost for a purpose; the default is ``"resolution"``."""
        what = cost.to_dict() if isinstance(cost, Cost) else cost
        return Action.from_dict(form("pay", what, {
            "for": purpose, "player": player, "with": with_, "payment": payment,
        }))

    @staticmethod
    def event(event, object=None, *, player=None):
        """Something happens that the rules answer: ``"end of turn"``, ``"held"``, ..."""
        return Action.from_dict(form("event", event, {"object": object, "player": player}))

    def to_dict(self):
        """The scenario form."""
        from json import loads

        return loads(self.text)

    cdef Reading kept(self):
        with cython.critical_section(self):
            return self.reading

    cdef int keep(self, Reading reading) except -1:
        with cython.critical_section(self):
            self.reading = reading
        return 0

    def __eq__(self, other):
        return isinstance(other, Action) and self.text == (<Action>other).text

    def __hash__(self):
        return hash(self.text)

    def __repr__(self):
        return f"Action.from_dict({self.data!r})"

    def __str__(self):
        return self.text

    def __reduce__(self):
        return Action.from_dict, (self.data,)
