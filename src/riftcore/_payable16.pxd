"""Payable for sixteen rows at once: the closed form of `_payable`, one row in each byte of a vector (SSE2).

Only rows that are simple are answered: every count at most 15, no hybrid symbols, no borrowers, nothing out of bounds. Their
sums fit a byte, or saturate where that changes no comparison: what is asked for is at most 15 * 8 + 15 + 2 in all, what is
there counts to 255. The others are left to the caller, row by row.
"""

cdef extern from *:
    """
    #if defined(__SSE2__)
    #include <emmintrin.h>

    /* Sixteen rows of 16 bytes, `stride` bytes apart, into columns. Each round moves one bit of the column's number
       into the register's, and one of the row's out of it. */
    static inline void columns16(const unsigned char *rows, int stride, __m128i *c)
    {
        __m128i t[16];
        int i;
        for (i = 0; i < 16; i++)
            c[i] = _mm_loadu_si128((const __m128i *)(rows + i * stride));
        for (i = 0; i < 8; i++) {
            t[2 * i] = _mm_unpacklo_epi8(c[i], c[i + 8]);
            t[2 * i + 1] = _mm_unpackhi_epi8(c[i], c[i + 8]);
        }
        for (i = 0; i < 8; i++) {
            c[2 * i] = _mm_unpacklo_epi8(t[i], t[i + 8]);
            c[2 * i + 1] = _mm_unpackhi_epi8(t[i], t[i + 8]);
        }
        for (i = 0; i < 8; i++) {
            t[2 * i] = _mm_unpacklo_epi8(c[i], c[i + 8]);
            t[2 * i + 1] = _mm_unpackhi_epi8(c[i], c[i + 8]);
        }
        for (i = 0; i < 8; i++) {
            c[2 * i] = _mm_unpacklo_epi8(t[i], t[i + 8]);
            c[2 * i + 1] = _mm_unpackhi_epi8(t[i], t[i + 8]);
        }
    }

    #define BYTES(n) _mm_set1_epi8((char)(n))
    #define PLUS(a, b) _mm_adds_epu8(a, b)
    #define LESS(a, b) _mm_subs_epu8(a, b)                               /* max(0, a - b) */
    #define IS(a, n) _mm_cmpeq_epi8(a, BYTES(n))
    #define BOTH(a, b) _mm_and_si128(a, b)
    #define EITHER(a, b) _mm_or_si128(a, b)
    #define COVERS(a, b) _mm_cmpeq_epi8(LESS(b, a), _mm_setzero_si128())  /* a >= b */

    /* Writes 1 for each of sixteen rows that pays, else 0; returns which of these answers hold, as bits.
       One demand each, or one for all. */
    static inline int payable16(const void *supplies, const void *demands, int one_demand, unsigned char *out)
    {
        const unsigned char *s = (const unsigned char *)supplies;
        const __m128i zero = _mm_setzero_si128();
        __m128i a[16], b[16], c[16], d[16];
        __m128i counts, typed, power, universal, restricted, energy, energy_only, symbols, short_typed;
        __m128i spell, units, gear, showdown, kind, ready, legend, k1, k2, k12, bad, need, lacking, spare, moved;
        __m128i there, asked, pays, bundle;
        int i, round;

        columns16(s, 48, a);        /* bytes 0-15: ready, exhausted, energy, power[0..2] */
        columns16(s + 16, 48, b);   /* 16-31: power[3..5], universal, restricted, seals, one */
        columns16(s + 32, 48, c);   /* 32-47: two, lux, honeyfruit, gold, converters, legend, borrowers, ... */
        if (one_demand)
            for (i = 0; i < 16; i++)
                d[i] = BYTES(((const unsigned char *)demands)[i]);
        else
            columns16((const unsigned char *)demands, 16, d);

        counts = EITHER(EITHER(EITHER(c[0], c[1]), EITHER(c[2], c[3])), zero);
        for (i = 0; i < 16; i++)
            counts = EITHER(counts, EITHER(a[i], b[i]));
        for (i = 0; i < 8; i++)
            counts = EITHER(counts, d[i]);
        typed = zero;               /* runes, for the bound of 12 */
        for (i = 0; i < 12; i++)
            typed = PLUS(typed, a[i]);
        bad = EITHER(LESS(counts, BYTES(15)), LESS(typed, BYTES(12)));
        bad = EITHER(bad, EITHER(c[6], EITHER(d[8], d[10])));                        /* borrowers, hybrids */
        bad = EITHER(bad, EITHER(LESS(d[9], BYTES(63)), LESS(d[11], BYTES(63))));
        bad = EITHER(bad, EITHER(LESS(c[8], BYTES(63)), LESS(c[9], BYTES(3))));      /* borrow, flags */
        bad = EITHER(bad, _mm_xor_si128(c[10], BYTES(1)));                           /* version */
        for (i = 11; i < 16; i++)
            bad = EITHER(bad, c[i]);
        bad = EITHER(bad, EITHER(LESS(d[12], BYTES(9)), LESS(d[13], BYTES(1))));
        bad = EITHER(bad, EITHER(d[14], d[15]));
        kind = BOTH(c[5], BYTES(0x7F));
        bad = EITHER(bad, LESS(kind, BYTES(5)));
        spell = IS(d[12], 0);
        units = EITHER(IS(d[12], 1), IS(d[12], 3));
        gear = EITHER(IS(d[12], 2), IS(d[12], 4));
        showdown = IS(d[13], 1);
        ready = _mm_cmpgt_epi8(zero, c[5]);
        legend = BOTH(ready, BYTES(1));

        power = short_typed = symbols = zero;
        for (i = 0; i < 6; i++) {
            /* power[i] is byte 13 + i, seals[i] byte 25 + i */
            typed = PLUS(PLUS(a[i], a[6 + i]), PLUS(i < 3 ? a[13 + i] : b[i - 3], b[9 + i]));
            power = PLUS(power, typed);
            symbols = PLUS(symbols, d[1 + i]);
            short_typed = PLUS(short_typed, LESS(d[1 + i], typed));
        }
        symbols = PLUS(symbols, d[7]);
        universal = PLUS(b[3], PLUS(c[3], c[2]));
        power = PLUS(power, universal);
        restricted = PLUS(BOTH(spell, b[7]), BOTH(gear, b[8]));
        restricted = PLUS(restricted, BOTH(legend, EITHER(BOTH(spell, IS(kind, 1)), BOTH(gear, IS(kind, 2)))));
        energy = PLUS(a[12], PLUS(b[15], PLUS(c[0], c[0])));
        for (i = 0; i < 6; i++)
            energy = PLUS(energy, a[i]);
        energy = PLUS(energy, BOTH(showdown, b[6]));
        energy = PLUS(energy, BOTH(c[2], _mm_cmpgt_epi8(BOTH(c[9], BYTES(1)), zero)));   /* level 6: Honeyfruit */
        energy = PLUS(energy, BOTH(c[3], _mm_cmpgt_epi8(BOTH(c[9], BYTES(2)), zero)));   /* Renata: Gold */
        energy = PLUS(energy, BOTH(legend, EITHER(IS(kind, 4), BOTH(showdown, IS(kind, 3)))));
        energy_only = PLUS(BOTH(spell, PLUS(b[4], PLUS(c[1], c[1]))), BOTH(units, b[5]));
        k1 = _mm_cmpgt_epi8(BOTH(c[4], BYTES(15)), zero);
        k2 = _mm_xor_si128(IS(BOTH(c[4], BYTES(0xF0)), 0), BYTES(0xFF));
        k12 = BOTH(k1, k2);

        pays = zero;
        bundle = zero;              /* in the second round 2 Energy for [A][A], where the legend sells them */
        for (round = 0; round < 2; round++) {
            need = LESS(d[0], PLUS(energy_only, bundle));
            lacking = LESS(need, energy);
            spare = BOTH(LESS(energy, need), k2);
            moved = PLUS(BOTH(lacking, k1), bundle);
            there = PLUS(power, spare);
            asked = PLUS(symbols, moved);
            pays = EITHER(pays, BOTH(
                BOTH(COVERS(there, moved), COVERS(PLUS(there, restricted), asked)),
                BOTH(EITHER(k12, COVERS(PLUS(PLUS(universal, restricted), spare), short_typed)),
                     EITHER(k1, IS(lacking, 0)))));
            bundle = BOTH(BOTH(ready, BYTES(2)), BOTH(units, IS(kind, 5)));
            if (_mm_movemask_epi8(IS(bundle, 0)) == 0xFFFF)
                break;
        }
        _mm_storeu_si128((__m128i *)out, BOTH(pays, BYTES(1)));
        return _mm_movemask_epi8(_mm_cmpeq_epi8(bad, zero));
    }
    #else
    static inline int payable16(const void *supplies, const void *demands, int one_demand, unsigned char *out)
    {
        (void)supplies, (void)demands, (void)one_demand, (void)out;
        return 0;
    }
    #endif
    """
    int payable16(const void *supplies, const void *demands, bint one_demand, unsigned char *out) noexcept nogil
