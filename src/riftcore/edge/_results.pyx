"""Distinct payments by the objects that they use, and of actions with several total costs.

The walk of `_distinct` knows kinds of sources. On a board the objects of a kind may differ, in card, place or state: then each
choice among those that differ is another payment. A payment that beats another one by kinds uses fewer of each, so
it beats it object by object too: what the walk leaves out is rightly left out, and what it lists is only multiplied.
"""

cimport cython
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from riftcore.edge._supply cimport Payment, payment_new, payments_count, payments_new
from riftcore.ground._interrupt cimport STRIDE, Watch, budget_of, tick, watch_begin, watch_end
from riftcore.ground._lanes cimport lane
from riftcore.ground._types cimport BORROW_GOLD, N_DOMAINS
from riftcore.payment._distinct cimport Walk, compare, walk_init, walk_next
from riftcore.payment._payment cimport Payment as Paid
from riftcore.payment._units cimport BORROWED, EMPOWERED

from itertools import product

from riftcore.ground._types import DOMAINS

cdef enum:
    N_KINDS = 13            # what is used up to so often: Seals by domain, then as in KINDS
    MOST = 64
    MOST_BORROWERS = 5

KINDS = (*(f"seal {name}" for name in DOMAINS), "one", "two", "lux", "honeyfruit", "gold", "anomaly", "henge")
BORROWERS = ("heimerdinger", "heimerdinger empowered")


cdef struct Choices:        # in how many ways so many objects of a kind can be chosen
    uint64_t of[13][65]
    uint64_t borrowers[2][5][5]     # plain, Empowered: exhausted, killed


# ------------------------------------------------------------------------------------- objects


def choices_of_two(group, n, m):
    """Ways to take n for one thing and m for another from groups of interchangeable ids; the first of a group goes first."""
    if not group:
        if n == m == 0:
            yield [], []
        return
    size = len(group[0])
    for k in range(min(n, size), -1, -1):
        for j in range(min(m, size - k), -1, -1):
            for rest, others in choices_of_two(group[1:], n - k, m - j):
                yield group[0][:k] + rest, group[0][k:k + j] + others


def named_payments(found, groups):
    """Each payment once for every choice among objects of a kind that differ.

    It matters which borrower is killed, not which of the others uses which ability.
    """
    cdef Payment copy, payment
    for payment in found:
        uses = payment.uses
        needed: dict = {}
        for kind, mode, _ in uses:
            n, killed = needed.get(kind, (0, 0))
            needed[kind] = (n, killed + 1) if kind in BORROWERS and mode == "gold" else (n + 1, killed)
        for chosen in product(*[choices_of_two(groups[kind], *needed[kind]) for kind in needed]):
            names = {kind: (iter(alive), iter(dead)) for kind, (alive, dead) in zip(needed, chosen)}
            copy = payment_new(&payment.payment, &payment.before, payment.purpose, payment.showdown, payment.roster)
            copy.chosen = tuple([next(names[kind][kind in BORROWERS and mode == "gold"]) for kind, mode, _ in uses])
            yield copy


cdef bint told_apart(dict groups):
    """Do objects of a kind differ?"""
    return any([len(group) > 1 for group in groups.values()])


cdef int choices_init(Choices *c, dict groups) except -1:
    memset(c, 0, sizeof(Choices))
    for i, kind in enumerate(KINDS):
        c.of[i][0] = 1
        for group in groups.get(kind, ()):
            more_of_one(c.of[i], len(group))
    for i, kind in enumerate(BORROWERS):
        c.borrowers[i][0][0] = 1
        for group in groups.get(kind, ()):
            more_borrowers(c.borrowers[i], len(group))
    return 0


cdef void more_of_one(uint64_t *ways, int size) noexcept:
    """So many more objects that are alike."""
    cdef int n, k
    cdef uint64_t total
    for n in range(MOST, -1, -1):
        total = 0
        for k in range(min(n, size) + 1):
            total += ways[n - k]
        ways[n] = total


cdef void more_borrowers(uint64_t (*ways)[5], int size) noexcept:
    cdef int n, m, k, j
    cdef uint64_t total
    for n in range(MOST_BORROWERS - 1, -1, -1):
        for m in range(MOST_BORROWERS - 1, -1, -1):
            total = 0
            for k in range(min(n, size) + 1):
                for j in range(min(m, size - k) + 1):
                    total += ways[n - k][m - j]
            ways[n][m] = total


