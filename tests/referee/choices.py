"""Step 2: what is chosen, held to the terms of the text (355.3-355.14, 811.1.d.2).

What is named is dealt out to the choices of the text in every possible way: one that fits is enough. What is left open
is tried in every possible way too; which way riftcore takes then is for its policy, and not judged here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from .clauses import Eye, Unknown, fits, number, truth
from .position import Thing
from .question import NotJudged, Question

KINDS = {"unit": "board", "gear": "board", "legend": "legend", "battlefield": "battlefield"}
FREE = ("player", "rune")  # chosen without a name


def faults_of_choices(q: Question, card: Any, clauses: list[Any], me: Thing | None) -> set[str]:
    """Is what is chosen, or can be, what these clauses (`chooses`, `modes`) ask for?"""
    eye = Eye(q.position, me, card, q.seat, q)
    open_ = "targets" not in q.action
    assumed = "targets" in q.position.assume
    now = []
    for clause in clauses:
        true = truth(eye, clause.when)
        if true is None and q.form != "trigger":
            raise Unknown("whether something is chosen")
        if true is not False:
            now.append(clause)
    modes = next((c.chooses for c in now if c.kind == "modes"), None)
    terms = [c.chooses for c in now if c.kind == "chooses"]
    named_modes = list(q.action.get("modes", ()))
    if any(term.get("unknown") for term in terms):
        if assumed:
            return set()
        raise Unknown("what is chosen")
    if open_ and (assumed or not terms) and (modes is None or not named_modes):
        return set()
    if not terms and modes is None:
        # A card that is given by its numbers: nobody says what its text chooses.
        return {"target"} if q.targets and not (card.id.startswith("{") and q.form == "play") else set()
    executions = 1 + sum(name == "repeat" for name, _ in q.paid) if q.form == "play" else 1
    ways = ways_of_modes(modes, named_modes, executions)
    if ways is None:
        return {"choice"}
    unsure = False
    for way in ways:
        slots = [
            (execution, term) for execution in range(executions) for term in terms
            if term.get("mode") in (None, way[execution] if way else None)
        ]
        found = deal(eye, slots, q.targets, [], assumed) if not open_ else some(eye, slots, [])
        for chosen in found:
            if not destinations(eye, slots, chosen):
                continue
            if any(term.get("unsure") and things for (_, term), things in zip(slots, chosen, strict=True)):
                unsure = True
                continue
            if open_ and any(chosen):
                raise NotJudged("a choice that is left open")
            return set()
    if unsure:
        raise Unknown("whether what is chosen fits")
    return {"target"}


def ways_of_modes(modes: dict[str, Any] | None, named: list[int], executions: int) -> list[tuple[int, ...]] | None:
    """One mode for each execution; None: those that are named are none of the text."""
    if modes is None:
        return None if named else [()]
    ways = list(product(range(modes["modes"]), repeat=executions))
    if modes.get("once") == "play":
        ways = [way for way in ways if len(set(way)) == len(way)]
    if named:
        ways = [way for way in ways if list(way) == named]
        return ways or None
    return ways


def deal(
    eye: Eye, slots: list[Any], left: list[Thing], done: list[list[Thing]], assumed: bool
) -> Iterator[list[list[Thing]]]:
    """All ways to deal the named things out to the choices, in order."""
    if len(done) == len(slots):
        if not left:
            yield done
        return
    term = slots[len(done)][1]
    least = 0 if (assumed and eye.question.targets) or set(types(term)) & set(FREE) else least_of(term)
    for n in range(len(left), least - 1, -1):
        if all_fit(eye, slots, done, left[:n]):
            yield from deal(eye, slots, left[n:], [*done, left[:n]], assumed)


def some(eye: Eye, slots: list[Any], done: list[list[Thing]]) -> Iterator[list[list[Thing]]]:
    """All ways to choose as little as the text allows."""
    if len(done) == len(slots):
        yield done
        return
    term = slots[len(done)][1]
    least = 0 if "player" in types(term) else least_of(term)
    for things in combinations(everything(eye.position), least):
        if all_fit(eye, slots, done, list(things)):
            yield from some(eye, slots, [*done, list(things)])
    if "rune" in types(term) and least and any(player.runes for player in eye.position.players):
        yield from some(eye, slots, [*done, []])


def everything(position: Any) -> list[Thing]:
    found = [*position.in_play(), *position.battlefields, *position.chain]
    for seat, player in enumerate(position.players):
        found += player.facedown
        found += [Thing("trash", card.name, card, seat, seat) for card in player.trash if card is not None]
    return found


def least_of(term: dict[str, Any]) -> int:
    if "least" in term:
        return int(term["least"])
    return 0 if term["count"] == "any" else int(term["count"])


def types(term: dict[str, Any]) -> list[str]:
    found = term["filter"].get("type", [])
    return [found] if isinstance(found, str) else found


def all_fit(eye: Eye, slots: list[Any], done: list[list[Thing]], things: list[Thing]) -> bool:
    """Do these fit the next choice, one by one and together?"""
    execution, term = slots[len(done)]
    most = term["count"]
    if most != "any" and len(things) > most:
        return False
    before = [chosen for (e, _), chosen in zip(slots, done, strict=False) if e == execution]
    if not all(one_fits(eye, term, thing, before) for thing in things):
        return False
    places = [spot(thing) for thing in things]
    return (
        all(a is not b for a, b in combinations(things, 2))
        and not (term.get("together") and len(set(places)) > 1)
        and not (term.get("spread") and len(set(places)) < len(places))
        and not (term.get("one_controller") and len({thing.controller for thing in things}) > 1)
        and sum(thing.strength for thing in things) <= term.get("total_might", 10**6)
        and len(things) <= split_of(eye, term, before)
    )


def split_of(eye: Eye, term: dict[str, Any], before: list[list[Thing]]) -> int:
    """355.14.c"""
    if term.get("split") != "might":
        return int(term.get("split", 10**6))
    source = before[-1][0] if before and before[-1] else eye.object
    return source.strength if source is not None else 10**6


def spot(thing: Thing) -> Any:
    """Where it is; a base is somebody's."""
    if thing.kind == "battlefield":
        return thing.id
    if thing.kind not in ("board", "facedown"):
        return None
    return ("base", thing.controller) if thing.at == "base" else thing.at


