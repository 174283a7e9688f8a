"""Conditions and numbers of clauses, evaluated on a position.

Each operation is one of catalog/expressions.py, which says what it means. Conditions have three
values: what a position does not hold (what the scenario left open, facts of an event) is neither
true nor false, and the caller then answers that it does not know.
"""

from riftcore.cards._clauses cimport (
    IS_BATTLEFIELD,
    IS_RUNE,
    IS_UNIT,
    KW_AMBUSH,
    KW_REACTION,
    KW_TEMPORARY,
    OP_AND,
    OP_AT_BATTLEFIELD,
    OP_BUFFS_SPENT,
    OP_CARDS_PLAYED,
    OP_CHOSE_ENEMIES,
    OP_CHOSE_ENEMY_UNITS,
    OP_CONST,
    OP_CONTROLS,
    OP_CONTROLS_BATTLEFIELD,
    OP_CONTROLS_EXACTLY_HERE,
    OP_COUNT,
    OP_EMPOWERED_TIMES,
    OP_ENEMY_DIED,
    OP_ENERGY_ON_ONE_SPELL,
    OP_EVENT,
    OP_EXCESS_DAMAGE,
    OP_FEWER_RUNES,
    OP_FIRST,
    OP_IN_COMBAT,
    OP_IN_SHOWDOWN,
    OP_KILLED,
    OP_KILLED_ENERGY,
    OP_KILLED_POWER,
    OP_LEGION,
    OP_LEVEL,
    OP_MAX_MIGHT,
    OP_NOT,
    OP_NOT_FROM_HAND,
    OP_OPPONENT_CONTROLS,
    OP_OR,
    OP_PAID_ADDITIONAL,
    OP_PAID_MIGHT,
    OP_PLAYED_CARD,
    OP_PLAYED_EQUIPMENT,
    OP_PLAYED_SPELL,
    OP_POINTS,
    OP_POINTS_FROM_HOLDING,
    OP_POWER_SPENT,
    OP_RUNES,
    OP_RUNES_AT_LEAST,
    OP_RUNES_AT_MOST,
    OP_SELF_MIGHT,
    OP_SHOWDOWN,
    OP_SHOWDOWN_HERE,
    OP_STATE,
    OP_TAGS_AMONG,
    OP_TARGET,
    OP_TARGET_MIGHT,
    OP_TIMES,
    OP_TRASH,
    OP_TRASH_NAMED_SELF,
    OP_UNITS_BEYOND_FIRST,
    OP_WITHIN_POINTS,
    OP_YOUR_TURN,
    STATE_ATTACKING,
    STATE_DEFENDING,
    STATE_EXHAUSTED,
    STATE_PAID,
    STATE_TEMPORARY,
    STATE_TOKEN,
    STATE_UNPAID,
    Facts,
    Filter,
    Node,
)
from riftcore.ground._types cimport N_DOMAINS
from riftcore.position._position cimport (
    ACT_MOVE,
    ACT_PLAY,
    ACT_TRIGGER,
    FROM_FACEDOWN,
    FROM_HAND,
    FROM_TRASH_ZONE,
    NOBODY,
    NOWHERE,
    NO_REF,
    REF_BATTLEFIELD,
    REF_CHAIN,
    REF_FACEDOWN,
    REF_LEGEND,
    REF_PLAYED,
    REF_TRASH,
    SEEN_MORE,
    Player,
    Thing,
    card_at,
    controller_at,
    might_of,
    states_of,
    thing_seen,
)


cdef enum:  # Filter.from_
    FROM_YOUR_TRASH = 1
    FROM_YOUR_HAND = 2
    FACEDOWN = 4
    FROM_A_TRASH = 5


cdef int place_of(const Context *x) noexcept nogil:
    """Where self is: 0 base, 1 + battlefield; NOWHERE for what is nowhere (legends, cards in hand)."""
    cdef const Thing *thing
    if x.me >= REF_BATTLEFIELD:
        return 1 + x.me - REF_BATTLEFIELD
    if 0 <= x.me < REF_LEGEND:
        thing = thing_seen(x.pos, x.me)
        return thing.at
    return NOWHERE


