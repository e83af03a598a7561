"""What surrounds the map: the title above, the scale bar, north and the legend below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from debellis.table.drawing.canvas import SHEET_WIDTH, Canvas
from debellis.table.drawing.looks import HIGHLIGHT, RoleLook, SideLook, hatch_name
from debellis.table.drawing.svg import INK, Style, tag, text_width, wrap, write
from debellis.table.scale import Scale

_TITLE_SIZE: Final = 12.0
_SMALL: Final = 9.0
_ROW: Final = 16.0
_NICE: Final = (5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 250.0, 500.0, 1000.0)
_SWATCH: Final = 17.0

#: A legend entry: its drawing at the origin of its row, and its words.
Entry = tuple[str, str]


def title_lines(title: str) -> list[str]:
    return wrap(title, _TITLE_SIZE, SHEET_WIDTH - 12.0, True)


def title_height(title: str) -> float:
    """The space above the map for a title."""
    lines = title_lines(title)
    return len(lines) * (_TITLE_SIZE + 3.0) + 6.0 if lines else 0.0


def draw_title(title: str) -> str:
    """The title, to the left above the map."""
    return "".join(
        write(2.0, 9.0 + i * (_TITLE_SIZE + 3.0), _TITLE_SIZE, line, text_anchor="start", font_weight="bold")
        for i, line in enumerate(title_lines(title))
    )


def draw_scale_bar(scale: Scale, unit: str, canvas: Canvas, y: float) -> str:
    """A bar of a round number of millimetres, labelled in paces or in MU, and an arrow to the north."""
    mm = max((nice for nice in _NICE if canvas.units(nice) <= 110.0), default=_NICE[0])
    length = canvas.units(mm)
    parts = [tag("rect", x=2, y=y - 2, width=length, height=4, fill="#ffffff", stroke=INK, stroke_width=0.8)]
    for i in (0, 2):
        parts.append(tag("rect", x=2 + length * i / 4, y=y - 2, width=length / 4, height=4, fill=INK))
    count = scale.in_unit(mm, unit)
    said = f"{count:.1f}".removesuffix(".0") + f" {unit}"
    parts.append(write(length + 7, y, _SMALL, f"{mm:g} mm = {said}", text_anchor="start"))
    parts.append(write(SHEET_WIDTH - 12, y, _SMALL, "N", text_anchor="end", font_weight="bold"))
    x = SHEET_WIDTH - 6
    parts.append(tag("path", d=f"M{x:g} {y - 6:.2f}l3.4 11l-3.4 -2.4l-3.4 2.4z", fill=INK))
    return tag("g", *parts, id="scale", aria_label=f"scale bar of {mm:g} mm, {said}; north is up")


def side_entry(side: str, look: SideLook, to_move: bool) -> Entry:
    """A small base of a side, and whether it is that side's bound."""
    hatch = hatch_name(look)
    drawn = tag("rect", x=0.5, y=-4, width=14, height=8, fill=look.pale, stroke=look.strong, stroke_width=0.9)
    if hatch:
        drawn += tag("rect", x=0.5, y=-4, width=14, height=8, fill=f"url(#{hatch})")
    drawn += tag("rect", x=0.5, y=-4, width=14, height=2.4, fill=look.strong)
    return (drawn, f"{side} to move" if to_move else side)


def role_entry(look: RoleLook, role: str, words: str) -> Entry:
    """A sample of how marks of a role are drawn."""
    line: Style = {"fill": "none", "stroke": look.colour, "stroke_width": look.width, "stroke_dasharray": look.dashes}
    if role == "contact":
        drawn = tag("path", d="M0 0H15", fill="none", stroke=look.colour, stroke_width=4.2)
        drawn += tag("path", d="M0 0H15", fill="none", stroke=HIGHLIGHT, stroke_width=2.8)
    elif role in ("zone", "ghost"):
        box: Style = {"x": 0.5, "y": -4.0, "width": 14.0, "height": 8.0}
        drawn = tag("rect", **box, **{**line, "fill": look.fill, "fill_opacity": look.fill_opacity})
    elif role == "distance":
        drawn = tag("path", d="M1 0H14M1 -3V3M14 -3V3", **line)
    elif role == "blocked":
        drawn = tag("path", d="M0 0H15", **line) + tag(
            "path", d="M5 -2.8L10.6 2.8M5 2.8L10.6 -2.8", fill="none", stroke=look.colour, stroke_width=1.8
        )
    else:
        drawn = tag("path", d="M0 0H15", **{**line, "stroke_linecap": "round"})
    return (drawn, words)


def legend(entries: Sequence[Entry], y: float) -> tuple[str, float]:
    """The entries in as many rows as they need, starting at a height, and the height below the last row."""
    drawn: list[str] = []
    x = 2.0
    for sample, words in entries:
        width = _SWATCH + text_width(words, _SMALL) + 9.0
        if x > 2.0 and x + width - 9.0 > SHEET_WIDTH - 2.0:
            x = 2.0
            y += _ROW
        label = write(_SWATCH + 1.0, 0.0, _SMALL, words, text_anchor="start")
        drawn.append(tag("g", sample, label, transform=f"translate({x:.2f} {y:.2f})"))
        x += width
    if not entries:
        return ("", y - _ROW)
    return (tag("g", *drawn, id="legend", aria_label="legend"), y)
