"""Seeds of random tests: a few in every run, many more in `make soak`."""

from __future__ import annotations

from typing import Any

import pytest


def seeds(start: int, common: int, soak: int) -> list[Any]:
    """Seeds from `start` on for parametrize: `common` of them in every run, the next `soak` in `make soak` only."""
    rare = range(start + common, start + common + soak)
    return [*range(start, start + common), *(pytest.param(seed, marks=pytest.mark.soak) for seed in rare)]
