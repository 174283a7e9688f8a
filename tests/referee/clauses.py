"""What texts ask of the position: conditions, numbers, and which things are meant (filters).

An `Eye` reads a clause: `me` is what carries the text, `you` the player whom it calls "you". The forms are those of the
export (docs/referee.md). A position may leave open what a text asks for; then `Unknown` is raised.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cards import DOMAINS, Card
from .position import OPEN_FACTS, Player, Position, Thing
from .question import Question


class Unknown(Exception):
    """The text asks for what the position does not tell."""


@dataclass(frozen=True)
class Given:
    """What was given up for the cost so far, as texts read it (206: printed costs)."""

    killed: int = 0
    energy: int = 0
    power: int = 0
    buffs: int = 0


@dataclass
class Eye:
    position: Position
    me: Thing | None
    card: Card | None
    you: int | None
    question: Question | None = None
    given: Given = field(default_factory=Given)
    paid_might: int | None = None

    @property
    def player(self) -> Player:
        if self.you is None:
            raise Unknown("nobody knows whose it is")
        return self.position.players[self.you]

    @property
    def object(self) -> Thing | None:
        """Self, if it is there as an object or a legend."""
        return self.me if self.me is not None and self.me.in_play else None

    @property
    def place(self) -> str | None:
        """Where self is: the base, a battlefield, nowhere."""
        return self.me.at if self.me is not None and self.me.kind in ("board", "battlefield") else None


# ------------------------------------------------------------------------------------------------ conditions


def truth(eye: Eye, condition: Any) -> bool | None:
    """True, False, or None where the position does not tell."""
    if condition is None:
        return True
    op, *args = condition
    if op == "not":
        found = truth(eye, args[0])
        return None if found is None else not found
    if op in ("and", "or"):
        parts = [truth(eye, part) for part in args]
        if (op == "or") in parts:
            return op == "or"
        return None if None in parts else op == "and"
    try:
        return fact(eye, op, args)
    except Unknown:
        return None


def holds(eye: Eye, condition: Any) -> bool:
    """Does it hold? Unknown where the position does not tell."""
    found = truth(eye, condition)
    if found is None:
        raise Unknown(f"a condition of {eye.card}")
    return found


def fact(eye: Eye, op: str, args: list[Any]) -> bool:
    """One condition."""
    position, q = eye.position, eye.question
    if op in ABOUT_SELF:
        return about_self(eye, op, args)
    if op in ABOUT_THE_TURN:
        return about_the_turn(eye, op, args)
    if op == "level":  # 824
        return eye.player.xp >= args[0]
    if op == "within_points":
        seats = [eye.you] if args[0] == "you" else position.others(eye.you)
        return any(position.players[seat].points + args[1] >= position.victory_score for seat in seats)
    if op == "controls":
        return count(eye, args[0]) >= args[1]
    if op == "opponent_controls":
        return any(count(eye, args[0], of=seat) >= args[1] for seat in position.others(eye.you))
    if op == "controls_exactly_here":
        return any(
            place.controller == eye.you
            and sum(t.is_unit and t.at == place.id and t.controller == eye.you for t in position.board()) == args[0]
            for place in position.battlefields
        )
    if op == "runes_at_most":
        return eye.player.runes <= args[0]
    if op == "runes_at_least":
        return eye.player.runes >= args[0]
    if op == "fewer_runes":
        return any(position.players[seat].runes > eye.player.runes for seat in position.others(eye.you))
    if op == "target":
        return q is not None and any(fits(eye, args[0], thing) for thing in q.targets)
    if op == "not_from_hand":
        return q is not None and q.played and q.zone != "hand"
    if op == "showdown":
        return position.showdown is not None
    if op == "your_turn":
        return position.turn_player == eye.you
    if op == "event":
        return about_the_event(eye, args)
    raise Unknown(op)


ABOUT_SELF = (
    "empowered", "empowered_times", "state", "paid_additional", "in_combat", "in_showdown", "showdown_here",
    "at_battlefield", "controls_battlefield",
)  # fmt: skip


def about_self(eye: Eye, op: str, args: list[Any]) -> bool:
    thing, position = eye.object, eye.position
    if op == "controls_battlefield":
        return eye.me is not None and eye.me.kind == "battlefield" and eye.me.controller == eye.you
    if op in ("in_showdown", "showdown_here"):
        return position.showdown is not None and eye.place == position.showdown
    if op == "paid_additional":
        if thing is not None:
            if not {"paid", "unpaid"} & set(thing.states):
                raise Unknown("whether the additional cost was paid")
            return "paid" in thing.states
        return eye.question is not None and ("additional", 0) in eye.question.paid
    if thing is None:
        return False
    if op in ("empowered", "empowered_times"):  # 828
        return thing.states.get("empowered", 0) >= (args[0] if args else 1)
    if op == "state":
        return position.is_state(thing, args[0])
    if op == "in_combat":
        return position.is_state(thing, "attacking") or position.is_state(thing, "defending")
    return thing.kind == "board" and thing.at != "base"  # at_battlefield


ABOUT_THE_TURN = (
    "legion", "played_this_turn", "first", "enemy_unit_died_this_turn", "energy_on_one_spell", "power_spent",
    "chose_enemies_this_turn", "chose_enemy_unit_this_turn",
)  # fmt: skip
FIRST = {
    "gear_played": "gear_played",
    "gear_ability": "gear_abilities",
    "card": "cards_played",
    "spell": "spells_played",
}


def about_the_turn(eye: Eye, op: str, args: list[Any]) -> bool:
    player = eye.player
    if op == "legion":  # 812.1.c: the card itself is not finalized yet
        return player.happened("cards_played") > 0
    if op == "first":
        return player.happened(FIRST[args[0]]) == 0
    if op == "chose_enemies_this_turn":
        return at_least(player, "enemies_chosen", args[0])
    if op == "chose_enemy_unit_this_turn":
        return at_least(player, "enemy_units_chosen", 1)
    if op == "enemy_unit_died_this_turn":
        return player.happened("enemy_units_died") > 0
    if op == "energy_on_one_spell":
        return player.happened("max_energy_on_one_spell") >= args[0]
    if op == "power_spent":
        return player.happened("power_spent") >= args[0]
    if args[0] == "equipment":
        if "equipment_played" not in player.this_turn and not player.happened("gear_played"):
            return False  # who played no gear played no Equipment
        return at_least(player, "equipment_played", 1)
    if args[0] == "spell":
        return player.happened("spells_played") > 0
    if args[0] != "card" and player.happened("cards_played"):
        raise Unknown("which cards were played")
    return player.happened("cards_played") > 0


def at_least(player: Player, what: str, times: int) -> bool:
    value = player.this_turn.get(what, "0+" if what in OPEN_FACTS else 0)
    if player.happened(what) < times and str(value).endswith("+"):
        raise Unknown(what)
    return player.happened(what) >= times


def about_the_event(eye: Eye, args: list[Any]) -> bool:
    """What happened is the caller's to know; outside of a trigger nothing of the kind is happening."""
    q = eye.question
    if q is not None and args[0] == "excess_damage" and q.action.get("excess_damage") is not None:
        return bool(q.action["excess_damage"] >= args[1])
    if q is None or q.form == "trigger":
        raise Unknown("a fact of the event")
    return False


