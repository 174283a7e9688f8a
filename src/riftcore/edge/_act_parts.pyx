"""What stands in an action: names, cards, places, targets, what is given up, a payment."""

cimport cython
from libc.string cimport memcpy

from riftcore.cards._cards cimport table_with
from riftcore.cards._clauses cimport (
    VERB_BANISH,
    VERB_DISCARD,
    VERB_EXHAUST,
    VERB_KILL,
    VERB_RECYCLE,
    VERB_RETURN,
    VERB_SPEND_BUFF,
    VERB_SPEND_XP,
)
from riftcore.edge._action cimport read_payment
from riftcore.edge._lookup cimport ids_of, may_die, mortal_cards
from riftcore.edge._prices cimport plain_price, price_of
from riftcore.edge._walk cimport at_item, at_key, count_at, items_at, key_at, mapping_at, numbered
from riftcore.ground._record cimport DEMAND_BYTES
from riftcore.ground._types cimport MOST
from riftcore.position._position cimport MAX_FIXED, MAX_TARGETS, NO_REF, REF_CHAIN, Fixed, card_in_trash


from riftcore.errors import RiftcoreError, shown

WITH_KEYS = ("kill", "discard", "exhaust", "recycle", "return", "banish", "spend_buffs", "spend_xp")
cdef enum:
    WITH_KILL, WITH_DISCARD, WITH_EXHAUST, WITH_RECYCLE, WITH_RETURN, WITH_BANISH, WITH_BUFFS, WITH_XP, N_WITH
cdef int[6] VERBS = [VERB_KILL, VERB_DISCARD, VERB_EXHAUST, VERB_RECYCLE, VERB_RETURN, VERB_BANISH]
cdef dict WITH = numbered(WITH_KEYS)


