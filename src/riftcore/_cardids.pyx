"""What the cards of a table are called in serialized states, and which number a name stands for.

A card goes by its id, or by its name where the catalogue does not find it by the id (tokens). Numbers of a card table are
given as cards come up, and differ from process to process; names do not.

A CardIds never changes: rows are read in threads without the GIL, while another call may get to know more cards.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

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
    """What is known so far of a table's catalogue."""
    ids = getattr(table.catalog, "_core_ids", None)
    # A pickled or copied catalogue may bring the names of another table.
    if ids is None or (<CardIds>ids).table is not table:
        ids = table.catalog._core_ids = made_of(table, {})
    return ids


cdef CardIds card_ids_with(CardTable table, set names):
    """The same, with the cards of these names looked up; what is no card of the catalogue stays unknown."""
    cdef CardIds ids = card_ids(table)
    cdef dict found = {}
    for name in names:
        if name in ids.numbers:
            continue
        try:
            card = table.catalog.card(name.decode())
        except (CatalogError, UnicodeDecodeError):
            continue
        # One that was entered by its numbers alone may become another one of the same name: never kept.
        if not card.id.startswith("inline-"):
            found[name] = table.number(card)
    if found:
        ids = table.catalog._core_ids = made_of(table, {**ids.numbers, **found})
    return ids


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
