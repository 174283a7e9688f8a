"""Every printed card's clauses, each in a situation made for it: there is an answer, and the price is what it says.

The expected prices are worked out from the clauses with the referee, which shares nothing with the core; beside that a
clause must matter: without what it asks for (its condition, the card that carries it, the choice it speaks of) the
price is another one.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import boards
import pytest
import referee
from side_by_side import Game, as_cost

import riftcore as rc
from riftcore.catalog import Card, Clause

CARDS = [card for card in boards.catalog() if card.clauses or card.permissions]
ABILITIES = ("activated_cost", "add_activated", "keyword_equip", "keyword_empower")
PRICES = ("triggered_cost", "resolution_cost")
#: Facts that a scenario need not say: whoever asks for them without gets no guess.
UNSAID = ("equipment", "chose_enemies_this_turn", "chose_enemy_unit_this_turn")
RICH = {"energy": 25, "power": dict.fromkeys((*boards.DOMAINS, "any"), 6)}
FILLER = {  # a plain card of each type, without clauses that change a price
    kind: next(
        card.name
        for card in boards.catalog()
        if card.type == kind and all(clause.kind == "triggered" for clause in card.clauses) and not card.partial
    )
    for kind in ("unit", "spell", "gear")
}


def unit(name: str, at: str = "A", **more: Any) -> dict[str, Any]:
    return {"card": FILLER["unit"], "id": name, "at": at, **more}


def situation(**turn: Any) -> dict[str, Any]:
    """A board on which nearly everything can be paid: both players have something of each kind."""
    return {
        "turn": turn, "assume": ["targets", "modes"],
        "players": [
            {
                "pool": RICH, "xp": 12, "runes": {"fury": 4, "mind": 4}, "rune_deck": 4,
                "hand": list(FILLER.values()), "trash": list(FILLER.values()) * 2,
                "board": [
                    unit("u", might=6, buffs=3, states=["empowered"]), unit("v", "base"),
                    {"card": FILLER["gear"], "id": "g"},
                    {"card": "Recruit", "id": "t", "token": True, "at": "base"},
                    {"card": card_with("unit", "tags", "poro").name, "id": "poro", "at": "base"},
                    {"card": card_with("gear", "tags", "equipment").name, "id": "eq"},
                ],
                "legend": {"card": "Yasuo, Unforgiven", "id": "L"},
                "this_turn": {"cards_played": 2, "spells_played": 1, "gear_played": 1},
                "deck_top": list(FILLER.values()),
            },
            {"board": [unit("foe"), {"card": FILLER["gear"], "id": "foe-gear"}], "points": 6},
        ],
        "battlefields": {"A": {"controller": 0}},
    }  # fmt: skip


def card_with(kind: str, field: str, value: str) -> Card:
    """A card of this type whose tags or keywords have the value, the one with the fewest clauses."""
    return min(
        (card for card in boards.catalog() if card.type == kind and value in getattr(card, field)),
        key=lambda card: sum(clause.kind != "triggered" for clause in card.clauses),
    )


def place(board: dict[str, Any], card: Card, seat: int = 0, **more: Any) -> str:
    """Put the card where its clauses work; its id."""
    who = board["players"][seat]
    if card.type in ("unit", "gear"):
        thing = {"card": card.name, "id": "x", "at": "A", **more}
        if card.type == "unit":
            thing["buffs"] = 3
        who["board"] = [*who.get("board", ()), thing]
        return "x"
    if card.type == "legend":
        who["legend"] = {"card": card.name, "id": "x", **more}
        return "x"
    if card.type == "battlefield":
        board["battlefields"] = {"A": {"card": card.name, "controller": 0}}
        return "A"
    board["turn"]["chain"] = [{"card": card.name, "id": "x"}]
    return "x"


def carrier(board: dict[str, Any]) -> dict[str, Any]:
    """The object that `place` put there."""
    for who in board["players"]:
        for thing in [*who.get("board", ()), who.get("legend", {})]:
            if thing.get("id") == "x":
                return dict_of(thing)
    return {}


def dict_of(thing: Any) -> dict[str, Any]:
    assert isinstance(thing, dict)
    return thing


def satisfy(board: dict[str, Any], action: dict[str, Any], when: Any, holds: bool = True, seat: int = 0) -> None:
    """Make a condition true (or false) on this board, for this action and the player whose clause it is."""
    if when is None:
        return
    op, *args = when
    me, turn, thing = board["players"][seat], board["turn"], carrier(board)
    this_turn = me.setdefault("this_turn", {})
    if op in ("and", "or"):
        for part in args if holds else args[:1]:
            satisfy(board, action, part, holds, seat)
    elif op == "not":
        # "Level 3 and not Level 6": what comes later takes back no more than it must.
        if args[0][0] == "level":
            if holds:
                me["xp"] = min(me.get("xp", 0), args[0][1] - 1)
        else:
            satisfy(board, action, args[0], not holds, seat)
    elif op == "legion":
        this_turn["cards_played"] = int(holds)
    elif op == "level":
        me["xp"] = args[0] if holds else args[0] - 1
    elif op in ("empowered", "empowered_times"):
        thing["states"] = {"empowered": args[0] if args else 1} if holds else []
    elif op == "paid_additional" and "trigger" in action:
        thing["states"] = ["paid" if holds else "unpaid"]
    elif op == "paid_additional":
        action["pay"] = ["additional"] if holds else []
    elif op == "event" and args[0] == "excess_damage":
        action["excess_damage"] = args[1] if holds else args[1] - 1
    elif op == "in_combat":
        thing["states"] = ["attacking"] if holds else []
        thing["at"] = "A"
        turn.update({"showdown": "A", "combat": True, "focus": 0})
    elif op in ("in_showdown", "showdown_here"):
        if holds:
            turn.update({"showdown": "A", "focus": turn.get("player", 0)})
        thing["at"] = "A" if holds else "base"
    elif op == "at_battlefield":
        thing["at"] = "A" if holds else "base"
    elif op == "not_from_hand":
        if holds:
            action.update({"from": "banished", "reduced": {}})
    elif op == "within_points":
        board["players"][0 if args[0] == "you" else 1]["points"] = 8 - args[1] if holds else 0
    elif op == "runes_at_most":
        me["runes"] = {"fury": args[0] if holds else args[0] + 1}
        del me["rune_deck"]
    elif op == "runes_at_least":
        me["runes"] = {"fury": args[0] if holds else args[0] - 1}
        del me["rune_deck"]
    elif op == "fewer_runes":
        board["players"][1]["runes"] = {"fury": 12 if holds else 0}
    elif op == "state":
        thing["might" if args[0] == "mighty" else "buffs"] = 5 * holds
    elif op == "controls_battlefield":
        board["battlefields"]["A"]["controller"] = 0 if holds else 1
    elif op == "first":
        key = {"gear_ability": "gear_abilities", "card": "cards_played", "spell": "spells_played"}.get(args[0], args[0])
        this_turn[key] = 0 if holds else 1
    elif op == "energy_on_one_spell":
        this_turn["max_energy_on_one_spell"] = args[0] if holds else args[0] - 1
    elif op == "power_spent":
        this_turn["power_spent"] = args[0] if holds else args[0] - 1
    elif op == "played_this_turn":
        this_turn["spells_played"] = this_turn["cards_played"] = this_turn["equipment_played"] = int(holds)
    elif op == "chose_enemies_this_turn":
        this_turn["enemies_chosen"] = args[0] if holds else args[0] - 1
    elif op == "chose_enemy_unit_this_turn":
        this_turn["enemy_units_chosen"] = int(holds)
    elif op == "enemy_unit_died_this_turn":
        this_turn["enemy_units_died"] = int(holds)
    elif op == "target":
        action["targets"] = ["poro" if holds and "tags_any" in args[0] else fitting(board, args[0]) if holds else "v"]
    elif op == "controls" and args[0].get("state") == "facedown":
        hidden = {"card": card_with("spell", "keywords", "hidden").name, "id": "hidden", "at": "A"}
        me["facedown"] = [hidden] if holds else []
    elif op in ("controls", "opponent_controls"):
        seat = 0 if op == "controls" else 1
        if not holds:
            board["players"][seat]["board"] = []
        things = [thing_like(args[0], f"c{i}") for i in range(args[1] if holds else 0)]
        board["players"][seat]["board"] = [*board["players"][seat].get("board", ()), *things]
        if args[0].get("type") == "battlefield":
            board["battlefields"] = {n: {"controller": seat if holds else None} for n in "ABC"[: args[1]]}
    elif op == "controls_exactly_here":
        me["board"] = [t for t in me["board"] if t["at" if "at" in t else "id"] != "A"] + [
            unit(f"c{i}") for i in range(args[0] if holds else args[0] + 1)
        ]
    elif op != "energy_on_spell":  # the asker says what was spent on the spell that sets it off
        raise NotImplementedError(op)


def thing_like(f: dict[str, Any], name: str) -> dict[str, Any]:
    """An object that a filter takes."""
    kind = f.get("type", "unit")
    kind = kind if isinstance(kind, str) and kind in FILLER else "unit"
    card = card_with(kind, "tags", f["tag"]).name if "tag" in f else FILLER[kind]
    found: dict[str, Any] = {"card": card, "id": name, "at": "A"}
    if f.get("state") == "mighty":
        found["might"] = 6
    elif f.get("state") == "buffed":
        found["buffs"] = 1
    elif f.get("state"):
        found["states"] = [f["state"]]
    if f.get("keyword") == "temporary":
        found["states"] = ["temporary"]
    if f.get("token"):
        found["token"] = True
    return found


def fitting(board: dict[str, Any], f: dict[str, Any]) -> str:
    """A thing on the board that a filter takes; its id."""
    seat = 1 if f.get("controller") == "opponent" else 0
    board["players"][seat]["board"].append(thing_like(f, "fit"))
    return "fit"


def ask(board: dict[str, Any], action: dict[str, Any]) -> rc.Verdict:
    """The core's answer; the referee agrees, and ends in the same position."""
    verdict = rc.State.from_scenario(board, boards.catalog()).check(action)
    tally: Counter[str] = Counter()
    Game(board, tally).act(action)
    assert not any(reason.startswith("not judged") for reason in tally), (board, action, tally)
    return verdict


