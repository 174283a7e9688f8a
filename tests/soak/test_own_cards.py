"""A million requests with cards of their own (tools/soak/own_cards.py)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import riftcore

PROGRAM = Path(__file__).parents[2] / "tools" / "soak" / "own_cards.py"


def test_nothing_grows_and_nothing_is_refused() -> None:
    folder = Path(riftcore.__file__).parents[1]
    ran = subprocess.run([sys.executable, PROGRAM], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
