"""Payment: what is the best way to pay a demand, by a policy (rules 357, 429).

The best payment is found by giving up units (_giving.pxd). Adds that are not one unit (2 Energy;
Energy and Power; one that costs [A][A]) are not chosen by that pass: it runs once for every way to
use them, their output standing in the pool.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from riftcore.ground._interrupt cimport STRIDE, tick
from riftcore.ground._lanes cimport lane_at, lanes_last, lanes_less, lanes_sum
from riftcore.ground._types cimport (
    BORROW_ANOMALY,
    BORROW_GOLD,
    BORROW_HENGE,
    BORROW_HONEYFRUIT,
    BORROW_LEGEND,
    FOR_GEAR,
    FOR_GEAR_ABILITY,
    FOR_SPELL,
    FOR_UNIT,
    FOR_UNIT_ABILITY,
    LEGEND_READY,
    N_BORROW,
    N_DOMAINS,
)
from riftcore.payment._borrow cimport missing_borrowing, payable_borrowing
from riftcore.payment._giving cimport give_up
from riftcore.payment._own cimport solve_own
from riftcore.payment._policy cimport (
    K_FREE,
    K_KILLED,
    K_LEFTOVER,
    K_READY_RUNES,
    K_RECYCLED,
    K_SOURCES,
    K_UNIVERSAL,
)
from riftcore.payment._units cimport (
    BORROWED,
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
    C_OPENED,
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
    borrow_apply,
    have_init,
    in_pool,
    kit_init,
    lanes_of,
    lanes_store,
    least,
    max0,
    missing,
    need_init,
    offer_everything,
    turned_over,
    use_converters,
    use_gold_both,
    use_honeyfruit_both,
    use_legend,
    use_pairs,
)


# ------------------------------------------------------------------- from units to a payment


cdef void payment_fill(
    const Kit *kit, const Need *need, const Offer *offered, const Offer *kept, const Have *have, Payment *p
) noexcept nogil:
    """What the units spent mean: runes, objects, X, what stays in the pool, and the keys."""
    cdef uint64_t recycled = lanes_of(kept, C_READY) + lanes_of(kept, C_EXHAUSTED)
    cdef uint64_t lost = lanes_less(recycled, kit.exhausted)
    cdef int exhausts = kept.n[C_EXHAUST] + kept.n[C_OPENED]
    cdef int lost_at_least = lanes_sum(lost)
    cdef int legend = kept.n[C_LEGEND_ENERGY] + kept.n[C_LEGEND_POWER] + kept.n[C_LEGEND_SHOWDOWN]
    cdef int spent = need.energy + need.symbols + kept.loss  # every unit kept is spent on the cost or on [A][A]
    cdef int anomaly_x = 0
    cdef int henge_x = 0
    p.recycle = recycled
    if lost_at_least <= exhausts:
        # Exhausting a ready rune that is recycled costs nothing more: those first, then by domain.
        lost += lanes_last(lanes_less(kit.ready, lost), exhausts - lost_at_least)
        p.exhaust = lost
    else:
        p.exhaust = lanes_last(lost, exhausts)
    p.lost = lost
    p.spent = have.typed
    p.seals = lanes_of(kept, C_SEAL)
    p.power_left = lanes_of(offered, C_POOL_POWER) - lanes_of(kept, C_POOL_POWER)
    memcpy(&p.two, &kept.two, 12)
    p.gold += kept.n[C_GOLD]
    p.legend += legend
    p.one = kept.n[C_ONE]
    p.honeyfruit = kept.n[C_HONEYFRUIT]
    if kept.converters:
        turned_over(need, have, kept.loss, kept.converters, &anomaly_x, &henge_x)
    p.anomaly_x = anomaly_x
    p.henge_x = henge_x
    p.energy_spent = have.energy + have.energy_only
    p.showdown_spent = kept.n[C_POOL_SHOWDOWN] + kept.n[C_LEGEND_SHOWDOWN]
    p.energy_left = offered.n[C_POOL_ENERGY] - kept.n[C_POOL_ENERGY]
    p.universal_left = offered.n[C_POOL_UNIVERSAL] - kept.n[C_POOL_UNIVERSAL]
    p.energy_only_left = offered.n[C_ENERGY_ONLY] - have.energy_only
    p.showdown_left = offered.n[C_POOL_SHOWDOWN] - kept.n[C_POOL_SHOWDOWN]
    p.restricted_left = offered.n[C_POOL_RESTRICTED] - kept.n[C_POOL_RESTRICTED]
    p.key[K_RECYCLED] = lanes_sum(recycled)
    p.key[K_KILLED] = kept.killed + kept.n[C_GOLD]
    p.key[K_SOURCES] = kept.sources + p.one + p.honeyfruit + legend + lanes_sum(p.seals)
    p.key[K_READY_RUNES] = lost_at_least if lost_at_least > exhausts else exhausts
    p.adds = exhausts + p.key[K_RECYCLED] + p.key[K_KILLED] + p.key[K_SOURCES]
    p.key[K_LEFTOVER] = max0(kept.added + p.adds - kept.killed - kept.sources - spent)
    p.key[K_FREE] = spent - have.energy_only - have.restricted - p.showdown_spent
    p.key[K_UNIVERSAL] = have.universal
    p.zero = 0


cdef bint payment_better(const Policy *policy, const Payment *a, const Payment *b) noexcept nogil:
    """Keys in the order of the policy, then the ties of docs/payment.md."""
    cdef int i, x, y
    for i in range(policy.n):
        x = payment_key(a, policy.key[i])
        y = payment_key(b, policy.key[i])
        if x != y:
            return x < y
    if a.adds != b.adds:
        return a.adds < b.adds
    if a.energy_spent != b.energy_spent:
        return a.energy_spent > b.energy_spent
    if a.showdown_spent != b.showdown_spent:
        return a.showdown_spent < b.showdown_spent
    # The first domain is the highest lane.
    if a.recycle != b.recycle:
        return a.recycle > b.recycle
    if a.lost != b.lost:
        return a.lost > b.lost
    if a.spent != b.spent:
        return a.spent > b.spent
    if a.seals != b.seals:
        return a.seals > b.seals
    if a.one != b.one:
        return a.one > b.one
    if a.two != b.two:
        return a.two > b.two
    if a.lux != b.lux:
        return a.lux > b.lux
    if a.honeyfruit != b.honeyfruit:
        return a.honeyfruit > b.honeyfruit
    if a.honeyfruit_both != b.honeyfruit_both:
        return a.honeyfruit_both > b.honeyfruit_both
    if a.gold != b.gold:
        return a.gold > b.gold
    if a.anomaly != b.anomaly:
        return a.anomaly > b.anomaly
    if a.henge != b.henge:
        return a.henge > b.henge
    if a.legend != b.legend:
        return a.legend > b.legend
    # As many borrowers are left then (the Adds are equal): plain ones are used first, and killed first.
    return empowered_used(a) < empowered_used(b)


cdef int empowered_used(const Payment *p) noexcept nogil:
    """Empowered borrowers used, 16 each, and those of them that are killed."""
    cdef int i, n = 0
    for i in range(p.borrowers):
        if p.borrowed[i] & EMPOWERED:
            n += 17 if p.borrowed[i] & BORROWED == BORROW_GOLD else 16
    return n


# --------------------------------------------------------------------------------- cheapest


cdef void keep_better(Search *search, const Offer *offered, const Offer *kept, const Have *have) noexcept nogil:
    cdef Payment p
    if not search.found:
        payment_fill(search.kit, search.need, offered, kept, have, search.best)
        search.found = True
        return
    payment_fill(search.kit, search.need, offered, kept, have, &p)
    if payment_better(search.policy, &p, search.best):
        search.best[0] = p


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


cdef void solve_opened(Search *search, const Offer *offered, int lost) noexcept nogil:
    """The best payment when `lost` ready runes may be used, for every choice of them.

    A rune that may be used is two units that cost no readiness any more, so all keys are sums
    over units and one pass of giving up is exact for each choice.
    """
    cdef Offer on_offer, kept
    cdef Have have
    cdef uint64_t opened = 0
    cdef int i, total = 0
    while True:
        if total == lost:
            if tick(&search.pace):
                return
            on_offer = offered[0]
            on_offer.n[C_EXHAUST] = 0
            on_offer.n[C_OPENED] = total
            lanes_store(&on_offer, C_READY, opened)
            lanes_store(&on_offer, C_EXHAUSTED, search.kit.exhausted)
            have_init(&have, &on_offer)
            if give_up(&on_offer, &kept, search.need, search.policy.order, &have):
                keep_opened(search, offered, &on_offer, &kept, &have, opened)
        i = 0
        while i < N_DOMAINS and lane_at(opened, i) == lane_at(search.kit.ready, i):
            total -= lane_at(opened, i)
            opened -= <uint64_t>lane_at(opened, i) << (8 * i)
            i += 1
        if i == N_DOMAINS:
            return
        opened += <uint64_t>1 << (8 * i)
        total += 1


cdef void keep_opened(
    Search *search, const Offer *offered, const Offer *on_offer, Offer *kept, Have *have, uint64_t opened
) noexcept nogil:
    """keep_better for a kit that has just these ready runes."""
    cdef const Kit *whole = search.kit
    cdef Kit kit = whole[0]
    kit.ready = opened
    search.kit = &kit
    keep_better(search, offered, kept, have)
    if search.policy.leftover_early:
        while swap(search, offered, on_offer, kept, have):
            keep_better(search, offered, kept, have)
    search.kit = whole


cdef bint swap(
    Search *search, const Offer *offered, const Offer *on_offer, Offer *kept, Have *have
) noexcept nogil:
    """Leave one thing less over: one Add fewer, one unit of the pool more, in the best way.

    What is left over is no sum over units (it is at least 0). But from the best base with n units of
    the pool one exchange, the best one, leads to the best base with n + 1 of them. False: nothing is
    left over, or nothing can be exchanged.
    """
    cdef Offer other, taken
    cdef Have units
    cdef Payment p, best
    cdef int a, b
    cdef bint found = False
    payment_fill(search.kit, search.need, offered, kept, have, &p)
    if p.key[K_LEFTOVER] == 0:
        return False
    best = p
    taken = kept[0]
    for b in range(C_ENERGY_ONLY):
        if not in_pool(b) or kept.n[b] == on_offer.n[b]:
            continue
        if tick(&search.pace):
            return False
        for a in range(C_ENERGY_ONLY):
            if in_pool(a) or kept.n[a] == 0:
                continue
            other = kept[0]
            other.n[a] -= 1
            other.n[b] += 1
            have_init(&units, &other)
            if missing(search.need, &units, other.loss, other.converters):
                continue
            payment_fill(search.kit, search.need, offered, &other, &units, &p)
            if not found or payment_better(search.policy, &p, &best):
                best = p
                taken = other
                found = True
    if found:
        kept[0] = taken
        have_init(have, kept)
    return found


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


cdef void payment_apply(Supply *r, const Payment *p, int purpose, bint showdown) noexcept nogil:
    """Make the Adds of the payment and spend: r becomes the supply afterwards."""
    cdef int d, i
    for d in range(N_DOMAINS):
        r.exhausted[d] = r.ready[d] + r.exhausted[d] - lane(p.recycle, d) - (r.ready[d] - lane(p.lost, d))
        r.ready[d] -= lane(p.lost, d)
        r.power[d] = lane(p.power_left, d)
        r.seals[d] -= lane(p.seals, d)
    r.energy = p.energy_left
    r.universal = p.universal_left
    if showdown:
        r.showdown_energy = p.showdown_left
    if purpose == FOR_SPELL:
        r.spells_energy = p.energy_only_left
        r.spells_universal = p.restricted_left
    elif purpose == FOR_UNIT or purpose == FOR_UNIT_ABILITY:
        r.units_energy = p.energy_only_left
    elif purpose == FOR_GEAR or purpose == FOR_GEAR_ABILITY:
        r.gear_universal = p.restricted_left
    r.one -= p.one
    r.two -= p.two
    r.lux -= p.lux
    r.honeyfruit -= p.honeyfruit + p.honeyfruit_both
    r.gold -= p.gold
    r.converters -= p.anomaly + (p.henge << 4)
    if p.legend:
        r.legend &= ~LEGEND_READY & 0xFF
    for i in range(p.borrowers):
        r.borrowers -= 16 if p.borrowed[i] & EMPOWERED else 1
