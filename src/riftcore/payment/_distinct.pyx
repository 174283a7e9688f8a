"""Distinct payments: every minimal payment whose result no other one beats, one at a time.

The walk chooses Adds of another shape first (as in `_pay`), then how many units of each class,
then which runes are exhausted, then what the pool spends. At each level the matroid rank tells
the fewest and the most that can still end in a payment, so no branch is walked in vain. The
memory is that of one Walk, however many payments there are. docs/payment.md has the definitions
and why the tests at the end of a branch are enough.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memset

from riftcore.ground._interrupt cimport STRIDE, tick
from riftcore.ground._lanes cimport lane, lane_of, lanes_less, lanes_sum
from riftcore.ground._types cimport BORROW_GOLD, BORROW_HONEYFRUIT, N_BORROW, N_DOMAINS
from riftcore.payment._payment cimport payment_fill
from riftcore.payment._units cimport (
    BORROWED,
    BOTH,
    C_ENERGY_ONLY,
    C_EXHAUST,
    C_GOLD,
    C_HONEYFRUIT,
    C_LEGEND_ENERGY,
    C_LEGEND_POWER,
    C_LEGEND_SHOWDOWN,
    C_ONE,
    C_POOL_ENERGY,
    C_POOL_POWER,
    C_POOL_RESTRICTED,
    C_POOL_SHOWDOWN,
    C_POOL_UNIVERSAL,
    C_READY,
    C_SEAL,
    EMPOWERED,
    K1,
    K2,
    MAX_BORROWERS,
    N_CLASSES,
    borrow_apply,
    have_change,
    have_init,
    kit_init,
    least,
    max0,
    missing,
    need_init,
    turned_over,
    use_converters,
    use_gold_both,
    use_honeyfruit_both,
    use_legend,
    use_pairs,
)


cdef extern from *:
    """
    /* Classes in the order of the walk: Adds (dear ones first, so that few of them come first), then the pool. */
    static const unsigned char WALK_CLASS[36] = {
        5, 4, 3, 2, 1, 0, 16, 17, 29, 28, 27, 26, 25, 24, 40, 41, 18, 42, 43,
        0, 0, 0, 0, 0, 0,
        19, 37, 36, 35, 34, 33, 32, 45, 20, 46, 47};
    """
    const uint8_t WALK_CLASS[36]

cdef enum:
    FIRST_SPREAD = N_ADDS
    FIRST_POOL = N_ADDS + N_SPREAD
    BORROW_CHOICES = N_BORROW + 2  # idle, each ability, Honeyfruit's second one


cdef struct Freed:          # what giving up one Add takes away
    Have have
    int loss
    int converters


cdef void walk_init(Walk *w, const Supply *s, const Demand *d, bint every) noexcept nogil:
    """Start a walk over the payments of this demand. `every`: all minimal ones, beaten ones too."""
    cdef int i
    memset(w, 0, sizeof(Walk))
    w.pace = STRIDE
    need_init(&w.need, d)
    kit_init(&w.kit, s, d)
    w.every = every
    w.limit[0] = w.kit.two
    w.limit[1] = w.kit.lux
    w.limit[2] = w.kit.honeyfruit if w.kit.level6 else 0
    w.limit[3] = w.kit.gold_both
    w.limit[4] = w.kit.legend
    w.limit[5] = (K1 if w.kit.anomaly else 0) | (K2 if w.kit.henge else 0)
    for i in range(least(MAX_BORROWERS, w.kit.borrowers[0] + w.kit.borrowers[1])):
        w.limit[6 + i] = BORROW_CHOICES - 1


cdef bint next_digits(Walk *w) noexcept nogil:
    cdef int i = 0
    if not w.started:
        w.started = True
        return True
    while i < N_DIGITS and w.digit[i] == w.limit[i]:
        w.digit[i] = 0
        i += 1
    if i == N_DIGITS:
        return False
    w.digit[i] += 1
    return True


cdef bint apply_digits(Walk *w) noexcept nogil:
    """Set the offer up for the chosen digits; False: no such choice, or it does not pay."""
    cdef Offer *o = &w.offered
    cdef Have have
    cdef int i, code, level
    if w.digit[5] & ~w.limit[5]:
        return False
    o[0] = w.kit.plain
    use_pairs(o, w.digit[0], w.digit[1])
    use_honeyfruit_both(o, w.digit[2])
    use_gold_both(o, w.digit[3])
    if w.digit[4]:
        use_legend(o)
    use_converters(o, w.digit[5])
    for i in range(w.kit.borrowers[0] + w.kit.borrowers[1]):
        # Borrowers of one kind are alike: their choices in falling order.
        if i and i != w.kit.borrowers[0] and w.digit[6 + i] > w.digit[5 + i]:
            return False
        code = w.digit[6 + i] - 1
        if code < 0:
            continue
        if code == N_BORROW:
            code = BORROW_HONEYFRUIT | BOTH
        if i >= w.kit.borrowers[0]:
            code |= EMPOWERED
        if not borrow_apply(&w.kit, o, code):
            return False
    have_init(&have, o)
    if missing(&w.need, &have, o.loss, o.converters):
        return False
    w.kept = o[0]
    memset(w.kept.n, 0, sizeof(w.kept.n))
    memset(&w.later[N_ADDS - 1], 0, sizeof(Have))
    memset(&w.later[FIRST_POOL + N_POOL - 1], 0, sizeof(Have))
    for level in range(FIRST_POOL + N_POOL - 2, -1, -1):
        if level != N_ADDS - 1 and not FIRST_SPREAD <= level < FIRST_POOL:
            w.later[level] = w.later[level + 1]
            have_change(&w.later[level], WALK_CLASS[level + 1], o.n[WALK_CLASS[level + 1]])
    memset(&w.pool, 0, sizeof(Have))
    for level in range(FIRST_POOL, FIRST_POOL + N_POOL):
        have_change(&w.pool, WALK_CLASS[level], o.n[WALK_CLASS[level]])
    w.have = w.pool
    w.level = 0
    return True


cdef int lacking(const Walk *w, const Have *have) noexcept nogil:
    return missing(&w.need, have, w.kept.loss, w.kept.converters)


cdef Have together(const Have *a, const Have *b) noexcept nogil:
    cdef Have sum = a[0]
    sum.typed += b.typed
    sum.power += b.power
    sum.universal += b.universal
    sum.restricted += b.restricted
    sum.energy += b.energy
    sum.energy_only += b.energy_only
    return sum


cdef void bounds(Walk *w) noexcept nogil:
    """The fewest and the most of this level's units that can still end in a payment.

    Each unit must be one that the pool and the units so far lack, and what is lacking in the
    end must be found on the later levels.
    """
    cdef int level = w.level
    cdef int cls = WALK_CLASS[level]
    cdef Have more
    if w.offered.n[cls] == 0:
        w.low[level] = w.high[level] = 0
        return
    more = w.have
    have_change(&more, cls, w.offered.n[cls])
    w.high[level] = lacking(w, &w.have) - lacking(w, &more)
    more = together(&w.have, &w.later[level])
    w.low[level] = lacking(w, &more)


cdef void spread_bounds(Walk *w) noexcept nogil:
    cdef int d = w.level - FIRST_SPREAD
    cdef int i, room = 0
    for i in range(d + 1, N_DOMAINS):
        room += lane(w.kit.ready, i) - w.free[i]
    w.low[w.level] = max0(w.rest - room)
    w.high[w.level] = least(w.rest, lane(w.kit.ready, d) - w.free[d])


cdef void start_spread(Walk *w) noexcept nogil:
    """Adds are chosen: runes that are recycled while ready are exhausted first, for nothing more."""
    cdef int d, c, exhausted
    w.rest = w.kept.n[C_EXHAUST]
    for d in range(N_DOMAINS):
        c = N_DOMAINS - 1 - d
        w.free[d] = max0(w.kept.n[C_READY + c] - lane(w.kit.exhausted, d))
        exhausted = least(w.rest, w.free[d])
        w.rest -= exhausted


cdef void start_pool(Walk *w) noexcept nogil:
    """Now count from the Adds alone: the pool spends what they leave open."""
    cdef int level
    memset(&w.have, 0, sizeof(Have))
    for level in range(N_ADDS):
        have_change(&w.have, WALK_CLASS[level], w.kept.n[WALK_CLASS[level]])


cdef bint take(Walk *w, int n) noexcept nogil:
    """Choose n at this level and go to the next. False: this branch holds no minimal payment."""
    cdef int level = w.level
    cdef int cls
    w.at[level] = n
    if level < FIRST_SPREAD or level >= FIRST_POOL:
        cls = WALK_CLASS[level]
        w.kept.n[cls] = n
        have_change(&w.have, cls, n)
    else:
        w.spread[level - FIRST_SPREAD] = n
        w.rest -= n
    w.level += 1
    if w.level == FIRST_SPREAD:
        if not every_add_needed(w):
            return False
        start_spread(w)
    elif w.level == FIRST_POOL:
        start_pool(w)
    return True


cdef void undo(Walk *w) noexcept nogil:
    """Back to the level before, its choice taken back."""
    cdef int level, cls
    w.level -= 1
    level = w.level
    if level < FIRST_SPREAD or level >= FIRST_POOL:
        cls = WALK_CLASS[level]
        if level == FIRST_SPREAD - 1:
            w.rest = 0
        have_change(&w.have, cls, -w.at[level])
        w.kept.n[cls] = 0
    else:
        if level == FIRST_POOL - 1:
            # have counted from the Adds alone: count the whole pool again.
            w.have = together(&w.have, &w.pool)
        w.rest += w.at[level]
        w.spread[level - FIRST_SPREAD] = 0


cdef bint next_branch(Walk *w) noexcept nogil:
    """Go on at the deepest level that has another choice."""
    while w.level > 0:
        undo(w)
        if tick(&w.pace):
            return False
        if w.at[w.level] < w.high[w.level]:
            if take(w, w.at[w.level] + 1):
                return True
    return False


cdef bint descend(Walk *w) noexcept nogil:
    """Choose the fewest at every level down to a leaf."""
    while w.level < N_LEVELS:
        if FIRST_SPREAD <= w.level < FIRST_POOL:
            spread_bounds(w)
        else:
            bounds(w)
        if not take(w, w.low[w.level]) and not next_branch(w):
            return False
    return True


cdef bint walk_next(Walk *w, Payment *out) noexcept nogil:
    """The next payment into *out; False when there are no more, or the call is to end."""
    while not tick(&w.pace):
        if w.level == N_LEVELS:
            if not (next_branch(w) and descend(w)):
                w.level = 0
                continue
        else:
            if not next_digits(w):
                return False
            if not apply_digits(w) or not descend(w):
                w.level = 0
                continue
        if pool_spends_well(w):
            fill(w, out)
            if w.every or not beaten(w, out):
                return True
    return False


cdef void fill(const Walk *w, Payment *out) noexcept nogil:
    cdef int d, t
    cdef int rest = w.kept.n[C_EXHAUST]
    payment_fill(&w.kit, &w.need, &w.offered, &w.kept, &w.have, out)
    out.exhaust = out.lost = 0
    for d in range(N_DOMAINS):
        t = least(rest, w.free[d])
        rest -= t
        out.exhaust += lane_of(t + w.spread[d], d)
        out.lost += lane_of(w.free[d] + w.spread[d], d)


# ------------------------------------------------------------------------ tests of a branch


cdef bint pays_without(const Walk *w, const Freed *freed) noexcept nogil:
    cdef Have have = w.have
    have.typed -= freed.have.typed
    have.power -= freed.have.power
    have.universal -= freed.have.universal
    have.restricted -= freed.have.restricted
    have.energy -= freed.have.energy
    have.energy_only -= freed.have.energy_only
    return missing(&w.need, &have, w.kept.loss - freed.loss, w.kept.converters & ~freed.converters) == 0


cdef bint every_add_needed(const Walk *w) noexcept nogil:
    """Can none of the Adds of another shape be left out? (Units are independent by the bounds.)"""
    cdef Freed freed
    cdef Offer with_it
    cdef Offer blank
    cdef Have before
    cdef int i
    memset(&freed, 0, sizeof(Freed))
    if w.digit[0]:
        freed.have.energy = 2
        if pays_without(w, &freed):
            return False
        freed.have.energy = 0
    if w.digit[1]:
        freed.have.energy_only = 2
        if pays_without(w, &freed):
            return False
        freed.have.energy_only = 0
    if w.digit[2] or w.digit[3]:
        freed.have.energy = freed.have.universal = freed.have.power = 1
        if pays_without(w, &freed):
            return False
        freed.have.energy = freed.have.universal = freed.have.power = 0
    if w.digit[4]:
        freed.have.energy_only = freed.loss = 2
        if pays_without(w, &freed):
            return False
        freed.have.energy_only = freed.loss = 0
    for i in range(2):
        if w.digit[5] >> i & 1:
            freed.converters = 1 << i
            if pays_without(w, &freed):
                return False
            freed.converters = 0
    for i in range(w.kept.borrowers):
        memset(&blank, 0, sizeof(Offer))
        with_it = blank
        borrow_apply(&w.kit, &with_it, w.kept.borrowed[i])
        have_init(&before, &blank)
        have_init(&freed.have, &with_it)
        freed.loss = with_it.loss
        freed.converters = with_it.converters
        if pays_without(w, &freed):
            return False
        memset(&freed, 0, sizeof(Freed))
    return True


cdef bint worth_less(int a, int b) noexcept nogil:
    """Is a unit of pool class a worth less than one of pool class b? (design.md, "Payments")"""
    if b == C_POOL_UNIVERSAL:
        return C_POOL_POWER <= a < C_POOL_POWER + N_DOMAINS or a == C_POOL_RESTRICTED
    return b == C_POOL_ENERGY and (a == C_POOL_SHOWDOWN or a == C_ENERGY_ONLY)


cdef bint pool_spends_well(Walk *w) noexcept nogil:
    """No exchange of one unit spent for one left lowers an X, or leaves the better unit."""
    cdef int i, j, spent, left, x1, x2, y1, y2
    cdef Have other
    cdef bint turns = w.kept.converters != 0
    x1 = x2 = y1 = y2 = 0
    if turns:
        turned_over(&w.need, &w.have, w.kept.loss, w.kept.converters, &x1, &x2)
    for j in range(FIRST_POOL, N_LEVELS):
        left = WALK_CLASS[j]
        if w.offered.n[left] == w.kept.n[left]:
            continue
        for i in range(FIRST_POOL, N_LEVELS):
            spent = WALK_CLASS[i]
            if spent == left or w.kept.n[spent] == 0:
                continue
            if not turns and not worth_less(left, spent):
                continue
            other = w.have
            have_change(&other, spent, -1)
            have_change(&other, left, 1)
            if lacking(w, &other):
                continue
            if turns:
                turned_over(&w.need, &other, w.kept.loss, w.kept.converters, &y1, &y2)
                if y1 > x1 or y2 > x2:
                    continue
            if y1 < x1 or y2 < x2 or worth_less(left, spent):
                return False
    return True


# ------------------------------------------------------------------------ results compared


cdef int compare(const Payment *a, const Payment *b, const Kit *kit) noexcept nogil:
    """Results of two payments: 1 a beats b, 0 equal, -1 neither."""
    cdef int d, universal, energy
    cdef bint better
    cdef int used_a, used_b
    if lanes_less(a.lost, b.lost) | lanes_less(a.recycle, b.recycle) | lanes_less(a.seals, b.seals):
        return -1
    better = a.lost != b.lost or a.recycle != b.recycle or a.seals != b.seals
    if (
        a.one > b.one or a.two > b.two or a.lux > b.lux or a.gold > b.gold or a.anomaly > b.anomaly
        or a.henge > b.henge or a.legend > b.legend
        or a.honeyfruit + a.honeyfruit_both > b.honeyfruit + b.honeyfruit_both
    ):
        return -1
    better = better or (
        a.one < b.one or a.two < b.two or a.lux < b.lux or a.gold < b.gold or a.anomaly < b.anomaly
        or a.henge < b.henge or a.legend < b.legend
        or a.honeyfruit + a.honeyfruit_both < b.honeyfruit + b.honeyfruit_both
    )
    for d in range(4):  # borrowers exhausted or killed, plain or Empowered
        used_a = borrowers_used(a, d)
        used_b = borrowers_used(b, d)
        if used_a > used_b:
            return -1
        better = better or used_a < used_b
    # The pool: b's units each matched by one of a's that is worth as much.
    energy = a.energy_left - b.energy_left
    energy -= max0(b.showdown_left - a.showdown_left) + max0(b.energy_only_left - a.energy_only_left)
    universal = a.universal_left - b.universal_left - max0(b.restricted_left - a.restricted_left)
    universal -= lanes_sum(lanes_less(b.power_left, a.power_left))
    if energy < 0 or universal < 0:
        return -1
    better = better or (
        a.energy_left != b.energy_left or a.showdown_left != b.showdown_left
        or a.energy_only_left != b.energy_only_left or a.universal_left != b.universal_left
        or a.restricted_left != b.restricted_left or a.power_left != b.power_left
    )
    return better


cdef int borrowers_used(const Payment *p, int which) noexcept nogil:
    """Borrowers by what became of them: exhausted or gone (0, 1), gone (2, 3); plain, Empowered."""
    cdef int i, n = 0
    for i in range(p.borrowers):
        if (p.borrowed[i] & EMPOWERED != 0) == (which & 1) and (which < 2 or p.borrowed[i] & BORROWED == BORROW_GOLD):
            n += 1
    return n


cdef bint beaten(const Walk *w, const Payment *p) noexcept nogil:
    """Does another minimal payment beat this one (or equal it and come earlier)?

    One that does uses nothing else than this one, so only what this one used is walked. It needs
    a ready rune that this one recycles without exhausting it, or a choice of what an object makes:
    else its Adds would be among this one's, which is minimal.
    """
    cdef Walk inner
    cdef Payment other
    cdef int order
    if p.lost == p.exhaust and p.borrowers == 0 and (p.honeyfruit == 0 or not w.kit.level6):
        return False
    inner.kit = w.kit
    restrict(&inner, w, p)
    while walk_next(&inner, &other):
        order = compare(&other, p, &w.kit)
        if order == 1:
            return True
        if order == 0 and earlier(&inner, w):
            return True
    return False


cdef bint earlier(const Walk *a, const Walk *b) noexcept nogil:
    """Of two equal results the first one walked counts."""
    cdef int order
    order = memcmp(a.digit, b.digit, N_DIGITS)
    if order:
        return order < 0
    return memcmp(a.kept.n, b.kept.n, N_CLASSES) < 0


cdef void restrict(Walk *inner, const Walk *w, const Payment *p) noexcept nogil:
    """A walk over the same demand with nothing but what this payment used."""
    cdef int d, c, exhausted
    cdef Offer *o
    memset(inner, 0, sizeof(Walk))
    inner.pace = STRIDE
    inner.need = w.need
    inner.kit = w.kit
    inner.every = True
    o = &inner.kit.plain
    inner.kit.ready = inner.kit.exhausted = 0
    inner.kit.runes = 0
    for d in range(N_DOMAINS):
        c = N_DOMAINS - 1 - d
        exhausted = least(lane(w.kit.exhausted, d), lane(p.recycle, d))
        inner.kit.ready |= <uint64_t>lane(p.lost, d) << (8 * c)
        inner.kit.exhausted |= <uint64_t>exhausted << (8 * c)
        inner.kit.runes += lane(p.lost, d)
        o.n[C_READY + c] = lane(p.lost, d) + exhausted
        o.n[C_SEAL + c] = lane(p.seals, d)
    o.n[C_EXHAUST] = inner.kit.runes
    o.n[C_ONE] = p.one
    o.n[C_HONEYFRUIT] = p.honeyfruit + p.honeyfruit_both
    inner.kit.honeyfruit = o.n[C_HONEYFRUIT]
    o.n[C_LEGEND_ENERGY] = w.kept.n[C_LEGEND_ENERGY]
    o.n[C_LEGEND_POWER] = w.kept.n[C_LEGEND_POWER]
    o.n[C_LEGEND_SHOWDOWN] = w.kept.n[C_LEGEND_SHOWDOWN]
    o.n[C_GOLD] = w.kept.n[C_GOLD]
    inner.limit[0] = p.two
    inner.limit[1] = p.lux
    inner.limit[2] = inner.kit.honeyfruit if w.kit.level6 else 0
    inner.limit[3] = w.digit[3]
    inner.limit[4] = w.digit[4]
    inner.limit[5] = w.digit[5]
    # Borrowers keep their places, so that choices compare with those of the outer walk.
    for d in range(w.kit.borrowers[0] + w.kit.borrowers[1]):
        inner.limit[6 + d] = BORROW_CHOICES - 1


cdef unsigned long long walk_count(const Supply *s, const Demand *d, unsigned long long limit) noexcept nogil:
    """How many distinct payments; stops at limit (0: no limit)."""
    cdef Walk w
    cdef Payment p
    cdef unsigned long long n = 0
    walk_init(&w, s, d, False)
    while walk_next(&w, &p):
        n += 1
        if n == limit:
            break
    return n
