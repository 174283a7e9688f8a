"""Triggers: which one a question means, and whether the position shows that it was not set off (383, 402-404).

Whoever asks says that it was set off: its event happened. What the position shows to be otherwise is refused.
"""

from __future__ import annotations

from .cards import Clause
from .clauses import Eye, fits, holds, truth
from .forces import in_force
from .prices import Refused, is_priced
from .question import Question


def numbered(q: Question) -> list[list[Clause]]:
    """The triggered abilities and instructions with a price, in the order of print."""
    groups: dict[int, list[Clause]] = {}
    for clause in q.subject.card.clauses:
        if not clause.granted and (clause.kind in ("triggered", "keyword_weaponmaster") or is_priced(clause)):
            groups.setdefault(clause.group, []).append(clause)
    return list(groups.values())


def trigger_meant(q: Question) -> tuple[Clause, bool]:
    """The clause with its price; True: it is Weaponmaster, the clause the Equip that is paid for. Else Refused."""
    ability = q.action.get("ability")
    word = ability if isinstance(ability, str) else None
    meant = numbered(q) if ability is None or word else numbered(q)[ability : ability + 1]
    active = q.subject.attached_to is None
    may_be_equip = word in (None, "weaponmaster")
    own = Eye(q.position, q.subject, q.subject.card, q.seat, q)
    if may_be_equip and active:
        for clause in (c for group in meant for c in group if c.kind == "keyword_weaponmaster"):
            if equip_chosen(q) is not None and holds(own, clause.when):
                return equip_chosen(q), True
    found = price_meant(q, own, meant) if active and not word else None
    if (found is None or found.kind == "triggered") and may_be_equip and weaponmaster_is_given(q):
        return equip_chosen(q), True
    if found is None:
        raise Refused("condition")
    if found.kind == "triggered" and q.subject.in_play and q.subject.controller != q.seat:
        raise Refused("restriction")
    return found, False


def price_meant(q: Question, own: Eye, meant: list[list[Clause]]) -> Clause | None:
    """The only ability with a price that may be set off now, else the first without one."""
    priced: list[Clause] = []
    free: list[Clause] = []
    for group in meant:
        now = [
            c for c in group if c.kind != "keyword_weaponmaster" and truth(own, c.when) is not False and in_time(q, c)
        ]
        priced += [c for c in now if c.kind != "triggered"][:1]
        free += [c for c in now if c.kind == "triggered"][:1]
    if len(priced) > 1:
        raise Refused("choice")
    if not priced:
        return free[0] if free else None
    (found,) = priced
    first = free[0] if free else None
    if found.kind == "resolution_cost" and first is not None and first.group == found.group:
        # One ability: nothing is owed as it is finalized, the price as it resolves (740.4).
        return found if q.action.get("on") == "resolution" else first
    return found


def in_time(q: Question, clause: Clause) -> bool:
    """Does the position not show that the moment of the trigger is another one?"""
    fired, position = clause.trigger or {}, q.position
    event = fired.get("event", "")
    if fired.get("on") == "an opponent's turn":
        return position.turn_player != q.seat
    if event.startswith(("start of", "end of")) and fired.get("who") == "you":
        return position.turn_player == q.seat
    if "during a showdown" in fired.get("how", ""):
        return position.showdown is not None
    if event == "showdown begins" and fired.get("where") == "here":
        place = q.subject.at if q.subject.kind in ("board", "battlefield") else None
        return position.showdown is not None and position.showdown == place
    return True


def equip_chosen(q: Question) -> Clause | None:
    """The Equip of the first thing that is chosen."""
    card = q.targets[0].card if q.targets else None
    return (
        next((clause for clause in card.clauses if clause.kind == "keyword_equip"), None) if card is not None else None
    )


def weaponmaster_is_given(q: Question) -> bool:
    """821: does something give Weaponmaster to this unit, and was an Equipment chosen?"""
    return equip_chosen(q) is not None and any(
        clause.granted and clause.filter is not None and fits(eye, clause.filter, q.subject) and holds(eye, clause.when)
        for eye, clause in in_force(q, "keyword_weaponmaster", anybody=True)
    )
