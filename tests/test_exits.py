"""How the command ends: its exit codes, and one line on stderr for whatever is not an answer."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import riftcore
from riftcore import cli, exits, perft

ROOT = Path(__file__).parents[1]
PASSES = {"id": "p", "players": [{"runes": {"fury": 2}}], "action": {"pay": {"energy": 2}}, "expect": {"legal": True}}
LINE = "0 main 0 - 8 A,B - / runes=fury:3 / -"
#: One call of each command that prints, {} is a file of scenarios.
CALLS: dict[str, tuple[str, ...]] = {
    "help": ("--help",),
    "quote": ("quote", "Defy"),
    "pay": ("pay", "--runes", "fury:3", "--cost", "2"),
    "check": ("check", "Defy", "--runes", "calm:9"),
    "scenario": ("scenario", "{}"),
    "batch": ("batch", "{}", "-o", "-"),
    "sample": ("sample", "3", "-o", "-"),
    "perft": ("perft", LINE, "1"),
    "demo": ("demo", "--positions", "9"),
    "cards show": ("cards", "show", "Defy"),
    "cards export": ("cards", "export"),
}
READS_STDIN = (("check", "--scenario", "-"), ("scenario", "-"), ("batch", "-", "-o", "-"), ("perft", "-", "1"))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exits") / "x.jsonl"
    path.write_text(json.dumps(PASSES) + "\n")
    return path


def run(*args: str, shell: str = '"$@"', **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, as a shell starts it: `shell` may close or redirect its streams."""
    started = ["bash", "-c", shell, "bash", sys.executable, "-m", "riftcore", *args]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | options
    return subprocess.run(started, cwd=Path(riftcore.__file__).parents[1], timeout=60, **options)


def ended(ran: subprocess.CompletedProcess[bytes], code: int, line: str) -> None:
    assert (ran.returncode, ran.stderr.decode()) == (code, line + "\n")


@pytest.mark.parametrize("name", CALLS)
def test_output_that_cannot_be_written(file: Path, name: str) -> None:
    """A full disk, a closed standard output and a reader that went away are no answers."""
    args = [word.replace("{}", str(file)) for word in CALLS[name]]
    ended(run(*args, shell='"$@" >/dev/full'), 4, "Error: the output cannot be written: No space left on device")
    ended(run(*args, shell='"$@" >&-'), 4, "Error: the output cannot be written: it is closed")
    ours, theirs = os.pipe()
    os.close(ours)
    ended(run(*args, stdout=theirs), 141, "Error: the reader of the output went away")
    os.close(theirs)


@pytest.mark.parametrize("args", READS_STDIN, ids=lambda args: args[0])
def test_standard_input_that_is_closed(args: tuple[str, ...]) -> None:
    ran = run(*args, shell='"$@" <&-')
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert re.fullmatch(r"Error: (<stdin>|-): cannot be read: Bad file descriptor\n", ran.stderr.decode())


def test_a_closed_standard_error_takes_nothing_from_the_answer() -> None:
    ran = run("pay", "--runes", "fury:3", "--cost", "4", shell='"$@" 2>&-')
    assert ran.returncode == 1
    assert b"payable   no" in ran.stdout
    assert run("pay", "--xp", "999", shell='"$@" 2>&-').returncode == 2
    assert run("pay", "--xp", "999", shell='"$@" 2>/dev/full').returncode == 2


def test_files_that_take_no_more() -> None:
    """`cards export` may write into a device."""
    ended(run("cards", "export", "-o", "/dev/full"), 4, "Error: /dev/full: cannot be written: No space left on device")
    ran = run("cards", "export", "-o", "/no/such/folder")
    ended(ran, 2, "Error: /no/such/folder: cannot be opened: No such file or directory")


def test_ctrl_c() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "riftcore", "demo", "--positions", "16000000"],
        cwd=Path(riftcore.__file__).parents[1],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr is not None
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read().decode()
    assert (process.returncode, said) == (130, "interrupted\n")


def test_ctrl_c_while_the_command_is_imported() -> None:
    code = (
        "import sys\n"
        "class Slow:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'riftcore.cli': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Slow())\n"
        "from riftcore.__main__ import run\n"
        "run()\n"
    )
    folder = Path(riftcore.__file__).parents[1]
    ran = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (130, b"interrupted\n")


