from typing import Final

DOMAINS: Final[tuple[str, ...]]
PURPOSES: Final[tuple[str, ...]]
