"""The rooms of docs/architecture.md: a file of the core imports from its own room and from those below it only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "src" / "riftcore"
PAGE = ROOT / "docs" / "architecture.md"
STEMS = sorted({path.stem for path in CORE.glob("_*.p[yx][xd]")} - {"__init__"})
IMPORT = re.compile(r"^from riftcore\.(_\w+) (?:cimport|import) ", re.MULTILINE)


def rooms() -> dict[str, int]:
    """The floor of each file, 0 at the bottom; files that the table does not name are of the last one."""
    rows = re.findall(r"^\| (\w+) \| (.*?`_.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    floors = list(dict.fromkeys(name for name, _ in rows))
    assert floors == ["ground", "payment", "cards", "position", "rules", "search", "edge"]
    named = {stem: floors.index(name) for name, files in rows for stem in re.findall(r"`(_\w+)`", files)}
    assert set(named) <= set(STEMS)
    return {stem: named.get(stem, len(floors) - 1) for stem in STEMS}


@pytest.mark.parametrize("stem", STEMS)
def test_imports_go_down(stem: str) -> None:
    floor = rooms()
    for path in CORE.glob(f"{stem}.p[yx][xd]"):
        for other in IMPORT.findall(path.read_text(encoding="utf-8")):
            assert floor[other] <= floor[stem], f"{path.name} imports from {other}, which lives above it"


def test_no_two_files_need_each_other() -> None:
    """Declarations (.pxd) form no circle."""
    needs = {
        stem: set(IMPORT.findall(path.read_text())) - {stem} for stem in STEMS for path in CORE.glob(f"{stem}.pxd")
    }
    while True:
        free = {stem for stem, others in needs.items() if not others & set(needs)}
        if not free:
            break
        needs = {stem: others for stem, others in needs.items() if stem not in free}
    assert needs == {}
