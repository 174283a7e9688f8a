/* Cheapest by the default policy: what _pay.pyx and _giving.pxd do, for many simple rows at once. Included once for
   each width (_rows.pxd).

   A row here has one kind of case only: which of Anomaly, Henge and the legend's [A][A] is used. Each case is a pass over
   all rows of the block: units are given up class by class, and the payment is kept where it is better than the best so
   far. Left to the scalar code are rows with Adds of another shape, and those few where ready runes have to be told
   apart one by one (solve_opened).

   Where a row pays no slack is ever below 0, and everything fits a byte with a sign: there are at most MOST_UNITS, and
   what is asked for is at most 15 * 8 + 2. Where it does not pay the numbers mean nothing, and are dropped in the end. */

#define MOST_UNITS 120

/* What a row has and needs, restrictions decided: Kit, Need and Have of _units.pxd. By domain from fury on. */
typedef struct {
    const V *ready, *exhausted, *seals, *pool_power, *needed;
    V typed[6];
    V gold, honeyfruit, one, legend_energy, legend_power, legend_showdown, runes;
    V pool_energy, pool_universal, pool_restricted, pool_showdown, energy_only;
    V power, universal, restricted, energy;   /* units by what accepts them */
    V energy_needed, symbols, short_by;
    V anomaly, henge, bundle;                 /* 1, 1, 2 where there is one; bundle: 2 Energy for [A][A] */
} NAMED(kit);

/* Slack of _giving.pxd. */
typedef struct {
    V everything, loss, typed, energy;
} NAMED(slack);

/* Payment of _pay.pxd: what is used, and what payments are compared by. */
typedef struct {
    V pays;
    V recycle[6], lost[6], spent[6], seals[6], exhaust[6];
    V one, honeyfruit, gold, anomaly, henge, legend;
    V anomaly_x, henge_x;
    V key[7];                                 /* by K_* of _policy.pxd */
    V adds, energy_spent, showdown_spent;
} NAMED(payment);

/* 0 where the row is simple enough: no Add of another shape than one unit but the legend's, and no room is exceeded. */
NEVER_INLINE V NAMED(kit_init)(const V *s, const V *d, NAMED(kit) *kit)
{
    NAMED(purposes) use;
    V bad, two_units;
    int i;
    NAMED(read_purpose)(s, d, &use);
    kit->gold = s[S_GOLD];
    kit->honeyfruit = s[S_HONEYFRUIT];
    kit->one = s[S_ONE];
    kit->legend_energy = use.legend_energy;
    kit->legend_power = use.legend_power;
    kit->legend_showdown = use.legend_showdown;
    kit->pool_energy = s[S_ENERGY];
    kit->pool_universal = s[S_UNIVERSAL];
    kit->pool_restricted = ADD(BOTH(use.spell, s[S_SPELLS_UNIVERSAL]), BOTH(use.gear, s[S_GEAR_UNIVERSAL]));
    kit->pool_showdown = BOTH(use.showdown, s[S_SHOWDOWN_ENERGY]);
    kit->energy_only = ADD(BOTH(use.spell, s[S_SPELLS_ENERGY]), BOTH(use.units, s[S_UNITS_ENERGY]));
    kit->universal = ADD(kit->gold, ADD(kit->honeyfruit, kit->pool_universal));
    kit->restricted = ADD(kit->legend_power, kit->pool_restricted);
    kit->energy_needed = d[D_ENERGY];
    kit->symbols = d[D_ANY];
    kit->power = kit->universal;
    kit->runes = kit->short_by = ZERO;
    kit->ready = s + S_READY;
    kit->exhausted = s + S_EXHAUSTED;
    kit->pool_power = s + S_POWER;
    kit->seals = s + S_SEALS;
    kit->needed = d + D_POWER;
    for (i = 0; i < 6; i++) {
        kit->typed[i] = ADD(ADD(kit->ready[i], kit->exhausted[i]), ADD(kit->pool_power[i], kit->seals[i]));
        kit->runes = ADD(kit->runes, kit->ready[i]);
        kit->power = PLUS(kit->power, kit->typed[i]);
        kit->symbols = ADD(kit->symbols, kit->needed[i]);
        kit->short_by = ADD(kit->short_by, LESS(kit->needed[i], kit->typed[i]));
    }
    kit->energy = ADD(ADD(kit->runes, kit->one), ADD(kit->pool_energy, kit->pool_showdown));
    kit->energy = ADD(kit->energy, ADD(kit->legend_energy, kit->legend_showdown));
    kit->anomaly = MIN(BOTH(s[S_CONVERTERS], BYTES(0x0F)), BYTES(1));
    kit->henge = MIN(BOTH(s[S_CONVERTERS], BYTES(0xF0)), BYTES(1));
    kit->bundle = use.bundle;
    /* Honeyfruit at level 6, Gold with Renata */
    two_units = MIN(BOTH(s[S_HONEYFRUIT], BELOW_ZERO(SUB(ZERO, BOTH(s[S_FLAGS], BYTES(1))))), BYTES(1));
    two_units = EITHER(two_units, BOTH(s[S_GOLD], BELOW_ZERO(SUB(ZERO, BOTH(s[S_FLAGS], BYTES(2))))));
    bad = EITHER(EITHER(two_units, s[S_TWO]), BOTH(use.spell, s[S_LUX]));
    bad = EITHER(bad, NAMED(unusual)(s, d));
    return EITHER(bad, LESS(PLUS(PLUS(kit->power, kit->energy), kit->restricted), BYTES(MOST_UNITS)));
}

