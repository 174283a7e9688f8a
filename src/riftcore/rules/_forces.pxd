"""The forces of a position: the clauses that may change what a player pays now, found once for any number of prices.

A *force* is a clause of a thing on the board, of a battlefield, or of an effect of this turn, with whose it is, what it
may apply to, and its condition and amounts as they are now. All forces with one effect (`DOES_`) stand in one list, in
the order in which things say them: player by player the legend and the board, then battlefields, then effects. So a
price is the printed numbers and the rows that fit; nothing looks at the board again.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t

from riftcore.cards._clauses cimport (
    DOES_ABILITY,
    DOES_ACCELERATE,
    DOES_COMPONENT,
    DOES_OPTIONAL,
    DOES_REPEAT,
    DOES_TO_ABILITY,
    N_DOES,
    PAYER_OPPONENTS,
    PAYER_YOU,
    Clause,
    Facts,
    Tables,
)
from riftcore.position._position cimport Position

cdef enum:
    MAX_FORCES = 512        # more than any game has; with more, prices are not known

cdef enum:  # Force.fits: what the act must be, one of these; below 64 a card type of what is played
    FITS_CARD = 128         # any play of a card
    FITS_ABILITY = 256
    FITS_HIDE = 512
    FITS_MOVE = 1024
    FITS_ALL = 0xFFFF


cdef struct Force:
    const Clause *clause
    int16_t ref             # of what says it; NO_REF: an effect of this turn ...
    int16_t on              # ... that was given to this thing
    uint16_t card           # whose text it is
    uint16_t on_card        # of an effect: only for this card; 0: any
    uint16_t fits
    uint8_t you             # "you" in the clause
    uint8_t asks            # the condition looks at the act itself, or at a place that a card leaves as it is played ...
    uint8_t late            # ... or an amount does: they are worked out with each price
    int8_t true             # else the condition: 1 yes, 0 not known; -1 no, of an ability that it gives
    uint8_t unknown         # an amount is not known
    int16_t next            # the next one with this effect; -1: none
    int energy              # amounts, unless they are late
    int times


cdef struct Forces:
    int player              # whose costs
    int n
    bint full               # there were more than fit: prices are not known
    uint16_t prices         # what increases and discounts fit, one of these (Force.fits)
    bint opens_trash        # the player may play cards from their trash
    bint asks_cards         # a row looks at cards in a hand, in a trash or facedown
    uint16_t chooses        # rows that look at what is chosen fit one of these (Force.fits)
    bint deflects           # choosing an opponent's object may cost more ...
    bint deflect_asks       # ... and how much more, or what is chosen fits, the act itself may change
    int16_t first[N_DOES]   # ... with each effect; -1: none
    int16_t last[N_DOES]
    Force rows[512]         # last: as far as they are used


cdef void forces_set(Forces *w, const Tables *t, const Position *pos, int player) noexcept nogil


cdef inline size_t forces_size(const Forces *w) noexcept nogil:
    """Bytes of them that are used."""
    return sizeof(Forces) - (MAX_FORCES - w.n) * sizeof(Force)


cdef inline bint next_force(const Forces *w, int16_t *at, const Force **force) noexcept nogil:
    """The next row of a list; start with at = w.first[DOES_...]."""
    if at[0] < 0:
        return False
    force[0] = &w.rows[at[0]]
    at[0] = force[0].next
    return True


cdef inline bint does(const Forces *w, int what) noexcept nogil:
    """Is there a force with this effect?"""
    return w.first[what] >= 0


cdef inline bint gives_abilities(const Forces *w) noexcept nogil:
    return does(w, DOES_ABILITY) or does(w, DOES_TO_ABILITY)


cdef inline bint next_clause(const Tables *t, const Facts *f, uint64_t kinds, int *at, const Clause **clause) noexcept nogil:
    """The next clause in print of these kinds, a mask of 1 << kind; start with at = 0."""
    if f.kinds & kinds == 0:
        return False
    while at[0] < f.n_clauses:
        clause[0] = &t.clauses[f.clause + at[0]]
        at[0] += 1
        if kinds >> clause[0].kind & 1:
            return True
    return False


cdef inline bint payer_fits(const Clause *c, int you, int payer) noexcept nogil:
    """Does what `you` control say that this player pays?"""
    if c.payer == PAYER_YOU:
        return you == payer
    if c.payer == PAYER_OPPONENTS:
        return you != payer
    return True
