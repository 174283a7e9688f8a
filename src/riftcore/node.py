"""A value of a parsed JSON document with its path: every error says where, what was found and what was expected."""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from operator import is_
from typing import Any, NoReturn

from riftcore.errors import ScenarioError, shown
from riftcore.ground._types import MAX_ID, MAX_TEXT, MOST

MAX_ITEMS = 256
"""No list or object of a situation or an action is longer, unless its reader says so."""
MAX_DEPTH = 32
"""Lists and objects in each other: a scenario needs 8."""
MAX_PLAIN = 10_000
"""No list or object of a scenario is longer."""


def show(value: Any, limit: int = 60) -> str:
    """A value as short JSON for a message."""
    if isinstance(value, int) or (isinstance(value, list | tuple | dict) and len(value) > limit):
        return str(value).lower() if isinstance(value, bool) else shown(value, limit)
    try:
        text = json.dumps(value[:limit] if isinstance(value, str) else value, ensure_ascii=True, default=shown)
    except (RecursionError, TypeError, ValueError):  # nested too deep, keys that are no text, a ring, a huge number
        text = shown(value, limit)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def nearest(word: str, options: Iterable[str]) -> str:
    """`; did you mean "x"?` for the option that looks most like the word, or nothing."""
    known = {option.casefold(): option for option in options}
    close = difflib.get_close_matches(word.casefold()[:80], known, n=1, cutoff=0.6)
    return f"; did you mean {show(known[close[0]])}?" if close else ""


def step(path: str, key: object) -> str:
    """The path one step further: to the value of a key, or to the place of a number in a list."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    plain = isinstance(key, str) and len(key) <= 40 and key.replace("_", "a").isalnum() and key.isascii()
    return f"{path}.{key}" if path and plain else f"{path}{key if plain else f'[{show(key, 40)}]'}"


def plain(value: Any, depth: int = 0) -> Any:
    """The value with a dict, list or str for each part that only acts as one; itself if there is none such."""
    if isinstance(value, str):
        return value if type(value) is str else str.__str__(value)
    if depth > MAX_DEPTH or not isinstance(value, Mapping | list | tuple) or len(value) > MAX_PLAIN:
        return value
    parts = [part for item in value.items() for part in item] if isinstance(value, Mapping) else list(value)
    found = [plain(part, depth + 1) for part in parts]
    if type(value) in (dict, list) and all(map(is_, found, parts)):
        return value
    return dict(zip(found[::2], found[1::2], strict=True)) if isinstance(value, Mapping) else found


class Node:
    """A JSON value and its path (`players[0].board[1].card`)."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def fail(self, expected: str, hint: str = "") -> NoReturn:
        """Raise the error that this value is not what was expected here."""
        where = f"{self.path}: " if self.path else ""
        raise ScenarioError(f"{where}expected {expected}, found {show(self.value)}{hint}", self.path)

    def reject(self, message: str) -> NoReturn:
        """Raise an error in words of its own, at this place."""
        where = f"{self.path}: " if self.path else ""
        raise ScenarioError(f"{where}{message}", self.path)

    def child(self, key: str) -> Node:
        return Node(self.value[key], step(self.path, key))

    def keys(self, allowed: Collection[str], what: str = "an object") -> dict[str, Node]:
        """The children by key; a key that is not allowed is an error that names the nearest one."""
        fields = self.mapping(what)
        for key, node in fields.items():
            if key not in allowed:
                where = f"{node.path}: "
                hint = nearest(key, allowed)
                raise ScenarioError(f"{where}unknown key {show(key)}{hint or known_list(allowed)}", node.path)
        return fields

    def mapping(self, what: str = "an object") -> dict[str, Node]:
        """The children by key, whatever the keys are."""
        if not isinstance(self.value, Mapping):
            self.fail(what)
        if len(self.value) > MAX_ITEMS:
            self.reject(f"expected at most {MAX_ITEMS} keys, found {len(self.value)}")
        for key in self.value:
            if not isinstance(key, str):
                self.reject(f"expected texts as keys, found {show(key)}")
        return {key: self.child(key) for key in self.value}

    def items(self, what: str = "a list", most: int = MAX_ITEMS) -> list[Node]:
        """The elements of a list; one that is longer than what is held is not read."""
        if not isinstance(self.value, list | tuple):
            self.fail(what)
        if len(self.value) > most:
            self.reject(f"expected at most {most} of them, found {len(self.value)}")
        return [Node(item, f"{self.path}[{i}]") for i, item in enumerate(self.value)]

    def count(self, high: int = MOST, low: int = 0, what: str = "a whole number") -> int:
        """A whole number in low..high; true and 1.0 are none."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.fail(f"{what} from {low} to {high}")
        return self.value

    def flag(self) -> bool:
        if type(self.value) is not bool:
            self.fail("true or false")
        return self.value

    def text(self, what: str = "a text") -> str:
        """A text that is not empty and can be printed anywhere."""
        if not isinstance(self.value, str) or not self.value.strip():
            self.fail(what)
        if len(self.value) > MAX_TEXT:
            self.reject(f"expected {what} of at most {MAX_TEXT} characters, found {len(self.value)}")
        if any("\ud800" <= char <= "\udfff" for char in self.value):
            self.fail(f"{what} without lone surrogates")
        return self.value

    def choice(self, options: Iterable[str], what: str = "one of") -> str:
        """One of some words, else an error with the nearest one."""
        known = tuple(options)
        if not isinstance(self.value, str) or self.value not in known:
            hint = nearest(self.value, known) if isinstance(self.value, str) else ""
            self.fail(f"{what} {_listed(known)}" if known else f"{what} (there are none)", hint)
        return self.value

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items())


def known_list(allowed: Iterable[str]) -> str:
    """`; known here: a, b, c`."""
    return f"; known here: {_listed(tuple(allowed))}"


def _listed(options: tuple[str, ...], limit: int = 12) -> str:
    shown = ", ".join(map(show, options[:limit]))
    return shown if len(options) <= limit else f"{shown} and {len(options) - limit} more"


_LONG_ID = f"an id of at most {MAX_ID} characters"


def read_id(node: Node) -> str:
    """An id: a text without spaces that can be printed."""
    what = "an id (a text without spaces)" if not isinstance(node.value, str) or len(node.value) <= MAX_ID else _LONG_ID
    name = node.text(what)
    if len(name) > MAX_ID or not name.isprintable() or any(char.isspace() for char in name):
        node.fail(what)
    return name
