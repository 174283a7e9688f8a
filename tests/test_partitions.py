"""Folders of Parquet files: the same answers to the byte, whoever works on them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

import riftcore as rc
from riftcore import partitions
from riftcore.cli import main

ENGINES = ("dask", "daft")
SIZES = (500, 1, 0, 700)


def call(*args: object) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def bad(*args: object, words: str) -> None:
    result = call(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in " ".join(result.stderr.split())


def command(*args: object) -> subprocess.CompletedProcess[str]:
    """In a process of its own, as an engine with workers wants it."""
    return subprocess.run(
        [sys.executable, "-m", "riftcore", *map(str, args)],
        cwd=Path(rc.__file__).parent.parent,
        capture_output=True,
        text=True,
    )


def table_of(records: Any, costs: Any) -> pa.Table:
    return pa.table({"record": pa.array(records), "cost": pa.array(costs)})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Positions in four files, two of them further down."""
    root = tmp_path / "in"
    (root / "set=1").mkdir(parents=True)
    (root / "_old").mkdir()
    (root / "_old" / "ignored.parquet").write_bytes(b"not read")
    sampler = rc.batch.Sampler(5, general=True)
    for i, n in enumerate(SIZES):
        pq.write_table(table_of(*sampler.draw(n)), root / ("set=1" if i % 2 else ".") / f"part-{i}.parquet")
    return root


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_is_judged_file_by_file(folder: Path, tmp_path: Path) -> None:
    result = call("batch", folder, "-o", tmp_path / "out", "--payments")
    assert result.exit_code == 0, result.output
    assert f"rows          {sum(SIZES):,}" in result.stderr
    sampler = rc.batch.Sampler(5, general=True)
    for i, n in enumerate(SIZES):
        found = pq.read_table(tmp_path / "out" / ("set=1" if i % 2 else ".") / f"part-{i}.parquet")
        drawn = sampler.draw(n)
        assert found["row"].to_pylist() == list(range(1, n + 1))
        assert found["payment"].to_pylist() == rc.batch.evaluate(*drawn, want="cheapest").tolist()
        answers = rc.batch.evaluate(*drawn).tolist()
        assert [code == "ok" for code in found["code"].to_pylist()] == answers
    assert len(files_of(tmp_path / "out")) == len(SIZES)


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_give_the_same_bytes(folder: Path, tmp_path: Path, engine: str) -> None:
    """On two worker processes of this machine."""
    row = bytearray(rc.batch.sample(1)[0].tobytes())
    row[12] = 99
    pq.write_table(table_of(pa.array([bytes(row)], pa.binary(48)), rc.batch.sample(1)[1]), folder / "bad.parquet")
    assert call("batch", folder, "-o", tmp_path / "local", "--payments").exit_code == 3
    ran = command("batch", folder, "-o", tmp_path / engine, "--payments", "--engine", engine, "--threads", 2)
    assert ran.returncode == 3, ran.stderr
    assert f"rows          {sum(SIZES) + 1:,}" in ran.stderr
    assert files_of(tmp_path / engine) == files_of(tmp_path / "local")
    assert json.loads((tmp_path / engine / "bad.parquet.errors.jsonl").read_text())["row"] == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_judge_scenarios_and_stop_at_a_bad_row(tmp_path: Path, engine: str) -> None:
    (tmp_path / "in").mkdir()
    good = '{"action": {"pay": {"energy": 1}}}'
    for i in range(3):
        pq.write_table(pa.table({"scenario": [good, good]}), tmp_path / "in" / f"{i}.parquet")
    assert call("batch", tmp_path / "in", "-o", tmp_path / "local", "--format", "csv").exit_code == 0
    args = ("batch", tmp_path / "in", "-o", tmp_path / engine, "--format", "csv", "--engine", engine, "--threads", 2)
    assert command(*args).returncode == 0
    assert files_of(tmp_path / engine) == files_of(tmp_path / "local")
    pq.write_table(pa.table({"scenario": [good, "{"]}), tmp_path / "in" / "1.parquet")
    ran = command(*args, "--strict")
    assert ran.returncode == 3
    assert "Error: row 2: column 2: expected JSON" in ran.stderr
    assert str(tmp_path / engine / "1.csv") in ran.stderr


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_judge_logs(tmp_path: Path, engine: str) -> None:
    (tmp_path / "in").mkdir()
    state = rc.State.from_scenario({"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 2}}]})
    for i in range(3):
        log = {"state": pa.array([state.serialize()] * 20, pa.binary()), "action": range(i, i + 20)}
        pq.write_table(pa.table(log), tmp_path / "in" / f"{i}.parquet")
    for name, more in (("local", ()), (engine, ("--engine", engine, "--threads", 2))):
        ran = command("batch", tmp_path / "in", "-o", tmp_path / name, *more)
        assert ran.returncode == 3, ran.stderr
    assert files_of(tmp_path / engine) == files_of(tmp_path / "local")
    found = pq.read_table(tmp_path / engine / "0.parquet").to_pylist()
    assert found[12] == {
        "row": 13, "id": None, "code": "ok", "rule": "358", "cost": "2", "payment": '[{"exhaust": "fury", "n": 2}]'
    }  # fmt: skip


def test_more_threads_are_the_same_answers(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    for i in range(3):
        pq.write_table(pa.table({"scenario": ['{"action": {"pay": {}}}'] * (i + 1)}), tmp_path / "s" / f"{i}.parquet")
    for source in (folder, tmp_path / "s"):
        for threads in (1, 2):
            ran = command("batch", source, "-o", tmp_path / f"{source.name}-{threads}", "--threads", threads)
            assert ran.returncode == 0, ran.stderr
        assert files_of(tmp_path / f"{source.name}-1") == files_of(tmp_path / f"{source.name}-2")


def test_an_interrupted_folder_goes_on(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call("batch", folder, "-o", tmp_path / "whole")
    judged: list[str] = []

    def told(part: partitions.Partition) -> str:
        judged.append(Path(part.file).name)
        if len(judged) == 3:
            raise KeyboardInterrupt
        return partitions.judge_partition(part)

    monkeypatch.setattr(partitions, "told", told)
    result = call("batch", folder, "-o", tmp_path / "out")
    assert result.exit_code == 130
    assert "the finished files are kept, --resume goes on from there" in result.stderr
    judged.append("again")
    result = call("batch", folder, "-o", tmp_path / "out", "--resume")
    assert result.exit_code == 0
    assert judged[4:] == ["part-1.parquet", "part-3.parquet"]
    assert f"rows          {sum(SIZES):,}" in result.stderr
    assert files_of(tmp_path / "out") == files_of(tmp_path / "whole")


def test_what_was_finished_otherwise_is_judged_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other options, or another file of the same name."""
    judged: list[str] = []

    def told(part: partitions.Partition) -> str:
        judged.append(Path(part.file).name)
        if len(judged) == 4:
            raise KeyboardInterrupt
        return partitions.judge_partition(part)

    monkeypatch.setattr(partitions, "told", told)
    assert call("batch", folder, "-o", tmp_path / "out").exit_code == 130
    pq.write_table(table_of(*rc.batch.sample(3, seed=77)), folder / "part-0.parquet")
    call("batch", folder, "-o", tmp_path / "out", "--resume")
    assert judged[4:] == ["part-0.parquet", "part-3.parquet"]
    monkeypatch.undo()
    assert call("batch", folder, "-o", tmp_path / "whole").exit_code == 0
    assert files_of(tmp_path / "out") == files_of(tmp_path / "whole")


def test_wrong_folders_are_refused(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (tmp_path / "empty").mkdir()
    bad("batch", tmp_path / "empty", "-o", out, words="expected Parquet files (*.parquet) in the folder, found none")
    bad("batch", folder, "-o", "-", words="FILE is a folder, and so must be OUT")
    (tmp_path / "file.csv").write_text("")
    bad("batch", folder, "-o", tmp_path / "file.csv", words="FILE is a folder, and so must be OUT")
    bad("batch", folder, "-o", folder, words="OUT is FILE")
    bad("batch", folder / "part-0.parquet", "-o", out, "--engine", "dask", words="works on a folder of Parquet files")
    bad("batch", folder, "-o", out, "--scheduler", "tcp://x", words="expected --engine dask")
    bad("batch", folder, "-o", out, "--engine", "ray", words="'local', 'dask', 'daft'")
    bad("batch", folder, "-o", out, "--cost", "1", words="FILE has costs of its own")
    pq.write_table(pa.table({"scenario": ["{}"]}), folder / "set=1" / "other.parquet")
    bad("batch", folder, "-o", out, words="expected the same columns as in the first file of the folder")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_missing_engine_is_named(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    monkeypatch.setitem(sys.modules, {"dask": "distributed", "daft": "daft"}[engine], None)
    words = f"--engine {engine} needs {'distributed' if engine == 'dask' else 'daft'}"
    bad("batch", folder, "-o", tmp_path / "out", "--engine", engine, words=words)
