"""A question for a price: which clauses fit the act, and the steps that each of them adds."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t

from riftcore.cards._clauses cimport Clause, Tables
from riftcore.ground._record cimport Demand
from riftcore.position._expr cimport Context
from riftcore.position._position cimport Act, Position
from riftcore.rules._costs cimport Costs
from riftcore.rules._forces cimport Force, Forces

cdef enum:
    MAX_STEPS = 48

cdef enum:  # what a step of the pipeline did
    STEP_PRINTED            # the printed cost (356.1)
    STEP_ABILITY            # the cost before the colon (403)
    STEP_TRIGGER            # the price of a trigger (383.3.b)
    STEP_PRICE              # a bare price
    STEP_FOR                # played for another cost (356.1.a)
    STEP_FLOW               # 829
    STEP_HIDDEN             # played from facedown (811)
    STEP_IGNORED            # base cost ignored (356.1.b)
    STEP_MANDATORY          # 356.2.a
    STEP_DEFLECT            # 809
    STEP_OPTIONAL           # 356.2.b
    STEP_ACCELERATE         # 805
    STEP_REPEAT             # 820
    STEP_COMPONENT          # a discount of one component (356.4.c)
    STEP_INCREASE           # 356.3
    STEP_DISCOUNT           # 356.4
    STEP_TOTAL              # a change of the final total (356.5)
    STEP_TAX                # 204.4
    STEP_HIDE               # 811
    STEP_EQUIP              # the Equip cost that Weaponmaster pays (821)


cdef struct Step:
    uint8_t what
    uint16_t card           # whose text
    int8_t sign             # 1 adds, -1 takes away, 0 sets
    uint8_t either          # [1] or [A]
    int8_t min_energy       # of a discount; -1 none
    Demand amount


cdef struct Quote:
    uint8_t code            # CODE_OK, CODE_CONDITION or CODE_UNKNOWN
    uint16_t culprit        # the card whose text is not understood, or of the option that is not there
    uint32_t paid           # optional costs that count as paid
    Costs costs
    int n_parts
    int16_t parts[16]       # numbers of parts
    bint exhausts_self      # the cost exhausts the object itself
    int n_steps
    Step steps[48]


cdef struct Sacrifice:      # what the choices for non-resource costs bring in formulas
    int killed
    int killed_energy
    int killed_power
    int buffs_spent


cdef struct Pricing:        # a question for a price, and where the answer is written
    const Tables *t
    const Position *pos
    const Forces *w
    const Act *act
    const Sacrifice *given
    Quote *q
    int kind                # of the act, for forces (FITS_)
    int keyword             # of the ability that is activated (Act.keyword)

cdef void pricing_set(
    Pricing *z, const Tables *t, const Position *pos, const Forces *w, const Act *act, const Sacrifice *given, Quote *q
) noexcept nogil
cdef void step(Quote *q, int what, int card, int sign, const Demand *amount) noexcept nogil
cdef void add_parts(Quote *q, const Clause *c) noexcept nogil
cdef void context(
    Context *x, const Tables *t, const Position *pos, const Act *act, int ref, int card, int you
) noexcept nogil
cdef bint concerns(Context *x, const Clause *c) noexcept nogil
cdef bint not_known(Quote *q, const Context *x) noexcept nogil
cdef bint applies(Quote *q, Context *x, int when) noexcept nogil
cdef int kind_of(const Tables *t, const Act *act) noexcept nogil
cdef void seen_by(Context *x, const Pricing *z, const Force *force) noexcept nogil
cdef bint fits(const Pricing *z, const Force *force) noexcept nogil
cdef bint is_true(const Pricing *z, const Force *force) noexcept nogil
cdef void amounts(const Pricing *z, const Force *force, int *energy, int *times) noexcept nogil
cdef int paid_might(const Position *pos, const Act *act) noexcept nogil
