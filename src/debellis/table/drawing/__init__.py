"""A position drawn from above, as on a real table, as one stand-alone SVG.

`draw` chooses the crop, then draws from the ground up: table, terrain, zones, bases, the lines of a ruling, legend.
Nothing is random, so the same position always gives the same text.
"""

from __future__ import annotations

from collections.abc import Sequence

from debellis.table.bases import Base
from debellis.table.drawing.bases import draw_base, holder_size
from debellis.table.drawing.canvas import SHEET_WIDTH, Box, Canvas
from debellis.table.drawing.furniture import (
    draw_scale_bar,
    draw_title,
    legend,
    role_entry,
    side_entry,
    title_height,
)
from debellis.table.drawing.labels import Labels
from debellis.table.drawing.looks import ROLES, SideLook, hatch_pattern, side_looks, zone_pattern
from debellis.table.drawing.marks import MarkLike, lines_of, mark_strokes, mark_washes, role_look
from debellis.table.drawing.svg import FONT, PAPER, number, tag, words
from debellis.table.drawing.terrain import (
    draw_holders,
    draw_terrain,
    ground_order,
    holder_places,
    label_terrain,
    terrain_words,
    write_terrain,
)
from debellis.table.drawing.units import draw_units, file_tags, led
from debellis.table.drawing.view import crop
from debellis.table.ground_kinds import NO_KINDS, GroundKinds
from debellis.table.position import Position

__all__ = ["MarkLike", "draw"]


def draw(
    position: Position,
    marks: Sequence[MarkLike] = (),
    *,
    title: str = "",
    width_px: int | None = None,
    unit: str = "paces",
    kinds: GroundKinds = NO_KINDS,
) -> str:
    """A stand-alone SVG of a position, with the marks of a ruling over it.

    It scales to any size; `width_px` fixes one. The scale bar is in `unit`, "paces" or "MU". `kinds` are the kinds
    of ground of the edition; ground of no such kind is drawn plain.
    """
    canvas = Canvas(crop(position, marks), title_height(title))
    sides = side_looks(_sides(position))
    table = _map(position, marks, kinds, sides, canvas)
    below, height = _footer(position, marks, sides, canvas, unit)
    parts = [
        tag("title", words(title or "Position on the table")),
        tag("desc", words(_description(position, marks, kinds))),
        tag("defs", zone_pattern(), *dict.fromkeys(hatch_pattern(look) for look in sides.values())),
        tag("rect", width=SHEET_WIDTH, height=height, fill=PAPER),
        draw_title(title),
        table,
        below,
    ]
    return tag(
        "svg",
        "\n".join(part for part in parts if part),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(SHEET_WIDTH)} {number(height)}",
        width=width_px,
        height=None if width_px is None else round(width_px * height / SHEET_WIDTH),
        role="img",
        font_family=FONT,
    )


def _sides(position: Position) -> list[str]:
    """Every side that appears, also one that only owns a place."""
    owners = [piece.owner for piece in position.terrain if piece.owner]
    return list(dict.fromkeys([*position.sides, *owners]))


def _window(box: Box, canvas: Canvas, content: str, **attributes: str) -> str:
    """Content clipped to a part of the table, without ids, so that many drawings can share a page."""
    x, y = canvas.at((box.left, box.top))
    width, height = canvas.units(box.width), canvas.units(box.height)
    seen = " ".join(number(value) for value in (x, y, width, height))
    return tag("svg", content, x=x, y=y, width=width, height=height, viewBox=seen, overflow="hidden", **attributes)


