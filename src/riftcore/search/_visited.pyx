"""The positions that a search was at: a table of keys."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from riftcore.position._position cimport Player, Thing, position_size


cdef bint visited(Planner *s, const Frame *f) except -1 nogil:
    """Was this position looked at before? At times only some moves follow: then that is another position.

    Where cards return to the hand, plays that are worth more may lead to the same position.
    """
    cdef uint64_t key = mixed(
        mixed(f.played if s.returners else 1, &f.pos, position_size(f.pos.n_players)), f.owed, sizeof(f.owed)
    )
    cdef uint64_t special = 6 * f.settled + 3 * f.early + f.phase
    key = key if key else 1
    if special == 0:
        return keep(&s.seen, &s.n_seen, &s.room, key) == 1
    if s.room and is_kept(s.seen, s.room, key):
        return True
    key = mixed(key, &special, sizeof(special))
    return keep(&s.seen, &s.n_seen, &s.room, key if key else 1) == 1


cdef uint64_t mixed(uint64_t h, const void *data, size_t n) noexcept nogil:
    cdef const unsigned char *raw = <const unsigned char *>data
    cdef uint64_t w
    cdef size_t i = 0
    while i < n:
        w = 0
        memcpy(&w, raw + i, 8 if n - i > 8 else n - i)
        h = (h ^ w) * 0x9E3779B97F4A7C15ULL
        h ^= h >> 32
        i += 8
    return h


cdef int keep(uint64_t **table, uint64_t *n, uint64_t *room, uint64_t key) except -1 nogil:
    """Put a key (not 0) into a set. 1: it was there already."""
    cdef uint64_t *old
    cdef uint64_t i, at
    if 4 * n[0] >= 3 * room[0]:
        old = table[0]
        at = room[0] * 2 if room[0] else 1024
        table[0] = <uint64_t *>calloc(at, sizeof(uint64_t))
        if table[0] is NULL:
            table[0] = old
            with gil:
                raise MemoryError
        for i in range(room[0]):
            if old[i]:
                put(table[0], at, old[i])
        free(old)
        room[0] = at
    if put(table[0], room[0], key):
        return 1
    n[0] += 1
    return 0


cdef bint is_kept(const uint64_t *table, uint64_t room, uint64_t key) noexcept nogil:
    cdef uint64_t at = place_of(room, key)
    while table[at]:
        if table[at] == key:
            return True
        at = (at + 1) & (room - 1)
    return False


cdef uint64_t place_of(uint64_t room, uint64_t key) noexcept nogil:
    return (key * 0xD6E8FEB86659FD93ULL >> 20) & (room - 1)


cdef bint put(uint64_t *table, uint64_t room, uint64_t key) noexcept nogil:
    cdef uint64_t at = place_of(room, key)
    while table[at]:
        if table[at] == key:
            return True
        at = (at + 1) & (room - 1)
    table[at] = key
    return False


cdef void sort_new(Position *pos, int player, int first) noexcept nogil:
    """What came onto the board is put in one order: the order of the plays makes no other position."""
    cdef Player *p = &pos.players[player]
    cdef Thing moved
    cdef int i, j
    for i in range(first + 1, p.n_board):
        j = i
        while j > first and memcmp(&p.board[j], &p.board[j - 1], sizeof(Thing)) < 0:
            moved = p.board[j]
            p.board[j] = p.board[j - 1]
            p.board[j - 1] = moved
            j -= 1
