from typing_extensions import disjoint_base

from riftcore.cards._compiler import Compiler
from riftcore.catalog import Catalog

@disjoint_base
class CardTable(Compiler):
    def __new__(
        cls, catalog: Catalog, parent: CardTable | None = None, clauses: bool = False, slack: int = 1
    ) -> CardTable: ...
    @property
    def catalog(self) -> Catalog: ...
    @property
    def nbytes(self) -> int: ...
