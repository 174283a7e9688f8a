"""States as rows: what one player could pay with, and the verdict about an action, written into columns."""

from libc.string cimport memcpy, memset

from riftcore._batch cimport PAYMENT_BYTES, PaymentRecord, payment_pack
from riftcore._column cimport Column, column_new
from riftcore._cost cimport Cost
from riftcore._play cimport Outcome
from riftcore._position cimport Player
from riftcore._record cimport DEMAND_BYTES, SUPPLY_BYTES, Demand
from riftcore._state cimport State
from riftcore._supply cimport purpose_of
from riftcore._verdict cimport Verdict

from riftcore.errors import CostError, RowError


def record_columns(states, costs, purpose, player):
    """See `riftcore.batch.records`; `costs` are one, or one each."""
    cdef list rows = list(states)
    cdef list prices = list(costs)
    cdef Column records = column_new("record", len(rows))
    cdef Column demands = column_new("cost", len(rows))
    cdef int number = purpose_of(purpose)
    cdef State state
    cdef Player *p
    cdef Demand d
    cdef Py_ssize_t i
    if len(prices) not in (1, len(rows)):
        raise ValueError(f"costs: {len(prices)} for {len(rows)} states: expected one, or one each")
    for i in range(len(rows)):
        row = rows[i]
        cost = prices[0 if len(prices) == 1 else i]
        if not isinstance(row, State):
            raise TypeError(f"states: row {i}: expected a State, found {type(row).__name__}")
        if not isinstance(cost, Cost):
            raise TypeError(f"costs: row {i}: expected a Cost, found {type(cost).__name__}")
        if (<Cost>cost).other:
            raise CostError(f"costs: row {i}: {cost}: expected Energy and Power only, found other parts")
        state = row
        p = &state.pos.players[state.acting() if player is None else state.seat(player)]
        if p.unknown:
            raise RowError(f"states: row {i}: a ready object has an Add ability that the payment does not know", i)
        d = (<Cost>cost).demand
        d.purpose = number
        d.showdown = state.pos.showdown != 0
        memcpy(records.data + i * SUPPLY_BYTES, &p.supply, SUPPLY_BYTES)
        memcpy(demands.data + i * DEMAND_BYTES, &d, DEMAND_BYTES)
    return records, demands


def check_row(
    State state not None, action, policy, Py_ssize_t i,
    Column codes not None, Column costs not None, Column payments not None,
):
    """Write the verdict about the action into row i of the columns; the number of its reason (REASONS)."""
    cdef Verdict verdict
    cdef const Outcome *out
    cdef Demand d
    cdef PaymentRecord r
    if not (0 <= i < codes.n and i < costs.n and i < payments.n):
        raise IndexError(f"row {i} of columns of {codes.n}, {costs.n} and {payments.n}")
    if codes.size != 1 or costs.size != DEMAND_BYTES or payments.size != PAYMENT_BYTES:
        raise TypeError("expected columns of codes, costs and payments")
    verdict = state.run(action, policy, False, None)
    out = &verdict.out
    memset(&d, 0, DEMAND_BYTES)
    memset(&r, 0, PAYMENT_BYTES)
    if out.code == 0 and out.paid:
        d = out.demand
        payment_pack(&out.payment, &r)
    elif out.quote.costs.n:
        d = out.quote.costs.cost[0]
    codes.data[i] = out.code
    memcpy(costs.data + i * DEMAND_BYTES, &d, DEMAND_BYTES)
    memcpy(payments.data + i * PAYMENT_BYTES, &r, PAYMENT_BYTES)
    return out.why
