"""The scenario form read straight into a position, where it is plain: no value in between, no path.

riftcore.scenario.reader is the one place that says what the form is and what is wrong with a situation. What is
found to be wrong here, or is not known here, is left to it untouched: nothing here raises because of the data. Its
names come from there too, so that a key that changes its name is an error when this is first used.
"""

cimport cython
from cpython.dict cimport PyDict_GetItemWithError
from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from riftcore._board cimport Board
from riftcore._cards cimport STATE_EXHAUSTED, STATE_TOKEN, CardTable, first_use
from riftcore._position cimport (
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
    NO_REF,
    NOBODY,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    SEEN_MORE,
    Effect,
    Player,
    Position,
    Thing,
    card_fits,
    thing_at,
)
from riftcore._sources cimport supply_refresh
from riftcore._types cimport MAX_COUNT, MAX_RUNES, N_DOMAINS

from marshal import dumps

from riftcore._types import DOMAINS
from riftcore.errors import RiftcoreError

cdef enum:
    MAX_TEXT = 4096         # characters of any text
    MAX_RULES = 1000        # rule numbers of a scenario
    MAX_RESTRICTED = 64     # entries of restricted resources
    MAX_ID = 200            # characters of an id, or of a card's name
    MOST = 255              # no count of a scenario is larger
    MAX_KNOWN = 1 << 13     # names as written that are remembered; printed cards are fewer
    MAX_GIVEN = 1 << 10     # inline cards that are remembered
    EMPOWERED = 1 << 16     # among the bits of states: the one that is counted

# The keys of each part, numbered in this order; `prepare` looks them up among those of the reader.
cdef enum:
    TOP_ID, TOP_TITLE, TOP_RULES, TOP_SOURCE, TOP_DOUBT, TOP_TURN, TOP_SCORE, TOP_PLAYERS, TOP_BATTLEFIELDS, TOP_ASSUME,
    TOP_QUESTION
_TOP = "id title rules source doubt turn victory_score players battlefields assume action actions expect"
cdef enum:
    TURN_PLAYER, TURN_PHASE, TURN_SHOWDOWN, TURN_COMBAT, TURN_CHAIN, TURN_PRIORITY, TURN_FOCUS
_TURN = "player phase showdown combat chain priority focus"
cdef enum:
    PLAYER_RUNES, PLAYER_RUNE_DECK, PLAYER_POOL, PLAYER_LEGEND, PLAYER_BOARD, PLAYER_HAND, PLAYER_TRASH, PLAYER_CHAMPION,
    PLAYER_DECK_TOP, PLAYER_BANISHED, PLAYER_FACEDOWN, PLAYER_XP, PLAYER_POINTS, PLAYER_THIS_TURN, PLAYER_EFFECTS
_PLAYER = "runes rune_deck pool legend board hand trash champion deck_top banished facedown xp points this_turn effects"
cdef enum:
    THING_CARD, THING_ID, THING_AT, THING_EXHAUSTED, THING_MIGHT, THING_BUFFS, THING_STATES, THING_HOST, THING_TOKEN,
    THING_CONTROLLER
_THING = "card id at exhausted might buffs states attached_to token controller"
cdef enum:
    LEGEND_CARD, LEGEND_ID, LEGEND_EXHAUSTED, LEGEND_STATES
_LEGEND = "card id exhausted states"
cdef enum:
    HIDDEN_CARD, HIDDEN_ID, HIDDEN_AT, HIDDEN_TURN
_HIDDEN = "card id at hidden_turn"
cdef enum:
    EFFECT_CARD, EFFECT_ON, EFFECT_MIGHT
_EFFECT = "card on might"
cdef enum:
    CHAIN_CARD, CHAIN_ID, CHAIN_CONTROLLER
_CHAIN = "card id controller"
cdef enum:
    PLACE_CARD, PLACE_CONTROLLER
_PLACE = "card controller"
cdef enum:
    POOL_ENERGY, POOL_POWER, POOL_RESTRICTED
_POOL = "energy power restricted"
cdef enum:
    RESTRICTED_ENERGY, RESTRICTED_POWER, RESTRICTED_ONLY
_RESTRICTED = "energy power only"
cdef enum:
    ONLY_SPELLS, ONLY_UNITS, ONLY_GEAR, ONLY_SHOWDOWN
_ONLY = "spells units gear showdown"
cdef enum:
    RUNES_READY, RUNES_EXHAUSTED
_RUNES = "ready exhausted"

cdef bint PREPARED = False
cdef list TABLES = []   # all that were ever made, by two threads at once perhaps
cdef dict TOP, TURN, PLAYER, THING, LEGEND, HIDDEN, EFFECT, CHAIN, PLACE, POOL, RESTRICTED, ONLY, RUNES
cdef dict DOMAIN        # the domains, and "any" behind them
cdef dict PHASE
cdef dict STATE         # bits of Thing.states, EMPOWERED
cdef dict FACT          # places in ThisTurn
cdef int N_COUNTS       # ... those before this are whole, the others may be known in part
cdef int N_FACTS
cdef str EARLIER, THIS
cdef tuple ASSUMED
cdef tuple BOARD_IDS, LEGEND_IDS, HIDDEN_IDS, CHAIN_IDS     # what things without an id are called, for any number of them
cdef tuple PLACES = ("A", "B")


