"""One question about every row: the GIL released, threads inside the call, nothing allocated but the answers.

Many rows are answered at once (_rows.pxd), straight from the caller's memory where they are whole blocks: each byte is read once,
and decides nothing but the answers of its row. Rows that are left are copied before their bounds are looked at, and trusted
afterwards: nobody who writes to the caller's memory meanwhile can lead the core astray.
"""

import os

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from riftcore.edge._batch cimport PAYMENT_BYTES, PaymentRecord, payment_pack
from riftcore.edge._column cimport Column, Rows, column_new, index_of, rows_of, target_of
from riftcore.edge._supply cimport Payment as PaymentValue, Policy, payment_new, policy_of, purpose_of
from riftcore.edge._threads cimport MAX_THREADS, look, lower_to, run_in_threads, take_part, threads_init
from riftcore.ground._cost cimport Cost
from riftcore.ground._interrupt cimport NO_BUDGET, Watch, watch_begin, watch_end, watch_join, watch_leave, watch_look
from riftcore.ground._record cimport DEMAND_BYTES, SUPPLY_BYTES, Demand, Supply, demand_fault, supply_fault
from riftcore.ground._types cimport LEGEND_READY, LEGEND_UNITS_ENERGY
from riftcore.payment cimport _pay, _payment, _policy
from riftcore.payment._pay cimport cheapest
from riftcore.payment._payable cimport payable
from riftcore.payment._rows cimport cheapest_rows16, cheapest_rows32, payable_rows16, payable_rows32, rows_at_once

from riftcore.edge._column import LAYOUTS
from riftcore.errors import CostError, RowError, shown

cdef enum:  # What is wanted
    PAYABLE
    REASON
    CHEAPEST

cdef enum:
    BAD = 255                   # the answer of a row that is out of bounds, where that is no error
    PART = 512                  # rows that a thread takes at a time, whole blocks
    BLOCK_ROWS = 32             # ... and answers together, at once or 16 at a time: as many as an unsigned int has bits
    N_GROUPS = 8                # of rows with the same cases to try: group_of
    FEW = 8                     # rows of a group that are faster one by one
    PAYABLE_ROWS = 16384        # a thread more for so many rows each: fewer do not pay for its start
    CHEAPEST_ROWS = 2048

threads_init()

#: The answer of a row that is out of bounds, where `invalid` is "mark".
INVALID = BAD
#: More threads than this are not started.
MOST_THREADS = MAX_THREADS
#: How many rows can be answered at once on this machine.
AT_ONCE = tuple(n for n in (1, 16, 32) if n <= rows_at_once())
_WANTED = {"payable": PAYABLE, "reason": REASON, "cheapest": CHEAPEST}


cdef extern from *:
    """
    /* Rows are read in steps that no processor foresees: have the bytes in the cache that come 4 KiB behind these. It is
       no harm if there are none. */
    static inline void fetch_ahead(const unsigned char *here, Py_ssize_t n)
    {
    #if defined(__GNUC__)
        Py_ssize_t i;
        for (i = 0; i < n; i += 64)
            __builtin_prefetch((const void *)((uintptr_t)here + 4096 + (uintptr_t)i));
    #else
        (void)here, (void)n;
    #endif
    }

    /* A row out of all bounds. */
    static const unsigned char NO_ROW[48] = {
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

    /* By the converters of a record: 1 where there is an Anomaly (low nibble), 2 where there is a Henge. */
    #define HENGES 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3
    static const unsigned char CONVERTER_CASES[256] = {
        0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        HENGES, HENGES, HENGES, HENGES, HENGES, HENGES, HENGES, HENGES,
        HENGES, HENGES, HENGES, HENGES, HENGES, HENGES, HENGES};
    """
    void fetch_ahead(const uint8_t *here, Py_ssize_t n) noexcept nogil
    const uint8_t *NO_ROW
    const uint8_t *CONVERTER_CASES


cdef struct Job:
    const uint8_t *records
    const uint8_t *costs
    Py_ssize_t cost_step        # bytes from the cost of a row to that of the next one; 0: one for all, with an index its size
    const uint8_t *index        # NULL: the costs are those of the rows in turn
    uint8_t *out
    const _policy.Policy *policy
    Py_ssize_t n                # rows
    Py_ssize_t n_costs
    int index_size              # bytes of an index; negative: signed
    int want
    Demand cost                 # the one for all
    bint mark                   # rows out of bounds are marked, and no error
    int at_once                 # rows: 32, 16, or 1
    Watch *watch                # of the call
    uint8_t apart[64]           # what threads change is not in a cache line with what all of them read
    Py_ssize_t threads          # that came so far
    Py_ssize_t taken            # parts: all of them,
    Py_ssize_t taken_at[2]      # ... and those from the start and from the end
    Py_ssize_t bad              # the first row that is out of bounds; n: none


