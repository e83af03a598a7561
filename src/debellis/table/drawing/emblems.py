"""Small signs on a base: the general's star, and one for the arm (mounted, shooters, engines, pikes, swords)."""

from __future__ import annotations

import math
from typing import Final

from debellis.table.drawing.canvas import pen
from debellis.table.drawing.looks import SideLook
from debellis.table.drawing.svg import INK, Style, number, tag

_SIGNS: Final = {
    **dict.fromkeys(("elephants", "knights", "cavalry", "light_horse", "scythed_chariots", "camelry"), ("horseshoe",)),
    **dict.fromkeys(("chariots", "horse", "general_mtd"), ("horseshoe",)),
    **dict.fromkeys(("bows", "longbows", "crossbows"), ("bow",)),
    **dict.fromkeys(("shot", "muskets", "arquebuses", "skirmishers"), ("musket",)),
    **dict.fromkeys(("artillery", "war_wagons"), ("wheel",)),
    **dict.fromkeys(("guns", "cannon"), ("wheel", "barrel")),
    **dict.fromkeys(("blades", "raiders"), ("sword",)),
    **dict.fromkeys(("El", "Exp", "Kn", "Cv", "LH", "Cm"), ("horseshoe",)),
    **dict.fromkeys(("Bw", "Ps", "Shp", "Gal", "Bts"), ("bow",)),
    **dict.fromkeys(("Art", "WWg"), ("wheel",)),
    "Bd": ("sword",),
    "Pk": ("pikes",),
    "dragoons": ("horseshoe", "musket"),
    "pistols": ("pistol",),
    "pikes": ("pikes",),
}
#: The strokes of each sign around its centre, in units of its size; y grows downwards, the tops may exceed it a little.
_STROKES: Final = {
    "musket": (((-0.9, 1.0), (-0.35, 0.6), (0.9, -1.1)), ((-0.9, 1.0), (-0.5, 1.15))),
    "barrel": (((0.0, 0.0), (0.0, -1.6)),),
    "sword": (((0.0, 1.0), (0.0, -1.1)), ((-0.55, 0.35), (0.55, 0.35))),
    "pistol": (((-0.95, 0.9), (-0.6, -0.35), (1.1, -0.35)), ((-0.35, -0.35), (-0.2, 0.25))),
    "pikes": tuple(((x - 0.15, 1.0), (x + 0.15, -1.1)) for x in (-0.75, 0.0, 0.75)),
}


def star(x: float, y: float, radius: float, look: SideLook) -> str:
    """The general's star."""
    points = []
    for i in range(10):
        reach = radius if i % 2 == 0 else radius * 0.42
        angle = math.pi * i / 5.0
        points.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return tag("path", d=pen(points, True), fill=INK, stroke=look.pale, stroke_width=0.5)


def arm(kind: str, x: float, y: float, r: float, look: SideLook) -> str:
    """The signs of a kind: a horseshoe for mounted, a wheel for engines, the weapon of others; nothing if unknown."""
    style: Style = {"fill": "none", "stroke": look.strong, "stroke_width": max(r * 0.3, 0.8), "stroke_linecap": "round"}
    return "".join(_sign(name, x, y, r, style) for name in _SIGNS.get(kind, ()))


def _sign(name: str, x: float, y: float, r: float, style: Style) -> str:
    if name == "horseshoe":
        heel, bend = _bent(x, y, r, (-0.5, 0.85), (-1.3, -1.2), (1.3, -1.2), (0.5, 0.85))
        return tag("path", d=f"M{heel}C{bend}", **style)
    if name == "bow":
        tip, bend = _bent(x, y, r, (-1.0, 0.3), (-0.8, -1.1), (0.8, -1.1), (1.0, 0.3))
        head = pen([(x - r * 0.35, y - r * 0.75), (x, y - r * 1.2), (x + r * 0.35, y - r * 0.75)])
        return tag("path", d=f"M{tip}C{bend}Z" + pen([(x, y + r), (x, y - r * 1.2)]) + head, **style)
    if name == "wheel":
        spokes = pen([(x - r, y), (x + r, y)]) + pen([(x, y - r), (x, y + r)])
        return tag("circle", cx=x, cy=y, r=r, **style) + tag("path", d=spokes, **style)
    strokes = "".join(pen([(x + r * a, y + r * b) for a, b in stroke]) for stroke in _STROKES[name])
    return tag("path", d=strokes, **style)


def _bent(x: float, y: float, r: float, *knots: tuple[float, float]) -> tuple[str, str]:
    """The start of a curve about a centre, and the rest of its knots."""
    start, *rest = [f"{number(x + r * a)} {number(y + r * b)}" for a, b in knots]
    return (start, " ".join(rest))
