"""Ctrl-C and budgets: a long call ends soon, whatever it is at, and leaves everything as it was."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from typing import Any

import pytest

import riftcore as rc
from riftcore.edge._supply import BORROWS
from riftcore.errors import BudgetError, RiftcoreError
from riftcore.ground._types import DOMAINS

# Each call takes many seconds by itself. `mine` is what must be the same afterwards.
SETUP = """
import json, signal, time
import riftcore as rc
import riftcore.edge._supply
from riftcore.batch import Sampler

state = rc.State.from_scenario(
    {"players": [{"runes": {"fury": 6, "calm": 6}, "hand": ["Legion Rearguard"] * 6, "board": [{"card": "Gold"}] * 3}]}
)
huge = rc.Supply(
    ready=(2,) * 6, seals=(9,) * 6, gold=20, one=20, two=20, lux=20, honeyfruit=20, level6=True, anomaly=1, henge=1,
    heimerdinger=4, borrow=rc.edge._supply.BORROWS,
)
dear = rc.Cost.parse("40[fury][fury][fury]" + "[any]" * 30)
records, costs = rc.batch.sample(1000)
records, costs = bytes(records) * 8000, bytes(costs) * 8000
blobs = [state.serialize()] * 300_000
sampler, twin = Sampler(7), Sampler(7)
own = ("universal", "domain:calm", "leftover")

def best(**options):
    for _ in range(9):
        rc.batch.evaluate(records, costs, want="cheapest", **options)

CALLS = {
    "perft": (lambda: state.perft(60), lambda: str(state)),
    "sample": (lambda: sampler.draw(100_000_000), lambda: bytes(twin.draw(5)[0]) == bytes(sampler.draw(5)[0])),
    "evaluate": (lambda: best(threads=1), None),
    "evaluate in threads": (lambda: best(threads=2), None),
    "evaluate by an own policy": (lambda: best(policy=own, threads=1), None),
    "... in threads": (lambda: best(policy=own, threads=2), None),
    "few rows, each long": (lambda: rc.batch.evaluate(huge.to_bytes() * 9, dear, want="cheapest", policy=own), None),
    "cheapest by an own policy": (lambda: huge.cheapest(dear, policy=own), huge.to_bytes),
    "count_payments": (lambda: huge.count_payments(dear), huge.to_bytes),
    "rows of states": (lambda: [rc.batch.check(blobs, 0, threads=2) for _ in range(99)], None),
}

def ask(name, seconds=0.05):
    call, mine = CALLS[name]
    before = mine and mine()
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    start = time.monotonic()
    try:
        call()
        took = -1
    except KeyboardInterrupt:
        took = time.monotonic() - start - seconds
    return took, before == (mine and mine())
"""


def answers(code: str) -> object:
    """What a program prints as JSON: a signal belongs to the main thread of a process, which is not ours."""
    done = subprocess.run([sys.executable, "-c", SETUP + code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="no timers that send signals")
def test_an_interruption_is_answered_soon_and_changes_nothing() -> None:
    found = answers("print(json.dumps({name: ask(name) for name in CALLS}))")
    assert isinstance(found, dict) and len(found) == 10
    for name, (took, same) in found.items():
        assert 0 <= took < 1, f"{name}: {took:.2f} s after the signal"
        assert same, name


@pytest.mark.skipif(sys.platform == "win32", reason="no timers that send signals")
def test_a_call_in_another_thread_lets_the_main_thread_answer() -> None:
    # The one that counts holds no GIL; the one that checks does.
    took = answers("""
from threading import Thread

def forever():
    try:
        huge.cheapest(dear, policy=own, budget=200_000_000)
    except ValueError:
        pass

Thread(target=forever, daemon=True).start()
time.sleep(0.01)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.05)
start = time.monotonic()
try:
    while True:
        time.sleep(0.001)
except KeyboardInterrupt:
    took = time.monotonic() - start
