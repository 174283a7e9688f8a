"""The tokens of the game (184), which no card file lists in full: name -> facts of the card that a token is."""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.cards import Card, Clause

_GOLD: Final = Clause(
    n=1,
    group=1,
    kind="add_activated",
    timing="reaction",
    cost={"exhaust_self": True, "other": ["kill self"]},
    adds={"power": {"any": 1}},
)
_DEFLECT: Final = Clause(n=1, group=1, kind="keyword_deflect", value=1)


def _unit(name: str, might: int, *tags: str, **facts: Any) -> Card:
    """A unit token. Its own name counts as a tag, for the cards that speak of it ("Sand Soldiers you play")."""
    own = name.lower()
    return _token(name, type="unit", might=might, tags=(own, *(tag for tag in tags if tag != own)), **facts)


def _token(name: str, **facts: Any) -> Card:
    identifier = "token-" + name.lower().replace(" ", "-")
    return Card(name=name, id=identifier, ids=(identifier,), supertype="Token", **facts)


# The Might of a token is what most of its makers give it; an object in a scenario may state its own.
TOKENS: Final[dict[str, Card]] = {
    card.name: card
    for card in (
        _token("Gold", type="gear", clauses=(_GOLD,)),
        _unit("Recruit", 1),
        _unit("Sand Soldier", 2, "shurima"),
        _unit("Mech", 3),
        _unit("Sprite", 3, "fae", keywords={"temporary": None}),
        # Every card that makes a Bird gives it Deflect (184.7).
        _unit("Bird", 1, keywords={"deflect": 1}, clauses=(_DEFLECT,)),
        _unit("Shadow Clone", 0),
        _unit("Tentacle", 1, "bilgewater"),
        _unit("Reflection", 0),  # becomes a copy of what its maker names
        _token("Brush", type="battlefield"),
        _token("Baron Pit", type="battlefield"),
    )
}
