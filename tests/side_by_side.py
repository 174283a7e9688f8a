"""riftcore and the referee play the same random games, and have to agree on everything.

    PYTHONPATH=src:tests:benchmarks python tests/side_by_side.py GAMES [SEED]

plays that many games of 50 actions and events, and prints what was compared, and what the referee did not judge.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import fields
from functools import cache
from random import Random
from typing import Any

import boards
import certificates
import realboards
import referee
import reference

import riftcore as rc
from riftcore.errors import EventError, IllegalAction, RiftcoreError

UNKNOWN = "unknown_card_behaviour"


@cache
def book() -> referee.Book:
    """All cards, from the lines that `riftcore cards export --cards` writes."""
    return referee.Book(json.dumps(row) for row in boards.catalog().export_cards())


class Disagreement(AssertionError):
    pass


class Game:
    """A state and the referee's position, which stay the same."""

    def __init__(self, board: dict[str, Any], tally: Counter[str], patience: int = 600) -> None:
        self.state = rc.State.from_scenario(board, boards.catalog())
        book().given.clear()
        self.tally = tally
        self.patience = patience  # how long a search for the best payment may be
        self.sync()

    def sync(self) -> None:
        self.scenario = self.state.to_scenario()
        self.position = referee.read(self.scenario, book())

    # ------------------------------------------------------------------------------------------------ actions

    def act(self, action: dict[str, Any], number: int | None = None) -> str:
        """One action is judged by both, and done if it is legal: its code; `number`: it is one of legal_actions."""
        try:
            verdict = self.state.check(action)
        except RiftcoreError:
            self.tally["no question"] += 1
            return "no question"
        self.tally["actions"] += 1
        told = f"\n{json.dumps(self.scenario)}\n{json.dumps(action)}\n{verdict} {verdict.costs} {verdict.best}"
        try:
            answer = referee.judge(self.position, action, book())
            self.compare(verdict, answer, told)
        except referee.NotJudged as reason:
            self.tally[f"not judged: {reason}"] += 1
            answer = None
        if not verdict.legal:
            self.tally[f"code {verdict.code}"] += 1
            return verdict.code
        before = self.state.copy()
        if number is None:
            assert self.state.push(action) == verdict, told
        else:
            self.state.apply_action(number)
        old = self.scenario
        scenario = self.state.to_scenario()
        if answer is not None:
            self.compare_positions(verdict, answer, scenario, told)
        self.undo(before, old, action, verdict.best)
        self.tally["code ok"] += 1
        self.sync()
        return "ok"

    def compare(self, verdict: rc.Verdict, answer: referee.Answer, told: str) -> None:
        told += f"\nreferee: {answer.legal} {sorted(answer.codes)} {answer.costs}"
        if verdict.code == UNKNOWN and UNKNOWN not in answer.codes:
            raise referee.NotJudged("riftcore does not know")
        if verdict.legal != answer.legal or verdict.code not in answer.codes:
            raise Disagreement(told)
        if verdict.legal and answer.question is not None:
            paid = {name if not n else f"{name}:{n}" for name, n in answer.question.paid}
            if set(verdict.paid_optional) != paid:
                raise Disagreement(f"{told}\npaid: {verdict.paid_optional} {paid}")
        if answer.costs is not None and verdict.costs:
            if frozenset(map(as_cost, verdict.costs)) not in answer.costs:
                raise Disagreement(told)
        elif answer.legal and answer.costs is not None:
            raise Disagreement(told)

    def compare_positions(
        self, verdict: rc.Verdict, answer: referee.Answer, scenario: dict[str, Any], told: str
    ) -> None:
        after = referee.read(scenario, book())
        certificate = None
        ways: list[Any] = [None]
        if verdict.best is not None and answer.ways:
            best = verdict.best
            left = referee.read_pool(best.left)
            certificate = referee.Certificate(best.steps(), left)
            ways = referee.best_ways(answer, self.patience)
            self.compare_keys(verdict, answer, ways, told)
        differences = []
        for way in ways:
            try:
                for mine in referee.carry_out(answer, way, certificate):
                    found = differing(mine, after)
                    if not found:
                        self.tally["positions"] += 1
                        return
                    differences.append(found)
            except referee.Wrong as wrong:
                differences.append(str(wrong))
        steps = certificate.steps if certificate is not None else ()
        raise Disagreement(f"{told}\n{steps} {verdict.objects}\nafterwards: {differences}")

    def compare_keys(self, verdict: rc.Verdict, answer: referee.Answer, ways: list[Any], told: str) -> None:
        """The payment is the best one, where the oracle finds that quickly."""
        named = "payment" in answer.question.action
        keys = referee.keys_of(answer.question, ways[0], self.patience) if len(ways) == 1 and not named else None
        if keys is not None:
            self.tally["best payments"] += 1
            if tuple(verdict.best.keys[key] for key in reference.DEFAULT) != keys:
                raise Disagreement(f"{told}\nbest: {verdict.best.keys} {keys}")

    def undo(self, before: rc.State, old: dict[str, Any], action: dict[str, Any], best: rc.Payment | None) -> None:
        """Taken back it is as before; done again it is the same, with the words of its payment too."""
        assert self.state.is_ok()
        after = self.state.copy()
        self.state.pop()
        assert self.state == before and self.state.to_scenario() == old
        if best is not None:
            assert self.state.after({**action, "payment": best.steps()}) == after, (old, action, best.steps())
        self.state.push(action)
        assert self.state == after
        self.tally["undone"] += 1

    def unlisted(self, rng: Random, seat: int, legal: list[int]) -> None:
        """What the list leaves out although it means something is not legal."""
        listed = set(legal)
        for _ in range(20):
            number = near_the_list(rng, self.scenario, seat)
            if number in listed:
                continue
            try:
                action = self.state.action(number, seat)
            except IllegalAction:
                continue  # it means nothing here
            self.tally["unlisted"] += 1
            assert not self.state.check(action).legal, (self.scenario, action)
            self.act(action)
            return

    def pay_otherwise(self, rng: Random, seat: int) -> None:
        """An action with one of its distinct payments, which is named."""
        numbers = self.state.legal_actions(seat, payments="distinct")
        number = rng.choice(numbers)
        self.tally["named payments"] += number >= self.state.num_distinct_actions()
        self.act(self.state.action(number, seat), number)

    # ------------------------------------------------------------------------------------------------- events

    def tell(self, event: str, arguments: dict[str, Any]) -> None:
        told = f"\n{json.dumps(self.scenario)}\n{event} {arguments}"
        given = dict(arguments)
        if event == "add":
            given["resources"] = rc.Cost.from_dict(given["resources"])
        before, old = self.state.copy(), self.scenario
        error = None
        try:
            getattr(self.state, event)(**given)
        except EventError as found:
            error = found
        except RiftcoreError:
            self.tally["no question"] += 1
            return
        self.tally["events"] += 1
        after = referee.read(self.state.to_scenario(), book())
        mine = self.position.copy()
        try:
            referee.tell(mine, book(), event, arguments)
        except referee.Impossible as why:
            if error is None:
                raise Disagreement(f"{told}\nriftcore does it; referee: {why}") from None
            self.tally["events refused"] += 1
            return
        if error is not None:
            if "record" in str(error) or "bounds" in str(error):
                self.tally["not judged: beyond the bounds"] += 1
                return
            raise Disagreement(f"{told}\nriftcore: {error}; referee does it")
        found = differing(mine, after)
        if found:
            raise Disagreement(f"{told}\nafterwards: {found}")
        after_copy = self.state.copy()
        self.state.pop()
        assert self.state == before and self.state.to_scenario() == old, told
        getattr(self.state, event)(**given)
        assert self.state == after_copy, told
        self.tally["positions"] += 1
        self.sync()


