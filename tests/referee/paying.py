"""Steps 3 and 4: every way to pay, with the price that it makes, and which of them is the best (356, 357)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .clauses import Given
from .costs import Cost, minimal
from .parts import LEAVING, Part, Spent, as_given, choices, read_part, words_of
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


def best_ways(answer: Answer, patience: int) -> list[Way]:
    """Of the ways that pay those that may be the best by the default policy: where the oracle takes long, all."""
    q = answer.question
    ways = [way for way in answer.ways if way.paid and way.spares]
    if any(s.n != 1 or s.verb == "kill" for way in ways for s in way.spent):
        amounts = [sum(s.n for s in way.spent) for way in ways]
        ways = [way for way, n in zip(ways, amounts, strict=True) if n == min(amounts)]
    keys = [keys_of(q, way, patience) for way in ways]
    if None in keys or len(set(keys)) == 0:
        return ways if len(ways) > 1 and len({signature(q, way) for way in ways}) > 1 else ways[:1]
    return [ways[keys.index(min(keys))]]


def signature(q: Question, way: Way) -> Any:
    return way.costs, tuple(supplies(q.position, q.seat, way.spent))


def keys_of(q: Question, way: Way, patience: int) -> tuple[int, ...] | None:
    """The keys of the best payment of a way; None where the search would be longer than `patience`."""
    if is_converter(q):
        costs, purpose = frozenset((x_cost(q),)), "resolution"
    else:
        costs, purpose = way.costs, purpose_of(q)
    some = supplies(q.position, q.seat, way.spent)
    if any(size_of_search(s) > patience for s in some):
        return None
    found = [oracle_keys(s, demand(c, purpose)) for c in costs for s in some]
    return min(keys for keys in found if keys is not None)
