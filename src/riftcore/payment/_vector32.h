/* The same for thirty-two rows, in AVX2. Both halves of a vector do the same: rows 0-15 and rows 16-31. */

#include "_vector_undo.h"

#define WIDTH 32
#define NAMED(name) name##32
#define TARGET __attribute__((target("avx2")))
#define V __m256i
#define ZERO _mm256_setzero_si256()
#define BYTES(n) _mm256_set1_epi8((char)(n))
#define ADD(a, b) _mm256_add_epi8(a, b)
#define SUB(a, b) _mm256_sub_epi8(a, b)
#define PLUS(a, b) _mm256_adds_epu8(a, b)
#define LESS(a, b) _mm256_subs_epu8(a, b)
#define MIN(a, b) _mm256_min_epu8(a, b)
#define MAX(a, b) _mm256_max_epu8(a, b)
#define SAME(a, b) _mm256_cmpeq_epi8(a, b)
#define BELOW_ZERO(a) _mm256_cmpgt_epi8(ZERO, a)
#define BOTH(a, b) _mm256_and_si256(a, b)
#define EITHER(a, b) _mm256_or_si256(a, b)
#define DIFFERENCE(a, b) _mm256_xor_si256(a, b)
#define WITHOUT(a, b) _mm256_andnot_si256(b, a)
#define CHOICE(mask, a, b) _mm256_blendv_epi8(b, a, mask)
#define BITS(a) ((unsigned int)_mm256_movemask_epi8(a))
#define ALL_BITS 0xFFFFFFFFu
#define LOW_PAIR(a, b) _mm256_unpacklo_epi8(a, b)
#define HIGH_PAIR(a, b) _mm256_unpackhi_epi8(a, b)
#define STORE(p, a) _mm256_storeu_si256((__m256i *)(p), a)
/* Sixteen bytes of a row in the one half, of the row sixteen behind it in the other. */
#define LOAD_ROWS(p, behind) \
    _mm256_inserti128_si256( \
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(p))), \
        _mm_loadu_si128((const __m128i *)(behind)), 1)
/* Thirty-two bytes of both rows. */
#define STORE_ROWS(p, behind, a, b) \
    (_mm256_storeu_si256((__m256i *)(p), _mm256_permute2x128_si256(a, b, 0x20)), \
     _mm256_storeu_si256((__m256i *)(behind), _mm256_permute2x128_si256(a, b, 0x31)))
