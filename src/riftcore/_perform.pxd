"""An act from its start to its end: what it does, by its form (353-359, 398-406, 444)."""

from riftcore._cards cimport Tables
from riftcore._doing cimport Outcome
from riftcore._forces cimport Forces
from riftcore._policy cimport Policy
from riftcore._position cimport Act, Position

cdef void perform(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil
