"""The ground as a grid, and which points of a grid lie in an outline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debellis.geometry.plane import Point
from debellis.table.terrain import Terrain

#: The number of squares along each edge of the grid.
GRID = 24


def ground_grid(terrain: Sequence[Terrain], size: tuple[float, float], kinds: tuple[str, ...]) -> NDArray[np.int8]:
    """The ground at the middle of each square, from the south-west corner: 0 if open, else the kind's index from 1.

    Where features overlap, the last one counts.
    """
    found = np.zeros((GRID, GRID), np.int8)
    xs = (np.arange(GRID) + 0.5) * size[0] / GRID
    ys = (np.arange(GRID) + 0.5) * size[1] / GRID
    for piece in terrain:
        found[inside(piece.ground, xs, ys)] = 1 + kinds.index(piece.kind)
    return found


def inside(outline: Sequence[Point], xs: NDArray[Any], ys: NDArray[Any]) -> NDArray[np.bool_]:
    """Which points of a grid, rows by y and columns by x, lie in an outline."""
    odd = np.zeros((len(ys), len(xs)), np.bool_)
    for i, (x2, y2) in enumerate(outline):
        x1, y1 = outline[i - 1]
        if y1 == y2:
            continue
        rows = (ys < y1) != (ys < y2)
        crossing = x1 + (ys[rows] - y1) * (x2 - x1) / (y2 - y1)
        odd[rows] ^= xs[None, :] < crossing[:, None]
    return odd
