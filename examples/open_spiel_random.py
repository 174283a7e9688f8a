"""A random game of the resource game in open_spiel; with --check that project's own random simulations as well.

pip install riftcore[openspiel]
python examples/open_spiel_random.py [--games N] [--seed N] [--check]
"""

from __future__ import annotations

import argparse
from random import Random

import pyspiel

from riftcore.open_spiel import load


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10, help="simulations of --check")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    game = load()
    rng = Random(options.seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        action = rng.choice(state.legal_actions())
        print(f"player {player}: {state.action_to_string(player, action)}")
        state.apply_action(action)
    print("returns", *state.returns())
    if options.check:
        pyspiel.random_sim_test(game, num_sims=options.games, serialize=True, verbose=False)
        print(f"{options.games} random simulations passed")


if __name__ == "__main__":
    main()
