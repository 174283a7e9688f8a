"""A payment, step by step: its Adds are made on the position one by one, and then the pool pays (164, 357, 429)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any

from .cards import DOMAINS, Clause
from .clauses import Eye, holds
from .costs import Cost, payers
from .parts import LEAVING, Spent
from .position import Position, Thing, read_pool
from .question import NotJudged
from .resources import Unit, borrows, can_be_used, eye_of, gold_bonus, kind_of_add, reaction_adds

Pool = frozenset[tuple[Unit, int]]
UNRESTRICTED = tuple((name, None) for name in (*DOMAINS, "any"))


class Wrong(Exception):
    """A certificate that is none; the words say why."""


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
            self.player.count("power_spent" if data["x"] == "power" else "energy_spent", x)
            free = [("energy", None), ("energy", "showdown")] if self.position.showdown else [("energy", None)]
            units = list(UNRESTRICTED) if data["x"] == "power" else free
            self.pools = {left for pool in self.pools for left in spend(pool, units, x)}
        for n in data.get("power", {}).values():  # the [A][A] of a legend, from what is not restricted
            self.player.count("power_spent", n)
            self.pools = {left for pool in self.pools for left in spend(pool, list(UNRESTRICTED), n)}
        if not self.pools:
            raise Wrong(f"what {thing.id} asks for cannot be paid")
        if "kill self" in data.get("other", ()):
            if any(item.thing == thing.id and item.verb in LEAVING for item in self.spent):
                raise Wrong(f"{thing.id} cannot be killed twice")
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
