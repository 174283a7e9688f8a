"""Instructions per row of the hot loops, compared with what is recorded: exits with 1 when one got worse.

    python benchmarks/instructions.py [--record]

A count of instructions is the same in every run, so a few per cent are enough to tell a change of the code from
noise. It needs valgrind; without it nothing is compared. `--record` writes benchmarks/instructions.json anew: do so
in the commit that changes the figures, for better or worse, and say why.

The counts are those of one compiler and one kind of machine. With another one they are printed, not compared.
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
WORSE = 1.03
RECORDED = Path(__file__).with_name("instructions.json")
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
# The rows are drawn in every run, so that a run without the work differs by nothing else.
CHILD = """
from riftcore import _batch, _sample, batch
n = {rows}
records, demands = _sample.sample(n, 1, general={general})
out = bytearray(32 * n)
{work}
"""


def main() -> int:
    if shutil.which("valgrind") is None:
        print("no valgrind: instructions are not counted")
        return 0
    idle = {general: run("pass", general) for general in (False, True)}
    per_row, allocated = {}, {}
    for name, work in WORK.items():
        general = "general" in name
        instructions, allocations = run(work, general)
        per_row[name] = round((instructions - idle[general][0]) / ROWS, 1)
        allocated[name] = allocations - idle[general][1]
    found = {"compiler": compiler(), "machine": platform.machine(), "instructions per row": per_row}
    if "--record" in sys.argv[1:]:
        RECORDED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    known = json.loads(RECORDED.read_text(encoding="utf-8"))
    alike = all(known[key] == found[key] for key in ("compiler", "machine"))
    bad = []
    for name, n in per_row.items():
        before = known["instructions per row"].get(name)
        worse = before is None or n > before * WORSE
        note = "" if not alike else f"recorded {before}" + (", WORSE" if worse else "")
        print(f"{name:27} {n:9.1f} instructions a row  {allocated[name]:4} allocations  {note}".rstrip())
        # A batch call allocates the views of its buffers, whatever the number of rows.
        if (alike and worse) or allocated[name] > ROWS // 50:
            bad.append(name)
    if not alike:
        print(f"recorded with {known['compiler']} on {known['machine']}, this is {found['compiler']}: not compared")
    if bad:
        print(f"worse than recorded, or allocates: {'; '.join(bad)}", file=sys.stderr)
    return 1 if bad else 0


def run(work: str, general: bool) -> tuple[int, int]:
    """Instructions and allocations of a process that draws the rows and does this."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        subprocess.run(
            [
                "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--compress-strings=no", "--quiet",
                sys.executable, "-P", "-c", CHILD.format(rows=ROWS, general=general, work=work),
            ],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(Path(riftcore.__file__).parent.parent)},
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
