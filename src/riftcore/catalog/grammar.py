"""Rules text to clauses: a recursive-descent parser of the game's templating.

A text is lines, a line is abilities, an ability is a prefix of keywords, perhaps a cost before a colon or a trigger,
and sentences. A sentence is one change of costs (changes.py), a keyword that is given (grants.py), or an effect, in
which the parser looks for the pieces that matter (effects.py) and passes over the rest. Every token of a piece that was
understood is recorded; a token that mentions a cost or a resource and was not part of any piece makes the text not
fully understood.
"""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.ability import COSTED, DOING, KNOWN, PRICED, SPEEDS, TRIGGERS, Ability, Parsed, Writer
from riftcore.catalog.amounts import for_each
from riftcore.catalog.changes import CHANGES
from riftcore.catalog.choices import choices
from riftcore.catalog.conditions import condition, conjunction
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.effects import counting, pieces_at
from riftcore.catalog.grants import grant, one_keyword, printed
from riftcore.catalog.nouns import noun
from riftcore.catalog.prices import amount, price
from riftcore.catalog.replacements import replaced, speaks_of_death
from riftcore.catalog.tokens import ARROW, BREAK, KEYWORD, PUNCT, WORD, Token
from riftcore.catalog.triggers import moment, trigger

_ONCE: Final = {"times": 1, "per": "turn"}
# How a sentence begins that says when its effect happens.
_TIMES: Final = (
    "at|once|after|before|during|until",
    "the first|next|second|third time",
    "each time|turn",
    "the next turn",
)
# What a resource may be spent on: the words and the name of the restriction.
_ONLY: Final = (
    ("to play spells", "spells"),
    ("to play gear or use gear abilities", "gear"),
    ("to play units or activated abilities of units", "units"),
    ("during showdowns", "showdown"),
)


def parse(text: str, *, own: str) -> Parsed:
    """What a rules text says (made uniform by `tokens.plain`). `own` is the symbol of the card's own Power."""
    return _Parser(Writer(text, own)).parse()


