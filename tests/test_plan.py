"""Plans and affordable sets, compared with a search over single actions."""

from __future__ import annotations

import os
from _thread import interrupt_main
from collections.abc import Callable
from random import Random
from threading import Timer
from typing import Any

import boards
import pytest
import single_steps

import riftcore as rc
from riftcore import planning
from riftcore.errors import RiftcoreError

N = rc.State.num_distinct_actions()
SEED = int(os.environ.get("RIFTCORE_SEED", "0"))
PLAYS = range(12, 2060)
USES = range(4748, 8860)
Cards = tuple[str, ...]


def chain(state: rc.State) -> int:
    items = state.situation().turn.chain
    return items if isinstance(items, int) else len(items)


def sets_by_actions(state: rc.State) -> set[Cards]:
    """What can be played together, found by doing: plays and Adds of all kinds, each in each distinct payment."""
    start = chain(state)
    seen: set[tuple[int, Cards]] = set()
    todo: list[tuple[rc.State, Cards]] = [(state, ())]
    while todo:
        here, played = todo.pop()
        if (here.key, played) in seen:
            continue
        seen.add((here.key, played))
        for number in here.legal_actions():
            action = here.action(number)
            if number not in PLAYS and "add" not in action:
                continue
            ways = here.count_payments_of(number)
            for paid in range(number + N, number + N * (ways + 1), N) if ways > 1 else (number,):
                after = here.copy()
                after.apply_action(paid)
                if chain(after) > start and number in PLAYS:
                    after.push({"event": "resolved"})
                todo.append((after, tuple(sorted((*played, action["play"]))) if number in PLAYS else played))
    return {played for _, played in seen}


def worth(state: rc.State, cards: Cards) -> float:
    return sum(card.energy + card.power for card in map(state.catalog.card, cards))


def small_states(first: int, n: int) -> list[rc.State]:
    """Random states of which a plain search sees the end: few runes, something to play."""
    found = []
    seed = first
    while len(found) < n:
        state = rc.State.from_scenario(boards.situation(Random(seed), most=3), boards.catalog())
        if any(number in PLAYS for number in state.legal_actions()):
            found.append(state)
        seed += 1
    return found


def kinds(*types: str, made: str, other: bool = False) -> list[str]:
    """Names of cards with a clause of this kind; `other`: one whose cost takes things."""
    found = []
    for card in boards.cards(types):
        costs = [c.as_dict().get("cost") or {} for c in card.clauses if c.kind.startswith(made)]
        if any(cost.get("other") or not other for cost in costs):
            found.append(card.name)
    return found


def state_of_sources(seed: int) -> rc.State:
    """A little to pay with, most of it sources; cards that bring more, and cards whose costs take them away."""
    rng = Random(f"sources {seed}")
    sources = kinds("unit", "gear", made="add_activated")
    takers = kinds("unit", "spell", "gear", made="additional", other=True)
    cheap = [card.name for card in boards.cards(("unit", "spell", "gear")) if card.energy <= 2]
    board = [
        {"card": rng.choice((*sources, "Gold")), "exhausted": rng.random() < 0.1} for _ in range(rng.randint(1, 3))
    ]
    hand = [rng.choice(rng.choice((sources, takers, cheap))) for _ in range(rng.randint(2, 3))]
    runes = {
        name: {"ready": rng.randint(0, 2), "exhausted": rng.choice((0, 0, 1))} for name in rng.sample(boards.DOMAINS, 2)
    }
    you = {"runes": runes, "board": board, "hand": hand, "pool": {"energy": rng.choice((0, 0, 1, 2))}}
    if rng.random() < 0.3:
        you["legend"] = {"card": rng.choice(kinds("legend", made="add_"))}
    return state_of(you)


@pytest.mark.parametrize("seed", range(SEED, SEED + 40))
def test_sources_that_come_and_go_are_used_in_time(seed: int) -> None:
    agrees_with_single_actions(state_of_sources(seed))


@pytest.mark.parametrize("state", small_states(SEED, 25), ids=range(25))
def test_sets_and_plans_agree_with_single_actions(state: rc.State) -> None:
    agrees_with_single_actions(state)