cdef object ways_to_choose(const Choices *c, const Paid *p):
    """In how many ways the objects of a payment can be chosen."""
    cdef int used[2][2]
    cdef int i, side
    cdef int n[13]
    for i in range(N_DOMAINS):
        n[i] = lane(p.seals, i)
    n[6] = p.one
    n[7] = p.two
    n[8] = p.lux
    n[9] = p.honeyfruit + p.honeyfruit_both
    n[10] = p.gold
    n[11] = p.anomaly
    n[12] = p.henge
    memset(used, 0, sizeof(used))
    for i in range(p.borrowers):
        side = p.borrowed[i] & EMPOWERED != 0
        used[side][p.borrowed[i] & BORROWED == BORROW_GOLD] += 1
    found = 1
    for i in range(N_KINDS):
        if n[i]:
            found *= c.of[i][n[i]]
    for i in range(2):
        found *= c.borrowers[i][used[i][0]][used[i][1]]
    return found


# --------------------------------------------------------------------------------- several costs


@cython.final
@cython.internal
cdef class Found:
    """The payments of several total costs, those marked that another cost's payment beats or equals."""

    cdef Paid *payments
    cdef uint8_t *costs         # of which cost each is
    cdef uint8_t *beaten
    cdef Py_ssize_t n, room

    def __dealloc__(self):
        free(self.payments)
        free(self.costs)
        free(self.beaten)

    cdef int put(self, const Paid *p, int cost) except -1:
        if self.n == self.room:
            self.grow()
        self.payments[self.n] = p[0]
        self.costs[self.n] = cost
        self.beaten[self.n] = False
        self.n += 1
        return 0

    cdef int grow(self) except -1:
        cdef Py_ssize_t room = 2 * self.room + 64
        cdef void *payments = realloc(self.payments, room * sizeof(Paid))
        cdef void *costs
        cdef void *beaten
        if payments is not NULL:
            self.payments = <Paid *>payments
        costs = realloc(self.costs, room)
        if costs is not NULL:
            self.costs = <uint8_t *>costs
        beaten = realloc(self.beaten, room)
        if beaten is not NULL:
            self.beaten = <uint8_t *>beaten
        if payments is NULL or costs is NULL or beaten is NULL:
            raise MemoryError
        self.room = room
        return 0

    cdef int walk(self, const SupplyRecord *supply, const Demand *costs, int n) except -1:
        cdef Walk w
        cdef Paid p
        cdef int i
        for i in range(n):
            walk_init(&w, supply, &costs[i], False)
            while walk_next(&w, &p):
                self.put(&p, i)
        self.mark(&w)
        return 0

    cdef int mark(self, const Walk *w) except -1:
        """Payments of one cost do not beat each other; of equal results the first counts."""
        cdef Py_ssize_t i, j
        cdef int order, pace = STRIDE
        for i in range(self.n):
            for j in range(self.n):
                if tick(&pace):
                    return 0
                if self.costs[i] == self.costs[j]:
                    continue
                order = compare(&self.payments[j], &self.payments[i], &w.kit)
                if order == 1 or (order == 0 and j < i):
                    self.beaten[i] = True
                    break
        return 0


cdef Found found_of(const SupplyRecord *supply, const Demand *costs, int n, object budget):
    cdef Found found = Found.__new__(Found)
    cdef Watch watch
    watch_begin(&watch, budget_of(budget))
    try:
        found.walk(supply, costs, n)
    finally:
        watch_end(&watch)
    return found


cdef object results(
    const SupplyRecord *supply, const Demand *costs, int n, dict roster, dict groups, object budget=None
):
    """The distinct payments of these total costs, each once for every choice of objects that differ: an iterator."""
    cdef Found several
    if n == 1:
        found = payments_new(supply, &costs[0], roster, budget)
    else:
        several = found_of(supply, costs, n, budget)
        found = iter([
            payment_new(&several.payments[i], supply, costs[0].purpose, costs[0].showdown, roster)
            for i in range(several.n) if not several.beaten[i]
        ])
    return named_payments(found, groups) if told_apart(groups) else found


cdef object count_results(const SupplyRecord *supply, const Demand *costs, int n, dict groups, object budget):
    """How many these are, without a list where there is one cost."""
    cdef Choices c
    cdef Found several
    cdef Py_ssize_t i
    if n == 1 and not told_apart(groups):
        return payments_count(supply, &costs[0], budget)
    choices_init(&c, groups)
    if n == 1:
        return count_walk(supply, &costs[0], &c, budget)
    several = found_of(supply, costs, n, budget)
    total = 0
    for i in range(several.n):
        if not several.beaten[i]:
            total += ways_to_choose(&c, &several.payments[i])
    return total


cdef object count_walk(const SupplyRecord *supply, const Demand *cost, const Choices *c, object budget):
    """Each payment by kinds as often as its objects can be chosen."""
    cdef Walk w
    cdef Paid p
    cdef Watch watch
    total = 0
    watch_begin(&watch, budget_of(budget))
    try:
        walk_init(&w, supply, cost, False)
        while walk_next(&w, &p):
            total += ways_to_choose(c, &p)
    finally:
        watch_end(&watch)
    return total
