from typing import final

from riftcore.ground._types import DOMAINS as DOMAINS

@final
class ActFiller: ...
