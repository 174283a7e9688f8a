"""The objects and cards that a cost takes (357): which of them, so that the whole payment is best by the policy.

The search goes through the parts of the cost in their order and through the candidates in board order. It is one
recursion, and its cases (cards of zones, buffs, runes, "any number") go back into it: they stand in one file.
"""

from libc.string cimport memcmp, memset

from riftcore.cards._clauses cimport (
    IS_GEAR,
    IS_LEGEND,
    IS_PERMANENT,
    IS_RUNE,
    IS_UNIT,
    N_ANY,
    OF_ANY_TRASH,
    OF_GEAR,
    OF_HAND,
    OF_LEGEND,
    OF_SELF,
    OF_TRASH,
    OF_UNIT,
    OF_UNIT_OR_GEAR,
    STATE_EXHAUSTED,
    STATE_TOKEN,
    VERB_BANISH,
    VERB_BURN,
    VERB_DISEMPOWER,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RECYCLE_RUNE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
    VERB_SPEND_XP,
    VERB_UNKNOWN,
    Facts,
)
from riftcore.ground._record cimport Demand, Supply
from riftcore.ground._types cimport N_DOMAINS
from riftcore.position._position cimport NO_REF, REF_BATTLEFIELD, REF_LEGEND, Player, Thing, states_of, thing_seen
from riftcore.rules._codes cimport CODE_OK, CODE_UNKNOWN, WHY_UNKNOWN
from riftcore.rules._doing cimport MAX_SPENT, Item, refuse
from riftcore.rules._pricing cimport Sacrifice
from riftcore.rules._quote cimport quote_act
from riftcore.rules._resources cimport better, gone_already, pay_resources
from riftcore.rules._targets cimport is_target


cdef enum:
    MAX_TRIES = 20000       # beyond it the answer is not known
    MAX_BEST_TRIES = 1000   # once the cost can be paid: beyond it the best of these is taken
    MAX_KINDS = 16          # kinds of candidates that are told apart


cdef bint used_already(const Spent *spent, int verb, int ref) noexcept nogil:
    cdef int i
    for i in range(spent.n):
        if spent.item[i].ref == ref and spent.item[i].verb == verb:
            return True
    return False


cdef int left_of(const Doing *d, int part) noexcept nogil:
    """How many objects a part needs (fixed ones counted for "any number")."""
    cdef const Part *p = &d.t.parts[d.out.quote.parts[part]]
    cdef int i, n = 0
    if p.n != N_ANY:
        return p.n
    for i in range(d.act.n_fixed):
        if d.act.fixed[i].verb == p.verb:
            n += d.act.fixed[i].n
    return n


cdef bint names_some(const Doing *d, const Part *p) noexcept nogil:
    """Does the action say what is given up for a verb?"""
    cdef int i
    for i in range(d.act.n_fixed):
        if d.act.fixed[i].verb == p.verb:
            return True
    return False


cdef bint fixed_allows(const Doing *d, const Part *p, int ref, int card) noexcept nogil:
    """Where the action names objects for a verb, only those are given up for it, a card as often as it is named."""
    cdef int i, n = 0
    cdef bint named = False
    for i in range(d.act.n_fixed):
        if d.act.fixed[i].verb != p.verb or (d.act.fixed[i].ref == NO_REF and d.act.fixed[i].card == 0):
            continue
        named = True
        if d.act.fixed[i].ref == ref and (ref != NO_REF or d.act.fixed[i].card == card):
            n += 1
    if named and ref == NO_REF:
        for i in range(d.out.spent.n):
            if d.out.spent.item[i].verb == p.verb and d.out.spent.item[i].ref == NO_REF and d.out.spent.item[i].card == card:
                n -= 1
    return n > 0 or not named


