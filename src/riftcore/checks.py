"""Rows judged chunk by chunk: a verdict for each scenario, or an answer for each record. Bad rows are answers too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from riftcore.batch import Rows
from riftcore.edge import _evaluate
from riftcore.rowfiles import Fields, encode
from riftcore.rowsources import Records, Scenarios, States
from riftcore.statetext import StateTexts
from riftcore.verdicts import CODES, REASONS

if TYPE_CHECKING:
    from riftcore import Catalog

INVALID = "invalid"
_CODE = {name: number for number, name in enumerate(CODES)} | {INVALID: _evaluate.INVALID}
_NAME = {number: name for name, number in _CODE.items()}
# The last byte of a payment, 1 if there is one, as a code.
_CODE_OF_PAYMENT = bytes([_CODE["unaffordable"], _CODE["ok"], *range(2, 256)])


@dataclass(frozen=True, slots=True)
class Task:
    """The question to every row, and how the answers are written."""

    form: str
    scenarios: bool  # answers with a rule and a total cost: of scenarios, and of states with actions
    payments: bool = False
    cost: bytes | None = None  # one for all records, if the file has none
    policy: tuple[str, ...] | None = None
    threads: int = 1
    states: bool = False  # the scenarios are serialized states with actions

    @property
    def in_processes(self) -> bool:
        """More cores need more processes: Python reads scenarios, and writes the texts about states."""
        return self.scenarios and not (self.states and self.form == "npy")

    @property
    def fields(self) -> Fields:
        """The columns of the answers."""
        if self.form == "npy":
            return {"row": "row", "code": "code"} | ({"payment": "payment"} if self.payments else {})
        if self.states:
            payment = "json" if self.form == "jsonl" else "text"
            return {"row": "row", "id": "text", "code": "text", "rule": "text", "cost": "text", "payment": payment}
        if self.scenarios:
            return {"row": "row", "id": "text", "code": "text", "rule": "text", "cost": "text", "payment": "steps"}
        payments = {"payment": "payment" if self.binary else "json"} if self.payments else {}
        return {"row": "row", "code": "text"} | payments

    @property
    def binary(self) -> bool:
        """Payments of records are written as their 32 bytes."""
        return self.form in ("parquet", "arrow", "npy")


@dataclass(frozen=True, slots=True)
class Judged:
    """A chunk of answers, encoded; how many rows have each code; the bad rows with their reasons."""

    rows: bytes
    n: int
    counts: dict[str, int] = field(default_factory=dict)
    bad: tuple[tuple[int, str], ...] = ()


def judge(task: Task, chunk: Records | Scenarios | States) -> Judged:
    """The answers to the rows of a chunk, in their order."""
    if isinstance(chunk, States):
        return judge_states(task, chunk)
    return judge_records(task, chunk) if isinstance(chunk, Records) else judge_scenarios(task, chunk)


def judge_records(task: Task, chunk: Records) -> Judged:
    costs = chunk.costs if chunk.costs is not None else task.cost
    options: dict[str, Any] = {"policy": task.policy, "invalid": "mark", "threads": task.threads}
    if task.payments:
        payments = _evaluate.evaluate(chunk.records, costs, want="cheapest", **options)
        codes = payments.tobytes()[31::32].translate(_CODE_OF_PAYMENT)
    else:
        codes = _evaluate.evaluate(chunk.records, costs, want="reason", **options).tobytes()
    counts = {_NAME[code]: codes.count(code) for code in sorted(set(codes))}
    bad = []
    at = codes.find(_evaluate.INVALID)
    while at >= 0:
        record, cost = row_bytes(chunk.records, at, 48), row_bytes(costs, at, 16)
        reason = chunk.bad.get(at) or _evaluate.fault_text(record, cost)
        bad.append((chunk.first + at, reason or "out of bounds"))
        at = codes.find(_evaluate.INVALID, at + 1)
    table: dict[str, Any] = {"row": range(chunk.first, chunk.first + chunk.n)}
    table["code"] = memoryview(codes) if task.form == "npy" else [_NAME[code] for code in codes]
    if task.payments:
        table["payment"] = payments if task.binary else payments_as_steps(task, chunk.records, costs, codes)
    return Judged(encode(task.form, task.fields, table), chunk.n, counts, tuple(bad))


def payments_as_steps(task: Task, records: Any, costs: Any, codes: bytes) -> list[list[Any] | None]:
    """The payments of the rows that have one, for formats that people read."""
    found: list[list[Any] | None] = []
    for i, code in enumerate(codes):
        payment = None
        if _NAME[code] == "ok":
            payment = _evaluate.payment_of(row_bytes(records, i, 48), row_bytes(costs, i, 16), task.policy)
        found.append(payment.steps() if payment is not None else None)
    return found


def row_bytes(rows: Any, at: int, size: int) -> bytes:
    """One row of a buffer or an Arrow array; of the only one if there is one for all."""
    if hasattr(rows, "as_buffer") or hasattr(rows, "buffers"):
        return bytes(rows[at].as_py())
    flat = memoryview(rows).cast("B") if not isinstance(rows, bytes) else rows
    return bytes(flat if len(flat) == size else flat[at * size : (at + 1) * size])


def judge_states(task: Task, chunk: States) -> Judged:
    """Serialized states with actions: judged as columns; what people read is made of the columns, too."""
    rows = Rows(chunk.states, chunk.actions)
    bad = rows.judge(task.policy, "mark", 1 if task.in_processes else task.threads)
    codes = rows.judged.codes.tobytes()
    counts = {_NAME[code]: codes.count(code) for code in sorted(set(codes))}
    table: dict[str, Any] = {"row": range(chunk.first, chunk.first + chunk.n)}
    if task.form == "npy":
        table |= {"code": rows.judged.codes, "payment": rows.judged.payments}
    else:
        texts = StateTexts(rows, as_json=task.form != "jsonl")
        table |= {
            "id": chunk.ids.to_pylist() if chunk.ids is not None else [None] * chunk.n,
            "code": [_NAME[code] for code in codes],
            "rule": [REASONS[why][0] if why < len(REASONS) else None for why in rows.judged.reasons.tobytes()],
            "cost": texts.costs,
            "payment": texts.payments,
        }
    reasons = tuple((chunk.first + i, reason) for i, reason in sorted(bad.items()))
    return Judged(encode(task.form, task.fields, table), chunk.n, counts, reasons)


def judge_scenarios(task: Task, chunk: Scenarios, catalog: Catalog | None = None) -> Judged:
    from riftcore import Catalog
    from riftcore.edge._questions import Questions

    cards = Catalog.builtin() if catalog is None else catalog
    asked = Questions(cards, task.policy, task.form == "npy" and task.payments)
    asked.ask(chunk.rows)
    codes = asked.codes
    counts = {name: codes.count(name) for name in sorted(set(codes))}
    table: dict[str, Any] = {"row": [row for row, *_ in chunk.rows]}
    if task.form == "npy":
        table["code"] = memoryview(bytes(_CODE[name] for name in codes))
        table["payment"] = _evaluate.payment_column(asked.best) if asked.best is not None else None
    else:
        table |= {
            "id": asked.ids, "code": codes, "rule": asked.rules, "cost": asked.costs, "payment": asked.payments,
        }  # fmt: skip
    return Judged(encode(task.form, task.fields, table), chunk.n, counts, tuple(asked.bad))
