"""The test oracle: what can be paid, how, and what is best, found by trying every single legal step.

It knows no theory and imports nothing of riftcore. It knows what each single step does (exhaust a rune, recycle a
rune, use a source in a mode, a converter with any X and any Power, the legend's [A][A] with any Power), and then

* lists every multiset of Adds that the objects allow (a rune, and a source without a cost of its own, needs only its
  object, so those Adds come first and their order does not matter);
* from the pool that they make, tries every order of the uses that have a cost, each paid in every way, and
  pays every symbol of the cost in every way;
* applies the definitions of *minimal*, *distinct* and *best* to what it found, word by word.

Two kinds of text live here. `steps_from`, `pay` and `keys_of` are the rules, written with plain tuples; `replay` and
`steps_pay` use only these, so they judge a payment without any search. `solve` does the same work many times
faster: **a bundle of small counts is one Python int with one byte for each count**, so that adding two bundles is one
`+`, and "each count of a is at most that of b" is one subtraction. tests/test_reference.py compares the two.

    solve(situation, demand) -> Solved(payable, payments, best)

Fields of a pool, in order: Energy, Power of the six domains, universal Power, Energy for spells, for units,
for showdowns, universal Power for spells, for gear.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple

DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")
PURPOSES = (
    "spell", "unit", "gear", "unit ability", "gear ability", "legend ability", "trigger", "resolution", "move", "hide",
)  # fmt: skip
LEGENDS = ("spells_power", "gear_power", "showdown_energy", "energy", "units_energy")
ABILITIES = (*(f"seal {d}" for d in DOMAINS), "one", "egg", "lux", "honeyfruit", "gold", "anomaly", "henge", "legend")
DEFAULT = ("recycled", "killed", "sources", "ready_runes", "leftover", "free", "universal")
DOMAIN_KEYS = tuple(f"domain:{d}" for d in DOMAINS)

# The objects, by kind, in the order of the contract's last tie; a plain and an empowered Heimerdinger differ.
KINDS = (
    *(f"seal {d}" for d in DOMAINS),
    "one", "two", "lux", "honeyfruit", "gold", "anomaly", "henge", "legend", "heimerdinger", "heimerdinger empowered",
)  # fmt: skip
MORTAL = ("gold", "heimerdinger", "heimerdinger empowered")  # kinds that an Add may kill

SIX = (0,) * 6
MAX_UNITS = 100  # every count stays below 128, the top bit of its byte


class Pool(NamedTuple):
    """What lies in a rune pool."""

    energy: int = 0
    power: tuple[int, ...] = SIX
    universal: int = 0
    spells_energy: int = 0
    units_energy: int = 0
    showdown_energy: int = 0
    spells_universal: int = 0
    gear_universal: int = 0


class Situation(NamedTuple):
    """One player: runes, pool, ready sources by kind, and what is switched on."""

    ready: tuple[int, ...] = SIX
    exhausted: tuple[int, ...] = SIX
    energy: int = 0
    power: tuple[int, ...] = SIX
    universal: int = 0
    spells_energy: int = 0
    units_energy: int = 0
    showdown_energy: int = 0
    spells_universal: int = 0
    gear_universal: int = 0
    seals: tuple[int, ...] = SIX
    one: int = 0
    two: int = 0
    lux: int = 0
    honeyfruit: int = 0
    gold: int = 0
    anomaly: int = 0
    henge: int = 0
    legend: str | None = None  # one of LEGENDS
    legend_ready: bool = True
    heimerdinger: int = 0  # plain ones
    heimerdinger_empowered: int = 0
    borrow: frozenset[str] = frozenset()  # what a Heimerdinger may do: some of ABILITIES
    level6: bool = False
    renata: bool = False
    showdown: bool = False


class Demand(NamedTuple):
    """A cost and its purpose. A hybrid is (mask of domains: 6 bits or a set of indices, count)."""

    energy: int = 0
    power: tuple[int, ...] = SIX
    any: int = 0
    hybrids: tuple[tuple[int | frozenset[int], int], ...] = ()
    purpose: str = "resolution"


class Result(NamedTuple):
    """What is there after a payment; two payments with equal results are one."""

    ready: tuple[int, ...]  # ready runes by domain
    total: tuple[int, ...]  # ready and exhausted runes by domain
    sources: tuple[int, ...]  # ready objects by kind, as KINDS
    gone: tuple[int, ...]  # objects killed by Adds, as MORTAL
    pool: Pool  # what is left in the pool


class Best(NamedTuple):
    """A best payment: `keys`, then `ties`, are as small as possible.

    Payments with equal keys and ties count as one; which of them this is has no meaning, so compare keys and ties.
    """

    exhausted: tuple[int, ...]  # m, runes exhausted by domain
    recycled: tuple[int, ...]  # k, runes recycled by domain
    uses: tuple[tuple[tuple, int], ...]  # ((use, count), ...): a use is a step without its X, as `uses_of` lists them
    x_anomaly: int  # sum over all uses
    x_henge: int
    keys: tuple[int, ...]  # the policy's keys, then the default keys that it leaves out
    ties: tuple[int, ...]  # Adds, -Energy spent, showdown Energy spent; negated: k, ready lost, typed spent, uses
    result: Result


class Solved(NamedTuple):
    payable: bool
    payments: frozenset[Result] | None  # the distinct payments; None when not wanted
    best: dict[tuple[str, ...], Best | None]  # by policy; None when nothing pays


class IllegalStep(ValueError):
    """A step that the player cannot take."""


# ---------------------------------------------------------------------------------------------------------------------
# The rules, in plain tuples. A flat pool is a tuple of 13 counts.

ENERGY, UNIVERSAL = 0, 7
SPELLS_ENERGY, UNITS_ENERGY, SHOWDOWN_ENERGY, SPELLS_UNIVERSAL, GEAR_UNIVERSAL = 8, 9, 10, 11, 12
POWER = range(1, 7)
UNRESTRICTED_POWER = range(1, 8)
UNRESTRICTED = range(8)
ALL_ENERGY = (ENERGY, SPELLS_ENERGY, UNITS_ENERGY, SHOWDOWN_ENERGY)


def flat_pool(s: Situation) -> tuple[int, ...]:
    """The situation's pool as 13 counts."""
    return (s.energy, *s.power, s.universal, s.spells_energy, s.units_energy, s.showdown_energy,
            s.spells_universal, s.gear_universal)  # fmt: skip