cdef bint fits_part(const Doing *d, const Part *p, int ref) noexcept nogil:
    """May this object be given up for the part?"""
    cdef const Thing *thing = thing_seen(d.pos, ref)
    cdef const Facts *f
    if thing is NULL or thing.controller != d.act.player:
        return False
    if ref >= REF_LEGEND and p.verb in (VERB_KILL, VERB_RETURN, VERB_BANISH, VERB_RECYCLE):
        return False  # 107.4.d: a legend cannot leave its zone
    f = &d.t.facts[thing.card]
    if p.of == OF_UNIT and not f.type & IS_UNIT:
        return False
    if p.of == OF_GEAR and not f.type & IS_GEAR:
        return False
    if p.of == OF_UNIT_OR_GEAR and not f.type & IS_PERMANENT:
        return False
    if p.of == OF_LEGEND and not f.type & IS_LEGEND:
        return False
    if p.verb == VERB_EXHAUST and (thing.states & STATE_EXHAUSTED or used_already(&d.out.spent, VERB_EXHAUST, ref)):
        return False
    if p.verb == VERB_DISEMPOWER and (thing.empowered == 0 or used_already(&d.out.spent, VERB_DISEMPOWER, ref)):
        return False
    if p.verb in (VERB_KILL, VERB_RETURN, VERB_BANISH, VERB_RECYCLE):
        if gone_already(&d.out.spent, ref):
            return False
        if d.search.spare_targets and is_target(d.act, ref):
            return False
    if p.states & ~states_of(d.t, d.pos, thing, ref):
        return False
    if p.token >= 0 and (f.token or thing.states & STATE_TOKEN != 0) != p.token:
        return False
    if p.other and ref == d.act.object:
        return False
    if p.itself and ref != d.act.object:
        return False
    if p.here and (ref >= REF_LEGEND or thing.at != 1 + d.act.object - REF_BATTLEFIELD):
        return False
    return tags_fit(p, f)


cdef bint tags_fit(const Part *p, const Facts *f) noexcept nogil:
    """Has it one of the tags that the part asks for?"""
    cdef int i, j
    for i in range(p.n_tags):
        for j in range(f.n_tags):
            if p.tags[i] == f.tags[j]:
                return True
    return p.n_tags == 0


cdef void give(Spent *spent, int verb, int of, int player, int ref, int slot, int card, int n) noexcept nogil:
    cdef Item *item = &spent.item[spent.n]
    item.verb = verb
    item.of = of
    item.player = player
    item.ref = ref
    item.slot = slot
    item.card = card
    item.n = n
    spent.n += 1


cdef bint alike(const Doing *d, int a, int b) noexcept nogil:
    """Would it make no difference which of two candidates is given up? Both are on the board and not yet chosen."""
    cdef const Thing *x = thing_seen(d.pos, a)
    cdef const Thing *y = thing_seen(d.pos, b)
    cdef const Facts *f = &d.t.facts[x.card]
    cdef const Facts *g = &d.t.facts[y.card]
    cdef int i
    if d.act.n_fixed or is_target(d.act, a) != is_target(d.act, b):
        return False
    if x.card != y.card:
        if not plain(f) or not plain(g) or memcmp(&f.printed, &g.printed, sizeof(Demand)):
            return False
    elif not plain(f) and memcmp(x, y, sizeof(Thing)):
        return False
    if x.buffs != y.buffs:
        return False
    for i in range(d.out.quote.n_parts):
        if fits_part(d, &d.t.parts[d.out.quote.parts[i]], a) != fits_part(d, &d.t.parts[d.out.quote.parts[i]], b):
            return False
    return True


cdef bint plain(const Facts *f) noexcept nogil:
    """Has the object nothing to do with what can be Added?"""
    return f.n_sources == 0 and not f.borrows and not f.modifies


