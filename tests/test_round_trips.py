"""Whatever is accepted is a position that holds, and can be written in each form and read back equal."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import boards
import pytest
from test_pickles import same as same_value

import riftcore as rc
from riftcore.errors import RiftcoreError
from riftcore.scenario.actions import read_situation

NAMES = (
    "x",
    "-",
    "A-1",
    'say"|"',
    "é",
    "名",
    "p0.board.1",
    "p1.legend",
    "chain.0",
    "chain.1",
    "$0",
    "a" * 200,
    "+on:",
    "/",
    "|",
)
OWN = (
    {"name": "Charm", "type": "spell", "energy": 1}, {"name": "Own", "type": "unit"},
    {"name": 'My " | é', "type": "unit", "tags": ["Bird"], "might": 3},
    {"name": "!", "type": "gear", "keywords": {"hidden": None, "deflect": 2}},
)  # fmt: skip
SPELLS = ["Charm", "Defy", "Stupefy", "Hidden Blade"]


def full(rng: Random) -> dict[str, Any]:
    """A board with all that the form can say, the rare things often."""
    data = boards.situation(rng)
    names = list(NAMES)
    rng.shuffle(names)
    own = [card for card in OWN if boards.maybe(rng, 0.3)]
    turn = data["turn"]
    if boards.maybe(rng, 0.5):
        turn["chain"] = [chain_item(rng, names) for _ in range(rng.choice((1, 2, 5)))]
    elif boards.maybe(rng, 0.3):
        turn["chain"] = rng.randrange(5)
    data["victory_score"] = rng.choice((1, 8, 255))
    for who in data["players"]:
        for zone in ("hand", "trash", "deck_top", "banished"):
            if boards.maybe(rng, 0.4):
                who[zone] = [rng.choice((None, *SPELLS, *own)) for _ in range(rng.randrange(1, 6))]
            elif boards.maybe(rng, 0.1):
                who[zone] = rng.randrange(20)
        for item in who["board"]:
            if boards.maybe(rng, 0.3) and names and item["id"] not in str(data["players"]).replace(repr(item), ""):
                item["id"] = names.pop()
            if boards.maybe(rng, 0.2):
                item["might"] = rng.choice((0, 255, 256, 9999))
            if boards.maybe(rng, 0.1):
                item["buffs"] = 255
            if boards.maybe(rng, 0.1):
                item["states"] = {"empowered": rng.choice((1, 2, 255)), "mighty": 1, "ganking": 1, "paid": 1}
        if boards.maybe(rng, 0.4):
            ids = [item["id"] for item in who["board"]]
            chain = turn.get("chain")
            ids += [item["id"] for item in chain if "id" in item] if isinstance(chain, list) else []
            who["effects"] = [
                {"card": "Raging Firebrand", "on": rng.choice(ids)} if ids else {"card": "Charm", "might": 9999},
                {"card": "Raging Firebrand", "on": rng.choice(SPELLS)},
                {"card": "Kennen, Storm of Shuriken", "might": 256},
            ]  # fmt: skip
        who["this_turn"] = {
            name: rng.choice((0, 1, "0+", "3+", 127)) for name in ("enemies_chosen", "equipment_played")
        }
    if boards.maybe(rng, 0.3):
        places = ["A", "B", *rng.sample(["C", "odd=,|é", "-", "Z"], 2)]
        rng.shuffle(places)
        data["battlefields"] = [{"id": name, "controller": rng.choice((0, 1, None))} for name in places]
    elif boards.maybe(rng, 0.3):
        data["battlefields"]["-"] = {}
    return data


def chain_item(rng: Random, names: list[str]) -> dict[str, Any]:
    item: dict[str, Any] = {"card": rng.choice((None, *SPELLS))}
    if boards.maybe(rng, 0.5):
        item["controller"] = rng.choice((0, 1, None))
    if boards.maybe(rng, 0.3):
        item["id"] = names.pop()
    return item


def same(a: rc.State, b: rc.State) -> bool:
    """Equal in the position and the names of its things. A scenario drops own cards that have left."""
    one, other = replace(a.situation(), inline={}), replace(b.situation(), inline={})
    return a == b and a.key == b.key and one == other and b.is_ok()


def check(state: rc.State) -> None:
    """The state in each form and back."""
    catalog = boards.catalog()
    assert state.is_ok()
    written = state.to_scenario()
    json.dumps(written, allow_nan=False)
    assert same(state, rc.State.from_scenario(written, catalog)), written
    assert same(state, rc.State.from_scenario(json.loads(json.dumps(written)), catalog))
    assert same(state, rc.State.from_scenario(read_situation(written, catalog), catalog))
    assert same(state, rc.State.from_scenario(state.situation(), catalog))
    assert same(state, rc.State.parse(str(state), catalog)) and str(rc.State.parse(str(state), catalog)) == str(state)
    assert same(state, rc.State.deserialize(state.serialize(), catalog))
    assert same(state, pickle.loads(pickle.dumps(state)))
    assert same(state, copy.deepcopy(state))
    assert same_value(state.freeze(), state.copy().freeze())


@pytest.mark.parametrize("seed", range(8))
def test_random_full_boards(seed: int) -> None:
    rng = Random(seed)
    read = 0
    for _ in range(25):
        data = full(rng)
        try:
            state = rc.State.from_scenario(data, boards.catalog())
        except RiftcoreError as error:
            assert any(word in str(error) for word in ("stands", "taken", "place", "expected")), error
            continue
        read += 1
        check(state)
    assert read > 15


@pytest.mark.parametrize(
    "line",
    [
        "0 main 0 - 8 A,B Charm / - / -", "0 main 0 - 8 A,B ?,HardBargain@0 / - / -", "0 main 0 - 8 A,B ?#x / - / -",
        "0 main 0 - 8 A,B ?@1,? / - / -", "0 main 0 - 8 A,B ?,? / effects=RagingFirebrand+on:chain.1 / -",
        "0 main 0 - 8 - - / - / -", "0 main 0 - 8 B,A - / - / -", "0 main 0 - 8 X - / board=Gold@X / -",
        "0 main 0 - 8 A,B,C,D,E,F - / - / - / - / -", "0 main 0 - 8 A,B - / hand=Charm,? / -",
        "0 main 0 - 8 A,B - / board=Recruit+might:9999 effects=Charm+might:9999 / -",
        '0 main 0 - 8 A,B - / hand=Charm,$0 / - | [{"name":"Charm","type":"spell"}]',
        '0 main 0 - 8 A,B - / board=$0,Gold / - | [{"name":"Gold","type":"gear"}]',
        '0 main 0 - 8 A,B - / hand=$0,$1 / - | [{"name":"Gold","type":"gear"},{"name":"gold ","type":"spell"}]',
    ],
)  # fmt: skip
def test_lines_that_were_not_written_back(line: str) -> None:
    try:
        state = rc.State.parse(line, boards.catalog())
    except RiftcoreError:
        assert "gold " in line  # two inline cards of one name
        return
    check(state)


def test_what_events_make() -> None:
    """A stated Might, and cards that events bring, can be written too."""
    board = {"players": [{"board": [{"card": "Recruit", "id": "u"}], "hand": 2}, {}], "turn": {"chain": 2}}
    own = {"name": "Own", "type": "unit", "energy": 2}
    for call in (
        lambda s: s.set_might("u", 256), lambda s: s.set_might("u", 9999), lambda s: s.buff("u", 255),
        lambda s: s.draw(own),
        lambda s: s.put(own, "deck", "trash"), lambda s: s.add_effect(own), lambda s: s.add_effect("Charm", on=own),
        lambda s: s.add_effect("Charm", on="chain.0"), lambda s: s.enter(own), lambda s: s.discard(own),
        lambda s: s.add_effect("Charm", on="A"), lambda s: s.counter("chain.1"),
        lambda s: s.enter("Gold", id="p1.legend"),
        lambda s: s.put("Charm", "deck", "deck_top"),
    ):  # fmt: skip
        state = rc.State.from_scenario(board, boards.catalog())
        before = state.copy()
        call(state)  # type: ignore[no-untyped-call]
        check(state)
        state.pop()
        assert same(state, before)
