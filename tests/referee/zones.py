"""Cards that go from one zone to another by an event (105-110): which ones a zone holds, and where they are put."""

from __future__ import annotations

from .cards import Card
from .happen import need
from .position import ZONES, Player

HOLDS = {"champion": ("unit",), "banished": ("unit", "gear", "spell", "rune")}
MAIN_DECK = ("unit", "gear", "spell")
ROOM = {"hand": 40, "trash": 80, "champion": 24, "banished": 24, "deck_top": 24}


def put(who: Player, zone: str, card: Card | None) -> None:
    """To the top of the known deck, to the end of any other zone; the Main Deck itself is not held."""
    need(card is None or card.type in HOLDS.get(zone, MAIN_DECK), "not a card for that zone")
    if zone not in ZONES:
        return
    cards = getattr(who, zone)
    need(len(cards) < ROOM[zone], "no room")
    need(not (card is None and cards and cards[0] is not None), "which card is it?")
    if cards and cards[0] is None:
        card = None  # the cards of a zone are all known, or none is
    cards.insert(0 if zone == "deck_top" else len(cards), card)


def transfer(who: Player, card: Card | None, zone: str, to: str) -> None:
    need(zone != to, "to another place")
    need(card is None or card.type in HOLDS.get(zone, MAIN_DECK), "not a card for that zone")
    slot = None
    if zone in ZONES:
        cards = getattr(who, zone)
        slot = next((i for i, there in enumerate(cards) if there is card or there is None), None)
        need(slot is not None, "not there")
    put(who, to, card)
    if slot is not None:
        del getattr(who, zone)[slot]
