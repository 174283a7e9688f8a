"""The two frozen layouts: one player's supply (48 bytes) and a demand (16 bytes). Version 1.

Every field is a byte count of at most MAX_COUNT unless its comment says otherwise; runes are at
most MAX_RUNES in all. Both structs are packed: the same bytes in Cython, NumPy and Arrow.
"""

from libc.stdint cimport uint8_t, uint16_t

from riftcore.ground._types cimport N_DOMAINS

cdef enum:
    SUPPLY_BYTES = 48
    DEMAND_BYTES = 16


cdef packed struct Supply:
    uint8_t ready[6]            # 0   ready basic runes by domain
    uint8_t exhausted[6]        # 6   exhausted basic runes by domain
    uint8_t energy              # 12  the pool ...
    uint8_t power[6]            # 13
    uint8_t universal           # 19
    uint8_t spells_energy       # 20  ... and its restricted part
    uint8_t units_energy        # 21
    uint8_t showdown_energy     # 22
    uint8_t spells_universal    # 23
    uint8_t gear_universal      # 24
    uint8_t seals[6]            # 25  ready objects with "exhaust: Add 1 Power of the domain"
    uint8_t one                 # 31  "exhaust: Add 1 Energy"
    uint8_t two                 # 32  "exhaust: Add 2 Energy"
    uint8_t lux                 # 33  "exhaust: Add 2 Energy for spells"
    uint8_t honeyfruit          # 34  "exhaust: Add [A]", with FLAG_LEVEL6 also "... Add [1][A]"
    uint8_t gold                # 35  "kill, exhaust: Add [A]", with FLAG_RENATA one Energy more
    uint8_t converters          # 36  low nibble Hextech Anomaly, high nibble Ancient Henge
    uint8_t legend              # 37  LegendKind, and LEGEND_READY when it can be exhausted
    uint8_t borrowers           # 38  Heimerdingers: low nibble plain, high nibble Empowered
    uint16_t borrow             # 39  mask of Borrow bits
    uint8_t flags               # 41  FLAG_LEVEL6, FLAG_RENATA
    uint8_t version             # 42  RECORD_VERSION
    uint8_t spare[5]            # 43  zero


cdef packed struct Demand:
    uint8_t energy              # 0
    uint8_t power[6]            # 1
    uint8_t any                 # 7   [A]: Power of any domain
    uint8_t hybrid              # 8   symbols that any domain of hybrid_mask pays
    uint8_t hybrid_mask         # 9
    uint8_t hybrid2             # 10  a second kind of hybrid symbol
    uint8_t hybrid2_mask        # 11
    uint8_t purpose             # 12  Purpose
    uint8_t showdown            # 13  1 while a showdown is in progress
    uint8_t zero[2]             # 14


cdef int supply_fault(const Supply *s) noexcept nogil
cdef int demand_fault(const Demand *d) noexcept nogil
