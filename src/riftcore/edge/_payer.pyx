"""What the player of a state can pay, and with what: questions about a cost that stands alone."""

cimport cython
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    SRC_ANOMALY,
    SRC_GOLD,
    SRC_HENGE,
    SRC_LUX,
    SRC_ONE,
    SRC_TWO,
    SRC_UNIVERSAL,
    STATE_EXHAUSTED,
    VERB_EXHAUST,
)
from riftcore.edge._results cimport count_results, results
from riftcore.edge._supply cimport Supply, best_payment, payment_new, policy_of, purpose_of
from riftcore.ground._cost cimport Cost
from riftcore.ground._record cimport Demand, Supply as SupplyRecord
from riftcore.payment cimport _payment
from riftcore.payment._payable cimport Purse, payable, purse_pays, purse_set
from riftcore.position._position cimport ACT_MOVE, MAX_PLAYERS, NO_REF, Thing, thing_at, thing_seen
from riftcore.position._sources cimport source_of
from riftcore.rules._doing cimport Item
from riftcore.rules._doubt cimport Doubted, doubtful_cards, doubts_of_prices


from riftcore.ground._types import DOMAINS
from riftcore.errors import RiftcoreError

_SOURCES = (
    *((f"seal {name}", i) for i, name in enumerate(DOMAINS)),
    ("one", SRC_ONE), ("two", SRC_TWO), ("lux", SRC_LUX), ("honeyfruit", SRC_UNIVERSAL), ("gold", SRC_GOLD),
    ("anomaly", SRC_ANOMALY), ("henge", SRC_HENGE),
)


