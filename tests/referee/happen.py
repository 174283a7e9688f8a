"""What follows by itself: triggered Adds, empty pools, the end of a turn or of a combat (167, 317, 346, 429, 459)."""

from __future__ import annotations

from .cards import Card, Clause
from .clauses import Eye, holds
from .deaths import forget
from .position import Effect, Player, Position, Thing
from .question import Question

MAX_EFFECTS, MAX_POOL = 16, 63
EVENTS = {
    "moved": "move",
    "held": "hold",
    "conquered": "conquer",
    "revealed": "revealed from deck",
    "discarded": "discard",
}


class Impossible(Exception):
    """The event cannot have happened."""


def need(condition: bool, why: str) -> None:
    if not condition:
        raise Impossible(why)


def set_off(
    position: Position, event: str, thing: Thing | None, card: Card | None = None, seat: int | None = None
) -> None:
    """Triggered and replacement Adds of one thing or card follow at once (346.1, 369.1, 429.2)."""
    you = seat if card is not None else thing.controller if thing is not None else None
    card = card or (thing.card if thing is not None else None)
    if card is None or you is None or (thing is not None and thing.attached_to is not None):
        return
    eye = Eye(position, thing, card, you)
    player = position.players[you]
    for clause in card.clauses:
        if clause.kind not in ("add_triggered", "add_replacement") or (clause.trigger or {}).get("event") != event:
            continue
        if not holds(eye, clause.when):
            continue
        for _ in range(max(1, clause.value)):  # "your hold effects trigger an additional time"
            if clause.trigger.get("delay") == "main":
                need(len(player.effects) < MAX_EFFECTS, "more effects than a player holds")
                player.effects.append(Effect(card))
            else:
                made(player, clause)


def made(player: Player, clause: Clause) -> None:
    for what, n in [("energy", clause.adds.get("energy", 0)), *clause.adds.get("power", {}).items()]:
        to_pool(player, what, n, clause.adds.get("restriction"))


def to_pool(player: Player, what: str, n: int, only: str | None) -> None:
    if n:
        player.pool[what, only] = player.pool.get((what, only), 0) + n
        need(player.pool[what, only] <= MAX_POOL, "more than a pool holds")


def waits(effect: Effect) -> bool:
    """Is it an Add that was set off earlier and waits for the next Main Phase?"""
    return any(c.kind == "add_triggered" and c.trigger.get("delay") == "main" for c in effect.card.clauses)


def main_phase(position: Position) -> None:
    """167: pools empty first, then "at the start of your Main Phase" Adds arrive (a reading)."""
    empty_pools(position)
    position.phase = "main"
    player = position.players[position.turn_player]
    for effect in player.effects:
        for clause in effect.card.clauses:
            if clause.kind == "add_triggered" and clause.trigger.get("delay") == "main":
                made(player, clause)
    player.effects = [effect for effect in player.effects if not waits(effect)]
    for thing in list(position.in_play()):
        if thing.controller == position.turn_player:
            set_off(position, "start of Main Phase", thing)


def empty_pools(position: Position) -> None:
    for player in position.players:
        player.pool = {}


def turn_ends(position: Position) -> None:
    """167, 317: pools, counts and effects of this turn end; hidden cards may be played from now on (811)."""
    empty_pools(position)
    for player in position.players:
        player.this_turn = {"enemy_units_chosen": 0, "enemies_chosen": 0, "equipment_played": 0}
        player.effects = [effect for effect in player.effects if waits(effect)]
        for card in player.facedown:
            card.fresh = False
    for thing in position.in_play():
        thing.states.pop("used", None)


def combat_ends(position: Position) -> None:
    """461.7: a Neutral state again."""
    position.combat, position.showdown, position.focus = False, None, None
    position.priority = position.turn_player
    for thing in position.board():
        thing.states.pop("attacking", None)
        thing.states.pop("defending", None)


def combat_starts(position: Position, place: Thing) -> None:
    """459: combat has a showdown; "when combat starts here" the attacker and the defender each Add."""
    position.combat = True
    if position.showdown is None:
        position.showdown, position.focus = place.id, position.turn_player
        if not position.chain:
            position.priority = position.turn_player
    for clause in place.card.clauses if place.card is not None else ():
        if clause.kind == "add_triggered" and clause.trigger.get("event") == "combat starts":
            fighting = {t.controller for t in position.board() if t.is_unit and t.at == place.id}
            for seat in sorted(fighting):
                made(position.players[seat], clause)


def scenario_event(position: Position, q: Question) -> None:
    """An event of a scenario: something happened elsewhere, and Adds follow."""
    event = q.action["event"]
    if event == "start of main phase":
        main_phase(position)
    elif event == "end of turn":
        turn_ends(position)
    elif event == "combat ended":
        combat_ends(position)
    elif event == "combat started":
        showdown = next((place for place in position.battlefields if place.id == position.showdown), None)
        place = q.subject if q.subject is not None and q.subject.kind == "battlefield" else showdown
        if place is not None:
            combat_starts(position, place)
    elif event in ("countered", "resolved"):
        off = q.subject if q.subject is not None and q.subject.kind == "chain" else (position.chain or [None])[-1]
        if off is not None:
            position.chain = [item for item in position.chain if item is not off]
            forget(position, off)
    elif event in EVENTS:
        set_off(position, EVENTS[event], q.subject, q.card, q.seat)
