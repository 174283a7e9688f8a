"""Verdict: what the core found out about an action, as a Python value.

It holds the core's answer as it is; it makes names, costs and steps when you ask for them.
"""

cimport cython

from libc.string cimport memset

from riftcore.cards._clauses cimport VERB_EXHAUST, VERB_RECYCLE_RUNE, VERB_SPEND_BUFF
from riftcore.edge._supply cimport Payment, payment_new
from riftcore.ground._cost cimport cost_from_demand
from riftcore.position._position cimport MAX_REPEATS, NO_REF, PAY_ACCELERATE, PAY_ADDITIONAL, REF_LEGEND
from riftcore.rules._codes cimport CODE_OK, CODE_UNKNOWN

from riftcore.ground._types import DOMAINS
from riftcore.rules._codes import CODES
from riftcore.errors import RiftcoreError

#: What a verdict says. A pickle holds these; a new property belongs here, and begins with a look at `told`.
FIELDS = ("legal", "code", "rule", "message", "costs", "steps", "paid_optional", "best", "objects")
_VERBS = (
    "exhaust", "kill", "discard", "recycle", "return", "banish", "spend buff", "spend xp", "disempower", "recycle",
    "burn",
)


def _shortened(str words):
    """At most 200 characters of a text."""
    return words if len(words) <= 200 else words[:197] + "..."


