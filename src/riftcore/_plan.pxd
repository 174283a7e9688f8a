"""The best plays of a turn, and what can be afforded together: exact search with transpositions (docs/plan.md)."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from riftcore._actions cimport N_ACTIONS
from riftcore._ways cimport Desk
from riftcore._cards cimport Tables
from riftcore._policy cimport Policy
from riftcore._play cimport Outcome
from riftcore._position cimport Position
from riftcore._record cimport Demand

cdef enum:
    MAX_PLAYS = 40          # plays in a row
    MAX_PLANNED = 64        # cards in hand and champion zone


cdef struct Play:           # one play of a plan
    uint16_t card
    uint8_t from_
    uint8_t slot            # of the cards at the start
    int32_t number          # its integer where it is played
    uint32_t pay


cdef struct Frame:          # one play deep in the search
    Position pos            # what was bought is there, what it costs may still be owed
    Demand owed[3]          # by purpose: spells, units, gear
    Desk desk
    Position rich           # the same with a pool that pays for everything
    Outcome outcome
    int32_t found[N_ACTIONS]


cdef struct Search:
    const Tables *t
    const Policy *policy
    int player
    int n_chain             # items that were there before
    bint sensitive          # what has been paid with may change later costs
    bint spending           # how much was spent may change later costs
    bint all_sets           # find every set, not the best one
    bint cut                # the budget was used up
    bint unsure             # a converter was used before a later play, which might have wanted more of it
    uint64_t budget
    uint64_t nodes
    int n_cards
    uint16_t card[64]
    uint8_t zone[64]
    double value[64]
    double best
    int n_best
    Play best_plays[40]
    Play plays[40]
    Frame *frames
    uint64_t *seen          # keys of positions looked at; 0: free
    uint64_t n_seen
    uint64_t room           # of `seen`, a power of two
    uint64_t *sets          # sets that were found, by slot
    uint64_t n_sets
    uint64_t set_room


cdef int search_run(Search *s, const Position *pos) except -1 nogil
cdef void search_free(Search *s) noexcept nogil
