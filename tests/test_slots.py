"""Every place of a position holds cards of its types only, on every way in (rules 103, 107, 133)."""

from __future__ import annotations

from typing import Any

import boards
import pytest
from test_binary import signed

import riftcore as rc
from riftcore.errors import EventError, NotationError, ScenarioError
from riftcore.position._position import SLOTS
from riftcore.scenario.actions import read_situation

#: A card of each type, without abilities that matter here.
CARDS = {
    "unit": "Legion Rearguard", "gear": "Long Sword", "spell": "Charm", "legend": "Darius, Hand of Noxus",
    "battlefield": "The Grand Plaza", "rune": "Fury Rune",
}  # fmt: skip
WRONG = [(slot, kind) for slot, kinds in SLOTS.items() for kind in CARDS if kind not in kinds]
RIGHT = [(slot, kind) for slot, kinds in SLOTS.items() for kind in kinds]
LINE = "0 main 0 - 8 A{battlefields},B {chain} / {player} / -"


def situation(slot: str, card: Any) -> dict[str, Any]:
    """The card in one place."""
    if slot == "battlefields":
        return {"battlefields": {"A": {"card": card}}}
    if slot == "chain":
        return {"turn": {"chain": [{"card": card}]}}
    value: Any = {"card": card}
    if slot == "facedown":
        value["at"] = "A"
    if slot in ("hand", "trash", "champion", "banished", "deck_top"):
        value = [card]
    elif slot != "legend":
        value = [value]
    return {"players": [{slot: value}]}


def line(slot: str, card: str) -> str:
    """The same in the notation."""
    name = "".join(word[0].upper() + word[1:] for word in card.replace(",", "").split())
    key = {"deck_top": "top"}.get(slot, slot)
    field = f"{key}={name}" + ("@A" if slot == "facedown" else "")
    return LINE.format(
        battlefields=f"={name}" if slot == "battlefields" else "", chain=f"{name}@0" if slot == "chain" else "-",
        player=field if slot not in ("battlefields", "chain") else "-",
    )  # fmt: skip


def state(slot: str, card: Any) -> rc.State:
    return rc.State.from_scenario(situation(slot, card), boards.catalog())


@pytest.mark.parametrize(("slot", "kind"), RIGHT)
def test_what_belongs_there(slot: str, kind: str) -> None:
    there = state(slot, CARDS[kind])
    assert there.is_ok()
    assert rc.State.parse(line(slot, CARDS[kind]), boards.catalog()) == there
    assert rc.State.from_scenario(read_situation(situation(slot, CARDS[kind]), boards.catalog())) == there
    own = state(slot, {"name": "Own", "type": kind, "energy": 1})
    assert own.is_ok() and rc.State.deserialize(own.serialize(), boards.catalog()) == own


@pytest.mark.parametrize(("slot", "kind"), WRONG)
def test_what_does_not(slot: str, kind: str) -> None:
    card = CARDS[kind]
    for named in (card, {"name": "Own", "type": kind}):
        with pytest.raises(ScenarioError, match=f"expected an? .*found .*, a {kind}: .*") as caught:
            state(slot, named)
        assert slot in caught.value.path
    with pytest.raises(NotationError, match=f"column .*expected an? .*, a {kind}: "):
        rc.State.parse(line(slot, card), boards.catalog())
    # Bytes: a state with a card that fits, renamed.
    fits = boards.catalog().card(CARDS[SLOTS[slot][0]]).id.encode()
    other = boards.catalog().card(card).id.encode()
    data = state(slot, fits.decode()).serialize()
    assert data.count(bytes([len(fits)]) + fits) == 1
    changed = signed(data.replace(bytes([len(fits)]) + fits, bytes([len(other)]) + other))
    with pytest.raises(NotationError, match=r"byte \d+ .*expected an? "):
        rc.State.deserialize(changed, boards.catalog())
    assert rc.batch.check([changed, data], {"pay": {}}, invalid="mark").names == ["invalid", "ok"]


def test_a_situation_made_by_hand() -> None:
    for slot, kind in WRONG:
        fits = read_situation(situation(slot, CARDS[SLOTS[slot][0]]), boards.catalog())
        text = repr(fits)
        found = boards.catalog().card(CARDS[kind])
        swapped = _swap(fits, boards.catalog().card(CARDS[SLOTS[slot][0]]), found)
        assert repr(swapped) != text
        with pytest.raises(ScenarioError, match=r"expected an? "):
            rc.State.from_scenario(swapped, boards.catalog())


def _swap(value: Any, old: Any, new: Any) -> Any:
    """The value with another card in it."""
    from dataclasses import fields, is_dataclass, replace

    if value == old:
        return new
    if isinstance(value, tuple):
        return tuple(_swap(item, old, new) for item in value)
    if isinstance(value, dict):
        return {key: _swap(item, old, new) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type) and type(value).__module__.endswith("values"):
        return replace(value, **{f.name: _swap(getattr(value, f.name), old, new) for f in fields(value)})
    return value


