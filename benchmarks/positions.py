"""Positions to measure with, all of the distribution of docs/performance.md: as bytes, as values, as scenarios."""

from __future__ import annotations

from typing import Any, NamedTuple

from riftcore import Cost, Supply
from riftcore.edge._sample import sample
from riftcore.ground._types import DOMAINS, PURPOSES
from riftcore.samples import scenario_of

RECORD, DEMAND = 48, 16


class Position(NamedTuple):
    """One row: the same question as bytes, as values and as a scenario."""

    record: bytes
    demand: bytes

    @property
    def supply(self) -> Supply:
        return Supply.from_bytes(self.record)

    @property
    def cost(self) -> Cost:
        d = self.demand
        power = {DOMAINS[i]: d[1 + i] for i in range(6) if d[1 + i]}
        power |= {names(d[at + 1]): d[at] for at in (8, 10) if d[at]}
        return Cost(d[0], any=d[7], power=power)

    @property
    def purpose(self) -> str:
        return PURPOSES[self.demand[12]]

    @property
    def showdown(self) -> bool:
        return bool(self.demand[13])

    @property
    def scenario(self) -> dict[str, Any]:
        """The position on a board of real cards. Only what `sample` draws when it is not `general`."""
        return {"players": scenario_of(self.record, self.demand)["players"]}


def names(mask: int) -> str:
    """The domains of a mask: "calm|chaos"."""
    return "|".join(DOMAINS[i] for i in range(6) if mask >> i & 1)


def positions(n: int, seed: int = 1, **options: Any) -> list[Position]:
    """The first n positions of this seed (see `riftcore.edge._sample.sample`)."""
    records, demands = sample(n, seed, **options)
    return [
        Position(bytes(records[i * RECORD : (i + 1) * RECORD]), bytes(demands[i * DEMAND : (i + 1) * DEMAND]))
        for i in range(n)
    ]


#: A middle-of-the-game board on which five things change what a spell of player 0 costs: 6[order][order] becomes
#: 5[order][order]. King's Edict: Helms +1 and +1[any]; Apprentices and Researchers -1, -1 and -1[any].
MODIFIED: dict[str, Any] = {
    "battlefields": {"A": {"controller": 0}, "B": {"controller": 1}},
    "players": [
        {
            "runes": {"order": {"ready": 5, "exhausted": 1}, "mind": 3},
            "rune_deck": 3,
            "pool": {"energy": 1},
            "legend": {"card": "Kai'Sa, Daughter of the Void"},
            "board": [
                {"card": "Eager Apprentice", "at": "A"},
                {"card": "Eager Apprentice", "at": "A"},
                {"card": "Applied Researchers", "at": "A", "states": ["empowered"]},
                {"card": "Legion Rearguard", "exhausted": True},
                {"card": "Legion Rearguard", "id": "rearguard"},
                {"card": "Seal of Unity"},
                {"card": "Seal of Insight", "exhausted": True},
                {"card": "Energy Conduit"},
                {"card": "Gold"},
            ],
            "hand": ["King's Edict", "Charm", "Legion Rearguard", "Cruel Patron", "Progress Day"],
            "trash": ["Charm", "Vengeance"],
        },
        {
            "runes": {"fury": 5, "body": 3},
            "rune_deck": 4,
            "legend": {"card": "Diana, Scorn of the Moon"},
            "board": [
                {"card": "Helm of Suppression"},
                {"card": "Helm of Suppression", "states": ["empowered"]},
                {"card": "Legion Rearguard", "at": "B"},
                {"card": "Legion Rearguard", "at": "B", "id": "foe"},
                {"card": "Volibear, Furious"},
                {"card": "Seal of Rage"},
                {"card": "Gold"},
            ],
            "hand": 4,
        },
    ],
}
SPELL = {"play": "King's Edict"}
UNIT = {"play": "Legion Rearguard"}
