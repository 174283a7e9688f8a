"""Work for the processes of tests: they import it by a name that they can find."""

from __future__ import annotations

import os
from time import sleep

import riftcore as rc


def slow_first(number: int) -> tuple[int, int]:
    """The square, and in which process; the first one takes long."""
    sleep(0.3 if number == 0 else 0)
    return number * number, os.getpid()


def fails(n: int) -> object:
    """An illegal action, or a row that is none: raised in a worker."""
    if n:
        return rc.batch.evaluate(b"\xff" * 48, b"\0" * 16)
    return rc.State.from_scenario({"players": [{"hand": ["Volibear, Furious"]}]}).push({"play": "Volibear, Furious"})
