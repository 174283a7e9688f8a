"""Reading a card file of the Riftcodex API: printings folded into cards, errata and overrides applied.

Nothing here stops at one bad record: what cannot be read is reported as a warning with the record's id, and the rest is
read. Only a file without a single readable record is an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from riftcore.catalog import overrides
from riftcore.catalog.cards import DOMAINS, TYPES
from riftcore.catalog.errata import Erratum, apply, read_errata
from riftcore.catalog.files import parse_json, read_text, whole
from riftcore.catalog.tokens import plain
from riftcore.errors import CatalogError

# Main sets in the order of their release; a set that is not here is newer, and one of promotional cards comes last.
_SETS: Final = ("ogn", "ogs", "sfd", "unl", "ven")
_PROMOTIONAL: Final = ("opp", "pr", "jdg")


# Where an answer of the API keeps its records.
_LISTS: Final = ("items", "cards", "data")


@dataclass(slots=True)
class Printing:
    """One record of the file."""

    id: str
    name: str  # as in the file
    card: str  # the name of the card that it is a printing of
    type: str
    supertype: str | None
    domains: tuple[str, ...]
    energy: int | None
    power: int | None
    might: int | None
    tags: tuple[str, ...]
    text: str  # plain; a [C] that the file writes as a rainbow symbol is :rb_rune_own:
    set: str

    @property
    def numbers(self) -> tuple[Any, ...]:
        """What must be equal in all printings of a card."""
        return self.type, self.domains, self.energy, self.power, self.might


@dataclass(slots=True)
class Folded:
    """All printings of one card: the base printing first."""

    name: str
    printings: list[Printing]
    text: str = ""
    aliases: list[str] = field(default_factory=list)

    @property
    def base(self) -> Printing:
        return self.printings[0]


@dataclass(slots=True)
class CardFile:
    """What was read of a card file."""

    cards: list[Folded]
    printings: int
    warnings: list[str]
    stale: list[str] = field(default_factory=list)  # overrides that change nothing any more


def read(path: str | Path, errata: str | Path | None = None, *, complete: bool = False) -> CardFile:
    """Read and fold a card file. `complete`: the file holds every card, so each override must find its own.

    Raises CatalogError if the file cannot be opened or holds no readable record. An override that changes nothing
    any more is an error, too: it is raised if the file is complete, and else is in `stale` (a user's newer file may
    be mended, and is read all the same).
    """
    warnings: list[str] = []
    records = list(_records(Path(path), warnings))
    printings = [
        found
        for number, record in enumerate(records, start=1)
        if (found := _printing(number, record, warnings)) is not None
    ]
    _warn_of_repeats(records, warnings)
    if not printings:
        raise CatalogError(f"{path}: no readable card record" + (f" ({warnings[0]})" if warnings else ""))
    cards = _fold(printings, warnings)
    overrides_used = _override(cards)
    if errata is not None:
        entries = read_errata(errata, warnings)
        overrides_used |= _apply_errata(cards, entries, warnings)
    stale = _stale_overrides(cards, overrides_used, complete)
    if complete and stale:
        raise CatalogError("; ".join(stale))
    return CardFile(cards, len(printings), warnings, stale)


# ------------------------------------------------------------------ records


def _records(path: Path, warnings: list[str]) -> Iterator[Any]:
    text = read_text(path)
    try:
        data = parse_json(text)
    except (json.JSONDecodeError, RecursionError) as error:
        yield from _salvage(path, text, error, warnings)
        return
    if isinstance(data, dict):
        data = next((data[key] for key in _LISTS if isinstance(data.get(key), list)), [data])
    if not isinstance(data, list):
        raise CatalogError(f"{path}: expected a list of card records, found {type(data).__name__}")
    yield from data


def _salvage(path: Path, text: str, error: Exception, warnings: list[str]) -> Iterator[Any]:
    """The records of a damaged list up to the damage; those of a file with one record a line."""
    place = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "nested too deeply"
    at, listed = _first_record(text)
    if at < 0:
        raise CatalogError(f"{path}: not JSON ({place})") from error
    decoder = json.JSONDecoder(parse_int=whole)
    last = None
    count = 0
    while True:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        try:
            record, at = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            break
        count += 1
        last = record
        yield record
    if count and at == len(text) and not listed:
        return  # one record a line: that is all
    if not count:
        raise CatalogError(f"{path}: not JSON ({place})") from error
    name = last.get("riftbound_id") if isinstance(last, dict) else None
    warnings.append(f"{path}: damaged or cut off ({place}) after record {count} ({name}); the rest was not read")


def _first_record(text: str) -> tuple[int, bool]:
    """Where the records begin (-1: nowhere), and whether in a list: at once, or in the list of an object."""
    start = len(text) - len(text.lstrip())
    if text.startswith("[", start):
        return start + 1, True
    if not text.startswith("{", start):
        return -1, False
    if text[start + 1 : start + 100].lstrip().startswith(tuple(f'"{key}"' for key in _LISTS)):
        return text.find("[", start) + 1 or -1, True
    return start, False


def _printing(number: int, record: Any, warnings: list[str]) -> Printing | None:
    if not isinstance(record, dict):
        warnings.append(f"record {number} is {type(record).__name__}, not an object; left out")
        return None
    label = record.get("riftbound_id") or record.get("id") or record.get("name") or "no id"
    try:
        return _read_printing(record)
    except ValueError as error:
        reason = str(error)
    except (KeyError, TypeError, AttributeError) as error:
        reason = f"no {error.args[0]}" if isinstance(error, KeyError) else f"odd field ({error})"
    warnings.append(f"record {number} ({label}): {reason}; left out")
    return None


def _warn_of_repeats(records: list[Any], warnings: list[str]) -> None:
    """An id that is there twice. (The API has some printings twice under ids of its own: that is no fault.)"""
    seen: dict[Any, int] = {}
    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            continue
        printed, entry = record.get("riftbound_id"), record.get("id")
        ids = str(printed), str(entry if entry is not None else "")
        first = seen.setdefault(ids, number)
        if first != number and (printed is not None or entry is not None):
            name = printed if printed is not None else entry
            warnings.append(f"record {number} ({name}): the same id as record {first}")


def _read_printing(record: dict[str, Any]) -> Printing:
    name = record["name"]
    id_ = record.get("riftbound_id") or record.get("id")
    if not isinstance(name, str) or not name.strip():
        raise ValueError("no name")
    if not isinstance(id_, str):
        raise ValueError("no id")
    if not (name.isprintable() and id_.isprintable()):
        raise ValueError("its name or id cannot be printed")
    about = record["classification"]
    type_ = str(about["type"]).lower()
    if type_ not in TYPES:
        raise ValueError(f"type is {about['type']!r}; expected one of {', '.join(TYPES)}")
    named = [str(d).lower() for d in about.get("domain") or []]
    unknown = [d for d in named if d not in DOMAINS and d != "colorless"]
    if unknown:
        raise ValueError(f"domain is {unknown[0]!r}; expected one of {', '.join(DOMAINS)} or colorless")
    numbers = record.get("attributes") or {}
    rich = record.get("text") or {}
    text = rich.get("rich") or rich.get("plain") or ""
    if not isinstance(text, str):
        raise ValueError("the text is not a string")
    text = text.encode("utf-8", "replace").decode()  # lone surrogates could not be quoted
    domains = tuple(d for d in DOMAINS if d in named)
    spoken = (record.get("media") or {}).get("accessibility_text") or ""
    clean = " ".join(name.replace("’", "'").split())
    supertype = about.get("supertype")
    return Printing(
        id=id_.lower(),
        name=clean,
        card=folded_name(clean),
        type=type_,
        supertype=str(supertype).capitalize() if supertype else None,
        domains=domains,
        energy=_number(numbers, "energy"),
        power=_number(numbers, "power"),
        might=_number(numbers, "might"),
        tags=tuple(_tag(tag) for tag in record.get("tags") or []),
        text=_own_symbols(plain(text), plain(str(spoken)), domains),
        set=id_.split("-")[0].lower(),
    )


def _tag(tag: Any) -> str:
    if not isinstance(tag, str) or not tag.isprintable():
        raise ValueError(f"a tag is {tag!r}; expected a text")
    return tag.lower().replace("’", "'")


def _number(numbers: dict[str, Any], name: str) -> int | None:
    value = numbers.get(name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99):
        return value
    if isinstance(value, str) and value.strip().isdigit():
        return int(value)
    raise ValueError(f"{name} is {value!r}; expected a number")


def _own_symbols(text: str, spoken: str, domains: tuple[str, ...]) -> str:
    """The text with each rainbow symbol that the accessibility text calls [C] written as :rb_rune_own:.

    The file has one symbol for [A] and for the [C] of a card with several domains (135.2.e.6); its accessibility text
    keeps them apart. Symbols are paired in their order; if the numbers differ the text stays as it is.
    """
    if len(domains) < 2:
        return text
    rainbow = ":rb_rune_rainbow:"
    parts = text.split(":rb_rune_")
    letters = [spoken[i + 1] for i in range(len(spoken) - 2) if spoken[i : i + 3] in ("[A]", "[C]")]
    if len(letters) != len(parts) - 1:
        return text
    out = parts[0]
    for part, letter in zip(parts[1:], letters, strict=True):
        symbol = ":rb_rune_" + part
        if letter == "C" and symbol.startswith(rainbow):
            symbol = ":rb_rune_own:" + symbol[len(rainbow) :]
        out += symbol
    return out


# ------------------------------------------------------------------ folding


def folded_name(name: str) -> str:
    """The card that a printing's name stands for: no variant in parentheses, one face, a comma before the subtitle."""
    name = name.split(" // ")[0].strip()
    while name.endswith(")") and " (" in name:
        name = name[: name.rindex(" (")].strip()
    return name.replace(" - ", ", ")


