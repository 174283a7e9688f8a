"""The parts of a cost that are no resource: what may be given up for them (357.2, 414.4, 416.3, 422.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from .cards import DOMAINS, Card
from .clauses import Given, Unknown
from .position import Thing
from .question import NotJudged, Question

WORDS = re.compile(
    r"(exhaust|kill|discard|recycle|return|banish|spend|disempower|burn) (self|legend|\d+|x)"
    r"(?: ([^\[]*?))?(?: \[(.*)\])?$"
)
LEAVING = ("kill", "return", "banish", "recycle")  # the object leaves the board
STATES = (
    "empowered", "mighty", "stunned", "temporary", "exhausted", "attacking", "defending", "buffed", "equipped",
    "attached",
)  # fmt: skip
TYPES = ("unit", "spell", "gear")
MOST = 4000  # choices that are looked at


@dataclass(frozen=True)
class Spent:
    """One thing that is given up: an object, a card of a zone, runes of a domain, XP, cards of the deck."""

    verb: str
    thing: str | None = None  # the id of an object
    card: Card | None = None
    zone: str | None = None  # hand or trash
    owner: int | None = None
    slot: int | None = None
    domain: str | None = None
    n: int = 1


@dataclass(frozen=True)
class Part:
    """A part of a cost, read."""

    verb: str
    number: str  # self, legend, x, or digits
    noun: str
    limits: tuple[str, ...]
    place: str | None

    @property
    def any_number(self) -> bool:
        return self.number == "x"


def read_part(words: str, place: str | None = None) -> Part:
    found = WORDS.match(words)
    if found is None:
        raise Unknown(words)
    verb, number, noun, limits = found.groups()
    return Part(verb, number, noun or "", tuple(limits.split(", ")) if limits else (), place)


def choices(q: Question, parts: list[Part], itself: bool) -> Iterator[list[Spent]]:
    """Every way to give up what is asked for, in board order; of ways that differ in nothing the first."""
    start = [Spent("exhaust", q.subject.id)] if itself else []
    found = chosen(q, parts, start)
    yield from islice(found, MOST)
    if next(found, None) is not None:
        raise NotJudged("too many choices of objects")


def chosen(q: Question, parts: list[Part], so_far: list[Spent]) -> Iterator[list[Spent]]:
    if not parts:
        yield so_far
        return
    for way in ways(q, parts[0], so_far):
        yield from chosen(q, parts[1:], so_far + way)


def ways(q: Question, part: Part, so_far: list[Spent]) -> Iterator[list[Spent]]:
    """Every way to give up what one part asks for, when this much is given up already."""
    player = q.position.players[q.seat]
    if part.verb == "spend" and part.noun == "xp":
        if player.xp >= int(part.number):
            yield [Spent("spend xp", n=int(part.number))]
    elif part.verb == "spend":
        yield from buffs(q, part)
    elif part.verb == "burn":
        if len(player.deck_top) < int(part.number):
            raise Unknown("how many cards the Main Deck has")
        yield [Spent("burn", n=int(part.number))]
    elif part.noun == "rune":
        yield from runes(q, part)
    elif part.verb == "discard" or part.noun.endswith("trash"):
        yield from cards(q, part, so_far)
    else:
        options = [thing for thing in q.position.in_play() if may_give(q, part, thing, so_far)]
        sizes: Any = [1] if not part.number.isdigit() else [int(part.number)]
        if part.any_number:
            sizes = range(len(options) + 1) if number_named(q, part) is None else [number_named(q, part)]
        kinds = {thing.id: alike(q, thing) for thing in options}
        for size in sizes:
            seen = set()
            for some in combinations(options, size):
                kind = tuple(sorted(kinds[thing.id] for thing in some))
                if kind not in seen:
                    seen.add(kind)
                    yield [Spent(part.verb, thing.id, thing.card) for thing in some]


def alike(q: Question, thing: Thing) -> tuple[Any, ...]:
    """What makes a difference between two objects that both may be given up."""
    card = thing.card
    matters = any(c.kind in ("add_activated", "add_modifier", "other_cost") for c in card.clauses)
    named = any(thing.id in some for some in q.with_.values() if isinstance(some, list | dict))
    if matters or named or q.chooses(thing):
        return (1, thing.id)
    states = tuple(sorted(thing.states))
    return (
        0, card.type, card.energy, card.power, thing.buffs, thing.exhausted, thing.strength, states, card.tags,
        thing.is_token, str(thing.at), thing is q.subject, q.position.is_state(thing, "equipped"), card.keywords,
    )  # fmt: skip


def may_give(q: Question, part: Part, thing: Thing, so_far: list[Spent]) -> bool:
    """May this object be given up for the part?"""
    if thing.controller != q.seat or not noun_fits(q, part, thing):
        return False
    if part.verb in LEAVING:
        if thing.kind == "legend":  # 107.4.d: a legend cannot leave its zone
            return False
        if any(spent.thing == thing.id and spent.verb in LEAVING for spent in so_far):
            return False
    if any(spent.thing == thing.id and spent.verb == part.verb for spent in so_far):
        return False
    if part.verb == "exhaust" and thing.exhausted:  # 414.4
        return False
    if part.verb == "disempower" and not thing.states.get("empowered"):
        return False
    if part.place is not None and thing.at != part.place:
        return False
    # What the action names for a verb; a player has one legend, and "this" needs no name.
    return part.number in ("self", "legend") or thing.id in q.with_.get(part.verb, [thing.id])


def noun_fits(q: Question, part: Part, thing: Thing) -> bool:
    if part.number == "self":
        return thing is q.subject
    if part.number == "legend":
        return thing.kind == "legend"
    kinds = part.noun.removeprefix("friendly ").split(" or ")
    if not part.noun.startswith("friendly ") or not set(kinds) <= {"unit", "gear", "legend"}:
        raise Unknown(part.noun)
    return thing.card.type in kinds and all(limit_fits(q, limit, thing) for limit in part.limits)


def limit_fits(q: Question, limit: str, thing: Thing) -> bool:
    if limit in STATES:
        return q.position.is_state(thing, limit)
    if limit == "other":
        return thing is not q.subject
    if limit == "self":
        return thing is q.subject
    if limit in ("token", "non-token"):
        return thing.is_token == (limit == "token")
    return any(tag in thing.card.tags for tag in limit.split("|"))


def buffs(q: Question, part: Part) -> Iterator[list[Spent]]:
    """Buffs are alike: from the named units, else in board order."""
    limit = q.with_.get("spend_buffs")
    by_id = limit if isinstance(limit, dict) else None
    units = [
        thing for thing in q.position.board()
        if thing.is_unit and thing.controller == q.seat and thing.buffs
        and all(limit_fits(q, limit, thing) for limit in part.limits)
        and (by_id is None or thing.id in by_id)
    ]  # fmt: skip
    most = {thing.id: min(thing.buffs, by_id[thing.id]) if by_id is not None else thing.buffs for thing in units}
    sizes: Any = [int(part.number)] if not part.any_number else range(sum(most.values()) + 1)
    if part.any_number and limit is not None:
        sizes = [number_named(q, part)]
    for size in sizes:
        left, found = size, []
        for thing in units:
            take = min(left, most[thing.id])
            if take:
                found.append(Spent("spend buff", thing.id, n=take))
            left -= take
        if left == 0:
            yield found


def runes(q: Question, part: Part) -> Iterator[list[Spent]]:
    """A rune is recycled and makes nothing: an exhausted one before a ready one of its domain."""
    player = q.position.players[q.seat]
    if part.number != "1":
        raise Unknown("more than one rune")
    named = [name for name in q.with_.get("recycle", ()) if str(name).endswith(" Rune")]
    tired = [d for d in DOMAINS if player.exhausted[d]]
    ready = [d for d in DOMAINS if not player.exhausted[d] and player.ready[d]]
    for domain in tired + ready:
        if not named or any(RUNES[name] == domain for name in named):
            yield [Spent("recycle rune", domain=domain)]


RUNES = {f"{domain.title()} Rune": domain for domain in DOMAINS}


def cards(q: Question, part: Part, so_far: list[Spent]) -> Iterator[list[Spent]]:
    """Cards of the hand or of a trash."""
    zone = "hand" if part.verb == "discard" else "trash"
    if part.noun not in ("", "from trash", "from any trash"):
        raise Unknown(part.noun)
    seats = range(len(q.position.players)) if part.noun == "from any trash" else [q.seat]
    named = q.with_.get(part.verb)
    used = {(spent.owner, spent.slot) for spent in so_far if spent.zone == zone}
    options = []
    for seat in seats:
        for slot, card in enumerate(getattr(q.position.players[seat], zone)):
            if (seat, slot) not in used and card_fits(part, card):
                options.append(Spent(part.verb, card=card, zone=zone, owner=seat, slot=slot))
    seen = set()
    for some in combinations(options, int(part.number)):
        cards = [str(spent.card) for spent in some]
        kind = tuple(sorted((name, spent.owner) for name, spent in zip(cards, some, strict=True)))
        # Named cards: each as often as it is named.
        if kind not in seen and (named is None or all(cards.count(name) <= named.count(name) for name in cards)):
            seen.add(kind)
            yield list(some)


def card_fits(part: Part, card: Card | None) -> bool:
    if card is None:
        return not part.limits
    return all(
        limit == card.type if limit in TYPES else bool(set(limit.split("|")) & set(card.tags)) for limit in part.limits
    )


# ------------------------------------------------------------------------------------------- what was given up


def as_given(spent: list[Spent]) -> Given:
    """What formulas read of it (206: printed costs)."""
    killed = [s.card for s in spent if s.verb == "kill"]
    buffs = sum(s.n for s in spent if s.verb == "spend buff")
    return Given(len(killed), sum(card.energy for card in killed), sum(card.power for card in killed), buffs)


def words_of(q: Question, parts: list[Part], spent: list[Spent] | None, itself: bool) -> tuple[str, ...]:
    """The parts in the canonical form: equal ones added up, "any number" as the number that was chosen, sorted.

    Where nothing was chosen (None), any number is the number that the action names, or "x".
    """
    counts: dict[tuple[str, str], int] = {}
    found = ["exhaust self"] if itself else []
    for part in parts:
        noun = part.noun + (f" [{', '.join(part.limits)}]" if part.limits else "")
        if part.number in ("self", "legend"):
            found.append(f"{part.verb} {part.number}")
            continue
        if part.any_number and spent is None and number_named(q, part) is None:
            found.append(f"{part.verb} x {noun}".strip())
            continue
        n = int(part.number) if not part.any_number else number_of(q, part, spent)
        counts[part.verb, noun.strip()] = counts.get((part.verb, noun.strip()), 0) + n
    return tuple(sorted(found + [f"{verb} {n} {noun}".strip() for (verb, noun), n in counts.items() if n]))


def number_of(q: Question, part: Part, spent: list[Spent] | None) -> int:
    """How many were chosen of any number."""
    if spent is None:
        return number_named(q, part)
    if part.verb == "spend":
        return sum(s.n for s in spent if s.verb == "spend buff")
    return sum(s.verb == part.verb for s in spent)


def number_named(q: Question, part: Part) -> int | None:
    """How many objects or buffs the action names for the verb; None: it leaves the number open."""
    if part.verb == "spend":
        named = q.with_.get("spend_buffs")
        return sum(named.values()) if isinstance(named, dict) else named
    return len(q.with_[part.verb]) if part.verb in q.with_ else None
