"""From a card file that was read to cards: the text of each is parsed into clauses."""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog import overrides
from riftcore.catalog.ability import Parsed
from riftcore.catalog.cards import Card, Clause, own_symbol
from riftcore.catalog.evaluated import evaluated
from riftcore.catalog.grammar import parse
from riftcore.catalog.riftcodex import Folded


def compile_card(folded: Folded) -> Card:
    """One card with its clauses; what its text says beyond them is in `partial`, quoted."""
    base = folded.base
    parsed = _parsed(folded)
    found = _evaluated(parsed, base.type)
    if base.type == "spell":  # what it says of a later moment is a part of its effect
        found = [clause for clause in found if clause["kind"] != "triggered"]
    found += chosen(parsed, found, base.type)
    group = max((clause["group"] for clause in found), default=0)
    for extra in overrides.effect_box(folded.name):
        group += 1
        found.append({"group": group, **extra})
    tags = [tag for printing in folded.printings for tag in printing.tags]
    return Card(
        name=folded.name,
        id=base.id,
        ids=tuple(dict.fromkeys(printing.id for printing in folded.printings)),
        type=base.type,
        supertype=base.supertype,
        domains=base.domains,
        energy=base.energy or 0,
        power=base.power or 0,
        might=base.might,
        tags=tuple(dict.fromkeys(tags)),
        keywords=parsed.keywords,
        enters=parsed.enters,
        permissions=tuple(parsed.permissions),
        clauses=numbered(found),
        partial=tuple(parsed.leftovers),
        unread=tuple(dict.fromkeys(parsed.unread)) if any("unknown" in c.get("chooses", ()) for c in found) else (),
    )


def _parsed(folded: Folded) -> Parsed:
    try:
        return parse(folded.text, own=own_symbol(folded.base.domains))
    except Exception as error:  # a fault of the parser must not cost the user the rest of the file
        reason = f"the text could not be parsed ({type(error).__name__}: {error})"
        return Parsed(leftovers=[reason])


def _optional(clause: dict[str, Any]) -> bool:
    return clause["kind"] == "additional_optional" and not clause.get("granted")


def _once_each_turn(clause: dict[str, Any]) -> bool:
    return "times" in clause.get("limit", {})


def _evaluated(parsed: Parsed, card_type: str) -> list[dict[str, Any]]:
    """The clauses that the core evaluates; the sentences of the others are left over, whole."""
    beyond = set()
    for clause, place in zip(parsed.clauses, parsed.places, strict=True):
        group = [other for other in parsed.clauses if other["group"] == clause["group"]]
        if not evaluated(clause, group, card_type):
            beyond.add(place)
    for one_alone in (_optional, _once_each_turn):
        several = [place for clause, place in zip(parsed.clauses, parsed.places, strict=True) if one_alone(clause)]
        if len(several) > 1:
            beyond.update(several)  # an action and a position tell no two of them apart
    parsed.leftovers += [place for place in dict.fromkeys(parsed.places) if place in beyond]
    return [clause for clause, place in zip(parsed.clauses, parsed.places, strict=True) if place not in beyond]


#: Kinds of clauses that are an ability, or the trigger of one: what their group chooses, they choose.
_ABILITY_KINDS: Final = frozenset(
    {
        "activated_cost", "add_activated", "triggered", "triggered_cost", "resolution_cost", "keyword_equip",
        "keyword_weaponmaster", "other_cost",
    }
)  # fmt: skip
#: What keywords choose (818, 819, 821).
_YOUR_UNIT: Final = {"count": 1, "filter": {"type": "unit", "controller": "you"}}
_YOUR_EQUIPMENT: Final = {"count": 1, "filter": {"type": "gear", "tag": "equipment", "controller": "you"}}
_OF_KEYWORDS: Final = {"keyword_equip": _YOUR_UNIT, "keyword_weaponmaster": _YOUR_EQUIPMENT}


def chosen(parsed: Parsed, clauses: list[dict[str, Any]], card_type: str) -> list[dict[str, Any]]:
    """What is chosen, of the play (of a spell) or of an ability: clauses that stand behind the others."""
    found: list[dict[str, Any]] = []
    abilities = {}
    for clause in clauses:
        if clause["kind"] in _ABILITY_KINDS:
            abilities.setdefault((clause["group"], clause.get("granted", False)), clause.get("when"))
    for clause in parsed.choices:
        mine = {key: value for key, value in clause.items() if key not in ("trigger", "scope")}
        if card_type == "spell" and not clause.get("granted"):
            if "trigger" in clause:
                continue  # of a later moment
        elif (clause["group"], clause.get("granted", False)) not in abilities:
            continue  # no ability: a static text
        elif mine.get("when") == abilities[clause["group"], clause.get("granted", False)]:
            mine.pop("when", None)  # the ability says so itself
        found.append(mine)
    for clause in clauses:
        if (term := _OF_KEYWORDS.get(clause["kind"])) is not None:
            mine = {"group": clause["group"], "kind": "chooses", "chooses": term}
            if clause.get("granted"):
                mine["granted"] = True
            if mine not in found:
                found.append(mine)
        elif clause["kind"] == "triggered" and clause["group"] in parsed.quick_draw:
            found.append({"group": clause["group"], "kind": "chooses", "chooses": _YOUR_UNIT})
    return found


def numbered(found: list[dict[str, Any]]) -> tuple[Clause, ...]:
    """Clauses from dicts: `n` and `group` counted from 1 in the order of the text."""
    groups: dict[int, int] = {}
    for clause in found:
        groups.setdefault(clause["group"], len(groups) + 1)
    return tuple(
        Clause(**{**clause, "n": n, "group": groups[clause["group"]]}) for n, clause in enumerate(found, start=1)
    )
