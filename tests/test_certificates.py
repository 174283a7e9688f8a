"""A payment is a certificate: what is listed can be done, and ends where it says."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import certificates
import pytest
from click.testing import CliRunner
from seeds import seeds

import riftcore as rc
from riftcore.cli import main
from riftcore.errors import IllegalAction, PaymentError
from riftcore.scenario import Scenario, run

N = rc.State.num_distinct_actions()


def replay(state: rc.State, cost: rc.Cost, purpose: str, payment: rc.Payment) -> rc.State:
    """The state after the payment, done both ways in which it can be named."""
    action = {"pay": cost.to_dict(), "for": purpose}
    found = state.after(action, payment=payment)
    assert state.after({**action, "payment": payment.steps()}) == found
    return found


@pytest.mark.parametrize("seed", seeds(0, 3, 60))
def test_every_listed_payment_ends_where_it_says(seed: int) -> None:
    n = 0
    for state, cost, purpose in certificates.questions(seed, 240):
        if n > 120:
            break
        results = []
        for payment in islice(state.payments(cost, purpose), 60):
            found = replay(state, cost, purpose, payment)
            after = payment.after()
            assert found.supply(0).to_bytes()[:39] == after.to_bytes()[:39], (
                str(state),
                cost,
                purpose,
                payment.steps(),
            )
            assert certificates.left(found) not in results
            results.append(certificates.left(found))
            state.verify({"pay": cost.to_dict(), "for": purpose}, payment)
            n += 1
        best = state.cheapest(cost, purpose)
        assert (best is None) == (not results) == (not state.can_pay(cost, purpose))
        if best is not None:
            action = {"pay": cost.to_dict(), "for": purpose}
            verdict = state.check(action)
            assert verdict.best == best
            assert state.check(action, payment=best).best == best
            assert state.after(action, payment=best) == state.after(action, payment=best.steps()) == state.after(action)
    assert n > 60


@pytest.mark.parametrize("seed", seeds(0, 3, 60))
def test_every_distinct_integer_ends_somewhere_else(seed: int) -> None:
    """Each listed way succeeds, its dict says the same, and no two ways of one action end in equal states."""
    n = 0
    for state in certificates.games(seed, 100):
        if n > 120:
            break
        ways: dict[int, list[int]] = {}
        for number in state.legal_actions(payments="distinct"):
            ways.setdefault(number % N, []).append(number)
        assert sorted(ways) == state.legal_actions()
        for action, numbers in ways.items():
            assert state.count_payments_of(action) == len(numbers)
            results = []
            for number in numbers[:30]:
                found = state.copy()
                found.apply_action(number)
                assert found == state.after(state.action(number)), (str(state), state.action(number))
                assert certificates.left(found) not in results
                results.append(certificates.left(found))
                n += len(numbers) > 1
            best = state.check(action).best
            if best is not None:
                state.verify(action, best)
                assert state.after(action, payment=best) == state.after(action)
    assert n > 60


def test_the_object_that_an_ability_exhausts_makes_no_add() -> None:
    board = [{"card": "Platewyrm Egg", "id": "egg"}, {"card": "Energy Conduit", "id": "con"}]
    state = rc.State.from_scenario({"players": [{"runes": {"fury": 1}, "board": board}, {}]})
    empower = next(a for a in state.legal_actions() if state.action(a).get("activate") == "egg")
    ways = [a for a in state.legal_actions(payments="distinct") if a % N == empower]
    assert [state.action(a)["payment"] for a in ways] == [[{"exhaust": "fury", "n": 1}], [{"use": "con"}]]
    assert state.count_payments_of(empower) == 2


def test_objects_that_differ_are_told_apart_everywhere() -> None:
    """Card, place, state, what is attached and what was given to them; equal ones are interchangeable."""
    sage = {"card": "Dragonsoul Sage"}
    poro = {"card": "Daring Poro", "id": "p"}
    boards_and_counts: list[tuple[list[dict[str, Any]], int]] = [
        ([sage, sage], 1), ([sage, {**sage, "at": "A"}], 2), ([sage, {**sage, "buffs": 1}, sage], 2),
        ([sage, {"card": "Energy Conduit"}, {"card": "Platewyrm Egg"}], 3),
        ([{**sage, "id": "s"}, sage, {"card": "Long Sword", "attached_to": "s"}], 2),
        ([{**sage, "id": "s"}, {**sage, "id": "t"}, {"card": "Long Sword", "attached_to": "s"},
          {"card": "Long Sword", "attached_to": "t"}, poro], 1),
    ]  # fmt: skip
    for board, n in boards_and_counts:
        state = rc.State.from_scenario({"players": [{"board": board}, {}]})
        cost = rc.Cost(energy=1)
        assert len(list(state.payments(cost))) == state.count_payments(cost) == n, board
        assert state.count_payments_of({"pay": cost.to_dict()}) == n
    given = {"effects": [{"card": "Kennen, Storm of Shuriken", "on": "s"}], "board": [{**sage, "id": "s"}, sage]}
    assert rc.State.from_scenario({"players": [given, {}]}).count_payments(rc.Cost(energy=1)) == 2


def test_which_borrower_is_killed_matters() -> None:
    def ways(places: tuple[str, ...], *lenders: str) -> int:
        board = [{"card": certificates.HEIMERDINGER, "id": f"h{i}", "at": at} for i, at in enumerate(places)]
        board += [{"card": card, "exhausted": True} for card in lenders]
        state = rc.State.from_scenario({"players": [{"board": board}, {}]})
        action = {"pay": {"energy": 1, "power": {"any": 1}}}
        found = list(state.payments(rc.Cost.parse("1[any]")))
        assert state.count_payments(rc.Cost.parse("1[any]")) == len(found) == state.count_payments_of(action)
        assert len({str(state.after(action, payment=payment)) for payment in found}) == len(found)
        return len(found)

    for places, n in ((("base", "base"), 1), (("base", "A"), 2), (("base", "A", "B"), 6), (("A", "A", "B"), 3)):
        assert ways(places, "Gold", "Energy Conduit") == n
    # Where none is killed it does not matter who uses which ability.
    for places, n in ((("base", "base"), 1), (("base", "A"), 1), (("base", "A", "B"), 3), (("A", "A", "B"), 2)):
        assert ways(places, "Seal of Rage", "Energy Conduit", "Gold") == n


BORROWED = {
    "Seal of Rage": "seal fury", "Seal of Focus": "seal calm", "Seal of Insight": "seal mind",
    "Seal of Strength": "seal body", "Seal of Discord": "seal chaos", "Seal of Unity": "seal order",
    "Energy Conduit": "one", "Platewyrm Egg": "egg", "Lux, Crownguard": "lux", "Honeyfruit": "honeyfruit",
    "Gold": "gold", "Hextech Anomaly": "anomaly", "Ancient Henge": "henge",
}  # fmt: skip
PAID_BY = {
    "one": {"energy": 1}, "egg": {"energy": 1}, "lux": {"energy": 2}, "honeyfruit": {"power": {"any": 1}},
    "gold": {"power": {"any": 1}}, "anomaly": {"energy": 2}, "henge": {"power": {"any": 2}},
}  # fmt: skip
LEGENDS = {
    "Kai'Sa, Daughter of the Void": ("spell", {"power": {"any": 1}}),
    "Ornn, Fire Below the Mountain": ("gear", {"power": {"any": 1}}),
    "Diana, Scorn of the Moon": ("resolution", {"energy": 1}),
    "Renekton, Butcher of the Sands": ("unit", {"energy": 2}),
}


@pytest.mark.parametrize("seed", seeds(100, 2, 40))
def test_payments_of_a_supply_are_verified_by_single_steps(seed: int) -> None:
    n = 0
    for state, cost, purpose in certificates.questions(seed, 160):
        if n > 80:
            break
        supply = state.supply(0)
        showdown = state.to_scenario().get("turn", {}).get("showdown", False) is not False
        dearer = rc.Cost.from_dict({**cost.to_dict(), "energy": cost.to_dict().get("energy", 0) + 1})
        for payment in islice(supply.payments(cost, purpose, showdown=showdown), 40):
            assert (payment.paid_from, payment.paid_for, payment.in_showdown) == (supply, purpose, showdown)
            payment.verify(cost)
            with pytest.raises(PaymentError, match="units where"):
                payment.verify(dearer)
            n += 1
    assert n > 40


def test_what_is_no_payment_here_is_refused() -> None:
    """A payment of another position, another purpose or with another object's name."""
    board = [{"card": "Energy Conduit", "id": "a"}, {"card": "Dragonsoul Sage", "id": "b"}]
    state = rc.State.from_scenario({"players": [{"runes": {"fury": 1}, "board": board}, {}]})
    action = {"pay": {"energy": 1}}
    for payment in state.payments(rc.Cost(energy=1)):
        state.verify(action, payment)
        with pytest.raises(PaymentError, match="for resolution"):
            state.verify({**action, "for": "spell"}, payment)
        with pytest.raises(PaymentError, match="units where"):
            state.verify({"pay": {"energy": 2}}, payment)
        with pytest.raises(PaymentError, match="another position"):
            state.after({"add": "recycle fury"}).verify(action, payment)
    with pytest.raises(IllegalAction, match="unaffordable"):
        state.verify({"pay": {"energy": 9}}, payment)


