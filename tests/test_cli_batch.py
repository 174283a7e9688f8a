"""The commands about many rows: files in, files out, and what is said on the way."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

import riftcore as rc
from riftcore.cli import main


def call(*args: object, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def bad(*args: object, words: str, stdin: str | None = None) -> None:
    """The call is refused: exit code 2, nothing on stdout, and these words on stderr."""
    result = call(*args, stdin=stdin)
    assert (result.exit_code, result.stdout) == (2, "")
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
