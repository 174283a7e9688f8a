"""The commands about many rows: files in, files out, and what is said on the way."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

import riftcore as rc
from riftcore import batchrun, checks, rowsources
from riftcore.cli import main
from riftcore.rowfiles import FileError, zstd


def call(*args: object, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def bad(*args: object, words: str, stdin: str | None = None, code: int = 2) -> None:
    """The call is refused: exit code 2, nothing on stdout, and these words on stderr."""
    result = call(*args, stdin=stdin)
    assert (result.exit_code, result.stdout) == (code, "")
    assert words in " ".join(result.stderr.split())


# ------------------------------------------------------------------------------------------------ riftcore sample


def rows_of(path: Path) -> tuple[bytes, bytes]:
    """Records and costs of a file, read by somebody else."""
    if path.suffix == ".npy":
        rows = np.load(path)
        assert rows.dtype == np.dtype([("record", rc.arrays.RECORD), ("cost", rc.arrays.COST)])
        return rows["record"].tobytes(), rows["cost"].tobytes()
    table = pq.read_table(path) if path.suffix == ".parquet" else pa.ipc.open_file(path).read_all()
    assert table.schema.types == [pa.binary(48), pa.binary(16)]
    return tuple(b"".join(table[name].to_pylist()) for name in ("record", "cost"))  # type: ignore[return-value]


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".npy"])
@pytest.mark.parametrize("n", [0, 3, 70_000])
def test_a_sample_in_a_file_is_that_of_python(tmp_path: Path, ending: str, n: int) -> None:
    path = tmp_path / f"x{ending}"
    options = ("--seed", 7, "--sources", 9, "--general", "--distribution", "hard")
    result = call("sample", n, "-o", path, *options)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"{n:,} positions in {path}\n")
    records, costs = rc.batch.sample(n, 7, sources=9, general=True, distribution="hard")
    assert rows_of(path) == (records.tobytes(), costs.tobytes())
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_sample_of_scenarios_can_be_asked(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    call("sample", 20, "-o", path)
    answers = rc.batch.evaluate(*rc.batch.sample(20)).tolist()
    scenarios = [json.loads(line) for line in path.read_text().splitlines()]
    assert [one["id"] for one in scenarios] == [f"sample-{i}" for i in range(20)]
    assert [rc.State.from_scenario({"players": s["players"]}).check(s["action"]).legal for s in scenarios] == answers
    result = call("check", "--scenario", path, "--id", "sample-3")
    assert result.exit_code == (not answers[3])
    call("sample", 20, "-o", tmp_path / "x.jsonl.gz")
    assert gzip.decompress((tmp_path / "x.jsonl.gz").read_bytes()) == path.read_bytes()
    call("sample", 20, "-o", tmp_path / "other", "--format", "jsonl")
    assert (tmp_path / "other").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("5", "-o", "x"), "the ending (none) says no format: expected .jsonl"),
        (("5", "-o", "x.xlsx"), "the ending .xlsx says no format"),
        (("5", "-o", "x.npy.gz"), "only .jsonl and .csv files are compressed as a whole"),
        (("5", "-o", "x.csv"), "a CSV file cannot hold positions"),
        (("5", "-o", "x.jsonl", "--general"), "no scenario form"),
        (("5", "-o", "nowhere/x.npy"), "nowhere/x.npy: cannot be opened: No such file or directory"),
        (("-5", "-o", "x.npy"), "No such option"),
        (("many", "-o", "x.npy"), "not a valid integer"),
        (("5",), "Missing option '-o'"),
        (("5", "-o", "x.npy", "--sources", "25"), "0<=x<=24"),
        (("5", "-o", "x.npy", "--distribution", "easy"), "'std', 'hard', 'converters'"),
    ],
)
def test_a_wrong_sample_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    bad("sample", *args, words=words)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    bad("sample", 5, "-o", tmp_path / "x.parquet", words="needs pyarrow: pip install 'riftcore[arrow]'")


def test_a_sample_can_go_to_standard_output() -> None:
    result = call("sample", 3, "-o", "-")
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["sample-0", "sample-1", "sample-2"]
    bad("sample", 3, "-o", "-", "--format", "npy", words="standard output takes jsonl only")


# ------------------------------------------------------------------------------------------------- riftcore batch

N = 300
RECORDS, COSTS = rc.batch.sample(N, seed=8)
CODES = ["ok" if yes else "unaffordable" for yes in rc.batch.evaluate(RECORDS, COSTS).tolist()]
LINES = call("sample", N, "-o", "-", "--seed", 8).stdout.splitlines()


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same positions as records and as scenarios, in every format."""
    folder = tmp_path_factory.mktemp("inputs")
    for name in ("r.parquet", "r.arrow", "r.npy", "s.jsonl", "s.jsonl.gz", "s.jsonl.zst"):
        assert call("sample", N, "-o", folder / name, "--seed", 8).exit_code == 0
    scenarios = pa.table({"other": range(N), "scenario": LINES})
    pq.write_table(scenarios, folder / "s.parquet")
    with pa.ipc.new_stream(folder / "s.arrow", scenarios.schema) as stream:
        stream.write_table(scenarios, max_chunksize=70)
    (folder / "s.ndjson").write_bytes((folder / "s.jsonl.zst").read_bytes())  # compressed all the same
    return folder


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of an output, whatever its format, read by somebody else."""
    if path.suffix in (".gz", ".zst"):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else zstd().decompress(path.read_bytes())
        path = path.with_suffix("")
        path.write_bytes(data)
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row["row"] = int(row["row"])
            if row.get("payment"):
                row["payment"] = json.loads(row["payment"])
        return [{name: value for name, value in row.items() if value != ""} for row in rows]
    if path.suffix == ".npy":
        names = {0: "ok", 1: "unaffordable", 255: "invalid"}
        rows = np.load(path)
        columns: dict[str, list[Any]] = {"row": rows["row"].tolist(), "code": [names[i] for i in rows["code"].tolist()]}
        if "payment" in rows.dtype.names:
            columns["payment"] = [payment.tobytes() for payment in rows["payment"]]
        return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    table = pq.read_table(path) if path.suffix == ".parquet" else pa.ipc.open_file(path).read_all()
    found = [{name: value for name, value in row.items() if value is not None} for row in table.to_pylist()]
    for row in found:
        if isinstance(row.get("payment"), str):
            row["payment"] = json.loads(row["payment"])
    return found


OUTS = ["x.jsonl", "x.csv", "x.parquet", "x.arrow", "x.npy", "x.csv.gz", "x.jsonl.zst"]


@pytest.mark.parametrize("out", OUTS)
@pytest.mark.parametrize("name", ["r.parquet", "r.arrow", "r.npy"])
def test_records_from_any_format_to_any_format(inputs: Path, tmp_path: Path, name: str, out: str) -> None:
    result = call("batch", inputs / name, "-o", tmp_path / out, "--payments")
    assert result.exit_code == 0, result.output
    rows = read(tmp_path / out)
    assert [row["row"] for row in rows] == list(range(1, N + 1))
    assert [row["code"] for row in rows] == CODES
    payments = rc.batch.evaluate(RECORDS, COSTS, want="cheapest").tolist()
    for i, row in enumerate(rows):
        if out in ("x.npy", "x.parquet", "x.arrow"):
            assert row["payment"] == payments[i]
        elif CODES[i] == "ok":
            best = rc.Supply.from_bytes(RECORDS[i]).cheapest(cost_of(COSTS[i]), purpose_of(COSTS[i]))
            assert best is not None
            assert row["payment"] == best.steps()
        else:
            assert "payment" not in row
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        {out, out.removesuffix(".gz").removesuffix(".zst")}
    )


def cost_of(row: bytes) -> rc.Cost:
    from riftcore.samples import cost_of

    return rc.Cost.from_dict(cost_of(row))


def purpose_of(row: bytes) -> Any:
    from riftcore.ground._types import PURPOSES

    return PURPOSES[row[12]]


@pytest.mark.parametrize("out", OUTS)
@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz", "s.jsonl.zst", "s.ndjson", "s.parquet", "s.arrow"])
def test_scenarios_from_any_format_to_any_format(inputs: Path, tmp_path: Path, name: str, out: str) -> None:
    result = call("batch", inputs / name, "-o", tmp_path / out)
    assert result.exit_code == 0, result.output
    rows = read(tmp_path / out)
    assert [row["row"] for row in rows] == list(range(1, N + 1))
    assert [row["code"] for row in rows] == CODES
    for line, row in list(zip(LINES, rows, strict=True))[:40]:
        scenario = json.loads(line)
        verdict = rc.State.from_scenario({"players": scenario["players"]}).check(scenario["action"])
        if out == "x.npy":
            assert bool(row["payment"][31]) == verdict.legal
            continue
        assert (row["id"], row["rule"], row["cost"]) == (scenario["id"], verdict.rule, str(verdict.costs[0]))
        assert row.get("payment") == (verdict.best.steps() if verdict.best is not None else None)


def test_a_row_says_what_check_says_of_any_action(tmp_path: Path) -> None:
    """Plays, moves, earlier actions: every scenario of the project's own files."""
    from riftcore.scenario import read_file
    from riftcore.scenario.run import run

    lines, expected = [], []
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.jsonl")):
        for scenario in read_file(path):
            lines.append(json.dumps({**scenario.data, "id": scenario.id}))
            got = run(scenario, rc.Catalog.builtin()).got
            expected.append((scenario.id, got["why"], got["rule"]))
    (tmp_path / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert call("batch", tmp_path / "all.jsonl", "-o", tmp_path / "x.jsonl").exit_code == 0
    assert [(row["id"], row["code"], row["rule"]) for row in read(tmp_path / "x.jsonl")] == expected
    assert len({code for _, code, _ in expected}) > 3


def test_the_summary_and_nothing_else_is_said(inputs: Path, tmp_path: Path) -> None:
    result = call("batch", inputs / "r.npy", "-o", tmp_path / "x.npy")
    assert result.stdout == ""
    lines = [line.split() for line in result.stderr.splitlines()]
    assert lines[:3] == [
        ["rows", "300"],
        ["legal", str(CODES.count("ok"))],
        ["unaffordable", str(CODES.count("unaffordable"))],
    ]
    assert lines[3][:2] == ["a", "second"]
    assert len(lines) == 4


def test_one_cost_for_records_without_costs(tmp_path: Path) -> None:
    np.save(tmp_path / "r.npy", np.asarray(RECORDS))
    pq.write_table(pa.table({"record": pa.array(RECORDS)}), tmp_path / "r.parquet")
    np.save(tmp_path / "bytes.npy", np.frombuffer(RECORDS.tobytes(), "u1").reshape(-1, 48))
    expected = rc.batch.evaluate(RECORDS, rc.Cost.parse("2[fury]"), purpose="spell", showdown=True).tolist()
    for name in ("r.npy", "r.parquet", "bytes.npy"):
        options = ("--cost", "2[fury]", "--purpose", "spell", "--showdown")
        assert call("batch", tmp_path / name, "-o", tmp_path / "x.csv", *options, "--payments").exit_code == 0
        assert [row["code"] == "ok" for row in read(tmp_path / "x.csv")] == expected
    assert 0 < sum(expected) < N


def test_records_in_any_layout_of_their_file(tmp_path: Path) -> None:
    """Columns that others wrote: with fields of their own, in another order, of bytes of any length."""
    layouts = {
        "order": [("cost", rc.arrays.COST), ("id", "i8"), ("record", rc.arrays.RECORD)],
        "void": [("record", "V48"), ("cost", "V16")],
        "bytes": [("record", "u1", 48), ("cost", "u1", 16), ("name", "U5")],
    }
    for name, layout in layouts.items():
        rows = np.zeros(N, layout)
        rows["record"] = np.asarray(RECORDS).view(rows.dtype["record"].base).reshape(rows["record"].shape)
        rows["cost"] = np.asarray(COSTS).view(rows.dtype["cost"].base).reshape(rows["cost"].shape)
        np.save(tmp_path / f"{name}.npy", rows)
    for kind in (pa.binary(), pa.large_binary()):
        table = pa.table({"record": pa.array(RECORDS).cast(kind), "cost": pa.array(COSTS).cast(kind)})
        pq.write_table(table, tmp_path / f"{kind}.parquet")
    for path in sorted(tmp_path.iterdir()):
        assert call("batch", path, "-o", tmp_path / "x.csv").exit_code == 0, path.name
        assert [row["code"] for row in read(tmp_path / "x.csv")] == CODES, path.name


def test_bytes_of_another_length_are_a_bad_row(tmp_path: Path) -> None:
    rows = RECORDS.tolist()
    rows[1], rows[3] = rows[1][:-1], None
    pq.write_table(pa.table({"record": rows, "cost": pa.array(COSTS)}), tmp_path / "r.parquet")
    assert call("batch", tmp_path / "r.parquet", "-o", tmp_path / "x.csv").exit_code == 3
    assert [row["code"] for row in read(tmp_path / "x.csv")] == [CODES[0], "invalid", CODES[2], "invalid", *CODES[4:]]
    assert read(tmp_path / "x.csv.errors.jsonl") == [
        {"row": 2, "reason": "expected 48 bytes, found 47"}, {"row": 4, "reason": "the row is null"}
    ]  # fmt: skip


def test_scenarios_as_categories(tmp_path: Path) -> None:
    pq.write_table(pa.table({"scenario": pa.array([*LINES, None]).dictionary_encode()}), tmp_path / "s.parquet")
    assert call("batch", tmp_path / "s.parquet", "-o", tmp_path / "x.csv").exit_code == 3
    assert [row["code"] for row in read(tmp_path / "x.csv")] == [*CODES, "invalid"]


def test_the_policy_decides_the_payments(inputs: Path, tmp_path: Path) -> None:
    keys = "killed,ready_runes,recycled"
    call("batch", inputs / "r.npy", "-o", tmp_path / "x.npy", "--payments", "--policy", keys)
    expected = rc.batch.evaluate(RECORDS, COSTS, want="cheapest", policy=keys.split(",")).tolist()
    assert [row["payment"] for row in read(tmp_path / "x.npy")] == expected
    assert expected != rc.batch.evaluate(RECORDS, COSTS, want="cheapest").tolist()


def test_more_threads_are_the_same_answers(inputs: Path, tmp_path: Path) -> None:
    """Threads for records, processes for scenarios."""
    for name in ("r.parquet", "s.jsonl"):
        for threads in (1, 2):
            assert (
                call("batch", inputs / name, "-o", tmp_path / f"{threads}.jsonl", "--threads", threads).exit_code == 0
            )
        assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


def test_standard_input_and_output(inputs: Path) -> None:
    result = call("batch", "-", "-o", "-", "--format", "csv", stdin=(inputs / "s.jsonl.gz").read_bytes())
    assert result.exit_code == 0
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [row["code"] for row in rows] == CODES
    assert "rows          300" in result.stderr
    result = call("batch", "-", "-o", "-", "--format", "csv", stdin=(inputs / "r.npy").read_bytes())  # seen by itself
    assert [row["code"] for row in csv.DictReader(result.stdout.splitlines())] == CODES
    refused = call("batch", "-", "-o", "-", stdin=(inputs / "r.parquet").read_bytes())
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "-: parquet cannot be read from standard input" in refused.stderr


# ------------------------------------------------------------------------------------------------------ bad rows


BAD_LINES = {
    2: (b'{"players": [}\n', "column 14: expected JSON"),
    16: (b'{"players": [\r\n', "column 14: expected JSON"),
    3: (b"[1]\n", "expected a scenario (an object), found [1]"),
    5: (b"\xff\xfe{}\n", "expected UTF-8 text, byte 0 is not"),
    6: (b'{"players": [{"hand": ["Icathain Rain"]}], "action": {"pay": {}}}\n', "players[0].hand[0]: expected a card"),
    7: (b'{"players": []}\n', 'expected the key "action"'),
    8: (b'{"id": "a", "id": "b"}\n', 'the key "id" stands twice'),
    9: (b'{"players": [{"runes": {"fury": -1}}], "action": {"pay": {}}}\n', "players[0].runes.fury"),
    10: (b'{"action": {"pay": {"energy": 64}}}\n', "64"),
    11: (b"[" * 100_000 + b"\n", "nested too deep"),
    12: (b'{"actions": [{"pay": {"energy": 1}}, {"pay": {}}]}\n', "actions[0] must be legal"),
    14: (b'{"turn": {"player": NaN}}\n', "NaN is not JSON"),
    15: (b'{"action": {"pay": {"energy": 1' + b"0" * 5000 + b"}}}\n", "expected counts"),
}  # fmt: skip


def bad_lines() -> bytes:
    good = b'{"action": {"pay": {"energy": 0}}}\n'
    return b"".join(BAD_LINES.get(n, (b"   \n" if n == 4 else good,))[0] for n in range(1, 20))


def test_bad_rows_are_told_and_do_not_stop_the_run(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(bad_lines())
    result = call("batch", tmp_path / "bad.jsonl", "-o", tmp_path / "x.csv")
    assert result.exit_code == 3
    errors = {row["row"]: row["reason"] for row in read(tmp_path / "x.csv.errors.jsonl")}
    for number, (_, words) in BAD_LINES.items():
        assert words in errors[number], number
    assert set(errors) == set(BAD_LINES)
    codes = {row["row"]: row["code"] for row in read(tmp_path / "x.csv")}
    assert codes == {n: "invalid" if n in BAD_LINES else "ok" for n in range(1, 20) if n != 4}
    assert f"invalid   {len(BAD_LINES)}" in result.stderr
    assert f"why rows are invalid: {tmp_path}/x.csv.errors.jsonl" in result.stderr
    # A later run without any takes the file of the errors away.
    (tmp_path / "bad.jsonl").write_bytes(b'{"action": {"pay": {"energy": 0}}}\n')
    assert call("batch", tmp_path / "bad.jsonl", "-o", tmp_path / "x.csv").exit_code == 0
    assert not (tmp_path / "x.csv.errors.jsonl").exists()


def test_bad_rows_on_standard_output_are_told_on_standard_error() -> None:
    result = call("batch", "-", "-o", "-", stdin=bad_lines())
    assert result.exit_code == 3
    assert len(result.stdout.splitlines()) == 18
    assert "row 3: expected a scenario" in result.stderr


def test_strict_stops_at_the_first_bad_row(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(bad_lines())
    result = call("batch", tmp_path / "bad.jsonl", "-o", tmp_path / "x.csv", "--strict")
    assert result.exit_code == 3
    assert result.stderr.startswith("Error: row 2: column 14: expected JSON")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]
    result = call("batch", "-", "-o", "-", "--strict", stdin=bad_lines())
    assert (result.exit_code, result.stdout) == (3, "")


@pytest.mark.parametrize("payments", [(), ("--payments",)])
def test_records_out_of_bounds_are_bad_rows(tmp_path: Path, payments: tuple[str, ...]) -> None:
    rows = [bytearray(row) for row in RECORDS.tolist()]
    costs: list[bytearray | None] = [bytearray(row) for row in COSTS.tolist()]
    rows[4][12] = 77
    rows[299][42] = 2
    costs[9][12] = 10  # type: ignore[index]
    costs[20] = None
    table = pa.table({"record": pa.array([bytes(row) for row in rows], pa.binary(48)),
                      "cost": pa.array([row and bytes(row) for row in costs], pa.binary(16))})  # fmt: skip
    pq.write_table(table, tmp_path / "bad.parquet")
    for out in ("x.jsonl", "x.npy", "x.parquet"):
        result = call("batch", tmp_path / "bad.parquet", "-o", tmp_path / out, *payments)
        assert result.exit_code == 3
        invalid = {5, 10, 21, 300}
        assert [row["code"] for row in read(tmp_path / out)] == [
            "invalid" if i + 1 in invalid else code for i, code in enumerate(CODES)
        ]
        errors = {row["row"]: row["reason"] for row in read(tmp_path / f"{out}.errors.jsonl")}
        assert set(errors) == invalid
        assert errors[5].startswith("energy (byte 12 of the record) is 77")
        assert errors[10].startswith("purpose (byte 12 of the cost) is 10")
        assert errors[21] == "the row is null"
        assert errors[300].startswith("version (byte 42 of the record) is 2")


def test_a_line_without_end_takes_no_more_memory_than_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rowsources, "MAX_LINE", 100)
    good = b'{"action": {"pay": {"energy": 0}}}'
    (tmp_path / "long.jsonl").write_bytes(
        good + b"\n" + b"x" * 1050 + b"\n" + good + b"\n" + good.ljust(99) + b"\n" + good
    )
    assert call("batch", tmp_path / "long.jsonl", "-o", tmp_path / "x.csv").exit_code == 3
    assert [row["code"] for row in read(tmp_path / "x.csv")] == ["ok", "invalid", "ok", "ok", "ok"]
    assert read(tmp_path / "x.csv.errors.jsonl") == [{"row": 2, "reason": "expected a line of at most 100 bytes"}]


# --------------------------------------------------------------------------------------------- what is refused


def test_files_that_cannot_be_read_are_refused(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files: dict[str, bytes] = {
        "text.parquet": b"hello",
        "text.npy": b"hello",
        "text.arrow": b"hello, this is none",
        "short.npy": (inputs / "r.npy").read_bytes()[:-1],
        "short.jsonl.gz": (inputs / "s.jsonl.gz").read_bytes()[:-20],
        "short.jsonl.zst": (inputs / "s.jsonl.zst").read_bytes()[:-20],
        "broken.jsonl.zst": (inputs / "s.jsonl.zst").read_bytes()[:20] + bytes(100),
        "x.txt": b"{}",
    }
    for name, data in files.items():
        Path(name).write_bytes(data)
    for name in ("s.jsonl.gz", "s.jsonl.zst"):  # what was one bit falls over far behind the beginning
        data = bytearray((inputs / name).read_bytes())
        data[len(data) // 2] ^= 255
        Path(f"flipped-{name}").write_bytes(data)
    packed = gzip.compress((inputs / "r.npy").read_bytes())
    Path("broken.npy").write_bytes(packed[:3000] + b"\xff" * 1000)
    Path("version.npy").write_bytes(b"\x93NUMPY\x09\x00" + (inputs / "r.npy").read_bytes()[8:])
    Path("parquet.jsonl").write_bytes((inputs / "r.parquet").read_bytes())
    np.save("objects.npy", np.zeros(2, [("record", rc.arrays.RECORD), ("id", "O")]), allow_pickle=True)
    np.save("cost.npy", np.zeros(2, [("record", rc.arrays.RECORD), ("cost", "V17")]))
    twice = pa.Table.from_arrays([pa.array(RECORDS), pa.array(RECORDS)], names=["record", "record"])
    pq.write_table(twice, "twice.parquet")
    np.save("floats.npy", np.zeros(5))
    np.save("columns.npy", np.asfortranarray(np.zeros((5, 48), "u1")))
    pq.write_table(pa.table({"x": [1]}), "other.parquet")
    pq.write_table(pa.table({"record": ["a"]}), "wrong.parquet")
    pq.write_table(pa.table({"scenario": [1]}), "numbers.parquet")
    Path("folder.parquet").mkdir()
    for name, words in {
        "nowhere.jsonl": "nowhere.jsonl: cannot be opened: No such file",
        "folder.parquet": "folder",
        "text.parquet": "expected a file of the format parquet",
        "text.npy": "expected a NumPy file",
        "text.arrow": "expected a file of the format arrow",
        "short.npy": "ends behind row 299, expected 300",
        "short.jsonl.gz": "cannot be read behind line",
        "short.jsonl.zst": "cannot be read behind line",
        "broken.jsonl.zst": "cannot be read behind line 0",
        "flipped-s.jsonl.gz": "cannot be read behind line",
        "flipped-s.jsonl.zst": "cannot be read behind line",
        "broken.npy": "cannot be read behind row 0",
        "version.npy": "expected a NumPy file: its version 9.0 is none",
        "parquet.jsonl": "expected JSON Lines, found a file of the format parquet",
        "objects.npy": "found the fields record, id in the shape (2,)",
        "cost.npy": "found the fields record, cost in the shape (2,)",
        "twice.parquet": "expected one column record, found 2",
        "x.txt": "the ending .txt says no format",
        "floats.npy": "expected rows of riftcore.arrays.RECORD",
        "columns.npy": "expected rows of riftcore.arrays.RECORD",
        "other.parquet": "expected the column record (48 bytes; with cost, 16 bytes), state and action, or scenario "
        "(JSON as text), found",
        "wrong.parquet": "column record: expected fixed_size_binary(48), found string",
        "numbers.parquet": "column scenario: expected text, found int64",
    }.items():
        bad("batch", name, "-o", "out.csv", words=words)
        assert not [path for path in Path().iterdir() if path.name.startswith("out.csv")], name


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("r.npy",), "Missing option '-o'"),
        (("-o", "x.csv"), "Missing argument 'FILE'"),
        (("r.npy", "-o", "x.xlsx"), "the ending .xlsx says no format"),
        (("r.npy", "-o", "x.parquet.gz"), "only .jsonl and .csv files are compressed as a whole"),
        (("r.npy", "-o", "nowhere/x.csv"), "nowhere/x.csv: cannot be opened: No such file or directory"),
        (("r.npy", "-o", "r.npy"), "OUT is FILE"),
        (("r.npy", "-o", "-", "--format", "npy"), "standard output takes jsonl and csv only"),
        (("r.npy", "-o", "-", "--resume"), "--resume goes on with files"),
        (("r.npy", "-o", "x.csv", "--cost", "1"), "FILE has costs of its own"),
        (("s.jsonl", "-o", "x.csv", "--cost", "1"), "FILE has scenarios, which ask a question of their own"),
        (("s.json", "-o", "x.csv"), "expected one scenario a line (.jsonl), found the ending .json"),
        (("r.npy", "-o", "x.csv", "--purpose", "spell"), "expected --cost too"),
        (("only.npy", "-o", "x.csv"), "FILE has records and no costs: expected --cost"),
        (("only.npy", "-o", "x.csv", "--cost", "2[frost]"), "names no Power"),
        (("only.npy", "-o", "x.csv", "--cost", "{discard 1}"), "other parts"),
        (("r.npy", "-o", "x.csv", "--policy", "cheap"), "policy key 'cheap'"),
        (("r.npy", "-o", "x.csv", "--threads", "-1"), "No such option|x>=0|0<=x"),
        (("r.npy", "-o", "x.csv", "--threads", "100000"), "0<=x<="),
        (("s.jsonl", "-o", "x.csv", "--input-format", "parquet"), "expected a file of the format parquet"),
        (("s.jsonl", "-o", "x.csv", "--input-format", "csv"), "'csv' is not one of"),
        (("x.csv", "-o", "y.csv"), "rows are read from .jsonl, .parquet, .arrow and .npy, not from csv"),
    ],
)
def test_wrong_options_are_refused(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("r.npy", "s.jsonl"):
        Path(name).write_bytes((inputs / name).read_bytes())
    np.save("only.npy", np.asarray(RECORDS))
    if args[0] in ("x.csv", "s.json"):
        Path(args[0]).write_text("row\n")
    before = sorted(path.name for path in tmp_path.iterdir())
    result = call("batch", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert any(word in " ".join(result.stderr.split()) for word in words.split("|"))
    assert sorted(path.name for path in tmp_path.iterdir()) == before


# ---------------------------------------------------------------------------------- interrupted runs, going on


@pytest.fixture
def chunks_of_50(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rowsources, "RECORD_ROWS", 50)
    monkeypatch.setattr(rowsources, "SCENARIO_ROWS", 50)


class Interrupting:
    """judge(), which is interrupted at one of its calls."""

    def __init__(self, at: int, error: BaseException) -> None:
        self.calls = 0
        self.at = at
        self.error = error

    def __call__(self, task: Any, chunk: Any) -> Any:
        self.calls += 1
        if self.calls == self.at:
            raise self.error
        return checks.judge(task, chunk)


@pytest.mark.parametrize("out", ["x.csv", "x.jsonl.gz", "x.parquet", "x.npy"])
@pytest.mark.parametrize("name", ["r.parquet", "r.npy", "s.jsonl", "s.jsonl.gz"])
@pytest.mark.usefixtures("chunks_of_50")
def test_an_interrupted_run_goes_on(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, out: str
) -> None:
    args = ("batch", inputs / name, "-o", tmp_path / out)
    assert call("batch", inputs / name, "-o", tmp_path / f"whole-{out}").exit_code == 0
    (tmp_path / out).write_bytes(b"what was there before")
    monkeypatch.setattr(batchrun, "judge", Interrupting(4, KeyboardInterrupt()))
    result = call(*args)
    assert result.exit_code == 130
    assert f"the finished chunks are in {tmp_path / out}.parts, --resume goes on from there" in result.stderr
    assert (tmp_path / out).read_bytes() == b"what was there before"
    (tmp_path / f"{out}.parts" / "00000003.rows.tmp").write_bytes(b"half")  # as a crash leaves it
    (tmp_path / f"{out}.parts" / "00000003.rows").write_bytes(b"half")
    rest = Interrupting(-1, KeyboardInterrupt())
    monkeypatch.setattr(batchrun, "judge", rest)
    result = call(*args, "--resume")
    assert result.exit_code == 0, result.output
    assert rest.calls == 3
    assert "rows          300" in result.stderr
    assert (tmp_path / out).read_bytes() == (tmp_path / f"whole-{out}").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([out, f"whole-{out}"])


@pytest.mark.usefixtures("chunks_of_50")
def test_a_run_goes_on_only_with_the_same_input_and_options(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "r.npy"
    copy.write_bytes((inputs / "r.npy").read_bytes())
    out = tmp_path / "x.csv"
    monkeypatch.setattr(batchrun, "judge", Interrupting(3, KeyboardInterrupt()))
    assert call("batch", copy, "-o", out).exit_code == 130
    monkeypatch.setattr(batchrun, "judge", checks.judge)
    words = "is of a run with another task (payments): start again without --resume"
    bad("batch", copy, "-o", out, "--resume", "--payments", words=words)
    bad(
        "batch", inputs / "r.npy", "-o", out, "--resume", words="is of a run with another input (changed), input (path)"
    )
    assert call("batch", copy, "-o", out).exit_code == 0  # anew
    assert call("batch", copy, "-o", out, "--resume").exit_code == 0  # nothing to go on with
    (tmp_path / "x.csv.parts").mkdir()
    (tmp_path / "x.csv.parts" / "mine").write_text("of the user")
    bad("batch", copy, "-o", out, words="is in the way, and is no folder of an interrupted run")
    bad("batch", copy, "-o", out, "--resume", words="is no folder of an interrupted run")
    assert (tmp_path / "x.csv.parts" / "mine").exists()


def test_another_error_leaves_no_output_either(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batchrun, "judge", Interrupting(1, ZeroDivisionError()))
    assert call("batch", inputs / "r.npy", "-o", tmp_path / "x.csv").exit_code == 70
    assert not (tmp_path / "x.csv").exists()


def command(*args: object, check: bool = True, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "riftcore", *map(str, args)], cwd=Path(rc.__file__).parent.parent, check=check, **options
    )


@pytest.mark.usefixtures("chunks_of_50")
def test_an_error_keeps_what_is_of_use_and_says_so(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finished chunks stay, for a file that can be read later or a disk that has room again; a run without any
    leaves nothing."""
    for at, kept in ((1, False), (3, True)):
        monkeypatch.setattr(batchrun, "judge", Interrupting(at, FileError("the disk is full")))
        result = call("batch", inputs / "r.npy", "-o", tmp_path / "x.csv")
        assert result.exit_code == 2
        hint = f"the disk is full; the finished chunks are in {tmp_path / 'x.csv.parts'}, --resume goes on from there"
        assert (hint in result.stderr) == kept
        assert (tmp_path / "x.csv.parts").exists() == kept
    monkeypatch.setattr(batchrun, "judge", Interrupting(1, KeyboardInterrupt()))
    assert call("batch", inputs / "r.npy", "-o", tmp_path / "y.csv").stderr == "interrupted\n"
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv.parts"]


def test_a_disk_that_is_full_is_no_half_chunk(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Path.write_bytes

    def half(path: Path, data: bytes) -> int:
        if not path.name.startswith(full):
            return whole(path, data)
        whole(path, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    for full in ("about", "00000000.rows", "00000000.json"):
        words = f"{full}.tmp: cannot be written: No space left on device".replace("about", "about.json")
        bad("batch", inputs / "r.npy", "-o", tmp_path / "x.csv", words=words, code=4)
        assert list(tmp_path.iterdir()) == []


def test_one_run_at_a_time_has_an_output(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.csv"
    with batchrun.Parts(Path(f"{out}.parts"), {}, False) as parts:
        parts.add(checks.Judged(b"", 0))
        before = sorted(path.name for path in parts.folder.iterdir())
        bad("batch", inputs / "r.npy", "-o", out, words="another run is at work on the same output")
        assert sorted(path.name for path in parts.folder.iterdir()) == before
    assert call("batch", inputs / "r.npy", "-o", out).exit_code == 0


def test_notes_that_are_damaged_are_refused(inputs: Path, tmp_path: Path) -> None:
    out, parts = tmp_path / "x.csv", tmp_path / "x.csv.parts"
    for name, data in (("about.json", "{"), ("about.json", "[]"), ("00000000.json", "{"), ("00000000.json", "{}")):
        with pytest.raises(KeyboardInterrupt), batchrun.Parts(parts, {}, False) as run:
            run.add(checks.Judged(b"", 0))
            raise KeyboardInterrupt
        (parts / name).write_text(data)
        with pytest.raises(FileError, match="is no folder of an interrupt"), batchrun.Parts(parts, {}, True):
            pass
        assert call("batch", inputs / "r.npy", "-o", out).exit_code == 0  # anew
        assert not parts.exists()


def test_what_is_no_file_is_not_written_to(inputs: Path, tmp_path: Path) -> None:
    """A device would be gone behind it, as /dev/null once was. A link stays one."""
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.npy").mkdir()
    for command in (("batch", inputs / "r.npy"), ("sample", 3)):
        options = ("--format", "csv" if command[0] == "batch" else "npy")
        words = "expected the name of a file, found a device or a pipe; - is standard output"
        bad(*command, "-o", tmp_path / "pipe.csv", *options, words=words)
        bad(*command, "-o", tmp_path / "folder.npy", words="expected the name of a file, found a folder")
    assert (tmp_path / "pipe.csv").is_fifo()
    (tmp_path / "there.npy").write_bytes(b"")
    (tmp_path / "link.npy").symlink_to("there.npy")
    assert call("batch", inputs / "r.npy", "-o", tmp_path / "link.npy").exit_code == 0
    assert (tmp_path / "link.npy").is_symlink()
    assert len(np.load(tmp_path / "there.npy")) == N


def test_standard_output_that_takes_no_more(inputs: Path) -> None:
    for args in (("sample", 3, "-o", "-"), ("batch", inputs / "r.npy", "-o", "-")):
        with open("/dev/full", "wb") as full:
            ran = command(*args, stdout=full, stderr=subprocess.PIPE, check=False)
        assert ran.returncode == 4
        assert ran.stderr.decode() == "Error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_that_is_told_to_end_takes_its_workers_with_it(tmp_path: Path, number: int, threads: int) -> None:
    """Standard error is at its end when nobody is left who could write to it."""
    lines = b"".join(b'{"action": {"pay": {"energy": %d}}}\n' % (i % 60) for i in range(200_000))
    (tmp_path / "x.jsonl").write_bytes(lines)
    args = ["batch", tmp_path / "x.jsonl", "-o", tmp_path / "x.csv", "--threads", threads]
    run = subprocess.Popen(
        [sys.executable, "-m", "riftcore", *map(str, args)],
        cwd=Path(rc.__file__).parent.parent,
        stderr=subprocess.PIPE,
    )
    first = tmp_path / "x.csv.parts" / "00000000.json"
    while not first.exists():
        assert run.poll() is None
        sleep(0.01)
    run.send_signal(number)
    said = run.communicate(timeout=60)[1].decode()
    assert not (tmp_path / "x.csv").exists()
    if number == signal.SIGKILL:
        assert run.returncode == -signal.SIGKILL
    else:
        assert (run.returncode, said.count("interrupted: the finished chunks are in")) == (130, 1)
        assert len(said.splitlines()) == 1


def test_a_terminal_sees_a_bar_and_a_pipe_none(inputs: Path, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    command("batch", inputs / "r.npy", "-o", tmp_path / "x.npy", stderr=theirs)
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert "100%" in shown
    piped = command("batch", inputs / "r.npy", "-o", tmp_path / "x.npy", stderr=subprocess.PIPE).stderr.decode()
    assert "%" not in piped
    assert piped.startswith("rows")


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """The most that the process holds: with ten times the rows no more than a few chunks more."""
    code = (
        "import resource, sys\nfrom riftcore.cli import main\ntry:\n main(sys.argv[1:], standalone_mode=False)\n"
        "finally:\n print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    most = []
    for n in (100_000, 1_000_000):
        assert call("sample", n, "-o", tmp_path / "r.npy").exit_code == 0
        args = ["batch", str(tmp_path / "r.npy"), "-o", str(tmp_path / "x.npy")]
        ran = subprocess.run(
            [sys.executable, "-c", code, *args], cwd=Path(rc.__file__).parent.parent, capture_output=True, check=True
        )
        most.append(int(ran.stdout.split()[-1]))
    assert most[1] - most[0] < 20_000  # KiB; the rows are 55 MiB more