def test_what_the_command_line_prints_is_replayed(tmp_path: Path) -> None:
    """`riftcore pay --json` and `check --json`: the steps, named as the payment, end where the best payment does."""
    run = CliRunner()
    n = 0
    for state, cost, purpose in certificates.questions(50, 12):
        action = {"pay": cost.to_dict(), "for": purpose}
        file = tmp_path / "x.json"
        file.write_text(json.dumps({**state.to_scenario(), "action": action}))
        answer = json.loads(run.invoke(main, ["check", "--scenario", str(file), "--json"]).stdout)
        assert answer["legal"] == state.can_pay(cost, purpose)
        if answer["legal"]:
            named = {**action, "payment": answer["payment"]}
            assert state.after(named) == state.after(action)
            n += 1
        command = ["pay", "--scenario", str(file), "--all", "--json"]
        told, *rows = map(json.loads, run.invoke(main, command).stdout.splitlines())
        rows = [row["payment"] for row in rows]
        results = [certificates.left(state.after({**action, "payment": payment})) for payment in rows]
        assert len(rows) == min(20, told["payments"])
        assert told["payments"] == state.count_payments(cost, purpose)
        assert len(results) == len(set(map(str, results)))
        n += len(results)
    assert n > 20


@pytest.mark.parametrize("seed", seeds(0, 2, 40))
def test_every_count_of_payments_is_the_length_of_the_list(seed: int, tmp_path: Path) -> None:
    """`count_payments`, `count_payments_of`, scenarios, `riftcore pay` and the integers of distinct payments."""
    ran = CliRunner()
    totals = []
    for state, cost, purpose in certificates.questions(seed, 60, most=9):
        action = {"pay": cost.to_dict(), "for": purpose}
        n = len(list(islice(state.payments(cost, purpose), 5000)))
        if n == 5000:
            continue
        data = {**state.to_scenario(), "action": action}
        assert state.count_payments(cost, purpose) == state.count_payments_of(action) == n
        assert run(Scenario("x", {**data, "id": "x", "expect": {"payments": n}}, "x:1"), state.catalog).passed
        wrong = run(Scenario("x", {**data, "id": "x", "expect": {"payments": n + 1}}, "x:1"), state.catalog)
        assert not wrong.passed and wrong.got["payments"] == n
        file = tmp_path / "x.json"
        file.write_text(json.dumps(data))
        told = json.loads(ran.invoke(main, ["pay", "--scenario", str(file), "--json"]).stdout)
        assert told["payments"] == n and told["payable"] == (n > 0)
        totals.append(n)
    assert len(totals) > 40 and max(totals) > 50


