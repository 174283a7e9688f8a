"""Adds, and payments made of them (163-167, 357.1, 429).

What can be paid at all is asked of the payment oracle (tests/reference.py), which tries single steps. A payment that
somebody names is a certificate: here its Adds are made one by one on the position, and then the pool pays.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations
from typing import Any

import reference

from .cards import DOMAINS, Card, Clause
from .clauses import Eye, holds
from .costs import Cost, payers
from .parts import LEAVING, Spent
from .position import Position, Thing, read_pool
from .question import NotJudged

Unit = tuple[str, str | None]  # ("energy" or a domain or "any", what it is restricted to)
Pool = frozenset[tuple[Unit, int]]
UNRESTRICTED = tuple((name, None) for name in (*DOMAINS, "any"))
MAX_POOL = 63  # of each kind


class Wrong(Exception):
    """A certificate that is none; the words say why."""


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
    if whole.heimerdinger + whole.heimerdinger_empowered > len(going) and len(going) > 0:
        ready = whole.heimerdinger + whole.heimerdinger_empowered
        if ready > len(going):
            raise NotJudged("one of several borrowers is given up")
    return [whole._replace(borrow=whole.borrow - {"gold"}), supply(position, seat, spent, going)]


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


def nothing_adds(s: reference.Situation) -> bool:
    return not (any(s.ready) or any(s.exhausted) or any(reference.source_counts(s)))


def payable(s: reference.Situation, d: reference.Demand) -> bool:
    return enough_in_the_pool(s, d) or oracle_pays(s, d)


def is_small(s: reference.Situation) -> bool:
    """Is the search for the best payment short?"""
    size = 1
    for ready, tired in zip(s.ready, s.exhausted, strict=True):
        size *= (ready + 1) * (ready + tired + 1)
    for n in reference.source_counts(s):
        size *= n + 1
    borrowed = len(s.borrow) + 1 if s.heimerdinger + s.heimerdinger_empowered else 1
    return size * borrowed * (4 if s.anomaly or s.henge else 1) <= 600


# ------------------------------------------------------------------------------------- a payment, step by step


def spend(pool: Pool, units: list[Unit], n: int) -> set[Pool]:
    """Every pool that is left when n of these units are spent."""
    pools = {pool}
    for _ in range(n):
        pools = {less(p, unit) for p in pools for unit in units if dict(p).get(unit)}
    return pools


def less(pool: Pool, unit: Unit) -> Pool:
    counts = dict(pool)
    counts[unit] -= 1
    return frozenset((key, n) for key, n in counts.items() if n)


def more(pool: Pool, unit: Unit, n: int) -> Pool:
    counts = dict(pool)
    counts[unit] = counts.get(unit, 0) + n
    return frozenset((key, n) for key, n in counts.items() if n)


def pays_energy(purpose: str, showdown: bool) -> list[Unit]:
    found: list[Unit] = [("energy", None)]
    if purpose == "spell":
        found.append(("energy", "spells"))
    if purpose in ("unit", "unit ability"):
        found.append(("energy", "units"))
    return [*found, ("energy", "showdown")] if showdown else found


def pays_power(symbol: str, purpose: str) -> list[Unit]:
    found: list[Unit] = [(domain, None) for domain in sorted(payers(symbol))]
    found.append(("any", None))
    if purpose == "spell":
        found.append(("any", "spells"))
    if purpose in ("gear", "gear ability"):
        found.append(("any", "gear"))
    return found


def paid(pools: set[Pool], c: Cost, purpose: str, showdown: bool) -> set[Pool]:
    """Every pool that is left when the cost is paid (357.1)."""
    pools = {left for pool in pools for left in spend(pool, pays_energy(purpose, showdown), c.energy)}
    for symbol in c.symbols:
        pools = {left for pool in pools for left in spend(pool, pays_power(symbol, purpose), 1)}
    return pools


class Payer:
    """Makes Adds on the position, one after the other; `pools` is what the pool may hold then."""

    def __init__(self, position: Position, seat: int, spent: list[Spent]) -> None:
        self.position, self.seat, self.spent = position, seat, spent
        self.player = position.players[seat]
        self.pools: set[Pool] = {frozenset(self.player.pool.items())}
        self.killed: list[Thing] = []
        self.gear = 0  # gear abilities used
        self.bonus = gold_bonus(position, seat)
        self.adds = {thing.id: reaction_adds(thing) for thing in position.in_play() if thing.controller == seat}

    def make(self, what: str, n: int, only: str | None = None) -> None:
        self.pools = {more(pool, (what, only), n) for pool in self.pools} if n else self.pools

    def exhaust_rune(self, domain: str) -> None:
        """164.2.a."""
        if not self.player.ready[domain]:
            raise Wrong(f"no ready {domain} rune")
        self.player.ready[domain] -= 1
        self.player.exhausted[domain] += 1
        self.make("energy", 1)

    def recycle_rune(self, domain: str) -> None:
        """164.2.b: an exhausted rune of the domain goes before a ready one."""
        rune_to_deck(self.position, self.seat, domain)
        self.make(domain, 1)

    def use(self, name: str, ability: int | str | None, x: int) -> None:
        """An object's Add: the one with this number in print, else the first; one that it borrows by what it is."""
        thing = self.position.find(name)
        if thing is None or thing.controller != self.seat or not can_be_used(thing, self.spent):
            raise Wrong(f"{name} cannot be used")
        clause = self.borrowed(thing, ability) if isinstance(ability, str) else self.own(thing, ability)
        thing.exhausted = True
        self.gear += thing.card.type == "gear"
        self.resolve(thing, clause, x, isinstance(ability, str))

    def asks_x(self, step: dict[str, Any]) -> bool:
        """Is it the use of a converter?"""
        if isinstance(step.get("ability"), str):
            return step["ability"] in ("anomaly", "henge")
        return any(clause.cost.get("x") for _, clause in self.adds.get(step["use"], ()))

    def own(self, thing: Thing, ability: int | None) -> Clause:
        for n, clause in self.adds[thing.id]:
            if ability in (None, n) and holds(eye_of(self.position, thing), clause.when):
                return clause
        raise Wrong(f"{thing.id} has no such Add now")

    def borrowed(self, thing: Thing, ability: str) -> Clause:
        for other in self.position.in_play():
            if other.controller != self.seat or other is thing or not borrows(thing.card):
                continue
            adds = self.adds[other.id]
            kinds = {kind_of_add(clause) for _, clause in adds}
            egg = {"one", "two"} <= kinds
            for _, clause in adds:
                kind = "legend" if other.kind == "legend" else "egg" if egg else kind_of_add(clause)
                # It asks of its borrower what it asks of its owner (rules.md, "Readings").
                if kind == ability and holds(Eye(self.position, thing, thing.card, self.seat), clause.when):
                    return clause
        raise Wrong(f"{thing.id} cannot borrow {ability}")

    def resolve(self, thing: Thing, clause: Clause, x: int, is_borrowed: bool) -> None:
        data, adds = clause.cost, clause.adds
        if data.get("x"):
            free = [("energy", None), ("energy", "showdown")] if self.position.showdown else [("energy", None)]
            units = list(UNRESTRICTED) if data["x"] == "power" else free
            self.pools = {left for pool in self.pools for left in spend(pool, units, x)}
        for n in data.get("power", {}).values():  # the [A][A] of a legend, from what is not restricted
            self.pools = {left for pool in self.pools for left in spend(pool, list(UNRESTRICTED), n)}
        if not self.pools:
            raise Wrong(f"what {thing.id} asks for cannot be paid")
        if "kill self" in data.get("other", ()):
            self.killed.append(thing)
            self.make("energy", int(self.bonus and not is_borrowed))
        for what, n in [("energy", adds.get("energy", 0)), *adds.get("power", {}).items()]:
            self.make(what, x if n == "x" else n, adds.get("restriction"))

    def finish(self, c: Cost, purpose: str, left: dict[Unit, int]) -> None:
        """The pool pays, and holds afterwards what the certificate says."""
        ends = paid(self.pools, c, purpose, self.position.showdown is not None)
        if frozenset(left.items()) not in ends:
            raise Wrong("what it spends does not pay, or leaves something else")
        self.player.pool = dict(left)


