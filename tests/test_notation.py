"""The notation: exact round trips of random states, and errors that name the place."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import boards
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riftcore as rc
from riftcore.errors import NotationError, RiftcoreError

DOCS = Path(__file__).parent.parent / "docs" / "notation.md"
HEAD = "0 main 0 - 8 A,B -"
SEEDS = st.integers(0, 2**32 - 1)


def reached(seed: int, actions: int) -> rc.State:
    """A random state, some random actions later."""
    rng = Random(seed)
    state = rc.State.from_scenario(boards.situation(rng), boards.catalog())
    for _ in range(actions):
        action = boards.action(rng, state.to_scenario())
        if state.check(action).legal:
            state.push(action)
    return state


def same(a: rc.State, b: rc.State) -> bool:
    """Equal in all that the notation holds: the position and the names of its things."""
    return a == b and a.key == b.key and a.to_scenario() == b.to_scenario() and a.situation() == b.situation()


# ------------------------------------------------------------------------------------------------ round trips


@settings(deadline=None, max_examples=300)
@given(seed=SEEDS, actions=st.integers(0, 8))
def test_a_state_reads_back_as_itself(seed: int, actions: int) -> None:
    try:
        state = reached(seed, actions)
    except RiftcoreError:
        return  # an action that names what has left
    text = str(state)
    again = rc.State.parse(text)
    assert same(again, state), text
    assert str(again) == text and len(text.splitlines()) == 1 and text.isascii()


def test_equal_states_have_equal_lines() -> None:
    state = rc.State.from_scenario({"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 3}}]})
    line = str(state)
    state.push({"play": "Legion Rearguard"})
    assert str(state) != line
    state.pop()
    assert str(state) == line == "0 main 0 - 8 A,B - / runes=fury:3 hand=LegionRearguard / -"


@pytest.mark.parametrize(
    "situation",
    [
        {},
        {"players": [{}, {}, {}, {}]},
        {"players": [{"hand": 3, "trash": ["Charm", "Charm", "Defy"], "rune_deck": {}, "xp": 255}]},
        {"players": [{"rune_deck": 0}, {"rune_deck": 12}], "victory_score": 255},
        {"turn": {"chain": 2, "showdown": "A", "combat": True, "phase": "ending", "player": 1}},
        {"turn": {"showdown": "-", "focus": 1}, "battlefields": {"-": {"card": "Power Nexus", "controller": 1}}},
        {"battlefields": {"odd=,/|": {}}, "players": [{"board": [{"card": "Gold", "id": 'say"|"', "at": "odd=,/|"}]}]},
        {"players": [{"hand": [{"name": 'My " | card', "type": "unit", "energy": 2}, {"name": "!", "type": "gear"}]}]},
        {
            "players": [
                {"effects": [{"card": "Raging Firebrand"}, {"card": "Kennen, Storm of Shuriken", "on": "Charm"}]}
            ]
        },
        {"players": [{"board": [{"card": "Gold", "id": "p0.board.1"}, {"card": "Gold", "id": "p0.board.0"}]}]},
    ],
)
def test_rare_states_read_back(situation: dict[str, Any]) -> None:
    state = rc.State.from_scenario(situation)
    assert same(rc.State.parse(str(state)), state), str(state)


def test_known_cards_among_unknown_ones_keep_their_place() -> None:
    line = f"{HEAD} / hand=?*2,Charm,? / -".replace("A,B -", "A,B ?,Defy@1,?")
    state = rc.State.parse(line)
    assert str(state) == line
    written = state.to_scenario()
    assert written["players"][0]["hand"] == [None, None, "Charm", None]
    assert [item["card"] for item in written["turn"]["chain"]] == [None, "Defy", None]
    assert rc.State.from_scenario(written) == state


def test_every_card_has_a_name_in_the_notation() -> None:
    catalog = boards.catalog()
    for card in (*catalog, *catalog.tokens.values()):
        state = rc.State.from_scenario(boards.place_for(card))
        assert rc.State.parse(str(state)) == state
        assert '"' not in str(state), str(state)


# ------------------------------------------------------------------------------------------------ hostile text


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("", 1, "(turn): expected a player from 0 to 3, found the end"),
        ("4", 1, "expected a player from 0 to 3"),
        ("0 man", 3, 'expected a phase (awaken, beginning, channel, draw, main, ending), found "man"; did you mean'),
        ("0 main 0 C 8 A,B - / - / -", 10, "(showdown): expected a battlefield (A, B)"),
        ("0 main 0 - 0 A,B - / - / -", 12, "(victory score): expected a number from 1 to 255"),
        ("0 main 0 - 08 A,B - / - / -", 12, "(victory score): expected a number from 1 to 255"),
        ("0 main 0 - 8 A,A - / - / -", 16, 'the place "A" is taken'),
        (f"{HEAD} / -", 23, '(players): expected " / " and the next player'),
        (f"{HEAD} / - / - / - / - / -", 35, "expected the end after 4 players"),
        ("2 main 0 - 8 A,B - / - / -", 1, "(turn): expected a player from 0 to 1"),
        (f"{HEAD} / hand=Charm runes=fury:1 / -", 33, "runes stands twice or too late"),
        (f"{HEAD} / runes=fury:1,fury:1 / -", 35, "fury stands twice or too late"),
        (f"{HEAD} / runes=fury:9,calm:4 / -", 28, "at most 12 runes on the board and in the deck (166), found 13"),
        (f"{HEAD} / hand=Icathain / -", 27, "(player 0, hand): expected a card: no card is named 'Icathain'"),
        (f"{HEAD} / hand=Charm*41 / -", 33, "expected a number from 2 to 40"),
        (f"{HEAD} / hand=Charm*40,Defy / -", 36, "expected at most 40 cards"),
        (f"{HEAD} / board=Gold#x,Gold#x / -", 39, 'the id "x" is taken'),
        (f"{HEAD} / board=Gold@C / -", 33, "expected a place (base, A, B)"),
        (f"{HEAD} / board=Gold+tapped / -", 33, "expected one of exhausted, token"),
        (f"{HEAD} / board=Gold+token+token / -", 39, "token stands twice"),
        (f"{HEAD} / board=Gold+on:nobody / -", 36, "expected the id of something in the state"),
        (f"{HEAD} / board=Gold+by:2 / -", 36, "expected a player from 0 to 1"),
        (f"{HEAD} / pool=99 / -", 27, "(player 0, pool)"),
        (f"{HEAD} / pool=[green] / -", 27, "(player 0, pool)"),
        (f"{HEAD} / hand=$0 / -", 27, "expected one of 0 inline cards"),
        (f'{HEAD} / hand="Charm / -', 27, "expected a text in double quotes"),
        (f"{HEAD} / hand=Charm;Defy / -", 32, 'a field after one space, or " / "'),
        (f"{HEAD} / hand=Charm /  -", 35, "expected a field, or - for none (runes, pool"),
        (f"{HEAD} / - / - | nothing", 30, "(cards): expected a JSON list of cards"),
        (f"{HEAD} / - / - | " + "[" * 100_000, 30, "(cards): expected a JSON list of cards"),
        (f"{HEAD} / - / - ", 27, "found"),
        (f"{HEAD} / xp=" + "9" * 10_000 + " / -", 25, "(player 0, xp): expected a number from 0 to 255"),
    ],
)
def test_errors_name_the_column_and_the_field(line: str, column: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        rc.State.parse(line)
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"column {column} (") and caught.value.column == column, str(caught.value)


def test_a_state_is_a_text_of_bounded_length() -> None:
    with pytest.raises(NotationError, match="is written as a text, not bytes"):
        rc.State.parse(b"0 main")  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="at most 1048576 characters"):
        rc.State.parse(" " * 2_000_000)


def test_an_object_cannot_be_attached_to_itself() -> None:
    with pytest.raises(RiftcoreError, match=r"players\[0\]\.board\[0\]\.attached_to"):
        rc.State.parse(f"{HEAD} / board=Gold#x+on:x / -")


@settings(deadline=None, max_examples=300)
@given(seed=st.integers(0, 50), data=st.data())
def test_changed_text_is_an_error_or_a_state(seed: int, data: st.DataObject) -> None:
    line = str(reached(seed, 0))
    at = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 3))
    new = data.draw(st.text(max_size=3) | st.sampled_from([" / ", "+", ":", ",", "@", "#", '"', "$0", "*", "?", "-"]))
    changed = line[:at] + new + line[at + cut :]
    try:
        state = rc.State.parse(changed)
    except RiftcoreError as error:
        assert re.match(r"column \d+ \(|players\[\d\]", str(error)), str(error)
    else:
        assert same(rc.State.parse(str(state)), state), changed


# ------------------------------------------------------------------------------------------------ the documentation


def test_the_page_says_what_is_so() -> None:
    example = re.search(r'^>>> line = "(0 main .*)"$', DOCS.read_text(), re.MULTILINE)
    assert example and str(rc.State.parse(example[1])) == example[1]
