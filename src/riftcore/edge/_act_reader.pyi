from collections.abc import Iterable, Mapping
from typing import Any, Final, final

from riftcore.cards._words import KEYWORDS as KEYWORDS
from riftcore.edge._action import Action
from riftcore.edge._board import Board
from riftcore.ground._types import DOMAINS as DOMAINS
from riftcore.ground._types import PURPOSES as PURPOSES

COMMON_KEYS: Final[tuple[str, ...]]
ACTION_KEYS: Final[Mapping[str, tuple[str, ...]]]
KEYS: Final[tuple[str, ...]]
LEAVING: Final[tuple[str, ...]]

def read_forms(board: Board, forms: Iterable[Any], paths: Iterable[str]) -> list[Action]: ...

@final
class ActFiller: ...
