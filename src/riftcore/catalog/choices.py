"""What a text chooses as it is played, activated or finalized (355.5-355.14), by the verbs of its effect.

A sentence is read from verb to verb. What a verb does something to is chosen, unless the words speak of something that
was named before, of all that fit, or of cards that nobody sees. Words that name something which might be chosen, and
that belong to no verb that is known, are reported: what they ask for is not known then.
"""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.ability import Ability, Writer
from riftcore.catalog.conditions import condition, conjunction
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.prices import price
from riftcore.catalog.terms import Term, chooses_nothing, ended, reference, term
from riftcore.catalog.tokens import KEYWORD, NUMBER, PUNCT, SYMBOL, WORD

#: What others do, or what must be done, is chosen as it happens (355.10.e and f).
_OTHERS: Final = (
    "each player", "each other player", "each opponent", "starting with the next player", "the defender must",
    "you must", "they|that choose|chooses|reveal|reveals|discard|discards|banish|recycle|must|play|draw|move|score|put",
    "opponents|players", "an opponent must", "its owner|controller", "as", "each spell", "your deck", "i can", "friendly units can|may be",
    "you don't|can't|couldn't",
)  # fmt: skip
#: Verbs whose object follows at once.
_VERBS: Final = frozenset(
    {
        "kill", "banish", "stun", "ready", "exhaust", "buff", "heal", "counter", "return", "recall", "empower",
        "disempower", "double", "choose", "recycle", "activate",
    }
)  # fmt: skip
_KEYWORD_VERBS: Final = frozenset({"stun", "buff"})
#: How a part of a sentence begins that says when or under what condition the rest happens.
_CIRCUMSTANCES: Final = (
    "if|unless|while|when|whenever|until|after|before|once", "for each", "the next|first|second|third time", "as long as",
    "at the? start|end", "this turn ,",
)  # fmt: skip
_NAMES: Final = frozenset({"bird", "cat", "dog", "poro"})
_INDEFINITE: Final = frozenset({"a", "an", "another", "any", "up", "one"})
_CHOOSABLE: Final = frozenset(
    {"unit", "units", "gear", "spell", "spells", "rune", "runes", "legend", "battlefield", "equipment", "card", "cards"}
)


