"""Payable: can a supply pay a demand? (rules 357.1.a, 429.3)

Written without branches where positions differ at random: each would be mispredicted every second time.
"""

from libc.stdint cimport uint8_t, uint64_t

from riftcore.ground._lanes cimport LANES_ALL, bytes_sum, lanes_less, lanes_reverse, lanes_sum, word
from riftcore.ground._record cimport Demand, Supply
from riftcore.ground._types cimport FOR_SPELL
from riftcore.payment._borrow cimport payable_borrowing
from riftcore.payment._units cimport LEGEND_ADDS, Need, hybrid_shortage, hybrids_init, max0, usable

cdef extern from *:
    """
    /* By flags: which of bytes 31-35 are one Energy each ("2 Energy" for its first): with FLAG_LEVEL6
       Honeyfruit, with FLAG_RENATA Gold. */
    static const unsigned long long ENERGY_TAIL[4] = {0xFFFFULL, 0xFF00FFFFULL, 0xFF0000FFFFULL, 0xFFFF00FFFFULL};
    """
    const uint64_t ENERGY_TAIL[4]


cdef struct Purse:          # what a supply comes to for one purpose: all of the closed form that a demand does not change
    uint64_t typed          # Power by domain, as bytes in the order of the record
    int power               # ... all of it, and universal Power
    int universal
    int restricted          # universal Power that does not turn into Energy
    int energy
    int energy_only         # Energy that does not turn into Power
    int k1                  # Hextech Anomaly, Ancient Henge: all ones when used
    int k2
    bint legend             # 2 Energy for [A][A] are to be had
    uint8_t purpose
    uint8_t showdown


cdef inline void purse_set(Purse *p, const Supply *s, const Demand *d) noexcept nogil:
    """What everything without a cost comes to; of the demand only its purpose and the showdown count."""
    cdef uint64_t ready = word(s.ready) & LANES_ALL
    # The restricted resources that count, a legend's among them (see LEGEND_ADDS).
    cdef uint64_t counts = (word(&s.spells_energy) & <uint64_t>0xFFFFFFFFFF) + LEGEND_ADDS[s.legend] & usable(d)
    p.typed = (ready + word(s.exhausted) + word(s.seals) + word(s.power)) & LANES_ALL
    p.universal = s.universal + s.gold + s.honeyfruit
    p.power = p.universal + lanes_sum(p.typed)
    p.restricted = (counts >> 24 & 0xFF) + (counts >> 32 & 0xFF)
    p.energy_only = (counts & 0xFF) + (counts >> 8 & 0xFF)
    if s.lux and d.purpose == FOR_SPELL:
        p.energy_only += 2 * s.lux
    p.energy = bytes_sum(ready + (word(&s.one) & ENERGY_TAIL[s.flags])) + s.energy + s.two
    p.energy += (counts >> 16 & 0xFF) + (counts >> 40 & 0xFF)
    p.k1 = -((s.converters & 15) != 0)
    p.k2 = -(s.converters > 15)
    p.legend = counts >> 48 != 0
    p.purpose = d.purpose
    p.showdown = d.showdown


cdef inline int slack(const Purse *p, const Demand *d, int loss, int k1, int k2) noexcept nogil:
    """Below 0 where units are missing when all of it is used, and `loss` units for 2 Energy."""
    cdef uint64_t symbols = word(d.power)       # [A] and a kind of hybrids in its last two bytes
    cdef uint64_t power = symbols & LANES_ALL
    cdef int shortage = lanes_sum(lanes_less(power, p.typed))
    cdef int short_energy, moved, s_loss, s_all, s_typed, s_energy
    cdef Need need
    if d.hybrid | d.hybrid2:
        hybrids_init(&need, d)
        shortage += hybrid_shortage(&need, lanes_reverse(lanes_less(p.typed, power)))
    short_energy = max0(d.energy - p.energy_only - loss) - p.energy
    moved = (short_energy & k2) | (max0(short_energy) & k1 & ~k2)
    s_loss = p.power - loss - moved
    s_all = s_loss + p.restricted - bytes_sum(symbols) - d.hybrid2
    s_typed = p.universal + p.restricted - shortage - (moved & k2)
    # Energy is there, or Power becomes Energy; typed symbols are no matter when both converters work.
    s_energy = -short_energy & ~k1
    return s_loss | s_all | (s_typed & ~(k1 & k2)) | s_energy


cdef inline bint pays_with(const Purse *p, const Supply *s, const Demand *d, int k1, int k2) noexcept nogil:
    """Adds without a cost never hurt, so all of them are made. Only a legend's [A][A] and the choice of a borrower
    need a second look."""
    cdef Demand whole
    cdef bint pays = slack(p, d, 0, k1, k2) >= 0
    if (p.legend | s.borrowers) & -(not pays):
        if p.legend and slack(p, d, 2, k1, k2) >= 0:
            return True
        if s.borrowers:
            whole = d[0]
            whole.purpose = p.purpose
            whole.showdown = p.showdown
            return payable_borrowing(s, &whole)
    return pays


cdef inline bint purse_pays(const Purse *p, const Supply *s, const Demand *d) noexcept nogil:
    """`payable` for many demands of one purpose; the demand's own is not asked. The purse is that of the supply."""
    if p.k1 | p.k2:
        return pays_with(p, s, d, p.k1, p.k2)
    return pays_with(p, s, d, 0, 0)


cdef inline bint payable(const Supply *s, const Demand *d) noexcept nogil:
    """Does some legal sequence of Adds pay?"""
    cdef Purse purse
    purse_set(&purse, s, d)
    return pays_with(&purse, s, d, purse.k1, purse.k2)
