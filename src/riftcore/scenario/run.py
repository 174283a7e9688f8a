"""Running scenarios: the actions are performed in order, the answer to the last is compared with what is expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from riftcore.edge._action import Action
from riftcore.errors import COUNTED_WITHIN, BudgetError, IllegalAction, RiftcoreError, ScenarioError
from riftcore.node import Node
from riftcore.scenario.actions import read_actions, read_expect, read_situation
from riftcore.scenario.compare import compare, same_costs, same_payment
from riftcore.scenario.reader import read_cost, read_payment
from riftcore.scenario.values import CostData, Expect, PaymentStep, Scenario, Situation

if TYPE_CHECKING:
    from riftcore.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a scenario came out.

    `got` has the verdict (`legal`, `why`, `rule`, `message`) and what differs from `expected`; if there is no
    answer it has `error` instead. `unreadable` is true if the scenario itself is at fault.
    """

    id: str
    passed: bool
    expected: Mapping[str, Any]
    got: Mapping[str, Any]
    unreadable: bool = False
    doubtful: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The JSON line of `riftcore scenario --json`."""
        return {"id": self.id, "pass": self.passed, "expected": self.expected, "got": self.got}


def run(scenario: Scenario, catalog: Catalog, *, state_type: Any = None) -> Outcome:
    """Run one scenario against a catalogue. A scenario that cannot be read, or that needs what riftcore does not
    know yet, has a failed outcome that says so: this raises nothing of its own.

    `state_type` stands in for `riftcore.State` in tests.
    """
    expected = scenario.data.get("expect", {})
    doubtful = "doubt" in scenario.data
    try:
        situation = read_situation(scenario.data, catalog)
        actions = read_actions(scenario.data, situation, catalog)
        if "expect" not in scenario.data:
            Node(scenario.data).reject('expected the key "expect": there is nothing to compare with')
        expect = read_expect(Node(scenario.data).child("expect"))
        if expect.after is not None:
            compare(expect.after, situation, catalog)  # its keys are looked at before anything happens
        got, same = _ask(situation, actions, expect, catalog, state_type or _state_type())
    except ScenarioError as error:
        return Outcome(scenario.id, False, expected, {"error": f"{scenario}: {error}"}, True, doubtful)
    except (RiftcoreError, NotImplementedError) as error:
        return Outcome(scenario.id, False, expected, {"error": str(error)}, False, doubtful)
    return Outcome(scenario.id, same, expected, got, False, doubtful)


def _state_type() -> Any:
    from riftcore import State

    return State


def _ask(
    situation: Situation, actions: tuple[Action, ...], expect: Expect, catalog: Catalog, state_type: Any
) -> tuple[dict[str, Any], bool]:
    """What was found (the verdict, and what differs), and whether it is what is expected."""
    state = state_type.from_scenario(situation, catalog)
    asked = perform_earlier(state, actions)
    verdict = state.check(asked)
    code = str(verdict.code)
    got: dict[str, Any] = {"legal": verdict.legal, "why": code, "rule": verdict.rule, "message": verdict.message}
    same = expect.legal in (None, verdict.legal) and expect.why in (None, code)

    def differs(key: str, value: Any) -> None:
        nonlocal same
        got[key] = value
        same = False

    if expect.costs is not None and not same_costs(expect.costs, costs := [cost_data(cost) for cost in verdict.costs]):
        differs("costs", [cost.to_dict() for cost in costs])
    if expect.payments is not None:
        try:
            payments = state.count_payments_of(asked, COUNTED_WITHIN)
        except BudgetError:
            payments = None
        if payments != expect.payments:
            differs("payments", payments)
    if expect.best is not None and not same_payment(expect.best, best := payment_steps(verdict.best)):
        differs("best", [step.to_dict() for step in best])
    if expect.paid_optional is not None and sorted(expect.paid_optional) != sorted(paid := set(verdict.paid_optional)):
        differs("paid_optional", sorted(paid))
    if expect.after is not None:
        if verdict.legal:
            state.push(asked)
        left = read_situation(state.to_scenario(), catalog)
        # A card that the scenario brought itself may be named though it is nowhere any more.
        left = replace(left, inline={**left.inline, **situation.inline})
        after = compare(expect.after, left, catalog)
        if after:
            differs("after", {path.removeprefix("expect.after."): value for path, value in after.items()})
    return got, same


def perform_earlier(state: Any, actions: tuple[Action, ...]) -> Action:
    """Do all actions but the last, which is the one in question; RiftcoreError if one of them is not legal."""
    *earlier, asked = actions
    for number, action in enumerate(earlier):
        try:
            state.push(action)
        except IllegalAction as error:
            raise RiftcoreError(f"actions[{number}] must be legal for the question to arise: {error}") from None
    return asked


def cost_data(cost: Any) -> CostData:
    """A `riftcore.Cost` (or the scenario form of one) in the form that compares."""
    return read_cost(cost if isinstance(cost, Mapping) else cost.to_dict())


def payment_steps(payment: Any) -> tuple[PaymentStep, ...]:
    """The steps of a `riftcore.Payment`; none if there is no payment."""
    return read_payment(Node(payment.steps(), "payment")) if payment is not None else ()
