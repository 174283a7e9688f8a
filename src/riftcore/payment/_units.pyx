"""Adds that are not one unit: what using them does to an offer."""

from riftcore.ground._types cimport (
    BORROW_ANOMALY,
    BORROW_EGG,
    BORROW_GOLD,
    BORROW_HENGE,
    BORROW_HONEYFRUIT,
    BORROW_LUX,
    BORROW_ONE,
    LEGEND_ENERGY,
    LEGEND_SHOWDOWN_ENERGY,
    LEGEND_UNITS_ENERGY,
    N_DOMAINS,
)


cdef bint borrow_apply(const Kit *kit, Offer *o, int code) noexcept nogil:
    """One more borrower is exhausted for the ability `code`; False where that is not possible."""
    cdef int ability = code & BORROWED
    if not kit.borrow >> ability & 1 or (code & BOTH and not (ability == BORROW_HONEYFRUIT and kit.level6)):
        return False
    if ability < N_DOMAINS:
        o.n[C_POOL_POWER + N_DOMAINS - 1 - ability] += 1
        o.added += 1
    elif ability == BORROW_ONE:
        o.n[C_POOL_ENERGY] += 1
        o.added += 1
    elif ability == BORROW_EGG:
        o.n[C_POOL_ENERGY] += 2 if code & EMPOWERED else 1
        o.added += 2 if code & EMPOWERED else 1
    elif ability == BORROW_LUX:
        o.n[C_ENERGY_ONLY] += 2
        o.added += 2
    elif ability == BORROW_HONEYFRUIT or ability == BORROW_GOLD:
        o.n[C_POOL_UNIVERSAL] += 1
        o.added += 1
        if code & BOTH:
            o.n[C_POOL_ENERGY] += 1
            o.added += 1
    elif ability == BORROW_ANOMALY:
        if o.converters & K1:
            return False  # a second one never helps
        o.converters |= K1
    elif ability == BORROW_HENGE:
        if o.converters & K2:
            return False
        o.converters |= K2
    else:
        if kit.legend_kind == LEGEND_UNITS_ENERGY:
            o.loss += 2
            o.n[C_ENERGY_ONLY] += 2
            o.added += 2
        elif kit.legend_kind == LEGEND_ENERGY:
            o.n[C_POOL_ENERGY] += 1
            o.added += 1
        elif kit.legend_kind == LEGEND_SHOWDOWN_ENERGY:
            o.n[C_POOL_SHOWDOWN] += 1
            o.added += 1
        else:
            o.n[C_POOL_RESTRICTED] += 1
            o.added += 1
    if ability == BORROW_GOLD:
        o.killed += 1
    else:
        o.sources += 1
    o.borrowed[o.borrowers] = code
    o.borrowers += 1
    return True


# ------------------------------------------------------ Adds of another shape than one unit


cdef void use_pairs(Offer *o, int two, int lux) noexcept nogil:
    o.two = two
    o.lux = lux
    o.n[C_POOL_ENERGY] += 2 * two
    o.n[C_ENERGY_ONLY] += 2 * lux
    o.sources += two + lux
    o.added += 2 * (two + lux)


cdef void use_honeyfruit_both(Offer *o, int n) noexcept nogil:
    """n Honeyfruits make [1][A]; the others are still on offer for [A]."""
    o.honeyfruit_both = n
    o.n[C_HONEYFRUIT] -= n
    o.n[C_POOL_ENERGY] += n
    o.n[C_POOL_UNIVERSAL] += n
    o.sources += n
    o.added += 2 * n


cdef void use_gold_both(Offer *o, int n) noexcept nogil:
    o.gold_both = n
    o.n[C_POOL_ENERGY] += n
    o.n[C_POOL_UNIVERSAL] += n
    o.killed += n
    o.added += 2 * n


cdef void use_legend(Offer *o) noexcept nogil:
    o.legend = 1
    o.loss += 2
    o.n[C_ENERGY_ONLY] += 2
    o.sources += 1
    o.added += 2


cdef void use_converters(Offer *o, int converters) noexcept nogil:
    o.converters = converters
    if converters & K1:
        o.anomaly = 1
        o.sources += 1
    if converters & K2:
        o.henge = 1
        o.sources += 1


cdef void offer_everything(const Kit *kit, Offer *o) noexcept nogil:
    """Every Add that costs nothing but its object."""
    o[0] = kit.plain
    use_pairs(o, kit.two, kit.lux)
    use_honeyfruit_both(o, kit.honeyfruit if kit.level6 else 0)
    use_gold_both(o, kit.gold_both)
    if kit.anomaly:
        o.converters |= K1
    if kit.henge:
        o.converters |= K2
