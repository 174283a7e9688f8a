from collections.abc import Callable

from riftcore._state import State
from riftcore.catalog import Card

def best_plays(
    state: State, player: int | None, worth: Callable[[Card | None], float], budget: int
) -> tuple[float, list[tuple[Card, int, int, int]], int, bool]: ...
def all_sets(state: State, player: int | None, budget: int) -> tuple[list[int], list[Card | None], int, bool, bool]: ...
def follows(state: State, plays: list[tuple[int, int, int]]) -> bool: ...
