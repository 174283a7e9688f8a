"""A game's state as far as costs look at it: a position, the names of its things, and the way back.

The position is one block of plain structs; ids, cards and sentences live here, outside of it. An
action is carried out on a copy, which takes the place of the position when all went well.
"""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.list cimport PyList_New
from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.number cimport PyIndex_Check, PyNumber_Index
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memset

from riftcore.cards._cards cimport (
    OF_SELF,
    SRC_ANOMALY,
    SRC_GOLD,
    SRC_HENGE,
    SRC_LUX,
    SRC_ONE,
    SRC_TWO,
    SRC_UNIVERSAL,
    STATE_EXHAUSTED,
    STATE_TOKEN,
    VERB_BANISH,
    VERB_DISCARD,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RECYCLE_RUNE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
    table_of,
)
from riftcore.edge._act_reader cimport read_form
from riftcore.edge._action cimport Action, read_payment
from riftcore.edge._reader cimport players_in, read_situation
from riftcore.edge._results cimport count_results, results
from riftcore.edge._supply cimport Policy, Supply, best_payment, payment_new, policy_of, purpose_of
from riftcore.ground._cost cimport Cost, cost_from_demand
from riftcore.ground._interrupt cimport NO_BUDGET, Watch, budget_of, watch_begin, watch_end
from riftcore.ground._record cimport Demand, Supply as SupplyRecord
from riftcore.ground._types cimport N_DOMAINS
from riftcore.payment cimport _payment, _policy
from riftcore.payment._payable cimport Purse, payable, purse_pays, purse_set
from riftcore.position._position cimport (
    ACT_MOVE,
    ACT_PLAY,
    ACT_TRIGGER,
    FROM_FACEDOWN,
    MAX_CHAIN,
    MAX_FIXED,
    MAX_PLAYERS,
    MAX_TARGETS,
    NOBODY,
    NOWHERE,
    NO_REF,
    REF_CHAIN,
    REF_FACEDOWN,
    SEEN_MORE,
    Fixed,
    Thing,
    card_at,
    effects_follow,
    position_replace,
    position_size,
    thing_at,
    thing_seen,
)
from riftcore.position._sources cimport source_of
from riftcore.rules._codes cimport CODE_CHOICE, CODE_CONDITION, CODE_OK, CODE_RESTRICTION, CODE_TARGET
from riftcore.rules._costs cimport MAX_COSTS
from riftcore.rules._doing cimport Item
from riftcore.rules._doubt cimport Doubted, doubtful_cards, doubts_of_prices
from riftcore.rules._perform cimport has_price, perform
from riftcore.rules._timing cimport NEVER, slowest_now
from riftcore.search cimport _perft
from riftcore.search._actions cimport N_ACTIONS, action_read, actions_list
from riftcore.search._observe cimport SEEN, observe
from riftcore.search._perft cimport MAX_DEPTH
from riftcore.search._ways cimport desk_set


from riftcore.position._position import STATES
from riftcore.ground._types import DOMAINS, PHASES, TURN_COUNTS, TURN_FACTS
from riftcore.errors import IllegalAction, PaymentError, RiftcoreError, ScenarioError, UndoError, shown

cdef extern from *:
    """
    #include <stdlib.h>
    /* Positions of two players come and go with every copy and check: a few blocks are kept for the next, each with
       the position that was in it (position_replace). Only where the GIL guards the list. */
    #define SPARE_BLOCKS 16
    #ifndef Py_GIL_DISABLED
    static void *spare_blocks[SPARE_BLOCKS];
    static int n_spare_blocks;
    #endif
    static void *block_new(size_t size, int two_players)
    {
    #ifndef Py_GIL_DISABLED
        if (two_players && n_spare_blocks)
            return spare_blocks[--n_spare_blocks];
    #endif
        return calloc(1, size);
    }
    static void block_free(void *block, int two_players)
    {
    #ifndef Py_GIL_DISABLED
        if (block && two_players && n_spare_blocks < SPARE_BLOCKS) {
            spare_blocks[n_spare_blocks++] = block;
            return;
        }
    #endif
        free(block);
    }
    """
    void *block_new(size_t, bint)
    void block_free(void *, bint) noexcept

cdef enum:
    MAX_NAMES = 1 + MAX_TARGETS + MAX_FIXED  # ids that an action can name


cdef void position_free(Position *pos) noexcept:
    """Give back a whole position, with nothing beyond what it counts."""
    if pos is not NULL:
        block_free(pos, pos.n_players == 2)


cdef Position *position_new(int players) except NULL:
    """Room for a position, with zeros or an older one in it. position_free gives it back when it holds a whole one,
    free when not."""
    cdef Position *pos = <Position *>block_new(position_size(players), players == 2)
    if pos is NULL:
        raise MemoryError
    return pos


_SOURCES = (
    *((f"seal {name}", i) for i, name in enumerate(DOMAINS)),
    ("one", SRC_ONE), ("two", SRC_TWO), ("lux", SRC_LUX), ("honeyfruit", SRC_UNIVERSAL), ("gold", SRC_GOLD),
    ("anomaly", SRC_ANOMALY), ("henge", SRC_HENGE),
)
#: The keys of `with`, by verb; what has none cannot be named there.
_WITH = {
    VERB_KILL: "kill", VERB_DISCARD: "discard", VERB_EXHAUST: "exhaust", VERB_RECYCLE: "recycle", VERB_RETURN: "return",
    VERB_BANISH: "banish",
}

cdef Policy DEFAULT = policy_of(None)
cdef Reading UNNAMED = Reading.__new__(Reading)  # an action that gives nothing a name
cdef tuple NUMBERS = tuple(range(N_ACTIONS))  # made once: to make an int takes longer than to see that it is legal


