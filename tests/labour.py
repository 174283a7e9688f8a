"""Work for the processes of test_workers: they import it by a name that they can find."""

from __future__ import annotations

import os
from time import sleep


def slow_first(number: int) -> tuple[int, int]:
    """The square, and in which process; the first one takes long."""
    sleep(0.3 if number == 0 else 0)
    return number * number, os.getpid()
