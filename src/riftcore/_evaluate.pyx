"""One question about every row: the GIL released, threads inside the call, nothing allocated but the answers.

Rows are copied before their bounds are looked at, and trusted afterwards: nobody who writes to the caller's memory
meanwhile can lead the core astray. They are copied in blocks, since a byte that was stored by a wide move cannot be read
at once by another move across its end.
"""

import os

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

from riftcore cimport _pay
from riftcore._batch cimport PAYMENT_BYTES, PaymentRecord, payment_pack
from riftcore._column cimport Column, Rows, column_new, index_of, rows_of, target_of
from riftcore._cost cimport Cost
from riftcore._pay cimport cheapest
from riftcore._payable cimport payable
from riftcore._payable16 cimport payable16
from riftcore._record cimport DEMAND_BYTES, SUPPLY_BYTES, Demand, Supply, demand_fault, supply_fault
from riftcore._supply cimport Payment as PaymentValue
from riftcore._supply cimport Policy, payment_new, policy_of, purpose_of
from riftcore._threads cimport MAX_THREADS, look, lower_to, run_in_threads, take_part

from riftcore._column import LAYOUTS
from riftcore.errors import CostError, RowError

cdef enum:  # What is wanted
    PAYABLE
    REASON
    CHEAPEST

cdef enum:
    BAD = 255                   # the answer of a row that is out of bounds, where that is no error
    PART = 2048                 # rows that a thread takes at a time
    BLOCK_ROWS = 64             # ... and copies: 4 KiB
    SIXTEEN = 16                # ... and answers at once
    PAYABLE_ROWS = 16384        # a thread more for so many rows each: fewer do not pay for its start
    CHEAPEST_ROWS = 2048

#: The answer of a row that is out of bounds, where `invalid` is "mark".
INVALID = BAD
#: More threads than this are not started.
MOST_THREADS = MAX_THREADS
_WANTED = {"payable": PAYABLE, "reason": REASON, "cheapest": CHEAPEST}


cdef struct Job:
    const uint8_t *records
    const uint8_t *costs
    const uint8_t *index        # NULL: cost i is that of row i, or the only one
    uint8_t *out
    const _pay.Policy *policy
    Py_ssize_t n                # rows
    Py_ssize_t n_costs
    Py_ssize_t next             # the first row that no thread has taken
    Py_ssize_t bad              # the first row that is out of bounds; n: none
    int index_size              # bytes of an index; negative: signed
    int want
    bint one                    # one cost for all: this
    Demand cost
    bint mark                   # rows out of bounds are marked, and no error


cdef struct Block:              # rows as they were when they were looked at
    uint8_t records[BLOCK_ROWS * SUPPLY_BYTES]
    uint8_t costs[BLOCK_ROWS * DEMAND_BYTES]


cdef inline Py_ssize_t index_at(const uint8_t *index, int size, Py_ssize_t i) noexcept nogil:
    """The number of the cost of row i, wherever it lies in memory; what is negative or too large for this machine is -1."""
    cdef int64_t wide = 0
    cdef int bytes_each = size if size > 0 else -size
    memcpy(&wide, index + i * bytes_each, bytes_each)  # little-endian, see _column
    if size == -1:
        return <int8_t>wide
    if size == -2:
        return <int16_t>wide
    if size == -4:
        return <int32_t>wide
    return -1 if wide < 0 else wide


cdef inline void read_cost(const Job *job, Py_ssize_t i, uint8_t *into) noexcept nogil:
    """Copy the cost of row i; one of bytes that are all out of bounds where its index is."""
    cdef Py_ssize_t at = i
    if job.index is not NULL:
        at = index_at(job.index, job.index_size, i)
    if 0 <= at < job.n_costs:
        memcpy(into, job.costs + at * DEMAND_BYTES, DEMAND_BYTES)
    else:
        memset(into, 0xFF, DEMAND_BYTES)


