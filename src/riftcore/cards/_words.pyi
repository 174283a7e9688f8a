from collections.abc import Mapping
from typing import Final

KEYWORDS: Final[Mapping[str, int]]
