"""Facts that a scenario may leave open: what is given is answered exactly, and nothing is guessed where it is not."""

from __future__ import annotations

from typing import Any

import pytest

import riftcore as rc
from riftcore.errors import ScenarioError

EZREAL = {"legend": {"card": "Ezreal, Prodigal Explorer", "id": "L"}}
FACTS = ("enemy_units_chosen", "enemies_chosen", "equipment_played")


def code(player: dict[str, Any], action: dict[str, Any]) -> str:
    return rc.State.from_scenario({"players": [player]}).check(action).code


@pytest.mark.parametrize("fact", FACTS)
@pytest.mark.parametrize("value", [0, 2, 127, "0+", "1+", "127+"])
def test_round_trip(fact: str, value: int | str) -> None:
    """A fact survives the scenario format, a copy and the key; "0+" is what is not said at all."""
    state = rc.State.from_scenario({"players": [{"this_turn": {fact: value}}]})
    written = state.to_scenario()
    assert written == ({} if value == "0+" else {"players": [{"this_turn": {fact: value}}]})
    again = rc.State.from_scenario(written)
    assert state == again == state.copy() and state.key == again.key
    other = rc.State.from_scenario({"players": [{"this_turn": {fact: 1}}]})
    assert state != other and state.key != other.key


@pytest.mark.parametrize("value", [-1, 128, 1.0, True, "2", "+", "128+", "1 +", None])
def test_no_fact(value: Any) -> None:
    with pytest.raises(ScenarioError, match=r"players\[0\]\.this_turn\.enemies_chosen: expected .*\"2\+\""):
        rc.State.from_scenario({"players": [{"this_turn": {"enemies_chosen": value}}]})


def test_a_count_is_no_fact() -> None:
    with pytest.raises(ScenarioError, match="expected a whole number"):
        rc.State.from_scenario({"players": [{"this_turn": {"cards_played": "2+"}}]})


def test_undo() -> None:
    """What an action adds to the facts is taken back with it, byte for byte."""
    foe = {"board": [{"card": "Shipyard Skulker", "id": "foe", "at": "A"}]}
    you = {**EZREAL, "runes": {"fury": 12}, "hand": ["Void Seeker", "Long Sword"]}
    state = rc.State.from_scenario({"players": [you, foe]})
    before = state.copy()
    state.push({"play": "Void Seeker", "targets": ["foe"]})
    state.push({"event": "resolved"})
    state.push({"play": "Long Sword"})
    facts = state.to_scenario()["players"][0]["this_turn"]
    assert [facts[fact] for fact in FACTS] == ["1+", "1+", "1+"]
    for _ in range(3):
        state.pop()
    assert state == before and state.key == before.key


@pytest.mark.parametrize(
    ("card", "kind", "counted"),
    [("Caitlyn, Patrolling", "unit", True), ("Iron Ballista", "gear", False)],
)
def test_whose_ability(card: str, kind: str, counted: bool) -> None:
    """An ability of a unit chooses enemies as a spell does; one of a gear chooses an enemy unit, no more."""
    foe = {"board": [{"card": "Shipyard Skulker", "id": "foe", "at": "A"}, {"card": "Gold", "id": "gold"}]}
    state = rc.State.from_scenario({"players": [{"board": [{"card": card, "id": "x", "at": "A"}]}, foe]})
    state.push({"activate": "x", "targets": ["foe"]})
    facts = state.to_scenario()["players"][0]["this_turn"]
    assert facts["enemy_units_chosen"] == "1+"
    assert facts.get("enemies_chosen") == ("1+" if counted else None)


def test_counts_stop_at_their_bound() -> None:
    foe = {"board": [{"card": "Shipyard Skulker", "id": "foe", "at": "A"}]}
    facts = {"enemies_chosen": 127, "enemy_units_chosen": "126+"}
    you = {"runes": {"fury": 6}, "hand": ["Void Seeker"], "this_turn": facts}
    state = rc.State.from_scenario({"players": [you, foe]})
    state.push({"play": "Void Seeker", "targets": ["foe"]})
    facts = state.to_scenario()["players"][0]["this_turn"]
    assert (facts["enemies_chosen"], facts["enemy_units_chosen"]) == (127, "127+")


