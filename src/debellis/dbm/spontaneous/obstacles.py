"""Obstacles to a spontaneous advance: the least shift past them, backing out of a pocket, being hemmed in."""

from __future__ import annotations

import math
from bisect import bisect_left

from debellis.dbm.going import DIFFICULT, going_of
from debellis.dbm.spontaneous.ways import barred_ground, free_straight, solid_friends, solid_friends_near, solids_level
from debellis.dbm.troops import troop
from debellis.geometry.plane import COINCIDE, Point, distance
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import LEFT, RIGHT, Rectangle
from debellis.geometry.sweep import free_slide, is_free, stages, stops, until_in
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
#: Where a feature begins on a long way is known for a shorter one to within this (mm).
_SURE = 2.0

_LEAST = Memory[list[float]]("the least shifts past what is touched")
_HEMMED = Memory[bool]("whether an element is shut in")
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


def _shifted(place: Rectangle, right: float) -> Rectangle:
    x, y = place.outward(RIGHT)
    return place.moved(x * right, y * right)


class _Aside:
    """How far an element at a place can shift to one side, worked out once for all shifts up to the longest."""

    def __init__(
        self, place: Rectangle, right: bool, most: float, level: list[Rectangle], pieces: list[Terrain]
    ) -> None:
        self.place = place
        self.way = place.outward(RIGHT if right else LEFT)
        self.most = most
        self.pieces = pieces
        self.entered: list[float] | None = None
        self.stops: list[tuple[float, float]] = []
        #: No shift of more than this is free, because something solid stops it before.
        self.furthest = math.inf
        for body in level:
            found = stops(place, self.way, most, body)
            if found is not None:
                self.stops.append(found)
                self.furthest = min(self.furthest, found[0] + COINCIDE + _ROUNDING)

    def allows(self, far: float) -> bool:
        """Whether a shift of so far meets nothing solid and no ground that is to be gone round."""
        if not is_free(self.stops, far):
            return False
        if self.entered is None:
            self.entered = [_entered(self.place, self.way, self.most, piece) for piece in self.pieces]
        return all(at > far - _SURE and (at >= far + _SURE or self._out(i, far)) for i, at in enumerate(self.entered))

    def _out(self, i: int, far: float) -> bool:
        return math.isinf(_entered(self.place, self.way, far, self.pieces[i]))


def _entered(place: Rectangle, way: Point, far: float, piece: Terrain) -> float:
    """After how far a shift enters a feature that the element is not in; infinite if it does not, or is in it."""
    if lies(place, piece.ground) != OUTSIDE:
        return math.inf
    return until_in(stages(place, way, far, piece.ground))


def _shifts(position: Position, base: Base, place: Rectangle, left: float, right: float) -> list[float]:
    """The shifts to the right (negative left) that bring a side level with a corner of something, the least first.

    Only those of no more than `left` and `right`.
    """
    half = 0.5 * place.width
    found: list[float] = []
    for friend in solid_friends(position, base):
        there = friend.rectangle
        middle = place.local(there.centre)[0]
        reach = there.radius + half + ROOM
        if -left - reach <= middle <= right + reach:
            for corner in there.corners:
                x = place.local(corner)[0]
                found.append(x - half)
                found.append(x + half)
    for piece in avoidable(position, base):
        for corner in piece.ground:
            x = place.local(corner)[0]
            found.append(x - half)
            found.append(x + half)
    kept = sorted({shift for shift in found if -left <= shift <= right and abs(shift) > COINCIDE})
    return sorted(kept, key=abs)


def least_shifts(position: Position, base: Base, place: Rectangle, past: float = ROOM) -> list[float]:
    """The least shift (two if they are as short) that clears what is touched ahead, with room beyond for so far."""
    key = (base.id, base.code, place.front, place.facing, past)
    return _LEAST.of(position, key, lambda p: _find_least(p, base, place, past))


def _find_least(position: Position, base: Base, place: Rectangle, past: float) -> list[float]:
    found: list[float] = []
    most = distance((0.0, 0.0), position.size)
    level, pieces = solids_level(position, base, place), avoidable(position, base)
    right = _Aside(place, True, most, level, pieces)
    left = _Aside(place, False, most, level, pieces)
    shifts = _shifts(position, base, place, left.furthest, right.furthest)
    if not shifts:
        return found
    near = obstacles_ahead(position, base, place, ROOM)
    touched = [name for name, away in near.items() if away <= _TOUCHING]
    ahead = _friends_ahead(position, base, place, past, abs(shifts[-1]))
    for shift in _not_barred(shifts, ahead, place, past):
        if found and abs(shift) > abs(found[0]) + COINCIDE:
            break
        there = _shifted(place, shift)
        if not _clears(position, there, touched) or is_off(there, position.size):
            continue
        side = right if shift > 0.0 else left
        if side.allows(abs(shift)) and _has_room(there, shift, ahead, pieces, touched, past):
            found.append(shift)
    return found


def _clears(position: Position, place: Rectangle, touched: list[str]) -> bool:
    """Whether none of the elements touched before is still straight ahead of a place."""
    bodies = [position.base(name).rectangle for name in touched if position.has_base(name)]
    return all(free_slide(place, place.facing, _CLEAR, body) >= _CLEAR - COINCIDE for body in bodies)


