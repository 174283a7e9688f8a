"""What is made when it is first used is whole for every thread.

Each answer of a fresh process with eight threads is that of a process with one.
"""

from __future__ import annotations

import json
import subprocess
import sys

ASK = """
import json, sys, threading
import riftcore as rc

many = sys.argv[1] == "many"
kinds = ("unit", "spell", "gear")
own = {"name": "Own Thing", "type": "unit", "energy": 3, "tags": ["elf"]}
names = sorted(card.name for card in rc.Catalog.from_facts(rc.catalog.facts.BUILTIN) if card.type in kinds)[::4]


def said(verdict):
    return [verdict.code, [str(cost) for cost in verdict.costs], [str(step) for step in verdict.steps]]


def ask(name):
    data = {"players": [{"hand": [name, own], "runes": {"fury": 2, "calm": 3}, "board": [{"card": own}]}]}
    play = {"play": name}
    state = rc.State.from_scenario(data)
    row = json.dumps({**data, "action": play})
    return [
        said(state.check(play)),
        said(state.check(rc.Action.play("Own Thing"))),
        said(state.check({"pay": {"energy": 1, "other": ["kill 1 friendly unit [elf]"]}})),
        state.legal_actions(),
        rc.batch.check([row, state.serialize()], [play, 0]).names,
        str(rc.State.deserialize(state.serialize())),
        str(state.cheapest(rc.Cost(energy=1), policy=("sources", "killed"))),
    ]


found = {}
if many:
    start = threading.Barrier(8)

    def run(part):
        start.wait()
        for name in part:
            found[name] = ask(name)

    threads = [threading.Thread(target=run, args=(names[i::8],)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = {name: ask(name) for name in names[::9]}
    assert all(found[name] == again[name] for name in again)
else:
    found = {name: ask(name) for name in names}
print(json.dumps(found, sort_keys=True))
"""


def asked(how: str) -> dict[str, object]:
    got = subprocess.run([sys.executable, "-c", ASK, how], capture_output=True, text=True, check=False)
    assert got.returncode == 0, got.stderr
    return json.loads(got.stdout)  # type: ignore[no-any-return]


def test_eight_threads_that_use_everything_first() -> None:
    alone = asked("one")
    assert len(alone) > 180
    for _ in range(3):
        together = asked("many")
        assert [name for name in alone if together.get(name) != alone[name]] == []
