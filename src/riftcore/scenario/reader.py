"""From the scenario form to a Situation: every key is checked, every default is filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from riftcore.catalog import inline_card
from riftcore.errors import CatalogError
from riftcore.scenario.files import SCENARIO_KEYS, scenario_id
from riftcore.scenario.node import MAX_COUNT, Node, show
from riftcore.scenario.slots import misplaced
from riftcore.scenario.values import (
    ASSUMED,
    DOMAINS,
    PHASES,
    RESTRICTIONS,
    STATES,
    Battlefield,
    BoardObject,
    Card,
    Cards,
    ChainItem,
    CostData,
    Effect,
    Facedown,
    LegendData,
    PlayerData,
    PoolData,
    Restricted,
    Seen,
    Situation,
    Six,
    ThisTurn,
    Turn,
    Zone,
    fold,
    mask_name,
)

MAX_RUNES = 12
"""Runes of one player, on the board and in the Rune Deck together (166)."""
MAX_SEEN = 127
"""A count of this turn that may be known in part is no larger."""

TURN_KEYS = ("player", "phase", "showdown", "combat", "chain", "priority", "focus")
PLAYER_KEYS = (
    "runes", "rune_deck", "pool", "legend", "board", "hand", "trash", "champion", "deck_top", "banished",
    "facedown", "xp", "points", "this_turn", "effects",
)  # fmt: skip
#: Lists and zones with the most that the core holds there; a longer one is not read.
ZONE_KEYS = {"hand": 40, "trash": 80, "champion": 24, "deck_top": 24, "banished": 24}
MAX_BOARD = 64
MAX_FACEDOWN = 4
MAX_EFFECTS = 16
MAX_CHAIN = 32
MAX_BATTLEFIELDS = 6
MAX_PLAYERS = 4
MAX_MIGHT = 9999
MAX_RESTRICTED = 64
RUNE_KEYS = ("ready", "exhausted")
HIDDEN_TURNS = ("earlier", "this")
POOL_KEYS = ("energy", "power", "restricted")
RESTRICTED_KEYS = ("energy", "power", "only")
LEGEND_KEYS = ("card", "id", "exhausted", "states")
OBJECT_KEYS = (
    "card", "id", "at", "exhausted", "might", "buffs", "states", "attached_to", "token", "controller",
)  # fmt: skip
FACEDOWN_KEYS = ("card", "id", "at", "hidden_turn")
EFFECT_KEYS = ("card", "on", "might")
CHAIN_KEYS = ("card", "id", "controller")
BATTLEFIELD_KEYS = ("card", "controller")
COST_KEYS = ("energy", "power", "other")
INLINE_KEYS = ("name", "type", "domains", "energy", "power", "might", "tags", "keywords")
THIS_TURN_KEYS = tuple(ThisTurn.__dataclass_fields__)

_MASKS = {mask_name(mask): mask for mask in range(1, 1 << len(DOMAINS)) if mask & (mask - 1)}
# A verb with: what has no number; x of something (a number not chosen yet); all but some; or a number of something.
_OTHER = re.compile(
    r"(exhaust|kill|discard|recycle|return|banish|spend|disempower|burn) "
    r"(?:(self|legend|(?:x|all but) [^][]+(?:\[[^][]+\])?)|(\d{1,3})((?: [a-z'-]+)*(?: \[[^][]+\])?))"
)


def read_situation(data: Mapping[str, Any], cards: Cards) -> Situation:
    """The situation that a scenario describes; the question, if it holds one, is not read.

    `cards` looks up names (`riftcore.Catalog`). ScenarioError for whatever is not of the contract: an unknown key,
    card, id or word, a count out of bounds, more than 12 runes of a player, an id twice.
    """
    return SituationReader(cards).read(Node(data))


def read_cost(data: Mapping[str, Any] | Node) -> CostData:
    """A cost of the form `{"energy": N, "power": {"fury": N, "calm|chaos": N, "any": N}, "other": [...]}`."""
    node = data if isinstance(data, Node) else Node(data)
    fields = node.keys(COST_KEYS, 'a cost like {"energy": 1, "power": {"fury": 1}}')
    typed, any_, hybrids = [0] * len(DOMAINS), 0, {}
    for key, count in fields["power"].mapping().items() if "power" in fields else ():
        if key in DOMAINS:
            typed[DOMAINS.index(key)] = count.count()
        elif key == "any":
            any_ = count.count()
        elif key in _MASKS:
            hybrids[_MASKS[key]] = count.count()
        else:
            _reject_symbol(key, count)
    return CostData(
        energy=fields["energy"].count() if "energy" in fields else 0,
        power=_six(typed),
        any=any_,
        hybrids=tuple(sorted((mask, n) for mask, n in hybrids.items() if n)),
        other=_read_other(fields["other"]) if "other" in fields else (),
    )


def _reject_symbol(key: str, node: Node) -> None:
    names = key.split("|")
    if len(names) > 1 and len(set(names)) == len(names) and all(name in DOMAINS for name in names):
        ordered = "|".join(sorted(names, key=DOMAINS.index))
        node.reject(f'hybrid symbols name the domains in the order {", ".join(DOMAINS)}: expected "{ordered}"')
    Node(key, node.path).choice((*DOMAINS, "any"), 'a hybrid like "calm|chaos" or one of')


def _read_other(node: Node) -> tuple[str, ...]:
    """The non-resource parts in canonical form: sorted, the counts of equal parts added up, parts of 0 dropped."""
    counts: dict[tuple[str, str], int] = {}
    plain: list[str] = []
    for item in node:
        text = " ".join(item.text().split())
        match = _OTHER.fullmatch(text)
        if not match:
            item.fail('a part like "kill 1 friendly unit", "discard 1 [spell]", "exhaust self" or "spend 3 xp"')
        verb, whole, number, rest = match.groups()
        if whole:
            plain.append(text)
        else:
            counts[verb, rest] = counts.get((verb, rest), 0) + Node(int(number), item.path).count()
    plain += [f"{verb} {n}{rest}" for (verb, rest), n in counts.items() if n]
    return tuple(sorted(plain))


class SituationReader:
    """Reads one situation; keeps the ids and inline cards that its parts share."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.inline: dict[str, Mapping[str, Any]] = {}
        self.inline_cards: dict[str, Card] = {}
        self.ids: dict[str, str] = {}
        self.places: tuple[str, ...] = ()
        self.n_players = 2

    def read(self, node: Node) -> Situation:
        fields = node.keys(SCENARIO_KEYS, "a situation (an object)")
        _check_labels(fields)
        listed = fields["players"].items("a list of players", MAX_PLAYERS) if "players" in fields else []
        self.n_players = max(2, len(listed))
        battlefields = self.read_battlefields(fields.get("battlefields"))
        players = tuple(
            self.read_player(listed[seat] if seat < len(listed) else Node({}, f"players[{seat}]"), seat)
            for seat in range(self.n_players)
        )
        turn = self.read_turn(fields.get("turn", Node({}, "turn")))
        # What names an id is read last: the id may stand further down.
        players = tuple(
            self.with_references(listed[seat], player) if seat < len(listed) else player
            for seat, player in enumerate(players)
        )
        score = fields["victory_score"].count(low=1) if "victory_score" in fields else 8
        assume = self.read_assume(fields["assume"]) if "assume" in fields else ()
        return Situation(turn, battlefields, players, score, self.inline, assume)

    def read_assume(self, node: Node) -> tuple[str, ...]:
        """What is taken to be there and to fit if it is left out, each once."""
        words = tuple(item.choice(ASSUMED) for item in node.items("a list of " + ", ".join(ASSUMED), len(ASSUMED)))
        if len(set(words)) < len(words):
            node.reject("expected each word once")
        return words

    # ------------------------------------------------------------------------------------------ names and cards

    def card(self, node: Node, slot: str) -> Card:
        """A card by name or id, or with its facts inline, of a type that this place of the situation holds."""
        card = self.named_card(node)
        if (wrong := misplaced(card, slot)) is not None:
            node.reject(wrong)
        return card

    def card_or_unknown(self, node: Node, slot: str) -> Card | None:
        """A card; null for one that is not known."""
        return None if node.value is None else self.card(node, slot)

    def named_card(self, node: Node) -> Card:
        if isinstance(node.value, Mapping):
            return self.inline_card(node)
        name = node.text("a card name")
        known = self.inline_cards.get(fold(name))
        if known is not None:
            return known
        try:
            return self.cards.card(name)
        except CatalogError as error:
            node.reject(f"expected a card: {error}")

    def inline_card(self, node: Node) -> Card:
        fields = node.keys(INLINE_KEYS, "a card")
        for key in ("name", "type"):
            if key not in fields:
                node.reject(f'an inline card needs "{key}", like {{"name": "Test Unit", "type": "unit"}}')
        name = fields["name"].text("a card name")
        key = fold(name)
        if key in self.inline_cards:
            if self.inline[self.inline_cards[key].id] != node.value:
                fields["name"].reject(f"the inline card {show(name)} has other facts than before, expected a new name")
            return self.inline_cards[key]
        try:
            card = inline_card(node.value)  # it stays with this scenario: the catalogue is shared
        except CatalogError as error:
            node.reject(f"expected the facts of a card: {error}")
        self.inline[card.id] = node.value
        self.inline_cards[key] = card
        return card

    def new_id(self, fields: Mapping[str, Node], default: Node) -> str:
        """The id of an object, given or made from its place; ids are unique."""
        node = fields.get("id", default)
        name = scenario_id(node)
        if name == "base" or name in self.places:
            node.fail("an id that is no place")
        if name in self.ids:
            node.reject(f'the id "{name}" stands at {self.ids[name]} already, expected a new one')
        self.ids[name] = node.path
        return name

    def seat_or_nobody(self, node: Node) -> int | None:
        return None if node.value is None else self.seat(node)

    def seat(self, node: Node) -> int:
        return node.count(self.n_players - 1, what="a player")

    # ------------------------------------------------------------------------------------------ the parts

    def read_battlefields(self, node: Node | None) -> dict[str, Battlefield]:
        """By id: those that are named, after a plain A and B. A list is complete and in order."""
        found = {"A": Battlefield(), "B": Battlefield()}
        if node is not None and isinstance(node.value, list | tuple):
            found = {}
            for item in node.items(most=MAX_BATTLEFIELDS):
                fields = item.keys(("id", *BATTLEFIELD_KEYS), "a battlefield")
                name = needed(item, fields, "id")
                if scenario_id(name) in found:
                    name.reject(f"the battlefield {show(name.value)} stands twice, expected a new id")
                found[name.value] = self.read_battlefield(name.value, fields, item)
        elif node is not None:
            if isinstance(node.value, Mapping) and len(node.value) > MAX_BATTLEFIELDS:
                node.reject(f"expected at most {MAX_BATTLEFIELDS} of them, found {len(node.value)}")
            for name_, place in node.mapping().items():
                scenario_id(Node(name_, place.path))
                found[name_] = self.read_battlefield(name_, place.keys(BATTLEFIELD_KEYS, "a battlefield"), place)
            if len(found) > MAX_BATTLEFIELDS:
                node.reject(f"expected at most {MAX_BATTLEFIELDS} of them with A and B, found {len(found)}")
        self.places = tuple(found)
        return found

    def read_battlefield(self, name: str, fields: Mapping[str, Node], node: Node) -> Battlefield:
        if name == "base":
            node.reject('"base" is no battlefield')
        card, controller = fields.get("card"), fields.get("controller")
        return Battlefield(
            card=self.card_or_unknown(card, "battlefields") if card else None,
            controller=self.seat_or_nobody(controller) if controller else None,
        )

    def read_turn(self, node: Node) -> Turn:
        fields = node.keys(TURN_KEYS)
        player = self.seat(fields["player"]) if "player" in fields else 0
        showdown = None
        if "showdown" in fields and fields["showdown"].value is not False:
            showdown = fields["showdown"].choice(self.places, "false or a battlefield:")
        focus = None
        if "focus" in fields and fields["focus"].value is not None:
            focus = self.seat(fields["focus"])
            if showdown is None:
                fields["focus"].reject("nobody has Focus outside a showdown; expected it with a showdown only")
        elif showdown:
            focus = player
        combat = fields["combat"].flag() if "combat" in fields else False
        if combat and showdown is None:
            fields["combat"].reject("combat has a showdown (459): expected the battlefield of it under showdown")
        return Turn(
            player=player,
            phase=fields["phase"].choice(PHASES) if "phase" in fields else "main",
            showdown=showdown,
            combat=combat,
            chain=self.read_chain(fields["chain"], player) if "chain" in fields else (),
            priority=self.seat(fields["priority"]) if "priority" in fields else player if focus is None else focus,
            focus=focus,
        )

    def read_chain(self, node: Node, turn_player: int) -> int | tuple[ChainItem, ...]:
        if not isinstance(node.value, list | tuple):
            return node.count(what="a list of chain items, or their number")
        items = []
        for i, item in enumerate(node.items(most=MAX_CHAIN)):
            fields = item.keys(CHAIN_KEYS, "a chain item")
            items.append(
                ChainItem(
                    card=self.card_or_unknown(needed(item, fields, "card"), "chain"),
                    id=self.new_id(fields, Node(f"chain.{i}", item.path)),
                    controller=self.seat_or_nobody(fields["controller"]) if "controller" in fields else turn_player,
                )
            )
        return tuple(items)

    def read_player(self, node: Node, seat: int) -> PlayerData:
        fields = node.keys(PLAYER_KEYS, "a player (an object)")
        ready, exhausted = read_runes(fields["runes"]) if "runes" in fields else (_six([0] * 6), _six([0] * 6))
        on_board = sum(ready) + sum(exhausted)
        if on_board > MAX_RUNES:
            fields["runes"].reject(f"expected at most {MAX_RUNES} runes (166), found {on_board}")
        deck = read_rune_deck(fields["rune_deck"]) if "rune_deck" in fields else None
        if deck is not None:
            in_all = on_board + (deck if isinstance(deck, int) else sum(deck))
            if in_all > MAX_RUNES:
                fields["rune_deck"].reject(
                    f"expected at most {MAX_RUNES} runes on the board and in the deck together (166), found {in_all}"
                )
        zones: dict[str, Any] = {key: self.read_zone(fields[key], key) for key in ZONE_KEYS if key in fields}
        return PlayerData(
            ready=ready,
            exhausted=exhausted,
            rune_deck=deck,
            pool=read_pool(fields["pool"]) if "pool" in fields else PoolData(),
            legend=self.read_legend(fields["legend"], seat) if "legend" in fields else None,
            board=self.read_board(fields["board"], seat) if "board" in fields else (),
            facedown=self.read_facedown(fields["facedown"], seat) if "facedown" in fields else (),
            xp=fields["xp"].count() if "xp" in fields else 0,
            points=fields["points"].count() if "points" in fields else 0,
            this_turn=read_this_turn(fields["this_turn"]) if "this_turn" in fields else ThisTurn(),
            **zones,
        )

    def read_zone(self, node: Node, key: str) -> Zone:
        if isinstance(node.value, list | tuple):
            return tuple(self.card_or_unknown(item, key) for item in node.items(most=ZONE_KEYS[key]))
        return node.count(what="a list of cards, or their number")

    def read_legend(self, node: Node, seat: int) -> LegendData | None:
        if node.value is None:
            return None
        fields = node.keys(LEGEND_KEYS, "a legend")
        return LegendData(
            card=self.card(needed(node, fields, "card"), "legend"),
            id=self.new_id(fields, Node(f"p{seat}.legend", node.path)),
            exhausted=fields["exhausted"].flag() if "exhausted" in fields else False,
            states=read_states(fields["states"]) if "states" in fields else {},
        )

    def read_board(self, node: Node, seat: int) -> tuple[BoardObject, ...]:
        listed = node.items(most=MAX_BOARD)
        places = {}  # the place of every object that names one: an attached object is where its host is
        for item in listed:
            fields = item.keys(OBJECT_KEYS, "an object on the board")
            if "at" in fields and "id" in fields:
                places[scenario_id(fields["id"])] = self.place(fields["at"])
        return tuple(self.read_object(item, f"p{seat}.board.{i}", seat, places) for i, item in enumerate(listed))

    def read_object(self, node: Node, name: str, seat: int, places: Mapping[str, str]) -> BoardObject:
        fields = node.keys(OBJECT_KEYS, "an object on the board")
        card = self.card(needed(node, fields, "card"), "board")
        host = fields.get("attached_to")
        attached_to = host.text("an id") if host and host.value is not None else None
        at = places.get(attached_to, "base") if attached_to else "base"
        might = fields.get("might")
        return BoardObject(
            card=card,
            id=self.new_id(fields, Node(name, node.path)),
            at=self.place(fields["at"]) if "at" in fields else at,
            controller=self.seat(fields["controller"]) if "controller" in fields else seat,
            exhausted=fields["exhausted"].flag() if "exhausted" in fields else False,
            might=might.count(MAX_MIGHT) if might and might.value is not None else None,
            buffs=fields["buffs"].count() if "buffs" in fields else 0,
            states=read_states(fields["states"]) if "states" in fields else {},
            attached_to=attached_to,
            token=fields["token"].flag() if "token" in fields else False,
        )

    def place(self, node: Node) -> str:
        return node.choice(("base", *self.places), "a place:")

    def read_facedown(self, node: Node, seat: int) -> tuple[Facedown, ...]:
        found = []
        for i, item in enumerate(node.items(most=MAX_FACEDOWN)):
            fields = item.keys(FACEDOWN_KEYS, "a facedown card")
            turn = fields.get("hidden_turn")
            found.append(
                Facedown(
                    card=self.card(needed(item, fields, "card"), "facedown"),
                    id=self.new_id(fields, Node(f"p{seat}.facedown.{i}", item.path)),
                    at=needed(item, fields, "at").choice(self.places, "a battlefield:"),
                    hidden_turn=turn.choice(HIDDEN_TURNS) if turn else "earlier",
                )
            )
        return tuple(found)

    def with_references(self, node: Node, player: PlayerData) -> PlayerData:
        """The player with its effects, after a look at the hosts of attached objects."""
        for i, thing in enumerate(player.board):
            if thing.attached_to is not None:
                host = Node(thing.attached_to, f"{node.path}.board[{i}].attached_to")
                host.choice([name for name in self.ids if name != thing.id], "the id of a host:")
        effects = node.mapping().get("effects")
        return (
            replace(player, effects=tuple(self.read_effect(item) for item in effects.items(most=MAX_EFFECTS)))
            if effects
            else player
        )

    def read_effect(self, node: Node) -> Effect:
        fields = node.keys(EFFECT_KEYS, "an effect")
        card = self.card(needed(node, fields, "card"), "effects")
        might = fields["might"].count(MAX_MIGHT) if "might" in fields and fields["might"].value is not None else None
        on = fields.get("on")
        if on is None or on.value is None:
            return Effect(card, might=might)
        named = isinstance(on.value, str) and (on.value in self.ids or on.value in self.places)
        given = on.value if named else self.card(on, "effects")
        return Effect(card, given, might)


