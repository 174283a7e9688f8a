from typing import Final

DOMAINS: Final[tuple[str, ...]]
PURPOSES: Final[tuple[str, ...]]
PHASES: Final[tuple[str, ...]]
RESTRICTIONS: Final[tuple[str, ...]]
ASSUMED: Final[tuple[str, ...]]
TURN_COUNTS: Final[tuple[str, ...]]
TURN_FACTS: Final[tuple[str, ...]]
