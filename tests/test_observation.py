"""Observations: the layout of the page, what is in them and what must not be."""

from __future__ import annotations

import re
from array import array
from pathlib import Path
from random import Random
from typing import Any

import boards
import pytest

import riftcore as rc
from riftcore.errors import RiftcoreError
from riftcore.words import CARD_PARTS, PLAYER_PARTS, TURN_PARTS, observation_layout

SIZE = rc.State.observation_size()
PAGE = Path(__file__).parent.parent / "docs" / "observation.md"


def seen(state: rc.State, player: int, part: str) -> list[float]:
    return list(state.observation(player)[observation_layout()[part]])


def test_the_page_has_the_layout() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+)(?: each)? \| ([^:|]*)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    parts = iter(rows)
    for table in (TURN_PARTS, PLAYER_PARTS, CARD_PARTS):
        at = 0
        for name, n in table:
            row = next(parts)
            assert (int(row[0]), int(row[1])) == (at, n) and row[2].startswith(name), (row, name)
            at += n
        if table is TURN_PARTS:
            assert [row[:2] for row in (next(parts), next(parts))] == [("28", "88"), ("380", "12")]
    assert max(part.stop for part in observation_layout().values()) == SIZE == 860


def test_what_is_seen() -> None:
    you = {
        "runes": {"fury": {"ready": 2, "exhausted": 1}, "calm": 3}, "pool": {"energy": 2, "power": {"any": 1}}, "xp": 7,
        "hand": ["Legion Rearguard", "Volibear, Furious", "Charm"], "points": 3, "rune_deck": 5,
        "board": [{"card": "Seal of Rage"}, {"card": "Legion Rearguard", "at": "A", "exhausted": True, "might": 6}],
        "legend": {"card": "Kai'Sa, Daughter of the Void"}, "this_turn": {"spells_played": 2},
    }  # fmt: skip
    other = {"hand": 4, "facedown": [{"card": "Charm", "at": "B"}]}
    board = {"players": [other, you], "turn": {"player": 1}, "battlefields": {"B": {"controller": 0}}}
    state = rc.State.from_scenario(board, boards.catalog())
    assert seen(state, 1, "turn player") == [1, 0, 0, 0] and seen(state, 0, "turn player") == [0, 1, 0, 0]
    assert seen(state, 1, "controller of each battlefield") == [0, 2, 0, 0, 0, 0]
    assert seen(state, 1, "player 0: ready runes") == [2, 3, 0, 0, 0, 0]
    assert seen(state, 1, "player 0: exhausted runes") == [1, 0, 0, 0, 0, 0]
    assert seen(state, 1, "player 0: Energy") == [2] and seen(state, 1, "player 0: universal Power") == [1]
    assert seen(state, 1, "player 0: Seals") == [1, 0, 0, 0, 0, 0]
    assert seen(state, 1, "player 0: legend") == [1, 0, 0, 0, 0]
    assert seen(state, 1, "player 0: XP") == [7] and seen(state, 1, "player 0: points") == [3]
    assert seen(state, 1, "player 0: Rune Deck") == [5]
    assert seen(state, 1, "player 0: zones") == [3, 0, 0, 0, 2, 0]
    assert seen(state, 1, "player 1: zones") == [4, 0, 0, 0, 0, 1]
    assert seen(state, 1, "player 0: this turn") == [0, 2, 0, 0, 0, 0, 0, 0, 0, 0]
    assert seen(state, 1, "player 0: units")[:6] == [0, 0, 0, 1, 0, 6]
    assert seen(state, 1, "hand 0: there") == [2] and seen(state, 1, "hand 1: there") == [1]
    assert seen(state, 1, "hand 0: type") == [1, 0, 0] and seen(state, 1, "hand 2: type") == [0, 1, 0]
    assert seen(state, 1, "hand 1: Energy") == [10] and seen(state, 1, "hand 1: Power") == [2]
    assert seen(state, 1, "hand 0: domains") == [1, 0, 0, 0, 0, 0]
    assert seen(state, 0, "player 1: ready runes") == [2, 3, 0, 0, 0, 0]
    assert seen(state, 0, "hand 0: Energy") == [0] and seen(state, 0, "hand 0: there") == [1]


def test_the_others_cards_are_not_seen() -> None:
    """Other cards in the other's hand and facedown: the same observation."""
    names = ("Legion Rearguard", "Charm", "Volibear, Furious")
    found = set()
    for name in names:
        hidden = {"hand": [name], "facedown": [{"card": name, "at": "A"}]}
        state = rc.State.from_scenario({"players": [{}, hidden]}, boards.catalog())
        found.add(state.observation(0).tobytes())
        assert len({state.observation(0).tobytes(), state.observation(1).tobytes()}) == 2
    assert len(found) == 1


def test_every_number_is_finite_and_the_buffer_is_filled() -> None:
    out = array("f", [9.0] * SIZE)
    for seed in range(200):
        state = rc.State.from_scenario(boards.situation(Random(seed)), boards.catalog())
        for player in range(state.n_players):
            assert state.observation(player, out) is out
            assert out == state.observation(player)
            assert all(0 <= value <= 255 for value in out)


@pytest.mark.parametrize(
    ("out", "error", "said"),
    [
        (array("f", [0.0]), RiftcoreError, "expected 860 float32"),
        (array("i", [0] * SIZE), RiftcoreError, "expected 860 float32"),
        (bytes(4 * SIZE), BufferError, "writable"),
        ([0.0] * SIZE, TypeError, "bytes-like"),
    ],
)
def test_observations_go_into_the_right_buffers_only(out: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        rc.State.from_scenario({}).observation(out=out)
