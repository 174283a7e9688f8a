from typing import Final, final

from riftcore.ground._types import ASSUMED as ASSUMED
from riftcore.ground._types import DOMAINS as DOMAINS
from riftcore.ground._types import PHASES as PHASES
from riftcore.ground._types import RESTRICTIONS as RESTRICTIONS
from riftcore.ground._types import TURN_COUNTS as TURN_COUNTS
from riftcore.ground._types import TURN_FACTS as TURN_FACTS
from riftcore.position._position import STATES as STATES

LABEL_KEYS: Final[tuple[str, ...]]
SITUATION_KEYS: Final[tuple[str, ...]]
QUESTION_KEYS: Final[tuple[str, ...]]
SCENARIO_KEYS: Final[tuple[str, ...]]
TURN_KEYS: Final[tuple[str, ...]]
PLAYER_KEYS: Final[tuple[str, ...]]
OBJECT_KEYS: Final[tuple[str, ...]]
LEGEND_KEYS: Final[tuple[str, ...]]
FACEDOWN_KEYS: Final[tuple[str, ...]]
EFFECT_KEYS: Final[tuple[str, ...]]
CHAIN_KEYS: Final[tuple[str, ...]]
BATTLEFIELD_KEYS: Final[tuple[str, ...]]
HIDDEN_TURNS: Final[tuple[str, ...]]

@final
class Filler: ...