def play(board: dict[str, Any], card: Card, **more: Any) -> dict[str, Any]:
    """A play of the card, put into the hand for it."""
    board["players"][0]["hand"] = [card.name, *board["players"][0]["hand"]]
    return {"play": card.name, **more}


def play_of(board: dict[str, Any], card: Card, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return board, play(board, card, **more)


def fetch(board: dict[str, Any], action: dict[str, Any]) -> None:
    """The card is where the action says it is played from."""
    if action.get("from") == "banished":
        board["players"][0]["banished"] = [action["play"]]


# ---------------------------------------------------------------------------------------------- playing


@pytest.mark.parametrize("card", [card for card in CARDS if card.type in FILLER], ids=lambda card: card.name)
def test_play(card: Card) -> None:
    """The card can be played from hand by who can pay anything, at its printed cost and what its clauses say."""
    board = situation()
    board["players"][0]["this_turn"] = {}
    verdict = ask(*play_of(board, card))
    assert verdict.legal, verdict
    for clause in card.clauses:
        if clause.trigger is None and not clause.granted:
            check_own_clause(card, clause)


def check_own_clause(card: Card, clause: Clause) -> None:
    """A clause of the card that speaks of its own play: it changes the price as it says."""
    kind = clause.kind
    options = {"keyword_accelerate": "accelerate", "keyword_repeat": "repeat", "additional_optional": "additional"}
    board = situation()
    action = play(board, card)
    if kind in options:
        satisfy(board, action, clause.when)
        plain = ask(board, action)
        repeats = [c for c in card.clauses if c.kind == "keyword_repeat"]
        name = options[kind] + (f":{repeats.index(clause)}" if kind == "keyword_repeat" else "")
        named = (clause.cost or {}).get("other", ())
        paid = {**action, "pay": [name]}
        if any(" x " in part for part in named):
            paid["with"] = {"kill": ["u"]} if "kill" in named[0] else {"spend_buffs": 1}
        verdict = ask(board, paid)
        assert verdict.legal and verdict.paid_optional == (name.removesuffix(":0"),), (card.name, verdict)
        assert verdict.costs != plain.costs, card.name
    elif kind == "additional_mandatory":
        satisfy(board, action, clause.when)
        verdict = ask(board, action)
        assert verdict.legal and set(clause.cost["other"]) <= set(verdict.costs[0].to_dict()["other"]), verdict
        board["players"][0]["board"] = []
        board["players"][0]["hand"] = [card.name]
        if not any(part.startswith(("spend", "exhaust legend")) for part in clause.cost["other"]):
            assert ask(board, action).code == "cost"
    elif kind in ("discount_self", "increase_self", "ignore_cost"):
        if clause.scope is not None or "event" in repr(clause.when):
            return  # the price of an ability, of another card, or of a trigger
        prices = []
        for holds in (True, False):
            board = situation()
            action = play(board, card)
            satisfy(board, action, clause.when, holds)
            if action.get("pay"):
                action["with"] = give_up(card)
            enlarge(board, clause, holds)
            fetch(board, action)
            verdict = ask(board, action)
            assert verdict.legal, (card.name, verdict)
            prices.append(verdict.costs)
        assert prices[0] != prices[1], (card.name, clause)
    elif kind == "keyword_flow":
        board["players"][0]["trash"] = [card.name]
        verdict = ask(board, {"play": card.name, "from": "trash"})
        assert verdict.legal and verdict.costs[0].energy == clause.cost.get("energy", 0), (card.name, verdict)
    elif kind == "keyword_hidden":
        verdict = ask(board, {"hide": card.name, "at": "A"})
        assert verdict.legal and str(verdict.costs[0]) == "[any]", (card.name, verdict)
        board["players"][0]["facedown"] = [{"card": card.name, "id": "f", "at": "A"}]
        verdict = ask(board, {"play": "f"})
        assert verdict.legal and verdict.costs[0].energy == 0, (card.name, verdict)
    elif kind == "alternate_cost" and (clause.payer is not None or "event" in repr(clause.when)):
        # An offer made when something resolves: another price for that play alone.
        printed = ask(board, action)
        verdict = ask(board, {**action, "by": card.name})
        price = referee.cost(clause.cost.get("energy", 0), clause.cost.get("power"))
        assert as_cost(printed.costs[0]) == (referee.cost(card.energy, {card.symbol: card.power}), ()), printed
        assert as_cost(verdict.costs[0]) == (price, ()), verdict
    elif kind == "alternate_cost" and (clause.plays or {}).get("what") == "self":
        prices = []
        for holds in (True, False):
            board = situation()
            zone = clause.plays.get("from", "hand")
            board["players"][0][zone] = [card.name]
            action = {"play": card.name, "from": zone}
            satisfy(board, action, clause.when, holds)
            prices.append(ask(board, action))
        assert prices[0].legal and prices[0].costs != prices[1].costs, (card.name, prices)
    elif kind == "cost_reader" and clause.reads.get("what") == "spell" and "energy_max" in clause.reads:
        most = clause.reads["energy_max"]
        for energy, legal in ((most, True), (most + 1, False)):
            spell = {"name": f"Spell of {energy}", "type": "spell", "energy": energy}
            board["turn"]["chain"] = [{"card": spell, "id": "c", "controller": 1}]
            assert ask(board, {**action, "targets": ["c"]}).code == ("ok" if legal else "target"), card.name


def give_up(card: Card) -> dict[str, Any]:
    """Objects for the card's own additional cost that make its formulas count."""
    parts = [part for clause in card.clauses for part in (clause.cost or {}).get("other", ())]
    if "spend x buff" in parts:
        return {"spend_buffs": 2}
    return {"kill": ["u"]} if any(part.startswith("kill") for part in parts) else {}


def enlarge(board: dict[str, Any], clause: Clause, large: bool) -> None:
    """Where the amount is a formula without a condition: make it something, or nothing."""
    me = board["players"][0]
    amounts = [clause.modifier.get("energy"), *clause.modifier.get("power", {}).values()]
    for amount in amounts:
        while isinstance(amount, list) and amount[0] == "times":
            amount = amount[2]
        op = amount[0] if isinstance(amount, list) else None
        if op == "trash":
            me["trash"] = me["trash"] if large else []
        elif op == "cards_played":
            me["this_turn"]["cards_played"] = 2 if large else 0
        elif op == "points_from_holding":
            me["this_turn"]["points_from_holding"] = 2 if large else 0
        elif op == "runes" and not large:
            me["runes"] = {}
        elif op == "trash_named_self":
            me["trash"] = [me["hand"][0]] * (2 if large else 0)
        elif op in ("count", "max_might", "tags_among") and not large:
            me["board"] = []
        elif op == "count" and large:
            fitting(board, amount[1])


# ------------------------------------------------------------------------------------------- abilities


@pytest.mark.parametrize(
    "card", [card for card in CARDS if any(c.kind in ABILITIES for c in card.clauses)], ids=lambda card: card.name
)
def test_activate(card: Card) -> None:
    """Each activated ability of the card, its condition met."""
    groups: dict[int, list[Clause]] = {}
    for clause in card.clauses:
        if clause.kind in ABILITIES and not clause.granted:
            groups.setdefault(clause.group, []).append(clause)
    for n, clauses in enumerate(groups.values()):
        for clause in clauses:
            board = situation()
            place(board, card)
            action: dict[str, Any] = {"activate": "x", "ability": n}
            if clause.kind == "keyword_equip":
                action["targets"] = ["u"]
            if any(word in repr(clause.when) for word in UNSAID):
                assert ask(board, action).code == "unknown_card_behaviour"
                no = situation()
                place(no, card)
                satisfy(no, action, clause.when, False)
                assert ask(no, action).code == "condition"
            satisfy(board, action, clause.when)
            if any("disempower self" in part for part in (clause.cost or {}).get("other", ())):
                carrier(board)["states"] = ["empowered"]
            verdict = ask(board, action)
            assert verdict.legal, (card.name, clause, verdict)
            if clause.kind != "add_activated" and not any(c.kind.startswith("discount") for c in card.clauses):
                cost = verdict.costs[0]
                choices = clause.cost.get("choice", [clause.cost])
                assert len(verdict.costs) == len(choices)
                assert sorted(c.energy for c in verdict.costs) == sorted(c.get("energy", 0) for c in choices)
                parts = [*clause.cost.get("other", ()), *(["exhaust self"] if clause.cost.get("exhaust_self") else [])]
                assert sorted(cost.to_dict().get("other", ())) == sorted(parts), (card.name, verdict)
            if clause.cost.get("exhaust_self"):
                carrier(board)["exhausted"] = True
                assert ask(board, action).code == "exhausted", card.name


@pytest.mark.parametrize(
    "card",
    [c for c in CARDS if any(k.kind == "discount_self" and k.scope for k in c.clauses)],
    ids=lambda card: card.name,
)
def test_ability_discount(card: Card) -> None:
    """An ability that is cheaper by a condition or a formula."""
    for clause in card.clauses:
        if clause.kind != "discount_self" or (clause.scope or {}).get("what") != "ability":
            continue
        prices = []
        for holds in (True, False):
            board = situation()
            place(board, card)
            kind = next(c.kind for c in card.clauses if c.group == clause.group and c.kind in ABILITIES)
            action: dict[str, Any] = {"activate": "x"}
            if kind != "activated_cost":
                action["ability"] = kind.removeprefix("keyword_")
            if kind == "keyword_equip":
                action["targets"] = ["u"]
            satisfy(board, action, clause.when, holds)
            enlarge(board, clause, holds)
            if "target_might" in repr(clause.modifier):
                carrier(board)["id"] = "x"
                next(t for t in board["players"][0]["board"] if t["id"] == "u").update(might=3 * holds, buffs=0)
            verdict = ask(board, action)
            assert verdict.legal, (card.name, verdict)
            prices.append(verdict.costs)
        assert prices[0] != prices[1], (card.name, clause, prices)


def moment(board: dict[str, Any], trigger: dict[str, Any]) -> None:
    """Make it the moment that the trigger itself speaks of."""
    if trigger.get("on") == "an opponent's turn":
        board["turn"].update({"player": 1, "priority": 0})
    if trigger.get("how") == "during a showdown" or trigger.get("event") == "showdown begins":
        board["turn"].update({"showdown": "A", "focus": 0})


def trigger_numbers(card: Card) -> dict[int, int]:
    """The number of each triggered ability, or price of an instruction, by its group: in printed order."""
    groups: dict[int, int] = {}
    for clause in card.clauses:
        priced = clause.kind == "other_cost" and (clause.scope or {}).get("what") != "ability" and clause.cost
        asked = clause.kind in (*PRICES, "keyword_weaponmaster", "triggered")
        if not clause.granted and (asked or priced):
            groups.setdefault(clause.group, len(groups))
    return groups


@pytest.mark.parametrize(
    "card", [card for card in CARDS if any(c.kind == "triggered" for c in card.clauses)], ids=lambda card: card.name
)
def test_trigger_without_a_price(card: Card) -> None:
    """It can be asked for by its number, and owes the Deflect of what it chooses."""
    numbers = trigger_numbers(card)
    for clause in card.clauses:
        if clause.kind != "triggered":
            continue
        board = situation()
        action: dict[str, Any] = {"trigger": place(board, card), "ability": numbers[clause.group], "player": 0}
        satisfy(board, action, clause.when)
        moment(board, clause.trigger or {})
        foe = {"card": "Pouty Poro", "id": "deflects", "at": "A"}
        board["players"][1].setdefault("board", []).append(foe)
        state = rc.State.from_scenario(board, boards.catalog())
        verdict = state.check(action)
        assert verdict.legal, (card.name, clause, verdict)
        assert verdict.costs == (rc.Cost(),)
        if chooses_a_foe(card, clause):
            assert state.quote({**action, "targets": ["deflects"]}).costs == (rc.Cost(any=1),)
        assert state.check({**action, "ability": len(numbers)}).code == "condition"


def chooses_a_foe(card: Card, trigger: Clause) -> bool:
    """Does it choose one unit, which may be an enemy at a battlefield, and nothing else?"""
    terms = [c.chooses or {} for c in card.clauses if c.kind == "chooses" and c.group == trigger.group]
    if len(terms) != 1 or set(terms[0]) - {"count", "filter", "to"} or terms[0]["count"] != 1:
        return False
    filter_ = terms[0]["filter"]
    return (
        filter_["type"] == "unit" and set(filter_) <= {"type", "controller", "at"}
        and filter_.get("controller") != "you" and filter_.get("at") in (None, "battlefield")
    )  # fmt: skip


@pytest.mark.parametrize(
    "card",
    [card for card in CARDS if any(c.kind in (*PRICES, "keyword_weaponmaster") for c in card.clauses)],
    ids=lambda card: card.name,
)
def test_trigger(card: Card) -> None:
    """Each price of a trigger or on resolution: it can be paid, and declined."""
    numbers = trigger_numbers(card)
    for clause in card.clauses:
        if clause.kind not in (*PRICES, "keyword_weaponmaster"):
            continue
        n = numbers.get(clause.group)
        board = situation()
        name = place(board, card)
        action: dict[str, Any] = {"trigger": name}
        if n is not None:
            action["ability"] = n
        if clause.kind == "resolution_cost":
            action["on"] = "resolution"
        if clause.kind == "keyword_weaponmaster":
            action["targets"] = ["eq"]
            if clause.granted:
                board["players"][0]["board"].append({"card": "Sand Soldier", "id": "soldier", "token": True})
                action.update(trigger="soldier", ability="weaponmaster")
        if any("[self]" in part or "disempower self" in part for part in (clause.cost or {}).get("other", ())):
            carrier(board)["states"] = ["empowered"]
        if any(" x " in part for part in (clause.cost or {}).get("other", ())):
            action["with"] = {"spend_buffs": 2}
        satisfy(board, action, clause.when)
        moment(board, clause.trigger or {})
        state = rc.State.from_scenario(board, boards.catalog())
        verdict = state.check(action)
        assert state.check({**action, "decline": True}).legal
        assert verdict.legal, (card.name, clause, verdict)
        if clause.when is not None:
            no, refused = situation(), dict(action)
            place(no, card)
            satisfy(no, refused, clause.when, False)
            assert rc.State.from_scenario(no, boards.catalog()).check(refused).code == "condition", card.name
        if clause.kind in PRICES:
            cost = clause.cost or {}
            expected = referee.cost(cost.get("energy", 0), cost.get("power"))
            parts = [*cost.get("other", ()), *(["exhaust self"] if cost.get("exhaust_self") else [])]
            parts = [part.replace(" x ", " 2 ") for part in parts]
            assert as_cost(verdict.costs[0]) == (expected, tuple(sorted(parts))), (card.name, verdict.costs)


@pytest.mark.parametrize(
    "card",
    [card for card in CARDS if any(c.kind == "add_activated" for c in card.clauses)],
    ids=lambda card: card.name,
)
def test_add(card: Card) -> None:
    """Each Add ability makes what it says; one with Reaction pays a cost that nothing else here could."""
    groups: dict[int, list[Clause]] = {}
    for clause in card.clauses:
        if clause.kind in ABILITIES and not clause.granted:
            groups.setdefault(clause.group, []).append(clause)
    for n, clauses in enumerate(groups.values()):
        for clause in clauses:
            if clause.kind != "add_activated":
                continue
            board = situation(showdown="A") if clause.adds.get("restriction") == "showdown" else situation()
            board["players"][0]["pool"] = {}
            board["players"][0]["runes"] = {}
            del board["players"][0]["rune_deck"]
            place(board, card)
            action: dict[str, Any] = {"add": "x", "ability": n}
            satisfy(board, action, clause.when)
            cost = referee.cost(clause.cost.get("energy", 0), clause.cost.get("power"))
            x = clause.cost.get("x")
            if x:
                action["x"] = 2
                cost = referee.cost(2, None) if x == "energy" else referee.cost(0, {"any": 2})
            before = {"energy": cost.energy, "power": {"mind": len(cost.symbols)}}
            board["players"][0]["pool"] = before
            state = rc.State.from_scenario(board, boards.catalog())
            only = clause.adds.get("restriction")
            purpose = {"spells": "spell", "gear": "gear", "units": "unit"}.get(only, "resolution")
            made = made_by(clause)
            price = rc.Cost(made.get("energy", 0), power=made.get("power"))
            if clause.timing == "reaction":
                assert state.can_pay(price, purpose=purpose), (card.name, price)
                verdict = state.check({"pay": price.to_dict(), "for": purpose})
                assert verdict.legal and "x" in [step.get("use") for step in verdict.best.steps()], (card.name, verdict)
                carrier(board)["exhausted"] = True
                tired = rc.State.from_scenario(board, boards.catalog())
                assert not tired.can_pay(price, purpose=purpose), card.name
            else:
                assert not state.can_pay(price, purpose=purpose), card.name
            assert state.push(action).legal
            pool = state.to_scenario()["players"][0]["pool"]
            assert pool == ({"restricted": [{**made, "only": only}]} if only else made), (card.name, pool)


def made_by(clause: Clause) -> dict[str, Any]:
    """What an Add makes, X being 2."""
    made: dict[str, Any] = {}
    if clause.adds.get("energy"):
        made["energy"] = 2 if clause.adds["energy"] == "x" else clause.adds["energy"]
    if clause.adds.get("power"):
        made["power"] = {name: 2 if n == "x" else n for name, n in clause.adds["power"].items()}
    return made


# --------------------------------------------------------------------------- what changes other costs

CHANGERS = (
    "discount_other", "increase_other", "tax", "keyword_deflect", "keyword_repeat", "keyword_accelerate",
    "additional_optional", "alternate_cost", "ignore_cost", "total_change", "keyword_flow", "add_modifier",
)  # fmt: skip


def changes(card: Card) -> list[Clause]:
    """The clauses that speak of other cards' costs while the card is there, or after its effect."""
    return [
        clause for clause in card.clauses
        if clause.kind in CHANGERS and (clause.scope is not None or clause.kind == "keyword_deflect")
        and not (clause.kind == "keyword_deflect" and clause.scope and clause.scope.get("lasts") == "granted")
    ]  # fmt: skip


@pytest.mark.parametrize("card", [card for card in CARDS if changes(card)], ids=lambda card: card.name)
def test_change_of_another_cost(card: Card) -> None:
    """With the card in place, or its effect in force, the same action has another price."""
    for clause in changes(card):
        prices = []
        for there in (True, False):
            board, action = matter(card, clause, there)
            verdict = ask(board, action)
            if there and "paid_might" in repr(clause.modifier):
                assert verdict.code == "unknown_card_behaviour"
                board["players"][0]["effects"] = [{"card": card.name, "might": 2}]
                verdict = ask(board, action)
            assert verdict.code not in ("unknown_card_behaviour", "timing", "zone", "target"), (card.name, verdict)
            prices.append((verdict.legal, verdict.costs))
        assert prices[0][0], (card.name, clause, verdict)
        assert prices[0] != prices[1], (card.name, clause, prices)


def chooser(board: dict[str, Any], target: str) -> Card:
    """A spell that may choose this object."""
    things = [thing for player in board["players"] for thing in player.get("board", ())]
    cards = [thing["card"] for thing in things if thing.get("id") == target]
    gear = bool(cards) and boards.catalog().card(cards[0]).type == "gear"
    return boards.catalog().card("Turn to Dust" if gear else "Vengeance")


def matter(card: Card, clause: Clause, there: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """A situation in which this clause matters, or the same without the card."""
    board = situation()
    scope = clause.scope or {}
    what, lasts, f = scope.get("what"), scope.get("lasts", "static"), scope.get("filter") or {}
    seat = 1 if scope.get("payer") == "opponents" else 0
    me = board["players"][0]
    action: dict[str, Any]
    if clause.kind == "add_modifier":
        me["pool"], me["runes"] = {}, {}
        del me["rune_deck"]
        me["board"].append({"card": "Gold", "id": "gold", "token": True})
        action = {"pay": {"energy": 1, "power": {"any": 1}}}
    elif clause.kind == "tax":
        action = {"move": ["v", "t"], "to": "A"}
        board["battlefields"]["A"]["controller"] = 1
    elif clause.kind == "keyword_deflect":
        seat = 1
        target = "x" if clause.scope is None or f.get("self") else "fit"
        if target == "fit":
            if f.get("bearer"):
                board["players"][1]["board"].append(unit("fit"))
            else:
                board["players"][1]["board"].append(thing_like({**f, "controller": "you"}, "fit"))
        action = play(board, chooser(board, target), targets=[target])
    elif what == "hide":
        hidden = card_with("spell", "keywords", "hidden")
        me["hand"] = [hidden.name]
        action = {"hide": hidden.name, "at": "A"}
    elif what == "deflect":
        foe = card_with("unit", "keywords", "deflect")
        board["players"][1]["board"].append({"card": foe.name, "id": "fit", "at": "A"})
        spell = card if card.type == "spell" and there else chooser(board, "fit")
        action = play(board, spell, targets=["fit"])
    elif what in ("empower", "gear_ability", "equip"):
        kind = "gear" if what != "empower" else "unit"
        word = "empower" if what == "empower" else "equip"
        others = [c for c in boards.catalog() if c.type == kind and word in c.keywords and c is not card]
        other = min(
            (c for c in others if any(k.kind == f"keyword_{word}" and k.cost.get("energy") for k in c.clauses)),
            key=lambda c: len(c.clauses),
        )
        me["board"].append({"card": other.name, "id": "other", "at": "A"})
        action = {"activate": "other", "ability": word, **({"targets": ["u"]} if word == "equip" else {})}
    else:
        played = subject(card, clause)
        if lasts == "granted":
            zone = f["from"] if f.get("from") in ("trash", "hand") else "banished"
            me[zone], me["points"] = [played.name], 2
            action = {"play": played.name, "from": zone, **({"by": card.name} if there else {"reduced": {}})}
            return board, action
        action = play(board, played)
        if f.get("from") == "trash" or clause.kind == "keyword_flow":
            me["trash"], action["from"] = [played.name], "trash"
            if clause.kind == "keyword_flow" and not there:
                action["reduced"] = {"energy": 1}
        elif f.get("from") == "not hand":
            me["banished"] = [played.name]
            action.update({"from": "banished", "reduced": {}})
        if clause.kind == "keyword_repeat" or what == "repeat":
            action["pay"] = ["repeat"]
        elif clause.kind == "keyword_accelerate":
            action["pay"] = ["accelerate"]
        elif clause.kind == "additional_optional" or what == "optional":
            action["pay"] = ["additional" if clause.kind == "additional_optional" else "repeat"]
        if f.get("chooses") == "self":
            action["targets"] = ["x" if there else "v"]
        elif isinstance(f.get("chooses"), dict):
            action["targets"] = ["u"]
    if clause.kind == "keyword_deflect" and lasts == "turn":
        board["players"][1]["board"].append({"card": card.name, "id": "x", "at": "A"})
        board["players"][1]["effects"] = [{"card": card.name, "on": action["targets"][0]}] if there else []
    elif lasts in ("next", "turn"):
        me["effects"] = [{"card": card.name}] if there else []
    elif what != "deflect" or card.type != "spell":
        more = {"attached_to": "fit"} if f.get("bearer") else {}
        if there:
            place(board, card, seat, **more)
            satisfy(board, action, clause.when, seat=seat)
            if "empower" in card.keywords and clause.when == ["not", ["empowered"]]:
                carrier(board)["states"] = []
        elif clause.kind == "keyword_deflect" and action["targets"] == ["x"]:
            board["players"][1]["board"].append(unit("x"))
        if board["turn"].get("showdown"):
            board["turn"]["focus"] = 0
            action.pop("player", None)
    return board, action


def subject(card: Card, clause: Clause) -> Card:
    """A card whose play the clause speaks of: a costly one of the kind that it names."""
    scope = clause.scope or {}
    what, f = scope.get("what"), scope.get("filter") or {}
    kind = what if what in FILLER else f["type"] if isinstance(f.get("type"), str) and f["type"] in FILLER else "spell"
    if what == "card" and not f:
        kind = "spell"
    if isinstance(f.get("type"), list):
        kind = f["type"][0]
    if "tag" in f and what not in FILLER:
        kind = "unit"
    words = {"flow", "reaction", "hidden"} & {f.get("keyword", "")}
    readers = [c.reads or {} for c in card.clauses if c.kind == "cost_reader" and c.group == clause.group]
    most = min([n for reads in readers if isinstance(n := reads.get("energy_max"), int)], default=99)
    if scope.get("lasts") == "granted" and any("energy_below" in reads for reads in readers):
        most = 1  # of the points of a player who has 2
    # In combat and in showdowns it is played at Reaction speed.
    if (clause.kind == "keyword_repeat" and scope.get("lasts") == "static") or "combat" in repr(clause.when):
        words |= {"reaction"}
    repeats = what in ("repeat", "optional")
    return min(
        (
            c for c in boards.catalog()
            if c.type == kind and c is not card and words <= set(c.keywords)
            and min(3 - 2 * bool(words), most) <= c.energy <= most and (most == 99 or c.power <= 1)
            and ("tag" not in f or f["tag"] in c.tags)
            and repeats == any(k.kind == "keyword_repeat" and k.cost.get("energy") for k in c.clauses)
            and not any(k.kind.startswith(("additional", "discount", "ignore", "increase")) for k in c.clauses)
        ),
        key=lambda c: (c.power == 0, len(c.clauses), -c.energy),
    )  # fmt: skip


# -------------------------------------------------------------------------------------------- the rest


@pytest.mark.parametrize("card", [card for card in CARDS if card.permissions], ids=lambda card: card.name)
def test_permission(card: Card) -> None:
    """A speed given to cards, a zone opened to plays."""
    for permission in card.permissions:
        codes = []
        for there in (True, False):
            board = situation()
            if permission.get("from") == "trash":
                action = {"play": FILLER["spell"], "from": "trash"}
            else:
                board["turn"].update({"showdown": "A", "focus": 0})
                action = play(board, boards.catalog().card("B.F. Sword"))
            if there:
                place(board, card)
            codes.append(ask(board, action).code)
        assert codes[0] == "ok" and codes[1] in ("zone", "timing"), (card.name, codes)


EVENT = {"move": "moved", "hold": "held", "combat starts": "combat started", "revealed from deck": "revealed"}


@pytest.mark.parametrize(
    "card",
    [card for card in CARDS if any(c.kind in ("add_triggered", "add_replacement") for c in card.clauses)],
    ids=lambda card: card.name,
)
def test_triggered_add(card: Card) -> None:
    """What a trigger or replacement Adds is in the pool afterwards."""
    for clause in card.clauses:
        if clause.kind not in ("add_triggered", "add_replacement"):
            continue
        board = situation()
        board["players"][0]["pool"] = {}
        name = place(board, card)
        state = rc.State.from_scenario(board, boards.catalog())
        state.push({"event": EVENT[clause.trigger["event"]], "object": name})
        if clause.trigger.get("delay") == "main":
            assert "pool" not in state.to_scenario()["players"][0]
            state.push({"event": "start of main phase"})
        times = clause.value or 1
        pool = state.to_scenario()["players"][0]["pool"]
        assert pool == {
            key: value * times if key == "energy" else {k: n * times for k, n in value.items()}
            for key, value in made_by(clause).items()
        }


def test_every_clause_is_looked_at() -> None:
    """No kind of clause is left out of this file but those that change no price and no pool here."""
    here = {
        *ABILITIES, *PRICES, *CHANGERS, "triggered", "keyword_weaponmaster", "keyword_hidden", "additional_mandatory",
        "discount_self", "increase_self", "cost_reader", "add_triggered", "add_replacement",
    }  # fmt: skip
    rest = {clause.kind for card in CARDS for clause in card.clauses} - here
    assert rest == {"chooses", "modes", "other_cost", "replaces", "rune_channel", "rune_ready"}


def test_no_card_is_unknown() -> None:
    """Every card of the catalogue has an answer for the simplest question about it."""
    unknown = []
    for card in boards.catalog():
        if card.type not in FILLER:
            continue
        board = situation()
        board["players"][0]["hand"] = [card.name]
        verdict = rc.State.from_scenario(board, boards.catalog()).check({"play": card.name})
        if verdict.code == "unknown_card_behaviour" and not card.partial:
            unknown.append((card.name, verdict))
    assert not unknown
