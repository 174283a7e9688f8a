"""Counts in the scenario form: runes, decks, pools, facts of a turn, states of a thing."""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from riftcore.edge._walk cimport at_item, at_key, count, count_at, items_at, key_at, mapping_at, numbered
from riftcore.ground._types cimport MAX_COUNT, MAX_RUNES, MOST, N_DOMAINS
from riftcore.position._position cimport SEEN_MORE

from riftcore.position._position import STATES
from riftcore.ground._types import DOMAINS, RESTRICTIONS, TURN_COUNTS, TURN_FACTS

cdef enum:
    MAX_RESTRICTED = 64     # entries of restricted resources
    EMPOWERED = 1 << 16     # among the bits of states: the one that is counted
    ANY_STATE = 2 * EMPOWERED

cdef enum:
    POOL_ENERGY, POOL_POWER, POOL_RESTRICTED, N_POOL

cdef enum:
    RESTRICTED_ENERGY, RESTRICTED_POWER, RESTRICTED_ONLY, N_RESTRICTED

cdef enum:
    ONLY_SPELLS, ONLY_UNITS, ONLY_GEAR, ONLY_SHOWDOWN   # RESTRICTIONS

cdef enum:
    RUNES_READY, RUNES_EXHAUSTED, N_RUNES

POOL_KEYS = ("energy", "power", "restricted")
RESTRICTED_KEYS = ("energy", "power", "only")
RUNE_KEYS = ("ready", "exhausted")

cdef dict POOL = numbered(POOL_KEYS)
cdef dict RESTRICTED = numbered(RESTRICTED_KEYS)
cdef dict ONLY = numbered(RESTRICTIONS)
cdef dict RUNES = numbered(RUNE_KEYS)
cdef dict DOMAIN = numbered((*DOMAINS, "any"))
cdef dict STATE = numbered({"empowered": EMPOWERED, **dict(STATES)})   # bits of Thing.states, EMPOWERED
cdef dict FACT = numbered((*TURN_COUNTS, *TURN_FACTS))                  # places in ThisTurn
cdef int N_COUNTS = len(TURN_COUNTS)    # those before this are whole, the others may be known in part
cdef int N_FACTS = len(FACT)
cdef str PARTLY = 'a number or one like "2+" (so often or more),'


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


