"""riftcore and the referee agree on random games: legality, codes, costs, payments, positions, events, undo.

Every run plays some thousand actions; `make soak` plays more than a hundred thousand.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
import side_by_side
from seeds import seeds

SEED = int(os.environ.get("RIFTCORE_SEED", "0"))
GAMES = 35  # in a chunk: about 1,000 actions and 800 events
STEPS = 50
MOST_NOT_JUDGED = 0.01


@pytest.mark.parametrize("chunk", seeds(0, 5, 110))
def test_random_games(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    tally: Counter[str] = Counter()
    for n in range(GAMES):
        side_by_side.play(Random(f"{SEED} {chunk} {n}"), STEPS, tally)
    not_judged = {reason: n for reason, n in tally.items() if reason.startswith("not judged")}
    with capsys.disabled():
        print(f"\n{tally['actions']} actions and {tally['events']} events agree, but for {not_judged or 'none'}")
    assert sum(not_judged.values()) <= MOST_NOT_JUDGED * tally["actions"], not_judged
    # The games are worth playing.
    assert tally["actions"] > GAMES * STEPS // 3 and tally["code ok"] > tally["actions"] // 3, tally
    assert tally["positions"] > tally["code ok"] and tally["best payments"] > tally["actions"] // 10, tally
