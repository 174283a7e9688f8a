"""The search for the best payment of one case (`Search`), where ready runes are lost."""

from riftcore.payment._payment cimport Payment
from riftcore.payment._policy cimport Policy
from riftcore.payment._units cimport Have, Kit, Need, Offer
cdef struct Search:
    const Kit *kit
    const Need *need
    const Policy *policy
    const Have *have        # the sums of the offer to solve
    bint asks               # whether Energy or Power is lacking matters: there are converters, or [A][A]
    int recycled            # runes that every payment recycles; -1: not yet known
    bint solved             # the offer paid without converters ...
    bint lacks_energy       # ... or needed sources of Energy; these two tell which
    bint lacks_power        # converter could be of use to it (try_converters)
    bint found
    int pace                # of `tick`
    Payment *best           # where the caller wants it


cdef void keep_better(Search *search, const Offer *offered, const Offer *kept, const Have *have) noexcept nogil
cdef void solve_opened(Search *search, const Offer *offered, int lost) noexcept nogil
