"""Many simple rows at once, one in each byte of a vector: 32 with AVX2, 16 with the SSE2 that every x86-64 has, 1 elsewhere.

The same C is compiled for each width: what a vector is and does is in _vector16.h and _vector32.h, the questions in
_rows_payable.h and _rows_cheapest.h. Rows that are not simple are told to the caller, who asks about them one by one.
"""

from libc.stdint cimport uint8_t

cdef extern from *:
    """
    #if defined(__SSE2__) && defined(__GNUC__)
    #include <immintrin.h>

    enum { /* offsets of the fields: _record.pxd */
        S_READY = 0, S_EXHAUSTED = 6, S_ENERGY = 12, S_POWER = 13, S_UNIVERSAL = 19, S_SPELLS_ENERGY = 20,
        S_UNITS_ENERGY = 21, S_SHOWDOWN_ENERGY = 22, S_SPELLS_UNIVERSAL = 23, S_GEAR_UNIVERSAL = 24, S_SEALS = 25,
        S_ONE = 31, S_TWO = 32, S_LUX = 33, S_HONEYFRUIT = 34, S_GOLD = 35, S_CONVERTERS = 36, S_LEGEND = 37,
        S_BORROWERS = 38, S_BORROW = 39, S_FLAGS = 41, S_VERSION = 42,
        D_ENERGY = 0, D_POWER = 1, D_ANY = 7, D_HYBRID = 8, D_HYBRID2 = 10, D_PURPOSE = 12, D_SHOWDOWN = 13
    };
    enum { /* _policy.pxd */
        K_RECYCLED, K_KILLED, K_SOURCES, K_READY_RUNES, K_LEFTOVER, K_FREE, K_UNIVERSAL
    };
    #define ALWAYS_INLINE static inline __attribute__((always_inline)) TARGET
    #define NEVER_INLINE static __attribute__((noinline)) TARGET

    #include "_vector16.h"
    #include "_rows_columns.h"
    #include "_rows_payable.h"
    #include "_rows_cheapest.h"

    #include "_vector32.h"
    #include "_rows_columns.h"
    #include "_rows_payable.h"
    #include "_rows_cheapest.h"
    #include "_vector_undo.h"

    static int rows_at_once(void)
    {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") ? 32 : 16;
    }
    #else
    static int rows_at_once(void) { return 1; }
    /* None of the answers hold. */
    static inline unsigned int payable_rows32(
        const unsigned char *records, const unsigned char *costs, int one_cost, unsigned char *out)
    {
        (void)records, (void)costs, (void)one_cost, (void)out;
        return 0;
    }
    #define payable_rows16 payable_rows32
    static inline unsigned int cheapest_rows32(
        const unsigned char *const *records, const unsigned char *const *costs, unsigned char **out)
    {
        (void)records, (void)costs, (void)out;
        return 0;
    }
    #define cheapest_rows16 cheapest_rows32
    #endif
    """
    int rows_at_once() noexcept nogil
    # Each answers as many rows as its name says, and returns which of the answers hold, as bits.
    unsigned int payable_rows32(const uint8_t *records, const uint8_t *costs, bint one_cost, uint8_t *out) noexcept nogil
    unsigned int payable_rows16(const uint8_t *records, const uint8_t *costs, bint one_cost, uint8_t *out) noexcept nogil
    unsigned int cheapest_rows32(
        const uint8_t *const *records, const uint8_t *const *costs, uint8_t **out
    ) noexcept nogil
    unsigned int cheapest_rows16(
        const uint8_t *const *records, const uint8_t *const *costs, uint8_t **out
    ) noexcept nogil
