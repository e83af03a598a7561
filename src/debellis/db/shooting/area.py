"""The shooting area: how far and how wide a shooter shoots, and who could be in it by a quick look."""

from __future__ import annotations

from debellis.db.book import in_mm, table
from debellis.db.fighting.fighters import Fighter
from debellis.db.shooting.shooters import shoots_all_round
from debellis.db.sweeping import boxes_apart, rectangle_box
from debellis.db.troops import type_of
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Box, Polygon
from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.position import Position


def reach_of(position: Position, shooter: Base) -> float:
    """The range of a shooter in millimetres."""
    return in_mm(position, type_of(position, shooter).range)


def could_reach(position: Position, shooter: Base, target: Fighter) -> bool:
    """Whether some part of a target could be in the shooting area, by a quick look; never false of one that is."""
    return bool(could_be_reached(position, shooter, [Seen(target)]))


class Seen:
    """A target as a quick look sees it: the box round it, and its outline."""

    def __init__(self, target: Fighter) -> None:
        self.target = target
        place, base = target.place, target.base
        if place is not None:
            self.around: Box = place.box
            self.outline: Polygon = place.ground
        else:
            assert base is not None
            rectangle = base.rectangle
            self.around = rectangle_box(rectangle)
            self.outline = rectangle.corners


def could_be_reached(position: Position, shooter: Base, targets: list[Seen]) -> list[Fighter]:
    """Those of some targets that could be in the shooting area, by the same quick look."""
    far = reach_of(position, shooter) + COINCIDE
    within = shooter.inside
    here = rectangle_box(shooter.rectangle) if within is None else position.feature(within).box
    ahead_only = within is None and not shoots_all_round(position, shooter)
    wing = wing_of(position) if ahead_only else 0.0
    found: list[Fighter] = []
    for seen in targets:
        if boxes_apart(here, seen.around, far):
            continue
        if not ahead_only or _could_be_ahead(shooter.rectangle, seen.outline, wing, far):
            found.append(seen.target)
    return found


def _could_be_ahead(shooter: Rectangle, outline: Polygon, wing: float, far: float) -> bool:
    """Whether an outline is not wholly behind, beyond, or to one hand of the strip ahead of a front edge."""
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
    """How far to either hand of its front edge a shooter shoots, in millimetres."""
    return position.scale.base_widths(float(table(position, "shooting")["arc_side_bw"]))