@cython.no_gc
cdef class Payer(Told):
    """Questions about what a player can pay. None changes the state."""

    cdef dict roster(self, int player):
        """What the ready sources of a player are called, by kind, in board order."""
        cdef list rosters = self.rosters  # another thread may do something in between
        if rosters is None:
            rosters = self.rosters = [None] * MAX_PLAYERS
        if rosters[player] is None:
            rosters[player] = self.sources_but(player, ())
        return rosters[player]

    cdef dict sources_but(self, int player, object gone):
        """The same without some objects, by their refs."""
        cdef Thing *thing
        cdef int ref
        found = {kind: [] for kind, _ in _SOURCES}
        found["heimerdinger"] = []
        found["heimerdinger empowered"] = []
        # A legend that makes plain Energy is used as the legend; in the record it is one, too.
        found["legend"] = [self.legend_ids[player]]
        kinds = {code: kind for kind, code in _SOURCES}
        for q in range(self.pos.n_players):
            for i in range(self.pos.players[q].n_board):
                ref = 64 * q + i
                thing = &self.pos.players[q].board[i]
                if thing.controller != player or thing.states & STATE_EXHAUSTED or ref in gone:
                    continue
                name = self.board_ids[q][i]
                if self.table.facts[thing.card].borrows:
                    found["heimerdinger empowered" if thing.empowered else "heimerdinger"].append(name)
                kind = kinds.get(source_of(&self.table.tables, self.pos, ref, -1))
                if kind is not None:
                    found[kind].append(name)
        return found

    cdef dict sources_left(self, const Act *act, const Outcome *out):
        """The sources for an act that can be paid: what its cost or its move exhausts makes no Add."""
        cdef const Item *item
        cdef Thing *thing
        cdef int i
        cdef set gone = set()
        cdef set leaving = set()
        if act.form == ACT_MOVE:
            gone.update([act.targets[i] for i in range(act.n_targets)])
        for i in range(out.spent.n):
            item = &out.spent.item[i]
            thing = thing_at(self.pos, item.ref)
            if thing is NULL:
                continue
            if item.verb == VERB_EXHAUST or source_of(&self.table.tables, self.pos, item.ref, -1) == SRC_GOLD:
                gone.add(item.ref)
            elif self.table.facts[thing.card].borrows:
                leaving.add(item.ref)
        if not gone and not leaving:
            return self.roster(act.player)
        found = self.sources_but(act.player, gone)
        ready = len(found["heimerdinger"]) + len(found["heimerdinger empowered"])
        if leaving and ready > (out.supply.borrowers & 15) + (out.supply.borrowers >> 4):
            # A borrower that leaves for the cost stays out of it, so that others may use a Gold's ability.
            found = self.sources_but(act.player, gone | leaving)
        return found

    # ------------------------------------------------------------------------------- questions

    def supply(self, player=None):
        """What the player could pay with: the record as a Supply."""
        cdef Supply supply = Supply.__new__(Supply)
        supply.record = self.pos.players[self.seat(player)].supply
        return supply

    def can_pay(self, Cost cost not None, purpose=None, player=None):
        """Does some legal sequence of Adds pay this cost? Exact. (357.1.a, 429.3)

        ``purpose`` decides which restricted resources count (default "resolution").
        """
        cdef Demand demand = cost.demand
        cdef Player *p = &self.pos.players[self.acting() if player is None else self.seat(player)]
        demand.purpose = purpose_of(purpose)
        demand.showdown = self.pos.showdown != 0
        if p.unknown or self.table.tables.doubtful:
            self.sure(p, p - self.pos.players)
        if payable(&p.supply, &demand):
            return True
        self.no_more(p - self.pos.players)
        return False

    cdef int sure(self, const Player *p, int seat) except -1:
        """Raise where what this player can pay is not known at all."""
        cdef Doubted d
        if p.unknown:
            raise RiftcoreError(
                "a ready object has an Add ability of a kind that the payment does not know: no exact answer"
                " (unknown_card_behaviour)"
            )
        if self.table.tables.doubtful:
            doubts_of_prices(&self.table.tables, self.pos, seat, &d)
            if d.legality or d.price:
                self.refuse_doubt(d.legality if d.legality else d.price)
        return 0

    cdef int no_more(self, int seat) except -1:
        """0: it cannot be paid. Raise where text that is not understood might make something to pay with."""
        cdef Doubted d
        if self.table.tables.doubtful:
            doubts_of_prices(&self.table.tables, self.pos, seat, &d)
            if d.supply:
                self.refuse_doubt(d.supply)
        return 0

    cdef int refuse_doubt(self, int card) except -1:
        name, words = self.doubt_of(card)
        raise RiftcoreError(
            f'{name}: text that is not understood ("{words}") may change what can be paid (unknown_card_behaviour)'
        )

    cdef tuple doubt_of(self, int card):
        """The name of a card and its words that are not understood."""
        found = self.table.cards[card]
        words = " / ".join(found.partial) or "more than the card table holds"
        return found.name, words if len(words) <= 200 else words[:197] + "..."

    def doubts(self, player=None):
        """Cards in sight whose text is not fully understood and might change answers of this player, as pairs of name and
        words. Empty: every answer rests on what is understood."""
        cdef uint16_t found[256]
        cdef int n = 0
        if self.table.tables.doubtful:
            n = doubtful_cards(&self.table.tables, self.pos, self.seat(player), found, 256)
        return tuple([self.doubt_of(found[i]) for i in range(n)])

    def cheapest(self, Cost cost not None, purpose=None, policy=None, player=None, budget=None):
        """The best Payment by the policy, or None when nothing pays. Exact.

        ``budget``: steps, docs/payment.md, "Budgets".
        """
        cdef Demand demand = cost.demand
        cdef _payment.Payment best
        cdef SupplyRecord before
        cdef int seat = self.acting() if player is None else self.seat(player)
        cdef Player *p = &self.pos.players[seat]
        demand.purpose = purpose_of(purpose)
        demand.showdown = self.pos.showdown != 0
        self.sure(p, seat)
        before = p.supply  # others may run meanwhile, and change this state
        if not best_payment(&before, &demand, &policy_of(policy).policy, budget, &best):
            self.no_more(seat)
            return None
        return payment_new(&best, &before, demand.purpose, demand.showdown, self.roster(seat))

    def payments(self, Cost cost not None, purpose=None, player=None, budget=None):
        """All distinct payments, one at a time.

        Objects of one kind that are equal in card, place and state are interchangeable; where they
        differ the payments name which are used. ``budget``: steps for all of them together,
        docs/payment.md, "Budgets".
        """
        cdef Demand demand = cost.demand
        cdef int seat = self.seat(player)
        demand.purpose = purpose_of(purpose)
        demand.showdown = self.pos.showdown != 0
        self.sure(&self.pos.players[seat], seat)
        if not payable(&self.pos.players[seat].supply, &demand):
            self.no_more(seat)
        roster = self.roster(seat)
        return results(&self.pos.players[seat].supply, &demand, 1, roster, self.groups(roster), budget)

    def count_payments(self, Cost cost not None, purpose=None, player=None, budget=None):
        """How many distinct payments there are, without listing them.

        ``budget``: steps, docs/payment.md, "Budgets".
        """
        cdef Demand demand = cost.demand
        cdef int seat = self.seat(player)
        demand.purpose = purpose_of(purpose)
        demand.showdown = self.pos.showdown != 0
        self.sure(&self.pos.players[seat], seat)
        if not payable(&self.pos.players[seat].supply, &demand):
            self.no_more(seat)
        return count_results(&self.pos.players[seat].supply, &demand, 1, self.groups(self.roster(seat)), budget)

    cdef dict groups(self, dict roster):
        """By kind: lists of ids of objects that are interchangeable: equal in card, place and state, and what is on them."""
        cdef dict groups = {}
        for kind, names in roster.items():
            alike: dict = {}
            for name in names:
                if name is not None:
                    alike.setdefault(self.likeness(name) if len(names) > 1 else None, []).append(name)
            if alike:
                groups[kind] = list(alike.values())
        return groups

    cdef tuple likeness(self, str name):
        """Objects for which this is equal are interchangeable."""
        cdef int ref = self.ref_of(name)
        cdef const Thing *thing = thing_seen(self.pos, ref)
        cdef const Player *p
        cdef Thing other
        cdef int q, i
        cdef list attached = []
        cdef list effects = []
        for q in range(self.pos.n_players):
            p = &self.pos.players[q]
            for i in range(p.n_board):
                if p.board[i].attached == ref:
                    other = p.board[i]
                    other.attached = NO_REF
                    attached.append((q, <bytes>(<const char *>&other)[:sizeof(Thing)]))
            for i in range(p.n_effects):
                if p.effects[i].on == ref:
                    effects.append((q, p.effects[i].card, p.effects[i].on_card, p.effects[i].might))
        return ref >> 6, <bytes>(<const char *>thing)[:sizeof(Thing)], tuple(sorted(attached)), tuple(sorted(effects))

    def mask(self, costs, purpose=None, player=None):
        """Which costs can be paid: an int whose bit i is set when costs[i] can."""
        cdef Demand demand
        cdef Purse purse
        cdef uint64_t bits = 0
        cdef bint found
        cdef int i = 0
        # Nobody's code may run between two answers: it could change this state.
        asked = costs if type(costs) is list else tuple(costs)
        cdef int code = purpose_of(purpose)
        cdef int seat = self.seat(player)
        cdef Player *p = &self.pos.players[seat]
        self.sure(p, seat)
        memset(&demand, 0, sizeof(Demand))
        demand.purpose = code
        demand.showdown = self.pos.showdown != 0
        purse_set(&purse, &p.supply, &demand)
        words = None  # of 64 costs each, where there are more, the first one lowest
        for cost in asked:
            if i == 64:
                words = bytearray() if words is None else words
                words += bits.to_bytes(8, "little")
                bits = i = 0
            found = purse_pays(&purse, &p.supply, &(<Cost?>cost).demand)
            if not found and self.table.tables.doubtful:
                self.no_more(seat)
            bits |= <uint64_t>found << i
            i += 1
        if words is None:
            return bits
        words += bits.to_bytes(8, "little")
        return int.from_bytes(words, "little")