cdef int place_at(const Position *pos, int ref) noexcept nogil:
    """Where an object on the board or a facedown card is: 0 base, 1 + battlefield; NOWHERE for all else."""
    if 0 <= ref < REF_LEGEND and thing_seen(pos, ref) is not NULL:
        return thing_seen(pos, ref).at
    if REF_FACEDOWN <= ref < REF_CHAIN and card_at(pos, ref):
        return 1 + pos.players[(ref - REF_FACEDOWN) >> 2].facedown[(ref - REF_FACEDOWN) & 3].at
    return NOWHERE


cdef bint has_reaction(const Tables *t, const Position *pos, const Act *act) noexcept nogil:
    """Has the card that is being played Reaction? Printed; facedown (811); Ambush to an own battlefield."""
    cdef const Facts *f = &t.facts[act.card]
    cdef int i, p, given
    if f.keywords & KW_REACTION or act.from_ == FROM_FACEDOWN:
        return True
    if act.from_ == FROM_HAND:
        # "Each Equipment in your hand has Quick-Draw" (819).
        for p in range(pos.n_players):
            for i in range(pos.players[p].n_board):
                if pos.players[p].board[i].controller != act.player or pos.players[p].board[i].attached != NO_REF:
                    continue
                given = t.facts[pos.players[p].board[i].card].hastens
                if given >= 0 and facts_match(&t.filters[given], f):
                    return True
    if f.keywords & KW_AMBUSH and 0 < act.to < NOWHERE:
        for p in range(pos.n_players):
            for i in range(pos.players[p].n_board):
                if pos.players[p].board[i].at == act.to and (
                    t.facts[pos.players[p].board[i].card].type & IS_UNIT
                    and pos.players[p].board[i].controller == act.player
                ):
                    return True
    return False


cdef bint is_token(int states, const Facts *facts) noexcept nogil:
    return facts.token or states & STATE_TOKEN != 0


cdef bint facts_match(const Filter *f, const Facts *facts) noexcept nogil:
    """Printed facts: type, domain, tags. The keyword is the caller's."""
    cdef int i, j
    if f.types and not f.types & facts.type:
        return False
    if f.domains and not f.domains & facts.domains:
        return False
    if f.n_tags == 0:
        return True
    for i in range(f.n_tags):
        for j in range(facts.n_tags):
            if f.tags[i] == facts.tags[j]:
                return True
    return False


cdef bint known(Context *x, const Filter *f) noexcept nogil:
    """What asks for something that a position does not hold fits nothing, and the answer is not known."""
    if f.unknown:
        x.unknown = True
    return not f.unknown


cdef bint in_zone(const Filter *f, const Context *x, int ref) noexcept nogil:
    """Is what the ref names where the filter asks for it? No object on the board is."""
    if f.from_ == FROM_A_TRASH or (f.from_ == FROM_YOUR_TRASH and controller_at(x.pos, ref) == x.you):
        return ref >= REF_TRASH
    return f.from_ == FACEDOWN and REF_FACEDOWN <= ref < REF_CHAIN


