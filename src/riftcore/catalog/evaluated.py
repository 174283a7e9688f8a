"""What the core evaluates of a clause: whatever the grammar reads beyond it leaves the card partly understood.

Each table here is what the core looks at (`_compiler.pyx`, `_expr.pyx`, `_quote.pyx`, `_happen.pyx`). A clause that
asks for something else would be priced as if that piece were not there, so it is reported with its sentence instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

ClauseDict = dict[str, Any]

_PLAYS: Final = frozenset({"card", "spell", "unit", "gear", "permanent"})
_ABILITIES: Final = frozenset({"ability", "gear_ability", "empower", "equip"})
#: What an effect does, or reads, as it is carried out, and what sets it off: whoever asks says so.
_CARRIED_OUT: Final = frozenset({"rune_ready", "rune_channel", "cost_reader", "triggered", "replaces", "chooses", "modes"})
#: Clauses of the card as it is played: the card is nowhere yet.
_WHILE_PLAYED: Final = frozenset(
    {
        "discount_self", "increase_self", "additional_mandatory", "additional_optional", "keyword_accelerate",
        "keyword_repeat", "keyword_flow",
    }
)  # fmt: skip
_STATES: Final = frozenset(
    {
        "empowered", "mighty", "stunned", "temporary", "exhausted", "attacking", "defending", "buffed", "equipped",
        "attached", "ready", "detached",
    }
)  # fmt: skip
_KEYWORDS: Final = frozenset(
    {
        "action", "reaction", "hidden", "ambush", "accelerate", "flow", "repeat", "empower", "equip", "weaponmaster",
        "deflect", "temporary", "ganking",
    }
)  # fmt: skip
#: Conditions that are facts of an event or effect: a price looks at no such thing.
_OF_EVENTS: Final = frozenset({"event", "energy_on_spell"})
#: What is true of an object alone: a card that is being played is none yet.
_OF_THE_BOARD: Final = frozenset({"at_battlefield", "in_combat", "in_showdown", "empowered", "empowered_times"})
_COUNTED_AFTER_PAYING: Final = frozenset({"killed", "killed_energy", "killed_power", "buffs_spent"})
_FACTS: Final = frozenset({"type", "tag", "tags_any", "domain"})
_ON_BOARD: Final = _FACTS | {"controller", "state", "at", "token", "other", "name", "self", "bearer", "keyword"}
#: Events that set off an Add of the object that they happen to.
_ADDS_AT: Final = frozenset({"move", "hold", "conquer", "discard"})


def evaluated(clause: ClauseDict, group: Iterable[ClauseDict], card_type: str | None) -> bool:
    """Does the core evaluate all of the clause? `group` are the clauses of the same ability."""
    kind = clause["kind"]
    if kind in _CARRIED_OUT:
        return True
    if not _cost(clause, card_type) or not _limit(clause):
        return False
    return _CHECKS[kind](clause, list(group), card_type)


# ------------------------------------------------------------------------------------ costs and limits


def _cost(clause: ClauseDict, card_type: str | None) -> bool:
    cost = clause.get("cost")
    if cost is None:
        return True
    if clause["kind"] in _WHILE_PLAYED | {"alternate_cost"} and {"x", "choice", "exhaust_self"} & set(cost):
        return False
    if "here" in cost or (clause.get("where") == "here" and card_type not in (None, "battlefield")):
        return False  # which objects are here, the core knows of battlefields alone
    return "choice" not in cost or not {"energy", "power", "x"} & set(cost)


def _limit(clause: ClauseDict) -> bool:
    limit = clause.get("limit", {})
    return "times" not in limit or clause["kind"] == "activated_cost"


# ------------------------------------------------------------------------------- conditions and numbers


def _condition(
    when: Any,
    *,
    played: bool = False,
    events: bool = False,
    paid: bool = True,
    chosen: bool = False,
    card_type: str | None = None,
) -> bool:
    """`played`: of a card that is being played; `events`, `chosen`: facts of an event, what is chosen, are at hand."""
    if when is None:
        return True
    op, *args = when
    if op in ("and", "or", "not"):
        return all(
            _condition(a, played=played, events=events, paid=paid, chosen=chosen, card_type=card_type) for a in args
        )
    if op in _OF_EVENTS:
        return events
    if op in ("controls", "opponent_controls"):
        return _count(args[0], played=played)
    if op == "target":
        return chosen and _on_board(args[0])
    if op == "state":
        return not played and args[0] in _STATES
    if op in _OF_THE_BOARD:
        return not played
    if op == "paid_additional":
        return paid
    if op == "controls_battlefield":
        return card_type in (None, "battlefield")
    return True


def _number(number: Any, *, played: bool = False, after_paying: bool = False) -> bool:
    if not isinstance(number, list):
        return True
    op, *args = number
    if op == "times":
        return _number(args[1], played=played, after_paying=after_paying)
    if op in ("count", "max_might"):
        return _count(args[0], played=played) and (op == "count" or not _zone(args[0]))
    if op in _COUNTED_AFTER_PAYING:
        return after_paying
    if op == "self_might":
        return not played
    return op not in ("units_beyond_first", "choosers")


def _count(filter_: Mapping[str, Any], *, played: bool = False) -> bool:
    """May what the filter describes be counted?"""
    types = _types(filter_)
    keys = set(filter_)
    if "rune" in types:
        return (
            len(types) == 1
            and keys <= {"type", "controller", "domain", "state"}
            and _owned(filter_)
            and (filter_.get("state") in (None, "ready", "exhausted"))
        )
    if "battlefield" in types:
        return len(types) == 1 and keys <= {"type", "controller"} and _owned(filter_)
    if filter_.get("state") == "facedown":
        return keys <= {"type", "controller", "state"} and types <= {"card"} and _owned(filter_)
    if _zone(filter_):
        return (
            keys <= _FACTS | {"controller", "from", "keyword", "name"} and _owned(filter_)
            and filter_["from"] in ("trash", "hand", "any trash") and filter_.get("keyword", "hidden") in _KEYWORDS
        )  # fmt: skip
    if "spell" in types or (played and filter_.get("at") == "here"):
        return False
    return _on_board(filter_) and _owned(filter_) and "bearer" not in filter_


def _on_board(filter_: Any) -> bool:
    """Is it all printed, or a state of an object? What else it may have just now, a position does not hold."""
    if not isinstance(filter_, Mapping):
        return bool(filter_ == "self")
    return (
        set(filter_) <= _ON_BOARD
        and filter_.get("state", "ready") in _STATES
        and filter_.get("keyword", "temporary") == "temporary"
    )


def _types(filter_: Mapping[str, Any]) -> set[str]:
    types = filter_.get("type", ())
    return {types} if isinstance(types, str) else set(types)


def _zone(filter_: Mapping[str, Any]) -> bool:
    return "from" in filter_


def _owned(filter_: Mapping[str, Any]) -> bool:
    return filter_.get("controller") in (None, "you", "opponent")


# ------------------------------------------------------------------------------------------- scopes


def _played_card(filter_: Mapping[str, Any]) -> bool:
    """What is asked of a card that is being played."""
    keys = set(filter_)
    if not keys <= _FACTS | {"token", "keyword", "from", "chooses", "self", "other"}:
        return False
    if filter_.get("keyword", "hidden") not in _KEYWORDS:
        return False
    return "chooses" not in filter_ or _on_board(filter_["chooses"])


def _scope(clause: ClauseDict, whats: frozenset[str]) -> bool:
    """Whom and what a change is about: plays of cards, abilities of objects."""
    scope = clause.get("scope", {})
    what, filter_ = scope.get("what"), scope.get("filter", {})
    if what not in whats:
        return False
    return _on_board(filter_) if what in _ABILITIES else _played_card(filter_)


def _lasting(clause: ClauseDict, card_type: str | None) -> bool:
    """How long, and under which condition, does a change of other costs hold?"""
    scope, when = clause.get("scope", {}), clause.get("when")
    lasts = scope.get("lasts", "static")
    if lasts == "static":
        return "trigger" not in clause and _condition(when, paid=False, chosen=True, card_type=card_type)
    if lasts == "granted":
        return _only_events(when)
    return bool(scope.get("payer", "you") == "you")


def _only_events(when: Any) -> bool:
    """A condition of an effect that lets something be played: whoever carries it out knows what happened."""
    return (
        when is None or when[0] in _OF_EVENTS or (when[0] in ("and", "or", "not") and all(map(_only_events, when[1:])))
    )


# ---------------------------------------------------------------------------------- by kind of clause


def _numbers(clause: ClauseDict, **known: bool) -> bool:
    modifier = clause.get("modifier", {})
    power = modifier.get("power", {})
    formulas = [n for n in power.values() if isinstance(n, list)]
    return (
        _number(modifier.get("energy"), **known)
        and all(_number(n, **known) for n in power.values())
        and (not formulas or len(power) == 1)
        and ("choice" not in modifier or not (formulas or isinstance(modifier.get("energy"), list)))
    )


def _own_price(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    ability = clause.get("scope", {}).get("what") == "ability"
    if clause["kind"] == "increase_self" and (ability or {"min_energy", "choice"} & set(clause["modifier"])):
        return False
    paying = any(c["kind"] == "additional_optional" for c in group)
    return _numbers(clause, played=not ability, after_paying=paying) and _condition(
        clause.get("when"), played=not ability, paid=paying, chosen=True, card_type=card_type
    )


def _others(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    scope = clause["scope"]
    if not _numbers(clause, after_paying=False) or not _lasting(clause, card_type):
        return False
    if clause["kind"] == "increase_other" and {"min_energy", "choice"} & set(clause["modifier"]):
        return False
    if scope.get("component"):
        return clause["kind"] == "discount_other" and scope.get("lasts") == "static" and "filter" not in scope
    return _scope(clause, _PLAYS | _ABILITIES if scope.get("lasts") != "granted" else _PLAYS)


def _ignored(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    scope = clause.get("scope")
    if scope is None:
        paying = any(c["kind"] == "additional_optional" for c in group)
        return _condition(clause.get("when"), played=True, paid=paying, chosen=True, card_type=card_type)
    if scope["what"] == "hide":
        return bool(scope["lasts"] == "turn")
    if scope["what"] == "deflect":
        return clause.get("when") is None and "trigger" not in clause
    return scope["lasts"] == "granted" and _lasting(clause, card_type) and _scope(clause, _PLAYS)


def _alternate(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    scope = clause.get("scope")
    if any(other.get("plays") and other["kind"] in ("triggered_cost", "resolution_cost") for other in group):
        return False  # that price would have to be paid as well
    if scope is None:
        return "trigger" in clause or _condition(
            clause.get("when"), played=True, events=True, paid=False, chosen=True, card_type=card_type
        )
    return _lasting(clause, card_type)


def _additional(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    if "trigger" in clause or not _condition(
        clause.get("when"), played=not clause.get("granted"), paid=False, chosen=True, card_type=card_type
    ):
        return False
    return not clause.get("granted") or _scope(clause, _PLAYS)


def _ability(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    when = clause.get("when")
    if not clause.get("granted"):
        return _condition(when, paid=True, chosen=True, card_type=card_type)
    scope = clause.get("scope", {})
    if scope.get("lasts") == "static":
        return "trigger" not in clause and _on_board(scope.get("filter")) and _condition(when, card_type=card_type)
    return bool(scope.get("filter") == {"target": True})


def _add_ability(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    adds = clause["adds"]
    typed = set(adds.get("power", {})) - {"any"}
    return (
        not clause.get("granted") and "trigger" not in clause and not (typed and "restriction" in adds)
        and "per" not in adds and "own" not in adds.get("power", {})
        and _condition(clause.get("when"), card_type=card_type)
    )  # fmt: skip


def _add_triggered(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    fired, adds = dict(clause["trigger"]), clause["adds"]
    if "per" in adds or clause.get("granted") or any(c["kind"] in ("triggered_cost", "resolution_cost") for c in group):
        return False
    if fired == {"event": "combat starts", "where": "here"}:
        return clause.get("payer") is not None and clause.get("when") is None and card_type in (None, "battlefield")
    if clause.get("payer") is not None or not _condition(
        clause.get("when"), events=True, paid=True, card_type=card_type
    ):
        return False
    if fired == {"event": "start of Main Phase", "who": "you"}:
        return card_type in (None, "unit", "gear", "legend")
    if fired.pop("delay", "main") != "main":
        return False
    return fired["event"] in _ADDS_AT and fired == {"event": fired["event"], "who": "self"}


def _add_replacement(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    return "per" not in clause["adds"] and _condition(clause.get("when"), card_type=card_type)


def _add_modifier(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    return (
        clause["adds"] == {"energy": 1}
        and "trigger" not in clause
        and _condition(clause.get("when"), paid=False, card_type=card_type)
    )


def _price(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    if clause["kind"] == "resolution_cost" and clause.get("plays") == {"what": "self"}:
        return False  # a price in place of the card's own: it is not offered as the card is played
    return not clause.get("granted") and _condition(clause.get("when"), events=True, card_type=card_type)


def _other(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    scope = clause.get("scope", {})
    if scope.get("what") == "ability":
        return set(scope["filter"].get("type", ())) == {"unit", "gear", "legend"} and clause.get("when") is None
    return True


def _tax(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    cost = clause["cost"]
    numbers = [cost.get("energy"), *cost.get("power", {}).values()]
    return (
        "trigger" not in clause
        and len(cost.get("power", {})) <= 1
        and all(number is None or number == ["units_beyond_first"] or _number(number) for number in map(_once, numbers))
        and _condition(clause.get("when"), paid=False, card_type=card_type)
    )


def _once(number: Any) -> Any:
    """What is counted, however often it counts."""
    return number[2] if isinstance(number, list) and number[0] == "times" else number


def _keyword(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    """A keyword: printed, had under a condition, or given to others."""
    name = clause["kind"].removeprefix("keyword_")
    scope, when = clause.get("scope", {}), clause.get("when")
    if not clause.get("granted"):
        if name == "hidden":
            return when is None  # to hide a card, it must be printed
        if scope.get("lasts") == "turn" or "trigger" in clause:
            return bool(name == "deflect" and scope.get("lasts") == "turn")
        return _condition(when, played=clause["kind"] in _WHILE_PLAYED, paid=False, card_type=card_type)
    lasts, filter_ = scope.get("lasts"), scope.get("filter")
    if name == "deflect":
        if lasts == "static":
            return (
                "trigger" not in clause and filter_ is not None and _on_board(filter_)
                and _condition(when, paid=False, card_type=card_type)
            )  # fmt: skip
        return True  # to a token that is played, or to what the effect is on: a position says so
    if name == "weaponmaster":
        return (
            lasts == "static"
            and "trigger" not in clause
            and filter_ is not None
            and _on_board(filter_)
            and (_condition(when, paid=False, card_type=card_type))
        )
    if name in ("accelerate", "repeat", "flow"):
        allowed = {"accelerate": ("static",), "repeat": ("static", "next"), "flow": ("turn",)}[name]
        whats = _PLAYS if name == "accelerate" else frozenset({"spell"})
        plays = {**clause, "scope": {**scope, "filter": {
            key: value for key, value in (filter_ or {}).items() if key != "controller"
        }}}  # fmt: skip
        return lasts in allowed and _lasting(clause, card_type) and _scope(plays, whats)
    return False


def _total(clause: ClauseDict, group: list[ClauseDict], card_type: str | None) -> bool:
    return _lasting(clause, card_type)


_CHECKS: Final = {
    "add_activated": _add_ability,
    "add_triggered": _add_triggered,
    "add_replacement": _add_replacement,
    "add_modifier": _add_modifier,
    "activated_cost": _ability,
    "triggered_cost": _price,
    "resolution_cost": _price,
    "additional_mandatory": _additional,
    "additional_optional": _additional,
    "discount_self": _own_price,
    "increase_self": _own_price,
    "discount_other": _others,
    "increase_other": _others,
    "ignore_cost": _ignored,
    "alternate_cost": _alternate,
    "total_change": _total,
    "tax": _tax,
    "other_cost": _other,
} | {
    f"keyword_{name}": _keyword
    for name in ("accelerate", "deflect", "repeat", "flow", "equip", "hidden", "empower", "weaponmaster")
}
