"""The verdict: steps 1 to 4 of a play or an ability (353-358, 398-406), and of all other actions."""

from __future__ import annotations

from typing import Any

from .cards import Book
from .clauses import Given, Unknown
from .legality import FIRST_STEPS, rune_faults
from .paying import OK, UNKNOWN, Answer, refused, settle
from .position import Position
from .prices import NoSuchOption, Refused, price_of
from .question import NotJudged, ask


def judge(before: Position, action: dict[str, Any], book: Book) -> Answer:
    """What the rules say of this action in this position, which stays as it is."""
    q = ask(before.copy(), action, book)
    if any(thing.card is not None and thing.card.partial for thing in before.named()):
        raise NotJudged("a card that is understood in part")
    if q.form == "event" or (q.form == "add" and q.subject is None) or (q.form == "trigger" and action.get("decline")):
        faults = rune_faults(q) if q.form == "add" else set()
        return Answer(not faults, frozenset(faults or {OK}), question=q)
    faults: set[str] = set()
    try:
        faults |= FIRST_STEPS[q.form](q)
        price = price_of(q, Given())
    except Unknown:
        return refused(*faults, UNKNOWN, question=q)
    except NoSuchOption:
        return refused(*faults, "condition", question=q)
    except Refused as refusal:
        return refused(*faults, *refusal.codes, question=q)
    if faults:
        return refused(*faults, question=q)
    try:
        return settle(q, price)
    except Unknown:
        return refused(UNKNOWN, question=q)
