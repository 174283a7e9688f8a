"""riftcore and the referee agree: on random games, on single questions, and with the answers of the scenarios.

Compared are legality, codes, costs, the best payment where that is quick, the whole position afterwards, and taking
back. Every run plays some thousand actions; `make soak` plays more than a hundred thousand.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import boards
import pytest
import referee
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import seeds
from side_by_side import Disagreement, Game, as_cost, board_of, book, differing, play

import riftcore as rc
from riftcore.errors import IllegalAction, RiftcoreError

SEED = int(os.environ.get("RIFTCORE_SEED", "0"))
GAMES = 35  # in a chunk: about 950 actions and 800 events
STEPS = 50
QUESTIONS = 300  # in a chunk, each on a board of its own
BOARDS = 30  # in a chunk, each with its whole list of actions
MOST_NOT_JUDGED = 0.01
SCENARIOS = [
    json.loads(line)
    for path in sorted(Path(__file__).parent.glob("scenarios/*.jsonl"))
    for line in path.read_text().splitlines()
]


def told(tally: Counter[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What was not judged is printed, and is rare."""
    not_judged = {reason: n for reason, n in tally.items() if reason.startswith("not judged")}
    with capsys.disabled():
        print(f"\n{tally['actions']} actions, {tally['events']} events: {not_judged or 'all judged'}")
    assert sum(not_judged.values()) <= MOST_NOT_JUDGED * tally["actions"], not_judged


@pytest.mark.parametrize("chunk", seeds(0, 4, 110))
def test_random_games(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    tally: Counter[str] = Counter()
    for n in range(GAMES):
        play(Random(f"{SEED} {chunk} {n}"), STEPS, tally)
    told(tally, capsys)
    # The games are worth playing.
    assert tally["actions"] > GAMES * STEPS // 3 and tally["code ok"] > tally["actions"] // 3, tally
    assert tally["positions"] > tally["code ok"] and tally["best payments"] > tally["actions"] // 10, tally


@pytest.mark.parametrize("chunk", seeds(0, 4, 96))
def test_whole_lists_of_actions(chunk: int) -> None:
    """Of all integers that mean something exactly those are listed that the referee calls legal."""
    meant = legal = 0
    for n in range(BOARDS):
        rng = Random(f"{SEED} list {chunk} {n}")
        try:
            game = Game(board_of(rng), Counter())
        except RiftcoreError:
            continue  # more sources than a position holds
        seat = game.state.current_player
        listed = set(game.state.legal_actions(seat))
        for number in range(game.state.num_distinct_actions()):
            try:
                action = game.state.action(number, seat)
            except IllegalAction:
                assert number not in listed
                continue
            answer = referee.judge(game.position, action, book())
            assert answer.legal == (number in listed), (game.scenario, number, action, answer)
            meant += 1
            legal += answer.legal
    assert meant > 10 * BOARDS and legal > 5 * BOARDS, (meant, legal)


def ask(seed: int | str, tally: Counter[str]) -> None:
    rng = Random(seed)
    board = boards.situation(rng, most=6)
    action = boards.action(rng, board)
    try:
        Game(board, tally).act(action)
    except RiftcoreError:
        tally["no question"] += 1  # test_state.py looks at errors


@pytest.mark.parametrize("chunk", seeds(0, 8, 92))
def test_random_questions(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    tally: Counter[str] = Counter()
    for n in range(QUESTIONS):
        ask(f"{SEED} question {chunk} {n}", tally)
    told(tally, capsys)
    assert tally["actions"] > QUESTIONS // 2 and tally["code ok"] > QUESTIONS // 20, tally


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**64))
def test_any_question(seed: int) -> None:
    ask(seed, Counter())


# ------------------------------------------------------------------------------------------- the referee itself


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenarios(scenario: dict[str, Any]) -> None:
    """The referee gives the answers that people wrote down, and agrees with riftcore on every step to them."""
    tally: Counter[str] = Counter()
    keys = ("turn", "players", "battlefields", "victory_score", "assume")
    game = Game({key: scenario[key] for key in keys if key in scenario}, tally, patience=20_000)
    actions = scenario.get("actions") or [scenario["action"]]
    for action in actions[:-1]:
        game.act(action)
    before, expected = game.position, scenario["expect"]
    game.act(actions[-1])
    try:
        answer = referee.judge(before, actions[-1], book())
    except referee.NotJudged:
        return  # a choice that is left open: which one is made, the policy says
    assert answer.legal == expected.get("legal", answer.legal), answer
    assert "why" not in expected or expected["why"] in answer.codes, answer
    if "costs" in expected:
        costs = frozenset(as_cost(rc.Cost.from_dict(cost)) for cost in expected["costs"])
        assert answer.costs is not None and costs in answer.costs, answer


