"""What each kind of clause does to costs, and what each operation of its conditions and amounts looks at."""

from riftcore.cards._clauses cimport (
    ACTIVATED_COST,
    ADDITIONAL_MANDATORY,
    ADDITIONAL_OPTIONAL,
    ALTERNATE_COST,
    COMPONENT,
    COST_EXHAUST_SELF,
    COST_KILL_SELF,
    COST_X_ENERGY,
    COST_X_POWER,
    DISCOUNT_OTHER,
    DISCOUNT_SELF,
    DOES_ABILITY,
    DOES_ACCELERATE,
    DOES_COMPONENT,
    DOES_DEFLECT,
    DOES_DISCOUNT,
    DOES_FLOW,
    DOES_HIDE,
    DOES_INCREASE,
    DOES_LACKING,
    DOES_NOTHING,
    DOES_OPTIONAL,
    DOES_REPEAT,
    DOES_TAX,
    DOES_TO_ABILITY,
    DOES_TO_DEFLECT,
    DOES_UNDEFLECT,
    DOES_UNHIDE,
    DOES_WEAPONMASTER,
    FOR_GEARS,
    FOR_SHOWDOWNS,
    FOR_SPELLS,
    FOR_UNITS,
    FREELY,
    FROM_TRASH,
    GRANTED,
    IGNORE_COST,
    INCREASE_OTHER,
    INCREASE_SELF,
    IS_BATTLEFIELD,
    IS_GEAR,
    IS_RUNE,
    KEYWORD_ACCELERATE,
    KEYWORD_DEFLECT,
    KEYWORD_FLOW,
    KEYWORD_REPEAT,
    KEYWORD_WEAPONMASTER,
    LACKING,
    LASTS_NEXT,
    LASTS_STATIC,
    LASTS_TURN,
    ON_ABILITY,
    ON_HIDE,
    ON_MOVE,
    ON_OPTIONAL,
    ON_REPEAT,
    ON_SELF,
    OP_ALWAYS,
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
    OP_UNKNOWN,
    OP_WITHIN_POINTS,
    OP_YOUR_TURN,
    PLAYS_SELF,
    SETS_DEFLECT,
    SRC_ANOMALY,
    SRC_BOTH,
    SRC_GEAR_POWER,
    SRC_GOLD,
    SRC_HENGE,
    SRC_LUX,
    SRC_ONE,
    SRC_SHOWDOWN_ENERGY,
    SRC_SPELLS_POWER,
    SRC_TWO,
    SRC_UNITS_ENERGY,
    SRC_UNIVERSAL,
    SRC_UNKNOWN,
    STATE_EXHAUSTED,
    TAX,
    TRIGGERED,
)
from riftcore.ground._types cimport N_DOMAINS

cdef enum:
    OF_A = 0x1000           # of an operation on others: of its a, of its b
    OF_B = 0x2000
    OF_FILTER = 0x4000      # what its filter looks at, too
    GEAR_ABILITY = 1        # Node.a of OP_FIRST
    OPPONENTS = 2           # Filter.controller

cdef int[OP_UNKNOWN + 1] READS


