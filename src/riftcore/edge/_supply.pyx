"""Supply, Policy and Payment as Python values: a thin shell over `_pay`.

The three make each other: a supply and a policy give a payment, and a payment leaves a supply.
"""

cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy, memset

from riftcore.ground._cost cimport Cost
from riftcore.ground._interrupt cimport NO_BUDGET, Watch, budget_of, watch_begin, watch_end
from riftcore.ground._lanes cimport lane, lanes_load, lanes_sum
from riftcore.ground._record cimport SUPPLY_BYTES, Supply as SupplyRecord, supply_fault
from riftcore.ground._types cimport (
    BORROW_ANOMALY,
    BORROW_HENGE,
    BORROW_LEGEND,
    FLAG_LEVEL6,
    FLAG_RENATA,
    FOR_RESOLUTION,
    LEGEND_READY,
    LEGEND_UNITS_ENERGY,
    MAX_HEIMERDINGERS,
    MAX_RUNES,
    N_DOMAINS,
    RECORD_VERSION,
)
from riftcore.payment cimport _pay, _payment, _policy
from riftcore.payment._distinct cimport walk_count, walk_init, walk_next
from riftcore.payment._pay cimport cheapest
from riftcore.payment._payable cimport payable
from riftcore.payment._units cimport BORROWED, BOTH, EMPOWERED


from riftcore.ground._types import DOMAINS, PURPOSES
from riftcore.errors import BudgetError, PaymentError, shown

LEGENDS = ("none", "spells_power", "gear_power", "showdown_energy", "energy", "units_energy")
BORROWS = (
    *(f"seal {name}" for name in DOMAINS),
    "one", "egg", "lux", "honeyfruit", "gold", "anomaly", "henge", "legend",
)
#: What a borrower may use, by the name that payments have for it: its code in the core (Offer.borrowed).
BORROW_CODES = {name: i for i, name in enumerate(BORROWS)} | {"honeyfruit both": BORROWS.index("honeyfruit") | BOTH}
#: The keys of a policy; "domain:NAME" besides.
POLICY_KEYS = ("recycled", "killed", "sources", "ready_runes", "leftover", "free", "universal")

_PURPOSE = {name: i for i, name in enumerate(PURPOSES)}


cdef int purpose_of(object purpose) except -1:
    """The number of a purpose; TypeError or PaymentError for what is none."""
    if purpose is None:
        return FOR_RESOLUTION
    found = _PURPOSE.get(purpose) if isinstance(purpose, str) else None
    if found is None:
        raise PaymentError(f"purpose {shown(purpose)}: expected one of {', '.join(PURPOSES)}")
    return found


cdef class Policy:
    """An order of payments: a tuple of keys, each to be as small as possible, compared in order.

    Keys: ``recycled`` (runes recycled), ``killed`` (objects killed by Adds), ``sources`` (other
    objects exhausted by Adds), ``ready_runes`` (ready runes lost: exhausted, or recycled while
    ready), ``leftover`` (what the pool holds afterwards beyond what it held before), ``free``
    (unrestricted resources spent), ``universal`` (universal Power spent), and ``domain:NAME``
    (runes of that domain recycled plus ready ones of it lost). Keys that are left out are asked
    last, in this order. What is equal by all keys is decided by docs/payment.md, "Ties".
    """

    def __init__(self, keys=POLICY_KEYS):
        cdef unsigned char code[13]
        cdef int n = 0
        if isinstance(keys, str):
            raise PaymentError(f"policy {shown(keys)}: expected a sequence of keys such as {POLICY_KEYS[:2]!r}")
        self.keys = tuple(keys)
        for key in self.keys:
            if self.keys.count(key) > 1:
                raise PaymentError(f"policy names {shown(key)} twice")
            if key in POLICY_KEYS:
                code[n] = POLICY_KEYS.index(key)
            elif isinstance(key, str) and key.startswith("domain:") and key[7:] in DOMAINS:
                code[n] = _policy.K_DOMAIN + <int>DOMAINS.index(key[7:])
            else:
                raise PaymentError(f"policy key {shown(key)}: expected one of {', '.join(POLICY_KEYS)}, or domain:NAME")
            n += 1
        _policy.policy_init(&self.policy, code, n)

    def __repr__(self):
        return f"Policy({self.keys!r})"

    def __eq__(self, other):
        return isinstance(other, Policy) and (<Policy>other).keys == self.keys

    def __hash__(self):
        return hash(self.keys)

    def __reduce__(self):
        return Policy, (self.keys,)


