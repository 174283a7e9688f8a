"""The command `riftcore`. Data goes to stdout, everything else to stderr; riftcore.exits has the exit codes.

Nothing but click is imported before a command runs, so that `riftcore --help` starts quickly.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from riftcore import __version__
from riftcore.errors import COUNTED_WITHIN, BudgetError, IllegalAction, RiftcoreError, ScenarioError
from riftcore.exits import BAD, CODES, NO, YES, Group

if TYPE_CHECKING:
    from riftcore import Step
    from riftcore.scenario import Outcome, Scenario

# The commands that live elsewhere: module, its name there, and the line for `riftcore --help`.
ELSEWHERE = {
    "cards": ("riftcore.cli_cards", "cards", "Ask the catalogue: show, compile, coverage, export."),
    "batch": ("riftcore.cli_batch", "batch", "Judge every row of a file or folder of any size."),
    "sample": ("riftcore.cli_batch", "sample", "Write seeded, realistic positions to measure with."),
    "demo": ("riftcore.demo", "demo", "Show a tour over real cards, and the speed of a batch."),
    "perft": ("riftcore.perft", "perft", "Count the sequences of actions from a situation."),
}

PURPOSES = (
    "spell", "unit", "gear", "unit ability", "gear ability", "legend ability",
    "trigger", "resolution", "move", "hide",
)  # fmt: skip


class Commands(Group):
    """The commands. It imports the modules of ELSEWHERE only when a command of theirs is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in ELSEWHERE:
            module, attribute, _ = ELSEWHERE[cmd_name]
            command: click.Command = getattr(import_module(module), attribute)
            return command
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for name in self.list_commands(ctx):
            own = super().get_command(ctx, name)
            rows.append((name, own.get_short_help_str(100) if own else ELSEWHERE[name][2]))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from riftcore.node import nearest

            hint = nearest(args[0], self.list_commands(ctx))
            raise click.UsageError(error.message.rstrip(".") + hint, ctx) from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), text) for code, text in CODES.items()])
        super().format_epilog(ctx, formatter)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Shell completion: see https://click.palletsprojects.com/shell-completion"
    " (the variable is _RIFTCORE_COMPLETE).",
)
@click.version_option(__version__, prog_name="riftcore")
def main() -> None:
    """What does it cost, can it be paid, how, and is it legal? Exact answers for Riftbound.

    \b
    Start with:  riftcore demo
                 riftcore quote "Icathian Rain"
                 riftcore pay --runes fury:3 --cost "2[fury]"
    """


# ---------------------------------------------------------------------------------------------- shared options


@dataclass(frozen=True, slots=True)
class Question:
    """A state, the question, and the cards of its objects by id."""

    state: Any
    action: Any
    objects: Mapping[str, Any]
    label: str


def situation_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that describe a situation: a scenario file, or one player in short notations."""
    for option in reversed(
        (
            click.option("--scenario", "file", metavar="FILE", help="The situation from a scenario file, - for stdin."),
            click.option("--id", "scenario_id", metavar="ID", help="The scenario of the file, if it holds several."),
            click.option(
                "--runes", metavar="D:R+X,...",
                help="Runes by domain, ready + exhausted: fury:3,calm:2+1 is 3 ready Fury runes, 2 ready Calm runes"
                " and 1 exhausted one.",
            ),
            click.option("--pool", metavar="COST", help="The pool: 2[fury][any]. [any] is universal Power."),
            click.option(
                "--restricted", multiple=True, metavar="KIND:COST",
                help="Resources in the pool for spells, units, gear or showdown only: spells:2. May be repeated.",
            ),
            click.option("--sources", metavar="CARD:N,...", help='Ready objects, the legend: "Gold:2,Seal of Rage".'),
            click.option("--xp", type=click.IntRange(0, 255), metavar="N", help="Experience (Level, Honeyfruit)."),
            click.option("--points", type=click.IntRange(0, 255), metavar="N", help="Points of the player."),
            click.option("--showdown", is_flag=True, help="A showdown is in progress."),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def play_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that describe how a card is played."""
    for option in reversed(
        (
            click.option(
                "--pay", multiple=True, metavar="OPTION",
                help="An optional cost to pay: accelerate, repeat, repeat:1, additional. May be repeated.",
            ),
            click.option("--target", "targets", multiple=True, metavar="ID", help="A target: an id of the scenario."),
            click.option("--mode", "modes", multiple=True, type=int, metavar="N", help="A chosen mode, from 0."),
            click.option("--to", metavar="PLACE", help="base, or a battlefield of the scenario."),
            click.option("--from", metavar="ZONE", help="hand, trash, facedown, champion, deck, banished."),
            click.option("--by", metavar="CARD", help="The card whose effect lets you play this one."),
            click.option(
                "--ignoring", type=click.Choice(["cost", "energy", "power", "all"]), help="An effect ignores this."
            ),
        )
    ):  # fmt: skip
        command = option(command)
    return command


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def _question(flags: Mapping[str, Any], asked: Mapping[str, Any] | None, hand: tuple[str, ...] = ()) -> Question:
    """What the command line asks: `asked`, or the scenario's own question. `hand` is held where flags describe the
    situation."""
    from riftcore import Catalog, State
    from riftcore.scenario import read_action, read_actions, read_situation
    from riftcore.scenario.flags import PLAYER_FLAGS, player_situation
    from riftcore.scenario.run import perform_earlier

    cards = Catalog.builtin()
    label, where, data = "", "", {}
    if flags["file"]:
        given = [f"--{key}" for key in PLAYER_FLAGS if flags[key]]
        if given:
            raise click.UsageError(f"--scenario brings the whole situation: leave out {', '.join(given)}")
        scenario = _one_scenario(flags["file"], flags["scenario_id"])
        label, where, data = scenario.id, f"{scenario}: ", dict(scenario.data)
    elif flags["scenario_id"]:
        raise click.UsageError("--id names a scenario of a file: expected --scenario FILE too")
    else:
        data = player_situation(flags, cards)
        data["players"][0]["hand"] = [cards.card(name).name for name in hand]
    try:
        situation = read_situation(data, cards)
        actions = (read_action(asked, situation, cards),) if asked else read_actions(data, situation, cards)
    except ScenarioError as error:
        raise ScenarioError(f"{where}{error}", error.path) from None
    state = State.from_scenario(situation, cards)
    return Question(state, perform_earlier(state, actions), situation.objects(), label)


