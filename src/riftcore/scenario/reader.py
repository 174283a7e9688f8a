"""Costs, pools, payments and other values of the scenario form: every key is checked, every default is filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from riftcore.cards._words import KEYWORDS
from riftcore.edge._counts import POOL_KEYS, RESTRICTED_KEYS
from riftcore.ground._types import MOST
from riftcore.node import Node, nearest
from riftcore.position._position import LIMITS
from riftcore.scenario.values import (
    BORROWED,
    DOMAINS,
    RESTRICTIONS,
    STATES,
    CostData,
    PaymentStep,
    PoolData,
    Restricted,
    Seen,
    Six,
    ThisTurn,
    mask_name,
)

COST_KEYS = ("energy", "power", "other")

OPTIONS = ("accelerate", "repeat", "additional", *(word for word in KEYWORDS if word not in ("accelerate", "repeat")))
MAX_X = 255
_OPTION = re.compile(r"([a-z]+)(?::(\d{1,2}))?")
_MASKS = {mask_name(mask): mask for mask in range(1, 1 << len(DOMAINS)) if mask & (mask - 1)}
# A verb with: what has no number; x of something (a number not chosen yet); all but some; or a number of something.
_OTHER = re.compile(
    r"(exhaust|kill|discard|recycle|return|banish|spend|disempower|burn) "
    r"(?:(self|legend|(?:x|all but) [^][]+(?:\[[^][]+\])?)|(\d{1,3})((?: [a-z'-]+)*(?: \[[^][]+\])?))"
)


def read_cost(data: Mapping[str, Any] | Node) -> CostData:
    """A cost of the form `{"energy": N, "power": {"fury": N, "calm|chaos": N, "any": N}, "other": [...]}`."""
    node = data if isinstance(data, Node) else Node(data)
    fields = node.keys(COST_KEYS, 'a cost like {"energy": 1, "power": {"fury": 1}}')
    typed, any_, hybrids = [0] * len(DOMAINS), 0, {}
    for key, count in fields["power"].mapping().items() if "power" in fields else ():
        if key in DOMAINS:
            typed[DOMAINS.index(key)] = count.count()
        elif key == "any":
            any_ = count.count()
        elif key in _MASKS:
            hybrids[_MASKS[key]] = count.count()
        else:
            _reject_symbol(key, count)
    return CostData(
        energy=fields["energy"].count() if "energy" in fields else 0,
        power=_six(typed),
        any=any_,
        hybrids=tuple(sorted((mask, n) for mask, n in hybrids.items() if n)),
        other=_read_other(fields["other"]) if "other" in fields else (),
    )


def _reject_symbol(key: str, node: Node) -> None:
    names = key.split("|")
    if len(names) > 1 and len(set(names)) == len(names) and all(name in DOMAINS for name in names):
        ordered = "|".join(sorted(names, key=DOMAINS.index))
        node.reject(f'hybrid symbols name the domains in the order {", ".join(DOMAINS)}: expected "{ordered}"')
    Node(key, node.path).choice((*DOMAINS, "any"), 'a hybrid like "calm|chaos" or one of')


def _read_other(node: Node) -> tuple[str, ...]:
    """The non-resource parts in canonical form: sorted, the counts of equal parts added up, parts of 0 dropped."""
    counts: dict[tuple[str, str], int] = {}
    plain: list[str] = []
    for item in node:
        text = " ".join(item.text().split())
        match = _OTHER.fullmatch(text)
        if not match:
            item.fail('a part like "kill 1 friendly unit", "discard 1 [spell]", "exhaust self" or "spend 3 xp"')
        verb, whole, number, rest = match.groups()
        if whole:
            plain.append(text)
        else:
            counts[verb, rest] = counts.get((verb, rest), 0) + Node(int(number), item.path).count()
    plain += [f"{verb} {n}{rest}" for (verb, rest), n in counts.items() if n]
    return tuple(sorted(plain))


# ---------------------------------------------------------------------------------------------- parts without cards


def read_pool(node: Node) -> PoolData:
    """A pool; the entries of `restricted` are merged by restriction, empty ones dropped."""
    fields = node.keys(POOL_KEYS, "a pool")
    power, universal = read_made_power(fields["power"]) if "power" in fields else (_six([0] * 6), 0)
    merged: dict[str, Restricted] = {}
    for item in fields["restricted"].items() if "restricted" in fields else ():
        one = read_restricted(item)
        old = merged.get(one.only, Restricted(one.only))
        total = Restricted(
            one.only,
            old.energy + one.energy,
            _six([a + b for a, b in zip(old.power, one.power, strict=True)]),
            old.universal + one.universal,
        )
        if max(total.energy, total.universal, *total.power) > MOST:
            item.reject(f"expected at most {MOST} of a resource")
        if total.energy or total.universal or any(total.power):
            merged[one.only] = total
    return PoolData(
        energy=fields["energy"].count() if "energy" in fields else 0,
        power=power,
        universal=universal,
        restricted=tuple(merged[only] for only in RESTRICTIONS if only in merged),
    )


def read_restricted(node: Node) -> Restricted:
    fields = node.keys(RESTRICTED_KEYS, "restricted resources")
    power, universal = read_made_power(fields["power"]) if "power" in fields else (_six([0] * 6), 0)
    return Restricted(
        only=needed(node, fields, "only").choice(RESTRICTIONS),
        energy=fields["energy"].count() if "energy" in fields else 0,
        power=power,
        universal=universal,
    )


def read_made_power(node: Node) -> tuple[Six, int]:
    """Power that was made: by domain, and "any" for universal Power. Only costs have hybrid symbols."""
    power, universal = [0] * 6, 0
    for key, value in node.keys((*DOMAINS, "any"), 'Power by domain, like {"fury": 1}').items():
        if key == "any":
            universal = value.count()
        else:
            power[DOMAINS.index(key)] = value.count()
    return _six(power), universal


def read_states(node: Node) -> dict[str, int]:
    """States as a list (each once) or with counts; a count of 0 is left out."""
    if isinstance(node.value, Mapping):
        counts = {name: value.count() for name, value in node.keys(STATES).items()}
        return {name: n for name, n in counts.items() if n}
    found: dict[str, int] = {}
    for item in node.items("a list of states, or their counts", len(STATES)):
        name = item.choice(STATES)
        if name in found:
            item.reject(f'"{name}" stands twice; a count is written {{"{name}": 2}}')
        found[name] = 1
    return found


def read_turn_fact(key: str, node: Node) -> Any:
    """One count of this turn; some may be known in part, "2+" for twice or more."""
    if not isinstance(getattr(ThisTurn(), key), Seen):
        return node.count()
    what = 'a number or one like "2+" (so often or more),'
    match = re.fullmatch(r"(\d{1,3})\+", node.value) if isinstance(node.value, str) else None
    if match is not None:
        return Seen(Node(int(match[1]), node.path).count(LIMITS["seen"], what=what))
    return Seen(node.count(LIMITS["seen"], what=what), more=False)


def needed(node: Node, fields: Mapping[str, Node], key: str) -> Node:
    if key not in fields:
        node.reject(f'expected the key "{key}"')
    return fields[key]


def _six(values: list[int]) -> Six:
    a, b, c, d, e, f = values
    return a, b, c, d, e, f


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
