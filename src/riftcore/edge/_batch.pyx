"""Loops over records: one crossing of the boundary per batch, the GIL released, nothing allocated."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from riftcore.edge._supply cimport Policy, policy_of
from riftcore.ground._lanes cimport lanes_into
from riftcore.ground._record cimport DEMAND_BYTES, SUPPLY_BYTES, Demand, Supply, demand_fault, supply_fault
from riftcore.payment._distinct cimport walk_count
from riftcore.payment._pay cimport cheapest
from riftcore.payment._payable cimport payable


cdef Py_ssize_t rows(const uint8_t[::1] buffer, Py_ssize_t size, str what) except -1:
    if buffer.shape[0] % size:
        raise ValueError(f"{what}: {buffer.shape[0]} bytes are no whole number of rows of {size}")
    return buffer.shape[0] // size


cdef Py_ssize_t paired(const uint8_t[::1] records, const uint8_t[::1] demands) except -1:
    """Rows of the batch, every one of them within bounds."""
    cdef Py_ssize_t n = rows(records, SUPPLY_BYTES, "records")
    cdef Py_ssize_t i
    cdef Py_ssize_t bad = -1
    cdef int at = -1
    if rows(demands, DEMAND_BYTES, "demands") != n:
        raise ValueError(f"{n} records but {demands.shape[0] // DEMAND_BYTES} demands: expected one each")
    with nogil:
        for i in range(n):
            at = supply_fault(<const Supply *>&records[i * SUPPLY_BYTES])
            if at < 0:
                at = demand_fault(<const Demand *>&demands[i * DEMAND_BYTES])
            if at >= 0:
                bad = i
                break
    if bad >= 0:
        raise ValueError(f"row {bad}: byte {at} is out of bounds (docs/record.md)")
    return n


def payable_rows(const uint8_t[::1] records, const uint8_t[::1] demands, uint8_t[::1] out, int rounds=1):
    """out[i] = 1 where record i pays demand i, else 0. Returns how many do.

    ``rounds`` asks all of it so often, the bounds looked at once: to measure the question alone.
    """
    cdef Py_ssize_t n = paired(records, demands)
    cdef Py_ssize_t i, yes = 0
    cdef int left = rounds
    if out.shape[0] != n:
        raise ValueError(f"out has {out.shape[0]} bytes: expected {n}")
    with nogil:
        while left > 0:
            left -= 1
            yes = 0
            for i in range(n):
                out[i] = payable(<const Supply *>&records[i * SUPPLY_BYTES], <const Demand *>&demands[i * DEMAND_BYTES])
                yes += out[i]
    return yes


def cheapest_rows(const uint8_t[::1] records, const uint8_t[::1] demands, uint8_t[::1] out, policy=None, int rounds=1):
    """out[32 i ...] = the best payment of row i, or zeros. Returns how many rows can be paid.

    ``rounds``: as above; only the last one writes.
    """
    cdef Py_ssize_t n = paired(records, demands)
    cdef Py_ssize_t i, yes = 0
    cdef int left = rounds
    cdef Policy order = policy_of(policy)
    cdef Payment p
    cdef PaymentRecord r
    cdef bint pays
    if out.shape[0] != n * PAYMENT_BYTES:
        raise ValueError(f"out has {out.shape[0]} bytes: expected {n * PAYMENT_BYTES}")
    with nogil:
        while left > 0:
            left -= 1
            yes = 0
            for i in range(n):
                pays = cheapest(
                    <const Supply *>&records[i * SUPPLY_BYTES], <const Demand *>&demands[i * DEMAND_BYTES],
                    &order.policy, &p,
                )
                yes += pays
                if left == 0:
                    if pays:
                        payment_pack(&p, &r)
                    else:
                        memset(&r, 0, PAYMENT_BYTES)
                    memcpy(&out[i * PAYMENT_BYTES], &r, PAYMENT_BYTES)
    return yes


def count_rows(const uint8_t[::1] records, const uint8_t[::1] demands, unsigned long long limit=0):
    """How many distinct payments the rows have together; at most `limit` counted a row (0: all)."""
    cdef Py_ssize_t n = paired(records, demands)
    cdef Py_ssize_t i
    cdef unsigned long long total = 0
    with nogil:
        for i in range(n):
            total += walk_count(
                <const Supply *>&records[i * SUPPLY_BYTES], <const Demand *>&demands[i * DEMAND_BYTES], limit
            )
    return total


cdef void payment_pack(const Payment *p, PaymentRecord *r) noexcept nogil:
    cdef int i
    lanes_into(r.exhaust, p.exhaust)
    lanes_into(r.recycle, p.recycle)
    lanes_into(r.seals, p.seals)
    r.one = p.one
    r.two = p.two
    r.lux = p.lux
    r.honeyfruit = p.honeyfruit
    r.honeyfruit_both = p.honeyfruit_both
    r.gold = p.gold
    r.objects = p.anomaly | p.henge << 1 | p.legend << 2
    r.anomaly_x = p.anomaly_x
    r.henge_x = p.henge_x
    memset(r.borrowed, 0, 4)
    for i in range(p.borrowers):
        r.borrowed[i] = p.borrowed[i] + 1
    r.payable = 1
