"""A million requests with cards, tags and parts of costs of their own: nothing grows, nothing is refused.

    python tools/soak/own_cards.py [REQUESTS]

Exits with 1 when memory grew by more than 20 MB after the first tenth, or when a printed card does not load afterwards.
"""

from __future__ import annotations

import json
import resource
import sys
import time

import riftcore as rc

ROOM = 20_000  # kB


def ask(n: int) -> None:
    """One request; each names something that no other does."""
    card = {"name": f"Own {n}", "type": "unit", "energy": n % 12, "tags": [f"tag {n}"]}
    affordable = "ok" if n % 12 <= 6 else "unaffordable"
    data = {"players": [{"hand": ["Charm", card], "runes": {"fury": 6}}]}
    kind = n % 4
    if kind == 0:
        state = rc.State.from_scenario(data)
        assert state.check({"play": card["name"]}).code == affordable
        assert rc.State.deserialize(state.serialize()) == state
    elif kind == 1:
        row = json.dumps({**data, "action": {"play": card["name"]}})
        assert rc.batch.check([row], None).names == [affordable]
    elif kind == 2:
        cost = {"other": [f"kill 1 friendly unit [tag {n}]"]}
        assert not SHARED.check({"pay": cost}).legal
        assert not SHARED.check(rc.Action.pay({"energy": 1, **cost})).legal
    else:
        assert len(SHARED.check({"play": card, "from": "token", "ignoring": "power"}).costs) == 1
        name = SHARED.enter(card)
        assert SHARED.is_ok() and name
        SHARED.pop()


SHARED = rc.State.from_scenario({"players": [{"runes": {"fury": 6}, "board": [{"card": "Recruit", "id": "x"}]}]})


def main() -> int:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    told = start = time.monotonic()
    first = 0
    for n in range(requests):
        ask(n)
        if n == requests // 10:
            first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if sys.stderr.isatty() and time.monotonic() - told > 1:
            told = time.monotonic()
            print(
                f"\r{n:,} of {requests:,} requests, {(n + 1) / (told - start):,.0f} a second", end="", file=sys.stderr
            )
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - first
    bad = []
    for card in rc.Catalog.builtin():
        if card.type in ("unit", "spell", "gear"):
            try:
                rc.State.from_scenario({"players": [{"hand": [card.name]}]})
            except rc.errors.RiftcoreError as error:
                bad.append(f"{card.name}: {error}")
    print(f"{requests:,} requests: {grown / 1024:.1f} MB more, {len(bad)} printed cards do not load")
    return 1 if bad or grown > ROOM else 0


if __name__ == "__main__":
    sys.exit(main())
