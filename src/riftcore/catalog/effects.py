"""Pieces of an effect that make, spend or read a cost or a resource, wherever they stand in a sentence.

Each function reads one piece at the cursor into clauses, and says whether it could.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from riftcore.catalog.ability import Ability, Writer
from riftcore.catalog.amounts import cost_limit, for_each
from riftcore.catalog.conditions import condition, conjunction
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.grants import token_with_deflect
from riftcore.catalog.prices import amount, price
from riftcore.catalog.tokens import KEYWORD, NUMBER, PUNCT, SYMBOL, WORD, Token

# Verbs that an infinitive of an effect begins with ("pay [1] to draw 1").
_VERBS: Final = frozenset(
    {
        "attach", "banish", "buff", "channel", "choose", "copy", "counter", "deal", "discard", "disempower", "draw",
        "empower", "exhaust", "gain", "give", "have", "heal", "kill", "move", "play", "put", "ready", "recall",
        "recycle", "replace", "return", "reveal", "score", "spend", "stun", "take",
    }
)  # fmt: skip


# What a condition at the end of a sentence changes nothing of: prices of an effect, and what it does.
_EFFECTS: Final = frozenset(
    {"triggered_cost", "resolution_cost", "activated_cost", "other_cost", "rune_ready", "rune_channel", "cost_reader"}
)
# Conditions that count resources.
_COUNTERS: Final = frozenset(
    {"energy_on_one_spell", "energy_on_spell", "power_spent", "runes_at_most", "runes_at_least", "fewer_runes"}
)


# ------------------------------------------------------------------ prices in an effect


def paid_for(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "you may [cost] to ...", "[cost] to ...", "you may pay [A]. If you do, ...", "unless ... pays [2]" """
    if sentence.take("unless its controller pays"):
        cost = price(sentence, w.own)
        if cost is None or not _ends(sentence):
            return False
        w.emit(ability, "resolution_cost", cost=cost, payer="its controller")
        return True
    payer, may = None, True
    if sentence.take("its controller may"):
        payer = "its controller"
    elif sentence.take_any("that player may", "they may"):
        payer = "that player"
    elif not sentence.take("you may"):
        may = False
    before = sentence.pos
    if not may and before > 0 and w.tokens[before - 1].text in ("may", "must"):
        return False  # another payer than those above
    opening = sentence.peek()
    cost = price(sentence, w.own)
    if cost is None or (not may and opening.kind == SYMBOL):
        if cost is None and may and opening.text in _PAID_WITH and _buys(sentence):
            w.problem(before, sentence.end - 1)
        return False
    where = "here" if cost.pop("here", False) else None
    limit = None
    if "x" in cost and cost.get("power"):
        limit = {"x": next(iter(cost.pop("power")))}  # what the X of a card of several domains is paid in
    if sentence.take("to") and _infinitive(sentence):
        plays = _itself(sentence)
        kind = _kind_of_price(ability)
        ability.actor = payer
        w.emit(ability, kind, cost=cost, payer=payer, where=where, plays=plays, limit=limit)
        return True
    # An instruction that is paid as it is carried out.
    if opening.text in ("pay", "spend") and sentence.done and (may or cost.get("other") == ["spend x buff"]):
        w.emit(ability, "resolution_cost", cost=cost, payer=payer, where=where)
        return True
    return False


# How a price begins that is no resource.
_PAID_WITH: Final = frozenset({"exhaust", "kill", "discard", "recycle", "return", "banish", "spend", "disempower"})


def _buys(sentence: Cursor) -> bool:
    """Is there an infinitive further on ("..., to draw 1")?"""
    return any(
        sentence.tokens[at].text == "to" and _infinitive(sentence.part(at + 1, sentence.end))
        for at in range(sentence.pos, sentence.end - 1)
    )


def _infinitive(sentence: Cursor) -> bool:
    token = sentence.peek()
    return token.kind == KEYWORD or (token.kind == WORD and token.text in _VERBS)


def _itself(sentence: Cursor) -> dict[str, Any] | None:
    """ "to play me from your trash": the price stands in for the card's base cost."""
    start = sentence.pos
    if not sentence.take("play me|this"):
        return None
    plays = {"what": "self"}
    if sentence.take("from your trash"):
        plays["from"] = "trash"
    sentence.pos = start
    return plays


def _kind_of_price(ability: Ability) -> str:
    if ability.replacing:
        return "other_cost"
    if ability.trigger is not None and ability.opened and not ability.activated:
        return "triggered_cost"
    return "resolution_cost"


