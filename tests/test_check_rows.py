"""rc.batch.check on columns: serialized states and integers of actions, row by row what State.check says."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import boards
import numpy as np
import pyarrow as pa
import pytest

import riftcore as rc
from riftcore.edge._evaluate import payment_column
from riftcore.errors import RiftcoreError, RowError
from riftcore.scenario.questions import read_question

INVALID = rc.batch.INVALID
STATE = rc.State.from_scenario({"players": [{"hand": ["Legion Rearguard", "Charm"], "runes": {"fury": 3}}]})
INLINE = rc.State.from_scenario(
    {"players": [{"hand": [{"name": "mine", "type": "unit", "energy": 1}], "runes": {"fury": 2}}]}
)


@cache
def rows() -> tuple[list[rc.State], list[int]]:
    """Random boards, each with some of what may be done there and some integers of any kind."""
    states, numbers = [], []
    for seed in range(150):
        rng = Random(seed)
        state = rc.State.from_scenario(boards.situation(rng), boards.catalog())
        legal = state.legal_actions()
        distinct = [number for number in state.legal_actions(payments="distinct") if number >= 11_099][:2]
        for number in (*rng.sample(legal, min(5, len(legal))), *distinct, *(rng.randrange(12_000) for _ in range(3))):
            states.append(state)
            numbers.append(number)
    return states, numbers


def expected(state: rc.State, number: int) -> tuple[str, str, bytes, bytes]:
    """Code, rule, cost and payment of one row, with State.check."""
    try:
        verdict = state.check(state.action(number))
    except RiftcoreError:
        return "invalid", "", bytes(16), bytes(32)
    cost = rc.batch.check([state], [state.action(number)]).costs[0]
    if len(verdict.costs) == 1 and "x" not in state.action(number):
        assert cost[:12] == rc.arrays.costs([rc.Cost(verdict.costs[0].energy, power=verdict.costs[0].power)])[0][:12]
    return verdict.code, verdict.rule, cost, payment_column([verdict.best])[0]


def of(checks: rc.batch.Checks) -> list[tuple[str, str, bytes, bytes]]:
    return list(zip(checks.names, checks.rules, checks.costs.tolist(), checks.payments.tolist(), strict=True))


def test_every_row_is_what_check_says() -> None:
    states, numbers = rows()
    checks = rc.batch.check([state.serialize() for state in states], numbers, invalid="mark")
    wanted = [expected(state, number) for state, number in zip(states, numbers, strict=True)]
    for i, (got, want) in enumerate(zip(of(checks), wanted, strict=True)):
        assert got == want, f"row {i}: action {numbers[i]} of {states[i]}"
    assert checks.names.count("ok") > 300 and checks.names.count("invalid") > 200
    assert sum(1 for row in wanted if row[3][31]) > 100
    assert set(checks.bad) == {i for i, name in enumerate(checks.names) if name == "invalid"}
    assert rc.batch.check(states, numbers, invalid="mark").codes == checks.codes


def kinds_of_states(data: list[bytes]) -> dict[str, Any]:
    chunks = [data[:7], data[7:7], data[7:500], data[500:]]
    return {
        "list": data, "tuple": tuple(data), "an iterable": iter(data), "binary": pa.array(data, pa.binary()),
        "large_binary": pa.array(data, pa.large_binary()), "binary_view": pa.array(data, pa.binary_view()),
        "chunked": pa.chunked_array([pa.array(chunk, pa.binary()) for chunk in chunks]),
        "sliced": pa.array([b"x", *data, b"y"], pa.binary()).slice(1, len(data)),
    }  # fmt: skip


def kinds_of_numbers(numbers: list[int]) -> dict[str, Any]:
    spread = np.zeros(2 * len(numbers), "i8")
    spread[::2] = numbers
    return {
        "list": numbers, "int64": np.array(numbers, "i8"), "int32": np.array(numbers, "i4"), "gaps": spread[::2],
        "uint16": np.array(numbers, "u2"), "arrow": pa.array(numbers, pa.int64()),
        "arrow uint16": pa.array(numbers, pa.uint16()),
        "chunked": pa.chunked_array([numbers[:9], numbers[9:]]), "sliced": pa.array([5, *numbers]).slice(1),
        "JSON": pa.array([str(number) for number in numbers]), "texts": [str(number) for number in numbers],
    }  # fmt: skip


def test_columns_of_every_kind_give_the_same_answers() -> None:
    states, numbers = rows()
    data = [state.serialize() for state in states]
    want = rc.batch.check(data, numbers, invalid="mark")
    for name, column in kinds_of_states(data).items():
        assert of(rc.batch.check(column, numbers, invalid="mark")) == of(want), name
    binary = pa.array(data, pa.binary())
    for name, column in kinds_of_numbers(numbers).items():
        checks = rc.batch.check(binary, column, invalid="mark")
        assert of(checks) == of(want) and checks.bad == want.bad, name


def test_threads_change_nothing() -> None:
    states, numbers = rows()
    data = pa.array([state.serialize() for state in states] * 10, pa.binary())
    want = rc.batch.check(data, numbers * 10, invalid="mark", threads=1)
    for threads in (0, 2, 7):
        assert of(rc.batch.check(data, numbers * 10, invalid="mark", threads=threads)) == of(want)
    with pytest.raises(ValueError, match="threads=-1: expected 0"):
        rc.batch.check(data, numbers * 10, threads=-1)


def test_one_action_for_all_rows() -> None:
    data = [STATE.serialize()] * 3
    assert rc.batch.check(data, 12).names == ["ok"] * 3
    assert rc.batch.check(data, {"play": "Legion Rearguard"}).names == ["ok"] * 3
    assert rc.batch.check(data, rc.Action.play("Legion Rearguard")).names == ["ok"] * 3
    assert rc.batch.check(data, '{"play": "Legion Rearguard"}').names == ["ok"] * 3
    assert rc.batch.check(data[:1], 12).names == ["ok"]
    assert rc.batch.check([], 12).names == rc.batch.check(pa.array([], pa.binary()), []).names == []


def test_scenarios_with_their_states_as_bytes() -> None:
    """All our scenarios: the state as a column, the action as a dict and as JSON."""
    folder = Path(__file__).parent / "scenarios"
    lines = [
        json.loads(line) for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    ]
    found = [line for line in lines if "action" in line and line.get("expect", {}).get("why") != "unreadable"]
    states = [read_question(line)[0] for line in found]
    actions = [line["action"] for line in found]
    want = rc.batch.check(states, actions, invalid="mark")
    assert of(want) == of(rc.batch.check(found, invalid="mark"))
    data = pa.array([state.serialize() for state in states], pa.binary())
    assert of(rc.batch.check(data, actions, invalid="mark")) == of(want)
    assert of(rc.batch.check(data, pa.array([json.dumps(action) for action in actions]), invalid="mark")) == of(want)
    assert len(found) > 100 and want.legal > 40 and not want.bad


def test_rows_that_bring_cards_of_their_own() -> None:
    data = [INLINE.serialize(), STATE.serialize()] * 300
    checks = rc.batch.check(pa.array(data, pa.binary()), [12] * 600)
    assert checks.legal == 600
    assert [row[0] for row in checks.costs[:2].tolist()] == [1, 2]


def test_cards_that_come_up_for_the_first_time() -> None:
    catalog = rc.Catalog(boards.catalog().rows)
    data = [
        rc.State.from_scenario(
            {"players": [{"hand": [card.name], "runes": {"fury": 12}}]}, boards.catalog()
        ).serialize()
        for card in list(boards.catalog())[:400]
        if card.type in ("unit", "spell", "gear")
    ]
    checks = rc.batch.check(data, [0] * len(data), catalog=catalog)
    assert checks.legal == len(data)
    with pytest.raises(RowError, match=r"row 0: byte \d+ \(cards 0\): expected a card: no card is named"):
        rc.batch.check(data, [0] * len(data), catalog=rc.Catalog())


BAD: dict[str, tuple[Any, Any, str]] = {
    "a null state": (None, 12, "the state is null"),
    "a null action": (STATE.serialize(), None, "the action is null, or no integer from 0 on"),
    "a negative action": (STATE.serialize(), -5, "the action is null, or no integer from 0 on"),
    "a huge action": (STATE.serialize(), 2**62, f"{2**62} is no action of player 0"),
    "an action that means nothing": (STATE.serialize(), 7000, "7000 is no action of player 0 in this state"),
    "truncated": (STATE.serialize()[:-3], 12, "checksum is wrong"),
    "no state": (b"\xff", 12, "expected"),
    "nothing": (b"", 12, "expected JSON"),
}


@pytest.mark.parametrize("name", list(BAD))
def test_bad_rows_are_named(name: str) -> None:
    state, action, said = BAD[name]
    good = STATE.serialize()
    data = pa.array([good, state, good], pa.binary())
    checks = rc.batch.check(data, pa.array([12, action, 12]), invalid="mark")
    assert checks.names == ["ok", "invalid", "ok"]
    assert list(checks.bad) == [1] and said in checks.bad[1]
    assert checks.reasons.tolist()[1] == INVALID and checks.rules[1] == ""
    assert checks.costs[1] == bytes(16) and checks.payments[1] == bytes(32)
    with pytest.raises(RowError, match="row 1: ") as caught:
        rc.batch.check(data, pa.array([12, action, 12]))
    assert caught.value.row == 1 and said in str(caught.value)


def test_serialized_states_and_scenarios_in_one_column() -> None:
    you = {"hand": ["Legion Rearguard"], "runes": {"fury": 2}}
    data = [STATE.serialize(), json.dumps({"players": [you]}).encode(), STATE.serialize()]
    assert rc.batch.check(data, {"play": "Legion Rearguard"}).names == ["ok"] * 3
    assert rc.batch.check([data[0], {"players": [you]}, STATE], {"play": "Legion Rearguard"}).names == ["ok"] * 3


class Bare:
    """An Arrow array that speaks the interface and nothing else, as those of other libraries do."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __arrow_c_array__(self, schema: Any = None) -> Any:
        return self.array.__arrow_c_array__(schema)