/* ------------------------------------------------------------------------- giving up, as in _giving.pxd

   Each gives up as many units of one class as the rest allows, and returns what is kept of it. */

ALWAYS_INLINE V NAMED(give_energy)(V n, int k1, int k2, NAMED(slack) *slack)
{
    V t = n, paid;
    if (!k1 && !k2) {
        t = MIN(t, slack->energy);
    } else if (!k2) {
        /* (slack->energy is at least 0 here: what is lacking Power makes up for already.) */
        t = MIN(t, ADD(slack->energy, MIN(slack->everything, slack->loss)));
        paid = LESS(t, slack->energy);
        slack->everything = SUB(slack->everything, paid);
        slack->loss = SUB(slack->loss, paid);
    } else {
        t = MIN(t, MIN(slack->everything, slack->loss));
        if (!k1) {
            t = MIN(t, MIN(slack->typed, slack->energy));
            slack->typed = SUB(slack->typed, t);
        }
        slack->everything = SUB(slack->everything, t);
        slack->loss = SUB(slack->loss, t);
    }
    slack->energy = LESS(slack->energy, t);
    return SUB(n, t);
}

ALWAYS_INLINE V NAMED(give_restricted)(V n, int both, NAMED(slack) *slack)
{
    V t = MIN(n, slack->everything);
    if (!both) {
        t = MIN(t, slack->typed);
        slack->typed = SUB(slack->typed, t);
    }
    slack->everything = SUB(slack->everything, t);
    return SUB(n, t);
}

ALWAYS_INLINE V NAMED(give_universal)(V n, int both, NAMED(slack) *slack)
{
    V t = MIN(n, MIN(slack->everything, slack->loss));
    if (!both) {
        t = MIN(t, slack->typed);
        slack->typed = SUB(slack->typed, t);
    }
    slack->everything = SUB(slack->everything, t);
    slack->loss = SUB(slack->loss, t);
    return SUB(n, t);
}

/* The classes of all domains, the last domain first; typed[] are all units of Power of a domain, typed_left[] those that
   are left. */
ALWAYS_INLINE void NAMED(give_six)(
    const V *n, V *kept, const V *needed, const V *typed, V *typed_left, int both, NAMED(slack) *slack)
{
    const V most = MIN(slack->everything, slack->loss);
    V left = most, free, t;
    int i;
    for (i = 5; i >= 0; i--) {
        t = MIN(n[i], left);
        if (!both) {
            free = LESS(typed[i], needed[i]);
            t = MIN(t, ADD(free, slack->typed));
            slack->typed = SUB(slack->typed, LESS(t, free));
        }
        left = SUB(left, t);
        typed_left[i] = SUB(typed[i], t);
        kept[i] = SUB(n[i], t);
    }
    slack->everything = SUB(slack->everything, SUB(most, left));
    slack->loss = SUB(slack->loss, SUB(most, left));
}

/* --------------------------------------------------------------------------------- one case, as `solve` */

