"""Terms of choices as the core reads them."""

from riftcore.cards._clauses cimport Term

cdef list kinds_of(object filter_)
cdef int term_set(Term *t, object data) except -1