@cython.no_gc
cdef class ActParts(Walk):
    """Reads the parts of an action into an act."""

    cdef int find(self, object name) except -2:
        """The ref of an id; GONE: nothing has it now. NO_REF: it is none."""
        cdef int ref
        if type(name) is not str:
            return NO_REF
        ref = self.board.ref_of(name)
        if ref >= REF_CHAIN and self.board.pos.chain[ref - REF_CHAIN].card == 0:
            ref = NO_REF
        if ref == NO_REF and self.context is not None and name in self.context.ids:
            return GONE
        return ref

    cdef int thing(self, object name) except -2:
        """The ref of an id: of something in the situation, or of what an earlier action made."""
        cdef int ref = self.find(name)
        if ref == NO_REF:
            self.no_word(dict.fromkeys(self.ids()), name, "an id of the scenario:")
        return ref

    cdef list ids(self):
        return [*ids_of(self.board), *([] if self.context is None else self.context.ids)]

    cdef int know(self, dict cards) except -1:
        """Cards by their folded names."""
        if self.brought is None:
            self.brought = {}
        if cards is not None:
            for name, card in cards.items():
                self.brought[name] = self.number(card)
        return 0

    cdef int number(self, object card) except -1:
        self.table = table_with(self.table, card)
        return self.table.find(card)

    cdef int card(self, object value) except -1:
        """The number of a card by name or with its facts inline."""
        cdef int number = self.find_card(value)
        if number == 0:
            self.no_card(value, None)
        return number

    cdef int card_or_id(self, object value) except -1:
        """The same where an id might have been meant: the error offers the nearest one too."""
        cdef int number = self.find_card(value)
        if number == 0:
            from riftcore.node import nearest

            hint = nearest(value, self.ids()) if type(value) is str else ""
            if hint:
                self.fail(value, "a card or an id of the scenario", hint)
            self.no_card(value, None)
        return number

    cdef int read_place(self, str key, object name) except -1:
        """Where to: the base unless it is where to hide, or a battlefield."""
        cdef int i
        at_key(self, key)
        if type(name) is str:
            if name == "base" and key == "to":
                self.act.to = 0
                return 0
            for i in range(<int>len(self.board.places)):
                if self.board.places[i] == name:
                    self.act.to = 1 + i
                    return 0
        if key == "to":
            self.no_word(dict.fromkeys(("base", *self.board.places)), name, "a place:")
        self.no_word(dict.fromkeys(self.board.places), name, "a battlefield:")

    cdef int read_units(self, object names) except -1:
        cdef Act *act = self.act
        cdef int i, ref
        at_key(self, "move")
        items_at(self, names, MAX_TARGETS, "a list of ids")
        self.depth += 1
        for i in range(<int>len(<list>names)):
            at_item(self, i)
            ref = self.thing((<list>names)[i])
            act.targets[i] = NO_REF if ref == GONE else ref
        self.depth -= 1
        act.n_targets = len(<list>names)
        for i in range(act.n_targets):
            if (<list>names)[i] in (<list>names)[:i]:
                act.n_targets = 0
        if act.n_targets == 0:
            self.fail(names, "one or more units, each once")
        return 0

    cdef int read_targets(self, object names) except -1:
        """What is chosen: things by id, or cards in a trash by name."""
        cdef Act *act = self.act
        cdef int i, ref
        at_key(self, "targets")
        items_at(self, names, MAX_TARGETS, "a list of ids")
        self.depth += 1
        for i in range(<int>len(<list>names)):
            name = (<list>names)[i]
            ref = self.find(name)
            if ref == NO_REF:
                at_item(self, i)
                if type(name) is not str or not self.read_mortal(<str>name, &ref):
                    self.thing(name)
            act.targets[i] = NO_REF if ref == GONE else ref
        self.depth -= 1
        act.n_targets = len(<list>names)
        act.named = True
        return 0

    cdef bint read_mortal(self, str name, int *ref) except -1:
        """A card that lies in a trash or may come there, by its own name; NO_REF if it is in none now."""
        cdef int card = 0
        folded = self.cards.fold(name)
        if self.brought is None:
            card = self.named(name)
            if card == 0 or folded != self.cards.fold(self.table.cards[card].name) or not may_die(self.board.pos, card):
                card = 0
        else:
            for number in mortal_cards(self.board.pos):
                if self.cards.fold(self.table.cards[number].name) == folded:
                    card = number
        if card == 0 and self.context is not None and folded in self.context.mortal:
            card = self.number(self.context.mortal[folded])
        if card == 0:
            return False
        self.lying = True
        ref[0] = card_in_trash(self.board.pos, card, self.act.player)
        return True

    cdef int read_with(self, object data) except -1:
        """The objects that are given up, in the order of their verbs."""
        cdef int at, i
        cdef list parts = [None] * N_WITH
        at_key(self, "with")
        mapping_at(self, data)
        self.depth += 1
        for key, value in (<dict>data).items():
            at = key_at(self, WITH, key, N_WITH)
            if at < WITH_BUFFS:
                items_at(self, value, MAX_MODES, "a list of ids or cards" if takes_cards(at) else "a list of ids")
            elif at == WITH_XP or type(value) is not dict:
                count_at(self, value, MOST, 0, "a whole number" if at == WITH_XP else 'a number or {"id": N}')
            parts[at] = value
        for at in range(WITH_BUFFS):
            if parts[at] is not None:
                at_key(self, WITH_KEYS[at])
                self.depth += 1
                for i in range(<int>len(<list>parts[at])):
                    at_item(self, i)
                    self.give_up(at, (<list>parts[at])[i])
                self.depth -= 1
        if parts[WITH_XP] is not None:
            self.fix(VERB_SPEND_XP, NO_REF, 0, parts[WITH_XP])
        if type(parts[WITH_BUFFS]) is dict:
            at_key(self, "spend_buffs")
            self.depth += 1
            for name, value in (<dict>parts[WITH_BUFFS]).items():
                at_key(self, name)
                self.fix(VERB_SPEND_BUFF, self.thing(name), 0, count_at(self, value, MOST))
            self.depth -= 1
        elif parts[WITH_BUFFS] is not None:
            self.fix(VERB_SPEND_BUFF, NO_REF, 0, parts[WITH_BUFFS])
        self.depth -= 1
        return 0

    cdef int give_up(self, int which, object name) except -1:
        """An object by id, or a card where the verb takes cards."""
        if not takes_cards(which):
            return self.fix(VERBS[which], self.thing(name), 0, 1)
        if which == WITH_DISCARD:
            return self.fix(VERBS[which], NO_REF, self.card(name), 1)
        cdef int ref = self.find(name)
        return self.fix(VERBS[which], ref, self.card_or_id(name) if ref == NO_REF else 0, 1)

    cdef int fix(self, int verb, int ref, int card, int n) except -1:
        cdef Fixed *f
        if self.act.n_fixed >= MAX_FIXED:
            self.reject(f"more than {<int>MAX_FIXED} objects named for costs")
        f = &self.act.fixed[self.act.n_fixed]
        self.act.n_fixed += 1
        f.verb = verb
        f.ref = ref
        f.card = card
        f.n = n
        return 0

    cdef int read_paid(self, object payment) except -1:
        """The payment that is fixed by hand."""
        cdef Act *act = self.act
        cdef int i, ref
        at_key(self, "payment")
        items_at(self, payment, MAX_MODES, 'a list of steps like {"exhaust": "fury", "n": 2}')
        self.sources = []
        read_payment(payment, act, self.sources, self.path())
        for i in range(act.n_uses):
            ref = self.board.ref_of(self.sources[i])
            if ref == NO_REF and not self.trial:
                raise RiftcoreError(f"a payment uses {shown(self.sources[i])}: expected the id of an object or legend that is there now")
            act.uses[i].ref = ref
        return 0

    cdef bint read_price(self, str key, object data, Demand *into) except -1:
        """A cost without its other parts, which say nothing where a play is cheaper or for another cost. False: it is
        not there."""
        if data is self:
            return False
        at_key(self, key)
        if not plain_price(data, into):
            memcpy(into, <const char *><bytes>price_of(self, data)[0], DEMAND_BYTES)
        return True


cdef bint takes_cards(int which) noexcept:
    return which == WITH_DISCARD or which == WITH_RECYCLE or which == WITH_BANISH