ALWAYS_INLINE V NAMED(sum_six)(const V *n)
{
    return ADD(ADD(ADD(n[0], n[1]), ADD(n[2], n[3])), ADD(n[4], n[5]));
}

/* Ready runes that are recycled; their sum. */
ALWAYS_INLINE V NAMED(ready_recycled)(const V *recycled, const V *exhausted, V *lost)
{
    int i;
    for (i = 0; i < 6; i++)
        lost[i] = LESS(recycled[i], exhausted[i]);
    return NAMED(sum_six)(lost);
}

/* The best payment of each row with just these converters, and with the legend's [A][A] where bundle is 2.
   *hard: not 0 where the row pays, but its payment is not found here (but the first three keys are right). */
ALWAYS_INLINE void NAMED(solve)(
    const NAMED(kit) *kit, int k1, int k2, V bundle, NAMED(payment) *p, V *hard)
{
    const int both = k1 && k2, apart_too = !k1 && !k2;
    const V energy_only = MIN(ADD(kit->energy_only, bundle), kit->energy_needed);
    const V needed = SUB(kit->energy_needed, energy_only);
    const V spent = ADD(ADD(kit->energy_needed, kit->symbols), bundle);
    NAMED(slack) slack, before;
    V kept[6], ready[6], exhausted[6], lost[6], pool_power[6];
    V *const typed = p->spent; /* in the end */
    V moved, short_of, gold, honeyfruit, one, legend_energy, legend_power, legend_showdown, exhausts;
    V pool_energy, pool_universal, pool_restricted, pool_showdown;
    V universal, restricted, power, energy, total, t, rest, sources, lost_at_least, apart;
    int i;

    slack.energy = SUB(kit->energy, needed);
    slack.typed = SUB(ADD(kit->universal, kit->restricted), kit->short_by);
    slack.loss = SUB(kit->power, bundle);
    slack.everything = SUB(ADD(slack.loss, kit->restricted), kit->symbols);
    if (apart_too) {
        short_of = EITHER(EITHER(slack.energy, slack.typed), EITHER(slack.loss, slack.everything));
    } else {
        moved = k2 ? SUB(ZERO, slack.energy) : LESS(needed, kit->energy);
        slack.loss = SUB(slack.loss, moved);
        slack.everything = SUB(slack.everything, moved);
        short_of = EITHER(slack.loss, slack.everything);
        if (k2 && !k1) {
            slack.typed = SUB(slack.typed, moved);
            short_of = EITHER(short_of, slack.energy);
        }
        if (!both)
            short_of = EITHER(short_of, slack.typed);
        if (!k2)
            slack.energy = LESS(kit->energy, needed);
    }
    p->pays = WITHOUT(BYTES(0xFF), BELOW_ZERO(short_of));
    *hard = ZERO;
    for (i = 0; i < 6; i++)
        ready[i] = ADD(kit->ready[i], kit->exhausted[i]);
    if (apart_too) {
        /* Energy and Power are apart: Energy first, to know how many runes are exhausted anyway. */
        legend_energy = NAMED(give_energy)(kit->legend_energy, k1, k2, &slack);
        one = NAMED(give_energy)(kit->one, k1, k2, &slack);
        legend_showdown = NAMED(give_energy)(kit->legend_showdown, k1, k2, &slack);
        exhausts = NAMED(give_energy)(kit->runes, k1, k2, &slack);
        before = slack;
    }
    NAMED(give_six)(ready, p->recycle, kit->needed, kit->typed, typed, both, &slack);
    lost_at_least = NAMED(ready_recycled)(p->recycle, kit->exhausted, lost);
    if (apart_too) {
        apart = BOTH(p->pays, LESS(lost_at_least, exhausts));
        if (BITS(SAME(apart, ZERO)) != ALL_BITS) {
            /* Ready runes are lost by recycling them: tell them from the exhausted ones there. */
            apart = WITHOUT(BYTES(0xFF), SAME(apart, ZERO));
            slack = before;
            for (i = 0; i < 6; i++) {
                ready[i] = ADD(kit->ready[i], WITHOUT(kit->exhausted[i], apart));
                exhausted[i] = BOTH(kit->exhausted[i], apart);
            }
            NAMED(give_six)(ready, kept, kit->needed, kit->typed, typed, both, &slack);
            NAMED(give_six)(exhausted, exhausted, kit->needed, typed, typed, both, &slack);
            for (i = 0; i < 6; i++)
                p->recycle[i] = ADD(kept[i], exhausted[i]);
            lost_at_least = NAMED(ready_recycled)(p->recycle, kit->exhausted, lost);
            *hard = BOTH(apart, LESS(exhausts, lost_at_least));
        }
    }
    gold = NAMED(give_universal)(kit->gold, both, &slack);
    honeyfruit = NAMED(give_universal)(kit->honeyfruit, both, &slack);
    NAMED(give_six)(kit->seals, p->seals, kit->needed, typed, typed, both, &slack);
    if (!apart_too) {
        legend_energy = NAMED(give_energy)(kit->legend_energy, k1, k2, &slack);
        one = NAMED(give_energy)(kit->one, k1, k2, &slack);
    }
    legend_power = NAMED(give_restricted)(kit->legend_power, both, &slack);
    if (!apart_too) {
        legend_showdown = NAMED(give_energy)(kit->legend_showdown, k1, k2, &slack);
        exhausts = NAMED(give_energy)(kit->runes, k1, k2, &slack);
        *hard = BOTH(p->pays, LESS(lost_at_least, exhausts));
    }
    pool_universal = NAMED(give_universal)(kit->pool_universal, both, &slack);
    NAMED(give_six)(kit->pool_power, pool_power, kit->needed, typed, typed, both, &slack);
    pool_energy = NAMED(give_energy)(kit->pool_energy, k1, k2, &slack);
    pool_restricted = NAMED(give_restricted)(kit->pool_restricted, both, &slack);
    pool_showdown = NAMED(give_energy)(kit->pool_showdown, k1, k2, &slack);

    /* From units to a payment, as payment_fill. Exhausting a ready rune that is recycled costs nothing more: those
       first, then by domain. */
    rest = LESS(exhausts, lost_at_least);
    total = exhausts;
    short_of = ZERO;
    for (i = 0; i < 6; i++) {
        t = MIN(SUB(kit->ready[i], lost[i]), rest);
        rest = SUB(rest, t);
        p->lost[i] = ADD(lost[i], t);
        p->exhaust[i] = MIN(p->lost[i], total);
        total = SUB(total, p->exhaust[i]);
        short_of = ADD(short_of, LESS(kit->needed[i], typed[i]));
    }
    universal = ADD(gold, ADD(honeyfruit, pool_universal));
    restricted = ADD(legend_power, pool_restricted);
    power = ADD(universal, NAMED(sum_six)(typed));
    p->showdown_spent = ADD(legend_showdown, pool_showdown);
    energy = ADD(ADD(legend_energy, one), ADD(ADD(exhausts, pool_energy), p->showdown_spent));
    p->one = one;
    p->honeyfruit = honeyfruit;
    p->gold = gold;
    p->anomaly = BYTES(k1 ? 1 : 0);
    p->henge = BYTES(k2 ? 1 : 0);
    p->legend = ADD(MIN(bundle, BYTES(1)), ADD(legend_energy, ADD(legend_power, legend_showdown)));
    p->henge_x = p->anomaly_x = ZERO;
    if (k2) {
        /* (Restricted Power pays symbols only: what [A][A] lacks is no more than the second of these.) */
        p->henge_x = LESS(short_of, ADD(universal, restricted));
        p->henge_x = MAX(p->henge_x, LESS(ADD(kit->symbols, bundle), ADD(power, restricted)));
    }
    if (k1)
        p->anomaly_x = LESS(ADD(needed, p->henge_x), energy);
    sources = ADD(ADD(one, honeyfruit), ADD(p->legend, NAMED(sum_six)(p->seals)));
    p->key[K_RECYCLED] = NAMED(sum_six)(p->recycle);
    p->key[K_KILLED] = gold;
    p->key[K_SOURCES] = ADD(sources, ADD(p->anomaly, p->henge));
    p->key[K_READY_RUNES] = MAX(lost_at_least, exhausts);
    p->adds = ADD(ADD(exhausts, p->key[K_RECYCLED]), ADD(gold, p->key[K_SOURCES]));
    /* One unit a source of those in play, two for the legend's [A][A]; a converter makes none. */
    p->key[K_LEFTOVER] = LESS(ADD(SUB(p->adds, ADD(p->anomaly, p->henge)), MIN(bundle, BYTES(1))), spent);
    p->key[K_FREE] = SUB(SUB(spent, energy_only), ADD(restricted, p->showdown_spent));
    p->key[K_UNIVERSAL] = universal;
    p->energy_spent = ADD(energy, energy_only);
}