def for_price(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "you may play me from your trash for [3][fury]" """
    payer = None
    if sentence.take("its controller may"):
        payer = "its controller"
    else:
        sentence.take("you may")
    if not sentence.take("play me|this spell?"):
        return False
    sentence.take("again")
    plays = {"what": "self"}
    if sentence.take("from your trash"):
        plays["from"] = "trash"
    if not sentence.take("for"):
        return False
    cost = amount(sentence, w.own)
    if cost is None:
        return False
    when = ability.when
    if sentence.take("if|while"):
        also = condition(sentence)
        if also is None:
            return False
        when = conjunction(when, also)
    if not _play_ends(sentence):
        return False
    w.emit(ability, "alternate_cost", cost=cost, plays=plays, payer=payer, when=when)
    return True


# ------------------------------------------------------------------ Adds, Gold and runes


def add_revealed(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "As I'm revealed from your deck, [Add] [2]": a replacement effect (369.1)."""
    if not (sentence.take("as i'm revealed from your deck ,") and sentence.keyword("add")):
        return False
    made = amount(sentence, w.own)
    if made is None or not _counted(w, sentence, ability, made) or not sentence.done:
        return False
    w.emit(ability, "add_replacement", adds=made, trigger={"event": "revealed from deck", "who": "self"})
    return True


def add_more(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "your Gold [Add] an additional [1]" """
    if not (sentence.take("your gold") and sentence.keyword("add") and sentence.take("an additional")):
        return False
    made = amount(sentence, w.own)
    if made is None or not _counted(w, sentence, ability, made) or not sentence.done:
        return False
    scope = {"what": "gold", "filter": {"controller": "you"}, "lasts": "static"}
    w.emit(ability, "add_modifier", adds=made, scope=scope)
    return True


def add(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """[Add] in a triggered ability, or another amount of an activated one."""
    start = sentence.pos
    each = sentence.take("the attacker and defender each")
    if not sentence.keyword("add"):
        return False
    made = amount(sentence, w.own)
    if made is None:
        return False
    if ability.activated:
        # "If this is [Empowered], [Add] [2] instead".
        first = next((c for c in w.clauses if c["group"] == ability.group and "adds" in c), None)
        if first is None or ability.when is None:
            return False
        if sentence.take("instead"):
            first["when"] = conjunction(first.get("when"), ["not", ability.when])
        if not sentence.done:
            return False
        w.emit(ability, "add_activated", cost=first["cost"], adds=made, timing=ability.timing)
        return True
    if ability.trigger is None or ability.trigger["event"] == "other":
        return False  # an Add happens at its trigger: without it nothing would be known
    if start > 0 and w.tokens[start - 1].text == "to":
        return False  # it is bought, or chosen
    fired = dict(ability.trigger)
    if sentence.take("at the start of your next main phase"):
        fired["delay"] = "main"
    if not _counted(w, sentence, ability, made) or not sentence.done:
        return False
    payer = "the attacker and the defender" if each else None
    w.emit(ability, "add_triggered", adds=made, trigger=fired, payer=payer)
    return True


def gold(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "play two Gold gear tokens exhausted" """
    start = sentence.pos
    if not sentence.take("play|plays"):
        return False
    if (doer := _doer(w, start, ability)) == _NOBODY:
        return False
    count = 1 if sentence.take("a") else sentence.number()
    if count is None or not sentence.take("gold gear token|tokens exhausted?") or sentence.looking_at("ready"):
        return False
    adds: dict[str, Any] = {"gold_tokens": count}
    if not _counted(w, sentence, ability, adds) or (doer is None and w.tokens[start].text == "plays"):
        return False
    w.emit(ability, "other_cost", adds=adds, payer=doer)
    return True


def channel(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "channel 1 rune exhausted" """
    start = sentence.pos
    if not sentence.take("only? channel|channels"):
        return False
    doer = _doer(w, start, ability)
    if doer == _NOBODY or (doer is None and sentence.peek(-1).text == "channels"):
        return False
    count = sentence.number()
    if count is None or not sentence.take("rune|runes"):
        return False
    runes: dict[str, Any] = {"count": count}
    if sentence.take("exhausted"):
        runes["exhausted"] = True
    if not _counted(w, sentence, ability, runes):
        return False
    when = ability.when
    if w.tokens[start - 1].text == "or":  # "draw 1 or channel 1 rune"
        when = conjunction(when, ["event", "chosen"])
    w.emit(ability, "rune_channel", runes=runes, when=when, payer=doer)
    return True


_NOBODY: Final = "somebody"  # words that name somebody, not understood
# Words after which the controller does something.
_LEADS: Final = frozenset({"and", "do", "may", "or", "then", "to", "you", "instead", "also"})


def _doer(w: Writer, at: int, ability: Ability) -> str | None:
    """Who channels or plays, from the words before the verb; None for the controller."""
    if at > 0 and w.tokens[at - 1].text == "may" and w.tokens[at - 2].text != "you":
        at -= 1
    before = " ".join(token.text for token in w.tokens[max(0, at - 5) : at])
    for ending, who in (
        ("you and that player each", "you and that player"),
        ("you and each opponent", "you and each opponent"),
        ("each player", "each player"),
        ("that player", "that player"),
        ("its owner", "its owner"),
        ("its controller", "its controller"),
        ("each opponent", "each opponent"),
        ("an opponent", "an opponent"),
        ("players", "each player"),
    ):
        if before.endswith(ending):
            return who
    last = w.tokens[at - 1] if at > 0 else None
    if last is not None and last.kind == WORD and last.text not in _LEADS:
        return _NOBODY
    return ability.actor


def ready_runes(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "ready up to 2 runes", "ready your runes" """
    if not sentence.take("ready"):
        return False
    runes: dict[str, Any] = {}
    scope: dict[str, Any] | None = None
    if sentence.take("your runes"):
        runes["count"] = "all"
    elif sentence.take_any("something else that's exhausted", "something besides me that's exhausted"):
        # Whatever can be readied (415.1), a rune too.
        runes["count"] = 1
        scope = {"filter": {"type": ["unit", "gear", "legend", "rune"], "other": True, "state": "exhausted"}}
    else:
        if sentence.take("up to"):
            runes["up_to"] = True
        count = sentence.number()
        if count is None:
            return False
        runes = {"count": count, **runes}
        if sentence.take("units , gear , and / or runes"):
            scope = {"filter": {"type": ["unit", "gear", "rune"]}}
        elif not sentence.take("friendly? runes|rune"):
            return False
    fired = ability.trigger
    if sentence.take("at the end of this turn"):
        fired = {**(fired or {"event": "other"}), "delay": "end"}
    if not _counted(w, sentence, ability, runes):
        return False
    w.emit(ability, "rune_ready", runes=runes, trigger=fired, scope=scope)
    return True


def runes_recycled(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """Runes that a player loses, or looks at, without getting Power for them."""
    if sentence.take("reveal the top rune of your rune deck , then recycle it"):
        w.emit(ability, "other_cost", reads={"what": "rune", "value": "domain"})
        return True
    if sentence.take_any("you must recycle one of your runes", "recycle one of your runes"):
        w.emit(ability, "other_cost", cost={"other": ["recycle 1 rune"]})
        return True
    if sentence.take("each player chooses"):
        while not sentence.done:
            count = sentence.number()
            if count is not None and sentence.take("runes , and 2 cards in their hands"):
                cost = {"other": [f"recycle all but {count} runes"]}
                w.emit(ability, "other_cost", cost=cost, payer="each player")
                return True
            sentence.pos += count is None
    return False


def _counted(w: Writer, sentence: Cursor, ability: Ability, amount_: dict[str, Any]) -> bool:
    """Take "for each ..." before or after an amount into it; False if that, or what follows, is not understood."""
    if ability.each is not None:
        amount_["per"] = ability.each
    if sentence.take("for each"):
        number = for_each(sentence)
        if number is None:
            return False
        amount_["per"] = number
    return _ends(sentence)


def _ends(sentence: Cursor) -> bool:
    """Nothing that follows changes the amount that was read."""
    after = sentence.peek()
    return sentence.done or after.kind == PUNCT or after.text in ("and", "at", "or", "then")


# ------------------------------------------------------------------ plays for other costs


def ignoring(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "..., ignoring its cost", "without paying its Energy cost" """
    sentence.take(",")
    kind, sets = "ignore_cost", {"energy": 0}
    if sentence.take("ignoring any and all costs"):
        kind, sets = "total_change", {"energy": 0, "power": 0, "other": 0}
    elif sentence.take_any("ignoring its|their|the? cost|costs", "without paying its|their cost|costs"):
        sets = {"energy": 0, "power": 0}
    elif not sentence.take_any(
        "ignoring its|their|the? energy cost|costs", "without paying its|their energy cost|costs"
    ):
        return False
    if not _play_ends(sentence):
        return False
    modifier = {"sets": sets, "applies_to": ability.applies_to()}
    w.emit(ability, kind, modifier=modifier, scope=ability.play_scope())
    return True


def reducing(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "..., reducing its cost by [3]" """
    sentence.take(",")
    if not sentence.take("reducing its|their energy? cost|costs by"):
        return False
    found = amount(sentence, w.own)
    if found is None or not _play_ends(sentence):
        return False
    modifier = {**found, "applies_to": ability.applies_to()}
    w.emit(ability, "discount_other", modifier=modifier, scope=ability.play_scope())
    return True


def _play_ends(sentence: Cursor) -> bool:
    """Nothing that follows changes what was read."""
    return sentence.done or sentence.peek().kind == PUNCT or sentence.peek().text in ("and", "then")


def lets_play(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """A play for the card's full cost that an effect allows: "You may banish one, then play it"."""
    start = sentence.pos
    if sentence.take("you may play cards from your trash") and sentence.done:
        if ability.when is not None or ability.trigger is not None or ability.activated:
            w.problem(start, sentence.end - 1)  # until when is not said
            return True
        w.parsed.permissions.append({"play": "card", "from": "trash"})
        plays = {"what": "card", "from": "trash"}
    elif sentence.take("banish one , then play it") and sentence.done:
        plays = {"what": "card", "from": "looked at"}
    elif sentence.take("play a unit|gear|spell|card banished with this|me") and sentence.done:
        plays = {"what": sentence.peek(-4).text, "from": "banished with this"}
    else:
        return False
    w.emit(ability, "other_cost", plays=plays)
    return True


# ------------------------------------------------------------------ reading costs


def reader(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """What reads a printed cost."""
    start = sentence.pos
    if sentence.looking_at("with|costing|that"):
        found = cost_limit(sentence)
        if found is None:
            return False
        if sentence.take("from your? trash|hand") and ability.object is not None:
            ability.object["from"] = sentence.peek(-1).text
        w.emit(ability, "cost_reader", reads={"what": _noun_before(w, start), **found})
        return True
    if sentence.take("equal to that spell's energy cost"):
        w.emit(ability, "cost_reader", reads={"what": "spell", "value": "energy"})
        return True
    if sentence.take("deal its energy cost as damage"):
        w.emit(ability, "cost_reader", reads={"what": "card", "value": "energy"})
        return True
    return False


def _noun_before(w: Writer, at: int) -> str:
    """The kind of card that stands before a limit on a cost."""
    for back in range(at - 1, max(at - 8, -1), -1):
        name = w.tokens[back].text.removesuffix("s")
        if name in ("spell", "unit", "gear", "card", "equipment"):
            return name
    return "card"


def counting(expression: Any) -> bool:
    """True if a condition counts resources: what was spent, or runes."""
    if not isinstance(expression, list):
        return False
    return expression[0] in _COUNTERS or any(map(counting, expression[1:]))


def mention(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """Words of costs and resources that make no clause: conditions, a keyword that picks out cards."""
    start = sentence.pos
    if sentence.take("if|while") and (found := condition(sentence)) is not None:
        if w.said(start) - _EFFECTS:
            w.problem(start, sentence.pos - 1)  # it may be a condition of what was said before it
        if counting(found):
            w.emit(ability, "other_cost", when=conjunction(ability.when, found))
        return True
    if sentence.take_any(
        "to pay for this ability",
        "at the start of their channel phase",
        "chooses cards or runes",
    ):
        return True
    if sentence.take("with|from|or") and sentence.keyword("hidden", "flow", "repeat", "equip", "deflect") is not None:
        return True
    sentence.pos = start
    return sentence.keyword("hidden", "flow") is not None and sentence.take("card|cards|spells|spell")


Piece = Callable[[Writer, Cursor, Ability], bool]

# The pieces in the order in which they are tried, each with the tokens that it may begin with ("#" is any number).
_PIECES: Final[tuple[tuple[Piece, str], ...]] = (
    (paid_for, "unless its that they you pay spend exhaust kill discard recycle return banish disempower [burn] #"),
    (add_revealed, "as"),
    (add_more, "your"),
    (add, "the [add]"),
    (gold, "play plays"),
    (channel, "only channel channels"),
    (ready_runes, "ready"),
    (runes_recycled, "reveal you recycle each"),
    (ignoring, ", ignoring without"),
    (reducing, ", reducing"),
    (for_price, "its you play"),
    (lets_play, "you banish play"),
    (reader, "with costing that equal deal"),
    (token_with_deflect, "token tokens"),
    (mention, "if while to at chooses with from or [hidden] [flow]"),
)
_BEGINNING: Final[dict[str, tuple[Piece, ...]]] = {
    opening: tuple(piece for piece, openings in _PIECES if opening in openings.split())
    for opening in {word for _, openings in _PIECES for word in openings.split()}
}


def pieces_at(token: Token) -> tuple[Piece, ...]:
    """The pieces that may begin with this token."""
    if token.kind == KEYWORD:
        return _BEGINNING.get(f"[{token.text}]", ())
    if token.kind == NUMBER:
        return _BEGINNING["#"]
    return _BEGINNING.get(token.text, ()) if token.kind in (WORD, PUNCT) else ()
