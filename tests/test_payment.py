"""The compiled payment against the oracle (reference.py), the laws that it must keep, and the facts of the rules."""

from __future__ import annotations

import gc
import json
import pickle
import sys
import tracemalloc
from collections import Counter
from itertools import combinations_with_replacement, islice
from random import Random

import pytest
import reference as ref
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import DEFAULT, DOMAIN_KEYS, DOMAINS, Demand, Pool, Result, Situation
from seeds import seeds

from riftcore import Cost, Payment, Policy, Supply
from riftcore.errors import CostError, PaymentError

ALL_KEYS = DEFAULT + DOMAIN_KEYS
FIELDS = tuple(name for name in Situation._fields if name != "showdown")
COUNTS = (
    "energy", "universal", "spells_energy", "units_energy", "showdown_energy", "spells_universal", "gear_universal",
    "one", "two", "lux", "honeyfruit", "gold", "anomaly", "henge", "heimerdinger", "heimerdinger_empowered",
)  # fmt: skip
BY_DOMAIN = ("ready", "exhausted", "power", "seals")

# --- between the core and the oracle ---------------------------------------------------------------------------------


def six(**counts: int) -> tuple[int, ...]:
    """six(fury=2) -> (2, 0, 0, 0, 0, 0)"""
    assert counts.keys() <= set(DOMAINS)
    return tuple(counts.get(d, 0) for d in DOMAINS)


def supply_of(s: Situation) -> Supply:
    return Supply(**{name: getattr(s, name) for name in FIELDS})


def cost_of(d: Demand) -> Cost:
    power = dict(zip(DOMAINS, d.power, strict=True), any=d.any)
    for mask, n in d.hybrids:
        key = "|".join(DOMAINS[i] for i in ref.mask_domains(mask))
        power[key] = power.get(key, 0) + n
    return Cost(d.energy, power=power)


def ask(s: Situation, d: Demand):
    """The arguments of a question to the core: (supply, cost, the rest)."""
    return supply_of(s), (cost_of(d), d.purpose), {"showdown": s.showdown}


def can_pay(s: Situation, d: Demand) -> bool:
    supply, question, flag = ask(s, d)
    return supply.can_pay(*question, **flag)


def cheapest(s: Situation, d: Demand, policy=None) -> Payment | None:
    supply, question, flag = ask(s, d)
    return supply.cheapest(*question, **flag, policy=policy)


def payments(s: Situation, d: Demand) -> list[Payment]:
    supply, question, flag = ask(s, d)
    return list(supply.payments(*question, **flag))


def pool_and_counts(supply: Supply) -> tuple[Pool, tuple[int, ...]]:
    """The pool of a record and its ready sources by kind, as KINDS."""
    r = supply.to_bytes()
    sources = (*r[25:36], r[36] & 15, r[36] >> 4, r[37] >> 7, r[38] & 15, r[38] >> 4)
    return Pool(r[12], tuple(r[13:19]), *r[19:25]), sources


def result_of(p: Payment) -> Result:
    """What is there after a payment, as the oracle writes it."""
    after = p.after()
    pool, sources = pool_and_counts(after)
    ready, exhausted = after.to_bytes()[:6], after.to_bytes()[6:12]
    killed = Counter(kind for kind, mode, _ in p.uses if kind == "gold" or mode == "gold")
    total = tuple(r + x for r, x in zip(ready, exhausted, strict=True))
    return Result(tuple(ready), total, sources, tuple(killed[kind] for kind in ref.MORTAL), pool)


def uses_of(p: Payment) -> tuple[tuple[tuple, int], ...]:
    """The sources that a payment uses, as the oracle writes them."""
    uses: Counter[tuple] = Counter()
    for kind, mode, _ in p.uses:
        if kind.startswith("heimerdinger"):
            ability = mode.removesuffix(" both")
            uses["heimerdinger", kind != "heimerdinger", ability, int(ability != mode)] += 1
        elif kind.startswith("seal"):
            uses["seal", DOMAINS.index(kind[5:])] += 1
        else:
            uses[(kind, mode) if kind == "honeyfruit" else (kind,)] += 1
    return tuple(uses.items())


def keys_of(s: Situation, p: Payment, policy=DEFAULT) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(keys, ties) of a payment of the core, by the oracle's definitions."""
    return ref.keys_of(s, six(**p.exhausted), six(**p.recycled), uses_of(p), result_of(p).pool, policy)


def steps_of(p: Payment) -> list[tuple]:
    """Payment.steps(), one by one, as the oracle writes them."""
    steps: list[tuple] = []
    for step in p.steps():
        if "pool" in step:
            continue
        if "use" not in step:
            verb = "exhaust" if "exhaust" in step else "recycle"
            steps += [(verb, DOMAINS.index(step[verb]))] * step["n"]
            continue
        kind, ability, x = step["use"], step.get("ability", 0), step.get("x", 0)
        if kind.startswith("heimerdinger"):
            name = ability.removesuffix(" both")
            steps.append(("heimerdinger", kind != "heimerdinger", name, x or int(name != ability)))
        elif kind.startswith("seal"):
            steps.append(("seal", DOMAINS.index(kind[5:])))
        elif kind == "honeyfruit":
            steps.append((kind, ability))
        else:
            steps.append((kind, x) if kind in ("anomaly", "henge") else (kind,))
    return steps


def carried_out(s: Situation, d: Demand, p: Payment) -> bool:
    """Are the payment's steps legal in their order, and can they end as it says?"""
    return result_of(p) in ref.replay(s, d, steps_of(p))


def told(s: Situation, d: Demand) -> str:
    """A position without what is zero."""
    parts = [
        f"{name}={value!r}"
        for position, nothing in ((s, Situation()), (d, Demand()))
        for name, value in position._asdict().items()
        if value != getattr(nothing, name)
    ]
    return ", ".join(parts)


