from collections.abc import Iterable

from riftcore._column import Column
from riftcore._cost import Cost
from riftcore._state import State
from riftcore._supply import _Purpose

def record_columns(
    states: Iterable[State], costs: Iterable[Cost], purpose: _Purpose | None, player: int | None
) -> tuple[Column, Column]: ...
