"""The catalogue: names, the shipped facts, export, coverage, the commands."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from riftcore.catalog import Catalog, build, facts
from riftcore.catalog.cards import DOMAINS, KINDS, Card, Clause
from riftcore.catalog.describe import describe, lines
from riftcore.catalog.expressions import OPS, trigger_words, words
from riftcore.cli_cards import cards
from riftcore.errors import AmbiguousName, CatalogError, UnknownCard

# The card file and the scenarios that the project is checked against; a newcomer has the shipped facts only.
SHARED = Path(__file__).parents[2] / "shared"
CARDS, ERRATA = SHARED / "data" / "riftcodex_cards.json", SHARED / "data" / "errata_overlay.json"


def call(*args: str) -> Result:
    result = CliRunner().invoke(cards, args)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def all_clauses() -> Iterator[tuple[Card, Clause]]:
    for card in Catalog.builtin():
        for clause in card.clauses:
            yield card, clause


# ------------------------------------------------------------------ the shipped facts


def test_every_card_is_there_and_understood() -> None:
    report = Catalog.builtin().coverage()
    assert (report.cards, report.understood, report.not_understood) == (927, 927, [])
    assert report.with_clauses >= 505
    assert report.clauses >= 640


def test_47_cards_add_or_make_gold() -> None:
    makers = {
        card.name for card, c in all_clauses() if c.kind.startswith("add_") or (c.adds and "gold_tokens" in c.adds)
    }
    assert len(makers) == 47


def test_the_shipped_facts_are_what_the_card_file_gives(capsys: pytest.CaptureFixture[str]) -> None:
    """Without the card file only the shipped facts themselves are read."""
    if CARDS.exists():
        code: list[int] = []
        spent = _timed(lambda: code.append(build.main([str(CARDS), "--errata", str(ERRATA), "--check"])))
        assert code == [0], capsys.readouterr().err
        assert spent < 2
        assert "warning" not in capsys.readouterr().err
    assert len(facts.load()) == 927


def test_the_shipped_facts_hold_no_card_text() -> None:
    def strings(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for part in value.values():
                yield from strings(part)
        elif isinstance(value, list):
            for part in value:
                yield from strings(part)

    longest = max((text for row in facts.load() for text in strings(row)), key=len)
    assert len(longest) < 60, longest
    assert ":rb_" not in facts.BUILTIN.read_text(encoding="utf-8")


def test_the_shipped_catalogue_is_small_and_loads_at_once() -> None:
    def load() -> Catalog:
        catalog = Catalog.from_facts(facts.BUILTIN)
        catalog.card("ogn-002")
        return catalog

    best = min(_timed(load) for _ in range(20))
    assert best < 0.030, f"{best * 1000:.1f} ms"
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    held = load()
    list(held)
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert size < 5_000_000, size


def _timed(do: Any) -> float:
    """Seconds of our own: another process on the same machine does not count."""
    started = time.process_time()
    do()
    return time.process_time() - started


def test_facts_of_another_format_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    for content in ("", "[]", '{"format": 0, "cards": []}', '{"format": 1}'):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(CatalogError, match=r"facts\.json"):
            Catalog.from_facts(path)
    with pytest.raises(CatalogError, match="cannot be read"):
        Catalog.from_facts(tmp_path / "none.json")


def test_rows_round_trip() -> None:
    for card, row in zip(Catalog.builtin(), facts.load(), strict=True):
        again = facts.to_row(card, row.get("aliases", ()))
        assert again == row
        assert facts.from_row(again) == card


# ------------------------------------------------------------------ what clauses may say


def ops(value: Any) -> Iterator[str]:
    """The operators of an expression."""
    if isinstance(value, list) and value and isinstance(value[0], str):
        yield value[0]
        for part in value[1:]:
            yield from ops(part)


def test_clauses_are_well_formed() -> None:
    symbols = {*DOMAINS, "any", "own"}
    for card, clause in all_clauses():
        where = f"{card.name} {clause.n}"
        assert clause.kind in KINDS, where
        assert clause.timing in (None, "main", "action", "reaction"), where
        if clause.when is not None:
            assert set(ops(clause.when)) - {"equipment"} <= OPS, where
            assert words(clause.when), where
        if clause.trigger is not None:
            assert clause.trigger["event"] != "other" or clause.kind == "triggered", where
            assert trigger_words(clause.trigger), where
        for part in (clause.cost, clause.adds, clause.modifier):
            for symbol, number in (part or {}).get("power", {}).items():
                assert set(symbol.split("|")) <= symbols, where
                assert isinstance(number, int) or number == "x" or set(ops(number)) <= OPS, where
        if clause.kind == "keyword_deflect":
            assert clause.value, where
        if clause.kind in ("activated_cost", "add_activated", "keyword_equip", "keyword_empower"):
            assert clause.cost and clause.timing, where
        assert describe(clause), where
    assert [c.n for c in next(card for card in Catalog.builtin() if len(card.clauses) > 2).clauses][:3] == [1, 2, 3]


def test_every_operator_is_documented_and_in_words() -> None:
    from riftcore.catalog import expressions

    for op in OPS:
        assert f'["{op}"' in (expressions.__doc__ or ""), op


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Legion Rearguard", ["keyword_accelerate"]),
        ("Defy", ["cost_reader", "chooses"]),
        ("Seal of Rage", ["add_activated"]),
        ("Atakhan", ["additional_optional", "discount_self", "triggered"]),
        ("Vex, Cheerless", ["discount_other", "increase_other"]),
        ("Bone Skewer", ["keyword_hidden", "total_change", "chooses"]),
        ("Kato the Arm", ["keyword_deflect", "keyword_deflect", "triggered", "chooses"]),
        ("Siphoning Strike", ["other_cost", "rune_channel", "chooses"]),
        ("Protective Sands", ["triggered_cost"]),
        ("Sett, The Boss", ["other_cost", "triggered"]),
        ("World Atlas", ["keyword_equip", "chooses", "other_cost"]),
        ("Hexdrinker", ["keyword_equip", "chooses", "keyword_deflect"]),
        ("Shipyard Skulker", []),
    ],
)
def test_known_cards(name: str, kinds: list[str]) -> None:
    assert [clause.kind for clause in Catalog.builtin().card(name).clauses] == kinds


def test_hybrid_and_universal_symbols_are_told_apart() -> None:
    catalog = Catalog.builtin()
    assert catalog.card("Hextech Gauntlets").clauses[0].cost == {"energy": 3, "power": {"fury|order": 1}}
    assert [c.cost for c in catalog.card("Curtain Call").clauses][1] == {"power": {"any": 1}}
    assert catalog.card("Alpha Strike").printed_cost == {"energy": 3, "power": {"calm|body": 1}}


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Ezreal - Prodigy", "Ezreal, Prodigy"),
        ("ezreal   PRODIGY", "Ezreal, Prodigy"),
        ("Nine-Tailed Fox", "Ahri, Nine-Tailed Fox"),
        ("Heart of the Tempest", "Kennen, Heart of the Tempest"),
        ("Yordle, Kennen - Heart of the Tempest", "Kennen, Heart of the Tempest"),
        ("OGN-002", "Brazen Buccaneer"),
        ("ogn-002-298", "Brazen Buccaneer"),
        ("ogn-303*-298", "Ahri, Nine-Tailed Fox"),
        ("Kai’Sa, Survivor", "Kai'Sa, Survivor"),
        ("Gold", "Gold"),
        ("bird", "Bird"),
        ("Sand Soldier", "Sand Soldier"),
    ],
)
def test_a_card_is_found_by_any_of_its_names(asked: str, name: str) -> None:
    assert Catalog.builtin().card(asked).name == name
    assert asked in Catalog.builtin()


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("Malzahr", "Malzahar, Fanatic"),
        ("Rasha the Sunderer", "Rhasa the Sunderer"),
        ("Darius", "Darius, Trifarian"),
    ],
)
def test_a_near_miss_suggests(asked: str, near: str) -> None:
    with pytest.raises(UnknownCard) as caught:
        Catalog.builtin().card(asked)
    assert near in caught.value.nearest
    assert near in str(caught.value)
    assert asked not in Catalog.builtin()


def test_an_ambiguous_name_lists() -> None:
    rows = [{"name": f"Tester, {n}", "id": f"tst-00{n}", "type": "unit", "aliases": ["The Tester"]} for n in (1, 2)]
    with pytest.raises(AmbiguousName, match=r"Tester, 1; Tester, 2"):
        Catalog(rows).card("the tester")


def test_every_name_and_id_of_every_card_finds_it() -> None:
    catalog = Catalog.builtin()
    for card, row in zip(catalog, catalog.rows, strict=True):
        for name in (card.name, card.id, *card.ids, *row.get("aliases", ())):
            assert catalog.card(name) is card


def test_the_names_in_the_scenarios_are_known() -> None:
    """Without the scenarios there is nothing to ask."""
    catalog = Catalog.builtin()
    for path in sorted((SHARED / "scenarios").glob("*.jsonl")) if SHARED.exists() else ():
        for line in path.read_text(encoding="utf-8").splitlines():
            for name in _names(json.loads(line)):
                assert name in catalog, (path.name, name)


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "card" and isinstance(part, str):
                yield part
            elif key in ("hand", "trash", "banished") and isinstance(part, list):
                yield from (name for name in part if isinstance(name, str))
            yield from _names(part)
    elif isinstance(value, list):
        for part in value:
            yield from _names(part)


def test_cards_given_by_numbers() -> None:
    catalog = Catalog()
    card = catalog.add_inline(
        {"name": "Test Unit", "type": "unit", "domains": ["calm", "fury"], "energy": 3, "power": 1}
    )
    assert catalog.card("Test Unit") is card
    assert card.printed_cost == {"energy": 3, "power": {"fury|calm": 1}}
    bad: list[dict[str, Any]] = [
        {"name": "T", "type": "unit", "colour": "red"},
        {"type": "unit"},
        {"name": "T", "type": "planet"},
        {"name": "T", "type": "unit", "domains": ["plaid"]},
        {"name": "T", "type": "unit", "energy": -1},
        {"name": "T", "type": "unit", "power": "1"},
    ]
    for given in bad:
        with pytest.raises(CatalogError):
            catalog.add_inline(given)


def test_tokens() -> None:
    tokens = Catalog.builtin().tokens
    assert {
        "Gold",
        "Recruit",
        "Sand Soldier",
        "Mech",
        "Sprite",
        "Bird",
        "Shadow Clone",
        "Tentacle",
        "Reflection",
    } <= set(tokens)
    assert tokens["Bird"].clauses[0].kind == "keyword_deflect"
    assert tokens["Gold"].clauses == Catalog.builtin().card("Gold").clauses
    for name, token in tokens.items():
        assert token.supertype == Catalog.builtin().card(name).supertype == "Token"
    assert Catalog().add_inline({"name": "Test Unit", "type": "unit"}).supertype is None


# ------------------------------------------------------------------ export and commands


def test_export_has_the_promised_form() -> None:
    rows = list(Catalog.builtin().export())
    assert len({row["card"] for row in rows}) >= 505
    for row in rows:
        assert {"card", "id", "type", "domains", "printed", "n", "group", "kind"} <= set(row)
        json.dumps(row)
        assert isinstance(row.get("condition", ""), str)
        assert isinstance(row.get("trigger", ""), str)
        energy = row.get("modifier", {}).get("energy", 0)
        assert isinstance(energy, int | str)
    rhasa = next(row for row in rows if row["card"] == "Rhasa the Sunderer")
    assert rhasa["modifier"]["energy"] == "the number of cards in your trash"
    assert rhasa["typed"]["modifier"]["energy"] == ["trash"]
    fang = next(row for row in rows if row["kind"] == "keyword_equip" and row["card"] == "Last Rites")
    assert fang["cost"] == {"power": {"chaos": 1}, "other": ["recycle 2 from trash"]}


def test_the_commands(tmp_path: Path) -> None:
    shown = call("show", "ezreal", "-", "prodigy")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Ezreal, Prodigy\n")
    assert json.loads(call("show", "--json", "OGN-045").stdout)["name"] == "Defy"
    missing = call("show", "Malzahr")
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "Malzahar, Fanatic" in missing.stderr
    assert call("coverage").stdout.startswith("927 of 927 cards understood")
    assert json.loads(call("coverage", "--json").stdout)["understood"] == 927
    out = tmp_path / "clauses.jsonl"
    exported = call("export", "-o", str(out))
    assert exported.exit_code == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == len(call("export").stdout.splitlines()) >= 640
    assert call("export", "-o", str(tmp_path / "no" / "where.jsonl")).exit_code == 2
    assert call("export", "--cards").stderr.endswith("935 cards\n")


def test_whole_cards_are_the_facts_of_every_card_and_token() -> None:
    lines = [json.loads(line) for line in call("export", "--cards").stdout.splitlines()]
    catalog = Catalog.builtin()
    assert [line["name"] for line in lines[: len(catalog)]] == [card.name for card in catalog]
    assert {line["name"] for line in lines} == {card.name for card in catalog} | set(catalog.tokens)
    assert len({line["name"] for line in lines}) == len(lines)
    again = Catalog(lines)
    assert all(again.card(line["name"]) == catalog.card(line["name"]) for line in lines)


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        ("", 2, "empty"),
        ("no JSON at all", 2, "not JSON"),
        ("[1, null]", 2, "record 1 is int"),
        ('{"total": 3}', 2, "no readable card record"),
        ("[GOOD, 5, {}]", 0, "record 2 is int"),
        ('[GOOD, {"riftbound_id": "tst-2-9"}]', 0, "record 2 (tst-2-9): no name"),
        ("[GOOD, GOOD]", 0, "record 2 (tst-1-9): the same id as record 1"),
        ("[GOOD, {", 0, "cut off"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_on_stderr(tmp_path: Path, content: str, code: int, message: str) -> None:
    good = json.dumps({"name": "Test Song", "riftbound_id": "tst-1-9", "classification": {"type": "Spell"}})
    file = tmp_path / "cards.json"
    file.write_text(content.replace("GOOD", good), encoding="utf-8")
    for command in ("compile", "coverage", "export"):
        result = call(command, str(file))
        assert result.exit_code == code
        assert message in result.stderr
        assert (result.stdout == "") == (code == 2 or command == "export")


def test_compile_and_coverage_of_a_file(tmp_path: Path) -> None:
    about = {"type": "Spell", "domain": ["Mind"]}
    good = {
        "name": "Test Song",
        "riftbound_id": "tst-1-9",
        "classification": about,
        "text": {"rich": "[Flow] :rb_energy_2:"},
    }
    odd = {
        **good,
        "name": "Test Noise",
        "riftbound_id": "tst-2-9",
        "text": {"rich": "This costs :rb_energy_1: less at night."},
    }
    file, out = tmp_path / "cards.json", tmp_path / "facts.json"
    file.write_text(json.dumps([good]), encoding="utf-8")
    assert call("compile", str(file), "-o", str(out)).exit_code == 0
    assert Catalog.from_facts(out).card("test song").clauses[0].cost == {"energy": 2}
    assert json.loads(call("compile", str(file)).stdout)["cards"][0]["name"] == "Test Song"
    file.write_text(json.dumps([good, odd, {"riftbound_id": "tst-3-9"}]), encoding="utf-8")
    result = call("coverage", str(file))
    assert result.exit_code == 1
    assert "less at night" in result.stdout
    assert "tst-3-9" in result.stderr
    assert call("compile", str(file), "-o", str(out)).exit_code == 1
    assert Catalog.from_facts(out).card("Test Noise").partial
    assert call("coverage", str(tmp_path / "none.json")).exit_code == 2
    assert call("coverage", "--errata", str(file)).exit_code == 2
    assert call("compile", str(file), "-o", str(tmp_path / "no" / "where.json")).exit_code == 2


def test_plain_words() -> None:
    text = "\n".join(lines(Catalog.builtin().card("Atakhan")))
    assert "optional additional cost; cost kill 1 friendly unit" in text
    assert "[10][order][order][order]" in text


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "Blue Sentinel",
            "1. Adds when triggered 2 times; when: this hold (at the start of your next Main Phase); adds [A]",
        ),
        ("Mobilize", "1. channels 1 rune exhausted"),
        ("Annie, Dark Child", "1. readies up to 2 runes; when: your end of turn"),
        ("Acceleration Gate", "1. readies up to 4 runes; among units or gear or runes"),
        ("Prepared Neophyte", "1. counts what was spent; if you have spent 4 or more Energy on one spell this turn"),
        ("Master Yi, Meditative", "1. counts runes; if you control 8 runes or more"),
        ("Twisted Fate, Gambler", "1. reads a rune; when: this attack; of a rune: its Domain"),
        ("Rek'Sai, Swarm Queen", "1. lets cards be played; when: this attack; plays a card that was looked at"),
    ],
)
def test_clauses_in_plain_words(name: str, line: str) -> None:
    assert f"  {line}" in lines(Catalog.builtin().card(name))
