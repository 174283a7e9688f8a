"""Questions about many rows in one call: no Python object a row, the GIL released, threads inside the call.

>>> import riftcore as rc
>>> records, costs = rc.batch.sample(1000, seed=1)
>>> answers = rc.batch.evaluate(records, costs)
>>> answers, sum(answers.tolist())
(<Column of 1000 codes>, 650)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from riftcore.edge import _evaluate
from riftcore.edge._blobs import Blobs, Numbers, is_arrow
from riftcore.edge._column import Column
from riftcore.edge._evaluate import INVALID, MOST_THREADS
from riftcore.edge._sample import Sampler
from riftcore.errors import RiftcoreError, RowError, error_text, shown
from riftcore.ground._cost import Cost
from riftcore.verdicts import CODES, REASONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal, Protocol, TypeVar, overload

    from typing_extensions import Buffer

    from riftcore.catalog import Catalog
    from riftcore.edge._sample import _Distribution
    from riftcore.edge._state import State, _ActionLike
    from riftcore.edge._supply import _PolicyLike, _Purpose
    from riftcore.edge._verdict import Verdict

    _Out = TypeVar("_Out", bound=Buffer)
    _Want = Literal["payable", "reason", "cheapest"]
    _Invalid = Literal["raise", "mark"]

    class _ArrowArray(Protocol):
        def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

    class _ArrowStream(Protocol):
        def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

    _Column = _ArrowArray | _ArrowStream | Buffer
    _OneAction = _ActionLike | int | str

SERIALIZED = (b"\xffRS", b"riftcore state ")
"""How the bytes of a serialized state begin."""

__all__ = ["INVALID", "Checks", "Sampler", "check", "evaluate", "records", "sample"]

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

    ``threads``: how many, 0 for all cores; small batches take fewer. The answers are the same for any number.

    A record, cost or index that is out of bounds raises RowError with the row (the first one); what stands in ``out``
    then is unspecified. With ``invalid="mark"`` it is no error: the answer is INVALID (255), in payments at
    byte 31. Rows of another size, byte order or type, gaps in memory, nulls, a wrong number of rows, and an ``out``
    that is read-only or overlaps the rows raise TypeError, ValueError or BufferError before anything is done.
    """
    records, costs, index = decoded(records), decoded(costs), decoded(index)
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

    ``sources``: at most this many Add sources, 0 to 24. ``general``: half of the costs have hybrid symbols, and one
    source in five makes more than one resource. ``distribution``: ``"std"`` (two thirds can be paid), ``"hard"`` (one
    third) or ``"converters"`` (Anomaly, Henge and legends in most positions). docs/performance.md has the numbers.
    """
    return Sampler(seed, sources=sources, general=general, distribution=distribution).draw(n)


def records(
    states: Iterable[State],
    purpose: _Purpose | None = None,
    *,
    costs: Cost | Sequence[Cost] | None = None,
    player: int | None = None,
) -> tuple[Column, Column]:
    """What a player could pay with in each state, and the costs: the columns that `evaluate` takes.

    ``purpose`` (default: "resolution") and whether the state is in a showdown go into the rows of costs, with
    ``costs``: one, or one each (default: a cost of nothing, to be filled in). ``player``: a number; default: who has
    priority or focus in each state, as in `State.can_pay`.

    >>> import riftcore as rc
    >>> states = [rc.State.from_scenario({"players": [{"runes": {"fury": n}}]}) for n in range(4)]
    >>> rc.batch.evaluate(*rc.batch.records(states, "spell", costs=rc.Cost(energy=2, fury=1))).tolist()
    [0, 0, 1, 1]

    RowError for a state with a ready Add source of a kind that no record holds: never a guess.
    """
    from riftcore.edge._states import record_columns

    prices = [costs or Cost()] if costs is None or isinstance(costs, Cost) else costs
    return record_columns(states, prices, purpose, player)


class Checks:
    """Verdicts about many rows, as columns of equal length.

    ``codes``: numbers of `CODES` as a Column, INVALID for a row that cannot be read; ``names``: the same as text.
    ``costs``: the total cost that is paid, with its purpose, or the first of those that were asked (Energy and Power);
    ``payments``: the best payment, zeros if there is none; ``reasons``: numbers of `REASONS`, which say the rule
    and the sentence; ``rules``: the rule that decides as text, "" for an invalid row. ``bad``: why a row is invalid, by
    its number.
    """

    __slots__ = ("bad", "codes", "costs", "payments", "reasons")

    def __init__(self, codes: Column, costs: Column, payments: Column, reasons: Column, bad: dict[int, str]) -> None:
        self.codes = codes
        self.costs = costs
        self.payments = payments
        self.reasons = reasons
        self.bad = bad

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(REASONS[why][0] if why < len(REASONS) else "" for why in self.reasons.tobytes())

    @property
    def names(self) -> list[str]:
        return [CODES[code] if code < len(CODES) else "invalid" for code in self.codes.tobytes()]

    @property
    def legal(self) -> int:
        """How many rows are legal."""
        return self.codes.tobytes().count(0)

    def __len__(self) -> int:
        return len(self.codes)

    def __repr__(self) -> str:
        return f"<Checks of {len(self)} rows, {self.legal} legal>"


def check(
    states: _Column | Iterable[State | Mapping[str, Any] | str | bytes],
    actions: _OneAction | _Column | Sequence[_OneAction] | None = None,
    *,
    policy: _PolicyLike = None,
    catalog: Catalog | None = None,
    invalid: _Invalid = "raise",
    threads: int = 0,
) -> Checks:
    """Is action i legal in state i: timing, choices, condition and cost? The answers are columns; see `State.check`.

    ``states``: serialized states (`State.serialize`), States, or scenarios as dicts or JSON text; a sequence, or an
    Arrow array of binary or text, chunked or not. ``actions``: one for all or one each, or None if the rows are
    scenarios that bring their own ``action`` (or ``actions``: the last is in question, those before it are done). An
    action is an Action, a dict or its JSON text, or an integer of `State.legal_actions` of the player who may act;
    integers come as an Arrow or NumPy array too. ``catalog`` names the cards. The states stay as they are.

    Rows of serialized states and integers are judged without Python, in ``threads`` (0: all cores); the answers are
    the same for any number.

    A row that cannot be read, and an integer that means nothing in its state, raises RowError with the row's number
    (the first one); with ``invalid="mark"`` it is INVALID, and `Checks.bad` says why.

    >>> import riftcore as rc
    >>> you = {"hand": ["Legion Rearguard"], "runes": {"fury": 2}}
    >>> checks = rc.batch.check([{"players": [you]}, {"players": [{}]}], {"play": "Legion Rearguard"})
    >>> checks, checks.names, checks.rules
    (<Checks of 2 rows, 1 legal>, ['ok', 'zone'], ('358', '353'))
    >>> state = rc.State.from_scenario({"players": [you]})
    >>> actions = state.legal_actions()
    >>> rc.batch.check([state.serialize()] * len(actions), actions).legal == len(actions)
    True
    """
    rows = Rows(states, actions, catalog)
    bad = rows.judge(policy, invalid, threads)
    judge = rows.judged
    return Checks(judge.codes, judge.costs, judge.payments, judge.reasons, bad)


class NoAction(TypeError):
    """States were given, and no actions."""


class Rows:
    """States and actions as they came, and the Judge that was asked about them."""

    __slots__ = ("actions", "catalog", "judged", "n", "states")

    def __init__(self, states: Any, actions: Any, catalog: Catalog | None = None) -> None:
        self.states = _state_column(states)
        self.n = len(self.states)
        self.actions = _action_column(actions, self.n)
        self.catalog = catalog

    def judge(self, policy: _PolicyLike, invalid: str, threads: int) -> dict[int, str]:
        """Ask about all rows; why the bad ones are bad."""
        from riftcore.edge._judge import Judge

        if isinstance(threads, bool) or not isinstance(threads, int) or not 0 <= threads <= MOST_THREADS:
            raise ValueError(f"threads={shown(threads)}: expected 0 (all cores) to {MOST_THREADS}")
        if invalid not in ("raise", "mark"):
            raise ValueError(f"invalid={shown(invalid)}: expected raise or mark")
        judge = self.judged = Judge(self.n, policy)
        bad: dict[int, str] = {}

        def ask(i: int) -> None:
            judge.row(*self.question(i), i)

        def reject(i: int, error: Exception) -> None:
            if isinstance(error, NoAction | AssertionError | MemoryError):
                raise error  # faults of the call, of riftcore or of the machine, not of the row
            if invalid == "raise":
                raise RowError(f"row {i}: {error_text(error)}", i) from error
            bad[i] = error_text(error)

        if isinstance(self.states, Blobs) and isinstance(self.actions, Numbers):
            from riftcore.catalog import Catalog
            from riftcore.edge._checkrows import check_columns

            catalog = Catalog.builtin() if self.catalog is None else self.catalog
            check_columns(judge, self.states, self.actions, catalog, threads, ask, reject)
        else:
            judge.rows(self.states, self.actions, ask, reject)
        return bad

    def question(self, i: int) -> tuple[State, Any]:
        """State and action of a row."""
        action = self.actions[0 if len(self.actions) == 1 else i]
        if action is None and not isinstance(self.actions, _One):
            from riftcore.edge._state import State

            if isinstance(self.states[i], State | bytes):
                raise RiftcoreError("the action is null")
        return _question(self.states[i], action, self.catalog, i)

    def verdict(self, i: int) -> Verdict:
        """The whole answer about a row that was judged."""
        return self.judged.verdict(*self.question(i))


class _One:
    """The same action for all rows."""

    def __init__(self, action: object) -> None:
        self.action = action

    def __getitem__(self, i: int) -> object:
        return self.action

    def __len__(self) -> int:
        return 1


def decoded(column: Any) -> Any:
    """A column of pyarrow that holds a dictionary, as its values."""
    kind: Any = getattr(column, "type", None)
    return column.cast(kind.value_type) if hasattr(kind, "index_type") and hasattr(kind, "value_type") else column


def _state_column(states: Any) -> Any:
    """States by number: Blobs if they are bytes, else a sequence."""
    if is_arrow(states):
        return Blobs(decoded(states), "states")
    if isinstance(states, str | bytes | Mapping) or not isinstance(states, Iterable):
        raise TypeError(f"states: expected a sequence of states, or a column of bytes, found {type(states).__name__}")
    rows = states if isinstance(states, list | tuple) else list(states)
    if any(isinstance(row, bytearray | memoryview) for row in rows):
        rows = [bytes(row) if isinstance(row, bytearray | memoryview) else row for row in rows]
    return Blobs(rows, "states") if rows and all(type(row) is bytes for row in rows) else rows


def _action_column(actions: Any, n: int) -> Any:
    """Actions by number: Numbers if they are integers, also one for all."""
    if is_arrow(actions):
        actions = decoded(actions)
        try:
            found: Any = Numbers(actions, "actions")
        except TypeError:
            found = Blobs(actions, "actions")
    elif isinstance(actions, list | tuple | range):
        whole = n > 0 and all(type(action) is int for action in actions)
        found = Numbers(actions, "actions") if whole else actions
    elif type(actions) is int:
        return Numbers([actions], "actions")
    elif isinstance(actions, str | bytes | Mapping) or not hasattr(actions, "__len__"):
        return _One(actions)
    else:
        found = Numbers(actions, "actions")
    if len(found) != n:
        raise ValueError(f"actions: {len(found)} for {n} states: expected one each, or one for all")
    return found


def _question(row: Any, action: Any, catalog: Catalog | None, i: int) -> tuple[State, Any]:
    """State and action of a row."""
    from riftcore.edge._state import State

    if isinstance(action, str | bytes):
        action = _action_text(action)
    if isinstance(row, bytes) and row.startswith(SERIALIZED):
        row = State.deserialize(row, catalog)
    if isinstance(row, State):
        if action is None:
            raise NoAction(f"row {i}: a State brings no action: expected actions")
        return row, action
    if row is None:
        raise RiftcoreError("the state is null")
    from riftcore.scenario.questions import read_question

    return read_question(row, action, catalog)


def _action_text(text: str | bytes) -> Any:
    """The action of a JSON text: a dict, or an integer."""
    import json

    try:
        action = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RiftcoreError(f"expected an action as JSON: {error}") from None
    if not isinstance(action, dict | int) or isinstance(action, bool):
        raise RiftcoreError(f"expected an action as a JSON object or an integer, found {shown(text)}")
    return action