cdef int fill_reads() except -1:
    """The table by operation. An operation without a row does not get past the import."""
    cdef int op
    rows = {
        OP_ALWAYS: READS_NOTHING,
        OP_CONST: READS_NOTHING,
        OP_AND: OF_A | OF_B,
        OP_OR: OF_A | OF_B,
        OP_NOT: OF_A,
        OP_TIMES: OF_B,
        OP_LEGION: READS_TURN,
        OP_LEVEL: READS_GAME,
        OP_EMPOWERED_TIMES: READS_STATES,
        OP_STATE: READS_STATES | READS_EXHAUSTED,
        OP_PAID_ADDITIONAL: READS_ACT | READS_STATES,
        OP_IN_COMBAT: READS_STATES,
        OP_IN_SHOWDOWN: READS_GAME | READS_THINGS,
        OP_AT_BATTLEFIELD: READS_THINGS,
        OP_NOT_FROM_HAND: READS_ACT,
        OP_WITHIN_POINTS: READS_GAME,
        OP_CONTROLS: OF_FILTER,
        OP_CONTROLS_EXACTLY_HERE: READS_THINGS | READS_GAME,
        OP_OPPONENT_CONTROLS: OF_FILTER,
        OP_PLAYED_SPELL: READS_TURN,
        OP_PLAYED_CARD: READS_TURN,
        OP_ENEMY_DIED: READS_TURN,
        OP_ENERGY_ON_ONE_SPELL: READS_SPENT,
        OP_POWER_SPENT: READS_SPENT,
        OP_RUNES_AT_MOST: READS_RUNES,
        OP_RUNES_AT_LEAST: READS_RUNES,
        OP_FEWER_RUNES: READS_RUNES,
        OP_TARGET: READS_TARGETS,
        OP_CONTROLS_BATTLEFIELD: READS_GAME,
        OP_FIRST: READS_TURN,
        OP_SHOWDOWN: READS_GAME,
        OP_SHOWDOWN_HERE: READS_GAME | READS_THINGS,
        OP_YOUR_TURN: READS_GAME,
        OP_CHOSE_ENEMY_UNITS: READS_TURN,
        OP_CHOSE_ENEMIES: READS_TURN,
        OP_PLAYED_EQUIPMENT: READS_TURN,
        OP_EVENT: READS_ACT,
        OP_EXCESS_DAMAGE: READS_ACT,
        OP_COUNT: OF_FILTER,
        OP_RUNES: READS_RUNES,
        OP_TRASH: READS_CARDS,
        OP_TRASH_NAMED_SELF: READS_CARDS,
        OP_CARDS_PLAYED: READS_TURN,
        OP_POINTS_FROM_HOLDING: READS_TURN,
        OP_POINTS: READS_GAME,
        OP_MAX_MIGHT: OF_FILTER | READS_STATES,
        OP_SELF_MIGHT: READS_STATES,
        OP_TARGET_MIGHT: READS_TARGETS,
        OP_PAID_MIGHT: READS_ACT,
        OP_KILLED: READS_ACT,
        OP_KILLED_ENERGY: READS_ACT,
        OP_KILLED_POWER: READS_ACT,
        OP_BUFFS_SPENT: READS_ACT,
        OP_UNITS_BEYOND_FIRST: READS_ACT,
        OP_TAGS_AMONG: OF_FILTER,
        OP_UNKNOWN: READS_NOTHING,
    }
    for op in range(OP_UNKNOWN + 1):
        READS[op] = rows.pop(op)
    if rows:
        raise ImportError(f"_traits: rows of operations that there are not: {rows}")
    return 0


fill_reads()


cdef int reads_of(const Node *nodes, const Filter *filters, int node) noexcept nogil:
    """What a condition or an amount looks at, as READS_ bits; of none (-1) nothing."""
    cdef int row, found
    if node < 0:
        return READS_NOTHING
    row = READS[nodes[node].op]
    found = row & 0xFFF
    if row & OF_A:
        found |= reads_of(nodes, filters, nodes[node].a)
    if row & OF_B:
        found |= reads_of(nodes, filters, nodes[node].b)
    if nodes[node].op == OP_FIRST and nodes[node].a == GEAR_ABILITY:
        found |= READS_EXHAUSTED  # an Add of a gear is one
    if row & OF_FILTER:
        found |= filter_reads(&filters[nodes[node].a])
    return found


