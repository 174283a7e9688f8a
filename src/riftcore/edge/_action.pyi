from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from typing_extensions import disjoint_base

from riftcore.edge._supply import Payment, _Purpose
from riftcore.ground._cost import Cost
from riftcore.ground._types import DOMAINS as DOMAINS

_CostLike: TypeAlias = Cost | Mapping[str, Any]
_CardLike: TypeAlias = str | Mapping[str, Any]
_Objects: TypeAlias = Mapping[str, Any] | None
_Steps: TypeAlias = Payment | Sequence[Mapping[str, Any]] | None

@disjoint_base
class Reading: ...

@disjoint_base
class Context: ...

@disjoint_base
class Action:
    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Action: ...
    @staticmethod
    def play(
        card: _CardLike,
        *,
        player: int | None = None,
        id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        targets: Sequence[str] | None = None,
        modes: Sequence[int] | None = None,
        pay: Sequence[str] | None = None,
        by: _CardLike | None = None,
        ignoring: str | None = None,
        for_: _CostLike | None = None,
        reduced: _CostLike | None = None,
        with_: _Objects = None,
        payment: _Steps = None,
    ) -> Action: ...
    @staticmethod
    def activate(
        object: str,
        *,
        ability: int | str | None = None,
        targets: Sequence[str] | None = None,
        x: int | None = None,
        player: int | None = None,
        with_: _Objects = None,
        payment: _Steps = None,
    ) -> Action: ...
    @staticmethod
    def trigger(
        object: str,
        *,
        ability: int | str | None = None,
        targets: Sequence[str] | None = None,
        x: int | None = None,
        on: str | None = None,
        decline: bool | None = None,
        excess_damage: int | None = None,
        player: int | None = None,
        with_: _Objects = None,
        payment: _Steps = None,
    ) -> Action: ...
    @staticmethod
    def add(
        what: str,
        *,
        ability: int | None = None,
        x: int | None = None,
        player: int | None = None,
        with_: _Objects = None,
        payment: _Steps = None,
    ) -> Action: ...
    @staticmethod
    def move(
        units: Sequence[str],
        *,
        to: str | None = None,
        player: int | None = None,
        with_: _Objects = None,
        payment: _Steps = None,
    ) -> Action: ...
    @staticmethod
    def hide(
        card: _CardLike, at: str, *, player: int | None = None, with_: _Objects = None, payment: _Steps = None
    ) -> Action: ...
    @staticmethod
    def pay(
        cost: _CostLike,
        purpose: _Purpose | None = None,
        *,
        player: int | None = None,
        with_: _Objects = None,
        payment: _Steps = None,
    ) -> Action: ...
    @staticmethod
    def event(event: str, object: _CardLike | None = None, *, player: int | None = None) -> Action: ...
    @property
    def text(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
