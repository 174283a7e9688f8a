"""The command `riftcore`; `python -m riftcore` is the same."""

import sys


def run() -> None:
    try:
        from riftcore.cli import main
    except KeyboardInterrupt:  # before anything could report it
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    main(prog_name="riftcore")


if __name__ == "__main__":
    run()
