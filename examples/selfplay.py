"""Self-play of many games at once: masks into one array, one vectorised choice, then an action in each game.

    python examples/selfplay.py [--games N] [--seconds S] [--seed N]

A policy would be a network from observations to scores of actions; here the scores are random. A game is a turn of the
player to act, and begins anew when nothing is left to do. The buffers are allocated once. Needs NumPy.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np

import riftcore as rc

POSITION = (
    "0 main 0 - 8 A=TheGrandPlaza@0,B=ZaunWarrens@1 - / runes=fury:4,order:3 legend=DariusHandOfNoxus"
    " board=SealOfRage,Gold hand=LegionRearguard,VoidSeeker,VanguardSergeant,BrazenBuccaneer,NoxianEmissary"
    " / board=FlameChompers@B"
)


def play(games: int, seconds: float, seed: int) -> tuple[int, int]:
    """How many actions were played, and how many games came to their end."""
    rng = np.random.default_rng(seed)
    start = rc.State.parse(POSITION)
    states = [start.clone() for _ in range(games)]
    masks = np.zeros((games, rc.State.num_distinct_actions()), np.bool_)
    seen = np.zeros((games, rc.State.observation_size()), np.float32)
    actions = ended = 0
    stop = perf_counter() + seconds
    while perf_counter() < stop:
        for i, state in enumerate(states):
            state.legal_actions_mask(None, masks[i])
            state.observation(None, seen[i])
        chosen = choose(masks, seen, rng)
        for i, number in enumerate(chosen):
            if number < 0:
                states[i] = start.clone()
                ended += 1
            else:
                states[i].apply_action(number, undo=False)
                actions += 1
    return actions, ended


def choose(masks: np.ndarray, seen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action of each game at random, -1 where there is none."""
    where, numbers = np.divmod(np.flatnonzero(masks), masks.shape[1])
    scores = rng.random(len(numbers))  # the network goes here: scores(seen)[where, numbers]
    order = np.lexsort((scores, where))
    first = np.searchsorted(where, np.arange(len(masks)))
    found = np.full(len(masks), -1)
    there = np.isin(np.arange(len(masks)), where)
    found[there] = numbers[order][first[there]]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin = perf_counter()
    actions, ended = play(options.games, options.seconds, options.seed)
    rate = actions / (perf_counter() - begin)
    print(f"{actions} actions of {ended} games that ended, {options.games} at once: {rate:,.0f} actions a second")


if __name__ == "__main__":
    main()
