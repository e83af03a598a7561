"""A move as it is told and as it is judged: who, through which places, by which special way; and what came of it."""

from __future__ import annotations

from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.legs import Leg
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value


class Move(Value, frozen=True):
    """A move of one element. `told` says that its path is given, `shift` which of its legs lines up sideways.

    `expands_on` names the head of a column it expands beside, `contracts_behind` whom it files in behind.
    """

    base: Base
    places: tuple[Rectangle, ...]
    told: bool = False
    shift: int | None = None
    expands_on: str | None = None
    contracts_behind: str | None = None

    @property
    def start(self) -> Rectangle:
        return self.base.rectangle

    @property
    def end(self) -> Rectangle:
        return self.places[-1]


class Judged(Value, frozen=True):
    """What came of a move: whether it is legal, how far it went of how much, by which legs, and whom it affects."""

    legal: bool
    distance: float
    limit: float
    legs: tuple[Leg, ...] = ()
    contacts: tuple[tuple[str, str], ...] = ()
    zones: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    exchanged: tuple[str, ...] = ()
    displaced: tuple[tuple[str, Rectangle], ...] = ()
    position: Position | None = None
