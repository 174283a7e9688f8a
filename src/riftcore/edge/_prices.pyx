"""Costs in the scenario form, read to 16 bytes."""

from libc.string cimport memset

from riftcore.edge._walk cimport count, numbered, slot
from riftcore.ground._cost cimport Cost
from riftcore.ground._record cimport DEMAND_BYTES
from riftcore.ground._types cimport MAX_COUNT, N_DOMAINS

from marshal import dumps

from riftcore.ground._types import DOMAINS

cdef enum:
    MAX_COSTS_KNOWN = 1 << 10

cdef dict COST = numbered(("energy", "power"))
cdef enum:
    COST_ENERGY, COST_POWER
cdef dict DOMAIN = numbered((*DOMAINS, "any"))
cdef dict COSTS = {}        # costs as their 16 bytes and their other parts, by their marshalled forms


cdef tuple price_of(Walk walk, object data):
    """A cost as its 16 bytes and its other parts."""
    cdef Cost cost
    try:
        form = dumps(data, 2)
    except ValueError:
        form = None     # no plain JSON values: the reader of costs says which
    found = COSTS.get(form)
    if found is None:
        from riftcore.node import Node
        from riftcore.scenario.reader import read_cost

        told = read_cost(Node(data, walk.path()))
        cost = Cost.from_dict(told.to_dict())
        found = (<bytes>(<const char *>&cost.demand)[:DEMAND_BYTES], told.other)
        if len(COSTS) >= MAX_COSTS_KNOWN:
            COSTS.clear()
        if form is not None:
            COSTS[form] = found
    return found


cdef bint plain_price(object data, Demand *into) except -1:
    """Energy and Power of domains or of any domain. False: there is more in it, or something is wrong."""
    cdef int at, n
    memset(into, 0, sizeof(Demand))
    if type(data) is not dict:
        return False
    for key, value in (<dict>data).items():
        at = slot(COST, key)
        if at == COST_ENERGY:
            n = count(value, MAX_COUNT)
            if n < 0:
                return False
            into.energy = n
        elif at != COST_POWER or type(value) is not dict or not plain_power(<dict>value, into):
            return False
    return True


cdef bint plain_power(dict data, Demand *into) except -1:
    cdef int at, n
    for key, value in data.items():
        at = slot(DOMAIN, key)
        n = count(value, MAX_COUNT)
        if at < 0 or n < 0:
            return False
        if at < N_DOMAINS:
            into.power[at] = n
        else:
            into.any = n
    return True
