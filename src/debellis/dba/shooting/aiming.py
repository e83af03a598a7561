"""Aiming: which edges of a target lie in the shooting area, and to which of them the lines of shot run free."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from debellis.dba.fighting.fighters import Fighter
from debellis.dba.options import option
from debellis.dba.shooting.area import reach_of, wing_of
from debellis.dba.shooting.shooters import hiding, shoots_all_round
from debellis.geometry.plane import COINCIDE, Point, Segment, between_segments, distance, offset_from_line
from debellis.geometry.polygon import OUTSIDE, Polygon, between_polygons, box, lies, segment_gap
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.geometry.sight import (
    BLOCKED,
    HIDDEN,
    OPEN,
    UNREACHABLE,
    clockwise,
    corridor,
    corridor_lines,
    faces,
    free_line,
    free_line_past,
    leaves,
    reach,
    stretches,
    ways_from_outline,
    ways_to_outline,
)
from debellis.manoeuvre.field_of_fire import gap_to, is_ahead, part_ahead, part_within, runs_along, sides
from debellis.manoeuvre.legs import boxes_apart
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import HILLS, PLACES, Terrain
from debellis.table.value import Value

_CAN_AIM = Memory[bool]("whether a shooter can aim at a target")
_SHUTTING_OFF = Memory[tuple[tuple[Terrain, ...], tuple[Terrain, ...]]]("places and crests that shut off shots")

#: No part of the edge lies in the shooting area.
OUT: Final = "outside"
#: Terrain lies across every line to the edge.
SHUT: Final = "shut"
#: Edges that differ by less face each other equally squarely.
SQUARE: Final = 1e-6
#: A stretch of an outline to or from which lines run: open or blocked, by which base, the stretch; and both edges.
Way = tuple[str, int, Segment]
Looked = tuple[str, int, Segment, Segment, Segment]
_BEST_FIRST: Final = (OPEN, SHUT, BLOCKED, OUT, UNREACHABLE, HIDDEN)


class Aim(Value, frozen=True):
    """How one edge of a target (None: the outline of a place) may be aimed at from one shooting edge.

    `nearest` is the distance of the shooting edge from any part of it, `gap` from the part in the strip ahead.
    `cut_off` says that part of it would be in the area if the far corners of the area were not rounded. `obstacle`
    names the base or terrain in the way, if it is only one.
    """

    edge: int | None
    verdict: str
    start: Segment
    end: Segment
    nearest: float
    gap: float
    cut_off: bool = False
    obstacle: str | None = None

    @property
    def astride(self) -> bool:
        """Whether part of the shooting edge is on the wrong side of the line of the edge aimed at."""
        return min(offset_from_line(end, *self.end) for end in self.start) < -COINCIDE

    @property
    def ahead(self) -> bool:
        """Whether part of the edge is in the strip ahead, at any distance."""
        return self.gap < float("inf")

    @property
    def squareness(self) -> float:
        """How squarely the two edges face each other: 1 if they are parallel, less the more they are at an angle."""
        ax, ay = _along(self.start)
        bx, by = _along(self.end)
        return -(ax * bx + ay * by)


def _along(edge: Segment) -> Point:
    (ax, ay), (bx, by) = edge
    length = distance(*edge)
    return ((bx - ax) / length, (by - ay) / length)


def aims(position: Position, shooter: Base, target: Fighter, front_only: bool = False) -> tuple[Aim, ...]:
    """How each edge of a target may be aimed at, from the best of the shooting edges.

    `front_only` gives the result as if the shooter, in the open, shot only from its front edge.
    """
    if shooter.inside is not None:
        return _from_place(position, shooter, position.feature(shooter.inside), target)
    sight, starts = _view(position, shooter, target, front_only)
    if target.place is not None:
        return (_best([sight.at_outline(start, target.place.ground) for start in starts]),)
    assert target.base is not None
    rectangle = target.base.rectangle
    return tuple(_best([sight.at_edge(start, rectangle, which) for start in starts]) for which in range(4))


def _view(position: Position, shooter: Base, target: Fighter, front_only: bool) -> tuple[_Sight, list[Segment]]:
    """What a shooter in the open sees of a target, and the edges it shoots from."""
    rectangle = shooter.rectangle
    if shoots_all_round(position, shooter) and not front_only:
        return _Sight(position, shooter, target, None), [rectangle.edge(i) for i in range(4)]
    return _Sight(position, shooter, target, wing_of(position)), [rectangle.edge(FRONT)]


def can_aim(position: Position, shooter: Base, target: Fighter) -> bool:
    """Whether some edge of a target is open.

    The result is that of `aims`, but no more edges are computed than needed.
    """
    return _CAN_AIM.of(position, (shooter.id, target.id), lambda p: _can_aim(p, shooter, target))


def _can_aim(position: Position, shooter: Base, target: Fighter) -> bool:
    if shooter.inside is not None:
        return _can_aim_out(position, shooter, position.feature(shooter.inside), target)
    if target.place is not None:
        return any(aim.verdict == OPEN for aim in aims(position, shooter, target))
    assert target.base is not None
    rectangle = target.base.rectangle
    sight, starts = _view(position, shooter, target, False)
    for which in range(4):
        edge = rectangle.edge(which)
        for start in starts:
            if faces(edge, start) and sight.at_edge(start, rectangle, which).verdict == OPEN:
                return True
    return False


def _best(found: list[Aim]) -> Aim:
    """The best of the aims from several shooting edges: by verdict, then the nearest, then the squarest."""
    if len(found) == 1:
        return found[0]
    least = min(_BEST_FIRST.index(aim.verdict) for aim in found)
    tied = [aim for aim in found if _BEST_FIRST.index(aim.verdict) == least]
    tied = lowest(tied, lambda aim: aim.gap, COINCIDE)
    tied = lowest(tied, lambda aim: aim.nearest, COINCIDE)
    return lowest(tied, lambda aim: -aim.squareness, SQUARE)[0]


def lowest(found: list[Aim], measure: Callable[[Aim], float], slack: float) -> list[Aim]:
    """The aims with the lowest measure. Values within the tolerance of it count as equal."""
    least = min((measure(aim) for aim in found), default=0.0)
    return [aim for aim in found if measure(aim) <= least + slack]


class _Sight:
    """One shooter and one target: the obstacles between them, how far and how wide the shooter shoots."""

    def __init__(self, position: Position, shooter: Base, target: Fighter, wing: float | None) -> None:
        one, other = shooter.id, target.id
        self.position = position
        self.shooter = shooter
        self.target = target
        self._others = [base for base in position.standing if base.id != one and base.id != other]
        self.between = [base.rectangle for base in self._others]
        self.wing = wing
        self.range = reach_of(position, shooter)
        self.obstacles = _obstacles(position, shooter, target)

    @property
    def landmarks(self) -> tuple[Point, ...]:
        """The corners of features that could block a shot."""
        lines = [piece.crest if piece.kind in HILLS else piece.ground for piece in self.obstacles]
        return tuple(p for line in lines for p in line)

    def in_area(self, end: Segment, start: Segment) -> tuple[float, bool]:
        """How far away the part of a segment in the strip is, and whether only the rounded corner keeps it out.

        A segment on the line of the shooting edge, with no part ahead of it, is not in the strip.
        """
        gap = gap_to(self._in_strip(end, start), start)
        cut = gap > self.range + COINCIDE and self._in_strip(end, start, self.range) is not None
        return (gap, cut and self.wing is not None)

    def _in_strip(self, end: Segment, start: Segment, depth: float | None = None) -> Segment | None:
        part = part_ahead(end, start, self.wing, depth)
        return part if part is not None and is_ahead(part, start) else None

    def at_edge(self, start: Segment, rectangle: Rectangle, which: int) -> Aim:
        """Aiming at one edge of a base."""
        end = rectangle.edge(which)
        nearest = between_segments(*start, *end)[2]
        gap, cut = self.in_area(end, start)
        verdict, index = reach(start, rectangle, which, self.between)
        obstacle = self._others[index].id if verdict == BLOCKED else None
        if verdict in (OPEN, BLOCKED) and gap > self.range + COINCIDE:
            verdict, obstacle = OUT, None
        elif verdict == OPEN:
            piece = shut_off(start, end, self.obstacles)
            verdict, obstacle = (OPEN, None) if piece is None else (SHUT, piece.id)
        return Aim(which, verdict, start, end, nearest, gap, cut, obstacle)

    def at_outline(self, start: Segment, outline: Polygon, own: Polygon = ()) -> Aim:
        """Aiming at a camp or town: at a stretch of its outline in the area, one base width long.

        `own` is the outline of the place that the shooter is in. Its lines may not run through that place.
        """
        parts = [(*self.in_area(side, start), side) for side in sides(clockwise(outline))]
        gap, _, end = min(parts)
        nearest = segment_gap(*start, outline)
        if gap > self.range + COINCIDE:
            return Aim(None, OUT, start, end, nearest, gap, any(part[1] for part in parts))
        marks = (*self._limits(start, outline), *self.landmarks)
        ways = ways_to_outline(start, outline, self.position.scale.base_width, self.between, marks)
        verdict, obstacle, window = self.choose(self._free_ways(ways, start, own))
        return Aim(None, verdict, start, window or end, nearest, gap, False, obstacle)

    def _free_ways(self, ways: Iterator[Way], start: Segment, own: Polygon) -> Iterator[Looked]:
        """The ways to an outline that end in the area and do not run through the shooter's own place."""
        for verdict, index, window in ways:
            in_area = self.in_area(window, start)[0] <= self.range + COINCIDE
            if in_area and (not own or leaves(start, window, own)):
                yield (verdict, index, window, start, window)

    def near_ways(self, ways: Iterator[Way], end: Segment) -> Iterator[Looked]:
        """The ways from an outline that begin in range of an edge."""
        for verdict, index, window in ways:
            if gap_to(window, end) <= self.range + COINCIDE:
                yield (verdict, index, window, window, end)

    def _limits(self, start: Segment, outline: Polygon) -> list[Point]:
        """Where an outline crosses the limits of the shooting area."""
        found: list[Point] = []
        for side in sides(outline):
            part = self._in_strip(side, start)
            near = None if part is None else part_within(part, start, self.range)
            found += near or ()
        return found

    def choose(self, ways: Iterator[Looked]) -> tuple[str, str | None, Segment | None]:
        """The first open stretch of several (verdict, blocking base, stretch, and the two edges).

        A stretch whose lines run along another base is used only if there is no other. If none is open, the first
        blocked by terrain is returned, else the first blocked by a base, with the name of the obstacle.
        """
        found: dict[str, tuple[str, str | None, Segment | None]] = {}
        for verdict, index, window, start, end in ways:
            if verdict == BLOCKED:
                found.setdefault(BLOCKED, (BLOCKED, self._others[index].id, window))
                continue
            piece = shut_off(start, end, self.obstacles)
            if piece is not None:
                found.setdefault(SHUT, (SHUT, piece.id, window))
                continue
            lines = corridor_lines(corridor(start, end))
            if not any(runs_along(line, base) for line in lines for base in self.between):
                return (OPEN, None, window)
            found.setdefault(OPEN, (OPEN, None, window))
        return next((found[name] for name in (OPEN, SHUT, BLOCKED) if name in found), (HIDDEN, None, None))


