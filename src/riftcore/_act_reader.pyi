from typing import final

from riftcore._types import DOMAINS as DOMAINS

@final
class ActFiller: ...
