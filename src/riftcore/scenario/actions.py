"""From the scenario form to an Action, and what a scenario expects of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from riftcore.edge._act_reader import KEYWORDS, read_forms
from riftcore.edge._action import Action
from riftcore.edge._state import State
from riftcore.node import Node, nearest, show
from riftcore.scenario.reader import read_cost, read_pool
from riftcore.scenario.values import BORROWED, CODES, DOMAINS, CostData, Expect, PaymentStep, Situation

EXPECT_KEYS = ("legal", "why", "costs", "payments", "best", "paid_optional", "after")
OPTIONS = ("accelerate", "repeat", "additional", *(word for word in KEYWORDS if word not in ("accelerate", "repeat")))
MAX_X = 255
MAX_PAYMENTS = (1 << 63) - 1

_OPTION = re.compile(r"([a-z]+)(?::(\d{1,2}))?")


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


def read_payment(node: Node) -> tuple[PaymentStep, ...]:
    """A payment in the form that `riftcore pay --json` prints."""
    return tuple(map(read_step, node.items('a list of steps like {"exhaust": "fury", "n": 2}')))


def read_step(node: Node) -> PaymentStep:
    fields = node.keys(("exhaust", "recycle", "use", "pool", "n", "ability", "x"), "a step of a payment")
    kinds = [kind for kind in ("exhaust", "recycle", "use", "pool") if kind in fields]
    if len(kinds) != 1:
        node.fail('a step with one of the keys "exhaust", "recycle", "use", "pool"')
    kind = kinds[0]
    allowed = {"exhaust": ("n",), "recycle": ("n",), "use": ("ability", "x"), "pool": ()}[kind]
    fields = node.keys((kind, *allowed))
    if kind == "pool":
        pool = read_pool(fields[kind])
        return PaymentStep(kind, cost=CostData(pool.energy, pool.power, pool.universal), restricted=pool.restricted)
    if kind == "use":
        return PaymentStep(
            kind,
            object=fields[kind].text("an id"),
            ability=_step_ability(fields["ability"]) if "ability" in fields else 0,
            x=fields["x"].count(MAX_X) if "x" in fields else 0,
        )
    return PaymentStep(kind, fields[kind].choice(DOMAINS), fields["n"].count(low=1) if "n" in fields else 1)


def _step_ability(node: Node) -> int | str:
    """An Add ability by its place in print; a borrowed one (Heimerdinger) by what it is: `seal fury`, `gold`."""
    if isinstance(node.value, str):
        return node.choice(BORROWED, "a number or a borrowed ability:")
    return node.count()


def read_option(node: Node) -> str:
    """A chosen optional cost: a keyword or "additional", with `:N` for one of several; `repeat:0` is `repeat`."""
    text = node.text("an optional cost")
    match = _OPTION.fullmatch(text)
    if not match or match[1] not in OPTIONS:
        hint = nearest(text.partition(":")[0], OPTIONS)
        node.fail('an optional cost like "accelerate", "repeat", "repeat:1" or "additional"', hint)
    return f"{match[1]}:{int(match[2])}" if match[2] and int(match[2]) else match[1]