cdef dict lookup(tuple keys, str names):
    """The number of each name; all of them are among the keys that the reader knows."""
    cdef list found = names.split()
    unknown = [name for name in found if name not in keys]
    if unknown:
        raise AssertionError(f"the compiled reader has the key {unknown[0]}, the reader of scenarios has not")
    return kept({name: i for i, name in enumerate(found)})


cdef dict kept(dict table):
    """A table of keys, which stays where it is for good: `slot` tells them apart by that."""
    TABLES.append(table)
    return table


cdef int prepare() except -1:
    """Take the names from where they are: not when this is imported, since it comes with every state."""
    global PREPARED, TOP, TURN, PLAYER, THING, LEGEND, HIDDEN, EFFECT, CHAIN, PLACE, POOL, RESTRICTED, ONLY, RUNES
    global DOMAIN, PHASE, STATE, FACT, N_COUNTS, N_FACTS, EARLIER, THIS, ASSUMED, BOARD_IDS, LEGEND_IDS, HIDDEN_IDS, CHAIN_IDS
    from riftcore import _state
    from riftcore.scenario import reader, values

    TOP = lookup(reader.SCENARIO_KEYS, _TOP)
    TURN = lookup(reader.TURN_KEYS, _TURN)
    PLAYER = lookup(reader.PLAYER_KEYS, _PLAYER)
    THING = lookup(reader.OBJECT_KEYS, _THING)
    LEGEND = lookup(reader.LEGEND_KEYS, _LEGEND)
    HIDDEN = lookup(reader.FACEDOWN_KEYS, _HIDDEN)
    EFFECT = lookup(reader.EFFECT_KEYS, _EFFECT)
    CHAIN = lookup(reader.CHAIN_KEYS, _CHAIN)
    PLACE = lookup(reader.BATTLEFIELD_KEYS, _PLACE)
    POOL = lookup(reader.POOL_KEYS, _POOL)
    RESTRICTED = lookup(reader.RESTRICTED_KEYS, _RESTRICTED)
    ONLY = lookup(values.RESTRICTIONS, _ONLY)
    RUNES = lookup(reader.RUNE_KEYS, _RUNES)
    DOMAIN = kept({name: i for i, name in enumerate((*DOMAINS, "any"))})
    PHASE = {name: i for i, name in enumerate(_state._PHASES)}
    STATE = kept({"empowered": EMPOWERED, **dict(_state._STATES)})
    FACT = kept({name: i for i, name in enumerate((*_state._TURN_COUNTS, *_state._TURN_FACTS))})
    N_COUNTS = len(_state._TURN_COUNTS)
    N_FACTS = len(FACT)
    if set(STATE) != set(values.STATES) or set(PHASE) != set(values.PHASES) or set(FACT) != set(reader.THIS_TURN_KEYS):
        raise AssertionError("the compiled reader and the reader of scenarios name states, phases or facts differently")
    EARLIER, THIS = reader.HIDDEN_TURNS
    ASSUMED = values.ASSUMED
    BOARD_IDS = tuple([prefixes([f"p{p}.board.{i}" for i in range(MAX_BOARD)]) for p in range(MAX_PLAYERS)])
    HIDDEN_IDS = tuple([prefixes([f"p{p}.facedown.{i}" for i in range(MAX_FACEDOWN)]) for p in range(MAX_PLAYERS)])
    CHAIN_IDS = prefixes([f"chain.{i}" for i in range(MAX_CHAIN)])
    LEGEND_IDS = tuple([f"p{p}.legend" for p in range(MAX_PLAYERS)])
    PREPARED = True
    return 0


cdef tuple prefixes(list names):
    """The first n names, by n."""
    return tuple([tuple(names[:n]) for n in range(len(names) + 1)])


# ----------------------------------------------------------------------------------------------------- plain values


cdef extern from *:
    """
    #include <stdint.h>
    /* Keys that were found before, by where they are: readers of JSON give the same objects again and again. Each is
       held, so that nothing else can be there. Only where the GIL guards the table. */
    #define SEEN_KEYS 1024
    #ifndef Py_GIL_DISABLED
    static struct { PyObject *known, *key; int slot; } seen_keys[SEEN_KEYS];
    #define SEEN(known, key) (&seen_keys[((uintptr_t)key >> 4 ^ (uintptr_t)known >> 5) % SEEN_KEYS])
    static inline int key_seen(PyObject *known, PyObject *key)
    {
        return SEEN(known, key)->key == key && SEEN(known, key)->known == known ? SEEN(known, key)->slot : -1;
    }
    static void key_keep(PyObject *known, PyObject *key, int slot)
    {
        PyObject *old = SEEN(known, key)->key;
        Py_INCREF(key);
        SEEN(known, key)->known = known;
        SEEN(known, key)->key = key;
        SEEN(known, key)->slot = slot;
        Py_XDECREF(old);
    }
    #else
    static inline int key_seen(PyObject *known, PyObject *key) { return -1; }
    static void key_keep(PyObject *known, PyObject *key, int slot) {}
    #endif
    """
    int key_seen(object, object) noexcept
    void key_keep(object, object, int) noexcept


