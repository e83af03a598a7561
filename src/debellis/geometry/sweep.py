"""Rectangles sliding straight: where they first touch or meet another, and how they pass through a polygon.

Everything is in closed form: a sliding rectangle overlaps another while its shadow overlaps on all four axes at once,
and its lie to a polygon changes only when a corner of one crosses a side of the other. Directions are unit vectors.
"""

from __future__ import annotations

import math
from typing import Final

from debellis.geometry.contact import Touch, touches
from debellis.geometry.plane import COINCIDE, SLIGHT, Point, span_within
from debellis.geometry.polygon import OUTSIDE, WHOLLY, Polygon, box, lies
from debellis.geometry.rectangle import Rectangle

#: Rectangles this far apart do not overlap, and those that overlap this deep do, by any tolerance (mm).
_CERTAINLY_APART: Final = 0.05
_CERTAINLY_OVER: Final = 1.0


class Meeting:
    """Where a move is stopped: the free distance, the index of the rectangle that stops it, and the parts that touch.

    The measure is millimetres for a slide and degrees, or a share of the move, for a turn.
    """

    free: float
    index: int
    touches: list[Touch]

    def __init__(self, free: float, index: int, touching: list[Touch]) -> None:
        self.free = free
        self.index = index
        self.touches = touching

    def __repr__(self) -> str:
        return f"Meeting({self.free:.3f}, {self.index}, {self.touches!r})"


class Stage:
    """A part of a move, between two measures, during which a rectangle lies in the same way to a polygon."""

    start: float
    end: float
    lies: int

    def __init__(self, start: float, end: float, lies: int) -> None:
        self.start = start
        self.end = end
        self.lies = lies

    def __repr__(self) -> str:
        return f"Stage({self.start:.3f}, {self.end:.3f}, {('outside', 'partly', 'wholly')[self.lies]})"


def free_slide(a: Rectangle, towards: Point, far: float, b: Rectangle) -> float:
    """How far a rectangle can slide before it would overlap another; the whole distance if it never does.

    Sliding along another, corner past corner, or away from one it touches is free. Where something stops the slide, the
    two touch exactly. A rectangle that overlaps from the start is not free at all.
    """
    if _passes_clear(a, towards, far, b):
        return far
    low, high = _overlapping(a, towards, b, COINCIDE)
    if low >= high or high <= 0.0 or low >= far:
        return far
    low, high = _overlapping(a, towards, b, 0.0)
    return max(0.0, min(low, far))


def stopped_at(a: Rectangle, towards: Point, far: float, b: Rectangle) -> float:
    """How far a rectangle slides until it overlaps another by the tolerance; infinite if it never does.

    Any slide that goes further than this, by more than the tolerance, is not free.
    """
    if _passes_clear(a, towards, far, b):
        return math.inf
    low, high = _overlapping(a, towards, b, COINCIDE)
    if low >= high or high <= 0.0 or low >= far:
        return math.inf
    return max(0.0, low)


def stops(a: Rectangle, towards: Point, far: float, b: Rectangle) -> tuple[float, float] | None:
    """Where another rectangle stops a slide: how far it is until both overlap by the tolerance, and until they touch.

    None if they never do within the distance. `is_free` tells which shorter slides are free.
    """
    over = stopped_at(a, towards, far, b)
    return None if math.isinf(over) else (over, max(0.0, _overlapping(a, towards, b, 0.0)[0]))


def is_free(found: list[tuple[float, float]], far: float) -> bool:
    """Whether a slide of a distance is free to within the tolerance, by what stops longer ones (`stops`)."""
    return all([over >= far or touching >= far - COINCIDE for over, touching in found])


def slide_meets(a: Rectangle, towards: Point, far: float, b: Rectangle) -> int:
    """Whether a slide takes a rectangle over another: 1 if certainly, -1 if certainly not, 0 if only just or not."""
    if _passes_clear(a, towards, far, b):
        return -1
    low, high = _overlapping(a, towards, b, -_CERTAINLY_APART)
    if low > high or high < 0.0 or low > far:
        return -1
    low, high = _overlapping(a, towards, b, _CERTAINLY_OVER)
    return 1 if low < high and high > 0.0 and low < far else 0


