"""What a card chooses, in plain words: what `riftcore cards show` says of clauses `chooses` and `modes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from riftcore.catalog.expressions import filter_words, words

_TO: Final = {
    "any": "to another place",
    "battlefield": "to a battlefield",
    "other battlefield": "to another battlefield",
    "with your units": "to a battlefield where you have units",
    "with its controller's units": "to a place where its controller has another unit",
    "open": "to an open battlefield",
    "enemy": "to an occupied enemy battlefield",
    "controlled": "to a battlefield that you control",
    "to or from base": "to its base, or from it to a battlefield",
    "one": "all to one place",
}
_FLAGS: Final = (
    ("together", "all at one place"),
    ("spread", "each at another place"),
    ("one_controller", "of one player"),
    ("fighting", "in combat or in a showdown"),
    ("occupied", "where you have units"),
    ("named_tag", "with the named tag"),
    ("near", "where the one before is"),
    ("same_controller", "of the same player as the one before"),
    ("weaker", "with less Might than the one before"),
    ("attached_to", "attached to the one before"),
    ("unsure", "with a limit that riftcore does not check"),
)


def chosen_words(term: Mapping[str, Any]) -> str:
    """What is chosen: "up to 2 friendly units; all at one place"."""
    if term.get("unknown"):
        return "a choice that is not understood"
    if "modes" in term:
        once = {"play": ", each once", "turn": ", each once a turn"}.get(term.get("once", ""), "")
        return f"{term['count']} of {term['modes']} modes{once}"
    parts = [_how_many(term)]
    parts += [text for name, text in _FLAGS if term.get(name)]
    if "far" in term:
        parts.append("at another place than " + ("the one before" if term["far"] else "this"))
    for name, text in (("might_max", "Might at most"), ("might_min", "Might at least"), ("total_might", "Might together at most")):
        if name in term:
            parts.append(f"{text} {term[name]}")
    for name, text in (
        ("energy_max", "Energy cost at most"),
        ("energy_min", "Energy cost at least"),
        ("energy_below", "Energy cost less than"),
        ("power_max", "Power cost at most"),
    ):
        if name in term:
            parts.append(f"{text} {words(term[name])}")
    if "lacks" in term:
        parts.append(f"without {term['lacks'].title()}")
    if "not_tag" in term:
        parts.append(f"no {term['not_tag'].title()}")
    if "split" in term:
        parts.append("at most one for each point of damage")
    if "to" in term:
        parts.append(f"moved {_TO[term['to']]}")
    if "mode" in term:
        parts.append(f"in mode {term['mode']}")
    return "; ".join(parts)


def _how_many(term: Mapping[str, Any]) -> str:
    count, least = term["count"], term.get("least")
    many = count != 1
    filter_ = dict(term["filter"])
    if term.get("apart"):
        filter_["other"] = True
    text = filter_words(filter_, plural=many)
    if "or" in term:
        text += f" or {filter_words(term['or'], plural=many)}"
    if count == "any":
        return f"any number of {text}"
    if least == 0:
        return f"up to {count} {text}"
    return f"{count} {text}" if many else text
