"""A referee for small boards: the rules of playing and paying, read anew, in plain Python.

It shares nothing with the compiled core: it reads a scenario with riftcore.scenario (values, no rules) and the
clauses of the catalogue, prices an action by trying every order of the discounts and every choice, tries every choice
of objects for what is not a resource, and asks the payment oracle (reference.py) whether the rest can be paid.

    judge(board, action) -> Answer(legal, codes, costs)

`codes` are all that is wrong ({"ok"} when nothing is): where several things are, any of them is a right answer.
`costs` are sets of Pareto-minimal costs, one set for each choice of objects that changes the price; None where step 3
was not reached. NotImplementedError: it does not cover this. Numbers in comments are rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, NamedTuple

import reference
from reference import DOMAINS

from riftcore.catalog import Card, Catalog, Clause
from riftcore.scenario import read_action, read_situation
from riftcore.scenario.values import Activate, Add, Hide, Move, Pay, Play, Seen, Situation, Trigger

ANY = 63  # the mask of [A]


class Cost(NamedTuple):
    """Energy, and a sorted tuple of symbols: each the mask of the domains whose Power pays it."""

    energy: int = 0
    symbols: tuple[int, ...] = ()


class Answer(NamedTuple):
    legal: bool
    codes: frozenset[str]
    costs: list[frozenset[tuple[Cost, tuple[str, ...]]]] | None


@dataclass
class Thing:
    """An object, legend, battlefield or chain item, as clauses see it."""

    id: str
    card: Card
    kind: str  # board, legend, battlefield, chain
    controller: int | None
    at: str | None = None
    exhausted: bool = False
    might: int | None = None
    buffs: int = 0
    states: Any = ()
    attached_to: str | None = None
    token: bool = False

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """What its text says: of an attached card only what it gives what it is attached to (718.2, 718.3)."""
        if self.attached_to is None:
            return self.card.clauses
        given = (clause for clause in self.card.clauses if clause.granted)
        return tuple(clause for clause in given if (clause.scope or {}).get("filter", {}).get("bearer"))

    @property
    def permissions(self) -> tuple[Any, ...]:
        return self.card.permissions if self.attached_to is None else ()

    @property
    def strength(self) -> int:
        if self.might is not None:
            return self.might
        return 0 if self.card.might is None else self.card.might + self.buffs


# ------------------------------------------------------------------------------------------------- costs


def make(energy: int, power: dict[str, int] | None) -> Cost:
    """A cost from Energy and a power dict."""
    symbols: list[int] = []
    for name, n in (power or {}).items():
        mask = ANY if name == "any" else sum(1 << DOMAINS.index(part) for part in name.split("|"))
        symbols += [mask] * n
    return Cost(energy, tuple(sorted(symbols)))


def given(cost: Any) -> Cost:
    """A cost of an action (CostData)."""
    return make(cost.energy, dict(cost.to_dict().get("power", {})))


def plus(a: Cost, b: Cost) -> Cost:
    return Cost(a.energy + b.energy, tuple(sorted(a.symbols + b.symbols)))


def covers(a: Cost, b: Cost) -> bool:
    """Does whatever pays b pay a?"""

    def match(mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
        if not mine:
            return True
        return any(
            match(mine[1:], theirs[:i] + theirs[i + 1 :]) for i, mask in enumerate(theirs) if mask & ~mine[0] == 0
        )

    return a.energy <= b.energy and len(a.symbols) <= len(b.symbols) and match(a.symbols, b.symbols)


def minimal(costs: set[Cost]) -> frozenset[Cost]:
    """Those that no other one covers; of equals, one."""
    ordered = sorted(costs)
    return frozenset(c for c in ordered if not any(o != c and covers(o, c) for o in ordered))


class Discount(NamedTuple):
    energy: int
    symbols: tuple[str, ...]  # "any", or a domain
    minimum: int | None
    either: bool


def less_energy(cost: Cost, discount: Discount) -> Cost:
    """356.4.e: a minimum stops this discount, and never raises."""
    floor = discount.minimum or 0
    return Cost(min(cost.energy, max(cost.energy - discount.energy, floor)), cost.symbols)


def less_power(cost: Cost, symbols: tuple[str, ...]) -> set[Cost]:
    """Each symbol of the discount takes one that its Power could pay ("any": one of any kind), in every way."""
    if not symbols:
        return {cost}
    bit = ANY if symbols[0] == "any" else 1 << DOMAINS.index(symbols[0])
    found: set[Cost] = set()
    for i, mask in enumerate(cost.symbols):
        if mask & bit:
            found |= less_power(Cost(cost.energy, cost.symbols[:i] + cost.symbols[i + 1 :]), symbols[1:])
    return found or less_power(cost, symbols[1:])


def apply(cost: Cost, discount: Discount) -> set[Cost]:
    if discount.either:
        return {less_energy(cost, discount)} | less_power(cost, discount.symbols)
    return less_power(less_energy(cost, discount), discount.symbols)


def every_order(costs: set[Cost], discounts: list[Discount]) -> set[Cost]:
    """356.4.d: all discounts, in every order."""
    seen: dict[tuple[Cost, tuple[int, ...]], None] = {}
    ends: set[Cost] = set()

    def go(cost: Cost, rest: tuple[int, ...]) -> None:
        if (cost, rest) in seen:
            return
        seen[cost, rest] = None
        if not rest:
            ends.add(cost)
        for i in rest:
            for after in apply(cost, discounts[i]):
                go(after, tuple(j for j in rest if j != i))

    for cost in costs:
        go(cost, tuple(range(len(discounts))))
    return ends


# ------------------------------------------------------------------------------------------- the referee


class Referee:
    """One question: a situation, and an action on it."""

    def __init__(self, board: dict[str, Any], action: dict[str, Any], catalog: Catalog) -> None:
        self.s: Situation = read_situation(board, catalog)
        self.a: Any = read_action(action, self.s, catalog)
        turn = self.s.turn
        self.chain: Any = turn.chain if isinstance(turn.chain, tuple) else ()
        self.closed = bool(turn.chain)
        self.priority = turn.priority
        self.seat: int = self.a.player
        holders = (o for player in self.s.players for o in player.board if o.id == getattr(self.a, "object", None))
        if self.seat is None and isinstance(self.a, Trigger):  # whoever controls it
            seats = [
                n for n, player in enumerate(self.s.players) if player.legend and player.legend.id == self.a.object
            ]
            self.seat = next((o.controller for o in holders), *(seats or [None]))
        if self.seat is None:
            self.seat = turn.focus if turn.showdown and not self.closed and turn.focus is not None else turn.priority
        self.me = self.s.players[self.seat]
        self.things: list[Thing] = []
        for seat, player in enumerate(self.s.players):
            if player.legend:
                it = player.legend
                self.things.append(Thing(it.id, it.card, "legend", seat, None, it.exhausted, states=it.states))
            for o in player.board:
                self.things.append(
                    Thing(o.id, o.card, "board", o.controller, o.at, o.exhausted, o.might, o.buffs, o.states,
                          o.attached_to, o.token)
                )  # fmt: skip
        for name, place in self.s.battlefields.items():
            if place.card is not None:
                self.things.append(Thing(name, place.card, "battlefield", place.controller, name))
        for item in self.chain:
            self.things.append(Thing(item.id, item.card, "chain", item.controller))
        self.by_id = {thing.id: thing for thing in self.things}
        self.trash = list(self.me.trash) if not isinstance(self.me.trash, int) else [None] * self.me.trash
        self.hand = list(self.me.hand) if not isinstance(self.me.hand, int) else [None] * self.me.hand
        self.killed: list[Thing] = []
        self.spent_buffs = 0
        self.faults: set[str] = set()
        self.wants_best = False
        # How many objects are given up, and the keys of the payment, that is best over all choices of objects:
        # "any number" is the least that can be paid.
        self.best: tuple[int, tuple[int, ...]] | None = None

    # ------------------------------------------------------------------------ what clauses ask

    def is_state(self, thing: Thing, state: str) -> bool:
        if state == "mighty":
            return bool(thing.states.get("mighty")) or (thing.card.type == "unit" and thing.strength >= 5)
        if state == "buffed":
            return thing.buffs > 0
        if state == "equipped":
            return any(other.attached_to == thing.id for other in self.things)
        if state in ("exhausted", "ready"):
            return thing.exhausted == (state == "exhausted")
        if state == "temporary" and "temporary" in thing.card.keywords:
            return True
        if state in ("empowered", "stunned", "temporary", "attacking", "defending"):
            return bool(thing.states.get(state))
        raise NotImplementedError(f"state {state}")

    def fits(self, f: dict[str, Any], thing: Thing, me: Thing | None, you: int) -> bool:
        """Does an object match a filter, seen from `me`?"""
        for key, value in f.items():
            if key == "type":
                ok = thing.card.type in ([value] if isinstance(value, str) else value)
                if value not in ("unit", "gear", "spell", "legend") and not isinstance(value, list):
                    raise NotImplementedError(f"type {value}")
            elif key == "controller":
                if value == "opponent":
                    ok = thing.controller is not None and thing.controller != you
                else:
                    ok = thing.controller == (self.seat if value == "payer" else you)
            elif key in ("tag", "tags_any"):
                ok = any(tag in thing.card.tags for tag in ([value] if key == "tag" else value))
            elif key == "state":
                ok = self.is_state(thing, value)
            elif key == "keyword":
                ok = self.is_state(thing, "temporary") if value == "temporary" else value in thing.card.keywords
            elif key == "at":
                if thing.kind != "board":
                    ok = False
                elif value == "here":
                    ok = me is not None and thing.at == me.at
                else:
                    ok = (thing.at == "base") == (value == "base")
            elif key == "other":
                ok = thing is not me
            elif key == "self":
                ok = thing is me
            elif key == "bearer":
                ok = me is not None and me.attached_to == thing.id
            elif key == "token":
                ok = (thing.token or thing.card.supertype == "Token") == value
            elif key == "name":
                ok = me is not None and thing.card.name == me.card.name
            else:
                raise NotImplementedError(f"filter {key}")
            if not ok:
                return False
        return True

    def played_fits(self, f: dict[str, Any], me: Thing | None, you: int) -> bool:
        """Does the card that is being played match the filter of a modifier?"""
        card = self.a.card
        rest = dict(f)
        chooses = rest.pop("chooses", None)
        source = rest.pop("from", None)
        keyword = rest.pop("keyword", None)
        rest.pop("controller", None)
        as_thing = Thing("", card, "played", self.seat, token=self.zone == "token")
        if not self.fits(rest, as_thing, as_thing if f.get("self") else me, you):
            return False
        if keyword is not None and not (keyword in card.keywords or (keyword == "reaction" and self.fast())):
            return False
        if source is not None:
            zones = {"trash": ("trash",), "hand": ("hand",), "facedown": ("facedown",)}
            if source == "not hand":
                if self.zone == "hand":
                    return False
            elif source not in zones:
                raise NotImplementedError(f"from {source}")
            elif self.zone not in zones[source]:
                return False
        if chooses is None:
            return True
        chosen = [self.by_id[name] for name in self.a.targets]
        if chooses == "self":
            return me in chosen
        return any(self.fits(chooses, thing, me, you) for thing in chosen)

    def holds(self, e: Any, me: Thing | None, you: int) -> bool:
        """A condition of catalog/expressions.py."""
        if e is None:
            return True
        op, *args = e
        who = self.s.players[you]
        this_turn = who.this_turn
        if op == "and":
            return all(self.holds(part, me, you) for part in args)
        if op == "or":
            return any(self.holds(part, me, you) for part in args)
        if op == "not":
            return not self.holds(args[0], me, you)
        if op == "legion":
            return this_turn.cards_played > 0  # 812.1.c: the card itself is not finalized yet
        if op == "level":
            return who.xp >= args[0]
        if op == "empowered":
            return me is not None and bool(me.states and me.states.get("empowered"))
        if op == "empowered_times":
            return me is not None and bool(me.states) and me.states.get("empowered", 0) >= args[0]
        if op == "state":
            return me is not None and me.kind in ("board", "legend") and self.is_state(me, args[0])
        if op == "paid_additional":
            if isinstance(self.a, Trigger):
                if me is None or not {"paid", "unpaid"} & set(me.states):
                    raise NotImplementedError("whether it was paid is not said")
                return bool(me.states.get("paid"))
            return "additional" in self.a.pay
        if op == "in_combat":
            return me is not None and any(self.is_state(me, state) for state in ("attacking", "defending"))
        if op in ("in_showdown", "showdown_here"):
            return me is not None and self.s.turn.showdown is not None and me.at == self.s.turn.showdown
        if op == "at_battlefield":
            return me is not None and me.kind == "board" and me.at != "base"
        if op == "not_from_hand":
            return isinstance(self.a, Play) and self.zone != "hand"
        if op == "within_points":
            seats = [you] if args[0] == "you" else [p for p in range(len(self.s.players)) if p != you]
            return any(self.s.players[p].points + args[1] >= self.s.victory_score for p in seats)
        if op == "controls":
            return self.count(args[0], me, you) >= args[1]
        facts = {
            "chose_enemies_this_turn": (this_turn.enemies_chosen, args[0] if args else 0),
            "chose_enemy_unit_this_turn": (this_turn.enemy_units_chosen, 1),
        }  # fmt: skip
        if op in facts:
            return self.seen(*facts[op])
        if op == "played_this_turn" and args[0] == "equipment":
            nothing = this_turn.gear_played == 0 and this_turn.equipment_played == Seen()
            return not nothing and self.seen(this_turn.equipment_played, 1)
        if op == "played_this_turn" and args[0] in ("spell", "card"):
            return (this_turn.spells_played if args[0] == "spell" else this_turn.cards_played) > 0
        if op == "enemy_unit_died_this_turn":
            return this_turn.enemy_units_died > 0
        if op == "energy_on_one_spell":
            return this_turn.max_energy_on_one_spell >= args[0]
        if op == "power_spent":
            return this_turn.power_spent >= args[0]
        if op == "runes_at_most":
            return self.runes(you) <= args[0]
        if op == "runes_at_least":
            return self.runes(you) >= args[0]
        if op == "fewer_runes":
            return any(self.runes(you) < self.runes(p) for p in range(len(self.s.players)))
        if op == "target":
            return any(self.fits(args[0], self.by_id[name], me, you) for name in self.a.targets)
        if op == "controls_battlefield":
            return me is not None and me.controller == you
        if op == "first":
            counts = {
                "gear_played": this_turn.gear_played, "gear_ability": this_turn.gear_abilities,
                "card": this_turn.cards_played, "spell": this_turn.spells_played,
            }  # fmt: skip
            return counts[args[0]] == 0
        if op == "controls_exactly_here":
            return any(
                place.controller == you
                and sum(t.card.type == "unit" and t.at == name and t.controller == you for t in self.things) == args[0]
                for name, place in self.s.battlefields.items()
            )
        if op == "opponent_controls":
            f = args[0]
            if f.get("type") == "battlefield":
                return any(self.count(f, me, p) >= args[1] for p in range(len(self.s.players)) if p != you)
            these = [t.controller for t in self.things if t.kind in ("board", "legend") and self.fits(f, t, me, you)]
            return any(these.count(p) >= args[1] for p in range(len(self.s.players)) if p != you)
        raise NotImplementedError(f"condition {op}")

    def seen(self, fact: Seen, times: int) -> bool:
        if fact.n < times and fact.more:
            raise NotImplementedError("what happened is not known")
        return fact.n >= times

    def runes(self, seat: int) -> int:
        return sum(self.s.players[seat].ready) + sum(self.s.players[seat].exhausted)

    def count(self, f: dict[str, Any], me: Thing | None, you: int) -> int:
        if f.get("type") == "battlefield":
            return sum(place.controller == you for place in self.s.battlefields.values())
        return sum(thing.kind in ("board", "legend") and self.fits(f, thing, me, you) for thing in self.things)

    def number(self, e: Any, me: Thing | None, you: int) -> int:
        """A number of catalog/expressions.py."""
        if isinstance(e, int):
            return e
        op, *args = e
        who = self.s.players[you]
        if op == "count":
            return self.count(args[0], me, you)
        if op == "runes":
            return self.runes(you)
        if op == "trash":
            return len(self.trash)
        if op == "cards_played":
            return who.this_turn.cards_played
        if op == "points_from_holding":
            return who.this_turn.points_from_holding
        if op == "points":
            return who.points
        if op == "max_might":
            these = [t for t in self.things if t.kind == "board" and self.fits(args[0], t, me, you)]
            return max((t.strength for t in these), default=0)
        if op == "self_might":
            return me.strength if me is not None else 0
        if op == "target_might" and self.a.targets:
            return self.by_id[self.a.targets[0]].strength
        if op == "times":
            return int(args[0]) * self.number(args[1], me, you)
        if op == "tags_among":
            among = [t for t in self.things if t.kind == "board" and self.fits(args[1], t, me, you)]
            return sum(any(tag in t.card.tags for t in among) for tag in args[0])
        if op == "killed":
            return len(self.killed)
        if op == "killed_energy":
            return sum(t.card.energy for t in self.killed)
        if op == "killed_power":
            return sum(t.card.power for t in self.killed)
        if op == "buffs_spent":
            return self.spent_buffs
        if op == "units_beyond_first":
            return len(self.a.units) - 1
        if op == "paid_might":
            known = [e.might for e in self.me.effects if e.card.id == self.a.by.id and e.might is not None]
            if known:
                return known[-1]
        if op == "trash_named_self":
            return sum(card is not None and me is not None and card.name == me.card.name for card in self.trash)
        raise NotImplementedError(f"number {op}")

    def in_force(self, kind: str) -> Iterator[tuple[Thing, int, Clause]]:
        """Clauses of this kind of everything on the board that concern the acting player: thing, its "you", clause."""
        for thing in self.things:
            if thing.kind == "chain":
                continue
            # A battlefield speaks to whoever pays (its conditions ask who controls it).
            you = self.seat if thing.kind == "battlefield" else thing.controller
            assert you is not None
            for clause in thing.clauses:
                scope = clause.scope or {}
                if clause.kind != kind or clause.trigger is not None or scope.get("lasts", "static") != "static":
                    continue
                payer = scope.get("payer", "you")
                if (payer == "you" and you != self.seat) or (payer == "opponents" and you == self.seat):
                    continue
                yield thing, you, clause

    def left_behind(self, kind: str) -> Iterator[Clause]:
        """Clauses that an earlier effect left behind for this player: the next such card, the rest of the turn."""
        for effect in self.me.effects:
            for clause in effect.card.clauses:
                if clause.kind == kind and (clause.scope or {}).get("lasts") in ("next", "turn"):
                    if effect.on is not None and effect.on is not getattr(self.a, "card", None):
                        continue
                    yield clause

    # --------------------------------------------------------------------------------- timing

    def own_window(self, speed: str) -> bool:
        """307-348, 381."""
        turn = self.s.turn
        if self.closed:
            return speed == "reaction" and turn.priority == self.seat
        if turn.showdown is not None:
            return speed in ("reaction", "action") and turn.focus == self.seat
        return turn.player == self.seat and turn.phase == "main" and turn.priority == self.seat

    def fast(self) -> bool:
        """Has the card that is being played Reaction?"""
        card = self.a.card
        if {"reaction", "quick-draw"} & set(card.keywords) or self.zone == "facedown":  # 811, 819
            return True
        if self.zone == "hand":  # "Each Equipment in your hand has Quick-Draw"
            for thing in self.things:
                own = thing.kind == "board" and thing.controller == self.seat
                for permission in thing.permissions if own else ():
                    wanted = permission.get("scope", {}).get("filter", {})
                    if "keyword" in permission and card.type == wanted.get("type") and wanted.get("tag") in card.tags:
                        return True
        if "ambush" in card.keywords and self.a.to not in (None, "base"):
            return any(t.card.type == "unit" and t.controller == self.seat and t.at == self.a.to for t in self.things)
        return False

    # ------------------------------------------------------------------------------ the pieces

    def discount_of(self, clause: Clause, me: Thing | None, you: int) -> Discount:
        modifier = clause.modifier or {}
        symbols: list[str] = []
        for name, n in modifier.get("power", {}).items():
            symbols += [name] * self.number(n, me, you)
        return Discount(
            self.number(modifier.get("energy", 0), me, you), tuple(symbols), modifier.get("min_energy"),
            "choice" in modifier,
        )  # fmt: skip

    def component(self, cost: Cost, what: str) -> set[Cost]:
        """An optional additional cost with its own discounts (356.4.c)."""
        discounts = [
            self.discount_of(clause, me, you)
            for me, you, clause in self.in_force("discount_other")
            if (clause.scope or {}).get("component") and clause.scope["what"] in ("optional", what)
            and self.holds(clause.when, me, you)
        ]  # fmt: skip
        return every_order({cost}, discounts)

    def keyword_price(self, clause: Clause) -> Cost:
        cost = clause.cost or {}
        if cost.get("equals") == "printed":
            return self.printed(self.a.card)
        power = dict(cost.get("power", {}))
        if power.pop("own", 0):
            power["|".join(self.a.card.domains) or "any"] = 1
        return make(cost.get("energy", 0), power)

    def printed(self, card: Card) -> Cost:
        """N [C] symbols are Power of the card's own domains, [A] without one (135.2.e.6)."""
        mask = sum(1 << DOMAINS.index(domain) for domain in card.domains) or ANY
        return Cost(card.energy, (mask,) * card.power)

    def deflect(self) -> int:
        """809: [A] for each time an opponent's spell or ability chooses what has Deflect."""
        if isinstance(self.a, Play) and self.a.card.type != "spell":
            return 0
        chosen = [self.by_id[name] for name in self.a.targets]
        if any(map(self.deflect_ignored, chosen)):
            return 0  # one is enough for all that is chosen
        return sum(
            self.deflect_of(thing)
            for thing in chosen
            if thing.kind in ("board", "legend") and thing.controller != self.seat
        )

    def deflect_of(self, thing: Thing) -> int:
        """Its own Deflect and what is given; where that is none, one of the gifts to those who have none."""
        value, gifts = 0, [0]
        for clause in thing.clauses:
            if clause.kind == "keyword_deflect" and not clause.granted and clause.trigger is None:
                value += clause.value * self.holds(clause.when, thing, thing.controller)
        for other in self.things:
            for clause in other.clauses if other.kind != "chain" else ():
                if clause.kind != "keyword_deflect" or not clause.granted or clause.trigger is not None:
                    continue
                if clause.scope.get("lasts") != "static" or not self.fits(
                    clause.scope["filter"], thing, other, other.controller
                ):
                    continue
                if clause.scope.get("lacking"):
                    gifts.append(clause.value)
                else:
                    value += clause.value * self.holds(clause.when, other, other.controller)
        for player in self.s.players:
            for effect in player.effects:
                if effect.on == thing.id:
                    value += sum(
                        c.value for c in effect.card.clauses
                        if c.kind == "keyword_deflect" and (c.scope or {}).get("lasts") == "turn"
                    )  # fmt: skip
        return value or max(gifts)

    def deflect_ignored(self, thing: Thing) -> bool:
        def speaks(clause: Clause) -> bool:
            return clause.kind == "ignore_cost" and "deflect" in (clause.modifier or {}).get("sets", {})

        if isinstance(self.a, Play) and any(speaks(clause) for clause in self.a.card.clauses):
            return True
        return any(
            speaks(clause) and isinstance(chooses := clause.scope["filter"].get("chooses"), dict)
            and self.fits(chooses, thing, me, you)
            for me, you, clause in self.in_force("ignore_cost")
        )  # fmt: skip

    def concerns(
        self, clause: Clause, me: Thing | None, you: int, ability: Clause | None, subject: Thing | None
    ) -> bool:
        """Is the action of the kind that a modifier speaks of?"""
        scope = clause.scope or {}
        what = scope.get("what")
        f = scope.get("filter")
        if isinstance(self.a, Play):
            card = self.a.card
            if what not in ("card", card.type) and not (what == "permanent" and card.type in ("unit", "gear")):
                return False
            return f is None or self.played_fits(f, me, you)
        if subject is None or ability is None:
            return False
        if what == "gear_ability":
            if subject.card.type != "gear":
                return False
        elif what in ("empower", "equip"):
            if ability.kind != f"keyword_{what}":
                return False
        elif what != "ability":
            return False
        return f is None or self.fits(f, subject, me, you)

    # ------------------------------------------------------------------------- step 3: the price

    def modified(self, costs: set[Cost], ability: Clause | None, subject: Thing | None) -> set[Cost]:
        """Increases, then discounts, on a base with its additional costs (356.3, 356.4)."""
        playing = isinstance(self.a, Play)
        card = self.a.card if playing else subject.card if subject else None
        if ability is not None and subject is not None and borrows(subject.card):  # the price is the lender's text
            card = next(t.card for t in self.things if any(clause is ability for clause in t.card.clauses))
        played = Thing("", card, "played", self.seat) if playing else subject
        more = []
        discounts = []
        for clause in card.clauses if card is not None else ():
            if clause.trigger is not None or ((clause.scope or {}).get("what") == "ability") == playing:
                continue
            if ability is not None and clause.group != ability.group:
                continue
            if clause.kind in ("increase_self", "discount_self") and self.holds(clause.when, played, self.seat):
                amount = self.discount_of(clause, played, self.seat)
                (more if clause.kind == "increase_self" else discounts).append(amount)
        for kind, found in (("increase_other", more), ("discount_other", discounts)):
            for me, you, clause in self.in_force(kind):
                if clause.scope.get("component") or not self.concerns(clause, me, you, ability, subject):
                    continue
                if self.holds(clause.when, me, you):
                    found.append(self.discount_of(clause, me, you))
            for clause in self.left_behind(kind):
                if self.concerns(clause, None, self.seat, ability, subject):
                    found.append(self.discount_of(clause, None, self.seat))
        if playing:
            for clause in self.a.by.clauses if self.a.by else ():
                if clause.kind == "discount_other" and clause.scope.get("lasts") == "granted":
                    discounts.append(self.discount_of(clause, None, self.seat))
            if self.a.reduced is not None:
                off = self.a.reduced.to_dict()
                if any("|" in name for name in off.get("power", {})):
                    raise NotImplementedError("hybrid discount")
                symbols = [name for name, n in off.get("power", {}).items() for _ in range(n)]
                discounts.append(Discount(off.get("energy", 0), tuple(symbols), None, False))
        for amount in more:
            costs = {plus(cost, make(amount.energy, dict.fromkeys(amount.symbols, 0))) for cost in costs}
            costs = {plus(cost, Cost(0, tuple([ANY] * len(amount.symbols)))) for cost in costs}
            if any(symbol != "any" for symbol in amount.symbols):
                raise NotImplementedError("typed increase")
        return every_order(costs, discounts)

    def bases(self) -> set[Cost]:
        """356.1, for a play."""
        a = self.a
        by = [clause for clause in (a.by.clauses if a.by else ()) if (clause.scope or {}).get("lasts") == "granted"]
        ignored: set[str] = set()
        if a.ignoring:
            ignored = {"cost": {"energy", "power"}, "all": {"energy", "power"}}.get(a.ignoring, {a.ignoring})
        for clause in by:
            if clause.kind in ("ignore_cost", "total_change"):
                ignored |= set(clause.modifier.get("sets", {})) & {"energy", "power"}
        for clause in a.card.clauses:
            sets = (clause.modifier or {}).get("sets", {})
            own = clause.kind == "ignore_cost" and clause.scope is None and clause.trigger is None
            if own and self.holds(clause.when, None, self.seat):
                ignored |= set(sets)
        found: set[Cost] = set()
        if a.for_ is not None:
            found.add(given(a.for_))
        elif self.zone == "facedown":
            found.add(Cost())
        else:
            found.add(self.printed(a.card))
            if not self.by_effect:
                for clause in a.card.clauses:
                    plays = clause.plays or {}
                    if clause.kind != "alternate_cost" or plays.get("what") != "self":
                        continue
                    if clause.trigger is not None or clause.payer is not None or (clause.when or [""])[0] == "event":
                        continue  # an offer made when something resolves
                    if plays.get("from", self.zone) == self.zone and self.holds(clause.when, None, self.seat):
                        if plays.get("from") == "trash" and not self.trash_open():
                            found.clear()
                        found.add(make(clause.cost.get("energy", 0), clause.cost.get("power")))
                if self.zone == "trash":
                    flows = [c for c in a.card.clauses if c.kind == "keyword_flow" and not c.granted]
                    flows += [c for c in self.left_behind("keyword_flow") if a.card.type == "spell"]
                    if flows and not self.trash_open():
                        found.clear()
                    found |= {self.keyword_price(clause) for clause in flows}
        if a.by is a.card:
            raise NotImplementedError("a card that lets itself be played")
        return {Cost(0 if "energy" in ignored else c.energy, () if "power" in ignored else c.symbols) for c in found}

    def trash_open(self) -> bool:
        """May any card be played from this player's trash?"""
        return any(
            permission.get("from") == "trash"
            for thing in self.things if thing.kind == "board" and thing.controller == self.seat
            for permission in thing.permissions
        )  # fmt: skip

    def price_play(self) -> tuple[set[Cost], list[str]]:
        a = self.a
        me = Thing("", a.card, "played", self.seat)
        costs = self.bases()
        parts: list[str] = []

        def add(choices: set[Cost]) -> None:
            nonlocal costs
            costs = {plus(cost, choice) for cost in costs for choice in choices}

        for clause in a.card.clauses:
            if clause.kind == "additional_mandatory" and self.holds(clause.when, me, self.seat):
                add({make(clause.cost.get("energy", 0), clause.cost.get("power"))})
                parts += clause.cost.get("other", ())
        add({Cost(0, (ANY,) * self.deflect())})
        for option in a.pay:
            name, _, at = option.partition(":")
            offers = self.offers(name)
            n = int(at or 0)
            if n >= len(offers):
                self.faults.add("condition")
                continue
            cost = offers[n].cost or {}
            price = self.keyword_price(offers[n])
            add(self.component(price, name))
            parts += cost.get("other", ())
        costs = self.modified(costs, None, None)
        by_total = a.by and any(clause.kind == "total_change" for clause in a.by.clauses)
        if a.ignoring == "all" or by_total:  # 356.5
            return {Cost()}, []
        return costs, parts

    def offers(self, name: str) -> list[Clause]:
        """The optional additional costs of this name that the card has now: its own, the board's, those of effects."""
        kind = "additional_optional" if name == "additional" else f"keyword_{name}"
        if name not in ("accelerate", "repeat", "additional"):
            return []
        me = Thing("", self.a.card, "played", self.seat)
        own = [c for c in self.a.card.clauses if c.kind == kind and not c.granted]
        if name == "additional" and own:
            return [c for c in own if self.holds(c.when, me, self.seat)]
        found = list(own)
        for thing, you, clause in self.in_force(kind):
            if clause.granted and self.concerns(clause, thing, you, None, None) and self.holds(clause.when, thing, you):
                found.append(clause)
        found += [c for c in self.left_behind(kind) if c.granted and self.concerns(c, None, self.seat, None, None)]
        return found if name == "repeat" else found[:1]

    # ------------------------------------------------------------------- step 4: objects and pool

    def supply(self, gone: set[str]) -> reference.Situation:
        """What the player could pay with; `gone` are ready objects that make no Add now."""
        counts: dict[str, Any] = {"seals": [0] * 6, "one": 0, "two": 0, "lux": 0, "honeyfruit": 0, "gold": 0,
                                  "anomaly": 0, "henge": 0, "heimerdinger": 0, "heimerdinger_empowered": 0}  # fmt: skip
        flags: dict[str, Any] = {"level6": False, "renata": False, "legend": None, "legend_ready": True}
        borrow: set[str] = set()
        for thing in self.things:
            if thing.controller != self.seat or thing.kind not in ("board", "legend"):
                continue
            ready = not thing.exhausted and thing.id not in gone
            kinds = []
            groups = {}
            for clause in thing.clauses:
                if clause.kind == "add_modifier" and self.holds(clause.when, thing, self.seat):
                    flags["renata"] = True
                if has_all(clause):
                    counts["heimerdinger_empowered" if thing.states.get("empowered") else "heimerdinger"] += ready
                if clause.kind == "add_activated" and clause.timing == "reaction":
                    groups.setdefault(clause.group, []).append(clause)
                    if self.holds(clause.when, thing, self.seat):
                        kinds.append(source_kind(clause))
            if not kinds:
                continue
            if thing.kind == "legend":
                flags["legend"], flags["legend_ready"] = LEGEND_KINDS[kinds[0]], ready
                borrow.add("legend")
                continue
            two_amounts = any(len(clauses) == 2 for clauses in groups.values())
            if "both" in kinds:
                flags["level6"] = True
                kinds.remove("both")
            (kind,) = kinds
            if kind in DOMAINS:
                counts["seals"][DOMAINS.index(kind)] += ready
                borrow.add(f"seal {kind}")
            else:
                counts[kind] += ready
                borrow.add("egg" if two_amounts else kind)
        pool = self.me.pool
        restricted = {entry.only: entry for entry in pool.restricted}

        def part(only: str, what: str) -> int:
            return getattr(restricted[only], what) if only in restricted else 0

        return reference.Situation(
            ready=self.me.ready, exhausted=self.me.exhausted, energy=pool.energy, power=pool.power,
            universal=pool.universal, spells_energy=part("spells", "energy"), units_energy=part("units", "energy"),
            showdown_energy=part("showdown", "energy"), spells_universal=part("spells", "universal"),
            gear_universal=part("gear", "universal"), showdown=self.s.turn.showdown is not None,
            borrow=frozenset(borrow), **{**counts, "seals": tuple(counts["seals"])}, **flags,
        )  # fmt: skip

    def pool_pays(self, cost: Cost) -> bool:
        """Does the unrestricted pool pay without further ado? (False may still be payable.)"""
        left = dict(enumerate(self.me.pool.power))
        universal = self.me.pool.universal
        for mask in sorted(cost.symbols, key=int.bit_count):
            at = next((d for d in left if mask >> d & 1 and left[d]), None)
            if at is not None:
                left[at] -= 1
            else:
                universal -= 1
        return cost.energy <= self.me.pool.energy and universal >= 0

    def demand(self, cost: Cost, purpose: str) -> reference.Demand:
        power = [0] * 6
        any_ = 0
        hybrids: dict[int, int] = {}
        for mask in cost.symbols:
            if mask == ANY:
                any_ += 1
            elif mask & (mask - 1):
                hybrids[mask] = hybrids.get(mask, 0) + 1
            else:
                power[mask.bit_length() - 1] += 1
        if len(hybrids) > 2:
            raise NotImplementedError("more than two kinds of hybrid symbols")
        return reference.Demand(cost.energy, tuple(power), any_, tuple(hybrids.items()), purpose)

    def supplies(self, gone: set[str], lost: set[str]) -> list[reference.Situation]:
        """What may be paid with while `lost` leave the board: a borrower among them uses no Gold's ability."""
        borrowers = {
            t.id for t in self.things if borrows(t.card) and t.controller == self.seat and not t.exhausted
        } - gone
        if not borrowers & lost:
            return [self.supply(gone)]
        if len(borrowers) > 1:
            raise NotImplementedError("one of several borrowers is given up")
        whole = self.supply(gone)
        return [whole._replace(borrow=whole.borrow - {"gold"}), self.supply(gone | borrowers)]

    def payable(self, cost: Cost, purpose: str, gone: set[str], lost: set[str]) -> bool:
        demand = self.demand(cost, purpose)
        return self.pool_pays(cost) or any(reference.payable(s, demand) for s in self.supplies(gone, lost))

    def consider(self, cost: Cost, purpose: str, gone: set[str], lost: set[str], given: int) -> None:
        """Is this choice of objects the best so far, by the keys of its best payment?"""
        for supply in self.supplies(gone, lost):
            best = reference.best(supply, self.demand(cost, purpose))
            if best is not None and (self.best is None or (given, best.keys) < self.best):
                self.best = given, best.keys

    def choices(self, parts: list[str], itself: Thing | None) -> Iterator[tuple[list[tuple[str, Any]], bool]]:
        """Every way to choose what the parts ask for: (verb, object, card or number), and is it as the action says?"""
        if not parts:
            yield [], True
            return
        verb, _, rest = parts[0].partition(" ")
        number, _, noun = rest.partition(" ")
        named = {
            "kill": self.a.with_.kill, "exhaust": self.a.with_.exhaust, "return": self.a.with_.return_,
            "banish": self.a.with_.banish, "recycle": self.a.with_.recycle, "discard": self.a.with_.discard,
        }.get(verb, ())  # fmt: skip
        options: list[tuple[str, Any]]
        restriction = None
        if "[" in noun:
            noun, _, restriction = noun.partition(" [")
            restriction = restriction.rstrip("]")
        if verb == "spend" and noun == "xp":
            if self.me.xp < int(number):
                return
            for others, ok in self.choices(parts[1:], itself):
                yield others, ok
            return
        if verb == "spend" and noun == "buff":
            if self.a.with_.spend_buffs is not None or number == "x":
                raise NotImplementedError("named buffs")
            units = [itself] if restriction == "self" else [t for t in self.things if t.controller == self.seat]
            if sum(t.buffs for t in units if t is not None and t.card.type == "unit") < int(number):
                return
            for others, ok in self.choices(parts[1:], itself):
                yield [("buff", int(number)), *others], ok
            return
        if number == "self":
            assert itself is not None
            if verb == "disempower" and not itself.states.get("empowered"):
                return
            options, wanted = [(verb, itself)], 1
        elif number == "legend":
            options, wanted = [(verb, t) for t in self.things if t.kind == "legend" and t.controller == self.seat], 1
        elif noun.endswith("trash") or verb == "discard":
            zone = self.hand if verb == "discard" else self.trash
            if noun == "from any trash":
                raise NotImplementedError("any trash")
            if noun not in ("from trash", ""):
                raise NotImplementedError(noun)
            options = [
                (f"card {verb} {i}", card) for i, card in enumerate(zone)
                if restriction is None or (card is not None and card.type == restriction)
            ]  # fmt: skip
            wanted = int(number)
        else:
            mine = [t for t in self.things if t.kind in ("board", "legend") and t.controller == self.seat]
            options = [(verb, t) for t in mine if self.noun_fits(t, noun, restriction, itself)]
            wanted = len(named) if number == "x" else int(number)
        if verb == "exhaust":
            options = [(v, t) for v, t in options if not t.exhausted]
        sizes = range(len(options) + 1) if number == "x" and not named else (wanted,)
        for chosen in chain.from_iterable(combinations(options, size) for size in sizes):
            ok = (
                not named
                or number in ("self", "legend")
                or all((thing.id if isinstance(thing, Thing) else thing) in named for _, thing in chosen)
            )
            for others, fine in self.choices(parts[1:], itself):
                yield [*chosen, *others], ok and fine

    def noun_fits(self, t: Thing, noun: str, restriction: str | None, itself: Thing | None) -> bool:
        kinds = noun.removeprefix("friendly ").split(" or ")
        if not noun.startswith("friendly ") or any(k not in ("unit", "gear", "legend") for k in kinds):
            raise NotImplementedError(noun)
        if t.card.type not in kinds:
            return False
        if restriction is None:
            return True
        if restriction == "mighty":
            return self.is_state(t, "mighty")
        if restriction in ("other", "self"):
            return (t is itself) == (restriction == "self")
        return any(tag in t.card.tags for tag in restriction.split("|"))

    def settle(self, price: Any, purpose: str, itself: Thing | None, exhaust_self: bool) -> Answer:
        """Price and pay: every choice of objects, each with the price that it makes."""
        costs, parts = price()
        if self.faults:
            return Answer(False, frozenset(self.faults), None)
        seen: list[frozenset[tuple[Cost, tuple[str, ...]]]] = []
        names = merged([*parts, *(["exhaust self"] if exhaust_self else [])])
        plain = frozenset((cost, names) for cost in minimal(costs))
        if exhaust_self and itself is not None and itself.exhausted:  # 414.4
            return Answer(False, frozenset(("exhausted",)), [plain])
        results: set[tuple[bool, bool, bool]] = set()  # as the action says, spares the chosen targets, is paid
        for chosen, as_named in self.choices(parts, itself):
            lost = [t.id for verb, t in chosen if verb in ("kill", "return", "banish", "recycle")]
            cards = [verb for verb, _ in chosen if verb.startswith("card ")]
            spent = [t.id for verb, t in chosen if verb == "exhaust"]
            tired = spent + ([itself.id] if exhaust_self and itself else [])
            if any(len(set(used)) < len(used) for used in (lost, cards, tired)):
                continue  # each object is used once
            gone = set(tired) | {
                name for name in lost if any(source_kind(c) == "gold" for c in self.by_id[name].card.clauses)
            }
            self.killed = [t for verb, t in chosen if verb == "kill"]
            self.spent_buffs = sum(n for verb, n in chosen if verb == "buff")
            real, _ = price()
            best = minimal(real)
            numbered = merged(self.numbered(parts, chosen) + (["exhaust self"] if exhaust_self else []))
            with_names = frozenset((cost, numbered) for cost in best)
            if with_names not in seen:
                seen.append(with_names)
            spares = not set(lost) & set(getattr(self.a, "targets", ()))
            paid = any(self.payable(cost, purpose, gone, set(lost)) for cost in best)
            results.add((as_named, spares, paid))
            if self.wants_best and as_named and spares:
                given = sum(n if verb == "buff" else 1 for verb, n in chosen)
                for cost in best:
                    self.consider(cost, purpose, gone, set(lost), given)
        self.killed, self.spent_buffs = [], 0
        costs_seen = [*seen, plain]
        if (True, True, True) in results:
            return Answer(True, frozenset(("ok",)), costs_seen)
        if (True, False, True) in results:
            # 357.3: what was chosen is given up although another way exists, or because there is none (358).
            return Answer(False, frozenset(("choice" if (False, True, True) in results else "target",)), costs_seen)
        if results & {(True, spares, False) for spares in (True, False)}:
            given_up = {"target"} if (True, True, False) not in results else set()
            return Answer(False, frozenset({"unaffordable", *given_up}), costs_seen)
        codes = {"cost"}
        tired = [itself.id] if exhaust_self and itself else []
        if not any(self.payable(cost, purpose, set(tired), set()) for cost in minimal(costs)):
            codes.add("unaffordable")
        return Answer(False, frozenset(codes), costs_seen)

    def numbered(self, parts: list[str], chosen: list[tuple[str, Any]]) -> list[str]:
        """The parts with "any number" as the number that was chosen."""
        found = []
        for part in parts:
            verb, _, rest = part.partition(" ")
            number, _, noun = rest.partition(" ")
            if number == "x":
                of = [n if isinstance(n, int) else 1 for v, n in chosen if v == ("buff" if noun == "buff" else verb)]
                part = f"{verb} {sum(of)} {noun}"
            found.append(part)
        return found

    # ------------------------------------------------------------------------------- the actions

    def judge(self) -> Answer:
        for thing in self.things:
            if thing.card.partial:
                raise NotImplementedError("partial card")
        for form, answer in (
            (Play, self.play), (Activate, self.activate), (Add, self.add), (Move, self.move), (Hide, self.hide),
            (Pay, self.pay), (Trigger, self.trigger),
        ):  # fmt: skip
            if isinstance(self.a, form):
                return answer()
        raise NotImplementedError(type(self.a).__name__)

    def play(self) -> Answer:
        a = self.a
        self.by_effect = bool(a.by or a.ignoring or a.for_ is not None or a.reduced is not None)
        self.zone = a.from_ or "hand"
        hidden = None
        if a.object is not None:
            hidden = next((f for p in self.s.players for f in p.facedown if f.id == a.object), None)
            if hidden is None:
                raise NotImplementedError("a play of something on the board")
        elif self.zone == "facedown":
            raise NotImplementedError("a facedown card by name")
        if hidden is not None:
            self.zone = "facedown"
            if hidden not in self.me.facedown or (hidden.hidden_turn == "this" and not self.by_effect):
                self.faults.add("zone")
            elif a.to != hidden.at and a.card.type != "spell" and not self.by_effect:  # 811.1.d.1
                self.faults.add("restriction")
        elif self.zone in ("token", "deck"):
            if not self.by_effect:
                self.faults.add("zone")
        else:
            there = getattr(self.me, self.zone)
            there = () if isinstance(there, int) else there
            if self.zone == "hand" and a.card not in there and a.card in self.me.champion:
                self.zone = "champion"
                there = self.me.champion
            if a.card not in there:
                self.faults.add("zone")
            elif self.zone == "trash":
                self.trash.remove(a.card)  # 353: it has left: it does not count itself
                if not self.by_effect and not self.trash_permits():
                    self.faults.add("zone")
            elif self.zone == "hand":
                self.hand.remove(a.card)
            elif self.zone == "banished" and not self.by_effect:
                self.faults.add("zone")
        self.faults |= self.not_allowed()
        speed = "reaction" if self.fast() else "action" if "action" in a.card.keywords else "main"
        if not self.by_effect and not self.own_window(speed):
            self.faults.add("timing")
        for clause in a.card.clauses:
            reads = clause.reads or {}
            if clause.kind == "cost_reader" and reads.get("what") == "spell" and clause.trigger is None:
                for name in a.targets:
                    thing = self.by_id[name]
                    if thing.kind == "chain" and not self.readable(thing.card, reads):
                        self.faults.add("target")
        if a.card.type == "unit" and self.crowded():
            self.faults.add("restriction")
        purpose = a.card.type
        return self.settle(self.price_play, purpose, None, False)

    def not_allowed(self) -> set[str]:
        """The fault of a play that the effect which makes it does not allow."""
        kinds = ("ignore_cost", "discount_other", "total_change")
        by = self.a.by.clauses if self.a.by else ()
        offers = [c for c in by if c.kind in kinds and (c.scope or {}).get("lasts") == "granted"]
        found: set[str] = set()
        for offer in offers:
            wanted = dict(offer.scope or {})
            filter_ = dict(wanted.get("filter", {}))
            source = filter_.pop("from", None)
            readers = [c.reads or {} for c in by if c.kind == "cost_reader" and c.group == offer.group]
            small = all(self.small_enough(reads) for reads in readers)
            kind = wanted["what"] in ("card", self.a.card.type) and self.played_fits(filter_, None, self.seat)
            if kind and small and (source not in ("trash", "hand") or self.zone == source):
                return set()
            found.add("zone" if kind and small else "condition")
        return {"zone"} if "zone" in found else found

    def small_enough(self, reads: dict[str, Any]) -> bool:
        """206: is the printed cost of the card that is played within a limit? One by other cards is not looked at."""
        card = self.a.card
        if any(not isinstance(reads.get(key, 0), int) for key in ("energy_max", "power_max")):
            return True
        if "energy_below" in reads and card.energy >= self.number(reads["energy_below"], None, self.seat):
            return False
        return card.energy <= reads.get("energy_max", 99) and card.power <= reads.get("power_max", 99)

    def readable(self, card: Card, reads: dict[str, Any]) -> bool:
        """206: printed costs."""
        if any(not isinstance(n, int | str) for n in reads.values()) or "energy_min" in reads or "power_min" in reads:
            raise NotImplementedError("cost reader")
        small = card.energy <= reads.get("energy_max", 99) and card.power <= reads.get("power_max", 99)
        return card.type == "spell" and small

    def trash_permits(self) -> bool:
        """Flow, printed or given; "you may play me from your trash"; a permission for all cards."""
        card = self.a.card
        if self.trash_open() or any(c.kind == "keyword_flow" and not c.granted for c in card.clauses):
            return True
        if card.type == "spell" and any(True for _ in self.left_behind("keyword_flow")):
            return True
        return any(
            c.kind == "alternate_cost" and (c.plays or {}).get("from") == "trash" and c.trigger is None
            and self.holds(c.when, None, self.seat)
            for c in card.clauses
        )  # fmt: skip

    def abilities(self, thing: Thing, only_adds: bool) -> list[tuple[int, Clause, bool]]:
        """The activated abilities in printed order, given ones last: number, clause, and is it on now?"""
        groups: dict[int, list[Clause]] = {}
        kinds = ("activated_cost", "add_activated", "keyword_equip", "keyword_empower")
        for clause in thing.clauses:
            if clause.kind in kinds and not clause.granted:
                groups.setdefault(clause.group, []).append(clause)
        found = []
        for n, clauses in enumerate(groups.values()):
            for clause in clauses:
                found.append((n, clause, self.holds(clause.when, thing, thing.controller)))
        n = len(groups)
        for group in self.lent(thing) if borrows(thing.card) else ():
            found += [(n, clause, self.holds(clause.when, thing, thing.controller)) for clause in group]
            n += 1
        for other in self.things:
            for clause in other.clauses if other.kind != "chain" else ():
                if clause.kind == "activated_cost" and clause.granted and clause.scope.get("lasts") == "static":
                    you = self.seat if other.kind == "battlefield" else other.controller
                    if self.fits(clause.scope["filter"], thing, other, you):
                        found.append((n, clause, self.holds(clause.when, other, you)))
                        n += 1
        return [entry for entry in found if not only_adds or entry[1].kind == "add_activated"]

    def lent(self, thing: Thing) -> list[list[Clause]]:
        """The exhaust abilities that a borrower has: of its board, the legend, then other boards; a card once."""
        kinds = ("activated_cost", "add_activated", "keyword_equip", "keyword_empower")
        you = thing.controller
        assert you is not None
        seats = [(you + n) % len(self.s.players) for n in range(len(self.s.players))]
        ids = [[o.id for o in self.s.players[seat].board] for seat in seats]
        legend = self.s.players[you].legend
        ids.insert(1, [legend.id] if legend else [])
        friends = [self.by_id[name] for name in chain.from_iterable(ids)]
        cards: dict[str, Card] = {}
        for friend in friends:
            if friend is not thing and friend.controller == you and friend.attached_to is None:
                cards.setdefault(friend.card.name, friend.card)
        found: dict[tuple[str, int], list[Clause]] = {}
        for card in cards.values():
            for clause in card.clauses:
                if clause.kind in kinds and not clause.granted and (clause.cost or {}).get("exhaust_self"):
                    found.setdefault((card.name, clause.group), []).append(clause)
        return list(found.values())

    def activate(self) -> Answer:
        a = self.a
        thing = self.by_id[a.object]
        adds = isinstance(a, Add)
        if thing.kind not in ("board", "legend"):
            return Answer(False, frozenset(("target",)), None)
        if thing.controller != self.seat:
            return Answer(False, frozenset(("restriction",)), None)
        found = self.abilities(thing, adds)
        if adds and not found:
            return Answer(False, frozenset(("not_an_add",)), None)
        if isinstance(a.ability, str):
            found = [entry for entry in found if entry[1].kind == f"keyword_{a.ability}"]
        elif a.ability is not None:
            found = [entry for entry in found if entry[0] == a.ability]
            if adds and not found:
                return Answer(False, frozenset(("condition", "not_an_add")), None)
        on = [entry for entry in found if entry[2]]
        if len({entry[0] for entry in on}) > 1:
            raise NotImplementedError("more than one ability fits")
        if not on:
            return Answer(False, frozenset(("condition", "timing")), None)
        _, clause, _ = on[0]
        if clause.kind == "add_activated" and clause.cost.get("x"):
            raise NotImplementedError("a converter outside a payment")
        if not self.own_window(clause.timing or "main"):
            self.faults.add("timing")
        once = "empowered" not in (clause.limit or {})  # 827: "use only if not Empowered" is not said of all
        if clause.kind == "keyword_empower" and once and thing.states.get("empowered"):
            self.faults.add("condition")
        if "times" in (clause.limit or {}) and thing.states.get("used"):
            self.faults.add("condition")
        if clause.cost.get("x"):
            raise NotImplementedError("X")

        def price() -> tuple[set[Cost], list[str]]:
            choice = clause.cost.get("choice")
            costs = {make(c.get("energy", 0), c.get("power")) for c in choice or [clause.cost]}
            if not adds:
                costs = {plus(cost, Cost(0, (ANY,) * self.deflect())) for cost in costs}
            return self.modified(costs, clause, thing), list(clause.cost.get("other", ()))

        purpose = f"{thing.card.type} ability"
        return self.settle(price, purpose, thing, bool(clause.cost.get("exhaust_self")))

    def trigger(self) -> Answer:
        """383, 402-404: the price of a trigger or an instruction, if it has one, and the Deflect of what it chooses."""
        a = self.a
        if a.decline:
            return Answer(True, frozenset(("ok",)), None)
        thing = self.by_id.get(a.object)
        if thing is None or thing.kind == "chain" or a.x is not None:
            raise NotImplementedError("a trigger of what is not on the board")
        if any(clause.kind == "keyword_weaponmaster" for other in self.things for clause in other.clauses):
            raise NotImplementedError("Weaponmaster")
        found: dict[int, Clause] = {}
        for clause in thing.clauses:
            priced = clause.kind in ("triggered_cost", "resolution_cost") or (
                clause.kind == "other_cost" and not has_all(clause) and any((clause.cost or {}).values())
            )
            if not clause.granted and (priced or clause.kind == "triggered"):
                found.setdefault(clause.group, clause)
        asked = [
            clause for n, clause in enumerate(found.values())
            if a.ability in (None, n) and self.holds(clause.when, thing, self.seat) and self.is_time(clause, thing)
        ]  # fmt: skip
        asked = [clause for clause in asked if clause.kind != "triggered"] or asked[:1]
        free = {clause.group for clause in thing.clauses if clause.kind == "triggered"}
        if asked and asked[0].kind == "resolution_cost" and asked[0].group in free and a.on == "finalization":
            asked = asked[:1]
            asked[0] = next(c for c in thing.clauses if c.kind == "triggered" and c.group == asked[0].group)
        if len(asked) != 1:
            return Answer(False, frozenset(("choice" if asked else "condition",)), None)
        (clause,) = asked
        if clause.kind == "triggered" and thing.kind != "battlefield" and thing.controller != self.seat:
            return Answer(False, frozenset(("restriction",)), None)
        cost = clause.cost or {}
        if cost.get("x"):
            raise NotImplementedError("X")

        def price() -> tuple[set[Cost], list[str]]:
            costs = {make(c.get("energy", 0), c.get("power")) for c in cost.get("choice") or [cost]}
            owed = Cost(0, (ANY,) * self.deflect())
            return {plus(one, owed) for one in costs}, list(cost.get("other", ()))

        return self.settle(
            price, "trigger" if a.on == "finalization" else "resolution", thing, bool(cost.get("exhaust_self"))
        )

    def is_time(self, clause: Clause, thing: Thing) -> bool:
        """Does the board show that what sets a trigger off is not now?"""
        fired, turn = clause.trigger or {}, self.s.turn
        if fired.get("on") == "an opponent's turn" and turn.player == self.seat:
            return False
        event = fired.get("event", "")
        if event.startswith(("start of", "end of")) and fired.get("who") == "you" and turn.player != self.seat:
            return False
        if "during a showdown" in fired.get("how", "") and turn.showdown is None:
            return False
        return not (event == "showdown begins" and fired.get("where") == "here" and turn.showdown != thing.at)

    def add(self) -> Answer:
        a = self.a
        if a.rune is None:
            return self.activate()
        if not self.own_window("reaction"):
            self.faults.add("timing")
        at = DOMAINS.index(a.domain)
        ready, exhausted = self.me.ready[at], self.me.exhausted[at]
        if a.rune == "exhaust" and not ready:
            self.faults.add("exhausted" if exhausted else "cost")
        if a.rune == "recycle" and not ready + exhausted:
            self.faults.add("cost")
        return Answer(not self.faults, frozenset(self.faults or ("ok",)), None)

    def move(self) -> Answer:
        """144.3: exhausting each unit is the cost; taxes come on top (204.4)."""
        units = [self.by_id[name] for name in self.a.units]
        if not self.own_window("main"):
            self.faults.add("timing")
        for unit in units:
            if unit.card.type != "unit" or unit.kind != "board":
                self.faults.add("target")
            elif unit.controller != self.seat:
                self.faults.add("restriction")
            elif unit.exhausted:
                self.faults.add("exhausted")
            # 144.4, 810: base to battlefield or back; between battlefields with Ganking only; not into a third party.
            ganks = "ganking" in unit.card.keywords or unit.states.get("ganking")
            if unit.kind == "board" and (unit.at == self.a.to or ("base" not in (unit.at, self.a.to) and not ganks)):
                self.faults.add("restriction")
        if self.crowded():
            self.faults.add("restriction")
        taxes = Cost()
        for me, you, clause in self.in_force("tax"):
            if me.at == self.a.to and self.holds(clause.when, me, you):
                power = {name: self.number(n, me, you) for name, n in clause.cost.get("power", {}).items()}
                taxes = plus(taxes, make(clause.cost.get("energy", 0), power))
        for unit in units:
            unit.exhausted = True
        return self.settle(lambda: ({taxes}, []), "move", None, False)

    def crowded(self) -> bool:
        """358.2: are units of two other players at the battlefield where this goes?"""
        there = [t for t in self.things if t.kind == "board" and t.card.type == "unit" and t.at == self.a.to]
        return self.a.to != "base" and len({t.controller for t in there} - {self.seat}) > 1

    def hide(self) -> Answer:
        """811."""
        a = self.a
        turn = self.s.turn
        champion = () if isinstance(self.me.champion, int) else self.me.champion
        if a.card not in self.hand and a.card not in champion:  # 421.2.a
            self.faults.add("zone")
        if self.closed or turn.player != self.seat or (turn.showdown is None and turn.phase != "main"):
            self.faults.add("timing")
        if (turn.priority if turn.showdown is None else turn.focus) != self.seat:
            self.faults.add("timing")
        if "hidden" not in a.card.keywords:
            self.faults.add("condition")
        if self.s.battlefields[a.at].controller != self.seat:
            self.faults.add("zone")
        if any(card.at == a.at for player in self.s.players for card in player.facedown):
            self.faults.add("zone")

        def price() -> tuple[set[Cost], list[str]]:
            costs = {Cost(0, (ANY,))}
            for me, you, clause in self.in_force("alternate_cost"):
                if (clause.scope or {}).get("what") == "hide" and self.holds(clause.when, me, you):
                    costs.add(make(clause.cost.get("energy", 0), clause.cost.get("power")))
            for clause in self.left_behind("ignore_cost"):
                if clause.scope.get("what") == "hide":
                    costs = {Cost()}
            return costs, []

        return self.settle(price, "hide", None, False)

    def pay(self) -> Answer:
        a = self.a
        return self.settle(lambda: ({given(a.cost)}, list(a.cost.other)), a.purpose, None, False)


