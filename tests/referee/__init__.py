"""The referee: a second riftcore in plain Python, which shares nothing with the first one (docs/referee.md).

It reads three things: the cards (`riftcore cards export --cards`), a position (a scenario), an action of the scenario
form or a named event. It answers whether the action may be done, which codes are right if not, what it costs, and which
positions are right afterwards. Numbers in comments are rules.
"""

from .cards import Book, Card, Clause
from .clauses import Unknown
from .costs import Cost, cost, covers
from .doing import Certificate, carry_out
from .events import Impossible, tell
from .judge import judge
from .paying import Answer, Way, best_ways, keys_of
from .payments import Wrong
from .position import NEW, Position, Thing, read, read_pool
from .question import NotJudged

__all__ = [
    "NEW", "Answer", "Book", "Card", "Certificate", "Clause", "Cost", "Impossible", "NotJudged", "Position", "Thing",
    "Unknown", "Way", "Wrong", "best_ways", "carry_out", "cost", "covers", "judge", "keys_of", "read", "read_pool",
    "tell",
]  # fmt: skip