def one_fits(eye: Eye, term: dict[str, Any], thing: Thing, before: list[list[Thing]]) -> bool:
    if "or" in term and kind_fits(term["or"], thing) and fits(eye, plain(term["or"]), thing):
        return True
    if not kind_fits(term["filter"], thing):
        return False
    if thing.kind == "battlefield":
        whose = term["filter"].get("controller")
        if whose and (thing.controller is None or (thing.controller == eye.you) != (whose == "you")):
            return False
    elif not fits(eye, plain(term["filter"]), thing):
        return False
    card, position = thing.card, eye.position
    strength = thing.strength if thing.in_play else (card.might or 0 if card else 0)
    if not term.get("might_min", 0) <= strength <= term.get("might_max", 10**6):
        return False
    if card is not None and not cost_fits(eye, term, card):
        return False
    if "lacks" in term and (term["lacks"] in card.keywords or (thing.in_play and position.is_state(thing, term["lacks"]))):
        return False
    if "not_tag" in term and term["not_tag"] in card.tags:
        return False
    if term.get("fighting") and not (
        position.is_state(thing, "attacking") or position.is_state(thing, "defending")
        or (position.showdown is not None and thing.at == position.showdown)
    ):
        return False
    if term.get("occupied") and not units_at(position, spot(thing), eye.you):
        return False
    if term.get("apart") and (thing is eye.me or any(thing is other for chosen in before for other in chosen)):
        return False
    if term.get("far") == 0 and eye.me is not None and spot(thing) == spot(eye.me):
        return False
    return near_others(term, thing, before) and near_hiding_place(eye, term, thing)


