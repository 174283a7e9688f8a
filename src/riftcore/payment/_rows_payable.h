/* Payable: the closed form of _payable.pxd. Sums fit a byte, or saturate where that changes no comparison: what is asked
   for is at most 15 * 8 + 15 + 2 in all, what is there counts to 255. Included once for each width (_rows.pxd). */

#define COVERS(a, b) SAME(LESS(b, a), ZERO) /* a >= b */

/* Writes 1 for each row that pays, else 0; returns which of these answers hold, as bits. */
static TARGET unsigned int NAMED(payable_rows)(
    const unsigned char *records, const unsigned char *costs, int one_cost, unsigned char *out)
{
    V s[48], d[16];
    V bad, power, universal, restricted, energy, energy_only, symbols, short_by, typed, k1, k2, k12;
    V need, lacking, spare, moved, there, asked, pays, bundle;
    NAMED(purposes) use;
    int i, round;

    NAMED(read_rows)(records, costs, one_cost, s, d);
    bad = NAMED(unusual)(s, d);
    NAMED(read_purpose)(s, d, &use);
    power = short_by = ZERO;
    symbols = d[D_ANY];
    energy = PLUS(s[S_ENERGY], PLUS(s[S_ONE], PLUS(s[S_TWO], s[S_TWO])));
    for (i = 0; i < 6; i++) {
        typed = PLUS(PLUS(s[S_READY + i], s[S_EXHAUSTED + i]), PLUS(s[S_POWER + i], s[S_SEALS + i]));
        power = PLUS(power, typed);
        symbols = PLUS(symbols, d[D_POWER + i]);
        short_by = PLUS(short_by, LESS(d[D_POWER + i], typed));
        energy = PLUS(energy, s[S_READY + i]);
    }
    universal = PLUS(s[S_UNIVERSAL], PLUS(s[S_GOLD], s[S_HONEYFRUIT]));
    power = PLUS(power, universal);
    restricted = PLUS(BOTH(use.spell, s[S_SPELLS_UNIVERSAL]), BOTH(use.gear, s[S_GEAR_UNIVERSAL]));
    restricted = PLUS(restricted, use.legend_power);
    energy = PLUS(energy, BOTH(use.showdown, s[S_SHOWDOWN_ENERGY]));
    energy = PLUS(energy, PLUS(use.legend_energy, use.legend_showdown));
    /* One Energy more each: Honeyfruit at level 6, Gold with Renata. */
    energy = PLUS(energy, BOTH(s[S_HONEYFRUIT], BELOW_ZERO(SUB(ZERO, BOTH(s[S_FLAGS], BYTES(1))))));
    energy = PLUS(energy, BOTH(s[S_GOLD], BELOW_ZERO(SUB(ZERO, BOTH(s[S_FLAGS], BYTES(2))))));
    energy_only = BOTH(use.spell, PLUS(s[S_SPELLS_ENERGY], PLUS(s[S_LUX], s[S_LUX])));
    energy_only = PLUS(energy_only, BOTH(use.units, s[S_UNITS_ENERGY]));
    k1 = BELOW_ZERO(SUB(ZERO, BOTH(s[S_CONVERTERS], BYTES(0x0F))));
    k2 = WITHOUT(BYTES(0xFF), SAME(BOTH(s[S_CONVERTERS], BYTES(0xF0)), ZERO));
    k12 = BOTH(k1, k2);

    pays = ZERO;
    bundle = ZERO; /* in the second round 2 Energy for [A][A], where the legend sells them */
    for (round = 0; round < 2; round++) {
        need = LESS(d[D_ENERGY], PLUS(energy_only, bundle));
        lacking = LESS(need, energy);
        spare = BOTH(LESS(energy, need), k2);
        moved = PLUS(BOTH(lacking, k1), bundle);
        there = PLUS(power, spare);
        asked = PLUS(symbols, moved);
        pays = EITHER(pays, BOTH(
            BOTH(COVERS(there, moved), COVERS(PLUS(there, restricted), asked)),
            BOTH(EITHER(k12, COVERS(PLUS(PLUS(universal, restricted), spare), short_by)),
                 EITHER(k1, SAME(lacking, ZERO)))));
        bundle = use.bundle;
        if (BITS(SAME(bundle, ZERO)) == ALL_BITS)
            break;
    }
    STORE(out, BOTH(pays, BYTES(1)));
    return BITS(SAME(bad, ZERO));
}

#undef COVERS
