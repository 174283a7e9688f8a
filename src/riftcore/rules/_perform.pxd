"""An act from its start to its end: what it does, by its form (353-359, 398-406, 444)."""

from riftcore.cards._cards cimport Tables
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport Act, Position
from riftcore.rules._doing cimport Outcome
from riftcore.rules._forces cimport Forces

cdef void perform(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil
