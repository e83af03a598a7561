"""The sheet a position is drawn on: which part of the table is shown, and where its points are on the sheet.

The sheet is always 400 units wide, so that strokes and letters have the same size in the picture for every crop. What
is legible here is legible in a picture 400 pixels wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle
from debellis.table.drawing.svg import number

SHEET_WIDTH: Final = 400.0


class Box(NamedTuple):
    """An upright part of the table, in millimetres."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def centre(self) -> Point:
        return ((self.left + self.right) * 0.5, (self.bottom + self.top) * 0.5)

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )

    def shared(self, other: Box) -> Box | None:
        """The part common to both, or None when they are apart."""
        box = Box(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )
        return box if box.width >= 0.0 and box.height >= 0.0 else None

    def holds(self, p: Point) -> bool:
        return self.left <= p[0] <= self.right and self.bottom <= p[1] <= self.top


def box_around(points: Iterable[Point]) -> Box:
    """The smallest box around some points."""
    kept = list(points)
    return Box(min(p[0] for p in kept), min(p[1] for p in kept), max(p[0] for p in kept), max(p[1] for p in kept))


class Canvas(NamedTuple):
    """The part of the table that is shown, and how far below the top of the sheet it begins."""

    view: Box
    above: float

    @property
    def scale(self) -> float:
        """Sheet units for each millimetre."""
        return SHEET_WIDTH / self.view.width

    @property
    def map_height(self) -> float:
        return self.view.height * self.scale

    def units(self, mm: float) -> float:
        """Sheet units of a length on the table."""
        return mm * self.scale

    def mm(self, units: float) -> float:
        """Length on the table of a length on the sheet."""
        return units / self.scale

    def at(self, p: Point) -> Point:
        """Where a point of the table falls on the sheet; north is up."""
        return ((p[0] - self.view.left) * self.scale, self.above + (self.view.top - p[1]) * self.scale)

    def path(self, points: Sequence[Point], closed: bool = False) -> str:
        """The path through points of the table."""
        return pen([self.at(p) for p in points], closed)

    def label_box(self, centre: Point, width: float, height: float) -> Rectangle:
        """The area of the table that a label covers: centre on the table, size in sheet units."""
        tall = self.mm(height)
        return Rectangle((centre[0], centre[1] + tall * 0.5), (0.0, 1.0), self.mm(width), tall)


def pen(points: Sequence[Point], closed: bool = False) -> str:
    """The path through points of the sheet."""
    drawn = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return drawn + "Z" if closed else drawn
