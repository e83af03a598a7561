"""The overlay: the measurements and findings of a ruling, drawn by the role of each mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from debellis.geometry.plane import Point, distance
from debellis.geometry.rectangle import Rectangle
from debellis.table.drawing.canvas import Canvas, pen
from debellis.table.drawing.labels import Labels, label_size, plate
from debellis.table.drawing.looks import HIGHLIGHT, OTHER_ROLE, ROLES, RoleLook
from debellis.table.drawing.svg import tag

_LABEL_SIZE = 8.5


class MarkLike(Protocol):
    """Something to draw over a position.

    `shape` is "line", "area" or "point". `role` says what it shows: "open", "blocked", "zone", "range", "contact",
    "distance" or "ghost" (a place where a base could go). A ghost of four points is a base that begins at its front
    left corner, clockwise.
    """

    @property
    def shape(self) -> str: ...

    @property
    def points(self) -> Sequence[Point]: ...

    @property
    def role(self) -> str: ...

    @property
    def label(self) -> str: ...


def role_look(role: str) -> RoleLook:
    """How a role is drawn. An unknown role gets a plain dotted line."""
    return ROLES.get(role, OTHER_ROLE)


def mark_washes(marks: Sequence[MarkLike], canvas: Canvas) -> str:
    """The fills of areas, drawn under the bases."""
    drawn = ""
    for mark in marks:
        look = role_look(mark.role)
        if mark.shape == "area" and len(mark.points) > 2 and look.fill != "none":
            drawn += tag("path", d=canvas.path(mark.points, True), fill=look.fill, fill_opacity=look.fill_opacity)
    return drawn


def mark_strokes(marks: Sequence[MarkLike], canvas: Canvas, labels: Labels) -> str:
    """The outlines, lines, points and labels of marks, drawn over the bases."""
    seen = [mark for mark in marks if mark.points]
    # A label at a point has the fewest possible places, and one along a line the most.
    written = [_label(mark, canvas, labels) for mark in sorted(seen, key=_freedom)]
    return "".join([_stroke(mark, canvas) for mark in seen] + written)


def _freedom(mark: MarkLike) -> int:
    return {"point": 0, "area": 1}.get(mark.shape, 2)


def _stroke(mark: MarkLike, canvas: Canvas) -> str:
    """One mark without its label."""
    points = [canvas.at(p) for p in mark.points]
    name = f"{mark.role} {mark.label}".strip()
    if mark.shape == "point" or len(points) == 1:
        return tag("g", *[_dot(p, mark.role) for p in points], aria_label=name)
    ends = "butt" if mark.role == "contact" else "round"
    parts = list(_lines(points, mark.shape == "area", mark.role))
    return tag("g", *parts, fill="none", stroke_linecap=ends, stroke_linejoin="round", aria_label=name)


def _lines(points: Sequence[Point], closed: bool, role: str) -> Iterator[str]:
    look = role_look(role)
    path = pen(points, closed)
    if role == "contact":
        yield tag("path", d=path, stroke=look.colour, stroke_width=4.2)
        yield tag("path", d=path, stroke=HIGHLIGHT, stroke_width=2.8)
        return
    # A pale line underneath keeps every mark visible on any background.
    if role not in ("zone", "range"):
        yield tag("path", d=path, stroke="#ffffff", stroke_width=look.width + 1.6, stroke_opacity=0.6)
    yield tag("path", d=path, stroke=look.colour, stroke_width=look.width, stroke_dasharray=look.dashes)
    if role == "ghost" and closed and len(points) == 4:
        yield tag("path", d=pen(points[:2]), stroke=look.colour, stroke_width=2.4, stroke_linecap="butt")
    if role == "distance" and not closed:
        bars = _tick(points[1], points[0]) + _tick(points[-2], points[-1])
        yield tag("path", d=bars, stroke=look.colour, stroke_width=1.1)
    if role == "blocked":
        yield _cross(_middle(points, closed), look.colour)


def _tick(start: Point, end: Point, half: float = 3.2) -> str:
    """A short bar across the end of a dimension line."""
    length = distance(start, end) or 1.0
    x = -(end[1] - start[1]) / length * half
    y = (end[0] - start[0]) / length * half
    return pen([(end[0] - x, end[1] - y), (end[0] + x, end[1] + y)])


def _cross(centre: Point, colour: str) -> str:
    x, y = centre
    arms = pen([(x - 3.4, y - 3.4), (x + 3.4, y + 3.4)]) + pen([(x - 3.4, y + 3.4), (x + 3.4, y - 3.4)])
    under = tag("path", d=arms, stroke="#ffffff", stroke_width=4.2, stroke_opacity=0.85)
    return under + tag("path", d=arms, stroke=colour, stroke_width=2)


def _dot(p: Point, role: str) -> str:
    look = role_look(role)
    if role == "blocked":
        return tag("g", _cross(p, look.colour), fill="none", stroke_linecap="round")
    fill = HIGHLIGHT if role == "contact" else "#ffffff" if role == "ghost" else look.colour
    return tag("circle", cx=p[0], cy=p[1], r=3, fill=fill, stroke="#ffffff" if fill == look.colour else look.colour)


def _label(mark: MarkLike, canvas: Canvas, labels: Labels) -> str:
    """The words of a mark, beside its middle."""
    text = mark.label or (_length(mark.points) if mark.role == "distance" and mark.shape == "line" else "")
    if not text:
        return ""
    width, height = label_size(text, _LABEL_SIZE)
    spots = list(_around(mark, canvas, width, height))
    centre = labels.place(width, height, spots) or spots[0]
    return plate(canvas.at(centre), text, _LABEL_SIZE, ink=role_look(mark.role).colour)


def _around(mark: MarkLike, canvas: Canvas, width: float, height: float) -> Iterator[Point]:
    """Where the label of a mark may go, best first: in an area or beside the middle of a line, then further off."""
    air = 5.0 if mark.shape == "point" else 2.5
    wide = canvas.mm(width * 0.5 + air)
    tall = canvas.mm(height * 0.5 + air)
    sides = ((wide, 0.0), (0.0, tall), (-wide, 0.0), (0.0, -tall))
    compass = (*sides, (wide, tall), (-wide, tall), (wide, -tall), (-wide, -tall))
    closed = mark.shape == "area"
    if closed:
        x, y = _middle(mark.points, True)
        yield (x, y)
        yield from ((x + (p[0] - x) * 0.45, y + (p[1] - y) * 0.45) for p in mark.points)
    elif len(mark.points) > 1:
        for share in (0.5, 0.35, 0.65, 0.2, 0.8):
            yield from _beside(mark.points, share, wide, tall)
    for far in (1.0, 1.7, 2.6, 3.6):
        for place in (_middle(mark.points, closed), *mark.points):
            for x, y in compass:
                yield (place[0] + x * far, place[1] + y * far)


def _beside(points: Sequence[Point], share: float, wide: float, tall: float) -> Iterator[Point]:
    """The two places for an upright box close to a line, a share of the way along it."""
    place = _on_line(points, share)
    length = distance(points[0], points[-1]) or 1.0
    x = -(points[-1][1] - points[0][1]) / length
    y = (points[-1][0] - points[0][0]) / length
    off = abs(x) * wide + abs(y) * tall
    for hand in (-1.0, 1.0):
        yield (place[0] + x * off * hand, place[1] + y * off * hand)


def lines_of(marks: Sequence[MarkLike], canvas: Canvas) -> list[Rectangle]:
    """The lines of marks as thin strips that labels should not cover."""
    strips: list[Rectangle] = []
    thick = canvas.mm(2.0)
    for mark in marks:
        ring = [*mark.points, mark.points[0]] if mark.shape == "area" and mark.points else mark.points
        for a, b in pairwise(ring if mark.shape != "point" else ()):
            length = distance(a, b)
            if length > 0.0:
                along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
                strips.append(Rectangle(b, along, thick, length))
    return strips


def _middle(points: Sequence[Point], closed: bool) -> Point:
    """The middle of a line along its length, or of the corners of an area."""
    if closed:
        return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
    return _on_line(points, 0.5)


def _on_line(points: Sequence[Point], share: float) -> Point:
    """The point a share of the way along a line."""
    left = sum(distance(a, b) for a, b in pairwise(points)) * share
    for a, b in pairwise(points):
        step = distance(a, b)
        if step >= left and step > 0.0:
            part = left / step
            return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
        left -= step
    return points[0]


def _length(points: Sequence[Point]) -> str:
    length = sum(distance(a, b) for a, b in pairwise(points))
    return f"{length:.1f}".removesuffix(".0") + " mm"