cdef void work(void *shared) noexcept nogil:
    """Take parts of the job until there are none left."""
    cdef Job *job = <Job *>shared
    cdef Block block
    cdef Py_ssize_t first, start, end, i, n
    while True:
        first = take_part(&job.next, PART)
        # Behind a row that is an error nothing matters any more; before it everything does: it may not be the first.
        if first >= job.n or first > look(&job.bad):
            return
        start = first
        end = min(first + PART, job.n)
        while start < end:
            n = min(BLOCK_ROWS, end - start)
            memcpy(block.records, job.records + start * SUPPLY_BYTES, n * SUPPLY_BYTES)
            if job.index is not NULL:
                for i in range(n):
                    read_cost(job, start + i, &block.costs[i * DEMAND_BYTES])
            elif not job.one:
                memcpy(block.costs, job.costs + start * DEMAND_BYTES, n * DEMAND_BYTES)
            i = answer(job, &block, start, n)
            if i < n:
                lower_to(&job.bad, start + i)
                return
            start += n


cdef Py_ssize_t answer(const Job *job, const Block *block, Py_ssize_t start, Py_ssize_t n) noexcept nogil:
    """Write the answers of n rows from `start` on; n, or which row of the block is out of bounds where that is an error."""
    cdef uint8_t pays[SIXTEEN]
    cdef Py_ssize_t i = 0, k, few
    cdef int simple
    cdef uint8_t reason = job.want == REASON  # CODES: 0 ok, 1 unaffordable
    while i < n:
        few = min(SIXTEEN, n - i)
        simple = 0
        if job.want != CHEAPEST and few == SIXTEEN:
            simple = payable16(
                &block.records[i * SUPPLY_BYTES],
                <const void *>&job.cost if job.one else <const void *>&block.costs[i * DEMAND_BYTES], job.one, pays,
            )
            for k in range(SIXTEEN):
                job.out[start + i + k] = pays[k] ^ reason
        if simple != 0xFFFF:
            for k in range(few):
                if not simple >> k & 1 and not answer_one(job, block, start, i + k):
                    return i + k
        i += few
    return n


cdef inline bint answer_one(const Job *job, const Block *block, Py_ssize_t start, Py_ssize_t i) noexcept nogil:
    """Write the answer of one row; False where it is out of bounds and that is an error."""
    cdef const Supply *s = <const Supply *>&block.records[i * SUPPLY_BYTES]
    cdef const Demand *d = &job.cost if job.one else <const Demand *>&block.costs[i * DEMAND_BYTES]
    cdef _pay.Payment p
    cdef PaymentRecord r
    cdef bint fine = supply_fault(s) < 0 and (job.one or demand_fault(d) < 0)
    if not fine and not job.mark:
        return False
    if job.want == CHEAPEST:
        if not fine:
            memset(&r, 0, PAYMENT_BYTES)
            r.payable = BAD
        elif cheapest(s, d, job.policy, &p):
            payment_pack(&p, &r)
        else:
            memset(&r, 0, PAYMENT_BYTES)
        memcpy(job.out + (start + i) * PAYMENT_BYTES, &r, PAYMENT_BYTES)
    elif fine:
        job.out[start + i] = payable(s, d) ^ <uint8_t>(job.want == REASON)
    else:
        job.out[start + i] = BAD
    return True


