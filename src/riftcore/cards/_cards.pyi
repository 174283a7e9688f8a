from typing import Any

from typing_extensions import disjoint_base

from riftcore.catalog import Catalog
from riftcore.ground._types import DOMAINS as DOMAINS

def compile_strictly(card: Any) -> None: ...

@disjoint_base
class CardTable:
    def __new__(
        cls, catalog: Catalog, parent: CardTable | None = None, clauses: bool = False, slack: int = 1
    ) -> CardTable: ...
    @property
    def cards(self) -> list[Any]: ...
    @property
    def catalog(self) -> Catalog: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def part_names(self) -> list[str]: ...
