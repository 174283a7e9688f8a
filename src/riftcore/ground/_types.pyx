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

PHASES = ("awaken", "beginning", "channel", "draw", "main", "ending")

#: What restricted resources in a pool pay for.
RESTRICTIONS = ("spells", "units", "gear", "showdown")

#: What a situation may leave out, and riftcore takes to be there and to fit.
ASSUMED = ("targets", "places", "modes")

#: What happened to a player this turn, in the order of ThisTurn; the facts are counts that may be known in part.
TURN_COUNTS = (
    "cards_played", "spells_played", "gear_played", "gear_abilities", "discarded", "points_from_holding",
    "enemy_units_died", "energy_spent", "power_spent", "max_energy_on_one_spell",
)
TURN_FACTS = ("enemy_units_chosen", "enemies_chosen", "equipment_played")
