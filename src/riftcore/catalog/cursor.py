"""A cursor over tokens: matching of short word templates, backtracking, and a record of what was understood."""

from __future__ import annotations

from functools import cache

from riftcore.catalog.tokens import BREAK, KEYWORD, NUMBER, PUNCT, SYMBOL, WORD, Token

_END = Token(BREAK, "", -1, -1)
# The kinds of token that a template is compared with.
_SPOKEN = frozenset({WORD, PUNCT, NUMBER})


@cache
def _template(pattern: str) -> tuple[tuple[frozenset[str], bool], ...]:
    items = []
    for item in pattern.split():
        optional = item.endswith("?")
        items.append((frozenset(item.removesuffix("?").split("|")), optional))
    return tuple(items)


class Cursor:
    """A place in a list of tokens, up to `end`. `understood` is shared by all cursors over the same text."""

    __slots__ = ("end", "pos", "tokens", "understood")

    def __init__(self, tokens: list[Token], understood: set[int], pos: int = 0, end: int | None = None) -> None:
        self.tokens = tokens
        self.understood = understood
        self.pos = pos
        self.end = len(tokens) if end is None else end

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` places further on; an empty BREAK outside the text."""
        at = self.pos + ahead
        return self.tokens[at] if 0 <= at < self.end else _END

    @property
    def done(self) -> bool:
        return self.pos >= self.end

    def part(self, start: int, end: int) -> Cursor:
        """A cursor over a piece of the same text."""
        return Cursor(self.tokens, self.understood, start, end)

    def take(self, pattern: str) -> bool:
        """Move past the words of a template, or stay. `a|b` is either word, a trailing `?` makes an item optional.

        Words, punctuation and number words are compared by their text in lower case.
        """
        at, end, tokens = self.pos, self.end, self.tokens
        for words, optional in _template(pattern):
            if at < end and tokens[at].text in words and tokens[at].kind in _SPOKEN:
                at += 1
            elif not optional:
                return False
        self.pos = at
        return True

    def take_any(self, *patterns: str) -> bool:
        """`take` the first template that fits."""
        for pattern in patterns:  # noqa: SIM110 - the hottest loop of the parser
            if self.take(pattern):
                return True
        return False

    def looking_at(self, pattern: str) -> bool:
        """True where `take` would succeed; the cursor stays."""
        start = self.pos
        found = self.take(pattern)
        self.pos = start
        return found

    def keyword(self, *names: str) -> Token | None:
        """Move past a keyword in brackets with one of these names (any, without names)."""
        token = self.peek()
        if token.kind == KEYWORD and (not names or token.text in names):
            self.pos += 1
            return token
        return None

    def symbol(self, *names: str) -> Token | None:
        """Move past a symbol with one of these names (any, without names)."""
        token = self.peek()
        if token.kind == SYMBOL and (not names or token.text in names):
            self.pos += 1
            return token
        return None

    def number(self) -> int | None:
        """Move past a number, in digits or as a word."""
        token = self.peek()
        if token.kind == NUMBER:
            self.pos += 1
            return token.value
        return None

    def understand(self, start: int, end: int | None = None) -> None:
        """Record that the tokens from `start` to here (or to `end`) were understood."""
        self.understood.update(range(start, self.pos if end is None else end))

    def find(self, text: str, kind: str = PUNCT) -> int:
        """Where the next token of this kind and text is, from here on; -1 without one."""
        for at in range(self.pos, self.end):
            token = self.tokens[at]
            if token.kind == kind and token.text == text:
                return at
        return -1
