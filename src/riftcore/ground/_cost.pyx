"""Costs: Energy, Power symbols, and parts that are no resource (rules 135.2, 163, 356)."""

from libc.string cimport memcmp, memset

from riftcore.ground._lanes cimport lanes_load
from riftcore.ground._types cimport ALL_DOMAINS, MAX_COUNT, N_DOMAINS

from riftcore.ground._types import DOMAINS
from riftcore.errors import CostError, shown

cdef enum:
    MAX_PARTS = 64          # non-resource parts of a cost
    MAX_PART = 200          # characters of one

_DOMAIN = {name: i for i, name in enumerate(DOMAINS)}


cdef int demand_add_hybrid(Demand *d, int mask, int n) noexcept nogil:
    """n more symbols that any domain of the mask pays. -1: a third kind of hybrid, or too many."""
    cdef int i
    if n == 0:
        return 0
    if mask == ALL_DOMAINS:
        if d.any + n > MAX_COUNT:
            return -1
        d.any += n
        return 0
    if mask & (mask - 1) == 0:
        for i in range(N_DOMAINS):
            if mask == 1 << i:
                if d.power[i] + n > MAX_COUNT:
                    return -1
                d.power[i] += n
                return 0
    if d.hybrid == 0 or d.hybrid_mask == mask:
        if d.hybrid + n > MAX_COUNT:
            return -1
        d.hybrid_mask = mask
        d.hybrid += n
    elif d.hybrid2 == 0 or d.hybrid2_mask == mask:
        if d.hybrid2 + n > MAX_COUNT:
            return -1
        d.hybrid2_mask = mask
        d.hybrid2 += n
    else:
        return -1
    if d.hybrid2 and d.hybrid2_mask < d.hybrid_mask:  # one order, so that equal costs are equal bytes
        d.hybrid, d.hybrid2 = d.hybrid2, d.hybrid
        d.hybrid_mask, d.hybrid2_mask = d.hybrid2_mask, d.hybrid_mask
    return 0


cdef int demand_add(Demand *a, const Demand *b) noexcept nogil:
    """a += b. -1 (a half-changed) when the sum is out of bounds or has three kinds of hybrids."""
    cdef int i
    if a.energy + b.energy > MAX_COUNT or a.any + b.any > MAX_COUNT:
        return -1
    a.energy += b.energy
    a.any += b.any
    for i in range(N_DOMAINS):
        if a.power[i] + b.power[i] > MAX_COUNT:
            return -1
        a.power[i] += b.power[i]
    if demand_add_hybrid(a, b.hybrid_mask, b.hybrid):
        return -1
    return demand_add_hybrid(a, b.hybrid2_mask, b.hybrid2)


cdef bint demand_covers(const Demand *dear, const Demand *cheap) noexcept nogil:
    """Does every pool that pays `dear` pay `cheap` too?

    For every set of domains `cheap` must not have more symbols that only those domains pay
    than `dear` has (Hall's condition against the worst pool that pays `dear`).
    """
    cdef int within, i, symbols
    if cheap.energy > dear.energy:
        return False
    if dear.hybrid | cheap.hybrid == 0:
        # Without hybrids (the first kind is there before the second) single domains and all together decide.
        symbols = dear.any - cheap.any
        for i in range(N_DOMAINS):
            if cheap.power[i] > dear.power[i]:
                return False
            symbols += dear.power[i] - cheap.power[i]
        return symbols >= 0
    for within in range(1, ALL_DOMAINS + 1):
        symbols = 0
        for i in range(N_DOMAINS):
            if within >> i & 1:
                symbols += dear.power[i] - cheap.power[i]
        if dear.hybrid_mask & ~within == 0:
            symbols += dear.hybrid
        if dear.hybrid2_mask & ~within == 0:
            symbols += dear.hybrid2
        if cheap.hybrid_mask & ~within == 0:
            symbols -= cheap.hybrid
        if cheap.hybrid2_mask & ~within == 0:
            symbols -= cheap.hybrid2
        if within == ALL_DOMAINS:
            symbols += dear.any - cheap.any
        if symbols < 0:
            return False
    return True


cdef Cost cost_from_demand(const Demand *demand, tuple other):
    cdef Cost cost = Cost.__new__(Cost)
    cost.demand = demand[0]
    cost.demand.purpose = cost.demand.showdown = 0
    cost.other = other
    return cost


cdef int mask_of(str key) except -1:
    """Domain mask of a Power key: "fury", "any", "calm|chaos"."""
    cdef int mask = 0
    if key == "any":
        return ALL_DOMAINS
    for name in key.split("|"):
        if name not in _DOMAIN:
            raise CostError(f"{shown(key)} names no Power: expected a domain ({', '.join(DOMAINS)}), 'any', or domains joined by '|'")
        if mask >> <int>_DOMAIN[name] & 1:
            raise CostError(f"{shown(key)} names {name} twice")
        mask |= 1 << <int>_DOMAIN[name]
    return mask


