"""`riftcore batch` on logs: files with the columns state and action, and what is said of their rows."""

from __future__ import annotations

import csv
import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import boards
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

import riftcore as rc
from riftcore import checks, rowsources
from riftcore.cli import main
from riftcore.errors import RiftcoreError, RowError

ROWS: list[tuple[rc.State, int]] = []
for seed in range(60):
    state = rc.State.from_scenario(boards.situation(Random(seed)), boards.catalog())
    legal = state.legal_actions()
    ROWS += [(state, number) for number in (*Random(seed).sample(legal, min(4, len(legal))), 12 + seed)]


def call(*args: object) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def log(actions: Any = None, states: Any = None, **more: Any) -> pa.Table:
    data = [state.serialize() for state, _ in ROWS]
    numbers = pa.array([number for _, number in ROWS], pa.int64())
    return pa.table(
        {
            "state": pa.array(data, pa.binary()) if states is None else states,
            "action": numbers if actions is None else actions, **more,
        }
    )  # fmt: skip


def wanted() -> list[dict[str, Any]]:
    """Each row as State.check says it, without what is None."""
    rows = []
    for row, (state, number) in enumerate(ROWS, 1):
        try:
            verdict = state.check(state.action(number))
        except RiftcoreError:
            rows.append({"row": row, "code": "invalid"})
            continue
        told = {"row": row, "code": verdict.code, "rule": verdict.rule, "cost": " or ".join(map(str, verdict.costs))}
        told["payment"] = verdict.best.steps() if verdict.best is not None else None
        rows.append({key: value for key, value in told.items() if value is not None and value != ""})
    return rows


WANTED = wanted()


def test_the_rows_are_worth_asking() -> None:
    assert {"ok", "invalid"} <= {row["code"] for row in WANTED}
    assert any(" or " in row.get("cost", "") for row in WANTED) or any("self" in row.get("cost", "") for row in WANTED)
    assert any("use" in step for row in WANTED for step in row.get("payment") or ())
    assert any("pool" in step for row in WANTED for step in row.get("payment") or ())


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("logs")
    texts = [str(number) for _, number in ROWS]
    tables = {
        "log.parquet": log(),
        "large.parquet": log(states=pa.array([state.serialize() for state, _ in ROWS], pa.large_binary())),
        "text.parquet": log(pa.array(texts)),
        "small.parquet": log(pa.array([number for _, number in ROWS], pa.uint16())),
    }
    for name, table in tables.items():
        pq.write_table(table, folder / name)
    with pa.ipc.new_file(folder / "log.arrow", log().schema) as file:
        file.write_table(log(), max_chunksize=77)
    return {path.name: path for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["log.parquet", "large.parquet", "text.parquet", "small.parquet", "log.arrow"])
def test_every_row_as_json_lines(files: dict[str, Path], tmp_path: Path, name: str) -> None:
    result = call("batch", files[name], "-o", tmp_path / "out.jsonl")
    assert result.exit_code == 3
    assert [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()] == WANTED
    assert result.stderr.split()[:2] == ["rows", str(len(ROWS))]
    errors = [json.loads(line) for line in (tmp_path / "out.jsonl.errors.jsonl").read_text().splitlines()]
    assert [error["row"] for error in errors] == [row["row"] for row in WANTED if row["code"] == "invalid"]
    assert all("is no action of player" in error["reason"] for error in errors)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("out", ["out.csv", "out.parquet", "out.arrow", "out.npy"])
def test_every_row_in_every_format(files: dict[str, Path], tmp_path: Path, out: str, threads: int) -> None:
    path = tmp_path / out
    assert call("batch", files["log.parquet"], "-o", path, "--threads", threads).exit_code == 3
    if out == "out.npy":
        rows = np.load(path)
        codes = {name: number for number, name in enumerate(rc.verdicts.CODES)} | {"invalid": 255}
        assert rows["code"].tolist() == [codes[row["code"]] for row in WANTED]
        assert rows["row"].tolist() == [row["row"] for row in WANTED]
        assert (rows["payment"]["payable"] == [bool(row.get("payment") is not None) for row in WANTED]).all()
        return
    if out == "out.csv":
        with open(path, newline="", encoding="utf-8") as file:
            found: list[dict[str, Any]] = list(csv.DictReader(file))
    else:
        table = pq.read_table(path) if out == "out.parquet" else pa.ipc.open_file(path).read_all()
        found = table.to_pylist()
    for got, want in zip(found, WANTED, strict=True):
        told = {key: value for key, value in got.items() if value not in (None, "")}
        told["row"] = int(told["row"])
        if "payment" in told:
            told["payment"] = json.loads(told["payment"])
        assert told == want


def test_ids_stand_beside_the_answers(tmp_path: Path) -> None:
    pq.write_table(log(id=[f"game-{i}" for i in range(len(ROWS))]), tmp_path / "log.parquet")
    call("batch", tmp_path / "log.parquet", "-o", tmp_path / "out.jsonl")
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert found == [{"row": row["row"], "id": f"game-{i}", **row} for i, row in enumerate(WANTED)]


