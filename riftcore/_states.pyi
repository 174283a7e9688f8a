from collections.abc import Iterable

from riftcore._column import Column
from riftcore._cost import Cost
from riftcore._state import State, _ActionLike
from riftcore._supply import _PolicyLike, _Purpose

def record_columns(
    states: Iterable[State], costs: Iterable[Cost], purpose: _Purpose | None, player: int | None
) -> tuple[Column, Column]: ...
def check_row(
    state: State, action: _ActionLike, policy: _PolicyLike, i: int, codes: Column, costs: Column, payments: Column
) -> int: ...
