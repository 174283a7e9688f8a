"""The best payment of one case, by another policy than the default.

Apart from `_pay`, which few positions leave this way: there it would cost the others time.
"""

from riftcore.payment._opened cimport Search
from riftcore.payment._units cimport Offer


cdef void solve_own(Search *search, const Offer *offered) noexcept nogil
