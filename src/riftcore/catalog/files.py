"""Reading and writing files, with errors that say what is wrong with them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Final

from riftcore.errors import CatalogError

# The whole game is some 3 MB; a file a hundred times as large is something else.
MAX_BYTES: Final = 256 * 1024 * 1024


def read_text(path: str | Path) -> str:
    """The text of a file; CatalogError if it cannot be read, is too large, empty or no UTF-8."""
    path = Path(path)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise CatalogError(f"{path}: {size:,} bytes are too large for a file of cards (at most {MAX_BYTES:,})")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CatalogError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise CatalogError(f"{path}: not UTF-8 text (byte {error.start})") from error
    if not text.strip():
        raise CatalogError(f"{path}: the file is empty")
    return text


def parse_json(text: str) -> Any:
    """The value of a JSON text. Raises json.JSONDecodeError, or RecursionError if it is nested too deeply."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # a number of more digits than Python takes
        return json.loads(text, parse_int=whole)


def whole(digits: str) -> int | float:
    """A number of any length: beyond what any field takes it is infinite."""
    return int(digits) if len(digits) < 20 else math.inf


def write_text(path: str | Path, text: str) -> None:
    """Write a file; CatalogError if it cannot be written."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CatalogError(f"{path}: cannot be written: {error.strerror or error}") from error