def near_others(term: dict[str, Any], thing: Thing, before: list[list[Thing]]) -> bool:
    """Limits that speak of what was chosen before."""

    def other(key: str) -> Thing | None:
        back = term.get(key, 0)
        return before[-back][0] if back and back <= len(before) and before[-back] else None

    near, far, side, weaker, host = map(other, ("near", "far", "same_controller", "weaker", "attached_to"))
    return (
        (near is None or spot(near) == spot(thing))
        and (far is None or spot(far) != spot(thing))
        and (side is None or side.controller == thing.controller)
        and (weaker is None or not (weaker.in_play and thing.in_play) or thing.strength < weaker.strength)
        and (host is None or thing.attached_to == host.id)
    )


def near_hiding_place(eye: Eye, term: dict[str, Any], thing: Thing) -> bool:
    """811.1.d.2"""
    q = eye.question
    if q.form != "play" or q.zone != "facedown" or q.subject is None or thing.kind not in ("board", "battlefield"):
        return True
    if "far" in term or term["filter"].get("at") == "base":
        return True
    return spot(thing) == q.subject.at


def kind_fits(f: dict[str, Any], thing: Thing) -> bool:
    """355.9.a: a unit, gear or rune is on the board, a spell or an ability on the chain."""
    names = f.get("type", [])
    names = [names] if isinstance(names, str) else names
    if f.get("state") == "facedown":
        return thing.kind == "facedown"
    if "from" in f:
        return thing.kind == "trash"
    if thing.kind == "chain":
        return ("spell" if thing.card is not None and thing.card.type == "spell" else "ability") in names
    return any(KINDS.get(name, "board") == thing.kind for name in names if name not in ("spell", "ability", *FREE))


def plain(f: dict[str, Any]) -> dict[str, Any]:
    """The filter without kinds that no card is of."""
    names = f.get("type", [])
    names = [names] if isinstance(names, str) else names
    if {"spell", "ability"} <= set(names):
        return {key: value for key, value in f.items() if key != "type"}
    return {**f, "type": [name for name in names if name not in ("ability", "player")]}


def cost_fits(eye: Eye, term: dict[str, Any], card: Any) -> bool:
    """206: the printed cost."""

    def limit(key: str) -> int | None:
        return None if key not in term else number(eye, term[key])

    energy, below, least, power = map(limit, ("energy_max", "energy_below", "energy_min", "power_max"))
    return (
        (energy is None or card.energy <= energy) and (below is None or card.energy < below)
        and (least is None or card.energy >= least) and (power is None or card.power <= power)
    )  # fmt: skip


def units_at(position: Any, place: Any, seat: int, but: Thing | None = None) -> bool:
    return any(t.is_unit and t.controller == seat and t is not but and spot(t) == place for t in position.board())


def destinations(eye: Eye, slots: list[Any], chosen: list[list[Thing]]) -> bool:
    """355.4: is there a place for all that is moved? The place that is named is that of the first move."""
    named = eye.question.action.get("to") if eye.question.form == "play" else None
    for (_, term), things in zip(slots, chosen, strict=True):
        if "to" not in term or not things:
            continue
        places = ["base", *(place.id for place in eye.position.battlefields)]
        for thing in things:
            if not any(may_go(eye, term["to"], thing, place) for place in places if named in (None, place)):
                return False
        named = None
    return True


def may_go(eye: Eye, to: str, thing: Thing, name: str) -> bool:
    position = eye.position
    there = ("base", thing.controller) if name == "base" else name
    if spot(thing) == there:
        return False
    holder = next((p.controller for p in position.battlefields if p.id == name), None)
    field = name != "base"
    if to in ("battlefield", "other battlefield"):
        return field
    if to == "with your units":
        return field and units_at(position, there, eye.you)
    if to == "with its controller's units":
        return units_at(position, there, thing.controller, thing)
    if to == "open":
        return field and holder is None and not any(units_at(position, there, s) for s in range(len(position.players)))
    if to == "enemy":
        return field and holder is not None and holder != eye.you
    if to == "controlled":
        return field and holder == eye.you
    if to == "to or from base":
        return thing.at == "base" or not field
    return True
