"""The floors of docs/architecture.md: a file imports from its own floor and from those below it only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "src" / "riftcore"
PAGE = ROOT / "docs" / "architecture.md"
IMPORT = re.compile(r"^[ \t]*(?:from|c?import) (riftcore[\w.]*)(?: c?import (\([^)]*\)|[^\n(]+))?", re.MULTILINE)


def floors() -> list[tuple[str, list[str]]]:
    """From the ground up: the name of each floor, and the Python modules and packages beside its folder."""
    rows = re.findall(r"^\| (\d) `(\w+)` \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(len(rows)))
    return [(name, re.findall(r"`([\w.]+)`", beside)) for _, name, beside in rows]


FLOOR = {name: floor for floor, (folder, beside) in enumerate(floors()) for name in (folder, *beside)}
FILES = [path for path in sorted(CORE.rglob("*")) if path.suffix in (".pyx", ".pxd", ".py", ".pyi")]
SOURCES = [*FILES, *sorted(CORE.rglob("*.h"))]
NAMES = {path: path.relative_to(CORE).with_suffix("").parts for path in FILES}


def floor_of(parts: tuple[str, ...]) -> int:
    """What the page does not name stands above all floors."""
    return FLOOR.get(parts[0], len(FLOOR)) if parts else -1


def imported(path: Path) -> list[tuple[str, ...]]:
    """What a file imports, in its functions too; not what only a type checker sees."""
    text = re.sub(r"^if TYPE_CHECKING:\n(?:(?:    .*)?\n)+", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for module, names in IMPORT.findall(re.sub(r'"""(?:.|\n)*?"""', "", text)):
        parts = tuple(module.split(".")[1:])
        for name in re.findall(r"\w+", re.sub(r"#.*| as \w+", "", names)):
            found.append((*parts, name) if (*parts, name) in NAMES.values() else parts)
        if not names:
            found.append(parts)
    return found


def test_every_folder_is_a_floor() -> None:
    compiled = {parts[0] for path, parts in NAMES.items() if path.suffix == ".pyx"}
    assert compiled == {name for name, _ in floors()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CORE).as_posix())
def test_imports_go_down(path: Path) -> None:
    here = NAMES[path]
    if floor_of(here) >= len(FLOOR):
        return
    for other in imported(path):
        assert floor_of(other) <= floor_of(here), f"{'.'.join(other)} lives above {'.'.join(here)}"


def module_of(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The module that an import names: itself, its package, or where the name stands that is imported."""
    while parts and parts not in NAMES.values() and (*parts, "__init__") not in NAMES.values():
        parts = parts[:-1]
    return parts if parts in NAMES.values() else (*parts, "__init__")


def test_no_two_modules_need_each_other() -> None:
    """Imports form no circle, those inside functions included; declarations (.pxd) count as their module."""
    needs: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for path in FILES:
        if path.suffix != ".pyi":
            others = {module_of(other) for other in imported(path)}
            needs.setdefault(NAMES[path], set()).update(others - {NAMES[path]})
    while True:
        free = {name for name, others in needs.items() if not others & set(needs)}
        if not free:
            break
        needs = {name: others for name, others in needs.items() if name not in free}
    assert needs == {}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(CORE).as_posix())
def test_files_stay_small(path: Path) -> None:
    """No file over 800 lines; one over 400 says in its docstring, in two sentences at least, what holds it together."""
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    assert lines <= 800
    if lines > 400 and path.suffix in (".pyx", ".py"):
        docstring = re.match(r'"""((?:.|\n)*?)"""', text)
        assert docstring is not None and len(re.findall(r"[.](?:\s|$)", docstring[1].strip())) >= 2, path.name
