"""`riftcore demo`: a tour in a few screens, over real cards. It only shows what the library answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Literal

import click

from riftcore import Catalog, Cost, State
from riftcore import batch as rows
from riftcore.render import costs_text, payment_lines, step_lines, step_text
from riftcore.scenario.values import DOMAINS

BATCH = 1 << 19
CHUNK = 1 << 15


@click.command()
@click.option(
    "--positions", type=click.IntRange(1, 1 << 24), default=BATCH, show_default=True, help="The size of the batch."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the random positions.")
def demo(positions: int, seed: int) -> None:
    """Show a tour over real cards: costs with steps, payments, and the speed of a batch.

    \b
    riftcore demo
    riftcore demo --positions 2000000 --seed 7
    """
    start = perf_counter()
    tour()
    batch(positions, seed)
    click.echo(f"\nThe tour took {perf_counter() - start:.1f} s. Next: riftcore --help")


def tour() -> None:
    """The questions about single cards."""
    title("1. What does it cost?", "By the rules, step by step, with their numbers.")
    ask_cost("Icathian Rain", "a card of two domains: either of them pays its symbols, no third one")
    ask_cost("Legion Rearguard", "with the optional cost of Accelerate", {"pay": ["accelerate"]})
    ask_cost(
        "Void Seeker",
        "after Raging Firebrand, against Helm of Suppression: 3 + 1 - 5 is 0",
        {"targets": ["enemy"]},
        player={"effects": [{"card": "Raging Firebrand"}]},
        opponent={"board": [{"card": "Shipyard Skulker", "id": "enemy", "at": "A"}, {"card": "Helm of Suppression"}]},
    )

    title("2. Can it be paid, and how?", "Yes if and only if some legal sequence of Adds pays.")
    ask_play("Volibear, Furious", "two of ten runes make Energy and Power both", {"runes": {"body": 8, "fury": 2}})
    runes = {"body": 8, "fury": {"ready": 1, "exhausted": 3}}
    ask_play(
        "Volibear, Furious", "nine ready runes make 9 Energy; the three exhausted ones make none", {"runes": runes}
    )

    title("3. The cheapest payment", "Fewest runes recycled, then fewest objects killed, ...: the order is yours.")
    gold = {"runes": {"order": {"exhausted": 1}}, "board": [{"card": "Gold", "id": "gold"}]}
    ask_payment("[order]", "from a Gold or an exhausted rune", gold)
    ask_payment("[order]", "the same, by the policy that spares objects first", gold, policy=("killed", "recycled"))

    title("4. Resources for some things only", "Kai'Sa's Power is for spells.")
    kaisa = {"runes": {"calm": 1}, "legend": {"card": "Kai'Sa, Daughter of the Void", "id": "kaisa"}}
    ask_payment("1[fury]", "for a spell", kaisa, purpose="spell")
    ask_payment("1[fury]", "for a unit", kaisa, purpose="unit")

    title("5. Every way to pay", "Each distinct payment: none of them is beaten by another one.")
    objects = [{"card": "Seal of Rage", "id": "seal"}, {"card": "Gold", "id": "gold"}]
    ask_payments("1[fury|calm]", {"runes": {"fury": 1, "calm": 1}, "board": objects})
    state = state_of({"runes": dict.fromkeys(DOMAINS, 2)})
    cost = cost_of("4[any][any]")
    say(f"{cost} from 2 ready runes of every domain: {state.count_payments(cost):,} payments (counted, not listed)")


def ask_cost(
    card: str,
    remark: str,
    options: Mapping[str, Any] | None = None,
    player: Mapping[str, Any] | None = None,
    opponent: Mapping[str, Any] | None = None,
) -> None:
    """The total cost of a card, with the steps."""
    quote = state_of({"hand": [card], **(player or {})}, opponent or {}).quote({"play": card, **(options or {})})
    say(f"{card}: {remark}", f"  total {costs_text(quote.costs)}", *step_lines(quote.steps))


def ask_play(card: str, remark: str, player: Mapping[str, Any]) -> None:
    """May this card be played, and with which payment?"""
    state = state_of({"hand": [card], **player})
    verdict = state.check({"play": card})
    say(f"{card}: {remark}", f"  {costs_text(verdict.costs)}: {'yes' if verdict.legal else f'no, {verdict.code}'}")
    if verdict.best is not None:
        say(*payment_lines(verdict.best.steps(), state.situation().objects()))


def ask_payment(
    cost: str,
    remark: str,
    player: Mapping[str, Any],
    purpose: str = "resolution",
    policy: tuple[str, ...] | None = None,
) -> None:
    """The cheapest payment of a bare cost."""
    state = state_of(player)
    payment = state.cheapest(cost_of(cost), purpose, policy=policy)
    say(f"{cost} {remark}: {'no' if payment is None else 'yes'}")
    if payment is not None:
        say(*payment_lines(payment.steps(), state.situation().objects()))


def ask_payments(cost: str, player: Mapping[str, Any]) -> None:
    """All distinct payments of a bare cost."""
    state = state_of(player)
    say(f"{cost}: {state.count_payments(cost_of(cost))} payments")
    for payment in state.payments(cost_of(cost)):
        objects = state.situation().objects()
        say("  - " + "; ".join(step_text(step, objects) for step in payment.steps()))


def batch(positions: int, seed: int) -> None:
    """Payable and cheapest for many random positions, with progress and throughput."""
    title(
        "6. Many rows in one call", f"{positions:,} random positions with up to 6 sources (seed {seed}), on one core."
    )
    asked: tuple[tuple[str, Literal["payable", "cheapest"]], ...] = (
        ("payable?", "payable"),
        ("cheapest payment", "cheapest"),
    )
    seconds = {name: 0.0 for name, _ in asked}
    payable = 0
    sampler = rows.Sampler(seed)
    with progress(positions, "positions") as advance:
        for first in range(0, positions, CHUNK):
            records, costs = sampler.draw(min(CHUNK, positions - first))
            for name, want in asked:
                start = perf_counter()
                answers = rows.evaluate(records, costs, want=want, threads=1)
                seconds[name] += perf_counter() - start
                if want == "payable":
                    payable += answers.tobytes().count(1)
            advance(len(records))
    for name, _ in asked:
        ns = seconds[name] / positions * 1e9
        say(f"{name:<17} {positions / seconds[name] / 1e6:7.1f} million a second   {ns:6.1f} ns each")
    say(f"{payable / positions:.0%} of them can be paid")


# ---------------------------------------------------------------------------------------------- helpers


def state_of(player: Mapping[str, Any], opponent: Mapping[str, Any] | None = None) -> Any:
    return State.from_scenario({"players": [dict(player), dict(opponent or {})]}, Catalog.builtin())


def cost_of(text: str) -> Any:
    return Cost.parse(text)


def title(text: str, remark: str) -> None:
    click.echo(f"\n{text}\n   {remark}\n")


def say(*lines: str) -> None:
    """Lines below a title."""
    for line in lines:
        click.echo(f"   {line}")


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Progress on stderr: a bar on a terminal, a line at the end elsewhere."""
    if sys.stderr.isatty():
        with click.progressbar(length=total, label=f"   {what}", file=sys.stderr) as bar:
            yield bar.update
        return
    done = 0

    def advance(n: int) -> None:
        nonlocal done
        done += n

    yield advance
    click.echo(f"   {done:,} {what} done", err=True)
