from typing_extensions import disjoint_base

@disjoint_base
class Board:
    def is_ok(self) -> bool: ...
    @property
    def key(self) -> int: ...
