"""The neighbourhood of a move: the position reduced to the bases that can affect it."""

from __future__ import annotations

from collections.abc import Collection

from debellis.dbm.measures import base_width
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Box
from debellis.manoeuvre.ways import GroupWay, Way
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace

#: How many base widths from its way a base may affect a group: contact, zones, lining up, neighbours.
_AROUND = 5.0


def reach_of(ways: Collection[Way]) -> Box:
    """The bounding box of everything that some ways use."""
    boxes = [leg.bounds for way in ways for leg in way.legs]
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def is_near(base: Base, box: Box, by: float) -> bool:
    """Whether a base may be within a distance of a bounding box."""
    x, y = base.rectangle.centre
    far = by + base.rectangle.radius
    return box[0] - far <= x <= box[2] + far and box[1] - far <= y <= box[3] + far


def around(position: Position, found: GroupWay) -> Position:
    """The position with only the bases near a group and its way."""
    box, by = reach_of(found.ways), _AROUND * base_width(position)
    return replace(position, bases=tuple(base for base in position.standing if is_near(base, box, by)))


def around_one(position: Position, way: Way, without: Collection[str], by: float) -> Position:
    """The position with only the bases within a distance of one element's way, and without some named bases."""
    box = reach_of((way,))
    kept = tuple(base for base in position.bases if base.id not in without and is_near(base, box, by))
    return replace(position, bases=kept)


def ahead_of(position: Position, base: Base) -> Position:
    """The position without the bases wholly behind an element, because a forward move leaves the gaps between them."""
    rear = -base.depth + COINCIDE
    kept = tuple(b for b in position.bases if any(base.rectangle.local(p)[1] > rear for p in b.rectangle.corners))
    return replace(position, bases=kept)
