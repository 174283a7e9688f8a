"""Verdicts about rows: no Verdict for each, the answer goes straight into columns."""

from libc.stdint cimport uint8_t

from riftcore.cards._cards cimport CardTable
from riftcore.edge._column cimport Column
from riftcore.edge._state cimport State
from riftcore.payment._policy cimport Policy as PolicyStruct
from riftcore.position._position cimport Act, Position
from riftcore.rules._doing cimport Outcome


cdef enum:                  # what the columns tell whole
    COST_IS_PLAIN = 1       # there is one total cost, and it is Energy and Power
    PAYMENT_IS_PLAIN = 2    # only runes pay, or nothing does
    NO_COST = 4             # the action was refused before there was a cost


cdef struct Answers:        # one column each, by row
    uint8_t *code           # CODE_*
    uint8_t *cost           # 16 bytes a row: what is paid with its purpose, or the first cost that was asked
    uint8_t *payment        # 32 bytes a row: the best payment, zeros where there is none
    uint8_t *why            # WHY_*
    uint8_t *plain          # COST_IS_PLAIN, PAYMENT_IS_PLAIN


cdef class Judge:
    cdef Answers into       # of the columns
    cdef readonly Column codes
    cdef readonly Column costs
    cdef readonly Column payments
    cdef readonly Column reasons
    cdef readonly Column plain
    cdef PolicyStruct policy
    cdef CardTable table    # that was asked with
    cdef Act act            # the last action that was asked about,
    cdef Outcome out        # ... and what was found
    cdef Position scratch   # room to carry it out

    cdef int ask(self, State state, object action) except -1
    cdef int ask_row(self, State state, object action, Py_ssize_t i) except -1
    cdef void invalid(self, Py_ssize_t i) noexcept nogil


cdef void answer_write(const Answers *into, Py_ssize_t i, const Outcome *out) noexcept nogil
cdef void answer_invalid(const Answers *into, Py_ssize_t i) noexcept nogil
