from collections.abc import Iterable, Iterator
from typing import SupportsIndex

from riftcore.edge._supply import Payment, Supply, _PolicyLike, _Purpose
from riftcore.edge._told import Told
from riftcore.ground._cost import Cost
from riftcore.ground._types import DOMAINS as DOMAINS

class Payer(Told):
    def supply(self, player: int | None = None) -> Supply: ...
    def can_pay(self, cost: Cost, purpose: _Purpose | None = None, player: int | None = None) -> bool: ...
    def cheapest(
        self,
        cost: Cost,
        purpose: _Purpose | None = None,
        policy: _PolicyLike = None,
        player: int | None = None,
        budget: SupportsIndex | None = None,
    ) -> Payment | None: ...
    def payments(
        self,
        cost: Cost,
        purpose: _Purpose | None = None,
        player: int | None = None,
        budget: SupportsIndex | None = None,
    ) -> Iterator[Payment]: ...
    def count_payments(
        self,
        cost: Cost,
        purpose: _Purpose | None = None,
        player: int | None = None,
        budget: SupportsIndex | None = None,
    ) -> int: ...
    def mask(self, costs: Iterable[Cost], purpose: _Purpose | None = None, player: int | None = None) -> int: ...
    def doubts(self, player: int | None = None) -> tuple[tuple[str, str], ...]: ...