/* Where a is the better payment: payment_better, by the keys of the default policy. */
ALWAYS_INLINE V NAMED(better)(const NAMED(payment) *a, const NAMED(payment) *b)
{
    V is = ZERO, open = BYTES(0xFF), same;
    int i;
#define LESS_IS_BETTER(x, y) \
    (same = SAME(x, y), is = EITHER(is, WITHOUT(BOTH(open, SAME(MIN(x, y), x)), same)), open = BOTH(open, same))
#define MORE_IS_BETTER(x, y) LESS_IS_BETTER(y, x)
#define UNLESS_DECIDED \
    if (BITS(open) == 0) \
        return is;
    for (i = 0; i < 7; i++)
        LESS_IS_BETTER(a->key[i], b->key[i]);
    UNLESS_DECIDED
    LESS_IS_BETTER(a->adds, b->adds);
    MORE_IS_BETTER(a->energy_spent, b->energy_spent);
    LESS_IS_BETTER(a->showdown_spent, b->showdown_spent);
    UNLESS_DECIDED
    for (i = 0; i < 6; i++)
        MORE_IS_BETTER(a->recycle[i], b->recycle[i]);
    for (i = 0; i < 6; i++)
        MORE_IS_BETTER(a->lost[i], b->lost[i]);
    for (i = 0; i < 6; i++)
        MORE_IS_BETTER(a->spent[i], b->spent[i]);
    for (i = 0; i < 6; i++)
        MORE_IS_BETTER(a->seals[i], b->seals[i]);
    MORE_IS_BETTER(a->one, b->one);
    MORE_IS_BETTER(a->honeyfruit, b->honeyfruit);
    MORE_IS_BETTER(a->gold, b->gold);
    MORE_IS_BETTER(a->anomaly, b->anomaly);
    MORE_IS_BETTER(a->henge, b->henge);
    MORE_IS_BETTER(a->legend, b->legend);
    return is;
#undef LESS_IS_BETTER
#undef MORE_IS_BETTER
#undef UNLESS_DECIDED
}

