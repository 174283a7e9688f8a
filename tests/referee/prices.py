"""Step 3: what an action costs (356): base, additional costs, increases, discounts, changes of the total.

A price is a set of costs, for a player often has a choice, and the other parts of the cost as texts name them
("kill 1 friendly unit"). The parts of "here" on a battlefield are marked with the battlefield.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .cards import Card, Clause
from .clauses import Eye, Given, Unknown, fits, holds, number, truth
from .costs import FREE, Cost, Discount, cost, discounted, minimal, of, plus
from .forces import concerns, in_force, left_behind
from .position import Thing
from .question import NotJudged, Question
from .timing import trash_is_open

OPTIONS = ("accelerate", "additional", "repeat")
IGNORED = {"cost": ("energy", "power"), "all": ("energy", "power"), "energy": ("energy",), "power": ("power",)}


class NoSuchOption(Exception):
    """The card does not have this optional cost now."""


class Refused(Exception):
    """The price is refused before it is known; the code."""

    def __init__(self, *codes: str) -> None:
        self.codes = set(codes)


@dataclass
class Price:
    costs: set[Cost]
    parts: list[tuple[str, str | None]] = field(default_factory=list)  # the words, and where the objects have to be
    exhaust: bool = False  # "exhaust" of the object itself

    def add(self, more: set[Cost]) -> None:
        self.costs = {plus(a, b) for a in self.costs for b in more}

    def ask(self, clause: Clause, here: Thing | None = None) -> None:
        place = here.id if clause.where == "here" and here is not None else None
        self.parts += [(part, place) for part in clause.cost.get("other", ())]


def price_of(q: Question, given: Given) -> Price:
    price = {
        "play": of_play, "activate": of_ability, "add": of_ability, "trigger": of_trigger, "move": of_move,
        "hide": of_hide, "pay": of_payment,
    }[q.form](q, given)  # fmt: skip
    price.costs = set(minimal(price.costs))
    return price


# ------------------------------------------------------------------------------------------------- a card


def of_play(q: Question, given: Given) -> Price:
    price = Price(set())
    bases(q, price)
    own = Eye(q.position, q.me, q.card, q.seat, q)
    for clause in q.card.clauses:
        if clause.kind == "additional_mandatory" and holds(own, clause.when):
            price.add({of(clause.cost)})
            price.ask(clause)
    price.add({Cost(0, ("any",) * deflect(q))})
    for name, at in sorted(q.paid):
        option(q, price, name, at)
    changed(q, price, given, None)
    if q.action.get("ignoring") == "all" or (q.by and any(c.kind == "total_change" for c in q.by.clauses)):
        return Price({FREE})  # 356.5
    return price


def bases(q: Question, price: Price) -> None:
    """356.1: the printed cost, or what stands in its place or ignores it."""
    action, card = q.action, q.card
    own = Eye(q.position, q.me, card, q.seat, q)
    ignored = set(IGNORED.get(action.get("ignoring"), ()))
    granted = [c for c in q.by.clauses if c.lasts == "granted"] if q.by is not None else []
    for clause in granted:
        if clause.kind == "ignore_cost":
            ignored |= set(clause.modifier["sets"]) & {"energy", "power"}
        elif clause.kind == "total_change":
            ignored |= {"energy", "power"}
    for clause in card.clauses:  # "If you do, ignore this spell's cost"
        if clause.kind == "ignore_cost" and not clause.scope and clause.trigger is None and holds(own, clause.when):
            ignored |= set(clause.modifier["sets"]) & {"energy", "power"}
    printed = cost(card.energy, {card.symbol: card.power})
    flows = []
    if action.get("for") is not None:
        base = of(action["for"])
    elif q.zone == "facedown":  # 811: playing from Hidden ignores the base cost
        base = FREE
    else:
        base = printed
        if q.by is card:  # "You may pay X to play me": X stands in for the base cost
            for clause in card.clauses:
                if clause.plays.get("what") == "self":
                    base = of(clause.cost)
        if q.zone == "trash" and not q.by_effect:
            flows = flow_costs(q, price)
    found = {base} if not flows or trash_is_open(q.position, q.seat) else set()
    found |= set(flows)
    if not (q.by_effect or q.zone == "facedown" or ignored):
        for clause in offers_of_its_own(q):
            if clause.plays.get("from") == "trash" and not trash_is_open(q.position, q.seat):
                found.clear()
            found.add(of(clause.cost))
    price.costs = {Cost(0 if "energy" in ignored else c.energy, () if "power" in ignored else c.symbols) for c in found}


def offers_of_its_own(q: Question) -> list[Clause]:
    """ "You may play me for ..."; an offer that is made when something resolves is none."""
    own = Eye(q.position, q.me, q.card, q.seat, q)
    return [
        clause for clause in q.card.clauses
        if clause.kind == "alternate_cost" and clause.plays.get("what") == "self"
        and clause.trigger is None and clause.payer is None
        and (clause.plays.get("from") != "trash" or q.zone == "trash") and holds(own, clause.when)
    ]  # fmt: skip


def flow_costs(q: Question, price: Price) -> list[Cost]:
    """829: Flow, printed and given; the player picks one."""
    found = []
    own = Eye(q.position, q.me, q.card, q.seat, q)
    for clause in q.card.clauses:
        if clause.kind == "keyword_flow" and not clause.granted and holds(own, clause.when):
            found.append(keyword_price(q.card, clause))
            price.ask(clause)
    for eye, clause in left_behind(q, "keyword_flow"):
        if clause.granted and concerns(eye, clause):
            found.append(keyword_price(q.card, clause))
    if price.parts and (len(found) > 1 or trash_is_open(q.position, q.seat)):
        raise Unknown("which of several Flow costs is paid")
    return found


def keyword_price(card: Card, clause: Clause) -> Cost:
    """The cost of a keyword for the card that has or gets it; "own" is a symbol of its own Power."""
    if clause.cost.get("equals") == "printed":
        return cost(card.energy, {card.symbol: card.power})
    power = dict(clause.cost.get("power", {}))
    own = power.pop("own", 0)
    return plus(cost(clause.cost.get("energy", 0), power), cost(0, {card.symbol: own}))


def option(q: Question, price: Price, name: str, at: int) -> None:
    """356.2: an optional additional cost that was chosen, with the discounts of its own (356.4.c)."""
    offers = options(q, name)
    if at >= len(offers):
        raise NoSuchOption
    eye, clause = offers[at]
    part = of(clause.cost) if name == "additional" else keyword_price(q.card, clause)
    discounts = [
        discount_of(other, c) for other, c in in_force(q, "discount_other")
        if c.scope.get("component") and c.what in ("optional", name) and holds(other, c.when)
    ]  # fmt: skip
    price.add(discounted({part}, discounts))
    price.ask(clause, eye.me)


def options(q: Question, name: str) -> list[tuple[Eye, Clause]]:
    """The optional costs of this name that the card has now: its own, those of the board, those of effects."""
    if name not in OPTIONS:
        return []
    kind = "additional_optional" if name == "additional" else f"keyword_{name}"
    own = Eye(q.position, q.me, q.card, q.seat, q)
    printed = [(own, clause) for clause in q.card.clauses if clause.kind == kind and not clause.granted]
    found = [(eye, clause) for eye, clause in printed if holds(eye, clause.when)]
    if printed and name == "additional":
        return found[:1]
    for eye, clause in in_force(q, kind):
        if clause.granted and concerns(eye, clause) and holds(eye, clause.when):
            found.append((eye, clause))
    if name == "repeat":  # 820: each instance once; printed ones first
        return found + [(e, c) for e, c in left_behind(q, kind) if c.granted and concerns(e, c)]
    return found[:1]


# ------------------------------------------------------------------------------------------------ Deflect


def deflect(q: Question) -> int:
    """809: [A] for each time an opponent's spell or ability chooses what has Deflect."""
    if q.played and q.card.type != "spell":
        return 0
    owed = [deflect_of(q, t) for t in q.targets if t.in_play and t.controller != q.seat]
    return 0 if not any(owed) or deflect_is_ignored(q) else sum(owed)