cdef bint cards_alike(const Doing *d, int of, int a, int b) noexcept nogil:
    """Would it make no difference which of two cards of a zone is given up?"""
    cdef const Part *p
    cdef int i
    if d.act.n_fixed:
        return a == b
    for i in range(d.out.quote.n_parts):
        p = &d.t.parts[d.out.quote.parts[i]]
        if p.of == of and p.types and (d.t.facts[a].type & p.types != 0) != (d.t.facts[b].type & p.types != 0):
            return False
        if p.of == of and tags_fit(p, &d.t.facts[a]) != tags_fit(p, &d.t.facts[b]):
            return False
    return (a == 0) == (b == 0)


cdef bint choose_best(Doing *d) noexcept nogil:
    """Choose the objects whose payment is best by the policy, equal ones by board order; False: none pays."""
    d.search.found = False
    d.search.paid = 0
    if choose(d, 0, -1, 0):
        return True
    if d.search.found:
        d.out.spent = d.search.best_spent
        give_runes(d)
        return pay_resources(d, True)
    return False


cdef bint try_choice(Doing *d) noexcept nogil:
    """All objects are chosen: is the payment the best so far? True, with it in place, when none can be better."""
    cdef int i
    cdef bint least = True
    d.search.any_objects = True
    if d.out.quote.n_parts == 0 or d.policy.any:
        return pay_resources(d, True)
    if not pay_resources(d, False):
        return False
    d.search.paid += 1
    if not d.search.found or better(d.policy, &d.out.payment, &d.search.best):
        d.search.found = True
        d.search.best = d.out.payment
        d.search.best_spent = d.out.spent
        for i in range(d.policy.n):
            least = least and d.search.best.key[d.policy.key[i]] == 0
        if least:
            return pay_resources(d, True)
    return False


cdef bint choose(Doing *d, int part, int left, int first) noexcept nogil:
    """Choose objects for the parts from `part` on, in board order; True when no further choice is needed.

    Of candidates that make no difference only the first is tried.
    """
    cdef int kinds[16]
    cdef int n_kinds = 0, k
    cdef bint known
    cdef const Part *p
    cdef int ref, slot, q, n, start
    cdef const Player *me = &d.pos.players[d.act.player]
    cdef Spent *spent = &d.out.spent
    if d.out.code == CODE_UNKNOWN:
        return False
    if part == d.out.quote.n_parts:
        return try_choice(d)
    d.search.tries += 1
    if d.search.found and d.search.tries > MAX_BEST_TRIES:
        return False
    if d.search.tries > MAX_TRIES:
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return False
    p = &d.t.parts[d.out.quote.parts[part]]
    if left < 0:
        if p.n == N_ANY and not names_some(d, p):
            return choose_number(d, part)
        left = left_of(d, part)
    if left == 0:
        return choose(d, part + 1, -1, 0)
    if spent.n >= MAX_SPENT - 1 or p.verb == VERB_UNKNOWN:
        refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
        return False
    n = spent.n
    if p.verb == VERB_SPEND_XP:
        if me.xp < left:
            return False
        give(spent, p.verb, p.of, d.act.player, NO_REF, 0, 0, left)
        if choose(d, part + 1, -1, 0):
            return True
        spent.n = n
        return False
    if p.verb == VERB_SPEND_BUFF:
        return choose_buffs(d, part, left)
    if p.verb == VERB_RECYCLE_RUNE:
        return choose_rune(d, part, left, first)
    if p.verb == VERB_BURN:
        if me.n_deck_top < left:
            refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)  # how many cards the Main Deck has is not held
            return False
        give(spent, p.verb, p.of, d.act.player, NO_REF, 0, 0, left)
        if choose(d, part + 1, -1, 0):
            return True
        spent.n = n
        return False
    if p.of == OF_SELF:
        if not fits_part(d, p, d.act.object):
            return False
        give(spent, p.verb, p.of, d.act.player, d.act.object, 0, 0, 1)
        if choose(d, part + 1, -1, 0):
            return True
        spent.n = n
        return False
    if p.of in (OF_HAND, OF_TRASH, OF_ANY_TRASH):
        for q in range(d.pos.n_players):
            if q != d.act.player and p.of != OF_ANY_TRASH:
                continue
            start = first - 100 * q if first >= 100 * q else 0
            if p.of == OF_HAND:
                start = first
            for slot in range(start, d.pos.players[q].n_hand if p.of == OF_HAND else d.pos.players[q].n_trash):
                if not zone_card_fits(d, p, q, slot):
                    continue
                known = False
                for k in range(n_kinds):
                    known = known or cards_alike(d, p.of, kinds[k], zone_card(d, p, q, slot))
                if known:
                    continue
                if n_kinds < MAX_KINDS:
                    kinds[n_kinds] = zone_card(d, p, q, slot)
                    n_kinds += 1
                give(spent, p.verb, p.of, q, NO_REF, slot, zone_card(d, p, q, slot), 1)
                if choose(d, part, left - 1, slot + 1 + (100 * q if p.of != OF_HAND else 0)):
                    return True
                spent.n = n
        return False
    for ref in range(first, REF_LEGEND + d.pos.n_players):
        # A player has one legend: it need not be named.
        if fits_part(d, p, ref) and (p.of == OF_LEGEND or fixed_allows(d, p, ref, 0)):
            known = False
            for k in range(n_kinds):
                known = known or alike(d, kinds[k], ref)
            if known:
                continue
            if n_kinds < MAX_KINDS:
                kinds[n_kinds] = ref
                n_kinds += 1
            give(spent, p.verb, p.of, d.act.player, ref, 0, 0, 1)
            if choose(d, part, left - 1, ref + 1):
                return True
            spent.n = n
    return False


