"""A move as given and as judged: the mover, its places and any special manner; and the result."""

from __future__ import annotations

from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.legs import Leg
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value


class Move(Value, frozen=True):
    """A move of one element.

    `told` says that its path is given. `shift` is the leg that lines up sideways. `expands_on` names the head of a
    column beside which it expands. `contracts_behind` names the element behind which it joins a column.
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
    """The result of a move: whether it is legal, its distance and allowance, its legs, and the elements it affects."""

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