def test_a_quote_refuses_what_may_not_be_chosen() -> None:
    """The same codes as `check`: what may not be chosen has no price, what cannot be paid has one."""
    you = {"hand": ["Legion Rearguard", "Charm", "Cruel Patron"], "board": [{"card": "Energy Conduit", "id": "c"}]}
    state = rc.State.from_scenario({"players": [you, {}]})
    for action in (
        {"play": "Legion Rearguard", "pay": ["repeat"]}, {"play": "Charm", "pay": ["additional"]},
        {"activate": "c", "ability": 7},
        {"play": "Cruel Patron", "targets": ["c"], "pay": ["accelerate"]},
    ):  # fmt: skip
        code = state.check(action).code
        with pytest.raises(IllegalAction) as caught:
            state.quote(action)
        assert caught.value.verdict.code == code == "condition"
    assert str(state.quote({"play": "Charm"})) == "1[calm]"
    assert str(state.quote({"play": "Legion Rearguard", "pay": ["accelerate"]})) == "3[fury]"


def test_every_ability_has_one_name() -> None:
    from riftcore.edge._supply import BORROW_CODES
    from riftcore.scenario.values import BORROWED as NAMES

    assert set(NAMES) == set(BORROW_CODES)


def test_a_payment_is_the_same_however_it_was_found() -> None:
    """Borrowers have one order: in the search, in the list, and named in any order."""
    cards = {
        "h1": "Heimerdinger, Inventor",
        "h2": "Heimerdinger, Inventor",
        "a": "Seal of Insight",
        "b": "Seal of Rage",
    }
    board = [{"card": card, "id": id, "exhausted": len(id) == 1} for id, card in cards.items()]
    state = rc.State.from_scenario({"players": [{"board": board}]})
    cost = rc.Cost(power={"fury": 1, "mind": 1})
    best, (listed,) = state.cheapest(cost), state.payments(cost)
    assert best == listed and hash(best) == hash(listed)
    assert state.supply().cheapest(cost) in list(state.supply().payments(cost))
    steps = [{"use": "h1", "ability": "seal mind"}, {"use": "h2", "ability": "seal fury"}]
    action = {"pay": cost.to_dict()}
    one, other = (state.check(action, payment=named).best for named in (steps, steps[::-1]))
    assert one is not None and one == other and hash(one) == hash(other) and one.steps() == other.steps()
    assert state.check(action, payment=listed).best == listed


