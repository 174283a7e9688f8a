"""Boards full of Add sources, and what it takes to replay a payment on them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import boards

import riftcore as rc

SEALS = (
    "Seal of Rage", "Seal of Focus", "Seal of Insight", "Seal of Strength", "Seal of Discord", "Seal of Unity",
)  # fmt: skip
SOURCES = (
    *SEALS, "Energy Conduit", "Energy Conduit", "Dragonsoul Sage", "Platewyrm Egg", "Platewyrm Egg", "Gold", "Gold",
    "Honeyfruit", "Hextech Anomaly", "Ancient Henge", "Lux, Crownguard", "Heimerdinger, Inventor",
    "Heimerdinger, Inventor",
)  # fmt: skip
LEGENDS = (
    "Kai'Sa, Daughter of the Void", "Ornn, Fire Below the Mountain", "Diana, Scorn of the Moon",
    "Renata Glasc, Chem-Baroness", "Renekton, Butcher of the Sands", None,
)  # fmt: skip
PURPOSES = (
    "spell", "unit", "gear", "unit ability", "gear ability", "legend ability", "trigger", "resolution", "move", "hide",
)  # fmt: skip
HEIMERDINGER = "Heimerdinger, Inventor"


def thing(rng: Random, name: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = {"card": name, "id": f"x{number}"}
    if name in ("Dragonsoul Sage", "Lux, Crownguard", HEIMERDINGER) and rng.random() < 0.4:
        found["at"] = rng.choice(("A", "B"))
    if name in ("Platewyrm Egg", HEIMERDINGER) and rng.random() < 0.5:
        found["states"] = ["empowered"]
    if name == "Gold":
        found["token"] = True
    if rng.random() < 0.2:
        found["exhausted"] = True
    return found


def pool(rng: Random) -> dict[str, Any]:
    """A pool with every kind of resource, at times."""
    found: dict[str, Any] = {"energy": rng.choice((0, 0, 1, 2))}
    found["power"] = {name: rng.choice((0, 1, 2)) for name in rng.sample((*boards.DOMAINS, "any"), rng.randint(0, 3))}
    found["restricted"] = []
    for only in rng.sample(("spells", "units", "gear", "showdown"), rng.choice((0, 0, 1, 4))):
        entry: dict[str, Any] = {"only": only}
        if only != "gear":
            entry["energy"] = rng.randint(1, 2)
        if only in ("spells", "gear"):
            entry["power"] = {"any": rng.randint(1, 2)}
        found["restricted"].append(entry)
    return found


def situation(rng: Random, most: int = 6) -> dict[str, Any]:
    """One player with up to `most` sources, runes and a pool, at times in a showdown."""
    names = [rng.choice(SOURCES) for _ in range(rng.randint(0, most))]
    while names.count(HEIMERDINGER) > 2:
        names.remove(HEIMERDINGER)
    you: dict[str, Any] = {
        "runes": boards.runes(rng, 4) if rng.random() < 0.7 else {},
        "pool": pool(rng) if rng.random() < 0.7 else {},
        "board": [thing(rng, name, i) for i, name in enumerate(names)],
        "xp": rng.choice((0, 6)),
        "points": rng.choice((0, 7)),
    }
    legend = rng.choice(LEGENDS)
    if legend is not None:
        you["legend"] = {"card": legend, "id": "legend", "exhausted": rng.random() < 0.2}
    turn = {"showdown": rng.choice((False, False, "A"))}
    return {"turn": turn, "players": [you, {}]}


def cost(rng: Random) -> rc.Cost:
    """A cost of a few symbols of all kinds."""
    power: dict[str, int] = {}
    for key in rng.sample((*boards.DOMAINS, "any", "any", "calm|chaos", "fury|mind"), rng.randint(0, 3)):
        power[key] = rng.choice((1, 1, 2))
    return rc.Cost(energy=rng.choice((0, 1, 1, 2, 3, 4)), power=power)


def questions(seed: int, n: int, most: int = 6) -> Iterator[tuple[rc.State, rc.Cost, str]]:
    """States with a cost and a purpose."""
    rng = Random(seed)
    for _ in range(n):
        yield rc.State.from_scenario(situation(rng, most)), cost(rng), rng.choice(PURPOSES)


def left(state: rc.State) -> tuple[Any, ...]:
    """What a payment changes of the first player: runes, pool, objects and their readiness."""
    you = state.to_scenario()["players"][0]
    things = {t.get("id", i): t.get("exhausted", False) for i, t in enumerate(you.get("board", ()))}
    return you.get("runes"), you.get("pool"), things, you.get("legend", {}).get("exhausted", False)


def game(rng: Random, most: int = 4) -> dict[str, Any]:
    """The same with cards to play, objects to give up and an opponent."""
    found = situation(rng, most)
    found["turn"]["showdown"] = False
    you = found["players"][0]
    you["board"] += [boards.thing(rng, f"b{i}", 0, 1) for i in range(rng.randint(0, 3))]
    types = ("spell", "unit", "gear")
    you["hand"] = [boards.pick(rng, types, boards.HAND_KINDS).name for _ in range(rng.randint(1, 4))]
    you["trash"] = [boards.pick(rng, types, boards.HAND_KINDS).name for _ in range(rng.randint(0, 2))]
    found["players"][1] = {"board": [boards.thing(rng, f"o{i}", 1, 1) for i in range(rng.randint(0, 2))]}
    found["battlefields"] = {"A": {"controller": 0}, "B": {}}
    return found


def games(seed: int, n: int) -> Iterator[rc.State]:
    rng = Random(seed)
    for _ in range(n):
        yield rc.State.from_scenario(game(rng), boards.catalog())