def agrees_with_single_actions(state: rc.State) -> None:
    before = str(state)
    sets = sets_by_actions(state)
    plan = rc.plan(state)
    if not plan.exact:
        with pytest.raises(RiftcoreError, match="any number of things"):
            rc.affordable_sets(state)
        assert tuple(sorted(plan.cards)) in sets and carried_out(state, plan) == plan.cards
        return
    assert set(rc.affordable_sets(state)) == sets, before
    assert plan.value == max(worth(state, cards) for cards in sets) == worth(state, plan.cards)
    assert tuple(sorted(plan.cards)) in sets and str(state) == before
    assert carried_out(state, plan) == plan.cards and str(state) == before


def carried_out(state: rc.State, plan: rc.Plan) -> Cards:
    """The plays among the actions of a plan, pushed in order on a copy: they are legal, and all else is Adds."""
    state = state.copy()
    played: list[str] = []
    start = chain(state)
    for action in plan.actions:
        if isinstance(action, int):
            form = state.action(action)
            assert form.keys() & {"play", "add"}
            played += [form["play"]] if "play" in form else []
        elif "play" in action or "add" in action:
            assert action["payment"]
            played += [action["play"]] if "play" in action else []
        else:
            assert action == {"event": "resolved"} and chain(state) == start + 1
        state.push(action)
    assert chain(state) == start
    return tuple(played)


# ---------------------------------------------------------------------------------------------------- by hand


def state_of(you: dict[str, Any], other: dict[str, Any] | None = None) -> rc.State:
    return rc.State.from_scenario({"players": [you, other or {}]}, boards.catalog())


def inline(name: str, energy: int, **power: Any) -> dict[str, Any]:
    return {"name": name, "type": "unit", "energy": energy, **power}


def test_a_rune_is_not_spent_twice() -> None:
    """Three runes make 3 Energy and 3 Power: 2 + 1 Energy and 2 Power, never 2 + 2 Energy."""
    hand = [
        inline("A", 2, domains=["fury"], power=1),
        inline("B", 1, domains=["calm"], power=1),
        inline("C", 2, domains=["mind"]),
    ]
    state = state_of({"hand": hand, "runes": {"fury": 2, "calm": 1}})
    assert rc.affordable_sets(state) == [(), ("A",), ("B",), ("C",), ("A", "B"), ("B", "C")]
    assert rc.plan(state).cards == ("A", "B")


def test_a_source_that_is_played_helps_to_pay_for_the_next() -> None:
    seal = boards.catalog().card("Seal of Rage")
    assert (seal.energy, seal.power) == (0, 1)
    hand = [inline("B", 0, domains=["fury"], power=1), "Seal of Rage"]
    state = state_of({"hand": hand, "runes": {"fury": {"exhausted": 1}}})
    assert rc.affordable_sets(state)[-1] == ("B", "Seal of Rage")
    assert rc.plan(state, value={"B": 1}).cards == ("B",)
    assert rc.plan(state).cards == ("Seal of Rage", "B")


def test_restricted_resources_pay_their_part() -> None:
    hand = [inline("Unit", 2), {"name": "Spell", "type": "spell", "energy": 2}]
    only = {"pool": {"restricted": [{"energy": 2, "only": "spells"}]}}
    assert rc.affordable_sets(state_of({"hand": hand} | only)) == [(), ("Spell",)]
    state = state_of({"hand": hand, "runes": {"fury": 2}} | only)
    assert rc.affordable_sets(state)[-1] == ("Spell", "Unit")
    plan = rc.plan(state)
    assert carried_out(state, plan) == plan.cards
    for action in plan.actions:
        state.push(action)
    assert plan.value == 4 and state.to_scenario()["players"][0].get("pool", {}) == {}


def test_values_decide() -> None:
    hand = [inline("Dear", 3), inline("Cheap", 1), inline("Bad", 0)]
    state = state_of({"hand": hand, "runes": {"fury": 3}})
    assert rc.plan(state).cards == ("Dear",)
    assert rc.plan(state, value={"Cheap": 5, "Dear": 3}).cards == ("Cheap",)
    assert rc.plan(state, value=lambda card: -1.0).cards == () and rc.plan(state, value={}).value == 0
    assert rc.plan(state, value=lambda card: 1).value == 2


