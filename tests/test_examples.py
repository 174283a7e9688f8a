"""The examples run, say what they promise, and use the public interface only."""

from __future__ import annotations

import ast
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

import riftcore as rc

EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))


def run(*args: str) -> str:
    """What a Python started with these arguments prints."""
    home = os.path.dirname(os.path.dirname(rc.__file__))  # where the compiled package is
    environment = os.environ | {"PYTHONPATH": home}
    ran = subprocess.run([sys.executable, *args], capture_output=True, text=True, env=environment, cwd=home)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_examples_use_the_public_interface(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert any(name.split(".")[0] == "riftcore" for name in imported)
    assert not any(part.startswith("_") and part != "__future__" for name in imported for part in name.split("."))
    private = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith("_")}
    assert private <= {"__getitem__"}


def test_the_tree_search_is_short_and_finds_the_exact_plan() -> None:
    file = EXAMPLES / "mcts.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) < 150
    said = run(str(file), "--simulations", "1500")
    found = re.match(r"best score of 1500 simulations: (\d+); the exact plan: (\d+)\n", said)
    assert found and found[1] == found[2], said
    assert "play Void Seeker" in said.splitlines()[1]
    assert run(str(file), "--simulations", "300") == run(str(file), "--simulations", "300")


def test_self_play_reports_its_speed() -> None:
    said = run(str(EXAMPLES / "selfplay.py"), "--games", "32", "--seconds", "0.5")
    found = re.match(r"(\d+) actions of (\d+) games that ended, 32 at once: ([\d,]+) actions a second\n$", said)
    assert found and int(found[1]) > 0 and int(found[3].replace(",", "")) > 0, said


def test_recipes_for_engines_give_the_answers_of_a_batch() -> None:
    """The function that is handed to Ray Data and to Spark; the engines are not needed for it."""
    records, costs = rc.batch.sample(500, seed=3)
    spoiled = [bytes([255]) * 48, *records.tolist()[1:]]
    rows = pa.table({"record": pa.array(spoiled, pa.binary(48)), "cost": pa.array(costs)})
    payments = rc.batch.evaluate(rows["record"], rows["cost"], want="cheapest", invalid="mark").tolist()
    codes = [{0: "unaffordable", 1: "ok", 255: "invalid"}[payment[31]] for payment in payments]
    scenarios = pa.table({"scenario": ["{", '{"action": {"pay": {}}}', '{"action": {"pay": {"energy": 1}}}']})
    ray = runpy.run_path(str(EXAMPLES / "ray_data.py"))["judged"]
    spark = runpy.run_path(str(EXAMPLES / "spark_map_in_arrow.py"))["judged"]
    loose = pa.table({name: rows[name].cast(pa.binary()) for name in rows.column_names})  # as Spark hands it over
    for found in (ray(rows), pa.Table.from_batches(spark(iter(loose.to_batches(max_chunksize=200))))):
        assert (found["code"].to_pylist(), found["payment"].to_pylist()) == (codes, payments)
        assert found["record"].to_pylist() == spoiled
    for found in (ray(scenarios), pa.Table.from_batches(spark(iter(scenarios.to_batches())))):
        assert found["code"].to_pylist() == ["invalid", "ok", "unaffordable"]
        assert [payment[31] for payment in found["payment"].to_pylist()] == [0, 1, 0]
        assert found["rule"].to_pylist()[0] == ""


def test_open_spiels_own_random_simulations_pass() -> None:
    pytest.importorskip("pyspiel")
    said = run(str(EXAMPLES / "open_spiel_random.py"), "--games", "10", "--check")
    assert said.count("random simulations passed") == 1 and "end the turn" in said, said


def test_the_adapter_plays_by_its_rules() -> None:
    pytest.importorskip("pyspiel")
    lines = run("-c", ADAPTER).splitlines()
    assert lines == ["11100 2", "True False", "2.0 -2.0 True", "0 main 0", "position: expected two players, found 3"]


ADAPTER = """
import riftcore.open_spiel as adapter
game = adapter.load("0 main 0 - 8 A,B - / runes=fury:3 hand=LegionRearguard / runes=calm:2 hand=Charm")
print(game.num_distinct_actions(), game.num_players())
state = game.new_initial_state()
print(11099 in state.legal_actions(), state.is_terminal())
state.apply_action(state.string_to_action("play Legion Rearguard"))
state.apply_action(11099)
state.apply_action(11099)
print(*state.returns(), state.is_terminal())
again = game.new_initial_state()
print(str(again)[:8])
try:
    adapter.load("0 main 0 - 8 A,B - / - / - / -")
except Exception as error:
    print(str(error).split("ValueError: ")[-1].splitlines()[0])
"""
