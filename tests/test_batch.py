"""Questions about many rows: answers as one by one, from and to any kind of memory, and no way to go astray."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import riftcore as rc
from riftcore.edge._column import LAYOUTS, SIZES, column_of
from riftcore.errors import CostError, RowError
from riftcore.ground._types import DOMAINS, PURPOSES

N = 3000
RECORDS, COSTS = rc.batch.sample(N, seed=3, general=True)
SUPPLIES = [rc.Supply.from_bytes(row) for row in RECORDS.tolist()]
POLICIES = (None, ("killed", "ready_runes", "recycled"), ("domain:calm", "universal"))


def names(mask: int) -> str:
    return "|".join(DOMAINS[i] for i in range(6) if mask >> i & 1)


def cost_of(row: bytes) -> rc.Cost:
    power = {DOMAINS[i]: row[1 + i] for i in range(6)} | {names(row[at + 1]): row[at] for at in (8, 10) if row[at]}
    return rc.Cost(row[0], any=row[7], power=power)


def one_by_one(supplies: list[rc.Supply], costs: list[bytes]) -> list[int]:
    return [
        supply.can_pay(cost_of(row), PURPOSES[row[12]], showdown=bool(row[13]))
        for supply, row in zip(supplies, costs, strict=True)
    ]


PAYABLE = one_by_one(SUPPLIES, COSTS.tolist())


# ------------------------------------------------------------------------------------------------ the answers


def test_payable_is_that_of_each_supply() -> None:
    assert rc.batch.evaluate(RECORDS, COSTS).tolist() == PAYABLE
    assert 0.4 < sum(PAYABLE) / N < 0.9


def test_reason_is_the_code_of_a_verdict() -> None:
    from riftcore.verdicts import CODES

    found = rc.batch.evaluate(RECORDS, COSTS, want="reason").tolist()
    assert [CODES[code] for code in found] == ["ok" if yes else "unaffordable" for yes in PAYABLE]


@pytest.mark.parametrize("policy", POLICIES)
def test_cheapest_is_that_of_each_supply(policy: tuple[str, ...] | None) -> None:
    found = np.asarray(rc.batch.evaluate(RECORDS, COSTS, want="cheapest", policy=policy))
    assert found.dtype == rc.arrays.PAYMENT
    for supply, row, payment in zip(SUPPLIES, COSTS.tolist(), found, strict=True):
        best = supply.cheapest(cost_of(row), PURPOSES[row[12]], showdown=bool(row[13]), policy=policy)
        assert payment["payable"] == (best is not None)
        if best is None:
            assert not any(payment.tobytes())
            continue
        assert payment["exhaust"].tolist() == [best.exhausted.get(domain, 0) for domain in DOMAINS]
        assert payment["recycle"].tolist() == [best.recycled.get(domain, 0) for domain in DOMAINS]
        used = int(payment["seals"].sum() + sum(payment[kind] for kind in ("one", "two", "lux", "gold")))
        used += int(payment["honeyfruit"] + payment["honeyfruit_both"] + payment["objects"].item().bit_count())
        assert used + np.count_nonzero(payment["borrowed"]) == len(best.uses)


def test_one_cost_for_all() -> None:
    cost = rc.Cost.parse("2[fury][any]")
    expected = [supply.can_pay(cost, "spell", showdown=True) for supply in SUPPLIES]
    assert rc.batch.evaluate(RECORDS, cost, purpose="spell", showdown=True).tolist() == expected
    row = rc.arrays.costs([cost], "spell", showdown=True)
    assert rc.batch.evaluate(RECORDS, row).tolist() == expected
    assert rc.batch.evaluate(RECORDS, row[0]).tolist() == expected
    assert 0 < sum(expected) < N


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"])
def test_a_table_with_an_index(dtype: str) -> None:
    table = [rc.Cost(energy=n, any=n % 3) for n in range(12)]
    index = (np.arange(N) * 7 % 12).astype(dtype)
    expected = [supply.can_pay(table[i]) for supply, i in zip(SUPPLIES, index, strict=True)]
    assert rc.batch.evaluate(RECORDS, table, index=index).tolist() == expected
    assert rc.batch.evaluate(RECORDS, table, index=pa.array(index)).tolist() == expected
    odd = np.frombuffer(b"x" + index.tobytes(), dtype, offset=1)  # at no multiple of its size
    assert rc.batch.evaluate(RECORDS, table, index=odd).tolist() == expected
    assert 0 < sum(expected) < N


def test_any_number_of_threads_gives_the_same_answers() -> None:
    records, costs = rc.batch.sample(40_000, seed=5)
    for want in ("payable", "cheapest"):
        alone = rc.batch.evaluate(records, costs, want=want, threads=1)  # type: ignore[call-overload]
        for threads in (0, 2, 3, 16, 1000):
            assert rc.batch.evaluate(records, costs, want=want, threads=threads) == alone  # type: ignore[call-overload]


def test_no_rows_are_no_answers() -> None:
    assert rc.batch.evaluate(b"", rc.Cost(1)).tolist() == []
    assert rc.batch.evaluate(b"", b"", want="cheapest").tolist() == []
    assert rc.batch.evaluate(b"", [], index=b"").tolist() == []
    assert pa.array(rc.batch.evaluate(b"", rc.Cost(1))).to_pylist() == []


# -------------------------------------------------------------------------------------------- kinds of memory


FORMS: dict[str, Any] = {
    "bytes": lambda column: column.tobytes(),
    "bytearray": lambda column: bytearray(column),
    "memoryview": lambda column: memoryview(column),
    "numpy rows": lambda column: np.asarray(column),
    "numpy bytes": lambda column: np.frombuffer(column.tobytes(), "u1"),
    "numpy bytes in two dimensions": lambda column: np.frombuffer(column.tobytes(), "u1").reshape(-1, column.size),
    "numpy void": lambda column: np.frombuffer(column.tobytes(), f"V{column.size}"),
    "arrow": lambda column: pa.array(column),
    "arrow slice": lambda column: pa.concat_arrays([pa.array(column)[:7], pa.array(column)]).slice(7),
    "arrow chunks": lambda column: pa.chunked_array([pa.array(column)[:1000], pa.array(column)[1000:]]),
    "arrow other chunks": lambda column: pa.chunked_array(
        [pa.array(column)[:0], pa.array(column)[:1], pa.array(column)[1:1700], pa.array(column)[1700:]]
    ),
}


@pytest.mark.parametrize("costs", ["numpy rows", "arrow other chunks"])
@pytest.mark.parametrize("records", list(FORMS))
def test_rows_come_in_any_kind_of_memory(records: str, costs: str) -> None:
    assert rc.batch.evaluate(FORMS[records](RECORDS), FORMS[costs](COSTS)).tolist() == PAYABLE


OUTS: dict[str, Any] = {
    "bytearray": lambda n, size: bytearray(n * size),
    "numpy bytes": lambda n, size: np.zeros(n * size, "u1"),
    "numpy rows": lambda n, size: np.zeros(n, rc.arrays.PAYMENT if size > 1 else "u1"),
    "numpy two dimensions": lambda n, size: np.zeros((n, size), "u1"),
    "numpy void": lambda n, size: np.zeros(n, f"V{size}"),
    "column": lambda n, size: column_of("payment" if size > 1 else "code", bytes(n * size)),
}


@pytest.mark.parametrize("form", list(OUTS))
@pytest.mark.parametrize("want", ["payable", "cheapest"])
def test_answers_go_where_the_caller_wants_them(form: str, want: Any) -> None:
    expected = rc.batch.evaluate(RECORDS, COSTS, want=want)
    out = OUTS[form](N, expected.size)
    assert rc.batch.evaluate(RECORDS, COSTS, want=want, out=out) is out
    assert bytes(out) == expected.tobytes()


def test_columns_share_their_memory_with_numpy_and_arrow() -> None:
    records, _ = rc.batch.sample(10, seed=1)
    view, arrow = np.asarray(records), pa.array(records)
    assert view.dtype == rc.arrays.RECORD
    assert arrow.type == pa.binary(48)
    assert arrow.buffers()[1].address == view.__array_interface__["data"][0]
    view["energy"][3] = 41
    assert records[3][12] == arrow[3].as_py()[12] == 41
    assert np.asarray(pa.array(records).buffers()[1]).tobytes() == records.tobytes()


def test_an_arrow_array_keeps_the_memory_of_its_column() -> None:
    expected = rc.batch.sample(1000, seed=1)[0].tobytes()
    arrow = pa.array(rc.batch.sample(1000, seed=1)[0][100:])
    rc.batch.sample(1000, seed=2)
    assert b"".join(arrow.to_pylist()) == expected[4800:]


def test_nothing_is_held_after_the_call() -> None:
    records, costs = rc.batch.sample(50, seed=1)
    arrow, out = pa.array(records), bytearray(50)
    counts = [sys.getrefcount(thing) for thing in (records, costs, arrow, out)]
    for _ in range(100):
        rc.batch.evaluate(arrow, costs, out=out)
        rc.batch.evaluate(pa.chunked_array([arrow]), costs, out=out)
        pa.array(records)
        with pytest.raises(ValueError, match="costs"):
            rc.batch.evaluate(arrow, costs[:3], out=out)
        records.__arrow_c_array__()
    assert [sys.getrefcount(thing) for thing in (records, costs, arrow, out)] == counts
    out.append(1)  # a buffer that is still held cannot grow


def test_arrow_and_numpy_are_imported_only_when_asked_for() -> None:
    code = (
        "import riftcore as rc, sys; records, costs = rc.batch.sample(20, 1); rc.batch.evaluate(records, costs);"
        "rc.batch.evaluate(records.tobytes(), rc.Cost(1)); rc.arrays.records([rc.Supply()]);"
        "print('numpy' in sys.modules, 'pyarrow' in sys.modules); rc.arrays.RECORD; print('numpy' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(rc.__file__).parent.parent
    )
    assert ran.stdout.split() == ["False", "False", "True"]


def test_the_interpreter_goes_on_meanwhile() -> None:
    """With a switch interval of minutes another thread runs only when the call lets go of the GIL."""
    records, costs = rc.batch.sample(200_000, seed=1, general=True)
    began, ended = [], []

    def ask() -> None:
        began.append(1)
        rc.batch.evaluate(records, costs, want="cheapest", threads=1)
        ended.append(1)

    before = sys.getswitchinterval()
    thread = threading.Thread(target=ask)
    try:
        sys.setswitchinterval(300)
        thread.start()
        while not began:
            threading.Event().wait(0.001)
        meanwhile = not ended
    finally:
        sys.setswitchinterval(before)
        thread.join()
    assert meanwhile


# ------------------------------------------------------------------------------------------- what is refused


class Bare:
    """An Arrow array that speaks the interface and nothing else, as those of other libraries do."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __arrow_c_array__(self, schema: Any = None) -> Any:
        return self.array.__arrow_c_array__(schema)