def test_values_and_budgets_may_be_of_numpy_and_names_in_any_spelling() -> None:
    numpy = pytest.importorskip("numpy")
    state = state_of({"hand": [inline("Dear", 3), "Legion Rearguard"], "runes": {"fury": 3}})
    plan = rc.plan(state, value=lambda card: numpy.float32(card.energy), budget=numpy.int64(100))
    assert plan.exact and plan.cards == ("Dear",)
    assert rc.plan(state, value={"legion rearguard": 2, "Dear": 1}).cards == ("Legion Rearguard",)


def test_who_may_not_act_has_nothing_to_plan() -> None:
    state = state_of({}, {"hand": ["Legion Rearguard"], "runes": {"fury": 4}})
    assert rc.plan(state, player=1).cards == () and rc.affordable_sets(state, player=1) == [()]


def test_a_budget_cuts_the_search_short_and_says_so() -> None:
    state = state_of({"hand": [inline(name, 0) for name in "ABCD"]})
    assert rc.plan(state).cards == () and rc.plan(state).exact
    cut = rc.plan(state, value=lambda card: 1, budget=2)
    assert not cut.exact and cut.positions == 2 and len(cut.cards) == 1
    with pytest.raises(RiftcoreError, match="more than 2 positions"):
        rc.affordable_sets(state, budget=2)
    assert len(rc.affordable_sets(state)) == 16


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"budget": 0}, "budget is 0"), ({"budget": 1.5}, "budget is 1.5"), ({"player": 2}, "player 2: expected 0"),
        ({"value": lambda card: float("nan")}, "the value of Charm is nan"),
        ({"value": lambda card: "much"}, "the value of Charm is 'much'"),
        ({"value": lambda card: 10**400}, "the value of Charm is a whole number of 401 digits"),
        ({"value": {"Charm": None}}, "is None: expected"),
        ({"value": {"Charn": 1}}, "no card is named 'Charn'"), ({"value": 5}, "value is 5: expected a function"),
        ({"budget": True}, "budget is True"),
    ],
)  # fmt: skip
def test_bad_input_is_named(options: dict[str, Any], said: str) -> None:
    with pytest.raises(RiftcoreError, match=said):
        rc.plan(state_of({"hand": ["Charm"]}), **options)


def names_of(state: rc.State) -> list[Any]:
    """The actions of the best plan in short: names of plays, and what is Added before them."""
    found: list[Any] = []
    at = state.copy()
    for action in rc.plan(state).actions:
        form = at.action(action) if isinstance(action, int) else action
        found.append(form.get("play") or form.get("add") or form["event"])
        at.push(action)
    return found


def test_a_rune_that_is_recycled_makes_its_energy_first() -> None:
    """For the Seal the only rune is recycled; its Energy, made before, pays for the unit."""
    state = state_of({"hand": ["Seal of Rage", inline("Unit", 1)], "runes": {"fury": 1}})
    assert rc.affordable_sets(state)[-1] == ("Seal of Rage", "Unit")
    assert sorted(names_of(state), key=str) == sorted(["exhaust fury", "Seal of Rage", "Unit"])


def test_what_a_cost_takes_makes_its_add_before() -> None:
    """Legion Quartermaster returns the Seal, which has paid for it; played again it pays for the unit as well."""
    card = boards.catalog().card("Legion Quartermaster")
    power = inline("Power", 0, domains=["fury"], power=1)
    seal: dict[str, Any] = {"card": "Seal of Rage", "id": "seal"}
    you = {"hand": [card.name, power], "runes": {"calm": card.energy}, "board": [seal]}
    state = state_of(you)
    assert rc.affordable_sets(state)[-1] == (card.name, "Power", "Seal of Rage")
    assert rc.plan(state, value={"Power": 2, card.name: 1}).cards in ((card.name, "Power"), ("Power", card.name))
    assert names_of(state) == ["seal", card.name, "Seal of Rage", "Power"]
    seal["exhausted"] = True
    assert ("Power",) not in rc.affordable_sets(state_of(you))


def test_an_add_that_no_payment_makes_is_a_step() -> None:
    """Malzahar kills for [A][A] in the Main Phase, not while something is paid."""
    unit = inline("Power", 0, domains=["fury"], power=2)
    state = state_of(
        {"hand": [unit], "board": [{"card": "Malzahar, Fanatic", "id": "m"}, {"card": "Legion Rearguard"}]}
    )
    assert rc.plan(state).cards == ("Power",) and names_of(state) == ["m", "Power"]