cdef Policy DEFAULT = Policy()
cdef dict POLICIES = {None: DEFAULT, POLICY_KEYS: DEFAULT}


cdef Policy policy_of(object policy):
    """A Policy from None, a Policy or its keys; keys are made into a Policy once."""
    if policy is None:
        return DEFAULT
    if isinstance(policy, Policy):
        return policy
    keys = tuple(policy) if not isinstance(policy, str) else policy
    found = POLICIES.get(keys)
    if found is None:
        found = Policy(keys)
        if len(POLICIES) < 64:
            POLICIES[keys] = found
    return found


cdef int field(object value, str name, int bound=63) except -1:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= bound:
        raise PaymentError(f"{name} is {shown(value)}: expected a whole number from 0 to {bound}")
    return value


cdef int by_domain(object value, str name, unsigned char *into) except -1:
    """A dict by domain, or a sequence of six."""
    if isinstance(value, dict):
        for key in value:
            if key not in DOMAINS:
                raise PaymentError(f"{name} has the key {shown(key)}: expected one of {', '.join(DOMAINS)}")
        value = [value.get(key, 0) for key in DOMAINS]
    elif len(value) != N_DOMAINS:
        raise PaymentError(f"{name} has {len(value)} entries: expected a dict by domain, or {N_DOMAINS} counts")
    for i in range(N_DOMAINS):
        into[i] = field(value[i], f"{name}[{DOMAINS[i]}]")
    return 0