@pytest.mark.parametrize(
    ("records", "error", "words"),
    [
        (RECORDS.tobytes()[:-1], ValueError, "no whole number of rows of 48"),
        (np.zeros((4, 47), "u1"), ValueError, "expected rows of 48 bytes, found 47"),
        (np.zeros(4, "V47"), ValueError, "expected rows of 48 bytes, found items of 47"),
        (np.zeros((4, 2, 24), "u1"), ValueError, "items of 1 in 3 dimensions"),
        (np.zeros(96, "u1")[::2], ValueError, "one after the other"),
        (np.zeros((96, 2), "u1").T, ValueError, "one after the other"),
        (np.zeros((4, 6), "f8"), ValueError, "expected bytes or rows of bytes"),
        (np.zeros(4, [("a", "f8", 6)]), ValueError, "expected bytes or rows of bytes"),
        (np.zeros(24, "u2"), ValueError, "found items of 2"),
        (np.zeros(4, "O"), ValueError, "expected bytes or rows of bytes"),
        (pa.array([b"a"]), ValueError, "format w:48, found 'z': cast it to fixed_size_binary(48) first"),
        (pa.array([b"a" * 16], pa.binary(16)), ValueError, "format w:48, found 'w:16'"),
        (pa.array([None, bytes(48)], pa.binary(48)), ValueError, "1 rows are null"),
        (pa.chunked_array([pa.array([bytes(48)], pa.binary(48)), pa.array([None], pa.binary(48))]), ValueError, "null"),
        (pa.chunked_array([[1, 2]]), ValueError, "found 'l'"),
        (Bare(pa.array([bytes(48)], pa.binary(48)).dictionary_encode()), ValueError, "of a dictionary: decode it"),
        (pa.table({"a": [1]}), ValueError, "pass one of its columns"),
        (pa.record_batch({"a": [1]}), ValueError, "pass one of its columns"),
        (["x"], TypeError, "found list"),
        (None, TypeError, "found NoneType"),
        ("x" * 48, TypeError, "found str"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_rows_of_another_shape_are_refused(records: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=f"records: .*{re.escape(words)}"):
        rc.batch.evaluate(records, rc.Cost(1))


def test_fields_in_another_order_are_refused() -> None:
    """Their bytes would mean something else; those of a cost have no version that could tell."""
    for rows, dtype in ((RECORDS, rc.arrays.RECORD), (COSTS, rc.arrays.COST)):
        names = list(dtype.names)
        other = np.dtype([(name, dtype[name]) for name in reversed(names)])
        some = np.dtype([(names[0], "u1"), ("rest", "u1", dtype.itemsize - 1)])
        for found in (other, some):
            wrong = np.asarray(rows).view(found) if found is some else np.asarray(rows).astype(found)
            arguments = (wrong, COSTS) if rows is RECORDS else (RECORDS, wrong)
            with pytest.raises(
                ValueError, match=f"expected the fields {names[0]}, {names[1]}, .* found {found.names[0]}, "
            ):
                rc.batch.evaluate(*arguments)


def test_the_other_byte_order_is_refused() -> None:
    swapped = np.dtype(
        [(name, ">u2" if name == "borrow" else rc.arrays.RECORD[name]) for name in rc.arrays.RECORD.names]
    )
    with pytest.raises(ValueError, match="little-endian"):
        rc.batch.evaluate(np.asarray(RECORDS).astype(swapped), rc.Cost(1))
    with pytest.raises(ValueError, match="byte order"):
        rc.batch.evaluate(RECORDS, [rc.Cost(1)], index=np.zeros(N, ">i4"))


@pytest.mark.parametrize(
    ("out", "error", "words"),
    [
        (bytes(N), BufferError, "writable"),
        (np.broadcast_to(np.uint8(0), N), ValueError, "read-only|writable"),
        (np.zeros(2 * N, "u1")[::2], ValueError, "one after the other"),
        (bytearray(N - 1), ValueError, f"{N - 1} rows of 1 bytes, expected {N}"),
        (bytearray(N + 1), ValueError, f"{N + 1} rows of 1 bytes, expected {N}"),
        (np.zeros(N, "u2"), ValueError, "items of 2"),
        (np.zeros(N, bool), ValueError, "expected bytes"),
        (pa.array([0] * N, pa.uint8()), TypeError, "writable buffer"),
        ([0] * N, TypeError, "writable buffer"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_an_out_that_does_not_fit_is_refused(out: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=f"out: .*({words})"):
        rc.batch.evaluate(RECORDS, COSTS, out=out)


def test_out_may_not_overlap_what_is_asked_about() -> None:
    both = bytearray(RECORDS.tobytes() + bytes(N))
    whole = memoryview(both)
    rc.batch.evaluate(whole[: 48 * N], COSTS, out=whole[48 * N :])
    for out in (whole[:N], whole[48 * N - 1 : 49 * N - 1]):
        with pytest.raises(ValueError, match="shares memory"):
            rc.batch.evaluate(whole[: 48 * N], COSTS, out=out)
    assert both[: 48 * N] == RECORDS.tobytes()


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"costs": COSTS[:5]}, ValueError, f"costs: 5 rows for {N} records"),
        ({"costs": []}, ValueError, "costs: 0 rows"),
        ({"costs": ["2[fury]"]}, TypeError, "costs: row 0: expected a Cost, found str"),
        ({"costs": [rc.Cost(1), rc.Cost(other=["exhaust self"])]}, CostError, "row 1: .*other parts"),
        ({"costs": COSTS, "purpose": "spell"}, TypeError, "bring their own"),
        ({"costs": COSTS, "showdown": True}, TypeError, "bring their own"),
        ({"costs": rc.Cost(1), "purpose": "sorcery"}, ValueError, "sorcery"),
        ({"costs": COSTS, "want": "best"}, ValueError, "payable, reason, cheapest"),
        ({"costs": COSTS, "invalid": "skip"}, ValueError, "raise or mark"),
        ({"costs": COSTS, "threads": -1}, ValueError, "threads=-1"),
        ({"costs": COSTS, "threads": 1.5}, ValueError, "threads=1.5"),
        ({"costs": COSTS, "threads": True}, ValueError, "threads=True"),
        ({"costs": COSTS, "index": np.zeros(N, "f4")}, ValueError, "whole numbers"),
        ({"costs": COSTS, "index": np.zeros(N - 1, "u1")}, ValueError, "index: 2999 numbers for 3000 records"),
        ({"costs": COSTS, "index": np.zeros((N, 1), "u1")}, ValueError, "one dimension"),
        ({"costs": COSTS, "index": np.zeros(2 * N, "u1")[::2]}, ValueError, "no gaps"),
        ({"costs": COSTS, "index": np.zeros(N, "M8[s]")}, ValueError, "index: expected whole numbers"),
        ({"costs": COSTS[:0], "index": np.zeros(N, "u1")}, ValueError, "costs: expected a table with rows, found none"),
        ({"costs": COSTS, "index": [0] * N}, TypeError, "index: expected an array of whole numbers, found list"),
        ({"costs": COSTS, "index": pa.array([None] * N, pa.int8())}, ValueError, "null"),
        ({"costs": COSTS, "index": pa.array([1.0] * N)}, ValueError, "found 'g'"),
        ({"costs": FORMS["arrow chunks"](COSTS), "index": np.zeros(N, "u1")}, ValueError, "combine"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_arguments_that_do_not_fit_are_refused(arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rc.batch.evaluate(RECORDS, **arguments)


def spoiled(column: Any, *changes: tuple[int, int, int]) -> Any:
    """A copy with these bytes changed: row, byte, value."""
    copy = pickle.loads(pickle.dumps(column))
    flat = np.asarray(copy).view("u1").reshape(-1, column.size)
    for row, byte, value in changes:
        flat[row, byte] = value
    return copy


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("last", [9, 8191, 39_999])
def test_the_first_bad_row_is_named(threads: int, last: int) -> None:
    records, costs = rc.batch.sample(40_000, seed=5)
    bad = spoiled(records, (last, 42, 9), (39_999, 43, 1))
    with pytest.raises(RowError, match=rf"records: row {last}: \w+.* is \d, which is out of bounds") as caught:
        rc.batch.evaluate(bad, costs, threads=threads)
    assert (caught.value.row, caught.value.byte) == (last, 42)


def test_bad_rows_say_what_is_wrong() -> None:
    for changes, text in [
        ((RECORDS, (2, 15, 64)), r"records: row 2: power\[2\] \(byte 15 of the record\) is 64"),
        ((RECORDS, (2, 40, 255)), r"records: row 2: borrow \(byte 40 of the record\) is 255"),
        ((RECORDS, (2, 47, 1)), r"records: row 2: spare\[4\] \(byte 47 of the record\) is 1"),
        ((COSTS, (2, 12, 10)), r"costs: row 2: purpose \(byte 12 of the cost\) is 10"),
    ]:
        column, change = changes
        bad = spoiled(column, change)
        arguments = (bad, COSTS) if column is RECORDS else (RECORDS, bad)
        with pytest.raises(RowError, match=text):
            rc.batch.evaluate(*arguments)
    with pytest.raises(RowError, match=r"index: row 1: expected 0 to 1, found -1"):
        rc.batch.evaluate(RECORDS[:2], [rc.Cost(1), rc.Cost(2)], index=np.array([1, -1], "i1"))
    with pytest.raises(RowError, match=r"index: row 0: expected 0 to 1, found 2"):
        rc.batch.evaluate(RECORDS[:2], [rc.Cost(1), rc.Cost(2)], index=np.array([2, 1], "u8"))
    with pytest.raises(RowError, match=r"costs: row 1: any \(byte 7 of the cost\) is 200"):  # the table itself
        rc.batch.evaluate(RECORDS[:2], spoiled(COSTS[:2], (1, 7, 200)), index=np.zeros(2, "u1"))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("want", ["payable", "reason", "cheapest"])
def test_bad_rows_can_be_marked(want: Any, threads: int) -> None:
    records, costs = rc.batch.sample(40_000, seed=5)
    good = rc.batch.evaluate(records, costs, want=want).tolist()
    bad = spoiled(records, (0, 0, 255), (4097, 37, 6), (29_999, 38, 0x50))
    found = rc.batch.evaluate(bad, spoiled(costs, (77, 9, 64)), want=want, invalid="mark", threads=threads).tolist()
    marked = [i for i, (a, b) in enumerate(zip(good, found, strict=True)) if a != b]
    assert marked == [0, 77, 4097, 29_999]
    assert {found[i] for i in marked} == {bytes(31) + b"\xff" if want == "cheapest" else rc.batch.INVALID}
    index = np.array([5, 0, -1], "i8")
    assert rc.batch.evaluate(records[:3], [rc.Cost()], index=index, invalid="mark").tolist() == [255, 1, 255]


@given(st.lists(st.binary(min_size=48, max_size=48), min_size=1, max_size=20), st.binary(min_size=16, max_size=16))
def test_any_bytes_are_answered_or_marked(rows: list[bytes], cost: bytes) -> None:
    found = rc.batch.evaluate(b"".join(rows), cost * len(rows), want="cheapest", invalid="mark")
    for row, answer in zip(rows, found.tolist(), strict=True):
        assert answer[31] in (0, 1, 255)
        try:
            rc.Supply.from_bytes(row)
        except ValueError:
            assert answer[31] == 255


@given(st.integers(0, N - 1), st.integers(0, 47), st.integers(0, 255))
def test_a_record_is_marked_exactly_where_it_is_no_supply(row: int, byte: int, value: int) -> None:
    bad = bytearray(RECORDS[row])
    bad[byte] = value
    found = rc.batch.evaluate(bad, COSTS[row], invalid="mark")[0]
    try:
        supply = rc.Supply.from_bytes(bytes(bad))
    except ValueError:
        assert found == rc.batch.INVALID
    else:
        assert found == one_by_one([supply], [COSTS[row]])[0]


# ----------------------------------------------------------------------------------------------- the columns


def test_the_types_are_those_of_the_page_of_bytes() -> None:
    """Offsets and names of docs/record.md, of the NumPy types and of the buffers."""
    page = (Path(__file__).parent.parent / "docs" / "record.md").read_text(encoding="utf-8")
    for title, kind in (("Supply", "record"), ("Demand", "cost"), ("Payment", "payment")):
        dtype = getattr(rc.arrays, kind.upper())
        section = re.split(rf"\n## {title}.*\n", page)[1].split("\n## ")[0]
        told = []
        for line in section.splitlines():
            if match := re.match(r"\| ([\d, -]+) \| (\d+) \| (.*?) \|", line):
                places, size, fields = match.groups()
                words = re.findall(r"`(\w+)`", fields) or [None]
                for place, word in zip(re.findall(r"\d+", places)[: len(words)] or [places], words, strict=False):
                    told.append((int(place), int(size), word))
        fields = {name: (dtype.fields[name][1], dtype.fields[name][0].itemsize) for name in dtype.names}
        listed = {word: (place, size) for place, size, word in told if word}
        assert listed, title
        for word, where in listed.items():
            assert fields[word] == where, (title, word)
        assert set(fields) - set(listed) <= {"spare", "zero", "universal"}, title
        assert dtype.itemsize == SIZES[kind]
        assert np.asarray(column_of(kind, bytes(2 * SIZES[kind]))).dtype == dtype  # type: ignore[arg-type]


def test_fields_of_a_record_are_those_of_a_supply() -> None:
    supply = rc.Supply(
        ready=(1, 2, 0, 0, 0, 3), exhausted={"calm": 2}, energy=4, power={"chaos": 5}, universal=6, spells_energy=7,
        units_energy=8, showdown_energy=9, spells_universal=10, gear_universal=11, seals={"mind": 12}, one=13, two=14,
        lux=15, honeyfruit=16, gold=17, anomaly=2, henge=3, legend="energy", heimerdinger=1, heimerdinger_empowered=2,
        borrow=["gold", "legend"], level6=True, renata=True,
    )  # fmt: skip
    row = np.asarray(rc.arrays.records([supply]))[0]
    found = {name: row[name].tolist() for name in rc.arrays.RECORD.names}
    assert found == {
        "ready": [1, 2, 0, 0, 0, 3], "exhausted": [0, 2, 0, 0, 0, 0], "energy": 4, "power": [0, 0, 0, 0, 5, 0],
        "universal": 6, "spells_energy": 7, "units_energy": 8, "showdown_energy": 9, "spells_universal": 10,
        "gear_universal": 11, "seals": [0, 0, 12, 0, 0, 0], "one": 13, "two": 14, "lux": 15, "honeyfruit": 16,
        "gold": 17, "converters": 0x32, "legend": 0x84, "borrowers": 0x21, "borrow": 1 << 10 | 1 << 13, "flags": 3,
        "version": 1, "spare": [0] * 5,
    }  # fmt: skip


def test_fields_of_a_cost() -> None:
    row = np.asarray(rc.arrays.costs([rc.Cost.parse("2[fury][any][calm|chaos]")], "gear", showdown=True))[0]
    assert {name: row[name].tolist() for name in rc.arrays.COST.names} == {
        "energy": 2, "power": [1, 0, 0, 0, 0, 0], "any": 1, "hybrid": 1, "hybrid_mask": 0b10010, "hybrid2": 0,
        "hybrid2_mask": 0, "purpose": 2, "showdown": 1, "zero": [0, 0],
    }  # fmt: skip
    with pytest.raises(TypeError, match="row 1: expected a Supply, found Cost"):
        rc.arrays.records([rc.Supply(), rc.Cost()])  # type: ignore[list-item]


def test_a_column_is_a_sequence_of_rows() -> None:
    assert (len(RECORDS), RECORDS.size, RECORDS.kind, RECORDS.nbytes) == (N, 48, "record", 48 * N)
    rows = RECORDS.tolist()
    assert RECORDS[0] == rows[0] == RECORDS.tobytes()[:48]
    assert RECORDS[-1] == rows[-1] == RECORDS[N - 1] == RECORDS.tobytes()[-48:]
    assert RECORDS[5:8].tolist() == rows[5:8]
    assert RECORDS[5:3].tolist() == []
    assert RECORDS[2990:5000][3:].tolist() == rows[2993:]
    assert repr(RECORDS[:1]) == "<Column of 1 record>"
    for at in (N, -N - 1):
        with pytest.raises(IndexError):
            RECORDS[at]
    with pytest.raises(ValueError, match="steps"):
        RECORDS[::2]


def test_columns_are_values_that_can_be_pickled() -> None:
    again = pickle.loads(pickle.dumps(RECORDS))
    assert again == RECORDS
    assert again is not RECORDS
    assert RECORDS[:5] != RECORDS[:6]
    assert column_of("record", bytes(48)) != column_of("cost", bytes(48))
    with pytest.raises(TypeError):
        hash(RECORDS)
    with pytest.raises(TypeError):
        type(RECORDS)()
    with pytest.raises(ValueError, match="no whole number of cost rows"):
        column_of("cost", bytes(15))
    with pytest.raises(ValueError, match="expected one of record"):
        column_of("rune", b"")  # type: ignore[arg-type]


def test_layouts_fill_their_rows() -> None:
    for kind, fields in LAYOUTS.items():
        if fields:
            assert sum(2 if form == "H" else int(form.rstrip("B") or 1) for _, form in fields) == SIZES[kind]


# ------------------------------------------------------------------------------------------------ the samples


def test_samples_are_the_same_for_the_same_seed() -> None:
    assert rc.batch.sample(100, seed=9) == rc.batch.sample(100, seed=9)
    assert rc.batch.sample(100, seed=9) != rc.batch.sample(100, seed=10)
    assert rc.batch.sample(100, seed=-1) == rc.batch.sample(100, seed=(1 << 64) - 1)
    records, costs = rc.batch.sample(3, seed=1)
    # Known bytes: the same positions on every machine, and in every later version.
    assert records[1].hex() + costs[1].hex() == KNOWN


KNOWN = (
    "000400000003000200000002000000000000000000000000000000000000000100000003100000000000010000000000"
    "08000200000000000000000007000000"
)


def test_a_sampler_draws_the_same_in_parts() -> None:
    whole = rc.batch.sample(1000, seed=4, general=True, distribution="hard")
    sampler = rc.batch.Sampler(4, general=True, distribution="hard")
    parts = [sampler.draw(n) for n in (1, 0, 500, 499)]
    for column, pieces in zip(whole, zip(*parts, strict=True), strict=True):
        assert column.tobytes() == b"".join(piece.tobytes() for piece in pieces)


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [
        ({}, 0.62, 0.70),
        ({"distribution": "hard"}, 0.27, 0.40),
        ({"distribution": "converters"}, 0.60, 0.85),
        ({"general": True}, 0.60, 0.80),
        ({"sources": 0}, 0.35, 0.60),
        ({"sources": 24}, 0.75, 0.95),
        ({"distribution": "converters", "general": True, "sources": 24}, 0.75, 1),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_samples_are_within_bounds_and_as_payable_as_said(options: Any, low: float, high: float) -> None:
    records, costs = rc.batch.sample(20_000, seed=2, **options)
    assert low < np.asarray(rc.batch.evaluate(records, costs)).mean() < high


def test_the_distributions_are_those_of_the_page() -> None:
    records, costs = map(np.asarray, rc.batch.sample(50_000, seed=2))
    assert records["ready"].sum(1).min() >= 0
    runes = (records["ready"] + records["exhausted"]).sum(1)
    assert (runes.min(), runes.max()) == (2, 12)
    assert records["exhausted"].sum() / runes.sum() == pytest.approx(0.35, abs=0.01)
    assert (costs["energy"].min(), costs["energy"].max()) == (0, 9)
    assert records["gold"].sum() / 50_000 == pytest.approx(0.6, abs=0.02)  # 3 sources, one in five
    hard = np.asarray(rc.batch.sample(50_000, seed=2, distribution="hard")[1])
    assert (hard["energy"].min(), hard["any"].min()) == (3, 2)
    many = np.asarray(rc.batch.sample(50_000, seed=2, distribution="converters")[0])
    assert (many["converters"] & 15).mean() == pytest.approx(0.6, abs=0.02)
    assert (many["converters"] >> 4).mean() == pytest.approx(0.6, abs=0.02)
    assert (many["legend"] > 0).mean() == pytest.approx(0.4, abs=0.02)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"n": -1}, ValueError, "n=-1"),
        ({"n": 1.0}, ValueError, "n=1.0"),
        ({"n": 1 << 40}, ValueError, "rows: expected 0 to"),
        ({"n": 1, "seed": "x"}, TypeError, "seed='x'"),
        ({"n": 1, "sources": 25}, ValueError, "0 to 24"),
        ({"n": 1, "distribution": "easy"}, ValueError, "std, hard, converters"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_samples_that_cannot_be_drawn_are_refused(arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rc.batch.sample(**arguments)


def test_a_scenario_of_a_sample_is_the_same_position() -> None:
    """Read on a board of real cards it has the same record, but for what its cards could lend to a borrower."""
    from riftcore.samples import scenario_of

    cards = rc.Catalog.builtin()
    for options in ({}, {"distribution": "converters"}, {"sources": 12, "distribution": "hard"}):
        records, costs = rc.batch.sample(150, seed=6, **options)  # type: ignore[arg-type]
        for record, cost in zip(records.tolist(), costs.tolist(), strict=True):
            scenario = scenario_of(record, cost)
            state = rc.State.from_scenario({"players": scenario["players"]}, cards)
            found = bytearray(state.supply().to_bytes())
            found[39:41] = bytes(2)
            assert found == record
            verdict = state.check(scenario["action"])
            assert [verdict.legal] == one_by_one([rc.Supply.from_bytes(record)], [cost])


# ------------------------------------------------------------------------------------- states and full legality


CARDS = rc.Catalog.builtin()
FURY = [rc.State.from_scenario({"players": [{"runes": {"fury": n}, "pool": {"energy": 1}}]}, CARDS) for n in range(6)]


def own_scenarios() -> list[dict[str, Any]]:
    """Those of the project that have a verdict."""
    from riftcore.scenario import read_file

    found = []
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.jsonl")):
        found += [dict(scenario.data) for scenario in read_file(path)]
    return found


def test_records_of_states_are_their_supplies() -> None:
    records, costs = rc.batch.records(FURY, "gear", costs=rc.Cost.parse("2[fury]"))
    assert records.tolist() == [state.supply().to_bytes() for state in FURY]
    assert costs == rc.arrays.costs([rc.Cost.parse("2[fury]")] * 6, "gear")
    expected = [state.can_pay(rc.Cost.parse("2[fury]"), "gear") for state in FURY]
    assert rc.batch.evaluate(records, costs).tolist() == expected == [0, 1, 1, 1, 1, 1]
    each = [rc.Cost(energy=n) for n in range(6)]
    assert rc.batch.records(FURY, costs=each)[1] == rc.arrays.costs(each)
    assert rc.batch.records(FURY)[1] == rc.arrays.costs([rc.Cost()] * 6)
    assert rc.batch.records([])[0].tolist() == []


def test_records_know_the_showdown_and_the_player() -> None:
    situation = {
        "turn": {"showdown": "A", "focus": 1},
        "players": [{"runes": {"calm": 1}}, {"pool": {"restricted": [{"energy": 2, "only": "showdown"}]}}],
    }
    state = rc.State.from_scenario(situation, CARDS)
    for player, expected in ((None, 1), (0, 0), (1, 1)):
        records, costs = rc.batch.records([state], costs=rc.Cost(energy=2), player=player)
        assert costs[0][13] == 1
        assert rc.batch.evaluate(records, costs).tolist() == [expected]
        assert state.can_pay(rc.Cost(energy=2), player=player) == expected


def test_a_source_that_no_record_holds_is_an_error() -> None:
    board = [{"card": "Hextech Anomaly"}] * 16
    crowded = rc.State.from_scenario({"players": [{"board": board}]}, CARDS)
    with pytest.raises(ValueError, match="no exact answer"):
        crowded.can_pay(rc.Cost())
    with pytest.raises(RowError, match="states: row 1: a ready object has an Add ability") as caught:
        rc.batch.records([FURY[0], crowded])
    assert caught.value.row == 1


def test_records_of_something_else_are_refused() -> None:
    with pytest.raises(TypeError, match="states: row 1: expected a State, found dict"):
        rc.batch.records([FURY[0], {}])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="costs: row 0: expected a Cost, found str"):
        rc.batch.records(FURY, costs=["2"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="costs: 2 for 6 states"):
        rc.batch.records(FURY, costs=[rc.Cost(), rc.Cost()])
    with pytest.raises(CostError, match="other parts"):
        rc.batch.records(FURY, costs=rc.Cost(other=["exhaust self"]))
    with pytest.raises(ValueError, match="sorcery"):
        rc.batch.records(FURY, "sorcery")  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["dict", "text", "bytes"])
def test_checks_of_scenarios_are_those_of_check(form: str) -> None:
    from riftcore.scenario.run import run
    from riftcore.scenario.values import Scenario

    scenarios = own_scenarios()
    rows: list[Any] = scenarios
    if form != "dict":
        rows = [json.dumps(scenario) for scenario in scenarios]
    if form == "bytes":
        rows = [row.encode() for row in rows]
    checks = rc.batch.check(rows)
    expected = [run(Scenario(str(i), data, str(i)), CARDS).got for i, data in enumerate(scenarios)]
    assert checks.names == [got["why"] for got in expected]
    assert list(checks.rules) == [got["rule"] for got in expected]
    assert checks.legal == sum(got["legal"] for got in expected)
    assert len(checks) == len(scenarios) > 20
    assert len(set(checks.names)) > 3


def test_checks_have_the_cost_and_the_payment_of_the_verdict() -> None:
    """Row by row those of State.check, whose payment may have been made after objects were given up."""
    from riftcore.edge._evaluate import payment_column
    from riftcore.scenario.questions import read_question

    scenarios = own_scenarios()
    checks = rc.batch.check(scenarios)
    paid = 0
    for i, data in enumerate(scenarios):
        state, action = read_question(data)
        before = state.copy()
        verdict = state.check(action)
        assert state == before
        assert checks.payments[i] == payment_column([verdict.best])[0]
        costs = [bytes(12) if not verdict.costs else b""] + [
            rc.arrays.costs([rc.Cost(cost.energy, power=cost.power)])[0][:12] for cost in verdict.costs
        ]
        if "add" in data.get("action", {}) and (x := data["action"].get("x")):
            # What a converter takes is paid after the colon: the verdict has the cost before it.
            costs += [rc.arrays.costs([rc.Cost(**{unit: x})])[0][:12] for unit in ("any", "energy")]
        assert checks.costs[i][:12] in costs
        assert rc.batch.check([state], action).payments[0] == checks.payments[i]
        paid += verdict.best is not None
    assert paid > 10


def test_one_action_for_all_states_or_one_each() -> None:
    action = {"pay": {"energy": 3}, "for": "spell"}
    assert rc.batch.check(FURY, action).names == ["unaffordable"] * 2 + ["ok"] * 4
    each = [{"pay": {"energy": 6 - n}} for n in range(6)]
    checks = rc.batch.check(FURY, each)
    assert checks.names == ["ok" if n + 1 >= 6 - n else "unaffordable" for n in range(6)]
    assert [row[0] for row in checks.costs.tolist()] == [6, 5, 4, 3, 2, 1]
    assert np.asarray(checks.payments)["exhaust"].sum(1).tolist() == [0, 0, 0, 2, 1, 0]
    killed = rc.batch.check(FURY, action, policy=("free",))
    assert [row[31] for row in killed.payments.tolist()] == [0, 0, 1, 1, 1, 1]


def test_rows_that_cannot_be_read() -> None:
    good = {"action": {"pay": {"energy": 0}}}
    rows: list[Any] = [good, {"action": {"play": "Icathain Rain"}}, "{", good, {"players": 3}, 5, {}]
    with pytest.raises(RowError, match=r"row 1: action\.play: .*Icathian Rain") as caught:
        rc.batch.check(rows)
    assert caught.value.row == 1
    checks = rc.batch.check(rows, invalid="mark")
    assert checks.names == ["ok", "invalid", "invalid", "ok", "invalid", "invalid", "invalid"]
    assert set(checks.bad) == {1, 2, 4, 5, 6}
    assert "expected JSON" in checks.bad[2]
    assert "expected a State, or a scenario" in checks.bad[5]
    assert checks.codes.tolist() == [0, 255, 255, 0, 255, 255, 255]
    assert repr(checks) == "<Checks of 7 rows, 2 legal>"


def test_checks_that_do_not_fit_are_refused() -> None:
    with pytest.raises(TypeError, match="row 0: a State brings no action"):
        rc.batch.check(FURY)
    with pytest.raises(ValueError, match="actions: 1 for 6 states"):
        rc.batch.check(FURY, [{"pay": {}}])
    with pytest.raises(ValueError, match="raise or mark"):
        rc.batch.check(FURY, {"pay": {}}, invalid="skip")  # type: ignore[arg-type]
    assert rc.batch.check([]).names == []