def test_a_converter_makes_as_much_as_later_plays_want() -> None:
    """The Conduit and the unit ask for more Energy than there are runes; the Anomaly makes it of Power, once."""
    hand = ["Energy Conduit", inline("Dear", 4)]
    state = state_of({"board": [{"card": "Hextech Anomaly"}], "runes": {"fury": 3, "calm": 1}, "hand": hand})
    assert rc.affordable_sets(state) == [(), ("Dear",), ("Energy Conduit",), ("Dear", "Energy Conduit")]
    assert rc.plan(state).exact and carried_out(state, rc.plan(state)) == rc.plan(state).cards


@pytest.mark.parametrize("hand", [["Commander Ledros"], ["Commander Ledros", inline("Dear", 12)]])
def test_a_cost_that_takes_any_number_is_told(hand: list[Any]) -> None:
    """A plan of all cards in hand is exact all the same: nothing is worth more."""
    state = state_of({"hand": hand, "runes": {"order": 6}, "board": [{"card": "Legion Rearguard"}]})
    plan = rc.plan(state)
    assert plan.exact is (len(hand) == 1) and plan.cards == ("Commander Ledros",)
    with pytest.raises(RiftcoreError, match="any number of things"):
        rc.affordable_sets(state)


@pytest.mark.parametrize("seed", range(SEED, SEED + 10))
def test_a_budget_gives_a_plan_that_can_be_carried_out(seed: int) -> None:
    state = state_of_sources(seed)
    whole = rc.plan(state)
    values = []
    for budget in (1, 2, 5, whole.positions, whole.positions + 1):
        plan = rc.plan(state, budget=budget)
        assert plan.positions <= budget and carried_out(state, plan) == plan.cards
        values.append(plan.value)
    assert values == sorted(values) and values[-1] == whole.value


def test_a_plan_of_who_may_not_act_has_no_actions() -> None:
    state = state_of({}, {"hand": ["Legion Rearguard"], "runes": {"fury": 4}})
    assert rc.plan(state, player=1).actions == ()


def test_what_a_cost_returns_may_be_played_again() -> None:
    """Legion Quartermaster returns the exhausted Conduit, for which there is Energy left."""
    board = [{"card": "Energy Conduit", "exhausted": True}]
    hand = ["Legion Quartermaster"]
    state = state_of({"hand": hand, "board": board, "pool": {"energy": 6, "power": {"body": 1}}})
    plan = rc.plan(state)
    assert plan.exact and plan.value == 6 and plan.cards == ("Legion Quartermaster", "Energy Conduit")
    assert carried_out(state, plan) == plan.cards
    assert set(rc.affordable_sets(state)) == sets_by_actions(state)


@pytest.mark.parametrize(("power", "sets"), [(1, [()]), (2, [(), ("Unit",)])])
def test_a_legend_that_asks_for_two_power_is_paid_both(power: int, sets: list[Cards]) -> None:
    """Renekton makes 2 Energy for units of [A][A]."""
    legend = {"card": "Renekton, Butcher of the Sands"}
    state = state_of({"legend": legend, "hand": [inline("Unit", 2)], "runes": {"fury": {"exhausted": power}}})
    assert rc.affordable_sets(state) == sets and rc.plan(state).cards == sets[-1]


def test_a_budget_bounds_the_time_too() -> None:
    """A payment of many sources has more distinct forms than anyone can look at."""
    sources = (
        "Seal of Rage",
        "Seal of Focus",
        "Energy Conduit",
        "Gold",
        "Honeyfruit",
        "Hextech Anomaly",
        "Ancient Henge",
    )
    board = [{"card": "Heimerdinger, Inventor"}, *({"card": name} for name in sources for _ in range(4))]
    runes = dict.fromkeys(boards.DOMAINS, 2)
    hand = ["Legion Rearguard", "Seal of Rage", "Volibear, Furious", "Hextech Anomaly", "Energy Conduit"]
    state = state_of({"hand": hand, "board": board, "runes": runes})
    cut = rc.plan(state, budget=2)
    assert not cut.exact and cut.positions == 2
    assert rc.plan(state).exact and set(rc.plan(state).cards) == set(hand)
    with pytest.raises(RiftcoreError, match="more than 100 positions"):
        rc.affordable_sets(state, budget=100)