cdef class Supply:
    """What one player could pay with: pool, runes and ready Add sources, as small counts.

    An immutable value, and the 48-byte record of docs/record.md (`to_bytes`, `from_bytes`).
    ``ready``, ``exhausted``, ``power`` and ``seals`` are dicts by domain or six counts; the other
    counts are those of the record: the pool (``energy``, ``universal``, restricted: ``spells_energy``,
    ``units_energy``, ``showdown_energy``, ``spells_universal``, ``gear_universal``), and ready sources by what they do:
    ``one`` (1 Energy), ``two`` (2 Energy), ``lux`` (2 Energy for spells), ``honeyfruit``, ``gold``,
    ``anomaly``, ``henge``, ``heimerdinger`` (and ``heimerdinger_empowered``) with the abilities that
    they may ``borrow``. ``legend`` is a kind of `LEGENDS`. Counts are 0 to 63, runes 12 in all.
    Raises PaymentError for anything else.
    """

    def __init__(
        self, *, ready=(0,) * 6, exhausted=(0,) * 6, energy=0, power=(0,) * 6, universal=0, spells_energy=0,
        units_energy=0, showdown_energy=0, spells_universal=0, gear_universal=0, seals=(0,) * 6, one=0, two=0,
        lux=0, honeyfruit=0, gold=0, anomaly=0, henge=0, legend=None, legend_ready=True, heimerdinger=0,
        heimerdinger_empowered=0, borrow=(), level6=False, renata=False,
    ):
        cdef SupplyRecord *r = &self.record
        memset(r, 0, sizeof(SupplyRecord))
        r.version = RECORD_VERSION
        by_domain(ready, "ready", r.ready)
        by_domain(exhausted, "exhausted", r.exhausted)
        by_domain(power, "power", r.power)
        by_domain(seals, "seals", r.seals)
        r.energy = field(energy, "energy")
        r.universal = field(universal, "universal")
        r.spells_energy = field(spells_energy, "spells_energy")
        r.units_energy = field(units_energy, "units_energy")
        r.showdown_energy = field(showdown_energy, "showdown_energy")
        r.spells_universal = field(spells_universal, "spells_universal")
        r.gear_universal = field(gear_universal, "gear_universal")
        r.one = field(one, "one")
        r.two = field(two, "two")
        r.lux = field(lux, "lux")
        r.honeyfruit = field(honeyfruit, "honeyfruit")
        r.gold = field(gold, "gold")
        r.converters = field(anomaly, "anomaly", 15) | field(henge, "henge", 15) << 4
        r.borrowers = (
            field(heimerdinger, "heimerdinger", 4) | field(heimerdinger_empowered, "heimerdinger_empowered", 4) << 4
        )
        if legend is not None:
            if legend not in LEGENDS:
                raise PaymentError(f"legend {shown(legend)}: expected one of {', '.join(LEGENDS)}")
            if legend != LEGENDS[0]:  # "none" is never ready
                r.legend = <int>LEGENDS.index(legend) | (LEGEND_READY if legend_ready else 0)
        for name in borrow:
            if name not in BORROWS:
                raise PaymentError(f"borrow {shown(name)}: expected one of {', '.join(BORROWS)}")
            r.borrow = <int>r.borrow | 1 << <int>BORROWS.index(name)
        r.flags = (FLAG_LEVEL6 if level6 else 0) | (FLAG_RENATA if renata else 0)
        runes = lanes_sum(lanes_load(r.ready) + lanes_load(r.exhausted))
        if runes > MAX_RUNES:
            raise PaymentError(f"ready and exhausted are {runes} runes: a player has at most {MAX_RUNES}")
        if heimerdinger + heimerdinger_empowered > MAX_HEIMERDINGERS:
            raise PaymentError(
                f"heimerdinger and heimerdinger_empowered are {heimerdinger + heimerdinger_empowered}:"
                f" expected {MAX_HEIMERDINGERS} at most together"
            )

    @staticmethod
    def from_bytes(data):
        """The supply of 48 bytes; PaymentError names the first byte that is out of bounds."""
        cdef Supply supply = Supply.__new__(Supply)
        cdef const unsigned char[::1] raw = memoryview(data)  # None has no bytes: a TypeError
        if raw.shape[0] != SUPPLY_BYTES:
            raise PaymentError(f"a record has {SUPPLY_BYTES} bytes, not {raw.shape[0]}")
        memcpy(&supply.record, &raw[0], SUPPLY_BYTES)
        check_record(&supply.record)
        return supply

    def to_bytes(self):
        """The 48-byte record."""
        return (<char *>&self.record)[:SUPPLY_BYTES]

    def can_pay(self, Cost cost not None, purpose=None, *, showdown=False):
        """Does some legal sequence of Adds pay this cost? Exact. (357.1.a, 429.3)

        ``purpose`` decides which restricted resources count (default: "resolution").
        """
        cdef Demand demand = cost.demand
        demand.purpose = purpose_of(purpose)
        demand.showdown = bool(showdown)
        return payable(&self.record, &demand)

    def cheapest(self, Cost cost not None, purpose=None, *, showdown=False, policy=None, budget=None):
        """The best Payment by the policy, or None when nothing pays. Exact.

        ``budget``: steps, docs/payment.md, "Budgets".
        """
        cdef Demand demand = cost.demand
        cdef _payment.Payment best
        demand.purpose = purpose_of(purpose)
        demand.showdown = bool(showdown)
        cdef Policy order = policy_of(policy)
        cdef bint found
        if budget is None and _pay.is_quick(&self.record, &order.policy):
            found = _pay.cheapest(&self.record, &demand, &order.policy, &best)
        else:
            found = best_payment(&self.record, &demand, &order.policy, budget, &best)
        if not found:
            return None
        return payment_new(&best, &self.record, demand.purpose, demand.showdown, None)

    def payments(self, Cost cost not None, purpose=None, *, showdown=False, budget=None):
        """All distinct payments, one at a time: no Add in them can be left out, and no other beats the result.

        ``budget``: steps for all of them together, docs/payment.md, "Budgets".
        """
        cdef Demand demand = cost.demand
        demand.purpose = purpose_of(purpose)
        demand.showdown = bool(showdown)
        return payments_new(&self.record, &demand, None, budget)

    def count_payments(self, Cost cost not None, purpose=None, *, showdown=False, budget=None):
        """How many distinct payments there are, without listing them.

        ``budget``: steps, docs/payment.md, "Budgets".
        """
        cdef Demand demand = cost.demand
        demand.purpose = purpose_of(purpose)
        demand.showdown = bool(showdown)
        return payments_count(&self.record, &demand, budget)

    def __eq__(self, other):
        if not isinstance(other, Supply):
            return NotImplemented
        cdef Supply o = other
        return memcmp(&self.record, &o.record, SUPPLY_BYTES) == 0

    def __hash__(self):
        return hash(self.to_bytes())

    def __repr__(self):
        return f"Supply.from_bytes(bytes.fromhex({self.to_bytes().hex()!r}))"

    def __reduce__(self):
        return Supply.from_bytes, (self.to_bytes(),)


cdef int check_record(const SupplyRecord *record) except -1:
    cdef int at = supply_fault(record)
    if at >= 0:
        value = (<const unsigned char *>record)[at]
        raise PaymentError(f"byte {at} of the record is out of bounds (docs/record.md): {value}")
    return 0


