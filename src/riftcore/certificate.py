"""A payment checked by single rule steps, with none of the code that found it.

Every Add is made in order: its source must be there and ready, and what it makes goes to the pool (429). Then each
symbol of the cost, and each unit that a converter or a legend asks for, must find a unit of the pool that may pay it
and was there in time. In the end the pool, the runes and the sources must be exactly those that the payment says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcore.errors import PaymentError
from riftcore.scenario.values import DOMAINS

if TYPE_CHECKING:
    from riftcore.edge._supply import Payment
    from riftcore.ground._cost import Cost

# The pool in a record, from byte 12 on: Energy, Power by domain, universal Power, and what is restricted.
POOL = slice(12, 25)
ENERGY, UNIVERSAL, SPELLS_ENERGY, UNITS_ENERGY, SHOWDOWN_ENERGY, SPELLS_POWER, GEAR_POWER = 0, 7, 8, 9, 10, 11, 12
FREE_POWER = frozenset(range(1, 8))
ALLOWED = {
    "spell": {SPELLS_ENERGY, SPELLS_POWER}, "unit": {UNITS_ENERGY}, "unit ability": {UNITS_ENERGY},
    "gear": {GEAR_POWER}, "gear ability": {GEAR_POWER},
}  # fmt: skip
LEGENDS = {1: SPELLS_POWER, 2: GEAR_POWER, 3: SHOWDOWN_ENERGY, 4: ENERGY}
BYTES = {"one": 31, "two": 32, "lux": 33, "honeyfruit": 34, "gold": 35}
BORROWS = ("one", "egg", "lux", "honeyfruit", "gold", "anomaly", "henge", "legend")
LEVEL6, RENATA = 1, 2


class Book:
    """What is there after each step: a record as it changes, and when each unit of the pool came."""

    def __init__(self, payment: Payment) -> None:
        self.record = bytearray(payment.paid_from.to_bytes())
        self.units = [[0] * n for n in self.record[POOL]]
        self.needs: list[tuple[int, frozenset[int]]] = []
        self.time = 0
        self.usable = set(ALLOWED.get(payment.paid_for, set()))
        if payment.in_showdown:
            self.usable.add(SHOWDOWN_ENERGY)
        self.energy = frozenset({ENERGY, SHOWDOWN_ENERGY} & {ENERGY, *self.usable})

    def take(self, byte: int, what: str, by: int = 1, mask: int = 0xFF) -> None:
        """One thing less of a count of the record."""
        if self.record[byte] & mask < by:
            raise PaymentError(f"{what}: there is none, or it is not ready")
        self.record[byte] -= by

    def make(self, made: dict[int, int]) -> None:
        for unit, n in made.items():
            self.units[unit] += [self.time] * n

    def ask(self, accepted: frozenset[int], n: int) -> None:
        self.needs += [(self.time, accepted)] * n

    # -------------------------------------------------------------------------------- the Adds

    def rune(self, verb: str, domain: str) -> None:
        """164.2: an exhausted rune of the domain is recycled before a ready one."""
        self.time += 1
        d = DOMAINS.index(domain)
        if verb == "exhaust":
            self.take(d, f"exhaust {domain}")
            self.record[6 + d] += 1
            self.make({ENERGY: 1})
        else:
            self.take(6 + d if self.record[6 + d] else d, f"recycle {domain}")
            self.make({1 + d: 1})

    def use(self, kind: str, mode: Any, x: int | None) -> None:
        self.time += 1
        if kind.startswith("heimerdinger"):
            self.borrow(kind, str(mode), x)
        elif kind == "legend":
            self.take(37, "the legend", by=0x80, mask=0x80)
            self.legend()
        elif kind in ("anomaly", "henge"):
            self.take(36, kind, *((1, 0x0F) if kind == "anomaly" else (0x10, 0xF0)))
            self.convert(kind, x)
        else:
            self.take(25 + DOMAINS.index(kind[5:]) if kind.startswith("seal ") else BYTES[kind], kind)
            self.ability(kind, second=mode == 1, renata=self.record[41] & RENATA != 0)

    def borrow(self, kind: str, mode: str, x: int | None) -> None:
        """A Heimerdinger uses an exhaust ability of another friendly object."""
        empowered = kind.endswith("empowered")
        self.take(38, kind, *((0x10, 0xF0) if empowered else (1, 0x0F)))
        name = mode.removesuffix(" both")
        bit = DOMAINS.index(name[5:]) if name.startswith("seal ") else 6 + BORROWS.index(name)
        if not (self.record[39] | self.record[40] << 8) >> bit & 1:
            raise PaymentError(f"{kind} cannot borrow {name}: nobody has it")
        if name == "legend":
            self.legend()
        elif name in ("anomaly", "henge"):
            self.convert(name, x)
        else:
            self.ability(
                "two" if name == "egg" and empowered else "one" if name == "egg" else name, mode.endswith(" both")
            )

    def ability(self, kind: str, second: bool = False, renata: bool = False) -> None:
        if second and (kind != "honeyfruit" or not self.record[41] & LEVEL6):
            raise PaymentError(f"{kind} has no second ability now")
        made = {
            "one": {ENERGY: 1}, "two": {ENERGY: 2}, "lux": {SPELLS_ENERGY: 2},
            "gold": {UNIVERSAL: 1, ENERGY: int(renata)}, "honeyfruit": {UNIVERSAL: 1, ENERGY: int(second)},
        }  # fmt: skip
        self.make({1 + DOMAINS.index(kind[5:]): 1} if kind.startswith("seal ") else made[kind])

    def convert(self, kind: str, x: int | None) -> None:
        """What is asked for must be there before; what is made comes after."""
        self.ask(FREE_POWER if kind == "anomaly" else self.energy, x or 0)
        self.time += 1
        self.make({ENERGY if kind == "anomaly" else UNIVERSAL: x or 0})

    def legend(self) -> None:
        kind = self.record[37] & 0x7F
        if kind == 5:
            self.ask(FREE_POWER, 2)
            self.time += 1
            self.make({UNITS_ENERGY: 2})
        elif kind in LEGENDS:
            self.make({LEGENDS[kind]: 1})
        else:
            raise PaymentError("the legend Adds nothing")

    # ------------------------------------------------------------------------------ the cost

    def cost(self, cost: Cost) -> None:
        """Each symbol asks for one unit (163, 357.1)."""
        self.time += 1
        data = cost.to_dict()
        wild = frozenset({UNIVERSAL, *(self.usable & {SPELLS_POWER, GEAR_POWER})})
        self.ask(frozenset({ENERGY, *(self.usable - {SPELLS_POWER, GEAR_POWER})}), data.get("energy", 0))
        for key, n in data.get("power", {}).items():
            domains = DOMAINS if key == "any" else key.split("|")
            self.ask(wild | {1 + DOMAINS.index(name) for name in domains}, n)

    def pay(self, left: bytes) -> None:
        """Spend all that is not left: each need takes a unit that it accepts and that was there in time."""
        spent: list[tuple[int, int]] = []
        for unit, times in enumerate(self.units):
            if left[unit] > len(times):
                raise PaymentError("it leaves more in the pool than was ever there")
            spent += [(unit, time) for time in sorted(times)[: len(times) - left[unit]]]
        if len(spent) != len(self.needs):
            raise PaymentError(f"it spends {len(spent)} units where {len(self.needs)} are asked for")
        payer: dict[int, int] = {}
        for need in range(len(self.needs)):
            if not self.match(need, spent, payer, set()):
                raise PaymentError("what it spends does not pay: a symbol finds no unit that may pay it")
        self.record[POOL] = left

    def match(self, need: int, spent: list[tuple[int, int]], payer: dict[int, int], seen: set[int]) -> bool:
        """Kuhn's augmenting path."""
        time, accepted = self.needs[need]
        for i, (unit, since) in enumerate(spent):
            if i in seen or unit not in accepted or since >= time:
                continue
            seen.add(i)
            if i not in payer or self.match(payer[i], spent, payer, seen):
                payer[i] = need
                return True
        return False


def verify_payment(payment: Payment, cost: Cost) -> None:
    """PaymentError names the first thing about this payment that is not so."""
    book = Book(payment)
    for verb, runes in (("exhaust", payment.exhausted), ("recycle", payment.recycled)):
        for domain, n in runes.items():
            for _ in range(n):
                book.rune(verb, domain)
    uses = payment.uses
    for place in payment.order:
        book.use(*uses[place])
    book.cost(cost)
    after = payment.after().to_bytes()
    book.pay(after[POOL])
    if bytes(book.record) != after:
        raise PaymentError("it does not end where it says: other runes or sources are left")


def verify_objects(payment: Payment, roster: dict[str, list[str]]) -> None:
    """Each object is there, ready, of its kind, and used once."""
    used: set[str] = set()
    for (kind, _, _), name in zip(payment.uses, payment.objects(), strict=True):
        if name in used:
            raise PaymentError(f"{name} is used twice")
        if name not in roster.get(kind, ()):
            raise PaymentError(f"{name} cannot be used as {kind}: it is not there, not ready, or no such source")
        used.add(name)
