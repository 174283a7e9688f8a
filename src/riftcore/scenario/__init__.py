"""Scenarios: situations and questions about them as text. Reading, writing and running them."""

from riftcore.scenario.actions import read_action, read_actions, read_expect, read_situation
from riftcore.scenario.files import read_bytes, read_file, read_stdin
from riftcore.scenario.reader import read_cost
from riftcore.scenario.run import Outcome, run
from riftcore.scenario.values import CostData, Scenario, Situation
from riftcore.scenario.writer import situation_to_dict

__all__ = [
    "CostData", "Outcome", "Scenario", "Situation", "read_action", "read_actions", "read_bytes", "read_cost",
    "read_expect", "read_file", "read_situation", "read_stdin", "run", "situation_to_dict",
]  # fmt: skip
