"""Corridors and lines between edges: what lies between two bases, and which edges of one the other can reach.

A corridor is the area between the two straight lines that join the ends of one edge to the ends of another
without crossing each other. Something is between the edges when some part of it lies in that corridor.
A free line asks for less: that some one line from edge to edge runs clear.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from debellis.geometry.plane import (
    COINCIDE,
    SLIGHT,
    Point,
    Segment,
    along,
    crossing,
    distance,
    middle,
    nearest_on_segment,
    offset_from_line,
    part_way,
)
from debellis.geometry.polygon import Polygon, area, box, partly_in, runs_through
from debellis.geometry.rectangle import Rectangle

OPEN: Final = "open"
BLOCKED: Final = "blocked"
HIDDEN: Final = "hidden"
UNREACHABLE: Final = "unreachable"


def corridor(start: Segment, end: Segment) -> Polygon:
    """The four-sided area between two edges; its second and fourth sides are the two lines joining their ends."""
    a, b = start
    c, d = end
    if crossing(b, c, d, a) is None:
        return (a, b, c, d)
    return (a, b, d, c)


def faces(edge: Segment, viewer: Segment) -> bool:
    """Whether some part of the viewer's edge lies on the outer side of an edge (edges run clockwise)."""
    return max(offset_from_line(viewer[0], *edge), offset_from_line(viewer[1], *edge)) > COINCIDE


def reach(viewer: Segment, target: Rectangle, which: int, between: list[Rectangle]) -> tuple[str, int]:
    """Whether lines can be drawn from the ends of the viewer's edge to the ends of one edge of the target.

    Answers OPEN; BLOCKED and the index of the first rectangle between; HIDDEN when the edge faces away;
    UNREACHABLE when a line would run through the target itself. The index is -1 except when BLOCKED.
    """
    return _reach_edge(viewer, target.edge(which), target.corners, between)


def _reach_edge(viewer: Segment, edge: Segment, body: Polygon, between: list[Rectangle]) -> tuple[str, int]:
    """The same for any edge of any outline that runs clockwise."""
    if not faces(edge, viewer):
        return (HIDDEN, -1)
    seen = corridor(viewer, edge)
    if runs_through(seen[1], seen[2], body) or runs_through(seen[3], seen[0], body):
        return (UNREACHABLE, -1)
    blocker = _first_in(seen, between)
    return (OPEN, -1) if blocker < 0 else (BLOCKED, blocker)


def _first_in(seen: Polygon, between: list[Rectangle]) -> int:
    """The index of the first rectangle partly in a corridor; -1 if there is none."""
    west, south, east, north = box(seen)
    for i in range(len(between)):
        x, y = between[i].centre
        round_it = between[i].radius
        if x + round_it < west or x - round_it > east or y + round_it < south or y - round_it > north:
            continue
        if partly_in(between[i], seen):
            return i
    return -1


