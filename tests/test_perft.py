"""Perft: reference counts of a set of positions, agreed with a plain count over check, push and pop."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result

import riftcore as rc
from riftcore.cli import main
from riftcore.errors import IllegalAction, RiftcoreError

FILE = Path(__file__).parent / "perft" / "positions.txt"


class Reference(NamedTuple):
    name: str
    line: str
    counts: tuple[int, ...]


def references() -> list[Reference]:
    found = []
    for text in FILE.read_text(encoding="ascii").splitlines():
        name, line, counts = text.split(" | ")
        found.append(Reference(name, line, tuple(map(int, counts.split()))))
    return found


def plain_count(state: rc.State, depth: int) -> int:
    """Every integer is looked at, and done where check calls it legal: the list is not asked."""
    if depth == 0:
        return 1
    total = 0
    for number in range(state.num_distinct_actions()):
        try:
            action = state.action(number)
        except IllegalAction:
            continue
        if state.check(action).legal:
            state.push(action)
            total += plain_count(state, depth - 1)
            state.pop()
    return total


def listed_count(state: rc.State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for number in state.legal_actions():
        state.push(state.action(number))
        total += listed_count(state, depth - 1)
        state.pop()
    return total


@pytest.mark.parametrize("reference", references(), ids=lambda reference: reference.name)
def test_reference_counts(reference: Reference) -> None:
    state = rc.State.parse(reference.line)
    counts = tuple(state.perft(depth) for depth in range(1, len(reference.counts) + 1))
    assert counts == reference.counts, dict(zip(state.legal_actions(), counts, strict=False))
    assert str(state) == reference.line


@pytest.mark.parametrize("reference", references()[:10], ids=lambda reference: reference.name)
def test_a_plain_count_agrees(reference: Reference) -> None:
    state = rc.State.parse(reference.line)
    for depth, count in enumerate(reference.counts, start=1):
        if count <= 20:
            assert plain_count(state, depth) == count
        if count <= 600:
            assert listed_count(state, depth) == count
    assert str(state) == reference.line


def test_perft_of_nothing_is_one() -> None:
    state = rc.State.from_scenario({})
    assert [state.perft(depth) for depth in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("depth", [-1, 65, 1.0, "3", None, True])
def test_a_depth_is_a_small_whole_number(depth: Any) -> None:
    with pytest.raises(RiftcoreError, match=r"depth is .*: expected a whole number from 0 to 64"):
        rc.State.from_scenario({}).perft(depth)


def test_the_state_may_change_while_it_is_counted() -> None:
    """The GIL is released: another thread plays on meanwhile."""
    reference = references()[0]
    state = rc.State.parse(reference.line)
    found: list[int] = []
    counting = threading.Thread(target=lambda: found.append(state.perft(4)))
    counting.start()
    turns = 0
    while counting.is_alive() or turns == 0:
        state.apply_action(state.legal_actions()[0])
        state.undo_action()
        turns += 1
    counting.join()
    assert found[0] in (reference.counts[3], listed_after_first(reference))


def listed_after_first(reference: Reference) -> int:
    """The count where the other thread's first action was done already."""
    state = rc.State.parse(reference.line)
    state.apply_action(state.legal_actions()[0])
    return state.perft(4)


# ---------------------------------------------------------------------------------------------- the command


def call(*args: str) -> Result:
    result = CliRunner().invoke(main, ["perft", *args])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_the_command_counts_a_line_and_a_file(tmp_path: Path) -> None:
    reference = next(r for r in references() if r.name == "accelerate")
    assert call(reference.line, "3").stdout == f"{reference.counts[2]}\n"
    file = tmp_path / "one.json"
    scenario = {"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 3}}]}
    file.write_text(json.dumps({"id": "one", "action": {"pay": {}}} | scenario))
    result = call(str(file), "3", "--json", "--divide")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert data["count"] == reference.counts[2] == sum(data["divide"].values()) and data["depth"] == 3
    assert list(data["divide"]) == [
        "exhaust fury", "recycle fury", "play Legion Rearguard", "play Legion Rearguard; pay accelerate",
    ]  # fmt: skip
    lines = call(reference.line, "2", "--divide").stdout.splitlines()
    assert lines[0] == "exhaust fury: 4" and lines[-1] == str(reference.counts[1]) and len(lines) == 5


def test_the_command_refuses_what_it_cannot_read() -> None:
    assert call("0 main 0 - 8 A,B - / runes=furry:3 / -", "2").exit_code == 2
    assert call("no-such-file.json", "2").exit_code == 2
    assert call("0 main 0 - 8 A,B - / - / -", "65").exit_code == 2