def deflect_of(q: Question, thing: Thing) -> int:
    """Its own Deflect, what others give it; if that is nothing, one gift to those who have none."""
    own = Eye(q.position, thing, thing.card, thing.controller, q)
    value = sum(
        clause.value for clause in thing.text
        if clause.kind == "keyword_deflect" and not clause.granted and clause.trigger is None
        and clause.lasts == "static" and holds(own, clause.when)
    )  # fmt: skip
    gifts = [
        (eye, clause) for eye, clause in in_force(q, "keyword_deflect", anybody=True)
        if clause.granted and clause.filter is not None
    ]  # fmt: skip
    gifts = [(replace(eye, you=eye.me.controller), clause) for eye, clause in gifts]  # "you" of a battlefield too
    gifts = [(eye, c) for eye, c in gifts if fits(eye, c.filter, thing) and holds(eye, c.when)]
    value += sum(clause.value for _, clause in gifts if not clause.scope.get("lacking"))
    for player in q.position.players:
        for effect in player.effects:
            if effect.on == thing.id:
                clauses = effect.card.clauses
                value += sum(c.value for c in clauses if c.kind == "keyword_deflect" and c.lasts == "turn")
    return value or next((clause.value for _, clause in gifts if clause.scope.get("lacking")), 0)


def deflect_is_ignored(q: Question) -> bool:
    """One chosen thing that ignores Deflect frees the whole spell or ability of it (a reading)."""

    def speaks(clause: Clause) -> bool:
        return clause.kind == "ignore_cost" and "deflect" in clause.modifier.get("sets", {})

    if q.played and any(map(speaks, q.card.clauses)):
        return True
    return any(
        speaks(clause) and isinstance(chosen := clause.filter.get("chooses"), dict)
        and any(fits(eye, chosen, thing) for thing in q.targets)
        for eye, clause in in_force(q, "ignore_cost")
        if clause.filter is not None
    )  # fmt: skip


