"""Check what lies in wheels and source distributions, against the source tree: python tools/contents.py FILE ..."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import IO, cast

PACKAGE = {".py", ".pyi", ".json", ".typed"}
UNSHIPPED = (".ci/", ".gitignore")  # of the repository only
NOTES = {"PKG-INFO", "setup.cfg"}  # written by setuptools


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
    modules = {p.relative_to("src").with_suffix("").as_posix() for p in Path("src/riftcore").rglob("*.pyx")}
    compiled = {name for name in found if name.endswith(".so")}
    problems = [f"{path}: {name} is missing" for name in sorted(expected - found)]
    problems += [f"{path}: {name} does not belong there" for name in sorted(found - expected - compiled)]
    built = {name.split(".")[0] for name in compiled}
    problems += [f"{path}: {name} was not compiled" for name in sorted(modules - built)]
    problems += [f"{path}: {name} has no source" for name in sorted(built - modules)]
    return problems


def sdist(path: str) -> list[str]:
    """Every file of the repository as it is, and nothing else: a build from it is a build of the tree."""
    with tarfile.open(path) as archive:
        files = [member for member in archive.getmembers() if member.isfile()]
        found = {member.name.partition("/")[2]: cast(IO[bytes], archive.extractfile(member)).read() for member in files}
    tracked = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True).stdout.split("\0")
    expected = {name for name in tracked if name and not name.startswith(UNSHIPPED)}
    problems = [f"{path}: {name} is missing" for name in sorted(expected - found.keys())]
    more = {name for name in found.keys() - expected if name not in NOTES and ".egg-info/" not in name}
    problems += [f"{path}: {name} does not belong there" for name in sorted(more)]
    changed = {name for name in expected & found.keys() if Path(name).read_bytes() != found[name]}
    return problems + [f"{path}: {name} is another one than in the tree" for name in sorted(changed)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
