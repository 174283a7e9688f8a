"""Mutants: small faults put into the core, one at a time, to see whether a test finds each of them.

    .venv/bin/python tools/mutate.py [-n 200] [--seed 0] [--work FOLDER]

A build for each mutant would take days. So all of them are compiled at once, into a copy of the sources: each chosen
place becomes `(original if riftcore_mutant != K else mutated)`, and the environment variable RIFTCORE_MUTANT says
which one is on. Then the tests run once for each mutant, quick files first, until one fails. Everything lies in the
folder (by default riftcore-mutants among the temporary files), results too: a run that was stopped goes on where it
was. `--report` prints the table so far. Mutants that change no answer are listed in tools/equivalent_mutants.txt.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tokenize
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from signal import SIGINT, default_int_handler, signal
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent.parent
#: What is mutated: all of these floors, and the two files above them that answer for rows.
FLOORS = ("ground", "payment", "cards", "position", "rules", "search")
ABOVE = ("_binary", "_evaluate")
#: The tests, in groups: those that find most faults and are quick, then slower ones. All others are left out: they ask
#: the Python around the core, texts of cards, style, types, processes or threads, and take minutes for each mutant.
GROUPS = (
    ("test_scenario", "test_choices", "test_turn_facts", "test_verdicts", "test_binary", "test_rows", "test_perft",
     "test_events", "test_mutants", "test_signature", "test_notation", "test_slots", "test_limits", "test_attached",
     "test_doubts"),
    ("test_referee", "test_actions", "test_certificates", "test_plan", "test_round_trips", "test_own_cards"),
    ("test_payment", "test_state", "test_reader", "test_questions", "test_batch", "test_batch_states",
     "test_check_rows", "test_hostile", "test_pickles", "test_observation", "test_worst", "test_all_cards",
     "test_reference", "test_recombined"),
)  # fmt: skip
#: Read once, when a module is loaded. The guard: a module may see it in several .pxd files.
SWITCH = '''
cdef extern from *:
    """
    #ifndef RIFTCORE_MUTANT
    #define RIFTCORE_MUTANT
    #include <stdlib.h>
    static int riftcore_mutant = 0;
    __attribute__((constructor)) static void riftcore_mutant_read(void)
    {
        const char *number = getenv("RIFTCORE_MUTANT");
        riftcore_mutant = number ? atoi(number) : 0;
    }
    #endif
    """
    int riftcore_mutant
'''
OTHERS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "and": ("or",), "or": ("and",), "+": ("-",), "-": ("+",), "not": ("",), "max0": ("",),
    "True": ("False",), "False": ("True",),
}  # fmt: skip
ENDS = (",", ":", "=", "+=", "-=", "*=", "//=", "|=", "&=", "^=", "<<=", ">>=")
END_WORDS = ("return", "if", "elif", "while", "else", "for", "in", "assert", "yield", "raise")
NO_STATEMENT = (
    "return", "pass", "global", "import", "from", "cdef", "cpdef", "ctypedef", "del", "def", "assert", "with", "raise",
    "class", "if", "elif", "else", "for", "while", "try", "except", "finally", "@", "yield",
)  # fmt: skip
SLOW_START = 60.0  # seconds that any run of the tests may take
OK, KILLED, TIMEOUT, SURVIVED, EQUIVALENT = "ok", "killed", "timeout", "survived", "equivalent"


class Mutant(NamedTuple):
    """One change of one logical line."""

    file: str
    line: int  # the first line, from 1 on, of the logical line
    kind: str
    start: tuple[int, int]  # what is replaced: from line and column ...
    end: tuple[int, int]  # ... to line and column
    text: str  # what it becomes, with K for the number of the mutant
    was: str  # of the report
    now: str


# ------------------------------------------------------------------------------------------------ places


def logical_lines(text: str) -> Iterator[list[tokenize.TokenInfo]]:
    """The lines of code as tokens; a Cython file reads like Python that far."""
    line: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
            if line:
                yield line
            line = []
        elif token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT):
            line.append(token)


def in_functions(text: str) -> Iterator[list[tokenize.TokenInfo]]:
    """The logical lines inside functions."""
    headers: list[int] = []
    for line in logical_lines(text):
        column = line[0].start[1]
        while headers and column <= headers[-1]:
            headers.pop()
        words = [token.string for token in line]
        if words[0] in ("def", "cdef", "cpdef") and words[-1] == ":" and "(" in words:
            headers.append(column)
        elif headers and line[0].type != tokenize.STRING:
            yield line


def source_of(text: str, start: tuple[int, int], end: tuple[int, int]) -> str:
    lines = text.splitlines()
    if start[0] == end[0]:
        return lines[start[0] - 1][start[1] : end[1]]
    middle = lines[start[0] : end[0] - 1]
    return "\n".join((lines[start[0] - 1][start[1] :], *middle, lines[end[0] - 1][: end[1]]))


def is_operand(token: tokenize.TokenInfo) -> bool:
    """Does an operand end here, so that an operator follows?"""
    return token.string in (")", "]") or (
        token.type in (tokenize.NAME, tokenize.NUMBER) and token.string not in (*END_WORDS, "and", "or", "not", "is")
    )


def segments(line: list[tokenize.TokenInfo]) -> Iterator[list[int]]:
    """The whole expressions of a logical line at each depth of brackets, as the places of their tokens."""
    stack: list[list[int]] = [[]]
    loops: set[int] = set()  # depths at which a `for` waits for its `in`
    casts = 0
    for at, token in enumerate(line):
        word = token.string
        if word == "<" and not (at and is_operand(line[at - 1])):
            casts += 1  # `<int>`: no comparison
        if word in (")", "]", "}"):
            inner = stack.pop()
            if inner:
                yield inner
            stack[-1].append(at)
        elif word in ("(", "[", "{"):
            stack[-1].append(at)
            stack.append([])
        elif word == "in" and len(stack) not in loops:
            stack[-1].append(at)  # a comparison
        elif not casts and (word in ENDS or (word in END_WORDS and token.type == tokenize.NAME)):
            loops = loops | {len(stack)} if word == "for" else loops - {len(stack)}
            if stack[-1]:
                yield stack[-1]
            stack[-1] = []
        else:
            stack[-1].append(at)
        if word in (">", ">>") and casts:
            casts -= 1
            stack[-1] = [place for place in stack[-1] if place != at]
            stack[-1].append(at)
    if stack[-1]:
        yield stack[-1]


def cast_tokens(line: list[tokenize.TokenInfo]) -> set[int]:
    """Places of tokens that belong to casts."""
    found: set[int] = set()
    inside = False
    for at, token in enumerate(line):
        if token.string == "<" and not (at and is_operand(line[at - 1])):
            inside = True
        if inside:
            found.add(at)
        if token.string == ">" and inside:
            inside = False
    return found


def enums(folder: Path) -> dict[str, list[str]]:
    """The names of each enum, by each of its names."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.p[yx][xd]")):
        for block in re.findall(r"^cdef enum.*?:.*\n((?:    .*\n|\n)+)", path.read_text(), re.MULTILINE):
            names = re.findall(r"^    ([A-Z][A-Z0-9_]+)", block, re.MULTILINE)
            found.update(dict.fromkeys(names, names))
    return found


