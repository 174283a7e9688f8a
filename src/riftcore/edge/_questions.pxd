"""Scenario rows, from JSON to the columns of the answers."""

from riftcore.edge._judge cimport Judge
from riftcore.edge._state cimport State
from riftcore.ground._record cimport Demand


cdef class Questions:
    cdef object catalog
    cdef Judge judge
    cdef object name            # of the row in question
    cdef readonly list ids
    cdef readonly list codes
    cdef readonly list rules
    cdef readonly list costs
    cdef readonly list payments
    cdef readonly list best
    cdef readonly list bad

    cdef State ask_text(self, bytes text, object number)
    cdef State ask_plain(self, dict data)
    cdef int write_invalid(self) except -1
    cdef int write(self, State state) except -1
    cdef str costs_text(self, State state)
    cdef str cost_text(self, const Demand *cost)


