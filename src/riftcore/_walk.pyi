from typing import Final

from typing_extensions import disjoint_base

MAX_TEXT: Final = 4096
MAX_ID: Final = 200
MOST: Final = 255

@disjoint_base
class Walk: ...

@disjoint_base
class KnownCards: ...
