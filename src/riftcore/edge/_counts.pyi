from typing import Final

from riftcore.edge._walk import Walk
from riftcore.ground._types import DOMAINS as DOMAINS
from riftcore.ground._types import RESTRICTIONS as RESTRICTIONS
from riftcore.ground._types import TURN_COUNTS as TURN_COUNTS
from riftcore.ground._types import TURN_FACTS as TURN_FACTS
from riftcore.position._position import STATES as STATES

POOL_KEYS: Final[tuple[str, ...]]
RESTRICTED_KEYS: Final[tuple[str, ...]]
RUNE_KEYS: Final[tuple[str, ...]]

class Counts(Walk): ...