/* Where the best payment spares more than any other of this case could: its first three keys, which are known even
   where the payment itself is not. */
ALWAYS_INLINE V NAMED(spares_more)(const NAMED(payment) *best, const NAMED(payment) *p)
{
    V is = ZERO, open = best->pays, same;
    int i;
    for (i = 0; i <= K_SOURCES; i++) {
        same = SAME(best->key[i], p->key[i]);
        is = EITHER(is, WITHOUT(BOTH(open, SAME(MIN(best->key[i], p->key[i]), best->key[i])), same));
        open = BOTH(open, same);
    }
    return is;
}

/* One more case, in the rows that `there` names: its payment is kept where it is the better one. */
ALWAYS_INLINE void NAMED(solve_also)(
    const NAMED(kit) *kit, int k1, int k2, V bundle, V there, NAMED(payment) *best, V *left)
{
    NAMED(payment) p;
    V hard, chosen;
    V *to = (V *)best;
    const V *from = (const V *)&p;
    unsigned int i;
    NAMED(solve)(kit, k1, k2, bundle, &p, &hard);
    p.pays = BOTH(p.pays, there);
    if (BITS(p.pays) == 0)
        return;
    hard = BOTH(hard, p.pays);
    if (BITS(SAME(hard, ZERO)) != ALL_BITS)
        *left = EITHER(*left, WITHOUT(hard, NAMED(spares_more)(best, &p)));
    chosen = BOTH(p.pays, EITHER(WITHOUT(BYTES(0xFF), best->pays), NAMED(better)(&p, best)));
    p.pays = EITHER(p.pays, best->pays);
    for (i = 0; i < sizeof(p) / sizeof(V); i++)
        to[i] = CHOICE(chosen, from[i], to[i]);
}

/* A case each, compiled by itself. */
NEVER_INLINE void NAMED(solve_plain)(
    const NAMED(kit) *kit, NAMED(payment) *p, V *left)
{
    NAMED(solve)(kit, 0, 0, ZERO, p, left);
}