def mutants_of(name: str, text: str, named: dict[str, list[str]], switches: bool) -> Iterator[Mutant]:
    """Every mutant of a file. ``switches``: integers and names of enums, of which there are most."""
    known = set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", text))
    for line in in_functions(text):
        words = [token.string for token in line]
        first = 0
        if words[0] in ("cdef", "cpdef"):
            if "=" not in words:
                continue
            first = words.index("=") + 1
        elif words[0] in ("with", "@", "import", "from", "global", "except", "try"):
            continue
        casts = cast_tokens(line)

        def change(kind: str, start: int, end: int, at: int, to: str) -> Mutant:
            a, b = line[start].start, line[end].end  # noqa: B023
            whole = source_of(text, a, b)
            before = source_of(text, a, line[at].start) if at > start else ""  # noqa: B023
            after = source_of(text, line[at].end, b)  # noqa: B023
            mutated = f"{before}{to}{after}"
            show = source_of(text, line[0].start, line[-1].end)  # noqa: B023
            return Mutant(
                name, line[0].start[0], kind, a, b, f"({whole} if riftcore_mutant != @ else {mutated})",  # noqa: B023
                " ".join(show.split()), f"{' '.join(whole.split())} -> {' '.join(mutated.split())}",
            )  # fmt: skip

        for places in segments(line):
            if places[0] < first or (words[0] not in ("return",) and "=" in words and places[-1] < words.index("=")):
                continue
            for at in places:
                if at in casts or line[at].type == tokenize.STRING:
                    continue
                binary = at > places[0] and is_operand(line[at - 1])
                if words[at] in ("<", "<=", ">", ">=", "==", "!=", "and", "or", "+", "-") and not binary:
                    continue
                for to in OTHERS.get(words[at], ()):
                    yield change("operator", places[0], places[-1], at, to)
                if switches and line[at].type == tokenize.NUMBER and words[at] in ("0", "1", "2", "3"):
                    if words[0] != "for" or words.count(",") < 2:
                        yield change("number", at, at, at, str(int(words[at]) + 1))
                elif switches and words[at] in named and words[at - 1] != "." and at:
                    others = [other for other in named[words[at]] if other in known and other != words[at]]
                    if others:
                        near = nearest(words[at], others, named[words[at]])
                        yield change("name", at, at, at, near)
        if (
            words[0] not in NO_STATEMENT
            and words[0] not in ("break", "continue")
            and words[-1] != ":"
            and len(words) > 2
        ):
            start = line[0].start
            shown = " ".join(source_of(text, start, line[-1].end).split())
            kind = "call" if words[-1] == ")" and "=" not in words else "assignment"
            yield Mutant(
                name,
                start[0],
                f"dropped {kind}",
                start,
                start,
                "if riftcore_mutant != @: ",
                shown,
                f"{shown} -> (nothing)",
            )


