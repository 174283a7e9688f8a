from typing import Final

SLOTS: Final[dict[str, tuple[str, ...]]]