cdef bint choose_number(Doing *d, int part) noexcept nogil:
    """"Any number" that the action leaves open: the least with which the rest can be paid."""
    cdef const Part *p = &d.t.parts[d.out.quote.parts[part]]
    cdef const Thing *thing
    cdef Sacrifice none
    cdef int paid = d.search.paid
    cdef int ref, k, most = 0, n = d.out.spent.n
    for ref in range(REF_LEGEND + d.pos.n_players):
        if fits_part(d, p, ref):
            thing = thing_seen(d.pos, ref)
            most += thing.buffs if p.verb == VERB_SPEND_BUFF else 1
    for k in range(most + 1):
        if choose(d, part, k, 0):
            return True
        d.out.spent.n = n
        if d.search.paid != paid:
            return False
    memset(&none, 0, sizeof(Sacrifice))
    quote_act(d.t, d.pos, d.w, d.act, &none, &d.out.quote)  # the cost as it was chosen, with nothing given up
    return False


cdef int zone_card(const Doing *d, const Part *p, int player, int slot) noexcept nogil:
    return d.pos.players[player].hand[slot] if p.of == OF_HAND else d.pos.players[player].trash[slot]


cdef bint zone_card_fits(const Doing *d, const Part *p, int player, int slot) noexcept nogil:
    """A card of the hand or trash that is not yet given up and is of the kind asked for."""
    cdef int card = zone_card(d, p, player, slot)
    cdef int i
    for i in range(d.out.spent.n):
        if (
            d.out.spent.item[i].ref == NO_REF and d.out.spent.item[i].of == p.of
            and d.out.spent.item[i].slot == slot and d.out.spent.item[i].player == player
        ):
            return False
    if (p.types or p.n_tags) and card == 0:
        return False
    if p.types and not d.t.facts[card].type & p.types:
        return False
    if not tags_fit(p, &d.t.facts[card]):
        return False
    return fixed_allows(d, p, NO_REF, card)


