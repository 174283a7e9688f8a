"""What a piece of text that is not understood may change: its scope, read from its words.

A piece may change everything while the card is in play. Its scope is narrower only where the grammar of its words is
sure about it: a sentence that begins with a trigger, a cost before a colon, "I cost", "your spells cost", and the like.
`Scope` holds bit masks that the core compares with what is asked (`_doubt.pyx`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import cache
from typing import Final

# What is asked (`_clauses.pxd`, DOUBT_*): a question has one or a few of these.
SPELLS: Final = 1
UNITS: Final = 2
GEAR: Final = 4
ABILITIES: Final = 8
MOVES: Final = 16
HIDES: Final = 32
PRICES: Final = 64  # bare prices, prices of triggers, prices on resolution
RUNES: Final = 128  # Adds of runes outside of payments
EVENTS: Final = 256
CHOOSING: Final = 512  # an action that chooses something
SUPPLY: Final = 1024  # what can be paid with: a yes stays a yes
SELF_PLAYED: Final = 2048
SELF_USED: Final = 4096  # its abilities and triggers
SELF_EVENT: Final = 8192  # an event that happens to it
SELF_CHOSEN: Final = 16384
SELF_HIDDEN: Final = 32768
PLAYS: Final = SPELLS | UNITS | GEAR
EVERYTHING: Final = 0xFFFF & ~SELF_HIDDEN

# Where a text works (`_clauses.pxd`, WORKS_*), beside the board.
IN_HAND: Final = 1
IN_TRASH: Final = 2
FACEDOWN: Final = 4
ON_CHAIN: Final = 8
ELSEWHERE: Final = 16


@dataclass(frozen=True, slots=True)
class Scope:
    """Masks for questions of the card's controller (`yours`) and of everybody else.

    `_legality`: whether something may be done, and all that follows; `_price`: what it costs alone. `later`: the same
    of what the text did earlier (an entry of `effects`). `zones`: where it works beside the board.
    """

    your_legality: int = 0
    your_price: int = 0
    their_legality: int = 0
    their_price: int = 0
    your_later: int = 0
    your_later_price: int = 0
    their_later: int = 0
    their_later_price: int = 0
    zones: int = 0

    def __or__(self, other: Scope) -> Scope:
        return Scope(*(a | b for a, b in zip(astuple(self), astuple(other), strict=True)))


ALL: Final = Scope(EVERYTHING, 0, EVERYTHING, 0, EVERYTHING, 0, EVERYTHING, 0, 0)

_SYMBOL: Final = re.compile(r":rb_(\w+?):")
_REMINDER: Final = re.compile(r"\([^()]*\)")
_LEADS: Final = r"^(?:(?:if|while) [^,]*, )?"
#: How a sentence begins that does something when something happens.
_TRIGGER: Final = re.compile(
    r"^(?:\[[^\]]*\] ?(?:\[>+\]|—|,)? ?)*"
    r"(?:when|whenever|at the (?:start|end) of|the first time|once each turn, when|each time)\b"
)
#: Words by which a triggered sentence may say more than what happens at its trigger.
_MORE_THAN_A_TRIGGER: Final = re.compile(r'\b(?:would|while|instead|can\'t|as long as)\b|"|\.')
_COSTS: Final = re.compile(r"\b(?:costs?|costing|pay|pays|ignore|ignores|ignoring)\b")
_LASTING: Final = re.compile(r"\b(?:this turn|next|until|rest of)\b")
_RESOURCE: Final = re.compile(
    r"\[(?:add|\d+|a|c|own|rainbow|fury|calm|mind|body|chaos|order)\]|\b(?:add|energy|power|runes?|gold|ready)\b"
)
_ADDS: Final = re.compile(r"\[add\]|\b(?:adds?|gains?)\b.*(?:\[|\benergy\b|\bpower\b)")
#: What a sentence says of the card's own price, and of nothing else.
_OWN: Final = re.compile(
    _LEADS + r"(?:i cost|this (?:spell |card )?costs|reduce my cost|(?:my|this spell's|this card's) (?:energy )?cost )"
)
_ADDITIONAL: Final = re.compile(
    r"^as an additional cost to play (?:me|this)\b|^as you play (?:me|this),|"
    r"\bas an additional cost to play (?:me|this)$|^you may play (?:me|this) (?:from your trash )?for\b"
)
_OWN_KEYWORD: Final = re.compile(r"^\[(?:repeat|flow|accelerate)\]")
_USED: Final = re.compile(r"^\[(?:equip|empower|weaponmaster)\]")
_OTHERS: Final = re.compile(
    _LEADS + r"(?P<who>your opponents'|opponents'|your|friendly|enemy) (?:other |non-token |\[\w+\] )*"
    r"(?P<what>spells?|units?|gear|cards?|permanents?|abilities) (?:(?:you|they) play )?costs? "
)
_ANYBODY: Final = re.compile(_LEADS + r"(?P<what>spells|units|gear|cards|permanents) costs? ")
_DEFLECT: Final = re.compile(r"^\[deflect(?: \d+)?\]|^i have \[deflect(?: \d+)?\]")
_DEFLECT_GIVEN: Final = re.compile(_LEADS + r"(?:your|friendly) (?:other )?(?:units|gear) have \[deflect(?: \d+)?\]")
_FORBIDDEN: Final = re.compile(
    _LEADS
    + r"(?P<who>your opponents|opponents|you|players) can't "
    + r"(?:play (?P<what>spells|units|gear|cards)|(?P<act>hide|move))\b"
)
_BOUND: Final = {
    "spell": SPELLS, "unit": UNITS, "gear": GEAR, "card": PLAYS, "permanent": UNITS | GEAR, "abilitie": ABILITIES,
    "hide": HIDES, "move": MOVES,
}  # fmt: skip
#: Words that may bring another subject into a sentence.
_ANOTHER: Final = re.compile(
    r'"|\.|\bcan\'t\b|\b(?:have|has|gain|gains|give|gives)\b|'
    r"\b(?:and|or|but|then) (?:your|friendly|enemy|opponents|all|each|every|you|they|i|units|spells|gear|cards)\b"
)
# Words that mention a zone, and those by which a text that works on the board does.
_ZONES: Final = (
    (
        IN_HAND,
        re.compile(r"\bhands?\b|\bdiscard(?:ed|s)?\b"),
        re.compile(
            r"\bto (?:its|their|your|a)\b[^,.]{0,20}\bhands?\b|\bcards? in (?:your|their|a) hands?\b"
            r"|\bdiscards? (?:a|an|\d+|one|two)\b"
        ),
    ),
    (
        IN_TRASH,
        re.compile(r"\btrash(?:es)?\b"),
        re.compile(
            r"\b(?:cards?|units?|spells?|gear)(?: with my name)? in (?:your|their|a) trash\b"
            r"|\bplay (?:me|this) from your trash\b"
        ),
    ),
    (FACEDOWN, re.compile(r"\bface ?down\b|\bhidden\b|\bhide\b"), None),
    (ON_CHAIN, re.compile(r"\bchain\b"), None),
    (ELSEWHERE, re.compile(r"\bdeck\b|\bbanish(?:ed)?\b|\bchampion zone\b|\brevealed\b"), None),
)


def scope_of(pieces: Iterable[str], card_type: str) -> Scope:
    """What these pieces of a card's text may change, together."""
    found = Scope()
    for piece in pieces:
        found |= scope(piece, card_type)
    return found


