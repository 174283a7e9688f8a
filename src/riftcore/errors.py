"""The exceptions of riftcore: for input that cannot be read or used. Illegal is an answer, not an exception."""

from __future__ import annotations

from reprlib import Repr

TYPE_CHECKING = False  # as in typing, which takes longer to import than the core
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


MAX_MESSAGE = 600
"""No message is longer: what was found is shortened, and then the message itself."""


class _Short(Repr):
    """repr for messages: of bounded length and time, whatever the value."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxother = 4, 60, 60
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 5

    def repr_int(self, x: int, level: int) -> str:
        # Python writes no number of more than 4,300 digits.
        return repr(x) if x.bit_length() < 200 else f"a whole number of {int(x.bit_length() * 0.30103) + 1} digits"


_short = _Short()


def shown(value: object, limit: int = 80) -> str:
    """A value as messages show it: its repr, at most so long. Never an error."""
    try:
        text = _short.repr(value)
    except Exception:  # a repr of somebody else
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def error_text(error: BaseException) -> str:
    """What a bad row says of an error: its message, with its kind where that is none of riftcore's."""
    text = str(error) if isinstance(error, RiftcoreError | NotImplementedError) else f"{type(error).__name__}: {error}"
    return str(_fitting(text))


def _fitting(part: object) -> object:
    """A message that is not too long: its beginning and its end."""
    if not isinstance(part, str) or len(part) <= MAX_MESSAGE:
        return part
    return f"{part[: MAX_MESSAGE - 150]} ... {part[-140:]}"


def _restored(kind: type[RiftcoreError], args: tuple[Any, ...], kept: dict[str, Any]) -> RiftcoreError:
    """An error from its pickle or copy."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(kept)
    return error


class RiftcoreError(ValueError):
    """The base of every error that riftcore raises on purpose.

    Every one pickles and copies, so that it crosses process pools. What a kind of error keeps beside its message are
    plain attributes that pickle.
    """

    def __init__(self, *parts: object) -> None:
        super().__init__(*map(_fitting, parts))

    def __reduce__(self) -> tuple[Any, ...]:
        # Not by calling the class: most kinds take more than the message.
        return _restored, (type(self), self.args, dict(self.__dict__))


class ScenarioError(RiftcoreError):
    """A situation, action or scenario file that cannot be read.

    `path` is the JSON path of the culprit, like `players[0].board[1].card` ("" if there is none);
    the message says where, what was found and what was expected.
    """

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.path = path


class EventError(RiftcoreError):
    """An event that cannot have happened in this state; the message says what was expected. Nothing has changed."""


class NotationError(RiftcoreError):
    """A line of notation, or serialized bytes, that cannot be read as a state, or a state that has no notation.

    `column` counts from 1 (0 where there is none); the message says where, what was expected and what was found.
    """

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(message)
        self.column = column


class CatalogError(RiftcoreError):
    """A card file, an override or a card fact that cannot be read."""


class UnknownCard(CatalogError):
    """No card has this name; `nearest` lists the names that look most like it, best first."""

    def __init__(self, name: str, nearest: Sequence[str] = ()) -> None:
        hint = f"; nearest: {'; '.join(nearest)}" if nearest else ""
        shown = name if len(name) <= 80 else name[:77] + "..."
        super().__init__(f"no card is named {shown!r}{hint}")
        self.name = name
        self.nearest = tuple(nearest)


class CostError(RiftcoreError):
    """A cost that cannot be read or written down: unknown symbols, counts out of bounds."""


class AmbiguousName(CatalogError):
    """A name that stands for several cards; `names` lists them."""

    def __init__(self, name: str, names: Sequence[str]) -> None:
        super().__init__(f"{name!r} may be any of: {'; '.join(names)}")
        self.name = name
        self.names = tuple(names)


class PaymentError(RiftcoreError):
    """A payment that cannot be made as given."""


class UndoError(RiftcoreError, IndexError):
    """`pop` or `undo_action` on a state without an action or event to take back."""


class BudgetError(RiftcoreError):
    """The answer needs more steps than the `budget` that was given. Nothing has changed."""


#: Steps that the command line and scenarios count payments within, if nobody says otherwise: some seconds.
COUNTED_WITHIN = 2_000_000


class IllegalAction(RiftcoreError):
    """An action was pushed that is not legal; `verdict` says why."""

    def __init__(self, message: str, verdict: Any = None) -> None:
        super().__init__(message)
        self.verdict = verdict


class RowError(RiftcoreError):
    """A row of a batch that is out of bounds; `row` counts from 0, `byte` is the offset in it (-1: its index)."""

    def __init__(self, message: str, row: int, byte: int = -1) -> None:
        super().__init__(message)
        self.row = row
        self.byte = byte