def evaluate(records, costs, *, want="payable", index=None, policy=None, invalid="raise", out=None, threads=0):
    """See `riftcore.batch.evaluate`; here costs are rows of 16 bytes."""
    cdef Job job
    cdef Policy order = policy_of(policy)
    cdef Rows piece, numbers = None
    cdef list supplies = rows_of(records, SUPPLY_BYTES, "records")
    cdef list demands = rows_of(costs, DEMAND_BYTES, "costs")
    cdef Py_ssize_t n = rows_in(supplies)
    cdef Py_ssize_t n_costs = rows_in(demands)
    cdef Py_ssize_t base = 0, end = n
    cdef int size, n_threads
    if want not in _WANTED:
        raise ValueError(f"want={want!r}: expected one of {', '.join(_WANTED)}")
    if invalid not in ("raise", "mark"):
        raise ValueError(f"invalid={invalid!r}: expected raise or mark")
    memset(&job, 0, sizeof(Job))
    job.want = _WANTED[want]
    job.mark = invalid == "mark"
    job.policy = &order.policy
    n_threads = threads_for(threads, n, CHEAPEST_ROWS if job.want == CHEAPEST else PAYABLE_ROWS)
    if index is not None:
        numbers = index_of(index)
        if numbers.n != n:
            raise ValueError(f"index: {numbers.n} numbers for {n} records: expected one each")
        if len(demands) > 1:
            raise ValueError("costs: expected a table in one piece, found an Arrow array of several chunks: combine them")
        job.index_size = -numbers.size if numbers.signed else numbers.size
    elif n_costs == 1 and n > 1:
        job.one = True
    elif n_costs != n and not (n_costs == 1 and n == 0):
        raise ValueError(f"costs: {n_costs} rows for {n} records: expected one, one each, or a table with index=")
    if job.one or numbers is not None:
        check_costs(demands, &job.cost)
    size = PAYMENT_BYTES if job.want == CHEAPEST else 1
    answers = column_new("payment" if job.want == CHEAPEST else "code", n) if out is None else out
    cdef Rows target = target_of(answers, size, n)
    for piece in supplies + demands + ([] if numbers is None else [numbers]):
        if piece.data < target.data + n * size and target.data < piece.data + piece.n * piece.size:
            raise ValueError("out: shares memory with what it is asked about")
    # Pieces: an Arrow array may come in chunks, records in other ones than costs.
    cdef const uint8_t *shared = at_row(demands, 0, &end) if job.one or numbers is not None else NULL
    while base < n:
        end = n
        job.records = at_row(supplies, base, &end)
        job.costs = shared if shared is not NULL else at_row(demands, base, &end)
        if numbers is not None:
            job.index = numbers.data + base * numbers.size
        job.out = <uint8_t *>target.data + base * size
        job.n_costs = n_costs
        job.n = job.bad = end - base
        job.next = 0
        with nogil:
            if n_threads > 1:
                run_in_threads(work, &job, n_threads)
            else:
                work(&job)
        if job.bad < job.n:
            raise row_error(&job, base)
        base = end
    return answers


def cost_column(costs, purpose=None, bint showdown=False):
    """Costs as a column of rows, all of them for this purpose."""
    cdef list listed = list(costs)
    cdef Column column = column_new("cost", len(listed))
    cdef int number = purpose_of(purpose)
    cdef Demand d
    cdef Py_ssize_t i
    for i, cost in enumerate(listed):
        if not isinstance(cost, Cost):
            raise TypeError(f"costs: row {i}: expected a Cost, found {type(cost).__name__}")
        if (<Cost>cost).other:
            raise CostError(f"costs: row {i}: {cost}: expected Energy and Power only, found other parts")
        d = (<Cost>cost).demand
        d.purpose = number
        d.showdown = showdown
        memcpy(column.data + i * DEMAND_BYTES, &d, DEMAND_BYTES)
    return column


def payment_column(payments):
    """Payments as a column of rows; None is a row of zeros."""
    cdef list listed = list(payments)
    cdef Column column = column_new("payment", len(listed))
    cdef PaymentRecord r
    cdef Py_ssize_t i
    for i, payment in enumerate(listed):
        memset(&r, 0, PAYMENT_BYTES)
        if payment is not None:
            payment_pack(&(<PaymentValue?>payment).payment, &r)
        memcpy(column.data + i * PAYMENT_BYTES, &r, PAYMENT_BYTES)
    return column


cdef int check_row(bytes record, bytes cost) except -1:
    if len(record) != SUPPLY_BYTES or len(cost) != DEMAND_BYTES:
        raise ValueError(f"a row has {SUPPLY_BYTES} and {DEMAND_BYTES} bytes, found {len(record)} and {len(cost)}")
    return 0


def payment_of(bytes record, bytes cost, policy=None):
    """The best Payment of one row, or None; the row is within bounds."""
    cdef Supply s
    cdef Demand d
    cdef _pay.Payment p
    check_row(record, cost)
    memcpy(&s, <const char *>record, SUPPLY_BYTES)
    memcpy(&d, <const char *>cost, DEMAND_BYTES)
    if not cheapest(&s, &d, &policy_of(policy).policy, &p):
        return None
    return payment_new(&p, &s, d.purpose, d.showdown, None)