# ---------------------------------------------------------------------------------- Payment


cdef class Payments:
    """Iterator over distinct payments: a constant amount of memory, however many there are."""

    def __iter__(self):
        return self

    def __next__(self):
        cdef _payment.Payment p
        cdef Watch watch
        cdef bint found
        if self.skip:
            if self.steps == 0:
                raise BudgetError("the budget of these payments was used up before the next one: give a larger one")
            self.rewind()
        watch_begin(&watch, self.steps)
        found = walk_next(&self.walk, &p)
        if self.steps != NO_BUDGET:
            self.steps = max(watch.steps, 0)
        if watch.stopped:
            # The walk cannot go on from where it is; the next call walks to this place again.
            self.skip = self.given + 1
        watch_end(&watch)
        if not found:
            raise StopIteration
        self.given += 1
        return payment_new(&p, &self.before, self.demand.purpose, self.demand.showdown, self.roster)

    cdef int rewind(self) except -1:
        """Back to where the walk was when it was interrupted."""
        cdef _payment.Payment p
        cdef Watch watch
        cdef unsigned long long left = self.given
        watch_begin(&watch, NO_BUDGET)
        walk_init(&self.walk, &self.before, &self.demand, False)
        while left and walk_next(&self.walk, &p):
            left -= 1
        if not watch.stopped:
            self.skip = 0
        return watch_end(&watch)


cdef Payments payments_new(const SupplyRecord *record, const Demand *demand, object roster, object budget=None):
    cdef Payments found = Payments.__new__(Payments)
    found.steps = budget_of(budget)
    walk_init(&found.walk, record, demand, False)
    found.before = record[0]
    found.demand = demand[0]
    found.roster = roster
    return found


cdef bint best_payment(
    const SupplyRecord *record, const Demand *demand, const _policy.Policy *policy, object budget, _payment.Payment *best
) except -1:
    """`cheapest` of a question of its own: Ctrl-C ends it, and the budget, where it is not sure to be quick."""
    cdef Watch watch
    cdef SupplyRecord copy
    cdef bint found
    if budget is None and _pay.is_quick(record, policy):
        return _pay.cheapest(record, demand, policy, best)
    copy = record[0]
    watch_begin(&watch, budget_of(budget))
    with nogil:
        found = _pay.cheapest(&copy, demand, policy, best)
    watch_end(&watch)
    return found


cdef unsigned long long payments_count(const SupplyRecord *record, const Demand *demand, object budget) except? 0:
    """How many distinct payments there are; Ctrl-C ends it, and the budget."""
    cdef Watch watch
    cdef SupplyRecord copy = record[0]
    cdef unsigned long long n
    watch_begin(&watch, budget_of(budget))
    with nogil:
        n = walk_count(&copy, demand, 0)
    watch_end(&watch)
    return n


cdef Payment payment_new(
    const _payment.Payment *payment, const SupplyRecord *before, int purpose, bint showdown, object roster
):
    cdef Payment p = Payment.__new__(Payment)
    p.payment = payment[0]
    p.before = before[0]
    p.purpose = purpose
    p.showdown = showdown
    p.roster = roster
    p.chosen = None
    return p


cdef dict counts(uint64_t lanes):
    cdef dict found = {}
    for i in range(N_DOMAINS):
        if lane(lanes, i):
            found[DOMAINS[i]] = lane(lanes, i)
    return found