cdef struct Block:              # rows as they were when they were looked at
    uint8_t records[BLOCK_ROWS * SUPPLY_BYTES]
    uint8_t costs[BLOCK_ROWS * DEMAND_BYTES]
    Py_ssize_t row[BLOCK_ROWS]  # of the job
    int n


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


cdef inline const uint8_t *cost_at(const Job *job, Py_ssize_t i) noexcept nogil:
    """The cost of row i; one of bytes that are all out of bounds where its index is."""
    if job.index is not NULL:
        i = index_at(job.index, job.index_size, i)
        if not 0 <= i < job.n_costs:
            return NO_ROW
    return job.costs + i * job.cost_step


cdef void work(void *shared) noexcept nogil:
    """Take parts of the job until there are none left."""
    cdef Job *job = <Job *>shared
    cdef Watch watch
    watch_join(&watch, job.watch)
    if job.want != CHEAPEST:
        work_payable(job)
    elif job.at_once > 1 and job.policy.default:
        work_cheapest(job)
    else:
        work_one_by_one(job)
    watch_leave(&watch)


cdef inline bint next_part(Job *job, int side, Py_ssize_t *first, Py_ssize_t *end) noexcept nogil:
    """Threads take parts from both sides, so that two of them work far from each other in memory.

    After an error the rows behind it need no answer. The rows before it do: one of them may be the first error.
    """
    cdef Py_ssize_t parts = (job.n + PART - 1) // PART
    cdef Py_ssize_t part
    while take_part(&job.taken, 1) < parts and not watch_look(0):
        part = take_part(&job.taken_at[side], 1)
        if side:
            part = parts - 1 - part
        first[0] = part * PART
        end[0] = min(first[0] + PART, job.n)
        if first[0] <= look(&job.bad):
            return True
    return False


cdef inline int side_of_thread(Job *job) noexcept nogil:
    """0: the start, 1: the end."""
    return take_part(&job.threads, 1) & 1


cdef inline void block_add(Block *block, Py_ssize_t row, const uint8_t *record, const uint8_t *cost) noexcept nogil:
    """Copy one row more."""
    cdef int n = block.n
    block.n = n + 1
    block.row[n] = row
    memcpy(&block.records[n * SUPPLY_BYTES], record, SUPPLY_BYTES)
    memcpy(&block.costs[n * DEMAND_BYTES], cost, DEMAND_BYTES)


