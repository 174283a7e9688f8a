from typing import Final

CODES: Final[tuple[str, ...]]