NEVER_INLINE void NAMED(solve_apart)(
    const NAMED(kit) *kit, V bundle, V there, NAMED(payment) *best, V *left)
{
    NAMED(solve_also)(kit, 0, 0, bundle, there, best, left);
}

NEVER_INLINE void NAMED(solve_k1)(
    const NAMED(kit) *kit, V bundle, V there, NAMED(payment) *best, V *left)
{
    NAMED(solve_also)(kit, 1, 0, bundle, there, best, left);
}

NEVER_INLINE void NAMED(solve_k2)(
    const NAMED(kit) *kit, V bundle, V there, NAMED(payment) *best, V *left)
{
    NAMED(solve_also)(kit, 0, 1, bundle, there, best, left);
}

NEVER_INLINE void NAMED(solve_k12)(
    const NAMED(kit) *kit, V bundle, V there, NAMED(payment) *best, V *left)
{
    NAMED(solve_also)(kit, 1, 1, bundle, there, best, left);
}

/* Every set of converters that a row has, with the legend's [A][A] or without. */
ALWAYS_INLINE void NAMED(solve_converters)(
    const NAMED(kit) *kit, V bundle, V there, NAMED(payment) *best, V *left)
{
    const V k1 = BOTH(there, SAME(kit->anomaly, BYTES(1))), k2 = BOTH(there, SAME(kit->henge, BYTES(1)));
    if (BITS(k1))
        NAMED(solve_k1)(kit, bundle, k1, best, left);
    if (BITS(k2))
        NAMED(solve_k2)(kit, bundle, k2, best, left);
    if (BITS(BOTH(k1, k2)))
        NAMED(solve_k12)(kit, bundle, BOTH(k1, k2), best, left);
}

/* Payments as rows of 32 bytes: PaymentRecord of _batch.pxd. */
NEVER_INLINE void NAMED(write_rows)(const NAMED(payment) *p, unsigned char **out)
{
    V column[32], row[32], objects;
    int i;
    for (i = 0; i < 6; i++) {
        column[i] = BOTH(p->pays, p->exhaust[i]);
        column[6 + i] = BOTH(p->pays, p->recycle[i]);
        column[12 + i] = BOTH(p->pays, p->seals[i]);
    }
    column[18] = BOTH(p->pays, p->one);
    column[21] = BOTH(p->pays, p->honeyfruit);
    column[23] = BOTH(p->pays, p->gold);
    objects = ADD(p->anomaly, ADD(ADD(p->henge, p->henge), BOTH(SAME(p->legend, BYTES(1)), BYTES(4))));
    column[24] = BOTH(p->pays, objects);
    column[25] = BOTH(p->pays, p->anomaly_x);
    column[26] = BOTH(p->pays, p->henge_x);
    column[19] = column[20] = column[22] = column[27] = column[28] = column[29] = column[30] = ZERO;
    column[31] = BOTH(p->pays, BYTES(1));
    NAMED(turn)(column, row);
    NAMED(turn)(column + 16, row + 16);
    for (i = 0; i < 16; i++)
        STORE_ROWS(out[i], out[16 + i], row[i], row[16 + i]);
}

/* Writes the best payment of each row; returns which of them hold, as bits. Rows, costs and payments lie anywhere. */
static TARGET unsigned int NAMED(cheapest_rows)(
    const unsigned char *const *records, const unsigned char *const *costs, unsigned char **out)
{
    V s[48], d[16];
    V bad, left, legend;
    NAMED(kit) kit;
    NAMED(payment) best;
    NAMED(gather_rows)(records, costs, s, d);
    bad = NAMED(kit_init)(s, d, &kit);
    NAMED(solve_plain)(&kit, &best, &left);
    NAMED(solve_converters)(&kit, ZERO, BYTES(0xFF), &best, &left);
    legend = SAME(kit.bundle, BYTES(2));
    if (BITS(legend)) {
        NAMED(solve_apart)(&kit, kit.bundle, legend, &best, &left);
        NAMED(solve_converters)(&kit, kit.bundle, legend, &best, &left);
    }
    NAMED(write_rows)(&best, out);
    return BITS(SAME(EITHER(bad, left), ZERO));
}

#undef MOST_UNITS
