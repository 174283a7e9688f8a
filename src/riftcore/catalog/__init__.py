"""The catalogue: what riftcore knows of each card, as printed numbers and clauses of cost and resource text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from riftcore.catalog import facts
from riftcore.catalog.cards import DOMAINS, TYPES, Card, Clause
from riftcore.catalog.names import NameIndex
from riftcore.catalog.tokens_table import TOKENS
from riftcore.errors import CatalogError, shown

__all__ = ["Card", "Catalog", "Clause"]


class Catalog:
    """Cards by name. `Catalog.builtin()` has all printed cards; `Catalog.from_riftcodex` reads a file of your own.

    `warnings` says what of a card file could not be read, `stale` which overrides of riftcore change nothing in it any
    more. Iterating gives the cards in the order of their names.
    """

    def __init__(self, rows: Iterable[facts.Row] = (), warnings: Iterable[str] = (), stale: Iterable[str] = ()) -> None:
        self._rows = list(rows)
        self._cards: list[Card | None] = [None] * len(self._rows)
        self._index: NameIndex | None = None
        self._inline: dict[str, Card] = {}
        self._known: Any = None  # what the core's reader of scenarios remembers of names: none means something else
        self._digests: list[int] | None = None
        self.warnings = tuple(warnings)
        self.stale = tuple(stale)

    @classmethod
    def builtin(cls) -> Catalog:
        """The shipped catalogue of all printed cards (one and the same object)."""
        return _builtin()

    @classmethod
    def from_facts(cls, path: str | Path) -> Catalog:
        """A catalogue of the facts that `riftcore cards compile` wrote.

        Every field is checked: CatalogError names the file, the card, the place in it and what was expected.
        """
        rows = facts.load(path)
        facts.check(rows, path)
        if Path(path) != facts.BUILTIN:
            from riftcore.catalog.check import check_deep

            check_deep(rows, path)
        return cls([facts.evaluated_row(row) for row in rows])

    @classmethod
    def from_riftcodex(cls, path: str | Path, errata: str | Path | None = None, *, complete: bool = False) -> Catalog:
        """Compile a card file (Riftcodex API JSON). `complete`: it is meant to hold every card (see riftcodex.read)."""
        from riftcore.catalog.compile import compile_card
        from riftcore.catalog.riftcodex import read

        file = read(path, errata, complete=complete)
        rows = [facts.to_row(compile_card(card), card.aliases) for card in file.cards]
        return cls(rows, file.warnings, file.stale)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Card]:
        return (self._at(place) for place in range(len(self._rows)))

    def __repr__(self) -> str:
        return f"<Catalog: {len(self)} cards>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The shipped one stays one object; what is made of the cards as they are asked for is made again.
        return (_builtin, ()) if self is _builtin() else (_restored, (self._rows, self.warnings, self._inline))

    @property
    def tokens(self) -> Mapping[str, Card]:
        """The game's tokens by name, such as Gold and Recruit."""
        return TOKENS

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits of all facts of the cards: the same for the same facts, in whatever order."""
        found = 0
        for digest in self.digests():
            found ^= digest
        return f"{found:016x}"

    def digests(self) -> list[int]:
        """64 bits of the facts of each card, in order; serialized states carry those of their cards (docs/notation.md).

        Other names and ids by which a card is found are no such facts.
        """
        if self._digests is None:
            self._digests = [facts.digest(row) for row in self._rows]
        return self._digests

    @property
    def rows(self) -> list[facts.Row]:
        """The facts as JSON objects (facts.py); not to be changed."""
        return self._rows

    def card(self, name: str) -> Card:
        """The card of this name: official, the API's spelling, a legend's subtitle, an id in any printed form, a token.

        Case, accents, spaces and punctuation do not matter. Raises UnknownCard (with near names) or AmbiguousName.
        """
        if not isinstance(name, str):
            raise CatalogError(f"expected the name of a card, found {type(name).__name__}")
        if (inline := self._inline.get(name)) is not None:
            return inline
        place = self._names().find(name)
        if place >= len(self._rows):
            return list(TOKENS.values())[place - len(self._rows)]
        return self._at(place)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self._inline or name in self._names())

    def add_inline(self, facts_: Mapping[str, Any]) -> Card:
        """Enter a card given by its numbers alone, as a scenario may; gives the card.

        Keys: `name`, `type`, and `domains`, `energy`, `power`, `might`, `tags`, `keywords`. Raises CatalogError for
        other keys or values.
        """
        card = inline_card(facts_)
        self._inline[card.name] = card
        self._known = None
        return card

    def coverage(self) -> Any:
        """How much of the cards' texts is understood: a coverage.Coverage."""
        from riftcore.catalog.coverage import Coverage

        return Coverage(self)

    def export(self) -> Iterator[dict[str, Any]]:
        """Every clause as a JSON object, in the order of the cards."""
        from riftcore.catalog.export import export

        return export(self)

    def export_cards(self) -> Iterator[facts.Row]:
        """Every card, then every token, as a JSON object with all its facts and clauses (docs/referee.md)."""
        from riftcore.catalog.export import whole_cards

        return whole_cards(self._rows, TOKENS.values())

    def _at(self, place: int) -> Card:
        card = self._cards[place]
        if card is None:
            card = self._cards[place] = facts.from_row(self._rows[place])
        return card

    def _names(self) -> NameIndex:
        if self._index is None:
            index = NameIndex()
            for place, row in enumerate(self._rows):
                ids = [row["id"], *row.get("ids", ())]
                index.add(place, row["name"], ids, row.get("aliases", ()), row["type"] == "legend")
            known = {row["name"] for row in self._rows}
            for place, token in enumerate(TOKENS.values(), start=len(self._rows)):
                if token.name not in known:
                    index.add(place, token.name, token.ids, (), False)
            self._index = index
        return self._index