cdef bint matches(Context *x, int number, int ref) noexcept nogil:
    """Does what the ref names match the filter, seen from self?"""
    cdef const Filter *f = &x.t.filters[number]
    cdef const Thing *thing = thing_seen(x.pos, ref)
    cdef const Facts *facts = &x.t.facts[card_at(x.pos, ref)]
    cdef int controller = controller_at(x.pos, ref)
    cdef int states = 0, at
    if not facts_match(f, facts):
        return False
    if f.itself and ref != x.me:
        return False
    if f.other and ref == x.me:
        return False
    if f.controller == 1 and controller != x.you:
        return False
    if f.controller == 2 and (controller == x.you or controller == NOBODY):
        return False
    if f.controller == 3 and (x.act is NULL or controller != x.act.player):
        return False
    if f.name_self and card_at(x.pos, ref) != x.card:
        return False
    if f.bearer and (thing_seen(x.pos, x.me) is NULL or thing_seen(x.pos, x.me).attached != ref):
        return False
    if f.weaker and (thing is NULL or thing_seen(x.pos, x.me) is NULL):
        return False
    if f.weaker and might_of(x.t, thing) >= might_of(x.t, thing_seen(x.pos, x.me)):
        return False
    if thing is not NULL and (f.states or f.lacks or f.keywords or f.token >= 0):
        states = states_of(x.t, x.pos, thing, ref)  # looks at the whole board
    if f.states & ~states or f.lacks & states:
        return False
    if f.from_ and not in_zone(f, x, ref):
        return False
    if f.keywords & ~(facts.keywords | (KW_TEMPORARY if states & STATE_TEMPORARY else 0)):
        return False
    if f.token >= 0 and is_token(states, facts) != f.token:
        return False
    if f.at:
        at = place_at(x.pos, ref)
        if at == NOWHERE or (f.types and ref >= REF_LEGEND):
            return False
        if f.at == 1 and at != place_of(x):
            return False
        if f.at == 2 and at == 0:
            return False
        if f.at == 3 and at != 0:
            return False
    return known(x, f)


cdef bint card_matches(Context *x, int number, int card, bint token) noexcept nogil:
    """Does the card that is being played match the filter of a modifier?"""
    cdef const Filter *f = &x.t.filters[number]
    cdef const Facts *facts = &x.t.facts[card]
    cdef int keywords = facts.keywords
    cdef int i
    cdef bint found
    if not facts_match(f, facts):
        return False
    if f.itself and x.me != REF_PLAYED:
        return False
    if has_reaction(x.t, x.pos, x.act):
        keywords |= KW_REACTION
    if f.keywords & ~keywords:
        return False
    if f.token >= 0 and token != f.token:
        return False
    if f.name_self and card != x.card:
        return False
    if (f.from_ == FROM_YOUR_TRASH or f.from_ == FROM_A_TRASH) and x.act.from_ != FROM_TRASH_ZONE:
        return False
    if f.from_ == 2 and x.act.from_ != FROM_HAND:
        return False
    if f.from_ == 3 and x.act.from_ == FROM_HAND:
        return False
    if f.from_ == 4 and x.act.from_ != FROM_FACEDOWN:
        return False
    if f.chooses != -1:
        found = False
        for i in range(x.act.n_targets):
            if x.act.targets[i] == x.me if f.chooses == -2 else matches(x, f.chooses, x.act.targets[i]):
                found = True
        if not found:
            return False
    return known(x, f)


cdef int how_many(Context *x, int filter, int op, int start, int n) noexcept nogil:
    """COUNT, MAX_MIGHT or TAGS_AMONG over the board and the legends."""
    cdef int p, i, j, k, ref, result = 0
    cdef int found = 0
    cdef const Player *player
    cdef const Facts *facts
    cdef const Filter *f = &x.t.filters[filter]
    if op == OP_COUNT and (f.from_ or f.types & (IS_RUNE | IS_BATTLEFIELD)):
        for p in range(x.pos.n_players):
            if owner_fits(x, f, p):
                result += count_elsewhere(x, f, p)
        return result
    for p in range(x.pos.n_players):
        player = &x.pos.players[p]
        for i in range(-1, player.n_board):
            if i < 0:
                if not player.has_legend:
                    continue
                ref = REF_LEGEND + p
            else:
                ref = 64 * p + i
            if not matches(x, filter, ref):
                continue
            if op == OP_COUNT:
                result += 1
            elif op == OP_MAX_MIGHT:
                if might_of(x.t, thing_seen(x.pos, ref)) > result:
                    result = might_of(x.t, thing_seen(x.pos, ref))
            else:
                facts = &x.t.facts[card_at(x.pos, ref)]
                for j in range(n):
                    for k in range(facts.n_tags):
                        if facts.tags[k] == x.t.tag_lists[start + j]:
                            found |= 1 << j
    for j in range(n):
        result += found >> j & 1
    return result


cdef bint owner_fits(const Context *x, const Filter *f, int player) noexcept nogil:
    """May what belongs to this player be meant? A hand and a trash are one's own where nothing else is said."""
    if f.controller == 2:
        return player != x.you
    if f.controller == 1 or f.from_ in (FROM_YOUR_TRASH, FROM_YOUR_HAND):
        return player == x.you
    return True


