"""From a Situation back to the scenario form; what is a default is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from riftcore.errors import ScenarioError
from riftcore.scenario.values import (
    DOMAINS,
    Battlefield,
    BoardObject,
    Card,
    LegendData,
    PlayerData,
    PoolData,
    Seen,
    Situation,
    Six,
    ThisTurn,
    Turn,
    Zone,
    fold,
)


def situation_to_dict(situation: Situation) -> dict[str, Any]:
    """The shortest scenario that `read_situation` reads as this situation (its id and title are not kept)."""
    return _Writer(situation).write()


def situation_form(situation: Situation) -> dict[str, Any]:
    """The same with the cards themselves in the place of their names."""
    return _Form(situation).write()


def power_to_dict(power: Six, universal: int) -> dict[str, int]:
    """Power by domain with "any" for universal Power; what is 0 is left out."""
    return _by_domain(power) | ({"any": universal} if universal else {})


def pool_to_dict(pool: PoolData) -> dict[str, Any]:
    """A pool in the scenario form."""
    data: dict[str, Any] = {}
    if pool.energy:
        data["energy"] = pool.energy
    if power := power_to_dict(pool.power, pool.universal):
        data["power"] = power
    if pool.restricted:
        data["restricted"] = [
            _without(0, {"energy": entry.energy})
            | _without({}, {"power": power_to_dict(entry.power, entry.universal)})
            | {"only": entry.only}
            for entry in pool.restricted
        ]
    return data


class _Writer:
    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.brought = {fold(str(facts["name"])) for facts in situation.inline.values()}

    def write(self) -> dict[str, Any]:
        situation = self.situation
        data = _without({}, {"turn": self.turn(situation.turn)})
        if situation.victory_score != 8:
            data["victory_score"] = situation.victory_score
        if situation.assume:
            data["assume"] = list(situation.assume)
        players = [self.player(player, seat) for seat, player in enumerate(situation.players)]
        while players and not players[-1] and (len(players) <= 2 or len(players) > len(situation.players)):
            players.pop()
        if players:
            data["players"] = players
        return data | _without({}, {"battlefields": self.battlefields(situation.battlefields)})

    def battlefields(self, places: Mapping[str, Battlefield]) -> dict[str, Any] | list[Any]:
        """Those that are not plain, by id; as a list if the first two are not A and B."""
        if tuple(places)[:2] != ("A", "B"):
            return [{"id": name} | self.battlefield(place) for name, place in places.items()]
        return {
            name: self.battlefield(place)
            for name, place in places.items()
            if place != Battlefield() or name not in ("A", "B")
        }

    def turn(self, turn: Turn) -> dict[str, Any]:
        data: dict[str, Any] = {}
        if turn.player:
            data["player"] = turn.player
        if turn.phase != "main":
            data["phase"] = turn.phase
        if turn.showdown is not None:
            data["showdown"] = turn.showdown
        if turn.combat:
            data["combat"] = True
        if isinstance(turn.chain, int):
            data |= _without(0, {"chain": turn.chain})
        elif turn.chain:
            data["chain"] = [
                {"card": self.card_or_unknown(item.card)}
                | ({"id": item.id} if item.id != f"chain.{i}" else {})
                | ({"controller": item.controller} if item.controller != turn.player else {})
                for i, item in enumerate(turn.chain)
            ]
        if turn.showdown is not None and turn.focus is not None and turn.focus != turn.player:
            data["focus"] = turn.focus
        if turn.priority != (turn.player if turn.focus is None else turn.focus):
            data["priority"] = turn.priority
        return data

    def battlefield(self, place: Battlefield) -> dict[str, Any]:
        data = {"card": self.card(place.card)} if place.card else {}
        return data | ({"controller": place.controller} if place.controller is not None else {})

    def player(self, player: PlayerData, seat: int) -> dict[str, Any]:
        data: dict[str, Any] = {"runes": _runes(player.ready, player.exhausted)}
        data["pool"] = pool_to_dict(player.pool)
        data["legend"] = self.legend(player.legend, seat) if player.legend else {}
        data["board"] = [self.thing(thing, seat, i) for i, thing in enumerate(player.board)]
        for key in ("hand", "trash", "champion", "deck_top", "banished"):
            data[key] = self.zone(getattr(player, key))
        data["facedown"] = [
            {"card": self.card(thing.card)}
            | ({"id": thing.id} if thing.id != f"p{seat}.facedown.{i}" else {})
            | {"at": thing.at}
            | ({"hidden_turn": "this"} if thing.hidden_turn != "earlier" else {})
            for i, thing in enumerate(player.facedown)
        ]
        data["xp"], data["points"] = player.xp, player.points
        data["this_turn"] = {
            field.name: n.to_json() if isinstance(n, Seen) else n
            for field in fields(ThisTurn)
            if (n := getattr(player.this_turn, field.name)) not in (0, Seen())
        }
        data["effects"] = [
            {"card": self.card(effect.card)}
            | ({} if effect.on is None else {"on": effect.on if isinstance(effect.on, str) else self.card(effect.on)})
            | ({} if effect.might is None else {"might": effect.might})
            for effect in player.effects
        ]
        data = {key: value for key, value in data.items() if value not in (0, [], {})}
        if player.rune_deck is not None:
            deck = player.rune_deck
            data["rune_deck"] = deck if isinstance(deck, int) else _by_domain(deck)
        return data

    def zone(self, zone: Zone) -> int | list[Any]:
        """Its cards, null for one that is not known; their number where none is."""
        if isinstance(zone, int):
            return zone
        return [self.card_or_unknown(card) for card in zone] if any(zone) else len(zone)

    def legend(self, legend: LegendData, seat: int) -> dict[str, Any]:
        data: dict[str, Any] = {"card": self.card(legend.card)}
        if legend.id != f"p{seat}.legend":
            data["id"] = legend.id
        if legend.exhausted:
            data["exhausted"] = True
        return data | _without([], {"states": _states(legend.states)})

    def thing(self, thing: BoardObject, seat: int, i: int) -> dict[str, Any]:
        data: dict[str, Any] = {"card": self.card(thing.card)}
        if thing.id != f"p{seat}.board.{i}":
            data["id"] = thing.id
        if thing.at != "base" or thing.attached_to is not None:
            data["at"] = thing.at
        if thing.exhausted:
            data["exhausted"] = True
        if thing.might is not None:
            data["might"] = thing.might
        data |= _without(0, {"buffs": thing.buffs})
        data |= _without([], {"states": _states(thing.states)})
        if thing.attached_to is not None:
            data["attached_to"] = thing.attached_to
        if thing.token:
            data["token"] = True
        if thing.controller != seat:
            data["controller"] = thing.controller
        return data

    def card_or_unknown(self, card: Card | None) -> Any:
        return None if card is None else self.card(card)

    def card(self, card: Card) -> Any:
        """A card by name, one that the scenario brought itself with its facts. Where those have its name: by an id."""
        if card.id in self.situation.inline:
            return dict(self.situation.inline[card.id])
        for name in (card.name, card.id, *getattr(card, "ids", ())):
            if fold(name) not in self.brought:
                return name
        raise ScenarioError(f"{card.name[:80]} cannot be named: the inline cards of the situation have all its names")


class _Form(_Writer):
    def card(self, card: Card) -> Any:
        return card


def _runes(ready: Six, exhausted: Six) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for domain, up, down in zip(DOMAINS, ready, exhausted, strict=True):
        if down:
            data[domain] = _without(0, {"ready": up}) | {"exhausted": down}
        elif up:
            data[domain] = up
    return data


def _by_domain(counts: Sequence[int]) -> dict[str, int]:
    return {domain: n for domain, n in zip(DOMAINS, counts, strict=True) if n}


def _states(states: Mapping[str, int]) -> list[str] | dict[str, int]:
    return list(states) if all(n == 1 for n in states.values()) else dict(states)


def _without(default: Any, data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value != default}
