"""Caches of derived values. Each is stored with the value it is derived from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")


class Keeper(Protocol):
    """An immutable value with a cache for what other modules derive from it."""

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this one. It is not written and not compared."""


K = TypeVar("K", bound=Keeper)


class Memory(Generic[T]):
    """A cache for what one module derives from positions, bases or states. It is stored with each of them.

    Two memories never share entries, even with the same name. A changed copy of a value starts with an empty cache.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Memory({self.name!r})"

    def of(self, keeper: K, key: Hashable, make: Callable[[K], T]) -> T:
        """The cached result of `make` for a value, computed once for each key; use None if there is only one key."""
        kept: dict[Any, Any] = keeper.kept
        where = (self, key)
        if where in kept:
            found: T = kept[where]
            return found
        found = make(keeper)
        kept[where] = found
        return found

    def known(self, keeper: Keeper) -> T | None:
        """The value stored without a key; None if there is none."""
        found: T | None = keeper.kept.get((self, None))
        return found

    def keep(self, keeper: Keeper, found: T) -> T:
        """Store a value without a key, replacing the previous one, and return it."""
        keeper.kept[(self, None)] = found
        return found

    def forget(self, keeper: Keeper) -> None:
        """Remove the value stored without a key."""
        keeper.kept.pop((self, None), None)
