"""What an act chooses (355): is it there, and may it be chosen?"""

from riftcore._doing cimport Doing
from riftcore._position cimport Act

cdef bint targets_fit(Doing *d) noexcept nogil
cdef bint allowed_by(Doing *d) noexcept nogil
cdef bint is_target(const Act *act, int ref) noexcept nogil
