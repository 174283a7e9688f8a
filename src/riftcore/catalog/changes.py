"""Sentences that are one change of costs: additional costs, discounts and increases, other prices, taxes.

Each function reads a sentence (what is left of it after conditions and triggers) into clauses and says if it could.
"""

from __future__ import annotations

from typing import Any, Final

from riftcore.catalog.ability import Ability, Writer
from riftcore.catalog.amounts import for_each, measured, times
from riftcore.catalog.conditions import condition, conjunction
from riftcore.catalog.cursor import Cursor
from riftcore.catalog.expressions import filter_words
from riftcore.catalog.nouns import noun
from riftcore.catalog.prices import amount, price
from riftcore.catalog.tokens import SYMBOL

Subject = tuple[dict[str, Any], Any, str]  # scope, condition, and the same in words

_TO_PLAY_IT: Final = "as an? additional cost to play me|this"


# ------------------------------------------------------------------ additional costs


def additional(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "As an additional cost to play this, ...", "You may ... as an additional cost to play me" """
    if sentence.take(_TO_PLAY_IT) and sentence.take(","):
        may = sentence.take("you may")
        cost = price(sentence, w.own)
        if cost is not None:
            w.emit(ability, "additional_optional" if may else "additional_mandatory", cost=cost, trigger=None)
        return cost is not None
    sentence.take("as you play me|this ,")
    if sentence.take("any player may"):
        cost = price(sentence, w.own)
        if cost is None or not sentence.take("as an? additional cost to play"):
            return False
        found = noun(sentence)
        if found is None:
            return False
        scope = {"payer": "any", "what": "unit", "filter": found.filter, "lasts": "static"}
        w.emit(ability, "additional_optional", cost=cost, granted=True, scope=scope)
        return True
    if not sentence.take("you may"):
        return False
    cost = price(sentence, w.own)
    if cost is None or not sentence.take_any(_TO_PLAY_IT, "as an? additional cost"):
        return False
    w.emit(ability, "additional_optional", cost=cost, trigger=None)
    return True


def _bought(w: Writer, ability: Ability, when: Any) -> Any:
    """The condition of a piece that depends on an additional cost of its group ("If you do" then means: paid)."""
    if not any(c["group"] == ability.group and c["kind"] == "additional_optional" for c in w.clauses):
        return when
    parts = [] if when is None else when[1:] if when[0] == "and" else [when]
    parts = [part for part in parts if part not in (["event", "done"], ["paid_additional"])]
    return conjunction(*parts, ["paid_additional"])


def ignored_for_it(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "If you do, ignore this spell's cost" """
    if not sentence.take("ignore this|my spell's? cost"):
        return False
    modifier = {"sets": {"energy": 0, "power": 0}, "applies_to": "this card"}
    w.emit(ability, "ignore_cost", when=_bought(w, ability, ability.when), trigger=None, modifier=modifier)
    return True


# ------------------------------------------------------------------ this card's or this ability's cost


def own_cost(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "I cost [2] less ...", "This ability costs [1] less for each ...", "... and [fury] less for each ..." """
    what = None
    if sentence.take("this ability costs"):
        what = "ability"
    elif not sentence.take_any("i cost", "this costs", "this spell costs", "it costs"):
        return False
    whole: dict[str, Any] = {}
    kind, when = "discount_self", None
    while True:
        found = amount(sentence, w.own)
        more = sentence.take("more")
        if found is None or not (more or sentence.take("less")):
            return False
        kind = "increase_self" if more else "discount_self"
        tail = _tail(w, sentence, found)
        if tail is None:
            return False
        modifier, tail_when = tail
        when = conjunction(when, tail_when)
        power = {**whole.get("power", {}), **modifier.get("power", {})}
        whole.update(modifier)
        if power:
            whole["power"] = power
        before = sentence.pos
        if not (sentence.take("and") and sentence.peek().kind == SYMBOL):
            sentence.pos = before
            sentence.take("and enter ready")
            _own_clause(w, ability, kind, whole, when, what)
            return True


def reduced(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "Reduce my cost by ...", "This spell's Energy cost is reduced by ...", "Reduce its Energy cost by ..." """
    what = None
    if sentence.take("reduce its energy? cost by"):
        number = measured(sentence)
        if number is None:
            return False
        modifier = {"energy": number, "applies_to": ability.applies_to()}
        w.emit(ability, "discount_other", modifier=modifier, scope=ability.play_scope())
        return True
    if sentence.take("this ability's energy cost is reduced by"):
        what = "ability"
    elif not sentence.take_any(
        "this spell's|card's energy cost is reduced by", "reduce my cost by", "reduce this spell's cost by"
    ):
        return False
    if (number := measured(sentence)) is not None:
        _own_clause(w, ability, "discount_self", {"energy": number}, None, what)
        return True
    found = amount(sentence, w.own)
    tail = None if found is None else _tail(w, sentence, found)
    if tail is None:
        return False
    _own_clause(w, ability, "discount_self", tail[0], tail[1], what)
    return True


def _own_clause(w: Writer, ability: Ability, kind: str, modifier: dict[str, Any], when: Any, what: str | None) -> None:
    when = conjunction(ability.when, when)
    modifier.pop("turn", None)
    if what is None:
        when = _bought(w, ability, when)
    if modifier.pop("instead", False):
        _replace(w, ability, when)
    applies = "this card" if what is None else "this ability"
    scope = {"what": "ability"} if what else None
    w.emit(ability, kind, modifier={**modifier, "applies_to": applies}, when=when, trigger=None, scope=scope)


def _replace(w: Writer, ability: Ability, when: Any) -> None:
    """ "... instead": the change before this one does not apply while this one does."""
    for clause in reversed(w.clauses):
        if clause["kind"].startswith(("discount", "increase")):
            ability.group = clause["group"]
            clause["when"] = conjunction(clause.get("when"), ["not", when])
            return


def _tail(w: Writer, sentence: Cursor, found: dict[str, Any]) -> tuple[dict[str, Any], Any] | None:
    """What follows "less" (formulas, minima, conditions): the modifier and the condition; None if not understood."""
    modifier: dict[str, Any] = dict(found)
    when: Any = None
    while True:
        before = sentence.pos
        if sentence.take("for each"):
            number = for_each(sentence)
            if number is None:
                return None
            if "energy" in modifier:
                modifier["energy"] = times(modifier["energy"], number)
            if "power" in modifier:
                modifier["power"] = {k: times(v, number) for k, v in modifier["power"].items()}
        elif sentence.take_any(", to a minimum of", "to a minimum of"):
            least = amount(sentence, w.own)
            if least is None or set(least) != {"energy"}:
                return None
            modifier["min_energy"] = least["energy"]
        elif sentence.take("instead"):
            modifier["instead"] = True
        elif sentence.take("to play from anywhere other than your hand"):
            when = conjunction(when, ["not_from_hand"])
        elif sentence.take("if|while"):
            also = condition(sentence)
            if also is None:
                return None
            when = conjunction(when, also)
        elif sentence.take_any("to play this turn", "this turn"):
            modifier["turn"] = True
        elif not sentence.take("to play"):
            sentence.pos = before
            return modifier, when


# ------------------------------------------------------------------ others' costs


def others(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "Your spells cost [1] less, to a minimum of [1]", "friendly spells cost ... less, and enemy spells ... more" """
    subject = _subject(w, sentence, ability)
    if subject is None:
        return False
    while True:
        scope, when, applies = subject
        found = amount(sentence, w.own)
        if found is None:
            return False
        modifier = dict(found)
        if sentence.take("or") and (instead := amount(sentence, w.own)) is not None:
            modifier |= instead
            modifier["choice"] = "energy or power"
        more = sentence.take("more")
        if not (more or sentence.take("less") or applies.endswith(_REDUCED)):
            return False
        tail = _tail(w, sentence, modifier)
        if tail is None:
            return False
        modifier, tail_when = tail
        if tail_when is not None and scope["lasts"] != "static":
            return False  # it would have to hold later on
        everything = conjunction(ability.when, when, tail_when)
        if modifier.pop("instead", False):
            _replace(w, ability, everything)
        modifier["applies_to"] = applies.removesuffix(_REDUCED)
        if modifier.pop("turn", False) and scope["lasts"] == "static":
            scope["lasts"] = "turn"
        kind = "increase_other" if more else "discount_other"
        w.emit(ability, kind, modifier=modifier, when=everything, scope=scope)
        ability.changed = scope
        before = sentence.pos
        following = _subject(w, sentence, ability) if sentence.take(", and") else None
        if following is None:
            sentence.pos = before
            return True
        subject = following


# Ends the words of a subject whose verb ("is reduced by") was read with it.
_REDUCED: Final = " reduced"

# Whose costs change, in fixed words: template, scope, condition, the same in words.
_SUBJECTS: Final[tuple[tuple[str, dict[str, Any], Any, str], ...]] = (
    (
        "optional additional costs you pay cost",
        {"what": "optional", "component": True},
        None,
        "optional additional costs that you pay",
    ),
    (
        "the energy costs for|of spells you play is|are reduced by",
        {"what": "spell"},
        None,
        "spells that you play" + _REDUCED,
    ),
    (
        "the first friendly non-token gear played each turn costs",
        {"what": "gear", "filter": {"token": False}},
        ["first", "gear_played"],
        "the first non-token gear that you play each turn",
    ),
    (
        "the first friendly gear activated ability played each turn costs",
        {"what": "gear_ability"},
        ["first", "gear_ability"],
        "the first gear ability that you use each turn",
    ),
    (
        "the next spell you play this turn costs",
        {"what": "spell", "lasts": "next"},
        None,
        "the next spell that you play this turn",
    ),
    (
        "the next card you play this turn costs",
        {"what": "card", "lasts": "next"},
        None,
        "the next card that you play this turn",
    ),
)


def _subject(w: Writer, sentence: Cursor, ability: Ability) -> Subject | None:
    """Whose costs change."""
    scope: dict[str, Any] = {"payer": "you", "lasts": "static"}
    for template, more, when, applies in _SUBJECTS:
        if sentence.take(template):
            return {**scope, **more}, when, applies
    start = sentence.pos
    if sentence.take("friendly") and sentence.keyword("repeat") and sentence.take("costs cost"):
        return {**scope, "what": "repeat", "component": True}, None, "Repeat costs that you pay"
    sentence.pos = start
    if sentence.keyword("empower") and sentence.take("costs of your units here cost"):
        where = {"type": "unit", "at": "here"}
        return {**scope, "what": "empower", "filter": where}, None, "Empower costs of your units here"
    sentence.pos = start
    if ability.changed is not None and sentence.take("they cost"):
        return dict(ability.changed), None, scope_words(ability.changed)
    return _subject_noun(sentence, scope)


def _subject_noun(sentence: Cursor, scope: dict[str, Any]) -> Subject | None:
    start = sentence.pos
    found = noun(sentence)
    if found is None:
        return None
    filter_ = dict(found.filter)
    payer = {"you": "you", "opponent": "opponents", None: "any"}.get(filter_.pop("controller", None))
    if payer == "any" and filter_.get("from") in ("hand", "trash"):
        payer = "you" if any(token.text == "your" for token in sentence.tokens[start : sentence.pos]) else None
    if payer is None:
        return None
    if sentence.take("you play from your trash"):
        filter_["from"], payer = "trash", "you"
    elif sentence.take("that choose me"):
        filter_["chooses"] = "self"
    elif sentence.take("that chooses one or more"):
        chosen = noun(sentence)
        if chosen is None:
            return None
        filter_["chooses"] = chosen.filter
    what = filter_.pop("type", "card")
    if not isinstance(what, str):
        return None
    ending = ""
    if sentence.peek(-1).text.endswith("'") and sentence.take("energy costs are reduced by"):
        ending = _REDUCED
    elif not sentence.take("cost|costs"):
        return None
    result = {**scope, "payer": payer, "what": what}
    if filter_:
        result["filter"] = filter_
    return result, None, scope_words(result) + ending


def scope_words(scope: dict[str, Any]) -> str:
    """Plain English of whose costs a scope means."""
    filter_ = dict(scope.get("filter", {}))
    chooses = filter_.pop("chooses", None)
    text = filter_words({**filter_, "type": scope["what"]}, plural=True)
    text += {"you": " that you play", "opponents": " of opponents", "any": ""}[scope["payer"]]
    return text if chooses is None else f"{text} choosing {filter_words(chooses, plural=True)}"


# ------------------------------------------------------------------ other prices


def hiding(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """Hiding for another price or for nothing."""
    if sentence.take("you may pay"):
        found = amount(sentence, w.own)
        if found is None or not sentence.take("to hide a card with") or not sentence.keyword("hidden"):
            return False
        if not sentence.take("instead of") or amount(sentence, w.own) is None:
            return False
        scope = {"payer": "you", "what": "hide", "lasts": "static"}
        w.emit(ability, "alternate_cost", cost=found, scope=scope, modifier={"applies_to": "hiding a card"})
        return True
    if sentence.take("you can|may hide cards ignoring costs"):
        scope = {"payer": "you", "what": "hide", "lasts": "turn" if sentence.take("this turn") else "static"}
        modifier = {"sets": {"energy": 0, "power": 0}, "applies_to": "hiding cards"}
        w.emit(ability, "ignore_cost", modifier=modifier, scope=scope)
        return True
    return False


def deflect_ignored(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "Ignore [Deflect] while paying this spell's cost" """
    if not (sentence.take("players? ignore") and sentence.keyword("deflect") and sentence.take("while paying")):
        return False
    scope: dict[str, Any] = {"payer": "you", "what": "deflect", "filter": {"self": True}, "lasts": "static"}
    applies = "the Deflect that this spell owes"
    if sentence.take("for spells and abilities choosing something here"):
        scope |= {"payer": "any", "filter": {"chooses": {"at": "here"}}}
        applies = "the Deflect of all that is chosen, while something here is"
    elif not sentence.take("this spell's cost"):
        return False
    w.emit(ability, "ignore_cost", modifier={"sets": {"deflect": 0}, "applies_to": applies}, scope=scope)
    return True


def tax(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "Opponents must pay [A] for each unit beyond the first to move multiple units to my battlefield ..." """
    if not sentence.take("opponents must pay"):
        return False
    found = amount(sentence, w.own)
    if found is None or not sentence.take("for each"):
        return False
    number = for_each(sentence)
    if number is None or not sentence.take("to move multiple units to my battlefield at the same time"):
        return False
    cost: dict[str, Any] = {}
    if "energy" in found:
        cost["energy"] = times(found["energy"], number)
    if "power" in found:
        cost["power"] = {k: times(v, number) for k, v in found["power"].items()}
    scope = {"payer": "opponents", "what": "move", "filter": {"at": "here"}, "lasts": "static"}
    w.emit(ability, "tax", cost=cost, payer="opponents", scope=scope)
    return True


def borrowed(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "I have all [exhaust] abilities of all friendly legends, units, and gear" """
    if not (sentence.take("i have all") and sentence.symbol("exhaust") and sentence.take("abilities of all friendly")):
        return False
    found = noun(sentence)
    if found is None:
        return False
    scope = {"what": "ability", "filter": {**found.filter, "controller": "you"}, "lasts": "static"}
    w.emit(ability, "other_cost", cost={"exhaust_self": True}, scope=scope)
    return True


def repeated(w: Writer, sentence: Cursor, ability: Ability) -> bool:
    """ "Your hold effects for holding here trigger an additional time": this card's own Adds too."""
    for event, doing in (("hold", "holding"), ("conquer", "conquering")):
        if sentence.take(f"your {event} effects for {doing} here trigger an additional time"):
            w.repeated.add(event)
            return True
    return False


CHANGES: Final = (
    additional, own_cost, reduced, others, hiding, deflect_ignored, ignored_for_it, tax, borrowed, repeated,
)  # fmt: skip