def rune_to_deck(position: Position, seat: int, domain: str) -> None:
    player = position.players[seat]
    if player.exhausted[domain]:
        player.exhausted[domain] -= 1
    elif player.ready[domain]:
        player.ready[domain] -= 1
    else:
        raise Wrong(f"no {domain} rune")
    if isinstance(player.rune_deck, dict):
        player.rune_deck[domain] += 1
    elif player.rune_deck is not None:
        player.rune_deck += 1


def pay_with(payer: Payer, steps: list[dict[str, Any]]) -> None:
    """The Adds of a payment; runes are exhausted before any is recycled."""
    for verb in ("exhaust", "recycle", "use"):
        for step in steps:
            for _ in range(step.get("n", 1) if verb in step else 0):
                if verb == "exhaust":
                    payer.exhaust_rune(step["exhaust"])
                elif verb == "recycle":
                    payer.recycle_rune(step["recycle"])
                else:
                    payer.use(step["use"], step.get("ability"), step.get("x") or 0)


# --------------------------------------------------------------------------- a payment that the action names


def named_pays(
    position: Position, seat: int, spent: list[Spent], costs: Iterable[Cost], purpose: str, steps: list[dict[str, Any]]
) -> bool:
    """Can the cost be paid with these Adds and no others, out of what the pool is said to spend?"""
    uses = [step for step in steps if "use" in step]
    if len(uses) > 4:
        raise NotJudged("a named payment of more than four uses")
    before = position.players[seat].pool
    spends = next((step["pool"] for step in steps if "pool" in step), None)
    runes = [step for step in steps if "use" not in step]
    for order in permutations(uses):
        payer = Payer(position.copy(), seat, spent)
        give_runes(payer.position, seat, spent)
        try:
            if any(step.get("x") is None and payer.asks_x(step) for step in uses):
                raise NotJudged("a named payment that leaves X open")
            pay_with(payer, [*runes, *order])
        except Wrong:
            continue
        ends = {left for c in costs for left in paid(payer.pools, c, purpose, position.showdown is not None)}
        if ends if spends is None else any(as_said(before, read_pool(spends), dict(left)) for left in ends):
            return True
    return False


def as_said(before: dict[Unit, int], spends: dict[Unit, int], left: dict[Unit, int]) -> bool:
    """Of what the pool held before exactly this is spent; of a kind that is named, all that the Adds make, too."""
    kept = {unit: n - spends.get(unit, 0) for unit, n in before.items()}
    return min(kept.values(), default=0) >= 0 and all(
        left.get(unit, 0) == kept.get(unit, 0) if unit in spends else left.get(unit, 0) >= kept.get(unit, 0)
        for unit in {*kept, *left, *spends}
    )


def give_runes(position: Position, seat: int, spent: list[Spent]) -> None:
    """Runes that are recycled for the cost make no Power, and no Energy before."""
    for item in spent:
        if item.verb == "recycle rune":
            rune_to_deck(position, seat, item.domain)
