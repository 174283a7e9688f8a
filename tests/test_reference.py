"""The oracle's own tests: positions worked out by hand, and the same search once more, word by word."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product
from random import Random

import pytest
from reference import (
    ALL_USES,
    DEFAULT,
    DOMAIN_KEYS,
    DOMAINS,
    KINDS,
    Demand,
    IllegalStep,
    Pool,
    Result,
    Situation,
    best,
    flat_pool,
    full_pool,
    keys_of,
    net_spent,
    pay,
    payable,
    payments,
    pool_at_least,
    replay,
    sample_small,
    sample_std,
    solve,
    source_counts,
    start_state,
    steps_from,
    steps_pay,
    wastes,
)
from seeds import seeds

FURY, CALM, MIND, BODY, CHAOS, ORDER = range(6)


def six(**counts: int) -> tuple[int, ...]:
    """six(fury=2) -> (2, 0, 0, 0, 0, 0)"""
    assert counts.keys() <= set(DOMAINS)
    return tuple(counts.get(d, 0) for d in DOMAINS)


def mask(*domains: int) -> int:
    return sum(1 << d for d in domains)


def result(ready=(), total=(), sources=(), gone=(), **pool) -> Result:
    """A Result from what is not zero: sources and gone as {kind: count}."""
    sources, gone = dict(sources), dict(gone)
    return Result(
        six(**dict(ready)),
        six(**dict(total)),
        tuple(sources.get(kind, 0) for kind in KINDS),
        tuple(gone.get(kind, 0) for kind in ("gold", "heimerdinger", "heimerdinger empowered")),
        Pool(**pool),
    )


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_two_runes_pay_twice():
    # Cost 2 Energy and 2 Fury, two ready Fury runes. Only they give anything: both must be exhausted for the Energy and
    # both recycled for the Power. Nothing stays. Keys: 2 recycled, none killed, no source, 2 ready runes lost, nothing
    # left over, 4 unrestricted units spent, no universal. Ties: 4 Adds, 2 Energy spent, no showdown Energy.
    s = Situation(ready=six(fury=2))
    found = solve(s, Demand(2, six(fury=2)))
    assert found.payable
    assert found.payments == {result()}
    paid = found.best[DEFAULT]
    assert (paid.exhausted, paid.recycled, paid.uses) == (six(fury=2), six(fury=2), ())
    assert paid.keys == (2, 0, 0, 2, 0, 4, 0)
    assert paid.ties[:3] == (4, -2, 0)
    # 3 Energy is one too many, and so is a symbol of another domain.
    assert not payable(s, Demand(3, six(fury=2)))
    assert not payable(s, Demand(0, six(fury=1, calm=1)))


def test_the_pool_pays_first():
    # 1 Energy and 1 Fury lie in the pool and pay 1[fury]. Any Add could be left out, so there is one payment, without.
    s = Situation(ready=six(fury=1, calm=1), energy=1, power=six(fury=1), gold=1)
    found = solve(s, Demand(1, six(fury=1)))
    assert found.payments == {result({"fury": 1, "calm": 1}, {"fury": 1, "calm": 1}, {"gold": 1})}
    assert found.best[DEFAULT].keys == (0, 0, 0, 0, 0, 2, 0)


def test_an_exhausted_rune_is_recycled_before_a_ready_one():
    # 1 ready and 1 exhausted Calm rune, cost [calm]: the exhausted one goes, the ready one stays ready.
    s = Situation(ready=six(calm=1), exhausted=six(calm=1))
    found = solve(s, Demand(0, six(calm=1)))
    assert found.payments == {result({"calm": 1}, {"calm": 1})}
    assert found.best[DEFAULT].keys == (1, 0, 0, 0, 0, 1, 0)
    # Cost 1[calm]: exhaust the ready one, recycle one of the two exhausted ones: one exhausted rune stays.
    assert payments(s, Demand(1, six(calm=1))) == {result({}, {"calm": 1})}


def test_a_choice_of_domains_and_its_tie():
    # Cost [A], one ready rune of Calm and one of Order: recycle either. What is lost differs, neither beats the other.
    # All keys are equal; the first domain in order is spent first: Calm. "domain:calm" first makes it Order.
    s = Situation(ready=six(calm=1, order=1))
    found = solve(s, Demand(any=1), (DEFAULT, ("domain:calm",)))
    assert found.payments == {result({"calm": 1}, {"calm": 1}), result({"order": 1}, {"order": 1})}
    assert found.best[DEFAULT].recycled == six(calm=1)
    assert found.best[DEFAULT].keys == (1, 0, 0, 1, 0, 1, 0)
    assert found.best["domain:calm",].recycled == six(order=1)
    assert found.best["domain:calm",].keys == (0, 1, 0, 0, 1, 0, 1, 0)
    # For 1 Energy it is the rune to exhaust: Calm, though k = 0 for both.
    assert best(s, Demand(1)).exhausted == six(calm=1)


def test_a_rune_is_lost_once_for_its_domain_key():
    # 2 ready Mind runes, cost 1[mind]. m = 1, k = 1: one rune gives both; exhausting one and recycling "the other" is
    # the same multiset of Adds, and in canonical form the same rune. "domain:mind": one recycled, one ready one lost.
    s = Situation(ready=six(mind=2))
    paid = best(s, Demand(1, six(mind=1)), ("domain:mind",))
    assert paid.keys == (2, 1, 0, 0, 1, 0, 2, 0)
    assert paid.result == result({"mind": 1}, {"mind": 1})
    # With one of them exhausted, that one is recycled and the ready one exhausted: once more one and one.
    s = Situation(ready=six(mind=1), exhausted=six(mind=1))
    assert best(s, Demand(1, six(mind=1)), ("domain:mind",)).keys == (2, 1, 0, 0, 1, 0, 2, 0)


def test_gold_or_rune():
    # Cost [fury], a Fury rune and a Gold. Either Add alone pays; one kills, one recycles. The default policy keeps
    # runes; a policy that starts with "killed" keeps the Gold.
    s = Situation(ready=six(fury=1), gold=1)
    found = solve(s, Demand(0, six(fury=1)), (DEFAULT, ("killed",)))
    assert found.payments == {
        result({"fury": 1}, {"fury": 1}, {}, {"gold": 1}),
        result({}, {}, {"gold": 1}),
    }
    assert found.best[DEFAULT].uses == ((("gold",), 1),)
    assert found.best[DEFAULT].keys == (0, 1, 0, 0, 0, 1, 1)
    assert found.best["killed",].recycled == six(fury=1)
    assert found.best["killed",].keys == (0, 1, 0, 1, 0, 1, 0)


def test_renata_adds_energy_to_gold_alone():
    # With Renata's bonus a Gold pays 1 Energy; its universal Power stays: 1 unit left over. 2 units made, 1 stays.
    s = Situation(gold=1, renata=True)
    assert not payable(s._replace(renata=False), Demand(1))
    found = solve(s, Demand(1))
    assert found.payments == {result(gone={"gold": 1}, universal=1)}
    assert found.best[DEFAULT].keys == (0, 1, 0, 0, 1, 1, 0)
    # A Heimerdinger that borrows from Gold is killed and never has the bonus.
    s = Situation(heimerdinger=1, borrow=frozenset({"gold"}), renata=True)
    assert not payable(s, Demand(1))
    found = solve(s, Demand(any=1))
    assert found.payments == {result(gone={"heimerdinger": 1})}
    assert found.best[DEFAULT].keys == (0, 1, 0, 0, 0, 1, 1)


def test_honeyfruit_has_a_second_mode_at_level_6():
    # Cost 1 Energy: only the second mode gives any, and its universal Power stays.
    s = Situation(honeyfruit=1)
    assert not payable(s, Demand(1))
    s = s._replace(level6=True)
    assert payments(s, Demand(1)) == {result(universal=1)}
    # Cost [A]: both modes pay, both Adds are minimal. The second one leaves 1 Energy more, so its result beats the
    # other: one distinct payment. But *best* asks for little left over, and takes the first mode.
    found = solve(s, Demand(any=1))
    assert found.payments == {result(energy=1)}
    assert found.best[DEFAULT].uses == ((("honeyfruit", 0), 1),)
    assert found.best[DEFAULT].keys == (0, 0, 1, 0, 0, 1, 1)


def test_anomaly_takes_the_least_x():
    # Cost 2[fury], pool 2 universal and 1 Fury. The Energy comes from the Anomaly, X = 2. One Power of the three pays
    # [fury], the two others X: everything is spent, in whatever way.
    s = Situation(power=six(fury=1), universal=2, anomaly=1)
    found = solve(s, Demand(2, six(fury=1)))
    assert found.payments == {result()}
    assert (found.best[DEFAULT].x_anomaly, found.best[DEFAULT].keys) == (2, (0, 0, 1, 0, 0, 3, 2))
    # Cost 1: X = 1, though 2 or 3 would pay as well. Spending Fury leaves 2 universal, which beats 1 universal and
    # 1 Fury. Nothing is left over, for 3 units became 2.
    found = solve(s, Demand(1))
    assert found.payments == {result(universal=2)}
    assert found.best[DEFAULT].x_anomaly == 1
    assert found.best[DEFAULT].keys == (0, 0, 1, 0, 0, 1, 0)
    # 1 Energy came from the Anomaly and went: none was spent, net. One typed Power was, of Fury.
    assert found.best[DEFAULT].ties[:3] == (1, 0, 0)
    assert found.best[DEFAULT].ties[15:21] == (-1, 0, 0, 0, 0, 0)


def test_best_lets_no_converter_waste():
    # Cost [calm], pool 2 Energy. The Henge with X = 2 would leave 1 universal, and "universal spent" would be -1; with
    # X = 1 it is 0, and 1 Energy stays.
    s = Situation(energy=2, henge=1)
    paid = best(s, Demand(0, six(calm=1)))
    assert (paid.x_henge, paid.keys, paid.result.pool) == (1, (0, 0, 1, 0, 0, 1, 0), Pool(energy=1))
    assert wastes(net_spent(s, six(), six(), ((("henge",), 1),), Pool(universal=1)))
    # Cost 1, pool 2 Fury: the Anomaly with X = 2 would leave 1 Energy.
    s = Situation(power=six(fury=2), anomaly=1)
    assert best(s, Demand(1)).result.pool == Pool(power=six(fury=1))
    assert wastes(net_spent(s, six(), six(), ((("anomaly",), 1),), Pool(energy=1)))
    # The legend's 2 Energy count as added: none of them may be there beyond what was added.
    s = Situation(universal=2, legend="units_energy")
    assert net_spent(s, six(), six(), ((("legend",), 1),), Pool(units_energy=1)) == [0] * 7 + [2, 0, 1, 0, 0, 0]


def test_the_ties_in_their_order():
    # Energy is spent before Power. Cost [fury][calm]: the Henge must make the Calm. 2 Energy pay both, or 1 Energy and
    # the Fury do: equal by all keys.
    s = Situation(energy=2, power=six(fury=1), henge=1)
    paid = best(s, Demand(0, six(fury=1, calm=1)))
    assert paid.result.pool == Pool(power=six(fury=1))
    assert (paid.keys, paid.ties[:3]) == ((0, 0, 1, 0, 0, 2, 0), (1, -2, 0))
    # Two sorts of restricted Energy: the showdown's stays.
    s = Situation(spells_energy=1, showdown_energy=1, showdown=True)
    paid = best(s, Demand(1, purpose="spell"))
    assert (paid.result.pool, paid.ties[:3]) == (Pool(showdown_energy=1), (0, -1, 0))
    # A plain Heimerdinger is used before an empowered one, where both give 1 Energy.
    s = Situation(heimerdinger=1, heimerdinger_empowered=1, borrow=frozenset({"one"}))
    assert best(s, Demand(1)).uses == ((("heimerdinger", False, "one", 0), 1),)
    # Honeyfruit's first ability before its second, which would leave 1 Energy: equal by all keys.
    s = Situation(energy=1, honeyfruit=1, level6=True)
    assert best(s, Demand(1, any=1)).uses == ((("honeyfruit", 0), 1),)


def test_henge_takes_showdown_energy_in_a_showdown():
    # Cost [body], pool 1 Energy that only showdowns may use: the Henge takes it while there is a showdown.
    s = Situation(showdown_energy=1, henge=1)
    assert not payable(s, Demand(0, six(body=1)))
    s = s._replace(showdown=True)
    found = solve(s, Demand(0, six(body=1)))
    assert found.payments == {result()}
    # Spent of unrestricted things: 0 before, 0 made by sources, 0 after. The universal Power came and went.
    assert found.best[DEFAULT].keys == (0, 0, 1, 0, 0, 0, 0)
    # With 1 free Energy beside it: X takes one of the two, and a free rest is worth more than a restricted one.
    s = s._replace(energy=1)
    assert payments(s, Demand(0, six(body=1))) == {result(energy=1)}
    # Energy for spells feeds no Henge, not even for a spell.
    assert not payable(Situation(spells_energy=1, henge=1), Demand(any=1, purpose="spell"))


def test_anomaly_then_henge():
    # 1 Calm Power, cost [fury]: Anomaly X = 1 makes it Energy, Henge X = 1 makes that universal Power.
    s = Situation(power=six(calm=1), anomaly=1, henge=1)
    found = solve(s, Demand(0, six(fury=1)))
    assert found.payments == {result()}
    paid = found.best[DEFAULT]
    assert (paid.x_anomaly, paid.x_henge, paid.keys) == (1, 1, (0, 0, 2, 0, 0, 1, 0))
    assert steps_pay(s, Demand(0, six(fury=1)), [("anomaly", 1), ("henge", 1)])
    # The other way round the Henge finds no Energy.
    with pytest.raises(IllegalStep):
        steps_pay(s, Demand(0, six(fury=1)), [("henge", 1), ("anomaly", 1)])
    assert not steps_pay(s, Demand(0, six(fury=1)), [("henge", 0), ("anomaly", 1)])


def test_the_legend_with_a_price():
    # The legend asks for [A][A] and gives 2 Energy for units. Two exhausted runes, recycled, pay [A][A]: 2 unrestricted
    # units spent, none left, and the 2 Energy pay a unit; for a spell they pay nothing.
    s = Situation(exhausted=six(mind=1, chaos=1), legend="units_energy")
    found = solve(s, Demand(2, purpose="unit"))
    assert found.payments == {result()}
    assert found.best[DEFAULT].keys == (2, 0, 1, 0, 0, 2, 0)
    assert not payable(s, Demand(2, purpose="spell"))
    assert not payable(s._replace(legend_ready=False), Demand(2, purpose="unit"))
    # For 1 Energy the second one stays in the pool, left over.
    assert payments(s, Demand(1, purpose="unit ability")) == {result(units_energy=1)}
    # Restricted universal Power does not pay [A][A], though it pays the gear.
    s = Situation(gear_universal=2, legend="units_energy")
    assert not payable(s, Demand(1, purpose="gear"))
    # A Heimerdinger that borrows it pays the same price; the legend itself may be exhausted.
    s = Situation(universal=1, power=six(order=1), legend="units_energy", legend_ready=False)
    s = s._replace(heimerdinger=1, borrow=frozenset({"legend"}))
    assert payments(s, Demand(2, purpose="unit")) == {result()}


@pytest.mark.parametrize(
    ("legend", "purpose", "cost", "showdown"),
    [
        ("spells_power", "spell", Demand(0, six(mind=1)), False),
        ("gear_power", "gear ability", Demand(any=1), False),
        ("gear_power", "gear", Demand(hybrids=((mask(FURY, BODY), 1),)), False),
        ("showdown_energy", "hide", Demand(1), True),
        ("energy", "move", Demand(1), False),
    ],
)
def test_the_other_legends(legend, purpose, cost, showdown):
    # One exhaustion, one unit, which pays the one symbol; restricted units are not "free" ones, so only the plain
    # Energy counts as spent. For another purpose, or outside a showdown, the restricted ones do nothing.
    s = Situation(legend=legend, showdown=showdown)
    cost = cost._replace(purpose=purpose)
    found = solve(s, cost)
    assert found.payments == {result()}
    assert found.best[DEFAULT].keys == (0, 0, 1, 0, 0, int(legend == "energy"), 0)
    if legend != "energy":
        assert not payable(s._replace(showdown=False), cost._replace(purpose="trigger"))


def test_lux_is_for_spells():
    # Lux gives 2 Energy for spells. A spell of 1 leaves one of them. A Conduit ("one") gives 1 free Energy
    # and leaves nothing. Both pay; neither object is there in the other's result.
    s = Situation(lux=1, one=1)
    found = solve(s, Demand(1, purpose="spell"))
    assert found.payments == {result(sources={"one": 1}, spells_energy=1), result(sources={"lux": 1})}
    assert found.best[DEFAULT].uses == ((("one",), 1),)  # nothing left over
    assert best(s, Demand(1, purpose="spell"), ("free",)).uses == ((("lux",), 1),)  # no unrestricted unit spent
    assert payments(s, Demand(1, purpose="unit")) == {result(sources={"lux": 1})}


def test_the_restricted_unit_pays_and_the_free_one_stays():
    # A spell for 1 Energy, pool 1 free and 1 for spells. Both ways need no Add; keeping the free one beats the other.
    s = Situation(energy=1, spells_energy=1)
    found = solve(s, Demand(1, purpose="spell"))
    assert found.payments == {result(energy=1)}
    assert found.best[DEFAULT].keys == (0, 0, 0, 0, 0, 0, 0)
    assert found.best[DEFAULT].result.pool == Pool(energy=1)
    # Two sorts of restricted Energy, both usable: what stays is not comparable, so both count.
    s = Situation(spells_energy=1, showdown_energy=1, showdown=True)
    assert payments(s, Demand(1, purpose="spell")) == {result(spells_energy=1), result(showdown_energy=1)}
    # A typed Power and a universal one for [A]: the universal one stays.
    assert payments(Situation(power=six(body=1), universal=1), Demand(any=1)) == {result(universal=1)}


def test_overlapping_hybrids():
    # Cost {fury,calm} and {calm,mind}, Power Fury and Calm: Fury must pay the first, Calm the second.
    cost = Demand(hybrids=((mask(FURY, CALM), 1), (frozenset({CALM, MIND}), 1)))
    assert payable(Situation(power=six(fury=1, calm=1)), cost)
    assert payable(Situation(power=six(calm=2)), cost)
    assert not payable(Situation(power=six(fury=2)), cost)
    assert not payable(Situation(power=six(fury=1, body=1)), cost)
    assert payable(Situation(power=six(fury=1), universal=1), cost)
    # With [calm] besides, one Calm is too few.
    assert not payable(Situation(power=six(fury=1, calm=1, body=5)), cost._replace(power=six(calm=1)))
    # Fury, Calm and Mind runes, all exhausted: two of them go; Fury-Calm, Fury-Mind, Calm-Mind all pay.
    s = Situation(exhausted=six(fury=1, calm=1, mind=1))
    found = solve(s, cost)
    assert found.payments == {result({}, {d: 1}) for d in ("fury", "calm", "mind")}
    assert found.best[DEFAULT].recycled == six(fury=1, calm=1)


def test_heimerdinger_plain_and_empowered():
    # Egg gives 1, to an empowered Heimerdinger 2. They are different objects: using the one or the other for 1 Energy
    # gives different results.
    s = Situation(heimerdinger=1, heimerdinger_empowered=1, borrow=frozenset({"egg"}))
    plain, empowered = "heimerdinger", "heimerdinger empowered"
    found = solve(s, Demand(1))
    assert found.payments == {result(sources={empowered: 1}), result(sources={plain: 1}, energy=1)}
    assert found.best[DEFAULT].uses == ((("heimerdinger", False, "egg", 0), 1),)  # nothing left over
    assert payments(s, Demand(2)) == {result(sources={plain: 1})}
    assert payments(s, Demand(3)) == {result()}
    assert not payable(s, Demand(4))
    # One exhaustion, one ability: a Seal of Mind or one Energy, not both.
    s = Situation(heimerdinger=1, borrow=frozenset({"seal mind", "one"}))
    assert payable(s, Demand(0, six(mind=1)))
    assert payable(s, Demand(1))
    assert not payable(s, Demand(1, six(mind=1)))


def test_seals_eggs_and_what_is_never_needed():
    # Cost 2[chaos]: a Seal of Chaos and an empowered Egg, or a plain one twice. The Seal of Order and Lux (no spell)
    # are used in no payment; nor is a third Add.
    s = Situation(seals=six(chaos=1, order=1), one=2, two=1, lux=1)
    found = solve(s, Demand(2, six(chaos=1)))
    rest = {"seal order": 1, "lux": 1}
    assert found.payments == {result(sources={**rest, "one": 2}), result(sources={**rest, "two": 1})}
    # Fewer objects: the empowered Egg. 3 units made, 3 spent.
    assert found.best[DEFAULT].keys == (0, 0, 2, 0, 0, 3, 0)
    assert found.best[DEFAULT].uses == ((("seal", CHAOS), 1), (("two",), 1))


def test_steps_are_replayed_one_by_one():
    s = Situation(ready=six(fury=1), gold=1, legend="units_energy", heimerdinger=1, borrow=frozenset({"honeyfruit"}))
    assert steps_pay(s, Demand(1, six(fury=1)), [("exhaust", FURY), ("recycle", "fury")])
    assert not steps_pay(s, Demand(1), [("recycle", FURY)])
    # One ready and one exhausted rune: the exhausted one is recycled.
    both = Situation(ready=six(fury=1), exhausted=six(fury=1))
    assert replay(both, Demand(0, six(fury=1)), [("recycle", FURY)]) == {result({"fury": 1}, {"fury": 1})}
    with pytest.raises(IllegalStep):  # recycled first, it cannot be exhausted
        steps_pay(s, Demand(), [("recycle", FURY), ("exhaust", FURY)])
    with pytest.raises(IllegalStep):  # a Gold is killed once
        steps_pay(s, Demand(), [("gold",), ("gold",)])
    with pytest.raises(IllegalStep):  # nothing for [A][A] yet
        steps_pay(s, Demand(), [("gold",), ("legend",), ("recycle", FURY)])
    steps = [("gold",), ("heimerdinger", False, "honeyfruit", 0), ("recycle", FURY), ("legend",)]
    # [A][A] takes two of: 2 universal, 1 Fury. Left for [fury]: either one.
    assert steps_pay(s, Demand(2, six(fury=1), purpose="unit"), steps)
    assert replay(s, Demand(purpose="unit"), steps) == {
        result(gone={"gold": 1}, units_energy=2, universal=1),
        result(gone={"gold": 1}, units_energy=2, power=six(fury=1)),
    }
    with pytest.raises(IllegalStep):  # the second mode needs level 6
        steps_pay(s, Demand(), [("heimerdinger", False, "honeyfruit", 1)])


def test_what_each_use_adds():
    # From the contract's list: one object of each kind, everything switched on. A cost of nothing leaves what was made.
    s = Situation(seals=(1,) * 6, one=1, two=1, lux=1, honeyfruit=1, gold=1, legend="energy", heimerdinger=1)
    s = s._replace(heimerdinger_empowered=1, level6=True, renata=True)
    everything = {"one", "egg", "lux", "honeyfruit", "gold", "legend", *(f"seal {d}" for d in DOMAINS)}
    s = s._replace(borrow=frozenset(everything))

    def adds(*step) -> Pool:
        (found,) = replay(s, Demand(), [step])
        return found.pool

    for d, name in enumerate(DOMAINS):
        assert adds("seal", d) == adds("seal", name) == Pool(power=six(**{name: 1}))
    assert adds("one") == Pool(energy=1)
    assert adds("two") == Pool(energy=2)
    assert adds("lux") == Pool(spells_energy=2)
    assert adds("honeyfruit", 0) == Pool(universal=1)
    assert adds("honeyfruit", 1) == Pool(energy=1, universal=1)
    assert adds("gold") == Pool(energy=1, universal=1)
    assert adds("legend") == Pool(energy=1)
    for empowered in (False, True):
        for d, name in enumerate(DOMAINS):
            assert adds("heimerdinger", empowered, f"seal {name}", 0) == adds("seal", d)
        assert adds("heimerdinger", empowered, "one", None) == Pool(energy=1)
        assert adds("heimerdinger", empowered, "egg", 0) == Pool(energy=1 + empowered)
        assert adds("heimerdinger", empowered, "lux", 0) == Pool(spells_energy=2)
        assert adds("heimerdinger", empowered, "honeyfruit", 0) == Pool(universal=1)
        assert adds("heimerdinger", empowered, "honeyfruit", 1) == Pool(energy=1, universal=1)
        assert adds("heimerdinger", empowered, "gold", 0) == Pool(universal=1)
        assert adds("heimerdinger", empowered, "legend", 0) == Pool(energy=1)


def test_a_converter_and_its_loan():
    # Pool 2 Energy, 1 Body, 1 universal. A borrowed Anomaly or Henge does what the object itself does.
    s = Situation(energy=2, power=six(body=1), universal=1, anomaly=1, henge=1, heimerdinger=1)
    s = s._replace(borrow=frozenset({"anomaly", "henge"}))
    for step in (("anomaly",), ("heimerdinger", False, "anomaly")):
        pools = [{r.pool for r in replay(s, Demand(), [(*step, x)])} for x in range(3)]
        assert pools == [
            {Pool(2, six(body=1), 1)},
            {Pool(3, six(body=1), 0), Pool(3, six(), 1)},
            {Pool(4, six(), 0)},
        ]
        with pytest.raises(IllegalStep):
            replay(s, Demand(), [(*step, 3)])
    for step in (("henge",), ("heimerdinger", False, "henge")):
        pools = [{r.pool for r in replay(s, Demand(), [(*step, x)])} for x in range(3)]
        assert pools == [{Pool(2 - x, six(body=1), 1 + x)} for x in range(3)]
        with pytest.raises(IllegalStep):
            replay(s, Demand(), [(*step, 3)])
    # Two of them: X counts both. Cost 5: 2 Energy are there, but only 2 Power. Cost 4: one Anomaly, X = 2; which of the
    # two objects is used makes two results.
    assert not payable(s, Demand(5))
    assert payments(s, Demand(4)) == {
        result(sources={"henge": 1, "anomaly": 1}),
        result(sources={"henge": 1, "heimerdinger": 1}),
    }
    assert best(s, Demand(4)).uses == ((("anomaly",), 1),)


def test_policies_are_checked():
    with pytest.raises(ValueError, match="no such key"):
        best(Situation(), Demand(), ("runes",))
    with pytest.raises(ValueError, match="no such purpose"):
        payable(Situation(), Demand(purpose="fun"))
    with pytest.raises(ValueError, match="too large"):
        payable(Situation(ready=(30,) * 6), Demand())


# --- the definitions once more, word by word, without bundles and without any order of steps ------------------------


def better_or_equal(q: int, p: int) -> bool:
    """Is a unit of pool field q at least as good as one of p?"""
    return q == p or (q == 0 and p in (8, 9, 10)) or (q == 7 and p in (1, 2, 3, 4, 5, 6, 11, 12))


@lru_cache(1 << 16)
def matched(qs: tuple[int, ...], ps: tuple[int, ...]) -> bool:
    """Can the units ps be matched one to one to different units of qs, each at least as good?"""
    if not ps:
        return True
    return any(better_or_equal(q, ps[0]) and matched(qs[:i] + qs[i + 1 :], ps[1:]) for i, q in enumerate(qs))


def units(pool: Pool) -> tuple[int, ...]:
    flat = (pool.energy, *pool.power, *pool[2:])
    return tuple(f for f in range(13) for _ in range(flat[f]))


def beats(q: Result, p: Result) -> bool:
    return (
        q != p
        and all(a >= b for a, b in zip(q.ready + q.total + q.sources, p.ready + p.total + p.sources, strict=True))
        and all(a <= b for a, b in zip(q.gone, p.gone, strict=True))
        and matched(units(q.pool), units(p.pool))
    )


ADDS = [*(("exhaust", d) for d in range(6)), *(("recycle", d) for d in range(6)), *ALL_USES]
INDEX = {add: i for i, add in enumerate(ADDS)}


def split(step: tuple) -> tuple[tuple, int, int]:
    """(the Add without its X, X of an anomaly, X of a henge)"""
    if step[0] in ("anomaly", "henge"):
        return step[:1], step[1] * (step[0] == "anomaly"), step[1] * (step[0] == "henge")
    if step[0] == "heimerdinger" and step[2] in ("anomaly", "henge"):
        return (*step[:3], 0), step[3] * (step[2] == "anomaly"), step[3] * (step[2] == "henge")
    return step, 0, 0


def plainly(s: Situation, d: Demand):
    """(payable, distinct payments, policy -> best (keys, ties)), from every sequence of single steps."""
    start = (start_state(s), (0,) * len(ADDS), 0, 0)
    seen, todo = {start}, [start]
    while todo:
        state, adds, x_anomaly, x_henge = todo.pop()
        ways = list(steps_from(s, state))
        for i in range(6):  # nobody forbids to recycle a ready rune while an exhausted one is there
            if state.ready[i] and state.exhausted[i]:
                fewer = tuple(n - (j == i) for j, n in enumerate(state.ready))
                more = tuple(n + (j == i + 1) for j, n in enumerate(state.pool))
                ways.append((("recycle", i), state._replace(ready=fewer, pool=more)))
        for step, after in ways:
            add, a, h = split(step)
            counts = tuple(n + (j == INDEX[add]) for j, n in enumerate(adds))
            node = (after, counts, x_anomaly + a, x_henge + h)
            if node not in seen:
                seen.add(node)
                todo.append(node)
    paying: dict[tuple[int, ...], list] = {}
    for state, adds, x_anomaly, x_henge in seen:
        left = pay(s, d, state.pool)
        if left:
            paying.setdefault(adds, []).append((x_anomaly, x_henge, state, left))

    results = set()
    for adds, ways in paying.items():
        if any(other != adds and all(b <= a for a, b in zip(adds, other, strict=True)) for other in paying):
            continue
        for x, y, state, left in ways:
            if not any((v, w) != (x, y) and v <= x and w <= y for v, w, _, _ in ways):
                total = tuple(r + n for r, n in zip(state.ready, state.exhausted, strict=True))
                results |= {Result(state.ready, total, state.sources, state.gone, full_pool(pool)) for pool in left}
    distinct = {p for p in results if not any(beats(q, p) for q in results)}

    def best_keys(policy):
        found = []
        for adds, ways in paying.items():
            m, k, uses = adds[:6], adds[6:12], [(use, n) for use, n in zip(ALL_USES, adds[12:], strict=True) if n]
            ready = tuple(min(s.ready[i] - m[i], s.ready[i] + s.exhausted[i] - k[i]) for i in range(6))
            for _, _, state, left in ways:
                if state.ready == ready:  # canonical
                    for pool in map(full_pool, left):
                        if not wastes(net_spent(s, m, k, uses, pool)):
                            found.append(keys_of(s, m, k, uses, pool, policy))
        return min(found, default=None)

    return bool(paying), distinct, best_keys


@pytest.mark.parametrize("seed", seeds(0, 4, 36))
def test_the_fast_search_is_the_plain_one(seed):
    rng = Random(seed)
    for _ in range(60):
        s, d = sample_small(rng)
        some = tuple(rng.sample(DEFAULT + DOMAIN_KEYS, rng.randint(0, 4)))
        found = solve(s, d, (DEFAULT, some))
        can, distinct, best_keys = plainly(s, d)
        assert found.payable == can == payable(s, d), (s, d)
        assert found.payments == distinct, (s, d)
        for policy, paid in found.best.items():
            assert (paid and (paid.keys, paid.ties)) == best_keys(policy), (s, d, policy)


def test_pools_compare_as_matchings_do():
    rng = Random(1)
    for _ in range(3000):
        q, p = (
            Pool(pick(), (pick(), pick(), 0, 0, 0, 0), pick(), pick(), pick(), pick(), pick(), pick())
            for pick in (lambda: rng.choice((0, 0, 0, 1, 2)),) * 2
        )
        assert pool_at_least(q, p) == matched(units(q), units(p)), (q, p)


def some_steps(s: Situation, paid) -> list[list[tuple]]:
    """Lists of steps that may carry out a payment: all orders of the uses with a cost, all splits of X among them."""
    first = [("exhaust", d) for d in range(6) for _ in range(paid.exhausted[d])]
    first += [("recycle", d) for d in range(6) for _ in range(paid.recycled[d])]
    last = []
    for use, n in paid.uses:
        name = use[2] if use[0] == "heimerdinger" else use[0]
        costs = name in ("anomaly", "henge") or (name == "legend" and s.legend == "units_energy")
        (last if costs else first).extend([use] * n)
    lists = []
    for order in set(permutations(last)):
        words = [use[2] if use[0] == "heimerdinger" else use[0] for use in order]
        totals = {"anomaly": paid.x_anomaly, "henge": paid.x_henge, "legend": 0}
        for xs in product(*(range(totals[word] + 1) for word in words)):
            if all(sum(x for x, w in zip(xs, words, strict=True) if w == word) == totals[word] for word in words):
                steps = []
                for use, x in zip(order, xs, strict=True):
                    head = use[:3] if use[0] == "heimerdinger" else use[:1]
                    with_x = head[-1] in ("anomaly", "henge")
                    steps.append((*head, x) if with_x else use)
                lists.append(first + steps)
    return lists


def test_full_size():
    """Every best payment of a full-size position can be carried out step by step and ends as it says."""
    rng = Random(7)
    paid_for = 0
    for _ in range(150):
        s, d = sample_std(rng)
        assert 2 <= sum(s.ready) + sum(s.exhausted) <= 12
        assert sum(source_counts(s)) <= 6
        found = solve(s, d, want=("payable", "best")).best[DEFAULT]
        assert payable(s, d) == (found is not None)
        if found is None:
            continue
        paid_for += 1
        for steps in some_steps(s, found):
            try:
                if found.result in replay(s, d, steps):
                    break
            except IllegalStep:
                continue
        else:
            pytest.fail(f"{s} {d} {found}")
    assert 60 < paid_for < 140


def test_samples_are_what_they_should_be():
    rng = Random(3)
    positions = [sample_small(rng) for _ in range(1500)]
    for s, _ in positions:
        assert sum(s.ready) + sum(s.exhausted) <= 4
        assert sum(source_counts(s)) <= 2
    found = [solve(s, d, want=("payments",)) for s, d in positions]
    assert 0.45 < sum(f.payable for f in found) / len(found) < 0.65
    assert sum(len(f.payments) > 1 for f in found) > 0.2 * len(found)
    # Everything there is takes part: each kind of object, each bucket, each purpose.
    assert all(any(source_counts(s)[kind] for s, _ in positions) for kind in range(len(KINDS)))
    assert all(any(flat_pool(s)[field] for s, _ in positions) for field in range(13))
    assert len({d.purpose for _, d in positions}) == 10
    assert {len(d.hybrids) for _, d in positions} == {0, 1, 2}
