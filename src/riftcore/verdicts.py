"""What an answer says: the code, the rule and the sentence of a Verdict; the steps of a Quote."""

from __future__ import annotations

from dataclasses import dataclass

from riftcore.rules._codes import CODES as CODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riftcore.ground._cost import Cost

#: By number in the core (WHY_*): the rule, and one sentence.
REASONS = (
    ("358", "This may be done."),
    (
        "357.1",
        "The pool, the runes and the Add sources that may be used cannot make the Energy and Power of this cost.",
    ),
    ("357.2", "A part of the cost that is no resource cannot be paid in full."),
    (
        "316.2.b",
        "Only the turn player may do this, in their Main Phase, outside of showdowns and with nothing on the chain.",
    ),
    ("343.1", "In a showdown only what has Action or Reaction may be played or used."),
    ("331.1", "While something is on the chain only what has Reaction may be played or used."),
    ("312.1", "Another player has Priority or Focus."),
    ("353", "The card is not in the zone that it would be played from."),
    (
        "419.1.a",
        "Cards are played from the hand and the Champion Zone; nothing allows this one to be played from the trash.",
    ),
    ("811.1.b", "A card that was hidden may be played from the next turn on, not before."),
    ("811.1.b", "A card is hidden at a battlefield that its player controls."),
    ("811.1.b", "There is a facedown card at that battlefield already."),
    ("811.1", "Only a card with Hidden may be hidden."),
    ("356.2.b", "The card does not have this optional additional cost now."),
    ("377.2.b", "The object has no such ability now: there is none of that name, or its condition does not hold."),
    ("827.1.c", "What is Empowered already may not be empowered again."),
    ("377.2.b", "This ability may be used once each turn, and was."),
    ("355.9.a", "Something that was chosen is no longer there, and so is no valid choice."),
    ("358.1", "The cost can be paid only by giving up what was chosen, which then is no legal target."),
    ("355.9.b", "Something that was chosen does not meet what the card asks of its targets."),
    ("357.3", "What was chosen may not be given up as a cost while the cost can be paid in another way."),
    ("402.1", "More than one ability fits: the action must say which."),
    ("429.4", "Only what says so Adds, and this object has no Add ability."),
    ("414.4", "What is exhausted cannot be exhausted again to pay a cost."),
    ("164.2", "There is no rune of that domain for it."),
    ("378", "Only its controller uses an ability, and another player controls this object."),
    ("002", "This rests on card text that is not understood, or on more than a position holds: no verdict."),
    ("357.1", "The payment that was named cannot be made, or does not pay."),
    ("144", "Only units have the Standard Move."),
    ("206", "The effect that is to play the card allows other cards only: by kind, tags or printed cost."),
    ("144.4", "A unit moves to another place, and it is there already."),
    ("144.4.c", "From a battlefield to another one only a unit with Ganking moves."),
    ("358.2", "Units of two other players are at that battlefield already."),
    ("443", "Players move units that they control, and another player controls this one."),
    ("811.1.d.1", "A hidden unit or gear is played to the battlefield where it was hidden."),
    ("718.2", "The text of a card is inactive while it is attached to another card."),
    ("355.9.b", "Something that was chosen is not controlled by the player that the text asks for."),
    ("355.9.b", "Something that was chosen is not at a battlefield, as the text asks."),
    ("355.9.b", "Something that was chosen is not in a base, as the text asks."),
    ("355.9.b", 'Something that was chosen is not "here": not where the card is whose text chooses it.'),
    ("355.9.b", "Something that was chosen is not at the place that the text asks for."),
    ("355.9.b", "The Might of something that was chosen is not what the text asks for."),
    ("206", "The printed cost of something that was chosen is not what the text asks for."),
    ("355.9.b", "Something that was chosen is not in the state that the text asks for."),
    ("355.9.b", "Something that was chosen does not have the tag, domain or keyword that the text asks for."),
    ("355.9.b", "Something was chosen twice, or is not another one as the text asks."),
    ("355.11", "What was chosen does not fit together: places, controllers, total Might or points of damage."),
    ("811.1.d.2", "What a card that was hidden chooses must be at the battlefield where it was hidden."),
    ("355.4", "There is no place that this may be moved to, or it may not be moved to the place that was named."),
    ("355.8", "Less was chosen than the text asks for."),
    ("355.13", "More was chosen than the text allows."),
    ("355.10", "Something was chosen, but the text chooses nothing now."),
    ("355.8", "Nothing that the text could choose is there."),
    ("355.3", "The modes that were chosen are not as many as the text asks for, or none of its modes."),
)

#: By number in the core (STEP_*): the rule, and what was done; {card} is the card whose text it is.
STEPS = (
    ("356.1", "printed cost of {card}"),
    ("403", "cost of the ability of {card}"),
    ("383.3.b", "price that {card} asks"),
    ("444", "the price itself"),
    ("356.1.a", "{card} for another cost"),
    ("829.1.c", "Flow cost of {card}"),
    ("811.1.c", "played from facedown, ignoring the base cost"),
    ("356.1.b", "base cost ignored"),
    ("356.2.a", "additional cost of {card}"),
    ("809.1.c", "Deflect of {card}"),
    ("356.2.b", "optional additional cost of {card}"),
    ("805.1.a", "Accelerate of {card}"),
    ("820.1", "Repeat of {card}"),
    ("356.4.c", "{card} makes this part cheaper"),
    ("356.3", "increase by {card}"),
    ("356.4.d", "discount by {card}"),
    ("356.5", "any and all costs ignored"),
    ("204.4", "tax of {card}"),
    ("811.1.b", "price of hiding by {card}"),
    ("821.1.c", "Equip cost of {card}"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the cost pipeline: what it set, added or took away, by which rule and whose text."""

    rule: str
    text: str
    sign: int  # 0 sets the cost, 1 adds, -1 takes away
    amount: Cost
    card: str | None = None
    either: bool = False  # the player picks the Energy or the Power half
    minimum: int | None = None  # this discount's own minimum of Energy (356.4.e)

    def __str__(self) -> str:
        amount = str(self.amount)
        if self.either:
            halves = [str(part) for part in (self.amount.energy, *(f"[{k}]" * n for k, n in self.amount.power.items()))]
            amount = " or ".join(halves)
        sign = {0: "=", 1: "+", -1: "-"}[self.sign]
        text = f"{sign} {amount}  {self.text} ({self.rule})"
        return text if self.minimum is None else f"{text}, to no less than {self.minimum}"


@dataclass(frozen=True, slots=True)
class Quote:
    """The total costs of an action: the Pareto-minimal ones, and the steps of the pipeline (356).

    `costs` holds one Cost unless the player has a choice ("[1] or [A] less"); `paid_optional` the optional
    additional costs that count as paid.
    """

    costs: tuple[Cost, ...]
    steps: tuple[Step, ...] = ()
    paid_optional: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " or ".join(str(cost) for cost in self.costs)
