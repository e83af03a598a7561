"""The way of a single element: its obstacles, how many corners leave their straight lines, and the way round.

A move given by its end takes the shortest free way there. A move given by its path takes that path.
"""

from __future__ import annotations

import heapq
import math

from debellis.dbm.moving.passing import may_pass
from debellis.dbm.moving.speeds import bars
from debellis.dbm.moving.zones import owners, zone_of
from debellis.dbm.troops import is_holder, noted
from debellis.geometry.outline import hull
from debellis.geometry.plane import (
    COINCIDE,
    Point,
    distance,
    opposite_direction,
    point_to_segment,
    same_direction,
)
from debellis.geometry.polygon import Polygon, length_inside, runs_through
from debellis.geometry.rectangle import REAR, Rectangle, overlaps, penetration
from debellis.geometry.sweep import slide_meets
from debellis.geometry.turning import free_share
from debellis.manoeuvre.legs import Leg, crosses_ground, leg, motion_of
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import Value

#: An overlap deeper than this is one by any tolerance (mm).
_CERTAINLY = 1.0
#: A corner line that follows an edge for longer than this runs along it (mm).
_ALONG = 1.0


class Wall(Value, frozen=True):
    """An obstacle that a move must go round: its name, outline, and footprint if it is an element or a zone."""

    name: str
    outline: Polygon
    place: Rectangle | None = None

    def is_far(self, part: Leg) -> bool:
        """Whether the obstacle is certainly out of the way of a leg, judged by the circle round its footprint."""
        if self.place is None:
            return False
        reach = self.place.radius + 2.0 * part.start.radius + COINCIDE
        return point_to_segment(self.place.centre, part.start.centre, part.end.centre) > reach

    def is_over(self, where: Rectangle) -> bool:
        """Whether an element at a place would certainly overlap the obstacle, so that no way leads from it or there."""
        return self.place is not None and penetration(where, self.place) > _CERTAINLY

    def may_stop(self, start: Rectangle, end: Rectangle, most: float) -> bool:
        """Whether the obstacle may be met on a way of at most `most`: not if its ellipse ends before the obstacle."""
        if self.place is None:
            return True
        around = 2.0 * (self.place.radius + 2.0 * start.radius) + 1.0
        return distance(start.front, self.place.centre) + distance(self.place.centre, end.front) <= most + around


_WALLS = Memory[list[Wall]]("obstacles of an element")


class Route(Value, frozen=True):
    """A way: its legs, its measured length, how many corners leave their straight lines, and the obstacles.

    `shortest` is the measured length of the shortest way.
    """

    legs: tuple[Leg, ...]
    measured: float
    corners: int
    by: tuple[str, ...]
    shortest: float


def walls(position: Position, base: Base, direction: str) -> list[Wall]:
    """The bodies an element cannot move through in a direction, and the ground it cannot enter."""
    return _WALLS.of(position, (base.id, base.code, direction), lambda p: _find_walls(p, base, direction))


def _find_walls(position: Position, base: Base, direction: str) -> list[Wall]:
    found: list[Wall] = []
    for other in position.standing:
        if other.id == base.id or noted(other, "ambush") or (other.side != base.side and is_holder(other)):
            continue
        if other.side == base.side and may_pass(position, base, other, direction):
            continue
        found.append(Wall(other.id, other.rectangle.corners, other.rectangle))
    found += [Wall(piece.id, piece.ground) for piece in position.terrain if bars(position, base, piece)]
    return found


def zone_walls(position: Position, base: Base, end: Rectangle, forbidding: tuple[str, ...]) -> list[Wall]:
    """The zones that a way must go round if some zones forbid it: those it neither starts nor ends in."""
    found: list[Wall] = []
    for enemy in owners(position, base.side) if forbidding else ():
        zone = zone_of(position, enemy)
        if not overlaps(base.rectangle, zone) and not overlaps(end, zone):
            found.append(Wall(f"the zone of {enemy.id}", zone.corners, zone))
    return found


