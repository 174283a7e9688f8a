"""Finding a card by any of its names: official, the API's, a legend's subtitle, a printed id; near misses suggest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from riftcore.errors import AmbiguousName, UnknownCard

# ASCII without what is no letter or digit; letters that do not decompose.
_ASCII: Final = {n: None for n in range(128) if not chr(n).isalnum()} | {ord("*"): "s"}
_LETTERS: Final = str.maketrans({"ß": "ss", "ø": "o", "Ø": "o", "æ": "ae", "Æ": "ae", "ł": "l", "Ł": "l", "*": "s"})


def key(name: str) -> str:
    """What is compared: letters and digits, without case and accents. The star of a signed printing counts as "s"."""
    if name.isascii():
        return name.lower().translate(_ASCII)
    flat = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    return "".join(ch for ch in flat.casefold() if ch.isalnum() and not unicodedata.combining(ch))


def id_keys(id_: str) -> Iterable[str]:
    """The forms of a printed id: `ogn-002-298` and, without the size of the set, `ogn-002`."""
    parts = id_.lower().replace("*", "s").split("-")
    whole = "".join(parts)
    if not (whole.isascii() and whole.isalnum()):  # no id of the usual form: the long way
        parts = [key(part) for part in parts]
        whole = "".join(parts)
    yield whole
    if len(parts) == 3:
        yield parts[0] + parts[1]


class NameIndex:
    """From keys to places in a list of cards."""

    __slots__ = ("_names", "_places")

    def __init__(self) -> None:
        self._places: dict[str, tuple[int, ...]] = {}
        self._names: list[str] = []

    def add(self, place: int, name: str, ids: Iterable[str], aliases: Iterable[str], subtitle: bool) -> None:
        """Enter a card; `subtitle`: what follows the comma of its name stands for it too (legends)."""
        self._names.append(name)
        keys = {key(name), *map(key, aliases)}
        for id_ in ids:
            keys.update(id_keys(id_))
        if subtitle and ", " in name:
            keys.add(key(name.split(", ", 1)[1]))
        places, here = self._places, (place,)
        for entry in keys:
            held = places.setdefault(entry, here)
            if held is not here:
                places[entry] = held + here

    def __contains__(self, name: str) -> bool:
        """Does the name stand for a card, or for several?"""
        return key(name) in self._places

    def find(self, name: str) -> int:
        """The place of the card of this name. Raises UnknownCard with the nearest names, or AmbiguousName."""
        found = self._places.get(key(name), ())
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            exact = [place for place in found if key(self._names[place]) == key(name)]
            if len(exact) == 1:
                return exact[0]
            raise AmbiguousName(name, [self._names[place] for place in found])
        raise UnknownCard(name, self._nearest(name))

    def _nearest(self, name: str) -> list[str]:
        from difflib import get_close_matches  # only if a name is wrong

        wanted = key(name)
        by_key: Mapping[str, str] = {key(official): official for official in self._names}
        starts = [official for entry, official in by_key.items() if wanted and entry.startswith(wanted)][:8]
        if starts:
            return starts
        parts = {key(piece): official for official in self._names for piece in official.split(", ")}
        close = get_close_matches(wanted, [*by_key, *parts], n=5, cutoff=0.6)
        return list(dict.fromkeys(by_key.get(entry) or parts[entry] for entry in close))[:4]
