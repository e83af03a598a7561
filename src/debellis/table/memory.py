"""Caches of derived values: kept with the value they are derived from, each under an object of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")


class Keeper(Protocol):
    """A value that never changes and has a place for what others derive from it."""

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this one. It is not written and not compared."""


K = TypeVar("K", bound=Keeper)


class Memory(Generic[T]):
    """What one module derives from positions, bases or states, kept with each of them.

    Two memories never meet, whatever their names. A changed copy of a value starts with nothing kept.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Memory({self.name!r})"

    def of(self, keeper: K, key: Hashable, make: Callable[[K], T]) -> T:
        """What `make` derives from a value, called once for each key; None is the key where there is only one."""
        kept: dict[Any, Any] = keeper.kept
        where = (self, key)
        if where in kept:
            found: T = kept[where]
            return found
        found = make(keeper)
        kept[where] = found
        return found

    def known(self, keeper: Keeper) -> T | None:
        """What is kept without a key; None if nothing is."""
        found: T | None = keeper.kept.get((self, None))
        return found

    def keep(self, keeper: Keeper, found: T) -> T:
        """Keep a value without a key, in the place of the one before, and return it."""
        keeper.kept[(self, None)] = found
        return found

    def forget(self, keeper: Keeper) -> None:
        """Keep nothing any more without a key."""
        keeper.kept.pop((self, None), None)
