"""Steps 1 and 2, by form of action: may the card leave its zone, the player act now, this be chosen? (353-355, 144)

Each function gives the codes of all that is wrong, and takes what moves first (a card from its zone) off its place.
"""

from __future__ import annotations

from .abilities import ability_meant
from .cards import PERMANENTS, Card, Clause
from .choices import faults_of_choices
from .clauses import Eye, Unknown, number
from .deaths import forget
from .forces import concerns, left_behind
from .prices import Refused, offers_of_its_own
from .question import NotJudged, Question, in_trash
from .timing import MAIN, REACTION, crowded, in_time, speed_of_play, trash_is_open
from .triggers import trigger_meant


def faults_of_play(q: Question) -> set[str]:
    if q.card.type not in ("unit", "gear", "spell"):
        raise Refused("zone")
    faults = take_from_zone(q) | not_allowed(q)
    if not q.by_effect and not in_time(q.position, q.seat, speed_of_play(q)):
        faults.add("timing")
    if q.card.type == "unit" and crowded(q.position, q.seat, q.to):
        faults.add("restriction")
    if faults or targets_are_there(q):
        return faults | targets_are_there(q)
    return faults_of_choices(q, q.card, choices_of(q.card, None), q.me)


def choices_of(card: Card, ability: Clause | None) -> list[Clause]:
    """What a spell (ability: None), or this ability of the card, chooses."""
    if ability is None and card.type != "spell":
        return []
    return [
        c for c in card.clauses
        if c.kind in ("chooses", "modes") and c.granted == (ability is not None and ability.granted)
        and (ability is None or c.group == ability.group)
    ]  # fmt: skip


def targets_are_there(q: Question) -> set[str]:
    """355.9: what is chosen is there; a card that is played from facedown is not any longer."""
    lying = [thing for player in q.position.players for thing in player.facedown]
    gone = any(t.kind == "facedown" and not any(t is thing for thing in lying) for t in q.targets)
    return {"target"} if gone or any(t.card is None and t.kind != "battlefield" for t in q.targets) else set()


def cost_within(card: Card, clause: Clause) -> bool:
    """206: the printed cost. A limit by what something else cost is the caller's to know."""
    reads = clause.reads
    highest = [(card.energy, reads.get("energy_max")), (card.power, reads.get("power_max"))]
    return (
        card.energy >= reads.get("energy_min", 0) and card.power >= reads.get("power_min", 0)
        and all(not isinstance(limit, int) or n <= limit for n, limit in highest)
    )  # fmt: skip


def take_from_zone(q: Question) -> set[str]:
    """353: the card leaves its zone, from which it may have to be allowed."""
    player = q.position.players[q.seat]
    if q.zone == "facedown":
        return take_facedown(q)
    if q.zone == "token":
        return set() if q.by_effect else {"zone"}
    if q.zone == "hand" and q.card not in player.hand and q.card in player.champion:
        q.zone = "champion"
    if q.zone == "deck":
        if q.card in player.deck_top:
            player.deck_top.remove(q.card)
        return set() if q.by_effect else {"zone"}
    cards = getattr(player, q.zone)
    if q.card not in cards:
        return {"zone"}
    cards.remove(q.card)
    q.targets = [in_trash(q, thing.card) if thing.kind == "trash" else thing for thing in q.targets]
    if q.zone == "trash" and not q.by_effect and not trash_permits(q):
        return {"zone"}
    return {"zone"} if q.zone == "banished" and not q.by_effect else set()


def take_facedown(q: Question) -> set[str]:
    """811: from a later turn on, to where it lies."""
    player = q.position.players[q.seat]
    if q.subject is None or not any(thing is q.subject for thing in player.facedown):
        return {"zone"}
    faults = set()
    if q.subject.fresh and not q.by_effect:
        faults.add("zone")
    if q.to != q.subject.at and q.card.type in PERMANENTS and not q.by_effect:  # 811.1.d.1
        faults.add("restriction")
    player.facedown = [thing for thing in player.facedown if thing is not q.subject]
    forget(q.position, q.subject)
    return faults


def trash_permits(q: Question) -> bool:
    """Flow, printed or given; "you may play me from your trash"; what opens the trash to all cards."""
    return (
        trash_is_open(q.position, q.seat)
        or any(clause.kind == "keyword_flow" and not clause.granted for clause in q.card.clauses)
        or any(clause.granted and concerns(eye, clause) for eye, clause in left_behind(q, "keyword_flow"))
        or any(clause.plays.get("from") == "trash" for clause in offers_of_its_own(q))
    )


def not_allowed(q: Question) -> set[str]:
    """An effect's play: is it one that the effect allows? What it does not name is the caller's to know."""
    clauses = q.by.clauses if q.by is not None else ()
    offers = [
        c for c in clauses if c.kind in ("ignore_cost", "discount_other", "total_change") and c.lasts == "granted"
    ]
    if not offers or any(allows(q, offer) for offer in offers):
        return set()
    here = q.zone
    for q.zone in ("hand", "trash", "facedown", "champion", "deck", "banished"):
        if any(allows(q, offer) for offer in offers):
            q.zone = here
            return {"zone"}
    q.zone = here
    return {"condition"}