def full_pool(flat: tuple[int, ...] | bytes) -> Pool:
    """13 counts as a Pool."""
    return Pool(flat[0], tuple(flat[1:7]), *flat[7:13])


def source_counts(s: Situation) -> tuple[int, ...]:
    """Ready sources by kind, as KINDS."""
    legend = int(s.legend is not None and s.legend_ready)
    return (*s.seals, s.one, s.two, s.lux, s.honeyfruit, s.gold, s.anomaly, s.henge, legend,
            s.heimerdinger, s.heimerdinger_empowered)  # fmt: skip


def kind_of(use: tuple) -> int:
    """The kind (index in KINDS) of the object that a use needs."""
    if use[0] == "seal":
        return use[1]
    if use[0] == "heimerdinger":
        return 15 if use[1] else 14
    return KINDS.index(use[0])


def kills(use: tuple) -> bool:
    """Does this use kill its object? Gold's own ability, and the one that a Heimerdinger borrows from it."""
    return use[0] == "gold" or (use[0] == "heimerdinger" and use[2] == "gold")


@lru_cache(1 << 11)
def _uses(s_legend: str | None, borrow: frozenset[str], level6: bool, renata: bool) -> tuple[tuple[tuple, object], ...]:
    """Every use that some object may have: (use, what it does).

    What it does is a tuple of (pool field, amount), or the word "anomaly", "henge" or "legend" where the ability has
    a cost of its own.
    """
    fruit = ((UNIVERSAL, 1),), ((ENERGY, 1), (UNIVERSAL, 1))
    legend: object = {
        None: None,
        "spells_power": ((SPELLS_UNIVERSAL, 1),),
        "gear_power": ((GEAR_UNIVERSAL, 1),),
        "showdown_energy": ((SHOWDOWN_ENERGY, 1),),
        "energy": ((ENERGY, 1),),
        "units_energy": "legend",
    }[s_legend]
    found: list[tuple[tuple, object]] = [(("seal", d), ((1 + d, 1),)) for d in range(6)]
    found.append((("one",), ((ENERGY, 1),)))
    found.append((("two",), ((ENERGY, 2),)))
    found.append((("lux",), ((SPELLS_ENERGY, 2),)))
    found.append((("honeyfruit", 0), fruit[0]))
    if level6:
        found.append((("honeyfruit", 1), fruit[1]))
    found.append((("gold",), ((ENERGY, 1), (UNIVERSAL, 1)) if renata else ((UNIVERSAL, 1),)))
    found.append((("anomaly",), "anomaly"))
    found.append((("henge",), "henge"))
    if legend is not None:
        found.append((("legend",), legend))
    for empowered in (False, True):
        lent: dict[str, object] = {f"seal {d}": ((1 + i, 1),) for i, d in enumerate(DOMAINS)}
        lent |= {"one": ((ENERGY, 1),), "egg": ((ENERGY, 2 if empowered else 1),), "lux": ((SPELLS_ENERGY, 2),)}
        lent |= {"gold": ((UNIVERSAL, 1),), "anomaly": "anomaly", "henge": "henge"}  # never Renata's bonus
        if legend is not None:
            lent["legend"] = legend
        for ability in ABILITIES:
            if ability not in borrow:
                continue
            if ability == "honeyfruit":
                for mode in range(2 if level6 else 1):
                    found.append((("heimerdinger", empowered, ability, mode), fruit[mode]))
            elif ability in lent:
                found.append((("heimerdinger", empowered, ability, 0), lent[ability]))
    return tuple(found)


def uses_of(s: Situation) -> tuple[tuple[tuple, object], ...]:
    """Every (use, what it does) of the situation, whether or not an object for it is ready."""
    return _uses(s.legend, s.borrow, s.level6, s.renata)


class State(NamedTuple):
    """A moment in the middle of a payment."""

    ready: tuple[int, ...]
    exhausted: tuple[int, ...]
    sources: tuple[int, ...]  # ready, by KINDS
    gone: tuple[int, ...]  # by MORTAL
    pool: tuple[int, ...]


def start_state(s: Situation) -> State:
    """The moment before the first step."""
    return State(s.ready, s.exhausted, source_counts(s), (0, 0, 0), flat_pool(s))


def _plus(counts: tuple[int, ...], index: int, n: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] + n, *counts[index + 1 :])


def _spend(pool: tuple[int, ...], fields: tuple[int, ...] | range, n: int) -> set[tuple[int, ...]]:
    """Every pool that is left when n units of these fields are spent."""
    pools = {pool}
    for _ in range(n):
        pools = {_plus(p, f, -1) for p in pools for f in fields if p[f]}
    return pools


def steps_from(s: Situation, state: State) -> Iterator[tuple[tuple, State]]:
    """Every single legal step from here, with where it leads.

    Steps: ("exhaust", d), ("recycle", d) (an exhausted rune before a ready one), ("seal", d), ("one",), ("two",),
    ("lux",), ("honeyfruit", mode), ("gold",), ("anomaly", X), ("henge", X), ("legend",),
    ("heimerdinger", empowered, ability, X or mode or 0). A step may lead to several places: its cost may be paid in
    several ways.
    """
    for d in range(6):
        less_ready, less_exhausted = _plus(state.ready, d, -1), _plus(state.exhausted, d, -1)
        if state.ready[d]:
            more_exhausted, pool = _plus(state.exhausted, d, 1), _plus(state.pool, ENERGY, 1)
            yield ("exhaust", d), state._replace(ready=less_ready, exhausted=more_exhausted, pool=pool)
        pool = _plus(state.pool, 1 + d, 1)
        if state.exhausted[d]:
            yield ("recycle", d), state._replace(exhausted=less_exhausted, pool=pool)
        elif state.ready[d]:
            yield ("recycle", d), state._replace(ready=less_ready, pool=pool)
    for use, does in uses_of(s):
        kind = kind_of(use)
        if not state.sources[kind]:
            continue
        gone = _plus(state.gone, MORTAL.index(KINDS[kind]), 1) if kills(use) else state.gone
        after = state._replace(sources=_plus(state.sources, kind, -1), gone=gone)
        if does == "legend":  # [A][A], exhaust: 2 Energy for units
            for pool in _spend(state.pool, UNRESTRICTED_POWER, 2):
                yield use, after._replace(pool=_plus(pool, UNITS_ENERGY, 2))
        elif does in ("anomaly", "henge"):  # X Power: X Energy; X Energy: X universal Power
            fields = UNRESTRICTED_POWER if does == "anomaly" else (ENERGY, SHOWDOWN_ENERGY) if s.showdown else (ENERGY,)
            made = ENERGY if does == "anomaly" else UNIVERSAL
            for x in range(sum(state.pool[f] for f in fields) + 1):
                step = (*use[:3], x) if use[0] == "heimerdinger" else (*use, x)
                for pool in _spend(state.pool, fields, x):
                    yield step, after._replace(pool=_plus(pool, made, x))
        else:
            pool = state.pool
            for field, n in does:
                pool = _plus(pool, field, n)
            yield use, after._replace(pool=pool)


