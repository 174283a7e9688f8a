"""What a text that is not understood could change is not known; what it cannot change is answered as ever.

The cards of data/doubts.json are invented; most say something half of which nobody understands. The expectations are
worked out by hand from their words, as tables: which questions each of them leaves open, for whom.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from invented import catalog, record

import riftcore as rc
from riftcore.catalog import Catalog, doubts, facts
from riftcore.cli_cards import cards as command
from riftcore.errors import IllegalAction, RiftcoreError
from riftcore.verdicts import CODES

FILE = Path(__file__).parent / "data" / "doubts.json"
UNKNOWN = "unknown_card_behaviour"

#: The questions: a letter, the action, and the answer where nothing is in doubt.
QUESTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "s": ({"play": "Plain Spell"}, "ok"),
    "t": ({"play": "Plain Spell", "targets": ["theirs"]}, "ok"),
    "u": ({"play": "Plain Unit"}, "ok"),
    "g": ({"play": "Plain Gear"}, "ok"),
    "a": ({"activate": "tool"}, "ok"),
    "m": ({"move": ["mover"], "to": "HOME"}, "ok"),
    "h": ({"hide": "Plain Hidden", "at": "HOME"}, "ok"),
    "p": ({"pay": {"energy": 2}}, "ok"),
    "n": ({"pay": {"energy": 9}}, "unaffordable"),
    "e": ({"event": "held", "object": "mover"}, "ok"),
    "r": ({"add": "exhaust fury"}, "ok"),
    "z": ({"play": "Plain Dragon"}, "zone"),  # it is not there
}
EVERYTHING = "".join(QUESTIONS)

#: A card on the board of player 0 (or their legend, or battlefield A): what is in doubt for player 0, and for player 1.
ON_BOARD = {
    "Plain Choir": ("", ""),
    "Moon Singer": ("st", ""),
    "Moon Shouter": ("", "st"),
    "Tide Keeper": ("u", "u"),
    "Quiet Duelist": ("", ""),
    "Banner Saint": ("", "t"),
    "Still Well": ("n", ""),
    "Dry Well": ("n", ""),
    "Old Chorus": ("", ""),
    "Tide Bell": ("e", "e"),
    "Comet Priest": ("", ""),
    "Comet Rider": ("", ""),
    "Ash Return": ("", ""),
    "Frob": (EVERYTHING, EVERYTHING),
    "Frob Legend": (EVERYTHING, EVERYTHING),
    "Frob Field": (EVERYTHING, EVERYTHING),
    "Silence Field": ("st", "st"),
    "Lawgiver": ("", "st"),
    "Mute Gear": ("g", ""),
    "Blade of Rain": ("", ""),
    "Tolled Gate": (EVERYTHING, EVERYTHING),
    "Half Reader": (EVERYTHING, EVERYTHING),
    "Coin Monk": ("n", ""),
    "Oath Taker": ("", ""),
    "Bell Ringer": ("e", "e"),
    "Rune Thief": (EVERYTHING, EVERYTHING),
    "Tithe": (EVERYTHING, EVERYTHING),
    "Cost Mirror": ("e", "e"),
    "Weather Sage": (EVERYTHING, EVERYTHING),
    "Mean Field": ("u", "u"),
    "Comet Smith": ("g", "g"),
    "Two Minds": ("st", ""),
    "Ghost Ledger": ("", "h"),
    "Half a Price": ("st", ""),
    "Fair Half": (EVERYTHING, EVERYTHING),
    "Lender": (EVERYTHING, EVERYTHING),
    "Free Tuesday": (EVERYTHING, EVERYTHING),
    "Half Price": (EVERYTHING, EVERYTHING),
    "Rain Reaction": (EVERYTHING, EVERYTHING),
    "Odd Cost": ("", ""),
    "Two Signs": ("", ""),
}
#: The same of a card in another zone of player 0.
ELSEWHERE = [
    ("hand", "Frob", "", ""),
    ("hand", "Moon Singer", "", ""),
    ("hand", "Hand Comet", "u", ""),
    ("trash", "Hand Comet", "", ""),
    ("trash", "Trash Comet", "st", ""),
    ("trash", "Frob", "", ""),
    ("hand", "Trash Comet", "", ""),
    ("trash", "Ash Return", "", ""),
    ("effects", "Rain Charm", EVERYTHING, EVERYTHING),
    ("effects", "Frob", EVERYTHING, EVERYTHING),
    ("effects", "Moon Singer", "st", ""),
    ("effects", "Moon Shouter", "", "st"),
    ("facedown", "Comet Song", "", ""),
    ("chain", "Comet Song", "", ""),
]
#: Questions about a card itself: where it is, the action, the answer of player 0, and of player 1 where they can ask.
ABOUT_ITSELF = [
    ("hand", "Frob", {"play": "Frob"}, UNKNOWN),
    ("hand", "Moon Singer", {"play": "Moon Singer"}, "ok"),
    ("hand", "Old Chorus", {"play": "Old Chorus"}, "ok"),
    ("hand", "Tide Bell", {"play": "Tide Bell"}, "ok"),
    ("hand", "Dry Well", {"play": "Dry Well"}, "ok"),
    ("hand", "Coin Monk", {"play": "Coin Monk"}, "ok"),
    ("hand", "Comet Priest", {"play": "Comet Priest"}, UNKNOWN),
    ("hand", "Comet Rider", {"play": "Comet Rider"}, UNKNOWN),
    ("hand", "Comet Song", {"play": "Comet Song"}, UNKNOWN),
    ("hand", "Ash Return", {"play": "Ash Return"}, UNKNOWN),
    ("trash", "Ash Return", {"play": "Ash Return", "from": "trash"}, UNKNOWN),
    ("hand", "Rain Charm", {"play": "Rain Charm"}, UNKNOWN),
    ("hand", "Hand Comet", {"play": "Hand Comet"}, "ok"),  # as it is played it has left the hand
    ("hand", "Quiet Duelist", {"play": "Quiet Duelist"}, "ok"),
    ("hand", "Mute Gear", {"play": "Mute Gear"}, "ok"),
    ("hand", "Blade of Rain", {"play": "Blade of Rain"}, "ok"),
    ("board", "Still Well", {"activate": "it"}, UNKNOWN),
    ("board", "Dry Well", {"activate": "it"}, UNKNOWN),
    ("board", "Coin Monk", {"activate": "it"}, UNKNOWN),
    ("board", "Oath Taker", {"activate": "it"}, UNKNOWN),
    ("board", "Odd Cost", {"activate": "it"}, UNKNOWN),
    ("hand", "Half Price", {"play": "Half Price"}, UNKNOWN),
    ("hand", "Odd Cost", {"play": "Odd Cost"}, "ok"),
    ("hand", "Bad Bargain", {"play": "Bad Bargain"}, UNKNOWN),
    ("board", "Blade of Rain", {"activate": "it", "ability": "equip", "targets": ["mover"]}, UNKNOWN),
    ("board", "Old Chorus", {"trigger": "it"}, UNKNOWN),
    ("board", "Cost Mirror", {"trigger": "it"}, UNKNOWN),
    ("board", "Old Chorus", {"event": "held", "object": "it"}, UNKNOWN),
    ("board", "Comet Priest", {"event": "held", "object": "it"}, "ok"),
    ("board", "Comet Priest", {"move": ["it"], "to": "A"}, "ok"),
    ("board", "Frob", {"move": ["it"], "to": "A"}, UNKNOWN),
    ("board", "Frob", {"event": "resolved"}, "ok"),  # takes an item off the chain, nothing else
    ("hand", "Plain Spell", {"play": "Plain Unit", "by": "Rain Charm"}, UNKNOWN),
]
#: Spells of the other player that choose the card.
CHOSEN = [
    ("Quiet Duelist", UNKNOWN), ("Banner Saint", UNKNOWN), ("Blade of Rain", UNKNOWN), ("Frob", UNKNOWN),
    ("Two Signs", UNKNOWN),
    ("Comet Priest", "ok"), ("Moon Singer", "ok"), ("Old Chorus", "ok"), ("Dry Well", "ok"), ("Plain Choir", "ok"),
]  # fmt: skip


#: What the texts might mean: each of these readings is understood. (Without any text is one more for all of them.)
READINGS = {
    "Moon Singer": ["Your spells cost [1] less."],
    "Moon Shouter": ["Enemy spells cost [2] more."],
    "Tide Keeper": ["Units cost [1] more."],
    "Quiet Duelist": ["[Deflect 2]"],
    "Banner Saint": ["Your units have [Deflect]."],
    "Still Well": ["[E]: [Reaction] — [Add] [fury].", "[E]: [Add] [2]."],
    "Dry Well": ["[E]: [Reaction] — [Add] [2]."],
    "Old Chorus": ["When I attack, you may pay [2] to draw 1."],
    "Tide Bell": ["At the start of your Main Phase, [Add] [1]."],
    "Comet Priest": ["I cost [2] less."],
    "Comet Rider": ["As an additional cost to play me, pay [1]."],
    "Comet Song": ["[Repeat] [1]"],
    "Ash Return": ["You may play me from your trash for [3]."],
    "Frob": [
        "Your spells cost [1] less.", "Enemy units cost [2] more.", "[E]: [Reaction] — [Add] [2].", "[Deflect]",
        "Your units cost [1] more.", "Spells that choose me cost [1] more.",
    ],
    "Frob Legend": ["Enemy spells cost [9] more."],
    "Frob Field": ["Units cost [9] more."],
    "Silence Field": ["Spells cost [1] more."],
    "Mute Gear": ["Friendly gear cost [1] less."],
    "Blade of Rain": ["[Equip] [1]"],
    "Tolled Gate": ["Enemy units cost [2] more."],
    "Half Reader": ["Your spells cost [1] less."],
    "Coin Monk": ["[2]: Draw 1."],
    "Oath Taker": ["[2]: Draw 1."],
    "Bell Ringer": ["When you play a spell, draw 1."],
    "Tithe": ["Your spells cost [1] less."],
    "Cost Mirror": ["When I hold, [Add] [1]."],
    "Weather Sage": ["Your Dragons cost [2] less."],
    "Mean Field": ["While you control this battlefield, your units cost [1] less."],
    "Comet Smith": ["Gear cost [1] less."],
    "Two Minds": ["Your spells cost [1] less. When I attack, you may pay [2] to draw 1."],
    "Half a Price": ["Your spells cost [1] less."],
    "Free Tuesday": ["Your spells cost [9] less."],
    "Half Price": ["I cost [2] less."],
    "Rain Reaction": ["Your gear cost [1] less."],
    "Odd Cost": ["Kill a friendly gear: Draw 1."],
    "Two Signs": ["[Deflect]", "When you choose me, you may pay [1] to draw 1."],
}  # fmt: skip


@pytest.fixture(scope="module")
def cards() -> Catalog:
    return Catalog.from_riftcodex(FILE)


def situation(asker: int = 0) -> dict[str, Any]:
    """Both players can do all that is asked; player 0 has the card that the test puts there."""
    players: list[dict[str, Any]] = []
    for seat in range(2):
        hand = ["Plain Spell", "Plain Unit", "Plain Gear", "Plain Hidden"]
        board = [{"card": "Plain Unit", "id": f"mover{seat}"}, {"card": "Plain Tool", "id": f"tool{seat}"}]
        players.append({"runes": {"fury": 6}, "hand": hand, "board": board, "trash": [], "effects": []})
    battlefields = {"A": {"controller": 0}, "B": {"controller": 1}}
    return {"players": players, "battlefields": battlefields, "turn": {"player": asker}}


def question(letter: str, asker: int) -> tuple[dict[str, Any], str]:
    action, answer = QUESTIONS[letter]
    names = {"tool": f"tool{asker}", "mover": f"mover{asker}", "theirs": f"mover{1 - asker}", "HOME": "AB"[asker]}

    def named(value: Any) -> Any:
        return (
            [named(v) for v in value]
            if isinstance(value, list)
            else names.get(value, value)
            if isinstance(value, str)
            else value
        )

    return {key: named(value) for key, value in action.items()} | (
        {} if "event" in action else {"player": asker}
    ), answer


def put(board: dict[str, Any], cards: Catalog, name: str, zone: str = "board") -> None:
    you = board["players"][0]
    card = cards.card(name)
    if zone == "board" and card.type == "battlefield":
        board["battlefields"]["A"]["card"] = name
    elif zone == "board" and card.type == "legend":
        you["legend"] = {"card": name, "id": "it"}
    elif zone == "board":
        you["board"].append({"card": name, "id": "it"})
    elif zone == "effects":
        you["effects"].append({"card": name})
    elif zone == "facedown":
        you["facedown"] = [{"card": name, "at": "C"}]
        board["battlefields"]["C"] = {"controller": 0}
    elif zone == "chain":
        board["turn"]["chain"] = [{"card": name, "controller": 0}]
    else:
        you[zone].append(name)


def in_doubt(board: dict[str, Any], cards: Catalog, asker: int, name: str) -> str:
    """The letters of the questions that are not answered; the others are answered as they should be."""
    state = rc.State.from_scenario(board, cards)
    found = ""
    for letter in QUESTIONS:
        action, answer = question(letter, asker)
        verdict = state.check(action)
        if verdict.code == UNKNOWN:
            found += letter
            assert name in verdict.message and cards.card(name).partial[0][:40] in verdict.message, verdict.message
        elif not ("chain" in board["turn"] and verdict.code == "timing"):
            assert verdict.code == answer, (letter, verdict)
    return found


@pytest.mark.parametrize("name", ON_BOARD)
def test_a_card_in_play(name: str, cards: Catalog) -> None:
    assert bool(cards.card(name).partial) == (name != "Plain Choir")
    for asker, expected in enumerate(ON_BOARD[name]):
        board = situation(asker)
        put(board, cards, name)
        assert in_doubt(board, cards, asker, name) == expected, f"asked by player {asker}"


@pytest.mark.parametrize(("zone", "name", "yours", "theirs"), ELSEWHERE)
def test_a_card_elsewhere(zone: str, name: str, yours: str, theirs: str, cards: Catalog) -> None:
    for asker, expected in enumerate((yours, theirs)):
        board = situation(asker)
        put(board, cards, name, zone)
        assert in_doubt(board, cards, asker, name) == expected, f"asked by player {asker}"


@pytest.mark.parametrize(("zone", "name", "action", "code"), ABOUT_ITSELF)
def test_a_question_about_the_card(zone: str, name: str, action: dict[str, Any], code: str, cards: Catalog) -> None:
    board = situation()
    put(board, cards, name, zone)
    action = {key: ["mover0"] if value == ["mover"] else value for key, value in action.items()}
    if action == {"event": "resolved"}:
        put(board, cards, "Plain Spell", "chain")
    assert rc.State.from_scenario(board, cards).check(action).code == code


@pytest.mark.parametrize(("name", "code"), CHOSEN)
def test_the_card_is_chosen(name: str, code: str, cards: Catalog) -> None:
    board = situation(1)
    put(board, cards, name)
    assert rc.State.from_scenario(board, cards).check({"play": "Plain Spell", "targets": ["it"]}).code == code


def told(board: dict[str, Any], cards: Catalog, action: dict[str, Any]) -> tuple[Any, ...]:
    verdict = rc.State.from_scenario(board, cards).check(action)
    return verdict.code, verdict.costs, verdict.paid_optional


@pytest.mark.parametrize("name", READINGS)
def test_what_is_answered_is_so_by_every_reading(name: str, cards: Catalog, tmp_path: Path) -> None:
    """Whatever the words may mean: an answer that is given is that of each reading."""
    raw = json.loads(FILE.read_text(encoding="utf-8"))
    readings = []
    for i, text in enumerate(["", *READINGS[name]]):
        changed = [{**card, "text": {"rich": text, "plain": text}} if card["name"] == name else card for card in raw]
        path = tmp_path / f"{i}.json"
        path.write_text(json.dumps(changed), encoding="utf-8")
        readings.append(Catalog.from_riftcodex(path))
        assert not readings[-1].card(name).partial, text
    asked = [
        (board, question(letter, asker)[0])
        for asker in range(2)
        for zone in ("board", "hand", "trash")
        for letter in QUESTIONS
        if cards.card(name).type not in ("legend", "battlefield") or zone == "board"
        for board in [situation(asker)]
        if (cards.card(name).type != "spell" or zone != "board") and put(board, cards, name, zone) is None
    ]
    for zone, other, action, _ in ABOUT_ITSELF:
        if other == name:
            board = situation()
            put(board, cards, name, zone)
            action = {key: ["mover0"] if value == ["mover"] else value for key, value in action.items()}
            asked.append((board, action))
    if cards.card(name).type in ("unit", "gear"):
        board = situation(1)
        put(board, cards, name)
        asked.append((board, {"play": "Plain Spell", "targets": ["it"]}))
    for board, action in asked:
        answer = told(board, cards, action)
        if answer[0] != UNKNOWN:
            assert all(told(board, reading, action) == answer for reading in readings), (action, answer)


def test_a_price_that_is_in_doubt_is_not_told(cards: Catalog) -> None:
    board = situation()
    put(board, cards, "Moon Singer")
    state = rc.State.from_scenario(board, cards)
    assert state.check({"play": "Plain Spell"}).costs == ()
    with pytest.raises(IllegalAction, match=r"Moon Singer .*if the moon is full"):
        state.quote({"play": "Plain Spell"})
    assert str(state.quote({"play": "Plain Unit"})) == "3"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("Unit", "Abilities that choose me cost [1] more."),
        ("Unit", "You may exhaust a unit to play me for [1]."),
        ("Unit", "You may exhaust a friendly unit to play me."),
        ("Unit", "You may play me by exhausting a Dragon."),
        ("Unit", "Cards in their hand cost [1] less."),
        ("Unit", "I cost [2] less if you control up to 2 Dragons."),
        ("Unit", "I cost [1] less for each 2 units."),
        ("Unit", "When I hold, you may kill a ready gear to [Add] [1]."),
        ("Unit", "When I hold, you may kill a ready friendly gear to draw 1."),
        ("Unit", "Your gold [Add] an additional [2]."),
        ("Unit", "[E]: [Reaction] — [Add] [1]. Use only once per turn."),
        ("Unit", "If you control a Dragon, you may play cards from your trash."),
        ("Unit", "Give your next spell this turn [Reaction]."),
        ("Unit", "As an additional cost to play me, pay any amount of Energy."),
        ("Unit", "As an additional cost to play me, pay [1] or [A]."),
        ("Unit", "Kill a friendly gear here: Draw 1."),
        ("Unit", "Your next spell this turn costs [2] less if you control a Dragon."),
        ("Unit", "Opponents' spells cost [1] more this turn."),
        ("Unit", "Your [Mighty] units cost [1] less."),
        ("Unit", "Units you play here cost [1] less."),
        (
            "Unit",
            "As an additional cost to play me, you may discard 1.\nAs an additional cost to play me, you may pay [1].",
        ),
        ("Spell", "Play a unit from your hand, ignoring its cost, if you control a Dragon."),
        ("Spell", "Gain [1]. Your spells are cheaper this turn."),
    ],
)
def test_a_text_that_is_not_evaluated_is_told(kind: str, text: str, tmp_path: Path) -> None:
    made = catalog(tmp_path / "cards.json", [record("Test Card", text, type=kind)])
    assert made.card("Test Card").partial


def test_facts_of_a_file_are_looked_at_too(tmp_path: Path) -> None:
    """A clause of a facts file that the core does not evaluate leaves its card partly understood, as in a text."""
    clause = {"group": 1, "kind": "discount_other", "modifier": {"energy": 1}}
    scope = {"payer": "you", "what": "unit", "lasts": "static"}
    rows = []
    for name, more in (("Good", {}), ("Bad", {"filter": {"state": "mighty"}})):
        clauses = [{**clause, "scope": {**scope, **more}}]
        rows.append({"name": name, "id": f"inv-{name.lower()}-9", "type": "unit", "energy": 3, "clauses": clauses})
    facts.dump(rows, tmp_path / "facts.json")
    made = Catalog.from_facts(tmp_path / "facts.json")
    assert (made.card("Good").partial, len(made.card("Good").clauses)) == ((), 1)
    assert (made.card("Bad").partial, made.card("Bad").clauses) == (
        ("a clause discount_other that is not evaluated",),
        (),
    )
    builtin = facts.load()
    assert [facts.evaluated_row(row) for row in builtin] == builtin


def test_cards_in_a_hand_are_those_of_its_owner(tmp_path: Path) -> None:
    made = catalog(
        tmp_path / "cards.json", [record("Reader", "Units in your hand cost [1] less."), record("Plain Unit")]
    )
    for asker, cost in ((0, "4"), (1, "5")):
        players: list[dict[str, Any]] = [{"hand": ["Plain Unit"], "runes": {"fury": 6}} for _ in range(2)]
        players[0]["board"] = [{"card": "Reader"}]
        state = rc.State.from_scenario({"players": players, "turn": {"player": asker}}, made)
        assert str(state.quote({"play": "Plain Unit"})) == cost


def test_a_half_read_clause_is_not_applied(cards: Catalog) -> None:
    """Its condition is not understood: the discount is not there as if it had none."""
    assert cards.card("Half a Price").clauses == ()
    assert [clause.kind for clause in cards.card("Fair Half").clauses] == ["discount_other"]


def test_what_cannot_be_paid_may_be_paid_with_more(cards: Catalog) -> None:
    """A text that might Add: a yes stays a yes, a no is not known."""
    board = situation()
    put(board, cards, "Dry Well")
    board["players"][0]["hand"].append("Plain Dragon")
    state = rc.State.from_scenario(board, cards)
    assert state.check({"play": "Plain Dragon"}).legal
    assert str(state.quote({"play": "Plain Dragon"})) == "3"
    poor = {**board, "players": [{**board["players"][0], "runes": {"fury": 2}}, board["players"][1]]}
    state = rc.State.from_scenario(poor, cards)
    verdict = state.check({"play": "Plain Dragon"})
    assert verdict.code == UNKNOWN and "Dry Well" in verdict.message
    assert [str(cost) for cost in verdict.costs] == ["3"]  # that much is known
    assert state.can_pay(rc.Cost(energy=2)) and state.cheapest(rc.Cost(energy=2)) is not None
    assert state.mask([rc.Cost(energy=1), rc.Cost(energy=2)]) == 3
    for asked in (
        lambda: state.can_pay(rc.Cost(energy=3)),
        lambda: state.cheapest(rc.Cost(energy=3)),
        lambda: state.mask([rc.Cost(energy=3)]),
        lambda: state.count_payments(rc.Cost(energy=3)),
        lambda: list(state.payments(rc.Cost(energy=3))),
        lambda: rc.batch.records([state]),
    ):
        with pytest.raises(RiftcoreError, match="Dry Well"):
            asked()
    assert not state.can_pay(rc.Cost(energy=9), player=1)


def test_doubts_are_listed(cards: Catalog) -> None:
    board = situation()
    assert rc.State.from_scenario(board, cards).doubts() == ()
    put(board, cards, "Moon Singer")
    state = rc.State.from_scenario(board, cards)
    assert state.doubts() == (("Moon Singer", "Your spells cost [1] less if the moon is full"),)
    assert state.doubts(1) == ()


def test_the_list_of_actions_has_what_is_known_to_be_legal(cards: Catalog) -> None:
    """An integer is listed if and only if `check` calls it legal, whatever is in doubt."""
    for name in ON_BOARD:
        for asker in range(2):
            board = situation(asker)
            put(board, cards, name)
            state = rc.State.from_scenario(board, cards)
            listed = set(state.legal_actions())
            told = [state.action(number) for number in listed]
            assert all(state.check(action).legal for action in told), name
            assert all(state.check(number).legal for number in listed), name
            kinds = {"s": "Plain Spell", "u": "Plain Unit", "g": "Plain Gear"}
            for letter, card in kinds.items():
                there = any(action.get("play") == card for action in told)
                assert there == (letter not in ON_BOARD[name][asker]), (name, card)


def test_a_plan_says_that_it_is_not_exact(cards: Catalog) -> None:
    for name, exact in (("Plain Choir", True), ("Moon Singer", False), ("Dry Well", False), ("Old Chorus", True)):
        board = situation()
        put(board, cards, name)
        state = rc.State.from_scenario(board, cards)
        assert rc.plan(state).exact == exact, name
        if not exact:
            with pytest.raises(RiftcoreError, match="not understood"):
                rc.affordable_sets(state)
    board = situation()
    board["players"][0]["hand"].append("Moon Singer")  # it may be played, and then it matters
    assert not rc.plan(rc.State.from_scenario(board, cards)).exact


def test_a_batch_says_the_same(cards: Catalog) -> None:
    states, actions, codes = [], [], []
    for name in ON_BOARD:
        board = situation()
        put(board, cards, name)
        states.append(rc.State.from_scenario(board, cards))
        actions.append({"play": "Plain Spell"})
        codes.append(UNKNOWN if "s" in ON_BOARD[name][0] else "ok")
    checked = rc.batch.check(states, actions)
    assert [CODES[code] for code in checked.codes] == codes


def test_export_marks_the_rows_of_such_cards(cards: Catalog) -> None:
    rows = list(cards.export())
    assert {row["card"]: row.get("partial", False) for row in rows if row["card"] in ("Fair Half", "Plain Choir")} == {
        "Fair Half": True,
        "Plain Choir": False,
    }
    shown = CliRunner().invoke(command, ["show", "Moon Singer", "--file", str(FILE)]).output
    assert "not understood: Your spells cost [1] less if the moon is full" in shown
    report = CliRunner().invoke(command, ["coverage", str(FILE)])
    assert report.exit_code == 1 and "not understood: Moon Singer (inv-" in report.output


@pytest.mark.parametrize(
    ("piece", "narrow"),
    [
        ("I cost [2] less for each comet", True),
        ("I cost [2] less for each comet and your spells cost [1] less", False),
        ("I cost [2] less and have [Frobnicate]", False),
        ("When I die, your spells cost [1] less", False),
        ("When I die, your spells cost [1] less this turn in the rain", True),
        ("When I would die, pay [1] to frobnicate", False),
        ("Your comets cost [1] less", False),
        ("Your other units cost [1] less in the rain", True),
        ("Your units cost [1] less. Comets can't be played for [1]", False),
        ('Your units have "[E]: [Add] [1] in the rain."', False),
        ("If it rains, I cost [1] less", True),
        ("If it rains, comets cost [1] less", False),
        ("[Deflect 2] and [Frobnicate] in the rain", False),
        ("[E]: [Add] [2] in the rain", True),
        ("[Frobnicate]: pay [1]", True),
        ("Players can't play spells costing [2] in the rain", True),
        ("Players can't play comets for [2]", False),
        ("text that is not understood", False),
    ],
)
def test_only_sure_words_narrow_a_doubt(piece: str, narrow: bool) -> None:
    scope = doubts.scope(piece, "unit")
    everything = scope.your_legality & doubts.EVERYTHING == doubts.EVERYTHING
    assert everything is not narrow