cdef int word(dict known, object value) except -2:
    """The number of a word that stands as a value; -1: it is none of them."""
    cdef PyObject *found
    if type(value) is not str:
        return -1
    found = PyDict_GetItemWithError(known, value)
    return <int><object>found if found is not NULL else -1


cdef int slot(dict known, object key) except -2:
    """The number of a key; -1: it is none of them. The table of keys is one that stays."""
    cdef int number = key_seen(known, key)
    cdef PyObject *found
    if number >= 0:
        return number
    found = PyDict_GetItemWithError(known, key)
    if found is NULL:
        return -1
    number = <int><object>found
    if type(key) is str:
        key_keep(known, key, number)
    return number


cdef int count(object value, int high) noexcept:
    """A whole number from 0 to high; -1: it is none. True and 1.0 are none."""
    cdef int overflow = 0
    cdef long n
    if type(value) is not int:
        return -1
    n = PyLong_AsLongAndOverflow(value, &overflow)
    return <int>n if not overflow and 0 <= n <= high else -1


cdef int flag(object value) noexcept:
    return 1 if value is True else 0 if value is False else -1


cdef bint is_text(object value) except -1:
    """Is it a text, not blank, without lone surrogates?"""
    cdef Py_UCS4 char
    cdef bint blank = True
    if type(value) is not str:
        return False
    if len(<str>value) > MAX_TEXT:
        return False
    if (<str>value).isascii():
        for char in <str>value:
            if char > 0x20:
                return True
    for char in <str>value:
        if 0xD800 <= char <= 0xDFFF:
            return False
        blank = blank and char.isspace()
    return not blank


cdef bint is_id(object value) except -1:
    """Is it a text without spaces that can be printed? (The one space that can be is the common one.)"""
    cdef Py_UCS4 char
    if type(value) is not str or not 0 < len(<str>value) <= MAX_ID:
        return False
    if (<str>value).isascii():
        for char in <str>value:
            if not 0x20 < char < 0x7F:
                return False
        return True
    return (<str>value).isprintable() and " " not in <str>value


cdef bint read_power(dict data, unsigned char *typed, unsigned char *universal) except -1:
    """Power by domain, and "any"."""
    cdef int at, n
    for key, value in data.items():
        at = slot(DOMAIN, key)
        n = count(value, MAX_COUNT)
        if at < 0 or n < 0:
            return False
        if at < N_DOMAINS:
            typed[at] = n
        else:
            universal[0] = n
    return True


cdef bint read_runes(dict data, uint8_t *ready, uint8_t *exhausted) except -1:
    cdef int at, n, which
    for key, value in data.items():
        at = slot(DOMAIN, key)
        if not 0 <= at < N_DOMAINS:
            return False
        if type(value) is not dict:
            n = count(value, MAX_RUNES)
            if n < 0:
                return False
            ready[at] = n
            continue
        for name, number in (<dict>value).items():
            which = slot(RUNES, name)
            n = count(number, MAX_RUNES)
            if which < 0 or n < 0:
                return False
            if which == RUNES_READY:
                ready[at] = n
            else:
                exhausted[at] = n
    return True


cdef bint read_states(object value, Thing *thing) except -1:
    """States as a list, each once, or with counts."""
    cdef int bit, n
    cdef int seen = 0
    if type(value) is list:
        for name in <list>value:
            bit = word(STATE, name)
            if bit < 0 or seen & bit:
                return False
            seen |= bit
        thing.empowered = seen & EMPOWERED != 0
    elif type(value) is dict:
        for name, number in (<dict>value).items():
            bit = slot(STATE, name)
            n = count(number, MOST)
            if bit < 0 or n < 0:
                return False
            if bit == EMPOWERED:
                thing.empowered = n
            elif n:
                seen |= bit
    else:
        return False
    thing.states |= <uint16_t>(seen & ~EMPOWERED)
    return True


cdef bint read_facts(dict data, uint8_t *turn) except -1:
    """What happened this turn; "2+" is twice or more."""
    cdef int at, n
    for key, value in data.items():
        at = slot(FACT, key)
        if at < 0:
            return False
        if type(value) is str:
            n = at_least(<str>value)
            if at < N_COUNTS or not 0 <= n < SEEN_MORE:
                return False
            turn[at] = n | SEEN_MORE
        else:
            n = count(value, MOST if at < N_COUNTS else SEEN_MORE - 1)
            if n < 0:
                return False
            turn[at] = n
    return True


cdef int at_least(str text) except -2:
    """The number of a text like "2+"; -1: it is none."""
    cdef Py_UCS4 char
    cdef int n = 0
    if not 2 <= len(text) <= 4 or text[len(text) - 1] != 0x2B:
        return -1
    for char in text[:len(text) - 1]:
        if not 0x30 <= char <= 0x39:
            return -1
        n = 10 * n + <int>char - 0x30
    return n


# ------------------------------------------------------------------------------------------------------------ cards