def check(s: Situation, d: Demand, policies=(DEFAULT,), listed: bool = True, where: str = "") -> None:
    """Everything that the core says of a position is what the oracle says."""
    found = ref.solve(s, d, policies, want=("payable", "payments", "best") if listed else ("payable", "best"))
    supply, question, flag = ask(s, d)
    here = f"{where}\n{told(s, d)}"
    assert supply.can_pay(*question, **flag) == found.payable, f"{here}\noracle: {found.payable}"
    for policy, best in found.best.items():
        p = supply.cheapest(*question, **flag, policy=policy)
        assert (p is None) == (best is None), f"{here}\n{policy}\ncore: {p}\noracle: {best}"
        if p is None or best is None:
            continue
        asked = tuple(p.keys[key] for key in ref.key_order(policy))
        got = keys_of(s, p, policy)
        assert asked == got[0] == best.keys, f"{here}\n{policy}\ncore: {p} {asked} {got}\noracle: {best}"
        assert got[1] == best.ties, f"{here}\n{policy}\ncore: {p} {got}\noracle: {best}"
        # Of several Heimerdingers it may stay open which one borrows what; else equal ties are equal results.
        if not (s.heimerdinger or s.heimerdinger_empowered):
            assert result_of(p) == best.result, f"{here}\n{policy}\ncore: {p}\noracle: {best}"
    if listed:
        all_of_them = list(supply.payments(*question, **flag))
        results = [result_of(p) for p in all_of_them]
        also = {str(p): r for p, r in zip(all_of_them, results, strict=True) if r not in found.payments}
        lacking = found.payments.difference(results)
        assert not also and not lacking, f"{here}\nonly the core: {also}\nonly the oracle: {lacking}"
        assert len(set(results)) == len(results), f"{here}\ntwice in {all_of_them}"
        assert supply.count_payments(*question, **flag) == len(results), here
        for p in all_of_them:
            assert p.key == keys_of(s, p)[0], f"{here}\n{p} {p.key}"


def sample_policy(rng: Random) -> tuple[str, ...]:
    """A few keys in any order, often with a domain first."""
    first = (rng.choice(DOMAIN_KEYS),) if rng.random() < 0.4 else ()
    return first + tuple(key for key in rng.sample(ALL_KEYS, rng.randint(0, 9)) if key not in first)


def sample_crowded(rng: Random) -> tuple[Situation, Demand]:
    """A small position with up to three more sources, several Heimerdingers among them."""
    s, d = ref.sample_small(rng)
    more: Counter[str] = Counter()
    kinds = ("one", "two", "lux", "honeyfruit", "gold", "anomaly", "henge", "heimerdinger", "heimerdinger_empowered")
    for name in rng.choices(kinds, (1, 1, 1, 1, 1, 1, 1, 2, 2), k=rng.randint(0, 3)):
        more[name] += 1
    s = s._replace(**{name: getattr(s, name) + n for name, n in more.items()})
    if more["heimerdinger"] or more["heimerdinger_empowered"]:
        s = s._replace(borrow=frozenset(rng.sample(ref.ABILITIES, rng.randint(1, 5))))
        if s.legend is None:
            s = s._replace(legend=rng.choice(ref.LEGENDS), legend_ready=rng.random() < 0.5)
    return s, d._replace(energy=d.energy + rng.choice((0, 0, 1, 2)), any=d.any + rng.choice((0, 0, 1)))


# --- the core is the oracle ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", seeds(0, 40, 360))
def test_small_positions(seed):
    rng = Random(seed)
    for i in range(1000):
        s, d = ref.sample_small(rng)
        check(s, d, where=f"seed {seed}, index {i}")


@pytest.mark.parametrize("seed", seeds(1000, 3, 45))
def test_small_positions_by_other_policies(seed):
    rng = Random(seed)
    for i in range(500):
        s, d = ref.sample_small(rng)
        check(s, d, tuple({sample_policy(rng) for _ in range(4)}), False, f"seed {seed}, index {i}")


@pytest.mark.parametrize("seed", seeds(2000, 4, 56))
def test_crowded_positions(seed):
    rng = Random(seed)
    for i in range(100):
        s, d = sample_crowded(rng)
        check(s, d, (DEFAULT, sample_policy(rng)), where=f"seed {seed}, index {i}")


@pytest.mark.parametrize("seed", seeds(3000, 3, 45))
def test_std_positions(seed):
    rng = Random(seed)
    for i in range(250):
        s, d = ref.sample_std(rng)
        check(s, d, (DEFAULT, sample_policy(rng)), False, f"seed {seed}, index {i}")


# --- the same with positions that shrink -----------------------------------------------------------------------------

NUMBERS = st.sampled_from((0, 1, 3))  # Fury, Calm and Body stand for all


def counted(values, most: int):
    """How often each value occurs in a short list: shrinks to an empty dict."""
    return st.lists(values, max_size=most).map(Counter)


@st.composite
def situations(draw) -> Situation:
    runes = draw(counted(st.tuples(st.sampled_from(("ready", "exhausted")), NUMBERS), 4))
    power = draw(counted(st.tuples(st.just("power"), NUMBERS), 2))
    seals = draw(counted(st.tuples(st.just("seals"), NUMBERS), 2))
    by_domain = runes + power + seals
    counts = draw(counted(st.sampled_from(COUNTS[:7]), 3)) + draw(counted(st.sampled_from(COUNTS[7:]), 3))
    return Situation(
        **{name: tuple(by_domain[name, i] for i in range(6)) for name in BY_DOMAIN},
        **counts,
        legend=draw(st.none() | st.sampled_from(ref.LEGENDS)),
        legend_ready=draw(st.booleans()),
        borrow=draw(st.frozensets(st.sampled_from(ref.ABILITIES), max_size=3)),
        level6=draw(st.booleans()),
        renata=draw(st.booleans()),
        showdown=draw(st.booleans()),
    )


@st.composite
def demands(draw) -> Demand:
    power = draw(counted(NUMBERS, 3))
    masks = draw(st.lists(st.sampled_from((0b11, 0b1010, 0b1011, 0b110)), max_size=2, unique=True))
    return Demand(
        draw(st.integers(0, 4)),
        tuple(power[i] for i in range(6)),
        draw(st.integers(0, 2)),
        tuple((mask, draw(st.integers(1, 2))) for mask in masks),
        draw(st.sampled_from(ref.PURPOSES)),
    )


POLICIES = st.lists(st.sampled_from(ALL_KEYS), unique=True, max_size=8).map(tuple)
slow = settings(deadline=None, max_examples=300)


@slow
@given(situations(), demands())
def test_any_position(s, d):
    check(s, d)


@slow
@given(situations(), demands(), POLICIES)
def test_any_position_by_any_policy(s, d, policy):
    check(s, d, (policy,), False)


@slow
@given(situations(), demands())
def test_the_best_payment_can_be_carried_out(s, d):
    p = cheapest(s, d)
    assert p is None or carried_out(s, d, p)


def test_a_legend_that_makes_energy_comes_before_the_converter_that_takes_it():
    supply = Supply(one=1, henge=1, legend="energy")
    payment = supply.cheapest(Cost(fury=2), "spell")
    assert [step["use"] for step in payment.steps()] == ["one", "legend", "henge"]
    payment.verify(Cost(fury=2))


# --- laws ------------------------------------------------------------------------------------------------------------


def small_positions(n: int, seed: int, crowded: float = 0.2):
    """Seeded small positions, some of them crowded."""
    rng = Random(seed)
    for _ in range(n):
        yield sample_crowded(rng) if rng.random() < crowded else ref.sample_small(rng)


