"""Draws a position with the units and kinds of ground of its edition."""

from __future__ import annotations

from collections.abc import Sequence

from debellis.table.drawing import MarkLike, draw
from debellis.table.position import Position
from debellis.umpire.editions import edition


def draw_position(
    position: Position, marks: Sequence[MarkLike] = (), *, title: str = "", width_px: int | None = None
) -> str:
    """A stand-alone SVG of a position from above, with the marks of a ruling over it."""
    rules = edition(position.edition)
    return draw(position, marks, title=title, width_px=width_px, unit=rules.unit, kinds=rules.ground)
