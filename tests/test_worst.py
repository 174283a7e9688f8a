"""The worst questions within the bounds: each is answered in 50 ms of a quiet machine, or takes a budget.

The bounds here are loose, since machines are busy: what is tested took many times longer before.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from time import process_time
from typing import Any

import pytest

import riftcore as rc
from riftcore.edge._supply import BORROWS, LEGENDS, POLICY_KEYS
from riftcore.errors import BudgetError
from riftcore.ground._types import DOMAINS

SOURCES = (
    "Seal of Rage", "Seal of Focus", "Energy Conduit", "Dragonsoul Sage", "Gold", "Platewyrm Egg", "Honeyfruit",
    "Hextech Anomaly", "Ancient Henge",
)  # fmt: skip
UNITS = [card.name for card in rc.Catalog.builtin() if card.type == "unit" and not card.partial][:40]
OWN = ("killed", "recycled")
DEAR = rc.Cost.parse("12[fury][fury][calm|chaos][any][any]")


def board(heimerdingers: int, empowered: int = 0, of_each: int = 4, **more: Any) -> rc.State:
    objects: list[dict[str, Any]] = [{"card": "Heimerdinger, Inventor"} for _ in range(heimerdingers)]
    objects += [{"card": "Heimerdinger, Inventor", "states": ["empowered"]} for _ in range(empowered)]
    objects += [{"card": name} for name in SOURCES for _ in range(of_each)]
    player = {
        "legend": {"card": "Renekton, Butcher of the Sands"},
        "xp": 6,
        "runes": dict.fromkeys(DOMAINS, 2),
        "board": objects,
    }
    return rc.State.from_scenario({"players": [player | more]})


QUESTIONS = {
    "cheapest by an own policy, four borrowers": lambda: board(4).cheapest(DEAR, policy=OWN),
    "... two of them Empowered": lambda: board(2, 2).cheapest(DEAR, policy=OWN),
    "cheapest by an own policy, many sources": lambda: rc.Supply(
        ready=(2,) * 6, one=4, two=20, lux=20, gold=20, honeyfruit=20, level6=True, renata=True
    ).cheapest(rc.Cost(energy=10, any=10), "spell", policy=OWN),
    "check, four borrowers": lambda: board(2, 2).check({"pay": DEAR.to_dict()}),
    "check by an own policy": lambda: board(2, 2).check({"pay": DEAR.to_dict()}, policy=OWN),
    "legal_actions, four borrowers": lambda: board(2, 2, hand=["Void Seeker", "Hextech Anomaly"]).legal_actions(),
    "legal_actions, many converters": lambda: board(4, of_each=6).legal_actions(),
    "legal_actions, kill any number": lambda: board(
        0, of_each=1, hand=["Commander Ledros", "Kraken Hunter"],
        board=[{"card": name} for name in UNITS],
    ).legal_actions(),
    "a mask of many costs": lambda: board(0).mask([DEAR] * 1_000_000),
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_worst_questions_are_quick(name: str) -> None:
    start = process_time()
    QUESTIONS[name]()
    assert process_time() - start < 1


def any_count(rng: Random, most: int) -> int:
    return rng.choice((0, 0, most, rng.randint(0, most)))


def extreme(rng: Random, most: int) -> tuple[rc.Supply, rc.Cost, str]:
    """Counts that are 0, the most, or anything between."""
    plain = rng.choice((0, 0, 0, 2, 4))
    empowered = rng.choice((0, 2)) if plain == 2 else 0
    supply = rc.Supply(
        ready=rng.choice(((2,) * 6, (12, 0, 0, 0, 0, 0), (1, 0, 2, 0, 1, 0))),
        exhausted=(0, 0, 0, 0, 0, 0),
        power=[any_count(rng, 3) for _ in DOMAINS],
        **{kind: any_count(rng, 4) for kind in ("energy", "universal", "spells_energy", "units_energy")},
        seals=[any_count(rng, most) for _ in DOMAINS],
        **{kind: any_count(rng, most) for kind in ("one", "two", "lux", "honeyfruit", "gold")},
        anomaly=any_count(rng, 15), henge=any_count(rng, 15), legend=rng.choice(LEGENDS),
        heimerdinger=plain, heimerdinger_empowered=empowered, borrow=BORROWS if plain else (),
        level6=rng.random() < 0.5, renata=rng.random() < 0.5,
    )  # fmt: skip
    symbols = "".join(f"[{d}]" * rng.choice((0, 0, 1, 2, 6)) for d in (*DOMAINS, "calm|chaos"))
    cost = rc.Cost.parse(f"{rng.choice((0, 3, 12, 20, 63))}{symbols}" + "[any]" * rng.choice((0, 2, 10, 30)))
    return supply, cost, rng.choice(("spell", "unit", "resolution"))


@pytest.mark.parametrize("most", [6, 63])
def test_extreme_supplies_are_quick_by_the_default_policy(most: int) -> None:
    rng = Random(most)
    for i in range(60):
        supply, cost, purpose = extreme(rng, most)
        start = process_time()
        best = supply.cheapest(cost, purpose)
        took = process_time() - start
        assert took < 1, f"{i}: {took:.2f} s for {cost} with {supply}"
        assert (best is not None) == supply.can_pay(cost, purpose), i


@pytest.mark.parametrize("most", [6, 63])
def test_extreme_supplies_take_a_budget_by_any_policy(most: int) -> None:
    rng = Random(most + 1)
    keys = (*POLICY_KEYS, *(f"domain:{d}" for d in DOMAINS))
    for i in range(60):
        supply, cost, purpose = extreme(rng, most)
        policy = tuple(rng.sample(keys, rng.randint(1, 4)))
        start = process_time()
        try:
            best = supply.cheapest(cost, purpose, policy=policy, budget=100_000)
            assert (best is not None) == supply.can_pay(cost, purpose), i
        except BudgetError:
            assert supply.can_pay(cost, purpose)
        with suppress(BudgetError):
            supply.count_payments(cost, purpose, budget=100_000)
        took = process_time() - start
        assert took < 2, f"{i}: {took:.2f} s for {cost} by {policy} with {supply}"


def test_a_mask_of_many_costs_is_that_of_each() -> None:
    state = board(0, of_each=1)
    costs = [rc.Cost.parse(f"{i % 17}[any]" + "[fury]" * (i % 5)) for i in range(1000)]
    for n in (0, 1, 63, 64, 65, 128, 1000):
        mask = state.mask(costs[:n])
        assert [mask >> i & 1 for i in range(n)] == [state.can_pay(cost) for cost in costs[:n]]
        assert mask >> n == 0


def test_listed_uses_of_converters_are_legal_and_no_other() -> None:
    # Their X is listed where some payment is found: what check says of it looks for the best one.
    state = board(1, of_each=2, runes={"fury": 2, "calm": {"ready": 1, "exhausted": 2}}, pool={"energy": 3})
    listed = set(state.legal_actions())
    for action in range(rc.State.num_distinct_actions()):
        try:
            data = state.action(action)
        except rc.RiftcoreError:
            continue
        if data.get("x"):
            assert state.check(data).legal == (action in listed), data
