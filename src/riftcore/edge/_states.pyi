from collections.abc import Iterable

from riftcore.edge._column import Column
from riftcore.edge._state import State
from riftcore.edge._supply import _Purpose
from riftcore.ground._cost import Cost

def record_columns(
    states: Iterable[State], costs: Iterable[Cost], purpose: _Purpose | None, player: int | None
) -> tuple[Column, Column]: ...