def test_it_imports_nothing_of_riftcore() -> None:
    """It would share the faults of what it judges."""
    imported = {
        name
        for path in (Path(__file__).parent / "referee").glob("*.py")
        for line in path.read_text().splitlines()
        if line.startswith(("import ", "from "))
        for name in [line.split()[1].split(".")[0]]
    }
    assert imported - {""} <= {*sys.stdlib_module_names, "reference"}


FULL: dict[str, Any] = {
    "turn": {"showdown": "A", "focus": 1, "combat": True, "chain": [{"card": "Defy", "id": "c"}], "priority": 1},
    "battlefields": {"A": {"card": "Void Gate", "controller": 0}},
    "players": [
        {
            "runes": {"fury": {"ready": 1, "exhausted": 1}}, "rune_deck": {"fury": 3}, "xp": 1, "points": 2,
            "pool": {"energy": 1}, "legend": {"card": "Yasuo, Unforgiven", "id": "y"}, "hand": ["Defy"],
            "trash": ["Defy"], "champion": ["Recruit"], "deck_top": ["Defy"], "banished": ["Defy"],
            "board": [{"card": "Recruit", "id": "r"}, {"card": "Gold", "id": "g"}],
            "facedown": [{"card": "Block", "id": "f", "at": "A"}], "this_turn": {"cards_played": 1},
            "effects": [{"card": "Raging Firebrand"}],
        },
        {},
    ],
}  # fmt: skip
OTHER: dict[type, Any] = {
    int: lambda n: n + 1, str: lambda text: text + "x", bool: lambda flag: not flag, type(None): lambda _: "x",
    dict: lambda table: {**table, "x": 1}, list: lambda items: items[1:],
}  # fmt: skip


def holders() -> list[tuple[str, Any]]:
    """Each part of a position with fields: how to find it in a copy."""
    return [
        ("position", lambda p: p), ("player", lambda p: p.players[0]), ("object", lambda p: p.players[0].board[0]),
        ("legend", lambda p: p.players[0].legend), ("facedown", lambda p: p.players[0].facedown[0]),
        ("chain", lambda p: p.chain[0]), ("battlefield", lambda p: p.battlefields[0]),
        ("effect", lambda p: p.players[0].effects[0]),
    ]  # fmt: skip


def test_every_field_of_a_position_is_compared() -> None:
    """A position that differs in any one field is another one."""
    whole = referee.read(FULL, book())
    assert differing(whole.copy(), whole) == []
    compared = 0
    for what, find in holders():
        for field in fields(find(whole)):
            changed = whole.copy()
            holder = find(changed)
            value = getattr(holder, field.name)
            if field.name == "players":
                continue
            # A legend or a card: one that is not there.
            setattr(holder, field.name, None if is_dataclass(value) else OTHER[type(value)](value))
            assert differing(changed, whole), (what, field.name)
            compared += 1
    assert compared > 70


def test_a_payment_that_is_none_is_noticed() -> None:
    """A step too few, and a pool that is not what it leaves."""
    board = {"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 3}}]}
    action = {"play": "Legion Rearguard"}
    answer = referee.judge(referee.read(board, book()), action, book())
    (way,) = answer.ways
    for steps, left in (([{"exhaust": "fury", "n": 1}], {}), ([{"exhaust": "fury", "n": 3}], {})):
        with pytest.raises(referee.Wrong):
            list(referee.carry_out(answer, way, referee.Certificate(steps, left)))
    (after,) = referee.carry_out(answer, way, referee.Certificate([{"exhaust": "fury", "n": 2}], {}))
    assert after.players[0].ready["fury"] == 1 and [thing.id for thing in after.players[0].board] == [referee.NEW]


def test_a_disagreement_is_one() -> None:
    """Where riftcore does something else than the referee expects, the game stops."""
    game = Game({"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 3}}]}, Counter())
    game.position.players[0].hand = []
    with pytest.raises(Disagreement):
        game.act({"play": "Legion Rearguard"})
    game.position.players[0].xp = 1
    with pytest.raises(Disagreement):
        game.tell("gain_points", {"n": 1})
