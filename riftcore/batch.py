"""Questions about many rows at once: one call, no Python object a row, the GIL released, threads inside the call.

>>> import riftcore as rc
>>> records, costs = rc.batch.sample(1000, seed=1)
>>> answers = rc.batch.evaluate(records, costs)
>>> answers, sum(answers.tolist())
(<Column of 1000 codes>, 650)
"""

from __future__ import annotations

from riftcore import _evaluate
from riftcore._column import Column
from riftcore._cost import Cost
from riftcore._evaluate import INVALID
from riftcore._sample import Sampler

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeVar, overload

    from typing_extensions import Buffer

    from riftcore._sample import _Distribution
    from riftcore._supply import _PolicyLike, _Purpose

    _Out = TypeVar("_Out", bound=Buffer)
    _Want = Literal["payable", "reason", "cheapest"]
    _Invalid = Literal["raise", "mark"]

__all__ = ["INVALID", "Sampler", "evaluate", "sample"]

if TYPE_CHECKING:

    @overload
    def evaluate(
        records: object,
        costs: Cost | Sequence[Cost] | object,
        *,
        want: _Want = "payable",
        index: object = None,
        purpose: _Purpose | None = None,
        showdown: bool | None = None,
        policy: _PolicyLike = None,
        invalid: _Invalid = "raise",
        out: None = None,
        threads: int = 0,
    ) -> Column: ...
    @overload
    def evaluate(
        records: object,
        costs: Cost | Sequence[Cost] | object,
        *,
        want: _Want = "payable",
        index: object = None,
        purpose: _Purpose | None = None,
        showdown: bool | None = None,
        policy: _PolicyLike = None,
        invalid: _Invalid = "raise",
        out: _Out,
        threads: int = 0,
    ) -> _Out: ...


def evaluate(
    records: object,
    costs: Cost | Sequence[Cost] | object,
    *,
    want: _Want = "payable",
    index: object = None,
    purpose: _Purpose | None = None,
    showdown: bool | None = None,
    policy: _PolicyLike = None,
    invalid: _Invalid = "raise",
    out: Buffer | None = None,
    threads: int = 0,
) -> object:
    """Can record i pay its cost, and how? Exact, row by row (357.1.a, 429.3).

    ``records``: rows of 48 bytes, ``costs``: rows of 16 bytes (docs/record.md), as a `Column`, anything with the
    buffer protocol (a NumPy array of `rc.arrays.RECORD` or of bytes), or an Arrow ``fixed_size_binary`` array, chunked
    or not. Nothing is copied. ``costs`` may be a Cost or a sequence of them too, for one ``purpose`` (default:
    "resolution") in a ``showdown`` or not; rows of bytes bring their own. One cost is for all records, n costs are for
    one each; with ``index``, n whole numbers, they are a table from which row i takes cost ``index[i]``.

    ``want``: ``"payable"`` is 1 or 0, ``"reason"`` 0 (ok) or 1 (unaffordable) as in `Verdict` codes, ``"cheapest"`` the
    best payment by the ``policy``, 32 bytes. ``out``: a writable buffer of n bytes (32 n for payments), which is
    returned; without it the answers are a new Column.

    ``threads``: so many, 0 for all cores; small batches take fewer. The answers are the same for any number.

    A record, cost or index that is out of bounds raises RowError with the row (the first one); what stands in ``out``
    then is unspecified. With ``invalid="mark"`` it is no error: the answer is INVALID (255), in payments at
    byte 31. Rows of another size, byte order or type, gaps in memory, nulls, a wrong number of rows, and an ``out``
    that is read-only or overlaps the rows raise TypeError, ValueError or BufferError before anything is done.
    """
    if isinstance(costs, Cost):
        costs = [costs]
    if isinstance(costs, list | tuple):
        costs = _evaluate.cost_column(costs, purpose, bool(showdown))
    elif purpose is not None or showdown is not None:
        raise TypeError("purpose and showdown are for Cost values: rows of costs bring their own")
    return _evaluate.evaluate(
        records, costs, want=want, index=index, policy=policy, invalid=invalid, out=out, threads=threads
    )


def sample(
    n: int, seed: int = 0, *, sources: int = 6, general: bool = False, distribution: _Distribution = "std"
) -> tuple[Column, Column]:
    """n realistic positions to measure with, as columns of records and of costs: the same for the same seed.

    ``sources``: up to so many Add sources, 0 to 24. ``general``: half of the costs have hybrid symbols, and one source
    in five makes more than one resource. ``distribution``: ``"std"`` (two thirds can be paid), ``"hard"`` (dearer
    costs: one third) or ``"converters"`` (Anomaly, Henge and legends in most positions). docs/performance.md has the
    numbers.
    """
    return Sampler(seed, sources=sources, general=general, distribution=distribution).draw(n)