class _Parser:
    """One parse of one text."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer

    def parse(self) -> Parsed:
        tokens = self.w.tokens
        cursor = Cursor(tokens, self.w.understood)
        ability: Ability | None = None
        while not cursor.done:
            end = next((i for i in range(cursor.pos, cursor.end) if tokens[i].kind == BREAK), cursor.end)
            line = cursor.part(cursor.pos, end)
            if line.take("•") and ability is not None:  # an item of a list belongs to the ability before it
                self._item(line, ability)
            elif not line.done:
                ability = self._line(line)
            cursor.pos = end + 1
        return self.w.report()

    # ------------------------------------------------------------------ lines and prefixes

    def _line(self, line: Cursor) -> Ability:
        ability = self.w.new()
        spoken = False  # a sentence or a keyword with a cost was read: a keyword now begins another ability
        while not line.done:
            if self._prefix_follows(line):
                if spoken:
                    ability = self.w.new()
                self._prefix(line, ability)
                spoken = ability.keyword is not None
            else:
                ability = self._sentence(line, ability)
                spoken = True
        return ability

    def _prefix_follows(self, line: Cursor) -> bool:
        token, after = line.peek(), line.peek(1)
        if token.kind == ARROW:
            return True
        if token.kind != KEYWORD or token.text in DOING:
            return False
        if token.text in PRICED:
            return after.text not in ("cost", "costs")
        # A keyword before another sentence is printed on its own; one that the same sentence speaks of ("[Deflect]
        # while ...") is not: there the next word is in small letters.
        return after.kind != WORD or after.raw[:1].isupper()

    def _prefix(self, line: Cursor, ability: Ability) -> None:
        start = line.pos
        self.w.reading = (start, self._sentence_end(line) - 1)
        token = line.peek()
        line.pos += 1
        if token.kind == ARROW:
            line.understand(start)
            return
        if token.text in PRICED and (prices := self._prices(line)):
            ability.keyword = token.text
            self.w.parsed.keywords[token.text] = None
            timing = "main" if token.text in ("equip", "empower") else None
            for cost in prices:
                self.w.emit(ability, f"keyword_{token.text}", cost=cost, timing=timing)
            if not line.done and not line.take(".") and line.peek().kind != KEYWORD:
                self.w.problem(start, line.end - 1)  # more of the cost than was understood
            line.understand(start)
            return
        if line.peek().kind == ARROW or line.looking_at("—") or (token.text in SPEEDS and line.looking_at(",")):
            if not self._modify(ability, token):
                self.w.problem(start, line.end - 1)
            while line.peek().kind == ARROW or line.take_any("—", ","):
                line.pos += line.peek().kind == ARROW
            line.understand(start)
        elif token.text in KNOWN and token.text not in PRICED:
            while line.take(",|."):
                pass
            line.understand(start)
            if ability.when is None:
                printed(self.w, token)
            elif token.text in COSTED:
                one_keyword(self.w, line, ability, token, None)
            else:
                self.w.fire(ability, TRIGGERS.get(token.text))

    def _prices(self, line: Cursor) -> list[dict[str, Any]]:
        """The cost of a keyword; several for "[1] / [A] / [1][A]"."""
        start = line.pos
        line.take("—")
        prices: list[dict[str, Any]] = []
        while (cost := price(line, self.w.own)) is not None:
            prices.append(cost)
            if not line.take("/"):
                return prices
        line.pos = start
        return []

    def _modify(self, ability: Ability, token: Token) -> bool:
        """A keyword that says when or under which condition the rest of its ability works."""
        name = token.text
        if name in SPEEDS:
            ability.timing = name
        elif name == "deathknell":
            ability.trigger = {"event": "die", "who": "self"}
        elif name in ("legion", "empowered"):
            ability.when = conjunction(ability.when, [name])
        elif name == "level" and token.value is not None:
            ability.when = conjunction(ability.when, ["level", token.value])
        else:
            return False
        return True

    # ------------------------------------------------------------------ sentences

    def _sentence(self, line: Cursor, ability: Ability) -> Ability:
        """Read a sentence; gives the ability that it belongs to."""
        end = self._sentence_end(line)
        if ability.granted is None:  # else it stands in quotes, and the sentence around them says whose it is
            self.w.reading = (line.pos, end - 1)
        sentence = line.part(line.pos, end)
        line.pos = min(end + 1, line.end)
        untouched = ability.first == len(self.w.clauses) and ability.opened and not ability.activated
        if (colon := self._colon(sentence)) >= 0:
            fresh = ability if untouched else self.w.new()
            if fresh is not ability:
                fresh.granted, fresh.when = ability.granted, ability.when if ability.granted else None
            if self._activated(sentence, colon, fresh):
                return fresh
            if colon + 1 < sentence.end and not sentence.part(colon - 2, colon + 1).looking_at("do this :"):
                self.w.problem(sentence.pos, colon)  # a cost that is not understood
        if not untouched and self._begins_trigger(sentence):
            ability = self.w.new()  # a line may hold several triggered abilities
        self._statement(sentence, ability)
        return ability

    def _sentence_end(self, line: Cursor) -> int:
        quoted = False
        for at in range(line.pos, line.end):
            token = line.tokens[at]
            if token.kind == PUNCT:
                if token.text == '"':
                    quoted = not quoted
                elif token.text == "." and not quoted:
                    return at
        return line.end

    def _colon(self, sentence: Cursor) -> int:
        """Where the colon after a cost stands; -1 without one (what is in quotes does not count)."""
        at, quote = sentence.find(":"), sentence.find('"')
        return at if quote < 0 or at < quote else -1

    def _begins_trigger(self, sentence: Cursor) -> bool:
        starts = ("when", "whenever", "at the? start|end", "once each turn", "the first time", "as i'm|you")
        # "When it dies this turn" is of what the same effect speaks of.
        return any(map(sentence.looking_at, starts)) and not sentence.looking_at("when it|they|that")

    def _activated(self, sentence: Cursor, colon: int, ability: Ability) -> bool:
        """ "[cost]: [effect]" """
        start = sentence.pos
        head = sentence.part(start, colon)
        cost = price(head, self.w.own)
        if cost is None or not head.done:
            return False
        ability.activated = True
        ability.first = len(self.w.clauses)
        sentence.pos = colon + 1
        while (token := sentence.peek()).kind == KEYWORD and token.text in (*SPEEDS, "legion"):
            sentence.pos += 1
            self._modify(ability, token)
            sentence.take_any("—", ",")
        sentence.understand(start)
        ability.timing = ability.timing or "main"
        if any(t.kind == KEYWORD and t.text == "add" for t in sentence.tokens[sentence.pos : sentence.end]):
            self._adding(sentence, ability, cost)
        else:
            self.w.emit(ability, "activated_cost", cost=cost, timing=ability.timing)
        self._statement(sentence, ability)
        return True

    def _adding(self, sentence: Cursor, ability: Ability, cost: dict[str, Any]) -> None:
        """The effect of an Add ability: a fixed amount, or as much as is paid for it."""
        start = sentence.pos
        made: dict[str, Any] | None = None
        if sentence.take("pay any amount of"):
            paid = "power" if sentence.symbol("any") else "energy" if sentence.take("energy") else None
            if paid and sentence.take("to") and sentence.keyword("add") and sentence.take("that much"):
                cost = {**cost, "x": paid}
                if sentence.take("energy"):
                    made = {"energy": "x"}
                elif sentence.symbol("any"):
                    made = {"power": {"any": "x"}}
        elif sentence.keyword("add"):
            made = amount(sentence, self.w.own)
        if made is None or not sentence.done:
            self.w.problem(start, sentence.end - 1)
            sentence.pos = sentence.end
            return
        sentence.understand(start)
        self.w.emit(ability, "add_activated", cost=cost, adds=made, timing=ability.timing)

    def _statement(self, sentence: Cursor, ability: Ability) -> None:
        """A sentence, or what is left of it after a cost, a condition or a trigger."""
        if sentence.done or self._restriction(sentence, ability) or self._entering(sentence, ability):
            return
        when, opened, first, start = ability.when, ability.opened, len(self.w.clauses), sentence.pos
        ability.each, ability.actor, ability.payer = None, None, self._player(sentence)
        lasting = self._head(sentence, ability)
        self.w.fire(ability, ability.trigger)
        choices(self.w, sentence.part(sentence.pos, sentence.end), ability)
        self._whole(sentence, ability)
        self._scan(sentence, ability)
        if counting(ability.when) and not counting(when) and first == len(self.w.clauses):
            self.w.emit(ability, "other_cost")  # what it does is no clause, but it counts resources
        if first == len(self.w.clauses) and speaks_of_death(sentence, start):
            self.w.problem(start, sentence.end - 1)  # it decides what a cost leaves behind (357.2.a)
        ability.when = conjunction(when, lasting)
        ability.replacing = False
        ability.unknown = None
        if opened:
            ability.opened = False

    def _player(self, sentence: Cursor) -> str | None:
        """Who plays cards in this sentence, if it may be another player."""
        text = " ".join(token.text for token in sentence.tokens[sentence.pos : sentence.end])
        return "any" if any(words in text for words in ("its owner plays", "they play", "each player plays")) else None

    def _whole(self, sentence: Cursor, ability: Ability) -> None:
        """One change of costs, or a grant, that is the whole of what is left of the sentence."""
        start, count = sentence.pos, len(self.w.clauses)
        for whole in (*CHANGES, replaced, grant):
            if whole(self.w, sentence, ability):
                sentence.understand(start)
                if not sentence.done:
                    self.w.problem(sentence.pos, sentence.end - 1)  # it may say something else of this cost
                return
            sentence.pos = start
            del self.w.clauses[count:]

    def _head(self, sentence: Cursor, ability: Ability) -> Any:
        """Conditions and triggers at the head of a sentence. Gives the condition right after a trigger: without it the
        ability does not trigger at all, so it is one of every later sentence."""
        lasting: Any = None
        fired = False
        while True:
            start = sentence.pos
            if sentence.take_any("then ,", "then do this :", "then", "do this :", "this turn ,"):
                if sentence.peek(-1).text == ":":  # a reflexive triggered ability
                    ability.trigger, ability.opened = {"event": "do this"}, True
            elif (found := trigger(sentence)) is not None:
                self._fired(ability, found)
                fired = True
            elif sentence.take("for each") and (number := for_each(sentence)) is not None and sentence.take(","):
                ability.each = number
            elif self._back(sentence, start).take("during showdowns here ,"):
                ability.when = conjunction(ability.when, ["showdown_here"])
            elif sentence.take("the next time it would die this turn ,"):
                ability.replacing = True
            elif sentence.take("if|while") and (also := condition(sentence)) is not None:
                when = moment(sentence)  # "If you ... at the start of your Beginning Phase, ..."
                if not sentence.take(","):
                    self._unknown_head(self._back(sentence, start), ability)
                    return lasting
                if when is not None:
                    self._fired(ability, when)
                ability.when = conjunction(ability.when, also)
                if fired:
                    lasting = conjunction(lasting, also)
            else:
                self._unknown_head(self._back(sentence, start), ability)
                return lasting
            sentence.understand(start)

    def _back(self, sentence: Cursor, start: int) -> Cursor:
        sentence.pos = start
        return sentence

    def _fired(self, ability: Ability, found: dict[str, Any]) -> None:
        ability.when = conjunction(ability.when, found.pop("if", None))
        ability.trigger, ability.opened = found, True
        ability.replacing = found["event"] == "would die"
        if (reads := found.pop("reads", None)) is not None:
            self.w.emit(ability, "cost_reader", reads=reads)

    def _unknown_head(self, sentence: Cursor, ability: Ability) -> None:
        """A condition or trigger that is not understood: a problem only if a clause depends on it."""
        timed = any(map(sentence.looking_at, _TIMES)) and sentence.find(",") >= 0
        if not timed and not sentence.looking_at("if|unless|while|when|whenever"):
            return
        if any(token.text == "would" for token in sentence.tokens[sentence.pos : sentence.end]):
            ability.replacing = True
            return
        ability.unknown = (sentence.pos, sentence.end - 1)
        if any(map(sentence.looking_at, ("at the? start|end", "the first time", "once each turn"))):
            self.w.fire(ability, {"event": "other"})
        if sentence.looking_at("when|whenever"):
            ability.trigger = {"event": "other"}
            comma = sentence.find(",")
            if comma >= 0:
                sentence.pos = comma + 1

    # ------------------------------------------------------------------ effects

    def _scan(self, sentence: Cursor, ability: Ability) -> None:
        """Look for pieces from left to right."""
        while not sentence.done:
            start, count = sentence.pos, len(self.w.clauses)
            word = sentence.tokens[start]
            if word.text == '"' and self._quoted(sentence, ability):
                continue
            for piece in pieces_at(word):
                sentence.pos = start
                if piece(self.w, sentence, ability):
                    sentence.understand(start)
                    break
                del self.w.clauses[count:]
            else:
                sentence.pos = start
                self._remember(sentence, ability)
                sentence.pos = start + 1
                # Only the first words of an effect can be a price that is paid as a trigger is finalized.
                if word.kind == WORD and word.text not in ("you", "may", "they", "that", "player"):
                    ability.opened = False

    def _quoted(self, sentence: Cursor, ability: Ability) -> bool:
        """An ability in quotes that something is given."""
        start = sentence.pos
        if not sentence.take('"'):
            return False
        close = sentence.find('"')
        if close < 0:
            sentence.pos = start
            return False
        inside = sentence.part(sentence.pos, close)
        given = Ability(ability.group, len(self.w.clauses), when=ability.when, granted=self._given_to(start))
        while not inside.done:
            given = self._sentence(inside, given)
        sentence.pos = close + 1
        return True

    def _given_to(self, quote: int) -> dict[str, Any]:
        """Whom the quoted ability is given to: the noun before "have", or else the chosen target."""
        tokens = self.w.tokens
        if tokens[quote - 1].text in ("have", "has"):
            for start in range(max(quote - 7, 0), quote - 1):
                back = Cursor(tokens, self.w.understood, start, quote - 1)
                found = noun(back)
                if found is not None and back.done and found.filter:
                    what = found.filter.get("type", "permanent")
                    return {"what": what, "filter": found.filter, "lasts": "static"}
        return {"what": "permanent", "filter": {"target": True}, "lasts": "turn"}

    def _remember(self, sentence: Cursor, ability: Ability) -> None:
        """Keep the cards that a verb speaks of, for a later "it"."""
        if sentence.take("play|plays|banish|banishes|choose|chooses|reveal"):
            found = noun(sentence)
            if found is not None and ("type" in found.filter or "tag" in found.filter):
                ability.object = {key: value for key, value in found.filter.items() if key != "state"}

    def _item(self, line: Cursor, ability: Ability) -> None:
        """An item of a list: of choices, or by the type of a card."""
        start = line.pos
        fact = ["event", "chosen"]
        if line.take("spell|gear|unit —"):
            fact = ["event", "discarded", line.tokens[start].text]
        elif line.symbol() and line.take("—"):
            line.understand(start)
        else:
            line.pos = start
        self.w.reading = (start, line.end - 1)
        when, ability.when = ability.when, conjunction(ability.when, fact)
        ability.items += 1
        if ability.listing is not None:
            ability.mode, ability.chosen = ability.modes, []
            ability.modes += 1
            ability.listing["modes"] = ability.modes
        while not line.done:
            if line.peek().kind == KEYWORD and (token := line.keyword("deflect")) is not None:
                line.understand(line.pos - 1)
                scope = {"lasts": "turn", "filter": {"self": True}}
                self.w.emit(ability, "keyword_deflect", value=token.value or 1, scope=scope)
                continue
            end = self._sentence_end(line)
            self._statement(line.part(line.pos, end), ability)
            line.pos = end + 1
        ability.when, ability.mode = when, -1

    # ------------------------------------------------------------------ restrictions and entering

    def _restriction(self, sentence: Cursor, ability: Ability) -> bool:
        """ "Use only if ...", "Spend this Energy only to play spells": what an ability or an Add allows."""
        start = sentence.pos
        if not sentence.take_any("use this? ability? only", "use my abilities only", "spend this energy|power only"):
            return False
        whole_card = sentence.tokens[start + 1].text == "my"
        clauses = [
            clause
            for clause in self.w.clauses
            if clause["kind"] in ("activated_cost", "add_activated")
            and (whole_card or clause["group"] == ability.group)
        ]
        for words, name in _ONLY:
            if sentence.take(words):
                for clause in clauses:
                    if "adds" in clause:
                        clause["adds"]["restriction"] = name
        once = sentence.take("once per|each turn")
        if not once and sentence.take("if|while") and (also := condition(sentence)) is not None:
            for clause in clauses:
                clause["when"] = conjunction(clause.get("when"), also)
            once = sentence.take("and only once per|each turn")
        if once:
            for clause in clauses:
                clause["limit"] = _ONCE
        if not sentence.done or not clauses:
            self.w.problem(start, sentence.end - 1)
        sentence.understand(start, sentence.end)
        return True

    def _entering(self, sentence: Cursor, ability: Ability) -> bool:
        """ "This enters exhausted", "I can be [Empowered] up to three times" """
        start = sentence.pos
        if ability.when is None and sentence.take("this|i enters|enter exhausted|ready") and sentence.done:
            self.w.parsed.enters = sentence.peek(-1).text
            sentence.understand(start)
            return True
        sentence.pos = start
        if sentence.take("i can be") and sentence.keyword("empowered") and sentence.take("up to"):
            count = sentence.number()
            if count is not None and sentence.take("times"):
                for clause in self.w.clauses:
                    if clause["kind"] == "keyword_empower":
                        clause["limit"] = {"empowered": count}
                sentence.understand(start)
                return True
        sentence.pos = start
        return False