def test_payments_of_two_triggers() -> None:
    """The play after a trigger reads what that trigger was paid with, the last one first."""
    you = {
        "effects": [{"card": "Rumble, Hotheaded", "might": 2}, {"card": "Rumble, Hotheaded", "might": 5}],
        "trash": ["Mega-Mech", "Mega-Mech"], "runes": {"fury": 12},
    }  # fmt: skip
    state = rc.State.from_scenario({"players": [you]})
    play = {"play": "Mega-Mech", "from": "trash", "by": "Rumble, Hotheaded"}
    costs = []
    for _ in range(2):
        costs.append(str(state.check(play).costs[0]))
        state.push(play)
    assert costs == ["2", "5"]
    assert state.check(play).code == "zone"


def test_effect_might_round_trip() -> None:
    effects = [{"card": "Rumble, Hotheaded", "might": 0}, {"card": "Raging Firebrand"}]
    state = rc.State.from_scenario({"players": [{"effects": effects}]})
    assert state.to_scenario()["players"][0]["effects"] == effects
    plain = rc.State.from_scenario({"players": [{"effects": [{"card": "Rumble, Hotheaded"}, effects[1]]}]})
    assert state != plain


# ------------------------------------------------------------------ conditions with three values, on invented cards


def card(name: str, type_: str = "unit", **facts: Any) -> dict[str, Any]:
    return {"name": name, "id": f"tst-{name.lower().replace(' ', '-')}", "type": type_, **facts}


def discount(when: Any, **clause: Any) -> dict[str, Any]:
    modifier = {"energy": 1, "applies_to": "this card"}
    return {"group": 1, "kind": "discount_self", "when": when, "modifier": modifier, **clause}


UNHELD = ["played_this_turn", "dragon"]
"""A condition of which a position holds no more than that some card was played."""


@pytest.mark.parametrize(
    ("when", "answer"),
    [
        (UNHELD, None),
        (["not", UNHELD], None),
        (["and", UNHELD, ["level", 3]], None),
        (["and", UNHELD, ["level", 9]], 4),
        (["and", ["level", 9], UNHELD], 4),
        (["or", UNHELD, ["level", 3]], 3),
        (["or", UNHELD, ["level", 9]], None),
        (["not", ["or", UNHELD, ["level", 3]]], 4),
    ],
)
def test_three_values(when: Any, answer: int | None) -> None:
    """What is not held is neither true nor false: it matters only where the rest does not decide."""
    cards = rc.Catalog([card("Test Unit", energy=4, clauses=[discount(when)])])
    you = {"hand": ["Test Unit"], "xp": 5, "this_turn": {"cards_played": 1}, "runes": {"fury": 6}}
    verdict = rc.State.from_scenario({"players": [you]}, cards).check({"play": "Test Unit"})
    if answer is None:
        assert verdict.code == "unknown_card_behaviour"
    else:
        assert [str(cost) for cost in verdict.costs] == [str(answer)]


SPELL = {"payer": "you", "what": "spell", "lasts": "static"}


@pytest.mark.parametrize(
    ("clause", "speaks"),
    [
        ({"kind": "discount_other", "when": UNHELD, "scope": SPELL}, True),
        ({"kind": "increase_other", "when": UNHELD, "scope": SPELL}, True),
        ({"kind": "increase_other", "when": UNHELD, "scope": {**SPELL, "what": "unit"}}, False),
        ({"kind": "discount_other", "scope": {**SPELL, "filter": {"keyword": "tank"}}}, True),
        ({"kind": "discount_other", "scope": {**SPELL, "filter": {"keyword": "tank", "domain": "calm"}}}, False),
        ({"kind": "discount_other", "scope": {**SPELL, "what": "anthem"}}, True),
        ({"kind": "discount_other", "scope": {**SPELL, "filter": {"tags_any": list("abcdefghi")}}}, True),
    ],
)
def test_another_card_that_is_not_understood(clause: dict[str, Any], speaks: bool) -> None:
    """A clause on the board whose condition or scope is not held: a price that it may change is not known."""
    changer = card("Test Changer", clauses=[{"group": 1, "modifier": {"energy": 1, "applies_to": "spells"}, **clause}])
    spell = card("Test Spell", "spell", domains=["fury"], energy=2)
    cards = rc.Catalog([changer, spell])
    you = {
        "hand": ["Test Spell"], "runes": {"fury": 4}, "this_turn": {"cards_played": 1},
        "board": [{"card": "Test Changer", "id": "x"}],
    }  # fmt: skip
    verdict = rc.State.from_scenario({"players": [you]}, cards).check({"play": "Test Spell"})
    assert verdict.code == ("unknown_card_behaviour" if speaks else "ok")
    assert not speaks or "Test Changer" in verdict.message


