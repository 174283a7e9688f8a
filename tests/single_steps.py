"""What can be played together, found by trying every single step: no payment, no list of actions, no theory.

A step exhausts or recycles one rune, uses one object's Add, or plays one card that the pool pays in full, in every way
to do so. The cards are a few real ones, whose texts are written down here in a word each, and plain ones of a test.
Nothing is imported from riftcore.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")
ENERGY, ANY, SPELLS_ENERGY, UNITS_ENERGY, SPELLS_ANY, GEAR_ANY = 0, 7, 8, 9, 10, 11
Pool = tuple[int, ...]  # Energy, Power by domain, universal; Energy for spells, for units; universal for spells, gear
EMPTY: Pool = (0,) * 12

#: What an ability that exhausts its object Adds: one of (place in the pool, amount), or the word of a special one.
ADDS: dict[str, tuple[tuple[int, int], ...] | str] = {
    "Seal of Rage": ((1, 1),), "Seal of Focus": ((2, 1),), "Energy Conduit": ((ENERGY, 1),),
    "Dragonsoul Sage": ((ENERGY, 1),), "Honeyfruit": ((ANY, 1),), "Gold": "gold",
    "Lux, Crownguard": ((SPELLS_ENERGY, 2),),
    "Hextech Anomaly": "anomaly", "Ancient Henge": "henge", "Renekton, Butcher of the Sands": "renekton",
    "Kai'Sa, Daughter of the Void": ((SPELLS_ANY, 1),), "Ornn, Fire Below the Mountain": ((GEAR_ANY, 1),),
}  # fmt: skip
ENTERS_EXHAUSTED = ("Honeyfruit",)  # besides units
BORROWER = "Heimerdinger, Inventor"
RETURNS_GEAR = "Legion Quartermaster"


class Printed(NamedTuple):
    name: str
    type: str
    energy: int
    power: int
    domains: tuple[str, ...]


class Here(NamedTuple):
    ready: tuple[int, ...]  # runes by domain
    exhausted: tuple[int, ...]
    pool: Pool
    objects: tuple[tuple[str, bool], ...]  # name and is it ready; the legend stands among them
    hand: tuple[str, ...]
    played: tuple[str, ...]


def plus(counts: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + n, *counts[at + 1 :])


def spent(pool: Pool, places: tuple[int, ...], n: int) -> set[Pool]:
    """The pools after n units of these places were spent, in every way."""
    pools = {pool}
    for _ in range(n):
        pools = {plus(p, at, -1) for p in pools for at in places if p[at]}
    return pools


def payments(pool: Pool, card: Printed) -> set[Pool]:
    """The pools after the card was paid for, in every way."""
    energy = {"spell": (ENERGY, SPELLS_ENERGY), "unit": (ENERGY, UNITS_ENERGY), "gear": (ENERGY,)}[card.type]
    universal = {"spell": (ANY, SPELLS_ANY), "unit": (ANY,), "gear": (ANY, GEAR_ANY)}[card.type]
    own = tuple(1 + DOMAINS.index(d) for d in card.domains) or tuple(range(1, 7))
    return {left for p in spent(pool, energy, card.energy) for left in spent(p, (*own, *universal), card.power)}


class Steps:
    def __init__(self, cards: dict[str, Printed]):
        self.cards = cards

    def sets(self, start: Here, most: int) -> set[tuple[str, ...]] | None:
        """Every set of cards that can be played; None where more positions than `most` would have to be looked at."""
        seen = {start}
        todo = [start]
        while todo:
            for after in self.after(todo.pop()):
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
            if len(seen) > most:
                return None
        return {here.played for here in seen}

    def after(self, here: Here) -> Iterator[Here]:
        yield from self.runes(here)
        for at, (name, ready) in enumerate(here.objects):
            if ready:
                yield from self.adds(here, at, name)
        for name in set(here.hand):
            yield from self.plays(here, self.cards[name])

    def runes(self, here: Here) -> Iterator[Here]:
        for d in range(6):
            if here.ready[d]:
                spare = plus(here.ready, d, -1)
                yield here._replace(ready=spare, exhausted=plus(here.exhausted, d, 1), pool=plus(here.pool, ENERGY, 1))
                yield here._replace(ready=spare, pool=plus(here.pool, 1 + d, 1))
            if here.exhausted[d]:
                yield here._replace(exhausted=plus(here.exhausted, d, -1), pool=plus(here.pool, 1 + d, 1))

    def adds(self, here: Here, at: int, name: str) -> Iterator[Here]:
        """A borrower has the abilities of all others, whether they are ready or not; what would be killed is he."""
        others = here.objects[:at] + here.objects[at + 1 :]
        used = tuple(sorted((*others, (name, False))))
        for ability in {other for other, _ in others} if name == BORROWER else {name}:
            what = ADDS.get(ability)
            if what == "gold":
                yield here._replace(objects=others, pool=plus(here.pool, ANY, 1))
            elif what == "renekton":
                for pool in spent(here.pool, tuple(range(1, 8)), 2):
                    yield here._replace(objects=used, pool=plus(pool, UNITS_ENERGY, 2))
            elif what == "anomaly":
                for x in range(1, sum(here.pool[1:8]) + 1):
                    for pool in spent(here.pool, tuple(range(1, 8)), x):
                        yield here._replace(objects=used, pool=plus(pool, ENERGY, x))
            elif what == "henge":
                for x in range(1, here.pool[ENERGY] + 1):
                    yield here._replace(objects=used, pool=plus(plus(here.pool, ENERGY, -x), ANY, x))
            elif what is not None:
                pool = here.pool
                for place, n in what:
                    pool = plus(pool, place, n)  # type: ignore[arg-type]
                yield here._replace(objects=used, pool=pool)

    def plays(self, here: Here, card: Printed) -> Iterator[Here]:
        hand = list(here.hand)
        hand.remove(card.name)
        played = tuple(sorted((*here.played, card.name)))
        costs = [(here.objects, hand)]
        if card.name == RETURNS_GEAR:
            costs = [
                (here.objects[:at] + here.objects[at + 1 :], [*hand, name])
                for at, (name, _) in enumerate(here.objects)
                if self.cards[name].type == "gear"
            ]
        for (objects, left), pool in product(costs, payments(here.pool, card)):
            if card.type != "spell":
                objects = tuple(
                    sorted((*objects, (card.name, card.type == "gear" and card.name not in ENTERS_EXHAUSTED)))
                )
            yield here._replace(pool=pool, objects=objects, hand=tuple(sorted(left)), played=played)
