"""Steps 3 and 4: every way to pay, with the price that it makes, and which of them is the best (356, 357)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .clauses import Given
from .costs import Cost, minimal
from .parts import LEAVING, Part, Spent, as_given, choices, number_named, read_part, words_of
from .payments import named_pays
from .prices import Price, price_of
from .question import Question
from .resources import demand, oracle_keys, payable, size_of_search, supplies

OK = "ok"
UNKNOWN = "unknown_card_behaviour"


@dataclass
class Way:
    """One way to pay: what is given up, what it costs then, how the words of the cost are."""

    spent: list[Spent]
    costs: frozenset[Cost]
    words: tuple[str, ...]
    paid: bool = False  # the player can pay it
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
        sets = dict.fromkeys(frozenset((c, way.words) for c in way.costs) for way in ways)
        return list(sets) if sets else None


def refused(*codes: str, **more: Any) -> Answer:
    return Answer(False, frozenset(codes), **more)


def purpose_of(q: Question) -> str:
    """What restricted resources may pay for."""
    if q.form == "play":
        return q.card.type
    if q.form in ("activate", "add"):
        return f"{q.subject.card.type} ability"
    if q.form == "trigger":
        return "trigger" if q.action.get("on", "finalization") == "finalization" else "resolution"
    return q.action.get("for", "resolution") if q.form == "pay" else q.form


def terms(q: Question, costs: frozenset[Cost]) -> tuple[frozenset[Cost], str]:
    """What is paid, and for which purpose.

    What a converter asks for comes after the colon: it is paid as it is used, and no restricted resource pays it.
    """
    if q.form == "add" and q.ability.cost.get("x"):
        asked = Cost(0, ("any",) * q.x) if q.ability.cost["x"] == "power" else Cost(q.x)
        return frozenset((asked,)), "resolution"
    return costs, purpose_of(q)


def settle(q: Question, price: Price) -> Answer:
    """Every choice of objects, with the price that it makes: can it be paid?"""
    parts = [read_part(words, place) for words, place in price.parts]
    plain = Way([], minimal(price.costs), words_of(q, parts, None, price.exhaust))
    if price.exhaust and q.subject.exhausted:  # 414.4
        return refused("exhausted", plain=plain, question=q)
    ways = all_ways(q, price, parts)
    answer = Answer(False, frozenset(), ways, plain, q)
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


def can_pay(q: Question, costs: frozenset[Cost], spent: list[Spent]) -> bool:
    """Can one of the costs be paid while this is given up: in any way, or as the action says?"""
    costs, purpose = terms(q, costs)
    if "payment" in q.action:
        return named_pays(q.position, q.seat, spent, costs, purpose, q.action["payment"])
    return any(payable(s, demand(c, purpose)) for c in costs for s in supplies(q.position, q.seat, spent))


def all_ways(q: Question, price: Price, parts: list[Part]) -> list[Way]:
    """What can be given up, each way with its price. Of "any number" that is left open the least that pays."""
    found: list[tuple[int, Way]] = []
    prices: dict[Given, Price] = {Given(): price}
    chosen = {target.id for target in q.targets if target.kind != "trash"}
    least: int | None = None
    open_number = any(part.any_number and number_named(q, part) is None for part in parts)
    for spent in choices(q, parts, price.exhaust):
        given = as_given(spent)
        amount = given.killed + given.buffs if open_number else 0
        if least is not None and amount > least:
            continue
        if given not in prices:
            prices[given] = price_of(q, given)
        costs = minimal(prices[given].costs)
        way = Way(spent, costs, words_of(q, parts, spent, price.exhaust))
        way.spares = not any(s.thing in chosen for s in spent if s.verb in LEAVING)
        way.paid = can_pay(q, costs, spent)
        if way.paid and way.spares:
            least = amount
        found.append((amount, way))
    return [way for amount, way in found if not way.paid or least is None or amount == least]


def other_way(q: Question, price: Price, parts: list[Part]) -> bool:
    """Could it be paid with the objects left to choice, and what is chosen spared?"""
    action, q.action = q.action, {key: value for key, value in q.action.items() if key != "with"}
    try:
        return any(way.paid and way.spares for way in all_ways(q, price, parts))
    finally:
        q.action = action


# --------------------------------------------------------------------------------------------- the best way


def best_ways(answer: Answer, patience: int) -> list[Way]:
    """Of the ways that pay those that may be the best by the default policy: where the oracle takes long, all."""
    q = answer.question
    ways = [way for way in answer.ways if way.paid and way.spares]
    if len({(way.costs, tuple(supplies(q.position, q.seat, way.spent))) for way in ways}) == 1:
        return ways[:1]  # they differ in nothing that is paid: the first in board order
    keys = [keys_of(q, way, patience) for way in ways]
    return ways if None in keys else [ways[keys.index(min(keys))]]


def keys_of(q: Question, way: Way, patience: int) -> tuple[int, ...] | None:
    """The keys of the best payment of a way; None where the search would be longer than `patience`."""
    costs, purpose = terms(q, way.costs)
    some = supplies(q.position, q.seat, way.spent)
    if len(some) > 2 or any(size_of_search(s) > patience for s in some):
        return None
    found = [oracle_keys(s, demand(c, purpose)) for c in costs for s in some]
    return min(keys for keys in found if keys is not None)
