"""Rows as arrays: the types of docs/record.md for NumPy and Arrow, and the columns that riftcore makes.

`RECORD` (a player's supply, 48 bytes), `COST` (a cost and what it is for, 16 bytes) and `PAYMENT` (32 bytes) are
NumPy dtypes, made when asked for: NumPy is imported then, not before.

>>> import riftcore as rc
>>> records = rc.arrays.records([rc.Supply(ready={"fury": 2}), rc.Supply(energy=3, gold=1)])
>>> costs = rc.arrays.costs([rc.Cost.parse("1[fury]"), rc.Cost(energy=4)], purpose="spell")
>>> records, costs
(<Column of 2 records>, <Column of 2 costs>)
"""

from __future__ import annotations

from riftcore.edge._column import LAYOUTS, SIZES, Column, column_of
from riftcore.edge._evaluate import cost_column
from riftcore.edge._supply import Supply
from riftcore.ground._cost import Cost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import numpy

    from riftcore.edge._supply import _Purpose

    RECORD: numpy.dtype[numpy.void]
    COST: numpy.dtype[numpy.void]
    PAYMENT: numpy.dtype[numpy.void]

#: Bytes of a row.
RECORD_BYTES, COST_BYTES, PAYMENT_BYTES = SIZES["record"], SIZES["cost"], SIZES["payment"]

__all__ = [
    "COST", "COST_BYTES", "PAYMENT", "PAYMENT_BYTES", "RECORD", "RECORD_BYTES", "Column", "costs", "records",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in ("RECORD", "COST", "PAYMENT"):
        dtype = _dtype(name.lower())
        globals()[name] = dtype
        return dtype
    raise AttributeError(f"module 'riftcore.arrays' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _dtype(kind: str) -> numpy.dtype[numpy.void]:
    """The NumPy dtype of a kind of row: packed, little-endian."""
    import numpy

    fields: list[Any] = []
    for name, form in LAYOUTS[kind]:
        count = form.rstrip("BH")
        code = "<u2" if form.endswith("H") else "u1"
        fields.append((name, code, (int(count),)) if count else (name, code))
    return numpy.dtype(fields)


def records(supplies: Iterable[Supply]) -> Column:
    """Supplies as a column of records."""
    return column_of("record", [_supply(supply, i).to_bytes() for i, supply in enumerate(supplies)])


def costs(costs: Iterable[Cost], purpose: _Purpose | None = None, *, showdown: bool = False) -> Column:
    """Costs as a column, all of them for one purpose (default: a resolution).

    Energy and Power only: a cost with other parts raises CostError.
    """
    return cost_column(costs, purpose, showdown)


def _supply(value: object, row: int) -> Supply:
    if not isinstance(value, Supply):
        raise TypeError(f"row {row}: expected a Supply, found {type(value).__name__}")
    return value