def _fold(printings: list[Printing], warnings: list[str]) -> list[Folded]:
    groups: dict[str, list[Printing]] = {}
    seen: dict[str, Printing] = {}
    for printing in printings:
        if printing.card in overrides.RENAMES:
            printing.card = overrides.RENAMES[printing.card][0]
        first = seen.setdefault(printing.id, printing)
        if first is not printing and first.card.lower() != printing.card.lower() and not _subtitles(first, printing):
            warnings.append(f"{printing.id}: the id of both {first.card!r} and {printing.card!r}")
        groups.setdefault(_key(printing.card), []).append(printing)
    _join_subtitles(groups)
    cards: list[Folded] = []
    for group in groups.values():
        group.sort(key=_base_first)
        first = group[0]
        same = [p for p in group if p.numbers == first.numbers]
        cards.append(_folded(first.card, same))
        others = [p for p in group if p.numbers != first.numbers]
        while others:
            odd = [p for p in others if p.numbers == others[0].numbers]
            warnings.append(
                f"{odd[0].id}: {odd[0].card!r} is also the name of {first.id}, whose type, domains or numbers differ; "
                "kept as a card of its own"
            )
            cards.append(_folded(f"{odd[0].card} ({odd[0].id})", odd))
            others = [p for p in others if p.numbers != odd[0].numbers]
    cards.sort(key=lambda card: card.name.lower())
    return cards


