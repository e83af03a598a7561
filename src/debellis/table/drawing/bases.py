"""Bases seen from above: the strong front edge, the troop code, the id, the general's star."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from debellis.geometry.plane import Point, bearing
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.table.bases import Base
from debellis.table.drawing.canvas import Canvas
from debellis.table.drawing.codes import place_code
from debellis.table.drawing.emblems import arm, star
from debellis.table.drawing.footprint import Footprint, footprint
from debellis.table.drawing.labels import Labels, label_size, plate
from debellis.table.drawing.looks import SideLook, hatch_name
from debellis.table.drawing.svg import INK, Style, name_of, tag, text_width, words, write

_TAG: Final = 7.5
_CHIP: Final = 9.0
_COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def describe(base: Base) -> str:
    """A base in words: "A, red 4Bd general facing north"."""
    who = f"{base.id}, {base.side} {base.code}" + (" general" if base.general else "")
    return f"{who} in {base.inside}" if base.inside else f"{who} facing {_towards(base.facing)}"


def _towards(facing: Point) -> str:
    degrees = bearing(facing)
    nearest = round(degrees / 45.0)
    if abs(degrees - nearest * 45.0) < 0.05:
        return _COMPASS[nearest % 8]
    return f"{degrees:.1f}".removesuffix(".0") + " degrees"


def draw_base(base: Base, look: SideLook, canvas: Canvas, labels: Labels, name: str | None = None) -> str:
    """A base standing on the table, as a group with its description.

    A base of a unit has a `name` to be written inside it where there is space; other bases show their id.
    """
    foot = footprint(base.rectangle, canvas)
    radius = _star_radius(foot)
    code = place_code(base.code, foot, radius * 2.3 if base.general else 0.0, labels)
    kept = [code.box.inset(canvas.mm(-0.8)), *foot.wedges]
    parts = [*_body(foot, look), code.drawn(look, canvas)]
    for sign, box in _emblems(base, foot, radius, look, code.box):
        parts.append(sign)
        kept.append(box)
    if name is None:
        parts.append(_tag(base.id, foot, look, kept, labels))
    elif name:
        parts.append(_inside(name, foot, kept) or "")
    return _group(base, parts)


def draw_holder(base: Base, look: SideLook, centre: Point, canvas: Canvas) -> str:
    """A base inside a camp or town: a chip with its id and code, without a front edge."""
    x, y = canvas.at(centre)
    width, height = holder_size(base)
    box: Style = {"x": x - width * 0.5, "y": y - height * 0.5, "width": width, "height": height, "rx": 3.0}
    parts = [tag("rect", **box, fill=look.pale, stroke=look.strong, stroke_width=1.4)]
    shift = 5.0 if base.general else 0.0
    parts.append(write(x - shift, y, _CHIP, f"{base.id} {base.code}", font_weight="bold"))
    if base.general:
        parts.append(star(x + width * 0.5 - 7.5, y, 4.2, look))
    return _group(base, parts)


def holder_size(base: Base) -> tuple[float, float]:
    """Width and height on the sheet of the chip of a base inside a camp or town."""
    return (text_width(f"{base.id} {base.code}", _CHIP, True) + (18.0 if base.general else 8.0), 13.0)


def _group(base: Base, parts: list[str]) -> str:
    label = describe(base)
    return tag("g", tag("title", words(label)), *parts, id=name_of("base-", base.id), aria_label=label)


def _body(foot: Footprint, look: SideLook) -> Iterator[str]:
    """Fill, hatch, border, front band and wedges."""
    outline = foot.canvas.path(foot.body.corners, True)
    yield tag("path", d=outline, fill=look.pale)
    hatch = hatch_name(look)
    if hatch:
        yield tag("path", d=outline, fill=f"url(#{hatch})")
    yield tag("path", d=outline, fill="none", stroke=look.strong, stroke_width=0.9)
    half = foot.body.width * 0.5
    left, right = foot.body.edge(0)
    band = foot.canvas.path((left, right, foot.spot(half, -foot.band), foot.spot(-half, -foot.band)), True)
    wedges = "".join(foot.canvas.path((box.front, box.corners[2], box.corners[3]), True) for box in foot.wedges)
    yield tag("path", d=band + wedges, fill=look.strong)


def _star_radius(foot: Footprint) -> float:
    units = foot.canvas.units
    return min(units(foot.body.depth - foot.band) * 0.34, units(foot.body.width) * 0.11, 5.4)


def _emblems(
    base: Base, foot: Footprint, radius: float, look: SideLook, code: Rectangle
) -> Iterator[tuple[str, Rectangle]]:
    """The general's star at the right, and a sign for the arm where there is space, each with the area it covers."""
    canvas = foot.canvas
    right = foot.body.width * 0.5
    back = -foot.band - (foot.body.depth - foot.band) * 0.56
    if base.general:
        centre = foot.spot(right - canvas.mm(radius * 1.2), back)
        yield (star(*canvas.at(centre), radius, look), canvas.label_box(centre, radius * 2.0, radius * 2.0))
        right -= canvas.mm(radius * 2.1)
    small = min(radius, 3.8)
    centre = foot.spot(right - canvas.mm(small * 1.6), back)
    box = canvas.label_box(centre, small * 2.3, small * 2.3)
    sign = arm(base.kind, *canvas.at(centre), small, look)
    if sign and small >= 2.4 and not overlaps(box, code) and not any(overlaps(box, one) for one in foot.wedges):
        yield (sign, box)


def _tag(name: str, foot: Footprint, look: SideLook, kept: list[Rectangle], labels: Labels) -> str:
    """The id in the rear left corner or, where there is no space, close outside the base."""
    written = _inside(name, foot, kept)
    if written is not None:
        return written
    width, height = label_size(name, _TAG, True)
    centre = labels.place(width, height, outside(foot, width, height))
    return plate(foot.canvas.at(centre), name, _TAG, bold=True, ink=look.strong) if centre else ""


def _inside(name: str, foot: Footprint, kept: list[Rectangle]) -> str | None:
    """A name in the rear left corner of a base; None if there is no space for it."""
    canvas = foot.canvas
    height = label_size(name, _TAG, True)[1]
    snug = (text_width(name, _TAG), height - 2.4)
    across, along = foot.extent(*snug)
    air = canvas.mm(1.6)
    inside = foot.spot(across * 0.5 + air - foot.body.width * 0.5, along * 0.5 + air - foot.body.depth)
    box = canvas.label_box(inside, *snug)
    if all(foot.room.contains(corner) for corner in box.corners) and not any(overlaps(box, one) for one in kept):
        return write(*canvas.at(inside), _TAG, name, fill=INK)
    return None


def outside(foot: Footprint, width: float, height: float) -> Iterator[Point]:
    """Places for an id outside a base: behind it, at its sides, in front."""
    across, along = foot.extent(width, height)
    sideways = foot.body.width * 0.5 + across * 0.5 + foot.canvas.mm(0.8)
    deep = foot.body.depth
    off = along * 0.5 + foot.canvas.mm(0.8)
    shifts = (0.0, -foot.body.width * 0.25, foot.body.width * 0.25)
    for right in shifts:
        yield foot.spot(right, -deep - off)
    for share in (0.5, 0.85, 0.15):
        yield foot.spot(-sideways, -deep * share)
        yield foot.spot(sideways, -deep * share)
    for right in shifts:
        yield foot.spot(right, off)
