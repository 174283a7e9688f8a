from typing import Any

from typing_extensions import disjoint_base

from riftcore.ground._types import DOMAINS as DOMAINS

def compile_strictly(card: Any) -> None: ...

@disjoint_base
class Compiler:
    @property
    def cards(self) -> list[Any]: ...
    @property
    def part_names(self) -> list[str]: ...
