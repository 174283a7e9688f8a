"""The hand-written stubs agree with the compiled modules, accept good calls and reject wrong ones."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import riftcore

PACKAGE = Path(riftcore.__file__).parent
ROOT = Path(__file__).parents[1]
#: As "rules._quote".
MODULES = sorted(
    f"{path.parent.name}.{path.name.split('.')[0]}"
    for path in PACKAGE.rglob("*")
    if path.name.endswith(tuple(EXTENSION_SUFFIXES))
)
STUBS = {f"{path.parent.name}.{path.stem}": path for path in PACKAGE.rglob("*.pyi")}
STUBBED = [name for name in MODULES if name in STUBS]
# What Cython adds; a keyword-only constructor, whose signature it does not publish; two that only raise; the buffer
# protocol, which has no name in Python before 3.12.
ALLOWED = r"""
.*\.__test__
.*\.__pyx_capi__
.*\.__reduce_cython__
.*\.__setstate_cython__
riftcore\.edge\._supply\.Supply\.__init__
riftcore\.edge\._state\.State\.__init__
riftcore\.edge\._action\.Action\.__init__
riftcore\.edge\._verdict\.Verdict\.__init__
riftcore\.edge\._column\.Column\.__init__
riftcore\.edge\._column\.Column\.__buffer__
"""


def mypy(module: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a module of mypy where `import riftcore` finds the package under test."""
    installed = PACKAGE.parent.name in ("site-packages", "dist-packages")
    environment = dict(os.environ)
    if not installed:
        environment["MYPYPATH"] = environment["PYTHONPATH"] = str(PACKAGE.parent)
    return subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )


def own_names(name: str) -> list[str]:
    """The classes and functions for Python that stand in a compiled module."""
    module = import_module(f"riftcore.{name}")
    return [
        key for key, value in vars(module).items()
        if not key.startswith("__") and getattr(value, "__module__", None) == module.__name__
    ]  # fmt: skip


def test_what_python_sees_has_a_stub() -> None:
    """A module that only the core uses has none; constants are found by mypy, as soon as a file imports them."""
    missing = {name: own_names(name) for name in MODULES if name not in STUBBED and own_names(name)}
    assert missing == {}
    assert sum(bool(own_names(name)) for name in MODULES) > 20


def test_stubs_agree_with_the_compiled_modules(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED)
    names = [f"riftcore.{name}" for name in STUBBED]
    ran = mypy(
        "mypy.stubtest", *names, "--concise", "--allowlist", str(allowed), "--ignore-unused-allowlist", folder=tmp_path
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


HEAD = """
from riftcore import Action, Catalog, Cost, Payment, Policy, Quote, State, Supply, Verdict, arrays, batch
state = State.from_scenario({"players": [{"hand": ["Charm"]}]}, Catalog.builtin())
cost = Cost(energy=2, fury=1, any=1)
supply = Supply(ready={"fury": 2}, energy=1, gold=1, legend="spells_power")
records, costs = batch.sample(5)
"""
GOOD = """
paid: bool = supply.can_pay(cost, "spell", showdown=True)
best: Payment | None = supply.cheapest(cost, policy=("killed", "domain:calm"))
best = supply.cheapest(cost, "gear ability", policy=Policy(["recycled"]))
if best is not None:
    steps = best.steps()
    left: dict[str, object] = best.left
    rest: Supply = best.after()
for payment in supply.payments(Cost.parse("2[fury]")):
    keys: dict[str, int] = payment.keys
count: int = supply.count_payments(cost + Cost(1))
cheaper: bool = Cost(energy=1) <= cost
verdict: Verdict = state.check({"play": "Charm"})
quote: Quote = state.quote({"play": "Charm"})
verdict = state.push(Action.play("Charm", targets=["x"], with_={"kill": ["y"]}), payment=best)
legal: bool = state.check(Action.from_dict({"pay": {"energy": 1}})).legal and bool(verdict)
form: dict[str, object] = Action.pay(cost, "spell").to_dict()
bits: int = state.mask([cost, Cost(1)], purpose="spell")
if state.can_pay(cost) and state.copy() == state:
    best = state.cheapest(cost, "spell", policy=("killed",), player=0)
numbers: list[int] = state.legal_actions(0, payments="distinct")
filled: bytearray = state.legal_actions_mask(out=bytearray(state.num_distinct_actions()))
floats = state.observation(0).tolist()
words: str = state.action_to_string(None, numbers[0])
again: State = State.parse(str(state.clone()))
record: bytes = Supply.from_bytes(supply.to_bytes()).to_bytes()
records, costs = batch.sample(5, seed=1, sources=3, general=True, distribution="hard")
answers: arrays.Column = batch.evaluate(records, [cost], index=bytes(5), purpose="spell", invalid="mark")
written: bytearray = batch.evaluate(records, costs, want="reason", out=bytearray(5), threads=2)
records, costs = batch.records([state], "spell", costs=cost, player=0)
checks: batch.Checks = batch.check([state, {"action": {"pay": {}}}, "{}"], [{"play": "Charm"}] * 3, invalid="mark")
columns: list[arrays.Column] = [arrays.records([supply]), arrays.costs([cost], "gear"), answers[1:3]]
"""
WRONG = [
    'supply.can_pay("2[fury]")',
    'supply.can_pay(cost, "sorcery")',
    'supply.can_pay(cost, "spell", True)',
    "supply.cheapest(cost).steps()",
    'Supply(legend="diana")',
    "Supply(2)",
    "Supply(golds=1)",
    'Cost(energy="2")',
    "Cost(2, 1)",
    "cost.energy = 3",
    "cost < 3",
    "cost + 1",
    'state.can_pay("2[fury]")',
    'state.cheapest(cost, "sorcery")',
    "state.mask(cost)",
    'state.check("Charm")',
    'Action.play("Charm", ["x"])',
    "Action.pay(3)",
    'Action("Charm")',
    'batch.evaluate(records, costs, want="best")',
    "batch.evaluate(records, costs, out=[0, 0])",
    'batch.sample(5, distribution="easy")',
    "arrays.records([cost])",
    "batch.records([supply])",
    "batch.check(state)",
    'state.legal_actions(payments="all")',
    "state.legal_actions_mask(0, 3)",
    'state.apply_action("play Charm")',
]


def test_types(tmp_path: Path) -> None:
    """In one run of mypy: the package and good calls are accepted, and of the wrong calls each line, and no other, has
    an error."""
    (tmp_path / "good.py").write_text(HEAD + GOOD)
    (tmp_path / "wrong.py").write_text(HEAD + "\n".join(WRONG) + "\n")
    calls = [str(tmp_path / "good.py"), str(tmp_path / "wrong.py")]
    ran = mypy("mypy", "--no-error-summary", "src/riftcore", *calls, folder=ROOT)
    errors = [line for line in ran.stdout.splitlines() if ": error:" in line]
    assert [line for line in errors if "wrong.py" not in line] == [], ran.stdout + ran.stderr
    first = HEAD.count("\n")
    found = {int(line.rpartition("wrong.py:")[2].split(":")[0]) - first - 1 for line in errors}
    assert [line for i, line in enumerate(WRONG) if i not in found] == [], ran.stdout + ran.stderr
    assert found == set(range(len(WRONG)))


@pytest.mark.parametrize("name", STUBBED)
def test_docstrings_are_in_the_source(name: str) -> None:
    """Stubs hold signatures only."""
    assert '"""' not in STUBS[name].read_text()