cdef int count_elsewhere(Context *x, const Filter *f, int player) noexcept nogil:
    """How many cards of a zone, runes or battlefields of this player are meant."""
    cdef const Player *p = &x.pos.players[player]
    cdef int i, n = 0
    if f.types & IS_RUNE:
        for i in range(N_DOMAINS):
            if f.domains == 0 or f.domains >> i & 1:
                n += 0 if f.states & STATE_EXHAUSTED else p.supply.ready[i]
                n += 0 if f.lacks & STATE_EXHAUSTED else p.supply.exhausted[i]
    elif f.types & IS_BATTLEFIELD:
        n = battlefields_of(x, player)
    elif f.from_ == FACEDOWN:
        n = p.n_facedown
    elif f.from_ == FROM_YOUR_HAND:
        for i in range(p.n_hand):
            n += in_hand(x, f, p.hand[i])
    else:
        for i in range(p.n_trash):
            n += in_hand(x, f, p.trash[i])
    return n


cdef bint in_hand(Context *x, const Filter *f, int card) noexcept nogil:
    """Is this card of a hand or a trash meant? By what is printed; a card that is not known may be."""
    cdef const Facts *facts = &x.t.facts[card]
    if f.types == 0 and f.n_tags == 0 and f.domains == 0 and f.keywords == 0 and not f.name_self:
        return True
    if card == 0:
        x.unknown = True
        return False
    return facts_match(f, facts) and f.keywords & ~facts.keywords == 0 and (not f.name_self or card == x.card)


cdef int runes_of(const Player *p) noexcept nogil:
    cdef int d, n = 0
    for d in range(N_DOMAINS):
        n += p.supply.ready[d] + p.supply.exhausted[d]
    return n


cdef int opponent_counts(Context *x, int filter) noexcept nogil:
    """The most that one opponent controls of these."""
    cdef int p, q, i, n, most = 0
    for p in range(x.pos.n_players):
        if p == x.you:
            continue
        if x.t.filters[filter].from_ or x.t.filters[filter].types & (IS_RUNE | IS_BATTLEFIELD):
            n = count_elsewhere(x, &x.t.filters[filter], p)
            most = n if n > most else most
            continue
        n = 0
        for q in range(x.pos.n_players):
            for i in range(x.pos.players[q].n_board):
                # The filter is seen from your side: "opponent" in it is any opponent of yours.
                if x.pos.players[q].board[i].controller == p and matches(x, filter, 64 * q + i):
                    n += 1
        if x.pos.players[p].has_legend and matches(x, filter, REF_LEGEND + p):
            n += 1
        if n > most:
            most = n
    return most


cdef int battlefields_of(const Context *x, int player) noexcept nogil:
    cdef int i, n = 0
    for i in range(x.pos.n_battlefields):
        n += x.pos.battlefields[i].controller == player
    return n


cdef int truth(Context *x, int at) noexcept nogil:
    """Is the condition true? 1 yes (also where there is none, -1); -1 no; 0: it rests on what the position does not hold."""
    cdef const Node *n
    cdef int a, b
    cdef bint found, before
    if at < 0:
        return 1
    n = &x.t.nodes[at]
    if n.op == OP_NOT:
        return -truth(x, n.a)
    if n.op == OP_AND or n.op == OP_OR:
        a = truth(x, n.a)
        if a == (-1 if n.op == OP_AND else 1):
            return a
        b = truth(x, n.b)
        return (a if a < b else b) if n.op == OP_AND else (a if a > b else b)
    before = x.unknown
    x.unknown = False
    found = fact_holds(x, n)
    # What was seen is true, whatever else was not.
    a = 1 if found else 0 if x.unknown else -1
    x.unknown = before
    return a


cdef bint holds(Context *x, int at) noexcept nogil:
    """Is the condition known to be true? Where the position does not tell, `unknown` is set."""
    cdef int found = truth(x, at)
    if found == 0:
        x.unknown = True
    return found > 0


