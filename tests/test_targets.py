"""What texts choose: the grammar on invented cards, and the reasons of the check (355)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import boards
import invented
import pytest

import riftcore as rc
from riftcore.catalog import Catalog
from riftcore.catalog.describe import lines
from riftcore.catalog.grammar import parse


def chosen(text: str) -> list[dict[str, Any]]:
    return [clause["chooses"] for clause in parse(text, own="fury").choices]


FRIEND = {"controller": "you", "type": "unit"}
FOE = {"controller": "opponent", "type": "unit"}
UNIT = {"type": "unit"}


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Kill a unit.", [{"count": 1, "filter": UNIT}]),
        ("Deal 3 to an enemy unit at a battlefield.", [{"count": 1, "filter": {**FOE, "at": "battlefield"}}]),
        ("Ready up to two gear.", [{"count": 2, "least": 0, "filter": {"type": "gear"}}]),
        ("Give two friendly units each +1 [M] this turn.", [{"count": 2, "filter": FRIEND}]),
        ("Kill all units.", []),
        ("Kill all units at a battlefield.", [{"count": 1, "filter": {"type": "battlefield"}}]),
        ("Deal 1 to all units at battlefields.", []),
        ("Draw 2.", []),
        ("Play a 3 [M] Mech unit token.", []),
        ("Each player kills a unit.", []),
        ("Play a unit from your hand.", []),
        ("Play a gear from your trash.", [{"count": 1, "filter": {"type": "gear", "from": "trash"}}]),
        ("Counter a spell.", [{"count": 1, "filter": {"type": "spell"}}]),
        ("Stun a unit with 3 [M] or less.", [{"count": 1, "filter": UNIT, "might_max": 3}]),
        ("Buff a unit without [Temporary].", [{"count": 1, "filter": UNIT, "lacks": "temporary"}]),
        ("Kill a non-Dragon unit.", [{"count": 1, "filter": UNIT, "not_tag": "dragon"}]),
        ("Buff a unit and another unit.", [{"count": 1, "filter": UNIT}, {"count": 1, "filter": UNIT, "apart": True}]),
        (
            "Stun a friendly unit and an enemy unit at the same battlefield.",
            [
                {"count": 1, "filter": {**FRIEND, "at": "battlefield"}},
                {"count": 1, "filter": {**FOE, "at": "battlefield"}, "near": 1},
            ],
        ),
        (
            "Kill any number of units at a battlefield with total Might 4 or less.",
            [{"count": "any", "filter": {**UNIT, "at": "battlefield"}, "together": True, "total_might": 4}],
        ),
        (
            "Deal 5 damage split among any number of enemy units.",
            [{"count": "any", "filter": FOE, "split": 5, "least": 0}],
        ),
        ("Move a friendly unit.", [{"count": 1, "filter": FRIEND, "to": "any"}]),
        ("Move a friendly unit to its base.", [{"count": 1, "filter": FRIEND}]),
        ("You may kill a friendly gear to deal 2 to a unit.", [{"count": 1, "filter": UNIT}]),
        ("As an additional cost to play this, kill a friendly unit. Draw 1.", []),
        ("Discard 1. If you do, deal 2 to a unit.", [{"count": 1, "filter": UNIT}]),
        ("Kill a unit, unless its controller pays [2].", [{"count": 1, "filter": UNIT}]),
        ("Frobnicate an enemy unit.", [{"unknown": True}]),
        ("Kill a unit under a bridge.", [{"count": 1, "filter": UNIT}, {"unknown": True}]),
    ],
)
def test_what_a_text_chooses(text: str, terms: list[dict[str, Any]]) -> None:
    assert chosen(text) == terms


def test_a_choice_that_is_not_understood_is_quoted() -> None:
    parsed = parse("Draw 1. Frobnicate an enemy unit.", own="fury")
    assert parsed.unread == ["Frobnicate an enemy unit"]
    assert parsed.leftovers == []


def test_modes_and_conditions() -> None:
    parsed = parse("Choose one —\n• Draw 1.\n• Kill a gear.", own="fury").choices
    assert [clause["chooses"] for clause in parsed] == [
        {"count": 1, "modes": 2},
        {"count": 1, "filter": {"type": "gear"}, "mode": 1},
    ]
    (level,) = parse("[Level 6][>] Stun a unit.", own="fury").choices
    assert level["when"] == ["level", 6]


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path: Path = tmp_path_factory.mktemp("cards") / "cards.json"
    spells = {
        "Small Kill": "Kill an enemy unit at a battlefield with 3 [M] or less.",
        "Pair": "Give two friendly units each +1 [M] this turn.",
        "Odd One": "Frobnicate an enemy unit.",
        "Quiet": "Draw 1.",
    }
    records = [invented.record(name, text, type="Spell", energy=0) for name, text in spells.items()]
    return invented.catalog(path, [*records, invented.record("Soldier")])


def state_of(cards: Catalog, **more: Any) -> rc.State:
    def soldier(name: str, at: str = "A", **facts: Any) -> dict[str, Any]:
        return {"card": "Soldier", "id": name, "at": at, **facts}

    board = {
        "players": [
            {"hand": ["Small Kill", "Pair", "Odd One", "Quiet"], "board": [soldier("mine"), soldier("other")]},
            {"board": [soldier("foe"), soldier("home", "base"), soldier("big", might=4)]},
        ]
    }
    return rc.State.from_scenario({**board, **more}, cards)


@pytest.mark.parametrize(
    ("card", "targets", "rule", "words"),
    [
        ("Small Kill", ["mine"], "355.9.b", "not controlled by the player"),
        ("Small Kill", ["home"], "355.9.b", "not at a battlefield"),
        ("Small Kill", ["big"], "355.9.b", "The Might"),
        ("Small Kill", ["A"], "355.9.b", "does not meet"),
        ("Small Kill", [], "355.8", "Less was chosen"),
        ("Small Kill", ["foe", "foe"], "355.13", "More was chosen"),
        ("Pair", ["mine", "mine"], "355.9.b", "chosen twice"),
        ("Pair", ["mine"], "355.8", "Less was chosen"),
        ("Quiet", ["mine"], "355.10", "chooses nothing"),
    ],
)
def test_the_verdict_says_which_term_fails(cards: Catalog, card: str, targets: list[str], rule: str, words: str) -> None:
    verdict = state_of(cards).check({"play": card, "targets": targets})
    assert (verdict.code, verdict.rule) == ("target", rule)
    assert words in verdict.message


def test_what_is_left_open_must_be_there(cards: Catalog) -> None:
    assert state_of(cards).check({"play": "Small Kill"}).legal
    empty = [{"hand": ["Small Kill"]}, {}]
    assert state_of(cards, players=empty).check({"play": "Small Kill"}).code == "target"
    assert state_of(cards, players=empty, assume=["targets"]).check({"play": "Small Kill"}).legal
    assert not state_of(cards, players=empty, assume=["targets"]).check({"play": "Small Kill", "targets": []}).legal


def test_text_that_is_not_understood_is_no_yes(cards: Catalog) -> None:
    for targets in ({}, {"targets": ["foe"]}):
        assert state_of(cards).check({"play": "Odd One", **targets}).code == "unknown_card_behaviour"
    assert state_of(cards, assume=["targets"]).check({"play": "Odd One"}).legal
    assert cards.coverage().choices == len(cards) - 1
    assert any("choice not understood: Frobnicate" in line for line in lines(cards.card("Odd One")))


def test_lists_hold_only_what_can_be_chosen(cards: Catalog) -> None:
    def plays(state: rc.State) -> list[str]:
        return [words for words in map(state.action_to_string, [0] * 999, state.legal_actions()) if "play" in words]

    assert plays(state_of(cards)) == ["play Small Kill", "play Pair", "play Quiet"]
    alone = [{"hand": ["Small Kill", "Pair", "Odd One", "Quiet"]}, {}]
    assert plays(state_of(cards, players=alone)) == ["play Quiet"]


def test_assume_is_a_part_of_the_state() -> None:
    state = rc.State.from_scenario({"assume": ["targets", "modes"], "players": [{"hand": ["Charm"]}]})
    assert state.to_scenario()["assume"] == ["targets", "modes"]
    assert rc.State.parse(str(state)) == state
    assert rc.State.deserialize(state.serialize()) == state
    assert state != rc.State.from_scenario({"players": [{"hand": ["Charm"]}]})


@pytest.mark.parametrize("name", ["Charm", "Fox-Fire", "Curtain Call", "Alpha Strike", "Rengar, Pridestalker"])
def test_cards_show_says_what_is_chosen(name: str) -> None:
    card = boards.catalog().card(name)
    said = "\n".join(lines(card))
    assert all(clause.chooses is None or "chooses" in said or "modes" in said for clause in card.clauses)
