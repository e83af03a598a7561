"""Caches of what follows from a base and its surroundings. They outlive the position in which it was found."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.position import Position

T = TypeVar("T")


class _Found:
    """A result with everything it depends on: the bases near, their notes, and the position apart from its bases.

    `number` is that of the bases of the last position in which it held: there the same ones are near.
    """

    number: int
    near: list[Base]
    ignored: tuple[str, ...]
    turn_notes: Any
    notes: list[list[str]]
    rest: tuple[Any, ...]
    result: Any

    def __init__(self, position: Position, near: list[Base], ignored: tuple[str, ...], result: Any) -> None:
        self.number = position.by_side.number
        self.near = near
        self.ignored = ignored
        self.turn_notes = position.turn_notes
        self.notes = _notes(position, near, ignored)
        self.rest = _rest(position)
        self.result = result

    def holds(self, position: Position, place: Rectangle, far: float) -> bool:
        """Whether the result is that of another position too."""
        if self.number != position.by_side.number:
            near = position.near(place, far)
            if len(near) != len(self.near):
                return False
            for i in range(len(near)):
                if near[i] is not self.near[i]:
                    return False
            self.number = position.by_side.number
        if self.turn_notes is not position.turn_notes:
            if self.notes != _notes(position, self.near, self.ignored):
                return False
            self.turn_notes = position.turn_notes
        return self.rest == _rest(position)


def _notes(position: Position, near: list[Base], ignored: tuple[str, ...]) -> list[list[str]]:
    """The notes of each base that count."""
    found = position.turn_notes
    if not isinstance(found, dict):
        return [[] for _ in near]
    return [[note for note in found.get(base.id, ()) if note not in ignored] for base in near]


def _rest(position: Position) -> tuple[Any, ...]:
    return (
        position.edition,
        position.size,
        position.terrain,
        position.scale,
        position.active,
        position.bound,
        position.options,
        position.commands,
    )


class LocalMemory(Generic[T]):
    """A cache for what one module derives from a base and what stands near it, stored with the base.

    What it derives may depend on the position in every way, except on bases further away than it says, and on the
    notes of the bound that it ignores.
    """

    def __init__(self, name: str, ignored: tuple[str, ...] = ()) -> None:
        self.name = name
        self.ignored = ignored

    def __repr__(self) -> str:
        return f"LocalMemory({self.name!r})"

    def of(self, position: Position, base: Base, key: Hashable, far: float, make: Callable[[Position], T]) -> T:
        """The cached result of `make` for a base, computed anew when something changed within a distance of it."""
        where = (self, key)
        known: _Found | None = base.kept.get(where)
        if known is not None and known.holds(position, base.rectangle, far):
            found: T = known.result
            return found
        found = make(position)
        base.kept[where] = _Found(position, position.near(base.rectangle, far), self.ignored, found)
        return found
