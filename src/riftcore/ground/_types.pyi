from typing import Final

MAX_TEXT: Final = 4096
MAX_ID: Final = 200
MOST: Final = 255
DOMAINS: Final[tuple[str, ...]]
PURPOSES: Final[tuple[str, ...]]
PHASES: Final[tuple[str, ...]]
RESTRICTIONS: Final[tuple[str, ...]]
ASSUMED: Final[tuple[str, ...]]
TURN_COUNTS: Final[tuple[str, ...]]
TURN_FACTS: Final[tuple[str, ...]]
