"""Roads on the board: where they may end, and where they may bend."""

from __future__ import annotations

import math

from debellis.dba.book import table
from debellis.dba.setting_up.terrain_choice import own_clauses
from debellis.geometry.outline import least_rectangle, share_ground
from debellis.geometry.plane import COINCIDE, PARALLEL, Point, distance
from debellis.geometry.polygon import Polygon, between_polygons, holds_point, strip
from debellis.table.board import EDGES, inward, nearest_inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import Verdict


def judge_roads(verdict: Verdict, position: Position) -> None:
    """Report if there are a town and roads, and no road reaches the town."""
    roads = position.features("road")
    for town in position.features("bua"):
        if roads and all(between_polygons(road.ground, town.ground)[2] > COINCIDE for road in roads):
            verdict.refuse("Where there are a town and a road, a road must reach the town.", "DBA22-B5.2.5")


def judge_road(verdict: Verdict, position: Position, road: Terrain) -> None:
    """Judge a road.

    It runs from an edge to another or to a town, avoids waterways, and bends only to avoid a feature.
    """
    for water in position.features("waterway"):
        if share_ground(road.ground, water.ground):
            verdict.refuse("A road does not cross a waterway.", "DBA22-B5.2.5")
    if not _connects(position, road):
        says = "A road runs from one board edge to another, or to a town."
        verdict.refuse(says, "DBA22-B5.2.5")
        if any(share_ground(road.ground, river.ground) for river in position.features("river")):
            verdict.refuse("A ford or bridge is only where a road crosses the river; this is no road.", "BOB-RIV-8a")
    _judge_course(verdict, position, road)
    if road.line and table(position, "terrain_linear")["road_bends_round_features_only"]:
        _judge_bends(verdict, position, road)


def measure_line(piece: Terrain) -> tuple[float, float, float]:
    """Length, straight distance between the ends, and width of a river or road given by its middle line."""
    line = piece.line
    length = sum(distance(line[i - 1], line[i]) for i in range(1, len(line)))
    return (length, distance(line[0], line[-1]), piece.width)


def _judge_course(verdict: Verdict, position: Position, road: Terrain) -> None:
    """Judge the width of a road and how much it winds, in editions that limit them."""
    limits = table(position, "terrain_linear")
    if "road_width_max_bw" not in limits:
        return
    length, straight, width = measure_line(road) if road.line else _measure_outline(road.ground)
    widest = position.scale.base_widths(limits["road_width_max_bw"])
    clauses = own_clauses(position, "terrain_linear", "course")
    if width > widest + COINCIDE:
        verdict.refuse(f"A road is at most {widest:g} mm wide, not {width:.2f} mm.", *clauses)
    ratio = limits["road_length_to_chord_max"]
    if length > ratio * straight + COINCIDE:
        says = f"A road is at most {ratio} times as long as the line of its ends: {length:.2f} and {straight:.2f} mm."
        verdict.refuse(says, *clauses)


def _measure_outline(ground: Polygon) -> tuple[float, float, float]:
    """The same for a road drawn as an outline, which counts as straight."""
    length, width = least_rectangle(ground)
    return (length, length, width)


def _connects(position: Position, road: Terrain) -> bool:
    """Whether its ends lie on two edges, or on an edge and at a town."""
    if not road.line:
        edges = [edge for edge in EDGES if nearest_inward(road.ground, edge, position.size) <= COINCIDE]
        return len(edges) > 1 or bool(edges and _towns_at(position, road.ground))
    first, last = (_edges_at(position, end) for end in (road.line[0], road.line[-1]))
    if first and last:
        return any(a != b for a in first for b in last)
    inner = road.line[-1] if first else road.line[0]
    return bool(first or last) and any(holds_point(inner, town.ground) for town in position.features("bua"))


def _edges_at(position: Position, p: Point) -> list[str]:
    return [edge for edge in EDGES if inward(p, edge, position.size) <= COINCIDE]


def _towns_at(position: Position, ground: Polygon) -> bool:
    return any(between_polygons(ground, town.ground)[2] <= COINCIDE for town in position.features("bua"))


def _judge_bends(verdict: Verdict, position: Position, road: Terrain) -> None:
    """Report every bend that does not avoid a feature. Consecutive bends to the same hand are one curve."""
    for first, last in _curves(road.line):
        if not any(_avoids(road, first, last, piece, position) for piece in position.terrain):
            at = road.line[first]
            verdict.draw("point", (at,), "blocked", "bend")
            says = f"A road bends only to avoid a feature; there is none at ({at[0]:.0f}, {at[1]:.0f})."
            verdict.refuse(says, "BOB-RIV-8b", "DBA22-B5.2.5")


def _curves(line: tuple[Point, ...]) -> list[tuple[int, int]]:
    """The first and last corner of each curve. A curve consists of consecutive bends to the same hand."""
    found: list[tuple[int, int]] = []
    hand = 0
    for i in range(1, len(line) - 1):
        turn = _turn(line[i - 1], line[i], line[i + 1])
        if turn == 0:
            hand = 0 if distance(line[i - 1], line[i]) > COINCIDE else hand
        elif turn == hand:
            found[-1] = (found[-1][0], i)
        else:
            found.append((i, i))
            hand = turn
    return found


def _turn(a: Point, b: Point, c: Point) -> int:
    """1 for a bend to the left, -1 to the right, 0 for none within the tolerance of directions."""
    one = distance(a, b)
    other = distance(b, c)
    sine = ((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) / max(one * other, COINCIDE)
    if abs(sine) <= PARALLEL:
        return 0
    return 1 if sine > 0.0 else -1


def _avoids(road: Terrain, first: int, last: int, piece: Terrain, position: Position) -> bool:
    """Whether a curve avoids a feature that the road would touch if either end of the curve were straight."""
    if piece.kind in ("road", "camp"):
        return False
    line = road.line
    if share_ground(road.ground, piece.ground):
        return False
    far = math.hypot(*position.size)
    straight = (
        (line[first], _beyond(line[first - 1], line[first], far)),
        (line[last], _beyond(line[last + 1], line[last], far)),
        (line[first - 1], line[last + 1]),
    )
    return any(between_polygons(strip(way, road.width), piece.ground)[2] <= COINCIDE for way in straight)


def _beyond(a: Point, b: Point, far: float) -> Point:
    """A point far beyond b on the line from a."""
    share = far / distance(a, b)
    return (b[0] + (b[0] - a[0]) * share, b[1] + (b[1] - a[1]) * share)
