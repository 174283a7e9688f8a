"""Policies: what a payment is to spare, as keys to be made small one after the other."""

from libc.stdint cimport uint8_t

cdef enum:
    # Keys of a policy, each to be as small as possible.
    K_RECYCLED = 0          # runes recycled
    K_KILLED = 1            # objects killed by Adds
    K_SOURCES = 2           # other objects exhausted by Adds
    K_READY_RUNES = 3       # ready runes lost: exhausted, or recycled while ready
    K_LEFTOVER = 4          # units in the pool afterwards beyond those that were there before
    K_FREE = 5              # unrestricted units spent
    K_UNIVERSAL = 6         # unrestricted universal Power spent
    K_DOMAIN = 7            # 7-12: runes of that domain recycled, and ready ones of it lost
    N_KEYS = 13


cdef struct Policy:
    int n                   # keys asked, in order; what the caller left out stands last
    uint8_t key[13]
    uint8_t order[36]       # classes of units, the first to be given up first; not C_ENERGY_ONLY
    bint default
    bint any                # the first payment that is found will do, for the first objects
    bint leftover_early     # asks what is left over before all kinds of Adds are told apart


cdef void policy_init(Policy *policy, const uint8_t *keys, int n) noexcept nogil
