"""A scenario as a question about a state: its situation with all actions done but the last, and that one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from riftcore.node import Node
from riftcore.scenario.actions import read_actions_of
from riftcore.scenario.files import read_line
from riftcore.scenario.run import perform_earlier

if TYPE_CHECKING:
    from riftcore import Catalog, State
    from riftcore.edge._state import _ActionLike


def read_question(
    scenario: Mapping[str, Any] | str | bytes, action: Any = None, catalog: Catalog | None = None
) -> tuple[State, _ActionLike]:
    """State and action of a scenario, a dict or JSON text; `action` stands in for its own question."""
    from riftcore.catalog import Catalog
    from riftcore.edge._json import read_json
    from riftcore.edge._state import State

    if isinstance(scenario, str | bytes):
        text = scenario.encode("utf-8", "surrogatepass") if isinstance(scenario, str) else scenario
        data = read_json(text)
        scenario = read_line(text, 1).data if data is None or "actions" in data else data
    elif not isinstance(scenario, Mapping):
        Node(scenario).fail("a State, or a scenario as an object or text")
    state = State.from_scenario(scenario, Catalog.builtin() if catalog is None else catalog)  # (an empty one is false)
    if action is None:
        return state, perform_earlier(state, read_actions_of(scenario, state))
    return state, action