def test_scenarios_and_their_states_have_the_same_answers(tmp_path: Path) -> None:
    """The same questions as JSON Lines and as a log, answers to the byte."""
    scenarios = []
    for state, number in ROWS:
        try:
            scenarios.append({**state.to_scenario(), "action": state.action(number)})
        except RiftcoreError:
            continue
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in scenarios))
    states = [rc.State.from_scenario({k: v for k, v in one.items() if k != "action"}).serialize() for one in scenarios]
    actions = [json.dumps(one["action"]) for one in scenarios]
    ids = [f"line:{i}" for i in range(1, len(scenarios) + 1)]
    pq.write_table(
        pa.table({"state": pa.array(states, pa.binary()), "action": actions, "id": ids}), tmp_path / "log.parquet"
    )
    for ending in (".jsonl", ".csv", ".npy"):
        for name in ("log.jsonl", "log.parquet"):
            call("batch", tmp_path / name, "-o", tmp_path / f"{name}{ending}")
        assert (tmp_path / f"log.parquet{ending}").read_bytes() == (tmp_path / f"log.jsonl{ending}").read_bytes()


def test_bad_rows_are_told(tmp_path: Path) -> None:
    good = ROWS[0][0].serialize()
    table = pa.table(
        {"state": pa.array([good, None, good[:-1], good], pa.binary()), "action": pa.array([0, 0, 0, None], pa.int64())}
    )
    pq.write_table(table, tmp_path / "log.parquet")
    assert call("batch", tmp_path / "log.parquet", "-o", tmp_path / "out.csv").exit_code == 3
    errors = [json.loads(line) for line in (tmp_path / "out.csv.errors.jsonl").read_text().splitlines()]
    assert [error["row"] for error in errors][-3:] == [2, 3, 4]
    said = [error["reason"] for error in errors][-3:]
    assert said[0] == "the state is null" and "checksum" in said[1] and "the action is null" in said[2]
    strict = call("batch", tmp_path / "log.parquet", "-o", tmp_path / "strict.csv", "--strict")
    assert strict.exit_code == 3 and not (tmp_path / "strict.csv").exists()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (pa.table({"state": ["a"], "action": [1]}), "column state: expected serialized states (binary), found string"),
        (
            pa.table({"state": [b"a"], "action": [1.5]}),
            "column action: expected integers, or JSON as text, found double",
        ),
        (pa.table({"state": [b"a"], "action": [1], "id": [1]}), "column id: expected text, found int64"),
        (
            pa.table({"state": [b"a"]}),
            "expected the column record (48 bytes; with cost, 16 bytes), state and action, or",
        ),
    ],
)
def test_columns_of_another_type_are_refused(tmp_path: Path, table: pa.Table, said: str) -> None:
    pq.write_table(table, tmp_path / "log.parquet")
    result = call("batch", tmp_path / "log.parquet", "-o", tmp_path / "out.csv")
    assert result.exit_code == 2 and said in " ".join(result.stderr.split())
    result = call("batch", tmp_path / "log.parquet", "-o", tmp_path / "out.csv", "--cost", "1")
    assert result.exit_code == 2


def test_a_cost_for_all_is_none_of_a_log(files: dict[str, Path], tmp_path: Path) -> None:
    result = call("batch", files["log.parquet"], "-o", tmp_path / "out.csv", "--cost", "1")
    assert "FILE has states, which ask a question of their own: leave out --cost" in " ".join(result.stderr.split())


def test_a_folder_of_logs(files: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for i in range(3):
        (tmp_path / "in" / f"{i}.parquet").write_bytes(files["log.parquet"].read_bytes())
    for threads, form in ((1, "csv"), (2, "csv"), (2, "npy")):
        out = tmp_path / f"out-{threads}-{form}"
        result = call("batch", tmp_path / "in", "-o", out, "--format", form, "--threads", threads)
        assert result.exit_code == 3 and result.stderr.split()[:2] == ["rows", str(3 * len(ROWS))]
    assert (tmp_path / "out-1-csv" / "0.csv").read_bytes() == (tmp_path / "out-2-csv" / "2.csv").read_bytes()
    (tmp_path / "in" / "3.parquet").write_bytes(b"")
    pq.write_table(pa.table({"scenario": ["{}"]}), tmp_path / "in" / "3.parquet")
    result = call("batch", tmp_path / "in", "-o", tmp_path / "other", "--format", "csv")
    assert result.exit_code == 2 and "expected the same columns as in the first file" in " ".join(result.stderr.split())


def test_a_chunk_travels_without_the_rest_of_its_column() -> None:
    table = log(id=["x"] * len(ROWS)).combine_chunks()
    column = {name: table[name].chunk(0).slice(3, 5) for name in table.column_names}
    chunk = rowsources.States(4, 5, 8, column["state"], column["action"], column["id"])
    data = pickle.dumps(chunk)
    again = pickle.loads(data)
    assert again == chunk and len(data) < table["state"].nbytes / 4
    task = checks.Task(form="jsonl", scenarios=True, states=True)
    assert checks.judge(task, again) == checks.judge(task, chunk)


def test_chunks_of_any_size_are_the_same_answers(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("batch", files["log.parquet"], "-o", tmp_path / "whole.csv")
    monkeypatch.setattr(rowsources, "STATE_ROWS", 50)
    call("batch", files["log.parquet"], "-o", tmp_path / "parts.csv")
    assert (tmp_path / "parts.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_an_empty_catalogue_is_one_too() -> None:
    """It is false, as everything empty: that must not mean the printed cards."""
    scenario = {"players": [{"hand": ["Legion Rearguard"]}], "action": {"play": "Legion Rearguard"}}
    with pytest.raises(RowError, match="no card is named"):
        rc.batch.check([scenario], catalog=rc.Catalog())
