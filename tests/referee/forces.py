"""The clauses that are in force: those of what is in play, those that something left behind, and what they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .cards import Card, Clause
from .clauses import Eye, Unknown, fits, printed_fits
from .question import Question
from .timing import has_reaction


def in_force(q: Question, *kinds: str, anybody: bool = False) -> Iterator[tuple[Eye, Clause]]:
    """The lasting clauses of these kinds of everything in play that speak to whoever acts (`anybody`: to anybody).

    What a battlefield says to "you" it says to whoever pays; its conditions ask who controls it.
    """
    for thing in q.position.with_text():
        you = q.seat if thing.kind == "battlefield" else thing.controller
        for clause in thing.text:
            if clause.kind not in kinds or clause.trigger is not None or clause.lasts != "static":
                continue
            payer = clause.scope.get("payer") or "you"
            if not anybody and payer != "any" and (payer == "you") != (you == q.seat):
                continue
            yield Eye(q.position, thing, thing.card, you, q), clause


def left_behind(q: Question, *kinds: str) -> Iterator[tuple[Eye, Clause]]:
    """Clauses of these kinds that something did to the acting player earlier: the next card, the rest of this turn."""
    for effect in q.position.players[q.seat].effects:
        if isinstance(effect.on, Card) and effect.on is not q.card:
            continue
        for clause in effect.card.clauses:
            if clause.kind in kinds and clause.lasts in ("next", "turn"):
                yield Eye(q.position, None, effect.card, q.seat, q), clause


def concerns(eye: Eye, clause: Clause) -> bool:
    """Is what the action does of the kind that the clause speaks of?"""
    q, what = eye.question, clause.what
    if q.form == "play":
        if what is None or not q.card.is_a(what):
            return False
        return clause.filter is None or play_fits(eye, clause.filter)
    if q.form in ("hide", "move"):
        return what == q.form
    if q.form not in ("activate", "add") or q.subject is None or q.subject.card is None:
        return False
    if what == "gear_ability":
        fitting = q.subject.card.type == "gear"
    elif what in ("empower", "equip"):
        fitting = q.ability is not None and q.ability.kind == f"keyword_{what}"
    else:
        fitting = what == "ability"
    return fitting and (clause.filter is None or fits(eye, clause.filter, q.subject))


def play_fits(eye: Eye, f: dict[str, Any]) -> bool:
    """Does the card that is being played match?"""
    q = eye.question
    if not printed_fits(f, q.card):
        return False
    if f.get("self") and eye.me is not q.me:
        return False
    keyword = f.get("keyword")
    if keyword is not None and keyword not in q.card.keywords and not (keyword == "reaction" and has_reaction(q)):
        return False
    if "token" in f and q.me.is_token != f["token"]:
        return False
    if f.get("name") == "self" and q.card is not eye.card:
        return False
    zones = {"trash": q.zone == "trash", "any trash": q.zone == "trash", "hand": q.zone == "hand",
             "not hand": q.zone != "hand", "facedown": q.zone == "facedown"}  # fmt: skip
    if "from" in f and f["from"] not in zones:
        raise Unknown(f["from"])
    if "from" in f and not zones[f["from"]]:
        return False
    chosen = f.get("chooses")
    if chosen is None:
        return True
    if chosen == "self":
        return q.chooses(eye.me)
    return any(fits(eye, chosen, thing) for thing in q.targets)