def _folded(name: str, group: list[Printing]) -> Folded:
    aliases = sorted({p.name for p in group} | {p.card for p in group} - {name})
    text = next((p.text for p in group if p.text.strip()), "")
    return Folded(name, group, text, aliases)


def _key(name: str) -> str:
    return "".join(ch for ch in name.lower() if ch.isalnum())


def _subtitles(one: Printing, other: Printing) -> bool:
    return one.type == other.type == "legend"


def _join_subtitles(groups: dict[str, list[Printing]]) -> None:
    """Legends that the file also has under the subtitle alone are printings of the full name."""
    subtitles = {
        _key(group[0].card.split(", ", 1)[1]): key
        for key, group in groups.items()
        if group[0].type == "legend" and ", " in group[0].card
    }
    for key in [k for k in groups if k in subtitles and groups[k][0].type == "legend"]:
        full = groups[subtitles[key]]
        for printing in groups.pop(key):
            printing.card = full[0].card
            full.append(printing)


def _base_first(printing: Printing) -> tuple[Any, ...]:
    """Sorts printings: main sets by release, the plain number of the set before variants, low numbers first."""
    parts = printing.id.split("-")
    number = parts[1] if len(parts) > 1 else ""
    size = parts[2] if len(parts) > 2 else ""
    plain_number = number.isdigit()
    beyond = plain_number and size.isdigit() and int(number) > int(size)
    release = _SETS.index(printing.set) if printing.set in _SETS else len(_SETS)
    return (
        printing.set in _PROMOTIONAL,
        release,
        beyond or not plain_number,
        int("".join(ch for ch in number if ch.isdigit()) or 0),
        number,
        "(" in printing.name,
        ", " not in printing.name.replace(" - ", ", ") and printing.type == "legend",
        printing.name,
    )


