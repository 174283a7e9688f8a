"""The question: an action of the scenario form, with the things that it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cards import Book, Card, Clause
from .position import Position, Thing

FORMS = ("play", "activate", "trigger", "add", "move", "hide", "pay", "event")
EFFECT_TERMS = ("by", "ignoring", "for", "reduced")


class NotJudged(Exception):
    """The referee does not say; the words are the reason, by which it is counted."""


@dataclass
class Question:
    position: Position
    form: str
    seat: int
    action: dict[str, Any]
    card: Card | None = None  # what is played or hidden
    zone: str = "hand"  # where a card is played from
    subject: Thing | None = None  # whose ability is used, what is played from facedown, what an event happens to
    ability: Clause | None = None  # the ability that is meant, once it is found
    ability_of: Card | None = None  # the card in whose text it stands
    to: str | None = None
    by: Card | None = None  # whose effect lets the card be played
    by_effect: bool = False
    targets: list[Thing] = field(default_factory=list)
    paid: list[tuple[str, int]] = field(default_factory=list)  # optional costs: name, and which of several
    me: Thing | None = None  # the card that is being played, as its own text sees it

    @property
    def with_(self) -> dict[str, Any]:
        """The objects that the action names for costs, by verb."""
        return self.action.get("with", {})

    @property
    def x(self) -> int:
        return max(0, self.action.get("x") or 0)

    @property
    def played(self) -> bool:
        return self.form == "play"

    def chooses(self, thing: Thing | None) -> bool:
        return any(target is thing for target in self.targets)


def ask(position: Position, action: dict[str, Any], book: Book) -> Question:
    """Read an action. Its ids are there, its words are known: whoever asks has seen to that."""
    form = "play" if "play" in action else next(form for form in FORMS if form in action)
    q = Question(position, form, position.acting, action)
    subject = position.find(action[form]) if form in ("play", "activate", "trigger", "add") else None
    if form == "event" and isinstance(action.get("object"), str):
        subject = position.find(action["object"])
    if form == "trigger" and subject is not None and subject.in_play:
        q.seat = subject.controller  # whoever controls it
    q.seat = action.get("player", q.seat)
    q.subject = subject
    q.to = action.get("to")
    q.by_effect = any(action.get(term) is not None for term in EFFECT_TERMS)
    if form == "play":
        read_play(q, book)
    elif form == "hide":
        q.card, q.to = book.card(action["hide"]), action["at"]
    elif form == "move":
        q.to = q.to or "base"
    elif form == "event" and subject is None and "object" in action:
        q.card = book.card(action["object"])
    named = action["move"] if form == "move" else action.get("targets", ())
    q.targets = [target(q, name, book) for name in named]
    for option in action.get("pay", ()) if form == "play" else ():
        name, _, number = option.partition(":")
        if (name, int(number or 0)) not in q.paid:
            q.paid.append((name, int(number or 0)))
    return q


def read_play(q: Question, book: Book) -> None:
    q.by = book.card(q.action.get("by"))
    q.zone = q.action.get("from") or "hand"
    if q.subject is None:
        q.card = book.card(q.action["play"])
        if q.zone == "facedown":
            lying = [thing for thing in q.position.players[q.seat].facedown if thing.card is q.card]
            if len(lying) > 1:
                raise NotJudged("which of two facedown cards of one name is played")
            q.subject = lying[0] if lying else None
    else:
        q.card = q.subject.card
        if q.subject.kind == "facedown":
            q.zone = "facedown"
        else:
            q.subject = None  # a card of the same name as something that is there
    if q.card.type != "spell" and q.zone != "facedown" and q.to is None:
        q.to = "base"
    if q.to is None and q.subject is not None:
        q.to = q.subject.at  # from facedown: where it lies
    q.me = Thing("played", "", q.card, q.seat, q.seat, token=q.zone == "token")


def target(q: Question, name: Any, book: Book) -> Thing:
    """What is chosen: something with an id, else a card in a trash, the player's own first."""
    found = q.position.find(name)
    if found is not None:
        return found
    return in_trash(q, book.card(name))


def in_trash(q: Question, card: Card) -> Thing:
    """A card of this name in a trash: the player's own first."""
    for seat in (q.seat, *q.position.others(q.seat)):
        if card in q.position.players[seat].trash:
            return Thing("trash", card.name, card, seat, seat)
    return Thing("nowhere", card.name, None, None, None)