def corridor_lines(seen: Polygon) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The two lines of a corridor, for drawing."""
    return ((seen[1], seen[2]), (seen[3], seen[0]))


def free_line(start: Segment, end: Segment, obstacle: Polygon) -> bool:
    """Whether some straight line from a point of one edge to a point of another runs clear of a polygon's inside.

    Grazing the outline, within tolerance, is clear. If any line is free, one is that passes two of the critical
    points: the ends of both edges, where these cross the outline, and the corners of the outline.
    """
    if _out_of_the_way(start, end, obstacle):
        return True
    for line in _obvious_lines(start, end):
        if not runs_through(*line, obstacle):
            return True
    critical = _critical_points(start, end, obstacle, True)
    return any(not runs_through(*line, obstacle) for line in _critical_lines(start, end, critical))


def free_line_past(start: Segment, end: Segment, crest: tuple[Point, ...]) -> bool:
    """Whether some straight line from a point of one edge to a point of another does not cross an open line."""
    if _out_of_the_way(start, end, crest):
        return True
    for line in _obvious_lines(start, end):
        if not crosses_line(*line, crest):
            return True
    critical = _critical_points(start, end, crest, False)
    return any(not crosses_line(*line, crest) for line in _critical_lines(start, end, critical))


def crosses_line(a: Point, b: Point, line: tuple[Point, ...]) -> bool:
    """Whether a segment passes from one side of an open line to the other; touching it or ending on it does not."""
    length = distance(a, b)
    if length <= COINCIDE:
        return False
    side = 0
    first = last = 0.0
    previous = line[0]
    previous_off = 0.0
    for p in line:
        off = offset_from_line(p, a, b)
        here = along(p, a, b)
        if abs(off) <= COINCIDE:
            if previous_off == 0.0:
                first = min(first, here)
                last = max(last, here)
            else:
                first = last = here
            off = 0.0
        else:
            now = 1 if off > 0.0 else -1
            if side == -now:
                if previous_off != 0.0:
                    first = last = along(part_way(previous, p, previous_off / (previous_off - off)), a, b)
                if first > COINCIDE and last < length - COINCIDE:
                    return True
            side = now
        previous = p
        previous_off = off
    return False


def reach_from_outline(
    outline: Polygon, stretch: float, target: Rectangle, which: int, between: list[Rectangle]
) -> tuple[str, int, Segment | None]:
    """Whether an edge of the target can be reached from some stretch of an outline.

    The stretch lies on one side and has the given length, or is the whole of a shorter side. The lines may not run
    through the outline's own inside. Answers OPEN and the stretch whose middle is nearest; BLOCKED, the index of the
    rectangle in the way and the stretch tried; HIDDEN, -1 and None otherwise.
    """
    blocked: tuple[str, int, Segment | None] = (HIDDEN, -1, None)
    for verdict, blocker, window in ways_from_outline(outline, stretch, target, which, between, ()):
        if verdict == OPEN:
            return (OPEN, -1, window)
        if blocked[2] is None:
            blocked = (BLOCKED, blocker, window)
    return blocked


def reach_outline(
    viewer: Segment, outline: Polygon, stretch: float, between: list[Rectangle]
) -> tuple[str, int, Segment | None]:
    """Whether some stretch of an outline, of the given length or a whole shorter side, can be reached from an edge.

    Answers as `reach_from_outline` does.
    """
    blocked: tuple[str, int, Segment | None] = (HIDDEN, -1, None)
    for verdict, blocker, window in ways_to_outline(viewer, outline, stretch, between, ()):
        if verdict == OPEN:
            return (OPEN, -1, window)
        if blocked[2] is None:
            blocked = (BLOCKED, blocker, window)
    return blocked


def ways_from_outline(
    outline: Polygon, stretch: float, target: Rectangle, which: int, between: list[Rectangle], marks: tuple[Point, ...]
) -> Iterator[tuple[str, int, Segment]]:
    """The stretches of an outline from which lines run to an edge of the target, nearest first.

    Each comes with OPEN and -1, or BLOCKED and the index of the rectangle between. `marks` are further points that
    matter: stretches that begin or end at one, or at a line past one, are tried too.
    """
    edge = target.edge(which)
    body = clockwise(outline)
    for window in stretches(body, stretch, edge, target.corners + marks, between):
        if leaves(window, edge, body):
            verdict, blocker = reach(window, target, which, between)
            if verdict in (OPEN, BLOCKED):
                yield (verdict, blocker, window)


def ways_to_outline(
    viewer: Segment, outline: Polygon, stretch: float, between: list[Rectangle], marks: tuple[Point, ...]
) -> Iterator[tuple[str, int, Segment]]:
    """The stretches of an outline to which lines run from an edge, as `ways_from_outline` gives them."""
    body = clockwise(outline)
    for window in stretches(body, stretch, viewer, marks, between):
        verdict, blocker = _reach_edge(viewer, window, body, between)
        if verdict in (OPEN, BLOCKED):
            yield (verdict, blocker, window)


def clear_from_outline(outline: Polygon, stretch: float, edge: Segment, between: list[Rectangle]) -> bool:
    """Whether from some stretch of an outline nothing lies between it and an edge, whichever way that edge faces."""
    body = clockwise(outline)
    windows = stretches(body, stretch, edge, (), between)
    return any(leaves(window, edge, body) and clear(window, edge, between) for window in windows)


def clear(start: Segment, end: Segment, between: list[Rectangle]) -> bool:
    """Whether no rectangle lies even partly between two edges, whichever way they face."""
    return _first_in(corridor(start, end), between) < 0


def leaves(window: Segment, edge: Segment, body: Polygon) -> bool:
    """Whether the lines from a stretch of an outline, running clockwise, to an edge do not pass through its inside."""
    seen = corridor(window, edge)
    through = runs_through(seen[1], seen[2], body) or runs_through(seen[3], seen[0], body)
    return faces(window, edge) and not through


def clockwise(outline: Polygon) -> Polygon:
    """An outline made to run clockwise, as the edges of a rectangle do."""
    return outline if area(outline) < 0.0 else outline[::-1]


def stretches(
    body: Polygon, stretch: float, edge: Segment, others: tuple[Point, ...], between: list[Rectangle]
) -> list[Segment]:
    """The stretches of an outline worth trying with an edge, nearest first.

    They lie where the view past a corner of the outline, of a rectangle between or past another point may change. One
    more lies between any two of those.
    """
    corners: list[Point] = [*body, *others, *edge]
    for blocker in between:
        corners.extend(blocker.corners)
    aim = middle(*edge)
    found: list[tuple[float, int, Segment]] = []
    previous = body[-1]
    for p in body:
        length = distance(previous, p)
        if length <= stretch + COINCIDE:
            found.append((distance(middle(previous, p), aim), len(found), (previous, p)))
        else:
            passed = [corner for corner in corners if _could_pass(corner, (previous, p), edge)]
            for at in _critical_starts(previous, p, length, stretch, edge, passed):
                window = (part_way(previous, p, at / length), part_way(previous, p, (at + stretch) / length))
                found.append((distance(middle(*window), aim), len(found), window))
        previous = p
    found.sort()
    return [window for _, _, window in found]


def _critical_starts(
    a: Point, b: Point, length: float, stretch: float, edge: Segment, corners: list[Point]
) -> list[float]:
    """Where on side a-b a stretch may begin so that a line from an end of it to an end of the edge passes a corner."""
    room = length - stretch
    starts = [0.0, room]
    for end in edge:
        for corner in corners:
            off = offset_from_line(end, a, b)
            near = offset_from_line(corner, a, b)
            if abs(off - near) <= SLIGHT:
                continue
            here = along(part_way(end, corner, off / (off - near)), a, b)
            starts.append(here)
            starts.append(here - stretch)
    kept = sorted(at for at in starts if 0.0 <= at <= room)
    tried: list[float] = []
    for at in kept:
        if not tried:
            tried.append(at)
        elif at - tried[-1] > SLIGHT:
            tried.append((at + tried[-1]) * 0.5)
            tried.append(at)
    return tried


def _out_of_the_way(start: Segment, end: Segment, obstacle: tuple[Point, ...]) -> bool:
    """Whether the box round both edges does not even meet the box round the obstacle."""
    west, south, east, north = box((start[0], start[1], end[0], end[1]))
    far_west, far_south, far_east, far_north = box(obstacle)
    return far_west >= east or far_east <= west or far_south >= north or far_north <= south


def _obvious_lines(start: Segment, end: Segment) -> list[Segment]:
    """Middle to middle and end to end."""
    lines = [(middle(*start), middle(*end))]
    for p in start:
        for q in end:
            lines.append((p, q))
    return lines


def _critical_points(start: Segment, end: Segment, obstacle: tuple[Point, ...], closed: bool) -> list[Point]:
    """The ends of both edges, where they cross the obstacle, and those of its corners that a line could pass."""
    points = [start[0], start[1], end[0], end[1]]
    previous = obstacle[-1]
    for i in range(len(obstacle)):
        p = obstacle[i]
        if _could_pass(p, start, end):
            points.append(p)
        if closed or i > 0:
            for edge in (start, end):
                meeting = crossing(previous, p, *edge)
                if meeting is not None:
                    points.append(meeting)
        previous = p
    return points


def _could_pass(p: Point, start: Segment, end: Segment) -> bool:
    """Whether a point lies in the smallest convex area holding both edges: in one of the triangles of their ends."""
    a, b = start
    c, d = end
    return _in_triangle(p, a, b, c) or _in_triangle(p, a, b, d) or _in_triangle(p, a, c, d) or _in_triangle(p, b, c, d)


def _in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    first = offset_from_line(p, a, b)
    second = offset_from_line(p, b, c)
    third = offset_from_line(p, c, a)
    return (first >= -COINCIDE and second >= -COINCIDE and third >= -COINCIDE) or (
        first <= COINCIDE and second <= COINCIDE and third <= COINCIDE
    )


def _critical_lines(start: Segment, end: Segment, points: list[Point]) -> list[Segment]:
    """Every line from edge to edge through two of the points."""
    lines: list[Segment] = []
    for i in range(len(points)):
        for j in range(i + 1, len(points)):
            if distance(points[i], points[j]) <= SLIGHT:
                continue
            near = _meets_edge(points[i], points[j], start, end)
            far = _meets_edge(points[i], points[j], end, start)
            if near is not None and far is not None:
                lines.append((near, far))
    return lines


def _meets_edge(a: Point, b: Point, edge: Segment, other: Segment) -> Point | None:
    """Where the line through a and b meets an edge; if it runs along it, the end nearer to the other edge."""
    first = offset_from_line(edge[0], a, b)
    second = offset_from_line(edge[1], a, b)
    if abs(first) <= SLIGHT and abs(second) <= SLIGHT:
        p, q = edge
        return p if _gap_to(p, other) <= _gap_to(q, other) else q
    if abs(first) <= COINCIDE and abs(first) <= abs(second):
        return edge[0]
    if abs(second) <= COINCIDE:
        return edge[1]
    if (first > 0.0) == (second > 0.0):
        return None
    return part_way(edge[0], edge[1], first / (first - second))


def _gap_to(p: Point, edge: Segment) -> float:
    return distance(p, nearest_on_segment(p, *edge))