# ------------------------------------------------------------------ overrides and errata


def _override(cards: list[Folded]) -> set[tuple[str, str]]:
    """Apply the overrides of text; gives those that changed something."""
    used: set[tuple[str, str]] = set()
    for card in cards:
        if card.name in overrides.WORDINGS:
            wanted = overrides.WORDINGS[card.name][0]
            other = next((p for p in card.printings if p.id == wanted), None)
            if other is not None and other.text != card.text:
                card.text = other.text
                used.add(("WORDINGS", card.name))
        if card.name in overrides.SYMBOLS:
            meaning = overrides.SYMBOLS[card.name][0]
            old, new = ":rb_rune_rainbow:", ":rb_rune_own:"
            if meaning == "any":
                old, new = new, old
            if old in card.text:
                card.text = card.text.replace(old, new)
                used.add(("SYMBOLS", card.name))
        for name, old, new, _ in overrides.EDITS:
            if name == card.name and old in card.text and f"[{old}" not in card.text:
                card.text = card.text.replace(old, new)
                used.add(("EDITS", name))
        if card.name in overrides.EFFECT_BOXES and "[Effect]" not in card.text:
            used.add(("EFFECT_BOXES", card.name))
        used.update(("RENAMES", old) for old, (new, _) in overrides.RENAMES.items() if new == card.name)
    return used


def _apply_errata(cards: list[Folded], entries: list[Erratum], warnings: list[str]) -> set[tuple[str, str]]:
    by_key = {_key(card.name): card for card in cards}
    for card in cards:
        if card.base.type == "legend" and ", " in card.name:
            by_key.setdefault(_key(card.name.split(", ", 1)[1]), card)
    used: set[tuple[str, str]] = set()
    for entry in entries:
        name = entry.name
        if name in overrides.ERRATA_NAMES:
            used.add(("ERRATA_NAMES", name))
            name = overrides.ERRATA_NAMES[name][0]
        card_of_entry = by_key.get(_key(name))
        if card_of_entry is None:
            warnings.append(f"errata for {entry.name!r}: no such card")
            continue
        changed = apply(card_of_entry.text, entry)
        if changed is None:
            warnings.append(f"errata for {entry.name!r}: its old text is not that of {card_of_entry.base.id}")
        else:
            card_of_entry.text = changed
    return used


def _stale_overrides(cards: list[Folded], used: set[tuple[str, str]], complete: bool) -> list[str]:
    names = {card.name for card in cards}
    stale: list[str] = []
    tables: dict[str, dict[str, str]] = {
        "RENAMES": {old: new for old, (new, _) in overrides.RENAMES.items()},
        "WORDINGS": {name: name for name in overrides.WORDINGS},
        "SYMBOLS": {name: name for name in overrides.SYMBOLS},
        "EDITS": {edit[0]: edit[0] for edit in overrides.EDITS},
        "EFFECT_BOXES": {name: name for name in overrides.EFFECT_BOXES},
    }
    for table, entries in tables.items():
        for key, card in entries.items():
            if (table, key) in used:
                continue
            if complete and card not in names:
                stale.append(f"override {table}[{key!r}]: no such card in the file")
            if card in names:
                stale.append(f"override {table}[{key!r}] no longer changes anything: remove it")
    return stale
