"""What the readers of the scenario form share: plain values, the names of cards, and where a fault is.

A reader walks the decoded JSON and notes the way as it goes: a pointer for each key. Only a fault makes the path of it,
and the message in the words of riftcore.node.
"""

cimport cython
from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport PyObject

from riftcore.ground._types cimport MAX_ID, MAX_TEXT

from marshal import dumps

from riftcore.errors import RiftcoreError, shown

cdef enum:
    MAX_KNOWN = 1 << 13     # names as written that are remembered; printed cards are fewer
    MAX_GIVEN = 1 << 10     # inline cards that are remembered

cdef list TABLES = []       # all that were ever made


cdef dict numbered(object names):
    """The numbers of names, by name. The table stays where it is for good: `slot` tells tables apart by that."""
    TABLES.append(dict(names) if isinstance(names, dict) else {name: i for i, name in enumerate(names)})
    return TABLES[len(TABLES) - 1]


cdef int word(dict known, object value) except -2:
    """The number of a word that stands as a value; -1: it is none of them."""
    cdef PyObject *found
    if type(value) is not str:
        return -1
    found = PyDict_GetItemWithError(known, value)
    return <int><object>found if found is not NULL else -1


cdef int flag(object value) noexcept:
    return 1 if value is True else 0 if value is False else -1


cdef bint is_text(object value) except -1:
    """Is it a text, not blank, without lone surrogates?"""
    cdef Py_UCS4 char
    cdef bint blank = True
    if type(value) is not str:
        return False
    if len(<str>value) > MAX_TEXT:
        return False
    if (<str>value).isascii():
        for char in <str>value:
            if char > 0x20:
                return True
    for char in <str>value:
        if 0xD800 <= char <= 0xDFFF:
            return False
        blank = blank and char.isspace()
    return not blank


cdef bint is_id(object value) except -1:
    """Is it a text without spaces that can be printed? (The one space that can be is the common one.)"""
    cdef Py_UCS4 char
    if type(value) is not str or not 0 < len(<str>value) <= MAX_ID:
        return False
    if (<str>value).isascii():
        for char in <str>value:
            if not 0x20 < char < 0x7F:
                return False
        return True
    return (<str>value).isprintable() and " " not in <str>value


# --------------------------------------------------------------------------------------------------------- the way


@cython.no_gc
cdef class Walk:
    """The way through a value: each reader sets the step it takes, in the object or list that it has entered.

    Readers: `depth += 1` on entering, `key_at` or `at_item` for each step, `depth -= 1` on leaving.
    """

    cdef str path(self):
        from riftcore.node import step

        cdef str path = self.root
        cdef int i
        for i in range(self.depth + 1):
            key = None if self.steps[i].key is NULL else <object>self.steps[i].key
            path = step(path, self.steps[i].at if key is None else key)
        return path

    cdef int fail(self, object value, str expected, str hint="") except -1:
        """This value is not what was expected here."""
        from riftcore.node import Node

        Node(value, self.path()).fail(expected, hint)

    cdef int reject(self, str message) except -1:
        """An error in words of its own, at this place."""
        from riftcore.node import Node

        Node(None, self.path()).reject(message)

    cdef int odd(self) except -1:
        """It is what was expected, but only acts as a list or a text: `plain` makes it one."""
        self.reject("expected the lists and texts of JSON")

    cdef int missing(self, str key) except -1:
        self.reject(f'expected the key "{key}"')

    cdef int unknown(self, dict known, object key, int n) except -1:
        from riftcore.node import Node

        self.depth -= 1
        Node({key: None}, self.path()).keys(list(known)[:n])
        self.odd()

    cdef int no_count(self, object value, int high, int low, str what) except -1:
        self.fail(value, f"{what} from {low} to {high}")

    cdef int no_word(self, dict known, object value, str what) except -1:
        from riftcore.node import Node

        Node(value, self.path()).choice(known, what)
        self.odd()

    cdef int no_text(self, object value, str what) except -1:
        from riftcore.node import Node

        Node(value, self.path()).text(what)
        self.odd()

    cdef int no_list(self, object value, Py_ssize_t most, str what) except -1:
        from riftcore.node import Node

        Node(value, self.path()).items(what, most)
        self.odd()

    cdef bint flag(self, object value) except -1:
        if value is not True and value is not False:
            self.fail(value, "true or false")
        return value is True

    cdef int word(self, dict known, object value, str what="one of") except -1:
        """The number of one of some words."""
        cdef int number = word(known, value)
        if number < 0:
            self.no_word(known, value, what)
        return number

    cdef int text(self, object value, str what="a text") except -1:
        if not is_text(value):
            self.no_text(value, what)
        return 0

    cdef int id(self, object value) except -1:
        if not is_id(value):
            from riftcore.node import Node, read_id

            read_id(Node(value, self.path()))
            self.odd()
        return 0

    # ------------------------------------------------------------------------------------------ cards

    cdef int number(self, object card) except -1:
        """The number of a Card in the table that is read for."""
        raise NotImplementedError

    cdef int find_card(self, object value) except -1:
        """The number of a card by name, or with its facts inline; 0: it is none."""
        if type(value) is str:
            found = None if self.brought is None else self.brought.get(self.cards.fold(<str>value))
            return self.named(<str>value) if found is None else <int>found
        return self.inline_card(<dict>value) if type(value) is dict else 0

    cdef int named(self, str name) except -1:
        """The number of a card of the catalogue; 0: none has the name."""
        cdef int number = self.cards.named(name)
        return number if number != OTHER else self.number(self.cards.table.catalog.card(name))

    cdef int inline_card(self, dict facts) except -1:
        """A card by its facts, which counts from where it stands; 0: it is none."""
        card = self.cards.inlined(facts)
        if card is None:
            return 0
        number = self.number(card[0])
        name, folded = card[0].id, card[1]
        found = None if self.brought is None else self.brought.get(folded)
        if found is not None:
            return number if found == number else 0
        if name in self.inline:
            return 0
        self.brought = {**(self.brought or {}), folded: number}
        self.inline = {**self.inline, name: facts}
        return number

    cdef int no_card(self, object value, str slot) except -1:
        """No card, or one of a type that this place does not hold."""
        from riftcore.scenario.cards import CardNames
        from riftcore.node import Node
        from riftcore.scenario.slots import misplaced

        found = CardNames(self.cards.table.catalog, self.inline).named(Node(value, self.path()))
        self.reject((slot and misplaced(found, slot)) or f"expected a card with other facts than {shown(found.name)} has here")