def usable(s: Situation, d: Demand) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The fields that pay an Energy of this cost, and those that pay a Power symbol beside its own domains."""
    energy, power = [ENERGY], [UNIVERSAL]
    if d.purpose == "spell":
        energy.append(SPELLS_ENERGY)
        power.append(SPELLS_UNIVERSAL)
    if d.purpose in ("unit", "unit ability"):
        energy.append(UNITS_ENERGY)
    if d.purpose in ("gear", "gear ability"):
        power.append(GEAR_UNIVERSAL)
    if s.showdown:
        energy.append(SHOWDOWN_ENERGY)
    return tuple(energy), tuple(power)


def mask_domains(mask: int | frozenset[int]) -> tuple[int, ...]:
    """The domains (indices) of a hybrid mask."""
    return tuple(d for d in range(6) if (mask >> d & 1 if isinstance(mask, int) else d in mask))


def power_symbols(d: Demand) -> list[tuple[int, ...]]:
    """The Power symbols of a cost, each as the domains that pay it."""
    symbols = [(i,) for i in range(6) for _ in range(d.power[i])]
    for mask, count in d.hybrids:
        symbols += [mask_domains(mask)] * count
    return symbols + [tuple(range(6))] * d.any


def pay(s: Situation, d: Demand, pool: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every pool that is left when this pool pays the cost; empty when it cannot."""
    energy, power = usable(s, d)
    pools = _spend(pool, energy, d.energy)
    for symbol in power_symbols(d):
        fields = (*(1 + i for i in symbol), *power)
        pools = {_plus(p, f, -1) for p in pools for f in fields if p[f]}
    return pools


def _result(state: State, pool: tuple[int, ...]) -> Result:
    total = tuple(r + x for r, x in zip(state.ready, state.exhausted, strict=True))
    return Result(state.ready, total, state.sources, state.gone, full_pool(pool))


def replay(s: Situation, d: Demand, steps: list[tuple]) -> set[Result]:
    """Take the steps one by one, pay at the end: every result that this can have, none when the pool does not pay.

    Raises IllegalStep at the first step that the player cannot take.
    """
    states = {start_state(s)}
    for i, step in enumerate(steps):
        step = tuple(DOMAINS.index(p) if p in DOMAINS else p for p in step)
        if step[0] == "heimerdinger" and step[3] is None:
            step = (*step[:3], 0)
        states = {after for state in states for label, after in steps_from(s, state) if label == step}
        if not states:
            raise IllegalStep(f"step {i}: {step}")
    return {_result(state, pool) for state in states for pool in pay(s, d, state.pool)}


def steps_pay(s: Situation, d: Demand, steps: list[tuple]) -> bool:
    """Do these steps, all legal one after the other (else IllegalStep), end in a pool that pays the cost?"""
    return bool(replay(s, d, steps))


def key_order(policy: tuple[str, ...]) -> tuple[str, ...]:
    """The policy's keys, then the default keys that it leaves out."""
    for key in policy:
        if key not in DEFAULT and key not in DOMAIN_KEYS:
            raise ValueError(f"no such key: {key}")
    order = tuple(dict.fromkeys(policy))
    return order + tuple(key for key in DEFAULT if key not in order)


def net_spent(s: Situation, exhausted, recycled, uses, left: Pool) -> list[int]:
    """By pool field: what was there before, and added by runes and sources, less what is there afterwards.

    What an anomaly or a henge makes is not counted as added, so a field may come out below 0. Arguments as the fields
    of Best.
    """
    does = dict(uses_of(s))
    net = [b - a for b, a in zip(flat_pool(s), (left.energy, *left.power, *left[2:]), strict=True)]
    net[ENERGY] += sum(exhausted)
    for i in range(6):
        net[1 + i] += recycled[i]
    for use, n in uses:
        adds = ((UNITS_ENERGY, 2),) if does[use] == "legend" else does[use]
        for field, amount in () if isinstance(adds, str) else adds:
            net[field] += n * amount
    return net


def wastes(net: list[int]) -> bool:
    """Do converters make more Energy, or more universal Power, than the payment spends? Then it is never best."""
    return net[ENERGY] < 0 or net[UNIVERSAL] < 0