@cython.final
@cython.no_gc  # what it holds never holds it: names, and cards' ids
@cython.freelist(16)
cdef class Payment:
    """One way to pay: which runes are exhausted and recycled, which sources are used. Immutable.

    Two payments are equal when they make the same Adds and leave the same pool.
    """

    @property
    def exhausted(self):
        """Runes exhausted, by domain."""
        return counts(self.payment.exhaust)

    @property
    def recycled(self):
        """Runes recycled, by domain; an exhausted one of the domain goes first."""
        return counts(self.payment.recycle)

    @property
    def lost(self):
        """Ready runes lost, by domain: exhausted, or recycled while ready."""
        return counts(self.payment.lost)

    @property
    def key(self):
        """The values of the keys of `POLICY_KEYS`, in that order."""
        return tuple([self.payment.key[i] for i in range(len(POLICY_KEYS))])

    @property
    def keys(self):
        """All keys of a policy by name, ``domain:NAME`` included."""
        cdef dict values = {name: self.payment.key[i] for i, name in enumerate(POLICY_KEYS)}
        for i, name in enumerate(DOMAINS):
            values[f"domain:{name}"] = _payment.payment_key(&self.payment, _policy.K_DOMAIN + i)
        return values

    @property
    def left(self):
        """The pool afterwards, in the form of scenario files."""
        cdef SupplyRecord r = self.after_record()
        return pool_dict(&r)

    @property
    def paid_from(self):
        """The Supply that it was made for: without what the cost itself takes."""
        cdef Supply supply = Supply.__new__(Supply)
        supply.record = self.before
        return supply

    @property
    def paid_for(self):
        """The purpose that it was made for, such as "spell"."""
        return PURPOSES[self.purpose]

    @property
    def in_showdown(self):
        """Was a showdown in progress?"""
        return bool(self.showdown)

    def verify(self, Cost cost not None):
        """Check by single rule steps that it pays this cost and ends where it says; PaymentError says what is not so.

        Nothing of the search that found it is used. `State.verify` looks at the objects as well.
        """
        from riftcore.certificate import verify_payment

        verify_payment(self, cost)

    @property
    def uses(self):
        """Sources used: ``(kind, mode, x)`` each; kind as in `Supply`, mode of a borrower what it borrows."""
        cdef _payment.Payment *p = &self.payment
        cdef list uses = []
        cdef int i, code, x1, x2
        x1 = p.anomaly_x
        x2 = p.henge_x
        for i in range(N_DOMAINS):
            uses += [(f"seal {DOMAINS[i]}", 0, None)] * lane(p.seals, i)
        uses += [("one", 0, None)] * p.one
        uses += [("two", 0, None)] * p.two
        uses += [("lux", 0, None)] * p.lux
        uses += [("honeyfruit", 0, None)] * p.honeyfruit
        uses += [("honeyfruit", 1, None)] * p.honeyfruit_both
        uses += [("gold", 0, None)] * p.gold
        # Power to Energy first, then Energy to Power, then what costs [A][A]: a legal order (docs/payment.md).
        later = [("anomaly", 0, x1)] * p.anomaly
        henges = [("henge", 0, x2)] * p.henge
        last = [("legend", 0, None)] * p.legend
        for i in range(p.borrowers):
            code = p.borrowed[i]
            name = BORROWS[code & BORROWED]
            kind = "heimerdinger empowered" if code & EMPOWERED else "heimerdinger"
            if code & BORROWED == BORROW_ANOMALY:
                later.append((kind, name, x1))
            elif code & BORROWED == BORROW_HENGE:
                henges.append((kind, name, x2))
            elif code & BORROWED == BORROW_LEGEND:
                last.append((kind, name, None))
            else:
                uses.append((kind, f"{name} both" if code & BOTH else name, None))
        return uses + later + henges + last

    @property
    def order(self):
        """A legal order of `uses`, by their places: what needs nothing, converters, then a legend that asks for [A][A]."""
        asks = self.before.legend & ~LEGEND_READY == LEGEND_UNITS_ENERGY
        uses = self.uses
        late = [
            2 if asks and "legend" in (kind, mode) else 0 if x is None else 1
            for kind, mode, x in uses
        ]
        return sorted(range(len(uses)), key=late.__getitem__)

    def steps(self):
        """The payment as a list of single legal steps, in a legal order; JSON-ready.

        ``{"exhaust": domain, "n": N}``, ``{"recycle": domain, "n": N}``, ``{"use": object, "ability": N,
        "x": N}`` and last, where the pool held something, ``{"pool": {...}}``: what of that is spent, in the form of a pool.
        """
        cdef list steps = []
        for i in range(N_DOMAINS):
            if lane(self.payment.exhaust, i):
                steps.append({"exhaust": DOMAINS[i], "n": lane(self.payment.exhaust, i)})
        for i in range(N_DOMAINS):
            if lane(self.payment.recycle, i):
                steps.append({"recycle": DOMAINS[i], "n": lane(self.payment.recycle, i)})
        names = self.objects()
        uses = self.uses
        for i in self.order:
            _, mode, x = uses[i]
            step = {"use": names[i]}
            if mode:
                step["ability"] = mode
            if x is not None:
                step["x"] = x
            steps.append(step)
        pool = self.from_pool()
        if pool is not None:
            steps.append({"pool": pool})
        return steps

    cdef dict from_pool(self):
        """What was in the pool before and is spent, in the form of a pool; None: it held nothing."""
        cdef SupplyRecord a = self.before
        cdef SupplyRecord b = self.after_record()
        cdef unsigned char *before = <unsigned char *>&a + 12
        cdef unsigned char *left = <unsigned char *>&b + 12
        if not pool_dict(&a):
            return None
        for i in range(13):
            before[i] = before[i] - left[i] if before[i] > left[i] else 0
        return pool_dict(&a)

    def objects(self):
        """The objects used, in the order of `uses`: ids if the payment comes from a State, else kinds."""
        if self.chosen is not None:
            return list(self.chosen)
        if self.roster is None:
            return [kind for kind, _, _ in self.uses]
        taken: dict = {}
        names = []
        for kind, _, _ in self.uses:
            i = taken.get(kind, 0)
            taken[kind] = i + 1
            names.append(self.roster[kind][i])
        return names

    cdef SupplyRecord after_record(self):
        """The supply after the payment."""
        cdef SupplyRecord r = self.before
        _payment.payment_apply(&r, &self.payment, self.purpose, self.showdown)
        return r

    def after(self):
        """The Supply that is left."""
        cdef Supply supply = Supply.__new__(Supply)
        supply.record = self.after_record()
        return supply

    def __eq__(self, other):
        if not isinstance(other, Payment):
            return NotImplemented
        cdef Payment o = other
        return memcmp(&self.payment, &o.payment, sizeof(_payment.Payment)) == 0 and self.objects() == o.objects()

    def __hash__(self):
        return hash((<char *>&self.payment)[:sizeof(_payment.Payment)])

    def __reduce__(self):
        # The structs go as they are: a new field of _payment.Payment goes along by itself, and so does one that replaces a
        # field of this class with a struct. A new Python attribute is one more argument here and there.
        names = None if self.roster is None and self.chosen is None else tuple(self.objects())
        made = (<const char *>&self.payment)[:sizeof(_payment.Payment)]
        return payment_restored, (made, (<const char *>&self.before)[:SUPPLY_BYTES], self.purpose, self.showdown, names)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"<Payment {str(self)}>"

    def __str__(self):
        parts = []
        for step in self.steps():
            if "use" in step:
                text = f"use {step['use']}"
                if "ability" in step:
                    text += f" ({step['ability']})"
                if "x" in step:
                    text += f" for {step['x']}"
                parts.append(text)
            elif "pool" not in step:
                verb = "exhaust" if "exhaust" in step else "recycle"
                parts.append(f"{verb} {step['n']} {step[verb]}")
        return ", ".join(parts) or "from the pool"