class _Friend:
    """A friend who may stand ahead of an element after a shift, with the distances of his middle from its own."""

    def __init__(self, place: Rectangle, there: Rectangle) -> None:
        self.there = there
        dx, dy = there.centre[0] - place.centre[0], there.centre[1] - place.centre[1]
        self.aside = dx * place.facing[1] - dy * place.facing[0]
        self.ahead = dx * place.facing[0] + dy * place.facing[1]
        self.within = place.radius + there.radius + ROOM
        #: Something that comes as near his middle as this certainly overlaps him.
        self.certain = min(there.width, there.depth) * 0.5 - 2.0 * ROOM

    def certainly_bars(self, place: Rectangle, past: float) -> tuple[float, float] | None:
        """The shifts between which he certainly is less than so far ahead of an element at a place; None if none."""
        nearest = min(max(0.0, self.ahead), max(0.0, past - 2.0 * ROOM))
        on = max(0.0, abs(self.ahead - nearest) - 0.5 * place.depth)
        if on >= self.certain:
            return None
        wide = 0.5 * place.width + math.sqrt(self.certain * self.certain - on * on)
        return (self.aside - wide, self.aside + wide)

    def bars(self, place: Rectangle, shift: float, past: float) -> bool:
        """Whether he is less than so far straight ahead of an element that has shifted to a place."""
        if abs(self.aside - shift) > self.within:
            return False
        return free_slide(place, place.facing, _CLEAR, self.there) < past - COINCIDE


def _not_barred(shifts: list[float], friends: list[_Friend], place: Rectangle, past: float) -> list[float]:
    """Shifts, in the order given, without those that certainly bring an element behind a friend."""
    barred: list[tuple[float, float]] = []
    for friend in friends:
        span = friend.certainly_bars(place, past)
        if span is not None:
            barred.append(span)
    barred.sort()
    merged: list[tuple[float, float]] = []
    for low, high in barred:
        if merged and low <= merged[-1][1]:
            if high > merged[-1][1]:
                merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    found: list[float] = []
    for shift in shifts:
        i = bisect_left(merged, (shift, math.inf)) - 1
        if i < 0 or shift >= merged[i][1]:
            found.append(shift)
    return found


def _friends_ahead(position: Position, base: Base, place: Rectangle, past: float, most: float) -> list[_Friend]:
    """The friends who may be less than so far ahead after a shift of no more than so much."""
    half = past * 0.5
    middle = (place.centre[0] + place.facing[0] * half, place.centre[1] + place.facing[1] * half)
    near = solid_friends_near(position, base, middle, place.radius + half + most)
    return [_Friend(place, friend.rectangle) for friend in near]


def _has_room(
    place: Rectangle, shift: float, friends: list[_Friend], pieces: list[Terrain], touched: list[str], past: float
) -> bool:
    """Whether no obstacle is straight ahead of a shifted place for so far, and no feature touched before at all."""
    for friend in friends:
        if friend.bars(place, shift, past):
            return False
    for piece in pieces:
        if lies(place, piece.ground) == OUTSIDE:
            away = until_in(stages(place, place.facing, _CLEAR, piece.ground))
            if away < past - COINCIDE or (piece.id in touched and away < _CLEAR - COINCIDE):
                return False
    return True


def _backs(position: Position, base: Base, place: Rectangle, most: float) -> list[float]:
    """The distances straight back that bring a front level with a corner of something, the least first."""
    found = {-place.local(corner)[1] for friend in solid_friends(position, base) for corner in friend.rectangle.corners}
    found |= {-place.local(corner)[1] for piece in avoidable(position, base) for corner in piece.ground}
    return sorted([back for back in found if COINCIDE < back <= most])


def least_back(position: Position, base: Base, place: Rectangle, most: float = math.inf) -> float | None:
    """How far straight back an element must go, at least, to get round what stops it ahead and on both sides.

    None if no distance less than `most` helps it.
    """
    backwards = (-place.facing[0], -place.facing[1])
    most = min(most, distance((0.0, 0.0), position.size))
    free = free_straight(position, base, place, backwards, most)
    for back in _backs(position, base, place, free + ROOM):
        if back >= most or free_straight(position, base, place, backwards, back) < back - COINCIDE:
            return None
        if least_shifts(position, base, place.advanced(-back), back + ROOM):
            return back
    return None


def is_hemmed_in(position: Position, base: Base) -> bool:
    """Whether an element is shut in ahead, behind and on both sides by what it has no means of passing."""
    key = (base.id, base.code, base.front, base.facing)
    return _HEMMED.of(position, key, lambda p: _find_hemmed(p, base))


def _find_hemmed(position: Position, base: Base) -> bool:
    place = base.rectangle
    for which in range(4):
        way = place.outward(which)
        gone = place.moved(way[0] * ROOM, way[1] * ROOM)
        if free_straight(position, base, place, way, ROOM) > _TOUCHING and not is_off(gone, position.size):
            return False
    return True
