"""States as rows: what one player could pay with, written into columns."""

from libc.string cimport memcpy

from riftcore.edge._column cimport Column, column_new
from riftcore.edge._state cimport State
from riftcore.edge._supply cimport purpose_of
from riftcore.ground._cost cimport Cost
from riftcore.ground._record cimport DEMAND_BYTES, SUPPLY_BYTES, Demand
from riftcore.position._position cimport Player

from riftcore.errors import RiftcoreError, CostError, RowError


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
        try:
            # A row of numbers has no place for a doubt.
            state.sure(p, p - state.pos.players)
            state.no_more(p - state.pos.players)
        except RiftcoreError as error:
            raise RowError(f"states: row {i}: {error}", i) from None
        d = (<Cost>cost).demand
        d.purpose = number
        d.showdown = state.pos.showdown != 0
        memcpy(records.data + i * SUPPLY_BYTES, &p.supply, SUPPLY_BYTES)
        memcpy(demands.data + i * DEMAND_BYTES, &d, DEMAND_BYTES)
    return records, demands