@pytest.mark.parametrize("states", [[], ["empowered"]], ids=["plain", "Empowered"])
@pytest.mark.parametrize("card", [*BORROWED, *LEGENDS, "Honeyfruit both"])
def test_a_borrowed_ability_can_be_named(card: str, states: list[str]) -> None:
    """Heimerdinger pays alone with each of the 14 abilities, and what is printed is read back."""
    lender = {"card": card.removesuffix(" both"), "exhausted": True, "id": "lender"}
    you: dict[str, Any] = {
        "board": [{"card": certificates.HEIMERDINGER, "id": "h", "states": states}],
        "xp": 6 if card == "Honeyfruit both" else 0,
    }
    purpose = "resolution"
    if card in LEGENDS:
        ability, (purpose, cost) = "legend", LEGENDS[card]
        you |= {"legend": lender, "pool": {"power": {"any": 2}} if card.startswith("Renekton") else {}}
    else:
        you["board"].append(lender)
        ability = BORROWED[card] if card != "Honeyfruit both" else "honeyfruit both"
        cost = PAID_BY.get(ability, {"power": {ability.removeprefix("seal "): 1}})
        if ability == "egg" and states:
            cost = {"energy": 2}
        if ability == "honeyfruit both":
            cost = {"energy": 1, "power": {"any": 1}}
        if ability == "lux":
            purpose = "spell"
        you["pool"] = {"anomaly": {"power": {"fury": 2}}, "henge": {"energy": 2}}.get(ability, {})
    state = rc.State.from_scenario({"turn": {"showdown": "A"}, "players": [you, {}]})
    action = {"pay": cost, "for": purpose}
    best = state.check(action).best
    assert best is not None
    used = [step for step in best.steps() if "use" in step]
    assert [(step["use"], step["ability"]) for step in used] == [("h", ability)]
    done = state.after(action, payment=best)
    assert done == state.after(action) == state.after({**action, "payment": best.steps()})
    assert state.check(action, payment=best).best == best
    gone = "h" not in [thing["id"] for thing in done.to_scenario()["players"][0].get("board", ())]
    assert gone == (ability == "gold")
    wrong = [
        {**step, "ability": "seal fury" if ability == "one" else "one"} if "use" in step else step
        for step in best.steps()
    ]
    assert state.check({**action, "payment": wrong}).code == "unaffordable"
    without = [{"use": "h"} if "use" in step else step for step in best.steps()]
    assert state.check({**action, "payment": without}).code == "unaffordable"


def pays(you: dict[str, Any], cost: dict[str, Any], payment: list[dict[str, Any]], purpose: str = "resolution") -> Any:
    """The pool that is left, or the code."""
    state = rc.State.from_scenario({"players": [you, {}]})
    action = {"pay": cost, "for": purpose, "payment": payment}
    verdict = state.check(action)
    if not verdict.legal:
        return verdict.code
    assert state.check(action, payment=verdict.best) == verdict
    return state.after(action).to_scenario()["players"][0].get("pool", {})


def test_a_named_pool_is_spent_unit_by_unit() -> None:
    you = {"pool": {"energy": 2, "power": {"fury": 1, "any": 1}, "restricted": [{"energy": 2, "only": "spells"}]}}
    spells = {"energy": 1, "only": "spells"}
    both = [{"pool": {"energy": 1, "restricted": [spells]}}]
    assert pays(you, {"energy": 2}, both, "spell") == {
        "energy": 1,
        "power": {"fury": 1, "any": 1},
        "restricted": [spells],
    }
    assert pays(you, {"energy": 2}, both, "unit") == "unaffordable"
    assert pays(you, {"energy": 2}, [{"pool": {"energy": 2}}], "spell")["restricted"] == [
        {"energy": 2, "only": "spells"}
    ]
    # Too little, too much, more than there is, of the wrong kind.
    for energy in (0, 1, 3):
        assert pays(you, {"energy": 2}, [{"pool": {"energy": energy}}], "spell") == "unaffordable"
    assert pays(you, {"power": {"any": 1}}, [{"pool": {"power": {"fury": 1}}}])["power"] == {"any": 1}
    assert pays(you, {"power": {"any": 1}}, [{"pool": {"power": {"any": 1}}}])["power"] == {"fury": 1}
    assert pays(you, {"power": {"any": 1}}, [{"pool": {"power": {"calm": 1}}}]) == "unaffordable"
    assert pays(you, {"power": {"any": 1}}, [{"pool": {"power": {"any": 1, "fury": 1}}}]) == "unaffordable"
    # Without a step for it the pool pays by the policy.
    assert pays(you, {"power": {"any": 1}}, [])["power"] == {"any": 1}


