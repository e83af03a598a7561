"""A column on a bending road: its head recoils and pushes the bases that follow back along the road."""

from __future__ import annotations

from debellis.dba.aftermath.pushback import Pushback, is_unpushable
from debellis.geometry.plane import (
    COINCIDE,
    Point,
    along,
    distance,
    nearest_on_segment,
    point_to_segment,
    same_direction,
)
from debellis.geometry.polygon import OUTSIDE, lies, partly_in
from debellis.geometry.rectangle import REAR, Rectangle, overlaps
from debellis.manoeuvre.groups import follows
from debellis.manoeuvre.pushing import clearing
from debellis.manoeuvre.stops import Stop
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding


class _Stretch(Value, frozen=True):
    """A straight stretch of a road that a follower goes back along, from its near end to the bend behind."""

    near: Point
    bend: Point
    forward: Point


def road_of(position: Position, base: Base) -> str | None:
    """The road on which a base is the head of a bent column; None if there is none."""
    for road in position.features("road"):
        if _is_bent(base, _followers(position, base, road)):
            return road.id
    return None


def push_along_road(position: Position, base: Base, far: float, road: Terrain, finding: Finding) -> Pushback | None:
    """The recoil of the head of a bent column on a road; None when there is no such column."""
    column = _followers(position, base, road)
    if not _is_bent(base, column):
        return None
    sentence = f"{base.id} heads a column on {road.id}: those behind are pushed back along the road, however they face"
    finding.cite_all(("BOB-MOV-7g", "BOB-REC-5d", "DBA22-B29.2"), sentence)
    places = {base.id: base.rectangle.advanced(-far)}
    ahead = places[base.id]
    for follower in column:
        there = _pushed(follower, ahead, road)
        if there is None:
            break
        if is_unpushable(position, follower):
            return Pushback(position, {}, 0.0, ((follower.id, Stop(0.0, "friend", follower.id)),), frozenset())
        places[follower.id] = ahead = there
    blocked = _blocked(position, places)
    if blocked:
        return Pushback(position, {}, 0.0, blocked, frozenset())
    return _moved(position, places)


def _followers(position: Position, base: Base, road: Terrain) -> list[Base]:
    """The bases that follow a base on a road, in order from front to rear."""
    if not base.on_table or not partly_in(base.rectangle, road.ground):
        return []
    column = [base]
    while True:
        behind = [
            friend
            for friend in position.friends(base.side)
            if friend not in column
            and follows(friend.rectangle, column[-1].rectangle)
            and partly_in(friend.rectangle, road.ground)
        ]
        if not behind:
            return column[1:]
        column.append(min(behind, key=lambda b: b.id))


def _is_bent(base: Base, column: list[Base]) -> bool:
    return any(not same_direction(follower.facing, base.facing) for follower in column)


def _pushed(follower: Base, ahead: Rectangle, road: Terrain) -> Rectangle | None:
    """Where a follower ends, back along the road until it only touches the base ahead; None if it need not move."""
    here = follower.rectangle
    if not overlaps(here, ahead):
        return None
    from_afar = 2.0 * (here.radius + ahead.radius)
    back = clearing(here, here.outward(REAR), [ahead], from_afar)
    for stretch in _stretches(follower, road):
        if back <= distance(stretch.near, stretch.bend) + COINCIDE:
            break
        turned = Rectangle(stretch.bend, stretch.forward, here.width, here.depth)
        back = clearing(turned, turned.outward(REAR), [ahead], from_afar)
        here = turned
    return here.advanced(-back)


def _stretches(follower: Base, road: Terrain) -> list[_Stretch]:
    """The stretches of road behind a follower, nearest first, each with the forward direction of the road behind
    its bend."""
    line = list(road.line)
    if len(line) < 2:
        return []
    at = min(range(len(line) - 1), key=lambda i: point_to_segment(follower.front, line[i], line[i + 1]))
    way = (line[at + 1][0] - line[at][0], line[at + 1][1] - line[at][1])
    if way[0] * follower.facing[0] + way[1] * follower.facing[1] < 0.0:
        line.reverse()
        at = len(line) - 2 - at
    near = nearest_on_segment(follower.front, line[at], line[at + 1])
    found = []
    for i in range(at, 0, -1):
        found.append(_Stretch(near, line[i], _unit(line[i - 1], line[i])))
        near = line[i]
    return found


def _unit(a: Point, b: Point) -> Point:
    length = along(b, a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def _blocked(position: Position, places: dict[str, Rectangle]) -> tuple[tuple[str, Stop], ...]:
    """The bases that would stand on another base, or in a camp, town or waterway.

    Nothing else stops a base on a road.
    """
    found: list[tuple[str, Stop]] = []
    for name, there in places.items():
        side = position.base(name).side
        for other in position.standing:
            if other.id not in places and overlaps(there, other.rectangle):
                found.append((name, Stop(0.0, "friend" if other.side == side else "enemy", other.id)))
        for piece in position.terrain:
            if (piece.is_place or piece.kind == "waterway") and lies(there, piece.ground) != OUTSIDE:
                found.append((name, Stop(0.0, "place" if piece.is_place else "impassable", piece.id)))
    head = next(iter(places))
    if is_off(places[head], position.size) and not is_off(position.base(head).rectangle, position.size):
        found.append((head, Stop(0.0, "edge", "board")))
    return tuple(found)


def _moved(position: Position, places: dict[str, Rectangle]) -> Pushback:
    moved: dict[str, float] = {}
    off: list[str] = []
    for name, there in places.items():
        base = position.base(name)
        moved[name] = distance(base.front, there.front)
        if len(moved) > 1 and is_off(there, position.size) and not is_off(base.rectangle, position.size):
            off.append(name)
        position = position.with_base(replace(base, front=there.front, facing=there.facing))
    return Pushback(position, moved, next(iter(moved.values())), (), frozenset(), tuple(off))
