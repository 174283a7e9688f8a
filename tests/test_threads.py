"""Threads inside a call: helpers that wait a moment for the next call, from any caller, and never for long."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import riftcore as rc
from riftcore.edge._evaluate import evaluate
from riftcore.edge._sample import sample

ROWS = 20_000
ASKS = {
    "rows of records": """
from riftcore.edge._evaluate import evaluate
from riftcore.edge._sample import sample

records, costs = sample(20_000, 1)

def ask(threads):
    return evaluate(records, costs, want="cheapest", threads=threads).tobytes()
""",
    "rows of states": """
import riftcore as rc

state = rc.State.parse("0 main 0 - 8 A,B - / runes=fury:3 hand=LegionRearguard / -").serialize()
states, actions = [state] * 5_000, [0] * 5_000

def ask(threads):
    return rc.batch.check(states, actions, threads=threads).codes.tobytes()
""",
}
START = """
import os
import time
from pathlib import Path

alone = ask(1)
linux = Path("/proc/self/task").exists()

def tasks():
    return len(os.listdir("/proc/self/task")) if linux else 1

def helped():
    # A helper stays for 20 ms: on a busy machine it may be gone before it is seen.
    return not linux or any(
        ask(2) == alone and tasks() == 2 for _ in range(100)
    )

assert tasks() == 1
assert helped()
"""
END = """
end = time.monotonic() + 30
while tasks() > 1 and time.monotonic() < end:
    time.sleep(0.01)
print(tasks())
"""
FORK = """
time.sleep(0.005)  # the helper waits
child = os.fork()
if child == 0:
    os._exit(0 if tasks() == 1 and helped() else 3)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def said(program: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True, text=True, timeout=120, check=False, cwd=Path(rc.__file__).parent.parent,
    )  # fmt: skip
    return done.stdout, done.stderr


def test_calls_from_many_threads_do_not_mix() -> None:
    asked = [sample(ROWS, seed) for seed in range(6)]
    alone = [evaluate(*rows, want="cheapest", threads=1) for rows in asked]
    assert len({column.tobytes() for column in alone}) == len(alone)
    with ThreadPoolExecutor(len(asked)) as pool:
        for _ in range(20):
            found = pool.map(lambda rows: evaluate(*rows, want="cheapest", threads=3), asked)
            assert list(found) == alone


@pytest.mark.parametrize("asked", ASKS)
def test_helpers_end_when_nothing_is_asked(asked: str) -> None:
    assert said(ASKS[asked] + START + END) == ("1\n", "")


@pytest.mark.parametrize("asked", ASKS)
def test_a_forked_process_starts_helpers_of_its_own(asked: str) -> None:
    assert said(ASKS[asked] + START + FORK) == ("0\n", "")


def test_a_call_waits_for_a_helper_that_is_at_work() -> None:
    """One part of rows with many cases takes longer than all others together."""
    records, costs = sample(6 * 1024, 1)
    slow, dear = sample(512, 1, sources=24, general=True, distribution="converters")
    records[48 * 512 : 48 * 1024], costs[16 * 512 : 16 * 1024] = slow, dear
    alone = evaluate(records, costs, want="cheapest", threads=1)
    for _ in range(30):
        assert evaluate(records, costs, want="cheapest", threads=2) == alone
