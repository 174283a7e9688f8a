"""Every error and every value pickles, copies and crosses process pools, and means the same afterwards."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any

import boards
import labour
import pytest

import riftcore as rc
from riftcore import errors, rowfiles
from riftcore.catalog import Catalog
from riftcore.scenario import values
from riftcore.scenario.actions import read_action, read_situation

BOARD: dict[str, Any] = {
    "turn": {"showdown": "A", "focus": 1, "chain": [{"card": "Charm", "id": "c"}], "priority": 0},
    "players": [
        {
            "runes": {"fury": {"ready": 4, "exhausted": 1}}, "hand": ["Legion Rearguard", "Volibear, Furious", "Charm"],
            "pool": {"energy": 1, "restricted": [{"only": "spells", "energy": 1}]},
            "board": [{"card": "Gold", "id": "g1"}, {"card": "Gold", "id": "g2", "at": "A"}],
            "legend": {"card": "Volibear, Relentless Storm"} , "effects": [{"card": "Raging Firebrand"}],
            "facedown": [{"card": "Charm", "at": "A"}],
        },
        {},
    ],
}  # fmt: skip
WAYS: dict[str, Callable[[Any], Any]] = {
    **{f"protocol {n}": lambda x, n=n: pickle.loads(pickle.dumps(x, n)) for n in range(2, pickle.HIGHEST_PROTOCOL + 1)},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
#: Classes of riftcore that are no values: what they hold is a walk or a whole process' own.
NO_VALUES = {"Payments", "Sampler"}


def state() -> rc.State:
    board = {**BOARD, "turn": {}}
    return rc.State.from_scenario(board, boards.catalog())


def raised(call: Callable[[], object]) -> Exception:
    with pytest.raises(errors.RiftcoreError) as caught:
        call()
    return caught.value


def values_of_riftcore() -> Iterator[Any]:
    """One of each kind or more, as callers meet them."""
    here = state()
    play = {"play": "Legion Rearguard"}
    yield from (
        here,
        here.check(play),
        here.check({"play": "Volibear, Furious"}),
        here.quote(play),
        *here.quote(play).steps,
    )
    yield here.check({"play": "Legion Rearguard", "pay": ["accelerate"]})
    yield from (
        rc.Cost(),
        rc.Cost.parse("2[fury][calm|chaos][any]{discard 1}"),
        rc.Action.play("Charm", targets=["g1"]),
    )
    yield from (rc.Supply(ready={"fury": 1}, gold=2), here.supply(), rc.Policy(), rc.Policy(("killed", "domain:calm")))
    yield from here.payments(rc.Cost.parse("1[any]"))
    yield from here.supply().payments(rc.Cost.parse("1[any]"))
    yield from (here.cheapest(rc.Cost(1)), here.check(play).best, here.cheapest(rc.Cost(1)).after())  # type: ignore[union-attr]
    yield from (rc.plan(here), rc.batch.evaluate(*rc.batch.sample(4)), *rc.batch.sample(2))
    yield rc.batch.check([here, 7], play, invalid="mark")
    yield from (boards.catalog(), Catalog(boards.catalog().rows[:3]))
    card = boards.catalog().card("Legion Rearguard")
    yield from (card, *card.clauses, boards.catalog().tokens["Gold"])


def errors_of_riftcore() -> Iterator[Exception]:
    """One of each kind, as riftcore raises them, and more that are made by hand."""
    here = state()
    yield raised(lambda: here.push({"play": "Volibear, Furious"}))
    yield raised(lambda: here.push({"play": "Volibear, Furious", "targets": ["g1"]}))
    yield raised(lambda: here.apply_action(-1))
    yield raised(lambda: rc.State.from_scenario({"players": [{"hand": ["x y z"]}]}, boards.catalog()))
    yield raised(lambda: rc.State.parse("0 main", boards.catalog()))
    yield raised(lambda: rc.State.deserialize(b"RS", boards.catalog()))
    yield raised(lambda: boards.catalog().card("Legion Rearguart"))
    yield raised(lambda: rc.Cost(-1))
    yield raised(lambda: rc.Supply(gold=77))
    yield raised(lambda: here.channel("fury"))
    yield raised(here.pop)
    yield raised(lambda: rc.batch.evaluate(b"\xff" * 48, b"\0" * 16))
    yield raised(lambda: rc.batch.check([7], {"play": "Charm"}))
    yield errors.AmbiguousName("Yi", ("Yi, Honed", "Yi, Meditative"))
    yield errors.CatalogError("a card")
    yield errors.BudgetError("more than 10 steps")
    yield errors.RiftcoreError("two", "texts")
    yield rowfiles.FileError("rows.jsonl: no such file")


def same(a: Any, b: Any) -> bool:
    if isinstance(a, Exception):
        kept, again = dict(vars(a)), dict(vars(b))
        return type(a) is type(b) and str(a) == str(b) and a.args == b.args and kept == again
    if isinstance(a, rc.batch.Checks):
        return all(same(getattr(a, name), getattr(b, name)) for name in a.__slots__)
    if type(a).__name__ == "Column":
        return a.tobytes() == b.tobytes() and repr(a) == repr(b)
    if isinstance(a, Catalog):
        return list(a) == list(b)
    return type(a) is type(b) and a == b and str(a) == str(b) and repr(a) == repr(b)


@pytest.mark.parametrize("way", WAYS)
def test_values(way: str) -> None:
    for value in values_of_riftcore():
        assert same(value, WAYS[way](value)), value


@pytest.mark.parametrize("way", WAYS)
def test_errors(way: str) -> None:
    for error in errors_of_riftcore():
        assert same(error, WAYS[way](error)), error


def test_a_copy_says_all_that_the_first_says() -> None:
    """Not only what == looks at: every property and every method without an argument."""
    for value in values_of_riftcore():
        if not isinstance(value, rc.Verdict | rc.Payment | rc.Supply | rc.Cost | rc.Policy | rc.Quote):
            continue
        again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(value))))
        names = [name for name in dir(value) if not name.startswith("_") and name not in ("from_bytes", "from_dict")]
        for name in names:
            one, other = getattr(value, name), getattr(again, name)
            if callable(one) and name in ("steps", "objects", "after", "to_bytes", "to_dict"):
                one, other = one(), other()
            assert callable(one) or one == other, name


def test_the_situation_and_the_actions_of_a_scenario() -> None:
    situation = read_situation(BOARD, boards.catalog())
    found: list[Any] = [situation, values.Expect(legal=True), values.Scenario("a", BOARD)]
    for action in (
        {"play": "Charm", "with": {"discard": ["Charm"]}, "payment": [{"exhaust": "fury", "n": 1}]}, {"add": "g1"},
        {"activate": "g1"}, {"trigger": "g1"}, {"move": ["g1"], "to": "A"}, {"hide": "Charm", "at": "A"},
        {"pay": {"energy": 1}}, {"event": "moved", "object": "g1"},
    ):  # fmt: skip
        found.append(read_action(action, situation, boards.catalog()))
    for value in found:
        for way in WAYS.values():
            assert way(value) == value


def test_every_public_value_is_here() -> None:
    """A new class of riftcore pickles, or says above why it does not."""
    kinds = {type(value).__name__ for value in values_of_riftcore()}
    for module in ("riftcore", "riftcore.batch", "riftcore.catalog", "riftcore.verdicts", "riftcore.planning"):
        here = import_module(module)
        for name in getattr(here, "__all__", ()):
            if isinstance(getattr(here, name), type) and not issubclass(getattr(here, name), Exception):
                assert name in kinds | NO_VALUES, f"{module}.{name}"
    raised_kinds = {type(error) for error in errors_of_riftcore()}
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, errors.RiftcoreError):
            assert kind in raised_kinds | {errors.CatalogError}, kind


def test_what_a_worker_raises_arrives() -> None:
    """A pool waits for ever where an error cannot be read back."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        illegal, row = pool.submit(labour.fails, 0), pool.submit(labour.fails, 1)
        with pytest.raises(errors.IllegalAction) as caught:
            illegal.result(60)
        assert caught.value.verdict.code == "unaffordable"
        with pytest.raises(errors.RowError) as bad:
            row.result(60)
        assert (bad.value.row, bad.value.byte) == (0, 0)


def test_nothing_to_take_back() -> None:
    for call in (state().pop, state().undo_action, lambda: state().undo_action(0, 1)):
        error = raised(call)
        assert isinstance(error, IndexError) and "expected a push" in str(error)
    here = state()
    here.push({"play": "Legion Rearguard"}, undo=False)
    assert isinstance(raised(here.pop), errors.UndoError)
