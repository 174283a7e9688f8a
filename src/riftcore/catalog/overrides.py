"""What the card file is known to get wrong, one line each with the reason.

An override whose card is in the file but which changes nothing is an error: the file was mended, and the line goes.
When the shipped facts are built (from the whole file), so is an override whose card is not there.
"""

from __future__ import annotations

from typing import Any, Final

# Folded name in the file -> official name.
RENAMES: Final[dict[str, tuple[str, str]]] = {
    "Yordle, Kennen, Heart of the Tempest": ("Kennen, Heart of the Tempest", "a tag was read as part of the name"),
}

# Name in the errata -> official name.
ERRATA_NAMES: Final[dict[str, tuple[str, str]]] = {
    "Dark Child, Starter": ("Annie, Dark Child", "named by its subtitle and its product"),
}

# Card -> the printing whose wording is used in place of the base printing's.
WORDINGS: Final[dict[str, tuple[str, str]]] = {
    "Azir, Emperor of the Sands": ("sfd-247-221", "the base printing has an older wording of the first ability"),
}

# (card, what the file has, what it should have, reason); applied to the text after markup was removed.
EDITS: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("Jagged Cutlass", "Equip :rb", "[Equip] :rb", "the keyword lacks its brackets"),
    ("Windsinger", "Hidden", "[Hidden]", "the keyword lacks its brackets"),
    ("Laurent Bladekeeper", "Ganking", "[Ganking]", "the keyword lacks its brackets"),
    ("Ultrasoft Poro", ":rb_energy_1: :rb_might:", "1 :rb_might:", "a token's Might is printed with an Energy symbol"),
    (
        "Illaoi, Prophet of the Great Kraken",
        ":rb_energy_1: :rb_might:",
        "1 :rb_might:",
        "a token's Might is printed with an Energy symbol",
    ),
)

# Card -> what its rainbow symbols mean ("own" is [C], "any" is [A]), if the accessibility text does not tell.
SYMBOLS: Final[dict[str, tuple[str, str]]] = {
    "Hextech Gauntlets": ("own", "its Equip symbol is [C] (135.2.e.6.c); the accessibility text has [A]"),
    "Kai'Sa, Daughter of the Void": ("any", "what it Adds is universal Power; the accessibility text has [C]"),
    "Teemo, Swift Scout": ("any", "it is the price of hiding, [A] by rule 811.1.b; the accessibility text has [C]"),
}

# Card -> clauses of the Equipment effect box, which the file does not have. They work for the equipped unit.
_BEARER: Final = {"what": "permanent", "filter": {"bearer": True}, "lasts": "static"}
EFFECT_BOXES: Final[dict[str, tuple[tuple[dict[str, Any], ...], str]]] = {
    "World Atlas": (
        ({"kind": "other_cost", "adds": {"gold_tokens": 2}, "trigger": {"event": "hold", "who": "self"}},),
        "the effect box is missing",
    ),
    "Cull": (
        ({"kind": "other_cost", "adds": {"gold_tokens": 1}, "trigger": {"event": "conquer", "who": "self"}},),
        "the effect box is missing",
    ),
    "Boneshiver": (
        (
            {
                "kind": "rune_channel",
                "runes": {"count": 1, "exhausted": True},
                "trigger": {"event": "conquer", "who": "self"},
            },
        ),
        "the effect box is missing",
    ),
    "Hexdrinker": (({"kind": "keyword_deflect", "value": 1},), "the effect box is missing"),
    "Last Rites": (
        (
            {
                "kind": "other_cost",
                "plays": {"what": "unit", "from": "trash"},
                "trigger": {"event": "conquer or hold", "who": "self"},
            },
        ),
        "the effect box is missing; what it plays has its full cost",
    ),
}


def effect_box(name: str) -> list[dict[str, Any]]:
    """The clauses of a card's effect box, as granted to the equipped unit; empty for other cards."""
    clauses, _ = EFFECT_BOXES.get(name, ((), ""))
    return [{**clause, "granted": True, "scope": _BEARER} for clause in clauses]


def reasons(name: str) -> list[str]:
    """Why the facts of a card differ from what the file says."""
    found = [reason for new, reason in RENAMES.values() if new == name]
    found += [table[name][1] for table in (WORDINGS, SYMBOLS) if name in table]
    found += [reason for card, _, _, reason in EDITS if card == name]
    if name in EFFECT_BOXES:
        found.append(EFFECT_BOXES[name][1])
    return found
