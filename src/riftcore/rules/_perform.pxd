"""An act from its start to its end: what it does, by its form (353-359, 398-406, 444)."""

from riftcore.cards._clauses cimport Tables
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport ACT_ADD, ACT_EVENT, ACT_PAY, Act, Position
from riftcore.rules._doing cimport Outcome
from riftcore.rules._forces cimport Forces

cdef void perform(
    const Tables *t, Position *pos, const Forces *w, Act *act, const Policy *policy, Outcome *out
) noexcept nogil


cdef inline bint has_price(const Act *act) noexcept nogil:
    """Does what is on the board have a say in what the act costs? Not in events, bare prices and what runes do."""
    return act.form not in (ACT_EVENT, ACT_PAY) and not (act.form == ACT_ADD and act.rune)
