from typing import Final

from typing_extensions import disjoint_base

from riftcore.edge._walk import Walk

WITH_KEYS: Final[tuple[str, ...]]

@disjoint_base
class ActParts(Walk): ...
