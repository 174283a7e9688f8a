"""Borrowers: may an object that has the exhaust abilities of others make the difference? (Heimerdinger)"""

from riftcore.ground._types cimport BORROW_HONEYFRUIT, N_BORROW
from riftcore.payment._units cimport (
    BOTH,
    EMPOWERED,
    Have,
    borrow_apply,
    have_init,
    kit_init,
    least,
    missing,
    need_init,
    offer_everything,
    use_legend,
)


cdef bint payable_borrowing(const Supply *s, const Demand *d) noexcept nogil:
    """`payable`, with every use of the borrowers tried."""
    cdef Kit kit
    cdef Need need
    cdef Offer o
    need_init(&need, d)
    kit_init(&kit, s, d)
    offer_everything(&kit, &o)
    if borrow_pays(&kit, &need, &o, 0, kit.borrowers[0], kit.borrowers[1]):
        return True
    if kit.legend:
        use_legend(&o)
        return borrow_pays(&kit, &need, &o, 0, kit.borrowers[0], kit.borrowers[1])
    return False


cdef bint borrow_pays(
    const Kit *kit, const Need *need, const Offer *o, int first, int plain, int empowered
) noexcept nogil:
    """Is there a use of these borrowers, abilities from `first` on for the plain ones, that pays?"""
    cdef Have have
    cdef Offer more
    cdef int code
    have_init(&have, o)
    if missing(need, &have, o.loss, o.converters) == 0:
        return True
    if plain + empowered == 0:
        return False
    for code in range(first, N_BORROW):
        more = o[0]
        if borrow_apply(kit, &more, borrow_code(kit, code, plain == 0)):
            if plain:
                if borrow_pays(kit, need, &more, code if plain > 1 else 0, plain - 1, empowered):
                    return True
            elif borrow_pays(kit, need, &more, code, 0, empowered - 1):
                return True
    # Plain borrowers may also be left alone.
    return plain > 0 and empowered > 0 and borrow_pays(kit, need, o, 0, 0, empowered)


cdef int borrow_code(const Kit *kit, int ability, bint empowered) noexcept nogil:
    """The most that this ability gives a borrower."""
    cdef int code = ability
    if empowered:
        code |= EMPOWERED
    if ability == BORROW_HONEYFRUIT and kit.level6:
        code |= BOTH
    return code


cdef int missing_borrowing(
    const Kit *kit, const Need *need, const Offer *o, int first, int plain, int empowered
) noexcept nogil:
    """The fewest units that are missing by any use of these borrowers, abilities from `first` on."""
    cdef Have have
    cdef Offer more
    cdef int ability, fewest
    have_init(&have, o)
    fewest = missing(need, &have, o.loss, o.converters)
    if fewest and plain and empowered:
        fewest = least(fewest, missing_borrowing(kit, need, o, 0, 0, empowered))
    for ability in range(first, N_BORROW):
        if fewest == 0 or plain + empowered == 0:
            break
        more = o[0]
        if not borrow_apply(kit, &more, borrow_code(kit, ability, plain == 0)):
            continue
        if plain:
            fewest = least(fewest, missing_borrowing(kit, need, &more, ability if plain > 1 else 0, plain - 1, empowered))
        else:
            fewest = least(fewest, missing_borrowing(kit, need, &more, ability, 0, empowered - 1))
    return fewest
