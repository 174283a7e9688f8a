"""The scenario form of a situation, read straight into a position.

This is the one place that says what the form is: its keys, its bounds, its defaults, and what is wrong with a situation.
The way is noted as it is walked (`Walk`), so that a fault names its place.
"""

cimport cython
from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from riftcore.cards._clauses cimport STATE_EXHAUSTED, STATE_TOKEN
from riftcore.edge._counts cimport Counts
from riftcore.edge._walk cimport at_item, at_key, cards_of, count_at, items_at, key_at, mapping_at, numbered, slot
from riftcore.ground._types cimport MAX_RUNES, MOST, N_DOMAINS
from riftcore.position._position cimport (
    HOLDS_ANY,
    HOLDS_BANISHED,
    HOLDS_BATTLEFIELD,
    HOLDS_BOARD,
    HOLDS_CHAIN,
    HOLDS_CHAMPION,
    HOLDS_LEGEND,
    HOLDS_MAIN,
    MAX_BANISHED,
    MAX_BATTLEFIELDS,
    MAX_BOARD,
    MAX_CHAIN,
    MAX_CHAMPION,
    MAX_DECK_TOP,
    MAX_EFFECTS,
    MAX_FACEDOWN,
    MAX_HAND,
    MAX_MIGHT,
    MAX_PLAYERS,
    MAX_TRASH,
    NOBODY,
    NO_REF,
    REF_CHAIN,
    SEEN_MORE,
    Effect,
    Player,
    Position,
    Thing,
    card_fits,
    thing_at,
)
from riftcore.position._sources cimport supply_refresh

from riftcore.ground._types import ASSUMED, PHASES, TURN_COUNTS, TURN_FACTS
from riftcore.errors import ScenarioError

cdef enum:
    MAX_RULES = 1000        # rule numbers of a scenario

# The keys of each part, numbered in this order.
LABEL_KEYS = ("id", "title", "rules", "source", "doubt")
SITUATION_KEYS = ("turn", "victory_score", "players", "battlefields", "assume")
QUESTION_KEYS = ("action", "actions", "expect")
SCENARIO_KEYS = (*LABEL_KEYS, *SITUATION_KEYS, *QUESTION_KEYS)
cdef enum:
    TOP_ID, TOP_TITLE, TOP_RULES, TOP_SOURCE, TOP_DOUBT, TOP_TURN, TOP_SCORE, TOP_PLAYERS, TOP_BATTLEFIELDS, TOP_ASSUME,
    TOP_ACTION, TOP_ACTIONS, TOP_EXPECT, N_TOP
TURN_KEYS = ("player", "phase", "showdown", "combat", "chain", "priority", "focus")
cdef enum:
    TURN_PLAYER, TURN_PHASE, TURN_SHOWDOWN, TURN_COMBAT, TURN_CHAIN, TURN_PRIORITY, TURN_FOCUS, N_TURN
PLAYER_KEYS = (
    "runes", "rune_deck", "pool", "legend", "board", "hand", "trash", "champion", "deck_top", "banished", "facedown",
    "xp", "points", "this_turn", "effects",
)
cdef enum:
    PLAYER_RUNES, PLAYER_RUNE_DECK, PLAYER_POOL, PLAYER_LEGEND, PLAYER_BOARD, PLAYER_HAND, PLAYER_TRASH, PLAYER_CHAMPION,
    PLAYER_DECK_TOP, PLAYER_BANISHED, PLAYER_FACEDOWN, PLAYER_XP, PLAYER_POINTS, PLAYER_THIS_TURN, PLAYER_EFFECTS, N_PLAYER
OBJECT_KEYS = (
    "card", "id", "at", "exhausted", "might", "buffs", "states", "attached_to", "token", "controller",
)
cdef enum:
    THING_CARD, THING_ID, THING_AT, THING_EXHAUSTED, THING_MIGHT, THING_BUFFS, THING_STATES, THING_HOST, THING_TOKEN,
    THING_CONTROLLER, N_THING
