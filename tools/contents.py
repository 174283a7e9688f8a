"""Check what lies in wheels and source distributions, against the source tree: python tools/contents.py FILE ..."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

PACKAGE = {".py", ".pyi", ".json", ".typed"}
NEVER = {".c", ".o", ".pyc", ".png", ".jpg", ".webp"}


def main(paths: list[str]) -> int:
    problems = []
    for path in paths:
        problems += wheel(path) if path.endswith(".whl") else sdist(path)
    print("\n".join(problems) or f"{len(paths)} distributions hold what they should")
    return 1 if problems else 0


def wheel(path: str) -> list[str]:
    """Every file of the package and every compiled module, and nothing else."""
    with zipfile.ZipFile(path) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
    sources = (p.relative_to("src") for p in Path("src/riftcore").rglob("*") if "__pycache__" not in p.parts)
    expected = {p.as_posix() for p in sources if p.suffix in PACKAGE or p.name == "py.typed"}
    modules = {f"riftcore/{p.stem}" for p in Path("src/riftcore").glob("*.pyx")}
    compiled = {name for name in found if name.endswith(".so")}
    problems = [f"{path}: {name} is missing" for name in sorted(expected - found)]
    problems += [f"{path}: {name} does not belong there" for name in sorted(found - expected - compiled)]
    built = {name.split(".")[0] for name in compiled}
    problems += [f"{path}: {name} was not compiled" for name in sorted(modules - built)]
    problems += [f"{path}: {name} has no source" for name in sorted(built - modules)]
    return problems


def sdist(path: str) -> list[str]:
    """What a build and the tests need, and nothing that was built."""
    with tarfile.open(path) as archive:
        found = {name.partition("/")[2] for name in archive.getnames()}
    expected = {"pyproject.toml", "setup.py", "README.md", "LICENSE", "CHANGELOG.md", "Makefile", "tests/reference.py"}
    expected |= {p.as_posix() for p in Path("src/riftcore").glob("*.p[yx][xd]")}
    problems = [f"{path}: {name} is missing" for name in sorted(expected - found)]
    built = {name for name in found if Path(name).suffix in NEVER | {".so"}}
    problems += [f"{path}: {name} was built, or is no source" for name in sorted(built)]
    return problems


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