# --------------------------------------------------------------------------------------------------- numbers


def number(eye: Eye, n: Any) -> int:
    if isinstance(n, int):
        return n
    op, *args = n
    position, q = eye.position, eye.question
    if op == "times":
        return int(args[0]) * number(eye, args[1])
    if op == "count":
        return count(eye, args[0])
    if op == "max_might":
        return max((thing.strength for thing in position.in_play() if fits(eye, args[0], thing)), default=0)
    if op == "tags_among":
        among = [thing for thing in position.in_play() if fits(eye, args[1], thing)]
        return sum(any(tag in thing.card.tags for thing in among) for tag in args[0])
    if op == "self_might":
        return eye.object.strength if eye.object is not None else 0
    if op == "target_might":
        if q is None or not q.targets:
            raise Unknown("the Might of what is chosen")
        return q.targets[0].strength if q.targets[0].in_play else 0
    if op == "paid_might":
        if eye.paid_might is None:
            raise Unknown("the Might of what paid")
        return eye.paid_might
    if op == "units_beyond_first":
        return len(q.targets) - 1 if q is not None and q.form == "move" else 0
    if op in GIVEN:
        return int(getattr(eye.given, GIVEN[op]))
    player = eye.player
    if op == "runes":
        return player.runes
    if op == "trash":
        return len(player.trash)
    if op == "trash_named_self":
        return player.trash.count(eye.card)
    if op == "points":
        return player.points
    if op in ("cards_played", "points_from_holding"):
        return player.happened(op)
    raise Unknown(op)


GIVEN = {"killed": "killed", "killed_energy": "energy", "killed_power": "power", "buffs_spent": "buffs"}


# --------------------------------------------------------------------------------------------------- filters


def types_of(f: dict[str, Any]) -> list[str]:
    types = f.get("type", [])
    return [types] if isinstance(types, str) else types


