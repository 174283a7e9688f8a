"""Payment: what is the best way to pay a demand, by a policy (rules 357, 429).

The best payment is found by giving up units (_giving.pxd). Adds that are not one unit (2 Energy;
Energy and Power; one that costs [A][A]) are not chosen by that pass: it runs once for every way to
use them, their output standing in the pool.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from riftcore.ground._interrupt cimport STRIDE, tick
from riftcore.ground._lanes cimport lanes_less, lanes_sum
from riftcore.ground._types cimport BORROW_ANOMALY, BORROW_HENGE, BORROW_HONEYFRUIT, BORROW_LEGEND, N_BORROW
from riftcore.payment._borrow cimport missing_borrowing, payable_borrowing
from riftcore.payment._giving cimport give_up
from riftcore.payment._opened cimport Search, keep_better, solve_opened
from riftcore.payment._own cimport solve_own
from riftcore.payment._payment cimport payment_key
from riftcore.payment._policy cimport K_KILLED, K_RECYCLED, K_SOURCES
from riftcore.payment._units cimport (
    BOTH,
    C_ENERGY_ONLY,
    C_EXHAUST,
    C_EXHAUSTED,
    C_GOLD,
    C_HONEYFRUIT,
    C_LEGEND_ENERGY,
    C_LEGEND_POWER,
    C_LEGEND_SHOWDOWN,
    C_ONE,
    C_POOL_ENERGY,
    C_POOL_UNIVERSAL,
    C_READY,
    C_SEAL,
    EMPOWERED,
    K1,
    K2,
    Have,
    Kit,
    Need,
    Offer,
    borrow_apply,
    have_init,
    kit_init,
    lanes_of,
    lanes_store,
    least,
    missing,
    need_init,
    offer_everything,
    use_converters,
    use_gold_both,
    use_honeyfruit_both,
    use_legend,
    use_pairs,
)


# ------------------------------------------------------------------- from units to a payment


# --------------------------------------------------------------------------------- cheapest


cdef bint hopeless(Search *search, const Offer *offered) noexcept nogil:
    """Do the Adds already chosen make it worse than the best so far, whatever is chosen besides?"""
    cdef const Policy *policy = search.policy
    cdef int i, key, value
    if policy.any:
        return True
    if search.recycled < 0:
        search.recycled = recycled_at_least(search.kit, search.need)
    for i in range(policy.n):
        key = policy.key[i]
        value = 0
        if key == K_RECYCLED:
            value = search.recycled
        elif key == K_KILLED:
            value = offered.killed
        elif key == K_SOURCES:
            value = offered.sources
        if value != payment_key(search.best, key):
            return value > payment_key(search.best, key)
    return False


cdef void solve(Search *search, const Offer *offered) noexcept nogil:
    """The best payment with the Adds of this offer, by the default policy."""
    cdef Offer kept, apart
    cdef Have have
    cdef const Kit *kit = search.kit
    cdef uint64_t recycled
    cdef int lost, exhausted
    if search.found and (offered.killed or offered.sources):
        # Do the Adds already chosen make it worse than the best so far? (`hopeless`, for this policy)
        if search.recycled < 0:
            search.recycled = recycled_at_least(kit, search.need)
        if search.policy.any:
            return
        if search.best.key[K_RECYCLED] > search.recycled:
            pass
        elif offered.killed > search.best.key[K_KILLED] or (
            offered.killed == search.best.key[K_KILLED] and offered.sources > search.best.key[K_SOURCES]
        ):
            return
    have = search.have[0]
    search.solved = give_up(offered, &kept, search.need, NULL, &have)
    if not search.solved:
        return
    recycled = lanes_of(&kept, C_READY)
    if search.asks:
        search.lacks_energy = kept.n[C_LEGEND_ENERGY] + kept.n[C_ONE] + kept.n[C_LEGEND_SHOWDOWN] > 0
        search.lacks_power = (
            recycled | lanes_of(&kept, C_SEAL)
        ) != 0 or kept.n[C_GOLD] + kept.n[C_HONEYFRUIT] + kept.n[C_LEGEND_POWER] > 0
    if lanes_sum(lanes_less(recycled, kit.exhausted)) <= kept.n[C_EXHAUST]:
        # As many runes must be exhausted anyway: which runes are recycled loses no ready one.
        keep_better(search, offered, &kept, &have)
        return
    # Ready runes are lost by recycling them: tell them from the exhausted ones.
    apart = offered[0]
    lanes_store(&apart, C_READY, kit.ready)
    lanes_store(&apart, C_EXHAUSTED, kit.exhausted)
    have = search.have[0]
    give_up(&apart, &kept, search.need, NULL, &have)
    lost = lanes_sum(lanes_of(&kept, C_READY))
    exhausted = kept.n[C_EXHAUST]
    if lost >= exhausted and offered.converters == 0:
        keep_better(search, offered, &kept, &have)
    else:
        solve_opened(search, offered, lost if lost > exhausted else exhausted)


cdef void solve_offer(Search *search, const Offer *offered) noexcept nogil:
    """solve_any, what is known of the offer before kept."""
    cdef bint solved = search.solved
    cdef bint lacks_energy = search.lacks_energy
    cdef bint lacks_power = search.lacks_power
    solve_any(search, offered)
    search.solved = solved
    search.lacks_energy = lacks_energy
    search.lacks_power = lacks_power


cdef void solve_any(Search *search, const Offer *offered) noexcept nogil:
    if search.policy.default:
        solve(search, offered)
    else:
        solve_own(search, offered)


cdef void try_borrowers(Search *search, const Offer *o, int first, int plain, int empowered) noexcept nogil:
    """Every use of these borrowers, abilities from `first` on."""
    cdef Offer more
    cdef Have have
    cdef int ability, code
    if tick(&search.pace) or (search.found and hopeless(search, o)):
        return
    have_init(&have, o)
    search.have = &have
    if plain + empowered == 0:
        solve_any(search, o)
        return
    # The next one stays ready (and so do the others of its kind).
    if plain:
        try_borrowers(search, o, 0, 0, empowered)
    else:
        solve_any(search, o)
    for ability in range(first, N_BORROW):
        code = ability if plain else ability | EMPOWERED
        more = o[0]
        if borrow_apply(search.kit, &more, code):
            try_next_borrower(search, &more, ability, plain, empowered)
        if ability == BORROW_HONEYFRUIT:
            more = o[0]
            if borrow_apply(search.kit, &more, code | BOTH):
                try_next_borrower(search, &more, ability, plain, empowered)


cdef void try_next_borrower(Search *search, const Offer *o, int ability, int plain, int empowered) noexcept nogil:
    if plain:
        try_borrowers(search, o, ability if plain > 1 else 0, plain - 1, empowered)
    else:
        try_borrowers(search, o, ability, 0, empowered - 1)


cdef void try_converters(Search *search, const Offer *o) noexcept nogil:
    """This offer with every set of converters that could be of use."""
    cdef Offer more
    cdef int flags
    cdef const Kit *kit = search.kit
    cdef bint borrowing = kit.borrowers[0] + kit.borrowers[1] > 0
    cdef bint all_of_them = borrowing or not search.policy.default
    search.solved = False
    if not borrowing:
        solve_any(search, o)
        if kit.anomaly + kit.henge == 0:
            return
    # A converter is one more source. By the default policy an Anomaly is of use only where Energy is
    # lacking or made by sources, a Henge only where Power is: neither lessens what the other side takes.
    all_of_them = all_of_them or not search.solved
    for flags in range(0 if borrowing else 1, 4):
        if (flags & K1 and not kit.anomaly) or (flags & K2 and not kit.henge):
            continue
        if not all_of_them and not (flags & K1 and search.lacks_energy) and not (flags & K2 and search.lacks_power):
            continue
        more = o[0]
        use_converters(&more, flags)
        if borrowing:
            try_borrowers(search, &more, 0, kit.borrowers[0], kit.borrowers[1])
        else:
            solve_offer(search, &more)
    if borrowing:
        search.solved = False  # one borrower's use tells nothing of the others


cdef int recycled_at_least(const Kit *kit, const Need *need) noexcept nogil:
    """Runes that every payment recycles: what is missing when everything else is used."""
    cdef Offer o
    cdef int least_missing
    offer_everything(kit, &o)
    lanes_store(&o, C_READY, 0)
    least_missing = missing_of(kit, need, &o)
    if kit.legend and least_missing:
        # The legend's [A][A] costs Power, so it may or may not help.
        use_legend(&o)
        least_missing = least(least_missing, missing_of(kit, need, &o))
    return least_missing


cdef int missing_of(const Kit *kit, const Need *need, const Offer *o) noexcept nogil:
    cdef Have have
    if kit.borrowers[0] + kit.borrowers[1]:
        return missing_borrowing(kit, need, o, 0, kit.borrowers[0], kit.borrowers[1])
    have_init(&have, o)
    return missing(need, &have, o.loss, o.converters)


cdef struct Most:           # units that can be spent at most of what Adds of another shape make
    int energy              # unrestricted
    int universal


cdef bint hopeless_case(Search *search, int two, int lux, int both, int gold, int legend) noexcept nogil:
    cdef Offer o
    o.killed = gold
    o.sources = two + lux + both + legend
    return hopeless(search, &o)


cdef void most_init(Most *most, const Kit *kit, const Need *need) noexcept nogil:
    cdef int loss = 2 * kit.legend
    if kit.borrow >> BORROW_LEGEND & 1:
        loss += 2 * (kit.borrowers[0] + kit.borrowers[1])
    most.energy = need.energy
    most.universal = need.symbols + loss
    if kit.henge or kit.borrow >> BORROW_HENGE & 1:
        most.energy += need.symbols + loss
    if kit.anomaly or kit.borrow >> BORROW_ANOMALY & 1:
        most.universal += need.energy


cdef bint superfluous(const Most *most, const Kit *kit, const Need *need, int two, int lux, int both) noexcept nogil:
    """Is something that one of these Adds makes left over for sure? Without it the payment is better by every policy.

    Restricted Energy is spent first. One Add more of any kind is superfluous then, too.
    """
    cdef int only = kit.plain.n[C_ENERGY_ONLY] + 2 * lux
    cdef int left = kit.plain.n[C_POOL_ENERGY] + 2 * two + both + least(only, need.energy) - most.energy
    if lux and only >= need.energy + 2:
        return True
    if two and left >= 2:
        return True
    return both and left >= 1 and kit.plain.n[C_POOL_UNIVERSAL] + both > most.universal


cdef bint cheapest(const Supply *s, const Demand *d, const Policy *policy, Payment *out) noexcept nogil:
    """The best payment by this policy into *out; False when nothing pays, or the call is to end."""
    cdef Kit kit
    cdef Need need
    cdef Search search
    cdef Offer o
    cdef Have have
    cdef Most most
    cdef int two, lux, both, gold, legend
    cdef bint solved = False
    cdef bint several
    need_init(&need, d)
    kit_init(&kit, s, d)
    search.kit = &kit
    search.need = &need
    search.policy = policy
    search.found = False
    search.best = out
    search.pace = STRIDE
    search.recycled = -1
    search.asks = kit.anomaly + kit.henge + kit.legend > 0
    if s.borrowers and not payable_borrowing(s, d):
        return False  # seen at once, where to try all cases would take long
    if kit.two + kit.lux + kit.gold_both + (kit.honeyfruit if kit.level6 else 0) + kit.legend == 0:
        search.have = &kit.have
        if kit.anomaly + kit.henge + kit.borrowers[0] + kit.borrowers[1]:
            try_converters(&search, &kit.plain)
        else:
            solve_any(&search, &kit.plain)
    else:
        search.have = &have
        most_init(&most, &kit, &need)
        several = kit.anomaly + kit.henge + kit.borrowers[0] + kit.borrowers[1] > 0  # cases for each of these
        for two in range(kit.two + 1):
            for lux in range(kit.lux + 1):
                for both in range((kit.honeyfruit if kit.level6 else 0) + 1):
                    for gold in range(kit.gold_both + 1):
                        if two + lux + both + gold and superfluous(&most, &kit, &need, two, lux, both + gold):
                            break
                        for legend in range(kit.legend + 1):
                            if legend and solved and not search.lacks_energy and kit.henge == 0:
                                continue  # 2 Energy for [A][A] where no Energy is lacking
                            if tick(&search.pace):
                                return False
                            if search.found and several and hopeless_case(&search, two, lux, both, gold, legend):
                                continue
                            o = kit.plain
                            use_pairs(&o, two, lux)
                            use_honeyfruit_both(&o, both)
                            use_gold_both(&o, gold)
                            if legend:
                                use_legend(&o)
                            have_init(&have, &o)
                            try_converters(&search, &o)
                            solved = search.solved and policy.default and o.converters == 0
    return search.found
