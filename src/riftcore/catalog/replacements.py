"""What happens in place of a death, or of going to the trash (369): "If a unit would die, kill this instead"."""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.ability import Ability, Writer
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.nouns import noun

# What is done to the unit in place of its death; both leave it exhausted in its base.
_RECALLED: Final = ("recall it|them exhausted", "heal it , exhaust it , and recall it")
_TURN: Final = {"lasts": "turn"}


def replaced(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """A replacement that nobody may decline. (One that is paid for is a price, and is not taken by itself.)"""
    if sentence.take("if a card would go to your trash from anywhere other than your main deck , banish it instead"):
        _emit(w, ability, "would go to trash", {"lasts": "static"}, "banish")
        return True
    scope = _dying(sentence, ability)
    if scope is None:
        return False
    if scope["lasts"] == "static" and sentence.take("kill this instead"):
        # The next sentence says what becomes of the unit.
        after = sentence.part(sentence.end + 1, len(sentence.tokens))
        if not after.take_any("recall that unit exhausted", "heal that unit , exhaust it , and recall it"):
            return False
        after.understand(sentence.end + 1)
        _emit(w, ability, "would die", scope, "kill self, recall exhausted")
        return True
    before = sentence.take("instead")
    if sentence.take_any(*_RECALLED):
        done = "recall exhausted"
    elif sentence.take("banish it"):
        done = "banish"
    else:
        return False
    if not before and not sentence.take("instead"):
        return False
    _emit(w, ability, "would die", scope, done)
    return True


def _emit(w: Writer, ability: Ability, event: str, scope: dict[str, Any], done: str) -> None:
    ability.unknown = None  # what its head says is understood
    w.emit(ability, "replaces", trigger={"event": event}, scope={"what": "card", **scope}, modifier={"instead": done})


def _dying(sentence: Cursor, ability: Ability) -> dict[str, Any] | None:
    """Whose death is spoken of: of what its controller has, or of what the effect was on, this turn."""
    if ability.replacing and sentence.peek(-1).text == "," and sentence.peek(-2).text == "turn":
        return _TURN  # the head of the sentence said so
    if sentence.take_any("if it would die this turn ,", "the next time it dies this turn ,"):
        return _TURN
    if not sentence.take_any("the next time", "if"):
        return None
    found = noun(sentence)
    if found is None or not sentence.take("would die ,"):
        return None
    filter_ = dict(found.filter)
    if sentence.take("if it has less might than me ,"):
        filter_["weaker"] = True
    return {"filter": filter_, "lasts": "static"}


def speaks_of_death(sentence: Cursor, start: int) -> bool:
    """Does the sentence say what happens in place of a death, or of going to the trash?"""
    text = " ".join(token.text for token in sentence.tokens[start : sentence.end])
    return "would die" in text or "would go to" in text
