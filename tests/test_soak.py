"""`make soak`: which tests run when, and that a run goes on where it was stopped."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

LONG = """
from pathlib import Path
from seeds import seeds
import pytest

@pytest.mark.parametrize("seed", seeds(5, 1, 2))
def test_seed(seed):
    with open("ran", "a") as file: print(seed, file=file)

@pytest.mark.soak
def test_rare():
    assert Path("mended").exists()
"""
SOAK = """
def test_in_the_folder():
    with open("ran", "a") as file: print("folder", file=file)
"""


def test_common_and_rare_tests_and_a_run_that_goes_on(tmp_path: Path) -> None:
    (tmp_path / "tests" / "soak").mkdir(parents=True)
    for name in ("conftest.py", "seeds.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    (tmp_path / "tests" / "test_long.py").write_text(LONG)
    (tmp_path / "tests" / "soak" / "test_soak_only.py").write_text(SOAK)
    options = '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["tests"]\nmarkers = ["soak"]\n'
    (tmp_path / "pyproject.toml").write_text(options)

    def run(*command: str) -> tuple[int, str, list[str]]:
        (tmp_path / "ran").write_text("")
        ran = subprocess.run([sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=False)
        return ran.returncode, ran.stdout + ran.stderr, (tmp_path / "ran").read_text().split()

    assert run("-m", "pytest", "-q", "-p", "no:xdist")[::2] == (0, ["5"])
    soak = str(ROOT / "tools" / "soak.py")
    code, said, ran = run(soak)
    assert (code, sorted(ran)) == (1, ["6", "7", "folder"]), said
    assert "soak: 4/4, 1 failed, 0 min left" in said
    (tmp_path / "mended").touch()
    code, said, ran = run(soak)
    assert (code, ran) == (0, []), said
    assert "1 passed" in said
    code, said, ran = run(soak)
    assert (code, ran) == (0, []), said
    assert "everything has passed already" in said
    (tmp_path / "tests" / "test_long.py").write_text(LONG + "\n# changed\n")
    assert sorted(run(soak)[2]) == ["6", "7", "folder"]