LEGEND_KEYS = ("card", "id", "exhausted", "states")
cdef enum:
    LEGEND_CARD, LEGEND_ID, LEGEND_EXHAUSTED, LEGEND_STATES, N_LEGEND
FACEDOWN_KEYS = ("card", "id", "at", "hidden_turn")
cdef enum:
    HIDDEN_CARD, HIDDEN_ID, HIDDEN_AT, HIDDEN_TURN, N_HIDDEN
EFFECT_KEYS = ("card", "on", "might")
cdef enum:
    EFFECT_CARD, EFFECT_ON, EFFECT_MIGHT, N_EFFECT
CHAIN_KEYS = ("card", "id", "controller")
cdef enum:
    CHAIN_CARD, CHAIN_ID, CHAIN_CONTROLLER, N_CHAIN
BATTLEFIELD_KEYS = ("card", "controller")
cdef enum:
    PLACE_CARD, PLACE_CONTROLLER, PLACE_ID, N_PLACE     # the last one only in a list of battlefields
HIDDEN_TURNS = ("earlier", "this")

cdef dict TOP = numbered(SCENARIO_KEYS)
cdef dict TURN = numbered(TURN_KEYS)
cdef dict PLAYER = numbered(PLAYER_KEYS)
cdef dict THING = numbered(OBJECT_KEYS)
cdef dict LEGEND = numbered(LEGEND_KEYS)
cdef dict HIDDEN = numbered(FACEDOWN_KEYS)
cdef dict EFFECT = numbered(EFFECT_KEYS)
cdef dict CHAIN = numbered(CHAIN_KEYS)
cdef dict PLACE = numbered((*BATTLEFIELD_KEYS, "id"))
cdef dict WHEN = numbered(HIDDEN_TURNS)
cdef dict ASSUME = numbered(ASSUMED)
cdef dict PHASE = numbered(PHASES)
cdef int N_COUNTS = len(TURN_COUNTS)    # facts of a turn before this are whole, the others may be known in part
cdef int N_FACTS = len(TURN_COUNTS) + len(TURN_FACTS)
cdef int MAIN = PHASES.index("main")
cdef tuple PLACES = ("A", "B")
cdef str ASSUMPTIONS = "a list of " + ", ".join(ASSUMED)
# What things without an id are called, for any number of them.
cdef tuple BOARD_IDS = tuple([prefixes([f"p{p}.board.{i}" for i in range(MAX_BOARD)]) for p in range(MAX_PLAYERS)])
cdef tuple HIDDEN_IDS = tuple([prefixes([f"p{p}.facedown.{i}" for i in range(MAX_FACEDOWN)]) for p in range(MAX_PLAYERS)])
cdef tuple CHAIN_IDS = prefixes([f"chain.{i}" for i in range(MAX_CHAIN)])
cdef tuple LEGEND_IDS = tuple([f"p{p}.legend" for p in range(MAX_PLAYERS)])


cdef tuple prefixes(list names):
    """The first n names, by n."""
    return tuple([tuple(names[:n]) for n in range(len(names) + 1)])


cdef int players_in(dict data) except -1:
    """How many players the position has."""
    if "players" not in data:
        return 2
    listed = data["players"]
    if type(listed) is not list or len(<list>listed) > MAX_PLAYERS:
        from riftcore.node import Node

        Node(listed, "players").items("a list of players", MAX_PLAYERS)
        raise ScenarioError("players: expected a list", "players")  # it only acts as one
    return max(2, <int>len(<list>listed))


cdef int read_situation(Board board, dict data, object inline) except -1:
    """Fill in a new state, whose position is all zero but for the number of its players.

    `inline`: the cards stand there as such, and these are the facts of those that the scenario brought. None: it is
    the form itself, where cards are named.
    """
    cdef Filler filler = Filler.__new__(Filler)
    filler.root = ""
    filler.board = board
    filler.pos = board.pos
    filler.cards = cards_of(board.table)
    filler.values = inline is not None
    filler.inline = {}
    try:
        filler.read(data)
    finally:
        filler.pos = NULL
    board.inline = filler.inline if inline is None else inline
    return 0


