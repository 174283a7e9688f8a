"""Steps 4 to 6: the act is done with a payment that somebody names, which is checked on the way (357-359)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .cards import PERMANENTS, Card, Clause
from .clauses import Eye
from .costs import Cost
from .deaths import banished_instead, die, follow, lose
from .forces import concerns
from .happen import scenario_event, set_off
from .parts import Spent
from .paying import Answer, Way, terms
from .payments import Payer, Wrong, give_runes, pay_with
from .position import NEW, Effect, Position, Thing
from .question import Question
from .resources import gold_bonus


@dataclass
class Certificate:
    """A payment as riftcore prints it: its steps in a legal order, the pool that it leaves."""

    steps: list[dict[str, Any]]
    left: dict[tuple[str, str | None], int]


def carry_out(answer: Answer, way: Way | None, certificate: Certificate | None) -> Iterator[Position]:
    """The positions that the act may end in with this payment: one, or one for each cost that it pays."""
    q = answer.question
    if q.form == "event":
        p = q.position
        scenario_event(p, q)
        yield p
    elif q.form == "add" and q.subject is None:
        yield add_of_rune(q)
    elif way is None:
        yield q.position  # declined
    else:
        costs, purpose = terms(q, way.costs)
        wrong: list[Wrong] = []
        for c in sorted(costs):
            try:
                yield paid_and_done(q, way, certificate, c, purpose)
            except Wrong as error:
                wrong.append(error)
        if len(wrong) == len(costs):
            raise wrong[0]


def add_of_rune(q: Question) -> Position:
    verb, domain = q.action["add"].split()
    payer = Payer(q.position, q.seat, [])
    if verb == "exhaust":
        payer.exhaust_rune(domain)
    else:
        payer.recycle_rune(domain)
    (pool,) = payer.pools
    payer.player.pool = dict(pool)
    return q.position


def paid_and_done(asked: Question, way: Way, certificate: Certificate, c: Cost, purpose: str) -> Position:
    """The act on a copy of the position: what is chosen counts, the payment is made, the act is finalized."""
    q = copied(asked)
    position, player = q.position, q.position.players[q.seat]
    if q.form in ("play", "activate", "trigger") and q.action.get("on") != "resolution":
        count_chosen(q)  # what an instruction speaks of was chosen before (355.10)
    if q.form == "play" and q.by is not None:
        forget_payment(q)
    if q.form == "trigger":
        remember_payment(q, way.spent)
    gear_ability = q.form in ("activate", "add") and q.subject.card.type == "gear"
    card = q.subject.card if q.subject is not None else None
    if q.form == "activate" and "times" in q.ability.limit:
        q.subject.states["used"] = 1
    if q.form == "move":
        for unit in q.targets:
            unit.at = q.to
            follow(position, unit)
    pay(q, way, certificate, c, purpose)
    player.count("gear_abilities", int(gear_ability))
    if q.form == "play":
        finalize_play(q)
    elif q.form == "activate":
        to_chain(position, card, q.seat)
    elif q.form == "add":
        resolve_add(q)
    elif q.form == "move":
        for unit in q.targets:
            if any(unit is thing for thing in position.board()):
                set_off(position, "move", unit)
    elif q.form == "hide":
        player.facedown.append(Thing("facedown", NEW, q.card, q.seat, q.seat, q.to, fresh=True))
    return position


def copied(q: Question) -> Question:
    """The question on a copy of its position."""
    new = Question(**{name: getattr(q, name) for name in q.__dataclass_fields__})
    new.position = q.position.copy()
    new.subject = new.position.find(q.subject.id) or q.subject if q.subject is not None else None
    new.targets = [t if t.kind == "trash" else new.position.find(t.id) or t for t in q.targets]
    return new


def count_chosen(q: Question) -> None:
    """Each time an enemy is chosen counts by itself (a reading)."""
    player = q.position.players[q.seat]
    by_type = q.card.type if q.played else q.subject.card.type
    for thing in q.targets:
        if not thing.in_play or thing.controller == q.seat:
            continue
        if thing.card.type == "unit":
            player.count("enemy_units_chosen")
        if thing.card.type in PERMANENTS and by_type == ("spell" if q.played else "unit"):
            player.count("enemies_chosen")


def forget_payment(q: Question) -> None:
    """The play that an effect allowed uses up what its trigger was paid with."""
    effects = q.position.players[q.seat].effects
    mine = [effect for effect in effects if effect.card is q.by and effect.might is not None]
    if mine:
        q.position.players[q.seat].effects = [effect for effect in effects if effect is not mine[-1]]


def remember_payment(q: Question, spent: list[Spent]) -> None:
    """An effect that reads the Might of what its price was paid with keeps it."""
    if not any("paid_might" in str(clause.modifier.get("energy")) for clause in q.subject.card.clauses):
        return
    for item in spent:
        thing = q.position.find(item.thing) if item.thing is not None else None
        if thing is not None:
            q.position.players[q.seat].effects.append(Effect(q.subject.card, None, thing.strength))
            return


def pay(q: Question, way: Way, certificate: Certificate, c: Cost, purpose: str) -> None:
    """Step 4: the Adds, the spending, and what the cost takes (357)."""
    position, player = q.position, q.position.players[q.seat]
    payer = Payer(position, q.seat, way.spent)
    give_runes(position, q.seat, way.spent)
    pay_with(payer, certificate.steps)
    payer.finish(c, purpose, certificate.left)
    player.count("gear_abilities", payer.gear)
    player.count("energy_spent", c.energy)
    player.count("power_spent", len(c.symbols))
    if q.played and q.card.type == "spell" and c.energy > player.happened("max_energy_on_one_spell"):
        player.this_turn["max_energy_on_one_spell"] = c.energy
    given = [item.thing for item in way.spent]
    gone: list[Thing] = []
    for thing in payer.killed:
        die(position, thing, gone, given)
    for thing in gone:
        lose(position, thing)
    give_up(q, way.spent)


def give_up(q: Question, spent: list[Spent]) -> None:
    """What the cost takes, in any order; what leaves the board leaves last."""
    position, player = q.position, q.position.players[q.seat]
    given = [item.thing for item in spent]
    gone: list[Thing] = []
    for item in spent:
        thing = position.find(item.thing) if item.thing is not None else None
        if item.verb == "spend xp":
            player.xp -= item.n
        elif item.verb == "burn":
            player.trash += player.deck_top[: item.n]
            del player.deck_top[: item.n]
        elif thing is None:
            continue
        elif item.verb == "spend buff":
            thing.buffs -= item.n
            thing.might = None if thing.might is None else max(0, thing.might - item.n)
        elif item.verb == "exhaust":
            thing.exhausted = True
        elif item.verb == "disempower":
            thing.states["empowered"] -= 1
            if not thing.states["empowered"]:
                del thing.states["empowered"]
        elif item.verb == "kill":
            die(position, thing, gone, given)
        else:
            zone = {"return": "hand", "banish": "banished"}.get(item.verb)  # recycled: to the bottom of the Main Deck
            if zone is not None and not thing.is_token:
                getattr(position.players[thing.owner], zone).append(thing.card)
            gone.append(thing)
    from_zones(q, spent)
    for thing in gone:
        lose(position, thing)


def from_zones(q: Question, spent: list[Spent]) -> None:
    """Cards of the hand and of trashes: discarded, recycled, banished (416, 422)."""
    for item in sorted((s for s in spent if s.zone is not None), key=lambda s: -s.slot):
        owner = q.position.players[item.owner]
        card = getattr(owner, item.zone).pop(item.slot)
        if item.verb == "discard" and banished_instead(q.position, item.owner):
            owner.banished.append(card)
        elif item.verb == "discard":
            owner.trash.append(card)
            owner.count("discarded")
        elif item.verb == "banish":
            owner.banished.append(card)


def finalize_play(q: Question) -> None:
    """359: units and gear enter, spells wait on the chain."""
    position, player, card = q.position, q.position.players[q.seat], q.card
    # "The next ..." is used up by what it speaks of, needed or not.
    used = [
        effect for effect in player.effects
        if any(
            clause.lasts == "next" and concerns(Eye(position, None, effect.card, q.seat, q), clause)
            for clause in effect.card.clauses
        )
    ]  # fmt: skip
    player.effects = [effect for effect in player.effects if not any(effect is other for other in used)]
    if card.type == "spell":
        to_chain(position, card, q.seat)
    else:
        enter(q)
        if not q.by_effect:
            after_permanent(position)
    if not q.me.is_token:
        player.count("cards_played")
        player.count("spells_played", int(card.type == "spell"))
        player.count("gear_played", int(card.type == "gear"))
        if "equipment" in card.tags:
            player.count("equipment_played")


def enter(q: Question) -> None:
    """143.4, 359.2: units enter exhausted, gear ready, unless the card or Accelerate (805) says otherwise."""
    card, accelerated = q.card, ("accelerate", 0) in q.paid
    thing = Thing("board", NEW, card, q.seat, q.seat, q.to or "base", token=q.zone == "token")
    thing.exhausted = card.enters == "exhausted" or (card.enters is None and card.type == "unit" and not accelerated)
    if any(c.trigger is not None and "paid_additional" in str(c.when) for c in card.clauses):
        thing.states["paid" if ("additional", 0) in q.paid else "unpaid"] = 1
    q.position.players[q.seat].board.append(thing)


def to_chain(position: Position, card: Card, seat: int) -> None:
    """337.1.c.3: whoever put the newest item there has Priority."""
    position.chain.append(Thing("chain", NEW, card, None, seat))
    position.priority = seat


def after_permanent(position: Position) -> None:
    """337.1.c: a unit or gear resolves at once; in an open showdown Focus passes (346)."""
    if position.chain:
        newest = position.chain[-1].controller
        position.priority = position.priority if newest is None else newest
    elif position.showdown is not None and position.focus is not None:
        position.focus = position.priority = (position.focus + 1) % len(position.players)


def resolve_add(q: Question) -> None:
    """429: what an Add makes goes to the pool at once."""
    player, adds = q.position.players[q.seat], q.ability.adds
    made = [("energy", adds.get("energy", 0)), *adds.get("power", {}).items()]
    if q.ability_of is q.subject.card and is_gold(q.ability) and gold_bonus(q.position, q.seat):
        made.append(("energy", 1))
    for what, n in made:
        n = q.x if n == "x" else n
        key = what, adds.get("restriction")
        if n:
            player.pool[key] = player.pool.get(key, 0) + n


def is_gold(clause: Clause) -> bool:
    return list(clause.cost.get("other", ())) == ["kill self"] and clause.adds.get("power") == {"any": 1}