cdef int count_of(object value, str what) except -1:
    if isinstance(value, bool) or not isinstance(value, int):
        raise CostError(f"{what} is {shown(value)}: expected a whole number from 0 to {MAX_COUNT}")
    if not 0 <= value <= MAX_COUNT:
        raise CostError(f"{what} is {shown(value)}: expected 0 to {MAX_COUNT}")
    return value


cdef tuple parts_of(object other):
    """The non-resource parts, sorted: short texts that stand between braces in the notation."""
    if isinstance(other, (str, bytes, dict)) or not hasattr(other, "__iter__"):
        raise CostError(f"other is {shown(other)}: expected a list of strings")
    if hasattr(other, "__len__") and len(other) > MAX_PARTS:
        raise CostError(f"other has {len(other)} parts: expected at most {<int>MAX_PARTS}")
    cdef list parts = []
    for part in other:
        if not isinstance(part, str) or not part.strip() or len(part) > MAX_PART or not part.isprintable():
            raise CostError(f"other has the part {shown(part)}: expected a text such as 'discard 1'")
        if "{" in part or "}" in part or part != part.strip():
            raise CostError(f"other has the part {shown(part)}: expected one without braces, and without spaces around it")
        parts.append(part)
        if len(parts) > MAX_PARTS:
            raise CostError(f"other has more than {<int>MAX_PARTS} parts")
    return tuple(sorted(parts))


