"""The shooting area: how far and how wide a shooter shoots, and a fast test of which targets could be in it."""

from __future__ import annotations

from debellis.dba.book import in_mm, table
from debellis.dba.fighting.fighters import Fighter
from debellis.dba.shooting.shooters import shoots_all_round
from debellis.dba.troops import type_of
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Box, Polygon
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.legs import boxes_apart, rectangle_box
from debellis.table.bases import Base
from debellis.table.position import Position


def reach_of(position: Position, shooter: Base) -> float:
    """The range of a shooter in millimetres."""
    return in_mm(position, type_of(position, shooter).range)


def could_reach(position: Position, shooter: Base, target: Fighter) -> bool:
    """A fast test whether part of a target could be in the shooting area. It is never False for a target that is."""
    area = Area(position, shooter)
    if target.place is not None:
        return area.could_hold(target.place.box, target.place.ground)
    assert target.base is not None
    return area.could_hold_base(target.base.rectangle)


class Area:
    """The shooting area of one shooter, for a fast test."""

    def __init__(self, position: Position, shooter: Base) -> None:
        within = shooter.inside
        self._far = reach_of(position, shooter) + COINCIDE
        self._here: Box = rectangle_box(shooter.rectangle) if within is None else position.feature(within).box
        ahead_only = within is None and not shoots_all_round(position, shooter)
        self._wing = wing_of(position) if ahead_only else 0.0
        self._front: Rectangle | None = shooter.rectangle if ahead_only else None

    def could_hold(self, around: Box, outline: Polygon) -> bool:
        """Whether part of an outline with this bounding box could be in the area."""
        if boxes_apart(self._here, around, self._far):
            return False
        return self._front is None or _could_be_ahead(self._front, outline, self._wing, self._far)

    def could_hold_base(self, base: Rectangle) -> bool:
        return self.could_hold(rectangle_box(base), base.corners)


def _could_be_ahead(shooter: Rectangle, outline: Polygon, wing: float, far: float) -> bool:
    """Whether an outline is not wholly behind, beyond, or on one side of the strip ahead of a front edge."""
    half = shooter.width * 0.5 + wing + 2.0 * COINCIDE
    limit = far + COINCIDE
    ahead = near = to_left = to_right = False
    for corner in outline:
        right, out = shooter.local(corner)
        ahead = ahead or out > 0.0
        near = near or out < limit
        to_left = to_left or right < half
        to_right = to_right or right > -half
    return ahead and near and to_left and to_right


def wing_of(position: Position) -> float:
    """How far to each side of its front edge a shooter shoots, in millimetres."""
    return position.scale.base_widths(float(table(position, "shooting")["arc_side_bw"]))
