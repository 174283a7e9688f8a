"""Reading card files: folding, errata, overrides, and files that are not as they should be. All cards are invented."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from riftcore import State
from riftcore.catalog import Catalog, files, overrides
from riftcore.cli_cards import cards
from riftcore.errors import CatalogError


def record(name: str = "Test Singer", id_: str = "tst-001-100", text: str = "", **changes: Any) -> dict[str, Any]:
    """A record as the API gives it."""
    about = {
        "type": changes.pop("type", "Unit"),
        "supertype": changes.pop("supertype", None),
        "domain": changes.pop("domain", ["Fury"]),
    }
    numbers = {key: changes.pop(key, default) for key, default in (("energy", 3), ("power", None), ("might", 2))}
    return {
        "name": name,
        "riftbound_id": id_,
        "attributes": numbers,
        "classification": about,
        "text": {"rich": f"<p>{text}</p>", "plain": text},
        "media": {"accessibility_text": changes.pop("spoken", "")},
        "tags": changes.pop("tags", []),
        **changes,
    }


def write(tmp_path: Path, data: Any, name: str = "cards.json") -> Path:
    path = tmp_path / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def compiled(tmp_path: Path, *records: Any, errata: Any = None) -> Catalog:
    overlay = None if errata is None else write(tmp_path, errata, "errata.json")
    return Catalog.from_riftcodex(write(tmp_path, list(records)), overlay)


def test_printings_of_a_card_fold_into_one(tmp_path: Path) -> None:
    catalog = compiled(
        tmp_path,
        record("Test Singer - Loud (Alternate Art)", "tst-001a-100", "[Deflect]", tags=["Bard"]),
        record("Test Singer, Loud", "opp-001-100", "[Deflect]"),
        record("Test Singer - Loud", "tst-001-100", "[Deflect]", tags=["Bard", "Choir"]),
        record("Test Singer - Loud (Signature)", "tst-120*-100", "[Deflect]"),
    )
    assert len(catalog) == 1
    card = catalog.card("test singer loud")
    assert (card.name, card.id, card.tags) == ("Test Singer, Loud", "tst-001-100", ("bard", "choir"))
    assert set(card.ids) == {"tst-001-100", "tst-001a-100", "tst-120*-100", "opp-001-100"}
    assert (card.energy, card.power, card.might, card.domains) == (3, 0, 2, ("fury",))
    assert catalog.warnings == ()


def test_every_spelling_finds_the_card(tmp_path: Path) -> None:
    catalog = compiled(tmp_path, record("Tést Bard’s Song - Éncore", "tst-007-100"))
    for name in (
        "Tést Bard's Song, Éncore",
        "test bards song - encore",
        "TST-007",
        "tst-007-100",
        " tést bard’s  song éncore",
    ):
        assert catalog.card(name).id == "tst-007-100"


def test_a_legend_is_found_by_its_subtitle_alone(tmp_path: Path) -> None:
    legend = {"type": "Legend", "energy": None, "might": None}
    catalog = compiled(
        tmp_path,
        record("Tester - Maker of Songs", "tst-050-100", **legend),
        record("Maker of Songs", "tst-090-100", **legend),
    )
    assert len(catalog) == 1
    assert catalog.card("maker of songs").name == "Tester, Maker of Songs"
    assert set(catalog.card("tst-090").ids) == {"tst-050-100", "tst-090-100"}


def test_two_cards_under_one_name_stay_two(tmp_path: Path) -> None:
    catalog = compiled(tmp_path, record(id_="tst-001-100"), record(id_="tst-002-100", type="Spell", might=None))
    assert [card.type for card in catalog] == ["unit", "spell"]
    assert "tst-002-100" in catalog.warnings[0]
    assert "tst-001-100" in catalog.warnings[0]


def test_one_id_for_two_cards_is_a_warning(tmp_path: Path) -> None:
    catalog = compiled(tmp_path, record("Test Singer"), record("Test Dancer"))
    assert len(catalog) == 2
    assert "tst-001-100" in catalog.warnings[0]


def test_the_own_symbol_is_told_from_the_rainbow_by_the_spoken_text(tmp_path: Path) -> None:
    both = {"domain": ["Fury", "Calm"], "type": "Gear", "might": None}
    text = "[Equip] :rb_energy_1::rb_rune_rainbow:"
    catalog = compiled(
        tmp_path,
        record("Test Lute", "tst-001-100", text, spoken="[Equip] [1][C]", **both),
        record("Test Harp", "tst-002-100", text, spoken="[Equip] [1][A]", **both),
    )
    assert catalog.card("Test Lute").clauses[0].cost == {"energy": 1, "power": {"fury|calm": 1}}
    assert catalog.card("Test Harp").clauses[0].cost == {"energy": 1, "power": {"any": 1}}


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("a string", "str"),
        ({"riftbound_id": "tst-009-100"}, "tst-009-100"),
        (record(id_="tst-009-100", type="Planet"), "Planet"),
        (record(id_="tst-009-100", domain=["Plaid"]), "plaid"),
        (record(id_="tst-009-100", energy="many"), "many"),
        (record(id_="tst-009-100", energy=-1), "-1"),
        (record(id_="tst-009-100", energy=True), "True"),
        (record("", "tst-009-100"), "no name"),
        ({**record(id_="tst-009-100"), "classification": None}, "tst-009-100"),
        ({**record(id_="tst-009-100"), "text": {"rich": ["odd"]}}, "not a string"),
        ({**record(id_="tst-009-100"), "tags": 5}, "tst-009-100"),
    ],
)
def test_a_bad_record_is_named_and_the_rest_is_read(tmp_path: Path, broken: Any, why: str) -> None:
    catalog = compiled(tmp_path, broken, record())
    assert [card.name for card in catalog] == ["Test Singer"]
    assert why in catalog.warnings[0]


def test_missing_fields_that_do_not_matter_are_no_matter(tmp_path: Path) -> None:
    bare = {"name": "Test Rock", "id": "tst-1", "classification": {"type": "Gear"}}
    card = compiled(tmp_path, bare).card("Test Rock")
    assert (card.type, card.domains, card.energy, card.clauses) == ("gear", (), 0, ())


def test_a_file_cut_off_is_read_up_to_the_cut(tmp_path: Path) -> None:
    whole = json.dumps(
        [record("Test Singer"), record("Test Dancer", "tst-002-100"), record("Test Juggler", "tst-003-100")]
    )
    catalog = Catalog.from_riftcodex(write(tmp_path, whole[: whole.index("Test Juggler")]))
    assert [card.name for card in catalog] == ["Test Dancer", "Test Singer"]
    assert "tst-002-100" in catalog.warnings[0]


def test_a_list_in_an_object_is_found(tmp_path: Path) -> None:
    assert len(Catalog.from_riftcodex(write(tmp_path, {"items": [record()], "total": 1}))) == 1


@pytest.mark.parametrize("content", ["", "no JSON at all", "{", "[", "[]", "5", '{"a": 1}', "[1, 2]", "[" * 100_000])
def test_a_file_without_a_card_is_an_error(tmp_path: Path, content: str) -> None:
    with pytest.raises(CatalogError, match=r"cards\.json"):
        Catalog.from_riftcodex(write(tmp_path, content))


def test_a_file_that_cannot_be_a_card_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 100)
    with pytest.raises(CatalogError, match="too large"):
        compiled(tmp_path, record())
    with pytest.raises(CatalogError, match="cannot be read"):
        Catalog.from_riftcodex(tmp_path / "nothing.json")
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"[\xff\xfe]")
    with pytest.raises(CatalogError, match="UTF-8"):
        Catalog.from_riftcodex(binary)


def erratum(old: str, new: str, name: str = "Test Singer") -> dict[str, Any]:
    return {"entries": [{"official_name": name, "old_text": old, "new_text": new}]}


def test_errata_win(tmp_path: Path) -> None:
    text = "[Tank]<br />When I attack, you may pay :rb_rune_fury:. If you do, sing a long song."
    new = "When I attack, you may pay [C] to sing and draw 1."
    change = erratum("When I attack, you may pay [C]. If you do, sing long song.", new.replace("sing and ", ""))
    card = compiled(tmp_path, record(text=text), errata=change).card("Test Singer")
    assert [clause.kind for clause in card.clauses] == ["triggered_cost"]
    assert "tank" in card.keywords


def test_errata_that_a_printing_has_already_change_nothing(tmp_path: Path) -> None:
    text = "At the end of your turn, ready up to 2 runes."
    change = erratum("At the end of your turn, ready 2 runes.", text)
    catalog = compiled(tmp_path, record(text=text), errata=change)
    assert catalog.card("Test Singer").clauses[0].runes == {"count": 2, "up_to": True}
    assert catalog.warnings == ()


def test_errata_that_change_a_number(tmp_path: Path) -> None:
    catalog = compiled(tmp_path, record(text="[Deflect]"), errata=erratum("[Deflect]", "[Deflect 2]"))
    assert catalog.card("Test Singer").clauses[0].value == 2
    assert catalog.warnings == ()


def test_errata_that_fit_nothing_are_warnings(tmp_path: Path) -> None:
    assert "Test Drummer" in compiled(tmp_path, record(), errata=erratum("a", "b", "Test Drummer")).warnings[0]
    strange = erratum("When I dance, everybody leaves.", "When I sing, everybody stays.")
    assert "tst-001-100" in compiled(tmp_path, record(text="[Tank]"), errata=strange).warnings[0]
    for entry, fault in (
        ({"old_text": "a"}, "entry 1: no official_name"),
        ({"official_name": ["a"], "old_text": "a", "new_text": "b"}, "entry 1: official_name is list, not a text"),
        (None, "entry 1: it is NoneType, not an object"),
    ):
        assert fault in compiled(tmp_path, record(), errata={"entries": [entry]}).warnings[0]
    with pytest.raises(CatalogError, match="entries"):
        compiled(tmp_path, record(), errata=5)


def test_an_override_that_changes_nothing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overrides, "EDITS", (("Test Singer", "Hidden", "[Hidden]", "no brackets"),))
    assert compiled(tmp_path, record(text="Hidden")).card("Test Singer").clauses[0].kind == "keyword_hidden"
    mended = compiled(tmp_path, record(text="[Hidden]"), record("Test Dancer", "tst-2-9"))
    assert len(mended) == 2 and "EDITS['Test Singer'] no longer changes anything" in mended.stale[0]
    with pytest.raises(CatalogError, match="Test Singer"):
        Catalog.from_riftcodex(write(tmp_path, [record(text="[Hidden]")]), complete=True)
    result = CliRunner().invoke(cards, ["compile", str(write(tmp_path, [record(text="[Hidden]")]))])
    assert result.exit_code == 1 and "error: override EDITS" in result.stderr
    assert json.loads(result.stdout)["cards"][0]["name"] == "Test Singer"
    assert len(compiled(tmp_path, record("Test Dancer"))) == 1  # its card is not in this file
    with pytest.raises(CatalogError, match="no such card"):
        Catalog.from_riftcodex(write(tmp_path, [record("Test Dancer")]), complete=True)


def test_text_that_is_not_understood_makes_a_card_partial(tmp_path: Path) -> None:
    catalog = compiled(
        tmp_path, record(text="[Deflect]<br />I cost :rb_energy_2: less on Tuesdays."), record("Test Rock", "tst-2-9")
    )
    card = catalog.card("Test Singer")
    assert card.partial
    assert "on Tuesdays" in card.partial[0]
    report = catalog.coverage()
    assert (report.cards, report.understood, report.complete) == (2, 1, False)
    assert report.not_understood == [("Test Singer", "tst-001-100", card.partial[0])]
    assert not catalog.card("Test Rock").partial


HUGE = "9" * 5000  # more digits than Python makes an int of


@pytest.mark.parametrize(
    ("text", "names", "warning"),
    [
        ("[{0},{1}]", 2, None),
        ("\ufeff  [{0},{1}]", 2, None),
        ("{0}\n{1}\n", 2, None),
        ('{{"items": [{0},{1}], "total": 2}}', 2, None),
        ("[{0},{1}", 2, "cut off"),
        ("[{0},{1},]", 2, "damaged"),
        ('{{"total": 2, "items": [{0},{1}', 0, None),
        ('{{"items": [{0},{1}', 2, "cut off"),
        ("{0}\n{1}\n{{", 2, "cut off"),
        ('[{0},{1},{{"name": ' + HUGE + "}}]", 2, "record 3 .*no name"),
        ("[{0},{1},null,5,[]]", 2, "record 3 is NoneType"),
        ("[" * 100_000, 0, None),
        ("[{0}," + '{{"a":' * 100_000, 1, "nested too deeply"),
        ("hello", 0, None),
        ("[]", 0, None),
        ("null", 0, None),
        ('"[1]"', 0, None),
    ],
)
def test_files_of_any_shape(tmp_path: Path, text: str, names: int, warning: str | None) -> None:
    """What can be read of a file is read; one without a record is a clear error."""
    records = json.dumps(record()), json.dumps(record("Test Dancer", "tst-002-100"))
    path = write(tmp_path, text.format(*records) if "{0}" in text else text)
    if not names:
        with pytest.raises(CatalogError, match=r"not JSON|no readable card record|expected a list"):
            Catalog.from_riftcodex(path)
        return
    catalog = Catalog.from_riftcodex(path)
    assert [card.name for card in catalog] == ["Test Dancer", "Test Singer"][-names:]
    assert (catalog.warnings == ()) == (warning is None)
    assert warning is None or re.search(warning, " ".join(catalog.warnings))


@pytest.mark.parametrize("content", ["5", "[]", '{"format":1}', '{"format":1,"cards":[' + HUGE + "]}", "{"])
def test_what_is_no_file_of_facts(tmp_path: Path, content: str) -> None:
    with pytest.raises(CatalogError):
        Catalog.from_facts(write(tmp_path, content))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"name": "Test"}, "row 1: id is None"),
        ({"name": "Test", "id": "t-1", "type": "song"}, "'Test': type is 'song'"),
        ({"name": "Test", "id": "t-1", "type": "unit", "ids": [5]}, "'Test': ids is"),
        ({"name": 5, "id": "t-1", "type": "unit"}, "row 1: name is 5"),
        ("Test", "row 1 is str"),
    ],
)
def test_rows_that_are_no_facts(tmp_path: Path, row: Any, message: str) -> None:
    with pytest.raises(CatalogError, match=re.escape(message)):
        Catalog.from_facts(write(tmp_path, {"format": 1, "cards": [row]}))


@pytest.mark.parametrize(
    "odd",
    [{"clauses": [5]}, {"clauses": [{"kind": "add_activated"}]}, {"clauses": 5}, {"domains": 5}, {"keywords": [1]}],
)
def test_odd_facts_of_a_card(tmp_path: Path, odd: dict[str, Any]) -> None:
    """They are found when the file is read, and say whose they are."""
    rows = [
        {"name": "Test Singer", "id": "t-1", "type": "unit", **odd},
        {"name": "Test Dancer", "id": "t-2", "type": "unit"},
    ]
    with pytest.raises(CatalogError, match=f'"Test Singer": {next(iter(odd))}.*expected'):
        Catalog.from_facts(write(tmp_path, {"format": 1, "cards": rows}))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "Test\x00Singer"), ("name", "\ud800"), ("riftbound_id", "tst-\ud800-1"), ("tags", ["\ud800"]),
        ("tags", [5]), ("tags", 5), ("attributes", 5), ("attributes", {"energy": "²"}), ("text", 5),
        ("classification", []), ("media", 5),
    ],
)  # fmt: skip
def test_odd_fields_cost_one_record(tmp_path: Path, field: str, value: Any) -> None:
    catalog = compiled(tmp_path, {**record(), field: value}, record("Test Dancer", "tst-002-100"))
    assert [card.name for card in catalog] == ["Test Dancer"]
    assert len(catalog.warnings) == 1 and "record 1" in catalog.warnings[0]


def test_numbers_that_no_card_has(tmp_path: Path) -> None:
    """Beyond two digits a number is not understood; what the core cannot hold, it does not know."""
    texts = ("[Deflect 999]", "[Add] :rb_energy_999:", "I cost [999] less.", "[Deflect " + "9" * 100 + "]")
    for text in texts:
        assert compiled(tmp_path, record(text=text)).card("Test Singer").partial, text
    catalog = compiled(tmp_path, record(energy=99), record("Test Wall", "tst-2-9", "[Deflect 99]", type="Unit"))
    you = {"hand": ["Test Singer"]}
    assert (
        State.from_scenario({"players": [you]}, catalog).check({"play": "Test Singer"}).code == "unknown_card_behaviour"
    )
    spell = {"name": "Test Spell", "type": "spell"}
    wall = {"board": [{"card": "Test Wall", "id": "wall"}]}
    state = State.from_scenario({"players": [{"hand": [spell]}, wall]}, catalog)
    assert state.check({"play": "Test Spell", "targets": ["wall"]}).code == "unknown_card_behaviour"


def test_long_texts_are_read_in_time(tmp_path: Path) -> None:
    """Nothing in the parser grows with the square of a text of brackets."""
    text = "[" * 50_000
    assert compiled(tmp_path, record(text=text)).card("Test Singer").partial


def test_a_fault_of_the_parser_costs_one_card_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(text: str, *, own: str) -> Any:
        raise IndexError(own)

    monkeypatch.setattr("riftcore.catalog.compile.parse", fails)
    assert "IndexError" in compiled(tmp_path, record()).card("Test Singer").partial[0]


def test_show_of_a_file(tmp_path: Path) -> None:
    """A card of one's own file, or of the facts that were compiled of it."""
    raw, out = write(tmp_path, [record(text="[Deflect 2]")]), tmp_path / "facts.json"
    runner = CliRunner()
    assert runner.invoke(cards, ["compile", str(raw), "-o", str(out)]).exit_code == 0
    shown = [runner.invoke(cards, ["show", "--file", str(file), "test", "singer"]) for file in (raw, out)]
    assert shown[0].exit_code == 0 and "1. Deflect 2" in shown[0].stdout
    assert shown[0].stdout == shown[1].stdout
    for command in ("coverage", "export"):
        both = [runner.invoke(cards, [command, str(file)]).stdout for file in (raw, out)]
        assert both[0] == both[1] != ""
    assert runner.invoke(cards, ["show", "--file", str(out), "--errata", str(raw), "test singer"]).exit_code == 2
    missing = runner.invoke(cards, ["show", "--file", str(tmp_path / "none.json"), "test singer"])
    assert missing.exit_code == 2 and "cannot be read" in missing.stderr
