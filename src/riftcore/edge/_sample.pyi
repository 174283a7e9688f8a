from typing import Final, Literal, TypeAlias

from typing_extensions import disjoint_base

from riftcore.edge._column import Column

_Distribution: TypeAlias = Literal["std", "hard", "converters"]

MAX_DRAWN: Final[int]
DISTRIBUTIONS: Final[dict[str, int]]

@disjoint_base
class Sampler:
    def __init__(
        self, seed: int = 0, *, sources: int = 6, general: bool = False, distribution: _Distribution = "std"
    ) -> None: ...
    def draw(self, n: int) -> tuple[Column, Column]: ...

def sample(
    n: int, seed: int = 0, *, sources: int = 6, general: bool = False, distribution: _Distribution = "std"
) -> tuple[bytearray, bytearray]: ...
