"""The standing bases of a position by side and by square of the table, to find those near a place quickly."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base

#: The side of a square (mm): a few bases fit in one.
_SQUARE: Final = 120.0
#: More than any tolerance (mm). A base within it of the limit is found, and the caller measures exactly.
_SLACK: Final = 0.1
#: Distinguishes the columns of squares. No table has as many rows.
_COLUMN: Final = 4096
#: So few bases are looked at one by one.
_FEW: Final = 12


_NUMBERS = count()


class Grid:
    """Some standing bases by square. Treat it as a value and never change it."""

    bases: tuple[Base, ...]
    places: list[Rectangle]
    widest: float
    squares: dict[int, list[int]]

    def __init__(self, bases: tuple[Base, ...]) -> None:
        self.bases = bases
        self.places = [base.rectangle for base in bases]
        self.squares = {}
        self.widest = 0.0
        if len(bases) <= _FEW:
            return
        for i in range(len(bases)):
            place = self.places[i]
            if place.radius > self.widest:
                self.widest = place.radius
            square = int(place.centre[0] // _SQUARE) * _COLUMN + int(place.centre[1] // _SQUARE)
            if square in self.squares:
                self.squares[square].append(i)
            else:
                self.squares[square] = [i]

    def near(self, at: Point, far: float) -> list[Base]:
        """The bases whose circle comes within a distance of a point, in their order; perhaps some just beyond it."""
        far += _SLACK
        if len(self.bases) <= _FEW:
            return self._near_of_all(at, far)
        reach = far + self.widest
        west = int((at[0] - reach) // _SQUARE)
        east = int((at[0] + reach) // _SQUARE)
        south = int((at[1] - reach) // _SQUARE)
        north = int((at[1] + reach) // _SQUARE)
        if (east - west + 1) * (north - south + 1) >= len(self.squares):
            return self._near_of_all(at, far)
        found: list[int] = []
        for column in range(west, east + 1):
            for square in range(column * _COLUMN + south, column * _COLUMN + north + 1):
                here = self.squares.get(square)
                if here is not None:
                    for i in here:
                        if _comes_near(self.places[i], at, far):
                            found.append(i)
        found.sort()
        return [self.bases[i] for i in found]

    def _near_of_all(self, at: Point, far: float) -> list[Base]:
        return [self.bases[i] for i in range(len(self.bases)) if _comes_near(self.places[i], at, far)]


def _comes_near(place: Rectangle, at: Point, far: float) -> bool:
    dx = place.centre[0] - at[0]
    dy = place.centre[1] - at[1]
    reach = far + place.radius
    return dx * dx + dy * dy <= reach * reach


class Sides:
    """The standing bases of a position by side, and the grids of each, made when they are first asked for.

    `kept` is a cache of what other modules derive from the bases alone (`Memory`). `number` tells it from all others.
    """

    number: int
    bases: tuple[Base, ...]
    standing: tuple[Base, ...]
    kept: dict[Any, Any]

    def __init__(self, bases: tuple[Base, ...]) -> None:
        self.number = next(_NUMBERS)
        self.bases = bases
        self.standing = tuple([base for base in bases if base.inside is None])
        self.kept = {}
        self._friends: dict[str, tuple[Base, ...]] = {}
        self._enemies: dict[str, tuple[Base, ...]] = {}
        self._near: Grid | None = None
        self._near_friends: dict[str, Grid] = {}
        self._near_enemies: dict[str, Grid] = {}

    def friends(self, side: str) -> tuple[Base, ...]:
        found = self._friends.get(side)
        if found is None:
            found = self._friends[side] = tuple([base for base in self.standing if base.side == side])
        return found

    def enemies(self, side: str) -> tuple[Base, ...]:
        found = self._enemies.get(side)
        if found is None:
            found = self._enemies[side] = tuple([base for base in self.standing if base.side != side])
        return found

    def near_all(self) -> Grid:
        if self._near is None:
            self._near = Grid(self.standing)
        return self._near

    def near_friends(self, side: str) -> Grid:
        found = self._near_friends.get(side)
        if found is None:
            found = self._near_friends[side] = Grid(self.friends(side))
        return found

    def near_enemies(self, side: str) -> Grid:
        found = self._near_enemies.get(side)
        if found is None:
            found = self._near_enemies[side] = Grid(self.enemies(side))
        return found


class _Last:
    """The bases last asked about, and what is known of them: positions that differ in other things share it."""

    def __init__(self) -> None:
        self.pair: tuple[tuple[Base, ...], Sides] = ((), Sides(()))


_LAST = _Last()


def sides_of(bases: tuple[Base, ...]) -> Sides:
    """The bases of a position by side; the very same value if the same bases were asked about just before."""
    last = _LAST.pair
    if last[0] is bases:
        return last[1]
    found = Sides(bases)
    _LAST.pair = (bases, found)
    return found
