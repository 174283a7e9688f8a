"""riftcore: what does it cost, can it be paid, how, and is it legal? Exact, fast answers for Riftbound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcore._cost import Cost
from riftcore._state import State
from riftcore._supply import Payment, Policy, Supply
from riftcore.errors import RiftcoreError
from riftcore.verdicts import Quote, Step, Verdict

if TYPE_CHECKING:
    from riftcore.catalog import Catalog

__version__ = "0.1.0"

__all__ = [
    "Catalog",
    "Cost",
    "Payment",
    "Policy",
    "Quote",
    "RiftcoreError",
    "State",
    "Step",
    "Supply",
    "Verdict",
    "__version__",
]


def __getattr__(name: str) -> Any:
    # The catalogue is loaded when it is asked for: a search that builds its own records needs none.
    if name == "Catalog":
        from riftcore.catalog import Catalog

        return Catalog
    raise AttributeError(f"module 'riftcore' has no attribute {name!r}")