def allows(q: Question, offer: Clause) -> bool:
    eye = Eye(q.position, None, q.by, q.seat, q)
    try:
        if not concerns(eye, offer):
            return False
    except Unknown:
        pass
    for clause in q.by.clauses:
        if clause.kind != "cost_reader" or clause.group != offer.group:
            continue
        if not cost_within(q.card, clause):
            return False
        try:
            if "energy_below" in clause.reads and q.card.energy >= number(eye, clause.reads["energy_below"]):
                return False
        except Unknown:
            pass
    return True


def faults_of_ability(q: Question) -> set[str]:
    thing = q.subject
    if not thing.in_play:
        raise Refused("target")
    if thing.controller != q.seat:
        raise Refused("restriction")
    faults = ability_meant(q)
    clause = q.ability
    if not in_time(q.position, q.seat, clause.timing or MAIN):
        faults.add("timing")
    if q.form == "activate":
        # 827.1.c: "use only if not Empowered", which what may be Empowered several times does not say.
        if clause.kind == "keyword_empower" and "empowered" not in clause.limit and thing.states.get("empowered"):
            faults.add("condition")
        if "times" in clause.limit and "used" in thing.states:  # once each turn
            faults.add("condition")
        faults |= targets_are_there(q)
        if not faults:
            faults |= faults_of_choices(q, q.ability_of, choices_of(q.ability_of, clause), thing)
    return faults


def faults_of_trigger(q: Question) -> set[str]:
    faults = ({"target"} if q.subject.card is None else set()) | targets_are_there(q)
    if faults or q.action.get("on") == "resolution":
        return faults
    try:
        meant, _ = trigger_meant(q)
    except Refused:
        return faults  # the price says why
    found = faults_of_choices(q, q.subject.card, trigger_choices(q, meant), q.subject)
    if found == {"target"} and "ability" not in q.action and q.targets:
        others = [c for c in q.subject.card.clauses if c.kind == "triggered" and not c.granted and c is not meant]
        if others:
            raise NotJudged("which of several triggers is meant")
    return found


def trigger_choices(q: Question, meant: Clause) -> list[Clause]:
    if q.action.get("ability") == "weaponmaster" or meant.kind.startswith("keyword_equip"):
        meant = next((c for c in q.subject.card.clauses if c.kind == "keyword_weaponmaster" and not c.granted), None)
        if meant is None:
            raise NotJudged("what Weaponmaster chooses that something gives")
    return choices_of(q.subject.card, meant)


def faults_of_move(q: Question) -> set[str]:
    """144.2-4, 810: to a battlefield or back; between battlefields with Ganking only; not into a third party."""
    faults = set() if in_time(q.position, q.seat, MAIN) else {"timing"}
    for unit in q.targets:
        if not unit.is_unit:
            faults.add("target")
            continue
        ganking = "ganking" in unit.card.keywords or "ganking" in unit.states
        if unit.controller != q.seat or unit.at == q.to or ("base" not in (unit.at, q.to) and not ganking):
            faults.add("restriction")
        if unit.exhausted:
            faults.add("exhausted")
    if crowded(q.position, q.seat, q.to):
        faults.add("restriction")
    for unit in q.targets:
        unit.exhausted = True  # the cost of the move: a unit that moves makes no Add for the tax
    return faults


def faults_of_hide(q: Question) -> set[str]:
    """811, 421.2.a: on your turn in an Open state, at a battlefield you control without a facedown card."""
    position, player = q.position, q.position.players[q.seat]
    faults = set()
    zone = next((cards for cards in (player.hand, player.champion) if q.card in cards), None)
    if zone is None:
        faults.add("zone")
    else:
        zone.remove(q.card)
    calm = position.showdown is not None or position.phase == "main"
    if position.chain or position.turn_player != q.seat or not calm or position.acting != q.seat:
        faults.add("timing")
    if "hidden" not in q.card.keywords:
        faults.add("condition")
    place = next(place for place in position.battlefields if place.id == q.to)
    taken = any(thing.at == q.to for other in position.players for thing in other.facedown)
    return faults | ({"zone"} if place.controller != q.seat or taken else set())


def rune_faults(q: Question) -> set[str]:
    """164.2, outside of a payment."""
    verb, domain = q.action["add"].split()
    player = q.position.players[q.seat]
    faults = set() if in_time(q.position, q.seat, REACTION) else {"timing"}
    if not player.ready[domain] and (verb == "exhaust" or not player.exhausted[domain]):
        faults.add("exhausted" if player.exhausted[domain] else "cost")
    return faults


FIRST_STEPS = {
    "play": faults_of_play, "activate": faults_of_ability, "add": faults_of_ability, "trigger": faults_of_trigger,
    "move": faults_of_move, "hide": faults_of_hide, "pay": lambda q: set(),
}  # fmt: skip
