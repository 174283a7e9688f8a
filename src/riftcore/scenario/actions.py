"""From the scenario form to a Situation, to Actions, and to what a scenario expects of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from riftcore.edge._act_reader import read_forms
from riftcore.edge._action import Action
from riftcore.edge._state import State
from riftcore.node import Node, show
from riftcore.scenario.reader import read_cost, read_option, read_payment
from riftcore.scenario.values import CODES, Expect, Situation

EXPECT_KEYS = ("legal", "why", "costs", "payments", "best", "paid_optional", "after")
MAX_PAYMENTS = (1 << 63) - 1


def read_situation(data: Mapping[str, Any], cards: Any) -> Situation:
    """The situation that a scenario describes; the question, if it holds one, is not read.

    `cards` looks up names (`riftcore.Catalog`). ScenarioError for whatever is not of the contract: an unknown key,
    card, id or word, a count out of bounds, more than 12 runes of a player, an id twice.
    """
    situation = State.from_scenario(data, cards).situation()
    return replace(situation, assume=tuple(data.get("assume", ())))


def read_action(data: Mapping[str, Any], situation: Situation, cards: Any) -> Action:
    """One action of the scenario form, against the situation it starts from."""
    return read_forms(State.from_scenario(situation, cards), (data,), ("action",))[0]


def read_actions(data: Mapping[str, Any], situation: Situation, cards: Any) -> tuple[Action, ...]:
    """The actions of a scenario in order, the last is the one in question; ScenarioError if there is none."""
    return read_actions_of(data, State.from_scenario(situation, cards))


def read_actions_of(data: Mapping[str, Any], state: State) -> tuple[Action, ...]:
    """The same against a state."""
    node = Node(data)
    if "actions" in data:
        listed = node.child("actions").items("a list of actions", 10_000)
        if not listed:
            node.child("actions").fail("at least one action")
    elif "action" in data:
        listed = [node.child("action")]
    else:
        node.reject('expected the key "action" or "actions": there is no question')
    return tuple(read_forms(state, [item.value for item in listed], [item.path for item in listed]))


def read_expect(data: Mapping[str, Any] | Node) -> Expect:
    """The expected answer of a scenario; `after` is checked against the situation by `compare`."""
    node = data if isinstance(data, Node) else Node(data, "expect")
    fields = node.keys(EXPECT_KEYS)
    legal = fields["legal"].flag() if "legal" in fields else None
    why = fields["why"].choice(CODES, "a code:") if "why" in fields else None
    if legal is not None and why is not None and legal != (why == "ok"):
        fields["why"].reject(f'"legal" is {show(legal)}, so the code cannot be {show(why)}')
    return Expect(
        legal=legal,
        why=why,
        costs=tuple(read_cost(item) for item in fields["costs"]) if "costs" in fields else None,
        payments=fields["payments"].count(MAX_PAYMENTS) if "payments" in fields else None,
        best=read_payment(fields["best"]) if "best" in fields else None,
        paid_optional=tuple(map(read_option, fields["paid_optional"])) if "paid_optional" in fields else None,
        after=fields["after"].value if "after" in fields else None,
    )