def one_more(s: Situation):
    """The situation with one thing more, for everything there is."""
    for name in BY_DOMAIN:
        for i in range(6):
            yield s._replace(**{name: tuple(n + (i == j) for j, n in enumerate(getattr(s, name)))})
    for i, n in enumerate(s.exhausted):
        if n:  # a rune readied
            less = tuple(x - (i == j) for j, x in enumerate(s.exhausted))
            yield s._replace(exhausted=less, ready=tuple(x + (i == j) for j, x in enumerate(s.ready)))
    yield from (s._replace(**{name: getattr(s, name) + 1}) for name in COUNTS)
    if s.heimerdinger:  # one empowered
        yield s._replace(heimerdinger=s.heimerdinger - 1, heimerdinger_empowered=s.heimerdinger_empowered + 1)
    if s.legend is None:
        yield from (s._replace(legend=legend) for legend in ref.LEGENDS)
    yield from (s._replace(borrow=s.borrow | {name}) for name in ref.ABILITIES)
    yield s._replace(legend_ready=True, level6=True)
    yield s._replace(renata=True)
    yield s._replace(showdown=True)


@pytest.mark.parametrize("seed", range(4))
def test_more_never_hurts(seed):
    tried = 0
    for s, d in small_positions(600, seed):
        if not can_pay(s, d):
            continue
        for more in one_more(s):
            if more.heimerdinger + more.heimerdinger_empowered <= 4:
                tried += 1
                assert can_pay(more, d), f"{told(s, d)}\nmore: {told(more, d)}"
    assert tried > 10_000


def test_what_a_purpose_forbids_is_not_there():
    for s, d in small_positions(1500, 11):
        energy, power = ref.usable(s, d)
        names = {8: "spells_energy", 9: "units_energy", 10: "showdown_energy", 11: "spells_universal"}
        names[12] = "gear_universal"
        without = s._replace(**{name: 0 for field, name in names.items() if field not in energy + power})
        assert can_pay(s, d) == can_pay(without, d), told(s, d)
        assert [str(p) for p in payments(s, d)] == [str(p) for p in payments(without, d)], told(s, d)


def relabelled(six_counts, order):
    """What was of domain i is of domain order[i]."""
    return tuple(six_counts[order.index(i)] for i in range(6))


def test_domains_are_alike():
    rng = Random(12)
    for s, d in small_positions(1500, 13):
        order = rng.sample(range(6), 6)
        names = {f"seal {DOMAINS[i]}": f"seal {DOMAINS[order[i]]}" for i in range(6)}
        other = s._replace(
            **{name: relabelled(getattr(s, name), order) for name in BY_DOMAIN},
            borrow=frozenset(names.get(name, name) for name in s.borrow),
        )
        hybrids = tuple((sum(1 << order[i] for i in ref.mask_domains(mask)), n) for mask, n in d.hybrids)
        demand = d._replace(power=relabelled(d.power, order), hybrids=hybrids)
        assert can_pay(s, d) == can_pay(other, demand), told(s, d)
        best, same = cheapest(s, d), cheapest(other, demand)
        assert (best and best.key) == (same and same.key), told(s, d)
        expected = {
            r._replace(
                ready=relabelled(r.ready, order),
                total=relabelled(r.total, order),
                sources=relabelled(r.sources[:6], order) + r.sources[6:],
                pool=r.pool._replace(power=relabelled(r.pool.power, order)),
            )
            for r in map(result_of, payments(s, d))
        }
        assert expected == set(map(result_of, payments(other, demand))), told(s, d)


def test_the_order_in_which_sources_are_named_does_not_matter():
    rng = Random(14)
    for s, d in small_positions(500, 15):
        fields = {name: getattr(s, name) for name in FIELDS}
        for name in BY_DOMAIN:
            fields[name] = dict(rng.sample(list(zip(DOMAINS, fields[name], strict=True)), 6))
        fields["borrow"] = rng.sample(sorted(s.borrow), len(s.borrow))
        supply = Supply(**dict(rng.sample(list(fields.items()), len(fields))))
        assert supply == supply_of(s)
        question, flag = (cost_of(d), d.purpose), {"showdown": s.showdown}
        assert supply.cheapest(*question, **flag) == cheapest(s, d), told(s, d)
        assert list(supply.payments(*question, **flag)) == payments(s, d), told(s, d)


def test_there_are_payments_exactly_when_it_pays():
    answers: Counter[bool] = Counter()
    for s, d in small_positions(2000, 16):
        supply, question, flag = ask(s, d)
        pays = supply.can_pay(*question, **flag)
        answers[pays] += 1
        first = next(iter(supply.payments(*question, **flag)), None)
        assert (first is not None) == pays == (supply.cheapest(*question, **flag) is not None), told(s, d)
        assert (supply.count_payments(*question, **flag) > 0) == pays, told(s, d)
    assert min(answers.values()) > 500


def test_no_listed_payment_is_better_than_the_best():
    rng = Random(17)
    for s, d in small_positions(1500, 18):
        policy = sample_policy(rng)
        listed = payments(s, d)
        for p in listed:
            spent = ref.net_spent(s, six(**p.exhausted), six(**p.recycled), uses_of(p), result_of(p).pool)
            if not ref.wastes(spent):
                best = cheapest(s, d, policy)
                assert best is not None and keys_of(s, best, policy) <= keys_of(s, p, policy), told(s, d)


@pytest.mark.parametrize("seed", range(4))
def test_every_payment_can_be_carried_out(seed):
    rng = Random(seed)
    done = 0
    for s, d in small_positions(500, 20 + seed, 0.5):
        best = cheapest(s, d, sample_policy(rng))
        for p in [*payments(s, d), *([best] if best else [])]:
            done += 1
            assert ref.steps_pay(s, d, steps_of(p)), f"{told(s, d)}\n{p}"
            assert carried_out(s, d, p), f"{told(s, d)}\n{p} {p.left}"
    assert done > 500


@pytest.mark.parametrize("key", ALL_KEYS)
def test_the_first_key_of_a_policy_is_as_small_as_can_be(key):
    for s, d in small_positions(200, 30):
        best, p = ref.best(s, d, (key,)), cheapest(s, d, (key,))
        assert (p and p.keys[key]) == (best and best.keys[0]), told(s, d)


def test_two_costs_one_after_the_other_are_no_dearer_together():
    """What is left after a payment pays a second cost: then the supply pays both at once."""
    rng = Random(31)
    together = 0
    for s, d in small_positions(3000, 32):
        p = cheapest(s, d, sample_policy(rng))
        if p is None:
            continue
        power = tuple(rng.choice((0, 0, 0, 0, 1)) for _ in DOMAINS)
        second = Demand(rng.choice((0, 1)), power, rng.choice((0, 0, 1)), purpose=d.purpose)
        if p.after().can_pay(cost_of(second), d.purpose, showdown=s.showdown):
            together += 1
            both = cost_of(d) + cost_of(second)
            assert supply_of(s).can_pay(both, d.purpose, showdown=s.showdown), told(s, d) + f"\nthen {second}"
    assert together > 100


