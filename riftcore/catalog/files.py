"""Reading and writing files, with errors that say what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from riftcore.errors import CatalogError

# The whole game is some 3 MB; a file a hundred times as large is something else.
MAX_BYTES: Final = 256 * 1024 * 1024


def read_text(path: str | Path) -> str:
    """The text of a file; CatalogError where it cannot be read, is too large, empty or no UTF-8."""
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


def write_text(path: str | Path, text: str) -> None:
    """Write a file; CatalogError where it cannot be written."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CatalogError(f"{path}: cannot be written: {error.strerror or error}") from error
