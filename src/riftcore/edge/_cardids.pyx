"""What the cards of a table are called in serialized states, and which number a name stands for.

A card goes by its id, or by its name where the catalogue does not find it by the id (tokens). Numbers are those of one
catalogue and of a state's own cards; names mean the same elsewhere.

A CardIds never changes: rows are read in threads without the GIL.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from riftcore.cards._cards cimport first_use
from riftcore.edge._walk cimport word

from riftcore.errors import CatalogError, NotationError

cdef enum:
    MAX_NAME = 0xFFFF


cdef inline uint32_t hashed(const uint8_t *text, int size) noexcept nogil:
    """Eight bytes at a time; the constants are odd numbers without a pattern."""
    cdef uint64_t word = 0
    cdef uint64_t h = 0x9E3779B97F4A7C15ULL ^ <uint64_t>size
    while size >= 8:
        memcpy(&word, text, 8)
        h = (h ^ word) * 0xBF58476D1CE4E5B9ULL
        h ^= h >> 29
        text += 8
        size -= 8
    if size:
        word = 0
        memcpy(&word, text, size)
        h = (h ^ word) * 0xBF58476D1CE4E5B9ULL
        h ^= h >> 29
    return <uint32_t>(h >> 16)


cdef class CardIds:
    """The cards of one catalogue by their names as bytes."""

    def __dealloc__(self):
        free(self.index.slots)


cdef int card_find(const CardIndex *index, const uint8_t *text, int size) noexcept nogil:
    """The number of the card of this name; 0: not known here."""
    cdef uint32_t h = hashed(text, size)
    cdef uint32_t at = h & index.mask
    cdef const Slot *slot = &index.slots[at]
    while slot.text is not NULL:
        if slot.hash == h and slot.size == size and memcmp(slot.text, text, size) == 0:
            return slot.number
        at = (at + 1) & index.mask
        slot = &index.slots[at]
    return 0


cdef CardIds made_of(CardTable table, dict numbers):
    cdef CardIds ids = CardIds.__new__(CardIds)
    cdef uint32_t n = 16
    cdef uint32_t at
    cdef Slot slot
    while n < 4 * <uint32_t>len(numbers):
        n *= 2
    ids.table = table
    ids.numbers = numbers
    ids.index.mask = n - 1
    ids.index.slots = <Slot *>calloc(n, sizeof(Slot))
    if ids.index.slots is NULL:
        raise MemoryError
    for name, number in numbers.items():
        slot.text = <const uint8_t *>(<bytes>name)
        slot.size = len(<bytes>name)
        slot.hash = hashed(slot.text, slot.size)
        slot.number = number
        at = slot.hash & ids.index.mask
        while ids.index.slots[at].text is not NULL:
            at = (at + 1) & ids.index.mask
        ids.index.slots[at] = slot
    return ids


cdef CardIds card_ids(CardTable table):
    """The names of a catalogue's own table, one for each card, made when they are first asked for."""
    cdef CardTable first = table.first()
    cdef dict numbers
    if first.ids is None:
        with first_use():
            if first.ids is None:
                numbers = {}
                for number in range(1, first.n_cards):
                    try:
                        numbers[name_of(first, number)] = number
                    except NotationError:  # two cards of one id, one of them without a name of its own
                        continue
                first.ids = made_of(first, numbers)
    return first.ids


cdef bytes name_of(CardTable table, int number):
    """What a card of the table is called; kept where it is the catalogue's own."""
    cdef CardTable first = table.first()
    cdef bytes name
    if number >= first.n_cards:
        # One that was entered by its numbers alone may become another one of the same name: never kept.
        return card_name(table, number)
    name = first.names[number]
    if name is None:
        name = first.names[number] = card_name(table, number)
    return name


cdef bytes card_name(CardTable table, int number):
    """What a card of the table is called. NotationError where its catalogue does not know it."""
    card = table.cards[number]
    for name in (card.id, card.name):
        try:
            if table.catalog.card(name) == card:
                text = name.encode()
                if len(text) <= MAX_NAME:
                    return text
        except (CatalogError, UnicodeEncodeError):
            continue
    raise NotationError(f"{card.name} is no card of the state's catalogue: it has no notation")