# --------------------------------------------------------------------------------- increases and discounts


def discount_of(eye: Eye, clause: Clause) -> Discount:
    modifier = clause.modifier
    symbols = [symbol for symbol, n in modifier.get("power", {}).items() for _ in range(number(eye, n))]
    return Discount(
        number(eye, modifier.get("energy", 0)), tuple(symbols), modifier.get("min_energy", 0), "choice" in modifier
    )


def changed(q: Question, price: Price, given: Given, ability: Clause | None) -> None:
    """356.3, 356.4.d: increases, then discounts on the total: its own, those of others, of effects, of who plays it."""
    card = q.card if q.played else q.ability_of
    me = q.me if q.played else q.subject
    own = Eye(q.position, me, card, q.seat, q, given)
    more: list[Discount] = []
    off: list[Discount] = []
    for clause in card.clauses if card is not None else ():
        if clause.trigger is not None or (clause.what == "ability") == q.played:
            continue
        if ability is not None and clause.group != ability.group:
            continue
        if clause.kind in ("increase_self", "discount_self") and holds(own, clause.when):
            (more if clause.kind == "increase_self" else off).append(discount_of(own, clause))
    for eye, clause in in_force(q, "increase_other", "discount_other"):
        if not clause.scope.get("component") and concerns(eye, clause) and holds(eye, clause.when):
            (more if clause.kind == "increase_other" else off).append(discount_of(eye, clause))
    for eye, clause in left_behind(q, "increase_other", "discount_other"):
        if concerns(eye, clause):
            (more if clause.kind == "increase_other" else off).append(discount_of(eye, clause))
    for clause in q.by.clauses if q.by is not None else ():
        if clause.kind == "discount_other" and clause.lasts == "granted":
            might = [e.might for e in q.position.players[q.seat].effects if e.card is q.by and e.might is not None]
            eye = Eye(q.position, None, q.by, q.seat, q, paid_might=might[-1] if might else None)
            off.append(discount_of(eye, clause))
    if q.action.get("reduced") is not None:
        reduced = of(q.action["reduced"])
        off.append(Discount(reduced.energy, reduced.symbols))
    for amount in more:
        price.add({Cost(amount.energy, amount.symbols)})
    if len(off) > 8:
        raise NotJudged("more than eight discounts")
    price.costs = discounted(set(minimal(price.costs)), off)


