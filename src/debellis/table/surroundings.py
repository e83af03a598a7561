"""Caches of what follows from a base and its surroundings. They outlive the position in which it was found."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from debellis.table.bases import Base
from debellis.table.position import Position

T = TypeVar("T")


class _Found:
    """A result with everything it depends on: the bases near, their notes, and the position apart from its bases."""

    def __init__(self, position: Position, near: list[Base], ignored: tuple[str, ...], result: Any) -> None:
        self.near = near
        self.ignored = ignored
        self.notes = _notes(position, near, ignored)
        self.rest = _rest(position)
        self.result = result

    def holds(self, position: Position, near: list[Base]) -> bool:
        """Whether the result is that of another position too."""
        if len(near) != len(self.near):
            return False
        for i in range(len(near)):
            if near[i] is not self.near[i]:
                return False
        return self.notes == _notes(position, near, self.ignored) and self.rest == _rest(position)


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
        near = position.near(base.rectangle, far)
        where = (self, key)
        known: Any = base.kept.get(where)
        if known is not None and known.holds(position, near):
            found: T = known.result
            return found
        found = make(position)
        base.kept[where] = _Found(position, near, self.ignored, found)
        return found