def as_cost(cost: rc.Cost) -> tuple[referee.Cost, tuple[str, ...]]:
    data = cost.to_dict()
    return referee.cost(data.get("energy", 0), data.get("power")), tuple(sorted(data.get("other", ())))


def near_the_list(rng: Random, board: dict[str, Any], seat: int) -> int:
    """A number of docs/actions.md that may mean something here."""
    who = board["players"][seat] if seat < len(board.get("players", ())) else {}
    slot = rng.randrange(1 + len(boards.listed(who, "hand")))
    thing = rng.choice((rng.randrange(1 + len(who.get("board", ()))), 64))
    way = rng.choice((0, 0, 1, 1, 2, 3, 4))
    return rng.choice((
        rng.randrange(12), 12 + 32 * slot + way, 1292 + 32 * slot + way, 2060 + 32 * rng.randrange(2) + way,
        2188 + 32 * rng.randrange(6) + way, 4748 + 16 * thing + way, 8860 + 7 * thing + rng.randrange(3),
        10659 + rng.randrange(56), 10715 + 6 * slot + rng.randrange(2),
    ))  # fmt: skip


def name_new(mine: referee.Position, other: referee.Position) -> None:
    """What has just entered has the id that riftcore gave it: it stands last."""
    lists = [(mine.chain, other.chain)]
    for a, b in zip(mine.players, other.players, strict=True):
        lists += [(a.board, b.board), (a.facedown, b.facedown)]
    for ours, theirs in lists:
        if ours and ours[-1].id == referee.NEW and len(ours) == len(theirs):
            ours[-1].id = theirs[-1].id


