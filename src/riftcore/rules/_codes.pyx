"""What a verdict says: a code (scenario.md), and why."""

#: The codes, by number in the core (CODE_*).
CODES = (
    "ok", "unaffordable", "cost", "timing", "zone", "target", "condition", "restriction", "choice", "not_an_add",
    "exhausted", "unknown_card_behaviour",
)
