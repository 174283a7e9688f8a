"""Scenario files: reading, refusing, writing back, comparing, and running against a scripted state."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import boards
import pytest

from riftcore import Action, State
from riftcore.catalog import Card
from riftcore.edge._reader import SITUATION_KEYS
from riftcore.errors import BudgetError, IllegalAction, RiftcoreError, ScenarioError, UnknownCard
from riftcore.node import Node
from riftcore.render import failure_lines
from riftcore.scenario import (
    CostData,
    Scenario,
    read_action,
    read_actions,
    read_bytes,
    read_cost,
    read_expect,
    read_file,
    read_situation,
    run,
    situation_to_dict,
)
from riftcore.scenario.compare import compare, same_payment
from riftcore.scenario.reader import read_payment

OWN = sorted(Path(__file__).parent.glob("scenarios/*.jsonl"))


class FakeCards:
    """A catalogue of a few names; with none given every name is a card."""

    types: ClassVar = {**{card.name: card.type for card in boards.catalog()}, "L": "legend", "Place": "battlefield"}

    def __init__(self, *names: str) -> None:
        self.names = names

    def card(self, name: str) -> Card:
        if self.names and name not in self.names:
            raise UnknownCard(name, self.names[:1])
        return Card(name=name, id=name.casefold(), type=self.types.get(name, "unit"))


CARDS = FakeCards()


def situation(**data: Any) -> Any:
    return read_situation(data, CARDS)


def refused(data: Any, path: str, *words: str) -> None:
    """The situation is refused at this path, and the message says these words."""
    with pytest.raises(ScenarioError) as caught:
        read_situation(data, CARDS)
    assert caught.value.path == path
    for word in (*words, path):
        assert word in str(caught.value)


# ------------------------------------------------------------------------------------------------- files


def test_lines_and_documents_are_the_same(tmp_path: Path) -> None:
    rows = [{"id": "a", "players": [{"xp": 1}]}, {"id": "b"}]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n\n")
    (tmp_path / "x.json").write_text(json.dumps(rows, indent=1))
    (tmp_path / "one.json").write_text(json.dumps(rows[0]))
    assert [(s.id, s.data) for s in read_file(tmp_path / "x.jsonl")] == [("a", rows[0]), ("b", rows[1])]
    assert [s.data for s in read_file(tmp_path / "x.json")] == rows
    assert [s.data for s in read_file(tmp_path / "one.json")] == rows[:1]
    assert read_file(tmp_path / "x.jsonl")[1].where.endswith("x.jsonl:2")


def test_standard_input_may_hold_either_form() -> None:
    assert [s.id for s in read_bytes(b'{"id": "a"}\n{"id": "b"}\n', "<stdin>")] == ["a", "b"]
    assert [s.id for s in read_bytes(b'{\n"id": "a"\n}', "<stdin>")] == ["a"]
    assert [s.id for s in read_bytes(b'[{"id": "a"}]', "<stdin>")] == ["a"]


def test_a_scenario_without_id_is_named_by_its_place() -> None:
    assert [s.id for s in read_bytes(b'{"title": "x"}\n{"title": "y"}', "dir/some.jsonl")] == ["some:1", "some:2"]


def test_byte_order_mark_and_unicode_line_separator_are_read() -> None:
    text = "\ufeff" + json.dumps({"id": "a", "title": "one\u2028line"}, ensure_ascii=False)
    assert read_bytes(text.encode(), "x.jsonl")[0].data["title"] == "one\u2028line"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ["x.jsonl", "the file is empty"]),
        (b" \n\n", ["the file is empty"]),
        (b"\xff\xfe{\x00", ["UTF-8", "UTF-16"]),
        (b'{"id": "\xe9"}', ["UTF-8", "byte 8"]),
        (b'{"id": "a"}\n{"id" "b"}', ["x.jsonl:2:7", "expected JSON"]),
        (b"[" * 100_000, ["x.jsonl:1", "nested too deep"]),
        (b'{"victory_score": ' + b"9" * 5000 + b"}", ["x.jsonl:1", "counts from 0 to 255"]),
        (b'{"victory_score": NaN}', ["NaN is not JSON"]),
        (b'{"victory_score": -Infinity}', ["-Infinity is not JSON"]),
        (b'{"id": "a", "id": "b"}', ["x.jsonl:1", '"id"', "twice"]),
        (b'{"id": "a", "turn": {"phase": "main", "phase": "draw"}}', ['"phase"', "twice"]),
        (b'{"id": "a"}\n{"id": "a"}', ["x.jsonl:2 (a)", "x.jsonl:1"]),
        (b'{"id": "a"}\n{"id": "b", "expects": {}}', ["x.jsonl:2 (b)", '"expects"', '"expect"']),
        (b'{"id": "a", "action": {}, "actions": []}', ["x.jsonl:1 (a)", "exclude"]),
        (b'{"id": "two words"}', ["x.jsonl:1", "id (a text without spaces)", "two words"]),
        (b'{"id": 5}', ["x.jsonl:1", "expected an id", "found 5"]),
        (b"[]", ["x.jsonl:1", "expected a scenario", "found []"]),
        (b"12", ["expected a scenario", "found 12"]),
    ],
)
def test_what_is_no_scenario_file_is_refused(data: bytes, words: list[str]) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_bytes(data, "x.jsonl")
    for word in words:
        assert word in str(caught.value)


def test_an_empty_list_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="list is empty"):
        read_bytes(b"[]", "x.json")
    with pytest.raises(ScenarioError, match=r"none\.jsonl: cannot be read: No such file"):
        read_file(tmp_path / "none.jsonl")
    with pytest.raises(ScenarioError, match="cannot be read"):
        read_file(tmp_path)


# ------------------------------------------------------------------------------------------------- the situation


def test_everything_has_a_default() -> None:
    empty = situation()
    assert len(empty.players) == 2
    assert list(empty.battlefields) == ["A", "B"]
    assert (empty.turn.player, empty.turn.phase, empty.turn.priority, empty.turn.focus) == (0, "main", 0, None)
    assert empty.turn.chain == ()
    assert empty.victory_score == 8
    player = empty.players[0]
    assert (player.ready, player.exhausted, player.rune_deck) == ((0,) * 6, (0,) * 6, None)
    assert (player.board, player.hand, player.legend, player.effects) == ((), (), None, ())
    assert situation_to_dict(empty) == {}


def test_who_may_act() -> None:
    assert situation(turn={"player": 1}).turn.priority == 1
    fight = situation(turn={"player": 1, "showdown": "A", "focus": 0}).turn
    assert (fight.focus, fight.priority, fight.showdown) == (0, 0, "A")
    assert situation(turn={"showdown": "B"}).turn.focus == 0


def test_the_parts_of_a_player() -> None:
    player = situation(
        players=[
            {
                "runes": {"fury": 3, "calm": {"ready": 1, "exhausted": 2}},
                "rune_deck": 6,
                "pool": {
                    "energy": 2,
                    "power": {"mind": 1, "any": 3},
                    "restricted": [
                        {"energy": 1, "only": "spells"},
                        {"power": {"any": 0}, "only": "gear"},
                        {"energy": 1, "power": {"any": 1}, "only": "spells"},
                    ],
                },
                "board": [
                    {"card": "Bow", "attached_to": "host"},
                    {"card": "Unit", "id": "host", "at": "B", "states": {"empowered": 3, "stunned": 0}},
                    {"card": "Unit", "controller": 1, "might": 0},
                ],
                "hand": 4,
                "trash": ["Charm"],
                "facedown": [{"card": "Charm", "at": "A"}],
                "effects": [{"card": "E", "on": "host"}, {"card": "E", "on": "Charm"}, {"card": "E"}],
                "this_turn": {"energy_spent": 4},
            }
        ]
    ).players[0]
    assert (player.ready, player.exhausted, player.rune_deck) == ((3, 1, 0, 0, 0, 0), (0, 2, 0, 0, 0, 0), 6)
    assert (player.pool.energy, player.pool.power, player.pool.universal) == (2, (0, 0, 1, 0, 0, 0), 3)
    assert [(r.only, r.energy, r.universal) for r in player.pool.restricted] == [("spells", 2, 1)]
    assert [thing.id for thing in player.board] == ["p0.board.0", "host", "p0.board.2"]
    assert player.board[0].at == "B", "an attached object is where its host is"
    assert dict(player.board[1].states) == {"empowered": 3}
    assert (player.board[2].controller, player.board[2].might) == (1, 0)
    assert player.hand == 4
    assert player.facedown[0].hidden_turn == "earlier"
    assert player.effects[0].on == "host"
    assert isinstance(player.effects[1].on, Card)
    assert player.this_turn.energy_spent == 4


@pytest.mark.parametrize(
    ("data", "path", "words"),
    [
        ({"player": []}, "player", ["unknown key", '"players"']),
        ({"players": [{}, {"rune": {}}]}, "players[1].rune", ["unknown key", '"runes"']),
        ({"players": [{"runes": {"furry": 1}}]}, "players[0].runes.furry", ['"fury"']),
        ({"players": [{"runes": {"fury": True}}]}, "players[0].runes.fury", ["found true", "from 0 to 12"]),
        ({"players": [{"runes": {"fury": 1.0}}]}, "players[0].runes.fury", ["found 1.0"]),
        ({"players": [{"runes": {"fury": -1}}]}, "players[0].runes.fury", ["found -1"]),
        ({"players": [{"runes": {"fury": 12, "calm": 1}}]}, "players[0].runes", ["at most 12 runes", "found 13"]),
        ({"players": [{"runes": {"fury": 2}, "rune_deck": 11}]}, "players[0].rune_deck", ["at most 12", "found 13"]),
        ({"players": [{"runes": {"fury": {"redy": 1}}}]}, "players[0].runes.fury.redy", ['"ready"']),
        ({"players": [{"pool": {"energy": 256}}]}, "players[0].pool.energy", ["from 0 to 63", "found 256"]),
        ({"players": [{"pool": {"power": {"fury|calm": 1}}}]}, 'players[0].pool.power["fury|calm"]', ["unknown key"]),
        (
            {"players": [{"pool": {"restricted": [{"only": "spell"}]}}]},
            "players[0].pool.restricted[0].only",
            ['"spells"'],
        ),
        ({"players": [{"pool": {"restricted": [{"energy": 1}]}}]}, "players[0].pool.restricted[0]", ['"only"']),
        ({"players": [{"board": [{"id": "x"}]}]}, "players[0].board[0]", ['the key "card"']),
        ({"players": [{"board": [{"card": "U", "at": "C"}]}]}, "players[0].board[0].at", ['"base", "A", "B"']),
        (
            {"players": [{"board": [{"card": "U", "states": ["stuned"]}]}]},
            "players[0].board[0].states[0]",
            ['"stunned"'],
        ),
        (
            {"players": [{"board": [{"card": "U", "states": ["stunned", "stunned"]}]}]},
            "players[0].board[0].states[1]",
            ['{"stunned": 2}'],
        ),
        ({"players": [{"board": [{"card": "U", "exhausted": 1}]}]}, "players[0].board[0].exhausted", ["true or false"]),
        (
            {"players": [{"board": [{"card": "U", "id": "x"}]}, {"legend": {"card": "L", "id": "x"}}]},
            "players[1].legend.id",
            ["stands at players[0].board[0].id", "expected a new one"],
        ),
        ({"players": [{"board": [{"card": "U", "id": "A"}]}]}, "players[0].board[0].id", ["no place"]),
        ({"players": [{"board": [{"card": "U", "attached_to": "y"}]}]}, "players[0].board[0].attached_to", ["a host"]),
        ({"players": [{"facedown": [{"card": "U"}]}]}, "players[0].facedown[0]", ['the key "at"']),
        ({"players": [{"facedown": [{"card": "U", "at": "base"}]}]}, "players[0].facedown[0].at", ["a battlefield"]),
        ({"players": [{"this_turn": {"spell_played": 1}}]}, "players[0].this_turn.spell_played", ['"spells_played"']),
        ({"players": [{"hand": [5]}]}, "players[0].hand[0]", ["a card name", "found 5"]),
        ({"players": [{"hand": "Charm"}]}, "players[0].hand", ["a list of cards, or their number"]),
        ({"players": [{"hand": [{"name": "X"}]}]}, "players[0].hand[0]", ['"type"']),
        ({"players": [{"hand": [{"name": "X", "type": "gaer"}]}]}, "players[0].hand[0]", ["the facts of a card"]),
        (
            {"players": [{"hand": [{"name": "X", "type": "unit", "cost": 1}]}]},
            "players[0].hand[0].cost",
            ["unknown key"],
        ),
        (
            {"players": [{"hand": [{"name": "X", "type": "unit"}, {"name": "X", "type": "gear"}]}]},
            "players[0].hand[1].name",
            ["other facts"],
        ),
        ({"players": [{}, {}, {}, {}, {}]}, "players", ["at most 4"]),
        ({"players": {}}, "players", ["a list"]),
        ({"turn": {"phase": "mane"}}, "turn.phase", ['"main"']),
        ({"turn": {"showdown": True}}, "turn.showdown", ["false or a battlefield"]),
        ({"turn": {"focus": 0}}, "turn.focus", ["outside a showdown"]),
        ({"turn": {"player": 2}}, "turn.player", ["from 0 to 1"]),
        ({"turn": {"chain": [{"id": "x"}]}}, "turn.chain[0]", ['the key "card"']),
        ({"turn": {"chain": "x"}}, "turn.chain", ["chain items, or their number"]),
        ({"battlefields": {"base": {}}}, "battlefields.base", ["no battlefield"]),
        ({"battlefields": {"A": {"controler": 0}}}, "battlefields.A.controler", ['"controller"']),
        ({"battlefields": {"A": {"controller": 5}}}, "battlefields.A.controller", ["from 0 to 1"]),
        ({"assume": "targets"}, "assume", ["a list of targets, places, modes"]),
        ({"assume": ["target"]}, "assume[0]", ['did you mean "targets"?']),
        ({"assume": ["modes", "modes"]}, "assume", ["each word once"]),
        ({"victory_score": 0}, "victory_score", ["from 1 to 255"]),
        ({"rules": "357"}, "rules", ["a list of rule numbers"]),
    ],
)
def test_what_is_no_situation_is_refused_with_its_place(data: Any, path: str, words: list[str]) -> None:
    refused(data, path, *words)


def test_an_unknown_card_is_an_error_with_the_nearest_names() -> None:
    with pytest.raises(ScenarioError, match=r"players\[0\]\.hand\[0\].*Chram.*nearest: Charm") as caught:
        read_situation({"players": [{"hand": ["Chram"]}]}, FakeCards("Charm"))
    assert caught.value.path == "players[0].hand[0]"


def test_what_is_no_mapping_is_refused() -> None:
    for data in ([], 5, None, "x", {1: 2}):
        with pytest.raises(ScenarioError):
            read_situation(data, CARDS)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------- costs


def test_costs_have_one_form() -> None:
    cost = read_cost({"energy": 2, "power": {"fury": 1, "calm|chaos": 1, "any": 1, "mind": 0}, "other": ["kill self"]})
    assert cost == CostData(2, (1, 0, 0, 0, 0, 0), 1, ((18, 1),), ("kill self",))
    assert str(cost) == "2[fury][calm|chaos][any], kill self"
    assert read_cost(cost.to_dict()) == cost
    assert str(read_cost({"energy": 0})) == "0"
    parts = ["disempower self", "recycle all but 2 runes", "burn 1"]
    assert read_cost({"other": parts}).other == ("burn 1", "disempower self", "recycle all but 2 runes")
    parts = ["discard 1", "discard  2", "spend 0 xp", "discard 1 [spell]", "kill x friendly unit [mighty]"]
    assert read_cost({"other": parts}).other == ("discard 1 [spell]", "discard 3", "kill x friendly unit [mighty]")


@pytest.mark.parametrize(
    ("data", "path", "words"),
    [
        ({"power": {"chaos|calm": 1}}, 'power["chaos|calm"]', ['"calm|chaos"']),
        ({"power": {"calm|calm": 1}}, 'power["calm|calm"]', ["a hybrid"]),
        ({"power": {"clam": 1}}, "power.clam", ['"calm"']),
        ({"power": 3}, "power", ["an object"]),
        ({"energy": True}, "energy", ["found true"]),
        ({"enrgy": 1}, "enrgy", ['"energy"']),
        ({"other": ["kill a unit"]}, "other[0]", ["kill 1 friendly unit"]),
        ({"other": ["sacrifice 1 unit"]}, "other[0]", ["a part like"]),
        ({"other": ["discard"]}, "other[0]", ["a part like"]),
    ],
)
def test_what_is_no_cost_is_refused(data: Any, path: str, words: list[str]) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_cost(data)
    assert caught.value.path == path
    for word in words:
        assert word in str(caught.value)


# ------------------------------------------------------------------------------------------------- actions

PLACE: dict[str, Any] = {
    "turn": {"chain": [{"card": "Charm", "id": "item"}]},
    "players": [
        {
            "board": [{"card": "Seal of Rage", "id": "seal"}, {"card": "Unit", "id": "unit"}],
            "facedown": [{"card": "Charm", "id": "hidden", "at": "B"}],
            "hand": [{"name": "Test Unit", "type": "unit"}],
        }
    ],
}


def action(data: Any) -> Any:
    return read_action(data, situation(**PLACE), CARDS)


PLAY: dict[str, Any] = {
    "play": "Charm", "targets": ["unit", "item"], "modes": [0], "pay": ["repeat:0", "repeat:1"], "by": "Nami",
    "for": {"energy": 1}, "player": 1, "with": {"kill": ["unit"], "discard": ["Charm"], "spend_buffs": {"unit": 2}},
    "payment": [{"exhaust": "fury", "n": 2}, {"recycle": "calm"}, {"use": "seal"}, {"pool": {"energy": 1}}],
}  # fmt: skip


@pytest.mark.parametrize(
    "form",
    [
        PLAY, {"play": "hidden"}, {"play": "test  unit"}, {"play": "Seal of Rage"},
        {"play": "Charm", "from": "facedown"},
        {"activate": "seal", "ability": "equip", "x": 3}, {"add": "seal", "ability": 0}, {"add": "recycle fury"},
        {"trigger": "unit", "ability": 1, "on": "resolution", "decline": True}, {"move": ["unit"]},
        {"hide": "Charm", "at": "A"}, {"pay": {"energy": 1}}, {"event": "moved", "object": "unit"},
        {"event": "combat started", "object": "A"}, {"event": "revealed", "object": "Undertitan"},
        {"event": "end of turn"}, {"play": {"name": "Own", "type": "unit"}, "id": "own", "to": "A"},
    ],
)  # fmt: skip
def test_every_form_of_an_action(form: Any) -> None:
    """It is read as it stands, and means the same asked as a dict and as an Action."""
    assert action(form).to_dict() == form
    state = State.from_scenario(PLACE, CARDS)
    assert state.check(action(form)) == state.check(form)


def test_what_an_action_leaves_out() -> None:
    state = State.from_scenario(PLACE | {"turn": {}}, CARDS)
    same: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"play": "hidden"}, {"play": "hidden", "from": "facedown", "to": "B", "player": 0}),
        ({"play": "test  unit"}, {"play": "Test Unit", "to": "base", "from": "hand"}),
        ({"play": "Charm", "pay": ["repeat:0"]}, {"play": "charm", "pay": ["repeat"], "targets": [], "modes": []}),
        ({"move": ["unit"]}, {"move": ["unit"], "to": "base"}),
        ({"pay": {"energy": 1}}, {"pay": {"energy": 1, "power": {}}, "for": "resolution"}),
        ({"trigger": "unit"}, {"trigger": "unit", "on": "finalization", "decline": False, "player": 0}),
    ]
    for short, long in same:
        if "targets" in long:
            del long["targets"]
        assert state.check(short) == state.check(long), short
    assert state.check({"move": ["unit"]}).code != state.check({"move": ["unit"], "to": "A"}).code


def test_a_new_object_may_be_named_by_later_actions() -> None:
    data = PLACE | {"actions": [{"play": "Unit", "id": "new"}, {"move": ["new"], "to": "A"}]}
    assert read_actions(data, situation(**PLACE), CARDS)[1] == Action.move(["new"], to="A")
    with pytest.raises(ScenarioError, match=r"actions\[0\]\.move\[0\]"):
        read_actions(PLACE | {"actions": [{"move": ["new"]}]}, situation(**PLACE), CARDS)


@pytest.mark.parametrize(
    ("data", "path", "words"),
    [
        ({}, "action", ["one of the keys"]),
        ([], "action", ["an action"]),
        ({"plya": "Charm"}, "action", ['"play"']),
        ({"play": "Charm", "move": ["unit"]}, "action", ['"play" and "move"']),
        ({"play": "Charm", "target": ["unit"]}, "action.target", ['"targets"']),
        ({"play": "Charm", "targets": ["unti"]}, "action.targets[0]", ['"unit"']),
        ({"play": "Charm", "targets": "unit"}, "action.targets", ["a list of ids"]),
        ({"play": "Charm", "pay": ["repaet"]}, "action.pay[0]", ['"repeat"']),
        ({"play": "Charm", "pay": ["repeat:x"]}, "action.pay[0]", ["an optional cost"]),
        ({"play": "Charm", "to": "C"}, "action.to", ["a place"]),
        ({"play": "Charm", "from": "hnd"}, "action.from", ['"hand"']),
        ({"play": "Charm", "ignoring": "costs"}, "action.ignoring", ['"cost"']),
        ({"play": "Charm", "id": "unit"}, "action.id", ["is taken"]),
        ({"play": "A"}, "action.play", ["a unit, a spell, a gear"]),
        ({"play": "Kai'Sa, Daughter of the Void"}, "action.play", ["not a legend"]),
        ({"activate": "sael"}, "action.activate", ['"seal"']),
        ({"activate": "seal", "ability": "equp"}, "action.ability", ['"equip"']),
        ({"activate": "seal", "ability": True}, "action.ability", ["a keyword or a number"]),
        ({"add": "exhaust furry"}, "action.add", ['"fury"']),
        ({"add": "recycle fury", "x": 1}, "action.x", ["no such choice"]),
        ({"move": []}, "action.move", ["one or more units"]),
        ({"move": ["unit", "unit"]}, "action.move", ["each once"]),
        ({"hide": "Charm"}, "action.hide", ['the key "at"']),
        ({"pay": {"energy": 1}, "for": "spells"}, "action.for", ['"spell"']),
        ({"event": "start of the main phase"}, "action.event", ['"start of main phase"']),
        ({"pay": {}, "with": {"kil": []}}, "action.with.kil", ['"kill"']),
        ({"pay": {}, "player": 2}, "action.player", ["from 0 to 1"]),
        ({"pay": {}, "payment": [{"exhaust": "fury", "recycle": "fury"}]}, "action.payment[0]", ["one of the keys"]),
        ({"pay": {}, "payment": [{"exhaust": "fury", "n": 0}]}, "action.payment[0].n", ["from 1"]),
        ({"pay": {}, "payment": [{"pool": {}, "n": 1}]}, "action.payment[0].n", ["unknown key"]),
    ],
)
def test_what_is_no_action_is_refused_with_its_place(data: Any, path: str, words: list[str]) -> None:
    with pytest.raises(ScenarioError) as caught:
        action(data)
    assert caught.value.path == path
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"legla": True}, "expect.legla"),
        ({"legal": 1}, "expect.legal"),
        ({"why": "unafordable"}, "expect.why"),
        ({"legal": True, "why": "timing"}, "expect.why"),
        ({"costs": {}}, "expect.costs"),
        ({"costs": [{"enrgy": 1}]}, "expect.costs[0].enrgy"),
        ({"payments": True}, "expect.payments"),
        ({"paid_optional": ["repet"]}, "expect.paid_optional[0]"),
        ({"best": [{}]}, "expect.best[0]"),
    ],
)
def test_what_is_no_expectation_is_refused(data: Any, path: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_expect(data)
    assert caught.value.path == path


# ------------------------------------------------------------------------------------------------- own files


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_our_scenarios_are_read_and_written_back(path: Path) -> None:
    for scenario in read_file(path):
        whole = read_situation(scenario.data, CARDS)
        read_actions(scenario.data, whole, CARDS)
        short = situation_to_dict(whole)
        assert read_situation(short, CARDS) == whole, scenario.id
        # A situation is compared without what is assumed of it: `after` has no such key.
        given = {key: value for key, value in scenario.data.items() if key in SITUATION_KEYS and key != "assume"}
        assert compare(given, whole, CARDS) == {}, scenario.id
        expect = read_expect(Node(scenario.data).child("expect"))
        assert expect.after is None or isinstance(compare(expect.after, whole, CARDS), dict)


def test_the_whole_format_is_written_back() -> None:
    data = {
        "turn": {"player": 1, "phase": "draw", "showdown": "A", "combat": True, "focus": 0,
                 "chain": [{"card": "Charm", "id": "i", "controller": 0}], "priority": 1},
        "victory_score": 11,
        "assume": ["targets", "modes"],
        "players": [
            {},
            {
                "runes": {"fury": {"exhausted": 1}, "calm": 2},
                "pool": {"energy": 1, "power": {"fury": 1, "any": 2}, "restricted": [{"energy": 1, "only": "units"}]},
                "legend": {"card": "L", "id": "l", "exhausted": True, "states": ["empowered"]},
                "board": [
                    {"card": {"name": "X", "type": "unit", "energy": 3}, "id": "x", "at": "A", "exhausted": True,
                     "might": 3, "buffs": 1, "states": {"empowered": 2}, "token": True, "controller": 0},
                    {"card": "Bow", "at": "A", "attached_to": "x"},
                ],
                "hand": [{"name": "X", "type": "unit", "energy": 3}, "Charm"],
                "trash": 3,
                "facedown": [{"card": "Charm", "at": "B", "hidden_turn": "this"}],
                "xp": 6,
                "points": 2,
                "this_turn": {"cards_played": 1},
                "effects": [{"card": "E", "on": "x"}],
                "rune_deck": {"calm": 3},
            },
            {},
        ],
        "battlefields": {"A": {"card": "Place", "controller": 1}, "C": {}},
    }  # fmt: skip
    whole = read_situation(data, CARDS)
    assert situation_to_dict(whole) == data
    assert read_situation(situation_to_dict(whole), CARDS) == whole


# ------------------------------------------------------------------------------------------------- comparing


def differences(after: Any, **data: Any) -> dict[str, Any]:
    return compare(after, situation(**data), CARDS)


def test_only_what_is_named_is_compared() -> None:
    data: dict[str, Any] = {"players": [{"xp": 3, "pool": {"energy": 2, "power": {"fury": 1}}}]}
    assert differences({}, **data) == {}
    assert differences({"players": [{"pool": {"energy": 2}}]}, **data) == {}
    assert differences({"players": [{"pool": {"power": {"calm": 0}}}]}, **data) == {}
    assert differences({"players": [{"pool": {"energy": 0}, "xp": 1}]}, **data) == {
        "expect.after.players[0].pool.energy": 2,
        "expect.after.players[0].xp": 3,
    }


def test_runes_by_domain() -> None:
    data: dict[str, Any] = {"players": [{"runes": {"fury": {"ready": 1, "exhausted": 1}}, "rune_deck": {"calm": 3}}]}
    assert differences({"players": [{"runes": {"calm": 0, "fury": {"ready": 1}}}]}, **data) == {}
    assert list(differences({"players": [{"runes": {"fury": 1}}]}, **data)) == ["expect.after.players[0].runes.fury"]
    assert list(differences({"players": [{"runes": {"fury": 0}}]}, **data)) == ["expect.after.players[0].runes.fury"]
    assert differences({"players": [{"rune_deck": 3}]}, **data) == {}
    assert differences({"players": [{"rune_deck": {"calm": 3, "fury": 0}}]}, **data) == {}
    assert differences({"players": [{"rune_deck": {"fury": 1}}]}, **data)


def test_lists_are_complete_and_objects_match_by_id() -> None:
    data: dict[str, Any] = {
        "players": [
            {"board": [{"card": "U", "id": "a"}, {"card": "V", "id": "b", "exhausted": True}], "hand": ["X", "Y"]}
        ]
    }
    board = [{"id": "b", "exhausted": True}, {"id": "a"}]
    assert differences({"players": [{"board": board, "hand": ["Y", "X"]}]}, **data) == {}
    assert differences({"players": [{"board": [{"card": "V"}, {"card": "U"}], "hand": 2}]}, **data) == {}
    for wrong in ([], board[:1], [*board, {"id": "c"}], [{"card": "U"}, {"card": "U"}]):
        assert list(differences({"players": [{"board": wrong}]}, **data)) == ["expect.after.players[0].board"]
    assert differences({"players": [{"board": [{"id": "a", "exhausted": True}, {"id": "b"}]}]}, **data) == {
        "expect.after.players[0].board[0].exhausted": False
    }
    for hand in ([], ["X"], ["X", "X"], ["X", "Y", "Y"], 1):
        assert list(differences({"players": [{"hand": hand}]}, **data)) == ["expect.after.players[0].hand"]


def test_restricted_resources_are_merged_by_restriction() -> None:
    data: dict[str, Any] = {"players": [{"pool": {"restricted": [{"energy": 2, "only": "spells"}]}}]}
    two = [{"energy": 1, "only": "spells"}, {"energy": 1, "only": "spells"}, {"energy": 0, "only": "gear"}]
    assert differences({"players": [{"pool": {"restricted": two}}]}, **data) == {}
    assert differences({"players": [{"pool": {"restricted": []}}]}, **data)
    assert differences({"players": [{"pool": {"restricted": two[:1]}}]}, **data)


def test_the_turn_and_what_was_given() -> None:
    data: dict[str, Any] = {"turn": {"chain": [{"card": "Charm", "id": "i", "controller": 1}]}}
    assert differences({"turn": {"chain": 1, "priority": 0, "phase": "main", "combat": False}}, **data) == {}
    assert differences({"turn": {"chain": [{"id": "i", "card": "Charm"}], "showdown": False}}, **data) == {}
    assert differences({"turn": {"chain": 0}}, **data) == {"expect.after.turn.chain": 1}
    assert differences({"turn": {"chain": [{"controller": 0}], "priority": 1}}, **data) == {
        "expect.after.turn.chain[0].controller": 1,
        "expect.after.turn.priority": 0,
    }
    given: dict[str, Any] = {
        "players": [{"effects": [{"card": "E", "on": "Charm"}], "legend": {"card": "L", "exhausted": True}}]
    }
    assert (
        differences({"players": [{"effects": [{"card": "E", "on": "Charm"}], "legend": {"exhausted": True}}]}, **given)
        == {}
    )
    assert differences({"players": [{"effects": []}]}, **given) == {
        "expect.after.players[0].effects": [{"card": "E", "on": "Charm"}]
    }
    assert differences({"players": [{"legend": {"exhausted": False}}]}, **given)
    assert differences({"battlefields": {"A": {"card": None, "controller": None}}}, **given) == {}


def test_what_means_nothing_in_after_is_an_error() -> None:
    for after, path in (
        ({"playrs": []}, "expect.after.playrs"),
        ({"players": [{}, {}, {}]}, "expect.after.players"),
        ({"players": [{"board": [{"id": "gone", "exausted": True}]}]}, "expect.after.players[0].board[0].exausted"),
        ({"players": [{"pool": {"power": {"furry": 0}}}]}, "expect.after.players[0].pool.power.furry"),
        ({"battlefields": {"Z": {}}}, "expect.after.battlefields.Z"),
    ):
        with pytest.raises(ScenarioError) as caught:
            differences(after)
        assert caught.value.path == path


def test_payments_are_the_same_in_any_order() -> None:
    def steps(*data: Any) -> Any:
        return read_payment(Node(list(data)))

    one = steps({"exhaust": "fury", "n": 2}, {"use": "s"})
    assert same_payment(one, steps({"use": "s", "ability": 0}, {"exhaust": "fury"}, {"exhaust": "fury"}))
    assert same_payment(one, (*one, *steps({"pool": {"energy": 2}})))
    assert not same_payment((*one, *steps({"pool": {"energy": 2}})), one)
    assert not same_payment(one, steps({"exhaust": "fury", "n": 2}, {"use": "s", "ability": 1}))
    assert not same_payment(one, ())


# ------------------------------------------------------------------------------------------------- running


@dataclass
class FakeVerdict:
    legal: bool = True
    code: str = "ok"
    rule: str = "357"
    message: str = "It is paid."
    costs: tuple[Any, ...] = ({"energy": 1},)
    steps: tuple[Any, ...] = ()
    paid_optional: tuple[str, ...] = ()
    best: Any = None


class FakeState:
    """Pays every bare payment with Energy of the pool of player 0; does not know anything else."""

    def __init__(self, data: Any) -> None:
        self.data = data

    @classmethod
    def from_scenario(cls, whole: Any, cards: Any) -> FakeState:
        return cls(whole)

    def check(self, asked: Any) -> FakeVerdict:
        cost = asked.to_dict().get("pay")
        if cost is None:
            raise NotImplementedError("only bare payments are known")
        if cost["energy"] > self.data.players[0].pool.energy:
            return FakeVerdict(False, "unaffordable", message="Too little Energy.", costs=(cost,))
        return FakeVerdict(costs=(cost,))

    def count_payments_of(self, asked: Any, budget: int) -> int:
        if asked.to_dict()["pay"]["energy"] == 9:
            raise BudgetError("too many payments")
        return int(self.check(asked).legal)

    def push(self, asked: Any, payment: Any = None) -> None:
        verdict = self.check(asked)
        if not verdict.legal:
            raise IllegalAction(verdict.message, verdict)
        first, *others = self.data.players
        left = replace(first.pool, energy=first.pool.energy - asked.to_dict()["pay"]["energy"])
        self.data = replace(self.data, players=(replace(first, pool=left), *others))

    def to_scenario(self) -> dict[str, Any]:
        return situation_to_dict(self.data)


def outcome(actions: Any, expect: Any, energy: int = 3) -> Any:
    data = {"id": "t", "players": [{"pool": {"energy": energy}}], "actions": actions, "expect": expect}
    return run(Scenario("t", data, "x.jsonl:1"), CARDS, state_type=FakeState)  # type: ignore[arg-type]


PAY_ONE = {"pay": {"energy": 1}}


def test_a_scenario_passes_when_all_that_it_names_agrees() -> None:
    expect = {"legal": True, "why": "ok", "costs": [{"energy": 1, "power": {"fury": 0}}], "payments": 1,
              "paid_optional": [], "best": [], "after": {"players": [{"pool": {"energy": 1}}]}}  # fmt: skip
    result = outcome([PAY_ONE, PAY_ONE], expect)
    assert result.passed
    assert result.to_dict() == {
        "id": "t", "pass": True, "expected": expect,
        "got": {"legal": True, "why": "ok", "rule": "357", "message": "It is paid."},
    }  # fmt: skip


def test_what_differs_is_reported() -> None:
    expect = {"legal": False, "why": "timing", "costs": [{"energy": 2}], "payments": 2, "paid_optional": ["repeat"],
              "best": [{"exhaust": "fury"}], "after": {"players": [{"pool": {"energy": 3}}]}}  # fmt: skip
    result = outcome([PAY_ONE], expect)
    assert not result.passed
    assert result.got == {
        "legal": True, "why": "ok", "rule": "357", "message": "It is paid.", "costs": [{"energy": 1}], "payments": 1,
        "paid_optional": [], "best": [], "after": {"players[0].pool.energy": 2},
    }  # fmt: skip


@pytest.mark.parametrize(
    "expect",
    [
        {"legal": False},
        {"why": "unaffordable"},
        {"costs": []},
        {"costs": [{"energy": 1}, {"energy": 1}]},
        {"payments": 0},
        {"after": {"players": [{"pool": {"energy": 0}}]}},
    ],
)
def test_each_key_alone_can_fail_a_scenario(expect: Any) -> None:
    assert not outcome([PAY_ONE], expect).passed


def test_a_count_that_takes_too_long_fails_a_scenario() -> None:
    asked = {"action": {"pay": {"energy": 9}}, "players": [{"pool": {"energy": 9}}], "expect": {"payments": 7}}
    scenario = Scenario("t", asked, "x.jsonl:1")
    result = run(scenario, CARDS, state_type=FakeState)
    assert not result.passed and result.got["payments"] is None
    assert "     payments: expected 7, got too many to count" in failure_lines(scenario, result)


def test_an_illegal_last_action_changes_nothing_and_an_earlier_one_is_no_question() -> None:
    after = {"players": [{"pool": {"energy": 2}}]}
    result = outcome([PAY_ONE, {"pay": {"energy": 9}}], {"legal": False, "why": "unaffordable", "after": after})
    assert result.passed
    result = outcome([{"pay": {"energy": 9}}, PAY_ONE], {"legal": True})
    assert not result.passed
    assert "actions[0] must be legal" in result.got["error"]
    assert not result.unreadable


def test_what_is_not_known_is_an_error_and_no_answer() -> None:
    result = outcome([{"event": "end of turn"}], {"legal": True})
    assert not result.passed
    assert result.got == {"error": "only bare payments are known"}


def test_a_payment_by_hand_is_the_one_that_is_asked_about() -> None:
    for payment, why in (([], "unaffordable"), ([{"exhaust": "fury"}], "ok")):
        data = {
            "players": [{"runes": {"fury": 1}}],
            "action": PAY_ONE | {"payment": payment},
            "expect": {"legal": why == "ok", "why": why},
        }
        result = run(Scenario("t", data, "x.jsonl:1"), CARDS)
        assert result.passed, result.got


def test_what_cannot_be_read_says_where() -> None:
    for data, words in (
        ({"actions": [PAY_ONE], "players": [{"xp": -1}], "expect": {}}, "x.jsonl:1 (t): players[0].xp"),
        ({"players": [], "expect": {}}, "there is no question"),
        ({"actions": [], "expect": {}}, "actions: expected at least one action"),
        ({"action": PAY_ONE}, "nothing to compare with"),
        ({"action": PAY_ONE, "expect": {"after": {"turn": {"fase": 1}}}}, "expect.after.turn.fase"),
        ({"action": PAY_ONE, "expect": []}, "expect: expected an object"),
    ):
        result = run(Scenario("t", data, "x.jsonl:1"), CARDS, state_type=FakeState)  # type: ignore[arg-type]
        assert result.unreadable
        assert words in result.got["error"]


def test_every_error_is_a_riftcore_error() -> None:
    assert issubclass(ScenarioError, RiftcoreError)
    assert issubclass(RiftcoreError, ValueError)
