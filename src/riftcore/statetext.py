"""Costs and payments of judged rows of states, as people read them: made of the columns where those tell it whole.

Few costs and payments come up again and again, so that their texts are made once. Rows that have a choice of costs,
give up objects or use Add sources are asked again, for the names of what they use.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from riftcore.edge._judge import plain_cost, plain_steps

if TYPE_CHECKING:
    from riftcore.batch import Rows

COST_IS_PLAIN, PAYMENT_IS_PLAIN, NO_COST = 1, 2, 4
PLAIN = (COST_IS_PLAIN | PAYMENT_IS_PLAIN, NO_COST | PAYMENT_IS_PLAIN)


class StateTexts:
    """The columns `costs` (text) and `payments` (steps, with `as_json` as text) of rows that were judged."""

    def __init__(self, rows: Rows, as_json: bool) -> None:
        self.rows = rows
        self.as_json = as_json
        self.costs: list[str | None] = []
        self.payments: list[Any] = []
        known_costs: dict[bytes, str] = {}
        known_payments: dict[bytes, Any] = {}
        judged = rows.judged
        costs, payments = judged.costs.tobytes(), judged.payments.tobytes()
        for i, plain in enumerate(judged.plain.tobytes()):
            if plain not in PLAIN:
                self.ask(i)
                continue
            cost = payment = None
            if plain & COST_IS_PLAIN:
                row = costs[16 * i : 16 * i + 12]
                cost = known_costs.get(row)
                if cost is None:
                    cost = known_costs[row] = str(plain_cost(row + bytes(4)))
            row = payments[32 * i : 32 * i + 32]
            if row[31]:
                payment = known_payments.get(row)
                if payment is None:
                    payment = known_payments[row] = self.told(plain_steps(row))
            self.costs.append(cost)
            self.payments.append(payment)

    def told(self, steps: list[Any]) -> Any:
        return json.dumps(steps, ensure_ascii=False) if self.as_json else steps

    def ask(self, i: int) -> None:
        """The answer about row i once more, whole."""
        verdict = self.rows.verdict(i)
        self.costs.append(" or ".join(map(str, verdict.costs)) or None)
        self.payments.append(self.told(verdict.best.steps()) if verdict.best is not None else None)
