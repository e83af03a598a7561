"""Crossing a river strip: being in it, having the front out on the far side, and how a leg crosses it."""

from __future__ import annotations

import math
from collections.abc import Callable

from debellis.geometry.outline import hull, share_ground
from debellis.geometry.plane import COINCIDE, Point, Segment, distance, opposite_direction, same_direction
from debellis.geometry.polygon import OUTSIDE, Polygon, between_polygons, lies, runs_through
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.geometry.sweep import stages, until_in
from debellis.manoeuvre.legs import Leg, crosses_ground, is_straight, leg, motion_of, way_of
from debellis.table.value import Value

#: Into how many parts a turning leg is cut to find where it first touches the water. Bisection then finds the point.
_PARTS = 32


class Passage(Value, frozen=True):
    """How one leg relates to a river.

    `enters`: it comes in from land (or turns back in). `held`: it starts in the middle of a crossing. `freed`: it
    starts partly in the water with its front out on the far side. `reach`: how far the leg goes before it enters. By
    the front alone (`front_passage`) it enters or is held by its front edge, and `comes_in` says that any part of it
    comes in from land.
    """

    enters: bool
    held: bool
    freed: bool
    reach: float
    comes_in: bool = False

    @property
    def concerned(self) -> bool:
        return self.enters or self.held


def front_in(a: Rectangle, river: Polygon) -> bool:
    """Whether any part of a front edge is in the water."""
    return runs_through(*a.edge(FRONT), river)


def crossing_lasts(a: Rectangle, river: Polygon, towards: Point | None) -> bool:
    """Whether a base partly in a river does not have its whole front out on the far side yet.

    `towards` is the direction in which it crosses, if known. Unless that is straight ahead, a front on land may still
    be on the near bank.
    """
    if lies(a, river) == OUTSIDE:
        return False
    if front_in(a, river):
        return True
    if towards is None or same_direction(a.facing, towards):
        return False
    far = max(a.width, a.depth)
    p, q = a.edge(FRONT)
    swept = hull((p, q, _moved(p, towards, far), _moved(q, towards, far)))
    return len(swept) > 2 and share_ground(swept, river)


def _moved(p: Point, towards: Point, by: float) -> Point:
    return (p[0] + towards[0] * by, p[1] + towards[1] * by)


def passage(part: Leg, river: Polygon, towards: Point | None) -> Passage:
    """How a leg relates to a river. `towards` is the direction in which the base has been crossing it, if any."""
    if lies(part.start, river) != OUTSIDE:
        if crossing_lasts(part.start, river, towards):
            return Passage(False, True, False, 0.0)
        a, b = part.start.edge(FRONT), part.end.edge(FRONT)
        swept = hull((*a, *b))
        again = len(swept) > 2 and share_ground(swept, river)
        return Passage(again, False, True, _until_front_in(part, river) if again else 0.0)
    if crosses_ground(part, river):
        return Passage(True, False, False, _until_in(part, river))
    return Passage(False, False, False, 0.0)


def front_passage(part: Leg, river: Polygon) -> Passage | None:
    """How a leg relates to a river by its front edge alone; None if no part of the base is in the river on the way."""
    inside = lies(part.start, river) != OUTSIDE
    if not inside and not crosses_ground(part, river):
        return None
    held = front_in(part.start, river)
    enters = not held and _front_comes_in(part, river)
    return Passage(enters, held, inside and not held and not enters, 0.0, not inside)


def _front_comes_in(part: Leg, river: Polygon) -> bool:
    """Whether some part of the front edge is in the water on a leg. One that slides along itself sweeps only a line."""
    a, b = part.start.edge(FRONT), part.end.edge(FRONT)
    lines = [line for line in (b, (a[0], b[0]), (a[1], b[1])) if distance(*line) > COINCIDE]
    if any(runs_through(*line, river) for line in lines):
        return True
    swept = hull((*a, *b))
    return len(swept) > 2 and share_ground(swept, river)


def entry_angle(part: Leg, river: Polygon) -> float:
    """How squarely a base that enters a river on a leg faces it there: the cosine of its angle to the square.

    It is measured at the stretch of bank the base touches first. At a bend, the stretch it faces most squarely counts.
    """
    there = _entry_place(part, river)
    found = [(between_polygons(there.corners, line)[2], line) for line in _banks(river)]
    nearest = min(gap for gap, _ in found)
    touched = [line for gap, line in found if gap <= nearest + COINCIDE]
    return max(_squareness(there.facing, line) for line in touched)


