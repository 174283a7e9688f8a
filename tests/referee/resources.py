"""What a player can pay with (163-167, 357.1, 429), in the terms of the payment oracle.

The oracle (tests/reference.py) knows single steps and no theory; what can be paid at all, and best, is asked of it.
"""

from __future__ import annotations

from functools import lru_cache

import reference

from .cards import DOMAINS, Card, Clause
from .clauses import Eye, holds
from .costs import Cost, payers
from .parts import LEAVING, Spent
from .position import Position, Thing
from .question import NotJudged

Unit = tuple[str, str | None]  # ("energy" or a domain or "any", what it is restricted to)
MAX_POOL = 63  # of each kind


# ------------------------------------------------------------------------------------------ what an Add makes


def kind_of_add(clause: Clause) -> str:
    """What an Add ability is to the payment oracle, by what it asks for and makes."""
    data, adds = clause.cost, clause.adds
    power, only, energy = adds.get("power", {}), adds.get("restriction"), adds.get("energy", 0)
    if data.get("x"):
        return "anomaly" if data["x"] == "power" else "henge"
    if list(data.get("other", ())) == ["kill self"]:
        return "gold"
    if data.get("power"):
        return "units_energy"
    if power == {"any": 1}:
        return "honeyfruit both" if energy else f"{only}_power" if only else "honeyfruit"
    if power:
        (domain,) = power
        return f"seal {domain}"
    return {"showdown": "showdown_energy", "spells": "lux"}.get(only or "", {1: "one", 2: "two"}[energy])


def has_all(clause: Clause) -> bool:
    """ "I have all exhaust abilities of friendly legends, units and gear" (727.1.b.1)."""
    return clause.kind == "other_cost" and clause.what == "ability" and bool(clause.cost.get("exhaust_self"))


def borrows(card: Card) -> bool:
    return any(map(has_all, card.clauses))


def reaction_adds(thing: Thing) -> list[tuple[int, Clause]]:
    """The Adds that may be made in the middle of a payment (429.3), with their numbers in print."""
    groups = thing.card.abilities if thing.attached_to is None else []
    return [
        (n, c) for n, group in enumerate(groups) for c in group if c.kind == "add_activated" and c.timing == "reaction"
    ]


def eye_of(position: Position, thing: Thing) -> Eye:
    return Eye(position, thing, thing.card, thing.controller)


def gold_bonus(position: Position, seat: int) -> bool:
    """ "Your Gold Add an additional [1]."""
    return any(
        clause.kind == "add_modifier" and holds(eye_of(position, thing), clause.when)
        for thing in position.in_play() if thing.controller == seat
        for clause in thing.text
    )  # fmt: skip


def can_be_used(thing: Thing, spent: list[Spent]) -> bool:
    """Is it ready and not exhausted for the cost; a Gold that is killed for it cannot be killed for its Add, too."""
    mine = [s for s in spent if s.thing == thing.id]
    gold = any(kind_of_add(clause) == "gold" for _, clause in reaction_adds(thing))
    return not thing.exhausted and not any(s.verb == "exhaust" or gold for s in mine)


# ------------------------------------------------------------------------------------------ what can be paid


def supplies(position: Position, seat: int, spent: list[Spent]) -> list[reference.Situation]:
    """What the player may pay with while this is given up; several where borrowers could use different abilities.

    A borrower that leaves for the cost may be exhausted for an Add first, but not for a Gold's, which kills it.
    """
    whole = supply(position, seat, spent, frozenset())
    going = frozenset(
        s.thing for s in spent
        if s.verb in LEAVING and s.thing is not None and borrows(s.card) and can_be_used(position.find(s.thing), spent)
    )  # fmt: skip
    if not going or "gold" not in whole.borrow:
        return [whole]
    others = supply(position, seat, spent, going)
    found = [whole._replace(borrow=whole.borrow - {"gold"}), others]
    if others.heimerdinger + others.heimerdinger_empowered:
        # Others may borrow the Gold's while the one that leaves makes another Add first.
        if len(going) > 1 or whole.borrow & {"anomaly", "henge", "legend"}:
            raise NotJudged("what several borrowers do of which one is given up")
        (name,) = going
        empowered = bool(position.find(name).states.get("empowered"))
        found += [added(others, ability, empowered) for ability in sorted(whole.borrow - {"gold"})]
    return found


def added(s: reference.Situation, ability: str, empowered: bool) -> reference.Situation:
    """The supply after a borrower made this Add, which costs nothing but its readiness."""
    if ability.startswith("seal "):
        at = DOMAINS.index(ability[5:])
        return s._replace(power=tuple(n + (i == at) for i, n in enumerate(s.power)))
    if ability == "lux":
        return s._replace(spells_energy=s.spells_energy + 2)
    if ability == "honeyfruit":
        return s._replace(universal=s.universal + 1, energy=s.energy + s.level6)
    return s._replace(energy=s.energy + (2 if ability == "egg" and empowered else 1))


