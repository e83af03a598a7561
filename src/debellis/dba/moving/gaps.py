"""Contracting to a front of two or more elements: only to pass a gap, and only as far as the gap requires."""

from __future__ import annotations

import math

from debellis.dba.going import WET, is_bad_for
from debellis.dba.moving.speeds import good_limit
from debellis.geometry.outline import nearest_lines
from debellis.geometry.plane import COINCIDE, Segment, part_way, span_within
from debellis.geometry.polygon import Polygon, between_polygons, clip
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.manoeuvre.march import March
from debellis.table.bases import Base
from debellis.table.board import EDGES, edge_line
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together


class Gap(Value, frozen=True):
    """A gap between two obstacles, with the shortest line across it."""

    between: tuple[str, str]
    line: Segment
    wide: float


def judge_gap(position: Position, found: March, front: list[Rectangle], files: int, verdict: Verdict) -> None:
    """Refuse a group that contracts to a front wider than one element, unless a gap requires exactly that."""
    width = position.scale.base_width
    wide = len(front) * width
    ahead = [g for g in _gaps_ahead(position, found, front) if g.wide < files * width - COINCIDE]
    if any(wide <= g.wide + COINCIDE and g.wide < wide + width - COINCIDE for g in ahead):
        return
    names = together(found.names)
    if ahead:
        gap = max(ahead, key=lambda g: g.wide)
        between = " and ".join(gap.between)
        says = f"{names} would form a {wide:g} mm front, not fit for the gap of {gap.wide:.2f} mm between {between}"
        verdict.draw("line", gap.line, "distance", f"{gap.wide:.2f} mm")
        verdict.measure("gap", gap.wide)
    else:
        says = (
            f"{names} would form a front of {len(front)} bases, which is done only to pass a gap: there is none ahead"
        )
    verdict.refuse(says, "BOB-MOV-7d", "DBA22-B12.2.5")


def _gaps_ahead(position: Position, found: March, front: list[Rectangle]) -> list[Gap]:
    """The gaps between two obstacles that the new front passes through, in this move or the next."""
    middle = front[0]
    ground = _ground_ahead(position, found, middle)
    rights = [middle.local(corner)[0] for a in front for corner in a.edge(FRONT)]
    cut = [(name, clip(outline, ground)) for name, outline in _obstacles(position, found)]
    obstacles = [(name, outline) for name, outline in cut if outline]
    gaps: list[Gap] = []
    for i, (a, outline) in enumerate(obstacles):
        for b, other in obstacles[i + 1 :]:
            wide = between_polygons(outline, other)[2]
            if wide <= COINCIDE:
                continue
            line = _across(nearest_lines(outline, other), middle, min(rights), max(rights))
            if line is not None:
                gaps.append(Gap((a, b), line, wide))
    return gaps


def _ground_ahead(position: Position, found: March, middle: Rectangle) -> Rectangle:
    """The ground beside the new front's path, as wide as the board: from the group's start to one move beyond."""
    back = min(middle.local(b.front)[1] for b in found.members) + COINCIDE
    far = max(good_limit(position, b.kind) for b in found.members) + COINCIDE
    return Rectangle(middle.advanced(far).front, middle.facing, 4.0 * sum(position.size), far - back)


def _across(lines: tuple[Segment, Segment], middle: Rectangle, left: float, right: float) -> Segment | None:
    """A shortest line across a gap that spans the path of the new front; None if none does.

    `lines` has the outermost ones.
    """
    (here, there), (last_here, last_there) = lines
    x, other_x = middle.local(here)[0], middle.local(there)[0]
    rate, other_rate = middle.local(last_here)[0] - x, middle.local(last_there)[0] - other_x
    on_left, on_right = (-math.inf, left + COINCIDE), (right - COINCIDE, math.inf)
    for mine, theirs in ((on_left, on_right), (on_right, on_left)):
        first, second = span_within(x, rate, *mine), span_within(other_x, other_rate, *theirs)
        start, stop = max(first[0], second[0], 0.0), min(first[1], second[1], 1.0)
        if start <= stop:
            share = (start + stop) * 0.5
            return (part_way(here, last_here, share), part_way(there, last_there, share))
    return None


def _obstacles(position: Position, found: March) -> list[tuple[str, Polygon]]:
    """The obstacles that form gaps: bases, ground a line cannot enter, camps and towns, and the edges of the board."""
    names = found.names
    obstacles: list[tuple[str, Polygon]] = [(b.id, b.rectangle.corners) for b in position.standing if b.id not in names]
    obstacles += [(p.id, p.ground) for p in position.terrain if _bars(position, p, found.members)]
    obstacles += [(f"the {edge} edge", edge_line(edge, position.size)) for edge in EDGES]
    return obstacles


def _bars(position: Position, piece: Terrain, members: tuple[Base, ...]) -> bool:
    if piece.is_place or piece.kind == "waterway" or (piece.kind == "river" and piece.nature in WET):
        return True
    return any(is_bad_for(position, piece, base) for base in members)