def _banks(river: Polygon) -> list[Segment]:
    lines = [(river[i - 1], river[i]) for i in range(len(river))]
    return [line for line in lines if distance(*line) > COINCIDE]


def _squareness(facing: Point, bank: Segment) -> float:
    (x, y), (far_x, far_y) = bank
    return abs(facing[0] * (far_y - y) - facing[1] * (far_x - x)) / distance(*bank)


def _entry_place(part: Leg, river: Polygon) -> Rectangle:
    """Where a base stands when some part of it first touches the water."""
    reach = _until_in(part, river)
    way = direction_of(part)
    if way is not None and is_straight(part):
        return part.start.moved(way[0] * reach, way[1] * reach)
    return motion_of(part).at(reach / part.length if part.length > 0.0 else 0.0)


def direction_of(part: Leg) -> Point | None:
    """The direction in which a base goes on a leg, by its front; None when it stays where it is."""
    a, b = part.start.front, part.end.front
    far = distance(a, b)
    return None if far <= COINCIDE else ((b[0] - a[0]) / far, (b[1] - a[1]) / far)


def leads_with_edge(part: Leg) -> int | None:
    """The edge that leads on a leg that keeps its facing; None if the base moves between two of its edges."""
    right, ahead = way_of(part)
    if abs(right) <= COINCIDE:
        return 0 if ahead >= 0.0 else 2
    if abs(ahead) <= COINCIDE:
        return 1 if right > 0.0 else 3
    return None


def keeps_direction(part: Leg, towards: Point | None) -> bool:
    """Whether a leg keeps facing and direction: the one given, or along any edge when none is known."""
    if not is_straight(part):
        return False
    way = direction_of(part)
    if way is None:
        return True
    if towards is None:
        return leads_with_edge(part) is not None
    off = abs(way[0] * towards[1] - way[1] * towards[0]) * distance(part.start.front, part.end.front)
    return (same_direction(way, towards) or off <= COINCIDE) and way[0] * towards[0] + way[1] * towards[1] > 0.0


def turns_back(part: Leg, towards: Point) -> bool:
    """Whether a leg goes back exactly the way the base came."""
    way = direction_of(part)
    return way is not None and opposite_direction(way, towards)


def _until_in(part: Leg, river: Polygon) -> float:
    """How long a leg is until some part of the base is in the water."""
    way = direction_of(part)
    if way is not None and is_straight(part):
        far = distance(part.start.front, part.end.front)
        reached = until_in(stages(part.start, way, far, river))
        if not math.isinf(reached):
            return reached
    return _first_share(part, lambda a: lies(a, river) != OUTSIDE) * part.length


def _until_front_in(part: Leg, river: Polygon) -> float:
    return _first_share(part, lambda a: front_in(a, river)) * part.length


def _first_share(part: Leg, there: Callable[[Rectangle], bool]) -> float:
    """The share of a leg after which something first holds."""
    motion = motion_of(part)
    low = 0.0
    for i in range(1, _PARTS + 1):
        high = i / _PARTS
        if there(motion.at(high)):
            while high - low > 1e-9:
                half = (low + high) * 0.5
                if there(motion.at(half)):
                    high = half
                else:
                    low = half
            return low
        low = high
    return 1.0


def cut_short(legs: tuple[Leg, ...], far: float) -> tuple[Leg, ...]:
    """The legs of a move that stops after a distance."""
    kept: list[Leg] = []
    for part in legs:
        if part.length <= far or part.length <= 0.0:
            kept.append(part)
            far -= part.length
            continue
        if far > 0.0 or not kept:
            share = max(0.0, far) / part.length
            kept.append(leg(part.start, _at(part, share)))
        break
    return tuple(kept)


def _at(part: Leg, share: float) -> Rectangle:
    if is_straight(part):
        a, b = part.start, part.end
        front = (a.front[0] + (b.front[0] - a.front[0]) * share, a.front[1] + (b.front[1] - a.front[1]) * share)
        return Rectangle(front, a.facing, b.width, b.depth)
    return motion_of(part).at(share)
