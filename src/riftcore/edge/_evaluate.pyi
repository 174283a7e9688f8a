from collections.abc import Iterable
from typing import Any, Final, Literal

from typing_extensions import Buffer

from riftcore.edge._column import LAYOUTS as LAYOUTS
from riftcore.edge._column import Column
from riftcore.edge._supply import Payment, _PolicyLike, _Purpose
from riftcore.ground._cost import Cost

AT_ONCE: Final[tuple[int, ...]]
INVALID: Final[int]
MOST_THREADS: Final[int]

def evaluate(
    records: object,
    costs: object,
    *,
    want: Literal["payable", "reason", "cheapest"] = "payable",
    index: object = None,
    policy: _PolicyLike = None,
    invalid: Literal["raise", "mark"] = "raise",
    out: Buffer | None = None,
    threads: int = 0,
    at_once: int = 0,
) -> Any: ...
def cost_column(costs: Iterable[Cost], purpose: _Purpose | None = None, showdown: bool = False) -> Column: ...
def payment_column(payments: Iterable[Payment | None]) -> Column: ...
def payment_of(record: bytes, cost: bytes, policy: _PolicyLike = None) -> Payment | None: ...
def fault_text(record: bytes, cost: bytes) -> str | None: ...
def byte_text(kind: str, at: int, value: int) -> str: ...
