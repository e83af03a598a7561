"""The drawn parts of a base's footprint: its front band, the wedges behind it, and the space left for text."""

from __future__ import annotations

from typing import NamedTuple

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle
from debellis.table.drawing.canvas import Canvas


class Footprint(NamedTuple):
    """A base on the sheet.

    `band` is how deep (mm) the strong front edge is drawn. It is inside the base, so that bases in contact show both.
    `wedge` is the size (mm) of the two small wedges that point the way the base faces.
    """

    body: Rectangle
    canvas: Canvas
    band: float
    wedge: float

    def spot(self, right: float, ahead: float) -> Point:
        """A point on the table, given as seen from the front midpoint."""
        dx, dy = self.body.facing
        x, y = self.body.front
        return (x + dy * right + dx * ahead, y - dx * right + dy * ahead)

    def extent(self, width: float, height: float) -> tuple[float, float]:
        """How far an upright box (sheet units) reaches across the base and along its facing, in millimetres."""
        across, along = abs(self.body.facing[0]), abs(self.body.facing[1])
        mm = self.canvas.mm
        return (mm(width * along + height * across), mm(width * across + height * along))

    @property
    def room(self) -> Rectangle:
        """The area behind the front band."""
        body = self.body
        return Rectangle(self.spot(0.0, -self.band), body.facing, body.width, body.depth - self.band)

    @property
    def wedges(self) -> tuple[Rectangle, Rectangle]:
        """The area of the two wedges."""
        out = self.body.width * 0.5 - self.wedge * 1.7
        facing, size = self.body.facing, self.wedge
        left, right = self.spot(-out, -self.band), self.spot(out, -self.band)
        return (Rectangle(left, facing, size * 2.0, size), Rectangle(right, facing, size * 2.0, size))


def footprint(body: Rectangle, canvas: Canvas) -> Footprint:
    """The footprint of a base as it is drawn on a canvas."""
    band = min(canvas.mm(3.4), body.depth * 0.2)
    wedge = min(canvas.mm(4.2), body.depth * 0.13, body.width * 0.09)
    return Footprint(body, canvas, band, wedge)