def _scenarios(file: str) -> list[Scenario]:
    """The scenarios of a file, or of standard input for `-`."""
    from riftcore.scenario import read_file, read_stdin

    return read_stdin() if file == "-" else read_file(file)


def _one_scenario(file: str, scenario_id: str | None) -> Scenario:
    scenarios = _scenarios(file)
    if scenario_id is None:
        if len(scenarios) > 1:
            ids = ", ".join(scenario.id for scenario in scenarios[:8])
            raise click.UsageError(f"{file} holds {len(scenarios)} scenarios: choose one with --id ({ids}, ...)")
        return scenarios[0]
    for scenario in scenarios:
        if scenario.id == scenario_id:
            return scenario
    from riftcore.node import nearest

    hint = nearest(scenario_id, [scenario.id for scenario in scenarios])
    raise click.UsageError(f"{file} holds no scenario {scenario_id!r}{hint}")


def _print_json(data: Any) -> None:
    import json

    click.echo(json.dumps(data))


# ---------------------------------------------------------------------------------------------- quote


@main.command(short_help="Show what playing a card costs, step by step.")
@click.argument("card", required=False)
@situation_options
@play_options
@json_option
def quote(card: str | None, as_json: bool, **flags: Any) -> None:
    """Show the total cost of playing CARD, with the steps that led there and their rules.

    Without CARD the question is that of --scenario. quote does not ask whether the cost can be paid, or whether the
    play is legal: see check.

    \b
    riftcore quote "Icathian Rain"
    riftcore quote "Legion Rearguard" --pay accelerate
    riftcore quote "Void Seeker" --target enemy --scenario my.json
    """
    from riftcore.render import costs_text, step_lines

    question = _asked_card(flags, card)
    try:
        quote = question.state.quote(question.action)
    except IllegalAction as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(NO)
    if as_json:
        _print_json(
            {
                "costs": [cost.to_dict() for cost in quote.costs],
                "steps": [_step_dict(step) for step in quote.steps],
                "paid_optional": list(quote.paid_optional),
            }
        )
    else:
        click.echo(f"{_card_name(question, card) if card else question.label}: {costs_text(quote.costs)}")
        for line in step_lines(quote.steps):
            click.echo(line)
        if quote.paid_optional:
            click.echo(f"counts as paid: {', '.join(quote.paid_optional)}")
    sys.exit(YES)


def _card_name(question: Question, card: str) -> str:
    """The name of the card that is played, by id or in any spelling; one that the scenario brought as it was asked."""
    from riftcore import Catalog

    known = question.objects.get(card)
    if known is None and card in Catalog.builtin():
        known = Catalog.builtin().card(card)
    return known.name if known else card


def _asked_card(flags: Mapping[str, Any], card: str | None) -> Question:
    """The play of a card with the options of the flags, or the question of the scenario."""
    from riftcore.scenario.flags import play_action

    if card is not None:
        return _question(flags, play_action(flags, card), hand=(card,))
    if play_action(flags, "").keys() - {"play"}:
        raise click.UsageError("expected a CARD: --pay, --target and similar options say how it is played")
    if not flags["file"]:
        raise click.UsageError("expected a CARD, or a question with --scenario FILE")
    return _question(flags, None)


