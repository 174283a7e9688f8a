"""Make .venv with the Python that runs this, or say in plain words what the machine lacks.

It runs on any Python 3, also on one that is too old for riftcore.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig

LEAST = (3, 11)


def lacking():
    """What this machine lacks to build riftcore, as a sentence; None when it has everything."""
    version = "%d.%d" % sys.version_info[:2]
    if sys.version_info < LEAST:
        return (
            "riftcore needs Python 3.11 or newer, and %s is Python %s. Name another one: make demo PYTHON=python3.12"
            % (sys.executable, version)
        )
    for module in ("venv", "ensurepip"):
        try:
            __import__(module)
        except ImportError:
            return "Python %s has no module %s. On Debian and Ubuntu: apt install python3-venv" % (
                version, module,
            )  # fmt: skip
    words = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if shutil.which(words[0]) is None:
        return "there is no C compiler %s. Install gcc or clang, or name one: CC=clang make demo" % words[0]
    header = os.path.join(sysconfig.get_path("include"), "Python.h")
    if not os.path.exists(header):
        return "the headers of Python %s are missing (%s). On Debian and Ubuntu: apt install python3-dev" % (
            version, header,
        )  # fmt: skip
    return None


def main():
    problem = lacking()
    if problem is not None:
        sys.exit("riftcore cannot be built here: " + problem)
    if not os.path.exists(os.path.join(".venv", "bin", "python")):
        print("making .venv with Python %d.%d" % sys.version_info[:2])
        return subprocess.call([sys.executable, "-m", "venv", ".venv"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
