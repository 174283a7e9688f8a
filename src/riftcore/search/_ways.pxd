"""The ways to play a card or to use an object, and the desk where they are worked out."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from riftcore.cards._clauses cimport Clause, Tables
from riftcore.ground._record cimport Supply
from riftcore.ground._types cimport N_PURPOSES
from riftcore.payment._payable cimport Purse
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport Act, Position
from riftcore.rules._costs cimport Costs
from riftcore.rules._doing cimport Outcome
from riftcore.rules._forces cimport Forces
from riftcore.rules._pricing cimport Quote

cdef enum:
    N_WAYS = 32             # of a card that is played
    N_OBJECT_WAYS = 16      # of an object whose abilities are used
    ROOM = 40               # a pool with no count above this has room for what any Add but X makes
    MAX_CLASSES = 8         # kinds of targets that are told apart by the costs they lead to


cdef struct Way:            # one way to play a card or to use an object
    uint32_t pay
    int16_t ability
    int16_t x
    uint8_t to
    uint8_t n_targets
    int16_t targets[2]
    const Clause *clause    # the ability; NULL of a play
    int code                # ... and whether its condition holds (CODE_OK)


cdef struct Desk:           # room to work in; one for each thread
    const Tables *t
    const Position *pos
    int player
    const Policy *policy
    int roomy               # whichever payment is taken, there is room for what it moves; -1: not yet asked
    int slowest             # the slowest speed at which the player may act
    const Forces *w         # what may change the costs of this player ...
    Forces found            # ... found here, if nobody had them
    uint32_t purses_known   # bits by purpose: which of these have been worked out
    Purse purses[N_PURPOSES]    # what the player can pay with
    Quote quote
    Outcome outcome
    Costs classes[8]
    int n_ways
    Way ways[32]
    Position scratch        # last: of few players only the first bytes are used


cdef void desk_set(
    Desk *k, const Tables *t, const Position *pos, int player, const Policy *policy, const Forces *w
) noexcept nogil
cdef bint same_costs(const Costs *a, const Costs *b) noexcept nogil
cdef bint counts_cards(const Desk *k, int card) noexcept nogil
cdef void price(Desk *k, const Act *act) noexcept nogil
cdef void ways_to_play(Desk *k, const Act *base) noexcept nogil
cdef bint has_abilities(const Desk *k, int card) noexcept nogil
cdef void act_clear(Act *act, int form, int player) noexcept nogil
cdef void ways_to_use(Desk *k, int ref) noexcept nogil
cdef void take_way(const Way *way, Act *act) noexcept nogil
cdef void way_act(const Desk *k, int ref, const Way *way, Act *act) noexcept nogil
cdef bint in_doubt(const Desk *k, const Act *act) noexcept nogil
cdef bint can_choose(Desk *k, const Act *act, const Clause *ability) noexcept nogil
cdef bint has_room(const Supply *s, int most) noexcept nogil
cdef bint performs(Desk *k, const Act *act) noexcept nogil
cdef bint can_perform(Desk *k, const Act *act) noexcept nogil
