"""A scenario as a question about a state: its situation with all actions done but the last, and that one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from riftcore.node import Node
from riftcore.scenario.actions import ActionReader, read_actions_of
from riftcore.scenario.files import read_line
from riftcore.scenario.run import perform_earlier
from riftcore.scenario.values import Action, Cards, Names

if TYPE_CHECKING:
    from riftcore import Catalog, State
    from riftcore.edge._state import _ActionLike


def read_question(
    scenario: Mapping[str, Any] | str | bytes, action: Any = None, catalog: Catalog | None = None
) -> tuple[State, _ActionLike]:
    """State and action of a scenario, a dict or JSON text; `action` stands in for its own question."""
    from riftcore import Catalog, State
    from riftcore.edge._questions import names_in, plain_question

    cards = Catalog.builtin() if catalog is None else catalog  # (an empty one is false)
    found = plain_question(scenario, action, cards)
    if found is not None:
        return found
    if isinstance(scenario, str | bytes):
        text = scenario.encode("utf-8", "surrogatepass") if isinstance(scenario, str) else scenario
        scenario = read_line(text, 1).data
    elif not isinstance(scenario, Mapping):
        Node(scenario).fail("a State, or a scenario as an object or text")
    state = State.from_scenario(scenario, cards)
    return state, perform_earlier(state, _asked(scenario, action, names_in(state), cards))


def _asked(scenario: Mapping[str, Any], action: Any, names: Names, cards: Cards) -> tuple[Action, ...]:
    """The action that was given, or those of the scenario."""
    if action is None:
        return read_actions_of(scenario, names, cards)
    return (ActionReader(names, cards).read(Node(action, "action")) if isinstance(action, Mapping) else action,)
