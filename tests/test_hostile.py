"""Nothing that is handed to a State breaks it: a clear error, or an answer, and not one byte changed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import boards
import pytest
from seeds import seeds
from test_binary import mutations
from test_round_trips import check as reads_back
from test_round_trips import full

import riftcore as rc
from riftcore.errors import MAX_MESSAGE, RiftcoreError

DEEP: Any = {}
for _ in range(5_000):
    DEEP = {"a": [DEEP]}
HUGE = 10**30
ODD: dict[str, Any] = {
    "None": None, "a number": 7, "a negative": -1, "huge": HUGE, "half": 0.5, "not a number": float("nan"),
    "a word": "x",
    "no text": "", "bytes": b"a", "a list": [], "a dict": {}, "None in a list": [None], "an unknown id": ["nobody"],
    "a set": {1}, "an object": object(), "true": True, "a tuple": ("a",), "a step": {"use": "nobody"},
    "a state": "STATE",
    "deep": DEEP, "a lone surrogate": "\ud800", "a long word": "a" * 3_000,
    "uses nobody": [{"use": "nobody"}], "uses a number": [{"use": 7}], "uses a battlefield": [{"use": "A"}],
    "an unknown domain": [{"exhaust": "anger"}], "negative runes": [{"exhaust": "order", "n": -3}],
    "huge runes": [{"exhaust": "order", "n": HUGE}], "no domain": [{"recycle": None}],
    "a negative X": [{"use": "gold", "x": -5}], "a huge ability": [{"use": "gold", "ability": HUGE}],
    "a pool of nothing": [{"pool": 1}], "no steps": [[1]], "two steps in one": [{"exhaust": "order",
    "recycle": "order"}],
}  # fmt: skip
BOARD: dict[str, Any] = {
    "players": [
        {
            "runes": {"order": 6}, "rune_deck": {"order": 6}, "hand": ["Cruel Patron", "Charm"],
            "board": [{"card": "Legion Rearguard", "id": "a"}, {"card": "Gold", "id": "gold", "token": True}],
        },
        {"board": [{"card": "Legion Rearguard", "id": "foe", "at": "A"}]},
    ]
}  # fmt: skip
PAY = {"pay": {"energy": 1}}
COST = rc.Cost(1)
#: name -> a call with one odd argument
CALLS: dict[str, Callable[[Any, Any], object]] = {
    "from_scenario": lambda s, o: rc.State.from_scenario(o, boards.catalog()),
    "from_scenario catalog": lambda s, o: rc.State.from_scenario({}, o or 1),
    "supply": lambda s, o: s.supply(o),
    "can_pay": lambda s, o: s.can_pay(o),
    "can_pay purpose": lambda s, o: s.can_pay(COST, o),
    "can_pay player": lambda s, o: s.can_pay(COST, player=o),
    "cheapest": lambda s, o: s.cheapest(o),
    "cheapest purpose": lambda s, o: s.cheapest(COST, o),
    "cheapest policy": lambda s, o: s.cheapest(COST, policy=o),
    "cheapest player": lambda s, o: s.cheapest(COST, player=o),
    "payments": lambda s, o: list(s.payments(o)),
    "payments player": lambda s, o: list(s.payments(COST, player=o)),
    "count_payments": lambda s, o: s.count_payments(o),
    "mask": lambda s, o: s.mask(o),
    "mask player": lambda s, o: s.mask([COST], player=o),
    "quote": lambda s, o: s.quote(o),
    "check": lambda s, o: s.check(o),
    "check policy": lambda s, o: s.check(PAY, policy=o),
    "check payment": lambda s, o: s.check(PAY, payment=o),
    "check an action's payment": lambda s, o: s.check({**PAY, "payment": o}),
    "check with": lambda s, o: s.check({**PAY, "with": o}),
    "check targets": lambda s, o: s.check({"play": "Charm", "targets": o}),
    "after": lambda s, o: s.after(o),
    "after payment": lambda s, o: s.after(PAY, payment=o),
    "count_payments_of": lambda s, o: s.count_payments_of(o),
    "==": lambda s, o: s == o,
}
#: ... of events, which would change the state if the argument were right
EVENTS: dict[str, Callable[[Any, Any], object]] = {
    "enter": lambda s, o: s.enter(o),
    "enter at": lambda s, o: s.enter("Gold", at=o),
    "enter id": lambda s, o: s.enter("Gold", id=o or 1),
    "enter player": lambda s, o: s.enter("Gold", 1 if o is None else o),
    "enter token": lambda s, o: s.enter("Gold", token=o),
    "leave": lambda s, o: s.leave(o),
    "leave to": lambda s, o: s.leave("a", o),
    "move": lambda s, o: s.move(o, "A"),
    "move to": lambda s, o: s.move("a", o),
    "recall": lambda s, o: s.recall(o),
    "exhaust": lambda s, o: s.exhaust(o),
    "ready": lambda s, o: s.ready(o),
    "set_might": lambda s, o: s.set_might(o, 1),
    "set_might n": lambda s, o: s.set_might("a", o),
    "buff": lambda s, o: s.buff("a", o),
    "unbuff": lambda s, o: s.unbuff("a", o),
    "set_state": lambda s, o: s.set_state("a", o),
    "set_state on": lambda s, o: s.set_state("a", "stunned", o),
    "empower": lambda s, o: s.empower(o),
    "disempower": lambda s, o: s.disempower(o),
    "attach": lambda s, o: s.attach(o, "a"),
    "attach to": lambda s, o: s.attach("gold", o),
    "detach": lambda s, o: s.detach(o),
    "gain_control": lambda s, o: s.gain_control("a", o),
    "control": lambda s, o: s.control(o, 0),
    "control player": lambda s, o: s.control("A", o),
    "conquer": lambda s, o: s.conquer("A", o),
    "hold": lambda s, o: s.hold(o),
    "channel": lambda s, o: s.channel(o),
    "channel n": lambda s, o: s.channel("order", o),
    "ready_runes": lambda s, o: s.ready_runes("order", o),
    "exhaust_runes": lambda s, o: s.exhaust_runes(o),
    "recycle_runes": lambda s, o: s.recycle_runes("order", 1, o),
    "add": lambda s, o: s.add(o),
    "add only": lambda s, o: s.add(COST, only=o),
    "gain_xp": lambda s, o: s.gain_xp(o),
    "lose_xp": lambda s, o: s.lose_xp(o),
    "gain_points": lambda s, o: s.gain_points(o),
    "add_effect": lambda s, o: s.add_effect(o),
    "add_effect on": lambda s, o: s.add_effect("Charm", on=o),
    "end_effect": lambda s, o: s.end_effect(o),
    "draw": lambda s, o: s.draw(o),
    "discard": lambda s, o: s.discard(o),
    "recycle": lambda s, o: s.recycle(o),
    "recycle zone": lambda s, o: s.recycle("Charm", o),
    "put": lambda s, o: s.put(o, "hand", "trash"),
    "put to": lambda s, o: s.put("Charm", "hand", o),
    "reveal": lambda s, o: s.reveal(o),
    "begin_turn": lambda s, o: s.begin_turn(o),
    "begin_phase": lambda s, o: s.begin_phase(o),
    "start_showdown": lambda s, o: s.start_showdown(o, 0),
    "start_showdown focus": lambda s, o: s.start_showdown("A", o),
    "start_combat": lambda s, o: s.start_combat(o, 0),
    "start_combat attacker": lambda s, o: s.start_combat("A", o),
    "pass_priority": lambda s, o: s.pass_priority(o),
    "pass_focus": lambda s, o: s.pass_focus(o),
    "resolve": lambda s, o: s.resolve(o),
    "counter": lambda s, o: s.counter(o),
}
#: forms of actions, each with what may stand in it
ACTIONS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "play": (
        {"play": "Charm"},
        ("play", "id", "from", "to", "targets", "modes", "pay", "by", "ignoring", "for", "reduced", "player", "with",
        "payment"),
    ),
    "activate": ({"activate": "a"}, ("activate", "ability", "targets", "x", "player", "with", "payment")),
    "trigger": ({"trigger": "a"}, ("trigger", "ability", "targets", "x", "on", "decline", "excess_damage", "player")),
    "add": ({"add": "gold"}, ("add", "ability", "x")),
    "move": ({"move": ["a"], "to": "A"}, ("move", "to")),
    "hide": ({"hide": "Charm", "at": "A"}, ("hide", "at")),
    "pay": ({"pay": {"energy": 1}}, ("pay", "for")),
    "event": ({"event": "moved"}, ("event", "object")),
}  # fmt: skip
WITH = ("kill", "discard", "exhaust", "recycle", "return", "banish", "spend_buffs", "spend_xp")


def fine(state: rc.State, call: Callable[[], object]) -> bool:
    """Does the call answer? False: it raises what it should."""
    before, board = state.copy(), state.to_scenario()
    try:
        call()
        answered = True
    except (RiftcoreError, TypeError) as error:
        assert 5 < len(str(error)) < 2000, error
        answered = False
    if not answered or state == before:
        assert state == before and state.key == before.key and state.to_scenario() == board
    assert state.is_ok()
    return answered


@pytest.mark.parametrize("name", CALLS)
def test_questions(name: str) -> None:
    state = rc.State.from_scenario(BOARD, boards.catalog())
    before = state.copy()
    for odd in ODD.values():
        fine(state, lambda odd=odd: CALLS[name](state, odd))  # type: ignore[misc]
        assert state == before


@pytest.mark.parametrize("name", EVENTS)
def test_events(name: str) -> None:
    done = 0
    for what, odd in ODD.items():
        state = rc.State.from_scenario(BOARD, boards.catalog())
        before = state.copy()
        argument = state if what == "a state" else odd
        answered = fine(state, lambda s=state, o=argument: EVENTS[name](s, o))  # type: ignore[misc]
        assert answered or state == before, what
        done += answered
        if answered:
            state.pop()
            assert state == before
    assert done < 5


def test_push() -> None:
    state = rc.State.from_scenario(BOARD, boards.catalog())
    before = state.copy()
    for odd in ODD.values():
        for call in (
            lambda o: state.push(o), lambda o: state.push(PAY, payment=o), lambda o: state.push(PAY, policy=o),
        ):  # fmt: skip
            if fine(state, lambda odd=odd, call=call: call(odd)):  # type: ignore[misc]
                state.pop()
            assert state == before
    with pytest.raises(IndexError):
        state.pop()


@pytest.mark.parametrize("form", ACTIONS)
def test_actions_with_an_odd_part(form: str) -> None:
    base, keys = ACTIONS[form]
    state = rc.State.from_scenario(BOARD, boards.catalog())
    before = state.copy()
    for key in (*keys, *WITH):
        for odd in ODD.values():
            action = {**base, **({"with": {key: odd}} if key in WITH else {key: odd})}
            fine(state, lambda action=action, state=state: state.check(action))  # type: ignore[misc]
            fine(state, lambda action=action, state=state: state.check(rc.Action.from_dict(action)))  # type: ignore[misc]
            assert state == before


def test_a_source_that_is_gone() -> None:
    """A payment that names a dead object, or one that never was: an error, as for every other id."""
    state = rc.State.from_scenario(BOARD, boards.catalog())
    steps = [{"use": "gold"}]
    assert state.check({"pay": {"power": {"any": 1}}}, payment=steps).legal
    state.leave("gold")
    before = state.copy()
    for ask in (state.check, state.push, state.after):
        with pytest.raises(RiftcoreError, match="gold"):
            ask({"pay": {"power": {"any": 1}}}, payment=steps)
        with pytest.raises(RiftcoreError, match="gold"):
            ask({"pay": {"power": {"any": 1}}, "payment": steps})
    assert state == before


# -------------------------------------------------------------------------------------- changed at random

ODD_VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 7, 63, 64, 255, 256, 9999, 10**6, 10**400, 0.5, float("nan"), "", " ", "x", "A", "base",
    "Charm", "Gold", "Fury Rune", "Darius, Hand of Noxus", "The Grand Plaza", "p0.board.0", "chain.0", "é\n", "\ud800",
    "a" * 300, [], [None], ["x"], [["x"]], {}, {"card": "Gold"}, {"fury": 1}, {"name": "Own", "type": "unit"},
    ["Charm"] * 90, {"name": "Own", "type": "legend", "tags": 3}, "3+", "fury", b"x", ("Charm",),
)  # fmt: skip
SIGNS = ("", "0", "9", "?", "@", "+", ":", ",", "#x", "=", " / ", '"', "é", "[fury]", "Charm", "$0", "*3")
KEYS = (
    "card", "id", "at", "controller", "states", "might", "attached_to", "token", "on", "legend", "chain", "showdown",
    "x",
)  # fmt: skip


def changed(rng: Random, value: Any) -> Any:
    """The value with one part of it replaced, taken out or added."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.08:
            return {k: v for k, v in value.items() if k != key}
        if rng.random() < 0.08:
            return {**value, rng.choice((*KEYS, 7)): rng.choice(ODD_VALUES)}
        return {**value, key: changed(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        if rng.random() < 0.1:
            return [*value, value[at]]
        return [*value[:at], changed(rng, value[at]), *value[at + 1 :]]
    return rng.choice(ODD_VALUES)


def refused(call: Callable[[], Any]) -> Any:
    """What the call gives; None where it raises what it should."""
    try:
        return call()
    except RiftcoreError as error:
        assert 5 < len(str(error)) <= MAX_MESSAGE, error
        return None


def lines(rng: Random, text: str) -> str:
    """A line of notation with some signs changed."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(text))
        cut = rng.choice((0, 1, 1, 5))
        text = text[:at] + rng.choice(SIGNS) + text[at + cut :]
    return text


@pytest.mark.parametrize("seed", seeds(0, 2, 200))
def test_situations_changed_at_random(seed: int) -> None:
    """An error, or a state that holds and reads back in every form."""
    rng = Random(seed)
    catalog = boards.catalog()
    read = 0
    for _ in range(4):
        data = full(rng)
        state = refused(lambda data=data: rc.State.from_scenario(data, catalog))
        line, raw = (str(state), state.serialize()) if state is not None else ("0 main 0 - 8 A,B - / - / -", b"")
        tried = []
        for _ in range(12):
            odd = changed(rng, data)
            tried.append(refused(lambda odd=odd: rc.State.from_scenario(odd, catalog)))
            text = lines(rng, line)
            tried.append(refused(lambda text=text: rc.State.parse(text, catalog)))
            checks = rc.batch.check([odd, text, data], {"pay": {}}, invalid="mark")
            assert len(checks) == 3 and all(len(why) <= MAX_MESSAGE for why in checks.bad.values())
        for found in mutations(raw, rng, 12) if raw else ():
            tried.append(refused(lambda found=found: rc.State.deserialize(found, catalog)))
        for state in tried:
            if state is not None:
                read += 1
                reads_back(state)
    assert read > 5


@pytest.mark.parametrize("seed", seeds(0, 2, 200))
def test_actions_changed_at_random(seed: int) -> None:
    """An error, or an answer; nothing changes but by an action that is done, and that is taken back exactly."""
    rng = Random(seed)
    for _ in range(4):
        board = boards.situation(rng)
        state = rc.State.from_scenario(board, boards.catalog())
        before = state.copy()
        for _ in range(15):
            action = changed(rng, boards.action(rng, board))
            if not isinstance(action, dict):
                continue
            verdict = refused(lambda action=action, state=state: state.check(action))
            assert state == before and state.is_ok()
            done = refused(lambda action=action, state=state: state.push(action))
            if done is None:
                assert state == before and str(state) == str(before)
                continue
            assert verdict is not None and verdict.legal
            assert state.is_ok()
            reads_back(state)
            state.pop()
            assert state == before and str(state) == str(before) and state.key == before.key