cdef class KnownCards:
    """The numbers of cards by their names as scenarios write them, and inline cards by their facts.

    Kept with a catalogue, until a name may mean something else.
    """

    def __cinit__(self, CardTable table not None):
        self.table = table
        self.numbers = {}
        self.given = {}
        self.folded = {}

    cdef int named(self, str name) except -1:
        """The number in the catalogue's own table; 0: no card has the name. OTHER: one has that is not in it."""
        cdef PyObject *found = PyDict_GetItemWithError(self.numbers, name)
        cdef int number
        if found is not NULL:
            return <int><object>found
        if len(name) > MAX_ID or not is_text(name):
            return 0
        try:
            number = self.table.find(self.table.catalog.card(name))
        except RiftcoreError:
            return 0
        if number == 0:
            return OTHER
        if len(self.numbers) >= MAX_KNOWN:
            self.numbers = {}
        self.numbers[name] = number
        return number

    cdef tuple inlined(self, dict facts):
        """The Card and the folded name of an inline card; None: it is none."""
        try:
            form = dumps(facts, 2)
        except ValueError:  # no plain JSON values
            return None
        found = self.given.get(form)
        if found is None:
            found = self.inline_card(facts)
            if found is not None:
                if len(self.given) >= MAX_GIVEN:
                    self.given = {}
                self.given[form] = found
        return found

    cdef tuple inline_card(self, dict facts):
        from riftcore.scenario.node import Node
        from riftcore.scenario.reader import SituationReader
        from riftcore.scenario.values import fold

        try:
            card = SituationReader(self.table.catalog).inline_card(Node(facts))
            return card, fold(card.name)
        except RiftcoreError:
            return None

    cdef dict brought(self, inline):
        """A state's inline cards by their folded names; None: left to the other readers."""
        cdef dict found = {}
        for facts in inline.values():
            card = self.inlined(<dict>facts) if type(facts) is dict else None
            if card is None:
                return None
            found[card[1]] = card[0]
        return found

    cdef str fold(self, str name):
        found = self.folded.get(name)
        if found is None:
            from riftcore.scenario.values import fold

            if len(self.folded) >= MAX_KNOWN:
                self.folded = {}
            found = self.folded[name] = fold(name)
        return found


cdef KnownCards cards_of(CardTable table):
    """The known cards of a table's Catalog."""
    cards = table.catalog._known
    if cards is None:
        cards = table.catalog._known = KnownCards(table.first())
    return cards


# ---------------------------------------------------------------------------------------------------- the situation


cdef int players_in(dict data) except -1:
    """How many players the position has; 0: that is left to the other reader."""
    listed = data.get("players")
    if listed is None:
        return 0 if "players" in data else 2
    if type(listed) is not list or len(<list>listed) > MAX_PLAYERS:
        return 0
    return max(2, <int>len(<list>listed))


cdef bint read_situation(Board board, dict data) except -1:
    """Fill a new state in, whose position is all zero but for the number of its players. False: left to the other reader."""
    cdef Filler filler
    cdef bint done
    if not PREPARED:
        with first_use():
            if not PREPARED:
                prepare()
    filler = Filler.__new__(Filler)
    filler.board = board
    filler.pos = board.pos
    filler.cards = cards_of(board.table)
    filler.inline = {}
    done = filler.read(data)
    board.inline = filler.inline
    filler.pos = NULL
    return done


