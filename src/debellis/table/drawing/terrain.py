"""Terrain as on a map: every piece by its true outline, marked by signs and words as well as by tint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from debellis.geometry.plane import Point, distance
from debellis.geometry.polygon import Polygon, boundary_distance, inside
from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.drawing.bases import draw_holder, holder_size
from debellis.table.drawing.canvas import Canvas, box_around
from debellis.table.drawing.ground import (
    GROUND,
    OTHER_GROUND,
    GroundLook,
    centroid,
    contours,
    gap_to,
    hachures,
    strew,
)
from debellis.table.drawing.labels import Labels, label_size, plate
from debellis.table.drawing.looks import SideLook
from debellis.table.drawing.svg import Style, name_of, tag, words
from debellis.table.ground_kinds import GroundKinds, kind_of
from debellis.table.terrain import Terrain

_LABEL_SIZE: Final = 7.5
#: Looks with contours and a crest.
_SLOPES: Final = ("gentle_hill", "steep_hill")
#: The drawing order: the lowest features first.
_ORDER: Final = ("waterway", *_SLOPES, "marsh", "rough", "dunes", "oasis", "woods", "river", "road", "bua", "camp")


def ground_order(piece: Terrain, kinds: GroundKinds) -> int:
    """The rank of a feature in the drawing order, from the ground up."""
    look = kind_of(kinds, piece.kind).look
    return _ORDER.index(look) if look in _ORDER else len(_ORDER)


def ground_of(piece: Terrain) -> Polygon:
    """The polygon of a feature; empty when it has none (a road without width, a line of one point)."""
    if piece.outline:
        return piece.outline if len(piece.outline) > 2 else ()
    return piece.ground if len(piece.line) > 1 and piece.width > 0.0 else ()


def terrain_words(piece: Terrain, kinds: GroundKinds) -> str:
    """A feature in a few words: "woods W", "river, difficult", "camp, red, followers"."""
    kind = kind_of(kinds, piece.kind).name
    named = piece.id and not piece.id.lower().startswith(piece.kind) and piece.id != kind
    said = [f"{kind} {piece.id}" if named else kind]
    if piece.kind == "river" and piece.nature:
        said.append("nature unknown" if piece.nature == "unknown" else piece.nature)
    if piece.owner:
        said.append(piece.owner)
    if piece.occupant:
        said.append("empty" if piece.occupant == "none" else piece.occupant)
    return ", ".join(said)


def label_terrain(
    piece: Terrain, above: Sequence[Terrain], kinds: GroundKinds, canvas: Canvas, labels: Labels
) -> Point | None:
    """Where the words of a feature go: as deep inside it as possible, and away from features drawn above it."""
    ground = ground_of(piece)
    along = _along(piece.line, canvas)
    spots = along if along else _interior(ground, canvas) if ground else []
    if not spots:
        return None
    width, height = label_size(terrain_words(piece, kinds), _LABEL_SIZE)
    covers = [cover for cover in map(ground_of, above) if cover]
    reach = canvas.mm(width * 0.5)
    spots.sort(key=lambda p: any(inside((p[0] + x, p[1]), cover) for cover in covers for x in (-reach, 0.0, reach)))
    beside = [(p[0], p[1] + up) for p in spots[:60] for up in (canvas.mm(-height), canvas.mm(height))]
    return labels.place(width, height, [*spots, *beside])


def draw_terrain(piece: Terrain, kinds: GroundKinds, canvas: Canvas, labels: Labels) -> str:
    """One feature with its signs, which leave space for text, as a group with its description."""
    name = kind_of(kinds, piece.kind).look
    look = GROUND.get(name, OTHER_GROUND)
    ground = ground_of(piece)
    said = terrain_words(piece, kinds)
    parts = [tag("title", words(said))]
    if ground:
        parts.extend(_land(piece, ground, name, canvas, labels.taken))
    elif len(piece.line) > 1:
        parts.append(tag("path", d=canvas.path(piece.line), fill="none", stroke=look.ink, stroke_width=2))
    return tag("g", *parts, id=name_of("terrain-", piece.id), aria_label=said)


def write_terrain(
    piece: Terrain, label: Point | None, kinds: GroundKinds, sides: dict[str, SideLook], canvas: Canvas
) -> str:
    """The words of a feature, and its owner's pennant."""
    ground = ground_of(piece)
    owner = sides.get(piece.owner or "")
    flag = _flag(ground, owner, canvas) if owner and ground else ""
    if label is None:
        return flag
    tint = GROUND.get(kind_of(kinds, piece.kind).look, OTHER_GROUND).tint
    said = terrain_words(piece, kinds)
    return flag + plate(canvas.at(label), said, _LABEL_SIZE, fill=tint, opacity=0.85, ink="#3c3c3c")


def holder_places(piece: Terrain, holders: list[Base], canvas: Canvas) -> list[Point]:
    """Where the chips of the bases inside a camp or town go: one above the other in its middle."""
    ground = ground_of(piece)
    middle = next(iter(_interior(ground, canvas)), centroid(ground)) if ground else canvas.view.centre
    step = canvas.mm(holder_size(holders[0])[1] + 2.0)
    first = middle[1] + step * (len(holders) - 1) * 0.5
    return [(middle[0], first - step * i) for i in range(len(holders))]


def draw_holders(holders: list[Base], places: list[Point], sides: dict[str, SideLook], canvas: Canvas) -> Iterator[str]:
    """The chips of the bases inside a camp or town."""
    for base, place in zip(holders, places, strict=True):
        yield draw_holder(base, sides[base.side], place, canvas)