@cython.freelist(16)
cdef class Verdict:
    """May this be done? ``code`` is "ok" or why not; ``rule`` and ``message`` are what a judge would say.

    ``costs`` and ``steps`` are those of step 3 (also when they cannot be paid), ``best`` is the
    payment by the policy when the action is legal, ``objects`` the ids and card names given up for
    non-resource costs. Comes of `State.check` and `push`; an immutable value, true when legal.
    """

    def __init__(self):
        raise TypeError("a Verdict cannot be made by hand: State.check and State.push give it")

    @property
    def legal(self):
        return self.out.code == CODE_OK

    @property
    def code(self):
        """One of `CODES`."""
        return CODES[self.out.code]

    @property
    def rule(self):
        """The number of the rule that decides."""
        from riftcore.verdicts import REASONS

        if self.told is not None:
            return self.told["rule"]
        return REASONS[self.out.why][0]

    @property
    def message(self):
        """One sentence that a judge would accept."""
        from riftcore.verdicts import REASONS

        if self.told is not None:
            return self.told["message"]
        text = REASONS[self.out.why][1]
        if self.out.code == CODE_UNKNOWN and self.out.culprit:
            card = self.table.cards[self.out.culprit]
            words = " / ".join(card.partial) if self.out.doubtful else ""
            said = f' ("{_shortened(words)}")' if words else ""
            return f"{text.rstrip('.')}: {card.name}{said}."
        return text

    @property
    def costs(self):
        """The Pareto-minimal total costs, as a tuple of Cost; empty if the action was refused before step 3."""
        cdef list costs = []
        cdef int i
        if self.told is not None:
            return self.told["costs"]
        if self.out.quote.costs.n:
            others = self.parts()
            for i in range(self.out.quote.costs.n):
                costs.append(cost_from_demand(&self.out.quote.costs.cost[i], others))
        return tuple(costs)

    @property
    def steps(self):
        """How the costs came about (356), as a tuple of Step."""
        from riftcore.verdicts import STEPS, Step

        cdef list steps = []
        cdef int i
        if self.told is not None:
            return self.told["steps"]
        if not (self.out.priced or self.out.quote.costs.n):
            return ()
        for i in range(self.out.quote.n_steps):
            rule, text = STEPS[self.out.quote.steps[i].what]
            name = self.table.cards[self.out.quote.steps[i].card].name if self.out.quote.steps[i].card else None
            steps.append(Step(
                rule, text.format(card="the effect" if name is None else name), self.out.quote.steps[i].sign,
                cost_from_demand(&self.out.quote.steps[i].amount, ()), name, bool(self.out.quote.steps[i].either),
                None if self.out.quote.steps[i].min_energy < 0 else self.out.quote.steps[i].min_energy,
            ))
        return tuple(steps)

    @property
    def paid_optional(self):
        """The optional additional costs that count as paid."""
        cdef list names = []
        cdef int i
        if self.told is not None:
            return self.told["paid_optional"]
        if self.out.quote.paid & PAY_ACCELERATE:
            names.append("accelerate")
        if self.out.quote.paid & PAY_ADDITIONAL:
            names.append("additional")
        for i in range(MAX_REPEATS):
            if self.out.quote.paid >> (2 + i) & 1:
                names.append(f"repeat:{i}" if i else "repeat")
        return tuple(names)

    @property
    def best(self):
        """The best Payment of a legal action; None if nothing is paid."""
        cdef Payment best
        if self.told is not None:
            return self.told["best"]
        if self.out.code != CODE_OK or not self.out.paid:
            return None
        best = payment_new(
            &self.out.payment, &self.out.supply, self.out.demand.purpose, self.out.demand.showdown, None
        )
        best.chosen = tuple([self.id_of(self.out.used[i]) for i in range(self.out.n_used)])
        return best

    @property
    def objects(self):
        """What is given up for the costs: pairs of a verb and an id (of what stays) or a card name."""
        cdef list given = []
        cdef int i
        if self.told is not None:
            return self.told["objects"]
        if self.out.paid:
            for i in range(self.out.spent.n):
                verb = _VERBS[self.out.spent.item[i].verb]
                if self.out.spent.item[i].ref != NO_REF and self.out.spent.item[i].verb in (VERB_EXHAUST, VERB_SPEND_BUFF):
                    given.append((verb, self.id_of(self.out.spent.item[i].ref)))
                elif self.out.spent.item[i].verb == VERB_RECYCLE_RUNE:
                    given.append((verb, f"{DOMAINS[self.out.spent.item[i].slot]} rune"))
                elif self.out.spent.item[i].card:
                    given.append((verb, self.table.cards[self.out.spent.item[i].card].name))
        return tuple(given)

    cdef object id_of(self, int ref):
        """The id of an object or a legend."""
        if 0 <= ref < REF_LEGEND:
            return self.board_ids[ref >> 6][ref & 63]
        return self.legend_ids[ref - REF_LEGEND]

    cdef tuple parts(self):
        """The non-resource parts, sorted; equal ones are one with their sum.

        "Any number" is the number that is given up: as paid, as named, x where that is not known.
        """
        cdef list merged = []
        cdef dict counts = {}
        cdef int i
        if self.out.quote.exhausts_self:
            merged.append("exhaust self")
        for i in range(self.out.quote.n_parts):
            part = self.table.part_names[self.out.quote.parts[i]]
            verb, _, rest = part.partition(" ")
            number, _, noun = rest.partition(" ")
            if number == "x":
                number = self.given_of(_VERBS.index("spend buff" if noun == "buff" else verb))
            if number.isdigit():
                counts[verb, noun] = counts.get((verb, noun), 0) + int(number)
            else:
                merged.append(part)
        for (verb, noun), n in counts.items():
            if n:
                merged.append(f"{verb} {n} {noun}" if noun else f"{verb} {n}")
        return tuple(sorted(merged))

    cdef str given_of(self, int verb):
        """How many objects are given up for a verb: as paid, as named, or "x"."""
        cdef int i, n = 0
        if self.out.paid:
            for i in range(self.out.spent.n):
                n += self.out.spent.item[i].n if self.out.spent.item[i].verb == verb else 0
            return str(n)
        return "x" if self.given[verb] < 0 else str(self.given[verb])

    cdef void name_given(self, const Act *act) noexcept:
        cdef int i, verb
        memset(self.given, 0xFF, sizeof(self.given))
        for i in range(act.n_fixed):
            verb = act.fixed[i].verb
            self.given[verb] = max(self.given[verb], 0) + act.fixed[i].n

    cdef tuple fields(self):
        return tuple([getattr(self, name) for name in FIELDS])

    def __bool__(self):
        return self.out.code == CODE_OK

    def __eq__(self, other):
        if not isinstance(other, Verdict):
            return NotImplemented
        return self.fields() == (<Verdict>other).fields()

    def __hash__(self):
        return hash(self.fields())

    def __reduce__(self):
        return verdict_restored, (dict(zip(FIELDS, self.fields(), strict=True)),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __str__(self):
        return f"{'legal' if self.legal else 'not legal'}: {self.code} ({self.rule}) {self.message}"

    def __repr__(self):
        return f"Verdict({', '.join([f'{name}={value!r}' for name, value in zip(FIELDS, self.fields(), strict=True)])})"


def verdict_restored(dict told not None):
    """A Verdict from its pickle: what it said, without the cards and names that it was made of."""
    cdef Verdict verdict = Verdict.__new__(Verdict)
    if tuple(told) != FIELDS or told["code"] not in CODES:
        raise RiftcoreError("expected the pickle of a Verdict of this version of riftcore")
    verdict.told = told
    verdict.out.code = <int>CODES.index(told["code"])
    return verdict