# ---------------------------------------------------------------------------------------------- parts without cards


def read_runes(node: Node) -> tuple[Six, Six]:
    """Runes by domain: a number is that many ready ones."""
    ready, exhausted = [0] * 6, [0] * 6
    for domain, value in node.keys(DOMAINS, 'runes by domain, like {"fury": 3}').items():
        at = DOMAINS.index(domain)
        if isinstance(value.value, Mapping):
            fields = value.keys(RUNE_KEYS)
            ready[at] = fields["ready"].count(MAX_RUNES) if "ready" in fields else 0
            exhausted[at] = fields["exhausted"].count(MAX_RUNES) if "exhausted" in fields else 0
        else:
            ready[at] = value.count(MAX_RUNES, what='{"ready": N, "exhausted": N} or a number')
    return _six(ready), _six(exhausted)


def read_rune_deck(node: Node) -> int | Six:
    """The Rune Deck by domain, or its plain count."""
    if not isinstance(node.value, Mapping):
        return node.count(MAX_RUNES, what="runes by domain, or a number")
    counts = [0] * 6
    for domain, value in node.keys(DOMAINS).items():
        counts[DOMAINS.index(domain)] = value.count(MAX_RUNES)
    return _six(counts)


def read_pool(node: Node) -> PoolData:
    """A pool; the entries of `restricted` are merged by restriction, empty ones dropped."""
    fields = node.keys(POOL_KEYS, "a pool")
    power, universal = read_made_power(fields["power"]) if "power" in fields else (_six([0] * 6), 0)
    merged: dict[str, Restricted] = {}
    for item in fields["restricted"].items(most=MAX_RESTRICTED) if "restricted" in fields else ():
        one = read_restricted(item)
        old = merged.get(one.only, Restricted(one.only))
        total = Restricted(
            one.only,
            old.energy + one.energy,
            _six([a + b for a, b in zip(old.power, one.power, strict=True)]),
            old.universal + one.universal,
        )
        if max(total.energy, total.universal, *total.power) > MAX_COUNT:
            item.reject(f"expected at most {MAX_COUNT} of a resource")
        if total.energy or total.universal or any(total.power):
            merged[one.only] = total
    return PoolData(
        energy=fields["energy"].count() if "energy" in fields else 0,
        power=power,
        universal=universal,
        restricted=tuple(merged[only] for only in RESTRICTIONS if only in merged),
    )