def corner_paths(legs: tuple[Leg, ...]) -> float:
    """The length of the longest corner path along a way."""
    return max(sum(distance(part.start.corners[i], part.end.corners[i]) for part in legs) for i in range(4))


def deviating(start: Rectangle, end: Rectangle, obstacles: list[Wall]) -> int:
    """How many corners cannot keep to the straight line from their start to their end."""
    lines = zip(start.corners, end.corners, strict=True)
    return sum(any(_stops(a, b, wall) for wall in obstacles) for a, b in lines)


def _stops(a: Point, b: Point, wall: Wall) -> bool:
    """Whether a corner line runs through an obstacle, or along an edge of it."""
    if runs_through(a, b, wall.outline) or wall.place is None:
        return runs_through(a, b, wall.outline)
    return length_inside(a, b, wall.place.inset(-2.0 * COINCIDE).corners) > _ALONG


def in_the_way(part: Leg, obstacles: list[Wall]) -> list[Wall]:
    """The obstacles that the area of a leg meets."""
    return [wall for wall in obstacles if not wall.is_far(part) and crosses_ground(part, wall.outline)]


def is_free(part: Leg, obstacles: list[Wall]) -> bool:
    """Whether an element can make a leg without overlapping an obstacle."""
    met = in_the_way(part, obstacles)
    if not met or same_direction(part.start.facing, part.end.facing):
        return not met
    motion = motion_of(part)
    return all(wall.place is not None and free_share(motion, wall.place) >= 1.0 for wall in met)


def find_route(start: Rectangle, end: Rectangle, obstacles: list[Wall], most: float = math.inf) -> Route | None:
    """The measured way of an element to a place. None if no free way of at most `most` is found."""
    direct = leg(start, end)
    met = in_the_way(direct, obstacles)
    if not met:
        return Route((direct,), direct.length, 0, (), direct.length)
    corners = deviating(start, end, met)
    names = tuple(wall.name for wall in met)
    legs = _way_round(start, end, obstacles, most)
    if legs is None:
        return None
    measured = corner_paths(legs) if corners > 1 else direct.length
    return Route(legs, measured, corners, names, measured)


def told_route(start: Rectangle, places: tuple[Rectangle, ...], obstacles: list[Wall], most: float = math.inf) -> Route:
    """The measured way of an element along a given path.

    The measure is the sum of its legs, or the direct distance if an obstacle affects at most one corner.
    """
    legs: list[Leg] = []
    here = start
    for there in places:
        legs.append(leg(here, there))
        here = there
    direct = leg(start, here)
    met = in_the_way(direct, obstacles)
    corners = deviating(start, here, met)
    measured = direct.length if met and corners <= 1 else corner_paths(tuple(legs))
    best = find_route(start, here, obstacles, most) if corners > 1 else None
    shortest = measured if best is None else best.measured
    return Route(tuple(legs), measured, corners, tuple(wall.name for wall in met), shortest)


def _way_round(start: Rectangle, end: Rectangle, obstacles: list[Wall], most: float) -> tuple[Leg, ...] | None:
    """The shortest free way: round obstacles with constant facing, or with one turn at the start or at the end."""
    if same_direction(start.facing, end.facing):
        return _slide_round(start, end, obstacles, most)
    direct = leg(start, end)
    if is_free(direct, obstacles):
        return (direct,)
    best: tuple[Leg, ...] | None = None
    for legs in (_turn_last(start, end, obstacles, most), _turn_first(start, end, obstacles, most)):
        if legs is not None and (best is None or corner_paths(legs) < corner_paths(best)):
            best = legs
    return best


def _turn_last(start: Rectangle, end: Rectangle, obstacles: list[Wall], most: float) -> tuple[Leg, ...] | None:
    there = _facing_as(start, end)
    turn = leg(there, end)
    legs = _slide_round(start, there, obstacles, most) if is_free(turn, obstacles) else None
    return None if legs is None else (*legs, turn)


