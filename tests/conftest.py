"""Tests with the mark `soak`, and all in tests/soak/, run in `make soak` only (tools/soak.py), the others always."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long a machine takes to draw an example says nothing of riftcore.
settings.register_profile("riftcore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("riftcore")

SOAK = Path(__file__).parent / "soak"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long random tests instead of the common ones")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if collection_path == SOAK and not config.getoption("--soak") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--soak")
    items[:] = [
        item for item in items if wanted == (item.get_closest_marker("soak") is not None or SOAK in item.path.parents)
    ]
