"""Verdicts about rows: no Verdict for each, the answer goes straight into columns."""

from libc.string cimport memcpy, memset

from riftcore._batch cimport PAYMENT_BYTES, PaymentRecord, payment_pack
from riftcore._column cimport column_new
from riftcore._play cimport perform
from riftcore._position cimport position_copy
from riftcore._record cimport DEMAND_BYTES, Demand
from riftcore._supply cimport Policy, policy_of

from riftcore.errors import RiftcoreError

cdef enum:
    INVALID = 255           # the code and the reason of a row that cannot be judged


cdef void answer_write(const Answers *into, Py_ssize_t i, const Outcome *out) noexcept nogil:
    """What was found, as row i of the columns."""
    cdef Demand d
    cdef PaymentRecord r
    memset(&d, 0, DEMAND_BYTES)
    memset(&r, 0, PAYMENT_BYTES)
    if out.code == 0 and out.paid:
        d = out.demand
        payment_pack(&out.payment, &r)
    elif out.quote.costs.n:
        d = out.quote.costs.cost[0]
    into.code[i] = out.code
    into.why[i] = out.why
    memcpy(into.cost + i * DEMAND_BYTES, &d, DEMAND_BYTES)
    memcpy(into.payment + i * PAYMENT_BYTES, &r, PAYMENT_BYTES)


cdef void answer_invalid(const Answers *into, Py_ssize_t i) noexcept nogil:
    into.code[i] = into.why[i] = INVALID
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
        self.into.code = self.codes.data
        self.into.cost = self.costs.data
        self.into.payment = self.payments.data
        self.into.why = self.reasons.data
        memset(self.into.code, INVALID, self.codes.n)
        memset(self.into.why, INVALID, self.codes.n)
        memset(self.into.cost, 0, self.codes.n * DEMAND_BYTES)
        memset(self.into.payment, 0, self.codes.n * PAYMENT_BYTES)

    cdef int ask(self, State state, object action) except -1:
        """May this be done in the state? Into `out`; the state stays as it is. Integers are those of `legal_actions`."""
        if isinstance(action, int):
            if action < 0:
                raise RiftcoreError("the action is null, or no integer from 0 on")
            state.read_number(action, None, &self.act)
        else:
            state.read_act(action, &self.act)
        position_copy(&self.scratch, state.pos)
        perform(&state.table.tables, &self.scratch, &self.act, &self.policy, &self.out)
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

    def row(self, State state not None, action, i):
        """Ask about row i: its code."""
        self.ask_row(state, action, i)
        return self.out.code

    def rows(self, states, actions, again, on_bad):
        """Ask about all rows of States. ``again(i)`` judges one that is none; what fails goes to ``on_bad(i, error)``."""
        cdef Py_ssize_t i
        for i in range(self.codes.n):
            state = states[i]
            action = actions[i]
            try:
                if isinstance(state, State) and action is not None and not isinstance(action, (str, bytes)):
                    self.ask_row(state, action, i)
                else:
                    again(i)
            except (RiftcoreError, NotImplementedError) as error:
                on_bad(i, error)
