"""Many rows at once: for every width of the machine the same answers, byte for byte, as one by one."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import riftcore as rc
from riftcore.edge import _batch
from riftcore.edge._evaluate import AT_ONCE, evaluate
from riftcore.edge._sample import sample

WANTS = ("payable", "reason", "cheapest")
N = 12_000
Rows = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def one_by_one(records: Any, costs: Any) -> tuple[bytes, bytes]:
    """Payable and cheapest of rows within bounds, by the code that the oracle tests look at."""
    records, costs = bytes(records), bytes(costs)
    pays, payments = bytearray(len(costs) // 16), bytearray(len(costs) * 2)
    _batch.payable_rows(records, costs, pays)
    _batch.cheapest_rows(records, costs, payments)
    return bytes(pays), bytes(payments)


def same_at_once(records: Any, costs: Any) -> float:
    """Ask in every width; the share of rows that pay."""
    pays, payments = one_by_one(records, costs)
    for at_once in AT_ONCE:
        assert evaluate(records, costs, at_once=at_once).tobytes() == pays
        assert evaluate(records, costs, want="cheapest", at_once=at_once).tobytes() == payments
    return pays.count(1) / len(pays)


def all_answers(records: Any, costs: Any, **options: Any) -> list[bytes]:
    return [evaluate(records, costs, want=want, invalid="mark", **options).tobytes() for want in WANTS]


def test_widths_are_those_of_the_machine() -> None:
    assert AT_ONCE in ((1,), (1, 16), (1, 16, 32))
    with pytest.raises(ValueError, match=r"at_once=64: expected one of \(1,"):
        evaluate(b"", b"", at_once=64)


@pytest.mark.parametrize("distribution", ["std", "hard", "converters"])
@pytest.mark.parametrize("sources", [*range(0, 25, 2)])
def test_sampled_rows(distribution: str, sources: int) -> None:
    """A million rows in all."""
    for general, n in ((False, 24_000), (True, 3000)):
        share = same_at_once(*sample(n, sources, sources=sources, general=general, distribution=distribution))
        assert 0.05 < share < 0.99


def random_rows(n: int, seed: int, most: int, rare: float) -> Rows:
    """Records and costs within bounds, of every field: counts up to `most`, with features that are rare elsewhere."""
    random = np.random.default_rng(seed)
    records, costs = np.zeros(n, rc.arrays.RECORD), np.zeros(n, rc.arrays.COST)
    for rows, names in ((records, rc.arrays.RECORD.names), (costs, rc.arrays.COST.names)):
        for name in names:
            there = random.random(rows[name].shape) < rare
            rows[name] = np.where(there, random.integers(0, most + 1, rows[name].shape), 0)
    runes = random.integers(0, 2, (n, 12))
    records["ready"], records["exhausted"] = runes[:, :6], runes[:, 6:]
    records["converters"] = random.choice([0, 0, 1, 16, 17, 0x53], n)
    records["legend"] = random.integers(0, 6, n) | random.choice([0, 0x80], n)
    records["borrowers"] = random.choice([0] * 9 + [1], n)
    records["borrow"] = random.integers(0, 1 << 14, n)
    records["flags"] = random.integers(0, 4, n)
    records["version"], records["spare"] = 1, 0
    costs["hybrid"] = np.where(random.random(n) < 0.1, costs["hybrid"], 0)
    costs["hybrid2"] = np.where(random.random(n) < 0.1, costs["hybrid2"], 0)
    costs["hybrid_mask"], costs["hybrid2_mask"] = random.integers(1, 64, n), random.integers(1, 64, n)
    costs["purpose"], costs["showdown"], costs["zero"] = random.integers(0, 10, n), random.integers(0, 2, n), 0
    return records, costs


def simple_rows(n: int, seed: int, most: int, rare: float) -> Rows:
    """The same, but nearly all of a kind that is answered at once, with few runes of many domains in many numbers."""
    random = np.random.default_rng(seed)
    records, costs = random_rows(n, seed, most, rare)
    for name in ("two", "lux", "borrowers", "flags"):
        records[name] = np.where(random.random(n) < 0.98, 0, records[name])
    costs["hybrid"] = costs["hybrid2"] = 0
    costs["purpose"] = np.where(random.random(n) < 0.5, random.integers(0, 3, n), costs["purpose"])
    runes = random.integers(1, 4, (n, 12)) * (random.random((n, 12)) < 0.3)
    few = runes.sum(axis=1) <= 12
    records["ready"][few], records["exhausted"][few] = runes[few, :6], runes[few, 6:]
    return records, costs


SHAPES = [(1, 0.3), (1, 1), (2, 0.5), (3, 0.2), (4, 0.15), (6, 0.1), (9, 0.3), (15, 1), (15, 0.3), (17, 0.5), (63, 0.1)]


@pytest.mark.parametrize(("most", "rare"), [*SHAPES, (63, 1)])
def test_random_rows(most: int, rare: float) -> None:
    """Payable only: the cheapest payment of a row with dozens of everything takes its time, one by one."""
    records, costs = random_rows(N, most, most, rare)
    if most > 9:
        costs["energy"] = np.minimum(63, costs["energy"].astype("i4") * 4)  # else hardly one is refused
        costs["any"] = np.minimum(63, costs["any"].astype("i4") * 4)
    pays = bytearray(N)
    _batch.payable_rows(records.tobytes(), costs.tobytes(), pays)
    for at_once in AT_ONCE:
        assert evaluate(records, costs, at_once=at_once).tobytes() == pays
    assert 0.02 < pays.count(1) / len(pays) < 0.99


@pytest.mark.parametrize(("most", "rare"), SHAPES)
def test_simple_rows_with_much_in_the_pool(most: int, rare: float) -> None:
    assert 0.3 < same_at_once(*(rows.tobytes() for rows in simple_rows(N, most, most, rare))) < 0.99


@pytest.mark.parametrize(("most", "rare"), SHAPES)
def test_simple_rows_that_are_dear(most: int, rare: float) -> None:
    records, costs = simple_rows(N, most, most, rare)
    for name in ("energy", "any"):
        costs[name] = np.minimum(63, costs[name].astype("i4") * 3)
    random = np.random.default_rng(most)
    costs["power"] += random.integers(0, 3, costs["power"].shape, "u1")
    costs["power"] = np.minimum(63, costs["power"])
    assert 0.05 < same_at_once(records.tobytes(), costs.tobytes()) < 0.95


@pytest.mark.parametrize("at_once", AT_ONCE)
def test_one_cost_for_all(at_once: int) -> None:
    records, costs = simple_rows(2000, 5, 2, 0.3)
    for cost in (costs[i : i + 1] for i in range(20)):
        pays, payments = one_by_one(records.tobytes(), cost.tobytes() * len(records))
        assert evaluate(records, cost, at_once=at_once).tobytes() == pays
        assert evaluate(records, cost, want="cheapest", at_once=at_once).tobytes() == payments


@pytest.mark.parametrize("at_once", AT_ONCE)
@pytest.mark.parametrize("dtype", ["u1", "i2", "u8"])
def test_a_table_with_an_index(at_once: int, dtype: str) -> None:
    records, costs = sample(2001, 3)
    table = costs[: 16 * 100]
    index = (np.arange(2001) * 7 % 100).astype(dtype)
    each = b"".join(table[16 * i : 16 * i + 16] for i in index.tolist())
    pays, payments = one_by_one(records, each)
    assert evaluate(records, table, index=index, at_once=at_once).tobytes() == pays
    assert evaluate(records, table, index=index, want="cheapest", at_once=at_once).tobytes() == payments
    index[1500] = 100
    found = evaluate(records, table, index=index, want="cheapest", invalid="mark", at_once=at_once).tobytes()
    assert found == payments[: 32 * 1500] + bytes(31) + b"\xff" + payments[32 * 1501 :]


@pytest.mark.parametrize("at_once", AT_ONCE)
@pytest.mark.parametrize("n", [*range(1, 70), 2047, 2048, 2049])
def test_any_number_of_rows_is_answered_to_the_last(at_once: int, n: int) -> None:
    """At no multiple of anything, and nothing behind or before them is written."""
    records, costs = sample(n, n)
    pays, payments = one_by_one(records, costs)
    odd = (memoryview(b"x" + records)[1:], memoryview(b"xxx" + costs)[3:])
    for want, expected in (("payable", pays), ("cheapest", payments)):
        out = bytearray(b"z" * (len(expected) + 2))
        evaluate(*odd, want=want, out=memoryview(out)[1:-1], at_once=at_once)  # type: ignore[arg-type]
        assert out == b"z" + expected + b"z"


@pytest.mark.parametrize("byte", range(64))
def test_a_byte_out_of_bounds_is_seen_among_other_rows(byte: int) -> None:
    """Every byte of record and cost with every value, in a block of good rows: marked exactly where it is no value."""
    records, costs = rc.batch.sample(256, seed=2)
    flat = np.concatenate(
        [np.asarray(records).view("u1").reshape(-1, 48), np.asarray(costs).view("u1").reshape(-1, 16)], axis=1
    )
    flat[:, byte] = np.arange(256)
    rows = [row.tobytes() for row in flat]
    joined = b"".join(row[:48] for row in rows), b"".join(row[48:] for row in rows)
    alone = [all_answers(row[:48], row[48:]) for row in rows]
    expected = [b"".join(answers) for answers in zip(*alone, strict=True)]
    for at_once in AT_ONCE:
        assert all_answers(*joined, at_once=at_once) == expected
    if byte < 48:
        for row, answer in zip(rows, expected[0], strict=True):
            try:
                rc.Supply.from_bytes(row[:48])
            except ValueError:
                assert answer == rc.batch.INVALID
            else:
                assert answer != rc.batch.INVALID
    assert (0 < expected[0].count(rc.batch.INVALID) < 256) == (byte not in (36, 39))


@pytest.mark.parametrize("low", [14, 62])
@pytest.mark.parametrize("byte", [*range(36), 48 + 0, 48 + 1, 48 + 6, 48 + 7])
def test_counts_at_their_bounds(byte: int, low: int) -> None:
    """Up to 15 there is room in a byte, up to 63 in a record; beside rows with much of everything else."""
    records, costs = simple_rows(512, byte, 12, 0.5)
    flat = np.concatenate([records.view("u1").reshape(-1, 48), costs.view("u1").reshape(-1, 16)], axis=1)
    flat[:, byte] = low + np.arange(512) % 3
    records, costs = flat[:, :48].tobytes(), flat[:, 48:].tobytes()
    expected = all_answers(records, costs, at_once=1)
    for at_once in AT_ONCE[1:]:
        assert all_answers(records, costs, at_once=at_once) == expected


@pytest.mark.parametrize("want", WANTS)
@pytest.mark.parametrize("at_once", AT_ONCE)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_bad_row_is_named(want: Any, at_once: int, threads: int) -> None:
    """Also where later ones are answered first, in blocks that are full before."""
    records, costs = sample(9000, 4, distribution="converters")
    for bad in (8999, 4100, 37, 33, 0):
        records[48 * bad + 42] = 9
        with pytest.raises(rc.errors.RowError, match=f"records: row {bad}: version"):
            evaluate(records, costs, want=want, at_once=at_once, threads=threads)


@pytest.mark.parametrize("policy", [("killed", "ready_runes", "recycled"), ("domain:calm", "universal")])
def test_other_policies_are_asked_one_by_one(policy: tuple[str, ...]) -> None:
    records, costs = sample(500, 6)
    expected = bytearray(32 * 500)
    _batch.cheapest_rows(records, costs, expected, policy)
    for at_once in AT_ONCE:
        assert evaluate(records, costs, want="cheapest", policy=policy, at_once=at_once).tobytes() == expected
    assert expected != one_by_one(records, costs)[1]


@pytest.mark.parametrize("want", WANTS)
def test_nothing_is_allocated_but_the_answers(want: Any) -> None:
    records, costs = sample(20_000, 1)
    out = bytearray((32 if want == "cheapest" else 1) * 20_000)
    evaluate(records, costs, want=want, out=out, threads=1)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    evaluate(records, costs, want=want, out=out, threads=1)
    most = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    assert most < 4000
