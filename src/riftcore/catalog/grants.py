"""Keywords that a card has under a condition or gives to others: "I have [Deflect]", "your Mechs have [Deflect]"."""

from __future__ import annotations

from typing import Any

from riftcore.catalog.ability import COSTED, PRICED, TRIGGERS, Ability, Writer
from riftcore.catalog.conditions import condition, conjunction
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.nouns import noun
from riftcore.catalog.prices import price
from riftcore.catalog.tokens import KEYWORD, Token

# A speed that cards are given is no clause of costs, yet it decides when they may be played.
_FASTER = ("quick-draw", "reaction", "action")


def grant(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "I have ...", "your Mechs have ... and ...", "give your next spell [Repeat] equal to its cost" """
    start = sentence.pos
    scope = _receiver(sentence)
    if scope is None:
        return False
    first = len(w.clauses)
    mine = scope.get("filter") == {"self": True}
    faster: list[dict[str, Any]] = []
    if scope["lasts"] == "turn" and sentence.take("my keywords"):
        _handed_on(w, ability, scope)
    while not sentence.done:
        if sentence.take_any(", and", "and", ",", "an additional", "also") or _might(sentence):
            continue
        token = sentence.keyword()
        if token is None:
            break
        if token.text in COSTED:
            if not one_keyword(w, sentence, ability, token, None if mine else scope):
                return False
        elif token.text in _FASTER:
            faster.append({"keyword": token.text, "scope": scope})
    if faster and not (_always(w, sentence, ability, faster) and not mine):
        w.problem(
            ability.unknown[0] if ability.unknown else sentence.pos - 1, sentence.end - 1
        )  # when it is that fast is not understood
    elif faster:
        w.parsed.permissions += faster
        sentence.understand(start)
    if len(w.clauses) == first:
        return False
    if sentence.take("if they didn't already"):
        for clause in w.clauses[first:]:
            clause["scope"] = {**clause.get("scope", scope), "lacking": True}
    if sentence.take("this turn"):
        for clause in w.clauses[first:]:
            clause["scope"] = {**clause.get("scope", scope), "lasts": "turn"}
    elif scope["lasts"] == "turn":
        return False  # it does not say how long
    if sentence.take("if|while"):
        also = condition(sentence)
        if also is None:
            return False
        for clause in w.clauses[first:]:
            clause["when"] = conjunction(clause.get("when"), also)
    return True


def _always(w: Writer, sentence: Cursor, ability: Ability, faster: list[dict[str, Any]]) -> bool:
    """Are cards in hand that fast, whatever happens, and is it said by what is printed on them?"""
    (given, *more), scope = faster, faster[0]["scope"]
    return (
        not more
        and given["keyword"] != "action"
        and sentence.done
        and scope["lasts"] == "static"
        and ability.when is None
        and ability.unknown is None
        and ability.trigger is None
        and not w.parsed.permissions
        and set(scope.get("filter", {})) <= {"type", "tag", "tags_any", "domain", "controller"}
        and scope.get("filter", {}).get("controller") != "opponent"
    )


def _handed_on(w: Writer, ability: Ability, scope: dict[str, Any]) -> None:
    """ "my keywords": those that the card has without a condition."""
    for clause in list(w.clauses):
        if clause["kind"].startswith("keyword_") and not {"when", "granted", "trigger"} & set(clause):
            fields = {key: value for key, value in clause.items() if key not in ("group", "kind", "scope", "span")}
            w.emit(ability, clause["kind"], **fields, granted=True, scope=scope)


def _might(sentence: Cursor) -> bool:
    """ "+2 [M]" """
    start = sentence.pos
    if sentence.take("+|-"):
        sentence.number()
        if sentence.symbol("might"):
            sentence.take("equal to my might")
            return True
    sentence.pos = start
    return False


def _receiver(sentence: Cursor) -> dict[str, Any] | None:
    """Who is given a keyword, as a scope."""
    if sentence.take("i have"):
        return {"filter": {"self": True}, "lasts": "static"}
    if sentence.take_any("give your next spell this turn", "give the next spell you play this turn"):
        return {"payer": "you", "what": "spell", "lasts": "next"}
    given = sentence.take("give")
    found = noun(sentence)
    if found is None:
        return None
    filter_ = dict(found.filter)
    what = filter_.get("type", "unit")
    if given:
        if sentence.peek().kind != KEYWORD and not sentence.looking_at("my keywords"):
            return None
        return {"payer": "you", "what": what, "filter": filter_, "lasts": "turn"}
    if sentence.take("you play"):
        filter_.setdefault("controller", "you")
    if not sentence.take("each? everywhere? have|has|gain|gains"):
        return None
    scope: dict[str, Any] = {"payer": "you", "what": what, "filter": filter_, "lasts": "static"}
    if what == "spell":  # "your spells": the payer says whose
        filter_.pop("controller", None)
        filter_.pop("type", None)
        if not filter_:
            del scope["filter"]
    return scope


def one_keyword(w: Writer, sentence: Cursor, ability: Ability, token: Token, scope: dict[str, Any] | None) -> bool:
    """A clause for a keyword that is given to what `scope` says (None: the card itself has it under a condition)."""
    name = token.text
    fields: dict[str, Any] = {"granted": scope is not None, "scope": scope}
    if name == "deflect":
        fields["value"] = token.value or 1
    elif name == "accelerate":
        fields["cost"] = {"energy": 1, "power": {"own" if scope else w.own: 1}}
    elif name == "hidden":
        fields["cost"], fields["timing"] = {"power": {"any": 1}}, "main"
    elif name == "weaponmaster":
        fields["modifier"] = WEAPONMASTER
    elif name in PRICED:
        if sentence.take("equal to its base? cost"):
            fields["cost"] = {"equals": "printed"}
        elif (cost := price(sentence, w.own)) is not None:
            fields["cost"] = cost
        else:
            return False
    w.emit(ability, f"keyword_{name}", **fields)
    return True


# What Weaponmaster takes off an Equip cost (821).
WEAPONMASTER = {"power": {"any": 1}, "applies_to": "the Equip cost of the chosen Equipment"}


def token_with_deflect(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """A token that is played with Deflect."""
    start = sentence.pos
    if not sentence.take("token|tokens with"):
        return False
    token = sentence.keyword("deflect")
    if token is None:
        return False
    name = w.tokens[start - 1].text
    if name in ("unit", "gear"):
        name = w.tokens[start - 2].text
    scope = {"what": "unit", "filter": {"token": True, "tag": name}, "lasts": "granted"}
    w.emit(ability, "keyword_deflect", value=token.value or 1, granted=True, scope=scope)
    return True


def printed(w: Writer, token: Token) -> None:
    """A keyword on its own is printed on the card."""
    name, value = token.text, token.value
    if name == "no text":
        return
    w.parsed.keywords[name] = value
    if name in TRIGGERS:
        ability = w.new()
        w.fire(ability, TRIGGERS[name])
        if name == "quick-draw":
            w.parsed.quick_draw.add(ability.group)
    if name == "accelerate":
        w.emit(w.new(), "keyword_accelerate", cost={"energy": 1, "power": {w.own: 1}})
    elif name == "deflect":
        w.parsed.keywords[name] = value or 1
        w.emit(w.new(), "keyword_deflect", value=value or 1)
    elif name == "hidden":
        w.emit(w.new(), "keyword_hidden", cost={"power": {"any": 1}}, timing="main")
    elif name == "weaponmaster":
        w.emit(w.new(), "keyword_weaponmaster", modifier=WEAPONMASTER)
