"""The position: everything that costs look at, in plain structs copied by assignment.

A thing on the board, a legend, a battlefield, a facedown card or a chain item is named by a *ref*,
a small number (see the REF_ constants). Cards are numbers of a CardTable; 0 is a card that is not
known. Bounds are what a game can reach, with room; exceeding one is an error, never a loss.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t

from riftcore.cards._clauses cimport IS_BATTLEFIELD, IS_LEGEND, IS_PERMANENT, IS_RUNE, IS_SPELL, IS_UNIT, Tables
from riftcore.ground._record cimport Demand, Supply

cdef enum:
    MAX_PLAYERS = 4
    MAX_BOARD = 64          # objects of one player
    MAX_HAND = 40
    MAX_TRASH = 80
    MAX_BANISHED = 24
    MAX_CHAMPION = 24
    MAX_DECK_TOP = 24       # the known top of the Main Deck
    MAX_FACEDOWN = 4
    MAX_BATTLEFIELDS = 6
    MAX_CHAIN = 32
    MAX_EFFECTS = 16
    MAX_TARGETS = 32
    MAX_COST_PARTS = 8
    MAX_FIXED = 24
    MAX_USES = 64
    POOL_UNITS = 13         # kinds of units in a pool, as they stand in a record from byte 12 on
    MAX_MIGHT = 9999
    NOBODY = 255
    NOWHERE = 255

cdef enum:  # what each place holds, as bits of card types (_cards.pxd)
    HOLDS_LEGEND = IS_LEGEND                                # 107.4
    HOLDS_BATTLEFIELD = IS_BATTLEFIELD                      # 133.6.a
    HOLDS_BOARD = IS_PERMANENT                              # 133.4.a; runes are counted, not listed
    HOLDS_MAIN = IS_PERMANENT | IS_SPELL                    # 133.4: hand, trash, known top of the deck, facedown
    HOLDS_CHAMPION = IS_UNIT                                # 103.2.a
    HOLDS_BANISHED = HOLDS_MAIN | IS_RUNE                   # 652.1
    HOLDS_CHAIN = HOLDS_MAIN | IS_LEGEND | IS_BATTLEFIELD   # a card, or an ability of one; a rune's is an Add (429.3)
    HOLDS_ANY = HOLDS_CHAIN | IS_RUNE
    MIGHTY = 5              # a unit with this Might or more is Mighty
    MAX_CARD_SLOTS = 1280   # places of a position that hold the number of a card
    SEEN_MORE = 128         # of a fact of this turn: it may have happened more often than is known

cdef enum:  # refs
    NO_REF = -1
    REF_PLAYED = -2         # the card that is being played
    REF_BOARD = 0           # + 64 player + slot
    REF_LEGEND = 256        # + player
    REF_BATTLEFIELD = 264   # + number
    REF_FACEDOWN = 280      # + 4 player + slot
    REF_CHAIN = 300         # + slot
    REF_TRASH = 400         # + 80 player + slot: a card in a trash that is chosen

cdef enum:  # phases, as in scenario files
    PHASE_MAIN = 4

cdef enum:  # zones a card is played from
    FROM_HAND
    FROM_TRASH_ZONE
    FROM_FACEDOWN
    FROM_CHAMPION
    FROM_DECK
    FROM_BANISHED
    FROM_TOKEN

cdef enum:  # Position.assume
    ASSUME_TARGETS = 1
    ASSUME_PLACES = 2
    ASSUME_MODES = 4

cdef enum:  # forms of an action
    ACT_PLAY
    ACT_ACTIVATE
    ACT_TRIGGER
    ACT_ADD
    ACT_MOVE
    ACT_HIDE
    ACT_PAY
    ACT_EVENT

cdef enum:  # Act.pay: optional additional costs that were chosen
    PAY_ACCELERATE = 1
    PAY_ADDITIONAL = 2
    PAY_REPEAT = 4          # and the bits above it: repeat:0, repeat:1, ...
    MAX_REPEATS = 12

cdef enum:  # Act.has_pool
    POOL_SPENT = 1          # of what the pool held just these units are spent
    POOL_LEFT = 2           # ... just these are left, whatever was Added

cdef enum:  # Act.ignoring
    IGNORE_NOTHING
    IGNORE_BASE
    IGNORE_ENERGY
    IGNORE_POWER
    IGNORE_ALL


cdef struct Thing:          # an object on the board, or a legend
    uint16_t card
    uint16_t states
    uint8_t at              # 0 base, 1 + battlefield
    uint8_t controller
    uint8_t empowered       # how often
    uint8_t buffs
    int16_t might           # -1: the printed Might, and 1 more for each buff
    int16_t attached        # ref of what it is attached to, or NO_REF


cdef struct Facedown:
    uint16_t card
    uint8_t at              # battlefield
    uint8_t this_turn       # hidden this turn: it may not be played yet


cdef struct Effect:         # what a card did earlier this turn that still changes costs, or an Add that waits for a Main Phase
    uint16_t card
    uint16_t on_card        # given to this card ...
    int16_t on              # ... or this object
    int16_t might           # of what its price was paid with; -1: none, or not known


cdef struct ThisTurn:
    uint8_t cards_played    # finalized, countered ones too
    uint8_t spells_played
    uint8_t gear_played
    uint8_t gear_abilities
    uint8_t discarded
    uint8_t points_from_holding
    uint8_t enemy_units_died
    uint8_t energy_spent
    uint8_t power_spent
    uint8_t max_energy_on_one_spell
    uint8_t enemy_units_chosen      # by anything; this and the next two may have the bit SEEN_MORE
    uint8_t enemies_chosen          # units and gear, by spells and abilities of units
    uint8_t equipment_played


cdef struct Player:
    Supply supply           # runes, pool and ready Add sources: kept in step with the board
    uint8_t unknown         # ready Add sources of a shape that the record cannot hold
    uint8_t deck_known      # the Rune Deck: 0 unknown, 1 its size, 2 by domain
    uint8_t deck[6]
    uint8_t deck_size
    uint8_t xp
    uint8_t points
    uint8_t has_legend
    Thing legend
    ThisTurn turn
    uint8_t n_board
    uint8_t n_hand
    uint8_t n_trash
    uint8_t n_champion
    uint8_t n_banished
    uint8_t n_deck_top
    uint8_t n_facedown
    uint8_t n_effects
    uint16_t hand[40]
    uint16_t trash[80]
    uint16_t champion[24]
    uint16_t banished[24]
    uint16_t deck_top[24]
    Facedown facedown[4]
    Effect effects[16]
    Thing board[64]         # last: copied as far as it is used


cdef struct Battlefield:
    uint16_t card
    uint8_t controller      # or NOBODY


cdef struct ChainItem:      # a spell, or an activated ability of an object of that card
    uint16_t card
    uint8_t controller


cdef struct Position:
    uint8_t n_players
    uint8_t turn_player
    uint8_t phase
    uint8_t showdown        # 0, or 1 + battlefield
    uint8_t combat
    uint8_t priority
    uint8_t focus           # or NOBODY
    uint8_t victory_score
    uint8_t n_battlefields
    uint8_t n_chain
    uint8_t assume          # what is left out is taken to be there and to fit (ASSUME_)
    Battlefield battlefields[6]
    ChainItem chain[32]
    Player players[4]       # only n_players of them are there


cdef struct Fixed:          # an object or card that the action names for a non-resource cost
    uint8_t verb
    int16_t ref             # NO_REF: a card
    uint16_t card
    uint8_t n


cdef struct Use:            # a source that a payment names
    int16_t ref
    uint8_t mode            # which of its own Add abilities, by number; 0: the only one that fits
    uint8_t borrow          # 0x80 + what it borrows (Offer.borrowed); 0: nothing
    uint8_t x               # 0: not given


cdef struct Act:            # an action, read and resolved
    uint8_t form
    uint8_t player
    uint8_t from_
    uint8_t to              # place, or NOWHERE
    uint16_t card
    int16_t object
    int16_t ability         # number, or -1: the only one that fits
    uint8_t keyword         # clause kind that names the ability instead, + 1; 0 none
    uint8_t purpose
    uint8_t ignoring
    uint8_t by_effect       # an effect's play: timing and zone are not asked
    uint8_t has_for
    uint8_t has_reduced
    uint8_t decline
    uint8_t event
    uint8_t rune            # ADD: 1 exhaust, 2 recycle a rune of `domain`
    uint8_t domain
    uint8_t n_targets
    uint8_t named           # the action says what is chosen, be it nothing
    uint8_t n_modes
    uint8_t modes[8]
    uint8_t n_parts
    uint8_t n_fixed
    int16_t x               # -1: not given
    int16_t excess_damage   # TRIGGER: assigned in the combat that set it off; -1: not given
    uint16_t by
    uint32_t pay
    Demand cost             # PAY, and Act.for
    Demand reduced
    int16_t targets[32]     # MOVE: the units
    int16_t parts[8]
    Fixed fixed[24]
    uint8_t has_payment     # the Adds are named by hand:
    uint8_t n_uses
    uint8_t exhaust[6]      # runes by domain
    uint8_t recycle[6]
    uint8_t has_pool        # ... and what the pool pays:
    uint8_t pool[13]
    Use uses[64]


cdef int card_in_trash(const Position *pos, int card, int first) noexcept nogil
cdef int card_slots(Position *pos, uint16_t **slots) noexcept nogil
cdef int card_at(const Position *pos, int ref) noexcept nogil
cdef int controller_at(const Position *pos, int ref) noexcept nogil
cdef int might_of(const Tables *t, const Thing *thing) noexcept nogil
cdef int states_of(const Tables *t, const Position *pos, const Thing *thing, int ref) noexcept nogil
cdef void attached_follow(Position *pos, int host) noexcept nogil
cdef int board_remove(Position *pos, int ref) noexcept nogil
cdef void effects_follow(Position *pos, int removed, int last) noexcept nogil
cdef int shifted(int held, int removed, int last) noexcept nogil
cdef size_t position_size(int players) noexcept nogil
cdef void position_copy(Position *into, const Position *from_) noexcept nogil
cdef void position_replace(Position *into, const Position *from_) noexcept nogil


cdef inline Thing *thing_at(Position *pos, int ref) noexcept nogil:
    """The thing of a board or legend ref; NULL for every other ref."""
    if 0 <= ref < REF_LEGEND:
        if ref >> 6 < pos.n_players and ref & 63 < pos.players[ref >> 6].n_board:
            return &pos.players[ref >> 6].board[ref & 63]
    elif REF_LEGEND <= ref < REF_LEGEND + pos.n_players and pos.players[ref - REF_LEGEND].has_legend:
        return &pos.players[ref - REF_LEGEND].legend
    return NULL


cdef inline bint card_fits(const Tables *t, int card, int types) noexcept nogil:
    """May a place that holds these types hold the card? Which places a card that is not known may be in, others say."""
    return card == 0 or t.facts[card].type & types != 0


cdef inline const Thing *thing_seen(const Position *pos, int ref) noexcept nogil:
    return thing_at(<Position *>pos, ref)


cdef inline int next_thing(const Position *pos, int ref) noexcept nogil:
    """The next object, board by board, then the legends; start with -1, which also ends it."""
    cdef int seat = 0, slot = 0
    if 0 <= ref < REF_LEGEND:
        seat = ref >> 6
        slot = (ref & 63) + 1
    if ref < REF_LEGEND:
        while seat < pos.n_players:
            if slot < pos.players[seat].n_board:
                return 64 * seat + slot
            seat += 1
            slot = 0
    seat = 0 if ref < REF_LEGEND else ref - REF_LEGEND + 1
    while seat < pos.n_players:
        if pos.players[seat].has_legend:
            return REF_LEGEND + seat
        seat += 1
    return -1


cdef inline bint inactive(const Position *pos, int ref) noexcept nogil:
    """718.2: while a card is attached to another one its own text is inactive (721); its effect text is the other's."""
    cdef const Thing *thing = thing_seen(pos, ref)
    return thing is not NULL and thing.attached != NO_REF
