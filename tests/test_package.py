"""The package as a whole: what importing it brings along, what it exports, what lies in it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import pytest

import riftcore

PACKAGE = Path(riftcore.__file__).parent
FACTS = PACKAGE / "data" / "facts.json"


def run(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_import_brings_in_nothing_but_the_standard_library() -> None:
    """Neither click nor NumPy: `import riftcore` is for programs that start often."""
    path = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); before = set(sys.modules); "
    found = run(path + "import riftcore; print(*sorted({m.partition('.')[0] for m in set(sys.modules) - before}))")
    third_party = set(found.split()) - sys.stdlib_module_names - {"riftcore"}
    # Cython keeps what its modules share in modules of this name.
    assert {name for name in third_party if not name.startswith("_cython_") and name != "cython_runtime"} == set()


def test_import_reads_no_card_data() -> None:
    """The catalogue, the scenario reader and the command line wait until they are asked for."""
    path = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); "
    loaded = run(path + "import riftcore; print(*sorted(m for m in sys.modules if m.startswith('riftcore.')))").split()
    assert "riftcore.cli" not in loaded
    assert "riftcore.catalog.riftcodex" not in loaded
    assert "json" not in run(path + "import riftcore; print(*sys.modules)").split()


def test_version_is_that_of_the_distribution() -> None:
    try:
        installed = metadata.version("riftcore")
    except metadata.PackageNotFoundError:
        pytest.skip("riftcore is not installed, only built in place")
    assert riftcore.__version__ == installed


def test_all_names_exist_and_are_sorted() -> None:
    for name in riftcore.__all__:
        assert getattr(riftcore, name) is not None
    public = [name for name in riftcore.__all__ if not name.startswith("__")]
    assert public == sorted(public, key=lambda name: (not name.isupper(), name))  # as ruff has it


def test_public_classes_and_functions_are_documented() -> None:
    for name in riftcore.__all__:
        thing = getattr(riftcore, name)
        if callable(thing):
            assert thing.__doc__, name


def test_py_typed_is_there() -> None:
    assert (PACKAGE / "py.typed").is_file()


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, part in value.items() for text in (key, *strings(part))]
    if isinstance(value, list):
        return [text for part in value for text in strings(part)]
    return []


def test_no_card_text_in_the_facts() -> None:
    """Names, numbers and words of our own: no sentence, no symbol of rules text, no picture."""
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    assert len(facts["cards"]) > 500
    for card in facts["cards"]:
        names = {card["name"], *card.get("aliases", ())}
        assert max(map(len, names)) <= 80, card["name"]
        for text in strings(card):
            if text not in names:
                assert len(text) <= 60, (card["name"], text)
                assert not re.search(r":rb_|<|https?:|\. [A-Z]|[.!?]$", text), (card["name"], text)


def test_every_module_imports() -> None:
    """Also those that only the command line uses."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        if not name.endswith("__main__"):
            import_module(name)


def test_dir_shows_what_is_there() -> None:
    """Names that are loaded when first used too, and nothing private or for the type checker only."""
    path = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); "
    shown = run(path + "import riftcore; print(*dir(riftcore))").split()
    public = {name for name in shown if not name.startswith("_")}
    assert public == {name for name in riftcore.__all__ if not name.startswith("_")} | {"errors"}
    assert all(hasattr(riftcore, name) for name in shown)


def test_help_says_what_the_package_is_for() -> None:
    path = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); "
    shown = run(path + "import riftcore, pydoc; print(pydoc.plain(pydoc.render_doc(riftcore)))")
    for name in set(riftcore.__all__) - {"__version__"}:
        assert re.search(rf"\b{name}\b", shown), name
    assert "What does it cost" in shown


def test_the_example_in_the_docstring() -> None:
    import doctest

    assert doctest.testmod(riftcore).attempted == 3
    assert doctest.testmod(riftcore).failed == 0
