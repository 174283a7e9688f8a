"""One number that changes only when behaviour does: the last line of a commit message, `Bench: N`.

    python benchmarks/signature.py

It digests the answers to a fixed workload:

- payments: payable, the cheapest payment by three policies, and the number of distinct payments, over seeded
  positions with and without hybrid costs and general sources;
- prices: the quote and the verdict of every card that can be played, each on a seeded board of real cards;
- lists: what each of these boards lists, the code of each listed action and of some that are not listed;
- positions: the state after each listed action, by its best payment and by some of its distinct ones;
- triggers and events: what each object's triggers cost, and the state after each event;
- games: the whole verdict of random actions on random positions of all kinds, and the state and its list after those
  that are legal;
- plans: the best plays of the turn on the first boards.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

from realboards import boards, of_types

import riftcore
from riftcore.edge import _batch
from riftcore.edge._sample import sample

ROWS, COUNTED, LIMIT = 4000, 400, 200
BOARDS, GUESSED, PAID, PLANNED = 48, 40, 8, 12
GAMES, ACTIONS = 900, 12
POLICIES = (None, ("killed", "ready_runes", "recycled"), ("domain:calm", "universal", "sources"))


def signature(seed: int = 1) -> int:
    """64 bits of everything that riftcore answers about the positions of this seed."""
    digest = blake2b(digest_size=8)
    for part in (payments(seed), rules(seed), games(seed)):
        for answer in part:
            digest.update(answer)
    return int.from_bytes(digest.digest(), "little")


def payments(seed: int) -> Iterator[bytes]:
    for general in (False, True):
        records, demands = sample(ROWS, seed, general=general)
        answers = bytearray(ROWS)
        _batch.payable_rows(records, demands, answers)
        yield bytes(answers)
        for policy in POLICIES:
            found = bytearray(32 * ROWS)
            _batch.cheapest_rows(records, demands, found, policy)
            yield bytes(found)
        for i in range(COUNTED):
            n = _batch.count_rows(records[48 * i : 48 * i + 48], demands[16 * i : 16 * i + 16], LIMIT)
            yield n.to_bytes(8, "little")


def rules(seed: int) -> Iterator[bytes]:
    """What the rules say on seeded boards, as text."""
    rng = Random(seed)
    states = list(boards(BOARDS, seed))
    for at, card in enumerate(of_types("unit", "spell", "gear")):
        yield price(states[at % BOARDS], card.name)
    for state in states:
        yield from actions(state, rng)
        yield from payments_named(state, rng)
        yield from events(state)
    for state in states[:PLANNED]:
        plan = riftcore.plan(state)
        yield f"{plan.cards} {plan.value} {plan.exact}".encode()


def price(state: riftcore.State, name: str) -> bytes:
    """The quote and the verdict of a card that this player plays from hand."""
    state.put(name, "deck", "hand", 0)
    verdict = state.check({"play": name, "player": 0})
    state.pop()
    steps = "; ".join(map(str, verdict.steps))
    return f"{name}: {verdict.code} {[*map(str, verdict.costs)]} {verdict.best} {steps}".encode()


def actions(state: riftcore.State, rng: Random) -> Iterator[bytes]:
    """The list of actions with the position after each, and the codes of numbers that may not be listed."""
    listed = state.legal_actions()
    yield str(listed).encode()
    for number in listed:
        state.apply_action(number)
        yield str(state).encode()
        state.undo_action()
    for number in rng.sample(range(state.num_distinct_actions()), GUESSED):
        try:
            yield state.check(number).code.encode()
        except riftcore.RiftcoreError:
            yield b"-"


def payments_named(state: riftcore.State, rng: Random) -> Iterator[bytes]:
    """The position after some actions that name one of their distinct payments, in words and as it is left."""
    listed = state.legal_actions(payments="distinct")
    yield str(listed[-PAID:]).encode()
    for number in rng.sample(listed, min(PAID, len(listed))):
        action = state.action(number)
        state.push(action)
        yield f"{action} {state}".encode()
        state.pop()


def events(state: riftcore.State) -> Iterator[bytes]:
    """What triggers cost, and the position after events, or that they are refused."""
    told: list[tuple[str, tuple[object, ...]]] = [
        ("end_turn", ()), ("conquer", ("A", 0)), ("hold", ("B",)), ("control", ("A", 1)), ("start_showdown", ("A", 0)),
        ("start_combat", ("A", 0)), ("begin_phase", ("main",)), ("pass_focus", ()), ("pass_priority", ()),
        ("channel", ("fury",)), ("recycle_runes", ("fury",)), ("draw", ("Charm",)), ("discard", ("Charm",)),
    ]  # fmt: skip
    for player in state.to_scenario()["players"]:
        for thing in player["board"]:
            name = thing["id"]
            verdict = state.check({"trigger": name})
            yield f"{name}: {verdict.code} {[*map(str, verdict.costs)]} {verdict.best}".encode()
            told += [("leave", (name,)), ("move", (name, "B")), ("gain_control", (name, 1)), ("empower", (name,))]
    for event, arguments in told:
        try:
            getattr(state, event)(*arguments)
        except riftcore.RiftcoreError as error:
            yield f"{event} {arguments}: {type(error).__name__}".encode()
        else:
            yield f"{event} {arguments}: {state}".encode()
            state.pop()


def games(seed: int) -> Iterator[bytes]:
    """Random games: verdicts of actions that may be legal or not, the position after those that are, and its list."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from boards import action, catalog, situation

    rng = Random(seed)
    for _ in range(GAMES):
        state = riftcore.State.from_scenario(situation(rng), catalog())
        board = state.to_scenario()
        for _ in range(ACTIONS):
            asked = action(rng, board)
            try:
                verdict = state.check(asked)
            except riftcore.RiftcoreError as error:
                yield type(error).__name__.encode()
                continue
            yield said(verdict)
            if verdict.legal:
                state.push(asked)
                board = state.to_scenario()
                yield f"{state} {state.legal_actions()}".encode()


def said(verdict: riftcore.Verdict) -> bytes:
    """All of a verdict that a program may look at."""
    steps = "; ".join(map(str, verdict.steps))
    costs = [*map(str, verdict.costs)]
    paid = f"{verdict.paid_optional} {verdict.best} {verdict.objects}"
    return f"{verdict.code} {verdict.rule} {costs} {paid} {steps}".encode()


if __name__ == "__main__":
    print(signature())
