"""The signature of commit messages (benchmarks/signature.py): the same number for the same behaviour, everywhere."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import signature

import riftcore


def test_it_is_the_same_every_time() -> None:
    assert signature.signature() == signature.signature()


def test_it_is_the_same_in_another_process() -> None:
    """Whatever the hash seed: nothing of it depends on the order of a set."""
    root = Path(riftcore.__file__).parent.parent
    ran = subprocess.run(
        [sys.executable, signature.__file__],
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(ran.stdout) == signature.signature()


@pytest.mark.parametrize("part", [signature.payments, signature.rules, signature.games])
def test_each_part_depends_on_the_positions(part: Callable[[int], Iterator[bytes]]) -> None:
    first, second = b"".join(part(1)), b"".join(part(2))
    assert first != second


def test_the_boards_ask_what_the_rules_answer() -> None:
    """Most cards can be paid for on some board, many cannot, and discounts are among the steps."""
    said = [answer.decode() for answer in signature.rules(1)]
    prices = said[: len(signature.of_types("unit", "spell", "gear"))]
    assert 100 < sum(" unaffordable " in line for line in prices) < len(prices) - 100
    assert sum("discount" in line for line in prices) > 10 and sum("increase" in line for line in prices) > 10
    assert len(said) > 3 * len(prices)


def test_the_games_have_every_answer() -> None:
    said = Counter(answer.split()[0].decode() for answer in signature.games(1))
    assert set(said) >= {"ok", "unaffordable", "cost", "timing", "zone", "target", "condition", "restriction", "choice"}
    assert said["ok"] > sum(said.values()) // 6
