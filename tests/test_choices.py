"""Which objects pay: on small boards every choice is tried by the referee, and none works better than riftcore's."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import boards
import pytest
from side_by_side import Game

import riftcore as rc
from riftcore.errors import IllegalAction

SEED = int(os.environ.get("RIFTCORE_SEED", "0"))
CHUNKS = 8
QUESTIONS = 150  # in each chunk
OBJECTS = (
    "Gold", "Gold", "Seal of Rage", "Seal of Focus", "Energy Conduit", "Lux, Crownguard", "Recruit", "Recruit",
    "Poro Herder",    "Legion Rearguard", "Cloth Armor", "Heimerdinger, Inventor", "Hextech Anomaly", "Rift Herald",
)  # fmt: skip
PARTS = (
    "kill 1 friendly unit", "kill 1 friendly gear", "kill 1 friendly unit or gear", "kill 2 friendly unit",
    "kill 1 friendly unit [mighty]", "exhaust 1 friendly unit", "exhaust 2 friendly unit", "exhaust legend",
    "return 1 friendly gear", "return 1 friendly unit", "discard 1", "discard 1 [spell]", "recycle 1 from trash",
    "recycle 2 from trash", "spend 1 buff", "spend 2 xp",
)  # fmt: skip
LEGENDS = ("Kai'Sa, Daughter of the Void", "Ornn, Fire Below the Mountain", "Diana, Scorn of the Moon")
PLAYS = ("Cruel Patron", "Heedless Resurrection", "Commander Ledros", "Atakhan", "Brazen Buccaneer")


def question(rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Up to six objects, most of them of some use twice, and a cost with one to three parts."""
    board = []
    for i in range(rng.randint(1, 6)):
        item: dict[str, Any] = {"card": rng.choice(OBJECTS), "id": f"o{i}", "token": False}
        if rng.random() < 0.2:
            item["exhausted"] = True
        if rng.random() < 0.15 and boards.catalog().card(item["card"]).type == "unit":
            item["buffs"] = 1
        board.append(item)
    who: dict[str, Any] = {
        "board": board, "runes": boards.runes(rng, 5), "pool": boards.pool(rng), "xp": rng.choice((0, 2, 6)),
        "hand": rng.choices(("Charm", "Legion Rearguard", "Cloth Armor"), k=rng.randrange(3)),
        "trash": rng.choices(("Charm", "Legion Rearguard"), k=rng.randrange(4)),
    }  # fmt: skip
    if rng.random() < 0.4:
        who["legend"] = {"card": rng.choice(LEGENDS), "id": "legend"}
    ids = [item["id"] for item in board]
    action: dict[str, Any]
    if rng.random() < 0.3:
        card = rng.choice(PLAYS)
        who["hand"].append(card)
        action = {"play": card}
        if rng.random() < 0.7:
            action["pay"] = ["additional"]
        if rng.random() < 0.3:
            action["targets"] = [rng.choice(ids)]
    else:
        price = boards.price(rng) if rng.random() < 0.6 else {}
        price["energy"] = rng.choice((0, 0, 1, 2))
        action = {
            "pay": {**price, "other": rng.sample(PARTS, rng.choice((1, 1, 2, 3)))},
            "for": rng.choice(boards.PURPOSES),
        }
    if rng.random() < 0.1:
        action["with"] = {rng.choice(("kill", "exhaust", "return")): [rng.choice(ids)]}
    return {"players": [who, {}]}, action


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_best_choice_of_objects(chunk: int) -> None:
    """The referee tries every choice and asks the oracle for the best payment of each."""
    tally: Counter[str] = Counter()
    for n in range(QUESTIONS):
        board, action = question(Random(f"{SEED} {chunk} {n}"))
        Game(board, tally, patience=10**6).act(action)
    assert tally["code ok"] > QUESTIONS // 8 and tally["best payments"] > tally["code ok"] * 0.95, tally
    assert sum(n for reason, n in tally.items() if reason.startswith("not judged")) < QUESTIONS // 100 + 1, tally


