"""Processes that work for this one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from labour import slow_first

from riftcore.rowfiles import FileError
from riftcore.workers import in_order


def test_results_come_in_order_from_several_processes() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(30):
            taken.append(number)
            yield number

    results = in_order(slow_first, items(), 2)
    first = next(results)
    assert len(taken) <= 7  # however long the first one takes, few are on the way
    found = [first, *results]
    assert [square for square, _ in found] == [number * number for number in range(30)]
    assert len({process for _, process in found}) == 2
    assert os.getpid() not in {process for _, process in found}


def test_large_items_and_results_pass() -> None:
    items = [bytes([i]) * 3_000_000 for i in range(5)]
    assert list(in_order(bytes.upper, items, 2)) == [item.upper() for item in items]
    assert list(in_order(bytes.upper, [], 2)) == []


def test_an_error_in_a_worker_is_raised_here() -> None:
    with pytest.raises(ValueError, match="invalid literal for int"):
        list(in_order(int, ["1", "x", "3"], 2))


def test_a_worker_that_ends_by_itself_is_an_error() -> None:
    with pytest.raises(FileError, match="a worker process ended before its work was done"):
        list(in_order(os._exit, [1, 1, 1], 1))


def test_no_worker_is_left_when_nobody_takes_the_results() -> None:
    results = in_order(slow_first, iter(range(1000)), 2)
    process = next(results)[1]
    results.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
