"""A middle of a game to measure search with: seven cards in hand, objects of every kind, opponents that act too."""

from __future__ import annotations

from random import Random
from typing import Any

import riftcore

MIDGAME: dict[str, Any] = {
    "turn": {"player": 0},
    "players": [
        {
            "legend": {"card": "Darius, Hand of Noxus"},
            "runes": {"fury": {"ready": 3, "exhausted": 1}, "order": {"ready": 3}},
            "hand": [
                "Legion Rearguard", "Void Seeker", "Cleave", "Vanguard Sergeant", "Hidden Blade", "Brazen Buccaneer",
                "Seal of Rage",
            ],
            "board": [
                {"card": "Seal of Rage"},
                {"card": "Legion Rearguard", "at": "A"},
                {"card": "Chemtech Enforcer"},
                {"card": "Gold", "exhausted": True},
            ],
        },
        {
            "legend": {"card": "Jinx, Loose Cannon"},
            "runes": {"chaos": 5, "fury": 2},
            "hand": 4,
            "board": [
                {"card": "Flame Chompers", "at": "B"},
                {"card": "Legion Rearguard"},
                {"card": "Jinx, Rebel", "at": "B"},
            ],
        },
    ],
    "battlefields": {
        "A": {"card": "The Grand Plaza", "controller": 0},
        "B": {"card": "Zaun Warrens", "controller": 1},
    },
}  # fmt: skip


def midgame() -> riftcore.State:
    return riftcore.State.from_scenario(MIDGAME, riftcore.Catalog.builtin())


SEALS = dict(
    fury="Seal of Rage", calm="Seal of Focus", mind="Seal of Insight", body="Seal of Strength", chaos="Seal of Discord",
    order="Seal of Unity",
)  # fmt: skip


def hands(n: int) -> list[riftcore.State]:
    """Seven random cards of two domains, ten ready runes of them, six sources."""
    cards = riftcore.Catalog.builtin()
    found = []
    for seed in range(n):
        rng = Random(seed)
        two = rng.sample(sorted(SEALS), 2)
        known = [
            card for card in cards
            if card.type in ("unit", "spell", "gear") and not card.partial and set(card.domains) <= set(two)
        ]  # fmt: skip
        sources = [SEALS[two[0]], SEALS[two[1]], "Gold", "Gold", "Energy Conduit", "Energy Conduit"]
        player = {
            "hand": [rng.choice(known).name for _ in range(7)], "runes": dict.fromkeys(two, 5),
            "board": [{"card": name} for name in sources],
        }  # fmt: skip
        found.append(riftcore.State.from_scenario({"players": [player]}, cards))
    return found


def game_log(n: int) -> tuple[list[bytes], list[int]]:
    """n rows of a log: states of random games as bytes, and a legal action of each."""
    rng = Random(1)
    states: list[bytes] = []
    actions: list[int] = []
    starts = [midgame(), *hands(20)]
    while len(states) < n:
        state = rng.choice(starts).copy()
        for _ in range(8):
            legal = state.legal_actions()
            if not legal:
                break
            states.append(state.serialize())
            actions.append(rng.choice(legal))
            state.apply_action(actions[-1])
    return states[:n], actions[:n]