@cache
def scope(piece: str, card_type: str) -> Scope:
    """What one piece of a text may change."""
    spoken = _SYMBOL.sub(_symbol, _REMINDER.sub(" ", piece.lower().replace("’", "'")))
    words = " ".join(spoken.split()).rstrip(". ")
    found = _narrow(words) or ALL
    zones = 0
    for bit, mention, elsewhere in _ZONES:
        if mention.search(elsewhere.sub(" ", words) if elsewhere is not None else words):
            zones |= bit
    hidden = SELF_HIDDEN if zones & (FACEDOWN | IN_HAND) else 0
    return found | Scope(your_legality=hidden, zones=zones)


def _narrow(words: str) -> Scope | None:
    """The scope where the words are sure about it."""
    if _TRIGGER.match(words):
        return _triggered(words)
    if ":" in words.replace("do this:", "").rstrip(":"):
        return _activated(words)
    if _USED.match(words):
        return _only(your_legality=SELF_USED | SELF_CHOSEN, their_legality=SELF_CHOSEN)
    if words.startswith(("use this ability only", "use only", "use my abilities only", "spend this ")):
        return _only(your_legality=SELF_USED | SUPPLY)
    return _stated(words)


def _triggered(words: str) -> Scope | None:
    if _MORE_THAN_A_TRIGGER.search(words):
        return None
    if _COSTS.search(words) and not _LASTING.search(words) and not re.search(r"\bpays?\b", words):
        return None  # "when", where "while" is meant
    chosen = SELF_CHOSEN if re.search(r"\bcho(?:o?se|osen?|oses)\b", words) else 0
    adds = EVENTS if _ADDS.search(words) else 0
    return _only(SELF_USED | SELF_EVENT | chosen | adds, 0, SELF_EVENT | chosen | adds)


