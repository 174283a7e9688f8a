"""Dying, leaving the board, and what happens in place of it (357.2.a, 369-373, 428)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Clause
from .clauses import Eye, fits, holds
from .position import Effect, Player, Position, Thing


@dataclass
class Fate:
    """What happens in place of a death: the clause, and the thing or the effect that says so."""

    clause: Clause
    by: Thing | None = None
    effect: tuple[Player, Effect] | None = None


def lose(position: Position, thing: Thing) -> None:
    """It is not on the board any more: what was attached to it is loose, what was given to it is over."""
    for other in list(position.attached(thing)):
        other.attached_to = None
        if other.card.type != "unit":  # 149.3, 435.4: gear goes to its base in the next Cleanup
            other.at = "base"
            follow(position, other)
    board = position.players[thing.owner].board
    board[:] = [other for other in board if other is not thing]
    forget(position, thing)


def forget(position: Position, thing: Thing) -> None:
    """What was given to something ends when it is gone."""
    for player in position.players:
        player.effects = [effect for effect in player.effects if effect.on != thing.id]


def follow(position: Position, host: Thing) -> None:
    """718.5: what is attached is where its host is."""
    for other in list(position.attached(host)):
        if other is not host:
            other.at = host.at
            follow(position, other)


def counts_as_dead(position: Position, thing: Thing) -> None:
    """428: for its controller's opponents an enemy unit died this turn."""
    if thing.card.type == "unit":
        for seat in position.others(thing.controller):
            position.players[seat].count("enemy_units_died")


def die(position: Position, thing: Thing, gone: list[Thing], given: list[str | None]) -> None:
    """It is killed, for a cost or by an Add: it dies, or what replaces that happens. `gone` leaves in the end."""
    fate = fate_of(position, thing, gone, given)
    if fate is not None and fate.effect is not None:
        player, effect = fate.effect
        player.effects = [other for other in player.effects if other is not effect]
    instead = fate.clause.modifier.get("instead", "") if fate is not None else ""
    if fate is None or "banish" in instead:
        go(position, thing, gone, banished=fate is not None)
        return
    if "kill self" in instead or "kill self" in fate.clause.cost.get("other", ()):
        go(position, fate.by, gone, banished=False)
    thing.at, thing.exhausted = "base", True  # recalled, exhausted
    follow(position, thing)


def go(position: Position, thing: Thing, gone: list[Thing], banished: bool) -> None:
    """It leaves, to its owner's trash or banished; a token is gone (178). Legends and battlefields stay (107.4.d)."""
    if thing.kind != "board":
        return
    owner = position.players[thing.owner]
    banished = banished or banished_instead(position, thing.owner)
    if not banished:
        counts_as_dead(position, thing)
    if not thing.is_token:
        (owner.banished if banished else owner.trash).append(thing.card)
    gone.append(thing)


def fate_of(position: Position, thing: Thing, gone: list[Thing], given: list[str | None]) -> Fate | None:
    """Of several replacements one that kills nothing else goes first, then the first on the board (372, a reading)."""
    if thing.card.type != "unit":
        return None
    for player in position.players:
        for effect in player.effects:
            if effect.on == thing.id:
                for clause in effect.card.clauses:
                    if clause.kind == "replaces" and clause.lasts == "turn":
                        return Fate(clause, effect=(player, effect))
    speakers = [
        (t, t.controller) for player in position.players for t in [*player.board, player.legend] if t is not None
    ]
    speakers += [(place, thing.controller) for place in position.battlefields]
    for costly in (False, True):
        for speaker, you in speakers:
            if speaker is thing or any(speaker is other for other in gone) or speaker.id in given:
                continue
            clause = replacement(position, speaker, you, "would die", thing, costly)
            if clause is not None:
                return Fate(clause, by=speaker)
    return None


def replacement(
    position: Position, speaker: Thing, you: int | None, event: str, thing: Thing | None, costly: bool = False
) -> Clause | None:
    """A replacement for this that nobody may decline; `costly`: it kills the speaker."""
    if speaker.attached_to is not None or speaker.card is None:
        return None
    eye = Eye(position, speaker, speaker.card, you)
    for clause in speaker.card.clauses:
        if clause.kind != "replaces" or (clause.trigger or {}).get("event") != event or clause.lasts == "turn":
            continue
        kills = "kill self" in clause.modifier.get("instead", "") or "kill self" in clause.cost.get("other", ())
        if kills == costly and holds(eye, clause.when) and (clause.filter is None or fits(eye, clause.filter, thing)):
            return clause
    return None


def banished_instead(position: Position, seat: int) -> bool:
    """Are cards that would go to this player's trash banished?"""
    return any(
        replacement(position, thing, seat, "would go to trash", None) is not None
        for thing in position.board() if thing.controller == seat
    )  # fmt: skip
