"""Widths, enums and bounds that every module of the core shares."""

cdef enum:
    N_DOMAINS = 6
    ALL_DOMAINS = 0x3F
    MAX_COUNT = 63          # bound of every count in a record: sums of four counts fit a byte
    MAX_RUNES = 12          # a Rune Deck holds 12 runes (103.3.a)
    MAX_HEIMERDINGERS = 4   # more borrowers than this in one record is an error, never a guess
    RECORD_VERSION = 1

# Bounds of what is written; Python sees them.
cpdef enum:
    MAX_TEXT = 4096         # characters of any text
    MAX_ID = 200            # characters of an id, or of a card's name
    MOST = 255              # no count of a scenario is larger

# In the order of the rules; lower case names in riftcore.ground._types.DOMAINS.
cdef enum:  # Domain
    FURY
    CALM
    MIND
    BODY
    CHAOS
    ORDER

# What a cost is paid for. It decides which restricted resources count (rules: "Resources").
cdef enum:  # Purpose
    FOR_SPELL
    FOR_UNIT
    FOR_GEAR
    FOR_UNIT_ABILITY
    FOR_GEAR_ABILITY
    FOR_LEGEND_ABILITY
    FOR_TRIGGER
    FOR_RESOLUTION
    FOR_MOVE
    FOR_HIDE
    N_PURPOSES

# What the Add ability of a ready legend makes.
cdef enum:  # LegendKind
    LEGEND_NONE
    LEGEND_SPELLS_POWER     # 1 universal Power for spells
    LEGEND_GEAR_POWER       # 1 universal Power for gear and gear abilities
    LEGEND_SHOWDOWN_ENERGY  # 1 Energy for showdowns
    LEGEND_ENERGY           # 1 Energy
    LEGEND_UNITS_ENERGY     # [A][A]: 2 Energy for units and unit abilities
    N_LEGEND_KINDS
    LEGEND_READY = 0x80

# Add abilities that a borrower ("I have all exhaust abilities of ...") can use: bits of Supply.borrow.
cdef enum:  # Borrow
    BORROW_SEAL = 0         # bits 0-5: a Seal of that domain
    BORROW_ONE = 6
    BORROW_EGG = 7          # 1 Energy, 2 while the borrower is Empowered
    BORROW_LUX = 8
    BORROW_HONEYFRUIT = 9
    BORROW_GOLD = 10        # kills the borrower
    BORROW_ANOMALY = 11
    BORROW_HENGE = 12
    BORROW_LEGEND = 13
    N_BORROW = 14

cdef enum:  # Flag
    FLAG_LEVEL6 = 1         # Honeyfruit's second ability is on (6 XP or more)
    FLAG_RENATA = 2         # Gold adds 1 Energy more
