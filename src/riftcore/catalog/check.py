"""Facts of a file that is not riftcore's own: each field is looked at before anything is made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from riftcore.catalog.cards import DOMAINS, KINDS, TYPES, Card
from riftcore.catalog.export import clause_object
from riftcore.catalog.expressions import EVENTS, FIRST, OPS, trigger_words
from riftcore.catalog.facts import Row, from_row
from riftcore.errors import CatalogError, RiftcoreError
from riftcore.node import Node, show

Check = Callable[[Node], object]
MOST: Final = 99  # printed numbers
SHAPES: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def check_deep(rows: list[Row], path: str | Path) -> None:
    """Raise CatalogError with the file, the card, the place in it and what was expected there.

    What passes is compiled once more without mercy: facts that the core's table cannot hold are an error here, and
    not an unknown card later.
    """
    from riftcore.cards._compiler import compile_strictly

    for row in rows:
        try:
            _object(CARD)(Node(row))
            card = from_row(row)
            _describe(card)
        except (RiftcoreError, *SHAPES) as error:
            raise CatalogError(f"{path}: {show(row['name'])}: {_told(error)}") from None
        try:
            compile_strictly(card)
        except (RiftcoreError, *SHAPES) as error:
            raise CatalogError(
                f"{path}: {show(row['name'])}: expected facts that the card table holds: {_told(error)}"
            ) from None


def _told(error: Exception) -> str:
    text = str(error) if isinstance(error, RiftcoreError) else f"{type(error).__name__}: {error}"
    return text if len(text) <= 300 else text[:297] + "..."


def _describe(card: Card) -> None:
    """Say it in words, as `riftcore cards export` and `show` do: what cannot be said is no fact."""
    for clause in card.clauses:
        clause_object(card, clause)
        if clause.trigger is not None:
            trigger_words(clause.trigger)


# ------------------------------------------------------------------------------------------ shapes


def _object(fields: Mapping[str, Check], needed: tuple[str, ...] = ()) -> Check:
    """An object with these keys and no others."""

    def check(node: Node) -> None:
        found = node.keys(fields)
        for key in needed:
            if key not in found:
                node.reject(f'expected the key "{key}"')
        for key, value in found.items():
            fields[key](value)

    return check


def _list(item: Check, what: str = "a list") -> Check:
    def check(node: Node) -> None:
        for each in node.items(what):
            item(each)

    return check


def _one_of(*options: str) -> Check:
    return lambda node: node.choice(options)


def _known(table: str) -> Check:
    """A name of one of the core's tables."""

    def check(node: Node) -> None:
        from riftcore.cards import _words

        node.choice([name for name in getattr(_words, table) if name is not None])

    return check


def _either(text: Check, mapping: Check) -> Check:
    return lambda node: mapping(node) if isinstance(node.value, Mapping) else text(node)


def _count(node: Node) -> None:
    node.count(MOST)


def _number_or_x(node: Node) -> None:
    if node.value != "x":
        node.count(MOST, what='"x" or a number')


def _symbol(node: Node, name: str, more: tuple[str, ...]) -> None:
    if name not in more and (not name or any(part not in DOMAINS for part in name.split("|"))):
        node.reject(f"expected a symbol of {', '.join((*DOMAINS, *more))}, found {show(name)}")


def _power(number: Check, *more: str) -> Check:
    def check(node: Node) -> None:
        for name, value in node.mapping().items():
            _symbol(node, name, more)
            number(value)

    return check


# ------------------------------------------------------------------------------------------ expressions


def _expression(node: Node) -> None:
    """A condition or a number of expressions.py."""
    if type(node.value) is int:
        node.count(9999)
        return
    items = node.items("a number, or a list of an operation and its arguments")
    if not items:
        node.fail("a number, or a list of an operation and its arguments")
    op = items[0].choice(sorted(OPS), "an operation:")
    arguments = items[1:]
    if op in ("and", "or"):
        if not arguments:
            node.fail("at least one condition")
        for part in arguments:
            _expression(part)
        return
    if op == "event":
        if not arguments or arguments[0].choice(EVENTS) is None:
            node.fail("a fact of an event")
        for part in arguments[1:]:
            if type(part.value) is not int:
                part.text("a number or a word")
        return
    expected = ARGUMENTS.get(op, ())
    if len(arguments) != len(expected):
        node.fail(f"{len(expected)} arguments of {op}")
    for part, kind in zip(arguments, expected, strict=True):
        kind(part)


def _filter(node: Node) -> None:
    _object(FILTER)(node)


def _trigger(node: Node) -> None:
    _object(TRIGGER, ("event",))(node)


def _number(node: Node) -> None:
    node.count(9999)


ARGUMENTS: Final[dict[str, tuple[Check, ...]]] = {
    "level": (_number,),
    "empowered_times": (_number,),
    "state": (Node.text,),
    "within_points": (_one_of("you", "opponent"), _number),
    "controls": (_filter, _number),
    "opponent_controls": (_filter, _number),
    "controls_exactly_here": (_number,),
    "played_this_turn": (Node.text,),
    "energy_on_one_spell": (_number,),
    "energy_on_spell": (_number,),
    "power_spent": (_number,),
    "runes_at_most": (_number,),
    "runes_at_least": (_number,),
    "target": (_filter,),
    "first": (_one_of(*FIRST),),
    "chose_enemies_this_turn": (_number,),
    "not": (_expression,),
    "count": (_filter,),
    "max_might": (_filter,),
    "tags_among": (_list(Node.text), _filter),
    "times": (_number, _expression),
}
FILTER: Final[dict[str, Check]] = {
    "type": lambda node: node.text() if isinstance(node.value, str) else _list(Node.text)(node),
    "controller": _one_of("you", "opponent", "payer", "any"),
    "tag": Node.text,
    "tags_any": _list(Node.text),
    "domain": _one_of(*DOMAINS),
    "keyword": Node.text,
    "state": Node.text,
    "at": _one_of("here", "battlefield", "base"),
    "from": Node.text,
    "name": _one_of("self"),
    "other": Node.flag,
    "token": Node.flag,
    "chooses": _either(_one_of("self"), _filter),
    "bearer": Node.flag,
    "self": Node.flag,
    "weaker": Node.flag,
    "target": Node.flag,
}
TRIGGER: Final[dict[str, Check]] = {
    "event": Node.text,
    "who": _either(Node.text, _filter),
    "what": _either(Node.text, _filter),
    "where": Node.text,
    "from": Node.text,
    "or": _either(Node.text, _trigger),
    "n": _number,
    "first": Node.text,
    "delay": _one_of("main", "end"),
    "on": Node.text,
    "how": Node.text,
}

