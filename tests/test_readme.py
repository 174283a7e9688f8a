"""The examples of the README and of the docs run as they stand."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


EXAMPLES = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.name)
def test_examples(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_lines_are_short(page: Path) -> None:
    lines = enumerate(page.read_text(encoding="utf-8").split("\n"), 1)
    assert [number for number, line in lines if len(line) > 120] == []


def test_the_readme_lists_every_page() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[.+\]\((\S+)\) \| .+ \|$", text, re.MULTILINE)
    assert {page.relative_to(ROOT).as_posix() for page in PAGES} - {"README.md"} <= set(rows)


def test_the_readme_names_both_commands_and_ends_with_the_notice() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in text
    assert "make test" in text
    assert "not endorsed by Riot Games" in text.rpartition("\n## ")[2]


def test_the_page_of_rules_names_what_exists() -> None:
    """Every `file`: `name`, `name` of docs/rules.md is in that file of the core."""
    text = " ".join((ROOT / "docs" / "rules.md").read_text(encoding="utf-8").split())
    found = re.findall(r"`(_\w+\.p[yx][xd])`: ((?:`\w+`(?:, )?)+)", text)
    assert len(found) > 30
    for file, names in found:
        (path,) = (ROOT / "src" / "riftcore").glob(f"*/{file}")
        source = path.read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"\b{name}\b", source), f"{file} has no {name}"


@pytest.mark.parametrize("name", ["riftcore.arrays", "riftcore.batch"])
def test_examples_of_a_module(name: str) -> None:
    from importlib import import_module

    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