def _interior(ground: Polygon, canvas: Canvas) -> list[Point]:
    """Points inside a polygon and in view, the deepest inside first, then the nearest to its middle."""
    box = box_around(ground).shared(canvas.view)
    if box is None:
        return []
    step = canvas.mm(6.0)
    across = max(1, int(box.width / step))
    up = max(1, int(box.height / step))
    enough = canvas.mm(24.0)
    middle = box.centre
    found: list[tuple[float, float, Point]] = []
    for i in range(across):
        for j in range(up):
            p = (box.left + (i + 0.5) * box.width / across, box.bottom + (j + 0.5) * box.height / up)
            if inside(p, ground):
                deep = min(boundary_distance(p, ground), enough)
                off = (p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2
                found.append((-round(deep / step), round(off, 3), p))
    return [p for _, _, p in sorted(found)]


def _along(line: Sequence[Point], canvas: Canvas) -> list[Point]:
    """Points along the line of a river or road that are in view, the nearest to the middle of the view first."""
    points: list[Point] = []
    for a, b in pairwise(line):
        pieces = max(1, round(distance(a, b) / canvas.mm(8.0)))
        points.extend((a[0] + (b[0] - a[0]) * j / pieces, a[1] + (b[1] - a[1]) * j / pieces) for j in range(pieces + 1))
    middle = canvas.view.centre
    return sorted((p for p in points if canvas.view.holds(p)), key=lambda p: (round(distance(p, middle), 2), p))


def _land(piece: Terrain, ground: Polygon, name: str, canvas: Canvas, bare: Sequence[Rectangle]) -> Iterator[str]:
    """Tint, signs and true outline, by the name of its look."""
    look = GROUND.get(name, OTHER_GROUND)
    outline = canvas.path(ground, True)
    yield tag("path", d=outline, fill=look.tint)
    pond = _pond(ground, canvas, bare) if name == "oasis" else None
    if pond:
        x, y = canvas.at(pond)
        yield tag("ellipse", cx=x, cy=y, rx=8, ry=4.5, fill="#c9e0ee", stroke="#3f7ca6", stroke_width=0.8)
        bare = [*bare, canvas.label_box(pond, 16.0, 9.0)]
    if look.sign:
        signs = strew(ground, look, canvas, bare)
        if signs:
            yield tag("path", d=signs, **_pencil(look, 0.75), fill=look.filled or "none")
    if name in _SLOPES:
        yield from _slopes(piece, ground, name == "steep_hill", look, canvas)
    if name in ("river", "road") and len(piece.line) > 1:
        dashes = "9 5" if name == "river" else "4 4"
        yield tag("path", d=canvas.path(piece.line), fill="none", stroke_dasharray=dashes, **_pencil(look, 0.7, 0.6))
    if name == "camp":
        yield _palisade(ground, look, canvas)
    wall = 1.8 if name == "bua" else 0.8
    yield tag("path", d=outline, fill="none", **_pencil(look, wall, 0.9))


def _pencil(look: GroundLook, width: float, opacity: float = 0.75) -> Style:
    return {
        "stroke": look.ink,
        "stroke_width": width,
        "stroke_opacity": opacity,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }


def _slopes(piece: Terrain, ground: Polygon, steep: bool, look: GroundLook, canvas: Canvas) -> Iterator[str]:
    """Contours, strokes up a steep slope, and the crest line."""
    lines = contours(ground, piece.crest, (0.4, 0.75), canvas.mm(8.0))
    yield tag("path", d="".join(canvas.path(line, True) for line in lines), fill="none", **_pencil(look, 0.7, 0.55))
    if steep:
        strokes = hachures(ground, piece.crest, canvas.mm(5.0), canvas.mm(6.0))
        yield tag("path", d="".join(canvas.path(pair) for pair in strokes), fill="none", **_pencil(look, 0.8, 0.7))
    if len(piece.crest) > 1:
        crest = canvas.path(piece.crest)
        yield tag("path", d=crest, fill="none", stroke_dasharray="7 2.5 1 2.5", **_pencil(look, 1.3, 0.9))


def _pond(ground: Polygon, canvas: Canvas, bare: Sequence[Rectangle]) -> Point | None:
    """Where the water of an oasis lies: as deep inside it as bases and words allow."""
    clear = canvas.mm(9.0)
    for p in _interior(ground, canvas):
        if boundary_distance(p, ground) > clear and all(gap_to(p, place) > canvas.mm(7.0) for place in bare):
            return p
    return None


def _palisade(ground: Polygon, look: GroundLook, canvas: Canvas) -> str:
    """Stakes along the outline of a camp."""
    strokes = hachures(ground, (), canvas.mm(4.5), canvas.mm(2.6))
    return tag("path", d="".join(canvas.path(pair) for pair in strokes), fill="none", **_pencil(look, 1.0, 0.9))


def _flag(ground: Polygon, owner: SideLook, canvas: Canvas) -> str:
    """The owner's pennant, on the highest corner of the camp or town."""
    x, y = canvas.at(max(ground, key=lambda p: (round(p[1], 2), -round(p[0], 2))))
    cloth = tag("path", d=f"M{x:.2f} {y - 9.5:.2f}l8 2.3l-8 2.3z", fill=owner.strong)
    return cloth + tag("path", d=f"M{x:.2f} {y + 1:.2f}v-10.9", stroke="#3c3c3c", stroke_width=1, fill="none")