cdef bint seen(Context *x, int fact, int times) noexcept nogil:
    """Did it happen so often? A fact of this turn may say "at least so often" (SEEN_MORE)."""
    if fact & ~SEEN_MORE >= times:
        return True
    x.unknown = fact & SEEN_MORE != 0
    return False


cdef bint fact_holds(Context *x, const Node *n) noexcept nogil:
    """One condition without "and", "or", "not"."""
    cdef const Player *me
    cdef const Thing *thing
    cdef int p, i, place, units, fact
    me = NULL
    if x.you < x.pos.n_players:
        me = &x.pos.players[x.you]
    thing = thing_seen(x.pos, x.me)
    if n.op == OP_EMPOWERED_TIMES:
        return thing is not NULL and thing.empowered >= n.a
    if n.op == OP_STATE:
        return thing is not NULL and states_of(x.t, x.pos, thing, x.me) & n.a != 0
    if n.op == OP_PAID_ADDITIONAL:
        if thing is NULL:
            return x.paid_additional
        x.unknown = thing.states & (STATE_PAID | STATE_UNPAID) == 0
        return thing.states & STATE_PAID != 0
    if n.op == OP_IN_COMBAT:
        return thing is not NULL and thing.states & (STATE_ATTACKING | STATE_DEFENDING) != 0
    if n.op == OP_IN_SHOWDOWN:
        return x.pos.showdown != 0 and place_of(x) == x.pos.showdown
    if n.op == OP_SHOWDOWN:
        return x.pos.showdown != 0
    if n.op == OP_SHOWDOWN_HERE:
        return x.pos.showdown != 0 and place_of(x) == x.pos.showdown
    if n.op == OP_AT_BATTLEFIELD:
        return thing is not NULL and x.me < REF_LEGEND and thing.at > 0
    if n.op == OP_NOT_FROM_HAND:
        return x.act is not NULL and x.act.form == ACT_PLAY and x.act.from_ != FROM_HAND
    if n.op == OP_TARGET:
        if x.act is not NULL:
            for i in range(x.act.n_targets):
                if matches(x, n.a, x.act.targets[i]):
                    return True
        return False
    if n.op == OP_CONTROLS_BATTLEFIELD:
        # A battlefield's "you" is whoever asks: the player whose cost it is.
        return x.me >= REF_BATTLEFIELD and x.pos.battlefields[x.me - REF_BATTLEFIELD].controller == x.you
    if n.op == OP_EXCESS_DAMAGE and x.act is not NULL and x.act.excess_damage >= 0:
        return x.act.excess_damage >= n.a
    if n.op == OP_EVENT or n.op == OP_EXCESS_DAMAGE:
        # Outside of a trigger nothing of the kind is happening.
        x.unknown = x.act is NULL or x.act.form == ACT_TRIGGER
        return False
    if me is NULL:
        x.unknown = True
        return False
    if n.op == OP_CHOSE_ENEMY_UNITS:
        return seen(x, me.turn.enemy_units_chosen, n.a)
    if n.op == OP_CHOSE_ENEMIES:
        return seen(x, me.turn.enemies_chosen, n.a)
    if n.op == OP_PLAYED_EQUIPMENT:
        # Where it is not said, who played no gear played no Equipment.
        fact = me.turn.equipment_played
        return seen(x, 0 if fact == SEEN_MORE and me.turn.gear_played == 0 else fact, 1)
    if n.op == OP_LEGION:
        return me.turn.cards_played > 0
    if n.op == OP_LEVEL:
        return me.xp >= n.a
    if n.op == OP_WITHIN_POINTS:
        if n.a == 1:
            return me.points + n.b >= x.pos.victory_score
        for p in range(x.pos.n_players):
            if p != x.you and x.pos.players[p].points + n.b >= x.pos.victory_score:
                return True
        return False
    if n.op == OP_CONTROLS:
        return how_many(x, n.a, OP_COUNT, 0, 0) >= n.b
    if n.op == OP_OPPONENT_CONTROLS:
        return opponent_counts(x, n.a) >= n.b
    if n.op == OP_CONTROLS_EXACTLY_HERE:
        for place in range(x.pos.n_battlefields):
            if x.pos.battlefields[place].controller != x.you:
                continue
            units = 0
            for p in range(x.pos.n_players):
                for i in range(x.pos.players[p].n_board):
                    thing = &x.pos.players[p].board[i]
                    if thing.at == place + 1 and thing.controller == x.you and x.t.facts[thing.card].type & IS_UNIT:
                        units += 1
            if units == n.a:
                return True
        return False
    if n.op == OP_PLAYED_SPELL:
        return me.turn.spells_played > 0
    if n.op == OP_PLAYED_CARD:
        return me.turn.cards_played > 0
    if n.op == OP_ENEMY_DIED:
        return me.turn.enemy_units_died > 0
    if n.op == OP_ENERGY_ON_ONE_SPELL:
        return me.turn.max_energy_on_one_spell >= n.a
    if n.op == OP_POWER_SPENT:
        return me.turn.power_spent >= n.a
    if n.op == OP_RUNES_AT_MOST:
        return runes_of(me) <= n.a
    if n.op == OP_RUNES_AT_LEAST:
        return runes_of(me) >= n.a
    if n.op == OP_FEWER_RUNES:
        for p in range(x.pos.n_players):
            if p != x.you and runes_of(&x.pos.players[p]) > runes_of(me):
                return True
        return False
    if n.op == OP_FIRST:
        return (
            me.turn.gear_played if n.a == 0 else me.turn.gear_abilities if n.a == 1
            else me.turn.cards_played if n.a == 2 else me.turn.spells_played
        ) == 0
    if n.op == OP_YOUR_TURN:
        return x.pos.turn_player == x.you
    x.unknown = True
    return False