cdef int filter_reads(const Filter *f) noexcept nogil:
    """What counting things by this filter looks at."""
    cdef int found
    if f.types & IS_RUNE:
        return READS_RUNES
    if f.types & IS_BATTLEFIELD:
        return READS_GAME
    if f.from_:
        return READS_CARDS
    found = READS_THINGS | (READS_STATES if f.states | f.lacks or f.weaker else READS_NOTHING)
    if f.controller != OPPONENTS:
        if (f.states | f.lacks) & STATE_EXHAUSTED:
            found |= READS_EXHAUSTED
        if (f.types == 0 or f.types & IS_GEAR) and f.n_tags == 0:
            found |= READS_GEAR
    return found


cdef uint8_t does_of(const Clause *c, const Filter *filters) noexcept nogil:
    """What the clause does to costs while its card is there (DOES_)."""
    cdef bint given = c.flags & GRANTED != 0 and c.flags & TRIGGERED == 0
    cdef bint static = c.lasts == LASTS_STATIC
    if c.kind == KEYWORD_DEFLECT and given and static and c.filter >= 0:
        return DOES_LACKING if c.flags & LACKING else DOES_DEFLECT
    if c.kind == IGNORE_COST and c.flags & SETS_DEFLECT and c.filter >= 0 and filters[c.filter].chooses >= 0:
        return DOES_UNDEFLECT
    if c.kind == KEYWORD_ACCELERATE and given:
        return DOES_ACCELERATE
    if c.kind == ADDITIONAL_OPTIONAL and given:
        return DOES_OPTIONAL
    if c.kind == KEYWORD_REPEAT and given and static:
        return DOES_REPEAT
    if c.kind == DISCOUNT_OTHER and c.flags & TRIGGERED == 0:
        if c.flags & COMPONENT:
            return DOES_COMPONENT if c.what == ON_OPTIONAL or c.what == ON_REPEAT else DOES_NOTHING
        return DOES_DISCOUNT if static else DOES_NOTHING
    if c.kind == INCREASE_OTHER and c.flags & TRIGGERED == 0 and static:
        return DOES_INCREASE
    if c.kind == ALTERNATE_COST and c.what == ON_HIDE:
        return DOES_HIDE
    if c.kind == TAX and c.what == ON_MOVE:
        return DOES_TAX
    if c.kind == ACTIVATED_COST and c.flags & GRANTED and static and c.filter >= 0:
        return DOES_ABILITY
    if c.kind == KEYWORD_WEAPONMASTER and c.flags & GRANTED and c.filter >= 0:
        return DOES_WEAPONMASTER
    return DOES_NOTHING


cdef uint8_t later_of(const Clause *c) noexcept nogil:
    """What the clause does to costs for the rest of the turn, once its card did it (DOES_)."""
    if c.kind == DISCOUNT_OTHER and (c.lasts == LASTS_NEXT or c.lasts == LASTS_TURN):
        return DOES_DISCOUNT
    if c.kind == INCREASE_OTHER and c.lasts != LASTS_STATIC:
        return DOES_INCREASE
    if c.kind == KEYWORD_REPEAT and c.flags & GRANTED and c.lasts != LASTS_STATIC:
        return DOES_REPEAT
    if c.kind == KEYWORD_FLOW and c.flags & GRANTED:
        return DOES_FLOW
    if c.kind == IGNORE_COST and c.what == ON_HIDE:
        return DOES_UNHIDE
    if c.kind == KEYWORD_DEFLECT and c.lasts == LASTS_TURN:
        return DOES_TO_DEFLECT
    if c.kind == ACTIVATED_COST and c.flags & GRANTED and c.lasts == LASTS_TURN:
        return DOES_TO_ABILITY
    return DOES_NOTHING


