"""Actions: an immutable public value, and what the core reads of one.

Reading an action (`_act_reader.pyx`) takes longer than answering it. An Action keeps the result in the core's terms; a
State only looks up where the things are that it names.
"""

cimport cython
from libc.string cimport memset

from riftcore.ground._cost cimport Cost
from riftcore.position._position cimport (
    MAX_REPEATS,
    MAX_USES,
    PAY_ACCELERATE,
    PAY_ADDITIONAL,
    PAY_REPEAT,
    POOL_LEFT,
    POOL_SPENT,
    POOL_UNITS,
)
from riftcore.edge._supply cimport Payment, payment_pool

from riftcore.edge._supply import BORROW_CODES as _BORROW_CODES
from riftcore.ground._types import DOMAINS
from riftcore.errors import RiftcoreError, shown

cdef enum:
    MAX_FORM = 1 << 17      # characters of an action as JSON

# Where restricted Energy and Power stand in Act.pool; None: no card makes such.
_RESTRICTED = {"spells": (8, 11), "units": (9, None), "showdown": (10, None), "gear": (None, 12)}


cdef class Reading:
    """An action as it was read for a state, for that one and others of its kind."""


cdef class Context:
    """What the actions of a list may name though it is not there when their turn comes."""


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


cdef int read_payment(object payment, Act *act, list sources, str path) except -1:
    """What is paid: a Payment, or the steps of a scenario. Ids of sources go to `sources`, in order."""
    cdef bint made = isinstance(payment, Payment)
    act.has_payment = 1
    for step in payment.steps() if made else steps_as_read(payment, path):
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


cdef list steps_as_read(object payment, str path):
    """Steps that somebody wrote, checked as those of a scenario are."""
    from riftcore.scenario.reader import read_payment as read_steps
    from riftcore.node import Node
    from riftcore.scenario.values import PaymentStep

    if not isinstance(payment, (list, tuple)):
        raise RiftcoreError(f"expected a Payment or a list of its steps, found {shown(payment)}")
    written = [step.to_dict() if isinstance(step, PaymentStep) else step for step in payment]
    return [step.to_dict() for step in read_steps(Node(written, path))]


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
