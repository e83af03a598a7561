"""Obstacles to a spontaneous advance: the least shift past them, backing out of a pocket, being hemmed in."""

from __future__ import annotations

import math

from debellis.dbm.going import DIFFICULT, going_of
from debellis.dbm.spontaneous.ways import barred_ground, free_straight, on_the_way, solid_friends, solid_friends_near
from debellis.dbm.troops import troop
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import LEFT, RIGHT, Rectangle
from debellis.geometry.sweep import free_slide, stages, stopped_at, until_in
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain

#: A way is open if it is free for at least so far (mm).
ROOM = 0.5
#: Bodies no further apart than this touch (mm).
_TOUCHING = 2.0 * COINCIDE
#: What is not met for so far is passed (mm).
_CLEAR = 1000.0
#: More than rounding can amount to (mm).
_ROUNDING = 1e-6

_LEAST = Memory[list[float]]("the least shifts past what is touched")
_AVOIDABLE = Memory[list[Terrain]]("features an advancing element may go round")


def avoidable(position: Position, base: Base) -> list[Terrain]:
    """The features an advancing element may go round: difficult going, and ground it cannot enter."""
    return _AVOIDABLE.of(position, (base.id, base.code), lambda p: _find_avoidable(p, base))


def _find_avoidable(position: Position, base: Base) -> list[Terrain]:
    barred = barred_ground(position, base)
    what = troop(base)
    return [p for p in position.terrain if p in barred or going_of(position, p, what) == DIFFICULT]


def obstacles_ahead(position: Position, base: Base, place: Rectangle, far: float) -> dict[str, float]:
    """The obstacles straight ahead that may be gone round, and how far off each is."""
    half = far * 0.5
    middle = (place.centre[0] + place.facing[0] * half, place.centre[1] + place.facing[1] * half)
    friends = solid_friends_near(position, base, middle, place.radius + half)
    found = {f.id: free_slide(place, place.facing, far, f.rectangle) for f in friends}
    for piece in avoidable(position, base):
        if lies(place, piece.ground) == OUTSIDE:
            found[piece.id] = until_in(stages(place, place.facing, far, piece.ground))
    return {name: away for name, away in found.items() if away < far - COINCIDE}


def until_obstacle(position: Position, base: Base, place: Rectangle, far: float) -> tuple[float, str | None]:
    """How far ahead the first obstacle is that may be gone round, and its name; all the way if there is none."""
    found = obstacles_ahead(position, base, place, far)
    name = min(found, key=lambda one: found[one], default=None)
    return (far, None) if name is None else (found[name], name)


def touched_ahead(position: Position, base: Base, place: Rectangle) -> str | None:
    """The obstacle an element has come up against, if it has."""
    free, name = until_obstacle(position, base, place, ROOM)
    return name if free <= _TOUCHING else None


def _edges(position: Position, base: Base, place: Rectangle) -> list[Point]:
    """The corners of everything that could be gone round, as seen from a place."""
    found = [corner for friend in solid_friends(position, base) for corner in friend.rectangle.corners]
    found += [corner for piece in avoidable(position, base) for corner in piece.ground]
    return [place.local(corner) for corner in found]


def _shifted(place: Rectangle, right: float) -> Rectangle:
    x, y = place.outward(RIGHT)
    return place.moved(x * right, y * right)


def _slides(position: Position, base: Base, place: Rectangle, right: float) -> bool:
    """Whether an element at a place can shift so far sideways."""
    way = place.outward(RIGHT if right > 0.0 else LEFT)
    far = abs(right)
    if free_straight(position, base, place, way, far) < far - COINCIDE or is_off(_shifted(place, right), position.size):
        return False
    pieces = [p for p in avoidable(position, base) if lies(place, p.ground) == OUTSIDE]
    return all(math.isinf(until_in(stages(place, way, far, p.ground))) for p in pieces)