def nearest(name: str, others: list[str], names: list[str]) -> str:
    """The one that stands next to it in the enum."""
    return min(others, key=lambda other: abs(names.index(other) - names.index(name)))


def chosen(folder: Path, n: int, seed: int) -> list[Mutant]:
    """Of each file as many mutants as its share of all, one a logical line at most."""
    named = enums(folder)
    rng = Random(f"mutants {seed}")
    by_line: dict[tuple[str, int], dict[str, list[Mutant]]] = {}
    for path in sorted(folder.rglob("*.p[yx][xd]")):
        if path.parent.name in FLOORS or path.stem in ABOVE:
            for mutant in mutants_of(path.relative_to(folder).as_posix(), path.read_text(), named, True):
                by_line.setdefault((mutant.file, mutant.line), {}).setdefault(mutant.kind, []).append(mutant)
    lines = sorted(by_line)
    rng.shuffle(lines)
    found = []
    for key in lines[:n]:
        kind = rng.choice(sorted(by_line[key]))
        found.append(rng.choice(by_line[key][kind]))
    return found


# ------------------------------------------------------------------------------------------------ the build


def with_switch(text: str) -> str:
    """The declaration, after the docstring and the imports of the future."""
    end = text.index('"""', text.index('"""') + 3) + 3
    return text[:end] + "\n" + SWITCH + text[end:]


def rewrite(folder: Path, originals: Path, mutants: dict[int, Mutant]) -> dict[tuple[str, int], int]:
    """Write the sources with these mutants; gives the number of the mutant of each new line."""
    where: dict[tuple[str, int], int] = {}
    modules = {Path(mutant.file).with_suffix("") for mutant in mutants.values()}
    for path in sorted(originals.rglob("*.p[yx][xd]")):
        file = path.relative_to(originals)
        if file.with_suffix("") not in modules:
            continue
        lines = path.read_text().splitlines()
        mine = {k: m for k, m in mutants.items() if m.file == file.as_posix()}
        for k, m in sorted(mine.items(), key=lambda item: item[1].start, reverse=True):
            (a, b), (c, d) = m.start, m.end
            lines[a - 1 : c] = [f"{lines[a - 1][:b]}{m.text.replace('@', str(k))}{lines[c - 1][d:]}"]
        text = "\n".join(lines) + "\n"
        declares = path.suffix == ".pxd" or not path.with_suffix(".pxd").exists()
        text = with_switch(text) if declares else text
        for number, line in enumerate(text.splitlines(), 1):
            for k in re.findall(r"riftcore_mutant != (\d+)", line):
                for n in range(number - 6, number + 7):
                    where.setdefault((file.as_posix(), n), int(k))
                where[file.as_posix(), number] = int(k)
        target = folder / file
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
    return where


