"""Who may act when (307-348, 381)."""

from __future__ import annotations

from .clauses import printed_fits
from .position import Position
from .question import Question

MAIN, ACTION, REACTION = "main", "action", "reaction"


def in_time(position: Position, seat: int, speed: str) -> bool:
    """May this player act at this speed now?"""
    if position.chain:  # Closed: Reactions, with Priority
        return speed == REACTION and position.priority == seat
    if position.showdown is not None:  # Actions and Reactions, with Focus
        return speed in (ACTION, REACTION) and position.focus == seat
    return position.turn_player == seat and position.phase == "main" and position.priority == seat


def speed_of_play(q: Question) -> str:
    if has_reaction(q):
        return REACTION
    return ACTION if "action" in q.card.keywords else MAIN


def has_reaction(q: Question) -> bool:
    """Has the card that is being played Reaction: printed, from facedown, given, or by Ambush?"""
    card, position = q.card, q.position
    if {"reaction", "quick-draw"} & set(card.keywords) or q.zone == "facedown":  # 811, 819
        return True
    if q.zone == "hand" and any(
        permission.get("keyword") in ("quick-draw", "reaction") and printed_fits(permission["scope"]["filter"], card)
        for thing in position.board()
        if thing.controller == q.seat and thing.attached_to is None
        for permission in thing.card.permissions  # "Each Equipment in your hand has Quick-Draw"
    ):
        return True
    if "ambush" in card.keywords and q.to not in (None, "base"):
        return any(t.is_unit and t.controller == q.seat and t.at == q.to for t in position.board())
    return False


def crowded(position: Position, seat: int, place: str | None) -> bool:
    """144.4.a.1, 358.2: are units of two other players at this battlefield?"""
    there = {thing.controller for thing in position.board() if thing.is_unit and thing.at == place}
    return place not in (None, "base") and len(there - {seat}) > 1


def trash_is_open(position: Position, seat: int) -> bool:
    """May this player play any card from their trash?"""
    return any(
        permission.get("play") == "card" and permission.get("from") == "trash"
        for thing in position.board()
        if thing.controller == seat and thing.attached_to is None
        for permission in thing.card.permissions
    )
