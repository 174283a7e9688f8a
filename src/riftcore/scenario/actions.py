"""From the scenario form to an Action, and what a scenario expects of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypedDict

from riftcore.node import Node, nearest, show
from riftcore.scenario.cards import CardNames
from riftcore.scenario.reader import read_cost, read_pool
from riftcore.scenario.values import (
    BORROWED,
    CODES,
    DOMAINS,
    EVENTS,
    KEYWORDS,
    PURPOSES,
    ZONES,
    Action,
    Activate,
    Add,
    Card,
    Cards,
    CostData,
    Event,
    Expect,
    Hide,
    Move,
    Names,
    Pay,
    PaymentStep,
    Play,
    Situation,
    Trigger,
    With,
    fold,
)

COMMON_KEYS = ("player", "with", "payment")
ACTION_KEYS = {
    "play": ("id", "from", "to", "targets", "modes", "pay", "by", "ignoring", "for", "reduced"),
    "activate": ("ability", "targets", "x"),
    "trigger": ("ability", "targets", "x", "on", "decline", "excess_damage"),
    "add": ("ability", "x"),
    "move": ("to",),
    "hide": ("at",),
    "pay": ("for",),
    "event": ("object",),
}
"""The keys of each form, by the key that tells which form it is."""

WITH_KEYS = ("kill", "discard", "exhaust", "recycle", "return", "banish", "spend_buffs", "spend_xp")
EXPECT_KEYS = ("legal", "why", "costs", "payments", "best", "paid_optional", "after")
OPTIONS = ("accelerate", "repeat", "additional", *(word for word in KEYWORDS if word not in ("accelerate", "repeat")))
PLAYABLE = ("unit", "spell", "gear")
MAX_X = 255
MAX_PAYMENTS = (1 << 63) - 1

_OPTION = re.compile(r"([a-z]+)(?::(\d{1,2}))?")
_RUNE_ADD = re.compile(r"(exhaust|recycle) (\S+)")


class _Common(TypedDict):
    player: int | None
    with_: With
    payment: tuple[PaymentStep, ...] | None


def read_action(data: Mapping[str, Any], situation: Situation, cards: Cards) -> Action:
    """One action of the scenario form, against the situation it starts from."""
    return ActionReader(situation.names(), cards).read(Node(data, "action"))


def read_actions(data: Mapping[str, Any], situation: Situation, cards: Cards) -> tuple[Action, ...]:
    """The actions of a scenario in order, the last is the one in question; ScenarioError if there is none."""
    return read_actions_of(data, situation.names(), cards)


def read_actions_of(data: Mapping[str, Any], names: Names, cards: Cards) -> tuple[Action, ...]:
    """The same, if it is known what actions may name."""
    reader = ActionReader(names, cards)
    node = Node(data)
    if "actions" in data:
        listed = node.child("actions").items("a list of actions", 10_000)
        if not listed:
            node.child("actions").fail("at least one action")
        return tuple(reader.read(item) for item in listed)
    if "action" not in data:
        node.reject('expected the key "action" or "actions": there is no question')
    return (reader.read(node.child("action")),)


def read_expect(data: Mapping[str, Any] | Node) -> Expect:
    """The expected answer of a scenario; `after` is checked against the situation by `compare`."""
    node = data if isinstance(data, Node) else Node(data, "expect")
    fields = node.keys(EXPECT_KEYS)
    legal = fields["legal"].flag() if "legal" in fields else None
    why = fields["why"].choice(CODES, "a code:") if "why" in fields else None
    if legal is not None and why is not None and legal != (why == "ok"):
        fields["why"].reject(f'"legal" is {show(legal)}, so the code cannot be {show(why)}')
    return Expect(
        legal=legal,
        why=why,
        costs=tuple(read_cost(item) for item in fields["costs"]) if "costs" in fields else None,
        payments=fields["payments"].count(MAX_PAYMENTS) if "payments" in fields else None,
        best=read_payment(fields["best"]) if "best" in fields else None,
        paid_optional=tuple(map(read_option, fields["paid_optional"])) if "paid_optional" in fields else None,
        after=fields["after"].value if "after" in fields else None,
    )


def read_payment(node: Node) -> tuple[PaymentStep, ...]:
    """A payment in the form that `riftcore pay --json` prints."""
    return tuple(map(read_step, node.items('a list of steps like {"exhaust": "fury", "n": 2}')))


def read_step(node: Node) -> PaymentStep:
    fields = node.keys(("exhaust", "recycle", "use", "pool", "n", "ability", "x"), "a step of a payment")
    kinds = [kind for kind in ("exhaust", "recycle", "use", "pool") if kind in fields]
    if len(kinds) != 1:
        node.fail('a step with one of the keys "exhaust", "recycle", "use", "pool"')
    kind = kinds[0]
    allowed = {"exhaust": ("n",), "recycle": ("n",), "use": ("ability", "x"), "pool": ()}[kind]
    fields = node.keys((kind, *allowed))
    if kind == "pool":
        pool = read_pool(fields[kind])
        return PaymentStep(kind, cost=CostData(pool.energy, pool.power, pool.universal), restricted=pool.restricted)
    if kind == "use":
        return PaymentStep(
            kind,
            object=fields[kind].text("an id"),
            ability=_step_ability(fields["ability"]) if "ability" in fields else 0,
            x=fields["x"].count(MAX_X) if "x" in fields else 0,
        )
    return PaymentStep(kind, fields[kind].choice(DOMAINS), fields["n"].count(low=1) if "n" in fields else 1)


def _step_ability(node: Node) -> int | str:
    """An Add ability by its place in print; a borrowed one (Heimerdinger) by what it is: `seal fury`, `gold`."""
    if isinstance(node.value, str):
        return node.choice(BORROWED, "a number or a borrowed ability:")
    return node.count()


def read_option(node: Node) -> str:
    """A chosen optional cost: a keyword or "additional", with `:N` for one of several; `repeat:0` is `repeat`."""
    text = node.text("an optional cost")
    match = _OPTION.fullmatch(text)
    if not match or match[1] not in OPTIONS:
        hint = nearest(text.partition(":")[0], OPTIONS)
        node.fail('an optional cost like "accelerate", "repeat", "repeat:1" or "additional"', hint)
    return f"{match[1]}:{int(match[2])}" if match[2] and int(match[2]) else match[1]


class ActionReader:
    """Reads the actions of one scenario; what a play names with `id` may be named by the actions after it."""

    def __init__(self, names: Names, cards: Cards) -> None:
        self.cards = CardNames(cards, names.inline)
        self.known = dict(names.objects)
        self.places = names.places
        self.n_players = names.n_players
        self.facedown = names.facedown
        self.mortal = {fold(card.name): card for card in names.mortal}

    def read(self, node: Node) -> Action:
        fields = node.mapping("an action")
        form = self.form(node, fields)
        fields = node.keys((form, *ACTION_KEYS[form], *COMMON_KEYS))
        common: _Common = {
            "player": fields["player"].count(self.n_players - 1, what="a player") if "player" in fields else None,
            "with_": self.read_with(fields["with"]) if "with" in fields else With(),
            "payment": read_payment(fields["payment"]) if "payment" in fields else None,
        }
        readers = {
            "play": self.play, "activate": self.activate, "trigger": self.trigger, "add": self.add,
            "move": self.move, "hide": self.hide, "pay": self.pay, "event": self.event,
        }  # fmt: skip
        return readers[form](fields, common)

    def form(self, node: Node, fields: Mapping[str, Node]) -> str:
        """Which form this is. `pay` is a form of its own, and a key of `play`."""
        forms = [form for form in ACTION_KEYS if form in fields and not (form == "pay" and "play" in fields)]
        if len(forms) == 1:
            return forms[0]
        if forms:
            node.reject(f"expected one action, found {' and '.join(map(show, forms))}")
        hints = [hint for key in fields if (hint := nearest(key, ACTION_KEYS))]
        node.fail(f"an action with one of the keys {', '.join(map(show, ACTION_KEYS))}", hints[0] if hints else "")

    # ------------------------------------------------------------------------------------------ the forms

    def play(self, fields: Mapping[str, Node], common: _Common) -> Play:
        what = fields["play"]
        thing = what.value if isinstance(what.value, str) and what.value in self.known else None
        card = self.known[thing] if thing else self.card_or_id(what)
        if card is None or card.type not in PLAYABLE:
            what.fail(f"a {', a '.join(PLAYABLE)} or the id of one" + (f", not a {card.type}" if card else ""))
        new = fields["id"].text("an id") if "id" in fields else None
        if new is not None:
            if new in self.known or new == "base":
                fields["id"].reject(f'the id "{new}" is taken, expected a new one')
            self.known[new] = card
        hidden = self.facedown.get(thing) if thing else None
        from_ = fields["from"].choice(ZONES) if "from" in fields else "facedown" if hidden else None
        # A facedown card that is named by its card is played to where it lies, which the core finds.
        default_to = hidden or ("base" if card.type in ("unit", "gear") and from_ != "facedown" else None)
        return Play(
            **common,
            card=card,
            object=thing,
            id=new,
            from_=from_,
            to=fields["to"].choice(("base", *self.places), "a place:") if "to" in fields else default_to,
            targets=self.targets(fields.get("targets")),
            modes=tuple(mode.count() for mode in fields["modes"]) if "modes" in fields else (),
            pay=tuple(map(read_option, fields["pay"])) if "pay" in fields else (),
            by=self.cards.named(fields["by"]) if "by" in fields else None,
            ignoring=fields["ignoring"].choice(("cost", "energy", "power", "all")) if "ignoring" in fields else None,
            for_=read_cost(fields["for"]) if "for" in fields else None,
            reduced=read_cost(fields["reduced"]) if "reduced" in fields else None,
        )

    def activate(self, fields: Mapping[str, Node], common: _Common) -> Activate:
        return Activate(
            **common,
            object=self.id(fields["activate"]),
            ability=read_ability(fields["ability"]) if "ability" in fields else None,
            targets=self.targets(fields.get("targets")),
            x=fields["x"].count(MAX_X) if "x" in fields else None,
        )

    def trigger(self, fields: Mapping[str, Node], common: _Common) -> Trigger:
        return Trigger(
            **common,
            object=self.id(fields["trigger"]),
            ability=read_ability(fields["ability"]) if "ability" in fields else None,
            targets=self.targets(fields.get("targets")),
            x=fields["x"].count(MAX_X) if "x" in fields else None,
            on=fields["on"].choice(("finalization", "resolution")) if "on" in fields else "finalization",
            decline=fields["decline"].flag() if "decline" in fields else False,
            excess_damage=fields["excess_damage"].count() if "excess_damage" in fields else None,
        )

    def add(self, fields: Mapping[str, Node], common: _Common) -> Add:
        node = fields["add"]
        x = fields["x"].count(MAX_X) if "x" in fields else None
        ability = fields["ability"].count() if "ability" in fields else None
        rune = _RUNE_ADD.fullmatch(node.text('an id, "exhaust fury" or "recycle fury"'))
        if rune and node.value not in self.known:
            for key in ("x", "ability"):
                if key in fields:
                    fields[key].reject("a rune has no such choice")
            return Add(**common, rune=rune[1], domain=Node(rune[2], node.path).choice(DOMAINS, "a domain:"))
        return Add(**common, object=self.id(node), ability=ability, x=x)

    def move(self, fields: Mapping[str, Node], common: _Common) -> Move:
        units = self.ids(fields["move"])
        if not units or len(set(units)) < len(units):
            fields["move"].fail("one or more units, each once")
        to = fields["to"].choice(("base", *self.places), "a place:") if "to" in fields else "base"
        return Move(**common, units=units, to=to)

    def hide(self, fields: Mapping[str, Node], common: _Common) -> Hide:
        if "at" not in fields:
            fields["hide"].reject('expected the key "at" next to "hide": the battlefield')
        return Hide(
            **common, card=self.cards.named(fields["hide"]), at=fields["at"].choice(self.places, "a battlefield:")
        )

    def pay(self, fields: Mapping[str, Node], common: _Common) -> Pay:
        purpose = fields["for"].choice(PURPOSES) if "for" in fields else "resolution"
        return Pay(**common, cost=read_cost(fields["pay"]), purpose=purpose)

    def event(self, fields: Mapping[str, Node], common: _Common) -> Event:
        event = fields["event"].choice(EVENTS, "an event:")
        node = fields.get("object")
        if node is None:
            return Event(**common, event=event)
        if isinstance(node.value, str) and node.value in self.known:
            return Event(**common, event=event, object=node.value)
        return Event(**common, event=event, card=self.card_or_id(node))

    # ------------------------------------------------------------------------------------------ their parts

    def read_with(self, node: Node) -> With:
        fields = node.keys(WITH_KEYS)
        buffs: int | dict[str, int] | None = None
        if "spend_buffs" in fields:
            if isinstance(fields["spend_buffs"].value, Mapping):
                chosen = fields["spend_buffs"].mapping()
                buffs = {self.id(Node(name, count.path)): count.count() for name, count in chosen.items()}
            else:
                buffs = fields["spend_buffs"].count(what='a number or {"id": N}')
        return With(
            kill=self.ids(fields.get("kill")),
            discard=tuple(self.cards.named(item) for item in fields["discard"]) if "discard" in fields else (),
            exhaust=self.ids(fields.get("exhaust")),
            recycle=self.ids_or_cards(fields.get("recycle")),
            return_=self.ids(fields.get("return")),
            banish=self.ids_or_cards(fields.get("banish")),
            spend_buffs=buffs,
            spend_xp=fields["spend_xp"].count() if "spend_xp" in fields else None,
        )

    def id(self, node: Node) -> str:
        """The id of something in the situation, or of what an earlier action made."""
        return node.choice(self.known, "an id of the scenario:")

    def ids(self, node: Node | None) -> tuple[str, ...]:
        return tuple(self.id(item) for item in node.items("a list of ids")) if node else ()

    def targets(self, node: Node | None) -> tuple[str | Card, ...]:
        """What is chosen: ids, or cards in a trash by name."""
        found: list[str | Card] = []
        for item in node.items("a list of ids") if node else ():
            card = self.mortal.get(fold(item.value)) if isinstance(item.value, str) else None
            found.append(self.id(item) if card is None or item.value in self.known else card)
        return tuple(found)

    def ids_or_cards(self, node: Node | None) -> tuple[str | Card, ...]:
        if node is None:
            return ()
        return tuple(
            item.value if isinstance(item.value, str) and item.value in self.known else self.card_or_id(item)
            for item in node.items("a list of ids or cards")
        )

    def card_or_id(self, node: Node) -> Card:
        """A card, where an id might have been meant: the error offers the nearest id too."""
        if isinstance(node.value, str) and fold(node.value) not in self.cards.inline_cards:
            try:
                return self.cards.cards.card(node.value)
            except ValueError:
                hint = nearest(node.value, self.known)
                if hint:
                    node.fail("a card or an id of the scenario", hint)
        return self.cards.named(node)


def read_ability(node: Node) -> int | str:
    """An ability by its place in print, from 0, or by keyword."""
    if isinstance(node.value, str):
        return node.choice(KEYWORDS, "a number or a keyword:")
    return node.count(what="a keyword or a number")
