"""The table of cards that the core reads: whole, immutable, published once.

A state with cards of its own has a table that continues the catalogue's.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from riftcore.cards._clauses cimport (
    MAX_CARDS,
    MAX_CHOICES,
    MAX_CLAUSES,
    MAX_FILTERS,
    MAX_NODES,
    MAX_PARTS,
    MAX_TAG_LISTS,
    MAX_TERMS,
    OWN_CARDS,
    OWN_PARTS,
    Clause,
    Facts,
    Filter,
    Node,
    Part,
    Term,
)
from riftcore.cards._rows cimport copied, grown
from riftcore.ground._record cimport Demand

import os
from _thread import RLock

from riftcore.cards._rows import Full
from riftcore.edition import EDITION as _EDITION
from riftcore.errors import CatalogError

cdef object SHARING = RLock()


def _renew():
    global SHARING
    SHARING = RLock()


if hasattr(os, "register_at_fork"):
    # Another thread may hold it when the process forks.
    os.register_at_fork(after_in_child=_renew)


cdef object first_use():
    """The lock under which one thread makes what all share: the others then see none of it, or the whole."""
    return SHARING


cdef uint64_t SERIAL = 0


cdef uint64_t new_serial() noexcept:
    global SERIAL
    SERIAL += 1
    return SERIAL


cdef CardTable table_of(object catalog):
    """The card table of a catalogue: one, made when it is first asked for."""
    table = getattr(catalog, "_core_table", None)
    if table is None or (<CardTable>table).catalog is not catalog:
        with first_use():
            table = getattr(catalog, "_core_table", None)
            if table is None or (<CardTable>table).catalog is not catalog:
                table = CardTable(catalog)
                catalog._core_table = table
    return table


cdef CardTable table_with(CardTable table, object card):
    """The table where it has the card, else one that continues it and has it."""
    if table.find(card):
        return table
    with first_use():
        return continued(table, card, None)


cdef CardTable table_with_part(CardTable table, str text):
    """The table where it has this part of a cost, else one that continues it and has it."""
    if text in table.part_numbers:
        return table
    with first_use():
        return continued(table, None, text)


cdef bint put_in(CardTable table, object card, str part) except -1:
    """Is it there, or is there room for it? Then it is there."""
    if table is None:
        return False
    if card is not None:
        return table.find(card) or (not table.whole and table.enter(card))
    if part in table.part_numbers:
        return True
    if table.whole or table.n_parts == table.part_room:
        return False
    table.new_part(part)
    return True


cdef CardTable continued(CardTable table, object card, str part):
    """A table that continues this one, or this one itself, with a card or a part. Under the lock."""
    cdef CardTable room
    cdef bint clauses = card is not None and bool(card.clauses or card.permissions)
    cdef int slack
    if put_in(table, card, part):
        return table
    if put_in(table.more, card, part):
        return table.more
    table.whole = True  # numbers that are given from here on belong to the tables that continue it
    for slack in (1, 16):
        room = CardTable.__new__(CardTable, table.catalog, table, clauses, slack)
        if put_in(room, card, part):
            table.more = room
            return room
    raise CatalogError("more cards, clauses or parts of costs than a table holds")


cdef class CardTable(Compiler):
    """Facts of cards, by number, in the form that the core reads: those of a catalogue, or these and more."""

    def __cinit__(self, catalog, CardTable parent=None, bint clauses=False, int slack=1):
        self.catalog = catalog
        self.forms = {}
        if parent is None:
            self.build()
        else:
            self.take_over(parent, clauses, slack)
        self.tables.facts = self.facts
        self.tables.clauses = self.clauses
        self.tables.nodes = self.nodes
        self.tables.filters = self.filters
        self.tables.parts = self.parts
        self.tables.terms = self.terms
        self.tables.choices = self.choices
        self.tables.tag_lists = self.tag_lists

    def __dealloc__(self):
        free(self.digests)

    @property
    def nbytes(self):
        """Bytes of the arrays that are this table's own."""
        own = self.card_room * sizeof(Facts) + self.part_room * sizeof(Part)
        if not self.borrows_clauses:
            own += (
                self.clause_room * sizeof(Clause) + self.node_room * sizeof(Node) + self.filter_room * sizeof(Filter)
                + self.term_room * sizeof(Term)
                + self.choice_room * sizeof(Demand) + self.tag_list_room * sizeof(uint16_t)
            )
        return own

    cdef int build(self) except -1:
        """All cards of the catalogue and the tokens. Of what only finds cards by their names it has none."""
        from riftcore.catalog import Card, Catalog

        self.plain = type(self.catalog) is Catalog
        self.line[0] = new_serial()
        self.facts = <Facts *>grown(self.facts, &self.card_room, 0, sizeof(Facts), MAX_CARDS, "cards", False)
        for card in self.catalog if hasattr(self.catalog, "__iter__") else ():
            if isinstance(card, Card):
                self.add(card)
        for card in getattr(self.catalog, "tokens", {}).values():
            if self.find(card) == 0:
                self.add(card)
        # Read by address, though there may be none of them.
        self.clauses = <Clause *>grown(self.clauses, &self.clause_room, self.n_clauses, sizeof(Clause), MAX_CLAUSES, "clauses", False)
        self.terms = <Term *>grown(self.terms, &self.term_room, self.n_terms, sizeof(Term), MAX_TERMS, "choices", False)
        self.parts = <Part *>grown(self.parts, &self.part_room, self.n_parts, sizeof(Part), MAX_PARTS, "parts of costs", False)
        self.names = [None] * self.n_cards
        self.tables.edition = int(_EDITION.replace("-", ""))
        self.digest()
        self.whole = True
        return 0

    cdef int digest(self) except -1:
        """What tells the facts of a card from others, whatever else the catalogue holds (docs/notation.md)."""
        cdef int number
        cdef list known
        if not self.plain:
            return 0
        from riftcore.catalog import facts

        known = self.catalog.digests()
        self.digests = <uint64_t *>copied(NULL, 0, self.n_cards, sizeof(uint64_t))
        for number in range(1, self.n_cards):
            self.digests[number] = known[number - 1] if number <= <int>len(known) else facts.digest(facts.to_row(self.cards[number]))
        self.tables.digests = self.digests
        self.tables.n_digests = self.n_cards
        return 0

    cdef int take_over(self, CardTable parent, bint clauses, int slack) except -1:
        """All that a table has, under the same numbers, with room for more."""
        if parent.depth + 1 == MAX_LINE:
            raise CatalogError("more cards of its own than a state holds")
        self.root = parent.first()
        self.fixed = True
        self.tables.doubtful = parent.tables.doubtful
        self.tables.digests = parent.tables.digests
        self.tables.n_digests = parent.tables.n_digests
        self.tables.edition = parent.tables.edition
        self.plain = parent.plain
        self.depth = parent.depth + 1
        memcpy(self.line, parent.line, MAX_LINE * sizeof(uint64_t))
        self.line[self.depth] = new_serial()
        self.cards = parent.cards[:parent.n_cards]
        self.part_names = parent.part_names[:parent.n_parts]
        self.numbers = dict(parent.numbers)
        self.tags = dict(parent.tags)
        self.part_numbers = dict(parent.part_numbers)
        self.owner = parent if parent.owner is None else parent.owner
        self.borrows_clauses = True
        self.n_cards = parent.n_cards
        self.n_parts = parent.n_parts
        self.n_clauses = parent.n_clauses
        self.n_terms = parent.n_terms
        self.n_nodes = parent.n_nodes
        self.n_filters = parent.n_filters
        self.n_choices = parent.n_choices
        self.n_tag_lists = parent.n_tag_lists
        self.clause_room = self.n_clauses
        self.term_room = self.n_terms
        self.node_room = self.n_nodes
        self.filter_room = self.n_filters
        self.choice_room = self.n_choices
        self.tag_list_room = self.n_tag_lists
        self.clauses = parent.clauses
        self.terms = parent.terms
        self.nodes = parent.nodes
        self.filters = parent.filters
        self.choices = parent.choices
        self.tag_lists = parent.tag_lists
        self.card_room = min(MAX_CARDS, self.n_cards + OWN_CARDS)
        self.part_room = min(MAX_PARTS, self.n_parts + OWN_PARTS * slack)
        self.facts = <Facts *>copied(parent.facts, self.n_cards, self.card_room, sizeof(Facts))
        self.parts = <Part *>copied(parent.parts, self.n_parts, self.part_room, sizeof(Part))
        if not clauses:
            return 0
        self.clause_room = min(MAX_CLAUSES, self.n_clauses + 512 * slack)
        self.term_room = min(MAX_TERMS, self.n_terms + 256 * slack)
        self.node_room = min(MAX_NODES, self.n_nodes + 1024 * slack)
        self.filter_room = min(MAX_FILTERS, self.n_filters + 512 * slack)
        self.choice_room = min(MAX_CHOICES, self.n_choices + 64 * slack)
        self.tag_list_room = min(MAX_TAG_LISTS, self.n_tag_lists + 64 * slack)
        self.clauses = NULL
        self.terms = NULL
        self.nodes = NULL
        self.filters = NULL
        self.choices = NULL
        self.tag_lists = NULL
        self.owner = None
        self.borrows_clauses = False
        self.clauses = <Clause *>copied(parent.clauses, self.n_clauses, self.clause_room, sizeof(Clause))
        self.terms = <Term *>copied(parent.terms, self.n_terms, self.term_room, sizeof(Term))
        self.nodes = <Node *>copied(parent.nodes, self.n_nodes, self.node_room, sizeof(Node))
        self.filters = <Filter *>copied(parent.filters, self.n_filters, self.filter_room, sizeof(Filter))
        self.choices = <Demand *>copied(parent.choices, self.n_choices, self.choice_room, sizeof(Demand))
        self.tag_lists = <uint16_t *>copied(parent.tag_lists, self.n_tag_lists, self.tag_list_room, sizeof(uint16_t))
        return 0

    cdef CardTable first(self):
        """The catalogue's own table."""
        return self if self.root is None else self.root

    cdef bint continues(self, CardTable other) noexcept:
        """Do the numbers of the other table mean the same in this one?"""
        return other.depth <= self.depth and self.line[other.depth] == other.line[other.depth]

    cdef bytes form(self, int number):
        """A card that is not the catalogue's, as text: equal for equal cards."""
        found = self.forms.get(number)
        if found is None:
            from json import dumps

            from riftcore.catalog.facts import to_row

            found = dumps(to_row(self.cards[number]), sort_keys=True, default=repr).encode()
            self.forms[number] = found
        return found

    cdef int find(self, object card) except -1:
        """The number of a Card; 0: the table does not have it."""
        # Scenarios that bring cards of their own may give one name to several.
        numbers = self.numbers.get(card.id)
        if numbers is None:
            return 0
        if type(numbers) is int:
            return numbers if self.cards[numbers] is card or self.cards[numbers] == card else 0
        for number in (<dict>numbers).get((card.type, card.energy, card.power, card.might), ()):
            if self.cards[number] is card or self.cards[number] == card:
                return number
        return 0

    cdef bint enter(self, object card) except -1:
        """Put a card behind the others, where there is room."""
        cdef int clauses = self.n_clauses
        cdef int terms = self.n_terms
        cdef int nodes = self.n_nodes
        cdef int filters = self.n_filters
        cdef int choices = self.n_choices
        cdef int tag_lists = self.n_tag_lists
        cdef bint done = False
        try:
            self.add(card)
            done = True
        except Full:
            pass
        finally:
            if not done:
                self.n_clauses = clauses
                self.n_terms = terms
                self.n_nodes = nodes
                self.n_filters = filters
                self.n_choices = choices
                self.n_tag_lists = tag_lists
        return done