LEGEND_KINDS = {
    "spells_power": "spells_power", "gear_power": "gear_power", "showdown_energy": "showdown_energy", "one": "energy",
    "units_energy": "units_energy",
}  # fmt: skip


def source_kind(clause: Clause) -> str | None:
    """What an Add ability is to the payment oracle, by what it asks and gives."""
    if clause.kind != "add_activated":
        return None
    cost, adds = clause.cost, clause.adds
    power, only, energy = adds.get("power", {}), adds.get("restriction"), adds.get("energy", 0)
    if cost.get("x"):
        return "anomaly" if cost["x"] == "power" else "henge"
    if cost.get("other") == ["kill self"] or cost.get("other") == ("kill self",):
        return "gold"
    if cost.get("power"):
        return "units_energy"
    if power == {"any": 1}:
        return "both" if energy else f"{only}_power" if only else "honeyfruit"
    if power:
        (domain,) = power
        return str(domain)
    if only == "showdown":
        return "showdown_energy"
    if only == "spells":
        return "lux"
    return {1: "one", 2: "two"}[energy]


def has_all(clause: Clause) -> bool:
    """Is it "I have all exhaust abilities of ..."?"""
    return (
        clause.kind == "other_cost"
        and (clause.scope or {}).get("what") == "ability"
        and clause.cost == {"exhaust_self": True}
    )


def borrows(card: Card) -> bool:
    return any(map(has_all, card.clauses))


def merged(parts: list[str]) -> tuple[str, ...]:
    """The canonical form: equal parts added up, sorted."""
    counts: dict[tuple[str, str], int] = {}
    plain = []
    for part in parts:
        verb, _, rest = part.partition(" ")
        number, _, noun = rest.partition(" ")
        if number.isdigit():
            counts[verb, noun] = counts.get((verb, noun), 0) + int(number)
        else:
            plain.append(part)
    return tuple(sorted(plain + [f"{verb} {n} {noun}".strip() for (verb, noun), n in counts.items() if n]))


def best_keys(board: dict[str, Any], action: dict[str, Any], catalog: Catalog) -> tuple[int, ...] | None:
    """The default keys of the best payment, over every choice of the objects that the cost asks for."""
    referee = Referee(board, action, catalog)
    referee.wants_best = True
    return referee.best[1] if referee.judge().legal and referee.best else None


def judge(board: dict[str, Any], action: dict[str, Any], catalog: Catalog) -> Answer:
    """What the rules say of this action on this board."""
    return Referee(board, action, catalog).judge()