def supply(position: Position, seat: int, spent: list[Spent], without: frozenset[str | None]) -> reference.Situation:
    """Runes, pool and ready Adds of a player, in the oracle's terms."""
    player = position.players[seat]
    counts = dict.fromkeys(("one", "two", "lux", "honeyfruit", "gold", "anomaly", "henge"), 0)
    seals = dict.fromkeys(DOMAINS, 0)
    borrowers = {False: 0, True: 0}
    borrow: set[str] = set()
    legend, legend_ready, second = None, True, False
    for thing in position.in_play():
        if thing.controller != seat or thing.attached_to is not None:
            continue
        ready = can_be_used(thing, spent) and thing.id not in without
        if borrows(thing.card):
            borrowers[bool(thing.states.get("empowered"))] += ready
        adds = reaction_adds(thing)
        kinds = [kind_of_add(clause) for _, clause in adds if holds(eye_of(position, thing), clause.when)]
        if thing.kind == "legend":
            if kinds:
                legend, legend_ready = kinds[0].replace("one", "energy"), ready
                borrow.add("legend")
            continue
        if {"one", "two"} <= {kind_of_add(clause) for _, clause in adds}:
            borrow.add("egg")
        for kind in kinds:
            if kind.startswith("seal "):
                seals[kind[5:]] += ready
                borrow.add(kind)
            elif kind == "honeyfruit both":
                second = True
            else:
                counts[kind] += ready
                if not ("egg" in borrow and kind in ("one", "two")):
                    borrow.add(kind)
    recycled = [s.domain for s in spent if s.verb == "recycle rune"]
    tired = {d: player.exhausted[d] - (d in recycled and player.exhausted[d] > 0) for d in DOMAINS}
    fresh = {d: player.ready[d] - (d in recycled and player.exhausted[d] == 0) for d in DOMAINS}
    pool = player.pool
    return reference.Situation(
        ready=tuple(fresh.values()), exhausted=tuple(tired.values()),
        energy=pool.get(("energy", None), 0), power=tuple(pool.get((d, None), 0) for d in DOMAINS),
        universal=pool.get(("any", None), 0), spells_energy=pool.get(("energy", "spells"), 0),
        units_energy=pool.get(("energy", "units"), 0), showdown_energy=pool.get(("energy", "showdown"), 0),
        spells_universal=pool.get(("any", "spells"), 0), gear_universal=pool.get(("any", "gear"), 0),
        seals=tuple(seals.values()), **counts, legend=legend, legend_ready=legend_ready,
        heimerdinger=borrowers[False], heimerdinger_empowered=borrowers[True],
        borrow=frozenset(borrow) if any(borrowers.values()) else frozenset(), level6=second,
        renata=gold_bonus(position, seat), showdown=position.showdown is not None,
    )  # fmt: skip


def demand(c: Cost, purpose: str) -> reference.Demand:
    hybrids: dict[str, int] = {}
    for symbol in c.symbols:
        if "|" in symbol:
            hybrids[symbol] = hybrids.get(symbol, 0) + 1
    if len(hybrids) > 2:
        raise NotJudged("more than two kinds of hybrid symbols")
    masks = tuple((sum(1 << DOMAINS.index(d) for d in payers(symbol)), n) for symbol, n in hybrids.items())
    return reference.Demand(c.energy, tuple(map(c.symbols.count, DOMAINS)), c.symbols.count("any"), masks, purpose)


@lru_cache(1 << 14)
def oracle_pays(s: reference.Situation, d: reference.Demand) -> bool:
    try:
        return reference.payable(s, d)
    except ValueError:
        raise NotJudged("more to pay with than the oracle takes") from None


@lru_cache(1 << 12)
def oracle_keys(s: reference.Situation, d: reference.Demand) -> tuple[int, ...] | None:
    found = reference.best(s, d)
    return None if found is None else found.keys


def enough_in_the_pool(s: reference.Situation, d: reference.Demand) -> bool:
    """Does the unrestricted pool pay without further ado? (If not, it may be payable all the same.)"""
    missing = sum(max(0, n - have) for n, have in zip(d.power, s.power, strict=True))
    return d.energy <= s.energy and missing + d.any + sum(n for _, n in d.hybrids) <= s.universal


def payable(s: reference.Situation, d: reference.Demand) -> bool:
    return enough_in_the_pool(s, d) or oracle_pays(s, d)


def size_of_search(s: reference.Situation) -> int:
    """How many multisets of Adds the oracle looks at, about."""
    size = 1
    for ready, tired in zip(s.ready, s.exhausted, strict=True):
        size *= (ready + 1) * (ready + tired + 1)
    for n in reference.source_counts(s):
        size *= n + 1
    borrowed = len(s.borrow) + 1 if s.heimerdinger + s.heimerdinger_empowered else 1
    return size * borrowed * (4 if s.anomaly or s.henge else 1)
