"""The compiled readers beside the readers of riftcore.scenario: the same State and the same answer, or "not mine"."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import boards
import pytest

import riftcore
from riftcore import State
from riftcore._questions import is_plain_action, plain_state
from riftcore.errors import RiftcoreError
from riftcore.scenario.actions import read_action
from riftcore.scenario.reader import read_situation

CARDS = riftcore.Catalog.builtin()
HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("scenarios/*.jsonl"), *HERE.parent.parent.glob("shared/scenarios/*.jsonl")])
LINES = [line for path in FILES for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
SCENARIOS = [json.loads(line) for line in LINES]
#: What a mutation puts in the place of something.
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 5, 12, 13, 63, 64, 127, 128, 255, 256, -1, 1 << 70, 1.0, "", " ", "A", "B", "base", "x",
    "2+", "128+", "\u0662+", "main", "Charm", "charm", "Legion Rearguard", "Gold", "fury", "any", "calm|chaos",
    "p0.board.0", "p1.board.0", "p0.legend", "p0.facedown.0", "chain.0", "empowered", "stunned", "spells", "earlier",
    "exhaust fury", "repeat:1", "a b", "\ud800", "A\ud800", "\u00a0", [], {}, ["x"], [None], ["stunned", "stunned"],
    {"fury": 1}, {"ready": 2, "exhausted": 1}, {"energy": 1}, {"card": "Charm"},
    {"card": "Legion Rearguard", "id": "x"}, {"card": "Seal of Rage", "attached_to": "x"},
    {"name": "Some Unit", "type": "unit", "energy": 2}, {"name": "Some Unit", "type": "unit", "energy": 3},
    {"name": "Charm", "type": "spell"},
    {"name": "Some Unit", "type": "unit", "energy": True}, ["targets"], ["places", "modes"], ["targets", "targets"],
)  # fmt: skip
KEYS = (
    "card", "id", "at", "states", "exhausted", "attached_to", "controller", "might", "buffs", "on", "only", "energy",
    "power", "any", "restricted", "chain", "focus", "showdown", "hand", "effects", "this_turn", "enemies_chosen",
    "from", "to", "targets", "pay", "play", "player", "with", "recycle", "payment", "x", "title", "rules",
    "victory_score", "assume", "unknown",
)  # fmt: skip


def other_reader(data: Any) -> State | None:
    """The state as the reader of riftcore.scenario has it; None where it refuses."""
    try:
        return State.from_scenario(read_situation(data, CARDS), CARDS)
    except RiftcoreError:
        return None


def same_state(data: Any) -> State | None:
    """The state of the compiled reader, if it reads this, compared with that of the other one."""
    found, expected = plain_state(data, CARDS), other_reader(data)
    if found is None:
        return expected
    assert expected is not None, data
    assert found == expected and found.key == expected.key, data
    assert found.freeze() == expected.freeze()
    assert str(found) == str(expected), data
    assert found.to_scenario() == expected.to_scenario(), data
    return found


def answer(state: State, action: Any) -> Any:
    try:
        return state.check(action)
    except (RiftcoreError, NotImplementedError) as error:
        return type(error), str(error)


def same_action(data: Any, action: Any, state: State) -> bool:
    """Does the compiled reader read the action? Then it has the other reader's verdict."""
    if not is_plain_action(state, action):
        return False
    expected = state.check(read_action(action, read_situation(data, CARDS), CARDS))
    assert answer(state, action) == expected, (data, action)
    return True


def random_board(rng: Random) -> dict[str, Any]:
    board = boards.situation(rng)
    return {"id": "board", **board, "action": boards.action(rng, board)}


def parts(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: a container and a key or number in it."""
    found = []
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        found += [(value, key), *parts(value[key])]
    return found


def mutated(rng: Random, data: Any) -> Any:
    """A copy with one or two things changed, taken away, doubled, moved or put in."""
    data = deepcopy(data)
    for _ in range(rng.choice((1, 1, 2))):
        places = parts(data)
        if not places:
            return data
        where, key = rng.choice(places)
        kind = rng.randrange(6)
        if kind == 0:
            where[key] = deepcopy(rng.choice(VALUES))
        elif kind == 1:
            del where[key]
        elif kind == 2 and isinstance(where, list):
            where.insert(key, deepcopy(rng.choice((where[key], *VALUES))))
        elif kind == 3:
            other, at = rng.choice(places)
            where[key] = deepcopy(other[at]) if at in other or isinstance(other, list) else None
        elif isinstance(where, dict):
            value = deepcopy(rng.choice((where[key], *VALUES)))
            if kind == 4:
                del where[key]
            where[rng.choice(KEYS)] = value
    return data


@pytest.mark.parametrize("data", SCENARIOS, ids=[data["id"] for data in SCENARIOS])
def test_scenarios_are_the_same_states_and_answers(data: dict[str, Any]) -> None:
    state = same_state(data)
    assert state is not None
    if "action" in data:
        same_action(data, data["action"], state)


def test_most_scenarios_and_nearly_all_boards_are_read_here() -> None:
    """So that the tests beside this one compare something, and a file of rows is read quickly."""
    rng = Random(3)
    found = [random_board(rng) for _ in range(300)]
    states = [plain_state(data, CARDS) for data in found]
    assert sum(state is None for state in states) == 0
    read = [is_plain_action(state, data["action"]) for state, data in zip(states, found, strict=True) if state]
    assert sum(read) >= 0.98 * len(read)
    assert sum(plain_state(data, CARDS) is not None for data in SCENARIOS) >= 0.95 * len(SCENARIOS)


@pytest.mark.parametrize("seed", range(40))
def test_boards_are_the_same_states_and_answers(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        data = random_board(rng)
        state = same_state(data)
        assert state is not None
        for _ in range(5):
            same_action(data, boards.action(rng, data), state)


@pytest.mark.parametrize("seed", range(100))
def test_changed_forms_are_the_same_or_left_to_the_other_reader(seed: int) -> None:
    """Whatever one of the readers refuses the other one refuses too, or does not read."""
    rng = Random(seed)
    for _ in range(40):
        data = deepcopy(rng.choice(SCENARIOS)) if rng.random() < 0.5 else random_board(rng)
        action = data.pop("action", None)
        state = same_state(data)
        assert state is not None
        same_state(mutated(rng, data))
        if action is not None:
            changed = mutated(rng, {"action": action}).get("action")
            if isinstance(changed, dict):
                same_action(data, changed, state)