def test_a_record_is_read_back():
    for s, _ in small_positions(2000, 33):
        supply = supply_of(s)
        data = supply.to_bytes()
        again = Supply.from_bytes(data)
        assert len(data) == 48 and again == supply and hash(again) == hash(supply)
        assert again.to_bytes() == data and pickle.loads(pickle.dumps(supply)) == supply
        assert eval(repr(supply), {"Supply": Supply}) == supply
        assert pool_and_counts(supply) == (Pool(*s[2:10]), ref.source_counts(s))
    assert Supply.from_bytes(bytearray(data)) == Supply.from_bytes(memoryview(data)) == supply


def test_what_is_left_is_a_record_too():
    for s, d in small_positions(1000, 34):
        for p in payments(s, d):
            assert Supply.from_bytes(p.after().to_bytes()) == p.after()
            json.dumps(p.steps()), json.dumps(p.left)


# --- costs -----------------------------------------------------------------------------------------------------------

SYMBOLS = ("fury", "calm", "mind", "fury|calm", "calm|mind", "fury|calm|mind", "any")


def test_a_cost_is_less_when_every_pool_that_pays_the_other_pays_it():
    """Cost.__le__ against all pools of up to 3 Power, for all costs of up to 3 symbols."""
    pools = [
        Situation(power=tuple(power.count(i) for i in range(6)), universal=power.count(6))
        for n in range(4)
        for power in combinations_with_replacement((0, 1, 2, 3, 6), n)  # three domains, another one, universal
    ]
    costs = {}
    for n in range(4):
        for symbols in combinations_with_replacement(SYMBOLS, n):
            power = Counter(symbols)
            if sum("|" in key for key in power) <= 2:
                names = [key for key in power if "|" in key]
                masks = tuple((frozenset(map(DOMAINS.index, key.split("|"))), power[key]) for key in names)
                demand = Demand(0, tuple(power[name] for name in DOMAINS), power["any"], masks)
                costs[Cost(power=power)] = {i for i, s in enumerate(pools) if ref.pay(s, demand, ref.flat_pool(s))}
    assert len(costs) > 100
    for a, pools_of_a in costs.items():
        for b, pools_of_b in costs.items():
            assert (a <= b) == (pools_of_b <= pools_of_a) == (b >= a), f"{a} <= {b}"
            assert (a < b) == (pools_of_b < pools_of_a) == (b > a), f"{a} < {b}"


def test_energy_and_parts_of_a_cost_are_compared_too():
    assert Cost(1, fury=1) <= Cost(2, fury=1)
    assert not Cost(2, fury=1) <= Cost(1, fury=3)
    assert Cost(1) <= Cost(1, other=["discard 1"])
    assert not Cost(0, other=["discard 1"]) <= Cost(9)
    assert not Cost(0, other=["kill 1", "kill 1"]) <= Cost(0, other=["kill 1", "discard 1"])


def test_a_smaller_cost_is_payable_when_the_larger_one_is():
    rng = Random(40)
    smaller = 0
    positions = list(small_positions(400, 41))
    costs = [cost_of(d) for _, d in positions]
    for s, d in positions:
        if can_pay(s, d):
            for cost in rng.sample(costs, 60):
                if cost <= cost_of(d):
                    smaller += 1
                    assert supply_of(s).can_pay(cost, d.purpose, showdown=s.showdown), f"{told(s, d)}\n{cost}"
    assert smaller > 200


# --- the rules, one by one -------------------------------------------------------------------------------------------


def test_one_rune_gives_energy_and_power():
    # 164.2: exhausted first, recycled then.
    supply = Supply(ready={"fury": 1})
    p = supply.cheapest(Cost(1, fury=1))
    assert (p.exhausted, p.recycled, p.lost) == ({"fury": 1}, {"fury": 1}, {"fury": 1})
    assert p.steps() == [{"exhaust": "fury", "n": 1}, {"recycle": "fury", "n": 1}]
    assert p.after() == Supply()
    assert not supply.can_pay(Cost(2))
    assert not supply.can_pay(Cost(fury=2))


def test_an_exhausted_rune_can_still_be_recycled():
    supply = Supply(exhausted={"mind": 1})
    assert supply.can_pay(Cost(mind=1))
    assert not supply.can_pay(Cost(1))


def test_an_exhausted_rune_is_recycled_before_a_ready_one():
    p = Supply(ready={"mind": 1}, exhausted={"mind": 1}).cheapest(Cost(mind=1))
    assert (p.recycled, p.lost, p.after()) == ({"mind": 1}, {}, Supply(ready={"mind": 1}))


def test_energy_never_pays_power_nor_power_energy():
    assert not Supply(energy=9).can_pay(Cost(any=1))
    assert not Supply(universal=9, power=(9,) * 6).can_pay(Cost(1))


def test_power_pays_its_own_domain_and_any():
    supply = Supply(power={"body": 1})
    assert supply.can_pay(Cost(body=1))
    assert supply.can_pay(Cost(any=1))
    assert not supply.can_pay(Cost(chaos=1))


@pytest.mark.parametrize("symbol", [*DOMAINS, "any", "calm|chaos", "fury|mind|order"])
def test_universal_power_pays_every_symbol(symbol):
    assert Supply(universal=1).can_pay(Cost(power={symbol: 1}))
    assert not Supply(universal=1).can_pay(Cost(power={symbol: 2}))


def test_a_hybrid_symbol_is_paid_by_either_of_its_domains_and_by_no_other():
    # 135.2.e.6.c
    cost = Cost(power={"calm|chaos": 1})
    assert [Supply(exhausted={name: 1}).can_pay(cost) for name in DOMAINS] == [False, True, False, False, True, False]
    assert Supply(power={"calm": 1}, seals={"chaos": 1}).can_pay(Cost(power={"calm|chaos": 2}))


def test_two_hybrid_symbols_share_their_domains():
    cost = Cost(power={"fury|calm": 1, "calm|mind": 1})
    assert Supply(power={"fury": 1, "calm": 1}).can_pay(cost)
    assert Supply(power={"calm": 2}).can_pay(cost)
    assert not Supply(power={"fury": 2}).can_pay(cost)


RESTRICTED = {
    "spells_energy": {"spell"},
    "spells_universal": {"spell"},
    "units_energy": {"unit", "unit ability"},
    "gear_universal": {"gear", "gear ability"},
    "showdown_energy": set(),
}


