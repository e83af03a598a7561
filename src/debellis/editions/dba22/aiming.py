"""Aiming: which edges of a target lie in the shooting area, and to which of them the lines of shot run free."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from debellis.db.sighting import gap_to, part_ahead, sides
from debellis.editions.dba22.fighters import Fighter
from debellis.editions.dba22.options import option
from debellis.editions.dba22.shooters import ALL_ROUND, HIDING
from debellis.editions.dba22.tables import TABLES
from debellis.editions.dba22.troops import type_of
from debellis.geometry.plane import COINCIDE, Point, Segment, between_segments, distance
from debellis.geometry.polygon import OUTSIDE, Polygon, lies, segment_gap
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.geometry.sight import (
    BLOCKED,
    HIDDEN,
    OPEN,
    UNREACHABLE,
    clockwise,
    faces,
    free_line,
    free_line_past,
    reach,
    reach_from_outline,
    reach_outline,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import HILLS, PLACES, Terrain

#: No part of the edge lies in the shooting area.
OUT: Final = "outside"
#: Terrain lies across every line to the edge.
SHUT: Final = "shut"
_BEST_FIRST: Final = (OPEN, SHUT, BLOCKED, OUT, UNREACHABLE, HIDDEN)


class Aim(Struct, frozen=True):
    """How one edge of a target (None: the outline of a place) may be aimed at from one shooting edge.

    `nearest` is the distance of the shooting edge from any part of it, `gap` from the part in the strip ahead.
    `cut_off` says that some part would be in the area if its far corners were not rounded. `obstacle` names the base
    or the terrain in the way, if it is a single one.
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
    def ahead(self) -> bool:
        """Whether some part of the edge is in the strip ahead, at whatever distance."""
        return self.gap < float("inf")

    @property
    def squareness(self) -> float:
        """How squarely the two edges face each other: 1 when they are parallel, less the more askew."""
        ax, ay = _along(self.start)
        bx, by = _along(self.end)
        return -(ax * bx + ay * by)


def _along(edge: Segment) -> Point:
    (ax, ay), (bx, by) = edge
    length = distance(*edge)
    return ((bx - ax) / length, (by - ay) / length)


def reach_of(position: Position, shooter: Base) -> float:
    """The range of a shooter in millimetres."""
    return position.scale.paces(type_of(shooter).range)


def could_reach(position: Position, shooter: Base, target: Fighter) -> bool:
    """Whether a target could be in range, by a quick look; never false of one that is."""
    if shooter.inside is not None or target.base is None or not target.base.on_table:
        return True
    mine, theirs = shooter.rectangle, target.base.rectangle
    return distance(mine.centre, theirs.centre) <= reach_of(position, shooter) + mine.radius + theirs.radius + COINCIDE


def aims(position: Position, shooter: Base, target: Fighter, front_only: bool = False) -> tuple[Aim, ...]:
    """How each edge of a target may be aimed at, by the best of the shooting edges.

    `front_only` asks how it would be if the shooter, standing in the open, shot from its front edge like others.
    """
    between = [b for b in position.standing if b.id not in (shooter.id, target.id)]
    if shooter.inside is not None:
        return _from_place(position, shooter, position.feature(shooter.inside), target, between)
    wing = position.scale.base_widths(float(TABLES.other["shooting"]["arc_side_bw"]))
    all_round = shooter.kind in ALL_ROUND and not front_only
    starts = [shooter.rectangle.edge(i) for i in range(4)] if all_round else [shooter.rectangle.edge(FRONT)]
    sight = _Sight(position, shooter, target, between, None if all_round else wing)
    if target.place is not None:
        return (_best([sight.at_outline(start, target.place.ground) for start in starts]),)
    assert target.base is not None
    rectangle = target.base.rectangle
    return tuple(_best([sight.at_edge(start, rectangle, which) for start in starts]) for which in range(4))


def _best(found: list[Aim]) -> Aim:
    return min(found, key=lambda aim: (_BEST_FIRST.index(aim.verdict), aim.gap, aim.nearest))


