"""Cards as the core reads them: from their facts to rows of numbers."""

from libc.stdint cimport uint16_t

from riftcore.cards._clauses cimport Clause, Facts, Filter, Node, Part, Tables, Term
from riftcore.ground._record cimport Demand


cdef class Compiler:
    cdef Tables tables              # as the core reads them: arrays of this table, or of the one that it continues
    cdef Facts *facts
    cdef Clause *clauses
    cdef Node *nodes
    cdef Filter *filters
    cdef Part *parts
    cdef Term *terms
    cdef Demand *choices
    cdef uint16_t *tag_lists
    cdef int n_cards, n_clauses, n_nodes, n_filters, n_parts, n_terms, n_choices, n_tag_lists
    cdef int card_room, clause_room, node_room, filter_room, part_room, term_room, choice_room, tag_list_room
    cdef readonly list cards        # Card by number; 0 is a card that is not known
    cdef readonly list part_names   # canonical string of each part
    cdef dict numbers, tags, part_numbers
    cdef bint borrows_clauses       # ... which it does not free
    cdef bint strict                # facts that it cannot hold are an error, not a card that is not understood
    cdef bint fixed                 # somebody knows the rows: they may not move

    cdef int add(self, object card) except -1
    cdef int fill_facts(self, object card, Facts *f) except -1
    cdef int add_clauses(self, object card, Facts *f) except -1
    cdef int doubt(self, Facts *f, object scope) except -1
    cdef int reads(self, const Clause *c) noexcept
    cdef int read_clause(self, Clause *c, object clause) except -1
    cdef int add_term(self, object clause) except -1
    cdef int read_term(self, Term *t, object data) except -1
    cdef int read_cost_of(self, Clause *c, object cost, object where) except -1
    cdef int read_adds(self, Clause *c, object adds) except -1
    cdef int read_modifier(self, Clause *c, object modifier) except -1
    cdef int node(self, int op, int a=*, int b=*, int c=*) except -1
    cdef int expression(self, object e) except -1
    cdef int circumstance(self, int when, object trigger) except -2
    cdef bint asks(self, int at, int op) noexcept
    cdef int filter(self, object data) except -1
    cdef int tag(self, str name) except -1
    cdef int new_part(self, str text, bint here=*) except -1
    cdef int read_part(self, str text, Part *p) except -1
    cdef bint restrict(self, Part *p, str limit)
