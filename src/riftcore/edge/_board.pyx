"""What a State is made of: a position, what its things are called, its cards, and the way back."""

cimport cython
from cpython.number cimport PyIndex_Check
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE, PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from riftcore.cards._cards cimport table_with
from riftcore.cards._clauses cimport MAX_DEPTH
from riftcore.edge._kept cimport kept_new
from riftcore.position._audit cimport position_is_ok
from riftcore.position._key cimport position_key
from riftcore.position._position cimport (
    MAX_CARD_SLOTS,
    MAX_PLAYERS,
    NOBODY,
    NO_REF,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    REF_LEGEND,
    card_slots,
    position_copy,
    position_replace,
    position_size,
)
from riftcore.rules._doing cimport ENTERED_BOARD, ENTERED_CHAIN, ENTERED_FACEDOWN, LEFT_BOARD, LEFT_CHAIN, LEFT_FACEDOWN


from riftcore.errors import RiftcoreError, UndoError, shown

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


cdef enum:  # what the ids that riftcore gives begin with
    ON_BOARD                        # + player
    IS_FACEDOWN = MAX_PLAYERS       # + player
    ON_CHAIN = 2 * MAX_PLAYERS
    MANY_GIVEN = 64                 # of each the first ones are made once: to write one takes longer than to find a place for it

_STEMS = (*[f"p{p}.board" for p in range(MAX_PLAYERS)], *[f"p{p}.facedown" for p in range(MAX_PLAYERS)], "chain")
cdef tuple GIVEN = tuple([tuple([f"{stem}.{n}" for n in range(MANY_GIVEN)]) for stem in _STEMS])


cdef extern from *:
    """
    /* The next string of the tuple with this hash; -1: none. A string keeps its hash once it is known. */
    static Py_ssize_t next_alike(PyObject *ids, Py_ssize_t from, Py_hash_t hash)
    {
        Py_ssize_t i;
        for (i = from; i < PyTuple_GET_SIZE(ids); i++) {
            PyObject *id = PyTuple_GET_ITEM(ids, i);
            Py_hash_t known = PyUnicode_CheckExact(id) ? ((PyASCIIObject *)id)->hash : -1;
            if (known == -1 && (known = PyObject_Hash(id)) == -1)
                PyErr_Clear();  /* of a subclass: it is asked whether it is equal */
            if (known == hash || known == -1)
                return i;
        }
        return -1;
    }
    """
    Py_ssize_t next_alike(tuple, Py_ssize_t, Py_hash_t) noexcept


cdef tuple replaced(tuple items, Py_ssize_t at, object value):
    """The tuple with this value at that place; at its end: one longer."""
    cdef Py_ssize_t i, n = PyTuple_GET_SIZE(items)
    cdef tuple found = PyTuple_New(n + (at == n))
    for i in range(n + (at == n)):
        item = value if i == at else <object>PyTuple_GET_ITEM(items, i)
        Py_INCREF(item)
        PyTuple_SET_ITEM(found, i, item)
    return found


cdef tuple without(tuple items, Py_ssize_t at):
    return items[:at] + items[at + 1:]


cdef int find(tuple ids, object name, Py_hash_t h) except -2:
    """The place of an id with this hash; -1: it is not there. Hashes tell most strings apart."""
    cdef Py_ssize_t i = next_alike(ids, 0, h)
    while i >= 0:
        if ids[i] == name:
            return i
        i = next_alike(ids, i + 1, h)
    return -1


