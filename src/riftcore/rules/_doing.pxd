"""An act that is being carried out, and what came of it."""

from libc.stdint cimport int16_t, uint8_t, uint16_t

from riftcore.cards._clauses cimport Tables
from riftcore.ground._record cimport Demand, Supply
from riftcore.payment._payment cimport Payment
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport Act, Position
from riftcore.rules._forces cimport Forces
from riftcore.rules._pricing cimport Quote

cdef enum:
    MAX_SPENT = 40
    MAX_CHANGES = 96
    MAX_USED = 64

cdef enum:  # what happened to a list that has ids
    LEFT_BOARD
    ENTERED_BOARD
    LEFT_FACEDOWN
    ENTERED_FACEDOWN
    LEFT_CHAIN
    ENTERED_CHAIN


cdef struct Item:           # one object or card given up for a non-resource cost
    uint8_t verb
    uint8_t player
    uint8_t n
    int16_t ref             # NO_REF: a card of a zone
    int16_t slot            # ... its place in the hand (OF_HAND) or trash
    uint8_t of
    uint16_t card


cdef struct Spent:
    int n
    Item item[40]


cdef struct Change:
    uint8_t what
    uint8_t player
    uint8_t slot


cdef struct Outcome:
    uint8_t code
    uint8_t why
    uint16_t culprit
    bint doubtful           # text that is not understood may change the answer: that of the culprit
    bint priced             # the costs are those of step 3
    bint paid               # a payment was found; the position is as after it
    Quote quote
    int cost                # which of the costs was paid
    Demand demand           # ... with its purpose
    Payment payment
    Supply supply           # what it was paid from: objects given up for the cost are not in it
    Spent spent
    int n_used
    int16_t used[64]        # refs of the sources, in the order of Payment.uses, before anything left
    int n_changes
    Change change[96]

cdef struct Search:         # for the objects that a cost takes
    bint spare_targets      # chosen targets are not given up (357.3)
    bint any_objects        # some choice of objects exists, whatever the resources say
    bint unsure             # one that was found not to pay might pay all the same
    int tries
    int paid                # choices of objects that pay
    bint found              # the best of them so far, and its payment
    Spent best_spent
    Payment best


cdef struct Doing:
    const Tables *t
    Position *pos           # changed on the way, thrown away by the caller if the act is not legal
    const Forces *w         # what may change costs here; NULL if the act has no price
    Act *act                # what it leaves open is filled in
    const Policy *policy
    Outcome *out
    Search search
    int hidden              # 1 + battlefield where the card lay facedown; 0: it did not
    int named_to            # the place that the action names; NOWHERE: none

cdef void refuse(Outcome *out, int code, int why) noexcept nogil
cdef int why_none(const Position *pos, const Act *act) noexcept nogil
cdef void note(Outcome *out, int what, int player, int slot) noexcept nogil
