"""`riftcore perft`: counts sequences of actions, as chess engines do to test their move lists."""

from __future__ import annotations

from time import perf_counter

import click

from riftcore import Catalog, State
from riftcore.scenario import read_situation


def divide(state: State, depth: int) -> dict[str, int]:
    """For each first action, in words: how many sequences of `depth` actions begin with it. `depth` is 1 or more."""
    found = {}
    for number in state.legal_actions():
        words = state.action_to_string(None, number)
        state.apply_action(number)
        found[words] = state.perft(depth - 1)
        state.undo_action()
    return found


@click.command(short_help="Count the sequences of actions from a situation.")
@click.argument("scenario")
@click.argument("depth", type=click.IntRange(0, 64))
@click.option("--id", "scenario_id", metavar="ID", help="The scenario of the file, if it holds several.")
@click.option("--divide", "divided", is_flag=True, help="Print the count of each first action on a line of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def perft(scenario: str, depth: int, scenario_id: str | None, divided: bool, as_json: bool) -> None:
    """Count the sequences of DEPTH actions from the situation of SCENARIO: a file, - for standard input, or a line of
    notation (docs/notation.md). The player who may act takes each action. The question of the scenario is ignored.

    \b
    riftcore perft game.json 3
    riftcore perft "0 main 0 - 8 A,B - / runes=fury:3 hand=LegionRearguard / -" 4 --divide
    """
    state = _state(scenario, scenario_id)
    start = perf_counter()
    parts = divide(state, depth) if divided and depth else {}
    count = sum(parts.values()) if divided and depth else state.perft(depth)
    seconds = perf_counter() - start
    if as_json:
        import json

        click.echo(json.dumps({"depth": depth, "count": count} | ({"divide": parts} if divided else {})))
        return
    for words, n in parts.items():
        click.echo(f"{words}: {n}")
    click.echo(count)
    if seconds:
        click.echo(f"{count / seconds / 1e6:.1f} million a second", err=True)


def _state(scenario: str, scenario_id: str | None) -> State:
    from riftcore.cli import _one_scenario

    cards = Catalog.builtin()
    if " / " in scenario:
        return State.parse(scenario, cards)
    return State.from_scenario(read_situation(_one_scenario(scenario, scenario_id).data, cards), cards)
