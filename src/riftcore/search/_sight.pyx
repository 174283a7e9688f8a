"""What in sight asks how things were paid, and which cards change what there is to pay with."""

from libc.stdint cimport uint64_t


from riftcore.cards._clauses cimport (
    ACTIVATED_COST,
    ADD_ACTIVATED,
    ADD_MODIFIER,
    DOES_NOTHING,
    GRANTED,
    LASTS_NEXT,
    N_ANY,
    OF_GEAR,
    OF_LEGEND,
    OF_OBJECT,
    OF_SELF,
    OF_UNIT,
    OF_UNIT_OR_GEAR,
    ONCE_EACH_TURN,
    OP_CONST,
    REACTION_TIME,
    STATE_EXHAUSTED,
    TRIGGERED,
    VERB_RECYCLE_RUNE,
    VERB_RETURN,
    VERB_UNKNOWN,
    Clause,
    Facts,
    Part,
)
from riftcore.cards._traits cimport OWN_OPTION, OWN_PLAY, READS_EXHAUSTED, READS_GEAR, READS_RUNES, READS_SPENT, lowers
from riftcore.ground._types cimport MAX_COUNT
from riftcore.payment._units cimport least
from riftcore.position._position cimport Player
from riftcore.search._planner cimport ADDS_OUTSIDE, CHANGES_COSTS, GIVEN, MINDS, ORDER_MATTERS, REDUCED, RETURNS, TAKES


cdef void look_around(Planner *s, const Position *pos) noexcept nogil:
    """What in sight asks how things were paid, and which cards change what there is to pay with?"""
    cdef const Player *p
    cdef int q, i, seen = 0
    cdef bint killable = pos.players[s.player].supply.gold != 0
    for q in range(pos.n_players):
        p = &pos.players[q]
        if p.has_legend:
            seen |= look_at_card(s, p.legend.card, killable)
        for i in range(p.n_board):
            seen |= look_at_card(s, p.board[i].card, killable)
        for i in range(p.n_effects):
            seen |= look_at_card(s, p.effects[i].card, killable) | ORDER_MATTERS
    for i in range(pos.n_battlefields):
        seen |= look_at_card(s, pos.battlefields[i].card, killable)
    s.ordered = seen & ORDER_MATTERS != 0
    if seen & MINDS:
        # On the board it speaks of other cards.
        s.minders = ~<uint64_t>0
    for i in range(s.n_cards):
        seen |= look_at_slot(s, i, killable)
    if seen & TAKES * GIVEN:
        s.takers = ~<uint64_t>0
    if seen & RETURNS * GIVEN:
        s.returners = ~<uint64_t>0
    if seen & MINDS * GIVEN:
        s.minders = ~<uint64_t>0
    s.cheaper = seen & REDUCED * GIVEN != 0
    s.outside = seen & ADDS_OUTSIDE != 0
    s.sensitive = pos.players[s.player].supply.borrowers != 0


cdef int look_at_slot(Planner *s, int slot, bint killable) noexcept nogil:
    """What a card that may be played does to what there is to pay with, and to costs."""
    cdef const Facts *f = &s.t.facts[s.card[slot]]
    cdef uint64_t bit = <uint64_t>1 << slot
    cdef int looks = look_at_card(s, s.card[slot], killable)
    if looks & TAKES:
        s.takers |= bit
    if looks & RETURNS:
        s.returners |= bit
    if looks & (ORDER_MATTERS | CHANGES_COSTS):
        s.meddlers |= bit
    if looks & MINDS:
        s.minders |= bit
    if looks & REDUCED:
        s.reduced |= bit
    if looks & ADDS_OUTSIDE or f.n_sources or f.borrows or f.raises_gold:
        s.bringers |= bit
    return looks