def pay(board: dict[str, Any], cost: dict[str, Any]) -> rc.Verdict:
    return rc.State.from_scenario({"players": [board]}, boards.catalog()).check({"pay": cost})


def test_the_gear_that_is_not_needed() -> None:
    """The Gold stands first, but pays: the armor is killed."""
    board = {"board": [{"card": "Gold", "id": "gold"}, {"card": "Cloth Armor", "id": "armor"}]}
    verdict = pay(board, {"power": {"fury": 1}, "other": ["kill 1 friendly gear"]})
    assert verdict.legal and verdict.objects == (("kill", "Cloth Armor"),)


def test_a_rune_is_spared() -> None:
    """Both units could be exhausted: the one that makes no Energy is, and no rune is."""
    board = {
        "runes": {"fury": 1},
        "board": [{"card": "Lux, Crownguard", "id": "lux"}, {"card": "Recruit", "id": "recruit"}],
    }
    state = rc.State.from_scenario({"players": [board]}, boards.catalog())
    action = {"pay": {"energy": 1, "other": ["exhaust 1 friendly unit"]}, "for": "spell"}
    assert state.check(action, policy=("ready_runes",)).objects == (("exhaust", "recruit"),)
    assert state.check(action, policy=("sources",)).objects == (("exhaust", "lux"),)  # alike: board order


def test_board_order_among_equals() -> None:
    board = {"board": [{"card": "Recruit", "id": n} for n in "abc"]}
    state = rc.State.from_scenario({"players": [board]}, boards.catalog())
    state.push({"pay": {"other": ["kill 2 friendly unit"]}})
    assert [item["id"] for item in state.to_scenario()["players"][0]["board"]] == ["c"]


def test_many_cards_that_make_no_difference() -> None:
    """3 of 80 different cards are 82,160 choices, of which one is tried."""
    names = [card.name for card in boards.catalog() if card.type in ("unit", "spell")][:80]
    units = [card.name for card in boards.catalog() if card.type == "unit"]
    board = {"trash": names, "board": [{"card": name, "id": f"o{i}"} for i, name in enumerate(units[:60])]}
    cost = {"energy": 1, "other": ["recycle 3 from trash"]}
    assert pay(board, cost).code == "unaffordable"
    assert pay({**board, "pool": {"energy": 1}}, cost).objects == tuple(("recycle", name) for name in names[2::-1])


def test_the_object_that_every_part_could_take() -> None:
    """Board order would take the only unit for the first part: the second one needs it."""
    board = {"board": [{"card": "Recruit", "id": "unit"}, {"card": "Cloth Armor", "id": "gear"}]}
    verdict = pay(board, {"other": ["kill 1 friendly unit or gear", "kill 1 friendly unit"]})
    assert verdict.legal and sorted(verdict.objects) == [("kill", "Cloth Armor"), ("kill", "Recruit")]
    with pytest.raises(IllegalAction):
        rc.State.from_scenario({"players": [board]}, boards.catalog()).push(
            {"pay": {"other": ["kill 2 friendly unit"]}}
        )


def test_one_of_two_borrowers_is_given_up() -> None:
    """One borrows the Seal's ability and is killed for the cost, the other one the Gold's: never "unaffordable"."""
    names = ("Heimerdinger, Inventor", "Heimerdinger, Inventor", "Gold", "Seal of Rage")
    board = {"board": [{"card": name, "id": f"o{i}", "exhausted": i > 1} for i, name in enumerate(names)]}
    cost = {"power": {"fury": 1, "calm": 1}}
    assert pay(board, cost).legal
    assert pay(board, {**cost, "other": ["kill 1 friendly unit"]}).code in ("ok", "unknown_card_behaviour")
    assert pay(board, {"power": {"calm": 3}, "other": ["kill 1 friendly unit"]}).code == "unaffordable"
