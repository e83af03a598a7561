"""Walls round a town: which parts of its edge must have them, and whether they do."""

from __future__ import annotations

from debellis.dbm.setting_up.sections import Section, loose_ends
from debellis.geometry.plane import COINCIDE, PARALLEL, Point, Segment, along, distance, offset_from_line
from debellis.geometry.polygon import Polygon, area, boundary_distance, holds_point, runs_through
from debellis.table.board import EDGES, edge_line, inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import Verdict

Span = tuple[float, float]


def judge_enclosure(verdict: Verdict, position: Position, town: Terrain, walls: list[Section]) -> None:
    """Report a town that its walls do not enclose; only along table edges and water may it stay open."""
    if any(runs_through(*wall.inside, town.ground) for wall in walls):
        verdict.refuse("Walls run round the outside of the BUA, not through it.", "IWF-2.3a")
        return
    spared = 0.0
    missing = 0.0
    for side in _sides(town.ground):
        closed = _covered(side, walls)
        free = _lying_on(side, _open_lines(position))
        missing += _left_over(distance(*side), [*closed, *free])
        spared += _left_over(distance(*side), closed)
    loose = [end for _, (end, _) in loose_ends(walls) if not at_edge_or_water(end, position)]
    verdict.measure("edge of the BUA without a wall", missing, limit=0.0)
    if missing > COINCIDE or loose:
        says = f"The walls must enclose the whole BUA: {missing:.2f} mm of its edge are open."
        verdict.refuse(says if missing > COINCIDE else "The walls round the BUA have a loose end.", "IWF-2.3a")
    elif spared > COINCIDE:
        says = f"{spared:.2f} mm of its edge lie against a table edge or waterway and may stay open."
        verdict.cite("IWF-2.3b", says)


def _sides(ground: Polygon) -> list[Segment]:
    """The sides of an outline, run through so that its outside is on the right."""
    points = ground if area(ground) > 0.0 else ground[::-1]
    return [(points[i - 1], points[i]) for i in range(len(points))]


def _open_lines(position: Position) -> list[Segment]:
    """The lines against which a town may stay open: the table edges and the banks of waterways."""
    found = [edge_line(edge, position.size) for edge in EDGES]
    for water in position.features("waterway"):
        found += _sides(water.ground)
    return found


def _lying_on(side: Segment, lines: list[Segment]) -> list[Span]:
    """From where to where a side lies on one of some lines."""
    length = distance(*side)
    found: list[Span] = []
    for line in lines:
        if all(abs(offset_from_line(p, *line)) <= COINCIDE for p in side):
            low, high = sorted((along(line[0], *side), along(line[1], *side)))
            if min(high, length) > max(low, 0.0):
                found.append((max(low, 0.0), min(high, length)))
    return found


def _covered(side: Segment, walls: list[Section]) -> list[Span]:
    """From where to where, looking straight out from a side, there is the inside edge of a wall facing it."""
    length = distance(*side)
    found: list[Span] = []
    for wall in walls:
        (start, here), (end, there) = sorted((along(p, *side), offset_from_line(p, *side)) for p in wall.inside)
        out, far_out = -here, -there
        low, high = max(start, 0.0), min(end, length)
        if high - low <= COINCIDE or not _defends(wall, side):
            continue
        slope = (far_out - out) / (end - start)
        if min(out + slope * (low - start), out + slope * (high - start)) >= -COINCIDE:
            found.append((low, high))
    return found


def _defends(wall: Section, side: Segment) -> bool:
    """Whether the outside edge of a wall is further out from a side than its inside edge."""
    inner = sum(offset_from_line(p, *side) for p in wall.inside)
    outer = sum(offset_from_line(p, *side) for p in wall.outside)
    return outer < inner - PARALLEL


def _left_over(length: float, spans: list[Span]) -> float:
    """How much of a length no span covers."""
    reached = 0.0
    missing = 0.0
    for low, high in sorted(spans):
        if low > reached + COINCIDE:
            missing += low - reached
        reached = max(reached, high)
    return missing + max(0.0, length - reached - COINCIDE)


def at_edge_or_water(p: Point, position: Position) -> bool:
    """Whether a point lies at a table edge or a waterway, where walls may end."""
    if any(inward(p, edge, position.size) <= COINCIDE for edge in EDGES):
        return True
    waters = position.features("waterway")
    return any(holds_point(p, water.ground) or boundary_distance(p, water.ground) <= COINCIDE for water in waters)