def payment_restored(bytes made not None, bytes before not None, int purpose, bint showdown, tuple names):
    """A Payment from its pickle, which holds for one version of riftcore."""
    cdef _payment.Payment payment
    cdef SupplyRecord record
    cdef Payment found
    memset(&payment, 0xFF, sizeof(_payment.Payment))
    if len(made) == sizeof(_payment.Payment):
        memcpy(&payment, <const char *>made, sizeof(_payment.Payment))
    if not 0 <= payment.borrowers <= MAX_HEIMERDINGERS or len(before) != SUPPLY_BYTES:
        raise PaymentError("expected the pickle of a Payment of this version of riftcore")
    memcpy(&record, <const char *>before, SUPPLY_BYTES)
    check_record(&record)
    found = payment_new(&payment, &record, purpose, showdown, None)
    found.chosen = names
    return found


cdef int payment_pool(Payment payment, unsigned char *into) except -1:
    """The pool that a payment leaves: its 13 kinds of units, as they stand in a record."""
    cdef SupplyRecord r = payment.after_record()
    memcpy(into, <unsigned char *>&r + 12, 13)
    return 0


cdef dict pool_dict(const SupplyRecord *r):
    cdef dict pool = {}
    power = {DOMAINS[i]: r.power[i] for i in range(N_DOMAINS) if r.power[i]}
    if r.universal:
        power["any"] = r.universal
    if r.energy:
        pool["energy"] = r.energy
    if power:
        pool["power"] = power
    restricted = []
    for only, energy, universal in (
        ("spells", r.spells_energy, r.spells_universal),
        ("units", r.units_energy, 0),
        ("gear", 0, r.gear_universal),
        ("showdown", r.showdown_energy, 0),
    ):
        part: dict = {"energy": energy} if energy else {}
        if universal:
            part["power"] = {"any": universal}
        if part:
            restricted.append({**part, "only": only})
    if restricted:
        pool["restricted"] = restricted
    return pool