def _shifts(position: Position, base: Base, place: Rectangle) -> list[float]:
    """The shifts to the right (negative left) that bring a side level with a corner of something, the least first."""
    half = 0.5 * place.width
    edges = _edges(position, base, place)
    found = {x - half for x, _ in edges} | {x + half for x, _ in edges}
    return sorted((shift for shift in found if abs(shift) > COINCIDE), key=abs)


def _furthest(position: Position, base: Base, place: Rectangle, way: Point, far: float) -> float:
    """How far an element can certainly not slide one way, because something solid stops it before; infinite if none."""
    bodies = on_the_way(position, base, place, way, far)
    return min((stopped_at(place, way, far, body) for body in bodies), default=math.inf) + COINCIDE + _ROUNDING


def least_shifts(position: Position, base: Base, place: Rectangle, past: float = ROOM) -> list[float]:
    """The least shift (two if they are as short) that clears what is touched ahead, with room beyond for so far."""
    key = (base.id, base.code, place.front, place.facing, past)
    return _LEAST.of(position, key, lambda p: _find_least(p, base, place, past))


def _find_least(position: Position, base: Base, place: Rectangle, past: float) -> list[float]:
    found: list[float] = []
    near = obstacles_ahead(position, base, place, ROOM)
    touched = [name for name, away in near.items() if away <= _TOUCHING]
    shifts = _shifts(position, base, place)
    most = abs(shifts[-1]) if shifts else 0.0
    right = _furthest(position, base, place, place.outward(RIGHT), most)
    left_most = _furthest(position, base, place, place.outward(LEFT), most)
    for shift in shifts:
        if found and abs(shift) > abs(found[0]) + COINCIDE:
            break
        if shift > right or -shift > left_most:
            continue
        there = _shifted(place, shift)
        clear = _clears(position, there, touched) and _slides(position, base, place, shift)
        if clear and _has_room(position, base, there, touched, past):
            found.append(shift)
    return found


def _clears(position: Position, place: Rectangle, touched: list[str]) -> bool:
    """Whether none of the elements touched before is still straight ahead of a place."""
    bodies = [position.base(name).rectangle for name in touched if position.has_base(name)]
    return all(free_slide(place, place.facing, _CLEAR, body) >= _CLEAR - COINCIDE for body in bodies)


def _has_room(position: Position, base: Base, place: Rectangle, touched: list[str], past: float) -> bool:
    """Whether no obstacle is straight ahead of a place for so far, and no feature touched before at all."""
    half = past * 0.5
    middle = (place.centre[0] + place.facing[0] * half, place.centre[1] + place.facing[1] * half)
    for friend in solid_friends_near(position, base, middle, place.radius + half):
        if free_slide(place, place.facing, _CLEAR, friend.rectangle) < past - COINCIDE:
            return False
    for piece in avoidable(position, base):
        if lies(place, piece.ground) == OUTSIDE:
            away = until_in(stages(place, place.facing, _CLEAR, piece.ground))
            if away < past - COINCIDE or (piece.id in touched and away < _CLEAR - COINCIDE):
                return False
    return True


def least_back(position: Position, base: Base, place: Rectangle, most: float = math.inf) -> float | None:
    """How far straight back an element must go, at least, to get round what stops it ahead and on both sides.

    None if no distance less than `most` helps it.
    """
    backs = sorted({-y for _, y in _edges(position, base, place) if -y > COINCIDE})
    for back in backs:
        if back >= most:
            return None
        if free_straight(position, base, place, (-place.facing[0], -place.facing[1]), back) < back - COINCIDE:
            return None
        if least_shifts(position, base, place.advanced(-back), back + ROOM):
            return back
    return None


def is_hemmed_in(position: Position, base: Base) -> bool:
    """Whether an element is shut in ahead, behind and on both sides by what it has no means of passing."""
    place = base.rectangle
    for which in range(4):
        way = place.outward(which)
        gone = place.moved(way[0] * ROOM, way[1] * ROOM)
        if free_straight(position, base, place, way, ROOM) > _TOUCHING and not is_off(gone, position.size):
            return False
    return True
