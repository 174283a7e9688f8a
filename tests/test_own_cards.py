"""Cards, parts of costs and tags that the catalogue does not have belong to the state or question that names them."""

from __future__ import annotations

import json
import pickle
import resource
from typing import Any

import pytest

import riftcore as rc
from riftcore.cards._cards import CardTable

CATALOG = rc.Catalog.builtin()


def own(n: int, **facts: Any) -> dict[str, Any]:
    return {"name": f"Own {n}", "type": "unit", "energy": n % 12, **facts}


def state_of(*cards: Any, **more: Any) -> rc.State:
    return rc.State.from_scenario({"players": [{"hand": list(cards), "runes": {"fury": 6}, **more}]})


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def answers(n: int) -> None:
    """One request of every kind with names that no other request has."""
    card = own(n, tags=[f"tag {n}"])
    state = state_of("Charm", card)
    assert state.check({"play": f"Own {n}"}).code == ("ok" if n % 12 <= 6 else "unaffordable")
    bare = state_of("Charm")
    assert not bare.check({"pay": {"other": [f"kill 1 friendly unit [T{n}]"]}}).legal
    row = json.dumps({"players": [{"hand": [card], "runes": {"fury": 6}}], "action": {"play": f"Own {n}"}})
    assert rc.batch.check([row], None).names == ["ok" if n % 12 <= 6 else "unaffordable"]


def test_many_requests_with_cards_of_their_own_neither_grow_nor_fail() -> None:
    for n in range(1_000):
        answers(n)
    before = memory()
    for n in range(1_000, 5_000):
        answers(n)
    assert memory() - before < 20_000  # kB
    for card in CATALOG:
        if card.type in ("unit", "spell", "gear"):
            state_of(card.name)


def test_a_question_of_one_state_brings_cards_time_and_again() -> None:
    state = state_of("Charm", own(1))
    before = state.freeze()
    for n in range(3_000):
        asked = {"play": own(n + 2, energy=n % 7), "from": "token", "ignoring": "power"}
        assert state.check(asked).costs == (rc.Cost(energy=n % 7),)
    assert state.freeze() == before
    assert state.check({"play": "Own 1"}).legal


def test_a_state_that_gets_cards_time_and_again_stays_whole() -> None:
    state = state_of("Charm", own(1))
    for n in range(2_900):
        name = state.enter(own(n + 2))
        if n % 100:
            state.pop()
        else:
            state.leave(name, "trash")
        if n % 300 == 0:
            assert state.is_ok()
            again = rc.State.deserialize(state.serialize())
            assert again == state and again.key == state.key and again.freeze() == state.freeze()
    assert state.to_scenario()["players"][0]["trash"][-1]["name"] == "Own 2802"


def test_states_with_the_same_cards_are_equal_whatever_was_named_before() -> None:
    first = state_of(own(1), own(2), "Charm")
    for n in range(2_000):
        state_of(own(10_000 + n))
    second = state_of(own(1), own(2), "Charm")
    assert first == second and first.key == second.key and first.freeze() == second.freeze()
    other = state_of(own(2), own(1), "Charm")
    assert first != other and first.freeze() != other.freeze()
    assert state_of(own(1)) != state_of(own(3)) and state_of(own(1)).key != state_of(own(3)).key
    assert pickle.loads(pickle.dumps(first)) == first
    assert rc.State.parse(str(first)) == first
    assert rc.State.from_scenario(first.to_scenario()) == first


def test_a_pushed_card_is_the_states_own_until_it_is_taken_back() -> None:
    state = state_of("Charm")
    bare = state.freeze()
    assert state.push({"play": own(5), "from": "token", "id": "x", "ignoring": "all"}).legal
    kept = state.copy()
    assert kept.to_scenario()["players"][0]["board"][0]["card"] == {
        **own(5),
        "domains": [],
        "power": 0,
        "tags": [],
        "keywords": {},
    }
    state.pop()
    assert state.freeze() == bare and kept != state and kept.is_ok()


def test_a_part_of_a_cost_with_a_tag_that_no_card_has() -> None:
    state = rc.State.from_scenario(
        {"players": [{"board": [{"card": own(1, tags=["elf"]), "id": "x"}, {"card": own(2), "id": "y"}]}]}
    )
    verdict = state.check({"pay": {"other": ["kill 1 friendly unit [elf]"]}})
    assert verdict.legal and verdict.objects == (("kill", "Own 1"),)
    assert str(verdict.costs[0]) == str(rc.Cost(other=["kill 1 friendly unit [elf]"]))
    assert not state.check({"pay": {"other": ["kill 1 friendly unit [dwarf]"]}}).legal


def test_the_table_of_a_catalogue_does_not_grow() -> None:
    table = CardTable(CATALOG)
    size, cards, parts = table.nbytes, len(table.cards), len(table.part_names)
    mine = rc.Catalog.from_facts(rc.catalog.facts.BUILTIN)
    shared = rc.State.from_scenario({}, mine)
    core = mine._core_table  # type: ignore[attr-defined]
    for n in range(600):
        rc.State.from_scenario({"players": [{"hand": [own(n)]}]}, mine).check(
            {"pay": {"other": [f"kill 1 friendly unit [T{n}]"]}}
        )
    assert (core.nbytes, len(core.cards), len(core.part_names)) == (size, cards, parts)
    assert shared.check({"pay": {"energy": 1}}).code == "unaffordable"


def test_a_card_entered_into_the_catalogue_later() -> None:
    mine = rc.Catalog.from_facts(rc.catalog.facts.BUILTIN)
    before = rc.State.from_scenario({"players": [{"hand": ["Charm"]}]}, mine)
    mine.add_inline({"name": "Late Comer", "type": "unit", "energy": 2})
    state = rc.State.from_scenario({"players": [{"hand": ["Late Comer", "Charm"]}]}, mine)
    assert state.check({"play": "Late Comer"}).costs == (rc.Cost(energy=2),)
    assert rc.State.deserialize(state.serialize(), mine) == state
    mine.add_inline({"name": "Late Comer", "type": "unit", "energy": 3})
    again = rc.State.from_scenario({"players": [{"hand": ["Late Comer", "Charm"]}]}, mine)
    assert again != state and again.check({"play": "Late Comer"}).costs == (rc.Cost(energy=3),)
    assert state.check({"play": "Late Comer"}).code and before.check({"play": "Charm"}).code


@pytest.mark.parametrize("n", [600, 1_000])
def test_one_situation_with_more_cards_of_its_own_than_a_room_holds(n: int) -> None:
    zones: dict[str, list[Any]] = {"hand": [], "trash": [], "banished": [], "champion": [], "deck_top": []}
    rooms = {"hand": 40, "trash": 80, "banished": 24, "champion": 24, "deck_top": 24}
    cards = iter(range(n))
    players = [{zone: [own(next(cards)) for _ in range(room)] for zone, room in rooms.items()} for _ in range(3)]
    state = rc.State.from_scenario({"players": players})
    names = [card["name"] for player in players for zone in zones for card in player[zone]]
    found = state.to_scenario()
    assert [card["name"] for player in found["players"] for zone in zones for card in player[zone]] == names
    assert rc.State.deserialize(state.serialize()) == state
