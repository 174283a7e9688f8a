"""Run the long random tests: python tools/soak.py [PYTEST OPTION ...], by `make soak`.

What passed is noted in .soak/, so that a run that was stopped goes on where it was. Notes are of one state of the
sources and tests: after a change all tests are due again. `rm -r .soak` forgets everything.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

NOTES = Path(".soak")
SOURCES = ("src/riftcore/**/*.p*", "src/riftcore/**/*.h", "src/riftcore/**/*.json", "tests/**/*.py", "setup.py")


def main() -> int:
    NOTES.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "pytest", "--soak", "-p", "soak", "-q", "tests", *sys.argv[1:]]
    paths = os.pathsep.join([str(Path(__file__).parent), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    code = subprocess.run(command, env=os.environ | {"PYTHONPATH": paths.rstrip(os.pathsep)}, check=False).returncode
    if code == 5:  # nothing was left to collect
        print(f"soak: everything has passed already; rm -r {NOTES.name} to run it again")
        return 0
    return code


def note() -> Path:
    """Where the tests that passed are noted, for the sources as they are."""
    paths = sorted({path for pattern in SOURCES for path in Path().glob(pattern) if path.is_file()})
    digest = sha256(b"".join(path.read_bytes() for path in paths if path.suffix not in (".so", ".pyc")))
    return NOTES / f"{digest.hexdigest()[:16]}.txt"


# ------------------------------------------------------------------------------------------------- plugin of pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    known = set(note().read_text().split("\n")) if note().exists() else set()
    items[:] = [item for item in items if item.nodeid not in known]


class Progress:
    """Notes what passed, and says how far the run is."""

    def __init__(self) -> None:
        self.path = note()
        self.began = time.monotonic()
        self.total = self.done = self.failed = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.total = self.total or len(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.total = len(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call":
            self.failed += report.failed
            return
        self.done += 1
        self.failed += report.failed
        if report.passed:
            with self.path.open("a") as file:
                file.write(report.nodeid + "\n")
        left = (time.monotonic() - self.began) / self.done * (self.total - self.done)
        failed = f", {self.failed} failed" if self.failed else ""
        name = report.nodeid.rpartition("::")[2]
        print(f"\rsoak: {self.done}/{self.total}{failed}, {left / 60:.0f} min left  {name:<60}", end="", flush=True)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # with xdist the process that deals out the tests
        config.pluginmanager.register(Progress())


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """No dots: the progress is a line of its own."""
    return (report.outcome, "", "") if report.when == "call" and report.passed else None


if __name__ == "__main__":
    sys.exit(main())
