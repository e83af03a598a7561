"""Places one base relative to another, exactly: against, behind, beside, on a flank, overlapping."""

from __future__ import annotations

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, LEFT, REAR, RIGHT, Rectangle

RELATIONS = (
    "against",
    "behind",
    "left_of",
    "right_of",
    "on_left_flank_of",
    "on_right_flank_of",
    "on_rear_of",
    "overlapping_left_of",
    "overlapping_right_of",
)


def place(relation: str, named: Rectangle, width: float, depth: float) -> Rectangle:
    """The rectangle of a base of the given size, placed in a relation to a named base.

    Left and right are those of the named base.
    """
    if relation == "against":
        return Rectangle(named.front, named.outward(REAR), width, depth)
    if relation in ("behind", "on_rear_of"):
        rear = named.advanced(-named.depth).front
        return Rectangle(rear, named.facing, width, depth)
    if relation == "left_of":
        return _beside(named, LEFT, width, depth)
    if relation == "right_of":
        return _beside(named, RIGHT, width, depth)
    if relation == "on_left_flank_of":
        return _from_corner(named.corners[FRONT_LEFT], named.outward(RIGHT), FRONT_LEFT, width, depth)
    if relation == "on_right_flank_of":
        return _from_corner(named.corners[FRONT_RIGHT], named.outward(LEFT), FRONT_RIGHT, width, depth)
    if relation == "overlapping_left_of":
        return _from_corner(named.corners[FRONT_LEFT], named.outward(REAR), FRONT_LEFT, width, depth)
    if relation == "overlapping_right_of":
        return _from_corner(named.corners[FRONT_RIGHT], named.outward(REAR), FRONT_RIGHT, width, depth)
    raise KeyError(relation)


def _beside(named: Rectangle, hand: int, width: float, depth: float) -> Rectangle:
    out = named.outward(hand)
    step = (named.width + width) * 0.5
    return Rectangle((named.front[0] + out[0] * step, named.front[1] + out[1] * step), named.facing, width, depth)


def _from_corner(corner: Point, facing: Point, which: int, width: float, depth: float) -> Rectangle:
    """A rectangle facing a given way whose front corner (left or right) is at a given point."""
    right = (facing[1], -facing[0])
    half = width * 0.5 if which == FRONT_LEFT else -width * 0.5
    return Rectangle((corner[0] + right[0] * half, corner[1] + right[1] * half), facing, width, depth)


def place_by_corner(corner: Point, facing: Point, hand: str, width: float, depth: float) -> Rectangle:
    """A rectangle facing a given way with its left or right front corner at a given point."""
    return _from_corner(corner, facing, FRONT_LEFT if hand == "left" else FRONT_RIGHT, width, depth)
