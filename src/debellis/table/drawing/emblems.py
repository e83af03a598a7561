"""Small signs on a base: the general's star, and one for the arm (mounted, shooters, engines)."""

from __future__ import annotations

import math
from typing import Final

from debellis.table.drawing.canvas import pen
from debellis.table.drawing.looks import SideLook
from debellis.table.drawing.svg import INK, Style, number, tag

_MOUNTED: Final = frozenset(
    ("elephants", "knights", "cavalry", "light_horse", "scythed_chariots", "camelry", "chariots", "horse")
)
_SHOOTERS: Final = frozenset(("bows", "longbows", "crossbows", "shot", "muskets", "arquebuses"))
_WHEELED: Final = frozenset(("artillery", "war_wagons", "guns", "cannon"))


def star(x: float, y: float, radius: float, look: SideLook) -> str:
    """The general's star."""
    points = []
    for i in range(10):
        reach = radius if i % 2 == 0 else radius * 0.42
        angle = math.pi * i / 5.0
        points.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return tag("path", d=pen(points, True), fill=INK, stroke=look.pale, stroke_width=0.5)


def arm(kind: str, x: float, y: float, r: float, look: SideLook) -> str:
    """A horseshoe for mounted, a bow for shooters, a wheel for engines and wagons, nothing for other foot."""
    style: Style = {"fill": "none", "stroke": look.strong, "stroke_width": max(r * 0.3, 0.8), "stroke_linecap": "round"}
    if kind in _MOUNTED:
        heel, bend = _bent(x, y, r, (-0.5, 0.85), (-1.3, -1.2), (1.3, -1.2), (0.5, 0.85))
        return tag("path", d=f"M{heel}C{bend}", **style)
    if kind in _SHOOTERS:
        tip, bend = _bent(x, y, r, (-1.0, 0.3), (-0.8, -1.1), (0.8, -1.1), (1.0, 0.3))
        head = pen([(x - r * 0.35, y - r * 0.75), (x, y - r * 1.2), (x + r * 0.35, y - r * 0.75)])
        return tag("path", d=f"M{tip}C{bend}Z" + pen([(x, y + r), (x, y - r * 1.2)]) + head, **style)
    if kind in _WHEELED:
        spokes = pen([(x - r, y), (x + r, y)]) + pen([(x, y - r), (x, y + r)])
        return tag("circle", cx=x, cy=y, r=r, **style) + tag("path", d=spokes, **style)
    return ""


def _bent(x: float, y: float, r: float, *knots: tuple[float, float]) -> tuple[str, str]:
    """The start of a curve about a centre, and the rest of its knots."""
    start, *rest = [f"{number(x + r * a)} {number(y + r * b)}" for a, b in knots]
    return (start, " ".join(rest))