def keys_of(
    s: Situation, exhausted, recycled, uses, left: Pool, policy=DEFAULT
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(keys, ties) of a payment, by their definitions; smaller is better. Arguments as the fields of Best."""
    net = net_spent(s, exhausted, recycled, uses, left)
    by_kind = [0] * 16
    fruit = [0, 0]  # by mode
    killed = 0
    for use, n in uses:
        by_kind[kind_of(use)] += n
        killed += n if kills(use) else 0
        if use[0] == "honeyfruit":
            fruit[use[1]] += n
    lost = [max(m, k - x, 0) for m, k, x in zip(exhausted, recycled, s.exhausted, strict=True)]
    value = {
        "recycled": sum(recycled),
        "killed": killed,
        "sources": sum(by_kind) - killed,
        "ready_runes": sum(lost),
        "leftover": max(0, left.energy + sum(left.power) + sum(left[2:]) - sum(flat_pool(s))),
        "free": sum(net[f] for f in UNRESTRICTED),
        "universal": net[UNIVERSAL],
    }
    for i, key in enumerate(DOMAIN_KEYS):
        value[key] = recycled[i] + max(exhausted[i], recycled[i] - s.exhausted[i], 0)
    ties = (
        sum(exhausted) + sum(recycled) + sum(by_kind),
        -sum(net[f] for f in ALL_ENERGY),
        net[SHOWDOWN_ENERGY],
        *(-k for k in recycled),
        *(-n for n in lost),
        *(-net[f] for f in POWER),
        *(-n for n in (*by_kind[:9], *fruit, *by_kind[10:])),
    )
    return tuple(value[key] for key in key_order(policy)), ties


def pool_at_least(q: Pool, p: Pool) -> bool:
    """Can p's units be matched to different units of q, each at least as good?

    Equal units go together first; what then is left of p needs the one better thing there is: free Energy for a
    restricted Energy, universal Power for a Power of a domain or a restricted one. (test_reference.py tries all
    matchings.)
    """
    energy, universal = q.energy - p.energy, q.universal - p.universal
    for a, b in zip(q[3:6], p[3:6], strict=True):
        energy -= max(0, b - a)
    for a, b in zip(q.power + q[6:], p.power + p[6:], strict=True):
        universal -= max(0, b - a)
    return energy >= 0 and universal >= 0


def at_least(q: Result, p: Result) -> bool:
    """Is q as good as p or better, everywhere?"""
    return (
        all(a >= b for a, b in zip(q.ready + q.total + q.sources, p.ready + p.total + p.sources, strict=True))
        and all(a <= b for a, b in zip(q.gone, p.gone, strict=True))
        and pool_at_least(q.pool, p.pool)
    )


# ---------------------------------------------------------------------------------------------------------------------
# The same in bundles: an int with one byte for each named count. From the lowest byte:
#   13 the pool
#    3 uses with a cost that are still to come (anomaly, henge, legend), 2 X so far (anomaly, henge), 1 use under way
#   57 the Adds: runes exhausted, runes recycled, uses
#   31 what is lost: ready runes, runes, objects used by kind, objects killed by kind
#      the keys and ties of a policy, the first one on top, so that the smaller int is the better payment

ALL_USES = tuple(use for use, _ in _uses("energy", frozenset(ABILITIES), True, False))
KIND_OF = {use: kind_of(use) for use in ALL_USES}
FIELDS = (
    *(("pool", i) for i in range(13)),
    ("todo", "anomaly"), ("todo", "henge"), ("todo", "legend"), ("x", "anomaly"), ("x", "henge"), ("under way",),
    *(("exhaust", d) for d in range(6)), *(("recycle", d) for d in range(6)), *ALL_USES,
    *(("lost ready", d) for d in range(6)), *(("lost", d) for d in range(6)),
    *(("used", k) for k in range(16)), *(("gone", k) for k in range(3)),
)  # fmt: skip
PLACE = {name: 8 * i for i, name in enumerate(FIELDS)}
UNIT = [1 << 8 * i for i in range(13)]
BYTE = [255 << 8 * i for i in range(13)]
N_STATE, N_ADDS, N_LOSS = 19, 12 + len(ALL_USES), 31
STATE_MASK = (1 << 8 * N_STATE) - 1
TODO_MASK = 0xFFFFFF << PLACE["todo", "anomaly"]
BUSY_MASK = TODO_MASK | 255 << PLACE["under way",]
ENERGY_MASK = BYTE[0] | BYTE[8] | BYTE[9] | BYTE[10]
POWER_MASK = sum(BYTE[f] for f in (*UNRESTRICTED_POWER, 11, 12))
POOL_MASK = ENERGY_MASK | POWER_MASK
ADDS_MASK = ((1 << 8 * N_ADDS) - 1) << 8 * N_STATE
ADDS_TOP = sum(128 << 8 * i for i in range(N_STATE, N_STATE + N_ADDS))  # the top bit of each byte
LOSS_AT = 8 * (N_STATE + N_ADDS)
LOSS_MASK = (1 << 8 * N_LOSS) - 1
LOSS_TOP = sum(128 << 8 * i for i in range(N_LOSS))
KEYS_AT = LOSS_AT + 8 * N_LOSS
TODO_ANOMALY, TODO_HENGE, TODO_LEGEND = (1 << PLACE["todo", word] for word in ("anomaly", "henge", "legend"))
X_ANOMALY, X_HENGE = (1 << PLACE["x", word] for word in ("anomaly", "henge"))
ANOMALY_UNDER_WAY, HENGE_UNDER_WAY = 1 << PLACE["under way",], 2 << PLACE["under way",]
MIDDLE = 100  # added once to each key or tie that may be negative, so that its byte is not


@lru_cache(256)
class _Layout:
    """Where the keys and ties of a policy lie. They are ordered like the tuples that `keys_of` gives."""

    def __init__(self, policy: tuple[str, ...]):
        self.order = key_order(policy)
        ties = ("adds", "energy", "showdown", *(f"k{d}" for d in range(6)), *(f"r{d}" for d in range(6)))
        ties += (*(f"p{d}" for d in range(6)), *(f"u{k}" for k in range(17)))
        names = (*self.order, *ties)
        self.unit = {name: 1 << 8 * (len(names) - 1 - i) for i, name in enumerate(names)}
        # The MIDDLEs of what the Adds decide, and of what is known when the cost is paid.
        self.floor = sum(MIDDLE * self.unit[name] for name in ties[3:15] + ties[21:])
        self.middle = sum(MIDDLE * self.unit[name] for name in ("free", "universal", "energy", *ties[15:21]))
        self.adds_at = KEYS_AT + self.unit["adds"].bit_length() - 1
        # What one unit that stays in the pool does to the keys: it was not spent.
        self.left = [0] * 13
        for f in UNRESTRICTED:
            self.left[f] -= self.unit["free"]
        self.left[UNIVERSAL] -= self.unit["universal"]
        for f in ALL_ENERGY:
            self.left[f] += self.unit["energy"]
        self.left[SHOWDOWN_ENERGY] -= self.unit["showdown"]
        for d in range(6):
            self.left[1 + d] += self.unit[f"p{d}"]

    def read(self, keys: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The keys and ties in an int, as `keys_of` gives them."""
        n = len(self.unit)
        values = list(keys.to_bytes(n, "big"))
        middle = (self.floor + self.middle).to_bytes(n, "big")
        values = [v - m for v, m in zip(values, middle, strict=True)]
        k = len(self.order)
        return tuple(values[:k]), tuple(values[k:])

    def bundle(self, counts: dict, keys: dict) -> int:
        """An int from named counts and named keys (a key that this policy does not ask for is left out)."""
        value = sum(n << PLACE[name] for name, n in counts.items())
        return value + (sum(n * self.unit[name] for name, n in keys.items() if name in self.unit) << KEYS_AT)


@lru_cache(1 << 11)
def _rune_options(policy: tuple[str, ...], d: int, r: int, x: int) -> list[int]:
    """Every (m, k) of one domain: m of the r ready runes exhausted, k of all recycled, exhausted ones first."""
    layout, options = _Layout(policy), []
    for m in range(r + 1):
        for k in range(r + x + 1):
            lost = r - min(r - m, r + x - k)
            counts = {("pool", ENERGY): m, ("pool", 1 + d): k, ("exhaust", d): m, ("recycle", d): k,
                      ("lost ready", d): lost, ("lost", d): k}  # fmt: skip
            keys = {"recycled": k, "ready_runes": lost, DOMAIN_KEYS[d]: k + lost,
                    "adds": m + k, f"k{d}": -k, f"r{d}": -lost}  # fmt: skip
            options.append(layout.bundle(counts, keys))
    return options


@lru_cache(1 << 11)
def _source_options(policy: tuple[str, ...], kind: int, count: int, uses: tuple) -> list[int]:
    """Every multiset of at most `count` uses of one kind of object."""
    layout, singles = _Layout(policy), []
    for use, does in uses:
        killed = kills(use)
        counts = {use: 1, ("used", kind): 1}
        if killed:
            counts["gone", MORTAL.index(KINDS[kind])] = 1
        if isinstance(does, str):
            counts["todo", does] = 1
        else:
            counts |= {("pool", field): amount for field, amount in does}
        # The last tie counts Honeyfruit's two modes apart.
        tie = 10 if use == ("honeyfruit", 1) else kind if kind < 10 else kind + 1
        singles.append(layout.bundle(counts, {"killed" if killed else "sources": 1, "adds": 1, f"u{tie}": -1}))
    return [sum(some) for n in range(count + 1) for some in combinations_with_replacement(singles, n)]


def _options(s: Situation, policy: tuple[str, ...]) -> list[list[int]]:
    """For each domain's runes and each kind of source, every choice of Adds."""
    options = [_rune_options(policy, d, s.ready[d], s.exhausted[d]) for d in range(6) if s.ready[d] or s.exhausted[d]]
    counts = source_counts(s)
    if any(counts):
        by_kind: dict[int, list] = {}
        for use in uses_of(s):
            kind = KIND_OF[use[0]]
            if counts[kind]:
                by_kind.setdefault(kind, []).append(use)
        options += [_source_options(policy, kind, counts[kind], tuple(uses)) for kind, uses in by_kind.items()]
    return options


class _Left(dict):
    """From a part of a pool (Energy or Power) to every part that is left when the symbols are paid. Fills itself.

    A symbol is the list of the fields that pay it.
    """

    def __init__(self, symbols: tuple[tuple[int, ...], ...]):
        self.symbols = [[(UNIT[f], BYTE[f]) for f in fields] for fields in symbols]

    def __missing__(self, part: int) -> set[int]:
        parts = {part}
        for fields in self.symbols:
            parts = {p - unit for p in parts for unit, byte in fields if p & byte}
            if not parts:
                break
        self[part] = parts
        return parts


@lru_cache(1 << 10)
def _energy_left(n: int, fields: tuple[int, ...]) -> _Left:
    return _Left((fields,) * n)


@lru_cache(1 << 8)
def _power_left(symbols: tuple[tuple[int, ...], ...], fields: tuple[int, ...]) -> _Left:
    return _Left(tuple((*(1 + i for i in symbol), *fields) for symbol in symbols))


class _Search:
    """The search for one situation and one demand."""

    def __init__(self, s: Situation, d: Demand):
        _check(s, d)
        self.s, self.d = s, d
        energy, power = usable(s, d)
        self.energy_left = _energy_left(d.energy, energy)
        self.power_left = _power_left(tuple(power_symbols(d)), power)
        self.pool = int.from_bytes(bytes(flat_pool(s)), "little")
        self.henge_fields = (ENERGY, SHOWDOWN_ENERGY) if s.showdown else (ENERGY,)
        self.seen_ends: dict[int, set[int]] = {}

    def pays(self, pool: int) -> bool:
        """Does this pool pay the cost?"""
        return bool(self.energy_left[pool & ENERGY_MASK] and self.power_left[pool & POWER_MASK])

    def moves(self, state: int) -> list[tuple[int, int]]:
        """Where the uses with a cost lead from here, one choice at a time, each with the X that it adds.

        A use is started, then pays for its X one unit at a time and adds one unit for each, then is done: what one
        use adds it cannot pay with (Power makes Energy, Energy makes Power), so this is the same as paying X at once.
        """
        if state & ANOMALY_UNDER_WAY:
            gain = UNIT[ENERGY]
            found = [(state - UNIT[f] + gain, X_ANOMALY) for f in UNRESTRICTED_POWER if state & BYTE[f]]
            found.append((state - ANOMALY_UNDER_WAY, 0))
        elif state & HENGE_UNDER_WAY:
            gain = UNIT[UNIVERSAL]
            found = [(state - UNIT[f] + gain, X_HENGE) for f in self.henge_fields if state & BYTE[f]]
            found.append((state - HENGE_UNDER_WAY, 0))
        else:
            found = []
            if state & 255 * TODO_ANOMALY:
                found.append((state - TODO_ANOMALY + ANOMALY_UNDER_WAY, 0))
            if state & 255 * TODO_HENGE:
                found.append((state - TODO_HENGE + HENGE_UNDER_WAY, 0))
            if state & 255 * TODO_LEGEND:
                gain = 2 * UNIT[UNITS_ENERGY] - TODO_LEGEND
                for f in UNRESTRICTED_POWER:
                    if state & BYTE[f]:
                        once = state - UNIT[f]
                        found += [(once - UNIT[g] + gain, 0) for g in range(f, 8) if once & BYTE[g]]
        return found

    def ends(self, state: int) -> set[int]:
        """Every pool (with its X) that the uses still to come can lead to and that pays."""
        if not state & TODO_MASK:
            return {state} if self.pays(state) else set()
        found = self.seen_ends.get(state)
        if found is None:
            seen, todo, found = {state}, [state], set()
            while todo:
                for after, x in self.moves(todo.pop()):
                    after += x
                    if after not in seen:
                        seen.add(after)
                        todo.append(after)
                        if not after & BUSY_MASK and self.pays(after):
                            found.add(after)
            self.seen_ends[state] = found
        return found

    def payments(self) -> frozenset[Result]:
        """The distinct payments, by the definitions of minimal and of distinct."""
        layout = _Layout(DEFAULT)
        bundles = [self.pool + (layout.floor << KEYS_AT)]
        for options in _options(self.s, DEFAULT):
            bundles = [a + b for a in bundles for b in options]
        adds_at = layout.adds_at
        bundles.sort(key=lambda bundle: bundle >> adds_at & 255)  # a proper part of some Adds comes before them
        minimal: list[int] = []
        results: set[tuple[int, int]] = set()
        for bundle in bundles:
            adds = bundle & ADDS_MASK
            topped = adds | ADDS_TOP
            for part in minimal:
                if (topped - part) & ADDS_TOP == ADDS_TOP:
                    break  # a payment whose Adds are a part of these; no two bundles have equal Adds
            else:
                ends = self.ends(bundle & STATE_MASK)
                if not ends:
                    continue
                minimal.append(adds)
                loss = bundle >> LOSS_AT & LOSS_MASK
                for end in self._least_x(ends):
                    energies, powers = self.energy_left[end & ENERGY_MASK], self.power_left[end & POWER_MASK]
                    results |= {(loss, e + p) for e in energies for p in powers}
        return self._undominated(results)

    @staticmethod
    def _least_x(ends: set[int]) -> list[int]:
        """Those ends whose (X of anomalies, X of henges) no other end undercuts."""
        if len(ends) == 1:
            return list(ends)
        x_at = PLACE["x", "anomaly"]
        pairs = {end >> x_at & 0xFFFF for end in ends}
        least = {a for a in pairs if not any(b != a and b & 255 <= a & 255 and b >> 8 <= a >> 8 for b in pairs)}
        return [end for end in ends if end >> x_at & 0xFFFF in least]

    def _undominated(self, results: set[tuple[int, int]]) -> frozenset[Result]:
        """Those results that no other one beats: no more lost anywhere, and a pool at least as good."""
        kept = results
        if len(results) > 1:
            flat = {pool: pool.to_bytes(13, "little") for _, pool in results}
            kept = {
                (loss, pool)
                for loss, pool in results
                if not any(
                    ((loss | LOSS_TOP) - other & LOSS_TOP) == LOSS_TOP
                    and (other != loss or rest != pool)
                    and _flat_at_least(flat[rest], flat[pool])
                    for other, rest in results
                )
            }
        return frozenset(self.result(loss, pool) for loss, pool in kept)

    def result(self, loss: int, pool: int) -> Result:
        """A result in plain tuples."""
        s, lost = self.s, loss.to_bytes(N_LOSS, "little")
        return Result(
            tuple([r - n for r, n in zip(s.ready, lost[:6], strict=True)]),
            tuple([r + x - n for r, x, n in zip(s.ready, s.exhausted, lost[6:12], strict=True)]),
            tuple([c - n for c, n in zip(source_counts(s), lost[12:28], strict=True)]),
            tuple(lost[28:]),
            full_pool(pool.to_bytes(13, "little")),
        )

    def payable(self) -> bool:
        """Is there a payment?"""
        states = {self.pool}
        for options in _options(self.s, DEFAULT):
            effects = {option & STATE_MASK for option in options}
            states = {state + effect for state in states for effect in effects}
        seen: set[int] = set()
        return any(self._pays_in_the_end(state, seen) for state in states)

    def _pays_in_the_end(self, state: int, seen: set[int]) -> bool:
        """Can the uses to come lead to a pool that pays? `seen` holds the states from which they cannot."""
        todo = [state]
        while todo:
            state = todo.pop()
            if state not in seen:
                seen.add(state)
                if state & BUSY_MASK:
                    todo += [after for after, _ in self.moves(state)]
                elif self.pays(state):
                    return True
        return False


class _BestSearch:
    """The search for the best payment of all that wastes nothing, minimal or not, by one policy.

    Of two ways to make the same pool with the same uses still to come, the better one is kept: whatever can follow is
    the same for both, and each key and tie is a sum of a part known now and a part that follows. For the same
    reason the best end of a state (`value`) does not depend on how the state came about, but for what `wastes` asks:
    how much Energy and universal Power may be left in the end (`most`).
    """

    def __init__(self, search: _Search, policy: tuple[str, ...]):
        self.search, self.policy, self.layout = search, policy, _Layout(policy)
        self.energy_best: dict[tuple[int, int], tuple[int, int] | None] = {}
        self.power_best: dict[tuple[int, int], tuple[int, int] | None] = {}
        self.end_best: dict[tuple[int, int, int], tuple[int, int, int] | None] = {}

    def best(self) -> Best | None:
        search, layout = self.search, self.layout
        ways = {search.pool: search.pool + (layout.floor << KEYS_AT)}  # from a state (pool, uses to come) to a bundle
        for options in _options(search.s, self.policy):
            more: dict[int, int] = {}
            for way in ways.values():
                for option in options:
                    bundle = way + option
                    state = bundle & STATE_MASK
                    if state not in more or bundle < more[state]:
                        more[state] = bundle
            ways = more
        found: tuple[int, int, int, int] | None = None  # keys and ties, bundle, pool left, X
        before, symbols = sum(flat_pool(search.s)), search.d.energy + len(power_symbols(search.d))
        for bundle in sorted(ways.values()):
            if found is not None and bundle >> KEYS_AT > found[0]:
                break  # the keys of a bundle are known but for some bytes, still 0 here; and the list is in order
            state = bundle & STATE_MASK
            # All that the runes and sources add is in the pool, but for the 2 Energy of each [A][A] still to come.
            pool = state & POOL_MASK
            made = pool + 2 * UNIT[UNITS_ENERGY] * (state >> PLACE["todo", "legend"] & 255)
            flat = made.to_bytes(13, "little")
            end = self.value(state, flat[ENERGY], flat[UNIVERSAL])
            if end is not None:
                follows, left, xs = end
                keys = (bundle >> KEYS_AT) + layout.middle + follows - self.worth(made)
                # A use with a cost adds as many units as it takes; each symbol takes one.
                keys += max(0, sum(pool.to_bytes(13, "little")) - symbols - before) * layout.unit["leftover"]
                if found is None or (keys, bundle) < found[:2]:
                    found = keys, bundle, left, xs
        return None if found is None else self.describe(*found)

    def worth(self, pool: int) -> int:
        """What the units of a pool, or a part of one, do to the keys when they stay."""
        return sum(n * w for n, w in zip(pool.to_bytes(13, "little"), self.layout.left, strict=True) if n)

    def best_rest(self, rests: set[int], fields: tuple[int, ...], most: int) -> tuple[int, int] | None:
        """The best of these rests, (what it does to the keys, rest), with at most so many units in these fields."""
        some = [rest for rest in rests if sum(rest.to_bytes(13, "little")[f] for f in fields) <= most]
        return min([(self.worth(rest), rest) for rest in some], default=None)

    def value(self, state: int, energy_most: int, universal_most: int) -> tuple[int, int, int] | None:
        """The best end of all from here: (what it does to the keys, pool left, X), None where nothing pays."""
        if not state & BUSY_MASK:
            energy, power = (state & ENERGY_MASK, energy_most), (state & POWER_MASK, universal_most)
            if energy not in self.energy_best:
                self.energy_best[energy] = self.best_rest(self.search.energy_left[energy[0]], (ENERGY,), energy_most)
            if power not in self.power_best:
                self.power_best[power] = self.best_rest(self.search.power_left[power[0]], (UNIVERSAL,), universal_most)
            some, other = self.energy_best[energy], self.power_best[power]
            return some and other and (some[0] + other[0], some[1] + other[1], 0)
        key = state, energy_most, universal_most
        if key not in self.end_best:
            best = None
            for after, x in self.search.moves(state):
                end = self.value(after, energy_most, universal_most)
                if end is not None:
                    end = end[0], end[1], end[2] + x
                    if best is None or end < best:
                        best = end
            self.end_best[key] = best
        return self.end_best[key]

    def describe(self, keys: int, bundle: int, left: int, xs: int) -> Best:
        """The payment in plain tuples; its keys once more, from their definitions."""
        s = self.search.s
        adds = ((bundle & ADDS_MASK) >> 8 * N_STATE).to_bytes(N_ADDS, "little")
        m, k = tuple(adds[:6]), tuple(adds[6:12])
        uses = tuple((use, n) for use, n in zip(ALL_USES, adds[12:], strict=True) if n)
        x_anomaly, x_henge = xs // X_ANOMALY & 255, xs // X_HENGE & 255
        result = self.search.result(bundle >> LOSS_AT & LOSS_MASK, left)
        plain = keys_of(s, m, k, uses, result.pool, self.policy)
        best = Best(m, k, uses, x_anomaly, x_henge, *plain, result)
        assert self.layout.read(keys) == plain, (s, self.search.d, self.policy, best)
        assert not wastes(net_spent(s, m, k, uses, result.pool)), (s, self.search.d, self.policy, best)
        return best


def _flat_at_least(q: bytes, p: bytes) -> bool:
    """`pool_at_least` for flat pools."""
    energy, universal = q[0] - p[0], q[7] - p[7]
    for f in (8, 9, 10):
        if p[f] > q[f]:
            energy -= p[f] - q[f]
    for f in (1, 2, 3, 4, 5, 6, 11, 12):
        if p[f] > q[f]:
            universal -= p[f] - q[f]
    return energy >= 0 and universal >= 0


def _check(s: Situation, d: Demand) -> None:
    """The input makes sense and fits the bytes."""
    lent = (s.heimerdinger + s.heimerdinger_empowered) * bool(s.borrow & {"anomaly", "henge"})
    most = sum(s.ready) * 2 + sum(s.exhausted) + sum(flat_pool(s)) + 2 * sum(source_counts(s))
    if most > MAX_UNITS or most * (max(s.anomaly, s.henge) + lent) > 255:  # all units and every X, summed
        raise ValueError("too large for this search")
    if d.purpose not in PURPOSES or not s.borrow.issubset(ABILITIES) or not (s.legend is None or s.legend in LEGENDS):
        raise ValueError("no such purpose, ability or legend")


# ---------------------------------------------------------------------------------------------------------------------
# Questions

ALL = ("payable", "payments", "best")


def solve(
    s: Situation, d: Demand, policies: tuple[tuple[str, ...], ...] = (DEFAULT,), want: tuple[str, ...] = ALL
) -> Solved:
    """Everything at once. Leave "payments" out of `want` for a full-size position: their number explodes."""
    search = _Search(s, d)
    best = {policy: _BestSearch(search, policy).best() for policy in policies} if "best" in want else {}
    payments = search.payments() if "payments" in want else None
    answers = {found is not None for found in best.values()}
    if payments is not None:
        answers.add(bool(payments))
    if not answers:
        answers.add(search.payable())
    (answer,) = answers  # all agree
    return Solved(answer, payments, best)


def payable(s: Situation, d: Demand) -> bool:
    """Is there a payment?"""
    return _Search(s, d).payable()


def payments(s: Situation, d: Demand) -> frozenset[Result]:
    """The distinct payments."""
    return _Search(s, d).payments()


def best(s: Situation, d: Demand, policy: tuple[str, ...] = DEFAULT) -> Best | None:
    """The best payment of all by a policy, None when there is none."""
    return _BestSearch(_Search(s, d), policy).best()


# ---------------------------------------------------------------------------------------------------------------------
# Random positions


def sample_small(rng: Random) -> tuple[Situation, Demand]:
    """Up to 4 runes of 1-3 domains, up to 2 sources of any kind, a small pool, a cost that about half of them pay."""
    domains = rng.sample(range(6), rng.choice((1, 2, 2, 3)))
    ready, exhausted, power, seals = [0] * 6, [0] * 6, [0] * 6, [0] * 6
    for _ in range(rng.choice((0, 1, 2, 3, 3, 4, 4, 4, 4))):
        (ready if rng.random() < 0.65 else exhausted)[rng.choice(domains)] += 1
    f: dict = {"energy": rng.choice((0, 0, 0, 1, 2)), "universal": rng.choice((0, 0, 0, 1))}
    for i in domains:
        power[i] = rng.choice((0, 0, 0, 1))
    for name in ("spells_energy", "units_energy", "showdown_energy", "spells_universal", "gear_universal"):
        if rng.random() < 0.12:
            f[name] = rng.choice((1, 1, 2))
    names = ["seal", "seal", "one", "two", "lux", "honeyfruit", "gold", "gold", "anomaly", "anomaly", "henge", "henge",
             "legend", "legend", "heimerdinger", "heimerdinger_empowered"]  # fmt: skip
    for _ in range(rng.choice((0, 1, 1, 2, 2, 2))):
        name = rng.choice(names)
        if name == "seal":
            seals[rng.choice(domains) if rng.random() < 0.8 else rng.randrange(6)] += 1
        elif name == "legend":
            f["legend"] = rng.choice(LEGENDS)
            names = [n for n in names if n != "legend"]
        else:
            f[name] = f.get(name, 0) + 1
    if "heimerdinger" in f or "heimerdinger_empowered" in f or rng.random() < 0.05:
        f["borrow"] = frozenset(rng.sample(ABILITIES, rng.choice((1, 1, 2, 3))))
        if "legend" in f["borrow"] and "legend" not in f and rng.random() < 0.8:
            f["legend"], f["legend_ready"] = rng.choice(LEGENDS), False
    if "legend" in f and rng.random() < 0.1:
        f["legend_ready"] = False
    f["level6"], f["renata"] = rng.random() < 0.5, rng.random() < 0.4
    f["showdown"] = rng.random() < (0.6 if "showdown_energy" in f or f.get("legend") == "showdown_energy" else 0.25)
    s = Situation(tuple(ready), tuple(exhausted), power=tuple(power), seals=tuple(seals), **f)

    fitting = [p for p, yes in (
        ("spell", s.spells_energy or s.spells_universal or s.lux or s.legend == "spells_power"),
        ("unit", s.units_energy or s.legend == "units_energy"),
        ("unit ability", s.units_energy or s.legend == "units_energy"),
        ("gear", s.gear_universal or s.legend == "gear_power"),
        ("gear ability", s.gear_universal or s.legend == "gear_power"),
    ) if yes]  # fmt: skip
    purpose = rng.choice(fitting) if fitting and rng.random() < 0.6 else rng.choice(PURPOSES)
    # A rough idea of what there is, for a cost that is neither free nor hopeless.
    spare = s.one + s.two + s.lux + s.gold + s.honeyfruit + s.heimerdinger + s.heimerdinger_empowered
    some_energy = s.energy + sum(ready) + spare // 2 + s.two + s.lux
    some_power = sum(power) + s.universal + sum(ready) + sum(exhausted) + sum(seals) + (spare + 1) // 2
    masks = []
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        one = rng.choice(domains)
        other = rng.choice([i for i in (*domains, rng.randrange(6), (one + 1) % 6) if i != one])
        masks.append(1 << one | 1 << other)
    cost, hybrids, anything = [0] * 6, [0] * len(masks), 0
    for _ in range(min(6, rng.randint(some_power // 2, some_power + 1))):
        p = rng.random()
        if masks and p < 0.45:
            hybrids[rng.randrange(len(masks))] += 1
        elif p < 0.72:
            cost[rng.choice(domains)] += 1
        elif p < 0.75:
            cost[rng.randrange(6)] += 1
        else:
            anything += 1
    energy = rng.randint(some_energy // 2, some_energy + rng.choice((1, 2)))
    pairs = tuple((mask, n) for mask, n in zip(masks, hybrids, strict=True) if n)
    return s, Demand(energy, tuple(cost), anything, pairs, purpose)


def sample_std(rng: Random) -> tuple[Situation, Demand]:
    """Full size: 2 to 12 runes of two domains, up to 6 sources, costs as on a card; odd sources at low rates."""
    a, b, *others = rng.sample(range(6), 6)
    ready, exhausted, power, seals, cost = [0] * 6, [0] * 6, [0] * 6, [0] * 6, [0] * 6
    for _ in range(rng.randint(2, 12)):
        (exhausted if rng.random() < 0.35 else ready)[rng.choice((a, b))] += 1
    f: dict = {"energy": rng.choice((0, 0, 0, 1, 2)), "universal": rng.choice((0, 0, 0, 1))}
    for i in (a, b):
        power[i] = rng.choice((0, 0, 0, 1))
    purpose = rng.choice(PURPOSES)
    odd = ("two", "lux", "honeyfruit", "heimerdinger", "heimerdinger_empowered")
    for _ in range(rng.randint(0, 6)):
        (name,) = rng.choices(
            ("seal a", "seal b", "seal other", "gold", "one", "legend", "anomaly", "henge", *odd),
            (0.2, 0.2, 0.05, 0.2, 0.13, 0.1, 0.06, 0.06, 0.02, 0.02, 0.02, 0.015, 0.01),
        )
        if name[:4] == "seal":
            seals[{"a": a, "b": b, "other": rng.choice(others)}[name[5:]]] += 1
        elif name == "legend":
            f["legend"] = rng.choice(LEGENDS)
            fitting = {"spells_power": ["spell"], "gear_power": ["gear", "gear ability"]}
            fitting["units_energy"] = ["unit", "unit ability"]
            purpose = rng.choice(fitting.get(f["legend"], [purpose]))
        else:
            f[name] = f.get(name, 0) + 1
    if "heimerdinger" in f or "heimerdinger_empowered" in f:
        theirs = [f"seal {DOMAINS[i]}" for i in range(6) if seals[i]]
        theirs += [n for n in ("one", "lux", "honeyfruit", "gold", "anomaly", "henge", "legend") if n in f]
        f["borrow"] = frozenset([*theirs, *(("egg",) if "two" in f else ())])
    f["level6"], f["renata"], f["showdown"] = rng.random() < 0.3, rng.random() < 0.1, rng.random() < 0.15
    for name in ("spells_energy", "units_energy", "showdown_energy", "spells_universal", "gear_universal"):
        if rng.random() < 0.03:
            f[name] = rng.choice((1, 2))
    cost[a] = rng.choice((0, 0, 1, 1, 2, 3))
    cost[b] = rng.choice((0, 0, 1, 2))
    if rng.random() < 0.15:
        cost[rng.choice(others)] += 1
    pairs = [(1 << a | 1 << b, rng.choice((1, 1, 2)))] if rng.random() < 0.12 else []
    if rng.random() < 0.03:
        pairs.append((1 << b | 1 << others[0], 1))
    s = Situation(tuple(ready), tuple(exhausted), power=tuple(power), seals=tuple(seals), **f)
    return s, Demand(rng.randint(0, 9), tuple(cost), rng.choice((0, 0, 0, 1, 2, 3)), tuple(pairs), purpose)
