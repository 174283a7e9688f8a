"""The named events of a state, which its caller tells.

Combat, scoring and what cards do beyond costs belong to the caller, who tells it here. Arguments are checked here, the
position in _events.pyx: an event that cannot have happened is an error that says what was expected, and changes nothing.
"""

cimport cython
from libc.stdint cimport int16_t

from riftcore.cards._clauses cimport (
    FOR_GEARS,
    FOR_SHOWDOWNS,
    FOR_SPELLS,
    FOR_UNITS,
    FREELY,
    STATE_ATTACKING,
    STATE_DEFENDING,
    STATE_GANKING,
    STATE_MIGHTY,
    STATE_STUNNED,
    STATE_TEMPORARY,
    STATE_USED,
)
from riftcore.ground._cost cimport Cost
from riftcore.ground._record cimport Demand
from riftcore.ground._types cimport MAX_RUNES
from riftcore.position._audit cimport position_is_ok
from riftcore.position._position cimport MAX_BOARD, NOBODY, NO_REF, REF_CHAIN, REF_FACEDOWN, REF_LEGEND, thing_at
from riftcore.position._sources cimport supply_refresh
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._events cimport (
    FAULT_NONE,
    FAULT_RECORD,
    IN_BANISHED,
    IN_CHAMPION,
    IN_DECK,
    IN_DECK_TOP,
    IN_HAND,
    IN_TRASH,
    event_add,
    event_attach,
    event_begin_phase,
    event_begin_turn,
    event_buff,
    event_channel,
    event_conquer,
    event_control,
    event_detach,
    event_discard,
    event_draw,
    event_effect,
    event_empower,
    event_end_combat,
    event_end_effect,
    event_end_showdown,
    event_end_turn,
    event_enter,
    event_exhaust,
    event_exhaust_runes,
    event_gain_control,
    event_hold,
    event_leave,
    event_move,
    event_off_chain,
    event_pass_focus,
    event_pass_priority,
    event_points,
    event_put,
    event_ready,
    event_ready_runes,
    event_recall,
    event_recycle_runes,
    event_reveal,
    event_set_might,
    event_start_combat,
    event_start_showdown,
    event_state,
    event_xp,
)


from riftcore.ground._types import DOMAINS, PHASES
from riftcore.errors import EventError, shown

_STATES = {
    "stunned": STATE_STUNNED, "temporary": STATE_TEMPORARY, "attacking": STATE_ATTACKING,
    "defending": STATE_DEFENDING, "mighty": STATE_MIGHTY, "used": STATE_USED, "ganking": STATE_GANKING,
}
_ZONES = {
    "hand": IN_HAND, "trash": IN_TRASH, "champion": IN_CHAMPION, "banished": IN_BANISHED, "deck_top": IN_DECK_TOP,
    "deck": IN_DECK,
}
_ONLY = {None: FREELY, "spells": FOR_SPELLS, "gear": FOR_GEARS, "units": FOR_UNITS, "showdown": FOR_SHOWDOWNS}
#: By number in the core (FAULT_*).
_FAULTS = (
    "",
    "expected a unit or gear: nothing else enters the board",
    "expected room: riftcore holds no more there",
    "expected a unit",
    "it is exhausted already, expected a ready object (414.1)",
    "it is ready already, expected an exhausted object (415.1)",
    "it is there already, expected another place (420.1)",
    "it is attached to something, expected an object that can move by itself (718.5.c)",
    "it is attached to nothing",
    "expected something that is not attached to it, directly or through others",
    "expected a number within the bounds that riftcore holds",
    "expected no more than there are",
    "that is so already",
    "that is who controls it already, or nobody does",
    "the card is not there",
    "only its number would be known, expected a card: those there are known",
    "the known top of the deck is another card",
    "the Rune Deck is not known, expected a situation with rune_deck",
    "the Rune Deck does not hold that many of them",
    "there are not that many such runes",
    "expected a later phase of this turn; a turn begins when the last one has ended (315-317)",
    "expected an empty chain",
    "expected something on the chain",
    "expected no showdown in progress",
    "expected a showdown in progress",
    "expected no combat in progress",
    "expected a combat in progress",
    "expected units of the attacker and of another player there (459)",
    "that player has it already, expected another one",
    "what it Adds is not understood, or more than riftcore holds",
    "no card makes such a resource with that restriction",
    "a player would have more Add sources than a record holds (docs/record.md)",
    "no card of its type is there: main decks, hands and trashes hold units, spells and gear, the champion zone units",
)


