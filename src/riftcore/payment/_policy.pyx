"""From the keys of a policy to the order in which units are given up."""

from libc.stdint cimport uint8_t

from riftcore.ground._types cimport N_DOMAINS
from riftcore.payment._units cimport (
    C_ENERGY_ONLY,
    C_EXHAUST,
    C_GOLD,
    C_LEGEND_SHOWDOWN,
    C_POOL_SHOWDOWN,
    CLASS_ACCEPT,
    CLASS_LANE,
    ENERGY_ONLY,
    NO_CLASS,
    N_CLASSES,
    RESTRICTED,
    UNIVERSAL,
    in_pool,
)


cdef int class_weight(int c, int key) noexcept nogil:
    """1 where a unit of this class makes the key larger by one (ready runes: see solve_opened)."""
    cdef int accept = CLASS_ACCEPT[c]
    if key == K_RECYCLED:
        return c < C_GOLD
    if key == K_KILLED:
        return c == C_GOLD
    if key == K_SOURCES:
        return C_GOLD < c < C_EXHAUST and not in_pool(c)
    if key == K_READY_RUNES:
        return c == C_EXHAUST
    if key == K_FREE:
        return not (accept == RESTRICTED or accept == ENERGY_ONLY or c == C_LEGEND_SHOWDOWN or c == C_POOL_SHOWDOWN)
    if key == K_UNIVERSAL:
        return accept == UNIVERSAL
    if key >= K_DOMAIN:
        return c < C_GOLD and N_DOMAINS - 1 - CLASS_LANE[c] == key - K_DOMAIN
    if key == -1:  # the tie after all keys: single Adds
        return not in_pool(c)
    return 0


cdef int class_heavier(const Policy *policy, int a, int b) noexcept nogil:
    """Is a unit of class a to be given up before one of class b?"""
    cdef int i, key
    for i in range(policy.n + 1):
        key = policy.key[i] if i < policy.n else -1
        if class_weight(a, key) != class_weight(b, key):
            return class_weight(a, key) > class_weight(b, key)
    if a < C_GOLD and b < C_GOLD and CLASS_LANE[a] != CLASS_LANE[b]:
        return CLASS_LANE[a] < CLASS_LANE[b]  # recycles: the first domain is kept, ready or not
    return a < b


cdef void policy_init(Policy *policy, const uint8_t *keys, int n) noexcept nogil:
    """A policy from its keys; default keys that are left out are asked last, in their order."""
    cdef int i, j, key
    cdef uint8_t moved
    cdef bint named
    policy.n = 0
    for i in range(n):
        policy.key[policy.n] = keys[i]
        policy.n += 1
    for key in range(K_DOMAIN):
        named = False
        for i in range(n):
            named = named or keys[i] == key
        if not named:
            policy.key[policy.n] = key
            policy.n += 1
    policy.default = policy.n == K_DOMAIN
    for i in range(K_DOMAIN):
        policy.default = policy.default and policy.key[i] == i
    policy.any = False
    policy.leftover_early = False
    named = False
    for i in range(policy.n):
        named = named or policy.key[i] == K_LEFTOVER
        policy.leftover_early = policy.leftover_early or (named and policy.key[i] <= K_READY_RUNES)
    n = 0
    for i in range(N_CLASSES):
        if CLASS_ACCEPT[i] == NO_CLASS or i == C_ENERGY_ONLY:  # (restricted Energy is spent first)
            continue
        policy.order[n] = i
        j = n
        n += 1
        while j > 0 and class_heavier(policy, policy.order[j], policy.order[j - 1]):
            moved = policy.order[j]
            policy.order[j] = policy.order[j - 1]
            policy.order[j - 1] = moved
            j -= 1