def differing(mine: referee.Position, other: referee.Position) -> list[str]:
    """What is not the same, field by field; a trash and what is banished are in no order."""
    name_new(mine, other)
    found = []
    for field in fields(mine):
        if field.name != "players" and getattr(mine, field.name) != getattr(other, field.name):
            found.append(f"{field.name}: {getattr(mine, field.name)} != {getattr(other, field.name)}")
    for seat, (a, b) in enumerate(zip(mine.players, other.players, strict=True)):
        for field in fields(a):
            x, y = getattr(a, field.name), getattr(b, field.name)
            if field.name in ("trash", "banished"):
                x, y = Counter(map(str, x)), Counter(map(str, y))
            if field.name == "board":
                found += [f"p{seat}: {s} != {t}" for s, t in zip(x, y, strict=False) if s != t]
            if x != y:
                found.append(f"p{seat}.{field.name}: {x} != {y}")
    return found


# ------------------------------------------------------------------------------------------------ what is played


def event(rng: Random, board: dict[str, Any], seats: int) -> tuple[str, dict[str, Any]]:
    """An event with arguments that most often make sense."""
    turn = board.get("turn", {})
    if rng.random() < 0.4:  # on to where most actions are legal
        if turn.get("chain"):
            return "resolve", {}
        if turn.get("phase") == "ending":
            return "begin_turn", {}
        if turn.get("phase", "main") != "main":
            return "begin_phase", {"phase": "main"}
        if turn.get("showdown"):
            return ("end_combat" if turn.get("combat") else "end_showdown"), {}
    seat = rng.randrange(seats)
    known = boards.ids(board) or ["nobody"]
    who = board["players"][seat] if seat < len(board.get("players", ())) else {}
    zones = ("hand", "trash", "champion", "banished", "deck_top", "deck")
    zone = rng.choice(zones)
    card = rng.choice(boards.listed(who, zone) or ["Charm"])
    effects = [item["card"] for item in who.get("effects", ())] or ["Charm"]
    n = rng.choice((1, 1, 2, 3, 300))
    a_few = rng.choice((1, 1, 2))
    name, field, place = rng.choice(known), rng.choice(("A", "B")), rng.choice(("base", "A", "B"))
    domain = rng.choice(boards.DOMAINS)
    choices: dict[str, dict[str, Any]] = {
        "enter": {
            "card": boards.pick(rng, ("unit", "gear"), boards.BOARD_KINDS).name, "player": seat, "at": place,
            "exhausted": rng.choice((None, True, False)), "token": rng.random() < 0.2,
        },
        "leave": {"id": name, "to": rng.choice(("trash", "hand", "banished", "deck", "deck_top"))},
        "move": {"ids": [rng.choice(known) for _ in range(a_few)], "to": place},
        "recall": {"id": name}, "exhaust": {"id": name}, "ready": {"id": name},
        "set_might": {"id": name, "might": rng.choice((None, 0, 3, 7))},
        "buff": {"id": name, "n": n if n < 300 else 255}, "unbuff": {"id": name, "n": n if n < 300 else 255},
        "set_state": {
            "id": name, "state": rng.choice(("stunned", "temporary", "mighty", "ganking")), "on": rng.random() < 0.6,
        },
        "empower": {"id": name}, "disempower": {"id": name},
        "attach": {"id": name, "to": rng.choice(known)}, "detach": {"id": name},
        "gain_control": {"id": name, "player": seat},
        "control": {"battlefield": field, "player": rng.choice((None, *range(seats)))},
        "conquer": {"battlefield": field, "player": seat}, "hold": {"battlefield": field},
        "channel": {"domain": domain, "n": a_few, "player": seat, "exhausted": rng.random() < 0.3},
        "ready_runes": {"domain": domain, "n": a_few, "player": seat},
        "exhaust_runes": {"domain": domain, "n": a_few, "player": seat},
        "recycle_runes": {"domain": domain, "n": a_few, "player": seat},
        "add": {
            "resources": {"energy": rng.randrange(3), "power": {rng.choice((domain, "any")): rng.randrange(2)}},
            "player": seat, "only": rng.choice((None, None, "spells", "gear", "units", "showdown")),
        },
        "gain_xp": {"n": a_few, "player": seat}, "lose_xp": {"n": a_few, "player": seat},
        "gain_points": {"n": a_few, "player": seat, "holding": rng.random() < 0.5},
        "add_effect": {"card": rng.choice(boards.lasting()).name, "player": seat, "on": rng.choice((None, name))},
        "end_effect": {"card": rng.choice(effects), "player": seat},
        "draw": {"card": rng.choice((None, "Charm")), "player": seat},
        "discard": {"card": rng.choice(boards.listed(who, "hand") or ["Charm"]), "player": seat},
        "recycle": {"card": card, "zone": zone, "player": seat},
        "put": {"card": card, "zone": zone, "to": rng.choice(zones), "player": seat},
        "reveal": {"card": rng.choice((card, "Undertitan")), "player": seat},
        "begin_turn": {"player": rng.choice((None, seat))},
        "begin_phase": {"phase": rng.choice(("beginning", "channel", "draw", "main", "main", "ending"))},
        "end_turn": {}, "start_showdown": {"battlefield": field, "focus": seat}, "end_showdown": {},
        "start_combat": {"battlefield": field, "attacker": seat}, "end_combat": {},
        "pass_priority": {"to": rng.choice((None, seat))}, "pass_focus": {"to": rng.choice((None, seat))},
        "resolve": {"to": rng.choice(("trash", "banished"))}, "counter": {"id": rng.choice((None, name))},
    }  # fmt: skip
    return rng.choice(list(choices.items()))


