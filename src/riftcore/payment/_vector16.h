/* Sixteen rows in a vector, one in each byte: the few operations that the rows are answered with, in SSE2, which every
   x86-64 has. Counts are unsigned and stop at 0 and 255 (PLUS, LESS); where they may be below 0, or are known to
   stay within, plain ADD and SUB do. What is true is all ones. */

#include "_vector_undo.h"

#define WIDTH 16
#define NAMED(name) name##16
#define TARGET
#define V __m128i
#define ZERO _mm_setzero_si128()
#define BYTES(n) _mm_set1_epi8((char)(n))
#define ADD(a, b) _mm_add_epi8(a, b)
#define SUB(a, b) _mm_sub_epi8(a, b)
#define PLUS(a, b) _mm_adds_epu8(a, b)
#define LESS(a, b) _mm_subs_epu8(a, b) /* max(0, a - b) */
#define MIN(a, b) _mm_min_epu8(a, b)
#define MAX(a, b) _mm_max_epu8(a, b)
#define SAME(a, b) _mm_cmpeq_epi8(a, b)
#define BELOW_ZERO(a) _mm_cmpgt_epi8(ZERO, a)
#define BOTH(a, b) _mm_and_si128(a, b)
#define EITHER(a, b) _mm_or_si128(a, b)
#define DIFFERENCE(a, b) _mm_xor_si128(a, b)
#define WITHOUT(a, b) _mm_andnot_si128(b, a)
#define CHOICE(mask, a, b) _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b))
#define BITS(a) ((unsigned int)_mm_movemask_epi8(a))
#define ALL_BITS 0xFFFFu
#define LOW_PAIR(a, b) _mm_unpacklo_epi8(a, b)
#define HIGH_PAIR(a, b) _mm_unpackhi_epi8(a, b)
#define STORE(p, a) _mm_storeu_si128((__m128i *)(p), a)
/* Sixteen bytes of a row. */
#define LOAD_ROWS(p, behind) _mm_loadu_si128((const __m128i *)(p))
/* Thirty-two bytes of a row, from two columns. */
#define STORE_ROWS(p, behind, a, b) \
    (_mm_storeu_si128((__m128i *)(p), a), _mm_storeu_si128((__m128i *)((p) + 16), b))
