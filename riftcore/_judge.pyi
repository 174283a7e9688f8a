from collections.abc import Callable
from typing import Any

from typing_extensions import disjoint_base

from riftcore._column import Column
from riftcore._state import State, _ActionLike
from riftcore._supply import _PolicyLike

@disjoint_base
class Judge:
    def __new__(cls, n: int, policy: _PolicyLike = None) -> Judge: ...
    @property
    def codes(self) -> Column: ...
    @property
    def costs(self) -> Column: ...
    @property
    def payments(self) -> Column: ...
    @property
    def reasons(self) -> Column: ...
    def row(self, state: State, action: _ActionLike | int, i: int) -> int: ...
    def rows(
        self, states: Any, actions: Any, again: Callable[[int], None], on_bad: Callable[[int, Exception], None]
    ) -> None: ...
