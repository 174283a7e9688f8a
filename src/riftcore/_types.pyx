"""Names of the enums of ``_types.pxd``, as Python sees them."""

DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")

#: What a cost can be paid for, in the order of the core's Purpose enum.
PURPOSES = (
    "spell",
    "unit",
    "gear",
    "unit ability",
    "gear ability",
    "legend ability",
    "trigger",
    "resolution",
    "move",
    "hide",
)
