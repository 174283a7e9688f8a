"""Serialized states say which facts of cards and which rules they were written with (docs/stability.md)."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import pytest
from test_binary import STAMP, signed

import riftcore as rc
from riftcore.errors import NotationError

LINE = "0 main 0 - 8 A,B - / runes=fury:3 hand=VoidSeeker / -"


def other_facts() -> rc.Catalog:
    """The printed cards, of which one costs more."""
    rows = copy.deepcopy(rc.Catalog.builtin().rows)
    next(row for row in rows if row["name"] == "Void Seeker")["energy"] = 9
    return rc.Catalog(rows)


def test_the_fingerprint_is_of_the_facts() -> None:
    builtin = rc.Catalog.builtin()
    same = rc.Catalog(copy.deepcopy(builtin.rows))
    assert re.fullmatch("[0-9a-f]{16}", builtin.fingerprint)
    assert same.fingerprint == builtin.fingerprint != other_facts().fingerprint
    data = rc.State.parse(LINE).serialize()
    assert rc.State.deserialize(data, same).serialize() == data


def test_only_the_cards_of_the_state_count() -> None:
    """Another set of cards, or the same in another order, changes nothing for it."""
    rows = [row for row in reversed(rc.Catalog.builtin().rows) if row["name"] != "Charm"]
    data = rc.State.parse(LINE).serialize()
    assert rc.State.deserialize(data, rc.Catalog(rows)).serialize() == data


def test_other_facts_are_told_and_not_judged() -> None:
    data, cards = rc.State.parse(LINE).serialize(), other_facts()
    with pytest.raises(NotationError, match=r"byte 162 \(stamp\): expected the facts .*anyway=True"):
        rc.State.deserialize(data, cards)
    action = {"play": "Void Seeker"}
    assert rc.batch.check([data], [action], catalog=cards, invalid="mark").names == ["invalid"]
    anyway = rc.State.deserialize(data, cards, anyway=True)
    assert str(anyway.check(action).costs[0]) == "9[fury]"
    assert rc.State.deserialize(anyway.serialize(), cards) == anyway


@pytest.mark.parametrize("where", [slice(-STAMP, -4), slice(-4, None)], ids=["fingerprint", "edition"])
def test_every_part_of_the_stamp_counts(where: slice) -> None:
    data = bytearray(rc.State.parse(LINE).serialize())
    data[where] = (int.from_bytes(data[where], "little") + 1).to_bytes(len(data[where]), "little")
    with pytest.raises(NotationError, match="stamp"):
        rc.State.deserialize(signed(data))
    assert str(rc.State.deserialize(signed(data), anyway=True)) == LINE


def test_bytes_without_a_stamp_are_read() -> None:
    """Version 2, and what a catalogue without a fingerprint wrote."""
    data = rc.State.parse(LINE).serialize()
    old = signed(data[:3] + b"\x02" + data[4:-STAMP])
    unknown = signed(data[:-STAMP] + bytes(8) + data[-4:])
    assert str(rc.State.deserialize(old, other_facts())) == str(rc.State.deserialize(unknown, other_facts())) == LINE


def test_a_pickle_meets_the_catalogue_that_it_brings() -> None:
    cards: Any = other_facts()
    state = rc.State.parse(LINE, cards)
    read = pickle.loads(pickle.dumps(state))
    assert str(read) == str(state) and read.check({"play": "Void Seeker"}) == state.check({"play": "Void Seeker"})
