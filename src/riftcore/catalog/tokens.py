"""Rules text to tokens: symbols such as `:rb_energy_2:`, keywords in brackets, words, numbers and punctuation.

Both spellings of a symbol are read: the card file's (`:rb_rune_fury:`) and the rules' shorthand (`[2]`, `[A]`, `[C]`,
`[M]`, `[E]`), which the errata use. Reminder text (in parentheses) has no rules meaning (135.2.d.3) and makes no token.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Final

from riftcore.catalog.cards import DOMAINS

# The kinds of a token.
WORD: Final = "word"  # text: the word in lower case; raw: as printed
NUMBER: Final = "number"  # value: the number ("3", and also "three")
SYMBOL: Final = "symbol"  # text: energy | exhaust | might | any | own | a domain; value: the number of an energy symbol
KEYWORD: Final = "keyword"  # text: the keyword in lower case; value: its number ("[Deflect 2]"), or None
ARROW: Final = "arrow"  # [>] and [>>], which tie a keyword to what follows
PUNCT: Final = "punct"  # text: the character; a dash is always "—"
BREAK: Final = "break"  # the end of a line or of an item of a list

_NUMBERS: Final = {
    word: value
    for value, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}
_SHORTHAND: Final = {domain: domain for domain in DOMAINS} | {
    "A": "any",
    "C": "own",
    "M": "might",
    "S": "might",
    "E": "exhaust",
    "T": "exhaust",
}
_SYMBOLS: Final = {"might": "might", "exhaust": "exhaust", "rune_rainbow": "any", "rune_own": "own"} | {
    f"rune_{domain}": domain for domain in DOMAINS
}
_TOKEN: Final = re.compile(
    r"""(?P<symbol>:rb_(?P<name>[a-z0-9_]+):?)
      | \[(?P<bracket>[^\[\]\n]{0,60})\]
      | (?P<word>[^\W\d_](?:[\w'&]|-(?=\w))*)
      | (?P<number>\d+)
      | (?P<break>\n+)
      | (?P<punct>[^\s])""",
    re.VERBOSE,
)
_TAG: Final = re.compile(r"<[^>]*>")
_TYPOGRAPHY: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "—", "\u00a0": " ", "\r": "\n"})


@dataclass(frozen=True, slots=True)
class Token:
    """One token with its place in the text (`start` to `end`), so that a piece can be quoted back to the user."""

    kind: str
    text: str
    start: int
    end: int
    value: int | None = None
    raw: str = ""


def plain(text: str) -> str:
    """The text with markup turned into line breaks and typography made uniform; what `tokenize` reads."""
    for mark in ("<br />", "<br/>", "<br>", "</p>", "</li>"):
        text = text.replace(mark, "\n")
    text = text.replace("<li>", "\n• ")
    return html.unescape(_TAG.sub("", text)).translate(_TYPOGRAPHY)


def tokenize(text: str) -> list[Token]:
    """The tokens of a text that went through `plain`, reminder text left out."""
    tokens: list[Token] = []
    depth = 0
    for match in _TOKEN.finditer(text):
        char = match["punct"]
        if char == "(":
            depth += 1
        elif char == ")":
            depth = max(0, depth - 1)
        elif depth == 0:
            tokens.append(_token(match))
    return tokens


def _small(digits: str) -> bool:
    """Is it a number that a card may have? A larger one is not understood."""
    return digits.isascii() and digits.isdigit() and len(digits) <= 2


def _token(match: re.Match[str]) -> Token:
    start, end = match.span()
    if (name := match["name"]) is not None:
        kind, label, value = SYMBOL, _SYMBOLS.get(name, name), None
        if name.startswith("energy_") and _small(name[7:]):
            label, value = "energy", int(name[7:])
        return Token(kind, label, start, end, value, match[0])
    if (inside := match["bracket"]) is not None:
        return _bracket(inside.strip(), start, end)
    if (word := match["word"]) is not None:
        lower = word.lower()
        if lower in _NUMBERS:
            return Token(NUMBER, lower, start, end, _NUMBERS[lower], word)
        return Token(WORD, lower, start, end, None, word)
    if (digits := match["number"]) is not None:
        if not _small(digits):
            return Token(WORD, digits, start, end, None, digits)
        return Token(NUMBER, digits, start, end, int(digits), digits)
    if match["break"] is not None:
        return Token(BREAK, "\n", start, end)
    return Token(PUNCT, match["punct"], start, end, None, match["punct"])


def _bracket(inside: str, start: int, end: int) -> Token:
    if inside in (">", ">>"):
        return Token(ARROW, inside, start, end)
    if _small(inside):
        return Token(SYMBOL, "energy", start, end, int(inside), inside)
    if inside in _SHORTHAND:
        return Token(SYMBOL, _SHORTHAND[inside], start, end, None, inside)
    name, _, number = inside.rpartition(" ")
    if name and _small(number):
        return Token(KEYWORD, name.lower(), start, end, int(number), inside)
    return Token(KEYWORD, inside.lower(), start, end, None, inside)
