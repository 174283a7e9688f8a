"""The grammar of rules text, on sentences of invented cards: what is understood, and that nothing is guessed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from riftcore.catalog import effects, grammar
from riftcore.catalog.ability import Parsed
from riftcore.catalog.grammar import parse
from riftcore.catalog.tokens import plain, tokenize


def read(text: str, own: str = "fury") -> Parsed:
    return parse(plain(text), own=own)


def clauses(text: str, own: str = "fury") -> list[dict[str, Any]]:
    """The clauses of a text that is understood, without their groups and words, and without mere triggers."""
    parsed = read(text, own)
    assert parsed.leftovers == []
    out = []
    for clause in parsed.clauses:
        if clause["kind"] == "triggered":
            continue
        clause = {key: value for key, value in clause.items() if key != "group"}
        if "modifier" in clause:
            clause["modifier"] = {k: v for k, v in clause["modifier"].items() if k != "applies_to"}
        out.append(clause)
    return out


def one(text: str, own: str = "fury") -> dict[str, Any]:
    found = clauses(text, own)
    assert len(found) == 1, found
    return found[0]


ATTACK = {"event": "attack", "who": "self"}
PLAYED = {"event": "play", "who": "you", "what": "self"}
CONQUERED_HERE = {"event": "conquer", "who": "you", "where": "here"}


def test_symbols_and_keywords_become_tokens_and_reminders_do_not() -> None:
    tokens = tokenize(
        plain("<p>[Deflect 2] (Pay :rb_rune_rainbow:.)<br />:rb_energy_3::rb_rune_fury:, :rb_exhaust:: Draw two.</p>")
    )
    assert [(t.kind, t.text, t.value) for t in tokens] == [
        ("keyword", "deflect", 2),
        ("break", "\n", None),
        ("symbol", "energy", 3),
        ("symbol", "fury", None),
        ("punct", ",", None),
        ("symbol", "exhaust", None),
        ("punct", ":", None),
        ("word", "draw", None),
        ("number", "two", 2),
        ("punct", ".", None),
        ("break", "\n", None),
    ]


@pytest.mark.parametrize(
    ("text", "kind", "fields"),
    [
        ("[Accelerate]", "keyword_accelerate", {"cost": {"energy": 1, "power": {"fury": 1}}}),
        ("[Deflect 3]", "keyword_deflect", {"value": 3}),
        ("[Hidden]", "keyword_hidden", {"cost": {"power": {"any": 1}}, "timing": "main"}),
        ("[Equip] [1][C]", "keyword_equip", {"cost": {"energy": 1, "power": {"fury": 1}}, "timing": "main"}),
        (
            "[Equip] — [C], Kill a friendly unit",
            "keyword_equip",
            {"cost": {"power": {"fury": 1}, "other": ["kill 1 friendly unit"]}},
        ),
        ("[Repeat] — Discard 2", "keyword_repeat", {"cost": {"other": ["discard 2"]}}),
        ("[Flow] [3][A][A]", "keyword_flow", {"cost": {"energy": 3, "power": {"any": 2}}}),
        ("[Empower] — [1] or [C]", "keyword_empower", {"cost": {"choice": [{"energy": 1}, {"power": {"fury": 1}}]}}),
        ("[Empower] — [2], [E]", "keyword_empower", {"cost": {"energy": 2, "exhaust_self": True}}),
        ("[Weaponmaster]", "keyword_weaponmaster", {"modifier": {"power": {"any": 1}}}),
        ("[E]: [Reaction] — [Add] [C].", "add_activated", {"timing": "reaction", "adds": {"power": {"fury": 1}}}),
        (
            "[Reaction][>] [A], [E]: [Add] [2].",
            "add_activated",
            {"timing": "reaction", "cost": {"power": {"any": 1}, "exhaust_self": True}},
        ),
        ("[E]: [Reaction], [Legion] — [Add] [1].", "add_activated", {"when": ["legion"], "timing": "reaction"}),
        (
            "[E]: [Reaction] — Pay any amount of [A] to [Add] that much Energy.",
            "add_activated",
            {"cost": {"exhaust_self": True, "x": "power"}, "adds": {"energy": "x"}},
        ),
        (
            "[E]: [Add] [1]. Use only to play spells.",
            "add_activated",
            {"adds": {"energy": 1, "restriction": "spells"}, "timing": "main"},
        ),
        ("As I'm revealed from your deck, [Add] [3].", "add_replacement", {"adds": {"energy": 3}}),
        (
            "When I attack, [Add] [1][A].",
            "add_triggered",
            {"trigger": ATTACK, "adds": {"energy": 1, "power": {"any": 1}}},
        ),
        (
            "[Action][>] [2], Recycle 2 from your trash, [E]: Draw 1.",
            "activated_cost",
            {"timing": "action", "cost": {"energy": 2, "exhaust_self": True, "other": ["recycle 2 from trash"]}},
        ),
        ("Disempower this, [1]: Draw 1.", "activated_cost", {"cost": {"energy": 1, "other": ["disempower self"]}}),
        (
            "Spend 4 XP: Ready me. Use only once per turn.",
            "activated_cost",
            {"cost": {"other": ["spend 4 xp"]}, "limit": {"times": 1, "per": "turn"}},
        ),
        (
            "[C]: Ready me. Use this ability only while I'm at a battlefield.",
            "activated_cost",
            {"when": ["at_battlefield"]},
        ),
        ("When I attack, you may pay [2] to draw 1.", "triggered_cost", {"trigger": ATTACK, "cost": {"energy": 2}}),
        (
            "When you conquer here, you may pay [1] and return a unit you control here to its owner's hand to draw 1.",
            "triggered_cost",
            {"trigger": CONQUERED_HERE, "cost": {"energy": 1, "other": ["return 1 friendly unit"]}, "where": "here"},
        ),
        ("When you discard me, you may pay [C] to play me.", "triggered_cost", {"plays": {"what": "self"}}),
        (
            "[Deathknell] — Recycle me to draw 1.",
            "triggered_cost",
            {"trigger": {"event": "die", "who": "self"}, "cost": {"other": ["recycle self"]}},
        ),
        ("Choose a unit. You may pay [A]. If you do, ready it.", "resolution_cost", {"cost": {"power": {"any": 1}}}),
        (
            "Counter a spell unless its controller pays [3].",
            "resolution_cost",
            {"cost": {"energy": 3}, "payer": "its controller"},
        ),
        ("Draw 1. Then do this: You may pay [C] to ready a unit.", "triggered_cost", {"trigger": {"event": "do this"}}),
        (
            "If a unit here would die, its controller may pay [A] to recall it instead.",
            "other_cost",
            {"cost": {"power": {"any": 1}}, "payer": "its controller"},
        ),
        (
            "As an additional cost to play me, kill a Cat or Dog you control.",
            "additional_mandatory",
            {"cost": {"other": ["kill 1 friendly unit [cat|dog]"]}},
        ),
        (
            "You may spend 2 XP as an additional cost to play this.",
            "additional_optional",
            {"cost": {"other": ["spend 2 xp"]}},
        ),
        (
            "If you've played a spell this turn, you may pay [C] as an additional cost to play me. If you do, sing.",
            "additional_optional",
            {"when": ["played_this_turn", "spell"]},
        ),
        ("[Legion] — I cost [3] less.", "discount_self", {"when": ["legion"], "modifier": {"energy": 3}}),
        ("I cost [1] less for each card in your trash.", "discount_self", {"modifier": {"energy": ["trash"]}}),
        (
            "I cost [2][C] less for each of your [Mighty] units, to a minimum of [1].",
            "discount_self",
            {
                "modifier": {
                    "energy": ["times", 2, ["count", {"type": "unit", "state": "mighty", "controller": "you"}]],
                    "power": {"fury": ["count", {"type": "unit", "state": "mighty", "controller": "you"}]},
                    "min_energy": 1,
                }
            },
        ),
        (
            "This costs [2] less if you control a Mech.",
            "discount_self",
            {"when": ["controls", {"tag": "mech", "controller": "you"}, 1]},
        ),
        ("I cost [2] less to play from anywhere other than your hand.", "discount_self", {"when": ["not_from_hand"]}),
        (
            "This spell's Energy cost is reduced by the highest Might among units you control.",
            "discount_self",
            {"modifier": {"energy": ["max_might", {"type": "unit", "controller": "you"}]}},
        ),
        (
            "While I'm at a battlefield, your spells cost [1][A] less, to a minimum of [2].",
            "discount_other",
            {
                "when": ["at_battlefield"],
                "modifier": {"energy": 1, "power": {"any": 1}, "min_energy": 2},
                "scope": {"payer": "you", "what": "spell", "lasts": "static"},
            },
        ),
        (
            "Opponents' units cost [1] more.",
            "increase_other",
            {"scope": {"payer": "opponents", "what": "unit", "lasts": "static"}},
        ),
        (
            "Your spells that choose me cost [1] or [A] less.",
            "discount_other",
            {"modifier": {"energy": 1, "power": {"any": 1}, "choice": "energy or power"}},
        ),
        (
            "When you play me, the next spell you play this turn costs [2] less.",
            "discount_other",
            {"trigger": PLAYED, "scope": {"payer": "you", "what": "spell", "lasts": "next"}},
        ),
        (
            "During showdowns here, cards with [Action] cost [A] more to play.",
            "increase_other",
            {"when": ["showdown_here"]},
        ),
        (
            "Play a unit from your trash, ignoring its Energy cost.",
            "ignore_cost",
            {"modifier": {"sets": {"energy": 0}}},
        ),
        (
            "Choose a spell and play it, ignoring any and all costs.",
            "total_change",
            {"modifier": {"sets": {"energy": 0, "power": 0, "other": 0}}},
        ),
        (
            "Banish a gear from among them, then play it, reducing its cost by [4].",
            "discount_other",
            {"modifier": {"energy": 4}},
        ),
        (
            "You may play me from your trash for [4][C].",
            "alternate_cost",
            {"cost": {"energy": 4, "power": {"fury": 1}}, "plays": {"what": "self", "from": "trash"}},
        ),
        (
            "You may pay [2] to hide a card with [Hidden] instead of [A].",
            "alternate_cost",
            {"scope": {"payer": "you", "what": "hide", "lasts": "static"}},
        ),
        (
            "Opponents must pay [1] for each unit beyond the first"
            " to move multiple units to my battlefield at the same time.",
            "tax",
            {"cost": {"energy": ["units_beyond_first"]}},
        ),
        ("At the end of your turn, ready up to 3 runes.", "rune_ready", {"runes": {"count": 3, "up_to": True}}),
        (
            "Each player channels 2 runes exhausted.",
            "rune_channel",
            {"runes": {"count": 2, "exhausted": True}, "payer": "each player"},
        ),
        (
            "Counter a spell that costs no more than [3] and no more than [A].",
            "cost_reader",
            {"reads": {"what": "spell", "energy_max": 3, "power_max": 1}},
        ),
        (
            "When you play a gear with Energy cost [6] or more, draw 1.",
            "cost_reader",
            {"reads": {"what": "gear", "energy_min": 6}},
        ),
        (
            "When I attack, play three Gold gear tokens exhausted.",
            "other_cost",
            {"trigger": ATTACK, "adds": {"gold_tokens": 3}},
        ),
        ("When you play a spell, if you spent [6] or more, draw 1.", "other_cost", {"when": ["energy_on_spell", 6]}),
        ("While you have 5+ runes, I have +1 [M].", "other_cost", {"when": ["runes_at_least", 5]}),
        (
            "When I attack, if you control 3 or fewer runes, draw 1.",
            "other_cost",
            {"trigger": ATTACK, "when": ["runes_at_most", 3]},
        ),
        (
            "If you control fewer runes than an opponent at the start of your Beginning Phase, draw 1.",
            "other_cost",
            {"trigger": {"event": "start of Beginning Phase", "who": "you"}, "when": ["fewer_runes"]},
        ),
        (
            "When I attack, reveal the top rune of your rune deck, then recycle it.",
            "other_cost",
            {"trigger": ATTACK, "reads": {"what": "rune", "value": "domain"}},
        ),
        (
            "When I attack, you may ready something else that's exhausted.",
            "rune_ready",
            {"trigger": ATTACK, "runes": {"count": 1}},
        ),
        (
            "When I attack, you may banish one, then play it.",
            "other_cost",
            {"plays": {"what": "card", "from": "looked at"}},
        ),
        ("You may play cards from your trash.", "other_cost", {"plays": {"what": "card", "from": "trash"}}),
        ("When I attack, draw 1 or channel 1 rune.", "rune_channel", {"when": ["event", "chosen"]}),
        (
            "When I attack, each opponent plays a Gold gear token exhausted.",
            "other_cost",
            {"payer": "each opponent", "adds": {"gold_tokens": 1}},
        ),
        (
            "This costs [1] less if you control something that's [Empowered].",
            "discount_self",
            {"when": ["controls", {"type": ["unit", "gear", "legend"], "state": "empowered", "controller": "you"}, 1]},
        ),
        ("Your Dragons have [Deflect 2] and [Tank].", "keyword_deflect", {"granted": True, "value": 2}),
        ("[Level 4][>] I have +1 [M] and [Deflect].", "keyword_deflect", {"when": ["level", 4], "value": 1}),
        (
            "While I'm in a showdown, your spells have [Repeat] [1][C].",
            "keyword_repeat",
            {"granted": True, "when": ["in_showdown"], "cost": {"energy": 1, "power": {"fury": 1}}},
        ),
        (
            "Give the next spell you play this turn [Repeat] equal to its cost.",
            "keyword_repeat",
            {"granted": True, "cost": {"equals": "printed"}},
        ),
        ('Units here have "[E]: Draw 1."', "activated_cost", {"granted": True, "cost": {"exhaust_self": True}}),
    ],
)
def test_a_sentence_gives_its_clause(text: str, kind: str, fields: dict[str, Any]) -> None:
    clause = one(text)
    assert clause["kind"] == kind
    assert {key: clause.get(key) for key in fields} == fields


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Kill an enemy unit: Draw 1.", "kill 1 enemy unit"),
        ("Kill a gear: Draw 1.", "kill 1 gear"),
        ("Return another friendly gear to its owner's hand: Draw 1.", "return 1 friendly gear [other]"),
        ("Exhaust two friendly units: Draw 1.", "exhaust 2 friendly unit"),
        ("Discard a spell: Draw 1.", "discard 1 [spell]"),
        ("Recycle a unit from your trash: Draw 1.", "recycle 1 from trash [unit]"),
        ("Banish this: Draw 1.", "banish self"),
        ("Spend my buff: Draw 1.", "spend 1 buff [self]"),
    ],
)
def test_prices_that_are_no_resource_have_a_canonical_string(text: str, other: str) -> None:
    assert one(text)["cost"] == {"other": [other]}


@pytest.mark.parametrize(
    ("text", "trigger"),
    [
        ("When you attach an Equipment to me, you may pay [1] to draw 1.", {"how": "to me"}),
        ("When you kill a unit with a spell, you may pay [1] to draw 1.", {"how": "with a spell"}),
        ("When you conquer here with one or more [Mighty] units, you may pay [1] to draw 1.", {"where": "here"}),
        ("When I conquer after an attack, you may pay [1] to draw 1.", {"how": "after an attack", "event": "conquer"}),
        (
            "When you play me or the first time you play a gear each turn, you may pay [1] to draw 1.",
            {"what": "self", "or": {"event": "play", "who": "you", "what": {"type": "gear"}, "first": "turn"}},
        ),
    ],
)
def test_a_trigger_keeps_its_circumstances(text: str, trigger: dict[str, Any]) -> None:
    found = one(text)["trigger"]
    assert {key: found.get(key) for key in trigger} == trigger


def test_an_add_that_is_set_off_an_additional_time_says_so() -> None:
    twice = "Your hold effects for holding here trigger an additional time.\nWhen I hold, [Add] [A]."
    assert one(twice)["value"] == 2
    assert "value" not in one(twice.replace("When I hold", "When I move"))
    assert read(twice.replace("an additional time", "three more times")).leftovers


def test_keywords_that_are_handed_on_are_granted() -> None:
    own, given, _ = clauses(
        "[Deflect 2]\nWhen I attack, give another friendly unit my keywords and +[M] equal to my Might this turn."
        "\n[Level 3][>] I have [Accelerate]."
    )
    assert (own["kind"], given["kind"], given["value"], given["granted"]) == (
        "keyword_deflect", "keyword_deflect", 2, True,
    )  # fmt: skip
    assert given["scope"]["lasts"] == "turn"


def test_what_a_payer_pays_for_is_the_payers() -> None:
    found = clauses("When a player plays a unit here, they may pay [1] to channel 1 rune exhausted.")
    assert [(c["kind"], c["payer"]) for c in found] == [
        ("triggered_cost", "that player"),
        ("rune_channel", "that player"),
    ]


def test_an_own_symbol_of_two_domains_is_hybrid() -> None:
    assert one("[Equip] [C]", own="calm|chaos")["cost"] == {"power": {"calm|chaos": 1}}


def test_an_additional_cost_and_what_it_buys_share_a_group() -> None:
    parsed = read(
        "As you play me, you may discard 1 as an additional cost. If you do, reduce my cost by [2].\n[Deflect]"
    )
    assert [(c["kind"], c["group"]) for c in parsed.clauses[:2]] == [("additional_optional", 1), ("discount_self", 1)]
    assert parsed.clauses[1]["when"] == ["paid_additional"]
    assert parsed.clauses[2]["group"] != 1


def test_an_instead_switches_the_change_before_it_off() -> None:
    low, high = clauses("[Level 2][>] I cost [1] less.\n[Level 5][>] I cost [3] less instead.")
    assert low["when"] == ["and", ["level", 2], ["not", ["level", 5]]]
    assert high["when"] == ["level", 5]


def test_an_add_with_two_amounts_is_one_ability() -> None:
    parsed = read("[Reaction][>] [E]: [Add] [1]. If this is [Empowered], [Add] [3] instead.")
    assert [(c["adds"], c["when"], c["group"]) for c in parsed.clauses] == [
        ({"energy": 1}, ["not", ["empowered"]], 1),
        ({"energy": 3}, ["empowered"], 1),
    ]


def test_several_repeats_are_several_clauses_of_one_ability() -> None:
    parsed = read("[Repeat] — [1] / [A]")
    assert [(c["cost"], c["group"]) for c in parsed.clauses] == [({"energy": 1}, 1), ({"power": {"any": 1}}, 1)]


def test_items_of_a_list_belong_to_the_ability_before_it() -> None:
    found = clauses(
        "<p>When I attack, choose one —</p><ul><li>Ready 2 runes.</li><li>Channel 1 rune exhausted.</li></ul>"
    )
    assert [(c["kind"], c["trigger"], c["when"]) for c in found] == [
        ("rune_ready", ATTACK, ["event", "chosen"]),
        ("rune_channel", ATTACK, ["event", "chosen"]),
    ]


def test_a_price_within_an_effect_is_paid_on_resolution() -> None:
    found = clauses("When you play me, choose an opponent. You may pay 1 XP to draw 1.")
    assert [c["kind"] for c in found] == ["resolution_cost"]


def test_an_instruction_with_if_you_do_is_no_cost() -> None:
    assert clauses("When I attack, you may kill a gear. If you do, draw 1.") == []


def test_printed_keywords_and_how_it_enters() -> None:
    parsed = read("[Reaction]\n[Deflect]\n[Assault 3]\nThis enters exhausted.\n[Empowered][>] I have [Ganking].")
    assert parsed.keywords == {"reaction": None, "deflect": 1, "assault": 3}
    assert parsed.enters == "exhausted"


def test_speeds_and_zones_that_are_given_are_permissions() -> None:
    faster = read("Your Equipment everywhere have [Quick-Draw].").permissions
    assert [(p["keyword"], p["scope"]["filter"]["tag"]) for p in faster] == [("quick-draw", "equipment")]
    assert read("You may play cards from your trash.").permissions == [{"play": "card", "from": "trash"}]


@pytest.mark.parametrize(
    "text",
    [
        "I cost [2] less on Tuesdays.",
        "I cost [2] less for each song you sang.",
        "Your spells cost [1] less if it rains.",
        "Your spells cost [1] less, to a minimum of [1], while it rains.",
        "Friendly units cost [1] less to move.",
        "Your third spell each turn costs [1] less.",
        "You may pay [2] instead of my cost.",
        "[E]: [Add] [1] or [fury].",
        "[E]: [Add] [2] if you control a Mech.",
        "[E]: [Add] [2]. Spend this Energy only to play Dragons.",
        "[E]: Gain 2 [fury].",
        "At the start of the tide, [Add] [1].",
        "At the start of the tide, play a Gold gear token exhausted.",
        "When I sing, you may pay [1] to draw 1.",
        "When you play me, channel 2 runes exhausted unless it rains.",
        "As an additional cost to play me, pay [1] for each unit.",
        "You may play me from your trash for [3] if it rains.",
        "Play a unit from your trash, ignoring its cost if it's a Mech.",
        "Counter a spell that costs [2].",
        "[Deflect 2] while I'm alone.",
        "I have [Deflect] equal to my Might.",
        "Your units have [Deflect] during the tide.",
        "[Empower] [3] or discard 1",
        "[Flow] [2], Sing",
        "[Frenzy]",
        "[Frenzy] [2]",
        "[Frenzy 3][>] I cost [1] less.",
        "[Frozen][>] I cost [1] less.",
        "If its cost is [3] or less, draw 1.",
        "Whenever you channel a rune, draw 1.",
        "[5]: Draw 1. Use only if it rains.",
        "If you've spent at least [fury][fury] this turn, draw 1.",
        "When I attack, the defender may pay [1] to draw 1.",
        "When I attack, everybody channels 1 rune.",
        "When I attack, the winner plays a Gold gear token exhausted.",
        "When I attack, play a Gold gear token ready.",
        "Ready 2 runes of different domains.",
        "When I attack, give your other units [Deflect].",
        "When I hold, [Add] [1]. Your hold effects trigger twice.",
        "Kill up to two friendly units, [1]: Draw 1.",
        "Kill all friendly units in a base, [1]: Draw 1.",
    ],
)
def test_new_wording_is_quoted_and_not_guessed(text: str) -> None:
    parsed = read(text)
    assert parsed.leftovers
    assert all(piece in text for piece in parsed.leftovers)


def test_text_without_costs_is_passed_over() -> None:
    parsed = read("[Tank]\nWhen I dance, draw 7 and give every enemy a hat.\nOpponents can't sing.")
    assert ([clause["kind"] for clause in parsed.clauses], parsed.leftovers) == (["triggered"], [])


_WORDS = """
    I you may pay [1] [A] [C] [E] : , . — to as an additional cost play me this friendly enemy unit gear spell for each
    if while when less more costs cost [Add] [Deflect] [Repeat] [Empower] [>] your runes channel ready exhausted Gold
    token
    kill discard recycle 2 with Energy no than and or ignoring its reducing by have give instead
