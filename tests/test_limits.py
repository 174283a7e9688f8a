"""Numbers, texts and lists of any size: refused at their place, in a short message, before anything long is read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import boards
import pytest

import riftcore as rc
from riftcore.catalog import inline_card
from riftcore.errors import MAX_MESSAGE, CatalogError, CostError, PaymentError, RiftcoreError, ScenarioError, shown

HUGE = 10**6000
GOOD = {"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 3}}], "action": {"play": "Legion Rearguard"}}


def refused(call: Callable[[], object], *kinds: type[Exception]) -> str:
    """The message of an error that says what was expected, shortly."""
    with pytest.raises(kinds or (RiftcoreError,)) as caught:
        call()
    said = str(caught.value)
    assert ("expected" in said or "known here" in said) and len(said) <= MAX_MESSAGE, said[:1000]
    return said


# ------------------------------------------------------------------------------------------------------- costs


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("1" * 5000, 1), ("9" * 300, 1), ("٣[fury]", 1), ("²", 1), ("2[fury]x", 8), ("x" * 1_000_000, 1),
        ("[" + "a" * 1_000_000 + "]", 1), ("{}", 1), ("{ }", 1), ("1{discard 1}{}", 13), ("[fury]" * 64, 379),
        ("{discard 1}" * 65, 705), ("{a}}", 4), ("0" * 5000 + "64", 1),
    ],
)  # fmt: skip
def test_costs_as_text(text: str, column: int) -> None:
    assert f"column {column}:" in refused(lambda: rc.Cost.parse(text), CostError)


def test_costs_as_text_that_are_fine() -> None:
    assert rc.Cost.parse("0" * 5000 + "7") == rc.Cost(7)
    assert rc.Cost.parse(" 2 [ fury ] [a] {discard 1} ") == rc.Cost(2, fury=1, any=1, other=["discard 1"])


@pytest.mark.parametrize(
    "other",
    [[1], [1, "a"], ["a}b{c"], ["{"], [""], [" "], [" a"], ["a\n"], ["a" * 201], ["a"] * 65, "discard 1", b"a", 7,
     {"a": 1}],
)  # fmt: skip
def test_parts_of_a_cost(other: Any) -> None:
    refused(lambda: rc.Cost(other=other), CostError)
    refused(lambda: rc.Cost.from_dict({"other": other}), CostError)


def test_parts_read_back() -> None:
    for parts in (["discard 1"], ["kill 1 friendly unit [bird|cat]", "exhaust self"], ["x"] * 64):
        cost = rc.Cost(1, other=parts)
        assert rc.Cost.parse(str(cost)) == cost == rc.Cost.from_dict(cost.to_dict())
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    for odd in (deep, [deep], {"energy": deep}):
        refused(lambda odd=odd: rc.Cost(other=odd), CostError)
        refused(lambda odd=odd: rc.Cost.from_dict({"other": odd}), CostError)


def test_huge_numbers_are_refused_in_words() -> None:
    for n in (HUGE, -HUGE, 10**400, 2**64):
        digits = "digits" if abs(n) > 2**200 else str(n)
        assert digits in refused(lambda n=n: rc.Cost(n), CostError)
        assert digits in refused(lambda n=n: rc.Cost(power={"fury": n}), CostError)
        assert digits in refused(lambda n=n: rc.Supply(energy=n), PaymentError)
        assert digits in refused(lambda n=n: rc.Supply(ready={"fury": n}), PaymentError)
        said = refused(lambda n=n: rc.State.from_scenario({"players": [{"xp": n}]}, boards.catalog()), ScenarioError)
        assert digits in said and said.startswith("players[0].xp: ")
        there = rc.State.from_scenario(GOOD, boards.catalog())
        for call in (
            lambda n=n, there=there: there.check({"pay": {"energy": n}}),
            lambda n=n, there=there: there.push(n),
            lambda n=n, there=there: there.check({"play": n}),
            lambda n=n, there=there: there.gain_xp(n),
            lambda n=n, there=there: there.perft(n),
            lambda n=n, there=there: there.supply(n),
            lambda n=n, there=there: there.enter("Gold", n),
            lambda n=n, there=there: there.push({"play": "Legion Rearguard", "player": n}),
            lambda n=n: boards.catalog().add_inline({"name": "a", "type": "unit", "energy": n}),
        ):
            with pytest.raises(RiftcoreError) as caught:
                call()
            assert len(str(caught.value)) <= MAX_MESSAGE


def test_shown() -> None:
    """What messages show of a value is short and is made quickly."""

    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    ring: list[Any] = []
    ring.append(ring)
    for value in (
        HUGE,
        "a" * 10**6,
        [HUGE] * 10**6,
        {HUGE: "a" * 10**6},
        deep,
        ring,
        Odd(),
        Odd,
        {1, 2},
        b"\0" * 10**6,
        None,
    ):
        start = time.perf_counter()
        assert 0 < len(shown(value)) <= 80
        assert time.perf_counter() - start < 0.05
    assert (shown(7), shown("a"), shown([1, "b"])) == ("7", "'a'", "[1, 'b']")


def test_no_message_is_long() -> None:
    for kind in (RiftcoreError, ScenarioError, CostError, PaymentError):
        error = kind("a" * 10**6 + "end")
        assert len(str(error)) <= MAX_MESSAGE and str(error).endswith("end")


# ------------------------------------------------------------------------------------------------------- lists


def long_lists() -> dict[str, Any]:
    """Situations with far too much of something."""
    n = 10**6
    names, objects = ["Charm"] * n, [{"card": "Gold"}] * n
    zones = {zone: {"players": [{zone: names}]} for zone in ("hand", "trash", "champion", "deck_top", "banished")}
    return {
        **zones,
        "board": {"players": [{"board": objects}]},
        "players": {"players": [{}] * n},
        "effects": {"players": [{"effects": objects}]},
        "facedown": {"players": [{"facedown": objects}]},
        "states": {"players": [{"board": [{"card": "Gold", "states": ["stunned"] * n}]}]},
        "restricted": {"players": [{"pool": {"restricted": [{"only": "spells"}] * n}}]},
        "chain": {"turn": {"chain": objects}},
        "battlefields": {"battlefields": {f"X{i}": {} for i in range(n)}},
        "battlefields in a list": {"battlefields": [{"id": "X"}] * n},
        "assume": {"assume": ["targets"] * n},
        "a text": {"players": [{"hand": ["x" * n]}]},
        "a list as a card": {"players": [{"hand": [[names]]}]},
        "a list as a number": {"players": [{"xp": names}]},
    }


@pytest.mark.parametrize("shape", [dict, MappingProxyType])
def test_long_lists_are_not_read(shape: Any) -> None:
    for what, data in long_lists().items():
        whole = shape(data)
        start = time.process_time()
        with pytest.raises(ScenarioError) as caught:
            rc.State.from_scenario(whole, boards.catalog())
        took = time.process_time() - start
        assert len(str(caught.value)) <= MAX_MESSAGE
        assert took < 0.15, what


ACTIONS: dict[str, Any] = {
    "targets": {"play": "Charm", "targets": ["a"] * 10**6},
    "lists of targets": {"play": "Charm", "targets": [["a"]] * 10**6},
    "modes": {"play": "Charm", "modes": [0] * 10**6},
    "options": {"play": "Charm", "pay": ["repeat"] * 10**6},
    "units": {"move": ["a"] * 10**6, "to": "A"},
    "kills": {"pay": {}, "with": {"kill": ["a"] * 10**6}},
    "discards": {"pay": {}, "with": {"discard": ["Charm"] * 10**6}},
    "payment": {"pay": {"energy": 1}, "payment": [{"exhaust": "fury"}] * 10**6},
    "other": {"pay": {"other": ["discard 1"] * 10**6}},
}


@pytest.mark.parametrize("name", ACTIONS)
def test_long_lists_of_actions_are_not_read(name: str) -> None:
    there = rc.State.from_scenario(
        {"players": [{"hand": ["Charm"], "board": [{"card": "Legion Rearguard", "id": "a"}]}]}, boards.catalog()
    )
    for call in (
        lambda: there.check(ACTIONS[name]),
        lambda: there.push(ACTIONS[name]),
        lambda: rc.Action.from_dict(ACTIONS[name]),
    ):
        start = time.process_time()
        try:
            call()
        except RiftcoreError as error:
            assert len(str(error)) <= MAX_MESSAGE
        assert time.process_time() - start < 0.5
    payment = [{"exhaust": "fury"}] * 10**6
    start = time.process_time()
    with pytest.raises(RiftcoreError):
        there.check({"pay": {"energy": 1}}, payment=payment)
    assert time.process_time() - start < 0.15


# ------------------------------------------------------------------------------------------- cards by their numbers


@pytest.mark.parametrize(
    "facts",
    [
        {"keywords": 3},
        {"keywords": ["Accelerate"]},
        {"keywords": {"deflect": "1"}},
        {"keywords": {"deflect": True}},
        {"keywords": {"deflect": HUGE}},
        {"keywords": {"": 1}},
        {"keywords": {7: 1}},
        {"keywords": {f"a{i}": 1 for i in range(99)}},
        {"keywords": None},
        {"tags": None},
        {"tags": 5},
        {"tags": "abc"},
        {"tags": [5]},
        {"tags": ["a" * 99]},
        {"tags": [""]},
        {"tags": ["a"] * 99},
        {"tags": {"a": 1}},
        {"energy": 10**400},
        {"energy": HUGE},
        {"energy": 1.0},
        {"energy": True},
        {"power": -1},
        {"might": "x"},
        {"domains": 7},
        {"domains": "fury"},
        {"domains": [["fury"]]},
        {"type": ["unit"]},
        {"type": "x" * 10**6},
        {"name": ""},
        {"name": " "},
        {"name": 7},
        {"name": "a" * 201},
        {"name": "a\nb"},
        {"x" * 10**6: 1},
        {7: 1},
        {"name": "\ud800"},
    ],
)
def test_inline_cards(facts: dict[Any, Any]) -> None:
    card = {"name": "a", "type": "unit", **facts}
    refused(lambda: inline_card(card), CatalogError)
    refused(lambda: boards.catalog().add_inline(card), CatalogError)
    row = {"players": [{"hand": [card]}], "action": {"pay": {"energy": 0}}}
    refused(lambda: rc.State.from_scenario(row, boards.catalog()), ScenarioError)
    there = rc.State.from_scenario({}, boards.catalog())
    refused(lambda: there.enter(card))
    refused(lambda: there.push({"play": card, "from": "token", "ignoring": "all"}))
    assert there == rc.State.from_scenario({}, boards.catalog()) and there.is_ok()
    rows: list[Any] = [GOOD, row, GOOD]
    got = rc.batch.check(rows, invalid="mark")
    assert got.names == ["ok", "invalid", "ok"] and "players[0].hand[0]" in got.bad[1]
    try:
        text = json.dumps(row)
    except (TypeError, ValueError):
        return
    if list(facts) != [7] and facts != {"keywords": {7: 1}}:  # a key of JSON is a text
        got = rc.batch.check([json.dumps(GOOD), text, json.dumps(GOOD)], invalid="mark")
        assert got.names == ["ok", "invalid", "ok"] and got.bad[1]


def test_inline_cards_that_are_fine() -> None:
    card = inline_card({"name": "A b", "type": "unit", "tags": ["Bird"], "keywords": {"Deflect": 2, "hidden": None}})
    assert (card.tags, card.keywords) == (("bird",), {"deflect": 2, "hidden": None})


# ------------------------------------------------------------------------------------------------------- batches


def test_every_row_is_judged_alone() -> None:
    deep: Any = {}
    for _ in range(5000):
        deep = {"a": [deep]}
    state = rc.State.from_scenario(GOOD, boards.catalog())
    odd: list[Any] = [
        7,
        None,
        7.5,
        "",
        b"",
        b"\xffRS",
        "{",
        "[1]",
        '{"players": [{"xp": ' + "9" * 5000 + "}]}",
        deep,
        {"players": HUGE},
        {7: 7},
        object(),
        {"a": HUGE},
        bytearray(b"x"),
        memoryview(b"y"),
        ["players"],
        {"players": [{"hand": [object()]}]},
        float("nan"),
    ]
    action = {"play": "Legion Rearguard"}
    got = rc.batch.check([state, *odd, state], action, invalid="mark")
    assert got.names == ["ok", *["invalid"] * len(odd), "ok"]
    assert set(got.bad) == set(range(1, 1 + len(odd))) and all(
        0 < len(text) <= MAX_MESSAGE for text in got.bad.values()
    )
    actions: list[Any] = [
        action,
        {},
        [],
        7.5,
        "x",
        b"\xff",
        object(),
        -1,
        HUGE,
        None,
        deep,
        {"play": HUGE},
        True,
        action,
    ]
    got = rc.batch.check([state] * len(actions), actions, invalid="mark")
    assert got.names[0] == got.names[-1] == "ok" and got.names.count("ok") == 2
    for i in range(1, len(odd) + 1):
        with pytest.raises(rc.RiftcoreError, match="row 1: "):
            rc.batch.check([state, odd[i - 1]], action)


def test_states_in_any_bytes() -> None:
    state = rc.State.from_scenario(GOOD, boards.catalog())
    data = state.serialize()
    rows: list[Any] = [data, bytearray(data), memoryview(data), state, bytearray(data[:-1])]
    assert rc.batch.check(rows, GOOD["action"], invalid="mark").names == ["ok"] * 4 + ["invalid"]
    number = state.legal_actions()[0]
    assert rc.batch.check(rows[:3], number).legal == 3


def test_numbers_of_threads_and_positions() -> None:
    state = rc.State.from_scenario(GOOD, boards.catalog())
    for threads in (-1, -5, 10**30, 257, 1.5, True, "2", None):
        for rows in ([state], [GOOD], [state.serialize()]):
            with pytest.raises(ValueError, match=r"threads=.*: expected 0"):
                rc.batch.check(rows, GOOD["action"], threads=threads)  # type: ignore[arg-type]
    assert rc.batch.check([state], GOOD["action"], threads=2).legal == 1
    for n in (10**30, HUGE, -1, 1.5, True, 2**62):
        with pytest.raises(ValueError, match=r"n=.*expected a whole number from 0 to"):
            rc.batch.sample(n)  # type: ignore[arg-type]


def test_columns_of_dictionaries_and_of_what_is_none() -> None:
    pa = pytest.importorskip("pyarrow")
    state = rc.State.from_scenario(GOOD, boards.catalog())
    number = state.legal_actions()[0]
    states = pa.array([state.serialize()] * 3, pa.binary())
    numbers = pa.array([number] * 3, pa.int64())
    for column in (states.dictionary_encode(), pa.chunked_array([states.dictionary_encode()])):
        assert rc.batch.check(column, numbers.dictionary_encode()).legal == 3
        assert rc.batch.check(column, number).legal == 3
    texts = pa.array([json.dumps(GOOD)] * 3).dictionary_encode()
    assert rc.batch.check(texts).legal == 3
    with pytest.raises(
        TypeError, match=r"actions: expected an Arrow array of whole numbers, binary or text, found .*64-bit floats"
    ):
        rc.batch.check(states, pa.array([1.0, 2.0, 3.0]))
    with pytest.raises(TypeError, match=r"states: expected an Arrow array of binary or text, found .*64-bit floats"):
        rc.batch.check(pa.array([1.0, 2.0, 3.0]), number)