@pytest.mark.parametrize("purpose", ref.PURPOSES)
@pytest.mark.parametrize("name", RESTRICTED)
def test_a_restricted_resource_pays_what_its_restriction_allows(name, purpose):
    supply = Supply(**{name: 1})
    cost = Cost(1) if "energy" in name else Cost(order=1)
    assert supply.can_pay(cost, purpose) == (purpose in RESTRICTED[name])
    in_showdown = supply.can_pay(cost, purpose, showdown=True)
    assert in_showdown == (purpose in RESTRICTED[name] or name == "showdown_energy")
    other = Cost(1) if "universal" in name else Cost(order=1)
    assert not supply.can_pay(other, purpose, showdown=True)


LEGENDS_FOR = {
    "spells_power": (Cost(any=1), {"spell"}),
    "gear_power": (Cost(any=1), {"gear", "gear ability"}),
    "energy": (Cost(1), set(ref.PURPOSES)),
    "showdown_energy": (Cost(1), set()),
}


@pytest.mark.parametrize("purpose", ref.PURPOSES)
@pytest.mark.parametrize("legend", LEGENDS_FOR)
def test_a_legend_makes_what_its_restriction_allows(legend, purpose):
    cost, allowed = LEGENDS_FOR[legend]
    supply = Supply(legend=legend)
    assert supply.can_pay(cost, purpose) == (purpose in allowed)
    assert supply.can_pay(cost, purpose, showdown=True) == (purpose in allowed or legend == "showdown_energy")
    assert not Supply(legend=legend, legend_ready=False).can_pay(cost, purpose, showdown=True)


@pytest.mark.parametrize("purpose", ref.PURPOSES)
def test_lux_makes_two_energy_for_spells(purpose):
    assert Supply(lux=1).can_pay(Cost(2), purpose) == (purpose == "spell")
    assert not Supply(lux=1).can_pay(Cost(3), purpose)


def test_the_default_purpose_is_a_resolution():
    assert not Supply(spells_energy=1, units_energy=1, showdown_energy=1).can_pay(Cost(1))
    assert not Supply(spells_universal=1, gear_universal=1).can_pay(Cost(any=1))
    assert Supply(showdown_energy=1).can_pay(Cost(1), showdown=True)


def test_an_anomaly_turns_power_of_any_domains_into_energy():
    supply = Supply(power={"fury": 1, "order": 1}, universal=1, anomaly=1)
    assert supply.can_pay(Cost(3))
    assert not supply.can_pay(Cost(4))
    assert not supply.can_pay(Cost(3, fury=1))
    p = supply.cheapest(Cost(1))
    assert p.uses == [("anomaly", 0, 1)] and p.left == {"power": {"order": 1, "any": 1}}


def test_a_henge_turns_energy_into_universal_power():
    supply = Supply(energy=2, henge=1)
    assert supply.can_pay(Cost(body=1, mind=1))
    assert supply.can_pay(Cost(1, power={"calm|chaos": 1}))
    assert not supply.can_pay(Cost(1, any=2))


@pytest.mark.parametrize("purpose", ref.PURPOSES)
def test_restricted_resources_never_feed_a_converter(purpose):
    power = Supply(spells_universal=2, gear_universal=2, anomaly=1)
    assert not power.can_pay(Cost(1), purpose, showdown=True)
    energy = Supply(spells_energy=2, units_energy=2, henge=1)
    assert not energy.can_pay(Cost(any=1), purpose, showdown=True)


def test_showdown_energy_feeds_a_henge_in_a_showdown():
    supply = Supply(showdown_energy=1, henge=1)
    assert supply.can_pay(Cost(body=1), "move", showdown=True)
    assert not supply.can_pay(Cost(body=1), "move")
    assert Supply(legend="showdown_energy", henge=1).can_pay(Cost(body=1), showdown=True)


def test_converters_in_a_row():
    # Power to Energy, then Energy to Power: in this order.
    p = Supply(power={"calm": 1}, anomaly=1, henge=1).cheapest(Cost(fury=1))
    assert p.uses == [("anomaly", 0, 1), ("henge", 0, 1)]
    assert p.steps()[:2] == [{"use": "anomaly", "x": 1}, {"use": "henge", "x": 1}]


def test_the_last_step_is_what_the_pool_had_and_pays_with():
    # 1 Energy is there and 1 comes of a Gold; the Gold's universal Power stays, the pool's Fury is spent.
    supply = Supply(energy=1, power={"fury": 1}, gold=1, renata=True)
    p = supply.cheapest(Cost(2, fury=1))
    assert p.steps() == [{"use": "gold"}, {"pool": {"energy": 1, "power": {"fury": 1}}}]
    assert Supply(ready={"fury": 1}).cheapest(Cost(1)).steps() == [{"exhaust": "fury", "n": 1}]
    restricted = Supply(spells_energy=1, spells_universal=1).cheapest(Cost(1, any=1), "spell")
    assert restricted.steps() == [{"pool": {"restricted": [{"energy": 1, "power": {"any": 1}, "only": "spells"}]}}]


def test_the_pool_pays_first():
    supply = Supply(ready=(1,) * 6, energy=1, power={"fury": 1}, gold=1)
    assert [str(p) for p in supply.payments(Cost(1, fury=1))] == ["from the pool"]
    p = supply.cheapest(Cost(1, fury=1))
    assert p.key == (0, 0, 0, 0, 0, 2, 0) and p.left == {}
    assert p.steps() == [{"pool": {"energy": 1, "power": {"fury": 1}}}]


def test_gold_is_killed():
    # Whether a Gold is ready is the State's business: a record counts the ready ones.
    p = Supply(gold=2).cheapest(Cost(chaos=1))
    assert p.keys["killed"] == 1 and p.keys["sources"] == 0
    assert p.after() == Supply(gold=1)
    assert not Supply(gold=2).can_pay(Cost(any=3))


def test_renata_adds_energy_to_each_gold():
    assert not Supply(gold=1).can_pay(Cost(1))
    p = Supply(gold=1, renata=True).cheapest(Cost(1))
    assert p.left == {"power": {"any": 1}}
    assert Supply(gold=2, renata=True).can_pay(Cost(2, fury=2))
    # Always, not at will: for [A] alone its Energy stays.
    assert Supply(gold=1, renata=True).cheapest(Cost(any=1)).left == {"energy": 1}


def test_honeyfruit_uses_either_ability_at_level_6():
    assert not Supply(honeyfruit=1).can_pay(Cost(1))
    level6 = Supply(honeyfruit=1, level6=True)
    assert level6.can_pay(Cost(1, any=1))
    assert not level6.can_pay(Cost(any=2))
    assert level6.cheapest(Cost(any=1)).uses == [("honeyfruit", 0, None)]
    p = level6.cheapest(Cost(1))
    assert p.uses == [("honeyfruit", 1, None)] and p.steps() == [{"use": "honeyfruit", "ability": 1}]
    # [A] is paid by both; only the second one leaves something, so one payment is distinct.
    assert [p.left for p in level6.payments(Cost(any=1))] == [{"energy": 1}]