def mutated(rng: Random, board: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
    """An action with something else about it, which may make it illegal."""
    form = next(iter(action))
    changes: dict[str, Any] = {
        "player": rng.randrange(max(2, len(board.get("players", ())))), "with": named(rng, board),
    }  # fmt: skip
    if form in ("play", "activate", "trigger"):
        changes["targets"] = targets(rng, board)
    if form in ("play", "move"):
        changes["to"] = rng.choice(boards.PLACES)
    if form == "play":
        changes |= {
            "pay": rng.sample(("accelerate", "additional", "repeat", "repeat:1"), rng.choice((0, 1, 2))),
            "ignoring": rng.choice(("cost", "energy", "power", "all")), "for": boards.price(rng),
            "reduced": boards.price(rng),
            "by": boards.pick(rng, ("spell", "unit"), frozenset(("ignore_cost", "total_change"))).name,
        }  # fmt: skip
    if form in ("activate", "add") and not str(action[form]).startswith(("exhaust ", "recycle ")):
        changes |= {"x": rng.randint(0, 3), "ability": rng.choice((None, 0, 1, 2))}
    if form == "trigger":
        changes |= {"excess_damage": rng.randint(0, 6), "on": "resolution", "ability": rng.choice((None, 0, 1, 2))}
    if form != "event":
        changes["payment"] = another(rng, action.get("payment", []))
    some = dict(rng.sample(list(changes.items()), rng.choice((1, 1, 2))))
    return {name: what for name, what in (action | some).items() if what is not None}


def targets(rng: Random, board: dict[str, Any]) -> list[str]:
    """Things of all kinds: on the board and the chain, battlefields, facedown cards, cards in a trash."""
    chain = [item["id"] for item in board.get("turn", {}).get("chain", ()) if "id" in item]
    known = [*boards.ids(board), "A", "B", *3 * chain]
    for seat, who in enumerate(board.get("players", ())):
        for i, item in enumerate(who.get("board", ())):
            known += 3 * [item.get("id", f"p{seat}.board.{i}")] * (item["card"] in protected())
        known += [card.get("id", f"p{seat}.facedown.{i}") for i, card in enumerate(who.get("facedown", ()))]
        known += boards.listed(who, "trash")[:2]
    return [rng.choice(known) for _ in range(rng.choice((0, 1, 1, 2)))]


@cache
def protected() -> frozenset[str]:
    """The cards that have or give Deflect."""
    clauses = ((card, clause) for card in boards.catalog() for clause in card.clauses)
    return frozenset(card.name for card, clause in clauses if clause.kind == "keyword_deflect") | {"Bird"}


def named(rng: Random, board: dict[str, Any]) -> dict[str, Any]:
    """Objects and cards that are named for a cost."""
    known = boards.ids(board) or ["nobody"]
    who = board["players"][boards.acting(board)] if boards.acting(board) < len(board.get("players", ())) else {}
    hand, trash = boards.listed(who, "hand") or ["Charm"], boards.listed(who, "trash") or ["Charm"]
    verb = rng.choice(("kill", "exhaust", "return", "banish", "discard", "recycle", "spend_buffs", "spend_xp"))
    n = rng.choice((1, 1, 2))
    if verb == "spend_xp":
        return {verb: n}
    if verb == "spend_buffs":
        return {verb: rng.choice((n, {rng.choice(known): n}))}
    zone = {"discard": hand, "recycle": trash}.get(verb, known)
    return {verb: [rng.choice(zone) for _ in range(n)]}


def another(rng: Random, payment: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A payment with a step less or more."""
    steps = [dict(step) for step in payment]
    if steps and rng.random() < 0.5:
        steps.pop(rng.randrange(len(steps)))
    else:
        steps.insert(0, {rng.choice(("exhaust", "recycle")): rng.choice(boards.DOMAINS), "n": 1})
    return steps


def board_of(rng: Random) -> dict[str, Any]:
    """A board of real cards: as in the middle of a game, with odd cards in odd states, or full of Add sources."""
    chance = rng.random()
    if chance < 0.4:
        board = realboards.board(rng)
    elif chance < 0.8:
        board = boards.situation(rng, most=6)
    else:
        board = certificates.game(rng)
    if rng.random() < 0.15:
        card = boards.pick(rng, ("battlefield",), boards.BOARD_KINDS).name
        board["battlefields"]["C"] = {"card": card, "controller": rng.choice((0, 1, None))}
        board["victory_score"] = rng.choice((5, 11))
    for who in board["players"]:
        if rng.random() < 0.2:  # whatever is legal can be paid
            who["pool"] = {"energy": 12, "power": {"any": 12}}
        if rng.random() < 0.2:
            known = boards.ids(board)
            given = {"on": rng.choice(known)} if known and rng.random() < 0.5 else {}
            who["effects"] = [{"card": rng.choice(boards.lasting()).name} | given]
        for zone in ("hand", "trash"):
            if rng.random() < 0.05:  # nobody knows which cards they are
                who[zone] = len(who.get(zone, ()))
    return board


def play(rng: Random, steps: int, tally: Counter[str]) -> None:
    """One game on a random board: actions of the list, some with a change, any other actions, and events."""
    try:
        game = Game(board_of(rng), tally)
    except RiftcoreError:
        return  # more sources than a position holds
    for _ in range(steps):
        chance = rng.random()
        seat = game.state.current_player
        legal = game.state.legal_actions(seat) if chance >= 0.5 else []
        if chance >= 0.5 and legal:
            step(rng, game, seat, legal)
        elif chance < 0.2 or chance >= 0.5:
            game.tell(*event(rng, game.scenario, game.state.n_players))
        else:
            action = boards.action(rng, game.scenario)
            game.act(mutated(rng, game.scenario, action) if chance < 0.3 else action)


def step(rng: Random, game: Game, seat: int, legal: list[int]) -> None:
    """An action of the list, or something near it."""
    number = rng.choice(legal)
    action = game.state.action(number, seat)
    chance = rng.random()
    if chance < 0.3:
        game.act(mutated(rng, game.scenario, action))
    elif chance < 0.45:
        game.unlisted(rng, seat, legal)
    elif chance < 0.6:
        game.pay_otherwise(rng, seat)
    else:
        game.act(action, number)


def main(games: int, seed: str) -> None:
    tally: Counter[str] = Counter()
    for n in range(games):
        play(Random(f"{seed} {n}"), 50, tally)
    for what, n in tally.most_common():
        print(f"{n:>9,}  {what}")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "0")
