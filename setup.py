"""Build the compiled core: every src/riftcore/FLOOR/_NAME.pyx becomes the private module riftcore.FLOOR._NAME.

RIFTCORE_CHECKED=1  bounds, undefined behaviour and assertions checked, -O1 (tests of the core's own invariants)
RIFTCORE_STRICT=1   warnings of our own code and Cython performance hints are errors (CI)
"""

import io
import os
import re
import sys
from contextlib import redirect_stderr
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup

# isort: split
import Cython  # after setuptools, which it patches
from Cython.Build import cythonize

CHECKED = os.environ.get("RIFTCORE_CHECKED") == "1"
STRICT = os.environ.get("RIFTCORE_STRICT") == "1"
BUILD = "build/checked" if CHECKED else "build/release"
SOURCES = sorted(Path("src/riftcore").rglob("*.p[yx][xd]"))
HEADERS = sorted(Path("src/riftcore").rglob("*.h"))  # of _rows.pxd

if CHECKED:
    # Ends the process at the first overflow, bad shift or index beyond a C array: Cython's own checks see none of
    # these in nogil code, and would stop at arithmetic that wraps on purpose.
    compile_args = ["-O1", "-g", "-fno-wrapv", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
else:
    # Auto-vectorisation of the six-element loops makes the scalar payment slower (docs/performance.md).
    # -g0: Python often asks for debug information, which is most of a wheel.
    # -finline-limit: the passes over one position are worth inlining into each other.
    compile_args = ["-O3", "-g0", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-finline-limit=2000"]
if STRICT:
    # Switched off: what only Cython's own utility code does. Everything else that the compiler says is an error.
    compile_args += [
        "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-unused-function", "-Wno-unused-const-variable",
        "-Wno-cast-function-type", "-Wno-missing-field-initializers",
    ]  # fmt: skip

directives = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "initializedcheck": CHECKED,
    "nonecheck": CHECKED,
    "wraparound": False,
    "cdivision": True,
    "auto_pickle": False,
    "embedsignature": True,
    "embedsignature.format": "python",
    # The checked build asks for speed nowhere: its bounds checks under nogil are no news.
    "show_performance_hints": not CHECKED,
    "warn.unused": True,
    "warn.maybe_uninitialized": True,
}


def extension(path, source=None):
    """The module of a .pyx file; `source`: the file in C that it was translated to."""
    return Extension(
        ".".join(path.with_suffix("").parts[1:]),
        [(source or path).as_posix()],
        define_macros=[] if CHECKED else [("CYTHON_WITHOUT_ASSERTIONS", "1")],
        extra_compile_args=compile_args,
        include_dirs=["src/riftcore/payment"] if path.stem == "_evaluate" else [],
        depends=[header.as_posix() for header in HEADERS] if path.stem == "_evaluate" else [],
    )


def translate():
    """The extensions as C, translated only where the sources or the kind of build changed.

    pip builds with a new Cython each time, whose own files are younger than any C file: times alone would make
    cythonize translate everything again.
    """
    kind = f"Cython {Cython.__version__}, strict {STRICT}"
    digest = sha256(b"".join(path.read_bytes() for path in [Path("setup.py"), *SOURCES, *HEADERS])).hexdigest()
    note = Path(BUILD, "translated")
    known = note.read_text().splitlines() if note.exists() else [kind]
    translated = {path: Path(BUILD, path.with_suffix(".c")) for path in SOURCES if path.suffix == ".pyx"}
    if known == [kind, digest] and all(source.exists() for source in translated.values()):
        return [extension(path, source) for path, source in translated.items()]
    note.unlink(missing_ok=True)
    modules = cythonize_strictly(force=known[0] != kind)
    note.write_text(f"{kind}\n{digest}\n")
    return modules


def cythonize_strictly(force):
    """cythonize; in a strict build what it warns of or hints at ends the build."""
    said = io.StringIO()
    try:
        with redirect_stderr(said):
            modules = cythonize(
                [extension(path) for path in SOURCES if path.suffix == ".pyx"],
                include_path=["src"],
                build_dir=BUILD,
                force=force or None,
                compiler_directives=directives,
            )
    finally:
        sys.stderr.write(said.getvalue())
    complaints = re.findall(r"^(?:warning|performance hint): .*", said.getvalue(), re.MULTILINE)
    if STRICT and complaints:
        for path in Path(BUILD).rglob("*.c"):
            path.unlink()  # else the next build would take them for good
        sys.exit(f"RIFTCORE_STRICT: Cython said {len(complaints)} times what it should not (above)")
    return modules


setup(
    ext_modules=translate(),
    options={"build": {"build_base": BUILD}, "build_ext": {"parallel": os.cpu_count() or 1}},
)