def printed_fits(f: dict[str, Any], card: Card) -> bool:
    """What is printed: kind, domain, tags."""
    if types_of(f) and not any(card.is_a(kind) for kind in types_of(f)):
        return False
    if "domain" in f and f["domain"] not in card.domains:
        return False
    tags = [f["tag"]] if "tag" in f else f.get("tags_any", ())
    return not tags or any(tag in card.tags for tag in tags)


def fits(eye: Eye, f: dict[str, Any], thing: Thing) -> bool:
    """Is this thing meant, seen from self?"""
    card, position, me = thing.card, eye.position, eye.me
    if card is None or not printed_fits(f, card):
        return False
    controller = f.get("controller")
    state = f.get("state")
    whose = {
        None: True, "any": True, "you": thing.controller == eye.you,
        "opponent": thing.controller is not None and thing.controller != eye.you,
        "payer": eye.question is not None and thing.controller == eye.question.seat,
    }  # fmt: skip
    return (
        (not f.get("self") or thing is me)
        and (not f.get("other") or thing is not me)
        and whose[controller]
        and (f.get("name") != "self" or card is eye.card)
        and (not f.get("bearer") or (eye.object is not None and eye.object.attached_to == thing.id))
        and (not f.get("weaker") or (thing.in_play and eye.object is not None and thing.strength < eye.object.strength))
        and (state is None or state_fits(position, state, thing))
        and ("from" not in f or lies_in(eye, f["from"], thing))
        and ("keyword" not in f or has_keyword(position, f["keyword"], thing))
        and ("token" not in f or thing.is_token == f["token"])
        and ("at" not in f or is_at(eye, f, thing))
    )


def state_fits(position: Position, state: str, thing: Thing) -> bool:
    if state == "ready":
        return not position.is_state(thing, "exhausted")
    if state == "detached":
        return not position.is_state(thing, "attached")
    if state == "facedown":
        return thing.kind == "facedown"
    return position.is_state(thing, state)


def has_keyword(position: Position, keyword: str, thing: Thing) -> bool:
    return keyword in thing.card.keywords or (keyword == "temporary" and position.is_state(thing, "temporary"))


def lies_in(eye: Eye, zone: str, thing: Thing) -> bool:
    if zone == "any trash":
        return thing.kind == "trash"
    return zone == "trash" and thing.kind == "trash" and thing.owner == eye.you


def is_at(eye: Eye, f: dict[str, Any], thing: Thing) -> bool:
    """At a place: objects, and where no kind is named facedown cards too."""
    if thing.kind != "board" and not (thing.kind == "facedown" and not types_of(f)):
        return False
    if f["at"] == "here":
        return thing.at == eye.place
    return (thing.at == "base") == (f["at"] == "base")


def count(eye: Eye, f: dict[str, Any], of: int | None = None) -> int:
    """How many there are: runes, battlefields, cards of a zone, else things in play; `of`: this player's alone."""
    seats = [seat for seat in range(len(eye.position.players)) if of is None or seat == of]
    types = types_of(f)
    if "rune" in types or "battlefield" in types or "from" in f or f.get("state") == "facedown":
        if of is None:
            seats = [seat for seat in seats if belongs(eye, f, seat)]
        return sum(count_elsewhere(eye, f, seat) for seat in seats)
    return sum(fits(eye, f, thing) for thing in eye.position.in_play() if of is None or thing.controller == of)


def belongs(eye: Eye, f: dict[str, Any], seat: int) -> bool:
    """A hand and a trash are one's own where nothing else is said."""
    if f.get("controller") == "opponent":
        return seat != eye.you
    own = f.get("controller") == "you" or f.get("from") in ("trash", "hand")
    return seat == eye.you if own else True


def count_elsewhere(eye: Eye, f: dict[str, Any], seat: int) -> int:
    player, types = eye.position.players[seat], types_of(f)
    if "rune" in types:
        domains = [f["domain"]] if "domain" in f else list(DOMAINS)
        ready = f.get("state") != "exhausted"
        tired = f.get("state") != "ready"
        return sum(player.ready[d] * ready + player.exhausted[d] * tired for d in domains)
    if "battlefield" in types:
        return sum(place.controller == seat for place in eye.position.battlefields)
    if f.get("state") == "facedown":
        return len(player.facedown)
    zone = player.hand if f["from"] == "hand" else player.trash
    return sum(card_meant(eye, f, card) for card in zone)


def card_meant(eye: Eye, f: dict[str, Any], card: Card | None) -> bool:
    if types_of(f) in ([], ["card"]) and not {"tag", "tags_any", "domain", "keyword", "name"} & set(f):
        return True
    if card is None:
        raise Unknown("a card that nobody knows")
    keyword = f.get("keyword")
    return printed_fits(f, card) and keyword in (None, *card.keywords) and (f.get("name") != "self" or card is eye.card)