@cython.no_gc  # no state holds itself: names, cards, and the states before it
@cython.freelist(16)
cdef class Board:
    """A position, the ids of its things and the states before it. The base of State."""

    def __dealloc__(self):
        position_free(self.pos)

    cdef int new_position(self, int n) except -1:
        """An empty position of n players."""
        if self.pos is not NULL:
            raise TypeError("a State is filled once")
        self.pos = position_new(n)
        memset(self.pos, 0, position_size(n))
        self.pos.n_players = n
        return 0

    cdef int drop_half(self) noexcept:
        """Half a position is none to give back."""
        free(self.pos)
        self.pos = NULL
        return 0

    def is_ok(self):
        """Does all hold that must hold of a position? Always, unless riftcore has a bug: for tests."""
        return position_is_ok(&self.table.tables, self.pos)

    @property
    def key(self):
        """A 64-bit hash of the position: equal for equal states of one catalogue, whatever led there. Not of ids.

        Made when it is first asked for after a change; it may differ from one process to the next.
        """
        cdef Position copy
        if self.kept_key is None:
            if self.has_own():
                from hashlib import blake2b

                own = blake2b(self.canonical(&copy), digest_size=8).digest()
                self.kept_key = position_key(&copy) ^ <uint64_t>int.from_bytes(own, "little")
            else:
                self.kept_key = position_key(self.pos)
        return self.kept_key

    # ---------------------------------------------------------------------------------- cards

    cdef int number(self, object card) except -1:
        """The number of a Card in the state's table. One that the catalogue does not have is the state's own."""
        cdef int n = self.table.find(card)
        if n == 0:
            self.table = table_with(self.table, card)
            n = self.table.find(card)
        return n

    cdef int settle(self) except -1:
        """Before a change: a state that gets cards of its own time and again leaves old ones behind."""
        if self.table.depth > MAX_DEPTH:
            self.resettle()
        return 0

    cdef int resettle(self) except -1:
        """Move to a table that has, beyond the catalogue, little more than the cards that are there."""
        cdef uint16_t *slots[MAX_CARD_SLOTS]
        cdef int i, n = card_slots(self.pos, slots)
        cdef CardTable old = self.table
        cdef CardTable new = old.first()
        for i in range(n):
            if slots[i][0] >= new.first().n_cards:
                new = table_with(new, old.cards[slots[i][0]])
        for i in range(n):
            if slots[i][0] >= new.first().n_cards:
                slots[i][0] = new.find(old.cards[slots[i][0]])
        self.table = new
        return 0

    cdef bint has_own(self) noexcept:
        """Are there cards in the position that are not the catalogue's?"""
        cdef uint16_t *slots[MAX_CARD_SLOTS]
        cdef int i, n
        if self.table.root is None:
            return False
        n = card_slots(self.pos, slots)
        for i in range(n):
            if slots[i][0] >= self.table.root.n_cards:
                return True
        return False

    cdef bytes canonical(self, Position *pos):
        """The position with own cards numbered by what they are, and these cards as text: the same in every table."""
        cdef uint16_t *slots[MAX_CARD_SLOTS]
        cdef int i, n
        position_copy(pos, self.pos)
        n = card_slots(pos, slots)
        forms = {slots[i][0]: self.table.form(slots[i][0]) for i in range(n) if slots[i][0] >= self.table.root.n_cards}
        ordered = sorted(set(forms.values()))
        for i in range(n):
            if slots[i][0] >= self.table.root.n_cards:
                slots[i][0] = self.table.root.n_cards + <int>ordered.index(forms[slots[i][0]])
        return b"\0".join(ordered)

    # ---------------------------------------------------------------------------------- names

    cdef int keep_inline(self, object card) except -1:
        """A card that an action or event brought itself belongs to the state from now on."""
        if card is not None and card.id.startswith("inline-") and card.id not in self.inline:
            facts = {
                "name": card.name, "type": card.type, "domains": list(card.domains), "energy": card.energy,
                "power": card.power, "tags": list(card.tags), "keywords": dict(card.keywords),
            }
            if card.might is not None:
                facts["might"] = card.might
            self.inline = {**self.inline, card.id: facts}
        return 0

    cdef object id_of(self, int ref):
        """The id of a ref of the core; None for none."""
        if 0 <= ref < REF_LEGEND:
            return self.board_ids[ref >> 6][ref & 63]
        if REF_LEGEND <= ref < REF_LEGEND + MAX_PLAYERS:
            return self.legend_ids[ref - REF_LEGEND]
        if REF_BATTLEFIELD <= ref < REF_FACEDOWN:
            return self.places[ref - REF_BATTLEFIELD]
        if REF_FACEDOWN <= ref < REF_CHAIN:
            return self.facedown_ids[(ref - REF_FACEDOWN) >> 2][(ref - REF_FACEDOWN) & 3]
        if ref >= REF_CHAIN:
            return self.chain_ids[ref - REF_CHAIN]
        return None

    cdef int ref_of(self, object name) except -2:
        """The ref of an id; NO_REF (-1) when nothing has it now."""
        cdef Py_hash_t h = hash(name)
        cdef int p, slot
        for p in range(self.pos.n_players):
            slot = find(<tuple>PyTuple_GET_ITEM(self.board_ids, p), name, h)
            if slot >= 0:
                return 64 * p + slot
            slot = find(<tuple>PyTuple_GET_ITEM(self.facedown_ids, p), name, h)
            if slot >= 0:
                return REF_FACEDOWN + 4 * p + slot
        slot = find(self.legend_ids, name, h)
        if slot >= 0:
            return REF_LEGEND + slot
        slot = find(self.chain_ids, name, h)
        if slot >= 0:
            return REF_CHAIN + slot
        slot = find(self.places, name, h)
        return REF_BATTLEFIELD + slot if slot >= 0 else NO_REF

    cdef int acting(self) noexcept:
        if self.pos.n_chain == 0 and self.pos.showdown and self.pos.focus != NOBODY:
            return self.pos.focus
        return self.pos.priority

    cdef int seat(self, object player) except -1:
        if player is None:
            return self.acting()
        if isinstance(player, bool) or not PyIndex_Check(player) or not 0 <= player < self.pos.n_players:
            raise RiftcoreError(f"player {shown(player)}: expected 0 to {self.pos.n_players - 1}")
        return player

    cdef int rename(self, Outcome *out, object name) except -1:
        """Ids follow what left and entered."""
        cdef int i, p, slot
        cdef tuple ids
        for i in range(out.n_changes):
            p = out.change[i].player
            slot = out.change[i].slot
            if out.change[i].what == LEFT_BOARD:
                self.board_ids = replaced(self.board_ids, p, without(self.board_ids[p], slot))
            elif out.change[i].what == ENTERED_BOARD:
                ids = self.board_ids[p]
                self.board_ids = replaced(self.board_ids, p, replaced(ids, len(ids), name or self.new_id(ON_BOARD + p)))
            elif out.change[i].what == LEFT_FACEDOWN:
                self.facedown_ids = replaced(self.facedown_ids, p, without(self.facedown_ids[p], slot))
            elif out.change[i].what == ENTERED_FACEDOWN:
                ids = self.facedown_ids[p]
                self.facedown_ids = replaced(
                    self.facedown_ids, p, replaced(ids, len(ids), name or self.new_id(IS_FACEDOWN + p))
                )
            elif out.change[i].what == ENTERED_CHAIN:
                self.chain_ids = replaced(self.chain_ids, len(self.chain_ids), name or self.new_id(ON_CHAIN))
            elif out.change[i].what == LEFT_CHAIN:
                self.chain_ids = without(self.chain_ids, slot)
        return 0

    cdef str new_id(self, int stem):
        """An id that nothing has."""
        cdef int n
        cdef str name
        while True:
            n = self.made if self.made else len(<tuple>self.board_ids[0]) + len(<tuple>self.board_ids[1])
            self.made += 1
            name = (<tuple>GIVEN[stem])[n] if n < MANY_GIVEN else f"{_STEMS[stem]}.{n}"
            if self.ref_of(name) == NO_REF:
                return name

    cdef Kept forces(self, int player):
        """What may change the costs of this player here. Hold it as long as it is used."""
        cdef Kept kept = self.kept_forces
        if kept is None or not kept.serves(self.table, player):
            kept = self.kept_forces = kept_new(self.table, self.pos, player)
        return kept

    # ---------------------------------------------------------------------------- the way back

    cdef Position *scratch(self) except NULL:
        cdef Position *pos = position_new(self.pos.n_players)
        position_replace(pos, self.pos)
        return pos

    cdef Board before(self):
        """A copy for the way back: the position and what its things are called."""
        cdef Board board = Board.__new__(Board)
        board.pos = self.scratch()
        board.take_names(self)
        return board

    cdef void take_names(self, Board other) noexcept:
        """What things are called, as in the other state of this game, and what was made of its position."""
        self.table = other.table
        self.board_ids = other.board_ids
        self.legend_ids = other.legend_ids
        self.facedown_ids = other.facedown_ids
        self.chain_ids = other.chain_ids
        self.rosters = other.rosters
        self.inline = other.inline
        self.made = other.made
        self.kept_key = other.kept_key
        self.kept_forces = other.kept_forces

    cdef int restore(self, Board before) except -1:
        """Take the place of a copy that was kept."""
        self.pos, before.pos = before.pos, self.pos
        self.take_names(before)
        return 0

    cdef int take_back(self) except -1:
        if not self.undo:
            raise UndoError(
                "nothing to take back: expected a push, an event or apply_action before, with a way back (undo=False has none)"
            )
        return self.restore(self.undo.pop())
