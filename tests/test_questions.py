"""Scenario rows as JSON text: the answers are those of the long way in Python, with msgspec or without."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import boards
import pytest
from test_reader import CARDS, LINES, SCENARIOS, mutated, random_board

import riftcore
from riftcore import State
from riftcore.checks import Task, judge_scenarios
from riftcore.edge._json import Reader
from riftcore.edge._questions import Questions
from riftcore.errors import RiftcoreError
from riftcore.rowsources import Scenarios
from riftcore.scenario.actions import read_actions, read_situation
from riftcore.scenario.files import read_line
from riftcore.scenario.run import perform_earlier

YOU = '{"hand": ["Charm"], "runes": {"calm": 3}}'
ASKED = f'"players": [{YOU}], "action": {{"play": "Charm"}}'


def row(before: str = "", behind: str = "") -> str:
    """A good row with keys more."""
    return "{" + before + ASKED + behind + "}"


def runes(number: str) -> str:
    return row().replace("3}", number + "}")


def asks(action: str, key: str = "action") -> str:
    return f'{{"players": [{YOU}], "{key}": {action}}}'


#: Lines that readers of JSON may read differently, most of them wrong.
ODD = (
    row(), f" \t{row()}\r\n", "\ufeff" + row(), row() + " x", row() + "{}", row()[:-1], "[]", "[{}]", "null", "1",
    '"x"', "{}", '{"action": {"play": "Charm"}}', row('"id": "x", '), row('"id": null, '), row('"id": "x y", '),
    row('"id": "\\ud83d\\ude00", '), row('"id": "\\ud83d", '), row('"id": "\u00e9\\u00e9", '),
    row('"id": "a\\"b\\\\", '), row('"id": "a\\u0000b", '), row('"id": "a\tb", '), row('"title": "a\tb", '),
    row('"title": "a\\tb: c", '),
    row('"id": "x", "id": "y", '), row('"id": "a:b", "id": "y", '), row(behind=', "players": [{}]'),
    row().replace('{"calm": 3}', '{"calm": 3, "calm": 3}'), row().replace("Charm", "Ch\\u0061rm"),
    *map(runes, ("NaN", "Infinity", "3.0", "3e0", "-0", "03", "true", "1" + "0" * 30, "1" + "0" * 5000)),
    row(behind=', "expect": {"x": NaN}'), row(behind=', "expect": {"x": 1e999}'), row(behind=', "actions": []'),
    row(behind=', "expect": {"a": 1, "a": 2}'), row(behind=f', "expect": {"[" * 100}{"]" * 100}'),
    row(behind=f', "expect": {"[" * 100_000}{"]" * 100_000}'), row(behind=', "expect": ["\\ud800"]'),
    row(behind=f', "expect": [{"9" * 400}]'), row().replace("players", "pIayers"),
    asks('[{"play": "Charm"}]', "actions"), asks("[]", "actions"), asks("null"), asks("[1]"), f'{{"players": [{YOU}]}}',
    asks('[{"add": "exhaust calm"}, {"play": "Charm"}]', "actions"), asks('[{"play": "Vengeance"}, {}]', "actions"),
    asks('{"play": "Charmm"}'), asks('{"play": "\\ud800"}'), asks('{"play": "Charm", "x": 1}'),
    asks('{"pay": {"energy": 1, "other": ["kill 1 friendly unit"]}}'), asks('{"pay": {"energy": 0}}'),
    asks('{"pay": {"energy": 1, "power": {"calm|chaos": 1, "fury|mind": 1}}}'),
    '{"players": [{"board": [{"card": "Gold", "id": "\u00fc\\u00df"}]}], "action": {"pay": {"power": {"any": 1}}}}',
    '{"players": [{"pool": {"energy": 2, "power": {"any": 1}}}], "action": {"pay": {"energy": 1}}}',
)  # fmt: skip
#: Bytes that are no text.
BROKEN = (b"{\xff}", b'{"id": "\xed\xa0\x80"}', b'{"title": "\xc0\xae"}', b"\x00", "{}".encode("utf-16"))


def texts() -> list[bytes]:
    """Whole scenarios, boards, changed ones, and odd ones."""
    rng = Random(11)
    data = [random_board(rng) for _ in range(100)]
    changed = [mutated(rng, rng.choice((rng.choice(SCENARIOS), random_board(rng)))) for _ in range(400)]
    written = [json.dumps(one, ensure_ascii=rng.random() < 0.5) for one in (*data, *changed)]
    found = [text.encode("utf-8", "surrogatepass") for text in (*LINES, *written, *ODD)]
    return [*found, *BROKEN]


def long_way(number: int, text: bytes) -> tuple[Any, ...]:
    """id, code, rule, cost, payment as text and the reason: as the other readers and `State.check` have it."""
    name = None
    try:
        scenario = read_line(text, number)
        name = scenario.id
        situation = read_situation(scenario.data, CARDS)
        actions = read_actions(scenario.data, situation, CARDS)
        state = State.from_scenario(situation, CARDS)
        verdict = state.check(perform_earlier(state, actions))
    except RecursionError:
        return name, "invalid", None, None, None, "lists or objects nested too deep"
    except (RiftcoreError, NotImplementedError) as error:
        return name, "invalid", None, None, None, str(error)
    payment = None if verdict.best is None else json.dumps(verdict.best.steps(), ensure_ascii=False)
    return name, verdict.code, verdict.rule, " or ".join(map(str, verdict.costs)) or None, payment, None


def short_way(rows: list[tuple[int, bytes]]) -> list[tuple[Any, ...]]:
    asked = Questions(CARDS)
    asked.ask([(number, text, "") for number, text in rows])
    bad = dict(asked.bad)
    columns = (asked.ids, asked.codes, asked.rules, asked.costs, asked.payments)
    return [(*found, bad.get(number)) for (number, _), found in zip(rows, zip(*columns, strict=True), strict=True)]


def test_rows_are_answered_as_the_long_way_does() -> None:
    rows = list(enumerate(texts(), 1))
    for (number, text), found in zip(rows, short_way(rows), strict=True):
        assert found == long_way(number, text), text[:300]


def several(rng: Random) -> dict[str, Any]:
    """A board and a few actions, most often legal ones before the last; ids given and named; some of it changed."""
    data = random_board(rng)
    state = State.from_scenario({key: value for key, value in data.items() if key not in ("id", "action")}, CARDS)
    actions: list[Any] = []
    while len(actions) < 3 and (numbers := state.legal_actions()):
        action = dict(state.action(rng.choice(numbers)))
        if "play" in action and rng.random() < 0.4:
            action["id"] = rng.choice(("new", "other"))
        try:
            state.push(action)
        except RiftcoreError:
            break
        actions.append(action)
    actions.append(boards.action(rng, data))
    if rng.random() < 0.3:
        actions.append({"activate": rng.choice(("new", "other", "p0.board.5"))})
    del data["action"]
    changed: dict[str, Any] = mutated(rng, {"actions": actions}) if rng.random() < 0.3 else {"actions": actions}
    return {**data, **changed}


@pytest.mark.parametrize("seed", range(20))
def test_several_actions_are_done_as_the_long_way_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    rows = [(number, json.dumps(several(rng)).encode()) for number in range(1, 41)]
    with monkeypatch.context() as patch:
        long = count_long_ways(patch)
        found = short_way(rows)
    assert found == [long_way(number, text) for number, text in rows]
    assert 5 < len(long) < 35


def test_few_scenarios_go_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that name their payment do, and few others."""
    long = count_long_ways(monkeypatch)
    lines = [line for line in LINES if '"payment":' not in line]
    short_way([(number, line.encode()) for number, line in enumerate(lines, 1)])
    assert len(lines) > 0.98 * len(LINES) and len(long) <= 0.015 * len(lines)


