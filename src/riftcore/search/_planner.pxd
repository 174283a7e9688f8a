"""What a search for plans knows and is at (docs/plan.md)."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from riftcore.cards._clauses cimport Tables
from riftcore.ground._record cimport Demand
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport Position
from riftcore.rules._doing cimport Outcome
from riftcore.search._actions cimport N_ACTIONS
from riftcore.search._ways cimport Desk

cdef enum:
    MAX_MOVES = 64          # plays and Adds in a row
    MAX_PLANNED = 64        # cards that may be played


cdef enum:  # what is owed, by what may pay for it
    OWED_SPELLS
    OWED_UNITS
    OWED_GEAR
    OWED_ADDS               # what Adds cost: nothing restricted pays it
    N_OWED


cdef enum:  # what a card's cost does to what there is to pay with
    TAKES = 1
    RETURNS = 2
    GIVEN = 4               # times this: the cost of other cards
    ADDS_OUTSIDE = 16
    ORDER_MATTERS = 32      # a cost may depend on what was played before
    CHANGES_COSTS = 64      # of other cards, once it is played
    REDUCED = 1024          # it may cost less than it says; GIVEN: others may
    MINDS = 128             # its cost may depend on what was paid with; GIVEN: that of others


cdef enum:  # which plays need not follow: Frame.phase
    ANY_FOLLOWS
    NO_BRINGER              # after a plain play: it would have come first, when more could pay for it
    NO_PLAIN                # after one that takes things: it would have come first, too


cdef enum:
    RICH = 40               # of everything: pays for any card, and four such counts fit a byte
    N_BILLS = 5             # what is owed, and what the move costs
    N_KEPT = 9              # kinds of Power in it
    FIRST_IN_POOL = 12      # of a record's bytes: where its pool begins, with its Energy ...
    FIRST_SOURCE = 25       # ... and where its sources do
    LAST_SOURCE = 42


cdef struct Play:           # one play of a plan
    uint16_t card
    uint8_t from_
    uint32_t pay


cdef struct Frame:          # one move deep in the search
    Position pos            # what was bought is there, what it costs may still be owed
    Demand owed[4]
    double value            # of the plays so far
    uint64_t played         # ... their slots
    int n_plays             # ... and how many they are
    int first               # where new objects begin on the board
    int phase               # which plays need not follow
    bint settled            # all was paid: for a play that minds
    bint early              # Adds were made early: for a play that changes what there is to pay with
    Desk desk
    Position rich           # the same with a pool that pays for everything
    Outcome outcome
    int32_t found[N_ACTIONS]


cdef struct Planner

ctypedef int (*GoOn)(Planner *s, int depth) except -1 nogil


cdef struct Planner:
    GoOn go_on              # the search from this depth on
    const Tables *t
    const Policy *policy
    int player
    int n_chain             # items that were there before
    bint sensitive          # no play on credit: there is a Heimerdinger
    bint spending           # how much was spent may change later costs
    uint64_t minders        # cards whose costs may depend on what has been paid with ...
    bint things_matter      # ... objects ...
    bint runes_matter       # ... runes that are recycled
    bint ordered            # what was played may change later costs
    uint64_t meddlers       # ... or their own: cards
    bint outside            # an Add that cannot be made in a payment is on the board
    uint64_t returners      # cards whose costs return objects to the hand ...
    int returned            # ... at most so many
    uint64_t takers         # cards whose costs take objects from the board
    uint64_t bringers       # cards that bring something to pay with
    bint all_sets           # find every set, not the best one
    bint follows            # find out whether just the plays of `line` can be made, in this order
    bint done               # ... they can
    int pace                # of looks at Ctrl-C (_interrupt.pxd)
    bint stop               # no more need be looked at, or no more may be
    int n_line
    Play line[64]
    bint cut                # the budget was used up, or room
    bint unsure             # a cost took any number of things, as was best then: a later play might regret it
    uint64_t budget
    uint64_t nodes
    int n_cards             # slots: ...
    int n_own               # ... first those of hand and champion zone
    uint16_t card[64]
    uint8_t zone[64]
    double value[64]
    bint cheaper            # something makes the cards of others cost less: no bound by costs
    bint bounded            # what is left is bounded by what there is to pay with
    bint converts           # Power may become Energy
    uint64_t reduced        # cards that may cost less than they say
    uint8_t energy[64]      # what each costs at least ...
    uint8_t units[64]       # ... with its Power
    uint8_t by_energy[64]   # slots, the most value for its cost first
    uint8_t by_units[64]
    uint8_t by_value[64]    # ... the most value first
    double dearest          # of all cards in sight
    double best
    int n_best
    uint64_t best_plans     # how often a better one was found
    Play best_plays[64]
    Play plays[64]
    Frame *frames
    uint64_t *seen          # keys of positions looked at; 0: free
    uint64_t n_seen
    uint64_t room           # of `seen`, a power of two
    uint64_t *sets          # sets that were found, by slot
    uint64_t n_sets
    uint64_t set_room