"""


def soup(count: int, seed: int) -> list[str]:
    """Texts of random words of the game."""
    words = [*_WORDS.split(), '"', "\n"]
    source = random.Random(seed)
    return [" ".join(source.choice(words) for _ in range(source.randrange(1, 30))) for _ in range(count)]


def test_nothing_that_can_be_written_breaks_the_parser() -> None:
    for text in soup(3000, seed=7):
        read(text)


def test_no_piece_is_missed_for_the_token_that_it_begins_with(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*soup(500, seed=11), *_SENTENCES]
    found = [read(text) for text in texts]
    monkeypatch.setattr(grammar, "pieces_at", lambda token: [piece for piece, _ in effects._PIECES])
    assert [read(text) for text in texts] == found


# Every piece of an effect, in the middle of a sentence.
_SENTENCES = (
    "Sing, then kill a gear to draw 1.",
    "Counter it unless its controller pays [1].",
    "Sing and they may pay [1] to draw 1.",
    "As I'm revealed from your deck, [Add] [1].",
    "Sing and your Gold [Add] an additional [1].",
    "When I attack, the attacker and defender each [Add] [1].",
    "Sing and play a Gold gear token exhausted.",
    "Sing and channel 1 rune, then ready 2 runes.",
    "Sing and you must recycle one of your runes.",
    "Sing and play a unit from your trash, ignoring its cost.",
    "Sing and play a unit from your hand, reducing its cost by [2].",
    "Sing and you may play me for [2].",
    "Sing and you may banish one, then play it.",
    "Sing to a unit costing no more than [2] or a card with Energy cost [3] or more.",
    "Sing to two Bird unit tokens with [Deflect] if you've spent [4] or more to play a spell this turn.",
    "When I attack, you may [Burn 1] to draw 1. Choose a [Hidden] card.",
)


@pytest.mark.parametrize(
    "text",
    [
        "When I attack, [Add] :rb_energy_1: twice.",
        "When I attack, channel 1 rune exhausted twice.",
        "When I attack, ready up to 2 runes this turn.",
        "Play a Gold gear token exhausted for a friend.",
        "Opponents' channel 1 rune exhausted.",
        "Some people may play a Gold gear token exhausted.",
        "Unless you sing, channel 1 rune exhausted.",
        "Counter a spell unless its controller pays :rb_energy_2: twice.",
        "As I'm revealed from your deck, [Add] :rb_energy_2: on Sundays.",
        "[Deflect",
        "[Deflect 100]",
        "I cost :rb_energy_100: less.",
    ],
)
def test_words_that_change_an_amount_are_not_passed_over(text: str) -> None:
    assert read(text).leftovers


def test_who_may_channel() -> None:
    assert one("Each opponent may channel 1 rune exhausted.")["payer"] == "each opponent"
    assert "payer" not in one("You may channel 1 rune exhausted.")


def test_a_condition_of_a_trigger_is_one_of_all_its_sentences() -> None:
    """What follows a trigger decides whether it triggers; what begins a sentence is of that sentence alone."""
    start = "When I attack, if you control 4 or fewer runes, channel 1 rune exhausted."
    whole = clauses(start + " Play a Gold gear token exhausted.")
    assert [clause["when"] for clause in whole] == [["runes_at_most", 4]] * 2
    start = "When I attack, channel 1 rune exhausted."
    part = clauses(start + " If I'm buffed, play a Gold gear token exhausted. Channel 2 runes.")
    assert [clause.get("when") for clause in part] == [None, ["state", "buffed"], None]


def test_a_keyword_for_this_turn() -> None:
    assert one("Your units have [Deflect] this turn.")["scope"]["lasts"] == "turn"
    assert one("Your units have [Deflect].")["scope"]["lasts"] == "static"
    assert one("I have [Deflect] this turn.")["scope"] == {"filter": {"self": True}, "lasts": "turn"}


@pytest.mark.parametrize(
    ("text", "triggers"),
    [
        ("When I attack, draw 1.", [ATTACK]),
        ("When I attack, pay [1] to draw 1.", []),
        ("When you play me, draw 1.\nWhen I attack, draw 1.", [PLAYED, ATTACK]),
        (
            "[Hunt 2]\n[Deathknell][>] Draw 1.",
            [{"event": "conquer or hold", "who": "self"}, {"event": "die", "who": "self"}],
        ),
        ("When something odd happens, draw 1.", [{"event": "other"}]),
        ("The first time something odd happens each turn, draw 1.", [{"event": "other"}]),
        ("When I attack, draw 1. Then do this: Draw 1. When it dies this turn, draw 1.", [ATTACK]),
        ("[1]: Draw 1. When it dies this turn, draw 1.", []),
        ("If I would die, draw 1 instead.", []),
    ],
)
def test_triggers_without_a_price_are_known(text: str, triggers: list[dict[str, Any]]) -> None:
    found = [clause for clause in read(text).clauses if clause["kind"] == "triggered"]
    assert [clause["trigger"] for clause in found] == triggers
    assert len({clause["group"] for clause in found}) == len(found)


def test_a_condition_after_a_trigger_is_one_of_the_trigger() -> None:
    clause = next(
        clause
        for clause in read("[Level 3][>] When I attack, if you control 3 or fewer runes, draw 1.").clauses
        if clause["kind"] == "triggered"
    )
    assert clause["when"] == ["and", ["level", 3], ["runes_at_most", 3]]


@pytest.mark.parametrize(
    ("text", "instead", "scope"),
    [
        (
            "The next time a friendly unit would die, kill this instead. Heal that unit, exhaust it, and recall it.",
            "kill self, recall exhausted",
            {"what": "card", "filter": {"controller": "you", "type": "unit"}, "lasts": "static"},
        ),
        (
            "If another unit you control here would die, if it has less Might than me, "
            "instead heal it, exhaust it, and recall it.",
            "recall exhausted",
            {
                "what": "card", "lasts": "static",
                "filter": {"other": True, "type": "unit", "controller": "you", "at": "here", "weaker": True},
            },
        ),
        ("Draw 1. The next time it would die this turn, recall it exhausted instead.", "recall exhausted",
         {"what": "card", "lasts": "turn"}),
        ("Draw 1. If it would die this turn, banish it instead.", "banish", {"what": "card", "lasts": "turn"}),
        ("If a card would go to your trash from anywhere other than your Main Deck, banish it instead.", "banish",
         {"what": "card", "lasts": "static"}),
    ],
)  # fmt: skip
def test_what_happens_in_place_of_a_death(text: str, instead: str, scope: dict[str, Any]) -> None:
    clause = one(text)
    assert (clause["kind"], clause["modifier"], clause["scope"]) == ("replaces", {"instead": instead}, scope)


@pytest.mark.parametrize(
    "text",
    [
        "The next time a friendly unit would die, kill this instead.",
        "If a friendly unit would die, give it a hat instead.",
        "If a card would go to your trash, sing instead.",
    ],
)
def test_a_replacement_that_is_not_understood_is_reported(text: str) -> None:
    assert read(text).leftovers == [text.rstrip(".")]