@pytest.mark.parametrize("kind", CARDS)
def test_events(kind: str) -> None:
    """What callers tell a state goes by the same table."""
    card = CARDS[kind]
    board = {"players": [{"board": [{"card": "Legion Rearguard", "id": "u"}, {"card": "Long Sword", "id": "g"}],
                          "hand": 3, "trash": 3, "champion": 1, "banished": 3, "deck_top": 3,
                          "facedown": [{"card": "Charm", "at": "A", "id": "f"}]}]}  # fmt: skip
    there = rc.State.from_scenario(board, boards.catalog())
    calls = [
        ("board", lambda s: s.enter(card)), ("hand", lambda s: s.draw(card)), ("hand", lambda s: s.discard(card)),
        ("hand", lambda s: s.reveal(card)), ("hand", lambda s: s.recycle(card)),
        *[(to, lambda s, to=to: s.put(card, "deck", to)) for to in ("hand", "trash", "champion", "banished")],
        *[(zone, lambda s, zone=zone: s.put(card, zone, "deck")) for zone in ("hand", "trash", "champion")],
        ("effects", lambda s: s.add_effect(card)), ("effects", lambda s: s.add_effect("Charm", on=card)),
    ]  # fmt: skip
    for slot, call in calls:
        if slot == "hand" and kind not in SLOTS["hand"]:
            there = rc.State.from_scenario(board, boards.catalog())
        before = there.copy()
        if kind in SLOTS[slot] and not (slot == "banished" and kind == "rune"):  # the Main Deck has none
            try:
                call(there)  # type: ignore[no-untyped-call]
            except EventError as error:
                assert "type" not in str(error)
            else:
                there.pop()
        else:
            with pytest.raises(EventError, match=r"expected a unit or gear|no card of its type"):
                call(there)  # type: ignore[no-untyped-call]
        assert there == before and there.is_ok()
    for call in (lambda: there.leave("g", "champion"), lambda: there.leave("f", "champion")):
        with pytest.raises(EventError, match="no card of its type"):
            call()


def test_a_legend_never_leaves() -> None:
    """107.4.d: a cost that kills, returns or banishes it cannot be paid, whatever the card says."""
    rows = [
        {"name": "Doomed", "id": "x-1", "type": "legend", "clauses": [
            {"group": 1, "kind": "add_activated", "timing": "reaction", "cost": {"other": ["kill self"]},
             "adds": {"energy": 1}}]},
        {"name": "Doomed Too", "id": "x-2", "type": "legend", "clauses": [
            {"group": 1, "kind": "activated_cost", "timing": "main", "cost": {"other": ["banish self"]}}]},
    ]  # fmt: skip
    catalog = rc.Catalog(rows)
    for name in ("Doomed", "Doomed Too"):
        there = rc.State.from_scenario({"players": [{"legend": {"card": name}}]}, catalog)
        before = there.copy()
        for action in ({"add": "p0.legend"}, {"activate": "p0.legend"}):
            assert not there.check(action).legal
        for number in there.legal_actions():
            there.push(number)
            there.pop()
        assert there == before and there.is_ok()


def test_bytes_of_a_legend_that_is_not_in_its_zone() -> None:
    there = rc.State.from_scenario({"players": [{"legend": {"card": CARDS["legend"]}}, {}]}, boards.catalog())
    data = there.serialize()
    at = 24 + 2 * 57 + 2 * 3  # the legend: card, states, place, controller, empowered, buffs, Might, attached to
    for offset, value in ((4, 1), (5, 1), (7, 1), (8, 3), (2, 2)):
        changed = bytearray(data)
        changed[at + offset] = value
        if offset == 8:
            changed[at + 9] = 0
        with pytest.raises(NotationError, match="player 0, legend"):
            rc.State.deserialize(signed(changed), boards.catalog())


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [(14, 0, "showdown"), (15, 0, "victory score"), (12, 1, "showdown"), (11, 1, "showdown")],
)
def test_bytes_of_a_turn_that_no_scenario_says(field: int, value: int, said: str) -> None:
    """Focus and combat have a showdown, a showdown has Focus, and points win."""
    data = bytearray(rc.State.from_scenario({}, boards.catalog()).serialize())
    data[field] = value
    with pytest.raises(NotationError, match=said):
        rc.State.deserialize(signed(data), boards.catalog())


def test_a_turn_that_no_scenario_says() -> None:
    with pytest.raises(ScenarioError, match=r"turn\.combat: combat has a showdown"):
        rc.State.from_scenario({"turn": {"combat": True}}, boards.catalog())
    for text in ("0 main 0 A 8 A,B - / - / -", "0 main 0 -@0 8 A,B - / - / -", "0 main 0 -+combat 8 A,B - / - / -"):
        with pytest.raises(NotationError, match="showdown"):
            rc.State.parse(text, boards.catalog())
    there = rc.State.from_scenario({}, boards.catalog())
    there.push({"event": "combat started", "object": "B"})
    assert there.is_ok() and there.to_scenario()["turn"] == {"showdown": "B", "combat": True}


def test_what_is_no_main_deck_card_is_not_played() -> None:
    there = rc.State.from_scenario({"players": [{"runes": {"fury": 12}}]}, boards.catalog())
    for kind in ("rune", "legend", "battlefield"):
        for form in (
            {"play": CARDS[kind], "from": "token", "ignoring": "all"},
            {"play": CARDS[kind], "from": "deck", "by": "Charm"},
        ):
            with pytest.raises(ScenarioError, match=f"action.play: expected a unit, a spell, a gear .*, not a {kind}"):
                there.check(form)
            with pytest.raises(ScenarioError, match=f", not a {kind}"):
                there.push(rc.Action.from_dict(form))
