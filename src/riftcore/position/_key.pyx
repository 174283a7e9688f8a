"""A 64-bit hash of a position: of what is there, never of empty places.

It is made when it is asked for, and kept by the state until something changes. A hash kept in step with each
change would cost every write of the core something; this one costs a few empty calls, once for each state that is
asked.
"""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy

from riftcore.position._position cimport Effect, Facedown, Player, Position, Thing

cdef extern from *:
    """
    /* Both halves of the full product: every bit of a and b reaches the result. */
    static inline uint64_t folded(uint64_t a, uint64_t b)
    {
        unsigned __int128 product = (unsigned __int128)a * b;
        return (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    """
    uint64_t folded(uint64_t a, uint64_t b) noexcept nogil

cdef enum:
    BLOCK = 16

cdef uint64_t FIRST = 0x9E3779B97F4A7C15ULL
cdef uint64_t SECOND = 0xBF58476D1CE4E5B9ULL


cdef inline uint64_t mixed(uint64_t h, const void *at, size_t n) noexcept nogil:
    """The hash so far and n bytes more. Lengths are part of what was hashed before (the counts)."""
    cdef const uint8_t *raw = <const uint8_t *>at
    cdef uint64_t w[2]
    while n >= BLOCK:
        memcpy(w, raw, BLOCK)
        h = folded(w[0] ^ FIRST, w[1] ^ h)
        raw += BLOCK
        n -= BLOCK
    if n:
        w[0] = w[1] = 0
        memcpy(w, raw, n)
        h = folded(w[0] ^ SECOND, w[1] ^ h)
    return h


cdef uint64_t position_key(const Position *pos) noexcept nogil:
    cdef const Player *p
    cdef uint64_t h = FIRST
    cdef int seat
    h = mixed(h, pos, <const uint8_t *>&pos.chain[pos.n_chain] - <const uint8_t *>pos)
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        h = mixed(h, p, <const uint8_t *>&p.hand[0] - <const uint8_t *>p)
        h = mixed(h, p.board, p.n_board * sizeof(Thing))
        h = mixed(h, p.hand, p.n_hand * sizeof(p.hand[0]))
        h = mixed(h, p.trash, p.n_trash * sizeof(p.trash[0]))
        if p.n_champion:
            h = mixed(h, p.champion, p.n_champion * sizeof(p.champion[0]))
        if p.n_banished:
            h = mixed(h, p.banished, p.n_banished * sizeof(p.banished[0]))
        if p.n_deck_top:
            h = mixed(h, p.deck_top, p.n_deck_top * sizeof(p.deck_top[0]))
        if p.n_facedown:
            h = mixed(h, p.facedown, p.n_facedown * sizeof(Facedown))
        if p.n_effects:
            h = mixed(h, p.effects, p.n_effects * sizeof(Effect))
    return folded(h ^ FIRST, SECOND)