cdef class Cost:
    """A cost: Energy, Power symbols, and non-resource parts. An immutable value.

    ``energy``: numeric cost (163.1). ``fury`` ... ``order``: symbols of a domain (135.2.e).
    ``any``: [A], paid by Power of any domain. ``power``: the same as a dict, where hybrid symbols
    have keys like ``"calm|chaos"`` (135.2.e.6.c; at most two kinds of them). ``other``: canonical
    strings such as ``"exhaust self"`` or ``"kill 1 friendly unit"``. Counts are 0 to 63.

    >>> Cost(energy=2, fury=1, any=1) <= Cost(energy=2, fury=2)
    True

    ``a <= b`` is exact: every pool that pays b pays a (and b has all non-resource parts of a).
    Raises CostError (a ValueError) for anything else.
    """

    def __init__(
        self, energy=0, *, fury=0, calm=0, mind=0, body=0, chaos=0, order=0, any=0, power=None, other=()
    ):
        cdef int i
        memset(&self.demand, 0, sizeof(Demand))
        self.demand.energy = count_of(energy, "energy")
        for i, value in enumerate((fury, calm, mind, body, chaos, order)):
            self.demand.power[i] = count_of(value, DOMAINS[i])
        self.demand.any = count_of(any, "any")
        if power is not None:
            if not isinstance(power, dict):
                raise CostError(f"power is {shown(power)}: expected a dict such as {{'fury': 1, 'calm|chaos': 1}}")
            for key, value in power.items():
                if not isinstance(key, str):
                    raise CostError(f"power has the key {shown(key)}: expected a string")
                if demand_add_hybrid(&self.demand, mask_of(key), count_of(value, f"power[{shown(key)}]")):
                    raise CostError(f"power {shown(power)} has more than two kinds of hybrid symbols, or more than {MAX_COUNT} of one kind")
        self.other = parts_of(other)

    @staticmethod
    def parse(text):
        """A cost from its notation: ``"2[fury][any][calm|chaos]"``; ``{discard 1}`` is a non-resource part.

        ``str(cost)`` writes the same notation. Raises CostError with the place of what is wrong.
        """
        if not isinstance(text, str):
            raise CostError(f"a cost is written as a string such as '2[fury][any]', not {shown(text)}")
        import re

        token = re.compile(r"\s*(?:([0-9]+)|\[([^\]]*)\]|\{([^{}]*)\})")
        energy = 0
        power: dict = {}
        other = []
        key = None
        place = 0
        end = len(text.rstrip())
        while place < end:
            match = token.match(text, place)
            if match is None:
                raise CostError(
                    f"cost {shown(text)}: column {place + 1}: expected a number, [domain], [any], [calm|chaos] or {{discard 1}},"
                    f" found {shown(text[place:place + 40])}"
                )
            number, symbol, part = match.groups()
            if number is not None:
                # A number of thousands of digits is none that Python would read.
                number = number.lstrip("0")
                energy += int(number or 0) if len(number) <= 3 else MAX_COUNT + 1
            elif symbol is not None:
                key = symbol.strip().lower()
                try:
                    mask_of("any" if key == "a" else key)
                except CostError as error:
                    raise CostError(f"cost {shown(text)}: column {place + 1}: {error}") from None
                key = "any" if key == "a" else key
                power[key] = power.get(key, 0) + 1
            else:
                if not part.strip():
                    raise CostError(f"cost {shown(text)}: column {place + 1}: expected a part such as {{discard 1}}, found {{}}")
                other.append(part.strip())
            if energy > MAX_COUNT or len(other) > MAX_PARTS or power.get(key, 0) > MAX_COUNT:
                raise CostError(
                    f"cost {shown(text)}: column {place + 1}: expected 0 to {MAX_COUNT} Energy and symbols of a kind,"
                    f" and at most {<int>MAX_PARTS} parts"
                )
            place = match.end()
        return Cost(energy, power=power, other=other)

    @property
    def energy(self):
        """The numeric part (163.1)."""
        return self.demand.energy

    @property
    def any(self):
        """Symbols [A]."""
        return self.demand.any

    @property
    def power(self):
        """Power symbols by key, in the order of the domains, hybrids, ``any``; without zeros."""
        cdef dict power = {}
        cdef int i
        for i in range(N_DOMAINS):
            if self.demand.power[i]:
                power[DOMAINS[i]] = self.demand.power[i]
        if self.demand.hybrid:
            power[mask_name(self.demand.hybrid_mask)] = self.demand.hybrid
        if self.demand.hybrid2:
            power[mask_name(self.demand.hybrid2_mask)] = self.demand.hybrid2
        if self.demand.any:
            power["any"] = self.demand.any
        return power

    def to_dict(self):
        """The form of scenario files: ``{"energy": N, "power": {...}, "other": [...]}`` without zeros."""
        cdef dict data = {}
        if self.demand.energy:
            data["energy"] = self.demand.energy
        power = self.power
        if power:
            data["power"] = power
        if self.other:
            data["other"] = list(self.other)
        return data

    @staticmethod
    def from_dict(data):
        """The inverse of `to_dict`. Unknown keys raise CostError."""
        if not isinstance(data, dict):
            raise CostError(f"a cost is a dict such as {{'energy': 2, 'power': {{'fury': 1}}}}, not {shown(data)}")
        for key in data:
            if key not in ("energy", "power", "other"):
                raise CostError(f"a cost has no key {shown(key)}: expected energy, power, other")
        return Cost(data.get("energy", 0), power=data.get("power"), other=data.get("other", ()))

    def __add__(self, value):
        cdef Cost a, b
        cdef Demand total
        if not isinstance(self, Cost) or not isinstance(value, Cost):
            return NotImplemented
        a = self
        b = value
        total = a.demand
        if demand_add(&total, &b.demand):
            raise CostError(f"{a} + {b} is out of bounds (counts to {MAX_COUNT}, two kinds of hybrid symbols)")
        return cost_from_demand(&total, tuple(sorted(a.other + b.other)))

    def __eq__(self, value):
        if not isinstance(value, Cost):
            return NotImplemented
        cdef Cost b = value
        return memcmp(&self.demand, &b.demand, sizeof(Demand)) == 0 and self.other == b.other

    def __le__(self, value):
        if not isinstance(value, Cost):
            return NotImplemented
        cdef Cost b = value
        return demand_covers(&b.demand, &self.demand) and parts_within(self.other, b.other)

    def __ge__(self, value):
        if not isinstance(value, Cost):
            return NotImplemented
        return value <= self

    def __lt__(self, value):
        if not isinstance(value, Cost):
            return NotImplemented
        return self <= value and not value <= self

    def __gt__(self, value):
        if not isinstance(value, Cost):
            return NotImplemented
        return value < self

    def __hash__(self):
        return hash((self.demand.energy, self.demand.any, self.demand.power[0], self.demand.power[1],
                     self.demand.power[2], self.demand.power[3], self.demand.power[4], self.demand.power[5],
                     self.demand.hybrid, self.demand.hybrid_mask, self.demand.hybrid2, self.demand.hybrid2_mask,
                     self.other))

    def __bool__(self):
        """False for a cost of nothing."""
        cdef const Demand *d = &self.demand
        return (d.energy | d.any | d.hybrid | d.hybrid2 | lanes_load(d.power)) != 0 or bool(self.other)

    def __str__(self):
        power = self.power
        text = "".join([f"[{key}]" * n for key, n in power.items()])
        parts = "".join([f"{{{part}}}" for part in self.other])
        if self.demand.energy or not (text or parts):
            text = f"{self.demand.energy}{text}"
        return text + parts

    def __repr__(self):
        return f"Cost.parse({str(self)!r})"

    def __reduce__(self):
        return Cost.from_dict, (self.to_dict(),)


cdef str mask_name(int mask):
    cdef list names = [DOMAINS[i] for i in range(N_DOMAINS) if mask >> i & 1]
    return "|".join(names)


cdef bint parts_within(tuple few, tuple many):
    cdef list rest = list(many)
    for part in few:
        if part not in rest:
            return False
        rest.remove(part)
    return True
