"""Monte Carlo tree search over one turn of resources, with nothing but riftcore's public interface.

    python examples/mcts.py [--simulations N] [--seed N] [LINE]

The game: the player to act does what they like until nothing is left or they stop, and scores the printed cost of every
card that they played. The tree is kept by `state.key`, so that orders that lead to one position share what was learned;
one state is walked up and down with `apply_action` and `undo_action`, and is never copied. LINE is a position in
riftcore's notation (docs/notation.md).
"""

from __future__ import annotations

import argparse
import math
from random import Random

import riftcore as rc

POSITION = (
    "0 main 0 - 8 A=TheGrandPlaza@0,B=ZaunWarrens@1 - / runes=fury:4,order:3 legend=DariusHandOfNoxus"
    " board=SealOfRage,Gold hand=LegionRearguard,VoidSeeker,VanguardSergeant,BrazenBuccaneer,NoxianEmissary"
    " / board=FlameChompers@B"
)
EXPLORE = 1.4
STOP = -1


class Node:
    """What is known of one position: its actions, and how often and how well each was tried."""

    __slots__ = ("actions", "scores", "visits")

    def __init__(self, actions: list[int]) -> None:
        self.actions = actions
        self.visits = [0] * len(actions)
        self.scores = [0.0] * len(actions)

    def choose(self) -> int:
        """The place of the action to try: each once, then by upper confidence bounds."""
        if 0 in self.visits:
            return self.visits.index(0)
        total = math.log(sum(self.visits))
        return max(
            range(len(self.actions)),
            key=lambda i: self.scores[i] / self.visits[i] + EXPLORE * math.sqrt(total / self.visits[i]),
        )


class Search:
    """One tree; `scale` brings scores to about 0 to 1."""

    def __init__(self, state: rc.State, rng: Random) -> None:
        self.state = state
        self.rng = rng
        self.tree: dict[int, Node] = {}
        self.worth: dict[str, int] = {}
        self.scale = sum(map(self.cost, state.to_scenario()["players"][state.current_player].get("hand", []))) or 1

    def cost(self, name: str) -> int:
        """The printed cost of a card."""
        if name not in self.worth:
            card = self.state.catalog.card(name)
            self.worth[name] = card.energy + card.power
        return self.worth[name]

    def moves(self) -> list[int]:
        """The plays and Adds, and to stop. (Nothing else scores.)"""
        found = [a for a in self.state.legal_actions() if not self.state.action(a).keys().isdisjoint(("play", "add"))]
        return [*found, STOP]

    def step(self, action: int) -> tuple[int, int]:
        """Do an action: what it scores, and how many undos take it back. A spell resolves at once."""
        words = self.state.action(action)
        self.state.apply_action(action)
        if "play" not in words:
            return 0, 1
        if self.state.catalog.card(words["play"]).type == "spell":
            self.state.push({"event": "resolved"})
            return self.cost(words["play"]), 2
        return self.cost(words["play"]), 1

    def simulate(self) -> float:
        """Down the tree, on at random, and back with the score."""
        path: list[tuple[Node, int]] = []
        score, undos = 0, 0
        while True:
            key = self.state.key
            known = key in self.tree
            if not known:
                self.tree[key] = Node(self.moves())
            node = self.tree[key]
            at = node.choose() if known else self.rng.randrange(len(node.actions))
            path.append((node, at))
            if node.actions[at] == STOP:
                break
            gain, n = self.step(node.actions[at])
            score, undos = score + gain, undos + n
        for _ in range(undos):
            self.state.undo_action()
        for node, at in path:
            node.visits[at] += 1
            node.scores[at] += score / self.scale
        return score

    def run(self, simulations: int) -> tuple[float, list[str]]:
        """The best score that was seen, and the actions that were tried most."""
        best = max(self.simulate() for _ in range(simulations))
        line, undos = [], 0
        while (node := self.tree.get(self.state.key)) is not None and sum(node.visits):
            action = node.actions[max(range(len(node.actions)), key=node.visits.__getitem__)]
            if action == STOP:
                break
            line.append(self.state.action_to_string(None, action))
            undos += self.step(action)[1]
        for _ in range(undos):
            self.state.undo_action()
        return best, line


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("line", nargs="?", default=POSITION, metavar="LINE")
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    state = rc.State.parse(options.line)
    best, line = Search(state, Random(options.seed)).run(options.simulations)
    print(f"best score of {options.simulations} simulations: {best:g}; the exact plan: {rc.plan(state).value:g}")
    print("tried most: " + "; then ".join(line))


if __name__ == "__main__":
    main()
