"""A pose: where a base stands and which way it faces."""

from __future__ import annotations

from msgspec import Struct

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle


class Pose(Struct, frozen=True):
    """The midpoint of a front edge and the direction faced."""

    front: Point
    facing: Point

    def rectangle(self, width: float, depth: float) -> Rectangle:
        """The footprint of a base of that size in this pose."""
        return Rectangle(self.front, self.facing, width, depth)