def _step_dict(step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"rule": step.rule, "text": step.text, "sign": step.sign, "amount": step.amount.to_dict()}
    data |= {key: value for key in ("card", "minimum") if (value := getattr(step, key)) is not None}
    return data | ({"either": True} if step.either else {})


# ---------------------------------------------------------------------------------------------- check


@main.command(short_help="Check whether a play is legal: timing, choices, condition, cost.")
@click.argument("card", required=False)
@situation_options
@play_options
@json_option
def check(card: str | None, as_json: bool, **flags: Any) -> None:
    """Check whether playing CARD is legal: timing, choices, condition and cost. The exit code is 0 for yes, 1 for no.

    Without CARD the question is that of --scenario, which may be any action.

    \b
    riftcore check "Volibear, Furious" --runes body:8,fury:2
    riftcore check --scenario my.json --id my-question
    """
    from riftcore.render import costs_text, payment_lines, step_lines, table

    question = _asked_card(flags, card)
    verdict = question.state.check(question.action)
    if as_json:
        _print_json(
            {
                "legal": verdict.legal,
                "why": str(verdict.code),
                "rule": verdict.rule,
                "message": verdict.message,
                "costs": [cost.to_dict() for cost in verdict.costs],
                "steps": [_step_dict(step) for step in verdict.steps],
                "paid_optional": list(verdict.paid_optional),
                "payment": verdict.best.steps() if verdict.best is not None else None,
            }
        )
    else:
        rows = [("legal", "yes" if verdict.legal else f"no ({verdict.code})")]
        rows += [("why", f"{verdict.message} ({verdict.rule})" if verdict.rule else verdict.message)]
        rows += [("cost", costs_text(verdict.costs))]
        click.echo("\n".join(table(rows)))
        for line in step_lines(verdict.steps):
            click.echo(line)
        if verdict.best is not None:
            click.echo("payment")
            click.echo("\n".join(payment_lines(verdict.best.steps(), question.objects)))
    sys.exit(YES if verdict.legal else NO)


# ---------------------------------------------------------------------------------------------- pay


@main.command(short_help="Say whether a cost can be paid, and how.")
@situation_options
@click.option("--cost", metavar="COST", help='The cost: "2[fury][any][calm|chaos]". Default: the cost of the scenario.')
@click.option("--purpose", type=click.Choice(PURPOSES), help="What --cost is paid for.  [default: resolution]")
@click.option(
    "--policy", metavar="KEY,...",
    help="What the cheapest payment keeps low, in order: recycled, killed, sources, ready_runes, leftover, free,"
    " universal, domain:NAME.",
)  # fmt: skip
@click.option("--all", "list_all", is_flag=True, help="List the distinct payments.")
@click.option(
    "--limit", type=click.IntRange(1, 10**9), default=20, metavar="N", show_default=True, help="List at most this many."
)
@click.option(
    "--budget", type=click.IntRange(1), default=COUNTED_WITHIN, metavar="N", show_default=True,
    help="Steps that counting the payments may take, some seconds, and again for listing them. A count that needs more"
    " is not printed, and a list ends there.",
)  # fmt: skip
@json_option
def pay(
    cost: str | None,
    purpose: str | None,
    policy: str | None,
    list_all: bool,
    limit: int,
    budget: int,
    as_json: bool,
    **flags: Any,
) -> None:
    """Say whether a cost can be paid, and how. The exit code is 0 for yes, 1 for no.

    \b
    riftcore pay --runes fury:3,calm:2+1 --cost "2[fury][any]"
    riftcore pay --runes order:2 --sources "Gold:2,Seal of Rage" --cost "1[fury][calm|chaos]" --all
    riftcore pay --cost "[any]" --purpose spell --scenario my.json
    """
    from riftcore.render import costs_text, payment_lines, pool_text
    from riftcore.scenario.flags import parse_cost

    asked = None
    if cost is not None and cost.strip():
        asked = {"pay": parse_cost("--cost", cost).to_dict(), "for": purpose or "resolution"}
    elif not flags["file"]:
        raise click.UsageError("expected a --cost, or a question with --scenario FILE")
    elif purpose:
        raise click.UsageError("--purpose says what --cost is paid for: expected --cost too")
    question = _question(flags, asked)
    state, action = question.state, question.action
    verdict = state.check(action, policy=tuple(key.strip() for key in policy.split(",")) if policy else None)
    count: int | None = None
    listed: list[Any] = []
    with suppress(BudgetError):
        count = state.count_payments_of(action, budget) if verdict.legal else 0
    if list_all and verdict.legal:
        with suppress(BudgetError):
            listed.extend(islice(_all_payments(question, verdict.costs[0], budget), limit))
            count = len(listed) if len(listed) < limit else count
    if as_json:
        _print_json(
            {
                "payable": verdict.legal,
                "why": verdict.code,
                "costs": [cost.to_dict() for cost in verdict.costs],
                "payment": verdict.best.steps() if verdict.best is not None else None,
                "payments": count,
            }
        )
        for payment in listed:
            _print_json({"payment": payment.steps()})
    else:
        purpose = _purpose(action)
        click.echo(f"cost      {costs_text(verdict.costs)}" + (f", for {purpose}" if purpose else ""))
        click.echo(f"payable   {'yes' if verdict.legal else f'no: {verdict.message}'}")
        if verdict.best is not None:
            click.echo("\n".join(["cheapest", *payment_lines(verdict.best.steps(), question.objects)]))
            click.echo(f"distinct payments: {f'not counted in {budget} steps' if count is None else count}")
        for number, payment in enumerate(listed, 1):
            click.echo(f"payment {number}, leaves {pool_text(payment.left)} in the pool")
            click.echo("\n".join(payment_lines(payment.steps(), question.objects)))
    if list_all and verdict.legal and (count is None or count > len(listed)):
        more = "more" if count is None else f"{count - len(listed)} more"
        option = "--limit" if len(listed) == limit else "--budget"
        click.echo(f"{more} payments: raise {option} to list them", err=True)
    sys.exit(YES if verdict.legal else NO)