print(json.dumps(took), flush=True)
import os
os._exit(0)
""")
    assert isinstance(took, float) and took < 1


@pytest.mark.skipif(sys.platform == "win32", reason="no timers that send signals")
def test_payments_go_on_where_an_interruption_came() -> None:
    found = answers("""
wide = rc.Supply(ready=(2,) * 6, seals=(1,) * 6, one=2)
cost = rc.Cost.parse("3[any][any]")
whole = list(wide.payments(cost))
parts, stream, stops = [], wide.payments(cost), 0
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
while True:
    try:
        for payment in stream:
            parts.append(payment)
        signal.setitimer(signal.ITIMER_REAL, 0)
        break
    except KeyboardInterrupt:
        stops += 1
print(json.dumps([len(whole), whole == parts or len(whole) - len(parts), stops]))
""")
    assert isinstance(found, list)
    n, same, stops = found
    # An interruption between two payments may come before the loop has written the one down that it was given.
    assert n > 1000 and (same is True or same <= stops)


POLICY = ("universal", "domain:calm", "leftover")


@pytest.mark.parametrize(
    "call",
    [
        lambda supply, cost, budget: supply.count_payments(cost, budget=budget),
        lambda supply, cost, budget: supply.cheapest(cost, policy=POLICY, budget=budget),
    ],
)
def test_a_budget_ends_a_question_or_changes_nothing(call) -> None:  # type: ignore[no-untyped-def]
    many = rc.Supply(ready=(2,) * 6, gold=9, one=9, two=9, honeyfruit=9, heimerdinger=4, borrow=BORROWS, level6=True)
    with pytest.raises(BudgetError, match="larger"):
        call(many, rc.Cost.parse("12[any][any][any][fury]"), 640)
    few = rc.Supply(ready=(2,) * 6, seals=(1,) * 6, gold=3, two=3, one=3)
    cost = rc.Cost.parse("5[any][any]")
    assert call(few, cost, 10**9) == call(few, cost, None)
    for bad in (0, -1, True, 1.5, "9", 1 << 80):
        with pytest.raises(RiftcoreError, match="budget"):
            call(few, cost, bad)


@pytest.mark.parametrize("several", [False, True], ids=["one cost", "objects that differ"])
def test_a_budget_of_a_list_of_payments(several: bool) -> None:
    """What was found stays, and the next call raises again without a walk back."""
    many = rc.Supply(ready=(2,) * 6, gold=9, one=9, honeyfruit=9)
    asked: Any = many
    if several:
        board = [{"card": "Heimerdinger, Inventor"}] * 4 + [{"card": "Gold"}] * 9 + [{"card": "Energy Conduit"}] * 9
        board += [{"card": "Energy Conduit", "exhausted": True}, {"card": "Dragonsoul Sage"}]
        asked = rc.State.from_scenario({"players": [{"runes": dict.fromkeys(DOMAINS, 2), "board": board}, {}]})
    found = asked.payments(rc.Cost.parse("12[any][any][any][fury]"), budget=50_000)
    got = []
    with pytest.raises(BudgetError):
        got.extend(found)
    assert list(islice(asked.payments(rc.Cost.parse("12[any][any][any][fury]")), len(got))) == got != []
    if not several:
        with pytest.raises(BudgetError, match="larger"):
            next(found)
    few = rc.Supply(ready=(2,) * 6, seals=(1,) * 6, gold=3)
    cost = rc.Cost.parse("5[any][any]")
    assert list(few.payments(cost, budget=10**9)) == list(few.payments(cost))
    with pytest.raises(RiftcoreError, match="budget"):
        few.payments(cost, budget=0)


def test_a_budget_of_positions() -> None:
    state = rc.State.from_scenario({"players": [{"runes": {"fury": 6, "calm": 6}, "hand": ["Legion Rearguard"] * 6}]})
    with pytest.raises(BudgetError):
        state.perft(30, budget=1000)
    assert state.perft(3, budget=10**9) == state.perft(3)
