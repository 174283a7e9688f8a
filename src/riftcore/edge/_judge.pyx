"""Verdicts about rows: no Verdict for each, the answer goes straight into columns."""

from libc.string cimport memcmp, memcpy, memset

from riftcore.edge._batch cimport PAYMENT_BYTES, PaymentRecord, payment_pack
from riftcore.edge._column cimport column_new
from riftcore.edge._kept cimport Kept
from riftcore.edge._supply cimport Policy, policy_of
from riftcore.edge._verdict cimport Verdict
from riftcore.ground._cost cimport cost_from_demand
from riftcore.ground._record cimport DEMAND_BYTES, Demand, Supply
from riftcore.ground._types cimport N_DOMAINS
from riftcore.position._position cimport position_copy
from riftcore.rules._perform cimport has_price, perform
from riftcore.search._ways cimport Desk

from riftcore.ground._types import DOMAINS
from riftcore.errors import RiftcoreError

cdef enum:
    INVALID = 255           # the code and the reason of a row that cannot be judged
    PRICE_BYTES = 12        # of a Demand: all but what it is for
    POOL_BYTES = 13         # of a Supply, from `energy` to `gear_universal`


cdef void answer_write(const Answers *into, Py_ssize_t i, const Outcome *out) noexcept nogil:
    """What was found, as row i of the columns."""
    cdef Demand d
    cdef PaymentRecord r
    cdef int plain = 0
    memset(&d, 0, DEMAND_BYTES)
    memset(&r, 0, PAYMENT_BYTES)
    if out.code == 0 and out.paid:
        d = out.demand
        payment_pack(&out.payment, &r)
        if out.n_used == 0 and not has_pool(&out.supply):
            plain |= PAYMENT_IS_PLAIN
    else:
        plain |= PAYMENT_IS_PLAIN
        if out.quote.costs.n:
            d = out.quote.costs.cost[0]
    if out.quote.costs.n == 0:
        plain |= NO_COST
    elif out.quote.costs.n == 1 and out.quote.n_parts == 0 and not out.quote.exhausts_self:
        # Without what it is for: that is not written into costs that are not paid.
        if memcmp(&d, &out.quote.costs.cost[0], PRICE_BYTES) == 0:
            plain |= COST_IS_PLAIN
    into.code[i] = out.code
    into.why[i] = out.why
    into.plain[i] = plain
    memcpy(into.cost + i * DEMAND_BYTES, &d, DEMAND_BYTES)
    memcpy(into.payment + i * PAYMENT_BYTES, &r, PAYMENT_BYTES)


cdef bint has_pool(const Supply *s) noexcept nogil:
    """Is there anything in the pool?"""
    cdef const unsigned char *pool = &s.energy
    cdef int i
    for i in range(POOL_BYTES):
        if pool[i]:
            return True
    return False


cdef void answer_invalid(const Answers *into, Py_ssize_t i) noexcept nogil:
    into.code[i] = into.why[i] = INVALID
    into.plain[i] = PAYMENT_IS_PLAIN | NO_COST
    memset(into.cost + i * DEMAND_BYTES, 0, DEMAND_BYTES)
    memset(into.payment + i * PAYMENT_BYTES, 0, PAYMENT_BYTES)


cdef class Judge:
    """Asks about n rows, one after the other, and keeps the columns: codes, costs, payments, reasons (numbers of REASONS).

    Every row is invalid until it is asked about.
    """

    def __cinit__(self, n, policy=None):
        cdef Policy order = policy_of(policy)
        self.policy = order.policy
        self.codes = column_new("code", n)
        self.costs = column_new("cost", n)
        self.payments = column_new("payment", n)
        self.reasons = column_new("code", n)
        self.plain = column_new("code", n)
        self.into.code = self.codes.data
        self.into.cost = self.costs.data
        self.into.payment = self.payments.data
        self.into.why = self.reasons.data
        self.into.plain = self.plain.data
        memset(self.into.plain, PAYMENT_IS_PLAIN | NO_COST, self.codes.n)
        memset(self.into.code, INVALID, self.codes.n)
        memset(self.into.why, INVALID, self.codes.n)
        memset(self.into.cost, 0, self.codes.n * DEMAND_BYTES)
        memset(self.into.payment, 0, self.codes.n * PAYMENT_BYTES)

    cdef int ask(self, State state, object action) except -1:
        """May this be done in the state? Into `out`; the state stays as it is. Integers are those of `legal_actions`."""
        cdef CardTable table
        cdef Desk desk
        cdef Kept kept = None
        if isinstance(action, int):
            if action < 0:
                raise RiftcoreError("the action is null, or no integer from 0 on")
            state.read_number(action, None, &self.act, &desk)
            table = state.table
        else:
            table = state.read_asked(action, &self.act)
        if table is state.table and has_price(&self.act):
            kept = state.forces(self.act.player)
        position_copy(&self.scratch, state.pos)
        self.table = table
        perform(&table.tables, &self.scratch, NULL if kept is None else kept.w, &self.act, &self.policy, &self.out)
        return 0

    cdef int ask_row(self, State state, object action, Py_ssize_t i) except -1:
        """The same, into row i of the columns too. A row that cannot be read raises, and stays invalid."""
        if not 0 <= i < self.codes.n:
            raise IndexError(f"row {i} of {self.codes.n}")
        self.ask(state, action)
        answer_write(&self.into, i, &self.out)
        return 0

    cdef void invalid(self, Py_ssize_t i) noexcept nogil:
        """Row i cannot be judged after all."""
        answer_invalid(&self.into, i)

    def verdict(self, State state not None, action):
        """The whole answer, for what the columns do not tell."""
        cdef Verdict verdict
        self.ask(state, action)
        verdict = state.verdict_of(&self.out, self.table)
        verdict.name_given(&self.act)
        return verdict

    def row(self, State state not None, action, i):
        """Ask about row i: its code."""
        self.ask_row(state, action, i)
        return self.out.code

    def rows(self, states, actions, again, on_bad):
        """Ask about all rows of States; one action is for all. ``again(i)`` judges one that is none; what fails goes to ``on_bad(i, error)``."""
        cdef Py_ssize_t i
        cdef bint many = len(actions) != 1
        for i in range(self.codes.n):
            state = states[i]
            action = actions[i if many else 0]
            try:
                if isinstance(state, State) and action is not None and not isinstance(action, (str, bytes)):
                    self.ask_row(state, action, i)
                else:
                    again(i)
            except Exception as error:  # whatever is wrong with a row is an answer about that row
                on_bad(i, error)


def plain_cost(row):
    """The Cost of a row of costs."""
    cdef bytes raw = row
    cdef Demand d
    if len(raw) != DEMAND_BYTES:
        raise ValueError(f"a cost has {<int>DEMAND_BYTES} bytes, found {len(raw)}")
    memcpy(&d, <const char *>raw, DEMAND_BYTES)
    return cost_from_demand(&d, ())


def plain_steps(row):
    """The steps of a row of payments in which runes alone pay, as `Payment.steps` gives them."""
    cdef bytes raw = row
    cdef list steps = []
    if len(raw) != PAYMENT_BYTES:
        raise ValueError(f"a payment has {<int>PAYMENT_BYTES} bytes, found {len(raw)}")
    for i, n in enumerate(raw[:2 * N_DOMAINS]):
        if n:
            steps.append({"exhaust" if i < N_DOMAINS else "recycle": DOMAINS[i % N_DOMAINS], "n": n})
    return steps
