"""Elements one behind another: who backs whom, found for all elements of a side at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from debellis.dbm.troops import service
from debellis.table.bases import Base

#: Ranks whose middles are no further apart than this (mm) stand one behind the other.
_CLOSE: Final = 2.0
#: Two directions are the same if their cosine is above this.
_ALIKE: Final = 0.999
#: No further rank than this helps the first.
_RANKS: Final = 4

_Cells = dict[tuple[int, int], list[Base]]


def files_of(bases: Iterable[Base]) -> dict[str, tuple[Base, ...]]:
    """The elements directly behind each element, the nearest first, all of its command, for those with any."""
    standing = tuple(bases)
    cells: _Cells = {}
    for base in standing:
        cells.setdefault(_cell(base.front[0], base.front[1]), []).append(base)
    behind: dict[str, Base] = {}
    for base in standing:
        found = _next(base, cells)
        if found is not None:
            behind[base.id] = found
    return {base.id: _file(base, behind) for base in standing if base.id in behind}


def _cell(x: float, y: float) -> tuple[int, int]:
    return int(x // _CLOSE), int(y // _CLOSE)


def _next(base: Base, cells: _Cells) -> Base | None:
    """The element whose front is at the rear of another and which faces the same way."""
    (dx, dy), depth = base.facing, base.depth
    x, y = base.front[0] - dx * depth, base.front[1] - dy * depth
    column, row = _cell(x, y)
    for i in (column, column - 1, column + 1):
        for j in (row, row - 1, row + 1):
            for other in cells.get((i, j), ()):
                if other.id == base.id or dx * other.facing[0] + dy * other.facing[1] < _ALIKE:
                    continue
                near = abs(other.front[0] - x) <= _CLOSE and abs(other.front[1] - y) <= _CLOSE
                if near and service(other).command == service(base).command:
                    return other
    return None


def _file(base: Base, behind: dict[str, Base]) -> tuple[Base, ...]:
    found: list[Base] = []
    here = base
    while len(found) < _RANKS - 1 and here.id in behind:
        here = behind[here.id]
        found.append(here)
    return tuple(found)