cdef void begin(Outcome *out) noexcept:
    """What the functions of an event write into."""
    out.code = CODE_OK
    out.n_changes = 0


@cython.no_gc
cdef class Told(Board):
    """Every event checks its arguments and the position first; one that cannot have happened raises (EventError, or
    ScenarioError for an argument that cannot be read) and changes nothing. `pop` takes an event back as it takes back an
    action. A player is a number; where none is given it is the one who may act. Cards are named, or Cards; objects have
    ids.
    """

    cdef int thing_named(self, object name, str event, str argument="id", bint legends=False) except -1:
        """The ref of an object on the board (or a legend) by its id."""
        cdef int ref = self.ref_of(name) if isinstance(name, str) else NO_REF
        if ref != NO_REF and (ref < REF_LEGEND or (legends and thing_at(self.pos, ref) is not NULL)):
            return ref
        what = "an object on the board or a legend" if legends else "an object on the board"
        fail(event, argument, name, f"the id of {what}", [i for ids in self.board_ids for i in ids])

    cdef int battlefield_named(self, object name, str event) except -1:
        if isinstance(name, str) and name in self.places:
            return self.places.index(name)
        fail(event, "battlefield", name, "the id of a battlefield", self.places)

    cdef int place_named(self, object name, str event) except -1:
        """0 for the base, 1 + the number of a battlefield."""
        if isinstance(name, str) and (name == "base" or name in self.places):
            return 0 if name == "base" else 1 + <int>self.places.index(name)
        fail(event, "place", name, "base or the id of a battlefield", ("base", *self.places))

    cdef int card_named(self, object card, str event, bint second=False) except -1:
        """The number of a card: a Card, its name, or facts of its own as in a scenario."""
        from riftcore.scenario.cards import CardNames
        from riftcore.node import Node

        if not second:  # the number of the first one is in use already
            self.settle()
        if isinstance(card, (str, dict)):
            card = CardNames(self.table.catalog, self.inline).named(Node(card, f"{event}.card"))
        elif not hasattr(card, "clauses"):
            fail(event, "card", card, "a card", ())
        return self.number(card)

    cdef int runes(self, object domain, object n, object player, str event, bint exhausted=False) except -1:
        """The events on runes, which differ in one call."""
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int count = number(event, "n", n, 1, MAX_RUNES)
        cdef int fault, d
        cdef Board before
        if not isinstance(domain, str) or domain not in DOMAINS:
            fail(event, "domain", domain, "a domain", DOMAINS)
        d = DOMAINS.index(domain)
        begin(&out)
        before = self.before()
        if event == "channel":
            fault = event_channel(self.pos, seat, d, count, exhausted)
        elif event == "ready_runes":
            fault = event_ready_runes(self.pos, seat, d, count)
        elif event == "exhaust_runes":
            fault = event_exhaust_runes(self.pos, seat, d, count)
        else:
            fault = event_recycle_runes(self.pos, seat, d, count)
        return self.told(before, fault, &out, event, domain)

    cdef int told(self, Board before, int fault, Outcome *out, str event, object what, object name=None, int card=0, int other=0) except -1:
        """After an event with these cards: ids follow and sources are counted again; on a fault everything is as it was before."""
        cdef int p
        if fault == FAULT_NONE:
            for p in range(self.pos.n_players):
                if supply_refresh(&self.table.tables, self.pos, p):
                    fault = FAULT_RECORD
        if fault != FAULT_NONE:
            self.pos, before.pos = before.pos, self.pos
            raise EventError(f"{event} {shown(what)}: {_FAULTS[fault]}" if what is not None else f"{event}: {_FAULTS[fault]}")
        self.rename(out, name)
        self.keep_inline(self.table.cards[card])
        self.keep_inline(self.table.cards[other])
        self.kept_key = self.kept_forces = None
        self.rosters = None
        if self.undo is None:
            self.undo = []
        self.undo.append(before)
        assert position_is_ok(&self.table.tables, self.pos)
        return 0

    cdef int check_new_id(self, object name) except -1:
        """An id that is none, or that something has already, is an error."""
        from riftcore.node import Node, read_id

        node = Node(name, "enter.id")
        read_id(node)
        if name == "base" or self.ref_of(name) != NO_REF:
            node.reject(f"the id {shown(name)} is taken, expected a new one")
        return 0

    cdef int chain_named(self, object name) except -1:
        if isinstance(name, str) and name in self.chain_ids:
            return self.chain_ids.index(name)
        fail("counter", "id", name, "the id of a chain item", self.chain_ids)

    # ------------------------------------------------------------------ what is on the board

    def enter(self, card, player=None, at="base", id=None, exhausted=None, token=False):
        """A unit or gear enters the player's board; gives its id (a new one where none is given).

        ``exhausted`` None: as the rules and its text say, units exhausted and gear ready (143.4).
        ``token``: it is one, and is gone when it leaves. Its card leaves no zone by this: see `put`.
        """
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int number = self.card_named(card, "enter")
        cdef int place = self.place_named(at, "enter")
        cdef int tired = -1 if exhausted is None else flag("enter", "exhausted", exhausted)
        cdef bint made = flag("enter", "token", token)
        if id is not None:
            self.check_new_id(id)
        cdef Board before = self.before()
        begin(&out)
        fault = event_enter(&self.table.tables, self.pos, seat, number, place, tired, made, &out)
        self.told(before, fault, &out, "enter", getattr(card, "name", card), id, number)
        return self.board_ids[seat][self.pos.players[seat].n_board - 1]

    def leave(self, id, to="trash"):
        """An object or facedown card goes to a zone of its owner: hand, trash, banished, deck, deck_top, champion.

        Going to the trash is dying (428). A token is gone. What was attached to it is recalled (149.3).
        """
        cdef Outcome out
        cdef int ref = self.ref_of(id) if isinstance(id, str) else NO_REF
        cdef int zone = zone_named("leave", "to", to)
        if not REF_FACEDOWN <= ref < REF_CHAIN:
            ref = self.thing_named(id, "leave")
        cdef Board before = self.before()
        begin(&out)
        fault = event_leave(&self.table.tables, self.pos, ref, zone, &out)
        self.told(before, fault, &out, "leave", id)

    def move(self, ids, to):
        """An effect moves one or more objects (420); attached things follow, then what they Add when they move.

        The Standard Move is an action, and a recall is no move: see `recall`.
        """
        cdef Outcome out
        cdef int16_t refs[64]
        cdef int n = 0
        cdef int place = self.place_named(to, "move")
        names = (ids,) if isinstance(ids, str) else ids
        if not isinstance(names, (tuple, list)) or not 0 < len(names) <= MAX_BOARD or len(set(map(repr, names))) < len(names):
            fail("move", "ids", ids, f"an id, or a list of 1 to {MAX_BOARD} ids, each once", ())
        for name in names:
            refs[n] = self.thing_named(name, "move")
            n += 1
        cdef Board before = self.before()
        begin(&out)
        fault = event_move(&self.table.tables, self.pos, refs, n, place, &out)
        self.told(before, fault, &out, "move", ids)

    def recall(self, id):
        """An object goes to its base, which is no move (449)."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "recall")
        cdef Board before = self.before()
        begin(&out)
        fault = event_recall(self.pos, ref)
        self.told(before, fault, &out, "recall", id)

    def exhaust(self, id):
        """A ready object or legend is exhausted (414)."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "exhaust", "id", True)
        cdef Board before = self.before()
        begin(&out)
        fault = event_exhaust(self.pos, ref)
        self.told(before, fault, &out, "exhaust", id)

    def ready(self, id):
        """An exhausted object or legend is readied (415)."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "ready", "id", True)
        cdef Board before = self.before()
        begin(&out)
        fault = event_ready(self.pos, ref)
        self.told(before, fault, &out, "ready", id)

    def set_might(self, id, might):
        """The current Might of a unit, buffs included, 0 to 9999; None: as printed, and 1 more for each buff."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "set_might")
        cdef int n = -1 if might is None else number("set_might", "might", might, 0, 9999)
        cdef Board before = self.before()
        begin(&out)
        fault = event_set_might(&self.table.tables, self.pos, ref, n)
        self.told(before, fault, &out, "set_might", id)

    def buff(self, id, n=1):
        """A unit gets n buffs (701); a Might that was stated grows with them."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "buff")
        cdef int count = number("buff", "n", n, 1, 255)
        cdef Board before = self.before()
        begin(&out)
        fault = event_buff(&self.table.tables, self.pos, ref, count)
        self.told(before, fault, &out, "buff", id)

    def unbuff(self, id, n=1):
        """A unit loses n buffs."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "unbuff")
        cdef int count = number("unbuff", "n", n, 1, 255)
        cdef Board before = self.before()
        begin(&out)
        fault = event_buff(&self.table.tables, self.pos, ref, -count)
        self.told(before, fault, &out, "unbuff", id)

    def set_state(self, id, state, on=True):
        """A unit or gear gets or loses a state: stunned, temporary, attacking, defending, mighty, used, ganking.

        Exhausted, empowered, buffed and attached have events of their own.
        """
        cdef Outcome out
        cdef int ref = self.thing_named(id, "set_state", "id", True)
        cdef bint now = flag("set_state", "on", on)
        if not isinstance(state, str) or state not in _STATES:
            fail("set_state", "state", state, "a state", _STATES)
        cdef int bit = _STATES[state]
        cdef Board before = self.before()
        begin(&out)
        fault = event_state(self.pos, ref, bit, now)
        self.told(before, fault, &out, "set_state", id)

    def empower(self, id):
        """An object is empowered once more (827)."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "empower", "id", True)
        cdef Board before = self.before()
        begin(&out)
        fault = event_empower(self.pos, ref, 1)
        self.told(before, fault, &out, "empower", id)

    def disempower(self, id):
        """An object is empowered once less."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "disempower", "id", True)
        cdef Board before = self.before()
        begin(&out)
        fault = event_empower(self.pos, ref, -1)
        self.told(before, fault, &out, "disempower", id)

    def attach(self, id, to):
        """Attach an object to another one; it is then where its host is (434). A ring of attachments is refused."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "attach")
        cdef int host = self.thing_named(to, "attach", "to")
        cdef Board before = self.before()
        begin(&out)
        fault = event_attach(self.pos, ref, host)
        self.told(before, fault, &out, "attach", id)

    def detach(self, id):
        """Detach an object (435); gear goes to its base (149.3)."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "detach")
        cdef Board before = self.before()
        begin(&out)
        fault = event_detach(&self.table.tables, self.pos, ref)
        self.told(before, fault, &out, "detach", id)

    def gain_control(self, id, player):
        """Another player controls the object from now on; its owner stays."""
        cdef Outcome out
        cdef int ref = self.thing_named(id, "gain_control")
        cdef int seat = named_seat(self, "gain_control", player)
        cdef Board before = self.before()
        begin(&out)
        fault = event_gain_control(self.pos, ref, seat)
        self.told(before, fault, &out, "gain_control", id)

    def control(self, battlefield, player):
        """A player (None: nobody) controls a battlefield from now on (187).

        Facedown cards of others there go to the trash (107.3.d).
        """
        cdef Outcome out
        cdef int place = self.battlefield_named(battlefield, "control")
        cdef int seat = NOBODY if player is None else named_seat(self, "control", player)
        cdef Board before = self.before()
        begin(&out)
        fault = event_control(self.pos, place, seat, &out)
        self.told(before, fault, &out, "control", battlefield)

    def conquer(self, battlefield, player):
        """A player takes a battlefield: control, then what its units there Add for it (464.1). Points: see `gain_points`."""
        cdef Outcome out
        cdef int place = self.battlefield_named(battlefield, "conquer")
        cdef int seat = named_seat(self, "conquer", player)
        cdef Board before = self.before()
        begin(&out)
        fault = event_conquer(&self.table.tables, self.pos, place, seat, &out)
        self.told(before, fault, &out, "conquer", battlefield)

    def hold(self, battlefield):
        """Its controller holds a battlefield: what units there Add for it (464.2). Points: see `gain_points`."""
        cdef Outcome out
        cdef int place = self.battlefield_named(battlefield, "hold")
        cdef Board before = self.before()
        begin(&out)
        fault = event_hold(&self.table.tables, self.pos, place, &out)
        self.told(before, fault, &out, "hold", battlefield)

    def channel(self, domain, n=1, player=None, exhausted=False):
        """Runes of a domain come from the Rune Deck, ready or exhausted (430)."""
        self.runes(domain, n, player, "channel", flag("channel", "exhausted", exhausted))

    def ready_runes(self, domain, n=1, player=None):
        """Exhausted runes of a domain are readied."""
        self.runes(domain, n, player, "ready_runes")

    def exhaust_runes(self, domain, n=1, player=None):
        """Ready runes of a domain are exhausted, by an effect: nothing is Added."""
        self.runes(domain, n, player, "exhaust_runes")

    def recycle_runes(self, domain, n=1, player=None):
        """Runes of a domain go to the Rune Deck by an effect, exhausted ones first: nothing is Added (416)."""
        self.runes(domain, n, player, "recycle_runes")

    def add(self, resources, player=None, only=None):
        """An effect Adds resources to a pool (429): a Cost, whose [any] is universal Power.

        ``only``: what they may pay for, spells, gear, units or showdown.
        """
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int kind
        if not isinstance(resources, Cost) or resources.other:
            fail("add", "resources", resources, "a Cost of Energy and Power", ())
        cdef Demand made = (<Cost>resources).demand
        if made.hybrid or made.hybrid2:
            fail("add", "resources", resources, "a Cost without hybrid symbols", ())
        if only is not None and (not isinstance(only, str) or only not in _ONLY):
            fail("add", "only", only, "spells, gear, units or showdown", ())
        kind = _ONLY[only]
        cdef Board before = self.before()
        begin(&out)
        fault = event_add(self.pos, seat, &made, kind)
        self.told(before, fault, &out, "add", str(resources))

    def gain_xp(self, n, player=None):
        """A player gets n XP."""
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int count = number("gain_xp", "n", n, 1, 255)
        cdef Board before = self.before()
        begin(&out)
        fault = event_xp(self.pos, seat, count)
        self.told(before, fault, &out, "gain_xp", n)

    def lose_xp(self, n, player=None):
        """A player loses n XP."""
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int count = number("lose_xp", "n", n, 1, 255)
        cdef Board before = self.before()
        begin(&out)
        fault = event_xp(self.pos, seat, -count)
        self.told(before, fault, &out, "lose_xp", n)

    def gain_points(self, n, player=None, holding=False):
        """A player gets n points; ``holding``: for holding battlefields, which some cards count."""
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int count = number("gain_points", "n", n, 1, 255)
        cdef bint held = flag("gain_points", "holding", holding)
        cdef Board before = self.before()
        begin(&out)
        fault = event_points(self.pos, seat, count, held)
        self.told(before, fault, &out, "gain_points", n)

    def add_effect(self, card, player=None, on=None):
        """A card did something that changes costs from now on: the next spell costs less, a spell has Repeat, ...

        ``on``: the id of the object or the card that it was given to. It ends when it is used up, with the turn, or by
        `end_effect`.
        """
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int number = self.card_named(card, "add_effect")
        cdef int ref = self.ref_of(on) if isinstance(on, str) else NO_REF
        cdef int given = 0 if on is None or ref != NO_REF else self.card_named(on, "add_effect", True)
        cdef Board before = self.before()
        begin(&out)
        fault = event_effect(self.pos, seat, number, given, ref)
        self.told(before, fault, &out, "add_effect", getattr(card, "name", card), None, number, given)

    def end_effect(self, card, player=None):
        """The player's first effect of this card ends."""
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int number = self.card_named(card, "end_effect")
        cdef Board before = self.before()
        begin(&out)
        fault = event_end_effect(self.pos, seat, number)
        self.told(before, fault, &out, "end_effect", getattr(card, "name", card))

    def draw(self, card=None, player=None):
        """The top card of the Main Deck goes to the hand.

        ``card`` None: it is the known top, or a card of a hand that is known by its number only.
        """
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int number = 0 if card is None else self.card_named(card, "draw")
        cdef Board before = self.before()
        begin(&out)
        fault = event_draw(&self.table.tables, self.pos, seat, number)
        self.told(before, fault, &out, "draw", getattr(card, "name", card), None, number)

    def discard(self, card, player=None):
        """A card goes from hand to trash, then what it Adds for that (422)."""
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int number = self.card_named(card, "discard")
        cdef Board before = self.before()
        begin(&out)
        fault = event_discard(&self.table.tables, self.pos, seat, number, &out)
        self.told(before, fault, &out, "discard", getattr(card, "name", card), None, number)

    def recycle(self, card, zone="trash", player=None):
        """A card goes from a zone to the bottom of its owner's Main Deck (416)."""
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int number = self.card_named(card, "recycle")
        cdef int source = zone_named("recycle", "zone", zone)
        cdef Board before = self.before()
        begin(&out)
        fault = event_put(&self.table.tables, self.pos, seat, number, source, IN_DECK)
        self.told(before, fault, &out, "recycle", getattr(card, "name", card))

    def put(self, card, zone, to, player=None):
        """A card goes from one zone to another: hand, trash, champion, banished, deck_top, deck.

        `deck_top` is what is known of the top of the Main Deck, `deck` all beyond it.
        """
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int number = self.card_named(card, "put")
        cdef int source = zone_named("put", "zone", zone)
        cdef int target = zone_named("put", "to", to)
        cdef Board before = self.before()
        begin(&out)
        fault = event_put(&self.table.tables, self.pos, seat, number, source, target)
        self.told(before, fault, &out, "put", getattr(card, "name", card), None, number)

    def reveal(self, card, player=None):
        """A card of the player is revealed and stays where it is; what it Adds for that follows (369.1, 424)."""
        cdef Outcome out
        cdef int seat = self.seat(player)
        cdef int number = self.card_named(card, "reveal")
        cdef Board before = self.before()
        begin(&out)
        fault = event_reveal(&self.table.tables, self.pos, seat, number, &out)
        self.told(before, fault, &out, "reveal", getattr(card, "name", card))

    # ------------------------------------------------------------------------------ the turn

    def begin_turn(self, player=None):
        """After `end_turn`: the next player's turn (or this one's) begins, and all that they control is readied (315.1)."""
        cdef Outcome out
        cdef int seat = (self.pos.turn_player + 1) % self.pos.n_players if player is None else self.seat(player)
        cdef Board before = self.before()
        begin(&out)
        fault = event_begin_turn(self.pos, seat)
        self.told(before, fault, &out, "begin_turn", None)

    def begin_phase(self, phase):
        """A later phase of this turn: beginning, channel, draw, main or ending (315-317).

        Main: every pool empties, then what was due at its start is Added. Ending: nobody is stunned any longer.
        Runes and cards of the other phases are events of their own.
        """
        cdef Outcome out
        if not isinstance(phase, str) or phase not in PHASES:
            fail("begin_phase", "phase", phase, "a phase", PHASES)
        cdef int number = PHASES.index(phase)
        cdef Board before = self.before()
        begin(&out)
        fault = event_begin_phase(&self.table.tables, self.pos, number, &out)
        self.told(before, fault, &out, "begin_phase", phase)

    def end_turn(self):
        """What the end of a turn does: pools empty, effects and counts of this turn end, hidden cards may be played (317)."""
        cdef Outcome out
        cdef Board before = self.before()
        begin(&out)
        fault = event_end_turn(&self.table.tables, self.pos, &out)
        self.told(before, fault, &out, "end_turn", None)

    def start_showdown(self, battlefield, focus):
        """A showdown begins in a Neutral Open state; the player who contests the battlefield has Focus (344)."""
        cdef Outcome out
        cdef int place = self.battlefield_named(battlefield, "start_showdown")
        cdef int seat = named_seat(self, "start_showdown", focus)
        cdef Board before = self.before()
        begin(&out)
        fault = event_start_showdown(self.pos, place, seat)
        self.told(before, fault, &out, "start_showdown", battlefield)

    def end_showdown(self):
        """A showdown without combat closes (348)."""
        cdef Outcome out
        cdef Board before = self.before()
        begin(&out)
        fault = event_end_showdown(self.pos)
        self.told(before, fault, &out, "end_showdown", None)

    def start_combat(self, battlefield, attacker):
        """Combat: units there attack or defend, the attacker has Focus, and what is Added when combat starts (459).

        A showdown that is in progress there becomes its showdown; else it opens one.
        """
        cdef Outcome out
        cdef int place = self.battlefield_named(battlefield, "start_combat")
        cdef int seat = named_seat(self, "start_combat", attacker)
        cdef Board before = self.before()
        begin(&out)
        fault = event_start_combat(&self.table.tables, self.pos, place, seat, &out)
        self.told(before, fault, &out, "start_combat", battlefield)

    def end_combat(self):
        """Combat and its showdown are over; nobody attacks or defends any longer (461.7)."""
        cdef Outcome out
        cdef Board before = self.before()
        begin(&out)
        fault = event_end_combat(self.pos)
        self.told(before, fault, &out, "end_combat", None)

    def pass_priority(self, to=None):
        """With something on the chain, Priority goes to the next player, or to the one named (338)."""
        cdef Outcome out
        cdef int seat = -1 if to is None else named_seat(self, "pass_priority", to)
        cdef Board before = self.before()
        begin(&out)
        fault = event_pass_priority(self.pos, seat)
        self.told(before, fault, &out, "pass_priority", to)

    def pass_focus(self, to=None):
        """In an open showdown, Focus and Priority go to the next player, or to the one named (347)."""
        cdef Outcome out
        cdef int seat = -1 if to is None else named_seat(self, "pass_focus", to)
        cdef Board before = self.before()
        begin(&out)
        fault = event_pass_focus(self.pos, seat)
        self.told(before, fault, &out, "pass_focus", to)

    def resolve(self, to="trash"):
        """The newest item of the chain has resolved and leaves it; a spell goes to a zone of its player (340).

        Priority and Focus go to whom the rules say (340, 346).
        """
        cdef Outcome out
        cdef int zone = zone_named("resolve", "to", to)
        cdef int slot = self.pos.n_chain - 1
        if slot < 0:
            raise EventError("resolve: expected something on the chain")
        cdef Board before = self.before()
        begin(&out)
        fault = event_off_chain(&self.table.tables, self.pos, slot, zone, &out)
        self.told(before, fault, &out, "resolve", None)

    def counter(self, id=None, to="trash"):
        """An item of the chain (the newest, where none is named) is countered; nothing that was paid comes back (425).

        Priority and Focus go to whom the rules say (340, 346).
        """
        cdef Outcome out
        cdef int zone = zone_named("counter", "to", to)
        cdef int slot = self.pos.n_chain - 1 if id is None else self.chain_named(id)
        if slot < 0:
            raise EventError("counter: expected something on the chain")
        cdef Board before = self.before()
        begin(&out)
        fault = event_off_chain(&self.table.tables, self.pos, slot, zone, &out)
        self.told(before, fault, &out, "counter", id)


cdef object fail(str event, str argument, object found, str expected, object known):
    """Raise the error of an argument that is none, with the nearest one that is."""
    from riftcore.node import Node, nearest

    Node(found, f"{event}.{argument}").fail(expected, nearest(found, known) if isinstance(found, str) else "")


cdef int number(str event, str argument, object value, int low, int high) except -1:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        fail(event, argument, value, f"a whole number from {low} to {high}", ())
    return value


cdef bint flag(str event, str argument, object value) except -1:
    if not isinstance(value, bool):
        fail(event, argument, value, "True or False", ())
    return value


cdef int zone_named(str event, str argument, object zone) except -1:
    if not isinstance(zone, str) or zone not in _ZONES:
        fail(event, argument, zone, "a zone", _ZONES)
    return _ZONES[zone]


cdef int named_seat(Board board, str event, object player) except -1:
    """A player that has to be named."""
    if player is None:
        fail(event, "player", player, "a player", ())
    return board.seat(player)