def read_restricted(node: Node) -> Restricted:
    fields = node.keys(RESTRICTED_KEYS, "restricted resources")
    power, universal = read_made_power(fields["power"]) if "power" in fields else (_six([0] * 6), 0)
    return Restricted(
        only=needed(node, fields, "only").choice(RESTRICTIONS),
        energy=fields["energy"].count() if "energy" in fields else 0,
        power=power,
        universal=universal,
    )


def read_made_power(node: Node) -> tuple[Six, int]:
    """Power that was made: by domain, and "any" for universal Power. Only costs have hybrid symbols."""
    power, universal = [0] * 6, 0
    for key, value in node.keys((*DOMAINS, "any"), 'Power by domain, like {"fury": 1}').items():
        if key == "any":
            universal = value.count()
        else:
            power[DOMAINS.index(key)] = value.count()
    return _six(power), universal


def read_states(node: Node) -> dict[str, int]:
    """States as a list (each once) or with counts; a count of 0 is left out."""
    if isinstance(node.value, Mapping):
        counts = {name: value.count() for name, value in node.keys(STATES).items()}
        return {name: n for name, n in counts.items() if n}
    found: dict[str, int] = {}
    for item in node.items("a list of states, or their counts", len(STATES)):
        name = item.choice(STATES)
        if name in found:
            item.reject(f'"{name}" stands twice; a count is written {{"{name}": 2}}')
        found[name] = 1
    return found


