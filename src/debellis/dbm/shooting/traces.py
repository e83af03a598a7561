"""The two lines of a shot: from either end of the shooting edge to different corners of the target, not crossing."""

from __future__ import annotations

from itertools import permutations

from debellis.dbm.shooting.gaps import Gap
from debellis.geometry.plane import COINCIDE, Segment, between_segments
from debellis.geometry.polygon import Polygon, box, partly_in, runs_through
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.table.bases import Base
from debellis.table.value import Value

CROSSING, BLOCKED, IN_GAP, OPEN = "crossing", "blocked", "gap", "open"
#: The corners of a target to which two lines may run.
PAIRS: tuple[tuple[int, int], ...] = tuple((i, j) for i, j in permutations(range(4), 2))


class Trace(Value, frozen=True):
    """One pair of lines: to which corners of the target, and what becomes of it.

    `by` names the element in the way, or one side of the gap; `through` says that a line runs through the target.
    """

    corners: tuple[int, int]
    lines: tuple[Segment, Segment]
    verdict: str
    by: str | None = None
    through: bool = False


def trace(place: Rectangle, target: Rectangle, corners: tuple[int, int], others: list[Base], gaps: list[Gap]) -> Trace:
    """The lines from the left and right end of the shooting edge to two corners of a target."""
    left, right = place.edge(FRONT)
    lines = ((left, target.corners[corners[0]]), (right, target.corners[corners[1]]))
    if corners[0] == corners[1] or between_segments(*lines[0], *lines[1])[2] <= COINCIDE:
        return Trace(corners, lines, CROSSING)
    through = any(runs_through(*line, target.corners) for line in lines)
    found = Trace(corners, lines, OPEN, None, through)
    blocker = _in_the_way(_area(lines), others)
    if blocker is not None:
        return Trace(corners, lines, BLOCKED, blocker.id, through)
    for gap in gaps:
        if any(gap.bars(*line) for line in lines):
            return Trace(corners, lines, IN_GAP, " and ".join(gap.sides), through)
    return found


def is_open(place: Rectangle, target: Rectangle, corners: tuple[int, int], others: list[Base], gaps: list[Gap]) -> bool:
    """Whether `trace` finds a pair of lines open."""
    left, right = place.edge(FRONT)
    lines = ((left, target.corners[corners[0]]), (right, target.corners[corners[1]]))
    if corners[0] == corners[1] or between_segments(*lines[0], *lines[1])[2] <= COINCIDE:
        return False
    if _in_the_way(_area(lines), others) is not None:
        return False
    return not any(gap.bars(*line) for gap in gaps for line in lines)


def _area(lines: tuple[Segment, Segment]) -> Polygon:
    (a, c), (b, d) = lines
    return (a, b, d, c)


def _in_the_way(area: Polygon, others: list[Base]) -> Base | None:
    """The first element some part of which is on or between the lines."""
    west, south, east, north = box(area)
    for other in others:
        x, y = other.rectangle.centre
        far = other.rectangle.radius
        if x + far < west or x - far > east or y + far < south or y - far > north:
            continue
        if partly_in(other.rectangle, area):
            return other
    return None


def lines_clear(found: Trace, others: list[Base]) -> bool:
    """Whether neither line of a pair runs through an element, whatever stands between them."""
    return not any(runs_through(*line, other.rectangle.corners) for other in others for line in found.lines)


def traces(place: Rectangle, target: Rectangle, others: list[Base], gaps: list[Gap]) -> list[Trace]:
    """Every pair of lines that could be drawn, those not through the target first."""
    found = [trace(place, target, pair, others, gaps) for pair in PAIRS]
    return sorted(found, key=lambda one: one.through)


def best(found: list[Trace]) -> Trace | None:
    """The first open pair, if any."""
    return next((one for one in found if one.verdict == OPEN), None)
