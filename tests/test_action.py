"""Action: the scenario form as a value, which answers as that form does in every state."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import boards
import pytest

import riftcore as rc
from riftcore.errors import IllegalAction, RiftcoreError, ScenarioError

BOARD: dict[str, Any] = {
    "battlefields": {"A": {"controller": 0}, "B": {"controller": 1}},
    "players": [
        {
            "runes": {"order": 6, "calm": 4},
            "hand": ["Charm", "Cruel Patron", "Block"],
            "trash": ["Charm"],
            "board": [
                {"card": "Legion Rearguard", "id": "a"},
                {"card": "Gold", "id": "gold", "token": True},
            ],
            "facedown": [{"card": "Block", "at": "A", "id": "hidden"}],
        },
        {"board": [{"card": "Legion Rearguard", "id": "foe", "at": "B"}]},
    ],
}

MADE = {
    "play": (rc.Action.play("Charm", targets=["foe"]), {"play": "Charm", "targets": ["foe"]}),
    "play with all": (
        rc.Action.play(
            "Cruel Patron", player=0, id="new", from_="hand", to="A", modes=[0], pay=["accelerate"], by="Charm",
            ignoring="cost", for_=rc.Cost(2, fury=1), reduced={"energy": 1}, with_={"kill": ["a"]}, payment=[],
        ),
        {
            "play": "Cruel Patron", "player": 0, "id": "new", "from": "hand", "to": "A", "modes": [0],
            "pay": ["accelerate"], "by": "Charm", "ignoring": "cost", "for": {"energy": 2, "power": {"fury": 1}},
            "reduced": {"energy": 1}, "with": {"kill": ["a"]}, "payment": [],
        },
    ),
    "activate": (rc.Action.activate("a", ability="equip", x=2), {"activate": "a", "ability": "equip", "x": 2}),
    "trigger": (
        rc.Action.trigger("a", on="resolution", decline=True), {"trigger": "a", "on": "resolution", "decline": True},
    ),
    "add": (rc.Action.add("exhaust fury", player=1), {"add": "exhaust fury", "player": 1}),
    "move": (rc.Action.move(["a"], to="B"), {"move": ["a"], "to": "B"}),
    "hide": (rc.Action.hide("Block", "A"), {"hide": "Block", "at": "A"}),
    "pay": (rc.Action.pay(rc.Cost(1), "spell"), {"pay": {"energy": 1}, "for": "spell"}),
    "event": (rc.Action.event("held", "B"), {"event": "held", "object": "B"}),
}  # fmt: skip


def state_of(board: dict[str, Any] = BOARD) -> rc.State:
    return rc.State.from_scenario(board, boards.catalog())


def answer(state: rc.State, action: Any) -> rc.Verdict | tuple[str, str]:
    """The verdict, or the error that was raised."""
    try:
        return state.check(action)
    except RiftcoreError as error:
        return type(error).__name__, str(error)


# ------------------------------------------------------------------------------------------------ as a value


@pytest.mark.parametrize("what", MADE)
def test_constructors_write_the_scenario_form(what: str) -> None:
    action, data = MADE[what]
    assert action.to_dict() == data
    assert action == rc.Action.from_dict(data) and hash(action) == hash(rc.Action.from_dict(data))


def test_is_a_value() -> None:
    data = {"play": "Charm", "targets": ["foe"]}
    action = rc.Action.from_dict(data)
    assert action == rc.Action.from_dict({"targets": ["foe"], "play": "Charm"})
    assert action != rc.Action.play("Charm") and action != data and action != 7
    assert rc.Action.add("gold", x=1) != rc.Action.from_dict({"add": "gold", "x": True})
    assert len({action, rc.Action.play("Charm", targets=["foe"]), rc.Action.play("Charm")}) == 2
    assert eval(repr(action), {"Action": rc.Action}) == action
    assert pickle.loads(pickle.dumps(action)) == action == copy.deepcopy(action)
    assert str(action) == '{"play": "Charm", "targets": ["foe"]}'


def test_nothing_changes_it() -> None:
    data = {"play": "Charm", "targets": ["foe"]}
    action = rc.Action.from_dict(data)
    before = state_of().check(action)
    data["targets"].append("a")  # type: ignore[attr-defined]
    action.to_dict()["targets"].append("a")
    assert action.to_dict() == {"play": "Charm", "targets": ["foe"]}
    assert state_of().check(action) == before
    for name in ("text", "play", "other"):
        with pytest.raises(AttributeError):
            setattr(action, name, "x")


def test_what_is_no_action() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for odd in (None, "Charm", ["play"], 7, {"play": object()}, {"play": {1, 2}}, {("play",): 1}, {"play": deep}):
        with pytest.raises(RiftcoreError) as error:
            rc.Action.from_dict(odd)  # type: ignore[arg-type]
        assert 10 < len(str(error.value)) < 1000
    with pytest.raises(TypeError):
        rc.Action()
    # What is no action of the state is told when it is asked.
    for data in ({}, {"paly": "Charm"}, {"play": "No Such Card"}, {"play": "Charm", "targets": ["nobody"]}):
        with pytest.raises(ScenarioError):
            state_of().check(rc.Action.from_dict(data))


# ------------------------------------------------------------------------------------- the same answers as the form


def test_answers_as_the_form_does_wherever_it_is_asked() -> None:
    """Actions kept over many unlike states: ids come, go and change hands; no reading of another state shows."""
    rng = Random(5)
    kept: dict[str, rc.Action] = {}
    asked = refused = 0
    for _ in range(30):
        state = state_of(boards.situation(rng))
        for _ in range(30):
            board = state.to_scenario()
            data = boards.action(rng, board)
            made = rc.Action.from_dict(data)
            action = kept.setdefault(made.text, made)
            alone = rc.State.from_scenario(board, boards.catalog())
            expected = answer(alone, made)
            assert answer(state, action) == answer(state, data) == expected, data
            for other in rng.sample(sorted(kept), min(3, len(kept))):
                assert answer(state, kept[other]) == answer(state, rc.Action.from_dict(kept[other].to_dict()))
            if isinstance(expected, rc.Verdict) and expected.legal:
                assert state.push(action) == expected
                asked += 1
            else:
                refused += 1
    assert asked > 150 and refused > 150


def test_a_dead_object_is_an_error_as_in_the_form() -> None:
    state = state_of()
    action = rc.Action.play("Charm", targets=["foe"])
    assert state.check(action).legal
    without = state_of({**BOARD, "players": [BOARD["players"][0], {}]})
    for asked in (action, action.to_dict()):
        with pytest.raises(ScenarioError, match="foe"):
            without.check(asked)
    assert state.check(action).legal


def test_a_name_that_has_become_an_id() -> None:
    """`play` means what has the id, else the card of the name; the place of a hidden card is where it lies now."""
    action = rc.Action.play("Block", player=0)
    assert state_of().check(action).costs == state_of().check({"play": "Block"}).costs != (rc.Cost(),)
    hidden = copy.deepcopy(BOARD)
    hidden["players"][0]["facedown"][0]["id"] = "Block"
    assert state_of(hidden).check(action).costs == (rc.Cost(),)
    elsewhere = copy.deepcopy(hidden)
    elsewhere["players"][0]["facedown"][0] = {"card": "Charm", "at": "B", "id": "Block"}
    assert state_of(elsewhere).check(action).steps[0].card == "Charm"
    assert state_of().check(action).costs != (rc.Cost(),)


def test_a_place_that_is_not_there() -> None:
    action = rc.Action.move(["a"], to="C")
    assert state_of({**BOARD, "battlefields": {"C": {}}}).check(action).legal
    for asked in (action, action.to_dict()):
        with pytest.raises(ScenarioError, match="a place"):
            state_of().check(asked)


def test_other_catalogues_and_inline_cards() -> None:
    """The same name is another card elsewhere."""
    odd = {"name": "Odd", "type": "spell", "energy": 1}
    costs = []
    action = rc.Action.play("Odd")
    for energy in (1, 3, 1):
        state = state_of({"players": [{"hand": [{**odd, "energy": energy}], "pool": {"energy": 5}}]})
        costs.append(state.check(action).costs)
        assert state.check({"play": "Odd"}).costs == costs[-1]
    assert costs == [(rc.Cost(1),), (rc.Cost(3),), (rc.Cost(1),)]
    with pytest.raises(ScenarioError, match="Odd"):
        state_of().check(action)
    charm = rc.Action.play("Charm", targets=["foe"])
    own = rc.State.from_scenario(BOARD, rc.Catalog.builtin())
    assert own.check(charm) == state_of().check(charm)


def test_forms_that_python_takes_for_equal() -> None:
    """A dict that was read before does not lend its reading to one that only looks equal."""
    state = state_of()
    assert state.check({"add": "exhaust order", "player": 0}).legal
    for odd in (False, 0.0):
        with pytest.raises(ScenarioError):
            state.check({"add": "exhaust order", "player": odd})
    assert state.check({"add": "exhaust order", "player": 0}).legal


def test_a_dict_may_change_between_questions() -> None:
    state = state_of()
    data: dict[str, Any] = {"pay": {"energy": 1}}
    assert state.check(data).costs == (rc.Cost(1),)
    data["pay"]["energy"] = 2
    assert state.check(data).costs == (rc.Cost(2),)


# ------------------------------------------------------------------------------------------------ verdicts


def test_a_verdict_is_a_value() -> None:
    state = state_of()
    verdict = state.check({"play": "Charm", "targets": ["foe"]})
    again = state.check(rc.Action.play("Charm", targets=["foe"]))
    assert verdict == again and hash(verdict) == hash(again)
    assert verdict != state.check({"play": "Cruel Patron"}) and verdict != 7
    assert copy.copy(verdict) is verdict is copy.deepcopy(verdict)
    assert repr(verdict).startswith("Verdict(legal=True, code='ok', rule='358', message='")
    for name in ("legal", "code", "costs", "best", "other"):
        with pytest.raises(AttributeError):
            setattr(verdict, name, None)
    with pytest.raises(TypeError):
        rc.Verdict()


def test_a_verdict_keeps_the_names_of_its_state() -> None:
    state = state_of()
    verdict = state.check({"play": "Cruel Patron"})
    told = repr(verdict)
    state.push({"play": "Cruel Patron"})
    state.push({"add": "recycle order"})
    assert repr(verdict) == told and verdict.objects == (("kill", "Legion Rearguard"),)
    with pytest.raises(IllegalAction) as refused:
        state.push({"play": "Cruel Patron"})
    message = str(refused.value.verdict)
    del state
    assert str(refused.value.verdict) == message