class Reader:
    """The choices of one sentence of an effect; `before` are those of earlier sentences of the same ability."""

    def __init__(self, w: Writer, sentence: Cursor, ability: Ability) -> None:
        self.w = w
        self.s = sentence
        self.ability = ability
        self.before: list[Term] = ability.chosen
        self.when: Any = None  # a condition inside the sentence
        self.start = sentence.pos
        self.written = 0  # choices of this sentence
        self.unsure = False  # a condition that is not understood stands before

    def read(self) -> None:
        s = self.s
        if self.ability.trigger is not None and self.ability.trigger["event"] == "do this":
            return  # a reflexive trigger: chosen when that is finalized
        if self._by_others() or self._listing():
            return
        while not s.done:
            start = s.pos
            if s.take("do this :"):
                return  # a reflexive trigger
            if self._circumstance() or self._cost() or self._verb():
                continue
            s.pos = start
            if self._might_choose():
                self.unread()
                return
            s.pos = start + 1
            if s.tokens[start].text == "instead" and self.when is not None or s.tokens[start].text == "instead" and self.ability.when is not None:
                self._instead()

    def _instead(self) -> None:
        """ "..., choose ... instead": what was chosen before is so only without the condition."""
        mine = [c for c in self.w.parsed.choices if c["group"] == self.ability.group and c["kind"] == "chooses"]
        if self.written and len(mine) > self.written:
            for clause in mine[: -self.written]:
                clause["when"] = conjunction(clause.get("when"), ["not", mine[-1]["when"]])

    # ------------------------------------------------------------------ what chooses nothing

    def _by_others(self) -> bool:
        s = self.s
        if any(map(s.looking_at, _OTHERS)):
            return True
        words = " ".join(token.text for token in s.tokens[s.pos : s.end])
        return " additional cost" in words and " as " in words or (s.looking_at("choose") and s.peek(1).text in _NAMES)

    def _listing(self) -> bool:
        """ "Choose one —" before a list of modes (355.3)."""
        s = self.s
        if not s.looking_at("choose one") or not any(token.text == "—" for token in s.tokens[s.pos : s.end]):
            return False
        words = {token.text for token in s.tokens[s.pos : s.end]}
        self.ability.listing = {"count": 1, "modes": 0}
        if words & {"haven't", "hasn't", "not"}:
            self.ability.listing["once"] = "turn" if "turn" in words else "play"
        self._clause("modes", self.ability.listing)
        return True

    def _circumstance(self) -> bool:
        """A condition before or behind an effect: what it names is not chosen."""
        s, start = self.s, self.s.pos
        if not any(map(s.looking_at, _CIRCUMSTANCES)):
            return False
        leading = start == self.start or s.tokens[start - 1].kind != WORD or s.tokens[start - 1].text in ("and", "then")
        when = None
        if s.take("if|while"):
            when = condition(s)
            if when is not None and s.take(","):
                self.when = conjunction(self.when, when)
                return True
        s.pos = start
        comma = s.find(",")
        if comma < 0 or not leading:
            s.pos = s.end
            return True
        if self.ability.trigger is None:  # of a trigger it is for the caller to know
            self.unsure = self.unsure or (s.looking_at("if|unless|while") and not s.looking_at("if you do|if they"))
        s.pos = comma + 1
        while s.looking_at("a|an|and") and (comma := s.find(",")) >= 0:
            s.pos = comma + 1  # "if you've played a unit, a gear, and a spell this turn, ..."
        if self._by_others():
            s.pos = s.end
        return True

    def _cost(self) -> bool:
        """ "kill a friendly gear to ...": what is given up for an effect is no target (355.10.c.1)."""
        s, start = self.s, self.s.pos
        if s.peek().kind == NUMBER or s.peek().kind == SYMBOL:
            return False
        if price(s, self.w.own) is not None:
            s.take(",")
            if s.take("to") and (s.peek().text in _VERBS | _MORE or s.peek().kind == KEYWORD or s.looking_at("not")):
                return True
        s.pos = start
        return False

    # ------------------------------------------------------------------ verbs

    def _verb(self) -> bool:
        s = self.s
        token = s.peek()
        if token.kind == KEYWORD and token.text in _KEYWORD_VERBS and s.peek(1).kind in (WORD, NUMBER):
            s.pos += 1
            return self._objects(token.text)
        if token.kind != WORD:
            return False
        handler = _HANDLERS.get(token.text)
        if handler is not None:
            s.pos += 1
            return handler(self)
        if token.text in _VERBS:
            s.pos += 1
            if token.text in ("ready", "stun") and s.take("or exhaust"):
                pass
            return self._objects(token.text)
        return False

    def _objects(self, verb: str, **more: Any) -> bool:
        """The things that a verb does something to, joined by "and"."""
        s, found = self.s, False
        if verb in ("double", "increase") and s.take("all"):
            return True
        while True:
            if reference(s):
                found = True
            elif s.take("a|an player|opponent"):
                found = True
                whose = {"controller": "opponent"} if s.peek(-1).text == "opponent" else {}
                self.emit({"count": 1, "filter": {"type": "player", **whose}})
            elif (things := term(s, len(self.before))) is not None:
                if things.pop("both", False) and found:
                    _share(self.before[-1], things)
                found = True
                self.emit(things, **more)
                if chooses_nothing(things):
                    self._rest_of_it()
                elif not ended(s):
                    self.unread()
            else:
                return found
            start = s.pos
            if not s.take("and"):
                return True
            if not self._thing_follows():
                s.pos = start
                return True

    def _rest_of_it(self) -> None:
        s = self.s
        s.take("that has might up to 1 more than")
        while not s.done and s.peek().kind != PUNCT and s.peek().text not in ("and", "to", "then", "equal"):
            s.pos += 1

    def _thing_follows(self) -> bool:
        s, start = self.s, self.s.pos
        follows = reference(s) or s.looking_at("a battlefield") or term(s, len(self.before) + 1) is not None
        s.pos = start
        return follows

    def _give(self) -> bool:
        """ "give a unit +2 [M] this turn and another unit -2 [M]", "give +[M] ... to another friendly unit" """
        s = self.s
        if s.looking_at("+|-"):
            to = next((i for i in range(s.pos, s.end) if s.tokens[i].text == "to"), -1)
            while to >= 0 and s.tokens[to - 1].text == "equal":
                to = next((i for i in range(to + 1, s.end) if s.tokens[i].text == "to"), -1)
            if to < 0:
                return False
            s.pos = to + 1
            return self._objects("give")
        if not self._objects("give"):
            return False
        self._gift()
        start = s.pos
        if s.take("and") and (things := term(s, len(self.before))) is not None:
            self.emit(things)
            self._gift()
        else:
            s.pos = start
        return True

    def _gift(self) -> None:
        """What is given: no thing of the board."""
        s = self.s
        s.take("each")
        while not s.done:
            token = s.peek()
            if token.text in ("+", "-", "this", "turn", "combat", "my", "keywords", "gain", "gains") or token.kind in (
                NUMBER, SYMBOL,
            ):
                s.pos += 1
            elif token.kind == KEYWORD and token.text not in _KEYWORD_VERBS:
                s.pos += 1
            elif token.text == "and" and (
                s.peek(1).text in ("+", "-") or (s.peek(1).kind == KEYWORD and s.peek(1).text not in _KEYWORD_VERBS)
            ):
                s.pos += 1
            elif s.take("equal to"):
                reference(s) or s.take("its|my|that")
                s.take_any("might", "cost", "spell's energy cost", "unit's might", "base cost")
            else:
                return

    def _deal(self) -> bool:
        """ "deal 3 to a unit at a battlefield", "deal 5 damage split among any number of enemy units here" """
        s = self.s
        split: Any = None
        amount: Any = None
        if s.looking_at("damage to a") and (things := self._damage_to()):
            return things
        start = s.pos
        while not s.done:
            token = s.peek()
            if token.text == "to" and s.tokens[s.pos - 1].text != "equal":
                s.pos += 1
                break
            if token.text == "among":
                split = amount if amount is not None else "might"
                s.pos += 1
                break
            if token.kind == PUNCT:
                s.pos = start
                return s.tokens[start].text in ("combat", "damage", "that")
            if token.kind == NUMBER:
                amount = token.value
            s.pos += 1
        if s.done:
            return True
        if not self._objects("deal", **({} if split is None else {"split": split})):
            return False
        if s.take("and") and s.number() is not None and s.take("to"):
            return self._objects("deal")
        return True

    def _damage_to(self) -> bool:
        self.s.pos += 2
        return self._objects("deal") and (self.s.take("equal to the damage marked on it") or True)

    def _move(self) -> bool:
        """ "move an enemy unit", "move a friendly unit at a battlefield to its base" """
        s = self.s
        first = len(self.before)
        if not self._objects("move"):
            return False
        chosen = self.before[first:]
        s.take("and ready it")
        self._destination(chosen or self.before[-1:])
        return True

    def _destination(self, moved: list[Term]) -> None:
        """Where things are moved to: fixed, or a place that is chosen (355.4)."""
        s, start = self.s, self.s.pos
        to: Any = "any"
        if s.take("from a battlefield") and moved:
            moved[-1]["filter"]["at"] = "battlefield"
        if s.take("from here") and moved:
            moved[-1]["filter"]["at"] = "here"
        if s.take_any("to or from its base"):
            to = "to or from base"
        elif s.take_any("to its|their|your|my base", "to base", "to here", "to the same battlefield", "to each other's",
                        "to this|my|that battlefield", "to the location of", "to its|their location", "there",
                        "to its destination", "to that enemy unit's battlefield", "to each other's locations",
                        "to the other's location"):
            to = None
        elif s.take("to a battlefield where you have units"):
            to = "with your units"
        elif s.take("to a location where there's a unit with the same controller"):
            to = "with its controller's units"
        elif s.take("to an open battlefield"):
            to = "open"
        elif s.take("to an occupied enemy battlefield"):
            to = "enemy"
        elif s.take_any("to a different battlefield", "to a battlefield you control"):
            to = "other battlefield" if s.peek(-1).text == "battlefield" else "controlled"
        elif s.take_any("to a battlefield", "to any battlefield"):
            to = "battlefield"
        elif s.take("to a single location"):
            to = "one"
        elif s.looking_at("to a|an|the|any"):
            s.pos = start
            self.unread()
            return
        if to is not None and moved:
            moved[-1]["to"] = to

    def _attach(self) -> bool:
        s = self.s
        if s.take("one of its equipment"):
            self.unsure = False
            self.emit({"count": 1, "least": 0, "filter": {"type": "gear", "tag": "equipment"}, "attached_to": 1})
        elif not self._objects("attach"):
            return False
        if s.take("to") and not self._objects("attach"):
            return False
        return True

    def _detach(self) -> bool:
        """ "detach an Equipment from it": from what was chosen first."""
        s = self.s
        if reference(s):
            return True
        at = next((i for i in range(s.pos, s.end) if s.tokens[i].text == "from"), s.end)
        part = s.part(s.pos, at)
        if (things := term(part, len(self.before))) is not None and at < s.end and self.before:
            s.pos = at + 1
            if reference(s):
                self.emit({**things, "attached_to": len(self.before)})
                return True
        s.pos = part.pos if things is not None else s.pos
        if things is not None:
            self.emit(things)
        return things is not None

    def _take(self) -> bool:
        return self.s.take("control of") and self._objects("take")

    def _gain(self) -> bool:
        return self._objects("gain") if self.s.take("control of") else self._nothing()

    def _increase(self) -> bool:
        if self.s.take("its|my might to"):
            self.s.take("the might of")
            return self._objects("increase")
        return self._nothing()

    def _swap(self) -> bool:
        return self.s.take("the might of") and self._objects("swap")

    def _play(self) -> bool:
        """What is played of a trash is chosen; of a hand, of what was looked at, and tokens are not."""
        s, start = self.s, self.s.pos
        if reference(s):
            while not s.done and s.peek().kind != PUNCT:
                s.pos += 1
            return True
        found = term(s, len(self.before))
        if found is None:
            s.pos = start
            while not s.done and s.peek().kind != PUNCT:
                s.pos += 1
            return not self._names_zone(start)
        if found["filter"].get("from") in ("trash", "any trash"):
            self.emit(found)
            return True
        if found["filter"].get("from") == "their trash":
            return False
        while not s.done and s.peek().kind != PUNCT:
            s.pos += 1
        return not self._names_zone(start)

    def _names_zone(self, start: int) -> bool:
        return any(token.text in ("trash", "trashes") for token in self.s.tokens[start : self.s.pos])

    def _put(self) -> bool:
        """ "Put a Teemo unit you own into your hand from your Champion Zone or the board" """
        s = self.s
        if any(map(s.looking_at, ("them|it|the|those|one|each", "1|one", "a card from your hand"))):
            while not s.done and s.peek().kind != PUNCT:
                s.pos += 1
            return True
        return False

    def _nothing(self) -> bool:
        """A verb of which the object is never chosen: draw, discard, reveal, look, gain, score, pay, spend, name."""
        s = self.s
        while not s.done and s.peek().kind != PUNCT and s.peek().text not in ("to", "and", "then"):
            s.pos += 1
        return True

    def _ready(self) -> bool:
        s = self.s
        s.take("or exhaust")
        if (s.looking_at("something else that's exhausted") or s.looking_at("something besides me that's exhausted")):
            s.pos += 2 + (s.peek(1).text == "besides") + 1
            s.take("exhausted")
            kinds = ["unit", "gear", "legend", "rune"]
            self.emit({"count": 1, "apart": True, "filter": {"type": kinds, "state": "exhausted"}})
            return True
        return self._objects("ready")

    # ------------------------------------------------------------------ what was found

    def _might_choose(self) -> bool:
        """Do words begin here that might name something to choose?"""
        s, start = self.s, self.s.pos
        token = s.peek()
        if token.text not in _INDEFINITE and token.kind != NUMBER:
            return False
        for at in range(start + 1, min(start + 7, s.end)):
            token = s.tokens[at]
            if token.kind in (PUNCT, SYMBOL) or token.text in ("to", "from", "and", "token", "tokens", "for", "copy"):
                return False
            if token.text in _CHOOSABLE:
                return at + 1 >= s.end or s.tokens[at + 1].text not in ("token", "tokens")
        return False

    def emit(self, found: Term, **more: Any) -> None:
        """Something is chosen, unless it is no choice of now."""
        if self.ability.items and self.ability.listing is None:
            self.unread()  # an item of a list that no choice picks
            return
        if found["count"] == "all" and "split" in more:
            found["count"] = "any"
        if found["count"] == "all":
            if found.pop("together", False):  # "all units at a battlefield" chooses the battlefield (355.10.b)
                self._put_in({"count": 1, "filter": {"type": "battlefield"}})
            return
        if chooses_nothing(found):
            return
        self._put_in({**found, **more})

    def _put_in(self, found: Term) -> None:
        if self.unsure:
            self.unread()
            return
        if found.get("filter", {}).get("from") == "their trash" or "chooses" in found:
            found["unsure"] = True  # whose trash, and what a spell chose, is not known yet
        if "split" in found:
            found["least"] = 0
        self.before.append(found)
        self._write(found)

    def unread(self) -> None:
        """What is chosen is not understood; the sentence is quoted."""
        first, last = self.w.reading
        self.w.parsed.unread.append(self.w.quote(first, last))
        self._write({"unknown": True})

    def _write(self, found: Term) -> None:
        if self.ability.mode >= 0:
            found["mode"] = self.ability.mode
        self.written += 1
        self._clause("chooses", found)

    def _clause(self, kind: str, found: Term) -> None:
        ability = self.ability
        clause: dict[str, Any] = {"group": ability.group, "kind": kind, "chooses": found}
        if ability.trigger is not None:
            clause["trigger"] = ability.trigger
        when = conjunction(_of_now(ability.when), _of_now(self.when))
        if when is not None:
            clause["when"] = when
        if ability.granted is not None:
            clause["granted"], clause["scope"] = True, ability.granted
        self.w.parsed.choices.append(clause)