cdef uint8_t own_of(const Clause *c) noexcept nogil:
    """What the clause does to costs of its own card (OWN_)."""
    if c.kind == DISCOUNT_SELF or c.kind == INCREASE_SELF:
        return OWN_ABILITY if c.what == ON_ABILITY else OWN_PLAY
    if c.kind == IGNORE_COST:
        return OWN_PLAY if c.what == ON_SELF else OWN_NOTHING
    if c.kind == ALTERNATE_COST:
        return OWN_PLAY if c.flags & PLAYS_SELF and c.flags & (TRIGGERED | FROM_TRASH) == 0 else OWN_NOTHING
    if c.kind == ADDITIONAL_MANDATORY:
        return OWN_PLAY
    if c.kind in (KEYWORD_ACCELERATE, ADDITIONAL_OPTIONAL, KEYWORD_REPEAT) and c.flags & GRANTED == 0:
        return OWN_OPTION
    return OWN_NOTHING


cdef bint lowers(const Clause *c) noexcept nogil:
    """May the clause lower a cost, of its own card or of another?"""
    return c.kind in (DISCOUNT_SELF, DISCOUNT_OTHER, IGNORE_COST, ALTERNATE_COST, KEYWORD_FLOW)


cdef int source_kind(const Clause *c) noexcept:
    """What an Add ability with Reaction is to the record, by its cost and what it makes."""
    cdef int d, typed = 0, domain = 0
    cdef bint only_exhausts, plain_cost
    for d in range(N_DOMAINS):
        if c.adds_power[d]:
            typed += c.adds_power[d]
            domain = d
    plain_cost = c.cost.energy == 0 and c.cost.any == 0 and c.cost.hybrid == 0 and c.n_choices == 0
    for d in range(N_DOMAINS):
        plain_cost = plain_cost and c.cost.power[d] == 0
    if c.flags & COST_EXHAUST_SELF == 0:
        return SRC_UNKNOWN
    if c.flags & COST_X_POWER and plain_cost and c.n_parts == 0:
        return SRC_ANOMALY if c.adds_energy == 255 and c.restriction == FREELY else SRC_UNKNOWN
    if c.flags & COST_X_ENERGY and plain_cost and c.n_parts == 0:
        return SRC_HENGE if c.adds_universal == 255 and c.restriction == FREELY else SRC_UNKNOWN
    only_exhausts = plain_cost and c.n_parts == 0 and c.flags & (COST_X_POWER | COST_X_ENERGY) == 0
    if only_exhausts:
        if typed == 1 and c.adds_energy + c.adds_universal == 0 and c.restriction == FREELY:
            return domain
        if typed:
            return SRC_UNKNOWN
        if c.adds_universal == 0 and c.adds_energy == 1:
            return (
                SRC_ONE if c.restriction == FREELY
                else SRC_SHOWDOWN_ENERGY if c.restriction == FOR_SHOWDOWNS else SRC_UNKNOWN
            )
        if c.adds_universal == 0 and c.adds_energy == 2:
            return SRC_TWO if c.restriction == FREELY else SRC_LUX if c.restriction == FOR_SPELLS else SRC_UNKNOWN
        if c.adds_universal == 1 and c.adds_energy == 0:
            return (
                SRC_UNIVERSAL if c.restriction == FREELY
                else SRC_SPELLS_POWER if c.restriction == FOR_SPELLS
                else SRC_GEAR_POWER if c.restriction == FOR_GEARS else SRC_UNKNOWN
            )
        if c.adds_universal == 1 and c.adds_energy == 1 and c.restriction == FREELY:
            return SRC_BOTH
        return SRC_UNKNOWN
    if typed:
        return SRC_UNKNOWN
    if plain_cost and c.n_parts == 1 and c.flags & COST_KILL_SELF:
        if c.adds_universal == 1 and c.adds_energy == 0 and c.restriction == FREELY:
            return SRC_GOLD
        return SRC_UNKNOWN
    if c.cost.any == 2 and c.cost.energy == 0 and c.cost.hybrid == 0 and c.n_parts == 0:
        for d in range(N_DOMAINS):
            if c.cost.power[d]:
                return SRC_UNKNOWN
        if c.adds_energy == 2 and c.adds_universal == 0 and c.restriction == FOR_UNITS:
            return SRC_UNITS_ENERGY
    return SRC_UNKNOWN