def test_renekton_asks_for_two_power():
    supply = Supply(exhausted={"mind": 1, "chaos": 1}, legend="units_energy")
    assert supply.can_pay(Cost(2), "unit")
    assert supply.can_pay(Cost(1), "unit ability")
    assert not supply.can_pay(Cost(2), "spell")
    assert not supply.can_pay(Cost(2, any=1), "unit")
    assert not Supply(exhausted={"mind": 1}, legend="units_energy").can_pay(Cost(1), "unit")
    p = supply.cheapest(Cost(1), "unit")
    assert p.left == {"restricted": [{"energy": 1, "only": "units"}]}
    assert p.steps()[-1] == {"use": "legend"}


@pytest.mark.parametrize("purpose", ref.PURPOSES)
def test_restricted_power_does_not_pay_renekton(purpose):
    assert not Supply(spells_universal=2, gear_universal=2, legend="units_energy").can_pay(Cost(1), purpose)


def test_what_renekton_makes_feeds_no_henge():
    supply = Supply(power={"calm": 2}, legend="units_energy", henge=1)
    assert supply.can_pay(Cost(2), "unit")
    assert not supply.can_pay(Cost(fury=1), "unit")


BORROWED = {
    **{f"seal {name}": Cost(power={name: 1}) for name in DOMAINS},
    "one": Cost(1), "egg": Cost(1), "lux": Cost(2), "honeyfruit": Cost(any=1), "gold": Cost(any=1),
    "legend": Cost(1),
}  # fmt: skip


@pytest.mark.parametrize("empowered", [False, True])
@pytest.mark.parametrize("ability", BORROWED)
def test_heimerdinger_borrows_one_ability(ability, empowered):
    kind = "heimerdinger_empowered" if empowered else "heimerdinger"
    supply = Supply(borrow=[ability], legend="energy", legend_ready=False, **{kind: 1})
    p = supply.cheapest(BORROWED[ability], "spell")
    assert p.uses == [(kind.replace("_", " "), ability, None)]
    assert (p.keys["killed"], p.keys["sources"]) == ((1, 0) if ability == "gold" else (0, 1))
    left = 1 if empowered and ability == "egg" else 0
    assert p.after() == Supply(energy=left, borrow=[ability], legend="energy", legend_ready=False)
    twice = BORROWED[ability] + BORROWED[ability]
    assert supply.can_pay(twice, "spell") == (empowered and ability == "egg")
    nothing_lent = Supply(legend="energy", legend_ready=False, **{kind: 1})
    assert not nothing_lent.can_pay(BORROWED[ability], "spell")


def test_heimerdinger_borrows_converters():
    anomaly = Supply(power={"calm": 2}, heimerdinger=1, borrow=["anomaly"])
    assert anomaly.cheapest(Cost(2)).uses == [("heimerdinger", "anomaly", 2)]
    henge = Supply(energy=2, heimerdinger=1, borrow=["henge"])
    assert henge.cheapest(Cost(any=2)).uses == [("heimerdinger", "henge", 2)]


def test_heimerdinger_never_has_renatas_bonus():
    supply = Supply(heimerdinger=1, borrow=["gold"], renata=True)
    assert supply.can_pay(Cost(any=1))
    assert not supply.can_pay(Cost(1))


def test_heimerdinger_pays_what_the_legend_asks():
    kit = {"heimerdinger": 1, "borrow": ["legend"], "legend": "units_energy"}
    assert Supply(universal=2, legend_ready=False, **kit).can_pay(Cost(2), "unit")
    assert not Supply(universal=1, legend_ready=False, **kit).can_pay(Cost(2), "unit")
    assert Supply(universal=4, **kit).can_pay(Cost(4), "unit")  # the legend and he, each for [A][A]


def test_any_mixture_of_heimerdingers_borrows_any_abilities():
    # Two plain ones for Gold's, two empowered ones for the Egg's, whatever their order.
    supply = Supply(heimerdinger=2, heimerdinger_empowered=2, borrow=["gold", "egg"])
    assert supply.can_pay(Cost(4, any=2))
    assert not supply.can_pay(Cost(5, any=2))
    assert supply.can_pay(Cost(6))
    assert not supply.can_pay(Cost(7))


def test_of_two_heimerdingers_the_plain_one_is_used():
    p = Supply(heimerdinger=1, heimerdinger_empowered=1, borrow=["one"]).cheapest(Cost(1))
    assert p.uses == [("heimerdinger", "one", None)]


def test_the_first_domain_is_spent_first():
    runes = Supply(ready={"calm": 1, "order": 1})
    assert runes.cheapest(Cost(any=1)).recycled == {"calm": 1}
    assert runes.cheapest(Cost(1)).exhausted == {"calm": 1}
    assert runes.cheapest(Cost(any=1), policy=["domain:calm"]).recycled == {"order": 1}


def test_a_henge_and_renekton_spare_a_rune():
    # Renekton's Energy pays what Energy would, and the Henge turns that over: fewest runes recycled, at any price.
    supply = Supply(ready={"chaos": 1}, energy=2, power={"order": 1}, universal=1, henge=1, legend="units_energy")
    assert supply.cheapest(Cost(4, order=1), "unit").key == (0, 0, 2, 1, 0, 5, 1)


# --- many sources ----------------------------------------------------------------------------------------------------


