"""`riftcore demo`: a tour in a few screens, on real cards. It shows the library; it works nothing out of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import click

BATCH = 1 << 19
CHUNK = 1 << 15


@click.command()
@click.option(
    "--positions", type=click.IntRange(1, 1 << 24), default=BATCH, show_default=True, help="Size of the batch."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Which random positions.")
def demo(positions: int, seed: int) -> None:
    """A tour on real cards: costs with steps, payments, a batch with its speed.

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
    title("1", "What does it cost?", "The cost of a card, by the rules, step by step.")
    ask_cost("Icathian Rain", "its symbols are hybrid: each is paid by Power of either domain")
    ask_cost("Legion Rearguard", "an optional additional cost", {"pay": ["accelerate"]})
    ask_cost(
        "Void Seeker", "the opponent's Helm of Suppression adds 1, Raging Firebrand takes 5 off; never below 0",
        {"targets": ["enemy"]},
        player={"effects": [{"card": "Raging Firebrand"}]},
        opponent={"board": [{"card": "Shipyard Skulker", "id": "enemy", "at": "A"}, {"card": "Helm of Suppression"}]},
    )  # fmt: skip

    title("2", "Can it be paid, and how?", "Exactly: yes if and only if some legal sequence of Adds pays.")
    ask_play(
        "Volibear, Furious", "ten runes: two of them are exhausted for Energy and then recycled for Power",
        {"runes": {"body": 8, "fury": 2}},
    )  # fmt: skip
    ask_play(
        "Volibear, Furious", "nine ready runes make 9 Energy, however many exhausted ones lie there",
        {"runes": {"body": 8, "fury": {"ready": 1, "exhausted": 3}}},
    )  # fmt: skip

    title("3", "The cheapest payment spares what is precious", "Runes first, then objects that are killed, and so on.")
    gold = {"runes": {"order": {"exhausted": 1}}, "board": [{"card": "Gold", "id": "gold"}]}
    ask_payment("[order]", "a Gold is killed, the rune stays", gold)
    ask_payment("[order]", "another policy: spare the Gold, recycle the rune", gold, policy=("killed", "recycled"))

    title("4", "Some resources pay only for some things", "Kai'Sa's Power is for spells.")
    kaisa = {"runes": {"fury": 1}, "legend": {"card": "Kai'Sa, Daughter of the Void", "id": "kaisa"}}
    ask_payment("1[fury]", "a spell", kaisa, purpose="spell")
    ask_payment("1[calm]", "a unit: her Power does not help", kaisa, purpose="unit")

    title("5", "Every way to pay", "The payments that no other one beats, streamed and counted.")
    objects = [{"card": "Seal of Rage", "id": "seal"}, {"card": "Gold", "id": "gold"}]
    ask_payments("1[fury|calm]", {"runes": {"fury": 1, "calm": 1}, "board": objects})
    runes = dict.fromkeys(("fury", "calm", "mind", "body", "chaos", "order"), 2)
    state = state_of({"runes": runes})
    count = state.count_payments(cost_of("4[any][any]"))
    say(f"2 ready runes of every domain pay 4[any][any] in {count:,} distinct ways (counted, not listed)")


def ask_cost(
    card: str,
    remark: str,
    options: Mapping[str, Any] | None = None,
    player: Mapping[str, Any] | None = None,
    opponent: Mapping[str, Any] | None = None,
) -> None:
    """The total cost of a card, with the steps."""
    from riftcore.render import costs_text, step_lines

    quote = state_of({"hand": [card], **(player or {})}, opponent or {}).quote({"play": card, **(options or {})})
    say(f"{card}: {costs_text(quote.costs)}   ({remark})")
    for line in step_lines(quote.steps):
        say(line)


def ask_play(card: str, remark: str, player: Mapping[str, Any]) -> None:
    """May this card be played, and with which payment?"""
    from riftcore.render import costs_text, payment_lines

    verdict = state_of({"hand": [card], **player}).check({"play": card})
    say(f"{card} for {costs_text(verdict.costs)}: {'yes' if verdict.legal else f'no, {verdict.code}'}   ({remark})")
    if verdict.best is None:
        say(f"  {verdict.message} ({verdict.rule})")
    else:
        say("\n".join(payment_lines(verdict.best.steps(), {})))


def ask_payment(
    cost: str,
    remark: str,
    player: Mapping[str, Any],
    purpose: str = "resolution",
    policy: tuple[str, ...] | None = None,
) -> None:
    """The cheapest payment of a bare cost."""
    from riftcore.render import payment_lines

    payment = state_of(player).cheapest(cost_of(cost), purpose, policy=policy)
    say(f"{cost}: {'yes' if payment is not None else 'no'}   ({remark})")
    if payment is not None:
        say("\n".join(payment_lines(payment.steps(), names_of(player))))


def ask_payments(cost: str, player: Mapping[str, Any]) -> None:
    """All distinct payments of a bare cost."""
    from riftcore.render import payment_lines

    state = state_of(player)
    say(f"{cost}: {state.count_payments(cost_of(cost))} payments")
    for number, payment in enumerate(state.payments(cost_of(cost)), 1):
        say(f"  payment {number}")
        say("\n".join(payment_lines(payment.steps(), names_of(player), indent="    ")))


def batch(positions: int, seed: int) -> None:
    """Payable and cheapest for many random positions, with progress and throughput."""
    from riftcore import _batch, _sample

    title("6", "Fast", f"{positions:,} random positions with up to 6 sources (seed {seed}), on one core.")
    asked = (
        ("payable?", 1, _batch.payable_rows),
        ("cheapest payment", 32, _batch.cheapest_rows),
    )
    seconds = dict.fromkeys((name for name, *_ in asked), 0.0)
    payable = 0
    with progress(positions, "positions") as advance:
        for first in range(0, positions, CHUNK):
            n = min(CHUNK, positions - first)
            records, demands = _sample.sample(n, seed + first)
            for name, width, rows in asked:
                out = bytearray(n * width)
                start = perf_counter()
                yes = rows(records, demands, out)
                seconds[name] += perf_counter() - start
            payable += yes
            advance(n)
    for name, *_ in asked:
        ns = seconds[name] / positions * 1e9
        say(f"{name:<17} {positions / seconds[name] / 1e6:7.1f} million a second   {ns:6.1f} ns each")
    say(f"{payable / positions:.0%} of them can be paid")


# ---------------------------------------------------------------------------------------------- helpers


def state_of(player: Mapping[str, Any], opponent: Mapping[str, Any] | None = None) -> Any:
    from riftcore import Catalog, State

    return State.from_scenario({"players": [dict(player), dict(opponent or {})]}, Catalog.builtin())


def cost_of(text: str) -> Any:
    from riftcore import Cost

    return Cost.parse(text)


def names_of(player: Mapping[str, Any]) -> dict[str, str]:
    """The cards of the objects by id."""
    objects = [*player.get("board", ()), *([player["legend"]] if "legend" in player else [])]
    return {thing["id"]: thing["card"] for thing in objects if "id" in thing}


def title(number: str, text: str, remark: str) -> None:
    click.echo(f"\n{number}. {text}\n   {remark}\n")


def say(text: str) -> None:
    """A paragraph, indented below its title."""
    for line in text.split("\n"):
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
