"""What the plays that are left may add at most, by what there is to pay with."""

from libc.stdint cimport uint8_t, uint64_t


from libc.math cimport INFINITY
from libc.string cimport memset

from riftcore.cards._clauses cimport SRC_ANOMALY, Facts
from riftcore.ground._record cimport Supply
from riftcore.ground._types cimport BORROW_ANOMALY, LEGEND_READY, MAX_COUNT, N_DOMAINS
from riftcore.position._position cimport FROM_HAND, Player
from riftcore.search._planner cimport MAX_PLANNED, N_OWED
from riftcore.search._sight cimport is_returner


cdef void set_bounds(Planner *s, const Position *pos) noexcept nogil:
    """What each card costs at least, and the cards in order of value by cost."""
    cdef const Facts *f
    cdef uint8_t one_each[MAX_PLANNED]
    cdef int i, d
    s.bounded = not (s.cheaper or s.outside or s.returners)
    s.converts = pos.players[s.player].supply.converters != 0 or pos.players[s.player].supply.borrow >> BORROW_ANOMALY & 1
    for i in range(s.n_own):
        f = &s.t.facts[s.card[i]]
        s.energy[i] = s.units[i] = 0
        if not s.reduced >> i & 1:
            s.energy[i] = f.printed.energy
            s.units[i] = f.printed.energy + f.printed.any + f.printed.hybrid + f.printed.hybrid2
            for d in range(N_DOMAINS):
                s.units[i] += f.printed.power[d]
        for d in range(f.n_sources):
            s.converts = s.converts or f.sources[d].kind == SRC_ANOMALY
        s.converts = s.converts or f.borrows
    sort_slots(s, s.by_units, s.units)
    sort_slots(s, s.by_energy, s.energy)
    memset(one_each, 1, sizeof(one_each))
    sort_slots(s, s.by_value, one_each)
    for i in range(s.n_cards):
        s.dearest = s.value[i] if s.value[i] > s.dearest else s.dearest


cdef void sort_slots(const Planner *s, uint8_t *order, const uint8_t *cost) noexcept nogil:
    cdef int i, j
    for i in range(s.n_own):
        j = i
        while j > 0 and s.value[i] * cost[order[j - 1]] > s.value[order[j - 1]] * cost[i]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i


cdef double within(const Planner *s, uint64_t played, const uint8_t *order, const uint8_t *cost, int left) noexcept nogil:
    """The value of what is left that fits, in order of value by cost; of the last one a part. No choice is worth more."""
    cdef double most = 0
    cdef int i, k
    for k in range(s.n_own):
        i = order[k]
        if played >> i & 1 or s.value[i] <= 0:
            continue
        if cost[i] > left:
            return most + s.value[i] * (left if left > 0 else 0) / cost[i]
        left -= cost[i]
        most += s.value[i]
    return most


cdef double lesser(double a, double b) noexcept nogil:
    return a if a < b else b


cdef int coming(const Planner *s, const Frame *f) noexcept nogil:
    """Sources among the cards that are left: each makes two units at most."""
    cdef int i, n = 0
    for i in range(s.n_own):
        n += (s.bringers & ~f.played) >> i & 1
    return 2 * n


cdef int energy_left(const Planner *s, const Frame *f) noexcept nogil:
    """More Energy than can be had beyond what is owed."""
    cdef const Supply *p = &f.pos.players[s.player].supply
    cdef int i, n = p.energy + p.spells_energy + p.units_energy + p.showdown_energy + coming(s, f)
    n += p.one + 2 * p.two + 2 * p.lux + p.honeyfruit + p.gold + (2 if p.legend & LEGEND_READY else 0)
    n += 2 * ((p.borrowers & 15) + (p.borrowers >> 4))
    for i in range(N_DOMAINS):
        n += p.ready[i]
    for i in range(N_OWED):
        n -= f.owed[i].energy
    return n


cdef int units_left(const Planner *s, const Frame *f) noexcept nogil:
    """More Energy and Power together."""
    cdef const Supply *p = &f.pos.players[s.player].supply
    cdef int i, d, n = energy_left(s, f) + p.universal + p.spells_universal + p.gear_universal + p.honeyfruit + p.gold
    for d in range(N_DOMAINS):
        n += p.ready[d] + p.exhausted[d] + p.seals[d] + p.power[d]
    for i in range(N_OWED):
        for d in range(N_DOMAINS):
            n -= f.owed[i].power[d]
        n -= f.owed[i].any + f.owed[i].hybrid + f.owed[i].hybrid2
    return n


cdef bint hopeless(const Planner *s, const Frame *f) noexcept nogil:
    """Can nothing that is left make a better plan?"""
    cdef double most = f.value
    cdef int i
    if s.all_sets or s.follows:
        return False
    if s.bounded:
        most = f.value + within(s, f.played, s.by_units, s.units, units_left(s, f))
        if not s.converts:
            most = lesser(most, f.value + within(s, f.played, s.by_energy, s.energy, energy_left(s, f)))
        return is_no_better(s, f, most)
    for i in range(s.n_own):
        if s.value[i] > 0 and not f.played >> i & 1:
            most += s.value[i]
    if s.returners:
        most += worth_again(s, f)
    return is_no_better(s, f, most)


cdef bint is_no_better(const Planner *s, const Frame *f, double most) noexcept nogil:
    """Is a plan that is worth `most` no better than the best one? An equal one must have fewer plays."""
    cdef double missing = s.best - f.value
    cdef int i, k, n = f.n_plays
    if most != s.best:
        return most < s.best
    for k in range(s.n_own):
        i = s.by_value[k]
        if missing <= 0:
            break
        if s.returners or not f.played >> i & 1:
            # A card that is played again may be the dearest.
            missing -= s.dearest if s.returners else s.value[i]
            n += 1
    return n >= s.n_best


cdef double worth_again(const Planner *s, const Frame *f) noexcept nogil:
    """More than cards are worth that have come back to the hand, or that a cost may still bring back to it."""
    cdef const Player *me = &f.pos.players[s.player]
    cdef uint64_t own = 0
    cdef int i, k, n = 0, returners = 0
    for i in range(s.n_own):
        if s.zone[i] == FROM_HAND and not f.played >> i & 1:
            k = 0
            while k < me.n_hand and (own >> k & 1 or me.hand[k] != s.card[i]):
                k += 1
            own |= <uint64_t>1 << k
    for k in range(me.n_hand):
        n += not own >> k & 1
        returners += is_returner(s, me.hand[k])
    for k in range(me.n_board):
        returners += is_returner(s, me.board[k].card)
    for k in range(me.n_champion):
        returners += is_returner(s, me.champion[k])
    if s.dearest > 0 and returners and (returners > 1 or s.returned == MAX_COUNT):
        return INFINITY  # those that return others may be returned, too
    return s.dearest * (n + returners * s.returned)
