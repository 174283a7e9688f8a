"""Instructions per row of the hot loops and per call of State, compared with what is recorded: exits with 1 when one
got worse.

    python benchmarks/instructions.py [--record]

A count of instructions is the same in every run, so a few per cent are enough to tell a change of the code from
noise. It needs valgrind; without it nothing is compared. `--record` writes benchmarks/instructions.json anew: do so
in the commit that changes the figures, for better or worse, and say why.

The counts are those of one compiler, one Python and one kind of machine. With another one they are printed, not
compared.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import riftcore

ROWS = 10_000
CALLS = 2_000
WORSE = 1.03
RECORDED = Path(__file__).with_name("instructions.json")
FOLDERS = (str(Path(riftcore.__file__).parent.parent), str(Path(__file__).parent))
ALLOCATORS = re.compile(r"^cfn=.*\b(malloc|calloc|realloc|_?PyObject_Malloc|_PyObject_GC_New)$")

WORK = {
    "payable": "_batch.payable_rows(records, demands, memoryview(out)[:n])",
    "cheapest": "_batch.cheapest_rows(records, demands, out)",
    "payable, general": "_batch.payable_rows(records, demands, memoryview(out)[:n])",
    "cheapest, general": "_batch.cheapest_rows(records, demands, out)",
    "payable, rc.batch.evaluate": "batch.evaluate(records, demands, out=memoryview(out)[:n], threads=1)",
    "cheapest, rc.batch.evaluate": "batch.evaluate(records, demands, want='cheapest', out=out, threads=1)",
    "count, at most 10": "_batch.count_rows(records, demands, 10)",
}
# The rows are drawn and asked once in every run, so that a run without the work differs by nothing else.
CHILD = """
from riftcore import batch
from riftcore.edge import _batch, _sample
n = {rows}
records, demands = _sample.sample(n, 1, general={general})
out = bytearray(32 * n)
batch.evaluate(records, demands, out=memoryview(out)[:n], threads=1)
{work}
"""


LOG_ROWS = 1_000
LOG_WORK = {"rc.batch.check, a row of a log": "batch.check(states, numbers, threads=1)"}
LOG_CHILD = """
from midgame import game_log
from riftcore import batch
states, numbers = game_log({rows})
batch.check(states, numbers)
{work}
"""


CALL_WORK = {
    "check a spell, 5 modifiers": "state.check(spell)",
    "check it as a dict": "state.check(SPELL)",
    "push and pop a spell, 5 modifiers": "state.push(spell); state.pop()",
    "push and pop a unit": "state.push(unit); state.pop()",
    "state.copy()": "state.copy()",
    "state.serialize()": "state.serialize()",
    "State.deserialize(data)": "State.deserialize(data)",
    "state.legal_actions()": "middle.legal_actions()",
    "apply_action + undo_action": "middle.apply_action(number); middle.undo_action()",
    "state.mask(7 costs)": "middle.mask(costs)",
}
# Everything is done once before it is counted: what is read and made once is no part of it.
CALL_CHILD = """
from midgame import midgame
from positions import MODIFIED, SPELL, UNIT
from riftcore import Action, Catalog, Cost, State
state = State.from_scenario(MODIFIED, Catalog.builtin())
spell, unit = Action.from_dict(SPELL), Action.from_dict(UNIT)
data = state.serialize()
State.deserialize(data)
for action in (spell, unit, SPELL):
    state.check(action)
    state.push(action)
    state.pop()
middle = midgame()
number = middle.string_to_action(0, "play Vanguard Sergeant")
costs = [Cost(energy=n, any=n % 3) for n in range(7)]
for _ in range(2):
    middle.legal_actions()
    middle.apply_action(number)
    middle.undo_action()
    middle.mask(costs)
def work():
    for _ in range({calls}):
        {work}
