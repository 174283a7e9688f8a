"""Finding a card by any of its names: official, the API's, a legend's subtitle, a printed id; near misses suggest."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from itertools import chain
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


LONGEST: Final = 80  # letters of a name that near ones are looked for
KEPT: Final = 1024  # wrong names whose near ones are kept
ALIKE: Final = 0.4


class NameIndex:
    """From keys to places in a list of cards."""

    __slots__ = ("_names", "_near", "_pairs", "_places")

    def __init__(self) -> None:
        self._places: dict[str, tuple[int, ...]] = {}
        self._names: list[str] = []
        self._near: dict[str, list[str]] = {}
        self._pairs: tuple[list[tuple[str, str]], list[int], dict[str, list[int]]] | None = None

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

    def __contains__(self, name: str) -> bool:
        """Does the name stand for one card? Without the search for near names that an error takes."""
        found = self._places.get(key(name), ())
        return len(found) == 1 or sum(key(self._names[place]) == key(name) for place in found) == 1

    def _nearest(self, name: str) -> list[str]:
        """The names that look most like this one, best first. The latest that were asked for are kept."""
        wanted = key(name[:LONGEST])
        found = self._near.get(wanted)
        if found is None:
            if len(self._near) >= KEPT:
                self._near.clear()
            found = self._near[wanted] = self._search(wanted)
        return found

    def _search(self, wanted: str) -> list[str]:
        if self._pairs is None:
            self._pairs = self._all_pairs()
        keys, sizes, places = self._pairs
        first = bisect_left(keys, (wanted, ""))
        starts: list[str] = []
        while wanted and first < len(keys) and keys[first][0].startswith(wanted) and len(starts) < 8:
            starts.append(keys[first][1])
            first += 1
        if starts:
            return list(dict.fromkeys(starts))
        # The share of pairs of letters that two names have in common (Dice's coefficient).
        pairs = _pairs(wanted)
        shared = Counter(chain.from_iterable([places[pair] for pair in pairs if pair in places]))
        least = len(pairs) // 3
        alike = [(-2 * n / (len(pairs) + sizes[place]), place) for place, n in shared.items() if n >= least]
        found = [keys[place][1] for unlike, place in sorted(alike)[:8] if -unlike >= ALIKE]
        return list(dict.fromkeys(found))[:4]

    def _all_pairs(self) -> tuple[list[tuple[str, str]], list[int], dict[str, list[int]]]:
        """Names and their parts by key, how many pairs of letters each has, and where each pair is."""
        by_key = {key(official): official for official in self._names}
        for official in self._names:
            for piece in official.split(", "):
                by_key.setdefault(key(piece), official)
        keys = sorted(by_key.items())
        sizes = []
        places: dict[str, list[int]] = {}
        for place, (entry, _) in enumerate(keys):
            pairs = _pairs(entry)
            sizes.append(len(pairs))
            for pair in pairs:
                places.setdefault(pair, []).append(place)
        return keys, sizes, places


def _pairs(entry: str) -> set[str]:
    """Two letters that stand next to each other, with both ends."""
    whole = f" {entry} "
    return {whole[i : i + 2] for i in range(len(whole) - 1)}
