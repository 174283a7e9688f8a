"""How the command `riftcore` ends: its exit codes, and one line on stderr for every end that is not an answer."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Any, TextIO

import click

from riftcore.errors import RiftcoreError
from riftcore.rowfiles import OutputError

YES, NO, BAD, BAD_ROWS, NO_OUTPUT, FAULT, INTERRUPTED, READER_GONE = 0, 1, 2, 3, 4, 70, 130, 141

CODES = {
    YES: "yes: legal, payable, every scenario passes, every row was judged",
    NO: "no: illegal, not payable, a scenario fails, a card's text is not understood",
    BAD: "bad usage, or input that cannot be read",
    BAD_ROWS: "riftcore batch: some rows are invalid, all others were judged",
    NO_OUTPUT: "the output cannot be written: the disk is full, or standard output is closed",
    FAULT: "a fault of riftcore: please report it",
    INTERRUPTED: "interrupted, by Ctrl-C for example",
    READER_GONE: "the reader of standard output went away, as in riftcore ... | head -1",
}


class Group(click.Group):
    """A group of commands that ends with one of CODES, whatever happens."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode or "_RIFTCORE_COMPLETE" in os.environ:
            return super().main(args, prog_name, complete_var, standalone_mode, **extra)
        open_standard_streams()
        with ending():
            arguments = list(sys.argv[1:] if args is None else args)
            with self.make_context(prog_name or "riftcore", arguments, **extra) as context:
                self.invoke(context)
            sys.stdout.flush()
        sys.exit(YES)


@contextmanager
def ending() -> Iterator[None]:
    """Turn every exception into an exit code, and say why in one line."""
    try:
        yield
        return
    except click.exceptions.Exit as error:
        code, line = error.exit_code, ""
    except click.exceptions.NoArgsIsHelpError as error:
        code, line = BAD, error.format_message()
    except click.UsageError as error:
        hint = f" Try '{error.ctx.command_path} --help'." if error.ctx is not None else ""
        code, line = BAD, f"Error: {error.format_message().rstrip('.')}.{hint}"
    except OutputError as error:
        code, line = NO_OUTPUT, f"Error: {error}"
    except (RiftcoreError, NotImplementedError, click.ClickException) as error:
        code, line = BAD, f"Error: {error}"
    except (KeyboardInterrupt, click.Abort):
        code, line = INTERRUPTED, "interrupted"
    except BrokenPipeError:
        code, line = READER_GONE, "Error: the reader of the output went away"
    except OSError as error:
        what = "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)
        code, line = NO_OUTPUT, f"Error: the output cannot be written: {what}"
    except Exception as error:
        code, line = FAULT, f"Error: riftcore failed, please report it: {type(error).__name__}: {error}"
        if "RIFTCORE_TRACEBACK" in os.environ:
            raise
        line += " (RIFTCORE_TRACEBACK=1 shows where)"
    leave(code, line)


def leave(code: int, line: str) -> None:
    """End the process with this code, after a line on stderr."""
    if line:
        with suppress(OSError):  # nobody reads it then
            print(line, file=sys.stderr)  # click would write UTF-8 if the encoding is ASCII
    for stream in (sys.stdout, sys.stderr):
        drain(stream)
    sys.exit(code)


def drain(stream: TextIO) -> None:
    """Flush a stream. What it does not take goes nowhere, or Python would complain of it at its end."""
    try:
        stream.flush()
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def open_standard_streams() -> None:
    """Give a process that was started without one of the standard streams a stream that fails when it is used.

    Otherwise the first file that is opened takes its number. The null device, opened the wrong way round, fails so.
    What the encoding of standard output lacks is written as an escape.
    """
    modes = {"stdin": (os.O_WRONLY, "r"), "stdout": (os.O_RDONLY, "w"), "stderr": (os.O_WRONLY, "w")}
    for number, (name, (flags, mode)) in enumerate(modes.items()):
        if getattr(sys, name) is None and os.open(os.devnull, flags) == number:
            setattr(sys, name, open(number, mode, closefd=False, encoding="utf-8"))  # noqa: SIM115
    if sys.stdout is sys.__stdout__ and isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
