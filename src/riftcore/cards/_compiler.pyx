"""Cards as the core reads them: from their facts to rows of numbers (clauses.md).

One class does it, in the order of a row: facts, doubts, clauses, costs, Adds, modifiers, expressions, filters, parts. The
rows point to each other, so that none of these could be made alone.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from riftcore.cards._clauses cimport (
    ACTIVATED_COST,
    ADD_ACTIVATED,
    ADD_MODIFIER,
    ADD_TRIGGERED,
    ALTERNATE_COST,
    BANISHES,
    CARD_SOURCES,
    CARD_TAGS,
    COMPONENT,
    COST_EXHAUST_SELF,
    COST_KILL_SELF,
    COST_OWN_POWER,
    COST_PRINTED,
    COST_X_ENERGY,
    COST_X_POWER,
    DELAYED,
    DISCOUNT_OTHER,
    EFFECT_TEXT,
    EITHER,
    EVENT_MAIN_PHASE,
    EVENT_OTHER,
    FILTER_TAGS,
    FREE_TRIGGER,
    FROM_TRASH,
    GRANTED,
    IGNORE_COST,
    INCREASE_OTHER,
    IS_CHAMPION,
    IS_LEGEND,
    IS_UNIT,
    KEYWORD_DEFLECT,
    KEYWORD_WEAPONMASTER,
    LACKING,
    LASTS_STATIC,
    MAX_CARDS,
    MAX_CHOICES,
    MAX_CLAUSES,
    MAX_FILTERS,
    MAX_NODES,
    MAX_PARTS,
    MAX_TAG_LISTS,
    MAX_TERMS,
    N_ANY,
    OF_ANY_TRASH,
    OF_DECK,
    OF_HAND,
    OF_LEGEND,
    OF_PLAYER,
    OF_SELF,
    OF_TRASH,
    OF_UNIT,
    ONCE_EACH_TURN,
    ON_ABILITY,
    ON_GOLD,
    ON_SELF,
    ON_SPELL,
    ON_UNKNOWN,
    OP_AND,
    OP_CHOSE_ENEMY_UNITS,
    OP_CONST,
    OP_EMPOWERED_TIMES,
    OP_EVENT,
    OP_EXCESS_DAMAGE,
    OP_FIRST,
    OP_NOT,
    OP_OR,
    OP_PAID_ADDITIONAL,
    OP_PAID_MIGHT,
    OP_PLAYED_CARD,
    OP_PLAYED_EQUIPMENT,
    OP_PLAYED_SPELL,
    OP_SHOWDOWN,
    OP_SHOWDOWN_HERE,
    OP_STATE,
    OP_TAGS_AMONG,
    OP_TIMES,
    OP_UNKNOWN,
    OP_WITHIN_POINTS,
    OP_YOUR_TURN,
    OTHER_COST,
    PAYER_YOU,
    PLAYS_SELF,
    REACTION_TIME,
    REPLACES,
    RESOLUTION_COST,
    SETS_DEFLECT,
    SETS_ENERGY,
    SETS_OTHER,
    SETS_POWER,
    SRC_BOTH,
    SRC_UNIVERSAL,
    SRC_UNKNOWN,
    STATE_ATTACHED,
    STATE_EXHAUSTED,
    TAX,
    TERM_GRANTED,
    TERM_MODES,
    TERM_UNKNOWN,
    TRIGGERED,
    TRIGGERED_COST,
    VERB_BURN,
    VERB_DISCARD,
    VERB_RECYCLE_RUNE,
    VERB_SPEND_BUFF,
    VERB_SPEND_XP,
    VERB_UNKNOWN,
)
from riftcore.cards._rows cimport grown
from riftcore.cards._terms cimport kinds_of, term_set
from riftcore.cards._traits cimport READS_CARDS, READS_TARGETS, does_of, later_of, own_of, reads_of, source_kind
from riftcore.ground._cost cimport Cost
from riftcore.ground._types cimport N_DOMAINS

import os

from riftcore.cards._words import (
    ABILITIES as _ABILITIES,
    EVENT as _EVENT,
    FILTERED as _FILTERED,
    FIRST as _FIRST,
    FROM as _FROM,
    KEYWORD as _KEYWORD,
    KIND as _KIND,
    LASTS as _LASTS,
    NUMBER as _NUMBER,
    PART_OF as _PART_OF,
    PART_VERB as _PART_VERB,
    PAYER as _PAYER,
    PLAIN as _PLAIN,
    RESTRICTION as _RESTRICTION,
    STATE as _STATE,
    TIMING as _TIMING,
    TYPE as _TYPE,
    WHAT as _WHAT,
)
from riftcore.ground._types import DOMAINS
from riftcore.errors import CatalogError, RiftcoreError

class _ANY_CHOICE:
    """Any number of anything, as a clause."""

    group, granted, when, chooses = 0, False, None, {"count": "any"}


def _part_pattern():
    """The grammar of a part of a cost. (`re` keeps what it compiled, and `import riftcore` does not pay for it.)"""
    import re

    return re.compile(
        r"(exhaust|kill|discard|recycle|return|banish|spend|disempower|burn) (self|legend|\d+|x|all)"
        r"(?: ([^\[]*?))?(?: \[(.*)\])?$"
    )


cdef class Compiler:
    """The rows of cards. They may move as long as nobody else knows them."""

    def __cinit__(self):
        self.cards = [None]
        self.n_cards = 1
        self.part_names = []
        self.numbers = {}
        self.tags = {}
        self.part_numbers = {}

    def __dealloc__(self):
        free(self.facts)
        free(self.parts)
        if not self.borrows_clauses:
            free(self.clauses)
            free(self.nodes)
            free(self.filters)
            free(self.terms)
            free(self.choices)
            free(self.tag_lists)

    cdef int add(self, object card) except -1:
        """A new row for a card: nobody knows its number before it is written."""
        cdef int number = self.n_cards
        self.facts = <Facts *>grown(
            self.facts, &self.card_room, number, sizeof(Facts), MAX_CARDS, "cards", self.fixed
        )
        memset(&self.facts[number], 0, sizeof(Facts))
        self.fill_facts(card, &self.facts[number])
        self.cards.append(card)
        self.n_cards += 1
        others = self.numbers.get(card.id)
        if others is None:
            self.numbers[card.id] = number
            return number
        # Kept by what differs most often, so that many of one name are found as fast as one.
        if type(others) is int:
            first = self.cards[others]
            others = {(first.type, first.energy, first.power, first.might): [others]}
        else:
            others = dict(others)
        key = (card.type, card.energy, card.power, card.might)
        others[key] = [*others.get(key, ()), number]
        self.numbers[card.id] = others
        return number

    cdef int fill_facts(self, object card, Facts *f) except -1:
        f.type = _TYPE[card.type]
        if card.supertype == "Champion" and f.type == IS_UNIT:
            f.type |= IS_CHAMPION
        for name in card.domains:
            f.domains |= 1 << <int>DOMAINS.index(name)
        f.might = -1 if card.might is None else min(max(card.might, 0), 9999)
        for keyword in card.keywords:
            f.keywords |= <uint32_t>_KEYWORD.get(keyword, 0)
        for tag in card.tags[:CARD_TAGS]:
            f.tags[f.n_tags] = self.tag(tag)
            f.n_tags += 1
        f.equipment = "equipment" in card.tags
        f.enters = {None: 0, "exhausted": 1, "ready": 2}[card.enters]
        f.token = card.supertype == "Token"
        # A tag that does not fit is one that a filter might ask for.
        f.partial = bool(card.partial) or len(card.tags) > CARD_TAGS
        f.clause = self.n_clauses
        f.hastens = -1
        try:
            read_cost(card.printed_cost, &f.printed)
            self.add_clauses(card, f)
        except CatalogError:
            raise
        except (RiftcoreError, OverflowError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            # Numbers beyond what the table holds, or facts of a file that are none.
            if self.strict:
                raise
            f.partial = True
            f.modifies = f.borrows = f.opens_trash = False
            f.n_clauses = f.n_sources = f.n_terms = 0
            f.kinds = f.own = 0
        if f.partial:
            self.doubt(f, card.doubts)
        return 0

    cdef int doubt(self, Facts *f, object scope) except -1:
        """What the text of the card that is not understood may change."""
        f.doubts.yours[0] = scope.your_legality
        f.doubts.yours[1] = scope.your_price
        f.doubts.theirs[0] = scope.their_legality
        f.doubts.theirs[1] = scope.their_price
        f.doubts.your_later[0] = scope.your_later
        f.doubts.your_later[1] = scope.your_later_price
        f.doubts.their_later[0] = scope.their_later
        f.doubts.their_later[1] = scope.their_later_price
        f.doubts.zones = scope.zones
        self.tables.doubtful = True
        return 0

    cdef int add_clauses(self, object card, Facts *f) except -1:
        cdef Clause *c
        cdef int n = 0
        cdef bint limited = False
        abilities: dict = {}
        triggers: dict = {}
        for clause in card.clauses:
            if clause.kind in _ABILITIES and not clause.granted and clause.group not in abilities:
                abilities[clause.group] = len(abilities)
        f.term = self.n_terms
        for clause in card.clauses:
            if clause.chooses is not None:
                f.n_terms += 1
                if f.n_terms == 255:
                    raise CatalogError(f"{card.name}: more choices than the table holds")
                self.add_term(clause)
                continue
            if n >= 255:
                raise CatalogError(f"{card.name}: more clauses than the table holds")
            self.clauses = <Clause *>grown(
                self.clauses, &self.clause_room, self.n_clauses, sizeof(Clause), MAX_CLAUSES, "clauses", self.fixed
            )
            c = &self.clauses[self.n_clauses]
            self.n_clauses += 1
            n += 1
            self.read_clause(c, clause)
            c.ability = abilities.get(clause.group, -1)
            c.card = self.n_cards
            c.does = does_of(c, self.filters)
            c.later = later_of(c)
            c.own = own_of(c)
            f.own |= c.own
            c.reads = self.reads(c)
            f.kinds |= <uint64_t>1 << c.kind
            f.lends = f.lends or (c.ability >= 0 and c.flags & COST_EXHAUST_SELF != 0)
            c.trigger = -1
            if not clause.granted and (c.kind in (FREE_TRIGGER, KEYWORD_WEAPONMASTER) or asks_price(c)):
                c.trigger = triggers.setdefault(clause.group, len(triggers))
            if clause.limit is not None and "times" in clause.limit:
                # A position holds one such mark for each object (STATE_USED).
                if limited or c.kind != ACTIVATED_COST or clause.limit != {"times": 1, "per": "turn"}:
                    f.partial = True
                limited = True
                c.flags |= ONCE_EACH_TURN
            if c.flags & TRIGGERED == 0 and c.lasts == LASTS_STATIC and c.kind in (
                DISCOUNT_OTHER, INCREASE_OTHER, IGNORE_COST, TAX, ALTERNATE_COST, ADD_MODIFIER,
            ):
                f.modifies = True
            if c.flags & GRANTED and c.flags & TRIGGERED == 0:
                f.modifies = True
            f.raises_gold = f.raises_gold or (c.kind == ADD_MODIFIER and c.what == ON_GOLD)
            f.adds_later = f.adds_later or (c.kind == ADD_TRIGGERED and c.event == EVENT_MAIN_PHASE)
            f.replaces = f.replaces or c.kind == REPLACES
            if c.kind == KEYWORD_DEFLECT:
                f.deflects = True
            if c.kind != FREE_TRIGGER:
                f.asks_targets = f.asks_targets or c.reads & READS_TARGETS != 0
                f.asks_cards = f.asks_cards or c.reads & READS_CARDS != 0
            if c.kind == OTHER_COST and c.what == ON_ABILITY and c.flags & COST_EXHAUST_SELF:
                f.borrows = True
            if c.flags & TRIGGERED and self.asks(c.when, OP_PAID_ADDITIONAL):
                f.remembers = True
            if self.asks(c.energy, OP_PAID_MIGHT):
                f.reads_payment = True
            if c.kind == ADD_ACTIVATED and c.timing == REACTION_TIME:
                if f.n_sources == CARD_SOURCES:
                    raise CatalogError(f"{card.name}: more than {CARD_SOURCES} Add abilities")
                f.sources[f.n_sources].kind = source_kind(c)
                f.sources[f.n_sources].ability = c.ability
                f.sources[f.n_sources].when = c.when
                f.n_sources += 1
        if not card.clauses and card.id.startswith("inline-"):
            # Given by its numbers: what its text chooses nobody says, so it may be anything.
            f.n_terms = 1
            self.add_term(_ANY_CHOICE)
        f.n_clauses = n
        f.raises_gold = f.raises_gold and f.modifies
        if f.n_sources == 1 and f.sources[0].when < 0 and not (f.borrows or f.raises_gold or f.type & IS_LEGEND):
            if f.sources[0].kind not in (SRC_UNIVERSAL, SRC_BOTH, SRC_UNKNOWN):
                f.plain_source = 1 + f.sources[0].kind
        f.n_abilities = len(abilities)
        for permission in card.permissions:
            if permission.get("play") == "card" and permission.get("from") == "trash":
                f.opens_trash = True
            elif permission.get("keyword") in ("quick-draw", "reaction"):
                f.hastens = self.filter(permission["scope"]["filter"])
        return 0

    cdef int reads(self, const Clause *c) noexcept:
        """What its condition and its amounts look at (READS_)."""
        return (
            reads_of(self.nodes, self.filters, c.when) | reads_of(self.nodes, self.filters, c.energy)
            | reads_of(self.nodes, self.filters, c.power)
        )

    cdef int read_clause(self, Clause *c, object clause) except -1:
        memset(c, 0, sizeof(Clause))
        c.kind = _KIND[clause.kind]
        c.group = clause.group
        c.timing = _TIMING[clause.timing]
        c.when = self.expression(clause.when) if clause.when is not None else -1
        c.energy = c.power = c.filter = c.choice = -1
        c.min_energy = -1
        c.payer = PAYER_YOU
        if clause.granted:
            c.flags |= GRANTED
        if clause.trigger is not None:
            c.flags |= TRIGGERED
            c.event = _EVENT.get(clause.trigger.get("event"), EVENT_OTHER)
            c.when = self.circumstance(c.when, clause.trigger)
            if clause.trigger.get("delay") == "main":
                c.flags |= DELAYED
        if clause.cost is not None:
            self.read_cost_of(c, clause.cost, clause.where)
        if clause.adds is not None:
            self.read_adds(c, clause.adds)
        if clause.modifier is not None:
            self.read_modifier(c, clause.modifier)
        if clause.scope is not None:
            scope = clause.scope
            c.payer = _PAYER[scope.get("payer")]
            c.what = _WHAT.get(scope["what"], ON_UNKNOWN) if "what" in scope else ON_SELF
            c.lasts = _LASTS[scope.get("lasts")]
            if scope.get("component"):
                c.flags |= COMPONENT
            if scope.get("lacking"):
                c.flags |= LACKING
            if "filter" in scope:
                c.filter = self.filter(scope["filter"])
                if clause.granted and self.filters[c.filter].bearer:
                    c.flags |= EFFECT_TEXT
        if clause.value is not None:
            c.value = clause.value
        if clause.plays is not None and clause.plays.get("what") == "self":
            c.flags |= PLAYS_SELF
            if clause.plays.get("from") == "trash":
                c.flags |= FROM_TRASH
            if clause.payer is not None:
                # An offer made to somebody as the card resolves: no other price for an ordinary play.
                c.flags |= TRIGGERED
        c.reads_energy = c.reads_power = c.reads_below = -1
        if clause.reads is not None:
            # Only the caller knows what something else cost: a limit by that is not checked.
            if isinstance(clause.reads.get("energy_max"), int):
                c.reads_energy = clause.reads["energy_max"]
            if isinstance(clause.reads.get("power_max"), int):
                c.reads_power = clause.reads["power_max"]
            c.least_energy = clause.reads.get("energy_min", 0)
            c.least_power = clause.reads.get("power_min", 0)
            if "energy_below" in clause.reads:
                c.reads_below = self.expression(clause.reads["energy_below"])
            c.what = ON_SPELL if clause.reads.get("what") == "spell" else ON_SELF
        if clause.limit is not None:
            c.empowered = clause.limit.get("empowered", 0)
            for name in clause.limit.get("x", "").split("|"):
                if name in DOMAINS:
                    c.x_mask |= 1 << <int>DOMAINS.index(name)
        return 0

    cdef int add_term(self, object clause) except -1:
        """A row for something that a text chooses."""
        cdef Term *t
        self.terms = <Term *>grown(
            self.terms, &self.term_room, self.n_terms, sizeof(Term), MAX_TERMS, "choices", self.fixed
        )
        t = &self.terms[self.n_terms]
        memset(t, 0, sizeof(Term))
        t.group = clause.group
        t.when = t.filter = t.filter_or = -1
        t.energy_most = t.energy_below = t.energy_least = t.power_most = -1
        t.might_most = t.total_might = -1
        if clause.granted:
            t.flags |= TERM_GRANTED
        if clause.when is not None:
            t.when = self.expression(clause.when)
        self.read_term(t, clause.chooses)
        self.n_terms += 1
        return 0

    cdef int read_term(self, Term *t, object data) except -1:
        """The limits that need rows of other tables; the rest is `term_set`."""
        term_set(t, data)
        if t.flags & (TERM_UNKNOWN | TERM_MODES):
            return 0
        if "energy_max" in data:
            t.energy_most = self.expression(data["energy_max"])
        if "energy_below" in data:
            t.energy_below = self.expression(data["energy_below"])
        if "energy_min" in data:
            t.energy_least = self.expression(data["energy_min"])
        if "power_max" in data:
            t.power_most = self.expression(data["power_max"])
        if "not_tag" in data:
            t.not_tag = self.tag(data["not_tag"])
        types = kinds_of(data.get("filter", {}))
        if "filter" not in data:
            return 0
        t.filter = self.filter({**data["filter"], "type": [name for name in types if name not in ("ability", "player")]})
        if "spell" in types and "ability" in types:  # whatever it is of
            self.filters[t.filter].types = 0
        if "or" in data:
            t.filter_or = self.filter(data["or"])
        return 0

    cdef int read_cost_of(self, Clause *c, object cost, object where) except -1:
        if cost.get("exhaust_self"):
            c.flags |= COST_EXHAUST_SELF
        if cost.get("equals") == "printed":
            c.flags |= COST_PRINTED
        c.flags |= {None: 0, "energy": COST_X_ENERGY, "power": COST_X_POWER}[cost.get("x")]
        power = dict(cost.get("power", {}))
        if power.pop("own", 0):
            c.flags |= COST_OWN_POWER
        if has_formula(power):
            # A tax that grows: so much of one symbol for each.
            ((symbol, formula),) = power.items()
            c.power = self.expression(formula)
            power = {symbol: 1}
        energy = cost.get("energy", 0)
        if isinstance(energy, list):
            c.energy = self.expression(energy)
            energy = 0
        read_cost({"energy": energy, "power": power}, &c.cost)
        if "choice" in cost:
            c.choice = self.n_choices
            for choice in cost["choice"]:
                self.choices = <Demand *>grown(
                    self.choices, &self.choice_room, self.n_choices, sizeof(Demand), MAX_CHOICES, "alternative costs",
                    self.fixed,
                )
                read_cost(choice, &self.choices[self.n_choices])
                self.n_choices += 1
                c.n_choices += 1
        c.part = self.n_parts
        for text in cost.get("other", ()):
            if text == "kill self":
                c.flags |= COST_KILL_SELF
            self.new_part(text, where == "here")
            c.n_parts += 1
        return 0

    cdef int read_adds(self, Clause *c, object adds) except -1:
        energy = adds.get("energy", 0)
        c.adds_energy = 255 if energy == "x" else energy
        for symbol, n in adds.get("power", {}).items():
            if symbol == "any":
                c.adds_universal = 255 if n == "x" else n
            else:
                c.adds_power[<int>DOMAINS.index(symbol)] = n
        c.restriction = _RESTRICTION[adds.get("restriction")]
        return 0

    cdef int read_modifier(self, Clause *c, object modifier) except -1:
        energy = modifier.get("energy")
        if energy is not None:
            c.energy = self.expression(energy)
        power = dict(modifier.get("power", {}))
        if has_formula(power):
            ((symbol, formula),) = power.items()
            c.power = self.expression(formula)
            power = {symbol: 1}
        if power:
            read_cost({"power": power}, &c.cost)
        if "min_energy" in modifier:
            c.min_energy = modifier["min_energy"]
        if "kill self" in modifier.get("instead", ""):
            c.flags |= COST_KILL_SELF
        if "banish" in modifier.get("instead", ""):
            c.flags |= BANISHES
        if "choice" in modifier:
            c.flags |= EITHER
        for name, bit in (
            ("energy", SETS_ENERGY), ("power", SETS_POWER), ("other", SETS_OTHER), ("deflect", SETS_DEFLECT),
        ):
            if name in modifier.get("sets", {}):
                c.flags |= bit
        return 0

    cdef int node(self, int op, int a=0, int b=0, int c=0) except -1:
        cdef Node *n
        self.nodes = <Node *>grown(
            self.nodes, &self.node_room, self.n_nodes, sizeof(Node), MAX_NODES, "expressions", self.fixed
        )
        n = &self.nodes[self.n_nodes]
        n.op = op
        n.a = a
        n.b = b
        n.c = c
        self.n_nodes += 1
        return self.n_nodes - 1

    cdef int expression(self, object e) except -1:
        """The node of an expression of catalog/expressions.py; what a position does not hold is OP_UNKNOWN."""
        cdef int a, b, start
        if isinstance(e, int):
            return self.node(OP_CONST, e)
        if type(e) is not list or not e:
            raise CatalogError(f"expected a number or an operation with its arguments, found {e!r}")
        op = (<list>e)[0]
        if op in _PLAIN:
            return self.node(_PLAIN[op])
        if op == "empowered":
            return self.node(OP_EMPOWERED_TIMES, 1)
        if op in _NUMBER:
            return self.node(_NUMBER[op], e[1])
        if op in _FILTERED:
            return self.node(_FILTERED[op], self.filter(e[1]), e[2] if len(e) > 2 else 1)
        if op == "within_points":
            return self.node(OP_WITHIN_POINTS, 1 if e[1] == "you" else 2, e[2])
        if op == "chose_enemy_unit_this_turn":
            return self.node(OP_CHOSE_ENEMY_UNITS, 1)
        if op == "event":
            return self.node(OP_EXCESS_DAMAGE, e[2]) if e[1] == "excess_damage" else self.node(OP_EVENT)
        if op == "played_this_turn":
            if e[1] == "spell":
                return self.node(OP_PLAYED_SPELL)
            if e[1] == "equipment":
                return self.node(OP_PLAYED_EQUIPMENT)
            a = self.node(OP_PLAYED_CARD)
            # Which cards they were is not known; where there were none, it is.
            return a if e[1] == "card" else self.node(OP_AND, a, self.node(OP_UNKNOWN))
        if op == "first":
            return self.node(OP_FIRST, _FIRST[e[1]])
        if op == "state":
            return self.node(OP_STATE, _STATE[e[1]]) if e[1] in _STATE else self.node(OP_UNKNOWN)
        if op == "times":
            a = self.expression(e[2])
            return self.node(OP_TIMES, e[1], a)
        if op == "tags_among":
            start = self.n_tag_lists
            for tag in e[1]:
                self.tag_lists = <uint16_t *>grown(
                    self.tag_lists, &self.tag_list_room, self.n_tag_lists, sizeof(uint16_t), MAX_TAG_LISTS, "tags in lists",
                    self.fixed,
                )
                self.tag_lists[self.n_tag_lists] = self.tag(tag)
                self.n_tag_lists += 1
            return self.node(OP_TAGS_AMONG, self.filter(e[2]), start, len(e[1]))
        if op == "not":
            a = self.expression(e[1])
            return self.node(OP_NOT, a)
        if op in ("and", "or"):
            a = self.expression(e[1])
            for part in e[2:]:
                b = self.expression(part)
                a = self.node(OP_AND if op == "and" else OP_OR, a, b)
            return a
        return self.node(OP_UNKNOWN)

    cdef int circumstance(self, int when, object trigger) except -2:
        """A condition with what the trigger itself says of the moment, where a position shows that."""
        cdef int more = -1
        event = trigger.get("event", "")
        if trigger.get("on") == "an opponent's turn":
            more = self.node(OP_NOT, self.node(OP_YOUR_TURN))
        elif event.startswith(("start of", "end of")) and trigger.get("who") == "you":
            more = self.node(OP_YOUR_TURN)
        elif "during a showdown" in trigger.get("how", ""):
            more = self.node(OP_SHOWDOWN)
        elif event == "showdown begins" and trigger.get("where") == "here":
            more = self.node(OP_SHOWDOWN_HERE)
        return when if more < 0 else more if when < 0 else self.node(OP_AND, when, more)

    cdef bint asks(self, int at, int op) noexcept:
        """Is there such an operation in the expression?"""
        cdef Node *n
        if at < 0:
            return False
        n = &self.nodes[at]
        if n.op == op:
            return True
        if n.op == OP_AND or n.op == OP_OR:
            return self.asks(n.a, op) or self.asks(n.b, op)
        if n.op == OP_NOT:
            return self.asks(n.a, op)
        return n.op == OP_TIMES and self.asks(n.b, op)

    cdef int filter(self, object data) except -1:
        cdef Filter *f
        cdef int number, chooses
        chooses = -1
        if isinstance(data.get("chooses"), dict):
            chooses = self.filter(data["chooses"])
        elif "chooses" in data:
            chooses = -2
        self.filters = <Filter *>grown(
            self.filters, &self.filter_room, self.n_filters, sizeof(Filter), MAX_FILTERS, "filters", self.fixed
        )
        number = self.n_filters
        self.n_filters += 1
        f = &self.filters[number]
        memset(f, 0, sizeof(Filter))
        f.token = -1
        f.chooses = chooses
        types = data.get("type", ())
        for name in [types] if isinstance(types, str) else types:
            if name in _TYPE:
                f.types |= <int>_TYPE[name]
            else:
                f.unknown = True
        f.controller = {None: 0, "any": 0, "you": 1, "opponent": 2, "payer": 3}[data.get("controller")]
        tags = [data["tag"]] if "tag" in data else data.get("tags_any", ())
        if len(tags) > FILTER_TAGS:
            f.unknown = True
            tags = ()
        for tag in tags:
            f.tags[f.n_tags] = self.tag(tag)
            f.n_tags += 1
        if "domain" in data:
            f.domains = 1 << <int>DOMAINS.index(data["domain"])
        if "keyword" in data:
            # Whether something has another keyword just now, a position does not hold.
            f.keywords = 0 if data["keyword"] == "quick-draw" else _KEYWORD.get(data["keyword"], 0)
            f.unknown = f.unknown or f.keywords == 0
        state = data.get("state")
        if state in _STATE:
            f.states = _STATE[state]
        elif state == "ready" or state == "detached":
            f.lacks = STATE_EXHAUSTED if state == "ready" else STATE_ATTACHED
        elif state == "facedown":
            f.from_ = 4
        elif state is not None:
            f.unknown = True
        f.at = {None: 0, "here": 1, "battlefield": 2, "base": 3}.get(data.get("at"), 0)
        f.from_ = _FROM.get(data.get("from"), f.from_)
        f.unknown = f.unknown or data.get("from") not in (None, *_FROM) or "target" in data
        if "token" in data:
            f.token = bool(data["token"])
        f.name_self = data.get("name") == "self"
        f.other = bool(data.get("other"))
        f.itself = bool(data.get("self"))
        f.bearer = bool(data.get("bearer"))
        f.weaker = bool(data.get("weaker"))
        return number

    cdef int tag(self, str name) except -1:
        found = self.tags.get(name)
        if found is None:
            found = self.tags[name] = len(self.tags) + 1
        return found

    cdef int new_part(self, str text, bint here=False) except -1:
        """A new row for a part of a cost. Its words ask for something else at a place: that one goes by no name."""
        cdef int number = self.n_parts
        self.parts = <Part *>grown(
            self.parts, &self.part_room, number, sizeof(Part), MAX_PARTS, "parts of costs", self.fixed
        )
        self.read_part(text, &self.parts[number])
        self.parts[number].here = here
        self.part_names.append(text)
        self.n_parts += 1
        if not here and text not in self.part_numbers:
            self.part_numbers[text] = number
        return number

    cdef int read_part(self, str text, Part *p) except -1:
        memset(p, 0, sizeof(Part))
        p.verb = VERB_UNKNOWN
        p.token = -1
        match = _part_pattern().match(text)
        if match is None:
            return 0
        verb, n, of, restriction = match.groups()
        if n in ("self", "legend"):
            if of is None and restriction is None:
                p.verb = _PART_VERB.get(verb, VERB_UNKNOWN)
                p.of = OF_SELF if n == "self" else OF_LEGEND
                p.n = 1
            return 0
        p.n = N_ANY if n == "x" else 0 if n == "all" else min(int(n), 254)
        if p.n == 0:
            return 0
        if verb == "discard" and of is None:
            p.verb = VERB_DISCARD
            p.of = OF_HAND
        elif verb == "spend" and of in ("buff", "xp"):
            p.verb = VERB_SPEND_BUFF if of == "buff" else VERB_SPEND_XP
            p.of = OF_UNIT if of == "buff" else OF_PLAYER
        elif verb == "recycle" and of == "rune":
            p.verb = VERB_RECYCLE_RUNE
            p.of = OF_PLAYER
        elif verb == "burn" and of is None and restriction is None:
            p.verb = VERB_BURN
            p.of = OF_DECK
        elif verb in _PART_VERB and of in _PART_OF:
            p.verb = _PART_VERB[verb]
            p.of = _PART_OF[of]
        else:
            return 0
        for limit in restriction.split(", ") if restriction is not None else ():
            if not self.restrict(p, limit):
                p.verb = VERB_UNKNOWN
        return 0

    cdef bint restrict(self, Part *p, str limit):
        """One restriction of a part of a cost. False: it asks something that a position does not hold."""
        cdef bint card = p.of in (OF_HAND, OF_TRASH, OF_ANY_TRASH)  # in a zone: it has no state
        if limit in _STATE:
            p.states |= <int>_STATE[limit]
            return not card
        if limit == "other":
            p.other = True
            return not card
        if limit == "self":
            p.itself = True
            return not card
        if limit in ("token", "non-token"):
            p.token = limit == "token"
            return not card
        if limit in ("spell", "unit", "gear"):
            p.types |= <int>_TYPE[limit]
            return card
        tags = limit.split("|")
        if p.n_tags or len(tags) > FILTER_TAGS or limit in _KEYWORD:
            return False
        for tag in tags:
            p.tags[p.n_tags] = self.tag(tag)
            p.n_tags += 1
        return True


cdef bint asks_price(const Clause *c) noexcept:
    """Is it a price asked for by a trigger, by an instruction, or in place of what would happen (a death)?"""
    cdef int i, asked = c.cost.energy + c.cost.any + c.cost.hybrid + c.cost.hybrid2 + c.n_parts
    for i in range(N_DOMAINS):
        asked += c.cost.power[i]
    return c.kind in (TRIGGERED_COST, RESOLUTION_COST) or (c.kind == OTHER_COST and c.what != ON_ABILITY and asked > 0)


cdef bint has_formula(dict power):
    for n in power.values():
        if isinstance(n, list):
            return True
    return False


cdef int read_cost(object cost, Demand *into) except -1:
    """A cost dict (numbers only) as a demand."""
    cdef Cost c = Cost(cost.get("energy", 0), power=cost.get("power"))
    into[0] = c.demand
    return 0


def compile_strictly(card):
    """Compile a Card into a table of its own; raises what keeps it from being compiled whole."""
    cdef Compiler scratch = Compiler()
    scratch.strict = True
    scratch.add(card)
