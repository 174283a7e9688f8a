from typing import Final

SLOTS: Final[dict[str, tuple[str, ...]]]
STATES: Final[tuple[tuple[str, int], ...]]
LIMITS: Final[dict[str, int]]
