"""What the cards of a table are called in serialized states, and which number a name stands for."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from riftcore.cards._cards cimport CardTable


cdef struct Slot:
    const uint8_t *text     # NULL: empty
    uint32_t hash
    uint16_t size
    uint16_t number         # of the card table


cdef struct CardIndex:
    Slot *slots
    uint32_t mask           # one less than the number of slots, a power of 2


cdef class CardIds:
    cdef CardTable table
    cdef dict numbers       # by name, as bytes: they hold the texts of the slots
    cdef CardIndex index


cdef int card_find(const CardIndex *index, const uint8_t *text, int size) noexcept nogil
cdef CardIds card_ids(CardTable table)
cdef bytes name_of(CardTable table, int number)
cdef bytes card_name(CardTable table, int number)
