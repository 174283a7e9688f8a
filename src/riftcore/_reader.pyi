from typing import final

from typing_extensions import disjoint_base

from riftcore._types import DOMAINS as DOMAINS

@disjoint_base
class KnownCards: ...

@final
class Filler: ...