def sample_many_sources(rng: Random) -> tuple[Situation, Demand]:
    """24 sources of few kinds and 3 runes, with a cost near what they can pay."""
    a, b = rng.sample(range(6), 2)
    counts: Counter = Counter(rng.choices((a, b, *rng.sample(("one", "two", "lux", "honeyfruit", "gold"), 2)), k=22))
    counts.update(rng.choices(("anomaly", "henge", "legend", "one", "gold", b), k=2))
    runes = [(rng.choice(("ready", "ready", "exhausted")), rng.choice((a, b))) for _ in range(3)]
    ready, exhausted = (tuple(runes.count((state, i)) for i in range(6)) for state in ("ready", "exhausted"))
    legend = "spells_power" if counts.pop("legend", 0) == 1 else None
    counts["one"] += 24 - counts.total() - (legend is not None)
    seals = tuple(counts[i] for i in range(6))
    named = {name: n for name, n in counts.items() if isinstance(name, str)}
    flags = {"level6": rng.random() < 0.5, "renata": rng.random() < 0.5}
    s = Situation(ready, exhausted, seals=seals, legend=legend, **named, **flags)
    energy = sum(ready) + s.one + 2 * s.two + s.level6 * s.honeyfruit + s.renata * s.gold
    power = 3 + sum(s.seals) + s.gold + s.honeyfruit
    symbols = rng.choices((a, b), k=rng.randint(5 * power // 6, power + 1))
    cost = tuple(symbols.count(i) for i in range(6))
    return s, Demand(rng.randint(2 * energy // 3, energy + 1), cost, rng.choice((0, 0, 1, 2)), purpose="spell")


def test_the_positions_with_24_sources():
    rng = Random(0)
    positions = [sample_many_sources(rng) for _ in range(500)]
    assert {sum(ref.source_counts(s)) for s, _ in positions} == {24}
    assert 150 < sum(can_pay(s, d) for s, d in positions) < 350


@pytest.mark.parametrize("seed", seeds(0, 2, 28))
def test_24_sources(seed):
    rng = Random(seed)
    for i in range(20):
        s, d = sample_many_sources(rng)
        check(s, d, listed=False, where=f"seed {seed}, index {i}")


# --- errors ----------------------------------------------------------------------------------------------------------

NO_COUNTS = (-1, 64, 1.5, "1", True, None)


@pytest.mark.parametrize("name", COUNTS)
def test_a_count_out_of_bounds_is_named(name):
    bound = {"anomaly": 15, "henge": 15, "heimerdinger": 4, "heimerdinger_empowered": 4}.get(name, 63)
    for value in (*NO_COUNTS, bound + 1):
        with pytest.raises(PaymentError, match=f"^{name} is {value!r}: expected a whole number from 0 to {bound}"):
            Supply(**{name: value})
    Supply(**{name: bound})


@pytest.mark.parametrize("name", BY_DOMAIN)
def test_a_count_by_domain_out_of_bounds_is_named(name):
    for i, domain in enumerate(DOMAINS):
        for value in NO_COUNTS:
            with pytest.raises(PaymentError, match=rf"^{name}\[{domain}\] is {value!r}"):
                Supply(**{name: {domain: value}})
            with pytest.raises(PaymentError, match=rf"^{name}\[{domain}\] is {value!r}"):
                Supply(**{name: [value if i == j else 0 for j in range(6)]})
    with pytest.raises(PaymentError, match=f"^{name} has the key 'rage'"):
        Supply(**{name: {"rage": 1}})
    with pytest.raises(PaymentError, match=f"^{name} has 5 entries"):
        Supply(**{name: (0,) * 5})
    with pytest.raises(TypeError):
        Supply(**{name: 1})


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"legend": "jinx"}, "^legend 'jinx': expected one of none, spells_power"),
        ({"legend": 3}, "^legend 3: "),
        ({"borrow": ["one", "two"]}, "^borrow 'two': expected one of seal fury"),
        ({"borrow": "one"}, "^borrow 'o'"),
        ({"ready": {"fury": 7}, "exhausted": {"order": 6}}, "^ready and exhausted are 13 runes: .* at most 12"),
        ({"ready": {"fury": 13}}, "^ready and exhausted are 13 runes"),
        ({"heimerdinger": 3, "heimerdinger_empowered": 2}, "heimerdinger_empowered are 5: .* 4 at most"),
        ({"heimerdinger": 5}, "^heimerdinger is 5: expected a whole number from 0 to 4"),
    ],
)
def test_what_is_no_supply(fields, message):
    with pytest.raises(PaymentError, match=message):
        Supply(**fields)


def test_a_legend_of_kind_none_is_no_legend():
    assert Supply(legend="none") == Supply() == Supply(legend=None)


def test_a_supply_has_these_fields_alone():
    with pytest.raises(TypeError):
        Supply(runes=3)
    with pytest.raises(TypeError):
        Supply((0,) * 6)


def out_of_bounds():
    """(byte, value) of records with one byte that cannot be."""
    some = {at: (13, 63, 64, 255) for at in range(12)} | {at: (64, 128, 255) for at in range(12, 36)}
    some |= {37: (6, 127, 0x86, 255), 38: (0x05, 0x50, 0x41, 0x14, 255), 40: (0x40, 0x80, 255), 41: (4, 255)}
    some |= {42: (0, 2, 255)} | {at: (1, 255) for at in range(43, 48)}
    return [(at, value) for at, values in some.items() for value in values]


def test_a_record_with_a_byte_out_of_bounds():
    for at, value in out_of_bounds():
        data = bytearray(Supply().to_bytes())
        data[at] = value
        with pytest.raises(PaymentError, match=rf"byte {at} of the record is out of bounds.*: {value}$"):
            Supply.from_bytes(data)


def test_every_other_byte_is_in_bounds():
    for at, values in ((36, range(256)), (39, range(256)), (40, range(64)), (37, (0, 5, 0x80, 0x85)), (41, range(4))):
        for value in values:
            data = bytearray(Supply().to_bytes())
            data[at] = value
            assert Supply.from_bytes(data).to_bytes() == data
    for at in range(36):
        data = bytearray(Supply().to_bytes())
        data[at] = 12 if at < 12 else 63
        assert Supply.from_bytes(data).to_bytes() == data


def test_what_is_no_record():
    for n in (0, 47, 49):
        with pytest.raises(PaymentError, match=f"48 bytes, not {n}"):
            Supply.from_bytes(bytes(n))
    for data in ("x" * 48, None, 48, [0] * 48):
        with pytest.raises(TypeError):
            Supply.from_bytes(data)


def test_a_cost_of_nothing_is_false():
    assert not Cost() and not Cost(0, power={"fury": 0})
    for cost in ("1", "[fury]", "[order]", "[any]", "[calm|chaos]"):
        assert Cost.parse(cost), cost


ASKED = ("can_pay", "cheapest", "payments", "count_payments")


@pytest.mark.parametrize("method", ASKED)
def test_what_is_no_purpose(method):
    for purpose in ("fun", "Spell", "", 3, [], b"spell"):
        with pytest.raises(PaymentError, match=r"^purpose .*: expected one of spell, unit, gear"):
            getattr(Supply(), method)(Cost(1), purpose)


@pytest.mark.parametrize("method", ASKED)
def test_a_question_is_about_a_cost(method):
    for cost in (None, 1, "1", {"energy": 1}):
        with pytest.raises(TypeError):
            getattr(Supply(), method)(cost)
    with pytest.raises(TypeError):
        getattr(Supply(), method)(Cost(1), "spell", True)


def test_what_is_no_policy():
    for keys, message in (
        ("recycled", "^policy 'recycled': expected a sequence of keys"),
        (("recycled", "runes"), "^policy key 'runes': expected one of recycled, killed"),
        (("domain:rage",), "^policy key 'domain:rage'"),
        (("domain:",), "^policy key 'domain:'"),
        ((3,), "^policy key 3"),
        (("killed", "free", "killed"), "^policy names 'killed' twice"),
        ((*ALL_KEYS, "recycled"), "^policy names 'recycled' twice"),
    ):
        with pytest.raises(PaymentError, match=message):
            Policy(keys)
        with pytest.raises(PaymentError, match=message):
            Supply().cheapest(Cost(), policy=keys)
    with pytest.raises(TypeError):
        Policy(3)
    with pytest.raises(TypeError):
        Supply().cheapest(Cost(), policy=3)


