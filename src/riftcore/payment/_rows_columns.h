/* Rows of bytes into columns, one column in a vector, and what rows must be to be answered so.
   Included once for each width (_rows.pxd). */

/* Sixteen columns of sixteen rows, in each half of a vector, become rows in four rounds, and rows columns. Each round
   pairs a vector with the one eight behind it, and moves one bit of the vector's number into the byte's, and one of the
   byte's out of it. Two rounds together need four vectors only: sixteen would not fit the registers. */
ALWAYS_INLINE void NAMED(two_rounds)(V a, V b, V c, V d, V *to)
{
    const V ac_low = LOW_PAIR(a, c), ac_high = HIGH_PAIR(a, c), bd_low = LOW_PAIR(b, d), bd_high = HIGH_PAIR(b, d);
    to[0] = LOW_PAIR(ac_low, bd_low);
    to[1] = HIGH_PAIR(ac_low, bd_low);
    to[2] = LOW_PAIR(ac_high, bd_high);
    to[3] = HIGH_PAIR(ac_high, bd_high);
}

ALWAYS_INLINE void NAMED(turn)(const V *from, V *to)
{
    V half[16];
    int i;
    for (i = 0; i < 4; i++)
        NAMED(two_rounds)(from[i], from[4 + i], from[8 + i], from[12 + i], half + 4 * i);
    for (i = 0; i < 4; i++)
        NAMED(two_rounds)(half[i], half[4 + i], half[8 + i], half[12 + i], to + 4 * i);
}

/* Every byte of the records and of the costs as a column, s[48] and d[16]: of rows that lie behind each other, with one
   cost each, or one for all. (By itself: what follows reads the columns from memory.) */
NEVER_INLINE void NAMED(read_rows)(
    const unsigned char *records, const unsigned char *costs, int one_cost, V *s, V *d)
{
    V rows[16];
    int at, i;
    for (at = 0; at < 48; at += 16) {
        for (i = 0; i < 16; i++)
            rows[i] = LOAD_ROWS(records + 48 * i + at, records + 48 * (16 + i) + at);
        NAMED(turn)(rows, s + at);
    }
    if (one_cost) {
        for (i = 0; i < 16; i++)
            d[i] = BYTES(costs[i]);
        return;
    }
    for (i = 0; i < 16; i++)
        rows[i] = LOAD_ROWS(costs + 16 * i, costs + 16 * (16 + i));
    NAMED(turn)(rows, d);
}

/* The same of rows that lie anywhere. */
NEVER_INLINE void NAMED(gather_rows)(
    const unsigned char *const *records, const unsigned char *const *costs, V *s, V *d)
{
    V rows[16];
    int at, i;
    for (at = 0; at < 48; at += 16) {
        for (i = 0; i < 16; i++)
            rows[i] = LOAD_ROWS(records[i] + at, records[16 + i] + at);
        NAMED(turn)(rows, s + at);
    }
    for (i = 0; i < 16; i++)
        rows[i] = LOAD_ROWS(costs[i], costs[16 + i]);
    NAMED(turn)(rows, d);
}

/* 0 where a row is within bounds and simple: every count at most 15, no hybrid symbols, no borrowers. */
ALWAYS_INLINE V NAMED(unusual)(const V *s, const V *d)
{
    V counts = ZERO, runes = ZERO, bad;
    int i;
    for (i = 0; i < S_CONVERTERS; i++)
        counts = EITHER(counts, s[i]);
    for (i = 0; i < D_HYBRID; i++)
        counts = EITHER(counts, d[i]);
    for (i = 0; i < S_ENERGY; i++)
        runes = PLUS(runes, s[i]);
    bad = EITHER(LESS(counts, BYTES(15)), LESS(runes, BYTES(12)));
    bad = EITHER(bad, EITHER(s[S_BORROWERS], EITHER(d[D_HYBRID], d[D_HYBRID2])));
    bad = EITHER(bad, EITHER(LESS(d[D_HYBRID + 1], BYTES(63)), LESS(d[D_HYBRID2 + 1], BYTES(63))));
    bad = EITHER(bad, EITHER(LESS(s[S_BORROW + 1], BYTES(63)), LESS(s[S_FLAGS], BYTES(3))));
    bad = EITHER(bad, DIFFERENCE(s[S_VERSION], BYTES(1)));
    for (i = S_VERSION + 1; i < 48; i++)
        bad = EITHER(bad, s[i]);
    bad = EITHER(bad, LESS(BOTH(s[S_LEGEND], BYTES(0x7F)), BYTES(5)));
    bad = EITHER(bad, EITHER(LESS(d[D_PURPOSE], BYTES(9)), LESS(d[D_SHOWDOWN], BYTES(1))));
    return EITHER(bad, EITHER(d[14], d[15]));
}

/* What the purpose decides: which restricted resources count. */
typedef struct {
    V spell, units, gear, showdown;
    V legend_power, legend_showdown, legend_energy; /* 1 where a ready legend makes that, and it counts */
    V bundle;                                       /* 2 where it sells 2 Energy for [A][A] */
} NAMED(purposes);

ALWAYS_INLINE void NAMED(read_purpose)(const V *s, const V *d, NAMED(purposes) *to)
{
    const V purpose = d[D_PURPOSE], kind = BOTH(s[S_LEGEND], BYTES(0x7F));
    const V ready = BOTH(BELOW_ZERO(s[S_LEGEND]), BYTES(1));
    to->spell = SAME(purpose, ZERO);
    to->units = EITHER(SAME(purpose, BYTES(1)), SAME(purpose, BYTES(3)));
    to->gear = EITHER(SAME(purpose, BYTES(2)), SAME(purpose, BYTES(4)));
    to->showdown = SAME(d[D_SHOWDOWN], BYTES(1));
    to->legend_power =
        BOTH(ready, EITHER(BOTH(to->spell, SAME(kind, BYTES(1))), BOTH(to->gear, SAME(kind, BYTES(2)))));
    to->legend_showdown = BOTH(ready, BOTH(to->showdown, SAME(kind, BYTES(3))));
    to->legend_energy = BOTH(ready, SAME(kind, BYTES(4)));
    to->bundle = BOTH(ADD(ready, ready), BOTH(to->units, SAME(kind, BYTES(5))));
}