class _Sight:
    """One shooter looking at one target: what stands between, how far and how wide it shoots."""

    def __init__(
        self, position: Position, shooter: Base, target: Fighter, between: list[Base], wing: float | None
    ) -> None:
        self.position = position
        self.shooter = shooter
        self.target = target
        self.names = [base.id for base in between]
        self.between = [base.rectangle for base in between]
        self.wing = wing
        self.range = reach_of(position, shooter)
        self.obstacles = _obstacles(position, shooter, target)

    def in_area(self, end: Segment, start: Segment) -> tuple[float, bool]:
        """How far off the part of a segment in the strip is, and whether only the rounding keeps it out."""
        gap = gap_to(part_ahead(end, start, self.wing), start)
        cut = gap > self.range + COINCIDE and part_ahead(end, start, self.wing, self.range) is not None
        return (gap, cut and self.wing is not None)

    def at_edge(self, start: Segment, rectangle: Rectangle, which: int) -> Aim:
        """Aiming at one edge of a base."""
        end = rectangle.edge(which)
        nearest = between_segments(*start, *end)[2]
        gap, cut = self.in_area(end, start)
        verdict, index = reach(start, rectangle, which, self.between)
        obstacle = self.names[index] if verdict == BLOCKED else None
        if verdict in (OPEN, BLOCKED) and gap > self.range + COINCIDE:
            verdict, obstacle = OUT, None
        elif verdict == OPEN:
            piece = shut_off(start, end, self.obstacles)
            verdict, obstacle = (OPEN, None) if piece is None else (SHUT, piece.id)
        return Aim(which, verdict, start, end, nearest, gap, cut, obstacle)

    def at_outline(self, start: Segment, outline: Polygon) -> Aim:
        """Aiming at a camp or town: at some stretch of its outline one base width long."""
        parts = [(*self.in_area(side, start), side) for side in sides(clockwise(outline))]
        gap, _, end = min(parts)
        nearest = segment_gap(*start, outline)
        cut = any(part[1] for part in parts)
        if gap > self.range + COINCIDE:
            return Aim(None, OUT, start, end, nearest, gap, cut)
        verdict, index, window = reach_outline(start, outline, self.position.scale.base_width, self.between)
        obstacle = self.names[index] if verdict == BLOCKED else None
        if verdict == OPEN and window is not None:
            end = window
            piece = shut_off(start, window, self.obstacles)
            if self.in_area(window, start)[0] > self.range + COINCIDE:
                verdict = BLOCKED  # every stretch in the area is: the first one open lies outside it
            elif piece is not None:
                verdict, obstacle = SHUT, piece.id
        return Aim(None, verdict, start, end, nearest, gap, cut, obstacle)


def _from_place(
    position: Position, shooter: Base, place: Terrain, target: Fighter, between: list[Base]
) -> tuple[Aim, ...]:
    """Aiming out of a camp or town: from some stretch of its outline one base width long, all round."""
    sight = _Sight(position, shooter, target, between, None)
    outline = clockwise(place.ground)
    width = position.scale.base_width
    if target.base is None or target.place is not None:
        assert target.place is not None
        near = _towards(outline, target.place.ground, width)
        return (_best([sight.at_outline(start, target.place.ground) for start in near]),)
    found = []
    for which in range(4):
        end = target.base.rectangle.edge(which)
        gap = segment_gap(*end, outline)
        verdict, index, window = reach_from_outline(outline, width, target.base.rectangle, which, sight.between)
        obstacle = sight.names[index] if verdict == BLOCKED else None
        if verdict in (OPEN, BLOCKED) and gap > sight.range + COINCIDE:
            verdict, obstacle = OUT, None
        elif verdict == OPEN and gap_to(window, end) > sight.range + COINCIDE:
            verdict = BLOCKED  # every stretch in range is
        elif verdict == OPEN:
            looking = [side for side in sides(outline) if faces(side, end)]
            pieces = [shut_off(side, end, sight.obstacles) for side in looking]
            if pieces and all(piece is not None for piece in pieces):
                verdict, obstacle = SHUT, next(piece.id for piece in pieces if piece is not None)
        start = window if window is not None else min(sides(outline), key=lambda side: gap_to(end, side))
        found.append(Aim(which, verdict, start, end, gap, gap, False, obstacle))
    return tuple(found)


def _towards(outline: Polygon, other: Polygon, width: float) -> list[Segment]:
    """For each side of an outline the stretch of one base width nearest to another outline."""
    found = []
    for a, b in sides(outline):
        length = distance(a, b)
        if length <= width + COINCIDE:
            found.append((a, b))
            continue
        near = min((between_segments(a, b, *side) for side in sides(other)), key=lambda item: item[2])[0]
        at = min(max(distance(a, near) - width * 0.5, 0.0), length - width)
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        first = (a[0] + ux * at, a[1] + uy * at)
        found.append((first, (first[0] + ux * width, first[1] + uy * width)))
    return found


def _obstacles(position: Position, shooter: Base, target: Fighter) -> list[Terrain]:
    """The terrain that could shut off a shot: woods neither stands in, crests, and other camps and towns."""
    open_bases = [b for b in (shooter, target.base) if b is not None and b.on_table]
    own = (shooter.inside, None if target.place is None else target.place.id)
    found = [p for p in position.features(*PLACES) if p.id not in own]
    found += [p for p in position.features(*HILLS) if len(p.crest) > 1]
    for piece in position.features(*HIDING):
        if all(lies(base.rectangle, piece.ground) == OUTSIDE for base in open_bases):
            found.append(piece)
    return found


def shut_off(start: Segment, end: Segment, obstacles: list[Terrain]) -> Terrain | None:
    """The first feature that lies across every line from one edge to another."""
    for piece in obstacles:
        free = free_line_past(start, end, piece.crest) if piece.kind in HILLS else free_line(start, end, piece.ground)
        if not free:
            return piece
    return None


def shared_wood(position: Position, shooter: Base, target: Fighter) -> Terrain | None:
    """The wood or oasis both stand partly in, where the switch forbids shooting within one."""
    if option(position, "shooting_within_woods") or not shooter.on_table or target.base is None:
        return None
    if not target.base.on_table:
        return None
    for piece in position.features(*HIDING):
        if OUTSIDE not in (lies(shooter.rectangle, piece.ground), lies(target.base.rectangle, piece.ground)):
            return piece
    return None