cdef int look_at_card(Planner *s, int card, bint killable) noexcept nogil:
    """What a card in sight asks of how things are paid; what its own cost takes, and what costs that it gives take."""
    cdef const Facts *f = &s.t.facts[card]
    cdef const Clause *c
    cdef int i, found = 0
    cdef bint mine, others
    for i in range(f.n_clauses):
        c = &s.t.clauses[f.clause + i]
        if c.flags & TRIGGERED:
            continue
        if c.kind == ADD_ACTIVATED and c.timing != REACTION_TIME:
            found |= ADDS_OUTSIDE
        elif c.kind != ADD_ACTIVATED and c.kind != ACTIVATED_COST:
            found |= takes_things(s, c) * (GIVEN if c.flags & GRANTED else 1)
            if takes_any_number(s, c):
                found |= MINDS if c.flags & GRANTED == 0 else MINDS * GIVEN
        mine = c.own & (OWN_PLAY | OWN_OPTION) != 0
        others = c.does != DOES_NOTHING or c.kind == ADD_MODIFIER
        if not mine and not others and c.kind != ADD_ACTIVATED:
            continue
        if c.kind != ADD_ACTIVATED:
            found |= ORDER_MATTERS if looks_at_order(s, c) else 0
            found |= CHANGES_COSTS if others else 0
        if lowers(c):
            found |= REDUCED if mine else REDUCED * GIVEN
        if c.reads & READS_RUNES:
            s.runes_matter = True
            found |= MINDS
        if c.reads & (READS_EXHAUSTED | READS_GEAR if killable else READS_EXHAUSTED) or (
            c.filter >= 0 and s.t.filters[c.filter].states & STATE_EXHAUSTED
        ):
            s.things_matter = True
            found |= MINDS * GIVEN if others else MINDS
        if c.reads & READS_SPENT:
            s.spending = True
    return found


cdef bint by_number(const Planner *s, int node) noexcept nogil:
    return node < 0 or s.t.nodes[node].op == OP_CONST


cdef bint looks_at_order(const Planner *s, const Clause *c) noexcept nogil:
    """May what this clause does to a cost depend on what was played before?"""
    return (
        c.when >= 0 or c.lasts == LASTS_NEXT or c.flags & ONCE_EACH_TURN != 0
        or not by_number(s, c.energy) or not by_number(s, c.power)
    )


cdef int takes_things(Planner *s, const Clause *c) noexcept nogil:
    """Does this cost take or exhaust what could be paid with (TAKES), back to the hand even (RETURNS)?"""
    cdef const Part *p
    cdef int i, found = 0
    for i in range(c.n_parts):
        p = &s.t.parts[c.part + i]
        if p.of in (OF_SELF, OF_LEGEND, OF_UNIT, OF_GEAR, OF_UNIT_OR_GEAR, OF_OBJECT):
            found |= TAKES | RETURNS if p.verb == VERB_RETURN else TAKES
            if p.verb == VERB_RETURN:
                s.returned = MAX_COUNT if p.n == N_ANY else least(s.returned + p.n, MAX_COUNT)
        elif p.verb == VERB_RECYCLE_RUNE or p.verb == VERB_UNKNOWN:
            found |= TAKES
    return found


cdef bint takes_any_number(const Planner *s, const Clause *c) noexcept nogil:
    cdef int i
    for i in range(c.n_parts):
        if s.t.parts[c.part + i].n == N_ANY:
            return True
    return False


cdef bint is_returner(const Planner *s, int card) noexcept nogil:
    cdef int i
    for i in range(s.n_cards):
        if s.card[i] == card:
            return s.returners >> i & 1
    return s.returners == ~<uint64_t>0


cdef bint borrower_there(const Planner *s, const Position *pos) noexcept nogil:
    """Has an object the abilities of others? It should use those of what a cost takes before: that is not searched."""
    cdef int p, i
    for p in range(pos.n_players):
        for i in range(pos.players[p].n_board):
            if s.t.facts[pos.players[p].board[i].card].borrows and pos.players[p].board[i].controller == s.player:
                return True
    return False