cdef void block_fill(const Job *job, Block *block, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Copy these rows, at most BLOCK_ROWS of them."""
    block.n = 0
    while first < end and block.n < BLOCK_ROWS:
        block_add(block, first, job.records + first * SUPPLY_BYTES, cost_at(job, first))
        first += 1


cdef inline void answer_rest(Job *job, const Block *block, int n, unsigned int answered) noexcept nogil:
    """Answer those of the first n rows of a block that are not answered yet, one by one."""
    cdef int i
    if n == 0 or ~answered << (BLOCK_ROWS - n) == 0:
        return
    for i in range(n):
        if not answered >> i & 1 and not answer_one(job, block, i):
            lower_to(&job.bad, block.row[i])


cdef inline bint answer_one(const Job *job, const Block *block, int i) noexcept nogil:
    """Write the answer of one row; False where it is out of bounds and that is an error."""
    cdef const Supply *s = <const Supply *>&block.records[i * SUPPLY_BYTES]
    cdef const Demand *d = <const Demand *>&block.costs[i * DEMAND_BYTES]
    cdef _payment.Payment p
    cdef PaymentRecord r
    cdef bint fine = supply_fault(s) < 0 and demand_fault(d) < 0
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
        memcpy(job.out + block.row[i] * PAYMENT_BYTES, &r, PAYMENT_BYTES)
    elif fine:
        job.out[block.row[i]] = payable(s, d) ^ <uint8_t>(job.want == REASON)
    else:
        job.out[block.row[i]] = BAD
    return True


cdef void answer_here(Job *job, Py_ssize_t row) noexcept nogil:
    """Answer a row that lies alone."""
    cdef Block block
    block_fill(job, &block, row, row + 1)
    answer_rest(job, &block, 1, 0)


cdef void work_one_by_one(Job *job) noexcept nogil:
    """Rows are copied in blocks here too: a byte that was stored by a wide move cannot be read at once by another move
    across its end."""
    cdef Block block
    cdef int side = side_of_thread(job)
    cdef Py_ssize_t first = 0, end = 0
    while next_part(job, side, &first, &end):
        while first < end:
            block_fill(job, &block, first, end)
            answer_rest(job, &block, block.n, 0)
            first += block.n


cdef void work_payable(Job *job) noexcept nogil:
    cdef Block block
    cdef int side = side_of_thread(job)
    cdef Py_ssize_t first = 0, end = 0
    memset(&block, 0, sizeof(Block))
    while next_part(job, side, &first, &end):
        while end - first >= BLOCK_ROWS:
            fetch_ahead(job.records + first * SUPPLY_BYTES, BLOCK_ROWS * SUPPLY_BYTES)
            fetch_ahead(job.costs + first * job.cost_step, BLOCK_ROWS * job.cost_step)
            answer_payable(job, &block, first, BLOCK_ROWS)
            first += BLOCK_ROWS
        if first < end:
            answer_payable(job, &block, first, end - first)


cdef inline void answer_payable(Job *job, Block *block, Py_ssize_t first, int n) noexcept nogil:
    """Rows of a block: straight from where they are if it is a whole one."""
    cdef uint8_t pays[BLOCK_ROWS]
    cdef const uint8_t *records = job.records + first * SUPPLY_BYTES
    cdef const uint8_t *costs = job.costs + first * job.cost_step
    cdef unsigned int answered = 0
    cdef uint64_t eight = 0
    cdef bint copied = n < BLOCK_ROWS
    cdef bint one = job.index is NULL and job.cost_step == 0
    cdef int i
    if copied:
        block_fill(job, block, first, first + n)
        records = block.records
    elif job.index is not NULL:
        for i in range(BLOCK_ROWS):
            memcpy(&block.costs[i * DEMAND_BYTES], cost_at(job, first + i), DEMAND_BYTES)
    if not one and (copied or job.index is not NULL):
        costs = block.costs
    if job.at_once == 32:
        answered = payable_rows32(records, costs, one, pays)
    elif job.at_once == 16:
        answered = payable_rows16(records, costs, one, pays)
        costs += 16 * job.cost_step
        answered |= payable_rows16(records + 16 * SUPPLY_BYTES, costs, one, &pays[16]) << 16
    if job.want == REASON:  # CODES: 0 ok, 1 unaffordable
        for i in range(0, BLOCK_ROWS, 8):
            memcpy(&eight, &pays[i], 8)
            eight ^= <uint64_t>0x0101010101010101
            memcpy(&pays[i], &eight, 8)
    memcpy(job.out + first, pays, n)
    if ~answered << (BLOCK_ROWS - n):
        if not copied:
            block_fill(job, block, first, first + n)
        answer_rest(job, block, n, answered)


cdef struct Group:              # rows with the same cases to try: where they lie, and where their answers go
    const uint8_t *record[BLOCK_ROWS]
    const uint8_t *cost[BLOCK_ROWS]
    uint8_t *out[BLOCK_ROWS]
    Py_ssize_t n


cdef inline int group_of(const uint8_t *record) noexcept nogil:
    """Which cases there are to try: an Anomaly, a Henge, a legend's [A][A]."""
    cdef const Supply *s = <const Supply *>record
    return CONVERTER_CASES[s.converters] + 4 * (s.legend == LEGEND_READY | LEGEND_UNITS_ENERGY)


cdef void work_cheapest(Job *job) noexcept nogil:
    """Rows with the same cases are answered together, so that none waits for the cases of another."""
    cdef int side = side_of_thread(job)
    cdef Group groups[N_GROUPS]
    cdef Group *group
    cdef const uint8_t *record
    cdef const uint8_t *cost
    cdef const uint8_t *index = job.index
    cdef uint8_t *out
    cdef uint8_t nowhere[PAYMENT_BYTES]
    cdef Py_ssize_t first = 0, end = 0, step = job.cost_step, i, n
    for i in range(N_GROUPS):
        groups[i].n = 0
    while next_part(job, side, &first, &end):
        record = job.records + first * SUPPLY_BYTES
        cost = job.costs + first * step
        out = job.out + first * PAYMENT_BYTES
        for i in range(first, end):
            group = &groups[group_of(record)]
            n = group.n
            group.n = n + 1
            group.record[n] = record
            group.cost[n] = cost if index is NULL else cost_at(job, i)
            group.out[n] = out
            fetch_ahead(record, 1)
            fetch_ahead(cost, 1)
            fetch_ahead(out, 1)
            if n == BLOCK_ROWS - 1:
                answer_cheapest(job, group)
            record += SUPPLY_BYTES
            cost += step
            out += PAYMENT_BYTES
    for i in range(N_GROUPS):
        for n in range(groups[i].n, BLOCK_ROWS):
            groups[i].record[n] = NO_ROW
            groups[i].cost[n] = NO_ROW
            groups[i].out[n] = nowhere
        answer_cheapest(job, &groups[i])


cdef void answer_cheapest(Job *job, Group *group) noexcept nogil:
    """The rows of a group, which is empty afterwards. What is behind its last row is answered too, and goes nowhere."""
    cdef unsigned int answered = 0
    cdef Py_ssize_t i, n = group.n
    group.n = 0
    if n > FEW:
        if job.at_once == 32:
            answered = cheapest_rows32(group.record, group.cost, group.out)
        else:
            answered = cheapest_rows16(group.record, group.cost, group.out)
            if n > 16:
                answered |= cheapest_rows16(&group.record[16], &group.cost[16], &group.out[16]) << 16
    if n and ~answered << (BLOCK_ROWS - n):
        for i in range(n):
            if not answered >> i & 1:
                answer_here(job, (group.out[i] - job.out) // PAYMENT_BYTES)


def evaluate(records, costs, *, want="payable", index=None, policy=None, invalid="raise", out=None, threads=0, at_once=0):
    """See `riftcore.batch.evaluate`; here costs are rows of 16 bytes. `at_once`: answer so many rows at a time (AT_ONCE)."""
    cdef Job job
    cdef Watch watch
    cdef Policy order = policy_of(policy)
    cdef Rows piece, numbers = None
    cdef list supplies = rows_of(records, SUPPLY_BYTES, "records")
    cdef list demands = rows_of(costs, DEMAND_BYTES, "costs")
    cdef Py_ssize_t n = rows_in(supplies)
    cdef Py_ssize_t n_costs = rows_in(demands)
    cdef Py_ssize_t base = 0, end = n
    cdef int size, n_threads
    cdef bint one = False       # cost for all
    if want not in _WANTED:
        raise ValueError(f"want={shown(want)}: expected one of {', '.join(_WANTED)}")
    if invalid not in ("raise", "mark"):
        raise ValueError(f"invalid={shown(invalid)}: expected raise or mark")
    memset(&job, 0, sizeof(Job))
    job.want = _WANTED[want]
    job.mark = invalid == "mark"
    job.policy = &order.policy
    if at_once and at_once not in AT_ONCE:
        raise ValueError(f"at_once={shown(at_once)}: expected one of {AT_ONCE}, as this machine can")
    job.at_once = at_once or max(AT_ONCE)
    n_threads = threads_for(threads, n, CHEAPEST_ROWS if job.want == CHEAPEST else PAYABLE_ROWS)
    if index is not None:
        numbers = index_of(index)
        if numbers.n != n:
            raise ValueError(f"index: {numbers.n} numbers for {n} records: expected one each")
        if n and not n_costs:
            raise ValueError("costs: expected a table with rows, found none")
        if len(demands) > 1:
            raise ValueError("costs: expected a table in one piece, found an Arrow array of several chunks: combine them")
        job.index_size = -numbers.size if numbers.signed else numbers.size
    elif n_costs == 1 and n > 1:
        one = True
    elif n_costs != n and not (n_costs == 1 and n == 0):
        raise ValueError(f"costs: {n_costs} rows for {n} records: expected one, one each, or a table with index=")
    if one or numbers is not None:
        check_costs(demands, &job.cost)
    size = PAYMENT_BYTES if job.want == CHEAPEST else 1
    answers = column_new("payment" if job.want == CHEAPEST else "code", n) if out is None else out
    cdef Rows target = target_of(answers, size, n)
    for piece in supplies + demands + ([] if numbers is None else [numbers]):
        if piece.data < target.data + n * size and target.data < piece.data + piece.n * piece.size:
            raise ValueError("out: shares memory with what it is asked about")
    # Pieces: an Arrow array may come in chunks, records in other ones than costs.
    cdef const uint8_t *shared = <const uint8_t *>&job.cost if one else NULL
    if numbers is not None:
        shared = at_row(demands, 0, &end)
    job.cost_step = 0 if one else DEMAND_BYTES
    while base < n:
        end = n
        job.records = at_row(supplies, base, &end)
        job.costs = shared if shared is not NULL else at_row(demands, base, &end)
        if numbers is not None:
            job.index = numbers.data + base * numbers.size
        job.out = <uint8_t *>target.data + base * size
        job.n_costs = n_costs
        job.n = job.bad = end - base
        job.threads = job.taken = job.taken_at[0] = job.taken_at[1] = 0
        watch_begin(&watch, NO_BUDGET)
        job.watch = &watch
        with nogil:
            if n_threads > 1:
                run_in_threads(work, &job, n_threads, watch_look)
            else:
                work(&job)
        watch_end(&watch)
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
    cdef _payment.Payment p
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
    memcpy(&d, cost_at(job, i), DEMAND_BYTES)
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
        raise ValueError(f"threads={shown(threads)}: expected a whole number, 0 for all cores")
    if n < 2 * rows:
        return 1
    if threads == 0:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(threads, MOST_THREADS, n // rows)
