"""Actions for search: the integers of `State.legal_actions` as scenario actions and in words (docs/actions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from riftcore.errors import IllegalAction
from riftcore.node import nearest, show
from riftcore.scenario.values import DOMAINS

if TYPE_CHECKING:
    from riftcore.edge._state import State

FORMS = ("play", "activate", "trigger", "add", "move", "hide")
FROM = ("hand", "trash", "facedown", "champion")


#: The parts of an observation in order, with their lengths; of a player and of a card each is repeated.
TURN_PARTS = (
    ("turn player", 4), ("priority", 4), ("focus", 4), ("phase", 6), ("showdown", 1), ("combat", 1), ("chain", 1),
    ("victory score", 1), ("controller of each battlefield", 6),
)  # fmt: skip
PLAYER_PARTS = (
    ("ready runes", 6), ("exhausted runes", 6), ("Energy", 1), ("Power", 6), ("universal Power", 1),
    ("restricted resources", 5), ("Seals", 6), ("other sources", 5), ("Anomalies and Henges", 2), ("legend", 5),
    ("Heimerdingers", 2), ("flags", 2), ("Rune Deck", 1), ("legend exhausted", 1), ("XP", 1), ("points", 1),
    ("zones", 6), ("this turn", 10), ("units", 21),
)  # fmt: skip
CARD_PARTS = (("there", 1), ("type", 3), ("Energy", 1), ("Power", 1), ("domains", 6))


def observation_layout() -> dict[str, slice]:
    """Where in an observation each part is: "turn player", "player 0: ready runes", "hand 3: Energy"."""
    found: dict[str, slice] = {}
    at = 0
    parts = [*TURN_PARTS]
    parts += [(f"player {i}: {name}", n) for i in range(4) for name, n in PLAYER_PARTS]
    parts += [(f"hand {i}: {name}", n) for i in range(40) for name, n in CARD_PARTS]
    for name, n in parts:
        found[name] = slice(at, at + n)
        at += n
    return found


def action_dict(
    form: int, rune: int, domain: int, from_: int, ability: int, x: int, card: str | None, object_: str | None,
    pay: int, to: str | None, targets: list[str], player: int | None, payment: list[dict[str, Any]] | None,
) -> dict[str, Any]:  # fmt: skip
    """What the core says of an action, in the scenario form."""
    name = FORMS[form]
    found: dict[str, Any]
    if name == "play":
        found = {"play": object_ or card}
        if from_ and object_ is None:
            found["from"] = FROM[from_]
        if to not in (None, "base") and object_ is None:
            found["to"] = to
        if pay:
            found["pay"] = option_names(pay)
        if targets:
            found["targets"] = targets
    elif rune:
        found = {"add": f"{'exhaust' if rune == 1 else 'recycle'} {DOMAINS[domain]}"}
    elif name == "move":
        found = {"move": targets, "to": to}
    elif name == "hide":
        found = {"hide": card, "at": to}
    else:
        found = {name: object_, "ability": ability}
        if x >= 0:
            found["x"] = x
        if targets:
            found["targets"] = targets
    if player is not None:
        found["player"] = player
    if payment is not None:
        found["payment"] = payment
    return found


def option_names(pay: int) -> list[str]:
    """The optional costs of these bits of the core: Accelerate, the card's own, each Repeat."""
    names = ["accelerate", "additional", "repeat", *(f"repeat:{i}" for i in range(1, 12))]
    return [name for bit, name in enumerate(names) if pay >> bit & 1]


def action_words(action: Mapping[str, Any]) -> str:
    """`play Charm; from trash; pay repeat; targets x`, `use gold; ability 0`, `move x; to A`, `exhaust fury`."""
    action = {key: value for key, value in action.items() if key not in ("player", "payment", "with")}
    if "add" in action and "ability" not in action:
        return str(action["add"])
    parts = []
    for key, value in action.items():
        verb = "use" if key in ("activate", "add") else key
        parts.append(f"{verb} {', '.join(value) if isinstance(value, list) else value}")
    return "; ".join(parts)


def find_action(state: State, player: int | None, text: str) -> int:
    """The legal action in these words; one with a payment is sought among all payments."""
    if isinstance(text, str) and "; payment " in text:
        numbers = state.legal_actions(player, "distinct")
    else:
        numbers = state.legal_actions(player)
    known = {state.action_to_string(player, number): number for number in numbers}
    if text not in known:
        hint = nearest(text, known) if isinstance(text, str) else ""
        raise IllegalAction(f"{show(text)} is no legal action here{hint}")
    return known[text]