def _share(earlier: Term, later: Term) -> None:
    """ "a friendly unit and an enemy unit at the same battlefield": the limit is one of both."""
    for group, of_two in (("together", "near"), ("one_controller", "same_controller")):
        if later.pop(group, False):
            later[of_two] = 1
            if later["filter"].get("at") and group == "together":
                earlier["filter"]["at"] = later["filter"]["at"]


def _of_now(when: Any) -> Any:
    """A condition without the facts of an event: what is chosen is chosen whatever they will be (355.12)."""
    if not isinstance(when, list) or when[0] == "event":
        return None
    if when[0] == "and":
        parts = [part for part in map(_of_now, when[1:]) if part is not None]
        return None if not parts else parts[0] if len(parts) == 1 else ["and", *parts]
    return None if when[0] == "not" and _of_now(when[1]) is None else when


_MORE: Final = frozenset({"give", "deal", "move", "attach", "detach", "take", "gain", "swap", "play", "put", "draw",
                          "channel", "score", "ready", "have"})
_HANDLERS: Final = {
    "give": Reader._give, "gives": Reader._give, "deal": Reader._deal, "deals": Reader._deal, "move": Reader._move,
    "attach": Reader._attach, "detach": Reader._detach, "take": Reader._take, "gain": Reader._gain, "increase": Reader._increase, "swap": Reader._swap,
    "play": Reader._play, "plays": Reader._play, "put": Reader._put, "ready": Reader._ready,
    **dict.fromkeys(("draw", "draws", "discard", "discards", "reveal", "look", "score", "pay", "spend", "name",
                     "channel", "channels", "prevent", "hide", "played", "gains", "had", "discarded"), Reader._nothing),
}  # fmt: skip


def choices(w: Writer, sentence: Cursor, ability: Ability) -> None:
    """Write down what a sentence of an effect chooses. The cursor is the caller's to keep."""
    Reader(w, sentence, ability).read()
