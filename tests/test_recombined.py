"""The grammar's own pieces, put together anew: what it reads changes an answer, or the card says that it does not.

Each kind of amount, condition, part of a cost and trigger stands in each kind of clause. Two boards tell each piece
from none (two of it and none, true and false). The answers must differ, be `unknown_card_behaviour`, or the card must
be marked as partly understood: nothing is read and then priced as if it were not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from invented import catalog, record

import riftcore as rc
from riftcore.catalog import Card, Catalog, amounts, conditions, triggers
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.tokens import tokenize

Board = dict[str, Any]
Setup = Callable[[Board], None]

#: Cards without text that boards are made of.
FILLERS = [
    record("Plain Unit", tags=[]),
    record("Big Unit", might=7),
    record("Plain Dragon", tags=["Dragon"]),
    record("Plain Bird", tags=["Bird"]),
    record("Plain Cat", tags=["Cat"]),
    record("Plain Gear", type="Gear"),
    record("Plain Spell", type="Spell"),
    record("Calm Spell", type="Spell", domain=["Calm"]),
    record("Plain Legend", type="Legend"),
    record("Plain Field", type="Battlefield"),
    record("Sure Target", "[Deflect]"),
]


def board() -> Board:
    return {
        "players": [
            {"pool": {"energy": 40, "power": {"any": 20}}, "hand": [], "board": [], "trash": [], "this_turn": {}},
            {"pool": {"energy": 40, "power": {"any": 20}}, "hand": [], "board": [], "trash": [], "this_turn": {}},
        ],
        "battlefields": {"A": {"controller": 0}, "B": {"controller": 1}},
    }


def put(n: int, card: str, seat: int = 0, **about: Any) -> Setup:
    def setup(b: Board) -> None:
        for i in range(n):
            b["players"][seat]["board"].append({"card": card, "id": f"{card[-3:]}{seat}{i}", **about})

    return setup


def zone(n: int, card: str, name: str, seat: int = 0) -> Setup:
    return lambda b: b["players"][seat][name].extend([card] * n)


def fact(**facts: int) -> Setup:
    return lambda b: b["players"][0]["this_turn"].update(facts)


def seat(**about: Any) -> Setup:
    return lambda b: b["players"][0].update(about)


def seat1(**about: Any) -> Setup:
    return lambda b: b["players"][1].update(about)


def turn(**about: Any) -> Setup:
    return lambda b: b.setdefault("turn", {}).update(about)


def nothing(b: Board) -> None:
    """The board as it is."""


#: What "for each" counts, and a board with two of it (`board()` has none).
AMOUNTS: dict[str, Setup] = {
    "card in your trash": zone(2, "Plain Spell", "trash"),
    "unit in your trash": zone(2, "Plain Unit", "trash"),
    "Dragon card in your trash": zone(2, "Plain Dragon", "trash"),
    "calm card in your trash": zone(2, "Calm Spell", "trash"),
    "card in your hand": zone(2, "Plain Spell", "hand"),
    "unit in your hand": zone(2, "Plain Unit", "hand"),
    "card in their trash": zone(2, "Plain Spell", "trash", 1),
    "facedown card you control": seat(facedown=[{"card": "Plain Unit", "at": "A"}]),
    "card with my name in your trash": zone(2, "SELF", "trash"),
    "battlefield you control": lambda b: b["battlefields"].update(C={"controller": 0}, D={"controller": 0}),
    "enemy battlefield": lambda b: b["battlefields"].update(C={"controller": 1}, D={"controller": 1}),
    "rune you control": seat(runes={"calm": 2}),
    "Calm rune you control": seat(runes={"calm": 2}),
    "exhausted rune you control": seat(runes={"calm": {"ready": 0, "exhausted": 2}}),
    "ready rune you control": seat(runes={"calm": 2}),
    "unit you control": put(2, "Plain Unit"),
    "friendly unit": put(2, "Plain Unit"),
    "other friendly unit": put(2, "Plain Unit"),
    "enemy unit": put(2, "Plain Unit", 1),
    "unit": put(2, "Plain Unit", 1),
    "gear you control": put(2, "Plain Gear"),
    "Dragon unit you control": put(2, "Plain Dragon"),
    "[Mighty] unit you control": put(2, "Big Unit"),
    "[Empowered] unit you control": put(2, "Plain Unit", states=["empowered"]),
    "buffed unit you control": put(2, "Plain Unit", buffs=1),
    "exhausted unit you control": put(2, "Plain Unit", exhausted=True),
    "ready unit you control": put(2, "Plain Unit"),
    "stunned enemy unit": put(2, "Plain Unit", 1, states=["stunned"]),
    "unit at a battlefield": put(2, "Plain Unit", at="B"),
    "unit you control in your base": put(2, "Plain Unit"),
    "unit you control here": put(2, "Plain Unit", at="A"),
    "legend you control": seat(legend={"card": "Plain Legend"}),
    "spell": zone(2, "Plain Spell", "hand"),
    "card you've played this turn": fact(cards_played=2),
    "point you scored from holding this turn": fact(points_from_holding=2),
    "unit killed this way": nothing,
    "buff spent": nothing,
    "energy it costs": nothing,
    "power it costs": nothing,
    "player that chooses cards": nothing,
    "unit beyond the first": turn(movers=1),
    "of the following tags among your units — Bird, Cat": lambda b: [put(1, "Plain Bird")(b), put(1, "Plain Cat")(b)],
}

#: Conditions, a board where each is true, and one where it is false.
CONDITIONS: dict[str, tuple[Setup, Setup]] = {
    "I'm at a battlefield": (turn(me="A"), turn(me="base")),
    "I'm in combat": (turn(me="A", states=["attacking"], showdown="A", focus=0), nothing),
    "I'm in a showdown": (turn(me="A", showdown="A", focus=0), nothing),
    "I'm buffed": (turn(buffs=1), nothing),
    "I'm [Mighty]": (turn(might=6), nothing),
    "I'm [Empowered]": (turn(states=["empowered"]), nothing),
    "I'm [Empowered] two times": (turn(states={"empowered": 2}), nothing),
    "you control this battlefield": (nothing, nothing),
    "it's your turn": (nothing, turn(player=1)),
    "you paid the additional cost": (nothing, nothing),
    "an enemy unit has died this turn": (fact(enemy_units_died=1), nothing),
    "you've played a spell this turn": (fact(spells_played=1, cards_played=1), nothing),
    "you've played an equipment this turn": (fact(equipment_played=1), fact(equipment_played=0)),
    "you've chosen an enemy unit this turn": (fact(enemy_units_chosen=1), fact(enemy_units_chosen=0)),
    "you've chosen enemy units and/or gear twice this turn with spells or unit abilities": (
        fact(enemies_chosen=2),
        fact(enemies_chosen=0),
    ),
    "you control fewer runes than an opponent": (seat1(runes={"calm": 3}), nothing),
    "it was an enemy unit": (nothing, nothing),
    "it was a friendly unit": (nothing, nothing),
    "you can't": (nothing, nothing),
    "you do": (nothing, nothing),
    "an opponent's score is within 3 points of the Victory Score": (seat1(points=7), nothing),
    "your score is not within 3 points of the Victory Score": (nothing, seat(points=7)),
    "you control a Dragon": (put(1, "Plain Dragon"), nothing),
    "you control four units": (put(4, "Big Unit"), nothing),
    "you control a [Mighty] unit": (put(1, "Big Unit"), nothing),
    "you control a battlefield": (nothing, lambda b: b["battlefields"].update(A={"controller": 1})),
    "you control three battlefields": (
        lambda b: b["battlefields"].update(C={"controller": 0}, D={"controller": 0}),
        nothing,
    ),
    "you control two Calm runes": (seat(runes={"calm": 2}), nothing),
    "you control 2 facedown cards": (
        lambda b: [
            b["battlefields"].update(C={"controller": 0}),
            seat(facedown=[{"card": "Plain Unit", "at": "A"}, {"card": "Plain Unit", "at": "C"}])(b),
        ],
        nothing,
    ),
    "you have two cards in your trash": (zone(2, "Plain Spell", "trash"), nothing),
    "you have four cards in your hand": (zone(4, "Plain Spell", "hand"), nothing),
    "you control up to 2 Dragons": (nothing, put(3, "Plain Dragon")),
    "you control 0 Dragons": (nothing, put(3, "Plain Dragon")),
    "you control a battlefield with exactly 2 units there": (
        lambda b: [b["battlefields"].update(B={"controller": 0}), put(2, "Big Unit", at="B")(b)],
        nothing,
    ),
    "an opponent controls a stunned unit": (put(1, "Plain Unit", 1, states=["stunned"]), nothing),
    "you've spent at least [A][A] this turn": (fact(power_spent=2), nothing),
    "you've spent [4] or more to play a spell this turn": (fact(max_energy_on_one_spell=4, spells_played=1), nothing),
    "you spent [4] or more": (nothing, nothing),
    "you control 4 or fewer runes": (nothing, seat(runes={"calm": {"ready": 0, "exhausted": 5}})),
    "you control 3 or more runes": (seat(runes={"calm": 3}), nothing),
    "you choose an enemy unit": (turn(aim=True), nothing),
    "you assigned 3 or more excess damage": (nothing, nothing),
    "there are 3 spells banished with me": (nothing, nothing),
    "it had 3 [M] or less": (nothing, nothing),
}

#: Parts of a cost, and a board that pays each (`board()` with the card itself pays none of them).
PARTS: dict[str, Setup] = {
    "discard 1": zone(1, "Plain Spell", "hand"),
    "discard a spell": zone(1, "Plain Spell", "hand"),
    "kill a friendly Dragon unit": put(1, "Plain Dragon"),
    "kill another friendly unit": put(1, "Plain Unit"),
    "kill another ready friendly unit": put(1, "Plain Unit"),
    "kill a friendly gear": put(1, "Plain Gear"),
    "kill a ready friendly gear": put(1, "Plain Gear"),
    "kill a friendly unit with [Deflect]": put(1, "Sure Target"),
    "kill two friendly gear": put(2, "Plain Gear"),
    "kill a friendly gear here": put(1, "Plain Gear", at="A"),
    "kill a [Mighty] friendly unit": put(1, "Big Unit"),
    "kill an enemy gear": put(1, "Plain Gear", 1),
    "kill a gear": put(1, "Plain Gear"),
    "return a friendly gear to its owner's hand": put(1, "Plain Gear"),
    "exhaust your legend": seat(legend={"card": "Plain Legend"}),
    "exhaust a friendly gear": put(1, "Plain Gear"),
    "recycle 2 from your trash": zone(2, "Plain Spell", "trash"),
    "recycle a unit from your trash": zone(1, "Plain Unit", "trash"),
    "banish a card from any trash": zone(1, "Plain Unit", "trash", 1),
    "spend a buff": put(1, "Plain Unit", buffs=1),
    "spend 3 XP": seat(xp=3),
    "disempower a friendly gear": put(1, "Plain Gear", states=["empowered"]),
    "kill any number of friendly gear": nothing,
    "spend any number of buffs": nothing,
    "pay any amount of [A]": nothing,
    "pay any amount of Energy": nothing,
    "pay [2]": nothing,
    "pay [2] or [A]": nothing,
    "[Burn 2]": nothing,
}

TRIGGERS = (
    "When I move", "When I hold", "When I conquer", "When you discard me", "When I attack", "When I'm played",
    "When you play me", "When you play a spell", "When a friendly unit moves", "When I conquer or hold",
    "When you conquer here", "When I move to a battlefield", "The first time I hold each turn", "When I die",
    "When I hold during a showdown", "At the start of your Main Phase", "At the start of your Beginning Phase",
    "At the end of your turn", "When combat starts here", "When you spend a buff", "When you ready a unit",
    "When an opponent plays a unit", "When I become [Mighty]", "When you play your second card",
    "When I win a combat", "When you conquer here with a unit", "When I attack or defend", "When I defend",
    "When I move from a location", "When I would die", "When I leave the board", "When you choose or ready a unit",
    "When you discard a card", "When you recycle a rune", "When you buff a unit", "When you burn a card",
    "When you banish a card", "When you empower a unit", "When you kill a unit", "When you attach a gear",
    "When a friendly unit is returned to a player's hand", "When a friendly unit leaves the board",
    "When a showdown begins here", "When a combat that I was in ends",
    "At the start of each player's first Beginning Phase", "At the start of each player's Beginning Phase",
    "When I hold on an opponent's turn",
    "When one of your units holds", "When you choose a friendly unit",
)  # fmt: skip
EVENTS = (
    "moved", "held", "conquered", "discarded", "start of main phase", "combat started", "revealed", "end of turn",
)  # fmt: skip

ME: dict[str, Any] = {"card": "SELF", "id": "me"}
PLAY_ME = {"play": "SELF"}
PLAY_SPELL = {"play": "Plain Spell", "by_seat": 0}

#: Clauses with an amount: the type of the card, whether it is on the board, whose question, the question.
AMOUNT_CLAUSES: dict[str, tuple[str, bool, int, dict[str, Any]]] = {
    "I cost [1] less for each {}.": ("Unit", False, 0, PLAY_ME),
    "I cost [A] less for each {}.": ("Spell", False, 0, PLAY_ME),
    "I cost [1] more for each {}.": ("Unit", False, 0, PLAY_ME),
    "I cost [fury] more for each {}.": ("Gear", False, 0, PLAY_ME),
    "Your spells cost [1] less for each {}.": ("Unit", True, 0, {"play": "Plain Spell"}),
    "Your spells cost [A] more for each {}.": ("Gear", True, 0, {"play": "Plain Spell"}),
    "Enemy spells cost [1] more for each {}.": ("Gear", True, 1, {"play": "Plain Spell"}),
    "[4]: Draw 1. This ability costs [1] less for each {}.": ("Unit", True, 0, {"activate": "me"}),
    "[4]: Draw 1. This ability costs [1] more for each {}.": ("Unit", True, 0, {"activate": "me"}),
    "Opponents must pay [1] for each {} to move multiple units to my battlefield at the same time.": (
        "Unit", True, 1, {"move": ["mover", "second"], "to": "A"},
    ),
    "Opponents must pay [A] for each {} to move multiple units to my battlefield at the same time.": (
        "Unit", True, 1, {"move": ["mover", "second"], "to": "A"},
    ),
    "Reduce my cost by [1] for each {}.": ("Unit", False, 0, PLAY_ME),
    "When I hold, [Add] [1] for each {}.": ("Unit", True, 0, {"event": "held", "object": "me"}),
    "At the start of your Main Phase, [Add] [1] for each {}.": ("Unit", True, 0, {"event": "start of main phase"}),
}  # fmt: skip

CONDITION_CLAUSES: dict[str, tuple[str, bool, int, dict[str, Any]]] = {
    "I cost [2] less if {}.": ("Unit", False, 0, PLAY_ME),
    "If {}, I cost [2] less.": ("Spell", False, 0, PLAY_ME),
    "If {}, I cost [2] more.": ("Gear", False, 0, PLAY_ME),
    "While {}, your spells cost [1] less.": ("Unit", True, 0, {"play": "Plain Spell"}),
    "Your spells cost [1] less if {}.": ("Unit", True, 0, {"play": "Plain Spell"}),
    "While {}, enemy spells cost [1] more.": ("Unit", True, 1, {"play": "Plain Spell"}),
    "[2]: Draw 1. Use only if {}.": ("Unit", True, 0, {"activate": "me"}),
    "[E]: [Add] [2]. Use only if {}.": ("Unit", True, 0, {"activate": "me"}),
    "[4]: Draw 1. If {}, this ability costs [1] less.": ("Unit", True, 0, {"activate": "me"}),
    "You may play me for [1] if {}.": ("Unit", False, 0, PLAY_ME),
    "While {}, I have [Accelerate].": ("Unit", False, 0, {"play": "SELF", "pay": ["accelerate"]}),
    "While {}, I have [Repeat] [1].": ("Spell", False, 0, {"play": "SELF", "pay": ["repeat"]}),
    "While {}, your spells have [Repeat] [1].": ("Unit", True, 0, {"play": "Plain Spell", "pay": ["repeat"]}),
    "While {}, your units have [Accelerate].": ("Unit", True, 0, {"play": "Plain Unit", "pay": ["accelerate"]}),
    "While {}, your spells have [Reaction].": ("Unit", True, 0, {"play": "Plain Spell"}),
    "I have [Deflect] while {}.": ("Unit", True, 1, {"play": "Plain Spell", "targets": ["me"]}),
    "Your units have [Deflect] while {}.": ("Unit", True, 1, {"play": "Plain Spell", "targets": ["friend"]}),
    "If {}, as an additional cost to play me, pay [1].": ("Unit", False, 0, PLAY_ME),
    "When I hold, if {}, [Add] [1].": ("Unit", True, 0, {"event": "held", "object": "me"}),
    "At the start of your Main Phase, if {}, [Add] [1].": ("Unit", True, 0, {"event": "start of main phase"}),
    "If {}, your Gold [Add] an additional [1].": ("Unit", True, 0, {"pay": {"energy": 41, "power": {"any": 21}}}),
    "If {}, you may hide cards ignoring costs.": ("Unit", True, 0, {"hide": "Plain Hidden", "at": "A"}),
    "If {}, you may play cards from your trash.": ("Unit", True, 0, {"play": "Plain Spell", "from": "trash"}),
    "If {}, play a unit from your hand, ignoring its cost.": ("Spell", False, 0, {"play": "Plain Unit", "by": "SELF"}),
}

PART_CLAUSES: dict[str, tuple[str, bool, int, dict[str, Any]]] = {
    "As an additional cost to play me, {}.": ("Unit", False, 0, PLAY_ME),
    "As an additional cost to play me, you may {}.": ("Unit", False, 0, {"play": "SELF", "pay": ["additional"]}),
    "[Repeat] — {}": ("Spell", False, 0, {"play": "SELF", "pay": ["repeat"]}),
    "[Flow] — [1], {}": ("Spell", False, 0, {"play": "SELF", "from": "trash"}),
    "[Empower] — {}": ("Unit", True, 0, {"activate": "me", "ability": "empower"}),
    "[Equip] — {}": ("Unit", True, 0, {"activate": "me", "ability": "equip"}),
    "{}: Draw 1.": ("Unit", True, 0, {"activate": "me"}),
    "{}: [Add] [1].": ("Unit", True, 0, {"activate": "me"}),
    "When I attack, you may {} to draw 1.": ("Unit", True, 0, {"trigger": "me"}),
    "When I hold, you may {} to [Add] [1].": ("Unit", True, 0, {"event": "held", "object": "me"}),
    'Your other units have "{}: Draw 1."': ("Unit", True, 0, {"activate": "friend"}),
    "You may {} instead of my cost.": ("Unit", False, 0, PLAY_ME),
}

ASKED_BY_WHO_KNOWS = ("If {}, play a unit from your hand, ignoring its cost.", "You may play me for [1] if {}.")

CASES = [
    *(("amount", words, piece) for words in AMOUNT_CLAUSES for piece in AMOUNTS),
    *(("condition", words, piece) for words in CONDITION_CLAUSES for piece in CONDITIONS),
    *(
        ("part", words, piece)
        for words in PART_CLAUSES
        for piece in PARTS
        if not ("another" in piece and "other units" in words)
    ),
    *(("trigger", "{}, [Add] [1].", piece) for piece in TRIGGERS),
    *(("trigger", "{}, you may pay [1] to [Add] [A].", piece) for piece in TRIGGERS),
    *(("trigger", "{}, your spells cost [1] less.", piece) for piece in TRIGGERS),
    *(("trigger", "{}, I have [Deflect].", piece) for piece in TRIGGERS),
]
CLAUSES = AMOUNT_CLAUSES | CONDITION_CLAUSES | PART_CLAUSES


def of_events(card: Card) -> bool:
    """Does a condition of the card ask for facts of an event?"""
    return any(word in str(clause.when) for clause in card.clauses for word in ("'event'", "'energy_on_spell'"))


def sentence(words: str, piece: str) -> str:
    text = words.format(piece)
    return text[0].upper() + text[1:]


def kind_of(words: str, piece: str) -> str:
    return CLAUSES[words][0] if words in CLAUSES else "Unit"


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    made = [
        record(
            f"Card {i}",
            sentence(words, piece),
            type=kind_of(words, piece),
            id=f"inv-{i:04}-999",
            power=4 if words.startswith("I cost [A]") else None,
        )
        for i, (_, words, piece) in enumerate(CASES)
    ]
    hidden = [record("Plain Hidden", "[Hidden]")]
    return catalog(tmp_path_factory.mktemp("cards") / "cards.json", [*FILLERS, *hidden, *made])


def ask(
    cards: Catalog, name: str, words: str, setup: Setup, question: dict[str, Any] | None = None, piece: str = ""
) -> Any:
    """The code, the costs and what is in the pool afterwards."""
    kind, there, asker, action = CLAUSES.get(words, ("Unit", True, 0, question or {}))
    b = board()
    setup(b)
    turn = b.setdefault("turn", {})
    about = {key: turn.pop(key) for key in ("me", "states", "buffs", "might", "aim", "movers") if key in turn}
    own = {k: about[k] for k in ("states", "buffs", "might") if k in about}
    if there and kind in ("Unit", "Gear"):
        b["players"][0]["board"].append({"card": name, "id": "me", "at": about.get("me", "A"), **own})
    elif there:
        b["players"][0]["legend"] = {"card": name, "id": "me"}
    if "friend" in str(action):
        b["players"][0]["board"].append({"card": "Plain Unit", "id": "friend", "exhausted": True})
    if "Gold" in words:
        b["players"][0]["board"].append({"card": "Gold", "id": "gold", "token": True})
    b["players"][1]["board"].append({"card": "Plain Unit", "id": "mover"})
    if "second" in str(action):
        b["players"][1]["board"].append({"card": "Plain Unit", "id": "second"})
    if asker:
        turn["player"] = 1 - turn.get("player", 0)
    if "my battlefield" in words and "beyond" in piece and "movers" not in about:
        action = {**action, "move": ["mover"]}
    action = {**action, **({"targets": ["mover"]} if "aim" in about and {"play", "activate"} & set(action) else {})}
    for key in ("play", "hide"):
        if key in action:
            card = name if action[key] == "SELF" else action[key]
            action[key] = card
            b["players"][asker][action.get("from", "hand")].append(card)
    if action.get("by"):
        action["by"] = name
    for side in b["players"]:
        side["trash"] = [name if card == "SELF" else card for card in side["trash"]]
    if "event" not in action:
        action["player"] = asker
    state = rc.State.from_scenario(b, cards)
    verdict = state.check(action)
    if verdict.code == "unknown_card_behaviour":
        return "unknown"
    pool = {}
    if verdict.legal and ("event" in action or "activate" in action):
        pool = state.after(action).to_scenario()["players"][0].get("pool", {})
    return verdict.code, sorted(map(str, verdict.costs)), pool


@pytest.mark.parametrize("words", [*AMOUNT_CLAUSES, *CONDITION_CLAUSES, *PART_CLAUSES])
def test_a_piece_that_is_read_is_answered(words: str, cards: Catalog) -> None:
    silent = []
    for i, (what, other, piece) in enumerate(CASES):
        if other != words:
            continue
        card = cards.card(f"Card {i}")
        if card.partial:
            continue
        if words in ASKED_BY_WHO_KNOWS and what == "condition" and of_events(card):
            continue  # a fact of the effect: whoever plays the card by it knows
        if what == "condition":
            setups = CONDITIONS[piece]
        else:
            setups = (AMOUNTS if what == "amount" else PARTS)[piece], nothing
        answers = [ask(cards, card.name, words, setup, None, piece) for setup in setups]
        if what == "part" and "any " in piece:
            told = answers[0] == "unknown" or answers[0][0] == "ok"  # none is a number, too
        elif what == "part" and setups[0] is nothing:
            # Paid by what is there anyway: then it is seen in the costs.
            told = answers[0] == "unknown" or answers[0][0] != "ok" or "0" not in answers[0][1]
        else:
            told = "unknown" in answers or answers[0] != answers[1]
        if not told:
            silent.append((sentence(words, piece), answers[0], [clause.as_dict() for clause in card.clauses]))
    assert not silent, f"{len(silent)} read and not answered:\n" + "\n".join(map(str, silent))


@pytest.mark.parametrize("words", sorted({words for what, words, _ in CASES if what == "trigger"}))
def test_a_trigger_that_is_read_is_answered(words: str, cards: Catalog) -> None:
    """Some event brings the Add, asks for the price, or is not known: no trigger leads to nothing."""
    silent = []
    for i, (what, other, piece) in enumerate(CASES):
        card = cards.card(f"Card {i}")
        if what != "trigger" or other != words or card.partial:
            continue
        base = ask(cards, card.name, words, nothing, {"pay": {}})
        told = any(
            (found := ask(cards, card.name, words, nothing, {"event": event, "object": "me"})) == "unknown"
            or found[2].get("energy", 0) in (1, 41)
            for event in EVENTS
        )
        if not told:
            silent.append((sentence(words, piece), base, [clause.as_dict() for clause in card.clauses]))
    assert not silent, f"{len(silent)} read and not answered:\n" + "\n".join(map(str, silent))


def test_no_word_of_the_grammar_is_left_out() -> None:
    """Each amount and condition in fixed words, each event and point in time of the grammar is among the pieces."""

    def read(piece: str, template: str) -> bool:
        return Cursor(tokenize(piece), set()).take(template)

    for template, _ in amounts._EACH:
        same = [other for other, op in amounts._EACH if op == dict(amounts._EACH)[template]]
        assert any(read(piece, other) for piece in AMOUNTS for other in same), template
    for template, meaning in conditions._FIXED:
        same = [other for other, means in conditions._FIXED if means == meaning]
        assert any(read(piece, other) for piece in CONDITIONS for other in same), template
    for template, _, _ in triggers._VERBS:
        heads = [re.sub(r"^When (?:I|you|an opponent|a friendly unit|one of your units) ", "", t) for t in TRIGGERS]
        assert any(read(head, template) for head in heads), template
    for template, _ in (*triggers._TIMES, *triggers._HAPPENINGS):
        assert any(read(t.removeprefix("When "), template) for t in TRIGGERS), template


def test_pieces_are_read_at_all(cards: Catalog) -> None:
    """The test is about something: most of the sentences are understood, and each kind of clause in some."""
    understood = {words for i, (_, words, _) in enumerate(CASES) if not cards.card(f"Card {i}").partial}
    assert len(understood) >= 30, sorted(set(CLAUSES) - understood)
    whole = sum(not cards.card(f"Card {i}").partial for i in range(len(CASES)))
    assert whole >= 500, whole
