"""What is measured, and what each figure may cost.

The unit is one **empty call**: a compiled `def` without arguments that does nothing (`riftcore.edge._empty.empty`),
measured in the same run and in turn with everything else. Limits are given in empty calls. Some were set in
nanoseconds on one kind of machine; they are converted with what an empty call took there: see `EMPTY_NS`.

A figure is the best of many rounds. Calls are made in a plain loop over many positions, and what the bare loop
takes is subtracted, from the empty call too.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Any

from midgame import game_log, hands, midgame
from positions import MODIFIED, SPELL, UNIT, Position, positions

import riftcore
from riftcore import batch
from riftcore.checks import Task, judge_scenarios
from riftcore.edge import _batch
from riftcore.edge._empty import empty
from riftcore.edge._evaluate import AT_ONCE
from riftcore.edge._sample import sample
from riftcore.rowsources import Scenarios

# An empty call on the machine kind where the nanosecond limits were set, by Python version: ns of one loop turn.
EMPTY_NS = {(3, 11): 12.2, (3, 12): 14.3, (3, 13): 8.8, (3, 14): 8.8}
# What a row of a batch may take there, by how many are answered at once (AVX2, SSE2, neither).
ROW_NS = {
    32: {"payable": 6, "cheapest": 20},
    16: {"payable": 8, "cheapest": 35},
    1: {"payable": 25, "cheapest": 150},
}
STATE_BYTES = 4096
CALLS = 1000
FEW_CALLS = 200
ROWS = 20_000
LOG_ROWS = 4_000
WARM = 4  # runs in a row: the first finds the caches full of another figure's data


def empty_calls(ns: float) -> float:
    """A limit in nanoseconds on that machine kind, in empty calls."""
    return ns / EMPTY_NS.get(sys.version_info[:2], EMPTY_NS[3, 14])


@dataclass
class Figure:
    """One thing to measure: `run` does it `n` times."""

    name: str
    n: int
    run: Callable[[], object]
    limit: float | None = None  # in empty calls
    of: str | None = None  # another figure, in whose terms it is given
    most: float | None = None  # ... at most
    is_loop: bool = True  # a Python loop around the calls is part of it
    best: float = float("inf")  # ns for the n of one round

    def round(self) -> None:
        for _ in range(WARM):
            start = perf_counter_ns()
            self.run()
            self.best = min(self.best, perf_counter_ns() - start)


def call_figures(asked: list[Position]) -> Iterable[Figure]:
    """Single calls from Python: the supply alone, and the whole state where there is one."""
    pairs = [(position.supply, position.cost) for position in asked]

    def loop() -> None:
        for _supply, _cost in pairs:
            pass

    def empty_call() -> None:
        for _supply, _cost in pairs:
            empty()

    def can_pay() -> None:
        for supply, cost in pairs:
            supply.can_pay(cost)

    def cheapest() -> None:
        for supply, cost in pairs:
            supply.cheapest(cost)

    yield Figure("loop", CALLS, loop)
    yield Figure("empty call", CALLS, empty_call)
    yield Figure("supply.can_pay(cost)", CALLS, can_pay, 4)
    yield Figure("supply.cheapest(cost)", CALLS, cheapest, 10)
    yield from state_figures(asked)
    yield from action_figures()


def state_figures(asked: list[Position]) -> Iterable[Figure]:
    cards = riftcore.Catalog.builtin()
    pairs = [(riftcore.State.from_scenario(position.scenario, cards), position.cost) for position in asked]

    def can_pay() -> None:
        for state, cost in pairs:
            state.can_pay(cost)

    def cheapest() -> None:
        for state, cost in pairs:
            state.cheapest(cost)

    def copy() -> None:
        for state, _cost in pairs:
            state.copy()

    def key() -> None:
        for state, _cost in pairs:
            state.key  # noqa: B018

    def serialize() -> None:
        for state, _cost in pairs:
            state.serialize()

    data = [(state.serialize(), cost) for state, cost in pairs]

    def deserialize() -> None:
        for each, _cost in data:
            riftcore.State.deserialize(each)

    yield Figure("state.can_pay(cost)", CALLS, can_pay, 4)
    yield Figure("state.cheapest(cost)", CALLS, cheapest, 10)
    yield Figure("state.copy()", CALLS, copy, 12)
    yield Figure("state.key, again", CALLS, key, 1.5)
    yield Figure("state.serialize()", CALLS, serialize, 100)
    yield Figure("State.deserialize(data)", CALLS, deserialize, 180)


def action_figures() -> Iterable[Figure]:
    """Whole plays from hand on a board with five modifiers: asked as an Action and as a dict, done and taken back."""
    state = riftcore.State.from_scenario(MODIFIED, riftcore.Catalog.builtin())
    spell, unit = riftcore.Action.from_dict(SPELL), riftcore.Action.from_dict(UNIT)
    # Unpacked as above, so that the same bare loop is taken off; few, so that a round stays short.
    turns = [(state, spell)] * FEW_CALLS

    def check(action: object) -> Callable[[], object]:
        def run() -> None:
            for each, _ in turns:
                each.check(action)

        return run

    def push_and_pop(action: object) -> Callable[[], object]:
        def run() -> None:
            for each, _ in turns:
                each.push(action)
                each.pop()

        return run

    yield Figure("check a spell, 5 modifiers", FEW_CALLS, check(spell), empty_calls(2000))
    yield Figure("check it as a dict", FEW_CALLS, check(SPELL), empty_calls(2600))
    yield Figure("push and pop a spell, 5 modifiers", FEW_CALLS, push_and_pop(spell), empty_calls(1500))
    yield Figure("push and pop a unit", FEW_CALLS, push_and_pop(unit), empty_calls(1500))


def state_bytes() -> int:
    """What a state of two players takes, its object and its position; limit: STATE_BYTES."""
    return sys.getsizeof(riftcore.State.from_scenario(MODIFIED, riftcore.Catalog.builtin()))


def search_figures() -> Iterable[Figure]:
    """What a search does at each node, on one middle of a game."""
    state = midgame()
    turns = range(CALLS)
    out = bytearray(state.num_distinct_actions())
    floats = array("f", bytes(4 * state.observation_size()))
    hand = [riftcore.Cost(energy=n, any=n % 3) for n in range(7)]
    numbers = [number for number in state.legal_actions() if state.action_to_string(0, number).startswith("play")]

    # The one in the middle of 51 by the number of positions; some with sources in hand take very much longer.
    middle = sorted(hands(51), key=lambda hand: riftcore.plan(hand, budget=20_000).positions)[25]

    def legal_actions() -> None:
        for _turn in turns:
            state.legal_actions()

    def legal_mask() -> None:
        for _turn in turns:
            state.legal_actions_mask(0, out)

    def apply_undo() -> None:
        for _turn in range(CALLS // len(numbers)):
            for number in numbers:
                state.apply_action(number)
                state.undo_action()

    def clone() -> None:
        for _turn in turns:
            state.clone()

    def observation() -> None:
        for _turn in turns:
            state.observation(0, floats)

    def mask() -> None:
        for _turn in turns:
            state.mask(hand)

    yield Figure("state.legal_actions()", CALLS, legal_actions, 60)
    yield Figure("state.legal_actions_mask(out)", CALLS, legal_mask, 60)
    yield Figure("apply_action + undo_action", CALLS // len(numbers) * len(numbers), apply_undo, 80)
    yield Figure("state.clone()", CALLS, clone, 10)
    yield Figure("state.observation(out)", CALLS, observation, 40)
    yield Figure("state.mask(7 costs)", CALLS, mask, 8)
    yield Figure("plan of 7 cards, median", 1, lambda: riftcore.plan(middle), empty_calls(5_000_000), is_loop=False)
    # 3 million sequences a second.
    yield Figure("perft(4), a sequence", state.perft(4), lambda: state.perft(4), empty_calls(1000 / 3), is_loop=False)


def chess_figures() -> Iterable[Figure]:
    """What python-chess takes to list the moves of a middle of a game, where it is installed: 20 times as long."""
    try:
        import chess
    except ImportError:
        return
    board = chess.Board("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
    state = midgame()

    def moves() -> None:
        for _turn in range(100):
            list(board.legal_moves)

    def actions() -> None:
        for _turn in range(CALLS):
            state.legal_actions()

    yield Figure("python-chess, legal moves", 100, moves)
    yield Figure("legal_actions beside it", CALLS, actions, of="python-chess, legal moves", most=1 / 20)


def row_figures() -> Iterable[Figure]:
    """The loop over rows in C: the question alone, and a whole batch call with the check of every byte."""
    out = bytearray(32 * ROWS)
    yes = memoryview(out)[:ROWS]

    def alone(name: str, ask: Callable[..., int], into: object, limit: float | None, **options: object) -> Figure:
        records, demands = sample(ROWS, 1, **options)  # type: ignore[arg-type]
        # Over the same rows again: their bounds are looked at once, and only the last time writes.
        times = 5

        def run() -> int:
            return ask(records, demands, into, rounds=times)

        return Figure(name, ROWS * times, run, limit, is_loop=False)

    yield alone("payable", _batch.payable_rows, yes, empty_calls(15))
    yield alone("cheapest", _batch.cheapest_rows, out, empty_calls(90))
    yield alone("payable, general", _batch.payable_rows, yes, empty_calls(40), general=True)
    yield alone("cheapest, general", _batch.cheapest_rows, out, empty_calls(250), general=True)
    yield alone("payable, 0 sources", _batch.payable_rows, yes, None, sources=0)
    grown = alone("payable, 24 sources", _batch.payable_rows, yes, None, sources=24)
    grown.of, grown.most = "payable, 0 sources", 1.3
    yield grown
    yield from batch_figures()


def batch_figures() -> Iterable[Figure]:
    """`rc.batch.evaluate`: what checking and writing add to the question, beside a copy of the same bytes.

    Rows come in batch after batch: a thread that helps is started by the first of several calls. Two threads are
    compared with one at 65,536 rows, in cache for payable (4 MiB), with payments out for cheapest, and at a million
    rows, from memory.
    """
    yield Figure("memcpy of a row", ROWS, memcpy_of(ROWS * 64), is_loop=False)
    for want, limit in ROW_NS[max(AT_ONCE)].items():
        yield evaluate_figure(f"{want}, a row of a batch", ROWS, want, 1, limit=empty_calls(limit))
        for n, most in ((1 << 16, 1 / 1.8), (1 << 20, 1 / 1.5)):
            alone, both = f"{want}, {n:,} rows, one thread", f"{want}, {n:,} rows, two threads"
            yield evaluate_figure(alone, n, want, 1)
            yield evaluate_figure(both, n, want, 2, of=alone, most=most if two_cores_are_free() else None)


def two_cores_are_free() -> bool:
    """Can two threads be compared with one: are there two cores, and no more work than this program on them?"""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores > 1 and hasattr(os, "getloadavg") and os.getloadavg()[0] < cores - 0.5


def evaluate_figure(name: str, n: int, want: str, threads: int, **limits: Any) -> Figure:
    records, costs = batch.sample(n, 1)
    out = bytearray(n * (32 if want == "cheapest" else 1))
    calls = max(1, (1 << 19) // n)

    def run() -> None:
        for _ in range(calls):
            batch.evaluate(records, costs, want=want, out=out, threads=threads)  # type: ignore[call-overload]

    return Figure(name, n * calls, run, is_loop=False, **limits)


def check_figures(asked: list[Position]) -> Iterable[Figure]:
    """`rc.batch.check`: a row of a log in Arrow, a row of a State and an Action, and a row of JSON text."""
    cards = riftcore.Catalog.builtin()
    states = [riftcore.State.from_scenario(position.scenario, cards) for position in asked]
    actions = [riftcore.Action.pay(position.cost, position.purpose) for position in asked]
    texts = [
        json.dumps({**position.scenario, "action": {"pay": position.cost.to_dict(), "for": position.purpose}})
        for position in asked
    ]
    log, numbers = arrow_log()

    def check_log() -> object:
        return batch.check(log, numbers, threads=1)

    # 400,000 rows a second.
    yield Figure("rc.batch.check, a row from Arrow", len(numbers), check_log, 180, is_loop=False)
    n = len(asked)
    yield Figure("rc.batch.check, a row of states", n, lambda: batch.check(states, actions), 180, is_loop=False)
    few = texts[:100]
    # 60,000 a second.
    limit = empty_calls(1e9 / 60_000)
    yield Figure("rc.batch.check, a row of JSON", len(few), lambda: batch.check(few), limit, is_loop=False)
    yield Figure("riftcore batch, a row of JSON", len(few), lines_run(few), limit, is_loop=False)


def lines_run(texts: list[str]) -> Callable[[], object]:
    """What `riftcore batch` does with a chunk of lines: read, judged, written as lines."""
    rows = tuple((number, text.encode(), "") for number, text in enumerate(texts, 1))
    chunk, task = Scenarios(1, len(rows), 0, rows), Task("jsonl", scenarios=True)
    return lambda: judge_scenarios(task, chunk)


def arrow_log() -> tuple[Any, array[int]]:
    """A log of games as a column of bytes and one of integers; a list where there is no pyarrow."""
    states, actions = game_log(LOG_ROWS)
    try:
        import pyarrow
    except ImportError:
        return states, array("q", actions)
    return pyarrow.array(states, pyarrow.binary()), array("q", actions)


def memcpy_of(size: int) -> Callable[[], object]:
    """A copy of so many bytes: what reading and writing the rows alone takes."""
    source, target = memoryview(bytes(size)), memoryview(bytearray(size))

    def copy() -> None:
        target[:] = source

    return copy


def figures() -> dict[str, Figure]:
    asked = positions(CALLS)
    found = [*call_figures(asked), *search_figures(), *chess_figures(), *row_figures(), *check_figures(asked)]
    return {figure.name: figure for figure in found}


def measure(found: dict[str, Figure], rounds: int = 60) -> None:
    """Every figure in turn, many times: each keeps its best round."""
    for _ in range(rounds):
        for figure in found.values():
            figure.round()


def ns(found: dict[str, Figure], name: str) -> float:
    """Nanoseconds for one, the bare loop taken off."""
    figure = found[name]
    loop = found["loop"].best / found["loop"].n if figure.is_loop and name != "loop" else 0.0
    return figure.best / figure.n - loop


def ratio(found: dict[str, Figure], name: str) -> float:
    """What it took, in empty calls or in terms of the figure that it is compared with."""
    return ns(found, name) / ns(found, found[name].of or "empty call")


def within(found: dict[str, Figure], name: str) -> bool:
    """Does it keep its limit? True where it has none."""
    figure = found[name]
    limit = figure.most if figure.of else figure.limit
    return limit is None or ratio(found, name) <= limit