DIGITS = "9" * 5000
NUMBERS = (
    ("pay", "--runes", "fury:3", "--cost", "2", "--all", "--limit", "9" * 20),
    ("pay", "--runes", "fury:3", "--cost", "2", "--limit", DIGITS),
    ("pay", "--runes", "fury:3", "--cost", "2", "--sources", f"Gold:{DIGITS}"),
    ("pay", "--runes", f"fury:{DIGITS}", "--cost", "2"),
    ("pay", "--runes", "fury:٣", "--cost", "2"),
    ("pay", "--xp", "999", "--cost", "1"),
    ("quote", "Defy", "--mode", "9" * 20),
    ("quote", "Defy", "--mode", "-1"),
    ("sample", "9" * 20, "-o", "x.npy"),
    ("sample", "-1", "-o", "x.npy"),
    ("demo", "--positions", "0"),
    ("perft", LINE, "9" * 20),
    ("batch", "x.npy", "-o", "y.npy", "--threads", "9" * 20),
)


@pytest.mark.parametrize("args", NUMBERS, ids=lambda args: "-".join(args)[:40])
def test_numbers_out_of_bounds(args: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli.main, args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(r"Error: .+\n", result.stderr)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii", "cp437", "utf-16"])
def test_any_encoding_of_the_terminal(encoding: str) -> None:
    """The card's own name is printed, not the spelling that was typed."""
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    ran = run("quote", "Kai’Sa, Survivor", env=environment)
    assert ran.returncode == 0
    assert ran.stdout.decode(encoding).startswith("Kai'Sa, Survivor: 4\n")
    missing = run("quote", "Kaiʼśa", env=environment)
    assert missing.returncode == 2
    assert re.fullmatch(r"Error: .+\n", missing.stderr.decode(encoding))


def test_a_fault_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*args: Any) -> None:
        raise KeyError("x")

    monkeypatch.setattr(perft, "_state", fault)
    result = CliRunner().invoke(cli.main, ["perft", LINE, "1"])
    assert (result.exit_code, result.stdout) == (70, "")
    assert re.fullmatch(r"Error: riftcore failed, please report it: KeyError: 'x' \(.*\)\n", result.stderr)


def test_the_table_of_exit_codes_is_in_one_place() -> None:
    """The README's table is that of riftcore.exits, and so is that of --help; no other help text lists codes."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (\d+) \| (.+) \|$", text, re.MULTILINE)
    assert [int(code) for code, _ in table] == list(exits.CODES)
    assert [re.sub("`", "", words) for _, words in table] == list(exits.CODES.values())
    shown = re.sub(r"\s+", " ", CliRunner().invoke(cli.main, ["--help"]).stdout)
    for code, words in exits.CODES.items():
        assert f" {code} {words}" in shown


# ------------------------------------------------------------------------------------------------- files


def test_scenario_reads_compressed_files(tmp_path: Path) -> None:
    for name in ("x.jsonl.gz", "x.json.gz", "x.gz"):
        data = gzip.compress(json.dumps(PASSES).encode())
        (tmp_path / name).write_bytes(data)
        assert CliRunner().invoke(cli.main, ["scenario", str(tmp_path / name)]).exit_code == 0
    zstd = pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    (tmp_path / "x.jsonl.zst").write_bytes(zstd.compress(json.dumps(PASSES).encode()))
    assert CliRunner().invoke(cli.main, ["scenario", str(tmp_path / "x.jsonl.zst")]).exit_code == 0
    (tmp_path / "bad.jsonl.gz").write_bytes(data[:-9])
    result = CliRunner().invoke(cli.main, ["scenario", str(tmp_path / "bad.jsonl.gz")])
    assert result.exit_code == 2
    assert "bad.jsonl.gz: cannot be read: Compressed file ended before" in result.stderr


def test_an_unnamed_scenario_of_a_compressed_file_has_the_name_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(json.dumps(PASSES).encode() + b'\n{"action": {}}'))
    result = CliRunner().invoke(cli.main, ["scenario", "--json", str(tmp_path / "x.jsonl.gz")])
    assert json.loads(result.stdout.splitlines()[1])["id"] == "x:2"


def test_files_with_byte_order_marks_may_be_joined(tmp_path: Path) -> None:
    one = "\ufeff" + json.dumps(PASSES) + "\n"
    other = "\ufeff" + json.dumps(PASSES | {"id": "q"}) + "\n"
    (tmp_path / "both.jsonl").write_text(one + other, encoding="utf-8")
    assert "2/2" in CliRunner().invoke(cli.main, ["scenario", str(tmp_path / "both.jsonl")]).stdout
    judged = CliRunner().invoke(cli.main, ["batch", str(tmp_path / "both.jsonl"), "-o", "-"])
    assert (judged.exit_code, judged.stdout.count('"ok"')) == (0, 2)
