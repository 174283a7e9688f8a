from typing import Any

from typing_extensions import disjoint_base

def read_json(text: bytes) -> dict[str, Any] | None: ...

@disjoint_base
class Reader:
    def read(self, text: bytes) -> dict[str, Any] | None: ...