def test_to_leave_nothing_over_may_be_asked_first():
    """Gold makes 2 units here, and a Seal only the one that is needed."""
    supply = Supply(seals={"calm": 1}, gold=1, renata=True)
    p = supply.cheapest(Cost(1, calm=1), policy=("leftover", "universal"))
    assert p.keys["leftover"] == 0 and p.keys["universal"] == 1 and p.uses == [("gold", 0, None)]
    p = Supply(two=1, one=1).cheapest(Cost(1), policy=("leftover",))
    assert p.uses == [("one", 0, None)]
    p = Supply(ready={"fury": 1}, two=1).cheapest(Cost(1), policy=("leftover", "ready_runes"))
    assert p.exhausted == {"fury": 1}


def test_converters_make_no_free_resources_for_nothing():
    """An Anomaly and a Henge could turn showdown Energy into free Energy: it would be one key less, and a waste."""
    p = Supply(showdown_energy=1, anomaly=1, henge=1).cheapest(Cost(), showdown=True, policy=("free",))
    assert p.uses == [] and p.keys["free"] == 0


def test_a_policy_is_a_value():
    assert Policy() == Policy(DEFAULT) == eval(repr(Policy()))
    assert Policy(["killed"]) == Policy(("killed",)) != Policy(["recycled"])
    assert hash(Policy(["killed"])) == hash(Policy(("killed",)))
    assert pickle.loads(pickle.dumps(Policy(["universal"]))) == Policy(["universal"])
    supply, cost = Supply(ready={"fury": 1}, gold=1), Cost(fury=1)
    ways = [supply.cheapest(cost, policy=policy) for policy in (("killed",), ["killed"], Policy(("killed",)))]
    assert ways[0] == ways[1] == ways[2] != supply.cheapest(cost)
    assert supply.cheapest(cost) == supply.cheapest(cost, policy=()) == supply.cheapest(cost, policy=DEFAULT)


@pytest.mark.parametrize("name", ["energy", *DOMAINS, "any"])
def test_a_count_of_a_cost_out_of_bounds_is_named(name):
    for value in NO_COUNTS:
        with pytest.raises(CostError, match=f"^{name} is {value}" if value != "1" else f"^{name} is '1'"):
            Cost(**{name: value})
        if name != "energy":
            with pytest.raises(CostError, match=rf"^power\['{name}'\] is "):
                Cost(power={name: value})
    Cost(**{name: 63})


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"power": ["fury"]}, "^power is "),
        ({"power": {1: 1}}, "^power has the key 1"),
        ({"power": {"rage": 1}}, "^'rage' names no Power"),
        ({"power": {"": 1}}, "^'' names no Power"),
        ({"power": {"fury|any": 1}}, "names no Power"),
        ({"power": {"fury|fury": 1}}, "names fury twice"),
        ({"power": {"fury|calm": 1, "calm|mind": 1, "mind|body": 1}}, "more than two kinds of hybrid symbols"),
        ({"power": {"fury|calm": 60, "calm|fury": 60}}, "more than 63 of one kind"),
        ({"any": 1, "power": {"any": 63}}, "more than 63 of one kind"),
        ({"fury": 1, "power": {"fury": 63}}, "more than 63 of one kind"),
        ({"other": "discard 1"}, "^other is 'discard 1'"),
    ],
)
def test_what_is_no_cost(fields, message):
    with pytest.raises(CostError, match=message):
        Cost(**fields)


def test_costs_add_up_within_bounds():
    assert Cost(1, fury=1) + Cost(2, any=1) == Cost(3, fury=1, any=1)
    for a, b in (
        (Cost(40), Cost(24)),
        (Cost(any=40), Cost(any=24)),
        (Cost(mind=40), Cost(mind=24)),
        (Cost(power={"fury|calm": 40}), Cost(power={"fury|calm": 24})),
        (Cost(power={"fury|calm": 1, "calm|mind": 1}), Cost(power={"mind|body": 1})),
    ):
        with pytest.raises(CostError, match="out of bounds"):
            a + b
    with pytest.raises(TypeError):
        Cost(1) + 1
    with pytest.raises(TypeError):
        assert Cost(1) <= 1


# --- values ----------------------------------------------------------------------------------------------------------


def test_payments_are_values():
    supply = Supply(ready={"fury": 1, "calm": 1}, gold=1)
    a, b = supply.cheapest(Cost(1, any=1)), supply.cheapest(Cost(1, any=1))
    assert a == b and hash(a) == hash(b) and a is not b
    assert a != supply.cheapest(Cost(1, any=1), policy=["killed"])
    assert a != 1 and "use gold" in str(a) and "use gold" in repr(a)
    assert supply != 1 and Cost(1) != 1
    for made in (a, supply, Cost(1), Policy()):
        with pytest.raises(AttributeError):
            made.x = 1
    with pytest.raises(TypeError):
        Payment.lost = None


def test_all_keys_are_told():
    p = Supply(ready={"fury": 1}, seals={"calm": 1}).cheapest(Cost(1, fury=1, calm=1))
    assert list(p.keys) == list(ALL_KEYS)
    assert p.key == tuple(p.keys[key] for key in DEFAULT)
    assert p.keys["domain:fury"] == 2 and p.keys["domain:calm"] == 0


# --- memory ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ASKED)
def test_a_question_leaves_nothing_behind(method):
    supply = Supply(ready={"fury": 2, "calm": 2}, gold=1, honeyfruit=1, legend="energy", heimerdinger=1, borrow=["one"])
    cost, purpose, policy = Cost(2, fury=1, any=1), "".join(("sp", "ell")), Policy(["killed"])
    things = (supply, cost, purpose, policy, Supply, Cost, Payment, Policy, None)
    ask_it = getattr(supply, method)
    more = {"policy": policy} if method == "cheapest" else {}

    def ask_often():
        for i in range(1000):
            found = ask_it(cost, purpose, showdown=True, **more)
            if method == "payments":
                for p in islice(found, i % 3):  # not read to the end
                    p.steps(), p.left, p.uses, str(p), hash(p), p.after()
            elif method == "cheapest":
                found.steps(), found.left, found.keys, str(found), found.after()
            for wrong in ("fun", 3):
                with pytest.raises(PaymentError):
                    ask_it(cost, wrong)

    ask_often()
    gc.collect()
    before = [sys.getrefcount(thing) for thing in things]
    tracemalloc.start()
    try:
        ask_often()
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
        ask_often()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - held
    finally:
        tracemalloc.stop()
    after = [sys.getrefcount(thing) for thing in things]
    assert all(abs(a - b) < 50 for a, b in zip(after, before, strict=True)), (before, after)
    assert grown < 10_000, grown