def _turn_first(start: Rectangle, end: Rectangle, obstacles: list[Wall], most: float) -> tuple[Leg, ...] | None:
    here = _facing_as(end, start)
    turn = leg(start, here)
    legs = _slide_round(here, end, obstacles, most) if is_free(turn, obstacles) else None
    return None if legs is None else (turn, *legs)


def _facing_as(like: Rectangle, at: Rectangle) -> Rectangle:
    """A footprint with the facing of one place and the centre of another.

    For the opposite facing it is the turned place.
    """
    if opposite_direction(like.facing, at.facing):
        return at.fronting(REAR)
    x, y = at.centre
    front = (x + like.facing[0] * like.depth * 0.5, y + like.facing[1] * like.depth * 0.5)
    return Rectangle(front, like.facing, like.width, like.depth)


def _slide_round(start: Rectangle, end: Rectangle, obstacles: list[Wall], most: float) -> tuple[Leg, ...] | None:
    """The shortest way with constant facing, by straight legs round the corners of obstacles."""
    obstacles = [wall for wall in obstacles if wall.may_stop(start, end, most)]
    if any(wall.is_over(start) or wall.is_over(end) for wall in obstacles):
        return None
    places = [start, end, *_bends(start, end, obstacles, most)]
    left = [distance(place.front, end.front) for place in places]
    best = {0: 0.0}
    came: dict[int, int] = {}
    queue: list[tuple[float, float, int]] = [(left[0], 0.0, 0)]
    while queue:
        _, far, i = heapq.heappop(queue)
        if i == 1:
            return _legs_to(places, came)
        if far > best[i]:
            continue
        for j, there in enumerate(places):
            reach = far + distance(places[i].front, there.front)
            if j == i or reach + left[j] > most or reach >= best.get(j, math.inf):
                continue
            if reach + left[j] > best.get(1, math.inf) + COINCIDE:
                continue
            if _is_open(places[i], there, obstacles):
                best[j], came[j] = reach, i
                heapq.heappush(queue, (reach + left[j], reach, j))
    return None


def _is_open(start: Rectangle, end: Rectangle, obstacles: list[Wall]) -> bool:
    """Whether an element that keeps its facing meets no obstacle on a straight leg."""
    far = distance(start.front, end.front)
    towards = start.facing
    if far > 0.0:
        towards = ((end.front[0] - start.front[0]) / far, (end.front[1] - start.front[1]) / far)
    part: Leg | None = None
    for wall in obstacles:
        if wall.place is not None:
            found = slide_meets(start, towards, far, wall.place)
            if found < 0:
                continue
            if found > 0:
                return False
        if part is None:
            part = leg(start, end)
        if not wall.is_far(part) and crosses_ground(part, wall.outline):
            return False
    return True


def _bends(start: Rectangle, end: Rectangle, obstacles: list[Wall], most: float) -> list[Rectangle]:
    """The places at the corners of obstacles where a way of at most `most` might bend."""
    found: list[Rectangle] = []
    for wall in obstacles:
        for p in _grown(wall.outline, start):
            if distance(start.front, p) + distance(p, end.front) > most:
                continue
            place = Rectangle(p, start.facing, start.width, start.depth)
            if not any(_in_wall(place, other) for other in obstacles):
                found.append(place)
    return found


def _legs_to(places: list[Rectangle], came: dict[int, int]) -> tuple[Leg, ...]:
    legs: list[Leg] = []
    at = 1
    while at != 0:
        legs.append(leg(places[came[at]], places[at]))
        at = came[at]
    return tuple(reversed(legs))


def _grown(outline: Polygon, base: Rectangle) -> Polygon:
    """The front positions at which a base just touches the corners of an outline, as a hull."""
    shifts = [(base.front[0] - x, base.front[1] - y) for x, y in base.corners]
    points: list[Point] = [(p[0] + dx, p[1] + dy) for p in outline for dx, dy in shifts]
    return hull(tuple(points))


def _in_wall(place: Rectangle, wall: Wall) -> bool:
    if wall.place is not None:
        return overlaps(place, wall.place)
    return bool(in_the_way(leg(place, place), [wall]))
