"""What an act chooses (355): is it there, and may it be chosen?"""

from riftcore.position._position cimport Act
from riftcore.rules._doing cimport Doing

cdef bint targets_are_there(Doing *d) noexcept nogil
cdef bint allowed_by(Doing *d) noexcept nogil
cdef bint is_target(const Act *act, int ref) noexcept nogil