def count_long_ways(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows from now on that the compiled readers leave to the others."""
    found: list[int] = []

    def read(text: bytes, number: int) -> Any:
        found.append(number)
        return read_line(text, number)

    monkeypatch.setattr("riftcore.scenario.files.read_line", read)
    return found


def test_texts_are_read_by_msgspec_or_left_alone() -> None:
    """So that the test above compares something: what is plain is read, what is odd is not, or the same."""
    read = Reader().read
    assert all(read(line.encode()) == json.loads(line) for line in LINES)
    for text in ODD:
        found = read(text.encode("utf-8", "surrogatepass"))
        assert found is None or found == json.loads(text), text[:300]
    assert read(b'{"a": 1, "a": 2}') is None and read(b'{"a:": {"b": "c:", "b": ":"}}') is None
    assert all(read(text) is None for text in BROKEN)


def test_lines_are_those_of_json() -> None:
    """What is written is what json.dumps writes of the same row, nothing left over."""
    rows = list(enumerate(texts(), 1))
    judged = judge_scenarios(Task("jsonl", True), Scenarios(1, len(rows), 0, tuple((*row, "") for row in rows)))
    expected = []
    for number, (name, code, rule, cost, payment, _) in zip(range(1, len(rows) + 1), short_way(rows), strict=True):
        row = {"row": number, "id": name, "code": code, "rule": rule, "cost": cost}
        row["payment"] = None if payment is None else json.loads(payment)
        values = {key: value for key, value in row.items() if value is not None}
        expected.append(json.dumps(values, ensure_ascii=False) + "\n")
    assert judged.rows.decode().splitlines(keepends=True) == "".join(expected).splitlines(keepends=True)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_answers_do_not_depend_on_msgspec(tmp_path: Path, form: str) -> None:
    source = tmp_path / "rows.jsonl"
    source.write_bytes(b"\n".join(text.replace(b"\n", b" ").replace(b"\r", b" ") for text in texts()))
    path = str(Path(riftcore.__file__).parent.parent)
    for name, hide in (("with", ""), ("without", "sys.modules['msgspec'] = None; ")):
        program = (
            f"import sys; sys.path.insert(0, {path!r}); {hide}from riftcore.cli import main; "
            f"main(['batch', {str(source)!r}, '-o', {str(tmp_path / name)!r}, '--format', '{form}'])"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.returncode == 3, done.stderr
    assert (tmp_path / "with").read_bytes() == (tmp_path / "without").read_bytes()
    errors = [(tmp_path / f"{name}.errors.jsonl").read_bytes() for name in ("with", "without")]
    assert errors[0] == errors[1] and errors[0].count(b"\n") > 100
