"""Random situations and actions on real cards, for the tests that drive the state and the referee.

Everything comes from a `random.Random`, so that a seed tells a whole run. Cards are picked by the kinds of clauses
that they carry, never by name: a new card file brings its cards into these tests by itself.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from riftcore.catalog import Card, Catalog

DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")
PLACES = ("base", "A", "B")
PHASES = ("awaken", "beginning", "channel", "draw", "ending")
EVENTS = (
    "start of main phase", "end of turn", "moved", "held", "conquered", "revealed", "discarded", "countered",
    "resolved", "combat started", "combat ended",
)  # fmt: skip
PURPOSES = (
    "spell", "unit", "gear", "unit ability", "gear ability", "legend ability", "trigger", "resolution", "move", "hide",
)  # fmt: skip
TURN_COUNTS = (
    "cards_played", "spells_played", "gear_played", "gear_abilities", "discarded", "points_from_holding",
    "enemy_units_died", "power_spent", "max_energy_on_one_spell", "enemy_units_chosen",
    "enemies_chosen", "equipment_played",
)  # fmt: skip
#: Clauses that change what something else costs, or what can be paid with.
BOARD_KINDS = frozenset(
    ("add_activated", "add_modifier", "discount_other", "increase_other", "keyword_deflect", "keyword_repeat",
     "keyword_accelerate", "additional_optional", "tax", "ignore_cost", "alternate_cost", "activated_cost",
     "keyword_equip", "keyword_empower", "keyword_weaponmaster")
)  # fmt: skip
#: Clauses that matter while the card itself is played.
HAND_KINDS = frozenset(
    ("additional_mandatory", "additional_optional", "keyword_accelerate", "keyword_repeat", "keyword_flow",
     "keyword_hidden", "discount_self", "increase_self", "alternate_cost", "ignore_cost", "cost_reader")
)  # fmt: skip


@cache
def catalog() -> Catalog:
    """The printed cards."""
    return Catalog.builtin()


@cache
def cards(types: tuple[str, ...], kinds: frozenset[str] = frozenset()) -> tuple[Card, ...]:
    """The cards of these types, with a clause of one of these kinds (any card where none is named)."""
    return tuple(
        card
        for card in catalog()
        if card.type in types and (not kinds or any(clause.kind in kinds for clause in card.clauses))
    )


def pick(rng: Random, types: tuple[str, ...], kinds: frozenset[str]) -> Card:
    """A card, most often one that such clauses make interesting: rare kinds as often as common ones."""
    if rng.random() < 0.85:
        found = cards(types, frozenset((rng.choice(sorted(kinds)),)))
        if found:
            return rng.choice(found)
    return rng.choice(cards(types))


def place_for(card: Card) -> dict[str, Any]:
    """A situation with the card where cards of its type may be."""
    if card.type == "battlefield":
        return {"battlefields": {"A": {"card": card.name}}}
    if card.type == "legend":
        return {"players": [{"legend": {"card": card.name}}]}
    return {"players": [{"banished": [card.name]}]}


@cache
def lasting() -> tuple[Card, ...]:
    """The cards whose effects go on changing costs after they happened."""
    return tuple(
        card for card in catalog() if any((c.scope or {}).get("lasts") in ("next", "turn") for c in card.clauses)
    )


def maybe(rng: Random, chance: float) -> bool:
    return rng.random() < chance


def runes(rng: Random, most: int) -> dict[str, Any]:
    """Up to `most` runes of two or three domains."""
    found: dict[str, Any] = {}
    for domain in rng.sample(DOMAINS, rng.choice((1, 2, 2, 3))):
        ready, exhausted = rng.randint(0, most // 3 + 1), rng.choice((0, 0, 0, 1, 2))
        found[domain] = {"ready": ready, "exhausted": exhausted}
    while sum(n["ready"] + n["exhausted"] for n in found.values()) > min(most, 12):
        rng.choice(list(found.values()))["ready"] = 0
        rng.choice(list(found.values()))["exhausted"] = 0
    return found


def pool(rng: Random) -> dict[str, Any]:
    """A little in the pool; at times some of it restricted."""
    found: dict[str, Any] = {"energy": rng.choice((0, 0, 1, 2, 4))}
    found["power"] = {name: rng.choice((0, 1, 1, 2)) for name in rng.sample((*DOMAINS, "any"), rng.choice((0, 1, 2)))}
    if maybe(rng, 0.25):
        only = rng.choice(("spells", "units", "gear", "showdown"))
        entry: dict[str, Any] = {"only": only}
        if only != "gear":
            entry["energy"] = rng.randint(1, 3)
        if only in ("spells", "gear"):
            entry["power"] = {"any": rng.randint(1, 2)}
        found["restricted"] = [entry]
    return found


def thing(rng: Random, name: str, seat: int, seats: int) -> dict[str, Any]:
    """An object on the board."""
    if maybe(rng, 0.1):
        card: Card = rng.choice(tuple(catalog().tokens.values()))
        if card.type not in ("unit", "gear"):
            card = catalog().tokens["Gold"]
    else:
        card = pick(rng, ("unit", "unit", "gear"), BOARD_KINDS)
    found: dict[str, Any] = {"card": card.name, "id": name, "at": rng.choice(PLACES)}
    if card.name in catalog().tokens:
        found["token"] = True
    if maybe(rng, 0.3):
        found["exhausted"] = True
    if card.type == "unit" and maybe(rng, 0.2):
        found["might"] = rng.randint(0, 7)
    if card.type == "unit" and maybe(rng, 0.15):
        found["buffs"] = rng.randint(1, 2)
        if "might" in found:
            found["might"] += found["buffs"]
    states = [s for s in ("empowered", "temporary", "attacking", "defending", "stunned", "used") if maybe(rng, 0.12)]
    if states:
        found["states"] = states
    if seats > 1 and maybe(rng, 0.05):
        found["controller"] = rng.randrange(seats)
    return found


def player(rng: Random, seat: int, seats: int, most: int) -> dict[str, Any]:
    """One player: runes that make 12 with their deck, a few objects, a few cards."""
    found: dict[str, Any] = {"runes": runes(rng, most), "pool": pool(rng) if maybe(rng, 0.6) else {}}
    on_board = sum(n["ready"] + n["exhausted"] for n in found["runes"].values())
    domains = list(found["runes"])
    deck = {domain: 0 for domain in domains}
    for _ in range(12 - on_board):
        deck[rng.choice(domains)] += 1
    found["rune_deck"] = deck
    if maybe(rng, 0.6):
        found["legend"] = {
            "card": pick(rng, ("legend",), BOARD_KINDS).name, "id": f"L{seat}", "exhausted": maybe(rng, 0.3),
            "states": ["empowered"] if maybe(rng, 0.2) else [],
        }  # fmt: skip
    board = [thing(rng, f"p{seat}b{i}", seat, seats) for i in range(rng.randint(0, 4))]
    units = [item for item in board if catalog().card(item["card"]).type == "unit"]
    for item in board:
        if units and "equipment" in catalog().card(item["card"]).tags and maybe(rng, 0.4):
            host = rng.choice(units)
            item["attached_to"], item["at"] = host["id"], host["at"]
    found["board"] = board
    found["hand"] = [pick(rng, ("unit", "spell", "gear"), HAND_KINDS).name for _ in range(rng.randint(1, 4))]
    found["trash"] = [pick(rng, ("unit", "spell"), HAND_KINDS).name for _ in range(rng.choice((0, 1, 2, 3)))]
    if maybe(rng, 0.2):
        found["champion"] = [pick(rng, ("unit",), HAND_KINDS).name]
    if maybe(rng, 0.3):
        found["facedown"] = [
            {"card": pick(rng, ("unit", "spell"), frozenset(("keyword_hidden",))).name, "id": f"F{seat}",
             "at": "A" if seat % 2 == 0 else "B", "hidden_turn": rng.choice(("earlier", "earlier", "this"))}
        ]  # fmt: skip
    found["xp"] = rng.choice((0, 0, 2, 3, 6, 11))
    found["points"] = rng.choice((0, 0, 3, 5, 7))
    found["this_turn"] = {name: rng.choice((1, 1, 2, 4)) for name in rng.sample(TURN_COUNTS, rng.choice((0, 0, 1, 2)))}
    if maybe(rng, 0.2):
        found["effects"] = [{"card": rng.choice(lasting()).name}]
    return found


def situation(rng: Random, *, most: int = 10) -> dict[str, Any]:
    """A whole situation, its turn in any of the states that timing tells apart."""
    seats = rng.choice((2, 2, 2, 2, 3, 4))
    turn: dict[str, Any] = {"player": rng.choice((0, 0, 1))}
    found: dict[str, Any] = {"turn": turn, "players": [player(rng, seat, seats, most) for seat in range(seats)]}
    found["battlefields"] = {
        name: {"card": pick(rng, ("battlefield",), BOARD_KINDS).name, "controller": rng.choice((0, 1, None))}
        for name in ("A", "B")
    }
    if maybe(rng, 0.06):
        turn["phase"] = rng.choice(PHASES)
    if maybe(rng, 0.2):
        turn["showdown"] = rng.choice(("A", "B"))
        turn["focus"] = rng.randrange(seats)
        turn["combat"] = maybe(rng, 0.5)
    if maybe(rng, 0.2):
        turn["chain"] = [
            {"card": pick(rng, ("spell",), HAND_KINDS).name, "id": f"c{i}", "controller": rng.randrange(seats)}
            for i in range(rng.choice((1, 1, 2)))
        ]
        turn["priority"] = rng.randrange(seats)
    if maybe(rng, 0.5):  # what is left open is there
        found["assume"] = ["targets", "modes"]
    return found


def ids(board: dict[str, Any]) -> list[str]:
    """What a target may be: every id of the situation."""
    found = [item["id"] for item in board.get("turn", {}).get("chain", ()) if isinstance(item, dict) and "id" in item]
    for seat, who in enumerate(board.get("players", ())):
        found += [item.get("id", f"p{seat}.board.{i}") for i, item in enumerate(who.get("board", ()))]
        if who.get("legend"):
            found.append(who["legend"].get("id", f"p{seat}.legend"))
    return found


def acting(board: dict[str, Any]) -> int:
    """The player with priority, with focus in an open showdown."""
    turn = board.get("turn", {})
    if turn.get("showdown") and not turn.get("chain"):
        return int(turn.get("focus", turn.get("player", 0)))
    return int(turn.get("priority", turn.get("focus", turn.get("player", 0))))


def objects_of(board: dict[str, Any], seat: int) -> list[str]:
    who = board["players"][seat] if seat < len(board.get("players", ())) else {}
    found = [item.get("id", f"p{seat}.board.{i}") for i, item in enumerate(who.get("board", ()))]
    if who.get("legend"):
        found.append(who["legend"].get("id", f"p{seat}.legend"))
    return found


def listed(who: dict[str, Any], zone: str) -> list[Any]:
    cards_there = who.get(zone, ())
    return [card for card in cards_there if card is not None] if isinstance(cards_there, list) else []


def targets(rng: Random, board: dict[str, Any]) -> list[str]:
    known = ids(board)
    return [rng.choice(known) for _ in range(rng.choice((0, 0, 1, 1, 2)))] if known else []


def price(rng: Random) -> dict[str, Any]:
    """A cost of any size that a card could ask for."""
    power: dict[str, int] = {}
    for name in rng.sample((*DOMAINS, "any", "calm|chaos", "fury|order", "mind|body"), rng.choice((0, 1, 1, 2))):
        power[name] = rng.randint(1, 2)
    return {"energy": rng.choice((0, 1, 2, 3, 5)), "power": power}


def options(rng: Random, card: Card) -> list[str]:
    """Optional additional costs: those of the card, at times others."""
    found = []
    kinds = [clause.kind for clause in card.clauses]
    if "keyword_accelerate" in kinds or maybe(rng, 0.05):
        found.append("accelerate")
    if "additional_optional" in kinds or maybe(rng, 0.1):
        found.append("additional")
    if "keyword_repeat" in kinds or (card.type == "spell" and maybe(rng, 0.2)):
        found.append("repeat")
        if kinds.count("keyword_repeat") > 1 or maybe(rng, 0.1):
            found.append("repeat:1")
    return [name for name in found if maybe(rng, 0.6)]


def play(rng: Random, board: dict[str, Any], seat: int) -> dict[str, Any]:
    """A play, most often of a card that is where it says."""
    who = board["players"][seat] if seat < len(board.get("players", ())) else {}
    zone = rng.choice(("hand",) * 9 + ("trash",) * 3 + ("facedown",) * 3 + ("champion", "deck", "token"))
    action: dict[str, Any]
    if zone == "facedown" and who.get("facedown"):
        at = rng.randrange(len(who["facedown"]))
        action = {"play": who["facedown"][at].get("id", f"p{seat}.facedown.{at}")}
        card = catalog().card(who["facedown"][at]["card"])
    elif zone in ("hand", "trash", "champion", "facedown") and maybe(rng, 0.97):
        zone = zone if listed(who, zone) and zone != "facedown" else "hand"
        names = listed(who, zone)
        flowing = [name for name in names if "flow" in catalog().card(name).keywords] if zone == "trash" else names
        card = pick(rng, ("unit", "spell", "gear"), HAND_KINDS)
        if names:
            card = catalog().card(rng.choice(flowing or names))
        action = {"play": card.name}
        if zone != "hand":
            action["from"] = zone
    else:
        card = pick(rng, ("unit", "spell", "gear"), HAND_KINDS)
        action = {"play": card.name}
        if zone in ("deck", "token", "trash", "champion"):
            action["from"] = zone
    if card.type == "spell" or maybe(rng, 0.1):
        action["targets"] = targets(rng, board)
    if maybe(rng, 0.3) and card.type != "spell":
        action["to"] = rng.choice(PLACES)
    chosen = options(rng, card)
    if chosen:
        action["pay"] = chosen
    if maybe(rng, 0.7 if zone in ("deck", "token") else 0.1):
        kind = rng.choice(("ignoring", "for", "reduced", "by"))
        action[kind] = {
            "ignoring": rng.choice(("cost", "energy", "power", "all")), "for": price(rng), "reduced": price(rng),
            "by": pick(rng, ("spell", "unit"), frozenset(("ignore_cost", "total_change"))).name,
        }[kind]  # fmt: skip
    return action


def action(rng: Random, board: dict[str, Any], *, events: bool = True) -> dict[str, Any]:
    """An action on this situation, legal or not, of any form."""
    seats = max(2, len(board.get("players", ())))
    seat = acting(board) if maybe(rng, 0.9) else rng.randrange(seats)
    own, known = objects_of(board, seat), ids(board)
    form = rng.choice(("play",) * 4 + ("activate", "add") * 2 + ("move", "hide", "pay", "trigger", "event"))
    found: dict[str, Any]
    if form in ("activate", "trigger") and known:
        found = {form: rng.choice(own) if own and maybe(rng, 0.9) else rng.choice(known)}
        if maybe(rng, 0.4):
            found["ability"] = rng.choice((0, 0, 1, "equip", "empower", "weaponmaster"))
        if maybe(rng, 0.4):
            found["targets"] = targets(rng, board)
        if form == "trigger" and maybe(rng, 0.3):
            found["on"] = "resolution"
        if form == "trigger" and maybe(rng, 0.1):
            found["decline"] = True
    elif form == "add":
        if maybe(rng, 0.5) or not known:
            who = board["players"][seat] if seat < len(board.get("players", ())) else {}
            there = list(who.get("runes", {})) if maybe(rng, 0.8) else []
            found = {"add": f"{rng.choice(('exhaust', 'recycle'))} {rng.choice(there or DOMAINS)}"}
        else:
            found = {"add": rng.choice(own) if own and maybe(rng, 0.9) else rng.choice(known)}
            if maybe(rng, 0.3):
                found["ability"] = rng.choice((0, 1))
            if maybe(rng, 0.3):
                found["x"] = rng.randint(0, 3)
    elif form == "move" and own:
        found = {"move": rng.sample(own, min(len(own), rng.choice((1, 1, 2)))), "to": rng.choice(PLACES)}
    elif form == "hide":
        who = board["players"][seat] if seat < len(board.get("players", ())) else {}
        hand = listed(who, "hand")
        hand = [name for name in hand if "hidden" in catalog().card(name).keywords] or hand
        card = rng.choice(hand) if hand else pick(rng, ("spell",), frozenset(("keyword_hidden",))).name
        found = {"hide": card, "at": rng.choice(("A", "B"))}
    elif form == "pay":
        found = {"pay": price(rng), "for": rng.choice(PURPOSES)}
        if maybe(rng, 0.2):
            found["pay"]["other"] = [rng.choice(("discard 1", "kill 1 friendly unit", "spend 1 buff", "spend 2 xp"))]
    elif form == "event" and events:
        found = {"event": rng.choice(EVENTS)}
        if known and maybe(rng, 0.6):
            found["object"] = rng.choice(known)
    else:
        found = play(rng, board, seat)
    if seat != acting(board):
        found["player"] = seat
    if maybe(rng, 0.08) and own:
        found["with"] = {rng.choice(("kill", "exhaust", "return")): [rng.choice(own)]}
    return found
