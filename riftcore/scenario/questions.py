"""A scenario as a question about a state: its situation with all actions done but the last, and that one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from riftcore.scenario.actions import read_action, read_actions
from riftcore.scenario.files import read_line
from riftcore.scenario.node import Node
from riftcore.scenario.reader import read_situation
from riftcore.scenario.run import perform_earlier
from riftcore.scenario.values import Action

if TYPE_CHECKING:
    from riftcore import Catalog, State


def read_question(
    scenario: Mapping[str, Any] | str | bytes, action: Any = None, catalog: Catalog | None = None
) -> tuple[State, Action]:
    """State and action of a scenario, a dict or JSON text; `action` stands in for its own question."""
    from riftcore import Catalog, State

    cards = Catalog.builtin() if catalog is None else catalog  # (an empty one is false)
    if isinstance(scenario, str | bytes):
        text = scenario.encode("utf-8", "surrogatepass") if isinstance(scenario, str) else scenario
        scenario = read_line(text, 1).data
    elif not isinstance(scenario, Mapping):
        Node(scenario).fail("a State, or a scenario as an object or text")
    situation = read_situation(scenario, cards)
    if action is None:
        asked = read_actions(scenario, situation, cards)
    else:
        asked = (read_action(action, situation, cards) if isinstance(action, Mapping) else action,)
    state = State.from_scenario(situation, cards)
    return state, perform_earlier(state, asked)