# --------------------------------------------------------------------------------------------- an ability


def of_ability(q: Question, given: Given) -> Price:
    """403: the cost before the colon, Deflect, and what changes it."""
    clause = q.ability
    price = Price(base_of(q, clause))
    price.ask(clause, q.subject)
    price.exhaust = bool(clause.cost.get("exhaust_self"))
    price.add({Cost(0, ("any",) * deflect(q))})
    changed(q, price, given, clause)
    return price


def base_of(q: Question, clause: Clause) -> set[Cost]:
    """A price of an ability; one with a choice is several costs; X is what the action says."""
    data = clause.cost
    if "choice" in data:
        return {of(choice) for choice in data["choice"]}
    base = of(data)
    if q.x and data.get("x") and clause.kind != "add_activated":  # a converter's X is paid when it is used
        symbol = clause.limit.get("x", "any")
        base = plus(base, Cost(q.x) if data["x"] == "energy" else Cost(0, (symbol,) * q.x))
    return {base}


def of_trigger(q: Question, given: Given) -> Price:
    """383.3, 402-404, 740.4: the price of a trigger or an instruction, and the Deflect of what it chooses."""
    from .triggers import trigger_meant

    clause, equip = trigger_meant(q)
    if equip:
        return of_weaponmaster(q, given, clause)
    price = Price(base_of(q, clause))
    price.ask(clause, q.subject)
    price.exhaust = bool(clause.cost.get("exhaust_self"))
    if q.action.get("on") != "resolution":  # owed as the ability is finalized (809), once
        price.add({Cost(0, ("any",) * deflect(q))})
    return price


def of_weaponmaster(q: Question, given: Given, equip: Clause) -> Price:
    """821: an Equip cost less [A], with what changes such costs; nothing is chosen, so there is no Deflect."""
    gear = q.targets[0]
    used = Question(
        q.position, "activate", q.seat, {}, subject=gear, ability=equip, ability_of=gear.card, targets=[q.subject]
    )
    price = Price(base_of(q, equip))
    price.ask(equip, gear)
    changed(used, price, given, equip)
    price.costs = discounted(price.costs, [Discount(0, ("any",))])
    return price


# ------------------------------------------------------------------------------------------ all the others


def of_move(q: Question, given: Given) -> Price:
    """204.4: the taxes on a move to this place; exhausting is the cost of the move itself (144.3)."""
    price = Price({FREE})
    for eye, clause in in_force(q, "tax"):
        if clause.what == "move" and eye.object is not None and eye.place == q.to and holds(eye, clause.when):
            power = {symbol: number(eye, n) for symbol, n in clause.cost.get("power", {}).items()}
            price.add({cost(number(eye, clause.cost.get("energy", 0)), power)})
    return price


def of_hide(q: Question, given: Given) -> Price:
    """811.1.b: [A], or what a card offers in its place, or nothing."""
    if any(clause.what == "hide" for _, clause in left_behind(q, "ignore_cost")):
        return Price({FREE})
    price = Price({cost(0, {"any": 1})})
    for eye, clause in in_force(q, "alternate_cost"):
        if clause.what == "hide" and holds(eye, clause.when):
            price.costs.add(of(clause.cost))
    return price


def of_payment(q: Question, given: Given) -> Price:
    return Price({of(q.action["pay"])}, [(part, None) for part in sorted(q.action["pay"].get("other", ()))])


def is_priced(clause: Clause) -> bool:
    """Does a trigger or an instruction ask for something?"""
    if clause.kind in ("triggered_cost", "resolution_cost"):
        return True
    asked = any(clause.cost.get(key) for key in ("energy", "power", "other"))
    return clause.kind == "other_cost" and clause.what != "ability" and asked


def unless_false(eye: Eye, clause: Clause) -> bool:
    """Does nothing show that the condition is false?"""
    return truth(eye, clause.when) is not False