def first_touch(a: Rectangle, towards: Point, far: float, b: Rectangle) -> float:
    """How far a rectangle slides until it first touches another, even in passing; infinite when it never does."""
    if _passes_clear(a, towards, far, b):
        return math.inf
    low, high = _overlapping(a, towards, b, -COINCIDE)
    if low > high or high < 0.0 or low > far:
        return math.inf
    exact, until = _overlapping(a, towards, b, 0.0)
    if exact <= until and exact <= far:
        low = max(low, exact)
    return max(0.0, low)


def first_meeting(a: Rectangle, towards: Point, far: float, others: list[Rectangle]) -> Meeting | None:
    """What first stops a slide; the first in the list of several met together. None if the way is free."""
    free = far
    index = -1
    for i in range(len(others)):
        reached = free_slide(a, towards, far, others[i])
        if reached < free:
            free = reached
            index = i
    if index < 0:
        return None
    return Meeting(free, index, touches(a.moved(towards[0] * free, towards[1] * free), others[index]))


def stages(a: Rectangle, towards: Point, far: float, polygon: Polygon) -> list[Stage]:
    """How a sliding rectangle lies to a polygon on its way, stage by stage, in millimetres travelled."""
    if far <= 0.0:
        return [Stage(0.0, 0.0, lies(a, polygon))]
    half = far * 0.5
    middle = (a.centre[0] + towards[0] * half, a.centre[1] + towards[1] * half)
    if stays_away(middle, a.radius + abs(towards[0]) * half, a.radius + abs(towards[1]) * half, polygon):
        return [Stage(0.0, far, OUTSIDE)]
    events = _crossings(a, towards, far, polygon)
    found: list[int] = []
    for at in moments(events, far):
        found.append(lies(a.moved(towards[0] * at, towards[1] * at), polygon))
    return merged(events, found, far)


def stays_away(middle: Point, wide: float, high: float, polygon: Polygon) -> bool:
    """Whether a polygon is wholly to one side of the upright box of a move: its middle, half its width and height."""
    west, south, east, north = box(polygon)
    return (
        middle[0] + wide < west - SLIGHT
        or middle[0] - wide > east + SLIGHT
        or middle[1] + high < south - SLIGHT
        or middle[1] - high > north + SLIGHT
    )


def until_in(way: list[Stage]) -> float:
    """How far until some part is in the polygon; infinite when it never is."""
    for stage in way:
        if stage.lies != OUTSIDE:
            return stage.start
    return math.inf


def until_wholly_in(way: list[Stage]) -> float:
    """How far until all of it is in the polygon; infinite when it never is."""
    for stage in way:
        if stage.lies == WHOLLY:
            return stage.start
    return math.inf


def until_out(way: list[Stage]) -> float:
    """How far until it is wholly out again, having been in; infinite when it is never in or never leaves."""
    been_in = False
    for stage in way:
        if stage.lies != OUTSIDE:
            been_in = True
        elif been_in:
            return stage.start
    return math.inf


def distance_in(way: list[Stage]) -> float:
    """The length of the move during which some part is in the polygon."""
    total = 0.0
    for stage in way:
        if stage.lies != OUTSIDE:
            total += stage.end - stage.start
    return total


def moments(events: list[tuple[float, float]], far: float) -> list[float]:
    """One moment between every two events of a move, and one before the first and after the last."""
    found: list[float] = []
    before = 0.0
    for at, _ in events:
        if at - before > SLIGHT:
            found.append((before + at) * 0.5)
            before = at
    found.append((before + far) * 0.5)
    return found


def merged(events: list[tuple[float, float]], found: list[int], far: float) -> list[Stage]:
    """The stages of a move: how the rectangle lies at each moment, separated at the events between them.

    An event has two measures. The first is for the rectangle less the tolerance, and decides. The second is for the
    rectangle itself, and is reported.
    """
    way: list[Stage] = []
    begun = 0.0
    lay = found[0]
    current = 0
    before = 0.0
    earliest = latest = 0.0
    for at, told in events:
        if at - before > SLIGHT:
            begun = _turn_page(way, begun, lay, found[current], earliest, latest)
            lay = found[current]
            current += 1
            before = at
            earliest = latest = told
        else:
            earliest = min(earliest, told)
            latest = max(latest, told)
    begun = min(far, _turn_page(way, begun, lay, found[current], earliest, latest))
    way.append(Stage(begun, far, found[current]))
    return way


