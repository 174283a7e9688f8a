"""One number that changes only when behaviour does: the last line of a commit message, `Bench: N`.

    python benchmarks/signature.py

It digests the answers to a fixed workload: payable, the cheapest payment by three policies, and the number of
distinct payments, over seeded positions with and without hybrid costs and general sources.
"""

from __future__ import annotations

from hashlib import blake2b

from riftcore import _batch
from riftcore._sample import sample

ROWS, COUNTED, LIMIT = 4000, 400, 200
POLICIES = (None, ("killed", "ready_runes", "recycled"), ("domain:calm", "universal", "sources"))


def signature(seed: int = 1) -> int:
    """64 bits of everything that riftcore answers about the positions of this seed."""
    digest = blake2b(digest_size=8)
    for general in (False, True):
        records, demands = sample(ROWS, seed, general=general)
        answers = bytearray(ROWS)
        _batch.payable_rows(records, demands, answers)
        digest.update(answers)
        for policy in POLICIES:
            payments = bytearray(32 * ROWS)
            _batch.cheapest_rows(records, demands, payments, policy)
            digest.update(payments)
        for i in range(COUNTED):
            n = _batch.count_rows(records[48 * i : 48 * i + 48], demands[16 * i : 16 * i + 16], LIMIT)
            digest.update(n.to_bytes(8, "little"))
    return int.from_bytes(digest.digest(), "little")


if __name__ == "__main__":
    print(signature())
