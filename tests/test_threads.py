"""Threads inside a call: helpers that wait a moment for the next call, from any caller, and never for long."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import riftcore as rc
from riftcore._evaluate import MOST_THREADS, evaluate
from riftcore._sample import sample

TASKS = Path("/proc/self/task")
ROWS = 20_000
CHILD = """
import os
from pathlib import Path
from riftcore._evaluate import evaluate
from riftcore._sample import sample

records, costs = sample(20_000, 1)
alone = evaluate(records, costs, want="cheapest", threads=1)

def helped():
    # A helper stays for 20 ms: on a busy machine it may be gone before it is seen.
    return any(
        evaluate(records, costs, want="cheapest", threads=2) == alone and len(os.listdir("/proc/self/task")) == 2
        for _ in range(100)
    )

linux = Path("/proc/self/task").exists()
assert helped() or not linux
child = os.fork()
if child == 0:
    os._exit(0 if helped() or not linux else 3)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def tasks() -> int:
    return len(list(TASKS.iterdir())) if TASKS.exists() else 0


def test_calls_from_many_threads_do_not_mix() -> None:
    asked = [sample(ROWS, seed) for seed in range(6)]
    alone = [evaluate(*rows, want="cheapest", threads=1) for rows in asked]
    assert len({column.tobytes() for column in alone}) == len(alone)
    with ThreadPoolExecutor(len(asked)) as pool:
        for _ in range(5):
            found = pool.map(lambda rows: evaluate(*rows, want="cheapest", threads=3), asked)
            assert list(found) == alone


def test_helpers_end_when_nothing_is_asked() -> None:
    records, costs = sample(ROWS, 1)
    time.sleep(0.2)
    before = tasks()
    evaluate(records, costs, want="cheapest", threads=min(4, MOST_THREADS))
    end = time.monotonic() + 30
    while tasks() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert tasks() == before


def test_a_forked_process_starts_helpers_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CHILD],
        capture_output=True, text=True, timeout=120, check=False, cwd=Path(rc.__file__).parent.parent,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("0\n", "")