def _map(
    position: Position, marks: Sequence[MarkLike], kinds: GroundKinds, sides: dict[str, SideLook], canvas: Canvas
) -> str:
    """Everything on the table. Labels are placed in the order of their importance: ids, rulings, terrain."""
    holders = _holders(position)
    places = {name: holder_places(position.feature(name), inside, canvas) for name, inside in holders.items()}
    labels = Labels(canvas, [base.rectangle for base in position.standing], lines_of(marks, canvas))
    for name, inside in holders.items():
        for base, place in zip(inside, places[name], strict=False):
            labels.taken.append(canvas.label_box(place, *holder_size(base)))
    names = file_tags(position)
    bases = [draw_base(base, sides[base.side], canvas, labels, names.get(base.id)) for base in led(position)]
    units = draw_units(position, sides, canvas, labels)
    chips = [chip for name in holders for chip in draw_holders(holders[name], places[name], sides, canvas)]
    strokes = mark_strokes(marks, canvas, labels)
    pieces = sorted(position.terrain, key=lambda piece: ground_order(piece, kinds))
    spots = [label_terrain(piece, pieces[i + 1 :], kinds, canvas, labels) for i, piece in enumerate(pieces)]
    land = [draw_terrain(piece, kinds, canvas, labels) for piece in pieces]
    written = [write_terrain(piece, spot, kinds, sides, canvas) for piece, spot in zip(pieces, spots, strict=True)]
    layers = [
        _surface(position, canvas),
        _window(Box(0.0, 0.0, *position.size), canvas, "\n".join(["", *land, ""]), id="terrain") if land else "",
        tag("g", *written, id="terrain-names", aria_hidden="true") if land else "",
        tag("g", mark_washes(marks, canvas), id="washes") if marks else "",
        tag("g", "\n".join(["", *bases, *units, *chips, ""]), id="bases") if position.bases else "",
        tag("g", strokes, id="marks") if marks else "",
    ]
    frame = {"y": canvas.above, "width": SHEET_WIDTH, "height": canvas.map_height}
    border = tag("rect", **frame, fill="none", stroke="#9a958a", stroke_width=0.8)
    return _window(canvas.view, canvas, "\n".join(layer for layer in layers if layer), id="map") + border


def _holders(position: Position) -> dict[str, list[Base]]:
    """The bases inside each camp or town that is on the table."""
    found: dict[str, list[Base]] = {}
    for base in position.bases:
        if base.inside is not None and position.has_feature(base.inside):
            found.setdefault(base.inside, []).append(base)
    return found


def _surface(position: Position, canvas: Canvas) -> str:
    """The table top with its edge."""
    beyond = tag("rect", y=canvas.above, width=SHEET_WIDTH, height=canvas.map_height, fill="#e4e0d8")
    wide, deep = position.size
    top = canvas.path(((0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)), True)
    return beyond + tag("path", id="table", d=top, fill="#fbf9f3", stroke="#4a453c", stroke_width=1.6)


def _footer(
    position: Position, marks: Sequence[MarkLike], sides: dict[str, SideLook], canvas: Canvas, unit: str
) -> tuple[str, float]:
    """Scale bar and legend, and the height of the whole sheet."""
    y = canvas.above + canvas.map_height + 12.0
    used = {mark.role for mark in marks}
    roles = [*(role for role in ROLES if role in used), *sorted(used - ROLES.keys())]
    entries = [side_entry(side, look, side == position.active) for side, look in sides.items()]
    entries += [role_entry(role_look(role), role, role_look(role).words if role in ROLES else role) for role in roles]
    drawn, last = legend(entries, y + 17.0)
    return (draw_scale_bar(position.scale, unit, canvas, y) + drawn, last + 10.0)


def _description(position: Position, marks: Sequence[MarkLike], kinds: GroundKinds) -> str:
    """The picture in words."""
    said = ["Seen from above, north at the top."]
    for side in position.sides:
        count = sum(1 for base in position.bases if base.side == side)
        said.append(f"{side}: {count} {'base' if count == 1 else 'bases'}.")
    if position.terrain:
        said.append("Terrain: " + "; ".join(terrain_words(piece, kinds) for piece in position.terrain) + ".")
    labels = [f"{mark.role} {mark.label}".strip() for mark in marks]
    if labels:
        said.append("Marked: " + "; ".join(labels) + ".")
    return " ".join(said)