cdef bint choose_buffs(Doing *d, int part, int left) noexcept nogil:
    """Buffs are alike: take them from the named units, else in board order."""
    cdef const Part *p = &d.t.parts[d.out.quote.parts[part]]
    cdef Spent *spent = &d.out.spent
    cdef const Thing *thing
    cdef int n = spent.n
    cdef int ref, take, i
    for ref in range(REF_LEGEND):
        thing = thing_seen(d.pos, ref)
        if thing is NULL or thing.buffs == 0 or left == 0 or not fits_part(d, p, ref):
            continue
        if not fixed_allows(d, p, ref, 0) or spent.n >= MAX_SPENT - 1:
            continue
        take = thing.buffs
        for i in range(d.act.n_fixed):
            if d.act.fixed[i].verb == VERB_SPEND_BUFF and d.act.fixed[i].ref == ref and d.act.fixed[i].n < take:
                take = d.act.fixed[i].n
        if take > left:
            take = left
        give(spent, p.verb, p.of, d.act.player, ref, 0, 0, take)
        left -= take
    if left == 0 and choose(d, part + 1, -1, 0):
        return True
    spent.n = n
    return False


cdef bint choose_rune(Doing *d, int part, int left, int first) noexcept nogil:
    """A rune is recycled and makes nothing: an exhausted one before a ready one of its domain.

    `first` counts domains with exhausted runes, then those with ready ones.
    """
    cdef const Part *p = &d.t.parts[d.out.quote.parts[part]]
    cdef Supply *mine = &d.pos.players[d.act.player].supply
    cdef Spent *spent = &d.out.spent
    cdef Supply before = mine[0]
    cdef int paid = d.search.paid
    cdef int n = spent.n
    cdef int i, domain
    for i in range(first, 2 * N_DOMAINS):
        domain = i % N_DOMAINS
        if i < N_DOMAINS and mine.exhausted[domain] == 0:
            continue
        if i >= N_DOMAINS and (mine.exhausted[domain] or mine.ready[domain] == 0):
            continue
        if not rune_allowed(d, domain):
            continue
        if i < N_DOMAINS:
            mine.exhausted[domain] -= 1
        else:
            mine.ready[domain] -= 1
        give(spent, p.verb, p.of, d.act.player, NO_REF, domain, 0, 1)
        if choose(d, part, left - 1, i):
            return True
        spent.n = n
        mine[0] = before
    for i in range(d.out.quote.costs.n):
        for domain in range(N_DOMAINS):
            # A rune that is exhausted for this very cost and then recycled: not looked at.
            if d.search.paid == paid and d.out.quote.costs.cost[i].energy and mine.ready[domain] and d.out.code == CODE_OK:
                refuse(d.out, CODE_UNKNOWN, WHY_UNKNOWN)
    return False


cdef void give_runes(Doing *d) noexcept nogil:
    """The runes recycled for the chosen parts of the cost leave the supply."""
    cdef Supply *mine = &d.pos.players[d.act.player].supply
    cdef const Item *item
    cdef int i
    for i in range(d.out.spent.n):
        item = &d.out.spent.item[i]
        if item.verb == VERB_RECYCLE_RUNE:
            if mine.exhausted[item.slot]:
                mine.exhausted[item.slot] -= 1
            else:
                mine.ready[item.slot] -= 1


cdef bint rune_allowed(const Doing *d, int domain) noexcept nogil:
    """Where the action names runes to recycle, only those are."""
    cdef const Facts *f
    cdef int i, n = 0
    cdef bint named = False
    for i in range(d.act.n_fixed):
        if d.act.fixed[i].verb == VERB_RECYCLE_RUNE:
            # As another payment of the act chose them: just these.
            named = True
            if d.act.fixed[i].n == domain:
                n += 1
            continue
        f = &d.t.facts[d.act.fixed[i].card]
        if d.act.fixed[i].verb == VERB_RECYCLE and d.act.fixed[i].card and f.type & IS_RUNE:
            named = True
            if f.domains >> domain & 1:
                return True
    for i in range(d.out.spent.n):
        if d.out.spent.item[i].verb == VERB_RECYCLE_RUNE and d.out.spent.item[i].slot == domain:
            n -= 1
    return n > 0 or not named
