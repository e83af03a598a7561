"""Caches of what follows from a base and its surroundings. They outlive the position in which it was found."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from debellis.table.bases import Base
from debellis.table.position import Position

T = TypeVar("T")


class _Found:
    """A result with everything it depends on: the bases near, their notes, and the position apart from its bases."""

    def __init__(self, position: Position, near: list[Base], result: Any) -> None:
        self.near = near
        self.notes = _notes(position, near)
        self.rest = _rest(position)
        self.result = result

    def holds(self, position: Position, near: list[Base]) -> bool:
        """Whether the result is that of another position too."""
        if len(near) != len(self.near):
            return False
        for i in range(len(near)):
            if near[i] is not self.near[i]:
                return False
        return self.notes == _notes(position, near) and self.rest == _rest(position)


def _notes(position: Position, near: list[Base]) -> list[tuple[str, ...]]:
    found = position.turn_notes
    return [found.get(base.id, ()) for base in near] if isinstance(found, dict) else []


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

    What it derives may depend on the position in every way, except on bases further away than it says.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"LocalMemory({self.name!r})"

    def of(self, position: Position, base: Base, key: Hashable, far: float, make: Callable[[Position], T]) -> T:
        """The cached result of `make` for a base, computed anew when something changed within a distance of it."""
        near = position.near(base.rectangle, far)
        where = (self, key)
        known: Any = base.kept.get(where)
        if known is not None and known.holds(position, near):
            found: T = known.result
            return found
        found = make(position)
        base.kept[where] = _Found(position, near, found)
        return found
