"""Acts from the first step to the last (353-359, 398-406): may it be done, at what cost, and what is there afterwards.

`judge` says what is right; `carry_out` does the act with the payment that somebody names, and checks that payment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .abilities import ability_meant
from .cards import PERMANENTS, Book, Card, Clause
from .clauses import Eye, Given, Unknown, concerns, left_behind, number
from .costs import Cost, minimal
from .deaths import banished_instead, die, follow, forget, lose
from .events import scenario_event, set_off
from .parts import LEAVING, Part, Spent, as_given, choices, read_part, words_of
from .position import NEW, Effect, Position, Thing
from .prices import Lent, NoSuchOption, Price, Refused, offers_of_its_own, price_of
from .question import Question, ask
from .resources import (
    Payer,
    Wrong,
    demand,
    give_runes,
    gold_bonus,
    is_small,
    named_pays,
    oracle_keys,
    pay_with,
    payable,
    supplies,
)
from .timing import MAIN, REACTION, crowded, in_time, speed_of_play, trash_is_open

OK = "ok"
UNKNOWN = "unknown_card_behaviour"


@dataclass
class Way:
    """One way to pay: what is given up, what it costs then, how the words of the cost are."""

    spent: list[Spent]
    costs: frozenset[Cost]
    words: tuple[str, ...]
    price: Price
    paid: bool = False
    spares: bool = True  # it gives up nothing that is chosen


@dataclass
class Answer:
    """`codes`: all that is wrong, any of which is a right answer; `costs`: the right sets of minimal costs."""

    legal: bool
    codes: frozenset[str]
    ways: list[Way] = field(default_factory=list)
    plain: Way | None = None  # as chosen, with nothing given up
    question: Question | None = None

    @property
    def costs(self) -> list[frozenset[tuple[Cost, tuple[str, ...]]]] | None:
        ways = self.ways + ([self.plain] if self.plain is not None else [])
        return [frozenset((c, way.words) for c in way.costs) for way in ways] if ways else None


def refused(*codes: str, **more: Any) -> Answer:
    return Answer(False, frozenset(codes), **more)


def judge(before: Position, action: dict[str, Any], book: Book) -> Answer:
    """What the rules say of this action in this position, which stays as it is."""
    q = ask(before.copy(), action, book)
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


# ------------------------------------------------------------------------------ steps 1 and 2, by form of action


def faults_of_play(q: Question) -> set[str]:
    if q.card.type not in ("unit", "gear", "spell"):
        raise Refused("zone")
    faults = take_from_zone(q) | not_allowed(q)
    if not q.by_effect and not in_time(q.position, q.seat, speed_of_play(q)):
        faults.add("timing")
    for clause in q.card.clauses:  # 206: a spell that reads costs takes only what it allows
        if clause.kind == "cost_reader" and clause.reads.get("what") == "spell" and clause.trigger is None:
            for thing in q.targets:
                if thing.kind in ("chain", "trash") and not (thing.kind == "chain" and readable(thing.card, clause)):
                    faults.add("target")
    if q.card.type == "unit" and crowded(q.position, q.seat, q.to):
        faults.add("restriction")
    return faults | targets_are_there(q)


def targets_are_there(q: Question) -> set[str]:
    return {"target"} if any(t.card is None and t.kind != "battlefield" for t in q.targets) else set()


def readable(card: Card, clause: Clause) -> bool:
    return card is not None and card.type == "spell" and cost_within(card, clause)


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
    return faults


def faults_of_trigger(q: Question) -> set[str]:
    return ({"target"} if q.subject.card is None else set()) | targets_are_there(q)


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


# ----------------------------------------------------------------------------------------------- steps 3 and 4


def purpose_of(q: Question) -> str:
    """What restricted resources may pay for."""
    if q.form == "play":
        return q.card.type
    if q.form in ("activate", "add"):
        return f"{q.subject.card.type} ability"
    if q.form == "trigger":
        return "trigger" if q.action.get("on", "finalization") == "finalization" else "resolution"
    return q.action.get("for", "resolution") if q.form == "pay" else q.form


def is_converter(q: Question) -> bool:
    return q.form == "add" and bool(q.ability.cost.get("x"))


def settle(q: Question, price: Price) -> Answer:
    """Every choice of objects, with the price that it makes: can it be paid?"""
    parts = [read_part(words, place) for words, place in price.parts]
    plain = Way([], minimal(price.costs), words_of(parts, None, price.exhaust), price)
    if price.exhaust and q.subject.exhausted:  # 414.4
        return refused("exhausted", plain=plain, question=q)
    ways = all_ways(q, price, parts)
    answer = Answer(False, frozenset(), ways, plain, q)
    if is_converter(q):  # its X is paid as it is used
        for way in ways:
            way.paid = can_pay(q, [x_cost(q)], way.spent, "resolution")
    if any(way.paid and way.spares for way in ways):
        answer.legal, answer.codes = True, frozenset((OK,))
    elif any(way.paid for way in ways):
        # 357.3: what was chosen is given up although there is another way, or because there is none (358).
        answer.codes = frozenset(("choice" if q.with_ and other_way(q, price, parts) else "target",))
    elif ways:
        spared = any(way.spares for way in ways)
        answer.codes = frozenset({"unaffordable"} if spared else {"unaffordable", "target"})
    else:
        itself = [Spent("exhaust", q.subject.id)] if price.exhaust else []
        alone = can_pay(q, minimal(price.costs), itself)
        answer.codes = frozenset({"cost"} if alone else {"cost", "unaffordable"})
    return answer


def x_cost(q: Question) -> Cost:
    """What a converter asks for comes after the colon: no restricted resource pays it."""
    return Cost(0, ("any",) * q.x) if q.ability.cost["x"] == "power" else Cost(q.x)


def can_pay(q: Question, costs: Iterable[Cost], spent: list[Spent], purpose: str | None = None) -> bool:
    """Can one of the costs be paid while this is given up: in any way, or as the action says?"""
    purpose = purpose or purpose_of(q)
    if "payment" in q.action and (purpose == "resolution" or not is_converter(q)):
        return named_pays(q.position, q.seat, spent, costs, purpose, q.action["payment"])
    return any(payable(s, demand(c, purpose)) for c in costs for s in supplies(q.position, q.seat, spent))


def all_ways(q: Question, price: Price, parts: list[Part]) -> list[Way]:
    """What can be given up, each way with its price. "Any number" that is left open: up to the least that pays."""
    found: list[Way] = []
    prices: dict[Given, Price] = {Given(): price}
    chosen = {target.id for target in q.targets if target.kind != "trash"}
    least: int | None = None
    open_number = any(part.any_number and part.verb not in q.with_ for part in parts)
    for spent in choices(q, parts, price.exhaust):
        given = as_given(q.position, spent)
        if open_number and least is not None and given.killed + given.buffs > least:
            continue
        if given not in prices:
            prices[given] = price_of(q, given)
        costs = minimal(prices[given].costs)
        way = Way(spent, costs, words_of(parts, spent, price.exhaust), prices[given])
        way.spares = not any(s.thing in chosen for s in spent if s.verb in LEAVING)
        way.paid = can_pay(q, costs, spent)
        if way.paid and way.spares and (least is None or given.killed + given.buffs < least):
            least = given.killed + given.buffs
        found.append(way)
    return found


def other_way(q: Question, price: Price, parts: list[Part]) -> bool:
    """Could it be paid with the objects left to choice, and what is chosen spared?"""
    action, q.action = q.action, {key: value for key, value in q.action.items() if key != "with"}
    try:
        return any(way.paid and way.spares for way in all_ways(q, price, parts))
    finally:
        q.action = action


# --------------------------------------------------------------------------------------------- the best way


def best_ways(answer: Answer) -> list[Way]:
    """Of the ways that pay those that may be the best by the default policy: where the oracle takes long, all."""
    q = answer.question
    ways = [way for way in answer.ways if way.paid and way.spares]
    if any(s.n != 1 or s.verb == "kill" for way in ways for s in way.spent):
        amounts = [sum(s.n for s in way.spent) for way in ways]
        ways = [way for way, n in zip(ways, amounts, strict=True) if n == min(amounts)]
    keys = [keys_of(q, way) for way in ways]
    if None in keys or len(set(keys)) == 0:
        return ways if len(ways) > 1 and len({signature(q, way) for way in ways}) > 1 else ways[:1]
    return [ways[keys.index(min(keys))]]


def signature(q: Question, way: Way) -> Any:
    return way.costs, tuple(supplies(q.position, q.seat, way.spent))


def keys_of(q: Question, way: Way) -> tuple[int, ...] | None:
    """The keys of the best payment of a way; None where that takes long to find."""
    if is_converter(q):
        costs, purpose = frozenset((x_cost(q),)), "resolution"
    else:
        costs, purpose = way.costs, purpose_of(q)
    some = supplies(q.position, q.seat, way.spent)
    if not all(map(is_small, some)):
        return None
    found = [oracle_keys(s, demand(c, purpose)) for c in costs for s in some]
    return min(keys for keys in found if keys is not None)


# ------------------------------------------------------------------------------------------- steps 4 to 6, done


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
        costs = frozenset((x_cost(q),)) if is_converter(q) else way.costs
        wrong: list[Wrong] = []
        for c in sorted(costs):
            try:
                yield paid_and_done(q, way, certificate, c)
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


def paid_and_done(asked: Question, way: Way, certificate: Certificate, c: Cost) -> Position:
    """On a copy: choose, pay, finalize."""
    q = copied(asked)
    position, player = q.position, q.position.players[q.seat]
    if q.form in ("play", "activate", "trigger"):
        count_chosen(q)
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
    x, own_add = q.x, q.form == "add"
    pay(q, way, certificate, c)
    player.count("gear_abilities", int(gear_ability))
    if q.form == "play":
        finalize_play(q)
    elif q.form == "activate":
        to_chain(position, card, q.seat)
    elif own_add:
        resolve_add(q, x)
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


def pay(q: Question, way: Way, certificate: Certificate, c: Cost) -> None:
    """Step 4: the Adds, the spending, and what the cost takes (357)."""
    position, player = q.position, q.position.players[q.seat]
    payer = Payer(position, q.seat, way.spent)
    give_runes(position, q.seat, way.spent)
    pay_with(payer, certificate.steps)
    payer.finish(c, "resolution" if is_converter(q) else purpose_of(q), certificate.left)
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


def resolve_add(q: Question, x: int) -> None:
    """429: what an Add makes goes to the pool at once."""
    player, adds = q.position.players[q.seat], q.ability.adds
    made = [("energy", adds.get("energy", 0)), *adds.get("power", {}).items()]
    if is_gold(q.ability) and q.ability.group in {c.group for c in q.subject.card.clauses} and bonus(q):
        made.append(("energy", 1))
    for what, n in made:
        n = x if n == "x" else n
        key = what, adds.get("restriction")
        if n:
            player.pool[key] = player.pool.get(key, 0) + n


def is_gold(clause: Clause) -> bool:
    return list(clause.cost.get("other", ())) == ["kill self"] and clause.adds.get("power") == {"any": 1}


def bonus(q: Question) -> bool:
    return not isinstance(q.ability, Lent) and gold_bonus(q.position, q.seat)