def _from_place(position: Position, shooter: Base, place: Terrain, target: Fighter) -> tuple[Aim, ...]:
    """Aiming out of a camp or town: from any stretch of its outline one base width long, all round."""
    sight = _Sight(position, shooter, target, None)
    outline = clockwise(place.ground)
    if target.base is None or target.place is not None:
        assert target.place is not None
        return (_from_place_to_place(sight, outline, target.place.ground),)
    return tuple(_from_place_at_edge(sight, outline, target.base.rectangle, which) for which in range(4))


def _can_aim_out(position: Position, shooter: Base, place: Terrain, target: Fighter) -> bool:
    """The same as `can_aim`, out of a camp or town."""
    if target.base is None or target.place is not None:
        return any(aim.verdict == OPEN for aim in _from_place(position, shooter, place, target))
    sight = _Sight(position, shooter, target, None)
    outline = clockwise(place.ground)
    rectangle = target.base.rectangle
    return any(_from_place_at_edge(sight, outline, rectangle, which).verdict == OPEN for which in range(4))


def _from_place_at_edge(sight: _Sight, outline: Polygon, target: Rectangle, which: int) -> Aim:
    """Aiming out of a place at one edge of a base."""
    end = target.edge(which)
    gap = segment_gap(*end, outline)
    nearest = min(sides(outline), key=lambda side: gap_to(end, side))
    reached = [part_within(side, end, sight.range) for side in sides(outline)]
    marks = (*(p for part in reached if part is not None for p in part), *sight.landmarks)
    width = sight.position.scale.base_width
    ways = ways_from_outline(outline, width, target, which, sight.between, marks)
    if gap > sight.range + COINCIDE:
        verdict = OUT if next(ways, None) is not None else HIDDEN
        return Aim(which, verdict, nearest, end, gap, gap)
    verdict, obstacle, window = sight.choose(sight.near_ways(ways, end))
    return Aim(which, verdict, window or nearest, end, gap, gap, False, obstacle)