@cython.final
@cython.no_gc
@cython.freelist(4)
cdef class Filler:
    """Reads one situation, in the order in which the reader of scenarios does: inline cards count from where they stand."""

    cdef Board board
    cdef Position *pos
    cdef KnownCards cards
    cdef dict inline        # the facts of inline cards, by id
    cdef dict brought       # their numbers, by folded name; None: there are none
    cdef set ids            # those that were given; None: there are none
    cdef tuple places

    cdef bint read(self, dict data) except -1:
        cdef Position *pos = self.pos
        cdef Board board = self.board
        cdef int p, n, at
        cdef list players = []
        turn = fields = None
        pos.victory_score = 8
        for key, value in data.items():
            at = slot(TOP, key)
            if at == TOP_PLAYERS:
                players = <list>value   # players_in has looked at it
            elif at == TOP_BATTLEFIELDS:
                if type(value) is not dict:
                    return False
                fields = value
            elif at == TOP_TURN:
                if type(value) is not dict:
                    return False
                turn = value
            elif at == TOP_SCORE:
                n = count(value, MOST)
                if n < 1:
                    return False
                pos.victory_score = n
            elif at == TOP_ID:
                if not is_id(value):
                    return False
            elif at == TOP_RULES:
                if type(value) is not list or len(<list>value) > MAX_RULES:
                    return False
                for rule in <list>value:
                    if not is_text(rule):
                        return False
            elif at == TOP_ASSUME:
                if type(value) is not list or len(<list>value) > <Py_ssize_t>len(ASSUMED):
                    return False
                for i, word in enumerate(<list>value):
                    if type(word) is not str or word not in ASSUMED or word in (<list>value)[:i]:
                        return False
            elif at == TOP_TITLE or at == TOP_SOURCE or at == TOP_DOUBT:
                if not is_text(value):
                    return False
            elif at < TOP_QUESTION:     # no key of the form
                return False
        if not self.read_battlefields(fields):
            return False
        board.places = self.places
        board.board_ids = board.facedown_ids = ((),) * pos.n_players
        board.legend_ids = (None,) * pos.n_players
        for p in range(pos.n_players):
            if p < <int>len(players):
                if type(players[p]) is not dict or not self.read_player(<dict>players[p], p):
                    return False
            else:
                memset(<uint8_t *>&pos.players[p].turn + N_COUNTS, SEEN_MORE, N_FACTS - N_COUNTS)
        if not self.read_turn(turn):
            return False
        # What names an id is read last: the id may stand further down.
        for p in range(<int>len(players)):
            if not self.read_references(<dict>players[p], p):
                return False
        for p in range(pos.n_players):
            if supply_refresh(&board.table.tables, pos, p):
                return False
        return True

    # ------------------------------------------------------------------------------------------ names and cards

    cdef int card(self, object value, int types) except -1:
        """The number of a card of these types by name, or with its facts inline; 0: left to the other reader."""
        cdef int number = 0
        if type(value) is str:
            found = None if self.brought is None else self.brought.get(self.cards.fold(<str>value))
            number = self.named(<str>value) if found is None else <int>found
        elif type(value) is dict:
            number = self.inline_card(<dict>value)
        return number if card_fits(&self.board.table.tables, number, types) else 0

    cdef int named(self, str name) except -1:
        """The number of a card of the catalogue; 0: none has the name."""
        cdef int number = self.cards.named(name)
        return number if number != OTHER else self.board.number(self.board.table.catalog.card(name))

    cdef int inline_card(self, dict facts) except -1:
        card = self.cards.inlined(facts)
        if card is None:
            return 0
        number = self.board.number(card[0])
        name, folded = card[0].id, card[1]
        if self.brought is None:
            self.brought = {}
        found = self.brought.get(folded)
        if found is None:
            if name in self.inline:
                return 0
            self.brought[folded] = number
            self.inline[name] = facts
        elif found != number:
            return 0
        return number

    cdef bint new_id(self, object name, str own) except -1:
        """Is it an id that nothing has, where the thing would be called `own` without one?"""
        if not is_id(name):
            return False
        if name == own:
            return True
        # What things without an id may be called is left to them.
        if (<str>name).startswith("chain.") or (len(<str>name) > 2 and (<str>name)[0] == "p" and (<str>name)[2] == "."):
            return False
        if name == "base" or name in self.places:
            return False
        if self.ids is None:
            self.ids = set()
        elif name in self.ids:
            return False
        self.ids.add(name)
        return True

    cdef int place(self, object name) except -2:
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

    # ------------------------------------------------------------------------------------------ the parts

    cdef bint read_battlefields(self, object fields) except -1:
        cdef Position *pos = self.pos
        cdef int at, n, card
        self.places = PLACES
        pos.n_battlefields = len(PLACES)
        pos.battlefields[0].controller = pos.battlefields[1].controller = NOBODY
        if fields is None:
            return True
        for name, what in (<dict>fields).items():
            at = self.place(name)
            if at == 0 or type(what) is not dict:
                return False
            if at < 0:
                at = pos.n_battlefields
                if not is_id(name) or at == MAX_BATTLEFIELDS:
                    return False
                self.places = (*self.places, name)
                pos.n_battlefields += 1
                pos.battlefields[at].controller = NOBODY
            else:
                at -= 1
            for key, value in (<dict>what).items():
                if value is None:
                    if slot(PLACE, key) < 0:
                        return False
                elif slot(PLACE, key) == PLACE_CARD:
                    card = self.card(value, HOLDS_BATTLEFIELD)
                    if card == 0:
                        return False
                    pos.battlefields[at].card = card
                elif slot(PLACE, key) == PLACE_CONTROLLER:
                    n = count(value, pos.n_players - 1)
                    if n < 0:
                        return False
                    pos.battlefields[at].controller = n
                else:
                    return False
        return True

    cdef bint read_turn(self, object fields) except -1:
        cdef Position *pos = self.pos
        cdef int n
        cdef int priority = -1
        cdef int focus = -1
        cdef Board board = self.board
        chain = None
        pos.phase = <int>PHASE["main"]
        board.chain_ids = ()
        for key, value in (<dict>{} if fields is None else <dict>fields).items():
            at = slot(TURN, key)
            if at == TURN_PLAYER:
                n = count(value, pos.n_players - 1)
                if n < 0:
                    return False
                pos.turn_player = n
            elif at == TURN_PHASE:
                n = word(PHASE, value)
                if n < 0:
                    return False
                pos.phase = n
            elif at == TURN_SHOWDOWN:
                n = 0 if value is False else self.place(value)
                if n < 0 or (n == 0 and value is not False):
                    return False
                pos.showdown = n
            elif at == TURN_COMBAT:
                n = flag(value)
                if n < 0:
                    return False
                pos.combat = n
            elif at == TURN_CHAIN:
                chain = value
                if chain is None:
                    return False
            elif at == TURN_PRIORITY:
                priority = count(value, pos.n_players - 1)
                if priority < 0:
                    return False
            elif at == TURN_FOCUS:
                if value is not None:
                    focus = count(value, pos.n_players - 1)
                    if focus < 0:
                        return False
            else:
                return False
        if (focus >= 0 or pos.combat) and not pos.showdown:
            return False
        if pos.showdown and focus < 0:
            focus = pos.turn_player
        pos.focus = focus if focus >= 0 else NOBODY
        pos.priority = priority if priority >= 0 else focus if focus >= 0 else pos.turn_player
        return chain is None or self.read_chain(chain)

    cdef bint read_chain(self, object chain) except -1:
        cdef Position *pos = self.pos
        cdef int i, n, at, card
        cdef Board board = self.board
        cdef list ids = []
        if type(chain) is not list:
            n = count(chain, MAX_CHAIN)
            if n < 0:
                return False
            pos.n_chain = n
            for i in range(n):
                pos.chain[i].controller = NOBODY
            board.chain_ids = CHAIN_IDS[n]
            return True
        if len(<list>chain) > MAX_CHAIN:
            return False
        for i in range(<int>len(<list>chain)):
            item = (<list>chain)[i]
            if type(item) is not dict:
                return False
            own = CHAIN_IDS[MAX_CHAIN][i]
            name = own
            pos.chain[i].controller = pos.turn_player
            for key, value in (<dict>item).items():
                at = slot(CHAIN, key)
                if at == CHAIN_CARD:
                    card = self.card(value, HOLDS_CHAIN)
                    if card == 0:
                        return False
                    pos.chain[i].card = card
                elif at == CHAIN_ID:
                    if not self.new_id(value, own):
                        return False
                    name = value
                elif at == CHAIN_CONTROLLER:
                    n = count(value, pos.n_players - 1)
                    if n < 0:
                        return False
                    pos.chain[i].controller = n
                else:
                    return False
            if pos.chain[i].card == 0:
                return False
            ids.append(name)
        pos.n_chain = len(ids)
        board.chain_ids = tuple(ids)
        return True

    cdef bint read_player(self, dict data, int p) except -1:
        cdef Player *player = &self.pos.players[p]
        cdef int at, n, i
        cdef int runes = 0
        deck = legend = board = hand = trash = champion = deck_top = banished = hidden = None
        memset(<uint8_t *>&player.turn + N_COUNTS, SEEN_MORE, N_FACTS - N_COUNTS)
        for key, value in data.items():
            at = slot(PLAYER, key)
            if value is None and at != PLAYER_LEGEND:
                return False
            if at == PLAYER_RUNES:
                if type(value) is not dict or not read_runes(<dict>value, player.supply.ready, player.supply.exhausted):
                    return False
            elif at == PLAYER_RUNE_DECK:
                deck = value
            elif at == PLAYER_POOL:
                if type(value) is not dict or not self.read_pool(<dict>value, player):
                    return False
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
            elif at == PLAYER_XP or at == PLAYER_POINTS:
                n = count(value, MOST)
                if n < 0:
                    return False
                if at == PLAYER_XP:
                    player.xp = n
                else:
                    player.points = n
            elif at == PLAYER_THIS_TURN:
                if type(value) is not dict or not read_facts(<dict>value, <uint8_t *>&player.turn):
                    return False
            elif at != PLAYER_EFFECTS:
                return False
        for i in range(N_DOMAINS):
            runes += player.supply.ready[i] + player.supply.exhausted[i]
        if runes > MAX_RUNES or (deck is not None and not self.read_deck(deck, player, MAX_RUNES - runes)):
            return False
        if hand is not None:
            n = self.read_zone(hand, player.hand, MAX_HAND, HOLDS_MAIN)
            if n < 0:
                return False
            player.n_hand = n
        if trash is not None:
            n = self.read_zone(trash, player.trash, MAX_TRASH, HOLDS_MAIN)
            if n < 0:
                return False
            player.n_trash = n
        if champion is not None:
            n = self.read_zone(champion, player.champion, MAX_CHAMPION, HOLDS_CHAMPION)
            if n < 0:
                return False
            player.n_champion = n
        if deck_top is not None:
            n = self.read_zone(deck_top, player.deck_top, MAX_DECK_TOP, HOLDS_MAIN)
            if n < 0:
                return False
            player.n_deck_top = n
        if banished is not None:
            n = self.read_zone(banished, player.banished, MAX_BANISHED, HOLDS_BANISHED)
            if n < 0:
                return False
            player.n_banished = n
        if legend is not None and not self.read_legend(legend, p):
            return False
        if board is not None and not self.read_board(board, p):
            return False
        return hidden is None or self.read_hidden(hidden, p)

    cdef bint read_deck(self, object deck, Player *player, int most) except -1:
        """The Rune Deck by domain, or its plain count."""
        cdef int at, n
        cdef int all_ = 0
        if type(deck) is dict:
            player.deck_known = 2
            for key, value in (<dict>deck).items():
                at = slot(DOMAIN, key)
                n = count(value, MAX_RUNES)
                if not 0 <= at < N_DOMAINS or n < 0:
                    return False
                player.deck[at] = n
                all_ += n
        else:
            player.deck_known = 1
            all_ = count(deck, MAX_RUNES)
        player.deck_size = all_
        return 0 <= all_ <= most

    cdef bint read_pool(self, dict data, Player *player) except -1:
        cdef int at, n
        for key, value in data.items():
            at = slot(POOL, key)
            if at == POOL_ENERGY:
                n = count(value, MAX_COUNT)
                if n < 0:
                    return False
                player.supply.energy = n
            elif at == POOL_POWER:
                if type(value) is not dict or not read_power(<dict>value, player.supply.power, &player.supply.universal):
                    return False
            elif at == POOL_RESTRICTED:
                if type(value) is not list or len(<list>value) > MAX_RESTRICTED:
                    return False
                for item in <list>value:
                    if type(item) is not dict or not self.read_restricted(<dict>item, player):
                        return False
            else:
                return False
        return True

    cdef bint read_restricted(self, dict data, Player *player) except -1:
        """What pays only some things; only what a record holds."""
        cdef uint8_t typed[6]
        cdef uint8_t universal = 0
        cdef int at
        cdef int energy = 0
        cdef int only = -1
        memset(typed, 0, sizeof(typed))
        for key, value in data.items():
            at = slot(RESTRICTED, key)
            if at == RESTRICTED_ENERGY:
                energy = count(value, MAX_COUNT)
                if energy < 0:
                    return False
            elif at == RESTRICTED_POWER:
                if type(value) is not dict or not read_power(<dict>value, typed, &universal):
                    return False
            elif at == RESTRICTED_ONLY:
                only = word(ONLY, value)
            else:
                return False
        for at in range(N_DOMAINS):
            if typed[at]:
                return False
        if only == ONLY_SPELLS:
            energy += player.supply.spells_energy
            universal += player.supply.spells_universal
            player.supply.spells_energy = energy
            player.supply.spells_universal = universal
        elif only == ONLY_UNITS:
            energy += player.supply.units_energy
            player.supply.units_energy = energy
        elif only == ONLY_GEAR:
            universal += player.supply.gear_universal
            player.supply.gear_universal = universal
        elif only == ONLY_SHOWDOWN:
            energy += player.supply.showdown_energy
            player.supply.showdown_energy = energy
        else:
            return False
        if (only == ONLY_UNITS or only == ONLY_SHOWDOWN) and universal or only == ONLY_GEAR and energy:
            return False
        return energy <= MAX_COUNT and universal <= MAX_COUNT

    cdef int read_zone(self, object value, uint16_t *zone, int most, int types) except -2:
        """How many cards there are; -1: left to the other reader."""
        cdef int i, card
        cdef int n
        if type(value) is not list:
            return count(value, most)   # only their number is known: card 0
        if len(<list>value) > most:
            return -1
        n = len(<list>value)
        for i in range(n):
            card = self.card((<list>value)[i], types)
            if card == 0:
                return -1
            zone[i] = card
        return n

    cdef bint read_legend(self, object data, int p) except -1:
        cdef Player *player = &self.pos.players[p]
        cdef int at, card, n
        own = LEGEND_IDS[p]
        name = own
        if type(data) is not dict:
            return False
        player.legend.might = -1
        player.legend.attached = NO_REF
        player.legend.controller = p
        for key, value in (<dict>data).items():
            at = slot(LEGEND, key)
            if at == LEGEND_CARD:
                card = self.card(value, HOLDS_LEGEND)
                if card == 0:
                    return False
                player.legend.card = card
            elif at == LEGEND_ID:
                if not self.new_id(value, own):
                    return False
                name = value
            elif at == LEGEND_EXHAUSTED:
                n = flag(value)
                if n < 0:
                    return False
                if n:
                    player.legend.states |= STATE_EXHAUSTED
            elif at == LEGEND_STATES:
                if not read_states(value, &player.legend):
                    return False
            else:
                return False
        if player.legend.card == 0:
            return False
        player.has_legend = 1
        self.board.legend_ids = with_item(self.board.legend_ids, p, name)
        return True

    cdef bint read_board(self, object data, int p) except -1:
        cdef Player *player = &self.pos.players[p]
        cdef Thing *thing
        cdef int i, at, n, card
        cdef int size
        cdef list ids = None
        cdef tuple own = BOARD_IDS[p][MAX_BOARD]
        if type(data) is not list or len(<list>data) > MAX_BOARD:
            return False
        size = len(<list>data)
        for i in range(size):
            item = (<list>data)[i]
            if type(item) is not dict:
                return False
            thing = &player.board[i]
            thing.might = -1
            thing.attached = NO_REF
            thing.controller = p
            for key, value in (<dict>item).items():
                at = slot(THING, key)
                if at == THING_CARD:
                    card = self.card(value, HOLDS_BOARD)
                    if card == 0:
                        return False
                    thing.card = card
                elif at == THING_ID:
                    if not self.new_id(value, <str>own[i]):
                        return False
                    if ids is None:
                        ids = list(own[:size])
                    ids[i] = value
                elif at == THING_AT:
                    n = self.place(value)
                    if n < 0:
                        return False
                    thing.at = n
                elif at == THING_EXHAUSTED or at == THING_TOKEN:
                    n = flag(value)
                    if n < 0:
                        return False
                    if n:
                        thing.states |= STATE_EXHAUSTED if at == THING_EXHAUSTED else STATE_TOKEN
                elif at == THING_MIGHT:
                    if value is not None:
                        n = count(value, MAX_MIGHT)
                        if n < 0:
                            return False
                        thing.might = n
                elif at == THING_BUFFS:
                    n = count(value, MOST)
                    if n < 0:
                        return False
                    thing.buffs = n
                elif at == THING_STATES:
                    if not read_states(value, thing):
                        return False
                elif at == THING_CONTROLLER:
                    n = count(value, self.pos.n_players - 1)
                    if n < 0:
                        return False
                    thing.controller = n
                elif at != THING_HOST:
                    return False
            if thing.card == 0:
                return False
        player.n_board = size
        names = BOARD_IDS[p][size] if ids is None else tuple(ids)
        self.board.board_ids = with_item(self.board.board_ids, p, names)
        return True

    cdef bint read_hidden(self, object data, int p) except -1:
        cdef Player *player = &self.pos.players[p]
        cdef int i, at, n, card
        cdef tuple own = HIDDEN_IDS[p][MAX_FACEDOWN]
        cdef list ids
        if type(data) is not list or len(<list>data) > MAX_FACEDOWN:
            return False
        ids = list(own[:len(<list>data)])
        for i in range(<int>len(<list>data)):
            item = (<list>data)[i]
            if type(item) is not dict:
                return False
            player.facedown[i].at = NOBODY
            for key, value in (<dict>item).items():
                at = slot(HIDDEN, key)
                if at == HIDDEN_CARD:
                    card = self.card(value, HOLDS_MAIN)
                    if card == 0:
                        return False
                    player.facedown[i].card = card
                elif at == HIDDEN_ID:
                    if not self.new_id(value, <str>own[i]):
                        return False
                    ids[i] = value
                elif at == HIDDEN_AT:
                    n = self.place(value)
                    if n < 1:
                        return False
                    player.facedown[i].at = n - 1
                elif at == HIDDEN_TURN:
                    if type(value) is not str or (value != EARLIER and value != THIS):
                        return False
                    player.facedown[i].this_turn = value == THIS
                else:
                    return False
            if player.facedown[i].card == 0 or player.facedown[i].at == NOBODY:
                return False
        player.n_facedown = len(ids)
        self.board.facedown_ids = with_item(self.board.facedown_ids, p, tuple(ids))
        return True

    cdef bint read_references(self, dict data, int p) except -1:
        """What objects are attached to, and what cards did earlier this turn."""
        cdef Player *player = &self.pos.players[p]
        cdef int i, n
        for i in range(player.n_board):
            item = <dict>(<list>data["board"])[i]
            host = (<dict>item).get("attached_to")
            if host is not None and not self.attach(<dict>item, host, 64 * p + i, <list>data["board"]):
                return False
        for i in range(player.n_board):
            n = player.board[i].attached
            if n != NO_REF and self.hangs_on_itself(n):
                return False
        effects = data.get("effects")
        if effects is None:
            return True
        if type(effects) is not list or len(<list>effects) > MAX_EFFECTS:
            return False
        for i in range(<int>len(<list>effects)):
            item = (<list>effects)[i]
            if type(item) is not dict or not self.read_effect(<dict>item, &player.effects[i]):
                return False
        player.n_effects = len(<list>effects)
        return True

    cdef int ref_of(self, object name) except -2:
        """The ref of a thing by its id; a battlefield is none, nor is an item of a chain whose number alone is known."""
        cdef int ref
        if type(name) is not str:
            return NO_REF
        ref = self.board.ref_of(name)
        if REF_BATTLEFIELD <= ref < REF_FACEDOWN or (ref >= REF_CHAIN and self.pos.chain[ref - REF_CHAIN].card == 0):
            return NO_REF
        return ref

    cdef bint attach(self, dict item, object name, int ref, list board) except -1:
        """Attached to what has the id. Without a place of its own it is where its host is, if that has an id and a place
        of its own, and is of the same player."""
        cdef Thing *thing = thing_at(self.pos, ref)
        cdef int host = self.ref_of(name)
        if host == NO_REF or host == ref or thing_at(self.pos, host) is NULL:
            return False
        thing.attached = host
        if "at" not in item and host >> 6 == ref >> 6:
            other = <dict>board[host & 63]
            if "at" in other and "id" in other:
                thing.at = thing_at(self.pos, host).at
        return True

    cdef bint hangs_on_itself(self, int ref) noexcept:
        """Does the way from host to host not end?"""
        cdef Thing *thing
        for _ in range(MAX_PLAYERS * MAX_BOARD):
            thing = thing_at(self.pos, ref)
            if thing is NULL or thing.attached == NO_REF:
                return False
            ref = thing.attached
        return True

    cdef bint read_effect(self, dict data, Effect *effect) except -1:
        cdef int at, card, n
        on = None
        effect.on = NO_REF
        effect.might = -1
        for key, value in data.items():
            at = slot(EFFECT, key)
            if at == EFFECT_CARD:
                card = self.card(value, HOLDS_ANY)
                if card == 0:
                    return False
                effect.card = card
            elif at == EFFECT_ON:
                on = value
            elif at == EFFECT_MIGHT:
                if value is not None:
                    n = count(value, MAX_MIGHT)
                    if n < 0:
                        return False
                    effect.might = n
            else:
                return False
        if effect.card == 0:
            return False
        if on is not None:
            if on in self.places:
                return False
            effect.on = self.ref_of(on)
            if effect.on == NO_REF:
                card = self.card(on, HOLDS_ANY)
                effect.on_card = card
                return card != 0
        return True


cdef tuple with_item(tuple items, int at, object value):
    return items[:at] + (value,) + items[at + 1:]