work()
"""


def main() -> int:
    if shutil.which("valgrind") is None:
        print("no valgrind: instructions are not counted")
        return 0
    per_row, bad = rows()
    per_call = calls()
    found = {
        "compiler": compiler(), "machine": platform.machine(), "python": ".".join(platform.python_version_tuple()[:2]),
        "instructions per row": per_row, "instructions per call": per_call,
    }  # fmt: skip
    if "--record" in sys.argv[1:]:
        RECORDED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    known = json.loads(RECORDED.read_text(encoding="utf-8"))
    alike = all(known.get(key) == found[key] for key in ("compiler", "machine", "python"))
    for kind, counts in (("row", per_row), ("call", per_call)):
        for name, n in counts.items():
            before = known.get(f"instructions per {kind}", {}).get(name)
            worse = before is None or n > before * WORSE
            note = "" if not alike else f"recorded {before}" + (", WORSE" if worse else "")
            print(f"{name:34} {n:9.1f} instructions a {kind}  {note}".rstrip())
            if alike and worse:
                bad.append(name)
    if not alike:
        what = f"{known['compiler']}, Python {known.get('python')} on {known['machine']}"
        print(f"recorded with {what}, this is {found['compiler']}, Python {found['python']}: not compared")
    if bad:
        print(f"worse than recorded, or allocates: {'; '.join(bad)}", file=sys.stderr)
    return 1 if bad else 0


def rows() -> tuple[dict[str, float], list[str]]:
    """Instructions of each kind of row, and the names of those that allocate memory."""
    idle = {general: run(CHILD.format(rows=ROWS, general=general, work="pass")) for general in (False, True)}
    per_row = {}
    allocate = []
    for name, work in WORK.items():
        general = "general" in name
        instructions, allocated = run(CHILD.format(rows=ROWS, general=general, work=work))
        per_row[name] = round((instructions - idle[general][0]) / ROWS, 1)
        # A batch call allocates the views of its buffers, whatever the number of rows.
        if allocated - idle[general][1] > ROWS // 50:
            allocate.append(name)
    idle_log = run(LOG_CHILD.format(rows=LOG_ROWS, work="pass"))[0]
    for name, work in LOG_WORK.items():
        per_row[name] = round((run(LOG_CHILD.format(rows=LOG_ROWS, work=work))[0] - idle_log) / LOG_ROWS, 1)
    return per_row, allocate


def calls() -> dict[str, float]:
    """Instructions of each kind of call, the bare loop taken off."""
    idle = run(CALL_CHILD.format(calls=CALLS, work="pass"))[0]
    return {
        name: round((run(CALL_CHILD.format(calls=CALLS, work=work))[0] - idle) / CALLS, 1)
        for name, work in CALL_WORK.items()
    }


def run(program: str) -> tuple[int, int]:
    """Instructions and allocations of a process that does this."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        subprocess.run(
            [
                "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--compress-strings=no", "--quiet",
                sys.executable, "-P", "-c", program,
            ],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(FOLDERS)},
        )  # fmt: skip
        text = out.read_text(encoding="utf-8", errors="replace")
    total = re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE)
    if total is None:
        sys.exit("callgrind wrote no total")
    return int(total[1]), allocations(text.splitlines())


def allocations(lines: list[str]) -> int:
    """Calls of an allocator: each `cfn=` line names who is called, the `calls=` line after it how often."""
    n = 0
    counts = False
    for line in lines:
        if line.startswith("cfn="):
            counts = ALLOCATORS.match(line) is not None
        elif counts and line.startswith("calls="):
            n += int(line[6:].split()[0])
    return n


def compiler() -> str:
    """The compiler and its first version number: "gcc 12"."""
    cc = (sysconfig.get_config_var("CC") or "cc").split()[0]
    said = subprocess.run([cc, "-dumpversion"], capture_output=True, text=True, check=False).stdout
    return f"{Path(cc).name} {said.split('.')[0].strip()}"


if __name__ == "__main__":
    sys.exit(main())
