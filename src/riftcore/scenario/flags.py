"""A situation, and a play, from the short notations of the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from riftcore.errors import CatalogError, RiftcoreError, ScenarioError
from riftcore.node import nearest, show
from riftcore.scenario.values import DOMAINS, RESTRICTIONS

_RUNES = re.compile(r"([0-9]{1,3})(?:\+([0-9]{1,3}))?")
MOST_COMMAS = 3  # in the name of a card: it has one at most today

if TYPE_CHECKING:
    from riftcore import Catalog, Cost

PLAYER_FLAGS = ("runes", "pool", "restricted", "sources", "xp", "points", "showdown")
"""The flags that describe a situation; absent ones are None, "" or False."""


def player_situation(flags: Mapping[str, Any], cards: Catalog) -> dict[str, Any]:
    """The scenario of one player with the runes, the pool and the objects of the flags."""
    player: dict[str, Any] = {}
    if flags["runes"]:
        player["runes"] = parse_runes(flags["runes"])
    if flags["pool"] or flags["restricted"]:
        player["pool"] = parse_pool(flags["pool"] or "", flags["restricted"] or ())
    if flags["sources"]:
        player |= parse_sources(flags["sources"], cards)
    player |= {key: flags[key] for key in ("xp", "points") if flags[key] is not None}
    return {"players": [player]} | ({"turn": {"showdown": "A"}} if flags["showdown"] else {})


def play_action(flags: Mapping[str, Any], card: str) -> dict[str, Any]:
    """The play of a card with the options of the flags."""
    action: dict[str, Any] = {"play": card}
    for key in ("pay", "targets", "modes"):
        if flags[key]:
            action[key] = list(flags[key])
    action |= {key: flags[key] for key in ("to", "from", "by", "ignoring") if flags[key]}
    return action


def parse_runes(text: str) -> dict[str, Any]:
    """Runes by domain: `fury:3,calm:2+1` is 3 ready Fury runes, 2 ready Calm runes and 1 exhausted one."""
    found: dict[str, Any] = {}
    for part in _parts(text):
        domain, _, numbers = part.partition(":")
        domain = domain.strip().lower()
        if domain not in DOMAINS:
            _fail("--runes", part, f"a domain ({', '.join(DOMAINS)})", nearest(domain, DOMAINS))
        match = _RUNES.fullmatch(numbers.strip())
        if not match:
            _fail("--runes", part, f'"{domain}:READY" or "{domain}:READY+EXHAUSTED", like "{domain}:2+1"')
        if domain in found:
            _fail("--runes", part, f"{domain} once")
        found[domain] = {"ready": int(match[1]), "exhausted": int(match[2] or 0)}
    return found


def parse_pool(text: str, restricted: Iterable[str] = ()) -> dict[str, Any]:
    """A pool: `2[fury][any]` is 2 Energy, 1 Fury and 1 universal Power; each of `restricted` like `spells:1[any]`."""
    pool = _resources("--pool", text)
    entries = []
    for part in restricted:
        only, colon, rest = part.partition(":")
        if only not in RESTRICTIONS or not colon:
            options = ", ".join(RESTRICTIONS)
            _fail("--restricted", part, f'"KIND:RESOURCES" with a kind of {options}', nearest(only, RESTRICTIONS))
        entries.append(_resources("--restricted", rest) | {"only": only})
    return pool | ({"restricted": entries} if entries else {})


def parse_sources(text: str, cards: Catalog) -> dict[str, Any]:
    """Objects that are ready: `Gold:2,Seal of Rage` is two Gold and a Seal. A legend goes to the legend zone; names
    with a comma are found as well (`Lux, Crownguard`)."""
    player: dict[str, Any] = {"board": []}
    words = _parts(text)
    start = 0
    while start < len(words):
        for end in range(min(len(words), start + MOST_COMMAS + 1), start, -1):
            name, number = _counted(", ".join(words[start:end]))
            if name in cards:
                break
        try:
            card = cards.card(name)
        except CatalogError as error:
            raise ScenarioError(f"--sources: expected a card: {error}") from None
        if card.type == "legend":
            if number != 1 or "legend" in player:
                _fail("--sources", name, "one legend at most")
            player["legend"] = {"card": card.name}
        elif number > 64:
            _fail("--sources", f"{name}:{number}", "at most 64 of a card")
        else:
            player["board"] += [{"card": card.name}] * number
        start = end
    return {key: value for key, value in player.items() if value}


def _counted(text: str) -> tuple[str, int]:
    name, colon, number = text.rpartition(":")
    if not colon or not re.fullmatch(r"\s*[0-9]+\s*", number):
        return text.strip(), 1
    return name.strip(), int(number) if len(number) < 10 else 10**9


def parse_cost(flag: str, text: str) -> Cost:
    """A cost in its notation; the error names the flag."""
    from riftcore import Cost

    try:
        return Cost.parse(text)
    except RiftcoreError as error:
        raise ScenarioError(f"{flag}: {error}") from None


def _resources(flag: str, text: str) -> dict[str, Any]:
    cost = parse_cost(flag, text)
    hybrids = [key for key in cost.power if "|" in key]
    if hybrids or cost.other:
        _fail(flag, text, "Energy and Power that lie in a pool, like 2[fury][any]")
    data: dict[str, Any] = {key: value for key, value in cost.to_dict().items() if key in ("energy", "power")}
    return data


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _fail(flag: str, found: str, expected: str, hint: str = "") -> NoReturn:
    raise ScenarioError(f"{flag}: expected {expected}, found {show(found)}{hint}")
