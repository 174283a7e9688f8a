"""Answers as plain text for people. Nothing is worked out here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from riftcore.scenario import CostData, Outcome, Scenario, read_cost


def table(rows: Iterable[Sequence[object]], indent: str = "") -> list[str]:
    """Rows of cells in columns as wide as needed; the last column is not padded."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [
        max((len(row[i]) for row in texts if i < len(row)), default=0) for i in range(max(map(len, texts), default=0))
    ]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in texts)
    return [(indent + line).rstrip() for line in lines]


def cost_text(cost: Any) -> str:
    """A cost as people write it: `2[fury][any], discard 1`; a cost of nothing is `0`."""
    if isinstance(cost, CostData):
        return str(cost)
    return str(read_cost(cost if isinstance(cost, Mapping) else cost.to_dict()))


def costs_text(costs: Iterable[Any]) -> str:
    """Total costs, of which the player chooses one."""
    return " or ".join(map(cost_text, costs)) or "-"


def step_lines(steps: Iterable[Any]) -> list[str]:
    """The steps that led to a total cost, with their rules."""
    rows = []
    for step in steps:
        change, _, text = str(step).partition("  ")
        rows.append((change, text))
    return table(rows, indent="  ")


def payment_lines(steps: Sequence[Mapping[str, Any]], objects: Mapping[str, Any], indent: str = "  ") -> list[str]:
    """A payment as numbered steps; `objects` gives the card of an object's id."""
    lines = [step_text(step, objects) for step in steps]
    return [f"{indent}{number}. {line}" for number, line in enumerate(lines, 1)] or [f"{indent}no Add is needed"]


def step_text(step: Mapping[str, Any], objects: Mapping[str, Any]) -> str:
    """One step of a payment as a sentence: what is done, and what it makes."""
    if "pool" in step and not step["pool"]:
        return "pay nothing from the pool"
    if "pool" in step:
        return f"pay {pool_text(step['pool'])} from the pool"
    if "use" in step:
        return use_text(str(step["use"]), objects.get(step["use"]), step.get("ability", 0), step.get("x"))
    kind = "exhaust" if "exhaust" in step else "recycle"
    n = step.get("n", 1)
    made = f"{n} Energy" if kind == "exhaust" else f"{n} {step[kind]} Power"
    return f"{kind} {n} {step[kind]} rune{'s' if n != 1 else ''}: {made}"


def use_text(name: str, card: Any, ability: int | str, x: int | None) -> str:
    """The use of an Add source. The line says what it makes if the card alone decides that."""
    what = f"{card.name} ({name})" if card is not None else name
    if isinstance(ability, str):
        return f"use {what} as {ability}" + (f", X = {x}" if x is not None else "")
    clauses = [clause for clause in card.clauses if clause.kind == "add_activated"] if card is not None else []
    one_each = len({clause.group for clause in clauses}) == len(clauses)
    if not one_each or ability >= len(clauses):
        return f"use {what}" + (f", X = {x}" if x is not None else "")
    clause = clauses[ability]
    cost = clause.cost or {}
    verb = "kill" if "kill self" in cost.get("other", ()) else "exhaust"
    paid: Mapping[str, Any] = cost
    if "x" in cost:
        paid = {"energy": x} if cost["x"] == "energy" else {"power": {"any": x}}
    price = cost_text({key: paid[key] for key in ("energy", "power") if key in paid})
    return f"{verb} {what}" + (f" and pay {price}" if price != "0" else "") + f": {made_text(clause.adds or {}, x)}"


def made_text(adds: Mapping[str, Any], x: int | None) -> str:
    """What an Add ability makes."""
    parts = []
    if energy := x if adds.get("energy") == "x" else adds.get("energy"):
        parts.append(f"{energy} Energy")
    for domain, n in adds.get("power", {}).items():
        parts.append(f"{x if n == 'x' else n} {'universal' if domain == 'any' else domain} Power")
    only = adds.get("restriction")
    return (" and ".join(parts) or "nothing") + (f", for {only} only" if only else "")


def pool_text(pool: Mapping[str, Any]) -> str:
    """A pool in the scenario form, as people write it: `1[any], 2 for spells`."""
    free = cost_text({key: pool[key] for key in ("energy", "power") if key in pool})
    parts = [free] if free != "0" else []
    for entry in pool.get("restricted", ()):
        parts.append(f"{cost_text({key: entry[key] for key in entry if key != 'only'})} for {entry['only']} only")
    return ", ".join(parts) or "nothing"


def short(value: Any, limit: int = 70) -> str:
    """A value as short JSON."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def failure_lines(one: Scenario, outcome: Outcome) -> list[str]:
    """What a failed scenario expected and what it got, a line for each difference."""
    title = one.data.get("title")
    doubt = ", in doubt" if outcome.doubtful else ""
    lines = [f"FAIL {one}{doubt}" + (f": {title}" if title else "")]
    got = outcome.got
    if "error" in got:
        return [*lines, f"     {got['error']}"]
    expected = outcome.expected
    for key in ("legal", "why"):
        if key in expected and expected[key] != got[key]:
            lines.append(f"     {key}: expected {short(expected[key])}, got {short(got[key])}")
    for key in ("costs", "payments", "best", "paid_optional"):
        if key in got:
            value = "too many to count" if key == "payments" and got[key] is None else short(got[key])
            lines.append(f"     {key}: expected {short(expected[key])}, got {value}")
    for path, value in got.get("after", {}).items():
        lines.append(f"     after {path}: expected {short(_at(expected['after'], path))}, got {short(value)}")
    return [*lines, f"     {got['message']} ({got['rule']})"]


def _at(data: Any, path: str) -> Any:
    """The value at a path like `players[0].pool.energy`."""
    for name, index in re.findall(r'([^.\[\]"]+)(?![^\[]*\])|\[("?[^\]]*"?)\]', path):
        data = data[name] if name else data[int(index)] if index.isdigit() else data[index.strip('"')]
    return data
