"""Activated abilities: which one an action means (398-406, 718.2, 727.1.b.1)."""

from __future__ import annotations

from .cards import Card, Clause
from .clauses import Eye, Unknown, fits, truth
from .forces import in_force
from .position import Thing
from .prices import Refused
from .question import Question
from .resources import borrows

Ability = list[tuple[Eye, Clause, Card]]  # what it costs: who reads the clause, and the card in whose text it stands


def abilities(q: Question) -> list[Ability]:
    """The abilities of the object in order: in print, those that it has of others, those that something gives it."""
    thing, position = q.subject, q.position
    own = Eye(position, thing, thing.card, thing.controller, q)
    found = [[(own, clause, thing.card) for clause in group] for group in thing.card.abilities]
    if borrows(thing.card):
        found += [[(own, clause, card) for clause in group] for card, group in lent(q)]
    for eye, clause in in_force(q, "activated_cost", anybody=True):
        if clause.granted and clause.filter is not None and fits(eye, clause.filter, thing):
            found.append([(eye, clause, eye.card)])
    for player in position.players:
        for effect in player.effects:
            if effect.on == thing.id:
                for clause in effect.card.clauses:
                    if clause.kind == "activated_cost" and clause.granted and clause.lasts == "turn":
                        found.append([(Eye(position, None, effect.card, q.seat, q), clause, effect.card)])
    return found


def lent(q: Question) -> list[tuple[Card, list[Clause]]]:
    """The exhaust abilities of friendly things, whole; equal cards count once. What is attached lends none.

    The own board in order, the legend, then the boards of the players after.
    """
    thing, position = q.subject, q.position
    seats = [(thing.controller + n) % len(position.players) for n in range(len(position.players))]
    lenders: list[Thing] = []
    for seat in seats:
        lenders += position.players[seat].board
        if seat == seats[0] and position.players[seat].legend is not None:
            lenders.append(position.players[seat].legend)
    seen: list[Card] = []
    found = []
    for other in lenders:
        if (
            other is thing
            or other.controller != thing.controller
            or other.attached_to is not None
            or other.card in seen
        ):
            continue
        seen.append(other.card)
        for group in other.card.abilities:
            some = [clause for clause in group if clause.cost.get("exhaust_self")]
            if some:
                found.append((other.card, some))
    return found


def ability_meant(q: Question) -> set[str]:
    """Find the ability that the action means and note it; the faults of one that is not there now."""
    named = q.action.get("ability")
    adds = q.form == "add"
    number = named if isinstance(named, int) else None
    meant: list[tuple[int, Eye, Clause, Card]] = []
    for n, group in enumerate(abilities(q)):
        for eye, clause, card in group:
            fitting = clause.kind == f"keyword_{named}" if isinstance(named, str) else number in (None, n)
            if fitting and (not adds or clause.kind == "add_activated"):
                meant.append((n, eye, clause, card))
    if not meant:
        raise Refused("not_an_add" if adds else "condition", "condition")
    inactive = q.subject.attached_to is not None
    now = [
        (n, clause, card, False if inactive and not clause.granted else truth(eye, clause.when))
        for n, eye, clause, card in meant
    ]
    on = [(n, clause, card) for n, clause, card, true in now if true]
    if not on and any(true is None for _, _, _, true in now):
        raise Unknown("the condition of an ability")
    if len({n for n, _, _ in on}) > 1:
        raise Refused("choice")
    _, q.ability, q.ability_of = on[0] if on else now[0][:3]
    faults = set() if on else {"condition"}
    if q.ability.kind == "add_activated":
        q.form = "add"
    return faults
