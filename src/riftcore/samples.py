"""Positions of `riftcore.batch.sample` as scenarios on a board of real cards."""

from __future__ import annotations

from typing import Any

from riftcore.errors import RiftcoreError
from riftcore.ground._types import DOMAINS, PURPOSES

SEALS = ("Seal of Rage", "Seal of Focus", "Seal of Insight", "Seal of Strength", "Seal of Discord", "Seal of Unity")
LEGENDS = {
    1: "Kai'Sa, Daughter of the Void",
    2: "Ornn, Fire Below the Mountain",
    3: "Diana, Scorn of the Moon",
    5: "Renekton, Butcher of the Sands",
}
# Sources by their byte in a record.
SOURCES = {31: "Energy Conduit", 32: "Platewyrm Egg", 33: "Lux, Crownguard", 34: "Honeyfruit", 35: "Gold"}


def scenario_of(record: bytes, cost: bytes) -> dict[str, Any]:
    """The position and the question, whether it can pay.

    RiftcoreError for what no board shows: Renata's bonus beside a legend, borrowers, a showdown.
    """
    if record[41] or record[38] or cost[13]:
        raise RiftcoreError("a general position has no scenario form: leave out --general, or choose another format")
    board = [SEALS[i] for i in range(6) for _ in range(record[25 + i])]
    for at, card in SOURCES.items():
        board += [card] * record[at]
    board += ["Hextech Anomaly"] * (record[36] & 15) + ["Ancient Henge"] * (record[36] >> 4)
    objects = [{"card": card, "states": ["empowered"]} if card == SOURCES[32] else {"card": card} for card in board]
    power = {DOMAINS[i]: record[13 + i] for i in range(6) if record[13 + i]}
    if record[19]:
        power["any"] = record[19]
    player: dict[str, Any] = {
        "runes": {
            DOMAINS[i]: {"ready": record[i], "exhausted": record[6 + i]} for i in range(6) if record[i] + record[6 + i]
        },
        "pool": {"energy": record[12], "power": power},
        "board": objects,
    }
    if record[37]:
        player["legend"] = {"card": LEGENDS[record[37] & 0x7F]}
    return {"players": [player], "action": {"pay": cost_of(cost), "for": PURPOSES[cost[12]]}}


def cost_of(row: bytes) -> dict[str, Any]:
    """The cost of a row in the form of scenarios."""
    power = {DOMAINS[i]: row[1 + i] for i in range(6) if row[1 + i]}
    for at in (8, 10):
        if row[at]:
            power["|".join(DOMAINS[i] for i in range(6) if row[at + 1] >> i & 1)] = row[at]
    if row[7]:
        power["any"] = row[7]
    return {"energy": row[0], "power": power}