def build(work: Path, mutants: dict[int, Mutant]) -> dict[int, Mutant]:
    """Compile; mutants that do not compile are left out."""
    core = work / "src" / "riftcore"
    while True:
        where = rewrite(core, work / "originals", mutants)
        print(f"building {len(mutants)} mutants ...", file=sys.stderr, flush=True)
        done = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=work, capture_output=True, text=True
        )
        if done.returncode == 0:
            return mutants
        said = done.stdout + done.stderr
        bad = {
            where[name, int(line)]
            for name, line in re.findall(r"riftcore/(\w+/\w+\.p[yx][xd]):(\d+):\d+:", said)
            if (name, int(line)) in where
        }
        if not bad:
            sys.exit(f"the mutants cannot be built:\n{said[-4000:]}")
        print(f"left out: {sorted(bad)}", file=sys.stderr, flush=True)
        mutants = {k: m for k, m in mutants.items() if k not in bad}


def prepare(work: Path, n: int, seed: int) -> dict[int, Mutant]:
    """The folder with the copied sources and the compiled mutants; as it was, where it is of these sources."""
    note = work / "mutants.json"
    core = HERE / "src" / "riftcore"
    digest = sha256(b"".join(path.read_bytes() for path in sorted(core.rglob("*.p[yx][xd]")))).hexdigest()
    if note.exists():
        known = json.loads(note.read_text())
        if known["of"] == [digest, n, seed]:
            return {
                int(k): Mutant(m[0], m[1], m[2], tuple(m[3]), tuple(m[4]), m[5], m[6], m[7])
                for k, m in known["mutants"].items()
            }
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(core, work / "originals", ignore=shutil.ignore_patterns("*.so", "*.c", "*.py", "*.pyi", "*.json"))
    core = work / "originals"
    skipped = shutil.ignore_patterns("*.so", "__pycache__", "*.c", ".hypothesis")
    for name in ("src", "tests", "benchmarks", "docs", "examples", "tools"):
        if (HERE / name).exists():
            shutil.copytree(HERE / name, work / name, ignore=skipped)
    for path in HERE.glob("*"):
        if path.is_file():
            shutil.copy(path, work)
    setup = (work / "setup.py").read_text()
    (work / "setup.py").write_text(setup.replace('"-O3"', '"-O1"').replace('"-finline-limit=2000"', '"-w"'))
    # More than asked for: some do not compile.
    mutants = dict(list(build(work, dict(enumerate(chosen(core, n + n // 5 + 1, seed), 1))).items())[:n])
    note.write_text(json.dumps({"of": [digest, n, seed], "mutants": mutants}))
    return mutants


# ------------------------------------------------------------------------------------------------ the tests


def run_tests(work: Path, what: list[str], mutant: int, limit: float) -> tuple[str, list[str], float]:
    """These tests: what happened, what failed, and how long it took."""
    env = os.environ | {"RIFTCORE_MUTANT": str(mutant), "PYTHONPATH": str(work / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    # Hypothesis' plugin for pytest is not needed, and does not start beside some of its other plugins.
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    command += ["-m", "not soak", *what]
    began = time.monotonic()
    run = subprocess.Popen(
        command, cwd=work, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        start_new_session=True, preexec_fn=lambda: signal(SIGINT, default_int_handler),
    )  # fmt: skip
    try:
        said, _ = run.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, 9)
        run.communicate()
        return TIMEOUT, [], time.monotonic() - began
    took = time.monotonic() - began
    if run.returncode == 0:
        return OK, [], took
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
    if run.returncode == 4:
        sys.exit(f"pytest could not run:\n{said[-2000:]}")
    return KILLED, failed or [f"exit {run.returncode}"], took


def groups(work: Path) -> list[list[str]]:
    """The test files, those that find most first."""
    return [[f"tests/{name}.py" for name in group] for group in GROUPS]


def baseline(work: Path, group: int) -> float:
    """How long a group takes without a mutant, in seconds."""
    note = work / f"baseline{group}.json"
    if not note.exists():
        place = subprocess.run(
            [sys.executable, "-c", "import riftcore; print(riftcore.__file__)"], cwd=work, capture_output=True,
            text=True, env=os.environ | {"PYTHONPATH": str(work / "src")},
        ).stdout  # fmt: skip
        if str(work) not in place:
            sys.exit(f"the tests would run on {place.strip()}, not on the mutants")
        how, failed, took = run_tests(work, groups(work)[group], 0, 3600)
        if how != OK:
            sys.exit(f"without a mutant the tests fail: {' '.join(failed)[:2000]}")
        print(f"without a mutant: {took:.1f} s", file=sys.stderr, flush=True)
        note.write_text(json.dumps(took))
    return float(json.loads(note.read_text()))


def judge(work: Path, k: int) -> dict[str, Any]:
    """Run the groups until a test fails."""
    took = 0.0
    for group, files in enumerate(groups(work)):
        how, failed, seconds = run_tests(work, ["-x", *files], k, SLOW_START + 4 * baseline(work, group))
        took += seconds
        if how != OK:
            return {"mutant": k, "result": how, "by": " ".join(failed), "seconds": round(took, 1)}
    return {"mutant": k, "result": SURVIVED, "by": "", "seconds": round(took, 1)}


# ------------------------------------------------------------------------------------------------ the report


def equivalent() -> dict[tuple[str, str], str]:
    """(file, change) and why it changes no answer."""
    path = HERE / "tools" / "equivalent_mutants.txt"
    found = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        if line and not line.startswith("#"):
            name, change, reason = line.split(" | ")
            found[name, change] = reason
    return found


def results(work: Path) -> dict[int, dict[str, Any]]:
    path = work / "results.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return {row["mutant"]: row for row in map(json.loads, lines)}


def report(work: Path, mutants: dict[int, Mutant]) -> int:
    """The table, survivors last; 1 where fewer than 95 % are killed."""
    same = equivalent()
    done = results(work)
    counts: dict[str, int] = {}
    rows = []
    for k, row in sorted(done.items()):
        m = mutants[k]
        result = row["result"]
        if result == SURVIVED and (m.file, m.now) in same:
            result = EQUIVALENT
        counts[result] = counts.get(result, 0) + 1
        rows.append((result == SURVIVED, f"| {k} | {m.file}:{m.line} | {m.kind} | `{m.now}` | {result} {row['by']} |"))
    print("| mutant | place | kind | change | result |\n|---|---|---|---|---|")
    print("\n".join(line for _, line in sorted(rows, key=lambda row: row[0])))
    judged = sum(counts.values()) - counts.get(EQUIVALENT, 0)
    killed = counts.get(KILLED, 0) + counts.get(TIMEOUT, 0)
    print(f"\n{killed} of {judged} killed ({100 * killed / max(judged, 1):.1f} %), {counts}, of {len(mutants)} mutants")
    return int(killed < 0.95 * judged)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=200, help="how many mutants")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir(), "riftcore-mutants"))
    parser.add_argument("--again", action="store_true", help="run the tests of survivors again, with the tests of now")
    parser.add_argument("--only", type=int, nargs="*", help="these mutants only")
    parser.add_argument("--report", action="store_true", help="print the table so far")
    options = parser.parse_args()
    mutants = prepare(options.work.resolve(), options.n, options.seed)
    work = options.work.resolve()
    if options.report:
        return report(work, mutants)
    done = results(work)
    if options.again:
        shutil.copytree(HERE / "tests", work / "tests", dirs_exist_ok=True)
        for path in work.glob("baseline*.json"):
            path.unlink()
    todo = [k for k in mutants if k not in done or (options.again and done[k]["result"] == SURVIVED)]
    todo = [k for k in todo if options.only is None or k in options.only]
    with (work / "results.jsonl").open("a") as file:
        for n, k in enumerate(todo, 1):
            row = judge(work, k)
            file.write(json.dumps(row) + "\n")
            file.flush()
            m = mutants[k]
            print(
                f"{n}/{len(todo)} {row['result']} {m.file}:{m.line} {m.now} {row['by']} {row['seconds']} s",
                file=sys.stderr, flush=True,
            )  # fmt: skip
    return report(work, mutants)


if __name__ == "__main__":
    sys.exit(main())
