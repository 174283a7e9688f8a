"""Named events, as the caller of the game tells them (docs/events.md).

`tell` changes the position, or raises `Impossible` and the caller throws the position away. Bounds of riftcore (64
objects, 63 of each resource, ...) are bounds here, too.
"""

from __future__ import annotations

from typing import Any

from .cards import DOMAINS, PERMANENTS, Book
from .clauses import Unknown
from .deaths import counts_as_dead, follow, forget, lose
from .happen import MAX_EFFECTS, Impossible, combat_ends, combat_starts, main_phase, need, set_off, to_pool, turn_ends
from .position import CAP, NEW, Effect, Player, Position, Thing, by_domain
from .zones import MAIN_DECK, put, transfer

PHASES = ("awaken", "beginning", "channel", "draw", "main", "ending")
MAX_BOARD, MAX_RUNES, MAX_MIGHT = 64, 12, 9999


class Teller:
    """Each method is an event of docs/events.md."""

    def __init__(self, position: Position, book: Book) -> None:
        self.position, self.book = position, book

    def seat(self, player: int | None) -> Player:
        return self.position.players[self.position.acting if player is None else player]

    def object(self, name: str, legends: bool = False) -> Thing:
        thing = self.position.find(name)
        need(thing is not None and (thing.kind == "board" or (legends and thing.kind == "legend")), "no such object")
        return thing

    def place(self, name: str) -> Thing:
        return next(place for place in self.position.battlefields if place.id == name)

    # objects

    def enter(self, card: Any, player: int | None = None, at: str = "base", id: Any = None, exhausted: Any = None,
              token: bool = False) -> None:  # fmt: skip
        found = self.book.card(card)
        who = self.seat(player)
        need(found.type in PERMANENTS, "a unit or gear")
        need(len(who.board) < MAX_BOARD, "no room")
        if exhausted is None:  # 143.4
            exhausted = found.enters == "exhausted" or (found.enters is None and found.type == "unit")
        seat = self.position.acting if player is None else player
        who.board.append(Thing("board", id or NEW, found, seat, seat, at, exhausted, token=token))

    def leave(self, id: str, to: str = "trash") -> None:
        thing = self.position.find(id)
        need(thing is not None and thing.kind in ("board", "facedown"), "no such object")
        owner = self.position.players[thing.owner]
        if thing.kind == "facedown":
            put(owner, to, thing.card)
            owner.facedown = [other for other in owner.facedown if other is not thing]
            forget(self.position, thing)
            return
        if not thing.is_token:
            put(owner, to, thing.card)
        if to == "trash":
            counts_as_dead(self.position, thing)
        lose(self.position, thing)

    def move(self, ids: Any, to: str) -> None:
        """420, 440: together; what they Add when they move follows."""
        named = [ids] if isinstance(ids, str) else ids
        things = [self.object(name) for name in named]
        need(len({thing.id for thing in things}) == len(things), "each once")
        need(not any(thing.attached_to for thing in things), "718.5: what is attached moves with its host")
        need(not any(thing.at == to for thing in things), "420: to another place")
        for thing in things:
            thing.at = to
            follow(self.position, thing)
        for thing in things:
            set_off(self.position, "move", thing)

    def recall(self, id: str) -> None:
        thing = self.object(id)
        need(thing.attached_to is None and thing.at != "base", "449")
        thing.at = "base"
        follow(self.position, thing)

    def exhaust(self, id: str) -> None:
        thing = self.object(id, legends=True)
        need(not thing.exhausted, "414")
        thing.exhausted = True

    def ready(self, id: str) -> None:
        thing = self.object(id, legends=True)
        need(thing.exhausted, "415")
        thing.exhausted = False

    def set_might(self, id: str, might: int | None) -> None:
        thing = self.object(id)
        need(thing.is_unit, "a unit")
        thing.might = might

    def buff(self, id: str, n: int = 1) -> None:
        """701: a Might that was stated changes with the buffs."""
        thing = self.object(id)
        need(thing.is_unit and 0 <= thing.buffs + n <= CAP, "701")
        thing.buffs += n
        if thing.might is not None:
            need(thing.might + n <= MAX_MIGHT, "701")
            thing.might = max(0, thing.might + n)

    def unbuff(self, id: str, n: int = 1) -> None:
        self.buff(id, -n)

    def set_state(self, id: str, state: str, on: bool = True) -> None:
        thing = self.object(id, legends=True)
        need((state in thing.states) != on, "already so")
        thing.states = {**thing.states, state: 1} if on else {s: n for s, n in thing.states.items() if s != state}

    def empower(self, id: str, n: int = 1) -> None:
        thing = self.object(id, legends=True)
        times = thing.states.get("empowered", 0) + n
        need(0 <= times <= CAP, "827")
        thing.states["empowered"] = times
        if not times:
            del thing.states["empowered"]

    def disempower(self, id: str) -> None:
        self.empower(id, -1)

    def attach(self, id: str, to: str) -> None:
        """434: never in a ring; it is where its host is."""
        thing, host = self.object(id), self.object(to)
        need(thing.attached_to != host.id, "attached already")
        above: Thing | None = host
        while above is not None:
            need(above is not thing, "a ring")
            above = self.position.find(above.attached_to)
        thing.attached_to, thing.at = host.id, host.at
        follow(self.position, thing)

    def detach(self, id: str) -> None:
        """435; 149.3: loose gear goes to its base."""
        thing = self.object(id)
        need(thing.attached_to is not None, "attached to nothing")
        thing.attached_to = None
        if thing.card.type == "gear":
            thing.at = "base"
            follow(self.position, thing)

    def gain_control(self, id: str, player: int) -> None:
        thing = self.object(id)
        need(thing.controller != player, "controls it already")
        thing.controller = player

    # battlefields

    def control(self, battlefield: str, player: int | None) -> None:
        """187; 107.3.d, 323.7: facedown cards of others there go to the trash."""
        place = self.place(battlefield)
        need(place.controller != player, "controls it already")
        place.controller = player
        for seat, who in enumerate(self.position.players):
            for card in [card for card in reversed(who.facedown) if card.at == battlefield and seat != player]:
                put(who, "trash", card.card)
                who.facedown = [other for other in who.facedown if other is not card]
                forget(self.position, card)

    def hold(self, battlefield: str, event: str = "hold") -> None:
        """464: what its controller's objects there, and the battlefield itself, Add."""
        place = self.place(battlefield)
        need(place.controller is not None, "nobody controls it")
        for thing in list(self.position.board()):
            if thing.at == battlefield and thing.controller == place.controller:
                set_off(self.position, event, thing)
        set_off(self.position, event, place)

    def conquer(self, battlefield: str, player: int) -> None:
        self.control(battlefield, player)
        self.hold(battlefield, "conquer")

    # runes and numbers

    def channel(self, domain: str, n: int = 1, player: int | None = None, exhausted: bool = False) -> None:
        """430: from the Rune Deck, which has to be known."""
        who = self.seat(player)
        need(who.rune_deck is not None, "the Rune Deck is not known")
        left = who.rune_deck[domain] if isinstance(who.rune_deck, dict) else who.rune_deck
        need(left >= n and who.runes + n <= MAX_RUNES, "430")
        if isinstance(who.rune_deck, dict):
            who.rune_deck[domain] -= n
        else:
            who.rune_deck -= n
        (who.exhausted if exhausted else who.ready)[domain] += n

    def ready_runes(self, domain: str, n: int = 1, player: int | None = None) -> None:
        who = self.seat(player)
        need(who.exhausted[domain] >= n, "not that many")
        who.exhausted[domain] -= n
        who.ready[domain] += n

    def exhaust_runes(self, domain: str, n: int = 1, player: int | None = None) -> None:
        who = self.seat(player)
        need(who.ready[domain] >= n, "not that many")
        who.ready[domain] -= n
        who.exhausted[domain] += n

    def recycle_runes(self, domain: str, n: int = 1, player: int | None = None) -> None:
        """416.1.b: exhausted ones first; by an effect, so nothing is Added."""
        who = self.seat(player)
        tired = min(n, who.exhausted[domain])
        need(who.ready[domain] + who.exhausted[domain] >= n, "not that many")
        who.exhausted[domain] -= tired
        who.ready[domain] -= n - tired
        if isinstance(who.rune_deck, dict):
            who.rune_deck[domain] += n
        elif who.rune_deck is not None:
            who.rune_deck += n

    def add(self, resources: dict[str, Any], player: int | None = None, only: str | None = None) -> None:
        """429."""
        who = self.seat(player)
        energy, power = resources.get("energy", 0), {what: n for what, n in resources.get("power", {}).items() if n}
        need(only is None or not set(power) - {"any"}, "no card makes such")
        need(
            not (only == "gear" and energy) and not (only in ("units", "showdown") and power.get("any")), "no card does"
        )
        for what, n in [("energy", energy), *power.items()]:
            to_pool(who, what, n, only)

    def gain_xp(self, n: int, player: int | None = None) -> None:
        who = self.seat(player)
        need(0 <= who.xp + n <= CAP, "XP")
        who.xp += n

    def lose_xp(self, n: int, player: int | None = None) -> None:
        self.gain_xp(-n, player)

    def gain_points(self, n: int, player: int | None = None, holding: bool = False) -> None:
        who = self.seat(player)
        need(who.points + n <= CAP, "points")
        need(not holding or who.happened("points_from_holding") + n <= CAP, "points")
        who.points += n
        who.count("points_from_holding", n * holding)

    def add_effect(self, card: Any, player: int | None = None, on: Any = None) -> None:
        who = self.seat(player)
        need(len(who.effects) < MAX_EFFECTS, "no room")
        known = on is None or self.position.find(on) is not None
        who.effects.append(Effect(self.book.card(card), on if known else self.book.card(on)))

    def end_effect(self, card: Any, player: int | None = None) -> None:
        who = self.seat(player)
        found = next((effect for effect in who.effects if effect.card is self.book.card(card)), None)
        need(found is not None, "not there")
        who.effects = [effect for effect in who.effects if effect is not found]

    # cards

    def draw(self, card: Any = None, player: int | None = None) -> None:
        """The known top of the deck, if there is one."""
        who, drawn = self.seat(player), self.book.card(card)
        if who.deck_top:
            top = who.deck_top[0]
            need(drawn is None or top is None or drawn is top, "another card is on top")
            transfer(who, top or drawn, "deck_top", "hand")
        else:
            transfer(who, drawn, "deck", "hand")

    def discard(self, card: Any, player: int | None = None) -> None:
        """422; then what it Adds."""
        who, found = self.seat(player), self.book.card(card)
        transfer(who, found, "hand", "trash")
        who.count("discarded")
        set_off(self.position, "discard", None, found, self.position.players.index(who))

    def recycle(self, card: Any, zone: str = "trash", player: int | None = None) -> None:
        transfer(self.seat(player), self.book.card(card), zone, "deck")

    def put(self, card: Any, zone: str, to: str, player: int | None = None) -> None:
        transfer(self.seat(player), self.book.card(card), zone, to)

    def reveal(self, card: Any, player: int | None = None) -> None:
        """369.1, 424: the card stays where it is."""
        found = self.book.card(card)
        need(found.type in MAIN_DECK, "a card of the Main Deck")
        seat = self.position.acting if player is None else player
        set_off(self.position, "revealed from deck", None, found, seat)

    # the turn

    def begin_turn(self, player: int | None = None) -> None:
        """315.1: all that the player controls is readied."""
        p = self.position
        seat = (p.turn_player + 1) % len(p.players) if player is None else player
        need(p.phase == "ending", "315")
        p.turn_player = p.priority = seat
        p.phase = "awaken"
        who = p.players[seat]
        who.ready = {d: who.ready[d] + who.exhausted[d] for d in DOMAINS}
        who.exhausted = by_domain({})
        for thing in p.in_play():
            if thing.controller == seat:
                thing.exhausted = False

    def calm(self) -> None:
        """307-316: turns and phases go on in a Neutral Open state only."""
        need(not self.position.chain and self.position.showdown is None, "a chain or a showdown")

    def begin_phase(self, phase: str) -> None:
        p = self.position
        self.calm()
        need(PHASES.index(phase) > PHASES.index(p.phase), "a later phase")
        p.phase, p.priority = phase, p.turn_player
        if phase == "main":
            main_phase(p)
        if phase == "ending":
            self.wake_up()

    def wake_up(self) -> None:
        for thing in self.position.board():
            thing.states.pop("stunned", None)

    def end_turn(self) -> None:
        p = self.position
        self.calm()
        p.phase, p.priority = "ending", p.turn_player
        self.wake_up()
        turn_ends(p)

    def start_showdown(self, battlefield: str, focus: int) -> None:
        """344, 345."""
        p = self.position
        self.calm()
        p.showdown, p.focus, p.priority = battlefield, focus, focus

    def end_showdown(self) -> None:
        """348."""
        p = self.position
        need(not p.chain and p.showdown is not None and not p.combat, "348")
        p.showdown, p.focus, p.priority = None, None, p.turn_player

    def start_combat(self, battlefield: str, attacker: int) -> None:
        """459: attackers and defenders are named, the attacker has Focus."""
        p = self.position
        need(not p.chain and not p.combat and p.showdown in (None, battlefield), "459")
        there = [thing for thing in p.board() if thing.is_unit and thing.at == battlefield]
        need({t.controller == attacker for t in there} == {True, False}, "459")
        p.showdown, p.focus, p.priority = battlefield, attacker, attacker
        for thing in p.board():
            thing.states.pop("attacking", None)
            thing.states.pop("defending", None)
        for thing in there:
            thing.states["attacking" if thing.controller == attacker else "defending"] = 1
        combat_starts(p, self.place(battlefield))

    def end_combat(self) -> None:
        p = self.position
        need(not p.chain and p.combat, "461")
        combat_ends(p)

    def pass_priority(self, to: int | None = None) -> None:
        """338.1.c."""
        p = self.position
        need(bool(p.chain) and to != p.priority, "338")
        p.priority = (p.priority + 1) % len(p.players) if to is None else to

    def pass_focus(self, to: int | None = None) -> None:
        """347.4."""
        p = self.position
        need(p.showdown is not None and not p.chain and to != p.focus, "347")
        p.focus = (p.focus + 1) % len(p.players) if to is None else to
        p.priority = p.focus

    def resolve(self, to: str = "trash") -> None:
        self.counter(None, to)

    def counter(self, id: str | None = None, to: str = "trash") -> None:
        """340, 346, 425: it leaves the chain, a spell for a zone of its player; who acts next."""
        p = self.position
        need(bool(p.chain), "nothing on the chain")
        item = p.chain[-1] if id is None else p.find(id)
        need(item is not None and item.kind == "chain", "no chain item")
        if item.card is not None and item.card.type == "spell" and item.controller is not None:
            put(p.players[item.controller], to, item.card)
        p.chain = [other for other in p.chain if other is not item]
        forget(p, item)
        if p.chain:
            newest = p.chain[-1].controller
            p.priority = p.priority if newest is None else newest
        elif p.showdown is not None:
            self.pass_focus()
        else:
            p.priority = p.turn_player


def tell(position: Position, book: Book, event: str, arguments: dict[str, Any]) -> None:
    """The event happens in this position; Impossible if it cannot have happened."""
    try:
        getattr(Teller(position, book), event)(**arguments)
    except Unknown as error:
        raise Impossible(str(error)) from None
