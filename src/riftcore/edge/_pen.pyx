"""A state as bytes: what `_binary` reads."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from riftcore.cards._cards cimport CardTable
from riftcore.edge._binary cimport (
    BOARD_IDS,
    CHAIN_IDS,
    CHECKED,
    COUNTS_PART,
    DECK_PART,
    FACEDOWN_IDS,
    FEW_CARDS,
    FIRST_ROOM,
    HEAD,
    LEGEND_IDS,
    LONG,
    LONGEST,
    MAGIC,
    MAX_NAMED,
    SUPPLY_PART,
    TURN_PART,
    VERSION,
    checksum,
    digest_of,
)
from riftcore.edge._cardids cimport name_of
from riftcore.position._expr cimport number
from riftcore.position._position cimport Effect, Facedown, Player, Position, Thing

from riftcore.errors import NotationError, shown


cdef class Pen:
    """Writes one state. The cards get their numbers in it as they come up."""

    cdef uint8_t *data
    cdef Py_ssize_t n
    cdef Py_ssize_t room
    cdef uint16_t *local        # by number of the table: the number in this state, 0 for none yet
    cdef uint16_t *many         # ... where that takes much room
    cdef uint16_t *cards        # by number in this state
    cdef int n_cards

    def __dealloc__(self):
        free(self.data)
        free(self.many)

    cdef int put(self, const void *what, Py_ssize_t size) except -1:
        cdef uint8_t *more
        if self.n + size > self.room:
            more = <uint8_t *>realloc(self.data, 2 * (self.n + size) + FIRST_ROOM)
            if more is NULL:
                raise MemoryError
            self.data = more
            self.room = 2 * (self.n + size) + FIRST_ROOM
        memcpy(self.data + self.n, what, size)
        self.n += size
        return 0

    cdef int put_text(self, const char *what, Py_ssize_t size) except -1:
        """Length and bytes."""
        cdef uint8_t[3] head
        if size > LONGEST:
            raise NotationError(f"{shown(what[:size].decode())} is {size} bytes long: expected at most {<int>LONGEST}")
        head[0] = size if size < LONG else LONG
        head[1] = size & 255
        head[2] = size >> 8
        self.put(head, 1 if size < LONG else 3)
        return self.put(what, size)

    cdef int put_id(self, str name, str default) except -1:
        """An id; nothing for the default."""
        cdef const char *text
        cdef Py_ssize_t size = 0
        if name is default or name == default:
            return self.put_text(b"", 0)
        text = PyUnicode_AsUTF8AndSize(name, &size)
        return self.put_text(text, size)

    cdef int card(self, int number) except -1:
        """The number of the card in this state; 0 stays 0."""
        if number and self.local[number] == 0:
            if self.n_cards == MAX_NAMED:
                raise NotationError(f"a state with more than {<int>MAX_NAMED} cards")
            self.n_cards += 1
            self.cards[self.n_cards] = number
            self.local[number] = self.n_cards
        return self.local[number]

    cdef int put_place(self, int card, int seat) except -1:
        cdef uint16_t number = self.card(card)
        cdef uint8_t player = seat
        self.put(&number, 2)
        return self.put(&player, 1)

    cdef int put_thing(self, const Thing *thing) except -1:
        cdef Thing copy = thing[0]
        copy.card = self.card(thing.card)
        return self.put(&copy, sizeof(Thing))

    cdef int put_zone(self, const uint16_t *zone, int n) except -1:
        cdef uint16_t number
        cdef int i
        for i in range(n):
            number = self.card(zone[i])
            self.put(&number, 2)
        return 0

    cdef int put_lists(self, const Player *p) except -1:
        cdef Facedown hidden
        cdef Effect effect
        cdef int i
        if p.has_legend:
            self.put_thing(&p.legend)
        for i in range(p.n_board):
            self.put_thing(&p.board[i])
        self.put_zone(p.hand, p.n_hand)
        self.put_zone(p.trash, p.n_trash)
        self.put_zone(p.champion, p.n_champion)
        self.put_zone(p.banished, p.n_banished)
        self.put_zone(p.deck_top, p.n_deck_top)
        for i in range(p.n_facedown):
            hidden = p.facedown[i]
            hidden.card = self.card(hidden.card)
            self.put(&hidden, sizeof(Facedown))
        for i in range(p.n_effects):
            effect = p.effects[i]
            effect.card = self.card(effect.card)
            effect.on_card = self.card(effect.on_card)
            self.put(&effect, sizeof(Effect))
        return 0

    cdef int put_cards(self, Board state) except -1:
        """What the cards are called, and those that the state brought itself."""
        cdef CardTable table = state.table
        cdef list names = table.first().names
        cdef dict own = {key: b"$%d" % i for i, key in enumerate(state.inline)} if state.inline else {}
        cdef bytes name
        cdef uint32_t size
        cdef int i, number
        for i in range(1, self.n_cards + 1):
            number = self.cards[i]
            name = names[number] if number < len(names) else own.get(table.cards[number].id)
            if name is None:
                name = name_of(table, number)
            self.put_text(<const char *>name, len(name))
        if own:
            from json import dumps

            name = dumps(list(state.inline.values()), separators=(",", ":")).encode()
            size = len(name)
            memcpy(self.data + 20, &size, 4)
            self.put(<const char *>name, size)
        return 0

    cdef int put_ids(self, Board state) except -1:
        cdef tuple ids, defaults
        cdef int seat, i
        for i in range(state.pos.n_battlefields):
            self.put_id(state.places[i], None)
        for seat in range(state.pos.n_players):
            if state.pos.players[seat].has_legend:
                self.put_id(state.legend_ids[seat], LEGEND_IDS[seat])
            ids = state.board_ids[seat]
            defaults = BOARD_IDS[seat]
            for i in range(state.pos.players[seat].n_board):
                self.put_id(ids[i], defaults[i])
            ids = state.facedown_ids[seat]
            defaults = FACEDOWN_IDS[seat]
            for i in range(state.pos.players[seat].n_facedown):
                self.put_id(ids[i], defaults[i])
        for i in range(state.pos.n_chain):
            self.put_id(state.chain_ids[i], CHAIN_IDS[i])
        return 0


cdef bytes board_write(Board state):
    """See `State.serialize`."""
    cdef Position *pos = state.pos
    cdef Pen pen = Pen.__new__(Pen)
    cdef uint16_t[FEW_CARDS] few
    cdef uint16_t[MAX_NAMED + 1] cards
    cdef uint8_t[HEAD] head
    cdef const Player *p
    cdef uint64_t fingerprint
    cdef uint32_t told
    cdef uint16_t n_cards
    cdef int i, seat
    if state.table.n_cards <= FEW_CARDS:
        memset(few, 0, state.table.n_cards * sizeof(uint16_t))
        pen.local = few
    else:
        pen.local = pen.many = <uint16_t *>calloc(state.table.n_cards, sizeof(uint16_t))
        if pen.many is NULL:
            raise MemoryError
    pen.cards = cards
    memset(head, 0, HEAD)
    memcpy(head, MAGIC, 3)
    head[3] = VERSION
    memcpy(head + 8, &pos.n_players, 10)
    head[12] |= pos.assume << 4
    pen.put(head, HEAD)
    for seat in range(pos.n_players):
        p = &pos.players[seat]
        pen.put(&p.supply, SUPPLY_PART)
        pen.put(&p.deck_known, DECK_PART)
        pen.put(&p.turn, TURN_PART)
        pen.put(&p.n_board, COUNTS_PART)
    for i in range(pos.n_battlefields):
        pen.put_place(pos.battlefields[i].card, pos.battlefields[i].controller)
    for i in range(pos.n_chain):
        pen.put_place(pos.chain[i].card, pos.chain[i].controller)
    for seat in range(pos.n_players):
        pen.put_lists(&pos.players[seat])
    n_cards = pen.n_cards
    memcpy(pen.data + 18, &n_cards, 2)
    pen.put_cards(state)
    pen.put_ids(state)
    fingerprint = digest_of(&state.table.tables, cards, pen.n_cards)
    pen.put(&fingerprint, 8)
    pen.put(&state.table.tables.edition, 4)
    told = checksum(pen.data + CHECKED, pen.n - CHECKED)
    memcpy(pen.data + 4, &told, 4)
    return <bytes>pen.data[:pen.n]
