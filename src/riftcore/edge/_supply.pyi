from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, Self, SupportsIndex, TypeAlias, TypedDict, final

from typing_extensions import Buffer, disjoint_base

from riftcore.ground._cost import Cost
from riftcore.ground._types import DOMAINS as DOMAINS
from riftcore.ground._types import PURPOSES as PURPOSES

_Purpose: TypeAlias = Literal[
    "spell",
    "unit",
    "gear",
    "unit ability",
    "gear ability",
    "legend ability",
    "trigger",
    "resolution",
    "move",
    "hide",
]
_Legend: TypeAlias = Literal["none", "spells_power", "gear_power", "showdown_energy", "energy", "units_energy"]
_ByDomain: TypeAlias = dict[str, int] | Sequence[int]
_PolicyLike: TypeAlias = Policy | Iterable[str] | None

LEGENDS: Final[tuple[str, ...]]
BORROWS: Final[tuple[str, ...]]
BORROW_CODES: Final[dict[str, int]]
POLICY_KEYS: Final[tuple[str, ...]]

@disjoint_base
class Policy:
    def __init__(self, keys: Iterable[str] = ...) -> None: ...
    @property
    def keys(self) -> tuple[str, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@disjoint_base
class Supply:
    def __init__(
        self,
        *,
        ready: _ByDomain = ...,
        exhausted: _ByDomain = ...,
        energy: int = 0,
        power: _ByDomain = ...,
        universal: int = 0,
        spells_energy: int = 0,
        units_energy: int = 0,
        showdown_energy: int = 0,
        spells_universal: int = 0,
        gear_universal: int = 0,
        seals: _ByDomain = ...,
        one: int = 0,
        two: int = 0,
        lux: int = 0,
        honeyfruit: int = 0,
        gold: int = 0,
        anomaly: int = 0,
        henge: int = 0,
        legend: _Legend | None = None,
        legend_ready: bool = True,
        heimerdinger: int = 0,
        heimerdinger_empowered: int = 0,
        borrow: Iterable[str] = (),
        level6: bool = False,
        renata: bool = False,
    ) -> None: ...
    @staticmethod
    def from_bytes(data: Buffer) -> Supply: ...
    def to_bytes(self) -> bytes: ...
    def can_pay(self, cost: Cost, purpose: _Purpose | None = None, *, showdown: bool = False) -> bool: ...
    def cheapest(
        self,
        cost: Cost,
        purpose: _Purpose | None = None,
        *,
        showdown: bool = False,
        policy: _PolicyLike = None,
        budget: SupportsIndex | None = None,
    ) -> Payment | None: ...
    def payments(
        self,
        cost: Cost,
        purpose: _Purpose | None = None,
        *,
        showdown: bool = False,
        budget: SupportsIndex | None = None,
    ) -> Payments: ...
    def count_payments(
        self,
        cost: Cost,
        purpose: _Purpose | None = None,
        *,
        showdown: bool = False,
        budget: SupportsIndex | None = None,
    ) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@disjoint_base
class Payments:
    def __iter__(self) -> Self: ...
    def __next__(self) -> Payment: ...

class _Step(TypedDict, total=False):
    exhaust: str
    recycle: str
    n: int
    pool: dict[str, Any]
    use: str
    ability: int | str
    x: int

@final
class Payment:
    @property
    def exhausted(self) -> dict[str, int]: ...
    @property
    def recycled(self) -> dict[str, int]: ...
    @property
    def lost(self) -> dict[str, int]: ...
    @property
    def key(self) -> tuple[int, ...]: ...
    @property
    def keys(self) -> dict[str, int]: ...
    @property
    def left(self) -> dict[str, Any]: ...
    @property
    def uses(self) -> list[tuple[str, int | str, int | None]]: ...
    @property
    def order(self) -> list[int]: ...
    @property
    def paid_from(self) -> Supply: ...
    @property
    def paid_for(self) -> str: ...
    @property
    def in_showdown(self) -> bool: ...
    def verify(self, cost: Cost) -> None: ...
    def steps(self) -> list[_Step]: ...
    def objects(self) -> list[str]: ...
    def after(self) -> Supply: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Payment: ...
    def __deepcopy__(self, memo: Any) -> Payment: ...

def payment_restored(
    made: bytes, before: bytes, purpose: int, showdown: bool, names: tuple[str, ...] | None
) -> Payment: ...