# ---------------------------------------------------------------------------------------------------- replay


@pytest.mark.parametrize(
    "line",
    [
        "0 main 0 - 8 A,B - / pool=4[calm][body][body] hand=CounterStrike,SpiritsRefuge / -",
        "0 main 0 - 8 A,B - / runes=mind:1,body:1 board=HeimerdingerInventor,HeimerdingerInventor,SealOfFocus "
        "hand=HandHammer,Rampage,EnergyConduit / -",
    ],
)
def test_what_the_pool_spends_and_borrowers_use_is_named(line: str) -> None:
    state = rc.State.parse(line)
    plan = rc.plan(state)
    assert plan.exact and carried_out(state, plan) == plan.cards
    assert tuple(sorted(plan.cards)) in rc.affordable_sets(state)


def test_a_plan_that_cannot_be_carried_out_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a single try no play is left; with a few the plan is what they reach, and says so."""
    state = rc.State.parse("0 main 0 - 8 A,B - / pool=4[calm][body][body] hand=CounterStrike,SpiritsRefuge / -")
    best = rc.plan(state)
    monkeypatch.setattr(planning, "MOST_TRIES", 0)
    plan = rc.plan(state)
    assert (plan.cards, plan.actions, plan.value, plan.exact) == ((), (), 0.0, False)
    monkeypatch.setattr(planning, "MOST_TRIES", 1)
    plan = rc.plan(state)
    assert carried_out(state, plan) == plan.cards and plan.exact is (plan.value == best.value)


def test_where_a_list_of_payments_would_be_long_the_action_names_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    state = rc.State.parse("0 main 0 - 8 A,B - / pool=4[calm][body][body] hand=CounterStrike,SpiritsRefuge / -")
    whole = rc.plan(state)
    payments = planning.first_payments
    monkeypatch.setattr(planning, "first_payments", lambda *args: (payments(*args)[0], False))
    plan = rc.plan(state)
    assert whole.cards == plan.cards and carried_out(state, plan) == plan.cards
    assert isinstance(whole.actions[0], int) and isinstance(plan.actions[0], dict) and plan.actions[0]["payment"]


@pytest.mark.parametrize("question", [rc.plan, rc.affordable_sets])
def test_ctrl_c_ends_a_search(question: Callable[[rc.State], Any]) -> None:
    names = ("Seal of Rage", "Energy Conduit", "Gold", "Hextech Anomaly", "Ancient Henge", "Heimerdinger, Inventor")
    you = {"board": [{"card": name} for name in names for _ in range(3)], "runes": dict.fromkeys(boards.DOMAINS, 2)}
    state = state_of(you | {"hand": [*names, *(inline(f"U{i}", 2 + i, domains=["calm"], power=2) for i in range(9))]})
    before = str(state)
    timer = Timer(0.1, interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        question(state)
    timer.join()
    assert str(state) == before


# ---------------------------------------------------------------------------------------------------- single steps

GEARS = ("Seal of Rage", "Seal of Focus", "Energy Conduit", "Honeyfruit", "Gold", "Hextech Anomaly", "Ancient Henge")
LEGENDS = ("Renekton, Butcher of the Sands", "Kai'Sa, Daughter of the Void", "Ornn, Fire Below the Mountain")
MOST_STEPS = 2500


def plain_card(rng: Random, n: int) -> single_steps.Printed:
    """A card that is not printed, of one or two domains."""
    domains = tuple(d for d in boards.DOMAINS if d in rng.sample(("fury", "calm", "mind"), rng.choice((1, 2))))
    type_ = rng.choice(("unit", "unit", "spell", "gear"))
    return single_steps.Printed(f"Plain {n}", type_, rng.randint(0, 3), rng.choice((0, 1, 1, 2)), domains)


def small_hand(seed: int) -> tuple[rc.State, single_steps.Steps, single_steps.Here]:
    """The same small position for riftcore and for the search over single steps."""
    rng = Random(f"single steps {seed}")
    returns = rng.random() < 0.2
    # What a cost returns is riftcore's choice: then there is one gear, and nobody who borrows what leaves.
    board = [rng.choice(GEARS[:4])] if returns else [rng.choice(GEARS) for _ in range(rng.choice((0, 1, 1, 2)))]
    units = ("Dragonsoul Sage", "Lux, Crownguard", *([] if returns else [single_steps.BORROWER]))
    board += [rng.choice(units)] if rng.random() < 0.4 else []
    plain = {card.name: card for card in (plain_card(rng, n) for n in range(2 if returns else 3))}
    hand = [single_steps.RETURNS_GEAR] if returns else []
    for name in [name for name, card in plain.items() if not (returns and card.type == "gear")]:
        hand.append(name if returns or rng.random() < 0.8 else rng.choice(GEARS[:4]))
    legend = rng.choice(LEGENDS) if rng.random() < 0.3 else None
    ready = tuple(rng.randint(0, 2) if d in ("fury", "calm") else 0 for d in boards.DOMAINS)
    exhausted = tuple(rng.choice((0, 0, 1)) if d == "calm" else 0 for d in boards.DOMAINS)
    pool = list(single_steps.EMPTY)
    for _ in range(rng.randint(0, 4)):
        pool[rng.choice((0, 0, 0, 1, 2, 3, 7))] += 1
    for place in (single_steps.SPELLS_ENERGY, single_steps.SPELLS_ANY, single_steps.GEAR_ANY):
        pool[place] = int(rng.random() < 0.1)
    objects = [(name, rng.random() < 0.9) for name in board]
    runes = {d: {"ready": ready[i], "exhausted": exhausted[i]} for i, d in enumerate(boards.DOMAINS)}
    power = dict(zip((*boards.DOMAINS, "any"), pool[1:8], strict=True))
    restricted = [
        {"energy": pool[8], "power": {"any": pool[10]}, "only": "spells"}, {"power": {"any": pool[11]}, "only": "gear"}
    ]  # fmt: skip
    you = {
        "runes": runes, "pool": {"energy": pool[0], "power": power, "restricted": restricted},
        "board": [{"card": name, "exhausted": not is_ready} for name, is_ready in objects],
        "hand": [plain[name]._asdict() if name in plain else name for name in hand],
    }  # fmt: skip
    if legend:
        you["legend"] = {"card": legend}
        objects.append((legend, True))
    facts = dict(plain)
    for name in {*hand, *board, *([legend] if legend else [])} - set(plain):
        card = boards.catalog().card(name)
        facts[name] = single_steps.Printed(card.name, card.type, card.energy, card.power, tuple(card.domains))
    here = single_steps.Here(ready, exhausted, tuple(pool), tuple(sorted(objects)), tuple(sorted(hand)), ())
    return state_of(you), single_steps.Steps(facts), here


@pytest.mark.parametrize("group", range(10))
def test_plans_agree_with_single_steps(group: int) -> None:
    """Positions of which the plain search sees the end; it shares nothing with riftcore but the printed costs."""
    looked = 0
    for seed in range(SEED + 40 * group, SEED + 40 * (group + 1)):
        state, steps, start = small_hand(seed)
        sets = steps.sets(start, MOST_STEPS)
        if sets is None:
            continue
        looked += 1
        assert set(rc.affordable_sets(state)) == sets, (seed, str(state))
        plan = rc.plan(state)
        values = [sum(steps.cards[name].energy + steps.cards[name].power for name in names) for names in sets]
        assert plan.exact and plan.value == max(values), (seed, str(state))
        assert tuple(sorted(plan.cards)) in sets and carried_out(state, plan) == plan.cards, (seed, str(state))
    assert looked >= 10


def test_what_a_cost_takes_from_a_borrower_is_not_called_exact() -> None:
    """Heimerdinger should use the Conduit's ability before it returns to the hand: the search misses that."""
    board = [{"card": "Heimerdinger, Inventor"}, {"card": "Energy Conduit", "exhausted": True}]
    hand = ["Legion Quartermaster", "Volibear, Furious"]
    state = state_of({"hand": hand, "board": board, "pool": {"energy": 6, "power": {"body": 1}}})
    assert not rc.plan(state).exact
    with pytest.raises(RiftcoreError, match="borrows an ability"):
        rc.affordable_sets(state)