@cython.final
@cython.no_gc
cdef class Filler(Counts):
    """Reads one situation. Inline cards count from where they stand: parts are read in the order of their keys here."""

    cdef Board board
    cdef Position *pos
    cdef set ids            # those that were given; None: there are none
    cdef tuple places
    cdef bint values        # cards stand there as such
    cdef bint doubtful      # an id may stand twice
    cdef bint listed        # the chain is a list

    cdef int read(self, dict data) except -1:
        cdef Position *pos = self.pos
        cdef Board board = self.board
        cdef int p, at
        cdef list players = []
        turn = fields = None
        pos.victory_score = 8
        for key, value in data.items():
            at = key_at(self, TOP, key, N_TOP)
            if at == TOP_PLAYERS:
                players = <list>value   # players_in has looked at it
            elif at == TOP_BATTLEFIELDS:
                fields = value if type(value) is list else mapping_at(self, value)
            elif at == TOP_TURN:
                turn = mapping_at(self, value)
            elif at == TOP_SCORE:
                pos.victory_score = count_at(self, value, MOST, 1)
            elif at == TOP_ID:
                self.id(value)
            elif at == TOP_RULES:
                self.read_rules(value)
            elif at == TOP_ASSUME:
                self.read_assume(value)
            elif at == TOP_TITLE or at == TOP_SOURCE or at == TOP_DOUBT:
                self.text(value)
        self.read_battlefields(fields)
        board.places = self.places
        board.board_ids = board.facedown_ids = ((),) * pos.n_players
        board.legend_ids = (None,) * pos.n_players
        at_key(self, "players")
        self.depth = 1
        for p in range(pos.n_players):
            if p < <int>len(players):
                at_item(self, p)
                self.read_player(mapping_at(self, players[p], "a player (an object)"), p)
            else:
                memset(<uint8_t *>&pos.players[p].turn + N_COUNTS, SEEN_MORE, N_FACTS - N_COUNTS)
        self.depth = 0
        self.read_turn(turn)
        if self.doubtful:
            self.check_ids()
        # What names an id is read last: the id may stand further down.
        at_key(self, "players")
        self.depth = 1
        for p in range(<int>len(players)):
            at_item(self, p)
            self.read_references(<dict>players[p], p)
        for p in range(pos.n_players):
            at_item(self, p)
            if supply_refresh(&board.table.tables, pos, p):
                self.reject("more runes or Add sources than a record holds (docs/record.md)")
        return 0

    cdef int read_rules(self, object value) except -1:
        cdef int i
        cdef list rules = items_at(self, value, MAX_RULES, "a list of rule numbers")
        self.depth = 1
        for i in range(<int>len(rules)):
            at_item(self, i)
            self.text(rules[i], 'a rule number like "357.1"')
        self.depth = 0
        return 0

    cdef int read_assume(self, object value) except -1:
        """What is taken to be there and to fit if it is left out, each once."""
        cdef int i
        cdef list words = items_at(self, value, len(ASSUME), ASSUMPTIONS)
        self.depth = 1
        for i in range(<int>len(words)):
            at_item(self, i)
            self.pos.assume |= 1 << self.word(ASSUME, words[i])
        self.depth = 0
        if len(set(words)) < len(words):
            self.reject("expected each word once")
        return 0

    # ------------------------------------------------------------------------------------------ names and cards

    cdef int card(self, object value, int types, str slot) except -1:
        """The number of a card of the types that this place holds, by name or with its facts inline."""
        cdef int number = self.number(value) if self.values and type(value) is not str else self.find_card(value)
        if number == 0 or not card_fits(&self.board.table.tables, number, types):
            if self.values:
                from riftcore.scenario.slots import misplaced

                self.reject(misplaced(value, slot))
            self.no_card(value, slot)
        return number

    cdef int number(self, object card) except -1:
        return self.board.number(card)

    cdef int new_id(self, object name, str own) except -1:
        """An id that nothing has; without one the thing would be called `own`."""
        self.id(name)
        if name == own:
            return 0
        if name == "base" or name in self.places:
            self.fail(name, "an id that is no place")
        if self.ids is None:
            self.ids = set()
        # What things without an id may be called is looked at when all of them are there.
        if is_default(<str>name) or name in self.ids:
            self.doubtful = True
        self.ids.add(name)
        return 0

    cdef list everything(self):
        """The ids of all things, each with its path."""
        cdef int p
        cdef list found = [(name, f"battlefields.{name}") for name in self.places]
        for p in range(self.pos.n_players):
            name = self.board.legend_ids[p]
            if name is not None:
                found.append((name, f"players[{p}].legend" + id_step(name)))
            for part, names in (("board", self.board.board_ids[p]), ("facedown", self.board.facedown_ids[p])):
                found += [(name, f"players[{p}].{part}[{i}]" + id_step(name)) for i, name in enumerate(names)]
        found += [(name, f"turn.chain[{i}]" + id_step(name)) for i, name in enumerate(self.board.chain_ids)]
        return found

    cdef int check_ids(self) except -1:
        """Each id is one thing's."""
        cdef dict taken = {}
        for name, path in self.everything():
            if name in taken:
                raise ScenarioError(f'{path}: the id "{name}" stands at {taken[name]} already, expected a new one', path)
            taken[name] = path
        return 0

    cdef int find_place(self, object name) except -2:
        """0 for the base, 1 + the number of a battlefield; -1: it is no place."""
        cdef int i
        if type(name) is not str:
            return -1
        if name == "base":
            return 0
        for i in range(<int>len(self.places)):
            if self.places[i] == name:
                return 1 + i
        return -1

    cdef int place(self, object name) except -1:
        """The same of a value that names a place."""
        cdef int at = self.find_place(name)
        if at < 0:
            self.no_word(dict.fromkeys(("base", *self.places)), name, "a place:")
        return at

    cdef int battlefield(self, object name, str what="a battlefield:") except -1:
        cdef int at = self.find_place(name)
        if at < 1:
            self.no_word(dict.fromkeys(self.places), name, what)
        return at

    cdef int player(self, object value) except -1:
        return count_at(self, value, self.pos.n_players - 1, 0, "a player")

    cdef int player_or_nobody(self, object value) except -1:
        return NOBODY if value is None else self.player(value)

    # ------------------------------------------------------------------------------------------ the parts

    cdef int read_battlefields(self, object fields) except -1:
        """Those that are named, after a plain A and B. A list is complete and in order."""
        cdef Position *pos = self.pos
        cdef int i, at
        cdef bint listed = type(fields) is list
        self.places = () if listed else PLACES
        pos.n_battlefields = len(self.places)
        if not listed:
            pos.battlefields[0].controller = pos.battlefields[1].controller = NOBODY
        if fields is None:
            return 0
        at_key(self, "battlefields")
        if listed:
            items_at(self, fields, MAX_BATTLEFIELDS)
            self.depth = 1
            for i in range(<int>len(<list>fields)):
                at_item(self, i)
                what = mapping_at(self, (<list>fields)[i], "a battlefield")
                if "id" not in <dict>what:
                    self.missing("id")
                self.new_place((<dict>what)["id"], True)
                self.read_battlefield(<dict>what, i, N_PLACE)
            self.depth = 0
            return 0
        self.depth = 1
        for name, what in (<dict>fields).items():
            self.steps[self.depth].key = <PyObject *>name
            at = self.find_place(name)
            if at <= 0:
                at = self.new_place(name, False)
            self.read_battlefield(mapping_at(self, what, "a battlefield"), at - 1, PLACE_ID)
        self.depth = 0
        return 0

    cdef int new_place(self, object name, bint listed) except -1:
        """1 + the number of one more battlefield."""
        cdef int at = self.pos.n_battlefields
        if listed:
            self.depth += 1
            at_key(self, "id")
        self.id(name)
        if name == "base":
            self.reject('"base" is no battlefield')
        if name in self.places:
            self.reject(f'the battlefield "{name}" stands twice, expected a new id')
        if at == MAX_BATTLEFIELDS:
            self.depth -= 1
            self.reject(f"expected at most {<int>MAX_BATTLEFIELDS} of them with A and B")
        if listed:
            self.depth -= 1
        self.doubtful |= is_default(<str>name)
        self.places = (*self.places, name)
        self.pos.n_battlefields += 1
        self.pos.battlefields[at].controller = NOBODY
        return 1 + at

    cdef int read_battlefield(self, dict data, int at, int n) except -1:
        cdef int key_
        self.depth += 1
        for key, value in data.items():
            key_ = key_at(self, PLACE, key, n)
            if key_ == PLACE_CARD:
                if value is not None:
                    self.pos.battlefields[at].card = self.card(value, HOLDS_BATTLEFIELD, "battlefields")
            elif key_ == PLACE_CONTROLLER:
                self.pos.battlefields[at].controller = self.player_or_nobody(value)
        self.depth -= 1
        return 0

    cdef int read_turn(self, object fields) except -1:
        cdef Position *pos = self.pos
        cdef int at
        cdef int priority = -1
        cdef int focus = -1
        chain = None
        pos.phase = MAIN
        self.board.chain_ids = ()
        at_key(self, "turn")
        self.depth = 1
        for key, value in (<dict>{} if fields is None else <dict>fields).items():
            at = key_at(self, TURN, key, N_TURN)
            if at == TURN_PLAYER:
                pos.turn_player = self.player(value)
            elif at == TURN_PHASE:
                pos.phase = self.word(PHASE, value)
            elif at == TURN_SHOWDOWN:
                pos.showdown = 0 if value is False else self.battlefield(value, "false or a battlefield:")
            elif at == TURN_COMBAT:
                pos.combat = self.flag(value)
            elif at == TURN_CHAIN:
                chain = value
                if chain is None:
                    count_at(self, chain, MAX_CHAIN, 0, "a list of chain items, or their number")
            elif at == TURN_PRIORITY:
                priority = self.player(value)
            elif value is not None:
                focus = self.player(value)
        if focus >= 0 and not pos.showdown:
            at_key(self, "focus")
            self.reject("nobody has Focus outside a showdown; expected it with a showdown only")
        if pos.combat and not pos.showdown:
            at_key(self, "combat")
            self.reject("combat has a showdown (459): expected the battlefield of it under showdown")
        if pos.showdown and focus < 0:
            focus = pos.turn_player
        pos.focus = focus if focus >= 0 else NOBODY
        pos.priority = priority if priority >= 0 else focus if focus >= 0 else pos.turn_player
        if chain is not None:
            at_key(self, "chain")
            self.read_chain(chain)
        self.depth = 0
        return 0

    cdef int read_chain(self, object chain) except -1:
        cdef Position *pos = self.pos
        cdef int i, n, at
        cdef bint named
        cdef list ids = []
        if type(chain) is not list:
            n = count_at(self, chain, MAX_CHAIN, 0, "a list of chain items, or their number")
            pos.n_chain = n
            for i in range(n):
                pos.chain[i].controller = NOBODY
            self.board.chain_ids = CHAIN_IDS[n]
            return 0
        self.listed = True
        items_at(self, chain, MAX_CHAIN)
        self.depth += 1
        for i in range(<int>len(<list>chain)):
            at_item(self, i)
            own = CHAIN_IDS[MAX_CHAIN][i]
            name = own
            named = False
            pos.chain[i].controller = pos.turn_player
            item = mapping_at(self, (<list>chain)[i], "a chain item")
            self.depth += 1
            for key, value in (<dict>item).items():
                at = key_at(self, CHAIN, key, N_CHAIN)
                if at == CHAIN_CARD:
                    named = True
                    if value is not None:
                        pos.chain[i].card = self.card(value, HOLDS_CHAIN, "chain")
                elif at == CHAIN_ID:
                    self.new_id(value, own)
                    name = value
                else:
                    pos.chain[i].controller = self.player_or_nobody(value)
            self.depth -= 1
            if not named:
                self.missing("card")
            ids.append(name)
        self.depth -= 1
        pos.n_chain = len(ids)
        self.board.chain_ids = tuple(ids)
        return 0

    cdef int read_player(self, dict data, int p) except -1:
        cdef Player *player = &self.pos.players[p]
        cdef int at, i
        cdef int runes = 0
        # self: it is not there, since null may be
        deck = legend = board = hand = trash = champion = deck_top = banished = hidden = self
        memset(<uint8_t *>&player.turn + N_COUNTS, SEEN_MORE, N_FACTS - N_COUNTS)
        self.depth += 1
        for key, value in data.items():
            at = key_at(self, PLAYER, key, N_PLAYER)
            if at == PLAYER_RUNES:
                self.read_runes(value, player.supply.ready, player.supply.exhausted)
            elif at == PLAYER_RUNE_DECK:
                deck = value
            elif at == PLAYER_POOL:
                self.read_pool(value, player)
            elif at == PLAYER_LEGEND:
                legend = value
            elif at == PLAYER_BOARD:
                board = value
            elif at == PLAYER_HAND:
                hand = value
            elif at == PLAYER_TRASH:
                trash = value
            elif at == PLAYER_CHAMPION:
                champion = value
            elif at == PLAYER_DECK_TOP:
                deck_top = value
            elif at == PLAYER_BANISHED:
                banished = value
            elif at == PLAYER_FACEDOWN:
                hidden = value
            elif at == PLAYER_XP:
                player.xp = count_at(self, value, MOST)
            elif at == PLAYER_POINTS:
                player.points = count_at(self, value, MOST)
            elif at == PLAYER_THIS_TURN:
                self.read_facts(value, <uint8_t *>&player.turn)
        for i in range(N_DOMAINS):
            runes += player.supply.ready[i] + player.supply.exhausted[i]
        if runes > MAX_RUNES:
            at_key(self, "runes")
            self.reject(f"expected at most {<int>MAX_RUNES} runes (166), found {runes}")
        if deck is not self:
            self.read_deck(deck, player, runes)
        if hand is not self:
            player.n_hand = self.read_zone("hand", hand, player.hand, MAX_HAND, HOLDS_MAIN)
        if trash is not self:
            player.n_trash = self.read_zone("trash", trash, player.trash, MAX_TRASH, HOLDS_MAIN)
        if champion is not self:
            player.n_champion = self.read_zone("champion", champion, player.champion, MAX_CHAMPION, HOLDS_CHAMPION)
        if deck_top is not self:
            player.n_deck_top = self.read_zone("deck_top", deck_top, player.deck_top, MAX_DECK_TOP, HOLDS_MAIN)
        if banished is not self:
            player.n_banished = self.read_zone("banished", banished, player.banished, MAX_BANISHED, HOLDS_BANISHED)
        if legend is not self and legend is not None:
            self.read_legend(legend, p)
        if board is not self:
            self.read_board(board, p)
        if hidden is not self:
            self.read_hidden(hidden, p)
        self.depth -= 1
        return 0

    cdef int read_zone(self, str key, object value, uint16_t *zone, int most, int types) except -1:
        """How many cards there are."""
        cdef int i
        cdef int n
        at_key(self, key)
        if type(value) is not list:
            return count_at(self, value, most, 0, "a list of cards, or their number")   # only their number is known: card 0
        n = <int>len(items_at(self, value, most))
        self.depth += 1
        for i in range(n):
            item = (<list>value)[i]
            if item is not None:
                at_item(self, i)
                zone[i] = self.card(item, types, key)
        self.depth -= 1
        return n

    cdef int read_legend(self, object data, int p) except -1:
        cdef Player *player = &self.pos.players[p]
        cdef int at
        own = LEGEND_IDS[p]
        name = own
        at_key(self, "legend")
        mapping_at(self, data, "a legend")
        player.legend.might = -1
        player.legend.attached = NO_REF
        player.legend.controller = p
        self.depth += 1
        for key, value in (<dict>data).items():
            at = key_at(self, LEGEND, key, N_LEGEND)
            if at == LEGEND_CARD:
                player.legend.card = self.card(value, HOLDS_LEGEND, "legend")
            elif at == LEGEND_ID:
                self.new_id(value, own)
                name = value
            elif at == LEGEND_EXHAUSTED:
                if self.flag(value):
                    player.legend.states |= STATE_EXHAUSTED
            else:
                self.read_states(value, &player.legend)
        self.depth -= 1
        if player.legend.card == 0:
            self.missing("card")
        player.has_legend = 1
        self.board.legend_ids = with_item(self.board.legend_ids, p, name)
        return 0

    cdef int read_board(self, object data, int p) except -1:
        cdef Player *player = &self.pos.players[p]
        cdef Thing *thing
        cdef int i, at
        cdef int size
        cdef list ids = None
        cdef tuple own = BOARD_IDS[p][MAX_BOARD]
        at_key(self, "board")
        size = <int>len(items_at(self, data, MAX_BOARD))
        self.depth += 1
        for i in range(size):
            at_item(self, i)
            item = mapping_at(self, (<list>data)[i], "an object on the board")
            thing = &player.board[i]
            thing.might = -1
            thing.attached = NO_REF
            thing.controller = p
            self.depth += 1
            for key, value in (<dict>item).items():
                at = key_at(self, THING, key, N_THING)
                if at == THING_CARD:
                    thing.card = self.card(value, HOLDS_BOARD, "board")
                elif at == THING_ID:
                    self.new_id(value, <str>own[i])
                    if ids is None:
                        ids = list(own[:size])
                    ids[i] = value
                elif at == THING_AT:
                    thing.at = self.place(value)
                elif at == THING_EXHAUSTED or at == THING_TOKEN:
                    if self.flag(value):
                        thing.states |= STATE_EXHAUSTED if at == THING_EXHAUSTED else STATE_TOKEN
                elif at == THING_MIGHT:
                    if value is not None:
                        thing.might = count_at(self, value, MAX_MIGHT)
                elif at == THING_BUFFS:
                    thing.buffs = count_at(self, value, MOST)
                elif at == THING_STATES:
                    self.read_states(value, thing)
                elif at == THING_CONTROLLER:
                    thing.controller = self.player(value)
                elif value is not None:
                    self.text(value, "an id")
            self.depth -= 1
            if thing.card == 0:
                self.missing("card")
        self.depth -= 1
        player.n_board = size
        names = BOARD_IDS[p][size] if ids is None else tuple(ids)
        self.board.board_ids = with_item(self.board.board_ids, p, names)
        return 0

    cdef int read_hidden(self, object data, int p) except -1:
        cdef Player *player = &self.pos.players[p]
        cdef int i, at
        cdef tuple own = HIDDEN_IDS[p][MAX_FACEDOWN]
        cdef list ids
        at_key(self, "facedown")
        ids = list(own[:len(items_at(self, data, MAX_FACEDOWN))])
        self.depth += 1
        for i in range(<int>len(ids)):
            at_item(self, i)
            item = mapping_at(self, (<list>data)[i], "a facedown card")
            player.facedown[i].at = NOBODY
            self.depth += 1
            for key, value in (<dict>item).items():
                at = key_at(self, HIDDEN, key, N_HIDDEN)
                if at == HIDDEN_CARD:
                    player.facedown[i].card = self.card(value, HOLDS_MAIN, "facedown")
                elif at == HIDDEN_ID:
                    self.new_id(value, <str>own[i])
                    ids[i] = value
                elif at == HIDDEN_AT:
                    player.facedown[i].at = self.battlefield(value) - 1
                else:
                    player.facedown[i].this_turn = self.word(WHEN, value)
            self.depth -= 1
            if player.facedown[i].card == 0:
                self.missing("card")
            if player.facedown[i].at == NOBODY:
                self.missing("at")
        self.depth -= 1
        player.n_facedown = len(ids)
        self.board.facedown_ids = with_item(self.board.facedown_ids, p, tuple(ids))
        return 0

    # ------------------------------------------------------------------------------------------ what names an id

    cdef int read_references(self, dict data, int p) except -1:
        """What objects are attached to, and what cards did earlier this turn."""
        cdef Player *player = &self.pos.players[p]
        cdef int i
        self.depth += 1
        at_key(self, "board")
        self.depth += 1
        for i in range(player.n_board):
            item = <dict>(<list>data["board"])[i]
            host = (<dict>item).get("attached_to")
            if host is not None:
                at_item(self, i)
                self.attach(<dict>item, host, 64 * p + i, <list>data["board"])
        for i in range(player.n_board):
            if player.board[i].attached != NO_REF and self.hangs_on_itself(player.board[i].attached):
                at_item(self, i)
                self.depth += 1
                at_key(self, "attached_to")
                self.reject("what is attached to this is, through others, the object itself")
        self.depth -= 1
        if "effects" in data:
            at_key(self, "effects")
            effects = items_at(self, data["effects"], MAX_EFFECTS)
            player.n_effects = len(<list>effects)
            self.depth += 1
            for i in range(player.n_effects):
                at_item(self, i)
                self.read_effect(mapping_at(self, (<list>effects)[i], "an effect"), &player.effects[i])
            self.depth -= 1
        self.depth -= 1
        return 0

    cdef int ref_of(self, object name) except -2:
        """The ref of what has this id; NO_REF: nothing has. An item of a chain whose number alone is known has none."""
        cdef int ref = self.board.ref_of(name)
        return NO_REF if ref >= REF_CHAIN and not self.listed else ref

    cdef int attach(self, dict item, object name, int ref, list board) except -1:
        """Attached to what has the id. Without a place of its own it is where its host is, if that has an id and a place
        of its own, and is of the same player."""
        cdef Thing *thing = thing_at(self.pos, ref)
        cdef int host = self.ref_of(name)
        if host == NO_REF or host == ref or thing_at(self.pos, host) is NULL:
            self.depth += 1
            at_key(self, "attached_to")
            if host == NO_REF or host == ref:
                own = self.board.id_of(ref)
                self.no_word({name: 0 for name, _ in self.everything() if name != own and name not in self.places}, name, "the id of a host:")
            self.reject("expected the id of an object on the board")
        thing.attached = host
        if "at" not in item and host >> 6 == ref >> 6:
            other = <dict>board[host & 63]
            if "at" in other and "id" in other:
                thing.at = thing_at(self.pos, host).at
        return 0

    cdef bint hangs_on_itself(self, int ref) noexcept:
        """Does the way from host to host not end?"""
        cdef Thing *thing
        for _ in range(MAX_PLAYERS * MAX_BOARD):
            thing = thing_at(self.pos, ref)
            if thing is NULL or thing.attached == NO_REF:
                return False
            ref = thing.attached
        return True

    cdef int read_effect(self, dict data, Effect *effect) except -1:
        """What a card did earlier this turn: `on` is the id or the card it was given to."""
        cdef int at
        on = None
        effect.on = NO_REF
        effect.might = -1
        self.depth += 1
        for key, value in data.items():
            at = key_at(self, EFFECT, key, N_EFFECT)
            if at == EFFECT_CARD:
                effect.card = self.card(value, HOLDS_ANY, "effects")
            elif at == EFFECT_ON:
                on = value
            elif value is not None:
                effect.might = count_at(self, value, MAX_MIGHT)
        if on is not None:
            at_key(self, "on")
            if type(on) is str:
                effect.on = self.ref_of(on)
            if effect.on == NO_REF:
                effect.on_card = self.card(on, HOLDS_ANY, "effects")
        self.depth -= 1
        if effect.card == 0:
            self.missing("card")
        return 0


cdef bint is_default(str name) except -1:
    """Does it look like what things without an id are called?"""
    cdef Py_UCS4 first = name[0]
    return (first == 0x70 and len(name) > 2 and name[2] == ".") or (first == 0x63 and name.startswith("chain."))


cdef str id_step(str name):
    """The step to the id of a thing, which is not there where the thing is called by its place."""
    return "" if is_default(name) else ".id"


cdef tuple with_item(tuple items, int at, object value):
    return items[:at] + (value,) + items[at + 1:]