@pytest.mark.parametrize(
    ("states", "actions", "error", "said"),
    [
        (pa.array([1, 2]), [1, 2], TypeError, "states: expected .* binary or text, found the format 'l'"),
        (pa.table({"state": [b""]}), [1], TypeError, "pass one of its columns"),
        (Bare(pa.array([b"", b""]).dictionary_encode()), [1, 2], TypeError, "found the format 'dictionary'"),
        ([STATE], np.array([1.5]), TypeError, "actions: expected whole numbers"),
        ([STATE], np.array([[1]]), TypeError, "in one dimension"),
        ([STATE], pa.array([1.5]), TypeError, "actions: expected .* or text, found the format 'g'"),
        ([STATE], np.array([1, 2]), ValueError, "actions: 2 for 1 states"),
        ([STATE.serialize()], pa.array([1, 2]), ValueError, "actions: 2 for 1 states"),
        (pa.array([STATE.serialize()], pa.binary()), None, TypeError, "row 0: a State brings no action"),
        ([STATE.serialize()], ["[1]"], RowError, "row 0: expected an action as a JSON object or an integer"),
        ([STATE.serialize()], ["true"], RowError, "row 0: expected an action as a JSON object or an integer"),
        ([STATE.serialize()], ["{"], RowError, "row 0: expected an action as JSON"),
    ],
)  # fmt: skip
def test_columns_of_another_kind_are_refused(states: Any, actions: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        rc.batch.check(states, actions)


def test_a_policy_is_kept() -> None:
    data = [STATE.serialize()] * 2
    state = rc.State.from_scenario(
        {"players": [{"board": [{"card": "Gold"}] * 2, "runes": {"fury": 2}, "hand": ["Charm"]}]}
    )
    for policy in (("killed",), ("recycled",), ("ready_runes",)):
        numbers = [number for number in state.legal_actions() if number >= 12]
        want = [state.check(state.action(number), policy=policy).best for number in numbers]
        checks = rc.batch.check([state.serialize()] * len(numbers), numbers, policy=policy)
        assert checks.payments.tolist() == payment_column(want).tolist()
    assert rc.batch.check(data, 12, policy=("free",)).legal == 2


def test_the_state_stays_alive_while_it_is_asked() -> None:
    """Rows that only the call itself holds."""
    make: Callable[[], Any] = lambda: iter([bytes(bytearray(STATE.serialize())) for _ in range(500)])  # noqa: E731
    assert rc.batch.check(make(), 12).legal == 500


@pytest.mark.parametrize("states", [5, "x", b"x", {"players": []}, STATE])
def test_one_state_is_no_column(states: Any) -> None:
    """A text or an object would be taken apart."""
    with pytest.raises(TypeError, match="states: expected a sequence of states, or a column of bytes, found"):
        rc.batch.check(states, 0)


def test_states_may_come_one_by_one() -> None:
    assert rc.batch.check((STATE for _ in range(3)), 12).legal == 3
