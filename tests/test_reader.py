"""The readers of situations and actions: every shape of a form is the same, or refused at a place that is there."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import boards
import pytest

import riftcore
from riftcore import Action, State
from riftcore.errors import RiftcoreError, ScenarioError
from riftcore.scenario.actions import read_action, read_situation

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


class Text(str):
    """What only acts as a str."""


def shaped(value: Any) -> Any:
    """The form with other types: what JSON readers and callers may give as well."""
    if isinstance(value, dict):
        return MappingProxyType({Text(key): shaped(item) for key, item in value.items()})
    if isinstance(value, list):
        return tuple(shaped(item) for item in value)
    return Text(value) if isinstance(value, str) else value


def leads(data: Any, path: str) -> bool:
    """Is there something at this path, or could a key be there?"""
    for key, number in re.findall(r"([A-Za-z_]\w*)|\[(\d+)\]", re.sub(r'\["(\\\\.|[^"\\\\])*"?\S*\]', "", path)):
        if isinstance(data, dict) and key in data:
            data = data[key]
        elif isinstance(data, list) and number and int(number) < len(data):
            data = data[int(number)]
        else:
            return isinstance(data, dict) and key != "" and path.endswith(key)
    return True


def same_state(data: Any) -> State | None:
    """The state, if it is one; it is the same from every shape of the form and from its values."""
    try:
        found = State.from_scenario(data, CARDS)
    except ScenarioError as error:
        for odd in (shaped(data), dict(shaped(data))):
            with pytest.raises(ScenarioError) as other:
                State.from_scenario(odd, CARDS)
            assert (str(error), error.path) == (str(other.value), other.value.path), data
        assert error.path in str(error) and leads(data, error.path), (data, str(error))
        return None
    values = read_situation(data, CARDS)
    for other in (shaped(data), dict(shaped(data)), values, found.to_scenario()):
        expected = State.from_scenario(other, CARDS)
        assert found == expected and found.key == expected.key, data
        assert found.freeze() == expected.freeze()
        assert str(found) == str(expected), data
        assert found.to_scenario() == expected.to_scenario(), data
    return found


def answer(ask: Any) -> Any:
    try:
        return ask()
    except RiftcoreError as error:
        return str(error), getattr(error, "path", "")


def same_action(data: Any, action: Any, state: State) -> None:
    """The answer is the same from every shape of the form, from an Action, read for this state or for another one."""
    found = answer(lambda: state.check(action))
    if isinstance(found, tuple) and found[1]:
        assert found[1] in found[0] and leads({"action": action}, found[1]), (action, found)
    assert answer(lambda: state.check(dict(shaped(action)))) == found, (data, action)
    form = answer(lambda: Action.from_dict(action))
    if not isinstance(form, Action):
        return
    other = State.from_scenario({}, CARDS)
    for asked in (state, other, state, state.copy()):
        again = answer(lambda asked=asked: asked.check(form))
        # The keys of an Action are sorted: another fault of several may come first.
        alike = again == found or (isinstance(again, tuple) and isinstance(found, tuple))
        assert asked is other or alike, (data, action)
    if not isinstance(found, tuple):
        read = read_action(action, read_situation(data, CARDS), CARDS)
        assert read == form and state.check(read) == found, (data, action)


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
def test_changed_forms_are_the_same_or_refused(seed: int) -> None:
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
