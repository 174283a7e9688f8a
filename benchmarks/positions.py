"""Positions to measure with, all of the distribution of docs/performance.md: as bytes, as values, as scenarios."""

from __future__ import annotations

from typing import Any, NamedTuple

from riftcore import Cost, Supply
from riftcore._sample import sample
from riftcore._types import DOMAINS, PURPOSES
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
    """The first n positions of this seed (see `riftcore._sample.sample`)."""
    records, demands = sample(n, seed, **options)
    return [
        Position(bytes(records[i * RECORD : (i + 1) * RECORD]), bytes(demands[i * DEMAND : (i + 1) * DEMAND]))
        for i in range(n)
    ]
