"""The look of the ground: a tint, an ink and small signs spread over a polygon, as on a map."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from debellis.geometry.plane import Point, distance, nearest_on_segment
from debellis.geometry.polygon import Polygon, area, boundary_distance, inside
from debellis.geometry.rectangle import Rectangle
from debellis.table.drawing.canvas import Box, Canvas, box_around
from debellis.table.drawing.svg import number


class GroundLook(NamedTuple):
    """Tint and ink of a look; the sign spread over it, its half width, spacing and whether it is filled."""

    tint: str
    ink: str
    sign: str = ""
    half: float = 4.0
    spacing: float = 15.0
    filled: str | None = None


#: Looks by name, as the `look` of a kind of ground gives it.
GROUND: Final = {
    "woods": GroundLook(
        "#dcead2",
        "#4c7a3a",
        "m-3.6 2.2a2.5 2.5 0 0 1-.2-4.5a3.9 3.4 0 0 1 7.6 0a2.5 2.5 0 0 1-.2 4.5a4.4 3 0 0 1-7.2 0z",
        4.6,
        14.5,
        "#b9d4a8",
    ),
    "rough": GroundLook("#ece5d5", "#7d6a45", "m-3.4 1.6l1.1-2.9 2.3-.9 2 1.4 1.2 2.4z", 3.6, 15.0, "#d8ccb2"),
    "marsh": GroundLook("#dbe7e2", "#3f6f68", "m-4.4 1.6h8.8m-6.4-1.4l-1.3-2.4m3.3 2.4v-3.4m2 3.4l1.3-2.4", 4.4, 14.0),
    "dunes": GroundLook("#f6ebcd", "#a3802f", "m-5 1.6q2.4-4.6 5-3.2q2.4 1.2 5 3.2", 5.0, 15.0),
    "oasis": GroundLook(
        "#e4edd0",
        "#5a7a2c",
        "m0 4.2q.6-3.4 0-6m0 0q-2.2-2.4-4.2.4m4.2-.4q2.2-2.4 4.2.4m-4.2-.4q-2.8-.4-3 2.6m3-2.6q2.8-.4 3 2.6",
        4.4,
        16.0,
    ),
    "open": GroundLook("#f3f1e1", "#8c8a63"),
    "gentle_hill": GroundLook("#f2e8d3", "#a37a43"),
    "steep_hill": GroundLook("#e9d9bd", "#7d5527"),
    "orchard": GroundLook(
        "#e3edd2", "#5f7a45", "m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z", 3.0, 13.0, "#c8dab0"
    ),
    "vineyard": GroundLook("#e6ebd4", "#6b7d3d", "m-4 1.4h8m-8-2.8h8", 4.2, 12.0),
    "ploughed": GroundLook("#ece0cf", "#86643c", "m-5 2q2.5-1.6 5 0t5 0m-10-3.6q2.5-1.6 5 0t5 0", 5.2, 13.0),
    "crops": GroundLook(
        "#f2ebc6", "#93802c", "m0 3.6v-6.4m0 1.6l-1.8-1.6m1.8 1.6l1.8-1.6m-1.8 4l-1.8-1.6m1.8 1.6l1.8-1.6", 4.0, 12.0
    ),
    "rocky": GroundLook("#e6e1d8", "#6f665a", "m-3.4 1.6l1.1-2.9 2.3-.9 2 1.4 1.2 2.4z", 3.6, 14.0, "#cfc8bb"),
    "brush": GroundLook("#e7e8d0", "#6f7a3a", "m-3 1.8l1.4-3.6m1.6 3.6v-4.2m1.6 4.2l1.4-3.6", 3.4, 13.0),
    "boggy": GroundLook("#e0e4d6", "#5d6b4a", "m-4.4 1.6h8.8m-6.4-1.4l-1.3-2.4m3.3 2.4v-3.4", 4.4, 15.0),
    "gully": GroundLook("#e4d8c2", "#7a5c34", "m-4-1.6l4 3.2 4-3.2", 4.2, 14.0),
    "enclosure": GroundLook("#ece6c9", "#7c7040", "m-4 0h8m-4-3v6", 4.2, 16.0),
    "impassable": GroundLook("#d5d0ca", "#4d453d", "m-3.2-3.2l6.4 6.4m0-6.4l-6.4 6.4", 4.0, 12.0),
    "rough_hill": GroundLook("#eadfc4", "#86704a"),
    "wooded_hill": GroundLook("#dbe2c4", "#4c6a3a"),
    "tf": GroundLook("#cdbfa9", "#5c4a33"),
    "pf": GroundLook("#c4bcb1", "#4a4038"),
    "gateway": GroundLook("#e3dccf", "#4a4038"),
    "river": GroundLook("#d3e6f2", "#3f7ca6"),
    "road": GroundLook("#f3ead9", "#94794d"),
    "waterway": GroundLook("#c9e0ee", "#3f7ca6", "m-6 0q1.5-2.2 3 0t3 0 3 0 3 0", 6.0, 19.0),
    "bua": GroundLook("#e9e5e1", "#5d5650", "m-3 2.8v-3.2l3-2.6 3 2.6v3.2z", 3.4, 12.5, "#cfc7be"),
    "camp": GroundLook("#f4eadb", "#7f6038", "m-4 2.8l4-5.8 4 5.8zm4-5.8v5.8", 4.2, 11.5, "#fffaf0"),
}
OTHER_GROUND: Final = GroundLook("#ebebe6", "#666666")


def strew(polygon: Polygon, look: GroundLook, canvas: Canvas, bare: Sequence[Rectangle]) -> str:
    """The path of all signs in a polygon: wholly inside it, clear of the bare places, and always the same."""
    clear = canvas.mm(look.half * 0.95)
    drawn: list[str] = []
    for spot in _lattice(polygon, canvas.mm(look.spacing), canvas.view.grown(clear)):
        if not inside(spot, polygon):
            continue
        hidden = any(gap_to(spot, place) < clear for place in bare)
        if not hidden and boundary_distance(spot, polygon) >= clear:
            x, y = canvas.at(spot)
            drawn.append(f"M{number(x)} {number(y)}{look.sign}")
    return "".join(drawn)


def gap_to(p: Point, place: Rectangle) -> float:
    """The distance from a point to a filled rectangle."""
    if place.contains(p):
        return 0.0
    return min(distance(p, nearest_on_segment(p, *place.edge(i))) for i in range(4))


def _lattice(polygon: Polygon, step: float, view: Box) -> Iterator[Point]:
    """Points in view around a polygon: staggered rows, each point a little displaced, as if drawn by hand."""
    box = box_around(polygon)
    seen = box.shared(view)
    if seen is None:
        return
    high = step * 0.8
    rows = range(int((seen.bottom - box.bottom) / high) - 1, math.ceil((seen.top - box.bottom) / high) + 1)
    columns = range(int((seen.left - box.left) / step) - 1, math.ceil((seen.right - box.left) / step) + 1)
    for row in rows:
        for column in columns:
            stir = (row * 7919 + column * 104729 + row * column * 31) % 97
            x = box.left + (column + 0.25 + 0.5 * (row % 2) + (stir % 10 - 4.5) * 0.035) * step
            y = box.bottom + (row + 0.5 + (stir // 10 - 4.5) * 0.04) * high
            yield (x, y)


def contours(polygon: Polygon, crest: Sequence[Point], shares: Sequence[float], step: float) -> list[list[Point]]:
    """Closed lines between the foot of a hill and its crest, at the given shares of the way up."""
    foot = evenly(polygon, step)
    top = list(crest) if crest else [centroid(polygon)]
    return [_softened([_up(p, top, share) for p in foot]) for share in shares]


def hachures(polygon: Polygon, crest: Sequence[Point], step: float, length: float) -> list[tuple[Point, Point]]:
    """Short strokes up the slope all round the foot of a hill."""
    top = list(crest) if crest else [centroid(polygon)]
    strokes: list[tuple[Point, Point]] = []
    for p in evenly(polygon, step):
        away = distance(p, _up(p, top, 1.0))
        if away > length:
            strokes.append((p, _up(p, top, length / away)))
    return strokes


def _up(p: Point, top: Sequence[Point], share: float) -> Point:
    """The point a share of the way from a point to the nearest point of the crest."""
    segments = list(pairwise(top)) or [(top[0], top[0])]
    best = min((nearest_on_segment(p, a, b) for a, b in segments), key=lambda q: distance(p, q))
    return (p[0] + (best[0] - p[0]) * share, p[1] + (best[1] - p[1]) * share)


def _softened(points: list[Point]) -> list[Point]:
    """A closed line with slightly rounded corners."""
    count = len(points)
    for _ in range(2):
        points = [
            (
                (points[i - 1][0] + 2.0 * points[i][0] + points[(i + 1) % count][0]) * 0.25,
                (points[i - 1][1] + 2.0 * points[i][1] + points[(i + 1) % count][1]) * 0.25,
            )
            for i in range(count)
        ]
    return points


def evenly(polygon: Polygon, step: float) -> list[Point]:
    """Points along the outline that include every corner and are no further apart than a step."""
    points: list[Point] = []
    for i, b in enumerate(polygon):
        a = polygon[i - 1]
        pieces = max(1, math.ceil(distance(a, b) / step))
        points.extend((a[0] + (b[0] - a[0]) * j / pieces, a[1] + (b[1] - a[1]) * j / pieces) for j in range(pieces))
    return points


def centroid(polygon: Polygon) -> Point:
    """The centre of gravity of a polygon (of its corners when it has no area)."""
    whole = area(polygon)
    if abs(whole) < 1e-9:
        return (sum(p[0] for p in polygon) / len(polygon), sum(p[1] for p in polygon) / len(polygon))
    x = y = 0.0
    for i, q in enumerate(polygon):
        p = polygon[i - 1]
        weight = p[0] * q[1] - q[0] * p[1]
        x += (p[0] + q[0]) * weight
        y += (p[1] + q[1]) * weight
    return (x / (6.0 * whole), y / (6.0 * whole))
