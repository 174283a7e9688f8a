"""Typed expressions: conditions, numbers, filters, triggers and scopes, and their plain English.

A condition or a number is a list `[op, args...]` (a number may be an int), evaluated from the state with the card that
carries it as *self* and its controller as *you*. Nothing else is ever put into a clause: text that does not fit is
reported, not approximated.

CONDITIONS (true or false)

    ["legion"]                       you finalized another card this turn (812)
    ["level", n]                     you have n or more XP (824)
    ["empowered"]                    self is Empowered
    ["empowered_times", n]           self is Empowered n times or more
    ["state", s]                     self is mighty, buffed, ...
    ["paid_additional"]              the card's optional additional cost was paid
    ["in_combat"]                    self is attacking or defending
    ["in_showdown"]                  self is at the battlefield of the showdown in progress
    ["at_battlefield"]               self is at a battlefield
    ["not_from_hand"]                self is being played from anywhere but a hand
    ["within_points", who, n]        the score of "you" or of some "opponent" is within n of the Victory Score
    ["controls", filter, n]          you control n or more of these
    ["controls_exactly_here", n]     you control a battlefield with exactly n of your units there
    ["opponent_controls", filter, n] some opponent controls n or more of these
    ["played_this_turn", what]       you finalized a "spell", a "card", or a card with that tag this turn
    ["enemy_unit_died_this_turn"]    a unit of an opponent died this turn
    ["energy_on_one_spell", n]       you spent n or more Energy on one spell this turn
    ["energy_on_spell", n]           you spent n or more Energy on the spell that set off the trigger
    ["power_spent", n]               you spent n or more Power this turn
    ["runes_at_most", n]             you control n runes or fewer
    ["runes_at_least", n]            you control n runes or more
    ["fewer_runes"]                  you control fewer runes than some opponent
    ["target", filter]               a chosen target matches
    ["controls_battlefield"]         you control this battlefield card
    ["first", what]                  nothing of this was played or used earlier this turn:
                                     "gear_played" (non-token), "gear_ability", "card", "spell"
    ["showdown"]                     a showdown is in progress somewhere
    ["showdown_here"]                a showdown is in progress at this battlefield
    ["your_turn"]                    it is your turn
    ["chose_enemy_unit_this_turn"]   you have chosen an enemy unit this turn
    ["chose_enemies_this_turn", n]   you have chosen enemy units or gear n times this turn
    ["event", fact, args...]         a fact of the event or effect that is being resolved, which the caller knows:
                                     "enemy", "friendly" (what was killed), "excess_damage" n, "banished_spells" n,
                                     "discarded" type, "done", "chosen" (this option was chosen), "might_at_most" n
    ["and", c, ...], ["or", c, ...], ["not", c]

NUMBERS

    n                                an int
    ["count", filter]                how many there are
    ["runes"]                        runes that you control
    ["trash"]                        cards in your trash
    ["trash_named_self"]             cards in your trash with self's name
    ["cards_played"]                 cards that you finalized this turn
    ["points_from_holding"]          points that you scored from holding this turn
    ["points"]                       your points
    ["max_might", filter]            the highest Might among these; 0 without one
    ["self_might"]                   self's Might
    ["target_might"]                 the Might of the chosen target
    ["paid_might"]                   the Might of the object that was used to pay the cost of the same group
    ["killed"]                       objects killed for the additional cost of the same group
    ["killed_energy"], ["killed_power"]   their printed Energy and Power
    ["buffs_spent"]                  buffs spent for the cost of the same group
    ["units_beyond_first"]           units that move together, less one
    ["choosers"]                     players who chose this option
    ["tags_among", [tag, ...], filter]    how many of the tags occur among these
    ["times", n, number]             n for each

FILTERS (all given keys must match)

    type        unit, spell, gear, card, legend, rune, battlefield, champion, ability, or a list of them; "something" of
                the rules text is unit, gear or legend (and rune, if it is readied)
    controller  you, opponent; "payer": the player who plays the spell
    tag, tags_any, domain, keyword
    state       mighty, empowered, stunned, buffed, equipped, exhausted, ready, attached, detached, facedown
    at          here (self's battlefield), battlefield, base
    from        trash, any trash, their trash (of the player spoken of), hand, not hand, facedown, looked at
    name        "self": has self's name
    other       true: not self
    token       true or false
    chooses     a filter or "self": the spell or ability chooses such an object
    bearer      true: the unit that self is attached to
    self        true: self
    weaker      true: it has less Might than self

TRIGGERS are dicts: `event` (a verb of the game), `who` (you, opponent, player, self, it or a filter), `what` (self or a
filter), `where` ("here"), `from` (a zone), `or` (another event of the same subject, or a trigger), `n` (a number),
`first` ("turn": only the first time each turn), `delay` ("main": at the start of your next Main Phase; "end": at the
end of the turn), `on` ("an opponent's turn"), `how` (the words of a circumstance, such as "with a spell" or "to me").

SCOPES are dicts: `payer` (you, opponents, any: whose costs), `what` (spell, unit, gear, card, legend, permanent,
ability, gear_ability, empower, repeat, optional, equip, hide, move, deflect, gold), `filter`, `component` (true: it
applies to that part of a cost as it is added, 356.4.c), `lasts` (static: while self is there; next: the next such card
this turn; turn: for the rest of this turn; granted: for the one play that the effect makes), `lacking` (true: it gives
a keyword only to what does not have it otherwise).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Expression = Any

_SIMPLE: Final = {
    "legion": "you have played another card this turn (Legion)",
    "empowered": "this is Empowered",
    "paid_additional": "the additional cost was paid",
    "in_combat": "this is in combat",
    "in_showdown": "this is in a showdown",
    "at_battlefield": "this is at a battlefield",
    "not_from_hand": "it is played from anywhere but the hand",
    "enemy_unit_died_this_turn": "an enemy unit has died this turn",
    "fewer_runes": "you control fewer runes than an opponent",
    "controls_battlefield": "you control this battlefield",
    "showdown": "there is a showdown",
    "showdown_here": "there is a showdown here",
    "your_turn": "it is your turn",
    "chose_enemy_unit_this_turn": "you have chosen an enemy unit this turn",
    "runes": "the number of runes that you control",
    "trash": "the number of cards in your trash",
    "trash_named_self": "the number of cards of this name in your trash",
    "cards_played": "the number of cards that you have played this turn",
    "points_from_holding": "the points that you scored from holding this turn",
    "points": "your points",
    "self_might": "the Might of this",
    "target_might": "the Might of the chosen unit",
    "paid_might": "the Might of the unit used as payment",
    "killed": "the number killed for it",
    "killed_energy": "the printed Energy of what was killed",
    "killed_power": "the printed Power of what was killed",
    "buffs_spent": "the number of buffs spent",
    "units_beyond_first": "the number of units beyond the first",
    "choosers": "the number of players who choose it",
}
_FIRST: Final = {
    "gear_played": "gear that you play this turn",
    "gear_ability": "gear ability that you use this turn",
    "card": "card that you play this turn",
    "spell": "spell that you play this turn",
}
_EVENTS: Final[dict[str, Callable[..., str]]] = {
    "enemy": lambda: "it was an enemy unit",
    "friendly": lambda: "it was a friendly unit",
    "excess_damage": lambda n: f"you assigned {n} or more excess damage",
    "banished_spells": lambda n: f"{n} spells are banished with this",
    "discarded": lambda kind: f"the discarded card is a {kind}",
    "done": lambda: "that was done",
    "chosen": lambda: "this option is chosen",
    "might_at_most": lambda n: f"it had {n} Might or less",
}


def words(expression: Expression) -> str:
    """Plain English of a condition or number."""
    if not isinstance(expression, list):
        return str(expression)
    op, *args = expression
    if op in _SIMPLE:
        return _SIMPLE[op]
    return _WORDS[op](*args)


def _join(word: str) -> Callable[..., str]:
    return lambda *parts: f" {word} ".join(words(part) for part in parts)


_WORDS: Final[dict[str, Callable[..., str]]] = {
    "level": lambda n: f"you have {n} or more XP (Level {n})",
    "empowered_times": lambda n: f"this is Empowered {n} times",
    "state": lambda s: f"this is {s}",
    "within_points": lambda who, n: (
        f"{'your' if who == 'you' else 'an opponent' + chr(39) + 's'} score is within {n} points of the Victory Score"
    ),
    "controls": lambda f, n: f"you control {_some(f, n)}",
    "opponent_controls": lambda f, n: f"an opponent controls {_some(f, n)}",
    "controls_exactly_here": lambda n: f"you control a battlefield where you have exactly {n} units",
    "played_this_turn": lambda what: f"you have played a {what} this turn",
    "energy_on_one_spell": lambda n: f"you have spent {n} or more Energy on one spell this turn",
    "energy_on_spell": lambda n: f"you spent {n} or more Energy on that spell",
    "power_spent": lambda n: f"you have spent {n} or more Power this turn",
    "runes_at_most": lambda n: f"you control {n} runes or fewer",
    "runes_at_least": lambda n: f"you control {n} runes or more",
    "target": lambda f: f"{_a(f)} is chosen",
    "first": lambda what: f"it is the first {_FIRST[what]}",
    "chose_enemies_this_turn": lambda n: f"you have chosen enemy units or gear {n} times this turn",
    "event": lambda fact, *args: _EVENTS[fact](*args),
    "and": _join("and"),
    "or": _join("or"),
    "not": lambda part: f"not ({words(part)})",
    "count": lambda f: f"the number of {filter_words(f, plural=True)}",
    "max_might": lambda f: f"the highest Might among {filter_words(f, plural=True)}",
    "tags_among": lambda tags, f: (
        f"the number of the tags {', '.join(t.title() for t in tags)} among {filter_words(f, plural=True)}"
    ),
    "times": lambda n, number: f"{n} for each of {words(number)}" if n != 1 else words(number),
}
OPS: Final = frozenset(_SIMPLE) | frozenset(_WORDS)
FIRST: Final = tuple(_FIRST)
EVENTS: Final = tuple(_EVENTS)


def _some(filter_: Mapping[str, Any], count: int) -> str:
    return f"{count} or more {filter_words(filter_, plural=True)}" if count > 1 else _a(filter_)


def _a(filter_: Mapping[str, Any]) -> str:
    text = filter_words(filter_)
    return text if text.startswith(("another", "this")) else ("an " if text[:1] in "aeiou" else "a ") + text


_PLURAL: Final = {"gear": "gear", "equipment": "Equipment"}


def filter_words(filter_: Mapping[str, Any] | str, plural: bool = False) -> str:
    """Plain English of a filter: "other friendly Mighty units here"."""
    if isinstance(filter_, str):
        return "this" if filter_ == "self" else filter_
    if filter_.get("self"):
        return "this"
    if filter_.get("bearer"):
        return "the equipped unit"
    parts: list[str] = []
    if filter_.get("other"):
        parts.append("other" if plural else "another")
    if (controller := filter_.get("controller")) in ("you", "opponent"):
        parts.append("friendly" if controller == "you" else "enemy")
    if "state" in filter_:
        parts.append(filter_["state"])
    if "domain" in filter_:
        parts.append(filter_["domain"].title())
    if filter_.get("token") is not None:
        parts.append("token" if filter_["token"] else "non-token")
    tags = [filter_["tag"]] if "tag" in filter_ else filter_.get("tags_any", [])
    if tags:
        parts.append(" or ".join(tag.title() for tag in tags))
    types = filter_.get("type", "" if tags else "card")
    names = types if isinstance(types, list) else [types]
    parts.append(" or ".join(_PLURAL.get(n, n + "s") if plural and n else n for n in names))
    text = " ".join(part for part in parts if part)
    if "keyword" in filter_:
        text += f" with {filter_['keyword'].title()}"
    if filter_.get("name") == "self":
        text += " of this name"
    if "at" in filter_:
        text += {"here": " here", "battlefield": " at a battlefield", "base": " in base"}[filter_["at"]]
    if "from" in filter_:
        text += " from anywhere but a hand" if filter_["from"] == "not hand" else f" from {filter_['from']}"
    if filter_.get("weaker"):
        text += " with less Might than this"
    if "chooses" in filter_:
        text += f" choosing {filter_words(filter_['chooses'])}"
    return text


_DELAYS: Final = {"main": "(at the start of your next Main Phase)", "end": "(at the end of the turn)"}


def trigger_words(trigger: Mapping[str, Any]) -> str:
    """Plain English of a trigger: "self: conquer"."""
    who = trigger.get("who")
    parts = []
    if who is not None:
        parts.append("this" if who == "self" else who if isinstance(who, str) else filter_words(who))
    event = trigger["event"]
    if event.startswith(("start of", "end of")):  # a point in time is somebody's
        parts = [{"you": "your", "player": "each player's"}.get(parts[0], parts[0])] if parts else []
    parts.append(event)
    if (what := trigger.get("what")) is not None:
        parts.append("this" if what == "self" else what if isinstance(what, str) else filter_words(what))
    if "or" in trigger:
        other = trigger["or"]
        parts.append(f"or {other if isinstance(other, str) else trigger_words(other)}")
    if "where" in trigger:
        parts.append(trigger["where"])
    if "from" in trigger:
        parts.append("from anywhere but the hand" if trigger["from"] == "not hand" else f"from {trigger['from']}")
    if "n" in trigger:
        parts.append(str(trigger["n"]))
    if "how" in trigger:
        parts.append(trigger["how"])
    if "on" in trigger:
        parts.append(f"on {trigger['on']}")
    if trigger.get("first"):
        parts.append("(first time each turn)")
    if trigger.get("delay"):
        parts.append(_DELAYS[trigger["delay"]])
    return " ".join(parts)