cdef int number(Context *x, int at) noexcept nogil:
    """The value of a number; 0 for none (-1)."""
    cdef const Node *n
    cdef const Player *me
    cdef const Thing *thing
    cdef int i, count = 0
    if at < 0:
        return 0
    n = &x.t.nodes[at]
    if n.op == OP_CONST:
        return n.a
    if n.op == OP_TIMES:
        return n.a * number(x, n.b)
    if n.op == OP_COUNT or n.op == OP_MAX_MIGHT:
        return how_many(x, n.a, n.op, 0, 0)
    if n.op == OP_TAGS_AMONG:
        return how_many(x, n.a, n.op, n.b, n.c)
    if n.op == OP_KILLED:
        return x.killed
    if n.op == OP_KILLED_ENERGY:
        return x.killed_energy
    if n.op == OP_KILLED_POWER:
        return x.killed_power
    if n.op == OP_BUFFS_SPENT:
        return x.buffs_spent
    if n.op == OP_UNITS_BEYOND_FIRST:
        return x.act.n_targets - 1 if x.act is not NULL and x.act.form == ACT_MOVE else 0
    if n.op == OP_PAID_MIGHT:
        if x.paid_might < 0:
            x.unknown = True
        return x.paid_might if x.paid_might > 0 else 0
    if n.op == OP_SELF_MIGHT:
        thing = thing_seen(x.pos, x.me)
        return might_of(x.t, thing) if thing is not NULL else 0
    if n.op == OP_TARGET_MIGHT:
        if x.act is not NULL and x.act.n_targets:
            thing = thing_seen(x.pos, x.act.targets[0])
            return might_of(x.t, thing) if thing is not NULL else 0
        x.unknown = True
        return 0
    if x.you >= x.pos.n_players:
        x.unknown = True
        return 0
    me = &x.pos.players[x.you]
    if n.op == OP_RUNES:
        return runes_of(me)
    if n.op == OP_TRASH or n.op == OP_TRASH_NAMED_SELF:
        for i in range(me.n_trash):
            count += n.op == OP_TRASH or me.trash[i] == x.card
        return count
    if n.op == OP_CARDS_PLAYED:
        return me.turn.cards_played
    if n.op == OP_POINTS_FROM_HOLDING:
        return me.turn.points_from_holding
    if n.op == OP_POINTS:
        return me.points
    x.unknown = True
    return 0
