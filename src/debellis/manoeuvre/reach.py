"""The ground that bases can cover with one move: sampled in many directions, each as far as the move is allowed.

The areas may overlap; together they are the reach. A caller that has other work may take them one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from debellis.geometry.outline import hull
from debellis.geometry.plane import Point, direction, distance, turned
from debellis.manoeuvre.march import march
from debellis.manoeuvre.nearest import snapped
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position

Area = tuple[Point, ...]
ToPlace = Callable[[Pose], bool]
BySteps = Callable[[tuple[Step, ...]], bool]

#: In how many directions a single base is sampled. At the end of a move they are less than a base width apart.
DIRECTIONS = 24
#: The wheels of a group that are sampled (degrees), to each side, as long as they are allowed.
WHEELS = (5.0, 10.0, 15.0, 22.5, 30.0, 45.0, 60.0, 90.0)
#: Parts of a move that are tried before the furthest allowed one is found more exactly.
_PARTS = 4
#: How exactly it is found (mm).
_EXACT = 2.0


def furthest(far: float, allowed: Callable[[float], bool]) -> float:
    """The furthest distance that is allowed, found to within 2 mm; 0 if none is."""
    if far <= _EXACT or allowed(far):
        return max(far, 0.0)
    low = 0.0
    high = far
    for part in range(_PARTS - 1, 0, -1):
        at = far * part / _PARTS
        if allowed(at):
            low = at
            break
        high = at
    while high - low > _EXACT:
        half = (low + high) * 0.5
        if allowed(half):
            low = half
        else:
            high = half
    return low


def reach_of_base(position: Position, base: Base, far: float, allowed: ToPlace) -> Iterator[Area]:
    """Where a single base can get by going straight in any direction, and into every contact that is allowed."""
    if far <= 0.0 or not base.on_table:
        return
    start = base.rectangle.corners
    beside: Area = ()
    for number in range(DIRECTIONS + 1):
        heading = turned(base.facing, direction(360.0 * number / DIRECTIONS))
        kept = _straight(base, heading, base.facing, far, allowed)
        end = _corners(base, _moved(base, heading, kept, base.facing))
        if kept > 0.0:
            # Between two directions in which nothing stops it, nothing stops it either.
            yield hull((*start, *(beside if kept == far else ()), *end))
        beside = end if kept == far else ()
        if number % DIRECTIONS and kept < far:
            turning = _straight(base, heading, heading, far, allowed)
            if turning > max(kept, _EXACT):
                yield hull((base.front, *_corners(base, _moved(base, heading, turning, heading))))
    for spot in snapped(position, base):
        pose = Pose(spot.front, spot.facing)
        if distance(spot.front, base.front) <= far and allowed(pose):
            yield spot.corners


def _straight(base: Base, way: Point, facing: Point, far: float, allowed: ToPlace) -> float:
    """How far a base can go one way and end with a facing."""
    return furthest(far, lambda at: allowed(_moved(base, way, at, facing)))


def _moved(base: Base, way: Point, far: float, facing: Point) -> Pose:
    return Pose((base.front[0] + way[0] * far, base.front[1] + way[1] * far), facing)


def _corners(base: Base, pose: Pose) -> Area:
    return pose.rectangle(base.width, base.depth).corners


def reach_of_group(members: tuple[Base, ...], far: float, allowed: BySteps) -> Iterator[Area]:
    """Where a group can get by going straight ahead, or by a wheel and then straight ahead."""
    if far <= 0.0 or not all([base.on_table for base in members]):
        return
    yield from _ahead(members, (), far, allowed)
    for pivot in ("left", "right"):
        before = 0.0
        for wheel in WHEELS:
            most = furthest_wheel(pivot, before, wheel, allowed)
            if most > before:
                turn = (Step(wheel=most, pivot=pivot),)
                yield hull((*_outline(members, _wheeled(pivot, before)), *_outline(members, turn)))
                yield from _ahead(members, turn, far, allowed)
            if most < wheel:
                break
            before = wheel


def furthest_wheel(pivot: str, known: float, wanted: float, allowed: BySteps) -> float:
    """The furthest wheel that is allowed between one that is and a wider one."""
    if allowed(_wheeled(pivot, wanted)):
        return wanted
    low, high = known, wanted
    while high - low > 1.0:
        half = (low + high) * 0.5
        if allowed(_wheeled(pivot, half)):
            low = half
        else:
            high = half
    return low


def _wheeled(pivot: str, degrees: float) -> tuple[Step, ...]:
    return (Step(wheel=degrees, pivot=pivot),) if degrees > 0.0 else ()


def _ahead(members: tuple[Base, ...], first: tuple[Step, ...], far: float, allowed: BySteps) -> Iterator[Area]:
    """What a group covers straight ahead after some steps."""
    most = furthest(far, lambda at: allowed((*first, Step(advance=at))))
    if most > 0.0:
        yield hull((*_outline(members, first), *_outline(members, (*first, Step(advance=most)))))


def _outline(members: tuple[Base, ...], steps: tuple[Step, ...]) -> Area:
    """The corners of all members after some steps."""
    arrived = march(members, steps).arrived if steps else members
    return tuple([corner for base in arrived for corner in base.rectangle.corners])