# ------------------------------------------------------------------------------------------ clauses

_PRICE: Final[dict[str, Check]] = {"energy": _count, "power": _power(_expression, "any", "own")}
COST: Final[dict[str, Check]] = {
    **_PRICE,
    "exhaust_self": Node.flag,
    "other": _list(Node.text),
    "x": _one_of("energy", "power"),
    "choice": _list(_object({"energy": _count, "power": _power(_count, "any")})),
    "equals": _one_of("printed"),
}
ADDS: Final[dict[str, Check]] = {
    "energy": _number_or_x,
    "power": _power(_number_or_x, "any"),
    "restriction": _known("RESTRICTION"),
    "gold_tokens": _count,
    "per": _expression,
}
MODIFIER: Final[dict[str, Check]] = {
    "energy": _expression,
    "power": _power(_expression, "any"),
    "min_energy": _count,
    "choice": Node.text,
    "applies_to": Node.text,
    "sets": Node.mapping,
    "instead": Node.text,
}
SCOPE: Final[dict[str, Check]] = {
    "payer": _known("PAYER"),
    "what": Node.text,
    "filter": _filter,
    "component": Node.flag,
    "lacking": Node.flag,
    "lasts": _known("LASTS"),
}
LIMIT: Final[dict[str, Check]] = {
    "times": _count,
    "per": Node.text,
    "empowered": _count,
    "x": lambda node: _symbol(node, node.text(), ()),
}
def _term_count(node: Node) -> None:
    if node.value != "any":
        node.count(MOST, 1, what='"any" or a number')


def _split(node: Node) -> None:
    if node.value != "might":
        node.count(MOST, 1, what='"might" or a number')


def _back(node: Node) -> None:
    node.count(8)


TERM: Final[dict[str, Check]] = {
    "count": _term_count,
    "least": _count,
    "filter": _filter,
    "or": _filter,
    "unknown": Node.flag,
    "unsure": Node.flag,
    "modes": lambda node: node.count(9),
    "mode": lambda node: node.count(8),
    "once": _one_of("play", "turn"),
    "apart": Node.flag,
    "together": Node.flag,
    "spread": Node.flag,
    "one_controller": Node.flag,
    "fighting": Node.flag,
    "occupied": Node.flag,
    "named_tag": Node.flag,
    "near": _back,
    "far": _back,
    "same_controller": _back,
    "weaker": _back,
    "attached_to": _back,
    "to": _known("TERM_TO"),
    "split": _split,
    "might_min": _number,
    "might_max": _number,
    "total_might": _number,
    "energy_max": _expression,
    "energy_below": _expression,
    "energy_min": _expression,
    "power_max": _expression,
    "lacks": Node.text,
    "not_tag": Node.text,
    "chooses": _either(_one_of("it alone"), _filter),
}
CLAUSE: Final[dict[str, Check]] = {
    "group": lambda node: node.count(255, 1),
    "kind": _one_of(*KINDS),
    "timing": _known("TIMING"),
    "when": _expression,
    "trigger": _trigger,
    "cost": _object(COST),
    "adds": _object(ADDS),
    "modifier": _object(MODIFIER),
    "value": lambda node: node.count(9999),
    "runes": Node.mapping,
    "granted": Node.flag,
    "scope": _object(SCOPE),
    "reads": Node.mapping,
    "plays": Node.mapping,
    "chooses": _object(TERM),
    "where": Node.text,
    "payer": Node.text,
    "limit": _object(LIMIT),
}
PERMISSION: Final[dict[str, Check]] = {
    "play": Node.text,
    "from": Node.text,
    "keyword": Node.text,
    "scope": _object(SCOPE, ("filter",)),
}
CARD: Final[dict[str, Check]] = {
    "name": Node.text,
    "id": Node.text,
    "ids": _list(Node.text),
    "type": _one_of(*TYPES),
    "supertype": Node.text,
    "domains": _list(_one_of(*DOMAINS), "a list of domains"),
    "energy": _count,
    "power": _count,
    "might": lambda node: node.count(9999),
    "tags": _list(Node.text, "a list of tags"),
    "keywords": lambda node: [value.value is None or value.count(MOST) for value in node.mapping().values()],
    "enters": _one_of("exhausted", "ready"),
    "permissions": _list(_object(PERMISSION)),
    "clauses": _list(_object(CLAUSE, ("group", "kind")), "a list of clauses"),
    "partial": _list(Node.text, "a list of texts"),
    "unread": _list(Node.text, "a list of texts"),
    "aliases": _list(Node.text, "a list of names"),
}

if missing := sorted(set(ARGUMENTS) - set(OPS)):
    raise AssertionError(f"arguments of operations that do not exist: {missing}")
