"""The core and the referee (referee.py) agree on random situations of real cards: legal, code and costs."""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random
from typing import Any

import boards
import pytest
import referee_before as referee
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import seeds

import riftcore as rc
from riftcore.errors import RiftcoreError

CHUNKS = 16
QUESTIONS = 400  # in each chunk
SEED = int(os.environ.get("RIFTCORE_SEED", "0"))
MOST_RUNES = 6


def as_cost(cost: Any) -> tuple[referee.Cost, tuple[str, ...]]:
    data = cost.to_dict()
    return referee.make(data.get("energy", 0), data.get("power")), tuple(sorted(data.get("other", ())))


def agree(board: dict[str, Any], action: dict[str, Any]) -> str:
    """The code that both give; "" where the referee does not say. AssertionError with everything when they differ."""
    catalog = boards.catalog()
    try:
        state = rc.State.from_scenario(board, catalog)
        verdict = state.check(action)
    except RiftcoreError:
        return ""  # no such question: test_state.py looks at errors
    try:
        answer = referee.judge(board, action, catalog)
    except NotImplementedError:
        return ""
    told = f"\n{json.dumps(board)}\n{json.dumps(action)}\ncore: {verdict} {verdict.costs}\nreferee: {answer}"
    assert verdict.legal == answer.legal, told
    assert verdict.code in answer.codes, told
    if answer.costs is not None and verdict.costs:
        assert frozenset(as_cost(cost) for cost in verdict.costs) in answer.costs, told
    if verdict.legal and answer.costs is not None:
        assert verdict.costs, told
    return str(verdict.code)


def question(rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    board = boards.situation(rng, most=MOST_RUNES)
    return board, boards.action(rng, board, events=False)


@pytest.mark.parametrize("chunk", seeds(0, CHUNKS, 184))
def test_random_questions(chunk: int) -> None:
    codes: Counter[str] = Counter()
    for n in range(QUESTIONS):
        codes[agree(*question(Random(f"{SEED} {chunk} {n}")))] += 1
    assert sum(n for code, n in codes.items() if code) > QUESTIONS // 2, codes
    assert codes["ok"] > QUESTIONS // 20, codes


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**64))
def test_any_question(seed: int) -> None:
    agree(*question(Random(seed)))
