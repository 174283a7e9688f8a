"""The errata overlay: official corrections, each the old and the new wording of a piece of a card's text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final

from riftcore.catalog.cards import DOMAINS
from riftcore.catalog.files import parse_json, read_text
from riftcore.catalog.tokens import KEYWORD, SYMBOL, Token, plain, tokenize
from riftcore.errors import CatalogError

# The overlay quotes wordings in short forms ("top 5 cards of Main Deck"): so much of the old one must be in the text.
_ENOUGH: Final = 0.75


@dataclass(frozen=True, slots=True)
class Erratum:
    """One correction of one card."""

    name: str
    old: str
    new: str


def read_errata(path: str | Path, warnings: list[str]) -> list[Erratum]:
    """The entries of an overlay file; CatalogError if it is none."""
    try:
        data = parse_json(read_text(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise CatalogError(f"{path}: not JSON ({error})") from error
    entries = data.get("entries") if isinstance(data, dict) else data
    if not isinstance(entries, list):
        raise CatalogError(f"{path}: expected an object with a list 'entries'")
    found: list[Erratum] = []
    for number, entry in enumerate(entries, start=1):
        if (fault := _fault(entry)) is not None:
            warnings.append(f"{path}: entry {number}: {fault}; left out")
        else:
            found.append(Erratum(entry["official_name"], plain(entry["old_text"]), plain(entry["new_text"])))
    return found


def _fault(entry: Any) -> str | None:
    """What is wrong with an entry."""
    if not isinstance(entry, dict):
        return f"it is {type(entry).__name__}, not an object"
    for field in ("official_name", "old_text", "new_text"):
        if field not in entry:
            return f"no {field}"
        if not isinstance(entry[field], str):
            return f"{field} is {type(entry[field]).__name__}, not a text"
    return None


def apply(text: str, erratum: Erratum) -> str | None:
    """The text with the correction; unchanged if it has it already; None if the old wording is not in it."""
    tokens = tokenize(text)
    words = [_word(token) for token in tokens]
    new = [_word(token) for token in tokenize(erratum.new)]
    old = [_word(token) for token in tokenize(erratum.old)]
    if _within(new, words) >= _within(old, words):
        return text if _within(new, words) >= _ENOUGH else None
    span = _span(old, words)
    if span is None:
        return None
    first, last = span
    return text[: tokens[first].start] + erratum.new + text[tokens[last].end :]


def _word(token: Token) -> str:
    # [C] in the errata is the card's own domain, which the file names.
    if token.kind == SYMBOL:
        return "power" if token.text in (*DOMAINS, "own", "any") else f"{token.text} {token.value}"
    return f"{token.text} {token.value}" if token.kind == KEYWORD else token.text


def _within(piece: list[str], words: list[str]) -> float:
    """How much of the piece is in the words, in order."""
    if not piece:
        return 0.0
    matcher = SequenceMatcher(None, piece, words, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) / len(piece)


def _span(old: list[str], words: list[str]) -> tuple[int, int] | None:
    """Where the old wording stands: first and last token."""
    blocks = [b for b in SequenceMatcher(None, old, words, autojunk=False).get_matching_blocks() if b.size]
    if sum(b.size for b in blocks) < _ENOUGH * len(old):
        return None
    first, last = blocks[0], blocks[-1]
    return max(0, first.b - first.a), min(len(words) - 1, last.b + last.size - 1 + len(old) - last.a - last.size)
