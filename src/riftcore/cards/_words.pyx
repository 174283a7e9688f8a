"""Words of the scenario form for what is printed on cards."""

from riftcore.cards._cards cimport (
    KEYWORD_ACCELERATE,
    KEYWORD_DEFLECT,
    KEYWORD_EMPOWER,
    KEYWORD_EQUIP,
    KEYWORD_FLOW,
    KEYWORD_HIDDEN,
    KEYWORD_REPEAT,
    KEYWORD_WEAPONMASTER,
)
#: Keywords whose ability can be named, and their numbers in an act.
# Legion has no number in the core: it fits no ability.
KEYWORDS = {
    "accelerate": 1 + KEYWORD_ACCELERATE, "deflect": 1 + KEYWORD_DEFLECT, "empower": 1 + KEYWORD_EMPOWER,
    "equip": 1 + KEYWORD_EQUIP, "flow": 1 + KEYWORD_FLOW, "hidden": 1 + KEYWORD_HIDDEN, "legion": 201,
    "repeat": 1 + KEYWORD_REPEAT, "weaponmaster": 1 + KEYWORD_WEAPONMASTER,
}
