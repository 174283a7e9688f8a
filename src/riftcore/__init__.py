"""riftcore: what does it cost, can it be paid, how, and is it legal? Exact, fast answers for Riftbound."""

from __future__ import annotations

from riftcore._action import Action
from riftcore._cost import Cost
from riftcore._state import State
from riftcore._supply import Payment, Policy, Supply
from riftcore._verdict import Verdict
from riftcore.errors import RiftcoreError

TYPE_CHECKING = False  # as in typing, which takes longer to import than the core
if TYPE_CHECKING:
    from typing import Any

    from riftcore import arrays, batch
    from riftcore.catalog import Catalog
    from riftcore.planning import Plan, affordable_sets, plan
    from riftcore.verdicts import Quote, Step

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Catalog",
    "Cost",
    "Payment",
    "Plan",
    "Policy",
    "Quote",
    "RiftcoreError",
    "State",
    "Step",
    "Supply",
    "Verdict",
    "__version__",
    "affordable_sets",
    "arrays",
    "batch",
    "plan",
]


def __getattr__(name: str) -> Any:
    # Loaded when asked for: a search that builds its own records needs none of it.
    if name == "Catalog":
        from riftcore.catalog import Catalog

        return Catalog
    if name in ("Quote", "Step"):
        from riftcore import verdicts

        return getattr(verdicts, name)
    if name in ("arrays", "batch"):
        from importlib import import_module

        return import_module(f"riftcore.{name}")
    if name in ("Plan", "affordable_sets", "plan"):
        from riftcore import planning

        return getattr(planning, name)
    raise AttributeError(f"module 'riftcore' has no attribute {name!r}")
