"""Borrowers: may an object that has the exhaust abilities of others make the difference? (Heimerdinger)

Apart from `_pay`, where only few positions come this way: there it would cost the others time.
"""

from riftcore.ground._record cimport Demand, Supply
from riftcore.payment._units cimport Kit, Need, Offer


cdef bint payable_borrowing(const Supply *s, const Demand *d) noexcept nogil
cdef int missing_borrowing(
    const Kit *kit, const Need *need, const Offer *o, int first, int plain, int empowered
) noexcept nogil