def fault_text(bytes record, bytes cost):
    """What is out of bounds in a row, or None."""
    cdef Supply s
    cdef Demand d
    cdef int fault
    check_row(record, cost)
    memcpy(&s, <const char *>record, SUPPLY_BYTES)
    memcpy(&d, <const char *>cost, DEMAND_BYTES)
    fault = supply_fault(&s)
    if fault >= 0:
        return byte_text("record", fault, (<const uint8_t *>&s)[fault])
    fault = demand_fault(&d)
    if fault >= 0:
        return byte_text("cost", fault, (<const uint8_t *>&d)[fault])
    return None


cdef Py_ssize_t rows_in(list pieces) except -1:
    cdef Rows piece
    cdef Py_ssize_t n = 0
    for piece in pieces:
        n += piece.n
    return n


cdef const uint8_t *at_row(list pieces, Py_ssize_t row, Py_ssize_t *end) except? NULL:
    """Where that row lies; `end` becomes the row behind its piece, if that comes first. NULL: there is no such row."""
    cdef Rows piece
    cdef Py_ssize_t first = 0
    for piece in pieces:
        if first <= row < first + piece.n:
            end[0] = min(end[0], first + piece.n)
            return piece.data + (row - first) * piece.size
        first += piece.n
    return NULL


cdef int check_costs(list pieces, Demand *last) except -1:
    """All costs of a table, or the one for all, once: a fault in it is no fault of a row. The last one is copied."""
    cdef Rows piece
    cdef Py_ssize_t i, first = 0
    cdef int fault
    for piece in pieces:
        for i in range(piece.n):
            memcpy(last, piece.data + i * DEMAND_BYTES, DEMAND_BYTES)
            fault = demand_fault(last)
            if fault >= 0:
                raise RowError(f"costs: row {first + i}: {byte_text('cost', fault, piece.data[i * DEMAND_BYTES + fault])}", first + i, fault)
        first += piece.n
    return 0


cdef object row_error(const Job *job, Py_ssize_t base):
    """The error of the row at which the job stopped."""
    cdef Supply s
    cdef Demand d
    cdef Py_ssize_t i = job.bad
    cdef int fault
    row = base + i
    memcpy(&s, job.records + i * SUPPLY_BYTES, SUPPLY_BYTES)
    fault = supply_fault(&s)
    if fault >= 0:
        return RowError(f"records: row {row}: {byte_text('record', fault, (<const uint8_t *>&s)[fault])}", row, fault)
    if job.index is not NULL:
        at = index_at(job.index, job.index_size, i)
        if not 0 <= at < job.n_costs:
            return RowError(f"index: row {row}: expected 0 to {job.n_costs - 1}, found {at}", row)
    if not job.one:
        read_cost(job, i, <uint8_t *>&d)
        fault = demand_fault(&d)
        if fault >= 0:
            return RowError(f"costs: row {row}: {byte_text('cost', fault, (<const uint8_t *>&d)[fault])}", row, fault)
    return RowError(f"row {row} was out of bounds, and was changed since", row)


def byte_text(kind, int at, int value):
    """What is wrong with this byte of a row: its field by name."""
    first = 0
    for name, form in LAYOUTS[kind]:
        length = 2 if form == "H" else int(form.rstrip("B") or 1)
        if at < first + length:
            inside = f"[{at - first}]" if length > 1 and form != "H" else ""
            return f"{name}{inside} (byte {at} of the {kind}) is {value}, which is out of bounds (docs/record.md)"
        first += length
    raise AssertionError(f"byte {at} of a {kind}")


cdef int threads_for(object threads, Py_ssize_t n, Py_ssize_t rows) except -1:
    """How many threads: as asked for, at most all cores for 0, and not more than the rows keep busy."""
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 0:
        raise ValueError(f"threads={threads!r}: expected a whole number, 0 for all cores")
    if n < 2 * rows:
        return 1
    if threads == 0:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(threads, MOST_THREADS, n // rows)