def test_tags() -> None:
    """Up to 8 tags are held, of a card and of a filter; with more, nothing is dropped in silence."""
    tags = list("abcdefgh")
    units = [
        card("Test One", energy=3, tags=["h"]), card("Test None", energy=3, tags=["x"]),
        card("Test Eight", energy=3, tags=tags), card("Test Nine", energy=3, tags=[*tags, "i"]),
    ]  # fmt: skip
    few = rc.Catalog([card("Test Changer", clauses=[discount_other({"tags_any": tags})]), *units])
    many = rc.Catalog([card("Test Changer", clauses=[discount_other({"tags_any": [*tags, "i"]})]), *units])
    answers = {}
    for cards in (few, many):
        for unit in units:
            you = {"hand": [unit["name"]], "runes": {"fury": 4}, "board": [{"card": "Test Changer", "id": "x"}]}
            verdict = rc.State.from_scenario({"players": [you]}, cards).check({"play": unit["name"]})
            answers[cards is few, unit["name"]] = str(verdict.costs[0]) if verdict.legal else verdict.code
    unknown = "unknown_card_behaviour"
    assert list(answers.values()) == ["2", "3", "2", unknown, unknown, unknown, unknown, unknown]


def discount_other(filter_: dict[str, Any]) -> dict[str, Any]:
    scope = {"payer": "you", "what": "unit", "lasts": "static", "filter": filter_}
    return {"group": 1, "kind": "discount_other", "modifier": {"energy": 1, "applies_to": "units"}, "scope": scope}


def test_champions() -> None:
    """A filter of champions takes champion units, no others."""
    champion = card("Test Champion", energy=3, supertype="Champion")
    changer = card("Test Changer", clauses=[discount_other({"type": "champion"})])
    cards = rc.Catalog([changer, champion, card("Test Unit", energy=3)])
    for name, price in (("Test Champion", "2"), ("Test Unit", "3")):
        you = {"hand": [name], "runes": {"fury": 4}, "board": [{"card": "Test Changer", "id": "x"}]}
        verdict = rc.State.from_scenario({"players": [you]}, cards).check({"play": name})
        assert [str(cost) for cost in verdict.costs] == [price]


def test_hybrid_discount() -> None:
    """A discount of a symbol of two domains takes one that either of them could pay."""
    clause = discount(None, modifier={"power": {"calm|mind": 1}, "applies_to": "this card"})
    del clause["when"]
    cards = rc.Catalog([card("Test Unit", domains=["mind", "chaos"], power=2, clauses=[clause])])
    you = {"hand": ["Test Unit"], "runes": {"mind": 1}}
    verdict = rc.State.from_scenario({"players": [you]}, cards).check({"play": "Test Unit"})
    assert verdict.legal and str(verdict.costs[0]) == "[mind|chaos]"
    fury = rc.Catalog([card("Test Unit", domains=["fury"], power=2, clauses=[clause])])
    verdict = rc.State.from_scenario({"players": [you]}, fury).check({"play": "Test Unit"})
    assert str(verdict.costs[0]) == "[fury][fury]"


@pytest.mark.parametrize(
    ("part", "code_"),
    [
        ("kill 1 friendly unit [stunned]", "ok"),
        ("kill 1 friendly unit [stunned, other]", "ok"),
        ("kill 2 friendly unit [stunned]", "cost"),
        ("kill 1 friendly unit [exhausted]", "cost"),
        ("kill 1 friendly unit [poro]", "ok"),
        ("kill 1 friendly unit [stunned, poro]", "cost"),
        ("kill 1 friendly unit [token]", "ok"),
        ("kill 2 friendly unit [token]", "cost"),
        ("kill 2 friendly unit [non-token]", "ok"),
        ("kill 3 friendly unit [non-token]", "cost"),
        ("kill 1 friendly unit [deflect]", "unknown_card_behaviour"),
        ("kill 1 enemy unit", "unknown_card_behaviour"),
        ("discard 1 [poro]", "ok"),
        ("discard 1 [unit, poro]", "ok"),
        ("discard 1 [spell]", "cost"),
        ("discard 1 [dragon]", "cost"),
        ("discard 1 [stunned]", "unknown_card_behaviour"),
    ],
)
def test_restrictions_of_a_part(part: str, code_: str) -> None:
    """Each restriction of what is given up counts; one that a position does not hold is not guessed."""
    board = [
        {"card": "Shipyard Skulker", "id": "s", "states": ["stunned"]}, {"card": "Mystic Poro", "id": "p"},
        {"card": "Recruit", "id": "t", "token": True},
    ]  # fmt: skip
    assert code({"board": board, "hand": ["Mystic Poro"]}, {"pay": {"other": [part]}}) == code_