def read_this_turn(node: Node) -> ThisTurn:
    return ThisTurn(**{key: read_turn_fact(key, value) for key, value in node.keys(THIS_TURN_KEYS).items()})


def read_turn_fact(key: str, node: Node) -> Any:
    """One count of this turn; some may be known in part, "2+" for twice or more."""
    if not isinstance(getattr(ThisTurn(), key), Seen):
        return node.count()
    what = 'a number or one like "2+" (so often or more),'
    match = re.fullmatch(r"(\d{1,3})\+", node.value) if isinstance(node.value, str) else None
    if match is not None:
        return Seen(Node(int(match[1]), node.path).count(MAX_SEEN, what=what))
    return Seen(node.count(MAX_SEEN, what=what), more=False)


def _check_labels(fields: Mapping[str, Node]) -> None:
    if "id" in fields:
        scenario_id(fields["id"])
    for key in ("title", "source", "doubt"):
        if key in fields:
            fields[key].text()
    for rule in fields["rules"].items("a list of rule numbers", 1000) if "rules" in fields else ():
        rule.text('a rule number like "357.1"')


def needed(node: Node, fields: Mapping[str, Node], key: str) -> Node:
    if key not in fields:
        node.reject(f'expected the key "{key}"')
    return fields[key]


def _six(values: list[int]) -> Six:
    a, b, c, d, e, f = values
    return a, b, c, d, e, f
