"""The commands `riftcore cards ...`. Data goes to stdout, messages to stderr; riftcore.exits has the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from riftcore.catalog import Catalog, facts, overrides
from riftcore.catalog.describe import lines
from riftcore.exits import NO, YES, Group
from riftcore.rowfiles import OutputError, opened

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group(cls=Group)
def cards() -> None:
    """Ask the catalogue: show a card, compile a card file, report what is understood, export the clauses."""


@cards.command("compile")
@click.argument("file", type=_FILE)
@click.option("--errata", type=_FILE, help="The errata overlay; its text wins.")
@click.option("-o", "--output", type=_FILE, help="Where the facts go (default: stdout).")
def compile_(file: Path, errata: Path | None, output: Path | None) -> None:
    """Compile a card FILE (Riftcodex API JSON) into card facts.

    The exit code is 1 if some text is not understood, or if an override of riftcore no longer changes anything (the
    file was mended). The facts are written all the same.
    """
    catalog = _catalog(file, errata)
    _write(facts.dumps(catalog.rows), output)
    coverage = catalog.coverage()
    for name, id_, piece in coverage.not_understood:
        click.echo(f"not understood: {name} ({id_}): {piece}", err=True)
    click.echo(
        f"{_count(coverage.cards, 'card')}, {coverage.understood} understood, {_count(coverage.clauses, 'clause')} "
        f"on {coverage.with_clauses} of them",
        err=True,
    )
    for fault in catalog.stale:
        click.echo(f"error: {fault}", err=True)
    raise SystemExit(YES if coverage.complete and not catalog.stale else NO)


@cards.command()
@click.argument("name", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="The facts as a JSON object.")
@click.option("--file", type=_FILE, help="Look in a card file of your own, or in the facts that were compiled of it.")
@click.option("--errata", type=_FILE, help="The errata overlay of the card file.")
def show(name: tuple[str, ...], as_json: bool, file: Path | None, errata: Path | None) -> None:
    """Show a card: numbers, clauses in plain words, printings. NAME may be any name or id of it."""
    card = _catalog(file, errata).card(" ".join(name))
    if as_json:
        click.echo(json.dumps(facts.to_row(card)))
        return
    for line in lines(card):
        click.echo(line)
    for reason in overrides.reasons(card.name):
        click.echo(f"  corrected: {reason}")


@cards.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--errata", type=_FILE, help="The errata overlay of FILE.")
@click.option("--json", "as_json", is_flag=True, help="The report as a JSON object.")
def coverage(file: Path | None, errata: Path | None, as_json: bool) -> None:
    """How much of the cards' texts is understood, by set and by kind: of the shipped catalogue, or of a card FILE or
    the facts that were compiled of it.

    Texts that are not understood are quoted from FILE; the shipped facts hold no card text. The exit code is 1 if there
    are any.
    """
    found = _catalog(file, errata).coverage()
    if as_json:
        click.echo(json.dumps(found.as_dict()))
    else:
        _report(found)
    raise SystemExit(YES if found.complete else NO)


@cards.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--errata", type=_FILE, help="The errata overlay of FILE.")
@click.option("--cards", "whole", is_flag=True, help="A line for each card and token instead, with all its facts.")
@click.option("-o", "--output", type=_FILE, help="Where the lines go (default: stdout).")
def export(file: Path | None, errata: Path | None, whole: bool, output: Path | None) -> None:
    """Write every clause as a JSON line (of the shipped catalogue, or of a card FILE or the facts compiled of it)."""
    catalog = _catalog(file, errata)
    found = [json.dumps(row, ensure_ascii=False) for row in (catalog.export_cards() if whole else catalog.export())]
    _write("".join(line + "\n" for line in found), output)
    click.echo(_count(len(found), "card" if whole else "clause"), err=True)


def _write(text: str, output: Path | None) -> None:
    """Write UTF-8 text to a file, or to stdout if there is none (or it is "-")."""
    if output is None or str(output) == "-":
        click.echo(text.encode(), nl=False)
        return
    with opened(str(output), "wb") as file:
        try:
            file.write(text.encode())
            file.flush()
        except OSError as error:
            raise OutputError(f"{output}: cannot be written: {error.strerror or error}") from None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _catalog(file: Path | None, errata: Path | None) -> Catalog:
    if file is None:
        if errata is not None:
            raise click.UsageError("--errata needs a card FILE")
        return Catalog.builtin()
    if facts.are_facts(file):
        if errata is not None:
            raise click.UsageError("--errata is of a card file; facts were compiled with it or without")
        return Catalog.from_facts(file)
    catalog = Catalog.from_riftcodex(file, errata)
    for warning in catalog.warnings:
        click.echo(f"warning: {warning}", err=True)
    return catalog


def _report(found: Any) -> None:
    click.echo(
        f"{found.understood} of {_count(found.cards, 'card')} understood; {_count(found.clauses, 'clause')} "
        f"on {found.with_clauses}"
    )
    click.echo(f"what is chosen: {found.choices} of {_count(found.cards, 'card')} understood")
    click.echo(f"{'set':<14}{'cards':>7}{'understood':>12}{'with clauses':>14}{'clauses':>9}")
    for name, row in found.as_dict()["sets"].items():
        numbers = f"{row['cards']:>7}{row['understood']:>12}{row['with_clauses']:>14}{row['clauses']:>9}"
        click.echo(f"{name:<14}{numbers}")
    for kind, count in found.as_dict()["kinds"].items():
        click.echo(f"{kind:<24}{count:>6}")
    for name, id_, piece in found.not_understood:
        click.echo(f"not understood: {name} ({id_}): {piece}")
    for name, id_, piece in found.unread:
        click.echo(f"choice not understood: {name} ({id_}): {piece}")


if __name__ == "__main__":
    cards(prog_name="riftcore cards")
