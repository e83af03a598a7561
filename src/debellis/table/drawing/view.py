"""Chooses which part of the table to show: the bases with the ground near them, and little empty table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from debellis.geometry.plane import Point
from debellis.table.drawing.canvas import Box, box_around
from debellis.table.drawing.marks import MarkLike
from debellis.table.drawing.terrain import ground_of
from debellis.table.position import Position

#: In base widths: the margin around what is shown, how far terrain extends the view, and how much is shown beyond the
#: table edge.
_AIR: Final = 0.7
_NEAR: Final = 1.5
_BEYOND: Final = 0.4
_LEAST_WIDTH: Final = 5.0
_LEAST_HEIGHT: Final = 2.5
#: The limits of height to width. Flatter or taller crops are widened.
_FLATTEST: Final = 0.45
_TALLEST: Final = 1.3


def crop(position: Position, marks: Sequence[MarkLike]) -> Box:
    """The part of the table to draw."""
    unit = position.scale.base_width
    limit = Box(0.0, 0.0, *position.size).grown(_BEYOND * unit)
    bases = [corner for base in position.standing for corner in base.rectangle.corners]
    shown = bases + _places(position) + [_into(p, limit) for mark in marks for p in mark.points]
    if not shown:
        return _rounded(limit)
    core = box_around(shown)
    view = _shaped(_with_terrain(core, position, unit).grown(_AIR * unit), unit)
    view = _snapped(_held(view, limit), limit, unit)
    if bases:
        view = view.joined(box_around(bases).grown(0.1 * unit))
    return _rounded(view)


def _places(position: Position) -> list[Point]:
    """The ground of camps and towns that hold bases."""
    held = {base.inside for base in position.bases if not base.on_table}
    return [p for piece in position.terrain if piece.id in held for p in ground_of(piece)]


def _into(p: Point, limit: Box) -> Point:
    return (min(max(p[0], limit.left), limit.right), min(max(p[1], limit.bottom), limit.top))


def _with_terrain(core: Box, position: Position, unit: float) -> Box:
    """The box, extended a little towards terrain near it."""
    reach = core.grown(_NEAR * unit)
    view = core
    for piece in position.terrain:
        ground = ground_of(piece) or piece.line
        seen = box_around(ground).shared(reach) if ground else None
        if seen is not None:
            view = view.joined(seen)
    return view


def _shaped(view: Box, unit: float) -> Box:
    """The box, made large enough and not too flat or tall to read well."""
    width = max(view.width, _LEAST_WIDTH * unit)
    height = max(view.height, _LEAST_HEIGHT * unit, width * _FLATTEST)
    width = max(width, height / _TALLEST)
    x, y = view.centre
    return Box(x - width * 0.5, y - height * 0.5, x + width * 0.5, y + height * 0.5)


def _held(view: Box, limit: Box) -> Box:
    """The view, moved and then cut to stay on the table and its margin."""
    left, right = _span(view.left, view.right, limit.left, limit.right)
    bottom, top = _span(view.bottom, view.top, limit.bottom, limit.top)
    return Box(left, bottom, right, top)


def _span(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    length = min(high - low, most - least)
    start = min(max(low, least), most - length)
    return (start, start + length)


def _snapped(view: Box, limit: Box, unit: float) -> Box:
    """The view, extended to the table edge if it almost reaches it."""
    near = 1.25 * unit
    return Box(
        limit.left if view.left < limit.left + near else view.left,
        limit.bottom if view.bottom < limit.bottom + near else view.bottom,
        limit.right if view.right > limit.right - near else view.right,
        limit.top if view.top > limit.top - near else view.top,
    )


def _rounded(view: Box) -> Box:
    return Box(math.floor(view.left), math.floor(view.bottom), math.ceil(view.right), math.ceil(view.top))
