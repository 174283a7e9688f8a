"""Perft: how many sequences of actions there are from a position.

The last action of a sequence is counted in the list, not done: as chess engines do it.
"""

from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc

from riftcore.ground._interrupt cimport watch_look
from riftcore.position._position cimport NOBODY, Act, position_copy
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._perform cimport perform
from riftcore.search._actions cimport N_ACTIONS, action_read, actions_list
from riftcore.search._ways cimport Desk, desk_set


cdef struct Frame:          # what one action of the sequence needs
    Desk desk
    Position next
    int32_t found[N_ACTIONS]


cdef int acting(const Position *pos) noexcept nogil:
    if pos.n_chain == 0 and pos.showdown and pos.focus != NOBODY:
        return pos.focus
    return pos.priority


cdef uint64_t count(const Tables *t, const Position *pos, int depth, const Policy *policy, Frame *f) noexcept nogil:
    """Sequences of `depth` actions, at least 1; a frame for each. One step each position."""
    cdef Act act
    cdef uint64_t total = 0
    cdef int i, n
    desk_set(&f.desk, t, pos, acting(pos), policy, NULL)
    n = actions_list(&f.desk, f.found)
    if depth == 1:
        return n
    for i in range(n):
        if watch_look(1):
            break
        action_read(&f.desk, f.found[i], &act)
        position_copy(&f.next, pos)
        perform(t, &f.next, f.desk.w, &act, policy, &f.desk.outcome)
        if f.desk.outcome.code == CODE_OK:
            total += count(t, &f.next, depth - 1, policy, f + 1)
    return total


cdef uint64_t perft(const Tables *t, const Position *pos, int depth, const Policy *policy) except? 0 nogil:
    """Sequences of `depth` actions, each of the player who may act then; one of none. 0 with MemoryError: no room."""
    cdef Frame *frames
    cdef uint64_t found
    if depth <= 0:
        return 1
    frames = <Frame *>malloc(depth * sizeof(Frame))
    if frames is NULL:
        with gil:
            raise MemoryError
    found = count(t, pos, depth, policy, frames)
    free(frames)
    return found