def test_what_is_named_is_made_though_it_is_not_needed() -> None:
    you = {"runes": {"fury": 2}, "pool": {"energy": 1}, "board": [{"card": "Lux, Crownguard", "id": "lux"}]}
    assert pays(you, {"energy": 1}, [{"exhaust": "fury"}, {"pool": {"energy": 1}}]) == "unaffordable"
    assert pays(you, {"energy": 1}, [{"exhaust": "fury"}, {"pool": {}}]) == {"energy": 1}
    assert pays(you, {"energy": 1}, [{"exhaust": "fury", "n": 2}, {"pool": {}}]) == {"energy": 2}
    # What this purpose may not spend stays in the pool.
    assert pays(you, {"energy": 1}, [{"use": "lux"}]) == {"restricted": [{"energy": 2, "only": "spells"}]}


def test_x_is_what_the_payment_says() -> None:
    anomaly = {"card": "Hextech Anomaly", "id": "a"}
    henge = {"card": "Ancient Henge", "id": "h"}
    you = {"pool": {"power": {"fury": 3, "any": 1}}, "board": [anomaly]}
    spent = {"pool": {"power": {"fury": 2}}}
    assert pays(you, {"energy": 2}, [{"use": "a", "x": 2}, spent])["power"] == {"fury": 1, "any": 1}
    assert pays(you, {"energy": 2}, [{"use": "a"}, spent])["power"] == {"fury": 1, "any": 1}
    assert pays(you, {"energy": 2}, [{"use": "a", "x": 1}, spent]) == "unaffordable"
    assert pays(you, {"energy": 2}, [{"use": "a", "x": 3}]) == {"energy": 1, "power": {"any": 1}}
    # An Anomaly and an Henge do not feed each other out of nothing.
    two = {"board": [anomaly, henge]}
    for x in (0, 1):
        assert pays(two, {}, [{"use": "a", "x": x}, {"use": "h", "x": x}]) == ("unaffordable" if x else {})
    one = {"pool": {"energy": 1}, "board": [anomaly, henge]}
    assert pays(one, {"energy": 1}, [{"use": "h", "x": 1}, {"use": "a", "x": 1}]) == {}


def test_the_ability_of_an_own_source_goes_by_its_number() -> None:
    fruit = {"board": [{"card": "Honeyfruit", "id": "f"}], "xp": 6}
    assert pays(fruit, {"power": {"any": 1}}, [{"use": "f"}]) == {}
    assert pays(fruit, {"power": {"any": 1}}, [{"use": "f", "ability": 1}]) == {"energy": 1}
    assert pays({**fruit, "xp": 5}, {"power": {"any": 1}}, [{"use": "f", "ability": 1}]) == "unaffordable"
    assert pays(fruit, {"power": {"any": 1}}, [{"use": "f", "ability": 2}]) == "unaffordable"
    assert pays(fruit, {"power": {"any": 1}}, [{"use": "f", "ability": "gold"}]) == "unaffordable"
    with pytest.raises(rc.RiftcoreError, match=r"payment\[0\]\.ability.*borrowed ability.*gold"):
        pays(fruit, {"power": {"any": 1}}, [{"use": "f", "ability": "golf"}])


def test_the_words_of_a_distinct_payment_mean_what_its_integer_does() -> None:
    """A price of 1 or [body]: the recycled rune pays, not the Energy that is there."""
    you = {"runes": {"body": 1}, "pool": {"energy": 1}, "board": [{"card": "Legion Marauder", "id": "m"}]}
    state = rc.State.from_scenario({"players": [you]})
    numbers = [n for n in state.legal_actions(payments="distinct") if "activate" in state.action(n)]
    words = [state.action(n)["payment"] for n in numbers]
    assert words == [[{"pool": {"energy": 1}}], [{"recycle": "body", "n": 1}, {"pool": {}}]]
    for number in numbers:
        done = state.clone()
        done.apply_action(number)
        assert state.after(state.action(number)) == done
