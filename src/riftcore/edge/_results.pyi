from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from riftcore.edge._supply import Payment
from riftcore.ground._types import DOMAINS as DOMAINS

KINDS: Final[tuple[str, ...]]
BORROWERS: Final[tuple[str, ...]]

def choices_of_two(group: list[list[str]], n: int, m: int) -> Iterator[tuple[list[str], list[str]]]: ...
def named_payments(found: Iterable[Payment], groups: Mapping[str, list[list[str]]]) -> Iterator[Payment]: ...