def _all_payments(question: Question, cost: Any, budget: int) -> Iterable[Any]:
    """The distinct payments of a bare cost, streamed."""
    purpose = _purpose(question.action)
    if purpose is None:
        raise click.UsageError("--all lists the payments of a bare cost: expected --cost (and --purpose)")
    found: Iterable[Any] = question.state.payments(cost, purpose, question.action.to_dict().get("player"), budget)
    return found


def _purpose(action: Any) -> str | None:
    """What a bare cost is paid for; None if the action is another one."""
    form: dict[str, Any] = action.to_dict()
    return form.get("for", "resolution") if "pay" in form and "play" not in form else None


@contextmanager
def _progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr: only on a terminal, and only when stdout goes elsewhere."""
    if not sys.stderr.isatty() or sys.stdout.isatty() or total < 100:
        yield lambda: None
        return
    with click.progressbar(length=total, label=what, file=sys.stderr) as bar:
        yield lambda: bar.update(1)


# ---------------------------------------------------------------------------------------------- scenario


@main.command(short_help="Run scenario files against what they expect.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help='Print a JSON line for each: {"id", "pass", "expected", "got"}.')
@click.option("--summary", is_flag=True, help="Print only the counts of each file.")
def scenario(files: tuple[str, ...], as_json: bool, summary: bool) -> None:
    """Run scenario FILEs (.jsonl or .json, also with .gz or .zst; - for standard input) and compare the answers with
    what they expect.

    The exit code is 1 if a scenario fails, 2 if one cannot be read. A scenario with "doubt" runs, but does not count.

    \b
    riftcore scenario my.jsonl
    riftcore scenario *.jsonl --json > results.jsonl
    """
    from riftcore import Catalog
    from riftcore.render import failure_lines
    from riftcore.scenario import run

    cards = Catalog.builtin()
    loaded, code = [], YES
    for file in files:
        try:
            loaded.append((file, _scenarios(file)))
        except RiftcoreError as error:
            click.echo(f"Error: {error}", err=True)
            code = BAD
    rows = []
    with _progress(sum(len(scenarios) for _, scenarios in loaded), "scenarios") as advance:
        for file, scenarios in loaded:
            outcomes = []
            for one in scenarios:
                outcome = run(one, cards)
                outcomes.append(outcome)
                if as_json and not summary:
                    _print_json(outcome.to_dict())
                elif not outcome.passed and not summary:
                    click.echo("\n".join(failure_lines(one, outcome)))
                if outcome.unreadable:
                    click.echo(f"Error: {outcome.got['error']}", err=True)
                    code = BAD
                elif not outcome.passed and not outcome.doubtful:
                    code = max(code, NO)
                advance()
            rows.append((file, outcomes))
    _summary(rows, as_json, summary)
    sys.exit(code)


def _summary(rows: list[tuple[str, list[Outcome]]], as_json: bool, summary: bool) -> None:
    """The counts of each file: on stdout for people, and for programs if nothing else was asked for."""
    from riftcore.render import table

    counts = [(file, sum(outcome.passed for outcome in outcomes), len(outcomes)) for file, outcomes in rows]
    if as_json:
        for file, passed, n in counts if summary else ():
            _print_json({"file": file, "passed": passed, "scenarios": n})
        return
    lines = [(file, f"{passed}/{n}") for file, passed, n in counts]
    if len(counts) > 1:
        lines.append(("all", f"{sum(passed for _, passed, _ in counts)}/{sum(n for *_, n in counts)}"))
    if lines:
        click.echo("\n".join(table(lines)))