def _from_place_to_place(sight: _Sight, outline: Polygon, other: Polygon) -> Aim:
    """Aiming from one camp or town at another: from the best of the stretches that face it."""
    width = sight.position.scale.base_width
    here, there, gap = between_polygons(outline, other)
    if gap > sight.range + COINCIDE:
        return Aim(None, OUT, _side_at(outline, here), _side_at(other, there), gap, gap)
    found: list[Aim] = []
    for side in sides(clockwise(other)):
        for start in stretches(outline, width, side, sight.landmarks, sight.between):
            found.append(sight.at_outline(start, other, outline))
            if found[-1].verdict == OPEN:
                return found[-1]
    return _best(found)


def _side_at(outline: Polygon, p: Point) -> Segment:
    """The side of an outline on which a point lies."""
    return min(sides(outline), key=lambda side: gap_to((p, p), side))


def _obstacles(position: Position, shooter: Base, target: Fighter) -> list[Terrain]:
    """The terrain that could block a shot: woods in which neither stands, crests, and other camps and towns."""
    open_bases = [b for b in (shooter, target.base) if b is not None and b.on_table]
    own = (shooter.inside, None if target.place is None else target.place.id)
    places, crests = _SHUTTING_OFF.of(position, None, _shutting_off)
    found = [piece for piece in places if piece.id not in own]
    found += crests
    for piece in hiding(position):
        if all(lies(base.rectangle, piece.ground) == OUTSIDE for base in open_bases):
            found.append(piece)
    return found


def _shutting_off(position: Position) -> tuple[tuple[Terrain, ...], tuple[Terrain, ...]]:
    """The camps and towns, and the hills with a crest line."""
    crests = tuple(piece for piece in position.features(*HILLS) if len(piece.crest) > 1)
    return position.features(*PLACES), crests


def shut_off(start: Segment, end: Segment, obstacles: list[Terrain]) -> Terrain | None:
    """The first feature that lies across every line from one edge to another."""
    around = box((*start, *end))
    for piece in obstacles:
        if piece.kind not in HILLS and boxes_apart(around, piece.box):
            continue
        free = free_line_past(start, end, piece.crest) if piece.kind in HILLS else free_line(start, end, piece.ground)
        if not free:
            return piece
    return None


def shared_wood(position: Position, shooter: Base, target: Fighter) -> Terrain | None:
    """The wood or oasis in which both stand at least partly, if the option forbids shooting within one."""
    if option(position, "shooting_within_woods") or not shooter.on_table or target.base is None:
        return None
    if not target.base.on_table:
        return None
    for piece in hiding(position):
        if OUTSIDE not in (lies(shooter.rectangle, piece.ground), lies(target.base.rectangle, piece.ground)):
            return piece
    return None
