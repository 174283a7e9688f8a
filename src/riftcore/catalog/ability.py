"""The ability being read, and the writer that collects what a text says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from riftcore.catalog.tokens import BREAK, KEYWORD, PUNCT, SYMBOL, WORD, Token, tokenize

# Keywords that stand for a cost of their own, those that are a cost without more, and the other keywords of the game.
PRICED: Final = ("equip", "repeat", "flow", "empower")
COSTED: Final = ("accelerate", "deflect", "hidden", "weaponmaster", *PRICED)
SPEEDS: Final = ("action", "reaction")
DOING: Final = frozenset({"add", "buff", "burn", "predict", "stun"})  # keywords that are verbs
KNOWN: Final = frozenset(
    {
        *COSTED, *SPEEDS, *DOING, "ambush", "assault", "backline", "deathknell", "empowered", "ganking", "hunt",
        "legion", "level", "mighty", "no text", "quick-draw", "shield", "tank", "temporary", "unique", "vision",
    }
)  # fmt: skip

_MATTER: Final = frozenset({"add", "quick-draw", *SPEEDS})

# Keywords that are triggered abilities without a price, and what sets them off.
TRIGGERS: Final[dict[str, dict[str, Any]]] = {
    "hunt": {"event": "conquer or hold", "who": "self"},
    "quick-draw": {"event": "play", "who": "you", "what": "self"},
    "temporary": {"event": "start of Beginning Phase", "who": "you"},
    "vision": {"event": "play", "who": "you", "what": "self"},
}

# Words that mention a cost or a resource.
_MENTIONS: Final = frozenset(
    {
        "afford", "banishing", "channel", "channeled", "channels", "charge", "cheaper", "cost", "costing",
        "costs", "dearer", "discarding", "discount", "discounted", "discounts", "energy", "exhausting",
        "expensive", "fee", "free", "gold", "half", "halved", "ignoring", "increases", "killing", "levy",
        "lower", "lowers", "nothing", "paid", "pay", "paying", "pays", "power", "price", "prices", "raise",
        "recycling", "reduce", "reduced", "reduces", "reducing", "reduction", "refund", "refunds",
        "resources", "returning", "rune", "runes", "sacrificing", "spend", "spending", "spent", "surcharge",
        "tax", "taxes", "toll",
    }
)  # fmt: skip


_SPAN: Final = "span"  # where a clause stands in the text, while that is read


@dataclass(slots=True)
class Parsed:
    """What a text says.

    `clauses` are dicts without `n`; `permissions` are plays that the text allows and that are no clause (a speed that
    cards are given, a zone to play from); `leftovers` quotes what was not understood, `places` the sentence of each
    clause.
    """

    clauses: list[dict[str, Any]] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    keywords: dict[str, int | None] = field(default_factory=dict)
    enters: str | None = None
    permissions: list[dict[str, Any]] = field(default_factory=list)
    leftovers: list[str] = field(default_factory=list)
    choices: list[dict[str, Any]] = field(default_factory=list)  # what is chosen, and which modes there are
    quick_draw: set[int] = field(default_factory=set)  # groups of that keyword
    unread: list[str] = field(default_factory=list)  # quotes of what may choose something and was not understood


@dataclass(slots=True)
class Ability:
    """What the prefix and the earlier sentences of an ability say about every later piece of it."""

    group: int
    first: int = 0  # index of its first clause
    timing: str | None = None
    when: Any = None
    trigger: dict[str, Any] | None = None
    activated: bool = False
    keyword: str | None = None  # the priced keyword that the sentences speak of
    granted: dict[str, Any] | None = None  # the scope of what a quoted ability is given to
    object: dict[str, Any] | None = None  # the filter of the last cards spoken of
    changed: dict[str, Any] | None = None  # the scope of the last change of others' costs, for a later "they"
    opened: bool = True  # nothing of the effect was read yet: a price here is paid as the trigger is finalized
    replacing: bool = False  # "If ... would ..., instead": a price here is a cost of a replacement effect
    unknown: tuple[int, int] | None = None  # a condition or trigger that is not understood
    each: Any = None  # "For each ...," at the head of the sentence
    payer: str | None = None  # who plays the cards of this sentence, if it is not the controller
    chosen: list[dict[str, Any]] = field(default_factory=list)  # what it chooses, as far as it was read
    mode: int = -1  # of the item of a list of modes that is read
    items: int = 0  # of a list, as far as it was read
    modes: int = 0  # items of that list so far
    listing: dict[str, Any] | None = None  # how many of the items are chosen
    actor: str | None = None  # who paid a price in this sentence and does what follows, if it is not the controller

    def play_scope(self) -> dict[str, Any]:
        """The scope of a change that an effect makes to the one play that it allows."""
        filter_ = dict(self.object or {})
        types = filter_.pop("type", "card")
        if not isinstance(types, str):
            filter_["type"], types = types, "card"
        filter_.pop("controller", None)
        scope: dict[str, Any] = {"payer": self.payer or "you", "what": types, "lasts": "granted"}
        if filter_:
            scope["filter"] = filter_
        return scope

    def applies_to(self) -> str:
        """The same in words."""
        types = (self.object or {}).get("type", "card")
        return f"the {types if isinstance(types, str) else ' or '.join(types)} that it lets be played"


class Writer:
    """Collects clauses and problems of one text. `own` is the symbol of the card's own Power."""

    def __init__(self, text: str, own: str) -> None:
        self.text = text
        self.own = own
        self.reading = (0, 0)  # the tokens of the sentence that is being read
        self.tokens = tokenize(text)
        self.understood: set[int] = set()
        self.parsed = Parsed()
        self.repeated: set[str] = set()  # events whose effects the text sets off an additional time
        self._problems: list[tuple[int, int]] = []
        self._fired: dict[int, tuple[int, dict[str, Any]]] = {}
        self._groups = 0
        self._ends = _ends(self.tokens)

    @property
    def clauses(self) -> list[dict[str, Any]]:
        return self.parsed.clauses

    def new(self) -> Ability:
        """Begin another ability."""
        self._groups += 1
        return Ability(self._groups, len(self.clauses))

    def emit(self, ability: Ability, kind: str, **fields: Any) -> dict[str, Any]:
        """Add a clause to the ability; `when`, `trigger` and `granted` are the ability's unless given."""
        clause: dict[str, Any] = {"group": ability.group, "kind": kind, _SPAN: self.reading}
        fields.setdefault("when", ability.when)
        fields.setdefault("trigger", ability.trigger)
        if ability.granted is not None:
            fields.setdefault("granted", True)
            fields.setdefault("scope", ability.granted)
        clause.update({key: value for key, value in fields.items() if value is not None and value is not False})
        self.clauses.append(clause)
        if ability.unknown is not None:
            self.problem(*ability.unknown)
            ability.unknown = None
        return clause

    def fire(self, ability: Ability, trigger: dict[str, Any] | None) -> None:
        """An ability of the card itself is a triggered one: what sets it off, and what must hold then (383.3.e)."""
        if trigger is None or ability.activated or ability.granted is not None or ability.group in self._fired:
            return
        if trigger["event"] not in (
            "would die",
            "do this",
        ):  # a replacement, a reflexive trigger: no trigger of the card
            clause = {"group": ability.group, "kind": "triggered", _SPAN: self.reading, "when": ability.when}
            self._fired[ability.group] = len(self.clauses), {**clause, "trigger": trigger}

    def _triggers(self) -> None:
        """A clause for each triggered ability that has no price, where it stands in the text."""
        priced = {c["group"] for c in self.clauses if c["kind"] in ("triggered_cost", "other_cost") and "cost" in c}
        for group, (at, clause) in reversed(self._fired.items()):
            if group not in priced:
                own = [i for i, other in enumerate(self.clauses) if other["group"] == group]
                at = own[-1] + 1 if own else at
                self.clauses.insert(at, {key: value for key, value in clause.items() if value is not None})

    def said(self, at: int) -> set[str]:
        """The kinds of the clauses of the sentence that is read, as far as the token `at`."""
        return {clause["kind"] for clause in self.clauses if clause[_SPAN] == self.reading and self.reading[0] <= at}

    def problem(self, first: int, last: int) -> None:
        """Record that the sentence with the tokens from `first` to `last` is not understood though it matters."""
        last = max(first, last)
        self._problems.append((self._sentence_around(first)[0], self._sentence_around(last)[1]))

    def report(self) -> Parsed:
        """Everything that was found, with a quote of each piece that mentions a cost and was not understood."""
        for clause in self.clauses:
            fired = clause.get("trigger", {})
            if clause["kind"] == "add_triggered" and fired.get("who") == "self" and fired["event"] in self.repeated:
                clause["value"] = 2
        self._triggers()
        adds = any(clause["kind"] == "add_triggered" for clause in self.clauses)
        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if at not in self.understood and (_mentions(token) or (adds and token.text in ("trigger", "triggers"))):
                self.problem(at, at)
                at = self._sentence_around(at)[1]
            at += 1
        for first, last in sorted(set(self._problems)):
            quote = self.quote(first, last)
            if not any(quote in held for held in self.parsed.leftovers):
                self.parsed.leftovers.append(quote)
        self._drop_half_read()
        return self.parsed

    def quote(self, first: int, last: int) -> str:
        """The words of these tokens as they are printed."""
        return " ".join(self.text[self.tokens[first].start : self.tokens[last].end].split())

    def _drop_half_read(self) -> None:
        """What a sentence says that is not understood as a whole is not said at all."""
        found, self.parsed.clauses = self.clauses, []
        for clause in found:
            start, end = clause.pop(_SPAN)
            if not any(first <= end and start <= last for first, last in self._problems):
                self.clauses.append(clause)
                self.parsed.places.append(self.quote(start, end))

    def _sentence_around(self, at: int) -> tuple[int, int]:
        first = last = at
        while first > 0 and first - 1 not in self._ends:
            first -= 1
        while last + 1 < len(self.tokens) and last + 1 not in self._ends:
            last += 1
        return first, last


def _mentions(token: Token) -> bool:
    if token.kind == SYMBOL:
        return token.text != "might"
    if token.kind == KEYWORD:
        return token.text in COSTED or token.text in _MATTER or token.text not in KNOWN
    if token.kind == PUNCT:
        return token.text == "["  # a keyword or symbol that is not closed
    return token.kind == WORD and token.text in _MENTIONS


def _ends(tokens: list[Token]) -> set[int]:
    """Where sentences end; one that quotes an ability goes on to the end of the quote."""
    found, quoted = set(), False
    for at, token in enumerate(tokens):
        if token.kind == PUNCT and token.text == '"':
            quoted = not quoted
        elif token.kind == BREAK:
            found.add(at)
            quoted = False
        elif token.kind == PUNCT and token.text == "." and not quoted:
            found.add(at)
    return found
