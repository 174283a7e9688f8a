"""Boards in the middle of a game, drawn from all printed cards: a legend, its runes, up to ten permanents a side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import riftcore
from riftcore.catalog import Card


def boards(n: int, seed: int = 5) -> Iterator[riftcore.State]:
    """The first n boards of this seed. A board that riftcore refuses, of too many sources say, is drawn again."""
    rng, drawn = Random(seed), 0
    while drawn < n:
        try:
            state = riftcore.State.from_scenario(board(rng), riftcore.Catalog.builtin())
        except riftcore.RiftcoreError:
            continue
        drawn += 1
        yield state


def board(rng: Random) -> dict[str, Any]:
    """One situation: player 0 in the Main Phase, both players with a hand, a trash and things on the board."""
    fields = of_types("battlefield")
    return {
        "players": [player(rng, 0), player(rng, 1)],
        "battlefields": {
            name: {"card": rng.choice(fields).name, "controller": seat} for seat, name in enumerate(("A", "B"))
        },
    }


def player(rng: Random, seat: int) -> dict[str, Any]:
    legend = rng.choice(of_types("legend"))
    domains = sorted(set(legend.domains) or {"fury", "calm"})
    permanents = [card for card in of_types("unit", "gear") if set(card.domains) <= set(domains)]
    playable = [card for card in of_types("unit", "gear", "spell") if set(card.domains) <= set(domains)]
    return {
        "legend": {"card": legend.name},
        "runes": {name: {"ready": rng.randint(1, 4), "exhausted": rng.randint(0, 2)} for name in domains[:2]},
        "board": [thing(rng, rng.choice(permanents)) | {"id": f"{seat}-{n}"} for n in range(rng.randint(6, 10))],
        "hand": [rng.choice(playable).name for _ in range(rng.randint(4, 7))],
        "trash": [rng.choice(playable).name for _ in range(rng.randint(0, 8))],
    }


def thing(rng: Random, card: Card) -> dict[str, Any]:
    found = {"card": card.name, "exhausted": rng.random() < 0.3}
    return found | ({"at": rng.choice(("base", "A", "B"))} if card.type == "unit" else {})


def of_types(*types: str) -> list[Card]:
    return [card for card in riftcore.Catalog.builtin() if card.type in types]