cdef class Counts(Walk):
    """Reads what a player and a thing have so many of."""

    cdef int read_runes(self, object data, uint8_t *ready, uint8_t *exhausted) except -1:
        """Runes by domain: a number is that many ready ones."""
        cdef int at
        mapping_at(self, data, 'runes by domain, like {"fury": 3}')
        self.depth += 1
        for key, value in (<dict>data).items():
            at = key_at(self, DOMAIN, key, N_DOMAINS)
            if type(value) is not dict:
                ready[at] = count_at(self, value, MAX_RUNES, 0, '{"ready": N, "exhausted": N} or a number')
                continue
            self.depth += 1
            for name, number in (<dict>value).items():
                if key_at(self, RUNES, name, N_RUNES) == RUNES_READY:
                    ready[at] = count_at(self, number, MAX_RUNES)
                else:
                    exhausted[at] = count_at(self, number, MAX_RUNES)
            self.depth -= 1
        self.depth -= 1
        return 0

    cdef int read_deck(self, object deck, Player *player, int runes) except -1:
        """The Rune Deck by domain, or its plain count."""
        cdef int at
        cdef int all_ = 0
        at_key(self, "rune_deck")
        if type(deck) is dict:
            player.deck_known = 2
            self.depth += 1
            for key, value in (<dict>deck).items():
                at = key_at(self, DOMAIN, key, N_DOMAINS)
                player.deck[at] = count_at(self, value, MAX_RUNES)
                all_ += player.deck[at]
            self.depth -= 1
        else:
            player.deck_known = 1
            all_ = count_at(self, deck, MAX_RUNES, 0, "runes by domain, or a number")
        if runes + all_ > MAX_RUNES:
            self.reject(f"expected at most {<int>MAX_RUNES} runes on the board and in the deck together (166), found {runes + all_}")
        player.deck_size = all_
        return 0

    cdef int read_power(self, object data, uint8_t *typed, uint8_t *universal) except -1:
        """Power that was made: by domain, and "any" for universal Power. Only costs have hybrid symbols."""
        cdef int at
        mapping_at(self, data, 'Power by domain, like {"fury": 1}')
        self.depth += 1
        for key, value in (<dict>data).items():
            at = key_at(self, DOMAIN, key, N_DOMAINS + 1)
            if at < N_DOMAINS:
                typed[at] = count_at(self, value, MAX_COUNT)
            else:
                universal[0] = count_at(self, value, MAX_COUNT)
        self.depth -= 1
        return 0

    cdef int read_pool(self, object data, Player *player) except -1:
        """A pool; the entries of `restricted` are merged by restriction."""
        cdef int at, i
        mapping_at(self, data, "a pool")
        self.depth += 1
        for key, value in (<dict>data).items():
            at = key_at(self, POOL, key, N_POOL)
            if at == POOL_ENERGY:
                player.supply.energy = count_at(self, value, MAX_COUNT)
            elif at == POOL_POWER:
                self.read_power(value, player.supply.power, &player.supply.universal)
            else:
                items_at(self, value, MAX_RESTRICTED)
                self.depth += 1
                for i in range(<int>len(<list>value)):
                    at_item(self, i)
                    self.read_restricted((<list>value)[i], player)
                self.depth -= 1
        self.depth -= 1
        return 0

    cdef int read_restricted(self, object data, Player *player) except -1:
        """What pays only some things; only what a record holds."""
        cdef uint8_t typed[6]
        cdef uint8_t any_ = 0
        cdef uint8_t none = 0
        cdef uint8_t *into_energy = &none
        cdef uint8_t *into_any = &none
        cdef int at, energy = 0
        cdef int only = -1
        memset(typed, 0, sizeof(typed))
        mapping_at(self, data, "restricted resources")
        self.depth += 1
        for key, value in (<dict>data).items():
            at = key_at(self, RESTRICTED, key, N_RESTRICTED)
            if at == RESTRICTED_ENERGY:
                energy = count_at(self, value, MAX_COUNT)
            elif at == RESTRICTED_POWER:
                self.read_power(value, typed, &any_)
            else:
                only = self.word(ONLY, value)
        self.depth -= 1
        if only < 0:
            self.missing("only")
        for at in range(N_DOMAINS):
            if typed[at]:
                self.reject("no card makes restricted Power of a domain; a record holds universal Power only")
        if only == ONLY_SPELLS:
            into_energy, into_any = &player.supply.spells_energy, &player.supply.spells_universal
        elif only == ONLY_UNITS:
            into_energy = &player.supply.units_energy
        elif only == ONLY_GEAR:
            into_any = &player.supply.gear_universal
        else:
            into_energy = &player.supply.showdown_energy
        if (energy and into_energy is &none) or (any_ and into_any is &none):
            self.reject(f"no card makes such a resource for {RESTRICTIONS[only]} only; a record does not hold it")
        if into_energy[0] + energy > MAX_COUNT or into_any[0] + any_ > MAX_COUNT:
            self.reject(f"expected at most {<int>MAX_COUNT} of a resource")
        into_energy[0] += energy
        into_any[0] += any_
        return 0

    cdef int read_facts(self, object data, uint8_t *turn) except -1:
        """What happened this turn; some may be known in part: "2+" is twice or more."""
        cdef int at, n
        mapping_at(self, data)
        self.depth += 1
        for key, value in (<dict>data).items():
            at = key_at(self, FACT, key, N_FACTS)
            if at < N_COUNTS:
                turn[at] = count_at(self, value, MOST)
            elif type(value) is str:
                n = at_least(<str>value)
                if not 0 <= n < SEEN_MORE:
                    self.no_count(value, SEEN_MORE - 1, 0, PARTLY)
                turn[at] = n | SEEN_MORE
            else:
                turn[at] = count_at(self, value, SEEN_MORE - 1, 0, PARTLY)
        self.depth -= 1
        return 0

    cdef int read_states(self, object value, Thing *thing) except -1:
        """States as a list, each once, or with counts."""
        cdef int i, bit, n
        cdef int seen = 0
        if type(value) is dict:
            self.depth += 1
            for name, number in (<dict>value).items():
                bit = key_at(self, STATE, name, ANY_STATE)
                n = count_at(self, number, MOST)
                if bit == EMPOWERED:
                    thing.empowered = n
                elif n:
                    seen |= bit
            self.depth -= 1
        else:
            items_at(self, value, len(STATE), "a list of states, or their counts")
            self.depth += 1
            for i in range(<int>len(<list>value)):
                at_item(self, i)
                name = (<list>value)[i]
                bit = self.word(STATE, name)
                if seen & bit:
                    self.reject(f'"{name}" stands twice; a count is written {{"{name}": 2}}')
                seen |= bit
            self.depth -= 1
            thing.empowered = seen & EMPOWERED != 0
        thing.states |= <uint16_t>(seen & ~EMPOWERED)
        return 0
