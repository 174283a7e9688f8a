"""The text of an attached card is inactive (718.2, 721); what it gives the unit it is attached to is not."""

from __future__ import annotations

from typing import Any

import boards
import pytest

import riftcore as rc
from riftcore.catalog import Card

EQUIPMENT = [card for card in boards.catalog() if "equipment" in card.tags]
ABILITIES = ("activated_cost", "add_activated", "keyword_equip", "keyword_empower")


def rich(card: Card, **more: Any) -> rc.State:
    """Somebody who can pay for everything, with a unit and this card."""
    power = dict.fromkeys(boards.DOMAINS, 9) | {"any": 9}
    board = [
        {"card": "Daring Poro", "id": "poro"},
        {"card": "Daring Poro", "id": "other"},
        {"card": card.name, "id": "it", **more},
    ]
    player = {"pool": {"energy": 20, "power": power}, "xp": 9, "board": board, "trash": ["Charm"] * 4}
    return rc.State.from_scenario({"players": [player, {}]}, boards.catalog())


def uses(state: rc.State) -> list[str]:
    listed = [state.action_to_string(0, number) for number in state.legal_actions(0)]
    return [text for text in listed if text.startswith("use it;")]


def test_there_are_forty() -> None:
    assert len(EQUIPMENT) == 40


@pytest.mark.parametrize("card", EQUIPMENT, ids=lambda card: card.name)
def test_its_abilities_work_only_while_it_is_not_attached(card: Card) -> None:
    count = len({c.group for c in card.clauses if c.kind in ABILITIES and not c.granted})
    loose, attached = rich(card), rich(card, attached_to="poro")
    assert count
    for ability in range(count):
        action = {"activate": "it", "ability": ability, "targets": ["other"]}
        assert loose.check(action).code == "ok"
        verdict = attached.check(action)
        assert (verdict.code, verdict.rule) == ("condition", "718.2")
    assert uses(loose)
    assert uses(attached) == []


def test_what_makes_resources_makes_none_while_it_is_attached() -> None:
    cost = rc.Cost(energy=1)
    for attached in (False, True):
        more = {"attached_to": "poro"} if attached else {}
        board = [{"card": "Daring Poro", "id": "poro"}, {"card": "Energy Conduit", "id": "it", **more}]
        state = rc.State.from_scenario({"players": [{"board": board}, {}]}, boards.catalog())
        assert state.can_pay(cost) is not attached
        assert bool(uses(state)) is not attached
        state.push({"pay": {}})
        assert state.can_pay(cost) is not attached
