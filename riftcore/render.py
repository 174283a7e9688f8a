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


def payment_lines(steps: Iterable[Mapping[str, Any]], names: Mapping[str, str], indent: str = "  ") -> list[str]:
    """A payment as numbered steps; `names` gives the card of an object's id."""
    lines = [step_text(step, names) for step in steps]
    return [f"{indent}{number}. {line}" for number, line in enumerate(lines, 1)] or [f"{indent}nothing to pay"]


def step_text(step: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One step of a payment as a sentence."""
    if "pool" in step:
        return f"pay {cost_text(step['pool'])} from the pool"
    if "use" in step:
        name = str(step["use"])
        card = names.get(name)
        ability = step.get("ability", 0)
        how = f", ability {ability}" if ability else ""
        if "x" in step:
            how += f", X = {step['x']}"
        return f"use {f'{card} ({name})' if card and card != name else name}{how}"
    kind = "exhaust" if "exhaust" in step else "recycle"
    n = step.get("n", 1)
    made = f"{n} Energy" if kind == "exhaust" else f"{n} {step[kind]} Power"
    return f"{kind} {n} {step[kind]} rune{'s' if n != 1 else ''}: {made}"


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
            lines.append(f"     {key}: expected {short(expected[key])}, got {short(got[key])}")
    for path, value in got.get("after", {}).items():
        lines.append(f"     after {path}: expected {short(_at(expected['after'], path))}, got {short(value)}")
    return [*lines, f"     {got['message']} ({got['rule']})"]


def _at(data: Any, path: str) -> Any:
    """The value at a path like `players[0].pool.energy`."""
    for name, index in re.findall(r'([^.\[\]"]+)(?![^\[]*\])|\[("?[^\]]*"?)\]', path):
        data = data[name] if name else data[int(index)] if index.isdigit() else data[index.strip('"')]
    return data