def _activated(words: str) -> Scope | None:
    _, _, after = words.replace("do this:", "do this").partition(":")
    if ":" in after or '"' in words or re.search(r"\bwould\b|\bas long as\b|\bcan't\b", words):
        return None
    supply = SUPPLY if _RESOURCE.search(after) else 0
    return _only(SELF_USED | supply, 0, SELF_USED)


def _stated(words: str) -> Scope | None:
    """Sentences that hold while the card is there, or as it is played."""
    if _ADDITIONAL.search(words) or _OWN_KEYWORD.match(words):
        return None if _ANOTHER.search(words) else _only(your_legality=SELF_PLAYED)
    once = len(re.findall(r"\bcosts?\b", words)) == 1 and not _ANOTHER.search(words)
    if _OWN.match(words):
        return _only(your_price=SELF_PLAYED) if once else None
    if (found := _OTHERS.match(words)) is not None:
        if not once:
            return None
        mask = _BOUND[found["what"].removesuffix("s")]
        yours = found["who"] in ("your", "friendly")
        return Scope(
            your_price=mask if yours else 0, your_later_price=mask if yours else 0,
            their_price=0 if yours else mask, their_later_price=0 if yours else mask,
        )  # fmt: skip
    if (found := _ANYBODY.match(words)) is not None and once:
        mask = _BOUND[found["what"].removesuffix("s")]
        return Scope(your_price=mask, their_price=mask, your_later_price=mask, their_later_price=mask)
    if _DEFLECT.match(words) and words.count("[") - len(re.findall(r"\[\d\]", words)) == 1 and " and " not in words:
        return _only(their_legality=SELF_CHOSEN)
    if _DEFLECT_GIVEN.match(words) and words.count("[") == 1 and not _ANOTHER.search(words.replace(" have ", " ", 1)):
        return _only(their_legality=CHOOSING)
    if (found := _FORBIDDEN.match(words)) is not None and words.count("can't") == 1 and " and " not in words:
        return _forbidden(found)
    return None


def _forbidden(found: re.Match[str]) -> Scope:
    mask = _BOUND[(found["what"] or found["act"]).removesuffix("s")]
    who = found["who"]
    yours = mask if who in ("you", "players") else 0
    theirs = 0 if who == "you" else mask
    return Scope(your_legality=yours, their_legality=theirs, your_later=yours, their_later=theirs)


def _only(your_legality: int = 0, your_price: int = 0, their_legality: int = 0) -> Scope:
    """Of a text that does nothing later; who lists it among the effects means something else by it: everything."""
    return Scope(your_legality, your_price, their_legality, 0, EVERYTHING, 0, EVERYTHING, 0, 0)


def _symbol(found: re.Match[str]) -> str:
    """`:rb_energy_2:` as [2], `:rb_rune_fury:` as [fury]: no symbol is written with colons any more."""
    return f"[{found[1].removeprefix('energy_').removeprefix('rune_')}]"
