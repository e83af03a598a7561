"""Obstacles to a spontaneous advance: the least shift past them, backing out of a pocket, being hemmed in."""

from __future__ import annotations

import math

from debellis.dbm.going import DIFFICULT, going_of
from debellis.dbm.spontaneous.ways import barred_ground, free_straight, solid_friends
from debellis.dbm.troops import troop
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import LEFT, RIGHT, Rectangle
from debellis.geometry.sweep import free_slide, stages, until_in
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.terrain import Terrain

#: A way is open if it is free for at least so far (mm).
ROOM = 0.5
#: Bodies no further apart than this touch (mm).
_TOUCHING = 2.0 * COINCIDE
#: What is not met for so far is passed (mm).
_CLEAR = 1000.0


def avoidable(position: Position, base: Base) -> list[Terrain]:
    """The features an advancing element may go round: difficult going, and ground it cannot enter."""
    barred = barred_ground(position, base)
    what = troop(base)
    return [p for p in position.terrain if p in barred or going_of(position, p, what) == DIFFICULT]


def obstacles_ahead(position: Position, base: Base, place: Rectangle, far: float) -> dict[str, float]:
    """The obstacles straight ahead that may be gone round, and how far off each is."""
    found = {f.id: free_slide(place, place.facing, far, f.rectangle) for f in solid_friends(position, base)}
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
    found = {x - half for x, _ in _edges(position, base, place)} | {x + half for x, _ in _edges(position, base, place)}
    return sorted((shift for shift in found if abs(shift) > COINCIDE), key=abs)


def least_shifts(position: Position, base: Base, place: Rectangle, past: float = ROOM) -> list[float]:
    """The least shift (two if they are as short) that clears what is touched ahead, with room beyond for so far."""
    found: list[float] = []
    near = obstacles_ahead(position, base, place, ROOM)
    touched = [name for name, away in near.items() if away <= _TOUCHING]
    for shift in _shifts(position, base, place):
        if found and abs(shift) > abs(found[0]) + COINCIDE:
            break
        if _slides(position, base, place, shift):
            left = obstacles_ahead(position, base, _shifted(place, shift), _CLEAR)
            if not any(name in touched or away < past - COINCIDE for name, away in left.items()):
                found.append(shift)
    return found


def least_back(position: Position, base: Base, place: Rectangle) -> float | None:
    """How far straight back an element must go, at least, to get round what stops it ahead and on both sides."""
    backs = sorted({-y for _, y in _edges(position, base, place) if -y > COINCIDE})
    for back in backs:
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
