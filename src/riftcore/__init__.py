"""What does it cost, can it be paid, how, and is it legal? Exact, fast answers for Riftbound.

    >>> import riftcore as rc
    >>> supply = rc.Supply(ready={"fury": 2}, gold=1)
    >>> str(supply.cheapest(rc.Cost.parse("1[any]")))
    'exhaust 1 fury, use gold'

Values          Cost, Supply, Payment; Policy says which payment is the cheapest
Situations      State, read from scenarios with the cards of a Catalog; Action, Quote, Verdict, Step
Plans           plan(state) is a Plan; affordable_sets(state) lists what can be paid together
Many rows       batch.evaluate, batch.check, batch.sample; arrays has the types of their columns
Errors          RiftcoreError is the base of all; the others are in riftcore.errors

The README has an example of each. The command line is `riftcore`, or `python -m riftcore`.
"""

from __future__ import annotations

from riftcore.edge._action import Action
from riftcore.edge._state import State
from riftcore.edge._supply import Payment, Policy, Supply
from riftcore.edge._verdict import Verdict
from riftcore.edition import EDITION
from riftcore.errors import RiftcoreError
from riftcore.ground._cost import Cost

TYPE_CHECKING = False  # as in typing, which takes longer to import than the core
if TYPE_CHECKING:
    from typing import Any

    from riftcore import arrays, batch
    from riftcore.catalog import Catalog
    from riftcore.planning import Plan, affordable_sets, plan
    from riftcore.verdicts import Quote, Step

__version__ = "0.1.0"

__all__ = [
    "EDITION",
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


# Loaded when first used, as a search that builds its own records needs none of it: the module of each name, or "" for
# a module itself.
_LATER = {
    "Catalog": "catalog",
    "Plan": "planning",
    "Quote": "verdicts",
    "Step": "verdicts",
    "affordable_sets": "planning",
    "arrays": "",
    "batch": "",
    "plan": "planning",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'riftcore' has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"riftcore.{_LATER[name] or name}")
    return getattr(module, name) if _LATER[name] else module


def __dir__() -> list[str]:
    return sorted({*__all__, "errors", *(name for name in globals() if name.startswith("__"))})