@lru_cache(maxsize=1)
def _builtin() -> Catalog:
    return Catalog(facts.load())


def _restored(rows: list[facts.Row], warnings: tuple[str, ...], inline: dict[str, Card]) -> Catalog:
    """A catalogue from its pickle."""
    catalog = Catalog(rows, warnings)
    catalog._inline = inline
    return catalog


_INLINE = {"name", "type", "domains", "energy", "power", "might", "tags", "keywords"}


MAX_NAME = 200
"""Characters of the name of a card that is given by its numbers; as many tags and keywords are MAX_WORDS."""
MAX_WORD = 40
MAX_WORDS = 16


def inline_card(given: Mapping[str, Any]) -> Card:
    """The card of numbers given in a scenario; raises CatalogError with what was expected."""
    if not isinstance(given, Mapping):
        raise CatalogError(f"expected the facts of a card as an object, found {shown(given)}")
    unknown = [key for key in given if key not in _INLINE]
    if unknown:
        raise CatalogError(f"unknown key {shown(unknown[0])} in a card; expected {', '.join(sorted(_INLINE))}")
    name, type_ = given.get("name"), given.get("type")
    if not isinstance(name, str) or not name.strip():
        raise CatalogError(f"the name of a card given by its numbers: expected a text, found {shown(name)}")
    if len(name) > MAX_NAME or not name.isprintable():
        raise CatalogError(f"the name {shown(name)}: expected at most {MAX_NAME} characters that can be printed")
    if not isinstance(type_, str) or type_ not in TYPES:
        raise CatalogError(f"the type of {shown(name)} is {shown(type_)}; expected one of {', '.join(TYPES)}")
    domains = given.get("domains", [])
    if not isinstance(domains, list | tuple) or not all(isinstance(d, str) and d in DOMAINS for d in domains):
        raise CatalogError(
            f"the domains of {shown(name)} are {shown(domains)}; expected a list of {', '.join(DOMAINS)}"
        )
    numbers: dict[str, int] = {}
    for field in ("energy", "power", "might"):
        value = given.get(field)
        if value is None:
            continue
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 99:
            raise CatalogError(f"{field} of {shown(name)} is {shown(value)}; expected a number from 0 to 99")
        numbers[field] = value
    return Card(
        name=name,
        id="inline-" + "-".join(name.lower().split()),
        type=type_,
        domains=tuple(d for d in DOMAINS if d in domains),
        energy=numbers.get("energy", 0),
        power=numbers.get("power", 0),
        might=numbers.get("might"),
        tags=_tags(name, given.get("tags", ())),
        keywords=_keywords(name, given.get("keywords", {})),
    )


def _is_word(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= len(value) <= MAX_WORD and value.isprintable()


def _tags(name: str, given: object) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or len(given) > MAX_WORDS or not all(map(_is_word, given)):
        raise CatalogError(
            f"the tags of {shown(name)} are {shown(given)}; expected a list of at most {MAX_WORDS} words"
        )
    return tuple(tag.lower() for tag in given)


def _keywords(name: str, given: object) -> dict[str, int | None]:
    """Each keyword in lower case with its number; null for one without."""
    if not isinstance(given, Mapping) or len(given) > MAX_WORDS or not all(map(_is_word, given)):
        raise CatalogError(
            f'the keywords of {shown(name)} are {shown(given)}; expected one like {{"hidden": null, "deflect": 1}}'
        )
    for word, n in given.items():
        if n is not None and (type(n) is not int or not 0 <= n <= 99):
            raise CatalogError(f"the keyword {shown(word)} of {shown(name)} is {shown(n)}; expected 0 to 99, or null")
    return {word.lower(): n for word, n in given.items()}
