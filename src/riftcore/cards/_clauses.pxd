"""What is printed on cards, as the core reads it: facts, clauses, expressions, filters, parts of costs, and their numbers."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from riftcore.ground._record cimport Demand

cdef enum:
    MAX_CARDS = 60000       # what the widths of the numbers allow: tables are as large as their data
    MAX_CLAUSES = 60000
    MAX_NODES = 32767
    MAX_FILTERS = 32767
    MAX_PARTS = 32767
    MAX_CHOICES = 32767
    MAX_TERMS = 60000
    MAX_TAG_LISTS = 32767
    OWN_CARDS = 512         # room for cards that are not the catalogue's ...
    OWN_PARTS = 256         # ... and for parts of costs
    MAX_DEPTH = 4           # tables that continue each other, in one state between two changes
    MAX_LINE = 16           # ... and ever
    CARD_TAGS = 8
    CARD_SOURCES = 4
    FILTER_TAGS = 8

cdef enum:  # card types, as bits
    IS_UNIT = 1
    IS_SPELL = 2
    IS_GEAR = 4
    IS_LEGEND = 8
    IS_BATTLEFIELD = 16
    IS_RUNE = 32
    IS_CHAMPION = 64        # beside IS_UNIT
    IS_PERMANENT = 5

cdef enum:  # keywords that change what is legal or what a filter asks, as bits
    KW_ACTION = 1
    KW_REACTION = 2
    KW_HIDDEN = 4
    KW_AMBUSH = 8
    KW_ACCELERATE = 16
    KW_FLOW = 32
    KW_REPEAT = 64
    KW_EMPOWER = 128
    KW_EQUIP = 256
    KW_WEAPONMASTER = 512
    KW_DEFLECT = 1024
    KW_TEMPORARY = 2048
    KW_GANKING = 8192

cdef enum:  # clause kinds (clauses.md)
    ADD_ACTIVATED
    ADD_TRIGGERED
    ADD_REPLACEMENT
    ADD_MODIFIER
    ACTIVATED_COST
    TRIGGERED_COST
    RESOLUTION_COST
    ADDITIONAL_MANDATORY
    ADDITIONAL_OPTIONAL
    KEYWORD_ACCELERATE
    KEYWORD_DEFLECT
    KEYWORD_REPEAT
    KEYWORD_FLOW
    KEYWORD_EQUIP
    KEYWORD_HIDDEN
    KEYWORD_EMPOWER
    KEYWORD_WEAPONMASTER
    DISCOUNT_SELF
    DISCOUNT_OTHER
    INCREASE_SELF
    INCREASE_OTHER
    IGNORE_COST
    ALTERNATE_COST
    TOTAL_CHANGE
    TAX
    RUNE_READY
    RUNE_CHANNEL
    COST_READER
    OTHER_COST
    FREE_TRIGGER            # a triggered ability without a price
    REPLACES                # something happens in place of a death, or of going to the trash

cdef enum:  # what a clause does to the costs of a player: the lists of forces (_forces.pxd)
    DOES_NOTHING
    DOES_UNDEFLECT          # no Deflect where it says so
    DOES_DEFLECT            # gives Deflect ...
    DOES_LACKING            # ... to what has none otherwise
    DOES_TO_DEFLECT         # gave it to one thing
    DOES_ACCELERATE         # an option, ...
    DOES_OPTIONAL
    DOES_REPEAT
    DOES_COMPONENT          # ... and what is taken off one
    DOES_INCREASE
    DOES_DISCOUNT
    DOES_HIDE               # another price of hiding
    DOES_UNHIDE             # ... or none
    DOES_FLOW
    DOES_TAX                # on moves
    DOES_ABILITY            # gives an activated ability ...
    DOES_TO_ABILITY         # ... gave it to one thing
    DOES_WEAPONMASTER
    N_DOES

cdef enum:  # timing
    ANY_TIME
    MAIN_TIME
    ACTION_TIME
    REACTION_TIME

cdef enum:  # what an Add ability makes that may be used in the middle of a payment: 0-5 a Seal
    SRC_ONE = 6
    SRC_TWO
    SRC_LUX
    SRC_UNIVERSAL
    SRC_BOTH
    SRC_GOLD
    SRC_ANOMALY
    SRC_HENGE
    SRC_SPELLS_POWER
    SRC_GEAR_POWER
    SRC_SHOWDOWN_ENERGY
    SRC_UNITS_ENERGY
    SRC_UNKNOWN = 31        # of a shape that the record cannot hold: never guessed

cdef enum:  # whose costs a modifier changes
    PAYER_YOU = 1
    PAYER_OPPONENTS = 2
    PAYER_ANY = 3

cdef enum:  # what a modifier applies to
    ON_SELF
    ON_CARD
    ON_SPELL
    ON_UNIT
    ON_GEAR
    ON_PERMANENT
    ON_ABILITY
    ON_GEAR_ABILITY
    ON_EMPOWER
    ON_EQUIP
    ON_REPEAT
    ON_OPTIONAL
    ON_HIDE
    ON_MOVE
    ON_DEFLECT
    ON_GOLD
    ON_LEGEND
    ON_UNKNOWN              # of a kind that the core does not know

cdef enum:  # how long
    LASTS_STATIC
    LASTS_NEXT
    LASTS_TURN
    LASTS_GRANTED

cdef enum:  # Clause.flags
    COST_EXHAUST_SELF = 1
    COST_PRINTED = 2        # equal to the printed cost of the card that gets the keyword
    COST_X_ENERGY = 4
    COST_X_POWER = 8
    COST_OWN_POWER = 16     # one Power of the domains of the card that gets the keyword
    COST_KILL_SELF = 32
    EITHER = 64             # a modifier of [1] or [A]: the player picks one half
    COMPONENT = 128         # applies to one component as it is added (356.4.c)
    GRANTED = 256           # the card gives this to something else
    TRIGGERED = 512         # in force only through an event or effect
    DELAYED = 1024          # at the start of the next Main Phase
    PLAYS_SELF = 2048       # this cost stands in for the base cost of the card itself
    FROM_TRASH = 4096       # ... played from the trash
    SETS_ENERGY = 8192
    SETS_POWER = 16384
    SETS_OTHER = 32768
    SETS_DEFLECT = 65536
    ONCE_EACH_TURN = 131072
    BANISHES = 1048576      # in place of it; else it is recalled exhausted
    EFFECT_TEXT = 524288    # what the card gives the unit that it is attached to (718.3)
    LACKING = 262144        # a keyword is given only to what does not have it otherwise

cdef enum:  # restriction of what an Add makes
    FREELY
    FOR_SPELLS
    FOR_GEARS
    FOR_UNITS
    FOR_SHOWDOWNS

cdef enum:  # parts of a cost that are no resource
    VERB_EXHAUST
    VERB_KILL
    VERB_DISCARD
    VERB_RECYCLE
    VERB_RETURN
    VERB_BANISH
    VERB_SPEND_BUFF
    VERB_SPEND_XP
    VERB_DISEMPOWER
    VERB_RECYCLE_RUNE
    VERB_BURN
    VERB_UNKNOWN
    N_ANY = 255             # "any number"

cdef enum:  # ... and of what
    OF_SELF
    OF_LEGEND
    OF_UNIT
    OF_GEAR
    OF_UNIT_OR_GEAR
    OF_OBJECT               # unit, gear or legend
    OF_HAND
    OF_TRASH
    OF_ANY_TRASH
    OF_PLAYER
    OF_DECK

cdef enum:  # events that set off Adds
    EVENT_NONE
    EVENT_MAIN_PHASE
    EVENT_END_OF_TURN
    EVENT_MOVED
    EVENT_HELD
    EVENT_CONQUERED
    EVENT_REVEALED
    EVENT_DISCARDED
    EVENT_COMBAT_STARTED
    EVENT_COMBAT_ENDED
    EVENT_DEATH             # would happen, ...
    EVENT_TO_TRASH          # ... for what goes to its owner's trash
    EVENT_OTHER


cdef enum:  # operations of expressions (catalog/expressions.py)
    OP_ALWAYS
    OP_CONST
    OP_AND
    OP_OR
    OP_NOT
    OP_LEGION
    OP_LEVEL
    OP_EMPOWERED_TIMES
    OP_STATE
    OP_PAID_ADDITIONAL
    OP_IN_COMBAT
    OP_IN_SHOWDOWN
    OP_AT_BATTLEFIELD
    OP_NOT_FROM_HAND
    OP_WITHIN_POINTS
    OP_CONTROLS
    OP_CONTROLS_EXACTLY_HERE
    OP_OPPONENT_CONTROLS
    OP_PLAYED_SPELL
    OP_PLAYED_CARD
    OP_ENEMY_DIED
    OP_ENERGY_ON_ONE_SPELL
    OP_POWER_SPENT
    OP_RUNES_AT_MOST
    OP_RUNES_AT_LEAST
    OP_FEWER_RUNES
    OP_TARGET
    OP_CONTROLS_BATTLEFIELD
    OP_FIRST
    OP_SHOWDOWN
    OP_SHOWDOWN_HERE
    OP_YOUR_TURN
    OP_CHOSE_ENEMY_UNITS
    OP_CHOSE_ENEMIES
    OP_PLAYED_EQUIPMENT
    OP_EVENT
    OP_EXCESS_DAMAGE
    OP_COUNT
    OP_RUNES
    OP_TRASH
    OP_TRASH_NAMED_SELF
    OP_CARDS_PLAYED
    OP_POINTS_FROM_HOLDING
    OP_POINTS
    OP_MAX_MIGHT
    OP_SELF_MIGHT
    OP_TARGET_MIGHT
    OP_PAID_MIGHT
    OP_KILLED
    OP_KILLED_ENERGY
    OP_KILLED_POWER
    OP_BUFFS_SPENT
    OP_UNITS_BEYOND_FIRST
    OP_TAGS_AMONG
    OP_TIMES
    OP_UNKNOWN

cdef enum:  # Thing.states; from STATE_EMPOWERED to STATE_ATTACHED they are derived
    STATE_EXHAUSTED = 1
    STATE_TOKEN = 2
    STATE_STUNNED = 4
    STATE_TEMPORARY = 8
    STATE_ATTACKING = 16
    STATE_DEFENDING = 32
    STATE_MIGHTY = 64
    STATE_EMPOWERED = 128
    STATE_BUFFED = 256
    STATE_EQUIPPED = 512
    STATE_ATTACHED = 1024
    STATE_USED = 2048       # its ability of once each turn was used this turn
    STATE_PAID = 4096       # its optional additional cost was paid ...
    STATE_UNPAID = 8192     # ... or not; without either it is not known
    STATE_GANKING = 16384   # something gives it Ganking
    STATES_GIVEN = 0x7FFF & ~(STATE_EMPOWERED | STATE_BUFFED | STATE_EQUIPPED | STATE_ATTACHED)     # those that are kept


cdef struct Node:           # one operation of an expression; a, b, c by operation
    uint8_t op
    int16_t a
    int16_t b
    int16_t c


cdef struct Filter:
    uint8_t types           # 0: any
    uint8_t controller      # 0 any, 1 you, 2 opponent, 3 the player who pays
    uint8_t domains         # 0: any
    uint8_t at              # 0 any, 1 here, 2 a battlefield, 3 base
    uint8_t from_           # 0 any, 1 trash, 2 hand, 3 not hand, 4 facedown, 5 any trash
    uint8_t n_tags
    uint16_t tags[8]        # one of these
    uint16_t states         # all of these (position bits)
    uint16_t lacks          # none of these
    uint32_t keywords       # all of these
    int8_t token            # -1 any
    bint name_self
    bint other
    bint itself
    bint bearer
    bint weaker             # less Might than self
    int16_t chooses         # a filter that a chosen target matches; -1 none, -2 self is chosen
    bint unknown            # asks something that a position does not hold


cdef struct Part:
    uint8_t verb
    uint8_t of
    uint8_t n               # N_ANY: any number
    uint8_t types           # restriction by type (cards) ...
    uint8_t n_tags
    uint16_t tags[8]        # ... by tag
    uint16_t states         # ... by state
    int8_t token            # -1 any
    bint other              # not the object itself
    bint itself
    bint here               # at the battlefield whose clause it is


cdef struct Clause:
    uint8_t kind
    uint8_t group
    int8_t ability          # number of the activated ability in printed order, -1 none
    uint16_t card           # whose text it is
    int8_t trigger          # number among what `trigger` asks for, in printed order, -1 none
    uint8_t timing
    uint32_t flags
    int16_t when            # node, -1: always
    uint8_t event
    Demand cost             # or the Power of a modifier
    int16_t part            # first part of the cost, and how many
    uint8_t n_parts
    int16_t choice          # first of the alternative costs, and how many
    uint8_t n_choices
    int16_t energy          # node of a modifier's Energy; -1 none
    int16_t power           # node that multiplies `cost` as the Power of a modifier; -1: once
    int8_t min_energy       # -1 none
    uint8_t payer
    uint8_t what
    uint8_t lasts
    int16_t filter          # -1 none
    int16_t value
    uint8_t adds_energy
    uint8_t adds_power[6]
    uint8_t adds_universal
    uint8_t restriction
    uint8_t empowered       # so often may it be Empowered; 0: once, and Empower asks that it is not
    uint8_t x_mask          # what X symbols are paid with: a mask of domains
    int16_t reads_energy    # a cost reader takes printed costs up to this; -1: any
    int16_t reads_power
    int16_t least_energy    # ... and from this on
    int16_t least_power
    int16_t reads_below     # ... below this number (a node); -1: any
    uint8_t does            # to costs while its card is there
    uint8_t later           # ... for the rest of the turn, once its card did it
    uint8_t own             # to costs of its own card (OWN_)
    uint16_t reads          # what its condition and its amounts look at (READS_)


cdef enum:  # Term.flags
    TERM_GRANTED = 1        # of an ability that the card gives to something else
    TERM_APART = 2          # another one than the card itself, and than what was chosen before
    TERM_TOGETHER = 4       # all at one place
    TERM_SPREAD = 8         # each at another place
    TERM_ONE_CONTROLLER = 16
    TERM_UNKNOWN = 32       # nothing is known of what is chosen
    TERM_UNSURE = 64        # ... nor whether what meets all these terms fits
    TERM_FIGHTING = 128     # in combat or in a showdown
    TERM_BY_MIGHT = 256     # as many as the Might of what was chosen before (split damage)
    TERM_OCCUPIED = 512     # a battlefield where you have units
    TERM_PLAYER = 1024
    TERM_RUNES = 2048       # a rune fits as well; runes have no names
    TERM_MODES = 4096       # no choice of objects: `most` of `least` modes
    TERM_ONCE = 8192        # ... each once in one play
    TERM_FAR = 16384        # at another place than the card itself
    TERM_NAMED_TAG = 32768

cdef enum:  # Term.zones: where what is chosen may be
    ZONE_BOARD = 1
    ZONE_LEGEND = 2
    ZONE_BATTLEFIELD = 4
    ZONE_SPELL = 8          # on the chain
    ZONE_ABILITY = 16
    ZONE_TRASH = 32
    ZONE_FACEDOWN = 64

cdef enum:  # Term.to: the place that a move chooses (355.4)
    TO_NONE
    TO_ANY
    TO_BATTLEFIELD
    TO_OTHER_BATTLEFIELD
    TO_YOUR_UNITS           # a battlefield where you have units
    TO_ITS_SIDE             # a place where another unit of its controller is
    TO_OPEN
    TO_ENEMY
    TO_CONTROLLED
    TO_BASE_OR_FROM_IT
    TO_ONE                  # one place for all


cdef struct Term:           # one thing that a text chooses, or how many of its modes
    uint8_t group           # of the clauses of its ability
    int8_t mode             # -1: whatever mode is chosen
    uint16_t flags
    uint8_t least
    uint8_t most            # 255: any number
    uint8_t zones
    uint8_t zones_or        # ... of the second filter
    int16_t filter          # -1 none
    int16_t filter_or       # or this one; -1 none
    int16_t when            # node; -1 always
    uint8_t near            # at the place of what was chosen so many choices before; 0 anywhere
    uint8_t far             # ... at another place
    uint8_t one_side        # ... of the same controller
    uint8_t weaker          # ... with less Might
    uint8_t attached        # ... attached to it
    uint8_t to
    uint8_t split           # as many points of damage; 0 no split
    int16_t might_least
    int16_t might_most      # -1: any
    int16_t total_might     # -1: any
    int16_t energy_most     # nodes; -1: any
    int16_t energy_below
    int16_t energy_least
    int16_t power_most
    uint32_t lacks          # keywords
    uint16_t not_tag


cdef enum:  # what may be in doubt (catalog/doubts.py)
    DOUBT_SPELLS = 1
    DOUBT_UNITS = 2
    DOUBT_GEAR = 4
    DOUBT_ABILITIES = 8
    DOUBT_MOVES = 16
    DOUBT_HIDES = 32
    DOUBT_PRICES = 64
    DOUBT_RUNES = 128
    DOUBT_EVENTS = 256
    DOUBT_CHOOSING = 512
    DOUBT_SUPPLY = 1024
    DOUBT_SELF_PLAYED = 2048
    DOUBT_SELF_USED = 4096
    DOUBT_SELF_EVENT = 8192
    DOUBT_SELF_CHOSEN = 16384
    DOUBT_SELF_HIDDEN = 32768

cdef enum:  # ... and where such a text works beside the board
    WORKS_IN_HAND = 1
    WORKS_IN_TRASH = 2
    WORKS_FACEDOWN = 4
    WORKS_ON_CHAIN = 8
    WORKS_ELSEWHERE = 16


cdef struct Doubts:         # masks of what text that is not understood may change: legality, price alone
    uint16_t yours[2]
    uint16_t theirs[2]
    uint16_t your_later[2]
    uint16_t their_later[2]
    uint8_t zones


cdef struct Source:
    uint8_t kind
    int8_t ability
    int16_t when


cdef struct Facts:
    Demand printed
    uint8_t type
    uint8_t domains
    int16_t might           # -1: none
    uint32_t keywords
    uint8_t n_tags
    uint16_t tags[8]
    uint8_t enters          # 0 by rule, 1 exhausted, 2 ready
    bint token
    bint partial            # its text is not fully understood
    bint modifies           # has clauses that change other costs while it is there
    bint raises_gold        # ... and what Golds Add
    bint adds_later         # Adds at the start of its controller's Main Phase
    bint borrows            # has the exhaust abilities of friendly objects
    bint lends              # has such abilities
    bint equipment
    bint remembers          # asks later whether its additional cost was paid
    bint reads_payment      # asks later for the Might of what its price was paid with
    bint deflects           # has or gives Deflect, now or at times
    bint asks_targets       # what it costs to play or to use depends on what is chosen
    bint asks_cards         # ... on cards in a hand, in a trash or facedown
    uint8_t n_abilities     # activated abilities in print
    bint replaces           # has such a clause
    bint opens_trash        # its controller may play cards from their trash
    int16_t hastens         # cards in hand that match this filter have Reaction; -1 none
    uint8_t n_sources
    uint8_t plain_source    # 1 + the kind of its only source, when that has no condition and counts by itself; else 0
    Source sources[4]
    uint16_t term           # what its text chooses, all abilities together
    uint8_t n_terms
    uint16_t clause
    uint8_t n_clauses
    uint64_t kinds          # of its clauses, a mask of 1 << kind
    uint8_t own             # what they do to costs of the card itself (OWN_)
    Doubts doubts           # of a card that is partial


cdef struct Tables:         # the table as the core sees it: nothing of Python
    const Facts *facts
    const Clause *clauses
    const Node *nodes
    const Filter *filters
    const Part *parts
    const Term *terms
    const Demand *choices
    const uint16_t *tag_lists
    bint doubtful           # some card of the table is partial
    const uint64_t *digests     # of the facts of the catalogue's cards, by number ...
    int n_digests           # ... of so many; of all others they are 0
    uint32_t edition        # of the rules, as 20260716