cdef extern from *:
    """
    static inline void number_put(PyObject *list, Py_ssize_t i, PyObject *numbers, int n)
    {
        PyObject *number = PyTuple_GET_ITEM(numbers, n);
        Py_INCREF(number);
        PyList_SET_ITEM(list, i, number);
    }
    """
    void number_put(list, Py_ssize_t, tuple, int) noexcept


cdef list numbers_of(const int32_t *found, int n):
    cdef list numbers = PyList_New(n)
    cdef int i
    for i in range(n):
        number_put(numbers, i, NUMBERS, found[i])
    return numbers


cdef const _policy.Policy *default_policy() noexcept nogil:
    return &DEFAULT.policy


cdef object BINARY = None


cdef object binary():
    """The module that writes states as bytes, which knows this one: imported when it is first asked for."""
    global BINARY
    if BINARY is None:
        from riftcore.edge import _binary

        BINARY = _binary
    return BINARY


cdef object whole(object number):
    """An action's integer: an int, or what stands for one, such as an element of a NumPy array."""
    if type(number) is int:
        return number
    if isinstance(number, bool) or not PyIndex_Check(number):
        raise RiftcoreError(f"an action is an integer of legal_actions, not {shown(number)}")
    try:
        return PyNumber_Index(number)
    except TypeError:  # an array of several
        raise RiftcoreError(f"an action is an integer of legal_actions, not {shown(number)}") from None


