"""Does a situation agree with the part of one that a scenario expects? Only what is named is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from riftcore.edge._counts import POOL_KEYS, RUNE_KEYS
from riftcore.edge._reader import (
    BATTLEFIELD_KEYS,
    CHAIN_KEYS,
    EFFECT_KEYS,
    FACEDOWN_KEYS,
    HIDDEN_TURNS,
    LEGEND_KEYS,
    OBJECT_KEYS,
    PLAYER_KEYS,
    SITUATION_KEYS,
    TURN_KEYS,
)
from riftcore.ground._types import TURN_COUNTS, TURN_FACTS
from riftcore.node import Node
from riftcore.position._position import LIMITS
from riftcore.scenario import reader
from riftcore.scenario.cards import CardNames
from riftcore.scenario.values import (
    DOMAINS,
    PHASES,
    BoardObject,
    Card,
    Cards,
    CostData,
    LegendData,
    PaymentStep,
    PlayerData,
    Seen,
    Situation,
    Turn,
    Zone,
)
from riftcore.scenario.writer import pool_to_dict

Differences = dict[str, Any]
"""What was found instead, by the path of what was expected; empty where all agrees."""


def compare(after: Mapping[str, Any] | Node, situation: Situation, cards: Cards) -> Differences:
    """The places where `situation` differs from `after`; ScenarioError for keys and values that mean nothing.

    Lists are complete: what is not in them must be gone. Objects match by id, cards by card, in any order.
    """
    node = after if isinstance(after, Node) else Node(after, "expect.after")
    return _Comparison(situation, cards).run(node)


def same_payment(expected: Sequence[PaymentStep], got: Sequence[PaymentStep]) -> bool:
    """The same Adds, in whatever order; what the pool pays is compared only if the scenario names it."""
    with_pool = any(step.kind == "pool" for step in expected)
    return _adds(expected, with_pool) == _adds(got, with_pool)


def same_costs(expected: Sequence[CostData], got: Sequence[CostData]) -> bool:
    """The same total costs, in any order."""
    return Counter(expected) == Counter(got)


def _adds(steps: Sequence[PaymentStep], with_pool: bool) -> Counter[Any]:
    adds: Counter[Any] = Counter()
    for step in steps:
        if step.kind == "pool":
            if with_pool and (step.cost != CostData() or step.restricted):
                adds["pool", step.cost, step.restricted] += 1
        elif step.kind == "use":
            adds["use", step.object, step.ability, step.x] += 1
        else:
            adds[step.kind, step.domain] += step.n
    return adds


class _Comparison:
    def __init__(self, situation: Situation, cards: Cards) -> None:
        self.situation = situation
        self.cards = CardNames(cards, situation.inline)
        self.places = tuple(situation.battlefields)
        self.found: Differences = {}

    def run(self, node: Node) -> Differences:
        fields = node.keys([key for key in SITUATION_KEYS if key != "assume"])
        if "turn" in fields:
            self.turn(fields["turn"])
        if "victory_score" in fields:
            self.same(fields["victory_score"], fields["victory_score"].count(low=1), self.situation.victory_score)
        if "players" in fields:
            players = fields["players"].items()
            if len(players) > len(self.situation.players):
                fields["players"].reject(f"expected at most {len(self.situation.players)} players, as at the start")
            for player, got in zip(players, self.situation.players, strict=False):
                self.player(player, got)
        for name, place in fields["battlefields"].mapping().items() if "battlefields" in fields else ():
            Node(name, place.path).choice(self.places, "a battlefield:")
            self.battlefield(place, name)
        return self.found

    def same(self, node: Node, expected: Any, got: Any) -> None:
        if expected != got:
            self.found[node.path] = got

    def seat(self, node: Node) -> int:
        return node.count(len(self.situation.players) - 1, what="a player")

    def turn(self, node: Node) -> None:
        got: Turn = self.situation.turn
        for key, value in node.keys(TURN_KEYS).items():
            if key in ("player", "priority", "focus"):
                expected = None if key == "focus" and value.value is None else self.seat(value)
                self.same(value, expected, getattr(got, key))
            elif key == "phase":
                self.same(value, value.choice(PHASES), got.phase)
            elif key == "combat":
                self.same(value, value.flag(), got.combat)
            elif key == "showdown":
                none = value.value is False
                place = None if none else value.choice(self.places, "false or a battlefield:")
                self.same(value, place, got.showdown)
            else:
                self.chain(value, got.chain)

    def chain(self, node: Node, got: Any) -> None:
        if isinstance(got, tuple) and any(item.card is None for item in got):
            got = len(got)
        number = got if isinstance(got, int) else len(got)
        if not isinstance(node.value, list | tuple):
            self.same(node, node.count(what="a list of chain items, or their number"), number)
            return
        items = node.items()
        if len(items) != number:
            self.found[node.path] = number if isinstance(got, int) else [item.card.name for item in got]
        for item, actual in zip(items, got if isinstance(got, tuple) else (), strict=False):
            for key, value in item.keys(CHAIN_KEYS, "a chain item").items():
                if key == "card":
                    self.card(value, actual.card)
                elif key == "id":
                    self.same(value, value.text("an id"), actual.id)
                else:
                    self.same(value, self.seat(value), actual.controller)

    def battlefield(self, node: Node, name: str) -> None:
        got = self.situation.battlefields[name]
        for key, value in node.keys(BATTLEFIELD_KEYS).items():
            if key == "card" and value.value is not None and got.card is not None:
                self.card(value, got.card)
            elif key == "card":
                expected = None if value.value is None else self.cards.named(value).name
                self.same(value, expected, got.card.name if got.card else None)
            else:
                self.same(value, None if value.value is None else self.seat(value), got.controller)

    def player(self, node: Node, got: PlayerData) -> None:
        fields = node.keys(PLAYER_KEYS, "a player (an object)")
        for key, value in fields.items():
            if key == "runes":
                self.runes(value, got)
            elif key == "rune_deck":
                self.rune_deck(value, got.rune_deck)
            elif key == "pool":
                self.pool(value, got)
            elif key == "legend":
                self.legend(value, got.legend)
            elif key == "board":
                self.board(value, got)
            elif key == "facedown":
                self.facedown(value, got)
            elif key in ("xp", "points"):
                self.same(value, value.count(), getattr(got, key))
            elif key == "this_turn":
                for name, count in value.keys((*TURN_COUNTS, *TURN_FACTS)).items():
                    expected, found = reader.read_turn_fact(name, count), getattr(got.this_turn, name)
                    if expected != found:
                        self.found[count.path] = found.to_json() if isinstance(found, Seen) else found
            elif key == "effects":
                self.effects(value, got)
            else:
                self.zone(value, getattr(got, key))

    def runes(self, node: Node, got: PlayerData) -> None:
        """By domain; a plain number is that many ready runes and no exhausted one."""
        for domain, value in node.keys(DOMAINS).items():
            at = DOMAINS.index(domain)
            actual = {"ready": got.ready[at], "exhausted": got.exhausted[at]}
            if isinstance(value.value, Mapping):
                for state, count in value.keys(RUNE_KEYS).items():
                    self.same(count, count.count(), actual[state])
            elif actual != {"ready": value.count(), "exhausted": 0}:
                self.found[value.path] = actual

    def rune_deck(self, node: Node, got: Any) -> None:
        if not isinstance(node.value, Mapping):
            self.same(node, node.count(), got if got is None or isinstance(got, int) else sum(got))
            return
        for domain, value in node.keys(DOMAINS).items():
            known = None if got is None or isinstance(got, int) else got[DOMAINS.index(domain)]
            self.same(value, value.count(), known)

    def pool(self, node: Node, got: PlayerData) -> None:
        for key, value in node.keys(POOL_KEYS).items():
            if key == "energy":
                self.same(value, value.count(), got.pool.energy)
            elif key == "power":
                for name, count in value.keys((*DOMAINS, "any")).items():
                    actual = got.pool.universal if name == "any" else got.pool.power[DOMAINS.index(name)]
                    self.same(count, count.count(), actual)
            else:
                expected = reader.read_pool(Node({"restricted": value.value}, node.path)).restricted
                if expected != got.pool.restricted:
                    self.found[value.path] = pool_to_dict(got.pool).get("restricted", [])

    def legend(self, node: Node, got: LegendData | None) -> None:
        if node.value is None or got is None:
            if node.value is not None:
                node.keys(LEGEND_KEYS, "a legend")
            self.same(node, node.value, None if got is None else got.card.name)
            return
        for key, value in node.keys(LEGEND_KEYS).items():
            if key == "card":
                self.card(value, got.card)
            elif key == "id":
                self.same(value, value.text("an id"), got.id)
            elif key == "exhausted":
                self.same(value, value.flag(), got.exhausted)
            else:
                self.same(value, reader.read_states(value), dict(got.states))

    def board(self, node: Node, got: PlayerData) -> None:
        """Objects match by id; one without an id matches the first one left that agrees with what is named."""
        left = {thing.id: thing for thing in got.board}
        nameless = []
        missing = False
        for item in node.items():
            fields = item.keys(OBJECT_KEYS, "an object on the board")
            if "id" not in fields:
                nameless.append(item)
            elif (thing := left.pop(fields["id"].text("an id"), None)) is None:
                missing = True
                self.thing(item, _ANY)
            else:
                self.found |= self.thing(item, thing)
        for item in nameless:
            match = next((thing.id for thing in left.values() if not self.thing(item, thing)), None)
            if match is None:
                missing = True
                self.thing(item, _ANY)
            else:
                del left[match]
        if left or missing:
            self.found[node.path] = [{"id": thing.id, "card": thing.card.name} for thing in got.board]

    def thing(self, node: Node, got: BoardObject) -> Differences:
        """The differences of one object; they do not count yet."""
        before, self.found = self.found, {}
        for key, value in node.keys(OBJECT_KEYS).items():
            if key == "card":
                self.card(value, got.card)
            elif key in ("exhausted", "token"):
                self.same(value, value.flag(), getattr(got, key))
            elif key == "at":
                self.same(value, value.choice(("base", *self.places), "a place:"), got.at)
            elif key == "buffs":
                self.same(value, value.count(), got.buffs)
            elif key == "might":
                self.same(value, None if value.value is None else value.count(), got.might)
            elif key == "states":
                self.same(value, reader.read_states(value), dict(got.states))
            elif key == "attached_to":
                self.same(value, None if value.value is None else value.text("an id"), got.attached_to)
            elif key == "controller":
                self.same(value, self.seat(value), got.controller)
        differences, self.found = self.found, before
        return differences

    def facedown(self, node: Node, got: PlayerData) -> None:
        left = {thing.id: thing for thing in got.facedown}
        complete = True
        for item in node.items():
            fields = item.keys(FACEDOWN_KEYS, "a facedown card")
            wanted = fields["id"].text("an id") if "id" in fields else None
            card = self.cards.named(fields["card"]).id if "card" in fields else None
            at = fields["at"].choice(self.places, "a battlefield:") if "at" in fields else None
            turn = fields["hidden_turn"].choice(HIDDEN_TURNS) if "hidden_turn" in fields else None
            match = next(
                (
                    thing.id
                    for thing in left.values()
                    if wanted in (None, thing.id)
                    and card in (None, thing.card.id)
                    and at in (None, thing.at)
                    and turn in (None, thing.hidden_turn)
                ),
                None,
            )
            if match is None:
                complete = False
            else:
                del left[match]
        if left or not complete:
            self.found[node.path] = [
                {"id": thing.id, "card": thing.card.name, "at": thing.at, "hidden_turn": thing.hidden_turn}
                for thing in got.facedown
            ]

    def effects(self, node: Node, got: PlayerData) -> None:
        expected: Counter[Any] = Counter()
        items = [item.keys(EFFECT_KEYS, "an effect") for item in node.items()]
        named = any("might" in fields for fields in items)  # else it does not matter
        for item, fields in zip(node.items(), items, strict=True):
            card = self.cards.named(reader.needed(item, fields, "card")).id
            might = fields["might"].count(LIMITS["might"]) if "might" in fields else None
            expected[card, self.on(fields.get("on")), might] += 1
        actual = Counter((effect.card.id, _on(effect.on), effect.might if named else None) for effect in got.effects)
        if expected != actual:
            self.found[node.path] = [
                {"card": effect.card.name}
                | ({} if effect.on is None else {"on": effect.on if isinstance(effect.on, str) else effect.on.name})
                | ({} if effect.might is None else {"might": effect.might})
                for effect in got.effects
            ]

    def on(self, node: Node | None) -> Any:
        if node is None or node.value is None:
            return None
        if isinstance(node.value, str) and node.value in self.situation.objects():
            return _on(node.value)
        return _on(self.cards.named(node))

    def zone(self, node: Node, got: Zone) -> None:
        """A list is complete and in any order; a plain number is the number of cards."""
        number = got if isinstance(got, int) else len(got)
        if not isinstance(node.value, list | tuple):
            self.same(node, node.count(what="a list of cards, or their number"), number)
            return
        expected = Counter(None if item.value is None else self.cards.named(item).id for item in node.items())
        known = () if isinstance(got, int) else [card for card in got if card is not None]
        if len(known) < number:
            self.same(node, expected.total(), number)
        elif expected != Counter(card.id for card in known):
            self.found[node.path] = [card.name for card in known]

    def card(self, node: Node, got: Card) -> None:
        if self.cards.named(node).id != got.id:
            self.found[node.path] = got.name


def _on(on: str | Card | None) -> Any:
    return on if on is None or isinstance(on, str) else ("card", on.id)


class _Nothing:
    """A card that no card equals."""

    name = id = type = ""


_ANY = BoardObject(_Nothing(), "", "", -1)
"""Compared with an expected object that is gone, so that its keys are checked all the same."""
