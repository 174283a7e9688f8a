"""Six byte counts, one a domain, in one 64-bit word: sums and shortages without a loop.

Lane i holds domain 5 - i: the last domain lowest, as the classes of `_units` stand. A lane holds
0 to 255; callers keep sums of four counts of at most MAX_COUNT within that.
"""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif

    #define LANES_ALL 0x0000FFFFFFFFFFFFULL

    /* Bytes of a struct or of Offer.n as lanes, in their order. The two bytes behind them must be readable. */
    static inline uint64_t lanes_load(const void *from)
    {
        uint64_t x;
        memcpy(&x, from, 8);
        return x & LANES_ALL;
    }

    /* Bytes in the order of the domains (records, demands) as lanes, and back. */
    static inline uint64_t lanes_reverse(uint64_t x)
    {
    #if defined(__GNUC__)
        return __builtin_bswap64(x) >> 16;
    #else
        uint64_t y = 0;
        int i;
        for (i = 0; i < 6; i++)
            y |= (x >> (8 * i) & 0xFF) << (8 * (5 - i));
        return y;
    #endif
    }

    static inline void lanes_into(void *by_domain, uint64_t x)
    {
        x = lanes_reverse(x);
        memcpy(by_domain, &x, 6);
    }

    static inline int lanes_sum(uint64_t x)
    {
    #if defined(__SSE2__)
        return _mm_cvtsi128_si32(_mm_sad_epu8(_mm_cvtsi64_si128((long long)x), _mm_setzero_si128()));
    #else
        x = (x & 0x00FF00FF00FFULL) + (x >> 8 & 0x00FF00FF00FFULL);
        return (int)(x * 0x000100010001ULL >> 32 & 0xFFFF);
    #endif
    }

    /* Of all eight bytes of a word. */
    static inline int bytes_sum(uint64_t x)
    {
    #if defined(__SSE2__)
        return lanes_sum(x);
    #else
        return lanes_sum(x & LANES_ALL) + (int)(x >> 48 & 0xFF) + (int)(x >> 56);
    #endif
    }

    /* Lane by lane max(0, a - b). */
    static inline uint64_t lanes_less(uint64_t a, uint64_t b)
    {
    #if defined(__SSE2__)
        return (uint64_t)_mm_cvtsi128_si64(
            _mm_subs_epu8(_mm_cvtsi64_si128((long long)a), _mm_cvtsi64_si128((long long)b)));
    #else
        uint64_t c = 0;
        int i;
        for (i = 0; i < 48; i += 8) {
            int d = (int)(a >> i & 0xFF) - (int)(b >> i & 0xFF);
            if (d > 0)
                c |= (uint64_t)d << i;
        }
        return c;
    #endif
    }

    static inline uint64_t lanes_least(uint64_t a, uint64_t b)
    {
        return a - lanes_less(a, b);
    }

    /* The first n units of x, from the lowest byte on. n is not negative. */
    static inline uint64_t lanes_first(uint64_t x, int n)
    {
        const uint64_t ones = 0x0101010101010101ULL;
        uint64_t most, up_to;
        if (x & 0xE0E0E0E0E0E0E0E0ULL) {  /* 32 and more of one kind: the sums might not fit a byte */
            uint64_t taken = 0;
            int i;
            for (i = 0; i < 64; i += 8) {
                int t = (int)(x >> i & 0xFF);
                t = t < n ? t : n;
                taken |= (uint64_t)t << i;
                n -= t;
            }
            return taken;
        }
        up_to = x * ones;  /* a byte, all before it, and itself */
        most = ones * (uint64_t)(n < 255 ? n : 255);
    #if defined(__SSE2__)
        {
            const __m128i v = _mm_cvtsi64_si128((long long)x), m = _mm_cvtsi64_si128((long long)most);
            const __m128i u = _mm_cvtsi64_si128((long long)up_to);
            const __m128i over = _mm_sub_epi8(_mm_subs_epu8(u, m), _mm_subs_epu8(_mm_sub_epi8(u, v), m));
            return (uint64_t)_mm_cvtsi128_si64(_mm_sub_epi8(v, over));
        }
    #else
        {
            uint64_t taken = 0;
            int i;
            for (i = 0; i < 64; i += 8) {
                int u = (int)(up_to >> i & 0xFF), v = (int)(x >> i & 0xFF), m = (int)(most & 0xFF);
                int t = m - (u - v);
                taken |= (uint64_t)(t < 0 ? 0 : t < v ? t : v) << i;
            }
            return taken;
        }
    #endif
    }

    /* Units of n that can go, from the lowest lane on, at most so many. What a lane of typed holds beyond power goes
       freely, each other unit takes one of *slack. */
    static inline uint64_t lanes_spared(uint64_t n, uint64_t typed, uint64_t power, int *slack, int most)
    {
    #if defined(__SSE2__)
        const __m128i v = _mm_cvtsi64_si128((long long)n);
        const __m128i f = _mm_min_epu8(
            v, _mm_subs_epu8(_mm_cvtsi64_si128((long long)typed), _mm_cvtsi64_si128((long long)power)));
        const uint64_t free = (uint64_t)_mm_cvtsi128_si64(f);
        const uint64_t given = lanes_first(free + lanes_first(n - free, *slack), most);
        const __m128i paid = _mm_subs_epu8(_mm_cvtsi64_si128((long long)given), f);
        *slack -= _mm_cvtsi128_si32(_mm_sad_epu8(paid, _mm_setzero_si128()));
        return given;
    #else
        const uint64_t free = lanes_least(n, lanes_less(typed, power));
        const uint64_t given = lanes_first(free + lanes_first(n - free, *slack), most);
        *slack -= lanes_sum(lanes_less(given, free));
        return given;
    #endif
    }

    /* The last n units of x, which holds as many, from the highest lane down. */
    static inline uint64_t lanes_last(uint64_t x, int n)
    {
        return x - lanes_first(x, lanes_sum(x) - n);
    }

    /* All bits of the lanes of a domain mask. */
    static const uint64_t LANES_OF[64] = {
        0x000000000000ULL, 0xFF0000000000ULL, 0x00FF00000000ULL, 0xFFFF00000000ULL,
        0x0000FF000000ULL, 0xFF00FF000000ULL, 0x00FFFF000000ULL, 0xFFFFFF000000ULL,
        0x000000FF0000ULL, 0xFF0000FF0000ULL, 0x00FF00FF0000ULL, 0xFFFF00FF0000ULL,
        0x0000FFFF0000ULL, 0xFF00FFFF0000ULL, 0x00FFFFFF0000ULL, 0xFFFFFFFF0000ULL,
        0x00000000FF00ULL, 0xFF000000FF00ULL, 0x00FF0000FF00ULL, 0xFFFF0000FF00ULL,
        0x0000FF00FF00ULL, 0xFF00FF00FF00ULL, 0x00FFFF00FF00ULL, 0xFFFFFF00FF00ULL,
        0x000000FFFF00ULL, 0xFF0000FFFF00ULL, 0x00FF00FFFF00ULL, 0xFFFF00FFFF00ULL,
        0x0000FFFFFF00ULL, 0xFF00FFFFFF00ULL, 0x00FFFFFFFF00ULL, 0xFFFFFFFFFF00ULL,
        0x0000000000FFULL, 0xFF00000000FFULL, 0x00FF000000FFULL, 0xFFFF000000FFULL,
        0x0000FF0000FFULL, 0xFF00FF0000FFULL, 0x00FFFF0000FFULL, 0xFFFFFF0000FFULL,
        0x000000FF00FFULL, 0xFF0000FF00FFULL, 0x00FF00FF00FFULL, 0xFFFF00FF00FFULL,
        0x0000FFFF00FFULL, 0xFF00FFFF00FFULL, 0x00FFFFFF00FFULL, 0xFFFFFFFF00FFULL,
        0x00000000FFFFULL, 0xFF000000FFFFULL, 0x00FF0000FFFFULL, 0xFFFF0000FFFFULL,
        0x0000FF00FFFFULL, 0xFF00FF00FFFFULL, 0x00FFFF00FFFFULL, 0xFFFFFF00FFFFULL,
        0x000000FFFFFFULL, 0xFF0000FFFFFFULL, 0x00FF00FFFFFFULL, 0xFFFF00FFFFFFULL,
        0x0000FFFFFFFFULL, 0xFF00FFFFFFFFULL, 0x00FFFFFFFFFFULL, 0xFFFFFFFFFFFFULL,
    };

    /* Is any of these bytes larger than its limit? n is a multiple of 16. */
    static inline int above_limits(const void *bytes, const void *limits, int n)
    {
        int i;
    #if defined(__SSE2__)
        __m128i over = _mm_setzero_si128();
        for (i = 0; i < n; i += 16)
            over = _mm_or_si128(over, _mm_subs_epu8(_mm_loadu_si128((const __m128i *)((const char *)bytes + i)),
                                                    _mm_loadu_si128((const __m128i *)((const char *)limits + i))));
        return _mm_movemask_epi8(_mm_cmpeq_epi8(over, _mm_setzero_si128())) != 0xFFFF;
    #else
        for (i = 0; i < n; i++)
            if (((const unsigned char *)bytes)[i] > ((const unsigned char *)limits)[i])
                return 1;
        return 0;
    #endif
    }

    static inline uint64_t word(const void *from)
    {
        uint64_t x;
        memcpy(&x, from, 8);
        return x;
    }
    """
    const uint64_t LANES_ALL
    uint64_t lanes_load(const void *) noexcept nogil
    uint64_t lanes_reverse(uint64_t) noexcept nogil
    void lanes_into(void *, uint64_t) noexcept nogil
    int lanes_sum(uint64_t) noexcept nogil
    int bytes_sum(uint64_t) noexcept nogil
    uint64_t lanes_less(uint64_t, uint64_t) noexcept nogil
    uint64_t lanes_least(uint64_t, uint64_t) noexcept nogil
    uint64_t lanes_first(uint64_t, int) noexcept nogil
    uint64_t lanes_spared(uint64_t, uint64_t, uint64_t, int *, int) noexcept nogil
    uint64_t lanes_last(uint64_t, int) noexcept nogil
    const uint64_t LANES_OF[64]
    uint64_t word(const void *) noexcept nogil
    bint above_limits(const void *, const void *, int) noexcept nogil


cdef inline int lane(uint64_t x, int domain) noexcept nogil:
    return <int>(x >> (8 * (5 - domain)) & 0xFF)


cdef inline uint64_t lane_of(int n, int domain) noexcept nogil:
    """n units of one domain."""
    return <uint64_t>n << (8 * (5 - domain))


cdef inline int lane_at(uint64_t x, int i) noexcept nogil:
    return <int>(x >> (8 * i) & 0xFF)