# ------------------------------------------------------------------------------------------------------------ cards


cdef class KnownCards:
    """The numbers of cards by their names as scenarios write them, and inline cards by their facts.

    Kept with a catalogue, until a name may mean something else.
    """

    def __cinit__(self, CardTable table not None):
        self.table = table
        self.numbers = {}
        self.given = {}
        self.folded = {}

    cdef int named(self, str name) except -1:
        """The number in the catalogue's own table; 0: no card has the name. OTHER: one has that is not in it."""
        cdef PyObject *found = PyDict_GetItemWithError(self.numbers, name)
        cdef int number
        if found is not NULL:
            return <int><object>found
        if len(name) > MAX_ID or not is_text(name):
            return 0
        try:
            number = self.table.find(self.table.catalog.card(name))
        except RiftcoreError:
            return 0
        if number == 0:
            return OTHER
        if len(self.numbers) >= MAX_KNOWN:
            self.numbers = {}
        self.numbers[name] = number
        return number

    cdef tuple inlined(self, dict facts):
        """The Card and the folded name of an inline card; None: it is none."""
        try:
            form = dumps(facts, 2)
        except ValueError:  # no plain JSON values
            return None
        found = self.given.get(form)
        if found is None:
            found = self.inline_card(facts)
            if found is not None:
                if len(self.given) >= MAX_GIVEN:
                    self.given = {}
                self.given[form] = found
        return found

    cdef tuple inline_card(self, dict facts):
        from riftcore.scenario.cards import CardNames
        from riftcore.node import Node
        from riftcore.scenario.values import fold

        try:
            card = CardNames(self.table.catalog).inline_card(Node(facts))
            return card, fold(card.name)
        except RiftcoreError:
            return None

    cdef dict brought(self, inline):
        """A state's inline cards by their folded names; None: left to the other readers."""
        cdef dict found = {}
        for facts in inline.values():
            card = self.inlined(<dict>facts) if type(facts) is dict else None
            if card is None:
                return None
            found[card[1]] = card[0]
        return found

    cdef str fold(self, str name):
        found = self.folded.get(name)
        if found is None:
            from riftcore.scenario.values import fold

            if len(self.folded) >= MAX_KNOWN:
                self.folded = {}
            found = self.folded[name] = fold(name)
        return found


cdef KnownCards cards_of(CardTable table):
    """The known cards of a table's Catalog. A class of a caller may name cards in another way each time."""
    if not table.plain:
        return KnownCards(table.first())
    cards = table.catalog._known
    if cards is None:
        cards = table.catalog._known = KnownCards(table.first())
    return cards
