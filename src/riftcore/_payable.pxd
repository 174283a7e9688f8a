"""Payable: can a supply pay a demand? (rules 357.1.a, 429.3)

Written without branches where positions differ at random: each would be mispredicted every second time.
"""

from libc.stdint cimport uint64_t

from riftcore._borrow cimport payable_borrowing
from riftcore._lanes cimport LANES_ALL, bytes_sum, lanes_less, lanes_reverse, lanes_sum, word
from riftcore._record cimport Demand, Supply
from riftcore._types cimport FOR_SPELL
from riftcore._units cimport LEGEND_ADDS, Need, hybrid_shortage, hybrids_init, max0, usable

cdef extern from *:
    """
    /* By flags: which of bytes 31-35 are one Energy each ("2 Energy" for its first): with FLAG_LEVEL6
       Honeyfruit, with FLAG_RENATA Gold. */
    static const unsigned long long ENERGY_TAIL[4] = {0xFFFFULL, 0xFF00FFFFULL, 0xFF0000FFFFULL, 0xFFFF00FFFFULL};
    """
    const uint64_t ENERGY_TAIL[4]


cdef inline int slack(const Supply *s, const Demand *d, uint64_t counts, int loss) noexcept nogil:
    """Below 0 where units are missing when everything without a cost is used, and `loss` units for 2 Energy.

    `counts`: the restricted resources that count, a legend's among them (see LEGEND_ADDS).
    """
    cdef int k1 = -((s.converters & 15) != 0)   # all ones when used
    cdef int k2 = -(s.converters > 15)
    cdef uint64_t ready = word(s.ready) & LANES_ALL
    cdef uint64_t symbols = word(d.power)       # [A] and a kind of hybrids in its last two bytes
    cdef uint64_t power = symbols & LANES_ALL
    cdef uint64_t typed = (ready + word(s.exhausted) + word(s.seals) + word(s.power)) & LANES_ALL
    cdef int restricted = (counts >> 24 & 0xFF) + (counts >> 32 & 0xFF)
    cdef int universal = s.universal + s.gold + s.honeyfruit
    cdef int energy_only = loss + (counts & 0xFF) + (counts >> 8 & 0xFF)
    cdef int energy = bytes_sum(ready + (word(&s.one) & ENERGY_TAIL[s.flags])) + s.energy + s.two
    cdef int shortage = lanes_sum(lanes_less(power, typed))
    cdef int short_energy, moved, s_loss, s_all, s_typed, s_energy
    cdef Need need
    if s.lux and d.purpose == FOR_SPELL:
        energy_only += 2 * s.lux
    if d.hybrid | d.hybrid2:
        hybrids_init(&need, d)
        shortage += hybrid_shortage(&need, lanes_reverse(lanes_less(typed, power)))
    energy += (counts >> 16 & 0xFF) + (counts >> 40 & 0xFF)
    short_energy = max0(d.energy - energy_only) - energy
    moved = (short_energy & k2) | (max0(short_energy) & k1 & ~k2)
    s_loss = universal + lanes_sum(typed) - loss - moved
    s_all = s_loss + restricted - bytes_sum(symbols) - d.hybrid2
    s_typed = universal + restricted - shortage - (moved & k2)
    # Energy is there, or Power becomes Energy; typed symbols are no matter when both converters work.
    s_energy = -short_energy & ~k1
    return s_loss | s_all | (s_typed & ~(k1 & k2)) | s_energy


cdef inline bint payable(const Supply *s, const Demand *d) noexcept nogil:
    """Does some legal sequence of Adds pay?

    Adds without a cost never hurt, so all of them are made. Only a legend's [A][A] and the
    choice of a borrower need a second look.
    """
    cdef uint64_t counts = (word(&s.spells_energy) & <uint64_t>0xFFFFFFFFFF) + LEGEND_ADDS[s.legend] & usable(d)
    cdef bint pays = slack(s, d, counts, 0) >= 0
    if (counts >> 48 | s.borrowers) & -<uint64_t>(not pays):
        if counts >> 48 and slack(s, d, counts, 2) >= 0:
            return True
        return s.borrowers != 0 and payable_borrowing(s, d)
    return pays