def _turn_page(way: list[Stage], begun: float, lay: int, now: int, earliest: float, latest: float) -> float:
    """End the present stage if the lie has changed; returns where the present stage began."""
    if lay == now:
        return begun
    change = max(begun, earliest if lay == OUTSIDE else latest)
    if change > begun:
        way.append(Stage(begun, change, lay))
    return change


def _passes_clear(a: Rectangle, towards: Point, far: float, b: Rectangle) -> bool:
    """Whether the circles round both stay apart during the whole slide."""
    dx = b.centre[0] - a.centre[0]
    dy = b.centre[1] - a.centre[1]
    reach = a.radius + b.radius + COINCIDE
    if abs(towards[0] * dy - towards[1] * dx) > reach:
        return True
    ahead = towards[0] * dx + towards[1] * dy
    return ahead < -reach or ahead > far + reach


def _overlapping(a: Rectangle, towards: Point, b: Rectangle, by: float) -> tuple[float, float]:
    """The interval in which two rectangles overlap by more than a given depth while the first slides past."""
    ax, ay = a.facing
    bx, by_ = b.facing
    dot = abs(ax * bx + ay * by_)
    cross = abs(ax * by_ - ay * bx)
    aw = a.width * 0.5
    ad = a.depth * 0.5
    bw = b.width * 0.5
    bd = b.depth * 0.5
    low, high = _on_axis(a, towards, b, ax, ay, ad + bd * dot + bw * cross - by)
    first, last = _on_axis(a, towards, b, ay, -ax, aw + bd * cross + bw * dot - by)
    low = max(low, first)
    high = min(high, last)
    first, last = _on_axis(a, towards, b, bx, by_, bd + ad * dot + aw * cross - by)
    low = max(low, first)
    high = min(high, last)
    first, last = _on_axis(a, towards, b, by_, -bx, bw + ad * cross + aw * dot - by)
    return (max(low, first), min(high, last))


def _on_axis(a: Rectangle, towards: Point, b: Rectangle, nx: float, ny: float, reach: float) -> tuple[float, float]:
    rate = towards[0] * nx + towards[1] * ny
    if abs(rate) <= 1e-12:
        rate = 0.0
    at = (a.centre[0] - b.centre[0]) * nx + (a.centre[1] - b.centre[1]) * ny
    return span_within(at, rate, -reach, reach)


def _crossings(a: Rectangle, towards: Point, far: float, polygon: Polygon) -> list[tuple[float, float]]:
    """Every moment a corner of the rectangle crosses a side of the polygon or the other way round, in order."""
    core = a.inset(COINCIDE)
    back = (-towards[0], -towards[1])
    events: list[tuple[float, float]] = []
    previous = polygon[-1]
    for q in polygon:
        for i in range(4):
            at = _hits(core.corners[i], towards, previous, q, SLIGHT)
            if 0.0 < at < far - SLIGHT:
                events.append((at, _nearby(at, _hits(a.corners[i], towards, previous, q, 1.0))))
            at = _hits(q, back, core.corners[i], core.corners[(i + 1) % 4], SLIGHT)
            if 0.0 < at < far - SLIGHT:
                events.append((at, _nearby(at, _hits(q, back, a.corners[i], a.corners[(i + 1) % 4], 1.0))))
        previous = q
    events.sort()
    return events


def _hits(p: Point, towards: Point, a: Point, b: Point, slack: float) -> float:
    """How far a point travels until it meets segment a-b (lengthened by a share of itself); -1 when it never does."""
    sx = b[0] - a[0]
    sy = b[1] - a[1]
    denominator = towards[0] * sy - towards[1] * sx
    if abs(denominator) <= 1e-12:
        return -1.0
    qx = a[0] - p[0]
    qy = a[1] - p[1]
    share = (qx * towards[1] - qy * towards[0]) / denominator
    if share < -slack or share > 1.0 + slack:
        return -1.0
    return (qx * sy - qy * sx) / denominator


def _nearby(at: float, told: float) -> float:
    """The measure to report: the exact one, unless it does not exist or belongs to another crossing."""
    return told if abs(told - at) <= 1.0 else at
