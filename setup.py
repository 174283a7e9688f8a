"""Build the compiled core: every src/riftcore/*.pyx becomes the private module riftcore.*.

RIFTCORE_CHECKED=1  bounds, undefined behaviour and assertions checked, -O1 (tests of the core's own invariants)
RIFTCORE_STRICT=1   warnings of our own code and Cython performance hints are errors (CI)

A switch of the one or the other rebuilds nothing by itself: `make clean`, or `--force`.
"""

import io
import os
import re
import sys
import time
from contextlib import redirect_stderr
from pathlib import Path

from setuptools import Extension, setup

# isort: split
from Cython.Build import cythonize  # after setuptools, which it patches

CHECKED = os.environ.get("RIFTCORE_CHECKED") == "1"
STRICT = os.environ.get("RIFTCORE_STRICT") == "1"
BUILD = "build/checked" if CHECKED else "build/release"

if CHECKED:
    # Ends the process at the first overflow, bad shift or index beyond a C array: Cython's own checks see none of
    # these in nogil code, and would stop at arithmetic that wraps on purpose.
    compile_args = ["-O1", "-g", "-fno-wrapv", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
else:
    # Auto-vectorisation of the six-element loops makes the scalar payment slower (docs/performance.md).
    compile_args = ["-O3", "-fno-tree-vectorize", "-fno-tree-slp-vectorize"]
if STRICT:
    # Switched off: what only Cython's own utility code does. Everything else that the compiler says is an error.
    compile_args += [
        "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-unused-function", "-Wno-unused-const-variable",
        "-Wno-cast-function-type", "-Wno-missing-field-initializers",
    ]  # fmt: skip

extensions = [
    Extension(
        f"riftcore.{path.stem}",
        [path.as_posix()],
        define_macros=[] if CHECKED else [("CYTHON_WITHOUT_ASSERTIONS", "1")],
        extra_compile_args=compile_args,
    )
    for path in sorted(Path("src/riftcore").glob("*.pyx"))
]
directives = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "initializedcheck": CHECKED,
    "nonecheck": CHECKED,
    "wraparound": False,
    "cdivision": True,
    "auto_pickle": False,
    "freethreading_compatible": True,
    "embedsignature": True,
    "embedsignature.format": "python",
    # The checked build asks for speed nowhere: its bounds checks under nogil are no news.
    "show_performance_hints": not CHECKED,
    "warn.unused": True,
    "warn.maybe_uninitialized": True,
}


def translate():
    """The extensions as C; in a strict build what Cython warns of or hints at ends the build."""
    started = time.time()
    said = io.StringIO()
    try:
        with redirect_stderr(said):
            modules = cythonize(extensions, include_path=["src"], build_dir=BUILD, compiler_directives=directives)
    finally:
        sys.stderr.write(said.getvalue())
    complaints = re.findall(r"^(?:warning|performance hint): .*", said.getvalue(), re.MULTILINE)
    if STRICT and complaints:
        for path in Path(BUILD).rglob("*.c"):
            if path.stat().st_mtime >= started - 1:
                path.unlink()  # else the next build would take it for good
        sys.exit(f"RIFTCORE_STRICT: Cython said {len(complaints)} times what it should not (above)")
    return modules


setup(ext_modules=translate(), options={"build_ext": {"parallel": os.cpu_count() or 1}})