@cython.no_gc
cdef class State(Board):
    """A state of the game, as far as costs and resources look at it. Mutable; unhashable (use `key`).

    Made by `from_scenario`. Questions (`can_pay`, `cheapest`, `payments`, `count_payments`, `mask`,
    `quote`, `check`) change nothing; `push` does what `check` allows and `pop` takes it back, byte
    for byte. A player is a number; where none is given it is the one with priority (with focus in
    an open showdown).
    """

    def __init__(self):
        raise TypeError("make a State with State.from_scenario(situation, catalog)")

    def __dealloc__(self):
        position_free(self.pos)

    # ------------------------------------------------------------------------- from and to text

    @staticmethod
    def from_scenario(situation, catalog=None):
        """The state of a scenario's situation: a dict (docs: scenario files) or a Situation.

        ``catalog`` names the cards (default: the printed ones). Raises ScenarioError with the JSON
        path of what is wrong, also for counts beyond what a game can reach.
        """
        if catalog is None:
            from riftcore.catalog import Catalog

            catalog = Catalog.builtin()
        elif not callable(getattr(catalog, "card", None)):
            raise TypeError(f"expected a Catalog, found {type(catalog).__name__}")
        cdef State state = State.__new__(State)
        state.table = table_of(catalog)
        state.fill(situation)
        return state

    cdef int fill(self, object situation) except -1:
        """Set a new state up from the scenario form or a Situation."""
        if type(situation) is not dict:
            return self.fill_odd(situation)
        try:
            return self.fill_form(<dict>situation, None)
        except ScenarioError:
            if not self.fill_odd(situation):
                raise
        return 0

    cdef bint fill_odd(self, object situation) except -1:
        """The same of a Situation, or of what only acts like a form of dicts, lists and texts. False: it is such a form."""
        from riftcore.node import Node, plain
        from riftcore.scenario.values import Situation
        from riftcore.scenario.writer import situation_form

        if not isinstance(situation, Situation):
            form = plain(situation)
            if form is situation and type(form) is dict:
                return False
            if type(form) is not dict:
                Node(form).fail("a situation (an object)")
            self.fill_form(<dict>form, None)
            return True
        try:
            self.fill_form(situation_form(situation), situation.inline)
        except RiftcoreError:
            raise
        except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
            # Only of a Situation that was made by hand: those of the readers are checked.
            raise ScenarioError(f"expected a Situation as riftcore.scenario reads it: {type(error).__name__}, {shown(error)}") from None
        return True

    cdef int fill_form(self, dict data, object inline) except -1:
        """Set a new state up from the scenario form; on a fault it stays new."""
        cdef bint filled = False
        self.new_position(players_in(data))
        try:
            read_situation(self, data, inline)
            filled = True
        finally:
            if not filled:
                self.drop_half()
        return 0

    cdef int drop_half(self) noexcept:
        """Half a position is none to give back."""
        free(self.pos)
        self.pos = NULL
        return 0

    cdef int new_position(self, int n) except -1:
        """An empty position of n players."""
        if self.pos is not NULL:
            raise TypeError("a State is filled once")
        self.pos = position_new(n)
        memset(self.pos, 0, position_size(n))
        self.pos.n_players = n
        return 0

    cdef object turn_of(self, int p):
        """What happened to a player this turn, as a ThisTurn."""
        from riftcore.scenario.values import Seen, ThisTurn

        cdef const unsigned char *turn = <const unsigned char *>&self.pos.players[p].turn
        cdef int i
        cdef int n = len(TURN_COUNTS)
        cdef dict found = {name: turn[i] for i, name in enumerate(TURN_COUNTS)}
        for i, name in enumerate(TURN_FACTS, n):
            found[name] = Seen(turn[i] & ~SEEN_MORE, turn[i] & SEEN_MORE != 0)
        return ThisTurn(**found)

    def situation(self):
        """The state as a Situation of riftcore.scenario (plain values)."""
        from riftcore.scenario import values as v

        cdef Position *pos = self.pos
        cdef Player *p
        cdef Thing *thing
        cdef int n, i
        places = ("base", *self.places)
        players = []
        for n in range(pos.n_players):
            p = &pos.players[n]
            board = []
            for i in range(p.n_board):
                thing = &p.board[i]
                board.append(v.BoardObject(
                    card=self.table.cards[thing.card], id=self.board_ids[n][i], at=places[thing.at],
                    controller=thing.controller, exhausted=thing.states & STATE_EXHAUSTED != 0,
                    might=None if thing.might < 0 else thing.might, buffs=thing.buffs, states=states_dict(thing),
                    attached_to=None if thing.attached == NO_REF else self.id_of(thing.attached),
                    token=thing.states & STATE_TOKEN != 0,
                ))
            legend = None
            if p.has_legend:
                legend = v.LegendData(
                    card=self.table.cards[p.legend.card], id=self.legend_ids[n],
                    exhausted=p.legend.states & STATE_EXHAUSTED != 0, states=states_dict(&p.legend),
                )
            deck = None
            if p.deck_known == 1:
                deck = p.deck_size
            elif p.deck_known == 2:
                deck = tuple([p.deck[i] for i in range(N_DOMAINS)])
            restricted = []
            for only, energy, universal in (
                ("spells", p.supply.spells_energy, p.supply.spells_universal), ("units", p.supply.units_energy, 0),
                ("gear", 0, p.supply.gear_universal), ("showdown", p.supply.showdown_energy, 0),
            ):
                if energy or universal:
                    restricted.append(v.Restricted(only=only, energy=energy, universal=universal))
            players.append(v.PlayerData(
                ready=tuple([p.supply.ready[i] for i in range(N_DOMAINS)]),
                exhausted=tuple([p.supply.exhausted[i] for i in range(N_DOMAINS)]),
                rune_deck=deck,
                pool=v.PoolData(
                    p.supply.energy, tuple([p.supply.power[i] for i in range(N_DOMAINS)]), p.supply.universal,
                    tuple(restricted),
                ),
                legend=legend, board=tuple(board), hand=self.zone(p.hand, p.n_hand), trash=self.zone(p.trash, p.n_trash),
                champion=self.zone(p.champion, p.n_champion), deck_top=self.zone(p.deck_top, p.n_deck_top),
                banished=self.zone(p.banished, p.n_banished),
                facedown=tuple([
                    v.Facedown(
                        card=self.table.cards[p.facedown[i].card], id=self.facedown_ids[n][i],
                        at=self.places[p.facedown[i].at], hidden_turn="this" if p.facedown[i].this_turn else "earlier",
                    )
                    for i in range(p.n_facedown)
                ]),
                xp=p.xp, points=p.points,
                this_turn=self.turn_of(n),
                effects=tuple([
                    v.Effect(
                        card=self.table.cards[p.effects[i].card],
                        on=(
                            self.table.cards[p.effects[i].on_card] if p.effects[i].on_card
                            else self.id_of(p.effects[i].on) if p.effects[i].on != NO_REF else None
                        ),
                        might=None if p.effects[i].might < 0 else p.effects[i].might,
                    )
                    for i in range(p.n_effects)
                ]),
            ))
        chain = tuple([
            v.ChainItem(
                card=self.table.cards[pos.chain[i].card], id=self.chain_ids[i],
                controller=None if pos.chain[i].controller == NOBODY else pos.chain[i].controller,
            )
            for i in range(pos.n_chain)
        ])
        if chain and self.chain_is_a_number():
            chain = pos.n_chain
        turn = v.Turn(
            player=pos.turn_player, phase=PHASES[pos.phase],
            showdown=self.places[pos.showdown - 1] if pos.showdown else None, combat=bool(pos.combat), chain=chain,
            priority=pos.priority, focus=None if pos.focus == NOBODY else pos.focus,
        )
        fields = {
            self.places[i]: v.Battlefield(
                card=self.table.cards[pos.battlefields[i].card],
                controller=None if pos.battlefields[i].controller == NOBODY else pos.battlefields[i].controller,
            )
            for i in range(pos.n_battlefields)
        }
        return v.Situation(turn, fields, tuple(players), pos.victory_score, self.inline)

    cdef bint chain_is_a_number(self) except -1:
        """Is nothing known of the chain but how many items it has? What an effect was given to has a name."""
        cdef int i, p
        for i in range(self.pos.n_chain):
            if self.pos.chain[i].card or self.pos.chain[i].controller != NOBODY or self.chain_ids[i] != f"chain.{i}":
                return False
        for p in range(self.pos.n_players):
            for i in range(self.pos.players[p].n_effects):
                if self.pos.players[p].effects[i].on >= REF_CHAIN:
                    return False
        return True

    cdef object zone(self, unsigned short *cards, int n):
        # A card that is not known among known ones is None.
        known = [self.table.cards[cards[i]] for i in range(n)]
        return n if n and known.count(None) == n else tuple(known)

    def to_scenario(self):
        """The state as a scenario's situation: a JSON-ready dict that `from_scenario` reads back."""
        from riftcore.scenario.writer import situation_to_dict

        return situation_to_dict(self.situation())

    @staticmethod
    def parse(text, catalog=None):
        """The state of a line of notation (docs/notation.md), what ``str(state)`` writes: exactly, with the ids.

        ``catalog`` names the cards (default: the printed ones). Raises NotationError, which says in which column and
        field what was expected, or ScenarioError for counts beyond what a game can reach.
        """
        from riftcore import notation

        if catalog is None:
            from riftcore.catalog import Catalog

            catalog = Catalog.builtin()
        return State.from_scenario(notation.parse(text, catalog), catalog)

    def __str__(self):
        from riftcore.notation import write

        return write(self)

    def serialize(self):
        """The state as bytes (docs/notation.md), with a version and a checksum: for `deserialize` and `rc.batch.check`.

        Cards are named, not numbered: the bytes mean the same in every process and to every catalogue that has them. The
        undo stack is not in them. Raises NotationError where a card is none of the state's catalogue.
        """
        return binary().serialize(self)

    @staticmethod
    def deserialize(data, catalog=None, anyway=False):
        """The state that `serialize` wrote, exactly: an equal one with the same ids.

        Bytes carry the fingerprint of their catalogue and the edition of the rules. If either differs from what is here,
        a NotationError says so; ``anyway=True`` reads them all the same.

        ``catalog`` has its cards (default: the printed ones). Raises NotationError with the byte and the field of what is
        wrong, for truncated, changed or foreign bytes and for cards that are not in the catalogue.
        """
        return binary().deserialize(data, catalog, anyway)

    def __reduce__(self):
        from riftcore.notation import restore

        return restore, (self.serialize(), self.table.catalog)

    # ---------------------------------------------------------------------------------- names

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

    # ------------------------------------------------------------------------------- payments

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

    def payments(self, Cost cost not None, purpose=None, player=None):
        """All distinct payments, one at a time.

        Objects of one kind that are equal in card, place and state are interchangeable; where they
        differ the payments name which are used.
        """
        cdef Demand demand = cost.demand
        cdef int seat = self.seat(player)
        demand.purpose = purpose_of(purpose)
        demand.showdown = self.pos.showdown != 0
        self.sure(&self.pos.players[seat], seat)
        if not payable(&self.pos.players[seat].supply, &demand):
            self.no_more(seat)
        roster = self.roster(seat)
        return results(&self.pos.players[seat].supply, &demand, 1, roster, self.groups(roster))

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

    # -------------------------------------------------------------------------------- actions

    def quote(self, action):
        """What the action costs: a Quote with the Pareto-minimal total costs and the steps (356)."""
        from riftcore.verdicts import Quote

        cdef Verdict verdict = self.check(action)
        cdef int code = verdict.out.code
        # What cannot be paid has a price; what may not be chosen has none.
        if not verdict.costs or (code != CODE_OK and not verdict.out.priced) or code in (
            CODE_CHOICE, CODE_CONDITION, CODE_RESTRICTION, CODE_TARGET
        ):
            raise IllegalAction(f"{'it has no cost' if verdict.legal else 'no cost to tell'}: {verdict}", verdict)
        return Quote(verdict.costs, verdict.steps, verdict.paid_optional)

    def check(self, action, policy=None, payment=None):
        """May this be done now, all told? A Verdict; the state stays as it is.

        ``action`` is the scenario form as a dict, or an Action: read once, the fast form.
        """
        return self.run(action, policy, False, payment)

    def push(self, action, payment=None, policy=None, undo=True):
        """Do it, and return the Verdict; raises IllegalAction (with .verdict) and changes nothing when it may not be done.

        ``payment`` (a Payment of this state, or its `steps()`) fixes which Adds are made; left out, the best by the
        policy is taken. ``undo=False``: there is no way back from here, and nothing is kept for `pop`.
        """
        cdef Verdict verdict = self.run(action, policy, True, payment)
        if verdict.out.code != CODE_OK:
            raise IllegalAction(str(verdict), verdict)
        if not undo:
            self.undo = None
        return verdict

    def verify(self, action, Payment payment not None):
        """Check by single rule steps that the payment pays the action here, object by object; PaymentError says what is not so.

        Nothing of the search that found it is used. `push(action, payment)` then ends where the payment says.
        """
        from riftcore.certificate import verify_objects

        cdef Act act
        cdef Outcome out
        verdict = self.check(action)
        if not verdict.legal:
            raise IllegalAction(str(verdict), verdict)
        self.read_asked(action, &act)
        self.ways_of(&act, &out, False)
        if not out.paid:
            raise PaymentError("nothing is paid for this action")
        if payment.purpose != out.demand.purpose or bool(payment.showdown) != (out.demand.showdown != 0):
            raise PaymentError(f"the payment is one for {payment.paid_for}, and the action asks for another")
        if memcmp(&payment.before, &out.supply, sizeof(SupplyRecord)):
            raise PaymentError("the payment is one of another position: runes, pool or sources differ")
        verify_objects(payment, self.sources_left(&act, &out))
        self.verify_costs(&out, verdict.costs, payment)
        # What an action sets off may Add more: its payment is compared, not the position after it.
        done = self.check(action, payment=payment).best
        if done is None or done.after() != payment.after() or sorted(done.objects()) != sorted(payment.objects()):
            raise PaymentError("the action does not end where the payment says")

    cdef int verify_costs(self, const Outcome *out, tuple costs, Payment payment) except -1:
        """It pays one of the total costs."""
        error = None
        if out.quote.costs.n == 1:
            # Of an Add with X the X is paid.
            costs = (cost_from_demand(&out.demand, ()),)
        for cost in costs:
            try:
                payment.verify(cost)
                return 0
            except PaymentError as wrong:
                error = wrong
        raise error

    def pop(self):
        """Take the last push back, byte for byte. Raises UndoError (an IndexError) when there is none.

        Each push that can be taken back keeps the position before it, some 3 kB, until then (`undo=False`: nothing).
        """
        self.take_back()

    cdef int take_back(self) except -1:
        if not self.undo:
            raise UndoError(
                "nothing to take back: expected a push, an event or apply_action before, with a way back (undo=False has none)"
            )
        return self.restore(self.undo.pop())

    def after(self, action, payment=None, policy=None):
        """A copy on which the action is done."""
        cdef State state = self.twin()
        state.push(action, payment, policy)
        state.undo = None
        return state

    def count_payments_of(self, action, budget=None):
        """In how many distinct ways the action can be paid; 0 when it is not legal.

        ``budget``: steps, docs/payment.md, "Budgets".
        """
        cdef Act act
        cdef Outcome out
        self.read_asked(action, &act)
        return self.ways_of(&act, &out, True, budget)

    cdef object ways_of(self, Act *act, Outcome *out, bint counted, object budget=None):
        """The distinct payments of an action by their results, as an iterator or `counted`, with the objects that its best
        one gives up for the cost. What the act leaves open is filled in."""
        cdef Demand costs[MAX_COSTS]
        cdef Kept kept = self.forces(act.player) if has_price(act) else None
        cdef Position *pos = self.scratch()
        cdef Watch watch
        cdef int i
        watch_begin(&watch, NO_BUDGET)
        perform(&self.table.tables, pos, NULL if kept is None else kept.w, act, default_policy(), out)
        position_free(pos)
        watch_end(&watch)
        if out.code != CODE_OK or not out.paid:
            return <int>(out.code == CODE_OK) if counted else ()
        costs[0] = out.demand  # of one cost what was paid: of an Add with X it is the X
        for i in range(out.quote.costs.n if out.quote.costs.n > 1 else 0):
            costs[i] = out.quote.costs.cost[i]
            costs[i].purpose = out.demand.purpose
            costs[i].showdown = out.demand.showdown
        roster = self.sources_left(act, out)
        i = out.quote.costs.n if out.quote.costs.n > 1 else 1
        if counted:
            return count_results(&out.supply, costs, i, self.groups(roster), budget)
        return results(&out.supply, costs, i, roster, self.groups(roster))

    cdef Position *scratch(self) except NULL:
        cdef Position *pos = position_new(self.pos.n_players)
        position_replace(pos, self.pos)
        return pos

    cdef Verdict run(self, object action, object policy, bint keep, object payment):
        cdef Act act
        cdef Verdict verdict = Verdict.__new__(Verdict)
        cdef Policy order = policy_of(policy)
        cdef Reading reading = None
        cdef Position *pos
        cdef Watch watch
        cdef CardTable table
        cdef Desk desk
        cdef Kept kept = None
        if keep:
            self.settle()
        if PyIndex_Check(action):
            self.read_number(action, None, &act, &desk)
            reading = UNNAMED
            table = self.table_for(reading)
        elif keep:
            reading = self.read_act(action, &act)
            table = self.table_for(reading)
        else:
            table = self.read_asked(action, &act)
        if payment is not None:
            self.name_payment(payment, &act)
        if table is self.table and has_price(&act):
            kept = self.forces(act.player)
        pos = self.scratch()
        watch_begin(&watch, NO_BUDGET)
        perform(&table.tables, pos, NULL if kept is None else kept.w, &act, &order.policy, &verdict.out)
        if watch.stopped:
            position_free(pos)
        watch_end(&watch)
        verdict.name_given(&act)
        verdict.table = table
        verdict.board_ids = self.board_ids
        verdict.legend_ids = self.legend_ids
        if keep and verdict.out.code == CODE_OK:
            self.put(pos, &verdict.out, &act, reading)
        else:
            position_free(pos)
        return verdict

    cdef int put(self, Position *pos, Outcome *out, Act *act, Reading reading) except -1:
        """This position takes the place of the state's own, which goes to the undo stack."""
        cdef State before = State.__new__(State)
        before.take_names(self)
        try:
            self.table = self.table_for(reading)
            self.rename(out, reading.id)
            if reading.leaves_chain:
                self.leave_chain(pos, act.object)
            if reading.brings:
                self.keep_inline(self.table.cards[act.card])
            if self.undo is None:
                self.undo = []
            self.undo.append(before)
        except BaseException:
            self.take_names(before)
            position_free(pos)
            raise
        before.pos = self.pos
        self.pos = pos
        self.rosters = None
        self.kept_key = self.kept_forces = None
        return 0

    cdef int leave_chain(self, Position *pos, int ref) except -1:
        """`countered` and `resolved` take a chain item off the chain (the last one where none is named), nothing else."""
        cdef int i
        cdef int at = ref - REF_CHAIN if ref >= REF_CHAIN else pos.n_chain - 1
        if pos.n_chain == 0:
            return 0
        for i in range(at, pos.n_chain - 1):
            pos.chain[i] = pos.chain[i + 1]
        pos.n_chain -= 1
        memset(&pos.chain[pos.n_chain], 0, sizeof(pos.chain[0]))
        effects_follow(pos, REF_CHAIN + at, REF_CHAIN + MAX_CHAIN)
        self.chain_ids = self.chain_ids[:at] + self.chain_ids[at + 1:]
        return 0

    # ------------------------------------------------------------------- actions as integers

    @staticmethod
    def num_distinct_actions():
        """Every action is an integer from 0 to this, exclusive (docs/actions.md); where ``payments`` is "distinct" a multiple of it is added."""
        return N_ACTIONS

    def legal_actions(self, player=None, payments="cheapest"):
        """What the player may do now: a rising list of integers, the same in every process (docs/actions.md).

        Every affordable play, ability, Add, move and hide, where its total cost depends on options or targets once for each
        total cost. ``payments="distinct"``: each distinct payment is an action of its own. [] for a player who may not act.
        """
        cdef Desk desk
        cdef int32_t found[N_ACTIONS]
        cdef int n
        cdef bint distinct = payments != "cheapest"
        if distinct and payments != "distinct":
            raise RiftcoreError(f'payments is {shown(payments)}: expected "cheapest" or "distinct"')
        cdef Kept kept = self.sit_down(&desk, self.seat(player))
        n = 0 if kept is None else actions_list(&desk, found)
        if distinct:
            return self.with_payments(&desk, found, n)
        return numbers_of(found, n)

    cdef object with_payments(self, Desk *desk, int32_t *found, int n):
        """Each action once for every distinct payment; one that has a single payment stays as it is."""
        cdef Act act
        cdef Outcome out
        numbers = []
        for i in range(n):
            action_read(desk, found[i], &act)
            ways = self.ways_of(&act, &out, True)
            if ways < 2:
                numbers.append(found[i])
            else:
                numbers.extend([<int>found[i] + N_ACTIONS * (1 + way) for way in range(ways)])
        return sorted(numbers)

    cdef Payment take_payment(self, Act *act, object number, object action):
        """Name the payment of this number in the act, and the objects of the cost; IllegalAction where there is none."""
        cdef Outcome out
        cdef Act filled = act[0]
        cdef list ways = list(self.ways_of(&filled, &out, False))
        if len(ways) < 2 or number > len(ways):
            raise IllegalAction(f"{action} names payment {number} of {len(ways) if len(ways) > 1 else 0}")
        fix_objects(act, &out)
        self.name_payment(ways[number - 1], act)
        return ways[number - 1]

    def legal_actions_mask(self, player=None, out=None, bits=False):
        """`legal_actions` as one byte for every integer, 1 where it is legal; ``bits``: a bit each, the lowest first.

        ``out``: a writable buffer of bytes of exactly that length, which is filled and returned; left out, a new bytearray.
        """
        cdef Desk desk
        cdef int32_t found[N_ACTIONS]
        cdef int i, n
        cdef bint by_bit = bits
        cdef Py_ssize_t size = (N_ACTIONS + 7) // 8 if by_bit else N_ACTIONS
        cdef unsigned char *mask
        cdef Py_buffer view
        cdef Kept kept
        cdef int seat = self.seat(player)
        if out is None:
            out = bytearray(size)
        PyObject_GetBuffer(out, &view, PyBUF_WRITABLE)
        try:
            if view.len != size or view.itemsize != 1:
                raise RiftcoreError(f"out has {view.len} bytes in items of {view.itemsize}: expected {size} single bytes")
            mask = <unsigned char *>view.buf
            memset(mask, 0, size)
            kept = self.sit_down(&desk, seat)
            n = 0 if kept is None else actions_list(&desk, found)
            for i in range(n):
                if by_bit:
                    mask[found[i] >> 3] |= 1 << (found[i] & 7)
                else:
                    mask[found[i]] = 1
        finally:
            PyBuffer_Release(&view)
        return out

    cdef Kept sit_down(self, Desk *desk, int player):
        """Set the desk to the position. It may use what this gives, which is None if the player may do nothing."""
        cdef Kept kept = None if slowest_now(self.pos, player) == NEVER else self.forces(player)
        desk_set(desk, &self.table.tables, self.pos, player, default_policy(), NULL if kept is None else kept.w)
        return kept

    cdef Kept read_number(self, object action, object player, Act *act, Desk *desk):
        """The act of an integer; IllegalAction when it means nothing here. The desk is set to the position, and may use
        what this gives."""
        cdef long long number
        cdef int overflow = 0
        action = whole(action)
        number = PyLong_AsLongLongAndOverflow(action, &overflow)
        cdef Kept kept = self.sit_down(desk, self.seat(player))
        if overflow or number < 0 or not action_read(desk, number % N_ACTIONS, act):
            raise IllegalAction(f"{shown(action)} is no action of player {desk.player} in this state")
        if number >= N_ACTIONS:
            self.take_payment(act, action // N_ACTIONS, action)
        return kept

    def action(self, action, player=None):
        """What the integer stands for: an action as a dict of the scenario form, for `check` and `push`.

        Raises IllegalAction for an integer that means nothing here. It does not ask whether the action can be paid.
        """
        from riftcore.words import action_dict

        cdef Act act
        cdef Desk desk
        action = whole(action)
        self.read_number(action % N_ACTIONS, player, &act, &desk)
        payment = None if action < N_ACTIONS else self.take_payment(&act, action // N_ACTIONS, action)
        found = action_dict(
            act.form, act.rune, act.domain, act.from_, act.ability, act.x,
            self.table.cards[act.card].name if act.card else None,
            self.id_of(act.object) if act.object != NO_REF else None,
            act.pay,
            None if act.to == NOWHERE else "base" if act.to == 0 else self.places[act.to - 1],
            [self.id_of(act.targets[i]) for i in range(act.n_targets)],
            act.player if act.player != self.acting() else None,
            None if payment is None else payment.steps(),
        )
        if act.n_fixed:
            found["with"] = self.fixed_dict(&act)
        return found

    cdef dict fixed_dict(self, const Act *act):
        """The objects that are fixed for a cost, in the scenario form."""
        cdef const Fixed *f
        cdef int i
        given: dict = {}
        for i in range(act.n_fixed):
            f = &act.fixed[i]
            if f.verb == VERB_SPEND_BUFF:
                given.setdefault("spend_buffs", {})[self.id_of(f.ref)] = f.n
            elif f.verb == VERB_RECYCLE_RUNE:
                given.setdefault("recycle", []).append(f"{DOMAINS[f.n].capitalize()} Rune")
            elif f.verb in _WITH:
                name = self.id_of(f.ref) if f.ref != NO_REF else self.table.cards[f.card].name
                given.setdefault(_WITH[f.verb], []).append(name)
        return given

    def action_to_string(self, player, action):
        """The action in words, each with words of its own: `play Legion Rearguard; pay accelerate`."""
        from riftcore.words import action_words

        action = whole(action)
        words = action_words(self.action(action, player))
        return words if action < N_ACTIONS else f"{words}; payment {action // N_ACTIONS}"

    def string_to_action(self, player, text):
        """The integer of a legal action in the words of `action_to_string`. Raises IllegalAction, which names the nearest."""
        from riftcore.words import find_action

        return find_action(self, player, text)

    def apply_action(self, action, undo=True):
        """Do a legal action of the current player. Raises IllegalAction and changes nothing for any other integer.

        ``undo=False``: there is no way back from here, and nothing is kept for `undo_action`.
        """
        cdef Act act
        cdef Outcome out
        cdef Desk desk
        cdef Position *pos
        cdef Kept kept = self.read_number(action, None, &act, &desk)
        pos = self.scratch()
        perform(&self.table.tables, pos, kept.w, &act, default_policy(), &out)
        if out.code != CODE_OK:
            position_free(pos)
            verdict = self.verdict_of(&out, self.table)
            raise IllegalAction(f"action {action}: {verdict}", verdict)
        self.put(pos, &out, &act, UNNAMED)
        if not undo:
            self.undo = None

    cdef Verdict verdict_of(self, const Outcome *out, CardTable table):
        cdef Verdict verdict = Verdict.__new__(Verdict)
        verdict.out = out[0]
        verdict.table = table
        verdict.board_ids = self.board_ids
        verdict.legend_ids = self.legend_ids
        return verdict

    def undo_action(self, player=None, action=None):
        """Take the last action back. (Its player and integer are open_spiel's arguments, and are not needed.)"""
        self.take_back()

    def perft(self, depth, budget=None):
        """How many sequences of ``depth`` actions there are from here, each by the player who may act then (docs/actions.md).

        The GIL is released meanwhile; the state is copied before. ``budget``: positions, docs/payment.md, "Budgets".
        """
        cdef Watch watch
        cdef long long steps = budget_of(budget)
        cdef uint64_t found = 0
        cdef int n
        cdef Position *pos
        cdef CardTable table
        if isinstance(depth, bool) or not PyIndex_Check(depth) or not 0 <= depth <= MAX_DEPTH:
            raise RiftcoreError(f"depth is {shown(depth)}: expected a whole number from 0 to {MAX_DEPTH}")
        n = depth
        pos = self.scratch()
        table = self.table  # another thread may give the state a new one meanwhile
        watch_begin(&watch, steps)
        try:
            with nogil:
                found = _perft.perft(&table.tables, pos, n, default_policy())
        finally:
            position_free(pos)
            watch_end(&watch)
        return found

    @staticmethod
    def observation_size():
        """How many floats an observation has."""
        return SEEN

    def observation(self, player=None, out=None):
        """What the player sees, as ``observation_size()`` floats of a fixed layout (docs/observation.md): own things first,
        nothing that is hidden from them.

        ``out``: a writable buffer of so many float32, which is filled and returned; left out, a new array of floats.
        """
        cdef Py_buffer view
        cdef int seat = self.seat(player)
        if out is None:
            from array import array

            out = array("f", bytes(4 * SEEN))
        PyObject_GetBuffer(out, &view, PyBUF_WRITABLE | PyBUF_FORMAT)
        try:
            if view.len != 4 * SEEN or view.itemsize != 4 or view.format is NULL or view.format[0] != b"f":
                raise RiftcoreError(f"out has {view.len} bytes in items of {view.itemsize}: expected {SEEN} float32")
            observe(&self.table.tables, self.pos, seat, <float *>view.buf)
        finally:
            PyBuffer_Release(&view)
        return out

    def clone(self):
        """An independent copy, as `copy`."""
        return self.twin()

    def is_chance_node(self):
        """Never: nothing here is left to chance."""
        return False

    # ------------------------------------------------------------------------ reading actions

    cdef CardTable read_asked(self, object action, Act *act):
        """An action that is only asked about: how what it makes is called does not matter. Gives the table to ask with."""
        if type(action) is dict:
            return read_act(self, <dict>action, act)
        return self.table_for(self.read_act(action, act))

    cdef CardTable table_for(self, Reading reading):
        """The table to ask with: the state's own, or the one that has what the action brings."""
        if reading.table is None or self.table.continues(reading.table):
            return self.table
        return reading.table

    cdef Reading read_act(self, object action, Act *act):
        """An Action, a dict of scenario.md or an integer as the core reads it, its names looked up."""
        cdef Desk desk
        cdef Reading reading
        if isinstance(action, Action):
            reading = (<Action>action).kept()
            if reading is None or not self.look_up(reading, act):
                reading = read_form(self, (<Action>action).data, act, (<Action>action).context)
                if not reading.lying:
                    (<Action>action).keep(reading)
            return reading
        if isinstance(action, dict):
            return read_form(self, action, act, None)
        if not PyIndex_Check(action):
            raise RiftcoreError(f"expected an action such as {{'play': 'Charm'}}, found {type(action).__name__}")
        self.read_number(action, None, act, &desk)
        return UNNAMED

    cdef bint look_up(self, Reading reading, Act *act) except -1:
        """The action with the names of this state in place. False: it must be read anew, since ids came or went."""
        cdef Position *pos = self.pos
        cdef int refs[MAX_NAMES]
        cdef int n
        cdef int i = 0
        if not (reading.table.continues(self.table) or self.table.continues(reading.table)):
            return False
        if reading.inline is not self.inline and (reading.inline or self.inline):
            return False
        if reading.player is not None and reading.player >= pos.n_players:
            return False
        for name in reading.free:
            if self.ref_of(name) != NO_REF:
                return False
        for name in reading.names:
            refs[i] = self.ref_of(name)
            if refs[i] == NO_REF or (refs[i] >= REF_CHAIN and pos.chain[refs[i] - REF_CHAIN].card == 0):
                return False
            i += 1
        act[0] = reading.act
        act.player = self.seat(reading.player)
        if reading.place is not None:
            if reading.place != "base" and reading.place not in self.places:
                return False
            act.to = 0 if reading.place == "base" else 1 + <int>self.places.index(reading.place)
        i = 0
        if act.object != NO_REF:
            act.object = refs[0]
            i = 1
        for n in range(act.n_targets):
            act.targets[n] = refs[i]
            i += 1
        for n in range(act.n_fixed):
            if act.fixed[n].ref != NO_REF:
                act.fixed[n].ref = refs[i]
                i += 1
        for n in range(act.n_uses):
            act.uses[n].ref = self.source_named(reading.sources[n])
        if act.form == ACT_PLAY:
            return self.find_facedown(act)
        if act.form == ACT_TRIGGER and reading.player is None:
            act.player = self.owner_of(act.object, act.player)
        return True

    cdef bint find_facedown(self, Act *act) noexcept:
        """Which facedown card is played, by its id or by its name. False: what has the id is another card now."""
        cdef int i
        if act.object != NO_REF:
            if REF_FACEDOWN <= act.object < REF_CHAIN:
                act.from_ = FROM_FACEDOWN
            return card_at(self.pos, act.object) == act.card
        if act.from_ == FROM_FACEDOWN:
            for i in range(self.pos.players[act.player].n_facedown):
                if self.pos.players[act.player].facedown[i].card == act.card:
                    act.object = REF_FACEDOWN + 4 * act.player + i
        return True

    cdef int name_payment(self, object payment, Act *act) except -1:
        """What is paid, in place of what the action itself names."""
        cdef list sources = []
        cdef int i
        act.n_uses = act.has_pool = 0
        memset(act.exhaust, 0, 6)
        memset(act.recycle, 0, 6)
        memset(act.pool, 0, sizeof(act.pool))
        read_payment(payment, act, sources, "payment")
        for i in range(act.n_uses):
            act.uses[i].ref = self.source_named(sources[i])
        return 0

    cdef int source_named(self, str name) except -2:
        """What a payment uses: an error when nothing has this id now."""
        cdef int ref = self.ref_of(name)
        if ref == NO_REF:
            raise RiftcoreError(f"a payment uses {shown(name)}: expected the id of an object or legend that is there now")
        return ref

    cdef int owner_of(self, int ref, int otherwise) except -1:
        cdef Thing *thing = thing_at(self.pos, ref)
        return otherwise if thing is NULL else thing.controller

    # ----------------------------------------------------------------------------- as a value

    def copy(self):
        """An independent copy; the undo stack stays behind."""
        return self.twin()

    cdef State twin(self):
        cdef State state = State.__new__(State)
        state.pos = self.scratch()
        state.places = self.places
        state.take_names(self)
        return state

    def __sizeof__(self):
        """Bytes of the state, its position included; not of what it shares with others (ids, card table)."""
        return object.__sizeof__(self) + position_size(self.pos.n_players)

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.twin()

    def freeze(self):
        """A hashable value of the position: equal for equal states of one catalogue, without collisions."""
        cdef Position copy
        if self.has_own():
            own = self.canonical(&copy)
            return (<const char *>&copy)[:position_size(copy.n_players)] + own
        return (<const char *>self.pos)[:position_size(self.pos.n_players)]

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        cdef State o = other
        if self.pos.n_players != o.pos.n_players or self.table.first() is not o.table.first():
            return False
        if self.table is not o.table and (self.has_own() or o.has_own()):
            return self.freeze() == o.freeze()
        return memcmp(self.pos, o.pos, position_size(self.pos.n_players)) == 0

    __hash__ = None

    @property
    def n_players(self):
        return self.pos.n_players

    @property
    def turn_player(self):
        return self.pos.turn_player

    @property
    def current_player(self):
        """Who may act: the player with priority, with focus in an open showdown."""
        return self.acting()

    @property
    def catalog(self):
        return self.table.catalog

    def __repr__(self):
        return f"<State: {self.pos.n_players} players, player {self.acting()} to act>"


cdef void fix_objects(Act *act, const Outcome *out) noexcept:
    """Fix the objects that an act gave up for its cost, where they are named by an id or a card."""
    cdef const Item *item
    cdef Fixed *f
    cdef int i
    if act.n_fixed:
        return
    for i in range(out.spent.n):
        item = &out.spent.item[i]
        if item.of == OF_SELF or (item.ref == NO_REF and item.card == 0 and item.verb != VERB_RECYCLE_RUNE):
            continue
        if act.n_fixed == MAX_FIXED:
            act.n_fixed = 0
            return
        f = &act.fixed[act.n_fixed]
        act.n_fixed += 1
        memset(f, 0, sizeof(Fixed))
        f.verb = item.verb
        f.ref = item.ref
        f.card = item.card if item.ref == NO_REF else 0
        f.n = item.slot if item.verb == VERB_RECYCLE_RUNE else item.n


cdef dict states_dict(const Thing *thing):
    cdef dict states = {}
    if thing.empowered:
        states["empowered"] = thing.empowered
    for name, bit in STATES:
        if thing.states & <int>bit:
            states[name] = 1
    return states
