"""The signature of commit messages (benchmarks/signature.py): the same number for the same behaviour, everywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_it_depends_on_the_positions() -> None:
    assert signature.signature(1) != signature.signature(2)
