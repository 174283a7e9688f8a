"""States as bytes: exact round trips, cards of other catalogues, and hostile bytes, which are refused by name."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import boards
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riftcore as rc
from riftcore.errors import NotationError, RiftcoreError

SEEDS = st.integers(0, 2**32 - 1)
MASK = (1 << 64) - 1
HEAD, PLAYER, STAMP = 24, 57, 12
BOARD: dict[str, Any] = {
    "turn": {"player": 1, "showdown": "A", "focus": 0},
    "players": [
        {
            "legend": {"card": "Darius, Hand of Noxus", "exhausted": True},
            "runes": {"fury": {"ready": 2, "exhausted": 1}}, "rune_deck": {"fury": 5}, "xp": 3, "hand": ["Charm"],
            "pool": {"energy": 2, "restricted": [{"only": "spells", "energy": 1}]}, "trash": ["Charm", "Defy"],
            "board": [
                {"card": "Legion Rearguard", "at": "A", "might": 7, "id": "a-unit"},
                {"card": "Long Sword", "attached_to": "a-unit"},
            ],
            "facedown": [{"card": "Hidden Blade", "at": "A"}],
            "effects": [{"card": "Raging Firebrand", "on": "a-unit"}],
        },
        {"hand": 4},
    ],
    "battlefields": {"A": {"card": "The Grand Plaza", "controller": 0}, "B": {}},
}  # fmt: skip


def state_of(situation: dict[str, Any]) -> rc.State:
    return rc.State.from_scenario(situation, boards.catalog())


def checksum(data: bytes) -> int:
    """As docs/notation.md says it."""
    h = 0x9E3779B97F4A7C15 ^ len(data)
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        h = (h ^ int.from_bytes(data[at : at + 8], "little")) * 0xBF58476D1CE4E5B9 & MASK
        h ^= h >> 32
    h = (h ^ int.from_bytes(data[whole:], "little")) * 0xBF58476D1CE4E5B9 & MASK
    return (h ^ h >> 32) & 0xFFFFFFFF


def signed(data: bytes | bytearray) -> bytes:
    """The bytes with the checksum that is theirs."""
    return bytes(data[:4]) + checksum(bytes(data[8:])).to_bytes(4, "little") + bytes(data[8:])


def reached(seed: int, actions: int) -> rc.State:
    """A random state, some random actions later."""
    rng = Random(seed)
    state = state_of(boards.situation(rng))
    for _ in range(actions):
        action = boards.action(rng, state.to_scenario())
        try:
            if state.check(action).legal:
                state.push(action)
        except RiftcoreError:
            continue  # an action that names what has left
    return state


def same(a: rc.State, b: rc.State) -> bool:
    """Equal in the position, the names of its things and the cards that it brought."""
    return a == b and a.key == b.key and a.situation() == b.situation() and str(a) == str(b)


# ------------------------------------------------------------------------------------------------ round trips


@settings(deadline=None, max_examples=150)
@given(seed=SEEDS, actions=st.integers(0, 8))
def test_a_state_reads_back_as_itself(seed: int, actions: int) -> None:
    state = reached(seed, actions)
    data = state.serialize()
    again = rc.State.deserialize(data, boards.catalog())
    assert same(again, state) and again.is_ok()
    assert again.serialize() == data == signed(data)
    assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(
    "situation",
    [
        {},
        BOARD,
        {"players": [{}, {}, {}, {}]},
        {"players": [{"hand": 40, "trash": 80, "champion": 24, "banished": 24, "deck_top": 24}] * 4},
        {"victory_score": 255},
        {"players": [{"hand": 3, "trash": ["Charm", "Charm", "Defy"], "rune_deck": {}, "xp": 255}]},
        {"players": [{"rune_deck": 0}, {"rune_deck": 12}]},
        {"turn": {"chain": 32, "showdown": "A", "combat": True, "phase": "ending", "player": 1}},
        {"turn": {"chain": [{"card": "Charm", "controller": 1}], "showdown": "-"}, "battlefields": {"-": {}}},
        {"battlefields": {"odd=,|é": {}}, "players": [{"board": [{"card": "Gold", "id": 'say"|"', "at": "odd=,|é"}]}]},
        {"players": [{"hand": [{"name": 'My " | é', "type": "unit", "energy": 2}, {"name": "!", "type": "gear"}]}]},
        {"players": [{"board": [{"card": "Gold", "id": "p0.board.1"}, {"card": "Gold", "id": "p0.board.0"}]}]},
        {"players": [{"board": [{"card": "Gold", "id": "a" * n} for n in (1, 199, 200)]}]},
        {"players": [{"board": [{"card": "Recruit", "token": True}] * 64}] * 2},
        {"players": [{"effects": [{"card": "Raging Firebrand"}, {"card": "Raging Firebrand", "on": "Charm"}]}]},
    ],
)  # fmt: skip
def test_rare_states_read_back(situation: dict[str, Any]) -> None:
    state = state_of(situation)
    again = rc.State.deserialize(state.serialize())
    assert same(again, state)
    assert again.to_scenario() == state.to_scenario()
    assert same(pickle.loads(pickle.dumps(state)), state)


def test_bytes_of_any_kind_are_read() -> None:
    state = state_of(BOARD)
    data = state.serialize()
    assert same(rc.State.deserialize(bytearray(data)), state)
    assert same(rc.State.deserialize(memoryview(b"x" + data)[1:]), state)


def test_equal_states_with_equal_ids_have_equal_bytes() -> None:
    state = state_of({"players": [{"hand": ["Legion Rearguard"], "runes": {"fury": 3}}]})
    data = state.serialize()
    state.push({"play": "Legion Rearguard"})
    assert state.serialize() != data
    state.pop()
    assert state.serialize() == data
    assert state_of(state.to_scenario()).serialize() == data


def test_known_cards_among_unknown_ones_keep_their_place() -> None:
    state = rc.State.parse("0 main 0 - 8 A,B ?,Defy@1,? / hand=?*2,Charm,? / -")
    assert same(rc.State.deserialize(state.serialize()), state)


def test_every_card_has_a_name_in_the_bytes() -> None:
    catalog = boards.catalog()
    for card in (*catalog, *catalog.tokens.values()):
        state = state_of(boards.place_for(card))
        assert rc.State.deserialize(state.serialize()) == state


def test_the_text_of_version_1_is_still_read() -> None:
    state = state_of(BOARD)
    text = str(state).encode()
    assert same(rc.State.deserialize(b"riftcore state 1 %08x\n" % crc32(text) + text), state)


# ------------------------------------------------------------------------------------------ other catalogues


def test_cards_are_named_not_numbered() -> None:
    """In a catalogue with other cards in another order a state has the same cards."""
    state = state_of(BOARD)
    rows = boards.catalog().rows
    other = rc.Catalog(reversed(rows))
    again = rc.State.deserialize(state.serialize(), other)
    assert again.to_scenario() == state.to_scenario()
    assert again.serialize() == state.serialize()
    assert again.catalog is other


def test_a_card_that_the_catalogue_does_not_have_is_named() -> None:
    state = state_of({"players": [{"hand": ["Charm"]}]})
    card = boards.catalog().card("Charm")
    other = rc.Catalog([row for row in boards.catalog().rows if row["name"] != "Charm"])
    with pytest.raises(NotationError, match=rf"byte \d+ \(cards 0\): expected a card: no card is named '{card.id}'"):
        rc.State.deserialize(state.serialize(), other)
    with pytest.raises(TypeError, match="expected a Catalog, found int"):
        rc.State.deserialize(state.serialize(), 3)  # type: ignore[arg-type]


def test_a_card_entered_by_its_numbers_is_the_one_of_now() -> None:
    catalog = rc.Catalog(boards.catalog().rows[:20])
    catalog.add_inline({"name": "My Own", "type": "unit", "energy": 1})
    data = rc.State.from_scenario({"players": [{"hand": ["My Own"]}]}, catalog).serialize()
    assert rc.State.deserialize(data, catalog).situation().players[0].hand[0].energy == 1
    catalog.add_inline({"name": "My Own", "type": "unit", "energy": 5})
    assert rc.State.deserialize(data, catalog).situation().players[0].hand[0].energy == 5


def test_a_pickle_brings_a_catalogue_of_its_own() -> None:
    catalog = rc.Catalog(boards.catalog().rows[:40], ("a warning",))
    state = rc.State.from_scenario({"players": [{"hand": [catalog.rows[3]["name"]]}]}, catalog)
    state.serialize()  # what the catalogue keeps for it is no part of a pickle
    again, other = pickle.loads(pickle.dumps((state, state.copy())))
    assert again == other and again.catalog is other.catalog is not catalog
    assert str(again) == str(state) and again.catalog.warnings == ("a warning",)


# ------------------------------------------------------------------------------------------------ hostile bytes


def test_truncated_and_changed_bytes_are_refused() -> None:
    data = state_of(BOARD).serialize()
    for n in range(len(data)):
        with pytest.raises(NotationError):
            rc.State.deserialize(data[:n])
    rng = Random(7)
    for _ in range(500):
        at = rng.randrange(len(data))
        changed = data[:at] + bytes([data[at] ^ rng.randint(1, 255)]) + data[at + 1 :]
        with pytest.raises(NotationError):
            rc.State.deserialize(changed)


def test_truncated_bytes_with_the_right_checksum_are_refused() -> None:
    data = state_of(BOARD).serialize()
    for n in range(24, len(data)):
        with pytest.raises(NotationError, match="found the end"):
            rc.State.deserialize(signed(data[:n]))
    with pytest.raises(NotationError, match=f"byte {len(data) - STAMP} .*expected the end, found more"):
        rc.State.deserialize(signed(data + b"\0"))


def mutations(data: bytes, rng: Random, n: int) -> Iterator[bytes]:
    """Bytes changed, added and taken out, with the right checksum."""
    for _ in range(n):
        changed = bytearray(data)
        for _ in range(rng.choice((1, 1, 1, 2, 4, 16))):
            at = rng.randrange(8, len(changed))
            what = rng.randrange(8)
            if what < 5:
                changed[at] = rng.choice((0, 1, 2, 3, 5, 63, 64, 127, 128, 254, 255, rng.randrange(256)))
            elif what == 5:
                changed[at] ^= 1 << rng.randrange(8)
            elif what == 6:
                del changed[at : at + rng.randint(1, 9)]
                changed.extend(b"\0" * 9)
            else:
                changed[at:at] = rng.randbytes(rng.randint(1, 9))
        yield signed(changed)


def test_hostile_bytes_are_refused_or_are_a_state() -> None:
    """What is read is a state like any other: it can be asked, and written and read again."""
    rng = Random(11)
    read = refused = 0
    for seed in range(24):
        data = (state_of(BOARD) if seed == 0 else reached(seed, 3)).serialize()
        for changed in mutations(data, rng, 60):
            try:
                state = rc.State.deserialize(changed, boards.catalog())
            except NotationError:
                refused += 1
                continue
            read += 1
            assert same(rc.State.deserialize(state.serialize(), boards.catalog()), state)
            for player in range(state.n_players):
                for number in state.legal_actions(player)[:3]:
                    assert state.check(state.action(number, player)).code
            rc.batch.check([changed] * 2, [12, 4748], invalid="mark")
    assert read > 100 and refused > 100


def changed(at: int, value: int, data: bytes | None = None) -> bytes:
    found = bytearray(data or state_of(BOARD).serialize())
    found[at] = value
    return signed(found)


LISTS = HEAD + 2 * PLAYER + 2 * 3
LEGEND, UNIT, SWORD = LISTS, LISTS + 12, LISTS + 24
HAND = LISTS + 36


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        (8, 1, "byte 8 (number of players): expected 2 to 4, found 1"),
        (8, 5, "byte 8 (number of players): expected 2 to 4, found 5"),
        (9, 2, "byte 9 (player in turn): expected 0 to 1, found 2"),
        (10, 6, "byte 10 (phase): expected 0 to 5, found 6"),
        (11, 3, "byte 11 (showdown): expected 0 to 2, found 3"),
        (12, 2, "byte 12 (combat): expected 0 to 1, found 2"),
        (13, 255, "byte 13 (priority): expected 0 to 1, found 255"),
        (14, 7, "byte 14 (focus): expected 0 to 1, found 7"),
        (16, 7, "byte 16 (battlefields): expected 0 to 6, found 7"),
        (17, 33, "byte 17 (chain): expected 0 to 32, found 33"),
        (19, 9, "byte 18 (cards): expected 0 to 2048, found"),
        (23, 1, "(inline cards): expected more, found the end"),
        (HEAD, 64, "byte 24 (player 0, runes): expected 0 to 63, found 64"),
        (HEAD, 13, "byte 24 (player 0, runes): expected at most 12 runes"),
        (HEAD + 12, 64, "byte 36 (player 0, pool): expected 0 to 63, found 64"),
        (HEAD + 25, 3, "byte 49 (player 0, rune deck): expected a size, or numbers by domain and their sum"),
        (HEAD + 26, 4, "byte 49 (player 0, rune deck): expected a size, or numbers by domain and their sum"),
        (HEAD + 35, 2, "byte 59 (player 0, legend): expected 0 to 1, found 2"),
        (HEAD + 49, 65, "byte 73 (player 0, board): expected 0 to 64, found 65"),
        (HEAD + 56, 17, "byte 80 (player 0, effects): expected 0 to 16, found 17"),
        (HEAD + PLAYER + 50, 41, "byte 131 (player 1, hand): expected 0 to 40, found 41"),
        (HEAD + 2 * PLAYER, 99, "byte 138 (battlefields 0): expected 0 to 8, found 99"),
        (HEAD + 2 * PLAYER + 2, 2, "byte 140 (battlefields 0): expected 0 to 1, found 2"),
        (LEGEND, 0, f"byte {LEGEND} (player 0, card): expected 1 to 8, found 0"),
        (LEGEND + 10, 0, "(player 0, attached to): expected something in the state"),
        (UNIT + 1, 1, f"byte {UNIT} (player 0, card 0): expected 1 to 8, found 259"),
        (UNIT + 2, 128, f"byte {UNIT + 2} (player 0, states 0): expected states that are known"),
        (UNIT + 3, 128, f"byte {UNIT + 2} (player 0, states 0): expected states that are known"),
        (UNIT + 4, 3, f"byte {UNIT + 4} (player 0, place 0): expected 0 to 2, found 3"),
        (UNIT + 5, 2, f"byte {UNIT + 5} (player 0, player 0): expected 0 to 1, found 2"),
        (UNIT + 9, 0x40, f"byte {UNIT + 8} (player 0, might 0): expected -1 to 9999, found 16391"),
        (SWORD + 10, 1, "player 0, attached to 1: expected something that is not attached to it"),
        (SWORD + 10, 2, "player 0, attached to 1: expected something in the state"),
        (HAND, 9, f"byte {HAND} (player 0, hand 0): expected 0 to 8, found 9"),
        (HAND + 6, 9, f"byte {HAND + 6} (player 0, facedown 0): expected 1 to 8, found 9"),
        (HAND + 8, 2, f"byte {HAND + 8} (player 0, facedown 0): expected 0 to 1, found 2"),
        (HAND + 9, 2, f"byte {HAND + 9} (player 0, hidden this turn 0): expected 0 to 1, found 2"),
        (HAND + 10, 0, f"byte {HAND + 10} (player 0, effects 0): expected 1 to 8, found 0"),
        (HAND + 12, 1, f"byte {HAND + 12} (player 0, given to 0): expected 0 to 0, found 1"),
        (HAND + 14, 2, "player 0, given to 0: expected something in the state"),
    ],
)
def test_errors_name_the_byte_and_the_field(at: int, value: int, said: str) -> None:
    with pytest.raises(NotationError, match=re.escape(said)):
        rc.State.deserialize(changed(at, value))


def test_more_add_sources_than_a_record_holds_are_refused() -> None:
    seals = [{"card": "Seal of Rage"}] * 40
    state = state_of({"players": [{"board": seals}, {"board": seals}]})
    data = bytearray(state.serialize())
    for i in range(40):
        data[HEAD + 2 * PLAYER + 6 + 12 * (40 + i) + 5] = 0  # player 0 controls those of player 1 too
    with pytest.raises(NotationError, match="expected no more Add sources than a record holds"):
        rc.State.deserialize(signed(data))


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        (b"\x01A\x01A\x00", "the id 'A' is taken"),
        (b"\x01A\x01B\x01B", "the id 'B' is taken"),
        (b"\x01A\x0ap0.board.0\x00", "the id 'p0.board.0' is taken"),
        (b"\x04base\x01B\x00", "the id 'base' is taken"),
        (b"\x00\x01B\x00", "expected an id"),
        (b"\x01 \x01B\x00", "expected an id"),
        (b"\x01A\x01B\x01\xff", "expected an id"),
    ],
)
def test_ids_are_looked_at(ids: bytes, said: str) -> None:
    data = state_of({"players": [{"board": [{"card": "Gold"}]}]}).serialize()
    assert data[:-STAMP].endswith(b"\x01A\x01B\x00")
    with pytest.raises(NotationError, match=said):
        rc.State.deserialize(signed(data[: -STAMP - 5] + ids + data[-STAMP:]))


@pytest.mark.parametrize(
    "cards", [b"[]", b"{}", b"[1]", b"nonsense", b"\xff", b'[{"name": "x"}]', b'[{"name":"a","type":"unit"}]' * 2]
)
def test_inline_cards_are_looked_at(cards: bytes) -> None:
    data = state_of({"players": [{"hand": [{"name": "mine", "type": "unit"}]}]}).serialize()
    written = json.dumps([{"name": "mine", "type": "unit"}], separators=(",", ":")).encode()
    at = data.index(written)
    other = bytearray(data[:at] + cards + data[at + len(written) :])
    other[20:24] = len(cards).to_bytes(4, "little")
    with pytest.raises(NotationError, match=rf"byte {at} \(inline cards\): expected"):
        rc.State.deserialize(signed(other))


def test_a_state_that_names_no_card_of_its_own() -> None:
    data = state_of({"players": [{"hand": [{"name": "mine", "type": "unit"}]}]}).serialize()
    at = data.index(b"\x02$0") + 2
    with pytest.raises(NotationError, match=r"\(cards 0\): expected a card"):
        rc.State.deserialize(changed(at, ord("1"), data))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", 'begin "\\xffRS"'),
        (b"\x80\x04", 'begin "\\xffRS"'),
        (b"\xffRT\x02" + bytes(30), 'begin "\\xffRS"'),
        (b"\xffRS\x04" + bytes(30), "version 4: this riftcore reads version 3, 2 and 1"),
        (b"\xffRS\x03" + bytes(30), "checksum is wrong: truncated or changed"),
        (b"\xffRS\x02" + bytes(30), "checksum is wrong: truncated or changed"),
        (b"\xffRS\x02", "byte 4 (head): expected more, found the end"),
        (b"riftcore state 2 00000000\n", "version 2: this riftcore reads version 1"),
        (b"riftcore state 1 00000001\n", "checksum is wrong: truncated or changed"),
        (b"riftcore state 1 ff000000\n\xff", "no text"),
        ("0 main", "is bytes, not str"),
        (None, "is bytes, not NoneType"),
    ],
)
def test_foreign_bytes_are_named(data: Any, said: str) -> None:
    with pytest.raises(NotationError, match=re.escape(said)):
        rc.State.deserialize(data)


def test_an_id_that_no_form_holds_is_refused_when_it_is_read() -> None:
    for name in ("a" * 201, "a b", "a\nb", "a\x7f", "\u2028", "", " "):
        with pytest.raises(RiftcoreError, match="expected an id"):
            state_of({"players": [{"board": [{"card": "Gold", "id": name}]}]})
        with pytest.raises(NotationError, match="expected"):
            rc.State.parse(f"0 main 0 - 8 A,B - / board=Gold#{json.dumps(name)} / -")


def test_layout_of_the_docs() -> None:
    """The sizes that docs/notation.md tells."""
    data = state_of({}).serialize()
    assert data[:4] == b"\xffRS\x03"
    assert len(data) == HEAD + 2 * PLAYER + 2 * 3 + len(b"\x01A\x01B") + STAMP
    text = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
    assert "| 24 | 57 " in text


def test_errors_are_riftcore_errors() -> None:
    with pytest.raises(RiftcoreError):
        rc.State.deserialize(b"\xff")
